"""Every installed title, every scenario, both languages: sheets are made, name what they must, and keep what hides."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET

import pytest
from pypdf import PdfReader

from qtwar.draw import displaylist as dl
from qtwar.engine.views import HIDDEN
from qtwar.export import rows
from qtwar.export.choices import Choices
from qtwar.export.pdf.writer import pdf_bytes
from qtwar.export.press import make_book
from qtwar.export.svg import svg_text
from qtwar.services import printing, titles
from tests.export.test_counter_sheet import boxes, turned_over
from tests.export.words import words_on

TITLES = sorted(path.name for path in titles.folders()[0].iterdir() if (path / "module.yaml").exists())


def squeeze(words: str) -> str:
    return "".join(words.split())


@pytest.fixture(scope="module")
def content(request, qapp):
    return titles.load(request.param)[1]


def scenarios(content):
    return [printing.scenario_source(content, scenario.id) for scenario in content.scenarios]


@pytest.mark.parametrize("content", TITLES, indirect=True)
def test_each_set_up_sheet_names_each_unit_and_place(content):
    for source in scenarios(content):
        for lang in ("en", "ja"):
            book = make_book(source, Choices(language=lang, show_map=False))
            said = squeeze("".join(words_on(page).replace("\n", "") for page in book.pages))
            for stand in source.lineup.all if not source.lineup.lines else (*source.lineup.lines, *source.lineup.pools):
                if stand.place:
                    assert squeeze(source.names.name("c", stand.place, lang)) in said, (source.scenario.id, stand.place)
                for lot in stand.lots:
                    what = ("p", lot.names[0]) if lot.names else ("k", str(lot.record["kind"]))
                    assert squeeze(source.names.name(*what, lang)) in said, (source.scenario.id, what)
            if source.scenario is not content.scenarios[0]:
                continue
            # the file says no less than the pages
            read = PdfReader(io.BytesIO(pdf_bytes(book)))
            text = squeeze("".join(page.extract_text() for page in read.pages))
            assert squeeze(source.scenario.name.get(lang)) in text
            assert len(read.pages) == len(book.pages)


@pytest.mark.parametrize("content", TITLES, indirect=True)
def test_no_counter_is_cut_and_no_line_leaves_the_page(content):
    for n, source in enumerate(scenarios(content)):
        what = ("setup-sheet",) if n else ("setup-sheet", "oob")
        for page in make_book(source, Choices(what=what, language="ja", show_map=False)).pages:
            for node in page.nodes:
                if isinstance(node, dl.Text):
                    assert 0 < node.at[1] < page.height, (source.scenario.id, node.text)
                elif isinstance(node, dl.Group) and node.name == "counter":
                    k, _, _, _, x, y = node.transform
                    boxes = [shape.path.bounds() for shape in node.children if isinstance(shape, dl.Shape)]
                    assert x > 0
                    assert x + k * max(box[2] for box in boxes) < page.width, source.scenario.id
                    assert y + k * max(box[3] for box in boxes) < page.height - 12, source.scenario.id


@pytest.mark.parametrize("content", TITLES, indirect=True)
def test_backs_of_each_title_fall_on_their_fronts(content):
    source = scenarios(content)[-1]
    for duplex in ("long", "short"):
        pages = make_book(source, Choices(what=("counter-sheet",), duplex=duplex)).pages
        assert [page.back for page in pages] == [False, True] * (len(pages) // 2)
        for front, back in zip(pages[::2], pages[1::2], strict=True):
            seen = boxes(front)
            cards = min(seen[0][2], seen[0][3]) > 40
            assert not cards or min(seen[0][2], seen[0][3]) == pytest.approx(63.0, abs=0.01)
            for x, y, w, h, _ in boxes(back):
                cx, cy = turned_over(back, x + w / 2, y + h / 2, duplex)
                near = min(seen, key=lambda b: abs(b[0] + b[2] / 2 - cx) + abs(b[1] + b[3] / 2 - cy))
                assert abs(near[0] + near[2] / 2 - cx) + abs(near[1] + near[3] / 2 - cy) < 0.1
                assert (w, h) == pytest.approx(near[2:4], abs=0.01)


@pytest.mark.parametrize("content", TITLES, indirect=True)
def test_no_side_is_given_a_record_of_what_hides_from_it(content):
    kinds = content.kinds_by_id
    for source in scenarios(content):
        for side in content.sides:
            for stand in source.for_side(side.id).lineup.all:
                for lot in stand.lots:
                    kind = kinds.get(str(lot.record["kind"]))
                    if stand.side in (side.id, ""):
                        continue
                    assert kind is None or not kind.hidden, (source.scenario.id, side.id, kind)
                    if kind is None:
                        assert set(lot.record) <= {"id", "kind", "face", "owner", "back", "attrs"}
                        assert (lot.record["kind"], lot.record["id"], lot.record["attrs"]) == (HIDDEN, "", {})


@pytest.mark.parametrize("content", TITLES, indirect=True)
def test_the_maps_of_each_title_are_svg_files(content):
    source = scenarios(content)[0]
    for page in make_book(source, Choices(what=("map",), one_sheet=True, scale=40.0)).pages:
        root = ET.fromstring(svg_text(page, "map"))
        assert sum(1 for _ in root.iter("{http://www.w3.org/2000/svg}path")) > 10


@pytest.mark.parametrize("content", TITLES, indirect=True)
def test_counters_tables_and_order_of_battle_of_each_title(content):
    source = scenarios(content)[0]
    book = make_book(source, Choices(what=("counter-sheet", "oob"), language="ja"))
    assert {page.part for page in book.pages} == {"counter-sheet", "oob"}
    for lang in ("en", "ja"):
        tables = rows.row_tables(source, Choices(what=("tables",), language=lang))
        assert [len(t.rows) for t in tables] == [len(t.cells) for t in content.tables]
        for table in tables:
            assert all(len(row) == len(table.columns) for row in table.rows), table.title
