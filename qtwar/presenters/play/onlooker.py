"""A game as everybody at the table may see it: what stands on a second screen for both sides, and follows the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject

from qtwar.base.text import Message
from qtwar.model.content import Content
from qtwar.presenters.play.news import News
from qtwar.presenters.play.reading import Faces, ReadModel
from qtwar.ui.model import ChangeSet, GameIdentity, Strictness


class Onlooker(ReadModel):
    """Fulfils GameModel for somebody of no side: it holds nothing that any side may not know, and does nothing."""

    def __init__(
        self, content: Content, identity: GameIdentity, news: News, *, language: str, faces: Faces, parent: QObject
    ) -> None:
        super().__init__(content, identity, "", news, language=language, faces=faces, parent=parent)

    def take(self, news: News) -> None:
        """Take what everybody may know of what happened."""
        touched = {piece for place in news.patch for piece in self._view.places.get(place, ())}
        touched.update(shown[0] for pieces in news.patch.values() for shown in pieces)
        self.see(news)
        whole = news.whole is not None
        told = tuple(news.told)
        places = frozenset(news.patch)
        self.changed.emit(
            ChangeSet(places, frozenset(touched), sides=True, vars=True, log=True, everything=whole, events=told)
        )
        self.history_changed.emit()

    def rebuild_log(self) -> None:
        """There is no log here; the names of the entries are for everybody."""

    @property
    def strictness(self) -> Strictness:
        """Nothing is moved by hand here, however the rules bind in the game."""
        return "enforce"

    def submit(self, action: Mapping[str, Any]) -> None:
        """Do nothing."""

    def free_move(self, pieces: Sequence[str], place: str, broke: Message | None = None) -> None:
        """Do nothing."""

    def query(self, name: str, args: Mapping[str, Any], then: Callable[[Any], None]) -> Callable[[], None]:
        """Ask nothing: the rules answer sides."""
        return lambda: None

    def odds(self, args: Mapping[str, Any]) -> None:
        """Ask nothing."""
