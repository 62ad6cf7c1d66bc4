"""What tests of a title's rules are written with: a position, actions with scripted dice and draws, refusals, offers.

    game = Game(title(content), "scenario_1", phase="act", args={"side": "blue"}, pieces={"blue-1": "0503", "red-1": "0603"})
    game.act("blue", "attack", dice=[4], pieces=["blue-1"], cell="0603")
    assert game.at("red-1") == "0704"

    log = play_out(begun(title(content), "scenario_1"), seed=3)

A place may be written without its board where the scenario has but one: `0503` for `map:0503`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Self

from qtwar.base.errors import Refusal
from qtwar.engine import reduce
from qtwar.engine.events import Event
from qtwar.engine.state import INSIDE, State
from qtwar.kit import asks
from qtwar.kit.asks.shapes import Ask, Offer
from qtwar.kit.dice import Chance
from qtwar.kit.runner import Runner
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Seen, Table
from qtwar.kit.title import Title

PLACES = ("cell", "path", "to", "at", "place")
"""Arguments of actions and questions whose values are places."""


class Script(Step):
    """Calls steps one after another, then waits for nobody: the end of what a test runs."""

    name = "script"

    def run(self, t: Table, f: Frame) -> None:
        """Call the next one."""
        if f.l["calls"]:
            step, local = f.l["calls"].pop(0)
            t.call(step, **local)
        else:
            t.done()


class Game:
    """A game for tests. It stands at a phase with some pieces, or (`setup`) where a scenario begins."""

    def __init__(
        self,
        rules: Title,
        scenario: str,
        *,
        phase: str = "",
        args: Mapping[str, Any] | None = None,
        pieces: Mapping[str, Any] | None = None,
        decks: Mapping[str, list[str]] | None = None,
        sides: Mapping[str, Any] | None = None,
        values: Mapping[str, Any] | None = None,
        secret: Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
        setup: str = "",
        seed: int = 1,
    ) -> None:
        rules.steps.setdefault(Script.name, Script())
        self.content = rules.content
        self.runner = Runner(rules)
        boards = self.content.scenarios[scenario].get("boards") or list(self.content.boards)
        self.board = str(boards[0])
        meta = {"scenario": scenario, "options": dict(options or {}), "strictness": "enforce", "title": rules.content.title}
        choices: dict[str, Any] = {"setup": setup}
        if not setup:
            spec = {
                "pieces": {piece: self.entry(entry) for piece, entry in (pieces or {}).items()},
                "decks": decks, "sides": sides, "vars": values, "secret": secret, "args": dict(args or {}),
            }  # fmt: skip
            choices["position"] = {**spec, "phase": phase} if phase else spec
        self.events = self.runner.setup(meta, choices, seed)
        """What the last action did."""

    def entry(self, entry: Any) -> Any:
        """Return a piece's entry in a position: its place, or {at, kind, owner, face, known, attrs}."""
        return self.place(entry) if isinstance(entry, str) else {**entry, "at": self.place(entry["at"])}

    def place(self, at: str) -> str:
        """Return a place as the rules name it."""
        plain = ":" in at or at.startswith(INSIDE) or at in self.content.boxes
        return at if plain else f"{self.board}:{at}"

    def _placed(self, args: Mapping[str, Any]) -> dict[str, Any]:
        named = {key: args[key] for key in PLACES if key in args}
        return {**args, **{k: [self.place(p) for p in v] if isinstance(v, list) else self.place(v) for k, v in named.items()}}

    # doing ------------------------------------------------------------------------------

    def act(
        self, side: str, verb: str, dice: list[int] | None = None, picks: list[int | str] | None = None, **args: Any
    ) -> Self:
        """Carry out an offered action; `dice` and `picks` (draws: index or piece) are what falls, chance if not given."""
        self.events = self.runner.act({"side": side, "verb": verb, "args": self._placed(args)}, 7, dice, picks)
        return self

    def refused(self, side: str, verb: str, **args: Any) -> str:
        """Return the rule by which an action is refused; AssertionError if it is not, or if something has happened."""
        before = self.state.digest()
        try:
            self.act(side, verb, **args)
        except Refusal as no:
            assert self.state.digest() == before, f"{verb} was refused, but something has happened"
            return no.rule
        raise AssertionError(f"{verb} was not refused: {args}")

    def run(
        self, *steps: str | tuple[str, Mapping[str, Any]], dice: list[int] | None = None,
        picks: list[int | str] | None = None,
    ) -> Self:  # fmt: skip
        """Run steps (a name, or name and locals) one after another, until a side must act or all are over."""
        t = self.table(dice, picks)
        self.state.flow, self.state.active = [], []
        t.call(Script.name, calls=[[s, {}] if isinstance(s, str) else [s[0], dict(s[1])] for s in steps])
        self.runner.settle(t)
        self.runner.open(self.state)
        self.events = t.events
        return self

    def table(self, dice: list[int] | None = None, picks: list[int | str] | None = None, seed: int = 1) -> Table:
        """Return a table for calling a function of the rules directly."""
        return Table(self.content, self.state, Chance(seed, dice, picks))

    # asking -----------------------------------------------------------------------------

    def seen(self, side: str) -> Seen:
        """Return what a side sees, for calling a function of the rules directly."""
        return self.table().seen_by(side)

    def offer(self, side: str) -> Offer:
        """Return what a side may do; AssertionError if it is not to act."""
        found = self.runner.offer(side)
        assert found is not None, f"{side} is not to act; active: {self.active}"
        return found

    def asks(self, side: str) -> dict[str, Ask]:
        """Return the asks of a side by verb."""
        return {ask["verb"]: ask for ask in self.offer(side)["asks"]}

    def ask(self, side: str, verb: str) -> Ask | None:
        """Return the ask of a verb, None where it is not offered."""
        return self.asks(side).get(verb)

    def query(self, side: str, what: str, **args: Any) -> Any:
        """Return the answer to a question of a side."""
        return self.runner.query(side, what, self._placed(args))

    @property
    def state(self) -> State:
        """Return the whole position."""
        return self.runner.state

    @property
    def active(self) -> list[str]:
        """Return who is to act."""
        return list(self.state.active)

    @property
    def step(self) -> str:
        """Return the innermost step, an empty word when all is over."""
        return str(self.state.flow[-1]["step"]) if self.state.flow else ""

    def at(self, piece: str) -> str:
        """Return where a piece lies, a cell without its board."""
        return str(self.state.pieces[piece]["at"]).removeprefix(f"{self.board}:")

    def face(self, piece: str) -> str:
        """Return the face that a piece shows."""
        return str(self.state.pieces[piece]["face"])

    def num(self, side: str, key: str) -> Any:
        """Return a number or word of a side."""
        return self.state.sides[side].get(key)

    def notes(self) -> list[str]:
        """Return the keys of the log lines of the last action."""
        return [event["key"] for event in self.events if event["e"] == "note"]

    def note(self, key: str, at: int = -1) -> dict[str, Any]:
        """Return the arguments of a log line of a key that the last action wrote: the last one, or the `at`-th."""
        found: list[dict[str, Any]] = [e["args"] for e in self.events if e["e"] == "note" and e["key"] == key]
        assert found, f"no line {key}; there is {self.notes()}"
        return found[at]


# whole games ------------------------------------------------------------------------------


def begun(rules: Title, scenario: str, seed: int = 1, setup: str = "quick") -> Runner:
    """Return a scenario begun with its quick or its free set-up."""
    runner = Runner(rules)
    meta = {"scenario": scenario, "options": {}, "strictness": "enforce", "title": rules.content.title}
    runner.setup(meta, {"setup": setup}, seed)
    return runner


def play_out(runner: Runner, seed: int, most: int = 2000) -> list[list[Event]]:
    """Play a game at random to its end; returns the events of each action.

    AssertionError where nobody can go on, or the game does not end in so many actions.
    """
    log: list[list[Event]] = []
    while runner.state.result is None:
        assert len(log) < most, f"no end after {most} actions"
        log.append(_any_action(runner, Chance(seed * 7919 + len(log))))
    return log


def _any_action(runner: Runner, chance: Chance) -> list[Event]:
    for _ in range(40):
        side = runner.state.active[chance.below(len(runner.state.active))]
        offered = runner.offer(side)
        assert offered is not None, f"{side} is to act, and has nothing to do"
        choice = asks.sample(offered, chance, partial(runner.query, side))
        if choice is None:
            continue
        try:
            return runner.act({"side": side, **choice}, chance.bits())
        except Refusal:
            continue
    raise AssertionError(f"nobody can go on: {runner.state.flow[-1]}")


def undo_to(runner: Runner, log: list[list[Event]], digest: str) -> None:
    """Take a game back action by action; AssertionError where it does not come to the position of a digest."""
    for events in reversed(log):
        reduce.undo_all(runner.state, events)
    assert runner.state.digest() == digest, "undone, the position is another one than at the beginning"
