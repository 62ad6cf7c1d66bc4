"""The guide in a tab: its chapters and their parts at the left, the text with its pictures at the right."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QDesktopServices,
    QImage,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QSplitter, QTextBrowser, QTreeWidget, QTreeWidgetItem

from qtwar.base.places import GUIDE
from qtwar.ui.i18n import language
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import Panel

CHAPTERS = ("playing", "free-table", "authoring", "printing", "tables", "by-mail")
WIDEST = 900
"""How wide a line of the text may be, in px at 100 %."""
PICTURE = "\ufffc"
"""Stands for a picture in the text of a block."""


def chapter_file(ident: str, lang: str) -> Path:
    """Return the file of a chapter in a language; the English one where there is none."""
    own = GUIDE / lang / f"{ident}.md"
    return own if own.is_file() else GUIDE / f"{ident}.md"


def parts_of(text: str) -> list[str]:
    """Return the headings of the second level, in order."""
    return [line[3:].strip() for line in text.splitlines() if line.startswith("## ")]


def title_of(text: str) -> str:
    """Return the heading of a chapter."""
    return next((line[2:].strip() for line in text.splitlines() if line.startswith("# ")), "")


class Leaf(QTextBrowser):
    """Shows a chapter; its pictures are as wide as the text at most."""

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Read a picture beside the text, made smaller where the window is narrow."""
        if kind == QTextDocument.ResourceType.ImageResource.value:
            image = QImage(self.document().baseUrl().resolved(QUrl(name)).toLocalFile())
            ratio = self.devicePixelRatioF()
            wide = round(min(image.width(), self.room()) * ratio)
            if image.width() > wide:
                image = image.scaledToWidth(wide, Qt.TransformationMode.SmoothTransformation)
            image.setDevicePixelRatio(ratio if image.width() == wide else 1.0)
            return image
        return super().loadResource(kind, name)

    def room(self) -> int:
        """Return the width of the text."""
        return min(px(WIDEST), max(px(200), self.viewport().width() - px(48)))


class GuidePage(Panel):
    """`open` turns to a chapter, or to a part of it by its place among the headings."""

    def __init__(self) -> None:
        super().__init__()
        self.chapter, self.width_shown = "", 0
        self._part, self._at = -1, 0  # the part that was turned to, and where the bar came to stand for it
        self.list = QTreeWidget()
        self.list.setHeaderHidden(True)
        self.list.setIndentation(px(14))
        self.list.setUniformRowHeights(True)
        self.say(self.list.setAccessibleName, "guide.chapters")
        self.list.currentItemChanged.connect(lambda item, _: self._chosen(item))
        self.text = Leaf()
        self.text.setOpenLinks(False)
        self.text.setLineWrapMode(QTextBrowser.LineWrapMode.FixedPixelWidth)
        self.text.anchorClicked.connect(self._follow)
        self.say(self.text.setAccessibleName, "action.guide")
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.list)
        split.addWidget(self.text)
        split.setStretchFactor(1, 1)
        split.setSizes([px(270), px(1000)])
        split.setChildrenCollapsible(False)
        self.lay(split, grow=split)
        self._fill()
        self.open(CHAPTERS[0])

    def _fill(self) -> None:
        self.list.blockSignals(True)
        self.list.clear()
        for ident in CHAPTERS:
            text = chapter_file(ident, language()).read_text("utf-8")
            top = QTreeWidgetItem([title_of(text)])
            top.setData(0, Qt.ItemDataRole.UserRole, (ident, -1))
            top.setFont(0, current().font(strong=True))
            self.list.addTopLevelItem(top)
            for n, part in enumerate(parts_of(text)):
                below = QTreeWidgetItem([part])
                below.setData(0, Qt.ItemDataRole.UserRole, (ident, n))
                top.addChild(below)
            top.setExpanded(True)
        self.list.blockSignals(False)

    def _chosen(self, item: QTreeWidgetItem | None) -> None:
        if item is not None:
            self.open(*item.data(0, Qt.ItemDataRole.UserRole))

    def open(self, ident: str, part: int = -1) -> None:
        """Turn to a chapter, and to one of its parts."""
        if ident != self.chapter or self.width_shown != self.text.room():
            self._show(ident)
        top = self.list.topLevelItem(CHAPTERS.index(ident))
        item = top.child(part) if top is not None and part >= 0 else top
        if item is not None and self.list.currentItem() is not item:
            self.list.blockSignals(True)
            self.list.setCurrentItem(item)
            self.list.blockSignals(False)
        self._part = part
        self._go()

    def _go(self) -> None:
        """Bring the part that was turned to into view."""
        heads = [block for block in self._blocks() if block.blockFormat().headingLevel() == 2]
        bar = self.text.verticalScrollBar()
        if 0 <= self._part < len(heads):
            layout = self.text.document().documentLayout()
            bar.setValue(round(layout.blockBoundingRect(heads[self._part]).top()) - px(8))
        else:
            bar.setValue(0)
        self._at = bar.value()

    def _show_again(self) -> None:
        """Show the chapter at another width or in another look, where it was: a guide just opened gets both late."""
        if not self.chapter:
            return
        bar = self.text.verticalScrollBar()
        here, read_on = bar.value(), bar.value() != self._at
        self._show(self.chapter)
        if read_on:
            bar.setValue(here)
        else:
            self._go()

    def _blocks(self) -> list[QTextBlock]:
        found, block = [], self.text.document().begin()
        while block.isValid():
            found.append(block)
            block = block.next()
        return found

    def _show(self, ident: str) -> None:
        file = chapter_file(ident, language())
        self.chapter, self.width_shown = ident, self.text.room()
        document = self.text.document()
        document.clear()
        document.setBaseUrl(QUrl.fromLocalFile(str(file)))
        document.setDocumentMargin(px(20))
        document.setDefaultFont(current().font("body"))
        self.text.setLineWrapColumnOrWidth(self.width_shown + px(40))
        document.setMarkdown(file.read_text("utf-8"))
        self._space()
        self.text.moveCursor(QTextCursor.MoveOperation.Start)  # Qt brings the cursor into view, and it is at the end

    def _space(self) -> None:
        """Give headings, paragraphs and cells of tables the room that print has."""
        cursor = QTextCursor(self.text.document())
        for block in self._blocks():
            cursor.setPosition(block.position())
            shape, level = block.blockFormat(), block.blockFormat().headingLevel()
            if cursor.currentTable() is not None:
                table = cursor.currentTable()
                form = table.format()
                form.setCellPadding(px(4))
                form.setBorderCollapse(True)
                form.setBorder(1)
                form.setBorderBrush(QColor(current().tokens.line))
                table.setFormat(form)
                continue
            shape.setTopMargin(px({1: 4, 2: 20, 3: 12}.get(level, 4)))
            shape.setBottomMargin(px(6))
            if PICTURE not in block.text():
                shape.setLineHeight(135, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            cursor.setBlockFormat(shape)
            if level:
                cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
                letters = cursor.charFormat()
                letters.setFont(current().font("page" if level == 1 else "heading", strong=level > 1))
                cursor.mergeCharFormat(letters)

    def _follow(self, url: QUrl) -> None:
        ident = Path(url.path()).stem
        if url.scheme() in ("http", "https"):
            QDesktopServices.openUrl(url)
        elif ident in CHAPTERS:
            self.open(ident)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Pictures follow the width."""
        super().resizeEvent(event)
        if self.width_shown != self.text.room():
            self._show_again()

    def retranslate(self) -> None:
        """The guide of the other language."""
        self._fill()
        chapter, self.chapter = self.chapter, ""
        self.open(chapter, self._part)

    def restyle(self) -> None:
        """Fonts and room at the new scale."""
        super().restyle()
        self._show_again()
