"""The keyboard of a page of play: Enter, Esc, digits and bare letters."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from qtwar.ui.actions import COMMANDS, chord
from qtwar.ui.play.gamepage import GamePage

_TYPED = (QLineEdit, QTextEdit, QPlainTextEdit, QAbstractSpinBox)


def press(page: GamePage, event: QKeyEvent) -> bool:
    """Do what a key means in play; False where it means nothing here, the screen changes hands, or text is typed."""
    if page.cover.isVisible():
        return False
    focus = QApplication.focusWidget()
    key, mods = event.key(), event.modifiers()
    enter = key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    typed = isinstance(focus, _TYPED) and not (isinstance(focus, QTextEdit) and focus.isReadOnly())
    # A number that is typed into the prompt bar is carried out by its button, which shows the Enter key.
    if typed and focus is not None and not (enter and page.prompt.isAncestorOf(focus)):
        return False
    if mods & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier):
        return False
    if key == Qt.Key.Key_Space and focus is page.shelf.tabs:  # also while something is in hand, whose key Enter is then
        page.shelf.set_open(True)
        return True
    carry = page.board.carry
    if carry is not None and carry.phase == "carried":  # the bar shows both keys, wherever the keyboard is
        if enter:
            carry.drop(carry.end) if carry.end else carry.explain(carry.target)
            return True
        if key == Qt.Key.Key_Escape:
            page.board.tool.cancel()
            return True
    if enter:
        return page.reaction.fire() or page.prompt.press_primary() or _press_focused(page, focus)
    if key == Qt.Key.Key_Escape:
        if page.model.history.position < page.model.history.live:
            page.model.history.look_at(page.model.history.live)
            return True
        return page.reaction.let_go() or page.prompt.escape()
    if Qt.Key.Key_1 <= key <= Qt.Key.Key_9:
        number = key - Qt.Key.Key_0
        return page.reaction.pick_number(number) or page.prompt.press_answer(number)
    shift = "Shift+" if mods & Qt.KeyboardModifier.ShiftModifier else ""
    ident = page.actions_registry.bare_key(QKeySequence(shift + QKeySequence(key).toString()))
    if ident:
        page.actions_registry[ident].trigger()
        return True
    return False


def _press_focused(page: GamePage, focus: QWidget | None) -> bool:
    """Enter where no button shows it: press what has the keyboard, as Space does; a tab of the shelf opens it."""
    if focus is page.shelf.tabs:
        page.shelf.set_open(True)
    elif isinstance(focus, QAbstractButton) and focus.focusPolicy() & Qt.FocusPolicy.TabFocus:
        focus.click()
    else:
        return False
    return True


def on_board(page: GamePage) -> dict[str, Callable[[], None]]:
    """Return what the commands of the board do when they are chosen by name: their key is pressed there."""

    def do(ident: str) -> None:
        for key in page.actions_registry.keys(ident)[:1]:
            pressed = chord(key)
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                QApplication.sendEvent(page.board, QKeyEvent(kind, pressed.key(), pressed.keyboardModifiers()))

    return {command.id: partial(do, command.id) for command in COMMANDS if command.scope == "board"}
