"""A game by mail on the teaching title: whole games, waiting for dice, cheating, playing a turn twice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qtwar.base.errors import DataFault, RulesFault
from qtwar.mail import invitation, keys, letter
from qtwar.mail.keys import Keys
from qtwar.mail.letter import FIRST
from qtwar.session.play import Done, Refused
from tests.mail.pair import FIGHT, SKIP, Pair, refused, rows, said, set_up


@pytest.mark.parametrize("rolls", ["each", "turn"])
@given(seed=st.integers(0, 10**6))
@settings(max_examples=8, deadline=None)
def test_a_whole_game_is_the_same_journal_on_both_sides(rolls: str, seed: int) -> None:
    pair = Pair(rolls, seed)
    pair.play()
    assert pair.blue is not None
    assert pair.red.state.result is not None
    assert rows(pair.red) == rows(pair.blue)
    assert pair.red.files.hashes == pair.blue.files.hashes
    assert pair.red.mark() == pair.blue.mark()


@pytest.mark.parametrize("rolls", ["each", "turn"])
@given(seed=st.integers(0, 10**6))
@settings(max_examples=8, deadline=None)
def test_any_file_at_any_time_is_taken_once_in_order_or_changes_nothing(rolls: str, seed: int) -> None:
    pair, chance = Pair(rolls, seed), random.Random(seed)
    session = pair.red
    for _ in range(8):
        session = pair.deliver(pair.turn(session))
        for other in (pair.red, pair.blue):
            assert other is not None
            was = rows(other), other.game, other.state.to_json()
            with pytest.raises(DataFault):
                other.take(letter.read(chance.choice(pair.files)))
            assert (rows(other), other.game, other.state.to_json()) == was
        if session.state.result is not None:
            break


@given(seed=st.integers(0, 10**6), at=st.floats(0, 1, exclude_max=True), how=st.sampled_from(["flip", "cut", "more"]))
@settings(max_examples=30, deadline=None)
def test_a_file_that_was_changed_anywhere_is_refused(seed: int, at: float, how: str) -> None:
    pair = Pair("each", 3)
    data = bytearray(pair.turn(pair.red))
    n = int(at * len(data))
    if how == "flip":
        data[n] ^= 1 << seed % 8
    elif how == "cut":
        del data[n:]
    else:
        data[n:n] = random.Random(seed).randbytes(1 + seed % 40)
    with pytest.raises(DataFault):
        pair.deliver(bytes(data))


def test_an_order_that_wants_dice_waits_for_the_other_sides_number() -> None:
    pair = Pair("each")
    assert pair.red.acts
    outcome = pair.red.submit("red", FIGHT)
    assert isinstance(outcome, Refused)
    assert pair.red.exchange.wants == FIGHT
    assert pair.red.history.last_no == 1
    assert not pair.red.acts
    assert pair.red.offer("red") is None
    blue = pair.deliver(pair.red.write())
    assert blue.history.line[-1].side == "red"  # rolled as it was opened
    blue.submit("blue", {**SKIP, "side": "blue"})
    pair.deliver(blue.write())
    assert rows(pair.red)[1] == rows(blue)[1]
    assert pair.red.journal.entry(2).events[0]["e"] == "rolled"


def test_an_order_that_waits_can_be_taken_back() -> None:
    pair = Pair("each")
    pair.red.submit("red", FIGHT)
    pair.red.take_back_order()
    assert isinstance(pair.red.submit("red", SKIP), Done)


def test_neither_side_knows_the_dice_before_both_numbers_are_there() -> None:
    """The same order of red gives other dice with another number of blue, and blue's is fixed by what it showed before."""
    faces = set()
    for _ in range(8):
        pair = Pair("each")
        pair.red.submit("red", FIGHT)
        blue = pair.deliver(pair.red.write())
        faces.add(blue.journal.entry(2).entropy)
    assert len(faces) == 8
    pair = Pair("each")
    pair.red.submit("red", SKIP)
    blue = pair.deliver(pair.red.write())
    blue.exchange = replace(blue.exchange, own=replace(blue.exchange.own, chain=Keys.fresh().chain))  # a number that suits better
    blue.submit("blue", {**SKIP, "side": "blue"})
    with pytest.raises(DataFault) as fault:
        pair.deliver(blue.write())
    assert said(fault) == "fault.mail.link"


def test_opening_the_same_file_again_gives_the_same_dice() -> None:
    pair = Pair("each")
    pair.red.submit("red", FIGHT)
    data = pair.red.write()
    found = letter.read(data)
    games = []
    for _ in range(2):
        waiting, key = invitation.first(pair.waiting, found)
        games.append(set_up(waiting, key))
        games[-1].take(found)
    assert rows(games[0]) == rows(games[1])
    assert games[0].exchange == games[1].exchange


def test_dice_of_a_turn_fall_at_once_and_are_not_taken_back() -> None:
    pair = Pair("turn")
    assert isinstance(pair.red.submit("red", FIGHT), Done)
    assert isinstance(pair.red.undo(), Refused)


def test_the_move_that_ends_a_turn_is_taken_back_until_the_file_goes_out() -> None:
    pair = Pair("turn")
    while not pair.red.can_send:
        assert isinstance(pair.red.submit("red", SKIP), Done)
    assert pair.red.history.line[-1].floor  # it is blue's turn
    assert isinstance(pair.red.undo(), Done)
    assert not pair.red.can_send
    assert isinstance(pair.red.submit("red", SKIP), Done)
    pair.red.write()
    assert isinstance(pair.red.undo(), Refused)


def test_what_was_sent_is_not_taken_back() -> None:
    pair = Pair("turn")
    pair.red.submit("red", SKIP)
    pair.red.write()
    assert isinstance(pair.red.undo(), Refused)
    assert isinstance(pair.red.submit("red", SKIP), Refused)


def test_nobody_acts_for_the_other_side() -> None:
    pair = Pair("turn")
    outcome = pair.red.submit(("red", "blue"), {**SKIP, "side": "blue"})
    assert isinstance(outcome, Refused)
    assert outcome.message["key"] == "refuse.not_your_seat"


@pytest.mark.parametrize("verb", ["strictness", "permit"])
def test_what_was_agreed_is_not_changed_by_one_side(verb: str) -> None:
    pair = Pair("turn")
    outcome = pair.red.submit("red", {"side": "red", "verb": verb, "args": {"to": "off"}})
    assert isinstance(outcome, Refused)
    assert outcome.message["key"] == "mail.refuse.agreed"


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"did": [{"do": {"side": "red", "verb": "fly", "args": {}}}]}, "fault.mail.illegal"),
        ({"did": [{"do": {"side": "blue", "verb": "skip", "args": {}}}]}, "fault.mail.illegal"),
        ({"did": [{"do": {"side": "red", "verb": "strictness", "args": {"to": "off"}}}]}, "fault.mail.illegal"),
        ({"did": [{"do": FIGHT}]}, "fault.mail.illegal"),  # dice rolled alone
        ({"did": [{"to": 0}]}, "fault.mail.illegal"),
        ({"did": [{"to": 9}]}, "fault.mail.illegal"),
        ({"did": []}, "fault.mail.differs"),
        ({"mark": "1" * 64}, "fault.mail.differs"),
        ({"module": "1" * 64}, "fault.mail.other_rules"),
        ({"link": "1" * 64}, "fault.mail.link"),
        ({"did": [{"do": []}]}, "fault.mail.damaged"),
        ({"tries": -1}, "fault.mail.damaged"),
        ({"said": "x" * 2001}, "fault.mail.damaged"),
    ],
)
def test_a_file_of_a_cheat_is_refused_and_the_game_stays(changes: Any, key: str) -> None:
    """Sealed and signed by the sender itself; the honest file is taken afterwards."""
    pair = Pair("each")
    pair.red.submit("red", SKIP)
    exchange, before = pair.red.exchange, pair.red.files.hashes[-1]
    good = letter.read(pair.red.write())
    waiting, first_key = invitation.first(pair.waiting, good)
    blue = set_up(waiting, first_key)
    body = {**letter.body(good, blue.exchange.own), **changes}
    was = rows(blue), blue.exchange, blue.files
    bad = letter.write(exchange.own, exchange.game, FIRST, before, body, exchange.their_box)
    with pytest.raises(DataFault) as fault:
        blue.take(letter.read(bad))
    assert said(fault) == key
    assert (rows(blue), blue.exchange, blue.files) == was
    blue.take(good)
    assert blue.active == ["blue"]


def test_a_module_that_was_updated_in_the_middle_of_a_game_is_said() -> None:
    """The hash goes along as it is now; where both updated, the game goes on."""
    pair = Pair("each")
    pair.red.submit("red", SKIP)
    found = letter.read(pair.red.write())
    waiting, key = invitation.first(pair.waiting, found)
    updated = set_up(waiting, key, module="2" * 64)
    assert refused(updated, pair.red.sent()) == "fault.mail.other_rules"
    red = set_up(*invitation.answered(*pair.begun), module="2" * 64)
    red.submit("red", SKIP)
    updated.take(letter.read(red.write()))
    assert updated.active == ["blue"]


def test_rules_that_fail_while_a_file_is_opened_are_not_told_as_a_cheat(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = Pair("each")
    pair.red.submit("red", SKIP)
    data = pair.red.write()
    waiting, key = invitation.first(pair.waiting, letter.read(data))
    blue = set_up(waiting, key)
    was = rows(blue), blue.exchange

    def late(*_: object) -> Any:
        raise RulesFault("fault.rules_in", name="x", where="y")

    with monkeypatch.context() as broken:
        broken.setattr(blue.rules, "act", late)
        with pytest.raises(RulesFault):
            blue.take(letter.read(data))
    assert (rows(blue), blue.exchange) == was
    blue.take(letter.read(data))


def test_what_could_not_be_written_was_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []

    def ledger(game: str, no: int) -> int:
        counted.append(no)
        return counted.count(no)

    pair = Pair("turn")
    red = set_up(*invitation.answered(*pair.begun), ledger)
    whole = red.journal.whole

    @contextmanager
    def full() -> Iterator[None]:
        with whole():
            yield
            raise DataFault("fault.file.no_room", file="f", folder="d")

    with monkeypatch.context() as broken:
        broken.setattr(red.journal, "whole", full)
        with pytest.raises(DataFault):
            red.submit("red", FIGHT)
    assert isinstance(red.submit("red", FIGHT), Done)
    assert len(counted) == 1
    assert red.exchange.tries == 1


def test_a_turn_that_was_played_twice_is_said() -> None:
    pair = Pair("turn")
    pair.red.submit("red", SKIP)
    kept = pair.red.exchange, pair.red.files
    blue = pair.deliver(pair.red.write())
    pair.red.exchange, pair.red.files = kept  # a copy of the document is put back
    other = pair.red.write("this one is better")
    with pytest.raises(DataFault) as fault:
        blue.take(letter.read(other))
    assert said(fault) == "fault.mail.twice"


def test_how_often_a_turn_was_tried_goes_along() -> None:
    played: dict[int, int] = {}

    def ledger(game: str, no: int) -> int:
        played[no] = played.get(no, 0) + 1
        return played[no]

    pair = Pair("turn")
    waiting, key = invitation.answered(*pair.begun)
    for times in (1, 2):  # the second time from a copy of the document
        red = set_up(waiting, key, ledger)
        red.submit("red", FIGHT)
        assert red.exchange.tries == times
        found = letter.read(red.write())
        first, first_key = invitation.first(pair.waiting, found)
        blue = set_up(first, first_key)
        blue.take(found)
        assert blue.exchange.their_tries == times


def test_a_number_can_be_checked_by_the_one_before_and_not_guessed() -> None:
    own = Keys.fresh()
    assert all(keys.before(own.link(n + 1)) == own.link(n) for n in range(5))
    assert len({own.link(n) for n in range(keys.LINKS)}) == keys.LINKS
    with pytest.raises(IndexError):
        own.link(keys.LINKS)
