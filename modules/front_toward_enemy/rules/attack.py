"""Shots carried out: the Fire action, the target in a hex, works claimed against it, hit and effect (7.0, 7.1, 7.4, 24.0)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Offer, msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import concealment, harm, preview, works
from .checks import named, succeeds
from .facts import (
    enemy,
    facilities,
    is_airborne,
    is_concealed,
    is_infantry,
    own,
    units,
    wrapped,
)
from .fire import Shot, When, compose, targets
from .reaction import aims_at

# rolling ----------------------------------------------------------------------------------


def roll(t: Table, shot: Shot) -> str:
    """Roll for a hit and, if it is one, for its effect; returns the result, an empty word for a miss (7.1, 7.4)."""
    die = t.roll(d=10, purpose="roll.hit", by=shot.side)[0]
    hit = succeeds(die, shot.drm, shot.value)
    t.note(
        "note.hit" if hit else "note.miss", rule="7.1", piece={"p": shot.target}, pieces=wrapped(shot.units), die=die
    )
    secret = is_concealed(t, shot.lead) or is_concealed(t, shot.target)
    how = "note.shot_detail" if shot.modifiers else "note.shot_plain"
    t.note(
        how, rule="7.1", level=2, only=[shot.side] if secret else None, drm=f"{shot.drm:+d}", value=shot.value,
        modifiers=named(shot.modifiers),
    )  # fmt: skip
    return effect(t, shot.side, shot.target, shot.klass) if hit else ""


def effect(t: Table, side: str, target: str, klass: str) -> str:
    """Roll on the fire effects table in the column of a weapon class (7.4)."""
    die = t.roll(d=10, purpose="roll.effect", by=side)[0]
    chart = t.chart("fire_effects")
    table = {"t": ["fire_effects", chart.row(die), chart.column(klass)]}
    t.note("note.effect", rule="7.4", piece={"p": target}, die=die, table=table)
    return str(chart.at(die, klass))


# the attack -------------------------------------------------------------------------------


def begin(t: Table, pieces: Sequence[str], target: str, when: When, cause: str) -> None:
    """Begin the attack of some units, the first of whom leads, on a target; refuses what the rules forbid."""
    shot = compose(t, pieces, target, when)
    step = t.call("attack", side=enemy(shot.side), cell=shot.place, cause=cause, when=list(when[:5]))
    step.of("*").update(pieces=list(pieces), target=target)
    own(step)["work"] = ""
    if not may_claim(t, target):
        step.l["asked"] = True


def may_claim(r: Reader, target: str) -> bool:
    """Return whether who is fired at is asked about a hidden work: a facility of his lies hidden in the hex (24.0, 25.0)."""
    hidden = [p for p in facilities(r, r.where(target)) if not r.is_open(p) and r.owner(p) == r.owner(target)]
    return bool(hidden) and is_infantry(r, target) and not is_airborne(r, target)


def claim_offer(s: Seen, *places: str) -> Offer:
    """Return the offer to reveal an occupied work, or to keep it hidden; asked of whoever has a hidden facility there."""
    mine = [w for place in places for w in works.works(s, place) if not s.is_open(w) and works.occupants(s, w)]
    asks: list[Ask] = []
    if mine:
        asks.append(offers.pieces("claim", "ask.claim", mine, rule="24.0"))
    asks.append(offers.button("keep", "button.keep_hidden", rule="24.0", primary=not mine))
    return offers.offer(
        msg("prompt.claim", cells=[{"c": p} for p in places]), *asks, detail=msg("detail.claim", rule="24.0")
    )


class Attack(Step):
    """Locals: `side` (fired at), `cell`, `cause`, `when`, `asked`. Nobody's: `pieces`, `target`. His own: `work` claimed."""

    name = "attack"

    def run(self, t: Table, f: Frame) -> None:
        all_ = f.of("*")
        if f.l.get("fired"):
            t.done({})
            return
        if not f.l.get("asked"):
            t.wait(f.l["side"])
            return
        f.l["fired"] = True
        self._fire(t, f, [p for p in all_["pieces"] if t.exists(p)], all_["target"])

    def _fire(self, t: Table, f: Frame, pieces: list[str], target: str) -> None:
        work = own(f)["work"]
        when = When(*f.l["when"])._replace(work=work or None)
        if work:
            works.reveal(t, work)
        shot = compose(t, pieces, target, when)
        concealment.lose(t, pieces, by="fire")
        if t.has(target, "dummy") and not t.option("amb_71_dummy_hit"):
            concealment.expose(t, target, "22.0")
            return
        result = roll(t, shot)
        if result:
            stay = shot.bomb  # AMB-9: broken by a mortar they stay
            harm.suffer(t, target, result, by=shot.side, cause=f.l["cause"], origin=t.where(shot.lead), stay=stay)

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer to reveal the work that shelters the target."""
        return claim_offer(s, f.l["cell"])

    def do_claim(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        f.l["asked"] = True
        if works.sheltered(t, f.of("*")["target"]) == args["pieces"][0]:
            own(f)["work"] = args["pieces"][0]
        else:
            works.reveal(t, args["pieces"][0])

    def do_keep(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        f.l["asked"] = True


# the Fire action --------------------------------------------------------------------------


class Aim(Step):
    """Which of several enemies in a hex (7.1). Locals: `side`, `cell`. Its own: `pieces`, `targets`."""

    name = "aim"

    def run(self, t: Table, f: Frame) -> None:
        if own(f)["targets"]:
            t.wait(f.l["side"])
        else:
            t.done({})

    def offer(self, s: Seen, f: Frame) -> Offer:
        mine = own(f)
        ask = offers.pieces("aim", "ask.aim", mine["targets"], rule="7.1", odds={"verb": "aim"})
        rows = preview.rows(s, mine["pieces"], mine["targets"], When())
        return offers.offer(
            msg("prompt.aim", cell={"c": f.l["cell"]}, pieces=wrapped(mine["pieces"])), ask, firers=rows
        )

    def do_aim(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        mine = own(f)
        mine["targets"] = []
        begin(t, mine["pieces"], concealment.behind(t, side, args["pieces"][0]), When(), "fire")


def asks(s: Seen, f: Frame, able: list[str]) -> list[Ask]:
    """Return the ask to fire: units, the first of whom leads, and the hex of the target (7.0, 7.1)."""
    reach = {p: sorted(targets(s, p)) for p in able}
    reach = {p: cells for p, cells in reach.items() if cells}
    if not reach:
        return []
    cells = sorted({c for found in reach.values() for c in found})
    return [
        offers.pieces_and_cell(
            "fire", "ask.fire", list(reach), cells, 1, len(reach), rule="7.0", targets=reach, odds={"verb": "fire"}
        ),
    ]


def do(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> list[str]:
    """Begin a fire: at the only target of the hex, or at that which is named next."""
    pieces = list(args["pieces"])
    seen = t.seen_by(side)
    common = [set(targets(seen, p).get(args["cell"], ())) for p in pieces]
    able = sorted(set.intersection(*common)) if common else []
    if not able:
        t.refuse("refuse.no_target", rule="7.1", cell={"c": args["cell"]})
    t.note("note.fires", rule="7.0", pieces=wrapped(pieces), cell={"c": args["cell"]})
    if len(able) == 1:
        begin(t, pieces, concealment.behind(t, side, able[0]), When(), "fire")
    else:
        aim = t.call("aim", side=side, cell=args["cell"])
        own(aim).update(pieces=pieces, targets=able)
    return pieces


# opportunity fire -------------------------------------------------------------------------


class Shots(Step):
    """Who passed the check fires, alone or together, until all have or fire is held (21.0).

    Locals: `side`, `cell`, `level`, `cause`, `road`, `stealth`, `shown`, `hidden`; its side's own: `ready`; nobody's: `targets`.
    """

    name = "shots"

    def run(self, t: Table, f: Frame) -> None:
        here = units(t, f.l["cell"])
        left = [p for p in f.of("*")["targets"] if p in here]
        f.of("*")["targets"] = left
        f.l["shown"] = [p for p in left if not is_concealed(t, p)]
        f.l["hidden"] = len(left) - len(f.l["shown"])
        ready = [p for p in own(f)["ready"] if t.exists(p) and aims_at(t, p, f.l["shown"], f.l["hidden"])]
        own(f)["ready"] = ready
        if left and ready:
            t.wait(f.l["side"])
        else:
            t.done({})

    def when(self, f: Frame) -> When:
        """Return the circumstances of the shots."""
        return When(opportunity=True, road=bool(f.l.get("road")), stealth=bool(f.l.get("stealth")))

    def aims(self, s: Seen, f: Frame) -> list[str]:
        """Return the targets as the side may name them: exposed ones, and one of those that are concealed."""
        unknown = [p for p in units(s, f.l["cell"], enemy(f.l["side"])) if not s.is_known(p)]
        return [*f.l["shown"], *(unknown[:1] if f.l["hidden"] else [])]

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer each target: who fires at it, the first of whom leads."""
        ready, when = own(f)["ready"], self.when(f)
        asks: list[Ask] = []
        rows: list[dict[str, Any]] = []
        for target in self.aims(s, f):
            label = msg("ask.shoot_at", piece={"p": target})
            ident = f"shoot:{target}"
            chances = preview.rows(s, ready, [target], when, ask=ident)
            rows += chances
            more = [target, *(row["piece"] for row in chances if "why_not" not in row)]
            if len(more) > 1:
                asks.append(
                    offers.pieces(
                        "shoot", label, more, 2, len(more), rule="21.0", locked=[target], id=ident, odds={"verb": "shoot"}
                    )
                )
        asks.append(offers.button("hold", "button.let_pass", rule="21.0"))
        title = msg("prompt.shots", cell={"c": f.l["cell"]}, n=len(ready))
        return offers.offer(title, *asks, detail=msg("detail.shots", rule="21.0"), firers=rows)

    def do_shoot(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        firers = [p for p in args["pieces"] if p in own(f)["ready"]]
        target = next((p for p in args["pieces"] if p in f.l["shown"]), "")
        if not target:
            target = t.pick(sorted(p for p in f.of("*")["targets"] if is_concealed(t, p)))
        own(f)["ready"] = [p for p in own(f)["ready"] if p not in firers]
        t.note("note.opportunity", rule="21.0", pieces=wrapped(firers), cell={"c": f.l["cell"]})
        begin(t, firers, target, self.when(f), "opportunity")

    def do_hold(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        own(f)["ready"] = []


STEPS = (Attack(), Aim(), Shots())
