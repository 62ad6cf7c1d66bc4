"""The start window's model: installed titles, games in the user's folder, broken modules in words."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QRectF, Qt, QThreadPool, QTimer, Signal
from PySide6.QtGui import QImage, QPainter, QPixmap

from qtwar.app import titles
from qtwar.app.art import art_of, games_folder
from qtwar.base.errors import DataFault, QtwarError
from qtwar.base.said import said
from qtwar.base.text import Texts
from qtwar.model.content import Content
from qtwar.model.load import title_info
from qtwar.sandbox import guest
from qtwar.storage import library as cards
from qtwar.ui import i18n
from qtwar.ui.i18n import tr
from qtwar.ui.library.model import (
    BrokenModule,
    GameCard,
    LibraryModel,
    ModuleShown,
    NewDraft,
    NewGame,
    OptionInfo,
    ScenarioInfo,
    TitleCard,
    TitleKept,
)


class Library(LibraryModel):
    """Reads the folders anew when asked; `start_game` and `open_game` are the program's own doing.

    `pictured` fires when a cover that was not there can be had.
    """

    pictured = Signal()
    painted = Signal(object, object)

    def __init__(
        self,
        home: Path,
        start_game: Callable[[NewGame], None],
        open_game: Callable[[Path], None],
        parent: QObject | None = None,
        *,
        begin_draft: Callable[[NewDraft], None] | None = None,
        copy_title: Callable[[str, str], None] | None = None,
    ) -> None:
        super().__init__(parent)
        self._begin_draft = begin_draft
        self._copy_title = copy_title
        self._home = home
        self._start_game = start_game
        self._open_game = open_game
        self._contents: dict[Path, Content] = {}
        self._covers: dict[tuple[str, int, int, float], QPixmap] = {}
        self._painting: set[tuple[str, int, int, float]] = set()
        self.painted.connect(self._hang, Qt.ConnectionType.QueuedConnection)
        self._cards: dict[str, cards.Card] = {}
        self._drafts: dict[str, cards.Card] = {}
        self._broken: list[BrokenModule] = []
        self._draws_covers = False

    def _content(self, item: titles.Installed) -> Content | None:
        if item.path not in self._contents:
            try:
                self._contents[item.path] = titles.load(str(item.path))[1]
            except QtwarError as problem:
                self._broken.append(BrokenModule(item.id, i18n.sentence(problem), problem.detail))
                return None
        return self._contents[item.path]

    def titles(self) -> Sequence[TitleCard]:
        """Installed titles in the language in force."""
        lang = i18n.language()
        self._broken = []
        out = []
        for item in titles.installed():
            if item.info is None:
                problem = i18n.sentence(item.problem) if item.problem else ""
                self._broken.append(BrokenModule(item.id, problem))
                continue
            content = self._content(item)
            if content is None:
                continue
            out.append(_title_card(content, titles.rules_coverage(item.path), lang))
        return out

    def folders(self) -> Sequence[tuple[str, str]]:
        """Where things are kept."""
        places = {
            "games": games_folder(self._home),
            "drafts": self._home / "drafts",
            "modules": self._home / "modules",
            "log": self._home / "qtwar.log",
        }
        return [(what, str(path)) for what, path in places.items()]

    def kept_titles(self) -> Sequence[TitleKept]:
        """The installed titles."""
        lang, own = i18n.language(), self._home / "modules"
        return [
            TitleKept(item.info.name.get(lang), str(item.info.version), str(item.path), item.path.parent == own)
            for item in titles.installed()
            if item.info is not None
        ]

    def broken(self) -> Sequence[BrokenModule]:
        """Modules that can not be used; known after `titles`."""
        return list(self._broken)

    def games(self) -> Sequence[GameCard]:
        """Games, newest first."""
        lang = i18n.language()
        self._cards = {str(c.path): c for c in cards.folder(games_folder(self._home)) if c.kind == "game" or c.problem}
        return [self._game_card(c, lang) for c in self._cards.values()]

    def drafts(self) -> Sequence[GameCard]:
        """Drafts, newest first."""
        found = [c for c in cards.folder(self._home / "drafts") if c.kind == "draft" or c.problem]
        made = []
        for card in found:
            when = time.strftime("%Y-%m-%d %H:%M", time.localtime(card.modified)) if card.modified else ""
            made.append(GameCard(str(card.path), card.path.stem, when, line=said(card.problem, i18n.language())))
        self._drafts = {str(c.path): c for c in found}
        return made

    def new_draft(self, draft: NewDraft) -> None:
        """Begin a draft."""
        if self._begin_draft is not None:
            self._begin_draft(draft)

    def edit_copy(self, title: str, scenario: str) -> None:
        """Begin a draft as a copy of a title."""
        if self._copy_title is not None:
            self._copy_title(title, scenario)

    def _game_card(self, card: cards.Card, lang: str) -> GameCard:
        if card.problem:
            return GameCard(str(card.path), card.path.stem, line=said(card.problem, lang))
        content = next((c for c in self._contents.values() if c.title.id == card.title), None)
        name, chip, line, colour, ink = card.path.stem, "", "", "", ""
        data = card.card
        if content is not None:
            texts = Texts(content.texts)
            if any(s.id == card.scenario for s in content.scenarios):
                name = content.scenario(card.scenario).name.get(lang)
            active = data.get("active") or []
            if active and not data.get("over"):
                side = content.side(active[0])
                player = (data.get("players") or {}).get(side.id) or side.name.get(lang)
                chip = tr("library.to_move", name=player)
                colour = str(side.attrs.get("colour", ""))
                ink = str(side.attrs.get("ink", ""))
            label = texts.plain(data["label"], lang) if data.get("label") else ""
            turn = tr("library.turn", n=data["turn"]) if data.get("turn") else ""
            line = " · ".join(x for x in (turn, label) if x)
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(card.modified)) if card.modified else ""
        return GameCard(str(card.path), name, when, chip, line, colour, ink)

    def ready(self) -> tuple[bool, str]:
        """Whether the rules engine can play now."""
        try:
            done = guest.is_ready()
        except QtwarError as problem:
            return False, i18n.sentence(problem)
        return True, tr("library.engine_ready") if done else tr("library.engine_first")

    def cover(self, title: str, width: int, height: int, ratio: float = 1.0) -> QPixmap | None:
        """A cut of the title's map with counters, as far as it is drawn already."""
        key = (title, width, height, ratio)
        if key in self._covers:
            return self._covers[key]
        found = next((pair for pair in self._contents.items() if pair[1].title.id == title), None)
        if found is None or key in self._painting:
            return None
        if not self._draws_covers:
            # Asked while the window is painted for the first time: it is not kept waiting for all that draws maps.
            QTimer.singleShot(0, self, self._begin_covers)
            return None
        from qtwar.app.covers import Painting, cover_map, kept_at

        path, content = found
        size = (round(width * ratio), round(height * ratio))
        kept = kept_at(titles.stamp(path), size)
        image = QImage(str(kept)) if kept.is_file() else QImage()
        if not image.isNull():
            self._hang(key, image)
            return self._covers[key]
        drawn = cover_map(content)
        if drawn is not None:
            # Counters and country of a title take a quarter of a second: the window is not kept waiting for them.
            self._painting.add(key)

            def then(image: QImage) -> None:
                with suppress(RuntimeError):  # the window has been closed meanwhile
                    self.painted.emit(key, image)

            QThreadPool.globalInstance().start(Painting(content, art_of(content), drawn, size, kept, then))
        return None

    @property
    def paints(self) -> bool:
        """Whether covers are being painted."""
        return bool(self._painting)

    def _hang(self, key: tuple[str, int, int, float], image: QImage) -> None:
        """Take a cover that has been painted."""
        image.setDevicePixelRatio(key[3])
        self._painting.discard(key)
        self._covers[key] = QPixmap.fromImage(image)
        QTimer.singleShot(0, self, self.pictured.emit)

    def _begin_covers(self) -> None:
        if self._draws_covers:
            return
        from qtwar.app.boards import maps

        self._draws_covers = True
        maps().arrived.connect(lambda _: self.pictured.emit())
        self.pictured.emit()

    def thumbnail(self, path: str, width: int, height: int, ratio: float = 1.0) -> QPixmap | None:
        """What a game looked like when it was left; the title's cover until it was left once."""
        card = self._cards.get(path) or self._drafts.get(path)
        if card is None or card.problem:
            return None
        if card.thumbnail is None:
            return self.cover(card.title, width, height, ratio)
        image = QImage.fromData(card.thumbnail)
        if image.isNull():
            return None
        wide, high = round(width * ratio), round(height * ratio)
        scaled = image.scaled(
            wide, high, Qt.AspectRatioMode.KeepAspectRatioByExpanding, Qt.TransformationMode.SmoothTransformation
        )
        out = QPixmap(wide, high)
        painter = QPainter(out)
        source = QRectF((scaled.width() - wide) / 2, (scaled.height() - high) / 2, wide, high)
        painter.drawImage(QRectF(0, 0, wide, high), scaled, source)
        painter.end()
        out.setDevicePixelRatio(ratio)
        return out

    def start(self, game: NewGame) -> None:
        """Begin a game."""
        self._start_game(game)

    def open(self, path: str) -> None:
        """Open a document or install a module archive."""
        file = Path(path)
        try:
            if file.suffix == ".qtmod":
                self._show_module(file)
            elif file.suffix == ".qtwar":
                self._open_game(file)
            else:
                raise DataFault(tr("library.not_a_document", name=file.name))
        except QtwarError as problem:
            self.problem.emit(i18n.sentence(problem))
        except OSError as problem:
            self.problem.emit(
                tr("library.unreadable", name=file.name, why=said(problem.strerror or "", i18n.language()))
            )

    def _show_module(self, file: Path) -> None:
        """Read what an archive holds, on a thread, and have it shown; nothing of it runs."""
        from qtwar.app.play.courier import Courier
        from qtwar.editing import shelf

        courier = Courier(self)

        def found(shown: shelf.Shown) -> None:
            self.module_found.emit(_module_shown(file, shown, titles.installed()))
            courier.close()

        def failed(problem: QtwarError) -> None:
            self.problem.emit(i18n.sentence(problem))
            courier.close()

        courier.ask(lambda: shelf.contents(file), found, failed)

    def install(self, path: str) -> None:
        """Install a module archive that was shown."""
        file = Path(path)
        try:
            info = title_info(file)
            target = self._home / "modules" / f"{info.id}.qtmod"
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
        except QtwarError as problem:
            self.problem.emit(i18n.sentence(problem))
        except OSError as problem:
            self.problem.emit(
                tr("library.unreadable", name=file.name, why=said(problem.strerror or "", i18n.language()))
            )
        self._contents = {p: c for p, c in self._contents.items() if p.suffix != ".qtmod"}
        self.changed.emit()

    def forget(self, path: str) -> str:
        """Put a game or draft away, beside the others under `put away`."""
        folder = Path(path).parent / "put away"
        number, name = 2, Path(path).name
        while (folder / name).exists():
            name, number = f"{Path(path).stem} ({number}){Path(path).suffix}", number + 1
        return self._move(Path(path), folder / name)

    def bring_back(self, path: str, away: str) -> None:
        """Take a game or draft that was put away back onto the list."""
        self._move(Path(away), Path(path))

    def _move(self, file: Path, to: Path) -> str:
        try:
            to.parent.mkdir(exist_ok=True)
            if not to.exists():
                # what a killed program had not yet folded in lies beside the document
                for end in ("-wal", "-shm", ""):
                    part = file.with_name(file.name + end)
                    if part.exists():
                        part.replace(to.with_name(to.name + end))
        except OSError as problem:
            self.problem.emit(
                tr("library.unreadable", name=file.name, why=said(problem.strerror or "", i18n.language()))
            )
        self.changed.emit()
        return str(to) if to.exists() and not file.exists() else ""


def _module_shown(file: Path, shown: Any, there: Sequence[titles.Installed]) -> ModuleShown:
    lang = i18n.language()
    counts = ", ".join(tr(f"found.count.{key}", n=n) for key, n in shown.counts.items() if n)
    rules = tr("found.rules", n=len(shown.rules)) if shown.rules else tr("found.no_rules")
    other = tr("found.other", names=", ".join(shown.other[:6])) if shown.other else ""
    return ModuleShown(
        path=str(file),
        name=shown.name.get(lang) or shown.name.get("en") or shown.id,
        version=shown.version,
        about=shown.about.get(lang) or shown.about.get("en") or "",
        counts=counts,
        rules=rules,
        other=other,
        problems=tuple(problem.sentence_in(lang) for problem in shown.problems if problem.severity == "error"),
        there=any(item.id == shown.id for item in there),
    )


def _title_card(content: Content, coverage: int | None, lang: str) -> TitleCard:
    info = content.title
    players = info.players
    fewest, most = players if isinstance(players, tuple) else (players, players)
    minutes = info.minutes
    low, high = minutes if isinstance(minutes, tuple) else (minutes, minutes)
    hours = "" if low is None or high is None else tr("library.hours", low=_hours(low), high=_hours(high))
    return TitleCard(
        id=info.id,
        name=info.name.get(lang),
        subtitle=info.subtitle.get(lang),
        about=info.about.get(lang),
        players=tr(
            "library.player" if most == 1 else "library.players", n=fewest if fewest == most else f"{fewest}–{most}"
        ),
        hours=hours,
        coverage=coverage,
        languages=", ".join({"en": "English", "ja": "日本語"}[code] for code in info.languages),
        scenarios=tuple(
            ScenarioInfo(
                id=s.id,
                name=s.name.get(lang),
                period=s.period.get(lang),
                about=s.about.get(lang),
                turns=s.turns or 0,
                has_quick=bool(s.quick),
            )
            for s in content.scenarios
        ),
        options=tuple(
            OptionInfo(
                id=o.id,
                name=o.name.get(lang),
                help=o.help.get(lang),
                rule=o.rule,
                kind=o.type,
                choices=tuple((c.id, c.name.get(lang)) for c in o.choices),
                default=o.default,
                scenarios=tuple(o.scenarios),
            )
            for o in content.options
        ),
        sides=tuple((s.id, s.name.get(lang)) for s in content.sides),
        solo=most == 1,
    )


def _hours(minutes: int) -> str:
    hours = minutes / 60
    return f"{hours:g}" if hours >= 1 else f"{hours:.1f}"
