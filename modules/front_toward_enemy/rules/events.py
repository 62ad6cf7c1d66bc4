"""Random events (19.0 to 19.10)."""

from __future__ import annotations

from typing import Any

from qtwar.engine.state import INSIDE
from qtwar.kit import offers
from qtwar.kit.offers import Ask, Offer, msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import calls, concealment, movement, victory
from .chits import add_chit
from .facts import (
    NVA,
    US,
    all_units,
    counter,
    enemy,
    is_combat,
    is_concealed,
    is_helicopter,
    is_infantry,
    is_soldier,
    is_vehicle,
    men,
    on_map,
    passengers,
    state,
)
from .ground import chart, distance, terrain

VC_UNITS = ("vc_ldr", "vc_ft", "dummy", "civilian")


class Event(Step):
    """The event chit. Locals: `side` (whose event), `kind`, `who` (who chooses), `left` (VC kinds still to be placed)."""

    name = "event"

    def run(self, t: Table, f: Frame) -> None:
        if "kind" not in f.l:
            self._roll(t, f)
            if t.frame().data is not f.data:
                return  # a step of its own comes first: arrivals, a target
        if f.l["kind"] == "vc" and not f.l.get("over"):
            f.l["left"] = [k for k in f.l["left"] if vc_cells(t, k)]
            f.l["over"] = not f.l["left"]
        if f.l.get("over") or not self._anybody(t, f):
            t.done()
        elif f.l["who"]:
            t.wait(f.l["who"])

    def _anybody(self, t: Table, f: Frame) -> bool:
        """Return whether who is asked still finds somebody: a game may begin with only what one side knew of another."""
        return not f.l["who"] or f.l["kind"] == "vc" or bool(candidates(t, f.l["kind"], f.l["side"]))

    def _roll(self, t: Table, f: Frame) -> None:
        """Roll for side and event, end what lasts till now, begin the event (19.0)."""
        first = t.roll(d=10, purpose="roll.event_side", by=US)[0]
        side = US if first % 2 == 0 else NVA
        die = t.roll(d=10, purpose="roll.event", by=side)[0]
        table = t.chart("random_events")
        kind = str(table.at(die, side))
        t.note(
            "note.event",
            rule="19.0",
            side={"s": side},
            table={"t": ["random_events", table.row(die), table.column(side)]},
        )
        if kind != "no_event" or t.option("amb_33_no_event_ends"):
            self._expire(t, side)
        f.l.update(side=side, kind=kind, who="", over=True)
        getattr(self, f"on_{kind}")(t, f)

    @staticmethod
    def _expire(t: Table, side: str) -> None:
        """A hero and the observer last until the next event of their side (19.4, 19.8, AMB-33)."""
        for piece in sorted(t.records):
            if t.owner(piece) == side and t.record(piece)["attrs"].get("hero"):
                t.set_attr(piece, "hero", None)
        if side == US:
            for marker in [p for p in t.ids("events") if t.record(p)["kind"] == "aerial_observer"]:
                t.remove(marker)

    def _ask(self, f: Frame, who: str) -> None:
        f.l.update(who=who, over=False)

    def _nothing(self, t: Table) -> None:
        t.note("note.no_event", rule="19.0")

    # what each does -----------------------------------------------------------------------

    def on_no_event(self, t: Table, f: Frame) -> None:
        """Nothing happens."""

    def on_injured(self, t: Table, f: Frame) -> None:
        on = any(t.record(p)["kind"] == "injured" and on_map(t.spot(p)) for p in t.records)
        if on or not candidates(t, "injured", f.l["side"]):
            self._nothing(t)
        else:
            self._ask(f, enemy(f.l["side"]))

    def on_low_ammo(self, t: Table, f: Frame) -> None:
        if candidates(t, "low_ammo", f.l["side"]):
            self._ask(f, enemy(f.l["side"]))
        else:
            self._nothing(t)

    def on_rally(self, t: Table, f: Frame) -> None:
        if candidates(t, "rally", f.l["side"]):
            self._ask(f, f.l["side"])
        else:
            self._nothing(t)

    def on_hero(self, t: Table, f: Frame) -> None:
        if candidates(t, "hero", f.l["side"]):
            self._ask(f, f.l["side"])
        else:
            self._nothing(t)

    def on_higher_hq(self, t: Table, f: Frame) -> None:
        t.set_var("higher_hq", sorted({*(t.var("higher_hq") or ()), f.l["side"]}))
        counter(t, "higher_hq", "events", f.l["side"])

    def on_check_fire(self, t: Table, f: Frame) -> None:
        calls.check_fire(t, f.l["side"])

    def on_aerial_observer(self, t: Table, f: Frame) -> None:
        counter(t, "aerial_observer", "events", US)

    def on_nva_artillery(self, t: Table, f: Frame) -> None:
        if not (t.scenario.get("attrs") or {}).get("no_bombardment"):
            t.call("target", side=NVA)

    def on_ah1_cobra(self, t: Table, f: Frame) -> None:
        if any(t.record(p)["kind"] == "us_cobra" and _is_here(t, p) for p in t.records):
            self._nothing(t)
            return
        n = int(t.chart("helicopter_limits").at("ah1_units"))
        for _ in range(n):
            counter(t, "us_cobra", f"turn-{t.var('turn')}", US)
        t.call("arrivals", at_once=True)

    def on_vc(self, t: Table, f: Frame) -> None:
        times = int(t.var("vc_events") or 0)
        left = [k for k in VC_UNITS if free(t, k) and vc_cells(t, k)]
        if times >= int(t.chart("other_figures").at("vc_times")) or not left:
            self._nothing(t)
            return
        t.set_var("vc_events", times + 1)
        chit = add_chit(t, NVA)
        if chit and not t.option("amb_73_vc_chit"):
            t.set_attr(chit, "once", True)
        f.l["left"] = left
        self._ask(f, NVA)

    # asking -------------------------------------------------------------------------------

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer what the event lets a side choose."""
        kind, side = f.l["kind"], f.l["side"]
        title = msg(f"prompt.event.{kind}", side={"s": side})
        if kind == "vc":
            asks: list[Ask] = [
                offers.cell(
                    "vc_place", msg("ask.vc_place", piece={"k": k}), vc_cells(s, k), rule="19.7", id=f"vc_place:{k}"
                )
                for k in f.l["left"][:1]
            ]
            return offers.offer(title, *asks, detail=msg("detail.vc", rule="19.7"))
        return offers.offer(title, offers.pieces("choose", f"ask.event.{kind}", candidates(s, kind, side), rule="19.0"))

    def do_choose(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        kind = f.l["kind"]
        piece = concealment.behind(t, side, args["pieces"][0])
        f.l["over"] = True
        if kind == "injured":
            t.move(counter(t, "injured", t.where(piece), f.l["side"]), INSIDE + piece)
        elif kind == "rally":
            t.set_attr(piece, "state", None)
        elif kind == "hero":
            t.set_attr(piece, "hero", True)
        elif is_combat(t, piece) or t.option("amb_32_low_ammo") == "any":
            t.set_attr(piece, "low_ammo", True)
        t.note(f"note.event.{kind}", rule="19.0", piece={"p": piece})

    def do_vc_place(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        kind = f.l["left"].pop(0)
        cell = args["cell"]
        if cell not in vc_cells(t, kind) or movement.blocks(t, NVA, cell) or any(t.owner(p) == US for p in t.ids(cell)):
            t.refuse("refuse.step", rule="19.7", cell={"c": cell})
        piece = counter(t, kind, cell, NVA)
        if kind == "dummy":
            t.remove(piece)
            t.add(piece, cell, kind="dummy", owner=NVA, known=[NVA], back="vc_concealed")
        concealment.hide(t, piece)
        victory.hold(t, cell, piece)


def candidates(r: Reader, kind: str, side: str) -> list[str]:
    """Return the units of a side that an event may befall, as far as this reader sees (19.1 to 19.4)."""
    out = all_units(r, side)
    if kind == "injured":  # who is aboard is neither exposed nor concealed
        return [p for p in out if r.is_known(p) and not is_concealed(r, p) and is_soldier(r, p) and men(r, p) >= 3]
    here = [p for unit in out for p in (unit, *passengers(r, unit))]
    if kind == "low_ammo":
        every = r.option("amb_32_low_ammo") == "any"
        return [p for p in here if not r.is_known(p) or every or is_combat(r, p)]
    if kind == "rally":
        vehicles = bool(r.option("amb_56_rally_vehicles"))
        return [p for p in here if r.is_known(p) and state(r, p) and (vehicles or is_infantry(r, p))]
    return [p for p in here if r.is_known(p) and (is_soldier(r, p) or is_vehicle(r, p) or is_helicopter(r, p))]


def _is_here(r: Reader, piece: str) -> bool:
    """Return whether a unit is on the map or waits to come in."""
    at = r.where(piece)
    return on_map(at) or at.startswith("turn-")


def free(r: Reader, kind: str) -> bool:
    """Return whether a counter of the mix is left (19.7)."""
    return any(not r.exists(p) for p in r.content.pieces_of(kind))


def vc_cells(r: Reader, kind: str) -> list[str]:
    """Return the hexes within three of a hamlet where a unit of the VC event may come up (19.7, AMB-73)."""
    key = ("hamlets", r.scenario["id"])
    reach = int(r.chart("other_figures").at("vc_hamlet"))
    if key not in r.content.memo:
        towns = [p for p in chart(r).near if terrain(r, p) == "hamlet"]
        r.content.memo[key] = sorted(p for p in chart(r).near if any(distance(r, p, h) <= reach for h in towns))
    found: list[str] = []
    for p in r.content.memo[key]:
        if any(r.owner(q) == US for q in r.ids(p)):
            continue
        mine = [q for q in r.ids(p) if r.owner(q) == NVA and is_infantry(r, q)]
        if kind == "civilian" and any(not r.has(q, "civilian") for q in mine):
            continue
        if kind != "civilian" and any(r.has(q, "civilian") for q in mine):
            continue
        found.append(p)
    return found


STEPS = (Event(),)
