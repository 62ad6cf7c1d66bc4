"""Smooth fields over a board and their contours: woods, coasts and tints that ignore the grid (look.md 2.1).

All of it is deterministic: noise comes from integer hashes of positions, seeds from `seed_of`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from qtwar.draw.polylines import Array, Point, chaikin

Bounds = tuple[float, float, float, float]
_ROWS = 16
"""Rows of a field that are worked out at a time."""


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
        columns: dict[float, list[tuple[float, float]]] = {}
        for (x, y), value in cells:
            columns.setdefault(round(x, 3), []).append((y, value))
        total = np.zeros(self.shape)
        weight = np.full(self.shape, 1e-12)
        alike: dict[tuple[float, ...], list[float]] = {}  # columns whose cells stand in the same rows
        for x, members in columns.items():
            alike.setdefault(tuple(y for y, _ in members), []).append(x)
        for rows, xs in alike.items():
            gx = np.exp(-((self.xs[None, :] - np.array(xs)[:, None]) ** 2) / reach**2)
            gx[gx <= 1e-4] = 0.0
            near = np.nonzero(gx.any(axis=0))[0]
            if not len(near):
                continue
            lo, hi = near[0], near[-1] + 1
            gx = gx[:, lo:hi]
            gy = np.exp(-((self.ys[:, None] - np.array(rows)[None, :]) ** 2) / reach**2)
            values = np.array([[value for _, value in columns[x]] for x in xs])
            total[:, lo:hi] += (gy @ values.T) @ gx
            weight[:, lo:hi] += np.outer(gy.sum(axis=1), gx.sum(axis=0))
        total /= weight
        return total

    def noise(self, wave: float, seed: int, octaves: int = 3) -> Array:
        """Return fractal noise over the field: `fractal`, worked out by rows and columns of its lattice."""
        total = np.zeros(self.shape)
        weight, sum_of = 1.0, 0.0
        for k in range(octaves):
            self._add_octave(total, weight, wave / 2**k, seed + k * 17)
            sum_of += weight
            weight *= 0.5
        total /= sum_of
        return total

    def _add_octave(self, total: Array, weight: float, wave: float, seed: int) -> None:
        """Add one octave of value noise; the lattice is small, its blending is a product of two bands of weights."""
        x, y = self.xs / wave, self.ys / wave
        ix, iy = np.floor(x).astype(np.int64), np.floor(y).astype(np.int64)
        columns, rows = np.arange(ix[0], ix[-1] + 2), np.arange(iy[0], iy[-1] + 2)
        lattice_values = _hash(columns[None, :], rows[:, None], seed)
        u, v = _fade(x - ix), _fade(y - iy)
        i, j = ix - ix[0], iy - iy[0]
        across = lattice_values[:, i] * (1 - u) + lattice_values[:, i + 1] * u
        for first in range(0, len(j), _ROWS):  # a band at a time stays in the processor's cache
            band = slice(first, first + _ROWS)
            part = across[j[band]] * (1 - v[band])[:, None]
            part += across[j[band] + 1] * v[band][:, None]
            part *= 2
            part -= 1
            part *= weight
            total[band] += part

    def guarantee(self, values: Array, inside: Sequence[Point], outside: Sequence[Point], radius: float) -> Array:
        """Return the field raised at each inside centre and lowered at each outside one: no cell loses its own terrain."""
        out = values.copy()
        reach = int(radius * 1.6 / self.step) + 1
        for points, up in ((inside, True), (outside, False)):
            for x, y in points:
                i, j = int((y - self.top) / self.step) - self.first[0], int((x - self.left) / self.step) - self.first[1]
                i0, i1 = max(0, i - reach), min(self.shape[0], i + reach + 1)
                j0, j1 = max(0, j - reach), min(self.shape[1], j + reach + 1)
                if i0 >= i1 or j0 >= j1:
                    continue
                d2 = (self.xs[None, j0:j1] - x) ** 2 + (self.ys[i0:i1, None] - y) ** 2
                bump = 0.5 + 0.62 * (np.exp(-d2 / radius**2) - 0.37)
                part = out[i0:i1, j0:j1]
                out[i0:i1, j0:j1] = np.maximum(part, bump) if up else np.minimum(part, 1 - bump)
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
        f = values.copy()
        if closed:
            f[0, :] = f[-1, :] = -9
            f[:, 0] = f[:, -1] = -9
        above = (f >= level).astype(np.int8)
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
        begin, end = np.searchsorted(keys, begin), np.searchsorted(keys, end)
        starts = begin.tolist()
        if not closed:
            starts = begin[~np.isin(begin, end)].tolist() + starts
        following = np.full(len(keys), -1)
        following[begin] = end
        follow = following.tolist()
        points = self._points(f, level, keys)
        out = []
        for start in starts:
            here = follow[start]
            if here < 0:
                continue
            follow[start] = -1
            line = [start]
            while here >= 0:
                line.append(here)
                after = follow[here]
                follow[here] = -1
                here = after
            if len(line) >= least:
                ring = line[0] == line[-1]
                out.append(chaikin(points[line[:-1] if ring else line], smooth, closed=ring))
        return out

    def _points(self, f: Array, level: float, keys: NDArray[np.int64]) -> Array:
        d, rest = np.divmod(keys, self.shape[0] * self.shape[1])
        i, j = np.divmod(rest, self.shape[1])
        a = f[i, j]
        b = f[np.where(d == 0, i, i + 1), np.where(d == 0, j + 1, j)]
        with np.errstate(divide="ignore", invalid="ignore"):
            part = np.where(b != a, (level - a) / (b - a), 0.5)
        part = np.where((a < -5) | (b < -5), 0.5, part)
        x = self.left + (self.first[1] + j + np.where(d == 0, part, 0)) * self.step
        y = self.top + (self.first[0] + i + np.where(d == 1, part, 0)) * self.step
        return np.column_stack((x, y))


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
