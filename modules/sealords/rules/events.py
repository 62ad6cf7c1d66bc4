"""Random events, ten handlers, and the Sappers of Tet (6.3, 20.1, 25.10, 27.0)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import msg
from qtwar.kit.step import Step
from qtwar.kit.steps import Asking
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import command, victory
from .facts import COM, FW, counters, hide, is_unit, squares, turn, units
from .ground import ground
from .refit import discover, eliminate, to_pool


def number(r: Reader, row: str) -> int:
    """Return a figure of the events (27.0)."""
    return int(r.chart("event_numbers").at(row))


class RandomEvent(Step):
    """A side's random events phase (6.3); local `side`."""

    name = "random_event"

    def run(self, t: Table, f: Frame) -> None:
        side = f.l["side"]
        if f.l.get("rolled") or not int((t.scenario.get("numbers") or {}).get("random_events", 1)):
            victory.check(t)
            t.done()
            return
        f.l["rolled"] = True
        die = t.roll(1, purpose="roll.event", by=side)[0]
        chart = t.chart("random_events")
        event = str(chart.at(die, side))
        table = {"t": ["random_events", chart.row(die), chart.column(side)]}
        name = {"key": f"event.{event}", "args": {}}
        t.note("note.event", rule="20.1", level=0, side={"s": side}, event=name, table=table)
        HANDLERS[event](t, side)


def _none(t: Table, side: str) -> None:
    """No event."""


def _by_lead(t: Table, ahead: int) -> None:
    needed, lead = number(t, "vp_lead"), victory.lead(t, FW)
    if abs(lead) < needed:
        t.note("note.event_nothing", rule="27.0")
        return
    die = t.roll(1, purpose="roll.event_cp", by=FW)[0]
    _cp(t, FW, die * ahead if lead > 0 else -die * ahead)


def _cp(t: Table, side: str, amount: int) -> None:
    got = command.gain(t, side, amount) if amount > 0 else command.lose(t, side, -amount)
    key = "note.event_gain" if amount > 0 else "note.event_lose"
    t.note(key, rule="27.0", side={"s": side}, n=got, total=command.points(t, side))


def _emergency(t: Table, side: str) -> None:
    """Emergency Reinforcements: a leading Free World loses d6 CP, one far behind gains them."""
    _by_lead(t, -1)


def _oer(t: Table, side: str) -> None:
    """OER Time: a leading Free World gains d6 CP, one far behind loses them."""
    _by_lead(t, 1)


def _breakthrough(t: Table, side: str) -> None:
    """Intelligence Breakthrough: the Free World looks at all Communist units of one square."""
    if any(counters(t, place, COM) for place in squares(t)):
        t.call("breakthrough")
    else:
        t.note("note.event_nothing", rule="27.0")


def _circus(t: Table, side: str) -> None:
    """Media Circus: all points of this turn count double."""
    t.set_var("media_circus", turn(t))


def _cut(t: Table, side: str) -> None:
    """Weather, Bombing in Cambodia: d6 less income this turn."""
    die = t.roll(1, purpose="roll.event_cp", by=side)[0]
    t.set_var(f"income_cut_{side.lower()}", die)
    t.note("note.event_cut", rule="27.0", side={"s": side}, n=die)


def _dau_tranh(t: Table, side: str) -> None:
    """Dau Tranh: the Communists gain d6 CP."""
    _cp(t, COM, t.roll(1, purpose="roll.event_cp", by=COM)[0])


def _dispute(t: Table, side: str) -> None:
    """Dispute in the Politburo: the Communists lose d6 CP, not below 0."""
    _cp(t, COM, -t.roll(1, purpose="roll.event_cp", by=COM)[0])


def _fighting(t: Table, side: str) -> None:
    """In-Country Fighting: a free reinforcement for the Free World, or one of its battalions back to the pool."""
    die = t.roll(1, purpose="roll.event_fighting", by=COM)[0]
    if die <= number(t, "fighting_draw_max"):
        t.call("free_draw", side=FW)
    elif battalions(t):
        t.call("in_country_fighting")
    else:
        t.note("note.event_nothing", rule="27.0")


def _rocket(t: Table, side: str) -> None:
    """Rocket Attack: 2 VP if a Communist unit or guerrilla marker stands beside Saigon or Vung Tau."""
    g = ground(t.content)
    around = g.near if t.option("rocket_corners") else g.sides
    targets = [p for p in g.places if g.features[p] & {"saigon", "vung_tau"}]
    if any(counters(t, p, COM) for target in targets for p in around[target]):
        victory.award(t, COM, number(t, "rocket_vp"), "vp.rocket")
    else:
        t.note("note.event_nothing", rule="27.0")


HANDLERS: dict[str, Callable[[Table, str], None]] = {
    "emergency_reinforcements": _emergency,
    "intelligence_breakthrough": _breakthrough,
    "oer_time": _oer,
    "media_circus": _circus,
    "weather": _cut,
    "bombing_in_cambodia": _cut,
    "dau_tranh": _dau_tranh,
    "dispute_in_politburo": _dispute,
    "in_country_fighting": _fighting,
    "rocket_attack": _rocket,
    "none": _none,
}


def battalions(r: Reader) -> list[str]:
    """Return the Free World's battalions on the map."""
    found = []
    for place in squares(r):
        for piece in units(r, place, FW):
            kind = r.kind(piece)
            if kind is not None and kind.size == "battalion":
                found.append(piece)
    return found


class Breakthrough(Asking):
    """The Free World may pick a square and examine the Communist units there; guerrilla markers stay face down (27.0)."""

    name = "breakthrough"
    ends = ("seen", "let_be")

    def asked(self, t: Table, f: Frame) -> str:
        return FW

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        if f.l.get("at"):
            return offers.offer(
                msg("prompt.examine", at={"c": f.l["at"]}), offers.button("seen", "button.seen", primary=True)
            )
        places = [p for p in squares(s) if counters(s, p, COM)]
        return offers.offer(
            msg("prompt.breakthrough"),
            offers.cell("look", "ask.breakthrough", places, rule="27.0", button="do.breakthrough"),
            offers.button("let_be", "button.let_be", rule="27.0"),
        )

    def do_look(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Turn up the Communist units of the square; Deception units leave (10.6)."""
        f.l["at"] = args["cell"]
        found = [p for p in counters(t, args["cell"], COM) if is_unit(t, p)]
        for piece in found:
            t.reveal(piece)
        t.note("note.breakthrough", rule="27.0", at={"c": args["cell"]}, found=[{"p": p} for p in found])
        for piece in found:
            discover(t, piece)

    def do_seen(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Turn them down again, unless Free World units are there (8.13)."""
        hide(t, f.l["at"])


class InCountryFighting(Asking):
    """The Free World gives one battalion on the map back to its pool (27.0, map erratum)."""

    name = "in_country_fighting"
    ends = ("give",)

    def asked(self, t: Table, f: Frame) -> str:
        return FW

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        return offers.offer(
            msg("prompt.fighting"),
            offers.pieces("give", "ask.fighting", battalions(s), rule="27.0", button="do.fighting"),
        )

    def do_give(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Put the battalion into the pool."""
        piece = args["pieces"][0]
        place = t.where(piece)
        t.note("note.fighting", rule="27.0", piece={"p": piece}, was={"c": place})
        to_pool(t, piece)
        hide(t, place)


def sapper_turn(r: Reader) -> bool:
    """Return whether Sappers may operate into Saigon and Vung Tau this turn (25.10)."""
    return int((r.scenario.get("numbers") or {}).get("sapper_raid_turn", 0)) == turn(r)


def end_of_operations(t: Table) -> None:
    """Remove the Communists left in Saigon and Vung Tau when the operations phase of Tet's first turn ends (25.10)."""
    if not sapper_turn(t):
        return
    g = ground(t.content)
    for place in g.places:
        if not g.features[place] & {"saigon", "vung_tau"}:
            continue
        for piece in units(t, place, COM):
            eliminate(t, piece, rule="25.10")
            value = victory.loss_value(t, piece, "eliminated")  # 27.0: by its kind, a decoy nothing (10.6)
            victory.award(t, FW, value, "vp.sapper_raid", "25.10", piece={"p": piece})
    victory.check(t)


STEPS = (RandomEvent(), Breakthrough(), InCountryFighting())
