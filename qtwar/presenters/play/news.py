"""What the session's thread brings to the window after something happened."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from qtwar.engine.state import State
from qtwar.engine.views import View
from qtwar.session.history import History
from qtwar.session.packet import packet
from qtwar.session.play import Done, PlaySession
from qtwar.session.ports import EntryHead


@dataclass(slots=True)
class News:
    """What the session's thread brings after something happened, already seen with the eyes of the seat."""

    whole: State | None = None
    patch: dict[str, Any] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    """Of a view that is patched: sides, vars, sight, secret, result, active."""
    step: str = ""
    offers: dict[str, Any] = field(default_factory=dict)
    told: list[dict[str, Any]] = field(default_factory=list)
    head: Any = None
    line: list[Any] = field(default_factory=list)
    ahead: list[Any] = field(default_factory=list)
    floor: int = 0
    floor_why: str = ""
    public: News | None = None
    """The same for everybody at the table, where a window shows that."""
    secrets: bool = True
    """Whether who acts now knows anything that the seat does not, so that the screen has to be covered first."""


def gather(session: PlaySession, seat: str, done: Done | None = None, *, covers: bool = True) -> News:
    """Return everything the window needs through the eyes of a seat: all of it, or what `done` changed.

    The offers are those of the seats at the screen: its own where it is covered for the other, else of all who may act.
    Made on the session's thread; the lines of the log are left to whoever has the words.
    """
    held = ([seat] if covers else session.active) if seat else []
    offers = {side: offer for side in held if (offer := session.offer(side)) is not None}
    return of_packet(packet(session, seat, done), session.history, offers, done.entry.head if done is not None else None)


def of_packet(found: dict[str, Any], history: History, offers: dict[str, Any], head: EntryHead | None) -> News:
    """Return what a packet brings, with the history as it is after it."""
    values, heads = found["values"], found["history"]
    return News(
        whole=View.from_json(found["view"]) if "view" in found else None,
        patch=found.get("patch", {}),
        values={key: values[key] for key in ("sides", "vars", "sight", "secret", "result", "active")},
        step=values["flow"][-1]["step"] if values["flow"] else "",
        offers=offers,
        told=found["told"],
        head=head,
        line=list(history.line),
        ahead=list(reversed(history.redoable)),
        floor=heads["floor"],
        floor_why=heads["floor_why"],
        secrets=found["must_cover"],
    )
