"""The net combat modifier of a unit, part by part: which VOF counts, cover, state, visibility, special fire (6.1.2, 6.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from qtwar.kit.table import Reader
from qtwar.kit.tally import Tally

from . import deck, facts, fire, ground, sight

LEAST, MOST = deck.LOWEST, deck.HIGHEST


class Threat(NamedTuple):
    """One VOF that acts on a unit: its name, figure, rule; `low` uses the lesser cover, `blind` no visibility, and crowding."""

    key: str
    figure: int
    rule: str
    low: bool = False
    blind: bool = False
    burst: bool = False


def threats(r: Reader, unit: str, grenade: int = 0, fall: fire.Fall | None = None) -> list[Threat]:
    """Return the VOF of every kind that act on an infantry unit now, or if a grenade or other fire fell (6.3.1, 6.3.2)."""
    place, side = facts.card(r, unit), r.owner(unit)
    fall, chart = fall or fire.fall_on(r, place), r.chart("vof")
    found = []
    word = fire.suffered(r, fall, side)
    if word:
        head = {"P": "all_pinned"}.get(word, word)
        found.append(Threat(f"vof.{head}", int(chart.at(head)), "6.3.1", low=_low(r, place, fall)))
    for sniper in fall.snipers if side == facts.US else ():
        aimed = r.attr(sniper, "target") == unit
        figure = int(r.chart("special_vof").at("sniper")) if aimed else int(chart.at("S"))
        found.append(Threat("vof.sniper" if aimed else "vof.S", figure, "9.6", low=not _from(r, place, sniper)))
    grenades = [p for p in fire.specials(r, place, "vof_grenade") if hits(r, p, unit)]
    if grenades or grenade:
        total = grenade + sum(int(r.attr(p, "ncm")) for p in grenades)
        found.append(Threat("vof.grenade", total, "6.3.2", low=True, blind=True))
    for marker in fire.specials(r, place, "vof_incoming", "vof_air"):
        burst = r.record(marker)["kind"] == "vof_incoming"
        found.append(
            Threat(f"vof.{r.record(marker)['kind'][4:]}", int(r.attr(marker, "ncm")), "6.3.2", True, True, burst)
        )
    if not word and fire.specials(r, place, "vof_miss"):
        found.append(Threat("vof.miss_only", 0, "6.3.2", low=True))
    return found


def hits(r: Reader, marker: str, unit: str) -> bool:
    """Return whether a special marker on one unit or cover marker is meant for a unit (6.3.2)."""
    target = r.attr(marker, "target")
    return bool(target) and target in (unit, ground.under(r, unit))


def _low(r: Reader, place: str, fall: fire.Fall) -> bool:
    """5.2: hi if a direction of fire crosses a dark-green border; without any (mortars, own card) lo."""
    crossed = [sight.green(r, place, source) for source in fall.aims]
    if not crossed:
        return True
    return not any(crossed) if r.option("hi_needs_green") else False  # AMB-41


def _from(r: Reader, place: str, shooter: str) -> bool:
    return sight.green(r, place, facts.card(r, shooter))


def against(r: Reader, unit: str, threat: Threat, fall: fire.Fall | None = None) -> Tally:
    """Return the modifier of a unit against one VOF, before it is held between −4 and +6, each part a line (6.1.2)."""
    tally = Tally()
    tally.add(f"ncm.{threat.key}", threat.rule, threat.figure)
    place = facts.card(r, unit)
    if not threat.blind:
        tally.add("ncm.visibility", "8", sight.visibility(r, place))
        tally.add("ncm.smoke", "8.3", smoke(r, place))
    tally.add("ncm.cover_low" if threat.low else "ncm.cover_high", "1.2.1.A", sight.cover(r, place, not threat.low))
    if threat.burst:
        top = sight.top(r, place)
        tally.add("ncm.burst", "1.2.1.H", int(r.attr(top, "burst", 0)) if top else 0)
    own(r, unit, tally)
    if threat.blind and threat.rule != "9.5":  # grenades, shells and bombs
        tally.add("ncm.crowd", "5.2.3", -ground.crowd(r, unit))
    around(r, unit, place, tally, fall or fire.fall_on(r, place))
    return tally


def own(r: Reader, unit: str, tally: Tally) -> None:
    """Add what a unit's own state gives: its cover marker, pinned, exposed (1.2.4, 5.2.3)."""
    marker = ground.under(r, unit)
    if marker:
        by = r.attr(marker, "ncm") if not facts.is_vehicle(r, marker) else 1  # 7.7: a wreck is a cover marker
        tally.add("ncm.marker", "5.2.3", int(by or 0), piece={"p": marker})
    if facts.is_pinned(r, unit):
        tally.add("ncm.pinned", "4.2.5", int(r.content.kinds["pinned"].attrs["ncm"]))
    if facts.is_exposed(r, unit):
        tally.add("ncm.exposed", "1.2.4", int(r.content.kinds["exposed"].attrs["ncm"]))


def around(r: Reader, unit: str, place: str, tally: Tally, fall: fire.Fall) -> None:
    """Add concentrated fire, crossfire and a grenade miss (6.3.2)."""
    chart = r.chart("special_vof")
    aimed = sum(1 for p in fire.specials(r, place, "vof_concentrated") if hits(r, p, unit))
    tally.add("ncm.concentrated", "6.6", aimed * int(chart.at("concentrated_fire")))
    if fall.crossed():
        tally.add("ncm.crossfire", "6.3.2", int(chart.at("crossfire")))
    if fire.specials(r, place, "vof_miss"):
        tally.add("ncm.miss", "6.5", int(chart.at("grenade_miss")))


def smoke(r: Reader, place: str) -> int:
    """Return the defensive value of smoke on a card, the best alone (8.3)."""
    values = [int(r.attr(p, "ncm", 0)) for p in r.ids(place) if r.record(p)["kind"] in ("smoke_hc", "smoke_wp")]
    return max(values, default=0)


def clamp(total: int) -> int:
    """Return a sum held between −4 and +6 (6.1.2)."""
    return max(LEAST, min(MOST, total))


def fall_if(r: Reader, frm: str, to: str) -> fire.Fall | None:
    """Return what would fall on a card if the US on another fired at it, None where nobody there can (6.3, 6.4)."""
    if fire.smoked(r, frm) or fire.foes(r, frm, facts.US):
        return None
    shots = fire.firers(r, frm, facts.US, to)
    if not shots:
        return None
    now = fire.fall_on(r, to)
    outside = [*(one for one in now.outside if one[2] != frm), (facts.US, fire.strongest(r, shots), frm)]
    return replace(now, outside=outside, aims=now.aims | {frm})


def ncm(r: Reader, unit: str, grenade: int = 0, fall: fire.Fall | None = None) -> Tally | None:
    """Return the net combat modifier of a unit, None where no VOF acts on it: the strongest VOF counts (6.1.2).

    Of VOF with the same figure the one against which the unit fares worse; grenades add up among themselves only (6.5).
    `grenade` is the figure of one that is about to be thrown at it, `fall` what falls on its card if not what falls now.
    """
    found = threats(r, unit, grenade, fall)
    if not found:
        return None
    strongest = min(threat.figure for threat in found)
    return min(
        (against(r, unit, threat, fall) for threat in found if threat.figure == strongest), key=lambda tally: tally.total
    )
