"""The card of the overlays: a button that lists them, and beside it what is shown and what its tints mean."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QMenu, QWidget

from qtwar.ui.board.overlays import Overlays, ink
from qtwar.ui.i18n import tr
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import IconButton, Panel, TextLabel, clear, pop_below


class Tint(QWidget):
    """The tint of an overlay, as its legend shows it."""

    def __init__(self, tone: str) -> None:
        super().__init__()
        self.tone = tone
        self.setFixedSize(px(18), px(14))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a tinted cell."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = QColor(ink(self.tone))
        painter.setPen(QPen(colour, px(1.5)))
        colour.setAlphaF(0.42)
        painter.setBrush(colour)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(px(1.5), px(1.5), -px(1.5), -px(1.5)), px(3), px(3))


class OverlayCard(Panel):
    """In the upper right corner of the board, where the title has overlays."""

    def __init__(self, overlays: Overlays, parent: QWidget) -> None:
        super().__init__("floating", margins=(6, 4, 8, 4), spacing=3, parent=parent)
        self.overlays = overlays
        self.menu = QMenu(self)
        self.open = IconButton("layers-outline", "overlay.choose", size=28, then=self.pop)
        self.name = TextLabel("strong")
        self.rows = Panel(spacing=3)
        self.lay(Panel(row=True, spacing=6).lay(self.open, self.name, None), self.rows)
        overlays.changed.connect(self.refresh)
        parent.installEventFilter(self)
        self.hide()

    def title(self, ident: str) -> str:
        """Return what an overlay is called, with its rule."""
        model = self.overlays.state.model
        one = next((one for one in self.overlays.known if one["id"] == ident), None)
        return model.title.texts.plain(one["label"], model.title.language) if one is not None else ""

    def pop(self) -> None:
        """List the overlays."""
        self.menu.clear()
        for ident in ("", *(str(one["id"]) for one in self.overlays.known)):
            action = self.menu.addAction(self.title(ident) if ident else tr("overlay.none"))
            action.setCheckable(True)
            action.setChecked(ident == self.overlays.shown)
            action.triggered.connect(lambda _=False, i=ident: self.overlays.choose(i))
        pop_below(self.menu, self.open)

    def refresh(self) -> None:
        """Say what is shown."""
        shown = self.overlays.shown
        self.name.show_data(self.title(shown))
        self.name.setVisible(bool(shown))
        clear(self.rows.box)
        for tone, words in self.overlays.legend():
            self.rows.lay(Panel(row=True, spacing=8).lay(Tint(tone), TextLabel("small", text=words), None))
        self.rows.setVisible(bool(shown))
        self.setVisible(bool(self.overlays.known))
        self.settle()

    def settle(self) -> None:
        """Lie in the corner, below the tabs of the boards."""
        self.adjustSize()
        self.move(self.parentWidget().width() - self.width() - px(12), self.overlays.canvas.y() + px(12))
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep to the corner when the board has another size."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest) and self.isVisible():
            self.settle()
        return False

    def retranslate(self) -> None:
        """Ask for the words of the language in force."""
        self.overlays.ask()

    def restyle(self) -> None:
        """Take the sizes and colours in force."""
        super().restyle()
        if self.__dict__.get("rows") is not None:
            self.overlays.lay()
            self.refresh()
