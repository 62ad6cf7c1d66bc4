"""Test games: each belongs to a draft. F5 goes back there; closing one throws it away, unless it is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from qtwar.ui.i18n import tr
from qtwar.ui.looks import look_of
from qtwar.ui.tabs import Tabs

if TYPE_CHECKING:
    from qtwar.ui.game import GamePorts

Keep = Callable[[dict[str, list[float]]], object]
"""Makes an ordinary game of a test game that is closed, and opens it where one looked."""


class Trials:
    """The test games of a window. One that was closed can still be kept until another is, or the window is."""

    def __init__(self, window: Tabs) -> None:
        self.window = window
        self._forget: Callable[[], object] | None = None

    def open(self, model: GamePorts, draft: QWidget | None, discard: Callable[[], object], keep: Keep) -> QWidget:
        """Open the test game of a draft in place of an earlier one, where one looks in the draft."""
        window = self.window
        for n in range(window.stack.count() - 1, 0, -1):
            page = window.stack.widget(n)
            if draft is not None and getattr(page, "origin", None) is draft:
                page.set_aside = page.discard  # its place is taken at once: nothing is told
                window.close_tab(n)
        shown: Any = window.open_game(model)
        shown.origin, shown.discard, shown.keep = draft, discard, keep
        shown.set_aside = lambda: self._set_aside(shown)
        map_page = getattr(draft, "map", None)
        if map_page is not None:
            shown.layouts.looks = look_of(map_page.view)
        window.refresh_tab()
        return shown

    def commands(self, page: Any) -> dict[str, Callable[..., object]]:
        """Return what a page does as a test game; nothing for any other page."""
        if getattr(page, "keep", None) is None:
            return {}
        return {"play_here": lambda: self.back(page), "keep_game": lambda: self.keep(page)}

    def back(self, page: Any) -> None:
        """From a test game to its draft."""
        index = self.window.stack.indexOf(page.origin) if page.origin is not None else -1
        if index > 0:
            self.window.tabs.setCurrentIndex(index)

    def keep(self, page: Any) -> None:
        """Make an ordinary game of an open test game, in a tab of its own."""
        looks, keep = look_of(page.board), page.keep
        page.discard = page.set_aside = lambda: None
        self.window.close_tab(self.window.stack.indexOf(page))
        keep(looks)

    def closed(self, page: Any) -> None:
        """A tab was closed; a test game is set aside, to be thrown away with the next one."""
        if getattr(page, "keep", None) is not None:
            page.set_aside()

    def _set_aside(self, page: Any) -> None:
        self.forget()
        if page.model.history.live <= 1:  # nothing was played
            page.discard()
            return
        self._forget = page.discard
        looks, keep = look_of(page.board), page.keep

        def wanted() -> None:
            self._forget = None
            keep(looks)

        self.window.tell(tr("test.gone"), ("action.keep_game", wanted))

    def forget(self) -> None:
        """Throw away what was set aside."""
        forget, self._forget = self._forget, None
        if forget is not None:
            forget()
