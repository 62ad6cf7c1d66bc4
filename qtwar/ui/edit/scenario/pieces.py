"""Which counters a set-up line or a pool has: typed, found by typing a part of a name, or dragged onto it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QPoint
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QPixmap
from PySide6.QtWidgets import QWidget

from qtwar.editing.typed import counts_of
from qtwar.ui.edit.form import TextField
from qtwar.ui.edit.model import EditModel
from qtwar.ui.edit.words import counter_names, numbered_name
from qtwar.ui.i18n import tr
from qtwar.ui.mime import unpack
from qtwar.ui.widgets.basics import IconButton, Panel, TextLabel
from qtwar.ui.widgets.finder import PICTURE, Finder

Counts = Mapping[str, int]


def count_words(model: EditModel, ident: str, n: int) -> str:
    """Return what counters are called, with how many there are: `Squad × 3`."""
    name = numbered_name(model.content, ident)
    return tr("oob.times", name=name, n=n) if n > 1 else name


def counts_words(model: EditModel, pieces: Counts) -> str:
    """Return pieces by their names, with how many there are: `Squad × 3 · Gun`."""
    return " · ".join(count_words(model, ident, n) for ident, n in pieces.items())


class PiecesRow(Panel):
    """The field with its text, a button that finds counters of the side, and below their names.

    `then` takes the counters as they become.
    """

    def __init__(
        self, model: EditModel, pieces: Counts, text: str, side: str | None, then: Callable[[Counts], object], name: str,
        over: QWidget,
    ) -> None:  # fmt: skip
        super().__init__(spacing=2)
        self.model, self.pieces, self.side, self.then, self.over = model, dict(pieces), side, then, over
        self.setAcceptDrops(True)
        self.field = TextField(text, self._typed, name)
        self.field.setAcceptDrops(False)  # counters dropped on it are for the row
        self.setFocusProxy(self.field)
        self.plus = IconButton("plus", "edit.scenario.find_piece", size=26, then=self._find)
        self.lay(Panel(row=True, spacing=4).lay((self.field, 1), self.plus))
        if pieces:
            self.lay(TextLabel("second", text=counts_words(model, pieces), wrap=True))

    def add_pieces(self, idents: list[str]) -> None:
        """Add counters, one of each."""
        known = {*self.model.content.pieces_by_id, *self.model.content.kinds_by_id}
        counts = dict(self.pieces)
        for ident in idents:
            if ident in known:
                counts[ident] = 1 if ident in self.model.content.pieces_by_id else counts.get(ident, 0) + 1
        if counts != self.pieces:
            self.then(counts)

    def _typed(self, text: str) -> None:
        self.then(counts_of(text, counter_names(self.model.content, self.side)))

    def _find(self) -> None:
        content = self.model.content
        kinds = {k.id: k for k in content.kinds if k.side in (self.side, None) and k.klass != "marker"}
        roster = [p.id for p in content.pieces if p.kind in kinds and p.id not in self.pieces]
        entries = [(ident, numbered_name(content, ident)) for ident in (*roster, *kinds)]

        def face(ident: str) -> QPixmap:
            return self.model.faces.counter(ident, PICTURE, self.devicePixelRatioF())

        found = Finder(tr("edit.scenario.find_piece"), entries, self.over, picture=face)
        found.chosen.connect(lambda ident: self.add_pieces([ident]))
        found.open_at(self.over.mapFromGlobal(self.plus.mapToGlobal(QPoint(0, self.plus.height()))))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Counters are welcome."""
        if unpack(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Add the dropped pieces to the row."""
        event.acceptProposedAction()
        self.add_pieces(unpack(event.mimeData()))
