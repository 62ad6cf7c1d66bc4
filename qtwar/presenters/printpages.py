"""The print tab's models: a scenario of a title, a draft as it is now, a game as the seat at this screen may see it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QStandardPaths

from qtwar.base.errors import DataFault
from qtwar.export.choices import Choices
from qtwar.export.page import Book
from qtwar.export.paper import MARGINS
from qtwar.export.source import SheetSource
from qtwar.model.content import TitleContent
from qtwar.presenters.edit.model import DraftModel
from qtwar.presenters.play.game import PlayGame
from qtwar.services import printing, titles
from qtwar.ui import i18n
from qtwar.ui.preferences import Preferences

Progress = Callable[[int, int], None]
KEEP = "print"


class _Printed:
    """What all of them share; `_source` is asked on a background thread."""

    is_game = False
    put_away: Callable[[], None] | None = None
    """Given by the window: closes the tab."""

    def __init__(self, name: str, key: str, content: TitleContent, scenario: str) -> None:
        lang = i18n.language()
        self.name, self.key, self.scenario = name, key, scenario
        self.first: Mapping[str, Any] = {"language": lang}  # what nobody has chosen yet is so
        self.scenarios: Sequence[tuple[str, str]] = [(s.id, s.name.get(lang)) for s in content.scenarios]
        self.sides: Sequence[tuple[str, str]] = [("", ""), *_sides(content, lang)]
        self.boards: Sequence[tuple[str, str]] = [(b.id, b.name.get(lang)) for b in content.boards]
        self.tables: Sequence[tuple[str, str]] = [(t.id, t.name.get(lang)) for t in content.tables]
        found = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        self.folder: Path = Path(found) if found else Path.home()

    def _source(self, scenario: str) -> SheetSource:
        raise NotImplementedError

    def _settings(self) -> dict[str, Any]:
        raise NotImplementedError

    def _keep(self, data: dict[str, Any]) -> None:
        raise NotImplementedError

    def remembered(self) -> Choices:
        """Return the choices of the last time, else those of the settings."""
        return Choices.from_json({**self.first, **self._settings()})

    def remember(self, choices: Choices) -> None:
        """Keep the choices."""
        self._keep({**choices.as_json(), **{name: getattr(choices, name) for name in self.first}})

    def make(self, scenario: str, choices: Choices, progress: Progress) -> Book:
        """Return the pages."""
        from qtwar.export.press import make_book

        return make_book(self._source(scenario), choices, progress)

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
        """Write the files."""
        source = self._source(scenario)
        written = printing.write(source, choices, target, form=form, dpi=dpi, progress=progress, book=book)
        return written.paths


def _sides(content: TitleContent, lang: str) -> list[tuple[str, str]]:
    return [(side.id, side.short.get(lang) or side.name.get(lang)) for side in content.sides]


class ScenarioPrint(_Printed):
    """A scenario of an installed title; its choices are kept with the program's settings."""

    def __init__(self, title: str, scenario: str, prefs: Preferences) -> None:
        _, self._content = titles.load(title)
        scenario = titles.scenario_of(self._content, scenario) if scenario else self._content.scenarios[0].id
        name = self._content.scenario(scenario).name.get(i18n.language())
        super().__init__(name, f"title:{title}/{scenario}", self._content, scenario)
        self._prefs, self._title = prefs, title
        self._made: dict[str, SheetSource] = {}

    def _source(self, scenario: str) -> SheetSource:
        if scenario not in self._made:
            self._made[scenario] = printing.scenario_source(self._content, scenario)
        return self._made[scenario]

    def _settings(self) -> dict[str, Any]:
        found = self._prefs.extra(KEEP, {})
        return dict(found.get(self._title) or {}) if isinstance(found, dict) else {}

    def _keep(self, data: dict[str, Any]) -> None:
        found = self._prefs.extra(KEEP, {})
        self._prefs.keep(KEEP, {**(found if isinstance(found, dict) else {}), self._title: data})


class DraftPrint(_Printed):
    """A draft as it stands when its pages are made."""

    def __init__(self, model: DraftModel) -> None:
        super().__init__(model.identity.name, f"draft:{model.path}", model.content, model.scenario)
        self._model = model

    def _source(self, scenario: str) -> SheetSource:
        return printing.scenario_source(self._model.content, scenario)

    def _settings(self) -> dict[str, Any]:
        return dict(self._model.session.facts.get(KEEP) or {})

    def _keep(self, data: dict[str, Any]) -> None:
        self._model.session.store.set_facts({KEEP: data})


class GamePrint(_Printed):
    """A game; where seats are covered, only the sheets of the side that sits at the screen."""

    is_game = True

    def __init__(self, model: PlayGame) -> None:
        identity = model.settings.identity
        super().__init__(identity.name, f"game:{identity.path or id(model)}", model.title.content, identity.scenario)
        self.scenarios = [item for item in self.scenarios if item[0] == identity.scenario]
        self._model = model
        if identity.covers:
            # one tab for one seat: when the screen is handed over, the next player must not find these pages
            self.sides = [item for item in self.sides if item[0] == model.position.seat]
            model.settings.hand_over.connect(self._over)
            model.settings.changed.connect(self._over)

    def _over(self, *_: object) -> None:
        if self.put_away is not None and (_ or self.sides[0][0] != self._model.position.seat):
            self.put_away()

    def _source(self, scenario: str) -> SheetSource:
        return printing.game_source(self._model.title.content, self._model.journal, self._model.settings.identity.name)

    def make(self, scenario: str, choices: Choices, progress: Progress) -> Book:
        """Return the pages; never more than the seat may know."""
        self._allow(choices)
        return super().make(scenario, choices, progress)

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
        """Write the files; never more than the seat may know."""
        self._allow(choices)
        return super().write(scenario, choices, target, form, dpi, book, progress)

    def _allow(self, choices: Choices) -> None:
        if choices.side not in [ident for ident, _ in self.sides]:
            raise DataFault("printing.not_this_seat")

    def _settings(self) -> dict[str, Any]:
        return dict(self._model.journal.game().get(KEEP) or {})

    def _keep(self, data: dict[str, Any]) -> None:
        self._model.journal.set_game({KEEP: data})


def first_choices(prefs: Preferences) -> dict[str, Any]:
    """Return what a new print page begins with, as the settings say; names are those of `Choices`."""
    language = prefs.get("sheet_language")
    return {
        "paper": prefs.get("paper"),
        "margin": MARGINS[prefs.get("margin")],
        "tone": prefs.get("tone"),
        "ink_saving": prefs.get("ink_saving"),
        "duplex": prefs.get("duplex"),
        "language": i18n.language() if language == "window" else language,
    }


def print_model(page: Any, title: str, scenario: str, prefs: Preferences) -> _Printed | None:
    """Return the model of what a tab shows; of the library, the title and scenario chosen there."""
    model = getattr(page, "model", None)
    made: _Printed | None = None
    if isinstance(model, PlayGame):
        made = GamePrint(model)
    elif isinstance(model, DraftModel):
        made = DraftPrint(model)
    elif title:
        made = ScenarioPrint(title, scenario, prefs)
    if made is not None:
        made.first = first_choices(prefs)
    return made
