"""What the check on bare systems takes for a trace, and what it runs; the systems themselves need root and a network."""

from pathlib import Path

import pytest

from installer import check
from installer.say import Stop


@pytest.fixture
def system(tmp_path: Path) -> check.BareSystem:
    lists = tmp_path / "var/lib/dpkg/info"
    lists.mkdir(parents=True)
    (lists / "libx.list").write_text("/.\n/usr\n/usr/lib\n/usr/lib/libx-for-qtwar.so\n", encoding="utf-8")
    return check.BareSystem("bookworm", tmp_path)


def put(system: check.BareSystem, *names: str) -> None:
    for name in names:
        path = system.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def test_what_stays_of_the_program_is_a_trace(system: check.BareSystem) -> None:
    put(system, "home/player/letter")
    before = system.files()
    put(system, "usr/share/mime/application/vnd.qtwar.document.xml", "home/player/.bashrc.new", "opt/qtwar/data", "tmp/qtwar-1/x")
    assert check.trace(system, before) == [
        "home/player/.bashrc.new", "opt/qtwar", "opt/qtwar/data", "tmp/qtwar-1", "tmp/qtwar-1/x",
        "usr/share/mime/application/vnd.qtwar.document.xml",
    ]  # fmt: skip


def test_the_persons_own_things_and_those_of_the_tools_are_none(system: check.BareSystem) -> None:
    before = system.files()
    put(
        system, "home/player/.local/share/qtwar/games/a.qtwar", "home/player/.config/qtwar/settings.json",
        "home/player/.local/share/uv/credentials", "home/player/.cache/pip/http/qtwar", "run/qtwar.pid",
        "usr/lib/libx-for-qtwar.so", "var/lib/dpkg/info/qtwar.list",
    )  # fmt: skip
    assert check.trace(system, before) == []
    put(system, "home/player/.local/share/uv/tools/qtwar/bin/python")
    assert check.trace(system, before)


def test_a_command_runs_inside_as_the_player_and_without_a_network(system: check.BareSystem) -> None:
    command = system.command(("qtwar", "--version"), player=True, offline=True)
    assert command == ["unshare", "--net", "chroot", "--userspec=1000:1000", str(system.root), "qtwar", "--version"]
    assert "QTWAR_HOME" not in system.settings(player=True)
    assert system.settings(player=True)["HOME"] == "/home/player"


def test_a_row_says_what_is_too_slow() -> None:
    assert "more than it should be" not in check.Found("noble", "deb", 177.0, (2999, 900), (799, 700), "a game").line
    assert "more than it should be" in check.Found("noble", "deb", 177.0, (3001, 900), (799, 700), "a game").line


def test_each_first_start_is_one_of_a_program_that_was_never_started(system: check.BareSystem) -> None:
    put(system, "opt/qtwar/lib/__pycache__/came.pyc", "home/player/.local/share/qtwar/settings.json")
    tries = 0
    for _ in check.never_started(system, "opt/qtwar"):
        assert not (system.root / "home/player/.local/share/qtwar").exists()
        assert not (system.root / "opt/qtwar/ui/__pycache__").exists()
        put(system, "opt/qtwar/ui/__pycache__/made.pyc", "home/player/.local/share/qtwar/settings.json")
        tries += 1
    assert tries == check.TRIES
    assert (system.root / "opt/qtwar/lib/__pycache__/came.pyc").exists()


def test_where_none_can_be_made_a_sentence_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check.shutil, "which", lambda name: None)
    with pytest.raises(Stop, match="debootstrap"):
        list(check.checked(["trixie"], ["deb"]))
