"""Walls, roads and names on the map page under real mouse and keys."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton

from qtwar.draw.layers import label_styles
from qtwar.editing import places, templates
from qtwar.services import titles
from qtwar.ui.edit.map.tools.naming import label_spot
from qtwar.ui.edit.words import label_styles_named
from qtwar.ui.i18n import set_language, tr
from qtwar.ui.widgets.segments import Segments


def test_edges_are_drawn_along_sides_and_erased(open_draft):
    d = open_draft()
    d.type("e")
    d.drag(d.side("0505", "0504"), d.side("0505", "0604"), d.side("0505", "0605"))
    lines = d.board.edges
    assert len(lines) == 1
    assert lines[0].kind == "wall"
    assert len(lines[0].sides) == 3
    d.drag(d.side("0505", "0604"), mods=Qt.KeyboardModifier.ControlModifier)
    assert len(d.board.edges[0].sides) == 2
    d.undo_all()
    assert not d.board.edges


def test_a_path_is_clicked_snaps_and_joins_one_that_ends_there(open_draft):
    d = open_draft()
    d.type("p")
    d.click(d.at("0205"))
    d.click(d.at("0505"))
    d.key(Qt.Key.Key_Return)
    assert len(d.board.paths) == 1
    assert d.board.paths[0].cells[0] == "0205"
    assert d.board.paths[0].cells[-1] == "0505"
    d.click(d.at("0505"))
    d.click(d.at("0705"))
    d.click(d.at("0905"))
    d.key(Qt.Key.Key_Backspace)
    d.key(Qt.Key.Key_Return)
    assert len(d.board.paths) == 1, "it goes on from the end of the first"
    grid = d.view.layout_.grid
    cells = d.board.paths[0].cells
    assert all(grid.are_adjacent(a, b) for a, b in itertools.pairwise(cells))
    middle = cells[2]
    d.drag(d.at(middle), d.at("0407"))
    assert "0407" in d.board.paths[0].cells


def test_a_click_on_a_node_of_a_path_begins_a_branch_that_shares_it(open_draft):
    d = open_draft()
    d.type("p")
    d.click(d.at("0205"))
    d.click(d.at("0805"))
    d.key(Qt.Key.Key_Return)
    trunk = list(d.board.paths[0].cells)
    middle = trunk[3]
    d.click(d.at(middle))
    d.click(d.at("0509"))
    d.key(Qt.Key.Key_Return)
    assert list(d.board.paths[0].cells) == trunk
    assert d.board.paths[1].cells[0] == middle
    assert d.board.paths[1].cells[-1] == "0509"


def test_a_label_is_typed_moved_and_typed_again(open_draft, qtbot):
    d = open_draft()
    d.type("t")
    d.click(d.at("0404"))
    field = d.view.tools["label"].typing
    QTest.keyClicks(field, "Saint-Clair")
    QTest.keyClick(field, Qt.Key.Key_Return)
    d.settle()
    assert d.board.labels[0].text.en == "Saint-Clair"
    assert d.board.labels[0].at == "0404"
    d.drag(d.at("0404"), d.at("0404") + QPoint(20, 30))
    assert d.board.labels[0].offset is not None
    assert d.board.labels[0].offset[1] > 20


def test_a_name_runs_along_a_road_or_a_way_and_finds_its_place_again(open_draft, qtbot):
    d = open_draft(templates.new_grid("Names", columns=12, rows=10))
    d.road("0205", "1005")
    d.type("t")
    tool = d.view.tools["label"]

    def typed(words):
        QTest.keyClicks(tool.typing, words)
        QTest.keyClick(tool.typing, Qt.Key.Key_Return)
        d.settle()

    d.click(d.at("0303"))
    typed("Norden")
    qtbot.waitUntil(lambda: d.view.artist.current and d.view.artist.drawings > 1, timeout=8000)
    label = d.board.labels[0]
    spot = label_spot(d.view, label)
    assert label.style in label_styles(d.model.content.style, d.board), "it is drawn in a style that the map has"
    assert spot != QPointF(*d.view.layout_.centre("0303")), "it has found room beside its cell"
    here = d.view.camera.to_screen(spot).toPoint()
    d.drag(here, here + QPoint(20, 0), here + QPoint(20, 30))
    away = QPointF(*d.board.labels[0].offset) + QPointF(*d.view.layout_.centre("0303")) - spot
    assert away.toPoint() == (QPointF(20, 30) / d.view.camera.scale).toPoint(), "it lies where it was dropped"
    QTest.mouseClick(
        next(b for b in d.page.map.bar.findChildren(QPushButton) if b.text() == "Automatic places"),
        Qt.MouseButton.LeftButton,
    )
    d.settle()
    assert d.board.labels[0].offset is None

    along = next(s for s in d.page.map.bar.findChildren(Segments) if "along" in s.buttons)
    QTest.mouseClick(along.buttons["along"], Qt.MouseButton.LeftButton)
    d.drag(d.at("0308"), d.at("0608"), d.at("0808"))
    typed("Long ridge")
    assert d.board.labels[1].along[0] == "0308"
    assert d.board.labels[1].along[-1] == "0808"
    on_road = d.board.paths[0].cells[4]
    d.click(d.at(on_road))
    typed("Route 7")
    assert on_road in d.board.labels[2].along
    assert set(d.board.labels[2].along) <= set(d.board.paths[0].cells)


def test_a_label_that_is_left_empty_goes_and_one_with_words_stays(open_draft):
    d = open_draft()
    d.type("t")
    d.click(d.at("0404"))
    d.view.setFocus()
    d.settle()
    assert not d.board.labels
    d.click(d.at("0606"))
    QTest.keyClicks(d.view.tools["label"].typing, "Norden")
    d.view.setFocus()
    d.settle()
    assert [label.text.en for label in d.board.labels] == ["Norden"]


def test_a_road_a_wall_and_a_name_are_seen_before_the_artist_has_drawn_them(open_draft, qtbot):
    d = open_draft(templates.new_grid("At once", columns=12, rows=10))
    artist, pen = d.view.artist, d.page.map.pen
    qtbot.waitUntil(lambda: artist.current and artist.tiles is not None, timeout=8000)
    qtbot.waitUntil(lambda: not d.view.grab().isNull() and not d.view.chunks._rough, timeout=8000)
    artist._later.setInterval(60_000)  # an artist who takes his time
    artist._later.blockSignals(True)
    drawings = artist.drawings

    def look(spot):
        image = d.view.grab().toImage()
        return [image.pixelColor(spot + QPoint(x, y)) for x in range(-12, 13, 2) for y in range(-12, 13, 2)]

    between = QPoint(*((a + b) // 2 for a, b in zip(d.at("0505").toTuple(), d.at("0506").toTuple(), strict=True)))
    spots = {"road": d.at("0803"), "wall": between, "name": d.at("0308")}
    d.type("v")
    before = {name: look(spot) for name, spot in spots.items()}
    d.road("0603", "1003")
    pen.choose("edge", "wall")
    d.type("e")
    d.drag(d.side("0505", "0506"), d.side("0505", "0506"))
    d.type("t")
    d.click(d.at("0308"))
    QTest.keyClicks(d.view.tools["label"].typing, "MMMM")
    QTest.keyClick(d.view.tools["label"].typing, Qt.Key.Key_Return)
    d.settle()
    d.type("v")
    after = {name: look(spot) for name, spot in spots.items()}
    assert artist.drawings == drawings
    for name in spots:
        assert before[name] != after[name], name
    artist._later.blockSignals(False)
    artist._later.start(0)
    qtbot.waitUntil(lambda: artist.current, timeout=20000)


def test_a_name_and_a_box_that_the_drawing_shows_are_not_painted_over_it_once_more(open_draft, qtbot):
    content = templates.new_grid("Twice", columns=12, rows=10)
    words = {"en": "Marsh", "ja": "湿地"}
    own = [
        {"painter": "regions", "items": [{"text": words, "along": [[2, 2], [4, 2], [6, 2]], "size": 30, "color": "#333333"}]},
        {"painter": "boxes", "fill": "#e7ddbf", "edge": "#5a4a2a", "text": "#2a1c0c", "size": 19},
    ]
    boards = content.style["boards"]
    content = content.model_copy(update={"style": {**content.style, "boards": {"map": [*boards["map"], *own]}}})
    d = open_draft(content)
    ground, artist = d.view.ground, d.view.artist
    d.model.do(places.add_label, "map", words, "0404", "region")
    d.model.do(places.add_box, "map", {"en": "Reserves", "ja": "予備"}, [100, 100, 300, 200])
    d.settle()
    assert not ground.shows_box(d.board.boxes[-1]), "not drawn yet: it is painted at once"
    qtbot.waitUntil(lambda: artist.current and artist.drawings > 1, timeout=8000)
    ground = d.view.ground
    assert not ground._not_drawn()[2]
    assert ground.shows_box(d.board.boxes[-1])


@pytest.mark.parametrize(
    ("language", "region", "village", "town"), [("en", "Region", "Village", "Town"), ("ja", "地方", "村", "町")]
)
def test_styles_of_labels_are_named_in_words_in_the_bar_and_in_properties(open_draft, language, region, village, town):
    d = open_draft(templates.new_grid("Names", columns=12, rows=10), language=language)
    d.type("t")
    tool = d.view.tools["label"]
    box = next(box for box in d.page.map.bar.findChildren(QComboBox) if box.accessibleName() == tr("edit.label_style"))
    words = [box.itemText(n) for n in range(box.count())]
    assert {region, village, town} <= set(words)
    d.click(d.at("0303"))
    QTest.keyClicks(tool.typing, "Norden")
    QTest.keyClick(tool.typing, Qt.Key.Key_Return)
    d.settle()
    form = d.page.map.properties.form
    QApplication.processEvents()
    style = form.fields["edit.label_style"]
    assert [style.itemText(n) for n in range(style.count())] == words, "the same words, not those of the files"
    wanted = style.findText(village)
    step = Qt.Key.Key_Down if wanted > style.currentIndex() else Qt.Key.Key_Up
    style.setFocus()
    for _ in range(abs(wanted - style.currentIndex())):
        QTest.keyClick(style, step)
        d.settle()
    assert d.board.labels[0].style == "village"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_style_of_a_title_s_labels_is_a_word_of_its_files(qapp, language):
    set_language(language)
    try:
        for title in titles.installed():
            _, content = titles.load(title.info.id)
            for board in content.boards:
                for style, name in label_styles_named(content, board):
                    assert name != style, f"{board.id} of {content.title.id}: {style}"
    finally:
        set_language("en")
