"""The counters page: kinds at the left, the designer, the strip of counters that share a template, and the sheet of all."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QLineEdit, QListView, QListWidget, QListWidgetItem, QSplitter

from qtwar.editing import items
from qtwar.editing.draft import Change
from qtwar.editing.names import copy_ids, ident_of
from qtwar.ui.edit import removal
from qtwar.ui.edit.bar import Bar
from qtwar.ui.edit.counters.designer import Designer
from qtwar.ui.edit.counters.face import record_of
from qtwar.ui.edit.entries import KIND, ListItem, sync
from qtwar.ui.edit.form import TextField
from qtwar.ui.edit.model import EditModel
from qtwar.ui.edit.words import both
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, Panel, TextLabel
from qtwar.ui.widgets.segments import Segments

FACE = 40


class CountersPage(Panel):
    """`sheet` shows all counters large; `strip` those of the template in hand."""

    def __init__(self, model: EditModel) -> None:
        super().__init__()
        self.model = model
        self._drawn: dict[tuple[str, int], Any] = {}
        """Kind and size → what its picture was drawn with, and the picture."""
        bar = Bar()
        bar.box.addWidget(Button("edit.kind_new", icon_name="plus", then=self.add))
        bar.box.addWidget(Button("edit.kind_copy", icon_name="content-copy", then=self.duplicate))
        bar.box.addWidget(Button("edit.delete_kind", icon_name="delete-outline", then=self.delete))
        self.filter = QLineEdit()
        self.filter.setClearButtonEnabled(True)
        self.say(self.filter.setPlaceholderText, "edit.kinds_find")
        self.say(self.filter.setAccessibleName, "edit.kinds_find")
        self.filter.textChanged.connect(lambda _: self.fill())
        bar.box.addWidget(self.filter, 1)
        self.view = Segments((("list", "edit.view.list"), ("sheet", "edit.view.sheet")), "edit.view")
        self.view.choose("list")
        self.view.picked.connect(self._view)
        bar.box.addWidget(self.view)
        self.count = TextLabel("second")
        bar.box.addWidget(self.count)
        self.list = QListWidget()
        self.list.setUniformItemSizes(True)
        self.say(self.list.setAccessibleName, "edit.kinds")
        self.list.currentItemChanged.connect(lambda item, _: self._chosen(item))
        self.designer = Designer(model)
        self.strip = QListWidget()
        self.strip.setViewMode(QListView.ViewMode.IconMode)
        self.strip.setMovement(QListView.Movement.Static)
        self.strip.setFlow(QListView.Flow.LeftToRight)
        self.strip.setWrapping(False)
        self.strip.setUniformItemSizes(True)
        self.say(self.strip.setAccessibleName, "edit.strip")
        self.strip.itemClicked.connect(self._chosen)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.list)
        split.addWidget(self.designer)
        split.setStretchFactor(0, 2)
        split.setStretchFactor(1, 3)
        split.setChildrenCollapsible(False)
        self.strip_head = TextLabel("strong")
        foot = Panel("shelf", margins=(12, 4, 12, 4), spacing=2)
        foot.box.addWidget(self.strip_head)
        foot.box.addWidget(self.strip)
        self.box.addWidget(bar)
        self.box.addWidget(split, 1)
        self.box.addWidget(foot)
        self.split = split
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self.fill)
        model.changed.connect(self._changed)
        model.focus.kind.connect(self.choose)
        self.restyle()
        self.fill()
        if self.list.count():
            self.list.setCurrentRow(0)

    def _changed(self, change: Change) -> None:
        if change.touches("kinds", "counters", "pieces", "sides"):
            self._later.start()

    def _view(self, value: str) -> None:
        self.view.choose(value)
        sheet = value == "sheet"
        self.list.setViewMode(QListView.ViewMode.IconMode if sheet else QListView.ViewMode.ListMode)
        self.list.setMovement(QListView.Movement.Static)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.split.setSizes([self.width() * 3 // 4, self.width() // 4] if sheet else [2, 3])
        self.restyle()
        self.fill()

    def fill(self) -> None:
        """List the kinds that fit the filter."""
        words = self.filter.text().casefold().split()
        content, sheet = self.model.content, self.view.value == "sheet"
        side = px(72 if sheet else FACE)
        chosen = self.designer.kind
        entries = []
        for kind in content.kinds:
            name = kind.name.get(language()) or kind.id
            if not all(word in f"{name} {kind.id} {kind.side or ''} {kind.template}".casefold() for word in words):
                continue
            numbers = "  ".join(f"{k} {v}" for k, v in list(kind.attrs.items())[:4] if isinstance(v, (int, float, str)))
            text, tip = name if sheet else f"{name}\n{numbers}", f"{name} · {kind.id}"
            entries.append(ListItem(kind.id, text, tip, self._icon(kind, side), 0))
        sync(self.list, entries, chosen)
        self.count.setText(tr("edit.kinds_count", n=len(content.kinds)))
        self._strip()

    def _icon(self, kind: Any, side: int) -> QIcon:
        """Return a kind's picture, drawn anew where it changed."""
        content = self.model.content
        drawn = (kind, content.counters, content.sides)
        before = self._drawn.get((kind.id, side))
        if before is not None and all(a is b for a, b in zip(before[:3], drawn, strict=True)):
            found: QIcon = before[3]
            return found
        icon = QIcon(self.model.face(record_of(self.model, kind.id), side, self.devicePixelRatioF()))
        self._drawn[kind.id, side] = (*drawn, icon)
        return icon

    def _strip(self) -> None:
        content, kind = self.model.content, self.model.content.kinds_by_id.get(self.designer.kind)
        same = [k for k in content.kinds if kind is not None and k.template == kind.template]
        entries = [ListItem(k.id, "", k.name.get(language()), self._icon(k, px(48)), 0) for k in same[:200]]
        sync(self.strip, entries, self.designer.kind)
        self.strip_head.setText(tr("edit.strip_head", n=len(same)))

    def _chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.designer.show_kind(item.data(KIND))
            self._mark()

    def _mark(self) -> None:
        for view in (self.list, self.strip):
            view.blockSignals(True)
            for n in range(view.count()):
                if view.item(n).data(KIND) == self.designer.kind:
                    view.setCurrentRow(n)
            view.blockSignals(False)
        self._strip()

    def choose(self, kind: str) -> None:
        """Show the counters of a piece kind."""
        self.designer.show_kind(kind)
        self._mark()

    # -- doing -------------------------------------------------------------------------------------
    def add(self) -> None:
        """A new kind, of the side and template of the one in hand."""
        content = self.model.content
        name = tr("edit.kind_name", n=len(content.kinds) + 1)
        ident = ident_of(name, content.kinds_by_id, "counter")
        now = content.kinds_by_id.get(self.designer.kind)
        item: dict[str, Any] = {"id": ident, "name": both("edit.kind_name", n=len(content.kinds) + 1)}
        if now is not None:
            item |= {"side": now.side, "template": now.template, "attrs": dict(now.attrs), "class": now.klass}
        elif content.sides:
            item |= {"side": content.sides[0].id}
        self.model.do_then(lambda ok: self._name_it(ident) if ok else None, items.add, "kinds", item)

    def _name_it(self, ident: str) -> None:
        """Show a kind just made, with the keyboard in its name: what is typed next is that."""
        self.choose(ident)
        field = self.designer.form.fields[f"edit.name.{language()}"]
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        if isinstance(field, TextField):
            field.selectAll()

    def duplicate(self) -> None:
        """A copy of the kind in hand."""
        now = self.model.content.kinds_by_id.get(self.designer.kind)
        if now is None:
            return
        (ident,) = copy_ids(now.id, self.model.content.kinds_by_id, 1)
        self.model.do_then(lambda ok: self.choose(ident) if ok else None, items.duplicate, "kinds", [now.id])

    def delete(self) -> None:
        """Delete the kind in hand, if nothing needs it; else say what does, and offer to delete that too."""
        now = self.model.content.kinds_by_id.get(self.designer.kind)
        if now is None:
            return
        removal.ask(self.model, "kinds", [now.id], now.name.get(language()))

    def show_item(self, part: str, ident: str) -> None:
        """Show what a problem or the palette leads to."""
        if part == "kinds" and ident:
            self.filter.clear()
            self.choose(ident)

    def restyle(self) -> None:
        """Sizes at the new scale."""
        super().restyle()
        if "strip" in self.__dict__:
            sheet = self.view.value == "sheet"
            side = px(72 if sheet else FACE)
            self.list.setIconSize(QSize(side, side))
            self.list.setGridSize(QSize(px(110), side + px(28)) if sheet else QSize())
            self.strip.setIconSize(QSize(px(48), px(48)))
            self.strip.setGridSize(QSize(px(56), px(56)))
            self.strip.setFixedHeight(px(66))

    def retranslate(self) -> None:
        """Names in the new language."""
        self.fill()

    def regions(self) -> list[Any]:
        """The stations of F6."""
        return [self.list, *self.designer.regions(), self.strip]
