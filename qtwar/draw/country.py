"""Painters of country in relief: paddies, what is strewn over it, streams, slopes, contours.

They are settings of `style.yaml` as all painters are (docs/reference/drawing.md); look.md 2 to 5 tells how it should look.
What stands in the way of water and roads is left out: they must be drawn before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qtwar.draw import displaylist as dl
from qtwar.draw import motifs, plots
from qtwar.draw.fields import fractal, value_noise, warp
from qtwar.draw.ground import Ground, runs
from qtwar.draw.mapsheet import outer_loops
from qtwar.draw.motifs import MOTIFS, Motif
from qtwar.draw.operational import _shade, side_rivers
from qtwar.draw.polylines import Array, lengths, points_at
from qtwar.draw.routes import Stretch
from qtwar.draw.sidelines import side_courses

Layer = Mapping[str, Any]
EDGE = 0.46


# ------------------------------------------------------------------------------------------- shapes of country


def country(g: Ground, spec: Layer) -> Array:
    """Return the field of a layer's cells, above `EDGE` inside; made once for each choice of cells and roughness."""
    key = ("country", str(sorted((k, str(v)) for k, v in spec.items() if k in _CHOICE)))

    def make() -> Array:
        cells = g.members(dict(spec))
        field = g.field.blend(g.values(dict.fromkeys(cells, 1.0)), float(spec.get("reach", 52)))
        g.field.noise(54, g.seed + 41, onto=field, times=float(spec.get("rough", 0.22)))
        g.field.noise(20, g.seed + 43, onto=field, times=0.06)
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


def floor(g: Ground, spec: Layer) -> list[dl.Node]:
    """The ground of some country, with a fringe; `floor` (colour), `cover` (opacity), `rim` (colour of a line round it)."""
    if not g.members(dict(spec)):
        return []
    field = country(g, spec)
    nodes = _floor(g, spec, field)
    if "rim" in spec:
        rim = runs(g.field.contours(field, EDGE, smooth=2, least=12))
        nodes.append(dl.Shape(rim, stroke=dl.Stroke(str(spec["rim"]), 1.2, hide_px=0.5)))
    return nodes


def strewn(g: Ground, spec: Layer) -> list[dl.Node]:
    """Motifs scattered over some country but not on ways, thinner from afar; those further south stand in front.

    Settings: cells; `motifs` that the title draws (`motifs.drawn`) and, or, `motif` (trees, reeds) with its own; `spacing`,
    `jitter`; `within` and `beyond` (over the field of `country`, so far inside its edge at least and at most; else exactly on
    its cells), `round` [least, most] u from the middle of a cell, `bare` (noise under which there is ground without any);
    `thin` (how much further apart they are from afar, 1.6), `far` (how much larger, as `thin`); `room` that each keeps free of
    what is strewn later.
    """
    cells = g.members(dict(spec))
    if not cells:
        return []
    rooms: list[tuple[Array, float]] = g.cached(("strewn",), list)
    thin = float(spec.get("thin", 1.6))

    def inside(points: Array) -> NDArray[np.bool_]:
        keep = _inside(g, spec, cells, points) & _free(g, spec, points[:, 0], points[:, 1])
        for taken, room in rooms:
            keep[keep] = np.hypot(*(points[keep][:, None] - taken[None]).T).min(axis=0, initial=room + 1) > room
        return np.asarray(keep)

    def make(spread: float) -> list[Motif]:
        size = 1.0 if spread == 1.0 else float(spec.get("far", spread))
        own = [motifs.drawn(parts, size, size**0.5) for parts in spec.get("motifs", ())]
        return [*(MOTIFS[spec["motif"]](spec, spread, g.seed) if "motif" in spec else ()), *own]

    zooms = ((dl.FAR, dl.NEAR, thin), (dl.NEAR, dl.ALL_ZOOMS, 1.0))
    nodes = motifs.strew(g.bounds, {"spacing": 16, "jitter": 0.38, **spec}, g.seed, zooms, inside, make)
    if "room" in spec:
        near = [stamps.xy for stamps in dl.walk(nodes[-1:]) if isinstance(stamps, dl.Stamps)]
        rooms.append((near[0].astype(float), float(spec["room"])))
    return nodes


def _inside(g: Ground, spec: Layer, cells: Collection[str], points: Array) -> NDArray[np.bool_]:
    """Return which points lie where a layer strews."""
    x, y = points.T
    if "within" in spec:
        deep = g.field.sample(country(g, spec), x, y) - EDGE
        keep = (deep > float(spec["within"])) & (deep < float(spec.get("beyond", np.inf)))
    else:
        keep = np.array([g.grid.from_pixel(float(a), float(b)) in cells for a, b in points], dtype=bool)
    if "round" in spec:
        least, most = spec["round"]
        middles = np.array([g.centres[cell] for cell in sorted(cells)])
        away = np.hypot(*(points[:, None] - middles[None]).T).min(axis=0)
        keep &= (away > float(least)) & (away < float(most))
    if "bare" in spec:
        keep &= fractal(x / 55, y / 55, g.seed + 29, 2) >= float(spec["bare"])
    return np.asarray(keep)


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
    quads = plots.meshes(net)
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
                nodes.append(dl.Shape(plots.many(part), color))
    dark, light = spec["dike"]
    dikes = plots.many(quads)
    rim = runs(g.field.contours(field, EDGE, smooth=2, least=12))
    detail = [
        dl.Shape(plots.glints(quads[watery]), stroke=dl.Stroke(str(spec["glint"]), 0.9, hide_px=0.3)),
        dl.Shape(plots.seedlings(quads[~watery]), stroke=dl.Stroke(str(spec["row"]), 1.1, "round", hide_px=0.3)),
    ]
    nodes.append(dl.Group(tuple(detail), name="plots", min_zoom=44))
    nodes.append(dl.Shape(rim, stroke=dl.Stroke(str(dark), 2.5, min_px=0.4)))
    nodes.append(dl.Shape(dikes, stroke=dl.Stroke(str(dark), 2.5, hide_px=0.8)))  # from afar they would be all there is
    for path in (rim, dikes):
        nodes.append(dl.Shape(path, stroke=dl.Stroke(str(light), 1.4, hide_px=0.4)))
    return nodes


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
    "floor": floor,
    "strewn": strewn,
    "paddies": paddies,
    "relief_tints": relief_tints,
    "relief_shade": relief_shade,
    "slopes": slopes,
}
