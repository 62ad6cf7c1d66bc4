"""Areas, zones and boxes are renamed in place; what names them keeps pointing to them."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from qtwar.ui.edit.form import TextField
from qtwar.ui.edit.map import marks
from qtwar.ui.edit.map.tools.naming import Typing
from tests.ui.edit.conftest import page_of, toast

LEFT, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


def zone(draft, side="us", corner=("0202", "0303")):
    """Draw round cells with the lasso and make them a set-up zone."""
    draft.page.take_tool("area")
    first, last = draft.at(corner[0]) - QPoint(30, 30), draft.at(corner[1]) + QPoint(30, 30)
    draft.drag(first, QPoint(last.x(), first.y()), last, QPoint(first.x(), last.y()))
    short = draft.model.content.side(side).short.en
    button = next(b for b in draft.page.map.bar.findChildren(QPushButton) if b.text().endswith(f"zone {short}"))
    QTest.mouseClick(button, LEFT)
    draft.settle()


def chip(draft, number=0) -> QPoint:
    """Where the chip of an area lies."""
    found = next(z for z in marks.zones(draft.view) if z.area == number)
    return marks.chip_spot(draft.view, found).toPoint()


def double(draft, point) -> None:
    """A double click as a mouse makes it: press, release, double press, release."""
    QTest.mouseClick(draft.view, LEFT, pos=point)
    QTest.mouseDClick(draft.view, LEFT, pos=point)
    draft.settle()


def typed(draft, words) -> None:
    """Type a name into the field that has opened on the map."""
    field = draft.view.findChildren(Typing)[-1]
    assert field.hasFocus()
    QTest.keyClicks(field, words)
    QTest.keyClick(field, Qt.Key.Key_Return)
    draft.settle()


def test_a_double_click_on_a_zone_renames_it_and_the_set_up_line_still_means_it(open_draft):
    d = open_draft()
    zone(d)
    area = d.board.areas[0]
    for tool in ("area", "select"):
        d.page.take_tool(tool)
        d.view.select_cells(())
        double(d, chip(d))
        typed(d, f"West bank {tool}")
        assert d.board.areas[0].name.en == f"West bank {tool}"
        assert d.board.areas[0].name.ja == area.name.ja, "the other language stays"
        assert d.board.areas[0].id == area.id
        assert d.model.content.scenario("one").setup[0].where.area == (area.id,)
        assert f"West bank {tool}" in marks.zones(d.view)[0].words
        assert set(d.view.selection) == set(area.cells), "the click on the name has selected its cells"
    assert [e.text for e in d.model.history()][-2:] == [
        "rename Set-up of Americans to West bank area", "rename West bank area to West bank select",
    ]  # fmt: skip
    QTest.keyClick(d.view, Qt.Key.Key_Z, CTRL)
    QTest.keyClick(d.view, Qt.Key.Key_Z, CTRL)
    d.settle()
    assert d.board.areas[0].name == area.name
    assert not d.refused


def test_f2_renames_the_area_under_the_pointer_or_the_cell_cursor_and_a_box(open_draft):
    d = open_draft()
    zone(d)
    d.page.take_tool("select")
    d.view.select_cells(())
    d.move(d.at("0303"), buttons=Qt.MouseButton.NoButton)
    QTest.keyClick(d.view, Qt.Key.Key_F2)
    typed(d, "The ford")
    assert d.board.areas[0].name.en == "The ford"
    d.view.cursor_shown, d.view.cell = True, "m:0202"
    QTest.keyClick(d.view, Qt.Key.Key_F2)
    typed(d, "The bank")
    assert d.board.areas[0].name.en == "The bank"
    d.type("x")
    d.drag(d.at("0606"), d.at("0808"))
    box = next(b for b in d.board.boxes if b.on_board is not None)
    spot = d.view.camera.to_screen(QRectF(*box.on_board).center()).toPoint()
    double(d, spot)
    typed(d, "Refit")
    assert next(b for b in d.board.boxes if b.id == box.id).name.en == "Refit"
    d.move(d.at("1005"), buttons=Qt.MouseButton.NoButton)
    QTest.keyClick(d.view, Qt.Key.Key_F2)
    assert not d.view.findChildren(Typing) or not d.view.findChildren(Typing)[-1].isVisible(), "nothing has a name here"


def test_name_and_id_of_an_area_are_properties_and_what_names_it_follows(open_draft):
    d = open_draft()
    zone(d)
    d.view.select_cells(())
    form = d.page.map.properties.form
    ident = d.board.areas[0].id

    def put(key, words):
        field = form.fields[key]
        assert isinstance(field, TextField)
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, words)
        QTest.keyClick(field, Qt.Key.Key_Return)
        d.settle()

    put(f"area.{ident}.name.en", "The mill")
    assert d.board.areas[0].name.en == "The mill"
    put(f"area.{ident}.id", "mill")
    assert d.board.areas[0].id == "mill"
    assert d.model.content.scenario("one").setup[0].where.area == ("mill",)
    delete = next(b for b in form.findChildren(QPushButton) if b.text() == "Delete area")
    QTest.mouseClick(delete, LEFT)
    d.settle()
    assert d.board.areas, "it is used: where is said first"
    toast(d, "Delete with all that uses it")
    assert not d.board.areas
    assert len(d.model.history()) == 4
    d.undo_all()
    assert not d.refused


def test_a_locked_layer_keeps_its_names(open_draft):
    d = open_draft()
    zone(d)
    d.page.map.layers.locks["zones"].click()
    double(d, chip(d))
    assert not d.view.findChildren(Typing)
    assert "locked" in d.told[-1]
    assert QPointF(chip(d)).x() > 0


def test_undo_takes_a_new_counter_back_where_nothing_was_typed_into_its_name(open_draft, qtbot):
    d = open_draft()
    page = page_of(d, "counters")
    count = len(d.model.content.kinds)
    page.add()
    d.settle()
    field = page.designer.form.fields["edit.name.en"]
    qtbot.waitUntil(field.hasFocus)
    QTest.keyClicks(field, "Scouts")
    QTest.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    d.settle()
    assert len(d.model.content.kinds) == count + 1, "first what was typed"
    assert field.text() != "Scouts"
    QTest.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    d.settle()
    assert len(d.model.content.kinds) == count
