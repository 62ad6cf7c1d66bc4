"""Hands files to the program that runs already, so that a double click opens them in its window.

A second program would find the games of the first one locked. What is handed over lies in a folder of the profile for a
moment: no port is opened, and nobody but this user can write there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep, time_ns

from qtwar.base import files
from qtwar.base.errors import DataFault
from qtwar.storage.guard import Lock

PATIENCE = 10.0
"""Seconds that a program which runs has to take what is handed over; one that hangs does not keep anybody from a window."""
BETWEEN = 0.02
MOST_BYTES = 1_000_000


class Handed:
    """What is handed to the program of a profile: by one that is started with files, to the one whose window is there."""

    def __init__(self, home: Path) -> None:
        self.folder = home / "handed"
        self._lock: Lock | None = None

    def claim(self) -> bool:
        """Become the program that files are handed to, until the process ends; returns whether no other one is."""
        if self._lock is None:
            with suppress(OSError, DataFault):
                self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                mark = self.folder / "running"
                if not mark.exists():
                    mark.touch()
                self._lock = Lock(mark)
        return self._lock is not None

    def release(self) -> None:
        """Let another program take what is handed over."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def hand_over(self, paths: Sequence[str], patience: float = PATIENCE) -> bool:
        """Have the program that runs open files; False where none does, or none takes them, and they are one's own to open."""
        if self.claim():
            return False
        left = self.folder / f"{time_ns()}-{os.getpid()}.json"
        fresh = left.with_suffix(".part")
        try:
            fresh.write_text(json.dumps([str(Path(path).absolute()) for path in paths]), encoding="utf-8")
            fresh.replace(left)
        except OSError:
            return False
        end = monotonic() + patience
        while left.exists() and monotonic() < end and not self.claim():  # it may end before it has looked
            sleep(BETWEEN)
        try:
            left.unlink()
        except FileNotFoundError:
            self.release()
            return True
        except OSError:
            pass
        return False

    def taken(self) -> list[str]:
        """Take what was handed over: each file once, whoever else reaches for it."""
        found: list[str] = []
        for left in sorted(self.folder.glob("*.json")):
            try:
                named = json.loads(files.read(left, MOST_BYTES))
            except (DataFault, ValueError, RecursionError):
                named = []
            try:
                left.unlink()
            except OSError:  # its sender has taken it back
                continue
            found += [path for path in named if isinstance(path, str)] if isinstance(named, list) else []
        return found
