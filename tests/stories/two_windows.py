"""Two people at two windows and a server between them: how they host, join, log in and answer what is asked."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from qtwar.ui.i18n import tr
from qtwar.ui.library.hosttable import HostForm
from qtwar.ui.library.jointable import JoinPanel
from qtwar.ui.tablecare import TableDialog
from tests.serve.conftest import ServerProcess
from tests.stories.at_window import LEFT
from tests.stories.hands import Hands

SHOTS = os.environ.get("QTWAR_SHOTS")
D = TypeVar("D", bound=TableDialog)
LANGUAGE = os.environ.get("QTWAR_STORY_LANGUAGE", "en")


class TwoWindows:
    """Ann and Ben, each with a window and a folder of his own, and a server between them."""

    def __init__(self, qtbot: Any, folder: Path, server: ServerProcess) -> None:
        self.qtbot, self.server = qtbot, server
        self.ann, self.ben = self._window(folder / "ann"), self._window(folder / "ben")

    def _window(self, home: Path) -> Hands:
        made = Hands(self.qtbot, home, language=LANGUAGE, shots=Path(SHOTS) if SHOTS else None)
        made.tag = f"{made.tag}-{home.name}"
        return made

    def leave(self) -> None:
        """Close both windows."""
        for one in (self.ann, self.ben):
            one.leave()
            one.program.tables.close()

    def form(self, title: str, scenario: str = "") -> HostForm:
        """Have Ann asked about a game on the server, and fill in where that is."""
        ann, library = self.ann, self.ann.window.library_page
        ann.until(lambda: title in library.tiles)
        ann.press(library.tiles[title])
        if scenario:
            library.scenarios.choose(scenario)
        ann.window.actions_registry["host_table"].trigger()
        ann.until(library.new_game.isVisible)
        form = library.new_game.hosting
        form.where.setCurrentIndex(form.where.values.index("server"))
        form.where.activated.emit(form.where.currentIndex())
        for field, text in ((form.player, "Ann"), (form.address, self.server.url), (form.key, self.server.host)):
            field.clear()
            QTest.keyClicks(field, text)
        return form

    def host(self, title: str, scenario: str = "", side: str = "") -> dict[str, str]:
        """Ann hosts a game on the server; returns the links for the other seats."""
        ann = self.ann
        form = self.form(title, scenario)
        if side:
            form.side.choose(side)
        ann.shot("host")
        ann.press(ann.window.library_page.new_game.go)
        ann.until(lambda: hasattr(ann.page, "prompt"), 120)
        ann.quiet()
        return dict(ann.model.table.state.invitations)

    def join(self, link: str) -> None:
        """Ben sits down by a link."""
        ben, library = self.ben, self.ben.window.library_page
        ben.click(tr("library.join"))
        ben.until(library.joining.isVisible)
        QTest.keyClicks(library.joining.link, link)
        ben.press(library.joining.go)
        ben.until(lambda: library.joining.found is not None)
        library.joining.player.clear()
        QTest.keyClicks(library.joining.player, "Ben")
        ben.shot("join")
        ben.press(library.joining.go)
        ben.until(lambda: hasattr(ben.page, "prompt"), 120)
        ben.quiet()

    def begin(self, title: str, scenario: str = "") -> None:
        """Both sit at a game."""
        links = self.host(title, scenario)
        self.join(next(link for side, link in links.items() if side != "*"))
        self.settle()

    def settle(self) -> None:
        """Wait until both windows have seen all."""
        for one in (self.ann, self.ben):
            one.quiet()
        self.ann.until(lambda: self.ann.model.history.live == self.ben.model.history.live)
        for one in (self.ann, self.ben):
            one.quiet()

    @property
    def mover(self) -> Hands:
        """Who is asked now."""
        return self.ann if self.ann.model.actions.acting else self.ben

    def play(self, most: int) -> int:
        """Answer what is asked, by hand; returns how many actions were done."""
        for n in range(most):
            self.settle()
            if self.ann.model.position.outcome is not None:
                return n
            self.mover.step()
        self.settle()
        return most

    def same(self) -> None:
        """Both windows tell the same public history."""
        lines = [one.model.link.screen.line for one in (self.ann, self.ben)]
        heads, others = ([(row.no, row.kind, row.side, row.label["key"]) for row in line] for line in lines)
        assert heads == others
        numbers = [row[0] for row in heads]
        assert numbers == sorted(set(numbers))


def look(who: Hands, link: str) -> JoinPanel:
    """Paste a link and look at it; with the keyboard alone."""
    who.window.activateWindow()
    who.window.actions_registry["join_table"].trigger()
    panel = who.window.library_page.joining
    who.until(panel.isVisible)
    QTest.keyClicks(panel.link, link)
    QTest.keyClick(panel.link, Qt.Key.Key_Return)
    who.until(lambda: panel.found is not None)
    return panel


def dialog_of(who: Hands, kind: type[D], before: object = None) -> D:
    """Return a dialog beside a table, once it is there."""
    who.until(lambda: isinstance(who.program.tables.care.dialog, kind) and who.program.tables.care.dialog is not before)
    return who.program.tables.care.dialog


def yes(who: Hands, dialog: TableDialog, words: str) -> None:
    """Agree in the box that asks."""
    box = next(iter(dialog.findChildren(QMessageBox)))
    who.press(next(b for b in box.buttons() if b.text() == words))


def log_in(who: Hands, server: str, name: str, password: str, what: str) -> None:
    """Enter under a name, with mouse and keys, in the panel beside the tables."""
    library = who.window.library_page
    who.window.tabs.setCurrentIndex(0)
    QTest.mouseClick(library.sidebar.nav["tables"], LEFT)
    who.press(library.accounts.enter)
    panel = library.account
    who.until(panel.isVisible)
    who.press(panel.what.buttons[what])
    for field, text in ((panel.server, server), (panel.name, name), (panel.password, password)):
        field.clear()
        QTest.keyClicks(field, text)
    who.shot("account")
    QTest.keyClick(panel.password, Qt.Key.Key_Return)
    assert panel.password.text() == ""
