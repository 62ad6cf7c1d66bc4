"""The bar of a game by mail says why nothing can be done now."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from qtwar.ui.actions import Actions
from qtwar.ui.facts import MailState
from qtwar.ui.i18n import tr
from qtwar.ui.play.mailbar import MailBar
from qtwar.ui.theme import current


class Mail(QObject):
    """A game whose next file is the other side's."""

    changed = Signal()
    sent = Signal(str)
    state = MailState("waits", "Ben", again=True)
    send = take_back = show_arrived = staticmethod(lambda *_: None)


@pytest.mark.parametrize("command", ["table_draw", "table_resign"])
def test_what_can_not_be_ended_now_says_why(command: str, qtbot) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    bar = MailBar(Mail(), Actions(owner))
    qtbot.addWidget(bar)
    said: list[tuple[str, str]] = []
    bar.told.connect(lambda *words: said.append(words))
    bar.handlers()[command]()
    assert said == [(tr("mail.not_now"), "")]
    assert not bar.offering


def test_the_board_below_stays_where_it_is_when_a_file_goes_out(qtbot) -> None:
    current().apply()
    owner = QWidget()
    qtbot.addWidget(owner)
    mail = Mail()
    bar = MailBar(mail, Actions(owner))
    column = QWidget()
    qtbot.addWidget(column)
    QVBoxLayout(column).addWidget(bar)
    column.layout().addStretch()
    column.resize(1400, 300)
    with qtbot.waitExposed(column):
        column.show()
    heights = set()
    for state in (
        MailState("mine", "Ben"),
        MailState("ready", "Ben"),
        MailState("waits", "Ben", again=True),
        MailState("over", "Ben", end="draw"),
    ):
        mail.state = state
        mail.changed.emit()
        QApplication.sendPostedEvents()  # the layouts take note
        heights.add(bar.height())
    assert len(heights) == 1
