"""Anti-tank combat: who can fire at which vehicle, the modifier part by part, the card, the results (7.5, 7.6, 7.7)."""

from __future__ import annotations

from typing import Any

from qtwar.kit.table import Reader, Table
from qtwar.kit.tally import Tally

from . import ammo, deck, facts, fire, grenades, ground, harm, ncm, sight

COLUMNS = ("P", "C", "L", "V")
ARMOURED = 2
"""The defence value from which a vehicle is armoured: S and A do nothing to it (chart notes)."""
RAPID = frozenset((-4, -2, 0, 2, 4))
"""Totals after which a rapid-fire weapon shoots again (7.6)."""
HARDY = frozenset(("attack_helicopter", "aircraft"))
"""Aircraft that only S, A and heavy machine guns harm (7.1.3)."""


def spec(r: Reader, unit: str, column: str) -> Any:
    """Return a figure of the vehicle and anti-tank chart for a unit, None where it says nothing."""
    row = r.attr(unit, "chart")
    if not row:
        return None
    found = r.chart("vehicles").at(str(row), column)
    return None if found == "-" else found


def is_armoured(r: Reader, unit: str) -> bool:
    """Return whether small arms do nothing to a vehicle."""
    return int(spec(r, unit, "def") or 0) >= ARMOURED


def gun(r: Reader, unit: str, away: int) -> int | None:
    """Return the gun modifier of a vehicle or anti-tank team at a range, None where it can not fire (7.6)."""
    if away >= len(COLUMNS) or facts.flipped(r, unit) or facts.is_wreck(r, unit) or facts.is_captured(r, unit):
        return None
    found = spec(r, unit, COLUMNS[away])
    return int(found) if found is not None else None


def may_hit(r: Reader, firer: str, target: str) -> bool:
    """Return whether a weapon is meant for such a target: heavy machine guns for aircraft and soft vehicles (7.1.3)."""
    if spec(r, target, "invulnerable"):
        return False
    if spec(r, firer, "targets") == "air_soft":
        return facts.is_air(r, target) or not is_armoured(r, target)
    return facts.role(r, target) not in HARDY


def loaded(r: Reader, unit: str) -> bool:
    """Return whether a weapon has ammunition for a shot, and a tank no riders in its way (6.8, 7.4.4)."""
    if facts.is_vehicle(r, unit):
        return facts.ammo(r, unit, "GUN") > 0 and not (fire.is_tank(r, unit) and r.inside(unit))
    kinds = [k for k in facts.ammo_kinds(r, unit) if k in ("RKT", "RCL")]
    return not kinds or facts.ammo(r, unit, kinds[0]) > 0


def can_shoot(r: Reader, firer: str, target: str) -> bool:
    """Return whether a unit can fire at a vehicle now: gun, range, sight, ammunition, spotted (7.6, 9.3)."""
    here, there = facts.card(r, firer), facts.card(r, target)
    if not here or not there or not facts.is_spotted(r, target) or facts.is_wreck(r, target):
        return False
    away = sight.distance(r, here, there)
    if gun(r, firer, away) is None or not may_hit(r, firer, target) or not loaded(r, firer):
        return False
    if not facts.is_vehicle(r, firer) and (
        facts.is_pinned(r, firer) or (facts.is_exposed(r, firer) and facts.is_heavy(r, firer))
    ):
        return False  # 4.2.5, 6.2
    light = not facts.is_vehicle(r, firer) and ground.in_building(r, firer) and r.option("launcher_in_building")
    return not light and (away == 0 or fire.line(r, here, there, firer).clear)


def targets(r: Reader, firer: str) -> list[str]:
    """Return the vehicles at which a unit can fire now."""
    foe = facts.other(r.owner(firer))
    return [v for place in facts.cards_with(r, foe) for v in facts.vehicles(r, place, foe) if can_shoot(r, firer, v)]


# modifiers ------------------------------------------------------------------------------


def against(r: Reader, target: str, tally: Tally, source: str, *, moving: bool) -> Tally:
    """Add what lies with the target: defence, cover of its card, moving, pinned, smoke, visibility (7.6)."""
    chart, place = r.chart("at_modifiers"), facts.card(r, target)
    tally.add("at.defence", "7.6", int(spec(r, target, "def") or 0))
    high = bool(source) and source != place and sight.green(r, place, source)
    tally.add("at.cover", "7.6", sight.cover(r, place, high))
    if moving and not facts.is_air(r, target):
        tally.add("at.target_moving", "7.6", int(chart.at("target_moving")))
    if facts.is_pinned(r, target):
        tally.add("at.target_pinned", "7.7", int(chart.at("target_pinned")))
    if ncm.smoke(r, place):
        tally.add("at.smoke_on_target", "7.6", int(chart.at("smoke_on_target")))
    tally.add("at.visibility", "8", sight.visibility(r, place))
    return tally


def shot(r: Reader, firer: str, target: str, *, moved: bool = False, moving: bool = False) -> Tally:
    """Return the modifier of a shot, part by part (7.6); `moved`: the firer fires after moving."""
    here, there = facts.card(r, firer), facts.card(r, target)
    tally = Tally()
    tally.add("at.gun", "7.6", gun(r, firer, sight.distance(r, here, there)) or 0)
    if moved:
        tally.add("at.move_fire", "7.5.C", int(spec(r, firer, "move_fire") or 0))
    if facts.is_pinned(r, firer):
        tally.add("at.firer_pinned", "7.7", int(r.chart("at_modifiers").at("firer_pinned")))
    return against(r, target, tally, here, moving=moving)


# shooting -------------------------------------------------------------------------------


def shoot(t: Table, firer: str, target: str, *, moved: bool = False, moving: bool = False) -> None:
    """Fire at a vehicle: a G! weapon needs a grenade attempt first, rapid fire goes on (7.6)."""
    _pay(t, firer)
    if spec(t, firer, "g_gun"):
        drawn = deck.draw(t, grenades.cards(t, firer))
        grenades.jam(t, firer, drawn)  # 6.5
        if not deck.count(t, drawn, "grenade"):
            t.note("note.at_wide", rule="7.6", piece={"p": firer}, target={"p": target})
            return
    while True:
        tally = shot(t, firer, target, moved=moved, moving=moving)
        raw, total = resolve(t, target, tally, firer)
        again = total if t.option("rapid_fire_by_total") else raw  # AMB-17
        rapid = spec(t, firer, "rapid") and again in RAPID and not facts.is_air(t, target)
        if not rapid or not t.exists(target) or facts.is_wreck(t, target) or not facts.card(t, target):
            return


def _pay(t: Table, firer: str) -> None:
    if facts.is_vehicle(t, firer):
        facts.mark(t, firer, "shot")  # its round is spent with the turn's fire (6.8)
        return
    kind = next((k for k in facts.ammo_kinds(t, firer) if k in ("RKT", "RCL")), "")
    if kind:
        ammo.spend(t, firer, kind, 1)


def resolve(t: Table, target: str, tally: Tally, source: str = "") -> tuple[int, int]:
    """Draw for an attack on a vehicle and carry the result out; returns the figure on the card and the total (7.6, 7.7)."""
    card = deck.draw(t, 1)[0]
    raw = deck.at_value(t, card)
    total = raw + tally.total
    result = outcome(t, facts.is_air(t, target), total)
    what = {"p": source} if source else {"p": target}
    t.note(
        "note.at", rule="7.6", piece=what, target={"p": target}, n=total, card={"p": card}, lines=tally.lines,
        result={"key": f"at_result.{result}", "args": {}},
    )  # fmt: skip
    facts.mark(t, target, "attacked")
    suffer(t, target, result)
    return raw, total


def outcome(r: Reader, air: bool, total: int) -> str:
    """Return the row of the result table for a total (7.7)."""
    chart = r.chart("at_air" if air else "at_ground")
    for n, head in enumerate(chart.row_heads):
        low, high = _span(str(chart.cell(n)))
        if low <= total <= high:
            return str(head)
    raise KeyError(total)


def _span(word: str) -> tuple[float, float]:
    if word.startswith("<="):
        return float("-inf"), int(word[2:])
    if word.startswith(">="):
        return int(word[2:]), float("inf")
    low, _, high = word.partition("..")
    return int(low), int(high or low)


# results --------------------------------------------------------------------------------


def suffer(t: Table, target: str, result: str) -> None:
    """Carry a result out (7.7)."""
    if result == "pinned":
        harm.pin(t, target)
        throw_off(t, target)
    elif result in ("burning", "shot_down_destroyed"):
        destroy(t, target, burning=True, air=result != "burning")
    elif result in ("destroyed", "shot_down_soft"):
        destroy(t, target, burning=False, air=result != "destroyed")
    elif result == "withdraw":
        withdraw(t, target)
    elif result in ("abort_damaged", "abort_undamaged"):
        abort(t, target, damaged=result == "abort_damaged")


def riders(r: Reader, vehicle: str) -> list[str]:
    """Return the infantry in or on a vehicle."""
    return [p for p in r.inside(vehicle) if facts.is_infantry(r, p)]


def throw_off(t: Table, vehicle: str) -> None:
    """7.4.4: riders of a tank that is hit are hit themselves at once and get off, exposed."""
    if is_armoured(t, vehicle):
        for rider in riders(t, vehicle):
            get_off(t, rider, vehicle)
            harm.hit(t, rider)


def get_off(t: Table, rider: str, vehicle: str, marker: str = "") -> None:
    """Put a rider down on the vehicle's card, exposed (7.4.2)."""
    t.move(rider, facts.card(t, vehicle))
    facts.mark(t, rider, "exposed")
    if marker:
        ground.enter(t, rider, marker)


def destroy(t: Table, vehicle: str, *, burning: bool, air: bool) -> None:
    """Make a vehicle a wreck, burning or not; crew and riders become casualties or teams that are hit (7.7, AMB-45)."""
    place, side = facts.card(t, vehicle), t.owner(vehicle)
    marker = facts.lay(t, "burning_wreck" if burning else "wreck", place)
    for rider in riders(t, vehicle):
        get_off(t, rider, vehicle, "" if burning else marker)
        if burning and (air or not t.option("burning_passengers_hit")):  # AMB-45
            for _ in range(facts.steps(t, rider)):
                facts.lay(t, "casualty", place, side, nation=t.attr(vehicle, "nation"))
                harm.count_step(t, rider, facts.CASUALTY)
            harm.drop(t, rider)
            harm.remove(t, rider)
        elif burning or fire.is_tank(t, vehicle):  # AMB-45, 7.4.4
            harm.hit(t, rider)
        else:
            for team in harm.break_up(t, rider):
                harm.hit(t, team)
    for _ in range(int(spec(t, vehicle, "crew") or 0)):
        crew(t, vehicle, place, side, "" if burning else marker, dead=burning)
    t.note("note.wrecked", rule="7.7", piece={"p": vehicle}, cell={"c": place})
    harm.remove(t, vehicle)


def crew(t: Table, vehicle: str, place: str, side: str, marker: str, *, dead: bool) -> None:
    """A crew step: a casualty of a burning vehicle, else a fire team that is hit, under the wreck (7.7)."""
    nation = t.attr(vehicle, "nation")
    if dead:
        facts.lay(t, "casualty", place, side, nation=nation)
        return
    word = harm.generic(t, vehicle)
    team = facts.lay(
        t, "fire_team", place, side, nation=nation, vof=word, range=t.chart("team_range").at(word), exposed=True, under=marker,
    )  # fmt: skip
    harm.hit(t, team)


def withdraw(t: Table, vehicle: str) -> None:
    """A vehicle and its passengers are out of the mission (7.7.A.3)."""
    for rider in riders(t, vehicle):
        t.move(rider, "withdrawn")
    t.note("note.withdrawn", rule="7.7.A", piece={"p": vehicle})
    harm.remove(t, vehicle)


def abort(t: Table, vehicle: str, *, damaged: bool) -> None:
    """An aircraft breaks off to the In-transit area, passengers aboard; damaged it will not come back (7.7.B)."""
    t.set_attr(vehicle, "aborted", t.var("turn"))
    facts.mark(t, vehicle, "damaged", damaged)
    t.note("note.aborted", rule="7.7.B", piece={"p": vehicle})
    t.move(vehicle, "in_transit")


# VOF on vehicles ------------------------------------------------------------------------


def soft_vof(r: Reader, place: str, side: str) -> str:
    """Return the best VOF on a card against a side's vehicles from weapons that are not in the chart (7.5.B)."""
    foe, found = facts.other(side), []
    for at in facts.cards_with(r, foe):
        to = at if fire.foes(r, at, foe) else fire.aim(r, at, foe)
        if to == place and not (to != at and fire.smoked(r, at)):
            found += [(u, word) for u, word in fire.firers(r, at, foe, to) if not r.attr(u, "chart")]
    return fire.strongest(r, found) if found else ""


def vof_attacks(r: Reader, vehicle: str) -> list[tuple[str, int, str]]:
    """Return (row, gun modifier, rule) of every VOF that attacks a vehicle on its card: S, A or H, Incoming, air (7.5.B)."""
    place, chart = facts.card(r, vehicle), r.chart("at_modifiers")
    hardy = facts.role(r, vehicle) in HARDY
    found = []
    if spec(r, vehicle, "invulnerable"):
        return []
    word = soft_vof(r, place, r.owner(vehicle))
    if fire.fall_on(r, place).snipers and r.owner(vehicle) == facts.US and word not in ("A", "H"):
        word = "S"  # 9.6: a vehicle on a sniper's card
    kind = "armored" if is_armoured(r, vehicle) else "unarmored_or_air"
    row = f"vof_{word}_vs_{kind}"
    if word in ("S", "A", "H") and row in chart.row_heads and not (hardy and word == "H"):
        found.append((row, int(chart.at(row)), "7.5.B"))
    if not hardy:
        for marker in fire.specials(r, place, "vof_incoming", "vof_air"):
            row = "incoming" if r.record(marker)["kind"] == "vof_incoming" else "air_strike"
            found.append((row, int(r.attr(marker, "attack", chart.at(row))), "6.3.2"))
    return found


def snipe(t: Table, vehicle: str) -> None:
    """A vehicle that a sniper has chosen suffers as from H VOF at once (9.6)."""
    row = f"vof_H_vs_{'armored' if is_armoured(t, vehicle) else 'unarmored_or_air'}"
    tally = Tally()
    tally.add(f"at.{row}", "9.6", int(t.chart("at_modifiers").at(row)))
    resolve(t, vehicle, against(t, vehicle, tally, "", moving=False))


def endure(t: Table, vehicle: str, *, moving: bool = False) -> bool:
    """Resolve the VOF on a vehicle's card against it now; returns whether it can go on (7.5.B)."""
    place = facts.card(t, vehicle)
    for row, figure, rule in vof_attacks(t, vehicle) if place else []:
        if not t.exists(vehicle) or facts.card(t, vehicle) != place:
            return False
        tally = Tally()
        tally.add(f"at.{row}", rule, figure)
        resolve(t, vehicle, against(t, vehicle, tally, "", moving=moving))
    return t.exists(vehicle) and facts.card(t, vehicle) == place


def mine(t: Table, vehicle: str) -> None:
    """A mine goes off under a vehicle (9.5)."""
    tally = Tally()
    tally.add("at.mines", "9.5", int(t.chart("at_modifiers").at("mines")))
    resolve(t, vehicle, against(t, vehicle, tally, "", moving=True))
