"""A game of SEALORDS as people at one screen play it: real clicks and drags, the real sandbox, the real document."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from qtwar.services import games
from qtwar.session.begin import NewGame
from tests.stories.at_window import CTRL, LEFT, NONE, SHIFT
from tests.stories.hands import Hands

SHOTS = os.environ.get("QTWAR_SHOTS")
"""A folder for pictures of what the stories see."""
GAMES = 4
"""So many games are played at most until every verb was met."""


def start(hands: Hands, scenario: str, setup: str, *, seats: str = "both", dice: str = "program") -> None:
    """From the start window to a game; `both`: one person plays both sides."""
    page = hands.window.library_page
    hands.until(lambda: "sealords" in getattr(page, "tiles", {}))
    hands.press(page.tiles["sealords"])
    row = next(r for r in page.scenarios.rows if r.info.id == scenario)
    hands.shot("start")
    hands.press(row.button)
    hands.until(page.new_game.isVisible)
    hands.qtbot.wait(1)
    hands.press(page.new_game.seats[seats], QPoint(10, 10))
    if seats == "hotseat":
        for side, player in (("FW", "Ann"), ("COM", "Ben")):
            QTest.keyClicks(page.new_game.names[side], player)
    hands.press(page.new_game.setup.buttons[setup])
    hands.press(page.new_game.dice.buttons[dice])
    hands.shot("new-game")
    hands.press(page.new_game.go)
    hands.until(lambda: hasattr(hands.page, "prompt"), 180)
    hands.quiet()
    hands.board.set_zoom(1.0)


def test_game_warden_from_set_up_to_the_second_turn(hands: Hands) -> None:
    hands.random.seed(2)  # a game in which everything is met
    start(hands, "game_warden", "free")

    # set-up: a few pieces by hand, a look at the zones, the rest placed
    sides = []
    while hands.ask("place") or hands.ask("done"):
        side = hands.model.actions.acting
        sides.append(side)
        for _ in range(4):
            place = hands.ask("place")
            assert place is not None
            assert hands.answer(place) == "place"
        hands.shot(f"setup-{side}")
        rest = hands.ask("rest")
        assert rest is not None
        hands.answer(rest)
        done = hands.ask("done")
        assert done is not None
        hands.answer(done)
    assert set(sides) == {"FW", "COM"}
    assert hands.model.position.view.vars["turn"] == 1

    # into the second turn, by the mouse alone
    everything = {"move_force", "scout", "first_fire", "lose", "draw", "supply", "refit", "strike", "pass"}

    def go_on(there: Callable[[], bool]) -> None:
        for _ in range(400):
            if there() or hands.model.position.outcome is not None:
                return
            unmet = everything - {"pass"} - set(hands.done)
            hands.step(prefer=("move_force", *unmet), avoid=("pass",) if hands.done["move_force"] < 4 else ())

    go_on(lambda: hands.session.state.vars["turn"] >= 2)
    hands.shot("second-turn")
    assert hands.session.state.vars["turn"] >= 2
    refuse_a_drag(hands)
    undo_and_redo(hands)
    replay(hands)
    # movement, recon, fire, losses, drawn reinforcements, logistics, refit, a strike: all of it was answered by hand
    for _ in range(GAMES):  # what the dice keep from one game is met in the next
        go_on(lambda: hands.done["move_force"] >= 8 and everything <= set(hands.done))
        if everything <= set(hands.done):
            break
        hands.window.close_tab(hands.window.tabs.currentIndex())
        start(hands, "game_warden", "quick")
    assert everything <= set(hands.done)

    path, digest = Path(hands.model.settings.identity.path), hands.session.state.digest()
    hands.window.close_tab(hands.window.tabs.currentIndex())
    hands.shot("library")
    assert hands.program.library.thumbnail(str(path), 240, 140) is not None
    again = games.resume(path)
    try:
        assert again.session.state.digest() == digest
        assert again.session.verify() is None, "the same actions give the same events again"
    finally:
        again.session.rules.close()
        again.document.close()


def to_move(hands: Hands) -> dict[str, Any]:
    """Go on until a force may move, and return that ask."""
    for _ in range(80):
        hands.quiet()
        ask = hands.ask("move_force")
        if ask is not None:
            return ask
        hands.step(avoid=("pass",))
    raise AssertionError("nobody may move")


def refuse_a_drag(hands: Hands) -> None:
    """Drag a counter to a square that is not lit: it glides back, the bar cites the rule, nothing has happened."""
    ask = to_move(hands)
    digest, said = hands.session.state.digest(), []
    hands.model.actions.refused.connect(said.append)
    board = hands.board
    for piece in ask["pieces"]:
        start_ = hands.screen.counter(piece)
        if start_ is None:
            continue
        QTest.mousePress(board, LEFT, NONE, start_)
        QTest.mouseMove(board, start_ + QPoint(10, 0))
        QTest.mouseMove(board, start_ + QPoint(14, 4))
        hands.until(lambda: board.carry.reach is not None or not board.carry.holding)
        here = board.layout_.cell(board.carry.start)
        dark = [n for n in board.layout_.grid.neighbours(here) if board.layout_.place(n) not in board.carry.legal()]
        if dark:
            point = board.camera.to_screen(board.layout_.spot(board.layout_.place(dark[0]))).toPoint()
            QTest.mouseMove(board, point)
            hands.shot("dark-square")
            QTest.mouseRelease(board, LEFT, NONE, point)
            break
        QTest.keyClick(board, Qt.Key.Key_Escape)
        QTest.mouseRelease(board, LEFT, NONE, start_)
    hands.until(lambda: said)
    hands.quiet()
    assert said[0].get("rule"), said
    assert said[0]["rule"] in hands.page.prompt.detail.plain()
    hands.shot("refused")
    assert hands.session.state.digest() == digest


def undo_and_redo(hands: Hands) -> None:
    """Ctrl+Z five times and Ctrl+Shift+Z five times: the same position at each entry."""
    digests = [hands.session.state.digest()]
    for _ in range(5):
        live = hands.model.history.live
        QTest.keyClick(hands.board, Qt.Key.Key_Z, CTRL)
        hands.until(lambda live=live: hands.model.history.live == live - 1)
        hands.quiet()
        digests.append(hands.session.state.digest())
    assert len(set(digests)) == 6
    hands.shot("undone")
    for wanted in reversed(digests[:-1]):
        live = hands.model.history.live
        QTest.keyClick(hands.board, Qt.Key.Key_Z, CTRL | SHIFT)
        hands.until(lambda live=live: hands.model.history.live == live + 1)
        hands.quiet()
        assert hands.session.state.digest() == wanted


def replay(hands: Hands) -> None:
    """To the start by the replay bar, some steps forward, and back to now."""
    before, digest = hands.model.position.view.to_json(), hands.session.state.digest()
    hands.press(hands.page.replay.first)
    hands.until(lambda: hands.model.history.position == 1)
    assert hands.model.position.view.vars["turn"] == 1
    for step in range(2, 6):
        hands.press(hands.page.replay.forward)
        hands.until(lambda step=step: hands.model.history.position == step)
    hands.shot("looking-back")
    hands.press(hands.page.replay.last)
    hands.until(lambda: hands.model.history.position == hands.model.history.live)
    assert hands.model.position.view.to_json() == before
    assert hands.session.state.digest() == digest


@pytest.mark.parametrize(
    "hands",
    [
        {"language": "ja", "theme": "dark", "size": (1280, 720)},
        {"language": "en", "theme": "contrast", "size": (1600, 1000), "scale": 150},
    ],
    indirect=True,
    ids=["japanese, dark, 1280 x 720", "high contrast, 150 %"],
)
def test_the_learning_scenario_to_its_end(hands: Hands) -> None:
    start(hands, "learning", "quick")
    for _ in range(120):
        if hands.session.state.result is not None:
            break
        hands.step(prefer=("move_force",) if hands.done["move_force"] < 12 else ())
    assert hands.session.state.result is not None
    hands.qtbot.wait(1)
    hands.shot("the-end")
    assert hands.page.prompt.sentence.text() == hands.model.title.texts.plain(
        hands.model.position.outcome, hands.model.title.language
    )
    assert hands.done["move_force"] >= 4


@pytest.mark.parametrize(
    "hands",
    [{}, {"language": "ja", "theme": "dark", "size": (1280, 720), "scale": 200}],
    indirect=True,
    ids=["plain", "japanese, dark, 1280 x 720, 200 %"],
)
def test_the_first_operation_by_keyboard_alone(hands: Hands) -> None:
    """Cursor, pick up, waypoint or drop, buttons: no mouse from the first turn on (ux 9)."""
    start(hands, "game_warden", "quick")
    ask = to_move(hands)
    board = hands.board
    board.setFocus()
    QTest.keyClick(board, Qt.Key.Key_N)
    hands.until(lambda: board.cursor_shown)
    place = board.cell
    assert any(p in ask["pieces"] for p in board.stacks.resting(place))
    entries = len(hands.session.history)
    QTest.keyClick(board, Qt.Key.Key_M)
    hands.until(lambda: board.carry.reach is not None)
    goal = next(p for p in sorted(board.carry.legal()) if board.carry.may_end(p) and p != place)
    x, y = board.layout_.grid.position(board.layout_.cell(goal))
    for _ in range(80):
        at_x, at_y = board.layout_.grid.position(board.layout_.cell(board.cell))
        if (at_x, at_y) == (x, y):
            break
        key = (
            (Qt.Key.Key_Right if x > at_x else Qt.Key.Key_Left)
            if at_x != x
            else (Qt.Key.Key_Down if y > at_y else Qt.Key.Key_Up)
        )
        QTest.keyClick(board, key)
    assert board.cell == goal
    hands.shot("keyboard")
    QTest.keyClick(board, Qt.Key.Key_Return)
    if board.carry.phase == "carried":
        QTest.keyClick(board, Qt.Key.Key_Return)
    hands.until(lambda: len(hands.session.history) > entries)
    hands.quiet()
    entries = len(hands.session.history)
    while hands.ask("pass") is None:
        hands.step()
    QTest.keyClick(board, Qt.Key.Key_Z, CTRL)
    hands.until(lambda: len(hands.session.history) != entries)


def test_two_people_hand_the_screen_over_and_roll_real_dice(hands: Hands) -> None:
    start(hands, "game_warden", "quick", seats="hotseat", dice="hand")
    page, covered = hands.page, set()

    def typed() -> list[dict[str, Any]]:
        entries = [hands.session.journal.entry(head.no) for head in hands.session.history.line]
        return [e for entry in entries if entry.dice for e in entry.events if e["e"] == "rolled"]

    for _ in range(120):
        if typed() and len(covered) == 2:
            break
        if page.cover.isVisible():
            covered.add(page.cover.what.side)
            hands.shot(f"cover-{page.cover.what.side}")
            # Nothing of the board is drawn behind the cover: all of it has few colours.
            picture = hands.window.grab().toImage()
            tones = {picture.pixel(x, y) for x in range(200, 1400, 7) for y in range(720, 980, 7)}
            assert len(tones) == 1
            QTest.keyPress(page.cover, Qt.Key.Key_Space)
            hands.until(lambda: not page.cover.isVisible())
            QTest.keyRelease(page.cover, Qt.Key.Key_Space)
            hands.quiet()
            assert hands.model.position.seat in covered
            continue
        hands.step()
    assert covered == {"FW", "COM"}
    assert hands.model.settings.dice_source == "hand"
    assert typed()


def test_under_warn_a_forbidden_drag_happens_and_names_its_rule(hands: Hands) -> None:
    start(hands, "game_warden", "quick")
    ask = to_move(hands)
    hands.press(hands.page.toolbar.rules.buttons["warn"])
    hands.quiet()
    assert hands.session.state.vars["strictness"] == "warn"
    board, said = hands.board, []
    hands.model.actions.refused.connect(said.append)
    for piece in ask["pieces"]:
        begin = hands.screen.counter(piece)
        if begin is None:
            continue
        place = hands.model.position.view.pieces[piece]["at"]
        QTest.mousePress(board, LEFT, NONE, begin)
        QTest.mouseMove(board, begin + QPoint(10, 0))
        QTest.mouseMove(board, begin + QPoint(14, 4))
        hands.until(lambda: board.carry.reach is not None or not board.carry.holding)
        near = [board.layout_.place(n) for n in board.layout_.grid.neighbours(board.layout_.cell(place))]
        dark = [p for p in near if p not in board.carry.legal()]
        if dark:
            break
        QTest.keyClick(board, Qt.Key.Key_Escape)
        QTest.mouseRelease(board, LEFT, NONE, begin)
    entries = len(hands.session.history)
    point = board.camera.to_screen(board.layout_.spot(dark[0])).toPoint()
    QTest.mouseMove(board, point)
    QTest.mouseRelease(board, LEFT, NONE, point)
    hands.until(lambda: len(hands.session.history) > entries)
    hands.quiet()
    assert hands.session.state.pieces[piece]["at"] == dark[0]
    hands.shot("warn")
    # the rules go on from there
    for _ in range(3):
        hands.step()
    assert next(hands.session.state.check(), None) is None


KILLED = """
import sys
from collections.abc import Callable
from pathlib import Path
from PySide6.QtCore import QTimer
from qtwar.app.program import Program, application
from qtwar.kit.dice import Chance
from qtwar.kit.asks import sample
from qtwar.ui.preferences import Memory, Preferences

app = application()
program = Program(Preferences(Memory({"welcomed": True})), Path(sys.argv[2]))
program.window.show()
program.open_path(Path(sys.argv[1]))
chance = Chance(3)

def play():
    page = program.window.stack.currentWidget()
    if not hasattr(page, "prompt"):
        QTimer.singleShot(20, play)
        return
    model, turn = page.model, QTimer(page)
    turn.setSingleShot(True)

    def next_move():
        if model.link.pending:  # one move at a time: a position that is being changed is none to tell of
            turn.start(5)
            return
        session = model.link.session
        print(session.history.last_no, session.state.digest(), flush=True)
        offer = model.actions.offer
        wanted = sample(offer, chance, lambda what, args: session.query(offer["side"], what, args))
        model.actions.submit({"side": offer["side"], **wanted})

    turn.timeout.connect(next_move)
    model.actions.offer_changed.connect(lambda: turn.start(0))
    model.actions.refused.connect(lambda _: turn.start(0))
    turn.start(0)

QTimer.singleShot(0, play)
app.exec()
"""


def test_a_killed_window_finds_its_game_at_the_last_finished_entry(tmp_path: Path) -> None:
    opened = games.create(NewGame("sealords", "game_warden", seats="both", quick=True), tmp_path)
    opened.session.rules.close()
    opened.document.close()
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(opened.path), str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as playing:
        assert playing.stdout is not None
        told = [playing.stdout.readline().split() for _ in range(15)]
        playing.kill()
        told += [line.split() for line in playing.stdout if line.endswith("\n")]
    known = {int(no): digest for no, digest in told}
    again = games.resume(opened.path)
    try:
        last = again.session.history.last_no
        assert last >= int(told[14][0])
        if last in known:
            assert again.session.state.digest() == known[last]
        assert next(again.session.state.check(), None) is None
        again.session.autoplay(3)
        assert again.session.history.last_no == last + 3
    finally:
        again.session.rules.close()
        again.document.close()
