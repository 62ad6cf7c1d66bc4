"""The robot plays by hand: short games without a fault, and faults that are put in are found."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QPushButton, QScrollArea, QWidget
from shiboken6 import delete

from qtwar.handplay import words
from qtwar.handplay.faults import HandFault, HandFigures
from qtwar.handplay.game import GameScreen
from qtwar.handplay.keys import Keyboard
from qtwar.handplay.mouse import MouseHand
from qtwar.handplay.person import Person
from qtwar.handplay.play import HandGame, HandPlan, HandPlay
from qtwar.ui.facts import Odds


def played(title: str, scenario: str, **plan: Any) -> HandFigures:
    """Return what came of a few actions by hand."""
    with HandPlay(title, HandPlan(**{"most": 10, **plan})) as robot:
        robot.play(scenario, 4)
        return robot.figures


@pytest.mark.parametrize(
    ("title", "scenario", "plan"),
    [
        ("sealords", "zumwalt", {}),
        ("sealords", "learning", {"language": "ja", "size": (1280, 720), "quick": False}),
        ("band_of_heroes", "t1_contact", {"seats": "hotseat"}),
        ("front_toward_enemy", "frago_1_cordon_tan_loi", {"keys": True}),
        ("band_of_heroes", "s4_roadblock", {"scale": 150}),
    ],
)
def test_what_is_meant_arrives(qtbot: Any, title: str, scenario: str, plan: dict[str, Any]) -> None:
    figures = played(title, scenario, **plan)
    assert [str(fault) for fault in figures.faults] == []
    assert figures.actions == 10


@pytest.fixture(scope="module")
def robot() -> Iterator[HandPlay]:
    """A robot at a game that has just begun."""
    with HandPlay("sealords", HandPlan(most=3)) as made:
        made._start("game_warden", 1)
        yield made


def test_a_kind_of_question_that_no_game_has_answered_comes_before_what_ends_it(robot: HandPlay) -> None:
    figures = HandFigures()
    game = HandGame(robot.person, page_of(robot), random.Random(1), figures, lambda *_: None, curious=True)
    game.sense = {"ask.phase_line": 1, "button.ready": 60}
    line = {"verb": "phase_line", "kind": "edge", "label": {"key": "ask.phase_line"}}
    ready = {"verb": "ready", "kind": "button", "label": {"key": "button.ready"}}
    assert game._weight(line) > 5 * game._weight(ready)
    figures.kinds["edge"] += 1
    assert game._weight(line) < game._weight(ready)


@pytest.mark.parametrize("keys", [False, True])
def test_a_side_of_a_card_is_chosen_by_mouse_and_by_keyboard(qtbot: Any, keys: bool) -> None:
    faults: list[Any] = []
    with HandPlay("fields_of_fire", HandPlan(most=3, keys=keys)) as robot:
        robot._start("vnm_1", 1)
        page = page_of(robot)
        game = HandGame(robot.person, page, random.Random(3), robot.figures, lambda *fault: faults.append(fault), keys=keys)
        game.table.rest()
        assert game.step([ask for ask in game.table.open_asks() if ask["kind"] == "edge"]) == "phase_line"
        assert len(page.model.position.view.vars["lines"]["pl"]) == 1
    assert not faults


def page_of(robot: HandPlay) -> Any:
    """Return the page of the game."""
    return robot.window.stack.currentWidget()


def some_button(robot: HandPlay) -> QAbstractButton:
    """Return a button in view that has words."""
    shown = robot.person.shown(page_of(robot).toolbar.findChildren(QAbstractButton))
    return next(button for button in shown if button.text() and button.isEnabled())


def test_a_button_under_something_else_is_a_fault(robot: HandPlay) -> None:
    lid = QWidget(page_of(robot).toolbar)
    lid.setGeometry(page_of(robot).toolbar.rect())
    lid.show()
    try:
        with pytest.raises(HandFault, match="covered"):
            robot.person.click(some_button(robot))
    finally:
        lid.setParent(None)


def test_an_ask_without_a_control_is_a_fault(robot: HandPlay) -> None:
    table = GameScreen(robot.person, page_of(robot))
    with pytest.raises(HandFault, match="no_control"):
        table.press_ask({"id": "x", "kind": "button", "label": {"key": "no.such.thing"}, "verb": "x"})


def test_two_buttons_that_say_the_same_are_a_fault(robot: HandPlay) -> None:
    button = some_button(robot)
    twin = QPushButton(button.text(), page_of(robot).toolbar)
    twin.show()
    try:
        with pytest.raises(HandFault, match="rows_alike"):
            robot.person.button(page_of(robot).toolbar, button.text())
    finally:
        twin.setParent(None)


@pytest.mark.parametrize("text", ["Fire at {place}", "ask.unknown", "us_airstrike comes"])
def test_raw_words_are_found(robot: HandPlay, text: str) -> None:
    assert words.raw(robot.window, {"us_airstrike"}) == []
    button = some_button(robot)
    was = button.text()
    button.setText(text)
    try:
        assert words.raw(robot.window, {"us_airstrike"}) == [text]
    finally:
        button.setText(was)


@pytest.mark.parametrize(("inland", "most"), [(["y"], 1), (["x", "y"], 2)])
def test_counters_without_a_place_in_common_are_not_taken_together(inland: list[str], most: int) -> None:
    pieces = {"gunfire": {}, "airstrike": {}}
    view = SimpleNamespace(pieces=pieces)
    table = SimpleNamespace(person=None, where=lambda piece: "ready", model=SimpleNamespace(position=SimpleNamespace(view=view)))
    targets = {"gunfire": ["x"], "airstrike": inland}
    ask = {"kind": "pieces+cell", "pieces": list(pieces), "min": 1, "max": 2, "cells": ["x", "y"], "targets": targets}
    chosen = [MouseHand(cast(Any, table), random.Random(seed))._some(ask) for seed in range(20)]
    assert max(map(len, chosen)) == most


def test_what_lies_beyond_the_window_is_a_fault(qtbot: Any) -> None:
    window, inside = QWidget(), QWidget()
    qtbot.addWidget(window)
    window.resize(200, 100)
    inside.setParent(window)
    inside.setGeometry(300, 10, 40, 20)
    window.show()
    with pytest.raises(HandFault, match="outside"):
        Person(window).aim(inside, QPoint(5, 5))


def test_odds_that_no_longer_hold_are_a_fault(robot: HandPlay) -> None:
    page = page_of(robot)
    met: list[str] = []
    game = HandGame(robot.person, page, random.Random(1), HandFigures(), lambda fault, *_: met.append(fault.kind))
    page.odds_dock.show_odds(Odds("Fire at 2015", ()))
    game._read()
    page.odds_dock.forget()
    game._read()
    assert met == ["stale"]


def test_a_pane_without_a_tab_or_button_is_a_fault(robot: HandPlay) -> None:
    page = page_of(robot)
    table = GameScreen(robot.person, page)
    table.raise_pane("history")
    assert not page.history.visibleRegion().isEmpty()
    page.docks["history"].hide()
    button = page.rail.buttons.pop("dock_history")
    with pytest.raises(HandFault, match="no_control"):
        table.raise_pane("history")
    page.rail.buttons["dock_history"] = button


def test_the_keyboard_goes_back_up_without_leaving_the_part(robot: HandPlay) -> None:
    page = page_of(robot)
    keyboard = Keyboard(robot.window)
    rows = robot.person.shown(page.rail.findChildren(QAbstractButton))
    keyboard.walk_to(rows[3])
    seen: list[QWidget] = []
    heard = QApplication.instance().focusChanged.connect(lambda _, now: seen.append(now))
    keyboard.walk_to(rows[1])
    QObject.disconnect(heard)
    assert rows[1].hasFocus()
    assert all(page.rail.isAncestorOf(widget) for widget in seen)


def test_what_is_gone_before_the_keyboard_comes_to_it_is_a_fault(robot: HandPlay) -> None:
    page = page_of(robot)
    keyboard, gone = Keyboard(robot.window), QPushButton("gone", page)
    keyboard.walk_to(page.board)

    def key(*_: object) -> None:
        delete(gone)

    keyboard.key = key  # type: ignore[method-assign]
    with pytest.raises(HandFault, match="'gone' was gone"):
        keyboard.walk_to(gone)


def test_the_keyboard_comes_back_from_a_dialog_that_has_closed(robot: HandPlay) -> None:
    page, keyboard = page_of(robot), Keyboard(robot.window)
    dialog = QDialog(robot.window)
    dialog.show()
    dialog.activateWindow()
    assert robot.person.wait(dialog.isActiveWindow, 10)
    dialog.close()
    delete(dialog)
    keyboard.walk_to(page.board)
    assert page.board.hasFocus()


def test_the_wheel_brings_what_is_below_into_view(qtbot: Any) -> None:
    area, inside = QScrollArea(), QWidget()
    qtbot.addWidget(area)
    inside.setFixedSize(2000, 3000)
    button = QPushButton("far", inside)
    button.setGeometry(1500, 2500, 80, 30)
    area.setWidget(inside)
    area.resize(300, 200)
    area.show()
    qtbot.waitExposed(area)
    pressed: list[bool] = []
    button.clicked.connect(lambda: pressed.append(True))
    Person(area).click(button)
    assert len(pressed) == 1
    Person(area).aim(inside, QPoint(5, 5))
    assert area.verticalScrollBar().value() == 0
