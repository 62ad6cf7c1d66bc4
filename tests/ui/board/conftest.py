"""A small board with a handful of counters, and a hand that presses real buttons and keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from qtwar.app.benches.big import BigGame, big_board
from qtwar.engine.state import State
from qtwar.ui.board import BoardView
from qtwar.ui.theme import current

UNITS = {
    "b1": ("BLUE", "006006"), "b2": ("BLUE", "006006"), "b3": ("BLUE", "006006"), "j1": ("BLUE", "006004"),
    "r1": ("RED", "008006"), "r2": ("RED", "003003"),
}  # fmt: skip


class SmallGame(BigGame):
    """The big board's game, small: 008006 stops, 005005 may only be passed, j1 may join; the past of `queries` is kept."""

    def __init__(self) -> None:
        state = State(("RED", "BLUE"), {"title": "small"})
        for ident, (owner, cell) in UNITS.items():
            place = f"big:{cell}"
            state.pieces[ident] = {
                "kind": "k1",
                "at": place,
                "face": "front",
                "owner": owner,
                "back": owner,
                "attrs": {},
            }
            state.places.setdefault(place, []).append(ident)
        super().__init__(big_board(30, 24), state)
        self._offer["asks"][0].update(join=True, land=True)
        self.queries: list[tuple[str, dict]] = []
        self.level = "enforce"
        self.late: list | None = None
        self.messages: list = []
        self.refused.connect(self.messages.append)

    @property
    def strictness(self):
        return self.level

    def query(self, name, args, then):
        self.queries.append((name, dict(args)))

        def marked(answer):
            if name == "reach":
                for cell, mark in (("008006", "stop"), ("005005", "pass")):
                    if f"big:{cell}" in answer["cells"]:
                        answer["cells"][f"big:{cell}"]["mark"] = mark
                answer["join"] = {"big:006004": ["j1"]}
            if self.late is not None:
                self.late.append(lambda: then(answer))
            else:
                then(answer)

        return super().query(name, args, marked)

    def set_offer(self, offer):
        self._offer = offer
        self.draft.start(offer["asks"][0] if offer else None)
        self.offer_changed.emit()


class Hand:
    """Mouse and keyboard of a person at the board."""

    def __init__(self, view: BoardView) -> None:
        self.view = view

    def at(self, cell: str) -> QPoint:
        layout = self.view.layout_
        return self.view.camera.to_screen(layout.spot(f"big:{cell}")).toPoint()

    def _send(self, kind, point: QPoint, button, buttons, mods) -> None:
        position = QPointF(point)
        event = QMouseEvent(kind, position, QPointF(self.view.mapToGlobal(point)), button, buttons, mods)
        QApplication.sendEvent(self.view, event)

    def press(self, point, mods=Qt.KeyboardModifier.NoModifier, button=Qt.MouseButton.LeftButton):
        self._send(QEvent.Type.MouseButtonPress, point, button, button, mods)

    def move(self, point, mods=Qt.KeyboardModifier.NoModifier, buttons=Qt.MouseButton.LeftButton):
        self._send(QEvent.Type.MouseMove, point, Qt.MouseButton.NoButton, buttons, mods)

    def release(self, point, mods=Qt.KeyboardModifier.NoModifier, button=Qt.MouseButton.LeftButton):
        self._send(QEvent.Type.MouseButtonRelease, point, button, Qt.MouseButton.NoButton, mods)

    def click(self, point, mods=Qt.KeyboardModifier.NoModifier, button=Qt.MouseButton.LeftButton):
        self.press(point, mods, button)
        self.release(point, mods, button)

    def drag(self, start, end, mods=Qt.KeyboardModifier.NoModifier):
        self.press(start, mods)
        self.move(start + QPoint(8, 0), mods)
        self.move(end, mods)
        self.release(end, mods)

    def key(self, key, mods=Qt.KeyboardModifier.NoModifier):
        QTest.keyClick(self.view, key, mods)


@pytest.fixture
def game(qapp):
    current().set(name="light", scale=100, motion=False)
    current().apply()
    yield SmallGame()
    current().set(motion=True)


@pytest.fixture
def board(qtbot, game):
    view = BoardView()
    qtbot.addWidget(view)
    view.resize(900, 700)
    view.set_model(game)
    with qtbot.waitExposed(view):
        view.show()
    view.set_zoom(1.0)
    view.center_on("big:006006")
    view.setFocus()
    return view


@pytest.fixture
def hand(board):
    return Hand(board)
