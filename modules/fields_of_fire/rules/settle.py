"""After every change: cards are turned over, enemies spotted, fire opened, kept and stopped, markers laid, activity told.

Idempotent; called `settle(t)` (6.1.1, 6.4, 9.1, 9.3).
"""

from __future__ import annotations

from typing import Any

from qtwar.kit.table import Reader, Table

from . import activity, deck, discover, facts, fire, ground, sight
from .facts import ENEMY, US


def settle(t: Table) -> None:
    """Turn over what is seen, spot who has been joined, stop and open fire, lay the markers, tell the activity (6.1.1, 9.1)."""
    discover.turn_over(t)
    for place in facts.cards_with(t, ENEMY):
        _joined(t, place)
    for side in (US, ENEMY):
        for place in _cards_with_aim(t, side):
            _keep(t, place, side)
        for place in facts.cards_with(t, side):
            if not fire.aim(t, place, side) and not fire.foes(t, place, side):
                _open(t, place, side)
        for place in _cards_with_aim(t, side):
            _remember(t, place, side)
    lay_markers(t)
    activity.update(t)


def _cards_with_aim(r: Reader, side: str) -> list[str]:
    return [
        place
        for place in r.places_with("pdf", lambda p: any(r.record(m)["kind"] == "pdf" for m in r.ids(p)))
        if fire.pdf(r, place, side)
    ]


def _joined(t: Table, place: str) -> None:
    """9.3: one spotted unit on a card spots all there."""
    units = facts.free_units(t, place, ENEMY)
    if any(facts.is_spotted(t, u) for u in units):
        for unit in units:
            if not facts.is_spotted(t, unit):
                t.set_attr(unit, "unspotted", None)
                t.note("note.spotted", rule="9.3", piece={"p": unit})


def _keep(t: Table, place: str, side: str) -> None:
    """Take a direction of fire off where it can not stand, let it follow its target or shorten it (6.1.1, 6.4)."""
    to = fire.aim(t, place, side)
    units = facts.free_units(t, place, side)
    if not units or fire.foes(t, place, side) or fire.smoked(t, place):
        fire.set_aim(t, place, side, "")
        return
    if side == ENEMY and not facts.free_units(t, to, US):
        fire.set_aim(t, place, side, _followed(t, place, side, to))  # enemies stop without a valid target
        return
    if side == US:
        after = _followed(t, place, side, to)
        if after:
            fire.set_aim(t, place, side, after)
            to = after
    if not any(fire.points(t, u, to) for u in units):
        _shorten(t, place, side, to, units)


def _remember(t: Table, place: str, side: str) -> None:
    """Note on a direction of fire the only opponent on its target card: that one it will follow (6.4)."""
    marker = fire.pdf(t, place, side)
    there = fire.foes(t, str(t.attr(marker, "aim")), side, spotted=False)
    target = there[0] if len(there) == 1 else None
    if t.attr(marker, "target") != target:
        t.set_attr(marker, "target", target)


def _followed(t: Table, place: str, side: str, to: str) -> str:
    """Return the card on the same line to which the only target has gone, an empty word for none (6.4)."""
    target = str(t.attr(fire.pdf(t, place, side), "target") or "")
    other = facts.card(t, target) if target and t.exists(target) else ""
    if other in ("", to) or target not in fire.foes(t, other, side) or fire.foes(t, to, side, spotted=False):
        return ""
    way = sight.grid(t).bearing(facts.cell(place), facts.cell(to))
    if way is None or way != sight.grid(t).bearing(facts.cell(place), facts.cell(other)):
        return ""
    units = facts.free_units(t, place, side)
    return other if any(fire.points(t, u, other) and fire.line(t, place, other, u).clear for u in units) else ""


def _shorten(t: Table, place: str, side: str, to: str, units: list[str]) -> None:
    """6.1.1: where the weapons left do not reach so far, the fire falls nearer, even on an empty card."""
    way = sight.grid(t).bearing(facts.cell(place), facts.cell(to))
    ray = sight.grid(t).ray(facts.cell(place), way) if way else ()
    for away in range(sight.distance(t, place, to) - 1, 0, -1):
        nearer = ground.at(*fire.row_column(ray[away - 1]))
        if any(fire.points(t, u, nearer) for u in units):
            fire.set_aim(t, place, side, nearer)
            return
    fire.set_aim(t, place, side, "")


def _open(t: Table, place: str, side: str) -> None:
    found = fire.targets(t, place, side)
    if not found:
        return
    to = choose(t, place, side, found)
    fire.set_aim(t, place, side, to)
    t.note("note.opens_fire", rule="6.1.1", side={"s": side}, frm={"c": place}, to={"c": to})


def choose(t: Table, place: str, side: str, found: list[str]) -> str:
    """Return at which card to open fire: US the nearest, then the strongest VOF; the enemy most steps (6.1.1, 9.4, AMB-06/07)."""
    if side == US:
        keys = [
            (sight.distance(t, place, to), min(_strength(t, u) for u in fire.foes(t, to, US)))
            for to in found
        ]
    elif t.option("enemy_fires_nearest"):  # AMB-07 turned round
        keys = [(sight.distance(t, place, to), 0) for to in found]
    else:
        keys = [(-sum(facts.steps(t, u) for u in fire.foes(t, to, ENEMY)), 0) for to in found]
    best = [to for to, key in zip(found, keys, strict=True) if key == min(keys)]
    return deck.choose(t, best)


def _strength(r: Reader, unit: str) -> int:
    """Return how strong a unit's VOF is, 0 the strongest; an assault rifle counts at a distance as small arms (AMB-06)."""
    word = fire.weapon(r, unit)
    return fire.ORDER.get("S" if word == "A/S" else word, len(fire.ORDER))


def lay_markers(t: Table) -> None:
    """Lay the markers that follow from the position, and take off those that do not."""
    wanted: dict[tuple[str, str, str], dict[str, Any]] = {}
    for place, fall in fire.picture(t).items():
        if fall.outside:
            wanted[place, fire.VOF_KINDS[fall.basic()], ""] = {}
        else:
            for side, word in fall.inside.items():
                wanted[place, fire.VOF_KINDS[word], side] = {}
        if len(fall.aims) > 1:
            wanted[place, "vof_crossfire", ""] = {}
        if fall.snipers:
            wanted[place, "vof_sniper", ENEMY] = {}
    for place in t.places_with("vof", lambda p: any(t.record(m)["kind"] in fire.DERIVED for m in t.ids(p))):
        for marker in t.ids(place):
            record = t.record(marker)
            if record["kind"] in fire.DERIVED and wanted.pop((place, record["kind"], record["owner"]), None) is None:
                t.remove(marker)
    for place, kind, side in wanted:
        facts.lay(t, kind, place, side)
