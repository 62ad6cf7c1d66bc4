"""What an order would cost, before it is given: points of the leader who pays (3.23), war effort of the side (13.31)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qtwar.kit.offers import Message, msg
from qtwar.kit.table import Reader, Seen

from . import (
    activation,
    combats,
    declaration,
    deploy,
    destruction,
    engineers,
    fallen,
    foraging,
    landings,
    leaders,
    march,
    marchers,
    mines,
    newforces,
    orders,
    purchases,
    reaction,
    stores,
    tracks,
    training,
    tree,
    ways,
    works,
)
from .facts import is_leader, on_map, stars, value

Order = tuple[str, str, bool]
"""Row of the chart of orders, who pays, whether out of his own points alone."""
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
    return str(marchers.mine(f)["lead"]) if f is not None else ""


POINTS: dict[str, tuple[str, Payer]] = {
    "detach": (march.DETACH, commander), "detach_units": (march.DETACH, commander), "take_along": (march.DETACH, lead),
    "absorb": (march.DETACH, lead), "borrow": (march.LEND, himself),
    "form_regiments": (training.FORM_NOW, commander), "give_guns": (march.DETACH, commander), "forage": (foraging.ORDER, himself),
    "burn_town": (destruction.ORDER, himself), "burn_bridge": (destruction.ORDER, himself),
    "destroy_store": (destruction.ORDER, himself), "dig": (works.ENTRENCH, himself), "leave_behind": (reaction.DETACH, commander),
    "guard": (deploy.GUARD, commander),
}  # fmt: skip
"""Verb → the order of the chart, and who pays it for a piece, out of all that he may spend (3.23b)."""
ALONE: dict[str, tuple[str, Payer]] = {
    "train": (training.TRAIN, himself), "hand_over": (leaders.EXCHANGE, himself), "buy_ammo": (stores.AMMO, himself),
    "restore": (stores.REPLACE, himself),
}  # fmt: skip
"""The same, where only his own points count."""
EFFORT = {
    "rouse_war": "war_department_order", "replace_war": "war_department_order", "war_department": "war_department_order",
    "rail": "rail_movement", "rail_empty": "rail_movement", "promote": "promote_leader", "demote": "promote_leader",
    "dig": "entrench", "buy_ammo": "ammo_point", "buy_artillery": "artillery_point", "make_landing": "naval_landing",
}  # fmt: skip
"""Verb → its row of the table of war effort."""


def ordered(s: Seen, verb: str, piece: str, cell: str) -> list[Order]:
    """Return the orders that a verb takes, with who pays them."""
    if verb in WHO:
        return WHO[verb](s, piece, cell)
    row, who = POINTS.get(verb) or ALONE.get(verb) or ("", himself)
    if not row:
        return []
    return [(row, who(s, piece) if piece or who is lead else "", verb in ALONE)]


def rousing(s: Seen, piece: str, cell: str) -> list[Order]:
    """Return the order that makes a leader active (8.12(2))."""
    chief = next(iter(reversed(activation.chiefs(s, piece))), "") if piece else ""
    return [(activation.order_of(s, chief) if chief else activation.ARMY, chief, False)]


def reacting(s: Seen, piece: str, cell: str) -> list[Order]:
    """Return the orders of a reaction: for an inactive leader (9.12), for one who leaves others behind (9.11a)."""
    found: list[Order] = []
    if piece and s.record(piece)["face"] != "front":
        found.append((reaction.ACTIVATE, next(iter(reversed(reaction.callers(s, piece))), ""), False))
    if piece and (chief := reaction.parent(s, piece)):
        found.append((reaction.DETACH, chief, False))
    return found


def attacking(s: Seen, piece: str, cell: str) -> list[Order]:
    """Return the order of the commander who declares an attack from a hex, none where he has to try for nothing (8.51)."""
    where = cell or (tree.hex_of_unit(s, piece) if piece else "")
    if where and declaration.is_free(s, s.side, where):
        return []
    return [(declaration.ORDER, tree.commander(s, where, s.side) if where else "", False)]


def joining(s: Seen, piece: str, cell: str) -> list[Order]:
    """Return the order of the commander whom a reacting leader joins (9.13)."""
    return [(reaction.COMBINE, tree.commander(s, cell, s.side) if cell else "", False)]


def declaring(s: Seen, piece: str, cell: str) -> list[Order]:
    """Return the order by which a reacting leader declares (10.71)."""
    f = s.frame_of(reaction.React.name)
    return [(reaction.DECLARE, str(f.of(s.side).get("leader", "")) if f is not None else "", False)]


def halting(s: Seen, piece: str, cell: str) -> list[Order]:
    """Return the order of the senior of those who are together from here on (8.25a)."""
    f = s.frame_of(march.March.name)
    if f is None or not marchers.mine(f)["lead"]:
        return []
    where = cell or marchers.start(s, f)
    if not (cell or marchers.mine(f)["spent"]) or not ways.joins(s, marchers.mover(s, f), where):
        return []
    here = [marchers.mine(f)["lead"], *tree.standing(s, where, s.side)]
    return [(march.DETACH, min(here, key=lambda p: tree.seniority(s, p)), False)]


def riding(s: Seen, piece: str, cell: str) -> list[Order]:
    """Return the order by which a passenger of a train is parted from his force (8.25, 8.42)."""
    if not piece or (on_map(s.where(piece)) and not is_leader(s, piece)):
        return []
    return [(march.DETACH, piece if is_leader(s, piece) else commander(s, piece), is_leader(s, piece))]


def arming(s: Seen, piece: str, cell: str) -> list[Order]:
    """Return the army commander's order for a point of artillery; the garrison needs none (14.13)."""
    if piece and tree.is_garrison(s, piece):
        return []
    return [(stores.ARTILLERY, stores.Artillery().payer(s, piece) if piece else "", False)]


def returning(s: Seen, piece: str, cell: str) -> list[Order]:
    """Return the order of the leader who takes an eliminated unit in (14.21)."""
    return [(stores.REPLACE, tree.leader_of(s, cell) if cell else "", True)]


def working(s: Seen, piece: str, cell: str) -> list[Order]:
    """Return the army commander's order that puts engineers to work (14.41)."""
    return [(engineers.ORDER, engineers.chief(s, s.side, cell) if on_map(cell) and "|" not in cell else "", False)]


def looting(s: Seen, piece: str, cell: str) -> list[Order]:
    """Return the order by which the stores of a landing are taken (8.63a, AMB-49)."""
    return [] if landings.is_unions(s) else [(landings.ORDER, piece, False)]


def giving_up(s: Seen, piece: str, cell: str) -> list[Order]:
    """Return the order by which a landing is given up (AMB-49)."""
    return [(landings.ORDER, landings.payer(s), True)] if landings.is_unions(s) else []


def replacing(s: Seen, piece: str, cell: str) -> list[Order]:
    """Return the order of a superior who has a subordinate replaced (14.32b3)."""
    f, step = s.frame_of(leaders.Replacement.name), leaders.Replacement()
    chief = step.chief(s, f, piece) if f is not None and piece else ""
    if f is not None and chief and step.is_paid(s, f, chief, piece):
        return []
    return [(step.order(s, chief) if chief else "army_commander.replace_subordinate", chief, False)]


WHO: dict[str, Callable[[Seen, str, str], list[Order]]] = {
    "rouse_order": rousing, "react": reacting, "react_join": joining, "react_declare": declaring, "halt": halting,
    "march_to": halting, "declare_from": attacking,
    "rail": riding, "buy_artillery": arming, "bring_back": returning, "loot": looting, "deplete": giving_up,
    "replace_order": replacing, "raise_balloon": working, "strike_balloon": working, "lay_pontoon": working,
    "lift_pontoon": working, "mend_rail": working, "mend_bridge": working, "begin_mine": working,
}  # fmt: skip
"""Verb → how its orders are found."""


def effort(s: Seen, verb: str, piece: str, cell: str) -> int:
    """Return how many war effort points an order costs (13.31, 14.1)."""
    chart = s.chart("war_effort_costs")
    goods = verb.removeprefix("buy_")
    if verb.startswith("buy_") and any(goods in sold for sold in purchases.GOODS.values()):
        return purchases.price(s, goods)
    if verb == "make_depot":
        return int(chart.at("depot")) * (value(s, piece) if piece else 1)
    if verb == "form":
        more = newforces.NewForces().rise(s, s.side, cell, piece) if piece and cell else 0
        return newforces.NewForces().price(s, more or 0)
    if verb == "rebuild":
        return newforces.rebuilding(s, piece) or 0 if piece else 0
    if verb in ("begin_mine", "dig_on"):
        return mines.price(s, cell) if cell else 0
    if verb in ("replace_war", "replace_order", "successor", "take_over"):
        return succession(s, verb, piece)
    return int(chart.at(EFFORT[verb])) if verb in EFFORT else 0


def succession(s: Seen, verb: str, piece: str) -> int:
    """Return what a change of leaders costs: the order, one from the pool, his promotion (14.32b1, 14.32b3, 14.32b4)."""
    rank = stores.cost(s, "promote_leader")
    if (f := s.frame_of(fallen.Succession.name)) is not None and (vacancy := f.of(s.side).get("vacancy")):
        pooled = verb == "successor"
        ranks = max(0, fallen.needed_stars(s, s.side, vacancy) - stars(s, piece)) if piece else 0
        return fallen.price(s, vacancy, at_once=f.l["at_once"], pooled=pooled) + ranks * rank
    f, step = s.frame_of(leaders.Replacement.name), leaders.Replacement()
    if f is None or not piece:
        return int(s.chart("war_effort_costs").at("war_department_order")) if verb == "replace_war" else 0
    if verb == "successor":
        old = str(f.of(s.side).get("old", ""))
        need = fallen.needed_stars(s, s.side, leaders.vacancy(s, old)) if old else 0
        ranks = max(0, need - stars(s, piece))
        return ranks * rank if tree.box_of(s, piece) else step.price(s, old, ranks)
    told = 0 if verb == "replace_order" or step.is_paid(s, f, leaders.WAR, piece) else stores.cost(s, "war_department_order")
    return told + step.price(s, piece, 0)


def asked(s: Seen, args: dict[str, Any]) -> Message | None:
    """Answer the bill of an order as one sentence; None for what is free."""
    verb, pieces, cell = str(args.get("verb") or ""), [str(p) for p in args.get("pieces") or ()], str(args.get("cell") or "")
    piece = pieces[0] if pieces and s.is_known(pieces[0]) and s.owner(pieces[0]) == s.side else ""
    if verb == "order":
        n = int(s.chart("war_effort_costs").at("active_leader_at_impulse_end"))
        return msg("bill.order", rule="11.0", n=n, have=tracks.wep(s, s.side))
    if verb == "extend":
        return msg("bill.levels", rule="5.16", n=combats.Combats().price(s), have=tracks.effort(s, s.side))
    if verb == "declare_from" and (cell or piece) and not attacking(s, piece, cell):
        return msg("bill.free", rule="8.51")
    paid = [line for order in ordered(s, verb, piece, cell) if (line := points(s, *order)) is not None]
    wep = effort(s, verb, piece, cell)
    if wep:
        paid.append(msg("bill.effort", n=wep, have=tracks.wep(s, s.side)))
    if len(paid) > 1:
        return msg("bill.both", rule="3.23", one=paid[0], other=paid[1])
    return {**paid[0], "rule": "13.31" if wep else "3.23"} if paid else None


def points(s: Seen, row: str, payer: str, alone: bool) -> Message | None:
    """Return the sentence for an order: points of who pays it, None where it is free."""
    n = orders.price(s, row)
    if not n:
        return None
    if not payer:
        return msg("bill.some_points", n=n)
    return msg("bill.points", n=n, leader={"p": payer}, have=orders.ap(s, payer) if alone else orders.funds(s, payer))
