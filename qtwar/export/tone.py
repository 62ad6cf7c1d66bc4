"""Print variants of a drawing: without shadows and gradients, in grey, or with pale tints that spare the ink."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from qtwar.draw import displaylist as dl

Recolor = Callable[[dl.Color], dl.Color]
_DROPPED: Final = frozenset({"shadow", "bevel"})


def grey(color: dl.Color) -> dl.Color:
    """Return the grey of the same lightness."""
    r, g, b = (int(color[k : k + 2], 16) for k in (1, 3, 5))
    value = round(0.2126 * r + 0.7152 * g + 0.0722 * b)
    return f"#{value:02x}{value:02x}{value:02x}{color[7:]}"


def pale(color: dl.Color) -> dl.Color:
    """Return the colour with a third of its ink; dark lines and type keep more."""
    r, g, b = (int(color[k : k + 2], 16) for k in (1, 3, 5))
    light = (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255
    return dl.mix(color[:7], "#ffffff", 0.25 if light < 0.3 else 0.68) + color[7:]


def flat(nodes: tuple[dl.Node, ...]) -> tuple[dl.Node, ...]:
    """Return a counter without shadow, bevel and gradient, as it is printed to be cut out."""
    out: list[dl.Node] = []
    for node in nodes:
        if isinstance(node, dl.Group):
            if node.name in _DROPPED:
                continue
            out.append(replace(node, children=flat(node.children)))
        elif isinstance(node, dl.Shape) and isinstance(node.fill, dl.Gradient):
            out.append(replace(node, fill=_middle(node.fill)))
        else:
            out.append(node)
    return tuple(out)


def _middle(gradient: dl.Gradient) -> dl.Color:
    return gradient.stops[len(gradient.stops) // 2][1]


class Toner:
    """Changes the colours of drawings; what is shared stays shared, so that a book does not grow."""

    def __init__(self, recolor: Recolor, *, pictures: bool = False) -> None:
        """`pictures` keeps bitmaps (shading of hills, own art), which else are left out."""
        self._recolor = recolor
        self._pictures = pictures
        self._made: dict[int, tuple[object, tuple[dl.Node, ...]]] = {}
        self._colors: dict[dl.Color, dl.Color] = {}

    def color(self, color: dl.Color) -> dl.Color:
        """Return a colour changed."""
        found = self._colors.get(color)
        if found is None:
            found = self._colors[color] = self._recolor(color) if color else color
        return found

    def nodes(self, nodes: tuple[dl.Node, ...]) -> tuple[dl.Node, ...]:
        """Return nodes changed; the same tuple gives the same tuple."""
        found = self._made.get(id(nodes))
        if found is None or found[0] is not nodes:
            made = tuple(n for node in nodes if (n := self._node(node)) is not None)
            found = self._made[id(nodes)] = (nodes, made)
        return found[1]

    def display(self, display: dl.DisplayList) -> dl.DisplayList:
        """Return a drawing changed."""
        return replace(display, nodes=self.nodes(display.nodes))

    def _node(self, node: dl.Node) -> dl.Node | None:
        if isinstance(node, dl.Shape):
            return self._shape(node)
        if isinstance(node, dl.Group):
            return replace(node, children=self.nodes(node.children))
        if isinstance(node, (dl.Text, dl.GlyphRun)):
            return replace(node, color=self.color(node.color), halo=self.color(node.halo))
        if isinstance(node, dl.Stamps):
            return replace(node, stamps=tuple(tuple(self._shape(s) for s in stamp) for stamp in node.stamps))
        if not self._pictures:
            return None
        return dl.greyed(node) if self._recolor is grey and isinstance(node, dl.Picture) else node

    def _shape(self, node: dl.Shape) -> dl.Shape:
        fill = node.fill
        if isinstance(fill, dl.Gradient):
            fill = replace(fill, stops=tuple((at, self.color(c)) for at, c in fill.stops))
        elif fill is not None:
            fill = self.color(fill)
        stroke = node.stroke
        if stroke is not None:
            stroke = replace(stroke, color=self.color(stroke.color))
        return replace(node, fill=fill, stroke=stroke)


TONES: Final[Mapping[str, Recolor]] = {"grey": grey, "pale": pale}
