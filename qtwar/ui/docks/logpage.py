"""The page of the log: a paragraph a line, written on as the game goes on, never written anew for a single line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from html import escape

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QTextBrowser

from qtwar.ui.facts import LogLine, SideInfo
from qtwar.ui.i18n import Speaks, tr
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.rich import html

MORE = "more:"
NUMBER, FOLDED = 34, 10
"""Width of the number column, and how far the lines below a head stand in, in px at 100 %."""


class LogPage(Speaks, QTextBrowser):
    """Shows lines; block n of its document is line n, behind the block of the link to earlier ones where there is one."""

    picked = Signal(object)  # LogLine that was clicked beside its links

    def __init__(self) -> None:
        super().__init__()
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(px(2))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDefaultTextOption(option)
        self.lines: list[LogLine] = []
        self._before = 0  # blocks before that of the first line
        self._marked = 0
        self._at_end, self._writing = True, False  # whether the end is read; whether the page is being written
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.verticalScrollBar().rangeChanged.connect(self._stay)

    # -- writing -----------------------------------------------------------------------------------
    def show_lines(
        self, lines: Sequence[LogLine], sides: Mapping[str, SideInfo], *, earlier: bool, marked: int = 0
    ) -> None:
        """Bring the page to these lines: what stands already stays, the rest is taken away and written.

        `earlier` puts a link to more above them; `marked` is an entry whose lines stand out.
        """
        same = 0
        if earlier == bool(self._before) and marked == self._marked and self.lines:
            for old, new in zip(self.lines, lines, strict=False):
                if old is not new and old != new:
                    break
                same += 1
        bar = self.verticalScrollBar()
        at_end, scroll, self._writing = self._at_end, bar.value(), True
        self._marked = marked
        cursor = QTextCursor(self.document())
        if same == 0:
            self._begin(earlier)
            cursor.movePosition(QTextCursor.MoveOperation.End)
            steps: Sequence[tuple[str, int, int, int, int]] = [("insert", 0, 0, 0, len(lines))]
        else:
            # from the eyes of another side some lines among the others read differently
            steps = SequenceMatcher(None, self.lines[same:], lines[same:], autojunk=False).get_opcodes()
        cursor.beginEditBlock()
        for what, first, last, begin, end in reversed(steps):  # from the end, so that the numbers before it hold
            if what == "equal":
                continue
            if same:
                self._cut(cursor, same + first, same + last)
            for n in range(same + begin, same + end):
                self._write(cursor, lines[n], sides, first=n + self._before == 0)
        cursor.endEditBlock()
        self.lines = list(lines)
        if not lines:
            cursor.insertText(tr("log.empty"), _in(current().tokens.second))
        bar.setValue(bar.maximum() if at_end else scroll)
        self._at_end, self._writing = at_end, False

    def _scrolled(self, value: int) -> None:
        if not self._writing:
            self._at_end = value >= self.verticalScrollBar().maximum() - px(8)

    def _stay(self, _low: int, high: int) -> None:
        """More lines, or less room: whoever reads the end still does."""
        if self._at_end and not self._writing:
            self.verticalScrollBar().setValue(high)

    def forget(self) -> None:
        """Write everything anew next time: the language or the colours are others."""
        self.lines = []

    def _begin(self, earlier: bool) -> None:
        self.clear()
        self._before = int(earlier)
        if earlier:
            cursor = QTextCursor(self.document())
            cursor.setBlockFormat(_block(px(NUMBER)))
            accent = current().tokens.accent
            cursor.insertHtml(f"\t<a href='{MORE}' style='color:{accent}'>{escape(tr('log.earlier'))}</a>")

    def _cut(self, cursor: QTextCursor, first: int, last: int) -> None:
        """Take away the blocks of the lines from `first` up to `last`; the cursor is left at the end of the block before."""
        cursor.setPosition(self._end_of(first - 1))
        if last > first:
            cursor.setPosition(self._end_of(last - 1), QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()

    def _end_of(self, line: int) -> int:
        block = self.document().findBlockByNumber(self._before + line)
        return block.position() + block.length() - 1

    def _write(self, cursor: QTextCursor, line: LogLine, sides: Mapping[str, SideInfo], *, first: bool) -> None:
        t = current().tokens
        words, ground = html(line.spans, underline=False), ""
        if line.kind == "head":
            words = f"<b>{words}</b>"
            if (side := sides.get(line.side)) is not None:
                words = f"<span style='color:{side.colour}'>&#9646;</span> {words}"
        elif line.kind in ("refusal", "warning"):
            words = f"<span style='color:{t.warn}'>{words}</span>"
        elif line.kind == "turn":
            ground, words = t.accent_ground, f"<b>{words}</b>"
        elif line.kind in ("note", "said"):
            words = f"<i>{words}</i>" if current().language != "ja" else words
        if line.entry == self._marked:
            ground = t.accent_ground
        if line.by_hand:
            words += f" <span style='color:{t.second}'>({escape(tr('log.by_hand'))})</span>"
        form = _block(px(NUMBER) + (0 if line.kind in ("head", "turn") else px(FOLDED)))
        if ground:
            form.setBackground(QColor(ground))
        if first:
            cursor.setBlockFormat(form)
        else:
            cursor.insertBlock(form, QTextCharFormat())
        cursor.insertText(f"{line.number}\t", _in(t.second))
        cursor.insertHtml(words)

    # -- finding -----------------------------------------------------------------------------------
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click beside the links picks the line; whoever has marked words picks none."""
        super().mouseReleaseEvent(event)
        point = event.position().toPoint()
        if event.button() != Qt.MouseButton.LeftButton or self.anchorAt(point) or self.textCursor().hasSelection():
            return
        line = self.line_at(point)
        if line is not None:
            self.picked.emit(line)

    def line_at(self, point: QPoint) -> LogLine | None:
        """Return the line under a point of the page."""
        n = self.cursorForPosition(point).blockNumber() - self._before
        return self.lines[n] if 0 <= n < len(self.lines) else None

    def scroll_to(self, line: int) -> None:
        """Bring a line to the top of what is seen."""
        block = self.document().findBlockByNumber(self._before + line)
        top = self.document().documentLayout().blockBoundingRect(block).top()
        self.verticalScrollBar().setValue(round(top))


def _block(indent: int) -> QTextBlockFormat:
    """Return the form of a paragraph whose words stand in by px, with the number hanging to the left of them."""
    form = QTextBlockFormat()
    form.setLeftMargin(indent)
    form.setTextIndent(-indent)
    form.setTabPositions([QTextOption.Tab(indent, QTextOption.TabType.LeftTab)])
    form.setTopMargin(px(2))
    form.setBottomMargin(px(2))
    return form


def _in(colour: str) -> QTextCharFormat:
    """Return the form of plain words in a colour."""
    form = QTextCharFormat()
    form.setForeground(QColor(colour))
    return form
