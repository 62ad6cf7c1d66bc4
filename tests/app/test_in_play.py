"""What a scenario says of its map and its turns."""

from __future__ import annotations

from pathlib import Path

import pytest

from qtwar.presenters.play.lines import headed
from qtwar.presenters.play.opening import open_game
from qtwar.services import games
from qtwar.session.begin import NewGame

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize(
    ("scenario", "columns", "rows"),
    [("frago_0_point_element", (1, 13), (9, 18)), ("frago_4_hill_294", (8, 26), (1, 13))],
)
def test_cells_outside_the_rectangle_of_a_scenario_are_out_of_play(
    tmp_path: Path, scenario: str, columns: tuple[int, int], rows: tuple[int, int]
) -> None:
    opened = games.create(NewGame("front_toward_enemy", scenario, seats="both", quick=True), tmp_path)
    model = open_game(opened, "en", lambda path: None)
    try:
        board = opened.content.scenario(scenario).boards[0]
        cells = set(opened.content.board(board).make_grid().cells())
        inside = {f"{c:02}.{r:02}" for c in range(columns[0], columns[1] + 1) for r in range(rows[0], rows[1] + 1)}
        assert inside < cells
        assert set(model.title.out_of_play(board)) == cells - inside
        assert not set(model.title.out_of_play("records"))
    finally:
        model.close()


@pytest.mark.parametrize(("language", "dates"), [("en", "21-25 Apr"), ("ja", "4月21–25日")])
def test_turns_bear_the_dates_of_the_scenario(tmp_path: Path, language: str, dates: str) -> None:
    new = NewGame("campaigns_of_robert_e_lee", "chancellorsville_1863", seats="both", quick=True)
    opened = games.create(new, tmp_path)
    model = open_game(opened, language, lambda path: None)
    try:
        assert next(turn.label for turn in model.position.turn_track()) == f"1 · {dates}"
        assert next(c.note for c in model.position.crumbs() if c.note) == dates
    finally:
        model.close()


@pytest.mark.parametrize("strictness", ["off", "enforce"])
@pytest.mark.parametrize(("language", "turn"), [("en", "Turn 4"), ("ja", "第4ターン")])
def test_what_waits_on_a_turn_of_the_track_is_told_among_the_reinforcements(
    tmp_path: Path, strictness: str, language: str, turn: str
) -> None:
    new = NewGame("front_toward_enemy", "frago_2_route_14", seats="both", quick=True, strictness=strictness)
    opened = games.create(new, tmp_path)
    model = open_game(opened, language, lambda path: None)
    try:
        position, view = model.position, model.position.view
        coming = [(box.name, {view.pieces[p]["kind"] for p in box.pieces}) for box in position.reinforcements()]
        assert coming == [(turn, {"us_m48", "us_acav"})]
        for now in (4, 5):  # the turn on which they are to be brought in, and a later one: they stand on the track still
            view.vars["turn"] = now
            assert [box.name for box in position.reinforcements()] == [turn]
        view.places["turn-4"] = [p for p in view.places["turn-4"] if p not in position.reinforcements()[0].pieces]
        assert position.reinforcements() == []
    finally:
        model.close()


def test_rules_are_found_by_number_title_and_reading_and_a_part_by_its_section(tmp_path: Path) -> None:
    opened = games.create(NewGame("sealords", "learning", seats="both", quick=True), tmp_path)
    model = open_game(opened, "ja", lambda path: None)
    try:
        for typed in ("8.4", "riverine", "河川移動"):
            assert next(f.text for f in model.position.find(typed) if f.kind == "rule") == "8.4 河川移動"
        assert any(f.id == "9.1" for f in model.position.find("9"))
        found = [[f.id for f in model.position.find(typed)] for typed in ("センサー", "せんさー", "sensaa")]
        assert found[0] == found[1] == found[2]
        titles = {
            rule: model.title.texts.plain(model.title.rule_text(rule) or "", "en")
            for rule in ("7.6.3a", "11.5", "3.2", "99")
        }
        assert titles == {"7.6.3a": "Recon", "11.5": "Combat results", "3.2": "Set-up", "99": ""}
    finally:
        model.close()


@pytest.mark.parametrize(
    ("language", "card", "off"),
    [("en", "Row 2, column 3", "Staging area, column 1"), ("ja", "第2横列・第3縦列", "中間準備エリア・第1縦列")],
)
def test_cards_of_a_map_are_called_by_row_and_column(tmp_path: Path, language: str, card: str, off: str) -> None:
    opened = games.create(NewGame("fields_of_fire", "nrm_1", seats="both", quick=True), tmp_path)
    model = open_game(opened, language, lambda path: None)
    try:
        assert (model.title.place_name("map:r2c3"), model.title.place_name("map:r0c1")) == (card, off)
        assert next(f.id for f in model.position.find(card) if f.kind == "cell") == "map:r2c3"
    finally:
        model.close()


@pytest.mark.parametrize(("language", "begins"), [("en", "Reinforcements arrive"), ("ja", "増援の配置")])
def test_the_sequence_of_play_is_a_chart_among_the_others(tmp_path: Path, language: str, begins: str) -> None:
    new = NewGame("front_toward_enemy", "frago_0_point_element", seats="both", quick=True)
    opened = games.create(new, tmp_path)
    model = open_game(opened, language, lambda path: None)
    try:
        (chart,) = [info for info in model.title.tables() if info.id == "sequence"]
        assert chart.cells[0] == ("4.0", begins)
        assert chart.rows[:6] == ("1", "2", "2a", "2b", "2b1", "2b2")
    finally:
        model.close()


def test_a_seat_sees_its_own_private_values_and_which_boxes_are_closed_to_it(tmp_path: Path) -> None:
    """Lee 3.6, 3.17: war effort points, victory points and replacements stand on the display that the enemy never sees."""
    new = NewGame("campaigns_of_robert_e_lee", "chancellorsville_1863", seats="hotseat", quick=True)
    model = open_game(games.create(new, tmp_path), "en", lambda path: None)
    try:
        enemy = {"csa": "union", "union": "csa"}[model.position.seat]
        shown = {(r.label, r.side): r.value for r in model.position.resources()}
        private = {name for name, side in shown if side == model.position.seat} - {name for name, side in shown if side == enemy}
        assert len(private) == 3
        closed = {box.id for box in model.position.boxes() if box.hidden}
        assert all(model.position.view.sight[place] == ["owner", enemy] for place in closed)
        assert not any(box.pieces or box.count for box in model.position.boxes() if box.hidden)
    finally:
        model.close()


def test_in_a_campaign_the_turns_of_the_mission_being_played_are_counted(tmp_path: Path) -> None:
    opened = games.create(NewGame("fields_of_fire", "normandy_campaign", seats="both", quick=True), tmp_path)
    model = open_game(opened, "en", lambda path: None)
    try:
        position = model.position
        assert (position.crumbs()[0].text, len(position.turn_track())) == ("Turn 1 of 12", 12)
        position.view.vars["mission"] = "nrm_2"
        assert (position.crumbs()[0].text, len(position.turn_track())) == ("Turn 1 of 10", 10)
        assert position.crumbs()[0].note == "Normandy · Defensive"
        assert position.piece("normandy-co-hq").strength == ""  # nothing is printed
        assert position.piece("normandy-p1-sqd1").strength == "S L"
        assert model.title.name("p", "action-18") == "Action card 18"
    finally:
        model.close()


def test_no_detail_heads_an_entry_of_the_log() -> None:
    draw, result = {"e": "note", "level": 2}, {"e": "note", "level": 1}
    assert headed([draw, draw, result, draw]) == [result, draw, draw, draw]
    assert headed([result, draw]) == [result, draw]
    assert headed([draw]) == [draw]
    roll = {"e": "rolled"}
    assert headed([draw, roll, result]) == [roll, draw, result]
