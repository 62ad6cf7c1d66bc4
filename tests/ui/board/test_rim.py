"""What can act outside the view has an arrow at the rim with its number; a click on it goes there."""

from PySide6.QtCore import QPointF, Qt

from qtwar.ui.board import rim


def arrow(board, side):
    return next((a for a in board.rim.arrows() if a.side == side), None)


def test_each_side_counts_what_waits_beyond_it(board):
    assert board.rim.arrows() == ()
    board.center_on("big:025006")
    assert board.camera.area().left() > board.layout_.spot("big:006006").x()
    found = board.rim.arrows()
    assert [(a.side, a.count) for a in found] == [("left", len(board.state.candidate_places))]
    assert found[0].nearest in board.state.candidate_places


def test_a_click_on_the_arrow_brings_the_nearest_into_view_and_takes_nothing(board, hand):
    board.center_on("big:025006")
    place = arrow(board, "left").nearest
    hand.click(board.rim._box(arrow(board, "left")).center().toPoint())
    assert board.camera.area().contains(board.layout_.spot(place))
    assert board.state.selection == []


def test_what_is_in_hand_stays_there(board, hand):
    hand.click(hand.at("006006"))
    hand.key(Qt.Key.Key_M)
    assert board.carry.phase == "carried"
    board.center_on("big:025020")
    led = board.rim.arrows()[0]
    hand.click(board.rim._box(led).center().toPoint())
    assert board.carry.phase == "carried"
    assert board.camera.area().contains(board.layout_.spot(led.nearest))


def test_too_many_places_lead_nowhere(board, monkeypatch):
    board.center_on("big:025006")
    monkeypatch.setattr(rim, "MOST", 0)
    board.rim._key = None
    assert board.rim.arrows() == ()
    assert board.rim.at(QPointF(20, board.height() / 2)) == ""


def test_what_is_possible_at_any_time_lights_nobody_until_it_is_turned_to(board):
    game = board.model
    move = game.actions.offer["asks"][0]
    show = {"id": "show", "verb": "show", "kind": "pieces", "pieces": ["b1", "j1"], "min": 1, "max": 2, "aside": True}
    game.set_offer({**game.actions.offer, "asks": [{**move, "pieces": ["b1"]}, show]})
    assert board.state.candidate_places == {"big:006006"}
    assert "j1" in board.state.able_pieces, "a click takes it all the same"
    game.answer.start(show)
    assert board.state.candidate_places == {"big:006006", "big:006004"}
