"""Set-up: the scenario's lists in trays, free placement in the zones, the ready-made set-up (1.3, 11.4, scenarios)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import freetable, where
from qtwar.kit.facts import box
from qtwar.kit.placing import Placing, SetUp, line_of
from qtwar.kit.table import Reader, Table

from .facts import (
    SIDES,
    all_units,
    carry_limit,
    enemies_in,
    fits,
    hex_of,
    is_unit,
    on_map,
    units,
    weapons,
)
from .ground import BUILDINGS, is_heavy, terrain

Line = dict[str, Any]


def begin(t: Table, choices: dict[str, Any]) -> None:
    """Bring the scenario's pieces into play: the ready-made set-up, or everything in the trays of its side."""
    quick = choices.get("setup") != "free"
    if t.var("turn") is None:
        t.set_var("turn", 1)
    roster = freetable.Roster(t)
    if quick:
        for entry in t.scenario.get("quick") or ():
            freetable.put(t, roster, entry["at"], entry["pieces"], entry.get("attrs") or {}, "")
    else:
        _free(t, roster)
    for n, line in enumerate(t.scenario.get("reinforcements") or ()):
        _wait(t, roster, line, n)
    for side in SIDES:
        for piece in t.ids(box(side, "off_map")):
            t.know(piece, [side])  # 11.4: the enemy learns of a sniper when he appears
        for key in ("steps_lost", "leaders_lost", "exited"):
            t.put(side, key, 0)
    for side in SIDES:
        for unit in all_units(t, side):
            for card in t.inside(unit):
                if t.has(card, "skill"):
                    t.know(card, None)  # 11.12: cards dealt out are open
    t.shuffle("skill_deck")


def _free(t: Table, roster: freetable.Roster) -> None:
    """Lay the markers and cards of the ready-made set-up, all units and weapons into the trays."""
    later: list[tuple[str, str]] = []
    for entry in t.scenario.get("quick") or ():
        for wanted in entry["pieces"]:
            kind = t.content.kinds.get(str((t.content.pieces.get(wanted) or {}).get("kind") or wanted))
            if kind is not None and kind.klass == "unit" and on_map(t, entry["at"]):
                continue
            inside = (entry.get("attrs") or {}).get("inside")
            if inside and kind is not None and kind.klass == "card":
                later.append((wanted, inside))
                continue
            freetable.put(t, roster, entry["at"], {wanted: entry["pieces"][wanted]}, entry.get("attrs") or {}, "")
    for line in t.scenario.get("setup") or ():
        spot = (line.get("where") or {}).get("box")
        if spot:
            continue  # already laid: snipers off the map
        before = set(t.records)
        freetable.put(t, roster, box(line["side"], "setup"), line["pieces"], {"owner": line["side"]}, line["side"])
        for piece in sorted(set(t.records) - before):
            t.set_attr(piece, "line", line["id"])
    for card, holder in later:
        freetable.put(t, roster, box(t.owner(holder), "skills"), {card: 1}, {"inside": holder}, "")
        t.know(card, None)
    for entry in t.scenario.get("quick") or ():  # tripods, facings and shaken units as the scenario has them
        how = entry.get("attrs") or {}
        for piece in (p for p in entry["pieces"] if t.exists(p) and t.attr(p, "line")):
            if "face" in how:
                t.turn(piece, how["face"])
            if "facing" in how:
                t.set_attr(piece, "facing", how["facing"])


def _wait(t: Table, roster: freetable.Roster, line: Line, n: int) -> None:
    """Put a group of reinforcements into its tray, each weapon with who carries it; never on a tripod (1.6.01)."""
    side, attrs = line["side"], line.get("attrs") or {}
    before = set(t.records)
    freetable.put(t, roster, line.get("at") or box(side, "coming"), line["pieces"], {"owner": side}, side)
    new = [p for p in t.ids(line.get("at") or box(side, "coming")) if p not in before]
    for piece in new:
        if is_unit(t, piece):
            t.set_attr(piece, "group", n)
            continue
        if t.attr(piece, "mode") == "tripod":
            t.turn(piece, "back")
        wanted = (attrs.get("arms") or {}).get(t.record(piece)["kind"])
        takers = [u for u in new if is_unit(t, u) and len(weapons(t, u)) < carry_limit(t, u)]
        takers.sort(key=lambda u: (t.record(u)["kind"] != wanted, len(weapons(t, u))))
        if takers:
            t.move(piece, f"@{takers[0]}")


# where things may stand ----------------------------------------------------------


def fault(r: Reader, piece: str, place: str) -> str:
    """Return the rule that forbids a piece in a place at set-up, or an empty word."""
    line, side = line_of(r, piece), r.owner(piece)
    if line is None or not on_map(r, place) or not where.matches(r, line["where"], hex_of(r, place)):
        return str((line or {}).get("rule") or "1.3")
    if not is_unit(r, piece):
        return "" if _carriers(r, place, side, piece) else "1.6.1"
    if enemies_in(r, place, side):
        return "1.3"
    if is_heavy(r, piece) and terrain(r, place) in BUILDINGS:
        return "1.6.3"
    only = (line.get("attrs") or {}).get("only") or {}
    wanted = only.get(str(r.record(piece)["kind"]))
    if wanted and hex_of(r, place) not in wanted:
        return str(line.get("rule") or "1.3")
    return "" if fits(r, place, side, [piece]) else "1.3"


def _carriers(r: Reader, place: str, side: str, weapon: str) -> list[str]:
    """Return the units of a place that can take a weapon, those with none first (1.6.1)."""
    found = [u for u in units(r, place, side) if len([w for w in weapons(r, u) if w != weapon]) < carry_limit(r, u)]
    return sorted(found, key=lambda u: len(weapons(r, u)))


def places(r: Reader, piece: str) -> list[str]:
    """Return where a piece may be put, sorted."""
    line = line_of(r, piece)
    if line is None:
        return []
    board = r.content.boards[r.scenario["boards"][0]]
    hexes = [board.place(c) for c in board.grid.cells()]
    uppers = [b for b in r.content.boxes if on_map(r, b) and hex_of(r, b).startswith(f"{board.id}:")]
    return [p for p in (*hexes, *uppers) if not fault(r, piece, p)]


def waiting(r: Reader, side: str) -> list[str]:
    """Return the pieces of a side that are still to be placed, units first."""
    here = [p for p in r.ids(box(side, "setup")) if r.attr(p, "line")]
    return sorted(here, key=lambda p: not is_unit(r, p))


def placed(r: Reader, side: str) -> list[str]:
    """Return the units and weapons that a side has placed and may still move."""
    out = []
    for place in r.places():
        if on_map(r, place):
            for unit in units(r, place, side):
                if r.attr(unit, "line"):
                    out += [unit, *(w for w in weapons(r, unit) if r.attr(w, "line"))]
    return out


def put(t: Table, piece: str, place: str) -> None:
    """Put a piece down; a weapon goes to a unit there that can carry it."""
    if is_unit(t, piece):
        t.move(piece, place)
    else:
        t.move(piece, f"@{_carriers(t, place, t.owner(piece), piece)[0]}")


def place_rest(t: Table, side: str) -> None:
    """Place what is left as the ready-made set-up has it, then anywhere in its zone."""
    ready = {piece: entry for entry in t.scenario.get("quick") or () for piece in entry["pieces"]}
    for piece in waiting(t, side):
        entry = ready.get(piece)
        if entry and is_unit(t, piece) and not fault(t, piece, entry["at"]):
            t.move(piece, entry["at"])
            continue
        open_ = places(t, piece)
        if open_:
            low = min(len(units(t, p, side)) for p in open_)
            put(t, piece, t.pick([p for p in open_ if len(units(t, p, side)) == low]))


# steps ---------------------------------------------------------------------------


class PlacePieces(Placing):
    """One side places its units and hands out its weapons (1.3, 1.6.1)."""

    rule = "1.3"

    def tray(self, side: str) -> str:
        """Return the side's tray."""
        return box(side, "setup")

    def waiting(self, r: Reader, side: str) -> list[str]:
        """Return what is still to be placed, units before weapons."""
        return waiting(r, side)

    def placed(self, r: Reader, side: str) -> list[str]:
        """Return what is placed, weapons too."""
        return placed(r, side)

    def places_of(self, r: Reader, piece: str) -> list[str]:
        """Return where a piece may stand."""
        return places(r, piece)

    def fault(self, r: Reader, piece: str, place: str) -> str:
        """Return the rule against a piece in a place; what stands in the tray breaks none."""
        return (
            ""
            if place == r.where(piece) or (r.where(piece).startswith("@") and place == r.spot(piece))
            else fault(r, piece, place)
        )

    def put(self, t: Table, piece: str, place: str) -> None:
        """Put a piece down, a weapon with who carries it."""
        put(t, piece, place)

    def rest(self, t: Table, side: str) -> None:
        """Place what is left."""
        place_rest(t, side)


STEPS = (SetUp("SETUP"), PlacePieces())
