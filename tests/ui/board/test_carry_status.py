"""The second line of the prompt bar during a carry: price, cost, what happens there, and why not."""

import pytest
from PySide6.QtCore import QPoint


@pytest.fixture
def table(ridge):
    made = ridge()
    made.said = []
    made.view.carry_status.told.connect(lambda spans: made.said.append("".join(span.text for span in spans)))
    made.hand.press(made.at("0304"))
    made.hand.move(made.at("0304") + QPoint(9, 0))
    made.quiet()
    return made


def test_the_cost_is_said_as_the_hand_goes_and_the_line_is_empty_after_the_drop(table):
    table.hand.move(table.at("0303"))
    assert table.said[-1] == "costs 1 to 0303"
    table.hand.move(table.at("0302"))
    assert table.said[-1] == "costs 2 to 0302"
    table.hand.release(table.at("0302"))
    table.quiet()
    assert table.said[-1] == ""


def test_a_hand_that_rests_where_it_may_not_end_is_told_why(table):
    table.hand.move(table.at("0807"))
    assert not any(table.said)
    table.qtbot.waitUntil(lambda: table.said[-1:] == ["A unit moves one hex (2.2)."])
    table.hand.move(table.at("0303"))
    assert table.said[-1] == "costs 1 to 0303"


def test_the_price_of_the_whole_force_and_its_reason_come_from_the_reach(table):
    carry = table.view.carry
    carry._reached({"cells": {}, "cost": {"cp": 3}, "why": {"key": "refuse.far", "args": {}, "rule": "5.2"}})
    assert table.said[-1] == "3 cp  ·  A unit moves one hex (5.2)."
    told = []
    carry.reason("field:0303", told.append)
    assert told == [{"key": "refuse.far", "args": {}, "rule": "5.2"}]
