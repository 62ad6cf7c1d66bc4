"""The mission that is being played: its data, its turns, its control points, its fire support (1.1.3, 2.3.4)."""

from __future__ import annotations

from typing import Any

from qtwar.kit.table import Reader, Table

NAME = "mission"
"""Variable with the scenario whose mission is played; without it the game's own (a campaign goes from one to the next)."""


def name(r: Reader) -> str:
    """Return the id of the scenario whose mission is being played."""
    return str(r.var(NAME) or r.scenario["id"])


def entry(r: Reader) -> dict[str, Any]:
    """Return the scenario whose mission is being played."""
    return r.content.scenarios[name(r)] if r.var(NAME) else r.scenario


def data(r: Reader) -> dict[str, Any]:
    """Return the data of the mission being played."""
    attrs: dict[str, Any] = entry(r)["attrs"]
    return attrs


def turns(r: Reader) -> int:
    """Return how many turns the mission lasts (1.1.1.b)."""
    return int(entry(r)["turns"])


def kind(r: Reader) -> str:
    """Return offensive, defensive or patrol (3)."""
    return str(data(r)["mission"])


def campaign(r: Reader) -> str:
    """Return normandy, korea or vietnam (1.1.2)."""
    return str(data(r)["campaign"])


# control points -------------------------------------------------------------------------


def points(r: Reader, marker: str) -> list[str]:
    """Return the cards on which control markers of a kind lie, in the order of their numbers (2.3.4)."""
    found = [p for p in sorted(r.records) if r.record(p)["kind"] == marker and r.where(p).startswith("map:")]
    return [r.where(p) for p in sorted(found, key=lambda p: (int(r.attr(p, "number", 0) or 0), p))]


def point(r: Reader, marker: str) -> str:
    """Return the card of a control marker, an empty word where it is not on the map."""
    return next(iter(points(r, marker)), "")


# fire support ---------------------------------------------------------------------------


def supports(r: Reader) -> list[dict[str, Any]]:
    """Return the supports of the mission: id, kind, draw, FM, ncm, types (2.3.1, 6.7)."""
    return list(data(r).get("support") or ())


def support(r: Reader, which: str) -> dict[str, Any]:
    """Return a support of the mission by its id."""
    return {one["id"]: one for one in supports(r)}[which]


def left(r: Reader, which: str) -> int:
    """Return the fire missions that a support has left (6.7.1)."""
    return int((r.var("fires") or {}).get(which, 0))


def spend(t: Table, which: str, n: int = 1) -> None:
    """Log fire missions as spent, or (n negative) as gained; the marker on the display follows (6.7.3)."""
    set_left(t, which, max(0, left(t, which) - n))


def set_left(t: Table, which: str, n: int) -> None:
    """Log how many fire missions a support has."""
    t.set_var("fires", {**(t.var("fires") or {}), which: n})
    marker, box = f"fires+{which}", f"fires_{min(n, 9)}"
    if t.exists(marker):
        t.move(marker, box)
    else:
        t.add(marker, box, kind="fire_missions", owner="us", attrs={"word": which})
