"""Runs a title: set-up, offers, actions, queries. One action is all or nothing."""

from __future__ import annotations

from typing import Any

from qtwar.base import jsonio
from qtwar.base.errors import DataFault, Refusal
from qtwar.engine import reduce
from qtwar.engine.events import Event
from qtwar.engine.state import State
from qtwar.kit import asks, free, position, queries
from qtwar.kit.dice import Chance, NeedDice
from qtwar.kit.reader import Sights
from qtwar.kit.table import Frame, Seen, Table
from qtwar.kit.title import Title

STEP_BUDGET = 10_000


class Runner:
    """Holds a position and the title that rules it."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self._offers: dict[str, asks.Offer] = {}
        self.open(State(title.content.sides))

    def open(self, state: State) -> None:
        """Take over a position."""
        self.state = state
        self._sights = Sights(self.title.content, state)
        self._table = Table(self.title.content, state, Chance(0), self._sights)
        self._changed()

    def _changed(self) -> None:
        self._offers.clear()
        self._sights.change()
        self._revision = self.state.revision

    def _catch_up(self) -> None:
        """Forget all that was worked out if the position was changed by other hands (a test's table, say)."""
        if self.state.revision != self._revision:
            self.open(self.state)

    def setup(self, meta: dict[str, Any], choices: dict[str, Any], entropy: int) -> list[Event]:
        """Set up a game and return its events; `meta` names scenario and options.

        `choices['position']` starts from a position written by hand instead (docs/reference/position-file.md). A
        scenario may itself be a position of a game (`kit.position.stand`).
        """
        self.open(State(self.title.content.sides, meta))
        table = self._table
        table.begin(self.state, Chance(entropy))

        def do() -> None:
            position.prepare(table)
            spec = choices.get("position")
            if spec is None or spec.get("start") == "scenario":
                stands = position.position_of(table)
                if stands is None:
                    self.title.setup(table, choices)
                else:
                    position.stand(table, stands, self.title.steps)
            if spec is not None:
                self._stand(table, spec)

        return self._all_or_nothing(table, do)

    def _stand(self, table: Table, spec: dict[str, Any]) -> None:
        position.fill(table, spec)
        phase = spec.get("phase")
        if phase is None:
            return
        if self.title.position is None or phase not in self.title.phases:
            raise DataFault("fault.position.no_phase", phase=phase, known=', '.join(self.title.phases) or 'none')
        self.state.flow = []
        self.state.active = []
        self.title.position(table, phase, spec.get("args") or {})

    def offer(self, side: str) -> asks.Offer | None:
        """Return what a side may do now, or None if it is not to act."""
        self._catch_up()
        state = self.state
        if state.result is not None or side not in state.active or not state.flow:
            return None
        found = self._offers.get(side)
        if found is None:
            seen = self._sights.of(side)
            step = self.title.steps[state.flow[-1]["step"]]
            found = step.offer(seen, seen.frame())
            found["side"] = side
            self._offers[side] = found
        return found

    def act(
        self,
        action: dict[str, Any],
        entropy: int,
        dice: list[int] | None = None,
        picks: list[int | str] | None = None,
    ) -> list[Event]:
        """Carry out an action and return its events.

        Raises Refusal (the rules say no) or NeedDice (given dice ran out); either way nothing has happened.
        """
        side, verb, args = _parts(action)
        self._catch_up()
        table, chance = self._table, Chance(entropy, dice, picks)
        if verb in free.VERBS:
            table.begin(self.state, chance)
            return self._all_or_nothing(table, lambda: self._free(table, side, verb, args))
        offer = self.offer(side)
        if offer is None:
            raise Refusal("refuse.not_your_turn", args={"side": {"s": side}})
        asks.check(offer, verb, args)  # the way of a move the step judges itself: it knows why one is barred
        step = self.title.steps[self.state.flow[-1]["step"]]

        table.begin(self.state, chance, step.name)

        def do() -> None:
            self.state.active = []
            step.do(verb, table, Frame(self.state.flow[-1]), side, args)
            free.spend_permission(table)

        return self._all_or_nothing(table, do)

    def _free(self, table: Table, side: str, verb: str, args: dict[str, Any]) -> None:
        free.act(self.title, table, side, verb, args)
        if verb != "permit":
            free.spend_permission(table)
        if self.title.after_free is not None:
            self.title.after_free(table)
            self.state.active = []  # the innermost step decides anew: no offer stands on what is gone

    def seen(self, side: str) -> Seen:
        """Return what a side sees now, for players that reason about the position as the rules do."""
        self._catch_up()
        return self._sights.of(side)

    def query(self, side: str, what: str, args: dict[str, Any]) -> Any:
        """Answer a question of a side from its own view; None where the title has no such query.

        Raises Refusal for a side, piece or place that is not there.
        """
        if side not in self.state.sides:
            raise Refusal("refuse.question")
        answer = self.title.queries.get(what)
        if answer is None:
            return None
        self._catch_up()
        seen = self._sights.of(side)
        return answer(seen, queries.check(seen, args))

    def apply(self, events: list[Event]) -> None:
        """Apply events that came from elsewhere (an undo of the host)."""
        reduce.apply_all(self.state, events)
        self._table.begin(self.state, Chance(0))
        self._table.follow(events)
        self._table.close()
        self._changed()

    def settle(self, table: Table) -> None:
        """Run the innermost steps until somebody must act or the game is over."""
        state = self.state
        for _ in range(STEP_BUDGET):
            if state.active or not state.flow or state.result is not None:
                return
            data = state.flow[-1]
            self.title.steps[data["step"]].run(table, Frame(data))
            data["r"] = None  # a child's result is handed over once
        raise RuntimeError(f"step {state.flow[-1]['step']} goes round and round")

    def _all_or_nothing(self, table: Table, do: Any) -> list[Event]:
        state = self.state
        flow, active = jsonio.copy(state.flow), list(state.active)
        phase = _phase(state)
        try:
            do()
            self.settle(table)
            if _phase(state) != phase:
                free.forgive(table)
        except BaseException:
            state.flow, state.active = flow, active
            table.undo()
            self._sights.change()  # what was looked at on the way was never so
            self._revision = state.revision  # the offers still hold
            raise
        finally:
            table.close()
        self._changed()
        if state.result is not None:
            state.active = []
        keep = 0
        for was, now in zip(flow, state.flow, strict=False):
            if was != now:
                break
            keep += 1
        if keep < len(flow) or keep < len(state.flow):
            table.events.append(
                {"e": "flow.set", "keep": keep, "was": flow[keep:], "to": jsonio.copy(state.flow[keep:])}
            )
        if active != state.active:
            table.events.append({"e": "active.set", "was": active, "to": list(state.active)})
        return table.events


def _parts(action: Any) -> tuple[str, str, dict[str, Any]]:
    """Return side, verb and arguments of an action that may come from anywhere; refuses what is none."""
    if not isinstance(action, dict):
        raise Refusal("refuse.not_offered")
    side, verb, args = action.get("side"), action.get("verb"), action.get("args") or {}
    if not isinstance(side, str) or not isinstance(verb, str) or not isinstance(args, dict):
        raise Refusal("refuse.not_offered")
    return side, verb, args


def _phase(state: State) -> tuple[Any, Any]:
    """Return what tells one phase from the next."""
    return state.vars.get("turn"), state.vars.get("phase")


__all__ = ["NeedDice", "Runner"]
