"""What a program at a table and the server say to each other on the websocket (docs/reference/protocol.md).

Requests go to the server, news come from it. `write` makes text of either; `read_request` and `read_news` make the
frozen type of a text, or raise `Malformed`: what comes from the other end is never believed to be of its form.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from qtwar.engine.forms import (
    Form,
    anything,
    flag,
    having,
    index,
    listed,
    mapped,
    maybe,
    message,
    name,
    number,
    strictly,
    text,
)
from qtwar.wire.forms import Malformed, from_json, to_json
from qtwar.wire.limits import MOST_CHAT, MOST_NEWS, MOST_REQUEST

Json = dict[str, Any]
PROTOCOL: Final = 1
PROPOSALS: Final = ("undo", "draw", "adjourn", "resume", "strictness")
"""What needs the leave of those who play the other sides."""
STRICTNESS: Final = ("", "enforce", "warn", "off")


# ------------------------------------------------------------------------------------------------ requests
@dataclass(frozen=True, slots=True)
class Join:
    """The first message of a connection: by whose token it is here."""

    token: str
    protocol: int = PROTOCOL


@dataclass(frozen=True, slots=True)
class Act:
    """An action {side, verb, args} on the position after journal row `entry`; `key` is the sender's own name for it.

    The same key again does nothing again: the answer says which row it was.
    """

    key: str
    entry: int
    action: Json


@dataclass(frozen=True, slots=True)
class Walk:
    """Takes entries back until `length` remain, or does them again until there are so many."""

    key: str
    entry: int
    length: int


@dataclass(frozen=True, slots=True)
class Query:
    """A question to the rules from the seat's own view; `ref` comes back with the answer."""

    ref: str
    what: str
    args: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Past:
    """Asks for the view of the position when the line had `length` entries."""

    ref: str
    length: int


@dataclass(frozen=True, slots=True)
class Log:
    """Asks for the log from entry `first` of the line on (0: the beginning): [[journal row, lines told], …]."""

    ref: str
    first: int = 0


@dataclass(frozen=True, slots=True)
class Say:
    """A remark to everybody at the table, beside journal row `entry` or beside none (0)."""

    key: str
    text: str
    entry: int = 0


@dataclass(frozen=True, slots=True)
class Note:
    """The seat's own remark to a journal row, which nobody else reads; an empty one takes it away."""

    ref: str
    row: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Propose:
    """Asks the other seats for something: undo (to `length`), draw, adjourn, resume, strictness (`to` enforce, warn, off)."""

    key: str
    what: str
    length: int = 0
    to: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """Answers the proposal `no`; who made it takes it back by answering no."""

    no: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Resign:
    """Gives the game up."""

    key: str


@dataclass(frozen=True, slots=True)
class Claim:
    """Says that another side's time is over, which ends the game if it is so."""

    key: str


Request = Join | Act | Walk | Query | Past | Log | Say | Note | Propose | Reply | Resign | Claim


# ------------------------------------------------------------------------------------------------ news
@dataclass(frozen=True, slots=True)
class Joined:
    """The answer to `join`: the whole game as the seat (empty: a spectator) may know it.

    `game` holds the facts that all may know (below), `seats` who sits where and is here, `line` and `ahead` the heads of
    the history in force and of what can be done again (next one first), `entry` the last journal row.
    """

    game: Json
    seat: str
    seats: list[Json]
    entry: int
    packet: Json
    line: list[Json]
    ahead: list[Json]
    chat: list[Json]
    proposal: Json | None = None
    clock: Json = field(default_factory=dict)
    over: Json | None = None
    watching: int = 0
    notes: dict[str, str] = field(default_factory=dict)
    protocol: int = PROTOCOL


@dataclass(frozen=True, slots=True)
class Happened:
    """A journal row was written: the seat's packet of it. `key` is that of the receiver's own request, else empty."""

    entry: int
    packet: Json
    key: str = ""


@dataclass(frozen=True, slots=True)
class Already:
    """A request with this key was carried out before, as journal row `entry`."""

    key: str
    entry: int


@dataclass(frozen=True, slots=True)
class Stale:
    """Nothing was done: the request was made for an older position. What has happened since, and the whole as it is now.

    `since` holds [head, lines told] of the rows after the one named.
    """

    key: str
    entry: int
    packet: Json
    line: list[Json]
    ahead: list[Json]
    since: list[list[Any]]


@dataclass(frozen=True, slots=True)
class Denied:
    """A request (by its key or ref) can not be carried out: a message {key, args, rule}."""

    ref: str
    message: Json


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to a question."""

    ref: str
    answer: Any


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark of somebody at the table."""

    no: int
    side: str
    name: str
    text: str
    stamp: str
    entry: int = 0


@dataclass(frozen=True, slots=True)
class Here:
    """Who sits where and is here now: [{side, name, here, taken}]; how many watch."""

    seats: list[Json]
    watching: int = 0


@dataclass(frozen=True, slots=True)
class Proposed:
    """Somebody asks for something: {no, by, what, length, to, label, yes: [sides that agreed]}."""

    proposal: Json


@dataclass(frozen=True, slots=True)
class Settled:
    """A proposal was agreed to by all, refused, or taken back."""

    no: int
    what: str
    yes: bool
    by: str = ""


@dataclass(frozen=True, slots=True)
class Clock:
    """Time left by side in seconds, and whose runs: {kind, left: {side: seconds}, running: [sides], adjourned}."""

    clock: Json


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended: {how, by, winner, key}; `key` is that of its dice, whose hash was known from the start."""

    over: Json


@dataclass(frozen=True, slots=True)
class Closed:
    """The server ends the connection, and says why."""

    message: Json


News = (
    Joined | Happened | Already | Stale | Denied | Answered | Remark | Here | Proposed | Settled | Clock | Over | Closed
)

# ------------------------------------------------------------------------------------------------ forms
_object = mapped(anything)


def short(most: int, least: int = 1) -> Form:
    """Return the form of a text of a length."""
    return lambda value: isinstance(value, str) and least <= len(value) <= most


_printed = re.compile(r"[ -~]{1,80}")
def _key(value: Any) -> bool:
    """Return whether a value is a name that somebody makes for a request of his own."""
    return isinstance(value, str) and _printed.fullmatch(value) is not None


_action = having({"side": text, "verb": name}, {"args": mapped(anything)})
REQUESTS: Final[Mapping[str, tuple[type[Any], Mapping[str, Form]]]] = {
    "join": (Join, {"token": short(200), "protocol": index}),
    "act": (Act, {"key": _key, "entry": index, "action": _action}),
    "walk": (Walk, {"key": _key, "entry": index, "length": index}),
    "query": (Query, {"ref": _key, "what": short(40), "args": _object}),
    "past": (Past, {"ref": _key, "length": index}),
    "log": (Log, {"ref": _key, "first": index}),
    "say": (Say, {"key": _key, "text": short(MOST_CHAT), "entry": index}),
    "note": (Note, {"ref": _key, "row": index, "text": short(MOST_CHAT, 0)}),
    "propose": (
        Propose,
        {"key": _key, "what": lambda value: value in PROPOSALS, "length": index, "to": lambda value: value in STRICTNESS},
    ),
    "reply": (Reply, {"no": index, "yes": flag}),
    "resign": (Resign, {"key": _key}),
    "claim": (Claim, {"key": _key}),
}
head = strictly(
    {"no": index, "kind": name, "side": text, "label": message, "floor": flag},
    {"to": maybe(index), "turn": maybe(number), "bookmark": text},
)
_told = listed(_object)
packet = having(
    {
        "seat": text,
        "values": having(
            {
                "sides": mapped(_object), "vars": _object, "sight": _object, "flow": listed(_object), "active": listed(text),
                "secret": mapped(_object), "result": maybe(_object),
            }
        ),
        "offer": maybe(having({"asks": listed(_object)})),
        "history": having({"length": index, "redoable": index, "floor": index, "floor_why": text}),
        "must_cover": flag, "head": maybe(head), "told": _told,
    },
    {"view": _object, "patch": _object},
)  # fmt: skip
"""What `session.packet` makes."""
seats = listed(having({"side": text, "name": text, "here": flag, "taken": flag}))
_proposal = having({"no": index, "by": text, "what": text, "length": index, "yes": listed(text)}, {"to": text})
_said = having({"no": index, "side": text, "name": text, "text": text, "stamp": text, "entry": index})
game = having(
    {"id": name, "title": name, "scenario": text, "name": text, "commit": text, "strictness": text, "undo": text},
    {"version": text, "module": maybe(strictly({"hash": text, "bytes": index, "origin": text})), "options": _object},
)
_heads = listed(head)
log_rows = listed(lambda row: isinstance(row, list) and len(row) == 2 and head(row[0]) and _told(row[1]))
"""What a log consists of: the head of a row, and the lines that the seat was told of it."""


def _written(found: Any) -> bool:
    """Return whether a packet is that of a row."""
    return packet(found) and found["head"] is not None


NEWS: Final[Mapping[str, tuple[type[Any], Mapping[str, Form]]]] = {
    "joined": (
        Joined,
        {
            "game": game, "seat": text, "seats": seats, "entry": index, "packet": packet, "line": _heads, "ahead": _heads,
            "chat": listed(_said), "proposal": maybe(_proposal), "clock": _object, "over": maybe(_object), "watching": index,
            "notes": mapped(text), "protocol": index,
        },
    ),
    "happened": (Happened, {"entry": index, "packet": _written, "key": text}),
    "already": (Already, {"key": text, "entry": index}),
    "stale": (
        Stale,
        {"key": text, "entry": index, "packet": packet, "line": _heads, "ahead": _heads, "since": log_rows},
    ),
    "denied": (Denied, {"ref": text, "message": message}),
    "answered": (Answered, {"ref": text, "answer": anything}),
    "remark": (Remark, {"no": index, "side": text, "name": text, "text": text, "stamp": text, "entry": index}),
    "here": (Here, {"seats": seats, "watching": index}),
    "proposed": (Proposed, {"proposal": _proposal}),
    "settled": (Settled, {"no": index, "what": text, "yes": flag, "by": text}),
    "clock": (Clock, {"clock": _object}),
    "over": (Over, {"over": _object}),
    "closed": (Closed, {"message": message}),
}  # fmt: skip
_names: Final = {kind: name for name, (kind, _) in (*REQUESTS.items(), *NEWS.items())}


def write(said: Request | News) -> str:
    """Return a message as text."""
    return to_json(_names[type(said)], said)


def read_request(said: str | bytes) -> Request:
    """Return the request that a text is; raises Malformed."""
    made: Request = from_json(REQUESTS, said, MOST_REQUEST)
    return made


def read_news(said: str | bytes) -> News:
    """Return the news that a text is; raises Malformed."""
    made: News = from_json(NEWS, said, MOST_NEWS)
    return made


__all__ = [
    "Act",
    "Already",
    "Answered",
    "Query",
    "Claim",
    "Clock",
    "Closed",
    "Happened",
    "Here",
    "Join",
    "Joined",
    "Log",
    "Malformed",
    "News",
    "Note",
    "Over",
    "Past",
    "Propose",
    "Proposed",
    "Denied",
    "Reply",
    "Request",
    "Resign",
    "Remark",
    "Say",
    "Settled",
    "Stale",
    "Walk",
    "read_news",
    "read_request",
    "write",
]
