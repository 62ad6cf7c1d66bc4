"""What people type, paste and send to come to a table, and the list of tables that is kept."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from qtwar.base.errors import DataFault
from qtwar.remote import tablelist
from qtwar.remote.address import TableLink, host_of, is_near, read_link, read_server, socket_of
from qtwar.remote.tablelist import DAMAGED, FILE, KeptTable, KeptTables


@pytest.mark.parametrize(
    ("typed", "server", "code"),
    [
        ("https://club.example/join#K7QF-2M9X-PA4T", "https://club.example", "K7QF-2M9X-PA4T"),
        ("  <http://192.168.0.7:8470/join#AbCd-EfGh>\n", "http://192.168.0.7:8470", "AbCd-EfGh"),
        ("https://host.example/games/join#K7QF2M9XPA4T", "https://host.example/games", "K7QF2M9XPA4T"),
        ("192.168.0.7:8470/K7QF-2M9X-PA4T", "http://192.168.0.7:8470", "K7QF-2M9X-PA4T"),
        ("club.example/K7QF-2M9X-PA4T", "https://club.example", "K7QF-2M9X-PA4T"),
    ],
)
def test_links_and_codes_are_read(typed: str, server: str, code: str) -> None:
    assert read_link(typed) == TableLink(server, code)
    assert read_link(read_link(typed).text) == TableLink(server, code)


@pytest.mark.parametrize(
    "typed", ["", "hello", "https://club.example/", "ftp://club.example/join#K7QF", "https://a:b@club.example/join#K7QF", "http://[::1/x#abcd"]
)
def test_what_leads_to_no_table_is_refused(typed: str) -> None:
    with pytest.raises(DataFault):
        read_link(typed)


def test_a_server_is_read_as_it_is_typed() -> None:
    assert read_server("club.example") == "https://club.example"
    assert read_server(" http://127.0.0.1:8470/ ") == "http://127.0.0.1:8470"
    assert socket_of("https://club.example/games") == "wss://club.example/games/ws"
    assert host_of("http://127.0.0.1:8470") == "127.0.0.1:8470"


@pytest.mark.parametrize(
    ("server", "near"),
    [
        ("http://127.0.0.1:8470", True), ("http://localhost", True), ("http://[::1]:8470", True), ("http://192.168.0.7:1", True),
        ("http://172.16.0.1", True), ("http://172.32.0.1", False), ("https://club.example", False), ("http://8.8.8.8", False),
        ("https://localhost.example", False), ("http://10.example", False), ("http://[::1", False), ("", False),
    ],
)  # fmt: skip
def test_servers_on_this_machine_and_in_the_room_are_near(server: str, near: bool) -> None:
    assert is_near(server) == near


def test_tables_are_kept_for_their_owner_alone(tmp_path: Path) -> None:
    tables = KeptTables(tmp_path / "home")
    assert tables.all() == []
    one = KeptTable("http://a", "secret", "g1", "US")
    other = KeptTable("http://a", "word", "g1", "NVA", invitations={"US": "link"})
    tables.keep(one)
    tables.keep(other)
    assert tables.all() == [other, one]
    tables.keep(one)
    assert tables.all() == [one, other]
    assert tables.find(other.id) == other
    tables.forget(one.id)
    assert tables.all() == [other]
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "home" / FILE).stat().st_mode) == 0o600


def test_a_table_taken_off_the_list_can_be_put_back(tmp_path: Path) -> None:
    tables = KeptTables(tmp_path)
    one = KeptTable("http://a", "secret", "g1", "US", host="word", invitations={"NVA": "link"})
    tables.keep(one)
    taken = tables.forget(one.id)
    assert (taken, tables.all(), tables.forget(one.id)) == (one, [], None)
    assert taken is not None
    tables.keep(taken)
    assert tables.all() == [one]


def test_a_list_that_another_window_has_written_is_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables, other = KeptTables(tmp_path), KeptTables(tmp_path)
    one, two = KeptTable("http://a", "t", "g1", "US"), KeptTable("http://a", "t", "g2", "US")
    other.keep(one)
    assert tables.all() == [one]
    other.keep(two)
    assert tables.all() == [two, one]

    def read(file: Path, most: int) -> bytes:
        raise AssertionError("it is read though nobody has written it")

    monkeypatch.setattr(tablelist.files, "read", read)
    assert tables.find(two.id) == two  # pictures ask at each paint


@pytest.mark.parametrize("text", ["", "{}", '[{"server": "http://b", "token": "t", "game": "g"}, {"server": 1}]'])
def test_what_can_not_be_read_of_a_list_is_put_aside_and_not_written_over(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    tables = KeptTables(tmp_path)
    whole = [KeptTable("http://b", "t", "g")] if text.startswith("[") else []
    assert tables.all() == whole
    one = KeptTable("http://a", "t", "g", "US")
    tables.keep(one)
    assert tables.all() == [one, *whole]
    assert (tmp_path / f"{FILE}{DAMAGED}").read_text() == text
    (tmp_path / FILE).write_text("damaged again")
    tables.keep(one)
    assert tables.all() == [one]
    found = {path.name: path.read_text() for path in tmp_path.iterdir() if path.name != FILE}
    assert found == {f"{FILE}{DAMAGED}": text, f"{FILE}{DAMAGED}2": "damaged again"}


def test_a_damaged_list_stays_where_it_is_when_no_other_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row = '[{"server": "http://b", "token": "t", "game": "g"}, {"server": 1}]'
    (tmp_path / FILE).write_text(row)

    def full(*place: object, **more: object) -> tuple[int, str]:
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr("os.open", full)
    tables = KeptTables(tmp_path)
    monkeypatch.setattr(tablelist.files, "read", lambda file, most: row.encode())
    with pytest.raises(DataFault) as fault:
        tables.keep(KeptTable("http://a", "t", "g", "US"))
    assert fault.value.key == "fault.file.not_written"
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    assert tables.all() == [KeptTable("http://b", "t", "g")]


def test_a_list_that_can_not_be_read_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    tables = KeptTables(tmp_path)
    assert tables.all() == []
    with pytest.raises(DataFault):
        tables.keep(KeptTable("http://a", "t", "g", "US"))


@pytest.mark.parametrize("text", ["", "{}", "[1]", '[{"server": 1, "token": "t", "game": "g"}]', "[" * 100_000])
def test_a_list_that_is_none_counts_as_empty(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    assert KeptTables(tmp_path).all() == []
