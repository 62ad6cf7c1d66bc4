"""What a side is given of a game: on the screen, in answer to its questions, on paper."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from qtwar.base import jsonio
from qtwar.engine.state import State
from qtwar.export import counters, press, situation
from qtwar.export.choices import Choices
from qtwar.export.source import SheetSource
from qtwar.export.voice import Voice
from qtwar.model.content import TitleContent
from qtwar.services import printing
from qtwar.session.chance import key_from_seed
from qtwar.session.claims import SPECTATOR
from qtwar.session.memory import MemoryJournal
from qtwar.session.packet import packet
from qtwar.session.play import Done, PlaySession
from qtwar.session.ports import Entry, EntryHead


def given(session: PlaySession, side: str, done: Done | None = None, *, stride: int = 7) -> dict[str, str]:
    """Return all that a side is given of a position, as text by name.

    `packet`: view or patch, offer with its prompts and previews, log lines; `public`: what everybody gets; `answers`:
    reach, reasons, odds and words on every `stride`-th cell.
    """
    shown = {
        "packet": jsonio.dumps([packet(session, side, done), packet(session, side)]),
        "public": jsonio.dumps(packet(session, "", done)),
    }
    answers: list[Any] = []
    places = sorted(session.view(side).places)
    for ask in (session.offer(side) or {}).get("asks", ()):
        if ask["kind"] != "move":
            continue
        groups = ask.get("groups") or {"": ask["pieces"]}
        for name in sorted(groups)[:4]:
            answers.append(session.query(side, ask.get("query", "reach"), {"pieces": groups[name][:3]}))
            for place in [p for p in places if ":" in p][:: 2 * stride + 3]:
                for what in ("why", "odds"):
                    answers.append(session.query(side, what, {"pieces": groups[name][:1], "cell": place}))
    answers += [session.query(side, "cell", {"cell": place}) for place in places[::stride]]
    answers += [*overlays(session, side), session.query(side, "tree", {}), session.query(side, "agenda", {})]
    for ask in (session.offer(side) or {}).get("asks", ()):
        some = ask.get("pieces") or ()
        answers.append(session.query(side, "bill", {"verb": ask["verb"], "pieces": list(some[:1])}))
    return {**shown, "answers": jsonio.dumps(answers)}


def overlays(session: PlaySession, side: str) -> list[Any]:
    """Return which overlays a title has for a side, and what each shows."""
    listed = session.query(side, "overlays", {})
    known = (listed or {}).get("overlays", ())
    return [listed, *(session.query(side, "overlay", {"id": one["id"]}) for one in known)]


def sheets(source: SheetSource, side: str) -> list[Any]:
    """Return what a side's sheets show of a game, to be compared: situation, order of battle, log, counters on the maps."""
    choices = (Choices(what=(sheet,), side=side, show_map=False) for sheet in ("situation", "oob", "log"))
    out: list[Any] = [press.make_book(source, chosen) for chosen in choices]
    seen = source.for_side(side)
    if seen.position is None:
        return out
    painter = counters.Counters(seen, Voice("en", source.texts))
    for board in source.boards:
        faces = situation.faces_on(painter.face, seen.position, board)
        out.append(faces)
    return out


def same(one: Any, other: Any) -> bool:
    """Return whether two drawings or pages are equal part for part; what both share is not looked at."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if is_dataclass(one):
        return all(same(getattr(one, f.name), getattr(other, f.name)) for f in fields(one))
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if hasattr(one, "tobytes"):  # the points of a path
        return bool(one.shape == other.shape and one.tobytes() == other.tobytes())
    return bool(one == other)


def printed(state: State, content: TitleContent, side: str) -> list[Any]:
    """Return what a side's sheets show of a position."""
    source = printing.game_source(content, journal_of(content, state, 1), "")
    return sheets(replace(source, position=state), side)


def journal_of(content: TitleContent, state: State, seed: int) -> MemoryJournal:
    """Return the journal of a game that begins with a position."""
    facts = {"key": key_from_seed(seed), "undo": "free", "scenario": state.meta.get("scenario", "")}
    journal = MemoryJournal(facts)
    first = EntryHead(no=1, kind="setup", side="", label={"key": "history.setup", "args": {}})
    told: dict[str, list[dict[str, Any]]] = {side: [] for side in (*(s.id for s in content.sides), SPECTATOR)}
    journal.append(Entry(first, {"meta": state.meta}, told=told), state.to_json())
    return journal
