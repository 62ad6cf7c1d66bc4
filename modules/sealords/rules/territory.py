"""Victory points for squares held (6.7, 16.2, 16.3, 27.0)."""

from __future__ import annotations

from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Table

from . import infiltration, victory
from .facts import COM, any_with, held, squares
from .ground import ground


def communist_value(r: Reader, place: str) -> int:
    """Return what a square is worth to the Communists each turn, before a Cadre doubles it (27.0)."""
    g = ground(r.content)
    features = g.features[place]
    chart = r.chart("vp_communist")
    if g.country[place] == "cambodia":
        return int(chart.at("town_cambodia")) if "town" in features else 0
    if "saigon_loc" in features:
        if "town" not in features:
            return int(chart.at("saigon_loc"))
        if r.option("loc_town_adds"):
            return int(chart.at("saigon_loc_town")) + int(chart.at("town"))
        return int(chart.at("saigon_loc_town"))
    if "city" in features:
        return int(chart.at("city"))
    return int(chart.at("town")) if "town" in features else 0


def free_world_value(r: Reader, place: str) -> int:
    """Return what a printed Communist base square is worth to the Free World (27.0)."""
    return int(r.chart("vp_free_world_other").at("com_base")) if ground(r.content).is_com_base(place) else 0


def value(r: Reader, side: str, place: str) -> tuple[int, bool]:
    """Return (points, doubled) of a square for the side that occupies it."""
    points = communist_value(r, place) if side == COM else free_world_value(r, place)
    trait = "cadre" if side == COM else "counterinsurgency"
    if points and any_with(r, place, side, trait):  # 16.2, 16.3
        return points * int(r.chart("vp_doubling").at(trait)), True
    return points, False


def score(t: Table, side: str) -> None:
    """Give a side the points of all squares it occupies, then test for sudden death (6.7, 4.4)."""
    for place in list(squares(t)):
        if held(t, place, side):
            points, doubled = value(t, side, place)
            if points:
                why = "vp.territory_doubled" if doubled else "vp.territory"
                rule = ("16.2" if side == COM else "16.3") if doubled else "6.7"
                victory.award(t, side, points, why, rule, at={"c": place})
    victory.check(t)


class Territorial(Step):
    """A side's territorial victory point phase (6.7); local `side`."""

    name = "territorial"

    def run(self, t: Table, f: Frame) -> None:
        side = f.l["side"]
        if not f.l.get("scored"):
            f.l["scored"] = True
            score(t, side)
            if t.is_over:
                return
        if side == COM and t.option("infiltration_in_territorial_phase") and infiltration.score_all(t):
            return  # 15.1, note
        t.done()


STEPS = (Territorial(),)
