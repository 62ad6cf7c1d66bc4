"""What an order would cost, before it is given: points of the leader who pays (3.23), war effort of the side (13.31)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qtwar.kit.offers import Message, msg
from qtwar.kit.table import Reader, Seen

from . import (
    activation,
    declaration,
    deploy,
    destruction,
    fallen,
    foraging,
    landings,
    leaders,
    march,
    orders,
    purchases,
    reaction,
    stores,
    tracks,
    training,
    tree,
    works,
)
from .facts import is_leader, value

Payer = Callable[[Reader, str], str]


def himself(r: Reader, piece: str) -> str:
    """Return a leader who pays for himself, or whose force a unit is in."""
    return piece if is_leader(r, piece) else tree.home_of(r, piece)


def commander(r: Reader, piece: str) -> str:
    """Return the commander of the hex where a piece is (3.21)."""
    where = tree.hex_of_unit(r, piece)
    return tree.commander(r, where, r.owner(piece)) if where else ""


def lead(r: Reader, piece: str) -> str:
    """Return who leads the march under way (8.25a)."""
    f = r.frame_of(march.March.name)
    return str(march.mine(f)["lead"]) if f is not None else ""


def chief_of_idle(r: Reader, piece: str) -> str:
    """Return who orders a leader to become active (8.12)."""
    return next(iter(reversed(activation.chiefs(r, piece))), "")


def caller(r: Reader, piece: str) -> str:
    """Return who orders an inactive leader to react; nobody has to for an active one (9.12)."""
    return next(iter(reversed(reaction.callers(r, piece))), "") if r.record(piece)["face"] != "front" else ""


POINTS: dict[str, tuple[str, Payer]] = {
    "detach": (march.DETACH, commander), "detach_units": (march.DETACH, commander), "take_along": (march.DETACH, lead),
    "absorb": (march.DETACH, lead), "borrow": (march.LEND, himself), "rouse_order": (activation.ARMY, chief_of_idle),
    "declare_from": (declaration.ORDER, commander), "form_regiments": (training.FORM_NOW, commander),
    "train": (training.TRAIN, himself), "hand_over": (leaders.EXCHANGE, himself), "give_guns": (march.DETACH, commander),
    "forage": (foraging.ORDER, himself), "burn_town": (destruction.ORDER, himself), "burn_bridge": (destruction.ORDER, himself),
    "destroy_store": (destruction.ORDER, himself), "dig": (works.ENTRENCH, himself), "loot": (landings.ORDER, himself),
    "buy_ammo": (stores.AMMO, himself), "restore": (stores.REPLACE, himself), "react": (reaction.ACTIVATE, caller),
    "leave_behind": (reaction.DETACH, himself), "guard": (deploy.GUARD, commander),
}  # fmt: skip
"""Verb → the order of the chart, and who pays it for a piece."""
EFFORT = {
    "rouse_war": "war_department_order", "replace_war": "war_department_order", "war_department": "war_department_order",
    "rail": "rail_movement", "rail_empty": "rail_movement", "promote": "promote_leader", "demote": "promote_leader",
    "dig": "entrench", "buy_ammo": "ammo_point", "buy_artillery": "artillery_point", "make_landing": "naval_landing",
}  # fmt: skip
"""Verb → its row of the table of war effort."""


def effort(r: Reader, verb: str, piece: str) -> int:
    """Return how many war effort points an order costs (13.31, 14.1)."""
    chart = r.chart("war_effort_costs")
    goods = verb.removeprefix("buy_")
    if verb.startswith("buy_") and any(goods in sold for sold in purchases.GOODS.values()):
        return purchases.price(r, goods)
    if verb == "make_depot":
        return int(chart.at("depot")) * (value(r, piece) if piece else 1)
    if verb == "form":
        return fallen.pool_price(r)
    if verb == "rebuild":
        union = piece and r.has(piece, "union_corps")
        return stores.cost(r, "rebuild_union_corps_marker" if union else "rebuild_army_hq_or_csa_corps_hq")
    return int(chart.at(EFFORT[verb])) if verb in EFFORT else 0


def asked(s: Seen, args: dict[str, Any]) -> Message | None:
    """Answer the bill of an order as one sentence; None for what is free."""
    verb, pieces = str(args.get("verb") or ""), [str(p) for p in args.get("pieces") or ()]
    piece = pieces[0] if pieces and s.is_known(pieces[0]) and s.owner(pieces[0]) == s.side else ""
    if verb == "order":
        n = int(s.chart("war_effort_costs").at("active_leader_at_impulse_end"))
        return msg("bill.order", rule="11.0", n=n, have=tracks.wep(s, s.side))
    wep = effort(s, verb, piece)
    paid: list[Message] = []
    if verb in POINTS:
        row, who = POINTS[verb]
        payer = who(s, piece) if piece or who is lead else ""
        if verb == "declare_from" and piece and declaration.is_free(s, s.side, tree.hex_of_unit(s, piece)):
            return msg("bill.free", rule="8.51")
        if verb == "react" and piece and not payer:
            return None
        price = orders.price(s, row)
        if price:
            if payer:
                paid.append(msg("bill.points", n=price, leader={"p": payer}, have=orders.funds(s, payer)))
            else:
                paid.append(msg("bill.some_points", n=price))
    if wep:
        paid.append(msg("bill.effort", n=wep, have=tracks.wep(s, s.side)))
    if len(paid) > 1:
        return msg("bill.both", rule="3.23", one=paid[0], other=paid[1])
    return {**paid[0], "rule": "13.31" if wep else "3.23"} if paid else None
