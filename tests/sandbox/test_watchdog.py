"""The watchdog bites at a silent deadline, and only then."""

from __future__ import annotations

import threading

from qtwar.sandbox.watchdog import Watchdog


def test_it_bites_when_nobody_rests_it() -> None:
    bitten = threading.Event()
    dog = Watchdog()
    dog.guard(0.01, bitten.set)
    assert bitten.wait(10)
    dog.close()


def test_it_does_not_bite_what_has_answered() -> None:
    wrong, right = threading.Event(), threading.Event()
    dog = Watchdog()
    dog.guard(0.02, wrong.set)
    dog.rest()
    dog.guard(0.05, right.set)
    assert right.wait(10), "a later deadline is kept though the thread slept for the earlier one"
    assert not wrong.is_set()
    dog.close()


def test_a_sooner_deadline_wakes_it() -> None:
    late, soon = threading.Event(), threading.Event()
    dog = Watchdog()
    dog.guard(600, late.set)
    dog.rest()
    dog.guard(0.01, soon.set)
    assert soon.wait(10)
    assert not late.is_set()
    dog.close()
