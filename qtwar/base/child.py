"""How the program starts a part of itself as another process: by a Python, or by its own file where it is frozen."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from qtwar.base import places

PART: Final = "--part"
PARTS: Final = {
    "rules": "qtwar.sandbox.worker",
    "syntax": "qtwar.sandbox.syntax",
    "drawing": "qtwar.services.render_process",
    "opening": "qtwar.bench.opening",
    "killed": "qtwar.handplay.kills",
    "seated": "qtwar.handplay.seated",
    "attacked": "qtwar.bench.attacks.window",
}
"""The parts that run as processes of their own: each module has `main(arguments)`."""


def program() -> list[str]:
    """Return the command that starts this very program, whatever the current folder holds."""
    return [_own_file()] if places.frozen() else [sys.executable, "-P", "-m", "qtwar"]


def command(part: str, *arguments: str) -> list[str]:
    """Return the command that starts a part."""
    return [*program(), PART, part, *arguments]


def isolated(part: str, roots: Sequence[Path], *arguments: str) -> list[str]:
    """Return the command of a part whose Python finds our package and the libraries in `roots`, and nothing else.

    It obeys no setting of the surroundings and reads no start-up file; a frozen program never does.
    """
    if places.frozen():
        return command(part, *arguments)
    path = [str(places.CLONE), *map(str, roots)]
    code = f"import sys; sys.path[:0] = {path!r}; from {PARTS[part]} import main; main(sys.argv[1:])"
    return [sys.executable, "-I", "-S", "-B", "-c", code, *arguments]


def unseen() -> dict[str, Any]:
    """Return what `subprocess` is told so that nothing of a process beside the window is seen: Windows gives each a console."""
    return {"creationflags": 0x08000000} if sys.platform == "win32" else {}  # CREATE_NO_WINDOW


def run(words: Sequence[str]) -> bool:
    """Do the work of a part if these words, the program's arguments, name one; returns whether they did."""
    if len(words) < 2 or words[0] != PART or words[1] not in PARTS:
        return False
    importlib.import_module(PARTS[words[1]]).main(list(words[2:]))
    return True


def _own_file() -> str:
    """Return the program's file; Windows has a second one that can be talked to through pipes."""
    beside = Path(sys.executable).with_name("qtwar-console.exe")
    return str(beside) if sys.platform == "win32" and beside.exists() else sys.executable
