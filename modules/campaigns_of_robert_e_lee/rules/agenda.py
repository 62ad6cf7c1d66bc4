"""The checklist of the turn: impulses had and to come (5.13-5.17), the sequences of this one, the steps of the reorganization."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from qtwar.kit.offers import Message, msg
from qtwar.kit.table import Seen

from . import reorganization, schedule, tracks
from .facts import SIDES

MOST = 12
"""Impulses to come that are listed: where levels may be chosen, as if each took the fewest."""
DONE, NOW, NEXT, SKIPPED = "done", "now", "next", "skipped"
IN_IMPULSE = ("supply", "movement", "combat", "war_effort")
PARTS = (("reorganization_supply", reorganization.SUPPLY), ("reorganization_admin", reorganization.ADMIN),
         ("reorganization_naval", reorganization.NAVAL))  # fmt: skip

Row = dict[str, Any]


def shown(s: Seen, args: dict[str, Any]) -> dict[str, Any]:
    """Answer the list, in the order of the turn (4.0)."""
    phase = str(s.var("phase") or "")
    sections = [
        {"label": msg("agenda.decision"), "rule": "4.1", "rows": decision(s, phase)},
        {"label": msg("agenda.impulses"), "rule": "5.15", "rows": impulses(s)},
    ]
    if s.frame_of("impulse") is not None:
        rows = [row(msg(f"phase.{name}"), state) for name, state in zip(IN_IMPULSE, order(IN_IMPULSE, phase), strict=True)]
        sections.append({"label": msg("agenda.impulse", side={"s": str(s.var("impulse_side"))}), "rule": "4.2", "rows": rows})
    sections.append({"label": msg("phase.reorganization"), "rule": "12.0", "rows": reorganize(s, phase)})
    return {"sections": sections}


def row(label: Message, state: str, **more: Any) -> Row:
    """Return a line of the list."""
    return {"label": label, "state": state, **more}


def order(names: Iterable[str], now: str) -> list[str]:
    """Return the states of steps one after another, of which one is due."""
    found, state = [], DONE
    names = list(names)
    if now not in names:
        return [NEXT] * len(names)
    for name in names:
        state = NOW if name == now else NEXT if state in (NOW, NEXT) else DONE
        found.append(state)
    return found


def decision(s: Seen, phase: str) -> list[Row]:
    """Return the bids and the weather (4.1, 5.2)."""
    bid = s.frame_of("bid")
    if bid is not None:
        return [row(msg("agenda.bid", n=bid.l.get("round", 1)), NOW, rule="5.1"), row(msg("agenda.weather"), NEXT, rule="5.2")]
    state = DONE if phase != "decision" or s.var("bids") else NEXT
    return [row(msg("agenda.bids"), state, rule="5.1"), row(msg("agenda.weather"), state, rule="5.2")]


def impulses(s: Seen) -> list[Row]:
    """Return how many impulses each side has had, the one under way, and those to come with their levels (5.13-5.17)."""
    f = s.frame_of("impulses")
    winner = s.var("initiative")
    if f is None or not winner:
        over = str(s.var("phase") or "") != "decision"
        return [row(msg("agenda.no_more" if over else "agenda.after_bids"), SKIPPED if over else NEXT, rule="5.13")]
    rows = []
    had, busy = dict(f.l.get("had", {})), s.frame_of("impulse") is not None
    for side in SIDES:
        n = had.get(side, 0) - (1 if busy and s.var("impulse_side") == side else 0)
        if n:
            rows.append(row(msg("agenda.had", n=n), DONE, side=side))
    if busy:
        levels = msg("agenda.levels", n=int(s.var("level") or 0))
        rows.append(row(msg("agenda.this"), NOW, side=str(s.var("impulse_side")), value=levels))
    most = {side: tracks.most_effort(s, side) for side in SIDES}
    left = {side: tracks.effort(s, side) for side in SIDES}
    plan = schedule.Plan(
        winner=str(winner), bids=dict(s.var("bids")), most=most, left=left, had=had, last=str(f.l.get("last", "")),
        split=bool(s.option("amb_10_consecutive_impulses")),
    )  # fmt: skip
    for n in range(MOST):
        to_come = schedule.following(plan)
        if to_come is None:
            break
        chosen = to_come.low != to_come.high
        key = "agenda.levels_of" if chosen else "agenda.levels"
        value = msg(key, low=to_come.low, high=to_come.high, n=to_come.low)
        state = NOW if not busy and n == 0 else NEXT
        rows.append(row(msg("agenda.open" if chosen else "agenda.to_come"), state, side=to_come.side, value=value, rule="5.15"))
        side, low = to_come.side, max(1, to_come.low)
        plan = replace(
            plan, left={**plan.left, side: plan.left[side] - low}, last=side, had={**plan.had, side: plan.count(side) + 1}
        )
    return rows


def reorganize(s: Seen, phase: str) -> list[Row]:
    """Return the steps of the reorganization in strict order, the one that is due with whose it is (4.3, 12.0)."""
    rows, begun = [], False
    running = next((name for name, _ in PARTS if s.frame_of(name) is not None), "")
    for name, chores in PARTS:
        f = s.frame_of(name)
        begun = begun or name == running
        at = int(f.l.get("at", 0)) - 1 if f is not None else -1
        for n, chore in enumerate(chores):
            if f is not None:
                state = NOW if at // len(SIDES) == n else DONE if at // len(SIDES) > n else NEXT
            else:
                state = DONE if phase == "reorganization" and running and not begun else NEXT
            more: Row = {}
            if state == NOW and f is not None and f.l.get("order"):
                more["side"] = str(f.l["order"][at % len(SIDES)])
            rows.append(row(msg(f"step.{chore}"), state, **more))
    return rows
