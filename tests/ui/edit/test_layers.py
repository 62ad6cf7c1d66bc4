"""Layers: eye, lock and opacity act on the drawn board at once, are entries of the history and kept in the draft."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from qtwar.base.errors import DataFault
from qtwar.editing import templates
from qtwar.editing.sharing import pack
from qtwar.model.content import TitleContent
from qtwar.qtpaint import boardart
from qtwar.session.edit import EditSession
from qtwar.storage.drafts import DraftStore
from qtwar.ui.i18n import tr
from tests.ui.edit.conftest import small_content
from tests.ui.edit.test_fit import settle

CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def drawn(open_draft, qtbot):
    """A drawn map: woods over much of it, a road across."""
    d = open_draft(templates.new_grid("Layers", columns=12, rows=10))
    d.road("0205", "1105")
    d.type("v")
    ready(d, qtbot)
    return d


def ready(d, qtbot):
    """Wait until the artist has drawn and every tile in view is there: on a busy machine one frame paints a part of them."""
    artist = d.view.artist
    qtbot.waitUntil(lambda: artist.current and artist.tiles is not None, timeout=8000)
    qtbot.waitUntil(lambda: not d.view.grab().isNull() and not d.view.unfinished and not d.view.chunks._rough, timeout=8000)


def seen(d, spot: QPoint) -> list[QColor]:
    """The colours round a point of the board, once all of it is painted."""
    image: QImage = d.view.grab().toImage()
    while d.view.unfinished:
        QApplication.processEvents()
        image = d.view.grab().toImage()
    return [image.pixelColor(spot + QPoint(x, y)) for x in range(-15, 16, 2) for y in range(-15, 16, 2)]


def far(a: list[QColor], b: list[QColor]) -> int:
    """How much two looks at a place differ."""
    return sum(
        abs(p.red() - q.red()) + abs(p.green() - q.green()) + abs(p.blue() - q.blue()) for p, q in zip(a, b, strict=True)
    )


def slide(d, layer, percent):
    """Press on the handle of a layer's slider, go to a value, and let go."""
    slider = d.page.map.layers.sliders[layer]

    def at(n):
        return QPoint(round(6 + (slider.width() - 12) * n / 100), slider.height() // 2)

    QTest.mousePress(slider, LEFT, pos=at(slider.value()))
    event = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(at(percent)), QPointF(slider.mapToGlobal(at(percent))), LEFT, LEFT,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(slider, event)
    assert abs(slider.value() - percent) < 3
    return lambda: (QTest.mouseRelease(slider, LEFT, pos=at(percent)), d.settle())


def test_the_opacity_of_paths_follows_the_slider_and_is_one_entry(drawn, qtbot):
    d = drawn
    road = d.board.paths[0].cells[4]
    full = seen(d, d.at(road))
    drawings = d.view.artist.drawings
    before = len(d.model.history())
    let_go = slide(d, "paths", 50)
    assert len(d.model.history()) == before, "the draft is told when the hand lets go"
    ready(d, qtbot)
    half = seen(d, d.at(road))
    let_go()
    assert 40 <= d.board.attrs["view"]["paths"]["opacity"] * 100 <= 60
    assert [e.text for e in d.model.history()][before:] == [
        f"Showed Paths at {round(d.board.attrs['view']['paths']['opacity'] * 100)} %"
    ]
    d.page.map.layers.eyes["paths"].click()
    d.settle()
    ready(d, qtbot)
    none = seen(d, d.at(road))
    assert far(full, none) > 500, "the eye takes the drawn road off the map"
    assert 0.4 < far(half, none) / far(full, none) < 0.6, "half of it is seen through"
    assert d.view.artist.drawings == drawings, "nothing was drawn anew: tiles are laid over each other"
    QTest.keyClick(d.view, Qt.Key.Key_Z, CTRL)
    QTest.keyClick(d.view, Qt.Key.Key_Z, CTRL)
    d.settle()
    ready(d, qtbot)
    assert seen(d, d.at(road)) == full
    assert "view" not in d.board.attrs
    assert d.page.map.layers.sliders["paths"].value() == 100
    assert not d.refused


def test_several_layers_are_faint_and_what_is_painted_then_is_faint_too(drawn, qtbot):
    d = drawn
    slide(d, "terrain", 40)()
    slide(d, "grid", 0)()
    ready(d, qtbot)
    plain = seen(d, d.at("0308"))
    d.page.take_tool("brush")
    d.type("2")
    d.drag(d.at("0208"), d.at("0408"))
    d.type("v")
    ready(d, qtbot)
    woods = seen(d, d.at("0308"))
    slide(d, "terrain", 100)()
    ready(d, qtbot)
    full = seen(d, d.at("0308"))
    assert 0 < far(plain, woods) < far(plain, full), "paper shines through"


@pytest.mark.parametrize("layer", ["pieces", "zones", "labels", "edges", "terrain"])
def test_every_layer_without_a_drawing_follows_its_slider(open_draft, layer):
    content = templates.new_grid("Plain", columns=12, rows=10)
    data = content.model_dump(mode="json", by_alias=True)
    data["style"] = {}
    data["kinds"] = [{"id": "tank", "name": {"en": "Tank"}, "side": "blue", "template": "unit"}]
    data["boards"][0]["labels"] = [{"text": {"en": "MMMM"}, "at": "0606", "style": "region"}]
    data["boards"][0]["terrain"]["0206"] = "woods"
    data["boards"][0]["edges"] = [{"kind": "wall", "sides": [content.boards[0].make_grid().edge("0805", "0806")]}]
    data["boards"][0]["boxes"] = [{"id": "b", "name": {"en": "B"}, "on_board": [150, 150, 200, 200]}]
    data["scenarios"][0]["quick"] = [{"at": "map:0408", "pieces": {"tank": 1}}]
    d = open_draft(type(content).model_validate(data))
    settle()
    x, y = (d.at("0805") + d.at("0806")).toTuple()
    spot = {
        "pieces": d.at("0408"), "zones": d.at("0303"), "labels": d.at("0606"), "edges": QPoint(x // 2, y // 2),
        "terrain": d.at("0206"),
    }  # fmt: skip
    full = seen(d, spot[layer])
    slide(d, layer, 50)()
    half = seen(d, spot[layer])
    slide(d, layer, 0)()
    none = seen(d, spot[layer])
    assert far(full, none) > 500
    assert 0.4 < far(half, none) / far(full, none) < 0.8, "casing and line of a flat edge lie over each other"


def test_how_layers_are_shown_is_kept_in_the_draft_and_left_out_of_what_is_shared(drawn, tmp_path, qtbot):
    d = drawn
    d.page.map.layers.locks["terrain"].click()
    d.page.map.layers.eyes["labels"].click()
    slider = d.page.map.layers.sliders["edges"]
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Left)
    QTest.keyClick(slider, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: d.board.attrs.get("view", {}).get("edges") == {"opacity": 0.9}, timeout=5000)
    assert [e.text for e in d.model.history()][-3:] == ["Locked Terrain and elevation", "Hid Labels", "Showed Edges at 90 %"]
    path = d.path
    d.window.close_tab(1)
    session = EditSession(DraftStore.open(path))
    try:
        shown = session.draft.content().boards[0].attrs["view"]
        assert shown == {"terrain": {"locked": True}, "labels": {"hidden": True}, "edges": {"opacity": 0.9}}
        file = tmp_path / "layers.qtmod"
        pack(session.draft.content(), file)
    finally:
        session.close()
    from qtwar.model.load import read

    found = read(file)
    assert "view" not in getattr(found, "content", found).boards[0].attrs


def test_the_picture_to_trace_has_its_slider(open_draft, tmp_path, qtbot):
    d = open_draft()
    settle()
    layers = d.page.map.layers
    assert not layers.sliders["picture"].isEnabled(), "there is none yet"
    image = QImage(800, 600, QImage.Format.Format_RGB32)
    image.fill(QColor("#ff0000"))
    image.save(str(tmp_path / "scan.png"))
    d.model.take_picture("m", str(tmp_path / "scan.png"))
    d.settle()
    assert layers.sliders["picture"].value() == 50
    slide(d, "picture", 100)()
    assert d.board.attrs["trace"]["opacity"] == 1.0
    qtbot.waitUntil(lambda: far(seen(d, d.at("0606"))[:1], [QColor("#ff0000")]) < 12, timeout=5000)
    slide(d, "picture", 0)()
    assert far(seen(d, d.at("0606"))[:1], [QColor("#ff0000")]) > 100
    layers.eyes["picture"].click()
    d.settle()
    d.undo_all()
    assert not layers.sliders["picture"].isEnabled()
    assert not d.refused


def off_buttons(d):
    """The buttons that take the chosen layer of the map style off, once the style's rows are there."""
    d.page.take_tool("select")
    d.qtbot.waitUntil(lambda: "edit.style_layer" in d.page.map.properties.form.fields, timeout=10000)
    begins = tr("edit.layer_off", name="|").split("|")[0]
    panel = d.page.map.properties
    return [b for b in panel.findChildren(QAbstractButton) if b.text().startswith(begins)]


def test_the_last_layer_of_a_map_stays_and_one_of_several_goes_though_two_maps_share_it(open_draft):
    d = open_draft()
    assert len(off_buttons(d)) == 1
    style = {"layers": [{"painter": "fill", "color": "#d9d4a8"}, {"painter": "grid", "color": "#463f2870", "width": 1}]}
    content = small_content().model_dump(mode="json")
    content["style"] = {"boards": {"m": style["layers"][:1]}}
    assert not off_buttons(open_draft(TitleContent.model_validate(content))), "without it the map would be drawn by other layers"
    content["style"] = style
    assert len(off_buttons(open_draft(TitleContent.model_validate(content)))) == 1
    content["boards"].append({**content["boards"][0], "id": "n"})
    content["scenarios"] = []
    content["boards"][1]["style"] = content["boards"][0]["style"] = ""
    assert len(off_buttons(open_draft(TitleContent.model_validate(content)))) == 1


@pytest.mark.parametrize("bug", [True, False], ids=["bug", "told"])
def test_a_style_that_can_not_be_drawn_is_told_in_the_language_in_force(open_draft, qtbot, monkeypatch, caplog, bug):
    caplog.set_level("ERROR", "qtwar")

    def fails(*_args, **_more):
        raise ValueError("odd") if bug else DataFault("edit.style_fault", why="odd")

    monkeypatch.setattr(boardart, "prepare", fails)
    d = open_draft(templates.new_grid("Odd", columns=12, rows=10), language="ja")
    qtbot.waitUntil(lambda: tr("edit.style_fault", why="odd") == d.window.toast.text.text(), timeout=8000)
    logged = [record for record in caplog.records if record.message.startswith("no map of")]
    assert bool(logged) is bug, "what nobody foresaw stands in the log with its traceback"
