"""The menu of actions, in the order in which it is offered (5.1)."""

from __future__ import annotations

from . import assault, attack, cargo, duties, march, support
from .activation import Action, Activate

MENU = (
    Action("move", march.VERBS, march.asks, march.do),
    Action("fire", ("fire",), attack.asks, attack.do),
    Action("assault", ("assault",), assault.asks, assault.do),
    Action("search", ("search",), duties.search_asks, duties.begin),
    Action("recover", ("recover",), duties.recover_asks, duties.recover),
    Action("destroy_facility", ("destroy",), duties.destroy_asks, duties.begin),
    Action("medevac_request", ("medevac",), duties.medevac_asks, duties.medevac),
    Action("bombardment_call", ("call",), support.asks, support.do),
    Action("load", ("load",), cargo.asks, cargo.do),
    Action("unload", ("unload",), cargo.unload_asks, cargo.do),
)
"""Every action there is."""

STEPS = (Activate(MENU),)
