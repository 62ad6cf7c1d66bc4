"""Leave of the other player: for an undo past what he has seen, for a free move while the rules bind.

The question is an offer to the one who is asked, so that prompt bar, keys and screen reader need nothing new for it.
It says only what both know; the screen stays with its side, and the answer may be called across the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from qtwar.base.text import Message

ALLOW, KEEP = "leave", "no_leave"
MOST_NAMED = 4
"""So many entries that are taken back with another one are named; the rest are counted."""


@dataclass(frozen=True, slots=True)
class Leave:
    """A question that waits: the offer that asks it, what happens when it is allowed, what is said when it is not."""

    offer: dict[str, Any]
    allowed: Callable[[str], None]
    """Told the side that gives leave at this very window; nothing where it did so by an action of its own."""
    kept: Message
    wanted: dict[str, Any]
    """What is asked for, for one who sits elsewhere."""
    denied: Callable[[], object] = lambda: None
    """What else happens when it is not allowed."""

    def answer(self, action: Mapping[str, Any]) -> Message | None:
        """Do what was asked for, or return what to say of the refusal."""
        if action.get("verb") == ALLOW:
            self.allowed(str(self.offer["side"]))
            return None
        self.denied()
        return self.kept


def _ask(
    what: str,
    side: str,
    args: dict[str, Any],
    allowed: Callable[[str], None],
    wanted: dict[str, Any],
    *,
    allow: str = "button.leave",
    enter: bool = True,
) -> Leave:
    asks = [
        {"id": KEEP, "verb": KEEP, "kind": "button", "label": {"key": f"button.{what}.keep", "args": args}, "escape": True},
        {
            "id": ALLOW,
            "verb": ALLOW,
            "kind": "button",
            "label": {"key": allow, "args": args},
            "primary": enter,
            "icon": "check",
        },
    ]
    prompt = {"key": f"prompt.{what}", "args": args}
    detail = {"key": f"detail.{what}", "args": args}
    offer = {"side": side, "prompt": prompt, "detail": detail, "asks": asks}
    return Leave(offer, allowed, {"key": f"refuse.{what}", "args": args}, wanted)


def to_undo(
    side: str, by: Any, who: Any, what: Message, why: str, length: int, allowed: Callable[[str], None]
) -> Leave:
    """Ask `side` (called `who`) if `by` may take back all but `length` entries, from `what` on; `why` names what was seen."""
    seen = {"key": f"leave.seen.{why}", "args": {}}
    args = {"by": by, "who": who, "what": dict(what), "seen": seen}
    return _ask("leave_undo", side, args, allowed, {"what": "undo", "length": length})


def to_undo_there(
    side: str, by: Any, who: Any, undone: Sequence[str], own: int, why: str, length: int, allowed: Callable[[str], None]
) -> Leave:
    """Ask `side` at its own window if `by` may take back an entry with all that came after it.

    `undone` are their words, oldest first, `own` of them entries of `side`; `why` names what `side` has seen by them,
    empty: nothing that it has not done itself.
    """
    later: list[Any] = list(undone[1 : 1 + MOST_NAMED])
    if len(undone) > 1 + MOST_NAMED:
        later.append({"key": "leave.more", "args": {"n": len(undone) - 1 - MOST_NAMED}})
    seen = {"key": f"leave.seen.{why}", "args": {}} if why else ""
    args = {"by": by, "who": who, "what": undone[0], "n": len(undone), "own": own, "later": later, "seen": seen}
    made = _ask("leave_undo", side, args, allowed, {"what": "undo", "length": length})
    many = ("_yours" if own else "_more") if later else ""
    detail = ("_later_seen" if why else "_later") if later else ""
    offer = {**made.offer, "prompt": {"key": f"prompt.table_undo{many}", "args": args}}
    offer["detail"] = {"key": f"detail.table_undo{detail}", "args": args} if later or why else None
    return replace(made, offer=offer, kept={**made.kept, "neutral": True})


def to_move(side: str, by: Any, who: Any, pieces: list[str], place: str, allowed: Callable[[str], None]) -> Leave:
    """Ask `side` whether `by` may move pieces past the rules."""
    args = {"by": by, "who": who, "n": len(pieces), "place": {"c": place}}
    return _ask("leave_move", side, args, allowed, {"what": "move", "n": len(pieces), "place": place})


def to_agree(
    what: str, side: str, by: Any, who: Any, allowed: Callable[[str], None], *, to: str = "", now: str = ""
) -> Leave:
    """Ask `side` whether it agrees to what `by` proposes for the table: `draw`, `adjourn`, `resume`, a strictness `to` for `now`.

    A draw ends the game, so Enter, which is pressed all the time, does not agree to it.
    """
    rules = {name: {"key": f"rules.{value}", "args": {}} for name, value in (("to", to), ("now", now)) if to}
    args, key = {"by": by, "who": who, **rules}, f"leave_{what}"
    made = _ask(key, side, args, allowed, {"what": what}, allow=f"button.{key}.agree", enter=what != "draw")
    return replace(made, kept={**made.kept, "neutral": True})
