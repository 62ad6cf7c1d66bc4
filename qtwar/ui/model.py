"""What the window knows of a game: plain view models, and the controller that the board and the docks talk to.

Everything here is already filtered for the side that sits at the screen; nothing hidden ever reaches a widget.
`qtwar.app.wiring` fills it from a play session; the tests fill it with data of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QPixmap

from qtwar.base.text import Message, Span, Texts
from qtwar.engine.changes import EVERYTHING, ChangeSet
from qtwar.engine.state import State
from qtwar.ui.draft import Draft

Strictness = Literal["off", "warn", "enforce"]
DiceSource = Literal["program", "hand", "scripted"]


@dataclass(frozen=True, slots=True)
class SideInfo:
    """A side of the game; `colour` and `ink` are the title's own print colours (#RRGGBB)."""

    id: str
    name: str
    short: str
    colour: str
    ink: str
    icon: str = "flag-variant"


@dataclass(frozen=True, slots=True)
class Crumb:
    """One link of turn › phase › step; `rule` is shown beside the innermost one."""

    text: str
    note: str = ""
    rule: str = ""
    kind: Literal["turn", "phase", "operation", "step"] = "phase"


@dataclass(frozen=True, slots=True)
class Resource:
    """A number of a side that the toolbar shows, as CP 22; `label` groups the same number of all sides."""

    label: str
    side: str
    value: int | str
    accent: bool = False
    hint: str = ""


@dataclass(frozen=True, slots=True)
class PieceInfo:
    """A piece as its line in lists says it; `strength` as printed on the counter, `state` one or two words."""

    id: str
    name: str
    side: str
    place: str
    place_name: str
    kind_name: str = ""
    strength: str = ""
    state: str = ""
    can_act: bool = False
    off_map: bool = False
    why_not: str = ""
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class OobNode:
    """A formation with its own pieces (bottom of the tree) and the formations below it."""

    id: str
    name: str
    side: str
    pieces: tuple[str, ...] = ()
    children: tuple[OobNode, ...] = ()


@dataclass(frozen=True, slots=True)
class CellInfo:
    """A cell for the viewer: its chips (terrain, features) and the lines that rules use there."""

    place: str
    number: str
    name: str = ""
    chips: tuple[str, ...] = ()
    lines: tuple[Message, ...] = ()
    summary: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """An off-map place with a counter tray on the shelf; `count` where only the number is seen."""

    id: str
    name: str
    side: str = ""
    role: Literal["box", "pool", "turn", "reinforcements", "hand"] = "box"
    pieces: tuple[str, ...] = ()
    count: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class TurnBox:
    """A box of the turn track with what lies on it."""

    number: int
    label: str
    note: str = ""
    pieces: tuple[str, ...] = ()
    place: str = ""
    is_now: bool = False
    entry: int | None = None  # where the journal reaches this turn, for the jump


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log; the first of an entry is its head, the others are folded under it."""

    entry: int
    number: str
    spans: tuple[Span, ...]
    kind: Literal["head", "event", "dice", "refusal", "warning", "note", "turn"] = "event"
    side: str = ""
    by_hand: bool = False
    places: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """An entry of the history dock: what was done, and whether undo may pass it."""

    index: int
    text: str
    side: str = ""
    turn: bool = False
    bookmark: str = ""
    floor: str = ""  # why undo does not pass below this entry, else empty


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A chart: heads and cells as they are printed; `codes` explains the words in the cells."""

    id: str
    name: str
    rule: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    corner: str = ""
    codes: tuple[tuple[str, str], ...] = ()
    notes: tuple[tuple[str, str], ...] = ()  # text, rule


@dataclass(frozen=True, slots=True)
class UsedCell:
    """Which cell of a table was used last; `shifts` are signed columns with the sentence that gave each."""

    table: str
    row: int
    column: int
    base_column: int | None = None
    shifts: tuple[tuple[int, str, str], ...] = ()  # columns, text, rule
    result: str = ""


@dataclass(frozen=True, slots=True)
class OddsLine:
    """A factor of the odds: name, rule, value; `tone` says for whom it is good."""

    text: str
    rule: str = ""
    value: str = ""
    tone: Literal["", "good", "bad", "unknown", "head"] = ""


@dataclass(frozen=True, slots=True)
class Odds:
    """What would happen, by die; spends nothing. `chances` are sentences such as hit 5 in 6 with their tone."""

    title: str
    lines: tuple[OddsLine, ...]
    column: str = ""
    results: tuple[tuple[int, str, str], ...] = ()  # die, result, tone
    chances: tuple[tuple[str, str], ...] = ()  # text, tone
    bars: tuple[tuple[str, float, str, str], ...] = ()  # text, share 0..1, tone, note
    what_if: tuple[tuple[str, str, bool], ...] = ()  # id, text, on
    table: str = ""


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice that fell: (faces, value) each, the named modifiers, the total and what it meant."""

    dice: tuple[tuple[int, int], ...]
    label: str
    by: str = ""
    modifiers: tuple[tuple[str, str, str], ...] = ()  # text, value, rule
    total: str = ""
    result: str = ""
    cell: UsedCell | None = None
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Firer:
    """One who may react, or nearly could: then `why_not` says why he can not."""

    piece: str
    text: str
    detail: str = ""
    value: str = ""
    choice: Any = None
    ask: str = ""
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits for a side."""

    side: str
    player: str = ""
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class HandOver:
    """The cover screen's words: to whom, and how much happened that he may see."""

    side: str
    player: str
    news: int = 0


@dataclass(frozen=True, slots=True)
class Found:
    """Something that go-to or the palette can bring up."""

    kind: Literal["cell", "piece", "rule", "table"]
    id: str
    text: str
    detail: str = ""
    words: str = ""  # further words it is found by (kana, romaji, old names)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that stopped, for the status bar."""

    message: Message
    detail: str = ""


@dataclass(slots=True)
class BoardInfo:
    """A board tab: id and name."""

    id: str
    name: str


class Focus(QObject):
    """Where the person looks: joins the board and the docks without either knowing the other."""

    hovered = Signal(str)  # place under the cursor, or ""
    pinned = Signal(str)  # place that the viewer keeps, or ""
    selected = Signal(object)  # tuple of piece ids
    blink = Signal(object)  # tuple of piece ids and places to blink
    centre = Signal(str)  # place or piece to bring into view
    rule = Signal(str)  # rule number to read
    table = Signal(object)  # table id, or UsedCell
    aim = Signal(object)  # (from piece, to place) line of fire, or None

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.place = ""
        self.pieces: tuple[str, ...] = ()
        self.hovered.connect(self._on_hover)
        self.selected.connect(self._on_selected)

    def _on_hover(self, place: str) -> None:
        self.place = place

    def _on_selected(self, pieces: tuple[str, ...]) -> None:
        self.pieces = tuple(pieces)


@dataclass(slots=True)
class GameIdentity:
    """How the tab, the title bar and the settings call the game."""

    title: str = ""
    scenario: str = ""
    name: str = ""
    path: str = ""
    kind: Literal["game", "test"] = "game"
    seats: tuple[Seat, ...] = ()
    covers: bool = False  # hot-seat with hidden things: hand over behind a cover
    options: dict[str, Any] = field(default_factory=dict)


class GameModel(QObject):
    """The controller of one open game. Subclasses fill the properties and do what the methods say.

    Nothing here waits: `submit` and `query` answer later, through signals and callbacks on the window's thread.
    """

    changed = Signal(object)  # ChangeSet
    offer_changed = Signal()
    refused = Signal(object)  # Message
    busy = Signal(bool)
    replaying = Signal(int)  # entry looked at, or -1 when back at the live end
    settings_changed = Signal()  # strictness, dice source, seat
    log_changed = Signal()
    history_changed = Signal()
    rolled = Signal(object)  # Roll
    dice_wanted = Signal(object)  # (tuple of faces, Message): by-hand dice are waited for
    table_used = Signal(object)  # UsedCell
    odds_changed = Signal(object)  # Odds or None
    hand_over = Signal(object)  # HandOver: cover the screen
    problem = Signal(object)  # Problem
    ended = Signal(object)  # Message

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.focus = Focus(self)
        self.draft = Draft(self)
        self.identity = GameIdentity()
        self.language = "en"
        self.texts = Texts()
        self.content: Any = None  # qtwar.model.content.Content

    # -- position, as the seat's side may know it ------------------------------------------------
    @property
    def view(self) -> State:
        """The position in the view of the side at the screen, at the entry looked at."""
        raise NotImplementedError

    @property
    def seat(self) -> str:
        """The side whose eyes the screen has."""
        raise NotImplementedError

    @property
    def acting(self) -> str:
        """The side that the prompt bar asks now; empty when nobody may act."""
        offer = self.offer
        return str(offer.get("side", "")) if offer else ""

    @property
    def offer(self) -> dict[str, Any] | None:
        """The offer for the side that must act at this screen (architecture.md section 3), or None."""
        raise NotImplementedError

    def sides(self) -> Sequence[SideInfo]:
        """The sides in the title's order."""
        raise NotImplementedError

    def side(self, ident: str) -> SideInfo | None:
        """The side of an id."""
        return next((side for side in self.sides() if side.id == ident), None)

    def crumbs(self) -> Sequence[Crumb]:
        """Turn, phase, step: outermost first."""
        return ()

    def resources(self) -> Sequence[Resource]:
        """The numbers of the sides that the toolbar shows."""
        return ()

    def boards(self) -> Sequence[BoardInfo]:
        """The boards of the title."""
        return ()

    # -- look-ups -------------------------------------------------------------------------------
    def piece(self, ident: str) -> PieceInfo | None:
        """A piece or alias as lists show it."""
        raise NotImplementedError

    def pieces_at(self, place: str) -> Sequence[str]:
        """Ids and aliases in a place, bottom first."""
        return self.view.places.get(place, [])

    def order_of_battle(self) -> Sequence[OobNode]:
        """The tree of formations that the seat's side may know, dead and off-map ones too."""
        return ()

    def boxes(self) -> Sequence[Box]:
        """Off-map boxes and pools in the title's order."""
        return ()

    def turn_track(self) -> Sequence[TurnBox]:
        """The boxes of the turn track."""
        return ()

    def reinforcements(self) -> Sequence[Box]:
        """What is to come, one box a turn or pool."""
        return ()

    def tables(self) -> Sequence[TableInfo]:
        """All charts of the title."""
        return ()

    def firers(self) -> Sequence[Firer]:
        """Who may react in the running reaction, then who nearly could."""
        return ()

    def legend(self) -> Sequence[tuple[str, str]]:
        """(mark, text) of the lights on the board now: go, stop, end, pass, waypoint, join."""
        return ()

    def place_name(self, place: str) -> str:
        """Name or number of a place."""
        return self.texts.plain({"key": "{c}", "args": {"c": {"c": place}}}, self.language)

    def find(self, text: str, limit: int = 30) -> Sequence[Found]:
        """Cells, pieces, rules and tables that fit what was typed."""
        return ()

    def rule_text(self, rule: str) -> Message | None:
        """Our own summary of a rule."""
        return None

    def face(self, piece: str, size: int, ratio: float = 1.0) -> QPixmap:
        """The counter's picture as this side sees it, `size` logical pixels wide; shared, never to be painted on."""
        raise NotImplementedError

    def side_face(self, side: str, size: int, ratio: float = 1.0) -> QPixmap:
        """The back of a counter of a side, for boxes of which only the number is known."""
        raise NotImplementedError

    def minimap(self, width: int, height: int, ratio: float = 1.0) -> QPixmap | None:
        """A small picture of the board, or None until there is one."""
        return None

    # -- doing ----------------------------------------------------------------------------------
    def submit(self, action: Mapping[str, Any]) -> None:
        """Ask for `{side, verb, args}` (with `ask`, the id of the ask it answers); `changed` or `refused` follows."""
        raise NotImplementedError

    def free_move(self, pieces: Sequence[str], place: str) -> None:
        """Move pieces past the rules (warn, off, or Alt+Shift+drag)."""
        raise NotImplementedError

    def query(self, name: str, args: Mapping[str, Any], then: Callable[[Any], None]) -> Callable[[], None]:
        """Ask the rules something in the seat's view; `then` gets the answer. Returns what cancels it."""
        raise NotImplementedError

    def cell_info(self, place: str, then: Callable[[CellInfo], None]) -> None:
        """Get what the viewer says of a cell."""
        raise NotImplementedError

    def odds(self, args: Mapping[str, Any]) -> None:
        """Ask for odds; `odds_changed` follows."""
        raise NotImplementedError

    def give_dice(self, values: Sequence[int]) -> None:
        """Hand in dice rolled by hand, after `dice_wanted`."""
        raise NotImplementedError

    # -- history --------------------------------------------------------------------------------
    def log(self) -> Sequence[LogLine]:
        """All lines that the seat's side may read, oldest first."""
        return ()

    def history(self) -> Sequence[HistoryEntry]:
        """All entries, oldest first; those after `position` can be redone."""
        return ()

    @property
    def position(self) -> int:
        """The entry looked at (0 = the beginning)."""
        return 0

    @property
    def length(self) -> int:
        """The last entry there is."""
        return 0

    @property
    def live(self) -> int:
        """The entry the game stands at: `position` is elsewhere only while one looks back."""
        return self.length

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back above the floor."""
        return False

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back and nothing else done since."""
        return False

    def undo(self) -> None:
        """Take back the last gesture."""
        raise NotImplementedError

    def redo(self) -> None:
        """Do again what was taken back."""
        raise NotImplementedError

    def undo_to(self, entry: int) -> None:
        """Take back (or redo) until the game stands at an entry."""
        raise NotImplementedError

    def look_at(self, entry: int) -> None:
        """Show an entry of the past, read-only; `live` brings the screen back."""
        raise NotImplementedError

    def branch(self, entry: int) -> None:
        """Open a second game that starts from an entry."""
        raise NotImplementedError

    def bookmark(self, entry: int, name: str) -> None:
        """Name an entry; an empty name takes the mark away."""
        raise NotImplementedError

    def note(self, text: str) -> None:
        """Write a remark into the log."""
        raise NotImplementedError

    # -- the table's habits ---------------------------------------------------------------------
    @property
    def strictness(self) -> Strictness:
        """How far the rules bind."""
        return "enforce"

    def set_strictness(self, value: Strictness) -> None:
        """Change it; an entry of the journal."""
        raise NotImplementedError

    @property
    def dice_source(self) -> DiceSource:
        """Where dice come from."""
        return "program"

    def set_dice_source(self, value: DiceSource) -> None:
        """Change it."""
        raise NotImplementedError

    def sit(self, side: str) -> None:
        """Give the screen to a side (after the cover)."""
        raise NotImplementedError

    def request_hand_over(self) -> None:
        """F9: cover the screen for the other side."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of session and worker."""


def action_of(ask: Mapping[str, Any], side: str, args: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the action that answers an ask: its fixed arguments with the person's added."""
    return {
        "side": side,
        "verb": ask["verb"],
        "ask": ask["id"],
        "args": {**(ask.get("fixed") or {}), **(args or {})},
    }


__all__ = [
    "EVERYTHING",
    "Box",
    "BoardInfo",
    "CellInfo",
    "ChangeSet",
    "Crumb",
    "DiceSource",
    "Firer",
    "Focus",
    "Found",
    "GameIdentity",
    "GameModel",
    "HandOver",
    "HistoryEntry",
    "LogLine",
    "Odds",
    "OddsLine",
    "OobNode",
    "PieceInfo",
    "Problem",
    "Resource",
    "Roll",
    "Seat",
    "SideInfo",
    "Strictness",
    "TableInfo",
    "TurnBox",
    "UsedCell",
    "action_of",
]
