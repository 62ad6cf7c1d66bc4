"""The shelf's tray of markers: everything that can be added to the board, found by typing, dragged or clicked."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QScrollArea

from qtwar.ui.game import NEW, GamePorts
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Panel, TextLabel
from qtwar.ui.widgets.faces import Faces

FACE = 40


def stock(model: GamePorts) -> list[tuple[str, str]]:
    """Return `+kind` and name of all markers of a title."""
    kinds = model.title.content.kinds if model.title.content is not None else ()
    return [(NEW + kind.id, kind.name.get(language())) for kind in kinds if kind.klass == "marker"]


class Stock(Panel):
    """A field to type in, beside the pictures that fit."""

    def __init__(self, model: GamePorts) -> None:
        super().__init__("panel", row=True, margins=(12, 8, 8, 6), spacing=12)
        self.model = model
        side = Panel(spacing=6)
        self.field = QLineEdit()
        self.field.setClearButtonEnabled(True)
        self.say(self.field.setPlaceholderText, "stock.find")
        self.say(self.field.setAccessibleName, "stock.find")
        self.field.textChanged.connect(lambda _: self.narrow())
        self.count = TextLabel("second")
        self.count.setWordWrap(True)
        side.box.addWidget(self.field)
        side.box.addWidget(self.count)
        side.box.addStretch(1)
        self.side = side
        self.faces = Faces(model, FACE)
        self.faces.clicked.connect(lambda piece: model.focus.taken.emit((piece,)))
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(self.faces)
        self.box.addWidget(side)
        self.box.addWidget(self.area, 1)
        self.restyle()
        self.narrow()

    def narrow(self) -> None:
        """Show the markers whose names hold every word typed."""
        words = self.field.text().casefold().split()
        every = stock(self.model)
        fitting = [ident for ident, name in every if all(w in f"{name} {ident}".casefold() for w in words)]
        self.faces.show_groups([(ident,) for ident in fitting])
        self.count.show_data(tr("stock.count", n=len(fitting), of=len(every)) if fitting else tr("finder.nothing"))

    def retranslate(self) -> None:
        """Find by the names of the new language."""
        if "faces" in self.__dict__:
            self.narrow()

    def restyle(self) -> None:
        """Take the width at the new scale."""
        super().restyle()
        if "side" in self.__dict__:
            self.side.setFixedWidth(px(210))
