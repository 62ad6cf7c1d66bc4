"""The line at the foot of the window: what was done, and the buttons for what to do about it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from qtwar.ui.toast import for_file


class Desk(QObject):
    """Takes the files that the program wants the desktop to open."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []

    @Slot(QUrl)
    def show_url(self, url: QUrl) -> None:
        self.shown.append(url.toLocalFile())


@pytest.fixture
def desk():
    desk = Desk()
    QDesktopServices.setUrlHandler("file", desk, "show_url")
    yield desk
    QDesktopServices.unsetUrlHandler("file")


def test_a_written_file_can_be_opened_and_its_folder_shown(make_window, desk, tmp_path):
    window = make_window()
    paper = tmp_path / "Set-up sheet.pdf"
    paper.write_bytes(b"%PDF")
    for number, wanted in ((0, paper), (1, tmp_path)):
        window.tell("Set-up sheet.pdf, 3 pages", *for_file(paper))
        assert [button.text() for button in window.toast.buttons] == ["Open", "Show folder"]
        QTest.mouseClick(window.toast.buttons[number], Qt.MouseButton.LeftButton)
        assert desk.shown[-1] == str(wanted)
        assert not window.toast.isVisible()


def test_a_folder_and_an_archive_are_only_shown(make_window, desk, tmp_path):
    window = make_window()
    window.tell("my_title is written.", *for_file(tmp_path))
    QTest.mouseClick(window.toast.buttons[0], Qt.MouseButton.LeftButton)
    window.tell("my_title.qtmod is written.", *for_file(tmp_path / "my_title.qtmod"))
    assert [button.text() for button in window.toast.buttons] == ["Show folder"]
    QTest.mouseClick(window.toast.buttons[0], Qt.MouseButton.LeftButton)
    assert desk.shown == [str(tmp_path), str(tmp_path)]


@pytest.mark.parametrize("scale", [100, 200])
def test_a_long_sentence_leaves_the_buttons_their_room(make_window, tmp_path, scale):
    window = make_window((1280, 720), scale=scale)
    window.tell("A sentence that goes on about what was written and where it lies. " * 4, *for_file(tmp_path / "a.pdf"))
    QApplication.processEvents()
    toast = window.toast
    assert toast.parentWidget().rect().contains(toast.geometry())
    assert toast.text.height() >= toast.text.heightForWidth(toast.text.width())
    for button in toast.buttons:
        assert button.width() >= button.minimumSizeHint().width()
    window.tell("Short.")
    assert not toast.buttons
    assert toast.width() < window.width() / 3


def test_a_notice_that_takes_the_place_of_another_is_shown_whole(make_window, tmp_path):
    window = make_window()
    toast = window.toast
    window.tell("Done.")
    QApplication.processEvents()
    for words in ("my_title.qtmod is written.", "Set-up sheet and counter sheet 01.svg, 3 pages"):
        window.tell(words, *for_file(tmp_path / words.split()[-3 if "3" in words else 0]))
        QApplication.processEvents()
        for part in (toast.text, *toast.buttons):
            assert part.width() >= part.sizeHint().width(), words
            assert toast.rect().contains(part.mapTo(toast, part.rect().bottomRight()))
