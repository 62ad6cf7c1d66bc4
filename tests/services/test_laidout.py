"""What is looked at before the rules are there shows nothing that they would hide."""

from __future__ import annotations

from pathlib import Path

import pytest

from qtwar.engine.state import State
from qtwar.model.content import TitleContent
from qtwar.model.scenario import Pool, Reinforcement
from qtwar.services import games, laidout, titles
from qtwar.services.rules import open_rules
from qtwar.session.begin import NewGame
from qtwar.session.chance import key_from_seed
from qtwar.session.memory import MemoryJournal
from qtwar.session.play import PlaySession

TITLES = ("band_of_heroes", "campaigns_of_robert_e_lee", "fields_of_fire", "front_toward_enemy", "sealords")


BY_THE_BOOK = {
    "first_manassas_1861": {"csa-infantry-1-2-2"},
    "chancellorsville_1863": {
        "csa-cavalry-1-2-1", "csa-infantry-1-2-4", "csa-infantry-2-2-6", "csa-infantry-2-2-7",
        "union-infantry-4-3-5", "union-infantry-4-3-6", "union-infantry-5-2-4", "union-infantry-6-3-1",
    },
    "gettysburg_1863": {
        "csa-cavalry-2-2-3", "csa-infantry-1-3-8", "csa-infantry-2-1-6", "csa-infantry-2-2-8", "csa-infantry-2-3-6",
        "union-cavalry-2-2-2", "union-cavalry-2-3-2", "union-infantry-5-3-4", "union-infantry-5-3-5", "union-infantry-6-2-2",
    },
    "zumwalt": {"us-armored-cavalry-battalion-1"},
}  # fmt: skip
"""Counters that stand where every reader of the scenario finds them, and that the rules lay into a command or leave out."""


def on_map(content: TitleContent, seen: State) -> dict[str, str]:
    boards = {board.id for board in content.boards}
    return {piece: str(record["at"]) for piece, record in seen.pieces.items() if str(record["at"]).partition(":")[0] in boards}


@pytest.mark.parametrize("quick", [True, False], ids=["quick", "by hand"])
@pytest.mark.parametrize("title", TITLES)
def test_counters_that_are_seen_there_are_seen_in_the_game(title: str, quick: bool) -> None:
    folder, content = titles.load(title)
    assert folder is not None
    with open_rules(folder, content, native=True) as rules:
        for scenario in content.scenarios:
            laid = laidout.of_new(NewGame(title, scenario.id, seats="hotseat", quick=quick))
            game = PlaySession(rules, MemoryJournal({"key": key_from_seed(1)}), laid.session.sides)
            options = {option.id: option.default for option in content.options}
            choices = {"setup": "quick" if quick else "free"}
            game.begin({"scenario": scenario.id, "options": options, "strictness": "enforce"}, choices)
            shown, known = laid.session.view("").pieces, game.view("").pieces
            stand = on_map(content, laid.session.view(""))
            assert set(stand) - set(known) <= BY_THE_BOOK.get(scenario.id, set())
            assert not {piece for piece in stand if piece in known and known[piece]["kind"] != shown[piece]["kind"]}


def test_what_a_side_may_hide_is_not_laid_out_wherever_a_scenario_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    folder, content = titles.load("sealords")
    scenario = content.scenario("tet")
    hidden, place = "com_hero", on_map(content, laidout.of_new(NewGame("sealords", "tet", quick=True)).session.state).popitem()[1]
    one = {hidden: 1}
    changed = scenario.model_copy(
        update={
            "pools": {"waits": Pool(place=place, pieces=one)},
            "reinforcements": (Reinforcement(turn=1, at=place, pieces=one),),
        }
    )
    monkeypatch.setattr(titles, "load", lambda title: (folder, content.model_copy(update={"scenarios": (changed,)})))
    laid = laidout.of_new(NewGame("sealords", "tet", quick=True))
    assert laid.session.state.pieces
    assert not [piece for piece, record in laid.session.state.pieces.items() if record["kind"] == hidden]


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
