"""Foraging: living off the land from June to September (13.2)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import ground, orders, tracks, tree, zones
from .chores import Chore, mine
from .facts import CSA, counter, hexes_of, is_active, leaders_in, marked

ORDER = "reorganization.foraging"
CLEAR = ("clear", "town", "major_city")
OWN_USE = "OU"
FORAGED = "foraged"
"""What a side alone knows: the war effort that it has foraged north of the Potomac."""


def in_season(r: Reader) -> bool:
    """Return whether it is summer or autumn (13.21)."""
    limits = r.chart("foraging_limits")
    return int(limits.at("first_month")) <= int(r.var("month") or 0) <= int(limits.at("last_month"))


def fields(r: Reader, side: str, where: str) -> list[str]:
    """Return the clear hexes that a force in a hex lives off (13.22, 13.23)."""
    found = [] if r.option("amb_52_forager_hex_excluded") else [where]
    for at in ground.near(r, where):
        if ground.can_cross(r, where, at) and not leaders_in(r, at, side) and not zones.in_enemy_zone(r, at, side):
            found.append(at)
    return [at for at in found if ground.terrain(r, at) in CLEAR]


def factor(r: Reader, side: str, where: str) -> int:
    """Return by how much the yield is multiplied: west of the Shenandoah, Confederates north of the Potomac (13.22)."""
    limits, region = r.chart("foraging_limits"), ground.region(r, where)
    west = int(limits.at("west_of_shenandoah")) if region == ground.WEST else 1
    north = int(limits.at("csa_north_of_potomac")) if region == ground.NORTH and side == CSA else 1
    return west * north if r.option("amb_44_double_twice") else max(west, north)


class Foraging(Chore):
    """A side's commanders forage, each force once (AMB-61). Its own: `done`."""

    name, rule = "foraging", "13.2"

    def is_last(self, r: Reader) -> bool:
        """Return that it is."""
        return True

    def is_called(self, r: Reader, f: Frame) -> bool:
        """Return whether it is the season (13.21)."""
        return in_season(r)

    def able(self, r: Reader, f: Frame) -> list[str]:
        """Return the commanders who may forage: active, in an unspoilt town, out of enemy zones, with a point (13.21, 13.23)."""
        side = f.l["side"]
        if not in_season(r):
            return []
        tried = () if r.option("amb_61_forage_repeat") else mine(f).get("done", ())
        found = []
        for at in hexes_of(r, side):
            chief = tree.commander(r, at, side)
            if not chief or not is_active(r, chief) or chief in tried or not orders.can_pay(r, chief, ORDER):
                continue
            if ground.is_town(r, at) and not marked(r, at, "devastation") and not zones.in_enemy_zone(r, at, side):
                found.append(chief)
        return found

    def tasks(self, s: Seen, f: Frame) -> list[Ask]:
        """Return the ask to forage."""
        able = self.able(s, f)
        return [offers.pieces("forage", "ask.forage", able, rule="13.21")] if able else []

    def do_forage(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Count clear hexes, roll, take what the chart gives (13.22)."""
        leader = args["pieces"][0]
        where = t.where(leader)
        orders.spend(t, leader, ORDER, "13.21")
        mine(f)["done"] = [*mine(f).get("done", []), leader]
        n, die = len(fields(t, side, where)), t.roll(purpose="roll.forage", by=side)[0]
        chart = t.chart("foraging")
        word = str(chart.at(die, n))
        table = {"t": ["foraging", chart.row(die), chart.column(n)]}
        t.note("note.forage", rule="13.22", leader={"p": leader}, n=n, table=table)
        if word == OWN_USE:
            state = f"{tree.box_of(t, leader)}-state"
            if not marked(t, state, "own_use"):
                counter(t, "own_use", state, side)
        elif word.isdigit():
            n = int(word) * factor(t, side, where)
            tracks.gain(t, side, n, "wep.foraged", "13.22")
            if ground.region(t, where) == ground.NORTH:
                reward(t, side, n)


def reward(t: Table, side: str, n: int) -> None:
    """Give the scenario's points for what was foraged north of the Potomac in the whole game (17.12b)."""
    before = int(t.secret(side, FORAGED) or 0)
    t.seal(side, FORAGED, before + n)
    for row in (t.scenario.get("victory") or {}).get("special") or ():
        per = int(row.get("foraged_north_of_potomac_per") or 0)
        if per and row["side"] == side:
            tracks.score(t, side, ((before + n) // per - before // per) * int(row["vp"]), "17.12b")


STEPS = (Foraging(),)
