"""Reports of what should not happen: where in the program it was and on what system, nothing of a game, never sent by itself.

What an error says (a name, a counter, a folder) is left out: it may be a secret of a side, or the person's own. So are the
values of variables. What is left is the kind of the error and the lines of our own code that led to it.
"""

from __future__ import annotations

import faulthandler
import hashlib
import os
import platform
import re
import sys
import time
import traceback
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO

import qtwar
from qtwar.base import files, places

MOST_KEPT = 20
_RUNNING = "running-{pid}.txt"
_FILE = re.compile(r'File "([^"]*)"')
_ENDED = re.compile(r"Fatal Python error: [A-Za-z ]+|Windows fatal exception: [\w ]+")
_running: IO[str] | None = None


@dataclass(frozen=True, slots=True)
class CrashReport:
    """A report as it lies in its file; `mark` is the same for the same fault."""

    file: Path
    text: str
    mark: str


def folder(home: Path) -> Path:
    """Return where reports are kept."""
    return home / "reports"


def write(home: Path, error: BaseException, trace: TracebackType | None) -> CrashReport:
    """Write the report of an error; raises OSError where that can not be."""
    return _write(home, "\n".join(_lines(error, trace)))


def _lines(error: BaseException, trace: TracebackType | None) -> list[str]:
    """Return the kind of an error and where it was, that of what led to it before it."""
    out: list[str] = []
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None and before is not error:
        out += [*_lines(before, before.__traceback__), "", "and then:", ""]
    for frame in traceback.extract_tb(trace)[-40:]:
        out.append(f"  {_place(frame.filename)}:{frame.lineno} in {frame.name}")
        if frame.line:
            out.append(f"      {frame.line}")
    kind = type(error)
    return [*out, f"{kind.__module__}.{kind.__qualname__}".removeprefix("builtins.")]


def _place(file: str) -> str:
    """Return a file's name below the program or the libraries; of any other the name alone."""
    path = Path(file)
    for root in (places.CLONE, *map(Path, sys.path[::-1])):
        if root.name and path.is_relative_to(root):
            return path.relative_to(root).as_posix()
    return path.name


def _write(home: Path, what: str) -> CrashReport:
    mark = hashlib.sha256(what.encode("utf-8", "replace")).hexdigest()[:12]
    text = (
        f"QtWar {qtwar.__version__}{' (frozen)' if places.frozen() else ''}, report {mark}\n"
        f"{time.strftime('%Y-%m-%d %H:%M')}\n"
        f"Python {platform.python_version()}, Qt {_qt()}, {platform.system()} {platform.release()} {platform.machine()}\n\n"
        f"{what}\n"
    )
    target = folder(home) / f"qtwar-report-{time.strftime('%Y%m%d-%H%M%S')}-{mark}.txt"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8", errors="replace")
    for old in sorted(target.parent.glob("qtwar-report-*.txt"))[:-MOST_KEPT]:
        old.unlink(missing_ok=True)
    return CrashReport(target, text, mark)


def _qt() -> str:
    try:
        from PySide6.QtCore import qVersion
    except ImportError:
        return "none"
    return qVersion()


def watch(home: Path) -> None:
    """Have the interpreter write down where it was, should the whole program be ended by a fault below Python."""
    global _running
    with suppress(OSError):
        target = folder(home) / _RUNNING.format(pid=os.getpid())
        target.parent.mkdir(parents=True, exist_ok=True)
        _running = target.open("w", encoding="utf-8")
        faulthandler.enable(_running)


def rest(home: Path) -> None:
    """Take the watch down at an orderly end."""
    global _running
    faulthandler.disable()
    if _running is not None:
        _running.close()
        _running = None
    with suppress(OSError):
        (folder(home) / _RUNNING.format(pid=os.getpid())).unlink(missing_ok=True)


def left_behind(home: Path) -> CrashReport | None:
    """Return a report of an earlier program that a fault ended, if one did; what killed ones left is cleared away."""
    found = None
    for file in (file for file in files.listed(folder(home)) if file.name.startswith("running-") and file.suffix == ".txt"):
        pid = file.stem.partition("-")[2]
        if not pid.isdecimal() or int(pid) == os.getpid() or _is_running(int(pid)):
            continue
        with suppress(OSError, UnicodeDecodeError):
            said = file.read_text(encoding="utf-8")
            file.unlink()
            ended = _ENDED.search(said)
            if ended is not None:
                lines = [_FILE.sub(lambda m: _place(m[1]), line) for line in said.splitlines() if _FILE.search(line)]
                found = _write(home, "\n".join([*lines[:80], ended[0]]))
    return found


def _is_running(pid: int) -> bool:
    if sys.platform == "win32":
        return False  # a file that is still open can not be removed there
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
