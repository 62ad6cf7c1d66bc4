"""The window's model of an open draft: an edit session on a thread of its own, never waited for."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Concatenate, ParamSpec

from PySide6.QtCore import QTimer
from PySide6.QtGui import QImage, QPixmap

from qtwar.base.errors import QtwarError
from qtwar.base.text import sentence as text_sentence
from qtwar.editing import borrow, clips, pictures, rows
from qtwar.editing.batch import Edit
from qtwar.editing.draft import Change, Draft
from qtwar.model.content import TitleContent
from qtwar.presenters.edit import findings
from qtwar.presenters.job_queue import JobQueue
from qtwar.qtpaint.counters import CounterArt
from qtwar.services import titles
from qtwar.services.cache import art_cache
from qtwar.session.edit import EditSession
from qtwar.ui.edit.model import (
    DraftIdentity,
    EditEntry,
    EditModel,
    EditProblem,
    Lent,
    PasteFault,
    PlayStart,
    RowsPreview,
    UseLine,
)
from qtwar.ui.facts import Found, SideInfo
from qtwar.ui.i18n import language, sentence, tr
from qtwar.ui.theme.tokens import ink_on

P = ParamSpec("P")
SETTLED = 350
"""Milliseconds without a change before the draft is checked again."""
DRAWN_WITH = ("kinds", "counters", "pieces", "sides")


class DraftModel(EditModel):
    """Fulfils the editor's protocol."""

    def __init__(
        self,
        session: EditSession,
        path: Path,
        play: Callable[[DraftModel, PlayStart], None],
        told: Callable[[QtwarError], None],
    ) -> None:
        super().__init__()
        self.session = session
        self.path = path
        self.install: Callable[[str], object] = lambda module: None
        """What takes a packed module into the library."""
        self.art_cache = art_cache()
        self._play = play
        self._facts = session.facts
        self._told = told
        self._jobs = JobQueue(self)
        self._checks = JobQueue(self)
        self._reader = JobQueue(self)
        self._reading = True
        """Whether pictures are still wanted: the draft is open."""
        self.content: TitleContent = session.draft.content()
        self.scenario = self.content.scenarios[0].id if self.content.scenarios else ""
        self._faces = CounterArt(self.content)
        self._labels: list[Any] = []
        self._live = 0
        self._problems: list[EditProblem] = []
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(SETTLED)
        self._later.timeout.connect(self._check)
        self._take_history(self._history())
        QTimer.singleShot(0, self, self._check)

    @property
    def identity(self) -> DraftIdentity:
        """Which draft this is, its name in the language in force."""
        title = self.content.title
        return DraftIdentity(title.id, title.name.get(language()) or self.path.stem, str(self.path))

    # -- doing -------------------------------------------------------------------------------------
    def do_then(
        self,
        done: Callable[[bool], object],
        gesture: Callable[Concatenate[Draft, P], Edit],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        """Carry a gesture out on the draft's thread; `done` hears whether it changed anything."""
        self._ask(lambda: self.session.do(gesture(self.session.draft, *args, **kwargs)), done)

    def undo(self) -> None:
        """Take the latest entry back."""
        self._ask(self.session.undo)

    def redo(self) -> None:
        """Do the entry taken back last again."""
        self._ask(self.session.redo)

    def go_to(self, index: int) -> None:
        """Undo or redo until `index` entries are in force."""
        self._ask(lambda: self.session.go_to(index))

    def _ask(self, job: Callable[[], Change | None], done: Callable[[bool], object] | None = None) -> None:
        def work() -> Any:
            change = job()
            return change, self.session.draft.content() if change is not None else None, self._history()

        def arrived(answer: Any) -> None:
            change, content, history = answer
            if content is not None:
                self._moved(change, content, history)
            if done is not None:
                done(content is not None)
            self.busy.emit(self._jobs.pending > 0)

        def failed(problem: QtwarError) -> None:
            if done is not None:
                done(False)
            self.refused.emit(sentence(problem))
            self.busy.emit(self._jobs.pending > 0)

        self.busy.emit(True)
        self._jobs.ask(work, arrived, failed)

    def _moved(self, change: Change, content: TitleContent, history: Any) -> None:
        self.content = content
        if change.touches(*DRAWN_WITH):
            self._faces = CounterArt(content)
        if not any(s.id == self.scenario for s in content.scenarios):
            self.scenario = content.scenarios[0].id if content.scenarios else ""
            self.scenario_changed.emit()
        self._take_history(history)
        self.changed.emit(change)
        self.history_changed.emit()
        self._later.start()

    # -- history -----------------------------------------------------------------------------------
    def _history(self) -> Any:
        history = self.session.history
        return [*history.line, *reversed(history.redoable)], len(history.line)

    def _take_history(self, answer: Any) -> None:
        self._labels, self._live = answer

    @property
    def live(self) -> int:
        """How many entries are in force."""
        return self._live

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back."""
        return len(self._labels) > self._live

    def history(self) -> Sequence[EditEntry]:
        """Return the latest entries in order, those undone last."""
        first = max(0, self._live - 500)
        return [
            EditEntry(n + 1, label_name(head.label)) for n, head in enumerate(self._labels[: self._live + 500]) if n >= first
        ]

    # -- problems ----------------------------------------------------------------------------------
    def _check(self) -> None:
        content = self.content

        def found(problems: list[EditProblem]) -> None:
            self._problems = problems
            self.problems_changed.emit()

        self._checks.ask(lambda: findings.look(content), found, lambda _: None)

    def problems(self) -> Sequence[EditProblem]:
        """Return the findings, the worst first."""
        return self._problems

    def fix(self, problem: EditProblem) -> None:
        """Do what a finding offers."""
        if problem.gesture is not None:
            self.do(problem.gesture)

    def uses(self, what: str, ident: str) -> Sequence[UseLine]:
        """Return what needs a thing that is to be deleted."""
        return findings.uses(self.session.draft, what, ident)

    def find(self, text: str) -> Sequence[Found]:
        """Return what the palette finds: cells, and all that has an id, a name or words."""
        from qtwar.presenters.edit import search

        return search.find(self.session.draft, self.content, text)

    # -- rows of a spreadsheet ---------------------------------------------------------------------
    def read_rows(self, data: bytes) -> tuple[list[list[str]], str]:
        """Return (rows with their heads, sentence of what is wrong) of text in any usual encoding."""
        try:
            return rows.read_table(data), ""
        except QtwarError as problem:
            return [], sentence(problem)

    def column_names(self, part: str) -> Sequence[str]:
        """Return what a column of pasted rows can be: fields, and the numbers that counters have."""
        fixed = {
            "pieces": ("id", "name.en", "name.ja", "kind", "formation"),
            "kinds": ("id", "name.en", "name.ja", "side", "class", "template", "size", "traits"),
            "formations": ("id", "name.en", "name.ja", "parent", "side", "size"),
        }[part]
        numbers = dict.fromkeys(f"attrs.{name}" for kind in self.content.kinds for name in kind.attrs)
        return [*fixed, *numbers]

    def match_columns(self, part: str, heads: Sequence[str]) -> Sequence[str]:
        """Return the field that each head means, or an empty word."""
        return rows.match_columns(part, heads)

    def preview_rows(self, part: str, table: Sequence[Sequence[str]], columns: Sequence[str]) -> RowsPreview:
        """Return what rows would become; their first line has the heads."""
        try:
            found = rows.preview(self.session.draft, part, table, columns)
        except QtwarError as problem:
            return RowsPreview(0, (PasteFault(1, sentence(problem)),))
        faults = tuple(
            PasteFault(
                f.line,
                tr(
                    "edit.paste.fault" if f.column else "edit.paste.fault_row",
                    line=f.line,
                    column=f.column,
                    text=text_sentence(f.message, language()),
                ),
            )
            for f in found.faults
        )
        return RowsPreview(len(found.items), faults, found)

    def rows_text(self, part: str, idents: Sequence[str]) -> str:
        """Return rows as text that a spreadsheet takes."""
        return rows.copy_rows(self.session.draft, part, idents)

    def copy_region(self, board: str, cells: Sequence[str]) -> dict[str, Any] | None:
        """Return cells with all that lies in them as plain JSON; None, and why is said, where that can not be."""
        try:
            clip: dict[str, Any] = clips.copy_region(self.session.draft, board, cells)
        except QtwarError as problem:
            self.refused.emit(sentence(problem))
            return None
        return clip

    def take_rows(self, preview: RowsPreview) -> None:
        """Take them over, as one entry."""
        if preview.data is not None:
            self.do(rows.import_rows, preview.data)

    # -- counters of other titles --------------------------------------------------------------------
    def titles(self) -> Sequence[tuple[str, str]]:
        """Return id and name of the titles whose counters can be taken over."""
        found = [(item.id, item.info.name.get(language())) for item in titles.installed() if item.info is not None]
        return [(ident, name or ident) for ident, name in found if ident != self.content.title.id]

    def lend(self, title: str, then: Callable[[Lent], object]) -> None:
        """Read a title and give it to `then`, soon."""

        def given(answer: Any) -> None:
            content, art = answer

            def face(kind: str, size: int, ratio: float) -> QPixmap:
                side = content.kinds_by_id[kind].side or ""
                record: dict[str, Any] = {
                    "id": "",
                    "kind": kind,
                    "owner": side,
                    "back": side,
                    "face": "front",
                    "attrs": {},
                }
                return art.pixmap(record, size, ratio, language())

            then(Lent(title, content, face))

        def read() -> Any:
            content = titles.load(title)[1]
            return content, CounterArt(content)

        self._checks.ask(read, given, lambda problem: self.refused.emit(sentence(problem)))

    def borrow(self, lent: Lent, kinds: Sequence[str], roster: bool) -> None:
        """Take kinds of another title over, with their counters of its order of battle if `roster`; one entry."""
        pieces = [p.id for p in lent.content.pieces if p.kind in set(kinds)] if roster else []
        self.do(borrow.borrow, Draft(lent.content), kinds=kinds, pieces=pieces)

    # -- pictures ----------------------------------------------------------------------------------
    def face(self, record: Mapping[str, Any], size: int, ratio: float) -> QPixmap:
        """Return a counter's picture."""
        return self._faces.pixmap(record, size, ratio, language())

    def side(self, ident: str) -> SideInfo | None:
        """Return a side with its colours."""
        side = next((s for s in self.content.sides if s.id == ident), None)
        if side is None:
            return None
        colour = str(side.attrs.get("colour") or "")
        if not colour:
            palette = (self.content.counters.get("palettes") or {}).get("standard") or {}
            colour = str((palette.get(ident) or {}).get("base") or "")
        if not colour:
            from qtwar.ui.theme import current

            colour = current().tokens.accent
        ink = str(side.attrs.get("ink") or "") or ink_on(colour)
        name = side.name.get(language())
        return SideInfo(ident, name, side.short.get(language()) or name, colour, ink)

    # -- pictures to trace -------------------------------------------------------------------------
    def take_picture(self, board: str, path: str) -> None:
        """Lay a picture below a board, to be traced; it is read on a thread of its own, a very large one takes minutes."""
        from qtwar.presenters.edit import pictures as files

        store: Any = self.session.store

        def keep(image: QImage) -> Change | None:
            taken = set(store.pictures())
            name = next(f"picture-{n}" for n in range(1, 10_000) if f"picture-{n}" not in taken)
            store.put_tiles(name, files.tiles(image))
            draft = self.session.draft
            return self.session.do(pictures.import_picture(draft, board, name, image.width(), image.height()))

        def read(image: Any) -> None:
            self._ask(lambda: keep(image))

        def failed(problem: QtwarError) -> None:
            self.refused.emit(sentence(problem))

        self.told.emit(tr("edit.picture_reading", name=Path(path).name))
        self._reader.ask(lambda: files.read(Path(path), lambda: self._reading), read, failed)

    def picture_tile(self, picture: str, level: int, x: int, y: int, then: Callable[[QImage], object]) -> None:
        """Give a tile of a picture to `then`, soon; a tile that is not there is an empty picture."""
        store: Any = self.session.store

        def work() -> QImage:
            data = store.tile(picture, level, x, y)
            return QImage.fromData(data) if data else QImage()

        def given(image: QImage) -> None:
            then(image)

        self._checks.ask(work, given, lambda _: None)

    # -- around ------------------------------------------------------------------------------------
    def play(self, start: PlayStart | None = None) -> None:
        """Open a throw-away game of the draft as it stands, from the set-up on or from another point."""
        if not self.scenario:
            self.told.emit(tr("edit.no_scenario"))
            return
        self._play(self, start or PlayStart())
        here = ("scenarios", self.scenario)
        bad = next((p for p in self._problems if p.item == here and p.severity == "error"), None)
        if bad is not None:
            self.told.emit(tr("edit.play_faulty", problem=bad.text))

    def play_phases(self) -> Sequence[tuple[PlayStart, str]]:
        """Return the points of the sequence of play that the title names (`attrs: {sequence: […]}`), with their names."""
        first = self.first_side()
        second = next((s.id for s in self.content.sides if s.id != first), first)
        players = {"first": first, "second": second}
        found: list[tuple[PlayStart, str]] = []

        def walk(steps: Any) -> None:
            for step in steps if isinstance(steps, (list, tuple)) else ():
                if not isinstance(step, Mapping):
                    continue
                if phase := step.get("phase"):
                    name = step.get("name")
                    words = name.get(language()) or name.get("en") if isinstance(name, Mapping) else name
                    start = PlayStart(phase=str(phase), side=players.get(str(step.get("player")), ""))
                    found.append((start, str(words or phase)))
                walk(step.get("steps"))

        if self.has_rules:
            walk(self.content.title.attrs.get("sequence"))
        return found

    @property
    def has_rules(self) -> bool:
        """Whether the draft plays by rules, those of the title it came from."""
        module = str(self._facts.get("module") or "")
        return bool(module) and (module.endswith(".qtmod") or (Path(module) / "rules").is_dir())

    def save_copy(self, path: str) -> None:
        """Write the document a second time, with its history."""
        target = Path(path)
        store: Any = self.session.store

        def done(_: object) -> None:
            self.wrote.emit(tr("edit.copy_written", name=target.name), str(target))

        self._jobs.ask(lambda: store.copy(target), done, lambda problem: self.refused.emit(sentence(problem)))

    def export(self, path: str) -> None:
        """Write the module: a folder, or a `.qtmod` file."""
        target = Path(path)
        write = self.session.pack if target.suffix == ".qtmod" else self.session.export_module

        def done(_: object) -> None:
            self.wrote.emit(tr("edit.exported", name=target.name), str(target))

        self._jobs.ask(lambda: write(target), done, lambda problem: self.refused.emit(sentence(problem)))

    def add_to_library(self) -> None:
        """Pack the module and install it among the titles of the library."""
        ident = self.content.title.id
        bundled = titles.folders()[0]
        if any(item.id == ident and item.path.parent == bundled for item in titles.installed()):
            self.refused.emit(tr("edit.shelf_taken", id=ident))
            return
        folder = Path(tempfile.mkdtemp(prefix="qtwar-module-"))
        file = folder / f"{ident}.qtmod"

        def done(_: object) -> None:
            self.install(str(file))
            shutil.rmtree(folder, ignore_errors=True)
            self.told.emit(tr("edit.shelved", name=self.identity.name))

        def failed(problem: QtwarError) -> None:
            shutil.rmtree(folder, ignore_errors=True)
            self.refused.emit(sentence(problem))

        self._jobs.ask(lambda: self.session.pack(file), done, failed)

    def keep_picture(self, png: bytes) -> None:
        """Keep what the start window shows of this draft."""
        store: Any = self.session.store
        self._jobs.ask(lambda: store.set_card({"entries": len(self.session.history)}, png))

    def close(self) -> None:
        """Let go of the document; everything is stored already."""
        self._later.stop()
        self._checks.close()
        self._reading = False
        self._reader.close()
        self._jobs.close(self.session.close)


def label_name(label: Any) -> str:
    """Return the name of an entry in the language in force."""
    if not isinstance(label, Mapping):
        return str(label or "")
    args = dict(label.get("args") or {})
    for name, value in args.items():
        if isinstance(value, Mapping) and set(value) <= {"en", "ja"}:
            args[name] = value.get(language()) or value.get("en") or next(iter(value.values()), "")
    return tr(str(label.get("key", "")), **args)
