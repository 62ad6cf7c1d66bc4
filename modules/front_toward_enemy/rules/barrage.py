"""What a bombardment would bring, before anybody rolls: whether it comes, whether it is on target, whom it hits (13.0, 16.0)."""

from __future__ import annotations

from typing import Any

from qtwar.kit.offers import msg
from qtwar.kit.table import Frame, Seen

from . import support
from .checks import chance, total
from .facts import is_helicopter, own, private, units
from .fire import HE, When, against
from .ground import in_play

DICE = range(1, 11)
EACH = 10
"""Per cent that each face of the die is worth."""


def odds(s: Seen, frame: Frame, verb: str, place: str) -> dict[str, Any] | None:
    """Return the odds of the bombardment that a side calls, notes or fires now, as far as it sees who is there."""
    if verb == "bombard":
        marker = str(frame.l.get("marker") or "")
        place = str((private(s, s.side, "targets") or {}).get(marker) or "")
        return _falling(s, s.record(marker)["kind"], place) if place else None
    if not in_play(s, place) or frame.l.get("side") != s.side:
        return None
    if verb == "target":
        return _falling(s, "artillery", place) if frame.step == support.Target.name else None
    return _called(s, own(frame)["caller"], place) if frame.step == support.CallTarget.name else None


def _called(s: Seen, caller: str, place: str) -> dict[str, Any]:
    """Return what a call would be granted, and how often it then is on target (13.0, 16.0)."""
    modifiers = support.call_drm(s, s.side, caller)
    words = [str(s.chart("bombardment_request").at(support.call_row(die, total(modifiers)), s.side)) for die in DICE]
    shares = {kind: EACH * sum(word.startswith(f"{name} ") for word in words) for name, kind in support.KINDS.items()}
    come = [msg("odds.granted", rule="13.0", piece={"k": kind}, percent=n) for kind, n in shares.items() if n]
    none = {**msg("odds.denied", rule="13.0", percent=100 - sum(shares.values())), "tone": "bad"}
    return {
        "title": msg("odds.title_bombardment", cell={"c": place}),
        "lines": [{**msg(m.key, rule=m.rule), "value": m.n, "signed": True} for m in modifiers if m.n],
        "chances": [*({**one, "tone": "good"} for one in come), none, _accuracy(s, "odds.on_target_if")],
        "percent": sum(shares.values()),
    }  # fmt: skip


def _falling(s: Seen, kind: str, place: str) -> dict[str, Any]:
    """Return how often a bombardment is on target, and how it then hits each unit seen there, friends too (16.0)."""
    value, klass = support.power(s, kind)
    lines: list[dict[str, Any]] = [dict(msg("odds.value", rule="2.0", piece={"k": kind}, n=value))]
    chances = [_accuracy(s, "odds.on_target")]
    for unit in (p for at in support.area_of(s, kind, place) for p in units(s, at)):
        if not s.is_known(unit) or (is_helicopter(s, unit) and not support.exposed(s, unit)):
            continue
        modifiers = [m for m in against(s, unit, When(), he=klass == HE, bomb=True) if m.n]
        lines.append({**msg("odds.target", piece={"p": unit}), "tone": "head"})
        lines += [{**msg(m.key, rule=m.rule), "value": m.n, "signed": True} for m in modifiers]
        hit = msg("odds.hit_if_on", rule="16.0", piece={"p": unit}, percent=chance(total(modifiers), value))
        chances.append({**hit, "tone": "bad" if s.owner(unit) == s.side else "good"})
    return {"title": msg("odds.title_bombardment", cell={"c": place}), "lines": lines, "chances": chances}


def _accuracy(s: Seen, key: str) -> dict[str, Any]:
    percent = EACH * sum(support.on_target(s, s.side, die) for die in DICE)
    return {**msg(key, rule="16.0", percent=percent), "tone": "good" if percent >= 50 else "bad"}
