"""The board of 200 × 200 hexes with 20,000 counters: frames, pick-up, drop, growth; how it opens `seen` tells, of the whole."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtTest import QTest

from qtwar.app.program import application
from qtwar.bench.big import BigGame, big_board, big_state
from qtwar.bench.budgets import Figure, bench, median, timed
from qtwar.bench.plain import PlainGround
from qtwar.model.board import BoardContent
from qtwar.services import titles
from qtwar.session.ports import Entry, EntryHead
from qtwar.storage.document import Document
from qtwar.storage.journal import Journal
from qtwar.ui.board import BoardView
from qtwar.ui.theme import current

ZOOMS = (4.0, 2.0, 1.0, 0.5, 0.25, 0.1)


def _open(
    counters: int, board: BoardContent, store: Callable[[Mapping[str, Any]], None] | None = None
) -> BoardView:
    """Return a view at 1600 × 1000 that has painted once."""
    app = application()
    current().apply()
    state = big_state(board, counters)
    view = BoardView(PlainGround)
    view.set_model(BigGame(board, state, store))
    view.resize(1600, 1000)
    view.show()
    QTest.qWaitForWindowExposed(view)
    app.processEvents()
    view.repaint()
    return view


def _frames(view: BoardView, count: int, step: Callable[[int], object]) -> list[float]:
    """Return the ms of each step with its paint event."""
    return [timed(lambda n=n: (step(n), view.repaint())) for n in range(count)]


def _settle(view: BoardView) -> None:
    for _ in range(200):
        before = view.chunks.painted
        view.repaint()
        if view.chunks.painted == before:
            return


def _pan(view: BoardView, zoom: float) -> list[float]:
    view.set_zoom(zoom)
    view.camera.centre_on(view.camera.bounds.center())
    _settle(view)
    return _frames(view, 60, lambda n: view.pan_by(QPoint(-24, -16) if n < 30 else QPoint(24, -16)))


@bench("board")
def board_bench() -> Iterator[Figure]:
    """Frames at each zoom, pick-up and drop."""
    board = big_board()
    with tempfile.TemporaryDirectory() as folder:
        document = Document.create(Path(folder) / "game.qtwar", titles.load("sealords")[1], game={})
        journal = Journal(document)
        numbers = count(1)

        def store(action: Mapping[str, Any]) -> None:
            head = EntryHead(next(numbers), "act", "", {"key": "verb.move", "args": {}})
            journal.append(Entry(head, action=dict(action)))

        view = _open(20_000, board, store)
        for zoom in ZOOMS:
            times = _pan(view, zoom)
            yield Figure(f"pan a frame at {zoom:.0%}, median", median(times), "ms", 8)
            yield Figure(f"pan a frame at {zoom:.0%}, worst", max(times), "ms", 16)
        view.set_zoom(1.0)
        _settle(view)
        times = _frames(
            view, 80, lambda n: view.set_zoom(view.camera.zoom * (1 / 1.2 if n % 40 < 20 else 1.2), QPointF(700, 400))
        )
        yield Figure("zoom a frame, median", median(times), "ms", 8)
        yield Figure("zoom a frame, worst", max(times), "ms", 16)
        yield from _drags(view)
        document.close()
        view.close()


def _drags(view: BoardView) -> Iterator[Figure]:
    view.set_zoom(1.0)
    view.camera.centre_on(view.camera.bounds.center())
    _settle(view)
    lit, dropped = [], []
    inner = view.camera.area().adjusted(400, 400, -400, -400)
    assert view.layout_ is not None
    assert view.carry is not None
    for place in view.layout_.stacks_in(inner)[:12]:
        piece = next((p for p in view.model.position.pieces_at(place) if p in view.state.able_pieces), None)
        if piece is None:
            continue
        view.state.hand_at = view.camera.to_screen(view.layout_.spot(place))
        lit.append(timed(lambda piece=piece: (view.tool.pick_up([piece]), view.repaint())))
        target = sorted(view.carry.legal())[0]
        view.tool.hand_to(view.camera.to_screen(view.layout_.spot(target)))
        view.repaint()
        dropped.append(timed(lambda target=target: (view.carry.drop(target), view.repaint())))
    yield Figure("pick up to legal cells lit, worst of 12", max(lit), "ms", 50)
    yield Figure("drop to drawn and stored, worst of 12", max(dropped), "ms", 30)


@bench("growth")
def growth_bench() -> Iterator[Figure]:
    """What ten times the counters cost a frame that pans, and a hand that moves."""
    board = big_board()
    found = {counters: _pan_and_drag(board, counters) for counters in (2_000, 20_000)}
    yield Figure("growth of a pan, 2,000 to 20,000 counters", found[20_000][0] / found[2_000][0], "×", 1.5)
    yield Figure("growth of a drag, 2,000 to 20,000 counters", found[20_000][1] / found[2_000][1], "×", 1.5)


def _pan_and_drag(board: BoardContent, counters: int) -> tuple[float, float]:
    """Return the ms of sixty frames that pan, and the median ms of a hand's move."""
    view = _open(counters, board)
    pans = _pan(view, 1.0)
    assert view.layout_ is not None
    pieces = [p for place in view.layout_.stacks_in(view.camera.area()) for p in view.model.position.pieces_at(place)]
    view.tool.pick_up([next(p for p in pieces if p in view.state.able_pieces)])
    view.tool.hand_to(QPointF(800, 500))
    drags = _frames(view, 60, lambda n: view.tool.hand_to(view.state.hand_at + QPointF(3, 2)))
    view.close()
    return sum(pans), median(drags)
