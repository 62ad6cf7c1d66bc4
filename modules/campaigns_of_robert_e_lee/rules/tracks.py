"""What is counted on the organization display: points of each box (3.11), war effort, VP and replacements of a side (3.17)."""

from __future__ import annotations

from qtwar.kit.memo import per_place
from qtwar.kit.table import Reader, Table

from .facts import SIDES, counter

MOST = 9
"""The last space of a box's track (3.11)."""
GARRISON = "garrison_artillery"


@per_place
def _markers(r: Reader, at: str) -> dict[str, str]:
    """Return track → marker of a space."""
    return {str(r.attr(p, "track")): p for p in r.ids(at) if r.has(p, "track_marker")}


def _find(r: Reader, box: str, track: str) -> tuple[int, str]:
    """Return the value of a box's track and its marker, 0 and an empty word where there is none."""
    for n in range(1, MOST + 1):
        at = f"{box}-{n}"
        if r.holds(at) and (marker := _markers(r, at).get(track)):
            return n, marker
    return 0, ""


def side_of(box: str) -> str:
    """Return whose box it is."""
    return box.partition("-")[0]


def get(r: Reader, box: str, track: str) -> int:
    """Return what a box's track says: `ap`, `ml`, `ammo`, `artillery`, `garrison_artillery`; 0 without a marker (3.11)."""
    return _find(r, box, track)[0]


def put(t: Table, box: str, track: str, n: int) -> None:
    """Set a box's track, from 0 to 9: the marker comes off at 0 (3.11)."""
    side, n = side_of(box), max(0, min(MOST, n))
    was, marker = _find(t, box, track)
    if n == was:
        return
    if not n:
        t.remove(marker)
    elif marker:
        t.move(marker, f"{box}-{n}")
    else:
        counter(t, f"{side}_{track}", f"{box}-{n}", side)


def add(t: Table, box: str, track: str, by: int) -> int:
    """Change a box's track by an amount; returns what it says now."""
    put(t, box, track, get(t, box, track) + by)
    return get(t, box, track)


def clear(t: Table, box: str) -> None:
    """Take all markers of a box off its track: its force is no more (10.63a)."""
    for n in range(1, MOST + 1):
        for marker in list(_markers(t, f"{box}-{n}").values()):
            t.remove(marker)


# numbers of a side ------------------------------------------------------------------

DIGITS = {"wep": (100, 10, 1), "vp": (10, 1), "replacement": (1,)}


def number(r: Reader, side: str, key: str) -> int:
    """Return a side's war effort (`wep`), victory points (`vp`) or replacement steps (`replacement`)."""
    return int(r.num(side, key, 0) or 0)


def wep(r: Reader, side: str) -> int:
    """Return a side's war effort points (13.31)."""
    return number(r, side, "wep")


def set_number(t: Table, side: str, key: str, n: int) -> None:
    """Set a side's number, never below 0, and move its markers on the number track (3.17)."""
    n = max(0, n)
    t.put(side, key, n)
    for size in DIGITS[key]:
        track = "replacements" if key == "replacement" else f"{key}_{size}"
        digit = min(9, n // size) if size == DIGITS[key][0] else n // size % 10
        marker = next((p for p in t.content.pieces_of(f"{side}_{track}") if t.exists(p)), "")
        if marker:
            t.move(marker, f"{side}-n{digit}")


def pay(t: Table, side: str, n: int, why: str, rule: str) -> None:
    """Pay war effort points, and say what for (a key `wep.…`); refuses what a side has not."""
    if n > wep(t, side):
        t.refuse("refuse.no_wep", rule=rule, n=n)
    gain(t, side, -n, why, rule)


def gain(t: Table, side: str, n: int, why: str, rule: str) -> None:
    """Add war effort points (or take, if negative), and tell the side why: `why` is a message key."""
    if not n:
        return
    set_number(t, side, "wep", wep(t, side) + n)
    t.note("note.wep", rule=rule, level=2, only=[side], n=f"{n:+d}", left=wep(t, side), why={"key": why, "args": {}})


def score(t: Table, side: str, n: int, rule: str = "17.12") -> None:
    """Give a side victory points (17.12): both know those of a combat as they arise."""
    if n:
        set_number(t, side, "vp", number(t, side, "vp") + n)
        t.note("note.vp", rule=rule, level=2, side={"s": side}, n=n)


def effort(r: Reader, side: str) -> int:
    """Return the operations effort levels that a side has left this turn (5.15)."""
    return int(r.num(side, "oel", 0) or 0)


def set_effort(t: Table, side: str, n: int) -> None:
    """Set the levels that a side has left, and its marker."""
    t.put(side, "oel", n)
    marker = next((p for p in t.content.pieces_of(f"{side}_effort") if t.exists(p)), "")
    if marker:
        t.move(marker, f"{side}-oel-{min(6, n)}")


def most_effort(r: Reader, side: str) -> int:
    """Return the most levels that a side may bid, the turn's whole effort (18.14)."""
    return int(r.scenario["numbers"][f"max_oel_{side}"])


def begin(t: Table) -> None:
    """Lay the markers of both sides' numbers as the values say (18.12)."""
    for side in SIDES:
        for key in DIGITS:
            set_number(t, side, key, number(t, side, key))
