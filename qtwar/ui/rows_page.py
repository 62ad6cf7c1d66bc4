"""A tab of rows under heads, narrowed by typing: the settings and the shortcuts."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QWidget

from qtwar.base.kana import searched
from qtwar.ui.i18n import tr
from qtwar.ui.widgets.basics import Panel, SearchField, TextLabel, clear, scrolling


def stops(row: QWidget) -> list[QWidget]:
    """Return what Tab comes to in a row."""
    return [one for one in row.findChildren(QWidget) if one.focusPolicy() & Qt.FocusPolicy.TabFocus]


class RowsPage(Panel):
    """Subclasses `fill` it with rows; the filter hides those that nobody looks for, and the heads that have none."""

    def __init__(self, title_key: str, words: str, spacing: int) -> None:
        super().__init__("ground")
        self._empty_key = f"{words}.nothing"
        self.filter = SearchField(f"{words}.filter", self._narrow)
        self.top = Panel(row=True, spacing=12).lay(self.filter, grow=self.filter)
        self.rows = Panel(spacing=spacing)
        body = Panel("ground", margins=(32, 20, 32, 24), spacing=8)
        self.body = body.lay(TextLabel("page", title_key), self.top, self.rows)
        self.body.box.addStretch(1)
        self.area = scrolling(self.body, title_key, sideways=True)
        self.lay(self.area)
        self.found: dict[str, Panel] = {}

    def fill(self) -> None:
        """Add every row."""
        raise NotImplementedError

    def build(self) -> None:
        """Make every row anew."""
        clear(self.rows.box)
        self.found = {}
        self._heads: dict[str, TextLabel] = {}
        self._words_of: dict[str, str] = {}
        self._under: dict[str, str] = {}
        self.fill()
        self.nothing = TextLabel("empty", self._empty_key)
        self.rows.lay(self.nothing)
        self._narrow()

    def add_row(self, head_key: str, ident: str, row: Panel, also: str = "") -> None:
        """Add a row under its head; it is found by both, by the choices in it, and by what else is given."""
        if head_key not in self._heads:
            self._heads[head_key] = TextLabel("heading", head_key)
            self.rows.lay(self._heads[head_key])
        words = [tr(head_key), also, *(label.text() for label in row.findChildren(QLabel))]
        words += [box.itemText(n) for box in row.findChildren(QComboBox) for n in range(box.count())]
        self.found[ident], self._words_of[ident], self._under[ident] = row, searched(" ".join(words)), head_key
        self.rows.lay(row)

    def shown(self) -> list[str]:
        """Return the rows that the filter lets be seen."""
        return [ident for ident, row in self.found.items() if not row.isHidden()]

    def _narrow(self) -> None:
        """Show the rows that have all the words of the filter."""
        words = self.filter.words()
        for ident, row in self.found.items():
            row.setVisible(all(word in self._words_of[ident] for word in words))
        used = {self._under[ident] for ident in self.shown()}
        for key, head in self._heads.items():
            head.setVisible(key in used)
        self.nothing.setVisible(not used)

    def retranslate(self) -> None:
        """Build the rows in the new language."""
        self.rebuild()

    def rebuild(self) -> None:
        """Build the rows anew, at the place where one is reading."""
        focused = self.window().focusWidget()
        held = next(((i, stops(row).index(focused)) for i, row in self.found.items() if focused in stops(row)), None)
        if focused is not None and self.rows.isAncestorOf(focused):
            self.area.setFocus()  # the row goes; Qt would give the keyboard to what follows, and scroll there
        self.build()
        if held is not None and held[0] in self.shown():
            stops(self.found[held[0]])[held[1]].setFocus()
