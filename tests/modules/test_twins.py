"""No side can tell positions apart that differ in hidden matters alone, in any title: a short form of `qtwar twins`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from qtwar.services.twins import TwinGames, TwinPair, TwinPlan, begun, exchanged, swaps

MODULES = Path(__file__).resolve().parents[2] / "modules"
TITLES = sorted(p.parent.name for p in MODULES.glob("*/module.yaml"))
SCENARIOS = [
    pytest.param(title, file.stem, id=f"{title}/{file.stem}")
    for title in TITLES
    for file in sorted((MODULES / title / "content" / "scenarios").glob("*.yaml"))
]
SHORT = TwinPlan(between=20, on=4, most=20)


@pytest.fixture(scope="module")
def games() -> Iterator[Callable[[str], TwinGames]]:
    """Titles with their workers; the one before is let go when another is asked for."""
    held: dict[str, tuple[TwinGames, ExitStack]] = {}

    def of(title: str) -> TwinGames:
        if title not in held:
            for _, stack in held.values():
                stack.close()
            held.clear()
            stack = ExitStack()
            held[title] = stack.enter_context(TwinGames(str(MODULES / title), SHORT)), stack
        return held[title][0]

    yield of
    for _, stack in held.values():
        stack.close()


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_positions_that_differ_in_hidden_matters_look_the_same_and_go_on_alike(games, qapp, title, scenario) -> None:
    tally = games(title).play(scenario, 12)
    assert tally.differences == []
    assert tally.pairs or not tally.hidden


def test_the_comparison_sees_what_is_turned_up(games, qapp) -> None:
    played = games("sealords")
    state = next(played.positions("tet", 3, random.Random(3))).state.copy()
    side, swap = next(
        (side, (a, b))
        for side in state.sides
        for a, b in swaps(state, side)
        if state.pieces[a]["kind"] != state.pieces[b]["kind"]
    )
    del state.known[swap[0]]
    one, other = (
        begun(port, played.content, position, 1)
        for port, position in zip(played.rules[1:], (state, exchanged(state, swap)), strict=True)
    )
    assert TwinPair(one, other, played.content, side, swap).differs() == "packet"
