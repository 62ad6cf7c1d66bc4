"""What a hit does: steps become teams and casualties, holders drop their kit, squads break down (6.9.2)."""

from __future__ import annotations

from typing import Any

from qtwar.kit.table import Reader, Table

from . import deck, facts, mission, nets, transport
from .facts import ASSAULT, CASUALTY, FIRE, LITTER, PARALYZED

LETTERS = {"C": CASUALTY, "P": PARALYZED, "L": LITTER, "F": FIRE, "A": ASSAULT}
REMOVED = "removed"
"""The box of units whose steps have all become teams; some come back by reconstitution (1.2.6)."""


def pin(t: Table, unit: str) -> None:
    """Pin a unit (6.9.1.B)."""
    facts.mark(t, unit, "pinned")


def hit(t: Table, unit: str, letters: str = "") -> None:
    """Apply a hit: pinned, then the hit effects under the unit's experience (6.9.1.C, 6.9.2); `letters` if they are drawn."""
    pin(t, unit)
    if not letters:
        card = deck.draw(t, 1)[0]
        letters = deck.letters(t, card, facts.experience(t, unit))
    t.note("note.hit", rule="6.9.2", piece={"p": unit}, letters=letters)
    apply(t, unit, letters)


def apply(t: Table, unit: str, letters: str) -> None:
    """Replace steps of a unit by what the letters say: a single step takes only the left one (6.9.2)."""
    if facts.is_captured(t, unit):
        if letters[0] == "C":
            replace(t, unit, CASUALTY)  # 3.5: prisoners only pin and die
        return
    if facts.steps(t, unit) == 1:
        _single(t, unit, LETTERS[letters[0]])
        return
    for n in range(min(len(letters), facts.steps(t, unit))):
        both = facts.steps(t, unit) == 2 and n + 1 < len(letters)
        lose_step(t, unit, LETTERS[letters[n]], last=LETTERS[letters[n + 1]] if both else FIRE)
        if both:
            return  # each of two steps has its letter


def _single(t: Table, unit: str, team: str) -> None:
    """One step: F turns a unit to its fire-team side, A too unless it already shows it (6.9.2, AMB-24)."""
    if team in (FIRE, ASSAULT) and facts.has_fire_team_side(t, unit):
        t.turn(unit, "back")
        return
    replace(t, unit, team)


def weapon_of(r: Reader, unit: str, lost: int) -> str:
    """Return the VOF of the team that the step lost next becomes: the breakdown of its squad, never stronger than it (6.9.2)."""
    row = r.attr(unit, "breakdown")
    if row:
        chart = r.chart("squad_breakdown")
        return str(chart.cell(chart.row(row), min(lost, len(chart.column_heads) - 1)))
    printed = facts.printed_vof(r, unit)
    return "A/S" if printed == "A/S" else "S"


def team_attrs(r: Reader, unit: str, word: str) -> dict[str, Any]:
    """Return what a team that a unit's step becomes carries: nation, VOF, range, ammunition (6.9.2)."""
    found: dict[str, Any] = {"nation": r.attr(unit, "nation"), "vof": word, "range": r.chart("team_range").at(word)}
    kind = {"A": "MG", "G!": "MTR"}.get(word)
    if kind:
        found["ammo"] = kind
        if word == "G!":
            found["min_range"] = "C"
    for key in ("platoon",):
        if r.attr(unit, key):
            found[key] = r.attr(unit, key)
    return found


def states(r: Reader, unit: str) -> dict[str, Any]:
    """Return the states that a team keeps from the unit it came from (AMB-31)."""
    keep = (
        ("pinned", "exposed", "unspotted", "under")
        if r.option("teams_keep_state")
        else ("exposed", "unspotted", "under")
    )
    return {key: r.attr(unit, key) for key in keep if r.attr(unit, key)}


def lay_team(t: Table, unit: str, team: str, word: str, ammo: int | None = None) -> str:
    """Lay a team or casualty beside a unit from which it came; returns its id."""
    attrs = {**states(t, unit)} if team != CASUALTY else {}
    attrs |= team_attrs(t, unit, word) if team in (FIRE, ASSAULT) else {"nation": t.attr(unit, "nation")}
    if ammo is not None and attrs.get("ammo"):
        attrs[f"ammo_{attrs['ammo']}"] = ammo
    return facts.lay(t, facts.TEAM_KINDS[team], t.spot(unit), t.owner(unit), **attrs)


def lose_step(t: Table, unit: str, team: str, *, last: str = FIRE) -> None:
    """Take one step off a squad and lay the team it becomes; a single one left becomes a fire team, or `last` (6.9.2)."""
    printed, now = int(t.attr(unit, "steps", 1)), facts.steps(t, unit)
    lost = printed - now
    count_step(t, unit, team)
    if now == 1:
        replace(t, unit, team)
        return
    share = _share(t, unit, lost, printed)
    laid = lay_team(t, unit, team, weapon_of(t, unit, lost), share)
    if share and t.attr(laid, "ammo"):
        _spend(t, unit, str(t.attr(laid, "ammo")), share)
    if now == 3:
        t.turn(unit, "back")
        transport.shed(t, unit)
    else:
        count_step(t, unit, last)
        replace(t, unit, last, weapon_of(t, unit, lost + 1), counts=False)  # that of an A squad keeps A


def _share(t: Table, unit: str, lost: int, printed: int) -> int | None:
    """The ammunition that a team takes along: of machine guns an even share, of mortars two at most (team rules)."""
    word = weapon_of(t, unit, lost)
    kind = {"A": "MG", "G!": "MTR"}.get(word)
    if not kind or kind not in facts.ammo_kinds(t, unit):
        return None
    left = facts.ammo(t, unit, kind)
    takers = sum(1 for n in range(lost, printed) if weapon_of(t, unit, n) == word)
    share = left // max(1, takers)
    return min(share, int(t.chart("ammunition").cell(t.chart("ammunition").row("MTR"), 0))) if kind == "MTR" else share


def _spend(t: Table, unit: str, kind: str, n: int) -> None:
    t.set_attr(unit, f"ammo_{kind}", max(0, facts.ammo(t, unit, kind) - n))


def break_up(t: Table, unit: str) -> list[str]:
    """Make every step of a unit a fire team (7.7); returns the teams."""
    if facts.lat(t, unit):
        become(t, unit, FIRE)
        return [unit]
    if facts.has_fire_team_side(t, unit):
        t.turn(unit, "back")
        return [unit]
    place, steps = t.spot(unit), facts.steps(t, unit)
    before = set(t.ids(place))
    for _ in range(steps - 1):
        lose_step(t, unit, FIRE)
    if steps == 1:
        replace(t, unit, FIRE, counts=False)
    return [p for p in t.ids(place) if p not in before and facts.lat(t, p)]


def count_step(t: Table, unit: str, team: str) -> None:
    """Count the steps that a side has lost to casualties, for replacements and awards (10.4)."""
    if team == CASUALTY:
        side = t.owner(unit)
        t.set_var(f"lost_{side}", int(t.var(f"lost_{side}", 0)) + 1)


def replace(t: Table, unit: str, team: str, word: str = "", *, counts: bool = True) -> str:
    """Replace the last step of a unit by a team or casualty; the unit goes to the box of the removed. Returns the team."""
    if counts and facts.steps(t, unit) == 1:
        count_step(t, unit, team)
    if facts.lat(t, unit):
        if team == CASUALTY:
            drop(t, unit)
        become(t, unit, team)
        return unit
    new = lay_team(t, unit, team, word or weapon_of(t, unit, int(t.attr(unit, "steps", 1)) - 1), _rest(t, unit))
    if team == CASUALTY:
        drop(t, unit)
    else:
        for asset in nets.assets(t, unit):
            t.set_attr(asset, "holder", new)
    remove(t, unit)
    return new


def _rest(t: Table, unit: str) -> int | None:
    kinds = [kind for kind in facts.ammo_kinds(t, unit) if kind in ("MG", "MTR")]
    return facts.ammo(t, unit, kinds[0]) if kinds else None


def become(t: Table, unit: str, team: str) -> None:
    """Exchange a team for another (10.1); who had no weapon gets that of a generic team of its nation."""
    word = str(t.attr(unit, "vof") or "")
    t.become(unit, facts.TEAM_KINDS[team])
    if team in (FIRE, ASSAULT) and not word:
        word = generic(t, unit)
    if team in (FIRE, ASSAULT):
        for key, value in team_attrs(t, unit, word).items():
            t.set_attr(unit, key, value)
    else:
        t.set_attr(unit, "vof", None)
        for key in ("range", "ammo"):
            t.set_attr(unit, key, None)
    if team == CASUALTY:
        for key in ("pinned", "exposed", "under", "unspotted", "captured"):
            t.set_attr(unit, key, None)


def generic(r: Reader, unit: str) -> str:
    """Return the VOF of a generic team of a unit's nation (6.9.2)."""
    nation = str(r.attr(unit, "nation") or "us")
    row = f"us_{mission.data(r)['campaign']}" if nation == "us" else nation
    return str(r.chart("lats").at(row, "fire_vof"))


def remove(t: Table, unit: str) -> None:
    """Take a unit off the map into the box of the removed, without its states (1.2.6)."""
    for load in t.inside(unit):
        t.move(load, t.where(unit))  # 5.1.3.A
    drop_states(t, unit)
    t.set_attr(unit, "saved", None)
    t.move(unit, REMOVED if t.owner(unit) == facts.US else "enemy_pool")
    if t.owner(unit) != facts.US:
        t.turn(unit, "front")


def drop_states(t: Table, unit: str) -> None:
    """Take all states of play off a unit."""
    for key in sorted(t.record(unit)["attrs"]):
        if key in (
            "pinned",
            "exposed",
            "unspotted",
            "under",
            "activated",
            "done",
            "aim",
            "target",
            "indirect",
            "captured",
            "holds",
        ):
            t.set_attr(unit, key, None)


def kit(r: Reader, unit: str) -> list[str]:
    """Return what a unit holds, to be handed on."""
    return list(nets.assets(r, unit))


def drop(t: Table, unit: str) -> None:
    """A holder has become a casualty: radios and phones are destroyed or dropped, all else lies there (4.3.4, 5.1.3)."""
    place = t.spot(unit)
    for load in t.inside(unit):
        t.move(load, t.where(unit))  # 5.1.3.A
    for asset in list(nets.assets(t, unit)):
        if t.attr(asset, "net") and deck.number(t, 2) == 1:
            t.note("note.set_destroyed", rule="4.3.4", asset={"p": asset})
            t.set_attr(asset, "holder", None)
            t.move(asset, REMOVED)
            continue
        t.set_attr(asset, "holder", None)
        t.move(asset, place)
        t.note("note.dropped", rule="5.1.3", asset={"p": asset}, cell={"c": place})
