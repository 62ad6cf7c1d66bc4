"""What the screen asks: where forces can go, the odds, what there is to say of a hex or piece (3.6: as its side knows it)."""

from __future__ import annotations

from typing import Any

from qtwar.kit.offers import Message, msg
from qtwar.kit.reach import points
from qtwar.kit.table import Seen
from qtwar.kit.title import Query

from . import (
    agenda,
    bills,
    bodies,
    control,
    ground,
    irregulars,
    lines,
    march,
    morale,
    naval,
    orders,
    overlays,
    preview,
    rivers,
    roster,
    supply,
    tree,
    works,
)
from .facts import (
    hex_of,
    is_active,
    is_leader,
    is_unit,
    on_map,
    rating,
    steps,
    strength,
    unit_ml,
    wrapped,
)


def cell(s: Seen, args: dict[str, Any]) -> list[Message]:
    """Answer what the viewer says of a hex: ground, holder, works, zones, railroads, one's own force and its supply."""
    place = str(args.get("cell") or "")
    if not on_map(place):
        return _water(s, place)
    out = [msg("cell.ground", rule="8.2", name=_ground(s, place), region=msg(f"region.{ground.region(s, place)}"))]
    if ground.is_town(s, place):
        out.append(msg("cell.holder", rule="13.32", side={"s": control.holder(s, place)}))
    if works.work_at(s, place):
        key = "cell.works_manned" if works.is_manned(s, place) else "cell.works"
        out.append(msg(key, rule="14.44", n=works.level(s, place), side={"s": s.owner(works.work_at(s, place))}))
    if preview.covered(s, place):
        out.append(msg("cell.zone", rule="3.7"))
    owners = sorted({lines.controller(s, one) for one in lines.network(s.content) if place in one.cells} - {""})
    if owners:
        out.append(msg("cell.rail", rule="8.41", sides=[{"s": side} for side in owners]))
    if lines.is_cut(s, place):
        out.append(msg("cell.cut", rule="8.62"))
    if faces := preview.dice(s, place):
        out.append(msg("cell.dice", rule="8.22", n=", ".join(str(die) for die in faces)))
    return [*out, *_force(s, place)]


def _ground(s: Seen, place: str) -> dict[str, Any]:
    return dict(msg(f"terrain.{ground.terrain(s, place)}"))


def _water(s: Seen, place: str) -> list[Message]:
    if place not in naval.waters(s):
        return []
    side = rivers.sides(s.content).get(hex_of(place))
    out = [msg("cell.water", rule="8.91", river=side.river)] if side else []
    if naval.hostile(s, s.side, place):
        out.append(msg("cell.naval_zone", rule="8.91a"))
    return out


def _force(s: Seen, place: str) -> list[Message]:
    """Return the lines about one's own force in a hex: commander, strength, supply."""
    side = s.side
    units = tree.units_at(s, place, side)
    if not units:
        return []
    chief, out = tree.commander(s, place, side), []
    n = sum(strength(s, u) for u in units)
    if chief:
        out.append(msg("cell.commander", rule="3.21", leader={"p": chief}, n=n, ap=orders.funds(s, chief)))
    else:
        out.append(msg("cell.alone", rule="3.12c", n=n))
    now = supply.state_of(s, chief or units[0])
    got = supply.judge(s, side).get(place)
    if got is not None and got.served:
        places = {post.id: post.place for post in supply.posts(s, side)}
        via = [{"c": places[p]} for p in got.posts]
        out.append(msg(f"cell.supply_{now}", rule="7.3", via=via, n=points(got.cost or 0)))
    else:
        out.append(msg(f"cell.cut_off_{now}", rule="7.3"))
    return out


def piece(s: Seen, args: dict[str, Any]) -> list[Message]:
    """Answer what the viewer says of a piece: a leader's present ratings and, to his side, his points; a unit's strength."""
    one = str(args.get("piece") or "")
    if not s.exists(one) or not s.is_known(one):
        return []
    mine = s.owner(one) == s.side
    if is_leader(s, one):
        ratings = {key: rating(s, one, key) for key in ("ar", "br", "mr")}
        out = [msg("piece.ratings", rule="3.2", **ratings)]
        if not is_active(s, one):
            out.append(msg("piece.inactive", rule="8.1"))
        if mine and tree.box_of(s, one):
            n, limit = tree.weight(s, tree.units(s, one)), tree.limit(s, one)
            have = {"ap": orders.ap(s, one), "ml": morale.ml(s, one), "ammo": bodies.ammo(s, one), "guns": bodies.guns(s, one)}
            out.append(msg("piece.points", rule="3.11", **have))
            out.append(msg("piece.limit", rule="3.22", n=n, limit=limit))
            if near := [p for p in tree.leaders(s, s.side) if tree.commands(s, one, p)]:
                out.append(msg("piece.commands", rule="3.31a", leaders=wrapped(near)))
        return out
    if is_unit(s, one):
        out = [msg("piece.unit", rule="2.0", n=strength(s, one), steps=steps(s, one), ml=unit_ml(s, one))]
        if mine and morale.is_broken(s, one):
            out.append(msg("piece.broken", rule="3.52"))
        return out
    return []


QUERIES: dict[str, Query] = {
    "reach": march.light,
    "reach_sea": naval.light,
    "reach_ride": irregulars.light,
    "odds": preview.asked,
    "cell": cell,
    "piece": piece,
    "overlays": overlays.listed,
    "overlay": overlays.shown,
    "tree": roster.shown,
    "agenda": agenda.shown,
    "bill": bills.asked,
}
