"""Losses: each part of a combat result is applied, the losing side chooses (11.5-11.7)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.facts import box
from qtwar.kit.offers import msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import fire, refit, victory
from .facts import COM, FW, enemy, is_unit, units

ORDER = ("K", "R", "A", "Z")


def parts(result: str, firer: str, target: str) -> list[list[str]]:
    """Return the losses of a CRT result as [code, losing side], K before R before A before Z (11.6)."""
    out: list[list[str]] = []
    for code in result.split("+"):
        if code == "2K":
            out += [["K", target], ["K", target]]
        elif code in ("K", "R"):
            out.append([code, target])
        elif code == "A":
            out.append([code, FW])  # 11.5: only the Free World has aircraft to lose
        elif code == "Z":
            out.append([code, firer])
    return sorted(out, key=lambda x: ORDER.index(x[0]))


def of_free_world_fire(r: Reader, result: str) -> list[list[str]]:
    """Return the losses of a result that the Free World has rolled: its A costs it no aircraft, but for an option (11.5)."""
    return [x for x in parts(result, FW, COM) if x[0] != "A" or r.option("own_a_result")]


class Losses(Step):
    """Applies losses one by one. Locals: `cell`, `todo` [[code, side]…], `scouts` side → recon unit, `support` markers
    committed this round, `sent` sides that have sent a unit to the Refit Box (handed back), `scores` (False in a strike,
    17.4)."""

    name = "losses"

    def run(self, t: Table, f: Frame) -> None:
        todo: list[list[str]] = f.l["todo"]
        while todo:
            code, side = todo[0]
            able = candidates(t, f, code, side)
            if not able:
                todo.pop(0)
                continue
            if len(able) == 1 and not face_down(t, f, side):
                todo.pop(0)
                self._lose(t, f, code, side, able[0])
                continue
            t.wait(side)
            return
        if not victory.check(t):  # 4.4: after all points of one result
            t.done(f.l.get("sent", []))

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        code, side = f.l["todo"][0]
        n = sum(1 for c, x in f.l["todo"] if (c, x) == (code, side))
        return offers.offer(
            msg(f"prompt.loss.{code}", n=n, cell={"c": f.l["cell"]}),
            offers.pieces(
                "lose", f"ask.loss.{code}", candidates(s, f, code, side), 1, 1, rule="11.7", button=f"do.loss.{code}"
            ),
            detail=msg("detail.loss", rule="11.7"),
            step="fire",
        )

    def do_lose(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Take the chosen loss."""
        code, _ = f.l["todo"].pop(0)
        self._lose(t, f, code, side, args["pieces"][0])

    @staticmethod
    def _lose(t: Table, f: Frame, code: str, side: str, piece: str) -> None:
        by_combat = f.l.get("scores", True)
        if code == "K":
            refit.eliminate(t, piece, by_combat=by_combat, rule="11.5")
            return
        sent: list[str] = f.l.setdefault("sent", [])
        if is_unit(t, piece) and side not in sent:
            sent.append(side)
        refit.send(t, piece, by_combat=by_combat, rule="11.5")


def face_down(t: Table, f: Frame, side: str) -> bool:
    """Return whether the enemy sees several counters that he does not know: then he must not learn that one is a unit
    from nobody being asked (8.13; a strike alone shows nothing, 17.4)."""
    return sum(1 for p in t.ids(f.l["cell"]) if t.owner(p) == side and not t.knows(enemy(side), p)) > 1


def candidates(r: Reader, f: Frame, code: str, side: str) -> list[str]:
    """Return what a side may give for a part of a result."""
    own = units(r, f.l["cell"], side)
    support = [p for p in f.l.get("support") or () if r.owner(p) == side and r.where(p) == box(side, "used")]
    planes = [p for p in support if r.has(p, "aircraft")]
    if code == "A":
        return planes
    scout = str((f.l.get("scouts") or {}).get(side) or "")
    if code == "Z":  # 11.5: of those who fired
        own = fire.shooters(r, f.l["cell"], side)
    first = code in ("R", "Z") and side not in (f.l.get("sent") or ()) and scout in own
    out = [scout] if first else own  # 11.7: the first unit; markers are none
    if code == "Z":
        return [*out, *(p for p in planes if r.has(p, "strike"))]  # 11.9; Naval Gunfire and B-52 take no losses
    return out


STEPS = (Losses(),)
