"""The installer's own decisions: what it asks of a machine, keeps and says. No network, no root."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from installer import commands, environment, lock, machine, say, screen
from installer.say import Stop


def ask(*arguments: str, repository: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(repository / "installer"), *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("arguments", "said"), [((), "a command is missing"), (("rum",), "no command 'rum'")]
)
def test_a_wrong_command_gets_one_sentence_and_status_2(
    arguments: tuple[str, ...], said: str, repository: Path
) -> None:
    done = ask(*arguments, repository=repository)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert said in done.stderr
    assert "installer run" in done.stderr


# ---------------------------------------------------------------------------------------------- the lock


def test_the_lock_pins_every_dependency_of_the_project(repository: Path) -> None:
    import tomllib

    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    sections = lock.read(environment.LOCK)
    project = tomllib.loads((repository / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for purpose, asked in (
        ("run", project["dependencies"]),
        ("test", project["optional-dependencies"]["test"]),
    ):
        pinned = {canonicalize_name(pin.name): pin for pin in map(Requirement, lock.pins(sections, purpose))}
        for wish in map(Requirement, asked):
            pin = pinned[canonicalize_name(wish.name)]
            version = str(pin.specifier).removeprefix("==")
            assert wish.specifier.contains(version), f"{wish} is locked to {version}"


def test_the_lock_is_what_is_installed_here() -> None:
    from importlib.metadata import version

    from packaging.requirements import Requirement

    for pin in map(Requirement, lock.pins(lock.read(environment.LOCK), "test")):
        if pin.marker is None or pin.marker.evaluate():
            assert str(pin.specifier) == f"=={version(pin.name)}", pin.name


@pytest.mark.parametrize(
    ("text", "said"),
    [("numpy==1.0\n", "line 1"), ("# [runtime]\nnumpy>=1.0\n", "line 2: 'numpy>=1.0' is no exact version")],
)
def test_a_loose_lock_is_refused_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "requirements.lock"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=said):
        lock.read(path)


def test_a_changed_version_asks_for_a_new_set_up(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    environment.python(tmp_path).parent.mkdir(exist_ok=True)
    environment.python(tmp_path).touch()
    digest = lock.digest(["numpy==1.0"], "libGL.so.1")
    assert not environment.is_ready("run", digest, tmp_path)
    (tmp_path / environment.STAMP).write_text(json.dumps({"run": digest}), encoding="utf-8")
    assert environment.is_ready("run", digest, tmp_path)
    assert not environment.is_ready("test", digest, tmp_path)
    assert not environment.is_ready("run", lock.digest(["numpy==1.1"], "libGL.so.1"), tmp_path)
    assert not environment.is_ready("run", lock.digest(["numpy==1.0"], "libGL.so.1", "libEGL.so.1"), tmp_path)


def test_a_stamp_cut_off_in_writing_is_no_stamp(tmp_path: Path) -> None:
    (tmp_path / environment.STAMP).write_text('{"run": "ab', encoding="utf-8")
    assert environment.stamps(tmp_path) == {}


# ------------------------------------------------------------------------------------------ the folder .venv


def make_environment(folder: Path, version: str) -> None:
    folder.mkdir()
    (folder / "pyvenv.cfg").write_text(f"home = /nowhere\nversion = {version}\n", encoding="utf-8")
    environment.python(folder).parent.mkdir(parents=True)
    environment.python(folder).symlink_to(sys.executable)


def test_only_a_python_environment_is_ever_made_anew(tmp_path: Path) -> None:
    assert environment.state_of(tmp_path / "none") == "absent"
    other = tmp_path / "somebody's folder"
    other.mkdir()
    assert environment.state_of(other) == "stale"  # empty: nothing to lose
    (other / "letter.txt").write_text("mine", encoding="utf-8")
    assert environment.state_of(other) == "foreign"
    (tmp_path / "file").touch()
    assert environment.state_of(tmp_path / "file") == "foreign"


def test_an_environment_of_another_python_or_without_one_is_stale(tmp_path: Path) -> None:
    make_environment(tmp_path / "old", "3.9.2")
    assert environment.state_of(tmp_path / "old") == "stale"
    here = "{}.{}.{}".format(*sys.version_info[:3])
    make_environment(tmp_path / "new", here)
    environment.python(tmp_path / "new").unlink()
    assert environment.state_of(tmp_path / "new") == "stale"


def test_a_foreign_folder_is_left_alone_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / ".venv"
    folder.mkdir()
    (folder / "letter.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(Stop, match="is in the way"):
        environment.make(folder)
    assert (folder / "letter.txt").read_text(encoding="utf-8") == "mine"


def test_the_checkout_reaches_the_path_by_a_relative_line(repository: Path) -> None:
    site = environment.site_packages(repository / ".venv")
    relative = os.path.relpath(repository, site)
    assert relative.isascii()
    assert (site / relative).resolve() == repository


# ---------------------------------------------------------------------------------------------- the machine


def test_every_missing_library_is_named_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(machine, "can_make_venv", lambda: True)
    monkeypatch.setattr(machine, "has_japanese_font", lambda: True)
    lacking = machine.needs("run", found=lambda name: name != "libxcb-cursor.so.0")
    assert [need.what for need in lacking] == ["libxcb-cursor.so.0"]
    assert lacking[0].packages == ("libxcb-cursor0",)
    assert lacking[0].vital


def test_elsewhere_the_wheels_bring_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(machine, "can_make_venv", lambda: True)
    assert machine.needs("test", found=lambda name: False) == []


def test_of_two_names_the_release_decides_and_none_comes_twice() -> None:
    lacking = [
        machine.Need("libglib-2.0.so.0", ("libglib2.0-0t64", "libglib2.0-0"), vital=True),
        machine.Need("libgthread-2.0.so.0", ("libglib2.0-0t64", "libglib2.0-0"), vital=True),
        machine.Need("Xvfb", ("xvfb",), vital=False),
    ]
    assert machine.chosen(lacking, lambda name: True) == ["libglib2.0-0t64", "xvfb"]
    assert machine.chosen(lacking, lambda name: "t64" not in name) == ["libglib2.0-0", "xvfb"]
    assert machine.chosen(lacking, lambda name: False) == ["libglib2.0-0", "xvfb"]


def test_without_root_the_exact_command_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = [machine.Need("libGL.so.1", ("libgl1",), vital=True)]
    monkeypatch.setattr(machine, "needs", lambda purpose: lacking)
    monkeypatch.setattr(machine.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(machine, "apt_knows", lambda name: True)
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    told = r"libGL\.so\.1; add it with:  sudo apt-get update && sudo apt-get install -y libgl1 "
    with pytest.raises(Stop, match=told):
        machine.provide("run")


def test_what_is_not_vital_stops_nobody(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(machine, "needs", lambda purpose: [machine.Need("Xvfb", ("xvfb",), vital=False)])
    monkeypatch.setattr(machine.shutil, "which", lambda name: None)
    machine.provide("test")
    assert "lacks Xvfb, we go on without" in capsys.readouterr().err


def test_a_japanese_font_is_found_in_a_subfolder(tmp_path: Path) -> None:
    assert not machine.has_japanese_font([str(tmp_path / "none"), str(tmp_path)])
    (tmp_path / "opentype").mkdir()
    (tmp_path / "opentype" / "NotoSansCJK-Regular.ttc").touch()
    assert machine.has_japanese_font([str(tmp_path)])


# ----------------------------------------------------------------------------------------------- the screen


@pytest.mark.parametrize(
    ("environ", "there"),
    [
        ({}, False),
        ({"DISPLAY": ""}, False),
        ({"DISPLAY": ":9731"}, False),
        ({"DISPLAY": "far.away:0"}, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
        ({"QT_QPA_PLATFORM": "vnc"}, True),
    ],
)
def test_a_screen_is_one_that_answers(environ: dict[str, str], *, there: bool) -> None:
    assert screen.exists(environ, "linux") is there


def test_windows_and_macos_always_have_a_screen() -> None:
    assert screen.exists({}, "win32")
    assert screen.exists({}, "darwin")


@pytest.mark.skipif(sys.platform != "linux", reason="X servers of this kind are a matter of Linux")
def test_a_listening_x_server_is_found() -> None:
    number = 9732
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"\0/tmp/.X11-unix/X{number}")
        server.listen()
        assert screen.exists({"DISPLAY": f":{number}.0"}, "linux")


@pytest.mark.parametrize(
    ("environ", "wanted"),
    [
        ({}, True),
        ({"LANG": "C"}, True),
        ({"LANG": "ja_JP.UTF-8"}, False),
        ({"LC_ALL": "C.utf8"}, False),
        ({"LC_ALL": "POSIX", "LANG": "ja_JP.UTF-8"}, True),
    ],
)
def test_a_locale_without_utf8_is_lifted(environ: dict[str, str], *, wanted: bool) -> None:
    assert bool(commands.utf8(environ)) is wanted


def test_a_fault_in_a_check_fails_the_whole_and_the_tests_still_run(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []

    def call(command: list[str], **_: object) -> int:
        ran.append(" ".join(command))
        return 1 if "ruff" in command else 0

    monkeypatch.setattr(commands.subprocess, "call", call)
    monkeypatch.setattr(screen.shutil, "which", lambda name: None)
    assert commands.test(["-k", "one"]) == 1
    assert ran[-1].endswith("-k one")
    assert "pytest" in ran[-1]
    assert len(ran) == len(commands.checks()) + 1


@pytest.mark.parametrize(("status", "said"), [(0, "ready for this machine"), (1, "the first game will do it")])
def test_the_rules_engine_is_made_ready_and_a_fault_of_it_stops_nothing(
    status: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done = subprocess.CompletedProcess([], status)
    monkeypatch.setattr(environment.subprocess, "run", lambda *args, **more: done)
    environment.make_engine()
    out = capsys.readouterr()
    assert said in out.out + out.err


def test_a_set_up_leaves_the_programs_bytecode_for_its_first_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "qtwar").mkdir()
    (tmp_path / "qtwar" / "whole.py").write_text("LEFT = 1\n", encoding="utf-8")
    (tmp_path / "qtwar" / "broken.py").write_text("(\n", encoding="utf-8")
    monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
    monkeypatch.setattr(say, "LOG", tmp_path / "installer.log")
    monkeypatch.setattr(environment, "LOG", tmp_path / "installer.log")
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setattr(environment, "python", lambda folder: Path(sys.executable))
    for step in ("make", "fill", "make_engine"):
        monkeypatch.setattr(environment, step, lambda *_: None)
    monkeypatch.setattr(machine, "provide", lambda purpose: None)
    environment.set_up("run", [], "digest", tmp_path)
    assert len([*(tmp_path / "qtwar" / "__pycache__").glob("whole.*.pyc")]) == 1
    assert environment.stamps(tmp_path) == {"run": "digest"}, "what can not be compiled stops nothing"
