"""A real game of SEALORDS, its document and its rules in the sandbox: undo, redo, pick-up, drop, opening a long one."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

from PySide6.QtCore import QEventLoop, QTimer, SignalInstance
from PySide6.QtTest import QTest

from qtwar.app.program import application
from qtwar.app.stage import rest, settle
from qtwar.base.errors import DataFault
from qtwar.bench.budgets import Figure, bench, median, timed
from qtwar.presenters.maps import make_board, maps
from qtwar.presenters.play.opening import open_game
from qtwar.services import games, titles
from qtwar.services.rules import connect
from qtwar.session.chance import key_from_seed
from qtwar.session.play import SNAPSHOT_EVERY, PlaySession
from qtwar.session.ports import Entry, EntryHead
from qtwar.storage.document import Document
from qtwar.ui.board import BoardView
from qtwar.ui.theme import current

SCENARIO = "game_warden"
LONG = 10_000
TRIES = 5
WALKED = 80
HANDS = 12


@contextmanager
def real_game(folder: Path) -> Iterator[games.OpenGame]:
    """Yield a game just set up, quickly, with document and sandbox; both are let go afterwards."""
    module, content = titles.load("sealords")
    facts = {"key": key_from_seed(1), "scenario": SCENARIO, "seats": "both", "undo": "free", "setup": "quick"}
    path = folder / "game.qtwar"
    rules = connect(module, content)
    document = Document.create(path, content, game=facts)
    try:
        session = PlaySession(rules, document.journal(), tuple(s.id for s in content.sides), content.title.version)
        meta = {"title": content.title.id, "version": content.title.version, "scenario": SCENARIO, "options": {}}
        session.begin(meta, {"setup": "quick"})
        yield games.OpenGame(path, document, content, session, facts)
    finally:
        rules.close()
        document.close()


@bench("undo")
def undo_bench() -> Iterator[Figure]:
    """Every entry of a game taken back and done again: journal, position, sandbox and its new offers."""
    with tempfile.TemporaryDirectory() as folder, real_game(Path(folder)) as opened:
        session = opened.session
        session.autoplay(WALKED)
        session.refresh_offers()
        count = len(session.history) - 1
        for name, step in (("undo", session.undo), ("redo", session.redo)):
            times = [timed(step) for _ in range(count)]
            yield Figure(f"{name} of an entry, median of {count}", median(times), "ms", 16)
            yield Figure(f"{name} of an entry, worst of {count}", max(times), "ms", 16)


@bench("hands")
def drag_bench() -> Iterator[Figure]:
    """Pieces picked up on the drawn map and dropped, each drop taken back again."""
    application()
    current().apply()
    with tempfile.TemporaryDirectory() as folder, real_game(Path(folder)) as opened:
        _until_movable(opened.session)
        model = open_game(opened, "en", lambda path: None)
        view = make_board()
        view.set_model(model)
        view.resize(1600, 1000)
        view.show()
        try:
            QTest.qWaitForWindowExposed(view)
            settle(lambda: bool(maps().art))
            rest(1.0)
            lit, dropped = _carry(view)
        finally:
            view.close()
            model.close()
        if not dropped:
            raise DataFault("fault.bench.no_drop")
    yield Figure(f"pick up in SEALORDS to cells lit, worst of {len(lit)}", max(lit), "ms", 50)
    yield Figure(f"drop in SEALORDS to drawn and stored, worst of {len(dropped)}", max(dropped), "ms", 30)


def _until_movable(session: PlaySession) -> None:
    """Play on until a side may pick up and move pieces."""
    for _ in range(400):
        session.refresh_offers()
        if any(ask["kind"] == "move" and ask["pieces"] for ask in _asks(session)):
            return
        _, end = session.autoplay(1)
        if end:
            break
    raise DataFault("fault.bench.no_move", scenario=SCENARIO)


def _asks(session: PlaySession) -> Iterator[dict[str, Any]]:
    for side in session.active:
        yield from (session.offer(side) or {}).get("asks", ())


def _carry(view: BoardView) -> tuple[list[float], list[float]]:
    """Return the ms from pick-up to light, and from drop to the counter drawn in its new place."""
    lit, dropped = [], []
    model = view.model
    carry = view.carry
    assert carry is not None
    asks = (model.actions.offer or {}).get("asks", ())
    for piece in [p for ask in asks if ask["kind"] == "move" for p in ask["pieces"]][:HANDS]:
        view.center_on(model.position.view.pieces[piece]["at"])
        rest(0.2)
        began = perf_counter()
        if not view.tool.pick_up([piece]):
            continue
        if not _wait_for(carry.lit, lambda: carry.reach is not None):
            raise DataFault("fault.bench.no_light", piece=piece)
        view.repaint()
        lit.append((perf_counter() - began) * 1000)
        target = next((place for place in sorted(carry.legal()) if carry.may_end(place)), None)
        if target is None:
            carry.cancel("nowhere")
            continue
        length = model.history.live
        began = perf_counter()
        carry.drop(target)
        if not _wait_for(model.history.changed, lambda length=length: model.history.live > length):
            raise DataFault("fault.bench.not_dropped", piece=piece, cell=target)
        view.repaint()
        dropped.append((perf_counter() - began) * 1000)
        rest(0.2)
        model.history.undo()
        if not _wait_for(model.history.changed, lambda length=length: model.history.live == length):
            raise DataFault("fault.bench.not_undone")
        rest(0.2)
    return lit, dropped


def _wait_for(signal: SignalInstance, done: Callable[[], bool]) -> bool:
    """Run the event loop, as the program does, until a signal finds it `done`; False if that takes very long."""
    if done():
        return True
    loop = QEventLoop()

    def look(*_: object) -> None:
        if done():
            loop.quit()

    signal.connect(look)
    QTimer.singleShot(5000, loop, loop.quit)
    loop.exec()
    signal.disconnect(look)
    return done()


@bench("long")
def long_bench() -> Iterator[Figure]:
    """A game with 10,000 entries: file, content, heads, snapshot and the rows after it, and its worker asked for offers."""
    with tempfile.TemporaryDirectory() as folder:
        with real_game(Path(folder)) as opened:
            path = opened.path
            lengthen(opened)

        def resume() -> None:
            found = games.resume(path)
            try:
                _whole(found.session)
            finally:
                found.close()

        took = min(timed(resume) for _ in range(TRIES))
    yield Figure("open a game with 10,000 entries, ready to be played", took, "ms", 1000, note=f"best of {TRIES}")


def _whole(session: PlaySession) -> None:
    """Raise DataFault unless the game that was opened is the long one, at its last entry."""
    if len(session.history) != LONG or session.state.vars.get("bench") != LONG:
        raise DataFault("fault.bench.not_at_end")


def lengthen(opened: games.OpenGame) -> None:
    """Add entries until there are 10,000, with snapshots as a session keeps them, all but the last."""
    session, was = opened.session, None
    state = session.state.copy()
    with opened.document.writing():
        for no in range(2, LONG + 1):
            head = EntryHead(no, "act", sorted(state.sides)[no % 2], {"key": "verb.pass", "args": {}}, turn=no // 200)
            event = {"e": "var.set", "key": "bench", "was": was, "to": no}
            action = {"side": head.side, "verb": "pass", "args": {}}
            state.vars["bench"] = was = no
            # Without the last one the most rows that there can be are to be applied again.
            keep = no % SNAPSHOT_EVERY == 0 and no < LONG
            entry = Entry(head, action=action, events=[event], entropy=no)
            session.journal.append(entry, state.to_json() if keep else None)
