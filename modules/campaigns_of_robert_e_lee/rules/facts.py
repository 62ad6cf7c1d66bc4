"""Small questions about pieces: whose, what, how strong, how able; boxes and markers of the mix."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from qtwar.kit.content import Kind
from qtwar.kit.facts import is_cell, opponents
from qtwar.kit.memo import per_place
from qtwar.kit.table import Reader, Seen, Table

CSA, UNION = "csa", "union"
SIDES = (CSA, UNION)
MAP = "virginia"
MARKS: dict[str, tuple[str, ...]] = {
    "box": (), "stars": (), "wound": (), "army": (), "target": (), "by": (), "worse": (), "militia": (), "since": (),
    "at_work": (), "start_ml": (), "facing": (), "turns": (), "edge": (), "bank": (), "job": (), "rail": (),
    "arrives": (), "at_sea": (), "keeps": (),
}  # fmt: skip
"""Attributes that play writes on pieces: `box` of a leader or headquarters, `stars` and `wound` of a leader, `army` (an army
commander, with a headquarters or without), `target` and `by` of an attack marker, `worse` of a unit in a blizzard,
`start_ml` (a leader's morale when the turn began), and what the other chapters need."""

enemy = opponents(CSA, UNION)


def box(side: str, role: str) -> str:
    """Return the id of a side's box: `csa-pool` for (`csa`, `pool`)."""
    return f"{side}-{role}"


def place(cell: str) -> str:
    """Return the place of a hex of the map."""
    return f"{MAP}:{cell}"


def hex_of(where: str) -> str:
    """Return the hex of a place on the map."""
    return where.rpartition(":")[2]


def on_map(where: str) -> bool:
    """Return whether a place is a hex of the map."""
    return is_cell(where) and where.startswith(MAP) and "|" not in where


def own(r: Reader, side: str, key: str, default: Any = None) -> Any:
    """Return what only a side knows; nothing to a reader that is the other side."""
    if isinstance(r, Table):
        return r.secret(side, key, default)
    return r.secret(key, default) if isinstance(r, Seen) and r.side == side else default


# what a piece is --------------------------------------------------------------------


def is_leader(r: Reader, piece: str) -> bool:
    """Return whether a piece is a leader of regular forces (3.2)."""
    return r.has(piece, "leader")


def is_unit(r: Reader, piece: str) -> bool:
    """Return whether a piece is a combat unit: infantry, cavalry, engineers, detached regiments."""
    return r.has(piece, "combat")


def is_cavalry(r: Reader, piece: str) -> bool:
    """Return whether a piece is a cavalry unit."""
    return r.has(piece, "cavalry")


def is_infantry(r: Reader, piece: str) -> bool:
    """Return whether a piece is an infantry unit, not a detached regiment."""
    return r.has(piece, "infantry")


def is_hq(r: Reader, piece: str) -> bool:
    """Return whether a piece is the headquarters of an army or corps."""
    return r.has(piece, "hq")


def is_active(r: Reader, leader: str) -> bool:
    """Return whether a leader shows his active side (8.1)."""
    return bool(r.record(leader)["face"] == "front")


def is_wagon(r: Reader, piece: str) -> bool:
    """Return whether a piece is a wagon; its other side is a depot (14.92)."""
    return r.has(piece, "wagon") and r.record(piece)["face"] == "front"


def is_depot(r: Reader, piece: str) -> bool:
    """Return whether a piece is a depot (7.22)."""
    return r.has(piece, "wagon") and r.record(piece)["face"] == "back"


def kind_of(r: Reader, piece: str) -> Kind:
    """Return the kind of a known piece."""
    found = r.kind(piece)
    if found is None:
        raise ValueError(f"{piece} is not known")
    return found


# figures ----------------------------------------------------------------------------


def wound(r: Reader, leader: str) -> int:
    """Return a leader's wound, 0 for none (10.67); kept apart where the option hides it (3.61)."""
    hidden = own(r, r.owner(leader), "wounds") or {}
    return int(hidden.get(leader, r.attr(leader, "wound", 0) or 0))


def printed_stars(r: Reader, leader: str) -> int:
    """Return the rank printed on a leader."""
    return int(kind_of(r, leader).attrs["stars"])


def stars(r: Reader, leader: str) -> int:
    """Return a leader's present rank (3.21)."""
    hidden = own(r, r.owner(leader), "ranks") or {}
    return int(hidden.get(leader, r.attr(leader, "stars")))


def rating(r: Reader, leader: str, key: str, face: str = "") -> int:
    """Return a rating (`ar`, `br`, `mr`) of the face shown or of another (3.2): less a wound (10.67), 1 less above the
    printed rank (14.31) but where a scenario says otherwise, never below 0."""
    active = is_active(r, leader) if not face else face == "front"
    value = int(r.attr(leader, key if active else f"{key}_inactive", 0))
    above = 1 if stars(r, leader) > printed_stars(r, leader) and not r.attr(leader, "keeps") else 0
    return max(0, value - wound(r, leader) - above)


def strength(r: Reader, unit: str) -> int:
    """Return a unit's strength on the side that it shows."""
    return int(r.attr(unit, "strength" if r.record(unit)["face"] == "front" or r.has(unit, "works") else "reduced", 0))


def steps(r: Reader, unit: str) -> int:
    """Return how many steps a unit has left (10.63)."""
    whole = int(r.attr(unit, "steps", 1))
    return whole - 1 if whole == 2 and r.record(unit)["face"] == "back" else whole


def unit_ml(r: Reader, unit: str) -> int:
    """Return a unit's morale level, 0 best (3.52); worse by 1 after a march in a blizzard (5.29)."""
    return int(r.attr(unit, "ml", 6)) + int(r.attr(unit, "worse", 0) or 0)


def inverted_ml(r: Reader, unit: str) -> int:
    """Return the morale level of a unit without a leader as a leader's would be: 6 less its own (3.52)."""
    return 6 - unit_ml(r, unit)


def value(r: Reader, piece: str) -> int:
    """Return the supply value of a wagon or depot (7.21)."""
    return int(r.attr(piece, "value", 0))


# who lies where ---------------------------------------------------------------------


@per_place
def leaders_in(r: Reader, where: str, side: str) -> tuple[str, ...]:
    """Return a side's known leaders in a place (a hex or a box), bottom first."""
    return tuple(p for p in r.of(where, side) if is_leader(r, p))


@per_place
def units_in(r: Reader, where: str, side: str) -> tuple[str, ...]:
    """Return a side's known combat units in a place."""
    return tuple(p for p in r.of(where, side) if is_unit(r, p))


@per_place
def unknown_in(r: Reader, where: str, side: str) -> tuple[str, ...]:
    """Return a side's pieces in a place that this reader does not know: a screened force (16.12)."""
    return tuple(p for p in r.of(where, side) if not r.is_known(p))


@per_place
def fights(r: Reader, where: str, side: str) -> bool:
    """Return whether a side has combat strength in a hex that others can see: leaders (always with units, 3.12c) or units."""
    return bool(leaders_in(r, where, side) or units_in(r, where, side) or unknown_in(r, where, side))


@per_place
def controls(r: Reader, where: str, side: str) -> bool:
    """Return whether a side's pieces in a hex have a zone of control (3.7): a leader's force always has (reading)."""
    return bool(
        leaders_in(r, where, side)
        or unknown_in(r, where, side)
        or any(r.has(p, "zoc") for p in units_in(r, where, side))
        or (side == CSA and r.option("partisan_zoc") and is_band(r, where))
    )


def is_band(r: Reader, where: str) -> bool:
    """Return whether partisans are in a hex: a leader of theirs with sympathizers (14.73)."""
    return bool(captain(r, where))


def captain(r: Reader, where: str) -> str:
    """Return the partisan leader who has a band in a hex, an empty word for none (14.73)."""
    some = r.of(where, CSA)
    found = next((p for p in some if r.has(p, "partisan_leader")), "")
    return found if found and any(r.has(p, "sympathizers") for p in some) else ""


@per_place
def raider(r: Reader, where: str, side: str) -> str:
    """Return the partisan leader whose band is in a hex without regulars and would fight alone (14.73c)."""
    return "" if side != CSA or fights(r, where, side) else captain(r, where)


def is_engaged(r: Reader, where: str, side: str) -> bool:
    """Return whether a side can fight in a hex from which it attacks: who fights, or a band alone (14.73c)."""
    return fights(r, where, side) or bool(raider(r, where, side))


def hexes_of(r: Reader, side: str) -> tuple[str, ...]:
    """Return the hexes where a side has leaders or combat units, sorted."""
    return r.places_with(("fights", side), lambda where: on_map(where) and fights(r, where, side))


def spans(r: Reader) -> tuple[tuple[str, bool], ...]:
    """Return the sides of great rivers on which a pontoon lies (True) or whose bridge is burned (False)."""
    key = ("spans",)
    if key not in r.memo:
        places = r.places_with("spans", lambda at: "|" in at and bool(marked(r, at, "pontoon") or marked(r, at, "bridge_burned")))
        r.memo[key] = tuple((at, bool(marked(r, at, "pontoon"))) for at in places)
    found: tuple[tuple[str, bool], ...] = r.memo[key]
    return found


def _controlled(r: Reader, side: str) -> tuple[str, ...]:
    """Return the places on the map that a side controls."""
    return r.places_with(("controls", side), lambda at: on_map(at) and controls(r, at, side))


def stand(r: Reader, side: str) -> tuple[Any, ...]:
    """Return all that lines and zones of a side hang on: who stands where, works, burned and laid bridges, the weather."""
    key = ("stand", side)
    if key not in r.memo:
        works = r.places_with("works", lambda at: bool(marked(r, at, "entrenchment")))
        zones = (_controlled(r, one) for one in SIDES)
        here = hexes_of(r, CSA), hexes_of(r, UNION)
        r.memo[key] = (side, *here, *zones, works, spans(r), r.var("weather"))
    answer: tuple[Any, ...] = r.memo[key]
    return answer


MOST_KEPT = 500
"""So many answers of a kind are kept at once: they must not fill the memory that rules have."""


def kept(r: Reader, name: str, key: Hashable, work: Callable[[], Any], most: int = MOST_KEPT) -> Any:
    """Return what was worked out of nothing but the key (and the content), worked out once for many positions."""
    store: dict[Hashable, Any] = r.content.memo.setdefault(("kept", name), {})
    if key not in store:
        if len(store) >= most:
            store.clear()
        store[key] = work()
    return store[key]


# markers ----------------------------------------------------------------------------


def counter(t: Table, kind: str, at: str, owner: str = "", **attrs: Any) -> str:
    """Lay a counter of a kind: the first of the mix that is not in play, else a further one."""
    free = next((p for p in t.content.pieces_of(kind) if not t.exists(p)), "")
    n = 1
    while not free and t.exists(f"{kind}+{n}"):
        n += 1
    return t.add(free or f"{kind}+{n}", at, kind=kind, owner=owner or None, attrs=attrs or None)


def marked(r: Reader, where: str, trait: str) -> list[str]:
    """Return the markers of a trait in a place."""
    return [p for p in r.ids(where) if r.has(p, trait)]


def wrapped(pieces: Iterable[str]) -> list[dict[str, Any]]:
    """Return pieces as arguments of a message."""
    return [{"p": piece} for piece in pieces]


def audience(r: Reader, piece: str) -> list[str] | None:
    """Return who may read of a piece in the log: its owner alone where it lies out of the enemy's sight, else all."""
    return None if on_map(r.where(piece)) and r.is_open(piece) else [r.owner(piece)]
