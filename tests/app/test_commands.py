"""The program without a window: each command's lines, its one JSON object, its exit status, its one sentence on bad input."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from qtwar.bench.attacks import modules
from qtwar.cli.main import main
from tests.windows import clear_windows

Run = Any


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], qtwar_home: Path) -> Run:
    """Return a function that runs a command and gives (status, stdout, stderr)."""

    def runs(*words: object) -> tuple[int, str, str]:
        capsys.readouterr()
        try:
            status = main([str(w) for w in words])
        except SystemExit as stopped:
            status = int(stopped.code or 0)
        told = capsys.readouterr()
        return status, told.out, told.err

    return runs


def test_numpy_is_given_one_thread_where_nobody_says_otherwise(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "2")
    run("--version")
    assert os.environ["OPENBLAS_NUM_THREADS"] == "2"
    monkeypatch.delenv("OPENBLAS_NUM_THREADS")
    run("--version")
    assert os.environ["OPENBLAS_NUM_THREADS"] == "1"


def one_object(out: str) -> dict[str, Any]:
    """Return the one JSON object on stdout; anything else there is a failure."""
    assert out.count("\n") == 1
    found: dict[str, Any] = json.loads(out)
    return found


def test_titles_tells_what_is_installed(run: Run) -> None:
    status, out, _ = run("titles", "--json")
    rows = {row["id"]: row for row in one_object(out)["titles"]}
    assert status == 0
    assert rows["sealords"]["rules_coverage"] == 100
    assert rows["sealords"]["scenarios"] == 4
    assert "SEALORDS" in run("titles")[1]


def test_a_title_with_a_broken_map_of_rules_stops_no_other(run: Run, qtwar_home: Path, tmp_path: Path) -> None:
    module = modules.sound(qtwar_home / "modules" / "small")
    (module / "RULES_MAP.yaml").write_text("rules: [1]\n", encoding="utf-8")
    status, out, _ = run("titles", "--json")
    rows = {row["id"]: row for row in one_object(out)["titles"]}
    assert status == 1
    broken = next(row for row in rows.values() if "problem" in row)
    assert "RULES_MAP.yaml" in broken["problem"]
    assert rows["sealords"]["rules_coverage"] == 100


def test_scenarios_lists_the_four_of_sealords(run: Run) -> None:
    status, out, _ = run("scenarios", "sealords", "--json")
    assert status == 0
    assert {"learning", "game_warden", "tet", "zumwalt"} == {row["id"] for row in one_object(out)["scenarios"]}
    assert "Game Warden" in run("scenarios", "sealords")[1]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (("scenarios", "sealord"), "sealords"),
        (("selfplay", "sealords", "game_wardn"), "game_warden"),
        (("screenshot", "sealords/tett", "-o", "x.png"), "tet"),
        (("selfplay", "sealords", "learning", "--option", "fw_nzok=true"), "fw_nzoc"),
        (("selfplay", "sealords", "learning", "--option", "fw_nzoc=perhaps"), "false"),
        (("twins", "sealords", "tet", "--option", "heroes=99"), "2"),
    ],
)
def test_a_slip_of_the_pen_is_answered_with_what_was_meant(run: Run, words: tuple[str, ...], names: str) -> None:
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert names in err
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_an_unknown_command_is_refused_in_one_line(run: Run) -> None:
    status, out, err = run("fly")
    assert (status, out) == (2, "")
    assert err.count("\n") == 1


def test_validate_finds_nothing_in_sealords(run: Run, repository: Path) -> None:
    status, out, _ = run("validate", repository / "modules" / "sealords", "--json")
    assert status == 0
    assert [row["problems"] for row in one_object(out)["checked"]] == [[]]


def test_validate_names_file_and_line_of_a_slip_and_what_was_meant(run: Run, repository: Path, tmp_path: Path) -> None:
    copy = tmp_path / "私の sealords"
    shutil.copytree(repository / "modules" / "sealords", copy)
    oob = copy / "content" / "oob.yaml"
    text = oob.read_text(encoding="utf-8")
    line = next(n for n, row in enumerate(text.splitlines(), 1) if "kind: us_pbr" in row)
    oob.write_text(text.replace("kind: us_pbr", "kind: us_pbrr", 1), encoding="utf-8")
    status, out, _ = run("validate", copy, "--json")
    found = one_object(out)["checked"][0]["problems"]
    assert status == 1
    (slip,) = (p for p in found if p["line"] == line and "oob.yaml" in p["file"] and "us_pbr" in p["text"] + p["fix"])
    _, out, _ = run("validate", copy)
    assert f"{slip['text']} ({slip['fix']})" in out, "what helps is told apart from what is wrong"


def test_validate_says_what_is_no_module(run: Run, tmp_path: Path) -> None:
    status, out, _ = run("validate", tmp_path / "nothing")
    assert status == 1
    assert "nothing" in out


def test_selfplay_replay_and_a_changed_file(run: Run, tmp_path: Path) -> None:
    status, out, _ = run("selfplay", "sealords", "learning", "--games", 2, "--seed", 4, "--save", tmp_path, "--json")
    told = one_object(out)
    assert status == 0
    assert [g["seed"] for g in told["games"]] == [4, 5]
    assert told["faults"] == 0
    assert all(g["turns"] == 3 or g["level"] == "decisive" for g in told["games"])
    again = one_object(run("selfplay", "sealords", "learning", "--games", 2, "--seed", 4, "--json")[1])
    same = ("seed", "winner", "level", "turns", "actions", "faults")
    assert [{k: g[k] for k in same} for g in again["games"]] == [{k: g[k] for k in same} for g in told["games"]]

    game = tmp_path / "sealords-learning-4.qtwar"
    status, out, _ = run("replay", game, "--verify", "--json")
    replayed = one_object(out)
    assert status == 0
    assert replayed["verified"] is True
    assert replayed["entries"] == told["games"][0]["actions"] + 1

    whole = game.read_bytes()
    torn = tmp_path / "torn.qtwar"
    torn.write_bytes(whole[: len(whole) // 3])
    status, out, err = run("replay", torn)
    assert (status, out) == (2, "")
    assert "torn.qtwar" in err
    assert torn.read_bytes() == whole[: len(whole) // 3]


def test_try_plays_a_position_of_the_book(run: Run, repository: Path) -> None:
    case = repository / "modules" / "sealords" / "tests" / "positions" / "17_4_strike_alone.yaml"
    status, out, _ = run("try", case, "--json")
    told = one_object(out)
    assert status == 0
    assert told["ok"] is True
    assert told["faults"] == []
    assert told["steps"][0]["events"]


def test_try_says_which_expectation_did_not_hold(run: Run, repository: Path, tmp_path: Path) -> None:
    case = repository / "modules" / "sealords" / "tests" / "positions" / "17_4_strike_alone.yaml"
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(case.read_text(encoding="utf-8").replace("code: R", "code: Z"), encoding="utf-8")
    status, out, _ = run("try", wrong)
    assert status == 1
    assert "fault:" in out


def test_try_names_the_line_of_broken_yaml(run: Run, tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("name: x\nplay: [\n", encoding="utf-8")
    status, out, err = run("try", broken)
    assert (status, out) == (2, "")
    assert "line 3" in err
    assert "broken.yaml" in err


def test_a_screenshot_is_a_picture_of_the_size_asked_for(run: Run, tmp_path: Path, qtbot: Any) -> None:
    from PySide6.QtGui import QImage

    target = tmp_path / "絵.png"
    status, _, _ = run("screenshot", "sealords/learning", "-o", target, "--size", "1000x700")
    clear_windows(qtbot)
    assert status == 0
    picture = QImage(str(target))
    assert (picture.width(), picture.height()) == (1000, 700)
    assert len({picture.pixel(x, y) for x in range(0, 1000, 13) for y in range(0, 700, 13)}) > 30


@pytest.mark.parametrize("window", ["play", "edit", "print"])
def test_a_screenshot_is_taken_of_a_module_that_is_not_installed(run: Run, tmp_path: Path, qtbot: Any, window: str) -> None:
    assert run("new", tmp_path / "ford")[0] == 0
    module, picture = tmp_path / "ford", tmp_path / "x.png"
    if window == "play":
        assert run("pack", module, "-o", tmp_path / "ford.qtmod")[0] == 0
        module = tmp_path / "ford.qtmod"
    status, _, err = run("screenshot", module, "--window", window, "-o", picture, "--size", "1000x700")
    clear_windows(qtbot)
    assert (status, err, picture.is_file()) == (0, "", True)


def test_a_screenshot_of_a_map_shows_the_board_of_the_scenario_or_the_one_named(run: Run, tmp_path: Path, qapp: Any) -> None:
    from PySide6.QtGui import QImage

    def picture(source: str, *more: str) -> QImage:
        target = tmp_path / "map.png"
        assert run("screenshot", source, "--window", "map", "--size", "400x300", "-o", target, *more)[0] == 0
        return QImage(str(target))

    training = picture("band_of_heroes/t1_contact")
    assert training == picture("band_of_heroes", "--board", "t1")
    assert training != picture("band_of_heroes/s1_crossroads")
    status, _, err = run(
        "screenshot", "band_of_heroes", "--window", "map", "--board", "t9", "-o", tmp_path / "no.png"
    )
    assert (status, "'t9'" in err, "t1" in err) == (2, True, True)


def test_doctor_makes_the_rules_engine_ready(run: Run) -> None:
    status, out, _ = run("doctor", "--engine", "--json")
    assert status == 0
    assert Path(one_object(out)["engine"]).is_file()


def test_doctor_tells_of_the_sandbox_and_the_fonts(run: Run) -> None:
    status, out, _ = run("doctor", "--json")
    assert status == 0
    assert one_object(out)
