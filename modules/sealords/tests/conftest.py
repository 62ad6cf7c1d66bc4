"""A table to test single phases on: the title's steps called one after another, without the operations phase."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from modules.sealords.rules import phases
from modules.sealords.rules import setup as rules_setup
from modules.sealords.tests.ops import TWO, Ops
from qtwar.kit import testing
from qtwar.kit.content import Content
from qtwar.kit.table import Table
from qtwar.kit.title import Title
from qtwar.model.content import TitleContent as Model
from qtwar.sandbox import testing as titles

MODULE = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def model() -> Model:
    """The content of SEALORDS as models."""
    return titles.content_of(MODULE)


@pytest.fixture(scope="session")
def content() -> Content:
    """The content as the rules read it."""
    return titles.rules_content(MODULE)


class Game(testing.Game):
    """A scenario without the operations phase, to run single phases on."""

    def __init__(self, content: Content, scenario: str, *, setup: str = "", **more: Any) -> None:
        """`setup` quick or free uses the scenario's lists and asks the sides, empty leaves the map bare."""

        def begin(t: Table, choices: dict[str, Any]) -> None:
            rules_setup.begin(t, choices)
            t.call("setup")

        super().__init__(Title(content, steps=phases.STEPS, setup=begin), scenario, setup=setup, **more)

    def put(self, **places: str) -> Game:
        """Put pieces on the map: `put(us_pbr_1="2015")`."""
        t = self.table()
        for name, at in places.items():
            piece = name.replace("_", "-")
            owner = t.content.kinds[t.content.pieces[piece]["kind"]].side
            if t.exists(piece):
                t.move(piece, self.place(at))
            else:
                t.add(piece, self.place(at), known=["COM"] if owner == "COM" else None)
        return self

    def phase(self, *steps: tuple[str, str] | str, **given: Any) -> Game:
        """Run steps, each a name or (name, side), until a side must act or all are over."""
        return self.run(*(s if isinstance(s, str) else (s[0], {"side": s[1]}) for s in steps), **given)

    def set_side(self, side: str, **values: int) -> None:
        """Set numbers of a side."""
        table = self.table()
        for key, value in values.items():
            table.put(side, key, value)

    def vp(self, side: str) -> int:
        return int(self.num(side, "vp"))

    def cp(self, side: str) -> int:
        return int(self.num(side, "cp"))

    @property
    def over(self) -> bool:
        """Whether all steps that were to run are done."""
        return not self.state.flow


@pytest.fixture
def game(content: Content) -> Callable[..., Game]:
    """`game("tet")` starts a scenario without its lists, `game("tet", setup="quick")` with its quick set-up."""

    def start(scenario: str = "game_warden", **more: Any) -> Game:
        return Game(content, scenario, **more)

    return start


@pytest.fixture
def ops(content: Content) -> Callable[..., Ops]:
    """`ops("COM", com_tij_1="1304")` stands at the operations phase with COM to operate; else the Free World does."""

    def start(side: str = "FW", **more: Any) -> Ops:
        return Ops(content, side, **more)

    return start


@pytest.fixture
def met(ops: Callable[..., Ops]) -> Callable[..., Ops]:
    """Two PBR have entered 2016 (major river, no town) with a Local Force battalion and Sappers; recon is to come."""

    def start(**more: Any) -> Ops:
        return ops(**{**TWO, **more}).go("FW", "us-pbr-1 us-pbr-2", "2015 2016")

    return start
