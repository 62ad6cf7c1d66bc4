"""What a combat takes beyond steps: forces wiped out, artillery, leaders and who follows them (10.63a, 10.66, 10.67, 14.32b)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Offer, msg
from qtwar.kit.steps import Asking, Staged
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import bodies, ground, orders, tracks, tree
from .facts import (
    box,
    enemy,
    is_leader,
    is_unit,
    leaders_in,
    marked,
    own,
    printed_stars,
    rating,
    stars,
    steps,
    units_in,
    wound,
    wrapped,
)

CAUSES = {"all": ("killed", "overrun", "wiped"), "killed": ("killed",), "killed_overrun": ("killed", "overrun")}
"""Which removed leaders give victory points, by option (17.12a, AMB-54)."""


def score_leader(t: Table, leader: str, cause: str) -> None:
    """Give the enemy the points of a leader removed by combat: his present stars (17.12a)."""
    if cause in CAUSES[str(t.option("amb_54_leader_vp"))]:
        tracks.score(t, enemy(t.owner(leader)), stars(t, leader), "17.12a")


# forces without units ---------------------------------------------------------------


def clear_empty(t: Table, side: str) -> None:
    """Send leaders whose units combat has destroyed to the pool, with headquarters and markers (10.63a)."""
    for leader in [p for p in tree.leaders(t, side) if not tree.is_superior(t, p)]:
        if not tree.units(t, leader):
            _wiped(t, leader)
    for leader in [p for p in tree.leaders(t, side) if tree.is_superior(t, p)]:
        if not tree.all_units(t, leader):
            _wiped(t, leader)


def _wiped(t: Table, leader: str) -> None:
    where = tree.place_of(t, leader)
    if not where:
        return  # (at sea, or waiting to arrive)
    score_leader(t, leader, "wiped")
    t.note("note.wiped", rule="10.63a", leader={"p": leader})
    tree.dissolve(t, leader)


def eliminate(t: Table, side: str, who: Iterable[str], cause: str = "wiped") -> int:
    """Eliminate pieces with all their units; returns how many steps that were (10.68, 9.23)."""
    who, lost = [p for p in who if t.exists(p)], 0
    chiefs = [one for p in who if is_leader(t, p) for one in tree.whole(t, p)]
    units = [u for p in chiefs for u in tree.units(t, p)] + [p for p in who if is_unit(t, p)]
    for unit in units:
        lost += steps(t, unit)
        t.move(unit, box(side, "eliminated"))
    for leader in reversed(chiefs):  # those nested first
        score_leader(t, leader, cause)
        tree.dissolve(t, leader, box(side, "dead") if cause == "overrun" else "")
    for piece in who:
        if t.exists(piece) and t.has(piece, "supply"):
            t.remove(piece)
    return lost


# artillery --------------------------------------------------------------------------


class Guns(Asking):
    """A natural 1 on one's own fire: a point may be lost, or captured by the enemy (10.66).

    Locals: `side` (who rolled it), `hexes` (of its stacks that fought), `foes` (of the enemy's). Hands back the side if it
    lost a point, else an empty word.
    """

    name = "guns"

    def begin(self, t: Table, f: Frame) -> None:
        """Roll; take the point where nobody has to be asked."""
        f.l.update(left=0, lost="", captured=False)
        if not self.holders(t, f):
            return
        die = t.roll(purpose="roll.guns", by=f.l["side"])[0]
        chart = t.chart("artillery_loss")
        result = chart.at(die)
        t.note("note.guns", rule="10.66", side={"s": f.l["side"]}, table={"t": ["artillery_loss", chart.row(die), 0]})
        if result in ("L", "C"):
            f.l.update(left=1, captured=result == "C")
        if f.l["left"] and len(self.holders(t, f)) == 1:
            self.lose(t, f, self.holders(t, f)[0])

    def holders(self, r: Reader, f: Frame) -> list[str]:
        """Return the leaders of the stacks that have artillery."""
        chiefs = [p for at in f.l["hexes"] for p in tree.leaders_at(r, at, f.l["side"])]
        return [p for p in chiefs if bodies.guns(r, p)]

    def takers(self, r: Reader, f: Frame) -> list[str]:
        """Return the enemy leaders who took part and have room for a point (16.2)."""
        foe = enemy(f.l["side"])
        return [p for at in f.l["foes"] for p in tree.leaders_at(r, at, foe) if room_for_guns(r, p)]

    def lose(self, t: Table, f: Frame, leader: str) -> None:
        """Take a point from a leader."""
        base = tree.box_of(t, leader)
        track = "artillery" if tracks.get(t, base, "artillery") else "garrison_artillery"
        tracks.add(t, base, track, -1)
        f.l.update(left=0, lost=f.l["side"])
        t.note("note.gun_lost", rule="10.66", level=2, only=[f.l["side"]], leader={"p": leader})
        if f.l["captured"] and len(self.takers(t, f)) == 1:
            self.gain(t, f, self.takers(t, f)[0])

    def gain(self, t: Table, f: Frame, leader: str) -> None:
        """Give the captured point to an enemy leader; it does not fire in this combat (10.66)."""
        tracks.add(t, tree.box_of(t, leader), "artillery", 1)
        f.l["captured"] = False
        t.note("note.gun_captured", rule="10.66", level=2, only=[t.owner(leader)], leader={"p": leader})

    def asked(self, t: Table, f: Frame) -> str:
        """Ask the owner first, then the captor."""
        return str(f.l["side"]) if f.l["left"] else enemy(f.l["side"])

    def is_open(self, t: Table, f: Frame) -> bool:
        """Return whether a choice is left."""
        return bool(f.l["left"] or (f.l["captured"] and self.takers(t, f)))

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Ask whose artillery is lost, or who takes it over."""
        if f.l["left"]:
            ask = offers.pieces("lose_gun", "ask.lose_gun", self.holders(s, f), rule="10.66")
            return offers.offer(msg("prompt.lose_gun"), ask)
        ask = offers.pieces("take_gun", "ask.take_gun", self.takers(s, f), rule="10.66")
        return offers.offer(msg("prompt.take_gun"), ask)

    def do_lose_gun(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Lose the point of the leader chosen."""
        self.lose(t, f, args["pieces"][0])

    def do_take_gun(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Give the captured point to the leader chosen."""
        self.gain(t, f, args["pieces"][0])

    def close(self, t: Table, f: Frame) -> str:
        """Hand back who lost a point."""
        return str(f.l["lost"])


def gun_limit(r: Reader, leader: str) -> int:
    """Return how many artillery points a leader may have: his active AR, a cavalry corps 2 (16.2, 3.13a)."""
    most = rating(r, leader, "ar", "front")
    return min(most, int(r.chart("artillery_limits").at("cavalry_corps"))) if tree.is_cavalry_corps(r, leader) else most


def room_for_guns(r: Reader, leader: str) -> bool:
    """Return whether a leader may have one more artillery point."""
    return tracks.get(r, tree.box_of(r, leader), "artillery") < gun_limit(r, leader)


# leaders ----------------------------------------------------------------------------


def casualties(t: Table, side: str, hexes: Iterable[str]) -> list[str]:
    """Roll for each leader of a side's stacks after a natural 6 on its own fire (10.67); returns who died."""
    dead = []
    for leader in [p for at in hexes for p in tree.leaders_at(t, at, side)]:
        die = t.roll(purpose="roll.leader", by=side)[0]
        chart = t.chart("leader_casualty")
        result = chart.at(die)
        table = {"t": ["leader_casualty", chart.row(die), 0]}
        t.note("note.leader_roll", rule="10.67", level=2, leader={"p": leader}, table=table)
        if result == "K" or (result == "W" and _wound(t, leader, side)):
            dead.append(leader)
    return dead


def _wound(t: Table, leader: str, side: str) -> bool:
    """Wound a leader by a further die; returns whether it killed him (10.67)."""
    die = t.roll(purpose="roll.wound", by=side)[0]
    level = t.chart("wound").at(die)
    if level == "K":
        if not t.option("amb_35_wound_roll_caps"):
            return True
        level = t.chart("wound").at(die - 1)
    set_wound(t, leader, max(wound(t, leader), int(level)))
    return False


def set_wound(t: Table, leader: str, level: int) -> None:
    """Set a leader's wound, 0 for none (10.67, 14.37); by the option it is kept on the display (3.61)."""
    side = t.owner(leader)
    if t.option("hidden_wounds"):
        t.seal(side, "wounds", {**(own(t, side, "wounds") or {}), leader: level})
        t.note("note.wound", rule="10.67", only=[side], leader={"p": leader}, n=level)
        return
    t.set_attr(leader, "wound", level or None)
    t.note("note.wound", rule="10.67", leader={"p": leader}, n=level)


class Mourn(Staged):
    """Leaders have died: they are removed, points go to the enemy, and who follows is said (10.67, 10.67b, 14.32b1).

    Locals: `side`; the side's own: `dead`.
    """

    name = "mourn"
    first = "next"

    def at_next(self, t: Table, f: Frame) -> None:
        """Bury the next one, and ask for a successor while the turn has impulses left."""
        left = f.of(f.l["side"])["dead"]
        if not left:
            clear_empty(t, f.l["side"])
            t.done()
            return
        leader = left.pop(0)
        vacancy = {**bury(t, leader), "doomed": list(left)}  # nobody follows who has fallen with him
        succeed(t, f.l["side"], vacancy, at_once=not t.var("last_impulse"))  # 14.32a


def bury(t: Table, leader: str) -> dict[str, Any]:
    """Remove a dead leader from the game; returns what he leaves: box, hex, rank and ratings for his successor."""
    score_leader(t, leader, "killed")
    t.note("note.killed", rule="10.67", leader={"p": leader})
    vacancy = {
        "box": tree.box_of(t, leader), "place": t.where(leader), "hex": tree.place_of(t, leader), "stars": stars(t, leader),
        "sum": sum(rating_of(t, leader, key) for key in ("ar", "br", "mr")), "army": tree.is_army_commander(t, leader),
        "superior": tree.is_superior(t, leader), "name": leader, "mr": rating(t, leader, "mr"),
    }  # fmt: skip
    tree.retire(t, leader, box(t.owner(leader), "dead"))
    return vacancy


def rating_of(r: Reader, leader: str, key: str) -> int:
    """Return a leader's rating as printed on his active side: wounds and promotion aside."""
    return int(r.attr(leader, key, 0))


def price(r: Reader, vacancy: dict[str, Any], *, at_once: bool, pooled: bool) -> int:
    """Return the war effort that a successor costs before promotion (14.32b1, 14.32b4).

    A War Department order if the turn goes on, the leader from the pool, and more for the commander of an army or corps.
    """
    chart = r.chart("war_effort_costs")
    superior = vacancy["army"] or (vacancy["superior"] and not r.option("amb_45_corps_replacement_cheap"))
    found = int(chart.at("war_department_order")) if at_once else 0
    found += pool_price(r) if pooled else 0
    return found + (int(chart.at("replace_superior_commander")) if superior else 0)


def pool_price(r: Reader) -> int:
    """Return what a leader from the pool costs (14.33, AMB-26)."""
    return int(r.option("amb_26_pool_leader_price"))


def candidates(r: Reader, side: str, vacancy: dict[str, Any]) -> list[str]:
    """Return the pool leaders who may follow: of his rank or one lower, not much abler than he (14.33a, 14.33)."""
    excess = int(r.chart("leaders_admin").at(f"excess_{side}"))
    fit = [
        p for p in r.of(box(side, "pool"), side)
        if is_leader(r, p)
        and vacancy["stars"] - 1 <= stars(r, p) <= vacancy["stars"]
        and sum(rating_of(r, p, key) for key in ("ar", "br", "mr")) <= vacancy["sum"] + excess
    ]  # fmt: skip
    return sorted(fit)


def deputies(r: Reader, side: str, vacancy: dict[str, Any]) -> list[str]:
    """Return the other leaders in the hex who may take over: promoted by a rank at most (14.32b1)."""
    least = needed_stars(r, side, vacancy) - 1
    here = [*tree.leaders_at(r, vacancy["hex"], side), *orphans(r, side, vacancy)]
    here = [p for p in here if p not in vacancy.get("doomed", ())]
    return [p for p in here if not tree.is_superior(r, p) and stars(r, p) >= least]


def orphans(r: Reader, side: str, vacancy: dict[str, Any]) -> list[str]:
    """Return the leaders who lie in the box of one who is no more: they are in his hex, under nobody (3.12b)."""
    return [p for p in leaders_in(r, vacancy["box"], side) if tree.box_of(r, p)]


def stand_in(r: Reader, side: str, vacancy: dict[str, Any]) -> str:
    """Return who takes over when the pool has nobody: the highest rank in the hex, else in the old command range (AMB-58)."""
    if r.option("amb_58_no_eligible_leader"):
        return ""
    below = orphans(r, side, vacancy)
    at = {p: vacancy["hex"] if p in below else tree.place_of(r, p) for p in tree.leaders(r, side)}
    near = [
        p for p, where in at.items()
        if not tree.is_superior(r, p) and not tree.is_garrison(r, p) and where and p not in vacancy.get("doomed", ())
        and ground.distance(r, where, vacancy["hex"]) <= (vacancy["mr"] if vacancy["superior"] else 0)
    ]  # fmt: skip
    here = [p for p in near if at[p] == vacancy["hex"]]
    return min(here or near, key=lambda p: tree.seniority(r, p), default="")


class Succession(Asking):
    """Who follows a leader: one from the pool, or another of the hex (14.32b1). It can not be declined.

    From the pool he is drawn if the War Department sends him, or to a superior command (14.33a, 14.32b4); else he is chosen.

    Locals: `side`, `at_once`; the side's own: `vacancy`.
    """

    name = "succession"

    def begin(self, t: Table, f: Frame) -> None:
        """Settle it where there is no choice."""
        vacancy = f.of(f.l["side"])["vacancy"]
        some, able = candidates(t, f.l["side"], vacancy), deputies(t, f.l["side"], vacancy)
        if some and not able:
            if self.is_drawn(f, vacancy):
                self.draw(t, f)
            elif len(some) == 1:
                self.settle(t, f, some[0], pooled=True)
        elif some or len(able) > 1:
            return  # the owner says who
        elif chosen := stand_in(t, f.l["side"], vacancy):
            self.settle(t, f, chosen, pooled=False)
        else:
            self.nobody(t, f)

    def is_drawn(self, f: Frame, vacancy: dict[str, Any]) -> bool:
        """Return whether chance says who comes from the pool (14.33a, 14.32b4)."""
        return bool(f.l["at_once"] or vacancy["superior"] or vacancy["army"])

    def is_open(self, t: Table, f: Frame) -> bool:
        """Return whether nobody has followed yet."""
        return not f.l.get("settled")

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Ask for one from the pool, or one who is there."""
        vacancy = f.of(s.side)["vacancy"]
        asks: list[Ask] = []
        some = candidates(s, s.side, vacancy)
        if some and not self.is_drawn(f, vacancy):
            asks.append(offers.pieces("successor", "ask.successor", some, rule="14.33"))
        elif some:
            cost = price(s, vacancy, at_once=f.l["at_once"], pooled=True)
            asks.append(offers.button("draw", msg("button.draw_leader", n=cost), rule="14.33a", primary=True))
        if able := deputies(s, s.side, vacancy):
            asks.append(offers.pieces("take_over", "ask.take_over", able, rule="14.32b1"))
        return offers.offer(msg("prompt.succession", leader={"p": vacancy["name"]}), *asks)

    def do_draw(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Draw one from the pool."""
        self.draw(t, f)

    def do_successor(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Take one from the pool."""
        self.settle(t, f, args["pieces"][0], pooled=True)

    def draw(self, t: Table, f: Frame) -> None:
        """Draw a leader of the rank, or one lower, at random (14.33a)."""
        side = f.l["side"]
        vacancy = f.of(side)["vacancy"]
        self.settle(t, f, t.pick(candidates(t, side, vacancy)), pooled=True)

    def do_take_over(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let a leader of the hex take over: his own force goes into the vacant box (14.32b5)."""
        self.settle(t, f, args["pieces"][0], pooled=False)

    def settle(self, t: Table, f: Frame, leader: str, *, pooled: bool) -> None:
        """Install a successor: promoted as his command needs, paid for as far as the war effort goes (14.32b1, AMB-58)."""
        side = f.l["side"]
        vacancy = f.of(side)["vacancy"]
        f.l["settled"] = True
        need = needed_stars(t, side, vacancy)
        cost = price(t, vacancy, at_once=f.l["at_once"], pooled=pooled)
        cost += max(0, need - stars(t, leader)) * int(t.chart("war_effort_costs").at("promote_leader"))
        tracks.gain(t, side, -min(cost, tracks.wep(t, side)), "wep.successor", "14.32b1")
        if pooled:
            base = vacancy["box"]
            tracks.put(t, base, "ml", int(t.scenario["numbers"][f"initial_ml_{side}"]))  # 14.33
        else:
            leave(t, leader, vacancy)
        install(t, leader, vacancy, need)
        t.note("note.successor", rule="14.32b1", leader={"p": leader}, dead={"p": vacancy["name"]})

    def nobody(self, t: Table, f: Frame) -> None:
        """Without anybody the headquarters goes to the pool and the forces part (AMB-58)."""
        side = f.l["side"]
        f.l["settled"] = True
        scatter(t, side, f.of(side)["vacancy"])


def needed_stars(r: Reader, side: str, vacancy: dict[str, Any]) -> int:
    """Return the rank that a successor needs: an army's or corps' commander by 3.31 and 3.32, others by their units (3.22)."""
    if vacancy["box"].partition("-")[2] in tree.CORPS:
        return 3
    if vacancy["army"]:
        return 4 if side == "csa" else 3
    base, most = vacancy["box"], int(vacancy["stars"])
    if marked(r, f"{base}-state", "union_corps"):
        return min(most, 1)
    load = tree.weight(r, [*units_in(r, base, side), *units_in(r, f"{base}-broken", side)])
    chart = r.chart("stacking")
    return next((n for n in range(1, most) if load <= int(chart.at(f"stars_{n}", "brigades"))), most)


def install(t: Table, leader: str, vacancy: dict[str, Any], need: int = 0) -> None:
    """Put a leader at the head of a force: its box, its place, active; higher rank if it needs it (14.31, 14.32)."""
    t.move(leader, vacancy["place"])
    t.turn(leader, "front")
    t.set_attr(leader, "box", vacancy["box"])
    if vacancy["army"] and not vacancy["superior"]:
        t.set_attr(leader, "army", True)
    if need > stars(t, leader):
        set_rank(t, leader, need)
    base = vacancy["box"]
    tracks.put(t, base, "ap", min(tracks.get(t, base, "ap"), rating(t, leader, "ar")))
    tracks.put(t, base, "ammo", min(tracks.get(t, base, "ammo"), rating(t, leader, "ar", "front")))
    t.set_attr(leader, "start_ml", tracks.get(t, base, "ml"))


def set_rank(t: Table, leader: str, to: int) -> None:
    """Give a leader another rank than the one printed (14.31); by the option it is kept on the display (3.61)."""
    side = t.owner(leader)
    if t.option("hidden_wounds"):
        t.seal(side, "ranks", {**(own(t, side, "ranks") or {}), leader: to})
    else:
        t.set_attr(leader, "stars", to if to != printed_stars(t, leader) else None)


def leave(t: Table, leader: str, vacancy: dict[str, Any]) -> None:
    """Let a leader leave his own force for a vacant one: his units come into the new box, elsewhere they stay alone."""
    units, where = tree.units(t, leader), tree.place_of(t, leader) or vacancy["hex"]
    for unit in units:
        t.move(unit, vacancy["box"] if where == vacancy["hex"] else where)
    if where == vacancy["hex"]:  # his artillery and ammunition come too, as far as he may have them (16.2, 14.12)
        for track in ("artillery", "ammo"):
            has = tracks.get(t, vacancy["box"], track)
            more = min(has + tracks.get(t, tree.box_of(t, leader), track), rating(t, leader, "ar", "front"))
            tracks.put(t, vacancy["box"], track, max(has, more))
    tree.dissolve(t, leader)
    t.note("note.merged", rule="14.32b5", only=[t.owner(leader)], leader={"p": leader}, cell={"c": where}, units=wrapped(units))


def scatter(t: Table, side: str, vacancy: dict[str, Any]) -> None:
    """Break up a force that nobody leads: units of a nested one join its superior's, others stand alone (AMB-58)."""
    where, base = vacancy["place"], vacancy["box"]
    for piece in [*t.of(base, side), *t.of(f"{base}-broken", side)]:
        if is_unit(t, piece):
            t.move(piece, where)
        elif is_leader(t, piece):
            tree.follow(t, piece, where)
    tracks.clear(t, base)
    for piece in t.of(where, side):
        if str(t.attr(piece, "box") or "") == base and not is_leader(t, piece):
            t.set_attr(piece, "box", None)
            t.move(piece, box(side, "pool"))
        elif _numbers(t, piece, base):
            t.remove(piece)
    for piece in t.ids(f"{base}-state"):
        if t.has(piece, "union_corps") or t.has(piece, "cavalry_corps"):
            t.move(piece, box(side, "pool"))
        else:
            t.remove(piece)


def _numbers(r: Reader, piece: str, base: str) -> bool:
    return r.has(piece, "troops") and base == f"{r.owner(piece)}-l{r.attr(piece, 'number')}"


def succeed(t: Table, side: str, vacancy: dict[str, Any], *, at_once: bool) -> None:
    """Begin the question who follows a leader."""
    t.call(Succession.name, side=side, at_once=at_once).of(side)["vacancy"] = vacancy


STEPS = (Guns(), Mourn(), Succession())

__all__ = ["STEPS", "casualties", "clear_empty", "eliminate", "ground", "orders", "succeed"]
