"""The rules of a title, loaded before its game is there. The start window imports this; what loads comes when asked for."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from qtwar.model.content import TitleContent
    from qtwar.sandbox.client import SandboxRules

HELD: Final = 120.0
"""Seconds after which a port that nobody took is closed: it is a process of 50 MB."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A port that loads a module's rules (None: the free table), and where it awaits the `rules_json` of a content."""

    folder: Path | None
    rules: SandboxRules
    awaited: Future[dict[str, Any]]
    content: TitleContent | None = None
    """What it was given already."""


class SpareRules:
    """One port, held for who will need it: a person looks at what a new game asks, or a document is vetted. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: Begun | None = None
        self._end = threading.Timer(0, self.drop)

    def begin(self, folder: Path | None) -> None:
        """Hold a port that loads a module's rules and awaits a content, in place of what was held; not for ever."""
        with self._lock:
            if self._of(folder, None) is None:
                self._hold(begun(folder))

    def load(self, folder: Path, content: TitleContent) -> None:
        """Hold a port that loads a title's rules and content, in place of what was held; not for ever."""
        with self._lock:
            if self._of(folder, content) is None:
                made = begun(folder)
                made.awaited.set_result(content.rules_json())
                self._hold(Begun(folder, made.rules, made.awaited, content))

    def take(self, folder: Path | None, content: TitleContent | None = None) -> Begun | None:
        """Return the port of a module, which the caller closes, given this very content or none; None where none is well."""
        with self._lock:
            found = self._of(folder, content)
            if found is not None:
                self._held = None
                self._end.cancel()
            return found

    def drop(self) -> None:
        """Close what is held."""
        with self._lock:
            self._let_go()

    def _of(self, folder: Path | None, content: TitleContent | None) -> Begun | None:
        # a title whose files have changed has another content
        held = self._held
        fits = held is not None and held.folder == folder and held.content is content and held.rules.well
        return held if fits else None

    def _hold(self, port: Begun) -> None:
        self._let_go()
        self._held = port
        self._end = threading.Timer(HELD, self._expire, [port])
        self._end.daemon = True
        self._end.start()

    def _expire(self, port: Begun) -> None:
        with self._lock:
            if self._held is port:
                self._let_go()

    def _let_go(self) -> None:
        self._end.cancel()
        if self._held is not None:
            self._held.rules.close()
            self._held = None


def begun(folder: Path | None, progress: Any = None) -> Begun:
    """Return a port that loads a module's rules beside whoever still reads the content."""
    from qtwar.services.rules import ahead

    awaited: Future[dict[str, Any]] = Future()
    return Begun(folder, ahead(folder, awaited, progress), awaited)


spare: Final = SpareRules()
