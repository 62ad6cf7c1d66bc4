"""`python -m tests.stories.pictures [PART…]`: make the documentation's pictures anew, in both languages, by the program itself.

Parts: `guide` (docs/guide/pictures) and `look` (docs/pictures: the five titles and the start window); nothing: both.
Needs a screen (`xvfb-run -a` makes one). English pictures lie in the folder, Japanese ones in `ja` below it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

ROOT = Path(__file__).resolve().parents[2]
GUIDE, LOOK = ROOT / "docs" / "guide" / "pictures", ROOT / "docs" / "pictures"
WIDTH = 1200
"""Pixels; larger ones are made smaller."""
GUIDES = {
    "printing": ("sealords/game_warden", "--window", "print", "--size", "1600x1000"),
    "free-table": ("fields_of_fire/nrm_1", "--rules", "off", "--zoom", "0.8"),
}
LOOKS = {
    "start": ("sealords", "--window", "start"),
    "sealords": ("sealords/tet", "--actions", "30"),
    "band_of_heroes": ("band_of_heroes/s2_manor", "--actions", "30"),
    "front_toward_enemy": ("front_toward_enemy/frago_2_route_14", "--actions", "30"),
    "fields_of_fire": ("fields_of_fire/nrm_1", "--actions", "60"),
    "campaigns_of_robert_e_lee": ("campaigns_of_robert_e_lee/gettysburg_1863", "--actions", "20"),
}
"""What `qtwar screenshot` is asked for, by the name of the picture."""


def shrink(file: Path) -> None:
    """Make a picture smaller, with few enough colours for a small file."""
    image = QImage(str(file))
    if image.width() > WIDTH:
        image = image.scaledToWidth(WIDTH, Qt.TransformationMode.SmoothTransformation)
    few = image.convertToFormat(QImage.Format.Format_RGB666, Qt.ImageConversionFlag.ThresholdDither)
    few.convertToFormat(QImage.Format.Format_RGB888).save(str(file), "PNG", 0)


def shots(wanted: dict[str, tuple[str, ...]], folder: Path, language: str) -> None:
    """Have the program take pictures of its window."""
    for name, words in wanted.items():
        size = () if "--size" in words else ("--size", "1440x900")
        command = [sys.executable, "-m", "qtwar", "screenshot", *words, *size, "--lang", language, "-o"]
        command.append(str(folder / f"{name}.png"))
        subprocess.run(command, cwd=ROOT, check=True, env={**os.environ, "QT_QPA_PLATFORM": "xcb"})
        shrink(folder / f"{name}.png")


def evening(folder: Path, language: str) -> None:
    """Have the story of the authoring guide told, which takes its pictures on the way."""
    own = {**os.environ, "QTWAR_GUIDE": str(folder), "QTWAR_GUIDE_LANGUAGE": language}
    command = [sys.executable, "-m", "pytest", "-q", "-x", str(ROOT / "tests" / "stories" / "test_evening.py")]
    subprocess.run(command, cwd=ROOT, env=own, check=True)
    for file in folder.glob("edit-*.png"):
        shrink(file)


def main(parts: list[str]) -> int:
    """Make them; returns the exit status."""
    for language in ("en", "ja"):
        for part, top in (("guide", GUIDE), ("look", LOOK)):
            folder = top if language == "en" else top / language
            folder.mkdir(parents=True, exist_ok=True)
            if part in (parts or ("guide", "look")):
                shots(GUIDES if part == "guide" else LOOKS, folder, language)
                if part == "guide":
                    evening(folder, language)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
