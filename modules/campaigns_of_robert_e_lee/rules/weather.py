"""The weather of the turn (5.2)."""

from __future__ import annotations

from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Table

from . import morale, tree
from .facts import CSA, SIDES, counter

SUMMER = (6, 7, 8)
RAIN = ("rain", "light_rain")
MUD = 4
"""Half rain turns in a row that make mud (5.24)."""


class Weather(Step):
    """The initiative player rolls for the weather, but in summer (5.2)."""

    name = "weather"

    def run(self, t: Table, f: Frame) -> None:
        """Roll and set the weather."""
        sky = "clear"
        if int(t.var("month") or 7) not in SUMMER and (t.scenario.get("attrs") or {}).get("weather", True):
            by = str(t.var("initiative") or t.var("higher_bid") or CSA)  # AMB-09
            dice = t.roll(2, purpose="roll.weather", by=by)
            sky = str(t.chart("weather").at(sum(dice), int(t.var("month"))))
        change(t, sky)
        t.done()


def change(t: Table, sky: str) -> None:
    """Set the weather: rain adds up to mud (5.24), cold costs morale (5.26)."""
    count = int(t.var("rain_turns") or 0)
    told = t.chart("weather_effects").at(sky, "mud_count")
    if sky in RAIN:
        count = min(MUD, count + int(float(told) * 2))
        sky = "mud" if count >= MUD else sky
    elif sky == "clear" or not t.option("amb_11_mud_reset_clear_only"):
        count = 0
    t.set_var("rain_turns", count)
    t.set_var("weather", sky)
    t.note("note.weather", rule="5.2", sky={"key": f"weather.{sky}", "args": {}})
    for kind, to in (("weather", f"weather-{sky}"), ("mud_count", f"mud-{count}")):
        marker = next((p for p in t.content.pieces_of(kind) if t.exists(p)), "") or counter(t, kind, to)
        t.move(marker, to)
    if sky == "cold":
        for side in SIDES:
            for leader in tree.leaders(t, side):
                morale.change(t, leader, "cold", "5.26")


STEPS = (Weather(),)
