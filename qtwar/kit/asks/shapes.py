"""What offers, asks and answers hold: plain JSON, typed for those who write and read them (docs/architecture.md 3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NotRequired, Required, TypedDict

Kind = Literal[
    "button",
    "choose",
    "number",
    "pieces",
    "cell",
    "edge",
    "pieces+cell",
    "place",
    "move",
    "allocate",
    "order",
    "roll",
    "draw",
    "secret",
    "confirm",
]


class Message(TypedDict):
    """A sentence by its key: arguments are ids wrapped by kind, numbers, words or messages; `rule` is its number."""

    key: str
    args: NotRequired[dict[str, Any]]
    rule: NotRequired[str]


class Choice(TypedDict):
    """One answer of a `choose`; `why_not` greys it and says why."""

    value: Any
    label: Message
    why_not: NotRequired[Message]
    cost: NotRequired[int]


class Ask(TypedDict, total=False):
    """Something a side may do: what every ask has, then the fields of its kind."""

    id: Required[str]
    verb: Required[str]
    kind: Required[Kind]
    label: Required[Message]
    rule: str
    primary: bool
    escape: bool
    aside: bool  # possible at any time beside what is asked: neither lit nor turned to at first, and listed last
    why_not: Message
    fixed: dict[str, Any]
    button: Message
    help: Message
    icon: str
    topic: Message  # what it is about: asks of one topic fold into a menu where there are many
    cost: int
    chance: int  # per cent, said on its button
    odds: dict[str, Any]  # what the odds pane is asked while it is answered, with what is chosen
    light: bool  # what the log says of it lights up on the board

    choices: list[Choice]  # choose

    min: int  # number, and how many pieces
    max: int
    step: int
    default: int

    pieces: list[str]  # whatever is answered with pieces
    locked: list[str]
    groups: dict[str, list[str]]
    along: list[str]
    costs: dict[str, int]
    budget: int
    budget_rule: str
    why: dict[str, Message]  # piece or place that can not be chosen → the rule against it
    notes: dict[str, Message]  # piece → what its line in the Orders pane says beside its name

    cells: list[str]  # cell, pieces+cell
    edges: list[str]  # edge
    targets: dict[str, list[str]]  # pieces+cell, place

    query: str  # move
    group: Literal["cell", "any"]
    followers: list[str]  # who goes where the pieces go, without being picked
    join: bool
    land: bool

    per_piece: dict[str, int]  # allocate
    total: int

    dice: list[int]  # roll
    place: str  # draw
    preview: dict[str, Any]  # confirm
    of: dict[str, Any]  # secret: the fields of the ask inside, its kind among them


class Offer(TypedDict, total=False):
    """What a side may do now, and the sentence of the prompt bar."""

    side: str
    prompt: Required[Message]
    detail: Message
    asks: Required[list[Ask]]
    step: str


class Args(TypedDict, total=False):
    """The arguments of an action: those that the kind of its ask names, and the ask's `fixed`."""

    choice: Any
    number: int
    pieces: list[str]
    cell: str
    edge: str
    amounts: dict[str, int]
    path: list[str]
    land: dict[str, list[str]]
    join: dict[str, list[str]]


Query = Callable[[str, dict[str, Any]], Any]
"""Answers a question for the side that is asked: `query("reach", {"pieces": […]})`."""
