"""What this window holds of a game: the view of its seat and what comes with it, on the window's thread."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal

from qtwar.base.text import Message
from qtwar.engine import views
from qtwar.engine.state import State
from qtwar.presenters.play.leave import Leave
from qtwar.presenters.play.news import News
from qtwar.ui.facts import EVERYTHING, Strictness, ViewChanges


class Screen(QObject):
    """The position as the seat sees it (or an entry of its past), the offers, and the heads of the history.

    The ports of the game read it. `seat` is empty where a screen is for everybody.
    """

    changed = Signal(object)  # ChangeSet
    offer_changed = Signal()
    looked = Signal(int)  # entry looked at, or -1 when back at the live end
    seated = Signal()  # another side sits here: what it sees is on its way

    def __init__(self, seat: str, news: News, *, covers: bool, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.seat, self.covers = seat, covers
        self.by_hand = False  # the dice are rolled by hand
        self.leave: Leave | None = None
        self._view: State
        self._past: State | None = None
        self._entry = -1
        self._see(news)

    def _see(self, news: News) -> None:
        if news.whole is not None:
            self._view = news.whole
        else:
            views.patch_view(self._view, news.patch)
            for key, value in news.values.items():
                setattr(self._view, key, value)
        self.step, self.offers = news.step, news.offers
        self.line, self.ahead = news.line, news.ahead
        self.floor, self.floor_why = news.floor, news.floor_why

    def take(self, news: News) -> None:
        """Take the position and the heads of the history as they are now."""
        touched = {piece for place in news.patch for piece in self._view.places.get(place, ())}
        touched.update(shown[0] for pieces in news.patch.values() for shown in pieces)
        self._see(news)
        self.leave = None
        walked = news.head is not None and news.head.kind in ("undo", "redo")
        if walked:
            self.forget_past()
        places, whole = frozenset(news.patch), news.whole is not None
        self.changed.emit(ViewChanges(places=places, pieces=frozenset(touched), everything=whole))
        self.offer_changed.emit()
        if walked:
            self.looked.emit(-1)

    def say_again(self) -> None:
        """Have everything read again: it is said in another language."""
        self.changed.emit(EVERYTHING)
        self.offer_changed.emit()

    # -- the past ----------------------------------------------------------------------------------
    @property
    def view(self) -> State:
        """The position at the entry looked at."""
        return self._past if self._past is not None else self._view

    @property
    def now(self) -> State:
        """The position at the live end."""
        return self._view

    @property
    def live(self) -> bool:
        """Whether the screen shows the live end."""
        return self._past is None

    @property
    def entry(self) -> int:
        """The entry looked at."""
        return self._entry if self._entry >= 0 else len(self.line)

    def look(self, past: State, entry: int) -> None:
        """Show an entry of the past."""
        self._past, self._entry = past, entry
        self._looked(entry)

    def look_here(self) -> None:
        """Show the live end again."""
        if self.forget_past():
            self._looked(-1)

    def forget_past(self) -> bool:
        """Be at the live end without telling anybody, who is told of something larger; returns whether it was not."""
        was, self._past, self._entry = self._past, None, -1
        return was is not None

    def _looked(self, entry: int) -> None:
        self.changed.emit(EVERYTHING)
        self.offer_changed.emit()
        self.looked.emit(entry)

    # -- what may be done --------------------------------------------------------------------------
    @property
    def offer(self) -> dict[str, Any] | None:
        """The offer that this screen may answer now."""
        if self._past is not None:
            return None
        if self.leave is not None:
            return self.leave.offer
        if self._view.result is not None:
            return None
        if self.seat in self.offers:
            return self.offers[self.seat]
        if not self.covers and self.offers:
            return next(iter(self.offers.values()))
        return None

    @property
    def acting(self) -> str:
        """The side that is asked now, or nothing."""
        return str((self.offer or {}).get("side", ""))

    @property
    def strictness(self) -> Strictness:
        """How far the rules bind; on a screen for everybody nothing is moved by hand, however they bind in the game."""
        return self._view.vars.get("strictness", "enforce") if self.seat else "enforce"

    # -- leave of the other players ------------------------------------------------------------------
    def ask_leave(self, asked: Leave) -> None:
        """Put a question to the other players, in the prompt bar of the live end."""
        self.look_here()
        self.leave = asked
        self.offer_changed.emit()

    def answer_leave(self, action: dict[str, Any]) -> Message | None:
        """Take the answer to that question; returns what to say where it was refused."""
        asked, self.leave = self.leave, None
        assert asked is not None
        refusal = asked.answer(action)
        self.offer_changed.emit()
        return refusal
