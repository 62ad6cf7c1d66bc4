"""Command actions (4.2.1): activating HQs and vehicles, reconstituting HQs, runners, nets, lines, control markers."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Choice, Message
from qtwar.kit.table import Reader, Seen, Table

from . import facts, ground, harm, mission, nets, sight, transport
from .actions import Action, Order, why

SUCCESSION = ("xo", "first_sgt", "P1", "P2", "P3", "P4")
"""Who becomes company HQ when it is lost, in order (4.2.1.e)."""
MARKERS = ("ccp", "medevac_lz", "lz", "rally_point", "checkpoint", "phase_line", "attack_position")
"""Control markers that may be designated in play (2.3.4)."""


def is_leader(r: Reader, unit: str) -> bool:
    """Return whether a unit is an HQ, staff or leader of a company: what can be activated (4.2.1.a)."""
    return facts.post(r, unit) in ("co_hq", "plt_hq", "xo", "first_sgt", *facts.LEADERS)


class Activate(Action):
    """Activate a subordinate HQ or staff (4.2.1.a)."""

    id, verb, off_map = "4.2.1.a", "activate", True

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return is_leader(r, unit) and unit != o.issuer and not o.general

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        if not facts.may_command(r, unit) or not facts.may_command(r, o.issuer):
            return why("fire_team_side", "4.1.4")
        if rank(r, unit) <= rank(r, o.issuer):
            return why("not_below", "1.2.6", piece={"p": unit})
        command = r.frame_of("command")
        if command is None or unit in command.l["drawn"] or unit in command.l["activated"]:
            return why("has_acted", "3.3", piece={"p": unit})
        return None

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        activate(t, unit)


def rank(r: Reader, unit: str) -> int:
    """Return the level of command: battalion 0, company 1, platoon and staff 2 (1.2.6)."""
    if facts.role(r, unit) == "higher_staff":
        return 0
    return 1 if facts.post(r, unit) == "co_hq" else 2


def activate(t: Table, unit: str) -> None:
    """Note that an HQ was activated by a superior: it draws the helmet number (3.3.1, 4.1.1)."""
    command = t.frame_of("command")
    assert command is not None
    command.l["activated"].append(unit)
    t.note("note.activated", rule="4.2.1.a", piece={"p": unit})


class RebuildPlatoonHq(Action):
    """A unit of the platoon gives a step for a new platoon HQ (4.2.1.d)."""

    id, verb, issued = "4.2.1.d", "rebuild_platoon_hq", True

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return facts.is_good_order(r, unit) and not facts.post(r, unit) and bool(lost_hq(r, facts.platoon(r, unit)))

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        by = o.by(unit)
        return None if facts.post(r, by) in ("co_hq", "xo", "first_sgt") else why("co_hq_only", self.id)

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        hq = lost_hq(t, facts.platoon(t, unit))
        place = facts.card(t, unit)
        give_step(t, unit)
        t.move(hq, place)
        t.turn(hq, "front")
        t.set_attr(hq, "experience", "green")
        t.note("note.hq_rebuilt", rule=self.id, piece={"p": hq}, cell={"c": place})


def lost_hq(r: Reader, platoon: str) -> str:
    """Return the HQ of a platoon that was lost in this mission, an empty word if it is there."""
    removed = [p for p in r.of(harm.REMOVED, facts.US, "unit") if facts.post(r, p) == "plt_hq"]
    return next((p for p in sorted(removed) if facts.platoon(r, p) == platoon), "") if platoon else ""


def give_step(t: Table, unit: str) -> None:
    """Take one step off a unit that gives men away: of a single step nothing is left (4.2.1.d, f)."""
    if facts.steps(t, unit) == 3:
        t.turn(unit, "back")
        transport.shed(t, unit)
    elif facts.steps(t, unit) == 2:
        harm.replace(t, unit, facts.FIRE, counts=False)
    elif facts.lat(t, unit):
        harm.drop(t, unit)
        t.remove(unit)
    else:
        harm.drop(t, unit)
        harm.remove(t, unit)


class RebuildCompanyHq(Action):
    """The first of the succession becomes company HQ (4.2.1.e)."""

    id, verb, issued = "4.2.1.e", "rebuild_company_hq", True

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return unit == successor(r) and not facts.holder_of(r, "co_hq")

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        if not facts.may_command(r, unit):
            return why("fire_team_side", "4.1.4")
        by = o.by(unit)
        fits = facts.role(r, by) == "higher_staff" or facts.post(r, by) in ("xo", "first_sgt")
        return None if fits else why("staff_only", self.id)

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        t.set_attr(unit, "post", "co_hq")
        t.set_attr(unit, "platoon", "CO")
        t.note("note.new_co_hq", rule=self.id, piece={"p": unit})


def successor(r: Reader) -> str:
    """Return who becomes company HQ next: XO, 1stSgt, platoon HQs in order (4.2.1.e)."""
    for word in SUCCESSION:
        for unit in facts.all_units(r, facts.US):
            post = facts.post(r, unit)
            if (post == word or (post == "plt_hq" and facts.platoon(r, unit) == word)) and facts.may_command(r, unit):
                return unit
    return ""


# runners --------------------------------------------------------------------------------


def is_runner(r: Reader, unit: str) -> bool:
    """Return whether a counter is a runner (1.2.3.I)."""
    return facts.role(r, unit) == "runner"


def runners(r: Reader) -> list[str]:
    """Return the runners on the map."""
    return [u for u in facts.all_units(r, facts.US) if is_runner(r, u)]


class AppointRunner(Action):
    """Appoint a runner from a unit's men (4.2.1.f)."""

    id, verb, issued = "4.2.1.f", "appoint_runner", True

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return facts.post(r, o.by(unit)) == "co_hq" and facts.is_infantry(r, unit) and not is_runner(r, unit)

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        most = ground.limit(r, "runners") if r.option("second_runner") else 1  # AMB-35
        if len(runners(r)) >= most:
            return why("runners", "4.3.2", n=most)
        return None if unit != o.issuer and facts.printed_vof(r, unit) else why("no_men", self.id)

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        place = facts.card(t, unit)
        give_step(t, unit)
        spare = [p for p in t.ids("runners") if is_runner(t, p)]
        if spare:
            t.move(spare[0], place)
        else:
            facts.lay(t, "runner", place, facts.US)


class DispatchRunner(Action):
    """Send a runner to an HQ or staff that is to be activated next turn (4.2.1.g, 4.3.2)."""

    id, verb, issued = "4.2.1.g", "dispatch_runner", True

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return is_runner(r, unit) and facts.post(r, o.by(unit)) == "co_hq"

    def goals(self, r: Reader, unit: str) -> list[str]:
        """Return the HQs and staff to whom a runner may go."""
        found = [u for u in facts.all_units(r, facts.US) if is_leader(r, u) and facts.post(r, u) != "co_hq"]
        return [u for u in found if facts.card(r, u) != facts.card(r, unit) and not facts.is_vehicle(r, u)]

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        if not facts.is_good_order(r, unit):
            return why("state", "4.2.5", state=offers.msg("state.pinned"))
        return None if self.goals(r, unit) else why("nobody", self.id)

    def ask(self, s: Seen, o: Order, unit: str) -> Ask:
        return offers.pieces(self.verb, "act.dispatch_runner", self.goals(s, unit), rule=self.id)

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        goal = args["pieces"][0]
        t.move(unit, facts.card(t, goal))
        t.set_attr(unit, "under", None)
        t.set_attr(unit, "runs_to", goal)
        t.set_attr(unit, "ran", t.var("turn"))
        facts.mark(t, unit, "exposed")
        t.note("note.runner_sent", rule="4.3.2", piece={"p": unit}, goal={"p": goal})


class RunnerActivates(Action):
    """A runner sent on an earlier turn has come: the company HQ activates whom it was sent to (3.3.1.B, 4.3.2)."""

    id, verb, unheard, issued = "4.2.1.a", "runner_activates", True, True

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return is_runner(r, unit) and bool(r.attr(unit, "runs_to")) and facts.post(r, o.by(unit)) == "co_hq"

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        goal = str(r.attr(unit, "runs_to"))
        if int(r.attr(unit, "ran") or 0) >= int(r.var("turn", 1)):
            return why("runner_later", "4.3.2")
        if not r.exists(goal) or facts.card(r, goal) != facts.card(r, unit) or not facts.is_good_order(r, unit):
            return why("runner_lost", "4.3.2")
        command = r.frame_of("command")
        if (
            command is None
            or goal in command.l["drawn"]
            or goal in command.l["activated"]
            or not facts.may_command(r, goal)
        ):
            return why("has_acted", "3.3", piece={"p": goal})
        return None

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        activate(t, str(t.attr(unit, "runs_to")))
        t.set_attr(unit, "runs_to", None)
        t.move(unit, facts.card(t, facts.holder_of(t, "co_hq")))
        facts.mark(t, unit, "exposed")


class DismissRunner(Action):
    """Take a runner back into a unit that can hold one step more (4.2.1.h)."""

    id, verb, issued = "4.2.1.h", "dismiss_runner", True

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return is_runner(r, unit) and facts.post(r, o.by(unit)) == "co_hq"

    def takers(self, r: Reader, unit: str) -> list[str]:
        """Return the squads that can absorb a runner, on its card or the company HQ's."""
        cards = {facts.card(r, unit), facts.card(r, facts.holder_of(r, "co_hq"))}
        return [
            u for place in sorted(cards) if place for u in facts.free_units(r, place, facts.US)
            if facts.is_good_order(r, u) and int(r.attr(u, "steps", 1)) == 3 and facts.steps(r, u) == 2
        ]  # fmt: skip

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        return None if self.takers(r, unit) else why("nobody", self.id)

    def ask(self, s: Seen, o: Order, unit: str) -> Ask:
        return offers.pieces(self.verb, "act.dismiss_runner", self.takers(s, unit), rule=self.id)

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        t.turn(args["pieces"][0], "front")
        t.remove(unit)


# vehicles, nets, lines, markers ---------------------------------------------------------


class ActivateVehicle(Action):
    """Activate a vehicle, or infantry with an anti-tank weapon, for the vehicle phase (4.2.1.i, 7.2)."""

    id, verb, off_map = "4.2.1.i", "activate_vehicle", True

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        if facts.is_vehicle(r, unit):
            return facts.role(r, unit) != "attack_helicopter"
        return bool(r.attr(unit, "chart")) and not facts.flipped(r, unit) and facts.is_infantry(r, unit)

    def why_not(self, r: Reader, o: Order, unit: str) -> Message | None:
        if facts.is_vehicle(r, unit):
            if o.points < self.cost:
                return why("points", "4.1.3", n=self.cost)
            return why("once", "4.2") if self.id in o.done else self.bar(r, o, unit)
        return super().why_not(r, o, unit)

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        if facts.is_pinned(r, unit):
            return why("state", "4.2.5", state=offers.msg("state.pinned"))
        return why("has_acted", "7.2", piece={"p": unit}) if r.attr(unit, "activated") else None

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        facts.mark(t, unit, "activated")


class SwitchNet(Action):
    """Put a radio or phone on the net of a lost one of its kind (4.2.1.j, 4.3.3)."""

    id, verb = "4.2.1.j", "switch_net"

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return facts.is_infantry(r, unit) and bool(self.choices(r, unit))

    def choices(self, r: Reader, unit: str) -> list[Choice]:
        """Return set and net for every set of the unit whose like has been lost."""
        lost = {(str(r.record(p)["kind"]), str(r.attr(p, "net"))) for p in r.ids(harm.REMOVED) if r.attr(p, "net")}
        return [
            {"value": f"{asset}>{net}", "label": offers.msg("choice.net", asset={"p": asset}, net=offers.msg(f"net.{net}"))}
            for asset in nets.assets(r, unit) if r.attr(asset, "net")
            for kind, net in sorted(lost) if kind == r.record(asset)["kind"] and net != r.attr(asset, "net")
        ]  # fmt: skip

    def ask(self, s: Seen, o: Order, unit: str) -> Ask:
        return offers.choose(self.verb, "act.switch_net", self.choices(s, unit), rule=self.id)

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        asset, _, net = str(args["choice"]).rpartition(">")
        kind, was = t.record(asset)["kind"], t.attr(asset, "net")
        lost = next(p for p in t.ids(harm.REMOVED) if t.record(p)["kind"] == kind and t.attr(p, "net") == net)
        t.set_attr(asset, "net", net)
        t.set_attr(lost, "net", was)


class RepairLine(Action):
    """Repair a cut telephone line (4.2.1.k)."""

    id, verb, issued = "4.2.1.k", "repair_line", True

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return bool(self.lines(r, unit))

    def lines(self, r: Reader, unit: str) -> list[str]:
        """Return the cut lines on a unit's card."""
        here = facts.card(r, unit)
        return [p for p in r.ids(here) if r.record(p)["kind"] == "phone_line" and r.attr(p, "cut")] if here else []

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        by = o.by(unit)
        if not facts.is_good_order(r, unit):
            return why("nobody", self.id)
        return None if facts.card(r, by) == facts.card(r, unit) else why("same_card", self.id)

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        line = self.lines(t, unit)[0]
        t.set_attr(line, "cut", None)
        t.turn(line, "front")
        t.note("note.line_repaired", rule=self.id, cell={"c": facts.card(t, unit)})


def is_lz(r: Reader, place: str) -> bool:
    """Return whether helicopters can land on a card (1.2.1.E, 7.3.2)."""
    top = sight.top(r, place)
    return bool(top) and bool(r.attr(top, "lz"))


class Designate(Action):
    """Designate a control marker on the issuer's own card (4.2.1.l, 2.3.4)."""

    id, verb, issued = "4.2.1.l", "designate", True

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return facts.may_command(r, unit) and o.by(unit) == unit and ground.in_play(facts.card(r, unit))

    def choices(self, r: Reader, unit: str) -> list[Choice]:
        """Return the markers that may be laid here: a casualty collection point only once, an LZ where one can land."""
        here = facts.card(r, unit)
        laid = {r.record(p)["kind"] for place in ground.cards(r) for p in r.ids(place)}
        on_card = {r.record(p)["kind"] for p in r.ids(here)}
        vietnam = mission.data(r)["campaign"] == "vietnam"
        found = []
        for kind in MARKERS:
            if kind in on_card or kind not in r.content.kinds:
                continue
            if kind == "ccp" and ("ccp" in laid or vietnam):
                continue  # 5.1.4: one, and it can not move
            if kind in ("lz", "medevac_lz") and (not vietnam or not is_lz(r, here)):
                continue
            found.append(kind)
        return [{"value": kind, "label": offers.msg("choice.kind", kind={"k": kind})} for kind in found]

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        return None if self.choices(r, unit) else why("no_control", "2.3.4")

    def ask(self, s: Seen, o: Order, unit: str) -> Ask:
        return offers.choose(self.verb, "act.designate", self.choices(s, unit), rule=self.id)

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        kind, here = str(args["choice"]), facts.card(t, unit)
        spare = next((p for p in t.ids("assets") if t.record(p)["kind"] == kind), "")
        if kind == "medevac_lz":
            spare = next(
                (p for p in sorted(t.records) if t.record(p)["kind"] == kind), ""
            )  # 5.1.4: one at a time, may move
        if spare:
            t.move(spare, here)
        else:
            facts.lay(t, kind, here, facts.US)


ACTIONS: tuple[Action, ...] = (
    Activate(), RebuildPlatoonHq(), RebuildCompanyHq(), AppointRunner(), DispatchRunner(), RunnerActivates(), DismissRunner(),
    ActivateVehicle(), SwitchNet(), RepairLine(), Designate(),
)  # fmt: skip
