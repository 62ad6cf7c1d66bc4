"""`python -m tests.stories.pictures [PART…]`: make the documentation's pictures anew, in both languages, by the program itself.

Parts: `guide` (docs/guide/pictures) and `look` (docs/pictures: the five titles and the start window); nothing: both.
Needs a screen (`xvfb-run -a` makes one). English pictures lie in the folder, Japanese ones in `ja` below it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, qRgb

ROOT = Path(__file__).resolve().parents[2]
GUIDE, LOOK = ROOT / "docs" / "guide" / "pictures", ROOT / "docs" / "pictures"
WIDTH = 1200
"""Pixels; larger ones are made smaller."""
PANEL = 380
"""Width of the panel of a new game."""
GUIDES = {
    "printing": ("sealords/game_warden", "--window", "print", "--size", "1600x1000"),
    "free-table": ("fields_of_fire/nrm_1", "--rules", "off", "--zoom", "0.8"),
}
LOOKS = {
    "start": ("sealords", "--window", "start"),
    "sealords": ("sealords/tet", "--actions", "30", "--zoom", "0.5"),
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
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)[:, :, 2::-1]
    table, places = palette(pixels.reshape(-1, 3))
    few = QImage(places.tobytes(), image.width(), image.height(), image.width(), QImage.Format.Format_Indexed8)
    few.setColorTable([qRgb(*map(int, colour)) for colour in table])
    few.save(str(file), "PNG", 0)


def palette(pixels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return 256 colours that stand for those of a picture, and the place of each pixel's: boxes of colours are halved."""
    colours, inverse, counts = np.unique(pixels >> 2, axis=0, return_inverse=True, return_counts=True)
    boxes = [np.arange(len(colours))]
    while len(boxes) < 256:
        spread = [int(np.ptp(colours[box].astype(int), axis=0).max()) * float(counts[box].sum()) ** 0.5 for box in boxes]
        widest = int(np.argmax(spread))
        box = boxes[widest]
        if not spread[widest]:
            break
        axis = int(np.ptp(colours[box].astype(int), axis=0).argmax())
        order = box[np.argsort(colours[box, axis], kind="stable")]
        half = int(np.searchsorted(np.cumsum(counts[order]), counts[order].sum() / 2)) + 1
        half = min(max(half, 1), len(order) - 1)
        boxes[widest : widest + 1] = [order[:half], order[half:]]
    table = np.array([np.average(colours[box] * 4 + 2, axis=0, weights=counts[box]).round() for box in boxes])
    place = np.empty(len(colours), np.uint8)
    for n, box in enumerate(boxes):
        place[box] = n
    return table.clip(0, 255), place[inverse.reshape(-1)]


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


def tables(folder: Path, language: str) -> None:
    """Have stories told by two windows and a server; some of their pictures are the guide's."""
    with TemporaryDirectory() as made:
        own = {**os.environ, "QTWAR_SHOTS": made, "QTWAR_STORY_LANGUAGE": language}
        stories = [str(ROOT / "tests" / "stories" / name) for name in ("test_tables.py", "test_table_lines.py")]
        told = "blocks_nothing or looks_at or sees_to or cards_of"
        subprocess.run([sys.executable, "-m", "pytest", "-q", "-x", *stories, "-k", told], cwd=ROOT, env=own, check=True)
        for name in ("host", "game", "lost", "look", "host-dialog", "cards"):
            file = folder / f"table-{name}.png"
            shutil.copyfile(sorted(Path(made).glob(f"*-{name}.png"))[0], file)
            if name in ("host", "look"):  # the panel alone
                image = QImage(str(file))
                image.copy(image.width() - PANEL, 60, PANEL, image.height() - 60).save(str(file))
            shrink(file)


def mail(folder: Path, language: str) -> None:
    """Have the story of a game by mail told; the file that comes back to the window is the guide's picture."""
    with TemporaryDirectory() as made:
        own = {**os.environ, "QTWAR_SHOTS": made, "QTWAR_STORY_LANGUAGE": language}
        story = f"{ROOT / 'tests' / 'stories' / 'test_by_mail.py'}::test_a_game_from_the_invitation_to_the_end"
        subprocess.run([sys.executable, "-m", "pytest", "-q", "-x", story, "-k", "each"], cwd=ROOT, env=own, check=True)
        shutil.copyfile(next(Path(made).glob("*-mail-back-each.png")), folder / "by-mail.png")
        shrink(folder / "by-mail.png")


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
                    tables(folder, language)
                    mail(folder, language)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
