"""Rolls against proficiency with every marker's modifier named (1.2, 6.6, 7.5.2, 19.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from qtwar.engine.state import INSIDE
from qtwar.kit.offers import msg
from qtwar.kit.table import Reader, Table

from .facts import casualties, is_concealed, is_infantry, proficiency, state


class Modifier(NamedTuple):
    """A die roll modifier: its message key, how much (a plus is worse for the roller), its rule."""

    key: str
    n: int
    rule: str


def marker_drm(r: Reader, kind: str, what: str) -> int:
    """Return what is printed on a marker: `fire_drm` or `proficiency_drm`; options give those that the book does not (AMB-7)."""
    if kind in ("suppressed", "broken", "hero"):
        return int(r.option(f"amb_07_{kind}"))
    return int(r.content.kinds[kind].attrs.get(what, 0))


def status(r: Reader, piece: str, what: str = "proficiency_drm") -> list[Modifier]:
    """Return the modifiers of a unit's own markers, for its checks or (`fire_drm`) its fire (1.2)."""
    found = []
    for kind in (state(r, piece), *(k for k in ("fatigued", "low_ammo", "hero") if r.attr(piece, k))):
        n = marker_drm(r, kind, what) if kind else 0
        if n:
            found.append(Modifier(f"drm.{kind}", n, str(r.content.kinds[kind].attrs.get("rule", "1.2"))))
    if (
        what == "proficiency_drm"
        and is_infantry(r, piece)
        and any(r.has(p, "casualty") and r.record(p)["kind"] == "kia" for p in casualties(r, INSIDE + piece))
    ):
        found.append(Modifier("drm.carries_kia", int(r.content.kinds["kia"].attrs["proficiency_drm"]), "7.5.2"))
    return found


def total(modifiers: Iterable[Modifier]) -> int:
    """Return the sum of modifiers: they are cumulative (1.2)."""
    return sum(m.n for m in modifiers)


def succeeds(die: int, drm: int, value: int) -> bool:
    """Return whether a d10 succeeds: 1 always, 10 never, else with its modifiers at most the value (1.2)."""
    return die == 1 or (die != 10 and die + drm <= value)


def chance(drm: int, value: int) -> int:
    """Return the chance of success in per cent."""
    return 10 * sum(succeeds(die, drm, value) for die in range(1, 11))


def named(modifiers: Iterable[Modifier]) -> list[dict[str, Any]]:
    """Return modifiers as messages with their values."""
    return [{**msg(m.key, rule=m.rule), "value": m.n} for m in modifiers]


def check(t: Table, piece: str, what: str, rule: str, more: Iterable[Modifier] = ()) -> bool:
    """Make a proficiency check and write it down; the figures of a concealed unit are for its side alone (1.2).

    `what` is the word of the check: suppression, stealth, opportunity, search, trap, interrogation, concealment, assault.
    """
    modifiers = [*status(t, piece), *more]
    side, drm, value = t.owner(piece), total(modifiers), proficiency(t, piece)
    die = t.roll(d=10, purpose=f"roll.{what}", by=side)[0]
    passed = succeeds(die, drm, value)
    key = "note.check_passed" if passed else "note.check_failed"
    t.note(key, rule=rule, piece={"p": piece}, what=msg(f"check.{what}"), die=die)
    only = [side] if is_concealed(t, piece) else None
    by = "note.check_detail" if modifiers else "note.check_plain"
    t.note(by, rule=rule, level=2, only=only, drm=f"{drm:+d}", value=value, modifiers=named(modifiers))
    return passed
