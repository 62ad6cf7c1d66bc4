"""Fulfils `source.Art` with the program's own painters: counter faces of a title, and its maps from the cache."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.draw import counter as faces
from qtwar.draw import displaylist as dl
from qtwar.draw import pack
from qtwar.export.source import unknown
from qtwar.model.board import BoardContent
from qtwar.model.content import TitleContent
from qtwar.model.pieces import PieceKind
from qtwar.qtpaint import boardart, keptart
from qtwar.qtpaint.counters import CounterArt
from qtwar.qtpaint.ownart import PictureStore


class PrintArt:
    """Faces and maps of one title's content; each is drawn once."""

    def __init__(
        self,
        content: TitleContent,
        palette: str = "standard",
        cache: Path | None = None,
        pictures: PictureStore | None = None,
    ) -> None:
        self._content = content
        self._palette = palette
        self._cache = cache
        self._counters = CounterArt(content, palette, pictures=pictures)
        self._boards: dict[tuple[str, str], dl.DisplayList] = {}
        self._backs = set((content.counters or {}).get("backs") or {})
        self._templates: Mapping[str, Any] = (content.counters or {}).get("templates") or {}

    def face(self, record: Mapping[str, Any], language: str = "en") -> dl.DisplayList:
        """Return a counter's face; raises DataFault for a wrong template."""
        return self._counters.face(record, language)

    def back_of(self, kind: PieceKind, record: Mapping[str, Any], language: str = "en") -> dl.DisplayList | None:
        """Return what is printed on a counter's other side: its own back, else the one that hides it."""
        if any(template.get("back") for _, template in faces.alike(self._templates, kind.template)):
            return self._counters.face({**record, "face": "back"}, language)
        for back in (kind.hidden, kind.side or ""):
            if back in self._backs:
                return self._counters.face(unknown(back, kind.side or ""), language)
        return None

    def board(self, board: BoardContent, language: str) -> dl.DisplayList:
        """Return a board's map, read from the cache of drawn maps where it is there."""
        key = (board.id, language)
        if key not in self._boards:
            style = dict(self._content.style)
            self._boards[key] = _display(board, style, language, self._palette, self._cache)
        return self._boards[key]


def _display(board: BoardContent, style: dict[str, Any], language: str, palette: str, cache: Path | None) -> dl.DisplayList:
    # the kept drawing alone, without the small picture that screens want with it
    if cache is not None:
        try:
            return pack.read(keptart.file_of(board, style, language, palette, cache))
        except (OSError, DataFault):
            pass
    return boardart.prepare(board, style, language=language, palette=palette, cache=cache).display


__all__ = ["PrintArt", "faces"]
