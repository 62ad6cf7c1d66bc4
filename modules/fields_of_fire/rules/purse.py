"""Commands in hand: how many an HQ may spend and save, by day and in limited visibility (4.1.3)."""

from __future__ import annotations

from qtwar.kit.table import Frame, Reader, Table

from . import facts, sight

GENERAL = "general"
"""The purse of the General Initiative, which no HQ holds (3.3.2.D)."""


def left(f: Frame, hq: str) -> int:
    """Return the commands that an HQ may still spend in this impulse (4.1.3)."""
    own = f.l["hqs"].get(hq)
    return 0 if own is None else max(0, min(own["has"], own["most"] - own["spent"]))


def column(r: Reader) -> str:
    """Return the column of the charts of limits: day, or limited visibility (4.1.3, 8)."""
    return "limited" if sight.limited(r) else "day"


def spend_limit(r: Reader) -> int:
    """Return how many commands an HQ may spend in an impulse: six by day, four in limited visibility (4.1.3)."""
    return int(r.chart("spending").at("spend", column(r)))


def cap(r: Reader, hq: str) -> int:
    """Return how many commands an HQ may have saved (4.1.3)."""
    return int(r.chart("command_limits").at(facts.experience(r, hq), column(r)))


def saved(r: Reader, hq: str) -> int:
    """Return the commands that an HQ has saved."""
    return int(r.attr(hq, "saved") or 0)


def save(t: Table, hq: str, n: int) -> None:
    """Save commands up to the cap; the marker on the command display follows (4.1.3)."""
    keep = min(n, cap(t, hq))
    t.set_attr(hq, "saved", keep or None)
    track = f"cmd_{t.attr(hq, 'track')}_"
    marker = next((p for p in sorted(t.records) if t.where(p).startswith(track)), "")
    if marker and f"{track}{keep}" in t.content.boxes:
        t.move(marker, f"{track}{keep}")
