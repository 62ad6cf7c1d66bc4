"""An impulse: HQs with commands to spend give orders, one after another, to whom they reach (3.3, 4.1, 4.2)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Message, Offer, msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import facts, ground, movement, nets, purse
from .actions import Action, Order, shown
from .menu import ACTIONS, BY_VERB
from .purse import GENERAL
from .settle import settle

ALIVE, MOVE = "4.2.3.a", "4.2.2.a"


def order_of(f: Frame, unit: str) -> Order:
    """Return the order that the HQ in front may give to a unit."""
    issuer = str(f.l["issuer"])
    return Order(issuer, purse.left(f, issuer), frozenset(f.l["used"].get(unit, ())), issuer == GENERAL)


def receivers(r: Reader, issuer: str) -> list[str]:
    """Return whom an issuer can give orders: in its chain of command and in communication (1.2.6, 4.3)."""
    key = ("receivers", issuer)
    found: list[str] | None = r.memo.get(key)
    if found is None:
        units = [p for p in facts.company(r) if not facts.is_captured(r, p)]
        if issuer == GENERAL:
            found = units
        else:
            found = [p for p in units if nets.commands(r, issuer, p) and _hears(r, issuer, p)]
        r.memo[key] = found
    return found


def _hears(r: Reader, issuer: str, unit: str) -> bool:
    if r.attr(unit, "runs_to") and facts.post(r, issuer) == "co_hq":
        return True  # 3.3.1.B
    return nets.reaches(r, issuer, unit, pinned_too=facts.is_pinned(r, unit))


def _deaf(r: Reader, issuer: str, unit: str) -> Message:
    """Return why an HQ does not reach a unit of its own (4.3)."""
    if facts.is_captured(r, unit):
        return msg("refuse.captured", rule="3.5")
    link = nets.link(r, issuer, unit, pinned_too=facts.is_pinned(r, unit))
    return msg(link.why or "refuse.no_net", rule=link.rule)


def hears_it(r: Reader, issuer: str, unit: str, action: Action) -> bool:
    """Return whether a unit hears this very order: a pinned one by voice only that it is to shake the pin off (4.3.1)."""
    return issuer in (GENERAL, unit) or action.unheard or nets.reaches(r, issuer, unit, pinned_too=action.id == ALIVE)


def _staging(*cards: str) -> bool:
    return all(ground.is_staging(card) for card in cards)


class Impulse(Step):
    """HQs spend commands. Locals: `id`, `rule`, `hqs` (HQ → has, most, spent, save), `issuer`, `unit` picked, `used`."""

    name = "impulse"

    def run(self, t: Table, f: Frame) -> None:
        """Ask while anybody has commands left; then what is left is saved."""
        if f.l.get("settle"):
            f.l["settle"] = False
            settle(t)
        f.l.setdefault("used", {})
        f.l.setdefault("unit", "")
        if f.l["unit"] and (not t.exists(f.l["unit"]) or f.l["unit"] not in receivers(t, str(f.l["issuer"]))):
            f.l["unit"] = ""
        if not purse.left(f, str(f.l.get("issuer") or "")):
            f.l["unit"] = ""
            f.l["issuer"] = next((hq for hq in f.l["hqs"] if self._able(t, f, hq)), "")
        if f.l.get("over") or not f.l["issuer"]:
            self.close(t, f)
            t.done()
        else:
            t.wait(facts.US)

    @staticmethod
    def _able(r: Reader, f: Frame, hq: str) -> bool:
        there = hq == GENERAL or (r.exists(hq) and (facts.is_infantry(r, hq) or facts.is_vehicle(r, hq)))
        return there and purse.left(f, hq) > 0

    def close(self, t: Table, f: Frame) -> None:
        """Save what is left, up to the cap of the HQ's experience (4.1.3)."""
        for hq, own in f.l["hqs"].items():
            if own["save"] and t.exists(hq):
                purse.save(t, hq, own["has"])

    # what is asked ----------------------------------------------------------------------

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer whom to order; with a unit picked its actions, those forbidden greyed with the reason."""
        issuer = str(f.l["issuer"])
        who: dict[str, Any] = {} if issuer == GENERAL else {"piece": {"p": issuer}}
        key = "prompt.orders_general" if issuer == GENERAL else "prompt.orders"
        prompt = msg(key, rule=f.l["rule"], n=purse.left(f, issuer), **who)
        if f.l["unit"]:
            picked = {"p": f.l["unit"]}
            of_unit = msg(f"{key}_unit", rule=f.l["rule"], n=purse.left(f, issuer), unit=picked, **who)
            return offers.offer(of_unit, *self._menu(s, f, f.l["unit"]))
        return offers.offer(prompt, *self._whom(s, f, issuer))

    def _whom(self, s: Seen, f: Frame, issuer: str) -> list[Ask]:
        heard = [p for p in receivers(s, issuer) if facts.card(s, p) or self._of_use(s, order_of(f, p), p)]
        asks: list[Ask] = []
        if heard:
            notes, unheard = self._reach(s, issuer, heard)
            asks.append(offers.pieces("order", "ask.order", heard, rule="4.2", notes=notes, why=unheard))
        targets, why = {}, {}
        move = BY_VERB["move"]
        for unit in heard:
            deaf = None if hears_it(s, issuer, unit, move) else msg("refuse.no_net", rule="4.3")
            no = deaf or move.why_not(s, order_of(f, unit), unit)
            if no is not None:
                why[unit] = no
            else:
                targets[unit] = movement.targets(s, unit)
        if targets:
            asks.append(offers.place("move", "act.move", targets, rule=move.id, max=1, why=why))
        others = [hq for hq in f.l["hqs"] if hq not in (issuer, GENERAL) and self._able(s, f, hq)]
        if others:
            asks.append(offers.pieces("issuer", "ask.issuer", others, rule=f.l["rule"]))
        asks.append(offers.button("done", "button.end_impulse", rule=f.l["rule"]))
        return asks

    @staticmethod
    def _reach(s: Seen, issuer: str, heard: list[str]) -> tuple[dict[str, Message], dict[str, Message]]:
        """Return how an HQ reaches each that hears it, and why it does not reach others in its chain of command (4.3)."""
        if issuer == GENERAL:
            return {}, {}
        key = ("reach", issuer)
        kept: tuple[dict[str, Message], dict[str, Message]] | None = s.memo.get(key)
        if kept is None:
            ways = {p: nets.link(s, issuer, p, pinned_too=facts.is_pinned(s, p)) for p in receivers(s, issuer)}
            notes = {p: msg(f"link.{way.how or 'runner'}") for p, way in ways.items()}
            others = [p for p in facts.company(s) if p not in ways and facts.card(s, p) and nets.commands(s, issuer, p)]
            kept = s.memo[key] = notes, {p: _deaf(s, issuer, p) for p in others}
        return {p: kept[0][p] for p in heard}, kept[1]

    @staticmethod
    def _of_use(s: Seen, o: Order, unit: str) -> bool:
        """Return whether a unit in a helicopter area can do anything at all."""
        return any(action.applies(s, o, unit) and action.why_not(s, o, unit) is None for action in ACTIONS)

    def _menu(self, s: Seen, f: Frame, unit: str) -> list[Ask]:
        o = order_of(f, unit)
        asks = []
        for action in ACTIONS:
            if action.applies(s, o, unit):
                if not hears_it(s, o.issuer, unit, action):
                    bar = msg("refuse.no_net", rule="4.3")
                    asks.append(offers.button(action.verb, f"act.{action.verb}", rule=action.id, why_not=bar))
                else:
                    asks += shown(action, s, o, unit)
        return [*asks, offers.button("back", "button.back")]

    # what is answered -------------------------------------------------------------------

    def verbs(self) -> set[str]:
        """Return its own verbs and those of the actions."""
        return super().verbs() | set(BY_VERB)

    def do(self, verb: str, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Carry an action out for the unit picked (or dragged), and pay for it."""
        if verb in BY_VERB:
            self.carry_out(t, f, BY_VERB[verb], args)
        else:
            super().do(verb, t, f, side, args)

    def do_order(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Pick the unit that is to get an order."""
        f.l["unit"] = args["pieces"][0]

    def do_issuer(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let another HQ of this impulse give orders (3.3: not one after the other)."""
        f.l.update(issuer=args["pieces"][0], unit="")

    def do_back(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Pick another unit."""
        f.l["unit"] = ""

    def do_done(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """End the impulse."""
        f.l["over"] = True

    def carry_out(self, t: Table, f: Frame, action: Action, args: dict[str, Any]) -> None:
        """Pay for an action and do it; refuse what is against a rule."""
        picked = str(f.l["unit"])
        unit = picked or args["pieces"][0]
        if unit not in receivers(t, str(f.l["issuer"])):
            t.refuse("refuse.no_net", rule="4.3", piece={"p": unit})
        o = order_of(f, unit)
        if not hears_it(t, o.issuer, unit, action):
            t.refuse("refuse.no_net", rule="4.3")
        bar = action.why_not(t, o, unit)
        if bar is not None:
            t.refuse(bar["key"], rule=str(bar.get("rule") or action.id), **bar["args"])
        own = f.l["hqs"][o.issuer]
        own["has"] -= action.cost
        own["spent"] += action.cost
        frm = facts.card(t, unit)
        f.l["used"].setdefault(unit, []).append(action.id)
        f.l.update(unit="", settle=True)
        if o.general:
            t.note("note.order_general", rule=action.id, piece={"p": unit}, what=msg(f"act.{action.verb}"))
        else:
            t.note(
                "note.order", rule=action.id, issuer={"p": o.issuer}, piece={"p": unit}, what=msg(f"act.{action.verb}")
            )
        action.do(t, o, unit, args)
        if (
            action.id == MOVE
            and t.option("staging_moves_free")
            and t.exists(unit)
            and _staging(frm, facts.card(t, unit))
        ):
            f.l["used"][unit].remove(action.id)  # AMB-25 turned round: several moves within the staging area


STEPS = (Impulse(),)
