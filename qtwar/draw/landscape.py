"""Painters of the land: sea and coast, tints, woods and swamps, rivers, borders, fields (look.md 2 to 5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qtwar.draw import displaylist as dl
from qtwar.draw.fields import fractal, lattice
from qtwar.draw.ground import RIM, Ground, grown, runs
from qtwar.draw.motifs import MOTIFS, strew
from qtwar.draw.polylines import Array, dashes, hatching, ribbon

Layer = Mapping[str, Any]


def _frame(g: Ground, grow: float = 250) -> dl.Path:
    left, top, right, bottom = g.bounds
    return dl.rectangle(left - grow, top - grow, right - left + 2 * grow, bottom - top + 2 * grow)


def fill(g: Ground, spec: Layer) -> list[dl.Node]:
    """One colour over everything."""
    return [dl.Shape(_frame(g), spec["color"])]


def _land(g: Ground, spec: Layer) -> Array:
    """The field that is land above 0.5; kept, as coast, shore and border ask for the same one."""
    return g.cached(("land", str(spec.get("values")), spec.get("reach")), lambda: _make_land(g, spec))


def _make_land(g: Ground, spec: Layer) -> Array:
    values = g.by_terrain(spec.get("values", {}), float(spec.get("else", 1)))
    reach = float(spec.get("reach", 52))
    field = g.field.blend(g.values(values, 1), reach)
    g.field.noise(90, g.seed + 3, onto=field, times=0.10)
    g.field.noise(28, g.seed + 8, onto=field, times=0.07)
    sea = [at for c, at in g.centres.items() if values[c] < 0.2]
    land = [at for c, at in g.centres.items() if values[c] > 0.8]
    return g.field.guarantee(field, land, sea, 26)


def sea(g: Ground, spec: Layer) -> list[dl.Node]:
    """Open water with its depths over the whole board: for boards without land, or beneath everything."""
    shapes = [dl.Shape(runs(g.field.contours(_depth(g, spec), level, least=30)), tone) for level, tone in spec["depths"]]
    return [dl.Shape(_frame(g), spec["color"]), *shapes]


def _depth(g: Ground, spec: Layer) -> Array:
    """How near the coast water is, 0 in the open sea; that is even, so the noise fades out with the depth."""

    def make() -> Array:
        values = g.by_terrain(spec.get("values", {}), float(spec.get("else", 1)))
        depth = g.field.blend(g.values(values, 1), 125)
        return np.asarray(depth + g.field.noise(140, g.seed + 19) * 0.06 * np.clip(depth * 8, 0, 1))

    return g.cached(("depth", str(spec.get("values"))), make)


def land(g: Ground, spec: Layer) -> list[dl.Node]:
    """Dry land and the layers that belong to it, all over the board: `shore` lays the sea over what is too much."""
    g.land = _land(g, spec)
    nodes: list[dl.Node] = [dl.Shape(_frame(g), spec["color"])]
    for layer in spec.get("inside", ()):
        nodes += PAINTERS[layer["painter"]](g, layer)
    return nodes


def shore(g: Ground, spec: Layer) -> list[dl.Node]:
    """The sea with its depths, engraved waterlines, and the shore line, which is left open in the mouths of rivers."""
    field = _land(g, spec)
    water = 0.497 - field
    nodes: list[dl.Node] = [dl.Shape(runs(g.field.contours(water, 0.0, least=10)), spec["color"])]
    for level, tone in spec["depths"]:
        # the part of the step that is water, as one outline: nothing has to be clipped when a tile is painted
        step = np.minimum(_depth(g, spec) - level, water)
        nodes.append(dl.Shape(runs(g.field.contours(step, 0.0, least=10)), tone))
    for level, alpha in ((0.45, 0.45), (0.41, 0.30), (0.365, 0.18)):
        lines = g.field.contours(field, level, least=10, closed=False)
        stroke = dl.Stroke(dl.with_alpha(spec["line"], alpha), 1.2, "flat", hide_px=0.35)
        nodes.append(dl.Shape(runs(lines, closed=False), stroke=stroke))
    lines = []
    mouths = _mouths(g, spec)
    for line in g.field.contours(field, 0.5, least=10, closed=False):
        keep = np.ones(len(line), bool)
        for x, y, r in mouths:
            keep &= (line[:, 0] - x) ** 2 + (line[:, 1] - y) ** 2 > r * r
        for part in np.split(np.arange(len(line)), np.nonzero(np.diff(keep.astype(int)))[0] + 1):
            if len(part) > 2 and keep[part[0]]:
                lines.append(line[part])
    nodes.append(dl.Shape(runs(lines, closed=False), stroke=dl.Stroke(spec["shore"], 2.5, min_px=0.7)))
    return nodes


def _mouths(g: Ground, spec: Layer) -> list[tuple[float, float, float]]:
    sea_cells = {c for c, t in g.board.terrain.items() if t in spec.get("open", ())}
    out = list(g.cached(("mouths",), list))  # of rivers drawn by other painters
    for number, path in enumerate(g.board.paths):
        kind = (spec.get("rivers") or {}).get(path.kind)
        if kind is None or len(g.used[path.cells[-1]]) > 1:
            continue
        line = g.course(number, straight=False, open_sea=sea_cells)
        out += [(float(x), float(y), float(kind) * 0.56) for x, y in line[-60::6]]
    return out


def tint(g: Ground, spec: Layer) -> list[dl.Node]:
    """A soft wash over some cells, in steps, or one outline with a hatch."""
    cells = g.members(dict(spec))
    if not cells:
        return []
    values = dict.fromkeys(cells, 1.0)
    reach = float(spec.get("reach", 80))
    field = g.field.blend(g.values(values), reach)
    g.field.noise(float(spec.get("wave", 50)), g.seed + 33, onto=field, times=float(spec.get("noise", 0.1)))
    nodes: list[dl.Node] = []
    for level, alpha in spec.get("steps", ((0.5, 1.0),)):
        path = runs(g.field.contours(field, level, smooth=2 if "hatch" in spec else 1, least=10))
        nodes.append(dl.Shape(path, dl.with_alpha(spec["color"], alpha)))
    if "hatch" in spec:
        stroke = dl.Stroke(spec["hatch"], 3, "flat", hide_px=0.8)
        lines = dl.Shape(dl.path_of(hatching(path.bounds(), 45.0, 9.2), closed=False), stroke=stroke)
        nodes.append(dl.Group((lines,), name="hatching", clip=path))
    return nodes


def border(g: Ground, spec: Layer) -> list[dl.Node]:
    """The border round some cells: two washes of a ribbon and a dashed line, on land only."""
    cells = g.members(dict(spec))
    field = g.field.blend(g.values(dict.fromkeys(cells, 1.0)), 60)
    g.field.noise(80, g.seed + 33, onto=field, times=0.16)
    land_field = _land(g, spec)
    lines = []
    for line in g.field.contours(field, 0.5, smooth=2, least=16, closed=False):
        dry = g.field.sample(land_field, line[:, 0], line[:, 1]) > 0.47
        for part in np.split(np.arange(len(line)), np.nonzero(np.diff(dry.astype(int)))[0] + 1):
            if len(part) > 8 and dry[part[0]]:
                lines.append(line[part])
    path = runs(lines, closed=False)
    ribbon_color = spec["ribbon"]
    strokes = [stroke for line in lines for stroke in dashes(line, (15, 6, 2.6, 6))]
    return [
        dl.Shape(path, stroke=dl.Stroke(dl.with_alpha(ribbon_color, 0.24), 17, "flat")),
        dl.Shape(path, stroke=dl.Stroke(dl.with_alpha(ribbon_color, 0.24), 10, "flat")),
        dl.Group((dl.Shape(path, stroke=dl.Stroke(spec["color"], 2.2, min_px=0.9)),), max_zoom=24),
        dl.Group(
            (dl.Shape(dl.path_of(strokes, closed=False), stroke=dl.Stroke(spec["color"], 2.6, "flat", min_px=0.9)),),
            min_zoom=24,
        ),
    ]


def wild(g: Ground, spec: Layer) -> list[dl.Node]:
    """Woods, mangrove, reeds, grass: one merged shape with a fringe, and motifs scattered over it."""
    cells = g.members(dict(spec))
    if not cells:
        return []
    values = dict.fromkeys(cells, 1.0)
    field = g.field.blend(g.values(values), float(spec.get("reach", 74)))
    g.field.noise(80, g.seed + 41, onto=field, times=0.30)
    g.field.noise(25, g.seed + 43, onto=field, times=0.07)
    inside = [g.centres[c] for c in sorted(cells)]
    outside = [at for c, at in g.centres.items() if c not in cells]
    field = g.field.guarantee(field, inside, outside, float(spec.get("radius", 27)))
    level = 0.44
    color = spec["floor"]
    nodes: list[dl.Node] = [
        dl.Shape(runs(g.field.contours(field, level - 0.08, smooth=2, least=12)), dl.with_alpha(color, 0.36)),
        dl.Shape(runs(g.field.contours(field, level, smooth=2, least=12)), dl.with_alpha(color, 0.86)),
    ]

    def deep(points: Array) -> NDArray[np.bool_]:
        return np.asarray(g.field.sample(field, points[:, 0], points[:, 1]) > level + 0.02)

    zooms = ((24.0, 60.0, 1.6), (60.0, dl.ALL_ZOOMS, 1.0))
    given = {"spacing": 16, "jitter": 0.35, **spec}
    motif = MOTIFS[spec["motif"]]
    window = None if g.window is None else grown(g.window, RIM / 2)  # a motif reaches that far round its middle
    return nodes + strew(g.bounds, given, g.seed, zooms, deep, lambda spread: motif(spec, spread, g.seed), window)


def patches(g: Ground, spec: Layer) -> list[dl.Node]:
    """Faint clusters of small fields, as a delta looks from the air."""
    not_in = g.members(dict(spec.get("without") or {})) if spec.get("without") else set()
    points, chance = lattice(g.bounds, float(spec.get("spacing", 64)), 0.4, g.seed + 9)
    keep = fractal(points[:, 0] / 210, points[:, 1] / 210, g.seed + 77, 2) > -0.18
    stamps = []
    for k in range(16):
        rng = np.random.default_rng(g.seed + k)
        shapes, x = [], -22.0
        while x < 22:
            w = rng.uniform(9, 17)
            y = -13 + rng.uniform(-4, 4)
            for _ in range(int(rng.choice((1, 2, 2, 3)))):
                h = rng.uniform(7, 11)
                angle = (k - 8) * 0.12
                shear = (k % 5 - 2) * 0.14
                corners = np.array([(x, y), (x + w - 1.4, y), (x + w - 1.4, y + h - 1.4), (x, y + h - 1.4)])
                corners[:, 0] += shear * corners[:, 1]
                turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
                tone = spec["tones"][int(rng.integers(len(spec["tones"])))]
                shapes.append(
                    dl.Shape(
                        dl.polygon(corners @ turn),
                        dl.with_alpha(tone, 0.34),
                        dl.Stroke(dl.with_alpha(spec["edge"], 0.24), 0.8, hide_px=0.3),
                    )
                )
                y += h
            x += w
        stamps.append(tuple(shapes))
    kept = []
    for i in np.nonzero(keep)[0].tolist():
        cell = g.grid.from_pixel(float(points[i, 0]), float(points[i, 1]))
        if cell is not None and cell not in not_in:
            kept.append(i)
    which = (chance[kept] * len(stamps)).astype(int) % len(stamps)
    nodes: list[dl.Node] = []
    for low, high, every in ((dl.FAR, dl.NEAR, 2), (dl.NEAR, dl.ALL_ZOOMS, 1)):
        made = dl.Stamps(tuple(stamps), dl.frozen_ints(which[::every]), dl.frozen_floats(points[kept][::every]))
        nodes.append(dl.Group((made,), name="patches", min_zoom=low, max_zoom=high))
    return nodes


def rivers(g: Ground, spec: Layer) -> list[dl.Node]:
    """Rivers as ribbons that widen to the sea and canals as cased lines: all casings first, then all fills."""
    kinds: Mapping[str, Any] = spec["kinds"]
    sea_cells = {c for c, t in g.board.terrain.items() if t in spec.get("open", ())}
    casings, canals_under, canals_over, fills, streams, islands, courses = [], [], [], [], [], [], []
    for number, path in enumerate(g.board.paths):
        kind = kinds.get(path.kind)
        if kind is None:
            continue
        if kind.get("canal"):
            line = g.course(number, straight=True)
            canals_under.append(line)
            canals_over.append(line)
            continue
        line = g.course(number, straight=False, open_sea=sea_cells)
        courses.append(line)
        w0, w1 = kind["width"]
        if len(g.used[path.cells[-1]]) > 1 and len(path.cells) < 6:
            w1 = w0
        casings.append(ribbon(line, w0, w1, float(spec.get("casing_width", 4.4))))
        fills.append(ribbon(line, w0, w1))
        casings += [_round(line[0], w0 / 2 + 2.2), _round(line[-1], w1 / 2 + 2.2)]
        fills += [_round(line[0], w0 / 2), _round(line[-1], w1 / 2)]
        if kind.get("stream"):
            streams.append(ribbon(line, w0 * 0.45, w1 * 0.5))
            islands += _islands(line, w0, w1)
    each: list[dl.Node] = [dl.Shape(dl.polygon(c), spec["casing"]) for c in casings]
    # from afar a ribbon would be thinner than a pixel: the course is drawn as a line that never is
    thin = dl.Shape(runs(courses, closed=False), stroke=dl.Stroke(spec["casing"], 3.0, min_px=1.2))
    each.append(dl.Group((thin,), name="courses", max_zoom=dl.FAR))
    nodes: list[dl.Node] = [
        *each,
        dl.Shape(runs(canals_under, closed=False), stroke=dl.Stroke(spec["canal_under"], 6.2, hide_px=1.2)),
        dl.Shape(runs(canals_over, closed=False), stroke=dl.Stroke(spec["canal"], 3.0, min_px=0.9)),
        *(dl.Shape(dl.polygon(f), spec["color"]) for f in fills),
        *(dl.Shape(dl.polygon(s), dl.with_alpha(spec["mid"], 0.75)) for s in streams),
    ]
    shapes = [dl.Shape(dl.polygon(i), spec["island"], dl.Stroke(spec["casing"], 1.4, hide_px=0.4)) for i in islands]
    if shapes:
        nodes.append(dl.Group(tuple(shapes), name="islands", min_zoom=30))
    return nodes


def _round(at: Array, r: float) -> Array:
    a = np.arange(16) * np.pi / 8
    return np.column_stack((at[0] + r * np.cos(a), at[1] + r * np.sin(a)))


def _islands(line: Array, w0: float, w1: float) -> list[Array]:
    out = []
    n = len(line)
    for k in range(30, n - 40, 57):
        a, b = line[k - 6], line[k + 6]
        ahead, behind = line[k + 12] - line[k], line[k] - line[k - 12]
        turn = abs(np.arctan2(ahead[1], ahead[0]) - np.arctan2(behind[1], behind[0]))
        width = w0 + (w1 - w0) * k / n
        if turn > 0.30 or width < 17:
            continue
        angle = np.arctan2(b[1] - a[1], b[0] - a[0])
        length = width * 1.15
        t = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        shape = np.column_stack((length * np.cos(t), width * 0.24 * np.sin(t) * np.abs(np.sin(t))))
        turned = shape @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        out.append(turned + line[k])
    return out


PAINTERS: dict[str, Callable[[Ground, Layer], list[dl.Node]]] = {
    "fill": fill,
    "sea": sea,
    "land": land,
    "shore": shore,
    "tint": tint,
    "border": border,
    "wild": wild,
    "patches": patches,
    "rivers": rivers,
}
