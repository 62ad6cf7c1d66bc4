"""The clean-up phase: what lasts a turn comes off, casualties are evacuated, enemies without ammunition go (3.8)."""

from __future__ import annotations

from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Table

from . import facts, fire, ground, harm, mission
from .settle import settle

GONE = frozenset(
    ("smoke_hc", "smoke_wp", "vof_concentrated", "vof_grenade", "vof_miss", "colored_smoke", "rsp", "gsp", "rsc", "gsc")
)
"""Markers that last until the clean-up (3.8)."""
STATES = ("exposed", "activated", "done", "holds", "mined", "concentrated", "shot", "sweeps")


class CleanUp(Step):
    """Everything that lasts one turn comes off (3.8)."""

    name = "clean_up"

    def run(self, t: Table, f: Frame) -> None:
        """Take the markers off; found cover and Incoming stay (3.8)."""
        for piece in sorted(t.records):
            record = t.record(piece)
            if (
                (record["kind"] in GONE or t.has(piece, "flare"))
                and facts.is_card(record["at"])
                and not record["attrs"].get("holder")
            ):
                t.remove(piece)
                continue
            for key in STATES:
                if key in record["attrs"]:
                    t.set_attr(piece, key, None)
        evacuate(t)
        if mission.data(t)["mission"] == "defensive":
            for place in ground.cards(t):
                for marker in [p for p in t.ids(place) if t.record(p)["kind"].startswith("pc_")]:
                    t.remove(marker)  # 9.1.3
        for unit in facts.all_units(t, facts.ENEMY):
            if not facts.is_spotted(t, unit) and is_spent(t, unit):
                t.note("note.out_of_ammo_gone", rule="9.9", piece={"p": unit})
                harm.remove(t, unit)
        settle(t)
        t.done()


def is_spent(r: Reader, unit: str) -> bool:
    """Return whether an enemy has no ammunition left and carries no marker with which it fights on (9.9)."""
    kinds = facts.ammo_kinds(r, unit)
    needs = fire.needed(r, unit)
    return (
        bool(needs)
        and not r.attr(unit, "out_of_ammo")
        and all(facts.ammo(r, unit, k) <= 0 for k in kinds if k in needs)
    )


def evacuate(t: Table) -> None:
    """Casualties on the collection point, in Vietnam on the medevac LZ with an HQ or staff there, are evacuated (5.1.4)."""
    vietnam = mission.data(t)["campaign"] == "vietnam"
    point = next((p for p in sorted(t.records) if t.record(p)["kind"] == ("medevac_lz" if vietnam else "ccp")), "")
    place = t.where(point) if point else ""
    if not facts.is_card(place):
        return
    leads = [u for u in facts.infantry(t, place, facts.US) if facts.may_command(t, u)]  # no flight leader
    if vietnam and not leads:
        return
    for unit in [p for p in t.of(place, facts.US, "unit") if facts.is_casualty(t, p)]:
        t.move(unit, "us_casualties")
        t.note("note.evacuated", rule="5.1.4", cell={"c": place})


STEPS = (CleanUp(),)
