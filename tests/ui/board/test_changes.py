"""What the rules or a gesture of the free table changed is drawn anew, with the game's own model."""

from PySide6.QtCore import QPoint, Qt

from qtwar.ui.theme import current


def corner(table, place):
    return table.picture().pixelColor(table.at(place) + QPoint(-20, -20)).name()


def test_a_counter_that_was_turned_shows_its_other_face(ridge):
    table = ridge("off")
    faces = {"front": "#112233", "back": "#445566"}
    drawn = table.model.position.faces

    def face(record, language, size, ratio):
        picture = drawn(record, language, size, ratio)
        picture.fill(faces[record["face"]])
        return picture

    table.model.position.faces = face
    table.view.stacks.forget()
    table.view.chunks.forget()
    assert corner(table, "0304") == faces["front"]
    table.view.tool.free("flip", ["s3"])
    table.quiet()
    assert corner(table, "0304") == faces["back"]


def test_what_is_undone_glides_back(ridge):
    table = ridge()
    table.model.actions.submit({"side": "blue", "verb": "go", "args": {"pieces": ["s3"], "path": ["field:0304", "field:0303"]}})
    table.quiet()
    current().set(motion=True)
    table.model.history.undo()
    table.quiet()
    assert [flight.piece for flight in table.view.state.flights.under_way] == ["s3"]


def test_what_was_dragged_by_hand_stays_selected_and_is_turned_by_its_key(ridge):
    table = ridge("off")
    table.hand.drag(table.at("0304"), table.at("0202"))
    table.quiet()
    pieces = table.model.position.view.pieces
    assert pieces["s3"]["at"] == "field:0202"
    assert table.view.state.selection == ["s3"]
    assert pieces["s3"]["face"] == "front"
    table.hand.key(Qt.Key.Key_F)
    table.quiet()
    assert table.model.position.view.pieces["s3"]["face"] == "back"


def test_by_keys_the_counter_at_the_cursor_is_turned_where_none_is_selected_and_none_is_removed(ridge):
    table = ridge("off")
    table.view.set_cursor_place("field:0304", show=True)
    table.view.state.selection = []
    for key in (Qt.Key.Key_F, Qt.Key.Key_Delete):
        table.hand.key(key)
        table.quiet()
        table.view.state.selection = []
    assert table.model.position.view.pieces["s3"]["face"] == "back"
