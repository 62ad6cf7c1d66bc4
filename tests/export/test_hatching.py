"""The ink-saving map: patterns instead of tints, one for each kind of ground, also where there are no colours."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from qtwar.draw import displaylist as dl
from qtwar.export import look, tone
from qtwar.export.choices import Choices
from qtwar.export.hatching import FAMILIES, Hatcher, family_of
from qtwar.export.page import Page, placed
from qtwar.export.press import make_book
from qtwar.export.raster import page_image
from qtwar.services import printing, titles

TITLES = sorted(path.name for path in titles.folders()[0].iterdir() if (path / "module.yaml").exists())


def blob(x: float, y: float, color: str, size: float = 200.0) -> dl.Shape:
    """A six-cornered area."""
    points = [(0, 0.5), (0.3, 0), (0.7, 0), (1, 0.5), (0.7, 1), (0.3, 1)]
    return dl.Shape(dl.polygon([(x + px * size, y + py * size) for px, py in points]), color)


def drawn(*layers: tuple[dl.Node, ...]) -> dl.DisplayList:
    groups = tuple(dl.Group(nodes, name="layer") for nodes in layers)
    return dl.DisplayList((0, 0, 1000, 800), (dl.Group(groups, name="map"),))


def grounds(display: dl.DisplayList) -> list[dl.Group]:
    return [node for node in dl.walk(display.nodes) if isinstance(node, dl.Group) and node.name == "ground"]


def pens(ground: dl.Group) -> tuple:
    lines = ground.children[1].children
    return tuple(
        (line.stroke.dash, round(line.stroke.width, 2), line.path.starts.size, tuple(line.path.xy[:2].ravel().round(1)))
        for line in lines
    )


def test_kinds_of_ground_have_patterns_of_their_own():
    paper = dl.Shape(dl.rectangle(0, 0, 1000, 800), "#e8e3bd")
    made = Hatcher().display(
        drawn(
            (paper, blob(0, 0, "#b3cc9c"), blob(0, 0, "#b3cc9c5c"), blob(0, 0, "#86b08c")),
            (blob(0, 0, "#b3cc9b"),),
            (blob(0, 0, "#9fcbd8"),),
            (blob(0, 0, "#c9ab6a"), blob(0, 0, "#8a8a8a")),
        )
    )
    found = grounds(made)
    assert len(found) == 6  # what is faint leaves no ink
    assert len({pens(ground) for ground in found}) == 6
    assert made.nodes[0].children[0].children[0].fill == look.PAPER
    for ground in found:
        assert ground.children[0].fill == look.PAPER
        assert ground.children[1].clip is ground.children[0].path


def test_a_legend_shows_the_pattern_of_the_map():
    swatch = dl.Shape(dl.rectangle(900, 700, 60, 50), "#86b08c", dl.Stroke("#2a2a22", 2))
    panel = dl.Shape(dl.rectangle(700, 600, 200, 50), "#f3ebd0")
    made = Hatcher().display(drawn((blob(0, 0, "#86b08c"),), (panel, swatch)))
    ground, key = grounds(made)
    angle = [np.subtract(*g.children[1].children[0].path.xy[:2]) for g in (ground, key)]
    assert np.arctan2(*angle[0]) == pytest.approx(np.arctan2(*angle[1]))
    assert key.children[2].stroke.width == 2


def test_families_follow_the_hue():
    colours = {"#9fcbd8": "water", "#86b08c": "growth", "#c9ab6a": "earth", "#8a8a8a": "other", "#c25a5a": "other"}
    assert {color: family_of(color) for color in colours} == colours
    assert all(len(set(patterns)) == len(patterns) for patterns in FAMILIES.values())


def test_patterns_tell_kinds_apart_in_grey(qapp):
    colours = ("#b3cc9c", "#9fcbd8", "#c9ab6a")  # of nearly the same lightness
    layers = [(blob(20 + 320 * n, 100, color, 300),) for n, color in enumerate(colours)]
    display = tone.Toner(tone.grey).display(Hatcher().display(drawn(*layers)))
    image = page_image(Page(100, 80, (placed(display, 0, 0, 100),)), 254)
    rows = []
    for n in range(3):
        part = [
            [image.pixelColor(x, y).lightness() for x in range(110 + 320 * n, 230 + 320 * n)] for y in range(200, 320)
        ]
        rows.append(np.array(part))
    for area in rows:
        assert area.max() == 255  # paper between the lines
        assert area.min() < 200
    along = [(area.mean(axis=0).std(), area.mean(axis=1).std()) for area in rows]
    assert along[1][1] > 5 * along[1][0]  # water is level lines
    assert abs(along[0][0] - along[0][1]) < along[0][1] + along[0][0] + 1  # growth is slanted: alike both ways
    assert along[0][1] < along[1][1] / 3


@pytest.mark.parametrize("title", TITLES)
def test_the_maps_of_each_title_take_less_ink(title, qapp):
    content = titles.load(title)[1]
    source = printing.scenario_source(content, content.scenarios[0].id)
    for board in source.boards:
        chosen = Choices(what=("map",), board=board.id, scale=0)

        def light(choices: Choices) -> float:
            image = page_image(make_book(source, choices).pages[0], 40)
            return image.scaled(1, 1).pixelColor(0, 0).lightnessF()

        assert light(replace(chosen, ink_saving=True)) > light(chosen) + 0.04, board.id
