"""The content as models, and the figures a second time."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from modules.campaigns_of_robert_e_lee.rules import title, tracks, tree
from qtwar.kit import testing
from qtwar.kit.content import Content
from qtwar.kit.title import Title
from qtwar.model.content import TitleContent
from qtwar.model.load import load

MODULE = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def content() -> TitleContent:
    """The content of the module."""
    return load(MODULE)


@cache
def rules_content() -> Content:
    """The content as the rules read it."""
    return Content(load(MODULE).rules_json())


@pytest.fixture(scope="session")
def values() -> dict[str, Any]:
    """Charts, leaders, counter mix and scenarios as they were designed."""
    return dict(yaml.safe_load((MODULE / "tests" / "values.yaml").read_text("utf-8")))


@pytest.fixture(scope="session")
def map_values() -> dict[str, Any]:
    """The map as it was designed."""
    return dict(yaml.safe_load((MODULE / "tests" / "map_values.yaml").read_text("utf-8")))


@cache
def rules_title() -> Title:
    """The rules of the title."""
    return title(rules_content())


FORCED = {frozenset([verb]): verb for verb in ("pay_nothing", "go_back", "stand", "no_reaction")}
"""Offers of a single verb that is no choice."""


class Game(testing.Game):
    """A position of a scenario, its forces told by `force`, `alone` and `attack`; a hex is named without its board."""

    def __init__(
        self,
        *groups: dict[str, dict[str, Any]],
        scenario: str = "gettysburg_1863",
        phase: str = "",
        args: dict[str, Any] | None = None,
        supply: str | None = "full",
        secret: dict[str, Any] | None = None,
        **more: Any,
    ) -> None:
        pieces = {name: entry for group in groups for name, entry in group.items()}
        sealed: dict[str, Any] = {side: {"supply": {}} for side in ("csa", "union")}
        if supply is not None:  # as if every force had been judged when the impulse began (7.31)
            for name in pieces:
                if (side := name.partition("-")[0]) in sealed:
                    sealed[side]["supply"][name] = supply
        for side, values in (secret or {}).items():
            sealed[side].update(values)
        sides = {side: {"oel": 3} for side in ("csa", "union")}
        super().__init__(
            rules_title(), scenario, phase=phase, args=args, pieces=pieces, secret=sealed, sides=more.pop("sides", sides), **more
        )

    def act(
        self, side: str, verb: str, dice: list[int] | None = None, picks: list[int | str] | None = None, **args: Any
    ) -> Game:
        """Carry an action out, then answer what leaves no choice: sides are asked even so, for a pause tells nothing (3.6)."""
        super().act(side, verb, dice, picks, **args)
        return self._go_on(dice)

    def run(self, *steps: Any, dice: list[int] | None = None, picks: list[int | str] | None = None) -> Game:
        """Run steps, then answer what leaves no choice."""
        super().run(*steps, dice=dice, picks=picks)
        return self._go_on(dice)

    def _go_on(self, dice: list[int] | None) -> Game:
        done = list(self.events)
        while self.active and (verb := FORCED.get(frozenset(self.asks(self.active[0])) - {"decline_br"})):
            rolled = sum(len(e["dice"]) for e in done if e["e"] == "rolled")
            super().act(self.active[0], verb, dice[rolled:] if dice else None)
            done += self.events
        self.events = done
        return self

    def track(self, box: str, what: str) -> int:
        """Return what a box's track says."""
        return tracks.get(self.table(), box, what)

    def units(self, leader: str) -> list[str]:
        """Return a leader's units."""
        return tree.units(self.table(), leader)

    def attr(self, piece: str, key: str) -> Any:
        """Return what play has written on a counter."""
        return self.state.pieces[piece]["attrs"].get(key)


def force(
    leader: str,
    at: str,
    box: str,
    units: list[str] = [],  # noqa: B006
    *,
    under: str = "",
    hq: str = "",
    active: bool = True,
    state: list[str] = [],  # noqa: B006
    **points: int,
) -> dict[str, dict[str, Any]]:
    """Return a force's pieces: `force("csa-lee-1", "2938", "army1", ["infantry_2_1", …], hq="…", ml=4, ap=5, ammo=2)`.

    A unit is `infantry_2_1`, `infantry_2_1/back` when reduced. `under` is the superior box in which a front-line leader lies.
    """
    side = leader.partition("-")[0]
    place = f"{side}-{under}" if under else at
    found: dict[str, dict[str, Any]] = {
        leader: {"at": place, "face": "front" if active else "back", "attrs": {"box": f"{side}-{box}"}}
    }
    if box.startswith("l"):
        found[f"{side}-troops-{box[1:]}-1"] = {"at": place, "kind": f"{side}_troops_{box[1:]}"}
    else:
        found[f"{side}-hq-{box}"] = {"at": place, "kind": hq or f"{side}_hq_{HQS[side, box]}", "attrs": {"box": f"{side}-{box}"}}
    for n, unit in enumerate(units):
        kind, _, face = unit.partition("/")
        shown = {"kind": f"{side}_{kind}", "owner": side, "face": face or "front"}
        found[f"{side}-{box}-unit-{n}"] = {"at": f"{side}-{box}", **shown}
    for what, n in points.items():
        if n:
            found[f"{side}-{what}-{box}"] = {"at": f"{side}-{box}-{n}", "kind": f"{side}_{what}", "owner": side}
    for n, marker in enumerate(state):
        found[f"{marker}-{side}-{box}-{n}"] = {"at": f"{side}-{box}-state", "kind": marker}
    return found


HQS = {
    ("csa", "army1"): "army_northern_virginia", ("csa", "corps1"): "corps_1", ("csa", "corps2"): "corps_2",
    ("csa", "corps3"): "corps_3", ("union", "army1"): "army_potomac",
}  # fmt: skip


def alone(side: str, at: str, *units: str) -> dict[str, dict[str, Any]]:
    """Return units without a leader in a hex, or supply units, ships, works."""
    found = {}
    for n, unit in enumerate(units):
        kind, _, face = unit.partition("/")
        found[f"{side}-{at}-{kind}-{n}"] = {"at": at, "kind": f"{side}_{kind}", "owner": side, "face": face or "front"}
    return found


def attack(side: str, at: str, target: str) -> dict[str, dict[str, Any]]:
    """Return a declared attack."""
    return {f"{side}-attack-{at}": {"at": at, "kind": "attack", "attrs": {"target": f"virginia:{target}", "by": side}}}


def work(at: str, level: int, side: str = "") -> dict[str, dict[str, Any]]:
    """Return an entrenchment in a hex."""
    return {f"works-{at}": {"at": at, "kind": f"entrenchment_{level}", "owner": side}}


@pytest.fixture
def game() -> Callable[..., Game]:
    """`game(force(…), attack(…), …)` makes a position."""
    return Game
