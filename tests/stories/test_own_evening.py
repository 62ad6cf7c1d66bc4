"""An author's evening with own art only, in one go: a scan of a map, two sheets of counters, a game of it, printed sheets.

With QTWAR_SHOTS naming a folder, pictures of each step go there, and of the printed pages.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QApplication

from qtwar.bench.opening import take_engine
from qtwar.editing import templates
from qtwar.model.grid import Grid
from qtwar.services import foreign, ownart, render_worker
from qtwar.ui.i18n import tr
from tests.stories.at_window import CTRL
from tests.stories.editor import Editor
from tests.stories.test_own_art import begin, choose_file, sheet, take_sheet, wait

K = Qt.Key
SHOTS = os.environ.get("QTWAR_SHOTS")
COLUMNS, ROWS = 22, 17
TURNED = QTransform().translate(190, 170).rotate(2.5).scale(1.3, 1.24)
"""How the map lies on the scanner's glass."""
SECONDS = 3
"""A gesture takes, with looking and thinking."""


def paper() -> Grid:
    """Return the hexes of the map that is scanned, numbered across and down."""
    content = templates.new_grid("Paper", columns=COLUMNS, rows=ROWS, numbering="CCRR")
    return content.boards[0].make_grid()


def scan(path: Path) -> Path:
    """Draw a hex map as if it had been scanned: aslant, unevenly stretched, with printed numbers."""
    grid = paper()
    image = QImage(3000, 2700, QImage.Format.Format_RGB32)
    image.fill(QColor("#efe9da"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setTransform(TURNED)
    font = QFont("Barlow Condensed")
    font.setPixelSize(15)
    painter.setFont(font)
    for n, cell in enumerate(grid.cells()):
        painter.setPen(QPen(QColor("#4a4a35"), 2))
        painter.setBrush(QColor(("#7fa06a", "#d8cf9c", "#c9d3a0", "#bfb58a")[n * 7 % 11 % 4]))
        painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in grid.polygon(cell)]))
        x, y = grid.to_pixel(cell)
        painter.drawText(QRectF(x - 40, y - 44, 80, 18), Qt.AlignmentFlag.AlignCenter, cell)
    painter.end()
    assert image.save(str(path), None, 92)
    return path


@pytest.fixture
def person(qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Editor]:
    """An author who has scans and has never seen the program."""
    take_engine(tmp_path)
    monkeypatch.setenv("QTWAR_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("QTWAR_CACHE", str(tmp_path / "cache"))
    made = Editor(qtbot, tmp_path / "home", size=(1600, 1000), shots=Path(SHOTS) if SHOTS else None)
    yield made
    made.leave()
    render_worker.picture_worker().close()


def test_an_evening_with_own_art_only(person: Editor, tmp_path: Path) -> None:
    began, spent = perf_counter(), {}
    for what in (make_board, lay_map, draw_over_it, make_counters, order_of_battle, scenario, set_up, play, print_all):
        before = person.gestures
        what(person, tmp_path)
        spent[what.__name__] = person.gestures - before
    minutes = person.gestures * SECONDS / 60
    print(f"gestures: {spent}, {person.gestures} in all: {minutes:.0f} minutes at {SECONDS} s each;"
          f" the program itself: {(perf_counter() - began) / 60:.1f} minutes")  # fmt: skip
    assert minutes < 15


def make_board(person: Editor, folder: Path) -> None:
    begin(person)
    person.goto("map")
    person.hit(K.Key_0, CTRL)
    person.button("edit.props.board")
    fields = person.page.map.properties.form.fields
    person.write(str(COLUMNS), fields["edit.columns"].field)
    person.write(str(ROWS), fields["edit.rows"].field)
    person.button("edit.resize")
    person.write("CCRR", person.page.map.properties.form.fields["edit.numbering"])
    person.until(lambda: next(iter(person.view.layout_.grid.cells())) == "0101", 10)
    assert person.view.layout_.grid.contains(f"{COLUMNS:02}{ROWS:02}")
    person.hit(K.Key_0, CTRL)


def lay_map(person: Editor, folder: Path) -> None:
    person.gestures += 2  # the menu and its entry
    person.window.actions_registry["import_map"].trigger()
    choose_file(person, scan(folder / "map.jpg"))
    wait(person)
    person.until(lambda: "trace" in person.model.content.boards[0].attrs, 60)
    person.gestures += 2
    person.window.actions_registry["tool_calibrate"].trigger()
    tool, grid = person.view.tools["calibrate"], person.view.layout_.grid
    person.shot("evening-01-scan")
    for cell in tool.corners():
        there = person.view.trace.transform().map(TURNED.map(QPointF(*grid.to_pixel(cell))))
        person.stroke(person.at(cell), person.view.camera.to_screen(there).toPoint())
    person.shot("evening-02-fitted")
    person.hit(K.Key_V)
    person.button("edit.map_make")
    layer = person.model.content.style["boards"]["map"][0]
    assert layer["painter"] == "scan"
    a, b, c, d, e, f = layer["matrix"]
    for cell in ("0101", "1109", "2217"):
        x, y = TURNED.map(*grid.to_pixel(cell))
        assert (a * x + b * y + c, d * x + e * y + f) == pytest.approx(grid.to_pixel(cell), abs=8)


    numbers = tr("edit.painter.ids")  # the scan has its own
    box = person.page.map.properties.form.fields["edit.style_layer"]
    person.pick(box, box.itemData(box.findText(numbers)))
    person.button("edit.layer_off", name=numbers)
    assert "ids" not in [one["painter"] for one in person.model.content.style["boards"]["map"]]


def draw_over_it(person: Editor, folder: Path) -> None:
    person.over("0101")
    person.letters("p")
    assert person.view.tool.id == "path"
    for cell in ("0309", "1010", "1608"):
        person.over(cell)
    person.double("2010")
    person.letters("t")
    person.over("1106")
    person.write("Saint-Clair")
    person.hit(K.Key_Return)
    person.letters("x")  # a box for what the own art shows beside the map
    _, top, right, _ = person.view.layout_.grid.bounds()
    corner = person.view.camera.to_screen(QPointF(right - 620, top + 40)).toPoint()
    end = person.view.camera.to_screen(QPointF(right - 40, top + 360)).toPoint()
    person.stroke(corner, end)
    box = person.model.content.boards[0].boxes[-1]
    display = QImage(900, 500, QImage.Format.Format_RGB32)
    display.fill(QColor("#6a3f2a"))
    display.save(str(folder / "display.png"))
    copied = QMimeData()
    copied.setData("image/png", (folder / "display.png").read_bytes())
    QApplication.clipboard().setMimeData(copied)
    person.button("edit.props.auto")
    person.button("edit.box.paste", name=box.name.en)
    wait(person)
    person.until(lambda: "picture" in person.model.content.boards[0].boxes[-1].attrs, 60)
    board = person.model.content.boards[0]
    assert [len(board.paths), len(board.labels)] == [1, 1]
    person.until(lambda: person.view.artist.current, 60)
    person.qtbot.wait(300)
    person.shot("evening-03-road-and-name-over-the-scan")
    seen = person.view.grab().toImage()
    point = person.view.camera.to_screen(QPointF(*person.view.layout_.centre("1010"))).toPoint()
    ratio = seen.devicePixelRatio()
    around = {seen.pixelColor(round((point.x() + dx) * ratio), round((point.y() + dy) * ratio)).name()
              for dx in range(-12, 13, 3) for dy in range(-12, 13, 3)}  # fmt: skip
    assert len(around) > 3, "the road lies on the scan"


def make_counters(person: Editor, folder: Path) -> None:
    counters = person.goto("counters")
    person.button("edit.cut.open")
    cutter = counters.cutter
    for colour, letter, side in (("#6f8f5f", "A", "blue"), ("#9a8f80", "B", "red")):
        take_sheet(person, cutter.front, sheet(folder / f"{letter}.png", colour, letter))
        take_sheet(person, cutter.back, sheet(folder / f"{letter}-back.jpg", colour, letter, back=True))
        person.pick(cutter.side, side)
        person.write(f"{letter} company", cutter.prefix)
        person.press(cutter.go)
        wait(person)
        person.until(lambda side=side: any(k.side == side for k in person.model.content.kinds), 60)
    person.button("edit.cut.close")
    person.until(lambda: len(person.model.content.pieces) == 120, 60)
    person.button("edit.view.sheet")
    person.shot("evening-04-counters")


def order_of_battle(person: Editor, folder: Path) -> None:
    oob = person.goto("oob")
    person.button("edit.oob.formation")
    person.write("1st Battalion")
    person.hit(K.Key_Return)
    assert person.model.content.formations
    assert len(list(oob.tree.lines())) >= 121
    person.shot("evening-05-order-of-battle")


def scenario(person: Editor, folder: Path) -> None:
    scenarios = person.goto("scenarios")
    person.write("The bridge", scenarios.form.fields["edit.name.en"])
    person.write("9", scenarios.form.fields["edit.scenario.turns"].field)
    person.until(lambda: person.model.content.scenarios[0].turns == 9, 10)
    assert person.model.content.scenarios[0].name.en == "The bridge"


def set_up(person: Editor, folder: Path) -> None:
    person.goto("map")
    person.letters("s")
    kinds = [kind.id for kind in person.model.content.kinds]
    for n, cells in ((0, ("0408", "0508")), (7, ("0610",)), (60, ("1508", "1608")), (75, ("1710",))):
        person.pick(person.option(), kinds[n])
        for cell in cells:
            person.over(cell)
    person.checked()
    person.shot("evening-06-set-up")
    assert not [p for p in person.model.problems if p.severity == "error"], person.model.problems


def play(person: Editor, folder: Path) -> None:
    draft = person.page
    person.hit(K.Key_F5)
    person.until(lambda: person.page.property("tab") == "test", 120)
    person.quiet()
    person.until(lambda: len(seen_on(person.board)) > 12, 60)  # the map is drawn behind the counters
    person.shot("evening-07-played")
    pieces = person.model.position.view.pieces
    on_map = [p for p, record in pieces.items() if str(record["at"]).startswith("map:")]
    assert len(on_map) == 6
    moved = next(p for p in on_map if pieces[p]["at"] == "map:0408")
    person.drag_to(moved, "map:0807")
    person.quiet()
    assert person.model.position.view.pieces[moved]["at"] == "map:0807"
    person.gestures += 1
    person.hit(K.Key_F5)
    person.until(lambda: person.page is draft, 20)


def seen_on(board: Any) -> set[str]:
    """Return the colours of the board, here and there."""
    image = board.grab().toImage()
    return {image.pixelColor(x, y).name() for x in range(200, image.width() - 200, 41) for y in range(20, 420, 37)}


def print_all(person: Editor, folder: Path) -> None:
    person.hit(K.Key_P, CTRL)
    person.until(lambda: person.page.property("tab") == "print", 20)
    sheets = person.page
    sheets.folder = folder / "printed"  # where the file dialog would have led to
    sheets.folder.mkdir()
    for part in ("counter-sheet", "map"):
        if part in sheets.panel.rows and not sheets.panel.rows[part].check.isChecked():
            person.press(sheets.panel.rows[part].check)
    def everything() -> list[Any]:
        return [b for b in person.buttons("All") if b.text() == "All" and sheets.panel.isAncestorOf(b)]

    person.press(sheets.panel.rows["counter-sheet"])
    person.until(everything, 10)
    person.press(everything()[0])  # counters that are not set up, too
    person.until(lambda: sheets.book is not None and sheets.go.isEnabled(), 120)
    person.qtbot.wait(1000)
    person.shot("evening-08-print")
    person.hit(K.Key_Return, CTRL)
    person.until(lambda: list(sheets.folder.glob("*.pdf")) and sheets._writing is None, 120)
    found = []
    for file in sorted(sheets.folder.glob("*.pdf")):
        for number in range(1, ownart.pages(file) + 1):
            page = foreign.opened(Path(f"{file}#page={number}")).fitting(4_000_000).whole()
            found.append(page)
            if SHOTS:
                page.save(str(Path(SHOTS) / f"evening-09-{file.stem}-{number}.png"))
    assert found
    colours = [{QColor(page.pixel(x, y)).name() for x in range(5, page.width(), 23) for y in range(5, page.height(), 23)}
               for page in found]  # fmt: skip
    assert max(map(len, colours)) > 30, "the scan and the counters are on paper"
    pictures = sum(file.read_bytes().count(b"/Subtype /Image") for file in sheets.folder.glob("*.pdf"))
    assert pictures >= 240, "every counter with its own picture, front and back"
