"""The end of a mission: judged, points counted and spent, replacements, and what comes next (10, 11)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Offer, msg
from qtwar.kit.step import Step
from qtwar.kit.steps import Asking, Staged
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import campaign, ends, ground, mission, recovery, sight
from .facts import US


class Game(Staged):
    """Missions one after another: planned, played, judged; again, or the next one, until the game is over (2, 3, 11)."""

    name = "game"
    first = "plan"

    def at_plan(self, t: Table, f: Frame) -> str:
        """Plan the mission (2)."""
        t.call("plan")
        return "play"

    def at_play(self, t: Table, f: Frame) -> str:
        """Play its turns (3)."""
        t.call("turns")
        return "judge"

    def at_judge(self, t: Table, f: Frame) -> str:
        """Judge it (11)."""
        t.call("debrief")
        return "plan"


class MissionTurns(Step):
    """The turns of a mission, counted in `var turn` (1.1.1.b, 3). Locals: `begun`."""

    name = "turns"

    def run(self, t: Table, f: Frame) -> None:
        """Begin the next turn, or be done after the last."""
        turn = int(t.var("turn", 1)) + 1 if f.l.get("begun") else 1
        if turn > mission.turns(t):
            t.done()
            return
        f.l["begun"] = True
        t.set_var("turn", turn)
        self.set_weather(t, turn)
        for kind, box in (("turn", f"turn-{turn}"), ("visibility", f"visibility_{sight.general(t)}")):
            marker = next((p for p in sorted(t.records) if t.record(p)["kind"] == kind), "")
            if marker:
                t.move(marker, box)
        t.note("note.turn", rule="3", level=0, n=turn)
        t.call("turn")

    @staticmethod
    def set_weather(t: Table, turn: int) -> None:
        """Set the visibility that the mission has for a turn (8)."""
        word = sight.schedule(t, turn)
        if t.var("weather") != word:
            t.set_var("weather", word)
            t.note("note.weather", rule="8", what=msg(f"weather.{word}"), n=sight.general(t))


class Debrief(Staged):
    """The mission is judged; the player says whether it is tried again; points are spent. Locals: `won`, `next`."""

    name = "debrief"
    first = "judge"

    def at_judge(self, t: Table, f: Frame) -> str:
        """Judge the mission and count its points (10.2, 11)."""
        f.l["won"] = ends.judge(t)
        t.note("note.judged_won" if f.l["won"] else "note.judged_lost", rule="11", level=0)
        for name, points in ends.awards(t):
            ends.award(t, points, f"award.{name}")
        t.set_var("campaign_xp", int(t.var("campaign_xp", 0)) + int(t.num(US, "xp", 0)))
        f.l["next"] = campaign.after(t, bool(f.l["won"]))
        if f.l["next"] == "reattempt":
            t.wait(US)
            return "reattempt"
        if not f.l["next"]:
            campaign.finish(t, bool(f.l["won"]))
        return "grow"

    def at_reattempt(self, t: Table, f: Frame) -> str:
        """Go on if the player tries again; else the mission is lost (11.1, 11.2)."""
        if f.l.get("gives_up"):
            campaign.finish(t, won=False)
        return "grow"

    def at_grow(self, t: Table, f: Frame) -> str:
        """Drop teams to green, spend points, add replacements after a success (10.3)."""
        recovery.reform(t)
        t.set_var("promoted", {})
        t.call("promotions")
        return "replace"

    def at_replace(self, t: Table, f: Frame) -> str:
        """Replacements come after a success, with the next mission (10.4)."""
        if f.l["next"] == "next":
            t.call("replacements", **recovery.replacements(t))
        return "go"

    def at_go(self, t: Table, f: Frame) -> None:
        """Lay out what comes next."""
        campaign.go(t, str(f.l["next"]))
        t.done()

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer to try again after a failure (11.1)."""
        left = int(mission.data(s)["attempts"]) - int(s.var("attempt", 1))
        return offers.offer(
            msg("prompt.reattempt", rule="11.1", n=left),
            offers.button("reattempt", "button.reattempt", rule="11.1"),
            offers.button("give_up", "button.give_up", rule="11.2"),
        )

    def do_reattempt(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Try again."""

    def do_give_up(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Give the mission up."""
        f.l["gives_up"] = True


class Promotions(Asking):
    """Points are spent on steps, one level at a time; what is not spent is lost (10.3)."""

    name = "promotions"
    ends = ("done",)

    def asked(self, t: Table, f: Frame) -> str:
        """Ask the player."""
        return US

    def is_open(self, t: Table, f: Frame) -> bool:
        """Return whether a step can still be promoted."""
        return bool(self.candidates(t))

    @staticmethod
    def candidates(r: Reader) -> list[str]:
        """Return the units of which a step can be promoted."""
        return recovery.promotable(r, int(r.num(US, "xp", 0)))

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer the units, each with its price."""
        found = self.candidates(s)
        return offers.offer(
            msg("prompt.promote", rule="10.3", n=int(s.num(US, "xp", 0))),
            offers.pieces("promote", "ask.promote", found, rule="10.3", costs={u: recovery.price(s, u) for u in found}),
            offers.button("done", "button.done_promoting", rule="10.3"),
        )

    def do_promote(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Promote a step of a unit."""
        cost = recovery.promote(t, args["pieces"][0])
        t.put(US, "xp", int(t.num(US, "xp", 0)) - cost)

    def close(self, t: Table, f: Frame) -> None:
        """Lose what was not spent (10.3)."""
        t.put(US, "xp", 0)


class Replacements(Asking):
    """Replacements go into units of the company, veterans who come back first (10.4). Locals: `veteran`, `green` left."""

    name = "replacements"
    ends = ("done",)

    def asked(self, t: Table, f: Frame) -> str:
        """Ask the player."""
        return US

    @staticmethod
    def steps(f: Frame) -> str:
        """Return the steps left, by the letters of their experience, the best first."""
        return "V" * int(f.l["veteran"]) + "G" * int(f.l["green"])

    def is_open(self, t: Table, f: Frame) -> bool:
        """Return whether steps are left that a unit can take."""
        return bool(recovery.takers(t, len(self.steps(f))))

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer the units that lack steps."""
        found = recovery.takers(s, len(self.steps(f)))
        return offers.offer(
            msg("prompt.replace", rule="10.4", n=len(self.steps(f)), veteran=int(f.l["veteran"])),
            offers.pieces("replace", "ask.replace", found, rule="10.4"),
            offers.button("done", "button.done_replacing", rule="10.4"),
        )

    def do_replace(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Give a unit the steps that it takes."""
        unit = args["pieces"][0]
        given = self.steps(f)[: recovery.need(t, unit)]
        recovery.reinforce(t, unit, given, ground.at(0, 1))
        f.l["veteran"] -= given.count("V")
        f.l["green"] -= given.count("G")


STEPS = (Game(), MissionTurns(), Debrief(), Promotions(), Replacements())
