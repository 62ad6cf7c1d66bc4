"""A name typed in one language stands in the other too, until somebody translates it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from qtwar.editing.typed import counts_of, counts_text
from qtwar.ui.edit.words import counter_names, typed
from tests.ui.edit.conftest import fill, page_of, press, small_content


def test_what_is_typed_stands_in_both_languages_until_it_is_translated(open_draft):
    assert typed("Norden") == {"en": "Norden", "ja": "Norden"}
    assert typed("North", {"en": "Norden", "ja": "Norden"}) == {"en": "North", "ja": "North"}
    assert typed("North", {"en": "Norden", "ja": "北村"}) == {"en": "North", "ja": "北村"}
    assert typed("North", {"ja": "北村"}) == {"en": "North", "ja": "北村"}
    d = open_draft()
    d.type("t")
    d.click(d.at("0505"))
    QTest.keyClicks(d.view.tools["label"].typing, "Norden")
    QTest.keyClick(d.view.tools["label"].typing, Qt.Key.Key_Return)
    d.settle()
    assert d.board.labels[0].text.model_dump() == {"en": "Norden", "ja": "Norden"}


def test_a_new_row_takes_what_is_typed_as_its_name(open_draft):
    d = open_draft()
    page = page_of(d, "oob")
    for text, part in (("Counter", "pieces"), ("Formation", "formations")):
        button = next(b for b in page.findChildren(QPushButton) if b.text() == text)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        d.settle()
        assert QApplication.focusWidget() is page.tree
        for letter in "Moreau":
            QTest.keyClicks(QApplication.focusWidget(), letter)
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)

        def named(part: str = part) -> bool:
            return "Moreau" in [one.name.en for one in getattr(d.model.content, part) if one.name is not None]

        d.qtbot.waitUntil(named, timeout=5000)
    assert not d.refused


def test_counters_are_called_by_names_that_mean_one_alone():
    kinds = [
        {"id": "squad", "name": {"en": "Squad"}, "side": "us"},
        {"id": "medic", "name": {"en": "Medic"}, "side": "us"},
        {"id": "arzt", "name": {"en": "Medic"}, "side": "ge"},
        {"id": "gun", "name": {"en": "Gun"}, "side": "ge"},
    ]
    pieces = [{"id": "able", "kind": "squad", "name": {"en": "Able"}}, *({"id": f"squad_{n}", "kind": "squad"} for n in (1, 2))]
    content = small_content(kinds=kinds, pieces=pieces, scenarios=[])
    names = counter_names(content)
    assert names == {"squad": "Squad", "gun": "Gun", "able": "Able", "squad_1": "Squad #2", "squad_2": "Squad #3"}
    counts = {"squad": 3, "squad_2": 1, "squad_1": 2, "able": 1}
    assert counts_text(counts, names) == "Squad ×3, Squad #3, Squad #2 ×2, Able"
    assert counts_of(counts_text(counts, names), names) == counts
    assert counter_names(content, "us") == {**names, "medic": "Medic"}, "the other side's is typed by its id"
    assert counter_names(content, "ge") == {**names, "arzt": "Medic"}


def test_a_name_that_nothing_is_called_by_is_told_and_what_is_stored_stands_again(open_draft):
    d = open_draft()
    page = page_of(d, "scenarios")
    fill(d, page.form, "edit.scenario.order", "germans, us")
    press(page.form, "edit.scenario.line_new")
    d.settle()
    for key in ("setup.0.pieces", "pool.us"):
        fill(d, page.form, key, "Squad 2")
    told = len(d.told)
    for key, stood in (("setup.0.pieces", "Squad ×2"), ("pool.us", "Squad ×2"), ("quick.0", "Able")):
        for words in ("Sqad", "Sqad two 2"):
            fill(d, page.form, key, words)
            told += 1
            assert (len(d.told), page.form.fields[key].text()) == (told, stood), key
            assert "is called “Sqad" in d.told[-1]
    for words in ("Americans, Grmans", "Blue amry"):
        fill(d, page.form, "edit.scenario.order", words)
        assert d.told[-1] == f"No side is called “{words.rpartition(', ')[2]}”."
        assert page.form.fields["edit.scenario.order"].text() == "Germans, Americans"
    one = d.model.content.scenario("one")
    assert (one.setup_order, one.setup[0].pieces, one.pools["us"].pieces) == (("ge", "us"), {"squad": 2}, {"squad": 2})
    assert not d.refused
