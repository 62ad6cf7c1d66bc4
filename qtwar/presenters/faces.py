"""Pictures of a title for the window: one set of counter faces and one prepared map a title, shared by its games."""

from __future__ import annotations

import importlib
import weakref
from collections import OrderedDict
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QThread, QThreadPool, QTimer
from PySide6.QtGui import QPixmap

from qtwar.qtpaint import fonts
from qtwar.services import cache, cardfaces
from qtwar.ui.theme import current

if TYPE_CHECKING:
    from qtwar.model.content import TitleContent
    from qtwar.qtpaint.counters import CounterArt
    from qtwar.qtpaint.pictures import Pictures


DRAWING = ("qtwar.draw.counter", "qtwar.qtpaint.painter")
"""Modules that draw a face that is not kept."""
AT_REST = 1500
"""Ms after a card was turned up: whatever follows from it is on the screen then."""
PALETTES = {"colour_blind": "colour_blind", "contrast": "high_contrast"}


def palette_now() -> str:
    """Return the palette of maps and counters that goes with the theme in force."""
    return PALETTES.get(current().name, "standard")


class TitleArt:
    """The counter faces of one title's content, in the palette of the theme."""

    def __init__(self, content: TitleContent) -> None:
        fonts.register()
        self.content = content
        self._counters: dict[str, CounterArt] = {}
        self._ahead: set[tuple[str, int, str, str]] = set()
        self._kept: Pictures | None = None

    @property
    def counters(self) -> CounterArt:
        """The faces in the present palette."""
        from qtwar.qtpaint.counters import CounterArt
        from qtwar.qtpaint.pictures import Pictures
        from qtwar.services import ownart
        from qtwar.storage.blobs import Blobs

        palette = palette_now()
        found = self._counters.get(palette)
        if found is None:
            if self._kept is None:
                self._kept = Pictures(Blobs(cardfaces.kept_at(self.content)))
                weakref.finalize(self, self._kept.close).atexit = False
            found = self._counters[palette] = CounterArt(self.content, palette, self._kept, ownart.store())
            found.turned_up = partial(self._turned_up, found, palette)
        return found

    def _turned_up(self, art: CounterArt, palette: str, record: Mapping[str, Any], px: int, language: str) -> None:
        """Have the other cards painted that may be turned up at this width, when the window is at rest again."""
        key = (self.content.kinds_by_id[record["kind"]].hidden, px, language, palette)
        if px <= cardfaces.WIDEST and key not in self._ahead:
            self._ahead.add(key)
            work = partial(cardfaces.paint_ahead, art, self.content, dict(record), px, language, palette)
            QTimer.singleShot(AT_REST, partial(_behind().start, work))

    def face(self, record: dict[str, Any], language: str, size: int, ratio: float) -> QPixmap:
        """Return a counter's face as a shared pixmap."""
        return self.counters.pixmap(record, size, ratio, language)


@lru_cache(maxsize=1)
def _behind() -> QThreadPool:
    """Return the pool for what nobody waits for: it takes no thread from what opens games."""
    pool = QThreadPool()
    pool.setMaxThreadCount(1)
    pool.setThreadPriority(QThread.Priority.LowPriority)
    return pool


_lately: OrderedDict[int, tuple[TitleContent, TitleArt]] = OrderedDict()
KEPT = 8


def draw_ahead(content: TitleContent, scenario: str, *, new: bool) -> None:
    """Have what draws counters brought, beside whoever asks, where some are not kept; any thread.

    They are all kept of a game that lies there, and of a new one of a scenario that was begun before and leaves none to chance.
    """
    kept = cardfaces.kept_at(content)
    drawn = kept.exists()
    if new:
        begun = cache.folder("begun") / cache.name_of(kept.name, content.title.id, scenario)
        drawn = drawn and cache.read(begun, "") is not None and not _by_chance(content, scenario)
        cache.write(begun, "", b"", most=500)
    if not drawn:
        QThreadPool.globalInstance().start(_bring_drawing)


def _by_chance(content: TitleContent, scenario: str) -> bool:
    """Return whether chance decides which counters lie there at the beginning."""
    found = next((one for one in content.scenarios if one.id == scenario), None)
    return found is None or bool(found.attrs.get("deal")) or any(line.random for line in found.setup)


def _bring_drawing() -> None:
    for name in DRAWING:
        importlib.import_module(name)


def art_of(content: TitleContent) -> TitleArt:
    """Return the art of a content, made once for equal content that is used at the same time."""
    seen = _lately.get(id(content))
    if seen is not None and seen[0] is content:
        _lately.move_to_end(id(content))
        return seen[1]
    # by its parts, which are other ones at once for another title; a fingerprint of a large board takes 60 ms
    found = next((art for kept, art in _lately.values() if kept == content), None) or TitleArt(content)
    _lately[id(content)] = (content, found)
    if len(_lately) > KEPT:
        _lately.popitem(last=False)
    return found
