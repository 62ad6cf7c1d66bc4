"""`python -m tests.stories.pictures`: make the pictures of the authoring guide anew, in both languages, from the real program.

Needs a screen (`xvfb-run -a` makes one). English pictures go to docs/pictures, Japanese ones to docs/pictures/ja.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

ROOT = Path(__file__).resolve().parents[2]
WIDTH = 1200
"""Pixels; larger ones are made smaller."""


def shrink(file: Path) -> None:
    """Make a picture smaller, with few enough colours for a small file."""
    image = QImage(str(file))
    if image.width() > WIDTH:
        image = image.scaledToWidth(WIDTH, Qt.TransformationMode.SmoothTransformation)
    few = image.convertToFormat(QImage.Format.Format_RGB666, Qt.ImageConversionFlag.ThresholdDither)
    few.convertToFormat(QImage.Format.Format_RGB888).save(str(file), "PNG", 0)


def main() -> int:
    """Run the story once a language; returns the exit status."""
    for language, folder in (("en", ROOT / "docs" / "pictures"), ("ja", ROOT / "docs" / "pictures" / "ja")):
        folder.mkdir(parents=True, exist_ok=True)
        before = {file: file.stat().st_mtime_ns for file in folder.glob("edit-*.png")}
        own = {**os.environ, "QTWAR_GUIDE": str(folder), "QTWAR_GUIDE_LANGUAGE": language}
        command = [sys.executable, "-m", "pytest", "-q", "-x", str(ROOT / "tests" / "stories" / "test_evening.py")]
        if status := subprocess.call(command, cwd=ROOT, env=own):
            return status
        for file in folder.glob("edit-*.png"):
            if before.get(file) != file.stat().st_mtime_ns:
                shrink(file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
