"""The other pages of a draft: counters, order of battle, tables and scenarios, by keys and mouse."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from qtwar.editing import items, templates
from qtwar.export.printed import printed_mm
from qtwar.ui.edit.scenario.where import Chips
from qtwar.ui.mime import pack
from qtwar.ui.widgets.basics import IconButton, Panel
from qtwar.ui.widgets.finder import Finder
from qtwar.ui.widgets.segments import Segments
from qtwar.ui.widgets.stepper import Stepper
from tests.ui.edit.conftest import press, small_content

CTRL = Qt.KeyboardModifier.ControlModifier


def page_of(d, ident):
    d.page.show_page(ident)
    QApplication.processEvents()
    return d.page.pages[ident]


def fill(d, form, key, text):
    """Type into a field of a form and press Enter."""
    field = form.fields[key]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    d.settle()


@pytest.mark.parametrize(("said", "printed"), [({}, 12.7), ({"counter_mm": 15}, 15.0)])
def test_the_designer_shows_a_counter_as_large_as_it_is_printed(open_draft, said, printed):
    content = small_content()
    content = content.model_copy(update={"title": content.title.model_copy(update={"attrs": said})})
    d = open_draft(content)
    designer = page_of(d, "counters").designer
    assert designer.true_size.caption == f"True size, {printed:.4g} mm"
    assert printed_mm(d.model.content.title.attrs, "unit") == printed


def test_a_kind_is_made_named_and_drawn_by_a_template_whose_slot_is_dragged(open_draft):
    d = open_draft()
    page = page_of(d, "counters")
    page.add()
    d.settle()
    assert page.designer.kind == "counter_4"
    fill(d, page.designer.form, "edit.name.en", "Sherman")
    assert d.model.content.kinds_by_id["counter_4"].name.en == "Sherman"
    fill(d, page.designer.form, "edit.numbers.new", "armour")
    fill(d, page.designer.form, "edit.numbers.armour", "5")
    assert d.model.content.kinds_by_id["counter_4"].attrs["armour"] == 5
    fill(d, page.designer.form, "edit.numbers.new", "range: 3")
    fill(d, page.designer.form, "edit.numbers.new", "7")
    attrs = d.model.content.kinds_by_id["counter_4"].attrs
    assert attrs["range"] == 3
    assert "7" not in attrs, "a number is no name: nothing could read it"
    page.designer.make_template()
    d.settle()
    kind = d.model.content.kinds_by_id["counter_4"]
    front = d.model.content.counters["templates"][kind.template]["front"]
    assert [next(iter(layer)) for layer in front][:3] == ["box", "text", "symbol"]
    assert front[1]["text"]["value"] == "{kind_name}", "a counter without a name of its own is not blank"
    assert [page.designer.table.item(n, 0).text() for n in range(3)] == ["Ground", "Text", "Symbol"]
    assert not page.designer.warning.isVisible(), page.designer.warning.text()
    editor = page.designer.editor
    number, rect = next((n, r) for n, r in editor._slots() if n == 2)
    spot = editor.to_screen(rect).center().toPoint()
    QTest.mousePress(editor, Qt.MouseButton.LeftButton, pos=spot)
    QTest.mouseMove(editor, spot + QPoint(0, round(10 * editor.unit)))
    QTest.mouseRelease(editor, Qt.MouseButton.LeftButton, pos=spot + QPoint(0, round(10 * editor.unit)))
    d.settle()
    moved = d.model.content.counters["templates"][kind.template]["front"][number]["symbol"]["at"]
    assert moved == [50, 52]
    press(page.designer.layer_form, "edit.symbols")
    finder = page.designer.findChild(Finder)
    QTest.keyClicks(finder.field, "artill")
    QTest.keyClick(finder.field, Qt.Key.Key_Return)
    d.settle()
    assert d.model.content.counters["templates"][kind.template]["front"][2]["symbol"]["name"] == "artillery"
    assert not d.refused


@pytest.mark.parametrize(("language", "typed"), [("en", "armored cav"), ("ja", "機甲騎兵"), ("ja", "armored cav")])
def test_a_symbol_is_found_by_its_name_in_the_language_of_the_window(open_draft, language, typed):
    d = open_draft(language=language)
    page = page_of(d, "counters")
    page.add()
    d.settle()
    page.designer.make_template()
    d.settle()
    kind = d.model.content.kinds_by_id["counter_4"]
    table = page.designer.table
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualItemRect(table.item(2, 0)).center())
    d.settle()
    press(page.designer.layer_form, "edit.symbols")
    finder = page.designer.findChild(Finder)
    assert all(name and not name.startswith("symbol.") for _, name in finder.entries), "every symbol has a name"
    finder.field.setText(typed)
    QTest.keyClick(finder.field, Qt.Key.Key_Return)
    d.settle()
    assert d.model.content.counters["templates"][kind.template]["front"][2]["symbol"]["name"] == "armored_cavalry"


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ["Text", "Place", "Size", "Widest", "Colour"]), ("ja", ["文字", "位置", "大きさ", "最大の幅", "色"])],
)
def test_what_a_slot_is_made_of_is_named_in_the_language_of_the_window(open_draft, language, words):
    d = open_draft(language=language)
    page = page_of(d, "counters")
    page.add()
    d.settle()
    page.designer.make_template()
    d.settle()
    page.designer.table.selectRow(1)
    d.settle()
    fields = page.designer.layer_form.fields
    shown = ("value", "at", "size", "fit", "color")
    assert [fields[f"slot.{key}"].accessibleName() for key in shown] == words


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


def test_a_scenario_gets_reinforcements_on_the_turn_track(open_draft):
    d = open_draft()
    page = page_of(d, "scenarios")
    page.track.arrive(["s2"], 3)
    d.settle()
    one = d.model.content.scenario("one")
    assert one.reinforcements[0].turn == 3
    assert one.reinforcements[0].pieces == {"s2": 1}
    fill(d, page.form, "edit.name.en", "The bridge")
    assert d.model.content.scenario("one").name.en == "The bridge"
    press(page.form, "edit.scenario.line_new")
    d.settle()
    fill(d, page.form, "setup.0.pieces", "Gun 2")
    assert page.form.fields["setup.0.pieces"].text() == "Gun ×2"
    fill(d, page.form, "setup.0.where", "cells 0101 0102; within 3 0512")
    line = d.model.content.scenario("one").setup[0]
    assert line.pieces == {"gun": 2}
    assert line.where.cells == ("0101", "0102")
    assert line.where.within == (3, "0512")
    fill(d, page.form, "setup.0.pieces", "nobody 2")
    assert "nobody" in d.told[-1]
    assert d.model.content.scenario("one").setup[0].pieces == {"gun": 2}
    page.variant()
    d.settle()
    assert d.model.scenario == "one_2"
    assert d.model.content.scenario("one_2").reinforcements == d.model.content.scenario("one").reinforcements


def test_a_template_without_a_back_gets_one_by_a_click_or_by_a_slot_put_there(open_draft):
    d = open_draft()
    page = page_of(d, "counters")
    page.choose("squad")
    designer = page.designer
    press(designer, "edit.template_make")
    d.settle()
    template = d.model.content.kinds_by_id["squad"].template
    QTest.mouseClick(designer.face_switch.buttons["back"], Qt.MouseButton.LeftButton)
    assert designer.table.rowCount() == 0
    press(designer, "edit.slot.disc")
    d.settle()
    assert d.model.content.kinds_by_id["squad"].template == template, "the front stays as it is"
    faces = d.model.content.counters["templates"][template]
    assert list(faces["back"])[:-1] == list(faces["front"])
    assert designer.table.rowCount() == len(faces["front"]) + 1
    assert designer.layer == len(faces["front"])
    d.model.undo()
    d.settle()
    press(designer, "edit.back_make")
    d.settle()
    faces = d.model.content.counters["templates"][template]
    assert faces["back"] == faces["front"]
    press(designer, "edit.back_drop")
    d.settle()
    assert set(d.model.content.counters["templates"][template]) == {"front"}
    assert not d.refused


def test_of_a_long_set_up_the_first_lines_and_the_last_are_shown_and_the_others_when_asked_for(open_draft):
    content = small_content()
    lines = [{"id": f"l{n}", "side": "us", "pieces": {}, "where": {"cells": ["0101"]}} for n in range(60)]
    lines_of = [{"at": f"m:{n % 12 + 1:02}{n // 12 + 1:02}", "pieces": {"squad": 1}} for n in range(100)]
    one = {**content.scenarios[0].as_json(), "setup": lines, "quick": lines_of}
    d = open_draft(small_content(scenarios=[one]))
    page = page_of(d, "scenarios")

    def placed() -> list[int]:
        return sorted(int(key.split(".")[1]) for key in page.form.fields if key.startswith("quick."))

    assert [n for n in range(60) if f"setup.{n}.pieces" in page.form.fields] == [*range(24), *range(56, 60)]
    assert placed() == [*range(24), *range(96, 100)]
    more = [b for b in page.form.findChildren(QPushButton) if "more of" in b.text()]
    assert [b.text() for b in more] == ["32 more of 60", "48 more of 100"]
    press(page.form, "edit.scenario.line_new")
    d.settle()
    assert "setup.60.pieces" in page.form.fields, "a new one is seen"
    more = [b for b in page.form.findChildren(QPushButton) if b.text() == "33 more of 61"]
    more[0].setFocus()
    QTest.keyClick(more[0], Qt.Key.Key_Space)
    assert [n for n in range(61) if f"setup.{n}.pieces" in page.form.fields] == [*range(61)]
    assert QApplication.focusWidget() is page.form.fields["setup.24.pieces"], "the keyboard goes on where the lines went on"
    d.model.do(items.put, ("scenarios", "one", "turns"), 9)
    d.settle()
    assert "setup.40.pieces" in page.form.fields


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_variants_are_told_apart_in_each_language_and_their_name_is_typed_at_once(open_draft, lang):
    d = open_draft(language=lang)
    page = page_of(d, "scenarios")
    for _ in range(2):
        page.list.setCurrentRow(2)
        press(page, "edit.scenario.variant")
        d.settle()
    first, again = (d.model.content.scenario(ident).name for ident in ("one_2", "one_3"))
    assert (first.en, first.ja) == ("The ford, variant", "渡河点(派生)")
    assert (again.en, again.ja) == ("The ford, variant 2", "渡河点(派生2)")
    field = page.form.fields[f"edit.name.{lang}"]
    assert d.model.scenario == "one_3"
    assert QApplication.focusWidget() is field
    assert field.selectedText() == field.text() == again.get(lang)


def test_unnamed_counters_of_the_roster_are_told_apart_where_they_are_chosen(open_draft):
    roster = [{"id": "s1", "kind": "squad", "name": {"en": "Able"}}, *({"id": f"s{n}", "kind": "squad"} for n in (2, 3))]
    d = open_draft(small_content(pieces=roster))
    page = page_of(d, "scenarios")
    press(page.form, "edit.scenario.line_new")
    d.settle()
    row = page.form.fields["setup.0.pieces"].parent().parent()
    QTest.mouseClick(row.plus, Qt.MouseButton.LeftButton)
    finder = next(f for f in d.window.findChildren(Finder) if f.isVisible())
    assert [name for ident, name in finder.entries if ident in ("s1", "s2", "s3")] == ["Able", "Squad #2", "Squad #3"]
    QTest.keyClick(finder.field, Qt.Key.Key_Escape)
    source, turns = page.track.source, page.track.turns
    told = [source.item(n).text() for n in range(source.count())]
    assert {"Squad", "Squad #2", "Squad #3"} <= set(told)
    page.track.arrive(["s3"], 2)
    d.settle()
    arrivals = turns.topLevelItem(1)
    assert [arrivals.child(n).text(0) for n in range(arrivals.childCount())] == ["Squad #3"]


def test_counters_of_a_set_up_line_are_found_by_name_and_dragged_in(open_draft):
    d = open_draft()
    d.view.select_cells(["0202", "0203"])
    d.view.tools["area"].make_zone("us")
    d.settle()
    page = page_of(d, "scenarios")
    row = page.form.fields["setup.0.pieces"].parent().parent()
    QTest.mouseClick(row.plus, Qt.MouseButton.LeftButton)
    finder = next(f for f in d.window.findChildren(Finder) if f.isVisible())
    assert [name for _, name in finder.entries] == ["Able", "Baker", "Squad"], "those of the side, no markers"
    QTest.keyClicks(finder.field, "squ")
    QTest.keyClick(finder.field, Qt.Key.Key_Return)
    d.settle()
    assert d.model.content.scenarios[0].setup[0].pieces == {"squad": 1}
    d.qtbot.waitUntil(lambda: page.form.fields["setup.0.pieces"].text() == "Squad", timeout=5000)
    row = page.form.fields["setup.0.pieces"].parent().parent()
    flags = (Qt.DropAction.CopyAction, pack(["s2", "squad", "nobody"]), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(row, QDragEnterEvent(QPoint(20, 8), *flags))
    QApplication.sendEvent(row, QDropEvent(QPointF(20, 8), *flags))
    d.settle()
    assert d.model.content.scenarios[0].setup[0].pieces == {"squad": 2, "s2": 1}
    assert page.form.fields["setup.0.pieces"].text() == "Squad ×2, Baker"


def test_the_title_and_its_sides_are_named_coloured_added_and_deleted(open_draft):
    d = open_draft(templates.new_grid("Sides", columns=6, rows=5))
    page = page_of(d, "scenarios")
    QTest.mouseClick(
        page.list.viewport(), Qt.MouseButton.LeftButton, pos=page.list.visualItemRect(page.list.item(0)).center()
    )
    d.qtbot.waitUntil(lambda: "side.blue.name.en" in page.form.fields)
    fill(d, page.form, "edit.name.en", "The river line")
    fill(d, page.form, "side.blue.name.ja", "Dai-ichi")
    page.form.fields["side.red.colour"].choose("#336699")
    d.settle()
    content = d.model.content
    assert content.title.name.en == "The river line"
    assert content.side("blue").name.ja == "Dai-ichi"
    assert d.model.side("red").colour == "#336699"
    assert content.counters["palettes"]["standard"]["red"]["base"] == "#336699", "its counters are in that colour"
    buttons = page.form.findChildren(QPushButton)
    QTest.mouseClick(next(b for b in buttons if b.text() == "Side"), Qt.MouseButton.LeftButton)
    d.settle()
    assert [s.id for s in d.model.content.sides] == ["blue", "red", "side_3"]
    assert any(box.side == "side_3" for box in d.model.content.boxes.values())
    off = [b for b in page.form.findChildren(IconButton) if b.accessibleName() == "Delete this side"]
    QTest.mouseClick(off[2], Qt.MouseButton.LeftButton)
    d.settle()
    assert [s.id for s in d.model.content.sides] == ["blue", "red"]
    QApplication.processEvents()
    off = [b for b in page.form.findChildren(IconButton) if b.accessibleName() == "Delete this side"]
    QTest.mouseClick(off[0], Qt.MouseButton.LeftButton)
    d.settle()
    assert "Blue" in d.told[-1]
    assert not d.refused


def test_who_sees_a_value_of_a_side_is_chosen_beside_its_name(open_draft):
    d = open_draft()
    d.model.do(items.put, ("scenarios", "one", "side_vars"), {"us": {"vp": 3}})
    page = page_of(d, "scenarios")
    d.settle()
    page.show_item("title", "")
    seen = page.form.fields["side.us.sight.vp"]
    assert seen.value == "all"
    seen.activated.emit(seen.findData("owner"))
    d.settle()
    assert d.model.content.side("us").sight == {"vp": "owner"}
    seen = page.form.fields["side.us.sight.vp"]
    seen.activated.emit(seen.findData("all"))
    d.settle()
    assert d.model.content.side("us").sight == {}
    assert not d.refused


def test_of_many_areas_those_that_are_meant_stand_there_and_the_others_are_searched(qtbot):
    """A map with a hundred areas and a set-up of a hundred lines would be ten thousand buttons."""
    many = [(f"a{n}", f"Hamlet {n}") for n in range(200)]
    kept: list[list[str]] = []
    window = QWidget()
    qtbot.addWidget(window)
    chips = Chips(many, ["a7", "a3"], kept.append, "Area")
    Panel(parent=window).lay(chips)
    window.resize(600, 500)
    window.show()
    assert list(chips.buttons) == ["a3", "a7"]
    QTest.mouseClick(chips.others, Qt.MouseButton.LeftButton)
    finder = window.findChild(Finder)
    assert len(finder.entries) == 198
    QTest.keyClicks(finder.field, "hamlet 150")
    QTest.keyClick(finder.field, Qt.Key.Key_Return)
    QTest.mouseClick(chips.buttons["a7"], Qt.MouseButton.LeftButton)
    assert kept == [["a3", "a7", "a150"], ["a3"]]
    few = Chips(many[:16], ["a3"], kept.append, "Area")
    qtbot.addWidget(few)
    assert (len(few.buttons), few.others) == (16, None)


def test_conditions_of_a_zone_and_of_victory_are_put_together_by_the_mouse(open_draft):
    d = open_draft()
    page = page_of(d, "scenarios")
    press(page.form, "edit.scenario.line_new")
    d.settle()

    def rows():
        return page.form.fields["setup.0.rows"]

    def where():
        return d.model.content.scenario("one").setup[0].where.as_json()

    def click(button):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        d.settle()

    d.view.select_cells(["0505"])
    rows().add_part("within")
    d.settle()
    assert where() == {"within": [3, "0505"]}
    stepper = rows().rows[0].findChild(Stepper)
    click(stepper.less)
    rows().add_part("terrain")
    d.settle()
    click(rows().rows[0].findChild(Chips).buttons["woods"])
    assert where() == {"terrain": ["clear", "woods"], "within": [2, "0505"]}
    assert rows().sentence.text() == "May stand in Clear or Woods and within 2 hexes of 0505."
    click(rows().both.buttons["any"])
    assert where() == {"any": [{"terrain": ["clear", "woods"]}, {"within": [2, "0505"]}]}
    click(rows().rows[0].findChildren(IconButton)[-1])
    assert where() == {"within": [2, "0505"]}

    def victory():
        return page.rest.fields["victory"]

    d.view.select_cells(["0303", "0404"])
    victory().add_condition("hold")
    d.settle()
    click(victory().rows[0].findChild(Stepper).less)
    assert d.model.content.scenario("one").victory["conditions"] == [
        {
            "side": "us", "when": "end", "hold": 1, "of": ["0303", "0404"],
            "text": {
                "en": "Victory for Americans at the end: holding 1 of 0303 and 0404.",
                "ja": "終了時に0303、0404のうち1か所を支配していれば、アメリカ軍の勝ちです。",
            },
        }
    ]  # fmt: skip
    victory().add_condition("points")
    d.settle()
    click(victory().rows[1].findChild(Segments).buttons["once"])
    assert "at once: 10 victory points" in d.model.content.scenario("one").victory["conditions"][1]["text"]["en"]
    d.undo_all()
    assert not d.model.content.scenario("one").victory


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
    for n in range(2):
        panel.list.itemActivated.emit(panel.list.item(n))
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
