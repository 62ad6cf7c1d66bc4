"""Communication: who reaches whom by voice, phone or radio, over the company net's hub and other nets (4.3)."""

from __future__ import annotations

from typing import NamedTuple

from qtwar.kit.reach import reach
from qtwar.kit.table import Reader

from . import facts, ground, mission, sight

COMPANY, BATTALION, FIRE_DIRECTION, MORTAR, AIR = "company", "battalion", "fire_direction", "mortar", "air"
PHONE, HANDHELD = "phone", "scr536"
MANPACKS = frozenset(("scr300", "prc25"))


class Link(NamedTuple):
    """How one reaches another: `self`, `voice`, `net` (company net), `battalion`, `flight`, or an empty word with the reason."""

    how: str
    why: str = ""
    rule: str = "4.3"

    @property
    def stands(self) -> bool:
        """Return whether there is communication."""
        return bool(self.how)


def assets(r: Reader, unit: str) -> list[str]:
    """Return what a unit holds of radios, phones, lines and signals (2.3.2)."""
    held: dict[str, list[str]] | None = r.memo.get("held")
    if held is None:
        held = r.memo["held"] = {}
        for piece in _holdings(r):
            held.setdefault(str(r.attr(piece, "holder")), []).append(piece)
    return held.get(unit, [])


def _holdings(r: Reader) -> list[str]:
    places = r.places_with("held", lambda place: any(r.attr(p, "holder") for p in r.ids(place) if r.is_known(p)))
    return [p for place in places for p in r.ids(place) if r.is_known(p) and r.attr(p, "holder")]


def sets(r: Reader, unit: str, net: str) -> list[str]:
    """Return the kinds of radios and phones that a unit holds on a net and that work where it is (4.3.4, 4.3.5)."""
    found = []
    for asset in assets(r, unit):
        kind = str(r.record(asset)["kind"])
        if r.attr(asset, "net") != net:
            continue
        if kind == HANDHELD and (facts.is_pinned(r, unit) or ground.under(r, unit)):
            continue  # 4.3.5: an SCR536 is dead with a pinned holder or under a cover marker
        found.append(kind)
    return found


# telephone lines ------------------------------------------------------------------------


def has_line(r: Reader, place: str) -> bool:
    """Return whether an unbroken line runs through a card; all staging cards are wired (2.3.5, 4.3.4)."""
    return ground.is_staging(place) or any(
        r.record(p)["kind"] == "phone_line" and not r.attr(p, "cut") and not r.attr(p, "holder") for p in r.ids(place)
    )


def wired(r: Reader, a: str, b: str) -> bool:
    """Return whether phones on two cards are connected: on the same card, touching, or by a chain of lines (4.3.4)."""
    if a == b or b in ground.next_to(r, a):
        return True
    ways = reach(a, lambda place: ground.next_to(r, place), lambda way, to: 1 if has_line(r, to) else None)
    return any(b in ground.next_to(r, place) for place in ways if place != a)


def wired_to_staging(r: Reader, place: str) -> bool:
    """Return whether a phone on a card reaches off-map units: from the staging area, beside it, or by a chain (4.3.4)."""
    if ground.is_staging(place):
        return True
    columns, _ = ground.size(r)
    return any(wired(r, place, ground.at(0, n)) for n in range(1, columns + 1))


# nets -----------------------------------------------------------------------------------


def off_map_link(r: Reader, unit: str, net: str) -> bool:
    """Return whether a unit reaches those off the map on a net (4.3.3): by manpack anywhere, by phone along a line."""
    if net == BATTALION and r.var("bn_net_out"):
        return False  # higher HQ event: radio trouble
    place = facts.card(r, unit)
    kinds = sets(r, unit, net)
    return any(kind in MANPACKS for kind in kinds) or (PHONE in kinds and bool(place) and wired_to_staging(r, place))


def on_hub(r: Reader, unit: str, hub: str) -> bool:
    """Return whether a unit is on the company net: its set reaches that of the company HQ, the hub (4.3.3)."""
    if unit == hub:
        return True
    if facts.role(r, unit) in ("FO", "FO_air"):
        return False  # 4.3.3: observers have nets of their own
    mine, its = sets(r, unit, COMPANY), sets(r, hub, COMPANY)
    here, there = facts.card(r, unit), facts.card(r, hub)
    if _vehicle_radio(r, unit) and any(kind in MANPACKS for kind in its):
        return True  # 7.1.1: from Vietnam on vehicles and aircraft are on the company net
    if facts.role(r, unit) == "higher_staff" and here == there:
        return True  # 4.3.3: battalion staff with the company HQ uses its set
    if any(kind in MANPACKS for kind in mine) and any(kind in MANPACKS for kind in its):
        return True
    if not here or not there:
        return False
    if PHONE in mine and PHONE in its and wired(r, here, there):
        return True
    if HANDHELD not in mine or HANDHELD not in its:
        return False
    eyes = (ground.height(r, unit), ground.height(r, hub))
    return (
        here == there or _staging(here, there) or sight.sees(r, here, there, eyes=eyes, smoke=False, night=False)
    )  # 4.3.5


def _staging(a: str, b: str) -> bool:
    return ground.is_staging(a) and ground.is_staging(b)


def _vehicle_radio(r: Reader, unit: str) -> bool:
    return facts.post(r, unit) in facts.LEADERS and mission.data(r)["campaign"] == "vietnam"


def voice(r: Reader, a: str, b: str, *, pinned_too: bool = False) -> Link:
    """Return whether two units speak to each other: one card, nobody pinned, under the same marker or none (4.3.1).

    `pinned_too`: the receiver may be pinned (removing the pin, exhorting).
    """
    if r.spot(a) != r.spot(b):
        return Link("", "refuse.no_voice", "4.3.1")
    if facts.is_pinned(r, a) or (facts.is_pinned(r, b) and not pinned_too):
        return Link("", "refuse.voice_pinned", "4.3.1")
    if ground.under(r, a) != ground.under(r, b) or _apart(r, a, b):
        return Link("", "refuse.voice_cover", "4.3.1")
    return Link("voice", rule="4.3.1")


def _apart(r: Reader, a: str, b: str) -> bool:
    """Return whether one of two is aboard something and the other neither aboard nor that itself."""
    inside = [r.where(unit)[1:] if facts.carried(r, unit) else "" for unit in (a, b)]
    return inside[0] != inside[1] and inside[0] != b and inside[1] != a


def link(r: Reader, issuer: str, receiver: str, *, pinned_too: bool = False) -> Link:
    """Return how an issuer reaches a receiver, or why not (4.3)."""
    if issuer == receiver:
        return Link("self", rule="1.2.6")
    if facts.post(r, issuer) in facts.LEADERS and facts.platoon(r, issuer) == facts.platoon(r, receiver):
        return Link("flight", rule="7.1.1")
    spoken = voice(r, issuer, receiver, pinned_too=pinned_too)
    if spoken.stands:
        return spoken
    hub = facts.holder_of(r, "co_hq")
    if hub and on_hub(r, issuer, hub) and on_hub(r, receiver, hub):
        return Link("net", rule="4.3.3")
    leader = facts.role(r, receiver) in facts.VEHICLES and bool(facts.post(r, receiver))
    if leader and hub and issuer == hub and off_map_link(r, hub, BATTALION):
        return Link("battalion", rule="7.1.1")
    return spoken if r.spot(issuer) == r.spot(receiver) else Link("", "refuse.no_net", "4.3.3")


def reaches(r: Reader, issuer: str, receiver: str, *, pinned_too: bool = False) -> bool:
    """Return whether an issuer communicates with a receiver (4.3)."""
    return link(r, issuer, receiver, pinned_too=pinned_too).stands


# chain of command -----------------------------------------------------------------------


def commands(r: Reader, issuer: str, unit: str) -> bool:
    """Return whether a unit is in an HQ's or staff's chain of command (1.2.6, 4.1.4)."""
    if issuer == unit:
        return True
    if not facts.may_command(r, issuer):
        return False  # 4.1.4: on its fire-team side it orders only itself
    post = facts.post(r, issuer)
    if post in facts.LEADERS or facts.role(r, issuer) in facts.VEHICLES:
        return facts.platoon(r, unit) == facts.platoon(r, issuer)
    if facts.is_vehicle(r, unit):
        return _commands_vehicle(r, issuer, unit, post)
    if facts.lat(r, unit):
        return True  # 1.2.6: teams obey any HQ or staff
    if facts.role(r, unit) == "higher_staff" or (facts.post(r, unit) == "co_hq" and facts.role(r, issuer) != "higher_staff"):
        return False  # 1.2.6: nobody commands above himself
    if post == "plt_hq":
        return facts.platoon(r, unit) == facts.platoon(r, issuer)
    return True


def _commands_vehicle(r: Reader, issuer: str, unit: str, post: str) -> bool:
    if str(r.attr(unit, "chart")) in ("JEEP", "TRUCK"):
        return True  # 7.1.1: trucks by anybody
    if post in ("co_hq", "bn_cmdr"):
        return True
    return facts.platoon(r, unit) == facts.platoon(r, issuer)  # attached before play
