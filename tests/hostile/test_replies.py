"""Rules that answer with broken shapes, from inside the sandbox: each ends in one sentence, and the game is as it was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from qtwar.base.errors import QtwarError, Refusal, RulesFault
from qtwar.sandbox.client import SandboxRules
from qtwar.sandbox.inprocess import InProcessRules
from qtwar.sandbox.replies import REPLIES, checked
from qtwar.session.memory import MemoryJournal
from qtwar.session.play import Done, PlaySession, Refused, key_from_seed
from tests.kit.tiny import CONTENT

SIDES = ("red", "blue")
META = {"title": "tiny", "scenario": "one", "options": {}}
LYING = """

from qtwar.kit import boundary

NEXT = {}


def _turn(fn):
    real = getattr(boundary.Boundary, fn)

    def call(self, *args):
        if fn == "query" and args[1] == "lie next":
            NEXT.update(args[2])
            return None
        return NEXT.pop(fn) if fn in NEXT else real(self, *args)

    setattr(boundary.Boundary, fn, call)


for name in ("setup", "offers", "act", "query", "selfplay", "describe", "replay"):
    _turn(name)
"""
"""Rules whose next answer is what the question `lie next` said before."""

ASK = {"id": "a", "verb": "skip", "kind": "button", "label": {"key": "button.pass", "args": {}}}
PROMPT = {"key": "prompt.act", "args": {}}


def offer(*asks: Any, **more: Any) -> dict[str, Any]:
    """Return offers of red with these asks."""
    return {"red": {"prompt": PROMPT, "asks": list(asks), **more}}


BROKEN_OFFERS: list[Any] = [
    None,
    [],
    "red",
    {"red": 5},
    {"red": []},
    {"red": {}},
    {"red": {"prompt": PROMPT}},
    {"red": {"prompt": "go", "asks": []}},
    {"red": {"prompt": PROMPT, "asks": {}}},
    {"red": {"prompt": {"key": 5}, "asks": []}},
    {"red": {"prompt": {"key": "x", "args": []}, "asks": []}},
    offer(detail="more"),
    offer(step=5),
    offer(5),
    offer({}),
    offer({**ASK, "id": None}),
    offer({**ASK, "verb": 5}),
    offer({**ASK, "kind": "dance"}),
    offer({**ASK, "kind": ["button"]}),
    offer({**ASK, "label": "Pass"}),
    offer({**ASK, "label": {"key": ["x"]}}),
    offer({**ASK, "rule": 8.4}),
    offer({**ASK, "why_not": "no"}),
    offer({**ASK, "fixed": []}),
    offer({**ASK, "help": 1}),
    offer({**ASK, "kind": "choose"}),
    offer({**ASK, "kind": "choose", "choices": [{"value": 1}]}),
    offer({**ASK, "kind": "choose", "choices": {"1": "one"}}),
    offer({**ASK, "kind": "number", "min": 0}),
    offer({**ASK, "kind": "number", "min": 0, "max": 2**40}),
    offer({**ASK, "kind": "number", "min": 0.5, "max": 2}),
    offer({**ASK, "kind": "number", "min": 0, "max": 2, "step": 0}),
    offer({**ASK, "kind": "pieces", "pieces": [5], "min": 1, "max": 1}),
    offer({**ASK, "kind": "pieces", "pieces": "red-1", "min": 1, "max": 1}),
    offer({**ASK, "kind": "cell", "cells": {"m:0101": 1}}),
    offer({**ASK, "kind": "move", "pieces": None}),
    offer({**ASK, "kind": "move", "pieces": [], "query": 7}),
    offer({**ASK, "kind": "place", "pieces": [], "targets": {"red-1": "m:0101"}}),
    offer({**ASK, "kind": "allocate", "pieces": []}),
    offer({**ASK, "kind": "allocate", "pieces": [], "total": -1}),
    offer({**ASK, "kind": "roll", "dice": [0]}),
    offer({**ASK, "kind": "roll", "dice": [6] * 10_000}),
    offer({**ASK, "kind": "secret"}),
    offer({**ASK, "kind": "secret", "of": 5}),
    offer({**ASK, "kind": "secret", "of": {"kind": "number"}}),
    offer({**ASK, "kind": "secret", "of": {"kind": "secret", "of": {"kind": "button"}}}),
    offer({**ASK, "kind": "confirm", "preview": {"moves": ["red-1"]}}),
    offer({**ASK, "costs": {"m:0101": "dear"}}),
]
BROKEN_ACTS: list[Any] = [
    None,
    5,
    [],
    {},
    {"events": []},
    {"offers": {}},
    {"events": {}, "offers": {}},
    {"events": "all", "offers": {}},
    {"events": [], "offers": []},
    {"events": [], "offers": {}, "more": 1},
    {"refused": "no"},
    {"refused": {"key": "x"}},
    {"refused": {"key": "", "args": {}}},
    {"refused": {"key": "x", "args": []}},
    {"refused": {"key": "x", "args": {"p": {"p": 5}}}},
    {"need_dice": 2},
    {"need_dice": {"dice": "6", "for": "x"}},
    {"need_dice": {"dice": [6]}},
    {"need_dice": {"dice": [0], "for": "x"}},
    {"need_dice": {"dice": [6.0], "for": "x"}},
    {"need_dice": {"dice": [6] * 1000, "for": "x"}},
    {"events": [5], "offers": {}},
    {"events": [{"e": "magic"}], "offers": {}},
    {"events": [{"e": "var.set", "key": "x", "was": None, "to": 10**30}], "offers": {}},
    {"events": [{"e": "note", "key": "x", "args": {}, "rule": "", "level": 0, "sides": [["red"]]}], "offers": {}},
]
BROKEN_QUERIES: list[tuple[str, Any]] = [
    ("reach", {"cells": []}),
    ("reach", {"cells": {"m:0101": 1}}),
    ("reach", {"cells": {"m:0101": {"cost": "2"}}}),
    ("reach", {"cells": {"m:0101": {"note": "far"}}}),
    ("reach", {"cells": {"m:0101": {"path": "m:0101"}}}),
    ("reach", 5),
    ("reach", {"cells": {}, "join": {"m:0101": 5}}),
    ("reach", {"cells": {}, "why": 5}),
    ("walk", {"cells": 5}),
    ("odds", {"lines": 5}),
    ("odds", {"lines": ["+1"]}),
    ("odds", {"lines": [{"key": "x", "signed": True, "value": "1"}]}),
    ("odds", {"results": [{"die": "1"}]}),
    ("odds", {"what_if": [{}]}),
    ("odds", 5),
    ("odds", {"title": 5}),
    ("odds", {"chances": [5]}),
    ("cell", 5),
    ("cell", {"lines": 5}),
    ("cell", ["a line"]),
    ("cell", {}),
    ("why", {"key": 5}),
    ("sight", 5),
    ("sight", {"blocked": {}}),
    ("sight", {"blocked": {"at": [1]}}),
    ("sight", {"hindrances": [{"cell": "m:0101"}]}),
    ("sight", {"lines": "clear"}),
    ("sight", {"blocked": {"cell": "m:0101", "at": ["1", "2"]}}),
    ("fan", {"seen": 5}),
    ("fan", {"hindered": [1]}),
    ("reach", {"refused": {"key": 5}}),
    ("reach", {"refused": "no"}),
]
BROKEN_SELFPLAYS: list[Any] = [
    None,
    [],
    {},
    {"entries": []},
    {"entries": {}, "end": None},
    {"entries": [5], "end": None},
    {"entries": [], "end": 5},
    {"entries": [{"action": 5, "events": [], "entropy": 1}], "end": None},
    {"entries": [{"action": {"side": "red", "verb": "skip"}, "events": 5, "entropy": 1}], "end": None},
    {"entries": [{"action": {"side": "red", "verb": "skip"}, "events": [], "entropy": "1"}], "end": None},
    {"entries": [{"action": {"side": "red", "verb": "skip"}, "events": [], "entropy": 1}], "end": None},
    {"entries": [{"action": {"side": "green", "verb": "skip"}, "events": [], "entropy": 1}], "end": None},
    {"entries": [{"action": {"side": "red", "verb": "skip"}, "events": [], "entropy": 1, "label": "x"}], "end": None},
]
BROKEN_SETUPS: list[Any] = [
    None,
    [],
    {},
    {"events": 5},
    {"events": {}},
    {"events": [5]},
    {"events": [], "more": 1},
    {"events": [{"e": "magic"}]},
    {"events": [{"e": "flow.set", "keep": 0, "was": [], "to": [5]}]},
]
BROKEN_WORDS: list[Any] = [
    None,
    5,
    {},
    {"verbs": "skip", "queries": [], "phases": {}, "marks": {}},
    {"verbs": [], "queries": [], "phases": [], "marks": {}},
    {"verbs": [], "queries": [], "phases": {}, "marks": {}, "sense": []},
]


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SandboxRules]:
    """The teaching title in the sandbox, with rules that lie when they are told to."""
    folder = tmp_path_factory.mktemp("modules") / "tiny"
    (folder / "rules").mkdir(parents=True)
    tiny = Path(__file__).parents[1] / "kit" / "tiny.py"
    (folder / "rules" / "__init__.py").write_text(tiny.read_text(encoding="utf-8") + LYING, encoding="utf-8")
    port = SandboxRules(folder, CONTENT)
    yield port
    port.close()


def begun(rules: SandboxRules) -> PlaySession:
    """Return a game just set up."""
    session = PlaySession(rules, MemoryJournal({"key": key_from_seed(1), "undo": "free"}), SIDES)
    session.begin(META, {})
    return session


def lie(rules: SandboxRules, **answers: Any) -> None:
    """Have the rules answer so next."""
    rules.query("red", "lie next", answers)


def in_a_sentence(fault: QtwarError) -> None:
    assert len(fault.text) < 300
    assert fault.text.isprintable()


def goes_on(session: PlaySession, before: str, length: int = 1) -> None:
    """Assert that position, journal and guest agree on the position before, that it can be opened, and goes on."""
    journal = session.journal
    assert session.state.digest() == before
    assert len(session.history) == len(journal.heads()) == length
    assert session.rules.replay([])["digest"] == before
    again = PlaySession(session.rules, journal, SIDES)
    again.resume()
    assert again.state.digest() == before
    assert isinstance(again.submit(SIDES, {"side": "red", "verb": "skip", "args": {}}), Done)


@pytest.mark.parametrize("answer", BROKEN_ACTS, ids=str)
def test_an_answer_to_an_action(rules: SandboxRules, answer: Any) -> None:
    session = begun(rules)
    before = session.state.digest()
    lie(rules, act=answer)
    with pytest.raises(RulesFault) as caught:
        session.submit(SIDES, {"side": "red", "verb": "skip", "args": {}})
    in_a_sentence(caught.value)
    goes_on(session, before)


@pytest.mark.parametrize("answer", BROKEN_OFFERS, ids=str)
def test_an_offer(rules: SandboxRules, answer: Any) -> None:
    session = begun(rules)
    before = session.state.digest()
    lie(rules, act={"events": [], "offers": answer})
    with pytest.raises(RulesFault) as caught:
        session.submit(SIDES, {"side": "red", "verb": "skip", "args": {}})
    in_a_sentence(caught.value)
    lie(rules, offers=answer)
    with pytest.raises(RulesFault):
        session.refresh_offers()
    goes_on(session, before)


@pytest.mark.parametrize(("what", "answer"), BROKEN_QUERIES, ids=str)
def test_an_answer_to_a_question(rules: SandboxRules, what: str, answer: Any) -> None:
    session = begun(rules)
    before = session.state.digest()
    lie(rules, query=answer)
    with pytest.raises(RulesFault) as caught:
        session.query("red", what, {})
    in_a_sentence(caught.value)
    goes_on(session, before)


@pytest.mark.parametrize("answer", BROKEN_SELFPLAYS, ids=str)
def test_a_game_that_rules_play_with_themselves(rules: SandboxRules, answer: Any) -> None:
    session = begun(rules)
    before = session.state.digest()
    lie(rules, selfplay=answer)
    with pytest.raises(RulesFault) as caught:
        session.autoplay(1)
    in_a_sentence(caught.value)
    goes_on(session, before)


@pytest.mark.parametrize("answer", BROKEN_SETUPS, ids=str)
def test_a_set_up(rules: SandboxRules, answer: Any) -> None:
    lie(rules, setup=answer)
    with pytest.raises(RulesFault) as caught:
        begun(rules)
    in_a_sentence(caught.value)
    assert isinstance(begun(rules).submit(SIDES, {"side": "red", "verb": "skip", "args": {}}), Done)


@pytest.mark.parametrize("answer", BROKEN_WORDS, ids=str)
def test_the_words_of_a_title(rules: SandboxRules, answer: Any) -> None:
    lie(rules, describe=answer)
    with pytest.raises(RulesFault):
        rules.describe()
    assert rules.describe()["verbs"]


@pytest.mark.parametrize("answer", [None, {}, {"entries": 5}, {"entries": [5]}, {"entries": [[5]]}])
def test_a_game_played_again(rules: SandboxRules, answer: Any) -> None:
    session = begun(rules)
    session.submit(SIDES, {"side": "red", "verb": "skip", "args": {}})
    before = session.state.digest()
    lie(rules, replay=answer)
    with pytest.raises(RulesFault):
        session.verify()
    assert session.state.digest() == before
    assert session.verify() is None


def test_a_reply_deeper_than_any_stack(tmp_path: Path) -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for fn in REPLIES:
        if fn not in ("open_state", "apply"):
            with pytest.raises(RulesFault):
                checked(fn, deep)


ODD: list[Any] = [
    None,
    5,
    1.5,
    True,
    "",
    "x",
    [],
    {},
    [[]],
    {"x": {}},
    -1,
    2**70,
    "\ud800",
    ["red-1", 5],
    {"red-1": -3},
    ["~m:0303#²"],
    "@red-1",
]
ACTIONS: list[Any] = [
    *ODD,
    *({"side": odd} for odd in ODD),
    *({"side": "red", "verb": odd} for odd in ODD),
    *(
        {"side": "red", "verb": verb, "args": odd}
        for verb in ("skip", "go", "bid")
        for odd in ODD
        if odd not in (None, {}) or verb != "skip"
    ),
    *(
        {"side": "red", "verb": verb, "args": {key: odd}}
        for verb, keys in {
            "go": ("pieces", "path", "land", "join"),
            "fight": ("pieces",),
            "bid": ("number",),
            "take": ("x",),
            "free": ("op", "leave"),
            "permit": ("what", "to"),
            "strictness": ("to",),
        }.items()
        for key in keys
        for odd in ODD
    ),
    *(
        {"side": "red", "verb": "free", "args": {"op": op, key: odd}}
        for op in ("move", "draw", "order", "flip", "add", "roll", "set", "number", "peek", "deal", "remove", "turn")
        for key in ("pieces", "to", "from", "place", "n", "d", "index", "kind", "key", "value", "leave")
        for odd in ODD
    ),
]


def test_actions_that_are_none_are_refused(tmp_path: Path) -> None:
    """Whatever is sent as an action is refused, or done where it happens to be one; nothing of it is an error."""
    folder = tmp_path / "tiny"
    (folder / "rules").mkdir(parents=True)
    tiny = Path(__file__).parents[1] / "kit" / "tiny.py"
    (folder / "rules" / "__init__.py").write_text(tiny.read_text(encoding="utf-8"), encoding="utf-8")
    session = PlaySession(
        InProcessRules(folder, CONTENT), MemoryJournal({"key": key_from_seed(1), "undo": "free"}), SIDES
    )
    session.begin({**META, "strictness": "off"}, {})
    for action in ACTIONS:
        before = session.state.digest()
        outcome = session.submit(SIDES, action)
        if isinstance(outcome, Refused):
            assert session.state.digest() == before, action
        assert next(session.state.check(), None) is None


@pytest.mark.parametrize("dice", [5, "6", [0], [7], ["6"], [6.0], [True], [None], [[6]], [2**70], [6] * 1000])
def test_dice_that_are_none_are_refused(rules: SandboxRules, dice: Any) -> None:
    session = begun(rules)
    before = session.state.digest()
    outcome = session.submit(SIDES, {"side": "red", "verb": "fight", "args": {"pieces": ["red-1"]}}, dice=dice)
    assert isinstance(outcome, Refused)
    goes_on(session, before)


@pytest.mark.parametrize("picks", [5, ["nobody"], [99], [-1], [[]]])
def test_picks_that_are_none_are_refused(rules: SandboxRules, picks: Any) -> None:
    session = begun(rules)
    before = session.state.digest()
    outcome = session.submit(SIDES, {"side": "red", "verb": "take", "args": {}}, picks=picks)
    assert isinstance(outcome, Refused)
    goes_on(session, before)


def test_questions_that_are_none_end_in_a_sentence(rules: SandboxRules) -> None:
    session = begun(rules)
    before = session.state.digest()
    for odd in ODD:
        for side, what, args in (
            ("red", "reach", odd),
            ("red", odd, {}),
            (odd, "reach", {}),
            ("red", "reach", {"pieces": odd}),
        ):
            with suppress(Refusal, RulesFault):  # RulesFault: the title's own stumble
                session.query(side, what, args)
    goes_on(session, before)
