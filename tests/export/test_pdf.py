"""The PDF file itself: whole, with embedded fonts, text that reads back, outline, links, metadata, equal bytes."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from qtwar.draw import displaylist as dl
from qtwar.export import look
from qtwar.export.choices import Choices
from qtwar.export.page import Book, Bookmark, Link, Page
from qtwar.export.pdf.writer import pdf_bytes
from qtwar.export.press import make_book


def reader(book: Book, **more) -> PdfReader:
    return PdfReader(io.BytesIO(pdf_bytes(book, **more)), strict=True)


def page(*nodes: dl.Node, links: tuple[Link, ...] = ()) -> Page:
    return Page(210.0, 297.0, nodes, "x", "x", links=links)


def test_text_reads_back_in_both_languages():
    words = "Patrol boats (PBR) ≤ 5 → ★ ● 2015 カントー 第116任務部隊 · Đà Nẵng"
    text = reader(Book((page(look.text(words, 20, 40)),))).pages[0].extract_text()
    assert text.strip() == words


def test_every_font_is_embedded_as_a_subset():
    made = reader(Book((page(look.text("Bold 太字", 20, 40, "strong"), look.text("plain 平", 20, 60)),)))
    fonts = made.pages[0]["/Resources"]["/Font"].values()
    assert len(fonts) == 4
    for font in fonts:
        inner = font.get_object()["/DescendantFonts"][0].get_object()
        data = inner["/FontDescriptor"]["/FontFile2"].get_data()
        assert data[:4] == b"\0\1\0\0"
        assert 300 < len(data) < 20_000
        assert font.get_object()["/BaseFont"][7] == "+"


def test_outline_links_and_facts():
    marks = (
        Bookmark("Set-up", 0),
        Bookmark("自由陣営", 0, 100, 1),
        Bookmark("Communist", 1, 20, 1),
        Bookmark("Map", 1),
    )
    first = page(look.text("one", 20, 40), links=(Link((20, 30, 40, 10), page=1, top=20),))
    book = Book((first, page(look.text("two", 20, 40))), "The title 題", "subject", "ja", marks, duplex="long")
    made = reader(book, made_by="QtWar 1", stamp="2026-11-21T05:00:00")
    outline = made.outline
    assert [mark["/Title"] for mark in outline if not isinstance(mark, list)] == ["Set-up", "Map"]
    assert [mark["/Title"] for mark in outline[1]] == ["自由陣営", "Communist"]
    assert made.get_destination_page_number(outline[1][1]) == 1
    assert made.metadata.title == "The title 題"
    assert made.metadata.creation_date.year == 2026
    root = made.trailer["/Root"]
    assert root["/Lang"] == "ja"
    assert root["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipLongEdge"
    assert root["/ViewerPreferences"]["/PrintScaling"] == "/None"
    assert "題" in made.xmp_metadata.dc_title["x-default"]
    link = made.pages[0]["/Annots"][0].get_object()
    assert [round(float(v) * 25.4 / 72, 1) for v in link["/Rect"]] == [20.0, 257.0, 60.0, 267.0]


def test_a_page_has_its_exact_size():
    made = reader(Book((page(look.text("x", 1, 5)),)))
    assert [float(v) for v in made.pages[0].mediabox] == pytest.approx([0, 0, 595.2756, 841.8898], abs=1e-3)


def test_drawings_shown_often_are_stored_once(small):
    once = make_book(small, Choices(what=("counter-sheet",)))
    doubled = Book((*once.pages, *once.pages, *once.pages))
    assert len(pdf_bytes(doubled)) < 2.2 * len(pdf_bytes(Book(once.pages)))


def test_equal_books_give_equal_bytes(small):
    made = [pdf_bytes(make_book(small, Choices(what=("setup-sheet", "tables")))) for _ in range(2)]
    assert made[0] == made[1]


def test_what_progress_raises_stops_the_work(small):
    class Enough(Exception):
        pass

    def stop(done: int, of: int) -> None:
        if done == 1:
            raise Enough

    with pytest.raises(Enough):
        pdf_bytes(make_book(small, Choices(what=("setup-sheet", "counter-sheet"))), progress=stop)
