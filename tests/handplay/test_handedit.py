"""The robot at the editor: every tool once without a fault, and a fault that is put in is found."""

from __future__ import annotations

from typing import Any

import pytest

from qtwar.base.errors import DataFault
from qtwar.editing import ground
from qtwar.handplay.edit import HandEdit
from qtwar.handplay.play import HandPlan

DEEDS = 45
"""Tools, pages and dialogs, each once."""


def test_what_is_meant_is_in_the_document(qtbot: Any) -> None:
    with HandEdit("", HandPlan(language="ja", size=(1280, 720))) as robot:
        robot.edit(2, DEEDS)
        figures = robot.figures
    assert [str(fault) for fault in figures.faults] == []
    assert figures.actions == DEEDS
    assert not figures.never()
    assert len(figures.kinds) == DEEDS, "each of them once"


def test_a_stroke_that_loses_its_beginning_is_found(qtbot: Any, monkeypatch: Any) -> None:
    draw = ground.draw_sides
    monkeypatch.setattr(ground, "draw_sides", lambda draft, kind, sides: draw(draft, kind, list(sides)[1:]))
    with HandEdit("", HandPlan()) as robot:
        robot.edit(1, 3, only=("edge",))
        faults = robot.figures.faults
    assert [(fault.kind, fault.ask) for fault in faults] == [("other_action", "edge")]


def test_a_thing_that_it_can_not_do_is_named(qtbot: Any) -> None:
    with HandEdit("", HandPlan()) as robot, pytest.raises(DataFault, match="dance"):
        robot.edit(1, 3, only=("edge", "dance"))
