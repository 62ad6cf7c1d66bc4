"""Display lists on a QPainter."""

import ast
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QGuiApplication, QImage, QPainter, QPainterPath, QPicture

from qtwar.draw import displaylist as dl
from qtwar.model.content import TitleContent
from qtwar.qtpaint import fonts, painter
from qtwar.qtpaint.boardart import BoardArt, cell_rect
from qtwar.qtpaint.painter import Painter, qpath

pytestmark = pytest.mark.usefixtures("qapp")


def painted(nodes: tuple[dl.Node, ...], zoom: float = 100.0, size: int = 100) -> QImage:
    """What nodes look like on white at a zoom."""
    image = QImage(size, size, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    p = QPainter(image)
    p.scale(zoom / 100, zoom / 100)
    Painter().paint(p, nodes, zoom, QRectF(0, 0, size * 100 / zoom, size * 100 / zoom))
    p.end()
    return image


def ink(image: QImage) -> int:
    """How many pixels are not white."""
    raw = np.frombuffer(image.constBits(), np.uint32) & 0xFFFFFF
    return int((raw != 0xFFFFFF).sum())


@pytest.mark.parametrize("cubic", [False, True])
@pytest.mark.parametrize("closed", [False, True])
def test_a_path_arrives_in_qt_point_by_point(cubic: bool, closed: bool) -> None:
    runs = [[(0, 0), (10, 0), (10, 10), (0, 10)], [(20, 20), (30, 25), (40, 20), (50, 30), (1, 2), (3, 4), (5, 6)]]
    want = QPainterPath()
    for run in runs:
        want.moveTo(*run[0])
        if cubic:
            for k in range(1, len(run), 3):
                want.cubicTo(*run[k], *run[k + 1], *run[k + 2])
        else:
            for point in run[1:]:
                want.lineTo(*point)
        if closed:
            want.lineTo(*run[0])
    made = qpath(dl.path_of(runs, closed=closed, cubic=cubic))
    assert made.elementCount() == want.elementCount()
    for k in range(want.elementCount()):
        a, b = made.elementAt(k), want.elementAt(k)
        assert (a.type, a.x, a.y) == (b.type, b.x, b.y)


def test_holes_are_open_where_the_path_says_so() -> None:
    runs = [[(0, 0), (100, 0), (100, 100), (0, 100)], [(25, 25), (75, 25), (75, 75), (25, 75)]]
    assert ink(painted((dl.Shape(dl.path_of(runs, even_odd=True), "#000000"),))) == 7500
    assert ink(painted((dl.Shape(dl.path_of(runs), "#000000"),))) == 10000


def test_groups_are_drawn_between_their_zooms_only() -> None:
    box = dl.Shape(dl.rectangle(0, 0, 100, 100), "#000000")
    group = dl.Group((box,), min_zoom=24, max_zoom=60)
    assert [ink(painted((group,), zoom)) > 0 for zoom in (12, 24, 40, 60, 120)] == [False, True, True, False, False]


def test_thin_lines_are_kept_visible_or_left_out_as_the_stroke_says() -> None:
    line = dl.polyline([(0, 500), (1000, 500)])
    kept = dl.Shape(line, stroke=dl.Stroke("#000000", 2, min_px=1.0))
    gone = dl.Shape(line, stroke=dl.Stroke("#000000", 2, hide_px=0.8))
    assert ink(painted((kept,), 10)) >= 100
    assert ink(painted((gone,), 10)) == 0
    assert ink(painted((gone,), 100, 1000)) > 0


def test_a_hatching_that_is_too_fine_to_be_seen_is_not_clipped(monkeypatch: pytest.MonkeyPatch) -> None:
    star = dl.path_of([[(500 + 400 * np.cos(n) * (1 + n % 2), 500 + 400 * np.sin(n)) for n in range(200)]])
    lines = dl.Shape(dl.polyline([(0, 500), (1000, 500)]), stroke=dl.Stroke("#000000", 2, hide_px=0.8))
    hatching = dl.Group((dl.Group((lines,), max_zoom=400),), clip=star)
    assert ink(painted((hatching,), 100, 1000)) > 0
    made: list[dl.Path] = []
    monkeypatch.setattr(painter, "qpath", lambda path: made.append(path) or qpath(path))
    assert ink(painted((hatching,), 10)) == 0
    assert ink(painted((hatching,), 500)) == 0
    assert not made


def test_small_words_are_left_out_and_large_ones_grow_slower_than_the_map() -> None:
    font = dl.Font("Barlow Condensed", 40, 700)
    words = dl.Text("0101", (50, 50), font, "#000000", min_px=10, power=0.7)
    assert ink(painted((words,), 20)) == 0
    assert ink(painted((words,), 100)) > 100
    plain = dl.Text("0101", (50, 50), font, "#000000")
    slow, fast = ink(painted((words,), 400, 400)), ink(painted((plain,), 400, 400))
    assert slow < fast * 0.8


def test_a_long_word_is_squeezed_into_its_room() -> None:
    font = dl.Font("Barlow Condensed", 30, 700)
    fitted = painted((dl.Text("MMMMMMMMMM", (50, 50), font, "#000000", fit=40),))
    columns = np.frombuffer(fitted.constBits(), np.uint32).reshape(100, 100) & 0xFFFFFF
    used = np.nonzero((columns != 0xFFFFFF).any(axis=0))[0]
    assert 36 <= np.ptp(used) <= 41
    assert abs(used.mean() - 49.5) < 1.5


def test_stamps_are_the_same_as_bitmaps_and_as_vectors() -> None:
    stamp = (dl.Shape(dl.ellipse(0, 0, 9, 9), "#205020", dl.Stroke("#000000", 2)),)
    stamps = dl.Stamps((stamp,), dl.frozen_ints([0, 0]), dl.frozen_floats([(30, 30), (70, 60)]))
    as_bitmaps = painted((stamps,))
    picture = QPicture()
    p = QPainter(picture)
    Painter().paint(p, (stamps,), 100)
    p.end()
    as_vectors = QImage(100, 100, QImage.Format.Format_RGB32)
    as_vectors.fill(0xFFFFFF)
    p = QPainter(as_vectors)
    p.drawPicture(0, 0, picture)
    p.end()
    assert ink(as_bitmaps) == pytest.approx(ink(as_vectors), rel=0.2)
    assert as_bitmaps.pixelColor(30, 30).name() == as_vectors.pixelColor(70, 60).name() == "#205020"


def test_every_face_of_the_program_is_there() -> None:
    families = fonts.register()
    for family in ("EB Garamond", "Alegreya Sans", "Barlow Condensed", "Saira Stencil One", "Zen Kaku Gothic New"):
        assert family in families
    assert QGuiApplication.instance() is not None
    _, heavy, _ = fonts.outline("0123", "Barlow Condensed", 800, False, 0.0)
    _, light, _ = fonts.outline("0123", "Barlow Condensed", 500, False, 0.0)
    assert heavy > light


def test_japanese_words_are_drawn_not_boxes() -> None:
    path, advance, _ = fonts.outline("川", "EB Garamond", 600, False, 0.0)
    missing, _, _ = fonts.outline("\uffff", "EB Garamond", 600, False, 0.0)
    assert advance == pytest.approx(1.0, abs=0.05)
    assert path.elementCount() > 20
    assert path != missing


def test_the_map_is_painted_in_each_band(art: BoardArt, sealords: TitleContent) -> None:
    middle = cell_rect(sealords.boards[0], "2108").center()
    for zoom in (8, 14, 36, 90, 230):
        side = 300 * 100 / zoom
        image = art.image(zoom, QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side))
        tones = np.unique(np.frombuffer(image.constBits(), np.uint32))
        assert len(tones) > 30, zoom


def test_the_map_without_letters_and_motifs_from_afar(art: BoardArt) -> None:
    def stamps(zoom: float) -> int:
        seen = 0

        def visit(nodes: tuple[dl.Node, ...]) -> None:
            nonlocal seen
            for node in nodes:
                if isinstance(node, dl.Group) and node.min_zoom <= zoom < node.max_zoom:
                    visit(node.children)
                elif isinstance(node, dl.Stamps):
                    seen += len(node.xy)

        visit(art.display.nodes)
        return seen

    assert stamps(14) == 0
    assert 0 < stamps(40) < stamps(100)


def test_every_picture_is_painted_on_in_a_with(repository: Path) -> None:
    """A picture that goes while it is painted on, as where painting fails, ends the process."""
    found = []
    for file in (repository / "qtwar").rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        held = {id(item.context_expr) for node in ast.walk(tree) if isinstance(node, ast.With) for item in node.items}
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "QPainter" and id(call) not in held:
                device = ast.unparse(call.args[0]) if call.args else ""
                if device not in ("", "self", "self.viewport()"):  # a widget outlives its paint event
                    found.append(f"{file.name}:{call.lineno} {device}")
    assert not found
