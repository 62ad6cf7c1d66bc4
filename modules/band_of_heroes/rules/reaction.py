"""Opportunity fire: the enemy's window after every hex of a move (5.3, 4.1, 11.4)."""

from __future__ import annotations

from typing import Any

from qtwar.base.errors import Refusal
from qtwar.kit import offers
from qtwar.kit.offers import Ask, Message, msg
from qtwar.kit.reaction import Reaction
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import attack, fire, firegroup, firing, preview, sight, snipers
from .facts import marked, occupied, units, wrapped
from .fire import Circumstances
from .firing import Shooting
from .ground import distance
from .spotting import is_spotted


def circumstances(f: Frame) -> Circumstances:
    """Return that this is opportunity fire at units in motion; crawlers and stealth movers must be spotted (5.3, 6.4)."""
    used = tuple((u, tuple(p)) for u, p in f.l.get("used", {}).items())
    return Circumstances(opportunity=True, moving=tuple(f.l["moving"]), used=used, directing=tuple(f.l["directing"]))


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
        if place not in f.l.get("volleys", ())
        and not (full and place != f.l["fired"][0])
        and fire.bears_on(r, place, side, target)
    }


def groups(r: Reader, f: Frame, volleys: dict[str, list[str]] | None = None) -> dict[str, list[str]]:
    """Return place → units that could fire together at the movers now (5.3), of those that could take part if known."""
    when, found = circumstances(f), _volleys(r, f) if volleys is None else volleys
    return {p: able for p, able in found.items() if any(not fire.directs(r, u, when) for u in able)}


def with_guns(r: Reader, f: Frame, able: dict[str, list[str]]) -> list[Ask]:
    """Return the ask for opportunity fire with leaders' guns, `able` those who could take part (1.6.1, 5.3)."""
    when, target = circumstances(f), [f.l["cell"]]
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
    open_ = [u for u in here if r.where(u) not in f.l.get("volleys", ())]
    when = circumstances(f)
    return [
        *firing.apart_asks(r, here, [target], when),
        *firing.throw_asks(r, open_, {u: [target] for u in open_}, when),
    ]


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


class Window(Reaction, Shooting):
    """The enemy of a moving stack may fire at it, hex by hex, at most once for each point it spent. Hands back what came of it.

    Locals: `side` (who reacts), `cell`, `moving`, `shots` (points spent for the hex), `fired` (places that have fired, as
    far as they count), `volleys` (places that have fired together), `used` (unit → what it has fired),
    `directing` (leaders, by option).
    """

    name = "reaction"
    rule = "5.3"
    pass_all = "button.let_all"

    def begin(self, t: Table, f: Frame) -> None:
        f.l.update(volleys=[], used={}, directing=[], told={"stopped": [], "heroes": [], "fire": False})

    def came_of(self, t: Table, f: Frame, result: dict[str, Any]) -> None:
        told = f.l["told"]
        told["stopped"] += result["stopped"]
        told["heroes"] += result["heroes"]
        told["fire"] = True

    def stands(self, t: Table, f: Frame) -> bool:
        here, told = units(t, f.l["cell"]), f.l["told"]
        moving = [u for u in f.l["moving"] if u in here and u not in told["stopped"]]
        f.l["moving"] = moving + [h for h in told["heroes"] if h in here and h not in moving]
        return bool(f.l["moving"])

    def reacts(self, r: Reader, f: Frame) -> bool:
        volleys = _volleys(r, f)
        if groups(r, f, volleys) or apart(r, f) or with_guns(r, f, volleys) or marksmen(r, f):
            return True
        return bool(r.option("sniper_any_time")) and any(
            sight.sees(r, place, f.l["cell"])
            for places in snipers.placements(r, f.l["side"]).values()
            for place in places
        )

    def reactions(self, s: Seen, f: Frame) -> list[Ask]:
        asks: list[Ask] = []
        volleys = _volleys(s, f)
        able = groups(s, f, volleys)
        if able:
            pieces = [p for place in able for p in able[place]]
            asks.append(
                offers.pieces_and_cell(
                    "fire", "ask.opportunity", pieces, [f.l["cell"]], 1, len(pieces), rule="5.3", groups=able,
                    along=[p for p in pieces if fire.directs(s, p, circumstances(f))], odds={"verb": "fire"},
                )
            )  # fmt: skip
        asks += with_guns(s, f, volleys)
        asks += apart(s, f)
        sharp = marksmen(s, f)
        if sharp:
            asks += snipers.asks(s, sharp)
        if s.option("sniper_any_time"):
            hidden = snipers.placements(s, s.side)
            if hidden:
                asks.append(offers.place("place_sniper", "ask.place_sniper", hidden, rule="11.4", max=1))
        return asks

    def prompt(self, s: Seen, f: Frame) -> tuple[Message, Message]:
        n = max(0, f.l["shots"] - len(f.l["fired"]))
        title = msg("prompt.reaction", cell={"c": f.l["cell"]}, pieces=wrapped(f.l["moving"]))
        return title, msg("detail.reaction", rule="5.3", n=n)

    def chances(self, s: Seen, f: Frame, asks: list[Ask]) -> list[dict[str, Any]]:
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
                    shot = firegroup.compose(s, s.side, list(chosen), cell, when)
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

    def shoot(self, t: Table, f: Frame, side: str, verb: str, args: dict[str, Any], *, dice: int = 2) -> None:
        """Fire; of the place that fired first what fires apart is not counted, nor its volley after that (5.3)."""
        if verb == "fire" and (alone := next((p for p in args["pieces"] if is_exempt(t, p)), "")):
            t.refuse("refuse.fires_alone", rule="5.3", piece={"p": alone})
        when = circumstances(f)
        shot = firegroup.compose(t, side, firing.chosen(t, verb, args, when), args["cell"], when)
        first = any(snipers.is_fresh(t, u) for u in shot.units)  # 11.4: it goes with his placing
        if not first and (shot.kind == "sniper" or not f.l["fired"] or shot.at != f.l["fired"][0]):
            f.l["fired"].append(shot.at)
        if shot.kind == "fire" and not any(is_exempt(t, u) for u in shot.units):
            f.l["volleys"].append(shot.at)
        if shot.leader:
            f.l["directing"].append(shot.leader)
        firegroup.note_used(t, f.l["used"], shot)
        t.note("note.opportunity", rule="5.3", side={"s": side}, cell={"c": shot.target})
        attack.begin(t, shot, when, dice=dice)


STEPS = (Window(),)
