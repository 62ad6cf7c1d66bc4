"""What is looked at before the rules are there shows nothing that they would hide."""

from __future__ import annotations

from pathlib import Path

import pytest

from qtwar.engine.state import State
from qtwar.model.content import TitleContent
from qtwar.services import games, laidout, titles
from qtwar.services.rules import open_rules
from qtwar.session.begin import NewGame
from qtwar.session.chance import key_from_seed
from qtwar.session.memory import MemoryJournal
from qtwar.session.play import PlaySession

TITLES = ("band_of_heroes", "campaigns_of_robert_e_lee", "fields_of_fire", "front_toward_enemy", "sealords")


def on_map(content: TitleContent, seen: State) -> dict[str, str]:
    boards = {board.id for board in content.boards}
    return {
        piece: str(record["at"]) for piece, record in seen.pieces.items()
        if str(record["at"]).partition(":")[0] in boards and record["kind"] in content.kinds_by_id
    }  # fmt: skip


@pytest.mark.parametrize("title", TITLES)
def test_counters_that_everybody_knows_there_everybody_knows_in_the_game(title: str) -> None:
    folder, content = titles.load(title)
    assert folder is not None
    with open_rules(folder, content, native=True) as rules:
        for scenario in content.scenarios:
            laid = laidout.of_new(NewGame(title, scenario.id, seats="hotseat", quick=True))
            game = PlaySession(rules, MemoryJournal({"key": key_from_seed(1)}), laid.session.sides)
            options = {option.id: option.default for option in content.options}
            game.begin({"scenario": scenario.id, "options": options, "strictness": "enforce"}, {"setup": "quick"})
            shown, known = on_map(content, laid.session.view("")), set(game.view("").pieces)
            laid_off = {piece for piece, record in game.state.pieces.items() if piece not in on_map(content, game.state)}
            assert {piece for piece in shown if piece in game.state.pieces} <= known | laid_off, scenario.id


def test_a_game_is_as_it_was_left(tmp_path: Path) -> None:
    made = games.create(NewGame("front_toward_enemy", "frago_2_route_14", seats="both", quick=True), tmp_path)
    try:
        state = made.session.state
    finally:
        made.session.rules.close()
        made.document.close()
    laid = laidout.of_document(made.path)
    assert laid.scenario == "frago_2_route_14"
    assert laid.session.state.to_json() == state.to_json()
