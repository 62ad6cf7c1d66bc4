"""The start window's model: installed titles, games in the user's folder, broken modules in words."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Qt, QThread, QThreadPool, Signal
from PySide6.QtGui import QImage, QPixmap

from qtwar.base.errors import DataFault, QtwarError
from qtwar.base.files import there, why
from qtwar.presenters.cardwords import document_card, module_shown, moment, source_of, title_card
from qtwar.presenters.faces import palette_now
from qtwar.presenters.preload import AT_WINDOW, Preload, import_at_window, prepare_game
from qtwar.presenters.tables import TableCards
from qtwar.remote.address import host_of
from qtwar.remote.tablelist import KeptTable
from qtwar.sandbox import guest
from qtwar.services import backups, provenance, titlecards, titles, vetting
from qtwar.services.covers import Key, Painting, cover_file
from qtwar.services.render_worker import RenderResult, render_worker, whole_worker
from qtwar.services.spare import spare
from qtwar.storage import library as cards
from qtwar.ui import i18n
from qtwar.ui.i18n import tr
from qtwar.ui.library.model import (
    BrokenModule,
    EarlierState,
    GameCard,
    InstalledTitle,
    LibraryModel,
    TitleCard,
)
from qtwar.ui.widgets.basics import timer

READING = 1
"""More urgent than the covers."""
TOGETHER = 40
"""Milliseconds in which cards of documents that arrive are shown together."""
SETTLED = 250
"""Milliseconds after which a tile's width is taken to last."""
LEAVING = 10_000
"""Milliseconds that the end of the program waits at most for what it has just stopped."""


def _read_card(path: Path, then: Callable[[Path], object]) -> None:
    """Have the card of a module made, unless it was meanwhile, waiting on a thread; `then(path)` is called there."""
    if titlecards.card(path) is None:
        beside = render_worker()
        answer = beside.ask({"do": "card", "module": str(path)})
        if answer is not RenderResult.DONE and beside.closed:
            return
        if answer is RenderResult.DIED:
            titlecards.give_up(path)
        elif titlecards.card(path) is None:
            titlecards.make(path)
    with suppress(RuntimeError):  # the window has been closed meanwhile
        then(path)


def _read_document(path: Path, then: Callable[[Path], object]) -> None:
    """Have the card of a document made, unless it was meanwhile, waiting on a thread; `then(path)` is called there."""
    if render_worker().closed:
        return
    if not vetting.card(path)[1]:
        vetting.ask_card(path)
    with suppress(RuntimeError):  # the window has been closed meanwhile
        then(path)


def _vet(path: Path) -> None:
    """Have a document read in the helper; what is wrong with it is said where it is opened."""
    with suppress(DataFault):
        vetting.vet(path)


class Library(LibraryModel):
    """Looks at the folders anew when asked.

    Titles are shown by their cards; one that has none yet is read on a thread, and `changed` fires. `pictured` fires
    when a cover that was not there can be had.
    """

    pictured = Signal()
    _was_painted = Signal(object, object)
    _was_read = Signal(object)
    _document_read = Signal(object)
    _imported = Signal()
    _preloaded = Signal()

    def __init__(self, home: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._home = home
        # None of this may take the threads that open games, nor hold the window up.
        self._behind, self._preloading = QThreadPool(self), QThreadPool(self)
        for pool in (self._behind, self._preloading):
            pool.setMaxThreadCount(1)
            pool.setThreadPriority(QThread.Priority.LowPriority)
        self._preload: Preload | None = None
        self.table_cards = TableCards(home, self)
        self.table_cards.changed.connect(self.changed)
        self._reading: set[Path] = set()
        self._reading_documents: set[Path] = set()
        self._giving_way = False
        self._tell_documents = timer(self, TOGETHER, self.changed.emit)
        self._document_read.connect(self._read_document, Qt.ConnectionType.QueuedConnection)
        self._was_read.connect(self._read, Qt.ConnectionType.QueuedConnection)
        self._imported.connect(self._import_rest, Qt.ConnectionType.QueuedConnection)
        self._preloaded.connect(self.changed, Qt.ConnectionType.QueuedConnection)
        app = QCoreApplication.instance()
        if app is not None:
            app.aboutToQuit.connect(self.leave)
        self._covers: dict[Key, QPixmap] = {}
        self._painting: dict[Key, tuple[str, int]] = {}
        self._wanted: dict[tuple[str, int], tuple[Path, Key, Path]] = {}
        """The cover to be painted next, by title and height."""
        self._hung: dict[tuple[str, int], Key] = {}
        """The cover that is shown, until there is one of the very size."""
        self._paint_soon = timer(self, SETTLED, self._paint_covers)
        self.looked_at: Callable[[], bool] = lambda: True
        """Whether the start window is; no cover is worth holding up a game, and it is asked for again."""
        self._was_painted.connect(self._hang, Qt.ConnectionType.QueuedConnection)
        self._titles: dict[str, titlecards.ModuleCard] = {}
        self._cards: dict[str, cards.DocumentCard] = {}
        self._drafts: dict[str, cards.DocumentCard] = {}

    def _look(self) -> None:
        """Take the cards of the modules there are; have those made that are not there."""
        found: dict[str, titlecards.ModuleCard] = {}
        for path in titles.paths():
            card = titlecards.card(path)
            if card is not None:
                found.setdefault(card.id, card)
            elif path not in self._reading:
                self._reading.add(path)
                self._read_behind(partial(_read_card, path, self._was_read.emit))
        self._titles = {ident: found[ident] for ident in sorted(found)}

    def _read_behind(self, work: Callable[[], object]) -> None:
        """Read a card when its turn comes; while a game opens none is begun."""
        if not self._giving_way:
            self._behind.start(work, READING)

    def _read(self, path: Path) -> None:
        self._reading.discard(path)
        self.changed.emit()

    def preload(self) -> None:
        """Prepare for the first game."""
        self._preload = Preload(self._imported.emit, self._preloaded.emit)
        self._preloading.start(self._preload)

    def prepare(self, title: str, scenario: str) -> None:
        from qtwar.presenters import maps  # classes of Qt are made on the window's thread

        card = self._titles.get(title)
        if card is not None:
            self._preloading.start(partial(prepare_game, card.path, partial(maps.draw_first, scenario=scenario)))

    def _import_rest(self) -> None:
        import_at_window(AT_WINDOW, self)

    def leave(self) -> None:
        """End what goes on behind the window: no thread may outlive the interpreter."""
        self._behind.clear()
        for worker in (render_worker(), whole_worker()):
            worker.close()
        if self._preload is not None:
            self._preload.stopped = True
            guest.stop()  # for the first time that takes seconds, and nobody sees any more what it is good for
        for pool in (self._behind, self._preloading):
            pool.waitForDone(LEAVING)
        spare.drop()

    def give_way(self) -> None:
        """Leave what has not begun undone: a game opens, whose map comes first until `go_on`, or the window closes."""
        self._giving_way = True
        self._paint_soon.stop()
        self._behind.clear()
        self._forget_asked()

    def go_on(self) -> None:
        """A game is open, or was not to be had: what gave way to it is begun anew where the start window is looked at."""
        if self._giving_way:
            self._giving_way = False
            self._forget_asked()
            self.changed.emit()

    def _forget_asked(self) -> None:
        for asked in (self._reading, self._reading_documents, self._painting, self._wanted):
            asked.clear()

    def titles(self) -> Sequence[TitleCard]:
        self._look()
        lang = i18n.language()
        return [title_card(card, lang) for card in self._titles.values() if card.problem is None]

    @property
    def reading(self) -> bool:
        return bool(self._reading)

    @property
    def reading_documents(self) -> bool:
        """Whether there are games or drafts whose cards are being read."""
        return bool(self._reading_documents) or self._tell_documents.isActive()

    def folders(self) -> Sequence[tuple[str, str]]:
        places = {
            "games": titles.games_folder(self._home),
            "drafts": self._home / "drafts",
            "modules": self._home / "modules",
            "log": self._home / "qtwar.log",
        }
        return [(what, str(path)) for what, path in places.items()]

    def installed_titles(self) -> Sequence[InstalledTitle]:
        lang, own = i18n.language(), self._home / "modules"
        return [
            InstalledTitle(
                card.data["name"][lang], card.data["version"], str(card.path), card.path.parent == own, source_of(card.path)
            )
            for card in self._titles.values()
            if card.problem is None
        ]

    def module_card(self, title: str) -> titlecards.ModuleCard | None:
        """Return the card of an installed title by its id."""
        self._look()
        return self._titles.get(title)

    def broken(self) -> Sequence[BrokenModule]:
        return [
            BrokenModule(card.id, i18n.sentence(card.problem), card.problem.detail)
            for card in self._titles.values()
            if card.problem is not None
        ]

    def _documents(self, folder: Path) -> list[cards.DocumentCard]:
        """Return the cards of the documents in a folder, as far as they are known; have the others made."""
        found = []
        for path in cards.paths(folder):
            card, fresh = vetting.card(path)
            if card is not None:
                found.append(card)
            if not fresh and path not in self._reading_documents:
                self._reading_documents.add(path)
                self._read_behind(partial(_read_document, path, self._document_read.emit))
        return cards.sort(found)

    def expect(self, paths: Sequence[str]) -> None:
        """Documents are opened as soon as the window stands: they are read while it is made, before cards and covers."""
        self.give_way()
        for path in map(Path, paths):
            if path.suffix == ".qtwar":
                self._behind.start(partial(_vet, path.absolute()))

    def _read_document(self, path: Path) -> None:
        self._reading_documents.discard(path)
        self._tell_documents.start()

    def games(self) -> Sequence[GameCard]:
        found = self._documents(titles.games_folder(self._home))
        self._cards = {str(c.path): c for c in found if c.kind == "game" or c.problem}
        return [self._game_card(card) for card in self._cards.values()]

    def drafts(self) -> Sequence[GameCard]:
        found = self._documents(self._home / "drafts")
        self._drafts = {str(c.path): c for c in found if c.kind == "draft" or c.problem}
        return [document_card(card) for card in self._drafts.values()]

    def tables(self) -> Sequence[GameCard]:
        return self.table_cards.shown(self._titles)

    def accounts(self) -> Sequence[tuple[str, str, str]]:
        return [(one.server, host_of(one.server), one.name) for one in self.table_cards.accounts.all()]

    @property
    def turns(self) -> int:
        return self.table_cards.turns

    def leave_table(self, table: str) -> Callable[[], object] | None:
        kept = self._listed(lambda: self.table_cards.list.forget(table))
        return None if kept is None else lambda: self._listed(lambda: self.table_cards.list.keep(kept))

    def _listed(self, change: Callable[[], KeptTable | None]) -> KeptTable | None:
        """Change the list of tables, and show it; what goes wrong is said."""
        kept = None
        try:
            kept = change()
        except QtwarError as problem:
            self.problem.emit(i18n.sentence(problem))
        self.changed.emit()
        return kept

    def _game_card(self, card: cards.DocumentCard) -> GameCard:
        data, shown = card.card, document_card(card)
        title = self._titles.get(data.get("origin") or card.title)  # a draft's game speaks the words of its title
        if card.problem or title is None or title.problem is not None:
            return shown
        lang = i18n.language()
        scenario = title.scenario(card.scenario)
        if scenario is not None:
            shown = replace(shown, name=scenario["name"][lang])
        active = data.get("active") or []
        over, mail, said = data.get("over"), data.get("mail") or {}, (data.get("said") or {}).get(lang, "")

        def player(side: str) -> str:
            known = title.side(side)
            return (data.get("players") or {}).get(side) or (known["name"][lang] if known is not None else side)

        side = title.side(active[0]) if active else None
        if over:
            shown = replace(shown, chip=tr("library.over"))
        elif mail.get("waits"):
            shown = replace(shown, chip=tr("mail.card_waits"))
        elif side is not None:
            chip = tr("library.to_move", name=player(side["id"]))
            shown = replace(shown, chip=chip, chip_colour=side["colour"], chip_ink=side["ink"])
        if mail.get("ended") in ("draw", "mine", "theirs"):
            said = tr(f"mail.card.{mail['ended']}", who=player(str(mail.get("other", ""))))
        turn = tr("library.turn", n=data["turn"]) if data.get("turn") else ""
        return replace(shown, line=" · ".join(word for word in (turn, said) if word))

    def ready(self) -> tuple[bool, str]:
        try:
            done = guest.is_ready()
        except QtwarError as problem:
            return False, i18n.sentence(problem)
        return done, tr("library.engine_ready" if done else "library.engine_first")

    def cover(self, title: str, width: int, height: int, ratio: float = 1.0) -> QPixmap | None:
        card = self._titles.get(title)
        if card is None or card.problem is not None:
            return None
        return self._cover(title, card.path, card.mark, width, height, ratio)

    def _cover(
        self, what: str, source: Path, mark: str, width: int, height: int, ratio: float, *, since: float = 0.0
    ) -> QPixmap | None:
        """Return the cover of a title or a draft; one that was painted before `since` is shown till there is a newer one."""
        size = (round(width * ratio), round(height * ratio))
        key = (mark, size, i18n.language(), palette_now())
        row = (what, size[1])
        if key not in self._covers and key not in self._painting:
            kept = cover_file((str(source), *key[1:]) if since else key)  # of a draft, which changes often, one is kept
            image = QImage(str(kept)) if kept.is_file() and kept.stat().st_mtime >= since else QImage()
            if image.isNull():
                # Map and counters of a title take up to a second: the window is not kept waiting for them, nor are they
                # painted for each width that a tile has while more of them come.
                self._wanted[row] = (source, key, kept)
                self._paint_soon.start()
            else:
                self._covers[key] = QPixmap.fromImage(image)
        if key in self._covers:
            self._hung[row] = key
        found = self._covers.get(self._hung.get(row, key))
        if found is not None:
            found.setDevicePixelRatio(ratio)
        return found

    def _paint_covers(self) -> None:
        """Have the covers painted that were asked for last."""
        wanted, self._wanted = self._wanted, {}
        if self.looked_at():
            for row, (source, key, kept) in wanted.items():
                self._painting[key] = row
                self._behind.start(Painting(source, key, kept, self._was_painted.emit))

    @property
    def paints(self) -> bool:
        """Whether covers are being painted."""
        return bool(self._painting or self._wanted)

    def _hang(self, key: Key, image: QImage) -> None:
        """Take a cover that has been painted."""
        row = self._painting.pop(key, None)
        if row is not None:
            before = self._hung.get(row, key)
            if before[0] != key[0]:  # of how the draft or the title was before
                self._covers.pop(before, None)
            self._hung[row] = key
        self._covers[key] = QPixmap.fromImage(image)
        self.pictured.emit()

    def thumbnail(self, path: str, width: int, height: int, ratio: float = 1.0) -> QPixmap | None:
        table = self.table_cards.find(path)
        if table is not None:
            left = QImage(str(self.table_cards.list.picture_of(path)))
            return self.cover(table.title, width, height, ratio) if left.isNull() else _cut(left, width, height, ratio)
        card = self._cards.get(path) or self._drafts.get(path)
        if card is None or card.problem:
            return None
        if card.kind == "draft":
            mark = f"{path} {card.modified}"
            return self._cover(path, card.path, mark, width, height, ratio, since=card.modified)
        if card.thumbnail is None:
            return self.cover(card.card.get("origin") or card.title, width, height, ratio)
        image = QImage.fromData(card.thumbnail)
        return None if image.isNull() else _cut(image, width, height, ratio)

    def open(self, path: str) -> None:
        file = Path(path)
        try:
            if file.suffix == ".qtmod":
                self._show_module(file)
            elif file.suffix == ".qtwarmail":
                self.open_mail.emit(file)
            elif file.suffix == ".qtwar":
                self.open_document.emit(file)
            else:
                raise DataFault("library.not_a_document", name=file.name)
        except QtwarError as problem:
            self.problem.emit(i18n.sentence(problem))
        except OSError as problem:
            self.problem.emit(tr("library.unreadable", name=file.name, why=why(problem)))

    def _show_module(self, file: Path) -> None:
        """Have what an archive holds read in the helper process, and shown; nothing of it runs."""
        from qtwar.services import strangers
        from qtwar.ui.job_queue import JobQueue

        jobs = JobQueue(self)

        def found(shown: strangers.Shown) -> None:
            self.module_found.emit(module_shown(file, shown, shown.id in self._titles))
            jobs.close()

        def failed(problem: QtwarError) -> None:
            self.problem.emit(i18n.sentence(problem))
            jobs.close()

        jobs.ask(lambda: strangers.contents(file), found, failed)

    def earlier(self) -> Sequence[EarlierState]:
        return [EarlierState(str(kept.path), kept.name, moment(kept.made)) for kept in backups.listed()]

    def install(self, path: str, draft: str = "") -> None:
        file = Path(path)
        try:
            info = titles.info_of(file)
            target = self._home / "modules" / f"{info.id}.qtmod"
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
            provenance.note(target, draft or file.name, draft=bool(draft))
        except QtwarError as problem:
            self.problem.emit(i18n.sentence(problem))
        except OSError as problem:
            self.problem.emit(tr("library.unreadable", name=file.name, why=why(problem)))
        self.changed.emit()

    def forget(self, path: str) -> str:
        folder = Path(path).parent / "put away"
        number, name = 2, Path(path).name
        while there(folder / name):
            name, number = f"{Path(path).stem} ({number}){Path(path).suffix}", number + 1
        return self._move(Path(path), folder / name)

    def bring_back(self, path: str, away: str) -> None:
        self._move(Path(away), Path(path))

    def _move(self, file: Path, to: Path) -> str:
        try:
            to.parent.mkdir(exist_ok=True)
            if not there(to):
                # what a killed program had not yet folded in lies beside the document
                for end in ("-wal", "-shm", ""):
                    part = file.with_name(file.name + end)
                    if there(part):
                        part.replace(to.with_name(to.name + end))
        except OSError as problem:
            self.problem.emit(tr("library.unreadable", name=file.name, why=why(problem)))
        self.changed.emit()
        return str(to) if there(to) and not there(file) else ""


def _cut(image: QImage, width: int, height: int, ratio: float) -> QPixmap:
    """Return the middle of a picture that fills a place of that size."""
    wide, high = round(width * ratio), round(height * ratio)
    keep, smooth = Qt.AspectRatioMode.KeepAspectRatioByExpanding, Qt.TransformationMode.SmoothTransformation
    scaled = image.scaled(wide, high, keep, smooth)
    out = QPixmap.fromImage(scaled.copy((scaled.width() - wide) // 2, (scaled.height() - high) // 2, wide, high))
    out.setDevicePixelRatio(ratio)
    return out
