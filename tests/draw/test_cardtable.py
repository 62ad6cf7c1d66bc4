"""The table that cards are dealt on."""

from __future__ import annotations

from typing import Any

import pytest

from qtwar.draw import cardtable
from qtwar.draw import displaylist as dl
from qtwar.draw.ground import Ground
from qtwar.model.board import BoardContent

BOARD = BoardContent.model_validate(
    {
        "id": "map",
        "name": {"en": "Map", "ja": "地図"},
        "grid": {
            "kind": "cards", "columns": 3, "rows": 2, "card_w": 88, "card_h": 63, "cell_mm": 25, "gap": 10,
            "numbering": {"pattern": "rRcC", "first_row": 0, "rows_from": "bottom"},
        },
        "areas": [
            {"id": "staging", "name": {"en": "Staging area", "ja": "集結地"}, "cells": ["r0c1", "r0c2", "r0c3"]},
            {"id": "row_1", "name": {"en": "Row 1", "ja": "第1列"}, "cells": ["r1c1", "r1c2", "r1c3"]},
        ],
    }
)  # fmt: skip
SLOT = {"fill": "#112211", "line": "#ccbb88", "text": "#ccbb8880"}
FELT = {"color": "#445544", "fibres": ["#ffffff20", "#00000020"]}
HEADS: dict[str, Any] = {"paper": "#3a3a30", "text": "#eeddaa", "rule": "#a8893f", "areas": ["staging", "row_1"]}


def ground(language: str = "en") -> Ground:
    return Ground(BOARD, language, "table")


def texts(nodes: list[dl.Node]) -> list[dl.Text]:
    return [node for node in dl.walk(nodes) if isinstance(node, dl.Text)]


def test_the_cloth_covers_the_board_and_its_fibres_show_from_near() -> None:
    cloth, *fibres = cardtable.felt(ground(), FELT)
    assert isinstance(cloth, dl.Shape)
    assert [(g.name, g.min_zoom) for g in fibres if isinstance(g, dl.Group)] == [("fibres", dl.NEAR)] * 2
    assert repr(fibres) == repr(cardtable.felt(ground(), FELT)[1:])
    xs = [float(x) for run in cloth.path.runs() for x in run[:, 0]]
    assert (min(xs), max(xs)) == pytest.approx((0, BOARD.make_grid().bounds()[2]))


def test_every_card_has_a_place_with_its_number_and_an_area_may_look_otherwise() -> None:
    grid = BOARD.make_grid()
    nodes = cardtable.slots(ground(), {**SLOT, "areas": {"staging": {"fill": "#223322", "plain": True}}})
    fills = [n.fill for n in nodes if isinstance(n, dl.Shape) and n.fill is not None]
    assert fills == ["#112211"] * 3 + ["#223322"] * 3
    assert {t.text: t.at for t in texts(nodes)} == {cell: grid.to_pixel(cell) for cell in ("r1c1", "r1c2", "r1c3")}


@pytest.mark.parametrize(("language", "names"), [("en", ["STAGING AREA", "ROW 1"]), ("ja", ["集結地", "第1列"])])
def test_rows_are_named_at_the_border_beside_their_cards(language: str, names: list[str]) -> None:
    columns = {"en": "Column {n}", "ja": "第{n}縦列"}
    words = texts(cardtable.heads(ground(language), {**HEADS, "columns": columns}))
    assert [t.text for t in words[:2]] == names
    assert [t.at[1] for t in words[:2]] == pytest.approx([BOARD.make_grid().to_pixel(c)[1] for c in ("r0c1", "r1c1")])
    assert all(t.at[0] < 0 for t in words[:2])
    assert [t.text for t in words[2:]] == [columns[language].replace("{n}", str(n)).upper() for n in (1, 2, 3)]
    assert all(t.at[1] < 0 for t in words[2:])
