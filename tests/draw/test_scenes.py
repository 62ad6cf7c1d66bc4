"""Landscapes of terrain cards."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qtwar.base.errors import DataFault
from qtwar.draw import displaylist as dl
from qtwar.draw import scenes

RECT = (10.0, 10.0, 280.0, 190.0)
COLORS = {"blocked": "#112211", "clear": "#eeddaa", "leaf": "#77aa55", "line": "#000000"}


def shapes(nodes: list[dl.Node]) -> list[dl.Shape]:
    return [n for n in nodes if isinstance(n, dl.Shape)]


STEPS: list[dict[str, Any]] = [
    {"ground": {"color": "#cdd694", "tones": ["#dbe0a6"]}},
    {"let": {"bend": "0~0.1"}},
    {"chance": 0.5, "road": {"through": [[-0.05, "0.5 + bend"], [1.05, "0.5 - bend"]], "width": 3}},
    {"one_of": [[{"fields": {"crops": [["#c9a06d", "#a0733f"], ["#e2c766", "#b5933a", "wheat"]], "pieces": [
        {"corners": [[0.1, 0.1], [0.4, 0.1], [0.4, 0.4], [0.1, 0.4]], "turn": "30~10"}]}}],
        [{"rise": {"tints": ["#cfc38a"], "ink": "#5d4320"}}]]},
    {"houses": {"roofs": ["#b0503a", "#6f7684"], "at": [["0.6~0.02", 0.7, 12, 8, "0~5"], [0.8, 0.7, 12, 8, 90]]}},
    {"trees": {"apart": 9, "share": 0.8, "clear": [30, 20], "size": [2, 3],
        "sort": ["#4b7d38", "#3f7030", "#578a42", "#1c3a17", "#86b562"]}},
]  # fmt: skip


@given(st.integers(0, 9999))
def test_a_scene_is_the_same_for_a_seed_and_another_for_the_next(seed: int) -> None:
    assert repr(scenes.scene(STEPS, RECT, seed)) == repr(scenes.scene(STEPS, RECT, seed))
    assert repr(scenes.scene(STEPS, RECT, seed)) != repr(scenes.scene(STEPS, RECT, seed + 1))


def test_a_number_by_chance_stays_near_and_is_kept_under_its_name() -> None:
    steps = [{"let": {"here": "0.5~0.1"}}, {"line": {"through": [["here", 0], ["here", 1]], "strokes": [["#123456", 1]]}}]
    for seed in range(20):
        (line,) = shapes(list(dl.walk(scenes.scene(steps, RECT, seed))))
        xs = line.path.xy[:, 0]
        assert float(np.ptp(xs)) < 0.01
        assert abs(float(xs[0]) - 150) <= 28.01


@pytest.mark.parametrize(
    ("step", "key"),
    [
        ({"forest": {}}, "fault.draw.no_step"),
        ({}, "fault.draw.no_step"),
        ({"ground": {"color": "#ffffff"}}, "fault.draw.step_setting"),
        ({"trees": {"apart": 9, "sort": "oak", "size": [2, 3]}}, "fault.draw.step_setting"),
        ({"road": {"through": [["left", 0.5], [1, 1]]}}, "fault.draw.step_setting"),
        ({"houses": {"at": [[0.5, 0.5, 10, 8, 0]]}}, "fault.draw.step_setting"),
    ],
)
def test_a_step_that_can_not_be_carried_out_is_told(step: dict[str, Any], key: str) -> None:
    with pytest.raises(DataFault) as fault:
        scenes.scene([step], RECT, 1)
    assert fault.value.key == key


def test_a_border_that_blocks_is_dark_and_one_that_does_not_is_pale() -> None:
    def fills(sights: str) -> list[object]:
        wanted = (COLORS["blocked"], COLORS["clear"])
        return [n.fill for n in shapes(scenes.borders(sights, RECT, 11, COLORS)) if n.fill in wanted]

    assert set(fills("WWWWWWWW")) == {COLORS["clear"]}
    assert set(fills("GGGGGGGG")) == {COLORS["blocked"]}
    assert {COLORS["blocked"], COLORS["clear"]} == set(fills("GWWWWWWW"))


def test_what_a_title_draws_is_stamped_in_its_sizes_where_it_says() -> None:
    small = {"d": "M-1 0 H1", "size": 0.5, "move": [0, 1], "line": "#654321"}
    cross = [{"d": "M-1 0 H1", "line": "#123456", "width": 0.5}, small]
    step = {"stamp": {"motifs": [cross], "size": [2, 4], "at": [[0.5, 0.5], [0.2, 0.5]]}}
    (made,) = [n for n in dl.walk(scenes.scene([step], RECT, 1)) if isinstance(n, dl.Stamps)]
    assert len(made.xy) == 2
    wide = [float(np.ptp(stamp[0].path.xy[:, 0])) for stamp in made.stamps]
    assert (min(wide), max(wide)) == (pytest.approx(2 * 5.6), pytest.approx(2 * 11.2)), "a hundredth of the width is 2.8"
    for large, less in made.stamps:
        assert float(np.ptp(less.path.xy[:, 0])) == pytest.approx(float(np.ptp(large.path.xy[:, 0])) / 2)
        assert large.stroke is not None
        assert large.stroke.width == pytest.approx(float(np.ptp(large.path.xy[:, 0])) / 4)
