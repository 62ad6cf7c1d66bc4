"""The first quarter of an hour: a title's lesson beside a real game, step by step by real clicks and drags, to its end."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.stories.hands import CTRL, LEFT, NONE, Hands

STEPS = 120
"""Gestures within which every question of the lesson has come up."""


def begin(hands: Hands, lesson: str) -> None:
    """Open the lesson from the library."""
    page = hands.window.library_page
    hands.until(lambda: lesson.partition("/")[0] in getattr(page, "tiles", {}))
    hands.press(page.sidebar.nav["lessons"])
    hands.until(lambda: lesson in page.lessons.buttons)
    hands.shot("lessons")
    hands.press(page.lessons.buttons[lesson])
    hands.until(lambda: hasattr(hands.page, "prompt"), 180)
    hands.quiet()


@pytest.mark.parametrize(
    ("hands", "lesson", "least"),
    [
        ({}, "sealords/learning", 8),
        ({"language": "ja", "theme": "dark", "size": (1280, 720)}, "band_of_heroes/t1_contact", 10),
    ],
    indirect=["hands"],
    ids=["SEALORDS", "Band of Heroes, ja, dark"],
)
def test_a_first_game_is_learned_step_by_step(hands: Hands, lesson: str, least: int) -> None:
    begin(hands, lesson)
    panel = hands.window.lesson
    assert panel.isVisible()
    for _ in range(STEPS):
        hands.quiet()
        if len(panel.done) == len(panel.steps) or hands.session.state.result is not None:
            break
        now, before = panel.now, set(panel.done)
        if now is None:
            hands.step()
            continue
        step = panel.steps[now]
        hands.shot(f"step-{now:02d}-{step.words}")
        if step.deed == "next":
            hands.press(panel.go)
        elif step.deed == "undo":
            QTest.keyClick(hands.board, Qt.Key.Key_Z, CTRL)
            hands.until(lambda n=now: n in panel.done)
        else:
            verbs = tuple(panel.verbs)
            assert verbs
            done = hands.step(prefer=verbs)
            if done in verbs:
                hands.until(lambda n=now: n in panel.done)
        assert before <= panel.done
    assert len(panel.done) >= least, [panel.steps[n].words for n in range(len(panel.steps)) if n not in panel.done]
    hands.shot("lesson-end")


def test_a_lesson_goes_on_after_a_restart(hands: Hands) -> None:
    begin(hands, "sealords/learning")
    window, panel, prefs = hands.window, hands.window.lesson, hands.program.prefs
    while not panel.done:
        hands.press(panel.go)
    path, done = hands.page.path, set(panel.done)
    kept = {key: prefs.extra(key, {}) for key in ("tabs", "lesson")}
    assert kept["lesson"] == {"id": "sealords/learning", "done": sorted(done), "path": path}
    window.close_tab(1)
    hands.until(lambda: panel.lesson is None)
    assert prefs.extra("lesson", {}) == {}
    for key, value in kept.items():
        prefs.keep(key, value)
    hands.program.opened.bring_back()
    hands.until(lambda: panel.lesson is not None, 60)
    hands.quiet()
    assert hands.page.path == path
    assert (panel.isVisible(), panel.done) == (True, done)
    hands.press(panel.close_button)
    assert prefs.extra("lesson", {}) == {}
    panel.resume(hands.page, "sealords/none", [])
    assert panel.lesson is None, "a scenario that is not there has no lesson"


def test_the_first_counter_that_somebody_new_takes_can_go(hands: Hands) -> None:
    """Step 3 of README's first five minutes: on top of the stack of who begins lies one that squares are lit for."""
    hands.open_game("sealords", "learning")
    hands.model.settings.set_strictness("enforce")
    hands.quiet()
    board = hands.board
    start = hands.place_point("delta:3308")
    QTest.mousePress(board, LEFT, NONE, start)
    QTest.mouseMove(board, start + QPoint(10, 0))
    QTest.mouseMove(board, start + QPoint(14, 4))
    hands.until(lambda: board.carry.reach is not None)
    assert board.carry.reach["cells"]
    QTest.mouseRelease(board, LEFT, NONE, start)
