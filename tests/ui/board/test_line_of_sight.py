"""Lines of sight over the board: what the rules answer is drawn where it is, while the pointer or the cursor moves."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt

from qtwar.ui.docks.reaction import ReactionDock
from qtwar.ui.theme import current
from tests.ui.board.ridge import WALL

K = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier
NOBODY = Qt.MouseButton.NoButton
LIT = [f"field:{side}" for side in WALL]


@pytest.fixture
def table(ridge):
    made = ridge()
    made.hand.move(made.at("0404"), buttons=NOBODY)
    return made


def colour(table, point, spread=0):
    image = table.picture()
    around = [point + QPoint(x, y) for x in range(-spread, spread + 1) for y in range(-spread, spread + 1)]
    return {image.pixelColor(p).name().upper() for p in around}


def test_the_line_ends_at_the_wall_and_says_why(table):
    view, looking = table.view, table.view.sight
    table.hand.move(table.at("0104"), buttons=NOBODY)
    table.hand.key(K.Key_K)
    table.hand.move(table.at("0704"), buttons=NOBODY)
    table.quiet()
    assert looking.answer["blocked"]["edge"] in LIT
    assert looking.sentences() == ["The wall on the crest hides what is beyond.", "6 hexes"]
    assert view.accessibleDescription().startswith("The wall on the crest")
    t = current().tokens
    a, b = QPointF(table.at("0104")), QPointF(table.at("0704"))
    stop = QPointF(table.at(looking.answer["blocked"]["edge"][6:]))
    assert t.bad.upper() in colour(table, (a + (stop - a) * 0.6).toPoint(), 3)
    assert t.bad.upper() not in colour(table, (stop + (b - stop) * 0.6).toPoint(), 3)
    table.hand.key(K.Key_Escape)
    assert looking.start == ""


def test_cells_are_called_as_on_the_board_that_is_looked_at(table, monkeypatch):
    looking = table.view.sight
    monkeypatch.setattr(type(table.model.title), "ground", "cards")  # those of the title's first board
    looking.begin("field:0505")
    looking.to("field:0705")
    table.quiet()
    assert looking.sentences()[-1] == "2 hexes"
    looking.begin("field:0505", wide=True)
    table.quiet()
    assert "hexes are seen" in table.view.accessibleDescription()


def test_a_house_on_the_way_is_shown_with_its_value(table):
    view = table.view
    view.sight.begin("field:0505")
    view.sight.to("field:0705")
    table.quiet()
    assert view.sight.answer["clear"]
    assert [h["cell"] for h in view.sight.answer["hindrances"]] == ["field:0605"]
    assert current().tokens.warn.upper() in colour(table, table.at("0605"), 12)


def test_only_the_newest_line_is_asked_and_none_twice(table):
    asked = []
    query = table.model.actions.query
    table.model.actions.query = lambda name, args, then: (asked.append(args.get("to")) if name == "sight" else None) or query(
        name, args, then
    )
    table.hand.key(K.Key_K)
    for cell in ("0304", "0303", "0302", "0202"):
        table.hand.move(table.at(cell), buttons=NOBODY)
    table.quiet()
    assert asked == ["field:0304", "field:0202"]
    table.hand.move(table.at("0304"), buttons=NOBODY)
    table.quiet()
    assert asked == ["field:0304", "field:0202"]
    # a move changes what is seen: the line is asked again
    table.model.actions.submit({"side": "blue", "verb": "skip", "args": {}})
    table.quiet()
    assert set(asked[2:]) == {"field:0304"}


def test_the_fan_veils_what_is_hidden_and_the_line_is_drawn_in_it(table):
    view, looking = table.view, table.view.sight
    before = colour(table, table.at("0802") + QPoint(0, 20)), colour(table, table.at("0102") + QPoint(0, 20))
    table.hand.key(K.Key_K, SHIFT)
    table.quiet()
    assert "field:0704" not in looking.wide["seen"]
    assert "field:0102" in looking.wide["seen"]
    after = colour(table, table.at("0802") + QPoint(0, 20)), colour(table, table.at("0102") + QPoint(0, 20))
    assert after[0] != before[0]
    assert after[1] == before[1]
    view.set_cursor_place("field:0404", show=True)
    table.hand.key(K.Key_Down)
    table.quiet()
    assert looking.end == "field:0405"
    assert looking.answer["clear"]
    table.hand.key(K.Key_K)
    assert looking.start == ""


def test_a_title_that_says_nothing_of_sight_only_counts(board, game, hand):
    board.sight.begin("big:006006", wide=True)
    assert game.messages == []  # this game answers its own queries
    table = board.sight
    table.to("big:009006")
    assert table.sentences()[-1] == "3 hexes"


def test_a_firer_who_is_picked_aims_and_the_line_goes_with_his_shot(table, qtbot):
    dock = ReactionDock(table.model.actions, table.model.focus)
    qtbot.addWidget(dock)
    table.model.actions.submit({"side": "blue", "verb": "skip", "args": {}})
    table.quiet()
    looking = table.view.sight
    dock.pick_number(1)
    table.quiet()
    assert (looking.start, looking.end) == ("field:0704", "field:0404")
    assert looking.answer["blocked"] is not None
    table.hand.move(table.at("0101"), buttons=NOBODY)
    assert looking.end == "field:0404"
    assert dock.fire()
    table.quiet()
    assert looking.start == ""
