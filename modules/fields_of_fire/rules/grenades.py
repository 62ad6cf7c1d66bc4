"""Grenade attacks: by hand on one's own card, by launcher farther off; misses, answers, jams (6.5)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Offer, msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import ammo, deck, facts, fire, ground, nets, sight

CLOSE = 1
"""Range of the superscript G! and of rifle grenades (1.2.3, 6.3.2)."""
ROWS = {"us": "grenade_US", "german": "grenade_German", "north_korean": "grenade_North_Korean", "vc_nva": "grenade_NVA"}
VC = frozenset(("VCT", "VCS"))


def figure(r: Reader, unit: str) -> int:
    """Return the modifier of a unit's grenades, by nation (6.3.2)."""
    row = "grenade_VC" if facts.unit_type(r, unit) in VC else ROWS[str(r.attr(unit, "nation") or "us")]
    return int(r.chart("special_vof").at(row))


def launcher(r: Reader, unit: str) -> tuple[int, str]:
    """Return (range, what it spends) of a unit's launcher, (−1, "") without one that may fire now (6.2, 6.5)."""
    if facts.flipped(r, unit) or r.attr(unit, "out_of_ammo"):
        return -1, ""
    inside = ground.in_building(r, unit) and bool(r.option("launcher_in_building"))
    closed = ground.in_building(r, unit)
    printed = facts.printed_vof(r, unit) == "G!"
    if printed or r.attr(unit, "superscript_G"):
        kind = next((k for k in facts.ammo_kinds(r, unit) if k in ("RKT", "RCL", "MTR")), "")
        if kind and (facts.ammo(r, unit, kind) <= 0 or (closed if kind == "MTR" else inside)):
            return -1, ""
        return (facts.reach(r, unit) if printed else CLOSE), kind
    if int(r.attr(unit, "rifle_grenade") or 0) > 0 and not closed:
        return CLOSE, "rifle_grenade"  # 6.2: one a mission
    return -1, ""


def reaches(r: Reader, unit: str, place: str) -> bool:
    """Return whether a unit may try grenades at a card: its own with any VOF, others by launcher along its direction (6.5)."""
    here = facts.card(r, unit)
    if not here or not facts.printed_vof(r, unit) or facts.is_captured(r, unit):
        return False
    away = sight.distance(r, here, place)
    if away == 0:
        return not facts.is_mortar(r, unit)
    if not fire.on_line(r, here, r.owner(unit), place) or not fire.line(r, here, place, unit).clear:
        return False
    if facts.is_mortar(r, unit) and (facts.is_exposed(r, unit) or not fire.mortar_place(r, unit)):
        return False
    return facts.nearest(r, unit) <= away <= launcher(r, unit)[0]


def goals(r: Reader, unit: str, place: str) -> list[str]:
    """Return what can be attacked on a card: a cover marker with enemies under it, or a unit in the open (6.5)."""
    found = []
    for foe in fire.foes(r, place, r.owner(unit)):
        if facts.is_vehicle(r, foe):
            continue
        goal = ground.under(r, foe) or foe
        if goal not in found:
            found.append(goal)
    return found


def places(r: Reader, unit: str) -> list[str]:
    """Return the cards at which a unit may try grenades now."""
    here = facts.card(r, unit)
    along = [p for ray in sight.rays(r, here) for p in ray] if here and fire.pdf(r, here, r.owner(unit)) else []
    return [p for p in (here, *along) if p and reaches(r, unit, p) and goals(r, unit, p)]


def all_goals(r: Reader, unit: str) -> list[str]:
    """Return everything that a unit may attack with grenades now."""
    return [goal for place in places(r, unit) for goal in goals(r, unit, place)]


def cards(r: Reader, unit: str) -> int:
    """Return how many cards a unit draws for grenades (6.5: a green fire team one)."""
    return max(0, ground.limit(r, "attempt") + facts.extra_cards(r, unit))


def pay(t: Table, unit: str, place: str) -> None:
    """Spend what a launcher fires at another card, hit or miss (6.8.1)."""
    if place == facts.card(t, unit) and facts.printed_vof(t, unit) != "G!":
        return
    kind = launcher(t, unit)[1]
    if kind == "rifle_grenade":
        t.set_attr(unit, "rifle_grenade", int(t.attr(unit, "rifle_grenade")) - 1)
    elif kind and place != facts.card(t, unit):
        ammo.spend(t, unit, kind, 1)


def land(t: Table, unit: str, goal: str) -> None:
    """Lay a Grenade marker for a successful attempt (6.5)."""
    facts.lay(t, "vof_grenade", t.spot(goal), t.owner(unit), target=goal, ncm=figure(t, unit))
    t.note("note.grenade", rule="6.5", piece={"p": unit}, target={"p": goal})


def miss(t: Table, unit: str, place: str) -> None:
    """Lay the one Grenade Miss marker of a card (6.5)."""
    if not fire.specials(t, place, "vof_miss"):
        facts.lay(t, "vof_miss", place, t.owner(unit))
    t.note("note.grenade_miss", rule="6.5", piece={"p": unit}, cell={"c": place})


def phosphorus(r: Reader, unit: str) -> str:
    """Return a white phosphorus grenade that a unit holds, an empty word for none (4.3.6.B)."""
    return next((a for a in nets.assets(r, unit) if r.record(a)["kind"] == "wp_grenade"), "")


def smoke(t: Table, unit: str, goal: str) -> None:
    """Lay white phosphorus smoke on the target's card, whatever else the attempt brings (4.3.6.B)."""
    place = t.spot(goal) if t.exists(goal) else facts.card(t, unit)
    t.remove(phosphorus(t, unit))
    facts.lay(t, "smoke_wp", place, t.owner(unit))
    t.note("note.signal", rule="4.3.6.B", piece={"p": unit}, kind={"k": "smoke_wp"}, cell={"c": place})


def jam(t: Table, unit: str, drawn: list[str]) -> None:
    """6.5, 6.6: a one-step weapons team that draws `Jam` fights on as a fire team for the rest of the mission."""
    if (
        deck.jams(t, drawn)
        and facts.has_fire_team_side(t, unit)
        and facts.ammo_kinds(t, unit)
        and not facts.flipped(t, unit)
    ):
        t.turn(unit, "back")
        facts.mark(t, unit, "jammed")
        t.note("note.jammed", rule="6.5", piece={"p": unit})


def throw(t: Table, unit: str, goal: str) -> bool:
    """Try a grenade attack without anybody to exhort; returns whether it landed."""
    place = t.spot(goal)
    pay(t, unit, place)
    drawn = deck.draw(t, cards(t, unit))
    hit = deck.count(t, drawn, "grenade") > 0
    jam(t, unit, drawn)
    if hit:
        land(t, unit, goal)
    else:
        miss(t, unit, place)
    return hit


def answerers(r: Reader, unit: str, goal: str) -> list[str]:
    """Return the target units that may throw back: on the same card, in Good Order, with a VOF (6.5, AMB-05)."""
    place = r.spot(goal)
    if facts.card(r, unit) != place:
        return []
    side = facts.other(r.owner(unit))
    targets = ground.sheltered(r, goal, side) if r.has(goal, "cover") else [goal]
    return [u for u in targets if facts.is_good_order(r, u) and reaches(r, u, place)]


def answer(t: Table, unit: str, goal: str, *, landed: bool) -> None:
    """Let the target throw back: enemies always do, the player may decline (6.5, AMB-05)."""
    if not t.exists(unit) or not t.exists(goal) or not (landed or t.option("grenade_answer_always")):
        return
    throwers = answerers(t, unit, goal)
    if not throwers:
        return
    if t.owner(unit) == facts.US:
        for thrower in throwers:
            throw(t, thrower, ground.under(t, unit) or unit)
    else:
        t.call("answer", throwers=throwers, at=unit)


class Answer(Step):
    """US targets of a grenade may throw back, each once. Locals: `throwers`, `at` (who threw)."""

    name = "answer"

    def run(self, t: Table, f: Frame) -> None:
        """Ask for each, one after another."""
        left = [u for u in f.l["throwers"] if t.exists(u) and facts.is_good_order(t, u)]
        f.l["throwers"] = left
        if left and t.exists(f.l["at"]) and facts.card(t, f.l["at"]) == facts.card(t, left[0]):
            t.wait(facts.US)
        else:
            t.done()

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer to throw back or not."""
        unit = f.l["throwers"][0]
        told = {"verb": "grenade", "support": [unit], "pieces": [ground.under(s, f.l["at"]) or f.l["at"]]}
        return offers.offer(
            msg("prompt.answer", rule="6.5", piece={"p": unit}, target={"p": f.l["at"]}),
            offers.button("throw", "button.throw_back", rule="6.5", primary=True, odds=told),
            offers.button("hold", "button.hold", rule="6.5"),
        )

    def do_throw(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Throw back at the attacker, or the marker that it is under."""
        unit = f.l["throwers"].pop(0)
        throw(t, unit, ground.under(t, f.l["at"]) or f.l["at"])

    def do_hold(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Do not."""
        f.l["throwers"].pop(0)


def lost_targets(t: Table) -> None:
    """6.5: a grenade whose target has left the card counts as a miss there."""
    for place in t.places_with("grenades", lambda p: any(t.record(m)["kind"] == "vof_grenade" for m in t.ids(p))):
        for marker in fire.specials(t, place, "vof_grenade"):
            goal = str(t.attr(marker, "target"))
            if not t.exists(goal) or t.spot(goal) != place:
                if not fire.specials(t, place, "vof_miss"):
                    facts.lay(t, "vof_miss", place, t.owner(marker))
                t.remove(marker)


STEPS = (Answer(),)
