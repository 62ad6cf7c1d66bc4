"""The sequence of play: bids, weather, impulses, reorganization, end of turn (4.0, 5.0); where positions may stand."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers, steps
from qtwar.kit.offers import Offer
from qtwar.kit.sealed import Sealed
from qtwar.kit.step import Step
from qtwar.kit.steps import Item, Phase, Sequence, Turns
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import engineers, naval, orders, reorganization, schedule, supply, tracks, tree, victory
from .facts import CSA, SIDES, UNION, enemy

IMPULSE = (
    ("supply", ("arrivals", "begin_impulse", "relief")),
    ("movement", ("movement",)),
    ("combat", ("combats",)),
    ("war_effort", ("war_effort",)),
)
"""The sequences of an impulse, each with its steps (4.21-4.25)."""


def game_items(t: Table, f: Frame) -> list[Item]:
    """Return the turns."""
    return [("turns", {})]


def turn_items(t: Table, f: Frame) -> list[Item]:
    """Return the segments of a turn (4.0)."""
    return [
        ("phase", {"id": "decision", "steps": ["begin_turn", "bid", "weather"]}),
        ("impulses", {}),
        ("phase", {"id": "reorganization", "steps": [*reorganization.NAMES, "turn_end"]}),
    ]


def impulse_items(t: Table, f: Frame) -> list[Item]:
    """Return the sequences of a side's impulse (4.2)."""
    side = t.var("impulse_side")
    return [("phase", {"id": name, "side": side, "steps": list(order)}) for name, order in IMPULSE]


def move_marker(t: Table) -> None:
    """Move the turn marker on (4.4)."""
    move(t, "turn_marker", f"turn-{t.var('turn')}")


def move(t: Table, kind: str, to: str) -> None:
    """Move the one marker of a kind."""
    marker = next((p for p in t.content.pieces_of(kind) if t.exists(p)), "")
    if marker:
        t.move(marker, to)


# decision segment -------------------------------------------------------------------


class BeginTurn(Step):
    """Both sides have the whole effort of the turn before them; the month is that of the turn record (18.13)."""

    name = "begin_turn"

    def run(self, t: Table, f: Frame) -> None:
        """Set what a turn begins with."""
        for side in SIDES:
            supply.mark_rail_depots(t, side)
            tracks.set_effort(t, side, tracks.most_effort(t, side))
            for leader in tree.leaders(t, side):
                t.set_attr(leader, "start_ml", tracks.get(t, tree.box_of(t, leader), "ml"))
        turns = (t.scenario.get("attrs") or {}).get("turn_track") or ()
        now = next((row for row in turns if row["turn"] == t.var("turn")), None)
        if now:
            t.set_var("month", now["month"])
        t.set_var("initiative", None)
        t.set_var("war_department", None)
        move(t, "initiative", "initiative-none")
        t.done()


class Bid(Sealed):
    """Both bid in secret for the initiative, up to three times (5.1, 5.12). Hands the plan to `var bids`."""

    name = verb = "bid"

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Ask for a number of levels, 0 to pass."""
        most = tracks.most_effort(s, s.side)
        ask = offers.number("bid", "ask.bid", schedule.PASS, most, rule="5.1")
        first = f.l["round"] == 1
        prompt = offers.msg("prompt.bid", n=1) if first else offers.msg("prompt.bid_again", n=f.l["round"])
        cost = int(s.chart("war_effort_costs").at("take_initiative"))
        detail = offers.msg("detail.bid", rule="5.1", n=cost)
        if f.l["round"] == TIES:
            detail = offers.msg("detail.bid_last", rule="5.12", n=cost, m=2 * cost)
        return offers.offer(prompt, offers.secret(ask), detail=detail)

    def reveal(self, t: Table, f: Frame, chosen: dict[str, dict[str, Any]]) -> bool:
        """Compare the bids: the higher takes the initiative and pays (5.11); ties are bid again (5.12)."""
        bids = {side: int(chosen[side]["number"]) for side in SIDES}
        t.note("note.bids", rule="5.1", csa=bids[CSA], union=bids[UNION])
        most = {side: tracks.most_effort(t, side) for side in SIDES}
        cost = int(t.chart("war_effort_costs").at("take_initiative"))
        winner = max(SIDES, key=lambda side: bids[side]) if bids[CSA] != bids[UNION] else ""
        if not winner and bids[CSA]:
            if f.l["round"] < TIES:
                return True
            winner, cost = third_tie(t), 2 * cost
        t.set_var("bids", bids)
        t.set_var("higher_bid", winner or None)
        none = not winner or schedule.no_impulses(bids, most)
        if none:
            t.note("note.no_impulses", rule="5.13")
            cost = cost if winner and t.option("amb_09_pass_winner_pays") else 0
        else:
            t.set_var("initiative", winner)
            for side in SIDES:
                if bids[side] == schedule.PASS:
                    tracks.set_effort(t, side, 0)  # 5.13a: who passes can do nothing, nor extend combats
            move(t, "initiative", f"initiative-{winner}")
            t.note("note.initiative", rule="5.11", side={"s": winner}, n=cost)
        if winner:
            tracks.gain(t, winner, -cost, "wep.initiative", "5.11")
        return False


TIES = 3
"""The tied bid that war effort decides (5.12)."""


def third_tie(t: Table) -> str:
    """Return who takes the initiative after a third tie: who has more war effort, else by AMB-08 (5.12)."""
    have = {side: tracks.wep(t, side) for side in SIDES}
    if have[CSA] != have[UNION]:
        return max(SIDES, key=lambda side: have[side])
    how = str(t.option("amb_08_three_ties_equal_wep"))
    if how in SIDES:
        return how
    while True:
        csa, union = t.roll(purpose="roll.tie", by=CSA)[0], t.roll(purpose="roll.tie", by=UNION)[0]
        if csa != union:
            return CSA if csa > union else UNION


# impulses ---------------------------------------------------------------------------


def plan(r: Reader, f: Frame) -> schedule.Plan | None:
    """Return the turn's bids and where its impulses stand, None for a turn without (5.13)."""
    winner = r.var("initiative")
    if not winner:
        return None
    return schedule.Plan(
        winner=str(winner),
        bids=dict(r.var("bids")),
        most={side: tracks.most_effort(r, side) for side in SIDES},
        left={side: tracks.effort(r, side) for side in SIDES},
        had=dict(f.l.get("had", {})),
        last=str(f.l.get("last", "")),
        split=bool(r.option("amb_10_consecutive_impulses")),
    )


def note_last(t: Table) -> None:
    """Keep whether the impulse that runs is the turn's last, which says how dead leaders are replaced (14.32a)."""
    if f := t.frame_of("impulses"):
        after = plan(t, f)
        t.set_var("last_impulse", after is None or schedule.following(after) is None)


class Impulses(Step):
    """The impulses of a turn, as the schedule says (5.13-5.17). Locals: `had`, `last`, `asked` (who commits levels)."""

    name = "impulses"

    def run(self, t: Table, f: Frame) -> None:
        """Begin the next impulse, or ask how many levels it takes."""
        now = plan(t, f)
        following = schedule.following(now) if now else None
        if following is None:
            t.done()
        elif following.low == following.high:
            self.begin(t, f, following.side, following.low)
        else:
            f.l["asked"] = list(following)
            t.wait(following.side)

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Ask for the levels of this impulse (5.15)."""
        side, low, high = f.l["asked"]
        ask = offers.number("commit", "ask.commit", low, high, rule="5.15")
        return offers.offer(offers.msg("prompt.commit", side={"s": side}), ask)

    def do_commit(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Begin the impulse with the levels committed."""
        self.begin(t, f, side, args["number"])

    def begin(self, t: Table, f: Frame, side: str, level: int) -> None:
        """Begin an impulse of a side."""
        had: dict[str, int] = f.l.setdefault("had", {})
        had[side] = had.get(side, 0) + 1
        f.l["last"] = side
        tracks.set_effort(t, side, tracks.effort(t, side) - level)
        t.set_var("level", level)
        t.set_var("impulse_side", side)
        note_last(t)
        t.note("note.impulse", rule="4.2", level=0, side={"s": side}, n=level)
        t.call("impulse", side=side)


class BeginImpulse(Step):
    """The supply of all forces on the map is judged, the enemy's too (4.21, 7.31). Local `side`."""

    name = "begin_impulse"

    def run(self, t: Table, f: Frame) -> None:
        """Judge and keep; points are filled up where they last an impulse (AMB-03)."""
        side = f.l["side"]
        for one in SIDES:
            t.seal(one, "marched", None)
            t.seal(one, "fallen", None)
        if t.option("amb_03_ap_pool") == "impulse":
            orders.refill(t, tree.leaders(t, side))
        engineers.carry_out(t, side)
        for one in SIDES:
            supply.record(t, one)
        t.set_var(naval.BOMBARDED, None)
        t.done()


class TurnEnd(Step):
    """All leaders have their administrative points again (4.4); what lasted for the turn is over."""

    name = "turn_end"

    def run(self, t: Table, f: Frame) -> None:
        """Fill points up, take markers of the turn off."""
        for side in SIDES:
            orders.refill(t, tree.leaders(t, side))
            tracks.set_effort(t, side, 0)
            supply.forget(t, side)
        if not t.option("amb_56_blizzard_lasting"):
            for piece in sorted(t.records):
                if t.record(piece)["attrs"].get("worse"):
                    t.set_attr(piece, "worse", None)
        for key in ("level", "impulse_side", "bids", "higher_bid", "fresh_wagons", "last_impulse"):
            t.set_var(key, None)
        t.done()


STEPS = (
    Phase("4.0"),
    BeginTurn(),
    Bid(),
    Impulses(),
    BeginImpulse(),
    TurnEnd(),
    Sequence("game", game_items),
    Sequence("turn", turn_items),
    Sequence("impulse", impulse_items),
    Turns("turns", "turn", victory.final, rule="4.0", before=move_marker),
)

PHASES = {
    "decision": {},
    "movement": {"side": "side", "level": "number?"},
    "combat": {"side": "side"},
    "war_effort": {"side": "side"},
    "turn_end": {},
    **{chore: {"side": "side"} for chore in (*reorganization.SUPPLY, *reorganization.ADMIN)},
}
"""Where a position written by hand may stand, with its arguments."""


def stand_at(t: Table, phase: str, args: dict[str, Any]) -> None:
    """Make the game stand at a phase, for positions written by hand; the rest of the turn follows it."""
    if t.var("turn") is None:
        t.set_var("turn", 1)
    t.call("turns", begun=True)
    if phase == "turn_end":
        steps.stand_at(t, "turn", turn_items(t, t.frame()), "reorganization", step="turn_end")
    elif phase in reorganization.SUPPLY or phase in reorganization.ADMIN:
        at_chore(t, phase, args["side"])
    elif phase == "decision":
        steps.stand_at(t, "turn", turn_items(t, t.frame()), "decision")
    else:
        side = args["side"]
        t.set_var("level", int(args.get("level") or 1))
        t.set_var("impulse_side", side)
        t.set_var("initiative", t.var("initiative") or side)
        t.set_var("bids", t.var("bids") or dict.fromkeys(SIDES, 1))
        t.call("turn", at=2)
        t.call("impulses", had=dict.fromkeys(SIDES, 1), last=side)
        if t.secret(side, supply.RECORD) is None:
            supply.record(t, side)
        steps.stand_at(t, "impulse", impulse_items(t, t.frame()), phase, side, side=side)


def at_chore(t: Table, chore: str, side: str) -> None:
    """Make the game stand in a step of the reorganization, that side acting first."""
    which = 0 if chore in reorganization.SUPPLY else 1
    order = [side, enemy(side)]
    items = turn_items(t, t.frame())
    steps.stand_at(t, "turn", items, "reorganization", step=reorganization.NAMES[which], order=order)
    chores = (reorganization.SUPPLY, reorganization.ADMIN)[which]
    t.frame().l["at"] = len(SIDES) * chores.index(chore) + 1
    t.call(chore, side=side, around=reorganization.NAMES[which])
