"""Leave of the other player: for an undo past what he has seen, for a free move while the rules bind.

The question is an offer to the one who is asked, so that prompt bar, keys and screen reader need nothing new for it.
It says only what both know; the screen stays with its side, and the answer may be called across the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from qtwar.base.text import Message

ALLOW, KEEP = "leave", "no_leave"


@dataclass(frozen=True, slots=True)
class Leave:
    """A question that waits: the offer that asks it, what happens when it is allowed, what is said when it is not."""

    offer: dict[str, Any]
    allowed: Callable[[], None]
    kept: Message

    def answer(self, action: Mapping[str, Any]) -> Message | None:
        """Do what was asked for, or return what to say of the refusal."""
        if action.get("verb") == ALLOW:
            self.allowed()
            return None
        return self.kept


def _ask(what: str, side: str, args: dict[str, Any], allowed: Callable[[], None]) -> Leave:
    asks = [
        {"id": KEEP, "verb": KEEP, "kind": "button", "label": {"key": f"button.{what}.keep"}, "escape": True},
        {
            "id": ALLOW,
            "verb": ALLOW,
            "kind": "button",
            "label": {"key": "button.leave"},
            "primary": True,
            "icon": "check",
        },
    ]
    prompt = {"key": f"prompt.{what}", "args": args}
    detail = {"key": f"detail.{what}", "args": args}
    offer = {"side": side, "prompt": prompt, "detail": detail, "asks": asks}
    return Leave(offer, allowed, {"key": f"refuse.{what}", "args": args})


def to_undo(side: str, by: Any, who: Any, what: Message, why: str, allowed: Callable[[], None]) -> Leave:
    """Ask `side` (called `who`) whether `by` may take back everything from `what` on; `why` names what was seen."""
    seen = {"key": f"leave.seen.{why}", "args": {}}
    return _ask("leave_undo", side, {"by": by, "who": who, "what": dict(what), "seen": seen}, allowed)


def to_move(side: str, by: Any, who: Any, pieces: list[str], place: str, allowed: Callable[[], None]) -> Leave:
    """Ask `side` whether `by` may move pieces past the rules."""
    n = len(pieces)
    return _ask("leave_move", side, {"by": by, "who": who, "n": n, "place": {"c": place}}, allowed)
