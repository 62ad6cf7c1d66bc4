"""The rows of one scenario: what it is called, how long it lasts, who begins, set-up, victory, special rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QWidget

from qtwar.base.errors import DataFault
from qtwar.base.kana import fold
from qtwar.editing import items, scenarios
from qtwar.editing.names import ident_of
from qtwar.editing.typed import condition_of, condition_text, counts_of, counts_text
from qtwar.editing.wording import condition_words, place_name, victory_words, vocabulary
from qtwar.model.scenario import Scenario
from qtwar.ui.edit.form import Form
from qtwar.ui.edit.model import EditModel
from qtwar.ui.edit.scenario.options import option_name
from qtwar.ui.edit.scenario.pieces import PiecesRow, counts_words
from qtwar.ui.edit.scenario.victory import VictoryRows
from qtwar.ui.edit.scenario.where import WhereRows
from qtwar.ui.edit.sheet import Sheet
from qtwar.ui.edit.words import both, counter_names, named
from qtwar.ui.i18n import language, tr
from qtwar.ui.widgets.arrows import bring_into_view
from qtwar.ui.widgets.basics import Button, Panel

FIRST, LAST = 24, 4
"""So many lines of a long list are shown at once: its first ones, and its last, where new ones come."""
Again = Callable[[], object]


class ScenarioRows:
    """Made anew for each look at a scenario: what is typed goes to the one it was shown for.

    `over` is where lists float; `again` shows what is stored, after something was typed that is not to be had;
    `unfolded` counts the lines of long lists that were asked for.
    """

    def __init__(
        self, model: EditModel, one: Scenario, over: QWidget, again: Again, unfolded: Counter[str]
    ) -> None:
        self.model, self.one, self.over, self.again = model, one, over, again
        self.unfolded = unfolded
        self._forms: list[Form] = []
        self.path = ("scenarios", one.id)
        self.sides = named(model.content.sides)
        self._names: dict[str, dict[str, str]] = {}
        self._vocabulary = vocabulary(model.content, language())

    def main(self, form: Form) -> None:
        """Add what stands in the middle: names, length, set-up, pools, options."""
        self._forms.append(form)
        one, sheet = self.one, Sheet(form, self.model, self.one, *self.path)
        form.head(one.name.get(language()), ident=one.id)
        sheet.both("edit.name", "name")
        sheet.both("edit.scenario.period", "period")
        sheet.texts("edit.scenario.about", "about", 3)
        sheet.number("edit.scenario.turns", "turns", 0, 500)
        sheet.choice("edit.scenario.first", "first_side", [(None, "–"), *self.sides])
        order = ", ".join(dict(self.sides).get(side, side) for side in one.setup_order)
        form.line("edit.scenario.order", order, partial(self._order, sheet))
        form.head(tr("edit.scenario.setup"))
        self._some(form, "setup", one.setup, self._setup_line, "setup.{}.pieces")
        form.part("setup.new", None, self._new_lines)
        form.head(tr("edit.scenario.quick"), tr("edit.counters", n=sum(sum(q.pieces.values()) for q in one.quick)))
        self._some(form, "quick", one.quick, partial(self._placement, counter_names(self.model.content)), "quick.{}")
        form.head(tr("edit.scenario.pools"))
        boxes = [("", "–"), *named(self.model.content.boxes.values())]
        for side, name in self.sides:
            pool, put = one.pools.get(side), partial(self._pool, side)
            key, words = f"pool.{side}.place", tr("edit.scenario.pool_place", side=name)
            form.choice(key, boxes, pool.place if pool is not None else "", lambda place, p=put: p(place=place), name=words)
            words, pieces = tr("edit.scenario.pool_pieces", side=name), pool.pieces if pool is not None else {}
            then = partial(self._known, lambda counts, p=put: p(pieces=counts))
            self._counters(form, f"pool.{side}", pieces, side, then, words)
        options = [
            o for o in self.model.content.options if not o.scenarios or one.id in o.scenarios or o.id in one.options
        ]
        if options:
            form.head(tr("edit.scenario.options"))
        for option in options:
            self._option(form, option, one.options.get(option.id, option.default))

    def _some(
        self, form: Form, part: str, lines: Sequence[Any], add: Callable[[Form, int, Any], object], field: str
    ) -> None:  # fmt: skip
        """Add the lines of a part that are shown, and a button for more where some are not; `field` is a line's first."""
        first, last = FIRST + self.unfolded[part], len(lines) - LAST

        def unfold() -> None:
            self.unfolded[part] += 2 * FIRST
            self.again()
            form.fields[field.format(first)].setFocus(Qt.FocusReason.TabFocusReason)

        for n, line in enumerate(lines):
            if n < first or n >= last:
                add(form, n, line)
            elif n == first:
                form.button("edit.scenario.more", unfold, "chevron-down", n=min(2 * FIRST, last - first), all=len(lines))

    def _placement(self, names: Mapping[str, str], form: Form, n: int, placement: Any) -> None:
        text, where = counts_text(placement.pieces, names), place_name(placement.at, self.model.content, language())
        form.line(f"quick.{n}", text, partial(self._quick, n), name=where)

    def _setup_line(self, form: Form, n: int, line: Any) -> None:
        sheet = Sheet(form, self.model, line, *self.path, "setup", line.id)
        name = tr("edit.scenario.line", side=dict(self.sides).get(line.side, line.side), n=n + 1)
        form.head(name, kind="second-body", off="edit.scenario.line_off", then=lambda: self._drop(line.id))
        then, words = partial(self._known, sheet.put("pieces")), tr("edit.scenario.pieces")
        self._counters(form, f"setup.{n}.pieces", line.pieces, line.side, then, words)
        where = line.where.as_json()
        state = (where, condition_words(where, self.model.content, language()))
        form.part(f"setup.{n}.rows", state, partial(WhereRows, self.model, where), sheet.put("where"))
        store = partial(self._where, sheet)
        text = condition_text(where, self._vocabulary)
        form.line(f"setup.{n}.where", text, store, name=tr("edit.scenario.where"))
        sheet.number("edit.scenario.per_cell", "max_per_cell", 0, 99)

    def _new_lines(self, _: object) -> Panel:
        line = Button("edit.scenario.line_new", kind="compact", icon_name="plus", then=self.add_line)
        area = partial(self.model.focus.tool.emit, "area")
        zone = Button("edit.scenario.zone_new", kind="compact", icon_name="lasso", then=area)
        return Panel(row=True, spacing=6).lay(line, zone, None)

    def _counters(self, form: Form, key: str, pieces: Mapping[str, int], side: str, then: Any, name: str) -> None:
        if side not in self._names:  # for a hundred lines of one side once
            self._names[side] = counter_names(self.model.content, side)
        text = counts_text(pieces, self._names[side])
        state = (dict(pieces), side, counts_words(self.model, pieces), text)

        def made(tell: Callable[[Any], object]) -> PiecesRow:
            return PiecesRow(self.model, pieces, text, side, tell, name, self.over)

        row = form.part(key, state, made, then, name=name)
        row.field.take(text)  # what was typed and is not to be had goes
        form.fields[key] = row.field

    def _option(self, form: Form, option: Any, value: Any) -> None:
        name, key = option_name(option), f"option.{option.id}"

        def put(new: Any) -> None:
            self.model.do(scenarios.set_option, self.one.id, option.id, new)

        if option.type == "bool":
            form.check("edit.scenario.option", bool(value), put, name=name, field_key=key)
        elif option.type == "choice":
            form.choice(key, named(option.choices), value, put, name=name)
        else:
            low, high = option.min if option.min is not None else -999, option.max if option.max is not None else 999
            form.number(key, int(value), low, high, put, name=name)

    def rest(self, form: Form) -> None:
        """Add what stands below the turn track: victory, special rules, free numbers."""
        self._forms.append(form)
        one, sheet = self.one, Sheet(form, self.model, self.one, *self.path)
        form.head(tr("edit.scenario.victory"))
        conditions = [dict(c) for c in one.victory.get("conditions") or () if isinstance(c, dict)]
        words = [victory_words(condition, self.model.content, language()) for condition in conditions]
        make = partial(VictoryRows, self.model, conditions)
        form.part("victory", (conditions, words, self.sides), make, self._put_victory)
        plain = {k: v for k, v in one.victory.items() if not isinstance(v, (dict, list, tuple))}
        kept = {k: v for k, v in one.victory.items() if k not in plain}
        form.numbers("edit.scenario.victory_values", plain, lambda value: sheet.put("victory")({**value, **kept}))
        form.head(tr("edit.scenario.special"))
        for n, note in enumerate(one.special):
            special = Sheet(form, self.model, note, *self.path, "special", n, prefix=f"special.{n}")
            special.texts("edit.scenario.special", "text", 4)
            special.line("edit.rule", "rule")
        form.button("edit.scenario.special_new", self.add_special, "plus")
        names = {"turn": tr("edit.scenario.first_turn")}
        form.numbers("edit.scenario.vars", one.vars, sheet.put("vars"), names)
        sheet.numbers("edit.scenario.numbers", "numbers")

    # -- doing -------------------------------------------------------------------------------------
    def _wrong(self, key: str, **args: Any) -> None:
        """Say what is wrong with what was typed."""
        self.model.told.emit(tr(key, **args))
        self.again()

    def _quick(self, n: int, text: str) -> None:
        if counts := counts_of(text, counter_names(self.model.content)):
            self._known(lambda known: self.model.do(items.put, (*self.path, "quick", n, "pieces"), known), counts)
        else:
            self.model.do(items.remove, (*self.path, "quick"), n)

    def _known(self, store: Callable[[Mapping[str, int]], object], counts: Mapping[str, int]) -> None:
        """Store counters, unless one of them is no counter at all."""
        content = self.model.content
        unknown = next((i for i in counts if i not in content.kinds_by_id and i not in content.pieces_by_id), None)
        if unknown is not None:
            self._wrong("edit.scenario.unknown", name=unknown)
        else:
            store(counts)

    def _order(self, sheet: Sheet, text: str) -> None:
        idents = {side: side for side, _ in self.sides} | {fold(name): side for side, name in self.sides}
        words = [word.strip() for word in text.replace("、", ",").split(",") if word.strip()]
        found = [idents.get(word) or idents.get(fold(word)) for word in words]
        if None in found:
            self._wrong("edit.scenario.no_side", name=words[found.index(None)])
        else:
            sheet.put("setup_order")(found)

    def _drop(self, ident: str) -> None:
        self.model.do(items.remove, (*self.path, "setup"), ident)

    def _pool(self, side: str, **changes: Any) -> None:
        pool = self.one.pools.get(side)
        value: dict[str, Any] = {**(pool.as_json() if pool is not None else {"place": "", "pieces": {}}), **changes}
        boxes = (b.id for b in self.model.content.boxes.values() if b.role == "pool" and b.side in (side, None))
        value["place"] = value["place"] or next(boxes, "")
        self.model.do(items.put, (*self.path, "pools", side), value)

    def _where(self, sheet: Sheet, text: str) -> None:
        try:
            sheet.put("where")(condition_of(text, self._vocabulary))
        except (ValueError, DataFault):
            self._wrong("edit.scenario.where_help")

    def _put_victory(self, conditions: list[dict[str, Any]]) -> None:
        victory = {k: v for k, v in self.one.victory.items() if k != "conditions"}
        self.model.do(scenarios.set_victory, self.one.id, victory | ({"conditions": conditions} if conditions else {}))

    def add_special(self) -> None:
        """Add a special rule to the scenario."""
        item = {"text": both("edit.scenario.special_text")}
        key = f"special.{len(self.one.special)}.text.{language()}"
        self.model.do_then(partial(self._came, key), items.insert, (*self.path, "special"), item, key="edit.did.special")

    def add_line(self) -> None:
        """A set-up line of the first side."""
        if self.sides:
            side = self.sides[0][0]
            ident = ident_of(f"{side}_1", [line.id for line in self.one.setup])
            item = {"id": ident, "side": side, "pieces": {}, "where": {}}
            key = f"setup.{len(self.one.setup)}.pieces"
            self.model.do_then(partial(self._came, key), items.insert, (*self.path, "setup"), item)

    def _came(self, key: str, ok: bool) -> None:
        """Give the keyboard to what was made: Tab would lead on from the button below it."""
        for form in self._forms:
            if ok and (field := form.fields.get(key)) is not None:
                field.setFocus(Qt.FocusReason.TabFocusReason)
                QTimer.singleShot(0, field, partial(bring_into_view, field))  # it has no place yet
