"""Messages of a table: what is written is read back, what is no message of ours is refused, whatever it is."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qtwar.wire import http, messages
from qtwar.wire.forms import Malformed
from qtwar.wire.limits import MOST_REQUEST
from qtwar.wire.messages import (
    Act,
    Claim,
    Join,
    Log,
    Past,
    Propose,
    Query,
    Reply,
    Resign,
    Say,
    Walk,
    read_news,
    read_request,
    write,
)

HEAD = {"no": 3, "kind": "act", "side": "FW", "label": {"key": "verb.pass", "args": {}}, "floor": False, "to": None, "turn": 1}
PACKET: dict[str, Any] = {
    "seat": "FW",
    "values": {"sides": {}, "vars": {}, "sight": {}, "flow": [], "active": [], "secret": {}, "result": None},
    "offer": None, "history": {"length": 1, "redoable": 0, "floor": 1, "floor_why": ""}, "must_cover": False,
    "head": HEAD, "told": [], "patch": {},
}  # fmt: skip
GAME = {"id": "g", "title": "t", "scenario": "s", "name": "", "commit": "00", "strictness": "enforce", "undo": "ask"}
SENT = [
    Join("x" * 32),
    Act("k", 4, {"side": "FW", "verb": "pass", "args": {}}),
    Walk("k", 4, 3),
    Query("r", "reach", {"pieces": ["a"]}),
    Past("r", 1),
    Log("r"),
    Say("k", "well played — お見事"),
    messages.Note("r", 3, "watch the ford"),
    Propose("k", "draw"),
    Reply(1, True),
    Resign("k"),
    Claim("k"),
]
TOLD = [
    messages.Joined(GAME, "FW", [], 3, {**PACKET, "view": {}}, [HEAD], [], []),
    messages.Happened(4, PACKET, "k"),
    messages.Already("k", 4),
    messages.Stale("k", 4, PACKET, [HEAD], [], [[HEAD, []]]),
    messages.Denied("k", {"key": "refuse.not_offered", "args": {}}),
    messages.Answered("r", [1, None]),
    messages.Remark(1, "FW", "Mika", "hello", "2026-11-23T12:00:00"),
    messages.Here([{"side": "FW", "name": "Mika", "here": True, "taken": True}]),
    messages.Proposed({"no": 1, "by": "FW", "what": "undo", "length": 3, "yes": []}),
    messages.Settled(1, "undo", True),
    messages.Clock({}),
    messages.Over({"how": "resigned"}),
    messages.Closed({"key": "refuse.token", "args": {}}),
]


@pytest.mark.parametrize("said", SENT, ids=lambda said: type(said).__name__)
def test_a_request_is_read_as_it_was_written(said: Any) -> None:
    assert read_request(write(said)) == said


@pytest.mark.parametrize("said", TOLD, ids=lambda said: type(said).__name__)
def test_news_are_read_as_they_were_written(said: Any) -> None:
    assert read_news(write(said)) == said


@pytest.mark.parametrize(
    "text",
    [
        "", "null", "[]", "{}", '{"t":"act"}', '{"t":["act"]}', '{"t":"nothing"}', "[" * 100_000,
        '{"t":"reply","no":1,"yes":1}', '{"t":"reply","no":true,"yes":true}', '{"t":"reply","no":-1,"yes":true}',
        '{"t":"reply","no":1,"yes":true,"more":0}', '{"t":"query","ref":"r","what":"x","args":{"a":NaN}}',
        '{"t":"say","key":"k","text":""}', '{"t":"say","key":"","text":"x"}', '{"t":"say","key":"k","text":"\\ud800"}',
        '{"t":"propose","key":"k","what":"win"}', '{"t":"act","key":"k","entry":1e999,"action":{"side":"a","verb":"b"}}',
        '{"t":"act","key":"k","entry":1,"action":{"side":"a","verb":"b","args":[]}}',
        '{"t":"query","ref":"r","what":"x","args":' + '{"a":' * 500,
    ],
)  # fmt: skip
def test_what_is_no_request_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        read_request(text)


def test_a_request_has_a_limit_of_bytes() -> None:
    with pytest.raises(Malformed, match="long"):
        read_request(write(Query("r", "x", {"a": "b" * MOST_REQUEST})))


ATOMS = st.none() | st.booleans() | st.integers() | st.floats() | st.text()


@given(st.recursive(ATOMS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_nothing_but_malformed_comes_of_any_json(value: Any) -> None:
    for kind in (*messages.REQUESTS, *messages.NEWS):
        text = json.dumps({**(value if isinstance(value, dict) else {"key": value, "no": value}), "t": kind})
        for read in (read_request, read_news):
            try:
                read(text)
            except Malformed:
                continue


def test_bodies_of_http_are_read_or_refused() -> None:
    assert http.read(http.Sit, '{"code":"abc","name":"Mika"}') == http.Sit("abc", "Mika")
    assert http.read(http.Open, '{"title":"sealords","scenario":"s","clock":{"kind":"move","hours":72}}').clock["hours"] == 72
    for wrong in ('{"code":""}', '{"name":"x"}', '{"code":"a","name":"' + "x" * 61 + '"}', '{"code":"a","t":"sit"}'):
        with pytest.raises(Malformed):
            http.read(http.Sit, wrong)
    with pytest.raises(Malformed):
        http.read(http.Cards, json.dumps({"tokens": ["x"] * 201}))


def test_what_is_read_into_a_type_of_ours_has_its_fields_and_no_others() -> None:
    happened, module = TOLD[1], {"hash": "h", "bytes": 1, "origin": "server"}
    strange = [
        {"t": "happened", "entry": 4, "packet": {**PACKET, "head": None}},
        {"t": "happened", "entry": 4, "packet": {**PACKET, "head": {**HEAD, "shade": "blue"}}},
        {"t": "joined", **json.loads(write(TOLD[0])), "game": {**GAME, "module": {**module, "shade": "blue"}}},
        {"t": "joined", **json.loads(write(TOLD[0])), "line": [{**HEAD, "shade": "blue"}]},
    ]
    assert read_news(write(happened)) == happened
    for said in strange:
        with pytest.raises(Malformed):
            read_news(json.dumps(said))
