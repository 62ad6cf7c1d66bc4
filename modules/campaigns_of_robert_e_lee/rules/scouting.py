"""Reconnaissance (8.61, 16.13, 16.14c) and the cutting of railroads (8.62) by cavalry."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import ground, lines, screens, tree
from .actions import Action
from .facts import counter, enemy, fights, hexes_of, is_cavalry, is_infantry, rating
from .marchers import mine, start, troops

JOINT = "pinkerton"


def ledger(r: Reader) -> Frame | None:
    """Return the frame of the movement sequence, in which it is written who has scouted."""
    return r.frame_of("movement")


def tired(r: Reader, side: str) -> list[str]:
    """Return the units that have scouted in this impulse, or that screen a leader and stay with him (16.12, 16.13)."""
    f = ledger(r)
    return [*(f.of(side).get("scouted", ()) if f else ()), *screens.screens(r, side).values()]


def reach_of(r: Reader, unit: str) -> int:
    """Return how far a cavalry unit scouts: a hex, of the cavalry corps as far as it has units (16.13, 16.14c)."""
    home = tree.home_of(r, unit)
    if home and tree.is_cavalry_corps(r, home):
        return max(1, len(tree.units(r, home)))
    return int(r.chart("reconnaissance").at("cavalry", "range"))


def targets(r: Reader, unit: str) -> list[str]:
    """Return the enemy hexes that a cavalry unit may scout."""
    where, side = tree.hex_of_unit(r, unit), r.owner(unit)
    if not where:
        return []
    foe = enemy(side)
    if r.has(unit, "balloon"):
        reach = int(r.chart("reconnaissance").at("balloon", "range"))
        return [at for at in hexes_of(r, foe) if ground.distance(r, at, where) <= reach]
    reach = reach_of(r, unit)
    if reach == 1:
        return [at for at in ground.near(r, where) if fights(r, at, foe)]
    return [at for at in hexes_of(r, foe) if ground.distance(r, at, where) <= reach]


def scouts(r: Reader, side: str, where: str = "") -> dict[str, list[str]]:
    """Return cavalry unit → hexes that it may scout now, of all hexes or of one."""
    spent = tired(r, side)
    hexes = [where] if where else hexes_of(r, side)
    found = {}
    for at in hexes:
        for unit in (*tree.units_at(r, at, side), *balloons(r, at, side)):
            able = is_cavalry(r, unit) or r.has(unit, "balloon")
            if able and unit not in spent and (some := targets(r, unit)):
                found[unit] = some
    return found


def balloons(r: Reader, where: str, side: str) -> list[str]:
    """Return a side's balloons that are up in a hex (8.82c)."""
    return [p for p in r.of(where, side) if r.has(p, "balloon") and r.record(p)["face"] == "back"]


def horse(r: Reader, side: str, where: str) -> int:
    """Return how many cavalry units a side has in a hex, screening ones too (16.13a)."""
    return sum(1 for u in tree.units_at(r, where, side) if is_cavalry(r, u))


def resolve(t: Table, side: str, target: str, bonus: int, rule: str) -> bool:
    """Roll for both sides; the scouts must be strictly higher, then they are told what is there (8.61, 16.13a)."""
    foe = enemy(side)
    own, other = t.roll(purpose="roll.scout", by=side)[0], t.roll(purpose="roll.scout", by=foe)[0]
    mine_, theirs = own + bonus, other + horse(t, foe, target)
    seen = mine_ > theirs
    t.note("note.scout", rule=rule, side={"s": side}, cell={"c": target}, n=mine_)
    if not seen:
        t.note("note.scout_failed", rule=rule, level=2, side={"s": side})
        return False
    tell(t, side, target, rule)
    return True


def tell(t: Table, side: str, target: str, rule: str) -> None:
    """Tell a side what an enemy force is: leaders with their ratings, arms, number of units (16.13a)."""
    foe = enemy(side)
    units = tree.units_at(t, target, foe)
    arms = {"infantry": sum(is_infantry(t, u) for u in units), "cavalry": sum(is_cavalry(t, u) for u in units)}
    t.note("note.scouted", rule=rule, only=[side], cell={"c": target}, n=len(units), **arms)
    for leader in tree.standing(t, target, foe):
        t.reveal(leader, side)
        ratings = {key: rating(t, leader, key) for key in ("ar", "br", "mr")}
        t.note("note.scouted_leader", rule=rule, level=2, only=[side], leader={"p": leader}, **ratings)


def bonus_of(r: Reader, side: str, where: str, target: str) -> int:
    """Return what the scouts add: their cavalry in the hex, and Pinkertons who are at the target (16.13a, 14.8, AMB-28)."""
    agents = sum(1 for p in r.of(target, side) if r.has(p, JOINT))
    return horse(r, side, where) + agents * int(r.option("amb_28_joint_recon"))


def spend(t: Table, side: str, unit: str) -> None:
    """Note that a unit has scouted in this impulse."""
    f = ledger(t)
    if f is not None:
        f.of(side)["scouted"] = [*f.of(side).get("scouted", []), unit]


def asks(s: Seen, f: Frame) -> list[Ask]:
    """Return the ask to scout: with any force in the menu, with those on the march on their way."""
    where = start(s, f) if f.step == "march" else ""
    found = scouts(s, f.l["side"], where)
    if where:
        here = set(troops(s, f))
        found = {unit: some for unit, some in found.items() if unit in here}
    return [offers.place("scout", "ask.scout", found, rule="8.61", max=1)] if found else []


def do(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> None:
    """Scout with a cavalry unit; who scouts need not stop nor declare in that hex (8.61, 16.13)."""
    unit, target = args["pieces"][0], args["cell"]
    spend(t, side, unit)
    where = tree.hex_of_unit(t, unit)
    if t.has(unit, "balloon"):
        resolve(t, side, target, int(t.chart("reconnaissance").at("balloon", "modifier")), "8.82c")
        return
    resolve(t, side, target, bonus_of(t, side, where, target), "8.61")
    if f.step == "march" and all(is_cavalry(t, u) for u in troops(t, f)):
        f.l["stopped"] = False
        f.l["scouting"] = where


# cutting railroads ------------------------------------------------------------------


def cut_cost(r: Reader) -> int:
    """Return what cutting a railroad costs beyond the ground, in halves of a point (8.62)."""
    return int(r.chart("rail_movement").at("cut_mp")) * ground.HALVES


def cut_asks(s: Seen, f: Frame) -> list[Ask]:
    """Return the ask to cut the railroad of the hex: cavalry alone, with the points for it (8.62)."""
    where, own = start(s, f), mine(f)
    units = troops(s, f)
    able = bool(units) and all(is_cavalry(s, u) for u in units) and ground.on_rail(s, where) and not lines.is_cut(s, where)
    if not able or own["spent"] + cut_cost(s) > own["budget"]:
        return []
    return [offers.button("cut_rail", "ask.cut_rail", rule="8.62")]


def cut(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> None:
    """Cut the railroad (8.62)."""
    where = start(t, f)
    mine(f)["spent"] += cut_cost(t)
    counter(t, "rail_cut", where)
    t.note("note.rail_cut", rule="8.62", side={"s": side}, cell={"c": where})


# burning bridges --------------------------------------------------------------------


def burn_asks(s: Seen, f: Frame) -> list[Ask]:
    """Return the ask to burn a bridge on the way, as railroads are cut, where the option has it (AMB-34)."""
    own, units = mine(f), troops(s, f)
    able = s.option("amb_34_bridge_in_movement") and bool(units) and all(is_cavalry(s, u) for u in units)
    if not able or own["spent"] + cut_cost(s) > own["budget"]:
        return []
    where = start(s, f)
    spans = [ground.edge(s, where, at) for at in ground.near(s, where) if ground.crossing(s, where, at) == "great_river_bridge"]
    return [offers.cell("burn_on_the_way", "ask.burn_bridge", spans, rule="13.11")] if spans else []


def burn(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> None:
    """Try to burn a bridge for the points that cutting a railroad costs (AMB-34)."""
    mine(f)["spent"] += cut_cost(t)
    done = t.roll(purpose="roll.destruction", by=side)[0] >= int(t.chart("destruction").at("bridge", "die"))
    if done:
        counter(t, "bridge_burned", args["cell"])
    t.note("note.burned" if done else "note.not_burned", rule="13.11", side={"s": side}, cell={"c": args["cell"]})


MENU = (Action(("scout",), asks, do),)
ON_THE_WAY = (
    Action(("scout",), asks, do),
    Action(("cut_rail",), cut_asks, cut),
    Action(("burn_on_the_way",), burn_asks, burn),
)
