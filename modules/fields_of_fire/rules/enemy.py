"""Enemy activity checks: who acts in which order, by which row of which list, and what he does (9.4, 9.6–9.9)."""

from __future__ import annotations

from collections.abc import Callable

from qtwar.kit.automaton import Automaton, Fit, best
from qtwar.kit.table import Frame, Reader, Table

from . import act_fight, act_rally, cover, deck, facts, fire, grenades, ground, movement, observer, sight, tactics
from .facts import ENEMY, US
from .settle import settle

R10 = 10
PINNED_ROWS = "pinned_lat"


def leader(r: Reader, unit: str) -> bool:
    """Return whether a unit is a leader on its command side (9.7)."""
    return facts.unit_type(r, unit) == "LDR" and not facts.flipped(r, unit)


def led(r: Reader, unit: str) -> int:
    """Return the card that a leader who speaks to a unit adds to its attempts (9.7)."""
    place = r.spot(unit)
    others = [u for u in facts.free_units(r, place, ENEMY) if leader(r, u) and u != unit and not facts.is_pinned(r, u)]
    return 1 if any(ground.under(r, u) == ground.under(r, unit) for u in others) else 0


def cards_of(r: Reader, unit: str) -> int:
    """Return how many cards an enemy draws for an attempt: two, its experience, a leader (4.2, 9.7)."""
    return max(0, ground.limit(r, "attempt") + facts.extra_cards(r, unit) + led(r, unit))


def order(t: Table) -> list[str]:
    """Return who checks, in order: cards at random; pinned and teams first, leaders last (9.4)."""
    cards = [place for place in facts.cards_with(t, ENEMY) if facts.infantry(t, place, ENEMY)]
    queue = []
    while cards:
        place = deck.choose(t, cards)
        cards.remove(place)
        queue += sorted((u for u in facts.infantry(t, place, ENEMY) if checks(t, u)), key=lambda u: (_rank(t, u), u))
    return queue


def checks(r: Reader, unit: str) -> bool:
    """Return whether a unit makes a check at all this turn (9.4, 3.2.1)."""
    return not facts.is_captured(r, unit) and int(r.attr(unit, "no_check") or 0) != int(r.var("turn", 1))


def _rank(r: Reader, unit: str) -> int:
    if facts.is_pinned(r, unit) or facts.team(r, unit):
        return 0
    return 2 if leader(r, unit) else 1


# conditions -----------------------------------------------------------------------------


def us_here(r: Reader, unit: str) -> bool:
    """Return whether US units are on a unit's card."""
    return bool(facts.free_units(r, r.spot(unit), US))


def us_beside(r: Reader, unit: str) -> bool:
    """Return whether US units are on a card next to a unit's, staging aside."""
    return any(facts.free_units(r, p, US) for p in ground.next_to(r, r.spot(unit)) if ground.in_play(p))


def us_in_reach(r: Reader, unit: str) -> bool:
    """Return whether a US unit is both in a unit's LOS and in its range (9.4)."""
    here = r.spot(unit)
    eyes = ground.height(r, unit)
    return any(
        sight.distance(r, here, p) <= facts.reach(r, unit) and sight.sees(r, here, p, eyes=(eyes, ground.tallest(r, p, US)))
        for p in facts.cards_with(r, US)
        if ground.in_play(p)
    )


def hot(r: Reader, unit: str) -> bool:
    """Return whether VOF lies on a unit's card."""
    return fire.has_vof(r, r.spot(unit))


GOOD_ORDER: dict[str, Callable[[Reader, str], bool]] = {
    "row_1": us_here,
    "row_2": lambda r, u: hot(r, u) and not ground.under(r, u),
    "row_3": lambda r, u: hot(r, u) and bool(ground.under(r, u)),
    "row_4": us_beside,
    "row_5": us_in_reach,
    "row_6": lambda r, u: True,
}
REDUCED: dict[str, Callable[[Reader, str], bool]] = {
    "pinned": facts.is_pinned,
    "paralyzed, VOF on own card": lambda r, u: facts.lat(r, u) == facts.PARALYZED and hot(r, u),
    "paralyzed": lambda r, u: facts.lat(r, u) == facts.PARALYZED,
    "litter": lambda r, u: facts.lat(r, u) == facts.LITTER,
    "fire team, US on own card": lambda r, u: facts.team(r, u) == facts.FIRE and us_here(r, u),
    "fire team": lambda r, u: facts.team(r, u) == facts.FIRE,
    "assault team, US on own card": lambda r, u: facts.team(r, u) == facts.ASSAULT and us_here(r, u),
    "assault team, US adjacent": lambda r, u: facts.team(r, u) == facts.ASSAULT and us_beside(r, u),
    "assault team": lambda r, u: facts.team(r, u) == facts.ASSAULT,
}
KEYS = {
    "pinned": "pinned", "paralyzed, VOF on own card": "paralyzed_hot", "paralyzed": "paralyzed", "litter": "litter",
    "fire team, US on own card": "fire_close", "fire team": "fire", "assault team, US on own card": "assault_close",
    "assault team, US adjacent": "assault_beside", "assault team": "assault",
}  # fmt: skip
"""Heads of the list of pinned units and teams → the last part of their text keys (`why.…`)."""


class EnemyChecks(Automaton):
    """Every enemy unit checks: the first row that fits, a card for the column, the action (9.4)."""

    name, rule = "enemy_checks", "9.4"

    def run(self, t: Table, f: Frame) -> None:
        """Bring fire up to date after each unit; on turn 1 only if the option says so (3.2.2)."""
        if "queue" not in f.l:
            f.l.update(side=ENEMY, watcher=US)
            if int(t.var("turn", 1)) == 1 and not t.option("enemy_checks_turn_1"):
                f.l.update(queue=[], pace="")
        settle(t)
        super().run(t, f)

    def order(self, t: Table, f: Frame) -> list[str]:
        return order(t)

    def stands(self, t: Table, f: Frame, unit: str) -> bool:
        return t.exists(unit) and facts.is_card(t.where(unit)) and facts.is_infantry(t, unit) and checks(t, unit)

    def row(self, t: Table, f: Frame, unit: str) -> Fit | None:
        """Return the row of the list for a unit, its column drawn; special units have their own rules (9.6–9.9)."""
        own = tactics.special(t, unit)
        if own is not None:
            return own
        if facts.is_pinned(t, unit) or facts.team(t, unit):
            return self._draw(t, unit, PINNED_ROWS, REDUCED)
        return self._draw(t, unit, f"enemy_{tactics.tactic(t)}", GOOD_ORDER)

    @staticmethod
    def _draw(t: Table, unit: str, table: str, conditions: dict[str, Callable[[Reader, str], bool]]) -> Fit | None:
        chart = t.chart(table)
        head = next((str(h) for h in chart.row_heads if conditions[str(h)](t, unit)), "")
        if not head:
            return None
        column = str(deck.number(t, R10))
        return Fit(KEYS.get(head, head), chart.at(head, column), (table, head, column))

    # verbs ------------------------------------------------------------------------------

    def act_hold(self, t: Table, f: Frame, unit: str) -> None:
        """Keep firing, or do nothing."""

    def act_rally_pin(self, t: Table, f: Frame, unit: str) -> None:
        """Try to shake the pin off."""
        if deck.attempt(t, cards_of(t, unit), "rally"):
            facts.mark(t, unit, "pinned", False)
            t.note("note.rallied", rule="4.2.3.a", piece={"p": unit})

    def act_rally(self, t: Table, f: Frame, unit: str) -> None:
        """Try the rally action of its state (4.2.3.b–d, f)."""
        flipped = facts.flipped(t, unit)
        if flipped and not act_rally.may_turn(t, unit):
            return
        if not flipped and facts.lat(t, unit) not in act_rally.LADDER:
            return
        if deck.attempt(t, cards_of(t, unit), "rally"):
            if flipped:
                act_rally.turn_to_front(t, unit)
            else:
                act_rally.raise_team(t, unit)

    def act_seek(self, t: Table, f: Frame, unit: str) -> None:
        """Try to find cover (4.2.2.e)."""
        here = t.spot(unit)
        if ground.under(t, unit) or ground.potential_left(t, here) <= 0:
            return
        if deck.attempt(t, ground.cover_draw(t, here) + facts.extra_cards(t, unit) + led(t, unit), "cover"):
            cover.found(t, unit)

    def act_grenade(self, t: Table, f: Frame, unit: str) -> None:
        """Throw at the largest US unit or marker it may (9.4, 6.5); the target may throw back."""
        goals = grenades.all_goals(t, unit)
        if goals:
            goal = best(t, goals, lambda g: _weight(t, g))
            grenades.pay(t, unit, t.spot(goal))
            drawn = deck.draw(t, cards_of(t, unit))
            grenades.jam(t, unit, drawn)
            landed = deck.count(t, drawn, "grenade") > 0
            if landed:
                grenades.land(t, unit, goal)
            else:
                grenades.miss(t, unit, t.spot(goal))
            grenades.answer(t, unit, goal, landed=landed)

    def act_conc(self, t: Table, f: Frame, unit: str) -> None:
        """Try concentrated fire at the present target (4.2.4.b)."""
        choices = act_fight.concentrate_choices(t, unit)
        if not choices or fire.weapon(t, unit) == "":
            return
        drawn = deck.draw(t, cards_of(t, unit) + (1 if facts.is_tripod_mg(t, unit) else 0))
        grenades.jam(t, unit, drawn)
        if deck.count(t, drawn, "crosshair"):
            markers = [str(c["value"]) for c in choices if c["value"] != act_fight.RANDOM]
            goals = [*markers, *_open_targets(t, unit)]
            act_fight.concentrated(t, unit, best(t, goals, lambda g: _weight(t, g)))

    def act_advance(self, t: Table, f: Frame, unit: str) -> None:
        """Move one card toward the nearest US card (9.4)."""
        advance(t, unit)

    def act_close(self, t: Table, f: Frame, unit: str) -> None:
        """Move onto the US card beside it with the fewest steps (9.4)."""
        near = [p for p in ground.next_to(t, t.spot(unit)) if ground.in_play(p) and facts.free_units(t, p, US)]
        free = [p for p in near if can_go(t, unit, p)]
        if free:
            step(t, unit, best(t, free, lambda p: -ground.steps_on(t, p, US)))

    def act_infiltrate(self, t: Table, f: Frame, unit: str) -> None:
        """As an advance, with an attempt to infiltrate where that is legal (9.4, 4.2.2.c)."""
        infiltrate(t, unit)

    def act_fall_back(self, t: Table, f: Frame, unit: str) -> None:
        """Fall back (9.4)."""
        fall_back(t, unit)

    def act_slip(self, t: Table, f: Frame, unit: str) -> None:
        """A spotted sniper, or who has no ammunition, gets out of sight (9.6, 9.9)."""
        tactics.slip_away(t, unit)

    def act_retarget(self, t: Table, f: Frame, unit: str) -> None:
        """A sniper whose target card is empty looks for another (9.6)."""
        tactics.retarget(t, unit)

    def act_call(self, t: Table, f: Frame, unit: str) -> None:
        """An observer calls fire (9.8)."""
        observer.call(t, unit)

    def act_leave(self, t: Table, f: Frame, unit: str) -> None:
        """An observer without missions is removed (9.8)."""
        tactics.vanish(t, unit)

    def act_to_team(self, t: Table, f: Frame, unit: str) -> None:
        """A leader left alone turns to his fire-team side (9.7)."""
        t.turn(unit, "back")


def _weight(r: Reader, goal: str) -> int:
    """Return the steps of a target: of a marker those of all US units under it."""
    if r.has(goal, "cover"):
        return sum(facts.steps(r, u) for u in ground.sheltered(r, goal, US))
    return facts.steps(r, goal)


def _open_targets(r: Reader, unit: str) -> list[str]:
    place = act_fight.fire_card(r, unit)
    return (
        [u for u in fire.foes(r, place, ENEMY) if not ground.under(r, u) and not facts.is_vehicle(r, u)]
        if place
        else []
    )


# moving ---------------------------------------------------------------------------------


def can_go(r: Reader, unit: str, to: str) -> bool:
    """Return whether an enemy may move to a card: not exposed, room there, restricted as any unit (9.4, 4.2.5)."""
    return ground.in_play(to) and not facts.is_exposed(r, unit) and movement.bar(r, unit, to) is None


def step(t: Table, unit: str, to: str, *, exposed: bool = True) -> None:
    """Move an enemy one card; it goes under a free cover marker there, a leader goes with the largest unit (9.4, 9.7)."""
    frm = t.spot(unit)
    size = facts.steps(t, unit)
    leaders = [u for u in facts.free_units(t, frm, ENEMY) if leader(t, u) and u != unit and facts.is_good_order(t, u)]
    others = [u for u in facts.infantry(t, frm, ENEMY) if u != unit and not leader(t, u)]
    movement.go(t, unit, to, marker=ground.best_shelter(t, to, unit), exposed=exposed)
    if facts.is_good_order(t, unit) and all(facts.steps(t, u) <= size for u in others):
        for one in leaders:
            if can_go(t, one, to):
                movement.go(t, one, to, marker=ground.best_shelter(t, to, one), exposed=exposed)
                t.set_attr(one, "no_check", t.var("turn"))


def nearest_us(r: Reader, place: str) -> list[str]:
    """Return the US-occupied cards of the map nearest to a card (9.4)."""
    cards = [p for p in facts.cards_with(r, US) if ground.in_play(p)] or facts.cards_with(r, US)
    least = min((sight.distance(r, place, p) for p in cards), default=0)
    return [p for p in cards if sight.distance(r, place, p) == least]


def toward(t: Table, unit: str) -> str:
    """Return the card to which an advance leads: nearer to a nearest US card; no VOF, better cover, at random (9.4)."""
    here = t.spot(unit)
    goals = nearest_us(t, here)
    if not goals:
        return ""
    away = min(sight.distance(t, here, g) for g in goals)
    near = [
        p for p in ground.next_to(t, here)
        if can_go(t, unit, p) and min(sight.distance(t, p, g) for g in goals) < away
    ]  # fmt: skip
    return best(t, near, lambda p: not fire.has_vof(t, p), lambda p: sight.cover(t, p, False))


def holds_back(r: Reader, unit: str) -> bool:
    """Return whether an advance becomes a hold: tripods and mortars with a US unit in range (9.4)."""
    return facts.is_heavy(r, unit) and us_in_reach(r, unit)


def advance(t: Table, unit: str) -> None:
    """Move an enemy one card toward the nearest US card, if it may (9.4)."""
    to = "" if holds_back(t, unit) else toward(t, unit)
    if to:
        step(t, unit, to)


def infiltrate(t: Table, unit: str) -> None:
    """Advance by infiltration: a success keeps it unexposed, without fire about it is a plain advance (9.4, 4.2.2.c)."""
    to = "" if holds_back(t, unit) else toward(t, unit)
    if not to:
        return
    legal = movement.may_infiltrate(t, unit) is None and (hot(t, unit) or fire.has_vof(t, to))
    hidden = legal and deck.attempt(t, cards_of(t, unit), "infiltrate") > 0
    step(t, unit, to, exposed=not hidden)


def rear(r: Reader, place: str) -> list[str]:
    """Return the cards behind a card as its own side sees it: three, two at a side edge, none at the far edge (9.4)."""
    return [p for p in ground.next_to(r, place) if ground.row(p) == ground.row(place) + 1]


def fall_back(t: Table, unit: str) -> None:
    """Fall back one card: out of all US sight, best terrain, at random; over the edge it is gone (9.4)."""
    here = t.spot(unit)
    behind = rear(t, here)
    if facts.is_exposed(t, unit):
        return
    if not behind:
        if not facts.is_pinned(t, unit):
            tactics.vanish(t, unit)
        return
    free = [p for p in behind if can_go(t, unit, p)]
    if free:
        to = best(t, free, lambda p: not tactics.in_us_sight(t, p), lambda p: sight.cover(t, p, False))
        step(t, unit, to)


STEPS = (EnemyChecks(),)
