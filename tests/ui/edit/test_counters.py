"""The counters of a draft: kinds, templates and their slots, symbols."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from qtwar.export.printed import printed_mm
from qtwar.ui.widgets.finder import Finder
from tests.ui.edit.conftest import fill, page_of, press, small_content


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
