"""The shelf under the board: off-map boxes, turn track, reinforcements, dice tray, markers."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import QStackedWidget

from qtwar.ui.facts import BoxTray, TurnBox
from qtwar.ui.game import GamePorts, open_asks
from qtwar.ui.i18n import tr
from qtwar.ui.play.boxes import Boxes, Coming, Trays, TurnTrack
from qtwar.ui.play.dicetray import DiceTray
from qtwar.ui.play.stock import Stock, stock
from qtwar.ui.theme import current, px
from qtwar.ui.theme.icons import icon
from qtwar.ui.widgets.arrows import bring_into_view
from qtwar.ui.widgets.basics import IconButton, Panel, name_areas, tab_bar
from qtwar.ui.widgets.elided import Elided
from qtwar.ui.widgets.faces import Face
from qtwar.ui.widgets.plain import plain

TABS = {
    "shelf.boxes": "inbox-multiple-outline", "shelf.turns": "calendar-blank-outline",
    "shelf.coming": "account-multiple-plus-outline", "shelf.dice": "dice-multiple-outline", "shelf.stock": "map-marker-outline",
}  # fmt: skip
"""The words of each tab, and the icon that stands for them where there is no room."""


class Shelf(Panel):
    """134 px open, a row of tabs when folded; it opens while a piece is carried and when dice fall."""

    reached = Signal()  # what is in hand may go into a box of it

    def __init__(self, model: GamePorts) -> None:
        super().__init__("shelf")
        self.model = model
        self.open = True
        self._words: list[str] = []
        bar = Panel("panel", row=True, margins=(8, 0, 6, 0), spacing=8)
        self.tabs = tab_bar("panes")
        self.say(self.tabs.setAccessibleName, "action.shelf")
        self.tabs.setUsesScrollButtons(True)
        self.tabs.setIconSize(current().icon_size())
        for key in TABS:
            self.tabs.addTab(tr(key))
        self.hint = Elided("second", "shelf.hint")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.fold = IconButton("chevron-down", "shelf.fold", size=26, then=lambda: self.set_open(not self.open))
        bar.lay(self.tabs, self.hint, self.fold, grow=self.hint)
        self.stack = QStackedWidget()
        self.boxes, self.turns, self.coming, self.dice = Boxes(model), TurnTrack(model), Coming(model), DiceTray(model)
        self.stock = Stock(model)
        for key, page in zip(TABS, (self.boxes, self.turns, self.coming, self.dice, self.stock), strict=True):
            self.stack.addWidget(page)
            name_areas(page, key)
        self.lay(bar, self.stack, grow=self.stack)
        self.tabs.currentChanged.connect(self.stack.setCurrentIndex)
        self.tabs.currentChanged.connect(lambda _: self._say_what_fits())
        self.tabs.currentChanged.connect(lambda _: self.set_open(self.open or self.tabs.hasFocus()))  # by an arrow
        self.tabs.tabBarClicked.connect(lambda _: self.set_open(True))
        self.dice.wanted.connect(self.show_dice)
        self._reach: Collection[str] = ()
        self.may_take = False
        """Whether what is in hand may go into a box of it."""
        model.focus.reach.connect(self._in_hand)
        model.position.changed.connect(lambda _: self._count())
        model.settings.changed.connect(self._count)
        model.focus.stock.connect(self.show_stock)
        self._count()
        self.restyle()

    def _in_hand(self, reach: Collection[str]) -> None:
        """Bring trays forward into which what is in hand may go; of several the first, unless one is there already."""
        if reach == self._reach:
            return
        self._reach = reach
        pages = (self.boxes, self.turns, self.coming)
        lit = [n for n, trays in enumerate(pages) if trays.light(reach)]
        self.may_take = bool(lit)
        if not lit:
            return
        if self.tabs.currentIndex() not in lit:
            self.tabs.setCurrentIndex(lit[0])
        self.reached.emit()
        pages[self.tabs.currentIndex()].come_to_light()

    def next_candidate(self, step: int) -> bool:
        """Give the keyboard to the next counter that can be chosen or taken in a box, if there is one."""
        asked = {piece for ask in open_asks(self.model.actions.offer) for piece in ask.get("pieces") or ()}
        position = self.model.position
        trays: tuple[tuple[Trays, Sequence[BoxTray | TurnBox]], ...] = (
            (self.boxes, position.boxes()), (self.turns, position.turn_track()), (self.coming, position.reinforcements())
        )  # fmt: skip
        holding = next((n for n, (_, boxes) in enumerate(trays) if any(asked.intersection(b.pieces) for b in boxes)), None)
        if holding is None:
            return False
        self.set_open(True)
        self.tabs.setCurrentIndex(holding)
        trays[holding][0].catch_up()
        faces = [
            face for face in trays[holding][0].findChildren(Face)  # those of trays that were let go are hidden with them
            if face.isVisibleTo(trays[holding][0]) and asked.intersection(face.pieces)
        ]  # fmt: skip
        if not faces:
            return False
        at = next((n for n, face in enumerate(faces) if face.hasFocus()), -1 if step > 0 else 0)
        face = faces[(at + step) % len(faces)]
        face.setFocus(Qt.FocusReason.TabFocusReason)
        bring_into_view(face)
        return True

    def show_dice(self) -> None:
        """Bring the dice forward; never takes the focus unless dice are to be typed."""
        self.set_open(True)
        self.tabs.setCurrentIndex(3)

    def show_stock(self) -> None:
        """Bring the markers forward, ready to be found by typing."""
        self.set_open(True)
        self.tabs.setCurrentIndex(4)
        self.stock.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def set_open(self, on: bool) -> None:
        """Unfold or fold the shelf of boxes."""
        self.open = on
        self.stack.setVisible(on)
        self.fold.set_icon("chevron-down" if on else "chevron-up")
        self.restyle()

    def _count(self) -> None:
        self.tabs.setTabVisible(4, self.model.settings.strictness != "enforce" and bool(stock(self.model)))
        coming = sum(box.count or len(box.pieces) for box in self.model.position.reinforcements())
        words = [tr(key) for key in TABS]
        words[2] += f" {coming}" if coming else ""
        if words != self._words:
            self._words = words
            for n, text in enumerate(words):
                self.tabs.setTabToolTip(n, plain(text))
                self.tabs.setAccessibleTabName(n, text)
        self._say_what_fits()

    def _say_what_fits(self) -> None:
        """Say every tab in words as far as there is room, else the one in front, else none: icons stand for the others.

        The hint is there whole or not at all.
        """
        room = self.width() - self.fold.width() - px(8 + 8 + 8 + 6)
        for which in (range(len(TABS)), (self.tabs.currentIndex(),), ()):
            self._say_tabs(which)
            if self.tabs.sizeHint().width() <= room:
                break
        left = room - self.tabs.sizeHint().width()
        self.hint.setVisible(self.hint.fontMetrics().horizontalAdvance(tr("shelf.hint")) <= left)

    def _say_tabs(self, which: Collection[int]) -> None:
        for n, (text, name) in enumerate(zip(self._words, TABS.values(), strict=True)):
            self.tabs.setTabText(n, text if n in which else "")
            self.tabs.setTabIcon(n, QIcon() if n in which else icon(name))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say as much as there is room for."""
        super().resizeEvent(event)
        self._say_what_fits()

    def retranslate(self) -> None:
        """Say the tabs again."""
        self._count()

    def restyle(self) -> None:
        """Take the height at the new scale."""
        super().restyle()
        self.tabs.setIconSize(current().icon_size())
        self._say_what_fits()
        self.setFixedHeight(px(138) if self.open else px(34))
