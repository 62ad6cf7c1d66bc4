"""Counter sheets: real size, backs on their fronts, bleed and marks, offset, what does not fit."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from pypdf import PdfReader

from qtwar.base.errors import DataFault
from qtwar.draw import displaylist as dl
from qtwar.export.choices import Choices
from qtwar.export.counter_sheet import back_place, raster
from qtwar.export.page import Page
from qtwar.export.paper import length_mm, paper
from qtwar.export.pdf.writer import pdf_bytes
from qtwar.export.press import make_book
from qtwar.services import printing
from tests.export.field import field, field_json
from tests.export.words import words_on

SHEET = Choices(what=("counter-sheet",))


def boxes(page: Page, name: str = "counter") -> list[tuple[float, float, float, float, bool]]:
    """(left, top, width, height, upside down) in mm of what a page shows, from its transforms."""
    out = []
    for node in page.nodes:
        if isinstance(node, dl.Group) and node.name == name:
            a, _, _, d, e, f = node.transform
            left, top, right, bottom = node.clip.bounds()
            x0, x1 = sorted((a * left + e, a * right + e))
            y0, y1 = sorted((d * top + f, d * bottom + f))
            out.append((x0, y0, x1 - x0, y1 - y0, a < 0))
    return out


def turned_over(page: Page, x: float, y: float, duplex: str) -> tuple[float, float]:
    """Where a point of a back is seen from the front when the paper is turned over its long or short edge."""
    about_upright_axis = (duplex == "long") == (page.height >= page.width)
    return (page.width - x, y) if about_upright_axis else (x, page.height - y)


@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize("direction", ["portrait", "landscape"])
@pytest.mark.parametrize("size", [0.0, 12.7, 15.24, 15.875, 15.0])
def test_backs_fall_on_their_fronts_within_a_tenth_of_a_millimetre(sealords, duplex, direction, size):
    book = make_book(sealords(), replace(SHEET, duplex=duplex, direction=direction, counter_mm=size))
    fronts, backs = book.pages[::2], book.pages[1::2]
    assert len(fronts) == len(backs) > 0
    wanted = size or 12.7
    for front, back in zip(fronts, backs, strict=True):
        assert back.back
        assert not front.back
        seen = boxes(front)
        assert seen
        assert all(abs(b[2] - wanted) < 0.01 and abs(b[3] - wanted) < 0.01 for b in seen)
        centres = {(round(x + w / 2, 2), round(y + h / 2, 2)) for x, y, w, h, _ in seen}
        through = [turned_over(back, x + w / 2, y + h / 2, duplex) for x, y, w, h, _ in boxes(back)]
        assert len(through) == len(centres)
        for x, y in through:
            assert min(abs(x - cx) + abs(y - cy) for cx, cy in centres) < 0.1
        # seen from the front a back must stand upright when its counter is turned over sideways
        upside = (duplex == "long") != (back.height >= back.width)
        assert {b[4] for b in boxes(back)} == {upside}


def test_the_file_has_counters_at_their_size(sealords):
    """Read from the operators of the PDF: the matrix of each drawing, and that the page is not scaled."""
    book = make_book(sealords(), replace(SHEET, counter_mm=15.0, bleed=0.0))
    page = PdfReader(io.BytesIO(pdf_bytes(book))).pages[0]
    operators = page.get_contents().get_data().decode("latin-1")
    assert operators.startswith("2.83464567 0 0 -2.83464567 0 841.889764 cm")
    matrices = re.findall(r"([\d.]+) 0 0 ([\d.]+) ([\d.]+) ([\d.]+) cm", operators)
    drawn = [m for m in matrices if float(m[0]) == pytest.approx(0.15, abs=1e-6)]
    assert len(drawn) == len(boxes(book.pages[0]))
    left, top, *_ = boxes(book.pages[0])[0]
    assert (float(drawn[0][2]), float(drawn[0][3])) == pytest.approx((left, top), abs=1e-3)


def test_the_offset_shifts_backs_and_their_marks_alone(small):
    plain = make_book(small, SHEET)
    moved = make_book(small, replace(SHEET, offset_x=0.4, offset_y=-0.3))
    for n, (one, two) in enumerate(zip(plain.pages, moved.pages, strict=True)):
        dx, dy = (-0.4, 0.3) if n % 2 else (0.0, 0.0)
        for a, b in zip(boxes(one), boxes(two), strict=True):
            assert (b[0] - a[0], b[1] - a[1]) == pytest.approx((dx, dy), abs=1e-5)
        marks = [[node.path.bounds() for node in p.nodes if isinstance(node, dl.Shape)] for p in (one, two)]
        for a, b in zip(*marks, strict=True):
            assert (b[0] - a[0], b[1] - a[1]) == pytest.approx((dx, dy), abs=1e-4)


def test_the_title_says_the_size_and_a_person_may_choose_another(small):
    assert boxes(make_book(small, SHEET).pages[0])[0][2] == pytest.approx(15.0, abs=1e-4)
    assert boxes(make_book(small, replace(SHEET, counter_mm=20)).pages[0])[0][2] == pytest.approx(20.0, abs=1e-4)


def test_only_what_the_scenario_needs_or_everything(small):
    def kinds(scope: str) -> list[int]:
        return [len(boxes(page)) for page in make_book(small, replace(SHEET, scope=scope, duplex="none")).pages]

    # three rifles, a battery, three scouts and a raider; a rifle company as reinforcement; four markers of play
    assert sum(kinds("scenario")) == 4 + 1 + 4 + 4
    assert sum(kinds("all")) == 7 + 4


def test_bleed_grows_the_ground_under_each_counter(small):
    page = make_book(small, replace(SHEET, bleed=1.5)).pages[0]
    for counter, ground in zip(boxes(page), boxes(page, "bleed"), strict=True):
        assert ground[2] - counter[2] == pytest.approx(3.0, abs=1e-4)
        assert counter[0] - ground[0] == pytest.approx(1.5, abs=1e-4)
    order = [node.name for node in page.nodes if isinstance(node, dl.Group) and node.name in ("bleed", "counter")]
    assert order == sorted(order), "no bleed lies over a neighbour's face"
    assert not boxes(make_book(small, replace(SHEET, bleed=0.0)).pages[0], "bleed")


def test_cut_marks_stand_at_every_edge_and_outside_the_bleed(small):
    page = make_book(small, replace(SHEET, gap=2.0)).pages[0]
    shapes = [n for n in page.nodes if isinstance(n, dl.Shape) and n.stroke is not None and n.stroke.width == 0.15]
    runs = [run.tolist() for shape in shapes for run in shape.path.runs()]
    xs = {round(r[0][0], 2) for r in runs if r[0][0] == r[1][0]}
    seen = boxes(page)
    for x, _y, w, _h, _ in seen:
        assert {round(x, 2), round(x + w, 2)} <= xs
    top = min(y for _, y, *_ in seen)
    uprights = [r for r in runs if len(r) == 2 and r[0][0] == r[1][0] and max(p[1] for p in r) < top]
    assert uprights
    assert all(max(p[1] for p in r) <= top - 1.0 for r in uprights)


def test_paper_too_small_is_said_with_what_would_fit(small):
    with pytest.raises(DataFault, match=r"A4 is too small for counters of 40 × 280 mm; take a larger paper") as fault:
        raster(paper("a4"), 40.0, 280.0, 0.0, 5.0)
    assert "counters up to" in fault.value.text


def test_no_counters_at_all_is_said():
    data = field_json()
    data.update(kinds=[], pieces=[], scenarios=[{"id": "one", "name": {"en": "Nothing", "ja": "無"}}])
    book = make_book(printing.scenario_source(field(**data), "one"), SHEET)
    assert not book.pages
    assert [p.words for p in book.problems] == ["There are no counters to print here."]


def test_a_wrong_template_is_told_and_a_plain_counter_printed():
    data = field_json()
    data["counters"]["templates"]["unit"]["front"][2]["text"]["value"] = "{strength}"
    book = make_book(printing.scenario_source(field(**data), "one"), SHEET)
    assert boxes(book.pages[0])
    assert any("strength" in p.words for p in book.problems)
    assert "Rifles" in words_on(book.pages[0])


@pytest.mark.parametrize(
    ("words", "mm"), [("0.5in", 12.7), ("5/8 in", 15.875), ("15", 15.0), ("0.6", 15.24), ("2 cm", 20.0), ('1/2"', 12.7)]
)
def test_sizes_as_people_write_them(words, mm):
    assert length_mm(words) == pytest.approx(mm)


def test_a_size_that_is_none():
    with pytest.raises(DataFault, match="write it as 15mm or"):
        length_mm("big")


def test_turning_twice_is_standing_still():
    for direction in ("portrait", "landscape"):
        sheet = paper("letter", direction)
        for duplex in ("long", "short"):
            x, y, _ = back_place(sheet, 31.0, 47.0, 15.0, 12.0, duplex)
            assert back_place(sheet, x, y, 15.0, 12.0, duplex)[:2] == pytest.approx((31.0, 47.0))


def test_the_test_page_crosses_the_middle_of_its_scales(small):
    for offset in (0.0, 0.7):
        front, back = make_book(small, Choices(what=("test-page",), offset_x=offset)).pages
        cross = next(n for n in back.nodes if isinstance(n, dl.Shape)).path.bounds()
        centre = ((cross[0] + cross[2]) / 2, (cross[1] + cross[3]) / 2)
        seen = turned_over(back, *centre, "long")
        scales = max((n for n in front.nodes if isinstance(n, dl.Shape)), key=lambda n: len(n.path.starts))
        runs = [run.tolist() for run in scales.path.runs()]
        upright = {r[0][0] for r in runs if r[0][0] == r[1][0] and r[0][1] < r[1][1]}
        level = {r[0][1] for r in runs if r[0][1] == r[1][1] and r[0][0] < r[1][0]}
        middle = ((min(upright) + sorted(upright)[-2]) / 2, (min(level) + sorted(level)[-2]) / 2)
        assert seen == pytest.approx((middle[0] + offset, middle[1]), abs=1e-3)
