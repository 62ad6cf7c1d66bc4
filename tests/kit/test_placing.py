"""Set-up by hand out of a tray (kit.placing), on a title of two pieces a side."""

from __future__ import annotations

from typing import Any

import pytest

from qtwar.base import jsonio
from qtwar.base.errors import Refusal
from qtwar.kit.content import Content
from qtwar.kit.dice import Chance
from qtwar.kit.placing import Placing, forget_lines, line_of
from qtwar.kit.runner import Runner
from qtwar.kit.table import Reader, Table
from qtwar.kit.title import Title
from tests.kit.tiny import CONTENT


class West(Placing):
    """Red may stand in the two western columns, one piece to a cell."""

    rule = "2.1"

    def tray(self, side: str) -> str:
        return "dead"

    def placed(self, r: Reader, side: str) -> list[str]:
        return [p for place in r.places() if ":" in place for p in r.ids(place)]

    def places_of(self, r: Reader, piece: str) -> list[str]:
        cells = [f"m:{c}" for c in r.content.boards["m"].grid.cells()]
        return [c for c in cells if not self.fault(r, piece, c)]

    def fault(self, r: Reader, piece: str, place: str) -> str:
        if place[2:4] > "02":
            return "2.1"
        return "2.2" if [p for p in r.ids(place) if p != piece] else ""

    def rest(self, t: Table, side: str) -> None:
        for piece in self.waiting(t, side):
            t.move(piece, self.places_of(t, piece)[0])

    def by_itself(self, t: Table, side: str) -> bool:
        return bool(t.var("alone"))


def runner(*, alone: bool = False) -> Runner:
    world = jsonio.copy(CONTENT)
    world["scenarios"][0]["setup"] = [{"id": "west", "side": "red", "pieces": {}}]

    def begin(t: Table, choices: dict[str, Any]) -> None:
        t.set_var("alone", alone)
        for piece in ("red-1", "red-2"):
            t.add(piece, "dead", attrs={"line": "west"})
        t.call("place_pieces", side="red")

    made = Runner(Title(Content(world), steps=[West()], setup=begin))
    made.setup({"scenario": "one", "options": {}}, {}, 1)
    return made


def act(game: Runner, verb: str, **args: Any) -> None:
    game.act({"side": "red", "verb": verb, "args": args}, 1)


def verbs(game: Runner) -> dict[str, Any]:
    offer = game.offer("red")
    assert offer is not None
    return {ask["verb"]: ask for ask in offer["asks"]}


def test_pieces_go_where_their_line_allows_and_back() -> None:
    game = runner()
    asks = verbs(game)
    assert asks["done"]["why_not"]["rule"] == "2.1"
    assert "m:0303" not in asks["place"]["targets"]["red-1"]
    act(game, "place", pieces=["red-1"], cell="m:0101")
    assert "m:0101" not in verbs(game)["place"]["targets"]["red-2"]
    assert set(verbs(game)["shift"]["targets"]["red-1"]) >= {"dead", "m:0101", "m:0202"}
    act(game, "shift", pieces=["red-1"], cell="dead")
    assert game.state.pieces["red-1"]["at"] == "dead"


def test_of_pieces_of_one_kind_and_line_in_the_tray_one_is_asked_for_all() -> None:
    asked: list[str] = []

    class Counting(West):
        def places_of(self, r: Reader, piece: str) -> list[str]:
            asked.append(piece)
            return super().places_of(r, piece)

    game = runner()
    table = Table(game.title.content, game.state, Chance(1))
    found = Counting().places(table, ["red-1", "red-2"])
    assert (asked, found["red-1"]) == (["red-1"], found["red-2"])
    act(game, "place", pieces=["red-1"], cell="m:0101")
    asked.clear()
    Counting().places(Table(game.title.content, game.state, Chance(1)), ["red-1", "red-2"])
    assert asked == ["red-1", "red-2"], "where one lies elsewhere, each is asked for itself"


def test_each_piece_must_be_legal_after_the_one_before() -> None:
    game = runner()
    with pytest.raises(Refusal) as no:
        act(game, "place", pieces=["red-1", "red-2"], cell="m:0101")
    assert no.value.rule == "2.2"
    assert game.state.pieces["red-1"]["at"] == "dead"


def test_the_rest_is_placed_and_then_it_is_done() -> None:
    game = runner()
    act(game, "rest")
    assert not verbs(game)["done"].get("why_not")
    act(game, "done")
    assert game.state.flow == []


def test_nobody_is_asked_where_a_side_is_placed_by_itself() -> None:
    game = runner(alone=True)
    assert game.state.active == []
    assert game.state.pieces["red-2"]["at"].startswith("m:")


def test_lines_are_forgotten_after_set_up() -> None:
    game = runner()
    table = Table(game.title.content, game.state, Chance(1))
    assert line_of(table, "red-1") == {"id": "west", "side": "red", "pieces": {}}
    forget_lines(table)
    assert line_of(table, "red-1") is None
