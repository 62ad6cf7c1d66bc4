"""Files of a game by mail out of order, again, forged, cut, swapped: each is refused with its sentence."""

from __future__ import annotations

import zlib
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qtwar.base.errors import DataFault
from qtwar.mail import invitation, keys, letter
from qtwar.mail.exchange import Exchange
from qtwar.mail.keys import Keys
from qtwar.mail.letter import INVITATION
from tests.mail.pair import SKIP, Pair, facts, invited, refused, said


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
