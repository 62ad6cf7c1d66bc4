"""The tiles of a drawing while its layers are shown, hidden or made faint: what a slider does is seen in the next frame.

Whatever the opacity of one sheet, the picture lies on the straight line between the picture without it and the picture
with it. So two sets of tiles, the second laid over the first, show every place of its slider; nothing is painted anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from qtwar.draw.section import MapSection
from qtwar.ui.board.ground import TileGround

if TYPE_CHECKING:
    from qtwar.qtpaint.boardart import BoardArt
    from qtwar.qtpaint.tiles import BoardTiles

Key = tuple[tuple[str, float], ...]


class Fade:
    """Paints one drawing with its sheets at `opacities`. `make` gives the tiles of an art, and knows who waits for them."""

    def __init__(
        self,
        art: BoardArt,
        sheets: Sequence[str],
        opacities: Mapping[str, float],
        make: Callable[[BoardArt], BoardTiles],
        older: Fade | None = None,
        changed: QRectF | None = None,
    ) -> None:
        """Take over the tiles of an older drawing of the board that do not touch `changed` (u)."""
        self._art, self._sheets, self._make = art, tuple(sheets), make
        self._older, self._changed = older, changed
        self._sources: dict[Key, BoardTiles] = {}
        self._moving = older.moving if older is not None else ""
        self._before: list[tuple[Key, float]] = []
        self.opacities = {sheet: opacities.get(sheet, 1.0) for sheet in dict.fromkeys(self._sheets) if sheet}
        for key, _ in self._plan():
            self._source(key)
        self._older = None

    @property
    def moving(self) -> str:
        """The sheet whose opacity changes without painting; an empty word: none."""
        return self._moving

    def set(self, opacities: Mapping[str, float]) -> bool:
        """Show the sheets at other opacities; False where that changes nothing."""
        new = {sheet: opacities.get(sheet, 1.0) for sheet in self.opacities}
        other = [sheet for sheet, value in new.items() if value != self.opacities[sheet]]
        if not other:
            return False
        before = self._plan()
        if other != [self._moving]:
            self._moving = other[0] if len(other) == 1 else ""
        self.opacities = new
        plan = self._plan(whole=True)
        if any(key not in self._sources for key, _ in plan):
            self._before = before
        for key, _ in plan:
            self._source(key)
        wanted = {key for key, _ in (*plan, *self._before)}
        for key in [key for key in self._sources if key not in wanted]:
            _let_go(self._sources.pop(key))
        return True

    def _key(self, **other: float) -> Key:
        return tuple({**self.opacities, **other}.items())

    def _plan(self, *, whole: bool = False) -> list[tuple[Key, float]]:
        """Return which tiles are laid over which, at what opacity; `whole`: also those that can not be seen now."""
        if not self._moving:
            return [(self._key(), 1.0)]
        share = self.opacities[self._moving]
        under, over = (self._key(**{self._moving: 0.0}), 1.0), (self._key(**{self._moving: 1.0}), share)
        if whole or 0 < share < 1:
            return [under, over]
        return [over] if share >= 1 else [under]

    def _source(self, key: Key) -> BoardTiles:
        from qtwar.qtpaint.sheets import SheetArt

        source = self._sources.get(key)
        if source is None:
            art = self._art if all(value >= 1 for _, value in key) else SheetArt(self._art, self._sheets, dict(key))
            source = self._sources[key] = self._make(art)
            older = self._older._sources.get(key) if self._older is not None else None
            if older is not None and self._changed is not None:
                source.inherit(older, self._changed)
        return source

    def paint(self, painter: QPainter, area: QRectF, scale: float) -> bool:
        """Paint `area`; returns False where a tile was missing. Until the new ones are there the old are seen."""
        plan = self._plan()
        missing = [key for key, _ in plan if not self._has(key, area, scale)]
        if missing and self._before:
            self._lay(self._before, painter, area, scale)
            return False
        return self._lay(plan, painter, area, scale)

    def under(self, painter: QPainter, area: QRectF) -> None:
        """Paint `area` from the picture of the whole, as it is without the sheet that is moved."""
        TileGround(self._sources[self._plan()[0][0]], self._art.bounds).under(painter, area)

    def _lay(self, plan: list[tuple[Key, float]], painter: QPainter, area: QRectF, scale: float) -> bool:
        done, before = True, painter.opacity()
        for key, opacity in plan:
            painter.setOpacity(before * opacity)
            done = TileGround(self._sources[key], self._art.bounds).paint(painter, area, scale) and done
        painter.setOpacity(before)
        return done

    def _has(self, key: Key, area: QRectF, scale: float) -> bool:
        """Return whether all tiles of an area are there; those missing are asked for."""
        source = self._sources[key]
        level = source.level_for(scale)
        return all([source.tile(level, x, y) is not None for x, y in source.tiles_in(level, area)])  # noqa: C419

    def close(self) -> None:
        """Let go of the tiles."""
        for source in self._sources.values():
            _let_go(source)
        self._sources = {}


def _let_go(source: BoardTiles) -> None:
    source.tile_ready.disconnect()
    source.close()
    source.deleteLater()


class SectionGround:
    """The tiles of a section where they lie on the whole board."""

    def __init__(self, tiles: Fade, section: MapSection) -> None:
        self.tiles, self.section = tiles, section
        self.core = QRectF(*section.core)

    def paint(self, painter: QPainter, area: QRectF, scale: float) -> bool:
        """Paint what the section shows of `area`; returns False where a tile was missing."""
        part = area & self.core
        if part.isEmpty():
            return True
        x, y = self.section.shift
        painter.save()
        painter.setClipRect(part)
        painter.translate(x, y)
        done = self.tiles.paint(painter, part.translated(-x, -y), scale)
        painter.restore()
        return done
