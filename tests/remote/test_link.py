"""A table's game in the window, as news come in: what was asked is answered once, also where something was missed."""

from __future__ import annotations

from typing import Any

import pytest

from qtwar.engine import views
from qtwar.engine.state import State
from qtwar.presenters.play.players import Players
from qtwar.presenters.play.remote import RemoteLink
from qtwar.presenters.play.title import PlayedTitle
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
