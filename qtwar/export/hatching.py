"""The ink-saving map: white paper, and a pattern of lines or dots for each kind of ground instead of its tint.

A layer of the drawn map (one painter of the style) and a colour make a kind of ground. The hue says the family of its
patterns: level lines for water, slanted lines for growth, dots for earth, grids for the rest; the darkness says how
dense it is. So kinds are told apart on a printer without colours too.
"""

from __future__ import annotations

import colorsys
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from qtwar.draw import cull
from qtwar.draw import displaylist as dl
from qtwar.draw.polylines import hatching
from qtwar.export import look, tone


@dataclass(frozen=True, slots=True)
class Pattern:
    """Lines at `angles` (degrees), `step` u apart, `width` u thick, dashed where `dash` says so (round: dots)."""

    angles: tuple[float, ...]
    step: float = 1.0
    width: float = 0.7
    dash: tuple[float, ...] = ()


_DOTS: Final = (0.01, 1.0)
FAMILIES: Final[dict[str, tuple[Pattern, ...]]] = {
    "water": (Pattern((0.0,)), Pattern((0.0,), 0.8, dash=(1.6, 0.6)), Pattern((0.0,), 1.3, 0.9)),
    "growth": (
        Pattern((-45.0,)), Pattern((90.0,), 0.9, dash=(0.5, 0.7)), Pattern((45.0,)), Pattern((-30.0, 30.0), 1.4),
        Pattern((-70.0,), 1.0, dash=(1.2, 0.5)), Pattern((20.0,), 1.1),
    ),
    "earth": (
        Pattern((30.0,), 0.8, 1.7, _DOTS), Pattern((0.0,), 0.55, 1.6, _DOTS), Pattern((60.0,), 1.2),
        Pattern((15.0,), 1.1, 2.4, _DOTS), Pattern((-60.0,), 1.2, dash=(1.0, 0.6)),
    ),
    "other": (Pattern((-45.0, 45.0), 1.2), Pattern((0.0, 90.0), 1.2), Pattern((90.0,))),
}  # fmt: skip
_UNSEEN: Final = ("clouds", "patches", "mid", "foot", "shadow", "bevel")
_FAINT: Final = 0x90
_NEAR: Final = 40.0
_WIDE: Final = 600.0


class Hatcher(tone.Toner):
    """Turns tints into patterns; lines, signs and names are drawn paler, as `tone.pale` does."""

    def __init__(self) -> None:
        super().__init__(tone.pale)
        self._layer = 0
        self._kinds: list[tuple[int, str, str, Pattern]] = []

    def display(self, display: dl.DisplayList) -> dl.DisplayList:
        """Return a map in patterns."""
        out: list[dl.Node] = []
        for top in display.nodes:
            if not isinstance(top, dl.Group):
                out += self.nodes((top,))
                continue
            inner: list[dl.Node] = []
            for layer in top.children:
                self._layer += 1
                inner += self.nodes((layer,))
            out.append(replace(top, children=tuple(inner)))
        return replace(display, nodes=tuple(out))

    def _node(self, node: dl.Node) -> dl.Node | None:
        if isinstance(node, dl.Group) and node.name.startswith(_UNSEEN):
            return None
        if isinstance(node, dl.Shape) and isinstance(node.fill, str) and _is_ground(node.path):
            return self._ground(node, node.fill)
        return super()._node(node)

    def _ground(self, node: dl.Shape, fill: dl.Color) -> dl.Node | None:
        """An area of one kind: white with its pattern; a panel stays a panel, and the ground of all is the paper."""
        if len(fill) == 9 and int(fill[7:9], 16) < _FAINT:
            return self._shape(replace(node, fill=None)) if node.stroke is not None else None
        known = next((p for _, _, color, p in self._kinds if color == fill[:7]), None)
        if known is None and _is_upright(node.path):
            left, top, right, bottom = node.path.bounds()
            if max(right - left, bottom - top) >= _WIDE:
                return replace(self._shape(node), fill=look.PAPER)
            return self._shape(node)
        pattern = known or self._pattern(fill[:7])
        ink = look.readable(fill, 2.4)
        edge = self._shape(node).stroke if node.stroke is not None else dl.Stroke(ink, 0.6)
        ground = dl.Shape(node.path, look.PAPER)
        lines = [dl.Shape(path, stroke=pen) for path, pen in _lines(node.path, pattern, fill, ink)]
        return dl.Group(
            (ground, dl.Group(tuple(lines), name="hatching", clip=node.path), dl.Shape(node.path, stroke=edge)),
            "ground",
        )

    def _pattern(self, color: dl.Color) -> Pattern:
        """The pattern of a kind of ground; one that was not met before takes the next of its family."""
        family = family_of(color)
        for layer, of, near, pattern in self._kinds:
            if layer == self._layer and of == family and _distance(near, color) < _NEAR:
                return pattern
        taken = dict.fromkeys(p for _, of, _, p in self._kinds if of == family)
        free = [p for p in FAMILIES[family] if p not in taken] or list(FAMILIES[family])
        self._kinds.append((self._layer, family, color, free[0]))
        return free[0]


def family_of(color: dl.Color) -> str:
    """Return which family of patterns a tint's hue asks for."""
    hue, _, full = colorsys.rgb_to_hls(*_rgb(color))
    degrees = hue * 360
    if full < 0.06:
        return "other"
    if 165 <= degrees < 265:
        return "water"
    if 55 <= degrees < 165:
        return "growth"
    return "earth" if 18 <= degrees < 55 else "other"


def _rgb(color: dl.Color) -> tuple[float, float, float]:
    r, g, b = (int(color[k : k + 2], 16) / 255 for k in (1, 3, 5))
    return r, g, b


def _distance(one: dl.Color, two: dl.Color) -> float:
    return math.dist(_rgb(one), _rgb(two)) * 255


def _is_ground(path: dl.Path) -> bool:
    """Whether a path covers ground: some run of it is as large as half a cell."""
    if not path.closed and not path.cubic:
        return False
    return any(min(right - left, bottom - top) >= 45.0 for left, top, right, bottom in cull.run_bounds(path).tolist())


def _is_upright(path: dl.Path) -> bool:
    """Whether all its edges are level or upright, as those of a panel, a frame, the ground of a whole map."""
    if path.cubic:
        return False
    for run in path.runs():
        points = run.tolist()
        for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
            if min(abs(x1 - x0), abs(y1 - y0)) > 0.01:
                return False
    return True


def _lines(path: dl.Path, pattern: Pattern, fill: dl.Color, ink: dl.Color) -> Sequence[tuple[dl.Path, dl.Stroke]]:
    """The lines of a pattern over the bounds of a path, the closer the darker its ground."""
    r, g, b = _rgb(fill)
    step = (5.0 + 9.0 * (0.2126 * r + 0.7152 * g + 0.0722 * b)) * pattern.step
    dash = tuple(d if d < 0.1 else d * step for d in pattern.dash)
    pen = dl.Stroke(ink, pattern.width, "round" if dash and dash[0] < 0.1 else "flat", dash=dash)
    period = sum(dash) or step
    return [(dl.path_of(hatching(path.bounds(), angle, step, period), closed=False), pen) for angle in pattern.angles]
