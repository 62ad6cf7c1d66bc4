"""Income of the major cities, supply in the reorganization, strategic attrition (13.3, 13.4)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Offer
from qtwar.kit.step import Step
from qtwar.kit.steps import Staged
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import control, ground, lines, losses, morale, orders, relief, supply, tracks, tree
from .facts import MAP, fights, hexes_of, is_active, is_depot, place, rating, strength

FAR = 5
"""Movement points from a source or relay that make a force far from it (13.42)."""


def cities(r: Reader, side: str) -> list[str]:
    """Return the major cities that pay a side: held, and by open rail to the map edge or with a port (13.32)."""
    hexes = [place(c) for c in sorted(r.content.boards[MAP].features["major_city"])]
    joined = lines.at_edge(r, side)
    return [
        at for at in hexes if control.holder(r, at) == side and (at in joined or ground.has_feature(r, at, "port"))
    ]


class Income(Step):
    """Each side has its income of the turn (13.32). Local `side`."""

    name = "income"

    def run(self, t: Table, f: Frame) -> None:
        """Pay it out."""
        side = f.l["side"]
        each = int(t.chart("income").at("major_city"))
        tracks.gain(t, side, each * len(cities(t, side)), "wep.cities", "13.32")
        t.done()


def is_crowded(r: Reader, side: str, where: str) -> bool:
    """Return whether a hex is crowded: two leaders with units under a third in the same hex (13.41b)."""
    every = tree.leaders_at(r, where, side)
    with_units = sum(1 for p in every[1:] if tree.units(r, p))
    chart = r.chart("crowding")
    return len(every) >= int(chart.at("leaders")) and with_units >= int(chart.at("with_units"))


def total(r: Reader, side: str, where: str) -> int:
    """Return the strength of a hex that wears it down: infantry, engineers, cavalry, artillery (13.42)."""
    units = sum(strength(r, u) for u in tree.units_at(r, where, side))
    return units + sum(tracks.get(r, tree.box_of(r, p), "artillery") for p in tree.leaders_at(r, where, side))


def suffers(r: Reader, side: str, where: str) -> bool:
    """Return whether the forces of a hex undergo attrition: short of supply, crowded, or relieved but still cut off (13.41)."""
    return state(r, side, where) != supply.FULL or is_crowded(r, side, where) or is_cut_off(r, side, where)


def is_cut_off(r: Reader, side: str, where: str) -> bool:
    """Return whether no line at all leads from a hex to a source or relay: what is spent there does not mend that (13.41a)."""
    got = supply.judge(r, side).get(where)
    return not (got and got.served) and not supply.has_line(r, side, where)


def state(r: Reader, side: str, where: str) -> str:
    """Return the state of a hex in the reorganization: the worst of who is there and was not relieved."""
    here = [*tree.leaders_at(r, where, side), *tree.independents(r, where, side)]
    return max((supply.state_of(r, p) for p in here), key=supply.STATES.index, default=supply.FULL)


def modifiers(r: Reader, side: str, where: str, given: int) -> list[tuple[str, int]]:
    """Return what is added to the attrition die, each with its key (13.42)."""
    chart, now = r.chart("attrition_modifiers"), state(r, side, where)
    got = supply.judge(r, side).get(where)
    found: list[tuple[str, int]] = []

    def add(key: str, n: int) -> None:
        if n:
            found.append((f"attrition.{key}", n))

    if got is not None and got.served:
        add("far", int(chart.at("far")) if (got.cost or 0) >= FAR * ground.HALVES else 0)
    elif is_cut_off(r, side, where):
        add("no_los", int(chart.at("no_los")))
    else:
        add("far", int(chart.at("far")))
    if now != supply.FULL:
        add(now, int(chart.at("combat_supply" if now == supply.COMBAT else "out_of_supply")))
    add("weather", ground.effect(r, "attrition"))
    add("morale", int(chart.at("morale")) * given)
    chief = tree.commander(r, where, side)
    if chief:
        add("rating", -rating(r, chief, "ar"))
    return found


class Attrition(Staged):
    """Supply is judged; whoever is short or crowded is worn down (13.4). Local `side`; its own: `hexes`, `given`."""

    name = "attrition"
    first = "judge"

    def at_judge(self, t: Table, f: Frame) -> str:
        """Judge supply anew, and let the side spend what it has to better it (13.41a)."""
        side = f.l["side"]
        supply.forget(t, side)
        supply.record(t, side)
        t.call(relief.Relief.name, side=side)
        return "depots"

    def at_depots(self, t: Table, f: Frame) -> str:
        """Take off rail depots whose railroad is cut (7.13); then see who suffers."""
        side = f.l["side"]
        supply.mark_rail_depots(t, side)
        for piece in supply.relays(t, side):
            at = t.where(piece)
            if is_depot(t, piece) and t.attr(piece, "rail") and not supply.is_rail_depot(t, piece):
                t.remove(piece)
                t.note("note.depot_lost", rule="7.13", side={"s": side}, cell={"c": at})
        f.of(side)["hexes"] = [at for at in hexes_of(t, side) if suffers(t, side, at)]
        return "next"

    def at_next(self, t: Table, f: Frame) -> str:
        """Take the next hex; its commander may give up morale (3.54c)."""
        side = f.l["side"]
        own = f.of(side)
        tree.tidy(t, side)
        own["hexes"] = [at for at in own["hexes"] if fights(t, at, side)]
        if not own["hexes"]:
            supply.forget(t, side)
            t.done()
            return ""
        chief = tree.commander(t, own["hexes"][0], side)
        if chief:
            t.wait(side)
            return ""
        self.wear(t, f, 0)
        return ""

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Ask whether morale is given up for the die (3.54c)."""
        where = f.of(s.side)["hexes"][0]
        drm = sum(n for _, n in modifiers(s, s.side, where, 0))
        prompt = offers.msg("prompt.attrition", cell={"c": where}, n=total(s, s.side, where), drm=f"{drm:+d}")
        asks = [offers.button("wear", "button.attrition", rule="13.42", primary=True)]
        if morale.ml(s, tree.commander(s, where, s.side)):
            asks.append(offers.button("wear_less", "button.attrition_less", rule="3.54"))
        return offers.offer(prompt, *asks)

    def do_wear(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Roll as it is."""
        self.wear(t, f, 0)

    def do_wear_less(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Give up a level of morale for the die (3.54c)."""
        chief = tree.commander(t, f.of(side)["hexes"][0], side)
        morale.change(t, chief, "given", "3.54c", -1)
        self.wear(t, f, 1)

    def wear(self, t: Table, f: Frame, given: int) -> None:
        """Roll for a hex: steps lost, and by a star the commander's check (13.42)."""
        side = f.l["side"]
        own = f.of(side)
        where = own["hexes"].pop(0)
        secret = [side] if t.option("hidden_attrition") else None
        die = t.roll(purpose="roll.attrition", by=side, sides=secret)[0]
        chart = t.chart("strategic_attrition")
        row = max(0, min(len(chart.row_heads) - 1, die + sum(n for _, n in modifiers(t, side, where, given))))
        column = chart.column(max(1, total(t, side, where)))
        word = str(chart.cell(row, column))
        table = {"t": ["strategic_attrition", row, column]}
        t.note("note.attrition", rule="13.42", only=secret, side={"s": side}, cell={"c": where}, table=table)
        f.l["stage"] = "next"
        chief = tree.commander(t, where, side)
        if word.endswith("*") and chief and is_active(t, chief):
            check = t.roll(purpose="roll.morale", by=side, sides=secret)[0]
            if not morale.passes(t, check, morale.ml(t, chief)):
                orders.deactivate(t, chief, "13.42")
        steps = int(word.rstrip("*")) if word.rstrip("*").isdigit() else 0
        if steps:
            losses.call(t, side, tree.units_at(t, where, side), steps, "13.42")


STEPS = (Income(), Attrition())
