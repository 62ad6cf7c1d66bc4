"""Control points of the plan: objectives, checkpoints, landing zones, collection point, outpost, fires (2.3.4)."""

from __future__ import annotations

from typing import Any

from qtwar.kit.table import Reader, Table

from . import facts, ground, mission, sight, support
from .facts import US

KINDS = frozenset((
    "objective_1", "objective_2", "attack_position", "checkpoint", "ccp", "lz", "medevac_lz", "cop", "fpf", "rally_point",
    "target",
))  # fmt: skip
LZ_REPLACED = ("map:r1c3", "map:r1c2")
"""Cards that make room where too few landing zones were dealt, in this order (VNM-1)."""


def kind_of(name: str) -> str:
    """Return the marker of a control point: `checkpoint` of `checkpoint_2`."""
    stem, _, number = name.rpartition("_")
    return stem if stem in KINDS and number.isdigit() and name not in KINDS else name


def is_lz(r: Reader, place: str) -> bool:
    """Return whether a card may be made a landing zone (1.2.1.E, 7.3.2)."""
    card = sight.top(r, place)
    return bool(card) and bool(r.attr(card, "lz"))


def cards(r: Reader, name: str) -> list[str]:
    """Return the cards to which the plan may put a control point (2.3.4)."""
    spec = (mission.data(r).get("points") or {}).get(name) or {}
    if name == "target":
        return ground.mission_cards(r)
    rows = spec.get("rows")
    found = [place for place in ground.mission_cards(r) if rows is None or ground.row(place) in rows]
    if name == "fpf":
        eyes = [facts.card(r, u) for u in facts.all_units(r, US) if support.caller(r, u)]
        free = [place for place in found if not facts.free_units(r, place, US)]
        found = [p for p in free if any(sight.sees(r, eye, p, night=False) for eye in eyes)]  # 6.7.2.D
    if spec.get("lz") or name in ("lz", "medevac_lz"):
        found = [place for place in found if is_lz(r, place)]
    return found


def best(r: Reader, places: list[str]) -> list[str]:
    """Return cards by their cover, the best first; of equals the nearer to the player."""
    return sorted(places, key=lambda p: (-sight.cover(r, p, True), -sight.cover(r, p, False), ground.row(p), p))


def ready_cards(r: Reader, name: str, spec: dict[str, Any]) -> list[str]:
    """Return where the plan that stands ready puts a control point."""
    if spec.get("free"):
        return []
    if "cells" in spec:
        return [f"map:{cell}" for cell in spec["cells"]]
    if "with" in spec:
        return mission.points(r, str(spec["with"]))[:1]
    found = best(r, cards(r, name))
    if "below" in spec:
        column = ground.column(mission.point(r, str(spec["below"])))
        found = [place for place in found if ground.column(place) == column]
    return found[: int(spec.get("n", 1))]


def lay_ready(t: Table) -> None:
    """Lay the control points as the plan that stands ready has them, and enough landing zones (2.3.4)."""
    deal_landing_zones(t)
    for name, spec in (mission.data(t).get("points") or {}).items():
        kind = kind_of(name)
        number = int(name.rpartition("_")[2]) if kind != name else 0
        lying = [p for p in sorted(t.records) if t.record(p)["kind"] == kind and facts.is_card(t.where(p))]
        if lying and kind == name:
            continue
        for n, place in enumerate(ready_cards(t, name, spec), 1):
            put(t, kind, place, number or n)
    for one in mission.supports(t):
        for _ in range(int(one.get("targets", 0))):
            facts.lay(t, "target", "assets", US, support=one["id"])  # 6.7.5


def put(t: Table, kind: str, place: str, number: int) -> None:
    """Lay a control point: its marker out of the box of assets, or a new one."""
    spare = next((p for p in t.ids("assets") if t.record(p)["kind"] == kind), "")
    if spare:
        t.move(spare, place)
        t.set_attr(spare, "number", number)
    else:
        facts.lay(t, kind, place, US, number=number)


def deal_landing_zones(t: Table) -> None:
    """Where too few cards can be landing zones, lay such cards of the deck in the places named (VNM-1)."""
    least = mission.data(t).get("lz_least")
    if not least:
        return
    rows = mission.data(t)["points"]["lz"]["rows"]
    deck = f"{mission.data(t)['map']['deck']}_deck"
    for place in LZ_REPLACED:
        there = [p for p in ground.mission_cards(t) if ground.row(p) in rows and is_lz(t, p)]
        fit = next((card for card in reversed(t.ids(deck)) if t.attr(card, "lz") and not t.has(card, "hill")), "")
        if len(there) >= int(least) or not fit:
            return
        if place in there:
            continue
        old = sight.top(t, place)
        t.move(old, deck, index=0)
        t.move(fit, place, index=0)
