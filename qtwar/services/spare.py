"""The rules of a title, loaded before a game of it begins. The start window imports this; what loads comes when asked for."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from qtwar.model.content import TitleContent
    from qtwar.sandbox.client import SandboxRules

HELD: Final = 120.0
"""Seconds after which a port that nobody took is closed: it is a process of 50 MB."""


class SpareRules:
    """The rules of one title, loaded while a person still looks at what a new game of it asks. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: tuple[Path, TitleContent, SandboxRules] | None = None
        self._end = threading.Timer(0, self.drop)

    def load(self, folder: Path, content: TitleContent) -> None:
        """Hold a port that loads a title's rules, in place of what was held; not for ever."""
        from qtwar.services.rules import ahead

        given: Future[dict[str, Any]] = Future()
        with self._lock:
            if self._is_held(folder, content):
                return
            self._let_go()
            given.set_result(content.rules_json())
            self._held = folder, content, ahead(folder, given)
            self._end = threading.Timer(HELD, self._expire, [self._held[2]])
            self._end.daemon = True
            self._end.start()

    def take(self, folder: Path | None, content: TitleContent) -> SandboxRules | None:
        """Return the port of these very files, which the caller closes; None where there is none that is well."""
        with self._lock:
            if self._held is None or folder is None or not self._is_held(folder, content):
                return None
            rules, self._held = self._held[2], None
            self._end.cancel()
            return rules

    def drop(self) -> None:
        """Close what is held."""
        with self._lock:
            self._let_go()

    def _expire(self, rules: SandboxRules) -> None:
        with self._lock:
            if self._held is not None and self._held[2] is rules:
                self._let_go()

    def _is_held(self, folder: Path, content: TitleContent) -> bool:
        # a title whose files have changed has another content
        held = self._held
        return held is not None and held[0] == folder and held[1] is content and held[2].well

    def _let_go(self) -> None:
        self._end.cancel()
        if self._held is not None:
            self._held[2].close()
            self._held = None


spare: Final = SpareRules()
