"""Steps that titles share: a sequence of steps, and turns of a scenario."""

from __future__ import annotations

from typing import Any

import pytest

from qtwar.base import jsonio
from qtwar.engine.state import State
from qtwar.kit import offers
from qtwar.kit.content import Content
from qtwar.kit.runner import Runner
from qtwar.kit.step import Step
from qtwar.kit.steps import Sequence, Turns
from qtwar.kit.table import Frame, Seen, Table
from qtwar.kit.title import Title
from tests.kit.tiny import CONTENT

WORLD = Content(CONTENT)


class Asked(Step):
    """Waits for a side once."""

    name = "asked"

    def run(self, t: Table, f: Frame) -> None:
        """Wait, then be done."""
        if f.l.get("over"):
            t.done()
        else:
            t.wait(f.l["side"])

    def offer(self, s: Seen, f: Frame) -> dict[str, Any]:
        """One button."""
        return offers.offer(offers.msg("prompt.act"), offers.button("skip", "button.pass"))

    def do_skip(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Go on."""
        f.l["over"] = True


def runner(*, says_who_won: bool = True) -> Runner:
    """Return a game of three turns in which red is asked twice a turn and blue once."""

    def over(t: Table) -> None:
        if says_who_won:
            t.end("red", level="by points")

    items = [("asked", {"side": "red"}), ("asked", {"side": "blue"}), ("asked", {"side": "red"})]
    turn = Sequence("turn", lambda t, f: items)
    title = Title(WORLD, steps=[Turns("game", "turn", over), turn, Asked()], setup=lambda t, c: t.call("game") and None)
    made = Runner(title)
    made.setup({"scenario": "one", "options": {}}, {}, 1)
    return made


def test_items_come_one_after_another_and_turns_count() -> None:
    game, seen = runner(), []
    while game.state.result is None:
        (side,) = game.state.active
        seen.append((game.state.vars["turn"], side))
        game.act({"side": side, "verb": "skip", "args": {}}, 1)
    assert seen == [(n, side) for n in (1, 2, 3) for side in ("red", "blue", "red")]
    assert game.state.result["winner"] == "red"
    assert game.state.active == []


def test_the_sequence_goes_on_where_it_stood_after_a_restart() -> None:
    game = runner()
    game.act({"side": "red", "verb": "skip", "args": {}}, 1)
    again = Runner(game.title)
    again.open(State.from_json(jsonio.copy(game.state.to_json())))
    assert again.state.active == ["blue"]
    for port in (game, again):
        port.act({"side": "blue", "verb": "skip", "args": {}}, 1)
    assert again.state.digest() == game.state.digest()


def test_a_title_that_forgets_to_say_who_won_is_told_so_and_nothing_has_happened() -> None:
    game = runner(says_who_won=False)
    for _ in range(8):
        game.act({"side": game.state.active[0], "verb": "skip", "args": {}}, 1)
    before = game.state.digest()
    with pytest.raises(RuntimeError, match="who won"):
        game.act({"side": "red", "verb": "skip", "args": {}}, 1)
    assert game.state.digest() == before
