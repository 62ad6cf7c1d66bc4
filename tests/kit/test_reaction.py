"""Reaction windows (kit.reaction): who, once per what, several together after their checks, several sides, passing."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.content import Content
from qtwar.kit.offers import Ask, msg
from qtwar.kit.reaction import Reaction
from qtwar.kit.steps import Sequence
from qtwar.kit.table import Frame, Reader, Seen, Table
from qtwar.kit.testing import Game
from qtwar.kit.title import Title
from tests.kit.tiny import CONTENT

KINDS = [*CONTENT["kinds"], {"id": "green_unit", "class": "unit", "side": "green", "attrs": {"fire": 1}}]
PIECES = [*CONTENT["pieces"], *({"id": f"green-{n}", "kind": "green_unit"} for n in (1, 2))]
WORLD = Content({**CONTENT, "sides": [{"id": s} for s in ("red", "blue", "green")], "kinds": KINDS, "pieces": PIECES})


class Opportunity(Reaction):
    """Opportunity fire as Front Toward Enemy has it (21.0): each unit once an activation; first all roll whether they

    may, then those who passed fire together, one firing and the others adding one each. Locals: `cell`, `ready`.
    """

    name = "opportunity"
    rule = "21.0"
    per = "activation"
    pass_all = "button.let_all"

    def begin(self, t: Table, f: Frame) -> None:
        super().begin(t, f)
        f.l.update(ready=[], told={"hits": 0})

    def stands(self, t: Table, f: Frame) -> bool:
        return any(t.owner(p) == "red" for p in t.ids(f.l["cell"]))

    def _fresh(self, r: Reader, f: Frame) -> list[str]:
        grid = WORLD.boards["m"].grid
        near = [p for at in r.places() if ":" in at and grid.distance(at[2:], f.l["cell"][2:]) <= 2 for p in r.ids(at)]
        return [p for p in near if r.owner(p) == f.l["side"] and not self.spent(r, f, p)]

    def reacts(self, r: Reader, f: Frame) -> bool:
        return bool(self._fresh(r, f) or self._ready(r, f))

    @staticmethod
    def _ready(r: Reader, f: Frame) -> list[str]:
        return [p for p in f.l["ready"] if r.owner(p) == f.l["side"]]

    def reactions(self, s: Seen, f: Frame) -> list[Ask]:
        ready, fresh = self._ready(s, f), self._fresh(s, f)
        if ready:
            return [offers.pieces("fire", "ask.fire", ready, 1, len(ready), rule="21.0")]
        return [offers.pieces("check", "ask.check", fresh, 1, len(fresh), rule="21.0")]

    def prompt(self, s: Seen, f: Frame) -> tuple[offers.Message, None]:
        return msg("prompt.reaction", cell={"c": f.l["cell"]}), None

    def chances(self, s: Seen, f: Frame, asks: list[Ask]) -> list[dict[str, Any]]:
        return [{"piece": p, "text": msg("firer.text"), "value": f"{s.attr(p, 'fire')}/6"} for p in self._ready(s, f)]

    def do_check(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        self.spend(t, f, *args["pieces"])
        f.l["ready"] += [p for p in args["pieces"] if t.roll(purpose="roll.check", by=side)[0] <= 3]

    def do_fire(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        f.l["ready"] = [p for p in f.l["ready"] if t.owner(p) != side]
        t.call("shot", side=side, value=t.attr(args["pieces"][0], "fire") + len(args["pieces"]) - 1)

    def came_of(self, t: Table, f: Frame, result: Any) -> None:
        f.l["told"]["hits"] += result


class Shot(Sequence):
    """A die against the value."""

    def run(self, t: Table, f: Frame) -> None:
        t.done(int(t.roll(purpose="roll.fire", by=f.l["side"])[0] <= f.l["value"]))


class Activation(Sequence):
    """Two hexes of a move, a window after each unless the whole is let pass."""

    def run(self, t: Table, f: Frame) -> None:
        if f.result is not None:
            f.l.setdefault("came", []).append(f.result)
        n = f.l.get("at", 0)
        passed = any(told.get("pass_all") for told in f.l.get("came", []))
        if n == 2 or passed:
            t.set_var("came", f.l["came"])
            t.done()
            return
        f.l["at"] = n + 1
        t.move("red-1", f"m:020{n + 2}")
        t.call("opportunity", sides=["blue", "green"], cell=f"m:020{n + 2}")


def game() -> Game:
    none: Any = lambda t, f: []  # noqa: E731
    title = Title(
        WORLD, steps=(Opportunity(), Shot("shot", none), Activation("activation", none)), setup=lambda t, choices: None
    )
    pieces = {"red-1": "0201", "blue-1": "0303", "blue-2": "0302", "blue-3": "0505", "green-1": "0102"}
    return Game(title, "one", pieces=pieces).run("activation")


def test_those_in_reach_check_first_and_fire_together_each_once_an_activation() -> None:
    g = game()
    assert (g.active, g.asks("blue")["check"]["pieces"]) == (["blue"], ["blue-2", "blue-1"])
    g.act("blue", "check", dice=[2, 3], pieces=["blue-1", "blue-2"])
    assert [row["piece"] for row in g.offer("blue")["firers"]] == ["blue-1", "blue-2"]
    g.act("blue", "fire", dice=[4], pieces=["blue-1", "blue-2"])
    assert g.active == ["green"], "nothing is left to blue: the next side is asked"
    g.act("green", "let_pass")
    assert (g.at("red-1"), g.active) == ("0203", ["green"]), "blue's units have reacted in this activation"
    g.act("green", "check", dice=[6], pieces=["green-1"])
    assert g.state.vars["came"] == [{"hits": 1}, {"hits": 0}]


def test_the_whole_move_may_be_let_pass_and_a_window_without_anybody_asks_nobody() -> None:
    g = game()
    g.act("blue", "let_all")
    assert g.active == ["green"]
    g.act("green", "check", dice=[5], pieces=["green-1"])
    assert g.state.vars["came"] == [{"hits": 0, "pass_all": True}]
    g.state.pieces["blue-3"]["at"] = "m:0505"
    for piece in ("blue-1", "blue-2", "green-1"):
        g.table().remove(piece)
    g.run("activation")
    assert (g.active, g.state.vars["came"]) == ([], [{"hits": 0}, {"hits": 0}])
