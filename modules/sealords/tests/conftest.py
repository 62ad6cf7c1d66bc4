"""A table to test single phases on: the title's steps called one after another, without the operations phase."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from modules.sealords.rules import phases, setup
from qtwar.engine.state import State
from qtwar.kit.content import Content
from qtwar.kit.dice import Chance
from qtwar.kit.runner import Runner
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Table
from qtwar.kit.title import Title
from qtwar.model.content import Content as Model
from qtwar.model.load import load

MODULE = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def model() -> Model:
    """The content of SEALORDS as models."""
    return load(MODULE)


@pytest.fixture(scope="session")
def content(model: Model) -> Content:
    """The content as the rules read it."""
    return Content(model.rules_json())


class Script(Step):
    """Calls steps one after another, then waits for nobody: the end of a test."""

    name = "script"

    def run(self, t: Table, f: Frame) -> None:
        if not f.l["calls"]:
            t.state.active = []
            t.done()
            return
        step, local = f.l["calls"].pop(0)
        t.call(step, **local)


class Game:
    """A position, the steps to run on it, and short words for what tests ask."""

    def __init__(self, content: Content) -> None:
        def begin(t: Table, choices: dict[str, Any]) -> None:
            if choices.get("lists"):
                setup.begin(t, choices)
            if choices.get("calls"):
                t.call("script", calls=choices["calls"])

        self.content = content
        self.runner = Runner(Title(content, steps=(*phases.STEPS, Script()), setup=begin))
        self.events: list[dict[str, Any]] = []

    def begin(self, scenario: str, *, options: dict[str, Any] | None = None, setup: str = "", seed: int = 1) -> Game:
        """Start a scenario; `setup` quick or free uses its lists and asks the sides, empty leaves the map bare."""
        meta = {"scenario": scenario, "options": options or {}, "strictness": "enforce", "title": "sealords"}
        calls = [["setup", {}]] if setup else []
        self.events = self.runner.setup(meta, {"setup": setup, "lists": bool(setup), "calls": calls}, seed)
        return self

    @property
    def state(self) -> State:
        return self.runner.state

    def table(self, dice: list[int] | None = None, picks: list[int] | None = None, seed: int = 1) -> Table:
        """A table for calling a rule function directly."""
        return Table(self.content, self.state, Chance(seed, dice, picks))

    def put(self, **places: str) -> Game:
        """Put pieces on the map: `put(us_pbr_1="2015")`; a four-digit place is a square of the delta."""
        t = self.table()
        for name, at in places.items():
            piece = name.replace("_", "-")
            place = f"delta:{at}" if at.isdigit() else at
            owner = t.content.kinds[t.content.pieces[piece]["kind"]].side
            if piece in t.state.pieces:
                t.move(piece, place)
            else:
                t.add(piece, place, known=["COM"] if owner == "COM" else None)
        return self

    def run(self, *steps: tuple[str, str] | str, dice: list[int] | None = None, picks: list[int] | None = None) -> Game:
        """Run steps, each a name or (name, side), until a side must act or all are over."""
        calls = [[s, {}] if isinstance(s, str) else [s[0], {"side": s[1]}] for s in steps]
        t = self.table(dice, picks)
        self.state.flow, self.state.active = [], []
        t.call("script", calls=calls)
        self.runner.settle(t)
        self.runner._offers.clear()
        self.events = t.events
        return self

    def act(
        self, side: str, verb: str, dice: list[int] | None = None, picks: list[int] | None = None, **args: Any
    ) -> Game:
        """Carry out an offered action."""
        self.events = self.runner.act({"side": side, "verb": verb, "args": args}, 7, dice, picks)
        return self

    def offer(self, side: str) -> dict[str, Any]:
        found = self.runner.offer(side)
        assert found is not None, f"{side} is not to act; active: {self.state.active}"
        return found

    def ask(self, side: str, verb: str) -> dict[str, Any] | None:
        """The ask of a verb, or None where it is not offered."""
        return next((a for a in self.offer(side)["asks"] if a["verb"] == verb), None)

    def at(self, piece: str) -> str:
        return str(self.state.pieces[piece]["at"])

    def vp(self, side: str) -> int:
        return int(self.state.sides[side]["vp"])

    def cp(self, side: str) -> int:
        return int(self.state.sides[side]["cp"])

    def notes(self) -> list[str]:
        return [e["key"] for e in self.events if e["e"] == "note"]

    @property
    def over(self) -> bool:
        """Whether all steps that were to run are done."""
        return not self.state.flow


@pytest.fixture
def game(content: Content) -> Callable[..., Game]:
    """`game("tet")` starts a scenario without its lists, `game("tet", setup="quick")` with its quick set-up."""

    def start(scenario: str = "game_warden", **more: Any) -> Game:
        return Game(content).begin(scenario, **more)

    return start
