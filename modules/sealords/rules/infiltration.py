"""Communist infiltration: junks and trawlers that reach a base in South Vietnam (15.0, 22.0)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.facts import box
from qtwar.kit.offers import Choice, msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import command, reinforcement, victory
from .facts import COM, FW, boxed, squares, units
from .ground import ground
from .refit import to_pool


def value(r: Reader, piece: str, place: str) -> int:
    """Return the points for an infiltration unit in a base square, by the base's number (15.1, 27.0)."""
    g = ground(r.content)
    number = g.base_number.get(place, "")
    chart = r.chart("vp_infiltration")
    column = "troop" if r.has(piece, "infiltration_troop") else "supply"
    row = number if number in chart.row_heads else "other"
    return int(chart.at(row, column))


def arrived(r: Reader, place: str) -> list[str]:
    """Return the infiltration units that score in a square now: a printed base in South Vietnam without enemy units."""
    g = ground(r.content)
    if not g.is_com_base(place) or g.country[place] != "south_vietnam" or units(r, place, FW):
        return []
    return [p for p in units(r, place, COM) if r.has(p, "infiltration_supply") or r.has(p, "infiltration_troop")]


def arrive(t: Table, place: str) -> bool:
    """Score the infiltration units whose move has ended in a square (15.1).

    Returns whether a step was begun in which the Communists choose between points (22.2): then return to the runner.
    Under the option of the note to 15.1 nothing happens until the Communist territorial phase.
    """
    if t.option("infiltration_in_territorial_phase") or not arrived(t, place):
        return False
    return score(t, place)


def score(t: Table, place: str) -> bool:
    """Reveal and score the infiltration units of a square; returns whether the choice of 22.2 was begun."""
    found = arrived(t, place)
    if not found:
        return False
    chosen = choices(t, place)
    for piece in found:
        if piece not in chosen:
            cash(t, piece, place, "vp")
    if chosen:
        t.call("infiltration", place=place)
    else:
        victory.check(t)
    return bool(chosen)


def score_all(t: Table) -> bool:
    """Score all base squares (option of the note to 15.1); returns whether a choice was begun."""
    return any(score(t, place) for place in list(squares(t)) if arrived(t, place))


def choices(r: Reader, place: str) -> list[str]:
    """Return the units of a square for which the Communists choose between points (22.2)."""
    if not r.option("com_cp_for_infiltration"):
        return []
    return [p for p in arrived(r, place) if r.option("trawler_takes_cp") or not r.has(p, "trawler")]


def command_points(r: Reader, piece: str, place: str) -> int:
    """Return the command points for an infiltration unit: its points, by option as a Media Circus counts them (22.2)."""
    points = value(r, piece, place)
    return victory.worth(r, points) if r.option("circus_doubles_cp") else points


def cash(t: Table, piece: str, place: str, kind: str) -> int:
    """Show an infiltration unit, give its points (`vp` or `cp`), pool it (15.1, 22.2); returns the gain."""
    points = value(t, piece, place)
    t.reveal(piece)
    t.note("note.infiltration", rule="15.1", piece={"p": piece}, at={"c": place}, n=points)
    if kind == "cp":
        got = command.gain(t, COM, command_points(t, piece, place))
        t.note("note.infiltration_cp", rule="22.2", n=got, total=command.points(t, COM))
    else:
        got = victory.award(t, COM, points, "vp.infiltration", "15.1", at={"c": place})
    to_pool(t, piece)
    return got


class Infiltration(Step):
    """The Communists choose command points or victory points for each unit (22.2); local `place`.

    The command points taken (`credit`) may buy reinforcements at once, out of sequence.
    """

    name = "infiltration"

    def run(self, t: Table, f: Frame) -> None:
        if reinforcement.place_drawn(t, COM):
            return
        if arrived(t, f.l["place"]) or self._may_draw(t, f):
            t.wait(COM)
            return
        victory.check(t)
        t.done()

    @staticmethod
    def _may_draw(r: Reader, f: Frame) -> bool:
        price = command.draw_cost(r, COM)
        return bool(boxed(r, COM, "pool")) and int(f.l.get("credit", 0)) >= price <= command.points(r, COM)

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        place = f.l["place"]
        if not arrived(s, place):
            price = command.draw_cost(s, COM)
            return offers.offer(
                msg("prompt.infiltration_draw", n=f.l["credit"]),
                offers.draw("draw", msg("ask.draw", cost=price), box(COM, "pool"), rule="22.2", cost=price),
                offers.button("done", "button.done_draw", rule="22.2", primary=True),
            )
        piece = arrived(s, place)[0]
        points = value(s, piece, place)
        choices: list[Choice] = [
            {"value": "vp", "label": msg("choice.vp", n=victory.worth(s, points))},
            {"value": "cp", "label": msg("choice.cp", n=command_points(s, piece, place))},
        ]
        return offers.offer(
            msg("prompt.infiltration", piece={"p": piece}, at={"c": place}),
            offers.choose("take", "ask.infiltration", choices, rule="22.2"),
        )

    def do_take(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Take the points for one unit."""
        place = f.l["place"]
        got = cash(t, arrived(t, place)[0], place, args["choice"])
        if args["choice"] == "cp":
            f.l["credit"] = f.l.get("credit", 0) + got

    def do_draw(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Buy a reinforcement with the points just taken."""
        price = command.draw_cost(t, COM)
        command.pay(t, COM, price, rule="22.2")
        f.l["credit"] -= price
        reinforcement.draw(t, COM)

    def do_done(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Keep the points."""
        f.l["credit"] = 0


STEPS = (Infiltration(),)
