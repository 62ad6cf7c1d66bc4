"""Opportunity fire: the enemy's window when a unit moves, searches, destroys, loads, unloads, assaults or retreats (21.0).

Who tries makes a check; all checks made, those who passed fire alone or together: that is the step `shots` (`shooting.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Message, msg
from qtwar.kit.reaction import Reaction
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import anytime, sight, traps
from .anytime import Anytime
from .checks import chance, check, status, total
from .facts import (
    GROUND,
    HIGH,
    US,
    all_units,
    altitude,
    enemy,
    is_airborne,
    is_broken,
    is_combat,
    is_concealed,
    is_mortar,
    own,
    proficiency,
    units,
    weapon_range,
    wrapped,
)
from .ground import distance

CAUSES = ("move", "search", "destroy", "load", "unload", "assault", "retreat")


def span(r: Reader, unit: str, place: str, level: str = GROUND) -> int:
    """Return the range from a unit to a hex, doubled where either end is a helicopter at High (6.8)."""
    far = distance(r, r.where(unit), place)
    return 2 * far if HIGH in (level, altitude(r, unit)) else far


def is_ready(r: Reader, unit: str, *, again: bool = False) -> bool:
    """Return whether a unit may try opportunity fire at all: a combat unit, not broken; sappers never (21.0, 27.0).

    Once each activation, but for fire at those who retreat (`again`).
    """
    if not is_combat(r, unit) or is_broken(r, unit) or r.has(unit, "sapper") or r.attr(unit, "crashed"):
        return False
    return again or not r.attr(unit, "opfire")


def hits(r: Reader, unit: str, target: str) -> bool:
    """Return whether a weapon can be used against a target: mortars and helicopters, by option (7.0, AMB-1)."""
    if not is_mortar(r, unit) or not r.is_known(target) or not r.has(target, "helicopter"):
        return True
    word = r.option("amb_01_helicopters")
    if word == "never":
        return False
    return bool(is_airborne(r, target) == (word == "not_at_ground"))


def aims_at(r: Reader, unit: str, shown: Iterable[str], hidden: int) -> bool:
    """Return whether a weapon can be used against any of the exposed targets of a window, or any is concealed (7.0)."""
    return bool(hidden) or any(hits(r, unit, p) for p in shown)


def may_try(r: Reader, unit: str, place: str, level: str = GROUND, *, again: bool = False) -> bool:
    """Return whether a unit may try opportunity fire at a hex: it sees it, within twice its range (21.0)."""
    if not is_ready(r, unit, again=again):
        return False
    over = is_mortar(r, unit)  # 7.3.2: friends do not bar mortars
    return span(r, unit, place, level) <= 2 * weapon_range(r, unit) and sight.sees(r, unit, place, level, over=over)


def could(
    r: Reader, side: str, place: str, level: str, shown: Iterable[str], hidden: int, only: Iterable[str], *, again: bool
) -> bool:
    """Return whether a side is asked: who may try, or has concealed ones that see the hex over friends.

    What a concealed unit is must not show: any might be a mortar.
    """
    here = only or all_units(r, side)
    return any(
        (aims_at(r, p, shown, hidden) and may_try(r, p, place, level, again=again))
        or (is_concealed(r, p) and sight.sees(r, p, place, level, over=True))
        for p in here
    )


def open_window(t: Table, targets: Iterable[str], cause: str, **how: Any) -> None:
    """Open the window of the other side at units that have set it off, all in one hex (21.0).

    `how` may hold `road`, `stealth` (of a move), `only` (an assault: the units of the hex), `passed` (the whole act is let
    pass). The step hands back {pass_all?}; who was stopped is `done` then, or gone.
    """
    targets = list(targets)
    if how.pop("passed", False) or not targets:
        return
    side, place = enemy(t.owner(targets[0])), t.where(targets[0])
    level = altitude(t, targets[0])
    only, again = list(how.pop("only", ())), cause == "retreat"
    mined = side == US and level == GROUND and any(traps.asked(t, p) for p in (place, how.get("storm", "")) if p)
    shown = [p for p in targets if not is_concealed(t, p)]
    hidden = len(targets) - len(shown)
    if not mined and not could(t, side, place, level, shown, hidden, only, again=again):
        return
    window = t.call("opportunity", side=side, cell=place, level=level, cause=cause, shown=shown, hidden=hidden, **how)
    window.of("*")["targets"] = targets
    own(window).update(ready=[], tried=[], only=only)


class Opportunity(Anytime, Reaction):
    """The window. Locals: `side` (who reacts), `cell`, `level`, `cause`, `road`, `stealth`, `shown` (exposed targets), `hidden`
    (how many are concealed); nobody's: `targets`; its side's own: `tried`, `ready` (passed, not yet fired), `only`."""

    name = "opportunity"
    rule = "21.0"
    pass_all = "button.let_all"

    def candidates(self, r: Reader, f: Frame) -> list[str]:
        """Return who may try now."""
        again, tried = f.l["cause"] == "retreat", self.tried(r, f)
        here = [p for p in own(f).get("only") or all_units(r, f.l["side"]) if r.exists(p) and r.is_known(p)]
        if not f.l["shown"] and not r.option("amb_37_concealed_entry"):
            return []
        here = [p for p in here if p not in tried and aims_at(r, p, f.l["shown"], f.l["hidden"])]
        return [p for p in here if may_try(r, p, f.l["cell"], f.l["level"], again=again)]

    def tried(self, r: Reader, f: Frame) -> list[str]:
        """Return who has tried: in this window, at a retreat in its whole (21.0, AMB-69)."""
        around = r.frame_of("retreat") if f.l["cause"] == "retreat" and r.option("amb_69_retreat_once") else None
        before: list[str] = around.of(f.l["side"]).get("tried", []) if around is not None else []
        return [*own(f)["tried"], *before]

    def stands(self, t: Table, f: Frame) -> bool:
        here = units(t, f.l["cell"])
        targets = [p for p in f.of("*")["targets"] if p in here]
        f.of("*")["targets"] = targets
        f.l["shown"] = [p for p in targets if not is_concealed(t, p)]
        f.l["hidden"] = len(targets) - len(f.l["shown"])
        return bool(targets)

    def reacts(self, r: Reader, f: Frame) -> bool:
        if own(f)["ready"]:
            return True
        mines = f.l["side"] == US
        if mines and any(traps.asked(r, p) for p in (f.l["cell"], f.l.get("storm", "")) if p):
            return True
        again = f.l["cause"] == "retreat"
        left = [p for p in own(f)["only"] or all_units(r, f.l["side"]) if p not in self.tried(r, f)]
        aimed = (f.l["shown"], f.l["hidden"])
        return bool(left) and could(r, f.l["side"], f.l["cell"], f.l["level"], *aimed, left, again=again)

    def reactions(self, s: Seen, f: Frame) -> list[Ask]:
        able, ready = self.candidates(s, f), own(f)["ready"]
        asks: list[Ask] = []
        if able:
            asks.append(offers.pieces("try", "ask.try", able, 1, len(able), rule="21.0", odds={"verb": "try"}))
        asks += anytime.asks(s, f.l.get("storm", ""))
        if ready:
            asks.append(offers.button("shoot", "button.shoot", rule="21.0", primary=True))
        return asks

    def prompt(self, s: Seen, f: Frame) -> tuple[Message, Message | None]:
        mixed = "prompt.opportunity_hidden" if f.l["shown"] else "prompt.opportunity_concealed"
        key = mixed if f.l["hidden"] else "prompt.opportunity"
        title = msg(key, cell={"c": f.l["cell"]}, pieces=wrapped(f.l["shown"]), n=f.l["hidden"])
        return title, msg("detail.opportunity", rule="21.0", n=len(own(f)["ready"]))

    def chances(self, s: Seen, f: Frame, asks: list[Ask]) -> list[dict[str, Any]]:
        """Return who may try, each with the chance of its check."""
        return [
            {
                "piece": p, "ask": "try", "args": {"pieces": [p]}, "value": f"{chance(total(status(s, p)), proficiency(s, p))} %",
                "text": msg("firer.text", cell={"c": s.where(p)}, pieces=wrapped([p])),
                "detail": msg("firer.detail", value=proficiency(s, p), range=span(s, p, f.l["cell"], f.l["level"])),
            }
            for p in self.candidates(s, f)
        ]  # fmt: skip

    def do_try(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Roll the checks; the marker is laid whatever comes of them."""
        for unit in args["pieces"]:
            own(f)["tried"].append(unit)
            around = t.frame_of("retreat") if f.l["cause"] == "retreat" else None
            if around is None:
                t.set_attr(unit, "opfire", True)
            else:  # AMB-69: that does not use its own try up
                around.of(side).setdefault("tried", []).append(unit)
            if check(t, unit, "opportunity", "21.0"):
                own(f)["ready"].append(unit)

    def do_shoot(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """All checks are made: fire with those who passed."""
        self._shoot(t, f)

    def do_let_pass(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let it pass; who is ready to fire holds fire."""
        own(f)["ready"] = []

    def _shoot(self, t: Table, f: Frame) -> None:
        keys = ("side", "cell", "level", "cause", "road", "stealth", "shown", "hidden")
        shots = t.call("shots", **{k: f.l[k] for k in keys if k in f.l})
        own(shots)["ready"] = own(f)["ready"]
        shots.of("*")["targets"] = f.of("*")["targets"]
        own(f)["ready"] = []


STEPS = (Opportunity(),)
