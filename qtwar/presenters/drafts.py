"""What an open draft asks of the program around it: the titles that are installed, and a game to try it in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from qtwar.model.content import TitleContent
from qtwar.qtpaint.traced import Taken
from qtwar.services import foreign, ownart, titles
from qtwar.services.cache import art_cache
from qtwar.session.begin import PlayStart
from qtwar.ui.edit.art import ArtDesk
from qtwar.ui.edit.model import EditModel
from qtwar.ui.i18n import language


class DraftSurroundings:
    """Fulfils `ui.edit.model.Around`; `play` opens a throw-away game, `install` takes a packed module into the library."""

    def __init__(
        self, play: Callable[[EditModel, PlayStart], object], install: Callable[[str, str], object] = lambda module, draft: None
    ) -> None:
        self.play, self.install = play, install
        self.art_cache = art_cache()
        self.art: ArtDesk = ownart

    def titles(self) -> Sequence[tuple[str, str]]:
        """Return id and name of the installed titles."""
        return [(item.id, item.info.name.get(language()) or item.id) for item in titles.installed() if item.info is not None]

    def load(self, title: str) -> TitleContent:
        """Return the content of a title; raises QtwarError."""
        return titles.load(title)[1]

    def home_of(self, title: str) -> Path:
        """Return the folder or archive of a title; raises QtwarError."""
        return titles.by_id(title)

    def take_picture(self, path: Path, wanted: Callable[[], bool]) -> Taken:
        """Have a picture decoded beside the program, given up once it is no longer wanted; raises DataFault."""
        return foreign.take(path, wanted)

    def is_bundled(self, title: str) -> bool:
        """Return whether a title comes with the program."""
        bundled = titles.folders()[0]
        return any(item.id == title and item.path.parent == bundled for item in titles.installed())
