"""Landscapes of terrain cards."""

from __future__ import annotations

import pytest

from qtwar.draw import displaylist as dl
from qtwar.draw import scenes

RECT = (10.0, 10.0, 280.0, 190.0)
COLORS = {"blocked": "#112211", "clear": "#eeddaa", "leaf": "#77aa55", "line": "#000000"}


def shapes(nodes: list[dl.Node]) -> list[dl.Shape]:
    return [n for n in nodes if isinstance(n, dl.Shape)]


@pytest.mark.parametrize("name", sorted(scenes.SCENES))
def test_a_scene_is_the_same_for_a_seed_and_another_for_the_next(name: str) -> None:
    assert repr(scenes.scene(name, RECT, 3)) == repr(scenes.scene(name, RECT, 3))
    assert repr(scenes.scene(name, RECT, 3)) != repr(scenes.scene(name, RECT, 4))


def test_a_border_that_blocks_is_dark_and_one_that_does_not_is_pale() -> None:
    def fills(sights: str) -> list[object]:
        wanted = (COLORS["blocked"], COLORS["clear"])
        return [n.fill for n in shapes(scenes.borders(sights, RECT, 11, COLORS)) if n.fill in wanted]

    assert set(fills("WWWWWWWW")) == {COLORS["clear"]}
    assert set(fills("GGGGGGGG")) == {COLORS["blocked"]}
    assert {COLORS["blocked"], COLORS["clear"]} == set(fills("GWWWWWWW"))
