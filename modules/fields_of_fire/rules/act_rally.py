"""Rally actions (4.2.3): pins shaken off, teams brought up step by step, squads split, filled up and reconstituted (10.1)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Message
from qtwar.kit.table import Reader, Seen, Table

from . import facts, ground, harm
from .actions import Action, Order, why
from .attempts import Attempt, begin

LADDER = {facts.PARALYZED: facts.LITTER, facts.LITTER: facts.FIRE, facts.FIRE: facts.ASSAULT}
"""What each team becomes by a successful rally (10.1)."""
TEAMS = (facts.FIRE, facts.ASSAULT)


def raise_team(t: Table, unit: str) -> None:
    """Bring a team one step up the ladder (4.2.3.b–d)."""
    harm.become(t, unit, LADDER[facts.lat(t, unit)])
    t.note("note.rallied", rule="10.1", piece={"p": unit})


def turn_to_front(t: Table, unit: str) -> None:
    """Turn a unit from its fire-team side to its front (4.2.3.f)."""
    t.turn(unit, "front")
    t.note("note.rallied", rule="4.2.3.f", piece={"p": unit})


def may_turn(r: Reader, unit: str) -> bool:
    """Return whether a unit on its fire-team side may rally to its front: not jammed, not without ammunition (6.2, 6.5)."""
    return facts.flipped(r, unit) and not r.attr(unit, "jammed") and not r.attr(unit, "empty")


class RallyPin(Attempt):
    """Remove a pin (4.2.3.a)."""

    id, verb = "4.2.3.a", "rally_pin"

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return facts.is_infantry(r, unit) and facts.is_pinned(r, unit)

    def success(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        facts.mark(t, unit, "pinned", False)


class RallyTeam(Attempt):
    """Bring a team up: b, c and d by the state it is in."""

    team = ""

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return facts.lat(r, unit) == self.team

    def success(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        raise_team(t, unit)


class RallyParalyzed(RallyTeam):
    """Paralyzed to litter team (4.2.3.b)."""

    id, verb, team = "4.2.3.b", "rally_paralyzed", facts.PARALYZED


class RallyLitter(RallyTeam):
    """Litter to fire team (4.2.3.c)."""

    id, verb, team = "4.2.3.c", "rally_litter", facts.LITTER


class RallyFire(RallyTeam):
    """Fire team to assault team (4.2.3.d)."""

    id, verb, team = "4.2.3.d", "rally_fire", facts.FIRE


class Stand(Action):
    """Assault team to fire team, without a draw (4.2.3.e, AMB-22)."""

    id, verb = "4.2.3.e", "assault_to_fire"

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return facts.lat(r, unit) == facts.ASSAULT

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        harm.become(t, unit, facts.FIRE)


class ToFront(Attempt):
    """From the fire-team side to the front: an HQ or staff itself, or a weapons team, observer or HQ that is heard (4.2.3.f)."""

    id, verb = "4.2.3.f", "to_front"

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return facts.flipped(r, unit)

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        if r.attr(unit, "empty"):
            return why("no_ammo", "6.2", piece={"p": unit})
        return why("jammed", "6.5", piece={"p": unit}) if r.attr(unit, "jammed") else None

    def success(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        turn_to_front(t, unit)


class Detach(Action):
    """Detach a team from a three-step squad (4.2.3.g)."""

    id, verb = "4.2.3.g", "detach"

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return facts.is_squad(r, unit)

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        return None if facts.steps(r, unit) == 3 else why("three_steps", self.id)

    def ask(self, s: Seen, o: Order, unit: str) -> Ask:
        return offers.choose(self.verb, "act.detach", [
            {"value": team, "label": offers.msg(f"state.{team}")} for team in TEAMS
        ], rule=self.id)  # fmt: skip

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        harm.lose_step(t, unit, str(args["choice"]))


class FillUp(Action):
    """Fill a two-step squad up with a team (4.2.3.h)."""

    id, verb = "4.2.3.h", "fill_up"

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return facts.is_squad(r, unit) and int(r.attr(unit, "steps")) == 3

    def teams(self, r: Reader, unit: str) -> list[str]:
        """Return the unpinned fire and assault teams on a squad's card."""
        return teams_on(r, facts.card(r, unit))

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        if facts.steps(r, unit) != 2:
            return why("two_steps", self.id)
        return None if self.teams(r, unit) else why("no_team", self.id)

    def ask(self, s: Seen, o: Order, unit: str) -> Ask:
        return offers.pieces(self.verb, "act.fill_up", self.teams(s, unit), rule=self.id)

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        team = args["pieces"][0]
        for asset in harm.kit(t, team):
            t.set_attr(asset, "holder", unit)
        t.remove(team)
        t.turn(unit, "front")


def teams_on(r: Reader, place: str) -> list[str]:
    """Return the unpinned US fire and assault teams on a card (4.2.3.h, i)."""
    return [
        u for u in facts.free_units(r, place, facts.US) if facts.lat(r, u) in TEAMS and not facts.is_pinned(r, u)
    ] if place else []  # fmt: skip


def removed_squads(r: Reader) -> list[str]:
    """Return the rifle squads whose steps have all become teams (1.2.6, 10.1)."""
    return [
        p for p in sorted(r.of(harm.REMOVED, facts.US, "unit")) if r.attr(p, "breakdown") and not r.attr(p, "tripod")
    ]


class Reconstitute(Attempt):
    """Make a removed squad of two or three teams (4.2.3.i, 10.1)."""

    id, verb = "4.2.3.i", "reconstitute"

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return facts.lat(r, unit) in TEAMS

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        if len(teams_on(r, facts.card(r, unit))) < 2:
            return why("no_team", self.id)
        return None if removed_squads(r) else why("no_squad", "10.1")

    def ask(self, s: Seen, o: Order, unit: str) -> Ask:
        here = teams_on(s, facts.card(s, unit))
        return offers.pieces(self.verb, "act.reconstitute", here, 2, min(3, len(here)), rule=self.id, locked=[unit])

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        begin(t, o, self, [(unit, {"teams": list(args["pieces"])})])

    def success(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        rebuild(t, args["teams"])


def rebuild(t: Table, teams: list[str]) -> None:
    """Put a removed squad in the place of two or three teams, of their own platoon if there is one (4.2.3.i)."""
    squads = removed_squads(t)
    own = [s for s in squads if facts.platoon(t, s) == facts.platoon(t, teams[0])]
    squad, place = (own or squads)[0], facts.card(t, teams[0])
    marker = ground.under(t, teams[0])
    facts.mark(t, squad, "exposed", any(facts.is_exposed(t, team) for team in teams))  # 5.1
    for team in teams:
        for asset in harm.kit(t, team):
            t.set_attr(asset, "holder", squad)
        t.remove(team)
    t.move(squad, place)
    t.turn(squad, "front" if len(teams) == 3 else "back")
    if marker and t.exists(marker):
        ground.enter(t, squad, marker)
    t.note("note.reconstituted", rule="10.1", piece={"p": squad}, cell={"c": place})


class ToFireTeam(Action):
    """Turn a unit to its fire-team side (4.2.3.j)."""

    id, verb = "4.2.3.j", "to_fire_team"

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return facts.has_fire_team_side(r, unit) and not facts.flipped(r, unit)

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        t.turn(unit, "back")


ACTIONS: tuple[Action, ...] = (
    RallyPin(), RallyParalyzed(), RallyLitter(), RallyFire(), Stand(), ToFront(), Detach(), FillUp(), Reconstitute(),
    ToFireTeam(),
)  # fmt: skip
