"""Units under way, hex by hex: barred or not, concealment, trap, opportunity fire, questions; works and altitudes (6.0, 24.0)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qtwar.engine.state import INSIDE
from qtwar.kit import offers, where
from qtwar.kit.offers import Ask, Offer, msg
from qtwar.kit.reach import points
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import anytime, cargo, civilians, concealment, exits, harm, losses, reaction, traps, victory, works
from .anytime import Anytime
from .checks import Modifier, check
from .facts import (
    ALTITUDES,
    GROUND,
    altitude,
    casualties,
    is_airborne,
    is_concealed,
    is_helicopter,
    is_infantry,
    on_map,
    own,
    units,
    wrapped,
)
from .ground import HALVES, effects, neighbours, path_between
from .movement import (
    FAST,
    MODES,
    NORMAL,
    RULES,
    STEALTH,
    allowance,
    blocks,
    check_path,
    cost_of,
    mode_fault,
    step_fault,
)

RISE, SINK = "rise", "sink"
CLIMB = {RISE: 1, SINK: -1}


def start(t: Table, side: str, mode: str, pieces: Sequence[str], path: Sequence[str], stage: str = "go") -> Frame:
    """Set units of one hex in motion along a path; refuses what the rules forbid (6.1)."""
    broken = mode_fault(t, mode, pieces)
    if broken:
        t.refuse(f"refuse.mode_{mode}", rule=broken)
    here = t.where(pieces[0])
    route = list(path[1:]) if path and path[0] == here else list(path)
    left = allowance(t, mode, pieces)
    check_path(t, mode, pieces, route, left)
    t.note(f"note.{mode}", rule=RULES[mode], pieces=wrapped(pieces), cell={"c": here})
    if route and any(works.sheltered(t, p) for p in pieces):
        stage = "out"
    march = t.call("march", side=side, mode=mode, road=False)
    own(march).update(
        units=list(pieces),
        begun=list(pieces),
        left=left,
        full=left,
        path=route,
        taken=0,
        stage=stage,
        climbed=False,
        into="",
    )
    return march


class March(Anytime):
    """Locals: `side`, `mode`, `road` (the last step went along a path), `passed` (the enemy lets this move pass).

    Its side's own: `units`, `begun` (who they were before the last shots), `left` (half points), `full` (the allowance
    that they are of), `path` (places still to come), `taken` (hexes entered), `stage`, `climbed` (the altitude has
    changed), `into` (the work they go into).
    """

    name = "march"

    def run(self, t: Table, f: Frame) -> None:
        mine = own(f)
        if f.result is not None:
            f.l["passed"] = bool(f.l.get("passed") or f.result.get("pass_all"))
        mine["units"] = [u for u in mine["units"] if t.exists(u) and on_map(t.where(u)) and not t.attr(u, "done")]
        if not mine["units"] or t.is_over:
            t.done({"units": []})
            return
        full = allowance(t, f.l["mode"], mine["units"])
        mine["left"] += full - mine["full"]  # 7.5.2: a casualty was dropped or taken up, or the slowest was stopped
        mine["full"] = full
        getattr(self, f"at_{mine['stage']}")(t, f)

    def _window(self, t: Table, f: Frame, then: str) -> None:
        mine = own(f)
        mine["stage"] = then
        stealth = f.l["mode"] == STEALTH
        reaction.open_window(t, mine["units"], "move", road=f.l["road"], stealth=stealth, passed=f.l.get("passed"))

    def at_out(self, t: Table, f: Frame) -> None:
        """Leave a work: that is fired at outside (24.0)."""
        for unit in own(f)["units"]:
            works.note(t, unit, "")
        f.l["road"] = False
        self._window(t, f, "go")

    def at_go(self, t: Table, f: Frame) -> None:
        """Take the next step of the path, or come to its end."""
        mine = own(f)
        if mine["units"] != mine["begun"]:  # somebody was stopped: the others decide anew (AMB-65)
            mine["begun"] = list(mine["units"])
            mine["path"] = []
            if not t.option("amb_65_stack_goes_on"):
                mine["stage"] = "over"
                return
            mine["stage"] = "ask"
        elif mine["path"]:
            self._step(t, f, mine["path"].pop(0))
        else:
            mine["stage"] = "ask" if self._may_end(t, f) else "over"

    def _may_end(self, r: Reader, f: Frame) -> bool:
        """Return whether the end of a path leaves something to be asked: a work, another altitude, a load to lay down."""
        mine = own(f)
        if is_helicopter(r, mine["units"][0]):
            return not mine["climbed"]
        return bool(self._shelters(r, f)) or (bool(borne(r, mine["units"])) and self._reach(r, f))

    def _step(self, t: Table, f: Frame, to: str) -> None:
        mine, side, mode = own(f), f.l["side"], f.l["mode"]
        group = mine["units"]
        here = t.where(group[0])
        if on_map(to) and blocks(t, side, to):  # 6.2: what was concealed there bars the way
            t.note("note.barred", rule="6.2", cell={"c": to})
            if t.option("amb_21_refused_cost"):
                mine["left"] -= cost_of(t, group, here, to)
            mine.update(path=[], stage="over" if not self._may_end(t, f) else "ask")
            return
        if step_fault(t, mode, group, here, to, mine["left"], mine["taken"]):
            mine.update(path=[], stage="ask")
            return
        cost = cost_of(t, group, here, to)
        mine["left"] -= cost
        mine["taken"] += 1
        if not on_map(to):
            exits.leave(t, side, group)
            return
        for unit in group:
            works.note(t, unit, "")
            t.move(unit, to)
        left = points(mine["left"])
        t.note("note.enters", rule="6.4", level=2, pieces=wrapped(group), cell={"c": to}, cost=points(cost))
        t.note("note.points_left", rule="6.3", level=2, only=[side], left=left)
        f.l["road"] = bool(path_between(t, here, to)) and not is_airborne(t, group[0])
        mine["stage"] = "trap"
        self._enter(t, f, to)

    def _enter(self, t: Table, f: Frame, to: str) -> None:
        """Do what entering a hex brings: it is taken, concealment is lost or kept (6.1, 6.7, 18.1)."""
        group, side = own(f)["units"], f.l["side"]
        if not is_airborne(t, group[0]):
            for unit in group:
                victory.hold(t, to, unit)
            losses.capture(t, to, side)
        if f.l["mode"] == STEALTH:
            drm = Modifier("drm.terrain", int(effects(t, to)["concealment_modifier"]), "6.1")
            for unit in [u for u in group if is_concealed(t, u)]:
                if not check(t, unit, "stealth", "6.7", [drm] if drm.n else []):
                    concealment.expose(t, unit, "6.7")
        else:
            concealment.lose(t, group, by="move")
        traps.clear_up(t)

    def at_trap(self, t: Table, f: Frame) -> None:
        """A booby trap comes before anything else (26.0)."""
        mine = own(f)
        mine["stage"] = "shots"
        if is_airborne(t, mine["units"][0]):
            return
        harm.trapped(t, mine["units"], t.where(mine["units"][0]))

    def at_shots(self, t: Table, f: Frame) -> None:
        """The enemy's window (21.0)."""
        self._window(t, f, "talk")

    def at_talk(self, t: Table, f: Frame) -> None:
        """After the fire, civilians may be questioned (28.0)."""
        mine = own(f)
        mine["stage"] = "go"
        place = t.where(mine["units"][0])
        if civilians.to_question(t, place, mine["units"]):
            asking = t.call("question", side=f.l["side"], cell=place, stage="ask", n=0)
            own(asking)["by"] = list(mine["units"])

    def at_ask(self, t: Table, f: Frame) -> None:
        """Ask on, if anything can be done."""
        if self._reach(t, f) or self._may_end(t, f):
            t.wait(f.l["side"])
        else:
            own(f)["stage"] = "over"

    def at_hover(self, t: Table, f: Frame) -> None:
        """Hovering counts as entering the hex once (5.0, AMB-55)."""
        self._window(t, f, "over")

    def at_into(self, t: Table, f: Frame) -> None:
        """Who has come through the fire outside is in the work (24.0)."""
        mine = own(f)
        for unit in mine["units"]:
            if mine["into"] in works.open_to(t, unit):
                works.note(t, unit, mine["into"])
                t.note("note.into_work", rule="24.0", only=[f.l["side"]], piece={"p": unit}, work={"p": mine["into"]})
        mine["stage"] = "over"

    def at_over(self, t: Table, f: Frame) -> None:
        """End the move; who is low on the ground is there now."""
        if not is_airborne(t, own(f)["units"][0]):
            losses.capture(t, t.where(own(f)["units"][0]), f.l["side"])
        t.done({"units": own(f)["units"]})

    # asking -----------------------------------------------------------------------------

    def _reach(self, r: Reader, f: Frame) -> bool:
        """Return whether the group could take one more step."""
        mine = own(f)
        group = mine["units"]
        here = r.where(group[0])
        near = (*neighbours(r, here), *exits.doors(r, group, here))
        return any(not step_fault(r, f.l["mode"], group, here, to, mine["left"], mine["taken"]) for to in near)

    def _shelters(self, r: Reader, f: Frame) -> list[str]:
        """Return the works of the hex that somebody of the group may go into."""
        return sorted({w for u in own(f)["units"] for w in works.open_to(r, u)})

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer to go on, to go into a work, to climb or descend, to drop casualties, or to stop here."""
        mine = own(f)
        group = mine["units"]
        asks: list[Ask] = []
        if self._reach(s, f):
            here = units(s, s.where(group[0]), f.l["side"])
            why = {p: msg("refuse.not_under_way", rule="6.1") for p in here if p not in group}
            many = len(group)
            asks.append(
                offers.move("go_on", "ask.go_on", group, rule="6.1", query="reach_on", min=many, max=many, why=why)
            )
        shelters = self._shelters(s, f)
        if shelters:
            asks.append(offers.pieces("into", "ask.into_work", shelters, rule="24.0"))
        if is_helicopter(s, group[0]) and not mine["climbed"]:
            asks += [
                offers.button(f"end_{verb}", f"button.{verb}", rule="6.8")
                for verb in CLIMB
                if not climb_fault(s, f, group[0], verb)
            ]
        loads = borne(s, group)
        if loads and self._reach(s, f):
            asks.append(offers.pieces("drop", "ask.drop", loads, 1, len(loads), rule="7.5.2"))
        asks += anytime.asks(s)
        asks.append(offers.button("halt", "button.halt", rule="6.1", primary=True))
        return offers.offer(msg("prompt.march", pieces=wrapped(group), left=points(mine["left"])), *asks)

    def do_go_on(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Go on along a path."""
        mine = own(f)
        here = t.where(mine["units"][0])
        path = args["path"][1:] if args["path"][0] == here else list(args["path"])
        check_path(t, f.l["mode"], mine["units"], path, mine["left"], mine["taken"])
        mine.update(path=path, stage="go")

    def do_halt(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """End the move here; a helicopter that has not moved has hovered."""
        still = is_helicopter(t, own(f)["units"][0]) and not own(f)["taken"]
        own(f).update(path=[], stage="hover" if still else "over")

    def do_into(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Go into a bunker or trench for nothing; that is fired at, outside (24.0)."""
        own(f)["into"] = args["pieces"][0]
        f.l["road"] = False
        self._window(t, f, "into")

    def do_drop(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Leave casualties behind before the next hex (7.5.2)."""
        for marker in args["pieces"]:
            drop(t, marker)

    def do_end_rise(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        self._climb(t, f, RISE)

    def do_end_sink(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        self._climb(t, f, SINK)

    def _climb(self, t: Table, f: Frame, verb: str) -> None:
        climb(t, own(f)["units"][0], verb)
        own(f)["climbed"] = True
        self.do_halt(t, f, f.l["side"], {})


def borne(r: Reader, pieces: Sequence[str]) -> list[str]:
    """Return the casualties that infantry among some units carries: what is aboard a carrier is unloaded (7.5.2)."""
    return [p for u in pieces if is_infantry(r, u) for p in casualties(r, INSIDE + u)]


def drop(t: Table, marker: str) -> None:
    """Lay a carried casualty down (7.5.2)."""
    place = t.spot(marker)
    t.know(marker, None)
    t.move(marker, place)
    t.note("note.dropped", rule="7.5.2", piece={"p": marker}, cell={"c": place})


# altitude -------------------------------------------------------------------------------


def next_level(r: Reader, piece: str, verb: str) -> str:
    """Return the level above or below a helicopter's, an empty word where there is none (6.8)."""
    n = ALTITUDES.index(altitude(r, piece)) + CLIMB[verb]
    return ALTITUDES[n] if 0 <= n < len(ALTITUDES) else ""


def level_fault(r: Reader, piece: str, verb: str) -> str:
    """Return the rule against changing a helicopter's level, or an empty word: no Ground in jungle and hamlets (6.8)."""
    to = next_level(r, piece, verb)
    zone = (r.scenario.get("attrs") or {}).get("medevac_lands") if r.attr(piece, "medevac") else None
    if to == GROUND and zone and not where.matches(r, zone, r.where(piece)):
        return "7.5.3"  # the FRAGO says where the medevac lands
    return "6.8" if not to or (to == GROUND and effects(r, r.where(piece))["heli_ground_mp"] == "P") else ""


def climb_fault(r: Reader, f: Frame, piece: str, verb: str) -> str:
    """Return the rule against a change at the end of a move, with what has been spent (6.8, AMB-52)."""
    broken = level_fault(r, piece, verb)
    if broken or r.option("amb_52_altitude") == "moving" or next_level(r, piece, verb) != GROUND:
        return broken
    spent = allowance(r, NORMAL, [piece]) - own(f)["left"]
    return "6.8" if spent > HALVES * int(r.chart("movement_allowance").at("helicopter_ground")) else ""


def climb(t: Table, piece: str, verb: str) -> None:
    """Change a helicopter's level by one (6.8)."""
    t.set_attr(piece, "altitude", next_level(t, piece, verb))
    t.note("note.level", rule="6.8", piece={"p": piece}, height=msg(f"level.{altitude(t, piece)}"))


# the action -----------------------------------------------------------------------------

VERBS = (*MODES, "hover", *CLIMB, "enter_work", "leave_work", "drop", "abandon")


def asks(s: Seen, f: Frame, able: list[str]) -> list[Ask]:
    """Return the asks to move: by hex, in each mode; helicopters also hover, climb, descend first (6.1, 6.6, 6.7, 6.8, 24.0)."""
    found = []
    for mode in MODES:
        movable = [p for p in able if not mode_fault(s, mode, [p])]
        if movable:
            found.append(offers.move(mode, f"ask.{mode}", movable, rule=RULES[mode], query=f"reach_{mode}"))
    flying = [p for p in able if is_helicopter(s, p)]
    if flying:
        found.append(offers.pieces("hover", "ask.hover", flying, rule="5.0"))
        for verb in CLIMB:
            can = [p for p in flying if not level_fault(s, p, verb)]
            if can:
                found.append(offers.pieces(verb, f"ask.{verb}", can, rule="6.8"))
    outside = {
        w: [p for p in able if w in works.open_to(s, p)] for w in sorted({w for p in able for w in works.open_to(s, p)})
    }
    for work, can in outside.items():
        most = min(len(can), works.room(s, work)) + 1
        found.append(
            offers.pieces(
                "enter_work",
                "ask.enter_work",
                [work, *can],
                2,
                most,
                rule="24.0",
                locked=[work],
                id=f"enter_work:{work}",
            )
        )
    loads = borne(s, able)
    if loads:
        found.append(offers.pieces("drop", "ask.drop", loads, 1, len(loads), rule="7.5.2"))
    found += cargo.abandon_asks(s, able)
    inside = [p for p in able if works.sheltered(s, p)]
    if inside:
        found.append(offers.pieces("leave_work", "ask.leave_work", inside, 1, len(inside), rule="24.0"))
    return found


def do(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> list[str]:
    """Begin a move of some units."""
    pieces = list(args["pieces"])
    if verb in MODES:
        start(t, side, verb, pieces, args["path"])
        if verb == FAST:
            own(f)["fast"] += pieces
    elif verb == "hover":
        start(t, side, NORMAL, pieces, [], "ask")
    elif verb in CLIMB:
        before = allowance(t, NORMAL, pieces)
        climb(t, pieces[0], verb)
        march = start(t, side, NORMAL, pieces, [], "ask")
        own(march)["climbed"] = True
        if t.option("amb_52_altitude") != "moving":
            own(march)["left"] = min(before, own(march)["left"])
    elif verb == "enter_work":
        work = next(p for p in pieces if works.is_work(t, p))
        pieces.remove(work)
        for here in sorted({t.where(p) for p in pieces}):
            if here != t.where(work):
                t.refuse("refuse.mode_move", rule="24.0")
        march = start(t, side, NORMAL, pieces, [], "into")
        own(march)["into"] = work
        reaction.open_window(t, pieces, "move")
    elif verb == "drop":  # 7.5.2: declared in a move, before a new hex is entered
        loads, pieces = pieces, sorted({t.where(p).removeprefix(INSIDE) for p in pieces})
        for here in sorted({t.where(p) for p in pieces})[1:]:
            t.refuse("refuse.mode_move", rule="6.1", cell={"c": here})
        for marker in loads:
            drop(t, marker)
        start(t, side, NORMAL, pieces, [], "ask")
    elif verb == "abandon":
        cargo.abandon(t, pieces[0])
    elif verb == "leave_work":
        for here in sorted({t.where(p) for p in pieces})[1:]:
            t.refuse("refuse.mode_move", rule="24.0", cell={"c": here})
        start(t, side, NORMAL, pieces, [], "out")
    return pieces


STEPS = (March(),)
