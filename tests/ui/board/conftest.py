"""A small board with a handful of counters, and a hand that presses real buttons and keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from qtwar.bench.big import BigGame, big_board
from qtwar.bench.plain import PlainGround
from qtwar.engine.state import State
from qtwar.presenters.play.game import PlayGame
from qtwar.session.chance import key_from_seed
from qtwar.session.memory import MemoryJournal
from qtwar.session.play import PlaySession
from qtwar.ui.board import BoardView
from qtwar.ui.facts import GameIdentity
from qtwar.ui.game import action_of
from qtwar.ui.i18n import set_language
from qtwar.ui.theme import current
from tests.kit.port import Port
from tests.ui.board.ridge import CONTENT

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
        self.actions.offer["asks"][0].update(join=True, land=True)
        self.queries: list[tuple[str, dict]] = []
        self.late: list | None = None
        self.messages: list = []
        self.actions.refused.connect(self.messages.append)
        self._answer, self.actions.query = self.actions.query, self.query

    @property
    def level(self):
        return self.settings.strictness

    @level.setter
    def level(self, value):
        self.state.vars["strictness"] = value

    def query(self, name, args, then):
        if name in ("standing", "overlays"):  # this game says nothing of how it stands, and lays nothing over the map
            then(None)
            return lambda: None
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

        return self._answer(name, args, marked)

    def set_offer(self, offer):
        self.screen.offers = {"BLUE": offer} if offer else {}
        self.answer.start(offer["asks"][0] if offer else None)
        self.actions.offer_changed.emit()


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


def shown(qtbot, game, wide=900, high=700):
    """Return a board of a size that shows a game."""
    view = BoardView(PlainGround)
    qtbot.addWidget(view)
    view.resize(wide, high)
    view.set_model(game)
    game.setParent(view)  # as with a page: its signals hold who hears them
    with qtbot.waitExposed(view):
        view.show()
    return view


@pytest.fixture
def board(qtbot, game):
    view = shown(qtbot, game)
    view.set_zoom(1.0)
    view.center_on("big:006006")
    view.setFocus()
    return view


@pytest.fixture
def hand(board):
    return Hand(board)


def ridge_face(record, language, size, ratio):
    """A counter of the ridge: its side's colour, its kind's letter."""
    picture = QPixmap(round(size * ratio), round(size * ratio))
    picture.setDevicePixelRatio(ratio)
    colours = {"red": "#B12A27", "blue": "#1F5C99"}
    picture.fill(QColor(colours.get(record["owner"], "#6B5B3E")))
    painter = QPainter(picture)
    painter.setPen(QColor("#FFFFFF"))
    painter.drawText(QRectF(0, 0, size, size), int(Qt.AlignmentFlag.AlignCenter), record["kind"][:2])
    painter.end()
    return picture


class Table:
    """The ridge at a board, with a hand: rules, session and model are the program's own."""

    def __init__(self, qtbot, strictness="enforce"):
        session = PlaySession(
            Port("tests.ui.board.ridge", CONTENT.rules_json()),
            MemoryJournal({"key": key_from_seed(1), "undo": "free"}),
            ("red", "blue"),
        )
        session.begin({"title": "ridge", "scenario": "one", "options": {}, "strictness": strictness}, {})
        identity = GameIdentity(title="ridge", scenario="one", name="ridge")
        self.qtbot, self.session = qtbot, session
        self.model = PlayGame(session, CONTENT, identity, language="en", faces=ridge_face)
        self.messages = []
        self.model.actions.refused.connect(self.messages.append)
        self.view = BoardView(PlainGround)
        qtbot.addWidget(self.view)
        self.view.resize(900, 700)
        self.view.set_model(self.model)
        self.model.setParent(self.view)
        with qtbot.waitExposed(self.view):
            self.view.show()
        self.view.fit()
        self.view.setFocus()
        self.hand = Hand(self.view)
        self.quiet()

    def quiet(self):
        """Wait until the rules have answered everything."""
        self.qtbot.waitUntil(lambda: self.model.link.jobs.pending == 0)

    def picture(self):
        """The board once everything in view is painted: a frame leaves to the next what it has no time for."""
        self.view.repaint()
        self.qtbot.waitUntil(lambda: not self.view.unfinished)
        return self.view.grab().toImage()

    def begin(self, verb):
        """Turn to one of the asks, as its button in the prompt bar does."""
        self.model.answer.start(next(ask for ask in self.model.actions.offer["asks"] if ask["verb"] == verb))

    def at(self, place):
        """The point of the board where a place is."""
        return self.view.camera.to_screen(self.view.layout_.spot(f"field:{place}")).toPoint()

    def do(self):
        """What the primary button of the prompt bar does."""
        answer = self.model.answer
        assert answer.missing() is None
        self.model.actions.submit(action_of(answer.ask, self.model.actions.acting, answer.args()))
        self.quiet()


@pytest.fixture
def ridge(qtbot, qapp):
    """Return what makes a table; it is cleared away afterwards."""
    current().set(name="light", scale=100, motion=False)
    current().apply()
    made = []

    def make(strictness="enforce"):
        made.append(Table(qtbot, strictness))
        return made[-1]

    yield make
    for table in made:
        table.model.close()
    set_language("en")
    current().set(motion=True)
