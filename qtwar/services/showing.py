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
from qtwar.engine import reduce
from qtwar.engine.events import Event
from qtwar.engine.state import INSIDE, FrameData, State
from qtwar.engine.views import View, is_alias, view
from qtwar.model.content import TitleContent
from qtwar.session.history import History
from qtwar.session.play import SPECTATOR, new_key
from qtwar.session.ports import Entry, EntryHead, JournalPort
from qtwar.storage.document import Document

Json = dict[str, Any]
UNKNOWN = "unknown.{n}"
"""The id of a piece that the side does not know."""
OTHER: Mapping[str, Any] = {"key": "print.log.other", "args": {}}
"""What is said of the other sides' entries."""
FREE_TABLE = "free_table"


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
    document = Document.create(path, without_setups(content), game=facts)
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


def without_setups(content: TitleContent) -> TitleContent:
    """Return the content without how its scenarios are set up: that of a position edited before can hold what is hidden."""
    bare = tuple(
        one.model_copy(
            update={
                "setup": (), "quick": (), "pools": {}, "vars": {}, "side_vars": {},
                "attrs": {key: value for key, value in one.attrs.items() if key != "position"},
            }
        )
        for one in content.scenarios
    )  # fmt: skip
    return content.model_copy(update={"scenarios": bare})


def shown(state: State, side: str) -> State:
    """Return a position that is, for whoever looks at it, what a side may know of another one."""
    seen = view(state, side)
    made = State(tuple(state.sides), jsonio.copy(seen.meta))
    reduce.apply_all(made, _events(seen))
    return made


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
            events=_events(seen) if no == 1 else [],
            told=dict.fromkeys((*seen.sides, SPECTATOR), told) if told else {},
            stamp=row.stamp,
            rules_version=row.rules_version,
        )


def _events(seen: View) -> list[Event]:
    """Return what lays out a view of a side on an empty table, so that everybody sees it."""
    variables = {**seen.vars, "strictness": "off"}
    found: list[Event] = [{"e": "var.set", "key": key, "was": None, "to": value} for key, value in variables.items()]
    for who, values in seen.sides.items():
        found += [{"e": "side.set", "side": who, "key": key, "was": None, "to": value} for key, value in values.items()]
    for who, values in seen.secret.items():
        found += [{"e": "secret.set", "side": who, "key": key, "was": None, "to": value} for key, value in values.items()]
    found += _pieces(seen)
    sides = sorted(seen.sides, key=lambda who: who != seen.side)
    frame: FrameData = {"step": FREE_TABLE, "l": {"side": seen.side}, "s": {}, "r": None}
    found.append({"e": "flow.set", "keep": 0, "was": [], "to": [frame]})
    found.append({"e": "active.set", "was": [], "to": sides})
    if seen.result is not None:
        found.append({"e": "ended", "was": None, "to": seen.result})
    return jsonio.copy(found)


def _pieces(seen: View) -> list[Event]:
    """Return what lays the pieces out, each after the one that carries it; those that are not known come under new names."""
    found: list[Event] = []
    waiting = {place: list(pieces) for place, pieces in sorted(seen.places.items())}
    there: set[str] = set()
    number = 0
    while ready := [place for place in waiting if not place.startswith(INSIDE) or place[len(INSIDE) :] in there]:
        for place in ready:
            for index, piece in enumerate(waiting.pop(place)):
                hidden, number = is_alias(piece), number + 1
                name = UNKNOWN.format(n=number) if hidden else piece
                found.append({"e": "piece.added", "piece": name, "to": seen.pieces[piece], "index": index})
                if hidden:
                    found.append({"e": "known.set", "piece": name, "was": None, "to": []})
                there.add(piece)
    return found
