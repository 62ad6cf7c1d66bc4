"""What is said by HTTP beside the websocket: a game is made, somebody sits down, cards are asked for.

Bodies of requests are read by `read`; answers are the frozen types below, as JSON objects of their fields, or
`{"denied": {key, args}}` with a status of 400 and above.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from qtwar.engine.forms import Form, anything, either, flag, having, listed, mapped, maybe, text, whole
from qtwar.wire.forms import Malformed, body
from qtwar.wire.limits import LEAST_PASSWORD, MOST_BODY, MOST_CARDS, MOST_NAME, MOST_PASSWORD
from qtwar.wire.messages import game, seats, short

Json = dict[str, Any]
B = TypeVar("B", bound=Any)


# ------------------------------------------------------------------------------------------------ requests
@dataclass(frozen=True, slots=True)
class Open:
    """POST /api/games: makes a game. `host` is the server's host key; `seat` is the side of
    who makes it, who sits down at once as `player` (empty: nobody sits yet). `key` are random letters of the client's own,
    by which the same is made once, however often it is asked for; whoever has them has all seats, so they are kept like a
    password until the answer is there."""

    title: str
    scenario: str
    host: str = ""
    name: str = ""
    seat: str = ""
    player: str = ""
    setup: str = "quick"
    strictness: str = "enforce"
    options: Json = field(default_factory=dict)
    undo: str = "ask"
    spectators: bool = True
    clock: Json = field(default_factory=dict)
    key: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """POST /api/look: asks what an invitation is for, before sitting down."""

    code: str


@dataclass(frozen=True, slots=True)
class Sit:
    """POST /api/sit: takes the seat of an invitation (its code) under a name; `side` where it leaves the choice."""

    code: str
    name: str = ""
    side: str = ""


@dataclass(frozen=True, slots=True)
class NewLink:
    """POST /api/links: makes a code for one's own seat: `again` for another machine, `over` to hand the seat to somebody
    else; with the token of the host also `seat` (a new invitation for `side`), `unseat` (the same, and whoever sits there
    has lost the seat at once), `watch`, `block` (nobody more may sit down or watch), `open` (they may again), `delete`."""

    token: str
    what: str
    side: str = ""


@dataclass(frozen=True, slots=True)
class Cards:
    """POST /api/cards: asks for the cards of the games of some tokens."""

    tokens: list[str]


@dataclass(frozen=True, slots=True)
class Notify:
    """POST /api/notice: where a seat's notices go (nowhere where both are empty), in which language, and whether with a picture
    of the board as that seat may see it."""

    token: str
    mail: str = ""
    webhook: str = ""
    language: str = "en"
    picture: bool = False


@dataclass(frozen=True, slots=True)
class Enter:
    """POST /api/account/make and /api/account/enter: a name and its password, for a list of one's games on this server.

    `tokens` of seats (or of a host) are put on the list; a new name is given to who has one that is good here."""

    name: str
    password: str
    tokens: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Mine:
    """POST /api/account/games: asks for the list of an account, by its token; POST /api/notice/own: where the notices of one's
    own seat go, by the seat's token."""

    token: str


@dataclass(frozen=True, slots=True)
class Keep:
    """POST /api/account/keep: puts seats on the list of an account, by their tokens."""

    token: str
    tokens: list[str]


@dataclass(frozen=True, slots=True)
class Take:
    """POST /api/account/seat: asks for a token of a seat (side empty: of the host) that is on the list; `*`: to watch a game
    that one hosts."""

    token: str
    game: str
    side: str


@dataclass(frozen=True, slots=True)
class Secure:
    """POST /api/account/change: `leave` ends this token, `password` sets a new one and ends all others, `delete` the account."""

    token: str
    what: str
    password: str = ""
    new: str = ""


# ------------------------------------------------------------------------------------------------ answers
@dataclass(frozen=True, slots=True)
class Opened:
    """The game that was made: codes of invitations by side, of spectators (empty: none), the host's token, one's own.

    `choice` is a code by which whoever comes chooses among the free seats, where there were several.
    """

    game: str
    invitations: dict[str, str]
    watch: str
    host: str
    token: str = ""
    choice: str = ""


@dataclass(frozen=True, slots=True)
class Invited:
    """What an invitation is for: the facts of the game, the side (empty: to watch), who sits there already, how it ended.

    `sides` are those among which one chooses (none: nothing is to choose), `clock` the budget of time, {kind, hours} or {}.
    """

    game: Json
    side: str
    seats: list[Json]
    over: Json | None = None
    sides: list[str] = field(default_factory=list)
    clock: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Seated:
    """A token for a seat (side empty: a spectator); whoever has it is that player, so it is kept like a password."""

    token: str
    game: Json
    side: str


@dataclass(frozen=True, slots=True)
class Card:
    """What a list of games shows of one: whose turn it is, since when, how far, and rows that the seat has not seen yet."""

    token: int
    game: str
    title: str
    scenario: str
    name: str
    side: str
    seats: list[Json]
    active: list[str]
    turn: int | None
    entry: int
    unread: int
    remarks: int
    label: Json | None
    touched: str
    over: Json | None = None
    clock: Json = field(default_factory=dict)
    blocked: bool = False


@dataclass(frozen=True, slots=True)
class Entered:
    """A token for an account, which is kept like its password, and the account's name as it was first written."""

    token: str
    name: str


@dataclass(frozen=True, slots=True)
class Noticed:
    """Where the notices of a seat go, as it was last said; `said`: whether anything was."""

    mail: str = ""
    webhook: str = ""
    picture: bool = False
    said: bool = False


@dataclass(frozen=True, slots=True)
class Listed:
    """The games on the list of an account; `token` of a card is its place in the list."""

    name: str
    cards: list[Json]


_clock = either(
    lambda value: value == {},
    having({"kind": lambda kind: kind in ("move", "game")}, {"hours": whole(1, 10_000)}),
)


_budget = either(lambda value: value == {}, having({"kind": lambda kind: kind in ("move", "game"), "hours": whole(1, 10_000)}))


def _address(value: Any) -> bool:
    """Return whether a value is one address of mail and nothing else."""
    return isinstance(value, str) and len(value) <= 200 and re.fullmatch(r"[\w.+-]+@[\w-]+(\.[\w-]+)+", value) is not None


WATCH: Final = "*"
"""In place of a side: to watch."""
LINKS: Final = ("again", "over", "seat", "unseat", "watch", "block", "open", "delete")
CHANGES: Final = ("leave", "password", "delete")
LEAST_KEY: Final = 32
"""Letters of a key by which a game is made: as hex digits they are 128 random bits."""
_password = short(MOST_PASSWORD, LEAST_PASSWORD)
_BODIES: Final[Mapping[type[Any], Mapping[str, Form]]] = {
    Open: {
        "title": short(80), "scenario": short(120), "host": short(200, 0), "name": short(MOST_NAME, 0), "seat": short(80, 0),
        "player": short(MOST_NAME, 0), "setup": lambda value: value in ("quick", "free"),
        "strictness": lambda value: value in ("enforce", "warn", "off"), "options": mapped(anything),
        "undo": lambda value: value in ("ask", "free", "never"), "spectators": flag, "clock": _clock,
        "key": either(lambda value: value == "", short(200, LEAST_KEY)),
    },
    Look: {"code": short(200)},
    Sit: {"code": short(200), "name": short(MOST_NAME, 0), "side": short(80, 0)},
    NewLink: {"token": short(200), "what": lambda value: value in LINKS, "side": short(80, 0)},
    Notify: {
        "token": short(200), "mail": lambda value: value == "" or _address(value), "webhook": short(400, 0),
        "language": short(5), "picture": flag,
    },
    Cards: {"tokens": listed(short(200), MOST_CARDS)},
    Enter: {"name": short(MOST_NAME), "password": _password, "tokens": listed(short(200), MOST_CARDS)},
    Mine: {"token": short(200)},
    Keep: {"token": short(200), "tokens": listed(short(200), MOST_CARDS)},
    Take: {"token": short(200), "game": short(80), "side": short(80, 0)},
    Secure: {
        "token": short(200), "what": lambda value: value in CHANGES, "password": short(MOST_PASSWORD, 0),
        "new": either(lambda value: value == "", _password),
    },
}  # fmt: skip
_ANSWERS: Final[Mapping[type[Any], Mapping[str, Form]]] = {
    Opened: {"game": text, "invitations": mapped(text), "watch": text, "host": text, "token": text, "choice": text},
    Invited: {
        "game": game, "side": text, "seats": seats, "over": maybe(mapped(anything)), "sides": listed(text), "clock": _budget,
    },
    Seated: {"token": text, "game": game, "side": text},
    Entered: {"token": text, "name": text},
    Noticed: {"mail": text, "webhook": text, "picture": flag, "said": flag},
    Listed: {"name": text, "cards": listed(mapped(anything), MOST_CARDS)},
    Card: {
        "token": whole(0), "game": text, "title": text, "scenario": text, "name": text, "side": text,
        "seats": seats, "active": listed(text), "turn": maybe(whole()), "entry": whole(0),
        "unread": whole(0), "remarks": whole(0), "label": maybe(mapped(anything)), "touched": text,
        "over": maybe(mapped(anything)), "clock": mapped(anything), "blocked": flag,
    },
}  # fmt: skip


def read(kind: type[B], said: str | bytes) -> B:
    """Return the body of a request as its frozen type; raises Malformed."""
    made: B = body(kind, _BODIES[kind], said, MOST_BODY)
    return made


def read_answer(kind: type[B], said: str | bytes) -> B:
    """Return an answer as its frozen type; raises Malformed."""
    made: B = body(kind, _ANSWERS[kind], said, MOST_BODY * 16)
    return made


__all__ = [
    "Card",
    "Cards",
    "Enter",
    "Entered",
    "Invited",
    "Keep",
    "Listed",
    "Look",
    "Malformed",
    "Mine",
    "NewLink",
    "Noticed",
    "Notify",
    "Open",
    "Opened",
    "Seated",
    "Secure",
    "Sit",
    "Take",
    "read",
    "read_answer",
]
