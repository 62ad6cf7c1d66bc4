"""What the print tab prints: a scenario, a draft or a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QStandardPaths

from qtwar.base.errors import DataFault
from qtwar.export import writing
from qtwar.export.choices import Choices
from qtwar.export.page import Book
from qtwar.export.source import SheetSource
from qtwar.model.content import TitleContent
from qtwar.ui import i18n

Progress = Callable[[int, int], None]
Named = Sequence[tuple[str, str]]
"""(id, name) of things to choose from."""
DPI = 300.0


class PrintModel:
    """Something that can be printed; `make` and `write` are called on a background thread.

    `key` is the same for the same thing: one tab each. `sides` are those whose sheets may be made here, `` the referee.
    """

    is_game = False
    put_away: Callable[[], None] | None = None
    """Set by the window, called where the pages must not be seen any longer: the screen goes to another player."""

    def __init__(self, name: str, key: str, content: TitleContent, scenario: str) -> None:
        lang = i18n.language()
        self.name, self.key, self.scenario = name, key, scenario
        self.first: Mapping[str, Any] = {"language": lang}  # what nobody has chosen yet is so
        self.scenarios: Named = [(s.id, s.name.get(lang)) for s in content.scenarios]
        self.sides: Named = [("", ""), *((s.id, s.short.get(lang) or s.name.get(lang)) for s in content.sides)]
        self.boards: Named = [(b.id, b.name.get(lang)) for b in content.boards]
        self.tables: Named = [(t.id, t.name.get(lang)) for t in content.tables]
        found = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        self.folder: Path = Path(found) if found else Path.home()  # unless a person says otherwise

    def source(self, scenario: str) -> SheetSource:
        """Return what a scenario is printed from."""
        raise NotImplementedError

    def stored(self) -> Mapping[str, Any]:
        """Return the choices that were kept with the document."""
        raise NotImplementedError

    def keep(self, data: dict[str, Any]) -> None:
        """Keep choices with the document."""
        raise NotImplementedError

    def remembered(self) -> Choices:
        """Return the choices of the last time, else those of the settings."""
        return Choices.from_json({**self.first, **self.stored()})

    def remember(self, choices: Choices) -> None:
        """Keep the choices."""
        self.keep({**choices.as_json(), **{name: getattr(choices, name) for name in self.first}})

    def make(self, scenario: str, choices: Choices, progress: Progress) -> Book:
        """Return the pages; raises DataFault."""
        from qtwar.export.press import make_book

        self._allow(choices)
        return make_book(self.source(scenario), choices, progress)

    def write(
        self, scenario: str, choices: Choices, target: Path, book: Book | None, progress: Progress
    ) -> Sequence[Path]:
        """Write the files whole or not at all and return them; raises DataFault."""
        self._allow(choices)
        return writing.write(self.source(scenario), choices, target, dpi=DPI, progress=progress, book=book).paths

    def _allow(self, choices: Choices) -> None:
        """Refuse the sheets of a side that does not sit at this screen."""
        if choices.side not in [ident for ident, _ in self.sides]:
            raise DataFault("printing.not_this_seat")
