"""What a menu of the movement sequence is made of: each chapter brings its own actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from qtwar.kit.offers import Ask
from qtwar.kit.table import Frame, Seen, Table


class Action(NamedTuple):
    """Something that a side may do: its verbs, what it asks for now (nothing if it can not be done), and the doing."""

    verbs: tuple[str, ...]
    asks: Callable[[Seen, Frame], list[Ask]]
    do: Callable[[Table, Frame, str, str, dict[str, Any]], None]
    """Called with table, frame of the menu, side, verb and arguments; it may call steps."""
