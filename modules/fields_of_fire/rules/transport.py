"""Carrying: casualties, ammunition, men and kit picked up, loaded, handed over, dropped (4.2.2.h, 5.1.3)."""

from __future__ import annotations

from typing import Any

from qtwar.engine.state import INSIDE
from qtwar.kit import offers
from qtwar.kit.offers import Ask, Message, msg
from qtwar.kit.table import Reader, Seen, Table

from . import facts, ground, nets
from .actions import Action, Order, why
from .facts import US

AMMO_KINDS = {"ammo_mg": "MG", "ammo_mtr": "MTR", "ammo_rcl": "RCL", "ammo_rkt": "RKT"}
ASSETS = frozenset((
    "scr536", "scr300", "prc25", "phone", "phone_line", "rsp", "gsp", "rsc", "gsc", "colored_smoke", "wp_grenade", "hand_flare",
))  # fmt: skip


def points(r: Reader, unit: str) -> int:
    """Return the transport points of a unit: one a step, of vehicles as the chart says (5.1.3.A)."""
    if facts.is_vehicle(r, unit):
        carries = r.chart("vehicles").at(str(r.attr(unit, "chart")), "transport")
        return int(carries) if isinstance(carries, int) else 0
    return facts.steps(r, unit)


def sort_of(r: Reader, piece: str) -> str:
    """Return what a load is in the table of transport: casualty, prisoner, a kind of ammunition, step, or an empty word."""
    kind = str(r.record(piece)["kind"])
    if kind in AMMO_KINDS:
        return AMMO_KINDS[kind]
    if facts.is_casualty(r, piece):
        return "casualty"
    if facts.is_captured(r, piece):
        return "prisoner"
    return "step" if facts.is_infantry(r, piece) else ""


def weight(r: Reader, unit: str, piece: str) -> float:
    """Return the transport points that a load takes up on a unit (5.1.3.A)."""
    sort = sort_of(r, piece)
    room = r.chart("transport").at(sort, "vehicle" if facts.is_vehicle(r, unit) else "infantry")
    if room == "any":
        return 0.0
    much = int(r.attr(piece, "points", 1)) if sort in AMMO_KINDS.values() else facts.steps(r, piece)
    return much / int(room) if int(room) else float("inf")


def load(r: Reader, unit: str) -> list[str]:
    """Return what a unit carries besides its assets."""
    return r.inside(unit)


def room_for(r: Reader, unit: str, piece: str) -> bool:
    """Return whether a unit can take a load: one kind only besides assets, within its points (5.1.3.A)."""
    now = load(r, unit)
    if any(sort_of(r, one) != sort_of(r, piece) for one in now):
        return False
    return sum(weight(r, unit, one) for one in now) + weight(r, unit, piece) <= points(r, unit)


def lying(r: Reader, place: str) -> list[str]:
    """Return what lies on a card for anybody to take: assets dropped, ammunition, casualties."""
    loose = [p for p in r.ids(place) if r.is_known(p)]
    kit = [p for p in loose if r.record(p)["kind"] in ASSETS and not r.attr(p, "holder") and not r.attr(p, "laid")]
    goods = [p for p in loose if r.record(p)["kind"] in AMMO_KINDS]
    return [*kit, *goods, *(p for p in loose if facts.is_casualty(r, p) and r.owner(p) == US)]


def others_kit(r: Reader, unit: str) -> list[str]:
    """Return the assets that other units on the same card hold (4.2.2.h)."""
    here = [u for u in facts.infantry(r, facts.card(r, unit), US) if u != unit]
    return [a for u in here for a in nets.assets(r, u)]


def takeable(r: Reader, unit: str) -> list[str]:
    """Return what a unit may pick up or take over on its card (5.1.3)."""
    place = facts.card(r, unit)
    if not place:
        return []
    if facts.is_vehicle(r, unit) and not r.option("vehicles_load_kit"):
        return []  # AMB-29 turned round
    found = [p for p in lying(r, place) if r.record(p)["kind"] in ASSETS or room_for(r, unit, p)]
    if facts.is_vehicle(r, unit):
        return found
    aboard = [
        p for v in facts.vehicles(r, place, US) for p in r.inside(v) if sort_of(r, p) != "step" and room_for(r, unit, p)
    ]
    return [*found, *others_kit(r, unit), *aboard]  # 5.1.3.D


def stores(r: Reader, unit: str) -> list[str]:
    """Return what a unit carries that a vehicle on its card has room for (5.1.3.D)."""
    if facts.is_vehicle(r, unit) or not facts.card(r, unit):
        return []
    near = facts.vehicles(r, facts.card(r, unit), US)
    return [p for p in load(r, unit) if any(room_for(r, v, p) for v in near)]


def refills(r: Reader, unit: str) -> list[str]:
    """Return the ammunition on a unit's card, lying or carried, from which it can fill up its weapons (6.8)."""
    place = facts.card(r, unit)
    if not place:
        return []
    near = [p for p in r.ids(place) if r.record(p)["kind"] in AMMO_KINDS]
    near += [p for u in facts.units(r, place, US) for p in r.inside(u) if r.record(p)["kind"] in AMMO_KINDS]
    return [p for p in near if lacks(r, unit, AMMO_KINDS[str(r.record(p)["kind"])]) > 0]


def lacks(r: Reader, unit: str, kind: str) -> int:
    """Return how many points of ammunition a unit lacks of what its steps can carry (6.8.1)."""
    if kind not in facts.ammo_kinds(r, unit):
        return 0
    full = int(r.chart("ammunition").at(kind, "per_step")) * facts.steps(r, unit)
    return full - facts.ammo(r, unit, kind)


def boarders(r: Reader, vehicle: str) -> list[str]:
    """Return the infantry that can board a vehicle where it is, on a card or in the pick-up area (7.4.1)."""
    at = r.where(vehicle)
    if r.attr(vehicle, "damaged") or int(r.var("turn", 1)) < int(r.attr(vehicle, "ready") or 0):
        return []  # 7.4.5: not while it refits after turning back
    units = list(facts.infantry(r, at, US)) if facts.is_card(at) else [
        p for p in r.of(at, US, "unit") if facts.is_infantry(r, p)
    ]  # fmt: skip
    return [u for u in units if not facts.is_captured(r, u) and room_for(r, vehicle, u)]


class Transport(Action):
    """A unit picks something up; a vehicle takes infantry aboard or unloads kit (4.2.2.h)."""

    id, verb = "4.2.2.h", "transport"

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return bool(
            takeable(r, unit)
            or refills(r, unit)
            or stores(r, unit)
            or (facts.is_vehicle(r, unit) and (boarders(r, unit) or self.kit(r, unit)))
        )

    @staticmethod
    def kit(r: Reader, vehicle: str) -> list[str]:
        """Return the kit and casualties aboard a vehicle, not its infantry (7.4.2)."""
        if not r.option("vehicles_load_kit"):
            return []  # AMB-29 turned round: units take it off (5.1.3.D)
        return [p for p in r.inside(vehicle) if sort_of(r, p) != "step"]

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        if facts.is_vehicle(r, unit) and (facts.is_pinned(r, unit) or facts.is_wreck(r, unit)):
            return why("state", "4.2.5", state=msg("state.pinned"))
        return None

    def asks(self, s: Seen, o: Order, unit: str) -> list[Ask]:
        found: list[Ask] = []
        for how, pieces in (("take", takeable(s, unit)), ("refill", refills(s, unit)), ("stow", stores(s, unit))):
            if pieces:
                name, label = f"{self.verb}.{how}", msg(f"act.{how}")
                found.append(offers.pieces(self.verb, label, pieces, rule=self.id, id=name, fixed={"how": how}))
        if facts.is_vehicle(s, unit):
            for how, pieces in (("board", boarders(s, unit)), ("unload", self.kit(s, unit))):
                if pieces:
                    name, label = f"{self.verb}.{how}", msg(f"act.{how}")
                    most = len(pieces)
                    found.append(
                        offers.pieces(self.verb, label, pieces, 1, most, rule=self.id, id=name, fixed={"how": how})
                    )
        return found

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        getattr(self, f"_{args['how']}")(t, unit, args["pieces"])

    def _take(self, t: Table, unit: str, pieces: list[str]) -> None:
        for piece in pieces:
            if piece not in takeable(t, unit):
                t.refuse("refuse.no_load", rule="5.1.3", piece={"p": unit})
            giver = t.attr(piece, "holder") or (t.where(piece)[1:] if t.where(piece).startswith(INSIDE) else "")
            if t.record(piece)["kind"] in ASSETS:
                t.set_attr(piece, "holder", unit)
                t.move(piece, net_box(t, unit))
            else:
                t.move(piece, INSIDE + unit)
            t.note("note.taken", rule="5.1.3", piece={"p": unit}, what={"p": piece})
            if giver and facts.card(t, str(giver)):
                facts.mark(t, str(giver), "exposed")
        self._expose(t, unit)  # 5.1.3.B

    def _stow(self, t: Table, unit: str, pieces: list[str]) -> None:
        for piece in pieces:
            near = facts.vehicles(t, facts.card(t, unit), US)
            vehicle = next((v for v in near if piece in load(t, unit) and room_for(t, v, piece)), "")
            if not vehicle:
                t.refuse("refuse.no_load", rule="5.1.3", piece={"p": unit})
            t.move(piece, INSIDE + vehicle)
            self._expose(t, vehicle)  # AMB-29: both
            t.note("note.taken", rule="5.1.3", piece={"p": vehicle}, what={"p": piece})
        self._expose(t, unit)

    def _refill(self, t: Table, unit: str, pieces: list[str]) -> None:
        for piece in pieces:
            if piece not in refills(t, unit):
                t.refuse("refuse.no_load", rule="6.8", piece={"p": unit})
            kind = AMMO_KINDS[str(t.record(piece)["kind"])]
            given = min(lacks(t, unit, kind), int(t.attr(piece, "points", 0)))
            t.set_attr(unit, f"ammo_{kind}", facts.ammo(t, unit, kind) + given)
            left = int(t.attr(piece, "points", 0)) - given
            if left:
                t.set_attr(piece, "points", left)
                t.set_attr(piece, "value", str(left))
            else:
                t.remove(piece)
            for state in ("out_of_ammo", "empty"):
                facts.mark(t, unit, state, False)  # 6.2
            t.note("note.refilled", rule="6.8", piece={"p": unit}, n=given)
        self._expose(t, unit)

    def _board(self, t: Table, unit: str, pieces: list[str]) -> None:
        for piece in pieces:
            if piece not in boarders(t, unit):
                t.refuse("refuse.no_load", rule="7.4.1", piece={"p": unit})
            t.set_attr(piece, "under", None)
            t.move(piece, INSIDE + unit)
            self._expose(t, piece)
            t.note("note.boarded", rule="7.4.1", piece={"p": piece}, vehicle={"p": unit})
        self._expose(t, unit)

    def _unload(self, t: Table, unit: str, pieces: list[str]) -> None:
        for piece in pieces:
            put_down(t, unit, piece)
        self._expose(t, unit)

    @staticmethod
    def _expose(t: Table, unit: str) -> None:
        if ground.in_play(facts.card(t, unit)):
            facts.mark(t, unit, "exposed")


class Drop(Action):
    """A unit puts down what it carries: no order, no exposure (5.1.3.B)."""

    id, verb, cost = "5.1.3", "drop", 0

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return facts.is_infantry(r, unit) and bool(load(r, unit))

    def why_not(self, r: Reader, o: Order, unit: str) -> Message | None:
        return None

    def ask(self, s: Seen, o: Order, unit: str) -> Ask:
        return offers.pieces(self.verb, "act.drop", load(s, unit), 1, len(load(s, unit)), rule=self.id)

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        for piece in args["pieces"]:
            put_down(t, unit, piece)


def put_down(t: Table, unit: str, piece: str) -> None:
    """Lay a load where its carrier is."""
    if piece in t.inside(unit):
        t.move(piece, t.where(unit))
        t.note("note.put_down", rule="5.1.3", piece={"p": unit}, what={"p": piece})


def shed(t: Table, unit: str) -> None:
    """Lay down what a unit that has lost a step can no longer carry (5.1.3.A)."""
    while sum(weight(t, unit, piece) for piece in load(t, unit)) > points(t, unit):
        t.move(load(t, unit)[-1], t.where(unit))


def net_box(r: Reader, unit: str) -> str:
    """Return the box of the display in which a unit's assets are shown (1.2.5)."""
    names = (f"net_{r.attr(unit, 'track')}", f"net_{facts.platoon(r, unit).lower()}")
    staff = "net_staff" if facts.role(r, unit) == "staff" else ""
    return next((box for box in (*names, staff) if box in r.content.boxes), "net_attached")


ACTIONS: tuple[Action, ...] = (Transport(), Drop())
