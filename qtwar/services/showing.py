"""A copy of a game for one side: the position and the log as it knows them, in a document that holds nothing else.

It shows a position and is played on at the free table only: the key of the dice, what the sides keep from each other, the
sequence of play and how the scenario was set up stay out. Whoever looks at it sees what the side sees.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from qtwar.base import jsonio
from qtwar.base.errors import DataFault
from qtwar.engine.showing import events_of
from qtwar.engine.state import State
from qtwar.engine.views import View, view
from qtwar.model.content import TitleContent
from qtwar.session.chance import new_key
from qtwar.session.claims import SPECTATOR
from qtwar.session.history import History
from qtwar.session.ports import Entry, EntryHead, JournalPort
from qtwar.storage.document import Document

Json = dict[str, Any]
OTHER: Mapping[str, Any] = {"key": "print.log.other", "args": {}}
"""What is said of the other sides' entries."""


def write(path: Path, content: TitleContent, journal: JournalPort, state: State, side: str, *, key: str = "") -> Path:
    """Write the copy of a game for a side as a new document; raises DataFault.

    `state` is the position now; `key` is that of the dice that are rolled in the copy, else a new one.
    """
    if side not in state.sides:
        raise DataFault("fault.print.no_side", side=side, known=list(state.sides))
    facts = {
        "key": key or new_key(), "scenario": state.meta["scenario"], "seats": "both", "dice": "program", "undo": "free",
        "setup": "free", "rules": {"title": "", "hash": ""},
    }  # fmt: skip
    document = Document.create(path, content.without_setups(), game=facts)
    try:
        with document.writing():
            for entry in _entries(journal, view(state, side)):
                document.journal().append(entry)
    except BaseException:
        document.close()
        path.unlink(missing_ok=True)
        raise
    document.close()
    return path


def _entries(journal: JournalPort, seen: View) -> Iterator[Entry]:
    """Yield the entries of the copy: the first lays the position out, all have the lines of the log that the side was told."""
    side = seen.side
    line = History(journal.heads()).line
    wanted = {head.no for head in line}
    rows = [row for row in journal.entries(line[0].no, line[-1].no) if row.head.no in wanted] if line else []
    for no, row in enumerate(rows, 1):
        head, told = row.head, row.told.get(side, [])
        label = head.label if head.side in ("", side) else dict(OTHER)
        yield Entry(
            head=EntryHead(no, "setup" if no == 1 else "act", head.side, label, turn=head.turn),
            action={"meta": jsonio.copy(seen.meta), "choices": {}} if no == 1 else None,
            events=events_of(seen) if no == 1 else [],
            told=dict.fromkeys((*seen.sides, SPECTATOR), told) if told else {},
            stamp=row.stamp,
            rules_version=row.rules_version,
        )
