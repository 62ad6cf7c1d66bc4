"""The counter designer: faces, fields of the kind, and the layers of its template; all counters of it follow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QBoxLayout, QHeaderView, QTableWidget, QTableWidgetItem

from qtwar.draw.counter import alike
from qtwar.editing import items
from qtwar.editing.names import ident_of
from qtwar.editing.ops import ABSENT
from qtwar.editing.typed import meant, shown
from qtwar.export.printed import printed_mm
from qtwar.ui.edit import choosing
from qtwar.ui.edit.counters import symbols
from qtwar.ui.edit.counters.face import FaceEditor, Small, slot_rect, spec_of
from qtwar.ui.edit.following import DraftPanel
from qtwar.ui.edit.form import Form
from qtwar.ui.edit.model import DRAWN_WITH, EditModel
from qtwar.ui.edit.sheet import Sheet
from qtwar.ui.edit.words import named
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme import px
from qtwar.ui.theme.tokens import LIGHT, ink_on
from qtwar.ui.widgets.basics import Button, IconButton, Panel, TextLabel, scrolling
from qtwar.ui.widgets.elided import Elided
from qtwar.ui.widgets.finder import PICTURE, Finder
from qtwar.ui.widgets.segments import Segments

LAYERS: dict[str, dict[str, Any]] = {
    "text": {"at": [50, 84], "value": "{kind_name}", "size": 14, "fit": 90, "color": "$ink"},
    "symbol": {"name": "infantry", "at": [50, 42], "size": [52, 35]},
    "band": {"edge": "top", "size": 14, "fill": "$ink"},
    "disc": {"at": [82, 18], "r": 10, "fill": "$paper"},
    "block": {"at": [50, 82], "size": [40, 18], "fill": "$paper"},
    "pips": {"at": [10, 30], "count": "steps", "fill": "$ink"},
}
OWN = ("name", "value", "at", "fit", "align", "rotate", "style", "line", "radius", "r", "count", "step", "when")
"""Settings of a slot that have names of their own."""
SHARED = ("size", "color", "fill", "width", "halo", "halo_width", "weight", "family", "tracking", "ink", "paper", "shape")
"""Settings of a slot that are called as those of the map style are."""
LOW = 480
"""A designer lower than so many px at 100 % shows the face smaller, and of its other pictures the true size alone."""
CLASSES = ("unit", "marker", "card")


SHOWS = ("value", "name", "fill")
"""What a layer shows: the first of these that it has."""
WORDS = (*SHOWS, "when", "color", "count")
"""Settings of a layer that are taken as they are typed; others may be numbers."""


class Designer(DraftPanel):
    """Shows one kind (and one counter of the roster); every change is an entry."""

    def __init__(self, model: EditModel) -> None:
        super().__init__(model, "sidepanel")
        self.kind = self.piece = ""
        self.layer = -1
        self._filling = False
        self.title = Elided("strong", "edit.designer")
        self.face_switch = Segments(("front", "back"), "edit.face", "front", lambda _: self._faced())
        self.art_file = IconButton("image-plus-outline", "edit.art.file", size=30, then=self.ask_picture)
        self.art_paste = IconButton("content-paste", "edit.art.paste", size=30, then=self.paste_picture)
        head = Panel("panel", row=True, margins=(12, 4, 8, 4), spacing=8)
        head.lay((self.title, 1), self.art_file, self.art_paste, self.face_switch)
        self.editor = FaceEditor(model)
        self.editor.picked.connect(self._picked)
        self.editor.moved.connect(self._moved)
        self.editor.dropped.connect(lambda path: choosing.of_path(self, self.model, path, self.put_picture))
        QShortcut(QKeySequence.StandardKey.Paste, self.editor, self.paste_picture, context=Qt.ShortcutContext.WidgetShortcut)
        self.back = Small(model, px(104), "edit.face.back", "back")
        self.true_size = Small(model, px(57), "edit.true_size", mm="12.7")
        self.on_board = Small(model, px(52), "edit.on_board")
        self.far = Small(model, px(16), "edit.far")
        column = Panel(spacing=6).lay(self.true_size, self.on_board, self.far, None)
        for small in (self.true_size, self.on_board, self.far):
            column.box.setAlignment(small, Qt.AlignmentFlag.AlignHCenter)
        stage = Panel("surround", row=True, margins=(16, 10, 16, 10), spacing=16).lay(self.editor, self.back, column, None)
        for face in (self.editor, self.back):
            stage.box.setAlignment(face, Qt.AlignmentFlag.AlignTop)
        self.form, self.layer_form = Form(), Form()
        self.used = Elided("caps")
        self.slots_head = Panel("panel", row=True, margins=(12, 4, 12, 0), spacing=6).lay((self.used, 1))
        for word in ("text", "symbol", "block", "disc", "band"):
            self.slots_head.lay(
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
        self.warning = TextLabel("warn", wrap=True)
        slots = Panel("panel", spacing=4).lay(self.slots_head, self.table, self.layer_form, self.warning, None)
        self.body = Panel("panel", spacing=4).lay((self.form, 1), (slots, 1))
        self.lay(head, stage, (scrolling(self.body, "edit.page.counters"), 1))
        self._sized()
        model.focus.kind.connect(self.show_kind)
        self.follow(*DRAWN_WITH)

    def _sized(self) -> None:
        kind, screen = self._now(), self.screen()
        mm = printed_mm(self.model.content.title.attrs, kind.klass if kind is not None else "unit")
        dots = screen.physicalDotsPerInch() if screen is not None else 96.0
        self.true_size.set_size(mm / 25.4 * (dots if 60 < dots < 400 else 96.0) * 1.16)
        self.true_size.say_size(mm=f"{mm:.4g}")
        self.on_board.set_size(66 * 0.73 * 1.16)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Kind and template stand side by side where there is room; a low window leaves it to what is written below the face."""
        super().resizeEvent(event)
        low = self.height() < px(LOW)
        self.editor.set_low(low)
        for small in (self.back, self.on_board, self.far):
            small.setVisible(not low)
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

    def _faced(self) -> None:
        self.layer = -1
        self.refresh()

    def _now(self) -> Any:
        """Return the kind in hand."""
        return self.model.content.kinds_by_id.get(self.kind)

    def _layers(self, face: str = "") -> tuple[str, list[Any]]:
        """Return (template that owns a face, else the one shown; its layers): one that is `like` another has the other's."""
        face = face or self.face_switch.value
        templates, kind = self.model.content.counters.get("templates") or {}, self._now()
        for name, found in alike(templates, kind.template if kind is not None else ""):
            if isinstance(found.get(face), (list, tuple)):
                return name, list(found[face])
        return "", []

    def refresh(self) -> None:
        """Show what is there now."""
        kind = self._now()
        if self.piece not in self.model.content.pieces_by_id:
            self.piece = ""
        for part in (self.form, self.slots_head, self.table, self.layer_form):
            part.setVisible(kind is not None)
        if kind is None:
            return
        owner, layers = self._layers()
        self.editor.show_face(self.kind, self.piece, self.face_switch.value, layers, self.layer)
        for small in (self.back, self.true_size, self.on_board, self.far):
            small.show_counter(self.piece or self.kind)
        self._sized()
        same = sum(1 for k in self.model.content.kinds if k.template == kind.template)
        self.used.setText(tr("edit.template_used", name=kind.template or "–", n=same))
        with self.form.build(self.kind):
            self._kind_rows(kind)
        self._fill_table(layers)
        with self.layer_form.build((owner, self.face_switch.value, self.layer)):
            self._layer_rows(owner, layers)
        self._check(kind)

    def _kind_rows(self, kind: Any) -> None:
        content, sheet = self.model.content, Sheet(self.form, self.model, kind, "kinds", kind.id)
        self.form.head(str(kind.name.get(language())), ident=kind.id)
        sheet.both("edit.name", "name")
        sheet.choice("edit.class", "class", [(c, tr(f"edit.class.{c}")) for c in CLASSES], kind.klass)
        sheet.choice("edit.side", "side", [(None, tr("edit.no_side")), *named(content.sides)])
        templates = ((t, t) for t in content.counters.get("templates") or {})
        sheet.choice("edit.template", "template", [("", tr("edit.template_none")), *templates])
        sheet.list("edit.traits", "traits")
        sheet.numbers("edit.numbers", "attrs")

    # -- own art -----------------------------------------------------------------------------------
    def ask_picture(self) -> None:
        """Ask for a picture of the face that is shown."""
        choosing.from_file(self, self.model, "edit.art.file", self.put_picture)

    def paste_picture(self) -> None:
        """Put the picture that was copied on the face that is shown."""
        choosing.from_clipboard(self, self.model, self.put_picture)

    def put_picture(self, path: str) -> None:
        """Put a picture on the face that is shown."""
        if self._now() is not None:
            self.model.art.show(self.kind, path, back=self.face_switch.value == "back")

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
            shows = next((spec[key] for key in SHOWS if key in spec), "")
            for column, text in enumerate((_slot_name(word), shown(shows), place, shown(spec.get("when", "")))):
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

    def _do(self, gesture: Any, *args: Any) -> None:
        """Carry out what is done with the list of the face's layers."""
        path = ("counters", "templates", self._layers()[0], self.face_switch.value)
        self.model.do(gesture, path, *args, key="edit.did.template", name=self._now().template)

    def _store(self, layer: int, key: str, value: Any) -> None:
        """Give a layer a setting; nothing takes it away."""
        owner, layers = self._layers()
        word, spec = spec_of(layers[layer])
        spec = {k: v for k, v in {**spec, key: value}.items() if k != key or v not in ("", None)}
        path = ("counters", "templates", owner, self.face_switch.value, layer)
        self.model.do(items.put_all, [(path, {word: spec})], "edit.did.template", name=self._now().template)

    def _moved(self, layer: int, x: float, y: float) -> None:
        self._store(layer, "at", [round(x, 1), round(y, 1)])

    def _cell_typed(self, item: QTableWidgetItem) -> None:
        if not self._filling:
            spec = spec_of(self._layers()[1][item.row()])[1]
            key = (next((k for k in SHOWS if k in spec), "value"), "at", "when")[item.column() - 1]
            self._store(item.row(), key, _meant(key, item.text().strip()))

    def add_layer(self, word: str) -> None:
        """Add a slot to the template; one without a back gets it, and a kind without a template gets one of its own."""
        owner, layers = self._layers()
        if owner:
            self.layer = len(layers)
            self._do(items.insert, {word: dict(LAYERS[word])})
        elif self._layers("front")[0]:
            self.make_back(word)
        elif self._now() is not None:
            self.make_template(word)

    def make_back(self, word: str = "") -> None:
        """Give the template a back of its own, which begins as what was seen there: the front."""
        layers = self._layers("front")[1]
        self.layer = len(layers) if word else -1
        self._put_back([*layers, *([{word: dict(LAYERS[word])}] if word else [])])

    def _put_back(self, layers: Any) -> None:
        template = self._now().template
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)  # the button that was pressed goes with its row
        self.model.do(items.put_all, [(("counters", "templates", template, "back"), layers)], "edit.did.template", name=template)

    def make_template(self, word: str = "") -> None:
        """Give the kind a template of its own: box, symbol, name and a figure in the colour of its side."""
        content = self.model.content
        kind = content.kinds_by_id[self.kind]
        templates = content.counters.get("templates") or {}
        palettes = content.counters.get("palettes") or {}
        standard = dict(palettes.get("standard") or {})
        group = kind.side or "plain"
        if not isinstance(standard.get(group), Mapping):
            info = self.model.side(kind.side) if kind.side else None
            base = info.colour if info is not None else LIGHT.line
            standard[group] = {"base": base, "ink": ink_on(base), "panel": LIGHT.raised}
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

    def _layer_rows(self, owner: str, layers: list[Any]) -> None:
        form, number = self.layer_form, self.layer
        if not owner and self._layers("front")[0]:
            form.say_line(tr("edit.back_none"))
            form.button("edit.back_make", self.make_back, "plus")
        elif not owner:
            form.button("edit.template_make", self.make_template, "plus")
        elif 0 <= number < len(layers):
            word, spec = spec_of(layers[number])
            form.head(_slot_name(word))
            for key, value in spec.items():
                name = _setting_name(key)
                form.line(f"slot.{key}", shown(value), lambda text, k=key: self._store(number, k, _meant(k, text)), name=name)
            form.part("slot", (word, number, len(layers)), lambda _: self._layer_buttons(word, number, len(layers)))
        elif self.face_switch.value == "back" and owner == self._now().template:
            form.button("edit.back_drop", lambda: self._put_back(ABSENT), "delete-outline")

    def _layer_buttons(self, word: str, number: int, count: int) -> Panel:
        """Choose a symbol; up, down, away."""
        row = Panel(row=True, spacing=6)
        if word == "symbol":
            row.lay(Button("edit.symbols", kind="compact", icon_name="shape-outline", then=self._find_symbol))
        for icon_name, key, target in (
            ("arrow-up", "edit.slot_up", number - 1),
            ("arrow-down", "edit.slot_down", number + 1),
        ):
            button = IconButton(icon_name, key, size=28, then=lambda t=target: self._reorder(t))
            button.setEnabled(0 <= target < count)
            row.lay(button)
        drop = IconButton("delete-outline", "edit.slot_drop", size=28, then=lambda: self._do(items.remove, number))
        return row.lay(drop, None)

    def _reorder(self, target: int) -> None:
        was, self.layer = self.layer, target
        self._do(items.move, was, target)

    def _find_symbol(self) -> None:
        """Ask for a symbol by its name or its picture."""
        entries = sorted(((name, tr(f"symbol.{name}")) for name in symbols.names()), key=lambda entry: entry[1])
        finder = Finder(tr("edit.symbols"), entries, self, picture=lambda name: symbols.picture(name, px(PICTURE)))
        finder.chosen.connect(self._symbol)
        finder.open_at(self.table.mapTo(self, QPoint(0, 0)))

    def _symbol(self, name: str) -> None:
        spec = spec_of(self._layers()[1][self.layer])[1]
        told, kind = str(spec.get("name", "")), self._now()
        if told.startswith("{") and told.endswith("}"):  # the template takes the symbol from the kind
            self.model.do(items.put, ("kinds", kind.id, "attrs", told[1:-1]), name)
        else:
            self._store(self.layer, "name", name)

    # -- what a printer would say ------------------------------------------------------------------
    def _check(self, kind: Any) -> None:
        """Warn of a face that can not be drawn."""
        words = self.model.faces.drawing_fault(kind.id) if kind.template else ""
        self.warning.setText(words)
        self.warning.setVisible(bool(words))

    def regions(self) -> list[Any]:
        """The stations of F6."""
        return [self.face_switch, self.editor, self.form, self.table]


def _slot_name(word: str) -> str:
    """Return what a slot is called: by its word in the style where nothing else is known."""
    return tr(f"edit.slot.{word}") if word in LAYERS or word in ("box", "image") else word


def _setting_name(key: str) -> str:
    """Return what a setting of a slot is called: by its word in the style where nothing else is known."""
    if key in OWN:
        return tr(f"edit.slot_of.{key}")
    return tr(f"edit.setting.{key}") if key in SHARED else key


def _meant(key: str, text: str) -> Any:
    """Return what is meant by what was typed for a setting of a layer."""
    return text if key in WORDS else meant(text)
