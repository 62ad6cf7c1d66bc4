"""Breaking off: by choice after winning recon, or forced by a B (10.3-10.5, 11.5)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from qtwar.kit import offers
from qtwar.kit.facts import box
from qtwar.kit.offers import msg
from qtwar.kit.steps import Staged
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import infiltration, movement, refit, sensors, victory
from .facts import COM, FW, hide, is_unit, turn, units
from .force import Force, fits, load, may_enter, move_type


def enemy_free(r: Reader, side: str, place: str, closed: Collection[str] = ()) -> bool:
    """Return whether a square holds no enemy units as far as the reader can tell (10.3).

    What lies face down may be markers alone, so the Free World may try such a square; `closed` are those it has tried
    in vain. By option it may not: a face-down counter then counts as a unit.
    """
    if place in closed:
        return False
    tries = bool(r.option("break_off_tries"))
    return not any(
        r.owner(p) != side and (is_unit(r, p) if tries else not r.is_known(p) or is_unit(r, p)) for p in r.ids(place)
    )


def targets(r: Reader, side: str, piece: str, place: str, closed: Collection[str] = ()) -> list[str]:
    """Return the squares to which a unit can break off by its own means (10.3)."""
    way = move_type(r, piece)
    near: Collection[str]
    if way in ("R", "N"):
        near = movement.lanes(r, way)[place]
    elif way == "A":
        near = [p for p in movement.bases(r, side) if p != place]
    else:
        return []
    return [p for p in near if not may_enter(r, piece, p, way) and enemy_free(r, side, p, closed)]


def reachable(r: Reader, side: str, place: str, closed: Collection[str] = ()) -> dict[str, list[str]]:
    """Return unit → squares it can break off to, passengers with some carrier that can take them."""
    own = units(r, place, side)
    out = {p: targets(r, side, p, place, closed) for p in own}
    for piece in own:
        if move_type(r, piece) != "L" or load(r, [piece]) is None:
            continue
        found: set[str] = set()
        for carrier in own:
            way = move_type(r, carrier)
            if way in "RNA" and fits(r, own, (piece,), way):
                found.update(p for p in out[carrier] if not may_enter(r, piece, p, way))
        out[piece] = sorted(found)
    return out


class BreakOff(Staged):
    """Units of a side leave a square. Locals: `cell`, `side`, `forced` (B: nobody may stay), `went`, `closed`,
    `scores` (False in a strike that gives no points, 17.4)."""

    name = "break_off"

    first = "leave"

    def at_leave(self, t: Table, f: Frame) -> str | None:
        side, place = f.l["side"], f.l["cell"]
        own = units(t, place, side)
        if not own:
            return "settle"
        shown = all(t.knows(FW, p) for p in own)
        if f.l["forced"] and shown and not any(reachable(t.seen_by(side), side, place, f.l.get("closed", ())).values()):
            # 10.5: no square, no carrier, static: to the Refit Box; by the reading it scores.
            for piece in own:
                refit.send(t, piece, by_combat=self._scores(t, f), rule="10.5")
            victory.check(t)
            return "settle"
        t.wait(side)
        return None

    @staticmethod
    def _scores(t: Table, f: Frame) -> bool:
        """Return whether units that a B leaves no way out score as combat losses (10.5, 17.4)."""
        return bool(t.option("forced_refit_scores")) and bool(f.l.get("scores", True))

    def at_settle(self, t: Table, f: Frame) -> str:
        """What came of the move shows where they have gone."""
        for place in f.l.get("ends") or ():
            if f.l["side"] == COM:
                if t.option("sensor_on_break_off"):
                    sensors.enter(t, f.of(COM)["gone"][place], place)
                hide(t, place)
        return "arrive"

    def at_arrive(self, t: Table, f: Frame) -> None:
        ends: list[str] = f.l.get("ends") or []
        while ends:
            if infiltration.arrive(t, ends.pop(0)):
                return
        t.done(True)

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        side, place = s.side, f.l["cell"]
        ways = reachable(s, side, place, f.l.get("closed", ()))
        refit_box = box(side, "refit")
        cells = sorted({c for found in ways.values() for c in found})
        targets = {piece: [*found, refit_box] for piece, found in ways.items()}
        asks = [
            offers.pieces_and_cell(
                "retreat",
                "ask.retreat",
                ways,
                [*cells, refit_box],
                1,
                len(ways),
                rule="10.3",
                targets=targets,
            )
        ]
        if not f.l["forced"]:
            none_yet = not f.l.get("went") and (bool(cells) or not f.l.get("closed"))
            why = msg("refuse.break_off_first", rule="10.2") if none_yet else None
            asks.append(offers.button("stay", "button.stay", rule="10.4", why_not=why))
        key = "prompt.forced_break_off" if f.l["forced"] else "prompt.break_off"
        return offers.offer(
            msg(key, cell={"c": place}), *asks, detail=msg("detail.break_off", rule="10.3"), step="break_off"
        )

    def do_retreat(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Some units go to one square together, carriers with their passengers, or to the Refit Box (10.5)."""
        place, to, pieces = f.l["cell"], args["cell"], args["pieces"]
        if to == box(side, "refit"):
            ways = reachable(t.seen_by(side), side, place, f.l.get("closed", ()))
            for piece in pieces:
                scores = f.l["forced"] and not ways.get(piece) and self._scores(t, f)
                refit.send(t, piece, by_combat=scores, rule="10.5")
            victory.check(t)
        else:
            self._check(t, to, pieces)
            if any(t.owner(p) != side and is_unit(t, p) for p in t.ids(to)):
                # 10.3: face down a unit lay there; its owner says so, and no more than that.
                f.l.setdefault("closed", []).append(to)
                t.note("note.break_off_closed", rule="10.3", cell={"c": to})
                return
            for piece in pieces:
                t.move(piece, to)
                if not t.option("break_off_acts_again"):
                    t.set_attr(piece, "broke_off", turn(t))  # 10.4: done for the phase, by option
            phase = t.frame_of("operations")
            if side == FW and phase is not None:
                phase.l.setdefault("broke_off", []).extend(pieces)  # 10.4: done for this operation
            t.note("note.break_off", rule="10.3", force=[{"p": p} for p in pieces], to={"c": to})
            f.of(side).setdefault("gone", {}).setdefault(to, []).extend(pieces)
            if to not in f.l.setdefault("ends", []):
                f.l["ends"].append(to)
        f.l["went"] = True  # not who: after a strike they are still face down

    @staticmethod
    def _check(t: Table, to: str, pieces: list[str]) -> None:
        """Refuse passengers without a carrier among those that go; where each may go at all the offer has said."""
        movers = [p for p in pieces if move_type(t, p) in "RNA"]
        cargo = tuple(p for p in pieces if p not in movers)
        ways = {move_type(t, p) for p in movers}
        for piece in cargo:
            if any(may_enter(t, piece, to, way) for way in ways):
                t.refuse("refuse.retreat", rule="10.3", piece={"p": piece}, cell={"c": to})
        if cargo and not any(fits(t, movers, cargo, way) for way in ways):
            t.refuse("refuse.force.8_8", rule="10.3")

    def do_stay(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """The rest stays (10.4)."""
        f.l["stage"] = "settle"


__all__ = ["FW", "BreakOff", "Force", "reachable"]
STEPS = (BreakOff(),)
