"""Roads and railroads as one net a kind: stretches between towns and junctions, so that joins open by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from qtwar.draw.fields import Array, Point, catmull, warp
from qtwar.draw.ground import Ground

REACH = 24.0
"""So many u at most a route leaves the centre of a cell that it runs through."""
BESIDE = 5.6
"""So many u two routes that share cells run beside their common middle."""

PER = 9
"""Points of a curve for each cell."""


@dataclass(frozen=True, eq=False)
class Stretch:
    """A route from one town, junction or end to the next: its cells, its curve (n, 2), the path lines that run along it."""

    cells: tuple[str, ...]
    line: Array
    paths: tuple[int, ...]


def stretches(g: Ground, kind: str, beside: tuple[str, ...] = (), pinned: tuple[str, ...] = ()) -> list[Stretch]:
    """Return the stretches of a path kind; made once for a board, by the painter of its routes.

    `beside` names all kinds that lie side by side where they share cells, `pinned` the features whose cells are
    crossed at the very centre: places with a sign.
    """
    return g.kept(("stretches", kind), lambda: _make(g, kind, beside, pinned))


def _net(g: Ground, kind: str) -> dict[frozenset[str], list[int]]:
    """Pair of neighbours → the path lines between them."""
    net: dict[frozenset[str], list[int]] = {}
    for number, path in enumerate(g.board.paths):
        if path.kind == kind:
            for a, b in pairwise(path.cells):
                net.setdefault(frozenset((a, b)), []).append(number)
    return net


def _make(g: Ground, kind: str, beside: tuple[str, ...], pinned: tuple[str, ...]) -> list[Stretch]:
    net = _net(g, kind)
    near: dict[str, list[str]] = {}
    for pair in net:
        a, b = sorted(pair)
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    towns = {cell for name in pinned for cell in g.board.features.get(name, ())}
    nodes = {cell for cell, others in near.items() if len(others) != 2 or cell in towns}
    left = set(net)
    shift = _shifts(g, kind, beside)
    out = []
    for start in [*sorted(nodes), *sorted(near)]:
        for first in sorted(near[start]):
            if frozenset((start, first)) not in left:
                continue
            cells = [start, first]
            left.discard(frozenset(cells))
            while cells[-1] not in nodes:
                ahead = [c for c in near[cells[-1]] if frozenset((cells[-1], c)) in left]
                if not ahead:
                    break
                cells.append(ahead[0])
                left.discard(frozenset(cells[-2:]))
            runs = [net[frozenset(pair)] for pair in pairwise(cells)]
            shared = set(runs[0]).intersection(*runs[1:])
            further = (_further(g, net, cells[1], cells[0]), _further(g, net, cells[-2], cells[-1]))
            line = _curve(g, cells, towns, shift, {c: len(near[c]) for c in cells}, further)
            out.append(Stretch(tuple(cells), line, tuple(sorted(shared))))
    return out


def _further(g: Ground, net: dict[frozenset[str], list[int]], come: str, at: str) -> str | None:
    """The cell that lies straightest ahead on the lines that come from `come` to `at`; None where they all end."""
    ahead = []
    for number in net[frozenset((come, at))]:
        cells = g.board.paths[number].cells
        for one, two in ((cells, cells[1:]), (cells[::-1], cells[-2::-1])):
            ahead += [two[k + 1] for k in range(len(two) - 1) if one[k] == come and two[k] == at]
    here, back = np.array(g.centres[at]), np.array(g.centres[come])
    return max(ahead, key=lambda c: float((np.array(g.centres[c]) - here) @ (here - back)), default=None)


def _shifts(g: Ground, kind: str, beside: tuple[str, ...]) -> dict[str, Point]:
    """Cell → how far its control point of this kind stands beside the common one."""
    nets = {name: _net(g, name) for name in beside}
    rank = beside.index(kind) if kind in beside else 0
    way: dict[str, Array] = {}
    for pair in nets.get(kind, {}):
        if not any(pair in nets[name] for name in beside if name != kind):
            continue
        a, b = (np.array(g.centres[cell]) for cell in sorted(pair))
        normal = np.array([-(b - a)[1], (b - a)[0]]) / np.hypot(*(b - a))
        if (normal[0], normal[1]) < (-1e-6, 0) or (abs(normal[0]) < 1e-6 and normal[1] < 0):
            normal = -normal
        for cell in pair:
            way[cell] = way.get(cell, np.zeros(2)) + normal
    side = -1.0 if rank == 0 else 1.0
    return {
        cell: (float(n[0] / np.hypot(*n) * BESIDE * side), float(n[1] / np.hypot(*n) * BESIDE * side))
        for cell, n in way.items()
        if np.hypot(*n) > 0.1
    }


def _curve(
    g: Ground,
    cells: list[str],
    towns: set[str],
    shift: dict[str, Point],
    degree: dict[str, int],
    further: tuple[str | None, str | None],
) -> Array:
    centres = np.array([g.centres[c] for c in cells])
    fixed = np.array([c in towns for c in cells])
    at = np.where(fixed[:, None], centres, warp(centres, 8.5, 78, g.seed + 41))
    ends = fixed.copy()
    ends[0] = ends[-1] = True
    middle = at.copy()
    for _ in range(2):
        inner = middle[1:-1] + 0.5 * ((middle[:-2] + middle[2:]) / 2 - middle[1:-1])
        middle[1:-1] = np.where(ends[1:-1, None], middle[1:-1], inner)
    moved = middle - centres
    far = np.maximum(np.hypot(moved[:, 0], moved[:, 1]), 1e-9)
    middle = centres + moved * np.minimum(1.0, REACH / far)[:, None]
    for k, cell in enumerate(cells):
        if cell in shift and cell not in towns:
            middle[k] += shift[cell]
    left, top, right, bottom = g.bounds
    for first in (True, False):  # a route that ends at the border goes on beyond it
        k = 0 if first else len(cells) - 1
        x, y = centres[k]
        if degree[cells[k]] > 1 or min(x - left, y - top, right - x, bottom - y) > 105:
            continue
        back = middle[1] if first else middle[-2]
        way = middle[k] - back
        toward = np.array([x - back[0], y - back[1]]) if not np.hypot(*way) else way
        gaps = {(-1.0, 0.0): x - left, (1.0, 0.0): right - x, (0.0, -1.0): y - top, (0.0, 1.0): bottom - y}
        out = np.array(min(gaps, key=lambda d: gaps[d]))
        if cells[k] in towns and float(toward @ out) < 0:
            continue
        beyond = middle[k] + (out * 0.8 + toward / max(1e-9, np.hypot(*toward)) * 0.2) * 150
        middle = np.vstack((beyond[None], middle)) if first else np.vstack((middle, beyond[None]))
    # a line goes through a town without a kink: the curve knows where it goes on
    before = np.array([g.centres[further[0]]]) if further[0] else middle[:0]
    after = np.array([g.centres[further[1]]]) if further[1] else middle[:0]
    made = catmull(np.vstack((before, middle, after)), PER)
    return made[PER * len(before) : len(made) - PER * len(after)]
