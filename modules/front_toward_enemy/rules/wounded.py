"""The wounded: who dies, who returns to duty (17.0, 17.1)."""

from __future__ import annotations

from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Table

from . import victory
from .facts import all_units, counter, on_map, passengers


def wounded(r: Reader) -> list[str]:
    """Return the WIA markers on the map that are rolled for, Injured ones by option (17.0, AMB-18)."""
    kinds = ("wia", "injured") if r.option("amb_18_injured_roll") else ("wia",)
    return [p for p in sorted(r.records) if r.record(p)["kind"] in kinds and on_map(r.spot(p))]


def has_medic(r: Reader, casualty: str) -> bool:
    """Return whether a medic of its side is in the hex of a casualty, aboard or not (17.1)."""
    side, spot = r.owner(casualty), r.spot(casualty)
    here = [p for p in all_units(r, side) if r.where(p) == spot]
    return any(r.has(m, "medic") for p in here for m in (p, *passengers(r, p)))


def die_of_wounds(t: Table, casualty: str) -> None:
    """Exchange a WIA marker for a KIA marker, carried and seen as it was (17.0)."""
    side, at, seen = t.owner(casualty), t.where(casualty), t.is_open(casualty)
    t.remove(casualty)
    marker = counter(t, "kia", at, side)
    if not seen:
        t.know(marker, [side])


class Wounded(Step):
    """Each WIA marker is rolled for (17.0)."""

    name = "wounded"

    def run(self, t: Table, f: Frame) -> None:
        for casualty in wounded(t):
            side = t.owner(casualty)
            die = t.roll(d=10, purpose="roll.wounded", by=side)[0]
            drm = -1 if has_medic(t, casualty) else 0
            result = t.chart("wounded").at(max(1, die + drm))
            t.note(
                "note.wounded",
                rule="17.0",
                piece={"p": casualty},
                die=die,
                drm=f"{drm:+d}",
                table={"t": ["wounded", max(1, die + drm) - 1, 0]},
            )
            if result == "DOW":
                die_of_wounds(t, casualty)
                victory.score(t, side, "own_dow", "17.0")
            elif result == "RTD":
                t.remove(casualty)
                victory.score(t, side, "own_rtd", "17.0")
        t.done()


STEPS = (Wounded(),)
