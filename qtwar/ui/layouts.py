"""What a person made of the layouts of a title: docks, shelf, zoom and the second screen; kept, and put back.

Each layout (play, teach, two screens, map) is kept once for a wide and once for a narrow window. *Reset layout* forgets
what was made of the one in force. Where one looks (zoom and middle of each board) belongs to the title alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget

from qtwar.ui.board import BoardView
from qtwar.ui.game import GamePorts
from qtwar.ui.looks import look_at, look_of, put_look
from qtwar.ui.play.gamepage import GamePage
from qtwar.ui.preferences import bytes_of, text_of
from qtwar.ui.public import PublicWindow
from qtwar.ui.second import SecondWindow
from qtwar.ui.widgets.basics import timer

KEPT = "layouts"
BETWEEN = "-"  # layout in force while another one comes: nothing is kept under it
SOON = 400  # after a change, ms: a drag of an edge is one change


class Layouts(QObject):
    """The layouts of one page, whose widget is watched; `board_factory` makes the board of a second window."""

    def __init__(self, page: GamePage, widget: QWidget) -> None:
        super().__init__(widget)
        self.page, self._widget = page, widget
        self.board_factory: Callable[[], BoardView] | None = None
        self.windows: list[SecondWindow] = []
        self.looks: dict[str, list[float]] | None = None  # where to look at first, if not where the title was left
        self._key = ""  # layout and width that stand now; empty until the page has been shown
        self._soon, self._settling = timer(self, SOON, self.keep), timer(self, 0, self.settle)
        page.area.switched.connect(self._soon.start)
        page.area.leaving.connect(self.keep)
        for dock in page.docks.values():
            dock.topLevelChanged.connect(lambda _: self._soon.start())
            dock.dockLocationChanged.connect(lambda _: self._soon.start())
            dock.installEventFilter(self)
        widget.installEventFilter(self)
        page.cover.turned.connect(self._cover)

    # -- what is kept ------------------------------------------------------------------------------
    @property
    def title(self) -> dict[str, Any]:
        """What is kept for the title of the game."""
        own = self.page.prefs.extra(KEPT, {}).get(self.page.model.settings.identity.title)
        return dict(own) if isinstance(own, dict) else {}

    def _write(self, own: dict[str, Any]) -> None:
        kept = self.page.prefs.extra(KEPT, {})
        self.page.prefs.keep(KEPT, {**kept, self.page.model.settings.identity.title: own})

    def _name(self) -> str:
        return f"{self.page.layout_name}.{'narrow' if self.page.compact else 'wide'}"

    def _made(self) -> dict[str, Any]:
        made = self.title.get("made")
        own = made.get(self._name()) if isinstance(made, dict) else None
        return own if isinstance(own, dict) else {}

    def keep(self) -> None:
        """Keep docks, shelf, zoom and second screen as they stand."""
        self._soon.stop()
        page = self.page
        if not self._key or self._key != self._name() or self._settling.isActive():
            return
        if page.area.away or page.cover.stands:  # what floats is hidden, but not by the person
            return
        own = self.title
        made = dict(own.get("made") or {})
        area = page.area
        stands: dict[str, Any] = {"docks": text_of(area.saveState()), "shelf": page.shelf.open, "kept": sorted(area.kept)}
        second = self.second
        if second is not None:
            stands["second"] = second.placement()
        made[self._key] = stands
        looks = {**(own.get("looks") or {}), **look_of(page.board)}
        self._write({**own, "layout": page.layout_name, "made": made, "looks": looks})

    def reset(self) -> None:
        """Forget what was made of the layout in force."""
        own = self.title
        made = {name: state for name, state in (own.get("made") or {}).items() if name != self._name()}
        self._write({**own, "made": made})
        self._key = BETWEEN
        self.page.set_layout(self.page.layout_name)

    # -- putting it back ---------------------------------------------------------------------------
    def begin(self) -> None:
        """The page is shown for the first time: take up the title's last layout."""
        if self._key:
            return
        name = self.title.get("layout")
        self._key = BETWEEN
        if name in ("teach", "two", "map") and not (name == "two" and self.board_factory is None):
            self.page.set_layout(name)
        self._key = self._name()
        self.settle()
        if self.looks:
            look_at(self.page.board, self.looks)
        else:
            put_look(self.page.board, self.title.get("looks"))

    def arranged(self) -> None:
        """The page has arranged a layout as it comes; what was made of it follows when Qt has laid it out."""
        self._key = self._name() if self._key else ""
        if self.page.layout_name == "two" and self.board_factory is not None:
            if self.second is None:
                self._open(docks=True)
            else:
                self.second.arrange(self.page.docks)
        elif self.second is not None:
            self._shut(self.second)
        self._settling.start()

    def settle(self) -> None:
        """Give the docks the sizes of the layout, or those that the person gave them."""
        self._settling.stop()
        page, made = self.page, self._made()
        second = self.second
        if second is not None:
            second.put(made.get("second"))
        if page.layout_name == "map":
            return
        state = bytes_of(made.get("docks"))
        if second is not None:
            pass  # the docks stand there
        elif state.isEmpty() or not self._key or not page.area.restoreState(state):
            page.area.size_docks(page.layout_name)
        else:
            page.area.kept = {str(ident) for ident in made.get("kept") or ()}
            if isinstance(made.get("shelf"), bool):
                page.shelf.set_open(made["shelf"])
        page.follow_offer()
        page.area.settle_floats()

    # -- further windows ---------------------------------------------------------------------------
    @property
    def second(self) -> SecondWindow | None:
        """The window that has the docks in the layout for two screens."""
        return next((window for window in self.windows if window.has_docks), None)

    def new_window(self) -> SecondWindow | None:
        """Show the game in one more window, on the other screen where there is one."""
        return self._open(docks=False) if self.board_factory is not None else None

    def public_window(self) -> None:
        """Show what both sides may see in one more window; the one that is there comes forward."""
        found = next((window for window in self.windows if isinstance(window, PublicWindow)), None)
        if found is not None:
            found.raise_()
            found.activateWindow()
        elif self.board_factory is not None:
            self.page.model.settings.for_everybody(lambda model: self._open(docks=False, model=model))

    def _open(self, *, docks: bool, model: GamePorts | None = None) -> SecondWindow:
        assert self.board_factory is not None
        board = self.board_factory()
        window = (
            SecondWindow(self.page, board, docks=docks) if model is None else PublicWindow(self.page, board, model)
        )
        self.windows.append(window)
        if docks:
            window.arrange(self.page.docks)
        window.closed.connect(lambda: self._closed(window))
        window.place_on_other_screen(len(self.windows))
        self._cover()
        if self.page.isVisible():
            window.show()
        return window

    def _closed(self, window: SecondWindow) -> None:
        """The person closes a window: docks go home."""
        if window.has_docks:
            self.keep()
            self.page.set_layout("play")
        else:
            self._shut(window)

    def _shut(self, window: SecondWindow) -> None:
        self.windows.remove(window)
        window.let_go(self.page.area)

    def show_windows(self, on: bool) -> None:
        """Show or hide what belongs to the page outside of it, as its tab comes and goes."""
        for window in self.windows:
            window.setVisible(on)
        if on and self.page.layout_name == "two" and self.second is None and self._key:
            self.page.set_layout("two")

    def close(self) -> None:
        """The page closes: keep all, let further windows go."""
        self.keep()
        self._key = ""
        for window in list(self.windows):
            self._shut(window)

    # -- secrets -----------------------------------------------------------------------------------
    def _cover(self) -> None:
        """What stands outside of the page must not show what the cover hides."""
        cover = self.page.cover
        for window in self.windows:
            window.shade(cover.what if cover.stands else None)  # laid over docks in it too
        self.page.area.cover(cover.stands)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """An edge was dragged, or the page is shown for the first time."""
        if event.type() == QEvent.Type.Show and watched is self._widget and not self._key:
            QTimer.singleShot(0, self, self.begin)
        elif event.type() == QEvent.Type.Resize:
            if watched is not self._widget:
                self._soon.start()
            elif self._soon.isActive():
                self.keep()  # before another width brings another arrangement
        return False
