"""A position of a game as a scenario of its title: what a draft made by *Edit this position* begins with."""

from __future__ import annotations

from dataclasses import dataclass

from qtwar.base import jsonio
from qtwar.editing.draft import empty_content
from qtwar.editing.names import ident_of
from qtwar.editing.tree import Json
from qtwar.engine.state import INSIDE, FrameData, State, value_holder
from qtwar.engine.views import is_alias, view
from qtwar.model.content import TitleContent

OWN_VARS = ("strictness",)
"""Variables that every game sets anew."""
LINE = "line"
"""The attribute that names a piece's line of the set-up, while set-up lasts (`kit.placing`)."""


@dataclass(frozen=True, slots=True)
class PositionScenario:
    """A title with a position as one more scenario; `hidden` counts the pieces that were left out of it."""

    content: TitleContent
    scenario: str
    hidden: int


def hides(state: State, side: str) -> bool:
    """Return whether a position holds anything that a side may not know."""
    own = {side}
    return (
        any(not state.knows(side, piece) for piece in state.pieces)
        or not own.issuperset(state.secret)
        or any(not own.issuperset(frame["s"]) for frame in state.flow)
    )


def position_to_scenario(content: TitleContent, state: State, name: Json, *, side: str | None = None) -> PositionScenario:
    """Return a title with a position of one of its games as a scenario; with `side`, what that side may know of it.

    `name` is the scenario's name, {en, ja}. Placements hold the pieces with all that they carry; the sequence of play,
    sights and secrets stand in `attrs: {position: …}` (docs/reference/content-format.md). A step that holds what the side
    may not know can not go on: it is left out.
    """
    seen = state if side is None else view(state, side)
    data = content.model_dump(mode="json", by_alias=True)
    base = next(one for one in data["scenarios"] if one["id"] == state.meta["scenario"])
    kinds = content.kinds_by_id
    quick: list[Json] = []
    left_out = 0
    for place in sorted(seen.places):
        for piece in seen.places[place]:
            record = seen.pieces[piece]
            if is_alias(piece) or record["kind"] not in kinds:
                left_out += 1
                continue
            side_of = kinds[record["kind"]].side or ""
            said: Json = jsonio.copy(record["attrs"])
            if record["face"] != "front":
                said["face"] = record["face"]
            if record["owner"] != side_of:
                said["owner"] = record["owner"]
            if record["back"] != (kinds[record["kind"]].hidden or side_of):
                said["back"] = record["back"]
            if place.startswith(INSIDE):
                said["inside"] = place[len(INSIDE) :]
            if piece in seen.known:
                said["known"] = list(seen.known[piece])
            entry = content.pieces_by_id.get(piece)
            wanted = piece
            if entry is None or entry.kind != record["kind"]:
                wanted, said["id"] = record["kind"], piece  # made in play, or become something else
            _lay(quick, seen.spot(piece), wanted, said)
    flow = jsonio.copy(_told(state, seen))
    mentioned = {word for frame in flow for word in jsonio.words(frame)}
    made: Json = {
        **jsonio.copy(base),
        "id": ident_of(str(name.get("en", "")), [one["id"] for one in data["scenarios"]], "position"),
        "name": name,
        "vars": {key: value for key, value in jsonio.copy(seen.vars).items() if key not in OWN_VARS},
        "side_vars": {side.id: jsonio.copy(seen.values(side.id, side.sight)) for side in content.sides},
        "options": {**base["options"], **(state.meta.get("options") or {})},
        "quick": quick,
        "pools": {},
    }
    if not any(LINE in record["attrs"] for record in seen.pieces.values()):
        made |= {"setup": [], "setup_order": []}  # set-up is over
    made["attrs"]["position"] = {
        "flow": flow,
        "active": [] if left_out or len(flow) < len(state.flow) else list(seen.active),  # who is asked, and what, may differ
        "needs": sorted(mentioned & set(state.pieces)),
        "sight": jsonio.copy(seen.sight),
        "secret": _sealed(content, seen),
    }
    data["scenarios"].append(made)
    data["title"]["scenarios"] = [one["id"] for one in data["scenarios"]]
    for option in data["options"]:
        if base["id"] in option["scenarios"]:
            option["scenarios"].append(made["id"])
    return PositionScenario(empty_content(data), made["id"], left_out)


def _told(state: State, seen: State) -> list[FrameData]:
    """Return the steps under way without the first that holds what is not known, and all inside it: play goes on around it."""
    for depth, (whole, known) in enumerate(zip(state.flow, seen.flow, strict=True)):
        if any(held and holder not in known["s"] for holder, held in whole["s"].items()):
            return seen.flow[:depth]
    return seen.flow


def _sealed(content: TitleContent, seen: State) -> Json:
    """Return the secrets that are no values of sides; those stand among `side_vars`."""
    values = {value_holder(side.id, key, mode) for side in content.sides for key, mode in side.sight.items()}
    return {
        holder: left
        for holder, own in jsonio.copy(seen.secret).items()
        if (left := {key: value for key, value in own.items() if (holder, key) not in values})
    }


def _lay(quick: list[Json], at: str, wanted: str, said: Json) -> None:
    """Add a piece to the placement below it if both say the same and the stack keeps its order; else it has its own."""
    last = quick[-1] if quick else None
    if last is not None and last["at"] == at and last["attrs"] == said:
        pieces = last["pieces"]
        if wanted not in pieces or next(reversed(pieces)) == wanted:
            pieces[wanted] = pieces.get(wanted, 0) + 1
            return
    quick.append({"at": at, "pieces": {wanted: 1}, "attrs": said})
