"""Place and stack: what is in the cell under the cursor, or in the one that is pinned."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from qtwar.ui.game import GamePorts
from qtwar.ui.i18n import suited
from qtwar.ui.widgets.basics import IconButton, Panel, scrolling
from qtwar.ui.widgets.placeview import PlaceView


class ViewerDock(Panel):
    """Follows the cursor; the pin keeps it where it is."""

    def __init__(self, model: GamePorts) -> None:
        super().__init__("panel")
        self.pinned = ""
        self._pieces: tuple[str, ...] = ()
        self.shown = PlaceView(model)
        self.name, self.own, self.theirs = self.shown.name, self.shown.own, self.shown.theirs
        self.pin = IconButton("pin-outline", suited("viewer.pin", model.title.ground), size=26, checkable=True)
        self.pin.toggled.connect(self._pin)
        self.shown.head.lay(self.pin)
        area = scrolling(self.shown, sideways=True)
        self.say(area.setAccessibleName, suited("dock.stack", model.title.ground))
        self.lay(area)
        self.own.clicked.connect(lambda p: model.focus.selected.emit((p,)))
        model.focus.hovered.connect(self._hover)
        model.focus.selected.connect(self.follow_selection)
        model.focus.pinned.connect(self.keep)
        model.focus.centre.connect(self._centred)
        model.position.changed.connect(lambda _: self.show_place(self.shown.place))
        model.history.replaying.connect(lambda _: self.show_place(self.shown.place))
        self.show_place("")

    def entrance(self) -> tuple[QWidget, ...]:
        """F6 comes to the counters, not to the pin above them."""
        return self.own, self.theirs

    def _pin(self, on: bool) -> None:
        self.pinned = self.shown.place if on else ""
        self.pin.set_icon("pin" if on else "pin-outline")

    def keep(self, place: str) -> None:
        """Show a place and stay there; the one that is kept already is let go of."""
        again = place == self.pinned
        self.pin.setChecked(False)
        if place and not again:
            self.show_place(place)
            self.pin.setChecked(True)

    def follow_selection(self, pieces: tuple[str, ...]) -> None:
        """Say more of a single piece that is selected, in the place where it lies; once, for what is carried looks about."""
        if pieces == self._pieces:
            return
        self._pieces = pieces
        record = self.shown.model.position.view.pieces.get(pieces[0]) if len(pieces) == 1 else None
        if record is not None and not self.pinned and record["at"] != self.shown.place:
            self.show_place(str(record["at"]))
        self.shown.show_piece(pieces[0] if record is not None and record["at"] == self.shown.place else "")

    def _centred(self, what: str) -> None:
        """Follow where the board is led: to a place, or to that of a piece, of which more is said."""
        record = self.shown.model.position.view.pieces.get(what)
        if not self.pinned:
            self.show_place(str(record["at"]) if record is not None else what)
            self.shown.show_piece(what if record is not None else "")

    def _hover(self, place: str) -> None:
        if place and not self.pinned:
            self.show_place(place)

    def show_place(self, place: str) -> None:
        """Show what is known of a place and the stack on it."""
        self.shown.show_place(place)
        self.pin.setEnabled(bool(place))
