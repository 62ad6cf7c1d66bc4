"""Figures of `qtwar bench`: what did not come is said to, and of several rounds the median counts."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QColor, QImage

from qtwar.base import jsonio
from qtwar.bench import budgets, looks, outside, seen
from qtwar.bench.budgets import NEVER, Figure


def test_what_did_not_come_is_a_miss_and_no_number() -> None:
    figure = seen._figure("cold", -1, None, None, 60, "computed 3")
    assert figure.verdict == "miss"
    assert not figure.ok
    assert "not seen" in budgets.lines([figure])[0]
    assert "not seen in 60 s; computed 3" in budgets.lines([figure])[0]
    assert '"figure":null' in jsonio.dumps(figure.as_json()).replace(" ", "")


def test_of_three_rounds_the_middle_one_counts_and_all_are_told() -> None:
    rounds = [[Figure("a", value, "ms", 5, note=f"n{value}")] for value in (9.0, 1.0, 4.0)]
    (made,) = budgets.medians(rounds)
    assert (made.figure, made.verdict) == (4.0, "ok")
    assert made.note == "of 9.0 / 1.0 / 4.0; n4.0"


def test_what_one_round_had_no_time_for_is_not_said_where_another_measured_it() -> None:
    short = Figure("b, seen from outside", 0, "", note="not measured: there is no time left")
    whole = [Figure("b, start", 7.0, "ms", 5)]
    assert [one.text for one in budgets.medians([[short], whole, whole])] == ["b, start"]
    assert [one.text for one in budgets.medians([[short], [short], [short]])] == ["b, seen from outside"]


def test_a_miss_in_most_rounds_is_one_of_the_whole() -> None:
    rounds = [[Figure("a", value, "ms", 5)] for value in (NEVER, 1.0, NEVER)]
    assert not budgets.medians(rounds)[0].came


def test_a_board_is_drawn_once_it_looks_as_it_does_in_the_end() -> None:
    flat, half, done = [1] * 200, [1] * 150 + [2] * 50, [2] * 200
    nearly = [2] * 199 + [1]  # a counter that blinks
    assert looks.since([(10, flat), (20, half), (30, nearly), (40, done)], 0.99) == 30
    assert looks.since([(10, done), (20, flat), (30, done)], 0.99) == 30
    assert looks.since([(10, done), (-1, done)], 0.99) == 10


def test_counters_are_there_once_the_spots_that_they_cover_look_so() -> None:
    bare, laid, drawn = [1] * 10, [1] * 8 + [5] * 2, [3] * 8 + [5] * 2
    seen_so = [(10.0, bare), (20.0, laid), (30.0, drawn)]
    assert looks.since(seen_so, 0.8, [8, 9]) == 20
    assert looks.since(seen_so, 0.8) == 30


def test_a_start_without_counters_or_without_rest_is_not_seen() -> None:
    assert seen.Start(1, 2, 2, 2, 3, 4).whole
    assert not seen.Start(1, 2, -1, 2, 3, 4).whole
    assert not seen.Start(1, 2, 2, 2, -1, 4).whole
    assert seen.Start(1, 2, -1, 2, 3, 4).note == "first paint 1, counters not seen, board 2, computed 4"


def test_a_look_sees_all_of_the_board() -> None:
    image = QImage(*seen.AROUND, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    one = looks.board_spots(image)
    image.setPixelColor(looks.BOARD[0] + 96, looks.BOARD[1] + 48, QColor("#000000"))
    assert sum(a != b for a, b in zip(one, looks.board_spots(image), strict=True)) == 1


def test_a_map_that_comes_along_is_no_counter_that_was_picked_up() -> None:
    before = QImage(*seen.AROUND, QImage.Format.Format_RGB32)
    for x in range(before.width()):
        for y in range(before.height()):
            before.setPixel(x, y, 0xFF000000 | (x * 7919 + y * 104729) % 0xFFFFFF)
    panned = QImage(before.size(), before.format())
    panned.fill(0)
    for x in range(48, before.width()):
        for y in range(32, before.height()):
            panned.setPixel(x, y, before.pixel(x - 48, y - 32))
    assert looks.came_along(before, panned, 48, 32)
    assert not looks.came_along(before, before, 48, 32)


def test_a_process_is_told_by_its_command(tmp_path: Path) -> None:
    worker = "from qtwar.sandbox.worker import main"
    for arguments, name in (("/a/qtwar-compile/b", "rules"), ("compile\0/a\0/b", "compiler")):
        (tmp_path / "cmdline").write_bytes(f"python\0-c\0{worker}\0{arguments}\0".encode())
        assert outside._name(tmp_path) == name
