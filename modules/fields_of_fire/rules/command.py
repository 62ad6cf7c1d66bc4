"""The friendly command phase: who gets how many commands in which impulse, spent or saved (3.3, 4.1)."""

from __future__ import annotations

from typing import Any

from qtwar.kit.steps import Staged
from qtwar.kit.table import Frame, Reader, Table
from qtwar.kit.tally import Tally

from . import deck, facts, fire, ground, mission, nets
from .purse import GENERAL, column, saved, spend_limit


def modifiers(r: Reader, hq: str) -> Tally:
    """Return by how much the number on the card is changed for an HQ, each part named (4.1.2)."""
    chart, tally = r.chart("command_modifiers"), Tally()

    def add(head: str, rule: str) -> None:
        tally.add(f"mod.{head}", rule, int(chart.at(head)))

    if facts.is_pinned(r, hq):
        add("hq_pinned", "4.1.2.A")
    grade = facts.experience(r, hq)
    if grade in ("green", "veteran"):
        add(f"hq_{grade}", "4.1.2.A")
    if ground.under(r, hq):
        add("hq_under_cover_marker", "4.1.2.A")
    heads = [head for head in fire.command_heads(r, facts.card(r, hq)) if head in chart.row_heads]
    if heads:  # AMB-10: only the worst, unless the option says all
        heads.sort(key=lambda head: int(chart.at(head)))
        for head in heads if r.option("all_vof_on_hq") else heads[:1]:
            add(head, "4.1.2.B")
    if r.var("activity", "no_contact") == "no_contact":
        add("no_contact", "4.1.2.C")
    return tally


def higher(r: Reader) -> str:
    """Return the battalion or regimental commander or staff on the map, an empty word for nobody (3.3.1.A)."""
    return next(
        (u for u in facts.all_units(r, facts.US) if facts.role(r, u) == "higher_staff" and facts.may_command(r, u)), ""
    )


def platoon_leaders(r: Reader) -> list[str]:
    """Return the platoon HQs and leaders of vehicles, in the order of their platoons (3.3.1.C, 7.1.1)."""
    found = [u for u in facts.company(r) if facts.post(r, u) in ("plt_hq", *facts.LEADERS)]
    return sorted(
        (u for u in found if not facts.lat(r, u) and not facts.is_captured(r, u)),
        key=lambda u: (facts.platoon(r, u), u),
    )


def staff(r: Reader) -> list[str]:
    """Return the company staff on the map (1.2.3.H)."""
    return [
        u
        for u in facts.all_units(r, facts.US)
        if facts.post(r, u) in ("xo", "first_sgt") and not facts.is_captured(r, u)
    ]


EARLY = ("co", "units")
"""Stages of the activation segment (3.3.1)."""


class Command(Staged):
    """The command phase. Locals: `activated` (by a superior), `drawn` (who has had commands), `stage`."""

    name = "command"
    first = "bn"

    def at_bn(self, t: Table, f: Frame) -> str:
        """3.3.1.A: a battalion HQ on the map spends the maximum; else the company HQ is activated over the battalion net."""
        f.l.update(activated=[], drawn=[])
        co, bn = facts.holder_of(t, "co_hq"), higher(t)
        if bn:
            most = spend_limit(t)
            own = {bn: {"has": most, "most": most, "spent": 0, "save": False}}
            f.l["drawn"].append(bn)
            if co and t.option("co_hq_gets_bn"):  # AMB-02 turned round
                f.l["activated"].append(co)
            t.note("note.bn_hq", rule="3.3.1.A", piece={"p": bn}, n=most)
            self._impulse(t, "bn", "3.3.1.A", own)
        elif co and facts.may_command(t, co) and nets.off_map_link(t, co, nets.BATTALION):
            f.l["activated"].append(co)
            t.note("note.co_activated", rule="3.3.1.A", piece={"p": co})
        return "co"

    def at_co(self, t: Table, f: Frame) -> str:
        """3.3.1.B: the activated company HQ."""
        co = facts.holder_of(t, "co_hq")
        if co and co in f.l["activated"]:
            self._impulse(t, "co", "3.3.1.B", self._draw(t, f, [co]))
        return "units"

    def at_units(self, t: Table, f: Frame) -> str:
        """3.3.1.C: platoon HQs and staff that have been activated."""
        due = [u for u in [*platoon_leaders(t), *staff(t)] if u in f.l["activated"] and u not in f.l["drawn"]]
        self._impulse(t, "units", "3.3.1.C", self._draw(t, f, due))
        return "co_initiative"

    def at_co_initiative(self, t: Table, f: Frame) -> str:
        """3.3.2.A: the company HQ if it was not activated."""
        co = facts.holder_of(t, "co_hq")
        if co and co not in f.l["drawn"] and not facts.lat(t, co):
            self._impulse(t, "co_initiative", "3.3.2.A", self._draw(t, f, [co]))
        return "platoons"

    def at_platoons(self, t: Table, f: Frame) -> str:
        """3.3.2.B: platoon HQs, vehicle leaders and flight leaders that were not activated."""
        due = [u for u in platoon_leaders(t) if u not in f.l["drawn"]]
        self._impulse(t, "platoons", "3.3.2.B", self._draw(t, f, due))
        return "staff"

    def at_staff(self, t: Table, f: Frame) -> str:
        """3.3.2.C: staff that were not activated have one command each, without a draw."""
        own: dict[str, Any] = {}
        for unit in staff(t):
            if unit in f.l["drawn"] or facts.lat(t, unit):
                continue
            if (facts.flipped(t, unit) and t.option("flipped_staff_draws")) or unit in f.l[
                "activated"
            ]:  # AMB-37, AMB-36
                own.update(self._draw(t, f, [unit]))
            else:
                f.l["drawn"].append(unit)
                own[unit] = self._purse(t, unit, int(t.chart("spending").at("staff", column(t))))
        self._impulse(t, "staff", "3.3.2.C", own)
        return "general"

    def at_general(self, t: Table, f: Frame) -> str:
        """3.3.2.D: the General Initiative: the star number as it is, halved on a patrol."""
        card = deck.draw(t, 1)[0]
        n = deck.commands(t, card, False)
        if mission.data(t)["mission"] == "patrol":
            n //= 2
        t.note("note.general", rule="3.3.2.D", n=n, card={"p": card})
        own = {GENERAL: {"has": n, "most": n, "spent": 0, "save": False}} if n else {}
        self._impulse(t, "general", "3.3.2.D", own)
        return "end"

    def at_end(self, t: Table, f: Frame) -> str:
        """The phase is over."""
        t.done()
        return ""

    # drawing ----------------------------------------------------------------------------

    def _draw(self, t: Table, f: Frame, hqs: list[str]) -> dict[str, Any]:
        """Draw a card for each HQ and change its number (4.1.1, 4.1.2)."""
        own = {}
        for hq in hqs:
            f.l["drawn"].append(hq)
            activated = hq in f.l["activated"] and (
                f.l["stage"] in EARLY or bool(t.option("initiative_helmet"))
            )  # AMB-36
            card = deck.draw(t, 1)[0]
            tally = modifiers(t, hq)
            n = max(1 if activated else 0, deck.commands(t, card, activated) + tally.total)
            own[hq] = self._purse(t, hq, n)
            t.note(
                "note.commands" if activated else "note.commands_initiative", rule="4.1.1", piece={"p": hq}, n=n,
                card={"p": card}, saved=saved(t, hq),
            )  # fmt: skip
        return own

    @staticmethod
    def _purse(t: Table, hq: str, n: int) -> dict[str, Any]:
        return {"has": n + saved(t, hq), "most": spend_limit(t), "spent": 0, "save": True}

    @staticmethod
    def _impulse(t: Table, name: str, rule: str, own: dict[str, Any]) -> None:
        if own:
            first = next(iter(own))
            t.call("impulse", id=name, rule=rule, hqs=own, issuer=first, unit="", used={})


STEPS = (Command(),)
