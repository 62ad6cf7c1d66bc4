"""The counter designer: faces, fields of the kind, and the layers of its template; all counters of it follow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QHeaderView,
    QScrollArea,
    QTableWidget,
    QTableWidgetItem,
)

from qtwar.editing import items
from qtwar.editing.draft import Change
from qtwar.editing.names import ident_of
from qtwar.editing.typed import meant, shown
from qtwar.ui.edit.counters.face import FaceEditor, Small, slot_rect, spec_of
from qtwar.ui.edit.counters.symbols import SymbolPicker
from qtwar.ui.edit.form import Form
from qtwar.ui.edit.model import EditModel
from qtwar.ui.i18n import language, sentence, tr
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, IconButton, Panel, TextLabel
from qtwar.ui.widgets.elided import Elided
from qtwar.ui.widgets.segments import Segments

LAYERS: dict[str, dict[str, Any]] = {
    "text": {"at": [50, 84], "value": "{name}", "size": 14, "fit": 90, "color": "$ink"},
    "symbol": {"name": "infantry", "at": [50, 42], "size": [52, 35]},
    "band": {"edge": "top", "size": 14, "fill": "$ink"},
    "disc": {"at": [82, 18], "r": 10, "fill": "$paper"},
    "block": {"at": [50, 82], "size": [40, 18], "fill": "$paper"},
    "pips": {"at": [10, 30], "count": "steps", "fill": "$ink"},
}
CLASSES = ("unit", "marker", "card")


def template_name(model: EditModel, kind: str) -> str:
    """Return the template that a kind is drawn by, or an empty word."""
    found = model.content.kinds_by_id.get(kind)
    return found.template if found is not None else ""


def layers_of(model: EditModel, template: str, face: str) -> tuple[str, list[Any]]:
    """Return (template that owns the face, its layers): one that is `like` another has the other's."""
    templates = model.content.counters.get("templates") or {}
    seen = set()
    while template in templates and template not in seen:
        seen.add(template)
        found = templates[template]
        if isinstance(found, Mapping):
            if isinstance(found.get(face), (list, tuple)):
                return template, list(found[face])
            template = str(found.get("like", ""))
    return "", []


class Designer(Panel):
    """Shows one kind (and one counter of the roster); every change is an entry."""

    def __init__(self, model: EditModel) -> None:
        super().__init__("sidepanel")
        self.model = model
        self.kind = self.piece = ""
        self.layer = -1
        head = Panel("panel", row=True, margins=(12, 4, 8, 4), spacing=8)
        self.title = Elided("strong", "edit.designer")
        self.face_switch = Segments((("front", "edit.face.front"), ("back", "edit.face.back")), "edit.face")
        self.face_switch.choose("front")
        self.face_switch.picked.connect(self._faced)
        head.box.addWidget(self.title, 1)
        head.box.addWidget(self.face_switch)
        self.editor = FaceEditor(model)
        self.editor.picked.connect(self._picked)
        self.editor.moved.connect(self._moved)
        stage = Panel("surround", row=True, margins=(16, 10, 16, 10), spacing=16)
        stage.box.addWidget(self.editor, 0, Qt.AlignmentFlag.AlignTop)
        self.back = Small(model, px(104), "edit.face.back", "back")
        self.true_size = Small(model, px(57), "edit.true_size")
        self.on_board = Small(model, px(52), "edit.on_board")
        self.far = Small(model, px(16), "edit.far")
        column = Panel(spacing=6)
        for part in (self.true_size, self.on_board, self.far):
            column.box.addWidget(part, 0, Qt.AlignmentFlag.AlignHCenter)
        column.box.addStretch(1)
        stage.box.addWidget(self.back, 0, Qt.AlignmentFlag.AlignTop)
        stage.box.addWidget(column)
        stage.box.addStretch(1)
        self.form = Form()
        self.slots_head = Panel("panel", row=True, margins=(12, 4, 12, 0), spacing=6)
        self.used = Elided("caps")
        self.slots_head.box.addWidget(self.used, 1)
        for word in ("text", "symbol", "block", "disc", "band"):
            self.slots_head.box.addWidget(
                Button(f"edit.slot.{word}", kind="compact", icon_name="plus", then=lambda w=word: self.add_layer(w))
            )
        self.table = QTableWidget(0, 4)
        self.table.verticalHeader().hide()
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.say(self.table.setAccessibleName, "edit.slots")
        self.table.itemSelectionChanged.connect(self._row_chosen)
        self.table.itemChanged.connect(self._cell_typed)
        self.table.setMinimumHeight(px(150))
        self.layer_form = Form()
        self.picker = SymbolPicker()
        self.picker.hide()
        self.picker.closed.connect(self.picker.hide)
        self.picker.picked.connect(self._symbol)
        self.warning = TextLabel("warn")
        self.warning.setWordWrap(True)
        body = Panel("panel", spacing=4)
        slots = Panel("panel", spacing=4)
        for piece in (self.slots_head, self.table, self.picker, self.layer_form, self.warning):
            slots.box.addWidget(piece)
        slots.box.addStretch(1)
        body.box.addWidget(self.form, 1)
        body.box.addWidget(slots, 1)
        self.body = body
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(body)
        self.box.addWidget(head)
        self.box.addWidget(stage)
        self.box.addWidget(area, 1)
        self._filling = False
        self._sized()
        model.changed.connect(self._changed)
        model.focus.kind.connect(self.show_kind)

    def _sized(self) -> None:
        screen = self.screen()
        dots = screen.physicalDotsPerInch() if screen is not None else 96.0
        self.true_size.set_size(15 / 25.4 * (dots if 60 < dots < 400 else 96.0) * 1.16)
        self.on_board.set_size(66 * 0.73 * 1.16)

    def _changed(self, change: Change) -> None:
        if change.touches("kinds", "counters", "pieces", "sides"):
            self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Kind and template stand side by side where there is room."""
        super().resizeEvent(event)
        wide = self.width() > px(860)
        self.body.box.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)

    # -- showing -----------------------------------------------------------------------------------
    def show_kind(self, kind: str, piece: str = "") -> None:
        """Show a kind, or a counter of the roster."""
        if (kind, piece) != (self.kind, self.piece):
            self.form.leave()
            self.layer_form.leave()
            self.kind, self.piece, self.layer = kind, piece, -1
            self.refresh()

    def _faced(self, face: str) -> None:
        self.face_switch.choose(face)
        self.layer = -1
        self.refresh()

    @property
    def face(self) -> str:
        """The face shown: front or back."""
        return self.face_switch.value or "front"

    def refresh(self) -> None:
        """Show what is there now."""
        content = self.model.content
        kind = content.kinds_by_id.get(self.kind)
        for part in (self.form, self.slots_head, self.table, self.layer_form):
            part.setVisible(kind is not None)
        if kind is None:
            return
        owner, layers = layers_of(self.model, kind.template, self.face)
        self.editor.show_face(self.kind, self.piece, self.face, layers, self.layer)
        for small in (self.back, self.true_size, self.on_board, self.far):
            small.show_kind(self.kind, self.piece)
        same = sum(1 for k in content.kinds if k.template == kind.template)
        self.used.setText(tr("edit.template_used", name=kind.template or "–", n=same))
        self._fill_form()
        self._fill_table(layers)
        self._fill_layer(owner, layers)
        self._check(layers)

    def _put(self, key: str, value: Any) -> None:
        self.model.do(items.put, ("kinds", self.kind, key), value)

    def _name(self) -> str:
        return str(self.model.content.kinds_by_id[self.kind].name.get(language()))

    def _fill_form(self) -> None:
        form, content = self.form, self.model.content
        kind = content.kinds_by_id[self.kind]
        with form.build(self.kind):
            self._kind_rows(kind)

    def _kind_rows(self, kind: Any) -> None:
        form, content = self.form, self.model.content
        form.head(self._name(), self.kind)
        form.both("edit.name", kind.name.model_dump(), lambda value: self._put("name", value))
        form.choice(
            "edit.class", [(c, tr(f"edit.class.{c}")) for c in CLASSES], kind.klass, lambda v: self._put("class", v)
        )
        sides = [(None, tr("edit.no_side")), *((s.id, s.name.get(language())) for s in content.sides)]
        form.choice("edit.side", sides, kind.side, lambda value: self._put("side", value))
        templates = [("", tr("edit.template_none")), *((t, t) for t in content.counters.get("templates") or {})]
        form.choice("edit.template", templates, kind.template, lambda value: self._put("template", value))
        form.line("edit.traits", ", ".join(kind.traits), self._traits)
        form.numbers("edit.numbers", kind.attrs, lambda value: self._put("attrs", value))

    def _traits(self, text: str) -> None:
        self._put("traits", [word.strip() for word in text.split(",") if word.strip()])

    # -- template ----------------------------------------------------------------------------------
    def _fill_table(self, layers: list[Any]) -> None:
        self._filling = True
        table, styles = self.table, self.model.content.counters.get("styles") or {}
        table.setHorizontalHeaderLabels([tr(f"edit.slots.{k}") for k in ("slot", "shows", "place", "when")])
        table.setRowCount(len(layers))
        for n, layer in enumerate(layers):
            word, spec = spec_of(layer)
            rect = slot_rect(word, spec, styles)
            place = shown(spec.get("at")) if rect is not None else ""
            shows = spec.get("value", spec.get("name", spec.get("fill", "")))
            for column, text in enumerate((word, shown(shows), place, shown(spec.get("when", "")))):
                item = QTableWidgetItem(text)
                if column == 0 or (column == 2 and rect is None):
                    item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
                table.setItem(n, column, item)
        if 0 <= self.layer < len(layers):
            table.selectRow(self.layer)
        else:
            table.clearSelection()
        self._filling = False

    def _row_chosen(self) -> None:
        rows = {item.row() for item in self.table.selectedItems()}
        if not self._filling and len(rows) == 1:
            self._picked(rows.pop())

    def _picked(self, layer: int) -> None:
        if layer != self.layer:
            self.layer = layer
            self.refresh()

    def _layer_path(self) -> list[str | int]:
        owner, _ = layers_of(self.model, template_name(self.model, self.kind), self.face)
        return ["counters", "templates", owner, self.face]

    def _store(self, layer: int, word: str, spec: dict[str, Any]) -> None:
        path = [*self._layer_path(), layer]
        name = template_name(self.model, self.kind)
        self.model.do(items.put_all, [(path, {word: spec})], "edit.did.template", name=name)

    def _moved(self, layer: int, x: float, y: float) -> None:
        _, layers = layers_of(self.model, template_name(self.model, self.kind), self.face)
        word, spec = spec_of(layers[layer])
        self._store(layer, word, {**spec, "at": [round(x, 1), round(y, 1)]})

    def _cell_typed(self, item: QTableWidgetItem) -> None:
        if self._filling:
            return
        _, layers = layers_of(self.model, template_name(self.model, self.kind), self.face)
        word, spec = spec_of(layers[item.row()])
        key = {1: next((k for k in ("value", "name", "fill") if k in spec), "value"), 2: "at", 3: "when"}[item.column()]
        value = item.text().strip() if key in ("value", "name", "fill", "when") else meant(item.text())
        changed = {k: v for k, v in spec.items() if k != key}
        if value not in ("", None):
            changed[key] = value
        self._store(item.row(), word, changed)

    def add_layer(self, word: str) -> None:
        """Add a slot to the template; a kind without a template gets one of its own."""
        kind = self.model.content.kinds_by_id.get(self.kind)
        if kind is None:
            return
        owner, layers = layers_of(self.model, kind.template, self.face)
        if not owner:
            self.make_template(word)
            return
        self.layer = len(layers)
        self.model.do(
            items.insert, self._layer_path(), {word: dict(LAYERS[word])}, key="edit.did.template", name=kind.template
        )

    def make_template(self, word: str = "") -> None:
        """Give the kind a template of its own: box, symbol, name and a figure in the colour of its side."""
        content = self.model.content
        kind = content.kinds_by_id[self.kind]
        templates = content.counters.get("templates") or {}
        palettes = content.counters.get("palettes") or {}
        standard = dict(palettes.get("standard") or {})
        group = kind.side or "plain"
        if not isinstance(standard.get(group), Mapping):
            from qtwar.ui.theme.tokens import ink_on

            info = self.model.side(kind.side) if kind.side else None
            base = info.colour if info is not None else self._grey()
            standard[group] = {"base": base, "ink": ink_on(base), "panel": self._white()}
        front = [
            {"box": {"fill": f"${group}.base"}},
            {"text": {**LAYERS["text"], "at": [50, 12], "color": f"${group}.ink"}},
            {"symbol": {**LAYERS["symbol"], "ink": f"${group}.ink", "paper": f"${group}.panel"}},
        ]
        for n, name in enumerate([k for k, v in kind.attrs.items() if isinstance(v, (int, float))][:3]):
            at = [[22, 82], [78, 82], [50, 82]][n]
            front.append({"text": {"at": at, "value": f"{{{name}}}", "size": 30, "color": f"${group}.ink"}})
        if word and word not in ("text", "symbol"):
            front.append({word: dict(LAYERS[word])})
        ident = ident_of(kind.id, templates, "counter")
        defaults = {"name": "", **(content.counters.get("defaults") or {})}
        values: list[tuple[tuple[str, ...], Any]] = [
            (("counters", "palettes"), {**palettes, "standard": standard}),
            (("counters", "defaults"), defaults),
            (("counters", "templates"), {**templates, ident: {"front": front}}),
            (("kinds", self.kind, "template"), ident),
        ]
        self.model.do(items.put_all, values, "edit.did.template_new", name=ident)

    @staticmethod
    def _white() -> str:
        from qtwar.ui.theme.tokens import LIGHT

        return LIGHT.raised

    @staticmethod
    def _grey() -> str:
        from qtwar.ui.theme.tokens import LIGHT

        return LIGHT.line

    def _fill_layer(self, owner: str, layers: list[Any]) -> None:
        with self.layer_form.build((owner, self.face, self.layer)):
            self._layer_rows(owner, layers)

    def _layer_rows(self, owner: str, layers: list[Any]) -> None:
        form = self.layer_form
        if not owner:
            form.button("edit.template_make", self.make_template, "plus")
            return
        if not 0 <= self.layer < len(layers):
            return
        word, spec = spec_of(layers[self.layer])
        number = self.layer
        form.head(tr(f"edit.slot.{word}") if word in LAYERS else word)
        for key, value in spec.items():
            form.line(
                f"slot.{key}",
                shown(value),
                lambda text, k=key: self._store(number, word, {**spec, k: self._value(k, text)}),
                name=key,
            )
        form.part("slot", (word, number, len(layers)), lambda _: self._layer_buttons(word, number, len(layers)))

    def _layer_buttons(self, word: str, number: int, count: int) -> Panel:
        """Choose a symbol; up, down, away."""
        row = Panel(row=True, spacing=6)
        if word == "symbol":
            row.box.addWidget(Button("edit.symbols", kind="compact", icon_name="shape-outline", then=self._show_picker))
        for icon_name, key, target in (
            ("arrow-up", "edit.slot_up", number - 1),
            ("arrow-down", "edit.slot_down", number + 1),
        ):
            button = IconButton(icon_name, key, size=28, then=lambda t=target: self._reorder(t))
            button.setEnabled(0 <= target < count)
            row.box.addWidget(button)
        row.box.addWidget(IconButton("delete-outline", "edit.slot_drop", size=28, then=lambda: self._drop_layer(number)))
        row.box.addStretch(1)
        return row

    def _drop_layer(self, number: int) -> None:
        name = template_name(self.model, self.kind)
        self.model.do(items.remove, self._layer_path(), number, key="edit.did.template", name=name)

    def _reorder(self, target: int) -> None:
        was, self.layer = self.layer, target
        name = template_name(self.model, self.kind)
        self.model.do(items.move, self._layer_path(), was, target, key="edit.did.template", name=name)

    @staticmethod
    def _value(key: str, text: str) -> Any:
        return text if key in ("value", "when", "name", "fill", "color", "count") else meant(text)

    def _show_picker(self) -> None:
        self.picker.fill()
        self.picker.show()
        self.picker.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _symbol(self, name: str) -> None:
        _, layers = layers_of(self.model, template_name(self.model, self.kind), self.face)
        if not 0 <= self.layer < len(layers):
            return
        word, spec = spec_of(layers[self.layer])
        self.picker.hide()
        told = str(spec.get("name", ""))
        field = told[1:-1] if told.startswith("{") and told.endswith("}") else ""
        kind = self.model.content.kinds_by_id[self.kind]
        if field:  # the template takes the symbol from the kind
            self._put("attrs", {**kind.attrs, field: name})
        elif word == "symbol":
            self._store(self.layer, word, {**spec, "name": name})

    # -- what a printer would say ------------------------------------------------------------------
    def _check(self, layers: list[Any]) -> None:
        """Warn of a face that can not be drawn."""
        from qtwar.base.errors import DataFault
        from qtwar.draw.counter import draw_face, sheet_from

        kind = self.model.content.kinds_by_id[self.kind]
        words = ""
        if kind.template:
            fields = {
                **kind.attrs,
                "name": self._name(),
                "side": kind.side or "",
                "kind": kind.id,
                "size_mark": kind.size or "",
            }
            try:
                draw_face(sheet_from(self.model.content.counters), kind.template, "front", fields)
            except DataFault as fault:
                words = sentence(fault)
        self.warning.setText(words)
        self.warning.setVisible(bool(words))

    def retranslate(self) -> None:
        """Write the designer's labels again in the language in force."""
        self.refresh()

    def regions(self) -> list[Any]:
        """The stations of F6."""
        return [self.face_switch, self.editor, self.form, self.table]
