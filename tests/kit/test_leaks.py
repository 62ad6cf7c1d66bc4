"""A view holds nothing that the rules alone have looked at, not even after an action that came to nothing."""

from __future__ import annotations

from typing import Any

import pytest

from qtwar.base import jsonio
from qtwar.base.errors import Refusal
from qtwar.kit import offers
from qtwar.kit.content import Content
from qtwar.kit.dice import Chance, NeedDice
from qtwar.kit.runner import Runner
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Seen, Table
from qtwar.kit.title import Title
from tests.kit.tiny import CONTENT


class Scout(Step):
    """Red scouts: a hidden piece is revealed, looked at from red's view, and only then the dice or the rules say no."""

    name = "scout"

    def run(self, t: Table, f: Frame) -> None:
        t.wait("red")

    def offer(self, s: Seen, f: Frame) -> dict[str, Any]:
        return offers.offer(offers.msg("x"), offers.button("peek", "x"), offers.button("roll", "x"))

    def look(self, t: Table, f: Frame) -> None:
        """Reveal, note the plan, and look."""
        t.reveal("blue-2", "red")
        t.seal("red", "report", "blue-2")
        f.l["plan"] = "left"
        assert t.seen_by("red").attr("blue-2", "fire") == 3

    def do_peek(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        self.look(t, f)
        t.refuse("no")

    def do_roll(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        self.look(t, f)
        t.roll(purpose="x")


def everything(s: Seen, args: dict[str, Any]) -> Any:
    """Return all that a title can reach from a view without a private name."""
    return [
        s.places(), [s.ids(p) for p in s.places()], s.records, s.secret("report"), s.frame().l,
        [list(slot) for slot in (s.memo, s.here, s.content.memo)],
    ]  # fmt: skip


@pytest.fixture
def runner() -> Runner:
    """A game in which blue-2 is known to blue alone."""

    def setup(t: Table, choices: dict[str, Any]) -> None:
        t.add("blue-2", "m:0303", known=["blue"])
        t.call("scout")

    made = Runner(Title(Content(CONTENT), steps=[Scout()], setup=setup, queries={"all": everything}))
    made.setup({"scenario": "one", "options": {}}, {}, 1)
    return made


@pytest.mark.parametrize(("verb", "end"), [("peek", Refusal), ("roll", NeedDice)])
def test_what_was_looked_at_in_an_action_that_came_to_nothing_is_not_seen(
    runner: Runner, verb: str, end: type[Exception]
) -> None:
    before = jsonio.dumps(runner.query("red", "all", {}))
    with pytest.raises(end):
        runner.act({"side": "red", "verb": verb, "args": {}}, 1, dice=[])
    assert jsonio.dumps(runner.query("red", "all", {})) == before
    assert "blue-2" not in before


def test_what_the_rules_asked_of_a_hidden_piece_is_not_kept_where_the_other_side_reads(runner: Runner) -> None:
    """Piece and kind by which printed attributes are found again would name what was made of a piece in secret."""

    def ask(s: Seen, args: dict[str, Any]) -> list[Any]:
        return [[name, repr(value)] for name, value in sorted(vars(s.content).items()) if name not in ("raw", "pieces")]

    runner.title.queries["content"] = ask
    before = runner.query("red", "content", {})
    t = Table(runner.title.content, runner.state, Chance(1))
    t.become("blue-2", "red_unit")
    assert t.attr("blue-2", "fire") == 2
    assert runner.query("red", "content", {}) == before
