"""Reports of faults: they say where, hold nothing of a game, and go nowhere by themselves."""

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from qtwar.app.crash import CrashReports
from qtwar.services import crashes

SECRET = "hidden cache at 1203"


def fail() -> None:
    secret = SECRET
    try:
        raise KeyError(secret)
    except KeyError as first:
        raise RuntimeError(f"lost: {secret}") from first


def failed() -> BaseException:
    try:
        fail()
    except RuntimeError as error:
        return error
    raise AssertionError


def test_a_report_says_where_and_not_what(tmp_path: Path) -> None:
    error = failed()
    report = crashes.write(tmp_path, error, error.__traceback__)
    assert report.file.read_text(encoding="utf-8") == report.text
    assert "RuntimeError" in report.text
    assert "KeyError" in report.text
    assert "test_crashes.py" in report.text
    assert SECRET not in report.text
    assert str(Path.home()) not in report.text


def test_the_same_fault_has_the_same_mark(tmp_path: Path) -> None:
    first, second = failed(), failed()
    assert crashes.write(tmp_path, first, None).mark == crashes.write(tmp_path, second, None).mark


def test_old_reports_go(tmp_path: Path) -> None:
    folder = crashes.folder(tmp_path)
    folder.mkdir()
    for n in range(30):
        (folder / f"qtwar-report-2020{n:04}-x.txt").touch()
    error = failed()
    crashes.write(tmp_path, error, error.__traceback__)
    assert len(list(folder.iterdir())) == crashes.MOST_KEPT


CRASH = """
import sys
from pathlib import Path
from qtwar.services import crashes
crashes.watch(Path(sys.argv[1]))
import ctypes
ctypes.string_at(0)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a fault of memory is another one there")
def test_the_next_start_knows_of_a_fault_below_python(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", CRASH, str(tmp_path)], capture_output=True, check=False)
    assert done.returncode != 0
    report = crashes.left_behind(tmp_path)
    assert report is not None
    assert "Segmentation fault" in report.text
    assert "string_at" in report.text
    assert crashes.left_behind(tmp_path) is None


def test_a_program_that_was_killed_leaves_no_report(tmp_path: Path) -> None:
    crashes.folder(tmp_path).mkdir()
    (crashes.folder(tmp_path) / "running-999999999.txt").touch()
    assert crashes.left_behind(tmp_path) is None
    assert list(crashes.folder(tmp_path).iterdir()) == []


def test_an_orderly_end_leaves_nothing(tmp_path: Path) -> None:
    crashes.watch(tmp_path)
    assert len(list(crashes.folder(tmp_path).iterdir())) == 1
    crashes.rest(tmp_path)
    assert list(crashes.folder(tmp_path).iterdir()) == []


def test_the_dialog_shows_each_fault_once(qtbot: QtBot, tmp_path: Path) -> None:
    reports = CrashReports(tmp_path, lambda: None)
    error = failed()
    reports.caught(type(error), error, error.__traceback__)
    dialog = reports.dialog
    assert dialog is not None
    qtbot.addWidget(dialog)
    assert not dialog.isModal()
    assert "RuntimeError" in dialog.text.toPlainText()
    dialog.copied.click()
    assert QApplication.clipboard().text() == dialog.text.toPlainText()
    reports.dialog = None
    reports.caught(type(error), error, error.__traceback__)
    assert reports.dialog is None
