"""What a title lays over the map: chosen by the person, shown by itself while the moment calls for it, gone with the seat."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint

from qtwar.ui.board.overlays import ink
from qtwar.ui.facts import EVERYTHING

ZONES = {"id": "zones", "label": {"key": "board.name", "args": {}}}
DIE = {"id": "die", "label": {"key": "board.name", "args": {}}, "now": True}
SHOWN = {
    "zones": {
        "cells": {"big:006008": {"tone": "enemy", "note": "7"}}, "legend": [{"tone": "enemy", "label": {"key": "board.name"}}],
    },
    "die": {"cells": {"big:004004": {"tone": "1"}}, "lines": [{"path": ["big:004004", "big:004006"], "tone": "own"}]},
}  # fmt: skip


@pytest.fixture
def told(game):
    """The game, with a list of overlays that the test may change; what it is asked is kept in `asked`."""
    game.listed, game.asked, before = [ZONES], [], game.query

    def query(name, args, then):
        if name in ("overlays", "overlay"):
            game.asked.append((name, args.get("id")))
            then({"overlays": game.listed} if name == "overlays" else SHOWN[args["id"]])
            return lambda: None
        return before(name, args, then)

    game.actions.query = query
    return game


def pixel(board, cell):
    spot = board.camera.to_screen(board.layout_.spot(f"big:{cell}")).toPoint() - QPoint(30, 0)
    return board.grab().toImage().pixelColor(spot).name()


def settled(qtbot, overlays, shown):
    qtbot.waitUntil(lambda: overlays.shown == shown and bool(overlays.content.get("cells")) == bool(shown))


def test_one_is_chosen_tints_its_cells_and_goes_again(told, board, qtbot):
    overlays = board.overlays
    qtbot.waitUntil(lambda: bool(overlays.known))
    assert overlays.shown == ""
    before = pixel(board, "006008")
    overlays.step()
    settled(qtbot, overlays, "zones")
    assert pixel(board, "006008") != before
    assert overlays.legend() != []
    overlays.step()
    settled(qtbot, overlays, "")
    assert pixel(board, "006008") == before


def test_one_that_the_moment_calls_for_is_shown_by_itself_until_it_is_waved_away(told, board, qtbot):
    overlays = board.overlays
    told.listed = [DIE, ZONES]
    told.actions.offer_changed.emit()
    settled(qtbot, overlays, "die")
    overlays.choose("")
    settled(qtbot, overlays, "")
    told.actions.offer_changed.emit()
    qtbot.waitUntil(lambda: told.asked[-1][0] == "overlays")
    assert overlays.shown == ""
    told.listed = [ZONES]  # the moment is over: the next one shows itself again
    told.actions.offer_changed.emit()
    qtbot.waitUntil(lambda: len(overlays.known) == 1)
    told.listed = [DIE, ZONES]
    told.actions.offer_changed.emit()
    settled(qtbot, overlays, "die")


def test_nothing_of_it_stays_when_another_sits_down(told, board, qtbot):
    overlays = board.overlays
    qtbot.waitUntil(lambda: bool(overlays.known))
    overlays.choose("zones")
    settled(qtbot, overlays, "zones")
    told.actions.query = lambda name, args, then: lambda: None  # the answer for the new seat is not there yet
    told.position.changed.emit(EVERYTHING)
    assert not overlays.content


def test_a_title_without_overlays_is_asked_once(game, board, qtbot):
    asked = []
    game.actions.query = lambda name, args, then: asked.append(name) or (lambda: None)
    game.actions.offer_changed.emit()
    qtbot.wait(1)
    assert "overlays" not in asked


def test_bands_go_from_sure_to_least_sure():
    assert len({ink(str(n)) for n in range(1, 7)}) == 6
