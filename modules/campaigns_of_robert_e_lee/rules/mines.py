"""Mines under enemy entrenchments, from 1864 on (14.45).

Sealed, the Union's own: `mines`, engineer → target hex and turns at work. The engineer lies at work on the map.
"""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Offer, msg
from qtwar.kit.steps import Asking
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import engineers, ground, tracks, tree, works
from .chores import Chore
from .facts import CSA, UNION, own

PLOT = "mines"
JOB = "work"
"""What shows on the engineers: that they are at work, not at what."""


def plots(r: Reader) -> dict[str, dict[str, Any]]:
    """Return the Union's mines: engineer → `target` and `turns`; nothing to the other side."""
    found: dict[str, dict[str, Any]] = own(r, UNION, PLOT) or {}
    return found


def is_open(r: Reader) -> bool:
    """Return whether mines are dug at all this year (14.45)."""
    year = int(r.var("year") or (r.scenario.get("attrs") or {}).get("year") or 0)
    return year >= int(r.chart("mines").at("first_year"))


def targets(r: Reader, where: str) -> list[str]:
    """Return the enemy entrenchments next to a hex (14.45a)."""
    return [at for at in ground.near(r, where) if works.level(r, at, CSA)]


def price(r: Reader, target: str) -> int:
    """Return the war effort of a turn's work: by the level of the entrenchment (14.45a)."""
    return int(r.chart("war_effort_costs").at("mine_work")) * works.level(r, target, CSA)


def with_army(r: Reader, where: str) -> bool:
    """Return whether the headquarters of a Union army is in a hex (14.45a)."""
    return any(tree.is_army_commander(r, p) and tree.is_superior(r, p) for p in tree.leaders_at(r, where, UNION))


def sites(r: Reader) -> dict[str, list[str]]:
    """Return target → hexes from which engineers with an army headquarters could begin (14.45a)."""
    found: dict[str, list[str]] = {}
    taken = {plot["target"] for plot in plots(r).values()}
    for where in engineers.helpers(r, UNION):
        for target in targets(r, where) if with_army(r, where) else ():
            if target not in taken and price(r, target) <= tracks.wep(r, UNION):
                found.setdefault(target, []).append(where)
    return found


class Mines(Chore):
    """Mines are begun, and dug on, turn by turn (14.45a)."""

    name, rule = "mines", "14.45"

    def going(self, r: Reader, f: Frame) -> list[str]:
        """Return the targets of mines that may be dug on: not yet this turn, four turns at most, paid for."""
        most, now = int(r.chart("mines").at("most_turns")), int(r.var("turn") or 1)
        return [
            str(plot["target"]) for plot in plots(r).values()
            if plot["turns"] < most and plot["last"] < now and price(r, str(plot["target"])) <= tracks.wep(r, UNION)
        ]  # fmt: skip

    def is_called(self, r: Reader, f: Frame) -> bool:
        """Return whether the side may dig mines this year (14.45)."""
        return f.l["side"] == UNION and is_open(r)

    def tasks(self, s: Seen, f: Frame) -> list[Ask]:
        """Return what may be dug."""
        if s.side != UNION or not is_open(s):
            return []
        found: list[Ask] = []
        if begun := self.going(s, f):
            found.append(offers.cell("dig_on", "ask.dig_on", begun, rule="14.45a"))
        if fresh := sites(s):
            found.append(offers.cell("begin_mine", "ask.begin_mine", sorted(fresh), rule="14.45a"))
        return found

    def do_begin_mine(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Begin a mine: the army commander's order, the first turn's price (14.41, 14.45a)."""
        target = args["cell"]
        where = sites(t)[target][0]
        piece = engineers.helpers(t, UNION)[where][0]
        tracks.pay(t, side, price(t, target), "wep.mine", "14.45a")
        engineers.order(t, side, where, piece, JOB)
        t.seal(UNION, PLOT, {**plots(t), piece: {"target": target, "turns": 1, "last": int(t.var("turn") or 1)}})
        t.note("note.mine", rule="14.45a", only=[UNION], cell={"c": target}, n=1)

    def do_dig_on(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Dig on for a turn."""
        piece, plot = next((p, plot) for p, plot in plots(t).items() if plot["target"] == args["cell"])
        tracks.pay(t, side, price(t, args["cell"]), "wep.mine", "14.45a")
        turns = plot["turns"] + 1
        t.seal(UNION, PLOT, {**plots(t), piece: {**plot, "turns": turns, "last": int(t.var("turn") or 1)}})
        t.note("note.mine", rule="14.45a", only=[UNION], cell={"c": args["cell"]}, n=turns)


def prune(t: Table) -> None:
    """Forget mines whose engineers have left their work."""
    left = {p: plot for p, plot in plots(t).items() if t.exists(p) and t.attr(p, "at_work") == JOB}
    t.seal(UNION, "mines", left or None)  # PLOT, by its word: position files may name it


class Blow(Asking):
    """The Union may blow up mines in any combat sequence, before the attack on the works (14.45a). Hands back the targets."""

    name = "blow"
    ends = ("wait_on",)

    def begin(self, t: Table, f: Frame) -> None:
        """Forget what is no more."""
        f.l["blown"] = []
        prune(t)

    def asked(self, t: Table, f: Frame) -> str:
        """Ask the Union, whosever impulse it is."""
        return UNION

    def is_open(self, t: Table, f: Frame) -> bool:
        """Return whether there are mines."""
        return bool(plots(t))

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Ask which mine goes up."""
        cells = sorted({str(plot["target"]) for plot in plots(s).values()})
        ask = offers.cell("blow_up", "ask.blow_up", cells, rule="14.45b")
        return offers.offer(msg("prompt.blow"), ask, offers.button("wait_on", "button.wait_on", rule="14.45a"))

    def do_blow_up(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Blow a mine up: so many levels go by the turns of work and a die (14.45b)."""
        target = args["cell"]
        piece, plot = next((p, plot) for p, plot in plots(t).items() if plot["target"] == target)
        die = t.roll(purpose="roll.mine", by=side)[0]
        chart = t.chart("mine_detonation")
        lost = int(chart.at(die, plot["turns"]))
        table = {"t": ["mine_detonation", chart.row(die), chart.column(plot["turns"])]}
        t.note("note.blown", rule="14.45b", cell={"c": target}, n=plot["turns"], table=table)
        if lost and works.level(t, target, CSA):
            works.set_level(t, target, CSA, works.level(t, target, CSA) - lost)
        engineers.rest(t, UNION, piece)
        prune(t)
        f.l["blown"].append(target)

    def close(self, t: Table, f: Frame) -> list[str]:
        """Hand back where mines went up."""
        return list(f.l["blown"])


STEPS = (Mines(), Blow())
