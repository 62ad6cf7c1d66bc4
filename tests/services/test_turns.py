"""Who waits for a document or a map goes before cards and covers in the helper."""

from __future__ import annotations

import threading

from qtwar.services.render_worker import _Turns


def test_the_most_urgent_goes_first_then_who_waits_longest() -> None:
    turns, order, threads = _Turns(), [], []

    def take(name: str, urgency: int) -> None:
        with turns.turn(urgency):
            order.append(name)

    with turns.turn(0):
        for n, (name, urgency) in enumerate((("cover", 2), ("card", 1), ("tile", 0), ("other cover", 2), ("map", 0))):
            threads.append(threading.Thread(target=take, args=(name, urgency)))
            threads[-1].start()
            with turns._changed:
                assert turns._changed.wait_for(lambda n=n: len(turns._waiting) == n + 1, 10)
    for thread in threads:
        thread.join(10)
    assert order == ["tile", "map", "card", "cover", "other cover"]


def test_a_turn_ends_with_a_fault_too() -> None:
    turns = _Turns()
    try:
        with turns.turn(0):
            raise ValueError
    except ValueError:
        pass
    with turns.turn(2):
        assert turns._taken
