"""The vehicle phase: activated vehicles of both sides in turn, moves, fire, opportunity fire, what VOF does to them (3.6, 7)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.automaton import best
from qtwar.kit.offers import Ask, Offer, msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import at, deck, facts, fire, ground, mines, mission, sight
from .act_fight import spotted, spotting, unspotted_cards
from .facts import ENEMY, US
from .settle import settle

SLOW, NO = "SLOW", "NO"
REACH = 2
"""Cards that an enemy vehicle moves toward the company (9.10)."""


def ready(r: Reader, side: str) -> list[str]:
    """Return the vehicles and anti-tank teams of a side that may act now (7.2); enemy ones as their list says (9.10)."""
    if side == US:
        return [u for u in facts.all_units(r, US) if r.attr(u, "activated") and not r.attr(u, "done") and acts(r, u)]
    return [u for u in facts.all_units(r, ENEMY) if not r.attr(u, "done") and facts.is_vehicle(r, u) and wants(r, u)]


def has_acted(r: Reader, unit: str) -> bool:
    """Return whether a vehicle was activated and has acted: fire at opportunity alone is no activation (7.5.B, 7.5.D)."""
    return bool(r.attr(unit, "done") and r.attr(unit, "activated"))


def acts(r: Reader, unit: str) -> bool:
    """Return whether an activated unit acts in this phase here: ground vehicles, guns, anti-tank infantry (7.2)."""
    return not facts.is_air(r, unit) and (facts.is_vehicle(r, unit) or not facts.flipped(r, unit))


def wants(r: Reader, unit: str) -> bool:
    """Return whether a row of the vehicle list fits an enemy vehicle (9.10)."""
    return bool(at.targets(r, unit)) or (not us_in_sight(r, unit) and at.spec(r, unit, "mobility") == "ground")


def us_in_sight(r: Reader, unit: str) -> bool:
    """Return whether a US unit is in a vehicle's sight."""
    return any(sight.sees(r, facts.card(r, unit), p) for p in facts.cards_with(r, US) if ground.in_play(p))


def next_cards(r: Reader, vehicle: str) -> list[str]:
    """Return the cards onto which a ground vehicle may drive: within bounds, no `NO`, room (7.3.1)."""
    if at.spec(r, vehicle, "mobility") != "ground":
        return []
    side = r.owner(vehicle)
    return [
        p for p in ground.next_to(r, facts.card(r, vehicle))
        if (ground.within(r, p) if side == US else ground.in_play(p)) and traffic(r, p) != NO and ground.has_room(r, p, vehicle)
    ]  # fmt: skip


def traffic(r: Reader, place: str) -> str:
    """Return the trafficability of a card: none, SLOW or NO (1.2.1.B)."""
    top = sight.top(r, place)
    return str(r.attr(top, "traf")) if top else ""


class Vehicles(Step):
    """Vehicles act by turns, the attacker first; then VOF falls on those that did not (3.6, 7.2, 7.5). Local `side`."""

    name = "vehicles"

    def run(self, t: Table, f: Frame) -> None:
        """Let the next vehicle of the side whose turn it is act; the other goes on where one has none."""
        first = ENEMY if mission.kind(t) == "defensive" else US
        side = f.l.setdefault("side", first)
        settle(t)
        for turn in (side, facts.other(side)):
            found = ready(t, turn)
            if found:
                f.l["side"] = turn
                if turn == US:
                    t.wait(US)
                else:
                    f.l["side"] = US
                    drive_enemy(t, found[0])
                return
        self.close(t)
        t.done()

    @staticmethod
    def close(t: Table) -> None:
        """VOF on vehicles that did not act; pins of those not attacked come off (7.5.B, 7.7)."""
        for side in facts.SIDES:
            for unit in [u for u in facts.all_units(t, side) if facts.is_vehicle(t, u) and not has_acted(t, u)]:
                if ground.in_play(facts.card(t, unit)):
                    at.endure(t, unit)
        for side in facts.SIDES:
            for unit in [u for u in facts.all_units(t, side) if facts.is_vehicle(t, u)]:
                if not t.attr(unit, "attacked"):
                    facts.mark(t, unit, "pinned", False)
                t.set_attr(unit, "attacked", None)
        settle(t)

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer which activated vehicle acts next."""
        return offers.offer(
            msg("prompt.vehicles", rule="7.2"),
            offers.pieces("drive", "ask.drive", ready(s, US), rule="7.2"),
            offers.button("rest", "button.rest_vehicles", rule="7.2"),
        )

    def do_drive(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let a vehicle act."""
        f.l["side"] = ENEMY
        begin(t, args["pieces"][0])

    def do_rest(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let all others of the company stay as they are: they may still fire at opportunity until then."""
        for unit in ready(t, US):
            facts.mark(t, unit, "activated", False)


def begin(t: Table, unit: str) -> None:
    """Begin a vehicle's action: first the VOF on its card (7.5.A, B)."""
    if facts.is_vehicle(t, unit) and ground.in_play(facts.card(t, unit)) and not at.endure(t, unit):
        return
    t.call("vehicle", unit=unit, moved=False, fired=False, stopped=False)


class Vehicle(Step):
    """One activated vehicle or anti-tank team of the player. Locals: `unit`, `moved`, `fired`, `stopped`."""

    name = "vehicle"

    def run(self, t: Table, f: Frame) -> None:
        """Ask what it does until nothing is left or it is gone."""
        unit = f.l["unit"]
        here = t.exists(unit) and facts.card(t, unit) and not (facts.is_vehicle(t, unit) and facts.is_wreck(t, unit))
        if f.l.get("over") or not here:
            if t.exists(unit) and facts.card(t, unit):
                facts.mark(t, unit, "done")
            settle(t)
            t.done()
        else:
            t.wait(US)

    def asks(self, r: Reader, f: Frame) -> list[Ask]:
        """Return what it may do now (7.5: fire, or move and perhaps fire, or spot)."""
        unit, found = f.l["unit"], []
        if not f.l["stopped"] and not f.l["fired"]:
            cards = next_cards(r, unit)
            if cards:
                found.append(offers.cell("go", "ask.go", cards, rule="7.3.1"))
        may_fire = not f.l["moved"] or at.spec(r, unit, "move_fire") is not None  # 7.5.C
        goals = at.targets(r, unit) if may_fire and not f.l["fired"] else []
        if goals:
            found.append(offers.pieces("fire_at", "ask.fire_at", goals, rule="7.5.A"))
        if facts.is_vehicle(r, unit) and not facts.is_pinned(r, unit) and not f.l["moved"] and not f.l["fired"]:
            unseen = unspotted_cards(r, unit)
            if unseen:
                found.append(offers.cell("spot_from", "act.spot", unseen, rule="7.5.E"))
        aboard = at.riders(r, unit) if facts.is_vehicle(r, unit) else []
        if aboard and ground.in_play(facts.card(r, unit)):
            found.append(offers.pieces("dismount", "ask.dismount", aboard, 1, len(aboard), rule="7.4.2"))
        return found

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer moves, fire, spotting, dismounting, or to stop."""
        prompt = msg("prompt.vehicle", rule="7.5", piece={"p": f.l["unit"]})
        return offers.offer(prompt, *self.asks(s, f), offers.button("halt", "button.halt", rule="7.5", primary=True))

    def do_go(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Drive onto the next card (7.5.B)."""
        f.l.update(moved=True, stopped=traffic(t, args["cell"]) == SLOW)
        advance(t, f.l["unit"], args["cell"])

    def do_fire_at(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Fire; then others may fire at it (7.5.A, C)."""
        unit = f.l["unit"]
        f.l.update(fired=True, stopped=True, over=True)
        at.shoot(t, unit, args["pieces"][0], moved=f.l["moved"])
        if facts.is_vehicle(t, unit):
            facts.mark(t, unit, "done")
            opportunity(t, unit, moving=f.l["moved"])

    def do_spot_from(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Spot instead of firing (7.5.E)."""
        f.l.update(fired=True, over=True)
        if deck.attempt(t, max(1, spotting(t, f.l["unit"], args["cell"]).total), "crosshair"):
            spotted(t, args["cell"])

    def do_dismount(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Put riders down; both are exposed (7.4.2)."""
        for rider in args["pieces"]:
            at.get_off(t, rider, f.l["unit"])
            mines.entered(t, rider, facts.card(t, rider))
        facts.mark(t, f.l["unit"], "exposed")

    def do_halt(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Stop here."""
        f.l["over"] = True


def advance(t: Table, vehicle: str, to: str) -> None:
    """Drive one card on: mines, the VOF there, then opportunity fire (7.5.B, 9.5)."""
    frm = facts.card(t, vehicle)
    t.move(vehicle, to)
    for rider in at.riders(t, vehicle):
        facts.mark(t, rider, "exposed")  # 7.4.3, 7.4.4
    t.note("note.moved", rule="7.3.1", piece={"p": vehicle}, frm={"c": frm}, to={"c": to})
    mines.entered(t, vehicle, to)
    settle(t)
    if t.exists(vehicle) and facts.card(t, vehicle) == to and endure(t, vehicle):
        opportunity(t, vehicle)


def endure(t: Table, vehicle: str) -> bool:
    """Resolve the VOF on the card that a vehicle has come to; returns whether it is still there (7.5.B)."""
    return at.endure(t, vehicle, moving=True)


# opportunity fire -----------------------------------------------------------------------


def reactors(r: Reader, target: str) -> list[str]:
    """Return who may fire at a vehicle at opportunity: not activated, or activated and not yet done, each once (7.5.D)."""
    side = facts.other(r.owner(target))
    return [
        u for u in facts.all_units(r, side)
        if r.attr(u, "chart") and not r.attr(u, "done") and not facts.carried(r, u) and at.can_shoot(r, u, target)
    ]  # fmt: skip


def opportunity(t: Table, target: str, *, moving: bool = True) -> None:
    """Let the other side fire at a vehicle that has moved or fired in its sight (7.5.D): enemies always do."""
    if t.owner(target) == ENEMY:
        if reactors(t, target):
            t.call("opportunity", target=target, moving=moving)
        return
    for unit in reactors(t, target):
        if facts.card(t, target) and t.exists(unit) and at.can_shoot(t, unit, target):
            facts.mark(t, unit, "done")
            at.shoot(t, unit, target, moving=moving)


class Opportunity(Step):
    """US weapons may fire at an enemy vehicle at opportunity, each once. Locals: `target`, `moving`."""

    name = "opportunity"

    def run(self, t: Table, f: Frame) -> None:
        """Ask while anybody can."""
        target = f.l["target"]
        if not f.l.get("over") and t.exists(target) and facts.card(t, target) and reactors(t, target):
            t.wait(US)
        else:
            settle(t)
            t.done()

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer who fires."""
        return offers.offer(
            msg("prompt.opportunity", rule="7.5.D", target={"p": f.l["target"]}),
            offers.pieces("react", "ask.react", reactors(s, f.l["target"]), rule="7.5.D"),
            offers.button("let_pass", "button.let_pass", rule="7.5.D"),
        )

    def do_react(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Fire."""
        facts.mark(t, args["pieces"][0], "done")
        at.shoot(t, args["pieces"][0], f.l["target"], moving=f.l["moving"])

    def do_let_pass(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let it pass."""
        f.l["over"] = True


# enemy vehicles -------------------------------------------------------------------------


def drive_enemy(t: Table, unit: str) -> None:
    """Let an enemy vehicle act by its list: fire at a vehicle, stay before infantry, else drive two cards (9.10)."""
    for key in ("activated", "done"):
        facts.mark(t, unit, key)
    if not at.endure(t, unit):
        return
    goals = at.targets(t, unit)
    if goals:
        target = best(t, goals, lambda v: -sight.distance(t, facts.card(t, unit), facts.card(t, v)))
        at.shoot(t, unit, target)
        if t.exists(unit) and facts.card(t, unit):
            opportunity(t, unit, moving=False)
        return
    t.call("enemy_drive", unit=unit, left=REACH)


class EnemyDrive(Step):
    """An enemy vehicle drives toward the company, a card at a time, stopping on SLOW (9.10). Locals: `unit`, `left`."""

    name = "enemy_drive"

    def run(self, t: Table, f: Frame) -> None:
        """Drive the next card."""
        unit = f.l["unit"]
        if not f.l["left"] or not t.exists(unit) or not facts.card(t, unit) or us_in_sight(t, unit):
            t.done()
            return
        here = facts.card(t, unit)
        goals = [p for p in facts.cards_with(t, US) if ground.in_play(p)] or facts.cards_with(t, US)
        away = min((sight.distance(t, here, g) for g in goals), default=0)
        ways = [p for p in next_cards(t, unit) if goals and min(sight.distance(t, p, g) for g in goals) < away]
        if not ways:
            t.done()
            return
        to = best(t, ways, lambda p: not fire.has_vof(t, p))
        f.l["left"] = 0 if traffic(t, to) == SLOW else f.l["left"] - 1
        advance(t, unit, to)


STEPS = (Vehicles(), Vehicle(), Opportunity(), EnemyDrive())
