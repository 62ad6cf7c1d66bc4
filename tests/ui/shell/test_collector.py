"""Objects of Qt live and die on the window's thread, also those that only the garbage collector finds."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from qtwar.ui.collector import EVERY, MUCH, WAITS, Collector


@pytest.fixture
def own() -> Iterator[None]:
    """The collector of this test alone: Python's own is on before, and as it was after."""
    was = gc.isenabled()
    gc.enable()
    yield
    (gc.enable if was else gc.disable)()


def on_a_thread(do: Any) -> None:
    """Run something on a thread of its own, to its end."""
    thread = threading.Thread(target=do)
    thread.start()
    thread.join()


def test_a_cycle_with_a_widget_is_never_collected_on_a_thread(qtbot: QtBot, own: None) -> None:
    collector = Collector()
    widget = QWidget()
    ring: list[object] = [widget]
    ring.append(ring)
    died: list[threading.Thread] = []
    weakref.finalize(widget, lambda: died.append(threading.current_thread()))
    del widget, ring
    made: list[object] = []
    on_a_thread(lambda: made.extend([] for _ in range(20_000)))  # enough for Python to collect some twenty times
    assert died == []
    qtbot.waitUntil(lambda: bool(died), timeout=60_000)
    assert died == [threading.main_thread()]
    collector.deleteLater()


def test_python_collects_again_when_the_window_is_gone(qtbot: QtBot, own: None) -> None:
    window = QWidget()
    Collector(window)
    assert not gc.isenabled()
    window.deleteLater()
    qtbot.waitUntil(gc.isenabled)


def test_everything_is_gone_through_only_where_much_came_since(
    qtbot: QtBot, own: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    collector = Collector()
    asked: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda generation=2: asked.append(generation) or 0)
    monkeypatch.setattr(gc, "get_threshold", lambda: (700, 10, 10))
    monkeypatch.setattr(gc, "get_count", lambda: (701, 11, 11))
    monkeypatch.setattr(gc, "get_objects", lambda generation: range(1000))
    collector.look()
    collector.look()
    monkeypatch.setattr(gc, "get_objects", lambda generation: range(1251))
    collector.look()
    monkeypatch.setattr(gc, "get_count", lambda: (701, 2, 11))
    collector.look()
    monkeypatch.setattr(gc, "get_count", lambda: (699, 2, 11))
    collector.look()
    assert asked == [2, 1, 2, 0]
    assert EVERY >= 100  # at rest the program does nothing that is felt
    collector.deleteLater()


def test_what_is_being_made_is_not_gone_through_before_that_is_over(
    qtbot: QtBot, own: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    collector = Collector()
    asked: list[int] = []
    made = iter(range(100 * MUCH, 1000 * MUCH, MUCH + 1))
    monkeypatch.setattr(gc, "collect", lambda generation=2: asked.append(generation) or 0)
    monkeypatch.setattr(gc, "get_threshold", lambda: (700, 10, 10))
    monkeypatch.setattr(gc, "get_count", lambda: (next(made), 0, 0))
    looks = 0
    while not asked:
        collector.look()
        looks += 1
        assert looks <= WAITS + 2
    assert looks >= WAITS
    asked.clear()
    monkeypatch.setattr(gc, "get_count", lambda: (1000 * MUCH, 0, 0))
    collector.look()
    collector.look()
    assert asked == [0]
    collector.deleteLater()
