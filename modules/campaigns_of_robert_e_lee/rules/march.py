"""A force on its way: the movement roll (8.22), a forced march (8.31), moving (8.2), friends taken along (8.25)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Message, Offer, msg
from qtwar.kit.reach import Move, Way, lit, points
from qtwar.kit.steps import Staged
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import capture, control, ground, losses, morale, orders, tracks, tree, ways, zones
from .actions import Action
from .facts import is_active, is_cavalry, is_depot, is_leader, is_unit, is_wagon, on_map, rating, wrapped
from .marchers import (
    allowance,
    forces,
    is_cart,
    is_train_of_wagons,
    march_modifiers,
    mine,
    mover,
    rated,
    start,
    table,
    troops,
)

DETACH = ways.JOIN
LEND = "impulse.let_detached_force_use_mr"
MENU: list[Action] = []
"""What other chapters let a force do on its way (reconnaissance, cutting rails …); filled in by `movement`."""


def begin(t: Table, side: str, who: list[str], *, parent: str = "") -> None:
    """Begin the march of leaders with their markers, of units without a leader, or of a wagon.

    `parent` is the commander who has detached them just now, to whom they go back if they can not move (8.25b).
    """
    lead = min((p for p in who if is_leader(t, p)), key=lambda p: tree.seniority(t, p), default="")
    t.call(March.name, side=side).of(side).update(
        who=list(who), lead=lead, parent=parent, lender="", given=0, forced=False, budget=0, spent=0
    )


class March(Staged):
    """One force moves, from its movement roll to its halt. Locals: `side`; its own: what `begin` lays down."""

    name = "march"
    first = "prepare"

    # before the roll ----------------------------------------------------------------

    def at_prepare(self, t: Table, f: Frame) -> str:
        """Ask how to march; what needs no roll goes at once."""
        if is_train_of_wagons(t, f):
            piece = mine(f)["who"][0]
            mine(f)["budget"] = int(t.attr(piece, "mp", 8)) * ground.HALVES
            return "move"
        t.wait(f.l["side"])
        return ""

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer what the stage asks."""
        return {"prepare": self.offer_prepare, "failed": self.offer_failed, "move": self.offer_move}[f.l["stage"]](s, f)

    def offer_prepare(self, s: Seen, f: Frame) -> Offer:
        """Offer the roll, and what may help it."""
        own = mine(f)
        lead = own["lead"]
        asks: list[Ask] = [offers.button("roll_move", "button.roll_move", rule="8.22", primary=True)]
        if lead and is_active(s, lead) and not own["forced"]:
            asks.append(offers.button("forced", "button.forced_march", rule="8.31"))
        if lead and not own["given"] and morale.ml(s, lead):
            asks.append(offers.number("give_morale", "ask.give_morale", 1, morale.ml(s, lead), rule="3.54"))
        lenders = self.lenders(s, f)
        if lenders:
            asks.append(offers.pieces("borrow", "ask.borrow", lenders, rule="8.25"))
        if not own["parent"] and not own["given"] and not own["lender"]:
            asks.append(offers.button("call_off", "button.call_off", rule="8.2"))
        elif own["parent"]:
            asks.append(offers.button("stay", "button.stay", rule="8.25"))
        return offers.offer(msg("prompt.march", pieces=wrapped(own["who"][:1])), *asks, detail=self.odds(s, f))

    def lenders(self, r: Reader, f: Frame) -> list[str]:
        """Return who may lend his movement rating for an order: superior commanders with their headquarters (3.31a), and
        whoever has just detached the marchers, leaders or units (8.25b)."""
        own = mine(f)
        lead = own["lead"]
        if own["lender"] or (lead and not is_active(r, lead)):
            return []
        chiefs = tree.superiors(r, lead) if lead else []
        chiefs += [p for p in (own["parent"],) if p and p not in chiefs]
        return [p for p in chiefs if rating(r, p, "mr") > rated(r, f) and orders.can_pay(r, p, LEND)]

    def odds(self, r: Reader, f: Frame) -> offers.Message:
        """Return what each face of the die would give."""
        faces = {f"d{die}": allowance(r, f, die) for die in range(1, 7)}
        return msg("detail.march", rule="8.22", mr=rated(r, f), **faces)

    def do_forced(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Declare a forced march beforehand (8.31)."""
        mine(f)["forced"] = True
        t.note("note.forced", rule="8.31", pieces=wrapped(mine(f)["who"][:1]))

    def do_give_morale(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Give up levels of morale for the dice (3.54a)."""
        own = mine(f)
        own["given"] = args["number"]
        morale.change(t, own["lead"], "given", "3.54a", -args["number"])

    def do_borrow(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Use the movement rating of a superior commander (8.25b)."""
        mine(f)["lender"] = args["pieces"][0]
        orders.spend(t, args["pieces"][0], LEND, "8.25b")

    def do_call_off(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Leave the force where it is; it may still move later."""
        t.done()

    def do_stay(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Leave what was detached here, apart from its commander (8.25b)."""
        t.done({"apart": mine(f)["who"]})

    # the roll -----------------------------------------------------------------------

    def do_roll_move(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Roll for movement points (8.21, 8.22); less than one makes the leader inactive (8.11)."""
        own = mine(f)
        die = t.roll(purpose="roll.imc", by=side)[0]
        got = allowance(t, f, die)
        if own["lead"] and not is_active(t, own["lead"]) and (around := t.frame_of("movement")):
            around.of(side).setdefault("tried", []).append(own["lead"])  # his one try of the impulse (8.12(4))
        t.note("note.imc", rule="8.22", pieces=wrapped(own["who"][:1]), table={"t": table(t, f)}, n=got)
        if got < 1:
            self.fail(t, f)
            return
        lead = own["lead"]
        if lead and not is_active(t, lead):
            orders.activate(t, lead, "8.12")  # 8.12(4), AMB-37
            if t.option("amb_37_imc_reactivation_halts"):
                f.l["stage"] = "halt"
                return
        own["budget"] = got * ground.HALVES
        f.l["stage"] = "move"
        if own["forced"]:
            self.force(t, f, got)

    def fail(self, t: Table, f: Frame) -> None:
        """Let the movement roll have failed: the leader falls inactive, what was detached goes back (8.11, 8.25b)."""
        own = mine(f)
        if own["lead"] and is_active(t, own["lead"]):
            orders.deactivate(t, own["lead"])
            fallen(t, f.l["side"], own["lead"])
        used = f.l["side"] in (t.var("war_department") or ())  # known to all; what it has in its purse is not
        f.l["stage"] = "failed" if own["lead"] and not own.get("retried") and not used else "back"

    def at_failed(self, t: Table, f: Frame) -> str:
        """Ask whether the War Department orders him on (3.4)."""
        t.wait(f.l["side"])
        return ""

    def offer_failed(self, s: Seen, f: Frame) -> Offer:
        """Offer a War Department order after a failed roll (3.4, AMB-50)."""
        lead = {"p": mine(f)["lead"]}
        asks = [offers.button("accept", "button.accept", rule="8.11", primary=True)]
        if orders.may_war_department(s, s.side):
            n = int(s.chart("war_effort_costs").at("war_department_order"))
            label = msg("button.war_department", n=n, have=tracks.wep(s, s.side))
            asks.append(offers.button("war_department", label, rule="3.4"))
        return offers.offer(offers.msg("prompt.failed", leader=lead), *asks)

    def do_war_department(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Make him active again at once, and let the force try once more (3.4); from the next impulse by the option."""
        orders.war_department(t, side)
        own = mine(f)
        own["retried"] = True
        orders.activate(t, own["lead"], "3.4")
        f.l["stage"] = "back" if t.option("amb_50_war_department_next_impulse") else "prepare"

    def do_accept(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let it be."""
        f.l["stage"] = "back"

    def at_back(self, t: Table, f: Frame) -> str:
        """Give what was detached back to its commander; nobody has moved (8.25b)."""
        own = mine(f)
        if own["parent"]:
            rejoin(t, own["who"], own["parent"])
        t.done({"moved": forces(t, f) + troops(t, f)})
        return ""

    def force(self, t: Table, f: Frame, got: int) -> None:
        """Roll for the forced march that was declared (8.31)."""
        own, side = mine(f), f.l["side"]
        die = t.roll(purpose="roll.forced_march", by=side)[0]
        chart = t.chart("forced_march")
        row = max(0, min(len(chart.row_heads) - 1, die + sum(n for _, n in march_modifiers(t, f))))
        word = str(chart.cell(row, chart.column(got)))
        t.note("note.forced_result", rule="8.31", result={"t": ["forced_march", row, chart.column(got)]})
        own["fast"] = word.startswith("S")
        own["worn"] = word.endswith("D")
        if own["fast"] or t.option("amb_14_failed_march_halves"):
            marched = [*(t.secret(side, losses.MARCHED) or ()), *forces(t, f), *troops(t, f)]
            t.seal(side, losses.MARCHED, sorted(set(marched)))
        if "1" in word:
            losses.call(t, side, troops(t, f), 1, "8.31b")

    # on the way ---------------------------------------------------------------------

    def at_move(self, t: Table, f: Frame) -> str:
        """Ask where to, until points or ways run out."""
        own, side = mine(f), f.l["side"]
        tree.tidy(t, side)  # a step lost on a forced march may have been the last
        own["who"] = [p for p in own["who"] if t.exists(p) and on_map(t.where(p))]
        if own["lead"] and own["lead"] not in own["who"]:
            own["who"] = []
        if not own["who"]:
            return "halt"
        t.wait(side)
        return ""

    def offer_move(self, s: Seen, f: Frame) -> Offer:
        """Offer where to go, whom to take along, what to do on the way."""
        own = mine(f)
        asks: list[Ask] = []
        if not f.l.get("stopped"):
            lead, *followers = own["who"]
            company = self.company(s, f)
            why = self.staying(s, f, company)
            asks.append(offers.move("march_to", "ask.march_to", [lead], rule="8.2", followers=followers, why=why))
            asks += company
        for action in MENU:
            asks += action.asks(s, f)
        if self.may_halt(s, f):
            asks.append(offers.button("halt", self.halting(s, f), rule="8.2"))
        left = points(own["budget"] - own["spent"])
        return offers.offer(offers.msg("prompt.move", pieces=wrapped(own["who"][:1]), n=left), *asks)

    def staying(self, r: Reader, f: Frame, company: list[Ask]) -> dict[str, Message]:
        """Return who of the side is beside the marchers → why it does not go with them; an order takes some along (8.25)."""
        who, side = mine(f)["who"], f.l["side"]
        wanted = {p for ask in company if ask["verb"] != "escort" for p in ask["pieces"]}
        moved, out = set(already(r, side)), {}
        for piece in r.of(start(r, f), side, "unit"):
            if piece in who:
                continue
            if piece in wanted:
                out[piece] = msg("refuse.order_takes", rule="8.25")
            elif moved & set(tree.whole(r, piece) if is_leader(r, piece) else (piece,)):
                out[piece] = msg("refuse.has_moved", rule="8.25a")
            elif is_cart(r, piece):
                rule = "7.21" if is_wagon(r, piece) else "8.82" if r.has(piece, "balloon") else "8.81"
                out[piece] = msg("refuse.own_order", rule=rule)
            elif is_depot(r, piece):
                out[piece] = msg("refuse.depot", rule="7.22")
            else:
                out[piece] = msg("refuse.not_of_march", rule="8.25")
        return out

    def halting(self, s: Seen, f: Frame) -> str | Message:
        """Return what the button to halt says: whose order it takes to stay with friends (8.25a)."""
        own, here = mine(f), start(s, f)
        if not own["lead"] or not own["spent"] or not ways.joins(s, mover(s, f), here):
            return "button.halt"
        return msg("button.halt_joined", leader={"p": tree.commander(s, here, s.side)}, n=orders.price(s, DETACH))

    def may_halt(self, r: Reader, f: Frame) -> bool:
        """Return whether the force may stay where it is: where it began, or where its move could end."""
        return not mine(f)["spent"] or not ways.join_fault(r, mover(r, f), start(r, f))

    def company(self, s: Seen, f: Frame) -> list[Ask]:
        """Return the asks to take friends along who have not moved, and units without a leader (8.25a)."""
        own, here = mine(f), start(s, f)
        lead = own["lead"]
        if is_train_of_wagons(s, f) and not s.option("amb_13_regiments_with_wagon_only"):
            some = [u for u in tree.independents(s, here, s.side) if s.has(u, "detached") and u not in already(s, s.side)]
            some = [u for u in some if u not in own["who"]]
            return [offers.pieces("escort", "ask.escort", some, 1, len(some), rule="7.21")] if some else []
        if not lead or not orders.can_pay(s, lead, DETACH):
            return []
        asks: list[Ask] = []
        friends = list(joinable(s, f, here))
        if friends:
            asks.append(offers.pieces("take_along", "ask.take_along", friends, rule="8.25"))
        moved = already(s, f.l["side"])
        loose = [u for u in tree.independents(s, here, f.l["side"]) if u not in moved and tree.has_room(s, lead, [u])]
        if tree.is_cavalry_corps(s, lead):
            loose = [u for u in loose if is_cavalry(s, u)]  # 3.13a
        if loose:
            asks.append(offers.pieces("absorb", "ask.absorb", loose, 1, len(loose), rule="8.25"))
        return asks

    def do_march_to(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Move along a way, step by step (8.2)."""
        own, here = mine(f), start(t, f)
        path = [p for p in args["path"] if p != here] if args["path"][0] == here else list(args["path"])
        who = mover(t, f)
        step = ways.stepper(t, who, here)
        way = Way(here, Move(), None, "")
        spent, stopped = own["spent"], bool(f.l.get("stopped"))
        for to in path:
            if to not in ground.near(t, way.place) or stopped:
                t.refuse("refuse.way", rule="8.26" if stopped else "8.2", cell={"c": to})
            move = step(way, to)
            if move is None:
                t.refuse("refuse.step", rule=ways.step_fault(t, who, way.place, to) or "8.24", cell={"c": to})
            spent += move.cost
            if spent > own["budget"]:
                t.refuse("refuse.too_far", rule="8.2", cell={"c": to})
            stopped = move.stop
            way = Way(to, move, way, "")
        if not path:
            t.refuse("refuse.way", rule="8.2", cell={"c": here})
        fault = ways.join_fault(t, who, path[-1])
        if fault:
            t.refuse("refuse.join", rule=fault, cell={"c": path[-1]})
        own["spent"] = spent
        self.go(t, f, path)
        f.l["stopped"] = stopped
        f.l["scouting"] = ""
        if spent >= own["budget"] or (stopped and not self.may_go_on(t, f)):
            f.l["stage"] = "halt"

    def may_go_on(self, r: Table, f: Frame) -> bool:
        """Return whether those who stopped may still do something here: cavalry alone, which may scout (8.61)."""
        if not all(is_cavalry(r, u) for u in troops(r, f)):
            return False
        return any(action.asks(r.seen_by(f.l["side"]), f) for action in MENU)

    def go(self, t: Table, f: Frame, path: list[str]) -> None:
        """Bring the marchers along a way: counters move, towns change hands, what is unguarded is captured."""
        own, side = mine(f), f.l["side"]
        for piece in own["who"]:
            if is_leader(t, piece):
                tree.follow(t, piece, path[-1])
            else:
                t.move(piece, path[-1])
        t.note("note.march", rule="8.2", pieces=wrapped(own["who"][:1]), to={"c": path[-1]})
        if ground.weather(t) == "blizzard" and not f.l.get("frozen"):
            f.l["frozen"] = True
            freeze(t, forces(t, f), troops(t, f))
        if mover(t, f).fights:
            control.passes(t, side, path)
            for where in path:
                capture.take(t, side, where)

    def do_take_along(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Attach a friendly force that has not moved (8.25a)."""
        own, friend = mine(f), args["pieces"][0]
        orders.spend(t, own["lead"], DETACH, "8.25a")
        own["who"].append(friend)
        own["lead"] = min((p for p in own["who"] if is_leader(t, p)), key=lambda p: tree.seniority(t, p))
        settle(t, side, start(t, f), own["who"])
        own["who"] = [p for p in own["who"] if on_map(t.where(p))]

    def do_escort(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let detached regiments go with a wagon (7.21, 8.72)."""
        mine(f)["who"] += args["pieces"]

    def do_absorb(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Take units without a leader into the leader's box (8.25a, 3.12c)."""
        lead = mine(f)["lead"]
        if not tree.has_room(t, lead, args["pieces"]):
            t.refuse("refuse.limit", rule="3.22", leader={"p": lead})
        orders.spend(t, lead, DETACH, "8.25a")
        for unit in args["pieces"]:
            t.move(unit, tree.box_of(t, lead))
        t.note("note.absorb", rule="8.25a", leader={"p": lead}, n=len(args["pieces"]))

    def do_halt(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """End the move."""
        f.l["stage"] = "halt"

    def do(self, verb: str, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Carry an action out, one of another chapter by its own hand."""
        for action in MENU:
            if verb in action.verbs:
                action.do(t, f, side, verb, args)
                return
        super().do(verb, t, f, side, args)

    def verbs(self) -> set[str]:
        """Return its own verbs and those of the other chapters."""
        return super().verbs() | {verb for action in MENU for verb in action.verbs}

    # the end ------------------------------------------------------------------------

    def at_halt(self, t: Table, f: Frame) -> str:
        """Join friends in the hex, wear off the march; who stands in an enemy zone must declare an attack (3.71)."""
        own, side = mine(f), f.l["side"]
        moved = forces(t, f) + troops(t, f) + [p for p in own["who"] if not is_leader(t, p)]
        where = start(t, f) if own["who"] else ""
        entered = bool(own["spent"] and where) and zones.in_enemy_zone(t, where, side)
        entered = entered and f.l.get("scouting") != where and mover(t, f).fights
        if own["who"] and own["lead"]:
            if own["spent"] and ways.joins(t, mover(t, f), where):
                senior = tree.commander(t, where, side)
                orders.spend(t, senior, DETACH, "8.25a")
                settle(t, side, where, tree.standing(t, where, side))
            if own.get("worn"):
                orders.deactivate(t, own["lead"], "8.31b")
                fallen(t, side, own["lead"])
        t.done({"moved": moved, "declare": where if entered else ""})
        return ""


# helpers ----------------------------------------------------------------------------


def already(r: Reader, side: str) -> list[str]:
    """Return a side's leaders and units that have moved in this impulse."""
    f = r.frame_of("movement")
    return list(f.of(side).get("moved", ())) if f else []


def fallen(t: Table, side: str, leader: str) -> None:
    """Note a leader who became inactive against his will in this impulse: he is still paid for (11.0)."""
    t.seal(side, "fallen", sorted({*(t.secret(side, "fallen") or ()), leader}))


def joinable(r: Reader, f: Frame, where: str) -> list[str]:
    """Return the leaders in a hex whom a force on the way may take along (8.25a, 3.21)."""
    side, own = f.l["side"], mine(f)
    moved = already(r, side)
    found = []
    for p in tree.standing(r, where, side):
        every = [one for q in (*own["who"], p) if is_leader(r, q) for one in tree.whole(r, q)]
        if p in own["who"] or p in moved or tree.is_garrison(r, p) or not tree.may_stack(r, every):
            continue
        if not set(tree.whole(r, p)) & set(moved):
            found.append(p)
    return found


def settle(t: Table, side: str, where: str, group: list[str]) -> None:
    """Put front-line leaders who have joined a superior commander into his box (8.25a)."""
    chiefs = sorted((p for p in group if is_leader(t, p)), key=lambda p: tree.seniority(t, p))
    if chiefs and tree.is_superior(t, chiefs[0]):
        for one in chiefs[1:]:
            if not tree.is_superior(t, one) and not tree.is_garrison(t, one) and not t.attr(one, "army"):
                tree.nest(t, one, chiefs[0])


def rejoin(t: Table, who: list[str], parent: str) -> None:
    """Give leaders and units that were detached in vain back to their commander (8.25b)."""
    for piece in who:
        if is_unit(t, piece):
            t.move(piece, tree.box_of(t, parent))
        elif is_leader(t, piece) and tree.is_superior(t, parent) and not tree.is_superior(t, piece):
            tree.nest(t, piece, parent)


def freeze(t: Table, leaders: list[str], units: list[str]) -> None:
    """Take the morale that a march in a blizzard costs (5.29)."""
    for leader in leaders:
        morale.change(t, leader, "blizzard_if_moved", "5.29")
    for unit in units:
        if int(t.attr(unit, "ml", 6)) < 6:
            t.set_attr(unit, "worse", 1)


def light(s: Seen, args: dict[str, Any]) -> dict[str, Any]:
    """Answer where the force on the march can get to, from where a way so far has led."""
    f = s.frame()
    if f.step != March.name or f.l.get("stage") != "move" or f.l["side"] != s.side or f.l.get("stopped"):
        return {"cells": {}}
    own, here = mine(f), start(s, f)
    path = list(args.get("path") or [here])
    who, spent = mover(s, f), own["spent"]
    way = Way(here, Move(), None, "")
    step = ways.stepper(s, who, here)
    for to in path[1:] if path[0] == here else path:
        move = step(way, to) if to in ground.near(s, way.place) else None
        if move is None or move.stop:
            return {"cells": {}}
        spent += move.cost
        way = Way(to, move, way, "")
    found = ways.reachable(s, who, way.place, own["budget"] - spent)
    cells = lit(found)
    for to, at in cells.items():
        at["cost"] = points(found[to].cost)
    return {"cells": cells}


STEPS = (March(),)
