"""The author's own art by hand: a scan fitted to the grid, pictures on counters, cards and boxes, a sheet that is cut."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QApplication

from qtwar.handplay.draft_docks import DocksHand
from qtwar.handplay.faults import HandFault

SIDE, GAP, RIM = 90, 10, 30
"""Pixels of a counter on the robot's sheets, and of what lies between and around them."""
COLUMNS, ROWS = 4, 3
NEAR = 3.0
"""So near (u) the scan comes to the grid when three cells of it were led by hand."""


class ArtHand(DocksHand):
    """Has pictures of its own: each of a colour of its own, so that it can be told where it is shown."""

    def _picture(self, chance: random.Random) -> tuple[Path, QColor]:
        """Draw a picture of one colour."""
        colour = QColor.fromHsv(chance.randrange(360), 200, 150 + chance.randrange(100))
        image = QImage(160, 160, QImage.Format.Format_RGB32)
        image.fill(colour)
        return self._saved(image, "picture"), colour

    def _saved(self, image: QImage, name: str) -> Path:
        path = Path(self._home.name) / f"{name}.png"
        if not image.save(str(path)):
            raise OSError(f"{path} can not be written")
        return path

    def _copied(self, path: Path) -> None:
        """Have a picture copied by another program."""
        copied = QMimeData()
        copied.setData("image/png", path.read_bytes())
        QApplication.clipboard().setMimeData(copied)

    def _has(self, kind: str, face: str, colour: QColor) -> bool:
        """Return whether the middle of a counter has a colour."""
        got = self.model.faces.counter(kind, 116, 1.0, face).toImage()
        at = got.pixelColor(got.width() // 2, got.height() // 2)
        away: int = max(abs(at.red() - colour.red()), abs(at.green() - colour.green()), abs(at.blue() - colour.blue()))
        return away < 8

    def _counter_picture(self, chance: random.Random) -> None:
        """A picture from a file on the front of a new counter, one that was copied on its back."""
        self._counter(chance)
        designer: Any = self.page.pages["counters"].designer
        path, front = self._picture(chance)
        self.person.click(designer.art_file)
        self._file(path)
        path, back = self._picture(chance)
        self._copied(path)
        self.person.click(designer.face_switch.buttons["back"])
        self.person.click(designer.art_paste)
        self._rest()
        self.person.click(designer.face_switch.buttons["front"])
        self._expect(f"{front.name()} on the front of {designer.kind}", self._has(designer.kind, "front", front))
        self._expect(f"{back.name()} on the back of {designer.kind}", self._has(designer.kind, "back", back))

    def _card_picture(self, chance: random.Random) -> None:
        """A counter becomes a card, with a picture that was copied."""
        self._counter(chance)
        designer: Any = self.page.pages["counters"].designer
        self._pick(designer.form.fields["edit.class"], "card")
        path, colour = self._picture(chance)
        self._copied(path)
        self.person.click(designer.art_paste)
        self._rest()
        kind = self.model.content.kinds_by_id[designer.kind]
        self._expect(f"a card, not a {kind.klass}", kind.klass == "card")
        self._expect(f"{colour.name()} on the card {kind.id}", self._has(kind.id, "front", colour))

    def _box_picture(self, chance: random.Random) -> None:
        """A picture in a box of the board, from a file or copied."""
        self._box(chance)
        box = self.board.boxes[-1]
        path, _ = self._picture(chance)
        name = box.name.get(self.plan.language) or box.id
        by_file = chance.random() < 0.5
        self._copied(path)
        self._click_in(self.page.map.properties.form, "edit.box.picture" if by_file else "edit.box.paste", name=name)
        if by_file:
            self._file(path)
        shown = next(one for one in self.board.boxes if one.id == box.id).attrs.get("picture")
        self._expect(f"a picture in the box {box.id}", bool(shown))

    def _sheet(self, chance: random.Random) -> None:
        """All counters of a sheet, each with its place on the sheet for a picture."""
        image = QImage(2 * RIM + COLUMNS * (SIDE + GAP) - GAP, 2 * RIM + ROWS * (SIDE + GAP) - GAP, QImage.Format.Format_RGB32)
        image.fill(QColor("#f4f0e6"))
        with QPainter(image) as painter:
            colours: list[QColor] = []
            for n in range(COLUMNS * ROWS):
                row, column = divmod(n, COLUMNS)
                colours.append(QColor.fromHsv(chance.randrange(360), 180, 90 + chance.randrange(100)))
                x, y = RIM + column * (SIDE + GAP), RIM + row * (SIDE + GAP)
                painter.fillRect(x, y, SIDE, SIDE, colours[-1])
                # a place without anything on it makes no counter
                painter.fillRect(x + 8, y + 8, SIDE // 4, SIDE // 4, Qt.GlobalColor.white)
        path, count = self._saved(image, "sheet"), len(self.model.content.kinds)
        self._press("counters", "edit.cut.open")
        cutter: Any = self.page.pages["counters"].cutter
        self.person.click(cutter.front.file)
        self._file(path)
        grid = cutter.front.view.grid
        found = (grid.columns, grid.rows) if grid is not None else None
        self._expect(f"{COLUMNS} columns and {ROWS} rows, not {found}", found == (COLUMNS, ROWS))
        self.person.click(cutter.go)
        self.person.wait(lambda: cutter.front.sheet is None, 30)
        self._rest()
        made = self.model.content.kinds[count:]
        self._press("counters", "edit.cut.close")
        self._expect(f"{len(colours)} counters more", len(made) == len(colours))
        wrong = [kind.id for kind, colour in zip(made, colours, strict=True) if not self._has(kind.id, "front", colour)]
        self._expect(f"each its part of the sheet, but {wrong}", not wrong)

    def _calibrate(self, chance: random.Random) -> None:
        """A scan is the map: three known cells are led to where they are on it, and all others lie on theirs."""
        layout = self.view.layout_
        turned = QTransform().translate(40, 35).rotate(chance.choice((-2, 2))).scale(1.04, 1.02)
        left, top, right, bottom = layout.grid.bounds()
        image = QImage(round(right - left) + 120, round(bottom - top) + 120, QImage.Format.Format_RGB32)
        image.fill(QColor("#b9c98d"))
        with QPainter(image) as painter:
            painter.setTransform(turned)
            painter.setPen(QPen(QColor("#3a4a2a"), 3))
            for cell in layout.grid.cells():
                painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in layout.grid.polygon(cell)]))
        self._command("import_map")
        self._file(self._saved(image, "map"))
        if not self.person.wait(lambda: self.view.trace.facts is not None, 30):
            raise HandFault("nothing_happens", "no scan lies below the board")
        self._tool("calibrate")
        tool = self.view.tool
        for cell in self._far_apart(turned):
            self._write(tool.field, cell)
            self._drag(self._at(cell), self._on_scan(cell, turned))
        away = max(self._away(cell, turned) for cell in layout.grid.cells())
        self._expect(f"the scan below its cells, not {away:.1f} u away", away < NEAR + 4 / self.view.camera.scale)

    def _on_scan(self, cell: str, turned: QTransform) -> QPoint:
        """Return where a cell is seen on the scan."""
        at = self.view.trace.transform().map(turned.map(QPointF(*self.view.layout_.centre(cell))))
        point: QPoint = self.view.camera.to_screen(at).toPoint()
        return point

    def _far_apart(self, turned: QTransform) -> list[str]:
        """Return three cells far from each other that are in view, on the board and on the scan."""
        room = self.view.rect()
        cells = [cell for cell in self._cells() if room.contains(self._on_scan(cell, turned))]
        spots = {cell: self._at(cell) for cell in cells}
        wanted = (QPoint(0, 0), QPoint(room.width(), 0), QPoint(0, room.height()))
        found = [min(cells, key=lambda c: (spots[c] - corner).manhattanLength()) for corner in wanted if cells]
        if len(set(found)) < len(wanted):  # three points in one spot fit any scan
            raise HandFault("cannot_be_given", "no three cells lie open in view")
        return found

    def _away(self, cell: str, turned: QTransform) -> float:
        """Return how far a cell of the scan lies from that of the grid, in u."""
        there = QPointF(*self.view.layout_.centre(cell))
        away: QPointF = self.view.trace.transform().map(turned.map(there)) - there
        return away.manhattanLength()
