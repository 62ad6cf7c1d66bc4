"""What holds whenever nobody is in the middle of an operation, in random games in which everybody looks for a fight."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from modules.sealords.rules.facts import COM, FW, SIDES, counters, is_unit, stacked, units
from modules.sealords.rules.ground import barred, ground
from modules.sealords.tests.test_secrecy import Random
from qtwar.base.errors import Refusal
from qtwar.kit.content import Content
from qtwar.kit.dice import Chance
from qtwar.kit.facts import is_cell
from qtwar.kit.table import Table


def attack(game: Random) -> bool:
    """Let the side that is to operate move some random force into a square with enemies; False where it can not."""
    runner, chance = game.boundary.runner, game.chance
    side = runner.state.active[0]
    move = next((a for a in (runner.offer(side) or {})["asks"] if a["verb"] == "move_force" and not a.get("why_not")), None)
    names = sorted(move["groups"]) if move else []
    chance.shuffle(names)
    for name in names[:8]:
        assert move is not None
        own = move["groups"][name]
        pieces = chance.sample(own, chance.randint(1, min(len(own), 6)))
        cells = runner.query(side, "reach", {"pieces": pieces})["cells"]
        foes = sorted(c for c, at in cells.items() if at["mark"] == "enemy")
        if not foes:
            continue
        args = {"pieces": pieces, "path": cells[chance.choice(foes)]["path"]}
        try:
            game.events += runner.act({"side": side, "verb": "move_force", "args": args}, chance.getrandbits(60))
        except Refusal as no:
            raise AssertionError(f"lit and refused: {side} {args}: {no.key} {no.rule}") from no
        return True
    return False


def faults(t: Table) -> list[str]:
    """Return what is wrong with a position between operations."""
    found = []
    raid = t.var("turn") == 1  # 25.10
    for place in [p for p in t.places() if is_cell(p)]:
        sides = {side: units(t, place, side) for side in SIDES}
        if sides[FW] and sides[COM]:
            found.append(f"11.8 both sides in {place}")
        found += [f"9.1 {stacked(t, place, s)} of {s} in {place}" for s in SIDES if stacked(t, place, s) > 8]
        if not sides[FW]:
            found += [f"8.13 {p} lies open in {place}" for p in counters(t, place, COM) if t.state.knows(FW, p)]
        markers = Counter(t.record(p)["kind"] for p in counters(t, place, COM) if not is_unit(t, p))
        found += [f"19.2 {n} {kind} in {place}" for kind, n in markers.items() if n > 1]
        for piece in (*sides[FW], *sides[COM]):
            kind = t.kind(piece)
            assert kind is not None
            rule = barred(t, kind, place)
            town = bool(ground(t.content).features[place] & {"saigon", "vung_tau"})
            if (
                rule
                and not (rule == "8.3" and raid and town)
                and not (rule == "21.1" and t.option("sf_helicopter_cambodia"))
            ):
                found.append(f"{rule} {piece} in {place}")
    return found


@pytest.mark.parametrize(("scenario", "seed"), [("game_warden", 401), ("tet", 404), ("zumwalt", 406)])
def test_between_operations_the_board_obeys_the_book(content: Content, scenario: str, seed: int) -> None:
    game = Random(content, scenario, seed)
    points: dict[str, int] = dict.fromkeys(SIDES, 0)
    rounds = 0
    while rounds < 120 and game.state.result is None:
        at = len(game.events)
        resting = game.state.flow[-1]["step"] == "operations"
        if not (resting and game.chance.random() < 0.9 and attack(game)):
            game.play(1)
        rounds += sum(1 for e in game.events[at:] if e["e"] == "note" and e["key"] == "note.round")
        now: dict[str, Any] = {side: game.state.sides[side] for side in SIDES}
        for side in SIDES:
            assert points[side] <= now[side]["vp"] <= 100, "4.3: never less"
            assert 0 <= now[side]["cp"] <= 100, "5.2"
            points[side] = now[side]["vp"]
        if game.state.flow and game.state.flow[-1]["step"] == "operations":
            assert faults(Table(content, game.state, Chance(1))) == []
    assert rounds > 10
    assert game.undone() == game.began
