"""Two windows, a server and robots: a short game through kills and cuts; the line that can be cut; the account afterwards."""

from __future__ import annotations

import argparse
import queue
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from qtwar.cli import handplay_command
from qtwar.handplay import seated, table
from qtwar.handplay.relay import HOST, Relay
from qtwar.handplay.table import Sent, TableHands, TablePlan, account
from qtwar.ui.i18n import tr


def test_a_table_is_played_by_keyboard_where_that_is_wanted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    started: list[list[str]] = []

    class Process:
        def __init__(self, words: list[str], **_: Any) -> None:
            started.append(words)
            self.stdout, self.pid = iter(()), 1

    class Hands:
        def __init__(self, title: str, plan: TablePlan, say: Any) -> None:
            self.content, self.title, self.figures = SimpleNamespace(scenarios=()), title, table.TableFigures()
            table.Player("ann", tmp_path / str(len(started)), {}, plan, "1")

    monkeypatch.setattr(table.subprocess, "Popen", Process)
    monkeypatch.setattr(table, "TableHands", Hands)
    parser = argparse.ArgumentParser()
    handplay_command.add(parser)
    monkeypatch.setattr(handplay_command, "games_of", lambda *_: ())
    for more in (["--keys"], []):
        parsed = parser.parse_args(["sealords", "--table", *more])
        parsed.json = False
        assert handplay_command.run(parsed) == 0
    assert [words[-1] for words in started] == ["keys", "mouse"]


def test_a_game_through_kills_and_cuts_is_the_same_for_all() -> None:
    hands = TableHands("sealords", TablePlan(most=4, kills=2))
    hands.play("learning", 1)
    figures = hands.figures
    assert figures.faults == []
    assert figures.actions >= 4
    assert figures.deeds.total() >= 2


class Robot:
    """A window that says what a test has it say after each order."""

    def __init__(self, name: str, **answers: list[dict[str, Any]]) -> None:
        self.name, self.answers, self.playing = name, answers, False
        self.heard: queue.Queue[dict[str, Any]] = queue.Queue()
        self.orders: list[str] = []

    def order(self, what: str, **_: Any) -> None:
        """Answer an order with the next that was prepared for it."""
        self.orders.append(what)
        if self.answers.get(what):
            self.heard.put({"done": what, "said": None, **self.answers[what].pop(0)})


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A game whose windows are robots of the test."""
    monkeypatch.setattr(table, "PATIENCE", 0.1)
    made: Any = object.__new__(table._Game)
    made.plan, made.figures = TablePlan(most=9, kills=2), table.TableFigures()
    made.hands, made.actions, made.given_up, made.at, made.until_next = SimpleNamespace(sense={}), 0, False, "", 99
    return made


@pytest.mark.parametrize("answers", [[], [{"failed": True}]])
def test_a_window_that_does_not_sit_down_is_a_fault_of_the_game(game: Any, answers: list[dict[str, Any]]) -> None:
    game.ben = Robot("ben", join=answers)
    with pytest.raises(table.TableFault, match="ben does not come to the end of join"):
        game._join("link")


@pytest.mark.parametrize("stuck", ["ann", "ben"])
def test_who_is_stuck_is_not_waited_for_when_the_game_is_given_up(game: Any, stuck: str) -> None:
    failed, over = {"failed": True}, {"said": "over"}
    plays = {"ann": [over], "ben": [over], stuck: [failed, failed]}
    game.ann, game.ben = (Robot(name, play=plays[name], resign=[{}]) for name in ("ann", "ben"))
    game.players = [game.ann, game.ben]
    for player in game.players:
        player.order("play")
    game._play()
    assert (game.given_up, game.ann.orders.count("resign")) == (True, 1)


def test_who_gives_up_plays_no_more_until_that_is_heard() -> None:
    done: list[str] = []
    yes = SimpleNamespace(text=lambda: tr("table.resign"))
    box = SimpleNamespace(isVisible=lambda: True, buttons=lambda: [yes])
    bar = SimpleNamespace(more="more", menu="menu")
    link = SimpleNamespace(over=None)
    page = SimpleNamespace(table_bar=bar, model=SimpleNamespace(link=link))

    def wait(what: Any, seconds: float) -> bool:
        done.append("there" if what() else "not yet")
        return bool(what())

    made: Any = object.__new__(seated.TableWindow)
    made.person = SimpleNamespace(wait=wait, choose=lambda *_: None, click=lambda it: done.append("yes" if it is yes else it))
    made.window = SimpleNamespace(
        stack=SimpleNamespace(currentWidget=lambda: page), findChildren=lambda _: [box],
        actions_registry={"table_resign": yes},
    )  # fmt: skip
    made.resign()
    assert done == ["more", "there", "yes", "not yet"]


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    """What a relay leads to."""
    with socket.create_server((HOST, 0)) as server:
        server.settimeout(20)
        yield server


@pytest.fixture
def relay(listening: socket.socket) -> Iterator[Relay]:
    """A relay that leads there."""
    made = Relay(listening.getsockname()[1])
    yield made
    made.close()


def line(relay: Relay, listening: socket.socket) -> tuple[socket.socket, socket.socket]:
    """Return both ends of a line through a relay."""
    near = socket.create_connection((HOST, relay.port), 20)
    far, _ = listening.accept()
    far.settimeout(20)
    return near, far


def ended(near: socket.socket) -> bool:
    """Return whether a line ends before anything comes."""
    try:
        return near.recv(1) == b""
    except ConnectionError:
        return True


def test_what_is_said_is_passed_on_both_ways_until_a_line_is_cut(relay: Relay, listening: socket.socket) -> None:
    near, far = line(relay, listening)
    with closing(near), closing(far):
        near.sendall(b"there")
        assert far.recv(5) == b"there"
        far.sendall(b"back")
        assert near.recv(4) == b"back"
        relay.cut()
        assert ended(near)
    again, far = line(relay, listening)
    with closing(again), closing(far):
        again.sendall(b"again")
        assert far.recv(5) == b"again"


def test_a_line_that_is_deaf_loses_what_comes_back_and_no_line_is_made_while_it_is_away(
    relay: Relay, listening: socket.socket
) -> None:
    near, far = line(relay, listening)
    with closing(near), closing(far):
        relay.deaf = True
        far.sendall(b"not heard")
        near.sendall(b"heard")
        assert far.recv(5) == b"heard"
        relay.cut(seconds=3600)
        assert ended(near)
    with closing(socket.create_connection((HOST, relay.port), 20)) as refused:
        assert ended(refused)


MOVE = {"side": "US", "verb": "move", "args": {"pieces": ["a"]}}
FIRE = {"side": "US", "verb": "fire", "args": {}}


@pytest.mark.parametrize(
    ("sent", "found", "arrived"),
    [
        ([Sent(MOVE, 2), Sent(FIRE, 3)], [], 0),
        ([Sent(MOVE, 2), Sent(FIRE, gone=True)], [], 1),
        ([Sent(MOVE, 2), Sent(FIRE, 3), Sent(FIRE, gone=True), Sent(MOVE, refused="refuse.stale")], [], 0),
        ([Sent(MOVE, 2), Sent(FIRE, 3), Sent(FIRE)], ["never answered"], 0),
        ([Sent(MOVE, 2)], ["sent by nobody"], 0),
        ([Sent(MOVE, 2), Sent(FIRE, 3), Sent(FIRE, 3)], ["told twice"], 0),
        ([Sent(MOVE, 2), Sent(FIRE, 3), Sent(FIRE, 4)], ["lost"], 0),
        ([Sent(MOVE, 2), Sent(MOVE, 3)], ["had sent"], 0),
    ],
)
def test_every_action_stands_in_the_record_once(sent: list[Sent], found: list[str], arrived: int) -> None:
    entries: dict[int, Any] = {2: MOVE, 3: FIRE}
    wrong, doubtful = account(entries, {"ann": sent})
    assert len(wrong) == len(found)
    assert all(part in words for part, words in zip(found, wrong, strict=True))
    assert doubtful == arrived
