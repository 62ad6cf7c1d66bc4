"""The server inside the program, and what a window does with servers that are elsewhere than they were, or are none."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from qtwar.app.tables import Tables
from qtwar.base.errors import DataFault
from qtwar.presenters import tables as presented
from qtwar.presenters.tables import TableCards
from qtwar.remote import asking
from qtwar.remote.tablelist import KeptTable
from qtwar.services import tables
from qtwar.services.tables import ModuleWanted, OwnServer

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
