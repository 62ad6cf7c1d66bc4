"""No side can tell positions apart that differ in hidden matters alone, in any title: a short form of `qtwar twins`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from qtwar.engine.state import State
from qtwar.kit import asks
from qtwar.kit.content import Content
from qtwar.kit.sealed import Sealed
from qtwar.kit.table import Frame, Table
from qtwar.services.twins.games import TwinGames, TwinPlan
from qtwar.services.twins.given import printed, same
from qtwar.services.twins.pair import TwinFigures, TwinPair, begun
from qtwar.services.twins.positions import exchanged, exchanges, private_values, rules_that_tell, swapped, swaps

MODULES = Path(__file__).resolve().parents[2] / "modules"
TITLES = sorted(p.parent.name for p in MODULES.glob("*/module.yaml"))
SCENARIOS = [
    pytest.param(title, file.stem, id=f"{title}/{file.stem}")
    for title in TITLES
    for file in sorted((MODULES / title / "content" / "scenarios").glob("*.yaml"))
]
SHORT = TwinPlan(between=20, on=4, most=20, print_every=9, pairs=2)


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
        (side, swapped(a, b))
        for side in state.sides
        for a, b in swaps(state, side)
        if state.pieces[a]["kind"] != state.pieces[b]["kind"]
    )
    del state.known[next(iter(swap))]
    one, other = (
        begun(port, played.content, position, 1)
        for port, position in zip(played.rules[1:], (state, exchanged(state, swap)), strict=True)
    )
    assert TwinPair(one, other, played.content, side, swap).differs() == "packet"


def to_scouts(played: TwinGames) -> tuple[State, str, str]:
    """Return a position in which two sides choose their scouts in secret, who looks, and who chooses."""
    for seed in range(9):
        for game in played.positions("tet", seed, random.Random(seed)):
            game.refresh_offers()
            for side in game.active:
                offer = game.offer(side) or {"asks": []}
                for ask in offer["asks"]:
                    if ask["kind"] == "secret" and len(game.active) > 1 and len(choices(ask)) > 1:
                        other = next(s for s in game.active if s != side)
                        return game.state.copy(), other, side
    raise AssertionError("nobody chose in secret")


def choices(ask: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the answers of an ask that needs no look at the map."""
    return list(asks.enumerate_answers(ask, lambda what, args: None))


@pytest.mark.parametrize("leaks", [False, True])
def test_what_another_side_has_sealed_otherwise_shows_nothing(monkeypatch, qapp, leaks) -> None:
    def tell(self: Sealed, verb: str, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        t.seal(side, self.name, dict(args))
        t.note("note.chose", chosen=str(args))

    with TwinGames(str(MODULES / "sealords"), TwinPlan(between=1, most=120), native=True) as played:
        state, side, chooser = to_scouts(played)
        if leaks:
            monkeypatch.setattr(Sealed, "do", tell)
        found, apart = set(), 0
        for seed in range(30):
            one, other = (begun(port, played.content, state, 1) for port in played.rules[1:])
            pair = TwinPair(one, other, played.content, side, {})
            found.add(pair.play(1, random.Random(seed)))
            apart += pair.chosen_apart
    if leaks:
        assert any(text.startswith(f"packet after a sealed choice of {chooser}") for text in found)
    else:
        assert found == {""}
        assert apart


def test_the_values_of_others_and_the_order_of_a_pile_are_other_ones_in_a_twin(games, qapp) -> None:
    lee = games("campaigns_of_robert_e_lee")
    state = next(lee.positions("gettysburg_1863", 1, random.Random(1))).state.copy()
    sights = {s.id: dict(s.sight) for s in lee.content.sides}
    for side in state.sides:
        other = private_values(state, side, sights)
        assert other is not None
        assert other.secret.get(side) == state.secret.get(side)
        assert other.secret != state.secret
    cards = games("band_of_heroes")
    state = next(cards.positions("s1_crossroads", 1, random.Random(1))).state.copy()
    (turned,) = exchanges(Content(cards.content.rules_json()), state, "us")["pile"]
    assert exchanged(state, turned).places["skill_deck"] == [turned[p] for p in state.places["skill_deck"]]


def test_a_difference_that_a_rule_tells_is_none_where_the_rule_is_named() -> None:
    state = State(("red", "blue"))
    state.pieces = {p: {"kind": kind} for p, kind in (("a", "cache"), ("b", "squad"), ("c", "squad"))}
    tells = {"cache": {"9": 0, "14": 1}, "squad": {"9": 1, "14": 1}}
    assert rules_that_tell(state, swapped("a", "b"), tells) == {"9"}
    assert rules_that_tell(state, swapped("b", "c"), tells) == frozenset()


def test_sheets_are_compared_part_for_part(games, qapp) -> None:
    played = games("sealords")
    state = next(played.positions("tet", 3, random.Random(3))).state.copy()
    one = printed(state, played.content, "FW")
    assert same(one, printed(state.copy(), played.content, "FW"))
    piece = next(p for p, record in state.pieces.items() if record["at"] == "delta:1914")
    state.places["delta:1914"].remove(piece)
    del state.pieces[piece]
    assert not same(one, printed(state, played.content, "FW"))


def test_a_twin_that_no_play_leads_to_is_counted_and_nothing_is_compared(games, qapp) -> None:
    played = games("sealords")
    here = next(played.positions("tet", 3, random.Random(3))).state.copy()
    there = here.copy()
    there.flow[-1]["step"] = "of_another_title"
    tally = TwinFigures()
    assert played._pair(here, there, "FW", {}, tally) is None
    assert tally.ended == {"no position of this game": 1}
    assert tally.differences == []
