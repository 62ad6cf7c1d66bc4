"""What the session's thread brings to the window after something happened."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from qtwar.base import jsonio
from qtwar.engine import views
from qtwar.engine.state import State
from qtwar.session.play import SPECTATOR, Done, PlaySession


@dataclass(slots=True)
class News:
    """What the session's thread brings after something happened, already seen with the eyes of the seat."""

    whole: State | None = None
    patch: dict[str, Any] = field(default_factory=dict)
    sides: dict[str, Any] = field(default_factory=dict)
    vars: dict[str, Any] = field(default_factory=dict)
    meta: dict[str, Any] = field(default_factory=dict)
    sight: dict[str, Any] = field(default_factory=dict)
    secret: dict[str, Any] = field(default_factory=dict)
    result: Any = None
    active: list[str] = field(default_factory=list)
    step: str = ""
    offers: dict[str, Any] = field(default_factory=dict)
    told: list[dict[str, Any]] = field(default_factory=list)
    head: Any = None
    line: list[Any] = field(default_factory=list)
    ahead: list[Any] = field(default_factory=list)
    floor: int = 0
    floor_why: str = ""
    events: tuple[dict[str, Any], ...] = ()
    public: News | None = None
    """The same for everybody at the table, where a window shows that."""
    secrets: bool = True
    """Whether who acts now knows anything that the seat does not, so that the screen has to be covered first."""


def gather(session: PlaySession, seat: str, done: Done | None = None) -> News:
    """Return everything the window needs through the eyes of a seat: all of it, or what `done` changed.

    Made on the session's thread; the lines of the log are left to whoever has the words.
    """
    state = session.state
    news = News(
        sides={s: dict(v) for s, v in state.sides.items()},
        vars=dict(state.vars),
        sight=dict(state.sight),
        secret={seat: jsonio.copy(own)} if (own := state.secret.get(seat)) else {},
        result=state.result,
        active=list(state.active),
        step=str(state.flow[-1]["step"]) if state.flow else "",
        offers={s: o for s in session.active if (o := session.offer(s)) is not None},
        line=list(session.history.line),
        ahead=list(reversed(session.history.redoable)),
        floor=session.floor(),
        floor_why=session.floor_why(),
    )
    if seat and news.active and seat not in news.active:
        news.secrets = views.view(state, seat).to_json() != views.view(state, sorted(news.active)[0]).to_json()
    changed = done.changed if done is not None else None
    if changed is None or changed.whole:
        news.whole = session.view(seat)
    else:
        news.patch = views.place_patch(state, seat, sorted(changed.places))
    if done is not None:
        news.head = done.entry.head
        news.told = done.entry.told.get(seat, [])
    return news


def gather_public(session: PlaySession, done: Done | None = None) -> News:
    """Return what everybody may know, through the eyes of no side."""
    news = gather(session, "", done)
    news.offers = {}
    if done is not None:
        news.told = done.entry.told.get(SPECTATOR, [])
    return news
