"""The dialog of a fault: what happened in a plain sentence, the whole report to read, the file to send if one likes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QPlainTextEdit, QVBoxLayout, QWidget

from qtwar.ui.i18n import Speaks
from qtwar.ui.theme import px
from qtwar.ui.toast import for_file
from qtwar.ui.widgets.basics import Button, Panel, TextLabel


class ReportDialog(Speaks, QDialog):
    """Stays beside the window, which can be used on; `ended`: the fault was the end of an earlier run."""

    def __init__(self, file: Path, text: str, *, ended: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.file = file
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(18), px(16), px(18), px(14))
        column.setSpacing(px(10))
        column.addWidget(TextLabel("heading", "crash.ended" if ended else "crash.happened", wrap=True))
        column.addWidget(TextLabel("body", "crash.kept", wrap=True))
        column.addWidget(TextLabel("second", "crash.report", wrap=True))
        self.text = QPlainTextEdit(text)
        self.text.setReadOnly(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.say(self.text.setAccessibleName, "crash.title")
        column.addWidget(self.text, 1)
        column.addWidget(TextLabel("second", text=str(file), wrap=True))
        ((_, folder),) = for_file(file.parent)
        self.copied = Button("crash.copy", then=lambda: QApplication.clipboard().setText(text))
        self.folder = Button("toast.show_folder", then=folder)
        self.go_on = Button("crash.go_on", kind="primary", then=self.close)
        self.go_on.setDefault(True)
        column.addWidget(Panel(row=True, spacing=8).lay(self.copied, self.folder, None, self.go_on))
        self.say(self.setWindowTitle, "crash.title")
        self.resize(px(680), px(480))
        self.go_on.setFocus()
