"""Simultaneous secret choice (kit.sealed): nobody sees until all have chosen; ties bid again."""

from __future__ import annotations

from typing import Any

from qtwar.base import jsonio
from qtwar.engine import views
from qtwar.kit import offers
from qtwar.kit.content import Content
from qtwar.kit.sealed import Sealed
from qtwar.kit.table import Frame, Seen, Table
from qtwar.kit.testing import Game
from qtwar.kit.title import Title
from tests.kit.tiny import CONTENT

THREE = Content({**CONTENT, "sides": [{"id": "red"}, {"id": "blue"}, {"id": "green"}]})


class Bid(Sealed):
    """Bids of 0 to 5; the highest wins, a tie for it is bid again, at most three times."""

    name = verb = "bid"

    def given(self, t: Table, f: Frame, side: str) -> dict[str, Any] | None:
        return {"number": 0} if t.num(side, "cp") == 0 else None

    def offer(self, s: Seen, f: Frame) -> dict[str, Any]:
        ask = offers.secret(offers.number("bid", "ask.bid", 0, 5, rule="5.1"))
        return offers.offer(offers.msg("prompt.act", n=f.l["round"]), ask)

    def check(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        if args["number"] > t.num(side, "cp"):
            t.refuse("refuse.cp", rule="5.2")

    def reveal(self, t: Table, f: Frame, chosen: dict[str, dict[str, Any]]) -> bool:
        bids = {side: args["number"] for side, args in chosen.items()}
        t.note("note.bids", bids=list(bids.values()))
        best = [side for side, bid in bids.items() if bid == max(bids.values())]
        if len(best) > 1 and f.l["round"] < 3:
            return True
        t.set_var("won", best[0])
        return False


def game(content: Content = THREE, **cp: int) -> Game:
    title = Title(content, steps=(Bid(),), setup=lambda t, choices: None)
    points = {side: {"cp": cp.get(side, 5)} for side in content.sides}
    return Game(title, "one", sides=points).run("bid")


def test_three_sides_bid_at_once_and_the_highest_wins() -> None:
    g = game()
    assert g.active == ["red", "blue", "green"]
    g.act("blue", "bid", number=4)
    assert (g.active, g.notes()) == (["red", "green"], [])
    g.act("green", "bid", number=1).act("red", "bid", number=2)
    assert g.note("note.bids") == {"bids": [2, 4, 1]}
    assert (g.state.vars["won"], g.step, g.state.secret) == ("blue", "", {})


def test_ties_bid_again_up_to_the_third_round() -> None:
    g = game(Content(CONTENT))
    for n in (1, 2, 3):
        assert "won" not in g.state.vars
        assert g.offer("red")["prompt"]["args"] == {"n": n}
        g.act("red", "bid", number=3).act("blue", "bid", number=3)
    assert g.state.vars["won"] == "red"


def test_who_has_no_choice_is_not_asked_and_what_may_not_be_bid_is_refused() -> None:
    g = game(red=0, blue=2)
    assert g.active == ["blue", "green"]
    assert g.refused("blue", "bid", number=3) == "5.2"


def test_positions_that_differ_in_a_sealed_bid_look_the_same() -> None:
    def packet(bid: int) -> str:
        g = game()
        g.act("blue", "bid", number=bid)
        seen = [jsonio.dumps([views.view(g.state, side).to_json(), g.runner.offer(side)]) for side in ("red", "green")]
        assert str(bid) in jsonio.dumps(views.view(g.state, "blue").to_json()["secret"])
        return str(seen)

    assert packet(3) == packet(4)
