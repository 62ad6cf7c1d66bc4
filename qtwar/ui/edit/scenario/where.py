"""Where a line of the set-up may stand, put together row by row, with the sentence that it makes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from qtwar.editing import wording
from qtwar.ui.edit.form import TextField
from qtwar.ui.edit.model import EditFocus, EditModel
from qtwar.ui.edit.words import named
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, IconButton, Panel, TextLabel, pop_below
from qtwar.ui.widgets.finder import Finder
from qtwar.ui.widgets.flow import FlowPanel
from qtwar.ui.widgets.segments import Segments
from qtwar.ui.widgets.stepper import Stepper

Then = Callable[[dict[str, Any]], object]


MOST_CHIPS = 16
"""So many words stand open for choice; of more (the areas of a large map) those that are on, and a list to search the others."""


class Chips(FlowPanel):
    """Words of which several can be on; `then` hears those that are."""

    def __init__(
        self, choices: Sequence[tuple[str, str]], chosen: Sequence[str], then: Callable[[list[str]], object], name: str
    ) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.buttons: dict[str, QToolButton] = {}
        self.others: Button | None = None
        few = len(choices) <= MOST_CHIPS
        for ident, words in choices:
            if not few and ident not in chosen:
                continue
            button = QToolButton()
            button.setText(words)
            button.setCheckable(True)
            button.setChecked(ident in chosen)
            button.clicked.connect(lambda: then([i for i, b in self.buttons.items() if b.isChecked()]))
            self.buttons[ident] = button
            self.flow.addWidget(button)
        if not few:
            left = [choice for choice in choices if choice[0] not in chosen]
            find = partial(self._find, name, left, lambda ident: then([*self.buttons, ident]))
            self.others = Button("edit.where.others", kind="compact", icon_name="plus", then=find)
            self.flow.addWidget(self.others)

    def _find(self, name: str, choices: Sequence[tuple[str, str]], then: Callable[[str], object]) -> None:
        """Let one of the others be found by typing."""
        over, button = self.window(), self.others
        assert button is not None
        found = Finder(name, choices, over)
        found.chosen.connect(then)
        found.open_at(over.mapFromGlobal(button.mapToGlobal(QPoint(0, button.height()))))


def cells_field(focus: EditFocus, cells: Sequence[str], then: Callable[[list[str]], object], name: str) -> Panel:
    """Return a field of cells with a button that takes those selected on the map (or the one under the cursor)."""
    field = TextField(" ".join(cells), lambda text: then(text.replace(",", " ").split()), name)
    take = IconButton("crosshairs-gps", "edit.where.from_map", size=26, then=lambda: then(focus.cells()))
    row = Panel(row=True, spacing=4).lay((field, 1), take)
    row.setFocusProxy(field)
    return row


class WhereRows(Panel):
    """The rows of one condition; `then` takes the condition as it becomes."""

    def __init__(self, model: EditModel, where: dict[str, Any], then: Then) -> None:
        super().__init__(spacing=4)
        self.model, self.then = model, then
        self.mode, self.parts, self.rest = wording.parts_of(where)
        words = wording.condition_words(where, model.content, language())
        self.sentence = TextLabel("second-body", "edit.where.sentence", where=words, wrap=True)
        self.rows = [self._row(n, key, value) for n, (key, value) in enumerate(self.parts)]
        self.add = Button("edit.where.add", kind="compact", icon_name="plus", then=self._choose)
        self.both = Segments(
            ("all", "any"), "edit.where", self.mode, lambda mode: self._store(mode=mode), name_key="edit.where.both"
        )
        self.both.setVisible(len(self.parts) > 1 and not self.rest)
        self.lay(self.sentence, *self.rows, Panel(row=True, spacing=6).lay(self.add, self.both, None))

    def _row(self, n: int, key: str, value: Any) -> Panel:
        word = TextLabel("second-body", f"edit.where.{key}")
        word.setMinimumWidth(px(96))
        control = self._control(n, key, value, tr(f"edit.where.{key}"))
        off = IconButton("close", "edit.where.off", size=26, then=lambda: self._drop(n))
        return Panel(row=True, spacing=6).lay(word, (control, 1), off)

    def _control(self, n: int, key: str, value: Any, name: str) -> QWidget:
        put = partial(self._put, n, key)
        if key == "within":
            steps = Stepper(0, 99, value=int(value[0]), then=lambda distance: put([distance, value[1]]), name=name)
            cell = cells_field(self.model.focus, [str(value[1])], lambda c: put([value[0], c[0]]) if c else None, name)
            row = Panel(row=True, spacing=6).lay(steps, TextLabel("second-body", "edit.where.of"), (cell, 1))
            row.setFocusProxy(steps)
            return row
        if key == "cells":
            return cells_field(self.model.focus, [str(v) for v in value], put, name)
        return Chips(self._choices(key), [str(v) for v in value], put, name)

    def _choices(self, key: str) -> list[tuple[str, str]]:
        content = self.model.content
        if key == "edge":
            return [(edge, tr(f"cond.edge.{edge}")) for edge in wording.EDGES]
        things: dict[str, Any] = {
            "terrain": content.terrain,
            "feature": content.features,
            "area": [area for board in content.boards for area in board.areas],
            "box": [box for board in content.boards for box in board.boxes],
        }
        return named(things[key])

    # -- doing -------------------------------------------------------------------------------------
    def _choose(self) -> None:
        """Ask which kind of condition is to be added; kinds of which there is nothing to choose are grey."""
        menu = QMenu(self)
        for key in wording.SIMPLE:
            action = menu.addAction(tr(f"edit.where.{key}"), partial(self.add_part, key))
            action.setEnabled(key in ("within", "cells") or bool(self._choices(key)))
        pop_below(menu, self.add)

    def add_part(self, key: str) -> None:
        """Add a condition of a kind, with a first value."""
        cells = self.model.focus.cells()
        value: Any = [3, cells[0]] if key == "within" else cells
        if key not in ("within", "cells"):
            value = [self._choices(key)[0][0]]
        self._store([*self.parts, (key, value)])

    def _put(self, n: int, key: str, value: Any) -> None:
        if not value:
            self._drop(n)
            return
        self._store([*self.parts[:n], (key, value), *self.parts[n + 1 :]])

    def _drop(self, n: int) -> None:
        self._store([*self.parts[:n], *self.parts[n + 1 :]])

    def _store(self, parts: Sequence[wording.Part] | None = None, mode: str = "") -> None:
        self.then(wording.condition_of(mode or self.mode, self.parts if parts is None else parts, self.rest))
