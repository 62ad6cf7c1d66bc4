"""The counters page: kinds at the left, the designer, the strip of counters that share a template, and the sheet of all."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import QListView

from qtwar.editing import items
from qtwar.editing.names import copy_ids
from qtwar.model.art import SHOWN_BY
from qtwar.ui.edit import removal
from qtwar.ui.edit.bar import Bar
from qtwar.ui.edit.counters.cutter import CutterPanel
from qtwar.ui.edit.counters.designer import LOW, Designer
from qtwar.ui.edit.entries import KIND, EntryList, ListItem
from qtwar.ui.edit.following import DraftPanel
from qtwar.ui.edit.model import DRAWN_WITH, EditModel
from qtwar.ui.edit.words import another, called
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Panel, SearchField, TextLabel, beside
from qtwar.ui.widgets.segments import Segments

FACE, SHEET, STRIP = 40, 72, 48
LIST, DESIGNER = 420, 1180


class CountersPage(DraftPanel):
    """`view` says whether the kinds stand in a list or on a sheet; `strip` are those of the template in hand."""

    def __init__(self, model: EditModel) -> None:
        super().__init__(model)
        bar = Bar(
            ("edit.kind_new", "plus", self.add),
            ("edit.cut.open", "scissors-cutting", self.open_cutter),
            ("edit.kind_copy", "content-copy", self.duplicate),
            ("edit.delete_kind", "delete-outline", self.delete),
        )
        self.filter = SearchField("edit.kinds_find", self.refresh, 900)
        self.view = Segments(("list", "sheet"), "edit.view", "list", lambda _: self._viewed())
        self.count = TextLabel("second")
        bar.lay((self.filter, 1), self.view, self.count)
        self.list, self.strip = EntryList("edit.kinds", self.choose), EntryList("edit.strip")
        self.designer = Designer(model)
        self.strip.setViewMode(QListView.ViewMode.IconMode)
        self.strip.setMovement(QListView.Movement.Static)
        self.strip.setWrapping(False)
        self.strip.itemClicked.connect(lambda item: self.choose(item.data(KIND)))
        for view in (self.list, self.strip):
            view.setUniformItemSizes(True)
        self.split = beside((self.list, LIST), (self.designer, DESIGNER))
        self.strip_head = TextLabel("strong")
        self.foot = Panel("shelf", margins=(12, 4, 12, 4), spacing=2).lay(self.strip_head, self.strip)
        self.cutter = CutterPanel(model)
        self.cutter.hide()
        self.cutter.closed.connect(self.close_cutter)
        self._kinds = Panel().lay(bar, (self.split, 1), self.foot)
        self.lay((self._kinds, 1), (self.cutter, 1))
        model.focus.kind.connect(self.choose)
        self.restyle()
        self.follow(*DRAWN_WITH)
        if self.list.count():
            self.list.setCurrentRow(0)

    def _viewed(self) -> None:
        sheet = self.view.value == "sheet"
        self.list.setViewMode(QListView.ViewMode.IconMode if sheet else QListView.ViewMode.ListMode)
        self.list.setMovement(QListView.Movement.Static)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.split.setSizes([self.width() * 3 // 4, self.width() // 4] if sheet else [px(LIST), px(DESIGNER)])
        self.restyle()
        self.refresh()

    def refresh(self) -> None:
        """List the kinds that fit the filter, and those that are drawn as the one in hand."""
        content, sheet = self.model.content, self.view.value == "sheet"
        entries = []
        for kind in content.kinds:
            name = called(kind)
            if not self.filter.fits(f"{name} {kind.id} {kind.side or ''} {kind.template}"):
                continue
            shown = [(k, v) for k, v in kind.attrs.items() if k not in SHOWN_BY]
            numbers = "  ".join(f"{k} {v}" for k, v in shown[:4] if isinstance(v, (int, float, str)))
            icon = self._icon(kind.id, SHEET if sheet else FACE)
            entries.append(ListItem(kind.id, name if sheet else f"{name}\n{numbers}", f"{name} · {kind.id}", icon, 0))
        self.list.show_entries(entries, self.designer.kind)
        self.count.setText(tr("edit.kinds_count", n=len(content.kinds)))
        self._strip()

    def _icon(self, kind: str, side: int) -> QIcon:
        return self.model.faces.icon(kind, px(side), self.devicePixelRatioF())

    def _strip(self) -> None:
        content, kind = self.model.content, self.model.content.kinds_by_id.get(self.designer.kind)
        same = [k for k in content.kinds if kind is not None and k.template == kind.template]
        entries = [ListItem(k.id, "", k.name.get(language()), self._icon(k.id, STRIP), 0) for k in same[:200]]
        self.strip.show_entries(entries, self.designer.kind)
        self.strip_head.setText(tr("edit.strip_head", n=len(same)))

    def choose(self, kind: str) -> None:
        """Show a kind in the designer, and mark it in both lists."""
        self.designer.show_kind(kind)
        self.list.mark(kind)
        self._strip()

    # -- own art -----------------------------------------------------------------------------------
    def open_cutter(self) -> None:
        """Show the panel that cuts sheets in place of the list."""
        self._kinds.hide()
        self.cutter.open()

    def close_cutter(self) -> None:
        """Show the list again."""
        self.cutter.hide()
        self._kinds.show()
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- doing -------------------------------------------------------------------------------------
    def _now(self) -> Any:
        return self.model.content.kinds_by_id.get(self.designer.kind)

    def add(self) -> None:
        """A new kind, of the side and template of the one in hand."""
        content, now = self.model.content, self._now()
        item = another("edit.kind_name", content.kinds, "counter")
        if now is not None:
            item |= {"side": now.side, "template": now.template, "attrs": dict(now.attrs), "class": now.klass}
        elif content.sides:
            item |= {"side": content.sides[0].id}
        self.model.add("kinds", item, self._name_it)

    def _name_it(self, ident: str) -> None:
        """Show a kind just made, with the keyboard in its name: what is typed next is that."""
        self.choose(ident)
        self.designer.form.type_over(f"edit.name.{language()}")

    def duplicate(self) -> None:
        """A copy of the kind in hand."""
        now = self._now()
        if now is not None:
            (ident,) = copy_ids(now.id, self.model.content.kinds_by_id, 1)
            self.model.do_then(lambda ok: self.choose(ident) if ok else None, items.duplicate, "kinds", [now.id])

    def delete(self) -> None:
        """Delete the kind in hand, if nothing needs it; else say what does, and offer to delete that too."""
        now = self._now()
        if now is not None:
            removal.ask(self.model, "kinds", [now.id], now.name.get(language()))

    def show_item(self, part: str, ident: str) -> None:
        """Show what a problem or the palette leads to."""
        if part == "kinds" and ident:
            self.close_cutter()
            self.filter.clear()
            self.choose(ident)

    def restyle(self) -> None:
        """Sizes at the new scale."""
        super().restyle()
        sheet = self.view.value == "sheet"
        side, strip = px(SHEET if sheet else FACE), px(STRIP)
        self.list.setIconSize(QSize(side, side))
        self.list.setGridSize(QSize(px(110), side + px(28)) if sheet else QSize())
        self.strip.setIconSize(QSize(strip, strip))
        self.strip.setGridSize(QSize(strip + px(8), strip + px(8)))
        self.strip.setFixedHeight(px(66))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A low window has no room for those drawn alike."""
        super().resizeEvent(event)
        self.foot.setVisible(self.height() >= px(LOW))

    def regions(self) -> list[Any]:
        """The stations of F6."""
        if self.cutter.isVisible():
            return self.cutter.regions()
        return [self.list, *self.designer.regions(), *([self.strip] if self.foot.isVisible() else [])]
