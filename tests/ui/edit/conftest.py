"""A small draft in a window: real session, real document, real mouse and keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from qtwar.model.content import TitleContent
from qtwar.presenters.drafts import DraftSurroundings
from qtwar.session.edit import EditSession
from qtwar.storage.drafts import DraftStore
from qtwar.ui.edit.model import EditModel
from qtwar.ui.i18n import tr
from tests.ui.shell.conftest import make_window  # noqa: F401

STYLE = {
    "boards": {
        "m": [
            {"painter": "fill", "color": "#d9d4a8"},
            {"painter": "wild", "terrain": ["woods"], "floor": "#86b08c", "motif": "trees", "crowns": ["#4f8567"],
             "edge": "#23503f", "light": "#8fbb86"},
            {"painter": "grid", "color": "#463f2870", "width": 1.2},
        ]
    }
}  # fmt: skip


def small_content(columns: int = 12, rows: int = 10, **more) -> TitleContent:
    """A hex board of clear ground, three terrains, a wall, a road, two sides, three kinds and two scenarios."""

    def named(ident, en, ja, **rest):
        return {"id": ident, "name": {"en": en, "ja": ja}, **rest}

    return TitleContent.model_validate(
        {
            "title": named("small", "Small war", "小戦争"),
            "sides": [
                named("us", "Americans", "アメリカ軍", short={"en": "US", "ja": "米"}),
                named("ge", "Germans", "ドイツ軍", short={"en": "GE", "ja": "独"}),
            ],
            "terrain": [named("clear", "Clear", "平地"), named("woods", "Woods", "森"), named("field", "Field", "畑")],
            "features": [named("hut", "Hut", "小屋")],
            "edge_kinds": [named("wall", "Stone wall", "石垣")],
            "path_kinds": [named("road", "Road", "道路")],
            "boards": [
                {
                    **named("m", "The map", "地図"),
                    "grid": {"kind": "hex", "columns": columns, "rows": rows, "orientation": "flat",
                             **({"numbering": {"pattern": "CCCRRR"}} if columns > 99 else {})},
                    "style": "m",
                }
            ],
            "style": STYLE,
            "kinds": [
                named("squad", "Squad", "分隊", side="us", attrs={"fire": 4, "move": 4}),
                named("gun", "Gun", "砲", side="ge", attrs={"fire": 8, "move": 1}),
                named("flag", "Flag", "旗", **{"class": "marker"}),
            ],
            "formations": [named("first", "First company", "第1中隊", side="us")],
            "pieces": [
                {"id": "s1", "kind": "squad", "formation": "first", "name": {"en": "Able", "ja": "エイブル"}},
                {"id": "s2", "kind": "squad", "formation": "first", "name": {"en": "Baker", "ja": "ベイカー"}},
            ],
            "tables": [
                {
                    **named("fire", "Fire table", "射撃表"),
                    "rows": {"kind": "number", "heads": [1, 2, 3]},
                    "columns": {"kind": "word", "heads": ["near", "far"]},
                    "cells": [["D", "-"], ["DD", "D"], ["K", "DD"]],
                }
            ],
            "scenarios": [
                named("one", "The ford", "渡河点", turns=5, first_side="us", quick=[{"at": "m:0303", "pieces": {"s1": 1}}]),
                named("two", "The hill", "丘", turns=7),
            ],
            **more,
        }
    )  # fmt: skip


class Draft:
    """An open draft with what a test asks of it."""

    def __init__(self, window, model, page, qtbot) -> None:
        self.window, self.model, self.page, self.qtbot = window, model, page, qtbot
        self.view = page.map.view
        self.refused: list[str] = []
        self.told: list[str] = []
        model.refused.connect(self.refused.append)
        model.told.connect(self.told.append)

    @property
    def board(self):
        return self.model.content.boards[0]

    def settle(self) -> None:
        """Wait until everything asked for is stored."""
        self.qtbot.waitUntil(lambda: self.model._reader.pending + self.model._jobs.pending == 0, timeout=30000)

    def at(self, cell: str) -> QPoint:
        """Where a cell lies on the screen."""
        return self.view.camera.to_screen(QPointF(*self.view.layout_.centre(cell))).toPoint()

    def side(self, a: str, b: str) -> QPoint:
        """The middle of the side between two cells, a little inside the first."""
        p, q = self.at(a), self.at(b)
        return QPoint(round(p.x() * 0.54 + q.x() * 0.46), round(p.y() * 0.54 + q.y() * 0.46))

    def _send(self, kind, point, button, buttons, mods) -> None:
        where = QPointF(self.view.mapToGlobal(point))
        QApplication.sendEvent(self.view, QMouseEvent(kind, QPointF(point), where, button, buttons, mods))

    def press(self, point, mods=Qt.KeyboardModifier.NoModifier, button=Qt.MouseButton.LeftButton):
        self._send(QEvent.Type.MouseButtonPress, point, button, button, mods)

    def move(self, point, mods=Qt.KeyboardModifier.NoModifier, buttons=Qt.MouseButton.LeftButton):
        self._send(QEvent.Type.MouseMove, point, Qt.MouseButton.NoButton, buttons, mods)

    def release(self, point, mods=Qt.KeyboardModifier.NoModifier, button=Qt.MouseButton.LeftButton):
        self._send(QEvent.Type.MouseButtonRelease, point, button, Qt.MouseButton.NoButton, mods)

    def click(self, point, mods=Qt.KeyboardModifier.NoModifier) -> None:
        """Press and release."""
        self.move(point, mods, Qt.MouseButton.NoButton)
        self.press(point, mods)
        self.release(point, mods)
        self.settle()

    def drag(self, *points, mods=Qt.KeyboardModifier.NoModifier) -> None:
        """Press, go along points, release."""
        self.press(points[0], mods)
        for point in points[1:]:
            self.move(point, mods)
        self.release(points[-1], mods)
        self.settle()

    def type(self, text: str, widget=None) -> None:
        """Type letters."""
        QTest.keyClicks(widget or self.view, text)
        self.settle()

    def key(self, key, mods=Qt.KeyboardModifier.NoModifier, widget=None) -> None:
        """Press a key."""
        QTest.keyClick(widget or self.view, key, mods)
        self.settle()

    def road(self, *cells: str) -> None:
        """Draw a road over some cells with the pen, and end it."""
        self.page.map.pen.choose("path", "road")
        self.type("p")
        for cell in cells:
            self.click(self.at(cell))
        self.key(Qt.Key.Key_Return)

    def undo_all(self) -> None:
        """Back to the beginning."""
        self.model.go_to(0)
        self.settle()


def page_of(d, ident):
    """Turn to a page of a draft, and return it."""
    d.page.show_page(ident)
    QApplication.processEvents()
    return d.page.pages[ident]


def fill(d, form, key, text):
    """Type into a field of a form and press Enter."""
    field = form.fields[key]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    d.settle()


def press(where: QWidget, key: str) -> None:
    """Click the button that says a text of the program."""
    QApplication.processEvents()  # what a form has just made is shown a turn of the window later
    button = next(b for b in where.findChildren(QPushButton) if b.text() == tr(key) and b.isVisibleTo(where))
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def toast(d, text):
    """Press a button of the line that tells something."""
    button = next(b for b in d.window.toast.buttons if b.text() == text)
    assert d.window.toast.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    d.settle()


@pytest.fixture
def open_draft(make_window, tmp_path, qtbot):  # noqa: F811
    """A function that opens a draft: (content) → Draft."""
    opened = []

    def make(content: TitleContent | None = None, size=(1600, 1000), **values) -> Draft:
        window = make_window(size, **values)
        path = tmp_path / f"draft{len(list(tmp_path.glob('draft*.qtwar')))}.qtwar"
        session = EditSession(DraftStore.create(path, content or small_content(), {}))
        model = EditModel(session, path, DraftSurroundings(lambda m, _: opened.append(m)))
        page = window.open_draft(model)
        draft = Draft(window, model, page, qtbot)
        draft.path = path
        draft.played = opened
        draft.view.camera.set_zoom(0.9)
        draft.view.camera.centre_on(draft.view.camera.bounds.center())
        return draft

    return make
