"""The view goes where something can be done, until the person moves it."""

CORNER = "big:025020"


def in_view(board, place):
    return board.camera.area().contains(board.layout_.spot(place))


def away(board):
    """Look at the far corner, as if the program had done so."""
    board.camera.centre_on(board.layout_.spot(CORNER))
    board.leading.keep()
    assert not any(in_view(board, place) for place in board.state.candidate_places)


def test_what_can_act_comes_into_view_with_the_offer(board):
    board.set_zoom(1.0)
    away(board)
    board.model.actions.offer_changed.emit()
    assert all(in_view(board, place) for place in board.state.candidate_places)


def test_who_has_moved_the_view_keeps_it(board):
    board.set_zoom(1.0)
    away(board)
    board.pan_by(board.rect().center() / 40)
    before = board.camera.area()
    board.model.actions.offer_changed.emit()
    assert board.camera.area() == before


def test_what_can_be_seen_already_moves_nothing(board):
    board.set_zoom(1.0)
    board.camera.centre_on(board.layout_.spot(sorted(board.state.candidate_places)[0]))
    board.leading.keep()
    before = board.camera.area()
    board.model.actions.offer_changed.emit()
    assert board.camera.area() == before


def test_where_not_all_fit_it_goes_where_most_are(board):
    board.set_zoom(4.0)
    away(board)
    board.leading.follow(4.0)
    assert any(in_view(board, place) for place in board.state.candidate_places)
