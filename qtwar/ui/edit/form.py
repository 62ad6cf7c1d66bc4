"""Rows of a properties panel: a label and a field that stores what is typed when it is left.

A page says all its rows in order, each time (`with form.build(): …`). A row that was there before is kept and only hears
what is new of it, so that a field keeps the keyboard, its cursor and what is just being typed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QColorDialog,
    QGridLayout,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from qtwar.editing.typed import meant, shown
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import Button, ChoiceBox, IconButton, Panel, TextLabel
from qtwar.ui.widgets.stepper import Stepper

Then = Callable[[Any], object]
W = TypeVar("W", bound=QWidget)


class TextField(QLineEdit):
    """Stores when Enter is pressed or the field is left, only what has changed."""

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

    def _store(self) -> None:
        value = self.text().strip()
        if value != self.was:
            self.was = value
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
        """Tell of what a person did; what hears of it may be another by now than when the row was made."""
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
            same = not gone and len(self._before) == len(self._rows) and all(map(_is, self._before, self._rows))
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

    def _take(self, sign: tuple[Any, ...], make: Callable[[], _Row]) -> _Row:
        """Return the row of this kind that comes next, or a new one."""
        sign = (*sign, language())
        left = self._left.get(sign)
        if left:
            row = left.popleft()
        else:
            row = make()
            row.sign = sign
        self._rows.append(row)
        if self._before is None:  # said after the rest
            self._lay()
        return row

    def _lay(self) -> None:
        """Put the rows below each other, Tab in their order."""
        n, last = 0, None
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
            for part in (row.widget, *row.widget.findChildren(QWidget)):
                if part.focusPolicy() & Qt.FocusPolicy.TabFocus and part.window() is self.window():  # no list that pops up
                    if last is not None:
                        QWidget.setTabOrder(last, part)
                    last = part

    # -- rows --------------------------------------------------------------------------------------
    def _row(self, kind: str, key: str, name: str, make: Callable[[_Row], W], *, wide: bool = False) -> tuple[_Row, W]:
        """Return a row with a label, whose widget is made once."""

        def made() -> _Row:
            label = TextLabel("second-body", key if not name else "", text=name)
            row = _Row((), label, label, wide)
            row.widget = make(row)
            if not row.widget.accessibleName():
                row.widget.setAccessibleName(name or tr(key))
            return row

        row = self._take((kind, key, name), made)
        self.fields[key] = row.widget
        return row, row.widget  # type: ignore[return-value]

    def head(
        self, text: str, note: str = "", *, kind: str = "strong", off: str = "", then: Callable[[], object] | None = None
    ) -> None:
        """Add a heading with a note at its right, or a button (`off` is its text key) that takes away what stands below."""

        def made() -> _Row:
            word, more = TextLabel(kind), TextLabel("second")
            line = Panel(row=True, spacing=8).lay(word, more, grow=word)
            row = _Row((), line)
            if off:
                line.lay(IconButton("delete-outline", off, size=26, then=lambda: row.tell(None), name=text))
            row.state = (word, more)
            return row

        # a button is called by what it takes away: another heading is another row
        row = self._take(("head", kind, off, text if off else ""), made)
        word, more = row.state
        word.setText(text)
        more.setText(note)
        more.setVisible(bool(note))
        row.then = lambda _: then() if then is not None else None

    def say_line(self, text: str, kind: str = "second") -> None:
        """Add a sentence over both columns."""

        def made() -> _Row:
            return _Row((), TextLabel(kind, wrap=True))

        row = self._take(("say", kind), made)
        assert isinstance(row.widget, TextLabel)
        row.widget.setText(text)

    def button(self, key: str, then: Callable[[], object], icon_name: str = "", **args: Any) -> None:
        """Add a button over both columns."""

        def made() -> _Row:
            button = Button(key, kind="compact", icon_name=icon_name, then=lambda: row.tell(None), **args)
            row = _Row((), button)
            return row

        self._take(("button", key, *args.items()), made).then = lambda _: then()

    def part(
        self, key: str, state: Any, make: Callable[[Then], W], then: Then = lambda _: None, *, name: str = "",
    ) -> W:  # fmt: skip
        """Add a widget of one's own, over both columns or (`name`) with a label; it is made anew when `state` is another.

        `make` is given what its widget is to tell.
        """

        def made() -> _Row:
            label = None
            if name:
                label = TextLabel("second-body", text=name)
            row = _Row((), self, label, state=state)
            row.widget = make(row.tell)
            if name and not row.widget.accessibleName():
                row.widget.setAccessibleName(name)
            return row

        row = self._take(("part", key, name), made)
        row.then = then
        if row.state != state:
            old, row.state = row.widget, state
            row.widget = make(row.tell)
            self._exchange(old, row.widget)
        self.fields[key] = row.widget
        return row.widget  # type: ignore[return-value]

    def _exchange(self, old: QWidget, new: QWidget) -> None:
        """Put a widget where another was; it has the keyboard if that had."""
        focus = QApplication.focusWidget()
        held = focus is not None and (old is focus or old.isAncestorOf(focus))
        if not new.accessibleName():
            new.setAccessibleName(old.accessibleName())
        self.grid.replaceWidget(old, new)
        if held:
            new.setFocus(Qt.FocusReason.TabFocusReason)
        old.hide()
        old.deleteLater()

    def line(self, key: str, value: str, then: Callable[[str], object], *, name: str = "") -> TextField:
        """Add a line of text."""
        row, made = self._row("line", key, name, lambda row: TextField(value, row.tell, name or tr(key)))
        row.then = then
        made.take(value)
        return made

    def both(
        self, key: str, value: Mapping[str, str], then: Callable[[dict[str, str]], object], *, field_key: str = ""
    ) -> None:
        """Add a text in English and in Japanese; `field_key` tells several of one name apart."""
        now = dict(value)

        def store(lang: str, words: str) -> None:
            now[lang] = words
            then({k: v for k, v in now.items() if v})

        for lang in ("en", "ja"):
            name = f"{tr(key)} · {tr('edit.lang.' + lang)}"
            made = self.line(f"{field_key or key}.{lang}", now.get(lang, ""), lambda words, la=lang: store(la, words), name=name)
            made.setAccessibleName(f"{tr(key)} {lang}")

    def number(
        self, key: str, value: int, low: int, high: int, then: Callable[[int], object], *, name: str = ""
    ) -> Stepper:
        """Add a whole number."""

        def make(row: _Row) -> Panel:
            stepper = row.state = Stepper(low, high)
            stepper.set_value(value, tell=False)
            stepper.changed.connect(lambda n: (row.sent.append(n), row.tell(n)))
            stepper.setAccessibleName(name or tr(key))
            return Panel(row=True).lay(stepper, None)

        row, _ = self._row("number", key, name, make)
        row.then = then
        stepper: Stepper = row.state
        self.fields[key] = stepper
        row.sent = row.sent[row.sent.index(value) + 1 :] if value in row.sent else []
        if not row.sent:  # else a later number is on its way
            stepper.set_limits(low, high)
            stepper.set_value(value, tell=False)
        return stepper

    def choice(self, key: str, values: Sequence[tuple[Any, str]], chosen: Any, then: Then, *, name: str = "") -> ChoiceBox:
        """Add a list of values (value, text)."""

        def make(row: _Row) -> ChoiceBox:
            box = ChoiceBox(least=8)
            box.picked.connect(row.tell)
            return box

        row, box = self._row("choice", key, name, make)
        row.then = then
        box.offer(values, chosen)
        return box

    def check(self, key: str, value: bool, then: Callable[[bool], object], *, name: str = "", field_key: str = "") -> QCheckBox:
        """Add a switch; `field_key` tells several of one text apart, `name` is said instead of the text."""

        def make() -> _Row:
            box = QCheckBox(name or tr(key))
            row = _Row((), box)
            box.toggled.connect(row.tell)
            return row

        row = self._take(("check", field_key or key, name), make)
        box = row.widget
        assert isinstance(box, QCheckBox)
        row.then = lambda _: None
        box.setChecked(value)
        row.then = then
        self.fields[field_key or key] = box
        return box

    def colour(self, key: str, value: str, then: Callable[[str], object], *, field_key: str = "") -> ColourButton:
        """Add a colour; `field_key` tells several of one name apart."""
        row, button = self._row("colour", field_key or key, tr(key), lambda row: ColourButton(value, row.tell, tr(key)))
        row.then = then
        button.take(value)
        return button

    def words(self, key: str, value: str, then: Callable[[str], object], lines: int = 4, *, name: str = "") -> TextArea:
        """Add several lines of text."""
        row, area = self._row("words", key, name, lambda row: TextArea(value, row.tell, name or tr(key), lines), wide=True)
        row.then = then
        area.take(value)
        return area

    def numbers(self, key: str, attrs: Mapping[str, Any], then: Callable[[dict[str, Any]], object]) -> None:
        """Add the numbers and words that a title names itself: a row each, one to add more."""
        self.head(tr(key))
        for name, value in attrs.items():
            self._attribute(key, name, value, attrs, then)

        def add(text: str) -> None:
            if text and text not in attrs:
                then({**attrs, text: 0})

        def make() -> _Row:
            made = TextField("", lambda text: row.tell(text), tr("edit.attr_new"))
            made.setPlaceholderText(tr("edit.attr_new"))
            row = _Row((), made)
            return row

        row = self._take(("attr_new", key), make)
        row.then = add
        assert isinstance(row.widget, TextField)
        row.widget.take("")
        self.fields[f"{key}.new"] = row.widget

    def _attribute(self, key: str, name: str, value: Any, attrs: Mapping[str, Any], then: Then) -> None:
        def make(row: _Row) -> Panel:
            row.state = TextField(shown(value), lambda text: row.tell(("set", text)), name)
            drop = IconButton("close", "edit.attr_drop", size=26, then=lambda: row.tell(("drop", "")), name=name)
            return Panel(row=True, spacing=4).lay((row.state, 1), drop)

        def told(did: tuple[str, str]) -> None:
            if did[0] == "set":
                then({**attrs, name: meant(did[1])})
            else:
                then({k: v for k, v in attrs.items() if k != name})

        row, _ = self._row("attr", f"{key}.{name}", name, make)
        row.then = told
        row.state.take(shown(value))
        self.fields[f"{key}.{name}"] = row.state


def _is(a: object, b: object) -> bool:
    return a is b
