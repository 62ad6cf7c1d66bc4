"""New forces of units without a leader; headquarters and corps markers that are rebuilt or come in (6.0, 14.34, 14.35)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import fallen, stores, tracks, tree
from .chores import Chore
from .facts import CSA, box, counter, hexes_of, on_map, stars
from .leaders import pool


class NewForces(Chore):
    """Leaders from the pool form new forces of units without one; lost headquarters come back (14.34, 14.35)."""

    name, rule = "new_forces", "14.35"

    def price(self, r: Reader, ranks: int = 0) -> int:
        """Return what a leader from the pool costs, with promotion (14.32b2, 14.33)."""
        return fallen.pool_price(r) + ranks * stores.cost(r, "promote_leader")

    def hexes(self, r: Reader, side: str) -> list[str]:
        """Return the hexes with units without a leader where a force can be formed (14.35)."""
        return [at for at in hexes_of(r, side) if tree.independents(r, at, side) and stores.is_base(r, side, at)]

    def rise(self, r: Reader, side: str, where: str, leader: str) -> int | None:
        """Return by how many ranks a pool leader must rise to lead the units of a hex, None if he can not (14.32b2)."""
        units, there = tree.independents(r, where, side), tree.leaders_at(r, where, side)
        for more in (0, 1):
            rank = stars(r, leader) + more
            enough = tree.weight(r, units) <= int(r.chart("stacking").at(f"stars_{max(1, min(4, rank))}", "brigades"))
            if rank <= 4 and enough and (tree.has_hq(r, there) or all(stars(r, p) != rank for p in there)):
                return more
        return None

    def fits(self, r: Reader, side: str, where: str, leader: str) -> bool:
        """Return whether a pool leader can be had for the units of a hex."""
        more = self.rise(r, side, where, leader)
        return more is not None and self.price(r, more) <= tracks.wep(r, side)

    def headquarters(self, r: Reader, side: str) -> dict[str, list[str]]:
        """Return headquarters or corps marker in the pool → leaders on whom it may be rebuilt (14.34)."""
        found = {}
        for piece in r.of(box(side, "pool"), side):
            price = rebuilding(r, piece)
            if price is not None and price <= tracks.wep(r, side) and (able := able_hexes(r, side, piece)):
                found[piece] = able
        return found

    def tasks(self, s: Seen, f: Frame) -> list[Ask]:
        """Return the asks to form forces and to rebuild headquarters."""
        side = f.l["side"]
        found: list[Ask] = []
        if tree.free_boxes(s, side):
            some = {p: [at for at in self.hexes(s, side) if self.fits(s, side, at, p)] for p in pool(s, side)}
            some = {p: at for p, at in some.items() if at}
            if some:
                found.append(offers.place("form", "ask.form", some, rule="14.35", max=1))
        horse = self.cavalry(s, side)
        if horse:
            found.append(offers.pieces("cavalry_corps", "ask.cavalry_corps", horse, rule="3.13"))
        lost = self.headquarters(s, side)
        if lost:
            found.append(offers.place("rebuild", "ask.rebuild", lost, rule="14.34", max=1))
        return found

    def cavalry(self, r: Reader, side: str) -> list[str]:
        """Return the leaders whose force may become the cavalry corps: all cavalry, and the side has none (3.13a)."""
        if any(tree.is_cavalry_corps(r, p) for p in tree.leaders(r, side)):
            return []
        guns = int(r.chart("artillery_limits").at("cavalry_corps"))
        return [
            p
            for p in tree.leaders(r, side)
            if tree.place_of(r, p) and tree.is_cavalry_force(r, [p]) and not tree.is_superior(r, p)
            and tracks.get(r, tree.box_of(r, p), "artillery") <= guns
        ]  # fmt: skip

    def do_cavalry_corps(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Make a force the cavalry corps (3.13a)."""
        leader, kind = args["pieces"][0], f"{side}_cavalry_corps"
        state = f"{tree.box_of(t, leader)}-state"
        marker = next((p for p in t.content.pieces_of(kind) if t.exists(p)), "")
        if marker:
            t.move(marker, state)
        else:
            counter(t, kind, state, side)
        only = None if on_map(t.where(leader)) else [side]
        t.note("note.cavalry_corps", rule="3.13a", only=only, leader={"p": leader})

    def do_form(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Form a front-line force of the units of a hex (14.32b2, 14.35)."""
        leader, where = args["pieces"][0], args["cell"]
        more = self.rise(t, side, where, leader) or 0
        tracks.pay(t, side, self.price(t, more), "wep.pool", "14.35")
        if more:
            fallen.set_rank(t, leader, stars(t, leader) + more)
        base = tree.free_boxes(t, side)[0]
        units = tree.independents(t, where, side)
        t.set_attr(leader, "box", base)
        t.turn(leader, "front")
        t.move(leader, where)
        counter(t, f"{side}_troops_{base.rpartition('-l')[2]}", where, side)
        for unit in units:
            t.move(unit, base)
        tracks.put(t, base, "ml", int(t.scenario["numbers"][f"initial_ml_{side}"]))
        t.note("note.formed", rule="14.35", leader={"p": leader}, cell={"c": where})

    def do_rebuild(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Rebuild a headquarters or a Union corps on the commander of a hex (14.34)."""
        piece, where = args["pieces"][0], args["cell"]
        tracks.pay(t, side, rebuilding(t, piece) or 0, "wep.rebuilt", "14.34")
        give(t, side, piece, where)
        t.note("note.rebuilt", rule="14.34", leader={"p": tree.commander(t, where, side)}, cell={"c": where})


# headquarters and corps markers -----------------------------------------------------


def rebuilding(r: Reader, piece: str) -> int | None:
    """Return what a lost headquarters or corps marker costs to rebuild, None for other pieces (14.34)."""
    if r.has(piece, "union_corps"):
        return stores.cost(r, "rebuild_union_corps_marker")
    return stores.cost(r, "rebuild_army_hq_or_csa_corps_hq") if r.has(piece, "hq") else None


def may_have(r: Reader, side: str, piece: str, leader: str) -> bool:
    """Return whether a leader is eligible for a headquarters or corps marker: commander of his hex, of the rank (3.31-3.33)."""
    if tree.is_superior(r, leader) or tree.is_garrison(r, leader) or tree.commander(r, r.where(leader), side) != leader:
        return False
    if r.has(piece, "union_corps"):
        return not tree.is_union_corps(r, leader)
    if r.has(piece, "corps_hq"):
        return stars(r, leader) == 3 and bool(free_superior(r, side, tree.CORPS))
    return stars(r, leader) >= (4 if side == CSA else 3) and bool(free_superior(r, side, tree.ARMIES))


def able_hexes(r: Reader, side: str, piece: str) -> list[str]:
    """Return the hexes whose commander may have a headquarters or corps marker."""
    return sorted({r.where(p) for p in tree.leaders(r, side) if on_map(r.where(p)) and may_have(r, side, piece, p)})


def give(t: Table, side: str, piece: str, where: str) -> None:
    """Give a headquarters or corps marker to the commander of a hex (14.34)."""
    leader = tree.commander(t, where, side)
    if t.has(piece, "union_corps"):
        t.move(piece, f"{tree.box_of(t, leader)}-state")
    else:
        kinds = tree.CORPS if t.has(piece, "corps_hq") else tree.ARMIES
        raise_hq(t, side, leader, piece, free_superior(t, side, kinds)[0])


def raise_hq(t: Table, side: str, leader: str, hq: str, to: str) -> None:
    """Give a front-line leader a superior box: his units and points go over into it."""
    base, marker = tree.box_of(t, leader), tree.marker_of(t, leader)
    points = {track: tracks.get(t, base, track) for track in ("ap", "ml", "ammo", "artillery")}
    units = tree.units(t, leader)
    t.set_attr(leader, "box", to)
    t.set_attr(hq, "box", to)
    t.move(hq, t.where(leader))
    if marker:
        t.remove(marker)
    for unit in units:
        t.move(unit, to)
    tracks.clear(t, base)
    for track, n in points.items():
        tracks.put(t, to, track, n)
    for piece in t.ids(f"{base}-state"):
        t.move(piece, f"{to}-state")


def free_superior(r: Reader, side: str, names: tuple[str, ...]) -> list[str]:
    """Return the superior boxes of a kind that nobody uses."""
    used = {tree.box_of(r, p) for p in tree.leaders(r, side)}
    here = [f"{side}-{name}" for name in names]
    return [b for b in here if b in r.content.boxes and b not in used]


STEPS = (NewForces(),)
