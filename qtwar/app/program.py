"""Opens the window and joins it to library, games and settings."""

from __future__ import annotations

import gc
import json
import logging
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QFileSystemWatcher, QObject, QTimer
from PySide6.QtGui import QFileOpenEvent, QIcon
from PySide6.QtWidgets import QApplication, QWidget

import qtwar
from qtwar.app.correspondence import Correspondence
from qtwar.app.crash import CrashReports
from qtwar.app.mending import Mending
from qtwar.app.news import Updates
from qtwar.app.opened import OpenTabs
from qtwar.app.settings import SettingsFile
from qtwar.app.tables import Tables, is_table
from qtwar.app.waiting import WaitingGames
from qtwar.base.errors import QtwarError
from qtwar.base.places import RESOURCES
from qtwar.remote import trust
from qtwar.services import crashes, heap, titles
from qtwar.services.handing import Handed
from qtwar.services.titles import user_home
from qtwar.session.begin import NewDraft, NewGame
from qtwar.ui import i18n
from qtwar.ui.collector import Collector
from qtwar.ui.i18n import tr
from qtwar.ui.looks import look_at, look_of
from qtwar.ui.preferences import Preferences
from qtwar.ui.window import MainWindow, apply_preferences

if TYPE_CHECKING:  # they bring the database, and what draws
    from qtwar.editing.position_to_scenario import PositionScenario
    from qtwar.presenters.play.game import PlayGame
    from qtwar.services.games import OpenGame
    from qtwar.session.begin import PlayStart
    from qtwar.ui.board import BoardView
    from qtwar.ui.edit.model import EditModel
    from qtwar.ui.jobs import Job

SAY_SHOWN = "QTWAR_SAY_SHOWN"
HEAVY = ("sqlmodel", "sqlalchemy", "wasmtime", "numpy", "qtawesome")
BEFORE_REMINDING = 5000
"""Milliseconds after the start that nobody is spoken to about updates."""
IDLE_BEFORE_PRELOADING = 150
"""Milliseconds that the window has for itself before a thread begins to prepare the first game."""
log = logging.getLogger("qtwar")


class FilesToOpen(QObject):
    """Files that a program which runs, or is just starting, is handed: by macOS, or by another start of itself."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self.waiting: list[str] = []
        self._open: Callable[[str], object] = self.waiting.append
        if sys.platform == "darwin":  # nobody else sends them, and a filter of the application sees every event there is
            app.installEventFilter(self)

    def follow(self, opened: Callable[[str], object]) -> None:
        """Open what has come, and what will come, this way."""
        self._open = opened
        for path in self.waiting:
            opened(path)
        self.waiting.clear()

    def watch(self, inbox: Handed, come_forward: Callable[[], object]) -> None:
        """Open what another start of the program leaves there, and show the window that does it."""

        def look() -> None:
            found = inbox.taken()
            for path in found:
                self._open(path)
            if found:
                come_forward()

        watcher = QFileSystemWatcher([str(inbox.folder)], self)
        watcher.directoryChanged.connect(look)
        look()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take a document that was double-clicked or dropped on the program's icon."""
        if event.type() == QEvent.Type.FileOpen and isinstance(event, QFileOpenEvent) and event.file():
            self._open(event.file())
            return True
        return super().eventFilter(watched, event)


def application() -> QApplication:
    """Return the Qt application, made once, with name and icon."""
    heap.give_large_back()
    found = QApplication.instance()
    app = found if isinstance(found, QApplication) else QApplication(["qtwar"])
    app.setApplicationName("QtWar")
    app.setApplicationVersion(qtwar.__version__)
    app.setDesktopFileName("qtwar")
    app.setWindowIcon(QIcon(str(RESOURCES / "icons" / "qtwar.svg")))
    return app


def start_log(home: Path) -> None:
    """Write what goes wrong, with its traceback, to the log file in the user's folder."""
    try:
        home.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(home / "qtwar.log", maxBytes=1_000_000, backupCount=2, encoding="utf-8")
    except OSError:
        return
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)


class Program:
    """The running program: one window, its library and its games."""

    def __init__(self, prefs: Preferences, home: Path, named: Sequence[str] = ()) -> None:
        """`named`: files that are opened at once."""
        from qtwar.presenters.library import Library

        self.home = home
        self.prefs = prefs
        self.library = library = Library(home)
        if named:
            library.expect(named)
        library.start_game.connect(self.start_game)
        library.open_document.connect(self.open_named)
        library.new_draft.connect(self.begin_draft)
        library.edit_copy.connect(self.copy_title)
        self.window = MainWindow(prefs, self.library, self._board)
        Collector(self.window)
        self.library.pictured.connect(self.window.library_page.update)
        self.library.looked_at = lambda: self.window.library_page.isVisible() and not self.window.jobs.running
        self.window.jobs.changed.connect(self.look_again)
        self.window.printing = self.print_page
        self.updates = Updates(self.window, self.failed)
        self.crashes = CrashReports(home, lambda: self.window)
        self.tables = Tables(home, library, self.window, self.failed, self.show_game)
        self.by_mail = Correspondence(library, self.window, home, self.show_game, let_go, self.failed)
        self.mending = Mending(library, self.window, self.open_path, self.failed)
        self.waiting = WaitingGames(self.window)
        self._coming: dict[Path, list[Callable[[], object]]] = {}
        """Documents that are being opened, and what follows when they are."""
        self.opened = OpenTabs(self.window, prefs, self.open_tab)
        self.opened.awaited = lambda: self.tables.awaited

    def look_again(self) -> None:
        """Once nothing is under way, ask for the cards and covers that gave way to it."""
        if not self.window.jobs.running:
            self.library.go_on()
            self.window.library_page.update()

    def _board(self) -> BoardView:
        from qtwar.presenters.maps import make_board

        return make_board(self.window.tell)

    def print_page(self, page: QWidget | None) -> None:
        """Open the print tab of what a tab shows; in the library, of the scenario chosen there."""
        from qtwar.presenters.printpages import print_model

        listed = self.window.library_page.scenarios
        title = listed.title.id if page is self.window.library_page and listed.title is not None else ""
        try:
            model = print_model(page, title, listed.chosen, self.prefs)
        except QtwarError as problem:
            self.failed(problem)
            return
        if model is not None:
            self.window.open_print(model)

    def start_game(self, game: NewGame) -> None:
        """Set a game up in the background, then open its tab; one by mail begins with an invitation."""
        if game.seats == "mail":
            self.by_mail.invite(game)
            return

        from qtwar.presenters import maps  # classes of Qt are made on the window's thread

        def create(job: Job) -> object:
            from qtwar.services import games, laidout  # on the thread: they bring the database

            maps.draw_ahead(titles.load(game.title)[1], game.scenario, new=True)
            self.waiting.hand_over(job, lambda: laidout.of_new(game))
            return games.create(game, self.home, self.waiting.progress(job))

        self.library.give_way()
        self.waiting.start(tr("job.setting_up"), create, self.show_game, self.failed, unmake)

    def open_named(self, path: Path) -> None:
        """Open a document that a person chose; one that has a tab comes to the front."""
        if not self.window.bring(str(path)):
            self.open_path(path)

    def open_path(self, path: Path, after: Callable[[], object] = lambda: None, *, behind: bool = False) -> None:
        """Open the document of a game or a draft in the background, then its tab; `after` follows, opened or not.

        `behind`: should it have to be waited for, this is behind what one looks at. A document on its way already is opened once.
        """

        from qtwar.presenters import maps  # classes of Qt are made on the window's thread

        coming = self._coming.get(path)
        if coming is not None:
            coming += [after] if behind else [after, lambda: self.window.bring(str(path))]
            return
        follow = self._coming[path] = [after]
        older = False

        def work(job: Job) -> object:
            from qtwar.services import documents, drafts, games, laidout, vetting
            from qtwar.storage.library import card

            nonlocal older
            vetting.vet(path)
            found = card(path)
            older = documents.is_older(path)
            if found.kind == "draft":
                return drafts.resume(path)
            with suppress(QtwarError):  # of a title that is not installed
                maps.draw_ahead(titles.load(found.title)[1], found.scenario)
            self.waiting.hand_over(job, lambda: laidout.of_document(path))
            return games.resume(path, self.waiting.progress(job), maps.draw_ahead)

        def here() -> None:
            if self._coming.get(path) is follow:
                del self._coming[path]

        def go_on() -> None:
            for one in follow:
                one()

        def then(opened: object) -> None:
            here()
            (self.show_draft if isinstance(opened, tuple) else self.show_game)(opened)
            if older:
                self.window.tell(tr("document.brought_up_to_date", file=path.name))
            go_on()

        def failed(problem: Exception) -> None:
            here()
            self.mending.not_opened(path, problem)
            go_on()

        self.library.give_way()
        job = self.waiting.start(tr("job.opening"), work, then, failed, let_go, behind=behind)
        job.when_cancelled(here)
        job.when_cancelled(lambda: QTimer.singleShot(0, self.window, go_on))  # what waits for it goes on, but not at the end

    def open_tab(self, tab: str, after: Callable[[], object], behind: bool) -> None:
        """Open a tab again that was open when the program ended; `after` follows, opened or not."""
        if is_table(tab):
            self.tables.open_tab(tab, after)
        else:
            self.open_path(Path(tab), after, behind=behind)

    def begin_draft(self, asked: NewDraft) -> None:
        """Make a draft in the background, then open its tab."""
        from qtwar.services import drafts

        self._draft(lambda: drafts.begin(asked, self.home), self.show_draft)

    def copy_title(self, title: str, scenario: str) -> None:
        """Make a draft of a title in the background, then open its tab with a scenario shown."""
        from qtwar.services import drafts

        def made(opened: object) -> None:
            self.show_draft(opened).model.show_scenario(scenario)

        self._draft(lambda: drafts.copy_of(title, self.home), made)

    def edit_position(self, opened: OpenGame, made: PositionScenario) -> None:
        """Make a draft of a position in the background, then open its tab where one looked in the game."""
        from qtwar.services import drafts

        shown: Any = self.window.stack.currentWidget()
        looks = look_of(shown.board) if hasattr(shown, "board") else {}

        def drafted(found: object) -> None:
            page = self.show_draft(found)
            page.model.show_scenario(made.scenario)
            look_at(page.map.view, looks)
            left_out = tr("draft.position_left_out", n=made.hidden) if made.hidden else tr("draft.position_made")
            self.window.tell(left_out)

        self._draft(lambda: drafts.of_position(made, opened.module, self.home), drafted)

    def _draft(self, make: Callable[[], object], then: Callable[[Any], object]) -> None:
        self.window.jobs.start(tr("job.drafting"), lambda job: make(), then, self.failed, undone=unmake)

    def show_draft(self, opened: object) -> Any:
        """Open the tab of a draft, its session and file, and return its page."""
        from qtwar.presenters.drafts import DraftSurroundings
        from qtwar.ui.edit.model import EditModel

        assert isinstance(opened, tuple)
        session, path = opened
        around = DraftSurroundings(self.start_trial, self.library.install)
        page = self.window.open_draft(EditModel(session, path, around))
        self.library.changed.emit()
        return page

    def show_game(self, opened: Any) -> Any:
        """Open the tab of a game, and return its page."""
        page: Any = self.window.open_game(self._model_of(opened))
        if opened.other_rules:
            self.window.tell(tr("game.other_rules", name=page.model.settings.identity.name))
        self.library.changed.emit()
        return page

    def _model_of(self, opened: Any) -> PlayGame:
        from qtwar.presenters.play.opening import open_game

        return open_game(opened, i18n.language(), self.open_path, self.edit_position)

    # -- test games --------------------------------------------------------------------------------
    def start_trial(self, draft: EditModel, start: PlayStart) -> None:
        """Set a game of a draft up in the background and open its tab; F5 there comes back to the draft.

        The strictness that the last such game had is kept, unless another one is asked for.
        """
        from qtwar.services.trials import set_up

        content, scenario = draft.content, draft.scenario
        module, origin = str(draft.session.module or ""), str(draft.session.facts.get("origin") or "")
        start = replace(start, strictness=start.strictness or draft.strictness)
        page = next((page for page in self.window.pages() if getattr(page, "model", None) is draft), None)

        def opened(made: OpenGame) -> None:
            model, named = self._model_of(made), content.scenario(scenario).name

            def rename() -> None:
                name = tr("tabs.test", name=named.get(model.title.language))
                model.settings.identity = replace(model.settings.identity, kind="test", name=name)

            rename()
            model.title.language_changed.connect(rename)
            if draft.has_rules:
                model.settings.changed.connect(lambda: setattr(draft, "strictness", model.settings.strictness))
            self.window.trials.open(
                model,
                page,
                lambda: shutil.rmtree(made.path.parent, ignore_errors=True),
                lambda looks: self.keep_trial(made.path, named.get("en"), looks),
            )

        words = tr("job.setting_up")
        self.window.jobs.start(words, lambda job: set_up(content, scenario, module, start, origin), opened, self.failed)

    def keep_trial(self, file: Path, name: str, looks: dict[str, list[float]]) -> None:
        """Move a test game that is closed to the games and open it there."""
        from qtwar.services.trials import keep

        def moved(found: object) -> None:
            self.show_game(found).layouts.looks = looks
            self.window.tell(tr("test.kept"))

        self.window.jobs.start(tr("job.opening"), lambda job: keep(file, name, self.home), moved, self.failed)

    def failed(self, problem: Exception) -> None:
        """Say what went wrong, and write it to the log file."""
        if isinstance(problem, QtwarError):
            self.window.tell(i18n.sentence(problem))
            log.info("%s %s", problem.text, problem.detail)
        else:
            self.window.tell(tr("fault.internal"))
            log.error("a job failed", exc_info=problem)
            self.crashes.report(problem)


def let_go(opened: Any) -> Path:
    """Close a game or draft whose opening was cancelled, and return its file."""
    if isinstance(opened, tuple):
        session, path = opened
        session.close()
        return Path(path)
    opened.close()
    return Path(opened.path)


def unmake(opened: Any) -> None:
    """Close and delete a game or draft that was made while the person cancelled it."""
    let_go(opened).unlink(missing_ok=True)


def run_window(paths: Sequence[str] = ()) -> int:
    """Open the window, with documents if any are named; returns the exit status."""
    if not _has_display():
        sys.stderr.write(
            "There is no display, so the window can not open. 'qtwar --help' lists the commands that work without one.\n"
        )
        return 2
    # A thread that computes (checking, storing, drawing) may hold the interpreter so long before a frame gets it.
    sys.setswitchinterval(0.0005)
    home = user_home()
    inbox = Handed(home)
    if paths and inbox.hand_over(paths):
        return 0
    inbox.claim()
    start_log(home)
    trust.believe(home / "certificates")
    app = application()
    files = FilesToOpen(app)
    prefs = Preferences(SettingsFile())
    apply_preferences(prefs)
    program = Program(prefs, home, paths)
    program.crashes.take_over()
    program.window.show_where_it_was()
    QTimer.singleShot(0, lambda: _give_tips(program.window))

    def take_files() -> None:
        """Open what was named, once the tabs are back: a file of mail may be for a game that has one."""
        for path in paths:
            program.library.open(str(Path(path).absolute()))
        files.follow(program.library.open)
        program.look_again()
        if inbox.claim():
            files.watch(inbox, program.window.come_forward)

    QTimer.singleShot(0, lambda: program.opened.bring_back(take_files))
    QTimer.singleShot(BEFORE_REMINDING, program.updates.remind)
    QTimer.singleShot(IDLE_BEFORE_PRELOADING, program.library.preload)
    if os.environ.get(SAY_SHOWN):
        QTimer.singleShot(0, lambda: _say_shown(program.window))
    # What was imported stays to the end. Looked through for garbage again and again it holds a frame up by 40 ms.
    gc.freeze()
    status = int(app.exec())
    inbox.release()
    program.tables.close()
    crashes.rest(home)
    return status


def _give_tips(window: MainWindow) -> None:
    from qtwar.ui.tips import Tips

    window.tips = Tips(window, window.prefs)


def _say_shown(window: MainWindow) -> None:
    """For `qtwar bench`: print once the window is shown, painted and idle, with the heavy modules it took, and quit."""
    handle = window.windowHandle()
    if handle is None or not handle.isExposed():
        QTimer.singleShot(1, lambda: _say_shown(window))
        return
    window.repaint()
    heavy = [name for name in HEAVY if name in sys.modules]

    def idle() -> None:
        print(json.dumps({"heavy": heavy}), flush=True)
        QApplication.quit()

    QTimer.singleShot(0, idle)


def _has_display() -> bool:
    if sys.platform != "linux":
        return True
    chosen = os.environ.get("QT_QPA_PLATFORM", "")
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or chosen)
