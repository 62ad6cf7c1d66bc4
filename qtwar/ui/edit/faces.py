"""Pictures of the counters of a draft, drawn as it is now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import is_
from typing import Any
from weakref import finalize

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap

from qtwar.base.errors import DataFault
from qtwar.model.content import TitleContent
from qtwar.qtpaint.counters import CounterArt
from qtwar.qtpaint.ownart import PictureStore
from qtwar.ui.i18n import language, sentence


def record_of(content: TitleContent, ident: str, face: str = "front") -> dict[str, Any]:
    """Return what the face of a counter of the roster, or of a kind, is drawn from."""
    piece = content.pieces_by_id.get(ident)
    kind = piece.kind if piece is not None else ident
    side = content.kinds_by_id[kind].side or ""
    return {"id": ident if piece is not None else "", "kind": kind, "owner": side, "back": side, "face": face, "attrs": {}}


_CLONES: list[QIconEngine] = []
"""What Qt was given by `LateIcon.clone`: Shiboken leaves it to Python, which would free it at once."""


class LateIcon(QIconEngine):
    """An icon that is drawn when it is first seen: of a thousand counters in a list a few are in view."""

    def __init__(self, draw: Callable[[], QPixmap] | None) -> None:
        super().__init__()
        self._draw = draw
        self._icon = QIcon()

    def _drawn(self) -> QIcon:
        if self._draw is not None:
            self._icon, self._draw = QIcon(self._draw()), None  # the way holds a whole draft
        return self._icon

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Paint it where it goes."""
        self._drawn().paint(painter, rect, Qt.AlignmentFlag.AlignCenter, mode, state)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Return its picture."""
        return self._drawn().pixmap(size, mode, state)

    def actualSize(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QSize:
        """Return how large it is in the room it has: cards are not square."""
        return self._drawn().actualSize(size, mode, state)

    def clone(self) -> QIconEngine:
        """Return another one like it."""
        _CLONES.append(made := LateIcon(self._draw))
        made._icon = self._icon
        return made


class DraftFaces:
    """Draws counters of the roster and kinds; `take` gives another content to be drawn."""

    def __init__(self, content: TitleContent, store: PictureStore) -> None:
        self._store = store
        self._icons: dict[tuple[str, int], tuple[tuple[Any, ...], QIcon]] = {}
        """Counter and size → what its picture is drawn with, and the picture."""
        # Found as garbage with the rest of an editor, Python frees what draws an icon before the icon, which then ends the
        # program: the icons go first, one by one.
        finalize(self, self._icons.clear).atexit = False
        self.take(content, anew=True)

    def take(self, content: TitleContent, *, anew: bool) -> None:
        """Take the draft as it is now; `anew` where a counter may look otherwise."""
        self.content = content
        if anew:
            self._art = CounterArt(content, pictures=self._store)

    def counter(self, ident: str, size: int, ratio: float, face: str = "front") -> QPixmap:
        """Return the picture of a counter of the roster, or of a kind."""
        return self.face(record_of(self.content, ident, face), size, ratio)

    def drawing_fault(self, kind: str) -> str:
        """Return why the front of a kind can not be drawn, in a sentence, or an empty one."""
        try:
            self._art.face(record_of(self.content, kind), language())
        except DataFault as fault:
            return sentence(fault)
        return ""

    def icon(self, ident: str, side: int, ratio: float) -> QIcon:
        """Return a counter of the roster, or a kind, for lists: the same picture until it is drawn otherwise; else none."""
        content = self.content
        piece = content.pieces_by_id.get(ident)
        kind = content.kinds_by_id.get(piece.kind if piece is not None else ident)
        if kind is None:
            return QIcon()
        drawn = (piece, kind, content.counters, content.sides, language())
        known = self._icons.get((ident, side))
        if known is None or not all(map(is_, known[0], drawn)):
            art, record = self._art, record_of(content, ident)
            late = LateIcon(lambda: art.pixmap(record, side, ratio, drawn[-1]))
            known = self._icons[ident, side] = drawn, QIcon(late)
        return known[1]

    def face(self, record: Mapping[str, Any], size: int, ratio: float) -> QPixmap:
        """Return the picture of a counter as it lies on the board."""
        return self._art.pixmap(record, size, ratio, language())
