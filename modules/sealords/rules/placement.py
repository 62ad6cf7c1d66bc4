"""Where reinforcements and returning units may be placed (12.3, 12.4, 12.5); the classes stand in two tables."""

from __future__ import annotations

from collections.abc import Callable

from qtwar.kit.content import Kind
from qtwar.kit.facts import box
from qtwar.kit.table import Reader, Table

from .facts import COM, FW, any_with, counters, enemy, nation, room, squares, units
from .ground import RIVERS, barred, ground

CAMBODIA = "cambodia"


def row(kind: Kind) -> str:
    """Return the row of the placement table that a kind of piece falls under."""
    traits, move = kind.traits, str(kind.attrs.get("move") or "")
    if kind.side == FW:
        if kind.klass == "marker":
            return "strike"
        if "camp" in traits:
            return "special_forces_camp"  # 12.3(5)
        if "base" in traits:
            return "base"  # 12.3(6)
        if kind.attrs.get("type") == "cidg":
            return "cidg"
        for trait in ("regional_force", "militia"):
            if trait in traits:
                return trait
        return move.lower()
    if kind.klass == "marker":
        return "guerrilla"
    if "trawler" in traits:
        return "trawler"
    if traits & {"infiltration_supply", "infiltration_troop"}:
        return "infiltration_junk"
    if "base" in traits:
        return "base"
    if kind.attrs.get("type") == "main_force_battalion":
        return "main_force"
    return "r_other" if move == "R" else "l_other"


def where(r: Reader, kind: Kind) -> str:
    """Return the code of the squares in which a kind of piece may be placed."""
    chart = r.chart("placement_free_world" if kind.side == FW else "placement_communist")
    return str(chart.at(row(kind), "where"))


def off_map(r: Reader, piece: str) -> str:
    """Return the box for a piece that is not placed in a square (12.3(4), 16.4, 18.1), else an empty text."""
    kind = r.kind(piece)
    if kind is None or kind.klass != "marker":
        return ""
    if kind.traits & {"ace", "hero", "sensor"}:
        return box(kind.side, "hold")
    return box(FW, "ready") if kind.side == FW else ""


def legal(r: Reader, piece: str) -> list[str]:
    """Return the squares in which a piece may be placed as a reinforcement, sorted."""
    kind = r.kind(piece)
    if kind is None:
        return []
    alike = legal, kind.id, nation(r, piece)
    found: list[str] | None = r.memo.get(alike)
    if found is None:
        test = _TESTS[where(r, kind)]
        g = ground(r.content)
        places = g.edge if "trawler" in kind.traits else g.base_number if kind.side == COM else ()
        found = [p for p in sorted({*places, *squares(r)}) if test(r, piece, p) and _open(r, kind, p)]
        r.memo[alike] = found
    return list(found)


def _open(r: Reader, kind: Kind, place: str) -> bool:
    """12.5: no enemy units there, terrain and country open to it (8.3, 21.0), room in the stack."""
    side = kind.side
    if units(r, place, enemy(side)):
        return False  # what lies face down beside Free World units is markers alone: units would have fought
    if kind.klass == "unit" and barred(r, kind, place):
        return False
    return room(r, place, side, kind)


def _base(r: Reader, piece: str, place: str) -> bool:
    own = "arvn" if nation(r, piece) == "arvn" else "us"
    return any(r.has(p, "base") and (r.option("any_fw_base") or nation(r, p) == own) for p in units(r, place, FW))


def _base_water(r: Reader, piece: str, place: str) -> bool:
    terrain = ground(r.content).terrain[place]
    wet = terrain in RIVERS or terrain == "coastal" or (terrain == "canal" and bool(r.option("canal_base_for_r")))
    return wet and _base(r, piece, place)


def _base_coast(r: Reader, piece: str, place: str) -> bool:
    return ground(r.content).terrain[place] == "coastal" and _base(r, piece, place)


def _sf_or_ci(r: Reader, piece: str, place: str) -> bool:
    return any_with(r, place, FW, "special_forces_company", "counterinsurgency")


def _arvn_land(r: Reader, piece: str, place: str) -> bool:
    return any(nation(r, p) == "arvn" and r.attr(p, "move") == "L" for p in units(r, place, FW))


def _cambodian_base(r: Reader, piece: str, place: str) -> bool:
    g = ground(r.content)
    return g.is_com_base(place) and g.country[place] == CAMBODIA


def _cambodian_water(r: Reader, piece: str, place: str) -> bool:
    terrain = ground(r.content).terrain[place]
    return _cambodian_base(r, piece, place) and (terrain in RIVERS or terrain in ("coastal", "canal"))


_TESTS: dict[str, Callable[[Reader, str, str], bool]] = {
    "fw_base": _base,
    "fw_base_water": _base_water,
    "fw_base_coast": _base_coast,
    "off_map": lambda r, piece, place: False,
    "with_sf_company": lambda r, piece, place: any_with(r, place, FW, "special_forces_company"),
    "with_engineer": lambda r, piece, place: any_with(r, place, FW, "engineer"),
    "with_sf_or_ci": _sf_or_ci,
    "with_arvn_l_sf_or_ci": lambda r, piece, place: _arvn_land(r, piece, place) or _sf_or_ci(r, piece, place),
    "cambodian_base": _cambodian_base,
    "edge_high_seas": lambda r, piece, place: place in ground(r.content).edge,
    "cambodian_base_water": _cambodian_water,
    "with_engineer_or_cadre": lambda r, piece, place: any_with(r, place, COM, "engineer", "cadre"),
    "printed_base_or_cadre": lambda r, piece, place: (
        ground(r.content).is_com_base(place) or any_with(r, place, COM, "cadre")
    ),
    "with_com_piece": lambda r, piece, place: bool(counters(r, place, COM)),
}


def put(t: Table, piece: str, place: str) -> None:
    """Place a piece; a Communist one is face down again (19.1, 8.13), a hero is kept in secret."""
    side = t.owner(piece)
    if side == COM:
        t.know(piece, [COM])
    t.move(piece, place)
    t.note("note.placed", rule="12.3" if side == FW else "12.4", piece={"p": piece}, to={"c": place})
