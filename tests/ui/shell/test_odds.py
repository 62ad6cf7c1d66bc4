"""The odds: when they come forward, and when they leave in front what somebody turned to."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from tests.ui.shell.fixture_words import odds


def test_odds_come_forward_with_rule_links(play):
    _, page, game = play()
    rules = []
    game.focus.rule.connect(rules.append)
    game.actions.odds_changed.emit(odds())
    QApplication.processEvents()
    assert page.odds_dock.isVisible()
    from qtwar.ui.widgets.rich import Rich

    lines = [w for w in page.odds_dock.findChildren(Rich) if w.isVisible()]
    assert any("11.2" in line.plain() for line in lines)
    lines[0].linkActivated.emit("rule:11.2")
    assert rules == ["11.2"]


@pytest.mark.parametrize("most", [1, 2])
def test_odds_do_not_come_before_the_rows_that_somebody_goes_down(play, qtbot, monkeypatch, most):
    _, page, game = play()
    ask = {"id": "l", "verb": "lose", "kind": "pieces", "pieces": ["ccb-1", "pbr-1"], "min": 1, "max": most}
    game.set_offer({"side": "FW", "prompt": {"key": "prompt.losses", "args": {"side": {"s": "FW"}}}, "asks": [ask]})
    qtbot.waitUntil(lambda: not page.orders.visibleRegion().isEmpty() and page.orders.shares.box.count() > 2)
    raised = []
    monkeypatch.setattr(page.area, "raise_dock", raised.append)
    page.orders.shares.box.itemAt(0).widget().findChild(QAbstractButton).setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert game.answer.pieces == ["ccb-1"]
    game.actions.odds_changed.emit(odds())
    assert raised == (["odds"] if most == 1 else [])
    page.board.setFocus()
    game.actions.odds_changed.emit(odds())
    assert raised[-1:] == ["odds"]


@pytest.mark.parametrize("by", ["click", "keys"])
def test_a_pane_that_somebody_turned_to_stays_in_front_until_something_else_is_asked(play, qtbot, by):
    _, page, game = play()
    ask = {"id": "l", "verb": "lose", "kind": "pieces", "pieces": ["ccb-1", "pbr-1"], "min": 1, "max": 2}
    offer = {"side": "FW", "prompt": {"key": "prompt.losses", "args": {"side": {"s": "FW"}}}, "asks": [ask]}
    game.set_offer(offer)

    def seen(panel):
        return lambda: not panel.visibleRegion().isEmpty()

    qtbot.waitUntil(seen(page.orders))
    game.actions.odds_changed.emit(odds())
    qtbot.waitUntil(seen(page.odds_dock))
    titles = [page.docks[ident].windowTitle() for ident in ("orders", "odds")]
    bar = next(b for b in page.area.tab_bars() if b.isVisible() and titles[0] in [b.tabText(n) for n in range(b.count())])
    at = {bar.tabText(n): n for n in range(bar.count())}
    if by == "click":
        QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(at[titles[0]]).center())
    else:
        bar.setFocus()
        QTest.keyClick(bar, Qt.Key.Key_Right if at[titles[0]] > at[titles[1]] else Qt.Key.Key_Left)
    qtbot.waitUntil(seen(page.orders))
    page.board.setFocus()
    game.actions.odds_changed.emit(odds())  # of the counter that was ticked before, say
    QApplication.processEvents()
    assert seen(page.orders)()
    page.docks["odds"].hide()
    game.actions.odds_changed.emit(odds())
    QApplication.processEvents()
    assert not page.docks["odds"].isHidden(), "its tab is there"
    assert seen(page.orders)()
    game.set_offer({**offer, "asks": [{**ask, "id": "m"}]})
    game.actions.odds_changed.emit(odds())
    qtbot.waitUntil(seen(page.odds_dock))


def test_a_place_pointed_at_says_its_odds_before_it_is_chosen(play, monkeypatch):
    _, _page, game = play()
    asked = []
    monkeypatch.setattr(game.actions, "odds", asked.append)
    call = {"id": "c", "verb": "call", "kind": "cell", "cells": ["delta:2015", "delta:1617"], "odds": {"verb": "call"}}
    game.set_offer({"side": "FW", "prompt": {"key": "prompt.losses", "args": {"side": {"s": "FW"}}}, "asks": [call]})
    asked.clear()
    game.focus.hovered.emit("delta:1716")
    assert asked == []
    game.focus.hovered.emit("delta:2015")
    game.focus.hovered.emit("delta:2015")
    assert asked == [{"verb": "call", "cell": "delta:2015"}]


def test_no_odds_of_the_last_question_come_in_once_another_is_asked(play, monkeypatch):
    _, _page, game = play()
    asked = []
    monkeypatch.setattr(game.actions, "odds", asked.append)
    fire = {"id": "f", "verb": "fire", "kind": "button", "odds": {"verb": "fire"}}
    call = {"id": "c", "verb": "call", "kind": "cell", "cells": ["delta:2015", "delta:1617"], "odds": {"verb": "call"}}
    prompt = {"key": "prompt.losses", "args": {"side": {"s": "FW"}}}
    game.set_offer({"side": "FW", "prompt": prompt, "asks": [fire, call]})
    game.answer.start(call)
    game.focus.hovered.emit("delta:2015")
    assert asked[-1] == {"verb": "call", "cell": "delta:2015"}
    game.answer.start(None)  # it was carried out: what waits is asked about again, before the next question is here
    assert asked[-1] == {"verb": "fire"}
    game.set_offer({"side": "FW", "prompt": prompt, "asks": [{"id": "n", "verb": "next", "kind": "button"}]})
    assert asked[-1] is None
