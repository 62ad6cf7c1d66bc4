"""An author's evening with own art only: counters from scanned sheets by mouse, an order of battle, a scenario, printed sheets.

With QTWAR_SHOTS naming a folder, pictures of each step go there.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPdfWriter, QPen, QPolygonF, QTransform
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QInputDialog, QSpinBox

from qtwar.services import render_worker
from qtwar.ui.i18n import tr
from tests.stories.at_window import CTRL
from tests.stories.editor import Editor

K = Qt.Key
SHOTS = os.environ.get("QTWAR_SHOTS")
COLUMNS, ROWS, SIDE, GAP, RIM = 10, 6, 190, 14, 90


def sheet(path: Path, colour: str, letter: str, *, back: bool = False) -> Path:
    """Draw a sheet of 60 counters as if it had been scanned; the backs lie as the sheet was turned over."""
    pitch = SIDE + GAP
    image = QImage(2 * RIM + COLUMNS * pitch - GAP, 2 * RIM + ROWS * pitch - GAP, QImage.Format.Format_RGB32)
    image.fill(QColor("#f4f0e6"))
    painter = QPainter(image)
    font = QFont("Barlow Condensed")
    for n in range(COLUMNS * ROWS):
        row, column = divmod(n, COLUMNS)
        x, y = RIM + (COLUMNS - 1 - column if back else column) * pitch, RIM + row * pitch
        painter.fillRect(QRectF(x, y, SIDE, SIDE), QColor(colour).lighter(135 if back else 100))
        painter.setPen(QPen(QColor("#101010"), 3))
        painter.setBrush(QColor("#f6f0de"))
        painter.drawRect(QRectF(x + 45, y + 45, 100, 66))
        painter.drawLine(x + 45, y + 111, x + 145, y + 45)
        if n % 3:
            painter.drawLine(x + 45, y + 45, x + 145, y + 111)
        for size, top, words in ((44, 120, f"{n * 7 % 9 + 1 >> back}-{n * 5 % 7 + 2}"), (26, 4, f"{letter}{n + 1}")):
            font.setPixelSize(size)
            painter.setFont(font)
            painter.drawText(QRectF(x, y + top, SIDE, size * 1.3), Qt.AlignmentFlag.AlignCenter, words)
    painter.end()
    assert image.save(str(path))
    return path


@pytest.fixture
def person(qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Editor]:
    """Somebody at the program, in a folder and with a cache of its own."""
    monkeypatch.setenv("QTWAR_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("QTWAR_CACHE", str(tmp_path / "cache"))
    made = Editor(qtbot, tmp_path / "home", size=(1600, 1000), shots=Path(SHOTS) if SHOTS else None)
    yield made
    made.leave()
    render_worker.picture_worker().close()


def choose_file(person: Editor, path: Path) -> None:
    """Choose a file in the dialog that has opened: a click and a key."""
    person.until(lambda: any(d.isVisible() for d in person.window.findChildren(QFileDialog)), 10)
    dialog = next(d for d in person.window.findChildren(QFileDialog) if d.isVisible())
    dialog.setDirectory(str(path.parent))
    dialog.selectFile(path.name)
    dialog.accept()
    person.gestures += 2
    person.until(lambda: not dialog.isVisible(), 10)


def wait(person: Editor) -> None:
    """Wait until pictures are read and the draft is stored."""
    person.until(lambda: person.page.model._reader.pending == 0, 60)
    person.settle()


def begin(person: Editor) -> Any:
    """Make a draft and turn to its counters."""
    person.until(lambda: len(getattr(person.window.library_page, "tiles", ())) == 5)
    person.hit(K.Key_N, CTRL)
    person.write("Own art")
    person.hit(K.Key_Return)
    person.until(lambda: person.page.property("tab") == "draft")
    return person.goto("counters")


def take_sheet(person: Editor, part: Any, path: Path) -> None:
    """Choose the file of a front or a back and wait until it is seen."""
    person.press(part.file)
    choose_file(person, path)
    wait(person)
    person.until(lambda: part.sheet is not None, 30)


def test_120_counters_of_two_sheets(person: Editor, tmp_path: Path) -> None:
    counters = begin(person)
    start = person.gestures
    person.button("edit.cut.open")
    cutter = counters.cutter
    person.shot("01-empty")
    for n, (colour, letter, side) in enumerate((("#6f8f5f", "A", "blue"), ("#9a8f80", "B", "red"))):
        take_sheet(person, cutter.front, sheet(tmp_path / f"{letter}.png", colour, letter))
        take_sheet(person, cutter.back, sheet(tmp_path / f"{letter}-back.jpg", colour, letter, back=True))
        assert (cutter.front.view.grid.rows, cutter.front.view.grid.columns) == (ROWS, COLUMNS), "the grid is found"
        person.pick(cutter.side, side)
        person.write(f"{letter} company", cutter.prefix)
        person.shot(f"02-sheet-{letter}")
        person.press(cutter.go)
        wait(person)
        person.until(lambda n=n: len(person.model.content.pieces) == 60 * (n + 1), 60)
        assert cutter.front.sheet is None, "the next sheet can come"
    person.button("edit.cut.close")
    # a gesture takes three seconds with looking and thinking
    assert (person.gestures - start) * 3 <= 120, "120 counters are two minutes of work"
    print(f"gestures for 120 counters: {person.gestures - start}")
    content = person.model.content
    kinds = [kind for kind in content.kinds if kind.template == "picture"]
    assert [len([k for k in kinds if k.side == side]) for side in ("blue", "red")] == [60, 60]
    assert len(set(content.counters["pictures"].values())) == 240
    assert kinds[0].name.en == "A company 1"
    assert kinds[0].attrs["picture_back"]
    person.settle()
    counters.choose(kinds[7].id)
    person.qtbot.wait(50)
    person.shot("03-designer")
    front = person.model.faces.counter(kinds[7].id, 232, 1.0).toImage()
    assert abs(front.pixelColor(24, 60).green() - QColor("#6f8f5f").green()) < 8
    person.button("edit.view.sheet")
    person.shot("04-all")
    person.goto("oob")
    person.shot("05-order-of-battle")
    person.hit(K.Key_Z, CTRL)
    assert len(person.model.content.pieces) == 60, "a sheet is one entry"
    person.hit(K.Key_Y, CTRL)
    print_counters(person, tmp_path)


def print_counters(person: Editor, folder: Path) -> None:
    """Print the counters to a PDF."""
    person.hit(K.Key_P, CTRL)
    person.until(lambda: person.page.property("tab") == "print", 20)
    sheets = person.page
    sheets.folder = folder  # where the file dialog would have led to
    person.press(sheets.panel.rows["counter-sheet"].check)

    def everything() -> list[Any]:
        return [b for b in person.buttons("All") if b.text() == "All" and sheets.panel.isAncestorOf(b)]

    person.until(everything, 10)
    person.press(everything()[0])
    person.until(lambda: sheets.book is not None and sheets.go.isEnabled(), 60)
    person.qtbot.wait(1500)
    person.shot("06-print")
    person.hit(K.Key_Return, CTRL)
    person.until(lambda: list(folder.glob("*.pdf")), 60)
    person.until(lambda: sheets._writing is None, 60)
    assert all(file.read_bytes().count(b"/Subtype /Image") + file.read_bytes().count(b"/Subtype/Image") >= 120
               for file in folder.glob("*counter*.pdf"))  # fmt: skip


def test_the_grid_is_dragged_on_the_picture(person: Editor, tmp_path: Path) -> None:
    counters = begin(person)
    person.button("edit.cut.open")
    cutter, view = counters.cutter, counters.cutter.front.view
    take_sheet(person, cutter.front, sheet(tmp_path / "A.png", "#6f8f5f", "A"))
    person.write("5", cutter.front.steppers["columns"].field)
    person.write("3", cutter.front.steppers["rows"].field)
    person.until(lambda: view.grid.columns == 5, 5)
    assert cutter.go.text() == "Make 15 counters"
    low = view.handles()[2].toPoint()
    end = low - QPoint(round(5 * (SIDE + GAP) * view.scale), round(3 * (SIDE + GAP) * view.scale))
    person.gestures += 1
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=low)
    for step in range(1, 9):
        QTest.mouseMove(view, low + (end - low) * step / 8)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=end)
    corner = view.grid.corners[2]
    assert abs(corner[0] - (RIM + 5 * (SIDE + GAP) - GAP)) < 4 / view.scale
    assert view.grid.is_straight, "the neighbours came along"
    for _ in range(2):
        view.setFocus()
        QTest.keyClick(view, K.Key_Right)
    assert view.grid.corners[2][0] == pytest.approx(corner[0] + 2)
    spot = view.to_screen(view.grid.at(0.1, 0.1)).toPoint()
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=spot)
    assert view.out == {0}
    assert cutter.go.text() == "Make 14 counters"
    cutter.names.setPlainText("Guards\nLife Guards")
    person.shot("07-dragged")
    person.press(cutter.go)
    wait(person)
    person.until(lambda: len(person.model.content.pieces) == 14, 60)
    names = [k.name.en for k in person.model.content.kinds if k.template == "picture"]
    assert names[:3] == ["Guards", "Life Guards", "Counter 3"]


def test_a_picture_from_file_and_clipboard_on_one_counter(person: Editor, tmp_path: Path) -> None:
    counters = begin(person)
    person.button("edit.kind_new")
    for colour, by_file in (("#aa3311", True), ("#1133aa", False)):
        image = QImage(160, 160, QImage.Format.Format_RGB32)
        image.fill(QColor(colour))
        designer = counters.designer
        if by_file:
            image.save(str(tmp_path / "own.png"))
            person.press(designer.art_file)
            choose_file(person, tmp_path / "own.png")
        else:
            image.save(str(tmp_path / "copied.png"))
            copied = QMimeData()
            copied.setData("image/png", (tmp_path / "copied.png").read_bytes())
            QApplication.clipboard().setMimeData(copied)
            person.press(designer.face_switch.buttons["back"])
            person.press(designer.art_paste)
        wait(person)
        person.until(lambda by_file=by_file: len(person.model.content.counters.get("pictures", {})) == (1 if by_file else 2), 30)
    person.shot("08-one-counter")
    named = [counters.designer.table.item(row, 0).text() for row in range(counters.designer.table.rowCount())]
    assert tr("edit.slot.image") in named, "what lies on the counter is called a picture"
    kind = counters.designer.kind
    assert person.model.faces.counter(kind, 116, 1.0).toImage().pixelColor(58, 58).name() == "#aa3311"
    assert person.model.faces.counter(kind, 116, 1.0, "back").toImage().pixelColor(58, 58).name() == "#1133aa"
    assert not counters.designer.warning.isVisible()


def test_a_scan_becomes_the_map(person: Editor, tmp_path: Path) -> None:
    begin(person)
    person.goto("map")
    person.hit(K.Key_0, CTRL)
    grid = person.view.layout_.grid
    left, top, right, bottom = grid.bounds()
    turned = QTransform().translate(150, 130).rotate(3).scale(1.25, 1.2)
    image = QImage(2600, 2400, QImage.Format.Format_RGB32)
    image.fill(QColor("#b9c98d"))
    painter = QPainter(image)
    painter.setTransform(turned)
    painter.setPen(QPen(QColor("#3a4a2a"), 3))
    for cell in grid.cells():
        shape = QPolygonF([QPointF(*corner) for corner in grid.polygon(cell)])
        painter.setBrush(QColor("#5f8f5a" if cell[-1] in "147" else "#cbbf8a" if cell[-1] in "369" else "#b9c98d"))
        painter.drawPolygon(shape)
    painter.setPen(QPen(QColor("#4f86b8"), 40))
    painter.drawLine(QPointF(left, top + 500), QPointF(right, bottom - 300))
    painter.end()
    image.save(str(tmp_path / "map.jpg"))
    person.gestures += 1
    person.window.actions_registry["import_map"].trigger()
    choose_file(person, tmp_path / "map.jpg")
    wait(person)
    person.until(lambda: "trace" in person.model.content.boards[0].attrs, 30)
    person.page.take_tool("calibrate")
    tool = person.view.tools["calibrate"]
    for cell in tool.corners():
        at = person.view.trace.transform().map(turned.map(QPointF(*grid.to_pixel(cell))))
        person.stroke(person.view.camera.to_screen(at).toPoint())
    person.shot("10-fitted")
    person.page.take_tool("select")
    person.press(next(b for b in person.window.findChildren(QAbstractButton) if b.text() == tr("edit.map_make")))
    person.settle()
    layers = person.model.content.style["boards"]["map"]
    assert layers[0]["painter"] == "scan"
    found = layers[0]["matrix"]
    middle = grid.to_pixel(list(grid.cells())[80])
    x, y = turned.map(*middle)
    assert found[0] * x + found[1] * y + found[2] == pytest.approx(middle[0], abs=8)
    person.qtbot.wait(3500)
    person.shot("11-map")
    person.hit(K.Key_F5)
    person.until(lambda: person.page.property("tab") == "test", 60)
    person.quiet()
    person.qtbot.wait(2500)
    person.shot("12-played")


def test_a_page_of_a_pdf_is_asked_for_and_a_cover_is_pasted(person: Editor, tmp_path: Path) -> None:
    counters = begin(person)
    person.button("edit.kind_new")
    writer = QPdfWriter(str(tmp_path / "counters.pdf"))
    painter = QPainter(writer)
    for n, colour in enumerate(("#aa3311", "#1133aa")):
        if n:
            writer.newPage()
        painter.fillRect(QRectF(0, 0, writer.width(), writer.height()), QColor(colour))
    painter.end()
    person.press(counters.designer.art_file)
    choose_file(person, tmp_path / "counters.pdf")
    person.until(lambda: any(d.isVisible() for d in person.window.findChildren(QInputDialog)), 30)
    dialog = next(d for d in person.window.findChildren(QInputDialog) if d.isVisible())
    assert "counters.pdf" in dialog.labelText()
    if SHOTS:
        dialog.grab().save(str(Path(SHOTS) / "13-which-page.png"))
    person.write("2", dialog.findChild(QSpinBox))
    person.press(next(b for b in dialog.findChildren(QAbstractButton) if b.text() == tr("edit.pdf_page.take")))
    wait(person)
    person.until(lambda: person.model.content.counters.get("pictures"), 30)
    kind = counters.designer.kind
    shown = person.model.faces.counter(kind, 116, 1.0).toImage()
    assert shown.pixelColor(shown.width() // 2, shown.height() // 2).blue() > 120, "the second page"
    person.goto("scenarios")
    pages = person.page.pages["scenarios"]
    person.item(pages.list, pages.list.model().index(0, 0))
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(QColor("#226622"))
    image.save(str(tmp_path / "cover.png"))
    copied = QMimeData()
    copied.setData("image/png", (tmp_path / "cover.png").read_bytes())
    QApplication.clipboard().setMimeData(copied)
    person.button("edit.cover.paste")
    wait(person)
    person.until(lambda: "picture" in (person.model.content.style.get("cover") or {}), 30)
    person.shot("14-cover")
    person.button("edit.cover.no_picture")
    assert "picture" not in person.model.content.style["cover"]


def test_a_place_with_nothing_on_it_keeps_its_number_and_its_name(person: Editor, tmp_path: Path) -> None:
    counters = begin(person)
    person.button("edit.cut.open")
    cutter = counters.cutter
    path = sheet(tmp_path / "front.png", "#6f8f5f", "A")
    image = QImage(str(path))
    painter = QPainter(image)
    painter.fillRect(QRectF(RIM + SIDE + GAP, RIM, SIDE, SIDE), QColor("#f4f0e6"))  # the second place
    painter.end()
    image.save(str(path))
    take_sheet(person, cutter.front, path)
    cutter.names.setPlainText("Guards\nempty\nLife Guards")
    person.press(cutter.go)
    wait(person)
    person.until(lambda: len(person.model.content.pieces) == 59, 60)
    names = [kind.name.en for kind in person.model.content.kinds if kind.template == "picture"]
    assert names[:3] == ["Guards", "Life Guards", "Counter 4"]


def test_a_sheet_with_nothing_on_it_says_so_and_stays(person: Editor, tmp_path: Path) -> None:
    counters = begin(person)
    said: list[str] = []
    person.model.told.connect(said.append)
    person.button("edit.cut.open")
    cutter = counters.cutter
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(QColor("#f4f0e6"))
    image.save(str(tmp_path / "empty.png"))
    take_sheet(person, cutter.front, tmp_path / "empty.png")
    person.press(cutter.go)
    wait(person)
    person.until(lambda: tr("edit.cut.nothing") in said, 10)
    assert cutter.front.sheet is not None
    assert cutter.go.isEnabled(), "the grid can be laid elsewhere and tried again"
    assert not person.model.content.kinds
