"""`qtwar thumbnail FILE PICTURE`: the small picture that a folder's window shows of a game or a draft."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", type=Path, help="a game or a draft (.qtwar)")
    parser.add_argument("picture", type=Path, help="the PNG to write")
    parser.add_argument("--size", type=int, default=256, help="its longer side in pixels")


def run(args: argparse.Namespace) -> int:
    """Draw what the start window shows of it; nothing of the position, which may hold secrets."""
    if sys.platform == "linux":
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtGui import QGuiApplication

    from qtwar.services import covers

    app = QGuiApplication(["qtwar"])
    done = covers.thumbnail(args.file, args.picture, max(16, min(args.size, 1024)))
    del app
    return 0 if done else 1
