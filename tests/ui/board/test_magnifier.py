"""V held shows what is in a place at twice the size; it follows the pointer and goes with the key."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest

from qtwar.ui.board.magnifier import FACE

K = Qt.Key
NOBODY = Qt.MouseButton.NoButton


@pytest.fixture
def table(ridge):
    made = ridge()
    made.hand.move(made.at("0404"), buttons=NOBODY)
    return made


def test_the_lens_is_there_as_long_as_the_key(table):
    lens = table.view.magnifier
    QTest.keyPress(table.view, K.Key_V)
    assert lens.isVisible()
    assert [face.pieces for face in lens.shown.own.faces] == [("s2",), ("s1",)]
    assert lens.shown.own.faces[0].width() >= FACE
    table.quiet()
    assert lens.shown.name.text() == "0404"
    QTest.keyRelease(table.view, K.Key_V)
    assert not lens.isVisible()


def test_it_stands_beside_the_place_and_inside_the_board(table):
    view, lens = table.view, table.view.magnifier
    QTest.keyPress(view, K.Key_V)
    for cell in ("0404", "0101", "0804", "0807", "0704"):
        table.hand.move(table.at(cell), buttons=NOBODY)
        table.quiet()
        assert lens.shown.place == f"field:{cell}"
        assert view.rect().contains(lens.geometry())
        assert not lens.geometry().contains(table.at(cell))
    assert [face.pieces for face in lens.shown.theirs.faces] == [("g1",)]
    QTest.keyRelease(view, K.Key_V)


def test_the_lens_takes_no_mouse(table):
    view = table.view
    QTest.keyPress(view, K.Key_V)
    table.quiet()
    centre = view.magnifier.geometry().center()
    assert view.childAt(centre) in (None, view.magnifier)
    table.hand.drag(table.at("0304"), table.at("0303"))
    table.quiet()
    assert table.session.state.pieces["s3"]["at"] == "field:0303"
    QTest.keyRelease(view, K.Key_V)
    assert QRect(view.rect()).contains(centre)
