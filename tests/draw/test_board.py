"""A title's map as a display list: complete, the same everywhere, each word in its place."""

import math
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from qtwar.base.errors import DataFault
from qtwar.draw import displaylist as dl
from qtwar.draw.board import PAINTERS, draw_board
from qtwar.draw.curvednames import measured, set_along
from qtwar.draw.ground import Ground
from qtwar.draw.layers import style_layers
from qtwar.draw.metrics import advance, widths
from qtwar.editing.templates import new_grid
from qtwar.model.board import BoardContent
from qtwar.model.content import TitleContent
from qtwar.qtpaint import boardart


def texts(display: dl.DisplayList) -> list[dl.Text]:
    return [node for node in dl.walk(display.nodes) if isinstance(node, dl.Text)]


def test_every_number_of_the_map_is_finite(delta: dl.DisplayList) -> None:
    shapes = 0
    for node in dl.walk(delta.nodes):
        if isinstance(node, dl.Shape):
            shapes += 1
            assert np.isfinite(node.path.xy).all()
        elif isinstance(node, dl.Stamps):
            assert np.isfinite(node.xy).all()
            assert len(node.which) == len(node.xy)
            assert node.which.min() >= 0
            assert node.which.max() < len(node.stamps)
        elif isinstance(node, dl.GlyphRun):
            assert all(math.isfinite(v) for glyph in node.glyphs for v in glyph[1:])
    assert shapes > 100


def test_the_map_is_drawn_the_same_twice(sealords: TitleContent, delta: dl.DisplayList) -> None:
    assert dl.to_json(draw_board(sealords.boards[0], sealords.style)) == dl.to_json(delta)


def test_every_place_and_every_square_is_named(sealords: TitleContent, delta: dl.DisplayList) -> None:
    board = sealords.boards[0]
    written = {text.text.lower() for text in texts(delta)}
    assert set(board.terrain) <= written
    for label in board.labels:
        if label.style not in ("region", "country", "sea"):
            assert label.text.get("en").lower() in written
    runs = {"".join(g[0] for g in n.glyphs).lower() for n in dl.walk(delta.nodes) if isinstance(n, dl.GlyphRun)}
    for river in ("hamluong", "cochien", "vamcodong", "tiengiang·mekong", "haugiang·bassac", "southchinasea"):
        assert river in runs


def test_japanese_maps_are_named_in_japanese(sealords: TitleContent) -> None:
    written = {text.text for text in texts(draw_board(sealords.boards[0], sealords.style, "ja"))}
    assert {"カントー", "サイゴン", "ヴィンロン"} <= written
    assert "Can Tho" not in written


def test_no_name_of_a_place_covers_another(delta: dl.DisplayList) -> None:
    boxes = []
    for text in texts(delta):
        if text.font.family != "Alegreya Sans":
            continue
        wide = sum(widths(text.text, text.font.family, text.font.size, text.font.weight, text.font.italic))
        wide += text.font.tracking * text.font.size * len(text.text)
        high = text.font.size * 0.7
        boxes.append((text.text, text.at[0] - wide / 2, text.at[1] - high / 2, wide, high))
    assert len(boxes) > 30
    for one, two in combinations(boxes, 2):
        apart = (
            one[1] + one[3] <= two[1] or two[1] + two[3] <= one[1] or one[2] + one[4] <= two[2] or two[2] + two[4] <= one[2]
        )
        assert apart, (one[0], two[0])


def test_names_of_places_leave_the_room_of_the_stack(sealords: TitleContent, delta: dl.DisplayList) -> None:
    board = sealords.boards[0]
    ground = Ground(board, "en", board.id)
    at = {label.text.get("en").lower(): label.at for label in board.labels if isinstance(label.at, str)}
    for text in texts(delta):
        if text.font.family == "Alegreya Sans":
            x, y = ground.centres[at[text.text.lower()]]
            assert 36 <= text.at[1] - y <= 44, text.text
            assert abs(text.at[0] - x) <= 26, text.text


def test_waterways_cross_the_sides_that_rules_say_they_cross(sealords: TitleContent) -> None:
    board = sealords.boards[0]
    ground = Ground(board, "en", board.id)
    sea = [cell for cell, terrain in board.terrain.items() if terrain == "high_seas"]
    for number, path in enumerate(board.paths):
        line = ground.course(number, straight=path.kind == "canal", open_sea=sea)
        for a, b in zip(ground._own_cells(number), ground._own_cells(number)[1:], strict=False):
            (ax, ay), (bx, by) = ground.centres[a], ground.centres[b]
            middle = np.array([(ax + bx) / 2, (ay + by) / 2])
            assert np.hypot(*(line - middle).T).min() < 34, (path.name, a, b)


def test_an_unknown_painter_is_named_with_those_there_are(sealords: TitleContent) -> None:
    with pytest.raises(DataFault, match=r"There is no painter 'woods' in style.yaml \(boards.*wild"):
        draw_board(sealords.boards[0], {"boards": {"delta": [{"painter": "woods"}]}})


def test_a_missing_setting_is_named_with_its_layer(sealords: TitleContent) -> None:
    style = {"boards": {"delta": [{"painter": "fill", "color": "#ffffff"}, {"painter": "grid"}]}}
    with pytest.raises(DataFault, match=r"The painter 'grid' needs the setting `color` in style.yaml \(boards.delta\[1\]"):
        draw_board(sealords.boards[0], style)


def test_a_palette_changes_colours_and_nothing_else(sealords: TitleContent) -> None:
    layers = [{"painter": "fill", "color": "#b3261e80"}, {"painter": "grid", "color": "#463f28"}]
    style = {"palettes": {"colour_blind": {"#b3261e": "#000000"}}, "boards": {"delta": layers}}
    plain = dl.to_json(draw_board(sealords.boards[0], style))
    changed = dl.to_json(draw_board(sealords.boards[0], style, palette="colour_blind"))
    assert changed != plain
    assert changed == plain.replace("#b3261e80", "#00000080")


def test_a_board_without_style_is_still_a_map() -> None:
    board = BoardContent.model_validate(
        {
            "id": "plain",
            "name": {"en": "Plain"},
            "grid": {"kind": "hex", "columns": 4, "rows": 3, "orientation": "flat", "offset": "even"},
            "legend": {".": "clear"},
            "terrain": {},
        }
    )
    display = draw_board(board, {})
    assert len(texts(display)) == 12
    assert any(isinstance(node, dl.Shape) and node.stroke for node in dl.walk(display.nodes))


def test_a_tint_of_terrain_that_is_nowhere_is_nothing() -> None:
    grid = {"kind": "hex", "columns": 3, "rows": 3, "orientation": "flat"}
    board = BoardContent.model_validate({"id": "m", "name": {"en": "M"}, "grid": grid, "legend": {".": "clear"}, "terrain": {}})
    tint = {"painter": "tint", "terrain": ["water"], "color": "#93bfd0", "steps": [[0.0, 1.0]]}
    (map_, *_) = draw_board(board, {"layers": [tint]}).nodes
    assert isinstance(map_, dl.Group)
    assert [node for node in map_.children if isinstance(node, dl.Group) and node.children] == []


@pytest.mark.parametrize(
    "style",
    [
        {"boards": None}, {"boards": {"m": None}}, {"boards": {"m": []}}, {"layers": None}, {"layers": []},
        {"palettes": None}, {"palettes": {"standard": None}},
    ],
)  # fmt: skip
def test_a_style_that_says_nothing_is_a_plain_map(style: dict[str, Any], tmp_path: Path) -> None:
    grid = {"kind": "hex", "columns": 3, "rows": 3, "orientation": "flat"}
    plain = BoardContent.model_validate({"id": "m", "name": {"en": "M"}, "grid": grid, "legend": {".": "clear"}, "terrain": {}})
    assert dl.to_json(draw_board(plain, style)) == dl.to_json(draw_board(plain, {}))
    assert boardart.file_of(plain, style, "en", "standard", tmp_path).parent == tmp_path
    assert style_layers(style, plain) == []


def test_all_painters_say_what_they_paint() -> None:
    assert all(painter.__doc__ for painter in PAINTERS.values())


def test_letters_stand_on_their_curve_and_read_from_left_to_right() -> None:
    curve = measured(np.column_stack((np.arange(400.0, 0, -10), 50 + np.zeros(40))))
    steps = widths("Vam Co", "EB Garamond", 20, 600, True)
    letters = set_along(curve, "Vam Co", steps, 100, 0, 20)
    xs = [x for _, x, _, _ in letters]
    assert [letter for letter, *_ in letters] == list("VamCo")
    assert xs == sorted(xs)
    assert all(abs(angle) < 0.01 and abs(y - 54.8) < 0.01 for _, _, y, angle in letters)
    assert xs[1] - xs[0] == pytest.approx((steps[0] + steps[1]) / 2)


def test_widths_come_from_the_fonts() -> None:
    assert advance("i", "EB Garamond", 600) < advance("W", "EB Garamond", 600) / 2
    assert advance("川", "EB Garamond", 600) == pytest.approx(1.0)
    assert advance("あ", "Barlow Condensed", 700) == pytest.approx(1.0)


def test_a_draft_has_a_light_line_under_its_grid_and_round_its_numbers_above_the_woods() -> None:
    draft = new_grid("Woods", columns=4, rows=4)
    board = draft.boards[0]
    layers = [layer["painter"] for layer in draft.style["boards"]["map"]]
    assert layers.index("wild") < layers.index("grid") < layers.index("ids")
    shown = draw_board(board, draft.style)
    lines = next(node for node in dl.walk(shown.nodes) if isinstance(node, dl.Group) and node.name == "grid")
    under, over = (node for node in lines.children if isinstance(node, dl.Shape))
    assert under.stroke is not None
    assert over.stroke is not None
    assert under.stroke.width > over.stroke.width
    assert all(text.halo for text in texts(shown) if text.text in board.terrain)
    assert draft.style["names_clear"], "a name beside its cell is not said again above the stack"


def test_a_box_beside_the_map_of_a_new_draft_is_drawn_and_the_paper_reaches_round_it():
    content = new_grid("Boxes", columns=8, rows=6)
    box = {"id": "reserve", "name": {"en": "Reserve", "ja": "予備"}, "on_board": [-300, 100, 200, 150]}
    board = BoardContent.model_validate({**content.boards[0].model_dump(), "boxes": [box]})
    drawn = draw_board(board, content.style)
    assert drawn.bounds[0] <= -300
    assert "Reserve" in repr(drawn.nodes[1:]), "the first group is cut off at the border of the map"
