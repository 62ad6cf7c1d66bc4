"""What the window knows of a game: plain view models, and the controller that the board and the docks talk to.

Everything here is already filtered for the side that sits at the screen; nothing hidden ever reaches a widget.
`qtwar.app.wiring` fills it from a play session; the tests fill it with data of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QPixmap

from qtwar.base.text import Message, Texts
from qtwar.engine.state import State
from qtwar.ui.draft import Draft
from qtwar.ui.facts import (
    EVERYTHING,
    BoardInfo,
    Box,
    CellInfo,
    ChangeSet,
    Crumb,
    DiceSource,
    Firer,
    Found,
    GameIdentity,
    HandOver,
    HistoryEntry,
    LogLine,
    Odds,
    OddsLine,
    OobNode,
    Peeked,
    PieceInfo,
    Problem,
    Property,
    Resource,
    Roll,
    Seat,
    SideInfo,
    Strictness,
    TableInfo,
    TurnBox,
    UsedCell,
)

NEW = "+"
"""A piece that is not there yet is called after its kind, with this before it: `+smoke`."""


class Focus(QObject):
    """Where the person looks: joins the board and the docks without either knowing the other."""

    hovered = Signal(str)  # place under the cursor, or ""
    pinned = Signal(str)  # place that the viewer keeps, or ""
    selected = Signal(object)  # tuple of piece ids
    blink = Signal(object)  # tuple of piece ids and places to blink
    centre = Signal(str)  # place or piece to bring into view
    taken = Signal(object)  # tuple of piece ids clicked on the shelf: they come into the hand
    put = Signal(str)  # box clicked on the shelf: what is in hand goes there
    menu = Signal(object, object)  # tuple of piece ids off the board, QPoint on the screen: what can be done with them
    inspect = Signal(str)  # piece whose properties are to be shown
    find = Signal(str)  # piece whose line in the order of battle is to be shown
    entry = Signal(int)  # entry whose lines in the log are to be shown
    stock = Signal()  # show what can be added to the board
    rule = Signal(str)  # rule number to read
    item = Signal(str, str)  # part of the content and id of a thing of a draft, to show on its page
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


class GameModel(QObject):
    """The controller of one open game. Subclasses fill the properties and do what the methods say.

    Nothing here waits: `submit` and `query` answer later, through signals and callbacks on the window's thread.
    """

    changed = Signal(object)  # ChangeSet
    offer_changed = Signal()
    refused = Signal(object)  # Message
    warned = Signal(object)  # Message: it was done, and this rule is against it
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
    wrote = Signal(str)  # the file of a copy
    peeked = Signal(object)  # Peeked

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.focus = Focus(self)
        self.draft = Draft(self)
        self.identity = GameIdentity()
        self.language = "en"
        self.texts = Texts()
        self.picture: bytes | None = None  # PNG of the board as it was left
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
    def outcome(self) -> Message | None:
        """How the game ended, at the entry looked at; None while it goes on."""
        return None

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

    @property
    def ground(self) -> str:
        """The kind of grid of the first board (hex, square, cards, areas), by which its cells are called."""
        boards = self.boards() if self.content is not None else ()
        return str(self.content.board(boards[0].id).grid.kind) if boards else ""

    def out_of_play(self, board: str) -> Collection[str]:
        """The cells of a board that the scenario leaves out."""
        return ()

    # -- look-ups -------------------------------------------------------------------------------
    def piece(self, ident: str) -> PieceInfo | None:
        """A piece or alias as lists show it."""
        raise NotImplementedError

    def pieces_at(self, place: str) -> Sequence[str]:
        """Ids and aliases in a place, bottom first."""
        return self.view.places.get(place, [])

    def properties(self, ident: str) -> Sequence[Property]:
        """All that the seat's side may know of a piece, in words."""
        return ()

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
        """What a rule is about, in our own words."""
        return None

    def face(self, piece: str, size: int, ratio: float = 1.0) -> QPixmap:
        """The picture of a piece, or of a kind (`+kind`), as this side sees it, `size` logical px wide; not to be painted on."""
        raise NotImplementedError

    def reverse(self, piece: str, size: int, ratio: float = 1.0) -> QPixmap | None:
        """The picture of the face that a known piece does not show now; None where that is not known."""
        return None

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

    def free_move(self, pieces: Sequence[str], place: str, broke: Message | None = None) -> None:
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

    def milestones(self) -> Sequence[tuple[int, str]]:
        """Return the entries that begin a turn or have a bookmark, as (index, name of the bookmark or "")."""
        return [(entry.index, entry.bookmark) for entry in self.history() if entry.turn or entry.bookmark]

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
    def can_ask_undo(self) -> bool:
        """Whether `undo` would have to ask another player's leave first; the prompt bar puts the question to him."""
        return False

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back and nothing else done since."""
        return False

    def undo(self) -> None:
        """Take back the last gesture; past the floor the other player is asked."""
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

    def edit_position(self) -> None:
        """Open a draft with the position looked at as a scenario; where a side plays against another, as it knows it."""
        raise NotImplementedError

    def save_copy(self, path: str) -> None:
        """Write the game a second time, as it stands now; `wrote` or `problem` follows."""
        raise NotImplementedError

    def bookmark(self, entry: int, name: str) -> None:
        """Name an entry; an empty name takes the mark away."""
        raise NotImplementedError

    def note(self, entry: int, text: str) -> None:
        """Write a remark below an entry in the log; an empty one takes it away. Where sides hide things it is the seat's own."""
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

    def for_everybody(self, then: Callable[[GameModel], object]) -> None:
        """Give `then` a model of the game as both sides may see it; it follows the game, and does nothing."""
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
    "BoardInfo",
    "Box",
    "CellInfo",
    "ChangeSet",
    "Crumb",
    "DiceSource",
    "EVERYTHING",
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
    "Peeked",
    "PieceInfo",
    "Problem",
    "Property",
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
