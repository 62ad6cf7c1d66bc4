"""What is asked for when a game or a draft is begun."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

GRIDS = {"tactical": "hex", "operational": "hex", "squares": "square", "areas": "areas", "cards": "cards"}
"""Style of maps that a draft may begin with → its kind of grid."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """What a person chose for a new game; `seats`: `hotseat`, `both` for one who plays all sides, or `mail`.

    `key` is that of its chance; without one it gets its own. By mail, `side` is one's own and `rolls` says how dice fall
    (`each`, `turn`).
    """

    title: str
    scenario: str
    seats: str = "hotseat"
    quick: bool = True
    strictness: str = "enforce"
    dice: str = "program"
    options: dict[str, Any] = field(default_factory=dict)
    players: tuple[tuple[str, str], ...] = ()
    key: str = ""
    side: str = ""
    rolls: str = "each"


HERE = ""
"""The server inside the program, in place of an address."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """What a person chose for a game at a table on a server: the side that is his, his name, and where the server is.

    `server` is an address, whose host has given `key`, or HERE: then it listens on `port`, for other machines where
    `everywhere`. An empty side leaves the choice to whoever comes first. `undo` is `ask`, `free` or `never`; `clock` a
    budget of so many `hours`, a `move` or in all (`game`), empty: none.
    """

    game: NewGame
    side: str
    player: str = ""
    server: str = HERE
    key: str = ""
    port: int = 0
    everywhere: bool = False
    undo: str = "ask"
    clock: str = ""
    hours: int = 72


@dataclass(frozen=True, slots=True)
class NewDraft:
    """What a person chose for a new draft; `preset` is a style of maps, `pattern` the numbering of cells."""

    name: str
    preset: str = "tactical"
    columns: int = 16
    rows: int = 14
    orientation: str = "flat"
    pattern: str = "CCRR"

    @property
    def kind(self) -> str:
        """Return the kind of grid of the style."""
        return GRIDS[self.preset]


@dataclass(frozen=True, slots=True)
class PlayStart:
    """Where a throw-away game begins: a turn, a phase that the title names (empty: the set-up), whose it is, strictness.

    A phase that the title names without a player can be any side's.
    """

    turn: int = 1
    phase: str = ""
    side: str = ""
    strictness: str = ""
