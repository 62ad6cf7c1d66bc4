"""A board's drawing as it is kept between starts, without NumPy: where it lies, how large it is, its small picture.

    file = file_of(board, style, "en", "standard", folder)
    art = stored_art(board, file)  # None where it was never drawn, or is damaged
    art.bounds                     # QRectF in u, margin included
    art.small                      # QImage, longest side SMALL px, to stand in for what is not painted yet
    coarse(board, colours)         # QImage in a few ms, to show until there is a drawing

A window needs no more than this to show a board: tiles are painted of the drawing itself (`boardart`) in another process.
"""

from __future__ import annotations

import hashlib
import re
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from qtwar.base import jsonio
from qtwar.base.errors import DataFault
from qtwar.draw.layers import layers_of
from qtwar.draw.packhead import bounds_of
from qtwar.draw.version import VERSION
from qtwar.model.art import TiledPicture
from qtwar.model.board import BoardContent
from qtwar.qtpaint import scans
from qtwar.qtpaint.tones import color

RGB = QImage.Format.Format_RGB32
SMALL = 1024


@dataclass(frozen=True, slots=True)
class KeptArt:
    """A drawing that is kept in a file: what can be said of it without reading it."""

    board: BoardContent
    file: Path
    bounds: QRectF
    small: QImage


def stored_art(board: BoardContent, file: Path) -> KeptArt | None:
    """Return what is kept of a board's drawing; None where there is none, or its small picture has to be painted again."""
    try:
        left, top, right, bottom = bounds_of(file)
    except (OSError, DataFault):
        return None
    small = picture_beside(file)
    return KeptArt(board, file, QRectF(left, top, right - left, bottom - top), small) if small is not None else None


def picture_beside(file: Path) -> QImage | None:
    """Return the small picture kept beside a drawing; None where it has to be painted again."""
    image = QImage(str(file.with_suffix(".png")))
    return image.convertToFormat(RGB) if max(image.width(), image.height()) == SMALL else None


def file_of(board: BoardContent, style: Mapping[str, Any], language: str, palette: str, cache: Path) -> Path:
    """Return where the drawing of a board is kept once it was prepared."""
    return cache / f"{board.id}-{_key(board, style, language, palette)}.art"


def _key(board: BoardContent, style: Mapping[str, Any], language: str, palette: str) -> str:
    parts = [VERSION, board.model_dump(mode="json"), dict(style), language, palette, missing(board, style)]
    return hashlib.sha256(jsonio.dumps(parts).encode()).hexdigest()[:20]


def missing(board: BoardContent, style: Mapping[str, Any]) -> list[str]:
    """Return the scans that are not there: what is drawn without them is not what is drawn once they are."""
    named = [TiledPicture.of(layer) for layer in layers_of(style, board) if layer.get("painter") == "scan"]
    named += [TiledPicture.of(box.attrs.get("picture")) for box in board.boxes]
    return sorted({one.picture for one in named if one is not None and scans.folder_of(one.picture) is None})


def coarse(board: BoardContent, colors: Mapping[str, str], fallback: str = "#e8e3bd") -> QImage:
    """Return one soft pixel per cell by terrain, to be stretched over the board until its art is there."""
    grid = board.make_grid()
    left, top, right, bottom = grid.bounds()
    columns, rows = max(1, round((right - left) / 100)), max(1, round((bottom - top) / 100))
    tones = {word: color(tone).rgb() for word, tone in colors.items()}
    paper, terrain = color(fallback).rgb(), board.terrain
    across, down = columns / (right - left), rows / (bottom - top)
    pixels = array("I", [paper]) * (columns * rows)
    for cell in grid.cells() if tones else ():
        x, y = grid.to_pixel(cell)
        column, row = min(columns - 1, max(0, int((x - left) * across))), min(rows - 1, max(0, int((y - top) * down)))
        pixels[row * columns + column] = tones.get(terrain.get(cell, ""), paper)
    image = QImage(pixels.tobytes(), columns, rows, columns * pixels.itemsize, RGB)
    return image.scaled(
        columns * 8, rows * 8, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    )


TONE = re.compile(r"#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?")


def tones(said: Mapping[str, str | None] | None) -> dict[str, str]:
    """Return the colours by terrain that a style names for its soft picture; words that are no colours are left out."""
    return {word: tone for word, tone in (said or {}).items() if tone and TONE.fullmatch(tone)}


def framed(picture: QImage, board: BoardContent, bounds: QRectF, paper: str = "#efe6c8") -> QImage:
    """Return the soft picture of a board with the paper around it, as far as its drawing goes."""
    left, top, right, bottom = board.make_grid().bounds()
    k = picture.width() / (right - left)
    made = QImage(max(1, round(bounds.width() * k)), max(1, round(bounds.height() * k)), RGB)
    made.fill(color(paper))
    with QPainter(made) as p:
        p.drawImage(QRectF((left - bounds.left()) * k, (top - bounds.top()) * k, (right - left) * k, (bottom - top) * k), picture)
    return made
