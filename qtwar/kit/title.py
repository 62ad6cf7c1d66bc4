"""A title's rules as the kit runs them: steps, set-up, queries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from qtwar.kit.content import Content, Kind
from qtwar.kit.step import Step
from qtwar.kit.table import Seen, Table

Query = Callable[[Seen, dict[str, Any]], Any]


SENSE = {"ask.set_up": 10, "ask.shift": 1, "button.place_rest": 30, "button.done_setup": 60}
"""What a random player makes of the set-up by hand (`kit.placing`)."""


class Title:
    """What a module's `title(content)` returns.

    `setup(t, choices)` fills the table for the scenario in `t.state.meta` (`kit.position.prepare` has run: sights of
    boxes, side values, variables) and calls the first step; `position(t, phase, args)` calls the steps that make the
    sequence of play stand at a named phase, for positions written by hand, and `phases` names these with what
    `args` may hold: name → `side`, `place`, `piece`, `pieces`, `flag` or `number`, with `?` where it may be left out;
    `marks` names the attributes that play gives pieces, each with the words it may hold (none: any value);
    `queries` answer `reach`, `why`, `odds`, `cell` … from a side's view; `after_free(t)` mends what a free move
    may have left, then the innermost step decides anew; `stack_order` says that the rules read how counters lie on each
    other, so that nobody changes it by hand; `sense` weighs asks for a player that plays at random, by the key of their
    label (10 where it says nothing), so that his games get somewhere; `tells(kind)` says what the rules let the others
    find out of a face-down piece of a kind that is not turned up: rule number → word or number. Two hidden pieces with
    equal answers can not be told apart by anything; of others the rules named may show the difference (`qtwar twins`).
    """

    def __init__(
        self,
        content: Content,
        *,
        steps: Iterable[Step],
        setup: Callable[[Table, dict[str, Any]], None],
        queries: dict[str, Query] | None = None,
        after_free: Callable[[Table], None] | None = None,
        position: Callable[[Table, str, dict[str, Any]], None] | None = None,
        phases: Mapping[str, Mapping[str, str]] | None = None,
        marks: Mapping[str, Iterable[str]] | None = None,
        stack_order: bool = False,
        sense: Mapping[str, int] | None = None,
        tells: Callable[[Kind], Mapping[str, Any]] | None = None,
    ) -> None:
        self.content = content
        self.steps: dict[str, Step] = {}
        for step in steps:
            if not step.name or step.name in self.steps:
                raise ValueError(f"step {type(step).__name__} needs a name of its own, it has {step.name!r}")
            self.steps[step.name] = step
        self.setup = setup
        self.queries = queries or {}
        self.after_free = after_free
        self.position = position
        self.phases = phases or {}
        self.marks = marks or {}
        self.stack_order = stack_order
        self.sense = {**SENSE, **(sense or {})}
        self.tells = tells

    def describe(self) -> dict[str, Any]:
        """Return the title's words, {verbs, queries, phases, marks, sense, tells}, for those who write, play or compare."""
        return {
            "verbs": sorted({verb for step in self.steps.values() for verb in step.verbs()}),
            "queries": sorted(self.queries),
            "phases": {name: dict(args) for name, args in self.phases.items()},
            "marks": {name: list(words) for name, words in self.marks.items()},
            "sense": dict(self.sense),
            "tells": {kind.id: dict(self.tells(kind)) for kind in self.content.kinds.values()} if self.tells else {},
        }
