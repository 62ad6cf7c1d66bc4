"""How a game is played at this table: who sits at the screen, how far the rules bind, where dice come from."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from qtwar.presenters.play.link import GameLink
from qtwar.presenters.play.news import News
from qtwar.presenters.play.players import Players
from qtwar.presenters.play.screen import Screen
from qtwar.ui.facts import DiceSource, GameIdentity, HandOver, Strictness
from qtwar.ui.game import GamePorts


class PlaySettings(QObject):
    """Fulfils `GameSettings`; also turns the seat, or covers the screen, when another side is to act."""

    changed = Signal()
    hand_over = Signal(object)

    def __init__(
        self,
        link: GameLink,
        screen: Screen,
        identity: GameIdentity,
        players: Players,
        public: Callable[[Screen, GameLink], GamePorts],
    ) -> None:
        super().__init__()
        self.identity = identity
        self._link, self._screen, self._players, self._public = link, screen, players, public
        self._active = set(screen.now.active)
        if link.shared:
            link.received.connect(self._received)

    @property
    def strictness(self) -> Strictness:
        """How far the rules bind."""
        return self._screen.strictness

    def set_strictness(self, value: Strictness) -> None:
        """Change it, or propose that where others sit at the table."""
        if self._link.agreed:
            self._stays()
        elif value != self.strictness:
            self._link.set_strictness(self._screen.seat, value)
            if not self._link.shared:
                self.changed.emit()  # it is as it was until all have agreed

    @property
    def dice_source(self) -> DiceSource:
        """Where dice come from."""
        return "hand" if self._screen.by_hand else "program"

    def set_dice_source(self, value: DiceSource) -> None:
        """Choose where dice come from: the program, or rolled by hand and typed in."""
        if self._link.agreed:
            self._stays()
            return
        self._screen.by_hand = value == "hand"
        self._link.set_facts({"dice": value}, self.changed.emit)

    def _stays(self) -> None:
        self._link.refused.emit({"key": "mail.refuse.agreed", "args": {}})
        self.changed.emit()

    # -- seats ---------------------------------------------------------------------------------------
    def sit(self, side: str) -> None:
        """Give the screen to a side."""
        self._link.sit(side, self.changed.emit)

    def request_hand_over(self) -> None:
        """Turn the seat to the side that is to act, else to the next one; behind a cover where another person plays it."""
        others = self._players.others(self._screen.seat)
        if others and self._link.shared:
            side = next((side for side in others if side in self._screen.now.active), others[0])
            self._cover_for(side) if self.identity.covers else self.sit(side)

    def for_everybody(self, then: Callable[[GamePorts], object]) -> None:
        """Give the game as everybody may see it."""
        self._link.watch(lambda screen, link: then(self._public(screen, link)))

    def _received(self, news: News) -> None:
        """Another side must act: cover the screen where one of the two sees what the other may not, else just turn the seat."""
        before, screen = self._active, self._screen
        self._active = set(screen.now.active)
        if screen.now.result is not None or screen.seat in screen.offers or self._active in (set(), before):
            return
        side = sorted(screen.now.active)[0]
        if self.identity.covers and news.secrets:
            self._cover_for(side)
        else:
            self.sit(side)

    def _cover_for(self, side: str) -> None:
        since = 0
        for head in reversed(self._screen.line):
            if head.side == side:
                break
            since += 1
        self.hand_over.emit(HandOver(side, self._players.player(side), since))
