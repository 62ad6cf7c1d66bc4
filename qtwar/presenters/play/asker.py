"""Questions to a server: none twice for the same position, of those that a moving hand asks only the latest, never too many."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject

from qtwar.ui.widgets.basics import timer
from qtwar.wire.limits import RATES

Then = Callable[[Any], object]
Key = tuple[int, str, str]
"""How often the position has changed before it was asked; kind; arguments."""
FOLLOWING = frozenset({"cell", "odds", "sight", "fan", "reach", "why", "bill", "overlay"})
"""Questions that follow hand and pointer: one that has not been sent when the next of its kind comes is not sent at all."""
SHARE = 0.8
"""Part of the server's rate that is used: what comes at the same moment from elsewhere has room."""


class Asker(QObject):
    """`send(what, args, then, failed)` sends a question, `then` or `failed` follows once."""

    def __init__(self, send: Callable[[str, dict[str, Any], Then, Then], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._send = send
        self._age = 0
        self._known: dict[Key, Any] = {}
        self._asked: dict[Key, list[list[Then]]] = {}  # sent, not answered: who waits
        self._next: dict[str, tuple[Key, dict[str, Any], list[list[Then]]]] = {}  # by kind: what goes when there is room
        rate = RATES["query"]
        self._most = int(rate.at_once * SHARE)
        self._left = self._most
        self._refill = timer(self, round(1000 / (rate.a_second * SHARE)), self._tick, once=False)
        self._queue: list[tuple[Key, dict[str, Any], list[list[Then]]]] = []  # each of which has to be answered

    def ask(self, what: str, args: dict[str, Any], then: Then) -> Callable[[], None]:
        """Have a question answered; returns what drops the answer."""
        key = (self._age, what, json.dumps(args, sort_keys=True))
        waits = [then]  # emptied when it is dropped
        if key in self._known:
            then(self._known[key])
        elif key in self._asked:
            self._asked[key].append(waits)
        elif what in FOLLOWING:
            there = self._next.get(what)
            if there is not None and there[0] == key:
                there[2].append(waits)
            else:
                self._next[what] = (key, args, [waits])
        else:
            there = next((row for row in self._queue if row[0] == key), None)
            if there is not None:
                there[2].append(waits)
            else:
                self._queue.append((key, args, [waits]))
        self._drain()
        return waits.clear

    @property
    def waiting(self) -> int:
        """How many questions have not been sent yet."""
        return len(self._next) + len(self._queue)

    def forget(self) -> None:
        """The position is another one: what was answered before holds no longer."""
        self._age += 1
        self._known.clear()

    def _drain(self) -> None:
        busy = {kind for _, kind, _ in self._asked}
        for kind in [kind for kind in self._next if kind not in busy]:
            if self._left:
                row = self._next.pop(kind)
                if any(row[2]):
                    self._go(*row)
        while self._queue and self._left:
            row = self._queue.pop(0)
            if any(row[2]):
                self._go(*row)
        if self._left < self._most and not self._refill.isActive():
            self._refill.start()

    def _tick(self) -> None:
        self._left = min(self._most, self._left + 1)
        if self._left == self._most:
            self._refill.stop()
        self._drain()

    def _go(self, key: Key, args: dict[str, Any], waiting: list[list[Then]]) -> None:
        self._left -= 1
        self._asked[key] = waiting

        def arrived(answer: Any) -> None:
            if key[0] == self._age:
                self._known[key] = answer
            for waits in self._asked.pop(key, []):
                for then in list(waits):
                    then(answer)
            self._drain()

        def failed(_: Any) -> None:
            self._asked.pop(key, None)
            self._drain()

        self._send(key[1], args, arrived, failed)
