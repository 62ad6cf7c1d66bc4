"""The scenarios page: what a scenario is called, how long it lasts, who begins, set-up, turn track, victory, special rules."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QListWidget, QScrollArea, QSplitter

from qtwar.base.errors import DataFault
from qtwar.editing import items, scenarios
from qtwar.editing.draft import Change
from qtwar.editing.names import ident_of
from qtwar.editing.wording import condition_words, victory_words
from qtwar.model.load.parse import ParsedFile
from qtwar.ui.edit import removal
from qtwar.ui.edit.bar import Bar
from qtwar.ui.edit.entries import KIND, ListItem, sync
from qtwar.ui.edit.form import Form
from qtwar.ui.edit.model import EditModel, OnMap
from qtwar.ui.edit.scenario.options import called, option_rows
from qtwar.ui.edit.scenario.pieces import PiecesRow, counts_of, counts_text, named
from qtwar.ui.edit.scenario.title import title_rows
from qtwar.ui.edit.scenario.track import TurnTrackEditor
from qtwar.ui.edit.scenario.victory import VictoryRows
from qtwar.ui.edit.scenario.where import WhereRows
from qtwar.ui.edit.words import both
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme import px
from qtwar.ui.theme.icons import icon
from qtwar.ui.widgets.basics import Button, Panel

TITLE, OPTIONS = "/title", "/options"
"""The list's entries for the title itself and its options; no id has a stroke."""


class ScenariosPage(Panel):
    """Left the scenarios, in the middle one of them, right its turn track and the order of battle to drag from."""

    def __init__(self, model: EditModel, on_map: OnMap) -> None:
        super().__init__()
        self.model, self.on_map = model, on_map
        bar = Bar()
        bar.box.addWidget(Button("edit.scenario.new", icon_name="plus", then=self.add))
        bar.box.addWidget(Button("edit.scenario.variant", icon_name="content-copy", then=self.variant))
        bar.box.addWidget(Button("edit.delete_kind", icon_name="delete-outline", then=self.delete))
        bar.box.addStretch(1)
        bar.box.addWidget(Button("edit.scenario.set_up", icon_name="map-outline", then=lambda: on_map.take_tool("place")))
        self.list = QListWidget()
        self.say(self.list.setAccessibleName, "edit.page.scenarios")
        self.whole = ""
        """Which part of the whole title is in hand: TITLE, OPTIONS, or nothing."""
        self.option = ""
        self._shown = ""
        """The scenario whose rows are shown."""
        self.list.currentItemChanged.connect(lambda item, _: self._chosen(item.data(KIND)) if item else None)
        self.form = Form()
        self.rest = Form()
        self.areas = []
        for form in (self.form, self.rest):
            area = QScrollArea()
            area.setWidgetResizable(True)
            area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            area.setWidget(form)
            self.areas.append(area)
        self.track = TurnTrackEditor(model)
        right = Panel("panel")
        right.box.addWidget(self.track, 1)
        right.box.addWidget(self.areas[1], 2)
        split = QSplitter(Qt.Orientation.Horizontal)
        for part in (self.list, self.areas[0], right):
            split.addWidget(part)
        split.setSizes([px(240), px(640), px(640)])
        split.setChildrenCollapsible(False)
        self.box.addWidget(bar)
        self.box.addWidget(split, 1)
        model.changed.connect(self._changed)
        model.scenario_changed.connect(self.fill)
        self.fill()

    def _changed(self, change: Change) -> None:
        if change.touches("scenarios", "sides", "options", "title", "boards"):
            self.fill()

    # -- showing -----------------------------------------------------------------------------------
    def fill(self) -> None:
        """List the scenarios and show the one in hand."""
        entries = [
            ListItem(TITLE, tr("edit.title.page"), icon=icon("book-open-variant"), high=34),
            ListItem(OPTIONS, tr("edit.option.page"), icon=icon("tune-variant"), high=34),
            *(ListItem(scenario.id, scenario.name.get(language()) or scenario.id) for scenario in self.model.content.scenarios),
        ]
        sync(self.list, entries, self.whole or self.model.scenario)
        about = self.whole or self.model.scenario
        for form in (self.form, self.rest):
            if self._shown not in ("", self.model.scenario):
                form.leave()  # into the scenario that it was typed for
        self._shown = self.model.scenario
        with self.form.build((about, self.option if self.whole == OPTIONS else "")):
            if self.whole == TITLE:
                title_rows(self.form, self.model)
            elif self.whole == OPTIONS:
                option_rows(self.form, self.model, self.option, self._choose_option)
            elif self.now() is None:
                self.form.say_line(tr("edit.no_scenario"))
            else:
                self._fill_main()
        with self.rest.build(self.model.scenario):
            if self.now() is not None:
                self._fill_rest()

    def _chosen(self, ident: str) -> None:
        """The title and its sides are in hand, or a scenario."""
        before, self.whole = self.whole, ident if ident in (TITLE, OPTIONS) else ""
        if not self.whole:
            self.model.show_scenario(ident)
        if before != self.whole:
            QTimer.singleShot(0, self, self.fill)

    def _choose_option(self, ident: str) -> None:
        self.option = ident
        QTimer.singleShot(0, self, self.fill)

    def now(self) -> Any:
        """Return the scenario in hand."""
        return next((s for s in self.model.content.scenarios if s.id == self.model.scenario), None)

    def path(self, *more: str | int) -> tuple[str | int, ...]:
        """Return the path of a part of the scenario in hand."""
        return ("scenarios", self._shown, *more)

    def put(self, *path: str | int, value: Any) -> None:
        """Set a field of the scenario in hand, or what stands deeper in it."""
        self.model.do(items.put, self.path(*path), value)

    def _name(self) -> str:
        return str(self.now().name.get(language()))

    def _sides(self) -> list[tuple[Any, str]]:
        return [(s.id, s.name.get(language()) or s.id) for s in self.model.content.sides]

    def _fill_main(self) -> None:
        form, one, content = self.form, self.now(), self.model.content
        form.head(self._name(), one.id)
        form.both("edit.name", one.name.model_dump(), lambda value: self.put("name", value=value))
        form.both("edit.scenario.period", one.period.model_dump(), lambda value: self.put("period", value=value))
        for lang in ("en", "ja"):
            form.words(
                f"edit.scenario.about.{lang}",
                getattr(one.about, lang),
                lambda text, la=lang: self.put("about", value={**one.about.model_dump(), la: text}),
                3,
            )
        form.number("edit.scenario.turns", one.turns or 0, 0, 500, lambda n: self.put("turns", value=n or None))
        form.choice(
            "edit.scenario.first",
            [(None, "–"), *self._sides()],
            one.first_side,
            lambda value: self.put("first_side", value=value),
        )
        form.line(
            "edit.scenario.order",
            ", ".join(one.setup_order),
            lambda text: self.put("setup_order", value=[w.strip() for w in text.split(",") if w.strip()]),
        )
        form.head(tr("edit.scenario.setup"))
        for n, line in enumerate(one.setup):
            self._setup_line(n, line)
        form.part("setup.new", None, self._new_lines)
        form.head(tr("edit.scenario.quick"), tr("edit.counters", n=sum(sum(q.pieces.values()) for q in one.quick)))
        for n, placement in enumerate(one.quick[:80]):
            form.line(
                f"quick.{n}",
                counts_text(placement.pieces),
                lambda text, n=n: self._pieces("quick", n, text),
                name=placement.at,
            )
        form.head(tr("edit.scenario.pools"))
        for side, name in self._sides():
            pool = one.pools.get(side)
            form.line(
                f"pool.{side}.place",
                pool.place if pool is not None else "",
                lambda text, s=side: self._pool(s, "place", text),
                name=tr("edit.scenario.pool_place", side=name),
            )
            self._counters(
                f"pool.{side}",
                pool.pieces if pool is not None else {},
                side,
                lambda text, s=side: self._pool(s, "pieces", text),
                tr("edit.scenario.pool_pieces", side=name),
            )
        options = [o for o in content.options if not o.scenarios or one.id in o.scenarios or o.id in one.options]
        if options:
            form.head(tr("edit.scenario.options"))
        for option in options:
            self._option(option, one.options.get(option.id, option.default))

    def _setup_line(self, n: int, line: Any) -> None:
        form = self.form
        side = dict(self._sides()).get(line.side, line.side)
        form.head(
            f"{line.id} · {side}", kind="second-body", off="edit.scenario.line_off",
            then=lambda: self.model.do(items.remove, self.path("setup"), line.id),
        )  # fmt: skip
        then = partial(self._pieces, "setup", n)
        self._counters(f"setup.{n}.pieces", line.pieces, line.side, then, tr("edit.scenario.pieces"))
        where = line.where.as_json()
        words = condition_words(where, self.model.content, language())
        form.part(
            f"setup.{n}.rows",
            (where, words),
            partial(WhereRows, self.model, self.on_map, where),
            partial(self._put_where, n),
        )
        form.line(
            f"setup.{n}.where",
            condition_text(line.where),
            lambda text: self._where(n, text),
            name=tr("edit.scenario.where"),
        )
        form.number(
            "edit.scenario.per_cell",
            line.max_per_cell or 0,
            0,
            99,
            lambda value: self.put("setup", line.id, "max_per_cell", value=value or None),
        )

    def _new_lines(self, _: object) -> Panel:
        row = Panel(row=True, spacing=6)
        row.box.addWidget(Button("edit.scenario.line_new", kind="compact", icon_name="plus", then=self.add_line))
        zone = Button("edit.scenario.zone_new", kind="compact", icon_name="lasso", then=lambda: self.on_map.take_tool("area"))
        row.box.addWidget(zone)
        row.box.addStretch(1)
        return row

    def _counters(self, key: str, pieces: Any, side: str | None, then: Any, name: str) -> None:
        state = (dict(pieces), side, named(self.model, pieces))
        row = self.form.part(
            key, state, lambda tell: PiecesRow(self.model, pieces, side, tell, name, self.areas[0]), then, name=name
        )
        self.form.fields[key] = row.field

    def _option(self, option: Any, value: Any) -> None:
        name, key = called(option), f"option.{option.id}"

        def put(new: Any) -> None:
            self.model.do(scenarios.set_option, self._shown, option.id, new)

        if option.type == "bool":
            self.form.check("edit.scenario.option", bool(value), put, name=name, field_key=key)
        elif option.type == "choice":
            choices = [(c.id, c.name.get(language()) or c.id) for c in option.choices]
            self.form.choice(key, choices, value, put, name=name)
        else:
            low, high = option.min if option.min is not None else -999, option.max if option.max is not None else 999
            self.form.number(key, int(value), low, high, put, name=name)

    def _fill_rest(self) -> None:
        form, one = self.rest, self.now()
        form.head(tr("edit.scenario.victory"))
        conditions = [dict(c) for c in one.victory.get("conditions") or () if isinstance(c, dict)]
        words = [victory_words(one, self.model.content, language()) for one in conditions]
        state = (conditions, words, self._sides())
        form.part("victory", state, partial(VictoryRows, self.model, self.on_map, conditions), self._put_victory)
        plain = {k: v for k, v in one.victory.items() if not isinstance(v, (dict, list, tuple))}
        kept = {k: v for k, v in one.victory.items() if k not in plain}
        form.numbers("edit.scenario.victory_values", plain, lambda value: self.put("victory", value={**value, **kept}))
        form.head(tr("edit.scenario.special"))
        for n, note in enumerate(one.special):
            for lang in ("en", "ja"):
                form.words(
                    f"special.{n}.{lang}",
                    getattr(note.text, lang),
                    lambda text, n=n, la=lang, t=note.text: self.put("special", n, "text", value={**t.model_dump(), la: text}),
                    4,
                    name=tr(f"edit.scenario.special.{lang}"),
                )
            form.line("edit.rule", note.rule, lambda text, n=n: self.put("special", n, "rule", value=text))
        form.button("edit.scenario.special_new", self.add_special, "plus")
        form.numbers("edit.scenario.vars", one.vars, lambda value: self.put("vars", value=value))
        form.numbers("edit.scenario.numbers", one.numbers, lambda value: self.put("numbers", value=value))

    # -- doing -------------------------------------------------------------------------------------
    def _pieces(self, part: str, n: int, text: str) -> None:
        counts = counts_of(text)
        if not counts and part == "quick":
            self.model.do(items.remove, self.path(part), n)
            return
        known = {*self.model.content.kinds_by_id, *self.model.content.pieces_by_id}
        unknown = [ident for ident in counts if ident not in known]
        if unknown:
            self.model.told.emit(tr("edit.scenario.unknown", name=unknown[0]))
            self.fill()
            return
        self.put(part, n, "pieces", value=counts)

    def _pool(self, side: str, key: str, text: str) -> None:
        one = self.now()
        pool = one.pools.get(side)
        value: dict[str, Any] = pool.as_json() if pool is not None else {"place": "", "pieces": {}}
        value[key] = counts_of(text) if key == "pieces" else text
        if not value["place"]:
            box = next(
                (b.id for b in self.model.content.boxes.values() if b.role == "pool" and b.side in (side, None)), ""
            )
            value["place"] = box
        self.put("pools", side, value=value)

    def _where(self, n: int, text: str) -> None:
        try:
            condition = condition_of(text)
        except (ValueError, DataFault):
            self.model.told.emit(tr("edit.scenario.where_help"))
            self.fill()
            return
        self._put_where(n, condition)

    def _put_where(self, n: int, condition: dict[str, Any]) -> None:
        self.put("setup", n, "where", value=condition)

    def _put_victory(self, conditions: list[dict[str, Any]]) -> None:
        victory = {**self.now().victory, "conditions": conditions}
        if not conditions:
            del victory["conditions"]
        self.model.do(scenarios.set_victory, self._shown, victory)

    def add_special(self) -> None:
        """Add a special rule to the scenario."""
        item = {"text": both("edit.scenario.special_text")}
        self.model.do(items.insert, self.path("special"), item, key="edit.did.special")

    def add_line(self) -> None:
        """A set-up line of the first side."""
        if not self.model.content.sides:
            return
        side = self.model.content.sides[0].id
        ident = ident_of(f"{side}_1", [line.id for line in self.now().setup])
        item = {"id": ident, "side": side, "pieces": {}, "where": {}}
        self.model.do(items.insert, self.path("setup"), item)

    def _add(self, item: dict[str, Any]) -> None:
        ident = item["id"]
        self.model.do_then(lambda ok: self.model.show_scenario(ident) if ok else None, items.add, "scenarios", item)

    def add(self) -> None:
        """A new scenario on the same map with the same order of battle."""
        content = self.model.content
        name = both("edit.scenario.name", n=len(content.scenarios) + 1)
        ident = ident_of(name["en"], [s.id for s in content.scenarios], "scenario")
        item: dict[str, Any] = {"id": ident, "name": name, "turns": 7, "vars": {"turn": 1}}
        if content.sides:
            item["first_side"] = content.sides[0].id
        self._add(item)

    def variant(self) -> None:
        """A scenario that begins as the one in hand does."""
        one = self.now()
        if one is None:
            return
        content = self.model.content
        name = tr("edit.scenario.variant_name", name=self._name())
        ident = ident_of(one.id, [s.id for s in content.scenarios])
        item = {**one.as_json(), "id": ident, "name": {**one.name.model_dump(), language(): name}}
        item["attrs"] = {**one.attrs, "variant_of": one.id}
        self._add(item)

    def delete(self) -> None:
        """Delete the scenario in hand."""
        if self.now() is not None:
            removal.ask(self.model, "scenarios", [self.now().id], self._name())

    def retranslate(self) -> None:
        """Names in the new language."""
        self.fill()

    def show_item(self, part: str, ident: str) -> None:
        """Show what a problem or the palette leads to."""
        self.whole = {"options": OPTIONS, "title": TITLE, "sides": TITLE}.get(part, "")
        if part == "options":
            self.option = ident
        elif part == "scenarios" and ident:
            self.model.show_scenario(ident)
        self.fill()

    def regions(self) -> list[Any]:
        """The stations of F6."""
        return [self.list, self.form, self.track, self.rest]


SIMPLE = ("cells", "box", "terrain", "feature", "area", "edge")


def condition_text(where: Any) -> str:
    """Return a condition as it is typed: `cells 0101 0102`, `within 3 0512`, `any area; area west`."""
    data = where.as_json()
    parts = []
    for key, value in data.items():
        if key in SIMPLE:
            parts.append(f"{key} {' '.join(str(v) for v in value)}")
        elif key == "within":
            parts.append(f"within {value[0]} {value[1]}")
        else:
            import json

            parts.append(f"{key} {json.dumps(value, ensure_ascii=False)}")
    return "; ".join(parts)


def condition_of(text: str) -> dict[str, Any]:
    """Return what is meant by a typed condition; raises ValueError or DataFault."""
    found: dict[str, Any] = {}
    for part in text.split(";"):
        key, _, rest = part.strip().partition(" ")
        if not key:
            continue
        if key in SIMPLE:
            found[key] = rest.split()
        elif key == "within":
            distance, cell = rest.split()
            found[key] = [int(distance), cell]
        elif key in ("attr", "with", "without", "all", "any", "not"):
            found[key] = ParsedFile(key, rest).data
        else:
            raise ValueError(key)
    return found
