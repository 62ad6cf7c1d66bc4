"""The page of the log is written on, cut and marked without being written anew."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from qtwar.base.text import Span
from qtwar.ui.docks.logpage import LogPage
from qtwar.ui.facts import LogLine, UsedCell


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


def test_a_line_that_another_side_reads_differently_changes_alone(page):
    lines = [line(n) for n in range(30)]
    page.show_lines(lines, {}, earlier=False)
    for n in (3, 6, 29):
        page.document().findBlockByNumber(n).setUserState(n)
    other = replace(lines[5], spans=(Span("Something, somewhere"),))
    seen = [*lines[:5], other, *lines[6:12], *lines[13:20], line(40), *lines[20:]]
    page.show_lines(seen, {}, earlier=False)
    assert words(page) == ["".join(span.text for span in one.spans) for one in seen]
    assert [page.document().findBlockByNumber(n).userState() for n in (3, 6, 29)] == [3, 6, 29]
    form = page.document().findBlockByNumber(5).blockFormat()
    assert form.leftMargin() == page.document().findBlockByNumber(4).blockFormat().leftMargin()
    assert page.lines == seen
    page.show_lines(lines, {}, earlier=False)
    assert words(page) == [f"Line {n} at Can Tho" for n in range(30)]


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


def test_log_links_search_filter_and_undo_to_here(play):
    _, page, game = play()
    log = page.log
    assert "FW operation 3" in log.page.toPlainText()
    log.search.setText("sensor")
    assert log.page.toPlainText().strip().startswith("214")
    log.search.clear()
    log.filter_actions["dice"].setChecked(True)
    assert "operation" not in log.page.toPlainText()
    log.filter_actions["dice"].setChecked(False)
    game.focus.follow("cell:delta:2015")
    assert page.board.centred[-1] == "delta:2015"
    line = next(line for line in game.history.log() if line.entry == 214)
    menu = log.menu_for(line)
    menu.actions()[0].trigger()
    assert game.calls[-1] == ("undo_to", 214)


def test_the_log_is_searched_in_either_kana(play, monkeypatch):
    _, page, game = play()
    lines = [replace(line, spans=(Span(text),)) for line, text in zip(game.history.log(), ("ヘリコプター", "戦車"), strict=False)]
    monkeypatch.setattr(game.history, "log", lambda: lines)
    for typed in ("ヘリ", "へり"):
        page.log.search.setText(typed)
        assert "ヘリコプター" in page.log.page.toPlainText(), typed
        assert "戦車" not in page.log.page.toPlainText()


def test_a_click_on_a_line_of_the_log_lights_what_it_tells_of(play, qtbot):
    _, page, game = play()
    lit = []
    game.focus.blink.connect(lit.append)
    line = replace(game.history.log()[-1], places=("delta:2015",), pieces=("pbr-1",), used=UsedCell("crt", 3, 7, None, "K"))
    game.history.log = lambda: [line]
    game.history.log_changed.emit()
    qtbot.waitUntil(lambda: page.log.page.lines == [line])
    block = page.log.page.document().firstBlock()
    rect = page.log.page.document().documentLayout().blockBoundingRect(block)
    QTest.mouseClick(page.log.page.viewport(), Qt.MouseButton.LeftButton, pos=rect.bottomRight().toPoint() - QPoint(8, 6))
    assert lit == [("delta:2015", "pbr-1")]
    assert page.docks["tables"].isVisible()
    assert page.tables.how.text() == "Row 4, column 10-12: K"
    assert not page.log.page.visibleRegion().isEmpty(), "the log is still read"
    page.log.menu_for(line).actions()[1].trigger()
    assert len(lit) == 2
    game.actions.offer_changed.emit()
    assert page.docks["tables"].isVisible(), "nothing else has been done"


def test_what_others_said_at_the_table_does_not_become_a_remark_of_ones_own(play, monkeypatch):
    _, page, game = play()
    live = game.history.live
    said = [LogLine(live, "", (Span("Ann: Good luck"),), "said"), LogLine(live, "", (Span("Mine"),), "note")]
    monkeypatch.setattr(game.history, "log", lambda: said)
    noting = page.log.noting
    page.log.remark()
    noting.field.setText("One more")
    noting._keep()
    assert game.calls[-1] == ("note", live, "Mine\nOne more")
    noting.begin(live)
    assert noting.field.text() == "Mine"


def test_a_remark_gives_the_keyboard_back_to_the_board_it_was_asked_for_from(play):
    window, page, _ = play()
    window.activateWindow()
    page.board.setFocus()
    page.raise_dock("log")
    page.log.remark()
    assert page.log.noting.field.hasFocus()
    QTest.keyClicks(page.log.noting.field, "Why here?")
    QTest.keyClick(page.log.noting.field, Qt.Key.Key_Return)
    assert page.board.hasFocus()
