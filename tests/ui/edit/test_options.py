"""Options of a title: made, named and given values in the draft; scenarios begin with their own; a new game asks for them."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget, QPushButton

from qtwar.services import titles
from qtwar.session.begin import NewGame
from tests.ui.edit.conftest import Draft, fill, page_of
from tests.ui.edit.test_begin import drafted, program  # noqa: F401
from tests.ui.edit.test_fit import settle

LEFT, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


def press(form, words, nth=0):
    """Click a button of a form by its words."""
    settle()
    button = [b for b in form.findChildren(QPushButton) if b.text() == words and b.isVisible()][nth]
    QTest.mouseClick(button, LEFT)


def tick(draft, form, key):
    """Click a switch."""
    settle()
    box = form.fields[key]
    QTest.mouseClick(box, LEFT, pos=QPoint(8, box.height() // 2))
    draft.settle()


def pick(draft, form, key, words: str):
    """Choose an entry of a list by keys."""
    settle()
    while (box := form.fields[key]).currentText() != words:
        down = box.findText(words) > box.currentIndex() >= 0
        QTest.keyClick(box, Qt.Key.Key_Down if down else Qt.Key.Key_Up)
        draft.settle()
        settle()


def entry(listed: QListWidget, words: str):
    """Click an entry of a list."""
    item = next(listed.item(n) for n in range(listed.count()) if listed.item(n).text() == words)
    QTest.mouseClick(listed.viewport(), LEFT, pos=listed.visualItemRect(item).center())
    settle()


def test_options_are_made_and_scenarios_begin_with_their_own(open_draft):
    d = open_draft()
    page = page_of(d, "scenarios")
    entry(page.list, "Options")
    press(page.form, "Option")
    d.settle()
    fill(d, page.form, "option.option_1.name.en", "Naval zones")
    japanese = page.form.fields["option.option_1.name.ja"]
    japanese.setFocus()
    japanese.selectAll()
    japanese.insert("海上支配地域")  # no key of the test's keyboard has it
    QTest.keyClick(japanese, Qt.Key.Key_Return)
    d.settle()
    fill(d, page.form, "option.option_1.rule", "23.0")
    fill(d, page.form, "option.option_1.id", "nzoc")
    settle()
    tick(d, page.form, "option.nzoc.default")
    option = d.model.content.option("nzoc")
    assert (option.name.en, option.name.ja, option.rule, option.default) == ("Naval zones", "海上支配地域", "23.0", True)

    press(page.form, "Option")
    d.settle()
    pick(d, page.form, "option.option_2.type", "one of several")
    fill(d, page.form, "option.option_2.choice_2.en", "By lot")
    press(page.form, "Choice")
    d.settle()
    pick(d, page.form, "option.option_2.default", "By lot")
    made = d.model.content.option("option_2")
    assert [c.id for c in made.choices] == ["choice_1", "choice_2", "choice_3"]
    assert made.default == "choice_2"

    entry(page.list, "The ford")
    assert page.form.fields["option.nzoc"].text() == "Naval zones (23.0)"
    tick(d, page.form, "option.nzoc")
    pick(d, page.form, "option.option_2", "Choice 3")
    assert d.model.content.scenario("one").options == {"nzoc": False, "option_2": "choice_3"}
    assert d.model.content.scenario("two").options == {}
    tick(d, page.form, "option.nzoc")
    assert d.model.content.scenario("one").options == {"option_2": "choice_3"}, "as by default: no line of its own"

    entry(page.list, "Options")
    pick(d, page.form, "option.option_2.type", "a number")
    assert d.model.content.option("option_2").default == 0
    assert d.model.content.scenario("one").options == {}, "what is no value any more has gone with it, in one entry"
    QTest.keyClick(d.window, Qt.Key.Key_Z, CTRL)
    d.settle()
    assert d.model.content.scenario("one").options == {"option_2": "choice_3"}
    QTest.keyClick(d.window, Qt.Key.Key_Y, CTRL)
    d.settle()
    more = page.form.fields["option.option_2.default"].more
    QTest.mouseClick(more, LEFT)
    d.settle()
    assert d.model.content.option("option_2").default == 1
    pick(d, page.form, "edit.option.which", "Naval zones (23.0)")
    tick(d, page.form, "option.nzoc.in.two")
    assert d.model.content.option("nzoc").scenarios == ("two",)
    entry(page.list, "The ford")
    assert "option.nzoc" not in page.form.fields, "not offered here"
    assert not d.refused


def test_a_new_option_has_its_rows_at_once_and_its_name_is_typed_next(open_draft):
    d = open_draft()
    page = page_of(d, "scenarios")
    entry(page.list, "Options")
    for number, name in ((1, "Night"), (2, "Fog")):
        press(page.form, "Option")
        d.settle()
        field = page.form.fields[f"option.option_{number}.name.en"]
        assert QApplication.focusWidget() is field
        QTest.keyClicks(field, name)
        settle()
        assert page.form.fields[f"option.option_{number}.name.en"] is field, "no other form takes its place"
        QTest.keyClick(field, Qt.Key.Key_Return)
        d.settle()
        assert d.model.content.option(f"option_{number}").name.en == name

    which = page.form.fields["edit.option.which"]
    which.setFocus()
    QTest.keyClick(which, Qt.Key.Key_Up)
    assert page.options.chosen == "option_1"
    assert page.form.fields["option.option_1.name.en"].text() == "Night"
    assert page.form.fields["edit.option.which"] is which
    assert QApplication.focusWidget() is which, "the arrows go on from one to the next"


def test_what_was_typed_into_one_option_is_stored_there_when_another_is_chosen(open_draft):
    d = open_draft()
    page = page_of(d, "scenarios")
    entry(page.list, "Options")
    for _ in range(2):
        press(page.form, "Option")
        d.settle()
    QTest.keyClicks(page.form.fields["option.option_2.name.en"], "Fog")
    page.show_item("options", "option_1")
    d.settle()
    assert [o.name.en for o in d.model.content.options] == ["Option 1", "Fog"]


def test_title_and_options_are_shown_with_the_click(open_draft):
    d = open_draft()
    page = page_of(d, "scenarios")
    for row, key in ((0, "edit.name.en"), (1, "edit.name.en"), (3, "edit.name.en")):
        item = page.list.item(row)
        QTest.mouseClick(page.list.viewport(), LEFT, pos=page.list.visualItemRect(item).center())
        shown = page.form.fields.get(key)
        assert (shown.text() if shown is not None else "") == {0: "Small war", 1: "", 3: "The hill"}[row]


def test_a_new_game_of_the_shared_title_shows_them_as_the_scenario_begins(program, qtbot, tmp_path):  # noqa: F811
    window = program.window
    QTest.keyClick(window, Qt.Key.Key_N, CTRL)
    QTest.keyClicks(window.library_page.new_draft.name, "Fords")
    window.library_page.new_draft.go.click()
    page = drafted(program, qtbot)
    model = page.model
    d = Draft(window, model, page, qtbot)
    scenarios = page_of(d, "scenarios")
    entry(scenarios.list, "Options")
    press(scenarios.form, "Option")
    qtbot.waitUntil(lambda: len(model.content.options) == 1)
    pick(d, scenarios.form, "option.option_1.type", "a number")
    qtbot.waitUntil(lambda: model.content.options[0].type == "int")
    entry(scenarios.list, model.content.scenarios[0].name.en)
    for _ in range(3):
        QTest.mouseClick(scenarios.form.fields["option.option_1"].more, LEFT)
        d.settle()
        settle()
    qtbot.waitUntil(lambda: model.content.scenarios[0].options == {"option_1": 3}, timeout=5000)
    file = tmp_path / "shared" / "fords.qtmod"
    file.parent.mkdir()
    model.export(str(file))
    qtbot.waitUntil(lambda: file.exists() and model._jobs.pending == 0, timeout=5000)
    program.library.open(str(file))
    found = window.library_page.found
    qtbot.waitUntil(lambda: found.shown is not None, timeout=5000)
    window.tabs.setCurrentIndex(0)
    found.go.click()
    qtbot.waitUntil(lambda: any(t.id == "fords" for t in program.library.titles()), timeout=10000)
    title = next(t for t in program.library.titles() if t.id == "fords")
    panel = window.library_page.new_game
    panel.show_title(title, "scenario_1")
    game = panel.game()
    assert isinstance(game, NewGame)
    assert game.options == {"option_1": 3}
    option = titles.load("fords")[1].option("option_1")
    assert (repr(option.default), option.max) == ("0", 10), "a nought is a number, and no False"
