"""The symbol picker: every symbol that can be printed, searched by name."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QLineEdit, QListView, QListWidget, QListWidgetItem

from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import IconButton, Panel, TextLabel

_names: list[str] = []


def names() -> list[str]:
    """Return the names of all symbols."""
    if not _names:
        import qtwar

        folder = Path(qtwar.__file__).resolve().parents[1] / "resources" / "symbols"
        _names.extend(sorted(path.stem for path in folder.glob("*.json")))
    return _names


def picture(name: str, side: int) -> QPixmap:
    """Return a symbol in the theme's ink."""
    from qtwar.draw.counter import sheet_from
    from qtwar.draw.displaylist import DisplayList
    from qtwar.qtpaint.painter import Painter

    tokens = current().tokens
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    colours = dict.fromkeys(("ink", "frame", "edge", "accent"), tokens.text)
    colours |= {"paper": tokens.raised, "glint": tokens.raised, "shade": tokens.second}
    nodes = sheet_from({}).symbols.draw(name, (6, 14, 88, 72), colours)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(side / 100, side / 100)
    Painter().paint(painter, DisplayList((0, 0, 100, 100), tuple(nodes)).nodes, float(side))
    painter.end()
    return QPixmap.fromImage(image)


class SymbolPicker(Panel):
    """`picked` gives a name; Enter takes the chosen one."""

    picked = Signal(str)
    closed = Signal()

    def __init__(self) -> None:
        super().__init__("floating", margins=(10, 8, 10, 10), spacing=6)
        head = Panel(row=True, spacing=8)
        head.box.addWidget(TextLabel("strong", "edit.symbols"), 1)
        head.box.addWidget(IconButton("close", "dock.close", size=26, then=self.closed.emit))
        self.field = QLineEdit()
        self.field.setClearButtonEnabled(True)
        self.say(self.field.setPlaceholderText, "edit.symbols_find")
        self.say(self.field.setAccessibleName, "edit.symbols_find")
        self.field.textChanged.connect(lambda _: self.fill())
        self.field.returnPressed.connect(self._enter)
        self.list = QListWidget()
        self.list.setViewMode(QListView.ViewMode.IconMode)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setMovement(QListView.Movement.Static)
        self.list.setUniformItemSizes(True)
        self.say(self.list.setAccessibleName, "edit.symbols")
        self.list.itemClicked.connect(lambda item: self.picked.emit(item.data(Qt.ItemDataRole.UserRole)))
        self.list.itemActivated.connect(lambda item: self.picked.emit(item.data(Qt.ItemDataRole.UserRole)))
        for part in (head, self.field, self.list):
            self.box.addWidget(part)
        self._pictures: dict[tuple[str, int, str], QIcon] = {}
        self.setMinimumHeight(px(230))

    def fill(self) -> None:
        """List what fits the words."""
        words = self.field.text().casefold().split()
        side = px(40)
        self.list.setIconSize(QSize(side, side))
        self.list.setGridSize(QSize(px(86), side + px(26)))
        self.list.clear()
        for name in names():
            spoken = name.replace("_", " ")
            if all(word in spoken for word in words):
                key = (name, side, current().name)
                if key not in self._pictures:
                    self._pictures[key] = QIcon(picture(name, side))
                item = QListWidgetItem(self._pictures[key], spoken)
                item.setData(Qt.ItemDataRole.UserRole, name)
                item.setToolTip(spoken)
                self.list.addItem(item)
        if self.list.count():
            self.list.setCurrentRow(0)

    def _enter(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.picked.emit(item.data(Qt.ItemDataRole.UserRole))
