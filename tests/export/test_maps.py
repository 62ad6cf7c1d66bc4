"""Maps on paper: sheets that join to the pixel, join marks, scale, part, counters, ink."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter

from qtwar.base.errors import DataFault
from qtwar.draw import displaylist as dl
from qtwar.export import map_picture, tone
from qtwar.export.choices import Choices
from qtwar.export.cutnames import without_cut_names
from qtwar.export.map_sheet import STEP, MapSheet, tile_name, tiles
from qtwar.export.paper import paper
from qtwar.export.press import make_book
from qtwar.export.raster import page_image
from qtwar.export.voice import Voice
from qtwar.services.printing import open_source
from tests.export.words import words_on

MAP = Choices(what=("map",))
DPI = 60.0
PX = DPI / 25.4


def joined(source, choices: Choices) -> tuple[QImage, QImage]:
    """The map put together from its sheets, and the map painted in one piece, at the same dpi."""
    book = make_book(source, choices)
    sheet = MapSheet(source.for_side(""), choices, Voice("en", source.texts))
    board = sheet.boards()[0]
    display = sheet.display(board)
    left, top, right, bottom = sheet.window(board, display)
    k = board.grid.cell_mm / 100 * choices.scale / 100
    width, height = (right - left) * k, (bottom - top) * k
    cut = tiles(choices.sheet(), width, height, choices.overlap)
    whole = QImage(round(width * PX), round(height * PX), QImage.Format.Format_RGB32)
    whole.fill(0xFFFFFFFF)
    p = QPainter(whole)
    for row in reversed(range(cut.rows)):
        for column in reversed(range(cut.columns)):
            n = row * cut.columns + column + (1 if cut.rows * cut.columns > 1 else 0)
            image = page_image(book.pages[n], DPI)
            x, y = (round(v * PX) for v in cut.origin(row, column))
            margin = round(cut.margin * PX)
            field = QRect(margin, margin, round(cut.field[0] * PX), round(cut.field[1] * PX))
            p.drawImage(x, y, image.copy(field & QRect(margin, margin, whole.width() - x, whole.height() - y)))
    p.end()
    one = make_book(source, replace(choices, one_sheet=True)).pages[0]
    edge = 10.16  # a single sheet stands 10 mm from the edge: painted again on the raster of pixels
    moved = replace(one.nodes[0], transform=_shifted(one.nodes[0].transform, edge - 10.0))
    painted = page_image(replace(one, nodes=(moved,)), DPI)
    return whole, painted.copy(round(edge * PX), round(edge * PX), whole.width(), whole.height())


def _middle(counter: dl.Group) -> tuple[float, float]:
    """The middle of a counter, in u of its board."""
    k, _, _, _, dx, dy = counter.transform
    left, top, right, bottom = counter.children[0].path.bounds()
    return round((left + right) / 2 * k + dx), round((top + bottom) / 2 * k + dy)


def _shifted(matrix: dl.Affine, by: float) -> dl.Affine:
    return (*matrix[:4], matrix[4] + by, matrix[5] + by)


@pytest.mark.parametrize(
    "changes",
    [
        {"region": "0402-2212"},
        {"scale": 60.0, "paper": "letter"},
        {"scale": 70.0, "region": "0410-2220", "map_counters": True, "direction": "landscape", "overlap": 0.0},
        {"scale": 90.0, "region": "0402-1812", "ink_saving": True},
    ],
)
def test_sheets_join_to_the_pixel(sealords, changes):
    whole, painted = joined(sealords(), replace(MAP, **changes))
    assert whole.size() == painted.size()
    ours, theirs = bytes(whole.constBits()), bytes(painted.constBits())
    differ = sum(a != b for a, b in zip(ours, theirs, strict=True))
    assert not differ, f"{differ} of {len(ours)}"


@pytest.mark.parametrize("size", ["a4", "a3", "letter", "tabloid"])
@pytest.mark.parametrize("overlap", [0.0, 8.0, 20.0])
def test_the_cut_covers_the_map_and_overlaps_enough(size, overlap):
    sheet = paper(size)
    cut = tiles(sheet, 738.4, 658.4, overlap)
    assert cut.origin(cut.rows - 1, cut.columns - 1)[0] + cut.field[0] >= 738.4 - 1e-6
    assert cut.origin(cut.rows - 1, cut.columns - 1)[1] + cut.field[1] >= 658.4 - 1e-6
    for field, step in zip(cut.field, cut.step, strict=True):
        assert field - step >= overlap - 1e-6
        assert round(step / STEP, 6) == round(step / STEP)
    assert cut.margin + cut.field[0] <= sheet.width - cut.margin + 1e-6


def test_every_sheet_names_its_neighbours(sealords):
    choices = replace(MAP, region="0101-2020")
    book = make_book(sealords(), choices)
    cut = tiles(choices.sheet(), 400.0, 400.0, 8.0)
    assert len(book.pages) == cut.rows * cut.columns + 1
    assert [m.words for m in book.bookmarks][2] == "A1"
    # on the plan each field leads to its sheet, also where other sheets come first
    later = make_book(sealords(), replace(choices, what=("test-page", "map")))
    assert [link.page for link in later.pages[2].links] == list(range(3, 3 + cut.rows * cut.columns))
    assert [link.page for link in make_book(sealords(), replace(choices, pages="1,3")).pages[0].links] == [1]
    for row in range(cut.rows):
        for column in range(cut.columns):
            said = words_on(book.pages[1 + row * cut.columns + column])
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                there = 0 <= row + dr < cut.rows and 0 <= column + dc < cut.columns
                assert (f"joins {tile_name(row + dr, column + dc)}" in said) is there


def test_the_printed_cell_has_its_size(sealords):
    for scale in (50.0, 100.0, 150.0):
        group = make_book(sealords(), replace(MAP, scale=scale, region="0505-0606")).pages[0].nodes[0]
        assert group.transform[0] * 100 == pytest.approx(20.0 * scale / 100)


def test_the_whole_map_on_one_sheet_stays_inside_it(sealords):
    page = make_book(sealords(), replace(MAP, scale=0.0, direction="landscape")).pages[0]
    group = page.nodes[0]
    left, top, right, bottom = group.clip.bounds()
    k, x, y = group.transform[0], group.transform[4], group.transform[5]
    assert 7 - 1e-6 <= left * k + x < right * k + x <= page.width - 7 + 1e-6
    assert 7 - 1e-6 <= top * k + y < bottom * k + y <= page.height - 7 + 1e-6
    single = make_book(sealords(), replace(MAP, one_sheet=True)).pages
    assert len(single) == 1
    assert single[0].width == pytest.approx(36.92 * 20 + 20, abs=0.01)


def test_counters_lie_on_the_map_as_a_side_may_see_them(sealords):
    def faces(side: str) -> list[str]:
        page = make_book(sealords(), replace(MAP, one_sheet=True, map_counters=True, side=side)).pages[0]
        pieces = next(n for n in page.nodes[0].children if isinstance(n, dl.Group) and n.name == "pieces")
        return [n.text for n in dl.walk(pieces.children) if isinstance(n, dl.Text)]

    assert "MF" not in "".join(faces("FW"))
    assert "LB" in faces("FW")
    assert len(faces("")) > len(faces("FW"))


@pytest.mark.parametrize(("side", "shown"), [("", True), ("csa", True), ("union", False)])
def test_counters_lie_in_the_boxes_of_a_display_that_a_side_may_look_into(side: str, shown: bool) -> None:
    source = open_source("campaigns_of_robert_e_lee/gettysburg_1863")
    choices = replace(MAP, board="csa_aod", one_sheet=True, map_counters=True, side=side)
    page = make_book(source, choices).pages[0]
    counters = [n for n in dl.walk(page.nodes) if isinstance(n, dl.Group) and n.name == "counter"]
    assert ("ML" in [n.text for n in dl.walk(counters) if isinstance(n, dl.Text)]) is shown
    if not shown:
        return
    board = next(b for b in source.content.boards if b.id == "csa_aod")
    x, y, width, height = next(box.on_board for box in board.boxes if box.id == "csa-l6")
    middles = [_middle(n) for n in counters]
    inside = {(a, b) for a, b in middles if x < a < x + width and y < b < y + height}
    assert len(inside) == 5, "side by side, none covers another"


def test_saving_ink_makes_every_tint_paler(sealords):
    def ground(choices: Choices) -> float:
        image = page_image(make_book(sealords(), choices).pages[0], 20)
        small = image.scaled(1, 1)
        return small.pixelColor(0, 0).lightnessF()

    chosen = replace(MAP, one_sheet=True)
    assert ground(replace(chosen, ink_saving=True)) > ground(chosen) + 0.1
    assert tone.pale("#9fcbd8") > "#d0"
    image = page_image(make_book(sealords(), replace(chosen, tone="grey")).pages[0], 10)
    colours = [image.pixelColor(x, y) for x in range(0, image.width(), 9) for y in range(0, image.height(), 9)]
    assert all(abs(c.red() - c.blue()) < 14 for c in colours)


def test_what_can_not_be_printed_is_said(sealords):
    for changes, words in (
        ({"board": "moon"}, "There is no board 'moon'; there are delta."),
        ({"region": "0101-9999"}, "delta has no cell '9999'; name the part to print as 0510-1420."),
        ({"overlap": 180.0}, "An overlap of 180 mm is not possible on A4; take 0 to 40 mm."),
        ({"scale": 5.0}, "A scale of 5 % is not possible; take 10 to 400, or 0 for one sheet."),
        ({"paper": "a9"}, "There is no paper 'a9'; there are A4, A3, Letter and Tabloid."),
    ):
        with pytest.raises(DataFault) as fault:
            make_book(sealords(), replace(MAP, **changes))
        assert fault.value.text == words


def test_all_of_a_board_is_shown_where_its_cells_can_be_read(small):
    source = small
    board = source.boards[0]
    display = dl.DisplayList(bounds=(0.0, 0.0, 4000.0, 3000.0), nodes=())
    cell = next(iter(board.make_grid().cells()))
    assert map_picture.window_of(board, display, [cell], (4000.0, 3000.0)) == display.bounds
    part = map_picture.window_of(board, display, [cell], (40.0, 30.0))
    assert part != display.bounds, "too small to read: the part that is spoken of"


def test_a_name_that_the_rim_of_a_part_would_cut_is_left_out():
    font, black = dl.Font("Barlow Condensed", 20.0), "#000000"

    def name(words: str, x: float, **more) -> dl.Text:
        return dl.Text(words, (x, 50.0), font, black, **more)

    def curve(*xs: float) -> dl.GlyphRun:
        return dl.GlyphRun(tuple(("a", x, 50.0, 0.0) for x in xs), font, black)

    whole = (name("Caen", 50.0), name("Caen", 4.0, align="l"), curve(20.0, 40.0))
    cut = (name("Caen", 4.0), name("Saint-Clair", 95.0, align="l"), name("Bayeux", 93.0, rotate=20.0), curve(60.0, 99.0))
    moved = dl.Group(cut, transform=(1.0, 0.0, 0.0, 1.0, -40.0, 0.0))
    left = without_cut_names((dl.Group((*whole, *cut), name="labels"), *cut, moved), (0.0, 0.0, 100.0, 100.0))
    assert [type(node) for node in left] == [dl.Group, dl.Group]
    assert isinstance(left[0], dl.Group)
    assert left[0].children == whole
    assert left[1] is moved


def test_the_set_up_map_of_a_large_board_cuts_no_name():
    source = open_source("campaigns_of_robert_e_lee/gettysburg_1863")
    page = make_book(source, Choices(what=("setup-sheet",))).pages[0]
    framed = next(n for n in dl.walk(page.nodes) if isinstance(n, dl.Group) and n.name == "map")
    names = [n for n in dl.walk(framed.children) if isinstance(n, dl.GlyphRun) and len(n.glyphs) <= 40]
    assert len(names) > 5
    assert framed.clip is not None
    left, top, right, bottom = framed.clip.bounds()
    assert all(left < x < right and top < y < bottom for n in names for _, x, y, _ in n.glyphs)
    assert any(len(n.glyphs) > 200 for n in dl.walk(framed.children) if isinstance(n, dl.GlyphRun)), "cells keep their numbers"
