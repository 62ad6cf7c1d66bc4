"""Movement actions (4.2.2): moving, infiltrating, seeking cover, going in and out of it; alone or as a platoon."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Choice, Message, msg
from qtwar.kit.table import Reader, Seen, Table

from . import cover, facts, ground, movement, nets
from .actions import Action, Order, under_fire, why
from .attempts import Attempt, begin


def exposed(r: Reader, unit: str) -> Message | None:
    """Return why an exposed unit may not: it does not move between cards (5.1)."""
    return why("exposed", "5.1", piece={"p": unit}) if facts.is_exposed(r, unit) else None


class Move(Action):
    """Move to a card next to one's own (4.2.2.a)."""

    id, verb = "4.2.2.a", "move"

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        return exposed(r, unit) or (None if movement.targets(r, unit) else why("nowhere", self.id))

    def ask(self, s: Seen, o: Order, unit: str) -> Ask:
        return offers.cell("move", "act.move", movement.targets(s, unit), rule=self.id)

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        bar = movement.bar(t, unit, args["cell"])
        if bar is not None:
            t.refuse(bar["key"], rule=str(bar["rule"]), **bar["args"])
        movement.walk(t, unit, args["cell"])


def platoon_here(r: Reader, o: Order, hq: str) -> list[str]:
    """Return the units with which a platoon action is done: of one platoon, on the HQ's card, heard, in Good Order (4.2.2.b)."""
    here = facts.card(r, hq)
    own = [p for p in facts.infantry(r, here, facts.US) if facts.platoon(r, p) == facts.platoon(r, hq)]
    return [p for p in own if facts.is_good_order(r, p) and nets.reaches(r, hq, p)] if here else []


class PlatoonAction(Action):
    """An action of a platoon HQ for itself and the units of its platoon on its card."""

    cost, issued = 2, True

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return facts.post(r, unit) == "plt_hq" and o.by(unit) == unit

    def able(self, r: Reader, o: Order, unit: str) -> list[str]:
        """Return the units that would do it."""
        raise NotImplementedError(self.id)

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        if not facts.may_command(r, unit):
            return why("fire_team_side", "4.1.4")
        return None if self.able(r, o, unit) else why("nobody", self.id)


class PlatoonMove(PlatoonAction):
    """Move with a whole platoon (4.2.2.b)."""

    id, verb = "4.2.2.b", "platoon_move"

    def able(self, r: Reader, o: Order, unit: str) -> list[str]:
        return [p for p in platoon_here(r, o, unit) if not facts.is_exposed(r, p) and movement.targets(r, p)]

    def ask(self, s: Seen, o: Order, unit: str) -> Ask:
        who = self.able(s, o, unit)
        cells = sorted({to for p in who for to in movement.targets(s, p)})
        return offers.pieces_and_cell(
            "platoon_move", "act.platoon_move", who, cells, 1, len(who), rule=self.id, start=who
        )

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        for piece in args["pieces"]:
            if movement.bar(t, piece, args["cell"]) is None:
                movement.walk(t, piece, args["cell"])


class Infiltrate(Attempt):
    """Move without being exposed, where there is fire (4.2.2.c)."""

    id, verb, icon = "4.2.2.c", "infiltrate", "infiltrate"

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        bar = exposed(r, unit) or movement.may_infiltrate(r, unit)
        if bar is not None:
            return bar
        return None if movement.infiltration_targets(r, unit) else why("no_vof", self.id)

    def ask(self, s: Seen, o: Order, unit: str) -> Ask:
        return offers.cell("infiltrate", "act.infiltrate", movement.infiltration_targets(s, unit), rule=self.id)

    def success(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        self._go(t, unit, args["cell"], exposed=False)

    def failure(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        self._go(t, unit, args["cell"], exposed=True)  # AMB-39: it moves all the same

    @staticmethod
    def _go(t: Table, unit: str, to: str, *, exposed: bool) -> None:
        if ground.has_room(t, to, unit):
            movement.walk(t, unit, to, exposed=exposed)


class PlatoonInfiltrate(Infiltrate, PlatoonAction):
    """Infiltrate with a whole platoon, each by its own attempt (4.2.2.d)."""

    id, verb = "4.2.2.d", "platoon_infiltrate"
    cost = 2

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return PlatoonAction.applies(self, r, o, unit)

    def able(self, r: Reader, o: Order, unit: str) -> list[str]:
        return [
            p for p in platoon_here(r, o, unit)
            if not facts.is_exposed(r, p) and movement.may_infiltrate(r, p) is None and movement.infiltration_targets(r, p)
        ]  # fmt: skip

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        return PlatoonAction.bar(self, r, o, unit)

    def ask(self, s: Seen, o: Order, unit: str) -> Ask:
        who = self.able(s, o, unit)
        cells = sorted({to for p in who for to in movement.infiltration_targets(s, p)})
        return offers.pieces_and_cell(self.verb, f"act.{self.verb}", who, cells, 1, len(who), rule=self.id, start=who)

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        begin(t, o, self, [(p, {"cell": args["cell"]}) for p in args["pieces"]])


class SeekCover(Attempt):
    """Look for cover on a card that has some left (4.2.2.e, 5.2.3)."""

    id, verb, icon = "4.2.2.e", "seek_cover", "cover"

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        if ground.under(r, unit):
            return why("under_cover", "5.1.1", piece={"p": unit})
        here = facts.card(r, unit)
        if not ground.in_play(here) or ground.potential_left(r, here) <= 0:
            return why("no_potential", self.id)
        return None

    def cards(self, r: Reader, unit: str, args: dict[str, Any]) -> int:
        return max(0, ground.cover_draw(r, facts.card(r, unit)) + facts.extra_cards(r, unit))

    def success(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        cover.found(t, unit)

    def failure(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        pass  # 4.2.2.e: nothing


OPEN = "open"
"""The value of going out into the open among the markers of a card."""


def doors(r: Reader, unit: str) -> list[str]:
    """Return where a unit may go within its card: under a marker, or out into the open (4.2.2.f)."""
    now = ground.under(r, unit)
    found = [m for m in ground.shelters(r, facts.card(r, unit), unit) if m != now]
    return [*found, OPEN] if now else found


class EnterCover(Action):
    """Go under a marker of one's card, out of it, or from one to another (4.2.2.f)."""

    id, verb = "4.2.2.f", "enter_cover"

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        return None if doors(r, unit) else why("no_marker", self.id)

    def ask(self, s: Seen, o: Order, unit: str) -> Ask:
        return offers.choose(self.verb, f"act.{self.verb}", door_choices(s, unit), rule=self.id)

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        go_in(t, unit, args["choice"], exposed=True)


def door_choices(r: Reader, unit: str) -> list[Choice]:
    """Return the doors as choices with their names."""
    found = doors(r, unit)
    out: list[Choice] = [{"value": OPEN, "label": msg("choice.open")}] if OPEN in found else []
    return [*cover.choices(r, [d for d in found if d != OPEN]), *out]


def go_in(t: Table, unit: str, door: str, *, exposed: bool) -> None:
    """Put a unit under a marker of its card or into the open; between works nobody is exposed (5.1.1)."""
    marker = "" if door == OPEN else door
    hidden = bool(marker) and movement.is_hidden_way(t, unit, marker, facts.card(t, unit))
    ground.enter(t, unit, marker)
    if exposed and not hidden:
        facts.mark(t, unit, "exposed")


class InfiltrateCover(Attempt):
    """Go in or out of cover unseen, where there is fire (4.2.2.g)."""

    id, verb, icon = "4.2.2.g", "infiltrate_cover", "infiltrate"

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        bar = exposed(r, unit) or movement.may_infiltrate(r, unit)
        if bar is not None:
            return bar
        if not under_fire(r, facts.card(r, unit)):
            return why("no_vof", self.id)
        return None if doors(r, unit) else why("no_marker", self.id)

    def ask(self, s: Seen, o: Order, unit: str) -> Ask:
        return offers.choose(self.verb, f"act.{self.verb}", door_choices(s, unit), rule=self.id)

    def success(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        go_in(t, unit, args["choice"], exposed=False)

    def failure(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        go_in(t, unit, args["choice"], exposed=True)


ACTIONS: tuple[Action, ...] = (
    Move(), PlatoonMove(), Infiltrate(), PlatoonInfiltrate(), SeekCover(), EnterCover(), InfiltrateCover(),
)  # fmt: skip
