"""Landscapes on terrain cards: a name and a seed become ground, trees, fields, roofs, water, seen from above.

Each scene fills a rectangle; the same name with another seed gives another card of the kind. Unknown names give open ground.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from qtwar.draw import displaylist as dl
from qtwar.draw.fields import Array, blob, chaikin

Rect = tuple[float, float, float, float]
CROWNS = {
    "leaf": ("#7aa552", "#6c9947", "#86b05c", "#4f7a34", "#b5d28a"),
    "forest": ("#4b7d38", "#3f7030", "#578a42", "#1f3d18", "#7fb05c"),
    "jungle": ("#2f6b3a", "#3a7a40", "#28603a", "#123520", "#5fa05a"),
    "pine": ("#3f6b50", "#37614a", "#4a7759", "#1b3a2c", "#79a184"),
    "scrub": ("#8f9a55", "#9ca562", "#7f8b4a", "#515a2c", "#c3c98f"),
    "bamboo": ("#8fae4a", "#a3bd5c", "#7d9c3f", "#46602a", "#cfdc92"),
}


@dataclass
class Scene:
    """What a landscape is composed on: the rectangle, chance, and the nodes so far (back to front)."""

    rect: Rect
    rng: np.random.Generator
    nodes: list[dl.Node]

    def at(self, u: float, v: float) -> Array:
        """Return a point from shares of width and height."""
        x, y, w, h = self.rect
        return np.array([x + u * w, y + v * h])

    @property
    def unit(self) -> float:
        """A length that fits the rectangle: a hundredth of its width."""
        return self.rect[2] / 100

    def seed(self) -> int:
        """Return a number for shapes of their own."""
        return int(self.rng.integers(1 << 16))

    # -- elements ---------------------------------------------------------------------------------
    def ground(self, color: dl.Color, tones: Sequence[dl.Color]) -> None:
        """Fill the rectangle and lay clouds of other tones over it."""
        x, y, w, h = self.rect
        self.nodes.append(dl.Shape(dl.rectangle(x, y, w, h), color))
        for _ in range(9):
            middle = self.at(*self.rng.random(2))
            patch = blob(self.unit * self.rng.uniform(10, 24), self.seed()) * [1.3, 0.8] + middle
            tone = tones[int(self.rng.integers(len(tones)))]
            self.nodes.append(dl.Shape(dl.polygon(patch), dl.with_alpha(tone, 0.45)))

    def trees(self, points: Array, sort: str, low: float, high: float) -> None:
        """Draw crowns at points (n, 2), the nearer ones over the further."""
        colors = CROWNS[sort]
        for px, py in points[np.argsort(points[:, 1])]:
            r = self.unit * self.rng.uniform(low, high)
            crown = blob(r, self.seed())
            at = np.array([px, py])
            fill = colors[int(self.rng.integers(3))]
            self.nodes.append(dl.Shape(dl.polygon(crown + at + [0.22 * r, 0.34 * r]), "#0f1d0a42"))
            self.nodes.append(dl.Shape(dl.polygon(crown + at), fill, dl.Stroke(colors[3], max(0.5, 0.10 * r))))
            shine = blob(r * 0.45, self.seed()) + at - [0.26 * r, 0.30 * r]
            self.nodes.append(dl.Shape(dl.polygon(shine), dl.with_alpha(colors[4], 0.85)))

    def scattered(self, count: int, apart: float) -> Array:
        """Return points all over the rectangle, not too near to each other."""
        found: list[Array] = []
        for _ in range(count * 14):
            point = self.at(*self.rng.uniform(-0.02, 1.02, 2))
            if all(np.hypot(*(point - other)) > apart * self.unit for other in found):
                found.append(point)
            if len(found) == count:
                break
        return np.array(found)

    def rows(self, columns: int, lines: int, jitter: float = 0.01) -> Array:
        """Return points in rows, as planted."""
        shifts = self.rng.uniform(-jitter, jitter, (lines, columns, 2))
        return np.array(
            [
                self.at((i + 0.5) / columns + shifts[j, i, 0], (j + 0.5) / lines + shifts[j, i, 1])
                for j in range(lines)
                for i in range(columns)
            ]
        )

    def field(self, corners: Sequence[tuple[float, float]], color: dl.Color, furrow: dl.Color, turn: float) -> None:
        """Draw a ploughed or sown field with its furrows."""
        points = np.array([self.at(u, v) for u, v in corners])
        shape = dl.polygon(points)
        lines = []
        middle, reach = points.mean(axis=0), float(np.ptp(points, axis=0).max())
        way = np.array([np.cos(turn), np.sin(turn)])
        across = np.array([-way[1], way[0]])
        for k in np.arange(-reach, reach, 2.6 * self.unit):
            lines.append([tuple(middle + across * k - way * reach), tuple(middle + across * k + way * reach)])
        furrows = dl.Shape(dl.path_of(lines, closed=False), stroke=dl.Stroke(furrow, 0.7 * self.unit, hide_px=0.3))
        edge = dl.Stroke(dl.with_alpha(furrow, 0.9), 0.8 * self.unit)
        self.nodes.append(dl.Group((dl.Shape(shape, color), furrows), clip=shape))
        self.nodes.append(dl.Shape(shape, stroke=edge))

    def hedge(self, *points: tuple[float, float], sort: str = "forest", size: float = 2.6) -> None:
        """Draw a hedge along a line."""
        line = np.array([self.at(u, v) for u, v in points])
        steps = np.hypot(*np.diff(line, axis=0).T)
        total = np.concatenate(([0.0], np.cumsum(steps)))
        where = np.arange(0, float(total[-1]), size * 0.9 * self.unit)
        at = np.column_stack([np.interp(where, total, line[:, i]) for i in (0, 1)])
        self.trees(at + self.rng.uniform(-0.4, 0.4, at.shape) * self.unit, sort, size * 0.75, size * 1.15)

    def road(self, *points: tuple[float, float], width: float = 5.0, color: dl.Color = "#ecdcae") -> None:
        """Draw a lane."""
        line = chaikin(np.array([self.at(u, v) for u, v in points]), 3, closed=False)
        path = dl.polyline(line)
        self.nodes.append(dl.Shape(path, stroke=dl.Stroke("#7d5f38", width * self.unit)))
        self.nodes.append(dl.Shape(path, stroke=dl.Stroke(color, (width - 1.4) * self.unit)))
        self.nodes.append(dl.Shape(path, stroke=dl.Stroke(dl.with_alpha("#b3945c", 0.7), (width - 3.4) * self.unit)))

    def roof(self, u: float, v: float, wide: float, deep: float, turn: float, color: dl.Color) -> None:
        """Draw a building."""
        x, y = self.at(u, v)
        c, s = float(np.cos(turn)), float(np.sin(turn))
        hw, hd = wide / 2 * self.unit, deep / 2 * self.unit

        def put(*points: tuple[float, float]) -> Array:
            return np.array([(x + px * c - py * s, y + px * s + py * c) for px, py in points])

        edge = dl.Stroke("#2a1a0e", 0.7 * self.unit)
        body = put((-hw, -hd), (hw, -hd), (hw, hd), (-hw, hd)) + [1.2 * self.unit, 2.0 * self.unit]
        self.nodes.append(dl.Shape(dl.polygon(body), "#00000050"))
        lit, dark = dl.shade(color, 1.12), dl.shade(color, 0.78)
        inset = hd * 0.6
        self.nodes.append(dl.Shape(dl.polygon(put((-hw, -hd), (hw, -hd), (hw - inset, 0), (-hw + inset, 0))), lit, edge))
        self.nodes.append(dl.Shape(dl.polygon(put((-hw, hd), (hw, hd), (hw - inset, 0), (-hw + inset, 0))), dark, edge))
        for sign, tone in ((-1, 0.95), (1, 0.7)):
            end = put((sign * hw, -hd), (sign * hw, hd), (sign * (hw - inset), 0))
            self.nodes.append(dl.Shape(dl.polygon(end), dl.shade(color, tone), edge))

    def tufts(self, count: int, color: dl.Color, tall: float) -> None:
        """Draw tufts of grass."""
        blades = []
        for px, py in self.scattered(count, 2.4):
            for lean in (-1.2, 0.0, 1.2):
                top = (px + lean * 0.9 * self.unit, py - tall * self.unit * (1.0 if lean == 0 else 0.8))
                blades.append([(px + lean * 0.35 * self.unit, py), top])
        self.nodes.append(dl.Shape(dl.path_of(blades, closed=False), stroke=dl.Stroke(color, 0.55 * self.unit, hide_px=0.25)))

    def paddies(self, columns: int, lines: int) -> None:
        """Draw flooded and green fields behind dikes."""
        xs = np.linspace(-0.08, 1.08, columns + 1)
        ys = np.linspace(-0.10, 1.10, lines + 1)
        grid = np.array([[self.at(u, v) for u in xs] for v in ys])
        grid += self.rng.uniform(-1, 1, grid.shape) * self.unit * np.array([3.4, 2.6])
        tones = ("#9ccbd0", "#86bcc6", "#a9cf8d", "#8fbf78", "#b7d79a", "#9cc887")
        for j in range(lines):
            for i in range(columns):
                quad = np.array([grid[j, i], grid[j, i + 1], grid[j + 1, i + 1], grid[j + 1, i]])
                middle = quad.mean(axis=0)
                tone = tones[int(self.rng.integers(len(tones)))]
                self.nodes.append(dl.Shape(dl.polygon(middle + (quad - middle) * 0.93), tone))

    def rocks(self, count: int) -> None:
        """Draw boulders and ledges."""
        for px, py in self.scattered(count, 5.5):
            r = self.unit * self.rng.uniform(2.4, 6.0)
            stone = blob(r, self.seed(), points=6, wobble=0.3) * [1.35, 0.8] + [px, py]
            self.nodes.append(dl.Shape(dl.polygon(stone + [0.3 * r, 0.4 * r]), "#2d2a2348"))
            self.nodes.append(dl.Shape(dl.polygon(stone), "#a9a394", dl.Stroke("#4d493f", 0.6 * self.unit)))
            self.nodes.append(dl.Shape(dl.polygon((stone - [px, py]) * 0.55 + [px - 0.2 * r, py - 0.22 * r]), "#c9c3b2"))

    def rise(self, rings: int, color: dl.Color, ink: dl.Color) -> None:
        """Draw a hill by tinted contours and hachures."""
        middle = self.at(0.5 + self.rng.uniform(-0.08, 0.08), 0.5 + self.rng.uniform(-0.08, 0.08))
        shape = blob(1.0, self.seed(), points=11, wobble=0.2)
        for k in range(rings):
            size = self.unit * (46 - k * 34 / rings)
            ring = shape * [size, size * 0.64] + middle
            self.nodes.append(dl.Shape(dl.polygon(ring + [0.8 * self.unit, 1.6 * self.unit]), "#4a331230"))
            fill = dl.mix(color, "#8a6534", k / (rings + 1))
            self.nodes.append(dl.Shape(dl.polygon(ring), fill, dl.Stroke(dl.with_alpha(ink, 0.7), 0.5 * self.unit)))
            lines = [[tuple(p), tuple(p + (p - middle) * 0.10)] for p in ring[::2]]
            stroke = dl.Stroke(dl.with_alpha(ink, 0.45), 0.5 * self.unit, hide_px=0.25)
            self.nodes.append(dl.Shape(dl.path_of(lines, closed=False), stroke=stroke))

    def palms(self, points: Array) -> None:
        """Draw palms at points."""
        for px, py in points:
            r = self.unit * self.rng.uniform(4.5, 6.5)
            turn = self.rng.uniform(0, 1)
            fronds = []
            for k in range(8):
                angle = k * np.pi / 4 + turn
                tip = np.array([np.cos(angle), np.sin(angle)]) * r
                side = np.array([-np.sin(angle), np.cos(angle)]) * r * 0.2
                fronds.append(np.array([(0.0, 0.0), tip * 0.55 + side, tip, tip * 0.55 - side]) + [px, py])
            self.nodes.append(dl.Shape(dl.path_of([f + [0.8 * self.unit, 1.5 * self.unit] for f in fronds]), "#00000038"))
            self.nodes.append(dl.Shape(dl.path_of(fronds), "#5d9a4a", dl.Stroke("#1e4322", 0.4 * self.unit)))


GREEN = ("#c5d48d", ("#b3c97a", "#d6dc9f", "#a8c272"))
DRY = ("#d5c591", ("#c6b37a", "#e2d6a8", "#b9a76c"))
DEEP = ("#2f5b33", ("#274f2d", "#3a6b3c", "#1f4526"))


def _open(s: Scene) -> None:
    s.ground(*GREEN)
    s.tufts(26, "#8aa05a", 2.6)


def _hedgerow(s: Scene) -> None:
    s.ground(*GREEN)
    split = s.rng.uniform(0.42, 0.62)
    left, right = split - 0.03, split + 0.03
    s.field(((0.06, 0.12), (left, 0.12), (left, 0.9), (0.06, 0.9)), "#c99a69", "#a5764a", s.rng.uniform(-0.4, 0.4))
    s.field(((right, 0.12), (0.95, 0.12), (0.95, 0.9), (right, 0.9)), "#bccb85", "#9fb26a", s.rng.uniform(0.6, 1.2))
    s.hedge((0.02, 0.07), (0.98, 0.07))
    s.hedge((split, 0.07), (split, 0.94))
    s.hedge((0.97, 0.1), (0.97, 0.94))
    s.hedge((0.03, 0.1), (0.03, 0.94))
    s.hedge((0.02, 0.95), (0.98, 0.95))


def _woods(s: Scene) -> None:
    s.ground("#5a8743", ("#4e7a3a", "#6b9850"))
    s.trees(s.scattered(95, 6.4), "forest", 4.6, 7.2)


def _pine_woods(s: Scene) -> None:
    s.ground("#6b8a5e", ("#5d7c52", "#7c9a6c"))
    s.trees(s.scattered(95, 6.0), "pine", 3.6, 5.6)


def _orchard(s: Scene) -> None:
    s.ground(*GREEN)
    s.trees(s.rows(7, 5), "leaf", 3.6, 4.4)
    s.hedge((0.02, 0.03), (0.98, 0.03))


def _rubber(s: Scene) -> None:
    s.ground("#a9b573", ("#98a664", "#bcc688"))
    s.trees(s.rows(10, 6, 0.006), "jungle", 3.2, 4.2)


def _farm(s: Scene) -> None:
    s.ground(*GREEN)
    s.road((-0.05, 0.52), (0.3, 0.5), (0.62, 0.55), (1.05, 0.48))
    s.field(((0.04, 0.66), (0.42, 0.64), (0.42, 0.97), (0.04, 0.97)), "#e0b955", "#b98f35", 0.1)
    s.roof(0.46, 0.3, 24, 9, 0.05, "#7d828a")
    s.roof(0.72, 0.36, 9, 19, 0.02, "#b04a32")
    s.roof(0.52, 0.44, 12, 7, 0.0, "#9a6a3c")
    s.trees(np.array([s.at(u, v) for u in (0.66, 0.74, 0.82) for v in (0.72, 0.82, 0.92)]), "leaf", 2.6, 3.2)
    s.hedge((0.47, 0.62), (0.47, 0.97), size=2.2)


def _village(s: Scene) -> None:
    s.ground(*GREEN)
    s.road((-0.05, 0.6), (0.35, 0.55), (0.65, 0.62), (1.05, 0.52), width=6)
    s.road((0.52, -0.05), (0.5, 0.3), (0.55, 0.58), width=5)
    spots = ((0.16, 0.3), (0.34, 0.26), (0.7, 0.24), (0.86, 0.34), (0.2, 0.8), (0.42, 0.82), (0.66, 0.84), (0.85, 0.76))
    for k, (u, v) in enumerate(spots):
        color = ("#b04a32", "#8c5a38", "#7d828a")[k % 3]
        s.roof(u, v, s.rng.uniform(11, 16), s.rng.uniform(8, 10), s.rng.uniform(-0.3, 0.3), color)
    s.trees(s.scattered(7, 18), "leaf", 2.4, 3.4)


def _church(s: Scene) -> None:
    _village(s)
    s.roof(0.5, 0.33, 26, 10, 0.0, "#6f7783")
    s.roof(0.36, 0.33, 9, 12, 0.0, "#4f5f86")
    cross = [[tuple(s.at(0.36, 0.28)), tuple(s.at(0.36, 0.38))], [tuple(s.at(0.335, 0.31)), tuple(s.at(0.385, 0.31))]]
    s.nodes.append(dl.Shape(dl.path_of(cross, closed=False), stroke=dl.Stroke("#f4efd8", 1.3 * s.unit)))


def _multi_story(s: Scene) -> None:
    s.ground(*GREEN)
    s.road((-0.05, 0.82), (0.5, 0.78), (1.05, 0.86), width=6)
    s.roof(0.42, 0.4, 40, 16, 0.0, "#7f8894")
    s.roof(0.66, 0.48, 15, 30, 0.0, "#727b87")
    s.roof(0.22, 0.42, 12, 22, 0.0, "#868f9a")
    s.trees(s.scattered(8, 16), "leaf", 2.6, 3.6)


def _lane(s: Scene) -> None:
    s.ground(*GREEN)
    s.road((-0.05, 0.45), (0.3, 0.55), (0.65, 0.42), (1.05, 0.52), width=9, color="#d2b77c")
    s.hedge((-0.02, 0.36), (0.3, 0.46), (0.65, 0.33), (1.02, 0.43))
    s.hedge((-0.02, 0.55), (0.3, 0.65), (0.65, 0.52), (1.02, 0.62))


def _hill(s: Scene) -> None:
    s.ground(*GREEN)
    s.rise(4, "#d6c38c", "#5d3f16")
    s.tufts(18, "#8a8f4a", 2.4)


def _ridge(s: Scene) -> None:
    s.ground(*DRY)
    s.rise(2, "#c9b27a", "#5d3f16")
    s.rocks(16)


def _scrub(s: Scene) -> None:
    s.ground(*DRY)
    s.trees(s.scattered(46, 7.5), "scrub", 2.2, 3.8)
    s.tufts(20, "#8f8a4a", 2.4)


def _paddy(s: Scene) -> None:
    s.ground("#c9a96e", ("#bd9c62",))
    s.paddies(9, 6)


def _terraces(s: Scene) -> None:
    s.ground(*DRY)
    for k in range(6):
        v = 0.06 + k * 0.16
        line = chaikin(np.array([s.at(u, v + 0.05 * np.sin(u * 5 + k)) for u in np.linspace(-0.05, 1.05, 9)]), 2, closed=False)
        low = line[::-1] + [0, 9.5 * s.unit * 0.62]
        tone = ("#b9cb86", "#c9b676", "#a9c277")[k % 3]
        s.nodes.append(dl.Shape(dl.polygon(np.vstack((line, low))), tone, dl.Stroke("#7d6a3c", 0.5 * s.unit)))
        s.nodes.append(dl.Shape(dl.polyline(line + [0, 0.6 * s.unit]), stroke=dl.Stroke("#4f3f1c80", 1.2 * s.unit)))


def _stream_bed(s: Scene) -> None:
    s.ground(*DRY)
    s.road((-0.05, 0.3), (0.3, 0.62), (0.62, 0.36), (1.05, 0.7), width=20, color="#efe6c8")
    s.rocks(12)
    s.tufts(14, "#8f8a4a", 2.4)


def _jungle(s: Scene) -> None:
    s.ground(*DEEP)
    s.trees(s.scattered(105, 6.0), "jungle", 4.4, 7.2)
    s.palms(s.scattered(7, 20))


def _light_jungle(s: Scene) -> None:
    s.ground("#7fa05a", ("#6f9150", "#93b06c"))
    s.trees(s.scattered(42, 9.0), "jungle", 3.8, 6.2)
    s.palms(s.scattered(5, 22))


def _elephant_grass(s: Scene) -> None:
    s.ground("#b9bb58", ("#a8ab4c", "#c8ca6c"))
    s.tufts(300, "#7f8634", 3.6)


def _bamboo(s: Scene) -> None:
    s.ground("#9bab5c", ("#8b9c50", "#adbb70"))
    s.trees(s.scattered(90, 5.2), "bamboo", 2.6, 4.6)


def _clearing(s: Scene) -> None:
    s.ground(*GREEN)
    s.tufts(60, "#8aa05a", 2.4)
    for edge in (((0, 0.02), (1, 0.02)), ((0, 0.98), (1, 0.98)), ((0.01, 0), (0.01, 1)), ((0.99, 0), (0.99, 1))):
        s.hedge(*edge, sort="jungle", size=4.0)


def _hamlet(s: Scene) -> None:
    s.ground("#d9bd8a", ("#cdae78", "#e3cd9f"))
    s.road((-0.05, 0.6), (0.35, 0.52), (0.7, 0.6), (1.05, 0.46), width=4)
    for u, v in ((0.2, 0.3), (0.42, 0.24), (0.66, 0.3), (0.82, 0.22), (0.28, 0.78), (0.52, 0.82), (0.74, 0.76)):
        s.roof(u, v, s.rng.uniform(11, 14), s.rng.uniform(7.5, 9), s.rng.uniform(-0.4, 0.4), "#cf9a3c")
    s.palms(s.scattered(8, 17))


SCENES: dict[str, Callable[[Scene], None]] = {
    "open_field": _open, "hedgerow_field": _hedgerow, "woods": _woods, "pine_woods": _pine_woods, "orchard": _orchard,
    "rubber_plantation": _rubber, "farm": _farm, "village": _village, "church": _church, "multi_story_building": _multi_story,
    "sunken_lane": _lane, "hill": _hill, "rocky_ridge": _ridge, "scrub": _scrub, "rice_paddy": _paddy,
    "terraced_slope": _terraces, "dry_stream_bed": _stream_bed, "jungle": _jungle, "light_jungle": _light_jungle,
    "elephant_grass": _elephant_grass, "bamboo": _bamboo, "clearing": _clearing, "hamlet": _hamlet,
}  # fmt: skip


def scene(name: str, rect: Rect, seed: int) -> list[dl.Node]:
    """Return a landscape that fills `rect` (x, y, width, height in u), clipped to it."""
    made = Scene(rect, np.random.default_rng(seed), [])
    SCENES.get(name, _open)(made)
    return [dl.Group(tuple(made.nodes), name="scene", clip=dl.rectangle(*rect))]


@cache
def _leaves() -> list[Array]:
    """Return enough outlines of leaves for a hedge: a card has hundreds, and nobody sees one come again."""
    return [blob(1.0, seed) for seed in range(60)]


def borders(sights: str, rect: Rect, width: float, spec: dict[str, Any]) -> list[dl.Node]:
    """Return the eight borders of a card round `rect`: N, NE, E, SE, S, SW, W, NW; G blocks sight and is wooded."""
    x, y, w, h = rect
    corner_w, corner_h = w * 0.18, h * 0.22
    plans = {
        "N": [(x + corner_w, y - width, w - 2 * corner_w, width)],
        "S": [(x + corner_w, y + h, w - 2 * corner_w, width)],
        "W": [(x - width, y + corner_h, width, h - 2 * corner_h)],
        "E": [(x + w, y + corner_h, width, h - 2 * corner_h)],
        "NW": [(x - width, y - width, corner_w + width, width), (x - width, y, width, corner_h)],
        "NE": [(x + w - corner_w, y - width, corner_w + width, width), (x + w, y, width, corner_h)],
        "SW": [(x - width, y + h, corner_w + width, width), (x - width, y + h - corner_h, width, corner_h)],
        "SE": [(x + w - corner_w, y + h, corner_w + width, width), (x + w, y + h - corner_h, width, corner_h)],
    }
    order = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
    nodes: list[dl.Node] = []
    rng = np.random.default_rng(7)
    for name, mark in zip(order, sights, strict=True):
        blocked = mark == "G"
        for bx, by, bw, bh in plans[name]:
            nodes.append(dl.Shape(dl.rectangle(bx, by, bw, bh), spec["blocked"] if blocked else spec["clear"]))
            if blocked:
                count = max(3, int(bw * bh / 7))
                kinds = rng.integers(len(_leaves()), size=count)
                sizes, at = rng.uniform(0.9, 1.7, count), rng.random((count, 2)) * (bw, bh) + (bx, by)
                spots = [_leaves()[kind] * size + spot for kind, size, spot in zip(kinds, sizes, at, strict=True)]
                leaves = dl.Shape(dl.path_of(spots), spec["leaf"])
                nodes.append(dl.Group((leaves,), clip=dl.rectangle(bx, by, bw, bh)))
    lines = []
    for name, mark in zip(order, sights, strict=True):
        for bx, by, bw, bh in plans[name]:
            lines.append([(bx, by), (bx + bw, by), (bx + bw, by + bh), (bx, by + bh)])
        del mark
    nodes.append(dl.Shape(dl.path_of(lines), stroke=dl.Stroke(spec["line"], 0.7)))
    return nodes
