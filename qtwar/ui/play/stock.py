"""The shelf's tray of markers: everything that can be added to the board, found by typing, dragged or clicked."""

from __future__ import annotations

from qtwar.ui.game import NEW, GamePorts
from qtwar.ui.i18n import language, tr
from qtwar.ui.widgets.basics import Panel, SearchField, TextLabel, scrolling
from qtwar.ui.widgets.faces import Faces
from qtwar.ui.widgets.seen import SeenPanel

FACE = 40


def stock(model: GamePorts) -> list[tuple[str, str]]:
    """Return `+kind` and name of all markers of a title."""
    kinds = model.title.content.kinds if model.title.content is not None else ()
    return [(NEW + kind.id, kind.name.get(language())) for kind in kinds if kind.klass == "marker"]


class Stock(SeenPanel):
    """A field to type in, beside the pictures that fit."""

    def __init__(self, model: GamePorts) -> None:
        super().__init__("panel", row=True, margins=(12, 8, 8, 6), spacing=12)
        self.model = model
        self.field = SearchField("stock.find", self.refresh)
        self.count = TextLabel("second", wrap=True)
        self.side = Panel(spacing=6, wide=210).lay(self.field, self.count, None)
        self.faces = Faces(model, FACE)
        self.faces.clicked.connect(lambda piece: model.focus.taken.emit((piece,)))
        self.area = scrolling(self.faces)
        self.lay(self.side, self.area, grow=self.area)
        self._stale = True  # its pictures are made when somebody turns to them

    def refresh(self) -> None:
        """Show the markers whose names hold every word typed."""
        every = stock(self.model)
        fitting = [ident for ident, name in every if self.field.fits(f"{name} {ident}")]
        self.faces.show_groups([(ident,) for ident in fitting])
        self.count.show_data(tr("stock.count", n=len(fitting), of=len(every)) if fitting else tr("finder.nothing"))
