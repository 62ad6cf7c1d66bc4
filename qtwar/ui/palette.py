"""The command palette: commands, cells, pieces, rules, tables, settings; also go to square and find."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QWidget

from qtwar.ui.actions import COMMANDS, Actions
from qtwar.ui.i18n import tr
from qtwar.ui.model import Found, GameModel
from qtwar.ui.theme import current, px
from qtwar.ui.theme.icons import icon
from qtwar.ui.widgets.basics import Panel, Text

ICONS = {"cell": "map-marker-outline", "piece": "square-rounded-outline", "rule": "book-open-variant", "table": "table"}


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the palette: what it says, what it is found by, what it does."""

    text: str
    detail: str
    icon: str
    words: str
    run: Callable[[], object]
    why_not: str = ""


def rank(words: list[str], text: str) -> int | None:
    """Return how well a text fits the words typed (smaller is better), or None."""
    folded = text.casefold()
    score = 0
    for word in words:
        at = folded.find(word)
        if at < 0:
            return None
        score += 0 if at == 0 else 1 if folded[at - 1] in " :·-/" else 3
    return score


class Palette(Panel):
    """Comes down from the top; Enter does, Esc closes, arrows choose."""

    def __init__(self, parent: QWidget, actions: Actions) -> None:
        super().__init__("floating", margins=(10, 10, 10, 8), spacing=6, parent=parent)
        self.actions_registry = actions
        self.model: GameModel | None = None
        self.more: Callable[[], Iterable[Entry]] = tuple
        self.kinds: tuple[str, ...] = ()
        self.field = QLineEdit()
        self.field.textChanged.connect(lambda _: self.refresh())
        self.field.installEventFilter(self)
        self.list = QListWidget()
        self.list.setProperty("kind", "plain")
        self.list.itemClicked.connect(self._run)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.say(self.list.setAccessibleName, "action.palette")
        self.foot = Text("second", "palette.foot")
        for part in (self.field, self.list, self.foot):
            self.box.addWidget(part)
        self.entries: list[Entry] = []
        self.hide()

    def open(self, kinds: tuple[str, ...] = (), prompt: str = "palette.prompt") -> None:
        """Open; `kinds` narrows to cells (go to), pieces and so on, empty means everything."""
        self.kinds = kinds
        self.field.setPlaceholderText(tr(prompt))
        self.field.setAccessibleName(tr(prompt))
        self.field.clear()
        width = min(px(640), self.parentWidget().width() - px(40))
        self.setFixedWidth(width)
        self.list.setFixedHeight(px(340))
        self.list.setIconSize(current().icon_size())
        self.adjustSize()
        self.move((self.parentWidget().width() - width) // 2, px(64))
        self.refresh()
        self.raise_()
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def _commands(self) -> list[Entry]:
        made = []
        for command in COMMANDS:
            action = self.actions_registry[command.id]
            keys = " ".join(QKeySequence(k).toString() for k in self.actions_registry.keys(command.id)[:1])
            text = self.actions_registry.name(command.id).replace("…", "")
            romaji = tr("romaji." + command.id) if current().language == "ja" else ""
            words = f"{text} {command.id.replace('_', ' ')} {romaji}"
            why = "" if action.isEnabled() else tr("palette.not_here")
            made.append(Entry(text, keys, command.icon, words, action.trigger, why))
        return made

    def _found(self, text: str) -> list[Entry]:
        if self.model is None or not text.strip():
            return []
        return [
            Entry(f.text, f.detail, ICONS[f.kind], f"{f.text} {f.id} {f.words}", partial(self._go, f))
            for f in self.model.find(text)
            if not self.kinds or f.kind in self.kinds
        ]

    def _go(self, found: Found) -> None:
        assert self.model is not None
        focus = self.model.focus
        if found.kind in ("cell", "piece"):
            focus.centre.emit(found.id)
            focus.blink.emit((found.id,))
        elif found.kind == "rule":
            focus.rule.emit(found.id)
        else:
            focus.table.emit(found.id)

    def refresh(self) -> None:
        """List what fits."""
        text = self.field.text()
        words = text.casefold().split()
        found = self._found(text)
        pool = [] if self.kinds else [*self._commands(), *self.more()]
        ranked = [(r, n, e) for n, e in enumerate(pool) if (r := rank(words, e.words)) is not None]
        ranked.sort(key=lambda item: (bool(item[2].why_not), item[0], item[1]))
        self.entries = [*found[:12], *(e for _, _, e in ranked)][:60]
        self.list.clear()
        for entry in self.entries:
            tail = entry.why_not or entry.detail
            item = QListWidgetItem(icon(entry.icon or "chevron-right"), f"{entry.text}    {tail}".rstrip())
            if entry.why_not:
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
            self.list.addItem(item)
        if self.entries:
            self.list.setCurrentRow(0)
        self.foot.say(self.foot.setText, "palette.foot" if self.entries else "palette.nothing")

    def _run(self, item: QListWidgetItem | None) -> None:
        row = self.list.row(item) if item is not None else -1
        if 0 <= row < len(self.entries) and not self.entries[row].why_not:
            entry = self.entries[row]
            self.close_palette()
            entry.run()

    def close_palette(self) -> None:
        """Close and give the focus back to the window."""
        self.hide()
        self.parentWidget().setFocus()

    def eventFilter(self, watched, event: QEvent) -> bool:
        """Keys of the list while one types."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = event.key()
            if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                step = 1 if key == Qt.Key.Key_Down else -1
                self.list.setCurrentRow(max(0, min(self.list.count() - 1, self.list.currentRow() + step)))
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run(self.list.currentItem())
                return True
            if key == Qt.Key.Key_Escape:
                self.close_palette()
                return True
        kept = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
        if isinstance(event, QFocusEvent) and event.lostFocus() and event.reason() not in kept:
            self.hide()
        return False
