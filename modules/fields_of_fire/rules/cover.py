"""Cover that is found on a card: basic markers, and in towns what the urban table says (5.2.3)."""

from __future__ import annotations

from qtwar.kit.offers import Choice, Message, msg
from qtwar.kit.table import Reader, Table

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


def choices(r: Reader, markers: list[str]) -> list[Choice]:
    """Return cover markers as choices: each by its name and the units under it, a number where several are alike."""
    words: dict[str, Message] = {}
    for marker in markers:
        inside = [{"p": p} for side in facts.SIDES for p in ground.sheltered(r, marker, side)]
        name = {"p": marker}
        words[marker] = (
            msg("choice.marker_with", piece=name, units=inside) if inside else msg("choice.marker", piece=name)
        )
    said = {m: (r.record(m)["kind"], [_kind(r, u) for u in words[m]["args"].get("units", ())]) for m in markers}
    seen: list[object] = []
    found: list[Choice] = []
    for marker in markers:
        seen.append(said[marker])
        alike = sum(1 for one in said.values() if one == said[marker]) > 1
        n = seen.count(said[marker])
        found.append(
            {"value": marker, "label": msg("choice.one_of", label=words[marker], n=n) if alike else words[marker]}
        )
    return found


def _kind(r: Reader, unit: dict[str, str]) -> str:
    """Return by what a unit is named: itself where it is in the roster, else its kind."""
    return unit["p"] if unit["p"] in r.content.pieces else str(r.record(unit["p"])["kind"])
