"""A captain with plain sense: he advances by cover, wins the fire fight before he goes on, and rallies his men.

He looks at the position as the rules see it, weighs what each headquarters may order, and gives the order that promises
most for a command. What he never does is look into a deck: chances are those of the whole of it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from modules.fields_of_fire.rules import facts, ground, orders, purse, sight
from modules.fields_of_fire.rules.actions import Order
from modules.fields_of_fire.rules.facts import ENEMY, US
from modules.fields_of_fire.rules.menu import BY_VERB
from modules.fields_of_fire.tests.weighing import View
from qtwar.kit import asks
from qtwar.kit.dice import Chance
from qtwar.kit.offers import Ask
from qtwar.kit.runner import Runner
from qtwar.kit.table import Frame, Seen

Json = dict[str, Any]

READY = (
    "ready", "all", "land", "dismount", "place_air", "also", "sweep", "fac_call", "mark_wp", "react", "fire_at", "drive",
    "throw", "promote", "replace", "resupply", "extra_mission", "reattempt", "enough",
)  # fmt: skip
"""What he answers at once where it is asked, the first before the others."""
ORDERS = (
    "activate", "activate_vehicle", "rally_pin", "rally_paralyzed", "rally_litter", "rally_fire", "to_front", "fill_up",
    "reconstitute", "seek_cover", "infiltrate_cover", "enter_cover", "spot", "concentrate", "grenade", "call_fire",
    "hq_call_fire", "call_mortar", "final_fire", "move", "platoon_move", "infiltrate", "rebuild_platoon_hq",
    "rebuild_company_hq", "use_signal", "repair_line",
)  # fmt: skip
LEAST = 0.75
"""What an order must promise for a command to be spent on it; else it is saved."""
PLENTY = 4
"""With so many commands in hand he is not as thrifty: few of them can be saved."""


class Choice(NamedTuple):
    """An order that may be given: what it promises for each command, by whom, to whom, and what is said."""

    worth: float
    issuer: str
    unit: str
    verb: str
    args: Json


class Captain:
    """Plays the company. He keeps in mind the order that he is about to give."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner
        self.pending: Choice | None = None

    def answer(self) -> Json:
        """Return the action that he takes now."""
        offer = self.runner.offer(US)
        assert offer is not None
        open_ = [ask for ask in offer["asks"] if not ask.get("why_not")]
        s = self.runner.seen(US)
        frame = s.frame()
        if frame.step == "impulse":
            return self._impulse(s, frame, open_)
        if frame.step == "attempts":
            return self._plain("exhort" if self._worth_exhorting(s, frame) else "let")
        if frame.step == "vehicle":
            found = self._vehicle(s, frame, open_)
            if found is not None:
                return found
        if frame.step == "arrive":
            return self._shelter(s, frame.l["unit"], open_)
        if frame.step == "lifts":
            return self._lift(s, open_)
        for verb in READY:
            for ask in open_:
                if ask["verb"] == verb and (args := self._first(s, ask)) is not None:
                    return {"side": US, "verb": verb, "args": args}
        last = open_[-1]
        args = self._first(s, last)
        assert args is not None, last
        return {"side": US, "verb": last["verb"], "args": args}

    @staticmethod
    def _plain(verb: str, **args: Any) -> Json:
        return {"side": US, "verb": verb, "args": args}

    def _shelter(self, s: Seen, unit: str, open_: list[Ask]) -> Json:
        """Go under the best cover; an HQ stays with its men, who hear it in the open or under the same marker."""
        markers = next((list(ask["pieces"]) for ask in open_ if ask["verb"] == "shelter"), [])
        if facts.may_command(s, unit):
            view = View(s)
            with_men = {marker: view.men(unit, marker) for marker in (*markers, "")}
            most = max(with_men.values())
            markers = [m for m in markers if with_men[m] == most and (most or not with_men[""])]
        if not markers:
            return self._plain("on")
        return self._plain("shelter", pieces=[max(markers, key=lambda m: int(s.attr(m, "ncm", 0)))])

    def _first(self, s: Seen, ask: Ask) -> Json | None:
        """Return an answer to an ask: the best cover, the enemy's card, else the first that there is."""
        if ask["verb"] == "dismount":
            return {"pieces": list(ask["pieces"])}
        found, _ = asks.answers(ask, lambda what, args: self.runner.query(US, what, args), Chance(1), 40)
        if not found:
            return None
        if any("cell" in args for args in found):
            return max(found, key=lambda args: self._prize(s, str(args.get("cell") or "")))
        return found[0]

    @staticmethod
    def _prize(s: Seen, place: str) -> float:
        if not facts.is_card(place):
            return 0.0
        if facts.free_units(s, place, US):
            return -5.0
        return float(sum(facts.steps(s, u) for u in facts.free_units(s, place, ENEMY)))

    @staticmethod
    def _worth_exhorting(s: Seen, frame: Frame) -> bool:
        return str(frame.l["verb"]) not in ("infiltrate", "platoon_infiltrate", "seek_cover", "infiltrate_cover")

    # orders -----------------------------------------------------------------------------

    def _impulse(self, s: Seen, frame: Frame, open_: list[Ask]) -> Json:
        verbs = {ask["verb"] for ask in open_}
        now = self.pending
        if frame.l["unit"]:
            self.pending = None
            if now is not None and now.unit == frame.l["unit"] and now.verb in verbs:
                return self._plain(now.verb, **now.args)
            return self._plain("back")
        best = self._best(s, frame)
        if best is None or best.worth < (LEAST if purse.left(frame, best.issuer) < PLENTY else LEAST / 2):
            return self._plain("done")
        if best.issuer != frame.l["issuer"]:
            return self._plain("issuer", pieces=[best.issuer])
        self.pending = best
        return self._plain("order", pieces=[best.unit])

    def _best(self, s: Seen, frame: Frame) -> Choice | None:
        self.view = View(s)
        found: Choice | None = None
        for hq in frame.l["hqs"]:
            if purse.left(frame, hq) <= 0 or (hq != purse.GENERAL and not s.exists(hq)):
                continue
            for unit in orders.receivers(s, hq):
                o = Order(hq, purse.left(frame, hq), frozenset(frame.l["used"].get(unit, ())), hq == purse.GENERAL)
                for verb in ORDERS:
                    action = BY_VERB[verb]
                    if not self._thinks_of(s, verb, unit) or not action.applies(s, o, unit):
                        continue
                    if not orders.hears_it(s, hq, unit, action) or action.why_not(s, o, unit) is not None:
                        continue
                    for worth, args in self.view.rate(action, o, unit):
                        worth = worth / max(1, action.cost)
                        if found is None or worth > found.worth:
                            found = Choice(worth, hq, unit, verb, args)
        return found

    @staticmethod
    def _thinks_of(s: Seen, verb: str, unit: str) -> bool:
        if verb == "move" or verb.startswith("platoon"):
            return not facts.is_exposed(s, unit)
        return True

    # vehicles and lifts -----------------------------------------------------------------

    def _vehicle(self, s: Seen, frame: Frame, open_: list[Ask]) -> Json | None:
        """Fire where there is a target, else drive with the infantry, never before it."""
        unit = frame.l["unit"]
        by = {ask["verb"]: ask for ask in open_}
        if "fire_at" in by and (args := self._first(s, by["fire_at"])):
            return self._plain("fire_at", **args)
        if "go" in by:
            here = facts.card(s, unit)
            front = [ground.row(p) for p in facts.cards_with(s, US) if facts.infantry(s, p, US) and ground.in_play(p)]
            goals = View(s).objectives()
            ways = [p for p in by["go"]["cells"] if ground.row(p) <= max(front, default=1) and facts.infantry(s, p, US)]
            if goals and ways:
                to = min(ways, key=lambda p: min(sight.distance(s, p, g) for g in goals))
                if min(sight.distance(s, to, g) for g in goals) < min(sight.distance(s, here, g) for g in goals):
                    return self._plain("go", cell=to)
        return self._plain("halt")

    def _lift(self, s: Seen, open_: list[Ask]) -> Json:
        """Land where it is quiet, let the men off, fly the empty ones back for more."""
        by = {ask["verb"]: ask for ask in open_}
        for verb in ("dismount", "land"):
            if verb in by and (args := self._first(s, by[verb])) is not None:
                return self._plain(verb, **args)
        if "lift_off" in by:
            men = [p for p in by["lift_off"]["pieces"] if any(facts.is_infantry(s, u) for u in s.inside(p))]
            empty = [p for p in by["lift_off"]["pieces"] if facts.is_card(s.where(p)) and p not in men]
            off = [p for p in men if not facts.is_card(s.where(p))] or empty
            if off:
                return self._plain("lift_off", pieces=off)
        if "go_back" in by:
            empty = [p for p in by["go_back"]["pieces"] if not s.inside(p)]
            if empty:
                return self._plain("go_back", pieces=empty)
        return self._plain("done")
