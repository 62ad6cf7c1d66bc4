"""Events of the higher headquarters of both sides, contact markers that come in play, counterattacks (3.1, 3.2, 9.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Choice, Offer, msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import contact, deck, ends, enemy, facts, fire, ground, mission, support
from .actions import Action, Order
from .facts import ENEMY, US
from .settle import settle

COLUMN = 8
"""Random-number column of the events (mission defaults)."""
POOL = "us_pool"


def drawn(t: Table, chart: str) -> str:
    """Draw for an event from the second turn on; returns its row's word, an empty one for none (3.1, 3.2.1)."""
    if int(t.var("turn", 1)) < 2:
        return ""
    card = deck.draw(t, 1, f"why.{chart}")[0]
    if not deck.has_hq(t, card):
        t.note("note.no_event", rule="3.1" if chart == "us_events" else "3.2.1")
        return ""
    n = deck.number(t, COLUMN, f"why.{chart}")
    word = str(t.chart(chart).at(n))
    row = t.chart(chart).row(n)
    t.note("note.event", rule="3.1" if chart == "us_events" else "3.2.1", table={"t": [chart, row, 0]})
    return word


# the friendly higher headquarters -----------------------------------------------------------


class UsEvent(Step):
    """An event of the friendly higher headquarters (3.1). Locals: `word` of the event, once it is drawn."""

    name = "us_event"

    def run(self, t: Table, f: Frame) -> None:
        """Draw the event and carry it out; ask where the player has a choice."""
        if "word" not in f.l:
            self.expire(t)
            f.l["word"] = drawn(t, "us_events")
            act = BROUGHT.get(f.l["word"])
            if act is not None:
                act(t)
        if f.l["word"] in CHOICES and not f.l.get("over") and CHOICES[f.l["word"]](t):
            t.wait(US)
        else:
            t.done()

    @staticmethod
    def expire(t: Table) -> None:
        """End what earlier events brought for a time."""
        t.set_var("bn_net_out", None)
        for piece in sorted(t.records):
            leaves = t.attr(piece, "leaves")
            if leaves is not None and int(t.var("turn", 1)) >= int(leaves):
                t.set_attr(piece, "leaves", None)
                t.move(piece, POOL)
                t.note("note.bn_cmdr_leaves", rule="3.1", piece={"p": piece})

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer the choice that the event leaves."""
        word = str(f.l["word"])
        found = CHOICES[word](s)
        if word == "extra_ammunition":
            ask = offers.pieces("resupply", "ask.resupply", found, rule="3.1")
        else:
            choices: list[Choice] = [{"value": which, "label": msg("label.support", support=which)} for which in found]
            ask = offers.choose("extra_mission", "ask.extra_mission", choices, rule="3.1")
        return offers.offer(msg(f"prompt.{word}", rule="3.1"), ask, offers.button("waive", "button.waive", rule="3.1"))

    def do_resupply(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Fill a machine gun or mortar up to what it carries."""
        unit = args["pieces"][0]
        for kind in facts.ammo_kinds(t, unit):
            t.set_attr(unit, f"ammo_{kind}", max(facts.ammo(t, unit, kind), carried(t, unit, kind)))
        for state in ("out_of_ammo", "empty"):
            facts.mark(t, unit, state, False)
        t.note("note.resupplied", rule="3.1", piece={"p": unit})
        f.l["over"] = True
        settle(t)

    def do_extra_mission(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Give a support one more fire mission."""
        mission.spend(t, args["choice"], -1)
        t.note("note.extra_mission", rule="3.1", support=args["choice"], n=mission.left(t, args["choice"]))
        f.l["over"] = True

    def do_waive(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Take nothing (events are optional, 3.1)."""
        f.l["over"] = True


def carried(r: Reader, unit: str, kind: str) -> int:
    """Return how many points of ammunition a unit carries at most: so many a step, or what it began with (6.8.1)."""
    per_step = int(r.chart("ammunition").at(kind, "per_step"))
    return max(per_step * facts.steps(r, unit), int(r.attr(unit, "ammo_start", 0) or 0))


def short_of_ammo(r: Reader) -> list[str]:
    """Return the machine guns and mortars near the company HQ or in staging that lack ammunition (event 2)."""
    hq = facts.holder_of(r, "co_hq")
    here = facts.card(r, hq) if hq else ""
    near = {here, *ground.next_to(r, here)} if here else set()
    units = [u for u in facts.all_units(r, US) if ground.is_staging(facts.card(r, u)) or facts.card(r, u) in near]
    return [
        u
        for u in units
        if any(k in ("MG", "MTR") and facts.ammo(r, u, k) < carried(r, u, k) for k in facts.ammo_kinds(r, u))
    ]


def _supports(r: Reader) -> list[str]:
    return [str(one["id"]) for one in mission.supports(r)]


CHOICES: dict[str, Callable[[Reader], list[str]]] = {"extra_ammunition": short_of_ammo, "extra_fire_mission": _supports}
"""Events that leave the player a choice, with what there is to choose."""


def report(t: Table) -> None:
    """The company HQ may pay one command this turn for an experience point (event 1)."""
    t.set_var("report_turn", t.var("turn"))


def battalion_fires(t: Table) -> None:
    """A battalion mission is allowed this turn (event 4)."""
    t.set_var("battalion_turn", t.var("turn"))


def keep_moving(t: Table) -> None:
    """One secured card more by the end of the turn is worth an experience point (event 5)."""
    t.set_var("keep_moving", {"turn": t.var("turn"), "n": len(secured(t))})


def straggler(t: Table) -> None:
    """If steps were lost, a green fire team comes to the staging area (event 6)."""
    if not int(t.var("lost_us", 0)):
        return
    nation = f"us_{mission.campaign(t)}"
    row = t.chart("lats")
    hq = facts.holder_of(t, "co_hq")
    place = next(
        (p for p in (ground.at(0, ground.column(facts.card(t, hq))) if hq and facts.card(t, hq) else "",) if p),
        ground.at(0, 1),
    )
    laid = facts.lay(
        t, "fire_team", place, US, nation="us", vof=row.at(nation, "fire_vof"), range=row.at(nation, "fire_range"),
    )  # fmt: skip
    t.note("note.straggler", rule="3.1", piece={"p": laid})


def radio_trouble(t: Table) -> None:
    """The battalion net is dead this turn (event 7)."""
    t.set_var("bn_net_out", True)


def commander_forward(t: Table) -> None:
    """The battalion commander comes to the company HQ for this turn and the next (event 8, 3.3.1.A)."""
    piece = next((p for p in sorted(t.records) if facts.post(t, p) == "bn_cmdr" and t.where(p) == POOL), "")
    if not piece:
        return
    hq = facts.holder_of(t, "co_hq")
    t.move(piece, facts.card(t, hq) if hq and facts.card(t, hq) else ground.at(0, 1))
    t.set_attr(piece, "leaves", int(t.var("turn", 1)) + 2)
    t.note("note.bn_cmdr", rule="3.3.1", piece={"p": piece}, cell={"c": t.where(piece)})


BROUGHT: dict[str, Callable[[Table], None]] = {
    "report_position": report, "battalion_fires": battalion_fires, "keep_moving": keep_moving, "straggler": straggler,
    "radio_trouble": radio_trouble, "battalion_commander_comes_forward": commander_forward,
}  # fmt: skip
"""Events that happen without a question."""


class Report(Action):
    """The company HQ reports its position (event 1 of 3.1)."""

    id, verb = "3.1", "report"

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return facts.post(r, unit) == "co_hq" and o.by(unit) == unit and r.var("report_turn") == r.var("turn")

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        t.set_var("report_turn", None)
        ends.award(t, 1, "award.report", rule="3.1")


def secured(r: Reader) -> list[str]:
    """Return the cards of the map that are secured (1.2.6)."""
    return [place for place in ground.mission_cards(r) if ground.is_secured(r, place)]


class TurnEnd(Step):
    """What is judged at the end of a turn: awards of events, how far patrols have got (3.1, 2.3.4.C)."""

    name = "turn_end"

    def run(self, t: Table, f: Frame) -> None:
        """Judge it."""
        moving = t.var("keep_moving") or {}
        if moving.get("turn") == t.var("turn") and len(secured(t)) > int(moving["n"]):
            ends.award(t, 1, "award.keep_moving", rule="3.1")
        ends.watch(t)
        t.done()


# the enemy's higher headquarters --------------------------------------------------------------


class EnemyEvent(Step):
    """An event of the enemy's higher headquarters; it happens at once (3.2.1, 3.4)."""

    name = "enemy_event"

    def run(self, t: Table, f: Frame) -> None:
        """Draw it and carry it out."""
        word = drawn(t, "enemy_events")
        act = ENEMY_BROUGHT.get(word)
        if act is not None:
            act(t)
            settle(t)
        t.done()


def harass(t: Table) -> None:
    """Incoming on a random US card without VOF in the next combat phase (enemy event 1)."""
    cards = [p for p in facts.cards_with(t, US) if ground.in_play(p) and not fire.has_vof(t, p)]
    if cards:
        place = deck.choose(t, cards)
        support.pending(t, place, support.WEAKEST, ENEMY, "harassing")
        t.note("note.harassing", rule="3.2.1", cell={"c": place})


def reinforce(t: Table) -> None:
    """A contact marker C comes: far from the US, or in defence on one of their cards (enemy event 2)."""
    if mission.kind(t) == "defensive":
        cards = [p for p in facts.cards_with(t, US) if ground.in_play(p)]
    else:
        free = [
            p for p in ground.mission_cards(t) if not ground.is_occupied(t, p) and not ground.has_contact_marker(t, p)
        ]
        far = max((ground.row(p) for p in free), default=0)
        cards = [p for p in free if ground.row(p) == far]
    if cards:
        contact.put_marker(t, "C", deck.choose(t, cards), hidden=True)


def counterattack(t: Table) -> None:
    """Contact markers B on up to two secured cards; assault for three turns (enemy event 3, 9.1.4)."""
    begin_counterattack(t, "B", secured(t), 2)


def resupply(t: Table) -> None:
    """Every enemy has one point of each ammunition more (enemy event 4)."""
    for unit in facts.all_units(t, ENEMY):
        for kind in facts.ammo_kinds(t, unit):
            t.set_attr(unit, f"ammo_{kind}", facts.ammo(t, unit, kind) + 1)


def shift(t: Table) -> None:
    """A random unspotted enemy moves one card and is not checked this turn (enemy event 5)."""
    units = [u for u in facts.all_units(t, ENEMY) if not facts.is_spotted(t, u) and _foot(t, u)]
    if units:
        unit = deck.choose(t, units)
        t.set_attr(unit, "no_check", t.var("turn"))
        enemy.advance(t, unit)


def snipe(t: Table) -> None:
    """A sniper appears, if none is on the map (enemy event 6, 9.6)."""
    there = any(facts.unit_type(t, u) == "SNI" for u in facts.all_units(t, ENEMY))
    cards = [p for p in facts.cards_with(t, US) if ground.in_play(p)]
    if cards and not there:
        contact.appear(t, SNIPERS[mission.campaign(t)], deck.choose(t, cards))


def withdraw(t: Table) -> None:
    """A random enemy in Good Order falls back and is not checked this turn (enemy event 7)."""
    units = [u for u in facts.all_units(t, ENEMY) if facts.is_good_order(t, u)]
    if units:
        unit = deck.choose(t, units)
        t.set_attr(unit, "no_check", t.var("turn"))
        enemy.fall_back(t, unit)


def _foot(r: Reader, unit: str) -> bool:
    return facts.is_good_order(r, unit) and facts.unit_type(r, unit) not in ("SNI", "OBS")


SNIPERS = {"normandy": "N6", "korea": "K6", "vietnam": "V5"}
"""Force package of a lone sniper, by campaign."""
ENEMY_BROUGHT: dict[str, Callable[[Table], None]] = {
    "harassing_fire": harass, "reinforcement": reinforce, "counterattack": counterattack, "resupply": resupply,
    "shift": shift, "sniper": snipe, "withdraw": withdraw,
}  # fmt: skip


# contact markers that come in play --------------------------------------------------------------


class Arrivals(Step):
    """New contact markers of a defensive mission from the second turn on, a counterattack at its turn (3.2.2, 9.1.3, 9.1.4)."""

    name = "pc_arrivals"

    def run(self, t: Table, f: Frame) -> None:
        """Lay them."""
        turn = int(t.var("turn", 1))
        if turn > 1:
            arrive(t, turn)
        plan = mission.data(t).get("counterattack")
        if plan and int(plan["turn"]) == turn:
            cards = [p for p in secured(t) if ground.row(p) in plan["rows"]]
            begin_counterattack(t, str(plan["letter"]), cards, len(cards), str(plan["chart"]))
        t.done()


def arrive(t: Table, turn: int) -> None:
    """Lay the contact markers of a turn of a defensive mission (9.1.3); those of the first turn at set-up."""
    plan = (mission.data(t).get("pc_per_turn") or {}).get(str(turn), ())
    mixed = len({line["letter"] for line in plan if line["where"] != "cop"}) > 1
    taken: list[str] = []
    for line in plan:
        cards = [p for p in targets(t, str(line["where"])) if p not in taken]
        n = int(line.get("n", len(cards)))
        while len(cards) > n:
            cards.remove(deck.choose(t, cards))
        for place in cards:
            contact.put_marker(t, str(line["letter"]), place, hidden=mixed and line["where"] != "cop")
        taken += cards


def targets(r: Reader, where: str) -> list[str]:
    """Return the US cards at which an attack may come: a row, the outpost, the rest of the first row."""
    if where == "cop":
        cards = mission.points(r, "cop")
    else:
        row = int(where.rpartition("_")[2]) if where.startswith("row_") else 1
        cards = [p for p in ground.mission_cards(r) if ground.row(p) == row]
    return [p for p in cards if ground.is_occupied(r, p)]


def begin_counterattack(t: Table, letter: str, cards: list[str], n: int, chart: str = "") -> None:
    """Lay the markers of a counterattack; for three turns the enemy checks as in an assault (9.1.4)."""
    pool = list(cards)
    for _ in range(min(n, len(pool))):
        place = deck.choose(t, pool)
        pool.remove(place)
        contact.put_marker(t, letter, place, chart=chart)
    if cards:
        t.set_var("counterattack_until", int(t.var("turn", 1)) + ground.limit(t, "counterattack_turns") - 1)
        t.note("note.counterattack", rule="9.1.4", level=0)


ACTIONS: tuple[Action, ...] = (Report(),)
STEPS = (UsEvent(), EnemyEvent(), Arrivals(), TurnEnd())
