"""Victory points and how a game is won (4.0, 27.0)."""

from __future__ import annotations

from qtwar.kit.table import Reader, Table

from .facts import COM, FW, SIDES, enemy, nation, turn


def points(r: Reader, side: str) -> int:
    """Return the victory points of a side."""
    return int(r.num(side, "vp"))


def lead(r: Reader, side: str) -> int:
    """Return by how many points a side leads; negative if it is behind."""
    return points(r, side) - points(r, enemy(side))


def worth(r: Reader, vp: int) -> int:
    """Return what points count this turn: double after a Media Circus (27.0)."""
    return vp * int(r.chart("vp_doubling").at("media_circus")) if r.var("media_circus") == turn(r) else vp


def award(t: Table, side: str, vp: int, why: str, rule: str = "27.0", **args: object) -> int:
    """Give points for a reason (message key); Media Circus doubles, 100 is the most (4.3). Returns what was added.

    Sudden death is not tested here: call `check` when all points of one result are given (4.4).
    """
    if vp <= 0:
        return 0
    vp = worth(t, vp)
    have = points(t, side)
    new = min(int(t.chart("limits").at("vp_max")), have + vp)  # 4.3
    t.put(side, "vp", new)
    t.note("note.vp", rule=rule, side={"s": side}, n=new - have, total=new, why={"key": why, "args": args})
    return new - have


def loss_value(r: Reader, piece: str, how: str) -> int:
    """Return what the loss of a piece is worth to the enemy; `how` is `refit` or `eliminated` (27.0)."""
    kind = r.kind(piece)
    if kind is None:
        return 0
    if kind.side == COM:
        if kind.klass == "marker":
            return 0
        if "deception" in kind.traits:
            row = "deception"
        elif kind.traits & {"cadre", "hq", "base"}:
            row = "cadre_hq_base"
        elif kind.traits & {"infiltration_supply", "infiltration_troop"}:
            row = "infiltration"
        else:
            row = "other"
        return int(r.chart("vp_free_world").at(row, how))
    chart = r.chart("vp_communist")
    if kind.klass == "marker":
        if how != "refit":
            return 0
        if kind.attrs.get("type") == "airstrike":
            return int(chart.at("airstrike_refit"))
        if kind.attrs.get("type") == "surveillance_aircraft":
            chosen = r.option("surveillance_vp")  # the table has no row of its own for it
            return int(chosen)
        return 0
    if nation(r, piece) == "arvn":
        return int(chart.at(f"arvn_division_{how}" if "division" in kind.traits else f"arvn_{how}"))
    return int(chart.at(f"us_ally_{how}"))


def score_loss(t: Table, piece: str, how: str) -> int:
    """Give the enemy the points for a loss by a combat result."""
    value = loss_value(t, piece, how)
    return award(t, enemy(t.owner(piece)), value, f"vp.{how}", piece={"p": piece}) if value else 0


def check(t: Table) -> bool:
    """End the game if a side leads by 75 or more (4.4); returns whether it is over."""
    if t.is_over:
        return True
    if not int((t.scenario.get("numbers") or {}).get("sudden_death", 1)):
        return False
    needed = int(t.chart("limits").at("sudden_death"))
    for side in SIDES:
        if lead(t, side) >= needed:
            t.note("note.sudden_death", rule="4.4", level=0, side={"s": side}, n=lead(t, side))
            t.end(side, level="decisive", key="end.sudden_death", n=lead(t, side))
            return True
    return False


def final(t: Table) -> None:
    """Compare the totals after the last turn and end the game (4.1, 4.2)."""
    by = lead(t, FW)
    table = str((t.scenario.get("victory") or {}).get("table") or "victory_levels")
    level = str(t.chart(table).at(abs(by)))
    winner = None if level == "draw" else FW if by > 0 else COM
    result = {"key": f"end.{level}", "args": {}}
    t.note("note.final", rule="4.2", level=0, fw=points(t, FW), com=points(t, COM), result=result)
    t.end(winner, level=level, key=f"end.{level}", n=abs(by))
