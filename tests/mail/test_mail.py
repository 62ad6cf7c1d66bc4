"""A game by mail on the teaching title: whole games, and files out of order, again, forged, cut, swapped."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qtwar.base.errors import DataFault, RulesFault
from qtwar.mail import invitation, keys, letter
from qtwar.mail.exchange import Exchange
from qtwar.mail.keys import Keys
from qtwar.mail.letter import FIRST, INVITATION
from qtwar.mail.session import MailSession
from qtwar.session.play import Done, Refused
from tests.mail.pair import Pair, facts, invited, set_up

FIGHT = {"side": "red", "verb": "fight", "args": {"pieces": ["red-1"]}}
SKIP = {"side": "red", "verb": "skip", "args": {}}


def said(fault: pytest.ExceptionInfo[DataFault]) -> str:
    return fault.value.key


def rows(session: MailSession) -> list[Any]:
    """Return what of a journal both sides must have alike."""
    return [
        (e.head.no, e.head.kind, e.head.side, e.action, e.events, e.entropy)
        for e in session.journal.entries(1, session.history.last_no)
    ]


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


def refused(session: MailSession, data: bytes) -> str:
    with pytest.raises(DataFault) as fault:
        session.take(letter.read(data))
    return said(fault)


def test_each_wrong_file_has_its_sentence() -> None:
    pair, other = Pair("turn"), Pair("turn")
    pair.red.submit("red", SKIP)
    other.red.submit("red", SKIP)
    first = pair.red.write()
    blue = pair.deliver(first)
    assert refused(blue, first) == "fault.mail.old"
    assert refused(pair.red, first) == "fault.mail.own"
    assert refused(pair.red, other.red.write()) == "fault.mail.foreign"
    blue.submit("blue", {**SKIP, "side": "blue"})
    second = blue.write()
    exchange, last = pair.red.exchange, blue.files.hashes[-1]
    body = letter.body(letter.read(first), blue.exchange.own)

    def made(own: Keys, no: int, before: str) -> bytes:
        return letter.write(own, exchange.game, no, before, body, exchange.their_box)

    assert refused(blue, made(Keys.fresh(), 5, last)) == "fault.mail.forged"
    assert refused(blue, made(exchange.own, 5, "0" * 64)) == "fault.mail.chain"
    assert refused(blue, made(exchange.own, 7, last)) == "fault.mail.early"
    assert refused(blue, made(exchange.own, 3, last)) == "fault.mail.twice"
    assert refused(pair.red, made(exchange.own, 5, last)) == "fault.mail.other_copy"
    assert refused(blue, made(exchange.own, 5, last)) == "fault.mail.link"  # a number that was shown already
    sealed_for_another = letter.write(exchange.own, exchange.game, 5, last, body, Keys.fresh().box_public)
    assert refused(blue, sealed_for_another) == "fault.mail.not_for_you"
    pair.red.take(letter.read(second))
    assert refused(pair.red, second) == "fault.mail.old"


def test_only_who_it_is_for_can_read_it() -> None:
    pair = Pair("turn")
    pair.red.submit("red", SKIP)
    data = pair.red.write()
    assert b"skip" not in data
    with pytest.raises(DataFault) as fault:
        letter.body(letter.read(data), Keys.fresh())
    assert said(fault) == "fault.mail.not_for_you"


def test_beginnings_out_of_order_and_for_others_are_said() -> None:
    host, guest, answer = invited()
    _, _, other = invited()
    for waiting, data, key in ((host, other, "fault.mail.foreign"), (guest, answer, "fault.mail.own")):
        with pytest.raises(DataFault) as fault:
            invitation.first(waiting, letter.read(data)) if waiting is guest else invitation.answered(
                waiting, letter.read(data)
            )
        assert said(fault) == key
    with pytest.raises(DataFault) as fault:
        invitation.answer(letter.read(invitation.invite(facts(), ("red",), ("blue",))[0]), "Bob", "1" * 64)
    assert said(fault) == "fault.mail.other_rules"


def test_an_answer_with_a_key_that_nothing_can_be_sealed_with_begins_no_game() -> None:
    host, guest, answer = invited()
    found, own = letter.read(answer), guest.exchange.own
    body = {**letter.body(found, host.exchange.own), "box": "0" * 64}
    bad = letter.write(own, found.game, letter.ANSWER, found.before, body, host.exchange.own.box_public)
    with pytest.raises(DataFault) as fault:
        invitation.answered(host, letter.read(bad))
    assert said(fault) == "fault.mail.damaged"


@pytest.mark.parametrize(
    "changes",
    [
        {"no": 2 * keys.LINKS}, {"no": -1}, {"their_key": "x"}, {"their_link": "zz" * 32}, {"their_box": "0" * 64},
        {"their_box": "0" * 63},
    ],
)  # fmt: skip
def test_an_exchange_that_no_game_has_is_not_read(changes: Any) -> None:
    host, guest, _ = invited()
    assert Exchange.from_json(host.exchange.to_json()) == host.exchange
    assert Exchange.from_json(guest.exchange.to_json()) == guest.exchange
    with pytest.raises(DataFault) as fault:
        Exchange.from_json({**guest.exchange.to_json(), **changes})
    assert said(fault) == "fault.mail.document"


def took(session: MailSession, data: bytes) -> MailSession:
    session.take(letter.read(data))
    return session


@pytest.mark.parametrize("rolls", ["each", "turn"])
def test_a_side_resigns_in_the_middle_of_its_turn_and_both_know(rolls: str) -> None:
    pair = Pair(rolls)
    pair.red.submit("red", SKIP)
    blue = pair.deliver(pair.red.write())
    assert not pair.red.can_end  # the next file is the other side's
    with pytest.raises(DataFault):
        pair.red.write(end="resign")
    assert blue.can_end
    assert not blue.can_send  # it is in the middle of its turn
    if rolls == "each":
        blue.submit("blue", {**FIGHT, "side": "blue", "args": {"pieces": ["blue-1"]}})  # it waits for dice
    data = blue.write("Well played.", "resign")
    took(pair.red, data)
    assert pair.red.exchange.end == blue.exchange.end == {"how": "resigned", "by": "blue"}
    assert blue.exchange.wants is None
    assert pair.red.exchange.said == "Well played."
    for session in (pair.red, blue):
        assert session.over
        assert session.state.result is None
        assert (session.acts, session.can_send, session.can_end) == (False, False, False)
        assert session.offer(session.exchange.mine[0]) is None
        assert isinstance(session.undo(), Refused)
        with pytest.raises(DataFault):
            session.write()
    assert rows(pair.red) == rows(blue)
    assert blue.sent() == data  # to be saved once more
    assert set_up(*invitation.answered(*pair.begun)).exchange.end is None


def test_a_draw_is_offered_with_a_file_and_taken_with_the_next() -> None:
    pair = Pair("turn")
    pair.red.submit("red", SKIP)
    blue = pair.deliver(pair.red.write(end="offer"))
    assert pair.red.exchange.offers
    assert blue.exchange.offered
    assert not blue.over
    took(pair.red, blue.write(end="draw"))
    assert pair.red.exchange.end == blue.exchange.end == {"how": "draw", "by": "blue"}
    assert pair.red.over
    assert blue.over


def test_an_offer_lapses_with_the_next_file() -> None:
    pair = Pair("turn")
    pair.red.submit("red", SKIP)
    blue = pair.deliver(pair.red.write(end="offer"))
    blue.submit("blue", {**SKIP, "side": "blue"})
    took(pair.red, blue.write())
    assert not pair.red.exchange.offers
    assert not blue.exchange.offered
    pair.red.submit("red", SKIP)
    if pair.red.can_send:
        took(blue, pair.red.write())
    for session in (pair.red, blue):
        if session.can_end:
            with pytest.raises(DataFault) as fault:
                session.write(end="draw")
            assert said(fault) == "fault.mail.no_offer"


def test_a_draw_that_was_not_offered_and_files_after_the_end_are_refused() -> None:
    pair = Pair("turn")
    pair.red.submit("red", SKIP)
    blue = pair.deliver(pair.red.write())
    blue.exchange = replace(blue.exchange, offered=True)  # a program that was taken apart
    was = pair.red.exchange
    assert refused(pair.red, blue.write(end="draw")) == "fault.mail.no_offer"
    assert pair.red.exchange == was
    pair = Pair("turn")
    pair.red.submit("red", SKIP)
    blue = pair.deliver(pair.red.write(end="offer"))
    exchange, before = blue.exchange, blue.files.hashes[-1]
    first = blue.write(end="draw")
    took(pair.red, first)
    body = letter.body(letter.read(first), pair.red.exchange.own)
    red = pair.red.exchange
    after = letter.write(red.own, red.game, 5, letter.read(first).hash, {**body, "link": red.my_link(5)}, red.their_box)
    assert refused(blue, after) == "fault.mail.ended"
    for end in ("win", 1, None):
        bad = letter.write(exchange.own, exchange.game, 4, before, {**body, "end": end}, exchange.their_box)
        with pytest.raises(DataFault) as fault:
            letter.body(letter.read(bad), pair.red.exchange.own)
        assert said(fault) == "fault.mail.damaged"


def test_a_document_from_before_there_were_such_ends_is_read() -> None:
    host, _, _ = invited()
    kept = {key: value for key, value in host.exchange.to_json().items() if key not in ("end", "offers", "offered")}
    assert Exchange.from_json(kept) == host.exchange


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


@pytest.mark.parametrize(
    "data",
    [
        b"", b"QTWARMAIL", b"QTWARMAIL 2\n{}", letter.MAGIC, letter.MAGIC + b"{}\n", letter.MAGIC + b"[" * 3000 + b"\n",
        letter.MAGIC + b"9" * 3999 + b"\n", letter.MAGIC + b"x" * 5000 + b"\n", b"\x00" * 5000,
        letter.MAGIC + b'{"game":NaN}\n',
    ],
)  # fmt: skip
def test_what_is_no_file_of_mail_ends_in_a_sentence(data: bytes) -> None:
    with pytest.raises(DataFault) as fault:
        letter.read(data)
    assert said(fault).startswith("fault.mail.")


@given(data=st.binary(max_size=300))
def test_any_bytes_end_in_a_sentence(data: bytes) -> None:
    for whole in (data, letter.MAGIC + data, letter.MAGIC + b"{}\n" + data):
        with pytest.raises(DataFault):
            letter.read(whole)


@pytest.mark.parametrize(
    "content",
    [b"0" * 30_000_000, b"[" * 400_000, b"{" * 1000, b'{"facts":', b"\xff\xfe", b"[]", b"null", b'{"facts":{}}', b"1e999"],
)
def test_a_body_of_any_kind_ends_in_a_sentence(content: bytes) -> None:
    found = letter.read(letter.write(Keys.fresh(), "0" * 32, INVITATION, "", {}))
    with pytest.raises(DataFault) as fault:
        letter.body(replace(found, rest=zlib.compress(content)))
    assert said(fault) == "fault.mail.damaged"
