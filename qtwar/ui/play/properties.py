"""The inspector of a piece: its picture and all that its side may know of it, in words; follows the selection."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QHideEvent
from PySide6.QtWidgets import QDialog, QHeaderView, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from qtwar.ui.game import GamePorts
from qtwar.ui.i18n import Speaks, language, tr
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import Panel, TextLabel, clear
from qtwar.ui.widgets.plain import plain
from qtwar.ui.widgets.rich import Rich

FACE = 88


class Properties(Speaks, QDialog):
    """A window beside the game; stays open and shows the piece that is selected."""

    def __init__(self, model: GamePorts, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Tool)
        self.model, self.position = model, model.position
        position, focus = model.position, model.focus
        self.piece = ""
        column = QVBoxLayout(self)
        column.setContentsMargins(px(14), px(12), px(14), px(12))
        column.setSpacing(px(10))
        self.picture, self.back = TextLabel(), TextLabel()
        self.name, self.where = TextLabel("heading", wrap=True), TextLabel("second", wrap=True)
        words = Panel(spacing=2).lay(self.name, self.where, None)
        self.lines = QTreeWidget()
        self.lines.setColumnCount(2)
        self.lines.setRootIsDecorated(False)
        self.lines.setIndentation(px(10))
        self.lines.setHeaderHidden(True)
        self.lines.setUniformRowHeights(True)
        self.lines.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.say(self.lines.setAccessibleName, "properties.title")
        column.addWidget(Panel(row=True, spacing=12).lay(self.picture, self.back, words, grow=words))
        self.rules = Panel(spacing=3)
        column.addWidget(self.rules)
        column.addWidget(self.lines, 1)
        self.say(self.setWindowTitle, "properties.title")
        focus.inspect.connect(self.inspect)
        focus.selected.connect(self.follow_selection)
        position.changed.connect(lambda _: self.isVisible() and self.fill())
        self.resize(px(400), px(480))

    def inspect(self, piece: str) -> None:
        """Show the values of a piece."""
        self.piece = piece
        self.fill()
        self.show()
        self.raise_()

    def follow_selection(self, pieces: tuple[str, ...]) -> None:
        """Show what is selected, on the board or in a list, while the window is open."""
        if pieces and self.isVisible():
            self.piece = pieces[-1]
            self.fill()

    def fill(self) -> None:
        """Say what the piece is now; where it is gone, so does the window."""
        info = self.position.piece(self.piece)
        if info is None:
            self.close()
            return
        self.name.show_data(info.name)
        self.where.show_data(" · ".join(w for w in (info.kind_name if info.kind_name != info.name else "", info.place_name) if w))
        ratio = self.devicePixelRatioF()
        self.picture.setPixmap(self.position.face(self.piece, px(FACE), ratio))
        other = self.position.reverse(self.piece, px(FACE), ratio)
        self.back.setVisible(other is not None)
        if other is not None:
            self.back.setPixmap(other)
        clear(self.rules.box)
        self.rules.hide()
        asked = self.piece
        self.model.actions.query("piece", {"piece": asked}, lambda answer: self._told(asked, answer))
        self.lines.clear()
        group, head = "", None
        for line in self.position.properties(self.piece):
            if line.group != group:
                group = line.group
                head = QTreeWidgetItem([tr(f"properties.{group}"), ""])
                head.setFont(0, current().font(strong=True))
                head.setForeground(0, QColor(current().tokens.second))
                head.setFlags(Qt.ItemFlag.ItemIsEnabled)
                self.lines.addTopLevelItem(head)
                head.setFirstColumnSpanned(True)
            assert head is not None
            item = QTreeWidgetItem([line.name, line.value])
            item.setToolTip(1, plain(line.value))
            head.addChild(item)
            head.setExpanded(True)

    def _told(self, piece: str, answer: Any) -> None:
        """Say what the rules have to say of the piece: its figures now, what it commands, what it costs."""
        said = answer if isinstance(answer, list) else (answer or {}).get("lines", ())
        if piece != self.piece or not said:
            return
        clear(self.rules.box)
        for message in said:
            self.rules.lay(Rich("small", self.model.title.texts.spans(message, language()), then=self.model.focus.follow))
        self.rules.show()

    def hideEvent(self, event: QHideEvent) -> None:
        """The game has the keyboard again."""
        super().hideEvent(event)
        self.parentWidget().window().activateWindow()

    def retranslate(self) -> None:
        """Say it in the new language."""
        if self.__dict__.get("piece"):
            self.fill()
