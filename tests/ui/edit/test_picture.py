"""A scanned map, turned and unevenly scaled, is laid below the board and fitted by three clicks."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QTransform

from qtwar.qtpaint import scans
from qtwar.ui.board import chunks as chunks_module
from qtwar.ui.edit.map import flat
from qtwar.ui.edit.map.samples import Samples
from qtwar.ui.edit.map.trace import Trace
from qtwar.ui.i18n import tr
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
    for n, cell in enumerate(tool.corners(), 1):
        assert tool.field.text() == cell
        assert tool.word.text().startswith(f"{n} of 3")
        in_picture = turned.map(QPointF(*grid.to_pixel(cell)))
        on_board = d.view.trace.transform().map(in_picture)
        d.click(d.view.camera.to_screen(on_board).toPoint())
    assert tool.word.text() == tr("edit.calibrate_again")
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
    assert tool.word.text() == tr("edit.calibrate_again"), "and not the first of three"
    d.model.undo()
    d.settle()
    assert tool.word.text().startswith("3 of 3"), "the last one was taken back"


def test_a_cell_that_is_clicked_after_another_was_dragged_fits_at_once(open_draft, scan):
    d = open_draft()
    d.page.take_tool("calibrate")
    tool = d.view.tools["calibrate"]
    assert tool.field is None
    d.model.take_picture("m", str(scan[0]))
    d.settle()
    d.view.fit()
    first, second, third = tool.corners()
    assert tool.word.text().startswith("1 of 3"), "the picture came while the tool was in hand"
    d.drag(d.at(first), d.at(first) + QPoint(30, 10))
    d.click(d.at(second) + QPoint(-40, 20))
    d.click(d.at(third) + QPoint(10, -30))
    assert set(tool.points) == {first, second, third}
    assert tool.word.text() == tr("edit.calibrate_again")


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
    assert tool.word.text().startswith("2 of 3")
    assert tool.field.text() == second
    d.model.redo()
    d.settle()
    assert tool.word.text().startswith("3 of 3"), "done again, it leads again"
    d.model.undo()
    d.settle()
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
    assert tool.word.text() == tr("edit.calibrate_again")
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


def test_while_a_board_is_painted_anew_it_has_no_holes(open_draft, monkeypatch):
    d = open_draft()
    d.view.fit()
    d.settle()
    d.view.grab()
    monkeypatch.setattr(chunks_module, "PER_FRAME", 0.0)  # a slow painter: one chunk a frame
    monkeypatch.setattr(chunks_module, "FIRST", 0.0)
    d.view.chunks.forget()
    seen = d.view.grab().toImage()
    surround = d.view.chunks.surround
    for cell in ("0101", "0606", "1210"):
        assert seen.pixelColor(d.at(cell)) != surround, cell


def test_a_tile_that_comes_is_painted_where_it_lies():
    asked, painted = [], []
    facts = {"picture": "p", "width": 1500, "height": 900, "matrix": [2, 0, 100, 0, 3, 50]}
    board = SimpleNamespace(attrs={"trace": facts})
    canvas = SimpleNamespace(layout_=SimpleNamespace(board=board), ground_ready=painted.append)
    trace = Trace(canvas, lambda *key: asked.append(key))
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        assert not trace.paint(painter, QRectF(100, 50, 3000, 2700), 0.5, 1.0)
    assert [key[1:4] for key in asked] == [(0, 0, 0), (0, 1, 0)]
    asked[1][4](QImage(476, 900, QImage.Format.Format_RGB32))
    assert painted == [QRectF(100 + 2 * 1024, 50, 2 * 476, 3 * 900)]
    del board.attrs["trace"]
    asked[0][4](QImage(1024, 900, QImage.Format.Format_RGB32))
    assert len(painted) == 1, "nothing is painted of a picture that was taken off meanwhile"


def test_samples_of_terrain_show_no_piece_of_a_scan(qapp, tmp_path, monkeypatch):
    monkeypatch.setattr(scans, "home", lambda: tmp_path)
    name = "a" * 64
    (tmp_path / name).mkdir()
    tile = QImage(100, 100, QImage.Format.Format_RGB32)
    tile.fill(QColor("#ff0000"))
    tile.save(str(tmp_path / name / "0-0-0.jpg"))
    content = small_content()
    board = content.boards[0]
    layer = {"painter": "scan", "picture": name, "width": 100, "height": 100, "matrix": [50, 0, -1000, 0, 50, -1000]}
    content = content.model_copy(update={"style": {**content.style, "boards": {board.style or board.id: [layer]}}})
    colours = flat.terrain_colours(content, board)
    for kind in content.terrain:
        middle = Samples._drawn(content, board, kind.id, 40).pixelColor(20, 20)
        assert middle.name() == colours[kind.id].lower(), kind.id
