"""The menu of actions, in the order in which it is offered (5.1)."""

from __future__ import annotations

from . import movement
from .activation import Action, Activate

MENU = (Action("move", movement.MODES, movement.asks, movement.do),)
"""Every action there is."""

STEPS = (Activate(MENU),)
