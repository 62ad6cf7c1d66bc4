"""Moving between cards and under markers: who may, where to, and what comes of it (4.2.5, 5.1)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Message, Offer, msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import actions, facts, ground, mines, nets


def bar(r: Reader, unit: str, to: str) -> Message | None:
    """Return why a unit may not move to a card next to it, None if it may."""
    if to not in ground.next_to(r, facts.card(r, unit)):
        return msg("refuse.not_next", rule="4.2.2.a", piece={"p": unit}, cell={"c": to})
    if r.owner(unit) == facts.US and not ground.within(r, to):
        return msg("refuse.bounds", rule="2.3.4", cell={"c": to})
    if not ground.has_room(r, to, unit):
        return msg("refuse.room", rule="1.2.1.I", cell={"c": to})
    if actions.is_restricted(r, unit) and not actions.may_rest(r, unit, to):
        return msg("refuse.restricted", rule="4.2.5", piece={"p": unit}, cell={"c": to})
    return None


def targets(r: Reader, unit: str) -> list[str]:
    """Return the cards to which a unit may move now."""
    key = ("targets", unit)
    found: list[str] | None = r.memo.get(key)
    if found is None:
        found = r.memo[key] = [to for to in ground.next_to(r, facts.card(r, unit)) if bar(r, unit, to) is None]
    return found


def may_infiltrate(r: Reader, unit: str) -> Message | None:
    """Return why a unit can not infiltrate at all: heavy weapons do not (4.2.2.c, 6.2)."""
    if facts.is_heavy(r, unit) and not facts.lat(r, unit):
        return msg("refuse.heavy", rule="4.2.2.c", piece={"p": unit})
    return None


def infiltration_targets(r: Reader, unit: str) -> list[str]:
    """Return where a unit may try to infiltrate: VOF on its own card or on the other (4.2.2.c); teams as AMB-39."""
    here = facts.card(r, unit)
    hot = actions.under_fire(r, here)
    found = []
    for to in ground.next_to(r, here):
        fine = bar(r, unit, to)
        if fine is not None and fine.get("rule") != "4.2.5":
            continue
        if hot or actions.under_fire(r, to):
            found.append(to)
    return found


def is_hidden_way(r: Reader, unit: str, marker: str, to: str) -> bool:
    """Return whether a walk from a work into another exposes nobody: trench, bunker, pillbox (5.1.1, 5.1.2)."""
    return ground.cover_kind(r, unit) in ground.FREE_WALK and r.record(marker)["kind"] in ground.FREE_WALK


def go(t: Table, unit: str, to: str, *, marker: str = "", exposed: bool = True) -> None:
    """Move a unit to a card, under a marker there if one is named; it is exposed unless staging or works spare it."""
    here = facts.card(t, unit)
    hidden = bool(marker) and is_hidden_way(t, unit, marker, to)
    within_staging = ground.is_staging(here) and ground.is_staging(to)  # 2.3.5
    for key in ("under", "indirect", "fpl_fires"):  # 6.1.1: who leaves its card fires no longer
        t.set_attr(unit, key, None)
    t.move(unit, to)
    if marker:
        ground.enter(t, unit, marker)
    if exposed and not hidden and not within_staging:
        facts.mark(t, unit, "exposed")
    _bring_along(t, unit, here, to)
    t.note("note.moved", rule="5.1", piece={"p": unit}, frm={"c": here}, to={"c": to})
    mines.entered(t, unit, to)


def _bring_along(t: Table, unit: str, here: str, to: str) -> None:
    """Runners go with the company HQ (4.3.2), prisoners with who guards them once nobody else does (3.5)."""
    side = t.owner(unit)
    if facts.post(t, unit) == "co_hq":
        for runner in [
            p for p in t.of(here, side, "unit") if facts.role(t, p) == "runner" and not t.attr(p, "runs_to")
        ]:
            t.move(runner, to)
    if facts.is_combat(t, unit):
        guards = [p for p in facts.free_units(t, here, side) if facts.is_combat(t, p)]
        for prisoner in [p for p in t.of(here, facts.other(side), "unit") if facts.is_captured(t, p)]:
            if not guards:
                t.move(prisoner, to)


def walk(t: Table, unit: str, to: str, *, exposed: bool = True) -> None:
    """Move a unit of the player, then ask what comes with it: which cover, a line laid behind (4.3.4, 5.1.2)."""
    frm, works = facts.card(t, unit), ground.cover_kind(t, unit) in ground.FREE_WALK
    go(t, unit, to, exposed=exposed)
    if questions(t, unit, frm):
        t.call("arrive", unit=unit, frm=frm, works=works)


def questions(r: Reader, unit: str, frm: str) -> list[Ask]:
    """Return what may be asked of a unit that has moved."""
    here = facts.card(r, unit)
    asks: list[Ask] = []
    markers = [m for m in ground.shelters(r, here, unit) if m != ground.under(r, unit)] if here and frm != here else []
    if markers and not ground.under(r, unit):
        asks.append(offers.pieces("shelter", "ask.shelter", markers, rule="5.1.2"))
    if spare_line(r, unit) and ground.in_play(frm) and not nets.has_line(r, frm):
        asks.append(offers.button("line", "button.lay_line", rule="4.3.4"))
    return asks


def spare_line(r: Reader, unit: str) -> str:
    """Return a phone line that a unit holds, an empty word for none (4.3.4)."""
    return next((a for a in nets.assets(r, unit) if r.record(a)["kind"] == "phone_line"), "")


class Arrive(Step):
    """A unit of the player has moved: it may go straight under cover and leave a telephone line behind."""

    name = "arrive"

    def run(self, t: Table, f: Frame) -> None:
        """Ask until nothing is left to be asked."""
        if f.l.get("over") or not t.exists(f.l["unit"]) or not questions(t, f.l["unit"], f.l["frm"]):
            t.done()
        else:
            t.wait(facts.US)

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer markers, the line, or nothing of it."""
        asks = questions(s, f.l["unit"], f.l["frm"])
        prompt = msg("prompt.arrive", rule="5.1.2", piece={"p": f.l["unit"]})
        return offers.offer(prompt, *asks, offers.button("on", "button.go_on", primary=True))

    def do_shelter(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Go under a marker as part of the move."""
        ground.enter(t, f.l["unit"], args["pieces"][0])
        if f.l.get("works") and ground.cover_kind(t, f.l["unit"]) in ground.FREE_WALK:
            facts.mark(t, f.l["unit"], "exposed", False)  # from work to work

    def do_line(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Lay a line on the card left."""
        line = spare_line(t, f.l["unit"])
        t.set_attr(line, "holder", None)
        t.move(line, f.l["frm"])
        t.note("note.line_laid", rule="4.3.4", piece={"p": f.l["unit"]}, cell={"c": f.l["frm"]})

    def do_on(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Leave it at that."""
        f.l["over"] = True


STEPS = (Arrive(),)
