"""Smooth fields over a board and their contours: woods, coasts and tints that ignore the grid (look.md 2.1).

All of it is deterministic: noise comes from integer hashes of positions, seeds from `seed_of`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from copy import copy
from itertools import pairwise
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from qtwar.draw.polylines import Array, Point, chaikin, chaikin_rings

Bounds = tuple[float, float, float, float]
_BLOCK = 256
"""Samples along the side of a part of a field that is worked out at a time: it stays in the processor's cache."""
_POINTS, _AROUND = 2048, 21
"""Points whose surroundings of so many samples a side are worked out at a time; of wider ones as many fewer."""
_LEAST = 1e-4
"""A weight of a column of cells that counts as none."""


def seed_of(*words: object) -> int:
    """Return a seed that is the same on every machine."""
    return crc32("/".join(str(w) for w in words).encode()) & 0xFFFF


def _hash(ix: NDArray[np.int64], iy: NDArray[np.int64], seed: int) -> Array:
    n = (ix * 374761393 + iy * 668265263 + seed * 982451653) & 0x7FFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0x7FFFFFFF
    return ((n ^ (n >> 16)) & 0xFFFF) / 65535.0


def _fade(t: Array) -> Array:
    return np.asarray(t * t * t * (t * (t * 6 - 15) + 10))


def value_noise(x: Array, y: Array, seed: int) -> Array:
    """Return smooth noise in -1..1 at positions given in wavelengths."""
    ix, iy = np.floor(x), np.floor(y)
    u, v = _fade(x - ix), _fade(y - iy)
    i, j = ix.astype(np.int64), iy.astype(np.int64)
    a, b = _hash(i, j, seed), _hash(i + 1, j, seed)
    c, d = _hash(i, j + 1, seed), _hash(i + 1, j + 1, seed)
    return np.asarray(((a * (1 - u) + b * u) * (1 - v) + (c * (1 - u) + d * u) * v) * 2 - 1)


def fractal(x: Array, y: Array, seed: int, octaves: int = 3) -> Array:
    """Return the sum of octaves of noise, each half as strong and twice as fine."""
    total = np.zeros(np.broadcast(x, y).shape)
    weight, sum_of = 1.0, 0.0
    for k in range(octaves):
        total = total + weight * value_noise(x * 2**k, y * 2**k, seed + k * 17)
        sum_of += weight
        weight *= 0.5
    return total / sum_of


def warp(points: Array, amplitude: float, wave: float, seed: int) -> Array:
    """Return points (n, 2) displaced by noise of their position, so that shared points stay shared."""
    x, y = points[:, 0], points[:, 1]
    dx = amplitude * fractal(x / wave, y / wave, seed, 2) * 1.6
    dy = amplitude * fractal(x / wave + 31.7, y / wave + 9.1, seed + 3, 2) * 1.6
    return np.column_stack((x + dx, y + dy))


class ScalarField:
    """A regular sampling of a rectangle (u): `shape` (ny, nx), one sample every `step` u."""

    def __init__(self, left: float, top: float, right: float, bottom: float, step: float) -> None:
        self.left, self.top, self.step = left, top, step
        self.xs = left + np.arange(int((right - left) / step) + 2) * step
        self.ys = top + np.arange(int((bottom - top) / step) + 2) * step
        self.first = (0, 0)
        """Row and column of the first sample in the sampling that this one is a part of."""
        self.shape = (len(self.ys), len(self.xs))

    def part(self, left: float, top: float, right: float, bottom: float) -> ScalarField:
        """Return those samples of this field that lie within a rectangle, each at the very same point."""
        columns = np.flatnonzero((self.xs >= left) & (self.xs <= right))
        rows = np.flatnonzero((self.ys >= top) & (self.ys <= bottom))
        made = copy(self)
        made.xs, made.ys = self.xs[columns], self.ys[rows]
        made.first = (int(rows[0]) + self.first[0], int(columns[0]) + self.first[1])
        made.shape = (len(rows), len(columns))
        return made

    def blend(self, cells: Iterable[tuple[Point, float]], reach: float) -> Array:
        """Return the mean of cell values weighted by exp(-(distance / reach)²), by columns of cells."""
        listed = list(cells)
        at, of = np.array([at for at, _ in listed]).reshape(-1, 2), np.array([value for _, value in listed])
        alike: dict[bytes, list[tuple[float, Array, Array]]] = {}  # columns whose cells stand in the same rows
        x = at[:, 0].round(3)
        order = np.lexsort((at[:, 1], x))
        for column in np.split(order, np.flatnonzero(np.diff(x[order])) + 1) if len(order) else ():
            rows = at[column, 1]
            alike.setdefault(rows.tobytes(), []).append((float(x[column[0]]), rows, of[column]))
        bands = []
        for columns in alike.values():
            xs = np.array([at for at, _, _ in columns])
            gy = np.exp(-((self.ys[:, None] - columns[0][1][None, :]) ** 2) / reach**2)
            bands.append((xs, gy @ np.array([values for _, _, values in columns]).T, gy.sum(axis=1)))
        total = np.empty(self.shape)
        far = reach * math.sqrt(-math.log(_LEAST))
        for first in range(0, self.shape[1], _BLOCK):  # of all columns only those near a block tell in it
            block = slice(first, first + _BLOCK)
            across = self.xs[block]
            near = []
            for xs, sums, weights in bands:
                low, high = np.searchsorted(xs, (across[0] - far, across[-1] + far))
                gx = np.exp(-((across[None, :] - xs[low:high, None]) ** 2) / reach**2)
                gx[gx <= _LEAST] = 0.0
                if low < high:
                    near.append((sums[:, low:high], weights, gx, gx.sum(axis=0)))
            for top in range(0, self.shape[0], _BLOCK):
                rows = slice(top, top + _BLOCK)
                part = np.zeros((len(self.ys[rows]), len(across)))
                weight = np.full(part.shape, 1e-12)
                for sums, weights, gx, wide in near:
                    part += sums[rows] @ gx
                    weight += np.outer(weights[rows], wide)
                np.divide(part, weight, out=total[rows, block])
        return total

    def noise(
        self, wave: float, seed: int, octaves: int = 3, *, onto: Array | None = None, times: float = 1.0
    ) -> Array:
        """Return fractal noise over the field: `fractal`, worked out by rows and columns of its lattice.

        It is added `onto` values where they are given, so many `times` as strong.
        """
        total = np.zeros(self.shape) if onto is None else onto
        whole = sum(0.5**k for k in range(octaves))
        for k in range(octaves):
            self._add_octave(total, times * 0.5**k / whole, wave / 2**k, seed + k * 17)
        return total

    def _add_octave(self, total: Array, weight: float, wave: float, seed: int) -> None:
        """Add one octave of value noise: each row lies between two rows of the lattice, which are worked out once."""
        x, y = self.xs / wave, self.ys / wave
        ix, iy = np.floor(x).astype(np.int64), np.floor(y).astype(np.int64)
        columns, i = np.arange(ix[0], ix[-1] + 2), ix - ix[0]
        u, v = _fade(x - ix), _fade(y - iy).tolist()

        def lattice_row(number: int) -> Array:
            values = _hash(columns, np.array(number), seed) * (2 * weight) - weight
            left = values.take(i)
            return np.asarray(left + (values.take(i + 1) - left) * u)

        number, above, below = None, x, x
        for row, (at, part) in enumerate(zip(iy.tolist(), v, strict=True)):
            if at != number:
                above = below if number is not None and at == number + 1 else lattice_row(at)
                below, number = lattice_row(at + 1), at
                step = below - above
            total[row] += above
            total[row] += step * part

    def guarantee(self, values: Array, inside: Sequence[Point], outside: Sequence[Point], radius: float) -> Array:
        """Return the field raised at each inside centre and lowered at each outside one: no cell loses its own terrain."""
        out = values.copy()
        farthest = 2 * max(self.shape)  # no centre lies farther beside the field than that is wide
        reach = min(int(radius * 1.6 / self.step) + 1, farthest)
        around = np.arange(-reach, reach + 1)
        many = max(1, min(_POINTS, _POINTS * _AROUND**2 // len(around) ** 2))
        for points, up in ((inside, True), (outside, False)):
            for first in range(0, len(points), many):
                x, y = np.array(points[first : first + many]).T
                i = ((y - self.top) / self.step).astype(int)[:, None] - self.first[0] + around
                j = ((x - self.left) / self.step).astype(int)[:, None] - self.first[1] + around
                across = (self.xs.take(j, mode="clip") - x[:, None]) ** 2
                down = (self.ys.take(i, mode="clip") - y[:, None]) ** 2
                bump = 0.5 + 0.62 * (np.exp(-(across[:, None, :] + down[:, :, None]) / radius**2) - 0.37)
                there = ((i >= 0) & (i < self.shape[0]))[:, :, None] & ((j >= 0) & (j < self.shape[1]))[:, None, :]
                at = (i[:, :, None] * self.shape[1] + j[:, None, :])[there]
                (np.maximum if up else np.minimum).at(out.reshape(-1), at, bump[there] if up else 1 - bump[there])
        return out

    def sample(self, values: Array, x: Array, y: Array) -> Array:
        """Return the field's nearest values at points."""
        j = np.clip(((x - self.left) / self.step).round().astype(int) - self.first[1], 0, self.shape[1] - 1)
        i = np.clip(((y - self.top) / self.step).round().astype(int) - self.first[0], 0, self.shape[0] - 1)
        return np.asarray(values[i, j])

    def contours(
        self, values: Array, level: float, *, smooth: int = 1, least: int = 8, closed: bool = True
    ) -> list[Array]:
        """Return the outlines where the field crosses a level (marching squares), smoothed by Chaikin's corner cutting."""
        above = (values >= level).view(np.int8)
        if closed:
            above[0, :] = above[-1, :] = 0
            above[:, 0] = above[:, -1] = 0
        code = above[:-1, :-1] + above[:-1, 1:] * 2 + above[1:, 1:] * 4 + above[1:, :-1] * 8
        rows, cols = np.nonzero((code > 0) & (code < 15))
        codes = code[rows, cols]
        ny, nx = self.shape
        # a crossing is named by its grid edge: across edges i * nx + j, down edges ny * nx further on
        edges = np.stack((rows * nx + cols, ny * nx + rows * nx + cols + 1, (rows + 1) * nx + cols, ny * nx + rows * nx + cols))
        one = np.arange(len(rows))
        begins = [edges[_FIRST[codes, 0], one], edges[_SECOND[codes, 0], one][_SECOND[codes, 0] >= 0]]
        ends = [edges[_FIRST[codes, 1], one], edges[_SECOND[codes, 1], one][_SECOND[codes, 0] >= 0]]
        begin, end = np.concatenate(begins), np.concatenate(ends)
        crossed = np.zeros(2 * ny * nx, np.bool_)
        crossed[begin] = crossed[end] = True
        keys = np.flatnonzero(crossed)  # a crossing's number is its place in here
        numbers = np.empty(len(crossed), np.int32)
        numbers[keys] = np.arange(len(keys))
        begin, end = numbers[begin], numbers[end]
        del numbers, crossed
        starts = begin.tolist()
        if not closed:
            starts = begin[~np.isin(begin, end)].tolist() + starts
        following = np.full(len(keys), -1)
        following[begin] = end
        follow = following.tolist()
        line: list[int] = []  # all of them, one after the other
        cuts = [0]
        for start in starts:
            here = follow[start]
            if here < 0:
                continue
            follow[start] = -1
            line.append(start)
            while here >= 0:
                line.append(here)
                after = follow[here]
                follow[here] = -1
                here = after
            if len(line) - cuts[-1] >= least:
                cuts.append(len(line))
            else:
                del line[cuts[-1] :]
        points = self._points(values, level, keys, closed=closed)[line]
        lines = [(first, end, line[first] == line[end - 1]) for first, end in pairwise(cuts)]
        rings = chaikin_rings([points[first : end - 1] for first, end, ring in lines if ring], smooth)
        return [next(rings) if ring else chaikin(points[first:end], smooth, closed=False) for first, end, ring in lines]

    def _points(self, f: Array, level: float, keys: NDArray[np.int64], *, closed: bool) -> Array:
        ny, nx = self.shape
        across = int(np.searchsorted(keys, ny * nx))  # so many lie on edges across
        at = keys.astype(np.int32)
        at[across:] -= ny * nx
        to = at + 1
        to[across:] += nx - 1
        flat = f.reshape(-1)
        a, b = flat[at], flat[to]
        i, j = np.divmod(at, np.int32(nx))
        with np.errstate(divide="ignore", invalid="ignore"):
            part = np.where(b != a, (level - a) / (b - a), 0.5)
        rim = (a < -5) | (b < -5)
        if closed:  # nothing is above at the rim
            down = np.arange(len(at)) >= across
            rim |= (i == 0) | (i + down == ny - 1) | (j == 0) | (j + ~down == nx - 1)
        part[rim] = 0.5
        points = np.column_stack((self.first[1] + j, self.first[0] + i)).astype(float)
        points[:across, 0] += part[:across]
        points[across:, 1] += part[across:]
        points *= self.step
        points += (self.left, self.top)
        return points


_SEGMENTS = {
    1: [(3, 0)], 2: [(0, 1)], 3: [(3, 1)], 4: [(1, 2)], 5: [(3, 0), (1, 2)], 6: [(0, 2)], 7: [(3, 2)],
    8: [(2, 3)], 9: [(2, 0)], 10: [(0, 1), (2, 3)], 11: [(2, 1)], 12: [(1, 3)], 13: [(1, 0)], 14: [(0, 3)],
}  # fmt: skip
_FIRST = np.array([_SEGMENTS.get(c, [(0, 0)])[0] for c in range(16)])
_SECOND = np.array([segments[1] if len(segments := _SEGMENTS.get(c, [])) > 1 else (-1, -1) for c in range(16)])


def lattice(
    bounds: Bounds, spacing: float, jitter: float, seed: int, within: Bounds | None = None
) -> tuple[Array, Array]:
    """Return scattered points (n, 2) on a staggered lattice and a random number 0..1 for each.

    `within`: only those in and near a rectangle, the same ones as without.
    """
    left, top, right, bottom = bounds
    nx, ny = int((right - left) / spacing) + 1, int((bottom - top) / (spacing * 0.87)) + 1
    columns, rows = np.arange(nx), np.arange(ny)
    if within is not None:
        near = (2 + jitter) * spacing
        x, y = left + columns * spacing, top + rows * spacing * 0.87
        columns = columns[(x > within[0] - near) & (x < within[2] + near)]
        rows = rows[(y > within[1] - near) & (y < within[3] + near)]
    j, i = np.meshgrid(columns, rows)
    flat_i, flat_j = i.ravel().astype(np.int64), j.ravel().astype(np.int64)
    a, b, c = _hash(flat_i, flat_j, seed), _hash(flat_i, flat_j, seed + 1), _hash(flat_i, flat_j, seed + 2)
    x = left + (flat_j + 0.5 * (flat_i % 2)) * spacing + (a - 0.5) * 2 * jitter * spacing
    y = top + flat_i * spacing * 0.87 + (b - 0.5) * 2 * jitter * spacing
    return np.column_stack((x, y)), c


def blob(radius: float, seed: int, points: int = 9, wobble: float = 0.16) -> Array:
    """Return a wobbly disc around the origin."""
    k = np.arange(points, dtype=np.int64)
    r = radius * (1 + (_hash(k, k * 7, seed) - 0.5) * 2 * wobble)
    angle = k * 2 * np.pi / points
    return chaikin(np.column_stack((r * np.cos(angle), r * np.sin(angle))), 2, closed=True)
