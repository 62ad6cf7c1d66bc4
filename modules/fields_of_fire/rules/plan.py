"""Planning: who stands where, control points, targets, lines of fire, signals, attachments, who holds what (2.3)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Choice, Offer, msg
from qtwar.kit.steps import Asking
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import ends, events, facts, fire, ground, lifts, mission, points, setup, standing, transport
from .facts import US
from .settle import settle

DIAGONALS = ("NE", "SE", "SW", "NW")
SIGNALS = ("rsp", "gsp", "rsc", "gsc")
MEANINGS = ("4.2.2.a", "4.2.2.e", "4.2.3.a", "4.2.4.i", "none")
"""Actions that a signal may stand for in the plan; rallying in general is none of them (4.3.6)."""


def zone(r: Reader) -> list[str]:
    """Return the cards and areas on which the company sets up (2.3.4, 2.3.5); in another attempt secured cards too (11.1)."""
    spec = mission.data(r)["zone"]
    columns, _ = ground.size(r)
    found = [ground.at(row, n) for row in spec.get("rows", ()) for n in range(1, columns + 1)]
    found += [f"map:{cell}" for cell in spec.get("cells", ())]
    if spec.get("outpost"):
        found += [p for p in mission.points(r, "cop") if p not in found]
    if int(r.var("attempt", 1)) > 1 or int(r.var("patrol_no", 1)) > 1:
        found += [p for p in ground.mission_cards(r) if ground.is_secured(r, p) and p not in found]
    return found


def fault(r: Reader, unit: str, place: str) -> str:
    """Return the rule that forbids a unit on a card of the set-up, an empty word for none."""
    if place not in zone(r):
        return "2.3.4"
    if not ground.has_room(r, place, unit) and r.where(unit) != place:
        return "1.2.1"
    if place in mission.points(r, "cop"):
        there = {facts.platoon(r, u) for u in facts.units(r, place, US)} | {facts.platoon(r, unit)}
        if len(there) > 1:
            return "2.3.4"  # the outpost is one platoon at most
    return ""


def movable(r: Reader) -> dict[str, list[str]]:
    """Return unit on a card → the cards to which the plan may move it."""
    return {
        unit: cells for unit in facts.all_units(r, US)
        if not facts.carried(r, unit) and (cells := [p for p in zone(r) if p != r.where(unit) and not fault(r, unit, p)])
    }  # fmt: skip


def markers(r: Reader) -> dict[str, list[str]]:
    """Return control marker → the cards to which it may go."""
    found = {}
    named = mission.data(r).get("points") or {}
    for piece in sorted(r.records):
        kind = r.record(piece)["kind"]
        if kind not in points.KINDS or not (facts.is_card(r.where(piece)) or r.where(piece) == "assets"):
            continue
        number = r.attr(piece, "number", 0)
        name = kind if kind in named or kind == "target" else f"{kind}_{number}"
        if name in named or name == "target":
            cells = [p for p in points.cards(r, name) if p != r.where(piece)]
            if cells:
                found[piece] = cells
    return found


def works(r: Reader) -> dict[str, list[str]]:
    """Return field work → the cards to which it may go: two at most on a card (5.2.3)."""
    most = ground.limit(r, "field_works")
    there = {p: [m for m in ground.cover_markers(r, p) if r.has(m, "work")] for p in zone(r) if ground.in_play(p)}
    return {
        m: cells for p in there for m in there[p] if (cells := [q for q in there if q != p and len(there[q]) < most])
    }


def claymores(r: Reader) -> dict[str, list[str]]:
    """Return claymore → the cards to which it may go: US cards and those beside, one on each (9.5)."""
    own = [p for p in facts.cards_with(r, US) if ground.in_play(p)]
    near = {q for p in own for q in (p, *ground.next_to(r, p)) if ground.in_play(q)}
    mined = {r.where(m) for m in sorted(r.records) if r.record(m)["kind"] == "claymore_mine"}
    free = sorted(near - mined)
    spare = [m for m in r.ids("assets") if r.record(m)["kind"] == "claymore_mine"]
    return dict.fromkeys(spare, free) if free else {}


def assets(r: Reader) -> list[str]:
    """Return radios, phones, lines and signals that can be handed to somebody (2.3.2)."""
    boxes = [box for box in sorted(r.content.boxes) if box == "assets" or box.startswith("net_")]
    kinds = (*SIGNALS, "scr536", "scr300", "prc25", "phone", "phone_line", "colored_smoke", "wp_grenade", "hand_flare")
    return [p for box in boxes for p in r.ids(box) if r.record(p)["kind"] in kinds]


def pool(r: Reader) -> list[str]:
    """Return company units that are attached to platoons by the plan: weapons held by no platoon for good (2.3.3)."""
    units = [u for u in recoverable(r) if (r.content.pieces[u].get("formation") or "p1")[-2:] not in ("p1", "p2", "p3")]
    return [u for u in units if facts.role(r, u) == "" and r.content.pieces[u]["attrs"].get("platoon") == "P4"]


def recoverable(r: Reader) -> list[str]:
    """Return the named infantry units of the company in this mission."""
    return [u for u in facts.all_units(r, US) if u in r.content.pieces and facts.is_infantry(r, u)]


class Plan(Asking):
    """The player plans until he is ready (2). Locals: `asset` that is being handed over."""

    name = "plan"
    ends = ("ready",)

    def asked(self, t: Table, f: Frame) -> str:
        """Ask the player."""
        return US

    def begin(self, t: Table, f: Frame) -> None:
        """Say which mission it is."""
        t.set_var("phase", "plan")
        t.note("note.laid_out", rule="2", level=0)

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer everything that can be planned."""
        prompt = msg("prompt.plan", rule="2.3")
        if f.l.get("asset"):
            give = offers.pieces("hand_to", "ask.hand_to", recoverable(s), rule="2.3.2")
            return offers.offer(
                msg("prompt.hand_to", rule="2.3.2", piece={"p": f.l["asset"]}),
                give,
                offers.button("back", "button.back"),
            )
        asks: list[Ask] = [offers.button("ready", "button.ready", rule="2", primary=True)]
        for verb, targets, rule in (
            ("shift", movable(s), "2.3.5"), ("point", markers(s), "2.3.4"), ("work", works(s), "5.2.3"),
            ("claymore", claymores(s), "9.5"),
        ):  # fmt: skip
            if targets:
                asks.append(offers.place(verb, f"ask.{verb}", targets, rule=rule))
        asks += self._lines(s)
        if assets(s):
            asks.append(offers.pieces("hand", "ask.hand", assets(s), rule="2.3.2"))
        for platoon in ends.PLATOONS:
            others = [u for u in pool(s) if facts.platoon(s, u) != platoon]
            if others and any(facts.platoon(s, u) == platoon and facts.post(s, u) == "plt_hq" for u in recoverable(s)):
                label = msg("ask.attach", platoon=msg(f"platoon.{platoon}"))
                asks.append(
                    offers.pieces(
                        "attach", label, others, rule="2.3.3", id=f"attach.{platoon}", fixed={"platoon": platoon}
                    )
                )
        asks += self._signals(s)
        asks += self._lifts(s)
        return offers.offer(prompt, *asks, setup=True)

    @staticmethod
    def _lines(s: Seen) -> list[Ask]:
        """Final protective lines along one diagonal each, phase lines on seams between rows (6.4.2, 2.3.4.A)."""
        asks: list[Ask] = []
        most = int(mission.data(s).get("fpl", 0))
        guns = [u for u in recoverable(s) if facts.is_tripod_mg(s, u)]
        laid = [u for u in guns if s.attr(u, "fpl")]
        for gun in guns if most else ():
            ways = [way for way in DIAGONALS if way != s.attr(gun, "fpl") and fire.opens(s, gun, way)]
            ways = ways if gun in laid or len(laid) < most else []
            choices: list[Choice] = [{"value": way, "label": msg(f"direction.{way}")} for way in ways]
            if gun in laid:
                choices.append({"value": "none", "label": msg("direction.none")})
            if choices:
                label = msg("ask.fpl", piece={"p": gun})
                asks.append(offers.choose("fpl", label, choices, rule="6.4.2", id=f"fpl.{gun}", fixed={"gun": gun}))
        if mission.kind(s) == "offensive":
            _, rows = ground.size(s)
            sides = [side for row in range(1, rows) for side in standing.seam(s, row)]
            asks.append(offers.edge("phase_line", "ask.phase_line", sides, rule="2.3.4"))
        return asks

    @staticmethod
    def _signals(s: Seen) -> list[Ask]:
        asks: list[Ask] = []
        held = {s.record(p)["kind"] for p in assets(s)}
        for kind in SIGNALS:
            if kind not in held:
                continue
            now = (s.var("signals") or {}).get(kind, {}).get("action", "none")
            meanings: list[Choice] = [
                {"value": word, "label": msg(f"signal.{word}")} for word in MEANINGS if word != now
            ]
            label = msg("ask.signal", kind={"k": kind}, now=msg(f"signal.{now}"))
            asks.append(
                offers.choose("signal", label, meanings, rule="4.3.6", id=f"signal.{kind}", fixed={"kind": kind})
            )
        return asks

    @staticmethod
    def _lifts(s: Seen) -> list[Ask]:
        """Who flies with whom; squads may leave a step behind in the staging area (2.3.6, 7.4.5)."""
        asks: list[Ask] = []
        flying = lifts.helicopters(s)
        for helicopter in flying:
            waiting = transport.boarders(s, helicopter) if s.where(helicopter) == lifts.PICKUP else []
            if waiting:
                label = msg("ask.embark", piece={"p": helicopter})
                asks.append(
                    offers.pieces(
                        "embark",
                        label,
                        waiting,
                        rule="2.3.6",
                        id=f"embark.{helicopter}",
                        fixed={"helicopter": helicopter},
                    )
                )
        men = [u for h in flying for u in s.inside(h)]
        if men:
            asks.append(offers.pieces("disembark", "ask.disembark", men, rule="2.3.6"))
        squads = [u for u in men if facts.is_squad(s, u) and facts.steps(s, u) == int(s.attr(u, "steps", 1)) == 3]
        if squads:
            asks.append(offers.pieces("leave_step", "ask.leave_step", squads, rule="2.3.6"))
        return asks

    # what is answered -------------------------------------------------------------------

    def do_shift(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Put units on another card; they go into what is dug there."""
        for unit in args["pieces"]:
            rule = fault(t, unit, args["cell"])
            if rule:
                t.refuse("refuse.setup", rule=rule, piece={"p": unit}, cell={"c": args["cell"]})
            ground.enter(t, unit, "")
            t.move(unit, args["cell"])
        setup.dig_in(t)

    def do_point(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Move a control point."""
        self._moved(t, markers(t), args, "2.3.4")

    def do_work(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Dig elsewhere; who was in it is in the open, or in what else is there."""
        for work in args["pieces"]:
            for unit in ground.sheltered(t, work, US):
                ground.enter(t, unit, "")
        self._moved(t, works(t), args, "5.2.3")
        setup.dig_in(t)

    def do_claymore(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Lay a claymore."""
        self._moved(t, claymores(t), args, "9.5")

    @staticmethod
    def _moved(t: Table, targets: dict[str, list[str]], args: dict[str, Any], rule: str) -> None:
        for piece in args["pieces"]:
            if args["cell"] not in targets.get(piece, ()):
                t.refuse("refuse.setup", rule=rule, piece={"p": piece}, cell={"c": args["cell"]})
            t.move(piece, args["cell"])

    def do_fpl(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Give a machine gun its final protective line, or take it back; the marker follows."""
        gun, way = args["gun"], args["choice"]
        t.set_attr(gun, "fpl", None if way == "none" else way)
        for marker in [p for p in t.ids(t.where(gun)) if t.record(p)["kind"] == "fpl"][:1]:
            t.remove(marker)
        if way != "none":
            facts.lay(t, "fpl", t.where(gun), US, facing=DIAGONALS.index(way))
        t.note("note.fpl_laid", rule="6.4.2", piece={"p": gun}, way=msg(f"direction.{way}"))

    def do_phase_line(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Draw a phase line on a seam, or take it off (2.3.4.A)."""
        lines = dict(t.var("lines") or {})
        drawn, seam = list(lines.get("pl") or ()), ground.row(args["edge"].partition("|")[0])
        if seam in drawn:
            drawn.remove(seam)
        else:
            drawn = [*drawn, seam][-ground.limit(t, "phase_lines") :]
        t.set_var("lines", {**lines, "pl": sorted(drawn)})

    def do_signal(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Tie a signal to an action (4.3.6)."""
        signals = dict(t.var("signals") or {})
        word = args["choice"]
        entry = {"action": word, **({"to": "forward"} if word == "4.2.2.a" else {})}
        t.set_var("signals", {**signals, args["kind"]: entry})
        t.note("ask.signal", rule="4.3.6", kind={"k": args["kind"]}, now=msg(f"signal.{word}"))

    def do_attach(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Attach a unit to a platoon for the mission (2.3.3)."""
        for unit in args["pieces"]:
            t.set_attr(unit, "platoon", args["platoon"])
        whole = msg(f"platoon.{args['platoon']}")
        t.note("note.attached", rule="2.3.3", pieces=[{"p": unit} for unit in args["pieces"]], platoon=whole)

    def do_hand(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Pick something that another is to hold."""
        f.l["asset"] = args["pieces"][0]

    def do_hand_to(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Hand it over; a radio or phone from the box is set to the company net (2.3.2)."""
        asset, unit = str(f.l["asset"]), args["pieces"][0]
        f.l["asset"] = ""
        t.set_attr(asset, "holder", unit)
        if t.record(asset)["kind"] in ("scr536", "scr300", "prc25", "phone") and not t.attr(asset, "net"):
            t.set_attr(asset, "net", "company")
        t.move(asset, transport.net_box(t, unit))

    def do_embark(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Put men who wait in the pick-up area aboard a helicopter there (7.4.5)."""
        for unit in args["pieces"]:
            if unit not in transport.boarders(t, args["helicopter"]):
                t.refuse("refuse.no_load", rule="7.4", piece={"p": args["helicopter"]})
            t.move(unit, f"@{args['helicopter']}")

    def do_disembark(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Take men out of a helicopter; they wait in the pick-up area (2.3.6)."""
        for unit in args["pieces"]:
            t.move(unit, lifts.PICKUP)

    def do_leave_step(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """A squad leaves one step in the staging area, as a fire team (2.3.6, 4.2.3.g)."""
        squad = args["pieces"][0]
        t.turn(squad, "back")
        nation = f"us_{mission.campaign(t)}"
        vof, far = (t.chart("lats").at(nation, key) for key in ("fire_vof", "fire_range"))
        facts.lay(t, "fire_team", ground.at(0, 1), US, nation="us", vof=vof, range=far)

    def do_back(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Leave it where it is."""
        f.l["asset"] = ""

    def close(self, t: Table, f: Frame) -> None:
        """The mission begins: patrols are counted, the first attack comes, what is seen is turned over (2, 9.1.3)."""
        ends.begin_patrol(t)
        events.arrive(t, 1)
        settle(t)


STEPS = (Plan(),)
