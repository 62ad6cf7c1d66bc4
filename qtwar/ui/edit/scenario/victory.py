"""Victory conditions, put together row by row, each with its sentence in both languages."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtWidgets import QMenu

from qtwar.base.text import LANGUAGES
from qtwar.editing import wording
from qtwar.ui.edit.form import TextField
from qtwar.ui.edit.model import EditModel
from qtwar.ui.edit.scenario.where import cells_field
from qtwar.ui.edit.words import named
from qtwar.ui.i18n import language, tr
from qtwar.ui.widgets.basics import Button, ChoiceBox, IconButton, Panel, TextLabel, pop_below
from qtwar.ui.widgets.segments import Segments
from qtwar.ui.widgets.stepper import Stepper

Condition = dict[str, Any]


class VictoryRows(Panel):
    """The rows of a scenario's victory conditions; `then` takes all of them as they become."""

    def __init__(
        self, model: EditModel, conditions: list[Condition], then: Callable[[list[Condition]], object]
    ) -> None:
        super().__init__(spacing=8)
        self.model, self.conditions, self.then = model, conditions, then
        self.rows = [self._row(n, condition) for n, condition in enumerate(conditions)]
        self.add = Button("edit.victory.add", kind="compact", icon_name="plus", then=self._choose)
        self.lay(*self.rows, Panel(row=True).lay(self.add, None))

    def _row(self, n: int, one: Condition) -> Panel:
        made = Panel(spacing=4)
        kind = wording.kind_of(one)
        top = Panel(row=True, spacing=6)
        side = ChoiceBox(name_key="edit.side", whole=True, then=lambda value: self._put(n, side=value))
        side.offer(named(self.model.content.sides), one.get("side"))
        top.lay(side)
        if kind != "words":
            put = partial(self._when, n)
            top.lay(Segments(("end", "once"), "edit.victory", one.get("when") or "end", put, name_key="edit.victory.when"))
        top.lay(None, IconButton("delete-outline", "edit.victory.off", size=26, then=lambda: self._drop(n)))
        made.lay(top)
        if kind != "words":
            made.lay(self._numbers(n, kind, one))
        for lang in LANGUAGES:
            words = wording.victory_words(one, self.model.content, lang)
            if kind == "words":
                field = TextField(words, lambda text, la=lang: self._say(n, la, text), tr(f"edit.lang.{lang}"))
                field.setPlaceholderText(tr("edit.victory.words_in", lang=tr(f"edit.lang.{lang}")))
                made.lay(field)
            else:
                made.lay(TextLabel("second-body" if lang == language() else "second", text=words, wrap=True))
        return made

    def _numbers(self, n: int, kind: str, one: Condition) -> Panel:
        key = f"edit.victory.{kind}"
        steps = Stepper(1, 999, value=int(one[kind]), then=lambda value: self._put(n, **{kind: value}), name=tr(key))
        row = Panel(row=True, spacing=6).lay(TextLabel("second-body", key), steps)
        if kind != "hold":
            return row.lay(None)
        cells = [str(c) for c in one.get("of") or ()]
        field = cells_field(self.model.focus, cells, lambda c: self._put(n, of=c), tr("edit.victory.places"))
        return row.lay(TextLabel("second-body", "edit.victory.of"), (field, 1))

    # -- doing -------------------------------------------------------------------------------------
    def _choose(self) -> None:
        """Ask which kind of condition is to be added."""
        menu = QMenu(self)
        for kind in wording.KINDS:
            menu.addAction(tr(f"edit.victory.kind.{kind}"), lambda k=kind: self.add_condition(k))
        pop_below(menu, self.add)

    def add_condition(self, kind: str) -> None:
        """Add a condition of a kind; places to hold are those selected on the map."""
        sides = self.model.content.sides
        one: Condition = {"side": sides[0].id if sides else "", "when": "end"}
        if kind == "hold":
            cells = self.model.focus.cells()
            one |= {"hold": len(cells), "of": cells}
        elif kind == "words":
            one = {"side": one["side"], "text": dict.fromkeys(LANGUAGES, "")}
        else:
            one |= {kind: 10 if kind == "points" else 3}
        self._store([*self.conditions, one])

    def _put(self, n: int, **changes: Any) -> None:
        self._store([*self.conditions[:n], {**self.conditions[n], **changes}, *self.conditions[n + 1 :]])

    def _when(self, n: int, when: str) -> None:
        self._put(n, when=when)

    def _say(self, n: int, lang: str, text: str) -> None:
        self._put(n, text={**(self.conditions[n].get("text") or {}), lang: text})

    def _drop(self, n: int) -> None:
        self._store([*self.conditions[:n], *self.conditions[n + 1 :]])

    def _store(self, conditions: list[Condition]) -> None:
        self.then([wording.victory_condition(one, self.model.content) for one in conditions])
