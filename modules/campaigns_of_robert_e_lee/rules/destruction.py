"""Destruction: bridges, towns, landings, Washington (13.1)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Message
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import foraging, ground, orders, tracks, tree
from .chores import Chore, mine
from .facts import CSA, UNION, counter, hexes_of, is_active, is_cavalry, is_infantry, marked

ORDER = "reorganization.destruction"


def chiefs(r: Reader, side: str) -> list[str]:
    """Return the active commanders of hexes who can pay for a try (13.1)."""
    found = [tree.commander(r, at, side) for at in hexes_of(r, side)]
    return [p for p in found if p and is_active(r, p) and orders.can_pay(r, p, ORDER)]


def bridges(r: Reader, leader: str) -> list[str]:
    """Return the bridges over great rivers beside a force with cavalry (13.11)."""
    where = r.where(leader)
    if not any(is_cavalry(r, u) for u in tree.units_at(r, where, r.owner(leader))):
        return []
    return [
        ground.edge(r, where, at) for at in ground.near(r, where) if ground.crossing(r, where, at) == "great_river_bridge"
    ]


def may_burn(r: Reader, f: Frame, leader: str) -> bool:
    """Return whether a force may burn the town of its hex: one a stack, none twice (13.12)."""
    where = r.where(leader)
    fresh = leader not in mine(f).get("burned", ())
    return fresh and ground.terrain(r, where) == "town" and not marked(r, where, "devastation")


def is_store(r: Reader, leader: str) -> bool:
    """Return whether a Confederate force of two brigades stands on a Union landing or in Washington (13.13, 13.14)."""
    where = r.where(leader)
    if r.owner(leader) != CSA:
        return False
    there = bool(marked(r, where, "landing")) or where == ground.named(r.content, "Washington")
    brigades = sum(is_infantry(r, u) or is_cavalry(r, u) for u in tree.units_at(r, where, CSA))
    return there and brigades >= int(r.chart("destruction").at("landing", "brigades"))


class Destruction(Chore):
    """A side destroys what serves the enemy. Its own: `burned`, `stores` (commanders who have)."""

    name, rule = "destruction", "13.1"

    def is_last(self, r: Reader) -> bool:
        """Return whether nobody forages in this season (13.21)."""
        return not foraging.in_season(r)

    def prompt(self, s: Seen, f: Frame) -> Message:
        """Say besides why a turn comes here without an impulse: it is the first step in which a side is asked (5.13)."""
        asked, bids = super().prompt(s, f), s.var("bids")
        if not bids or s.var("initiative"):
            return asked
        return offers.msg("prompt.no_impulses", rule="5.13", csa=bids[CSA], union=bids[UNION], then=asked)

    def tasks(self, s: Seen, f: Frame) -> list[Ask]:
        """Return what can be destroyed."""
        able = chiefs(s, f.l["side"])
        found: list[Ask] = []
        towns = [p for p in able if may_burn(s, f, p)]
        if towns:
            found.append(offers.pieces("burn_town", "ask.burn_town", towns, rule="13.12"))
        spans = {p: bridges(s, p) for p in able}
        spans = {p: some for p, some in spans.items() if some}
        if spans:
            found.append(offers.place("burn_bridge", "ask.burn_bridge", spans, rule="13.11", max=1))
        once = bool(s.option("amb_48_landing_once"))
        stores = [p for p in able if is_store(s, p) and not (once and p in mine(f).get("stores", ()))]
        if stores:
            found.append(offers.pieces("destroy_store", "ask.destroy_store", stores, rule="13.13"))
        return found

    def tries(self, t: Table, leader: str, row: str, rule: str) -> bool:
        """Pay for a try and roll; returns whether it succeeds."""
        orders.spend(t, leader, ORDER, rule)
        need = t.chart("destruction").at(row, "die")
        return t.roll(purpose="roll.destruction", by=t.owner(leader))[0] >= int(need)

    def do_burn_town(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Try to burn the town of a force's hex (13.12)."""
        leader = args["pieces"][0]
        where = t.where(leader)
        done = self.tries(t, leader, "town", "13.12")
        if done:
            mine(f)["burned"] = [*mine(f).get("burned", []), leader]
            counter(t, "devastation", where)
        t.note("note.burned" if done else "note.not_burned", rule="13.12", side={"s": side}, cell={"c": where})

    def do_burn_bridge(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Try to burn a bridge beside a force with cavalry (13.11)."""
        leader, at = args["pieces"][0], args["cell"]
        done = self.tries(t, leader, "bridge", "13.11")
        if done:
            counter(t, "bridge_burned", at)
        t.note("note.burned" if done else "note.not_burned", rule="13.11", side={"s": side}, cell={"c": at})

    def do_destroy_store(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Destroy war effort on a landing or in Washington; a depleted landing is gone (13.13, 13.14)."""
        leader = args["pieces"][0]
        where = t.where(leader)
        orders.spend(t, leader, ORDER, "13.13")
        mine(f)["stores"] = [*mine(f).get("stores", []), leader]
        tracks.gain(t, UNION, -int(t.chart("destruction").at("landing", "wep")), "wep.destroyed", "13.13")
        t.note("note.store", rule="13.13", cell={"c": where})
        for landing in marked(t, where, "landing"):
            if t.record(landing)["face"] == "back":
                t.remove(landing)


STEPS = (Destruction(),)
