"""Rows of a properties panel: a label and a field that stores what is typed when it is left.

A page says all its rows in order, each time (`with form.build(): …`). A row that was there before is kept and only hears
what is new of it, so that a field keeps the keyboard, its cursor and what is just being typed.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from operator import is_
from typing import Any, TypeVar

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QKeySequence, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QColorDialog,
    QGridLayout,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from qtwar.base.kana import fold
from qtwar.base.text import LANGUAGES
from qtwar.editing.typed import meant, shown
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import Button, ChoiceBox, IconButton, Panel, TextLabel
from qtwar.ui.widgets.plain import plain
from qtwar.ui.widgets.stepper import Stepper

Then = Callable[[Any], object]
W = TypeVar("W", bound=QWidget)
NAMED = re.compile(r"(?P<name>[^\W\d]\w*)(?:(?:\s*[=:]\s*|\s+)(?P<value>.*))?")
"""A number or word as it is added: its name, which templates and rules can read, and what it is (`attack 4`, `los: blocking`)."""


class TextField(QLineEdit):
    """Stores when Enter is pressed or the field is left, only what has changed; what is stored the draft's undo takes back."""

    def __init__(self, value: str, then: Callable[[str], object], name: str) -> None:
        super().__init__(value)
        self.was, self._then = value, then
        self.setAccessibleName(name)
        self.setCursorPosition(0)
        self.editingFinished.connect(self._store)

    def take(self, value: str) -> None:
        """Show a value that came from elsewhere; what is just being typed stays."""
        typing = self.hasFocus() and self.text().strip() != self.was
        if value != self.was and not typing:
            self.setText(value)
        self.was = value

    def event(self, event: QEvent) -> bool:
        """Undo and redo are those of the draft where nothing was typed here that they could take back."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            undo = event.matches(QKeySequence.StandardKey.Undo) and not self.isUndoAvailable()
            redo = event.matches(QKeySequence.StandardKey.Redo) and not self.isRedoAvailable()
            if undo or redo:
                event.ignore()
                return False
        return super().event(event)

    def _store(self) -> None:
        value = self.text().strip()
        if value != self.was:
            self.was = value
            at = self.cursorPosition()
            self.setText(value)  # letters are no longer taken back one by one
            self.setCursorPosition(at)
            self._then(value)


class TextArea(QPlainTextEdit):
    """Several lines; stored when the field is left."""

    def __init__(self, value: str, then: Callable[[str], object], name: str, lines: int = 4) -> None:
        super().__init__(value)
        self.was, self._then = value, then
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.setFixedHeight(self.fontMetrics().lineSpacing() * lines + px(16))

    def take(self, value: str) -> None:
        """Show a value that came from elsewhere; what is just being typed stays."""
        typing = self.hasFocus() and self.toPlainText().strip() != self.was
        if value != self.was and not typing:
            self.setPlainText(value)
        self.was = value

    def focusOutEvent(self, event: Any) -> None:
        """Store what has changed."""
        super().focusOutEvent(event)
        self.store()

    def store(self) -> None:
        """Store what is written now, without waiting until the field is left."""
        value = self.toPlainText().strip()
        if value != self.was:
            self.was = value
            self._then(value)


class ColourButton(Button):
    """Shows a colour and asks for another."""

    def __init__(self, value: str, then: Callable[[str], object], name: str) -> None:
        super().__init__(kind="compact", then=self._ask)
        self._value, self._then, self._name = value, then, name
        self._show()

    def take(self, value: str) -> None:
        """Show a colour that came from elsewhere."""
        if value != self._value:
            self._value = value
            self._show()

    def _show(self) -> None:
        side = px(16)
        picture = QPixmap(side, side)
        picture.fill(QColor(self._value) if self._value else Qt.GlobalColor.transparent)
        self.setIcon(QIcon(picture))
        self.setIconSize(QSize(side, side))
        self.setText(self._value or "–")
        self.setAccessibleName(f"{self._name}: {self._value}")

    def choose(self, value: str) -> None:
        """Take a colour as if it had been chosen."""
        if value != self._value:
            self._value = value
            self._show()
            self._then(value)

    def _ask(self) -> None:
        dialog = QColorDialog(QColor(self._value or current().tokens.raised), self.window())
        dialog.setOption(QColorDialog.ColorDialogOption.DontUseNativeDialog)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.colorSelected.connect(lambda colour: self.choose(colour.name()))
        dialog.open()


@dataclass(eq=False)
class _Row:
    """One row: what it is (`sign`), its widgets, what it was last told, and what hears of a change."""

    sign: tuple[Any, ...]
    widget: QWidget
    label: QWidget | None = None
    wide: bool = False
    state: Any = None
    then: Then = lambda _: None
    sent: list[int] = field(default_factory=list)
    """Numbers stepped to here that have not come back yet."""

    def tell(self, value: Any) -> None:
        """Hand what a person entered to the present callback, which each build of the form may replace."""
        self.then(value)

    def drop(self) -> None:
        """Take the row off the form."""
        for part in (self.label, self.widget):
            if part is not None:
                part.hide()
                part.deleteLater()


class Form(Panel):
    """Rows in two columns; `head` starts a new part. `fields` are the widgets by their keys."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("panel", margins=(12, 4, 12, 8), spacing=4, parent=parent)
        self.fields: dict[str, QWidget] = {}
        self.after: QWidget | None = None  # what Tab leads on from to the first row
        self._rows: list[_Row] = []
        self._before: list[_Row] | None = None
        self._left: dict[tuple[Any, ...], deque[_Row]] = {}
        self._about: object = None
        holder = QWidget()
        holder.setProperty("kind", "clear")
        self.grid = QGridLayout(holder)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(px(10))
        self.grid.setVerticalSpacing(px(6))
        self.grid.setColumnStretch(1, 1)
        self.box.addWidget(holder)
        self.box.addStretch(1)

    # -- building ----------------------------------------------------------------------------------
    @contextmanager
    def build(self, about: object = None) -> Iterator[None]:
        """Say all rows: those that are there already stay as they are, those not said go.

        `about` is what the rows are about: those of another thing are not taken over.
        """
        if about != self._about:
            self.leave()
        self._before, self._rows, self.fields = self._rows, [], {}
        for row in self._before:
            sign = row.sign if about == self._about else ()
            self._left.setdefault(sign, deque()).append(row)
        self._about = about
        try:
            yield
        finally:
            gone = [row for rows in self._left.values() for row in rows]
            same = not gone and len(self._before) == len(self._rows) and all(map(is_, self._before, self._rows))
            self._before, self._left = None, {}
            for row in gone:
                row.drop()
            if not same:
                self._lay()

    def leave(self) -> None:
        """Store what is just being typed, before another thing is shown."""
        focus = QApplication.focusWidget()
        if focus is not None and self.isAncestorOf(focus):
            focus.clearFocus()

    def type_over(self, key: str) -> None:
        """Have the keyboard in a field, its words chosen: what is typed next takes their place."""
        field = self.fields.get(key)
        if isinstance(field, QLineEdit) and self.isVisible():
            field.setFocus(Qt.FocusReason.OtherFocusReason)
            field.selectAll()

    def _lay(self) -> None:
        """Put the rows below each other, Tab in their order, behind `after`: made later, they would come last of the window.

        The grid rests meanwhile: Qt would show each new widget later, one by one, and lay out all of them each time.
        """
        n, last = 0, self.after
        self.grid.setEnabled(False)
        for row in self._rows:
            for part in (row.label, row.widget):
                if part is not None:
                    self.grid.removeWidget(part)
            wide = row.wide or row.label is None
            if row.label is not None:
                self.grid.addWidget(row.label, n, 0, 1, 2 if row.wide else 1)
                n += row.wide
            self.grid.addWidget(row.widget, n, 0 if wide else 1, 1, 2 if wide else 1)
            n += 1
            for part in (row.label, row.widget):
                if part is not None and not part.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide):
                    part.show()
            for part in _stops(row.widget):
                if last is not None:
                    QWidget.setTabOrder(last, part)
                last = part
        self.grid.setEnabled(True)

    # -- rows --------------------------------------------------------------------------------------
    def _row(
        self, kind: object, key: str, make: Callable[[_Row], QWidget], then: Then, *, name: str = "", label: bool = True,
        wide: bool = False,
    ) -> _Row:  # fmt: skip
        """Return the row of this kind that comes next, or a new one; its widget is made once, and has the label's name."""
        sign = (kind, key, name, language())
        left = self._left.get(sign)
        if left:
            row = left.popleft()
        else:
            row = _Row(sign, self, TextLabel("second-body", "" if name else key, text=name) if label else None, wide)
            row.widget = make(row)
            if label and not row.widget.accessibleName():
                row.widget.setAccessibleName(name or tr(key))
        row.then = then
        self._rows.append(row)
        if key:
            self.fields[key] = row.widget
        if self._before is None:  # said after the rest
            self._lay()
        return row

    def head(
        self, text: str, note: str = "", *, kind: str = "strong", off: str = "", then: Callable[[], object] | None = None,
        ident: str = "",
    ) -> None:  # fmt: skip
        """Add a heading with a note at its right, or a button (`off` is its text key) that takes away what stands below.

        The `ident` that rules and files call the thing by is its tip.
        """

        def make(row: _Row) -> Panel:
            word, more = row.state = TextLabel(kind), TextLabel("second")
            line = Panel(row=True, spacing=8).lay((word, 1), more)
            if off:
                line.lay(IconButton("delete-outline", off, size=26, then=lambda: row.tell(None), name=text))
            return line

        # a button is called by what it takes away: another heading is another row
        what = ("head", kind, off, text if off else "")
        word, more = self._row(what, "", make, lambda _: then() if then is not None else None, label=False).state
        word.setText(text)
        word.setToolTip(plain(ident))
        word.setAccessibleDescription(ident)
        more.setText(note)
        more.setVisible(bool(note))

    def say_line(self, text: str) -> None:
        """Add a sentence over both columns."""
        row = self._row("say", "", lambda _: TextLabel("second", wrap=True), _nothing, label=False)
        assert isinstance(row.widget, TextLabel)
        row.widget.setText(text)

    def button(self, key: str, then: Callable[[], object], icon_name: str = "", **args: Any) -> None:
        """Add a button over both columns."""

        def make(row: _Row) -> Button:
            return Button(key, kind="compact", icon_name=icon_name, then=lambda: row.tell(None), **args)

        self._row(("button", key, *args.items()), "", make, lambda _: then(), label=False)

    def part(
        self, key: str, state: Any, make: Callable[[Then], W], then: Then = lambda _: None, *, name: str = "",
    ) -> W:  # fmt: skip
        """Add a widget of one's own, over both columns or (`name`) with a label; it is made anew when `state` is another.

        `make` is given what its widget is to tell.
        """

        def made(row: _Row) -> W:
            row.state = state
            return make(row.tell)

        row = self._row("part", key, made, then, name=name, label=bool(name))
        if row.state != state:
            old, row.widget = row.widget, made(row)
            self._exchange(old, row.widget)
        self.fields[key] = row.widget
        return row.widget  # type: ignore[return-value]

    def _exchange(self, old: QWidget, new: QWidget) -> None:
        """Put a widget where another was, also for Tab; it has the keyboard if that had, as many controls from its first.

        So what was chosen keeps it, and what was added after the last of its like has it next.
        """
        focus = QApplication.focusWidget()
        held = focus is not None and (old is focus or old.isAncestorOf(focus))
        before = _stops(old)
        if not new.accessibleName():
            new.setAccessibleName(old.accessibleName())
        self.grid.replaceWidget(old, new)
        new.show()  # what is not seen yet takes no keyboard
        stops = _stops(new)
        for last, part in pairwise((*before[-1:], *stops)):
            QWidget.setTabOrder(last, part)
        if held and stops:
            n = before.index(focus) if focus in before else 0
            stops[min(n, len(stops) - 1)].setFocus(Qt.FocusReason.TabFocusReason)
        old.hide()
        old.deleteLater()

    def line(self, key: str, value: str, then: Callable[[str], object], *, name: str = "") -> TextField:
        """Add a line of text."""
        field = self._row("line", key, lambda row: TextField(value, row.tell, name or tr(key)), then, name=name).widget
        assert isinstance(field, TextField)
        field.take(value)
        return field

    def both(
        self, key: str, value: Mapping[str, str], then: Callable[[dict[str, str]], object], *, field_key: str = ""
    ) -> None:
        """Add a text in English and in Japanese; `field_key` tells several of one name apart."""
        now = dict(value)

        def store(lang: str, words: str) -> None:
            now[lang] = words
            then({k: v for k, v in now.items() if v})

        for lang in LANGUAGES:
            name = f"{tr(key)} · {tr('edit.lang.' + lang)}"
            made = self.line(f"{field_key or key}.{lang}", now.get(lang, ""), partial(store, lang), name=name)
            made.setAccessibleName(f"{tr(key)} {lang}")

    def number(
        self, key: str, value: int, low: int, high: int, then: Callable[[int], object], *, name: str = ""
    ) -> Stepper:
        """Add a whole number."""

        def make(row: _Row) -> Panel:
            stepper = row.state = Stepper(low, high, value=value, name=name or tr(key))
            stepper.changed.connect(lambda n: (row.sent.append(n), row.tell(n)))
            return Panel(row=True).lay(stepper, None)

        row = self._row("number", key, make, then, name=name)
        stepper: Stepper = row.state
        self.fields[key] = stepper
        row.sent = row.sent[row.sent.index(value) + 1 :] if value in row.sent else []
        if not row.sent:  # else a later number is on its way
            stepper.set_limits(low, high)
            stepper.set_value(value, tell=False)
        return stepper

    def choice(self, key: str, values: Sequence[tuple[Any, str]], chosen: Any, then: Then, *, name: str = "") -> ChoiceBox:
        """Add a list of values (value, text)."""
        box = self._row("choice", key, lambda row: ChoiceBox(least=8, then=row.tell), then, name=name).widget
        assert isinstance(box, ChoiceBox)
        box.offer(values, chosen)
        return box

    def check(self, key: str, value: bool, then: Callable[[bool], object], *, name: str = "", field_key: str = "") -> QCheckBox:
        """Add a switch; `field_key` tells several of one text apart, `name` is said instead of the text."""

        def make(row: _Row) -> QCheckBox:
            box = QCheckBox(name or tr(key))
            box.toggled.connect(row.tell)
            return box

        row = self._row("check", field_key or key, make, _nothing, name=name, label=False)
        assert isinstance(row.widget, QCheckBox)
        row.widget.setChecked(value)
        row.then = then
        return row.widget

    def colour(self, key: str, value: str, then: Callable[[str], object], *, field_key: str = "") -> ColourButton:
        """Add a colour; `field_key` tells several of one name apart."""
        name = tr(key)
        button = self._row("colour", field_key or key, lambda row: ColourButton(value, row.tell, name), then, name=name).widget
        assert isinstance(button, ColourButton)
        button.take(value)
        return button

    def words(self, key: str, value: str, then: Callable[[str], object], lines: int = 4, *, name: str = "") -> TextArea:
        """Add several lines of text."""

        def make(row: _Row) -> TextArea:
            return TextArea(value, row.tell, name or tr(key), lines)

        area = self._row("words", key, make, then, name=name, wide=True).widget
        assert isinstance(area, TextArea)
        area.take(value)
        return area

    def numbers(
        self, key: str, attrs: Mapping[str, Any], then: Callable[[dict[str, Any]], object],
        names: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        """Add the numbers and words that a title names itself: a row each, one to add more.

        Those that the program knows have `names`; they are understood where one is typed, and what they are stored as is the tip.
        """
        names = names or {}
        idents = {fold(name): ident for ident, name in names.items()}

        def told(name: str, did: tuple[str, str]) -> None:
            rest = {k: v for k, v in attrs.items() if k != name or did[0] == "set"}
            then({**rest, name: meant(did[1])} if did[0] == "set" else rest)

        def add(text: str) -> None:
            words = fold(text.strip())
            known = next((name for name in idents if words.startswith(name)), None)
            typed = NAMED.fullmatch(idents[known] + words[len(known) :] if known else text.strip())
            if typed and (typed["value"] or typed["name"] not in attrs):
                then({**attrs, typed["name"]: meant(typed["value"] or "0")})

        def make(row: _Row) -> TextField:
            field = TextField("", row.tell, tr("edit.attr_new"))
            field.setPlaceholderText(tr("edit.attr_new"))
            return field

        self.head(tr(key))
        for name, value in attrs.items():
            self._attribute(f"{key}.{name}", names.get(name, name), shown(value), partial(told, name), name)
        field = self._row("attr_new", f"{key}.new", make, add, label=False).widget
        assert isinstance(field, TextField)
        field.take("")

    def _attribute(self, key: str, name: str, value: str, then: Then, ident: str) -> None:
        """Add a field that tells (`set`, its text), and a button that tells (`drop`, nothing)."""

        def make(row: _Row) -> Panel:
            row.state = TextField(value, lambda text: row.tell(("set", text)), name)
            drop = IconButton("close", "edit.attr_drop", size=26, then=lambda: row.tell(("drop", "")), name=name)
            return Panel(row=True, spacing=4).lay((row.state, 1), drop)

        row = self._row("attr", key, make, then, name=name)
        row.state.take(value)
        if row.label is not None and ident != name:
            row.label.setToolTip(plain(ident))
        self.fields[key] = row.state


def _stops(widget: QWidget) -> list[QWidget]:
    """Return where Tab stops in a widget, in order; lists that pop up are no part of it."""
    parts = (widget, *widget.findChildren(QWidget))
    return [p for p in parts if p.focusPolicy() & Qt.FocusPolicy.TabFocus and p.window() is widget.window()]


def _nothing(_: object) -> None:
    """What a row tells that nobody listens to."""
