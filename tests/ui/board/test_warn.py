"""Warn: what the rules refuse happens all the same, is marked until the phase ends, and says what was against it."""

import pytest
from PySide6.QtCore import QPoint

from qtwar.ui.board.access import describe_piece
from qtwar.ui.board.badges import AMBER
from qtwar.ui.play.prompt import PromptBar


@pytest.fixture
def table(ridge):
    return ridge("warn")


def amber(table, place):
    layout, camera = table.view.layout_, table.view.camera
    rect = camera.rect_to_screen(layout.counter_rect(f"field:{place}", 0, 1))
    image = table.picture()
    corner = rect.topRight().toPoint() + QPoint(-17, 6)
    return image.pixelColor(corner).name().upper() == AMBER


def drag(table, start, end):
    table.hand.drag(table.at(start), table.at(end))
    table.quiet()


def log(table):
    return [("".join(span.text for span in line.spans), line.kind) for line in table.model.history.log()]


def test_a_move_too_far_is_done_marked_and_named_in_log_and_bar(table, qtbot):
    prompt = PromptBar(table.model)
    qtbot.addWidget(prompt)
    prompt.resize(900, 58)
    prompt.show()
    drag(table, "0304", "0707")
    assert table.session.state.pieces["s3"]["at"] == "field:0707"
    assert table.session.state.pieces["s3"]["attrs"] == {"broke": "2.2"}
    qtbot.waitUntil(lambda: amber(table, "0707"))  # it has come to rest there
    assert ("Squad moved by hand from 0304 to 0707 (2.2)", "warning") in log(table)
    assert ("Against the rules: A unit moves one hex (2.2).", "warning") in log(table)
    assert prompt.detail.plain() == "A unit moves one hex (2.2)."
    assert prompt.undo.isVisible()
    prompt.undo.click()
    table.quiet()
    assert table.session.state.pieces["s3"]["at"] == "field:0304"
    assert table.session.state.pieces["s3"]["attrs"] == {}
    assert not amber(table, "0304")
    assert not prompt.undo.isVisible()


def test_a_legal_move_bears_no_mark(table):
    drag(table, "0304", "0303")
    assert table.session.state.pieces["s3"] | {"attrs": {}} == table.session.state.pieces["s3"]
    assert table.session.history.line[-1].kind == "act"


def test_a_piece_that_may_not_move_now_is_marked_too_and_the_mark_goes_with_the_phase(table):
    drag(table, "0704", "0703")
    assert table.session.state.pieces["g1"]["attrs"] == {"broke": "?"}
    assert "moved against the rules in this phase" in describe_piece(table.view.state, "g1")
    for side in ("blue", "red"):
        table.model.actions.submit({"side": side, "verb": "skip", "args": {}})
        table.quiet()
    assert table.session.state.vars["turn"] == 2
    assert table.session.state.pieces["g1"]["attrs"] == {}


def test_the_reason_is_told_to_the_mover_alone(table):
    drag(table, "0304", "0707")
    told = table.session.journal.entry(table.session.history.last_no).told
    assert any(event.get("key") == "note.free.broke" for event in told["blue"])
    assert not any(event.get("key") == "note.free.broke" for event in told["red"])
    assert any(event.get("rule") == "2.2" for event in told["red"])


def test_off_marks_nothing(ridge):
    table = ridge("off")
    drag(table, "0304", "0707")
    assert table.session.state.pieces["s3"]["attrs"] == {}
    assert all(kind != "warning" for _, kind in log(table))


