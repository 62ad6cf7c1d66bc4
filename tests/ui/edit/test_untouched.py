"""An edit changes what it changes and nothing else on the screen: other cells, fields, rows and stacks are left alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication

from qtwar.editing import items, places, tables
from qtwar.qtpaint.counters import CounterArt
from qtwar.ui.edit.map.tools.placing import put_down
from qtwar.ui.i18n import set_language
from tests.ui.edit.conftest import press, small_content

LARGE = {
    "id": "large", "name": {"en": "Large", "ja": "大"}, "rows": {"kind": "number", "heads": list(range(1, 61))},
    "columns": {"kind": "word", "heads": ["a", "b", "c"]}, "cells": [["x", "y", "z"] for _ in range(60)],
}  # fmt: skip


def page_of(d, ident):
    d.page.show_page(ident)
    QApplication.processEvents()
    return d.page.pages[ident]


def large_table(open_draft):
    d = open_draft(small_content(tables=[LARGE]))
    return d, page_of(d, "tables")


def changed_cells(spy):
    return [
        (a.row() - 1, a.column() - 1, b.row() - 1, b.column() - 1) for a, b, *_ in (spy.at(n) for n in range(spy.count()))
    ]


def test_a_cell_that_is_typed_is_the_only_one_told_of(open_draft):
    d, page = large_table(open_draft)
    grid = page.grid
    told, reset = QSignalSpy(grid.sheet.dataChanged), QSignalSpy(grid.sheet.modelReset)
    grid.setFocus()
    grid.stand(50, 2)
    grid.scrollTo(grid.sheet.index(50, 2))
    scroll = grid.verticalScrollBar().value()
    assert scroll > 0
    QTest.keyClicks(grid, "K")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    QApplication.processEvents()
    d.settle()
    assert d.model.content.table("large").cells[49] == ("x", "K", "z")
    assert changed_cells(told) == [(49, 1, 49, 1)]
    assert reset.count() == 0
    assert (grid.currentIndex().row(), grid.currentIndex().column()) == (50, 2)
    assert grid.verticalScrollBar().value() == scroll
    d.model.do(tables.add_line, "large", "rows")
    d.settle()
    assert changed_cells(told)[1:] == [(60, -1, 60, -1)], "the head of the new row"
    d.model.undo()
    d.model.undo()
    d.settle()
    assert reset.count() == 0
    assert d.model.content.table("large").cells[49] == ("x", "y", "z")
    assert grid.sheet.index(50, 2).data() == "y"
    assert (grid.currentIndex().row(), grid.currentIndex().column()) == (50, 2)


def test_tab_stays_in_the_body_and_makes_a_row_behind_the_last_cell(open_draft):
    d = open_draft()
    page = page_of(d, "tables")
    grid = page.grid
    grid.setFocus()
    grid.stand(2, 2)

    def here():
        return grid.currentIndex().row(), grid.currentIndex().column()

    QTest.keyClick(grid, Qt.Key.Key_Tab)
    assert here() == (3, 1), "not the head of the next row"
    QTest.keyClick(grid, Qt.Key.Key_Backtab)
    assert here() == (2, 2)
    grid.stand(3, 2)
    QTest.keyClicks(grid, "Z")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    QApplication.processEvents()
    d.settle()
    table = d.model.content.table("fire")
    assert table.rows.heads == (1, 2, 3, 4)
    assert table.cells[2] == ("K", "Z")
    assert here() == (4, 1)
    assert grid.hasFocus()
    QTest.keyClicks(grid, "A")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    QApplication.processEvents()
    d.settle()
    assert d.model.content.table("fire").cells[3] == ("A", None)


def test_fields_of_a_form_stay_and_what_is_being_typed_stays_too(open_draft):
    d = open_draft()
    page = page_of(d, "scenarios")
    fields = dict(page.form.fields)
    name, turns = fields["edit.name.en"], fields["edit.scenario.turns"]
    name.setFocus()
    name.selectAll()
    QTest.keyClicks(name, "The br")
    d.model.do(items.put, ("scenarios", "one", "turns"), 9)
    d.settle()
    assert page.form.fields == fields, "not one field is another"
    assert turns.value == 9
    assert (name.text(), name.cursorPosition(), name.hasFocus()) == ("The br", 6, True)
    QTest.keyClicks(name, "idge")
    QTest.keyClick(name, Qt.Key.Key_Return)
    d.settle()
    assert d.model.content.scenario("one").name.en == "The bridge"
    d.model.undo()
    d.settle()
    assert name.text() == "The ford"
    press(page.form, "edit.scenario.line_new")
    d.settle()
    assert all(page.form.fields[key] is field for key, field in fields.items()), "a new line comes between, the rest stays"
    page.form.fields["setup.0.pieces"].setFocus()
    QTest.keyClicks(page.form.fields["setup.0.pieces"], "gun 2")
    QTest.keyClick(page.form.fields["setup.0.pieces"], Qt.Key.Key_Return)
    d.settle()
    assert page.form.fields["setup.0.pieces"].hasFocus()
    order = [name, page.form.fields["edit.name.ja"]]
    order[0].setFocus()
    QTest.keyClick(order[0], Qt.Key.Key_Tab)
    assert order[1].hasFocus(), "Tab goes down the rows"


def test_a_form_is_laid_out_once_however_many_rows_come(open_draft):
    d = open_draft()
    page = page_of(d, "scenarios")
    moved = []

    class Watch(QObject):
        def eventFilter(self, _, event):
            moved.extend([1] * (event.type() == QEvent.Type.Move))
            return False

    watch = Watch()
    with page.form.build("another"):
        fields = [page.form.line(f"line.{n}", "", lambda _: None, name=str(n)) for n in range(60)]
        for field in fields:
            field.installEventFilter(watch)
    QApplication.processEvents()
    assert fields[-1].isVisibleTo(page)
    assert fields[-1].y() > fields[-2].y() > 0
    assert len(moved) < 10 * len(fields), "all of them for each that came: a hundred set-up lines took seconds"


@pytest.mark.parametrize("ident", ["oob", "counters"])
def test_counters_that_are_not_in_view_are_not_drawn(open_draft, monkeypatch, ident):
    content = small_content()
    kinds = [{"id": f"k{n}", "name": {"en": f"Kind {n}"}, "side": "us", "attrs": {"fire": n}} for n in range(300)]
    more = [kind.as_json() for kind in content.kinds]
    pieces = [{"id": f"p{n}", "kind": f"k{n}"} for n in range(300)]
    d = open_draft(small_content(kinds=[*more, *kinds], pieces=[*(p.as_json() for p in content.pieces), *pieces]))
    drawn = []
    real = CounterArt.image
    monkeypatch.setattr(CounterArt, "image", lambda art, record, *size: drawn.append(record["kind"]) or real(art, record, *size))
    page = page_of(d, ident)
    QApplication.processEvents()
    assert 2 < len(set(drawn)) < 100
    listed = page.tree if ident == "oob" else page.list
    listed.verticalScrollBar().setValue(listed.verticalScrollBar().maximum())
    listed.viewport().repaint()
    assert "k299" in drawn, "and when they come into view they are"


def test_what_is_typed_of_one_thing_never_goes_to_another(open_draft):
    d = open_draft()
    page = page_of(d, "scenarios")
    field = page.form.fields["edit.name.en"]
    field.setFocus()
    QTest.keyClicks(field, "x")
    d.model.show_scenario("two")
    d.settle()
    QApplication.processEvents()
    d.settle()
    assert page.form.fields["edit.name.en"] is not field
    assert "x" in d.model.content.scenario("one").name.en, "it is stored where it was typed"
    assert d.model.content.scenario("two").name.en == "The hill"


def test_rows_of_the_order_of_battle_are_written_one_by_one(open_draft):
    kinds = small_content().kinds
    pieces = [{"id": f"p{n}", "kind": kinds[0].id, "formation": "first"} for n in range(80)]
    d = open_draft(small_content(pieces=pieces))
    tree = page_of(d, "oob").tree
    lines = {tree.key_of(line): line for line in tree.lines()}
    tree.setFocus()
    tree.setCurrentItem(lines["piece", "p60"], 0)
    tree.scrollToItem(lines["piece", "p60"])
    scroll = tree.verticalScrollBar().value()
    told = QSignalSpy(tree.model().dataChanged)
    d.model.do(items.put, ("pieces", "p61", "attrs", "fire"), 9)
    d.settle()
    QApplication.processEvents()
    assert tree.itemFromIndex(told.at(0)[0]) is lines["piece", "p61"]
    assert {tree.itemFromIndex(told.at(n)[0]).text(0) for n in range(told.count())} == {lines["piece", "p61"].text(0)}
    assert told.count() <= 3, "its number, its row, its picture"
    assert {tree.key_of(line): line for line in tree.lines()} == lines
    d.model.do(items.attach, [("pieces", "p5")], None)
    d.model.do(items.delete, "pieces", ["p7"])
    d.settle()
    QApplication.processEvents()
    after = {tree.key_of(line): line for line in tree.lines()}
    assert ("piece", "p7") not in after
    assert after["piece", "p5"].parent() is after["side", "us"]
    assert all(after[key] is line for key, line in lines.items() if key in after), "moved, not made anew"
    assert [tree.key_of(line) for line in tree.selectedItems()] == [("piece", "p60")]
    assert tree.currentItem() is lines["piece", "p60"]
    assert abs(tree.verticalScrollBar().value() - scroll) <= 2
    assert tree.hasFocus()


def test_a_counter_that_is_placed_is_painted_where_it_lies(open_draft):
    d = open_draft()
    d.page.take_tool("place")
    d.qtbot.waitUntil(lambda: d.view.artist.current, timeout=20000)
    QApplication.processEvents()
    forgotten, forget = [], d.view.chunks.forget

    def recorded(area=None):
        forgotten.append(area)
        forget(area)

    d.view.chunks.forget = recorded
    put_down(d.view, ["gun"], "m:0505")
    d.settle()
    assert len(forgotten) == 1
    assert forgotten[0].contains(d.view.layout_.spot("m:0505"))
    assert not forgotten[0].contains(d.view.layout_.spot("m:0303"))
    forgotten.clear()
    put_down(d.view, ["s1"], "m:0606")
    d.settle()
    assert {area.contains(d.view.layout_.spot(place)) for area, place in zip(
        sorted(forgotten, key=lambda area: area.x()), ("m:0303", "m:0606"), strict=True
    )} == {True}, "where it lay, and where it lies"  # fmt: skip
    forgotten.clear()
    d.model.do(places.add_area, "m", {"en": "A", "ja": "い"}, ["0101"])
    d.settle()
    assert d.view.source.pieces_at("m:0606") == ["s1"]


def test_a_new_counter_is_named_by_typing(open_draft):
    d = open_draft()
    page = page_of(d, "counters")
    page.add()
    d.settle()
    field = page.designer.form.fields["edit.name.en"]
    d.qtbot.waitUntil(field.hasFocus)
    QTest.keyClicks(field, "Eagle")
    QTest.keyClick(field, Qt.Key.Key_Return)
    d.settle()
    assert d.page.page == "counters", "E is a letter, not the tool for edges"
    assert d.model.content.kinds[-1].name.en == "Eagle"


def test_a_counter_is_added_to_the_order_of_battle_and_the_head_counts_it(open_draft):
    d = open_draft()
    page = page_of(d, "oob")

    def rows():
        return [key for key in map(page.tree.key_of, page.tree.lines()) if key[0] in ("piece", "kind")]

    before = rows()
    assert page.count.text().startswith("2 counters · 1 placed")
    page.tree.select_ids(["s1"])
    page.add_piece()
    d.settle()
    QApplication.processEvents()
    assert len(rows()) == len(before) + 1, "one more, none replaced"
    assert page.count.text().startswith("3 counters · 1 placed"), "at once, not with the next edit"
    assert page.tree.key_of(page.tree.currentItem()) == ("piece", d.model.content.pieces[-1].id)


@pytest.mark.parametrize(("lang", "told"), [("en", "add Moreau"), ("ja", "Moreauを追加")])
def test_a_counter_named_as_it_is_added_is_one_entry_that_says_so(open_draft, lang, told):
    d = open_draft()
    page = page_of(d, "oob")
    set_language(lang)
    live, before = d.model.live, d.model.content
    page.tree.select_ids(["s1"])
    page.add_piece()
    d.settle()
    tree, made = page.tree, d.model.content.pieces[-1].id
    tree.currentItem().setText(0, "Moreau")
    d.settle()
    assert d.model.content.pieces[-1].id == made
    assert d.model.content.pieces[-1].name.get(lang) == "Moreau"
    assert d.model.live == live + 1
    assert d.model.history()[d.model.live - 1].text == told
    tree.currentItem().setText(0, "Dubois")
    d.settle()
    assert d.model.live == live + 2, "a change of mind is an entry of its own"
    d.model.go_to(live)
    d.settle()
    assert d.model.content.pieces == before.pieces
