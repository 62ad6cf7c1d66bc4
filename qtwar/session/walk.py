"""The positions of a game out of its journal alone: no rules are asked, and nothing in the journal is believed unseen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qtwar.base.errors import DataFault
from qtwar.engine import reduce, snapshot
from qtwar.engine.events import LyingEvent
from qtwar.engine.state import State
from qtwar.session.history import History
from qtwar.session.ports import Entry, EntryHead, JournalPort

NONSENSE = (LyingEvent, KeyError, ValueError, TypeError, AttributeError)


def position(
    journal: JournalPort, sides: tuple[str, ...], no: int, heads: Sequence[EntryHead] | None = None
) -> State:
    """Return the position after row `no`, from the latest position kept and the rows after it; raises DataFault.

    `heads`: those of the journal, where they are read already.
    """
    at = no
    try:
        found = journal.snapshot(no)
        since, state = (found[0], snapshot.read(found[1], sides)) if found is not None else (0, State(sides))
        history, looked_at = History(), found is not None
        for head in journal.heads() if heads is None else heads:
            if head.no > no:
                break
            at = head.no
            if head.no > since:
                _step(journal, state, history, head)
                looked_at = False
            history.add(head)
        if not looked_at:
            snapshot.held(state, sides)
    except NONSENSE as fault:
        raise _broken(at, fault) from None
    return state


def positions(journal: JournalPort, sides: tuple[str, ...]) -> Iterator[tuple[int, State]]:
    """Yield each row of a journal with the position after it, from the first on; raises DataFault at a row that does not fit.

    The position is one and the same object; what was kept of positions is not asked.
    """
    state, history, no = State(sides), History(), 1
    while True:
        try:
            entry = journal.entry(no)
        except KeyError:
            return
        try:
            _step(journal, state, history, entry.head, entry)
            history.add(entry.head)
            snapshot.held(state, sides)
        except NONSENSE as fault:
            raise _broken(no, fault) from None
        yield no, state
        no += 1


def _broken(no: int, fault: Exception) -> DataFault:
    return DataFault("fault.game.journal", no=no, detail=repr(fault))


def _step(journal: JournalPort, state: State, history: History, head: EntryHead, entry: Entry | None = None) -> None:
    """Bring a position on by one row, read already or not; `history` holds the rows before it."""
    if head.kind == "undo":
        for row in history.back_to(head.to or 0):
            events = reversed(journal.entry(row.no).events)
            reduce.apply_all(state, [back for event in events if (back := reduce.inverse(event))])
    elif head.kind == "redo":
        for row in history.forward_to(head.to or 0):
            reduce.apply_all(state, journal.entry(row.no).events)
    else:
        entry = entry or journal.entry(head.no)
        if head.kind == "setup" and entry.action:
            state.meta = State((), entry.action["meta"]).meta
        reduce.apply_all(state, entry.events)
