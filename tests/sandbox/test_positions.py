"""Position files: a word that the title does not know is told with its line and a near match, wherever it stands."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pytest

from qtwar.base.errors import DataFault
from qtwar.model.content import TitleContent
from qtwar.model.load import load
from qtwar.sandbox import positions
from qtwar.sandbox.client import SandboxRules
from qtwar.sandbox.inprocess import InProcessRules

MODULE = Path(__file__).resolve().parents[2] / "modules" / "sealords"
GOOD = """\
format: 1
title: sealords
scenario: game_warden
options: {final_pass: true}
pieces:
  us-pbr-1: delta:2015
  com-local-force-battalion-1: {at: delta:1816, known: [COM], attrs: {line: a}}
sides: {FW: {cp: 10}}
vars: {turn: 2}
phase: operations
args: {side: FW}
play:
  - expect: {at: {us-pbr-1: delta:2015}, notes: []}
  - do: {side: FW, verb: move_force, args: {pieces: [us-pbr-1], path: [delta:2015, delta:1915]}}
    expect:
      events: [{e: piece.moved, piece: us-pbr-1, to: delta:1915}]
      notes: [{key: note.moves}]
      pieces: {us-pbr-1: {face: front}}
      offers: {COM: {verbs: [pass]}}
"""


@pytest.fixture(scope="module")
def content() -> TitleContent:
    """SEALORDS."""
    return load(MODULE)


def play(text: str, tmp_path: Path, content: TitleContent) -> list[str]:
    """Play a file of this text; returns its faults."""
    path = tmp_path / "配置.yaml"
    path.write_text(text, encoding="utf-8")
    rules = lambda changed: InProcessRules(MODULE, changed.rules_json())  # noqa: E731
    return positions.play(positions.read(path), MODULE, content, rules).faults


@pytest.mark.parametrize(
    ("was", "now", "line", "words"),
    [
        ("scenario: game_warden", "scenario: game_wardn", 3, "'game_wardn'; did you mean 'game_warden'?"),
        ("final_pass:", "final_pas:", 4, "did you mean 'final_pass'?"),
        ("final_pass: true", "final_pass: maybe", 4, "final_pass can not be 'maybe'"),
        ("us-pbr-1: delta:2015\n", "us-pbr-l: delta:2015\n", 6, "did you mean 'us-pbr-"),
        ("us-pbr-1: delta:2015\n", "us-pbr-1: dleta:2015\n", 6, "did you mean 'delta'?"),
        ("us-pbr-1: delta:2015\n", "us-pbr-1: delta:9999\n", 6, "delta has no cell '9999'"),
        ("known: [COM], attrs", "knwon: [COM], attrs", 7, "did you mean 'known'?"),
        ("known: [COM], attrs", "known: [CON], attrs", 7, "there is no side 'CON'"),
        ("attrs: {line: a}", "attrs: {lien: a}", 7, "did you mean 'line'?"),
        ("attrs: {line: a}", "face: bakc", 7, "did you mean 'back'?"),
        ("{FW: {cp: 10}}", "{FW: {cpp: 10}}", 8, "there is no value of a side 'cpp'"),
        ("{FW: {cp: 10}}", "{FWW: {cp: 10}}", 8, "there is no side 'FWW'"),
        ("vars: {turn: 2}", "vars: {trun: 2}", 9, "did you mean 'turn'?"),
        ("phase: operations", "phase: operatoins", 10, "did you mean 'operations'?"),
        ("phase: operations", "phase: combat", 10, "needs args: {cell: …}, a place"),
        ("args: {side: FW}", "args: {sied: FW}", 11, "did you mean 'side'?"),
        ("{at: {us-pbr-1: delta:2015}, notes", "{att: {us-pbr-1: delta:2015}, notes", 13, "did you mean 'at'?"),
        ("verb: move_force", "verb: move_forse", 14, "did you mean 'move_force'?"),
        ("e: piece.moved", "e: piece.movd", 16, "did you mean 'piece.moved'?"),
        ("to: delta:1915}", "too: delta:1915}", 16, "did you mean 'to'?"),
        ("key: note.moves", "key: note.movse", 17, "did you mean"),
        ("{face: front}", "{faec: front}", 18, "did you mean 'face'?"),
        ("verbs: [pass]", "verbs: [pas]", 19, "did you mean 'pass'?"),
        ("verbs: [pass]", "vrebs: [pass]", 19, "did you mean 'verbs'?"),
        ("verbs: [pass]", "asks: {pass: {kidn: button}}", 19, "did you mean 'kind'?"),
        ("{face: front}", "{kind: us_pbrr}", 18, "did you mean 'us_pbr'?"),
        ("key: note.moves", "key: note.moves, args: {froce: []}", 17, "did you mean 'force'?"),
        ("do: {side: FW, verb", "do: {sied: FW, verb", 14, "it names no side; write side: …"),
        ("- expect: {at", "- query: {side: FW, what: reach, args: {peices: []}}\n    expect: {at", 13, "did you mean 'pieces'?"),
    ],
)
def test_a_misspelt_word_is_told_with_line_and_near_match(
    was: str, now: str, line: int, words: str, tmp_path: Path, content: TitleContent
) -> None:
    assert was in GOOD
    with pytest.raises(DataFault) as fault:
        play(GOOD.replace(was, now), tmp_path, content)
    told = [sentence for sentence in fault.value.text.split("\n") if f"配置.yaml line {line}: " in sentence]
    assert any(words in sentence for sentence in told), fault.value.text


def test_the_good_file_holds_and_the_rest_of_its_turn_follows(tmp_path: Path, content: TitleContent) -> None:
    assert play(GOOD, tmp_path, content) == []
    passes = """\
  - do: {side: COM, verb: pass, args: {}}
  - do: {side: FW, verb: pass, args: {}}
expect: {vars: {turn: 2, phase: logistics}}
"""
    assert play(GOOD + passes, tmp_path, content) == []


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("at: {us-pbr-1:", "at: {us-pbr-q:"),
        ("args: {pieces: [us-pbr-1]", "args: {pieces: [us-pbr-q]"),
        ("piece: us-pbr-1, to", "piece: us-pbr-q, to"),
        ("      notes: [{key: note.moves}]", "      not_events: [{e: piece.removed, piece: us-pbr-q}]"),
    ],
)
def test_a_piece_that_was_never_there_is_a_fault(was: str, now: str, tmp_path: Path, content: TitleContent) -> None:
    assert was in GOOD
    faults = play(GOOD.replace(was, now), tmp_path, content)
    told = [fault for fault in faults if "there is no piece 'us-pbr-q'; did you mean 'us-pbr-" in fault]
    assert told, faults
    assert all(fault.startswith(("line 13, step 1: ", "line 14, step 2: ")) for fault in told)


def test_the_example_of_the_reference_holds(tmp_path: Path, content: TitleContent) -> None:
    page = MODULE.parents[1] / "docs" / "reference" / "position-file.md"
    (example,) = re.findall(r"```yaml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert play(example, tmp_path, content) == []


@pytest.mark.parametrize(
    ("was", "now", "line"),
    [
        ("us-pbr-1: delta:2015\n", "us-pbr-1: {at: {x: 1}}\n", 6),
        ("known: [COM], attrs", "known: COM, attrs", 7),
        ("known: [COM], attrs", "kind: [x], attrs", 7),
        ("phase: operations", "phase: [operations]", 10),
        ("args: {side: FW}\n", "args: {side: FW}\nterrain: {'delta:2015': {elevation: high, features: 3}}\n", 12),
        ("{at: {us-pbr-1: delta:2015}, notes", "{at: {us-pbr-1: [delta:2015]}, notes", 13),
        ("args: {pieces: [us-pbr-1]", "args: {pieces: [[us-pbr-1]]", 14),
        ("e: piece.moved", "e: [piece.moved]", 16),
        ("piece: us-pbr-1, to", "piece: {us: 1}, to", 16),
        ("offers: {COM: {verbs: [pass]}}", "at:", 19),
        ("{us-pbr-1: {face: front}}", "{us-pbr-1: front}", 18),
        ("verbs: [pass]", "verbs: 1.5", 19),
        ("{FW: {cp: 10}}", "{FW: {cp: ten}}", 8),
        ("{FW: {cp: 10}}", "{FW: {cp: }}", 8),
        ("{FW: {cp: 10}}", "{FW: }", 8),
        ("vars: {turn: 2}", "vars: {turn: two}", 9),
        ("verbs: [pass]", "asks: [pass]", 19),
        ("{COM: {verbs: [pass]}}", "{COM: pass}", 19),
        ("offers: {COM: {verbs: [pass]}}", "refused: 10.2", 19),
        ("offers: {COM: {verbs: [pass]}}", "known: {us-pbr-1: 5}", 19),
        ("offers: {COM: {verbs: [pass]}}", "at: {}\n  - undo: once", 20),
        ("offers: {COM: {verbs: [pass]}}", "at: {}\n  - query: {side: FW, what: reach, args: 5}", 20),
    ],
)
def test_a_part_of_the_wrong_shape_is_told_with_its_line(
    was: str, now: str, line: int, tmp_path: Path, content: TitleContent
) -> None:
    assert was in GOOD
    with pytest.raises(DataFault) as fault:
        play(GOOD.replace(was, now), tmp_path, content)
    assert f"配置.yaml line {line}: " in fault.value.text, fault.value.text


@pytest.mark.parametrize("title", ["sealords", "band_of_heroes"])
def test_the_readme_of_a_title_names_its_phases_and_marks(title: str) -> None:
    module = MODULE.parent / title
    readme = (module / "README.md").read_text(encoding="utf-8")
    described = InProcessRules(module, load(module).rules_json()).describe()
    words = [*described["phases"], *described["marks"], *described["verbs"]]
    assert [word for word in words if f"`{word}`" not in readme] == []


def test_terrain_and_sides_of_cells_can_be_changed_for_a_position(tmp_path: Path, content: TitleContent) -> None:
    ask = """\
format: 1
title: sealords
scenario: game_warden
pieces: {us-pbr-1: delta:2015}
sides: {FW: {cp: 10}}
phase: operations
args: {side: FW}
play:
  - query: {side: FW, what: cell, args: {cell: 'delta:2015'}}
"""
    board = content.board("delta")
    other = next(kind.id for kind in content.terrain if kind.id != board.terrain["2015"])
    path = tmp_path / "a.yaml"
    path.write_text(ask + f"terrain: {{'delta:2015': {other}}}\n", encoding="utf-8")
    seen: list[TitleContent] = []

    def rules(changed: TitleContent) -> InProcessRules:
        seen.append(changed)
        return InProcessRules(MODULE, changed.rules_json())

    positions.play(positions.read(path), MODULE, content, rules)
    assert [c.board("delta").terrain["2015"] for c in seen] == [board.terrain["2015"], other]
    assert content.board("delta") is board, "the title itself is as it was"


def test_a_piece_may_lie_on_a_side_of_a_cell(tmp_path: Path, content: TitleContent) -> None:
    side = "us-pbr-1: 'delta:2015|2016'\n"
    text = GOOD.split("phase:")[0].replace("us-pbr-1: delta:2015\n", side) + "expect: {at: {us-pbr-1: 'delta:2015|2016'}}\n"
    assert play(text, tmp_path, content) == []


def test_bad_input_that_the_guest_finds_is_told_in_its_own_sentence(content: TitleContent) -> None:
    meta = {"title": "sealords", "scenario": "tet", "options": {}}
    with (
        closing(SandboxRules(MODULE, content.rules_json())) as rules,
        pytest.raises(DataFault) as fault,
    ):
        rules.setup(meta, {"position": {"pieces": {"us-pbr-1": "nowhere"}}}, 1)
    assert fault.value.key == "fault.position.no_place"
    assert "us-pbr-1" in fault.value.text
    assert "stopped with" not in fault.value.text


def test_a_question_about_what_is_not_there_is_a_step_that_was_refused(tmp_path: Path, content: TitleContent) -> None:
    ask = "  - query: {side: FW, what: reach, args: {pieces: [nobody]}}\n    expect: {refused: {key: refuse.no_piece}}\n"
    assert play(GOOD.split("play:")[0] + "play:\n" + ask, tmp_path, content) == []
