"""Rows of a properties panel: a label and a field that stores what is typed when it is left."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QColorDialog,
    QComboBox,
    QGridLayout,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from qtwar.editing.typed import meant, shown
from qtwar.ui.i18n import tr
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import Button, IconButton, Panel, Text
from qtwar.ui.widgets.stepper import Stepper

Then = Callable[[Any], object]


class Field(QLineEdit):
    """Stores when Enter is pressed or the field is left, only what has changed."""

    def __init__(self, value: str, then: Callable[[str], object], name: str) -> None:
        super().__init__(value)
        self.was, self._then = value, then
        self.setAccessibleName(name)
        self.setCursorPosition(0)
        self.editingFinished.connect(self._store)

    def _store(self) -> None:
        value = self.text().strip()
        if value != self.was:
            self.was = value
            self._then(value)


class Area(QPlainTextEdit):
    """Several lines; stored when the field is left."""

    def __init__(self, value: str, then: Callable[[str], object], name: str, lines: int = 4) -> None:
        super().__init__(value)
        self.was, self._then = value, then
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.setFixedHeight(self.fontMetrics().lineSpacing() * lines + px(16))

    def focusOutEvent(self, event: Any) -> None:
        """Store what has changed."""
        super().focusOutEvent(event)
        self.store()

    def store(self) -> None:
        """Store now."""
        value = self.toPlainText().strip()
        if value != self.was:
            self.was = value
            self._then(value)


class ColourButton(Button):
    """Shows a colour and asks for another."""

    def __init__(self, value: str, then: Callable[[str], object], name: str) -> None:
        super().__init__(kind="compact", then=self._ask)
        self._value, self._then = value, then
        self.setAccessibleName(f"{name}: {value}")
        self._show()

    def _show(self) -> None:
        side = px(16)
        picture = QPixmap(side, side)
        picture.fill(QColor(self._value) if self._value else Qt.GlobalColor.transparent)
        self.setIcon(QIcon(picture))
        self.setIconSize(QSize(side, side))
        self.setText(self._value or "–")

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


class Form(Panel):
    """Rows in two columns; `head` starts a new part."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("panel", margins=(12, 4, 12, 8), spacing=4, parent=parent)
        self.fields: dict[str, QWidget] = {}
        self._start()

    def _start(self) -> None:
        self.holder = QWidget()
        self.holder.setProperty("kind", "clear")
        self.grid = QGridLayout(self.holder)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(px(10))
        self.grid.setVerticalSpacing(px(6))
        self.grid.setColumnStretch(1, 1)
        self.box.addWidget(self.holder)
        self.box.addStretch(1)

    def empty(self) -> None:
        """Take all rows out; the field that was typed in has the keyboard again when the rows are there anew."""
        focus = QApplication.focusWidget()
        if focus is not None and self.isAncestorOf(focus):
            key = next((k for k, w in self.fields.items() if w is focus or w.isAncestorOf(focus)), "")
            focus.clearFocus()
            QTimer.singleShot(0, self, lambda: self._refocus(key))
        while self.box.count():
            item = self.box.takeAt(0)
            widget = item.widget() if item else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.fields = {}
        self._start()

    def _refocus(self, key: str) -> None:
        field = self.fields.get(key)
        if field is not None and QApplication.focusWidget() is None:
            field.setFocus(Qt.FocusReason.TabFocusReason)  # as Tab would have left it: all of it selected

    def busy(self) -> bool:
        """Return whether something is typed here that is not stored yet: then the rows stay as they are."""
        focus = QApplication.focusWidget()
        if focus is None or not self.isAncestorOf(focus):
            return False
        if isinstance(focus, Field):
            return focus.text().strip() != focus.was
        return isinstance(focus, Area) and focus.toPlainText().strip() != focus.was

    # -- rows --------------------------------------------------------------------------------------
    def row(self, key: str, widget: QWidget, *, wide: bool = False, name: str = "") -> QWidget:
        """Add a row; `wide` puts the field below its label."""
        n = self.grid.rowCount()
        label = Text("second-body", key if not name else "")
        if name:
            label.setText(name)
        label.setWordWrap(False)
        self.grid.addWidget(label, n, 0, 1, 2 if wide else 1)
        self.grid.addWidget(widget, n + 1 if wide else n, 0 if wide else 1, 1, 2 if wide else 1)
        if not widget.accessibleName():
            widget.setAccessibleName(name or tr(key))
        self.fields[key] = widget
        return widget

    def head(self, text: str, note: str = "") -> None:
        """Add a heading with a note at its right."""
        line = Panel(row=True, spacing=8)
        word = Text("strong")
        word.setText(text)
        line.box.addWidget(word, 1)
        if note:
            more = Text("second")
            more.setText(note)
            line.box.addWidget(more)
        self.grid.addWidget(line, self.grid.rowCount(), 0, 1, 2)

    def say_line(self, text: str, kind: str = "second") -> None:
        """Add a sentence over both columns."""
        word = Text(kind)
        word.setText(text)
        word.setWordWrap(True)
        self.grid.addWidget(word, self.grid.rowCount(), 0, 1, 2)

    def add(self, widget: QWidget) -> QWidget:
        """Add a widget over both columns."""
        self.grid.addWidget(widget, self.grid.rowCount(), 0, 1, 2)
        return widget

    def line(self, key: str, value: str, then: Callable[[str], object], *, name: str = "") -> QLineEdit:
        """Add a line of text."""
        field = Field(value, then, name or tr(key))
        self.row(key, field, name=name)
        return field

    def both(
        self, key: str, value: Mapping[str, str], then: Callable[[dict[str, str]], object], *, field_key: str = ""
    ) -> None:
        """Add a text in English and in Japanese; `field_key` tells several of one name apart."""
        now = dict(value)

        def store(lang: str, words: str) -> None:
            changed = {**now, lang: words}
            now.update(changed)
            then({k: v for k, v in changed.items() if v})

        for lang in ("en", "ja"):
            field = Field(now.get(lang, ""), lambda words, la=lang: store(la, words), f"{tr(key)} {lang}")
            self.row(f"{field_key or key}.{lang}", field, name=f"{tr(key)} · {tr('edit.lang.' + lang)}")

    def number(
        self, key: str, value: int, low: int, high: int, then: Callable[[int], object], *, name: str = ""
    ) -> Stepper:
        """Add a whole number."""
        field = Stepper(low, high)
        field.set_value(value, tell=False)
        field.changed.connect(then)
        line = Panel(row=True)
        line.box.addWidget(field)
        line.box.addStretch(1)
        line.setAccessibleName(name or tr(key))
        field.field.setAccessibleName(name or tr(key))
        self.row(key, line, name=name)
        self.fields[key] = field
        return field

    def choice(
        self, key: str, values: Sequence[tuple[Any, str]], chosen: Any, then: Then, *, name: str = ""
    ) -> QComboBox:
        """Add a list of values (value, text)."""
        box = QComboBox()
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(8)
        for value, text in values:
            box.addItem(text, value)
        box.setCurrentIndex(next((n for n, (value, _) in enumerate(values) if value == chosen), -1))
        box.activated.connect(lambda n: then(values[n][0]))
        self.row(key, box, name=name)
        return box

    def check(self, key: str, value: bool, then: Callable[[bool], object]) -> QCheckBox:
        """Add a switch."""
        box = QCheckBox(tr(key))
        box.setChecked(value)
        box.toggled.connect(then)
        self.add(box)
        self.fields[key] = box
        return box

    def colour(self, key: str, value: str, then: Callable[[str], object]) -> ColourButton:
        """Add a colour."""
        button = ColourButton(value, then, tr(key))
        self.row(key, button)
        return button

    def words(self, key: str, value: str, then: Callable[[str], object], lines: int = 4, *, name: str = "") -> Area:
        """Add several lines of text."""
        field = Area(value, then, name or tr(key), lines)
        self.row(key, field, wide=True, name=name)
        return field

    def numbers(self, key: str, attrs: Mapping[str, Any], then: Callable[[dict[str, Any]], object]) -> None:
        """Add the numbers and words that a title names itself: a row each, one to add more."""
        self.head(tr(key))
        for name, value in attrs.items():
            row = Panel(row=True, spacing=4)
            field = Field(shown(value), lambda text, n=name: then({**attrs, n: meant(text)}), name)
            row.box.addWidget(field, 1)
            drop = IconButton(
                "close", "edit.attr_drop", size=26,
                then=lambda n=name: then({k: v for k, v in attrs.items() if k != n}), name=name,
            )  # fmt: skip
            row.box.addWidget(drop)
            self.row(f"{key}.{name}", row, name=name)
            self.fields[f"{key}.{name}"] = field
        new = Field(
            "", lambda text: then({**attrs, text: 0}) if text and text not in attrs else None, tr("edit.attr_new")
        )
        new.setPlaceholderText(tr("edit.attr_new"))
        self.add(new)
        self.fields[f"{key}.new"] = new
