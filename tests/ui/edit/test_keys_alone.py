"""The map made by keyboard alone: the cell cursor goes by arrows, Enter does what the tool in hand does."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QRectF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QPushButton

from qtwar.editing import ground, items
from qtwar.ui import regions
from qtwar.ui.edit.bar import Bar
from qtwar.ui.edit.map.tools.naming import Typing
from qtwar.ui.i18n import tr
from tests.ui.edit.conftest import Draft, page_of
from tests.ui.edit.test_begin import program  # noqa: F401
from tests.ui.shell.test_names import nameless

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def draft(open_draft: Any) -> Draft:
    d: Draft = open_draft()
    d.view.setFocus()
    d.view.cell = "m:0202"
    d.key(Qt.Key.Key_Down)  # shows the cell cursor where it is
    return d


def test_the_first_step_of_the_cursor_leaves_the_view_of_the_whole_board(open_draft: Any) -> None:
    d = open_draft()
    d.view.setFocus()
    d.view.fit()
    before = (d.view.camera.ox, d.view.camera.oy)
    d.key(Qt.Key.Key_Right)
    assert d.view.cursor_shown
    assert (d.view.camera.ox, d.view.camera.oy) == before, "all of it was seen"


def test_where_the_view_follows_the_cursor_it_shows_no_more_surround_than_must_be(open_draft: Any) -> None:
    d = open_draft()
    d.view.setFocus()
    d.view.set_zoom(2.0)
    d.view.camera.centre_on(d.view.camera.bounds.bottomRight())
    d.view.cell = "m:0101"
    d.key(Qt.Key.Key_Down)
    rim = d.view.camera.rect_to_screen(d.view.camera.bounds)
    assert QRectF(d.view.rect()).contains(d.view.camera.to_screen(d.view.layout_.spot("m:0101")))
    assert 0 <= rim.left() < 40
    assert 0 <= rim.top() < 40


def test_enter_ends_the_typing_of_a_name_and_begins_no_other(draft: Draft) -> None:
    draft.type("t")
    draft.key(Qt.Key.Key_Return)
    field = QApplication.focusWidget()
    assert isinstance(field, Typing)
    QTest.keyClicks(field, "Norden")
    draft.key(Qt.Key.Key_Return, widget=field)
    assert [label.text.en for label in draft.board.labels] == ["Norden"]
    assert QApplication.focusWidget() is draft.view
    assert not [one for one in draft.view.findChildren(QLineEdit) if one.isVisible()]


def test_enter_asks_which_sides_of_the_cell_have_the_edge_in_hand(draft: Draft) -> None:
    def pick(words: str) -> bool:
        draft.key(Qt.Key.Key_Return)
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        action = next(one for one in menu.actions() if one.text() == words)
        checked = action.isChecked()
        while menu.activeAction() is not action:
            QTest.keyClick(menu, Qt.Key.Key_Down)
        draft.key(Qt.Key.Key_Return, widget=menu)
        return checked

    draft.type("e")
    assert not pick("Side to 0203")
    side = draft.view.layout_.grid.edge("0202", "0203")
    assert [(line.kind, line.sides) for line in draft.board.edges] == [("wall", (side,))]
    draft.model.do(items.insert, ("edge_kinds",), {"id": "river", "name": {"en": "River", "ja": "川"}})
    draft.model.do(ground.draw_sides, draft.board.id, "river", [side])
    assert pick("Side to 0203"), "it is ticked: once more takes it off"
    assert [line.kind for line in draft.board.edges if line.sides] == ["river"], "what else lies there stays"


@pytest.mark.parametrize("cell", ["m:0202", "m:1205"])
def test_the_menu_of_sides_leaves_the_cell_to_be_seen(draft: Draft, cell: str) -> None:
    view = draft.view
    view.set_cursor_place(cell, show=True)
    draft.type("e")
    draft.key(Qt.Key.Key_Return)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    place = view.shape(cell).boundingRect().toAlignedRect().translated(view.mapToGlobal(QPoint(0, 0)))
    assert not menu.geometry().intersects(place)
    menu.close()


def test_a_box_is_drawn_beside_the_map_moved_and_renamed_by_keys(draft: Draft) -> None:
    draft.type("x")
    draft.key(Qt.Key.Key_Return)
    for _ in range(3):
        draft.key(Qt.Key.Key_Right, SHIFT)
    draft.key(Qt.Key.Key_Down, SHIFT)
    draft.key(Qt.Key.Key_Return)
    (box,) = draft.board.boxes
    x, y = draft.view.layout_.centre("0202")
    assert box.on_board == (round(x - 50, 1), round(y - 50, 1), 250.0, 150.0)
    assert draft.view.cell == box.id, "the cell cursor stands on it"
    draft.key(Qt.Key.Key_Return)
    for _ in range(8):
        draft.key(Qt.Key.Key_Left)
    assert draft.view.rect().contains(draft.view.camera.rect_to_screen(draft.view.tool._rect()).toAlignedRect()), "it is seen"
    draft.key(Qt.Key.Key_Return)
    (box,) = draft.board.boxes
    assert box.on_board == (round(x - 450, 1), round(y - 50, 1), 250.0, 150.0)
    draft.key(Qt.Key.Key_F2)
    QTest.keyClicks(QApplication.focusWidget(), "Pool")
    draft.key(Qt.Key.Key_Return, widget=QApplication.focusWidget())
    assert draft.board.boxes[0].name.en == "Pool"


def test_esc_lets_go_of_the_frame_of_a_box(draft: Draft) -> None:
    draft.type("x")
    bounds = QRectF(draft.view.camera.bounds)
    draft.key(Qt.Key.Key_Return)
    for _ in range(8):
        draft.key(Qt.Key.Key_Left)
    draft.key(Qt.Key.Key_Escape)
    assert draft.view.camera.bounds == bounds
    cell = draft.view.cell
    draft.key(Qt.Key.Key_Right)
    assert draft.view.cell != cell, "arrows move the cell cursor again"
    assert not draft.board.boxes


def test_enter_takes_cells_into_an_area_and_selects_an_area_of_one_terrain(draft: Draft) -> None:
    draft.type("a")
    draft.key(Qt.Key.Key_Return)
    draft.key(Qt.Key.Key_Down)
    draft.key(Qt.Key.Key_Return)
    assert draft.view.selection == {"0202", "0203"}
    draft.key(Qt.Key.Key_Return)
    assert draft.view.selection == {"0202"}
    draft.type("b2")
    draft.key(Qt.Key.Key_Return)
    draft.type("w")
    draft.key(Qt.Key.Key_Return)
    assert draft.view.selection == {"0203"}
    draft.key(Qt.Key.Key_Up)
    draft.key(Qt.Key.Key_Return, SHIFT)
    assert len(draft.view.selection) == 120
    draft.key(Qt.Key.Key_Return)
    assert len(draft.view.selection) == 119


def test_enter_presses_the_button_that_has_the_keyboard(open_draft: Any) -> None:
    d = open_draft()
    d.page.show_page("oob")
    button = next(b for b in d.page.pages["oob"].findChildren(QPushButton) if b.text() == tr("edit.oob.formation"))
    button.setFocus()
    d.key(Qt.Key.Key_Return, widget=button)
    assert len(d.model.content.formations) == 2
    button.setFocus()
    held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", True)
    assert d.page.handle_key(held)
    d.settle()
    assert len(d.model.content.formations) == 2, "held down it presses once"


def test_counters_of_another_title_are_asked_for_in_a_small_window_too(open_draft: Any) -> None:
    d = open_draft(size=(1280, 720), scale=150)
    d.page.show_page("oob")
    page = d.page.pages["oob"]
    page.borrow_panel.open()
    d.qtbot.waitUntil(lambda: page.borrow_panel.lent is not None, timeout=30000)
    QApplication.processEvents()
    panel = page.borrow_panel
    for part in (panel.title, panel.roster, panel.take):
        assert part.width() >= part.minimumSizeHint().width(), f"{part} is cut"
        assert panel.rect().contains(part.geometry().translated(part.parentWidget().pos()))
    assert panel.filter.width() > 150
    panel.closed.emit()
    assert QApplication.focusWidget() is page.tree


def test_a_new_draft_is_asked_for_by_keyboard(program: Any, qtbot: Any) -> None:  # noqa: F811
    window = program.window
    QTest.keyClick(window, Qt.Key.Key_N, CTRL)
    panel = window.library_page.new_draft
    QTest.keyClicks(QApplication.focusWidget(), "Ford")
    kind = panel.style_box
    kind.setFocus()
    first = panel.preset
    QTest.keyClick(kind, Qt.Key.Key_Down)
    assert panel.preset != first
    assert QApplication.focusWidget() is panel.style_box, "the arrows go on from one kind to the next"
    QTest.keyClick(panel.style_box, Qt.Key.Key_Up)
    assert (panel.preset, panel.name.text()) == (first, "Ford")
    panel.pattern.setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is panel.go
    asked: list[Any] = []
    panel.wanted.disconnect()
    panel.wanted.connect(asked.append)
    panel.columns.field.setFocus()
    QTest.keyClick(panel.columns.field, Qt.Key.Key_Return)
    assert [one.name for one in asked] == ["Ford"]
    panel.name.setFocus()
    QTest.keyClick(panel.name, Qt.Key.Key_Return)
    assert len(asked) == 2, "once for each Enter"


def test_the_face_that_is_designed_is_whole_in_a_small_window_too(open_draft: Any) -> None:
    d = open_draft(size=(1280, 720), scale=150)
    d.page.show_page("counters")
    page = d.page.pages["counters"]
    page.choose("squad")
    QApplication.processEvents()
    designer = page.designer
    stage = designer.editor.parentWidget()
    for part in (designer.editor, designer.true_size):
        part_in_stage = part.rect().translated(part.mapTo(stage, part.rect().topLeft()))
        assert stage.rect().contains(part_in_stage), f"{part} is cut"
    assert designer.body.visibleRegion().boundingRect().height() > 80, "and what is written of it is seen"
    assert not page.foot.isVisible()


def test_a_large_window_shows_the_back_and_those_drawn_alike_beside_the_face(open_draft: Any) -> None:
    d = open_draft()
    d.page.show_page("counters")
    page = d.page.pages["counters"]
    page.choose("squad")
    assert page.foot.isVisible()
    assert page.designer.back.isVisible()
    assert page.designer.editor.height() > 200


@pytest.mark.parametrize("ident", ["map", "counters", "oob", "tables", "scenarios"])
def test_everything_of_a_page_has_a_name(open_draft: Any, ident: str) -> None:
    d = open_draft()
    d.page.show_page(ident)
    QApplication.processEvents()
    assert nameless(d.window) == []


def test_what_is_typed_after_a_new_table_stands_in_its_first_cell(open_draft: Any) -> None:
    d = open_draft()
    page = page_of(d, "tables")
    button = next(b for b in page.findChildren(QPushButton) if b.text() == tr("edit.table.new"))
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Return)
    d.settle()
    assert page.grid.hasFocus()
    QTest.keyClicks(page.grid, "a")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    d.settle()
    assert d.page.page == "tables", "a letter took a tool of the map"
    assert d.model.content.tables[-1].cells[0][:2] == ("a", "-")
    assert page.grid.currentIndex().column() == 2


def test_a_bare_letter_is_a_tool_on_the_map_and_turns_to_it_from_no_other_page(draft: Draft) -> None:
    page = draft.page
    draft.key(Qt.Key.Key_V)
    for name in ("counters", "oob", "tables", "scenarios", "map"):
        page.show_page(name)
        page.toolbar.setFocus()
        before = draft.view.tool
        QTest.keyClick(page, Qt.Key.Key_B)
        assert page.page == name
        assert (draft.view.tool is not before) == (name == "map")


@pytest.mark.parametrize("name", ["counters", "oob", "tables", "scenarios"])
def test_the_bar_of_a_page_is_a_station_of_f6(open_draft: Any, name: str) -> None:
    """From the tree + Counter was many presses of Tab away, through toolbar and pages."""
    d = open_draft()
    d.page.show_page(name)
    bars = [part for part in d.page.regions() if isinstance(part, Bar)]
    assert len(bars) == 1
    regions.enter(d.page.toolbar)
    regions.step(d.page.regions(), 1)
    focus = QApplication.focusWidget()
    assert focus is not None
    assert bars[0].isAncestorOf(focus)


@pytest.mark.parametrize(("name", "n"), [("counters", 2), ("oob", 3), ("tables", 4), ("scenarios", 5)])
def test_the_key_of_a_page_gives_the_keyboard_to_it(open_draft: Any, name: str, n: int) -> None:
    """It went to a button of the bar, and stayed in menu or toolbar where the page was in front."""
    d = open_draft()
    d.view.setFocus()

    def press() -> None:
        QTest.keyClick(d.window.windowHandle(), Qt.Key(Qt.Key.Key_0 + n), CTRL | SHIFT)

    press()
    page = d.page.pages[name]
    first = QApplication.focusWidget()
    assert first is page.regions()[0] or page.regions()[0].isAncestorOf(first)
    for elsewhere in (d.page.toolbar, page.findChildren(Bar)[0], d.window.menuBar()):
        assert regions.enter(elsewhere)
        assert QApplication.focusWidget() is not first
        press()
        assert QApplication.focusWidget() is first
    regions.enter(page.regions()[2])
    inner = QApplication.focusWidget()
    assert inner is not first
    press()
    assert QApplication.focusWidget() is inner, "what is being done is not left"
    d.page.show_page("map")
    press()
    assert QApplication.focusWidget() is inner, "nor forgotten"


def test_one_problem_after_the_other_is_mended_by_keys(open_draft: Any) -> None:
    """The keyboard was anywhere when the line of a mended problem was gone."""
    d = open_draft()
    page_of(d, "tables")
    bottom = d.page.bottom

    def checked() -> None:
        d.settle()
        d.qtbot.waitUntil(lambda: not d.model._later.isActive() and not d.model._checks.pending, timeout=30000)

    d.model.do(items.put, ("scenarios", "one", "reinforcements"), [{"turn": 2, "pieces": {"s2": 1}, "side": "us"}])
    checked()
    assert d.model.problems
    QApplication.processEvents()
    regions.enter(bottom)
    for _ in range(2):
        for _ in range(6):
            focus = QApplication.focusWidget()
            if isinstance(focus, QPushButton) and focus.text() == tr("edit.fix"):
                break
            QTest.keyClick(d.window.windowHandle(), Qt.Key.Key_Tab)
        assert bottom.rows.isAncestorOf(QApplication.focusWidget()), "no way to Mend"
        QTest.keyClick(d.window.windowHandle(), Qt.Key.Key_Return)
        checked()
        QApplication.processEvents()
        assert bottom.isAncestorOf(QApplication.focusWidget())
    assert not d.model.problems


def test_tab_goes_through_a_scenario_as_it_is_seen(open_draft: Any) -> None:
    """From the turn track it led to the problems below, from the last pool to the victory conditions."""
    d = open_draft()
    page = page_of(d, "scenarios")
    focused = []
    page.list.setFocus()
    for _ in range(60):
        QTest.keyClick(d.window.windowHandle(), Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
        part = next((part for part in page.regions() if part is focus or part.isAncestorOf(focus)), None)
        if part is not None and part not in focused:
            focused.append(part)
        if part is None and page.rest in focused:
            break
    assert focused == [page.form, page.track, page.rest]


def test_what_is_made_in_a_scenario_has_the_keyboard_and_is_seen(open_draft: Any) -> None:
    d = open_draft(size=(1280, 720))
    page = page_of(d, "scenarios")
    for words, where, key in (
        ("edit.scenario.line_new", page.form, "setup.0.pieces"),
        ("edit.scenario.special_new", page.rest, "special.0.text.en"),
    ):
        button = next(b for b in where.findChildren(QPushButton) if b.text() == tr(words))
        button.setFocus()
        QTest.keyClick(button, Qt.Key.Key_Return)
        d.settle()
        made = where.fields[key]
        assert QApplication.focusWidget() is made
        d.qtbot.waitUntil(lambda made=made: made.visibleRegion().boundingRect().height() > 20)


def test_a_counter_found_by_typing_leaves_the_keyboard_where_it_was_asked_for(open_draft: Any) -> None:
    d = open_draft()
    page = page_of(d, "scenarios")
    d.model.do(items.insert, ("scenarios", "one", "setup"), {"id": "us_1", "side": "us", "pieces": {}, "where": {}})
    d.settle()
    for ends, found in ((Qt.Key.Key_Escape, {}), (Qt.Key.Key_Return, {"s2": 1})):
        page.form.fields["setup.0.pieces"].setFocus()
        QTest.keyClick(d.window.windowHandle(), Qt.Key.Key_Tab)
        plus = QApplication.focusWidget()
        QTest.keyClick(d.window.windowHandle(), Qt.Key.Key_Return)
        assert QApplication.focusWidget() is not plus
        QTest.keyClicks(QApplication.focusWidget(), "Baker")
        d.key(ends, widget=QApplication.focusWidget())
        assert d.model.content.scenarios[0].setup[0].pieces == found
        focus = QApplication.focusWidget()
        assert focus is not None
        assert focus.accessibleName() == tr("edit.scenario.find_piece"), "on that button, to find another"


def test_counters_arrive_on_the_turn_track_by_keys(open_draft: Any) -> None:
    d = open_draft()
    track = page_of(d, "scenarios").track

    def arrive() -> dict[int, dict[str, int]]:
        return {line.turn: dict(line.pieces) for line in d.model.content.scenarios[0].reinforcements}

    def hit(*keys: Qt.Key) -> None:
        for key in keys:
            d.key(key, widget=QApplication.focusWidget())

    track.turn.setFocus()
    hit(Qt.Key.Key_Down, Qt.Key.Key_Down)
    while QApplication.focusWidget() is not track.source:
        hit(Qt.Key.Key_Tab)
    hit(Qt.Key.Key_Home, Qt.Key.Key_Return)
    assert arrive() == {3: {"s2": 1}}
    assert QApplication.focusWidget() is track.source, "to go on"
    hit(Qt.Key.Key_Tab, Qt.Key.Key_End, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Delete)
    assert arrive() == {}
