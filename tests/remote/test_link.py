"""A table's game in the window, as news come in: what was asked is answered once, also where something was missed."""

from __future__ import annotations

from typing import Any

import pytest

from qtwar.engine import views
from qtwar.engine.state import State
from qtwar.presenters.play.history import PlayHistory
from qtwar.presenters.play.players import Players
from qtwar.presenters.play.remote import RemoteLink
from qtwar.presenters.play.title import PlayedTitle
from qtwar.remote.connection import LineState
from qtwar.remote.inbox import Inbox
from qtwar.services import titles
from qtwar.session.play import Done, Outcome
from qtwar.ui.facts import GameIdentity
from qtwar.wire import messages as wire

HEAD = {"no": 1, "kind": "setup", "side": "", "label": {"key": "history.setup", "args": {}}, "floor": True}
GAME = {"id": "g", "title": "t", "scenario": "s", "name": "", "commit": "c", "strictness": "enforce", "undo": "ask"}


class Line:
    """Stands for the connection: keeps what goes out, and says whether it was asked to come back."""

    server = "http://127.0.0.1:1"

    def __init__(self) -> None:
        self.sent: dict[str, wire.Request] = {}
        self.told: list[wire.Request] = []
        self.returns = 0

    def send(self, key: str, request: wire.Request) -> None:
        self.sent[key] = request

    def tell(self, request: wire.Request) -> None:
        self.told.append(request)

    def come_back(self) -> None:
        self.returns += 1

    def close(self) -> None:
        pass


def packet(head: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return what a seat sees of an empty position."""
    view = views.view(State(), "US").to_json()
    values = {"sides": {}, "vars": {}, "sight": {}, "flow": [], "active": ["US"], "secret": {}, "result": None}
    history = {"length": 1, "redoable": 0, "floor": 1, "floor_why": ""}
    seen = {"patch": {}} if head else {"view": view}
    facts = {"seat": "US", "offer": None, "must_cover": False, "told": []}
    return {**facts, "values": values, "history": history, "head": head, **seen}


def joined(entry: int = 1, **more: Any) -> wire.Joined:
    """Return the news that says all."""
    return wire.Joined(GAME, "US", [], entry, packet(), [HEAD], [], [], **more)


@pytest.fixture
def line() -> Line:
    return Line()


@pytest.fixture
def link(qtbot: Any, line: Line) -> RemoteLink:
    _, content = titles.load("front_toward_enemy")
    title = PlayedTitle(content, "", "en")
    made = RemoteLink(line, Inbox(), joined(), title)  # type: ignore[arg-type]
    made.players = Players(title, GameIdentity("front_toward_enemy", ""))
    return made


ASKED = {"no": 7, "by": "NVA_VC", "what": "draw", "length": 0, "yes": []}


def test_a_proposal_whose_answer_was_lost_with_the_line_is_put_again(link: RemoteLink) -> None:
    link._hear(wire.Proposed(ASKED))
    assert link.screen.leave is not None
    link.screen.leave.denied()  # the line was lost just then: nobody heard it
    link.screen.leave = None
    link._hear(joined(proposal=ASKED))
    assert link.screen.leave is not None


def test_a_change_heard_of_behind_a_gap_is_carried_out_when_all_is_known_again(link: RemoteLink, line: Line) -> None:
    ended: list[Outcome] = []
    link.submit({"side": "US", "verb": "pass", "args": {}}, then=ended.append)
    link.submit({"side": "US", "verb": "pass", "args": {}}, then=ended.append)
    (key,) = line.sent
    link._hear(wire.Happened(3, packet({**HEAD, "no": 3, "kind": "act"}), key))
    assert (line.returns, ended) == (1, [])
    link._hear(joined(3))
    assert [type(outcome) for outcome in ended] == [Done]
    assert len(line.sent) == 2
    assert list(line.sent.values())[-1].entry == 3  # type: ignore[union-attr]


def test_a_log_of_another_form_is_an_empty_one(qtbot: Any, link: RemoteLink, line: Line) -> None:
    got: list[Any] = []
    link.log("US", 0, lambda rows, notes: list(rows), got.append)
    (ref,) = line.sent
    link._hear(wire.Answered(ref, [[{**HEAD, "shade": "blue"}, []]]))
    qtbot.waitUntil(lambda: got == [[]])


def row(no: int, side: str, key: str) -> dict[str, Any]:
    """Return the head of an action."""
    return {**HEAD, "no": no, "kind": "act", "side": side, "label": {"key": key, "args": {}}, "floor": False}


ROWS = [HEAD, row(2, "NVA_VC", "verb.done"), row(3, "US", "verb.move"), row(4, "US", "verb.fire")]
SEATS = [{"side": side, "name": name, "here": True, "taken": True} for side, name in (("US", "Ann"), ("NVA_VC", "Ben"))]
UNDO = {**ASKED, "what": "undo", "length": 1, "label": {"key": "verb.done", "args": {}}}


def with_rows(link: RemoteLink, rows: list[dict[str, Any]], floor: int = 1) -> None:
    """Have a game of these rows known."""
    seen = packet()
    seen["history"] = {"length": len(rows), "redoable": 0, "floor": floor, "floor_why": "dice"}
    link._hear(wire.Joined(GAME, "US", SEATS, rows[-1]["no"], seen, rows, [], []))


def test_the_latest_gesture_at_a_table_is_ones_own(link: RemoteLink) -> None:
    with_rows(link, [HEAD, row(2, "US", "verb.done"), row(3, "NVA_VC", "verb.move")])
    assert link.latest(3) == 1
    with_rows(link, [HEAD, row(2, "NVA_VC", "verb.done")])
    assert link.latest(2) is None  # what the other has done is not what one's own key takes back


def test_a_key_with_nothing_to_do_again_or_to_take_back_leaves_no_wish(link: RemoteLink, line: Line) -> None:
    told: list[str] = []
    link.refused.connect(lambda message: told.append(message["key"]))
    title = PlayedTitle(titles.load("front_toward_enemy")[1], "", "en")
    history = PlayHistory(link, link.screen, title, link.players, None)
    with_open = {**GAME, "undo": "free"}
    link._hear(wire.Joined(with_open, "US", SEATS, 1, packet(), [HEAD], [], []))
    link._hear(LineState("lost"))
    line.sent.clear()
    history.redo()
    history.undo()
    assert told == ["refuse.nothing_to_redo", "refuse.nothing_to_undo"]
    assert not link.waits
    link.submit({"side": "US", "verb": "pass", "args": {}})  # what comes next waits alone, and is not refused
    assert len(told) == 2
    assert [type(sent) for sent in line.sent.values()] == [wire.Act]


@pytest.mark.parametrize(("floor", "side", "seen"), [(2, "NVA_VC", True), (2, "US", False), (1, "NVA_VC", False)])
def test_an_undo_is_asked_for_by_name_and_number_and_a_reason_that_is_true(
    link: RemoteLink, floor: int, side: str, seen: bool
) -> None:
    with_rows(link, [HEAD, {**ROWS[1], "side": side}, *ROWS[2:]], floor)
    link._hear(wire.Proposed(UNDO))
    assert link.screen.leave is not None
    prompt, detail = link.screen.leave.offer["prompt"], link.screen.leave.offer["detail"]
    assert prompt["key"] == "prompt.table_undo_yours"
    assert (prompt["args"]["n"], prompt["args"]["own"], len(prompt["args"]["later"])) == (3, 2 + (side == "US"), 2)
    assert detail["key"].endswith("_seen") is seen


def test_what_was_agreed_on_stands_in_the_log_by_whose_wish(link: RemoteLink) -> None:
    said: list[tuple[int, str, str]] = []
    link.remarked.connect(lambda *line: said.append(line))
    with_rows(link, ROWS)
    link._hear(wire.Proposed(UNDO))
    link._hear(wire.Settled(7, "undo", True, "NVA_VC"))
    ((entry, side, words),) = said
    assert (entry, side) == (1, "NVA_VC")
    assert words.startswith("Ben has taken back 3 entries, and Ann has allowed it")
    with_rows(link, ROWS[:1])  # the line was lost meanwhile
    assert [words for _, _, words in link._notes()[1]] == [words]


def test_a_draw_is_not_on_enter_and_declined_by_name(link: RemoteLink) -> None:
    said: list[str] = []
    told: list[dict[str, Any]] = []
    link.remarked.connect(lambda entry, side, words: said.append(words))
    link.refused.connect(told.append)
    with_rows(link, ROWS)
    link._hear(wire.Proposed(ASKED))
    assert link.screen.leave is not None
    assert not any(ask.get("primary") for ask in link.screen.leave.offer["asks"])
    link._hear(wire.Settled(7, "draw", False, "US"))
    link._hear(wire.Proposed({**ASKED, "by": "US"}))
    link._hear(wire.Settled(7, "draw", False, "NVA_VC"))
    assert said == ["Ann declines the draw.", "Ben declines the draw."]
    assert [message.get("neutral") for message in told] == [True]
