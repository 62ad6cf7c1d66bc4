"""Pictures of the counters of a draft, drawn as it is now."""

from __future__ import annotations

from collections.abc import Mapping
from operator import is_
from typing import Any

from PySide6.QtGui import QIcon, QPixmap

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


class DraftFaces:
    """Draws counters of the roster and kinds; `take` gives another content to be drawn."""

    def __init__(self, content: TitleContent, store: PictureStore) -> None:
        self._store = store
        self._icons: dict[tuple[str, int], tuple[tuple[object, ...], QIcon]] = {}
        """Counter and size → what its picture is drawn with, and the picture."""
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
            known = self._icons[ident, side] = drawn, QIcon(self.counter(ident, side, ratio))
        return known[1]

    def face(self, record: Mapping[str, Any], size: int, ratio: float) -> QPixmap:
        """Return the picture of a counter as it lies on the board."""
        return self._art.pixmap(record, size, ratio, language())
