"""Retreats hex by hex, and advances into what was left (10.68, 10.61c)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Offer, msg
from qtwar.kit.steps import Asking, Staged
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import bodies, capture, control, fallen, ground, losses, morale, supply, tree, works, zones
from .facts import enemy, fights, is_leader, is_unit, wrapped

# where to ---------------------------------------------------------------------------


def home(r: Reader, side: str) -> dict[str, int]:
    """Return hex → how many hexes from a source or relay of a side, whoever stands on the way (10.68)."""
    key = ("home", side)
    if key not in r.memo:
        queue = [post.place for post in supply.posts(r, side)]
        far = dict.fromkeys(queue, 0)
        for here in queue:
            for to in ground.near(r, here):
                if to not in far and ground.can_cross(r, here, to):
                    far[to] = far[here] + 1
                    queue.append(to)
        r.memo[key] = far
    answer: dict[str, int] = r.memo[key]
    return answer


def stacks_with(r: Reader, who: Iterable[str], where: str, side: str) -> bool:
    """Return whether pieces may stand in a hex with the friends there (3.21, 3.12c)."""
    who = list(who)
    chiefs = [p for p in who if is_leader(r, p)]
    there = tree.leaders_at(r, where, side)
    if chiefs and there:
        return tree.may_stack(r, [*there, *(one for p in chiefs for one in tree.whole(r, p))])
    return bool(chiefs or there) or tree.independent_room(r, where, side, [p for p in who if is_unit(r, p)])


def ways_back(r: Reader, side: str, where: str, who: Iterable[str] = ()) -> list[str]:
    """Return the hexes that a retreat may go to from a hex (10.68).

    Not into enemies, prohibited ground or over rivers without a crossing; towards a source or relay, out of enemy zones
    if there is such a hex, else out of enemy zones elsewhere, else through them.
    """
    foe, who = enemy(side), list(who) or bodies.followers(r, where, side)
    open_ = [
        at for at in ground.near(r, where)
        if ground.can_cross(r, where, at) and not fights(r, at, foe) and stacks_with(r, who, at, side)
    ]  # fmt: skip
    far = home(r, side)
    back = [at for at in open_ if far.get(at, 999) < far.get(where, 999)]
    free = [at for at in open_ if not zones.in_enemy_zone(r, at, side)]
    return [at for at in free if at in back] or free or back or open_


# retreat ----------------------------------------------------------------------------


class Retreat(Staged):
    """A stack, or part of one, goes back so many hexes.

    Locals: `side`, `where`, `hexes`, `by` (who says where to), `rule`; the side's own: `who`, the pieces if not all.
    Hands back `{at, lost}`: the hex where it is now, empty if it is eliminated, and the steps lost on the way.
    """

    name = "retreat"
    first = "go"

    def who(self, r: Reader, f: Frame) -> list[str]:
        """Return the pieces on the retreat."""
        chosen = f.of(f.l["side"]).get("who")
        if chosen is None:
            return bodies.followers(r, f.l["where"], f.l["side"])
        return [p for p in chosen if r.exists(p) and r.where(p) == f.l["where"]]

    def at_go(self, t: Table, f: Frame) -> str | None:
        """Ask where to, or go where there is no choice."""
        f.l.setdefault("lost", 0)
        who = self.who(t, f)
        if not f.l["hexes"] or not who:
            t.done({"at": f.l["where"] if who else "", "lost": f.l["lost"]})
            return None
        f.l["cells"] = ways_back(t, f.l["side"], f.l["where"], who)
        if not f.l["cells"]:
            f.l["lost"] += fallen.eliminate(t, f.l["side"], who)
            t.note("note.no_retreat", rule="10.68", side={"s": f.l["side"]}, cell={"c": f.l["where"]})
            t.done({"at": "", "lost": f.l["lost"]})
            return None
        if len(f.l["cells"]) == 1:
            return self.step(t, f, f.l["cells"][0])
        t.wait(f.l["by"])
        return None

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Ask for the next hex."""
        ask = offers.cell("retreat", "ask.retreat", f.l["cells"], rule="10.68")
        prompt = msg("prompt.retreat", side={"s": f.l["side"]}, cell={"c": f.l["where"]}, n=f.l["hexes"])
        return offers.offer(prompt, ask)

    def do_retreat(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Go to the hex chosen."""
        f.l["stage"] = self.step(t, f, args["cell"])

    def step(self, t: Table, f: Frame, to: str) -> str:
        """Move the stack; a hex in an enemy zone costs a step, the first of them morale (10.68)."""
        side, where = f.l["side"], f.l["where"]
        works.interrupt(t, side, where)  # which may cost a balloon
        who = self.who(t, f)
        move(t, side, who, to)
        t.note("note.retreat", rule=f.l.get("rule", "10.68"), side={"s": side}, a={"c": where}, b={"c": to})
        f.l["where"], f.l["hexes"] = to, f.l["hexes"] - 1
        if "who" not in f.of(side):
            f.of(side)["who"] = who
        if not f.l.get("began"):
            f.l["began"] = True
            capture.take_depots(t, enemy(side), where)
        if not zones.in_enemy_zone(t, to, side):
            return "go"
        chief = next((p for p in tree.standing(t, to, side) if p in who), "")
        if chief and not f.l.get("shaken"):
            morale.change(t, chief, "retreat_through_enemy_zoc", "10.68")
        f.l["shaken"] = True
        units = [u for p in who if is_leader(t, p) for u in tree.all_units(t, p)] + [p for p in who if is_unit(t, p)]
        losses.call(t, side, units, 1, "10.68")
        return "lost"

    def at_lost(self, t: Table, f: Frame) -> str:
        """Count what the way through an enemy zone has cost, and go on."""
        f.l["lost"] += int(f.result or 0)
        fallen.clear_empty(t, f.l["side"])
        return "go"


def move(t: Table, side: str, who: Iterable[str], to: str) -> None:
    """Move pieces of a side to a hex next to theirs, whatever it costs, and capture what is found there."""
    for piece in who:
        t.move(piece, to)
    control.passes(t, side, [to])
    capture.take(t, side, to)


def begin(t: Table, side: str, where: str, hexes: int, by: str, rule: str = "10.68", who: list[str] | None = None) -> None:
    """Begin the retreat of a stack, or of some of its pieces."""
    frame = t.call(Retreat.name, side=side, where=where, hexes=hexes, by=by, rule=rule)
    if who is not None:
        frame.of(side)["who"] = who


# advance ----------------------------------------------------------------------------


class Advance(Asking):
    """A side may advance into hexes that the enemy has left (10.61c, 10.68).

    Locals: `side`, `hexes`: those left, `start`: the hexes whose stacks may come.
    """

    name = "advance"
    ends = ("stay",)

    def movers(self, r: Reader, f: Frame) -> dict[str, list[str]]:
        """Return piece → hexes left that it may enter."""
        side = f.l["side"]
        found = {}
        for start in f.l["start"]:
            for piece in (*tree.standing(r, start, side), *tree.independents(r, start, side)):
                if is_leader(r, piece) and tree.is_garrison(r, piece):
                    continue
                if cells := [at for at in f.l["hexes"] if self.may(r, piece, start, at)]:
                    found[piece] = cells
        return found

    def may(self, r: Reader, piece: str, start: str, to: str) -> bool:
        """Return whether a piece may go on into a hex that was left."""
        side = r.owner(piece)
        near = to in ground.near(r, start) and ground.can_cross(r, start, to)
        return near and not fights(r, to, enemy(side)) and stacks_with(r, [piece], to, side)

    def is_open(self, t: Table, f: Frame) -> bool:
        """Return whether anybody may advance."""
        return bool(self.movers(t, f))

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Ask who advances where."""
        place = offers.place("advance", "ask.advance", self.movers(s, f), rule="10.68")
        return offers.offer(msg("prompt.advance"), place, offers.button("stay", "button.stay_back"))

    def do_advance(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Move a leader with all his own, or units."""
        to = args["cell"]
        for piece in args["pieces"]:
            if is_leader(t, piece):
                tree.follow(t, piece, to)
            else:
                t.move(piece, to)
        control.passes(t, side, [to])
        capture.take(t, side, to)
        t.note("note.advance", rule="10.68", side={"s": side}, pieces=wrapped(args["pieces"]), cell={"c": to})


STEPS = (Retreat(), Advance())
