"""A scanned map, turned and unevenly scaled, is laid below the board and fitted by three clicks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QColor, QImage, QPainter, QTransform

from tests.ui.edit.conftest import small_content


@pytest.fixture
def scan(tmp_path):
    """A picture of the board's cell middles as dots, turned by 7 degrees, wider than high."""
    grid = small_content().boards[0].make_grid()
    image = QImage(1500, 1300, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    turned = QTransform().translate(180, 60).rotate(7).scale(1.1, 0.9)
    painter = QPainter(image)
    painter.setBrush(QColor("#000000"))
    for cell in grid.cells():
        painter.drawEllipse(turned.map(QPointF(*grid.to_pixel(cell))), 4, 4)
    painter.end()
    path = tmp_path / "scan.png"
    image.save(str(path))
    return path, turned


def test_three_clicks_fit_a_turned_scan(open_draft, scan, qtbot):
    path, turned = scan
    d = open_draft()
    d.model.take_picture("m", str(path))
    d.settle()
    assert d.board.attrs["trace"]["width"] == 1500
    d.view.fit()
    d.page.take_tool("calibrate")
    tool = d.view.tools["calibrate"]
    grid = d.view.layout_.grid
    for cell in tool.corners():
        assert tool.field.text() == cell
        in_picture = turned.map(QPointF(*grid.to_pixel(cell)))
        on_board = d.view.trace.transform().map(in_picture)
        d.click(d.view.camera.to_screen(on_board).toPoint())
    found = d.view.trace.transform()
    for cell in ("0606", "1210"):
        at = found.map(turned.map(QPointF(*grid.to_pixel(cell))))
        x, y = grid.to_pixel(cell)
        assert abs(at.x() - x) < 6
        assert abs(at.y() - y) < 6
    for layer in ("terrain", "grid", "zones", "pieces"):
        d.page.map.layers.eyes[layer].click()
    d.settle()
    spot = d.at("0606")
    qtbot.waitUntil(lambda: d.view.grab().toImage().pixelColor(spot).lightness() < 170, timeout=5000)
    d.undo_all()
    assert "trace" not in d.board.attrs


def test_three_dragged_cells_fit_a_turned_scan_which_follows_each(open_draft, scan):
    path, turned = scan
    d = open_draft()
    d.model.take_picture("m", str(path))
    d.settle()
    d.view.fit()
    d.page.take_tool("calibrate")
    tool, grid, camera = d.view.tools["calibrate"], d.view.layout_.grid, d.view.camera

    def off(cell):
        at = d.view.trace.transform().map(turned.map(QPointF(*grid.to_pixel(cell))))
        return (at - QPointF(*grid.to_pixel(cell))).manhattanLength()

    led = []
    for cell in tool.corners():
        in_picture = d.view.trace.transform().map(turned.map(QPointF(*grid.to_pixel(cell))))
        d.drag(d.at(cell), camera.to_screen(in_picture).toPoint())
        led.append(cell)
        assert all(off(one) < 8 for one in led), "what was led stays where it was led to"
    assert off("0606") < 8
    assert len(d.model.history()) == 4, "each is an entry of its own"
    assert set(tool.framed()) == set(led)


def test_a_cell_whose_leading_was_undone_does_not_lead_the_picture(open_draft, scan):
    d = open_draft()
    d.model.take_picture("m", str(scan[0]))
    d.settle()
    d.view.fit()
    d.page.take_tool("calibrate")
    tool = d.view.tools["calibrate"]
    first, second, third = tool.corners()
    d.drag(d.at(first), d.at(first) + QPoint(30, 10))
    led = d.view.trace.transform()
    d.drag(d.at(second), d.at(second) + QPoint(-60, 40))
    d.model.undo()
    d.settle()
    assert d.view.trace.transform() == led
    d.drag(d.at(third), d.at(third) + QPoint(20, -30))
    assert set(tool.points) == {first, third}


def test_a_board_of_one_row_is_fitted_by_two_cells(open_draft, scan):
    d = open_draft(small_content(5, 1, scenarios=[]))
    d.model.take_picture("m", str(scan[0]))
    d.settle()
    d.view.fit()
    d.page.take_tool("calibrate")
    tool = d.view.tools["calibrate"]
    for cell in dict.fromkeys(tool.corners()):
        d.drag(d.at(cell), d.at(cell) + QPoint(12, 9))
    assert set(tool.points) == set(tool.corners())
    assert tool.field.text() in tool.corners()
    assert not d.refused


def test_what_is_no_picture_is_said(open_draft, tmp_path):
    d = open_draft()
    path = tmp_path / "notes.png"
    path.write_text("no picture", encoding="utf-8")
    d.model.take_picture("m", str(path))
    d.settle()
    assert d.refused
    assert "notes.png" in d.refused[-1]
    assert not d.model.history()


def test_resize_keeps_the_anchor_and_leads_everything_along(open_draft):
    from qtwar.editing import boards

    d = open_draft()
    d.page.take_tool("brush")
    d.type("2")
    d.click(d.at("0303"))
    from qtwar.editing.boards import ANCHORS
    from qtwar.ui.edit.map import properties

    assert set(properties.ANCHORS) == set(ANCHORS)
    d.model.do(boards.resize, "m", 14, 12, "se")
    d.settle()
    assert d.board.grid.columns == 14
    assert d.board.terrain["0505"] == "woods"
    assert d.model.content.scenario("one").quick[0].at == "m:0505"
    d.undo_all()
    assert d.board.grid.columns == 12
