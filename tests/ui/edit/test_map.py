"""The map page under real mouse and keys: each tool does what its name says, as one entry, and undo takes it back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QScrollArea

from qtwar.draw import lettering, operational, placing
from qtwar.editing import items, templates
from qtwar.model.content import TitleContent
from qtwar.ui.edit.form import ColourButton, TextField
from qtwar.ui.edit.map import marks, settings
from qtwar.ui.widgets.segments import Segments
from tests.ui.edit.conftest import small_content

SHIFT, CTRL, ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)


def words(draft, *cells):
    return [draft.board.terrain.get(c, "") for c in cells]


def test_a_brush_stroke_is_one_entry_and_undo_takes_it_back(open_draft):
    d = open_draft()
    d.page.take_tool("brush")
    d.type("2")  # the second terrain of the palette
    assert d.page.map.pen.terrain == "woods"
    d.drag(d.at("0305"), d.at("0505"), d.at("0506"))
    assert words(d, "0305", "0405", "0505", "0506") == ["woods"] * 4
    assert [e.text for e in d.model.history()] == ["paint Woods, 4 cells"]
    QTest.keyClick(d.view, Qt.Key.Key_Z, CTRL)
    d.settle()
    assert not d.board.terrain
    QTest.keyClick(d.view, Qt.Key.Key_Y, CTRL)
    d.settle()
    assert len(d.board.terrain) == 4
    assert not d.refused


def test_the_brush_is_made_larger_after_a_click_in_the_palette_too(open_draft):
    d = open_draft()
    d.page.take_tool("brush")
    shown = d.page.map.palette_dock.findChild(QScrollArea)
    shown.setFocus(Qt.FocusReason.MouseFocusReason)  # a click beside or on a terrain leaves the keyboard there
    QTest.keyClicks(shown, "]]")
    assert d.page.map.pen.size == 3
    QTest.keyClicks(shown, "[")
    assert d.page.map.pen.size == 2


def test_brush_sizes_lines_rectangles_mix_and_picking(open_draft):
    d = open_draft()
    pen, brush = d.page.map.pen, d.view.tools["brush"]
    d.page.take_tool("brush")
    d.type("2]")
    d.click(d.at("0605"))
    assert len(d.board.terrain) == 7
    assert pen.size == 2
    d.type("[")
    d.click(d.at("0206"))
    d.click(d.at("0506"), SHIFT)
    assert set(words(d, "0206", "0306", "0406", "0506")) == {"woods"}
    d.undo_all()
    brush.shape = "rect"
    d.drag(d.at("0202"), d.at("0404"))
    assert len(d.board.terrain) == 9
    brush.shape = "free"
    d.type("3")
    d.click(d.at("0303"), ALT)
    assert pen.terrain == "woods", "Alt+click takes what is on the map"
    d.undo_all()
    pen.mixing, pen.mix = True, ["woods", "field"]
    pen.set_size(7)
    d.click(d.at("0605"))
    assert set(d.board.terrain.values()) == {"woods", "field"}


def check(draft, text):
    """Click a switch of the option bar."""
    box = next(b for b in draft.page.map.bar.findChildren(QCheckBox) if b.text() == text)
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, box.height() // 2))


def test_a_soft_edge_leaves_out_some_of_the_rim_and_roads_stay_unless_they_are_not_to(open_draft):
    d = open_draft()
    d.page.take_tool("brush")
    d.type("2]]")
    check(d, "Soft edge")
    d.click(d.at("0605"))
    assert {"0605", *d.view.layout_.grid.neighbours("0605")} < set(d.board.terrain)
    assert 7 < len(d.board.terrain) < 19
    d.drag(d.at("0605"), d.at("0705"), d.at("0805"))
    assert set(words(d, "0605", "0705", "0805")) == {"woods"}
    d.undo_all()
    d.type("[[p")
    for cell in ("0205", "0805"):
        d.click(d.at(cell))
    d.key(Qt.Key.Key_Return)
    road = d.board.paths[0].cells
    d.page.take_tool("brush")
    d.click(d.at(road[3]))
    assert [p.cells for p in d.board.paths] == [road]
    check(d, "Keep roads")
    d.type("3")
    d.click(d.at(road[3]))
    assert [p.cells for p in d.board.paths] == [road[:3], road[4:]]
    assert len(d.model.history()) == 3, "painting and cutting are one entry"
    QTest.keyClick(d.view, Qt.Key.Key_Z, CTRL)
    d.settle()
    assert [p.cells for p in d.board.paths] == [road]


def test_a_fill_undone_before_it_is_drawn_leaves_no_colour(open_draft):
    d = open_draft()
    d.page.take_tool("fill")
    d.type("3")
    d.view._more.start(60_000)  # the map has not been painted again yet
    d.click(d.at("0202"))
    assert d.view.fresh, "it is shown above the map until then"
    QTest.keyClick(d.view, Qt.Key.Key_Z, CTRL)
    d.settle()
    d.view._more.stop()
    d.view.repaint()
    assert not d.board.terrain
    assert not d.view.fresh


def test_fill_wand_and_eraser(open_draft):
    d = open_draft()
    d.page.take_tool("brush")
    d.type("2")
    d.drag(d.at("0401"), d.at("0410"))
    d.type("g3")
    d.click(d.at("0202"))
    assert sum(1 for w in d.board.terrain.values() if w == "field") == 30, "left of the line of woods"
    d.type("w")
    d.click(d.at("0205"))
    assert len(d.view.selection) == 30
    d.click(d.at("0405"), SHIFT)
    assert len(d.view.selection) == 40
    d.page.take_tool("eraser")
    d.click(d.at("0405"))
    assert words(d, "0405") == ["clear"]
    d.type("g4")
    rough = d.page.map.pen.terrain
    d.click(d.at("0402"), CTRL)
    assert words(d, "0404", "0405", "0406") == [rough, "clear", rough], "Ctrl fills on both sides of the gap"


def test_settings_of_any_painter_are_edited_and_a_new_kind_is_drawn_like_another(open_draft, qtbot):
    d = open_draft(templates.new_grid("Style", columns=8, rows=6))
    props, form = d.page.map.properties, d.page.map.properties.form
    d.page.map.pen.choose("path", "road")
    d.type("p")

    def style(painter):
        layers = d.model.content.style["boards"]["map"]
        return next(layer for layer in layers if layer["painter"] == painter)

    strokes = form.fields["setting.strokes"]
    strokes.findChildren(ColourButton)[0].choose("#123456")
    d.settle()
    assert style("routes")["kinds"]["road"]["strokes"][0] == ["#123456", 4.6]
    assert style("routes")["kinds"]["track"]["strokes"] == [["#8a6238", 2.4]]
    field = form.fields["setting.strokes"].findChildren(TextField)[0]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "nonsense")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.text() == "4.6", "a number stays one"
    field.selectAll()
    QTest.keyClicks(field, "6")
    QTest.keyClick(field, Qt.Key.Key_Return)
    d.settle()
    assert style("routes")["kinds"]["road"]["strokes"][0] == ["#123456", 6]

    d.model.do(items.add, "path_kinds", {"id": "canal", "name": {"en": "Canal", "ja": "運河"}})
    d.settle()
    d.page.map.pen.choose("path", "canal")
    like = form.fields["edit.drawn_like"]
    assert like.currentText() == "a plain line until you choose"
    like.activated.emit(like.findData("track"))
    d.settle()
    assert style("routes")["kinds"]["canal"] == style("routes")["kinds"]["track"]
    d.page.map.pen.choose("edge", "hedge")
    d.type("e")
    form.fields["setting.crowns"].findChildren(ColourButton)[1].choose("#00aa00")
    d.settle()
    assert style("hedges")["crowns"][1] == "#00aa00"
    props.topic.buttons["board"].click()
    layer = form.fields["edit.style_layer"]
    layer.activated.emit(layer.findText("Cell numbers"))
    form.fields["setting.halo"].choose("#aa0000")
    d.settle()
    assert style("ids")["halo"] == "#aa000099", "how much shows through stays"
    d.undo_all()
    assert style("routes")["kinds"]["road"]["strokes"][0] == ["#7a4320", 4.6]
    assert not d.refused


def test_a_scan_that_is_the_map_has_no_settings_to_type(open_draft):
    scan = {"painter": "scan", "picture": "a" * 64, "width": 900, "height": 700, "matrix": [1, 0, 0, 0, 1, 0]}
    grid = {"painter": "grid", "color": "#463f2870", "width": 1.2}
    d = open_draft(small_content(style={"boards": {"m": [scan, grid]}}))
    props = d.page.map.properties
    props.topic.buttons["board"].click()

    def rows():
        return [name for name in props.form.fields if name.startswith("setting.")]

    layer = props.form.fields["edit.style_layer"]
    layer.activated.emit(layer.findText("Scan"))
    assert rows() == []
    layer = props.form.fields["edit.style_layer"]
    layer.activated.emit(1)
    assert "setting.width" in rows()


@pytest.mark.parametrize(("language", "farm", "hut"), [("en", "Farm", "Hut"), ("ja", "農家", "小屋")])
def test_what_a_look_is_one_of_is_chosen_in_words(open_draft, language, farm, hut):
    d = open_draft(templates.new_grid("Words", columns=6, rows=5), language=language)
    d.type("b")
    d.type("6")
    form = d.page.map.properties.form
    shape = form.fields["setting.shape"]
    assert shape.currentText() == farm, "not the word of the file"
    shape.setFocus()
    d.key(Qt.Key.Key_Down, widget=shape)
    assert form.fields["setting.shape"].currentText() == hut
    layers = d.model.content.style["boards"]["map"]
    assert next(layer for layer in layers if layer["painter"] == "buildings")["shape"] == "hut"
    assert not d.refused


def test_the_signs_to_choose_from_are_those_that_are_drawn():
    drawn = [set(operational.CROSSINGS), set(placing.TOWNS), set(lettering.SIGNS)]
    assert [set(words) for words in settings.WORDS["sign"]] == drawn


def test_the_measure_says_distance_cost_and_what_blocks_sight(open_draft):
    d = open_draft(templates.new_grid("Sight", columns=12, rows=10))
    measure = d.view.tools["measure"]

    def between(a, b):
        d.page.take_tool("measure")
        d.drag(d.at(a), d.at(b))
        return measure.words(measure.answer())

    assert between("0302", "0308") == "6 hexes · cost 6 · clear sight"
    d.page.take_tool("brush")
    d.type("2")
    d.click(d.at("0304"))
    assert between("0302", "0308") == "6 hexes · cost 7 · sight blocked by Woods at 0304"
    assert 0.2 < measure.answer().share < 0.3, "where the line enters the cell"
    assert between("0302", "0304") == "2 hexes · cost 3 · clear sight", "the target's own cell does not hide it"
    d.page.map.pen.choose("edge", "hedge")
    d.type("e")
    d.drag(d.side("0408", "0409"), d.side("0408", "0409"))
    hedge = d.board.edges[0].sides[0]
    assert between("0406", "0410").endswith(f"sight blocked by Hedgerow at {hedge}")
    d.page.take_tool("elevation")
    d.click(d.at("0905"))
    assert "sight blocked by level 1 at 0905" in between("0903", "0907")
    d.view.grab()


def test_a_box_and_a_turn_track_are_drawn_beside_the_map(open_draft):
    d = open_draft(templates.new_grid("Track", columns=8, rows=6))
    d.type("x")
    d.drag(d.at("0202"), d.at("0404"))
    drawn = [box for box in d.board.boxes if box.on_board is not None]
    assert len(drawn) == 1
    what = next(s for s in d.page.map.bar.findChildren(Segments) if "track" in s.buttons)
    QTest.mouseClick(what.buttons["track"], Qt.MouseButton.LeftButton)
    d.drag(d.at("0205"), d.at("0806"))
    track = [box for box in d.board.boxes if box.role == "turn"]
    assert [box.id for box in track] == [f"turn-{n}" for n in range(1, 8)], "as many as the scenario has turns"
    assert track[2].name.ja == "ターン 3"
    assert len(d.model.history()) == 2
    assert not d.refused


def test_elevation_goes_up_and_down(open_draft):
    d = open_draft()
    d.type("u")
    d.click(d.at("0505"))
    d.click(d.at("0505"))
    assert d.board.elevation == {"0505": 2}
    d.click(d.at("0505"), CTRL)
    assert d.board.elevation == {"0505": 1}


def test_a_lasso_becomes_a_set_up_zone(open_draft):
    d = open_draft()
    d.type("a")
    corner, far = d.at("0202") - QPoint(30, 30), d.at("0303") + QPoint(30, 30)
    d.drag(corner, QPoint(far.x(), corner.y()), far, QPoint(corner.x(), far.y()))
    chosen = set(d.view.selection)
    assert {"0202", "0303"} <= chosen
    d.view.tools["area"].make_zone("us")
    d.settle()
    line = d.model.content.scenario("one").setup[0]
    assert line.side == "us"
    assert set(d.board.areas[0].cells) == chosen
    assert line.where.area == (d.board.areas[0].id,)
    assert len(d.model.history()) == 1


def test_counters_are_placed_dragged_and_taken_off(open_draft):
    d = open_draft()
    d.type("s")
    d.page.map.pen.piece = "gun"
    d.click(d.at("0606"))
    d.click(d.at("0606"))
    quick = d.model.content.scenario("one").quick
    assert [(q.at, q.pieces) for q in quick] == [("m:0303", {"s1": 1}), ("m:0606", {"gun_1": 1, "gun_1_2": 1})]
    assert [p.id for p in d.model.content.pieces] == ["s1", "s2", "gun_1", "gun_1_2"], "the roster grows with them"
    d.type("v")
    d.drag(d.at("0303"), d.at("0407"))
    assert "m:0407" in {q.at for q in d.model.content.scenario("one").quick}
    assert d.view.pieces == ["s1"]
    d.key(Qt.Key.Key_Delete)
    assert "s1" not in {p for q in d.model.content.scenario("one").quick for p in q.pieces}
    d.undo_all()
    assert [q.at for q in d.model.content.scenario("one").quick] == ["m:0303"]


def test_what_a_counter_bears_comes_along_and_it_lies_on_top(open_draft):
    d = open_draft()
    lines = [
        {"at": "m:0303", "pieces": {"s1": 1}, "attrs": {"facing": 2, "face": "back"}},
        {"at": "m:0606", "pieces": {"s2": 1}, "attrs": {}},
    ]
    d.model.do(items.put, ("scenarios", "one", "quick"), lines)
    d.settle()
    d.type("v")
    d.drag(d.at("0303"), d.at("0606"))
    quick = d.model.content.scenario("one").quick
    assert [(q.at, q.pieces, q.attrs) for q in quick] == [
        ("m:0606", {"s2": 1}, {}),
        ("m:0606", {"s1": 1}, {"facing": 2, "face": "back"}),
    ]
    d.drag(d.at("0606"), d.at("0808"))
    assert {q.at: q.attrs for q in d.model.content.scenario("one").quick} == {
        "m:0606": {},
        "m:0808": {"facing": 2, "face": "back"},
    }
    d.undo_all()
    assert [q.at for q in d.model.content.scenario("one").quick] == ["m:0303"]


def test_a_region_is_copied_turned_and_pasted(open_draft):
    d = open_draft()
    d.page.take_tool("brush")
    d.type("2")
    d.drag(d.at("0303"), d.at("0305"))
    d.type("v")
    d.view.select_cells(["0303", "0304", "0305"])
    QTest.keyClick(d.view, Qt.Key.Key_C, CTRL)
    QTest.keyClick(d.view, Qt.Key.Key_V, CTRL)
    d.type("r")
    d.click(d.at("0805"))
    new = {c for c, w in d.board.terrain.items() if w == "woods"} - {"0303", "0304", "0305"}
    assert len(new) == 3
    assert "0805" in new
    assert len({c[:2] for c in new}) == 3, "a column turned by a sixth runs across three columns"
    assert d.view.selection == new


def test_a_locked_layer_keeps_the_tools_off(open_draft):
    d = open_draft()
    d.page.map.layers.locks["terrain"].click()
    d.page.take_tool("brush")
    d.click(d.at("0505"))
    assert not d.board.terrain
    assert d.told
    assert "locked" in d.told[-1]


def test_keyboard_alone_paints(open_draft):
    d = open_draft()
    d.page.take_tool("brush")
    d.type("2")
    d.key(Qt.Key.Key_Right)
    d.key(Qt.Key.Key_Right)
    d.key(Qt.Key.Key_Down)
    d.key(Qt.Key.Key_Return)
    assert list(d.board.terrain) == ["0202"]


def test_the_history_goes_where_it_is_clicked_and_survives_a_restart(open_draft, qtbot):
    from qtwar.session.edit import EditSession
    from qtwar.storage.drafts import DraftStore

    d = open_draft()
    d.page.take_tool("brush")
    for cell in ("0202", "0404", "0606"):
        d.click(d.at(cell))
    panes = d.page.bottom
    panes.show_history()
    qtbot.waitUntil(lambda: panes.history.count() == 4)
    panes.history.itemClicked.emit(panes.history.item(1))
    d.settle()
    assert len(d.board.terrain) == 1
    assert d.model.can_redo
    d.window.close_tab(1)
    session = EditSession(DraftStore.open(d.path))
    assert len(session.history.line) == 1
    assert len(session.history.redoable) == 2
    session.redo()
    session.close()


def test_what_is_drawn_follows_and_only_touched_tiles_are_made_anew(open_draft, qtbot):
    d = open_draft()
    artist = d.view.artist
    qtbot.waitUntil(lambda: artist.drawings == 1 and artist.tiles is not None, timeout=8000)
    d.view.repaint()
    d.page.take_tool("brush")
    d.type("2")
    d.drag(d.at("0303"), d.at("0305"))
    assert d.view.ground.dirty, "flat until the artist is done"
    qtbot.waitUntil(lambda: artist.drawings == 2 and artist.current, timeout=8000)
    assert not d.view.ground.dirty
    assert not artist.changed.isNull()
    assert artist.changed.width() < d.view.camera.bounds.width()


def test_200_by_200_takes_a_fill_of_everything(open_draft):
    d = open_draft(small_content(200, 200))
    d.view.fit()
    d.type("g2")
    d.click(d.at("100100"))
    assert len(d.board.terrain) == 40_000
    assert d.view.grab().toImage().pixelColor(d.view.rect().center()) == d.view.ground.colour("woods")


def test_a_second_board_is_added_shown_and_deleted_again(open_draft):
    d = open_draft()
    bar, props = d.page.map.bar, d.page.map.properties
    assert not bar.boards.isVisible()
    props._add_board(d.board)
    d.settle()
    assert d.view.board_id == "board"
    assert bar.boards.isVisible()
    d.page.take_tool("brush")
    d.type("2")
    d.click(d.at("0303"))
    assert d.model.content.board("board").terrain["0303"] == "woods"
    bar.boards.activated.emit(0)
    assert d.view.board_id == "m"
    d.undo_all()
    assert len(d.model.content.boards) == 1
    assert not d.refused


def test_cells_that_are_selected_show_their_properties_though_a_counter_was_chosen_before(open_draft):
    d = open_draft()
    d.view.take("select")
    d.view.select_pieces(list(d.view.source.view.pieces))
    assert "edit.how_many" in d.page.map.properties.form.fields
    d.view.take("area")
    d.view.select_cells(["0202", "0203"])
    fields = d.page.map.properties.form.fields
    assert "edit.elevation" in fields
    assert "edit.how_many" not in fields


def test_the_map_is_that_of_the_shown_scenario_and_marks_no_zone_of_another_board(open_draft):
    data = small_content().model_dump(mode="json", by_alias=True)
    data["boards"].append({**data["boards"][0], "id": "n", "name": {"en": "The other map", "ja": "別の地図"}})
    first, second = data["scenarios"]
    line = {"id": "us", "side": "us", "pieces": {"squad": 1}}
    first |= {"boards": ["n"], "setup": [{**line, "where": {"cells": ["n:0303"]}}]}
    second |= {"boards": ["m"], "setup": []}
    d = open_draft(TitleContent.model_validate(data))
    assert d.view.board_id == d.page.map.bar.boards.currentData() == "n"
    assert [zone.cells for zone in marks.set_up_zones(d.view)] == [{"0303"}]
    d.view.set_board("m")  # one may look at another board
    assert not marks.set_up_zones(d.view)
    d.model.show_scenario(first["id"])  # is shown already: the board stays
    assert d.view.board_id == "m"
    d.model.show_scenario(second["id"])
    assert d.view.board_id == "m"
    d.model.show_scenario(first["id"])
    assert d.view.board_id == d.page.map.bar.boards.currentData() == "n"
