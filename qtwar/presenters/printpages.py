"""The print tab's models: a scenario of a title, a draft as it is now, a game as the seat at this screen may see it."""

from __future__ import annotations

from typing import Any

from qtwar.export.paper import MARGINS
from qtwar.export.source import SheetSource
from qtwar.presenters.play.game import PlayGame
from qtwar.services import printing, titles
from qtwar.ui import i18n
from qtwar.ui.edit.model import EditModel
from qtwar.ui.preferences import Preferences
from qtwar.ui.print.model import PrintModel

KEEP = "print"


class ScenarioPrint(PrintModel):
    """A scenario of an installed title; its choices are kept with the program's settings."""

    def __init__(self, title: str, scenario: str, prefs: Preferences) -> None:
        _, self._content = titles.load(title)
        scenario = titles.scenario_of(self._content, scenario) if scenario else self._content.scenarios[0].id
        name = self._content.scenario(scenario).name.get(i18n.language())
        super().__init__(name, f"title:{title}/{scenario}", self._content, scenario)
        self._prefs, self._title = prefs, title
        self._made: dict[str, SheetSource] = {}

    def source(self, scenario: str) -> SheetSource:
        if scenario not in self._made:
            self._made[scenario] = printing.scenario_source(self._content, scenario)
        return self._made[scenario]

    def stored(self) -> dict[str, Any]:
        return dict(self._prefs.extra(KEEP, {}).get(self._title) or {})

    def keep(self, data: dict[str, Any]) -> None:
        self._prefs.keep(KEEP, {**self._prefs.extra(KEEP, {}), self._title: data})


class DraftPrint(PrintModel):
    """A draft as it stands when its pages are made."""

    def __init__(self, model: EditModel) -> None:
        super().__init__(model.name, f"draft:{model.path}", model.content, model.scenario)
        self._model = model

    def source(self, scenario: str) -> SheetSource:
        return printing.scenario_source(self._model.content, scenario)

    def stored(self) -> dict[str, Any]:
        return dict(self._model.session.facts.get(KEEP) or {})

    def keep(self, data: dict[str, Any]) -> None:
        self._model.session.store.set_facts({KEEP: data})


class GamePrint(PrintModel):
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

    def source(self, scenario: str) -> SheetSource:
        return printing.game_source(self._model.title.content, self._model.journal, self._model.settings.identity.name)

    def stored(self) -> dict[str, Any]:
        return dict(self._model.journal.game().get(KEEP) or {})

    def keep(self, data: dict[str, Any]) -> None:
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


def print_model(page: Any, title: str, scenario: str, prefs: Preferences) -> PrintModel | None:
    """Return the model of what a tab shows; of the library, the title and scenario chosen there."""
    model = getattr(page, "model", None)
    made: PrintModel | None = None
    if isinstance(model, PlayGame):
        made = GamePrint(model)
    elif isinstance(model, EditModel):
        made = DraftPrint(model)
    elif title:
        made = ScenarioPrint(title, scenario, prefs)
    if made is not None:
        made.first = first_choices(prefs)
    return made
