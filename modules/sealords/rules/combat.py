"""Recon and combat in a square, round by round (7.6 steps 3 to 6, 10.0, 11.0, 16.4, 17.2)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.facts import box, is_cell
from qtwar.kit.offers import msg
from qtwar.kit.sealed import Sealed
from qtwar.kit.steps import Staged
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import command, fire, losses, markers, movement, refit, strikes, trip, victory
from .facts import COM, FW, SIDES, enemy, hide, turn, units
from .force import Force, done, move_type, price
from .strikes import roll_fire


class Combat(Staged):
    """The combat in one square. Locals: `cell`, `attacker`, `round`, `stage`, `scouts`, `heroes`, `first`, `support`,
    `fired` once there was fire."""

    name = "combat"

    first = "reveal"

    # 3: recon ------------------------------------------------------------------

    def at_reveal(self, t: Table, f: Frame) -> str | None:
        f.l.update(round=f.l.get("round", 0) + 1, scouts={}, heroes=[], support=[], first=None)
        if t.option("recon_unit_per_round"):  # 11.7: by option the first unit of the whole combat
            f.l["sent"] = []
        markers.reveal(t, f.l["cell"], fights=True)
        if t.is_over:
            return None
        if self._over(t, f):
            return "end"
        t.note("note.round", rule="7.6", level=1, cell={"c": f.l["cell"]}, n=f.l["round"])
        return "pick"

    @staticmethod
    def _over(t: Reader, f: Frame) -> bool:
        return not units(t, f.l["cell"], FW) or not units(t, f.l["cell"], COM)

    def at_pick(self, t: Table, f: Frame) -> str:
        t.call("scouts", cell=f.l["cell"])
        return "recon"

    def at_recon(self, t: Table, f: Frame) -> str:
        place, attacker = f.l["cell"], f.l["attacker"]
        totals: dict[str, int] = {}
        bonus_turn = (t.scenario.get("numbers") or {}).get("recon_bonus_turn")
        for side in SIDES:
            picked: list[str] = f.result[side]["pieces"]
            hero = next((p for p in picked if t.has(p, "ace") or t.has(p, "hero")), None)
            scout = next(p for p in picked if p != hero)
            if hero is not None:
                # 16.4: for this round, then back into the pool
                t.reveal(hero)
                f.l["heroes"].append(side)
                t.note("note.hero", rule="16.4", side={"s": side}, piece={"p": hero})
                refit.to_pool(t, hero)
            if t.has(scout, "aircraft"):
                t.move(scout, box(FW, "used"))
                f.l["support"].append(scout)
            f.l["scouts"][side] = scout
            lines = fire.recon_lines(t, place, side, attacker, hero=hero is not None, tet=bonus_turn == turn(t))
            die = t.roll(1, purpose="roll.recon", by=side)[0]
            value = int(t.attr(scout, "recon", 0))
            totals[side] = die + value + sum(x["value"] for x in lines)
            t.note(
                "note.recon",
                rule="10.2",
                side={"s": side},
                piece={"p": scout},
                die=die,
                value=value,
                modifiers=[{**msg("recon.value", rule="10.2"), "value": value, "signed": True}, *lines],
                total=totals[side],
            )
        defender = enemy(attacker)
        winner = attacker if totals[attacker] > totals[defender] else defender  # 10.2(3): ties to the defender
        f.l["first"] = winner
        t.note("note.bounce", rule="10.2", side={"s": winner})
        return "choice"

    def at_choice(self, t: Table, f: Frame) -> str | None:
        if f.result is not None:
            # Back from a break-off (10.3, 10.4): the other side fires first at who stayed.
            f.l["first"] = enemy(f.l["first"])
            t.call("stacking")  # 9.2: the end of the recon sub-phase
            return "end" if self._over(t, f) else "air"
        t.wait(f.l["first"])
        return None

    # 4: Free World air, airmobile and naval gunfire ----------------------------------

    def at_air(self, t: Table, f: Frame) -> str | None:
        seen = t.seen_by(FW)
        if f.l.pop("air_done", False) or not (strikes.with_force(seen, f.l["cell"]) or reactors(seen, f.l["cell"])):
            t.call("stacking")  # 9.2: helicopters do not count, those they bring do
            return "fire1"
        t.wait(FW)
        return None

    # 5: fire -------------------------------------------------------------------

    def at_fire1(self, t: Table, f: Frame) -> str:
        return self._fire(t, f, f.l["first"], "apply1")

    def at_fire2(self, t: Table, f: Frame) -> str:
        return self._fire(t, f, enemy(f.l["first"]), "apply2")

    def _fire(self, t: Table, f: Frame, side: str, then: str) -> str:
        place, attacker = f.l["cell"], f.l["attacker"]
        if not units(t, place, side) or not units(t, place, enemy(side)):
            return "end"
        f.l["fired"] = True
        if FW in (side, attacker):  # 19.3, 27.0: the Free World attacks, or it fires
            markers.civilians(t, place)
            if victory.check(t):
                return then
        power = sum(fire.factor(t, p) for p in fire.shooters(t, place, side))
        if side == FW:
            power += sum(fire.factor(t, p) for p in f.l["support"] if t.where(p) == box(FW, "used"))
        elif f.l["round"] == 1:
            for cache in markers.here(t, place, "arms_cache"):
                die = t.roll(1, purpose="roll.arms_cache", by=COM)[0]
                t.note("note.arms_cache", rule="19.3", piece={"p": cache}, n=die)
                power += die
        mods = fire.shifts(t, place, side, enemy(attacker), hero=side in f.l["heroes"])
        code = roll_fire(t, place, side, power, mods)
        todo = losses.of_free_world_fire(t, code) if side == FW else losses.parts(code, COM, FW)
        f.l["b"] = "B" in code
        if todo:
            sent = list(f.l.get("sent", ()))
            t.call("losses", cell=place, todo=todo, scouts=dict(f.l["scouts"]), support=f.l["support"], sent=sent)
        return then

    def at_apply1(self, t: Table, f: Frame) -> str | None:
        return self._apply(t, f, f.l["first"], "fire2")

    def at_apply2(self, t: Table, f: Frame) -> str | None:
        return self._apply(t, f, enemy(f.l["first"]), "end")

    @staticmethod
    def _apply(t: Table, f: Frame, firer: str, then: str) -> str | None:
        place = f.l["cell"]
        if isinstance(f.result, list):
            f.l["sent"] = f.result
        if f.l.pop("b", False) and units(t, place, enemy(firer)):
            t.call("break_off", cell=place, side=enemy(firer), forced=True)
            return None
        return then

    # 6: repeat -----------------------------------------------------------------

    def at_end(self, t: Table, f: Frame) -> str:
        t.call("stacking")  # 9.2: the end of the fire sub-phase, after a B
        return "over"

    def at_over(self, t: Table, f: Frame) -> str | None:
        place = f.l["cell"]
        over = self._over(t, f)
        if f.l["round"] == 1 or over:
            for piece in markers.here(t, place):
                if self._used_up(t, f, piece, over=over):
                    markers.remove(t, piece)
        if over:
            hide(t, place)  # 8.13: as soon as the Free World has left
            t.done()
            return None
        return "reveal"

    @staticmethod
    def _used_up(t: Table, f: Frame, piece: str, *, over: bool) -> bool:
        """Return whether a marker goes at the end of the first round (11.9), an Ambush also at that of a combat (19.3).

        Where the Free World has left before any fire there was no round: the marker is turned down again (8.13).
        """
        ambush = markers.kind_of(t, piece) == "ambush"
        if not over:
            return not (ambush and t.option("ambush_to_end"))
        scouted = ambush and bool(f.l["scouts"])
        return bool(f.l.get("fired")) or scouted or bool(units(t, f.l["cell"], FW))

    # offers ----------------------------------------------------------------------

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        place, aim = {"c": f.l["cell"]}, {"cell": f.l["cell"]}
        if f.l["stage"] == "choice":
            return offers.offer(
                msg("prompt.bounce", cell=place),
                offers.button("first_fire", "button.first_fire", rule="10.2", primary=True, odds=aim),
                offers.button("break_off", "button.break_off", rule="10.2"),
                detail=msg("detail.bounce", rule="10.2"),
                step="recon",
            )
        asks = []
        support = strikes.with_force(s, f.l["cell"])
        if support and units(s, f.l["cell"], FW):
            asks.append(
                offers.pieces(
                    "commit", "ask.commit", support, 1, len(support), rule="17.2", button="do.commit",
                    why=strikes.against(s, f.l["cell"]), odds=aim,
                )
            )  # fmt: skip
        groups = reactors(s, f.l["cell"])
        if groups:
            able = [p for at in sorted(groups) for p in groups[at]]
            asks.append(
                offers.move(
                    "react", "ask.react", able, rule="8.6", groups=groups, join=True, land=False, fixed_end=f.l["cell"],
                    odds=aim,
                )
            )
        asks.append(offers.button("air_done", "button.air_done", rule="7.6", primary=True, odds=aim))
        return offers.offer(
            msg("prompt.air", cell=place), *asks, detail=msg("detail.air", rule="17.2"), step="fw_air_airmobile_ngf"
        )

    def do_first_fire(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Fire first (10.2)."""
        t.note("note.first_fire", rule="10.2", side={"s": side})
        f.l["stage"] = "air"

    def do_break_off(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Break off, in whole or in part (10.3, 10.4)."""
        t.call("break_off", cell=f.l["cell"], side=side, forced=False)

    def do_commit(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Commit strike markers to this round (17.2)."""
        for piece in args["pieces"]:
            t.move(piece, box(FW, "used"))
            f.l["support"].append(piece)
        t.note("note.commit", rule="17.2", pieces=[{"p": p} for p in args["pieces"]], cell={"c": f.l["cell"]})

    def do_react(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Fly helicopters, and whom they carry, into the square (8.6)."""
        place = f.l["cell"]
        start = t.where(args["pieces"][0])
        if not (movement.airmobile_anchor(t, start) or movement.airmobile_anchor(t, place)):
            t.refuse("refuse.no_anchor", rule="8.6")
        plan = trip.plan(t, FW, args, only=place, only_air=True)
        cp = trip.cost(t, FW, args["pieces"], args.get("join") or {})
        command.pay(t, FW, cp, rule="8.6")
        for piece in plan["force"]:
            t.move(piece, place)
        t.note("note.react", rule="8.6", force=[{"p": p} for p in plan["force"]], cell={"c": place}, cp=cp)

    def do_air_done(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """No more in this round."""
        f.l["air_done"] = True


class Scouts(Sealed):
    """Both sides choose their recon unit unseen, an Ace or Hero with it (10.2, 16.4); local `cell`."""

    name = "scouts"
    verb = "scout"

    def given(self, t: Table, f: Frame, side: str) -> dict[str, Any] | None:
        able = scouts(t, f.l["cell"], side)
        return {"pieces": able} if len(able) == 1 and not heroes(t, side) else None

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        able, extra = scouts(s, f.l["cell"], s.side), heroes(s, s.side)
        return offers.offer(
            msg("prompt.recon", cell={"c": f.l["cell"]}),
            offers.secret(offers.pieces("scout", "ask.scout", [*able, *extra], 1, 2 if extra else 1, rule="10.2")),
            detail=msg("detail.recon", rule="10.2"),
            step="recon",
        )

    def check(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        extra = [p for p in args["pieces"] if t.has(p, "ace") or t.has(p, "hero")]
        if len(args["pieces"]) - len(extra) != 1 or len(extra) > 1:
            t.refuse("refuse.one_scout", rule="10.2")


def scouts(r: Reader, place: str, side: str) -> list[str]:
    """Return what a side may choose for recon: a unit of the square, or an aircraft beside two (10.2, 17.6)."""
    own = units(r, place, side)
    if side == FW and len(own) >= 2:
        planes = [p for p in r.ids(box(FW, "ready")) if r.has(p, "aircraft") and not r.has(p, "strike")]
        return [*own, *planes]
    return own


def heroes(r: Reader, side: str) -> list[str]:
    """Return the Aces or Heroes in hand (16.4)."""
    return [p for p in r.ids(box(side, "hold")) if r.has(p, "ace") or r.has(p, "hero")]


def reactors(r: Reader, place: str) -> dict[str, list[str]]:
    """Return square → helicopters and passengers that could fly into a combat and be paid (8.6)."""
    cp = command.points(r, FW)
    anchored = movement.airmobile_anchor(r, place)
    out: dict[str, list[str]] = {}
    for start in r.places():
        if not is_cell(start) or start == place or not (anchored or movement.airmobile_anchor(r, start)):
            continue
        own = [p for p in units(r, start, FW) if not done(r, p)]
        air = [p for p in own if move_type(r, p) == "A" and price(r, FW, [p]) <= cp]
        companies = tuple(p for p in own if r.has(p, "special_forces_company"))
        # Into Cambodia helicopters may carry Special Forces companies alone (note to 21.1).
        if air and not all(movement.why_not(r, Force("A", tuple(air), c), place) for c in ((), companies)):
            out[start] = [*air, *(p for p in own if move_type(r, p) == "L" or r.has(p, "pbr"))]
    return out


STEPS = (Combat(), Scouts())
