"""A game by mail that its sides end themselves: resigning, and a draw offered and taken."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qtwar.base.errors import DataFault
from qtwar.mail import invitation, letter
from qtwar.mail.exchange import Exchange
from qtwar.mail.session import MailSession
from qtwar.session.play import Refused
from tests.mail.pair import FIGHT, SKIP, Pair, invited, refused, rows, said, set_up


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
