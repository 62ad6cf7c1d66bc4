"""Cover that is found on a card: basic markers, and in towns what the urban table says (5.2.3)."""

from __future__ import annotations

from qtwar.kit.table import Table

from . import deck, facts, ground, mission, sight

BUILDINGS = frozenset(("wooden_building", "stone_building"))


def found(t: Table, unit: str) -> str:
    """Lay the cover that a unit has found and put it under it, exposed (4.2.2.e); returns the marker."""
    here = facts.card(t, unit)
    top = sight.top(t, here)
    kind = "cover"
    if t.attr(top, "ground") == "urban":
        n = deck.number(t, 10)
        kind = str(t.chart("urban_cover").at(n, mission.data(t)["campaign"]))  # 5.2.3.C
    marker = facts.lay(t, kind, here)
    if kind in BUILDINGS and t.attr(top, "multi_story"):
        facts.lay(t, "upper_story", here)  # 5.2.2.B
    if kind in BUILDINGS and t.attr(top, "church"):
        facts.lay(t, "church_tower", here)
    ground.enter(t, unit, marker)
    facts.mark(t, unit, "exposed")
    t.note("note.cover_found", rule="5.2.3", piece={"p": unit}, marker={"p": marker}, cell={"c": here})
    return marker
