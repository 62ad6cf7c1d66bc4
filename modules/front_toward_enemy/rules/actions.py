"""The menu of actions, in the order in which it is offered (5.1)."""

from __future__ import annotations

from . import movement
from .activation import ACTIONS, Action

ACTIONS[:] = [
    Action("move", movement.MODES, movement.asks, movement.do),
]
