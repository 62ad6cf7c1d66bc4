"""Plays a position file (`qtwar try`): position, actions, expectations (docs/reference/position-file.md)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from qtwar.base import jsonio
from qtwar.base.errors import DataFault, Refusal
from qtwar.engine.state import State
from qtwar.model.content import TitleContent
from qtwar.model.problem import Path, meant, told
from qtwar.session.chance import key_from_seed
from qtwar.session.expectations import Outcome, compare, values_of
from qtwar.session.memory import MemoryJournal
from qtwar.session.play import Done, PlaySession, Refused, WantDice
from qtwar.session.ports import RulesPort
from qtwar.session.position_check import KIT_VERBS, Checker, Line, Vocabulary

Json = dict[str, Any]
ARGS = ("choice", "number", "pieces", "cell", "edge", "path", "land", "join", "amounts")
"""What the answers to asks consist of (docs/architecture.md section 3)."""


@dataclass(slots=True)
class Report:
    """What happened: per step its events, refusal or answer; the faults found; offers and position at the end."""

    name: str
    steps: list[Json] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    offers: Json = field(default_factory=dict)
    state: Json = field(default_factory=dict)


def check(spec: Any, content: TitleContent, words: Vocabulary, line: Line, name: str = "the position file") -> None:
    """Raise DataFault with a line for each word of a position file that the title does not know.

    `line` says in which line of the file a part stands.
    """
    checker = Checker(content, words, line, name)
    checker.check(spec)
    if checker.faults:
        raise DataFault("\n".join(checker.faults))


def play(
    spec: Json, rules: RulesPort, sides: tuple[str, ...], roster: Collection[str] = (), line: Line | None = None
) -> Report:
    """Play a (checked) position file through loaded rules and return the report; `roster`: the order of battle.

    With `line` the faults say in which line the step begins.
    """
    return _Play(spec, rules, sides, roster, line).run()


class _Play:
    """One run of a file."""

    def __init__(
        self, spec: Json, rules: RulesPort, sides: tuple[str, ...], roster: Collection[str], line: Line | None
    ) -> None:
        self.line = line
        self.spec = spec
        self.report = Report(str(spec.get("name") or spec["scenario"]))
        journal = MemoryJournal({"key": key_from_seed(spec.get("seed", 0)), "undo": "free"})
        self.session = PlaySession(rules, journal, sides)
        self.met: dict[str, set[str]] = {"piece": set(roster), "var": set(), "side": set()}
        self.by_chance = "seed" in spec
        """The file leaves to chance what it does not script."""

    def run(self) -> Report:
        """Play all steps."""
        spec, session = self.spec, self.session
        meta = {
            "title": spec["title"],
            "scenario": spec["scenario"],
            "options": spec.get("options") or {},
            "strictness": spec.get("strictness", "enforce"),
        }
        position = {k: spec[k] for k in ("start", "pieces", "decks", "sides", "vars", "secret", "phase", "args") if k in spec}
        begun = session.begin(meta, {**(spec.get("setup") or {}), "position": position})
        self._meet(begun.entry.events)
        for n, step in enumerate(spec.get("play") or (), 1):
            expect = step.get("expect") or {}
            if "do" in step:
                self._say(n, self._strange_args(step["do"]))
            outcome = self._step(step, begun.entry.events if n == 1 else [])
            self._meet(outcome.events)
            self.report.steps.append(_told(outcome, step))
            self._say(n, self._unforeseen(step, expect, outcome))  # why, before what follows from it
            self._say(n, compare(expect, outcome))
            self._say(n, self._strangers(step, expect))
        last = Outcome(session.state, session.offer, [], met=self.met)
        self._tell(("expect",), "at the end", compare(spec.get("expect") or {}, last))
        self.report.offers = {side: session.offer(side) for side in session.active}
        self.report.state = jsonio.copy(session.state.to_json())
        return self.report

    def _say(self, n: int, faults: list[str]) -> None:
        self._tell(("play", n - 1), f"step {n}", faults)

    def _tell(self, path: Path, where: str, faults: list[str]) -> None:
        place = f"line {self.line(path)}, {where}" if self.line else where
        self.report.faults += [f"{place}: {fault}" for fault in faults]

    def _meet(self, events: list[Json]) -> None:
        """Remember the names that were in play at any time."""
        state: State = self.session.state
        self.met["piece"].update(state.pieces)
        self.met["var"].update(state.vars)
        for side in state.sides:
            self.met["side"].update(values_of(state, side))
        for event in events:
            if event["e"] in ("piece.added", "piece.removed"):
                self.met["piece"].add(event["piece"])
            elif event["e"] in ("var.set", "side.set"):
                self.met[event["e"].partition(".")[0]].add(event["key"])

    def _strange_args(self, action: Json) -> list[str]:
        """Return a sentence for each argument that no ask of this verb takes: the rules would not look at it."""
        offer = self.session.offer(action["side"]) or {}
        asks = [ask for ask in offer.get("asks", ()) if ask["verb"] == action["verb"]]
        if not asks or action["verb"] in KIT_VERBS:
            return []
        known = {*ARGS, *(key for ask in asks for key in ask.get("fixed") or {})}
        strange = [key for key in action.get("args") or {} if key not in known]
        return [told(f"{action['verb']} has no argument {key!r}", meant(key, known)) for key in strange]

    def _strangers(self, step: Json, expect: Json) -> list[str]:
        """Return a sentence for each piece that an action or an expected event names and that was never there."""
        acted = (step.get("do") or {}).get("args") or {}
        named = [*(acted.get("pieces") or ())]
        named += [e["piece"] for key in ("events", "not_events") for e in expect.get(key) or () if "piece" in e]
        strange = [p for p in named if not str(p).startswith("~") and p not in self.met["piece"]]
        return [told(f"there is no piece {piece!r}", meant(piece, self.met["piece"])) for piece in strange]

    def _step(self, step: Json, begun: list[Json]) -> Outcome:
        session = self.session
        events: list[Json] = []
        refused = needs = value = None
        if "query" in step:
            asked = step["query"]
            try:
                value = session.query(asked["side"], asked["what"], asked.get("args") or {})
            except Refusal as no:
                refused = {"key": no.key, "args": no.values, "rule": no.rule}
        elif "undo" in step or "redo" in step:
            walk = session.undo_to if "undo" in step else session.redo_to
            n = int(step.get("undo") or step.get("redo") or 1)
            walked = walk(len(session.history) + (-n if "undo" in step else n))
            refused = walked.message if isinstance(walked, Refused) else None
        elif "do" in step:
            result = session.submit(session.sides, step["do"], dice=step.get("dice"), picks=step.get("picks"))
            if isinstance(result, Refused):
                refused = result.message
            elif isinstance(result, WantDice):
                needs = result.wanted["dice"]
            else:
                assert isinstance(result, Done)
                events = result.entry.events
        else:
            events = begun
        return Outcome(session.state, session.offer, events, refused, needs, value, self.met)

    def _unforeseen(self, step: Json, expect: Json, outcome: Outcome) -> list[str]:
        """Return what happened though the file says nothing of it: a refusal, dice too few or too many."""
        faults = []
        if outcome.refused is not None and "refused" not in expect:
            faults.append(f"was refused: {outcome.refused['key']} ({outcome.refused.get('rule') or 'no rule'})")
        if outcome.needs_dice is not None and "needs_dice" not in expect:
            faults.append(f"wants more dice: {outcome.needs_dice}")
        if "do" in step and outcome.refused is None and outcome.needs_dice is None:
            rolled = [face for event in outcome.events if event["e"] == "rolled" for _, face in event["dice"]]
            given = step.get("dice")
            if given is None and rolled and not self.by_chance:
                faults.append(f"rolled {rolled}; give these dice, or a seed where any dice will do")
            elif given is not None and len(given) > len(rolled):
                faults.append(f"{len(given)} dice are given, {len(rolled)} were rolled: {rolled}")
        return faults


def _told(outcome: Outcome, step: Json) -> Json:
    if outcome.refused is not None:
        return {"refused": outcome.refused}
    if outcome.needs_dice is not None:
        return {"needs_dice": outcome.needs_dice}
    return {"value": outcome.value} if "query" in step else {"events": outcome.events}
