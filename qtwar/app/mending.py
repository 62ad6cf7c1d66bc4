"""What is done about a document that can not be opened, and about earlier states that were kept of documents."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from qtwar.base.errors import QtwarError
from qtwar.services import backups, titles
from qtwar.ui import i18n
from qtwar.ui.i18n import tr
from qtwar.ui.library.model import DamagedDocument, LibraryModel, RecoveredDocument
from qtwar.ui.window import MainWindow

if TYPE_CHECKING:
    from qtwar.services.documents import Recovered

DAMAGED = frozenset(
    (
        "fault.document.damaged", "fault.document.cut_off", "fault.document.part_missing", "fault.document.unknown_ids",
        "fault.game.journal",
    )
)  # fmt: skip
"""Faults of a document of which a part may be whole."""
log = logging.getLogger("qtwar")


class Mending:
    """Joins the window to `services.documents.recover` and `services.backups`."""

    def __init__(
        self,
        library: LibraryModel,
        window: MainWindow,
        open_path: Callable[[Path], object],
        failed: Callable[[Exception], object],
    ) -> None:
        self.library, self.window, self.open_path, self.failed = library, window, open_path, failed
        self.library.recover.connect(self.recover)
        self.library.restore.connect(self.restore)

    def not_opened(self, path: Path, problem: Exception) -> None:
        """Offer a new document where this one is damaged; else say what is wrong."""
        if not isinstance(problem, QtwarError) or problem.key not in DAMAGED:
            self.failed(problem)
            return
        log.info("%s %s", problem.text, problem.detail)
        kept = any(state.name == path.stem[: backups.LONGEST_NAME] for state in backups.listed())
        self.library.damaged.emit(DamagedDocument(str(path), path.name, i18n.sentence(problem), kept))

    def recover(self, damaged: str) -> None:
        """Make a new document of what is whole in a damaged one, and say what is missing in it."""
        path = Path(damaged)

        def work(job: object) -> Recovered:
            from qtwar.services import documents, vetting  # on the thread: it brings the database

            vetting.vet(path, every_entry=True)
            return documents.recover(path, titles.fresh_path(documents.home_of(path), path.stem))

        def made(found: Recovered) -> None:
            missing = tuple(i18n.sentence(fault) for fault in found.missing)
            game = found.path.parent == titles.games_folder(titles.user_home())
            self.library.changed.emit()
            self.library.recovered.emit(RecoveredDocument(str(found.path), found.path.name, found.entries, missing, game))

        self.window.jobs.start(tr("job.recovering"), work, made, self.failed)

    def restore(self, backup: str) -> None:
        """Make a document of an earlier state, and open it."""

        def made(path: Path) -> None:
            self.library.changed.emit()
            self.open_path(path)
            self.window.tell(tr("restore.done", name=path.name))

        self.window.jobs.start(
            tr("job.opening"), lambda job: backups.restore(Path(backup)), made, self.failed
        )
