"""Window, library, palette, shortcuts, settings, jobs."""

from __future__ import annotations

import gc
import os
import stat
import threading
import weakref

from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from qtwar.app.settings import SettingsFile
from qtwar.base.errors import DataFault
from qtwar.ui.actions import COMMANDS, Actions
from qtwar.ui.jobs import Jobs
from qtwar.ui.play.boxes import Tray
from qtwar.ui.preferences import Memory, Preferences
from qtwar.ui.widgets.faces import Face


def test_preset_shortcuts_are_unique_and_say_what_they_do(qtbot):
    from PySide6.QtCore import QObject

    holder = QObject()
    actions = Actions(holder)
    assert actions.conflicts() == {}
    assert len({c.id for c in COMMANDS}) == len(COMMANDS)
    actions.set_keys("undo", ["Ctrl+G"])
    assert actions.conflicts() == {"Ctrl+G": ["undo", "goto"]}
    assert actions["undo"].shortcut() == QKeySequence("Ctrl+G")
    actions.set_keys("undo", ["Ctrl+Z"])
    assert "undo" not in actions.own


def test_actions_reach_the_page_in_front_only(play):
    window, _page, game = play()
    window.actions_registry["undo"].trigger()
    assert game.calls[-1] == ("undo",)
    window.tabs.setCurrentIndex(0)
    assert not window.actions_registry["undo"].isEnabled()
    window.tabs.setCurrentIndex(1)
    assert window.actions_registry["undo"].isEnabled()


def test_a_tab_that_called_is_quiet_when_its_window_comes_forward(play, qtbot):
    window, page, _game = play()
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(other.isActiveWindow)
    window.mark(page)
    assert window.tabs.tabText(1).startswith("●")
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    assert not window.tabs.tabText(1).startswith("●")


def test_shortcut_page_shows_conflicts_in_words(make_window):
    window = make_window()
    window.open_shortcuts()
    page = window.stack.currentWidget()
    page._set("undo", QKeySequence("Ctrl+G"))
    assert page.conflict.text() == "Ctrl+G belongs to Undo and Go to place. Give one of them another key."
    assert window.prefs.extra("shortcuts") == {"undo": ["Ctrl+G"]}


def test_strictness_switch_and_menu_are_one_thing(play):
    window, page, game = play()
    QTest.mouseClick(page.toolbar.rules.buttons["warn"], Qt.MouseButton.LeftButton)
    assert game.settings.strictness == "warn"
    window.actions_registry["rules_off"].trigger()
    assert page.toolbar.rules.value == "off"


def test_find_is_the_filter_of_a_page_that_has_one(make_window):
    window = make_window()
    window.tabs.setFocus()
    QTest.keyClick(window.tabs, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert window.library_page.filter.hasFocus()
    QTest.keyClick(window.library_page.filter, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(window.tabs, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert window.stack.currentWidget().filter.hasFocus()


def test_layouts_and_narrow_windows(play):
    window, page, _ = play()
    assert page.board.width() >= 0.65 * window.width()
    assert not page.docks["oob"].isHidden()
    page.set_layout("map")
    assert not any(dock.isVisible() for dock in page.docks.values())
    page.set_layout("play")
    window.resize(1280, 720)
    QApplication.processEvents()
    assert page.compact
    assert not page.docks["oob"].isVisible()
    assert not page.shelf.open
    assert page.board.width() >= 0.55 * window.width()
    page.board.state.picked.emit(["ccb-1"])
    assert not page.shelf.open  # what may not go there alone covers nothing
    page.model.focus.reach.emit(frozenset({tray.place for tray in page.shelf.boxes.findChildren(Tray)}))
    assert page.shelf.open


def stations(window, modifiers=Qt.KeyboardModifier.NoModifier):
    """Press F6 until the board has the keyboard again; return the regions on the way, the board first."""
    seen = []
    while not seen or QApplication.focusWidget() is not window.stack.currentWidget().board:
        focus = QApplication.focusWidget()
        seen.append(next(r for r in window.regions() if r is focus or r.isAncestorOf(focus)))
        QTest.keyClick(window.windowHandle(), Qt.Key.Key_F6, modifiers)
        assert len(seen) < 20, seen
    return seen


def test_f6_goes_round_menu_toolbar_prompt_rail_board_docks_and_shelf(play, qtbot):
    window, page, _ = play()
    qtbot.waitUntil(lambda: page.board.hasFocus())
    page.viewer.show_place("delta:2015")  # of what shows nothing there is nothing to come to
    seen = stations(window)
    around = [page.board, page.viewer, page.log]
    assert seen[:3] == around
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_F6)
    assert isinstance(QApplication.focusWidget(), Face), "the counters, not the pin above them"
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert page.board.hasFocus()
    assert page.shelf in seen
    assert page.tables not in seen  # behind the log
    bars = [bar for bar in page.area.tab_bars() if bar.isVisible() and not bar.visibleRegion().isEmpty()]
    assert bars
    assert all(bar in seen for bar in bars), "the arrows bring forward what lies behind"
    assert seen[-5:] == [page.replay, window.menuBar(), page.toolbar, page.prompt, page.rail]
    assert stations(window, Qt.KeyboardModifier.ShiftModifier) == [seen[0], *seen[:0:-1]]


def test_f6_marks_the_menu_without_opening_it(make_window, qtbot):
    window = make_window()
    bar = window.menuBar()
    window.library_page.filter.setFocus()
    for _ in range(2):  # what is listed, the side
        QTest.keyClick(window.windowHandle(), Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert bar.hasFocus()
    assert bar.activeAction() is window.menus["file"].menuAction()
    assert not window.menus["file"].isVisible()
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Right)
    assert bar.activeAction() is window.menus["edit"].menuAction()
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_F6)
    assert not bar.hasFocus()


def test_library_play_start_at_once(make_window):
    window = make_window()
    page = window.library_page
    QTest.mouseClick(page.scenarios.rows[1].button, Qt.MouseButton.LeftButton)
    assert page.new_game.isVisible()
    assert page.scenarios.chosen == "tet"
    QTest.mouseClick(page.new_game.go, Qt.MouseButton.LeftButton)
    game = window.library.started[0]
    assert (game.title, game.scenario, game.seats, game.quick, game.strictness) == (
        "sealords",
        "tet",
        "hotseat",
        True,
        "enforce",
    )
    assert game.options == {"nzoc": False, "first_fire": "mover", "cp": 25}


def test_library_filter_and_broken_module(make_window):
    window = make_window()
    page = window.library_page
    QTest.keyClicks(page.filter, "zumwalt")
    assert list(page.tiles) == ["sealords"]
    assert [row.info.id for row in page.scenarios.rows] == ["zumwalt"]
    from qtwar.ui.widgets.basics import TextLabel

    texts = [t.text() for t in page.problems.findChildren(TextLabel)]
    assert "“My Ardennes” cannot be played yet: table “CRT” has 4 empty cells (tables.yaml, line 88)." in texts


def test_a_dropped_file_opens(make_window):
    window = make_window()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/tmp/game.qtwar")])
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    window.dropEvent(event)
    assert window.library.opened == ["/tmp/game.qtwar"]


def test_settings_apply_at_once_and_reset(make_window):
    window = make_window()
    window.open_settings()
    page = window.stack.currentWidget()
    page.filter.setText("scale")
    assert page.shown() == ["scale"]
    page.controls["scale"].more.click()
    assert window.prefs.get("scale") == 110
    from qtwar.ui.theme import current

    assert current().percent == 110
    window.prefs.reset("scale")
    assert current().percent == 100


def test_a_change_of_language_stays_at_its_row(make_window):
    window = make_window((1280, 720))
    window.open_settings()
    page = window.stack.currentWidget()
    page.controls["language"].setFocus()
    window.prefs.set("language", "ja")
    QApplication.processEvents()
    assert page.area.verticalScrollBar().value() == 0
    assert page.isAncestorOf(QApplication.focusWidget())


def test_first_run_asks_language_and_scale(make_window):
    window = make_window((1280, 720), welcomed=False)
    first = window.first
    assert first.isVisible()
    QTest.mouseClick(first.language.buttons["ja"], Qt.MouseButton.LeftButton)
    assert window.menus["file"].title() == "ファイル"
    QTest.mouseClick(first.go, Qt.MouseButton.LeftButton)
    assert not first.isVisible()
    assert not window.prefs.first_run


def test_the_first_run_has_the_keyboard_and_hands_it_to_the_titles(make_window):
    window = make_window(welcomed=False)
    first = window.first
    seen = []
    for _ in range(4):  # round and round: what lies below can not be seen
        seen.append(QApplication.focusWidget())
        QTest.keyClick(seen[-1], Qt.Key.Key_Tab)
    assert seen == [first.language.buttons["en"], first.scale.buttons["100"], first.go, first.language.buttons["en"]]
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Backtab)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Backtab)
    assert first.go.hasFocus()
    QTest.keyClick(first.scale.buttons["100"], Qt.Key.Key_Return)
    assert first.isHidden()
    assert QApplication.focusWidget() in window.library_page.tiles.values()


def test_closing_a_tab_lets_the_game_go(play):
    window, _page, game = play()
    window.close_tab(1)
    assert game.calls[-1] == ("close",)
    assert window.tabs.count() == 1
    window.close_tab(0)
    assert window.tabs.count() == 1


def test_a_page_that_is_gone_is_brought_to_the_front_by_nobody(play):
    window, page, _ = play()
    window.in_library()
    window.close_tab(window.stack.indexOf(page))
    QApplication.sendPostedEvents(page, QEvent.Type.DeferredDelete)
    window.show_page(page)
    assert window.stack.currentWidget() is window.library_page


def test_what_a_job_was_about_is_let_go_when_it_is_over(qtbot):
    """What is done when it is cancelled has the window in mind, and the job itself."""
    jobs, heard = Jobs(), []

    def start() -> weakref.ref[QWidget]:
        held = QWidget()
        job = jobs.start("x", lambda job: 1, heard.append, heard.append)
        job.when_cancelled(lambda: heard.append((held, job)))
        return weakref.ref(held)

    kept = start()
    qtbot.waitUntil(lambda: not jobs.running)
    assert heard == [1]

    def gone() -> bool:
        gc.collect()
        return kept() is None

    qtbot.waitUntil(gone)


def test_jobs_answer_on_the_windows_thread_and_can_be_cancelled(qtbot):
    jobs = Jobs()
    here = threading.get_ident()
    seen = []
    faults = []
    work = lambda job: (sum(range(1000)), threading.get_ident())  # noqa: E731
    jobs.start("sum", work, lambda a: seen.append((*a, threading.get_ident())), faults.append)
    qtbot.waitUntil(lambda: bool(seen))
    total, there, back = seen[0]
    assert total == 499500
    assert there != here
    assert back == here

    def fails(job):
        raise DataFault("The file is empty.")

    jobs.start("x", fails, None, faults.append)
    qtbot.waitUntil(lambda: bool(faults))
    assert str(faults[0]) == "The file is empty."

    go = threading.Event()

    def waits(job):
        go.wait(5)
        job.progress(1, 2)
        return 1

    answers = []
    job = jobs.start("y", waits, answers.append, faults.append)
    job.cancel()
    go.set()
    qtbot.waitUntil(lambda: not jobs.running)
    assert (answers, len(faults)) == ([], 1)


def test_what_goes_wrong_in_a_job_that_was_cancelled_is_written_down(qtbot, caplog):
    caplog.set_level("INFO", "qtwar")
    jobs, go, faults = Jobs(), threading.Event(), []

    def fails(job):
        go.wait(20)
        raise ValueError("odd")

    jobs.start("x", fails, None, faults.append).cancel()
    go.set()
    qtbot.waitUntil(lambda: not jobs.running)
    assert faults == []
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [ValueError]


def test_settings_file_survives_nonsense(tmp_path):
    path = tmp_path / "a" / "settings.json"
    store = SettingsFile(path)
    assert store.load() == {}
    store.save({"language": "ja"})
    assert store.load() == {"language": "ja"}
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600  # the key of a server may be in there
    path.write_text("[1, 2")
    assert Preferences(store).get("language") == "en"
    prefs = Preferences(Memory({"scale": "big", "theme": "pink"}))
    assert prefs.get("scale") == 100
    assert prefs.get("theme") == "system"


def test_a_title_without_rules_locks_warn_and_enforce_and_says_why(play, make_window):
    from dataclasses import replace

    window, page, game = play()
    game.position.view.vars["free_table"] = True
    page.toolbar.refresh()
    for value in ("warn", "enforce"):
        button = page.toolbar.rules.buttons[value]
        assert not button.isEnabled()
        assert not button.icon().isNull()
        assert button.toolTip() == "This title has no rules yet: everything may be moved."
    assert page.toolbar.rules.buttons["off"].isEnabled()
    assert page.toolbar.rules_opener.toolTip() == button.toolTip(), "all that a small window has room for says it too"
    panel = window.library_page.new_game
    titles = window.library.titles()
    panel.show_title(replace(titles[0], coverage=None), "tet")
    assert panel.game().strictness == "off"
    assert not panel.rules.buttons["enforce"].isEnabled()
    panel.show_title(titles[0], "tet")
    assert panel.game().strictness == "enforce"


def test_alt_shows_a_hidden_menu_and_hides_it_again(make_window):
    window = make_window(menu=False)
    assert not window.menuBar().isVisible()
    QTest.keyClick(window, Qt.Key.Key_Alt)
    assert window.menuBar().isVisible()
    QTest.keyClick(window, Qt.Key.Key_Alt)
    assert not window.menuBar().isVisible()
    # Alt with another key is a shortcut, not a wish for the menu
    QTest.keyPress(window, Qt.Key.Key_Alt)
    QTest.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    QTest.keyRelease(window, Qt.Key.Key_Alt)
    assert not window.menuBar().isVisible()


def test_a_job_shows_at_the_pointer_before_it_has_a_line(make_window, qtbot):
    window = make_window()
    go = threading.Event()
    window.jobs.start("waits", lambda job: go.wait(20), None, print)
    qtbot.waitUntil(lambda: QApplication.overrideCursor() is not None)
    assert QApplication.overrideCursor().shape() == Qt.CursorShape.BusyCursor
    assert not window.job_bar.isVisible()
    go.set()
    qtbot.waitUntil(lambda: not window.jobs.running)
    assert QApplication.overrideCursor() is None


def test_a_long_job_has_a_line_in_the_status_bar_with_a_cross(play, qtbot):
    window, page, _ = play()
    go, undone = threading.Event(), []

    def makes(job):
        job.progress(12, 30)
        go.wait(20)
        return "a file"

    window.jobs.start("Making map.pdf", makes, None, print, undone.append)
    qtbot.waitUntil(window.job_bar.isVisible)
    assert page.replay.isAncestorOf(window.job_bar)
    assert window.job_bar.text.text() == "Making map.pdf 12 of 30"
    window.tabs.setCurrentIndex(0)  # no status bar there
    assert window.job_bar.isVisible()
    assert not page.isAncestorOf(window.job_bar)
    window.tabs.setCurrentIndex(1)
    assert window.job_bar.stop.accessibleName() == "Cancel"
    QTest.mouseClick(window.job_bar.stop, Qt.MouseButton.LeftButton)
    go.set()
    qtbot.waitUntil(lambda: not window.jobs.running)
    assert undone == ["a file"]
    assert not window.job_bar.isVisible()


def test_page_keys_turn_the_boards(play):
    from qtwar.ui.facts import BoardInfo

    _, page, _ = play()
    page.holder.show_boards([BoardInfo("map", "Map"), BoardInfo("army", "Army display")], "map")
    page.board.setFocus()
    QTest.keyClick(page.board, Qt.Key.Key_PageDown)
    assert page.holder.tabs.currentIndex() == 1
    QTest.keyClick(page.board, Qt.Key.Key_PageDown)
    assert page.holder.tabs.currentIndex() == 0
    QTest.keyClick(page.board, Qt.Key.Key_PageUp)
    assert page.holder.tabs.currentIndex() == 1


def test_f6_comes_to_the_tabs_of_the_boards(play, qtbot):
    from qtwar.ui.facts import BoardInfo

    window, page, _ = play()
    qtbot.waitUntil(lambda: page.board.hasFocus())
    assert page.holder.tabs not in stations(window), "one board has none"
    page.holder.show_boards([BoardInfo("map", "Map"), BoardInfo("army", "Army display")], "map")
    assert page.holder.tabs.accessibleName() == "Boards"
    assert stations(window)[-2:] == [page.rail, page.holder.tabs]
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert page.holder.tabs.hasFocus()
    QTest.keyClick(page.holder.tabs, Qt.Key.Key_Right)
    assert page.holder.tabs.currentIndex() == 1
