"""The menu of an impulse: all actions, in the order of the book's tables (4.2.1–4.2.4)."""

from __future__ import annotations

from . import act_command, act_fight, act_move, act_rally, events, signals, support, transport
from .actions import Action

CHAPTERS = (act_command, act_move, act_rally, act_fight, events, support, signals, transport)
ACTIONS: tuple[Action, ...] = tuple(
    sorted((action for chapter in CHAPTERS for action in chapter.ACTIONS), key=lambda action: action.id)
)
BY_VERB: dict[str, Action] = {action.verb: action for action in ACTIONS}
