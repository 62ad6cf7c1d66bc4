"""What is asked for when a game or a draft is begun."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class NewGame:
    """What a person chose for a new game; `seats`: `hotseat`, or `both` for one who plays all sides."""

    title: str
    scenario: str
    seats: str = "hotseat"
    quick: bool = True
    strictness: str = "enforce"
    dice: str = "program"
    options: dict[str, Any] = field(default_factory=dict)
    players: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class NewDraft:
    """What a person chose for a new draft; `preset` is a style of maps, `pattern` the numbering of cells."""

    name: str
    preset: str = "tactical"
    kind: str = "hex"
    columns: int = 16
    rows: int = 14
    orientation: str = "flat"
    pattern: str = "CCRR"
