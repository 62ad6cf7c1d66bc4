"""Cards, units, charts and missions against the figures of the digest."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from qtwar.kit.content import Content as KitContent
from qtwar.kit.freetable import title
from qtwar.kit.runner import Runner
from qtwar.model.content import Content
from qtwar.model.load import load

HERE = Path(__file__).resolve().parent
VALUES: dict[str, Any] = yaml.safe_load((HERE / "values.yaml").read_text(encoding="utf-8"))
ERAS = ("normandy", "korea", "vietnam")
SCENARIOS = ("nrm_1", "nrm_2", "nrm_3", "normandy_campaign", "kor_1", "vnm_1")


@cache
def content() -> Content:
    """Return the title's content."""
    return load(HERE.parent)


def laid_out(scenario: str, seed: int = 4) -> Runner:
    """Return a game of a scenario on the free table."""
    game = Runner(title(KitContent(content().as_json())))
    game.setup({"scenario": scenario, "options": {}}, {"setup": "quick"}, seed)
    return game


def test_every_action_card_carries_the_figures_of_the_deck() -> None:
    cards = {p.attrs["n"]: p.attrs for p in content().pieces if p.kind == "action"}
    assert sorted(cards) == list(range(1, 51))
    for card in VALUES["action_deck"]:
        have = cards[card["n"]]
        assert [have["slot1"], have["slot2"]] == [card[slot].removesuffix("_short") for slot in ("slot1", "slot2")]
        assert have["short"] == any(card[slot].endswith("_short") for slot in ("slot1", "slot2"))
        for key in ("act", "ini", "at", "hit_max", "pin_max", "vet", "line", "green", "r"):
            assert have[key] == card[key], (card["n"], key)
        assert {f for f in ("hq", "jam") if have[f]} == set(card["flags"])
        assert [have[f"r{k}"] for k in range(2, 11)] == card["r"]


@pytest.mark.parametrize("era", ERAS)
def test_every_terrain_deck_has_55_cards_with_their_borders(era: str) -> None:
    kinds = {k.id: k for k in content().kinds}
    cards = [p for p in content().pieces if p.kind.startswith(f"{era}_")]
    assert sorted(p.attrs["number"] for p in cards) == list(range(1, 56))
    for card in cards:
        assert len(card.attrs["sights"]) == 8
        assert set(card.attrs["sights"]) <= set("GW")
        assert kinds[card.kind].attrs["deck"] == era


def test_contact_markers_are_as_many_as_the_book_counts() -> None:
    have = Counter(p.kind for p in content().pieces if p.kind.startswith("pc_"))
    limits = VALUES["counter_limits"]["markers"]
    assert {letter: have[f"pc_{letter.lower()}"] for letter in "ABC"} == {x: limits[f"PC_{x}"] for x in "ABC"}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_mission_deals_its_map_from_the_shuffled_deck(scenario: str) -> None:
    entry = next(s for s in content().scenarios if s.id == scenario)
    game, other = laid_out(scenario), laid_out(scenario, 5)
    cells = [(line["deck"], cell) for line in entry.attrs["deal"] for cell in line["cells"] if line["deck"].endswith("_deck")]
    assert cells
    era = cells[0][0].removesuffix("_deck")

    terrain = {p.id for p in content().pieces if p.formation == "cards"}

    def cards(g: Runner) -> list[list[str]]:
        return [[p for p in g.state.at(cell) if p in terrain] for _, cell in cells]

    dealt = cards(game)
    assert sum(map(len, dealt)) + len(game.state.at(f"{era}_deck")) == 55
    hills = {p.id for p in content().pieces if p.kind == f"{era}_hill"}
    face_up = entry.attrs["map"]["face"] == "up"
    for pile in dealt:  # 5.2.2: a hill lies under the next card that is none; cards face down are not looked at
        assert len(pile) == 1 or set(pile[:-1]) <= hills
        assert not face_up or pile[-1] not in hills
    assert dealt != cards(other)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_company_stands_where_its_mission_puts_it(scenario: str) -> None:
    entry = next(s for s in content().scenarios if s.id == scenario)
    game = laid_out(scenario)
    single = {p.id for p in content().pieces}
    for line in entry.quick:
        for piece in set(line.pieces) & single:
            if piece.startswith(ERAS) and not line.at.endswith("_deck") and "inside" not in line.attrs:
                assert game.state.pieces[piece]["at"] in (line.at, f"map:{line.at}"), piece
