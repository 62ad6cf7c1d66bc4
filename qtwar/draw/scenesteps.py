"""What a title writes of a landscape, step by step (`scenes` of counters.yaml), becomes calls of `Scenery`.

A number may be `0.25~0.1` (not further than 0.1 from 0.25, by chance), a name that `let` has given to one, or a sum of both
(`split - 0.03`). Points are shares of the picture, lengths hundredths of its width, turns degrees.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from qtwar.base.errors import DataFault
from qtwar.draw import displaylist as dl
from qtwar.draw.polylines import Array
from qtwar.draw.scenery import HEDGE, Leaves, Scenery, stamps

SceneStep = Mapping[str, Any]
"""One word and its settings; `chance` beside it says how often it is done at all."""


class Composer:
    """Carries out the steps of one landscape; the names that they have given to numbers."""

    def __init__(self, scenery: Scenery) -> None:
        self._on = scenery
        self._named: dict[str, float] = {}

    def carry_out(self, steps: Sequence[SceneStep]) -> None:
        """Carry out steps, back to front; raise DataFault for one that nobody knows or that lacks a setting."""
        for step in steps:
            word, spec = next((item for item in step.items() if item[0] != "chance"), ("", None))
            if word not in _STEPS:
                raise DataFault("fault.draw.no_step", step=word, known=sorted(_STEPS))
            if "chance" in step and self._on.rng.random() >= float(step["chance"]):
                continue
            try:
                _STEPS[word](self, spec)
            except (KeyError, TypeError, ValueError, IndexError) as error:
                raise DataFault("fault.draw.step_setting", step=word, why=str(error)) from error

    # -- numbers and points --------------------------------------------------------------------------
    def _number(self, value: Any) -> float:
        if not isinstance(value, str):
            return float(value)
        text, _, by = value.partition("~")
        sign, total = 1.0, 0.0
        for word in text.split():
            if word in ("+", "-"):
                sign = 1.0 if word == "+" else -1.0
            else:
                total += sign * (self._named[word] if word in self._named else float(word))
        return self._on.near(total, float(by)) if by else total

    def _turn(self, value: Any) -> float:
        return float(np.radians(self._number(value)))

    def _points(self, values: Sequence[Sequence[Any]]) -> list[tuple[float, float]]:
        return [(self._number(u), self._number(v)) for u, v in values]

    def _places(self, spec: SceneStep) -> Array:
        """Where things stand: `apart` (with jitter, share, clear), `rows` (with within, by), `along` a line, or `at` points."""
        s = self._on
        if "apart" in spec:
            ring = s.clearing(*(float(v) for v in spec["clear"])) if "clear" in spec else None
            points = s.spread(float(spec["apart"]), float(spec.get("jitter", 0.4)), float(spec.get("share", 1)))
            return points if ring is None else ring(points)
        if "rows" in spec:
            columns, lines = spec["rows"]
            left, top, right, bottom = (float(v) for v in spec.get("within", (0, 0, 1, 1)))
            return s.rows(int(columns), int(lines), (left, top, right, bottom), float(spec.get("by", 0.8)))
        if "along" in spec:
            line = s.line(self._points(spec["along"]))
            points = line[np.linspace(0, len(line) - 1, int(spec["count"])).astype(int)]
            by = float(spec.get("by", 0))
            return np.asarray(points + s.rng.uniform(-by, by, points.shape) * s.unit)
        points = np.array([s.at(u, v) for u, v in self._points(spec["at"])])
        return points if spec.get("over") else s.free(points)

    # -- steps -----------------------------------------------------------------------------------------
    def _let(self, spec: SceneStep) -> None:
        for name, value in spec.items():
            self._named[name] = self._number(value)

    def _one_of(self, ways: Sequence[Sequence[SceneStep]]) -> None:
        self.carry_out(ways[int(self._on.rng.random() * len(ways)) if len(ways) > 1 else 0])

    def _ground(self, spec: SceneStep) -> None:
        self._on.ground(str(spec["color"]), [str(tone) for tone in spec["tones"]])

    def _trees(self, spec: SceneStep) -> None:
        low, high = (float(v) for v in spec["size"])
        self._on.trees(self._places(spec), _leaves(spec["sort"]), low, high)

    def _stamp(self, spec: SceneStep) -> None:
        size, unit = spec["size"], self._on.unit
        low, high = size if isinstance(size, (list, tuple)) else (size, size)
        made = stamps(json.dumps(spec["motifs"]), round(float(low) * unit, 2), round(float(high) * unit, 2))
        self._on.stamp(made, self._places(spec))

    def _tufts(self, spec: SceneStep) -> None:
        share, wide = float(spec.get("share", 1)), float(spec.get("wide", 0.5))
        self._on.tufts(float(spec["apart"]), [str(c) for c in spec["colors"]], float(spec["tall"]), share, wide)

    def _road(self, spec: SceneStep) -> None:
        self._on.road(*self._points(spec["through"]), width=float(spec.get("width", 5)), color=str(spec.get("color", "#efe0b4")))

    def _line(self, spec: SceneStep) -> None:
        """Strokes [colour, width, how far it is moved down] over one another along a line; nothing grows within `keep` of it."""
        s = self._on
        line = s.line(self._points(spec["through"]))
        for color, width, *down in spec["strokes"]:
            s.add(dl.polyline(line + [0, float(down[0]) * s.unit] if down else line), line=str(color), width=float(width))
        if "keep" in spec:
            s.keep(line[::3], float(spec["keep"]))

    def _hedge(self, spec: SceneStep) -> None:
        points = self._points(spec["through"])
        gap = self._number(spec["gap"]) if "gap" in spec else None
        leaves = _leaves(spec["sort"]) if "sort" in spec else HEDGE
        self._on.hedge(*points, leaves=leaves, size=float(spec.get("size", 2.5)), gap=gap)

    def _wall(self, spec: SceneStep) -> None:
        self._on.wall(self._points(spec["through"]), closed=bool(spec.get("closed", True)))

    def _fields(self, spec: SceneStep) -> None:
        """Pieces of land, each with another of the `crops` [colour, furrow, wheat?]; with `open`, things may stand on them."""
        s, crops = self._on, spec["crops"]
        order = s.rng.permutation(len(crops)) if len(crops) > 1 else [0]
        kept = list(s.taken)
        for number, piece in enumerate(spec["pieces"]):
            color, furrow, *wheat = crops[order[number % len(crops)]]
            corners = self._points(piece["corners"])
            s.field(corners, str(color), str(furrow), self._turn(piece.get("turn", 0)), bool(wheat))
        if spec.get("open"):
            s.taken[:] = kept

    def _yard(self, spec: SceneStep) -> None:
        (u, v), (wide, high) = spec["at"], spec["size"]
        self._on.yard(self._number(u), self._number(v), float(wide), float(high), str(spec.get("color", "#dcc794")))

    def _houses(self, spec: SceneStep) -> None:
        """Buildings [u, v, length, depth, turn, colour]; those without a colour take one of `roofs` each, by chance."""
        s, parts = self._on, []
        roofs = spec.get("roofs", ())
        order = s.rng.permutation(len(roofs)).tolist()
        for u, v, wide, deep, turn, *color in spec["at"]:
            place = self._number(u), self._number(v), self._number(wide), self._number(deep), self._turn(turn)
            parts.append((*place, str(color[0] if color else roofs[order.pop(0)])))
        s.houses(parts, tall=float(spec.get("tall", 1)))

    def _keep(self, spec: SceneStep) -> None:
        self._on.keep(np.array([self._on.at(u, v) for u, v in self._points(spec["at"])]), float(spec["room"]))

    def _paddies(self, spec: SceneStep) -> None:
        columns, lines = spec["plots"]
        self._on.paddies(int(columns), int(lines), float(spec.get("wet", 0.45)))

    def _terraces(self, spec: SceneStep) -> None:
        self._on.terraces([str(tone) for tone in spec["tones"]])

    def _rise(self, spec: SceneStep) -> None:
        self._on.rise([str(tint) for tint in spec["tints"]], str(spec["ink"]))


def _leaves(value: Any) -> Leaves:
    """Return the colours of a sort of crowns: [three fills, edge, light]."""
    if isinstance(value, str) or len(value) != 5:
        raise ValueError(value)
    return tuple(str(color) for color in value)


_STEPS: dict[str, Callable[[Composer, Any], None]] = {
    "let": Composer._let, "one_of": Composer._one_of, "ground": Composer._ground, "trees": Composer._trees,
    "stamp": Composer._stamp, "tufts": Composer._tufts, "road": Composer._road, "line": Composer._line,
    "hedge": Composer._hedge, "wall": Composer._wall, "fields": Composer._fields, "yard": Composer._yard,
    "houses": Composer._houses, "keep": Composer._keep,
    "paddies": Composer._paddies, "terraces": Composer._terraces, "rise": Composer._rise,
}  # fmt: skip
