"""Ways between documents: a game becomes a draft, the draft a test game, the test game a game; nothing leaks on the way."""

from __future__ import annotations

import gc
import os
import weakref
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from qtwar.engine import views
from qtwar.engine.state import PARTS
from qtwar.engine.views import is_alias
from qtwar.services.titles import games_folder
from tests.stories.at_window import CTRL, LEFT, NONE
from tests.stories.hands import Hands

SHOTS = os.environ.get("QTWAR_SHOTS")


def begin(hands: Hands, title: str, scenario: str, seats: str) -> None:
    """From the start window to the first move of a game that is set up."""
    page = hands.window.library_page
    hands.until(lambda: title in getattr(page, "tiles", {}))
    hands.press(page.tiles[title])

    def button() -> Any:  # the list is made anew when what is behind it has been read
        return next(row for row in page.scenarios.rows if row.info.id == scenario).button

    hands.until(lambda: button().isVisible())
    hands.press(button())
    hands.until(page.new_game.isVisible)
    hands.qtbot.wait(1)
    hands.press(page.new_game.seats[seats], QPoint(10, 10))
    hands.press(page.new_game.go)
    hands.until(lambda: hasattr(hands.page, "prompt"), 180)
    hands.quiet()
    hands.board.set_zoom(1.0)


def front(hands: Hands, kind: str) -> Any:
    """Wait for a tab of a kind in front, and return its page."""
    hands.until(lambda: hands.page.property("tab") == kind, 120)
    hands.qtbot.wait(30)
    return hands.page


def middle(view: Any) -> tuple[str, float, int, int]:
    """Return where a view looks: board, zoom, and its middle to ten units."""
    at = view.camera.area().center()
    return view.layout_.board.id, round(view.camera.zoom, 3), round(at.x() / 10), round(at.y() / 10)


def near(view: Any, looked: tuple[str, float, int, int]) -> bool:
    """Return whether a view looks at the same place, give or take what the panes around it shift its middle."""
    ident, zoom, x, y = middle(view)
    return (ident, zoom) == looked[:2] and abs(x - looked[2]) <= 20 and abs(y - looked[3]) <= 20


def told(hands: Hands) -> str:
    """Return what stands in the toast."""
    return str(hands.window.toast.text.text())


def test_a_position_is_edited_played_kept_and_nothing_is_lost(hands: Hands) -> None:
    begin(hands, "sealords", "game_warden", "both")
    for _ in range(3):
        hands.step(prefer=("move_force",))
    game, was = hands.page, hands.session.state.copy()
    hands.place_point("delta:2015")
    hands.qtbot.wait(20)
    looked = middle(hands.board)
    QTest.keyClick(hands.window, Qt.Key.Key_E, CTRL)

    # the draft: the position is its scenario, seen where the game was seen, without a problem
    draft = front(hands, "draft")
    model = draft.model
    assert near(draft.map.view, looked)
    assert model.scenario.startswith("game_warden_turn_1")
    assert hands.window.tabs.tabText(hands.window.tabs.currentIndex()) == "Game Warden, turn 1 (draft)"
    laid = draft.map.view.source.view
    assert set(laid.pieces) == set(was.pieces)
    assert {p: r["at"] for p, r in laid.pieces.items()} == {p: was.spot(p) for p in was.pieces}
    assert "F5" in told(hands)
    hands.until(lambda: not model._later.isActive() and model._checks.pending == 0)
    assert not model.problems
    hands.shot("edit-position")

    # F5 plays on from the same moment, at the same place
    QTest.keyClick(hands.window, Qt.Key.Key_F5)
    trial = front(hands, "test")
    hands.quiet()
    assert near(trial.board, looked)
    for part in PARTS:
        if part != "meta":
            assert getattr(hands.session.state, part) == getattr(was, part), part
    hands.shot("test-game")
    hands.step(prefer=("move_force",))
    played = hands.session.state.copy()

    # it is kept: an ordinary game in its own file, in the list, as it stood
    hands.click("Keep")
    kept = front(hands, "game")
    hands.quiet()
    assert kept is not game
    assert Path(kept.model.settings.identity.path).parent == games_folder(hands.home)
    assert hands.session.state.digest() == played.digest()
    assert near(kept.board, looked)
    assert kept.model.history.can_undo
    hands.shot("kept")
    hands.window.close_tab(hands.window.stack.indexOf(kept))
    card = next(card for card in hands.program.library.games() if card.name == "Game Warden, turn 1")
    assert card.line.startswith("Turn 1")
    assert "to move" in card.chip, "it speaks the words of the title that the draft is of"

    # and it opens again, with its rules
    hands.program.library.open(kept.model.settings.identity.path)
    again = front(hands, "game")
    hands.until(lambda: hands.page.model.settings.identity.path == kept.model.settings.identity.path)
    hands.quiet()
    assert again is hands.page
    assert hands.session.state.digest() == played.digest()
    assert hands.screen.open_asks()


def test_a_side_s_draft_holds_only_what_it_may_know(hands: Hands) -> None:
    begin(hands, "sealords", "game_warden", "hotseat")
    state, seat = hands.session.state, hands.model.position.seat
    hidden = {p for p in state.pieces if not state.knows(seat, p)}
    assert hidden
    QTest.keyClick(hands.window, Qt.Key.Key_E, CTRL)
    draft = front(hands, "draft")
    assert not hidden & set(draft.map.view.source.view.pieces)
    assert str(len(hidden)) in told(hands)
    hands.shot("edit-position-of-a-side")

    scenario = draft.model.content.scenario(draft.model.scenario)
    assert not hidden & {p for line in scenario.quick for p in line.pieces}

    QTest.keyClick(hands.window, Qt.Key.Key_F5)
    front(hands, "test")
    hands.quiet()
    assert not hidden & set(hands.session.state.pieces)
    assert hands.screen.open_asks()


def test_a_test_game_that_is_closed_can_still_be_kept(hands: Hands) -> None:
    begin(hands, "fields_of_fire", "nrm_1", "both")
    QTest.keyClick(hands.window, Qt.Key.Key_E, CTRL)
    draft = front(hands, "draft")
    QTest.keyClick(hands.window, Qt.Key.Key_F5)
    trial = front(hands, "test")
    hands.quiet()
    folder = Path(trial.model.settings.identity.path).parent
    hands.click("Draft")
    assert hands.page is draft
    QTest.keyClick(hands.window, Qt.Key.Key_F5)
    hands.until(lambda: hands.page is not draft and hands.page.property("tab") == "test", 60)
    assert not folder.exists(), "a newer test game takes the place of the older one"
    hands.quiet()
    hands.answer(next(ask for ask in hands.screen.open_asks() if ask["kind"] == "button"))
    shown = hands.page
    folder = Path(shown.model.settings.identity.path).parent
    digest = hands.session.state.digest()
    bar = hands.window.tabs
    close = bar.tabButton(hands.window.stack.indexOf(shown), bar.ButtonPosition.RightSide)
    QTest.mouseClick(close, LEFT, NONE, close.rect().center())
    assert folder.exists()
    hands.shot("closed-test")
    hands.press(next(b for b in hands.window.toast.findChildren(QAbstractButton) if b.isVisible()))
    front(hands, "game")
    hands.until(lambda: hands.page.model.settings.identity.path.startswith(str(games_folder(hands.home))))
    assert hands.session.state.digest() == digest
    assert not folder.exists()


def test_the_window_for_both_sides_follows_the_game_and_tells_nothing_hidden(hands: Hands) -> None:
    begin(hands, "sealords", "game_warden", "hotseat")
    QTest.keyClick(hands.window, Qt.Key.Key_N, CTRL | Qt.KeyboardModifier.AltModifier)
    hands.until(lambda: hands.page.layouts.windows)
    window = hands.page.layouts.windows[0]
    hands.until(window.isVisible)
    model = window.model

    def is_open_to_both() -> None:
        state = hands.session.state
        known_to_both = {p for p in state.pieces if all(state.knows(side, p) for side in state.sides)}
        assert {p for p in model.position.view.pieces if not is_alias(p)} == known_to_both
        wanted = views.view(state, "")
        for part in ("pieces", "places", "known", "sides", "vars", "active", "result"):
            assert getattr(model.position.view, part) == getattr(wanted, part), part
        assert (model.actions.offer, model.position.view.secret) == (None, {})
        assert all(not frame["s"] for frame in model.position.view.flow)

    is_open_to_both()
    for _ in range(4):
        if hands.page.cover.isVisible():
            # the screen of the game is covered; what both may see stays
            assert not window.shade_widget.isVisible()
            QTest.keyPress(hands.page.cover, Qt.Key.Key_Space)
            hands.until(lambda: not hands.page.cover.isVisible(), 10)
            QTest.keyRelease(hands.page.cover, Qt.Key.Key_Space)
            hands.quiet()
        before = len(hands.session.history)
        hands.step()
        assert len(hands.session.history) > before
        hands.until(lambda: model.history.live == len(hands.session.history))
        is_open_to_both()
        assert window.last.text() == model.history.entries()[model.history.live - 1].text
    if hands.shots is not None:
        hands.qtbot.wait(1500)
        window.grab().save(str(hands.shots / f"{hands.tag}-public.png"))
    QTest.keyClick(hands.window, Qt.Key.Key_Z, CTRL)
    hands.quiet()
    is_open_to_both()

    # nothing can be done there: keys and drags of play leave the game as it is
    at = len(hands.session.history)
    QTest.keyClick(window, Qt.Key.Key_Return)
    place = next(p for p, ids in model.position.view.places.items() if window.board.layout_.has(p) and ids)
    start = window.board.camera.to_screen(window.board.layout_.spot(place)).toPoint()
    if window.board.rect().contains(start):
        QTest.mousePress(window.board, LEFT, NONE, start)
        QTest.mouseMove(window.board, start + QPoint(40, 0))
        QTest.mouseRelease(window.board, LEFT, NONE, start + QPoint(80, 0))
    hands.quiet()
    assert len(hands.session.history) == at
    window.close()
    assert not hands.page.layouts.windows


def test_a_closed_tab_is_let_go_of(hands: Hands) -> None:
    begin(hands, "sealords", "game_warden", "both")
    hands.step()
    game = hands.page
    QTest.keyClick(hands.window, Qt.Key.Key_E, CTRL)
    draft = front(hands, "draft")
    hands.qtbot.wait(1)
    held = [weakref.ref(part) for part in (draft, draft.model, draft.map.view, game, game.model, game.model.link, game.board)]
    hands._game = None  # the robot has the page in mind
    for page in (draft, game):
        hands.window.close_tab(hands.window.stack.indexOf(page))
    del page, draft, game

    def gone() -> bool:
        gc.collect()
        return not [part for part in held if part() is not None]

    hands.until(gone, 20)
