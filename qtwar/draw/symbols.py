"""The library of unit symbols: path data in JSON files, drawn by us, in ink, paper and accent instead of colours.

A file is `{"box": [w, h], "shapes": [...]}`; a shape is a path `d` (SVG letters M L H V C Q Z), an ellipse `o`
[cx, cy, rx, ry], a rectangle `r` [x, y, w, h, radius] or letters `t` [text, x, y, size], with `fill` and `line` naming a
role (`ink`, `paper`, `accent`, `glint`, `shade`) and `w` the line's width.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from pathlib import Path as FilePath
from typing import Any, Final, cast

from qtwar.base import places
from qtwar.base.errors import DataFault
from qtwar.draw import displaylist as dl
from qtwar.model.problem import near

DEFAULT_FOLDER: Final = places.RESOURCES / "symbols"

_STEP: Final = re.compile(r"[MLHVCQZ]|-?(?:\d+\.?\d*|\.\d+)")
Point = tuple[float, float]


def parse_path(d: str) -> dl.Path:
    """Return the Bézier path of SVG-like data (absolute M L H V C Q Z); raise ValueError."""
    words = _STEP.findall(d)
    runs: list[list[Point]] = []
    run: list[Point] = []
    closed = False
    at = 0

    def number() -> float:
        nonlocal at
        value = float(words[at])
        at += 1
        return value

    def point() -> Point:
        return (number(), number())

    def line(to: Point) -> None:
        run.extend((run[-1], to, to))

    command = "M"
    while at < len(words):
        if words[at].isalpha():
            command = words[at]
            at += 1
        if command == "M":
            run = [point()]
            runs.append(run)
            command = "L"
        elif command == "L":
            line(point())
        elif command == "H":
            line((number(), run[-1][1]))
        elif command == "V":
            line((run[-1][0], number()))
        elif command == "C":
            run.extend((point(), point(), point()))
        elif command == "Q":
            start, control, end = run[-1], point(), point()
            run.append(_between(start, control, 2 / 3))
            run.append(_between(end, control, 2 / 3))
            run.append(end)
        elif command == "Z":
            closed = True
            if run[-1] != run[0]:
                line(run[0])
    return dl.path_of(runs, closed=closed, cubic=True)


def _between(a: Point, b: Point, part: float) -> Point:
    return (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)


def star(cx: float, cy: float, r: float, points: int = 5, inner: float = 0.4) -> dl.Path:
    """Return a star with one point up."""
    return dl.polygon(
        [
            (
                cx + r * (1 if k % 2 == 0 else inner) * math.sin(k * math.pi / points),
                cy - r * (1 if k % 2 == 0 else inner) * math.cos(k * math.pi / points),
            )
            for k in range(2 * points)
        ]
    )


class Symbols:
    """All symbols of some folders; later folders (a title's own) hide earlier names."""

    def __init__(self, folders: Iterable[FilePath] = (DEFAULT_FOLDER,)) -> None:
        self._files = {
            file.stem: file for folder in folders if folder.is_dir() for file in sorted(folder.glob("*.json"))
        }
        self._read: dict[str, Mapping[str, Any]] = {}

    def names(self) -> list[str]:
        """Return the names of all symbols, sorted."""
        return sorted(self._files)

    def _symbol(self, name: str) -> Mapping[str, Any]:
        if name not in self._read:
            if name not in self._files:
                raise DataFault("fault.draw.no_symbol", hint=near(name, self._files), symbol=name)
            try:
                data = json.loads(self._files[name].read_text(encoding="utf-8"))
                data["box"], data["shapes"]
            except (ValueError, KeyError, TypeError) as error:
                raise DataFault("fault.draw.symbol_file", file=self._files[name].name, why=str(error)) from error
            self._read[name] = data
        return self._read[name]

    def draw(
        self,
        name: str,
        rect: tuple[float, float, float, float],
        colors: Mapping[str, dl.Color],
        *,
        flip: bool = False,
    ) -> list[dl.Node]:
        """Return the nodes of a symbol fitted, undistorted and centred, into rect (x, y, w, h)."""
        data = self._symbol(name)
        box_w, box_h = data["box"]
        x, y, w, h = rect
        k = min(w / box_w, h / box_h)
        x += (w - box_w * k) / 2
        y += (h - box_h * k) / 2
        matrix: dl.Affine = (-k, 0, 0, k, x + box_w * k, y) if flip else (k, 0, 0, k, x, y)
        nodes: list[dl.Node] = []
        for shape in data["shapes"]:
            if "t" in shape:
                word, tx, ty, size = shape["t"]
                font = dl.Font("Barlow Condensed", size * k, 800)
                halo = colors.get(shape.get("halo", ""), "")
                width = size * k * 0.12 if halo else 0.0
                at = (matrix[0] * tx + matrix[4], k * ty + y)
                fill = colors[shape.get("fill", "ink")]
                nodes.append(dl.Text(word, at, font, fill, halo=halo, halo_width=width))
                continue
            path = self._path(shape).mapped(matrix)
            fill = colors.get(shape["fill"], "") if "fill" in shape else ""
            stroke = None
            if "line" in shape and colors.get(shape["line"]):
                cap = cast(dl.Cap, shape.get("cap", "round"))
                join = cast(dl.Join, shape.get("join", "round"))
                stroke = dl.Stroke(colors[shape["line"]], shape.get("w", 2) * k, cap, join)
            nodes.append(dl.Shape(path, fill or None, stroke))
        return nodes

    @staticmethod
    def _path(shape: Mapping[str, Any]) -> dl.Path:
        if "o" in shape:
            return dl.ellipse(*shape["o"])
        if "r" in shape:
            x, y, w, h, *radius = shape["r"]
            return dl.rounded(x, y, w, h, radius[0] if radius else 0)
        if "star" in shape:
            return star(*shape["star"])
        return parse_path(shape["d"])
