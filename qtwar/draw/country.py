"""Painters of tropical country in relief: paddies, canopy with palms, tall grass, villages, slopes, contours.

They are settings of `style.yaml` as all painters are (docs/reference/drawing.md); look.md 2 to 5 tells how it should look.
What stands in the way of water and roads is left out: they must be drawn before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qtwar.draw import displaylist as dl
from qtwar.draw.fields import fractal, lattice, seed_of, value_noise, warp
from qtwar.draw.ground import Ground, runs
from qtwar.draw.landscape import MOTIFS
from qtwar.draw.mapsheet import outer_loops
from qtwar.draw.operational import _shade, side_rivers
from qtwar.draw.polylines import Array, chaikin, lengths, points_at
from qtwar.draw.routes import Stretch
from qtwar.draw.sidelines import side_courses
from qtwar.draw.symbols import parse_path

Layer = Mapping[str, Any]
Shapes = tuple[dl.Shape, ...]
EDGE = 0.46


# ------------------------------------------------------------------------------------------- shapes of country


def country(g: Ground, spec: Layer) -> Array:
    """Return the field of a layer's cells, above `EDGE` inside; made once for each choice of cells and roughness."""
    key = ("country", str(sorted((k, str(v)) for k, v in spec.items() if k in _CHOICE)))

    def make() -> Array:
        cells = g.members(dict(spec))
        field = g.field.blend(g.values(dict.fromkeys(cells, 1.0)), float(spec.get("reach", 52)))
        field += g.field.noise(54, g.seed + 41) * float(spec.get("rough", 0.22)) + g.field.noise(20, g.seed + 43) * 0.06
        inside = [g.centres[c] for c in sorted(cells)]
        outside = [at for c, at in g.centres.items() if c not in cells]
        return g.field.guarantee(field, inside, outside, float(spec.get("radius", 34)))

    return g.cached(key, make)


_CHOICE = ("terrain", "feature", "area", "attr", "elevation", "reach", "rough", "radius")


def _floor(g: Ground, spec: Layer, field: Array) -> list[dl.Node]:
    """The ground of a piece of country with a soft fringe."""
    color = str(spec["floor"])
    return [
        dl.Shape(runs(g.field.contours(field, EDGE - 0.08, smooth=2, least=12)), dl.with_alpha(color, 0.36)),
        dl.Shape(runs(g.field.contours(field, EDGE, smooth=2, least=12)), dl.with_alpha(color, float(spec.get("cover", 0.9)))),
    ]


def open_paths(g: Ground, widths: Mapping[str, Any]) -> NDArray[np.bool_]:
    """Return which samples of the board's field lie on a road, a trail or a stream drawn before; `widths` by path kind (6 u)."""

    def make() -> NDArray[np.bool_]:
        taken = np.zeros(g.field.shape, bool)
        rivers: list[tuple[Array, Array]] = g.cached(("river widths",), list)
        lines: list[tuple[Array, float]] = [(line, float(np.max(width)) / 2 + 8) for line, width in rivers]
        for kind in sorted({path.kind for path in g.board.paths}):
            made: list[Stretch] = g.cached(("stretches", kind), list)
            lines += [(stretch.line, float(widths.get(kind, 6)) / 2 + 8) for stretch in made]
        for line, half in lines:
            _mark(g, taken, line, half)
        return taken

    return g.cached(("open ways", str(widths)), make)


def _mark(g: Ground, taken: NDArray[np.bool_], line: Array, half: float) -> None:
    along = lengths(line)
    steps = np.arange(0, along[-1], 4.0)
    x, y = points_at(line, along, steps).T
    reach = int(half / g.field.step) + 1
    j = ((x - g.field.left) / g.field.step).round().astype(int)
    i = ((y - g.field.top) / g.field.step).round().astype(int)
    for di in range(-reach, reach + 1):
        for dj in range(-reach, reach + 1):
            if np.hypot(di, dj) * g.field.step <= half:
                a, b = i + di, j + dj
                inside = (a >= 0) & (a < taken.shape[0]) & (b >= 0) & (b < taken.shape[1])
                taken[a[inside], b[inside]] = True


def _free(g: Ground, spec: Layer, x: Array, y: Array) -> NDArray[np.bool_]:
    return np.asarray(g.field.sample(open_paths(g, spec.get("ways") or {}).astype(float), x, y) < 0.5)


def _strewn(
    g: Ground, spec: Layer, inside: Callable[[Array, Array], NDArray[np.bool_]], make: Callable[[float], tuple[Shapes, ...]]
) -> list[dl.Node]:
    """Motifs over what is inside and not a way, thinner from afar; those further south stand in front."""
    nodes: list[dl.Node] = []
    for low, high, spread in ((dl.FAR, dl.NEAR, 1.6), (dl.NEAR, dl.ALL_ZOOMS, 1.0)):
        points, chance = lattice(g.bounds, float(spec.get("spacing", 16)) * spread, float(spec.get("jitter", 0.38)), g.seed + 51)
        keep = inside(points[:, 0], points[:, 1]) & _free(g, spec, points[:, 0], points[:, 1])
        points, chance = points[keep], chance[keep]
        order = np.argsort(points[:, 1], kind="stable")
        stamps = make(spread)
        which = (chance[order] * 9973).astype(int) % len(stamps)
        made = dl.Stamps(stamps, dl.frozen_ints(which), dl.frozen_floats(points[order]))
        nodes.append(dl.Group((made,), name="motifs", min_zoom=low, max_zoom=high))
    return nodes


# ------------------------------------------------------------------------------------------------------ streams


def streams(g: Ground, spec: Layer) -> list[dl.Node]:
    """As `side_rivers`, for maps cut out of wider country: an end within `reach` u of the frame flows on beyond it."""
    made = side_courses(g, tuple(spec["kinds"]), tuple(spec.get("sea", ())))
    reach = float(spec.get("reach", 62))
    made[:] = [replace(course, line=_led_out(g, course.line, reach)) for course in made]
    return side_rivers(g, spec)


def _led_out(g: Ground, line: Array, reach: float) -> Array:
    left, top, right, bottom = g.bounds
    for _ in range(2):
        line = line[::-1]
        x, y = line[-1]
        gaps = {(-1.0, 0.0): x - left, (1.0, 0.0): right - x, (0.0, -1.0): y - top, (0.0, 1.0): bottom - y}
        out = np.array(min(gaps, key=lambda d: gaps[d]))
        gap = min(gaps.values())
        if 0 <= gap < reach:
            way = line[-1] - line[-6]
            way = way / max(1e-9, float(np.hypot(*way)))
            further = np.array([line[-1] + (way * max(0.0, 1 - t) + out * t) * gap * t for t in (0.35, 0.7, 1.1)])
            line = np.vstack((line, further, further[-1] + out * 60))
    return line


# --------------------------------------------------------------------------------------------------- vegetation


def canopy(g: Ground, spec: Layer) -> list[dl.Node]:
    """High forest: floor, crowns close together, some palms among them.

    Settings: cells, `part` (floor, crowns; both), `floor`, `crowns`, `edge`, `light`, `crown_size`, `spacing`, `palms` (one in
    so many, 0 for none), `frond` [dark, light].
    """
    if not g.members(dict(spec)):
        return []
    field = country(g, spec)
    nodes: list[dl.Node] = []
    if spec.get("part", "floor") == "floor":
        nodes += _floor(g, spec, field)
        rim = runs(g.field.contours(field, EDGE, smooth=2, least=12))
        nodes.append(dl.Shape(rim, stroke=dl.Stroke(dl.shade(str(spec["floor"]), 0.62), 1.2, hide_px=0.5)))
    if spec.get("part", "crowns") == "crowns":

        def inside(x: Array, y: Array) -> NDArray[np.bool_]:
            return np.asarray(g.field.sample(field, x, y) > EDGE + 0.01)

        def stamps(spread: float) -> tuple[Shapes, ...]:
            trees = MOTIFS["trees"](spec, spread, g.seed)
            every = int(spec.get("palms", 8))
            palms = [_palm(13.0 * (1 + (spread - 1) * 0.5), g.seed + k, spec) for k in range(len(trees) // every if every else 0)]
            return (*trees, *palms)

        nodes += _strewn(g, spec, inside, stamps)
    return nodes


def _palm(radius: float, seed: int, spec: Layer) -> Shapes:
    """A palm from above: eight fronds that bend, their shadow under them, lit ribs over them."""
    dark, light = spec.get("frond", ("#2d5220", "#6ea043"))
    first = (seed * 37 % 100) / 100 * 6.28
    fronds = []
    for k in range(8):
        a = first + k * 0.785
        r = radius * (0.86 + 0.14 * ((seed * 7 + k * 5) % 10) / 10)
        mid, tip = (np.cos(a) * r * 0.62, np.sin(a) * r * 0.62 - r * 0.16), (np.cos(a + 0.24) * r, np.sin(a + 0.24) * r)
        fronds.append(chaikin(np.array([(0.0, 0.0), mid, tip]), 2, closed=False))
    path = dl.path_of(fronds, closed=False)
    return (
        dl.Shape(path.moved(radius * 0.16, radius * 0.24), stroke=dl.Stroke("#14220860", radius * 0.30)),
        dl.Shape(path, stroke=dl.Stroke(str(dark), radius * 0.28)),
        dl.Shape(path, stroke=dl.Stroke(str(light), radius * 0.13)),
        dl.Shape(dl.ellipse(0, 0, radius * 0.13, radius * 0.13), "#c9b25a"),
    )


def floor(g: Ground, spec: Layer) -> list[dl.Node]:
    """The ground of some country, with a fringe; `floor` (colour), `cover` (opacity)."""
    return _floor(g, spec, country(g, spec)) if g.members(dict(spec)) else []


def strewn(g: Ground, spec: Layer) -> list[dl.Node]:
    """Motifs that the title draws, scattered over some country but not on ways.

    Settings: cells; `motifs` [[{d: path, fill, line, width (1)}, …], …], each round the point where it stands; `spacing`,
    `jitter`; `within` (over the field of `country`, so far inside its edge; else exactly on its cells), `bare` (noise under
    which there is ground without any), `far` (how much larger they are from afar, 1.6).
    """
    cells = g.members(dict(spec))
    if not cells:
        return []

    def inside(x: Array, y: Array) -> NDArray[np.bool_]:
        if "within" in spec:
            keep = g.field.sample(country(g, spec), x, y) > EDGE + float(spec["within"])
        else:
            keep = np.array([g.grid.from_pixel(float(a), float(b)) in cells for a, b in zip(x, y, strict=True)], dtype=bool)
        if "bare" in spec:
            keep &= fractal(x / 55, y / 55, g.seed + 29, 2) >= float(spec["bare"])
        return np.asarray(keep)

    def stamps(spread: float) -> tuple[Shapes, ...]:
        size = 1.0 if spread == 1.0 else float(spec.get("far", spread))
        return tuple(tuple(_part(part, size) for part in motif) for motif in spec["motifs"])

    return _strewn(g, spec, inside, stamps)


def _part(part: Layer, size: float) -> dl.Shape:
    """One shape of a motif, so many times as large; its line grows less."""
    path = parse_path(str(part["d"])).mapped((size, 0, 0, size, 0, 0))
    pen = dl.Stroke(str(part["line"]), float(part.get("width", 1)) * size**0.5) if "line" in part else None
    return dl.Shape(path, str(part["fill"]) if "fill" in part else None, pen)


def paddies(g: Ground, spec: Layer) -> list[dl.Node]:
    """Rice paddies: a warped net of plots between dikes, some under water, rows of seedlings on the others.

    Settings: cells, `floor`, `plots` and `wet` (colours), `dike` [dark, light], `row` and `glint`, `plot` [width, height].
    """
    if not g.members(dict(spec)):
        return []
    field = country(g, spec)
    wide, high = (float(v) for v in spec.get("plot", (27, 22)))
    left, top, right, bottom = g.bounds
    columns, rows = int((right - left) / wide) + 10, int((bottom - top) / high) + 10
    b, a = np.meshgrid(np.arange(rows), np.arange(columns), indexing="ij")
    flat = np.column_stack((left + (a.ravel() - 4 + 0.3 * (b.ravel() % 2)) * wide, top + (b.ravel() - 4) * high))
    net = warp(warp(flat, 16, 105, g.seed + 15), 3.2, 14, g.seed + 16).reshape(rows, columns, 2)
    quads = np.stack((net[:-1, :-1], net[:-1, 1:], net[1:, 1:], net[1:, :-1]), axis=2).reshape(-1, 4, 2)
    middle = quads.mean(axis=1)
    corner = g.field.sample(field, quads[:, :, 0], quads[:, :, 1]).min(axis=1)
    keep = corner > EDGE - 0.09  # between the last plots and the edge runs a bank
    quads, middle = quads[keep], middle[keep]
    dry, wet = [str(c) for c in spec["plots"]], [str(c) for c in spec["wet"]]
    clump = value_noise(middle[:, 0] / 62, middle[:, 1] / 62, g.seed + 17)
    grain = value_noise(middle[:, 0] / 9, middle[:, 1] / 9, g.seed + 18)
    watery = clump * 0.5 + grain * 0.6 > float(spec.get("dryness", 0.12))
    tone = ((value_noise(middle[:, 0] / 7, middle[:, 1] / 7, g.seed + 19) + 1) / 2 * 0.999 * 64).astype(int)
    nodes: list[dl.Node] = _floor(g, spec, field)
    for colors, some in ((dry, ~watery), (wet, watery)):
        for k, color in enumerate(colors):
            part = quads[some & (tone % len(colors) == k)]
            if len(part):
                nodes.append(dl.Shape(_many(part), color))
    dark, light = spec["dike"]
    dikes = _many(quads)
    rim = runs(g.field.contours(field, EDGE, smooth=2, least=12))
    detail = [
        dl.Shape(_glints(quads[watery]), stroke=dl.Stroke(str(spec["glint"]), 0.9, hide_px=0.3)),
        dl.Shape(_seedlings(quads[~watery]), stroke=dl.Stroke(str(spec["row"]), 1.1, "round", hide_px=0.3)),
    ]
    nodes.append(dl.Group(tuple(detail), name="plots", min_zoom=44))
    nodes.append(dl.Shape(rim, stroke=dl.Stroke(str(dark), 2.5, min_px=0.4)))
    nodes.append(dl.Shape(dikes, stroke=dl.Stroke(str(dark), 2.5, hide_px=0.8)))  # from afar they would be all there is
    for path in (rim, dikes):
        nodes.append(dl.Shape(path, stroke=dl.Stroke(str(light), 1.4, hide_px=0.4)))
    return nodes


def _many(quads: Array) -> dl.Path:
    return dl.Path(dl.frozen_floats(quads.reshape(-1, 2)), dl.frozen_ints(np.arange(len(quads)) * 4))


def _glints(quads: Array) -> dl.Path:
    lines = []
    for part, length in ((0.34, 0.62), (0.62, 0.42)):
        west, east = quads[:, 0] * (1 - part) + quads[:, 3] * part, quads[:, 1] * (1 - part) + quads[:, 2] * part
        lines.append(np.stack((west + (east - west) * 0.22, west + (east - west) * (0.22 + length * 0.8)), axis=1))
    return _pairs(np.concatenate(lines))


def _seedlings(quads: Array) -> dl.Path:
    """Rows of short strokes across each plot."""
    lines = []
    for part in (0.28, 0.52, 0.76):
        west, east = quads[:, 0] * (1 - part) + quads[:, 3] * part, quads[:, 1] * (1 - part) + quads[:, 2] * part
        for k in range(4):
            foot = west + (east - west) * (0.2 + 0.2 * k)
            lines.append(np.stack((foot, foot + [0.0, -2.1]), axis=1))
    return _pairs(np.concatenate(lines))


def _pairs(lines: Array) -> dl.Path:
    return dl.Path(dl.frozen_floats(lines.reshape(-1, 2)), dl.frozen_ints(np.arange(len(lines)) * 2), closed=False)


# ----------------------------------------------------------------------------------------------------- villages


def villages(g: Ground, spec: Layer) -> list[dl.Node]:
    """Beaten ground with thatched houses between palms and bamboo; nothing stands on a way.

    Settings: cells, `part` (floor, houses; both), `floor`, `thatch` (colours), `edge`, `frond`, `bamboo` [edge, mid, light].
    """
    cells = g.members(dict(spec))
    if not cells:
        return []
    field = country(g, spec)
    nodes: list[dl.Node] = []
    if spec.get("part", "floor") == "floor":
        nodes += _floor(g, spec, field)
    if spec.get("part", "houses") != "houses":
        return nodes
    houses: list[tuple[float, float, int]] = []
    for cell in sorted(cells):
        here: list[tuple[float, float]] = []
        rng = np.random.default_rng(seed_of(g.board.id, cell))
        for a, d in zip(rng.random(90) * 6.283, 8 + rng.random(90) * 27, strict=True):
            x, y = g.centres[cell][0] + np.cos(a) * d, g.centres[cell][1] + np.sin(a) * d
            # the middle of the cell keeps its dot, its foot the name
            if np.hypot(x - g.centres[cell][0], y - g.centres[cell][1]) < 9 or any(np.hypot(x - u, y - v) < 23 for u, v in here):
                continue
            spot = np.array([x]), np.array([y])
            if _free(g, spec, *spot)[0] and g.field.sample(field, *spot)[0] > EDGE + 0.03:
                here.append((x, y))
            if len(here) == 4:
                break
        houses += [(x, y, seed_of(cell, k)) for k, (x, y) in enumerate(here)]
    huts = tuple(_hut(k, spec) for k in range(18))
    houses.sort(key=lambda h: h[1])
    at = dl.frozen_floats(np.array([(x, y) for x, y, _ in houses]).reshape(-1, 2))
    built = dl.Stamps(huts, dl.frozen_ints([n % len(huts) for _, _, n in houses]), at)
    standing = np.array([(x, y) for x, y, _ in houses]).reshape(-1, 2)

    def inside(x: Array, y: Array) -> NDArray[np.bool_]:
        value = g.field.sample(field, x, y)
        far = np.full(len(x), 99.0)
        for hx, hy in standing:
            far = np.minimum(far, np.hypot(x - hx, y - hy))
        rim = (value > EDGE - 0.06) & (value < EDGE + 0.17)
        return np.asarray(rim & (far > 13) & (value_noise(x / 21, y / 21, g.seed + 23) > -0.25))

    def trees(spread: float) -> tuple[Shapes, ...]:
        edge, mid, light = spec.get("bamboo", ("#2f5320", "#5f8f3f", "#95bd63"))
        look = {"crowns": [mid], "edge": edge, "light": light, "crown_size": [4.2, 6.4], "shadow": "#142208"}
        bushes = MOTIFS["trees"](look, spread, g.seed)[::3]
        return (*(_palm(10.5, g.seed + k, spec) for k in range(6)), *bushes)

    nodes.append(dl.Group((built,), name="houses", min_zoom=dl.FAR))
    return nodes + _strewn(g, {"spacing": 14, "jitter": 0.42, "ways": spec.get("ways")}, inside, trees)


def _hut(number: int, spec: Layer) -> Shapes:
    """A hipped roof of thatch, lit from the north-west, with its shadow."""
    angle = np.radians((-24, 8, 32, 74, 98, -8)[number % 6])
    w, h = 19.0 + number * 5 % 6, 12.5 + number * 7 % 3
    color = str(spec["thatch"][number % len(spec["thatch"])])
    edge = str(spec.get("edge", "#3c2508"))
    c, s = float(np.cos(angle)), float(np.sin(angle))

    def at(*points: tuple[float, float]) -> Array:
        return np.array([(x * c - y * s, x * s + y * c) for x, y in points])

    hip = h / 2 * 0.92
    nw, ne, se, sw = (-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2)
    a, b = (-w / 2 + hip, 0.0), (w / 2 - hip, 0.0)
    out = [dl.Shape(dl.polygon(at(nw, ne, se, sw) + [0.8 * k, 1.0 * k]), "#1c160c1c") for k in range(1, 6)]
    for face in ((nw, ne, b, a), (sw, se, b, a), (nw, a, sw), (ne, b, se)):
        way = at(*face).mean(axis=0)
        light = -(way[0] * 0.6 + way[1] * 0.8) / max(1e-6, float(np.hypot(*way)))
        out.append(dl.Shape(dl.polygon(at(*face)), dl.shade(color, 1.0 + 0.20 * float(light))))
    straw = [at((x, -h / 2), (x, h / 2)) for x in np.arange(-w / 2 + 1.6, w / 2, 1.9).tolist()]
    out.append(dl.Shape(dl.path_of(straw, closed=False), stroke=dl.Stroke(dl.with_alpha(edge, 0.22), 0.6, hide_px=0.25)))
    out.append(dl.Shape(dl.polyline(at(a, b)), stroke=dl.Stroke("#fff0c4b8", 1.1)))
    out.append(dl.Shape(dl.polygon(at(nw, ne, se, sw)), stroke=dl.Stroke(edge, 1.0, join="miter")))
    return tuple(out)


# -------------------------------------------------------------------------------------------------------- relief


def _high(g: Ground) -> Array:
    """The ground's height over the board's field, in levels; flat where nothing rises."""

    def make() -> Array:
        values = {cell: float(level) for cell, level in g.board.elevation.items()}
        high = g.field.blend(g.values(values), 50)
        rolling = g.field.noise(95, g.seed + 71, 2) * 0.16 + g.field.noise(36, g.seed + 72, 2) * 0.08
        return np.asarray(high + rolling * np.clip(high * 1.6, 0.0, 1.0))

    return g.cached(("levels",), make)


def relief_tints(g: Ground, spec: Layer) -> list[dl.Node]:
    """Levels of elevation: the shadow at each foot, its tint, its edge; `tints` [[level, colour], …], `ink`."""
    if not any(g.board.elevation.values()):
        return []
    nodes: list[dl.Node] = []
    for level, tone in spec["tints"]:
        path = runs(g.field.contours(_high(g), float(level), smooth=2, least=12))
        foot = [dl.Shape(path.moved(1.7 * k, 2.2 * k), "#3a2a100d") for k in range(1, 7)]
        nodes.append(dl.Group(tuple(foot), name="foot", min_zoom=dl.FAR))
        nodes.append(dl.Shape(path, tone, dl.Stroke(str(spec.get("ink", "#6d4a1cc0")), 1.2, hide_px=0.4)))
    return nodes


def relief_shade(g: Ground, spec: Layer) -> list[dl.Node]:
    """Light and shadow of the hills over all that grows on them: a wash over the cells of each level, exactly to their sides.

    Settings: `steps` (a colour for each level), `dark`, `light`, `most` (opacity of the shade), `steep`, `lines` [[level,
    width, opacity], …] and their `ink`.
    """
    level = g.board.elevation
    if not any(level.values()):
        return []
    high = _high(g)
    nodes: list[dl.Node] = []
    for number, color in enumerate(spec.get("steps", ()), 1):
        loops = outer_loops(g, {cell for cell, height in level.items() if height >= number})
        if loops:
            nodes.append(dl.Shape(dl.path_of(loops, even_odd=True), str(color)))
    nodes.append(_shade(g, g.field, high * float(spec.get("steep", 1.6)), spec))
    for at, width, alpha in spec.get("lines", ()):
        lines = g.field.contours(high, float(at), smooth=2, least=14, closed=False)
        pen = dl.Stroke(dl.with_alpha(str(spec["ink"]), float(alpha)), float(width), hide_px=0.35)
        nodes.append(dl.Shape(runs(lines, closed=False), stroke=pen))
    return nodes


def slopes(g: Ground, spec: Layer) -> list[dl.Node]:
    """Cell sides between levels: a light line on the upper side, teeth that point downhill, longer for higher steps.

    Settings: `kind` (edge kind), `light`, `ink`, `teeth` (to a side), `reach` [long, short] u.
    """
    level = g.board.elevation
    teeth, (far, near) = int(spec.get("teeth", 13)), (float(v) for v in spec.get("reach", (9.0, 5.0)))
    lights, wedges = [], []
    for edge in g.board.edges:
        if edge.kind != spec["kind"]:
            continue
        for side in edge.sides:
            one, two = side.split("|")
            upper, lower = (one, two) if level.get(one, 0) >= level.get(two, 0) else (two, one)
            a, b = (np.array(p, float) for p in g.grid.edge_points(side))
            down = np.array(g.centres[lower]) - g.centres[upper]
            down /= float(np.hypot(*down))
            lights.append(np.array([a, b]) - down * 1.6)
            along = (b - a) / float(np.hypot(*(b - a)))
            for k in range(1, teeth + 1):
                foot = a + (b - a) * k / (teeth + 1)
                wedges.append([foot - along * 1.35, foot + along * 1.35, foot + down * (far if k % 2 else near)])
    if not lights:
        return []
    path = dl.Path(dl.frozen_floats(np.array(wedges).reshape(-1, 2)), dl.frozen_ints(np.arange(len(wedges)) * 3))
    return [
        dl.Shape(dl.path_of(lights, closed=False), stroke=dl.Stroke(str(spec["light"]), 2.2, "flat", min_px=0.8)),
        dl.Group((dl.Shape(path, str(spec["ink"])),), name="teeth", min_zoom=dl.FAR),
    ]


PAINTERS: dict[str, Callable[[Ground, Layer], list[dl.Node]]] = {
    "streams": streams,
    "canopy": canopy,
    "floor": floor,
    "strewn": strewn,
    "paddies": paddies,
    "villages": villages,
    "relief_tints": relief_tints,
    "relief_shade": relief_shade,
    "slopes": slopes,
}
