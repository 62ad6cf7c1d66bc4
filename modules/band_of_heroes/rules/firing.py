"""What is offered to fire with, and what fires when it is chosen: volleys, leaders' guns, what fires apart (4.0, 5.2, 11.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask
from qtwar.kit.steps import Asking
from qtwar.kit.table import Frame, Reader, Table

from . import fire, firegroup, snipers
from .activation import origin
from .facts import is_squad, is_team
from .fire import Circumstances


def aims(r: Reader, f: Frame, unit: str, places: list[str]) -> list[str]:
    """Return those of some targets that are left to a unit after the fire of those who began beside it (4.0)."""
    if not f.l["aimed"]:
        return places
    aim = f.l["aimed"].get(origin(r, f, unit))
    return [p for p in places if p == aim] if aim and not r.has(unit, "sniper") else places


def has_fired(r: Reader, f: Frame, unit: str) -> bool:
    """Return whether those who began beside a unit and are with it still have fired together in this impulse (4.0)."""
    return bool(f.l["fired"]) and [origin(r, f, unit), r.where(unit)] in f.l["fired"]


def impulse_asks(r: Reader, f: Frame, side: str, here: list[str], when: Circumstances) -> list[Ask]:
    """Return the asks for fire in an impulse: volleys, with leaders' guns or without, what fires apart, snipers (5.0)."""
    marks_ = fire.possible_targets(r, side)
    if not marks_:
        return []
    asks: list[Ask] = []
    groups: dict[str, list[str]] = {}
    snipes: dict[str, list[str]] = {}
    targets: dict[str, list[str]] = {}
    for place in sorted({r.where(u) for u in here}):
        if not any(fire.bears_on(r, place, side, p) for p in marks_):
            continue
        for unit in fire.shooters(r, place, side, when):
            if unit not in here or is_team(r, unit):
                continue
            cells = fire.targets(r, unit, aims(r, f, unit, marks_), when)
            if not cells:
                continue
            targets[unit] = cells
            if r.has(unit, "sniper"):
                snipes[unit] = cells
            elif not has_fired(r, f, unit):
                groups.setdefault(place, []).append(unit)
    able = groups
    groups = {p: found for p, found in groups.items() if any(not fire.directs(r, u, when) for u in found)}
    if groups:
        pieces = [p for found in groups.values() for p in found]
        asks.append(
            offers.pieces_and_cell(
                "fire", "ask.fire", pieces, sorted({c for p in pieces for c in targets[p]}), 1, len(pieces), rule="5.0",
                groups=groups, targets={p: targets[p] for p in pieces},
                along=[p for p in pieces if fire.directs(r, p, when)], odds={"verb": "fire"},
            )
        )  # fmt: skip
    gunners: dict[str, list[str]] = {}
    for unit in (u for u in here if not has_fired(r, f, u)):
        arms = fire.guns(r, unit, when)
        if arms and (cells := [p for p in aims(r, f, unit, marks_) if any(fire.reaches(r, w, p, when) for w in arms)]):
            gunners[unit] = cells
    asks += gun_asks(r, able, targets, gunners, "5.2")
    asks += apart_asks(r, here, marks_, when)
    open_ = [u for u in here if not has_fired(r, f, u)]
    asks += throw_asks(r, open_, {u: aims(r, f, u, marks_) for u in open_}, when)
    if snipes:
        asks += snipers.asks(r, snipes)
    return asks


def apart_asks(r: Reader, here: Sequence[str], places: Sequence[str], when: Circumstances) -> list[Ask]:
    """Return the ask for what fires apart from the others: teams, and ordnance with who carries it (4.0, 5.2)."""
    lone: dict[str, list[str]] = {}
    for unit in here:
        shots = fire.single_shots(r, unit, when)
        cells = [p for p in places if any(fire.reaches(r, w, p, when) for w in shots)] if shots else []
        if cells:
            lone[unit] = cells
    if not lone:
        return []
    chiefs = [u for u in here if fire.directs(r, u, when)]
    pieces = list(dict.fromkeys([*lone, *chiefs]))
    groups = {u: [u, *(c for c in chiefs if r.where(c) == r.where(u) and c != u)] for u in lone}
    everywhere = sorted({c for found in lone.values() for c in found})
    return [
        offers.pieces_and_cell(
            "shoot", "ask.shoot", pieces, everywhere, 1, 2, rule="5.2",
            groups=groups, targets={p: lone.get(p, everywhere) for p in pieces}, along=[c for c in chiefs if c not in lone],
            odds={"verb": "shoot"},
        )
    ]  # fmt: skip


def throw_asks(r: Reader, here: Sequence[str], places: dict[str, list[str]], when: Circumstances) -> list[Ask]:
    """Return the asks for satchel charges and grenades: a charge alone, or with the fire of its hex (1.6.2, 12.0).

    `here`: units of places that have not fired together yet; `places`: unit → what it may still fire at.
    """
    arms = {u: found for u in here if (found := fire.throwables(r, u, when))}
    near = {u: [p for p in places[u] if any(fire.reaches(r, w, p, when) for w in found)] for u, found in arms.items()}
    near = {u: cells for u, cells in near.items() if cells}
    asks = []
    alone = {u: cells for u, cells in near.items() if any(not fire.is_grenades(r, w) for w in arms[u])}
    if alone:
        asks.append(offers.place("throw", "ask.throw", alone, rule="1.6.2", odds={"verb": "throw"}))
    groups: dict[str, list[str]] = {}
    targets: dict[str, list[str]] = {}
    for unit, cells in near.items():
        others = {}
        for other in (u for u in here if u != unit and r.where(u) == r.where(unit) and not r.has(u, "sniper")):
            if not is_team(r, other) and (
                seen := fire.targets(r, other, [p for p in cells if p in places[other]], when)
            ):
                others[other] = seen
        cells = [
            p for p in cells
            if any(p in seen for seen in others.values()) or len(_with_charge(r, unit, p, when)) > 1
        ]  # fmt: skip
        if cells:
            groups[unit] = [unit, *others]
            for piece, seen in ((unit, cells), *others.items()):
                targets[piece] = sorted({*targets.get(piece, ()), *(p for p in seen if p in cells)})
    if groups:
        pieces = list(dict.fromkeys(p for found in groups.values() for p in found))
        asks.append(
            offers.pieces_and_cell(
                "throw_too", "ask.throw_too", pieces, sorted({c for cells in targets.values() for c in cells}), 1, len(pieces),
                rule="1.6.2", groups=groups, targets=targets, along=[p for p in pieces if p not in groups],
                odds={"verb": "throw_too"},
            )
        )  # fmt: skip
    return asks


def gun_asks(
    r: Reader, able: dict[str, list[str]], targets: dict[str, list[str]], gunners: dict[str, list[str]], rule: str
) -> list[Ask]:
    """Return the ask for fire in which leaders use their guns and do not direct (1.6.1, 5.2).

    `able`: place → who may fire together there; `targets`: what each of them can fire at; `gunners`: leader → what his
    gun can.
    """
    if not gunners:
        return []
    groups = {
        place: sorted({*able.get(place, ()), *(u for u in gunners if r.where(u) == place)})
        for place in sorted(map(r.where, gunners))
    }
    pieces = [p for found in groups.values() for p in found]
    return [
        offers.pieces_and_cell(
            "fire_gun", "ask.fire_gun", pieces, sorted({c for cells in gunners.values() for c in cells}), 1, len(pieces),
            rule=rule, groups=groups, targets={p: gunners.get(p) or targets[p] for p in pieces},
            along=[p for p in pieces if p not in gunners], odds={"verb": "fire_gun"},
        )
    ]  # fmt: skip


def pieces_for(r: Reader, how: str, chosen: Sequence[str], target: str, when: Circumstances) -> list[str]:
    """Return the units and weapons that units chosen for `shoot`, `fire_gun`, `throw` or `throw_too` fire with at a target."""
    if how == "fire_gun":
        arms = {u: next((w for w in fire.guns(r, u, when) if fire.reaches(r, w, target, when)), u) for u in chosen}
        return [arms[u] for u in chosen]
    if how == "shoot":
        unit = next((u for u in chosen if fire.single_shots(r, u, when)), chosen[0])
        able = [w for w in fire.single_shots(r, unit, when) if fire.reaches(r, w, target, when)]
        if len(able) > 1:  # 4.0: each apart; the surer first, what is used up last
            able.sort(
                key=lambda w: (-firegroup.compose(r, r.owner(unit), [w], target, when).value, bool(r.attr(w, "one_use")))
            )
        return [*able[:1], *(u for u in chosen if u != unit)] or [unit]
    if how == "throw":
        return [w for w in _charges(r, chosen[0], target, when) if not fire.is_grenades(r, w)][:1]
    return [piece for unit in chosen for piece in _with_charge(r, unit, target, when)]


def _charges(r: Reader, unit: str, target: str, when: Circumstances) -> list[str]:
    """Return what a unit can throw at a target now (1.6.2, 12.0)."""
    return [w for w in fire.throwables(r, unit, when) if fire.reaches(r, w, target, when)]


def _with_charge(r: Reader, unit: str, target: str, when: Circumstances) -> list[str]:
    """Return what a unit fires and throws at once; without a charge it fires or directs as it always does (1.6.2).

    A thrown charge is a weapon in use: a squad has its own fire or a machine gun beside it, others throw instead (1.6.1).
    The bundle of grenades is no weapon.
    """
    things = _charges(r, unit, target, when)
    if not things:
        return [unit]
    own = fire.armed(r, unit, target, when)
    card = next((w for w in things if fire.is_grenades(r, w)), "")
    if card and (own or not is_squad(r, unit)):
        return [*own, card]
    thing = things[0]
    able = [unit] if unit in own and not fire.overload(r, unit, fires=True, weapons=[thing]) else []
    if is_squad(r, unit):
        able += [w for w in fire.handy(r, unit) if fire.reaches(r, w, target, when)]
    return [*sorted(able, key=lambda p: -fire.worth(r, p, target, when))[:1], thing]


def chosen(r: Reader, verb: str, args: dict[str, Any], when: Circumstances) -> list[str]:
    """Return the units and weapons that fire when an action is carried out."""
    plain = verb in ("fire", "snipe", "snipe_one")
    return list(args["pieces"]) if plain else pieces_for(r, verb, args["pieces"], args["cell"], when)


class Shooting(Asking):
    """A step in which units may fire: what a shot means in it is said by `shoot`."""

    def shoot(self, t: Table, f: Frame, side: str, verb: str, args: dict[str, Any], *, dice: int = 2) -> None:
        """Carry a shot out; `dice`: a sniper's choice of one or two (11.4)."""
        raise NotImplementedError

    def do_fire(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Fire with units of one place together (5.0, 5.3)."""
        self.shoot(t, f, side, "fire", args)

    def do_fire_gun(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Fire with units of one place, leaders with their guns and not directing (1.6.1, 5.2, 5.3)."""
        self.shoot(t, f, side, "fire_gun", args)

    def do_shoot(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Fire an ordnance weapon or a team, apart from the others (4.0, 5.2, 5.3)."""
        self.shoot(t, f, side, "shoot", args)

    def do_throw(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Throw a satchel charge alone (1.6.2)."""
        self.shoot(t, f, side, "throw", args)

    def do_throw_too(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Fire and throw what is thrown once (1.6.2, 12.0)."""
        self.shoot(t, f, side, "throw_too", args)

    def do_snipe(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """A sniper fires with two dice (11.4)."""
        self.shoot(t, f, side, "snipe", args)

    def do_snipe_one(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """A sniper fires with one die (11.4)."""
        self.shoot(t, f, side, "snipe_one", args, dice=1)

    def do_place_sniper(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Put the sniper onto the map (11.4)."""
        snipers.place(t, side, args["pieces"][0], args["cell"])
