"""The page of the log is written on, cut and marked without being written anew."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint

from qtwar.base.text import Span
from qtwar.ui.docks.logpage import LogPage
from qtwar.ui.facts import LogLine


def line(n: int) -> LogLine:
    kind = "head" if n % 3 == 0 else "event"
    words = (Span(f"Line {n} at "), Span("Can Tho", "cell:a:b"))
    return LogLine(n // 3 + 1, str(n // 3 + 1) if kind == "head" else "", words, kind)


@pytest.fixture
def page(qtbot):
    made = LogPage()
    qtbot.addWidget(made)
    made.resize(360, 300)
    with qtbot.waitExposed(made):
        made.show()
    return made


def words(page: LogPage) -> list[str]:
    return [text.split("\t")[-1] for text in page.toPlainText().split("\n")]


def test_lines_are_added_at_the_end_and_taken_away_there(page):
    lines = [line(n) for n in range(60)]
    page.show_lines(lines, {}, earlier=False)
    first = page.document().findBlockByNumber(10)
    first.setUserState(7)  # a block that is written anew would lose it
    page.show_lines([*lines, line(60), line(61)], {}, earlier=False)
    assert words(page) == [f"Line {n} at Can Tho" for n in range(62)]
    assert page.verticalScrollBar().value() == page.verticalScrollBar().maximum()
    page.show_lines(lines[:30], {}, earlier=False)
    assert words(page) == [f"Line {n} at Can Tho" for n in range(30)]
    assert page.document().findBlockByNumber(10).userState() == 7
    page.show_lines([*lines[:29], replace(lines[29], spans=(Span("Another"),))], {}, earlier=False)
    assert words(page)[-2:] == ["Line 28 at Can Tho", "Another"]


def test_a_person_who_reads_further_up_stays_there(page):
    page.show_lines([line(n) for n in range(80)], {}, earlier=False)
    page.scroll_to(20)
    stood = page.verticalScrollBar().value()
    page.show_lines([line(n) for n in range(90)], {}, earlier=False)
    assert page.verticalScrollBar().value() == stood
    assert page.line_at(QPoint(60, 6)) == line(20)


def test_lines_are_found_below_the_link_to_earlier_ones(page):
    page.show_lines([line(n) for n in range(5)], {}, earlier=True)
    top = page.document().documentLayout().blockBoundingRect(page.document().findBlockByNumber(1)).center().toPoint()
    assert page.line_at(QPoint(60, top.y())) == line(0)
    assert page.line_at(QPoint(60, 4)) is None
    assert page.anchorAt(QPoint(60, 10)) == "more:"


def test_an_empty_log_says_so(page):
    page.show_lines([], {}, earlier=False)
    assert page.toPlainText().strip()
    page.show_lines([line(0)], {}, earlier=False)
    assert words(page) == ["Line 0 at Can Tho"]
