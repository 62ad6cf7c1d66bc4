"""What is pasted comes from anybody: a region of a map of another form, and tables without end."""

from __future__ import annotations

import random

import pytest

from qtwar.base import jsonio
from qtwar.base.errors import DataFault
from qtwar.bench.bending import bent
from qtwar.editing import clips, items, tables, templates
from qtwar.editing.draft import Draft
from qtwar.ui.mime import REGION, _put, unpack_region


@pytest.fixture
def draft() -> Draft:
    """Return a draft of a small map."""
    return Draft(templates.new_grid("Pasted", columns=6, rows=5))


def test_a_region_of_any_shape_is_pasted_or_is_none(draft: Draft) -> None:
    """In 20 of 80 edits of the fuzz the paste ended in a traceback: only the names of three fields were looked at."""
    board = draft.data["boards"][0]["id"]
    cells = list(draft.grid(board).cells())[:6]
    sound = clips.copy_region(draft, board, cells)
    assert clips.is_clip(sound)
    chance, pasted = random.Random(18), 0
    for _ in range(400):
        clip = unpack_region(_put(REGION, bent(jsonio.copy(sound), chance)))
        for turned in (lambda clip: clip, clips.mirror, clips.rotate):
            if clip is None:
                break
            try:
                pasted += not clips.paste(draft, board, turned(clip), cells[0]).is_empty
            except DataFault as fault:
                assert fault.text  # noqa: PT017 # a refusal is as good as a paste
    assert pasted


@pytest.mark.parametrize("words", ["[" * 100_000, "{", "5", "[]", "\x00", "{\"form\": \"flat\", \"cells\": [], \"terrain\": []}"])
def test_what_is_no_region_is_none(words: str) -> None:
    data = _put(REGION, 0)
    data.setData(REGION, words.encode())
    assert unpack_region(data) is None


def test_a_table_without_end_is_refused_before_it_is_made(draft: Draft) -> None:
    one = {"heads": [1]}
    made = items.add(draft, "tables", {"id": "crt", "name": {"en": "CRT"}, "rows": one, "columns": one, "cells": [[None]]})
    laid = Draft(data=made.result)
    for row, column, block in ((0, 0, [["1"]] * 100_000), (0, 0, [["1"] * 100_000]), (10**9, 0, [["1"]]), (0, 10**9, [["1"]])):
        with pytest.raises(DataFault) as caught:
            tables.lay_block(laid, "crt", row, column, block)
        assert caught.value.key == "fault.edit.table_large"
    grown = tables.lay_block(laid, "crt", 0, 0, [["1"] * 3] * 40)
    assert grown.result is not None
    assert len(grown.result["tables"][0]["cells"]) == 40
