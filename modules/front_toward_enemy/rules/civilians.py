"""Civilians are questioned by those who enter their hex, and give away what the NVA/VC chooses (28.0)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Offer, msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import concealment, losses, victory, works
from .checks import check
from .facts import NVA, US, is_airborne, is_concealed, is_facility, is_infantry, on_map, own, units
from .ground import distance

REACH = 8
REVEALED = 2


def civilians(r: Reader, place: str) -> list[str]:
    """Return the civilians of a hex."""
    return [p for p in units(r, place, NVA) if r.has(p, "civilian")]


def to_question(t: Table, place: str, entered: list[str]) -> bool:
    """Show the civilians of a hex that US units have entered; returns whether there are some (28.0)."""
    found = civilians(t, place)
    if not found or not entered or t.owner(entered[0]) != US or is_airborne(t, entered[0]):
        return False
    for piece in found:
        concealment.expose(t, piece, "28.0")
    return True


def hidden(r: Reader, place: str) -> list[str]:
    """Return the NVA/VC's concealed units and hidden facilities within eight hexes, traps and civilians excepted (28.0)."""
    found = []
    for p in sorted(r.records):
        if r.owner(p) != NVA or not on_map(r.where(p)) or not r.is_known(p) or not is_concealed(r, p):
            continue
        if r.has(p, "civilian"):
            continue
        if (is_infantry(r, p) or is_facility(r, p)) and distance(r, place, r.where(p)) <= REACH:
            found.append(p)
    return found


class Question(Step):
    """The US unit may question; the NVA/VC reveals two; the civilians are gone (28.0).

    Locals: `side` (US), `cell`, `by` (who may question: they are in the civilians' hex), `stage`, `n` (still to be revealed).
    """

    name = "question"

    def run(self, t: Table, f: Frame) -> None:
        if not [p for p in own(f)["by"] if t.exists(p)] or not civilians(t, f.l["cell"]):
            t.done({})
            return
        if f.l["stage"] == "reveal":
            if f.l["n"] and hidden(t, f.l["cell"]):
                t.wait(NVA)
                return
            self._gone(t, f)
            return
        t.wait(US)

    def _gone(self, t: Table, f: Frame) -> None:
        losses.remove(t, civilians(t, f.l["cell"])[0])
        f.l.update(stage="ask", n=REVEALED)

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer to question, or what to reveal."""
        if f.l["stage"] == "reveal":
            ask = offers.pieces("give", "ask.give_away", hidden(s, f.l["cell"]), rule="28.0")
            return offers.offer(msg("prompt.give_away", n=f.l["n"]), ask, detail=msg("detail.give_away", rule="28.0"))
        able = [p for p in own(f)["by"] if s.exists(p)]
        ask = offers.pieces("question", "ask.question", able, rule="28.0")
        no = offers.button("leave_them", "button.leave_them", rule="28.0")
        return offers.offer(
            msg("prompt.question", cell={"c": f.l["cell"]}), ask, no, detail=msg("detail.question", rule="28.0")
        )

    def do_question(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        if check(t, args["pieces"][0], "interrogation", "28.0"):
            f.l.update(stage="reveal", n=REVEALED)
        else:
            self._gone(t, f)

    def do_leave_them(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        own(f)["by"] = []

    def do_give(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        piece = args["pieces"][0]
        f.l["n"] -= 1
        if is_facility(t, piece):
            works.reveal(t, piece)
            if t.exists(piece) and t.option("amb_79_reveal_vp") and not t.has(piece, "trench"):
                t.set_attr(piece, "found", True)
                victory.score(t, US, "facility_tunnel_bunker_found", "28.0")
        else:
            concealment.expose(t, piece, "28.0")


STEPS = (Question(),)
