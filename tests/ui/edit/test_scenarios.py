"""The scenarios of a draft: sides, set-up lines, reinforcements, variants, conditions."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from qtwar.editing import items, templates
from qtwar.ui.edit.scenario.where import Chips
from qtwar.ui.mime import pack
from qtwar.ui.widgets.basics import ChoiceBox, IconButton, Panel
from qtwar.ui.widgets.finder import Finder
from qtwar.ui.widgets.segments import Segments
from qtwar.ui.widgets.stepper import Stepper
from tests.ui.edit.conftest import fill, page_of, press, small_content


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


def test_places_and_values_at_the_start_stand_there_in_the_words_of_the_window(open_draft):
    one = {**small_content().scenarios[0].as_json(), "vars": {"turn": 1}}
    one["setup"] = [{"id": "l", "side": "us", "pieces": {}, "where": {"any": [{"edge": ["west"]}, {"cells": ["0101"]}]}}]
    d = open_draft(small_content(scenarios=[one]))
    page = page_of(d, "scenarios")
    where = page.form.fields["setup.0.where"]
    assert where.text() == "Edge of the map: west | Cells: 0101"
    fill(d, page.form, "setup.0.where", "edge of the map: east; cells 0102")
    assert d.model.content.scenario("one").setup[0].where.as_json() == {"edge": ["east"], "cells": ["0102"]}
    fill(d, page.form, "setup.0.where", "somewhere else")
    assert "Edge of the map: west" in d.told[-1]
    assert page.rest.fields["edit.scenario.vars.turn"].accessibleName() == "First turn"
    fill(d, page.rest, "edit.scenario.vars.new", "First turn 3")
    assert d.model.content.scenario("one").vars == {"turn": 3}
    assert page.rest.fields["edit.scenario.vars.turn"].text() == "3"


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


def test_the_keyboard_stays_in_the_victory_conditions_when_one_is_chosen_or_changed(open_draft):
    d = open_draft()
    page = page_of(d, "scenarios")

    def victory():
        return page.rest.fields["victory"]

    def key(key):
        QTest.keyClick(QApplication.focusWidget(), key)
        d.settle()

    def add():
        victory().add.setFocus(Qt.FocusReason.TabFocusReason)
        key(Qt.Key.Key_Space)
        menu = QApplication.activePopupWidget()
        QTest.keyClick(menu, Qt.Key.Key_Down)
        QTest.keyClick(menu, Qt.Key.Key_Return)
        d.settle()

    add()
    assert victory().rows[0].findChildren(ChoiceBox) == [QApplication.focusWidget()], "the new one is spoken of next"
    key(Qt.Key.Key_Down)
    assert d.model.content.scenario("one").victory["conditions"][0]["side"] == d.model.content.sides[1].id
    assert victory().rows[0].findChildren(ChoiceBox) == [QApplication.focusWidget()]
    key(Qt.Key.Key_Tab)
    key(Qt.Key.Key_Right)
    assert victory().rows[0].findChild(Segments).buttons["once"].hasFocus()
    add()
    key(Qt.Key.Key_Tab)
    assert victory().rows[1].findChild(Segments).buttons["end"].hasFocus(), "Tab goes on in what is new"
    key(Qt.Key.Key_Tab)
    key(Qt.Key.Key_Space)
    assert len(victory().rows) == 1, "the button took it away"
    assert victory().add.hasFocus()


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

    def in_row(n):
        """Whether a row of the conditions has the keyboard."""
        return victory().rows[n].isAncestorOf(QApplication.focusWidget())

    d.view.select_cells(["0303", "0404"])
    victory().add.setFocus()
    victory().add_condition("hold")
    d.settle()
    assert in_row(0), "what was added has the keyboard, not what stands below"
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
    victory().add.setFocus()
    victory().add_condition("points")
    d.settle()
    assert in_row(1)
    click(victory().rows[1].findChild(Segments).buttons["once"])
    assert "at once: 10 victory points" in d.model.content.scenario("one").victory["conditions"][1]["text"]["en"]
    d.undo_all()
    assert not d.model.content.scenario("one").victory
