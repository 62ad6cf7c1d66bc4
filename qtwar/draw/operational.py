"""Painters of operational maps: paper, shaded hills with hachures, rivers on cell sides, roads, railroads, crossings.

They are settings of `style.yaml` as all painters are (docs/reference/drawing.md); look.md 2.2, 2.3 and 4 tell how it
should look.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qtwar.draw import displaylist as dl
from qtwar.draw import landscape
from qtwar.draw.fields import ScalarField, value_noise
from qtwar.draw.ground import BEYOND, Ground, runs
from qtwar.draw.motifs import MOTIFS, strew
from qtwar.draw.polylines import Array, lengths, points_at
from qtwar.draw.routes import Stretch, stretches
from qtwar.draw.sidelines import SideCourse, side_courses

Layer = Mapping[str, Any]
COARSE = 9.0


def _field(g: Ground) -> ScalarField:
    """A sampling wide enough apart for large boards; hills and paper need no finer one."""
    left, top, right, bottom = g.bounds
    rim = BEYOND * 100
    return g.cached(("coarse field",), lambda: ScalarField(left - rim, top - rim, right + rim, bottom + rim, COARSE))


def mottle(g: Ground, spec: Layer) -> list[dl.Node]:
    """Paper with clouds of other tones: `bands` [[wavelength in cells, level, colour], …]; below 0 it is the lower side."""
    field = _field(g)
    left, top, right, bottom = g.bounds
    sheet = dl.rectangle(left - 250, top - 250, right - left + 500, bottom - top + 500)
    nodes: list[dl.Node] = [dl.Shape(sheet, spec["color"])]
    made: dict[float, Array] = {}
    for wave, level, tone in spec["bands"]:
        if wave not in made:
            made[wave] = field.noise(100 * float(wave), g.seed + 51 + len(made), 2)
        noise = made[wave] if level >= 0 else -made[wave]
        fine = dl.Shape(runs(field.contours(noise, abs(float(level)), least=14)), tone)
        # small clouds would only be noise from afar, and outlines of large ones cost the most there
        nodes.append(dl.Group((fine,), name="clouds", min_zoom=dl.FAR))
        if wave > 2:
            rough = [line[::3] for line in field.contours(noise, abs(float(level)), smooth=0, least=40)]
            nodes.append(dl.Group((dl.Shape(runs(rough), tone),), name="clouds from afar", max_zoom=dl.FAR))
    return nodes


def scatter(g: Ground, spec: Layer) -> list[dl.Node]:
    """Motifs alone, loosely over some cells and a little beyond: what has no bearing on rules needs no border."""
    cells = g.members(dict(spec))
    if not cells:
        return []
    at = np.array([g.centres[c] for c in sorted(cells)])
    box = (at[:, 0].min() - 60, at[:, 1].min() - 60, at[:, 0].max() + 60, at[:, 1].max() + 60)

    def loose(points: Array) -> NDArray[np.bool_]:
        near = np.hypot(points[:, None, 0] - at[None, :, 0], points[:, None, 1] - at[None, :, 1]).min(axis=1)
        edge = 50 + 22 * value_noise(points[:, 0] / 60, points[:, 1] / 60, g.seed + 52)
        bare = value_noise(points[:, 0] / 48, points[:, 1] / 48, g.seed + 53) < float(spec.get("bare", -0.55))
        return np.asarray((near < edge) & ~bare)

    zooms = ((dl.FAR, dl.NEAR, 1.5), (dl.NEAR, dl.ALL_ZOOMS, 1.0))
    given = {"spacing": 22, "jitter": 0.45, **spec}
    return strew(box, given, g.seed, zooms, loose, lambda spread: MOTIFS[spec["motif"]](spec, spread, g.seed))


# ------------------------------------------------------------------------------------------------- hills


def height(g: Ground, levels: Mapping[str, float]) -> Array:
    """Return the ground's height over the coarse field: terrain's levels, rolling, but flat where nothing rises."""

    def make() -> Array:
        field = _field(g)
        values = {cell: float(levels.get(terrain, 0)) for cell, terrain in g.board.terrain.items()}
        rough = field.blend(g.values(values), 67)
        rough *= 1.28  # narrow ranges lose height to the plains beside them
        rolling = field.noise(112, g.seed + 71, 2) * 0.27 + field.noise(46, g.seed + 72, 3) * 0.20
        rough += rolling * np.clip(rough * 2.2, 0.06, 1.15)
        for low in sorted({v for v in values.values() if v > 0}):
            inside = [g.centres[c] for c, v in values.items() if v >= low]
            beside = {c: _near(g, c, values, low) for c, v in values.items() if v < low}
            _heed(g, field, rough, inside, low - 0.5, (38.0, 0.17, 0.55), up=True)
            _heed(g, field, rough, [g.centres[c] for c, n in beside.items() if 0 < n < 4], low - 0.5, (38.0, 0.16, 0.5), up=False)
            # a valley closed in by hills is wider than it would be, and longer than wide: it must not look like a pit
            closed = [g.centres[c] for c, n in beside.items() if n > 3]
            _heed(g, field, rough, closed, low - 0.5, (54.0, 0.27, 0.62), up=False, long=0.6)
        return np.asarray(rough)

    return g.cached(("height", tuple(sorted(levels.items()))), make)


def _heed(
    g: Ground,
    field: ScalarField,
    high: Array,
    centres: Sequence[tuple[float, float]],
    level: float,
    dome_of: tuple[float, float, float],
    *,
    up: bool,
    long: float = 0.0,
) -> None:
    """Push the field past a level round each centre, so that no cell loses its own height.

    It is a dome (radius u, height, slope) that meets the field, or a bowl; `long` (of 1) how much longer than wide.
    """
    radius, depth, slope = dome_of
    wobble: Array = g.cached(("wobble",), lambda: field.noise(52, g.seed + 75, 2))
    most = 1.5 if long else 1.0
    reach = int(radius * most / field.step) + 1
    for x, y in centres:
        j, i = round((x - field.left) / field.step), round((y - field.top) / field.step)
        i0, i1, j0, j1 = max(0, i - reach), i + reach + 1, max(0, j - reach), j + reach + 1
        dx, dy = field.xs[None, j0:j1] - x, field.ys[i0:i1, None] - y
        far = np.hypot(dx, dy) / radius
        d = far * (1 + 0.3 * wobble[i0:i1, j0:j1])  # no valley is round
        if long:
            turn = np.arctan2(dy, dx)
            lie = float(wobble[min(i, len(wobble) - 1), min(j, wobble.shape[1] - 1)]) * 9.0
            lobes = long * np.cos(2 * (turn - lie)) + 0.4 * long * np.cos(3 * turn + 5 * lie)
            d = np.maximum(d * (1 - lobes), far / most)  # it keeps off its neighbours' centres
        dome = np.where(d < 1, depth - slope * d * d, -9.0)
        part = high[i0:i1, j0:j1]
        high[i0:i1, j0:j1] = np.maximum(part, level + dome) if up else np.minimum(part, level - dome)


def _near(g: Ground, cell: str, values: Mapping[str, float], low: float) -> int:
    return sum(values.get(other, 0) >= low for other in g.grid.neighbours(cell))


def relief(g: Ground, spec: Layer) -> list[dl.Node]:
    """Hills: a foot's shadow, tints by height, shade from the north-west, and hachures that run downhill.

    Settings: `levels` {terrain: height}, `tints` [[height, colour], …], `dark`, `light`, `most` (opacity of the shade),
    `hachures` [[height, length, spacing, width, opacity], …], `ink`.
    """
    field, high = _field(g), height(g, spec["levels"])
    foot = runs(field.contours(high, float(spec["tints"][0][0]) + 0.06, smooth=2, least=10))
    nodes: list[dl.Node] = [
        dl.Group(
            tuple(dl.Shape(foot.moved(1.9 * k, 2.5 * k), dl.with_alpha("#3a2c16", 0.035)) for k in range(1, 6)),
            name="foot",
            min_zoom=dl.FAR,
        )
    ]
    nodes += [dl.Shape(runs(field.contours(high, float(level), smooth=2, least=10)), tone) for level, tone in spec["tints"]]
    nodes.append(_shade(g, field, high, spec))
    hatch = _hachures(g, field, high, spec)
    nodes.append(dl.Group(tuple(hatch), name="hachures", min_zoom=float(spec.get("hachures_from", 30))))
    return nodes


def _shade(g: Ground, field: ScalarField, high: Array, spec: Layer) -> dl.Node:
    gy, gx = np.gradient(high, field.step)
    strength = np.clip((gx * 0.6 + gy * 0.8) * 46, -1, 1)  # light from the north-west: what falls to the south-east is dark
    most = float(spec.get("most", 0.44))
    dark, light = (_rgb(str(spec.get(k, v))) for k, v in (("dark", "#3a2c16"), ("light", "#fffbe0")))
    pixels = np.zeros((*field.shape, 4), np.uint8)
    falls = np.asarray(strength < 0)
    pixels[..., :3] = np.where(falls[..., None], dark, light)
    pixels[..., 3] = (np.abs(strength) * np.where(falls, most, most * 0.82) * 255).astype(np.uint8)
    left, top, right, bottom = g.bounds
    j0, j1 = int((left - field.left) / field.step), int((right - field.left) / field.step) + 2
    i0, i1 = int((top - field.top) / field.step), int((bottom - field.top) / field.step) + 2
    part = np.ascontiguousarray(pixels[i0:i1, j0:j1])
    part.setflags(write=False)
    half = field.step / 2
    where = (field.xs[j0] - half, field.ys[i0] - half, (j1 - j0) * field.step, (i1 - i0) * field.step)
    return dl.Picture(part, tuple(float(v) for v in where))  # type: ignore[arg-type]


def _rgb(color: str) -> Array:
    return np.array([int(color[k : k + 2], 16) for k in (1, 3, 5)], dtype=float)


def _hachures(g: Ground, field: ScalarField, high: Array, spec: Layer) -> list[dl.Node]:
    gy, gx = (np.asarray(part, dtype=float) for part in np.gradient(high, field.step))
    nodes: list[dl.Node] = []
    for n, (level, length, spacing, width, alpha) in enumerate(spec.get("hachures", ())):
        at: list[Array] = []
        for line in field.contours(high, float(level), smooth=2, least=10, closed=False):
            along = lengths(line)
            steps = np.arange(0, along[-1], float(spacing))
            steps = steps + value_noise(steps / 3.1, np.full(len(steps), float(n)), g.seed + 83) * float(spacing) * 0.3
            at.append(points_at(line, along, steps))
        if not at:
            continue
        points = np.vstack(at)
        px, py = points[:, 0], points[:, 1]
        ux, uy = -field.sample(gx, px, py), -field.sample(gy, px, py)
        steep = np.maximum(np.hypot(ux, uy), 1e-9)
        keep = steep > 0.002
        points, ux, uy = points[keep], (ux / steep)[keep], (uy / steep)[keep]
        lee = 0.55 + 0.45 * np.clip(ux * 0.6 + uy * 0.8, 0, 1)
        wild = 0.9 + 0.22 * value_noise(points[:, 0] / 4.0, points[:, 1] / 4.0, g.seed + 85)
        half, reach = float(width) * lee, float(length) * lee * wild
        x, y = points[:, 0], points[:, 1]
        wedges = np.stack(
            (
                np.column_stack((x - uy * half, y + ux * half)),
                np.column_stack((x + uy * half, y - ux * half)),
                np.column_stack((x + ux * reach, y + uy * reach)),
            ),
            axis=1,
        )
        for low, top in ((0.0, 0.62), (0.62, 2.0)):  # the lee side in a darker ink than the lit one
            some = wedges[(lee >= low) & (lee < top)]
            starts = np.arange(len(some)) * 3
            path = dl.Path(dl.frozen_floats(some.reshape(-1, 2)), dl.frozen_ints(starts))
            nodes.append(dl.Shape(path, dl.with_alpha(spec["ink"], float(alpha) * (0.62 if low == 0.0 else 1.0))))
    return nodes


# ------------------------------------------------------------------------------------------------ rivers


def _widths(course: SideCourse, line: Layer) -> Array:
    """Width at each point: slowly wider downstream, and much wider in tidewater, over the last `tidal` u."""
    points = course.line
    along = lengths(points)
    whole = max(float(along[-1]), 1.0)
    first, last = (float(v) for v in line["width"])
    wide = first + (last - first) * along / whole
    if "tide" in line:
        left = np.clip((along - (whole - float(line.get("tidal", 900)))) / min(whole, float(line.get("tidal", 900))), 0, 1)
        wide = wide + (float(line["tide"]) - wide) * left * left * (3 - 2 * left)
    if course.at_sea:  # the mouth opens like a funnel
        left = np.clip((along - (whole - 330)) / 190, 0, 1)
        wide = wide * (1 + float(line.get("funnel", 0.5)) * left * left)
    return wide


def band(points: Array, widths: Array) -> Array:
    """Return the outline of a band along a line, of a width for each point, as one polygon with round ends."""
    ahead = np.vstack((points[1:], points[-1:]))
    behind = np.vstack((points[:1], points[:-1]))
    way = ahead - behind
    length = np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-9)
    unit = way / length[:, None]
    normal = np.column_stack((-unit[:, 1], unit[:, 0]))
    half = widths[:, None] / 2
    turn = np.linspace(0, np.pi, 9)[1:-1]

    def cap(at: Array, n: Array, u: Array, r: float) -> Array:
        return np.asarray(at + r * (np.cos(turn)[:, None] * n + np.sin(turn)[:, None] * u))

    end = cap(points[-1], normal[-1], unit[-1], widths[-1] / 2)
    start = cap(points[0], -normal[0], -unit[0], widths[0] / 2)
    return np.vstack((points + normal * half, end, (points - normal * half)[::-1], start))


def side_rivers(g: Ground, spec: Layer) -> list[dl.Node]:
    """Rivers that run on cell sides, as ribbons that widen to the sea; casings of a kind first, then fills.

    Settings: `sea` (terrain they flow into), `kinds` {edge kind: {width: [source, mouth], tide, tidal, casing_width,
    casing, color, mid, lines: {English name: the same settings}}}, greater kinds first.
    """
    kinds: Mapping[str, Any] = spec["kinds"]
    made = side_courses(g, tuple(kinds), tuple(spec.get("sea", ())))
    mouths: list[tuple[float, float, float]] = g.cached(("mouths",), list)
    wide: dict[str, list[tuple[Array, Array]]] = {kind: [] for kind in kinds}
    mask: list[tuple[Array, Array]] = g.cached(("river widths",), list)
    for course in made:
        edge = g.board.edges[course.number]
        kind = kinds[edge.kind]
        own = (kind.get("lines") or {}).get(edge.name.get("en") if edge.name else "", {})
        widths = _widths(course, {**kind, **own})
        line = course.line
        if course.at_sea:  # its last part lies in open water, which covers what is too much
            mouths += [(float(x), float(y), float(widths[-1]) * 0.6) for x, y in line[-60::3]]
        wide[edge.kind].append((line, widths))
        mask.append((line, widths))
    nodes: list[dl.Node] = []
    order = list(kinds)[::-1]  # small streams under great rivers, so that they end at the bank
    for part in ("casing", "color", "mid"):
        for name in order:
            kind = kinds[name]
            if part not in kind:
                continue
            grow = float(kind.get("casing_width", 4.6)) if part == "casing" else 0.0
            scale = 0.46 if part == "mid" else 1.0
            bands = [band(line, widths * scale + grow) for line, widths in wide[name]]
            path = dl.path_of(bands)
            fine = dl.Shape(path, kind[part])
            if part == "casing":  # from afar a ribbon would be thinner than a pixel: a line that never is
                thin = dl.Stroke(kind["casing"], float(kind["width"][0]), min_px=float(kind.get("least_px", 1.0)))
                far = dl.Shape(runs([line for line, _ in wide[name]], closed=False), stroke=thin)
                nodes.append(dl.Group((far,), name="courses", max_zoom=dl.NEAR))
            nodes.append(fine if part != "mid" else dl.Group((fine,), name="mid", min_zoom=dl.FAR))
    return nodes


def coast(g: Ground, spec: Layer) -> list[dl.Node]:
    """As `shore`, with creeks and points: `rough` of the coast line; left open where `side_rivers` flow out."""
    values = g.by_terrain(spec.get("values", {}), float(spec.get("else", 1)))
    rough = float(spec.get("rough", 0.2))

    def make() -> Array:
        field = g.field.blend(g.values(values, 1), float(spec.get("reach", 60)))
        g.field.noise(135, g.seed + 3, 2, onto=field, times=rough)
        g.field.noise(46, g.seed + 8, onto=field, times=rough * 0.55)
        dry = [at for c, at in g.centres.items() if values[c] > 0.8 and _near_other(g, c, values)]
        wet = [at for c, at in g.centres.items() if values[c] < 0.2 and _near_other(g, c, values)]
        field = np.where(g.field.blend(g.values(values, 1), 60) > 0.97, np.maximum(field, 0.6), field)
        return g.field.guarantee(field, dry, wet, 30)

    g.land = g.cached(("land", str(spec.get("values")), spec.get("reach")), make)
    return landscape.shore(g, spec)


def _near_other(g: Ground, cell: str, values: Mapping[str, float]) -> bool:
    return any(values.get(other, values[cell]) != values[cell] for other in g.grid.neighbours(cell))


# ------------------------------------------------------------------------------------------------ routes


def _ties(line: Array, every: float, half: float) -> Array:
    along = lengths(line)
    at = np.arange(every / 2, along[-1], every)
    middle = points_at(line, along, at)
    way = points_at(line, along, at + 1) - points_at(line, along, at - 1)
    across = np.column_stack((-way[:, 1], way[:, 0])) / np.maximum(np.hypot(*way.T), 1e-9)[:, None] * half
    return np.stack((middle - across, middle + across), axis=1)


def routes(g: Ground, spec: Layer) -> list[dl.Node]:
    """Roads and railroads between towns and junctions: halos, then casings, then fills, then ties.

    Settings: `pinned` (features crossed at the centre), `kinds` {path kind: {strokes: [[colour, width], …], halo: [colour,
    width], ties: [every, half, width], thin: [colour, px], class: attribute, classes: {its word: {strokes}}}}.
    """
    kinds: Mapping[str, Any] = spec["kinds"]
    pinned = tuple(spec.get("pinned", ()))
    nets = {kind: stretches(g, kind, tuple(kinds), pinned) for kind in kinds}
    near: list[dl.Node] = []
    groups: list[tuple[Mapping[str, Any], list[Array]]] = []
    for kind, settings in kinds.items():
        classes: Mapping[str, Any] = settings.get("classes") or {}
        sorted_lines: dict[str, list[Array]] = {"": [], **{word: [] for word in classes}}
        for stretch in nets[kind]:
            sorted_lines[_class_of(g, stretch, str(settings.get("class", "")), classes)].append(stretch.line)
        groups += [({**settings, **classes.get(word, {})}, lines) for word, lines in sorted_lines.items() if lines]
    paths = [(settings, dl.path_of(lines, closed=False)) for settings, lines in groups]
    for settings, path in paths:
        if "halo" in settings:
            color, width = settings["halo"]
            near.append(dl.Shape(path, stroke=dl.Stroke(color, float(width), "flat")))
    deepest = max((len(settings["strokes"]) for settings, _ in paths), default=0)
    for depth in range(deepest):
        for settings, path in paths:
            if depth < len(settings["strokes"]):
                color, width = settings["strokes"][depth]
                least = 0.9 if depth == 0 else 0.0
                near.append(dl.Shape(path, stroke=dl.Stroke(color, float(width), min_px=least, hide_px=0 if least else 0.45)))
    for (settings, _), (_, lines) in zip(paths, groups, strict=True):
        if "ties" in settings:
            every, half, width = (float(v) for v in settings["ties"])
            ties = np.concatenate([_ties(line, every, half) for line in lines]).reshape(-1, 2)
            path = dl.Path(dl.frozen_floats(ties), dl.frozen_ints(np.arange(len(ties) // 2) * 2), closed=False)
            line = dl.Shape(path, stroke=dl.Stroke(settings["strokes"][0][0], width, "flat"))
            near.append(dl.Group((line,), name="ties", min_zoom=float(settings.get("ties_from", 34))))
    far = [
        dl.Shape(path, stroke=dl.Stroke(settings["thin"][0], 1.0, min_px=float(settings["thin"][1])))
        for settings, path in paths
        if "thin" in settings
    ]
    return [dl.Group(tuple(far), name="far", max_zoom=dl.FAR), dl.Group(tuple(near), name="near", min_zoom=dl.FAR)]


def _class_of(g: Ground, stretch: Stretch, attribute: str, classes: Mapping[str, Any]) -> str:
    """The best class of the path lines that run along a stretch, in the order of the settings."""
    words = {str(g.board.paths[n].attrs.get(attribute, "")) for n in stretch.paths} if attribute else set()
    return next((word for word in classes if word in words), "")


# --------------------------------------------------------------------------------------------- crossings


def crossings(g: Ground, spec: Layer) -> list[dl.Node]:
    """Bridges and fords where routes cross rivers, turned along the road.

    Settings: `routes` (path kinds), `kinds` {edge kind: {sign: bridge or ford, ink, paper}}.
    """
    kinds: Mapping[str, Any] = spec["kinds"]
    rivers: list[tuple[Array, Array]] = g.cached(("river widths",), list)
    lines = [s for kind in spec.get("routes", ()) for s in stretches(g, kind)]
    by_pair: dict[frozenset[str], list[Array]] = {}
    for stretch in lines:
        for pair in zip(stretch.cells, stretch.cells[1:], strict=False):
            by_pair.setdefault(frozenset(pair), []).append(stretch.line)
    every = np.vstack([line for line, _ in rivers]) if rivers else np.zeros((0, 2))
    wide = np.concatenate([widths for _, widths in rivers]) if rivers else np.zeros(0)
    nodes: list[dl.Node] = []
    for edge in g.board.edges:
        if edge.kind not in kinds:
            continue
        for side in edge.sides:
            a, b = side.split("|")
            nodes += _crossing(g, (a, b), by_pair.get(frozenset((a, b)), ()), (every, wide), kinds[edge.kind])
    return nodes


def _crossing(
    g: Ground, cells: tuple[str, str], along: Sequence[Array], rivers: tuple[Array, Array], kind: Layer
) -> list[dl.Node]:
    every, wide = rivers
    one, two = (np.array(g.centres[c]) for c in cells)
    middle, way = (one + two) / 2, two - one
    local = np.hypot(*(every - middle).T) < 60
    water, widths = every[local], wide[local]
    if not len(water):
        water, widths = middle[None], np.array([12.0])
    spots: list[tuple[Array, Array, float]] = []
    for line in along:
        close = np.nonzero(np.hypot(*(line - middle).T) < 44)[0]
        if not len(close):
            continue
        gap = np.hypot(line[close, None, 0] - water[None, :, 0], line[close, None, 1] - water[None, :, 1])
        near, m = divmod(int(gap.argmin()), len(water))
        spot = int(close[near])
        toward = line[min(len(line) - 1, spot + 2)] - line[max(0, spot - 2)]
        if not any(np.hypot(*(line[spot] - other)) < 9 for other, _, _ in spots):
            spots.append((line[spot], toward, float(widths[m])))
    if not spots:
        m = int(np.hypot(*(water - middle).T).argmin())
        spots = [(water[m], way, float(widths[m]))]
    # roads that lie side by side have one bridge, others each their own
    groups: list[list[tuple[Array, Array, float]]] = []
    for found in spots:
        group = next((one for one in groups if np.hypot(*(one[0][0] - found[0])) < 24), None)
        if group is None:
            groups.append([found])
        else:
            group.append(found)
    nodes: list[dl.Node] = []
    for group in groups:
        at = np.mean([spot for spot, _, _ in group], axis=0)
        toward = group[0][1]
        across = max(float(np.hypot(*(spot - at))) for spot, _, _ in group)
        length = float(np.hypot(*toward)) or 1.0
        c, s = float(toward[0]) / length, float(toward[1]) / length
        turn: dl.Affine = (c, s, -s, c, float(at[0]), float(at[1]))
        made = CROSSINGS[str(kind["sign"])](max(w for _, _, w in group), across, kind)
        nodes += [dl.Shape(shape.path.mapped(turn), shape.fill, shape.stroke) for shape in made]
    return nodes


def _bridge(width: float, across: float, kind: Layer) -> list[dl.Shape]:
    long, flare, gap = width / 2 + 4.5, 4.2, 5.0 + across
    rails = dl.path_of(
        [
            [(-long - flare, sign * (gap + 3)), (-long, sign * gap), (long, sign * gap), (long + flare, sign * (gap + 3))]
            for sign in (-1, 1)
        ],
        closed=False,
    )
    deck = dl.rectangle(-long, -gap, 2 * long, 2 * gap)
    return [
        dl.Shape(rails, stroke=dl.Stroke(str(kind.get("paper", "#fbf3dc")), 5.0)),
        dl.Shape(deck, dl.with_alpha(str(kind.get("paper", "#fbf3dc")), 0.5)),
        dl.Shape(rails, stroke=dl.Stroke(str(kind.get("ink", "#231d16")), 2.3, min_px=0.8)),
    ]


def _ford(width: float, across: float, kind: Layer) -> list[dl.Shape]:
    half = 7.0 + across
    step = max(5.6, min(8.0, width * 0.42))
    bars = dl.path_of([[(x, -half), (x, half)] for x in (-step, 0.0, step)], closed=False)
    return [
        dl.Shape(bars, stroke=dl.Stroke(str(kind.get("paper", "#fbf3dc")), 5.2)),
        dl.Shape(bars, stroke=dl.Stroke(str(kind.get("ink", "#7a4320")), 2.6, "flat", min_px=0.8)),
    ]


CROSSINGS: dict[str, Callable[[float, float, Layer], list[dl.Shape]]] = {"bridge": _bridge, "ford": _ford}

PAINTERS: dict[str, Callable[[Ground, Layer], list[dl.Node]]] = {
    "mottle": mottle,
    "scatter": scatter,
    "relief": relief,
    "side_rivers": side_rivers,
    "coast": coast,
    "routes": routes,
    "crossings": crossings,
}
