"""The server inside the program, and what a window does with servers that are elsewhere than they were, or are none."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from PySide6.QtGui import QGuiApplication

from qtwar.app.tables import Tables
from qtwar.base.errors import DataFault
from qtwar.presenters import tables as presented
from qtwar.presenters.tables import TableCards
from qtwar.remote import asking, tablelist
from qtwar.remote.accountlist import KeptAccount
from qtwar.remote.tablelist import KeptTable
from qtwar.services import accounts, replays, tables
from qtwar.services.tables import ModuleWanted, OwnServer
from qtwar.ui.i18n import tr
from qtwar.wire import http

WISHES = (
    *("host_table", "look_at_table", "join_table", "replay_table", "table_asked"),
    *("open_table", "fetch_module", "enter_account", "leave_account", "change_account"),
)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[OwnServer]:
    made = OwnServer(tmp_path / "server")
    yield made
    made.stop()


class Stranger:
    """Something at a port that speaks no HTTP."""

    def __init__(self) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                line, _ = self.socket.accept()
            except OSError:
                return
            with line:
                line.recv(100_000)
                line.sendall(b"220 smtp.example ESMTP\r\n")


@pytest.fixture
def stranger() -> Iterator[Stranger]:
    made = Stranger()
    yield made
    made.socket.close()


def test_a_server_for_this_computer_alone_starts_anew_where_others_are_to_join(own: OwnServer) -> None:
    own.start(0, everywhere=False)
    port, key = own.port, own.key
    kept = KeptTable(own.address, "t", "g", "US", own=True, invitations={"NVA_VC": f"{own.address}/join#K7QF-2M9X-PA4T"})
    own.start(0, everywhere=False)
    assert own.key == key  # it runs as it is wanted: nothing begins anew
    own.start(0, everywhere=True)
    assert (own.port, own.everywhere) == (port, True)
    assert own.key != key
    room = tables.address()
    assert asking.cards(f"http://{room}:{port}", ["of no seat"]) == []
    assert own.shown == f"http://{room}:{port}"
    there = own.here(kept)
    assert there.invitations == {"NVA_VC": f"http://{room}:{port}/join#K7QF-2M9X-PA4T"}
    own.start(0, everywhere=False)
    assert own.everywhere  # others are here by now


def test_no_proxy_leads_to_a_server_of_ones_own(own: OwnServer, stranger: Stranger, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "all_proxy", "ws_proxy"):
        monkeypatch.setenv(name, stranger.url)
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    own.start(0, everywhere=False)
    assert asking.cards(own.address, ["of no seat"]) == []
    with pytest.raises(DataFault) as fault:
        tables.go_to(KeptTable(own.address, "of no seat", "g", "US", own=True))
    assert fault.value.key == "refuse.token"  # the server's own word


def test_a_table_of_ones_own_is_the_same_wherever_its_server_listens_today(own: OwnServer) -> None:
    kept = KeptTable("http://127.0.0.1:9", "t", "g", "US", own=True)
    own.address = "http://127.0.0.1:8470"
    there = own.here(kept)
    assert (there.server, there.id) == (own.address, kept.id)


def test_a_server_that_is_only_starting_is_not_waited_for(own: OwnServer) -> None:
    faults: list[str] = []

    def start() -> None:
        try:
            own.start(0, everywhere=False)
        except DataFault as fault:
            faults.append(fault.key)

    starting = threading.Thread(target=start)
    starting.start()
    while not own.runs:
        assert starting.is_alive()
    own.stop()
    starting.join()
    assert faults == ["fault.table.no_server"]


def test_what_speaks_no_http_is_no_server(stranger: Stranger) -> None:
    with pytest.raises(DataFault) as fault:
        asking.cards(stranger.url, ["of no seat"])
    assert fault.value.key == "fault.table.nonsense"


def test_a_table_of_the_programs_own_server_rests_and_is_not_called_out_of_reach(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TableCards, "ask", lambda _: None)
    cards = TableCards(tmp_path)
    own = KeptTable("http://127.0.0.1:1", "mine", "g", "US", own=True)
    far = KeptTable("http://a.example", "theirs", "h", "US")
    cards.found_at = lambda table: "" if table.own else table.server
    for table in (own, far):
        cards.list.keep(table)
    cards._answered(presented.TablesFound({}, frozenset({own.id, far.id})))
    chips = {card.path: (card.chip, card.line) for card in cards.shown({})}
    assert chips[own.id] == (tr("tables.resting"), tr("tables.resting_line"))
    assert chips[far.id] == (tr("tables.silent"), "")
    cards.found_at = lambda table: table.server
    assert {card.chip for card in cards.shown({})} == {tr("tables.silent")}, "it runs and does not answer"


def test_cards_are_asked_again_whatever_came_of_the_last(
    qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = TableCards(tmp_path)
    cards.list.keep(KeptTable("http://a.example", "t", "g", "US"))
    asked: list[object] = []

    def fetch(places: object, accounts: object) -> presented.TablesFound:
        asked.append(places)
        return presented.TablesFound({}, frozenset())

    def fails(places: object, accounts: object) -> presented.TablesFound:
        asked.append(places)
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(presented, "_fetch", fails)
    with qtbot.captureExceptions():
        cards.ask()
        qtbot.waitUntil(lambda: not cards._busy)
    assert cards._silent
    monkeypatch.setattr(presented, "_fetch", fetch)
    cards.ask()
    qtbot.waitUntil(lambda: not cards._silent)
    assert len(asked) == 2
    cards.leave()


def test_nobody_is_asked_for_tables_of_ones_own_while_their_server_does_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever else listens at its port of last time would be given the seats' tokens."""
    asked: list[tuple[str, list[str]]] = []

    def cards(server: str, tokens: list[str]) -> list[object]:
        asked.append((server, tokens))
        return []

    monkeypatch.setattr(asking, "cards", cards)
    mine = KeptTable("http://127.0.0.1:8470", "secret", "g", "US", own=True)
    other = KeptTable("http://a.example", "t", "g", "US")
    window = SimpleNamespace(table_cards=SimpleNamespace(turn=Mock(), changed=Mock()), **{name: Mock() for name in WISHES})
    joined = Tables(tmp_path, window, Mock(), Mock(), Mock())  # type: ignore[arg-type] # as much of them as is asked
    found_at = window.table_cards.found_at
    found = presented._fetch([(found_at(table), table) for table in (mine, other)], ())
    assert found == presented.TablesFound({}, frozenset({mine.id}))
    assert asked == [("http://a.example", ["t"])]
    joined._server = SimpleNamespace(runs=True, address="http://127.0.0.1:5000")  # type: ignore[assignment]
    assert found_at(mine) == "http://127.0.0.1:5000"
    joined._server.runs = False  # type: ignore[misc, union-attr]
    assert found_at(mine) == ""


def test_a_module_from_a_server_is_read_in_the_helper_process_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "module", lambda server, title: b"no archive")
    wanted = ModuleWanted(KeptTable("http://a.example", "t", "g", "US"), "the_ford", "", 10, "server")
    looked: list[Path] = []
    monkeypatch.setattr(tables.titles, "info_of", looked.append)
    with pytest.raises(DataFault):
        tables.fetch_module(wanted, tmp_path / "fetched")
    assert looked == []
    assert list((tmp_path / "fetched").iterdir()) == []
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(DataFault) as fault:
        tables.fetch_module(wanted, tmp_path / "file")
    assert fault.value.key == "fault.file.not_written"


def joined_to(home: Path, window: Any = None) -> tuple[Tables, Any]:
    """Return the tables of a window of which there is as much as is asked, and its library."""
    library = SimpleNamespace(table_cards=TableCards(home), give_way=Mock(), **{name: Mock() for name in WISHES})
    return Tables(home, library, window or Mock(), Mock(), Mock()), library  # type: ignore[arg-type]


class Standing:
    """A server of one's own that runs at a port already."""

    runs, address, shown, port = True, "http://127.0.0.1:9000", "http://192.0.2.7:9000", 9000

    def __init__(self) -> None:
        self.started: list[tuple[int, bool]] = []
        self.here = OwnServer.here.__get__(self)

    def start(self, port: int, *, everywhere: bool) -> None:
        """Take note of what was asked."""
        self.started.append((port, everywhere))


def test_a_name_is_told_the_seats_of_its_own_server_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the address of a table of one's own anything may listen by now."""
    here = "http://127.0.0.1:8470"
    listed = tablelist.KeptTables(tmp_path)
    listed.keep(KeptTable(here, "mine", "g", "US", host="host", own=True))
    listed.keep(KeptTable(here, "theirs", "h", "US"))
    told: list[list[str]] = []

    def enter(server: str, name: str, password: str, tokens: list[str], *, new: bool) -> Any:
        told.append(tokens)
        return SimpleNamespace(name=name, token="t")

    monkeypatch.setattr(asking, "enter", enter)
    accounts.enter(tmp_path, here, "Ann", "seven times down", new=False)
    assert told == [["theirs"]]


def test_a_table_for_this_computer_alone_stays_so_whatever_its_links_name(tmp_path: Path) -> None:
    links = {"NVA_VC": "http://192.0.2.7:9000/join#K7QF-2M9X-PA4T"}
    kept = KeptTable("http://127.0.0.1:8470", "t", "g", "US", own=True, invitations=links)
    found, _ = joined_to(tmp_path)
    server: Any = Standing()
    found._server = server
    found.reached(kept)
    found.reached(replace(kept, everywhere=True))
    assert server.started == [(8470, False), (8470, True)]


def test_a_list_of_an_earlier_version_says_by_its_links_who_reaches_the_server(tmp_path: Path) -> None:
    listed = tablelist.KeptTables(tmp_path)
    for game, link in (("room", "http://192.0.2.7:8470/join#K7QF-2M9X-PA4T"), ("alone", "http://127.0.0.1:8470/join#K7QF")):
        listed.keep(KeptTable("http://127.0.0.1:8470", "t", game, "US", own=True, invitations={"NVA_VC": link}))
    file = tmp_path / tablelist.FILE
    rows = [{name: value for name, value in row.items() if name != "everywhere"} for row in json.loads(file.read_text())]
    file.write_text(json.dumps(rows))
    assert {table.game: table.everywhere for table in tablelist.KeptTables(tmp_path).all()} == {"room": True, "alone": False}


def test_the_replay_of_a_table_of_ones_own_is_asked_where_its_server_is_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, asked = Mock(), []
    window.pages.return_value = []
    found, library = joined_to(tmp_path, window)
    server: Any = Standing()
    found._server = server
    kept = KeptTable("http://127.0.0.1:8470", "token", "g", "US", own=True)
    library.table_cards.list.keep(kept)
    monkeypatch.setattr(replays, "fetch", lambda link, home, shown: asked.append((link.server, link.code)))
    found.care.see_to("replay", kept.id)
    work = window.jobs.start.call_args.args[1]
    work(None)
    assert asked == [(server.address, "token")]


def test_a_name_that_was_entered_anew_shows_its_list_as_it_is_now(qapp: Any, tmp_path: Path) -> None:
    cards = TableCards(tmp_path)
    first, second = (KeptAccount("http://a.example", "Ann", token) for token in ("1", "2"))
    seat = KeptTable("http://a.example", "", "g", "US")

    def listed(account: KeptAccount, unread: int) -> presented.TablesFound:
        card = Mock(unread=unread, active=[], side="US", over=None)
        return presented.TablesFound({}, frozenset(), {account: {seat.id: (seat, card)}})

    for n, account in enumerate((first, second)):
        cards.accounts.keep(account)
        cards._answered(listed(account, n))
        shown = cards._card(seat.id)
        assert shown is not None
        assert shown.unread == n
        cards.accounts.forget(account)
    assert cards.all() == []


def test_a_link_is_given_to_the_dialog_that_asked_for_it_and_to_no_other(qtbot: Any, tmp_path: Path) -> None:
    found, library = joined_to(tmp_path)
    kept = KeptTable("http://a.example", "token", "g", "US", host="host")
    library.table_cards.list.keep(kept)
    care, window = found.care, Mock()
    care.window, done = window, []
    care._work = lambda ident, work, then: done.append(then)  # type: ignore[method-assign]
    first, other = Mock(), Mock()
    care.dialog = first
    care._seat_link(kept.id, "over")
    care._change(kept.id, "delete", "")
    care.dialog = other  # it was closed, and another opened, while the server thought
    done[0]("http://a.example/join#K7QF-2M9X-PA4T")
    assert not other.give.called
    assert not first.give.called
    assert window.tell.called, "the link that was made is said, and can be pasted"
    assert QGuiApplication.clipboard().text() == "http://a.example/join#K7QF-2M9X-PA4T"
    library.leave_table = Mock()
    done[1](None)
    assert not first.close.called, "a dialog that was closed is gone"
    care._seat_link(kept.id, "over")
    done[2]("http://a.example/join#AAAA")
    other.give.assert_called_once_with("http://a.example/join#AAAA")


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        (http.Card, {"seats": [{}]}),
        (http.Card, {"seats": [{"side": "US"}]}),
        (http.Invited, {"clock": {"kind": "move"}}),
        (http.Invited, {"clock": {"kind": "moon", "hours": 3}}),
    ],
)
def test_an_answer_that_lacks_what_the_window_shows_is_refused(kind: Any, answer: dict[str, Any]) -> None:
    seats = [{"side": "US", "name": "Ann", "here": True, "taken": True}]
    whole: dict[Any, dict[str, Any]] = {
        http.Card: {
            "token": 0, "game": "g", "title": "t", "scenario": "s", "name": "", "side": "US", "seats": seats, "active": [],
            "turn": None, "entry": 0, "unread": 0, "remarks": 0, "label": None, "touched": "", "over": None, "clock": {},
            "blocked": False,
        },
        http.Invited: {
            "game": dict.fromkeys(("scenario", "name", "commit", "strictness", "undo"), "x") | {"id": "g", "title": "t"},
            "side": "US", "seats": seats, "over": None, "sides": [], "clock": {"kind": "move", "hours": 72},
        },
    }  # fmt: skip
    assert http.read_answer(kind, json.dumps(whole[kind]))
    with pytest.raises(http.Malformed):
        http.read_answer(kind, json.dumps({**whole[kind], **answer}))
