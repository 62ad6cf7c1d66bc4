"""Opportunity fire: the enemy's window after every hex of a move (5.3, 4.1, 11.4)."""

from __future__ import annotations

from typing import Any

from qtwar.base.errors import Refusal
from qtwar.kit import offers
from qtwar.kit.offers import Ask, msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import attack, fire, firing, preview, sight, snipers
from .facts import marked, occupied, units, wrapped
from .fire import Circumstances
from .ground import distance
from .spotting import is_spotted


def circumstances(f: Frame) -> Circumstances:
    """Return that this is opportunity fire at units in motion; crawlers and stealth movers must be spotted (5.3, 6.4)."""
    used = tuple((u, tuple(p)) for u, p in f.l.get("used", {}).items())
    return Circumstances(opportunity=True, moving=tuple(f.l["moving"]), used=used)


def is_exempt(r: Reader, piece: str) -> bool:
    """Return whether a piece fires apart and does not count against the number of attacks (5.3, 4.0)."""
    return fire.is_ordnance(r, piece) or r.has(piece, "weapon_team")


def _volleys(r: Reader, f: Frame) -> dict[str, list[str]]:
    """Return place → units that could take part in its fire at the movers now, who directs among them (5.3)."""
    side, target = f.l["side"], f.l["cell"]
    when = circumstances(f)
    if not is_spotted(r, target, side):
        return {}
    full = f.l["shots"] <= len(f.l["fired"])
    return {
        place: [
            u
            for u in fire.shooters(r, place, side, when)
            if not is_exempt(r, u) and not r.has(u, "sniper") and fire.targets(r, u, [target], when)
        ]
        for place in occupied(r, side)
        if place not in f.l.get("volleys", ()) and not (full and place != f.l["fired"][0])
    }


def groups(r: Reader, f: Frame) -> dict[str, list[str]]:
    """Return place → units that could fire together at the movers now (5.3)."""
    when = circumstances(f)
    return {p: able for p, able in _volleys(r, f).items() if any(not fire.directs(r, u, when) for u in able)}


def with_guns(r: Reader, f: Frame) -> list[Ask]:
    """Return the ask for opportunity fire with leaders' guns (1.6.1, 5.3)."""
    when, target = circumstances(f), [f.l["cell"]]
    able = _volleys(r, f)
    gunners = {
        u: target
        for place in able
        for u in units(r, place, f.l["side"])
        if any(fire.reaches(r, w, target[0], when) for w in fire.guns(r, u, when))
    }
    return firing.gun_asks(r, able, {u: target for found in able.values() for u in found}, gunners, "5.3")


def apart(r: Reader, f: Frame) -> list[Ask]:
    """Return the asks for what fires apart; with the first firer it is not counted (5.3)."""
    side, target = f.l["side"], f.l["cell"]
    if not is_spotted(r, target, side):
        return []
    full = f.l["shots"] <= len(f.l["fired"])
    places = [p for p in occupied(r, side) if not full or p == (f.l["fired"] or [""])[0]]
    here = [u for p in places for u in units(r, p, side)]
    return firing.apart_asks(
        r, here, [target], circumstances(f), throw=[p for p in places if p not in f.l.get("volleys", ())]
    )


def marksmen(r: Reader, f: Frame) -> dict[str, list[str]]:
    """Return sniper → where he could fire: at the movers, just placed at any spotted enemies he sees (11.4)."""
    side, target = f.l["side"], f.l["cell"]
    when = circumstances(f)
    late = f.l["shots"] <= len(f.l["fired"]) or not is_spotted(r, target, side)
    found = {}
    for unit in (u for place in occupied(r, side) for u in units(r, place, side) if r.has(u, "sniper")):
        places = fire.possible_targets(r, side) if snipers.is_fresh(r, unit) else [] if late else [target]
        cells = fire.targets(r, unit, places, when)
        if cells:
            found[unit] = cells
    return found


class Reaction(Step):
    """The enemy of a moving stack may fire at it, hex by hex, at most once for each point it spent. Hands back what came of it.

    Locals: `side` (who reacts), `cell`, `moving`, `shots` (points spent for the hex), `fired` (places that have fired, as
    far as they count), `volleys` (places that have fired together), `used` (unit → what it has fired).
    """

    name = "reaction"

    def run(self, t: Table, f: Frame) -> None:
        f.l.setdefault("volleys", [])
        f.l.setdefault("used", {})
        told = f.l.setdefault("told", {"stopped": [], "heroes": [], "fire": False})
        if isinstance(f.result, dict) and "stopped" in f.result:
            told["stopped"] += f.result["stopped"]
            told["heroes"] += f.result["heroes"]
            told["fire"] = True
        here = [u for u in f.l["moving"] if u in units(t, f.l["cell"]) and u not in told["stopped"]]
        f.l["moving"] = here + [h for h in told["heroes"] if h in units(t, f.l["cell"]) and h not in here]
        if f.l.get("over") or not f.l["moving"] or not self._anything(t, f):
            t.done(told)
            return
        t.wait(f.l["side"])

    @staticmethod
    def _anything(t: Table, f: Frame) -> bool:
        """Return whether the side could do anything; otherwise nobody is asked (5.3)."""
        if groups(t, f) or apart(t, f) or with_guns(t, f) or marksmen(t, f):
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
                    along=[p for p in pieces if fire.directs(s, p, circumstances(f))],
                )
            )  # fmt: skip
        asks += with_guns(s, f)
        asks += apart(s, f)
        sharp = marksmen(s, f)
        if sharp:
            asks += snipers.asks(s, sharp)
        if s.option("sniper_any_time"):
            hidden = snipers.placements(s, s.side)
            if hidden:
                asks.append(offers.place("place_sniper", "ask.place_sniper", hidden, rule="11.4", weight=2))
        asks.append(offers.button("let_pass", "button.let_pass", rule="5.3", primary=True, weight=12))
        asks.append(offers.button("let_all", "button.let_all", rule="5.3", weight=4))
        n = max(0, f.l["shots"] - len(f.l["fired"]))
        return offers.offer(
            msg("prompt.reaction", cell={"c": cell}, pieces=wrapped(f.l["moving"])), *asks,
            detail=msg("detail.reaction", rule="5.3", n=n), firers=self._firers(s, f, asks),
        )  # fmt: skip

    @staticmethod
    def _firers(s: Seen, f: Frame, asks: list[Ask]) -> list[dict[str, Any]]:
        """Return who may fire, a hex or a single shot each with its odds, then who has a line but may not (ux 2.7)."""
        cell, when = f.l["cell"], circumstances(f)
        rows: list[dict[str, Any]] = []
        for ask in asks:
            verb = ask["verb"]
            if verb not in ("fire", "fire_gun", "shoot"):
                continue
            for pieces in ask["groups"].values():
                use = pieces[:1] if verb == "shoot" else pieces
                chosen = use if verb == "fire" else firing.pieces_for(s, verb, use, cell, when)
                try:
                    shot = fire.compose(s, s.side, list(chosen), cell, when)
                except Refusal:
                    continue
                odds = preview.odds(s, shot, when)
                place = s.spot(use[0])
                rows.append(
                    {
                        "piece": use[-1], "ask": ask["id"], "args": {"pieces": list(use), "cell": cell},
                        "text": msg("firer.text", cell={"c": place}, pieces=wrapped(chosen if verb == "fire_gun" else use)),
                        "detail": msg("firer.detail", value=shot.value, range=distance(s, place, cell)),
                        "value": f"{odds['percent']} %",
                    }
                )  # fmt: skip
        for place in occupied(s, s.side):
            unit = next((u for u in units(s, place, s.side) if fire.longest(s, u) >= distance(s, place, cell)), "")
            if not unit or any(s.spot(row["piece"]) == place for row in rows) or not sight.sees(s, place, cell):
                continue
            why = (
                "fired"
                if marked(s, unit, "fired") or place in f.l["fired"]
                else "moved"
                if marked(s, unit)
                else "shaken"
            )
            text = msg("firer.text", cell={"c": place}, pieces=wrapped([unit]))
            rows.append({"piece": unit, "text": text, "why_not": msg(f"firer.{why}", rule="5.3")})
        return rows

    def _shoot(
        self, t: Table, f: Frame, side: str, pieces: list[str], *, dice: int = 2, how: str = "", at: str = ""
    ) -> None:
        """Fire; of the place that fired first what fires apart is not counted, nor its volley after that (5.3)."""
        when = circumstances(f)
        if how:
            pieces = firing.pieces_for(t, how, pieces, f.l["cell"], when)
        shot = fire.compose(t, side, pieces, at or f.l["cell"], when)
        first = any(snipers.is_fresh(t, u) for u in shot.units)  # 11.4: it goes with his placing
        if not first and (shot.kind == "sniper" or not f.l["fired"] or shot.at != f.l["fired"][0]):
            f.l["fired"].append(shot.at)
        if shot.kind == "fire" and not any(is_exempt(t, u) for u in shot.units):
            f.l["volleys"].append(shot.at)
        fire.note_used(t, f.l["used"], shot)
        t.note("note.opportunity", rule="5.3", side={"s": side}, cell={"c": shot.target})
        attack.begin(t, shot, when, dice=dice)

    def do_fire(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Fire with units of one hex together (5.3)."""
        if any(is_exempt(t, p) for p in args["pieces"]):
            t.refuse("refuse.fires_alone", rule="5.3", piece={"p": args["pieces"][0]})
        self._shoot(t, f, side, args["pieces"])

    def do_fire_gun(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Fire with units of one hex together, leaders with their guns (1.6.1, 5.3)."""
        self._shoot(t, f, side, args["pieces"], how="fire_gun")

    def do_shoot(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Fire an ordnance weapon or a team; stacked with the first firer it is not counted (5.3)."""
        self._shoot(t, f, side, args["pieces"], how="shoot")

    def do_throw(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Throw a satchel charge at the movers (1.6.2)."""
        self._shoot(t, f, side, args["pieces"], how="throw")

    def do_throw_too(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Fire and throw what is thrown once (1.6.2, 12.0)."""
        self._shoot(t, f, side, args["pieces"], how="throw_too")

    def do_snipe(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """A sniper fires with two dice (11.4)."""
        self._shoot(t, f, side, args["pieces"], dice=2, at=args["cell"])

    def do_snipe_one(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """A sniper fires with one die (11.4)."""
        self._shoot(t, f, side, args["pieces"], dice=1, at=args["cell"])

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
