"""What is not the same on Windows and macOS, with the system faked: folders, names, locks, walls, fonts, keys, double clicks."""

from __future__ import annotations

import ast
import fcntl
import json
import re
import subprocess
import sys
from pathlib import Path, PurePosixPath, PureWindowsPath
from types import ModuleType

import platformdirs
import pytest
from platformdirs.macos import MacOS
from platformdirs.windows import Windows
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication

from qtwar.app import program
from qtwar.base import child, text
from qtwar.base.errors import DataFault
from qtwar.cli import main as command_line
from qtwar.sandbox import guest
from qtwar.services import crashes, titles
from qtwar.services.handing import Handed
from qtwar.storage import guard
from qtwar.storage.document import Document
from qtwar.ui.edit import clipboard
from qtwar.ui.theme import fonts
from tests.model.contents import small

GAME = "C:\\Users\\太郎 Müller\\My games\\第1戦.qtwar"


# ------------------------------------------------------------------------------------------------- folders


def test_the_persons_data_lie_where_each_system_keeps_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("QTWAR_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *words, **more: MacOS(*words, **more).user_data_dir)
    assert titles.user_home() == tmp_path / "Library" / "Application Support" / "qtwar"
    local = str(tmp_path / "太郎 Müller" / "AppData" / "Local")
    monkeypatch.setattr("platformdirs.windows.get_win_folder", lambda name: local)
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *words, **more: Windows(*words, **more).user_data_dir)
    assert titles.user_home() == Path(local) / "qtwar"


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("Tet: 1968?", "Tet 1968"), ("CON", "_CON"), ("com1.old", "_com1.old"), ("Console", "Console"), ("nul ", "_nul"),
        ("End...", "End"), ("a\\b/c", "a b c"), ("ルンサット哨戒", "ルンサット哨戒"), ("...", "game"), ("LPT²", "_LPT²"),
    ],
)  # fmt: skip
def test_a_document_has_a_name_that_every_system_takes(name: str, stem: str, tmp_path: Path) -> None:
    assert titles.fresh_path(tmp_path / "games", name).name == f"{stem}.qtwar"


@pytest.mark.parametrize(
    ("path", "address"),
    [
        (PureWindowsPath(r"C:\a b\#1%.qtwar"), "file:///C:/a%20b/%231%25.qtwar"),
        (PureWindowsPath(r"\\server\share\a.qtwar"), "file:////server/share/a.qtwar"),
        (PurePosixPath("/Users/a b/#1?.qtwar"), "file:///Users/a%20b/%231%3F.qtwar"),
    ],
)
def test_sqlite_is_given_drives_shares_and_odd_letters(path: PureWindowsPath | PurePosixPath, address: str) -> None:
    assert guard.address(path) == address


# --------------------------------------------------------------------------------------------------- locks


@pytest.fixture
def on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Locks as on Windows: bytes of a file beside the document, which nobody else may lock meanwhile."""
    msvcrt = ModuleType("msvcrt")
    msvcrt.LK_NBLCK = 2  # type: ignore[attr-defined]
    lock = fcntl.LOCK_EX | fcntl.LOCK_NB
    msvcrt.locking = lambda number, mode, count: fcntl.flock(number, lock)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "msvcrt", msvcrt)
    monkeypatch.setattr(guard, "WINDOWS", True)
    monkeypatch.setattr(guard.sys, "platform", "win32")


def test_windows_locks_a_file_beside_the_document(on_windows: None, tmp_path: Path) -> None:
    path = tmp_path / "遊び 1.qtwar"
    Document.create(path, small()).close()
    lock = tmp_path / ".遊び 1.qtwar.lock"
    with Document.open(path) as made:
        assert lock.exists()
        with pytest.raises(DataFault, match="is open in another window"):
            Document.open(path)
        with Document.open(path, readonly=True) as reader:  # bytes of the document itself are free
            assert reader.content() == made.content()
        with path.open("rb") as stream:
            assert stream.read(16).startswith(b"SQLite")
    assert not lock.exists()
    Document.open(path).close()


def test_what_a_killed_program_left_of_a_lock_is_taken_over(on_windows: None, tmp_path: Path) -> None:
    path = tmp_path / "game.qtwar"
    Document.create(path, small()).close()
    (tmp_path / ".game.qtwar.lock").touch()
    Document.open(path).close()
    assert not (tmp_path / ".game.qtwar.lock").exists()


def test_windows_knows_by_a_lock_too_which_program_runs(on_windows: None, tmp_path: Path) -> None:
    """A second start hands its file over; when the first one is gone, killed or not, the next is the one that runs."""
    first, second = Handed(tmp_path), Handed(tmp_path)
    assert first.claim()
    assert (first.folder / ".running.lock").exists()
    assert not second.claim()
    assert not second.hand_over([GAME], patience=0)  # nobody has looked: it is one's own to open
    first.release()
    assert not (first.folder / ".running.lock").exists()
    (first.folder / ".running.lock").touch()
    assert second.claim()
    second.release()


# ------------------------------------------------------------------------------------------ worker's walls

WALLS = """
import json, sys
from qtwar.sandbox import confine
import resource
sys.platform = sys.argv[1]
print(json.dumps([confine.confine(), resource.getrlimit(resource.RLIMIT_CORE)[0]]))
"""


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_where_the_kernel_has_no_walls_the_guest_is_one_and_limits_are_set(system: str) -> None:
    done = subprocess.run([sys.executable, "-c", WALLS, system], capture_output=True, text=True, check=True)
    held, core = json.loads(done.stdout)
    assert set(held) == {"limits"}
    if system == "win32":
        assert held["limits"] == "none"
    else:
        assert "fsize" in held["limits"]
        assert core == 0


def test_a_worker_on_windows_knows_where_windows_is_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYSTEMROOT", "C:\\Windows")
    monkeypatch.setenv("USERNAME", "太郎")
    monkeypatch.setattr(guest.sys, "platform", "win32")
    assert guest.environment() == {"SYSTEMROOT": "C:\\Windows"}
    monkeypatch.setattr(guest.sys, "platform", "darwin")
    assert guest.environment() == {}


def test_on_windows_no_console_comes_with_what_runs_beside_the_window(
    monkeypatch: pytest.MonkeyPatch, repository: Path
) -> None:
    assert child.unseen() == {}
    monkeypatch.setattr(child.sys, "platform", "win32")
    assert child.unseen() == {"creationflags": 0x08000000}
    starts = [
        (file.name, ast.unparse(call))
        for part in ("base", "sandbox", "services", "app", "ui", "presenters", "session")
        for file in (repository / "qtwar" / part).rglob("*.py")
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("subprocess.run", "subprocess.Popen")
    ]
    assert len(starts) >= 5
    seen = {name for name, call in starts if "**child.unseen()" not in call}
    assert seen == {"desktop.py"}  # what Linux's desktop is told with


def test_a_worker_finds_its_libraries_behind_odd_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child.places, "CLONE", PureWindowsPath("C:\\太郎's\\qtwar"))
    command = child.isolated("rules", [PureWindowsPath("C:\\lib \"x\"\\site-packages")], "serve")  # type: ignore[list-item]
    path = re.search(r"sys\.path\[:0\] = (\[.*?\]);", command[5])
    assert path is not None
    assert eval(path[1]) == ["C:\\太郎's\\qtwar", "C:\\lib \"x\"\\site-packages"]


# ------------------------------------------------------------------------------------- fonts, keys, pictures


@pytest.mark.parametrize("language", ["en", "ja"])
def test_our_own_faces_come_before_the_systems(language: str, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFontDatabase, "systemFont", lambda kind: qapp.font())  # whatever a system has: Segoe UI, San Francisco
    found = fonts.families(language)
    assert set(found[:3]) == {fonts.LATIN, fonts.JAPANESE, fonts.SIGNS}
    assert found[0] == (fonts.JAPANESE if language == "ja" else fonts.LATIN)
    assert len(found) == 4


def test_a_mac_reads_its_own_names_of_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    assert text.keys_of("Press Ctrl+Shift+Z or Alt+7.", "darwin") == "Press ⌘⇧Z or ⌥7."
    assert text.keys_of("Press Ctrl+Shift+Z.", "win32") == "Press Ctrl+Shift+Z."
    monkeypatch.setattr(text.sys, "platform", "darwin")
    monkeypatch.setattr(text, "_program", {})
    for language in text.LANGUAGES:
        said = text.program(language)
        assert not [key for key, words in said.items() if "Ctrl+" in words and not key.startswith("romaji.")]


@pytest.mark.parametrize(("system", "own", "bare"), [("linux", False, False), ("linux", True, True), ("darwin", False, True)])
def test_a_copied_picture_is_pixels_where_the_system_says_so(
    system: str, own: bool, bare: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Clipboard:
        def ownsClipboard(self) -> bool:
            return own

    monkeypatch.setattr(clipboard.sys, "platform", system)
    assert clipboard._is_bare(Clipboard()) is bare  # type: ignore[arg-type]


# ------------------------------------------------------------------------------- double clicks, ends, screens


@pytest.mark.parametrize("words", [["open", GAME], [GAME]], ids=["association", "dropped on the program"])
def test_a_double_click_opens_the_window_with_the_document(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[list[str]] = []
    monkeypatch.setattr(program, "run_window", lambda paths: opened.append(list(paths)) or 0)
    assert command_line.main(words) == 0
    assert opened == [[GAME]]


def test_each_system_is_told_of_the_same_kinds_of_files(repository: Path) -> None:
    frozen = repository / "installer" / "frozen"
    windows = (frozen / "windows.iss").read_text(encoding="utf-8")
    mac = (frozen / "qtwar.spec").read_text(encoding="utf-8")
    linux = (repository / "resources" / "desktop" / "qtwar.xml").read_text(encoding="utf-8")
    kinds = set(re.findall(r'glob pattern="\*\.(\w+)"', linux))
    assert kinds == {"qtwar", "qtmod", "qtwarmail"}
    assert set(re.findall(r'#emit Kind\("(\w+)"', windows)) == kinds
    assert set(re.findall(r'\("QtWar [\w ]+", "(\w+)", "application/', mac)) == kinds
    assert '{app}\\qtwar.exe"""" open """"%1""""""' in windows
    types = r"application/vnd\.qtwar\.\w+"
    assert set(re.findall(types, linux)) == set(re.findall(types, mac))


def test_windows_and_macos_have_a_screen_without_saying_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert not program._has_display()
    for system in ("win32", "darwin"):
        monkeypatch.setattr(program.sys, "platform", system)
        assert program._has_display()


def test_on_windows_who_runs_is_seen_by_the_file_that_can_not_be_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No signal asks for a process there; the report of one that runs is open, and so stays."""
    monkeypatch.setattr(crashes.sys, "platform", "win32")
    folder = crashes.folder(tmp_path)
    folder.mkdir()
    runs = folder / "running-1.txt"
    runs.write_text("Fatal Python error: Aborted\n", encoding="utf-8")
    unlink = Path.unlink

    def held(path: Path, missing_ok: bool = False) -> None:
        if path == runs:
            raise PermissionError(13, "in use")
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", held)
    assert crashes.left_behind(tmp_path) is None
    monkeypatch.setattr(Path, "unlink", unlink)
    report = crashes.left_behind(tmp_path)
    assert report is not None
    assert "Aborted" in report.text
