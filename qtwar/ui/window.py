"""The main window: menus, one row of tabs with the library first, the pages, jobs and toasts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox, QPushButton, QToolButton, QWidget

import qtwar
from qtwar.base.text import Message
from qtwar.ui import i18n
from qtwar.ui.actions import COMMANDS, MENUS, OF_A_PAGE, Actions
from qtwar.ui.copies import ask_copy_for, wrote_for
from qtwar.ui.files import ask_copy, ask_open
from qtwar.ui.i18n import suited, tr
from qtwar.ui.jobbar import JobBar
from qtwar.ui.jobs import Jobs
from qtwar.ui.library.lessons import LESSONS, LessonPanel, open_lesson, tutorials
from qtwar.ui.library.model import LibraryModel
from qtwar.ui.library.page import LibraryPage
from qtwar.ui.palette import CommandPalette, PaletteEntry
from qtwar.ui.preferences import SETTINGS, Preferences, bytes_of, text_of
from qtwar.ui.regions import enter, step
from qtwar.ui.tabwindow import TabWindow
from qtwar.ui.theme import current, px
from qtwar.ui.theme.theme import SCALES
from qtwar.ui.toast import Deed, Toast, for_file, for_mail
from qtwar.ui.trials import Trials
from qtwar.ui.widgets.basics import Button, Panel, TextLabel

if TYPE_CHECKING:
    from qtwar.ui.board import BoardView
    from qtwar.ui.edit.model import EditModel
    from qtwar.ui.first_run import FirstRun
    from qtwar.ui.game import GamePorts
    from qtwar.ui.print.model import PrintModel  # brings what draws pages, and numpy with it

PASSED = 200
"""More controls than docks behind others have that Tab passes."""


class MainWindow(TabWindow):
    """One window; `board_factory` makes an empty board widget for a game."""

    palette_widget: CommandPalette

    def __init__(
        self,
        prefs: Preferences,
        library: LibraryModel,
        board_factory: Callable[[], BoardView],
        jobs: Jobs | None = None,
    ) -> None:
        super().__init__()
        self.prefs, self.library, self.board_factory = prefs, library, board_factory
        self.jobs = jobs or Jobs(self)
        self.tips: object = None  # those who want tips put them here
        self.first: FirstRun | None = None
        self._alt = False
        self.actions_registry = Actions(self)
        self.actions_registry.set_own(prefs.extra("shortcuts", {}))
        self.actions_registry.set_preset(prefs.get("keymap"))
        self.setAcceptDrops(True)
        self.setWindowTitle("QtWar")
        self.setMinimumSize(960, 600)
        self.menus: dict[str, QMenu] = {}
        self._build_menus()
        for command in COMMANDS:
            self.addAction(self.actions_registry[command.id])
        root = Panel()
        self.find_button = Button(
            "tabs.find", kind="quiet", icon_name="magnify", then=lambda: self.palette_widget.open()
        )
        self.find_key = TextLabel("key", text="Ctrl+Shift+P")
        self.tab_row.lay(self.tabs, self.find_button, self.find_key, grow=self.tabs)
        root.lay(self.tab_row, self.stack, grow=self.stack)
        self.setCentralWidget(root)
        self.toast = Toast(root)
        self.trials = Trials(self)
        self.job_bar = JobBar(self.jobs, root)
        self.palette_widget = CommandPalette(root, self.actions_registry)
        self.palette_widget.more = lambda: (*self._setting_entries(), *self._library_entries())
        for said in (library.invited, library.damaged, library.module_wanted):  # what is asked there is seen there
            said.connect(lambda _: self.in_library())
        self.library_page = LibraryPage(library, prefs)
        self.library_page.sidebar.open_file.connect(self._open_file)
        library.problem.connect(self.tell)
        self.library_page.is_open = self.is_open
        self.lesson = LessonPanel(root)
        self.library_page.lessons.wanted.connect(lambda lesson: open_lesson(self, lesson))
        self.lesson.ended.connect(lambda: self.in_library())
        self.library_page.told.connect(self._told)
        self.add_tab(self.library_page, "library", tr("tabs.library"), closable=False)
        self.printing: Callable[[QWidget | None], object] = lambda page: None
        self.updates: Callable[[], object] = lambda: None
        self.library_page.scenarios.print.connect(lambda *_: self.printing(self.library_page))
        self.actions_registry.handle(self._handlers())
        prefs.changed.connect(self._setting_changed)
        self.restyle()
        if prefs.first_run:
            self._welcome()

    # -- menus and commands ------------------------------------------------------------------------
    def _build_menus(self) -> None:
        bar = self.menuBar()
        for name in MENUS:
            menu = bar.addMenu("")
            self.say(menu.setTitle, f"menu.{name}")
            for command in COMMANDS:
                if command.menu == name:
                    if command.gap:
                        menu.addSeparator()
                    menu.addAction(self.actions_registry[command.id])
            self.menus[name] = menu
        bar.setVisible(self.prefs.get("menu"))

    def _handlers(self) -> dict[str, Callable[..., object]]:
        page = self.library_page
        return {
            "open": self._open_file,
            "new_draft": lambda: self.in_library(page.show_new_draft),
            "restore": lambda: self.in_library(page.show_earlier),
            "host_table": lambda: self.in_library(page.show_host),
            "join_table": lambda: self.in_library(page.show_join),
            "play_by_mail": lambda: self.in_library(page.play_by_mail),
            "close_tab": lambda: self.close_tab(self.tabs.currentIndex()),
            "settings": lambda: self.open_settings(),
            "print": lambda: self.printing(self.stack.currentWidget()),
            "shortcuts": self.open_shortcuts,
            "quit": self.close,
            "palette": lambda: self.palette_widget.open(),
            "find": lambda: self.palette_widget.open(("piece", "cell", "rule", "table"), "palette.find"),
            "goto": lambda: self.palette_widget.open(("cell",), suited("palette.goto", self.actions_registry.ground)),
            "full_screen": lambda on: self.showFullScreen() if on else self.showNormal(),
            "scale_up": lambda: self._step_scale(1),
            "scale_down": lambda: self._step_scale(-1),
            "library": lambda: self.in_library(),
            "next_tab": lambda: self.step_tab(1),
            "previous_tab": lambda: self.step_tab(-1),
            "next_region": lambda: step(self.regions(), 1),
            "previous_region": lambda: step(self.regions(), -1),
            "updates": lambda: self.updates(),
            "about": self._about,
            "guide": lambda: self.open_guide(),
            "rule_help": self._help,
        }

    def _step_scale(self, step: int) -> None:
        now = self.prefs.get("scale")
        further = [s for s in SCALES if (s > now if step > 0 else s < now)]
        if further:
            self.prefs.set("scale", further[0 if step > 0 else -1])

    def _setting_entries(self) -> Iterable[PaletteEntry]:
        for setting in SETTINGS:
            name = tr(f"setting.{setting.id}")
            yield PaletteEntry(
                name, tr("settings.title"), "cog-outline", f"{name} {setting.id}", partial(self.open_settings, name)
            )

    def _library_entries(self) -> Iterable[PaletteEntry]:
        """Scenarios, found by the words of their title too, and lessons."""
        page, titles = self.library_page, self.library.titles()
        for title in titles:
            for one in title.scenarios:
                words = f"{one.name} {one.period} {one.id.replace('_', ' ')} {title.name} {title.subtitle} {title.id}"
                ask = partial(self.in_library, partial(page.ask_scenario, title.id, one.id))
                yield PaletteEntry(one.name, title.name, "play", words, ask)
        named = [(lesson, tr("lesson.tutorial", title=title)) for lesson, title, _ in tutorials(titles)]
        for lesson, name in (*named, *((lesson, tr(f"lesson.{lesson.id}")) for lesson in LESSONS)):
            head = tr("library.nav.lessons")
            words = f"{name} {head} {tr('palette.lesson')} {lesson.id}"
            yield PaletteEntry(name, head, lesson.icon, words, partial(open_lesson, self, lesson))

    def regions(self) -> list[QWidget]:
        """The stations of F6: the menu, then those of the page in front."""
        page: Any = self.stack.currentWidget()
        stations = page.regions() if hasattr(page, "regions") else [self.tab_row, page]
        board = getattr(page, "board", None)  # a lesson is one step back from the board, where what it asks is done
        at = stations.index(board) if board in stations else len(stations)
        return [self.menuBar(), *stations[:at], self.lesson, *stations[at:]]

    def _about(self) -> None:
        box = QMessageBox(self)
        box.setWindowTitle(tr("action.about"))
        box.setText(tr("about.text", version=qtwar.__version__))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setModal(False)
        box.show()

    # -- tabs --------------------------------------------------------------------------------------
    def open_game(self, model: GamePorts) -> QWidget:
        """Open a tab for a game and bring it to the front."""
        from qtwar.ui.aloud import Aloud
        from qtwar.ui.play.page import PlayPage

        there = self.bring(model.settings.identity.path)
        if there is not None:
            model.close()
            return there
        model.title.language = i18n.language()

        def say(message: Message) -> str:
            return model.title.texts.plain(message, i18n.language())

        page = PlayPage(model, self.board_factory(), self.actions_registry, self.prefs)
        page.layouts.board_factory = self.board_factory
        Aloud(page)  # lives with the page
        model.actions.problem.connect(lambda problem: self.tell(say(problem.message)))
        model.history.wrote.connect(lambda path: self.tell(tr("game.copied", name=Path(path).name), *for_file(Path(path))))
        model.history.wrote_for.connect(lambda *made: self.tell(wrote_for(model, *made), *for_file(Path(made[0]))))
        if page.mail_bar is not None:
            page.mail_bar.told.connect(lambda text, path: self.tell_mail(text, Path(path)) if path else self.tell(text))
        model.actions.ended.connect(lambda message: self.tell(say(message)))
        page.cover.turned.connect(lambda: self.came_forward(self.stack.currentWidget()))
        self.add_tab(page, model.settings.identity.kind, page.tab_text())
        page.board.setFocus(Qt.FocusReason.OtherFocusReason)
        return page

    def open_draft(self, model: EditModel) -> QWidget:
        """Open a tab for a draft and bring it to the front."""
        from qtwar.ui.edit.page import EditPage

        there = self.bring(str(model.path))
        if there is not None:
            model.close()
            return there
        page = EditPage(model, self.actions_registry, self.prefs)
        model.refused.connect(self.tell)
        model.told.connect(self.tell)
        model.offered.connect(lambda text, key, then: self.tell(text, (key, then)))
        model.wrote.connect(lambda text, path: self.tell(text, *for_file(Path(path))))
        self.add_tab(page, "draft", page.tab_text())
        page.map.view.setFocus(Qt.FocusReason.OtherFocusReason)
        return page

    def open_print(self, model: PrintModel) -> QWidget:
        """Open the print tab of something, or bring it forward."""
        from qtwar.ui.print.page import PrintPage

        there = self.bring_first(lambda page: isinstance(page, PrintPage) and page.model.key == model.key)
        if there is not None:
            return there
        made = PrintPage(model, self.jobs, self.toast.tell, self.prefs)
        model.put_away = lambda: self.close_tab(self.stack.indexOf(made))
        self.add_tab(made, "print", made.tab_text())
        made.view.setFocus(Qt.FocusReason.OtherFocusReason)
        return made

    def in_library(self, show: Callable[[], object] = lambda: None) -> None:
        """Bring the library to the front, and show something there."""
        self.tabs.setCurrentIndex(0)
        show()

    def open_settings(self, words: str = "") -> None:
        """Open or bring forward the settings, narrowed to those that have some words."""
        from qtwar.ui.settings_page import SettingsPage

        def make() -> QWidget:
            page = SettingsPage(self.prefs, self.library, self.open_shortcuts)
            page.told.connect(self._told)
            return page

        self.only_tab("settings", make, tr("settings.title")).filter.setText(words)

    def open_shortcuts(self) -> None:
        """Open or bring forward the shortcut page."""
        from qtwar.ui.shortcuts import ShortcutPage

        self.only_tab("shortcuts", lambda: ShortcutPage(self.actions_registry, self.prefs), tr("action.shortcuts"))

    def open_guide(self, chapter: str = "", part: int = -1) -> None:
        """Open or bring forward the guide, at a chapter if one is named."""
        from qtwar.ui.guide import GuidePage

        page = self.only_tab("guide", GuidePage, tr("action.guide"))
        if chapter:
            page.open(chapter, part)

    def _help(self) -> None:
        """F1 where no rule is asked for: the chapter about what is in front."""
        page: Any = self.stack.currentWidget()
        kind = page.property("tab")
        parts = {"map": 2, "counters": 3, "oob": 4, "tables": 5, "scenarios": 6}
        if kind == "draft":
            self.open_guide("authoring", parts[page.page])
        else:
            self.open_guide({"print": "printing", "table": "tables"}.get(kind, "playing"))

    def come_forward(self) -> None:
        """Show the window before others: what it has just opened was asked for elsewhere."""
        self.setWindowState((self.windowState() & ~Qt.WindowState.WindowMinimized) | Qt.WindowState.WindowActive)
        self.raise_()
        self.activateWindow()

    def came_forward(self, page: Any) -> None:
        """The commands, the palette and the line of jobs are those of the page in front."""
        covered = getattr(page, "covered", False)  # nothing shows what the former player saw
        document = hasattr(page, "handlers") and not covered
        draft = page.property("tab") == "draft"
        self.menus["build"].menuAction().setVisible(draft)
        self.menus["play"].menuAction().setVisible(not draft)
        handlers = page.handlers() if document else page.commands() if hasattr(page, "commands") else {}
        if document:
            handlers["save_copy"] = lambda: ask_copy(self, page.path, page.save_copy)
            if hasattr(page, "save_copy_for"):
                handlers["save_copy_for"] = lambda: ask_copy_for(self.tabs, page)
            absent = getattr(page.model, "absent", ())
            handlers = {ident: then for ident, then in handlers.items() if ident not in absent}
        handlers.update({} if covered else self.trials.commands(page))
        if not document and hasattr(page, "filter"):
            handlers = {**handlers, "find": lambda: page.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)}
        without = set(OF_A_PAGE if covered else () if document else ("goto",))
        without |= {"close_tab"} if page.property("tab") == "library" else set()  # it stays
        self.actions_registry.set_page(handlers, page.ground if document else "", without)
        self.palette_widget.page = page if document else None
        if covered:
            self.palette_widget.hide()
        self.job_bar.stand_in(getattr(page, "jobs_home", None))
        for other in self.pages():
            if hasattr(other, "layouts"):
                other.layouts.show_windows(other is page)
        if document:
            page.activated()
        self.lesson.arrived(page)

    def closed(self, page: Any) -> None:
        """Let go of what a closed tab showed. Nothing is lost: every command is stored when it is done."""
        if hasattr(page, "close_page"):
            page.close_page()
        self.trials.closed(page)
        self.library.changed.emit()

    # -- saying ------------------------------------------------------------------------------------
    def tell(self, text: str, *deeds: Deed) -> None:
        """Show a sentence at the foot of the window, with a button for each thing to do about it."""
        self.toast.tell(text, *deeds)

    def tell_mail(self, text: str, path: Path) -> None:
        """Say that a file of mail was written, and offer to write the letter that takes it."""
        self.tell(text, *for_mail(tr("mail.subject", name=path.stem), tr("mail.body")), *for_file(path))

    def _told(self, text: str, undo: Callable[[], object]) -> None:
        self.tell(text, ("action.undo", undo))

    def _welcome(self) -> None:
        from qtwar.ui.first_run import FirstRun

        self.first = FirstRun(self.prefs, self.library_page)
        self.first.done.connect(lambda: enter(self.library_page.titles) or enter(self.library_page))
        self.first.show()
        self.first.take_keyboard()
        self._place_welcome()

    def _place_welcome(self) -> None:
        first = self.first
        if first is not None and not first.isHidden():
            first.adjustSize()
            room = (self.library_page.size() - first.size()).expandedTo(QSize(0, 0))
            first.move(room.width() // 2, room.height() // 3)
            first.raise_()

    # -- files -------------------------------------------------------------------------------------
    def _open_file(self) -> None:
        ask_open(self, self.library.open)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files anywhere."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the files that were dropped on the window."""
        for url in event.mimeData().urls():
            if url.isLocalFile():
                self.library.open(url.toLocalFile())

    # -- settings ----------------------------------------------------------------------------------
    def _setting_changed(self, ident: str) -> None:
        apply_preferences(self.prefs)
        if ident == "menu":
            self.menuBar().setVisible(self.prefs.get("menu"))
        if ident == "keymap":
            self.actions_registry.set_preset(self.prefs.get("keymap"))
        if ident == "language":
            self._tell_language()
        self._place_welcome()

    def _tell_language(self) -> None:
        for page in self.pages():
            if hasattr(page, "speak"):
                page.speak(i18n.language())

    def changeEvent(self, event: QEvent) -> None:
        """The registry and the models hear the language first, then the widgets."""
        if event.type() == QEvent.Type.LanguageChange:
            self.actions_registry.retranslate()
            self._tell_language()
            self.name_tabs()
            self.library.changed.emit()
        super().changeEvent(event)

    def restyle(self) -> None:
        """Tabs and the welcome at the new scale."""
        super().restyle()
        self._place_welcome()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the welcome in the middle, and leave the key out where there is little room."""
        super().resizeEvent(event)
        if "lesson" in self.__dict__:
            self.lesson.place()
        self.find_key.setVisible(self.width() >= px(1400))
        QTimer.singleShot(0, self, self._place_welcome)

    def show_where_it_was(self) -> None:
        """Show the window as it was left; the first time as large as is usual and the screen allows."""
        kept = bytes_of(self.prefs.extra("window"))
        if kept.isEmpty() or not self.restoreGeometry(kept):
            room = self.screen().availableSize()
            frame = px(40)  # title bar and border, which the system puts round it
            self.resize(min(1600, room.width() - frame // 4), min(1000, room.height() - frame))
        self.show()

    def event(self, event: QEvent) -> bool:
        """Alt pressed and let go alone shows a menu that is hidden, and hides it again."""
        kind = event.type()
        if kind in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride) and isinstance(event, QKeyEvent):
            self._alt = event.key() == Qt.Key.Key_Alt and not event.isAutoRepeat()
        elif kind == QEvent.Type.KeyRelease and isinstance(event, QKeyEvent) and self._alt:
            self._alt = False
            if event.key() == Qt.Key.Key_Alt and not self.prefs.get("menu"):
                bar = self.menuBar()
                bar.setVisible(not bar.isVisible())
                if bar.isVisible():
                    bar.setFocus(Qt.FocusReason.MenuBarFocusReason)
                    bar.setActiveAction(self.menus["file"].menuAction())
                return True
        return super().event(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab, and an arrow on a button, pass docks behind the tab of another: for Qt they are visible, and nobody sees them."""
        docks = getattr(self.stack.currentWidget(), "docks", {}).values()
        behind = [dock for dock in docks if dock.isVisible() and dock.visibleRegion().isEmpty()]
        for _ in range(PASSED):
            if not super().focusNextPrevChild(forward):
                return False
            if not any(dock.isAncestorOf(QApplication.focusWidget()) for dock in behind):
                return True
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """From a tab and a lesson the keys of the page hold too, such as N; elsewhere Enter presses as Space does."""
        page: Any = self.stack.currentWidget()
        has_keys, focus = hasattr(page, "handle_key"), QApplication.focusWidget()
        beside = self.tabs.hasFocus() or (focus is not None and self.lesson.isAncestorOf(focus))
        if has_keys and beside and page.handle_key(event):
            return
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat()
        if enter and not has_keys and isinstance(focus, (QPushButton, QToolButton)):
            focus.click()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Let go of games and jobs; everything is stored already."""
        self.prefs.keep("window", text_of(self.saveGeometry()))
        for page in self.pages():
            if hasattr(page, "close_page"):
                page.close_page()
            if hasattr(page, "discard"):
                page.discard()
        self.jobs.wait()
        self.trials.forget()
        self.library_page.model.give_way()
        super().closeEvent(event)


def apply_preferences(prefs: Preferences) -> None:
    """Put language, theme, scale and motion in force."""
    current().set(
        name=prefs.get("theme"),
        scale=prefs.get("scale"),
        language=prefs.get("language"),
        motion=prefs.get("motion"),
        touch=prefs.get("touch"),
    )
    i18n.set_language(prefs.get("language"))
