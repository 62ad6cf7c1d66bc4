"""What docks show, as plain values: sides, pieces, boxes, log lines, odds, seats. Already filtered for the side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from qtwar.base.text import Message, Span

Strictness = Literal["off", "warn", "enforce"]
DiceSource = Literal["program", "hand"]
STRICTNESS, DICE = get_args(Strictness), get_args(DiceSource)


@dataclass(frozen=True, slots=True)
class ViewChanges:
    """What changed between two positions of the view; `everything` after a jump, a load or a change of seat."""

    pieces: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    everything: bool = False


EVERYTHING = ViewChanges(everything=True)


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
    """A piece as its line in lists says it; `strength` as printed on the counter."""

    id: str
    name: str
    side: str
    place: str
    place_name: str
    kind_name: str = ""
    strength: str = ""
    marks: str = ""  # what the board adds to its face, in words: a rule broken, the floor it stands on
    can_act: bool = False
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


@dataclass(frozen=True, slots=True)
class BoxTray:
    """An off-map place with a counter tray on the shelf; `count` where only the number is seen, `hidden` where not even that."""

    id: str
    name: str
    side: str = ""
    role: Literal["box", "pool", "turn", "reinforcements", "hand", "deck", "cup", "discard"] = "box"
    pieces: tuple[str, ...] = ()
    count: int = 0
    draw_to: str = ""  # where a drawn card or chit goes; empty: nothing can be drawn by hand
    discard: str = ""
    counted: str = ""  # how many of what: "12 cards", "7 chits"
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Peeked:
    """What a side saw when it looked at a deck: pieces, top first."""

    place: str
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Property:
    """A line of a piece's inspector; `group` is state, printed, drawn or traits."""

    group: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class TurnBox:
    """A box of the turn track with what lies on it."""

    number: int
    label: str
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
    kind: Literal["head", "event", "dice", "refusal", "warning", "note", "said", "turn"] = "event"
    side: str = ""
    by_hand: bool = False
    places: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    used: UsedCell | None = None  # cell of a table that it names


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
    """A chart: heads and cells as they are printed; `codes` explains the signs in the cells."""

    id: str
    name: str
    rule: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    codes: tuple[tuple[str, str], ...] = ()
    notes: tuple[tuple[str, str], ...] = ()  # text, rule


@dataclass(frozen=True, slots=True)
class UsedCell:
    """Which cell of a table was used last, and the column at which the search for it began."""

    table: str
    row: int
    column: int
    base_column: int | None = None
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


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice that fell: (faces, value) each, the named modifiers, the total and what it meant."""

    dice: tuple[tuple[int, int], ...]
    label: str
    modifiers: tuple[tuple[str, str, str], ...] = ()  # text, value, rule
    total: str = ""
    result: str = ""
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Firer:
    """One who may react, or nearly could: then `why_not` says why he can not; `args` answer the ask."""

    piece: str
    text: str
    detail: str = ""
    value: str = ""
    ask: str = ""
    why_not: str = ""
    args: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits for a side."""

    side: str
    player: str = ""


@dataclass(frozen=True, slots=True)
class MailState:
    """How a game by mail stands on this side.

    `phase`: `mine` (one's move), `ready` (it can be sent), `wants` (an order waits for dice), `waits` (for the other
    side's file), `over`.
    """

    phase: str
    who: str  # the other player
    no: int = 0
    tries: int = 0  # how often the most tried entry of their last turn was played
    said: str = ""  # what they wrote along
    hides: bool = False  # something is hidden from a side in this title
    again: bool = False  # the last file is one's own and can be saved once more
    name: str = ""  # what the next file is called
    offered: bool = False  # their last file offers a draw
    can_end: bool = False  # one may resign now, or take that draw
    end: str = ""  # how the sides ended it themselves: `draw`, `mine` or `theirs` (who resigned)


@dataclass(frozen=True, slots=True)
class HandOver:
    """The cover screen's words: to whom, and how much happened that he may see."""

    side: str
    player: str
    news: int = 0


@dataclass(frozen=True, slots=True)
class Found:
    """Something that go-to or the palette can bring up."""

    kind: Literal["cell", "piece", "rule", "table", "thing"]
    id: str  # of a thing of a draft: its part of the content, a stroke, its own id
    text: str
    detail: str = ""
    words: str = ""  # further words it is found by (kana, romaji, old names)


@dataclass(frozen=True, slots=True)
class Stoppage:
    """Something that stopped, for the status bar."""

    message: Message
    detail: str = ""


@dataclass(slots=True)
class BoardInfo:
    """A board tab: id and name."""

    id: str
    name: str


@dataclass(slots=True)
class GameIdentity:
    """How the tab, the title bar and the settings call the game."""

    title: str = ""
    scenario: str = ""
    name: str = ""
    path: str = ""
    kind: Literal["game", "test", "table"] = "game"
    seats: tuple[Seat, ...] = ()
    covers: bool = False  # hot-seat with hidden things: hand over behind a cover
