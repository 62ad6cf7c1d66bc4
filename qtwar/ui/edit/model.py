"""What the editor knows of a draft: the protocol that `qtwar.presenters.edit` fulfils and every page stands on.

Nothing here waits: `do` gives an operation away; `changed` follows when it is stored, `refused` when it can not be.
What is done is a gesture of `qtwar.editing`: a typed function of the draft, called where the draft is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage, QPixmap

from qtwar.editing.batch import Edit, Gesture
from qtwar.editing.draft import Draft
from qtwar.model.content import TitleContent
from qtwar.ui.facts import Found, SideInfo

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class DraftIdentity:
    """Which draft this is."""

    title: str = ""
    name: str = ""
    path: str = ""
    kind: str = "draft"


@dataclass(frozen=True, slots=True)
class EditEntry:
    """A line of the history: `index` counts from 1; beyond `live` it is undone."""

    index: int
    text: str


@dataclass(frozen=True, slots=True)
class EditProblem:
    """A finding: sentence, where it shows (page and place), and what a click would do about it."""

    severity: str
    text: str
    page: str = ""
    where: str = ""
    place: str = ""
    fix: str = ""
    """What the fix does, in words; empty: there is none."""
    gesture: Gesture | None = None
    item: tuple[str, str] = ("", "")
    """Part of the content and id of the thing that it is about."""
    path: tuple[str | int, ...] = ()


@dataclass(frozen=True, slots=True)
class UseLine:
    """Something that needs what is to be deleted."""

    text: str
    path: tuple[str | int, ...] = ()


@dataclass(frozen=True, slots=True)
class PasteFault:
    """What is wrong with a row that was pasted; lines count from 1, the heads are line 1."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class RowsPreview:
    """What pasted rows would become: how many, which are left out and why; `data` is the session's own."""

    count: int
    faults: tuple[PasteFault, ...] = ()
    data: Any = None


class EditFocus(QObject):
    """Where the person looks: joins the pages without their knowing each other."""

    hovered = Signal(str)  # place under the cursor, or ""
    pieces = Signal(object)  # tuple of piece ids (roster or laid) selected anywhere
    kind = Signal(str)  # piece kind to show in the designer
    centre = Signal(str)  # place or counter to bring into view on the map
    page = Signal(str)  # page to bring forward
    blink = Signal(object)  # what to ring for a moment
    table = Signal(object)  # table to show
    item = Signal(str, str)  # part of the content and id of a thing to show on its page
    rule = Signal(str)  # rule number to read


@dataclass(frozen=True, slots=True)
class Lent:
    """Another title whose counters may be taken over; `face` draws one of its kinds: (kind, size, ratio)."""

    title: str
    content: TitleContent
    face: Callable[[str, int, float], QPixmap]


@dataclass(frozen=True, slots=True)
class PlayStart:
    """Where a throw-away game begins: a turn, a phase that the title names (empty: the set-up), whose it is, strictness.

    A phase that the title names without a player can be any side's.
    """

    turn: int = 1
    phase: str = ""
    side: str = ""
    strictness: str = ""


class OnMap(Protocol):
    """What the other pages ask of the map."""

    def cells(self) -> list[str]:
        """Return the cells selected on the board in front, else the one under the cell cursor."""
        ...

    def take_tool(self, ident: str) -> None:
        """Bring the map forward with a tool in hand."""
        ...


class EditModel(QObject):
    """The controller of one open draft."""

    changed = Signal(object)  # qtwar.editing.draft.Change
    history_changed = Signal()
    problems_changed = Signal()
    scenario_changed = Signal()
    refused = Signal(str)  # a sentence
    told = Signal(str)  # a sentence
    offered = Signal(str, str, object)  # a sentence, the text key of a button, what the button does
    wrote = Signal(str, str)  # a sentence and the file or folder that was written
    busy = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.focus = EditFocus(self)
        self.content: TitleContent
        self.art_cache: Path | None = None
        """Where prepared maps are kept."""
        self.scenario = ""

    @property
    def identity(self) -> DraftIdentity:
        """Which draft this is, its name in the language in force."""
        return DraftIdentity()

    @property
    def ground(self) -> str:
        """The kind of grid of the first board: hex, square, cards or areas."""
        return self.content.boards[0].grid.kind if self.content.boards else ""

    # -- doing -------------------------------------------------------------------------------------
    def do(self, gesture: Callable[Concatenate[Draft, P], Edit], *args: P.args, **kwargs: P.kwargs) -> None:
        """Carry a gesture out: what it does with the draft as it stands then is one entry of the history."""
        self.do_then(_nothing, gesture, *args, **kwargs)

    def do_then(
        self,
        done: Callable[[bool], object],
        gesture: Callable[Concatenate[Draft, P], Edit],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        """Carry a gesture out; `done` hears whether it changed anything."""
        raise NotImplementedError

    def undo(self) -> None:
        """Take the latest entry back."""
        raise NotImplementedError

    def redo(self) -> None:
        """Do the entry taken back last again."""
        raise NotImplementedError

    def go_to(self, index: int) -> None:
        """Undo or redo until `index` entries are in force."""
        raise NotImplementedError

    @property
    def live(self) -> int:
        """How many entries are in force."""
        raise NotImplementedError

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return self.live > 0

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back."""
        return bool(self.history()) and self.history()[-1].index > self.live

    def history(self) -> Sequence[EditEntry]:
        """Return the entries in order, those undone last."""
        return ()

    # -- looking -----------------------------------------------------------------------------------
    def show_scenario(self, ident: str) -> None:
        """Show another scenario's pieces and zones."""
        if ident != self.scenario:
            self.scenario = ident
            self.scenario_changed.emit()

    def problems(self) -> Sequence[EditProblem]:
        """Return the findings, the worst first."""
        return ()

    def fix(self, problem: EditProblem) -> None:
        """Do what a finding offers."""

    def uses(self, what: str, ident: str) -> Sequence[UseLine]:
        """Return what needs a thing (`kinds`, `terrain`, …) that is to be deleted."""
        return ()

    def find(self, text: str) -> Sequence[Found]:
        """Return what the palette finds: cells by id or label, counters, tables."""
        return ()

    # -- rows of a spreadsheet ---------------------------------------------------------------------
    def read_rows(self, data: bytes) -> tuple[list[list[str]], str]:
        """Return (rows with their heads, sentence of what is wrong) of text in any usual encoding."""
        return [], ""

    def column_names(self, part: str) -> Sequence[str]:
        """Return what a column of pasted rows can be."""
        return ()

    def match_columns(self, part: str, heads: Sequence[str]) -> Sequence[str]:
        """Return the field that each head means, or an empty word."""
        return ["" for _ in heads]

    def preview_rows(self, part: str, rows: Sequence[Sequence[str]], columns: Sequence[str]) -> RowsPreview:
        """Return what rows would become."""
        return RowsPreview(0)

    def rows_text(self, part: str, idents: Sequence[str]) -> str:
        """Return rows as text that a spreadsheet takes: heads, then a line each, cells divided by tabs."""
        return ""

    def copy_region(self, board: str, cells: Sequence[str]) -> dict[str, Any] | None:
        """Return cells with all that lies in them as plain JSON, the first as what the rest is counted from.

        None where the board's cells can not be copied; why is said.
        """
        return None

    def take_rows(self, preview: RowsPreview) -> None:
        """Take them over, as one entry."""

    # -- counters of other titles --------------------------------------------------------------------
    def titles(self) -> Sequence[tuple[str, str]]:
        """Return id and name of the titles whose counters can be taken over."""
        return ()

    def lend(self, title: str, then: Callable[[Lent], object]) -> None:
        """Read a title and give it to `then`, soon."""

    def borrow(self, lent: Lent, kinds: Sequence[str], roster: bool) -> None:
        """Take kinds of another title over, with their counters of its order of battle if `roster`; one entry."""

    # -- pictures ----------------------------------------------------------------------------------
    def face(self, record: Mapping[str, Any], size: int, ratio: float) -> QPixmap:
        """Return a counter's picture."""
        raise NotImplementedError

    def side(self, ident: str) -> SideInfo | None:
        """Return a side with its colours."""
        raise NotImplementedError

    # -- pictures to trace -------------------------------------------------------------------------
    def take_picture(self, board: str, path: str) -> None:
        """Lay a picture below a board, to be traced."""

    def picture_tile(self, picture: str, level: int, x: int, y: int, then: Callable[[QImage], object]) -> None:
        """Give a tile of a picture to `then`, soon; a tile that is not there is an empty picture."""

    # -- around ------------------------------------------------------------------------------------
    def play(self, start: PlayStart | None = None) -> None:
        """Open a throw-away game of the draft as it stands, from the set-up on or from another point."""

    def play_phases(self) -> Sequence[tuple[PlayStart, str]]:
        """Return the points of the sequence of play that a game can begin at, with their names.

        `side` is whose phase it is; it is empty where the person may say that.
        """
        return ()

    def first_side(self) -> str:
        """Return the side that begins the shown scenario."""
        scenario = next((s for s in self.content.scenarios if s.id == self.scenario), None)
        sides = [side.id for side in self.content.sides]
        first = scenario.first_side if scenario is not None else None
        return first or (sides[0] if sides else "")

    strictness = "enforce"
    """How strictly the rules look on in the next throw-away game: as in the last one."""

    @property
    def has_rules(self) -> bool:
        """Whether the draft plays by rules, those of the title it came from."""
        return False

    def export(self, path: str) -> None:
        """Write the module: a folder, or a `.qtmod` file."""

    def add_to_library(self) -> None:
        """Install the module among the titles, or in place of what it was when it was added before."""

    def save_copy(self, path: str) -> None:
        """Write the document a second time."""

    def keep_picture(self, png: bytes) -> None:
        """Keep what the start window shows of this draft."""

    def close(self) -> None:
        """Let go of the document; everything is stored already."""


def _nothing(done: bool) -> None:
    pass
