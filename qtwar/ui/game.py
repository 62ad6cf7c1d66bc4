"""What the window knows of an open game: small ports that say what widgets may ask for.

Everything here is already filtered for the side that sits at the screen; nothing hidden ever reaches a widget. A widget
takes the ports it needs and no more; `qtwar.presenters.play` fulfils them with a play session, tests with data of their
own. Nothing waits: what is asked of the rules is answered later, on the window's thread.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal, SignalInstance
from PySide6.QtGui import QPixmap

from qtwar.base.text import Message, Texts
from qtwar.engine.state import State
from qtwar.kit import asks
from qtwar.session.dicetally import DiceTally
from qtwar.ui.answer import Answer
from qtwar.ui.facts import (
    BoardInfo,
    BoxTray,
    CellInfo,
    Crumb,
    DiceSource,
    Firer,
    Found,
    GameIdentity,
    HistoryEntry,
    LogLine,
    MailState,
    OobNode,
    PieceInfo,
    Property,
    Resource,
    SideInfo,
    Strictness,
    TableInfo,
    TurnBox,
)
from qtwar.ui.status import GameStatus
from qtwar.ui.table import TablePort

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
    reach = Signal(object)  # places where what is in hand may go, on the board and off it; none with an empty hand
    menu = Signal(object, object)  # tuple of piece ids off the board, QPoint on the screen: what can be done with them
    inspect = Signal(str)  # piece whose properties are to be shown
    find = Signal(str)  # piece whose line in the order of battle is to be shown
    entry = Signal(int)  # entry whose lines in the log are to be shown
    line = Signal(object)  # LogLine whose pieces, places and cell of a table are to light up
    stock = Signal()  # show what can be added to the board
    rule = Signal(str)  # rule number to read
    item = Signal(str, str)  # part of the content and id of a thing of a draft, to show on its page
    table = Signal(object)  # table id, or UsedCell
    aim = Signal(object)  # (from piece, to place) line of fire, or None

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pieces: tuple[str, ...] = ()
        self.selected.connect(self._on_selected)

    def follow(self, link: str) -> None:
        """Go where a link of a sentence leads: to a cell or piece, a rule, or a table."""
        kind, _, ident = link.partition(":")
        if kind in ("cell", "piece"):
            self.centre.emit(ident)
            self.blink.emit((ident,))
        elif kind == "rule":
            self.rule.emit(ident)
        elif kind == "table":
            self.table.emit(ident)

    def _on_selected(self, pieces: tuple[str, ...]) -> None:
        self.pieces = tuple(pieces)


class GameTitle(Protocol):
    """What stands fast for a whole game: the content of its title, and that content in the language of the screen."""

    language: str
    language_changed: SignalInstance
    texts: Texts
    content: Any  # qtwar.model.content.Content; None on a board without a title

    def sides(self) -> Sequence[SideInfo]:
        """Return the sides in the title's order."""
        ...

    def side(self, ident: str) -> SideInfo | None:
        """Return the side of an id."""
        ...

    def boards(self) -> Sequence[BoardInfo]:
        """Return the boards that the scenario is played on."""
        ...

    @property
    def ground(self) -> str:
        """The kind of grid of the first board (hex, square, cards, areas), by which its cells are called."""
        ...

    def out_of_play(self, board: str) -> Collection[str]:
        """Return the cells of a board that the scenario leaves out."""
        ...

    def tables(self) -> Sequence[TableInfo]:
        """Return all charts of the title."""
        ...

    def place_name(self, place: str) -> str:
        """Return the name or number of a place."""
        ...

    def rule_text(self, rule: str) -> Message | None:
        """Return what a rule is about, in our own words."""
        ...


class GamePosition(Protocol):
    """What lies where, as the seat at the screen may know it, at the entry that is looked at."""

    changed: SignalInstance  # ChangeSet

    @property
    def view(self) -> State:
        """The position in the view of the seat."""
        ...

    @property
    def seat(self) -> str:
        """The side whose eyes the screen has."""
        ...

    @property
    def outcome(self) -> Message | None:
        """How the game ended; None while it goes on."""
        ...

    def crumbs(self) -> Sequence[Crumb]:
        """Return turn, phase, step: outermost first."""
        ...

    def resources(self) -> Sequence[Resource]:
        """Return the numbers of the sides that the toolbar shows."""
        ...

    def piece(self, ident: str) -> PieceInfo | None:
        """Return a piece or alias as lists show it."""
        ...

    def pieces_at(self, place: str) -> Sequence[str]:
        """Return ids and aliases in a place, bottom first."""
        ...

    def properties(self, ident: str) -> Sequence[Property]:
        """Return all that the seat may know of a piece, in words."""
        ...

    def order_of_battle(self) -> Sequence[OobNode]:
        """Return the tree of formations that the seat may know, dead and off-map ones too."""
        ...

    def boxes(self) -> Sequence[BoxTray]:
        """Return off-map boxes and pools in the title's order."""
        ...

    def turn_track(self) -> Sequence[TurnBox]:
        """Return the boxes of the turn track."""
        ...

    def reinforcements(self) -> Sequence[BoxTray]:
        """Return what is to come, one box a turn or pool."""
        ...

    def find(self, text: str, limit: int = 30) -> Sequence[Found]:
        """Return cells, pieces, rules and tables that fit what was typed."""
        ...

    def face(self, piece: str, size: int, ratio: float = 1.0) -> QPixmap:
        """Return the picture of a piece, or of a kind (`+kind`), `size` logical px wide; not to be painted on."""
        ...

    def reverse(self, piece: str, size: int, ratio: float = 1.0) -> QPixmap | None:
        """Return the picture of the face that a known piece does not show now; None where that is not known."""
        ...


class GameActions(Protocol):
    """What may be done now, and doing it: `submit` and the questions are answered by signals and callbacks."""

    offer_changed: SignalInstance
    refused: SignalInstance  # Message
    warned: SignalInstance  # Message: it was done, and this rule is against it
    busy: SignalInstance  # bool
    done: SignalInstance  # the action that was carried out for this screen
    rolled: SignalInstance  # Roll
    dice_wanted: SignalInstance  # (tuple of faces, Message): dice rolled by hand are waited for
    table_used: SignalInstance  # UsedCell
    odds_changed: SignalInstance  # Odds or None
    peeked: SignalInstance  # Peeked
    ended: SignalInstance  # Message
    problem: SignalInstance  # Problem

    @property
    def offer(self) -> dict[str, Any] | None:
        """The offer for the side that must act at this screen (architecture.md section 3), or None."""
        ...

    @property
    def acting(self) -> str:
        """The side that the prompt bar asks now; empty when nobody may act."""
        ...

    def firers(self) -> Sequence[Firer]:
        """Return who may react in the running reaction, then who nearly could."""
        ...

    def submit(self, action: Mapping[str, Any]) -> None:
        """Ask for `{side, verb, args}` (with `ask`, the id of the ask it answers); a change or `refused` follows."""
        ...

    def free_move(self, pieces: Sequence[str], place: str, broke: Message | None = None) -> None:
        """Move pieces past the rules (warn, off, or Alt+Shift+drag)."""
        ...

    def query(self, name: str, args: Mapping[str, Any], then: Callable[[Any], None]) -> Callable[[], None]:
        """Ask the rules something in the seat's view; `then` gets the answer. Returns what cancels it."""
        ...

    def cell_info(self, place: str, then: Callable[[CellInfo], None]) -> None:
        """Get what the viewer says of a cell."""
        ...

    def odds(self, args: Mapping[str, Any] | None) -> None:
        """Ask for odds, in place of those asked for before; None: nothing is aimed at. `odds_changed` follows."""
        ...

    def give_dice(self, values: Sequence[int]) -> None:
        """Hand in dice rolled by hand, after `dice_wanted`."""
        ...


class GameHistory(Protocol):
    """What happened, and going back and forth in it. Entries are counted from 1; 0 is the beginning."""

    changed: SignalInstance
    log_changed: SignalInstance
    replaying: SignalInstance  # int: the entry looked at, or -1 when back at the live end
    wrote: SignalInstance  # str: the file of a copy
    wrote_for: SignalInstance  # (str, str): the file of a copy, and the side that it is for

    def log(self) -> Sequence[LogLine]:
        """Return all lines that the seat may read, oldest first."""
        ...

    def dice(self, then: Callable[[Sequence[DiceTally]], object]) -> None:
        """Give `then` the dice of all entries in force that the seat may know, soon."""
        ...

    def entries(self) -> Sequence[HistoryEntry]:
        """Return all entries, oldest first; those after `live` can be redone."""
        ...

    def milestones(self) -> Sequence[tuple[int, str]]:
        """Return the entries that begin a turn or have a bookmark, as (index, name of the bookmark or "")."""
        ...

    @property
    def position(self) -> int:
        """The entry looked at."""
        ...

    @property
    def live(self) -> int:
        """The entry the game stands at: `position` is elsewhere only while one looks back."""
        ...

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back above the floor."""
        ...

    @property
    def can_ask_undo(self) -> bool:
        """Whether `undo` would have to ask another player's leave first; the prompt bar puts the question to him."""
        ...

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back and nothing else done since."""
        ...

    def undo(self) -> None:
        """Take back the last gesture; past the floor the other players are asked."""
        ...

    def redo(self) -> None:
        """Do again what was taken back."""
        ...

    def undo_to(self, entry: int) -> None:
        """Take back (or redo) until the game stands at an entry."""
        ...

    def look_at(self, entry: int) -> None:
        """Show an entry of the past, read-only; `live` brings the screen back."""
        ...

    def bookmark(self, entry: int, name: str) -> None:
        """Name an entry; an empty name takes the mark away."""
        ...

    def note(self, entry: int, text: str) -> None:
        """Write a remark below an entry in the log; an empty one takes it away. Where sides hide things it is the seat's own."""
        ...

    def branch(self, entry: int) -> None:
        """Open a second game that starts from an entry."""
        ...

    def edit_position(self) -> None:
        """Open a draft with the position looked at as a scenario; where a side plays against another, as it knows it."""
        ...

    def save_copy(self, path: str) -> None:
        """Write the game a second time, as it stands now; `wrote` or a problem follows."""
        ...

    def save_copy_for(self, path: str, side: str) -> None:
        """Write a copy that holds what a side knows of the game and nothing else; `wrote_for` or a problem follows."""
        ...


class GameSettings(Protocol):
    """How the game is played at this table: who sits where, how far the rules bind, where dice come from."""

    identity: GameIdentity
    changed: SignalInstance  # strictness, dice source, seat
    hand_over: SignalInstance  # HandOver: cover the screen

    @property
    def strictness(self) -> Strictness:
        """How far the rules bind."""
        ...

    def set_strictness(self, value: Strictness) -> None:
        """Change it; an entry of the journal."""
        ...

    @property
    def dice_source(self) -> DiceSource:
        """Where dice come from."""
        ...

    def set_dice_source(self, value: DiceSource) -> None:
        """Choose where dice come from: the program, or rolled by hand and typed in."""
        ...

    def sit(self, side: str) -> None:
        """Give the screen to a side (after the cover)."""
        ...

    def request_hand_over(self) -> None:
        """Cover the screen for the next side."""
        ...

    def for_everybody(self, then: Callable[[GamePorts], object]) -> None:
        """Give `then` the game as everybody may see it; it follows this one, and does nothing."""
        ...


class GameMail(Protocol):
    """A game by mail: whose turn the files are, and sending them."""

    changed: SignalInstance
    sent: SignalInstance  # str: the file that was written
    arrived: SignalInstance  # int: the last entry before what a file brought
    state: MailState

    def send(self, path: str, said: str, end: str = "") -> None:
        """Write the file that ends one's turn, with a word along; while the other side is waited for, the last one again.

        `end`: `offer` a draw with it, take the `draw` that was offered, or `resign`.
        """
        ...

    def take_back(self) -> None:
        """Take back the order that waits for dice."""
        ...

    def show_arrived(self) -> None:
        """Show what happened in the last file."""
        ...


class GamePorts(QObject):
    """One open game as its page is given it: the ports, where the person looks, and what he is about to answer.

    It belongs to the window that shows it: nothing of it may be let go of on another thread.
    """

    def __init__(
        self,
        title: GameTitle,
        position: GamePosition,
        actions: GameActions,
        history: GameHistory,
        settings: GameSettings,
        close: Callable[[], object] = lambda: None,
    ) -> None:
        super().__init__()
        self.title, self.position, self.actions = title, position, actions
        self.history, self.settings = history, settings
        self.focus, self.answer, self.status = Focus(self), Answer(self), GameStatus(self)
        self.absent: frozenset[str] = frozenset()
        """Commands that there is no use for where this game is played."""
        self.table: TablePort | None = None
        """The table on a server that it is played at, if it is."""
        self.mail: GameMail | None = None
        """Only of a game by mail."""
        self.picture: bytes | None = None  # PNG of the board as it was left
        self.close = close
        """Lets go of session and worker."""

    def free(self, op: str, **args: Any) -> None:
        """Make a gesture of the free table for the seat at the screen."""
        self.actions.submit({"side": self.position.seat, "verb": "free", "args": {"op": op, **args}})


def asks_of(offer: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """Return the asks of an offer, those last that are possible at any time beside what is asked."""
    return sorted((offer or {}).get("asks") or (), key=lambda ask: bool(ask.get("aside")))


def open_asks(offer: Mapping[str, Any] | None, kinds: Collection[str] = ()) -> list[dict[str, Any]]:
    """Return the asks of an offer that can be answered now, of some kinds or of all."""
    return [ask for ask in asks.open_asks(asks_of(offer)) if not kinds or ask["kind"] in kinds]


def against_piece(offer: Mapping[str, Any] | None, piece: str) -> Message | None:
    """Return what the rules have against a piece: an open ask's word on it, else why the ask that it is for is closed."""
    found = asks_of(offer)
    bodies = [asks.body_of(ask) for ask in asks.open_asks(found)] + [ask for ask in found if ask.get("why_not")]
    why = next((body["why"][piece] for body in bodies if piece in (body.get("why") or {})), None)
    return why or next((ask["why_not"] for ask in bodies if ask.get("why_not") and piece in (ask.get("pieces") or ())), None)


def told_apart(texts: Sequence[str]) -> list[str]:
    """Return texts with a number behind each that stands more than once: equal units can answer in the same words."""
    often = Counter(texts)
    seen: Counter[str] = Counter()
    told: list[str] = []
    for text in texts:
        seen[text] += 1
        told.append(f"{text} ({seen[text]})" if often[text] > 1 else text)
    return told


def action_of(ask: Mapping[str, Any], side: str, args: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the action that answers an ask: its fixed arguments with the person's added."""
    return {
        "side": side,
        "verb": ask["verb"],
        "ask": ask["id"],
        "args": {**(ask.get("fixed") or {}), **(args or {})},
    }
