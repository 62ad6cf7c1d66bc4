"""Rules that answer with broken shapes, from inside the sandbox: each ends in one sentence, and the game is as it was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from qtwar.base.errors import QtwarError, Refusal, RulesFault
from qtwar.bench.attacks.shapes import (
    BROKEN_ACTS,
    BROKEN_DICE,
    BROKEN_OFFERS,
    BROKEN_PICKS,
    BROKEN_QUERIES,
    BROKEN_REPLAYS,
    BROKEN_SELFPLAYS,
    BROKEN_SETUPS,
    BROKEN_WORDS,
    LYING,
    ODD,
)
from qtwar.sandbox.client import SandboxRules
from qtwar.sandbox.inprocess import InProcessRules
from qtwar.sandbox.replies import REPLIES, checked
from qtwar.session.chance import key_from_seed
from qtwar.session.memory import MemoryJournal
from qtwar.session.play import Done, PlaySession, Refused
from tests.kit.tiny import CONTENT

SIDES = ("red", "blue")
META = {"title": "tiny", "scenario": "one", "options": {}}

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


@pytest.mark.parametrize("answer", BROKEN_REPLAYS)
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


@pytest.mark.parametrize("dice", BROKEN_DICE)
def test_dice_that_are_none_are_refused(rules: SandboxRules, dice: Any) -> None:
    session = begun(rules)
    before = session.state.digest()
    outcome = session.submit(SIDES, {"side": "red", "verb": "fight", "args": {"pieces": ["red-1"]}}, dice=dice)
    assert isinstance(outcome, Refused)
    goes_on(session, before)


@pytest.mark.parametrize("picks", BROKEN_PICKS)
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
