"""Rules options where nobody asks a person: the scenario's own, written ones, all turned round."""

from __future__ import annotations

from pathlib import Path

import pytest

from qtwar.base.errors import DataFault
from qtwar.services import options, titles
from qtwar.services.selfplay import GameBatch, play_games
from qtwar.storage.document import Document

TITLES = ("sealords", "band_of_heroes", "front_toward_enemy", "fields_of_fire", "campaigns_of_robert_e_lee")


@pytest.mark.parametrize("title", TITLES)
def test_turned_round_no_option_of_the_scenario_stays_and_each_setting_has_its_game(title: str) -> None:
    _, content = titles.load(title)
    known = {option.id: option for option in content.options}
    for scenario in content.scenarios:
        now = options.in_force(content, scenario.id)
        met: dict[str, set[object]] = {}
        for seed in range(1, 51):
            for name, setting in options.turned(content, scenario.id, seed).items():
                met.setdefault(name, set()).add(setting)
        for option in content.options:
            if option.scenarios and scenario.id not in option.scenarios:
                continue
            others = {c.id for c in option.choices} if option.type == "choice" else met.get(option.id, set())
            assert met.get(option.id, set()) == others - {now[option.id]}
            assert all(known[option.id].allows(setting) for setting in others)


@pytest.mark.parametrize("given", [{"heroes": 99}, {"heroes": "0"}, {"fw_nzoc": 1}, {"fw_nzoc": []}, {"nothing": True}])
def test_settings_that_come_from_anybody_are_the_titles_own(given: dict[str, object]) -> None:
    _, content = titles.load("sealords")
    options.check(content, {"fw_nzoc": True, "heroes": 0})
    with pytest.raises(DataFault):
        options.check(content, given)


def test_what_is_written_is_what_the_game_is_played_with(tmp_path: Path) -> None:
    folder, content = titles.load("sealords")
    given = options.written(content, ["fw_nzoc=TRUE", "heroes=0"])
    assert given == {"fw_nzoc": True, "heroes": 0}
    play_games(GameBatch(str(folder), "learning", ((7, given),), 3, str(tmp_path), True, "quick"))
    with Document.open(tmp_path / "sealords-learning-7.qtwar") as document:
        first = document.journal().entry(1).action
    assert first is not None
    assert first["meta"]["options"] == given


def test_a_scenario_says_its_own_setting() -> None:
    _, content = titles.load("sealords")
    tet = content.scenario("tet")
    own = tet.model_copy(update={"options": {"heroes": 1}})
    changed = content.model_copy(update={"scenarios": tuple(own if s is tet else s for s in content.scenarios)})
    assert options.in_force(changed, "tet")["heroes"] == 1
    assert options.in_force(changed, "zumwalt")["heroes"] == 2
    assert options.turned(changed, "tet", 1)["heroes"] != 1
