"""The model of an open draft: an edit session on a thread of its own, never waited for. Every page stands on it.

`do` gives an operation away; `changed` follows when it is stored, `refused` when it can not be. What is done is a gesture
of `qtwar.editing`: a typed function of the draft, called where the draft is.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage, QPixmap

from qtwar.base.colours import hexed
from qtwar.base.errors import QtwarError
from qtwar.editing import borrow, items, pictures
from qtwar.editing.batch import Edit
from qtwar.editing.draft import Change, Draft
from qtwar.model.content import TitleContent
from qtwar.model.scenario import Scenario
from qtwar.qtpaint.counters import CounterArt
from qtwar.qtpaint.traced import Taken, tile_image
from qtwar.session.begin import PlayStart
from qtwar.session.edit import EditSession
from qtwar.ui.edit import findings
from qtwar.ui.edit.art import ArtDesk, OwnArt
from qtwar.ui.edit.faces import DraftFaces, record_of
from qtwar.ui.edit.findings import EditProblem
from qtwar.ui.facts import SideInfo
from qtwar.ui.i18n import language, sentence, tr
from qtwar.ui.job_queue import JobQueue
from qtwar.ui.theme import current
from qtwar.ui.theme.tokens import ink_on
from qtwar.ui.widgets.basics import timer

P = ParamSpec("P")
SETTLED = 350
"""Milliseconds without a change before the draft is checked again."""
DRAWN_WITH = ("kinds", "counters", "pieces", "sides")
MOST_ENTRIES = 500
"""Entries of the history that are shown on each side of the present."""


@dataclass(frozen=True, slots=True)
class EditEntry:
    """A line of the history: `index` counts from 1; beyond `live` it is undone."""

    index: int
    text: str


class EditFocus(QObject):
    """Where the person looks: joins the pages without their knowing each other."""

    pieces = Signal(object)  # tuple of piece ids (roster or laid) selected anywhere
    kind = Signal(str)  # piece kind to show in the designer
    centre = Signal(str)  # place or counter to bring into view on the map
    page = Signal(str)  # page to bring forward
    blink = Signal(object)  # what to ring for a moment
    table = Signal(object)  # table to show
    item = Signal(str, str)  # part of the content and id of a thing to show on its page
    tool = Signal(str)  # tool to go to the map with
    cells: Callable[[], list[str]] = list
    """Returns the cells selected on the board in front, else the one under the cell cursor; the page of the draft says which."""

    def show_problem(self, problem: EditProblem) -> None:
        """Bring the page of a finding forward, with the thing or the place that it is about."""
        if problem.page:
            self.item.emit(*problem.item)
        if problem.place:
            self.centre.emit(problem.place)


@dataclass(frozen=True, slots=True)
class Lent:
    """Another title whose counters may be taken over; `face` draws one of its kinds: (kind, size, ratio)."""

    title: str
    content: TitleContent
    face: Callable[[str, int, float], QPixmap]


class Around(Protocol):
    """What a draft asks of the program around it."""

    art_cache: Path
    """Where prepared maps are kept."""
    art: ArtDesk
    """What takes pictures in."""

    def titles(self) -> Sequence[tuple[str, str]]:
        """Return id and name of the installed titles."""
        ...

    def load(self, title: str) -> TitleContent:
        """Return the content of a title; raises QtwarError."""
        ...

    def home_of(self, title: str) -> Path:
        """Return the folder or archive of a title; raises QtwarError."""
        ...

    def take_picture(self, path: Path, wanted: Callable[[], bool]) -> Taken:
        """Have a picture decoded beside the program, given up once it is no longer wanted; raises DataFault."""
        ...

    def is_bundled(self, title: str) -> bool:
        """Return whether a title comes with the program."""
        ...

    def install(self, module: str, draft: str) -> object:
        """Take a module into the library that was packed of a draft of a name."""
        ...

    def play(self, draft: EditModel, start: PlayStart) -> object:
        """Open a throw-away game of a draft."""
        ...


class EditModel(QObject):
    """One open draft with its history, findings and pictures."""

    changed = Signal(object)  # qtwar.editing.draft.Change
    history_changed = Signal()
    problems_changed = Signal()
    scenario_changed = Signal()
    refused = Signal(str)  # a sentence
    told = Signal(str)  # a sentence
    offered = Signal(str, str, object)  # a sentence, the text key of a button, what the button does
    wrote = Signal(str, str)  # a sentence and the file or folder that was written
    busy = Signal(bool)

    strictness = "enforce"
    """How strictly the rules look on in the next throw-away game: as in the last one."""

    def __init__(self, session: EditSession, path: Path, around: Around) -> None:
        super().__init__()
        self.session, self.path, self.around = session, path, around
        self.focus = EditFocus(self)
        self.content: TitleContent = session.draft.content()
        self.scenario = self.content.scenarios[0].id if self.content.scenarios else ""
        self.problems: Sequence[EditProblem] = ()
        """The findings, the worst first."""
        self._store: Any = session.store
        self._position = session.facts.get("position")
        self._jobs, self._checks, self._reader = JobQueue(self), JobQueue(self), JobQueue(self)
        self._open = True
        self.art = OwnArt(session, around.art, self._ask, self._reader.ask, self._refuse)
        self.faces = DraftFaces(self.content, around.art.store())
        self._heads, self.live = self._history()
        """`live`: how many entries are in force."""
        self._later = timer(self, SETTLED, self._check)
        QTimer.singleShot(0, self, self._check)

    @property
    def draft(self) -> Draft:
        """The draft, to be read: what is done with it goes through `do`."""
        return self.session.draft

    @property
    def name(self) -> str:
        """What the draft is called in the language in force: as its title, or as the position that it was made of."""
        made_of = next((one for one in self.content.scenarios if one.id == self._position), self.content.title)
        return made_of.name.get(language()) or self.path.stem

    @property
    def ground(self) -> str:
        """The kind of grid of the first board: hex, square, cards or areas."""
        return self.content.boards[0].grid.kind if self.content.boards else ""

    @property
    def shown_scenario(self) -> Scenario | None:
        """The scenario that is shown on the map and edited on its page."""
        return next((s for s in self.content.scenarios if s.id == self.scenario), None)

    # -- doing -------------------------------------------------------------------------------------
    def do(self, gesture: Callable[Concatenate[Draft, P], Edit], *args: P.args, **kwargs: P.kwargs) -> None:
        """Carry a gesture out: what it does with the draft as it stands then is one entry of the history."""
        self.do_then(lambda _: None, gesture, *args, **kwargs)

    def do_then(
        self,
        done: Callable[[bool], object],
        gesture: Callable[Concatenate[Draft, P], Edit],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        """Carry a gesture out on the draft's thread; `done` hears whether it changed anything."""
        self._ask(lambda: self.session.do(gesture(self.session.draft, *args, **kwargs)), done)

    def add(self, part: str, item: Mapping[str, Any], then: Callable[[str], object]) -> None:
        """Add a thing to a list of the content; `then` takes it up by its id, once it is there."""
        self.do_then(lambda ok: then(item["id"]) if ok else None, items.add, part, dict(item))

    def name_added(self, done: Callable[[bool], object], live: int, part: str, ident: str, name: Mapping[str, str]) -> None:
        """Give its name to what entry `live` has added: while that is the latest, both are one entry, called by that name."""
        session = self.session

        def work() -> Change | None:
            if len(session.history) != live:
                return session.do(items.put(session.draft, (part, ident, "name"), dict(name)))
            item = {**session.draft.at(part, ident), "name": dict(name)}
            return session.complete(lambda draft: items.add(draft, part, item))

        self._ask(work, done)

    def undo(self) -> None:
        """Take the latest entry back."""
        self._ask(self.session.undo)

    def redo(self) -> None:
        """Do the entry taken back last again."""
        self._ask(self.session.redo)

    def go_to(self, index: int) -> None:
        """Undo or redo until `index` entries are in force."""
        self._ask(lambda: self.session.go_to(index))

    def _ask(self, job: Callable[[], Change | None], done: Callable[[bool], object] = lambda _: None) -> None:
        def work() -> Any:
            change = job()
            return change, self.session.draft.content() if change is not None else None, self._history()

        def arrived(answer: Any) -> None:
            change, content, history = answer
            if content is not None:
                self._moved(change, content, history)
            done(content is not None)
            self.busy.emit(self._jobs.pending > 0)

        def failed(problem: QtwarError) -> None:
            done(False)
            self._refuse(problem)
            self.busy.emit(self._jobs.pending > 0)

        self.busy.emit(True)
        self._jobs.ask(work, arrived, failed)

    def _refuse(self, problem: QtwarError) -> None:
        self.refused.emit(sentence(problem))

    def _moved(self, change: Change, content: TitleContent, history: Any) -> None:
        self.content = content
        self.faces.take(content, anew=change.touches(*DRAWN_WITH))
        if self.shown_scenario is None:
            self.scenario = content.scenarios[0].id if content.scenarios else ""
            self.scenario_changed.emit()
        self._heads, self.live = history
        self.changed.emit(change)
        self.history_changed.emit()
        self._later.start()

    # -- history -----------------------------------------------------------------------------------
    def _history(self) -> tuple[list[Any], int]:
        history = self.session.history
        return [*history.line, *reversed(history.redoable)], len(history.line)

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return self.live > 0

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back."""
        return len(self._heads) > self.live

    def history(self) -> Sequence[EditEntry]:
        """Return the latest entries in order, those undone last."""
        first = max(0, self.live - MOST_ENTRIES)
        shown = self._heads[first : self.live + MOST_ENTRIES]
        return [EditEntry(n, label_name(head.label)) for n, head in enumerate(shown, first + 1)]

    # -- looking -----------------------------------------------------------------------------------
    def show_scenario(self, ident: str) -> None:
        """Show another scenario's pieces and zones."""
        if ident != self.scenario:
            self.scenario = ident
            self.scenario_changed.emit()

    def _check(self) -> None:
        content = self.content

        def found(problems: list[EditProblem]) -> None:
            self.problems = problems
            self.problems_changed.emit()

        self._checks.ask(lambda: findings.look(content, self.around.art.has), found)

    def uses(self, what: str, ident: str) -> Sequence[findings.UseLine]:
        """Return what needs a thing (`kinds`, `terrain`, …) that is to be deleted."""
        return findings.uses(self.draft, what, ident)

    # -- counters of other titles --------------------------------------------------------------------
    def lend(self, title: str, then: Callable[[Lent], object]) -> None:
        """Read a title and give it to `then`, soon."""

        def read() -> Any:
            content = self.around.load(title)
            return content, CounterArt(content, pictures=self.around.art.store())

        def given(answer: Any) -> None:
            content, art = answer
            then(Lent(title, content, lambda kind, *size: art.pixmap(record_of(content, kind), *size, language())))

        self._checks.ask(read, given, self._refuse)

    def borrow(self, lent: Lent, kinds: Sequence[str], roster: bool) -> None:
        """Take kinds of another title over, with their counters of its order of battle if `roster`; one entry."""
        pieces = [p.id for p in lent.content.pieces if p.kind in set(kinds)] if roster else []

        def work() -> Change | None:
            if lent.content.counters.get("pictures"):
                self._store.put_pictures(self.around.art.files(lent.content, self.around.home_of(lent.title)))
            return self.session.do(borrow.borrow(self.draft, Draft(lent.content), kinds=kinds, pieces=pieces))

        self._ask(work)

    # -- pictures ----------------------------------------------------------------------------------
    def side(self, ident: str) -> SideInfo | None:
        """Return a side with its colours."""
        side = next((s for s in self.content.sides if s.id == ident), None)
        if side is None:
            return None
        palette = (self.content.counters.get("palettes") or {}).get("standard") or {}
        palette_colour = hexed((palette.get(ident) or {}).get("base"), current().tokens.accent)
        colour = hexed(side.attrs.get("colour"), palette_colour)
        ink = hexed(side.attrs.get("ink"), ink_on(colour))
        name = side.name.get(language())
        return SideInfo(ident, name, side.short.get(language()) or name, colour, ink)

    def take_picture(self, board: str, path: str) -> None:
        """Lay a picture below a board, to be traced; it is read beside the program, a very large one takes minutes."""

        def keep(taken: Taken) -> Change | None:
            held = set(self._store.pictures())
            name = next(f"picture-{n}" for n in range(1, 10_000) if f"picture-{n}" not in held)
            self._store.put_tiles(name, taken.tiles)
            return self.session.do(pictures.import_picture(self.draft, board, name, taken.width, taken.height))

        self.told.emit(tr("edit.picture_reading", name=Path(path).name))
        self._reader.ask(
            lambda: self.around.take_picture(Path(path), lambda: self._open),
            lambda taken: self._ask(lambda: keep(taken)), self._refuse,
        )  # fmt: skip

    def picture_tile(self, picture: str, level: int, x: int, y: int, then: Callable[[QImage], object]) -> None:
        """Give a tile of a picture to `then`, soon; a tile that is not there is an empty picture."""
        self._checks.ask(lambda: tile_image(self._store.tile(picture, level, x, y)), then)

    # -- playing -----------------------------------------------------------------------------------
    def play(self, start: PlayStart | None = None) -> None:
        """Open a throw-away game of the draft as it stands, from the set-up on or from another point."""
        if not self.scenario:
            self.told.emit(tr("edit.no_scenario"))
            return
        self.around.play(self, start or PlayStart())
        here = ("scenarios", self.scenario)
        bad = next((p for p in self.problems if p.item == here and p.severity == "error"), None)
        if bad is not None:
            self.told.emit(tr("edit.play_faulty", problem=bad.text))

    def play_phases(self) -> Sequence[tuple[PlayStart, str]]:
        """Return the points of the sequence of play that the title names (`attrs: {sequence: […]}`), with their names.

        `side` is whose phase it is; it is empty where the person may say that.
        """
        first = self.first_side()
        second = next((s.id for s in self.content.sides if s.id != first), first)
        players = {"first": first, "second": second}
        named = [step for step in self.content.title.sequence if self.has_rules and step.said.get("phase")]
        starts = [PlayStart(phase=str(s.said["phase"]), side=players.get(str(s.said.get("player")), "")) for s in named]
        return [(start, step.name(language()) or start.phase) for start, step in zip(starts, named, strict=True)]

    def first_side(self) -> str:
        """Return the side that begins the shown scenario."""
        scenario, sides = self.shown_scenario, [side.id for side in self.content.sides]
        return (scenario.first_side if scenario is not None else None) or (sides[0] if sides else "")

    @property
    def has_rules(self) -> bool:
        """Whether the draft plays by rules, those of the title it came from."""
        module = self.session.module
        return module is not None and (module.suffix == ".qtmod" or (module / "rules").is_dir())

    # -- files -------------------------------------------------------------------------------------
    def save_copy(self, path: str) -> None:
        """Write the document a second time, with its history."""
        self._write(self._store.copy, Path(path), "edit.copy_written")

    def export(self, path: str) -> None:
        """Write the module: a folder, or a `.qtmod` file."""
        target = Path(path)
        self._write(self.session.pack if target.suffix == ".qtmod" else self.session.export_module, target, "edit.exported")

    def _write(self, write: Callable[[Path], object], target: Path, key: str) -> None:
        def done(_: object) -> None:
            self.wrote.emit(tr(key, name=target.name), str(target))

        self._jobs.ask(lambda: write(target), done, self._refuse)

    def add_to_library(self) -> None:
        """Pack the module and install it among the titles, or in place of what it was when it was added before."""
        ident = self.content.title.id
        if self.around.is_bundled(ident):
            self.refused.emit(tr("edit.shelf_taken", id=ident))
            return
        folder = Path(tempfile.mkdtemp(prefix="qtwar-module-"))
        file = folder / f"{ident}.qtmod"

        def done(_: object) -> None:
            self.around.install(str(file), self.path.stem)
            shutil.rmtree(folder, ignore_errors=True)
            self.told.emit(tr("edit.shelved", name=self.name))

        def failed(problem: QtwarError) -> None:
            shutil.rmtree(folder, ignore_errors=True)
            self._refuse(problem)

        self._jobs.ask(lambda: self.session.pack(file), done, failed)

    def keep_picture(self, png: bytes) -> None:
        """Keep what the start window shows of this draft."""
        self._jobs.ask(lambda: self._store.set_card({"entries": len(self.session.history)}, png))

    def close(self) -> None:
        """Let go of the document; everything is stored already."""
        self._open = False
        self._later.stop()
        self._checks.close()
        self._reader.close()
        self.art.close()
        self._jobs.close(self.session.close)


def label_name(label: Mapping[str, Any]) -> str:
    """Return the name of an entry in the language in force."""
    args = dict(label.get("args") or {})
    for name, value in args.items():
        if isinstance(value, Mapping) and set(value) <= {"en", "ja"}:
            args[name] = value.get(language()) or value.get("en") or next(iter(value.values()), "")
    return tr(str(label.get("key", "")), **args)
