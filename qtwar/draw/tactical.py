"""Painters of tactical maps: hedges and walls along cell sides, buildings with their roofs, hills by elevation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from qtwar.draw import displaylist as dl
from qtwar.draw.fields import blob, seed_of, warp
from qtwar.draw.ground import Ground, runs
from qtwar.draw.polylines import Array, chaikin, chains, lengths, outline, points_at
from qtwar.draw.roofs import Roof, cross, roof, shadow

Layer = Mapping[str, Any]


def _sides(g: Ground, kind: str) -> list[tuple[Array, bool]]:
    """The lines that sides of a kind make, as (points (n, 2), whether it is a ring)."""
    lines = chains((a, b) for edge in g.board.edges if edge.kind == kind for a, b in map(g.grid.edge_points, edge.sides))
    return [(np.array(line[:-1] if line[0] == line[-1] else line), line[0] == line[-1]) for line in lines]


def _along(line: Array, closed: bool, every: float) -> Array:
    """Return points every so many u along a line."""
    points = np.vstack((line, line[:1])) if closed else line
    along = lengths(points)
    count = max(2, round(float(along[-1]) / every))
    return points_at(points, along, np.linspace(0, float(along[-1]), count, endpoint=not closed))


def hedges(g: Ground, spec: Layer) -> list[dl.Node]:
    """Hedges along cell sides of a kind: a bank, its shadow, and crowns close to each other."""
    low, high = spec.get("crown_size", (5.2, 8.0))
    stamps = []
    for k in range(16):
        r = low + (high - low) * ((k * 5) % 16) / 15
        crown = blob(r, g.seed + k)
        stamps.append(
            (
                dl.Shape(dl.polygon(crown), spec["crowns"][k % len(spec["crowns"])], dl.Stroke(spec["edge"], 1.0)),
                dl.Shape(dl.polygon(blob(r * 0.42, g.seed + k + 40) - [0.28 * r, 0.32 * r]), spec["light"]),
            )
        )
    lines, points = [], []
    for line, closed in _sides(g, spec["kind"]):
        soft = warp(chaikin(_along(line, closed, 9.0), 1, closed=closed), 2.6, 34, g.seed + 5)
        lines.append((soft, closed))
        points.append(warp(_along(soft, closed, float(spec.get("every", 8.0))), 2.2, 11, g.seed + 7))
    if not lines:
        return []
    path = dl.path_of([line for line, closed in lines if not closed], closed=False)
    rings = dl.path_of([line for line, closed in lines if closed], closed=True)
    shifted = dl.path_of([line + [2.4, 4.2] for line, _ in lines], closed=False)
    width = 2 * high
    at = np.vstack(points)
    at = at[np.argsort(at[:, 1], kind="stable")]
    which = np.arange(len(at)) * 7 % len(stamps)
    return [
        dl.Shape(shifted, stroke=dl.Stroke(dl.with_alpha(spec.get("shadow", "#1c2a12"), 0.30), width * 0.9, "round")),
        *(dl.Shape(p, stroke=dl.Stroke(spec["edge"], width * 0.86, "round", min_px=1.6)) for p in (path, rings)),
        dl.Group(
            (dl.Stamps(tuple(stamps), dl.frozen_ints(which), dl.frozen_floats(at)),), name="hedges", min_zoom=20
        ),
    ]


def walls(g: Ground, spec: Layer) -> list[dl.Node]:
    """Stone walls along cell sides of a kind: two pale lines with the joints of the stones between."""
    width = float(spec.get("width", 5.0))
    nodes: list[dl.Node] = []
    for line, closed in _sides(g, spec["kind"]):
        path = dl.path_of([line], closed=closed)
        shadow = dl.path_of([line + [1.6, 2.8]], closed=closed)
        nodes.append(dl.Shape(shadow, stroke=dl.Stroke("#00000040", width + 1.5, "flat", "miter")))
        nodes.append(dl.Shape(path, stroke=dl.Stroke(spec["edge"], width + 2.2, "flat", "miter", min_px=1.4)))
        nodes.append(dl.Shape(path, stroke=dl.Stroke(spec["color"], width - 0.6, "flat", "miter")))
        ticks = []
        points = _along(line, closed, 5.2)
        for a, b in pairwise(points):
            way = (b - a) / max(1e-6, float(np.hypot(*(b - a))))
            across = np.array([-way[1], way[0]]) * (width / 2)
            ticks.append([tuple(a - across), tuple(a + across)])
        joints = dl.Shape(dl.path_of(ticks, closed=False), stroke=dl.Stroke(dl.with_alpha(spec["edge"], 0.8), 0.8))
        nodes.append(dl.Group((joints,), name="joints", min_zoom=40))
    return nodes


def heights(g: Ground, spec: Layer) -> list[dl.Node]:
    """Hills by elevation: a shadow at the foot of each level, its tint, and its contour."""
    nodes: list[dl.Node] = []
    top = max(g.board.elevation.values(), default=0)
    if top < 1:
        return nodes
    noise = g.field.noise(70, g.seed + 61) * 0.10
    for level in range(1, top + 1):
        cells = {c for c, e in g.board.elevation.items() if e >= level and c in g.centres}
        field = g.field.blend(g.values(dict.fromkeys(cells, 1.0)), float(spec.get("reach", 62))) + noise
        inside = [g.centres[c] for c in sorted(cells)]
        outside = [at for c, at in g.centres.items() if c not in cells]
        field = g.field.guarantee(field, inside, outside, 30)
        for shift, alpha in ((9.0, 0.10), (6.0, 0.14), (3.0, 0.18)):
            loops = [loop + [shift * 0.6, shift] for loop in g.field.contours(field, 0.42, smooth=2, least=10)]
            nodes.append(dl.Shape(runs(loops), dl.with_alpha(spec.get("shadow", "#4a3312"), alpha)))
        tints: Sequence[str] = spec["tints"]
        loops = g.field.contours(field, 0.42, smooth=2, least=10)
        nodes.append(dl.Shape(runs(loops), tints[min(level, len(tints)) - 1]))
        inner = g.field.contours(field, 0.62, smooth=2, least=10)
        nodes.append(dl.Shape(runs(inner), dl.with_alpha(spec.get("light", "#f3e3b4"), 0.16)))
        nodes.append(dl.Shape(runs(loops), stroke=dl.Stroke(dl.with_alpha(spec["ink"], 0.75), 1.3, min_px=0.6)))
        for extra, alpha in ((0.50, 0.30), (0.58, 0.22)):
            line = g.field.contours(field, extra, smooth=2, least=10)
            nodes.append(dl.Shape(runs(line), stroke=dl.Stroke(dl.with_alpha(spec["ink"], alpha), 0.9, hide_px=0.35)))
    return nodes


def level_numbers(g: Ground, spec: Layer) -> list[dl.Node]:
    """The level of each raised cell, at its lower right."""
    font = dl.Font("Barlow Condensed", float(spec.get("size", 17)), 800)
    return [
        dl.Text(str(level), (x + 30, y + 27), font, spec["color"], halo=str(spec.get("halo", "")), halo_width=2.6)
        for cell, level in sorted(g.board.elevation.items())
        if level > 0
        for x, y in (g.centres[cell],)
    ]


def buildings(g: Ground, spec: Layer) -> list[dl.Node]:
    """Buildings of a terrain: a yard, a shadow, roofs with ridges; each cell of a group is joined to one before it.

    Settings: cells; `size`, `color` or `colors`, `edge`, `yard`, `roof: hip`, `shape: farm|hut`, `groups` [[cells]],
    `forms` {cell: church, mill, or long (the whole group under one roof)}.
    """
    cells = g.members(dict(spec))
    size, hip = float(spec.get("size", 26)), spec.get("roof") == "hip"
    colors = [str(c) for c in spec.get("colors") or (spec["color"],)]
    forms: Mapping[str, str] = spec.get("forms") or {}
    groups = [[str(cell) for cell in group if str(cell) in cells] for group in spec.get("groups") or ()]
    grouped = {cell for group in groups if len(group) > 1 for cell in group}
    roofs: list[Roof] = []
    extras: list[dl.Node] = []
    for group in groups:
        if len(group) > 1 and forms.get(group[0]) == "long":
            roofs += _long(g, group, size, colors[0])
        elif len(group) > 1:
            roofs += _wings(g, group, size, colors[0])
    for cell in sorted(cells):
        if cell in grouped and any(forms.get(group[0]) == "long" for group in groups if cell in group):
            continue
        (x, y), form = g.centres[cell], forms.get(cell, str(spec.get("shape", "")))
        if form == "church":
            tower = Roof(x - size * 0.66, y, size * 0.46, size * 0.46, 0.0, colors[0], True, 2.2)
            nave = Roof(x + size * 0.12, y, size * 1.1, size * 0.46, 0.0, dl.shade(colors[0], 1.06))
            roofs += [nave, Roof(x + size * 0.26, y, size * 0.84, size * 0.34, np.pi / 2, dl.shade(colors[0], 1.06)), tower]
            extras.append(cross(tower.x, tower.y, size * 0.13))
            continue
        turn = (seed_of(cell, "turn") % 7 - 3) * 0.13 if cell not in grouped else 0.0
        wide, deep = size * (1.25 if form != "hut" else 0.9), size * (0.95 if cell in grouped else 0.78)
        color = colors[seed_of(cell, "tiles") % len(colors)]
        body = Roof(x, y, wide, deep, turn, color, hip)
        if form in ("farm", "mill") and cell not in grouped:
            side = -1 if seed_of(cell, "wing") % 2 else 1
            ((wx, wy),) = body.at((side * size * 0.42, size * 0.52))
            roofs.append(Roof(float(wx), float(wy), size * 0.72, size * 0.5, turn + np.pi / 2, color))
        roofs.append(body)
        if form == "mill":
            extras += _wheel(x + wide * 0.72, y + deep * 0.35, size * 0.36, str(spec["edge"]))
    yard = spec.get("yard")
    grounds = [dl.polygon(blob(39, seed_of(cell)) + g.centres[cell]) for cell in sorted(cells)] if yard else []
    nodes: list[dl.Node] = [dl.Shape(path, dl.with_alpha(str(yard), 0.75)) for path in grounds]
    for part in roofs:
        nodes += shadow(part)
    return [*nodes, *(roof(part, str(spec["edge"])) for part in roofs), *extras]


def _wings(g: Ground, group: Sequence[str], size: float, color: str) -> list[Roof]:
    out = []
    for number, cell in enumerate(group):
        before = [other for other in group[:number] if other in g.grid.neighbours(cell)]
        if before:
            (x, y), (ox, oy) = g.centres[cell], g.centres[before[-1]]
            long, turn = float(np.hypot(ox - x, oy - y)), float(np.arctan2(oy - y, ox - x))
            out.append(Roof((x + ox) / 2, (y + oy) / 2, long, size * 0.62, turn, color))
    return out


def _long(g: Ground, group: Sequence[str], size: float, color: str) -> list[Roof]:
    (x, y), (ox, oy) = g.centres[group[0]], g.centres[group[-1]]
    long, turn = float(np.hypot(ox - x, oy - y)), float(np.arctan2(oy - y, ox - x))
    body = Roof((x + ox) / 2, (y + oy) / 2, long + size * 0.8, size * 0.62, turn, color)
    ((wx, wy),) = body.at((-long / 2 - size * 0.12, size * 0.42))
    return [Roof(float(wx), float(wy), size * 1.15, size * 0.56, turn + np.pi / 2, color), body]


def _wheel(x: float, y: float, r: float, edge: str) -> list[dl.Node]:
    turns = np.arange(8) * np.pi / 4
    spokes = dl.path_of([[(x, y), (x + r * np.cos(a), y + r * np.sin(a))] for a in turns], closed=False)
    return [
        dl.Shape(dl.ellipse(x + 2, y + 3, r, r), "#00000030"),
        dl.Shape(dl.ellipse(x, y, r, r), "#8a6a42", dl.Stroke(edge, 1.6)),
        dl.Shape(spokes, stroke=dl.Stroke(edge, 1.3)),
    ]


def plots(g: Ground, spec: Layer) -> list[dl.Node]:
    """Fields: neighbouring cells of one terrain become a plot with its own tint and furrows at its own angle.

    Settings: cells; `tints`, `furrow`, `light`, `edge`, `spacing` (u between furrows), `dash`, `angles` (degrees).
    """
    cells = g.members(dict(spec))
    nodes: list[dl.Node] = []
    tints, angles = [str(t) for t in spec["tints"]], [float(a) for a in spec.get("angles", (60, -60, 28, -32))]
    gap, dash = float(spec.get("spacing", 6.0)), tuple(float(d) for d in spec.get("dash", ()))
    for number, group in enumerate(_groups(g, cells)):
        loops = [
            warp(chaikin(_along(np.array(line[:-1]), True, 13.0), 1, closed=True), 2.4, 41, g.seed + 17)
            for line in outline(g.grid.polygon(cell) for cell in group)
        ]
        path = dl.path_of(loops, even_odd=True)
        color = tints[number % len(tints)]
        nodes.append(dl.Shape(path, color, dl.Stroke(str(spec["edge"]), 1.1, hide_px=0.5)))
        points = np.vstack(loops)
        (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
        mx, my, reach = (x0 + x1) / 2, (y0 + y1) / 2, float(np.hypot(x1 - x0, y1 - y0)) / 2 + 10
        turn = np.radians(angles[seed_of(group[0], "furrows") % len(angles)])
        way, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        dark: list[Array] = []
        light: list[Array] = []
        for k, off in enumerate(np.arange(-reach, reach, gap)):
            bow = np.linspace(-reach, reach, 9)
            line = np.array([mx, my]) + across * off + bow[:, None] * way
            (light if k % 6 == 2 else dark).append(warp(line, 1.6, 70, g.seed + 3))
        pens = ((dark, str(spec["furrow"]), gap * 0.34), (light, str(spec["light"]), gap * 0.62))
        furrows = tuple(
            dl.Shape(dl.path_of(lines, closed=False), stroke=dl.Stroke(pen, width, "flat", dash=dash, hide_px=0.5))
            for lines, pen, width in pens
            if lines
        )
        nodes.append(dl.Group(furrows, name="furrows", clip=path))
    return nodes


def _groups(g: Ground, cells: set[str]) -> list[list[str]]:
    """Return cells in groups of neighbours, each sorted."""
    left, out = set(cells), []
    for cell in sorted(cells):
        if cell in left:
            todo, group = [cell], []
            left.discard(cell)
            while todo:
                here = todo.pop()
                group.append(here)
                near = [n for n in g.grid.neighbours(here) if n in left]
                left.difference_update(near)
                todo += near
            out.append(sorted(group))
    return out


def pools(g: Ground, spec: Layer) -> list[dl.Node]:
    """Open water in a marsh, which no centre of another cell ever lies in; `color`, `edge`, `share` (0..1), `wave`."""
    cells = g.members(dict(spec))
    if not cells:
        return []
    field = g.field.blend(g.values(dict.fromkeys(cells, 1.0)), 54)
    outside = [at for cell, at in g.centres.items() if cell not in cells]
    field = g.field.guarantee(field, [], outside, 34)
    wet = np.minimum(field - 0.62, g.field.noise(float(spec.get("wave", 60)), g.seed + 83) - 0.5 + float(spec.get("share", 0.45)))
    path = runs(g.field.contours(wet, 0.0, smooth=2, least=8))
    return [dl.Shape(path, str(spec["color"]), dl.Stroke(str(spec["edge"]), 1.0, hide_px=0.4))]


def spills(g: Ground, spec: Layer) -> list[dl.Node]:
    """Fragments of a terrain in the neighbouring cell (the board's `los_spills`): a few crowns inside their side.

    Settings: `terrains` {terrain: {crowns, crown_size, edge, light}}.
    """
    looks: Mapping[str, Layer] = spec["terrains"]
    nodes: list[dl.Node] = []
    for row in g.board.attrs.get("los_spills") or ():
        start, into = str(row["terrain_hex"]), str(row["into_hex"])
        look = looks.get(g.board.terrain.get(start, ""))
        if look is None:
            continue
        (a, b), centre = g.grid.edge_points("|".join(sorted((start, into)))), np.array(g.centres[into])
        ends = np.array([(float(a[0]), float(a[1])), (float(b[0]), float(b[1]))])
        low, high = (float(v) for v in look.get("crown_size", (7, 10)))
        for k, part in enumerate((0.28, 0.42, 0.56, 0.70)):
            side = ends[0] + (ends[1] - ends[0]) * part
            inward = (centre - side) / max(1e-6, float(np.hypot(*(centre - side))))
            x, y = side + inward * (9.0 + 7.0 * (k % 2))
            r = low + (high - low) * (k * 3 % 4) / 3
            crown = blob(r, seed_of(start, into) + k) + [x, y]
            lit = blob(r * 0.48, seed_of(start, into) + k + 40) + [x - 0.26 * r, y - 0.30 * r]
            nodes += [
                dl.Shape(dl.polygon(crown + [0.25 * r, 0.36 * r]), "#12352c45"),
                dl.Shape(dl.polygon(crown), look["crowns"][k % len(look["crowns"])], dl.Stroke(look["edge"], 0.13 * r)),
                dl.Shape(dl.polygon(lit), look["light"]),
            ]
    return [dl.Group(tuple(nodes), name="spills", min_zoom=24)] if nodes else []


def dots(g: Ground, spec: Layer) -> list[dl.Node]:
    """The centre dot of each cell, which decides its terrain and its line of sight."""
    r = float(spec.get("r", 1.8))
    path = dl.path_of([blob(r, 3) + [x, y] for x, y in g.centres.values()], closed=True)
    return [dl.Shape(path, spec["color"], dl.Stroke(spec.get("edge", "#00000050"), 0.5))]


PAINTERS: dict[str, Callable[[Ground, Layer], list[dl.Node]]] = {
    "hedges": hedges,
    "walls": walls,
    "heights": heights,
    "level_numbers": level_numbers,
    "buildings": buildings,
    "plots": plots,
    "pools": pools,
    "spills": spills,
    "dots": dots,
}
