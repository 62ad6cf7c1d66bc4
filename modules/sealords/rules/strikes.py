"""Airstrikes, naval gunfire, B-52 and surveillance aircraft (17.0)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.facts import box, is_cell
from qtwar.kit.offers import msg
from qtwar.kit.steps import Staged
from qtwar.kit.table import Frame, Reader, Seen, Table
from qtwar.kit.tally import Line

from . import command, fire, losses, markers, victory
from .facts import COM, FW, counters, units
from .ground import ground

B52 = "b52_arc_light"


def ready(r: Reader) -> list[str]:
    """Return the strike markers that can be used this turn (17.2)."""
    return [p for p in r.ids(box(FW, "ready")) if r.has(p, "strike")]


def kind(r: Reader, piece: str) -> str:
    """Return the type of a marker."""
    return str(r.attr(piece, "type", ""))


def in_range(r: Reader, piece: str, place: str) -> bool:
    """Return whether a marker reaches a square: Naval Gunfire the coast and one square inland (17.4)."""
    if kind(r, piece) != "naval_gunfire":
        return True
    g = ground(r.content)
    return any(g.terrain[p] == "coastal" for p in (place, *g.near[place]))


def with_force(r: Reader, place: str) -> list[str]:
    """Return the markers that can support a combat: not the B-52 (17.5)."""
    return [p for p in ready(r) if kind(r, p) != B52 and in_range(r, p, place)]


def against(r: Reader, place: str) -> dict[str, offers.Message]:
    """Return marker → the rule by which it can not support a combat, for those in hand (17.4, 17.5)."""
    out: dict[str, offers.Message] = {}
    for piece in ready(r):
        if kind(r, piece) == B52:
            out[piece] = msg("refuse.b52_alone", rule="17.5")
        elif not in_range(r, piece, place):
            out[piece] = msg("refuse.ngf_range", rule="17.4", cell={"c": place})
    return out


def standalone_asks(r: Seen, cp: int) -> list[offers.Ask]:
    """Return the asks for a strike without own units (17.4) and for one by a B-52, which comes alone (17.5)."""
    cells = list(r.places_with(standalone_asks, lambda p: is_cell(p) and counters(r, p, COM) and not units(r, p, FW)))
    need = command.cost(r, FW, "strike")
    poor = msg("refuse.cp", rule="5.2", need=need, have=cp) if cp < need else None
    if not cells:
        return []
    near = {kind(r, p): [c for c in cells if in_range(r, p, c)] for p in {kind(r, p): p for p in ready(r)}.values()}
    short = {p: msg("refuse.ngf_nowhere", rule="17.4") for p in ready(r) if not near[kind(r, p)]}
    b52 = {p: msg("refuse.b52_alone", rule="17.5") for p in ready(r) if kind(r, p) == B52}
    aces = [p for p in r.ids(box(FW, "hold")) if r.has(p, "ace")] if r.option("ace_in_strike") else []
    out = []
    for label, rule, able, most in (
        ("ask.strike", "17.4", [p for p in ready(r) if p not in b52 and p not in short], 99),
        ("ask.strike_b52", "17.5", list(b52), 1),
    ):
        if able:
            targets = {p: near[kind(r, p)] for p in able} | dict.fromkeys(aces, cells)
            out.append(
                offers.pieces_and_cell(
                    "strike", label, targets, cells, 1, min(most, len(able)) + len(aces), rule=rule,
                    id=label, targets=targets, along=aces or None, why=b52 | short, why_not=poor,
                    odds={"verb": "strike"},
                )
            )  # fmt: skip
        elif label == "ask.strike" and short:  # 17.4: all that is ready reaches nothing, and says so when picked up
            nowhere = next(iter(short.values()))
            out.append(offers.pieces_and_cell("strike", label, short, cells, rule=rule, id=label, why=b52, why_not=nowhere))
    return out


def check_standalone(t: Table, pieces: list[str], place: str) -> None:
    """Refuse what 17.4 and 17.5 do not allow."""
    strikes = [p for p in pieces if t.has(p, "strike")]
    if not strikes:
        t.refuse("refuse.ace_alone", rule="17.4")
    if any(kind(t, p) == B52 for p in strikes) and len(strikes) > 1:
        t.refuse("refuse.b52_alone", rule="17.5")
    for piece in strikes:
        if not in_range(t, piece, place):
            t.refuse("refuse.ngf_range", rule="17.4", cell={"c": place})


class Strike(Staged):
    """A strike by markers alone: one fire, no recon, no reply (17.4). Locals: `cell`, `pieces`."""

    name = "strike"

    first = "show"

    def at_show(self, t: Table, f: Frame) -> str | None:
        # Asked whenever a marker could lie there by what the Free World sees, else the asking would tell (8.13).
        place = f.l["cell"]
        face_down = [p for p in counters(t, place, COM) if not t.knows(FW, p)]
        if len(face_down) > 1 and units(t, place, COM):
            t.wait(COM)
            return None
        return "fire"

    def at_fire(self, t: Table, f: Frame) -> str:
        self._fire(t, f, f.l["cell"])
        return "flee" if f.l["b"] else "over"

    def at_flee(self, t: Table, f: Frame) -> str:
        if not units(t, f.l["cell"], COM):
            return "over"
        t.call("break_off", cell=f.l["cell"], side=COM, forced=True, scores=bool(t.option("strike_vp")))
        return "left"

    def at_left(self, t: Table, f: Frame) -> str:
        t.call("stacking")  # 9.2
        return "over"

    def at_over(self, t: Table, f: Frame) -> None:
        place = f.l["cell"]
        for piece in f.l.get("shown") or ():
            if t.where(piece) == place:
                markers.remove(t, piece)
        for piece in units(t, place, COM):
            t.know(piece, [COM])
        t.done()

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        able = hidden_help(s, f.l["cell"])
        return offers.offer(
            msg("prompt.strike_show", cell={"c": f.l["cell"]}),
            offers.pieces("show", "ask.strike_show", able, 0, len(able), rule="17.4", button="do.strike_show"),
            step="strike",
        )

    def do_show(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Show Bunkers for their shift or Civilians for their points (17.4)."""
        f.l["stage"] = "fire"
        f.l["shown"] = list(args["pieces"])
        for piece in args["pieces"]:
            t.reveal(piece)
            t.note("note.marker_works", rule="17.4", piece={"p": piece})

    @staticmethod
    def _fire(t: Table, f: Frame, place: str) -> None:
        strikers = [p for p in f.l["pieces"] if t.has(p, "strike")]
        aces = [p for p in f.l["pieces"] if t.has(p, "ace")]
        for piece in strikers:
            t.move(piece, box(FW, "used"))
        for piece in aces:
            t.move(piece, box(FW, "pool"))
        if not units(t, place, COM):
            # Reading: only the Communists know that there is no unit; the strike is spent, or asking would tell.
            t.note("note.strike_nothing", rule="17.4", cell={"c": place})
            f.l["b"] = False
            return
        markers.civilians(t, place)
        mods = fire.shifts(t, place, FW, COM, hero=bool(aces), leaders=False)
        code = roll_fire(t, place, FW, sum(fire.factor(t, p) for p in strikers), mods)
        f.l["b"] = "B" in code
        scores = bool(t.option("strike_vp"))
        todo = losses.of_free_world_fire(t, code)
        if todo:
            t.call("losses", cell=place, todo=todo, support=strikers, scores=scores)
        victory.check(t)


def hidden_help(r: Reader, place: str) -> list[str]:
    """Return the markers that the Communists may show against a strike: Bunkers, Civilians."""
    return [p for p in counters(r, place, COM) if r.is_known(p) and markers.kind_of(r, p) in ("bunkers", "civilians")]


def roll_fire(t: Table, place: str, side: str, firepower: int, mods: list[Line]) -> str:
    """Roll on the Combat Results Table and tell column, shifts and result; returns the result (11.2)."""
    crt = t.chart("crt")
    base, at = fire.column(t, firepower, mods)
    die = t.roll(1, purpose="roll.fire", by=side)[0]
    row = crt.row(die)
    code = str(crt.cell(row, at))
    t.note(
        "note.fire",
        rule="11.2",
        side={"s": side},
        cell={"c": place},
        fire=firepower,
        modifiers=mods,
        column=str(crt.column_heads[at]),
        base_column=base,
        result={"t": ["crt", row, at]},
        code=code,
    )
    return code


STEPS = (Strike(),)
