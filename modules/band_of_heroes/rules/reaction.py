"""Opportunity fire: the enemy's window after every hex of a move (5.3, 4.1, 11.4)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import attack, fire, sight, snipers
from .facts import occupied, units, wrapped
from .fire import Circumstances
from .spotting import is_spotted


def circumstances(f: Frame) -> Circumstances:
    """Return that this is opportunity fire at units in motion."""
    return Circumstances(opportunity=True, moving=tuple(f.l["moving"]))


def is_exempt(r: Reader, piece: str) -> bool:
    """Return whether a piece fires apart and does not count against the number of attacks (5.3, 4.0)."""
    return fire.is_ordnance(r, piece) or r.has(piece, "weapon_team")


def groups(r: Reader, f: Frame) -> dict[str, list[str]]:
    """Return place → units and weapons that could fire together at the movers now (5.3)."""
    side, target = f.l["side"], f.l["cell"]
    when = circumstances(f)
    if f.l["shots"] <= len(f.l["fired"]):
        return {}
    found = {}
    for place in occupied(r, side):
        if place in f.l["fired"]:
            continue
        able = [p for p in fire.shooters(r, place, side, when) if _can(r, p, target, when, f)]
        able = [p for p in able if not is_exempt(r, p) and not r.has(p, "sniper")]
        if any(fire.reaches(r, p, target, when) for p in able):
            found[place] = able
    return found


def apart(r: Reader, f: Frame) -> list[str]:
    """Return ordnance and weapon teams that could fire at the movers; with the first firer they are not counted (5.3)."""
    side, target = f.l["side"], f.l["cell"]
    when = circumstances(f)
    full = f.l["shots"] <= len(f.l["fired"])
    found = []
    for place in occupied(r, side):
        if full and place != (f.l["fired"] or [""])[0]:
            continue
        for piece in fire.shooters(r, place, side, when):
            if is_exempt(r, piece) and _can(r, piece, target, when, f):
                found.append(piece)
    return found


def marksmen(r: Reader, f: Frame) -> list[str]:
    """Return snipers that could fire at the movers (11.4)."""
    side, target = f.l["side"], f.l["cell"]
    when = circumstances(f)
    if f.l["shots"] <= len(f.l["fired"]):
        return []
    return [
        p
        for place in occupied(r, side)
        for p in units(r, place, side)
        if r.has(p, "sniper") and _can(r, p, target, when, f)
    ]


def _can(r: Reader, piece: str, target: str, when: Circumstances, f: Frame) -> bool:
    """Return whether a piece may fire; crawlers only in a spotted hex, stealth movers only if spotted (5.3, 6.4)."""
    if not fire.targets(r, piece, [target], when):
        return False
    return is_spotted(r, target, f.l["side"])


class Reaction(Step):
    """The enemy of a moving stack may fire at it, hex by hex, at most once for each point it spent. Hands back what came of it.

    Locals: `side` (who reacts), `cell`, `moving`, `shots` (points spent for the hex), `fired` (places that have fired).
    """

    name = "reaction"

    def run(self, t: Table, f: Frame) -> None:
        told = f.l.setdefault("told", {"stopped": [], "heroes": [], "fire": False})
        if isinstance(f.result, dict) and "stopped" in f.result:
            told["stopped"] += f.result["stopped"]
            told["heroes"] += f.result["heroes"]
            told["fire"] = True
            f.data["r"] = None
        here = [u for u in f.l["moving"] if u in units(t, f.l["cell"]) and u not in told["stopped"]]
        f.l["moving"] = here + [h for h in told["heroes"] if h in units(t, f.l["cell"]) and h not in here]
        if f.l.get("over") or not f.l["moving"] or not self._anything(t, f):
            t.done(told)
            return
        t.wait(f.l["side"])

    @staticmethod
    def _anything(t: Table, f: Frame) -> bool:
        """Return whether the side could do anything; otherwise nobody is asked (5.3)."""
        if groups(t, f) or apart(t, f) or marksmen(t, f):
            return True
        return bool(t.option("sniper_any_time")) and any(
            sight.sees(t, place, f.l["cell"])
            for places in snipers.placements(t, f.l["side"]).values()
            for place in places
        )

    def offer(self, s: Seen, f: Frame) -> dict[str, Any]:
        asks: list[Ask] = []
        able = groups(s, f)
        cell = f.l["cell"]
        if able:
            pieces = [p for place in able for p in able[place]]
            asks.append(
                offers.pieces_and_cell(
                    "fire", "ask.opportunity", pieces, [cell], 1, len(pieces), rule="5.3", groups=able, weight=30,
                )
            )  # fmt: skip
        lone = apart(s, f)
        if lone:
            asks.append(offers.pieces_and_cell("shoot", "ask.shoot", lone, [cell], rule="5.3", weight=15))
        sharp = marksmen(s, f)
        if sharp:
            asks += snipers.asks(s, {p: [cell] for p in sharp})
        if s.option("sniper_any_time"):
            hidden = snipers.placements(s, s.side)
            if hidden:
                asks.append(offers.place("place_sniper", "ask.place_sniper", hidden, rule="11.4", weight=2))
        asks.append(offers.button("let_pass", "button.let_pass", rule="5.3", primary=True, weight=12))
        asks.append(offers.button("let_all", "button.let_all", rule="5.3", weight=4))
        n = max(0, f.l["shots"] - len(f.l["fired"]))
        return offers.offer(
            msg("prompt.reaction", cell={"c": cell}, pieces=wrapped(f.l["moving"])), *asks,
            detail=msg("detail.reaction", rule="5.3", n=n),
        )  # fmt: skip

    def _shoot(self, t: Table, f: Frame, side: str, pieces: list[str], *, counts: bool, dice: int = 2) -> None:
        when = circumstances(f)
        shot = fire.compose(t, side, pieces, f.l["cell"], when)
        if counts:
            f.l["fired"].append(shot.at)
        t.note("note.opportunity", rule="5.3", side={"s": side}, cell={"c": f.l["cell"]})
        attack.begin(t, shot, when, dice=dice)

    def do_fire(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Fire with units of one hex together (5.3)."""
        if any(is_exempt(t, p) for p in args["pieces"]):
            t.refuse("refuse.fires_alone", rule="5.3", piece={"p": args["pieces"][0]})
        self._shoot(t, f, side, args["pieces"], counts=True)

    def do_shoot(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Fire an ordnance weapon or a team; stacked with the first firer it is not counted (5.3)."""
        place = t.spot(args["pieces"][0])
        self._shoot(t, f, side, args["pieces"], counts=not f.l["fired"] or place != f.l["fired"][0])

    def do_snipe(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """A sniper fires with two dice (11.4)."""
        self._shoot(t, f, side, args["pieces"], counts=True, dice=2)

    def do_snipe_one(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """A sniper fires with one die (11.4)."""
        self._shoot(t, f, side, args["pieces"], counts=True, dice=1)

    def do_place_sniper(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Put the sniper onto the map (11.4)."""
        snipers.place(t, side, args["pieces"][0], args["cell"])

    def do_let_pass(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let the stack go on; the next hex opens another window."""
        f.l["over"] = True

    def do_let_all(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let the whole move pass."""
        f.l["over"] = True
        f.l["told"]["pass_all"] = True


STEPS = (Reaction(),)
