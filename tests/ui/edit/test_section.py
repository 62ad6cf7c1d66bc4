"""A large board looked at near: the part in view is drawn as the whole would be, and follows the view and the edits."""

from __future__ import annotations

from PySide6.QtCore import QPointF

from tests.ui.edit.conftest import small_content


def test_a_large_board_is_drawn_where_it_is_looked_at_near(open_draft, qtbot):
    d = open_draft(small_content(110, 110))
    artist = d.view.artist
    d.view.camera.set_zoom(0.2)
    assert artist.tiles is None
    d.view.camera.set_zoom(1.6)
    d.view.camera.centre_on(QPointF(*d.view.layout_.centre("050050")))
    qtbot.waitUntil(lambda: artist.tiles is not None and artist.current, timeout=20000)
    first = artist.tiles.section
    assert "050050" in first.board.make_grid().cells()
    d.page.take_tool("brush")
    d.type("2")
    d.click(d.at("050050"))
    qtbot.waitUntil(lambda: artist.current and not d.view.ground.dirty, timeout=20000)
    assert artist.tiles.section.board.terrain["050050"] == "woods"
    assert artist.tiles.section.shift == first.shift, "the same part: tiles that the stroke does not touch stay"
    d.view.camera.centre_on(QPointF(*d.view.layout_.centre("090090")))
    qtbot.waitUntil(lambda: artist.current and artist.tiles.section.shift != first.shift, timeout=20000)
    d.view.repaint()
    assert not d.refused


def test_a_board_on_a_scan_is_drawn_whole_where_another_is_too_large(open_draft, qtbot):
    content = small_content(110, 110)
    board = content.boards[0]
    scan = {"painter": "scan", "picture": "a" * 64, "width": 90, "height": 80, "matrix": [100.0, 0, 0, 0, 100.0, 0]}
    layers = [scan, {"painter": "grid", "color": "#000000"}]
    made = content.model_copy(update={"style": {"boards": {board.style or board.id: layers}}})
    d = open_draft(made)
    d.view.camera.set_zoom(0.2)
    qtbot.waitUntil(lambda: d.view.artist.tiles is not None and d.view.artist.current, timeout=20000)
