"""Ways between documents: a game's position becomes a draft, a test game becomes a game."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qtwar.base.errors import DataFault
from qtwar.base.files import why
from qtwar.editing.position_to_scenario import PositionScenario
from qtwar.services import games
from qtwar.services.games import games_folder
from qtwar.ui.i18n import tr
from qtwar.ui.layouts import look_at, look_of

if TYPE_CHECKING:
    from qtwar.app.program import Program

Looks = dict[str, list[float]]


def edit_position(program: Program, opened: games.OpenGame, made: PositionScenario) -> None:
    """Make a draft of a position in the background, then open its tab where one looked in the game."""
    from qtwar.services import drafts

    window = program.window
    shown: Any = window.stack.currentWidget()
    looks = look_of(shown.board) if hasattr(shown, "board") else {}

    def drafted(found: object) -> None:
        program._drafted(found)
        page: Any = window.stack.currentWidget()
        page.model.show_scenario(made.scenario)
        look_at(page.map.view, looks)
        window.tell(tr("draft.position_left_out", n=made.hidden) if made.hidden else tr("draft.position_made"))

    window.jobs.start(
        tr("job.drafting"),
        lambda job: drafts.of_position(made, opened.module, program.home),
        drafted,
        program._failed,
    )


def keep_trial(program: Program, file: Path, name: str, looks: Looks) -> None:
    """Move a test game that is closed to the games and open it there."""
    window = program.window

    def move() -> games.OpenGame:
        path = games.fresh_path(games_folder(program.home), name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(file, path)
        except OSError as fault:
            raise DataFault("fault.file.not_written", file=path.name, why=why(fault)) from None
        shutil.rmtree(file.parent, ignore_errors=True)
        return games.resume(path)

    def moved(found: object) -> None:
        program._opened(found)
        page: Any = window.stack.currentWidget()
        page.layouts.looks = looks
        window.tell(tr("test.kept"))

    window.jobs.start(tr("job.opening"), lambda job: move(), moved, program._failed)
