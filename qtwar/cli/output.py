"""What the commands share: how they speak, arguments that several take, fonts without a window."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from qtwar.base import jsonio
from qtwar.base.text import LANGUAGES


def give(as_json: bool, data: dict[str, Any], lines: list[str]) -> None:
    """Write the object if JSON is wanted, else the lines."""
    sys.stdout.writelines(f"{line}\n" for line in ([jsonio.dumps(data)] if as_json else lines))


def take_language(parser: argparse.ArgumentParser) -> None:
    """Declare `--lang`, the language of what is shown."""
    parser.add_argument("--lang", default=LANGUAGES[0], choices=LANGUAGES)


def take_native(parser: argparse.ArgumentParser) -> None:
    """Declare `--native`, which leaves the sandbox out."""
    text = "run the rules in this process, for debugging your own module"
    parser.add_argument("--native", action="store_true", help=text)


@contextmanager
def painting() -> Iterator[None]:
    """Have Qt paint without a window: its fonts need an application as long as somebody paints."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication

    held = QGuiApplication.instance() or QGuiApplication(["qtwar"])
    yield
    del held
