"""The landscapes that cards show, one function for each: what lies where on the picture of a farm, a hill, a paddy.

Numbers are shares of the picture; `near` moves a thing a little from card to card.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from qtwar.draw import displaylist as dl
from qtwar.draw.fields import blob
from qtwar.draw.scenery import Scenery

MEADOW = ("#cdd694", ("#dbe0a6", "#b9cb80", "#c4d18c"))
GREEN = ("#bccb80", ("#cdd694", "#a9bd6c", "#b3c577"))
DRY = ("#d9c995", ("#cbb87f", "#e4d8aa", "#c4b27a"))
BLADES = ("#8ea257", "#a3b567")
TILES, SLATE, STONE, TIMBER, THATCH = "#b0503a", "#6f7684", "#8f8a86", "#9a7147", "#cf9f45"


def _open(s: Scenery) -> None:
    s.ground(*MEADOW)
    if s.rng.random() < 0.6:
        s.road((-0.05, s.near(0.25, 0.1)), (0.4, s.near(0.35, 0.1)), (1.05, s.near(0.2, 0.1)), width=2.4)
    if s.rng.random() < 0.6:
        left = s.near(0.1, 0.06)
        s.field(
            ((left, 0.56), (left + 0.36, 0.52), (left + 0.38, 0.92), (left, 0.94)),
            "#d6d893",
            "#a9ad5c",
            s.near(0.2, 0.2),
        )
    s.tufts(5.2, BLADES, 2.2, 0.5)
    s.trees(s.spread(26, 0.5, 0.6), "leaf", 2.4, 3.6)


def _hedgerow(s: Scenery) -> None:
    s.ground(*GREEN)
    split = s.near(0.54, 0.14)
    cross = s.rng.random() < 0.5
    low = 0.9 if not cross else s.near(0.58, 0.08)
    plough, pasture = ("#c9a06d", "#a0733f"), ("#bccb80", "#93a65a")
    crops = [plough, pasture, ("#e2c766", "#b5933a"), ("#a9c070", "#7f9a4a")]
    chosen = s.rng.permutation(4)
    for n, (u, v, w, h) in enumerate(
        ((0.06, 0.1, split - 0.035, low), (split + 0.035, 0.1, 0.94, 0.9), (0.06, low + 0.06, split - 0.035, 0.9))
    ):
        if h - v > 0.12:
            kind = int(chosen[n])
            s.field(((u, v), (w, v), (w, h), (u, h)), *crops[kind], s.near((0.0, 0.9, 1.5)[n], 0.25), wheat=kind == 2)
    s.taken.clear()
    s.hedge((0.0, 0.05), (1.0, 0.05), gap=s.near(0.3, 0.1))
    s.hedge((0.02, 0.06), (0.02, 0.98))
    s.hedge((split, 0.06), (split + s.near(0, 0.02), 0.95), gap=s.near(0.6, 0.2))
    s.hedge((0.98, 0.06), (0.98, 0.98))
    if cross:
        s.hedge((0.03, low + 0.03), (split, low + 0.03), gap=0.7)
    s.hedge((0.0, 0.96), (1.0, 0.96), gap=s.near(0.7, 0.1))
    s.trees(
        np.array([s.at(0.02, 0.05), s.at(0.98, 0.06), s.at(split, 0.05), s.at(0.02, 0.95), s.at(0.98, 0.95)]),
        "forest",
        3.6,
        4.6,
    )


def _woods(s: Scenery) -> None:
    s.ground("#4f7a3a", ("#456f33", "#5d8a45"))
    if s.rng.random() < 0.5:
        s.road(
            (-0.05, s.near(0.6, 0.2)), (0.45, s.near(0.5, 0.2)), (1.05, s.near(0.4, 0.2)), width=2.6, color="#d8c693"
        )
    s.trees(s.spread(7.2, 0.34), "forest", 3.9, 6.0)


def _pine_woods(s: Scenery) -> None:
    s.ground("#5d7c52", ("#527148", "#6d8f60"))
    s.trees(s.spread(6.6, 0.3), "pine", 3.0, 4.9)


def _orchard(s: Scenery) -> None:
    s.ground(*MEADOW)
    s.tufts(5.4, BLADES[:1], 1.8, 0.5)
    s.hedge((0.0, 0.03), (1.0, 0.03), size=2.0)
    if s.rng.random() < 0.5:
        s.hedge((0.02, 0.03), (0.02, 1.0), size=2.0)
    s.trees(s.rows(8, 5, (0.05, 0.1, 0.98, 0.98)), "leaf", 3.1, 3.9)


def _rubber(s: Scenery) -> None:
    s.ground("#9fae68", ("#92a15c", "#b0be78"))
    s.road((-0.05, s.near(0.5, 0.02)), (1.05, s.near(0.5, 0.02)), width=2.6, color="#d5b287")
    s.trees(s.rows(12, 8, (-0.02, -0.02, 1.02, 1.02), 0.35), "jungle", 2.9, 3.5)


def _roadside_farm(s: Scenery) -> None:
    s.ground(*MEADOW)
    s.yard(0.58, 0.34, 26, 15)
    s.road((-0.05, 0.55), (0.3, s.near(0.52, 0.04)), (0.62, 0.58), (1.05, s.near(0.5, 0.05)))
    s.field(((0.04, 0.68), (0.40, 0.66), (0.40, 0.97), (0.04, 0.97)), "#e6c865", "#b9963c", 0.08, wheat=True)
    s.hedge((0.45, 0.66), (0.45, 1.02), size=2.0)
    s.hedge((0.0, 0.04), (0.34, 0.03), size=2.0)
    first, second = (TILES, SLATE) if s.rng.random() < 0.5 else (SLATE, TILES)
    s.houses(
        (
            (s.near(0.48, 0.03), 0.24, 24, 9.5, s.near(0.0, 0.06), first),
            (0.76, s.near(0.32, 0.03), 17, 9.5, np.pi / 2 + s.near(0, 0.06), second),
            (s.near(0.53, 0.03), 0.42, 12, 7, s.near(0, 0.08), TIMBER),
        )
    )
    s.trees(s.rows(4, 3, (0.55, 0.68, 0.92, 0.98)), "leaf", 2.4, 3.0)
    s.trees(
        s.free(np.array([s.at(u, v) for u, v in ((0.1, 0.3), (0.24, 0.16), (0.93, 0.12), (0.95, 0.74))])),
        "leaf",
        2.8,
        3.8,
    )


def _walled_farm(s: Scenery) -> None:
    s.ground(*MEADOW)
    s.field(((0.62, 0.1), (0.96, 0.08), (0.97, 0.5), (0.63, 0.52)), "#c9a06d", "#a0733f", s.near(0.9, 0.3))
    s.field(((0.66, 0.6), (0.96, 0.58), (0.96, 0.94), (0.66, 0.94)), "#bccb80", "#93a65a", s.near(0.1, 0.2))
    s.hedge((0.59, 0.02), (0.6, 0.98), size=2.1, gap=0.56)
    s.hedge((0.6, 0.55), (1.02, 0.54), size=2.1)
    s.yard(0.32, 0.4, 24, 16)
    s.road((s.near(0.34, 0.05), 1.06), (0.34, 0.8), (0.32, 0.44), width=3.6)
    s.wall(((0.27, 0.66), (0.12, 0.66), (0.12, 0.14), (0.53, 0.14), (0.53, 0.66), (0.39, 0.66)), closed=False)
    roofs = (STONE, SLATE, STONE) if s.rng.random() < 0.5 else (TILES, STONE, TIMBER)
    s.houses(
        (
            (0.32, 0.2, s.near(27, 2), 9, 0.0, roofs[0]),
            (0.17, 0.44, 20, 9, np.pi / 2, roofs[1]),
            (0.46, 0.46, s.near(15, 2), 8, np.pi / 2, roofs[2]),
        )
    )
    s.trees(s.rows(4, 2, (0.06, 0.74, 0.28, 0.96)), "leaf", 2.4, 3.0)
    s.trees(s.spread(18, 0.5, 0.4), "leaf", 2.4, 3.4)


def _farm(s: Scenery) -> None:
    (_roadside_farm if s.rng.random() < 0.5 else _walled_farm)(s)


def _crossroads_village(s: Scenery) -> None:
    s.ground(*MEADOW)
    s.road((-0.05, 0.6), (0.35, s.near(0.55, 0.04)), (0.65, 0.62), (1.05, s.near(0.52, 0.04)), width=5.6)
    s.road((s.near(0.5, 0.04), -0.05), (0.5, 0.3), (0.54, 0.6), width=4.2)
    colors = (TILES, SLATE, TIMBER, TILES, STONE, TILES, SLATE, TIMBER)
    spots = (
        (0.15, 0.26),
        (0.34, 0.3),
        (0.68, 0.22),
        (0.87, 0.32),
        (0.16, 0.8),
        (0.36, 0.8),
        (0.62, 0.85),
        (0.83, 0.78),
    )
    turned = s.rng.permutation(8)
    s.houses(
        [
            (
                s.near(u, 0.02),
                s.near(v, 0.025),
                s.near(14, 2.2),
                s.near(9, 0.8),
                s.near(np.pi / 2 * (k % 3 == 1), 0.16),
                colors[turned[k]],
            )
            for k, (u, v) in enumerate(spots)
        ]
    )
    s.trees(s.spread(9.5, 0.5, 0.5), "leaf", 2.2, 3.2)


def _street_village(s: Scenery) -> None:
    s.ground(*MEADOW)
    bend = s.near(0.0, 0.05)
    s.road((-0.05, 0.5 + bend), (0.35, 0.54), (0.65, 0.48 - bend), (1.05, 0.52), width=6)
    colors = (TILES, SLATE, TILES, STONE, TIMBER)
    row = [(u, v, s.near(0, 0.08)) for v in (0.34, 0.7) for u in (0.2, 0.36, 0.52, 0.68, 0.84)]
    s.houses(
        [
            (
                s.near(u, 0.015),
                v + 0.03 * np.sin(u * 7),
                s.near(13, 1.6),
                s.near(8.6, 0.6),
                turn,
                colors[int(s.rng.integers(5))],
            )
            for k, (u, v, turn) in enumerate(row)
            if k not in (5, 9) or s.rng.random() < 0.3
        ]
    )
    s.field(((0.3, 0.84), (0.66, 0.83), (0.66, 0.98), (0.3, 0.98)), "#b9c97c", "#8fa257", 0.02)
    s.trees(s.spread(10, 0.5, 0.5), "leaf", 2.2, 3.2)


def _village(s: Scenery) -> None:
    (_crossroads_village if s.rng.random() < 0.5 else _street_village)(s)


def _thatched_village(s: Scenery) -> None:
    s.ground("#d2c790", ("#c4b97f", "#ddd3a4"))
    s.yard(0.5, 0.48, 42, 24, "#dcc593")
    s.road(
        (-0.05, 0.62), (0.35, s.near(0.56, 0.04)), (0.7, 0.62), (1.05, s.near(0.52, 0.04)), width=3.4, color="#e4cf9c"
    )
    spots = ((0.13, 0.4), (0.32, 0.3), (0.52, 0.34), (0.72, 0.32), (0.88, 0.4), (0.26, 0.82), (0.56, 0.84), (0.8, 0.76))
    roofs = (THATCH, "#b98f4a", "#7d7f84", THATCH, "#b98f4a", THATCH, "#7d7f84", THATCH)
    s.houses(
        [
            (
                s.near(u, 0.02),
                s.near(v, 0.02),
                s.near(12.5, 1.4),
                s.near(7.6, 0.5),
                s.near(np.pi / 2 * (k % 3 == 2), 0.2),
                roofs[k],
            )
            for k, (u, v) in enumerate(spots)
        ]
    )
    s.field(((0.36, 0.08), (0.66, 0.06), (0.66, 0.18), (0.36, 0.2)), "#b9c07a", "#8d9650", 0.03)
    s.trees(s.spread(12, 0.5, 0.4), "pine", 1.9, 2.9)


def _church(s: Scenery) -> None:
    s.ground(*MEADOW)
    s.yard(0.5, 0.3, 27, 17, "#d9cba0")
    s.road((-0.05, 0.62), (0.3, 0.58), (0.66, s.near(0.64, 0.03)), (1.05, 0.52), width=5)
    s.field(((0.04, 0.72), (0.34, 0.7), (0.34, 0.97), (0.04, 0.97)), "#e6c865", "#b9963c", 0.05, wheat=True)
    s.wall(((0.28, 0.07), (0.74, 0.07), (0.74, 0.5), (0.28, 0.5)))
    s.houses(
        (
            (s.near(0.13, 0.02), s.near(0.27, 0.04), 13, 8.5, s.near(0.2, 0.2), TILES),
            (0.88, s.near(0.26, 0.04), 13, 8.5, s.near(-0.2, 0.2), TILES),
            (s.near(0.55, 0.03), 0.83, 14, 8.5, s.near(0, 0.15), TIMBER),
            (s.near(0.82, 0.02), 0.8, 9, 13, s.near(0, 0.1), TILES),
        )
    )
    s.keep(np.array([s.at(u, v) for u in (0.34, 0.46, 0.58, 0.68) for v in (0.16, 0.3, 0.42)]), 8)
    s.graves(0.66, 0.28, 3, 4)
    s.houses(((0.5, 0.28, 21, 9, 0.0, "#777f8a"), (0.52, 0.28, 17, 7, np.pi / 2, SLATE)), tall=1.5)
    s.houses(((0.37, 0.28, 9, 9, 0.0, "#4c5f8c"),), tall=2.2)
    s.cross(0.37, 0.28, 2.4)
    s.trees(s.spread(13, 0.5, 0.55), "leaf", 2.3, 3.3)


def _multi_story(s: Scenery) -> None:
    s.ground(*MEADOW)
    s.yard(0.5, 0.44, 36, 19, "#d9cba0")
    s.road((-0.05, 0.86), (0.5, s.near(0.82, 0.03)), (1.05, 0.88), width=5.6)
    tone = (TILES, SLATE, "#7f8894")[int(s.rng.integers(3))]
    s.houses(
        (
            (0.46, 0.3, 44, 13, 0.0, tone),
            (0.24, 0.46, 24, 12, np.pi / 2, dl.shade(tone, 1.07)),
            (0.7, 0.48, 26, 12, np.pi / 2, dl.shade(tone, 1.07)),
        ),
        tall=2.0,
    )
    s.houses(((0.46, 0.3, 10, 15, 0.0, dl.shade(tone, 0.9)),), tall=2.4)
    s.houses(((s.near(0.9, 0.02), 0.62, 9, 7, 0.1, TIMBER),))
    s.trees(s.spread(11, 0.5, 0.55), "leaf", 2.4, 3.4)


def _lane(s: Scenery) -> None:
    s.ground(*GREEN)
    bend = s.near(0.06, 0.06)
    middle = ((-0.05, 0.47 - bend), (0.3, 0.5 + bend), (0.65, 0.44 - bend), (1.05, 0.52 + bend))
    s.field(((0.05, 0.08), (0.46, 0.06), (0.45, 0.26), (0.05, 0.24)), "#bccb80", "#93a65a", s.near(0.1, 0.1))
    s.field(((0.52, 0.78), (0.95, 0.8), (0.95, 0.96), (0.52, 0.96)), "#c9a06d", "#a0733f", s.near(0.1, 0.1))
    s.tufts(6, BLADES[:1], 2, 0.5)
    ditch = s.line(middle)
    s.add(dl.polyline(ditch), line="#5d4a24", width=14)
    s.add(dl.polyline(ditch), line="#8a6d3f", width=11.5)
    s.road(*middle, width=6.4, color="#dcc48c")
    s.hedge(*((u, v - 0.13) for u, v in middle), size=2.6)
    s.hedge(*((u, v + 0.13) for u, v in middle), size=2.6)
    s.trees(s.spread(17, 0.5, 0.5), "leaf", 2.4, 3.4)


def _hill(s: Scenery) -> None:
    s.ground(*GREEN)
    s.rise(("#c2cc88", "#cccb88", "#d4c382", "#cdb172"), "#6a481b")
    s.tufts(6.5, BLADES[:1], 2.0, 0.35)
    s.trees(s.spread(20, 0.5, 0.5), "leaf", 2.0, 3.0)


def _dry_hill(s: Scenery) -> None:
    s.ground(*DRY)
    s.rise(("#cfc38a", "#c9b67a", "#c1a76b", "#b6985c"), "#5d4320")
    s.tufts(7, ("#a39a58",), 2.0, 0.3)
    s.trees(s.spread(17, 0.5, 0.5), "scrub", 1.7, 2.8)


def _jungle_hill(s: Scenery) -> None:
    s.ground("#7f9a58", ("#6f8b4c", "#93ad68"))
    s.rise(("#a3b46c", "#b3b672", "#c2b276", "#c0a266"), "#5d4320")
    s.trees(s.spread(12, 0.5, 0.42), "jungle", 2.6, 4.2)
    s.palms(s.spread(34, 0.5, 0.5), 4.8)


def _ridge(s: Scenery) -> None:
    s.ground(*DRY)
    s.rise(("#cdbb82", "#c2aa72", "#b39a66"), "#5d4320")
    s.rocks(s.spread(10, 0.5, 0.62))
    s.trees(s.spread(16, 0.5, 0.4), "scrub", 1.7, 2.6)


def _scrub(s: Scenery) -> None:
    s.ground(*DRY)
    s.tufts(6.5, ("#a39a58", "#8f8a4a"), 2.2, 0.45)
    s.trees(s.spread(7.4, 0.48, 0.72), "scrub", 1.8, 3.4)
    s.rocks(s.spread(24, 0.5, 0.5), 1.4, 2.4)


def _paddy(s: Scenery) -> None:
    s.paddies(9, 6)
    s.palms(s.spread(34, 0.5, 0.5), 4.6)


def _valley_paddy(s: Scenery) -> None:
    s.paddies(9, 6, 0.35)
    s.trees(s.spread(36, 0.5, 0.5), "pine", 2.2, 3.2)


def _terraces(s: Scenery) -> None:
    s.ground(*DRY)
    tones = ("#b9cb86", "#cfc07c", "#a9c277", "#c4d08e")
    phase = s.near(0, 3)
    for k in range(-1, 8):
        v = k * 0.145
        line = s.line([(u, v + 0.05 * np.sin(u * 5 + phase + k * 0.4)) for u in np.linspace(-0.05, 1.05, 9)], 2)
        low = line[::-1] + [0, 12 * s.unit]
        s.add(dl.polygon(np.vstack((line, low))), tones[(k + s.seed()) % 4])
        rows = [line + [0, n * 2.2 * s.unit] for n in (1, 2, 3)]
        s.nodes.append(
            dl.Shape(
                dl.path_of(rows, closed=False),
                stroke=dl.Stroke("#6f7d3a70", 0.4 * s.unit, dash=(1.6 * s.unit, 1.4 * s.unit), hide_px=0.25),
            )
        )
        s.add(dl.polyline(line + [0, 0.7 * s.unit]), line="#4f3f1c50", width=1.6)
        s.add(dl.polyline(line), line="#7d6a3c", width=0.8)
        s.add(dl.polyline(line - [0, 0.4 * s.unit]), line="#f2e6bd", width=0.4)
    s.trees(s.spread(24, 0.5, 0.5), "scrub", 2.0, 3.0)


def _stream_bed(s: Scenery) -> None:
    s.ground(*DRY)
    bend = s.near(0.0, 0.08)
    points = ((-0.05, 0.32 + bend), (0.3, 0.62), (0.62, 0.36 - bend), (1.05, 0.68))
    line = s.line(points)
    s.add(dl.polyline(line), line="#8a7443", width=21)
    s.add(dl.polyline(line), line="#efe6c8", width=19.4)
    s.add(dl.polyline(line + [0, 1.2 * s.unit]), line="#dccfa5", width=9)
    s.add(dl.polyline(line + [0, 1.6 * s.unit]), line="#a9c4c2", width=1.5)
    along = line[np.linspace(0, len(line) - 1, 26).astype(int)]
    s.rocks(along + s.rng.uniform(-7, 7, along.shape) * s.unit, 0.8, 2.4)
    s.keep(line[::3], 11)
    s.tufts(6.5, ("#a39a58", "#8f8a4a"), 2.2, 0.5)
    s.trees(s.spread(12, 0.5, 0.6), "scrub", 1.9, 3.0)


def _jungle(s: Scenery) -> None:
    s.ground("#2b5731", ("#234b2a", "#356539"))
    s.trees(s.spread(6.9, 0.36), "jungle", 3.7, 6.0)
    s.palms(s.spread(19, 0.5, 0.62), 6.0)


def _light_jungle(s: Scenery) -> None:
    s.ground("#86a35e", ("#769352", "#98b36e"))
    s.tufts(5.4, ("#5f7f3c",), 2.4, 0.6)
    s.trees(s.spread(10.5, 0.5, 0.74), "jungle", 3.2, 5.2)
    s.palms(s.spread(21, 0.5, 0.7), 5.4)


def _elephant_grass(s: Scenery) -> None:
    s.ground("#b6b856", ("#a7aa4a", "#c6c868"))
    s.tufts(3.6, ("#8c9838", "#76852f", "#c6c768", "#647a2c"), 4.4, 0.5, 0.55)
    s.trees(s.spread(30, 0.5, 0.5), "leaf", 2.4, 3.2)


def _bamboo(s: Scenery) -> None:
    s.ground("#93a356", ("#84954b", "#a6b76a"))
    s.trees(s.spread(5.4, 0.42), "bamboo", 2.3, 4.0)
    s.tufts(9, ("#e1ecb0",), 4.2, 0.6, 0.5)


def _clearing(s: Scenery) -> None:
    s.ground("#c2ce86", ("#b3c276", "#d2d99c"))
    s.tufts(5, ("#8ea257", "#a3b567"), 2.4, 0.6)
    ring = blob(1.0, s.seed(), points=12, wobble=0.12) * s.unit * [38, 23] + s.at(0.5, 0.5)
    points = s.spread(6.6, 0.4)
    angle = np.arctan2(*(ring - s.at(0.5, 0.5)).T[::-1])
    there = points - s.at(0.5, 0.5)
    reach = np.interp(
        np.arctan2(there[:, 1], there[:, 0]), np.sort(angle), np.hypot(*(ring - s.at(0.5, 0.5)).T)[np.argsort(angle)]
    )
    s.trees(points[np.hypot(*there.T) > reach], "jungle", 3.4, 5.4)


def _hamlet(s: Scenery) -> None:
    s.ground("#c9c184", ("#bcb874", "#d6cc95"))
    s.yard(0.5, 0.5, 44, 25, "#dfc592")
    s.road(
        (-0.05, 0.58), (0.35, s.near(0.52, 0.04)), (0.7, 0.58), (1.05, s.near(0.46, 0.05)), width=3.2, color="#e6cf9d"
    )
    spots = ((0.2, 0.28), (0.42, 0.22), (0.66, 0.28), (0.85, 0.24), (0.24, 0.8), (0.5, 0.82), (0.76, 0.76))
    s.houses(
        [
            (s.near(u, 0.02), s.near(v, 0.03), s.near(13, 1.4), s.near(8.4, 0.6), s.near(0, 0.45), THATCH)
            for u, v in spots
        ]
    )
    s.palms(s.spread(15, 0.5, 0.75), 5.2)
    s.trees(s.spread(13, 0.5, 0.4), "bamboo", 2.0, 3.0)


SCENES: dict[str, Callable[[Scenery], None]] = {
    "open_field": _open, "hedgerow_field": _hedgerow, "woods": _woods, "pine_woods": _pine_woods, "orchard": _orchard,
    "rubber_plantation": _rubber, "farm": _farm, "village": _village, "church": _church, "multi_story_building": _multi_story,
    "sunken_lane": _lane, "hill": _hill, "rocky_ridge": _ridge, "scrub": _scrub, "rice_paddy": _paddy,
    "terraced_slope": _terraces, "dry_stream_bed": _stream_bed, "jungle": _jungle, "light_jungle": _light_jungle,
    "elephant_grass": _elephant_grass, "dry_hill": _dry_hill, "jungle_hill": _jungle_hill,
    "valley_paddy": _valley_paddy, "thatched_village": _thatched_village,
    "bamboo": _bamboo, "clearing": _clearing, "hamlet": _hamlet,
}  # fmt: skip
