"""Docks, reaction, replay, history: what they show and what they ask of the game."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from qtwar.model.load import load
from qtwar.presenters.play.title import PlayedTitle
from qtwar.ui.facts import UsedCell


def test_viewer_follows_the_cursor_until_pinned(play):
    _, page, _game = play()
    page.board.hovered.emit("delta:2015")
    assert page.viewer.name.text() == "Can Tho 2015"
    assert len(page.viewer.own.faces) == 5
    page.viewer.pin.click()
    page.board.hovered.emit("delta:1617")
    assert page.viewer.name.text() == "Can Tho 2015"
    page.viewer.pin.click()
    page.board.hovered.emit("delta:1617")
    assert len(page.viewer.theirs.faces) == 3
    assert not page.viewer.own.faces


def test_p_pins_the_place_pointed_at_and_lets_go_of_it(play):
    _, page, _game = play()
    pin = page.model.focus.pinned
    pin.emit("2015")
    page.model.focus.hovered.emit("2117")
    assert (page.viewer.name.text(), page.viewer.pin.isChecked()) == ("Can Tho 2015", True)
    pin.emit("2117")
    assert (page.viewer.pinned, page.viewer.pin.isChecked()) == ("2117", True), "another place is pinned in its stead"
    pin.emit("2117")
    page.model.focus.hovered.emit("2015")
    assert (page.viewer.name.text(), page.viewer.pin.isChecked()) == ("Can Tho 2015", False)


def test_properties_follow_what_is_selected_on_the_board(play):
    _, page, _game = play()
    page.board.state.selected.emit(("vnmc",))
    assert not page.properties.isVisible(), "they are opened by somebody"
    page.model.focus.inspect.emit("vnmc")
    other = next(p for p in page.model.position.view.pieces if p != "vnmc" and page.model.position.piece(p))
    page.board.state.selected.emit((other,))
    assert page.properties.piece == other
    assert page.properties.name.text() == page.model.position.piece(other).name


def test_table_frames_the_used_cell(play):
    _, page, game = play()
    game.actions.table_used.emit(UsedCell("crt", 3, 7, 6, "K"))
    page.raise_dock("tables")
    QApplication.processEvents()
    assert page.tables.how.text() == "Row 4, column 10-12: K"
    grid = page.tables.grid
    page.tables.restyle()
    QApplication.processEvents()
    picture = grid.viewport().grab().toImage()
    from qtwar.ui.theme import current

    rect = grid.visualItemRect(grid.item(3, 7))
    seen = {picture.pixelColor(x, rect.center().y()).name().upper() for x in range(rect.left(), rect.right())}
    assert current().tokens.ring in seen


def test_a_title_bar_is_made_where_no_tab_says_the_same(play, qtbot):
    _, page, _ = play()
    made = {ident for ident, dock in page.docks.items() if "bar" in dock.__dict__}
    assert "stack" in made
    assert not made & {"bookmarks", "oob", "log"}, "they are tabs"
    page.docks["log"].setFloating(True)
    qtbot.waitUntil(lambda: page.docks["log"].titleBarWidget() is page.docks["log"].bar)


def test_a_long_legend_pushes_no_dock_together(play, qtbot):
    _, page, game = play()
    legend = tuple((f"Note {n}, which is long enough to be broken somewhere.", "27.0") for n in range(30))
    info = replace(game.title.tables()[0], notes=legend)
    game.title.tables = lambda: (info,)
    page.tables.fill()
    page.raise_dock("tables")
    QApplication.processEvents()
    assert page.docks["tables"].minimumSizeHint().height() < 240
    assert page.docks["stack"].height() > 150
    assert page.tables.below.verticalScrollBar().maximum() > 0
    assert page.tables.grid.height() > page.tables.below.height()


def test_reaction_is_numbered_and_answered_with_keys(play):
    _, page, game = play()
    game.react = True
    ask = {"id": "fire", "verb": "fire", "kind": "choose", "choices": []}
    none = {"id": "none", "verb": "none", "kind": "button", "primary": True, "label": {"key": "b.none"}}
    game.set_offer(
        {"side": "FW", "prompt": {"key": "prompt.react", "args": {"where": {"c": "delta:1912"}}}, "asks": [ask, none]}
    )
    assert page.reaction.isVisible()
    page.board.setFocus()
    QTest.keyClick(page.board, Qt.Key.Key_3)
    assert page.reaction.picked is None
    QTest.keyClick(page.board, Qt.Key.Key_2)
    assert page.reaction.picked.piece == "vnmc"
    QTest.keyClick(page.board, Qt.Key.Key_Return)
    assert game.sent[-1] == {"side": "FW", "verb": "fire", "ask": "fire", "args": {"choice": "vnmc"}}


def test_replay_looks_back_and_escape_returns(play):
    _, page, game = play()
    page.replay.back.click()
    assert game.history.position == 215
    assert page.past.isVisible()
    assert "215" in page.past.text.text()
    assert page.prompt.primary is None
    page.board.setFocus()
    QTest.keyClick(page.board, Qt.Key.Key_Escape)
    assert game.history.position == 216
    assert not page.past.isVisible()
    page.replay.slider.setValue(140)
    assert game.history.position == 140


def test_history_goes_there_and_names_the_floor(play):
    _, page, game = play()
    page.raise_dock("history")
    items = [page.history.list.item(n) for n in range(page.history.list.count())]
    assert any("dice known to Ben" in item.text() for item in items)
    page.history.list.itemClicked.emit(next(i for i in items if i.data(Qt.ItemDataRole.UserRole) == 200))
    assert game.calls[-1] == ("undo_to", 200)
    assert [page.bookmarks.list.item(n).text() for n in range(page.bookmarks.list.count())] == ["Tet begins"]


def test_the_agenda_says_what_is_done_due_and_to_come(play):
    _, page, game = play()
    dock = page.area.agenda
    assert not dock.empty.isHidden()
    game.actions.query = lambda name, args, then: then({"sections": [AGENDA]} if name == "agenda" else None)
    page.raise_dock("agenda")
    dock.refresh()
    assert dock.empty.isHidden()
    section = dock.list.topLevelItem(0)
    assert [section.child(n).text(0) for n in range(section.childCount())] == ["Log"] * 4
    assert dock.list.currentItem() is section.child(1)
    assert section.child(1).data(0, Qt.ItemDataRole.AccessibleTextRole).startswith("Now")


def test_a_cell_of_a_chart_says_what_an_id_of_the_rules_means(repository):
    content = load(repository / "modules" / "front_toward_enemy")
    title = PlayedTitle(content, "", "en")
    told = {cell for info in title.tables() for row in info.cells for cell in row}
    codes = {code for table in content.tables for code in table.codes}
    assert "low_ammo" in codes
    assert not [cell for cell in told if "_" in cell and cell in codes]


AGENDA = {
    "label": {"key": "dock.oob"},
    "rows": [{"label": {"key": "dock.log"}, "state": state} for state in ("done", "now", "next", "skipped")],
}
