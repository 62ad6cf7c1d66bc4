"""Reaction movement: friends hasten to where the enemy attacks (9.1), or to a combat that is fought on (10.71).

Locals of `reactions`: `side` (who may react), `friends` (its hexes under attack, or engaged), `foes` (the enemy's hexes),
`extended` (in extended combat); the side's own: `tried`, the leaders who have tried.
"""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Offer, msg
from qtwar.kit.reach import Move, Way, reach
from qtwar.kit.steps import Asking, Staged
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import bodies, capture, control, ground, losses, march, morale, movement, orders, retreats, tree, zones
from .facts import audience, counter, enemy, fights, hexes_of, is_active, is_leader, is_unit, rating

COMBINE = "opponent_impulse.combine_after_reaction"
LEND = "opponent_impulse.lend_mr_for_reaction"
DETACH = "opponent_impulse.detach_before_reaction"
ACTIVATE = "opponent_impulse.activate_for_reaction"
DECLARE = "opponent_impulse.declaration_in_extended_combat"


FARTHEST = 7
"""No leader's rating is greater: who is farther off than this is no matter of reaction."""


# who may ----------------------------------------------------------------------------


def covers(r: Reader, chief: str, leader: str) -> bool:
    """Return whether a leader is in the command range of a superior commander, himself included (9.1)."""
    return chief == leader or tree.commands(r, chief, leader)


def chains(r: Reader, leader: str, friend: str) -> list[str]:
    """Return the superior commanders in whose range both a leader and the one under attack are (9.1)."""
    side = r.owner(leader)
    attacked = tree.commander(r, friend, side)
    if not attacked:
        return []
    return [p for p in tree.leaders(r, side) if tree.is_superior(r, p) and covers(r, p, leader) and covers(r, p, attacked)]


def is_free(r: Reader, leader: str) -> bool:
    """Return whether a leader needs no chain of command: the cavalry corps, or in an entrenchment (9.1, 14.44e, 16.14a)."""
    return tree.is_cavalry_corps(r, leader) or bool(bodies.works_at(r, tree.place_of(r, leader), r.owner(leader)))


def lenders(r: Reader, leader: str, friends: list[str]) -> list[str]:
    """Return the superior commanders who may lend him their movement rating (9.11)."""
    found = {p for friend in friends for p in chains(r, leader, friend) if p != leader and orders.can_pay(r, p, LEND)}
    return sorted(p for p in found if rating(r, p, "mr") > rating(r, leader, "mr"))


def callers(r: Reader, leader: str) -> list[str]:
    """Return the superior commanders who may activate him for it (9.12)."""
    return [p for p in tree.superiors(r, leader) if orders.can_pay(r, p, ACTIVATE)]


def parent(r: Reader, leader: str) -> str:
    """Return the commander who must order him detached first, himself if he leaves others in the hex (9.11a, 8.21).

    An empty word for who is alone with his own.
    """
    chief, where = tree.over(r, leader), tree.place_of(r, leader)
    return chief if chief != leader or len(tree.standing(r, where, r.owner(leader))) > 1 else ""


def may_react(r: Reader, leader: str, friends: list[str], foes: list[str], *, extended: bool) -> bool:
    """Return whether a leader may try to react (9.1, 9.12): free of enemies, near enough, in a chain of command."""
    side, at = r.owner(leader), tree.place_of(r, leader)
    if not at or at in friends or zones.in_enemy_zone(r, at, side) or tree.is_garrison(r, leader):
        return False
    if any(movement.is_busy(r, p) for p in tree.whole(r, leader)):  # 14.36
        return False
    if not tree.all_units(r, leader) or (not is_active(r, leader) and not callers(r, leader)):
        return False
    chief = parent(r, leader)
    if chief and (not orders.can_pay(r, chief, DETACH) or not leaves_units(r, chief, leader)):
        return False
    if not is_free(r, leader) and not any(chains(r, leader, friend) for friend in friends):
        return False
    most = max(rating(r, p, "mr") for p in (leader, *lenders(r, leader, friends)))
    return min(ground.distance(r, at, friend) for friend in friends) <= most


def leaves_units(r: Reader, chief: str, leader: str) -> bool:
    """Return whether a commander keeps units when a leader leaves his force (3.12c)."""
    if leader not in tree.nested(r, chief):
        return True
    return any(u not in tree.units(r, leader) for u in tree.all_units(r, chief))


# where to ---------------------------------------------------------------------------


def routes(r: Reader, leader: str, points: int) -> dict[str, Way]:
    """Return where he gets to in so many hexes: not over closed rivers nor into enemies, stopping in their zones (9.13)."""
    side = r.owner(leader)

    def step(way: Way, to: str) -> Move | None:
        if fights(r, to, enemy(side)) or not ground.can_cross(r, way.place, to):
            return None
        return Move(1, stop=zones.in_enemy_zone(r, to, side))

    return reach(tree.place_of(r, leader), lambda at: ground.near(r, at), step, limit=points)


def goals(r: Reader, f: Frame, leader: str, points: int) -> dict[str, str]:
    """Return hex → what he would do there: `join` a friend, `support` one, or `declare` an attack (9.13, 9.13b, 10.71)."""
    side, found = r.owner(leader), {}
    for at in routes(r, leader, points):
        if at == tree.place_of(r, leader) or not retreats.stacks_with(r, [leader], at, side):
            continue
        if at in f.l["friends"]:
            chief = tree.commander(r, at, side)
            if not chief or orders.can_pay(r, chief, COMBINE):
                found[at] = "join"
        elif f.l["extended"]:
            touched = [foe for foe in f.l["foes"] if at in ground.near(r, foe) and ground.can_cross(r, at, foe)]
            if touched and orders.can_pay(r, leader, DECLARE):
                found[at] = "declare"
        elif supports(r, f, at) and (not r.option("amb_39_support_needs_friend") or fights(r, at, side)):
            found[at] = "support"
    return found


def supports(r: Reader, f: Frame, at: str) -> bool:
    """Return whether a hex is next to a friend under attack and to who attacks him (9.14)."""
    beside = set(ground.near(r, at))
    return bool(beside & set(f.l["friends"]) and beside & set(f.l["foes"]))


# the window -------------------------------------------------------------------------


class Reactions(Asking):
    """A side may react with one leader after another (9.12)."""

    name = "reactions"
    ends = ("no_reaction",)

    def candidates(self, r: Reader, f: Frame) -> list[str]:
        """Return the leaders who may still try."""
        side = f.l["side"]
        tried = f.of(side).get("tried", ())
        return [
            p for p in tree.leaders(r, side)
            if p not in tried and may_react(r, p, f.l["friends"], f.l["foes"], extended=f.l["extended"])
        ]  # fmt: skip

    def is_open(self, t: Table, f: Frame) -> bool:
        """Return whether somebody may be near enough, and there still is whom to help: as far as everybody sees (3.6)."""
        side, friends = f.l["side"], [at for at in f.l["friends"] if fights(t, at, f.l["side"])]
        others = [at for at in hexes_of(t, side) if at not in f.l["friends"] and not zones.in_enemy_zone(t, at, side)]
        return any(ground.distance(t, at, friend) <= FARTHEST for at in others for friend in friends)

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Ask who reacts."""
        asks: list[Ask] = []
        if able := self.candidates(s, f):
            asks.append(offers.pieces("react", "ask.react", able, rule="9.1"))
        prompt = msg("prompt.reactions", cells=[{"c": at} for at in f.l["friends"]])
        none = offers.button("no_reaction", "button.no_reaction", rule="9.1", odds={"verb": "no_reaction"})
        return offers.offer(prompt, *asks, none)

    def do_react(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let a leader prepare to react; who is inactive is activated first (9.12)."""
        leader = args["pieces"][0]
        own = f.of(side)
        own["tried"] = [*own.get("tried", []), leader]
        if not is_active(t, leader):
            orders.spend(t, callers(t, leader)[-1], ACTIVATE, "9.12")
            orders.activate(t, leader, "9.12")
        frame = t.call(React.name, side=side, friends=f.l["friends"], foes=f.l["foes"], extended=f.l["extended"])
        frame.of(side).update(leader=leader, lender="")


class React(Staged):
    """One leader's reaction: preparation, the die, the way, and what he does there. Its own: `leader`, `lender`."""

    name = "react"
    first = "prepare"

    def leader(self, f: Frame) -> str:
        """Return who reacts."""
        return str(f.of(f.l["side"])["leader"])

    def points(self, r: Reader, f: Frame) -> int:
        """Return the rating that counts for die and distance: his own, or a superior's (9.11)."""
        return rating(r, f.of(f.l["side"])["lender"] or self.leader(f), "mr")

    def at_prepare(self, t: Table, f: Frame) -> None:
        """Ask how he goes about it."""
        t.wait(f.l["side"])

    def offer_prepare(self, s: Seen, f: Frame) -> Offer:
        """Offer the die, a superior's rating, units to be left behind."""
        own, leader = f.of(s.side), self.leader(f)
        n = self.points(s, f)
        label = msg("button.roll_reaction", n=n)
        if (chief := parent(s, leader)) and not own.get("detached"):
            label = msg("button.roll_reaction_parted", n=n, leader={"p": chief})
        asks: list[Ask] = [offers.button("roll_reaction", label, rule="9.11", primary=True)]
        found = lenders(s, leader, f.l["friends"])
        if found and not own["lender"]:
            asks.append(offers.pieces("borrow", "ask.borrow_reaction", found, rule="9.11"))
        part = [*tree.nested(s, leader), *tree.units(s, leader)]
        if len(part) > 1 and not own.get("detached") and orders.can_pay(s, parent(s, leader) or leader, DETACH):
            asks.append(offers.pieces("leave_behind", "ask.leave_behind", part, 1, len(part) - 1, rule="9.11a"))
        asks.append(offers.button("no_reaction", "button.no_reaction", rule="9.1"))
        return offers.offer(msg("prompt.react", leader={"p": leader}, n=n), *asks)

    def do_borrow(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Use a superior's movement rating (9.11)."""
        orders.spend(t, args["pieces"][0], LEND, "9.11")
        f.of(side)["lender"] = args["pieces"][0]

    def do_leave_behind(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Leave units and nested leaders in the hex (9.11a)."""
        leader = self.leader(f)
        at, left = tree.place_of(t, leader), args["pieces"]
        chiefs, units = [p for p in left if is_leader(t, p)], [p for p in left if is_unit(t, p)]
        if not set(tree.all_units(t, leader)) - {*units, *(u for p in chiefs for u in tree.units(t, p))}:
            t.refuse("refuse.keeps_none", rule="3.12c", leader={"p": leader})
        if not tree.independent_room(t, at, side, units):
            t.refuse("refuse.independent", rule="3.12c", cell={"c": at})
        self.detach(t, f, parent(t, leader) or leader)
        for one in chiefs:
            tree.follow(t, one, at)
        for unit in units:
            t.move(unit, at)

    def detach(self, t: Table, f: Frame, chief: str) -> None:
        """Pay the one order for all that is parted here (9.11a, 8.25c)."""
        own = f.of(f.l["side"])
        if not own.get("detached"):
            orders.spend(t, chief, DETACH, "9.11a")
            own["detached"] = True

    def do_no_reaction(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Do without."""
        f.l["stage"] = "over"

    def do_roll_reaction(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Roll: not above the movement rating (9.11); detach him first where he is under another (9.11a)."""
        leader, n = self.leader(f), self.points(t, f)
        chief = parent(t, leader)
        if chief:
            self.detach(t, f, chief)
            tree.follow(t, leader, tree.place_of(t, leader))
        die = t.roll(purpose="roll.reaction", by=side)[0]
        passed = die <= n
        t.note("note.reaction" if passed else "note.reaction_failed", rule="9.11", leader={"p": leader}, n=n)
        f.l["stage"] = "way" if passed else "home"

    def at_way(self, t: Table, f: Frame) -> str:
        """Ask where he goes."""
        t.wait(f.l["side"])
        return ""

    def offer_way(self, s: Seen, f: Frame) -> Offer:
        """Offer friends to join, hexes to support them from, enemies to attack."""
        leader = self.leader(f)
        asks: list[Ask] = []
        found = goals(s, f, leader, self.points(s, f))
        for verb, rule in (("join", "9.13"), ("support", "9.13b"), ("declare", "10.71")):
            cells = [at for at, what in found.items() if what == verb]
            if cells:
                asks.append(offers.cell(f"react_{verb}", f"ask.react_{verb}", cells, rule=rule))
        asks.append(offers.button("no_reaction", "button.no_reaction", rule="9.1"))
        return offers.offer(msg("prompt.react_way", leader={"p": leader}), *asks)

    def go(self, t: Table, f: Frame, to: str) -> None:
        """Bring him there."""
        side, leader = f.l["side"], self.leader(f)
        way = routes(t, leader, self.points(t, f))[to]
        tree.follow(t, leader, to)
        if ground.weather(t) == "blizzard":
            march.freeze(t, tree.whole(t, leader), tree.all_units(t, leader))  # 5.29: this is movement too
        control.passes(t, side, way.path[1:])
        for at in way.path[1:]:
            capture.take(t, side, at)
        t.note("note.reacted", rule="9.13", leader={"p": leader}, cell={"c": to})

    def do_react_join(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Join the force under attack: its commander orders it (9.13)."""
        to = args["cell"]
        chief = tree.commander(t, to, side)
        if chief:
            orders.spend(t, chief, COMBINE, "9.13")
        self.go(t, f, to)
        march.settle(t, side, to, tree.standing(t, to, side))
        f.l["stage"] = "over"

    def do_react_support(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Stand beside friend and enemy, in support (9.13b)."""
        self.go(t, f, args["cell"])
        f.l["stage"] = "over"

    def do_react_declare(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Come up to an engaged enemy: it takes a declaration, or ends in a retreat (10.71, 8.51)."""
        leader, to = self.leader(f), args["cell"]
        self.go(t, f, to)
        orders.spend(t, leader, DECLARE, "10.71")
        die = t.roll(purpose="roll.declare", by=side)[0]
        able = rating(t, leader, "br")
        passed = morale.passes(t, die, able)
        t.note("note.reaction_declares" if passed else "note.reaction_declares_not", rule="8.51a", leader={"p": leader}, n=able)
        if not passed:
            f.l.update(stage="failed", cell=to)
        elif t.frame_of("extension") is not None and (t.frame_of("extension") or f).l["side"] == side:
            f.l.update(stage="aim", cell=to)
        else:
            f.l["stage"] = "over"  # the side that is attacked: he stands in support

    def at_aim(self, t: Table, f: Frame) -> str:
        """Ask whom he attacks; he is not bound to where others attack (10.71)."""
        aims = self.aims(t, f)
        if len(aims) > 1:
            t.wait(f.l["side"])
            return ""
        self.aim(t, f, aims[0])
        return "over"

    def aims(self, r: Reader, f: Frame) -> list[str]:
        """Return the engaged enemies next to him."""
        at = f.l["cell"]
        return [foe for foe in f.l["foes"] if foe in ground.near(r, at) and ground.can_cross(r, at, foe)]

    def aim(self, t: Table, f: Frame, target: str) -> None:
        """Lay his attack marker."""
        counter(t, "attack", f.l["cell"], f.l["side"], target=target, by=f.l["side"])

    def offer_aim(self, s: Seen, f: Frame) -> Offer:
        """Ask whom he attacks."""
        ask = offers.cell("aim_at", "ask.aim_at", self.aims(s, f), rule="10.71", odds={"from": f.l["cell"]})
        return offers.offer(msg("prompt.aim_at", cell={"c": f.l["cell"]}), ask)

    def do_aim_at(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Attack the hex chosen."""
        self.aim(t, f, args["cell"])
        f.l["stage"] = "over"

    def at_failed(self, t: Table, f: Frame) -> str:
        """Go back after a failed declaration: a step, morale, a hex (8.51b)."""
        leader, side = self.leader(f), f.l["side"]
        chart = t.chart("declaration")
        morale.change(t, leader, "failed_declaration", "8.51b")
        losses.call(t, side, tree.all_units(t, leader), int(chart.at("steps")), "8.51b")
        return "driven"

    def at_driven(self, t: Table, f: Frame) -> str:
        """Retreat."""
        leader, side = self.leader(f), f.l["side"]
        tree.tidy(t, side)
        if tree.box_of(t, leader):
            who = [p for p in (leader, tree.marker_of(t, leader)) if p]
            retreats.begin(t, side, f.l["cell"], int(t.chart("declaration").at("retreat")), side, "8.51b", who)
        return "over"

    def at_home(self, t: Table, f: Frame) -> str:
        """Who could not go rejoins the force he was detached from."""
        leader, side = self.leader(f), f.l["side"]
        at = tree.place_of(t, leader)
        march.settle(t, side, at, tree.standing(t, at, side))
        t.note("note.stays", rule="9.11", level=2, only=audience(t, leader), leader={"p": leader})
        return "over"

    def at_over(self, t: Table, f: Frame) -> None:
        """The reaction is over."""
        t.done()

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Ask what the stage asks."""
        found: Offer = getattr(self, f"offer_{f.l['stage']}")(s, f)
        return found


STEPS = (Reactions(), React())
