"""The other pages of a draft: order of battle and tables, and what all pages share."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QStyle

from qtwar.editing import templates
from tests.ui.edit.conftest import page_of, small_content

CTRL = Qt.KeyboardModifier.ControlModifier


def test_cells_are_filled_down_from_the_top_row_whatever_was_selected_before(open_draft):
    d = open_draft()
    tree = page_of(d, "oob").tree
    items = [item for item in tree.lines() if tree.key_of(item)[0] == "piece"]

    def click(item, column, mods=Qt.KeyboardModifier.NoModifier):
        spot = tree.visualRect(tree.indexFromItem(item, column)).center()
        QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, mods, spot)

    click(items[0], 0)
    click(items[0], 2)
    click(items[-1], 2, Qt.KeyboardModifier.ShiftModifier)
    assert [row.id for row in tree.rows()] == [tree.key_of(item)[1] for item in items]


def test_the_order_of_battle_is_typed_filled_down_and_reorganised(open_draft):
    d = open_draft()
    page = page_of(d, "oob")
    tree = page.tree
    page.add_formation()
    d.settle()
    tree.refresh()
    assert [f.id for f in d.model.content.formations] == ["first", "formation_2"]
    rows = {tree.key_of(item): item for item in tree.lines()}
    able = rows["piece", "s1"]
    able.setText(2, "6")  # what the editor of the cell does
    d.settle()
    assert d.model.content.pieces_by_id["s1"].attrs["fire"] == 6
    tree.refresh()
    items = {tree.key_of(item): item for item in tree.lines()}
    tree.setCurrentItem(items["piece", "s1"], 2)
    items["piece", "s1"].setSelected(True)
    items["piece", "s2"].setSelected(True)
    QTest.keyClick(tree, Qt.Key.Key_D, CTRL)
    d.settle()
    assert d.model.content.pieces_by_id["s2"].attrs["fire"] == 6
    row = {tree.key_of(i): i.data(0, Qt.ItemDataRole.UserRole) for i in tree.lines()}
    tree.reorganise([row["piece", "s2"]], row["formation", "formation_2"])
    d.settle()
    assert d.model.content.pieces_by_id["s2"].formation == "formation_2"
    tree.narrow("fire > 5")
    shown = {tree.key_of(i)[1] for i in tree.lines() if not i.isHidden()}
    assert {"s1", "s2"} <= shown
    assert "gun" in shown
    assert "squad" not in shown
    tree.narrow("ｆｉｒｅ＞５、Ｓ１")
    assert [tree.key_of(i)[1] for i in tree.lines() if not i.isHidden() and i.childCount() == 0] == ["s1"]


def test_selection_goes_both_ways_between_map_and_order_of_battle(open_draft):
    d = open_draft()
    page = page_of(d, "oob")
    item = next(i for i in page.tree.lines() if page.tree.key_of(i) == ("piece", "s1"))
    page.tree.setCurrentItem(item)
    assert d.view.pieces == ["s1"]
    d.page.show_page("map")
    d.view.select_pieces(())
    d.type("v")
    d.click(d.at("0303"))
    assert {page.tree.key_of(i) for i in page.tree.selectedItems()} == {("piece", "s1")}


def test_rows_of_a_spreadsheet_are_shown_before_they_are_taken(open_draft):
    d = open_draft()
    page = page_of(d, "oob")
    text = "name\tkind\tformation\tfire\nCharlie\tsquad\tfirst\t5\nDelta\tsquad\tfirst\t7\nEcho\tnonsense\tfirst\t1\n"
    QApplication.clipboard().setText(text)
    page.paste()
    panel = page.paste_panel
    assert panel.isVisible()
    assert len(panel.preview.items) == 2
    assert "4" in panel.faults.text()
    assert "nonsense" in panel.faults.text()
    panel.take.click()
    d.settle()
    new = [p for p in d.model.content.pieces if p.name is not None and p.name.en in ("Charlie", "Delta")]
    assert [p.attrs["fire"] for p in new] == [5, 7]
    assert len(d.model.history()) == 1
    page.paste_panel.show_rows("名前,種類\r\n分隊甲,squad\r\n".encode("cp932"), "x.csv")
    assert len(page.paste_panel.preview.items) == 1, "Shift-JIS is read too"


def test_a_table_is_typed_pasted_grown_tested_and_its_holes_are_seen(open_draft):
    d = open_draft()
    page = page_of(d, "tables")
    grid = page.grid
    grid.sheet.setData(grid.sheet.index(1, 1), "K")
    d.settle()
    assert d.model.content.table("fire").cells[0] == ("K", "-")
    grid.stand(2, 1)
    grid.paste("A\tB\nC\tD\nE\tF")
    d.settle()
    table = d.model.content.table("fire")
    assert table.cells[1:] == (("A", "B"), ("C", "D"), ("E", "F"))
    assert len(table.rows.heads) == 4
    page.grow("columns")
    d.settle()
    assert "hole" in page.holes.text()
    page.row_value.setText("2")
    page.column_value.setText("far")
    assert grid.found == (1, 1)
    assert page.answer.text().startswith("B")
    d.undo_all()
    assert d.model.content.table("fire").cells[0] == ("D", "-")


def test_pages_stand_in_japanese_dark_and_small(open_draft):
    d = open_draft(size=(1280, 720), language="ja", theme="dark")
    for ident in ("counters", "oob", "tables", "scenarios", "map"):
        page_of(d, ident)
        assert d.page.grab().width() >= 1200
    assert d.page.toolbar.pages["oob"].text() == "戦闘序列"
    assert d.window.width() == 1280, "nothing pushes the window wider"


def test_rows_go_to_a_spreadsheet_and_come_back(open_draft):
    d = open_draft()
    page = page_of(d, "oob")
    page.tree.select_ids(["s1", "s2"])
    QTest.keyClick(page.tree, Qt.Key.Key_C, CTRL)
    lines = QApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[:2] == ["id", "name.en"]
    assert lines[1].split("\t")[:2] == ["s1", "Able"]
    QApplication.clipboard().setText("\n".join(lines).replace("Able", "Abel"))
    page.paste()
    assert not page.paste_panel.preview.faults
    page.paste_panel.take.click()
    d.settle()
    assert [p.name.en for p in d.model.content.pieces] == ["Abel", "Baker"]


def test_counters_of_another_title_are_ticked_and_added_with_their_look(open_draft):
    d = open_draft(templates.new_grid("Borrow", columns=6, rows=5))
    page = page_of(d, "oob")
    button = next(b for b in page.findChildren(QPushButton) if b.text() == "From title")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    panel = page.borrow_panel
    panel.title.setCurrentIndex(panel.title.findData("band_of_heroes"))
    panel.title.activated.emit(panel.title.currentIndex())
    d.qtbot.waitUntil(lambda: panel.lent is not None and panel.list.count() > 20, timeout=15000)
    assert not panel.take.isEnabled()
    names = [panel.list.item(n).text() for n in range(2)]
    sight, left = panel.list.viewport(), Qt.MouseButton.LeftButton
    spots = [panel.list.visualItemRect(panel.list.item(n)) for n in range(3)]
    QTest.mouseClick(sight, left, pos=spots[0].center())
    assert panel.take.text() == "Add 1", "its name ticks it"
    size = panel.list.style().pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth)
    QTest.mouseClick(sight, left, pos=QPoint(spots[1].left() + size // 2 + 4, spots[1].center().y()))
    assert panel.take.text() == "Add 2", "its box too, once"
    for gesture in (QTest.mouseClick, QTest.mouseDClick, QTest.mouseRelease):
        gesture(sight, left, pos=spots[2].center())
    assert panel.take.text() == "Add 3", "a double click ticks as a click does"
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert panel.take.text() == "Add 2"
    QTest.keyClicks(panel.filter, "no such counter")
    assert panel.list.count() == 0
    assert panel.take.text() == "Add 2", "what is ticked stays so while one looks for more"
    QTest.mouseClick(panel.take, Qt.MouseButton.LeftButton)
    d.settle()
    assert [k.name.en for k in d.model.content.kinds] == names
    assert not d.model.faces.counter(d.model.content.kinds[0].id, 60, 1.0).isNull()
    assert len(d.model.history()) == 1
    assert not panel.isVisible()
    assert not d.refused


def test_a_problem_is_listed_gone_to_and_mended(open_draft, qtbot):
    content = small_content()
    content = content.model_copy(
        update={"boards": (content.boards[0].model_copy(update={"terrain": {"0101": "woods"}}),)}
    )
    d = open_draft(content)
    panes = d.page.bottom
    qtbot.waitUntil(lambda: any(p.fix for p in d.model.problems), timeout=5000)
    row = next(w for w in panes.rows.findChildren(type(panes.rows)) if getattr(getattr(w, "problem", None), "fix", ""))
    row.fix.click()
    d.settle()
    assert len(d.board.terrain) == 120
    d.page.show_page("tables")
    d.model.focus.page.emit("map")
    assert d.page.page == "map"


def test_the_palette_finds_cells_counters_tables_and_tools(open_draft):
    d = open_draft()
    palette = d.window.palette_widget
    QTest.keyClick(d.window, Qt.Key.Key_K, CTRL)
    QTest.keyClicks(palette.field, "0707")
    assert palette.entries[0].text == "0707"
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert d.view.cell == "m:0707"
    QTest.keyClick(d.window, Qt.Key.Key_K, CTRL)
    QTest.keyClicks(palette.field, "fire table")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert d.page.page == "tables"
    QTest.keyClick(d.window, Qt.Key.Key_K, CTRL)
    QTest.keyClicks(palette.field, "edge brush")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert d.page.page == "map"
    assert d.view.tool.id == "edge"


def test_tab_goes_on_through_a_form_that_is_built_anew(open_draft, qtbot):
    d = open_draft()
    page = page_of(d, "counters")
    page.choose("squad")
    form = page.designer.form
    first = form.fields["edit.name.en"]
    first.setFocus()
    first.selectAll()
    QTest.keyClicks(first, "Rifles")
    QTest.keyClick(first, Qt.Key.Key_Tab)
    d.settle()
    qtbot.waitUntil(lambda: form.fields["edit.name.ja"].hasFocus())
    QTest.keyClicks(form.fields["edit.name.ja"], "X")
    page.designer.refresh()
    assert form.fields["edit.name.ja"].text().endswith("X"), "what is being typed is not taken away"
    assert d.model.content.kinds_by_id["squad"].name.en == "Rifles"
