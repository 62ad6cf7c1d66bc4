"""A Linux desktop gets to know the program and forgets it without a trace; macOS hands it documents while it runs."""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from qtwar.app import program
from qtwar.app.program import FilesToOpen
from qtwar.base.errors import DataFault
from qtwar.services import desktop, handing
from qtwar.services.handing import Handed


def test_entry_kinds_of_files_icon_and_thumbnailer_name_the_program(tmp_path: Path) -> None:
    made = desktop.write(tmp_path, "/opt/a place/qtwar")
    entry = (tmp_path / "applications" / "qtwar.desktop").read_text(encoding="utf-8")
    assert 'Exec="/opt/a place/qtwar" open %F' in entry
    assert "@PROGRAM@" not in entry
    kinds = (tmp_path / "mime" / "packages" / "qtwar.xml").read_text(encoding="utf-8")
    assert all(f'pattern="*.{ending}"' in kinds for ending in ("qtwar", "qtmod", "qtwarmail"))
    assert len(made) == len(desktop.FILES)


def test_what_was_installed_goes_without_a_trace(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(desktop, "REFRESHED", ())
    other = tmp_path / "applications" / "other.desktop"
    other.parent.mkdir()
    other.touch()
    assert len(desktop.install(tmp_path)) == len(desktop.FILES)
    assert len(desktop.remove(tmp_path)) == len(desktop.FILES)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [other]
    assert not (tmp_path / "thumbnailers").exists()


def test_elsewhere_a_sentence_says_who_does_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(DataFault) as found:
        desktop.install(tmp_path)
    assert found.value.key == "fault.desktop.linux"


def test_a_document_that_macos_hands_over_is_opened(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    monkeypatch.setattr(sys, "platform", "darwin")
    files, opened = FilesToOpen(app), []
    try:
        QApplication.sendEvent(app, QFileOpenEvent(QUrl.fromLocalFile("/games/early.qtwar")))
        assert opened == []  # the window is not there yet
        files.follow(opened.append)
        QApplication.sendEvent(app, QFileOpenEvent(QUrl.fromLocalFile("/games/late.qtwar")))
        assert [Path(path).name for path in opened] == ["early.qtwar", "late.qtwar"]
    finally:
        app.removeEventFilter(files)


def test_a_file_that_is_double_clicked_while_the_program_runs_opens_there(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A second start opens no window: the first one has the games, and a file of mail belongs to one of them."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    monkeypatch.setenv("QTWAR_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    first, files, opened, forward = Handed(tmp_path), FilesToOpen(app), [], []
    assert first.claim()
    files.follow(opened.append)
    files.watch(first, lambda: forward.append(1))
    monkeypatch.setattr(handing, "sleep", lambda seconds: QApplication.processEvents())
    try:
        assert program.run_window(["4.qtwarmail", "/games/手番.qtwar"]) == 0
        assert opened == [str(tmp_path / "4.qtwarmail"), str(Path("/games/手番.qtwar").absolute())]
        assert forward == [1]
        assert not list(first.folder.glob("*.json"))
    finally:
        first.release()
        files.deleteLater()


def test_what_was_handed_over_before_the_window_was_there_is_opened(qtbot: QtBot, tmp_path: Path) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    first, files, opened = Handed(tmp_path), FilesToOpen(app), []
    assert first.claim()
    (first.folder / "1-1.json").write_text('["/post/4.qtwarmail"]', encoding="utf-8")
    files.follow(opened.append)
    files.watch(first, lambda: None)
    assert opened == ["/post/4.qtwarmail"]
    first.release()
    files.deleteLater()
