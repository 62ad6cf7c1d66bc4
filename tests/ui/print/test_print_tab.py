"""The print tab by mouse and keyboard: pages follow choices, choices are kept, files are whole, seats stay apart."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace
from itertools import pairwise

import pytest
from pypdf import PdfReader
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit

from qtwar.export.choices import Choices
from qtwar.ui.print import printer
from tests.export.words import words_on
from tests.ui.print.conftest import FieldPrint

LEFT = Qt.MouseButton.LeftButton


def made_anew(qtbot, page, act) -> None:
    """Do something and wait for the pages that follow from it."""
    before = page.book
    act()
    qtbot.waitUntil(lambda: page.book is not before and page._job is None, timeout=15000)


def test_pages_are_shown_and_drawn(qtbot, print_tab):
    window, page = print_tab()
    assert window.windowTitle() == "Print: First light – QtWar"
    count = len(page.book.pages)
    assert page.summary.text() == f"{count} pages  ·  vector PDF"
    assert page.go.text() == f"Export {count} pages"
    assert page.thumbs.count() == count
    assert page.thumbs.item(0).text() == "Set-up 1"
    assert page.problem.text() == "No problems."
    qtbot.waitUntil(lambda: (found := page.drawer.any_image(0)) is not None and found.width() > 300, timeout=15000)
    image = page.drawer.any_image(0)
    inked = sum(
        image.pixelColor(x, y).lightness() < 128
        for x in range(0, image.width(), 3)
        for y in range(0, image.height(), 3)
    )
    assert inked > 30


def test_a_tick_adds_a_sheet_and_the_last_tick_stays(qtbot, print_tab):
    _, page = print_tab()
    row = page.panel.rows["counter-sheet"]
    made_anew(qtbot, page, lambda: QTest.mouseClick(row, LEFT))
    assert page.choices.what == ("setup-sheet", "counter-sheet")
    assert page.panel.part == "counter-sheet"
    assert {p.part for p in page.book.pages} == {"setup-sheet", "counter-sheet"}
    assert row.count.text() == "2 pages"
    assert page.file.text() == "First light Set-up + Counters.pdf", "the file says what it holds"
    made_anew(qtbot, page, lambda: page.panel.rows["setup-sheet"].check.click())
    assert page.choices.what == ("counter-sheet",)
    page.panel.rows["counter-sheet"].check.click()
    assert page.panel.rows["counter-sheet"].check.isChecked()
    assert page.choices.what == ("counter-sheet",)


def test_side_language_and_layout_change_the_pages(qtbot, print_tab):
    _, page = print_tab()
    assert "Raiders" in "".join(words_on(p) for p in page.book.pages)
    made_anew(qtbot, page, lambda: QTest.mouseClick(page.panel.controls["side"].buttons["RED"], LEFT))
    assert "Raiders" not in "".join(words_on(p) for p in page.book.pages)
    made_anew(qtbot, page, lambda: QTest.mouseClick(page.panel.controls["language"].buttons["ja"], LEFT))
    assert "配置シート" in "".join(words_on(p) for p in page.book.pages)
    made_anew(qtbot, page, lambda: QTest.mouseClick(page.panel.controls["layout"].buttons["checklist"], LEFT))
    assert "配置チェックリスト" in words_on(page.book.pages[0])


def test_choices_stay_with_the_document(qtbot, print_tab, tmp_path):
    model = FieldPrint(tmp_path / "out")
    window, page = print_tab(model=model)
    combo = page.panel.controls["paper"]
    assert isinstance(combo, QComboBox)
    combo.setFocus()
    made_anew(qtbot, page, lambda: QTest.keyClick(combo, Qt.Key.Key_Down))
    assert model.choices["paper"] == "a3"
    assert page.book.pages[0].width == 297.0
    window.close_tab(window.stack.indexOf(page))
    again = window.open_print(model)
    assert again is not page
    assert again.choices.paper == "a3"


def test_ctrl_enter_writes_the_file_and_says_so(qtbot, print_tab, tmp_path):
    window, page = print_tab()
    assert page.file.text() == "First light Set-up.pdf"
    page.view.setFocus()
    QTest.keyClick(page.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    target = tmp_path / "out" / "First light Set-up.pdf"
    qtbot.waitUntil(lambda: window.toast.isVisible() and page._writing is None, timeout=15000)
    assert len(PdfReader(target).pages) == len(page.book.pages)
    assert window.toast.text.text() == f"First light Set-up.pdf, {len(page.book.pages)} pages"
    assert [button.text() for button in window.toast.buttons] == ["Open", "Show folder"]
    assert [p.name for p in target.parent.iterdir()] == [target.name]


def test_a_colon_of_the_name_leaves_one_space_in_the_file_that_is_proposed(print_tab, tmp_path):
    model = FieldPrint(tmp_path / "out")
    model.name = "Lock 'n Load: Band of Heroes"
    _, page = print_tab(model=model)
    assert page.file.text() == "Lock 'n Load Band of Heroes Set-up.pdf"


@pytest.mark.parametrize("typed", ["my sheet", "my sheet.PDF", "my sheet.Png"])
def test_a_name_typed_without_its_ending_gets_it(qtbot, print_tab, tmp_path, typed):
    window, page = print_tab()
    page.file.selectAll()
    QTest.keyClicks(page.file, typed)
    QTest.mouseClick(page.go, LEFT)
    qtbot.waitUntil(lambda: window.toast.isVisible() and page._writing is None, timeout=15000)
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["my sheet.pdf"]


def test_pages_that_are_made_anew_leave_alone_what_is_just_being_typed(qtbot, print_tab):
    window, page = print_tab()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=8000)
    page.file.setFocus()
    page.file.selectAll()
    made_anew(qtbot, page, lambda: QTest.mouseClick(page.panel.rows["counter-sheet"], LEFT))
    page.file.setFocus()
    page.file.selectAll()
    QTest.keyClicks(page.file, "robo")
    made_anew(qtbot, page, page._make)
    QTest.keyClicks(page.file, "t 330")
    assert page.file.text() == "robot 330"
    QTest.keyClick(page.file, Qt.Key.Key_Return)
    assert page.file.text() == "robot 330.pdf"


@pytest.mark.parametrize(("form", "ending"), [("png", ".png"), ("svg", ".svg"), ("csv", ".csv"), ("md", ".md")])
def test_other_formats(qtbot, print_tab, tmp_path, form, ending):
    window, page = print_tab()
    QTest.mouseClick(page.form.buttons[form], LEFT)
    assert page.file.text().endswith(ending)
    page.file.selectAll()
    QTest.keyClicks(page.file, f"my sheet{ending}")
    QTest.mouseClick(page.go, LEFT)
    qtbot.waitUntil(lambda: window.toast.isVisible() and page._writing is None, timeout=20000)
    names = [p.name for p in (tmp_path / "out").iterdir()]
    assert names
    assert all(name.startswith("my sheet") and name.endswith(ending) for name in names)


def test_rows_are_not_offered_for_pictures(qtbot, print_tab):
    _, page = print_tab()
    QTest.mouseClick(page.form.buttons["csv"], LEFT)
    made_anew(qtbot, page, lambda: QTest.mouseClick(page.panel.rows["map"], LEFT))
    assert page.form.value == "pdf"
    assert not page.form.buttons["csv"].isEnabled()


def test_what_can_not_be_printed_is_said_and_mended(qtbot, print_tab):
    _, page = print_tab()
    field = page.panel.controls["pages"]
    assert isinstance(field, QLineEdit)
    QTest.keyClicks(field, "99")
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "99" in page.problem.text(), timeout=15000)
    assert page.problem.text() == f"There are pages 1 to {len(page.book.pages)}; '99' is not among them."
    assert not page.go.isEnabled()
    field.selectAll()
    QTest.keyClicks(field, "1")
    made_anew(qtbot, page, lambda: QTest.keyClick(field, Qt.Key.Key_Return))
    assert page.go.text() == "Export 1 page"
    assert page.go.isEnabled()


def test_a_target_that_can_not_be_written_is_told(qtbot, print_tab, tmp_path):
    window, page = print_tab()
    (tmp_path / "file").write_text("")
    page._take_folder(str(tmp_path / "file"))
    QTest.mouseClick(page.go, LEFT)
    qtbot.waitUntil(window.toast.isVisible, timeout=15000)
    assert "is a file, so nothing can be put into it" in window.toast.text.text()
    assert page.go.isEnabled()


def test_cancel_leaves_no_file(qtbot, print_tab, tmp_path, monkeypatch):
    import threading

    window, page = print_tab()
    begun, go_on = threading.Event(), threading.Event()

    def slow(scenario, choices, target, book, progress):
        begun.set()
        assert go_on.wait(20)
        progress(1, 2)
        raise AssertionError("it was cancelled before")

    monkeypatch.setattr(page.model, "write", slow)
    QTest.mouseClick(page.go, LEFT)
    assert begun.wait(10)
    assert not page.go.isEnabled()
    qtbot.waitUntil(window.job_bar.isVisible, timeout=15000)
    assert page.jobs_home.isAncestorOf(window.job_bar)
    assert window.job_bar.text.text().startswith("Making ")
    QTest.mouseClick(window.job_bar.stop, LEFT)
    assert page.go.isEnabled()
    go_on.set()
    qtbot.waitUntil(lambda: not window.jobs.running, timeout=15000)
    assert window.toast.text.text() == "Cancelled; nothing was written."
    assert not (tmp_path / "out").exists()


def test_pages_turn_by_keys_and_zoom_by_buttons(qtbot, print_tab):
    _, page = print_tab()
    QTest.mouseClick(page.mode.buttons["one"], LEFT)
    page.view.setFocus()
    QTest.keyClick(page.view, Qt.Key.Key_End)
    last = len(page.book.pages) - 1
    assert page.view.page == last
    assert page.thumbs.currentRow() == last
    QTest.keyClick(page.view, Qt.Key.Key_Home)
    assert page.thumbs.currentRow() == 0
    was = page.view.zoom
    page.commands()["zoom_in"]()
    assert page.view.zoom > was
    assert page.zoom.text() == f"{page.view.zoom * 100:.0f} %"
    QTest.mouseClick(page.mode.buttons["all"], LEFT)
    assert len(page.view.visible_pages()) == last + 1


def test_a_covered_seat_prints_its_own_sheets_and_the_tab_goes_with_it(qtbot, print_tab, tmp_path):
    model = FieldPrint(tmp_path / "out", sides=[("RED", "R")])
    model.choices = {"side": "BLUE"}
    window, page = print_tab(model=model)
    assert page.choices.side == "RED"
    assert "side" not in page.panel.controls
    assert "Raiders" not in "".join(words_on(p) for p in page.book.pages)
    tabs = window.tabs.count()
    model.put_away()
    assert window.tabs.count() == tabs - 1


@pytest.mark.parametrize(
    ("theme", "language", "scale"), [("dark", "ja", 100), ("contrast", "en", 150), ("light", "ja", 200)]
)
def test_it_fits_in_every_dress(qtbot, print_tab, theme, language, scale):
    _, page = print_tab(size=(1280, 720), theme=theme, language=language, scale=scale)
    for part in page.panel.rows:
        page.panel.mark(part)
    assert page.go.isVisible()
    right = page.go.mapTo(page, page.go.rect().topRight()).x()
    assert right <= page.width()
    assert page.view.width() >= 200


def test_the_page_speaks_another_language_at_once(qtbot, print_tab):
    window, page = print_tab()
    made_anew(qtbot, page, lambda: window.prefs.set("language", "ja"))
    assert page.title.text() == "印刷: First light"
    assert window.tabs.tabText(window.stack.indexOf(page)) == "印刷: First light"
    assert page.go.text().endswith("ページを書き出す")


def test_the_printer_gets_the_pages_that_were_chosen(print_tab, tmp_path):
    from PySide6.QtPrintSupport import QPrinter

    _, page = print_tab()
    device = QPrinter()
    device.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    device.setFullPage(True)
    target = tmp_path / "printed.pdf"
    device.setOutputFileName(str(target))
    seen = []
    assert printer.send(device, page.book, lambda n, of: seen.append((n, of))) == len(page.book.pages)
    made = PdfReader(target)
    assert len(made.pages) == len(page.book.pages)
    assert float(made.pages[0].mediabox.width) == pytest.approx(595, abs=1)
    assert seen[0] == (0, len(page.book.pages))


def test_the_system_dialog_opens_without_stopping_the_window(qtbot, print_tab):
    _, page = print_tab()
    dialog = printer.ask(page, page.book, page.jobs, lambda n: None, lambda fault: None)
    qtbot.waitUntil(dialog.isVisible, timeout=5000)
    assert dialog.maxPage() == len(page.book.pages)
    dialog.reject()


def test_remembered_choices_begin_in_the_language_of_the_window(print_tab):
    _, page = print_tab(language="ja")
    assert page.choices == Choices(language="ja")


def test_lengths_are_shown_in_inches_where_the_settings_say_so(qtbot, print_tab):
    window, page = print_tab(units="in")
    page.panel.mark("counter-sheet")
    bleed = page.panel.controls["bleed"]
    assert bleed.suffix() == " in"
    assert bleed.value() == pytest.approx(1 / 25.4, abs=0.001)
    bleed.setValue(0.125)
    assert page.panel.choices.bleed == pytest.approx(3.175, abs=0.01)
    assert page.panel.controls["paper"].itemText(1) == "A3 11.69 × 16.54 in"
    window.prefs.set("units", "mm")
    assert page.panel.controls["bleed"].suffix() == " mm"
    assert page.panel.choices.bleed == pytest.approx(3.175, abs=0.01)


def test_a_tab_that_is_closed_hears_of_no_setting_and_is_let_go(print_tab):
    window, page = print_tab()
    window.close_tab(window.tabs.currentIndex())
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    window.prefs.set("units", "in")  # it asked a panel that was gone
    kept = weakref.ref(page)
    del page
    gc.collect()
    assert kept() is None


def test_what_was_chosen_here_stays_whatever_the_settings_say_later(tmp_path):
    model = FieldPrint(tmp_path)
    model.first = {"paper": "letter", "language": "ja"}
    assert (model.remembered().paper, model.remembered().language) == ("letter", "ja")
    model.remember(replace(model.remembered(), paper="a4"))
    assert model.remembered().paper == "a4"


def test_at_150_per_cent_in_a_small_window_no_kind_of_file_covers_another(qtbot, print_tab):
    _, page = print_tab((1280, 720), scale=150)
    buttons = list(page.form.buttons.values())
    for a, b in pairwise(buttons):
        assert a.geometry().right() < b.geometry().left() + 2
    assert page.form.width() >= page.form.minimumSizeHint().width()
    assert all(button.width() > button.fontMetrics().horizontalAdvance(button.text()) for button in buttons)
    assert page.choose_small.isVisible()


def test_no_folder_is_chosen_for_the_printer_in_a_window_of_any_width(print_tab, tmp_path):
    _, page = print_tab((1280, 720), scale=150)
    page.form.buttons["printer"].click()
    assert not page.choose_small.isEnabled()
    page.form.buttons["pdf"].click()
    assert page.choose_small.isEnabled()
    page._take_folder(str(tmp_path))
    assert str(tmp_path) in page.choose_small.toolTip()
