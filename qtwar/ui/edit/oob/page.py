"""The order of battle page: tree and sheet in one, the designer beside it, rows pasted from a spreadsheet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication

from qtwar.editing import items
from qtwar.editing.names import ident_of
from qtwar.editing.placements import lay_out
from qtwar.editing.rows import copy_rows
from qtwar.ui.edit import removal
from qtwar.ui.edit.bar import Bar
from qtwar.ui.edit.counters.designer import Designer
from qtwar.ui.edit.model import EditModel
from qtwar.ui.edit.oob.borrow import BorrowPanel
from qtwar.ui.edit.oob.paste import PastePanel
from qtwar.ui.edit.oob.rows import Row
from qtwar.ui.edit.oob.tree import PARTS, OobTree
from qtwar.ui.edit.words import another
from qtwar.ui.files import ask_open
from qtwar.ui.i18n import tr
from qtwar.ui.widgets.basics import Panel, SearchField, TextLabel, beside, upright
from qtwar.ui.widgets.elided import Elided
from qtwar.ui.widgets.stepper import Stepper


class OobPage(Panel):
    """Every row typed in is an entry of the history."""

    def __init__(self, model: EditModel) -> None:
        super().__init__()
        self.model = model
        self._told: tuple[str, ...] = ()
        self.tree = OobTree(model)
        self.designer = Designer(model)
        self.paste_panel, self.borrow_panel = PastePanel(model), BorrowPanel(model)
        bar = Bar(
            ("edit.oob.formation", "plus", self.add_formation),
            ("edit.oob.counter", "plus", self.add_piece),
            ("edit.borrow.open", "bookshelf", self.borrow_panel.open),
            ("edit.oob.copies", "content-copy", self.make_copies),
        )
        self.copies = Stepper(1, 99, value=3)
        self.say(self.copies.setAccessibleName, "edit.oob.copies_n")
        bar.lay(self.copies, upright())
        bar.deeds(
            ("edit.oob.copy", "content-copy", self.copy),
            ("edit.oob.paste", "content-paste", self.paste),
            ("edit.oob.csv", "file-delimited-outline", self.ask_csv),
            ("edit.delete_kind", "delete-outline", self.delete),
        )
        self.filter = SearchField("edit.oob.filter", lambda: self.tree.narrow(self.filter.text()), 900)
        bar.lay((self.filter, 1))
        self.count, self.kinds = TextLabel("second"), TextLabel("second")
        foot = Panel("shelf", row=True, margins=(12, 1, 12, 1), spacing=12)
        foot.lay((Elided("second", "edit.oob.hint"), 1), Panel(spacing=0).lay(self.count, self.kinds))
        left = Panel("panel").lay((self.tree, 1), self.paste_panel, (self.borrow_panel, 2), foot)
        self.lay(bar, (beside((left, 920), (self.designer, 620)), 1))
        self.say(self.tree.setAccessibleName, "edit.page.oob")
        self.tree.chosen.connect(self._chosen)
        for panel in (self.paste_panel, self.borrow_panel):  # where their buttons go the keyboard would go anywhere
            panel.closed.connect(self.tree.setFocus)
        model.focus.pieces.connect(self._from_map)
        self.tree.filled.connect(self._counted)
        keys = QKeySequence.StandardKey
        for key, then in ((keys.Paste, self.paste), (keys.Copy, self.copy), (keys.Delete, self.delete)):
            QShortcut(QKeySequence(key), self.tree, then, context=Qt.ShortcutContext.WidgetShortcut)
        self._counted()

    def _counted(self) -> None:
        """Say how many counters the roster has and where they are, and the same of kinds that are no part of it."""
        rows = self.tree.all_rows()
        pieces, kinds = ([row for row in rows if row.what == what] for what in ("piece", "kind"))
        placed = sum(1 for row in pieces if row.place)
        later = sum(1 for row in pieces if row.arrives)
        n = len(pieces)
        self.count.setText(tr("edit.oob.count", n=n, placed=placed, later=later, rest=n - placed - later))
        self.count.setVisible(bool(pieces or not kinds))
        self.kinds.setText(tr("edit.oob.count_kinds", n=len(kinds), placed=sum(row.count for row in kinds)))
        self.kinds.setVisible(bool(kinds))
        if self.designer.kind not in self.model.content.kinds_by_id:
            self._chosen([*pieces, *kinds][:1])

    def _chosen(self, rows: list[Row]) -> None:
        if not rows:
            return
        row = rows[0]
        if row.what == "kind":
            self.designer.show_kind(row.id)
        elif row.what == "piece":
            piece = self.model.content.pieces_by_id.get(row.id)
            if piece is not None:
                self.designer.show_kind(piece.kind, row.id)
        elif (kind := self._makes()) is not None:
            self.designer.show_kind(kind.id)
        title = self.designer.title
        title.say(title.setText, "edit.designer" if row.what in ("piece", "kind") else "edit.oob.makes")
        told = tuple(r.id for r in rows if r.what in ("piece", "kind"))
        if told != self._told:
            self._told = told
            self.model.focus.pieces.emit(told)

    def _from_map(self, pieces: tuple[str, ...]) -> None:
        """Select here what is selected there."""
        lines = lay_out(self.model.content, self.model.scenario).rows
        wanted = tuple(dict.fromkeys(lines.get(p, p) for p in pieces))
        if wanted != self._told:
            self._told = wanted
            self.tree.select_ids(wanted)

    # -- doing -------------------------------------------------------------------------------------
    def _home(self) -> tuple[str | None, str | None]:
        """Return (formation, side) that a new row goes into: those of the row in hand."""
        content = self.model.content
        for row in self.tree.rows():
            if row.what == "formation":
                found = next(f for f in content.formations if f.id == row.id)
                return row.id, found.side
            if row.what == "piece":
                piece = content.pieces_by_id[row.id]
                kind = content.kinds_by_id.get(piece.kind)
                return piece.formation, kind.side if kind is not None else None
            if row.what == "side" and row.id:
                return None, row.id
            if row.what == "kind":
                return None, content.kinds_by_id[row.id].side
        return None, content.sides[0].id if content.sides else None

    def _makes(self) -> Any:
        """Return the kind of which a counter is added: that in the designer, else the first there is."""
        content = self.model.content
        return content.kinds_by_id.get(self.designer.kind) or next(iter(content.kinds), None)

    def add_formation(self) -> None:
        """A formation below the one in hand."""
        parent, side = self._home()
        item = another("edit.oob.formation_name", self.model.content.formations, "formation")
        self.model.add("formations", item | {"parent": parent, "side": side}, self.tree.take_up)

    def add_piece(self) -> None:
        """A counter of the kind in the designer, in the formation in hand."""
        content, kind = self.model.content, self._makes()
        if kind is None:
            self.model.told.emit(tr("edit.no_kinds"))
            return
        formation, _ = self._home()
        ident = ident_of(f"{kind.id}_{len(content.pieces) + 1}", content.pieces_by_id)
        item = {"id": ident, "kind": kind.id, "formation": formation}
        self.model.add("pieces", item, self.tree.take_up)

    def make_copies(self) -> None:
        """Copies of the counters in hand, with numbers behind their names."""
        pieces = [row.id for row in self.tree.rows() if row.what == "piece"]
        if pieces:
            self.model.do(items.duplicate, "pieces", pieces, self.copies.value)
        else:
            self.model.told.emit(tr("edit.oob.choose_piece"))

    def delete(self) -> None:
        """Delete the rows in hand, with what places them in scenarios."""
        groups: dict[str, list[Row]] = {}
        for row in self.tree.rows():
            groups.setdefault(row.what, []).append(row)
        for what, then in (("piece", removal.remove), ("formation", removal.remove), ("kind", removal.ask)):
            rows = groups.get(what, [])
            if rows:
                more = tr("edit.and_more", n=len(rows) - 1) if len(rows) > 1 else ""
                then(self.model, PARTS[what], [row.id for row in rows], rows[0].name + more)

    def copy(self) -> None:
        """Put the rows in hand on the clipboard, for a spreadsheet or another draft: counters, else kinds, else formations."""
        for what in ("piece", "kind", "formation"):
            idents = [row.id for row in self.tree.rows() if row.what == what]
            if idents:
                QApplication.clipboard().setText(copy_rows(self.model.draft, PARTS[what], idents))
                self.model.told.emit(tr("edit.oob.copied", n=len(idents)))
                return

    def paste(self) -> None:
        """Show what is on the clipboard as rows, before anything is taken over."""
        text = QApplication.clipboard().text()
        if not text.strip():
            self.model.told.emit(tr("edit.oob.clipboard_empty"))
            return
        self.paste_panel.show_rows(text.encode("utf-8"), tr("edit.oob.from_clipboard"))

    def ask_csv(self) -> None:
        """Ask for a file of rows."""
        ask_open(self, self.open_csv, "edit.oob.csv", "edit.oob.csv_filter")

    def open_csv(self, path: str) -> None:
        """Show the rows of a file."""
        try:
            data = Path(path).read_bytes()
        except OSError as fault:
            self.model.refused.emit(tr("library.unreadable", name=Path(path).name, why=fault.strerror or ""))
            return
        self.paste_panel.show_rows(data, Path(path).name)

    def show_item(self, part: str, ident: str) -> None:
        """Show what a problem or the palette leads to."""
        self.filter.clear()
        self.tree.select_ids([ident], ("formation",) if part == "formations" else ("piece", "kind"))

    def regions(self) -> list[Any]:
        """The stations of F6."""
        return [self.tree, *self.designer.regions()]
