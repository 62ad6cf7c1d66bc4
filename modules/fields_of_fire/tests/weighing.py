"""What the sensible captain thinks of a position: where each unit should go, how hot a card is, what an order is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from modules.fields_of_fire.rules import act_fight, ends, facts, fire, ground, mission, movement, sight, support
from modules.fields_of_fire.rules.act_move import OPEN
from modules.fields_of_fire.rules.actions import Action, Order
from modules.fields_of_fire.rules.attempts import Attempt
from modules.fields_of_fire.rules.facts import ENEMY, US
from qtwar.kit.table import Seen

Json = dict[str, Any]
Rated = tuple[float, Json]

RALLIES = {
    "rally_pin": 2.5, "rally_paralyzed": 1.5, "rally_litter": 2.0, "rally_fire": 2.2, "to_front": 3.5, "fill_up": 3.0,
    "reconstitute": 3.5, "rebuild_platoon_hq": 5.0, "rebuild_company_hq": 8.0,
}  # fmt: skip
"""What it is worth to bring a unit up, before the chance."""
DANGER = {"H": 4.0, "A": 3.0, "S": 1.5, "P": 0.5, "": 0.0}
OBSERVERS = frozenset(("FO", "FO_air"))
STAYS = frozenset(("co_hq", "xo", "first_sgt", "bn_cmdr"))
"""Who leads from behind."""
SHELLS, SMOKE = 6.0, "colored_smoke"


class View:
    """A position as the captain sees it; worked out once for all orders that he weighs."""

    def __init__(self, s: Seen) -> None:
        self.s = s
        self.kind = mission.kind(s)
        self.data = mission.data(s)
        self._goals: dict[str, str] = {}
        self._danger: dict[str, float] = {}
        self._assign()

    # where to ---------------------------------------------------------------------------

    def objectives(self) -> list[str]:
        """Return the cards that the mission wants."""
        s = self.s
        found: list[str] = []
        for goal in self.data["goals"]:
            if "secured" in goal:
                found += [mission.point(s, name) for name in goal["secured"]]
            elif "cleared_cells" in goal:
                found += [f"map:{c}" for c in goal["cleared_cells"] if not ground.is_cleared(s, f"map:{c}")]
            elif "cleared" in goal:
                found += [p for p in ground.mission_cards(s) if not ground.is_cleared(s, p)]
        return [p for p in found if p]

    def _assign(self) -> None:
        """Give every unit a card to make for: platoons to objectives, squads to cards to be cleared, patrols on their way."""
        s, wanted = self.s, self.objectives()
        units = [u for u in facts.all_units(s, US) if facts.is_infantry(s, u) and ground_of(s, u)]
        if self.kind == "patrol":
            self._patrol(units)
        elif self.kind == "defensive":
            self._hold(units)
        elif any("secured" in goal for goal in self.data["goals"]):
            self._attack(units, wanted)
        else:
            self._sweep(units, wanted)

    def _patrol(self, units: list[str]) -> None:
        s, way = self.s, ends.route(self.s)
        done = int((s.var("patrol") or {}).get("P1", 0))
        goal = way[done] if done < len(way) else ""
        men = [u for u in units if facts.platoon(s, u) == "P1" and not facts.is_heavy(s, u)]
        squads = sorted(u for u in men if facts.is_squad(s, u))
        for unit in men:
            if unit in squads[2:] and ground.row(facts.card(s, unit)) == 0:
                continue  # half of the men must be home: some stay
            if goal:
                self._goals[unit] = goal
            elif ground.row(facts.card(s, unit)) > 1:
                self._goals[unit] = ground.at(1, ground.column(facts.card(s, unit)))

    def _hold(self, units: list[str]) -> None:
        """Go into cards of the main line that nobody holds any more, from cards with men to spare."""
        s = self.s
        line = [p for p in ground.mission_cards(s) if ground.row(p) == 1]
        bare = [p for p in line if not facts.free_units(s, p, US)]
        for place in bare:
            near = [
                u for u in units if facts.is_good_order(s, u) and facts.is_squad(s, u) and u not in self._goals
                and sight.distance(s, facts.card(s, u), place) == 1 and self._spare(u)
            ]  # fmt: skip
            if near:
                self._goals[max(near, key=lambda u: facts.steps(s, u))] = place
        for unit in units:
            if ground.row(facts.card(s, unit)) > 1 and unit not in self._goals and self.danger(facts.card(s, unit)) > 1:
                self._goals[unit] = ground.at(1, ground.column(facts.card(s, unit)))

    def _spare(self, unit: str) -> bool:
        """Return whether a card holds more than one squad in Good Order."""
        here = facts.card(self.s, unit)
        good = [u for u in facts.infantry(self.s, here, US) if facts.is_good_order(self.s, u) and facts.is_combat(self.s, u)]
        return len(good) > 1 or ground.row(here) != 1

    def _attack(self, units: list[str], wanted: list[str]) -> None:
        s = self.s
        far = max(wanted, key=ground.row)
        front = max((ground.row(facts.card(s, u)) for u in units if facts.is_squad(s, u)), default=0)
        for unit in units:
            platoon = facts.platoon(s, unit)
            n = int(platoon[1:]) if platoon[:1] == "P" and platoon[1:].isdigit() else 2
            goal = wanted[(n - 1) % len(wanted)]
            secured = [g for g in wanted if ground.is_secured(s, g)]
            if ground.is_secured(s, goal) and facts.card(s, unit) != goal and len(secured) < len(wanted):
                goal = next(g for g in wanted if g not in secured)
            if self._stays_back(unit):
                row = max(1, min(front - 1, ground.row(far) - 1))
                goal = ground.at(row, ground.column(goal))
            self._goals[unit] = goal

    def _stays_back(self, unit: str) -> bool:
        s = self.s
        return (
            facts.post(s, unit) in STAYS
            or facts.platoon(s, unit) == "P4"
            or facts.role(s, unit) in OBSERVERS
            or facts.is_mortar(s, unit)
        )

    def _sweep(self, units: list[str], wanted: list[str]) -> None:
        """Send each squad to the nearest card to be cleared, two at most to one."""
        s = self.s
        sent: dict[str, int] = {}
        squads = [u for u in units if facts.is_combat(s, u) and not facts.is_heavy(s, u) and facts.post(s, u) not in STAYS]
        for unit in sorted(squads, key=lambda u: (min((sight.distance(s, facts.card(s, u), g) for g in wanted), default=9), u)):
            here = facts.card(s, unit)
            open_ = [g for g in wanted if sent.get(g, 0) < (2 if self.kind != "offensive" or len(wanted) > 8 else 4)]
            if open_:
                goal = min(
                    open_,
                    key=lambda g: (sight.distance(s, here, g), len(facts.free_units(s, g, ENEMY)), ground.row(g), g),
                )
                sent[goal] = sent.get(goal, 0) + 1
                self._goals[unit] = goal

    def goal(self, unit: str) -> str:
        """Return the card that a unit makes for, an empty word to stay."""
        return self._goals.get(unit, "")

    # how hot ----------------------------------------------------------------------------

    def danger(self, place: str) -> float:
        """Return how hot a card is for the company: the fire on it, shells and grenades, enemies in it."""
        found = self._danger.get(place)
        if found is None:
            s = self.s
            found = 0.0
            if ground.in_play(place):
                fall = fire.fall_on(s, place)
                words = [vof for side, vof, _ in fall.outside if side == ENEMY]
                words += [vof for side, vof in fall.inside.items() if side == ENEMY]
                found = max((DANGER[w] for w in words), default=0.0)
                found += 2.0 if fall.snipers else 0.0
                shells = fire.specials(s, place, "vof_incoming", "vof_air")
                pending = [p for p in s.ids(place) if s.record(p)["kind"] in ("pending_fire", "pending_air")]
                found += 4.0 * bool(shells or pending)
            self._danger[place] = found
        return found

    def able(self, place: str) -> list[str]:
        """Return the enemies on a card that can still fight."""
        s = self.s
        return [
            u for u in facts.free_units(s, place, ENEMY)
            if not facts.is_pinned(s, u) and facts.lat(s, u) not in (facts.LITTER, facts.PARALYZED)
        ]  # fmt: skip

    def whole(self, place: str) -> list[str]:
        """Return the enemies on a card that will fight again, pinned ones too."""
        s = self.s
        return [u for u in facts.free_units(s, place, ENEMY) if facts.lat(s, u) not in (facts.LITTER, facts.PARALYZED)]

    # what an order is worth -------------------------------------------------------------

    def rate(self, action: Action, o: Order, unit: str) -> Iterator[Rated]:
        """Give what an action of a unit promises, for each way in which it may be ordered."""
        method = getattr(self, f"_{action.verb}", None)
        if method is not None:
            yield from method(action, o, unit)
        elif action.verb in RALLIES:
            yield from self._rally(action, o, unit)

    def _chance(self, action: Action, unit: str, args: Json) -> float:
        return action.chance(self.s, unit, args) if isinstance(action, Attempt) else 1.0

    def _rally(self, action: Action, o: Order, unit: str) -> Iterator[Rated]:
        s = self.s
        worth = RALLIES[action.verb] * (1.6 if facts.may_command(s, unit) else 1.0)
        if action.verb == "rally_pin" and self.danger(facts.card(s, unit)) == 0:
            worth *= 0.5  # it comes off by itself
        args: Json = {}
        ask = action.ask(s, o, unit)
        if ask["kind"] == "pieces":
            least = int(ask.get("min", 1))
            pieces = list(dict.fromkeys([*ask.get("locked", ()), *ask["pieces"]]))
            args = {"pieces": pieces[: max(least, min(3, len(pieces)) if action.verb == "reconstitute" else 1)]}
        yield worth * self._chance(action, unit, args), args

    def _activate(self, action: Action, o: Order, unit: str) -> Iterator[Rated]:
        s = self.s
        men = sum(facts.platoon(s, u) == facts.platoon(s, unit) for u in facts.company(s))
        yield 2.5 + min(3.0, 0.6 * men), {}

    def _activate_vehicle(self, action: Action, o: Order, unit: str) -> Iterator[Rated]:
        s = self.s
        if facts.is_vehicle(s, unit):
            loaded = any(facts.is_infantry(s, p) for p in s.inside(unit))
            air = facts.is_air(s, unit)
            yield (5.0 if loaded else 1.0) if air else 3.0, {}

    def _seek_cover(self, action: Action, o: Order, unit: str) -> Iterator[Rated]:
        hot = self.danger(facts.card(self.s, unit))
        yield (1.0 + hot) * self._chance(action, unit, {}), {}

    def _doors(self, action: Action, o: Order, unit: str, exposed: float) -> Iterator[Rated]:
        s = self.s
        ask = action.ask(s, o, unit)
        now = ground.under(s, unit)
        have = float(s.attr(now, "ncm", 0)) if now else 0.0
        hot = self.danger(facts.card(s, unit))
        for choice in ask["choices"]:
            to = "" if choice["value"] == OPEN else choice["value"]
            gain = (float(s.attr(to, "ncm", 0)) if to else 0.0) - have
            heard = 1.5 * (self.men(unit, to) - self.men(unit, now)) if facts.may_command(s, unit) else 0.0
            yield gain * (1.0 + hot / 2) + heard - exposed, {"choice": choice["value"]}

    def men(self, hq: str, marker: str) -> int:
        """Return how many of his men an HQ has about him under a marker or in the open: under another nobody hears (4.3.1)."""
        s = self.s
        here = [u for u in facts.infantry(s, facts.card(s, hq), US) if ground.under(s, u) == marker and u != hq]
        return sum(facts.platoon(s, u) == facts.platoon(s, hq) or facts.post(s, hq) == "co_hq" for u in here)

    def _enter_cover(self, action: Action, o: Order, unit: str) -> Iterator[Rated]:
        hot = self.danger(facts.card(self.s, unit))
        yield from self._doors(action, o, unit, 3.0 if hot else 0.5)

    def _infiltrate_cover(self, action: Action, o: Order, unit: str) -> Iterator[Rated]:
        yield from self._doors(action, o, unit, 2.0 * (1 - self._chance(action, unit, {"choice": ""})))

    def _spot(self, action: Action, o: Order, unit: str) -> Iterator[Rated]:
        s = self.s
        for place in act_fight.unspotted_cards(s, unit):
            worth = 4.0 if any(s.attr(u, "aim") for u in facts.free_units(s, place, ENEMY)) or fire.aim(s, place, ENEMY) else 2.5
            yield worth * self._chance(action, unit, {"cell": place}), {"cell": place}

    def _concentrate(self, action: Action, o: Order, unit: str) -> Iterator[Rated]:
        s = self.s
        place = act_fight.fire_card(s, unit)
        able, whole = self.able(place), self.whole(place)
        for choice in act_fight.concentrate_choices(s, unit):
            if whole:
                args = {"choice": choice["value"]}
                yield (4.0 if able else 2.5) * self._chance(action, unit, args), args

    def _grenade(self, action: Action, o: Order, unit: str) -> Iterator[Rated]:
        s = self.s
        for goal in action.ask(s, o, unit)["pieces"]:
            place = s.spot(goal)
            there = [u for u in facts.free_units(s, place, ENEMY) if goal in (u, ground.under(s, u))]
            worth = 2.5 + 1.0 * len(there) + (1.5 if any(u in self.able(place) for u in there) else -1.0)
            yield worth * self._chance(action, unit, {"goal": goal}), {"pieces": [goal]}

    def _call(self, action: Action, o: Order, unit: str) -> Iterator[Rated]:
        s = self.s
        assert isinstance(action, support.CallFire)
        for one, what in action.missions(s, unit):
            if support.bar(s, unit, one, what) is not None:
                continue
            for place in support.targets(s, unit, one, what):
                args = {"support": one["id"], "what": what, "cell": place}
                worth = self._fire_worth(place, what)
                if worth:
                    yield worth * self._chance(action, unit, args), args

    def _fire_worth(self, place: str, what: str) -> float:
        s = self.s
        if what not in ("HE", "TOT") and what != "air_strike":
            return 0.0
        pending = any(s.record(p)["kind"] in ("pending_fire", "pending_air") for p in s.ids(place))
        if facts.free_units(s, place, US) or pending:
            return 0.0
        enemies = self.whole(place)
        return SHELLS + sum(facts.steps(s, u) for u in enemies) if enemies else 0.0

    _call_fire = _call
    _hq_call_fire = _call

    def _call_mortar(self, action: Action, o: Order, unit: str) -> Iterator[Rated]:
        s = self.s
        assert isinstance(action, support.CallMortar)
        for mortar, cells in action.aims(s, unit).items():
            if s.attr(mortar, "indirect"):
                continue
            for place in cells:
                if self.whole(place) and not facts.free_units(s, place, US):
                    yield 4.0, {"pieces": [mortar], "cell": place}

    def _final_fire(self, action: Action, o: Order, unit: str) -> Iterator[Rated]:
        s = self.s
        point = mission.point(s, "fpf")
        near = sum(len(self.able(p)) for p in ground.cards(s) if ground.row(p) <= 2)
        there = len(self.able(point)) if point else 0
        own = bool(point) and bool(facts.free_units(s, point, US))
        if not own and (there or near >= 2):
            yield 3.0 + 3.0 * there + near, {}

    # going ------------------------------------------------------------------------------

    def _way(self, unit: str, to: str, *, hidden: float = 0.0) -> float:
        """Return what a step of a unit to a card is worth; `hidden` is the chance not to be exposed by it."""
        s, here, goal = self.s, facts.card(self.s, unit), self.goal(unit)
        if not goal or here == goal:
            return 0.0
        gain = self._left(here, goal) - self._left(to, goal)
        if gain <= 0:
            return 0.0
        weight = 2.2 if not self._stays_back(unit) else 1.6 if facts.role(s, unit) in OBSERVERS else 0.9
        worth = weight * gain + 0.25 * (sight.cover(s, to, False) - sight.cover(s, here, False))
        late = int(s.var("turn", 1)) / mission.turns(s)
        if not self._stays_back(unit):
            worth += 4.0 * late * late * late
        worth -= (1.0 + self.danger(to)) * 0.8 * (1 - hidden) * bool(self.danger(to))
        worth += 0.4 * self.danger(here)
        able = self.able(to)
        if able:
            ours = sum(facts.steps(s, u) for u in facts.infantry(s, here, US) if facts.is_good_order(s, u))
            worth -= 2.5 * len(able) if ours < 3 * len(able) or late < 0.5 else 1.0 * len(able)
        target = fire.aim(s, here, US)
        if target and self.able(target) and target != to and fire.shoots(s, unit, target):
            worth -= 1.2 * (1 - late)  # the fire fight first
        if ground.has_contact_marker(s, to) and s.var("activity") in ("engaged", "heavily_engaged"):
            worth -= 1.2 * (1 - late)
        return worth

    def _left(self, place: str, goal: str) -> float:
        """Return how far it is to a card: cards, and less than one for going askew."""
        away = abs(ground.row(place) - ground.row(goal)), abs(ground.column(place) - ground.column(goal))
        return max(away) + 0.1 * min(away)

    def _move(self, action: Action, o: Order, unit: str) -> Iterator[Rated]:
        if facts.lat(self.s, unit) in (facts.LITTER, facts.PARALYZED):
            return
        for to in movement.targets(self.s, unit):
            worth = self._way(unit, to)
            if worth > 0:
                yield worth, {"cell": to}

    def _platoon_move(self, action: Action, o: Order, unit: str) -> Iterator[Rated]:
        s = self.s
        ask = action.ask(s, o, unit)
        for to in ask["cells"]:
            men = [p for p in ask["pieces"] if to in movement.targets(s, p) and self._way(p, to) > 0]
            if men:
                yield sum(self._way(p, to) for p in men), {"pieces": men, "cell": to}

    def _infiltrate(self, action: Action, o: Order, unit: str) -> Iterator[Rated]:
        chance = self._chance(action, unit, {})
        for to in movement.infiltration_targets(self.s, unit):
            worth = self._way(unit, to, hidden=chance)
            if worth > 0:
                yield worth + 0.3, {"cell": to}

    def _repair_line(self, action: Action, o: Order, unit: str) -> Iterator[Rated]:
        """Mend a cut telephone line that others still hang on."""
        yield 1.0, {}

    def _use_signal(self, action: Action, o: Order, unit: str) -> Iterator[Rated]:
        """Mark a landing zone with smoke when helicopters wait above."""
        s = self.s
        here = facts.card(s, unit)
        above = [p for p in s.ids("in_transit") if facts.role(s, p) == "helicopter"]
        waits = any(facts.is_infantry(s, u) for p in above for u in s.inside(p))
        late = s.var("first_landing") not in (None, s.var("turn"))
        marked = any(s.record(p)["kind"] == SMOKE for p in s.ids(here))
        if waits and late and not marked and here in mission.points(s, "lz"):
            for ask in action.asks(s, o, unit):
                if ask.get("fixed", {}).get("kind") == SMOKE:
                    yield 6.0, {"kind": SMOKE}


def ground_of(s: Seen, unit: str) -> str:
    """Return the card of a unit that is on foot, an empty word for riders."""
    return "" if facts.carried(s, unit) else facts.card(s, unit)
