"""Floors of buildings on the board, and what is seen of markers from afar."""

from PySide6.QtCore import QPoint

from qtwar.ui.board.badges import INK, dressed
from qtwar.ui.board.stacks import MARKER

RED, BLUE = "#B12A27", "#1F5C99"


def free(table, op, **args):
    table.view.tool.free_do(op, **args)
    table.quiet()


def colours(table, place, dx, dy, size=9):
    """The colours of a square whose corner is at an offset in u from the middle of a cell."""
    image, scale = table.picture(), table.view.camera.scale
    at = table.at(place) + QPoint(round(dx * scale), round(dy * scale))
    return {image.pixelColor(at + QPoint(x, y)).name().upper() for x in range(size) for y in range(size)}


def test_a_counter_on_an_upper_floor_bears_a_plate(ridge):
    table = ridge("off")
    assert INK not in colours(table, "0304", -32, 18)
    free(table, "level", pieces=["s3"], by=1)
    assert INK in colours(table, "0304", -32, 18)
    assert table.model.position.piece("s3").marks == "floor 1 above the ground"
    free(table, "level", pieces=["s3"], by=-1)
    assert INK not in colours(table, "0304", -32, 18)


def test_the_shared_picture_is_never_painted_on(ridge):
    table = ridge("off")
    face = table.model.position.face("s3", 60)
    before = face.toImage()
    assert dressed(face, {"attrs": {"level": 2, "broke": "1.1"}}).toImage() != before
    assert face.toImage() == before
    assert dressed(face, {"attrs": {"level": "army"}}) is face


def test_a_building_says_who_is_upstairs(ridge):
    table = ridge("off")
    assert BLUE not in colours(table, "0605", -42, 31)
    free(table, "move", pieces=["s1", "s2"], to="loft")
    free(table, "move", pieces=["g1"], to="loft")
    assert BLUE in colours(table, "0605", -42, 31)
    assert RED in colours(table, "0605", -42, 8)
    free(table, "move", pieces=["s1", "s2", "g1"], to="field:0101")
    assert not {BLUE, RED} & colours(table, "0605", -42, 0, 40)


def test_from_afar_a_marker_alone_is_small_in_the_colour_of_the_side_it_stands_for(ridge):
    table = ridge("off")
    stacks = table.view.stacks
    seen = []
    sign = stacks._sign

    def watched(draw, *args):
        if draw.__name__ == "_tile":
            seen.append(args)
        return sign(draw, *args)

    stacks._sign = watched
    picture = table.view.minimap_picture(80)
    sizes = {side: size for side, size, _ in seen}
    assert ("blue", sizes["blue"], True) in seen
    assert ("red", max(2, round(sizes["blue"] * MARKER)), False) in seen
    image = picture.toImage()
    bounds, spot = table.view.camera.bounds, table.view.layout_.spot("field:0202")
    x = round((spot.x() - bounds.x()) / bounds.width() * image.width())
    y = round((spot.y() - bounds.y()) / bounds.height() * image.height())
    near = {image.pixelColor(x + dx, y + dy).name().upper() for dx in (-1, 0) for dy in (-1, 0)}
    assert RED in near
    # a flag on a unit does not hide whose unit it is
    seen.clear()
    free(table, "move", pieces=["f1"], to="field:0304")
    table.view.chunks.forget()
    table.view.minimap_picture(80)
    assert [(side, many) for side, _, many in seen].count(("blue", False)) == 1


def test_what_is_to_be_confirmed_is_seen_as_a_ghost(ridge):
    table = ridge()
    ghost = colours(table, "0203", -20, -20, 4)
    table.model.actions.submit({"side": "blue", "verb": "retire", "args": {}})
    table.quiet()
    solid = colours(table, "0203", -20, -20, 4)
    table.model.history.undo()
    table.quiet()
    table.model.answer.start(None)
    assert colours(table, "0203", -20, -20, 4) == ghost
    assert solid == {BLUE}
    assert ghost != solid
    bare = colours(table, "0102", -20, -20, 4)
    assert ghost != bare
