"""What comes on one thread until somebody on another is ready to follow it; nothing is lost, the order stays."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any


class Inbox:
    """`put` is called where it comes; `wait` takes the first, `follow` hands over the others and all that come later."""

    def __init__(self) -> None:
        self._came: queue.Queue[Any] = queue.Queue()
        self._then: Callable[[Any], object] | None = None
        self._lock = threading.Lock()

    def put(self, item: Any) -> None:
        """Take something in."""
        with self._lock:
            if self._then is None:
                self._came.put(item)
            else:
                self._then(item)

    def wait(self, seconds: float) -> Any:
        """Return what came first; None where nothing comes in that time."""
        try:
            return self._came.get(timeout=seconds)
        except queue.Empty:
            return None

    def follow(self, then: Callable[[Any], object]) -> None:
        """Hand over what has come, and what will come as it comes, on the thread where it comes."""
        with self._lock:
            while not self._came.empty():
                then(self._came.get())
            self._then = then
