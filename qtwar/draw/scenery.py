"""What a landscape on a card is made of: ground, crowns, hedges, fields, lanes, roofs, paddies, rises, and what a title draws.

Points are shares (u, v) of the picture's width and height, lengths are hundredths of its width. Crowns and motifs are
stamps made once for a size, so that a table full of cards draws each of them once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from qtwar.draw import displaylist as dl
from qtwar.draw import plots
from qtwar.draw.fields import blob, lattice
from qtwar.draw.motifs import drawn
from qtwar.draw.polylines import Array, chaikin, lengths, points_at
from qtwar.draw.roofs import Roof, roof, shadow

Rect = tuple[float, float, float, float]
Corner = tuple[float, float]
Stamp = tuple[dl.Shape, ...]
Leaves = tuple[dl.Color, ...]
"""Colours of crowns: three fills, edge, light."""
HEDGE: Leaves = ("#4b7d38", "#3f7030", "#578a42", "#1c3a17", "#86b562")


@lru_cache(maxsize=32)
def disc(k: int) -> Array:
    """Return the k-th of some wobbly discs of radius 1."""
    return blob(1.0, 31 * k + 5)[::2]


@lru_cache(maxsize=64)
def crowns(leaves: Leaves, low: float, high: float) -> tuple[Stamp, ...]:
    """Return crowns from `low` to `high` u, lit from the north-west."""
    *fills, edge, light = leaves
    made = []
    for k in range(18):
        r = low + (high - low) * ((k * 7) % 18) / 17
        fill = fills[k % 3]
        made.append(
            (
                dl.Shape(dl.polygon(blob(r, 11 * k + 3)), fill, dl.Stroke(edge, 0.13 * r)),
                dl.Shape(dl.polygon(blob(r * 0.62, 11 * k + 4) - [0.16 * r, 0.18 * r]), dl.mix(fill, light, 0.45)),
                dl.Shape(dl.polygon(blob(r * 0.34, 11 * k + 5) - [0.28 * r, 0.32 * r]), light),
            )
        )
    return tuple(made)


@lru_cache(maxsize=64)
def stamps(motifs: str, low: float, high: float) -> tuple[Stamp, ...]:
    """Return motifs that a title draws (JSON), one unit of theirs `low` to `high` u."""
    drawings = json.loads(motifs)
    count = len(drawings) * (1 if low == high else 3)
    sizes = [low + (high - low) * (k * 5 % count) / max(1, count - 1) for k in range(count)]
    return tuple(drawn(drawings[k % len(drawings)], size, size) for k, size in enumerate(sizes))


@dataclass
class Scenery:
    """What a landscape is composed on: the picture, chance, the nodes so far (back to front), and where nothing may grow."""

    rect: Rect
    rng: np.random.Generator
    mirror: tuple[bool, bool] = (False, False)
    nodes: list[dl.Node] = field(default_factory=list)
    taken: list[tuple[Array, float]] = field(default_factory=list)

    @property
    def unit(self) -> float:
        """Return a hundredth of the width, in u."""
        return self.rect[2] / 100

    def seed(self) -> int:
        """Return a number for shapes of their own."""
        return int(self.rng.integers(1 << 16))

    def near(self, value: float, by: float) -> float:
        """Return a number not further than `by` from a value."""
        return float(self.rng.uniform(value - by, value + by))

    def at(self, u: float, v: float) -> Array:
        """Return a point from shares of width and height."""
        x, y, w, h = self.rect
        u, v = (1 - u if self.mirror[0] else u), (1 - v if self.mirror[1] else v)
        return np.array([x + u * w, y + v * h])

    def line(self, points: Sequence[Corner], smooth: int = 3) -> Array:
        """Return a smooth line through shares."""
        return chaikin(np.array([self.at(u, v) for u, v in points]), smooth, closed=False)

    def add(
        self, path: dl.Path, fill: dl.Color | None = None, line: dl.Color | None = None, width: float = 0.0
    ) -> None:
        """Add one shape; the width of its line in hundredths."""
        self.nodes.append(dl.Shape(path, fill, dl.Stroke(line, width * self.unit) if line else None))

    # -- where things stand --------------------------------------------------------------------------
    def keep(self, points: Array, room: float) -> None:
        """Nothing shall grow nearer than `room` to points."""
        self.taken.append((points, room * self.unit))

    def free(self, points: Array) -> Array:
        """Return the points where something may grow."""
        for there, room in self.taken:
            if len(points):
                apart = np.hypot(*(points[:, None, :] - there[None, :, :]).transpose(2, 0, 1))
                points = points[apart.min(axis=1) > room]
        return points

    def spread(self, apart: float, jitter: float = 0.4, share: float = 1.0) -> Array:
        """Return scattered points all over the picture, a share of them, where something may grow."""
        x, y, w, h = self.rect
        rim = 4 * self.unit
        points, chance = lattice((x - rim, y - rim, x + w + rim, y + h + rim), apart * self.unit, jitter, self.seed())
        return self.free(points[chance < share])

    def rows(
        self, columns: int, lines: int, within: tuple[float, float, float, float] = (0, 0, 1, 1), by: float = 0.8
    ) -> Array:
        """Return points in rows, as planted, within shares (left, top, right, bottom)."""
        left, top, right, bottom = within
        points = [
            self.at(left + (i + 0.5) / columns * (right - left), top + (j + 0.5) / lines * (bottom - top))
            for j in range(lines)
            for i in range(columns)
        ]
        return self.free(np.array(points) + self.rng.uniform(-by, by, (len(points), 2)) * self.unit)

    def clearing(self, wide: float, high: float) -> Callable[[Array], Array]:
        """Return what keeps the points outside a glade in the middle, about `wide` by `high` hundredths."""
        ring = blob(1.0, self.seed(), points=12, wobble=0.12) * self.unit * [wide, high]
        angle, reach = np.arctan2(ring[:, 1], ring[:, 0]), np.hypot(*ring.T)
        order = np.argsort(angle)

        def outside(points: Array) -> Array:
            there = points - self.at(0.5, 0.5)
            way = np.arctan2(there[:, 1], there[:, 0])
            return np.asarray(points[np.hypot(*there.T) > np.interp(way, angle[order], reach[order])])

        return outside

    # -- what stands there ---------------------------------------------------------------------------
    def ground(self, color: dl.Color, tones: Sequence[dl.Color]) -> None:
        """Fill the picture and lay clouds of other tones over it."""
        x, y, w, h = self.rect
        self.nodes.append(dl.Shape(dl.rectangle(x, y, w, h), color))
        for k in range(12):
            patch = blob(self.unit * self.rng.uniform(9, 22), self.seed(), points=10, wobble=0.25)
            middle = self.at(*self.rng.random(2))
            self.nodes.append(
                dl.Shape(dl.polygon(patch * [1.6, 0.7] + middle), dl.with_alpha(tones[k % len(tones)], 0.42))
            )

    def stamp(self, stamps: tuple[Stamp, ...], points: Array) -> None:
        """Put stamps at points, the nearer ones over the further."""
        if len(points):
            points = points[np.argsort(points[:, 1], kind="stable")]
            which = self.rng.integers(0, len(stamps), len(points))
            self.nodes.append(dl.Stamps(stamps, dl.frozen_ints(which), dl.frozen_floats(points)))

    def trees(self, points: Array, leaves: Leaves, low: float, high: float) -> None:
        """Draw crowns of `low` to `high` hundredths and their shadows."""
        if len(points):
            r = (low + high) / 2 * self.unit
            under = [disc(k % 7) * (1.04 * r) + p + [0.30 * r, 0.44 * r] for k, p in enumerate(points)]
            self.nodes.append(dl.Shape(dl.path_of(under), "#0f1d0a4c"))
            self.stamp(crowns(leaves, round(low * self.unit, 2), round(high * self.unit, 2)), points)

    def tufts(
        self, apart: float, colors: Sequence[dl.Color], tall: float, share: float = 1.0, wide: float = 0.5
    ) -> None:
        """Draw tufts of grass, each tone by itself."""
        for color in colors:
            points = self.spread(apart, 0.5, share)
            if not len(points):
                continue
            high = self.rng.uniform(0.7, 1.1, len(points)) * tall * self.unit
            blades = np.empty((4, len(points), 2, 2))
            for blade, (lean, part) in zip(blades, ((-0.42, 0.72), (-0.1, 1.0), (0.26, 0.88), (0.5, 0.6)), strict=True):
                blade[:, 0] = points + np.column_stack((lean * 0.3 * high, np.zeros(len(points))))
                blade[:, 1] = points + np.column_stack((lean * high, -part * high))
            xy = blades.reshape(-1, 2)
            path = dl.Path(dl.frozen_floats(xy), dl.frozen_ints(np.arange(0, len(xy), 2)), closed=False)
            self.nodes.append(dl.Shape(path, stroke=dl.Stroke(color, wide * self.unit, hide_px=0.25)))

    def hedge(self, *points: Corner, leaves: Leaves = HEDGE, size: float = 2.5, gap: float | None = None) -> None:
        """Draw a hedge on its bank along a line, with an opening at a share of its length."""
        line = self.line(points, 2)
        total = lengths(line)
        where = np.arange(0, float(total[-1]), size * 0.92 * self.unit)
        if gap is not None:
            where = where[np.abs(where / float(total[-1]) - gap) * float(total[-1]) > 4 * self.unit]
        at = points_at(line, total, where)
        if len(at):
            wide = size * 1.15 * self.unit
            bank = [disc(k % 5) * wide + p + [0.1 * self.unit, 0.5 * self.unit] for k, p in enumerate(at)]
            self.nodes.append(dl.Shape(dl.path_of(bank), "#6d5530"))
            self.trees(at + self.rng.uniform(-0.5, 0.5, at.shape) * self.unit, leaves, size * 0.78, size * 1.22)
            self.keep(at, size * 1.6)

    def field(
        self, corners: Sequence[Corner], color: dl.Color, furrow: dl.Color, turn: float, wheat: bool = False
    ) -> None:
        """Draw a ploughed field, or wheat, with its rows; every sixth band is lighter."""
        points = np.array([self.at(u, v) for u, v in corners])
        shape = dl.polygon(points)
        middle, reach = points.mean(axis=0), float(np.ptp(points, axis=0).max())
        way = np.array([np.cos(turn), np.sin(turn)])
        across = np.array([-way[1], way[0]])
        along = np.linspace(-reach, reach, 15)
        bands, lines = [], []
        for number, k in enumerate(np.arange(-reach, reach, 2.1 * self.unit)):
            wave = np.sin(along / reach * 5 + number * 0.2) * 0.35 * self.unit
            line = middle + across * k + along[:, None] * way + wave[:, None] * across
            lines.append(line)
            if number % 6 < 2:
                bands.append(line)
        dash = (2.2 * self.unit, 1.3 * self.unit) if wheat else ()
        inside = (
            dl.Shape(shape, color),
            dl.Shape(dl.path_of(bands, closed=False), stroke=dl.Stroke("#ffffff26", 2.3 * self.unit)),
            dl.Shape(
                dl.path_of(lines, closed=False),
                stroke=dl.Stroke(furrow, 0.6 * self.unit, "flat", dash=dash, hide_px=0.3),
            ),
        )
        self.nodes.append(dl.Group(inside, clip=shape))
        self.add(shape, line=dl.shade(furrow, 0.86), width=0.7)
        steps = [
            points[k] + (points[(k + 1) % len(points)] - points[k]) * t
            for k in range(len(points))
            for t in (0, 0.3, 0.6)
        ]
        self.keep(np.array([*steps, middle]), 5)

    def road(self, *points: Corner, width: float = 5.0, color: dl.Color = "#efe0b4") -> None:
        """Draw a lane with its ruts."""
        line = self.line(points)
        steps = np.gradient(line, axis=0)
        normal = np.column_stack((-steps[:, 1], steps[:, 0])) / np.hypot(*steps.T)[:, None]
        self.add(dl.polyline(line + [0.3 * self.unit, 0.6 * self.unit]), line="#4a33123a", width=width + 1.2)
        self.add(dl.polyline(line), line="#7b6238", width=width + 1.0)
        self.add(dl.polyline(line), line=color, width=width)
        ruts = [line + normal * width * self.unit * side for side in (-0.2, 0.2)]
        self.add(dl.path_of(ruts, closed=False), line="#b89c62", width=0.5)
        self.keep(line[::3], width * 0.5 + 3.2)

    def yard(self, u: float, v: float, wide: float, high: float, color: dl.Color = "#dcc794") -> None:
        """Draw beaten ground."""
        patch = blob(self.unit, self.seed(), points=11) * [wide, high] + self.at(u, v)
        self.nodes.append(dl.Shape(dl.polygon(patch), dl.with_alpha(color, 0.72)))

    def houses(
        self,
        parts: Sequence[tuple[float, float, float, float, float, dl.Color]],
        *,
        hip: bool = True,
        tall: float = 1.0,
    ) -> None:
        """Draw buildings (u, v, length, depth, turn, colour); all shadows lie under all roofs."""
        bodies = []
        for u, v, wide, deep, turn, color in parts:
            x, y = self.at(u, v)
            bodies.append(Roof(float(x), float(y), wide * self.unit, deep * self.unit, turn, color, hip, tall))
            self.keep(
                bodies[-1].at((-0.3 * wide * self.unit, 0), (0, 0), (0.3 * wide * self.unit, 0)),
                max(wide, deep) * 0.42 + 2.6,
            )
        for body in bodies:
            self.nodes += shadow(body)
        self.nodes += [roof(body, "#2a1a0e") for body in bodies]

    def wall(self, corners: Sequence[Corner], *, closed: bool = True) -> None:
        """Draw a stone wall round a place, or along a line."""
        points = np.array([self.at(u, v) for u, v in corners])
        path = dl.path_of([points], closed=closed)
        shade = dl.path_of([points + [0.4 * self.unit, 0.7 * self.unit]], closed=closed)
        self.add(shade, line="#2a1a0e48", width=1.9)
        self.add(path, line="#3f3a33", width=1.7)
        self.add(path, line="#c9c1ae", width=1.0)

    def paddies(self, columns: int, lines: int, wet: float = 0.45) -> None:
        """Draw flooded and green plots between dikes: rows of rice, glints on the water."""
        x, y, w, h = self.rect
        self.nodes.append(dl.Shape(dl.rectangle(x, y, w, h), "#cfc58a"))
        xs, ys = np.linspace(-0.12, 1.12, columns + 1), np.linspace(-0.16, 1.16, lines + 1)
        sway = self.rng.uniform(0, 6, 2)
        grid = np.array(
            [[self.at(u + 0.03 * np.sin(v * 7 + sway[0]), v + 0.035 * np.sin(u * 8 + sway[1])) for u in xs] for v in ys]
        )
        grid += self.rng.uniform(-1, 1, grid.shape) * self.unit * [2.6, 1.9]
        quads = plots.meshes(grid)
        middles = quads.mean(axis=1, keepdims=True)
        quads = middles + (quads - middles) * 0.90
        flooded, tone = self.rng.random(len(quads)) < wet, self.rng.random(len(quads))
        greens = ("#8fbf6a", "#a3cb78", "#7fb368", "#b7d48a", "#c3d795")
        waters = ("#9fcdd0", "#8cc3cb", "#a9d0d4")
        for some, colors in ((~flooded, greens), (flooded, waters)):
            for k, color in enumerate(colors):
                part = quads[some & ((tone * len(colors)).astype(int) == k)]
                if len(part):
                    self.add(plots.many(part), color, "#6f6a35", 0.55)
        d = 0.55 * self.unit
        rice, water = plots.seedlings(quads[~flooded], ((-d, -d), (d, -1.2 * d))), plots.glints(quads[flooded])
        self.nodes.append(dl.Shape(rice, stroke=dl.Stroke("#44772f9c", 0.34 * self.unit, hide_px=0.25)))
        self.nodes.append(dl.Shape(water, stroke=dl.Stroke("#e2f2f2", 0.4 * self.unit, hide_px=0.25)))

    def terraces(self, tones: Sequence[dl.Color]) -> None:
        """Draw planted steps of a slope, each with its bank."""
        phase = self.near(0, 3)
        for k in range(-1, 8):
            v = k * 0.145
            line = self.line([(u, v + 0.05 * np.sin(u * 5 + phase + k * 0.4)) for u in np.linspace(-0.05, 1.05, 9)], 2)
            low = line[::-1] + [0, 12 * self.unit]
            self.add(dl.polygon(np.vstack((line, low))), tones[(k + self.seed()) % len(tones)])
            rows = dl.path_of([line + [0, n * 2.2 * self.unit] for n in (1, 2, 3)], closed=False)
            dash = (1.6 * self.unit, 1.4 * self.unit)
            self.nodes.append(dl.Shape(rows, stroke=dl.Stroke("#6f7d3a70", 0.4 * self.unit, dash=dash, hide_px=0.25)))
            self.add(dl.polyline(line + [0, 0.7 * self.unit]), line="#4f3f1c50", width=1.6)
            self.add(dl.polyline(line), line="#7d6a3c", width=0.8)
            self.add(dl.polyline(line - [0, 0.4 * self.unit]), line="#f2e6bd", width=0.4)

    def rise(self, tints: Sequence[dl.Color], ink: dl.Color) -> None:
        """Draw a hill: steps of colour, each with its shadow, wedges pointing downhill, longer and darker in the south-east."""
        middle = self.at(self.near(0.5, 0.07), self.near(0.52, 0.05))
        shape = blob(1.0, self.seed(), points=13, wobble=0.2)
        top = middle + self.rng.uniform(-3, 3, 2) * self.unit
        for k, tint in enumerate(tints):
            size = self.unit * (47 - k * 38 / len(tints))
            ring = chaikin(shape * [size, size * 0.62], 1, closed=True) + middle + (top - middle) * k / len(tints)
            for step in (3, 2, 1):
                self.nodes.append(
                    dl.Shape(dl.polygon(ring + [0.5 * step * self.unit, 0.8 * step * self.unit]), "#4a331214")
                )
            self.add(dl.polygon(ring), tint)
            wedges: tuple[list[Array], list[Array]] = ([], [])
            for p in ring[:: max(1, len(ring) // 58)]:
                out = (p - middle) / np.hypot(*(p - middle)) * [0.8, 1.0]
                dark = float(out @ np.array([0.6, 0.8]))
                long = (2.3 + 1.5 * dark) * self.unit
                side = np.array([-out[1], out[0]]) * 0.42 * self.unit
                wedges[dark > 0.1].append(np.array([p - side, p + side, p + out * long]))
            for part, alpha in zip(wedges, (0.28, 0.55), strict=True):
                self.nodes.append(dl.Shape(dl.path_of(part), dl.with_alpha(ink, alpha)))
            self.add(dl.polygon(ring), line=dl.with_alpha(ink, 0.7), width=0.45)
        light = blob(1.0, 5, points=11) * self.unit * [9, 5] + top - [5 * self.unit, 3 * self.unit]
        self.add(dl.polygon(light), "#fffbe02c")
