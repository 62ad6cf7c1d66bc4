"""Rows of a form for the fields of one thing: each shows what the field holds, and writes there what is typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from qtwar.base.text import LANGUAGES
from qtwar.editing import items
from qtwar.ui.edit.form import Form
from qtwar.ui.edit.model import EditModel
from qtwar.ui.i18n import tr


class Sheet:
    """Adds rows to a form. `path` is where the thing stands in the content, `prefix` tells its rows from another's.

    A row is given by the text key of its name and the field; `value` where the field is not called so in the model.
    """

    def __init__(self, form: Form, model: EditModel, thing: Any, *path: str | int, prefix: str = "") -> None:
        self.form, self.model, self.thing, self.path, self.prefix = form, model, thing, path, prefix

    def put(self, *field: str | int) -> Callable[[Any], None]:
        """Return what writes a field, or what stands deeper in it."""
        return lambda value: self.model.do(items.put, (*self.path, *field), value)

    def _named(self, key: str, field: str) -> tuple[str, str]:
        """Return (key of the row, its name)."""
        return (f"{self.prefix}.{field}", tr(key)) if self.prefix else (key, "")

    def both(self, key: str, field: str) -> None:
        """Add a text in English and in Japanese."""
        row, _ = self._named(key, field)
        self.form.both(key, getattr(self.thing, field).model_dump(), self.put(field), field_key=row)

    def texts(self, key: str, field: str, lines: int) -> None:
        """Add a text of several lines, one below the other in each language."""
        text = getattr(self.thing, field)
        for lang in LANGUAGES:
            row, named = self._named(f"{key}.{lang}", f"{field}.{lang}")

            def store(words: str, la: str = lang) -> None:
                self.put(field)({**text.model_dump(), la: words})

            self.form.words(row, getattr(text, lang), store, lines, name=named)

    def line(self, key: str, field: str) -> None:
        """Add a line of text."""
        row, name = self._named(key, field)
        self.form.line(row, getattr(self.thing, field), self.put(field), name=name)

    def list(self, key: str, field: str) -> None:
        """Add words that are divided by commas."""
        row, name = self._named(key, field)
        put = self.put(field)

        def store(text: str) -> None:
            put([word.strip() for word in text.split(",") if word.strip()])

        self.form.line(row, ", ".join(getattr(self.thing, field)), store, name=name)

    def number(self, key: str, field: str, low: int, high: int) -> None:
        """Add a whole number; 0 of one that may be absent takes it away."""
        row, name = self._named(key, field)
        put, value = self.put(field), getattr(self.thing, field)
        absent = type(self.thing).model_fields[field].default is None
        self.form.number(row, value or 0, low, high, lambda n: put(n or None) if absent else put(n), name=name)

    def choice(self, key: str, field: str, values: Sequence[tuple[Any, str]], value: Any = ...) -> None:
        """Add a list of values (value, text)."""
        row, name = self._named(key, field)
        self.form.choice(row, values, getattr(self.thing, field) if value is ... else value, self.put(field), name=name)

    def numbers(self, key: str, field: str) -> None:
        """Add the numbers and words that a title names itself."""
        self.form.numbers(key, getattr(self.thing, field), self.put(field))
