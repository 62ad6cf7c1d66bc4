"""Reinforcements: Confederate ones in their first impulse of the turn (4.21, 6.0), Union ones in the naval sequence (15.12)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Offer
from qtwar.kit.steps import Asking
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import lines, newforces, orders, tracks, tree, zones
from .facts import CSA, UNION, is_leader, is_unit, place, wrapped


def due(r: Reader, side: str) -> list[list[str]]:
    """Return the groups of a side that are due by now: those of a turn with the same place of arrival (18.18).

    A headquarters or corps marker without its leader comes by itself (6.0).
    """
    groups: dict[tuple[int, str, str], list[str]] = {}
    for turn in range(1, int(r.var("turn")) + 1):
        for piece in r.of(f"turn-{turn}", side):
            if r.attr(piece, "at_sea"):
                continue
            alone = piece if comes_upon_a_leader(r, piece) else ""
            groups.setdefault((turn, ",".join(r.attr(piece, "arrives") or ()), alone), []).append(piece)
    return [groups[key] for key in sorted(groups)]


def comes_upon_a_leader(r: Reader, piece: str) -> bool:
    """Return whether a piece is a headquarters or corps marker whose leader does not come with it (6.0)."""
    if not r.has(piece, "hq"):
        return r.has(piece, "union_corps")
    led = {tree.box_of(r, p) for p in r.of(r.where(piece), r.owner(piece)) if is_leader(r, p)}
    return str(r.attr(piece, "box") or "") not in led


def entries(r: Reader) -> list[str]:
    """Return the friendly stations nearest to the map edge on open edge railroads (6.0, AMB-55)."""
    net = lines.net(r, CSA)
    found = [at for e in lines.edges(r.content, CSA) for at in net.get(e, ()) if zones.free_of_enemies(r, at, CSA)]
    return found[:1] if r.option("amb_55_reinforcements_forced_line") else sorted(set(found))


def ports(r: Reader) -> list[str]:
    """Return where Union reinforcements disembark: ports and landings without enemies (15.12)."""
    cells = [place(c) for c in sorted(r.content.boards["virginia"].features.get("port", ()))]
    landings = [at for at in r.places() if any(r.has(p, "landing") for p in r.ids(at))]
    return [at for at in (*cells, *landings) if zones.free_of_enemies(r, at, UNION)]


def places(r: Reader, side: str, group: list[str]) -> list[str]:
    """Return where a group may come in: the place that the scenario names, else by the rules."""
    if comes_upon_a_leader(r, group[0]):
        return newforces.able_hexes(r, side, group[0])
    named = [at for at in r.attr(group[0], "arrives") or () if zones.free_of_enemies(r, at, side)]
    found = named or (entries(r) if side == CSA else ports(r))
    return [at for at in found if fits(r, side, at, group)]


def fits(r: Reader, side: str, where: str, group: list[str]) -> bool:
    """Return whether a group may stand in a hex: units by themselves within a division, or in a force there (3.12c, 3.22)."""
    if any(is_leader(r, p) for p in group):
        return tree.may_stack(r, [*(p for p in group if is_leader(r, p)), *tree.leaders_at(r, where, side)])
    units = [p for p in group if is_unit(r, p)]
    return tree.independent_room(r, where, side, units) or bool(hosts(r, side, where, units))


def hosts(r: Reader, side: str, where: str, units: list[str]) -> list[str]:
    """Return the leaders of a hex who can take units in."""
    return [p for p in tree.leaders_at(r, where, side) if tree.has_room(r, p, units) and not tree.is_cavalry_corps(r, p)]


class Arrivals(Asking):
    """A side's reinforcements come in, group by group. Local `side`; `at`: the group that is asked about."""

    name = "arrivals"

    def groups(self, r: Reader, f: Frame) -> list[list[str]]:
        """Return the groups that can come in now: the Confederates' in an impulse, the Union's in the naval sequence."""
        side = f.l["side"]
        impulses = r.frame_of("impulses")
        if (side == CSA) != (impulses is not None):
            return []
        if impulses is not None and int(impulses.l.get("had", {}).get(CSA, 1)) > 1:
            return []
        return [group for group in due(r, side) if places(r, side, group)]

    def is_open(self, t: Table, f: Frame) -> bool:
        """Bring in what has one place only; ask about the rest."""
        while groups := self.groups(t, f):
            found = places(t, f.l["side"], groups[0])
            if len(found) > 1:
                return True
            self.bring(t, f, groups[0], found[0])
        return False

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Ask where the first group comes in."""
        group = self.groups(s, f)[0]
        ask = offers.cell("arrive", "ask.arrive", places(s, s.side, group), rule="6.0")
        return offers.offer(offers.msg("prompt.arrive", pieces=wrapped(group)), ask)

    def do_arrive(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Bring a group in."""
        self.bring(t, f, self.groups(t, f)[0], args["cell"])

    def bring(self, t: Table, f: Frame, group: list[str], where: str) -> None:
        """Lay a group on the map: leaders with their markers, units in their boxes or by themselves."""
        side = f.l["side"]
        turn = t.where(group[0])
        t.note("note.arrived", rule="6.0" if side == CSA else "15.12", pieces=wrapped(group), cell={"c": where})
        leaders = [p for p in group if is_leader(t, p)]
        units = [p for p in group if is_unit(t, p)]
        alone = comes_upon_a_leader(t, group[0])
        for piece in group:
            t.set_attr(piece, "arrives", None)
            if alone:
                newforces.give(t, side, piece, where)  # 6.0
            elif piece not in units:
                t.move(piece, where)
        if alone:
            return
        if leaders:
            self.form(t, side, turn, leaders, units)
        elif tree.independent_room(t, where, side, units):
            for unit in units:
                t.move(unit, where)
        else:
            for unit in units:
                t.move(unit, tree.box_of(t, hosts(t, side, where, units)[0]))

    def form(self, t: Table, side: str, turn: str, leaders: list[str], units: list[str]) -> None:
        """Put units into the boxes of their leaders as the scenario lists them (14.34)."""
        listed = ((t.scenario.get("attrs") or {}).get("forces") or {}).get(side) or ()
        by_kind = {t.record(p)["kind"]: p for p in leaders}
        left = list(units)
        for force in [row for row in listed if row.get("place") == turn and row["leader"] in by_kind]:
            leader = by_kind[force["leader"]]
            base = tree.box_of(t, leader)
            for _ in force.get("units") or ():
                if left:
                    t.move(left.pop(0), base)
            tracks.put(t, base, "ml", int(t.scenario["numbers"][f"initial_ml_{side}"]))
            tracks.put(t, base, "artillery", int(force.get("artillery") or 0))
            orders.refill(t, [leader])
        for leader in leaders:
            if not tree.is_superior(t, leader):
                chiefs = [p for p in leaders if tree.is_superior(t, p)]
                if chiefs:
                    tree.nest(t, leader, chiefs[0])


STEPS = (Arrivals(),)
