"""What a board says of its cells."""

from __future__ import annotations

from typing import Any

import pytest

from qtwar.model.board import BoardContent

SAID = {"en": "{area}, column {column} of row {row}", "ja": "{area}・第{column}縦列"}


def board(kind: str = "square", **numbering: Any) -> BoardContent:
    """Return a board of 3 × 2 cells whose lower row is an area."""
    size: dict[str, Any] = {"card_w": 88, "card_h": 63} if kind == "cards" else {}
    return BoardContent.model_validate(
        {
            "id": "b", "name": {"en": "B"}, "grid": {"kind": kind, "columns": 3, "rows": 2, "numbering": numbering, **size},
            "areas": [{"id": "front", "name": {"en": "Front", "ja": "前線"}, "cells": ["r1c1", "r1c2", "r1c3"]}],
        }
    )  # fmt: skip


def test_a_cell_is_called_by_its_id_and_a_side_by_its_cells() -> None:
    plain = board(pattern="CCRR")
    assert plain.cell_words("0201", "ja") == "0201"
    assert plain.cell_words("0101|0201", "en") == "0101/0201"


@pytest.mark.parametrize("kind", ["square", "hex", "cards"])
def test_a_numbering_says_row_column_and_area_in_words(kind: str) -> None:
    words = board(kind, pattern="rRcC", rows_from="bottom", said=SAID)
    assert words.cell_words("r1c3", "en") == "Front, column 3 of row 1"
    assert words.cell_words("r1c3", "ja") == "前線・第3縦列"
    assert words.cell_words("r2c1", "en") == ", column 1 of row 2"
    assert words.cell_words("r1c1|r1c2", "ja") == "前線・第1縦列 / 前線・第2縦列"
    assert words.cell_words("r1c1/N", "ja") == "前線・第1縦列 / N"
    assert words.cell_words("nowhere", "en") == "nowhere"


def test_rows_and_columns_count_from_where_the_numbering_says() -> None:
    words = board(pattern="rRcC", first_row=0, first_column=5, columns_from="right", said={"en": "{row}-{column}"})
    assert [words.cell_words(cell, "en") for cell in ("r0c7", "r0c5", "r1c6")] == ["0-7", "0-5", "1-6"]
