"""Roads and railroads as one net a kind: stretches between towns and junctions, so that joins open by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from qtwar.draw.fields import warp
from qtwar.draw.ground import Ground
from qtwar.draw.polylines import Array, Point, catmull

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
    return g.cached(("stretches", kind), lambda: _make(g, kind, beside, pinned))


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
    middle = _middles(g, beside or (kind,), towns)
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
            line = _curve(g, cells, towns, (middle, shift), {c: len(near[c]) for c in cells}, further)
            out.append(Stretch(tuple(cells), line, tuple(sorted(shared))))
    return out


def _middles(g: Ground, kinds: tuple[str, ...], towns: set[str]) -> dict[str, Array]:
    """Cell → where routes run through it: one place for all kinds, so that those which share cells keep their distance."""

    def make() -> dict[str, Array]:
        near: dict[str, set[str]] = {}
        for kind in kinds:
            for pair in _net(g, kind):
                a, b = sorted(pair)
                near.setdefault(a, set()).add(b)
                near.setdefault(b, set()).add(a)
        cells = sorted(near)
        centres = np.array([g.centres[c] for c in cells]).reshape(-1, 2)
        at = dict(zip(cells, warp(centres, 8.5, 78, g.seed + 41), strict=True))
        for cell in towns & near.keys():
            at[cell] = np.array(g.centres[cell])
        loose = [c for c in cells if c not in towns and len(near[c]) == 2]
        for _ in range(2):
            new = {}
            for cell in loose:
                one, two = near[cell]
                new[cell] = at[cell] + 0.5 * ((at[one] + at[two]) / 2 - at[cell])
            at.update(new)
        for cell in loose:
            moved = at[cell] - g.centres[cell]
            at[cell] = g.centres[cell] + moved * min(1.0, REACH / max(1e-9, float(np.hypot(*moved))))
        return at

    return g.cached(("middles of routes", kinds), make)


def _further(g: Ground, net: dict[frozenset[str], list[int]], come: str, at: str) -> str | None:
    """The cell that lies straightest ahead on the lines that come from `come` to `at`; None where they all end."""
    ahead = []
    for number in net[frozenset((come, at))]:
        cells = g.board.paths[number].cells
        for one, two in ((cells, cells[1:]), (cells[::-1], cells[-2::-1])):
            ahead += [two[k + 1] for k in range(len(two) - 1) if one[k] == come and two[k] == at]
    here, back = np.array(g.centres[at]), np.array(g.centres[come])
    return max(ahead, key=lambda c: float((np.array(g.centres[c]) - here) @ (here - back)), default=None)


def _asides(g: Ground, kinds: tuple[str, ...]) -> dict[str, Array]:
    """Cell → the way aside (a unit vector) where several kinds share cells; it keeps its side all along a shared run."""

    def make() -> dict[str, Array]:
        shared: dict[frozenset[str], int] = {}
        for kind in kinds:
            for pair in _net(g, kind):
                shared[pair] = shared.get(pair, 0) + 1
        near: dict[str, list[str]] = {}
        for pair in sorted((p for p, n in shared.items() if n > 1), key=sorted):
            a, b = sorted(pair)
            near.setdefault(a, []).append(b)
            near.setdefault(b, []).append(a)
        left = {frozenset((a, b)) for a, others in near.items() for b in others}
        out: dict[str, Array] = {}
        for start in [*sorted(c for c in near if len(near[c]) != 2), *sorted(near)]:
            for first in near[start]:
                if frozenset((start, first)) not in left:
                    continue
                run = [start, first]
                left.discard(frozenset(run))
                while len(near[run[-1]]) == 2 and (ahead := [c for c in near[run[-1]] if frozenset((run[-1], c)) in left]):
                    run.append(ahead[0])
                    left.discard(frozenset(run[-2:]))
                steps = np.diff(np.array([g.centres[c] for c in run]), axis=0)
                normals = np.column_stack((-steps[:, 1], steps[:, 0])) / np.hypot(*steps.T)[:, None]
                if float(normals.sum(axis=0) @ (0.9, 0.43)) < 0:
                    normals = -normals
                for k, cell in enumerate(run):
                    out[cell] = out.get(cell, np.zeros(2)) + normals[max(0, k - 1) : k + 1].sum(axis=0)
        return {cell: n / np.hypot(*n) for cell, n in out.items() if float(np.hypot(*n)) > 0.3}

    return g.cached(("asides of routes", kinds), make)


def _shifts(g: Ground, kind: str, beside: tuple[str, ...]) -> dict[str, Point]:
    """Cell → how far its control point of this kind stands beside the common one."""
    if kind not in beside:
        return {}
    off = (beside.index(kind) - (len(beside) - 1) / 2) * 2 * BESIDE
    mine = {cell for pair in _net(g, kind) for cell in pair}
    return {c: (float(n[0]) * off, float(n[1]) * off) for c, n in _asides(g, beside).items() if c in mine}


def _curve(
    g: Ground,
    cells: list[str],
    towns: set[str],
    where: tuple[dict[str, Array], dict[str, Point]],
    degree: dict[str, int],
    further: tuple[str | None, str | None],
) -> Array:
    at, shift = where
    centres = np.array([g.centres[c] for c in cells])
    middle = np.array([at[c] for c in cells])
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
