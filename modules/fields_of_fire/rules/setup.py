"""Laying out a mission: counters, decks, the map dealt, the log filled in (2.2, 2.3)."""

from __future__ import annotations

from qtwar.kit import freetable
from qtwar.kit.table import Reader, Table

from . import deck, facts, ground, mission, points, sight, support
from .facts import US

ASSET_BOXES = ("assets", "runners", "net_")


def begin(t: Table) -> None:
    """Lay the scenario out as the game begins."""
    first = t.scenario["attrs"].get("campaign_missions")
    if first:
        t.set_var(mission.NAME, first[0])
    t.set_var("attempt", 1)
    t.set_var("patrol_no", 1)
    lay(t)


def lay(t: Table) -> None:
    """Lay the mission out: its counters and cards, the plan that stands ready, the log (2.2, 2.3).

    Whoever sets up by hand does so as he plans: cards, markers and decks lie before that in any case (2).
    """
    same = (
        mission.name(t) == t.scenario["id"]
        or mission.name(t) == (t.scenario["attrs"].get("campaign_missions") or [""])[0]
    )
    freetable.lay(t, {"setup": "quick"}, None if same else mission.entry(t))
    deck.begin(t)
    for platoon, units in (mission.data(t).get("attach") or {}).items():
        for unit in units:
            if t.exists(unit):
                t.set_attr(unit, "platoon", platoon)  # 2.3.3
    for gun, way in (mission.data(t).get("fpl_guns") or {}).items():
        if t.exists(gun):
            t.set_attr(gun, "fpl", way)  # 6.4.2
    points.lay_ready(t)
    dig_in(t)
    log(t)


def log(t: Table) -> None:
    """Fill in a new mission log: lines, visibility, activity, ammunition, fire missions (2.2.2, 2.3.1)."""
    t.set_var("turn", 1)
    t.set_var("lines", mission.data(t)["lines"])
    t.set_var("signals", mission.data(t)["signals"])
    t.set_var("weather", sight.schedule(t, 1))
    t.set_var("activity", "no_contact")
    t.set_var("evacuated_before", sum(facts.is_casualty(t, p) for p in t.ids("us_casualties")))
    t.put(US, "xp", 0)
    for unit in sorted(t.records):
        count_out(t, unit)
    support.begin(t)


def count_out(t: Table, unit: str) -> None:
    """Give a unit the ammunition that it carries at first (2.3.1, 6.8)."""
    for kind in facts.ammo_kinds(t, unit):
        if t.record(unit)["attrs"].get(f"ammo_{kind}") is None:
            t.set_attr(unit, f"ammo_{kind}", facts.ammo(t, unit, kind))


def dig_in(t: Table) -> None:
    """Put who starts on a card with field works under them: heavy weapons into trenches first, no crowd if it can be (5.2.3)."""
    for place in facts.cards_with(t, US):
        works = [p for p in ground.cover_markers(t, place) if t.has(p, "work")]
        if not works:
            continue
        heavy_first = sorted(facts.infantry(t, place, US), key=lambda u: (not facts.is_heavy(t, u), u))
        for unit in heavy_first:
            room = [marker for marker in works if ground.takes(t, marker, unit)]
            if room:
                best = min(room, key=lambda m: (_crowded(t, m, unit), t.record(m)["kind"] != "trench", m))
                ground.enter(t, unit, best)


def _crowded(t: Table, marker: str, unit: str) -> int:
    inside = sum(facts.steps(t, p) for p in ground.sheltered(t, marker, US))
    return max(0, inside + facts.steps(t, unit) - ground.limit(t, "crowd"))


def home(r: Reader, unit: str) -> str:
    """Return where the plan of the mission puts a unit, an empty word if it does not name it."""
    for line in mission.entry(r).get("quick") or ():
        if unit in line["pieces"]:
            at = str(line["at"])
            return at if not (line.get("attrs") or {}).get("inside") else "map:r0c1"
    return ""


def assets_again(t: Table) -> None:
    """Give radios, phones, lines and signals out as at first (11.1)."""
    lines = [line for line in mission.entry(t).get("quick") or () if str(line["at"]).startswith(ASSET_BOXES)]
    kinds = {kind for line in lines for kind in line["pieces"]} - points.KINDS
    for piece in sorted(t.records):
        if t.record(piece)["kind"] in kinds:
            t.remove(piece)
    roster = freetable.Roster(t)
    for line in lines:
        wanted = {kind: n for kind, n in line["pieces"].items() if kind not in points.KINDS}
        attrs = dict(line.get("attrs") or {})
        holder = attrs.get("holder")
        if holder and (not t.exists(holder) or t.where(holder) == "removed"):
            attrs.pop("holder")
        freetable.put(t, roster, str(line["at"]), wanted, attrs, US)
