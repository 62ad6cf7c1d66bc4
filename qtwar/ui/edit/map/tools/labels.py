"""Labels: typed on the map, beside a cell where they find room by themselves, or along cells; corrected by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QComboBox, QLineEdit, QMenu, QWidget

from qtwar.editing import items, places
from qtwar.ui.edit.map import flat
from qtwar.ui.edit.map.ground import smooth
from qtwar.ui.edit.map.tools.base import ENTER, LEFT, Tool
from qtwar.ui.edit.words import typed
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import Button
from qtwar.ui.widgets.segments import Segments

if TYPE_CHECKING:
    from qtwar.ui.edit.map.pen import Pen
    from qtwar.ui.edit.map.view import EditBoard

LETTER = 13.0
"""About so many u a letter takes: how much of a path a name along it needs."""


ABOVE = (0, -18)
"""Where words stand in u that follow a road or river: above it."""


class Typing(QLineEdit):
    """A field on the map: Enter takes the words, Esc drops them."""

    def __init__(self, view: EditBoard, at: QPointF, words: str, done: Any) -> None:
        super().__init__(words, view)
        self._done = done
        self.setAccessibleName(tr("edit.label_words"))
        self.setMinimumWidth(px(220))
        self.adjustSize()
        self.move(round(at.x()) - px(110), round(at.y()) - self.height() // 2)
        self.show()
        self.selectAll()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.returnPressed.connect(self._take)

    def _take(self) -> None:
        words, done, self._done = self.text().strip(), self._done, None
        if done is not None:
            done(words)
        self._leave()

    def _leave(self) -> None:
        self.parentWidget().setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()
        self.deleteLater()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Whoever clicks elsewhere has written what stands there; an empty field goes."""
        super().focusOutEvent(event)
        if self._done is not None:
            if self.text().strip():
                self._take()
            else:
                self._done = None
                self.hide()
                self.deleteLater()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc drops the words."""
        if event.key() == Qt.Key.Key_Escape:
            self._done = None
            self._leave()
        else:
            super().keyPressEvent(event)


class LabelTool(Tool):
    """T: type on the map; drag a label by hand; a double click opens it again."""

    id, icon, hint, layer = "label", "format-text", "edit.hint.label", "labels"
    cursor = Qt.CursorShape.IBeamCursor

    def __init__(self, view: EditBoard, pen: Pen) -> None:
        super().__init__(view, pen)
        self.typing: Typing | None = None
        self.along = False
        self._held = -1
        self._from = self._by = QPointF()
        self._way: list[str] = []

    def styles(self) -> list[str]:
        """Return the label styles that the board and its map style know."""
        drawn = flat.label_styles(self.content, self.view.board)
        found = {label.style for board in self.content.boards for label in board.labels}
        return [*drawn, *sorted(found - set(drawn))]

    def options(self, parent: QWidget) -> Sequence[QWidget]:
        """Which style, and whether names run along cells; a button lets names find their places again."""
        styles = self.styles()
        if self.pen.label_style not in styles and styles:
            self.pen.label_style = next((s for s in styles if s), styles[0])
        box = QComboBox(parent)
        box.setAccessibleName(tr("edit.label_style"))
        for style in styles or [""]:
            box.addItem(self._style_name(style), style)
        box.setCurrentIndex(max(0, box.findData(self.pen.label_style)))
        box.activated.connect(lambda n: setattr(self.pen, "label_style", box.itemData(n)))
        way = Segments((("beside", "edit.label.beside"), ("along", "edit.label.along")), "edit.label.way")
        way.choose("along" if self.along else "beside")
        way.picked.connect(lambda value: setattr(self, "along", value == "along"))
        again = Button("edit.label.auto", kind="compact", icon_name="auto-fix", then=self.place_all)
        return [box, way, again]

    def _style_name(self, style: str) -> str:
        """Return a label style as the feature of that name is called, else as it is."""
        if not style:
            return tr("edit.label_plain")
        if style == "region":
            return tr("edit.label.region")
        return next((f.name.get(language()) for f in self.content.features if f.id == style), style)

    def place_all(self) -> None:
        """Let all names find their places by themselves: what was corrected by hand goes."""
        self.view.model.do(places.clear_label_places, self.view.board_id)

    def label_at(self, point: QPointF) -> int:
        """Return the number of the label near a screen point, or -1."""
        best, found = float(px(34)), -1
        for n, label in enumerate(self.view.board.labels):
            spot = self.view.camera.to_screen(self.spot(label))
            away = abs(spot.x() - point.x()) / 2.2 + abs(spot.y() - point.y())
            if away < best:
                best, found = away, n
        return found

    def spot(self, label: Any) -> QPointF:
        """Return where a label stands in u: where it was put by hand, else where the drawing has it."""
        home = self._home(label)
        if label.offset is None and isinstance(label.at, str) and not label.along:
            return self.view.artist.words_at(label.text.get(language()), home) or home
        return home + QPointF(*(label.offset or (0.0, 0.0)))

    def _home(self, label: Any) -> QPointF:
        """Return what a label's offset is counted from: its cell, the middle of its way, its point."""
        has = self.view.layout_.grid.contains
        way = [cell for cell in label.along or () if has(cell)]
        if way:
            return self.cell_points(way[len(way) // 2])
        if isinstance(label.at, str):
            return self.cell_points(label.at) if has(label.at) else QPointF()
        return QPointF(*label.at)

    def press(self, event: QMouseEvent) -> None:
        """Take hold of a label, or type a new one."""
        if event.button() != LEFT or not self.view.may_edit(self.layer):
            return
        self._held = self.label_at(event.position())
        self._from, self._by = event.position(), QPointF()
        if self._held < 0:
            cell = self.view.cell_at(event.position())
            if cell and self.along:
                self._way, self.busy = [cell], True
            elif cell:
                self.type_at(cell, event.position())

    def type_at(self, cell: str, at: QPointF) -> None:
        """Open the field for a new label."""

        def done(words: str) -> None:
            if words:
                self.view.model.do(places.add_label, self.view.board_id, typed(words), cell, self.pen.label_style)

        self.typing = Typing(self.view, at, "", done)

    def _type_along(self, at: QPointF) -> None:
        """Open the field for a name along the cells that were drawn; on a path that was clicked it follows the path."""
        way, self._way = self._way, []

        def done(words: str) -> None:
            if words:
                on_path = len(way) == 1
                cells = self._along_path(way[0], words) if on_path else way
                self.view.model.do(
                    places.add_label, self.view.board_id, typed(words), cells[0], self.pen.label_style,
                    along=cells if len(cells) > 1 else (),
                    offset=ABOVE if on_path and len(cells) > 1 else None,
                )  # fmt: skip

        self.typing = Typing(self.view, at, "", done)

    def _along_path(self, cell: str, words: str) -> list[str]:
        """Return the cells of the path through a cell that a name needs, that cell in the middle."""
        need = max(3, round(len(words) * LETTER / 100) + 2)
        for path in self.view.board.paths:
            if cell in path.cells:
                middle = path.cells.index(cell)
                first = max(0, min(middle - need // 2, len(path.cells) - need))
                return list(path.cells[first : first + need])
        return [cell]

    def move(self, event: QMouseEvent) -> None:
        """Drag the label in hand, or draw the way that a name is to run."""
        if self._way:
            cell = self.view.cell_at(event.position())
            if cell and cell != self._way[-1]:
                self._way += [c for c in self.cells_between(self._way[-1], cell) if c != self._way[-1]]
                self.view.update()
            return
        if self._held >= 0 and event.buttons() & LEFT:
            self._by = (event.position() - self._from) / self.view.camera.scale
            self.busy = True
            self.view.update()

    def release(self, event: QMouseEvent) -> None:
        """The hand's correction is the label's offset; the way of a new name is drawn, now it is typed."""
        if self._way:
            self.busy = False
            self._type_along(event.position())
            return
        if self._held >= 0 and self.busy:
            self._put_down(self._held, self.spot(self.view.board.labels[self._held]) + self._by)
        self.busy, self._held = False, -1

    def _put_down(self, number: int, spot: QPointF) -> None:
        label = self.view.board.labels[number]
        do, board = self.view.model.do, self.view.board_id
        if isinstance(label.at, str):
            away = spot - self._home(label)
            do(places.move_label, board, number, label.at, (away.x(), away.y()))
        else:
            do(places.move_label, board, number, (spot.x(), spot.y()))

    def double(self, event: QMouseEvent) -> None:
        """Type in a label again."""
        self.open(event.position())

    def open(self, point: QPointF) -> None:
        """Open the field for the label near a screen point."""
        number = self.label_at(point)
        if number < 0 or not self.view.may_edit(self.layer):
            return
        label = self.view.board.labels[number]

        def done(words: str) -> None:
            if words:
                path = ("boards", self.view.board_id, "labels", number, "text")
                self.view.model.do(items.put, path, typed(words, label.text.model_dump()), words)
            else:
                self._delete(number)

        self.typing = Typing(self.view, point, label.text.get(language()), done)

    def fill_menu(self, menu: QMenu, at: QPointF) -> None:
        """Delete the label here, or let it find its place by itself again."""
        number = self.label_at(at)
        if number >= 0:
            label = self.view.board.labels[number]
            name = label.text.get(language())
            if label.offset is not None or label.angle is not None:
                menu.addAction(
                    tr("edit.label.auto_one"),
                    lambda: self.view.model.do(places.clear_label_places, self.view.board_id, [number]),
                )
            menu.addAction(
                tr("edit.delete_this", name=name),
                lambda: self._delete(number),
            )

    def _delete(self, number: int) -> None:
        name = self.view.board.labels[number].text.model_dump()
        self.view.model.do(items.remove, ("boards", self.view.board_id, "labels"), number, name=name)

    def claims(self, event: QKeyEvent) -> bool:
        """Enter types at the cell cursor."""
        return event.key() in ENTER and self.view.cursor_shown

    def key(self, event: QKeyEvent) -> bool:
        """Enter types at the cell cursor."""
        if event.key() in ENTER and self.view.cursor_shown:
            cell = self.view.layout_.cell(self.view.cell)
            if cell:
                self.type_at(cell, self.view.camera.to_screen(self.cell_points(cell)))
            return True
        return super().key(event)

    def paint(self, painter: QPainter, scale: float) -> None:
        """The label in hand where it would stand, or the way that a name is to run."""
        if self._way:
            painter.setPen(QPen(QColor(current().tokens.accent), px(2) / scale, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(smooth([self.cell_points(cell) for cell in self._way]))
        if self._held >= 0 and self.busy:
            label = self.view.board.labels[self._held]
            self.view.ground.paint_words(painter, label.text.get(language()), self.spot(label) + self._by)

    def paint_over(self, painter: QPainter) -> None:
        """A small cross at each label, so that it can be found."""
        for label in self.view.board.labels:
            spot = self.view.camera.to_screen(self.spot(label))
            if QRectF(self.view.rect()).contains(spot):
                painter.setPen(QPen(QColor(current().tokens.accent), px(1.5)))
                painter.drawLine(spot - QPointF(px(4), 0), spot + QPointF(px(4), 0))
                painter.drawLine(spot - QPointF(0, px(4)), spot + QPointF(0, px(4)))
