"""Set-up: the scenario's forces in their boxes, units drawn by strength, ammunition shared out, numbers, control (18.1)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import freetable, offers
from qtwar.kit.offers import Offer, msg
from qtwar.kit.steps import Asking
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import lines, naval, supply, tracks, tree, works
from .facts import SIDES, box, is_leader, rating

DRAWN = ("infantry", "cavalry")
"""Arms whose units are drawn at random among all of the strength that the scenario states (18.16)."""


class Draw:
    """The units not yet drawn, by side, arm and strength (18.16)."""

    def __init__(self, t: Table) -> None:
        self._t = t
        self._left: dict[tuple[str, str, int], list[str]] = {}
        for piece, entry in sorted(t.content.pieces.items()):
            if key := self._key(entry["kind"]):
                self._left.setdefault(key, []).append(piece)

    def _key(self, kind_id: str) -> tuple[str, str, int] | None:
        kind = self._t.content.kinds[kind_id]
        arm = str(kind.attrs.get("arm") or "")
        if arm not in DRAWN or "combat" not in kind.traits or "detached" in kind.traits:
            return None
        return kind.side, arm, int(kind.attrs["strength"])

    def put(self, at: str, kind_id: str, count: int, attrs: dict[str, Any]) -> bool:
        """Draw so many units of a kind's strength and lay them in a place; returns False for a kind that is not drawn."""
        key = self._key(kind_id)
        if key is None:
            return False
        for _ in range(count):
            piece = self._t.pick(self._left[key])
            self._left[key].remove(piece)
            self._t.add(piece, at, attrs=dict(attrs))
        return True


def begin(t: Table, choices: dict[str, Any]) -> None:
    """Lay a scenario out and tie leaders to their boxes (18.12-18.18); set up by hand, the ammunition is left to its owners."""
    if t.var("turn") is None:
        t.set_var("turn", 1)
    by_hand = choices.get("setup") == "free"
    roster, draw = freetable.Roster(t), Draw(t)
    for entry in t.scenario.get("quick") or ():
        lay(t, roster, draw, entry["at"], entry["pieces"], entry.get("attrs") or {}, skip="_ammo" if by_hand else "")
    for pool in (t.scenario.get("pools") or {}).values():
        freetable.put(t, roster, pool["place"], pool["pieces"], {}, "")
    for line in t.scenario.get("reinforcements") or ():
        lay(t, roster, draw, line["at"], line["pieces"], line.get("attrs") or {}, line.get("side") or "")
    if t.option("amb_01_new_superior_forces"):
        found(t)
    ready(t)
    for side in SIDES:
        supply.judge(t, side)  # the map is worked out while the game is laid out, not in answer to the first bid
    t.call("game")
    if by_hand:
        for side in reversed(t.scenario["setup_order"]):
            t.call(Share.name, side=side)


def found(t: Table) -> None:
    """Put all headquarters and corps markers of the mix that are not in play into the pools: they may be formed too (AMB-01)."""
    for piece, entry in sorted(t.content.pieces.items()):
        kind = t.content.kinds[entry["kind"]]
        if {"hq", "union_corps"} & set(kind.traits) and not t.exists(piece):
            t.add(piece, box(kind.side, "pool"))


def lay(
    t: Table, roster: freetable.Roster, draw: Draw, at: str, pieces: dict[str, int], attrs: dict[str, Any], side: str = "", *,
    skip: str = "",
) -> None:  # fmt: skip
    """Lay counters in a place: units by chance, all others as named."""
    for kind, count in pieces.items():
        if not (skip and kind.endswith(skip)) and not draw.put(at, kind, int(count), attrs):
            freetable.put(t, roster, at, {kind: count}, attrs, side)


def ready(t: Table) -> None:
    """Tie what lies on the table together: boxes, who is an army commander, control of railroads, numbers."""
    forces = (t.scenario.get("attrs") or {}).get("forces") or {}
    for side in SIDES:
        for force in forces.get(side) or ():
            tie(t, side, force)
    naval.begin(t)
    works.begin(t)
    lines.begin(t)
    tracks.begin(t)
    for side in SIDES:
        supply.mark_rail_depots(t, side)
        for leader in tree.leaders(t, side):
            t.set_attr(leader, "start_ml", tracks.get(t, tree.box_of(t, leader), "ml"))


def tie(t: Table, side: str, force: dict[str, Any]) -> None:
    """Give a force's leader and headquarters their box; a leader without a headquarters may command an army (18.12a)."""
    name = box(side, str(force["box"]))
    for piece in [p for p in sorted(t.records) if t.record(p)["kind"] == force["leader"] and is_leader(t, p)]:
        t.set_attr(piece, "box", name)
        if force.get("army_commander") and not force.get("hq"):
            t.set_attr(piece, "army", True)
        if force.get("stars_override"):
            t.set_attr(piece, "stars", int(force["stars_override"]))
    for piece in [p for p in sorted(t.records) if t.record(p)["kind"] == force.get("hq")]:
        t.set_attr(piece, "box", name)


class Share(Asking):
    """A side shares its ammunition out among its leaders, none above his administrative rating (18.15). Local `side`."""

    name = "share"

    def room(self, r: Reader, side: str) -> dict[str, int]:
        """Return leader → the most points that he may have (14.12)."""
        return {p: rating(r, p, "ar", "front") for p in tree.leaders(r, side) if tree.place_of(r, p)}

    def is_open(self, t: Table, f: Frame) -> bool:
        """Return whether it is still to be shared out."""
        return not f.l.get("shared")

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Ask for each leader's share."""
        points = int(s.scenario["numbers"][f"ammo_{s.side}"])
        ask = offers.allocate("share", "ask.share", self.room(s, s.side), points, rule="18.15")
        return offers.offer(msg("prompt.share", n=points), ask)

    def do_share(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Put the markers on the tracks."""
        for leader, n in sorted(args["amounts"].items()):
            tracks.put(t, tree.box_of(t, leader), "ammo", int(n))
        f.l["shared"] = True


STEPS = (Share(),)
