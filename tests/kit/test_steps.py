"""Steps that titles share: a sequence of steps, and turns of a scenario."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from qtwar.base import jsonio
from qtwar.engine.state import State
from qtwar.kit import offers
from qtwar.kit.content import Content
from qtwar.kit.runner import Runner
from qtwar.kit.step import Step
from qtwar.kit.steps import Asking, Item, Phase, Sequence, Staged, Turns, stand_at
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


# phases, stages, asking -----------------------------------------------------------


class Talk(Asking):
    """Red talks until it says enough, at most three times; then blue's answer is called for."""

    name = "talk"
    ends = ("enough", "shout")

    def begin(self, t: Table, f: Frame) -> None:
        f.l["words"] = 0

    def is_open(self, t: Table, f: Frame) -> bool:
        return int(f.l["words"]) < 3

    def close(self, t: Table, f: Frame) -> dict[str, Any]:
        return {"words": f.l["words"]}

    def offer(self, s: Seen, f: Frame) -> dict[str, Any]:
        verbs = ("word", "shout", "enough", "typo")
        return offers.offer(offers.msg("prompt.act"), *(offers.button(verb, "button.pass") for verb in verbs))

    def do_word(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        f.l["words"] += 1

    def do_shout(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        f.l["words"] += 10


class Fight(Staged):
    """Two stages around a talk; what the talk hands back is there once."""

    name = "fight"
    first = "talk"

    def at_talk(self, t: Table, f: Frame) -> str:
        t.call("talk", side=f.l["side"])
        return "count"

    def at_count(self, t: Table, f: Frame) -> str:
        t.set_var("words", f.result["words"])
        return "end"

    def at_end(self, t: Table, f: Frame) -> None:
        t.set_var("left", f.result)
        t.done()


PHASES: list[Item] = [
    ("phase", {"id": "morning", "steps": ["asked"], "side": "red"}),
    ("phase", {"id": "morning", "steps": ["asked"], "side": "blue"}),
    ("phase", {"id": "noon", "steps": ["fight", "asked"], "side": "red"}),
    ("phase", {"id": "night", "steps": []}),
]


def day(begin: Callable[[Table], object] = lambda t: t.call("game")) -> Runner:
    """Return a game of three turns, each of three phases."""
    title = Title(
        WORLD,
        steps=[
            Turns("game", "turn", lambda t: t.end(None), rule="1.1", before=lambda t: t.set_var("dawn", t.var("turn"))),
            Sequence("turn", lambda t, f: PHASES), Phase("1.2"), Fight(), Talk(), Asked(),
        ],
        setup=lambda t, c: begin(t) and None,
    )  # fmt: skip
    made = Runner(title)
    made.setup({"scenario": "one", "options": {}}, {}, 1)
    return made


def do(game: Runner, side: str, verb: str) -> list[tuple[str, str]]:
    """Act and return the headings told: (key, rule)."""
    events = game.act({"side": side, "verb": verb, "args": {}}, 1)
    return [(e["key"], e["rule"]) for e in events if e["e"] == "note"]


def test_phases_name_themselves_and_turns_have_headings() -> None:
    game = day()
    assert (game.state.vars["phase"], game.state.vars["phase_side"], game.state.vars["dawn"]) == ("morning", "red", 1)
    assert do(game, "red", "skip") == [("note.phase_of", "1.2")]
    assert do(game, "blue", "skip") == [("note.phase_of", "1.2")]
    do(game, "red", "enough")
    night, turn, morning = do(game, "red", "skip")
    assert (night, turn, morning) == (("note.phase", "1.2"), ("note.turn", "1.1"), ("note.phase_of", "1.2"))
    assert (game.state.vars["turn"], game.state.vars["dawn"]) == (2, 2)


def test_a_side_is_asked_until_it_ends_it_or_nothing_is_left() -> None:
    for verbs, words in ((["word", "enough"], 1), (["word"] * 3, 3), (["word", "shout"], 11)):
        game = day(lambda t: stand_at(t, "turn", PHASES, "noon", "red", side="red"))
        for verb in verbs:
            assert "words" not in game.state.vars
            do(game, "red", verb)
        assert game.state.vars["words"] == words
        assert "left" not in game.state.vars, "a child's result is handed over once"
        assert game.state.flow[-1]["step"] == "asked", "the phase goes on after its first step"


def test_an_offered_verb_that_no_step_carries_out_is_a_fault_of_the_title() -> None:
    game = day(lambda t: stand_at(t, "turn", PHASES, "noon", "red", side="red"))
    with pytest.raises(AttributeError, match="do_typo"):
        do(game, "red", "typo")


def test_a_position_stands_in_a_phase_and_the_turn_follows() -> None:
    def begin(t: Table) -> None:
        t.call("game", begun=True)
        assert not stand_at(t, "turn", PHASES, "evening", "red")
        assert stand_at(t, "turn", PHASES, "noon", "red", step="asked", side="red")

    game = day(begin)
    assert game.state.active == ["red"]
    do(game, "red", "skip")
    assert (game.state.vars["turn"], game.state.vars["phase"]) == (2, "morning")
