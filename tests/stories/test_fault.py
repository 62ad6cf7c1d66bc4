"""A fault of the program in the middle of a game: one is told, nothing of the game is, and the game goes on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from qtwar.services import crashes
from qtwar.ui.report import ReportDialog
from tests.stories.hands import Hands
from tests.stories.test_the_delta import start

LANGUAGES = [{}, {"language": "ja", "theme": "dark", "scale": 125}]
SECRET = "the cache lies in 1203"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program's own folder, where the window has it."""
    monkeypatch.setenv("QTWAR_HOME", str(tmp_path / "遊び home"))
    return tmp_path / "遊び home"


def fails() -> None:
    """Stand for a fault in what a key does: its words name a secret of a side."""
    raise KeyError(SECRET)


def dialog(hands: Hands) -> ReportDialog:
    hands.until(lambda: [d for d in QApplication.topLevelWidgets() if isinstance(d, ReportDialog) and d.isVisible()])
    return next(d for d in QApplication.topLevelWidgets() if isinstance(d, ReportDialog) and d.isVisible())


@pytest.mark.parametrize("hands", LANGUAGES, indirect=True, ids=["en", "ja"])
def test_a_fault_is_told_once_and_the_game_goes_on(hands: Hands, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "excepthook", hands.program.crashes.caught)
    start(hands, "game_warden", "quick")
    hands.step()
    action = hands.window.actions_registry["zoom_in"]
    action.triggered.connect(fails)
    action.trigger()
    told = dialog(hands)
    hands.shot("fault", told)
    (file,) = crashes.folder(home).glob("qtwar-report-*.txt")
    shown = told.text.toPlainText()
    assert shown.strip() == file.read_text(encoding="utf-8").strip()
    assert "test_fault.py" in shown
    assert "in fails" in shown
    assert SECRET not in shown
    assert str(Path.home()) not in shown

    length = len(hands.session.history)
    hands.step()  # the game is played on beside the dialog
    assert len(hands.session.history) > length
    hands.press(told.copied)
    assert QApplication.clipboard().text().strip() == shown.strip()
    QTest.keyClick(told, Qt.Key.Key_Return)
    hands.until(lambda: not told.isVisible())

    action.trigger()  # the same fault again: it is in the log, not in the way
    hands.qtbot.wait(50)
    assert not [d for d in QApplication.topLevelWidgets() if isinstance(d, ReportDialog) and d.isVisible()]
    action.triggered.disconnect(fails)


@pytest.mark.parametrize("hands", LANGUAGES, indirect=True, ids=["en", "ja"])
def test_what_ended_the_program_is_told_at_its_next_start(hands: Hands, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    left = crashes.folder(home) / "running-999999999.txt"
    left.parent.mkdir(parents=True)
    left.write_text(
        "Fatal Python error: Segmentation fault\n\nCurrent thread 0x1 (most recent call first):\n"
        f'  File "{Path.home()}/letters/diary.py", line 7 in write\n',
        encoding="utf-8",
    )
    try:
        hands.program.crashes.take_over()
        told = dialog(hands)
        hands.shot("ended", told)
        assert "Segmentation fault" in told.text.toPlainText()
        assert "letters" not in told.text.toPlainText()
        assert not left.exists()
        hands.press(told.go_on)
        hands.until(lambda: not told.isVisible())
    finally:
        crashes.rest(home)
