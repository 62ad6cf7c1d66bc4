"""Fire missions: who may call which guns where, what a call brings, what falls in the combat phase (6.7)."""

from __future__ import annotations

from typing import Any, ClassVar

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Message, Offer, msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import deck, facts, fire, ground, mission, nets, sight
from .actions import Action, Order, why
from .attempts import Attempt
from .facts import ENEMY, US

AIR = frozenset(("air", "attack_helicopter"))
"""Kinds of support that come by air: they need a mark and land beside it when short (6.7.2.F, 6.7.3)."""
GUNS = {"howitzer": "fire_direction", "mortar": "mortar"}
"""Kind of guns → the net on which its own observer calls them (4.3.3)."""
FLARES = {"howitzer": "howitzer_flare_lit", "mortar": "mortar_flare_lit"}
SMOKES = {"smoke": "smoke_hc", "WP": "smoke_wp"}
AT_ONCE = frozenset(("smoke", "illumination"))
"""Missions that lie on the card as soon as they are called (AMB-40)."""
BLIND = frozenset(("smoke", "WP", "illumination"))
"""Missions that need a line of sight, but no spotted enemy (6.7.1, AMB-09)."""
STRONGEST, WEAKEST = -7, -3
"""Range of the modifiers of Incoming and air strikes (6.3.2)."""


def begin(t: Table) -> None:
    """Log the fire missions that stand by (2.3.1)."""
    for one in mission.supports(t):
        mission.set_left(t, str(one["id"]), int(one["FM"]))


def types(one: dict[str, Any]) -> list[str]:
    """Return the missions that a support fires on call: smoke_WP stands for both, the FPF is not called so (6.7.2)."""
    found: list[str] = []
    for word in one["types"]:
        found += ["smoke", "WP"] if word == "smoke_WP" else [] if word == "FPF" else [str(word)]
    return found


def caller(r: Reader, unit: str) -> str:
    """Return as what a unit calls fire: FO, FAC, HQ, or an empty word (6.7.1)."""
    role = facts.role(r, unit)
    if role in ("FO", "FO_air"):
        return "" if facts.flipped(r, unit) else "FAC" if role == "FO_air" else "FO"
    return "HQ" if facts.post(r, unit) == "co_hq" and facts.may_command(r, unit) else ""


def entitled(r: Reader, unit: str, one: dict[str, Any]) -> bool:
    """Return whether the mission lets a unit call a support: a forward observer of guns only its own (6.7.1)."""
    who = caller(r, unit)
    if who not in one["draw"]:
        return False
    return who != "FO" or one["kind"] in AIR or own_net(r, unit) == GUNS[str(one["kind"])]


def own_net(r: Reader, unit: str) -> str:
    """Return the net of an observer: that of its radio or phone (4.3.3)."""
    return str(r.attr(unit, "calls_on", nets.BATTALION))


def reaches_guns(r: Reader, unit: str) -> bool:
    """Return whether a call gets through: on the own net, or relayed by the company HQ over the battalion net (6.7.1)."""
    if nets.off_map_link(r, unit, own_net(r, unit)):
        return True
    hub = facts.holder_of(r, "co_hq")
    return bool(hub) and nets.off_map_link(r, hub, nets.BATTALION) and nets.reaches(r, hub, unit)


def cards(r: Reader, unit: str, one: dict[str, Any], what: str, place: str) -> int:
    """Return how many cards a call draws: the mission's number, experience, kind of fire, target reference (6.7.3, 6.7.5)."""
    chart = r.chart("fire_missions")
    change = chart.at(what, "draw") if what in chart.row_heads else 0
    n = int(one["draw"][caller(r, unit)]) + facts.extra_cards(r, unit) + (change if isinstance(change, int) else 0)
    reference = any(r.record(p)["kind"] == "target" and r.attr(p, "support") == one["id"] for p in r.ids(place))
    return max(1, n) + (1 if reference else 0)


def modifier(r: Reader, one: dict[str, Any], what: str) -> int:
    """Return the combat modifier of a support's fire (6.3.2, 6.7.2)."""
    chart = r.chart("fire_missions")
    change = chart.at(what, "ncm") if what in chart.row_heads else 0
    return max(STRONGEST, min(WEAKEST, int(one["ncm"]) + (change if isinstance(change, int) else 0)))


def has_spotted(r: Reader, place: str) -> bool:
    """Return whether a spotted enemy is on a card (6.7.1)."""
    return any(facts.is_spotted(r, unit) for unit in facts.free_units(r, place, ENEMY))


def marked(r: Reader, place: str) -> bool:
    """Return whether a target is marked for aircraft: by white phosphorus, or by coloured smoke where friends are nearest."""
    if any(r.record(p)["kind"] == "smoke_wp" for p in r.ids(place)):
        return True  # 6.7.2.F, AMB-40
    own = [p for p in facts.cards_with(r, US) if ground.in_play(p)]
    if not own:
        return False
    away = min(sight.distance(r, p, place) for p in own)
    smoke = r.places_with("colored_smoke", lambda at: any(r.record(p)["kind"] == "colored_smoke" for p in r.ids(at)))
    return any(p in smoke for p in own if sight.distance(r, p, place) == away)


def targets(r: Reader, unit: str, one: dict[str, Any], what: str) -> list[str]:
    """Return the cards at which a unit can call a fire mission (6.7.1)."""
    here = facts.card(r, unit)
    if not here or ground.is_staging(here):
        return []
    eyes = (ground.height(r, unit), 0)
    seen = sight.seen_from(r, here, eyes, night=what != "illumination")
    found = [place for place in seen if ground.in_play(place)]
    if what not in BLIND or r.option("smoke_needs_enemy"):  # AMB-09
        found = [place for place in found if has_spotted(r, place)]
    if one["kind"] in AIR:
        found = [place for place in found if marked(r, place)]
    return found


def bar(r: Reader, unit: str, one: dict[str, Any], what: str) -> Message | None:
    """Return why a unit can not call a fire mission now (6.7.1)."""
    if not mission.left(r, str(one["id"])):
        return why("no_mission_left", "6.7.1", support=str(one["id"]))
    if not reaches_guns(r, unit):
        return why("no_guns_net", "4.3.3", piece={"p": unit})
    if what == "illumination" and not sight.flares_serve(r):
        return why("no_night", "8.1")
    return None if targets(r, unit, one, what) else why("no_target", "6.7.1")


# calling ----------------------------------------------------------------------------------


class CallFire(Attempt):
    """A forward observer calls fire (4.2.4.f)."""

    id, verb, icon = "4.2.4.f", "call_fire", "burst"
    who: ClassVar[frozenset[str]] = frozenset(("FO", "FAC"))

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return caller(r, unit) in self.who and bool(self.missions(r, unit))

    def missions(self, r: Reader, unit: str) -> list[tuple[dict[str, Any], str]]:
        """Return the supports and kinds of fire that a unit is entitled to."""
        return [(one, what) for one in mission.supports(r) if entitled(r, unit, one) for what in types(one)]

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        if facts.is_pinned(r, unit):
            return why("state", "4.2.5", state=msg("state.pinned"))
        bars = [bar(r, unit, one, what) for one, what in self.missions(r, unit)]
        return None if None in bars else bars[0]

    def asks(self, s: Seen, o: Order, unit: str) -> list[Ask]:
        found = []
        for one, what in self.missions(s, unit):
            no = bar(s, unit, one, what)
            left = mission.left(s, str(one["id"]))
            label = msg(f"act.{self.verb}_of", support=str(one["id"]), what=msg(f"fire.{what}"), n=left)
            fixed = {"support": one["id"], "what": what}
            name = f"{self.verb}.{one['id']}.{what}"
            if no is not None:
                found.append(offers.button(self.verb, label, rule=self.id, why_not=no, id=name, fixed=fixed))
            else:
                found.append(
                    offers.cell(self.verb, label, targets(s, unit, one, what), rule=self.id, id=name, fixed=fixed)
                )
        return found

    def cards(self, r: Reader, unit: str, args: dict[str, Any]) -> int:
        return cards(r, unit, mission.support(r, args["support"]), args["what"], args["cell"])

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        one = next(
            (one for one, what in self.missions(t, unit) if (one["id"], what) == (args["support"], args["what"])), None
        )
        no = why("no_target", "6.7.1") if one is None else bar(t, unit, one, args["what"])
        if no is not None:
            t.refuse(no["key"], rule=str(no["rule"]), **no["args"])
        if one is None or args["cell"] not in targets(t, unit, one, args["what"]):
            t.refuse("refuse.no_target", rule="6.7.1")
        super().do(t, o, unit, args)

    def drawn(self, t: Table, o: Order, unit: str, args: dict[str, Any], cards: list[str]) -> None:
        bursts = [card for card in cards if deck.count(t, [card], "burst")]
        args["short"] = deck.shorts(t, bursts)
        args["bursts"] = len(bursts)

    def success(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        one = mission.support(t, args["support"])
        place = args["cell"]
        if args["short"]:
            place = falls_short(t, facts.card(t, unit), place, air=one["kind"] in AIR)
            t.note("note.short", rule="6.7.3", support=str(one["id"]), cell={"c": place})
        mission.spend(t, str(one["id"]))
        t.note("note.called", rule="6.7.3", support=str(one["id"]), what=msg(f"fire.{args['what']}"), cell={"c": place})
        land(t, one, args["what"], place)
        if one["kind"] in GUNS:
            refer(t, str(one["id"]), place)
        if (
            args["what"] in ("HE", "TOT")
            and args["bursts"] >= ground.limit(t, "battalion_bursts")
            and battalion_allowed(t, one)
        ):
            t.call("battalion", support=one["id"], what=args["what"], cell=place)


class HqCallFire(CallFire):
    """An HQ calls guns off the map (4.2.4.g)."""

    id, verb, issued = "4.2.4.g", "hq_call_fire", True
    who: ClassVar[frozenset[str]] = frozenset(("HQ",))

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return o.by(unit) == unit and super().applies(r, o, unit)


def falls_short(t: Table, observer: str, place: str, *, air: bool) -> str:
    """Return where a short round lands: one card nearer the observer; by air, or on him, a random card beside (6.7.3)."""
    if air or place == observer:
        beside = [p for p in sight.near(t, place) if ground.in_play(p)]
        return deck.choose(t, beside) if beside else place
    between = sight.line(t, observer, place)
    return between[-1] if between else observer


def land(t: Table, one: dict[str, Any], what: str, place: str) -> None:
    """Lay what a fire mission brings on a card: smoke and flares at once, shells and bombs when they fall (AMB-40)."""
    if what in AT_ONCE and not t.option("smoke_at_once"):  # AMB-40 turned round
        pending(t, place, 0, US, str(one["id"]), mission=what)
        return
    _screen(t, one, what, place)
    if one["kind"] == "attack_helicopter":
        t.set_var("strike", {"support": one["id"], "turn": t.var("turn"), "cells": [place]})  # 7.1.2: flown in 3.6
    elif what not in AT_ONCE:
        pending(t, place, modifier(t, one, what), US, str(one["id"]), air=one["kind"] in AIR, mission=what)


def _screen(t: Table, one: dict[str, Any], what: str, place: str) -> None:
    """Lay the flare or the smoke of a mission."""
    if what == "illumination":
        facts.lay(t, FLARES.get(str(one["kind"]), FLARES["howitzer"]), place)
    if what in SMOKES:
        facts.lay(t, SMOKES[what], place)


def strike(t: Table, one: dict[str, Any], place: str) -> None:
    """Lay the attack of helicopters on a card: against vehicles it counts as their chart says (7.1.2)."""
    attack = t.chart("vehicles").at("GUNSHIP_AH1", "attack")
    pending(t, place, modifier(t, one, "air_strike"), US, str(one["id"]), air=True, mission="air_strike", attack=attack)


def refer(t: Table, which: str, place: str) -> None:
    """Move the target reference of a firing unit to the card that it fires at (6.7.5)."""
    marker = next(
        (p for p in sorted(t.records) if t.record(p)["kind"] == "target" and t.attr(p, "support") == which), ""
    )
    if marker:
        t.move(marker, place)
    else:
        facts.lay(t, "target", place, US, support=which)


def battalion_allowed(r: Reader, one: dict[str, Any]) -> bool:
    """Return whether a support may fire with its whole battalion: the mission, or this turn's event, allows it (6.7.2.G)."""
    return one["kind"] == "howitzer" and (bool(one.get("battalion")) or r.var("battalion_turn") == r.var("turn"))


class Battalion(Step):
    """Three bursts: two more cards beside the target are shelled; they need not be seen (6.7.2.G)."""

    name = "battalion"

    def run(self, t: Table, f: Frame) -> None:
        """Ask for the cards, or go on when they are chosen."""
        if f.l.get("over") or not self.beside(t, f):
            t.done()
        else:
            t.wait(US)

    @staticmethod
    def beside(r: Reader, f: Frame) -> list[str]:
        """Return the cards that touch the target and are not shelled yet."""
        return [p for p in sight.near(r, str(f.l["cell"])) if ground.in_play(p) and p not in f.l.get("cells", ())]

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer the cards beside the target."""
        more = ground.limit(s, "battalion_cards") - len(f.l.get("cells", ()))
        prompt = msg("prompt.battalion", rule="6.7.2", cell={"c": f.l["cell"]}, n=more)
        return offers.offer(
            prompt,
            offers.cell("shell", "ask.shell", self.beside(s, f), rule="6.7.2"),
            offers.button("enough", "button.enough", rule="6.7.2"),
        )

    def do_shell(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Shell one more card."""
        if args["cell"] not in self.beside(t, f):
            t.refuse("refuse.no_target", rule="6.7.2")
        one = mission.support(t, str(f.l["support"]))
        pending(t, args["cell"], modifier(t, one, str(f.l["what"])), US, str(one["id"]), mission="battalion")
        f.l["cells"] = [*f.l.get("cells", ()), args["cell"]]
        f.l["over"] = len(f.l["cells"]) >= ground.limit(t, "battalion_cards")

    def do_enough(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Leave it at that."""
        f.l["over"] = True


# mortars on the map -----------------------------------------------------------------------


def mortar_targets(r: Reader, issuer: str, unit: str) -> list[str]:
    """Return the cards at which an HQ can call a mortar squad on the map: seen by it, spotted enemies, in range (6.7.4)."""
    here, there = facts.card(r, issuer), facts.card(r, unit)
    if not here or not there or not ground.in_play(there) or not ground.in_play(here):
        return []
    most, least = facts.reach(r, unit), facts.nearest(r, unit)
    seen = sight.seen_from(r, here, (ground.height(r, issuer), 0))
    return [
        p
        for p in seen
        if ground.in_play(p) and has_spotted(r, p) and max(1, least) <= sight.distance(r, there, p) <= most
    ]


class CallMortar(Action):
    """An HQ or staff calls a mortar squad on the map: indirect fire over the company net (4.2.4.h, 6.7.4)."""

    id, verb, issued = "4.2.4.h", "call_mortar", True

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return o.by(unit) == unit and facts.may_command(r, unit) and bool(self.mortars(r))

    @staticmethod
    def mortars(r: Reader) -> list[str]:
        """Return the mortar squads of two or three steps on the map."""
        return [p for p in facts.all_units(r, US) if facts.is_mortar(r, p) and facts.is_squad(r, p)]

    def heard(self, r: Reader, unit: str) -> list[str]:
        """Return the mortars that can fire and that the HQ reaches over the company net (6.7.4)."""
        from . import fire

        return [
            p for p in self.mortars(r)
            if facts.is_good_order(r, p) and not facts.is_exposed(r, p) and fire.mortar_place(r, p)
            and fire.has_ammo(r, p, "H") and nets.reaches(r, unit, p)
        ]  # fmt: skip

    def aims(self, r: Reader, unit: str) -> dict[str, list[str]]:
        """Return mortar → the cards at which it can be called."""
        found = {p: mortar_targets(r, unit, p) for p in self.heard(r, unit)}
        return {p: cells for p, cells in found.items() if cells}

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        if not self.heard(r, unit):
            return why("no_mortar", "6.7.4")
        return None if self.aims(r, unit) else why("no_target", "6.7.4")

    def ask(self, s: Seen, o: Order, unit: str) -> Ask:
        return offers.place(self.verb, f"act.{self.verb}", self.aims(s, unit), rule=self.id, max=1)

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        mortar = args["pieces"][0]
        if args["cell"] not in self.aims(t, unit).get(mortar, ()):
            t.refuse("refuse.no_target", rule="6.7.4")
        t.set_attr(mortar, "indirect", args["cell"])
        t.note("note.mortar_called", rule="6.7.4", piece={"p": mortar}, cell={"c": args["cell"]})


# final protective fires -------------------------------------------------------------------


def fpf_supports(r: Reader) -> list[dict[str, Any]]:
    """Return the supports that fire the final protective fires and have missions left (6.7.2.D)."""
    return [one for one in mission.supports(r) if "FPF" in one["types"] and mission.left(r, str(one["id"]))]


def lines_of_fire(r: Reader) -> list[str]:
    """Return the tripod machine guns in Good Order that have a final protective line and do not fire it yet (6.4.2)."""
    guns = [p for p in facts.all_units(r, US) if r.attr(p, "fpl") and not r.attr(p, "fpl_fires")]
    return [p for p in guns if facts.is_good_order(r, p) and facts.is_tripod_mg(r, p) and fire.protected(r, p)]


class FireFinal(Action):
    """The company HQ orders the final protective fires and lines (4.2.4.k)."""

    id, verb, issued = "4.2.4.k", "final_fire", True

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return mission.kind(r) == "defensive" and facts.post(r, unit) == "co_hq" and o.by(unit) == unit

    def guns(self, r: Reader, unit: str) -> list[str]:
        """Return the ids of supports that would fire on the marker: somebody entitled reaches them (6.7.1)."""
        if not mission.point(r, "fpf") or firing_final(r):
            return []
        observers = [p for p in facts.all_units(r, US) if caller(r, p) and not facts.is_pinned(r, p)]
        able = [
            p for p in observers if (p == unit or nets.reaches(r, unit, p)) and nets.off_map_link(r, p, own_net(r, p))
        ]
        return [str(one["id"]) for one in fpf_supports(r) if any(entitled(r, p, one) for p in able)]

    def lines(self, r: Reader, unit: str) -> list[str]:
        """Return the machine guns that would fire their lines."""
        return [p for p in lines_of_fire(r) if nets.reaches(r, unit, p)]

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        if not facts.may_command(r, unit):
            return why("fire_team_side", "4.1.4")
        return None if self.guns(r, unit) or self.lines(r, unit) else why("no_final", self.id)

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        for which in self.guns(t, unit)[:1]:
            place = mission.point(t, "fpf")
            one = mission.support(t, which)
            mission.spend(t, which)
            pending(t, place, modifier(t, one, "FPF"), US, which, mission="FPF")
            t.note("note.fpf", rule="6.7.2", support=which, cell={"c": place})
        for gun in self.lines(t, unit):
            t.set_attr(gun, "fpl_fires", True)
            t.note("note.fpl", rule="6.4.2", piece={"p": gun})


class CeaseFinal(Action):
    """The company HQ has the final protective fires stop (4.2.4.i, 6.7.2.D)."""

    id, verb, issued = "4.2.4.i", "cease_final", True

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return facts.post(r, unit) == "co_hq" and o.by(unit) == unit and bool(firing_final(r))

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        for marker in firing_final(t):
            t.set_attr(marker, "ceased", True)
            t.note("note.fpf_ceased", rule="6.7.2", cell={"c": t.where(marker)})


def firing_final(r: Reader) -> list[str]:
    """Return the markers of final protective fires that go on."""
    lying = r.places_with("shells", lambda at: any(r.record(p)["kind"] in SHELLS for p in r.ids(at)))
    found = [p for at in lying for p in r.ids(at) if r.record(p)["kind"] in SHELLS]
    return [p for p in found if r.attr(p, "mission") == "FPF" and not r.attr(p, "ceased")]


# what falls -------------------------------------------------------------------------------

SHELLS = frozenset(("pending_fire", "vof_incoming"))
FALLS = {"pending_fire": "vof_incoming", "pending_air": "vof_air"}


def pending(
    t: Table, place: str, ncm: int, owner: str, source: str, *, air: bool = False, mission: str = "HE", **more: Any
) -> str:
    """Lay a marker of fire that will fall in the next combat phase (6.7.3); returns it."""
    return facts.lay(
        t, "pending_air" if air else "pending_fire", place, owner, ncm=ncm, support=source, mission=mission, **more
    )


def incoming(t: Table, place: str, ncm: int, owner: str, source: str, *, air: bool = False, **more: Any) -> str:
    """Lay the marker of fire that falls now (6.3.2); returns it. Its face shows both modifiers, of infantry and vehicles."""
    kind = "vof_air" if air else "vof_incoming"
    return facts.lay(t, kind, place, owner, ncm=ncm, support=source, **more)


def update(t: Table) -> None:
    """Take off what fell last turn, let fall what is pending; final protective fires go on while missions last (3.7.1.A)."""
    where = t.places_with("falls", lambda at: any(t.record(p)["kind"] in (*FALLS, *FALLS.values()) for p in t.ids(at)))
    markers = [p for at in where for p in t.ids(at)]
    for marker in [p for p in markers if t.record(p)["kind"] in FALLS.values()]:
        source = str(t.attr(marker, "support"))
        if t.attr(marker, "mission") == "FPF" and not t.attr(marker, "ceased") and mission.left(t, source):
            if t.option("fpf_spends"):
                mission.spend(t, source)  # AMB-44
            t.note("note.fpf_goes_on", rule="6.7.2", support=source, cell={"c": t.where(marker)})
        else:
            t.remove(marker)
    for marker in [p for p in markers if t.exists(p) and t.record(p)["kind"] in FALLS]:
        record = t.record(marker)
        attrs = dict(record["attrs"])
        t.remove(marker)
        if attrs.get("mission") in AT_ONCE:
            _screen(t, mission.support(t, str(attrs["support"])), str(attrs["mission"]), record["at"])
            continue
        laid = facts.lay(t, FALLS[record["kind"]], record["at"], record["owner"], **attrs)
        t.note(
            "note.falls",
            rule="3.7.1",
            marker={"k": t.record(laid)["kind"]},
            cell={"c": record["at"]},
            n=int(attrs["ncm"]),
        )


ACTIONS: tuple[Action, ...] = (CallFire(), HqCallFire(), CallMortar(), FireFinal(), CeaseFinal())
STEPS = (Battalion(),)
