"""Who is on a march, and what their dice are worth: the movement chart (8.22), the forced march table (8.31)."""

from __future__ import annotations

from typing import Any

from qtwar.kit.table import Frame, Reader

from . import ground, supply, tree, ways
from .facts import is_active, is_cavalry, is_leader, is_unit, is_wagon, kind_of, rating, strength

MOVERS = ("pontoon", "balloon")
"""Traits of what else moves by itself, as a wagon does (8.81, 8.82)."""


def mine(f: Frame) -> dict[str, Any]:
    """Return what the moving side alone knows of its march."""
    return f.of(f.l["side"])


# what it brings ---------------------------------------------------------------------


def forces(r: Reader, f: Frame) -> list[str]:
    """Return the leaders on the march, nested ones too."""
    return [one for p in mine(f)["who"] if is_leader(r, p) for one in tree.whole(r, p)]


def troops(r: Reader, f: Frame) -> list[str]:
    """Return the units on the march."""
    found = [u for p in forces(r, f) for u in tree.units(r, p)]
    return [*found, *(p for p in mine(f)["who"] if is_unit(r, p) or r.has(p, "engineer"))]  # 14.46: a supervisor has MR 1


def is_cart(r: Reader, piece: str) -> bool:
    """Return whether a piece moves by an order of its own, without a roll: wagon, pontoon, balloon (7.21, 8.81, 8.82)."""
    return is_wagon(r, piece) or (any(r.has(piece, m) for m in MOVERS) and r.record(piece)["face"] == "front")


def is_train_of_wagons(r: Reader, f: Frame) -> bool:
    """Return whether it is no force that marches but a wagon, pontoon or balloon: 8 points without a roll (7.21, 8.81, 8.82)."""
    first = mine(f)["who"][0]
    return not is_leader(r, first) and not is_unit(r, first) and not r.has(first, "engineer")


def start(r: Reader, f: Frame) -> str:
    """Return the hex where the marchers are."""
    return r.where(mine(f)["who"][0])


def mover(r: Reader, f: Frame) -> ways.Mover:
    """Return the marchers as `ways` takes them."""
    own = mine(f)
    lead = own["lead"]
    able = bool(not lead or is_active(r, lead)) and not own.get("worn")
    strong = not is_train_of_wagons(r, f) and any(strength(r, u) > 0 for u in troops(r, f))
    return ways.Mover(f.l["side"], tuple(own["who"]), own.get("fast", False), able and strong, strong)


def rated(r: Reader, f: Frame) -> int:
    """Return the movement rating that counts: the leader's, a superior's who lends his, 1 or 2 without a leader (8.22b)."""
    own = mine(f)
    if own["lender"] or own["lead"]:
        return rating(r, own["lender"] or own["lead"], "mr")
    return 2 if all(is_cavalry(r, u) for u in troops(r, f)) else 1


def table(r: Reader, f: Frame) -> str:
    """Return the movement chart: of the impulse's level, one higher for cavalry alone, 6 at most (8.22c, 16.11)."""
    higher = 1 if all(is_cavalry(r, u) for u in troops(r, f)) else 0
    return f"imc_{min(6, int(r.var('level') or 1) + higher)}"


def modifiers(r: Reader, f: Frame) -> list[tuple[str, int]]:
    """Return what is added to the movement die, each with its key (8.22d)."""
    own = mine(f)
    found = [("imc.leaders", 1)] if len(forces(r, f)) > 1 else []
    if own["lead"] and tree.is_cavalry_corps(r, own["lead"]):
        found.append(("imc.cavalry_corps", -1))
    if own["lead"] and kind_of(r, own["lead"]).attrs.get("imc_die"):
        found.append(("imc.jackson", int(kind_of(r, own["lead"]).attrs["imc_die"])))
    if own["given"]:
        found.append(("imc.morale", -own["given"]))
    return found


def is_full(r: Reader, f: Frame) -> bool:
    """Return whether the marchers are in full supply (7.31)."""
    return supply.state_of(r, mine(f)["lead"] or mine(f)["who"][0]) == supply.FULL


def allowance(r: Reader, f: Frame, die: int) -> int:
    """Return the movement points that a die gives: by chart, half out of full supply (8.22, 7.32)."""
    chart = r.chart(table(r, f))
    row = max(0, min(7, die + sum(n for _, n in modifiers(r, f))))
    got = int(chart.cell(row, max(0, min(len(chart.column_heads) - 1, rated(r, f)))))
    return got if is_full(r, f) else -(-got // 2)


def march_modifiers(r: Reader, f: Frame) -> list[tuple[str, int]]:
    """Return what is added to the forced march die, each with its key (8.31a)."""
    own, where = mine(f), start(r, f)
    chart = r.chart("forced_march_modifiers")
    found: list[tuple[str, int]] = []

    def add(key: str, n: int) -> None:
        if n:
            found.append((key, n))

    got = supply.judge(r, f.l["side"]).get(where)
    served = got is not None and got.served
    add("march.far", 0 if served else int(chart.at("source_beyond_10mp")))
    now = supply.state_of(r, own["lead"] or own["who"][0])
    if now != supply.FULL:
        add(f"march.{now}", int(chart.at("combat_supply" if now == supply.COMBAT else "out_of_supply")))
    if not served and not supply.has_line(r, f.l["side"], where):
        add("march.no_los", int(chart.at("no_los")))
    add("march.weather", ground.effect(r, "march"))
    add("march.rating", -rated(r, f))
    add("march.morale", int(chart.at("morale")) * own["given"])
    return found
