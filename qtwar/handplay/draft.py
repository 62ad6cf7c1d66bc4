"""A draft in the editor's window under somebody's hand: its pages, tools and cells, and what its document says."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QLineEdit, QWidget

from qtwar.handplay.faults import HandFault
from qtwar.handplay.person import CTRL, NONE
from qtwar.handplay.play import HandPlay
from qtwar.ui.i18n import tr

K = Qt.Key
TURNS = 3
"""Rounds of the window in which a page builds itself anew after it was told of a change."""


class DraftHand(HandPlay):
    """The program with an empty draft open, once `_begin` was done."""

    # -- the draft ---------------------------------------------------------------------------------
    def _begin(self) -> None:
        person = self.person
        person.wait(self.window.library_page.isVisible, 30)
        person.key(K.Key_N, CTRL)
        person.type("robot")
        person.key(K.Key_Return)
        stack: Any = self.window.stack
        if not person.wait(lambda: stack.currentWidget().property("tab") == "draft", 60):
            raise HandFault("nothing_happens", "Create opens no draft")
        self.page: Any = stack.currentWidget()
        self.model: Any = self.page.model
        self.view: Any = self.page.map.view
        person.wait(lambda: self.view.isVisible() and self.view.width() > 210, 10)
        person.key(K.Key_0, CTRL)
        self._rest()

    def _rest(self) -> None:
        """Wait until what was asked for is stored."""
        self.person.turn()
        if not self.person.wait(lambda: self.model._reader.pending == 0 and self.model._jobs.pending == 0, 60):
            raise HandFault("stuck", "the editor does not come to rest")
        for _ in range(TURNS):
            self.person.turn()

    def _entries(self) -> int:
        return len(self.model.session.history.line)

    def _document(self) -> Any:
        """Return the draft's content as plain data."""
        return self.model.content.model_dump(mode="json", by_alias=True)

    @property
    def board(self) -> Any:
        """The board of the draft."""
        return self.model.content.boards[0]

    def _turn(self, page: str) -> None:
        """Click the button of a page of the editor."""
        if not self._shows(page):
            self.person.click(self.page.toolbar.pages[page])
            self._rest()
        if not self._shows(page):
            raise HandFault("nothing_happens", f"the page {page} does not come forward")

    def _shows(self, page: str) -> bool:
        return page in self.page.pages and bool(self.page.pages[page].isVisible())

    def _tool(self, ident: str) -> None:
        """Click a tool of the rail."""
        button = self.page.map.rail.buttons[ident]
        self.person.click(button)
        if self.view.tool.id != ident:
            raise HandFault("nothing_happens", f"the tool {ident} is not taken up")

    def _expect(self, meant: str, holds: bool) -> None:
        if not holds:
            raise HandFault("other_action", f"meant: {meant}; the document says otherwise")

    def _expect_same(self, did: str, document: Any) -> None:
        """Compare the document with one from before."""
        now = self._document()
        other = [key for key in document if document[key] != now.get(key)]
        self._expect(f"{did}: the same as before, but {', '.join(other)}", now == document)

    def _undo(self, entries: int, before: Any) -> None:
        """Ctrl+Z brings the document back as it was, Ctrl+Y makes it as it is now."""
        self._turn("map")  # in a field Ctrl+Z takes letters back
        after, now = self._document(), self._entries()
        for _ in range(now - entries):
            self.person.key(K.Key_Z, CTRL)
            self._rest()
        self._expect_same("undo", before)
        for _ in range(now - entries):
            self.person.key(K.Key_Y, CTRL)
            self._rest()
        self._expect_same("redo", after)

    def _cell(self, chance: random.Random) -> str:
        """Return a cell in the middle of the board that nothing covers."""
        return chance.choice(self._cells())

    def _cells(self) -> list[str]:
        """Return all cells that nothing covers."""
        cells: list[str] = [c for c in self.view.layout_.grid.cells() if self.person.on_top(self.view, self._at(c))]
        if not cells:
            raise HandFault("cannot_be_given", "no cell lies open in view")
        return cells

    def _at(self, cell: str) -> QPoint:
        point: QPoint = self.view.camera.to_screen(QPointF(*self.view.layout_.centre(cell))).toPoint()
        return point

    def _drag(self, start: QPoint, end: QPoint, mods: Any = NONE) -> None:
        """Draw a stroke, fast: the pointer is seen at its start, in the middle and at its end."""
        self.person.wait(self.window.isActiveWindow, 5)  # a dialog that has just gone would let go of it halfway
        self.person.press(self.view, start, mods)
        self.person.lead(self.view, (start + end) / 2)
        self.person.lead(self.view, end)
        self.person.release(self.view, end, mods)
        self._rest()

    def _click(self, at: QPoint, mods: Any = NONE) -> None:
        self.person.click(self.view, at, mods)
        self._rest()

    def _option(self, key: str, **values: Any) -> None:
        """Click a button of the bar of the tool in hand."""
        self._click_in(self.page.map.bar, key, **values)

    def _press(self, page: str, key: str) -> None:
        self._turn(page)
        self._click_in(self.page.pages[page], key)

    def _click_in(self, part: QWidget, key: str, **values: Any) -> None:
        """Click the button of a part of the window that says something."""
        button = self.person.button(part, tr(key, **values))
        if button is None:
            raise HandFault("no_control", f"nothing says {tr(key, **values)!r}")
        self.person.click(button)
        self._rest()

    def _counter(self, chance: random.Random) -> None:
        count = len(self.model.content.kinds)
        self._press("counters", "edit.kind_new")
        self._expect("a counter more", len(self.model.content.kinds) == count + 1)
        self.person.type("scouts")
        self.person.key(K.Key_Return)
        self._rest()
        name = self.model.content.kinds[-1].name.get(self.plan.language)
        self._expect(f"a counter called scouts, not {name}", name.casefold() == "scouts")


    # -- fields, lists and dialogs -------------------------------------------------------------------
    def _write(self, field: QWidget, text: str) -> None:
        """Type over what a field holds, and press Enter."""
        self.person.click(field)
        self.person.key(K.Key_A, CTRL)
        self.person.type(text)
        self.person.key(K.Key_Return)
        self._rest()

    def _pick(self, box: Any, value: Any) -> None:
        """Fold a list out, and choose an entry by keys."""
        self.person.click(box)
        if not self.person.wait(box.view().isVisible, 5):
            raise HandFault("nothing_happens", f"{self.person.name(box)} does not fold out")
        self.person.key(K.Key_Home)
        for _ in range(box.values.index(value)):
            self.person.key(K.Key_Down)
        self.person.key(K.Key_Return)
        self.person.wait(lambda: not box.view().isVisible(), 5)
        self._rest()

    def _command(self, ident: str) -> None:
        """Carry out a command by the palette."""
        self.person.key(K.Key_K, CTRL)
        self.person.wait(self.window.palette_widget.isVisible, 5)
        self.person.type(ident.replace("_", " "))
        self.person.key(K.Key_Return)

    def _file(self, path: Path) -> None:
        """Type a path into the dialog that has opened."""
        self._answer(QFileDialog, "a file", lambda field: True, str(path))

    def _answer(self, kind: type[QDialog], what: str, wanted: Callable[[QLineEdit], bool], text: str) -> None:
        """Type over what the wanted field of a dialog of a kind holds, and press Enter; the dialog goes."""

        def dialogs() -> list[QDialog]:
            return [dialog for dialog in self.window.findChildren(kind) if dialog.isVisible()]

        if not self.person.wait(dialogs, 10):
            raise HandFault("nothing_happens", f"no dialog asks for {what}")
        dialog = dialogs()[0]
        field = next(field for field in dialog.findChildren(QLineEdit) if wanted(field))
        self.person.wait(dialog.isActiveWindow, 5)
        self.person.walk_to(field)
        self.person.key(K.Key_A, CTRL)
        self.person.type(text)
        self.person.key(K.Key_Return)
        if not self.person.wait(lambda: not dialogs(), 10):
            raise HandFault("nothing_happens", f"the dialog does not take {text}: it says {field.text()!r}")
        self.window.activateWindow()  # a screen without a window manager leaves the keyboard nowhere
        self.person.wait(self.window.isActiveWindow, 5)
        self._rest()
