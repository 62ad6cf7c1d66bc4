"""The print tab (ux.md 4): every choice shows at once; Ctrl+Enter writes in the background, whole or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPixmap
from PySide6.QtWidgets import QLineEdit, QListView, QListWidget, QListWidgetItem

from qtwar.base.errors import QtwarError
from qtwar.base.files import stem
from qtwar.export.choices import Choices, replace_parts
from qtwar.export.look import PAPER
from qtwar.export.page import Book, PrintWarning
from qtwar.export.rows import ROW_PARTS
from qtwar.ui.files import ask_folder
from qtwar.ui.i18n import sentence, tr
from qtwar.ui.jobs import Job, Jobs
from qtwar.ui.preferences import Preferences
from qtwar.ui.print import printer
from qtwar.ui.print.drawing import Drawer
from qtwar.ui.print.model import PrintModel
from qtwar.ui.print.panel import ChoicesPanel
from qtwar.ui.print.view import PageView
from qtwar.ui.theme import px
from qtwar.ui.toast import for_file
from qtwar.ui.widgets.basics import Button, IconButton, Panel, TextLabel, timer
from qtwar.ui.widgets.elided import Elided
from qtwar.ui.widgets.plain import plain
from qtwar.ui.widgets.segments import Segments

DELAY_MS = 120
THUMB = 84
ENDINGS = {"pdf": ".pdf", "png": ".png", "svg": ".svg", "csv": ".csv", "md": ".md", "printer": ""}


class PrintPage(Panel):
    """One thing to print; `tell` shows a sentence with something to do about it (`Toast.tell`)."""

    def __init__(
        self,
        model: PrintModel,
        jobs: Jobs,
        tell: Callable[..., None],
        prefs: Preferences | None = None,
    ) -> None:
        super().__init__("ground")
        self.model, self.jobs, self.tell = model, jobs, tell
        self.book: Book | None = None
        self.folder = model.folder
        self._problems: Sequence[PrintWarning] = ()
        self._job: Job | None = None
        self._writing: Job | None = None
        self._named = False  # the person gave the file a name of their own
        self.drawer = Drawer(self)
        self.panel = ChoicesPanel(model, model.remembered())
        if prefs is not None:
            self.panel.set_units(prefs.get("units"))
            self._prefs = prefs
            prefs.changed.connect(self._preference)
        self.panel.changed.connect(self._chosen)
        self.panel.test_page.connect(self._test_page)
        self._soon = timer(self, DELAY_MS, self._make)
        self.lay(self._top())
        middle = Panel("ground", row=True)
        self.view = PageView(self.drawer)
        self.view.page_changed.connect(self._looked_at)
        self.view.zoomed.connect(lambda zoom: self.zoom.setText(f"{zoom * 100:.0f} %"))
        middle.lay(self.panel, self.view, self._thumbnails(), grow=self.view)
        self.lay(middle, self._bottom(), grow=middle)
        self.drawer.drawn.connect(self._thumb_drawn)
        self._rename()
        self._make()

    # -- building ----------------------------------------------------------------------------------------------

    def tab_text(self) -> str:
        """Return what the tab is called."""
        return tr("printing.tab", name=self.model.name)

    def _preference(self, ident: str) -> None:
        if ident == "units":
            self.panel.set_units(self._prefs.get("units"))

    def _top(self) -> Panel:
        top = Panel("toolbar", row=True, margins=(16, 5, 12, 5), spacing=10)
        self.title = TextLabel("heading", text=tr("printing.title", name=self.model.name))
        self.summary = Elided("second")
        self.mode = Segments(("one", "two", "all"), "printing.mode", "two", lambda value: self.view.set_mode(value))
        self.zoom = TextLabel("")
        self.zoom.setMinimumWidth(px(48))
        self.zoom.setAlignment(Qt.AlignmentFlag.AlignCenter)
        less = IconButton("minus", "action.zoom_out", size=28, then=lambda: self.view.step_zoom(-1))
        more = IconButton("plus", "action.zoom_in", size=28, then=lambda: self.view.step_zoom(1))
        return top.lay(self.title, (self.summary, 1), self.mode, less, self.zoom, more)

    def _thumbnails(self) -> Panel:
        self.thumbs = QListWidget()
        self.thumbs.setViewMode(QListView.ViewMode.IconMode)
        self.thumbs.setFlow(QListView.Flow.TopToBottom)
        self.thumbs.setWrapping(False)
        self.thumbs.setMovement(QListView.Movement.Static)
        self.thumbs.setUniformItemSizes(False)
        self.thumbs.setSpacing(px(4))
        self.thumbs.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.thumbs.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.say(self.thumbs.setAccessibleName, "printing.pages")
        self.thumbs.currentRowChanged.connect(self.view.go)
        self.thumbs.verticalScrollBar().valueChanged.connect(lambda _: self._want_thumbs())
        self.side = Panel("sidepanel", margins=(8, 10, 4, 6), spacing=6, wide=THUMB + 42)
        return self.side.lay(TextLabel("caps", "printing.pages"), self.thumbs, grow=self.thumbs)

    def _bottom(self) -> Panel:
        bottom = Panel("statusbar", row=True, margins=(16, 8, 14, 8), spacing=8)
        self.sign = TextLabel("warn")
        self.problem = Elided("")
        self.show_problem = Button("printing.show_problem", kind="compact", then=self._show_problem)
        self.form = Segments(ENDINGS, "printing.form", "pdf", lambda _: self._form_chosen(), name_key="printing.to")
        self.file = QLineEdit()
        self.file.setMinimumWidth(px(130))
        self.file.setMaximumWidth(px(240))
        self.say(self.file.setAccessibleName, "printing.file")
        self.file.textEdited.connect(lambda _: setattr(self, "_named", True))
        self.file.editingFinished.connect(self._rename)
        self.choose = Button("printing.folder", icon_name="folder-open-outline", then=self._choose_folder)
        self.choose_small = IconButton("folder-open-outline", "printing.folder", then=self._choose_folder)
        self.go = Button("printing.export", kind="primary", icon_name="export-variant", then=self.export, n=0)
        self.jobs_home = Panel(row=True)  # for the line of what runs in the background
        self.key = TextLabel("key", text="Ctrl+Enter")
        bottom.lay(self.sign, self.problem, self.show_problem, TextLabel("second-body", "printing.to"), grow=self.problem)
        bottom.lay(self.form, self.file, self.choose, self.choose_small, self.jobs_home, self.go, self.key)
        self.show_problem.hide()
        self.choose_small.hide()
        self._problem_at = 0
        return bottom

    # -- what the window asks ------------------------------------------------------------------------------------

    def commands(self) -> dict[str, Callable[..., object]]:
        """Return the handlers of commands that apply while this page is in front."""
        return {
            "primary": self.export,
            "zoom_in": lambda: self.view.step_zoom(1),
            "zoom_out": lambda: self.view.step_zoom(-1),
            "zoom_fit": lambda: self.view.set_mode(self.view.mode),
            "zoom_100": lambda: self.view.set_zoom(1.0),
        }

    def close_page(self) -> None:
        """Let go of threads; what is being written is left undone and leaves nothing behind."""
        for job in (self._job, self._writing):
            if job is not None:
                job.cancel()
        self._soon.stop()
        self.drawer.close()

    # -- making pages --------------------------------------------------------------------------------------------

    @property
    def choices(self) -> Choices:
        """What is chosen now."""
        return self.panel.choices

    def _chosen(self) -> None:
        self.model.remember(self.choices)
        self._allow_forms()
        if self._job is not None:
            self._job.cancel()
        self._soon.start()

    def _make(self) -> None:
        scenario, choices = self.panel.scenario, self.choices
        if not self.file.hasFocus():  # no letter is taken from what is just being typed
            self._rename()
        self._job = self.jobs.start(
            tr("printing.job.laying_out"),
            lambda job: self.model.make(scenario, choices, job.progress),
            self._made,
            self._failed,
        )

    def _made(self, book: Book) -> None:
        self._job = None
        self.book = book
        self.drawer.show(book)
        self.view.show_book(book)
        self.panel.show_counts(Counter(page.part for page in book.pages))
        self._fill_thumbs()
        self._say_pages()
        self._show_problems(book.problems)
        self._allow_forms()

    def _failed(self, fault: Exception) -> None:
        self._job = None
        if not isinstance(fault, QtwarError):
            raise fault
        # what can not be printed as chosen: said where the problems stand, the pages of before stay to be seen
        self._show_problems((PrintWarning(sentence(fault)),))
        self.go.setEnabled(False)

    def _say_pages(self) -> None:
        n = len(self.book.pages) if self.book is not None else 0
        form = tr(f"printing.form.{self.form.value}")
        kind = tr("printing.vector", form=form) if self.form.value in ("pdf", "svg") else form
        self.summary.show_data(f"{tr('printing.count', n=n)}  ·  {kind}")
        key = "printing.print" if self.form.value == "printer" else "printing.export"
        self.go.say(self.go.setText, key, n=n)
        self.go.setEnabled(n > 0 and self._writing is None)

    # -- problems ------------------------------------------------------------------------------------------------

    def _show_problems(self, problems: Sequence[PrintWarning]) -> None:
        """Tell of what is wrong with the pages, the first of it at once."""
        self._problems, self._problem_at = problems, 0
        self._show_line()

    def _show_line(self) -> None:
        problems = self._problems
        self.sign.show_data("▲" if problems else "")
        self.show_problem.setVisible(any(p.page >= 0 for p in problems) or len(problems) > 1)
        if not problems:
            self.problem.show_data(tr("printing.no_problem"))
            return
        words = problems[self._problem_at % len(problems)].words
        more = tr("printing.more", n=len(problems) - 1) if len(problems) > 1 else ""
        self.problem.show_data(f"{words} {more}".strip())

    def _show_problem(self) -> None:
        """Go to the page of the problem, then to the next one."""
        if not self._problems:
            return
        problem = self._problems[self._problem_at % len(self._problems)]
        if problem.page >= 0:
            self.view.go(problem.page)
        self._problem_at += 1
        self._show_line()

    # -- thumbnails ----------------------------------------------------------------------------------------------

    def _fill_thumbs(self) -> None:
        assert self.book is not None
        self.thumbs.blockSignals(True)
        self.thumbs.clear()
        width = px(THUMB)
        self.thumbs.setIconSize(QSize(width, round(width * 1.5)))
        numbers: Counter[str] = Counter()
        for page in self.book.pages:
            numbers[page.part] += 1
            words = tr("printing.thumb", part=tr(f"printing.short.{page.part}"), n=numbers[page.part])
            item = QListWidgetItem(words)
            item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter)
            height = round(width * page.height / page.width)
            blank = QImage(width, height, QImage.Format.Format_RGB32)
            blank.fill(QColor(PAPER))
            item.setIcon(QPixmap.fromImage(blank))
            item.setSizeHint(QSize(width + px(10), height + px(26)))
            self.thumbs.addItem(item)
        self.thumbs.setCurrentRow(self.view.page)
        self.thumbs.blockSignals(False)
        self._want_thumbs()

    def _want_thumbs(self) -> None:
        if self.book is None:
            return
        area = self.thumbs.viewport().rect()
        width = self.view.small = round(px(THUMB) * self.devicePixelRatioF())
        for n in reversed(range(self.thumbs.count())):
            if self.thumbs.visualItemRect(self.thumbs.item(n)).intersects(area):
                image = self.drawer.image(n, width)
                if image is not None:
                    self._set_thumb(n, image)

    def _thumb_drawn(self, key: tuple[int, int, int], image: QImage) -> None:
        width = round(px(THUMB) * self.devicePixelRatioF())
        if key[0] != self.drawer.serial or key[1] >= self.thumbs.count():
            return
        if key[2] == width:
            self._set_thumb(key[1], image)
        else:
            # the view's wishes may have pushed this thumbnail's aside: the page itself, smaller, will do
            small = image.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
            self._set_thumb(key[1], small)

    def _set_thumb(self, n: int, image: QImage) -> None:
        shown = QPixmap.fromImage(image)
        shown.setDevicePixelRatio(self.devicePixelRatioF())
        icon = QIcon(shown)
        icon.addPixmap(shown, QIcon.Mode.Selected)  # a marked page keeps its colours
        self.thumbs.item(n).setIcon(icon)

    def _looked_at(self, page: int) -> None:
        self.thumbs.blockSignals(True)
        self.thumbs.setCurrentRow(page)
        self.thumbs.blockSignals(False)

    # -- writing -------------------------------------------------------------------------------------------------

    def _allow_forms(self) -> None:
        rows = all(part in ROW_PARTS for part in self.choices.what)
        for form in ("csv", "md"):
            self.form.buttons[form].setEnabled(rows)
        if not rows and self.form.value in ("csv", "md"):
            self.form.choose("pdf")
            self._form_chosen()

    def _form_chosen(self) -> None:
        for part in (self.file, self.choose, self.choose_small):
            part.setEnabled(self.form.value != "printer")
        self._rename()
        self._say_pages()

    def _rename(self) -> None:
        ending = ENDINGS[self.form.value or "pdf"]
        if self._named and self.file.text().strip():
            typed = self.file.text().strip()
            for known in filter(None, ENDINGS.values()):
                if typed.lower().endswith(known):
                    typed = typed[: -len(known)]
            self.file.setText(typed + ending)
            self.file.setCursorPosition(0)
            return
        what = " + ".join(tr(f"printing.short.{part}") for part in self.choices.what)
        self.file.setText(f"{stem(f'{self.model.name} {what}')}{ending}")
        self.file.setCursorPosition(0)
        self._named = False

    def _choose_folder(self) -> None:
        ask_folder(self, "printing.folder", self.folder, self._take_folder)

    def _take_folder(self, folder: str) -> None:
        self.folder = Path(folder)
        for button in (self.choose, self.choose_small):
            button.setToolTip(plain(folder))

    def export(self) -> None:
        """Write the file, or ask the system's print dialog."""
        if self.book is None or self._writing is not None or not self.book.pages:
            return
        if self.form.value == "printer":
            printer.ask(self, self.book, self.jobs, self._printed, self._not_written)
            return
        self._rename()  # a name just typed gets the ending of what is written
        self._write(self.folder / self.file.text(), self.choices, self.book)

    def _test_page(self) -> None:
        """Write the page that measures the printer, beside what else is printed."""
        choices = replace_parts(self.choices, ("test-page",))
        if self.form.value == "printer":
            book = self.model.make(self.panel.scenario, choices, lambda *_: None)
            printer.ask(self, book, self.jobs, self._printed, self._not_written)
            return
        self._write(self.folder / f"{tr('printing.short.test-page')}.pdf", choices, None)

    def _write(self, target: Path, choices: Choices, book: Book | None) -> None:
        scenario = self.panel.scenario

        def work(job: Job) -> Any:
            return self.model.write(scenario, choices, target, book, job.progress)

        self._writing = self.jobs.start(
            tr("printing.job.writing", name=target.name), work, self._written, self._not_written
        )
        self._writing.when_cancelled(self._stopped)
        self.go.setEnabled(False)

    def _stopped(self) -> None:
        self.tell(tr("printing.cancelled"))
        self._idle()

    def _idle(self) -> None:
        self._writing = None
        self._say_pages()

    def _written(self, paths: Sequence[Path]) -> None:
        self._idle()
        first = paths[0]
        pages = len(paths) if len(paths) > 1 or self.book is None else len(self.book.pages)
        words = tr("printing.written", name=first.name, n=pages)
        self.tell(words, *for_file(first))

    def _printed(self, count: int) -> None:
        self._idle()
        self.tell(tr("printing.printed", n=count))

    def _not_written(self, fault: Exception) -> None:
        self._idle()
        if not isinstance(fault, QtwarError):
            raise fault
        self.tell(sentence(fault))

    # -- appearance ------------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Say what depends on data again, and make the pages' problems speak the language."""
        self.title.setText(tr("printing.title", name=self.model.name))
        self._rename()
        if self.book is not None:
            self._fill_thumbs()
        self._say_pages()
        self._soon.start()

    def resizeEvent(self, event: Any) -> None:
        """On small windows the thumbnails give way, and words whose room the kinds of file need."""
        super().resizeEvent(event)
        self.side.setVisible(self.width() >= px(1100))
        self.key.setVisible(self.width() >= px(1400))
        narrow = self.width() < px(1000)
        self.choose.setVisible(not narrow)
        self.choose_small.setVisible(narrow)
        self.file.setMinimumWidth(px(80 if narrow else 130 if self.width() < px(1400) else 240))
