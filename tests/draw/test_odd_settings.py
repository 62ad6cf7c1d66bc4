"""Settings of any shape, as a stranger's title may have them, end in a sentence; nothing is drawn without end."""

from __future__ import annotations

from typing import Any

import pytest

from qtwar.base.errors import DataFault
from qtwar.draw.board import PAINTERS, draw_board
from qtwar.draw.counter import draw_face, face_names, sheet_from, size_of
from qtwar.editing import templates

RING = {"templates": {"a": {"like": "b"}, "b": {"like": "a"}}}
LONG = {"templates": {f"t{n}": {"like": f"t{n + 1}"} for n in range(3000)}}


@pytest.mark.parametrize(("data", "name"), [(RING, "a"), (LONG, "t0")])
def test_templates_that_are_like_each_other_are_named(data: dict[str, Any], name: str) -> None:
    sheet = sheet_from(data)
    for ask in (lambda: draw_face(sheet, name, "front", {}), lambda: face_names(sheet, name)):
        with pytest.raises(DataFault, match="circle"):
            ask()
    assert size_of(sheet, name) == (100, 100)


ODD = [
    5, [5], [{"box": 5}], [{"text": {"at": 5, "value": "x"}}], [{"text": {"at": [1, 2], "value": {"en": [1]}}}],
    [{"text": {"at": [1, 2], "value": "{" + "(" * 5000 + "}"}}], [{"pips": {"at": "x", "count": 3, "fill": "#000000"}}],
    [{"pips": {"at": [1, 2], "count": "9" * 5000, "fill": "#000000"}}], [{"block": {"at": [1, 2], "size": [{}], "fill": 5}}],
    [{"rays": {"count": "many", "fill": "#000000"}}], [{"path": {"d": 5}}], [{"when": 5}],
]  # fmt: skip


@pytest.mark.parametrize("layers", ODD, ids=lambda layers: str(layers)[:40])
def test_layers_of_a_face_of_any_shape_are_a_sentence(layers: Any) -> None:
    with pytest.raises(DataFault):
        draw_face(sheet_from({"templates": {"a": {"front": layers}}}), "a", "front", {})


def test_a_thousand_million_signs_are_as_many_as_can_be_told_apart() -> None:
    front = [{sign: {"at": [5, 5], "count": 10**9, "fill": "#000000"}} for sign in ("pips", "rays")]
    drawn = draw_face(sheet_from({"templates": {"a": {"front": front}}}), "a", "front", {})
    assert len(drawn.nodes) == 401


@pytest.mark.parametrize("value", ["x", [], {"a": {"b": [None]}}, -1, None], ids=str)
@pytest.mark.parametrize("painter", sorted(PAINTERS))
def test_settings_of_a_painter_of_any_shape_are_drawn_or_a_sentence(painter: str, value: Any) -> None:
    board = templates.new_grid("Odd", columns=4, rows=4).boards[0]
    words = ("kinds", "terrain", "color", "width", "size", "at", "items", "areas", "text", "values", "bands", "spacing", "margin")
    for word in words:
        try:
            draw_board(board, {"layers": [{"painter": painter, word: value}]})
        except DataFault:
            continue
