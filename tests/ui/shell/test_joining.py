"""The panel that joins a game: it shows what the link leads to that stands there, whatever comes late."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from qtwar.ui.library.model import TableInvitation
from qtwar.ui.library.page import LibraryPage
from qtwar.ui.preferences import Memory, Preferences
from tests.ui.shell.fixture_library import FixtureLibrary

A, B = "https://a.example/join#AAAA", "https://a.example/join#BBBB"


@pytest.fixture
def page(qtbot: Any) -> LibraryPage:
    made = LibraryPage(FixtureLibrary(), Preferences(Memory({"welcomed": True})))
    qtbot.addWidget(made)
    made.resize(1400, 900)
    made.show()
    made.show_join()
    return made


def paste(page: LibraryPage, link: str) -> None:
    """Put a link in place of what stands there."""
    field = page.joining.link
    field.selectAll()
    QTest.keyClicks(field, link)


def found(link: str) -> TableInvitation:
    return TableInvitation(link, "Sealords", "Giang Thanh", sides=(("US", "US"),))


def test_a_late_answer_is_not_shown_for_another_link(page: LibraryPage) -> None:
    panel = page.joining
    paste(page, A)
    QTest.keyClick(panel.link, Qt.Key.Key_Return)
    paste(page, B)
    page.model.table_found.emit(found(A))
    assert panel.found is None
    page.model.table_found.emit(found(B))
    assert panel.found == found(B)


def test_the_link_stays_until_one_sits_there(page: LibraryPage) -> None:
    """Where somebody was quicker the invitation is looked at again; it need not be found again."""
    panel, wanted = page.joining, []
    panel.wanted.connect(lambda *asked: wanted.append(asked[0]))
    paste(page, A)
    page.model.table_found.emit(found(A))
    panel.begin()
    assert wanted == [A]
    assert not panel.isVisible()
    page.show_join()
    assert (panel.link.text(), panel.link.selectedText(), panel.found) == (A, A, None)
    page.model.table_joined.emit(B)
    assert panel.link.text() == A
    page.model.table_joined.emit(A)
    assert panel.link.text() == ""


def test_a_link_that_leads_nowhere_says_so_below_it_until_another_is_typed(page: LibraryPage) -> None:
    panel = page.joining
    assert not panel.problem.isVisible()
    paste(page, A)
    assert panel.fail(A, "a.example does not answer.")
    assert panel.problem.isVisible()
    assert panel.problem.text() == "a.example does not answer."
    paste(page, B)
    assert not panel.problem.isVisible()
    assert not panel.fail(A, "a.example does not answer.")  # what comes late is said elsewhere
