"""What the print tab needs of what it prints; fulfilled by `app`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from qtwar.export.choices import Choices
from qtwar.export.page import Book

Progress = Callable[[int, int], None]


class PrintModel(Protocol):
    """A scenario, a draft or a game that can be printed. `make` and `write` are called on a background thread."""

    name: str
    key: str
    """The same for the same thing: one tab each."""
    is_game: bool
    put_away: Callable[[], None] | None
    """Set by the window, called where the pages must not be seen any longer: the screen goes to another player."""
    scenarios: Sequence[tuple[str, str]]
    """(id, name); one of them is printed."""
    scenario: str
    sides: Sequence[tuple[str, str]]
    """(id, short name) of those whose sheets may be made here; `` is the referee."""
    boards: Sequence[tuple[str, str]]
    tables: Sequence[tuple[str, str]]
    folder: Path
    """Where files are put unless a person says otherwise."""

    def remembered(self) -> Choices:
        """Return the choices of the last time."""
        ...

    def remember(self, choices: Choices) -> None:
        """Keep the choices with the document."""
        ...

    def make(self, scenario: str, choices: Choices, progress: Progress) -> Book:
        """Return the pages; raises DataFault."""
        ...

    def write(
        self,
        scenario: str,
        choices: Choices,
        target: Path,
        form: str,
        dpi: float,
        book: Book | None,
        progress: Progress,
    ) -> Sequence[Path]:
        """Write the files whole or not at all and return them; raises DataFault."""
        ...
