"""Ways between documents: a game's position becomes a draft, a test game becomes a game."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any, Protocol

from qtwar.base.errors import DataFault
from qtwar.base.files import why
from qtwar.editing.position_to_scenario import PositionScenario
from qtwar.services import games
from qtwar.services.games import games_folder
from qtwar.ui.i18n import tr
from qtwar.ui.looks import look_at, look_of
from qtwar.ui.window import MainWindow

Looks = dict[str, list[float]]


class Desk(Protocol):
    """The running program, as far as one document leads to another."""

    window: MainWindow
    home: Path

    def show_draft(self, opened: object) -> None:
        """Open the tab of a draft."""
        ...

    def show_game(self, opened: object) -> None:
        """Open the tab of a game."""
        ...

    def open_path(self, path: Path) -> None:
        """Open a document of any kind."""
        ...

    def failed(self, problem: Exception) -> None:
        """Say what went wrong."""
        ...


def edit_position(desk: Desk, opened: games.OpenGame, made: PositionScenario) -> None:
    """Make a draft of a position in the background, then open its tab where one looked in the game."""
    from qtwar.services import drafts

    window = desk.window
    shown: Any = window.stack.currentWidget()
    looks = look_of(shown.board) if hasattr(shown, "board") else {}

    def drafted(found: object) -> None:
        desk.show_draft(found)
        page: Any = window.stack.currentWidget()
        page.model.show_scenario(made.scenario)
        look_at(page.map.view, looks)
        window.tell(tr("draft.position_left_out", n=made.hidden) if made.hidden else tr("draft.position_made"))

    window.jobs.start(
        tr("job.drafting"),
        lambda job: drafts.of_position(made, opened.module, desk.home),
        drafted,
        desk.failed,
    )


def keep_trial(desk: Desk, file: Path, name: str, looks: Looks) -> None:
    """Move a test game that is closed to the games and open it there."""
    window = desk.window

    def move() -> games.OpenGame:
        path = games.fresh_path(games_folder(desk.home), name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(file, path)
        except OSError as fault:
            raise DataFault("fault.file.not_written", file=path.name, why=why(fault)) from None
        shutil.rmtree(file.parent, ignore_errors=True)
        return games.resume(path)

    def moved(found: object) -> None:
        desk.show_game(found)
        page: Any = window.stack.currentWidget()
        page.layouts.looks = looks
        window.tell(tr("test.kept"))

    window.jobs.start(tr("job.opening"), lambda job: move(), moved, desk.failed)
