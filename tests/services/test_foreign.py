"""Pictures from anybody: which are read, how they come out, and what is refused."""

from __future__ import annotations

import os
import struct
import sys
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from pypdf import PdfWriter
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSizeF
from PySide6.QtGui import QColor, QColorSpace, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter

from qtwar.base.errors import DataFault
from qtwar.editing.pictures import TILE
from qtwar.qtpaint import traced
from qtwar.services import foreign, ownart, render_worker
from tests.hostile import test_helper

FORM = QImage.Format


@pytest.fixture
def helpers() -> Iterator[None]:
    """End the helper process afterwards."""
    yield
    render_worker.picture_worker().close()


def picture(form: QImage.Format = FORM.Format_RGB32, space: QColorSpace.NamedColorSpace | None = None) -> QImage:
    """Return a picture of one colour."""
    image = QImage(60, 40, form)
    image.fill(QColor(200, 10, 10, 100 if image.hasAlphaChannel() else 255))
    if space is not None:
        image.setColorSpace(QColorSpace(space))
    return image


@pytest.mark.parametrize("form", ["png", "jpg", "tif", "webp", "bmp"])
def test_a_picture_comes_out_in_32_bits_and_srgb(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.{form}"
    assert picture(FORM.Format_RGBA64, QColorSpace.NamedColorSpace.AdobeRgb).save(str(path))
    found = foreign.opened(path).whole()
    assert (found.width(), found.height()) == (60, 40)
    assert found.format() in (FORM.Format_RGB32, FORM.Format_ARGB32)
    red = QColor(found.pixelColor(5, 5)).red()
    assert abs(red - (200 if form == "bmp" else 234)) <= 5, "a bitmap has no profile"


def test_what_it_is_says_its_content_and_not_its_name(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    picture().save(str(path), "JPG")  # type: ignore[call-overload] # the stub asks for bytes, Qt for a word
    assert foreign.opened(path).whole().width() == 60
    path.write_text("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><image href='file:///etc/passwd'/></svg>")
    for look in (foreign.ForeignPicture.whole, foreign.ForeignPicture.small):
        with pytest.raises(DataFault) as caught:
            look(foreign.opened(path))
        assert caught.value.key == "edit.picture_links"


@pytest.mark.parametrize("form", ["png", "tif", "webp", "jpg"])
def test_one_that_is_too_large_is_refused_by_its_head(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.{form}"
    picture().save(str(path))
    with pytest.raises(DataFault) as caught:
        foreign.opened(path).whole(9_000)
    assert caught.value.key == "edit.picture_large"
    assert "60 × 40" in caught.value.text


@pytest.mark.parametrize("form", ["png", "webp"])
def test_a_torn_one_is_told(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.{form}"
    noisy = QImage(bytes((n * n * 7919 >> 3) & 255 for n in range(60 * 40 * 4)), 60, 40, FORM.Format_RGB32).copy()
    noisy.save(str(path))
    path.write_bytes(path.read_bytes()[:700])
    with pytest.raises(DataFault, match=r"a\."):
        foreign.opened(path).whole()


def test_a_picture_to_be_traced_comes_from_the_helper_in_tiles(tmp_path: Path, helpers: None) -> None:
    image = QImage(2100, 1000, FORM.Format_RGB32)
    image.fill(0xFF336699)
    image.save(str(tmp_path / "a.png"))
    taken = foreign.take(tmp_path / "a.png")
    assert (taken.width, taken.height) == (2100, 1000)
    assert [row[:3] for row in taken.tiles] == [(0, 0, 0), (0, 1, 0), (0, 2, 0), (1, 0, 0), (1, 1, 0), (2, 0, 0)]
    shown = [traced.tile_image(row[3]) for row in taken.tiles]
    assert [(one.width(), one.height()) for one in shown][-1] == (525, 250)
    assert QColor(shown[0].pixelColor(9, 9)).blue() in range(0x96, 0x9D)


@pytest.mark.parametrize("form", ["png", "webp", "tif"])
def test_a_picture_to_be_traced_is_on_paper_where_it_is_clear(form: str, tmp_path: Path) -> None:
    image = QImage(60, 40, FORM.Format_ARGB32)
    image.fill(0)
    image.save(str(tmp_path / f"a.{form}"))
    small = foreign.opened(tmp_path / f"a.{form}").small()
    assert small.convertToFormat(FORM.Format_RGB32).pixelColor(9, 9).name() == "#ffffff"


def test_what_is_no_picture_is_told_by_the_helper(tmp_path: Path, helpers: None) -> None:
    (tmp_path / "a.png").write_text("no picture")
    with pytest.raises(DataFault) as caught:
        foreign.take(tmp_path / "a.png")
    assert caught.value.key == "edit.picture_not"


def test_one_that_is_no_longer_wanted_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    beside = test_helper.worker(monkeypatch, "slow")
    monkeypatch.setattr(render_worker, "picture_worker", lambda: beside)
    begun = time.monotonic()
    with pytest.raises(DataFault) as caught:
        foreign.take(tmp_path / "a.png", lambda: False)
    beside.close()
    assert caught.value.key == "fault.picture.deadly"
    assert time.monotonic() - begun < 60, "the helper slept for ten minutes"


def test_a_tile_of_a_strangers_document_is_a_small_jpeg_or_nothing() -> None:
    large = QImage(TILE + 1, 4, FORM.Format_RGB32)
    large.fill(0)
    for image, form in ((picture(), "PNG"), (large, "JPEG")):
        data = QByteArray()
        buffer = QBuffer(data)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(buffer, form)  # type: ignore[call-overload] # the stub asks for bytes, Qt for a word
        assert traced.tile_image(bytes(data.data())).isNull()
    assert traced.tile_image(None).isNull()
    assert traced.tile_image(b"x" * (traced.MOST_BYTES + 1)).isNull()


@pytest.mark.skipif(sys.platform == "win32", reason="pipes")
def test_a_pipe_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.png")
    with pytest.raises(DataFault, match=r"a\.png"):
        foreign.opened(tmp_path / "a.png").whole()


# ------------------------------------------------------------------------------------------- drawn pages

SVG = "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='96' height='48'>{}</svg>"


def pdf(path: Path, *colours: str) -> Path:
    """Write a PDF of pages 2 inches wide and 1 high, each filled with a colour."""
    writer = QPdfWriter(str(path))
    size = QPageSize(QSizeF(144, 72), QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF()))
    painter = QPainter(writer)
    for n, colour in enumerate(colours):
        if n:
            writer.newPage()
        painter.fillRect(QRectF(0, 0, writer.width() / 2, writer.height()), QColor(colour))
    painter.end()
    return path


def test_an_svg_is_painted_whole_and_in_bands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.svg"
    path.write_text(SVG.format("<rect width='48' height='48' fill='#c81428'/>"))
    found = foreign.opened(path)
    assert (found.width, found.height) == (foreign.LEAST, foreign.LEAST // 2), "it is drawn large enough to be looked at"
    whole = found.whole()
    assert whole.pixelColor(300, 300).name() == "#c81428"
    assert whole.pixelColor(900, 300).alpha() == 0, "a counter is seen through where nothing is drawn"
    monkeypatch.setattr(foreign, "BAND", 100)
    parts = list(found.bands())
    assert [part.height() for part in parts] == [100] * 6
    assert {part.pixelColor(300, 50).name() for part in parts} == {"#c81428"}
    assert {part.pixelColor(900, 50).name() for part in parts} == {"#ffffff"}, "a map is on paper"


def test_a_page_of_a_pdf_is_painted_at_300_dots_an_inch(tmp_path: Path, helpers: None) -> None:
    path = pdf(tmp_path / "a.pdf", "#c81428", "#1428c8")
    assert ownart.pages(path) == 2
    for number, colour in ((1, "#c81428"), (2, "#1428c8")):
        found = foreign.opened(Path(f"{path}#page={number}"))
        assert found.form == "pdf"
        assert abs(found.width - 1200) <= 2, "600 at 300 an inch, and more for what is so small"
        assert found.whole().pixelColor(300, 300).name() == colour
        assert next(iter(found.bands())).pixelColor(1000, 300).name() == "#ffffff"
    assert foreign.opened(path).whole().pixelColor(300, 300).name() == "#c81428"
    large = pdf(tmp_path / "b.pdf", "#c81428")
    with pytest.raises(DataFault) as caught:
        foreign.opened(Path(f"{large}#page=2"))
    assert caught.value.key == "edit.picture_no_page"


def test_what_is_drawn_is_made_as_large_as_it_may_be(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_text(SVG.replace("'96'", "'96000'").replace("'48'", "'48000'").format(""))
    found = foreign.opened(path).fitting(8_000_000)
    assert (found.width, found.height) == (4000, 2000)
    assert foreign.opened(path).fitting(10**9, 1000).width == 1000
    picture().save(str(tmp_path / "a.png"))
    with pytest.raises(DataFault) as caught:
        foreign.opened(tmp_path / "a.png").fitting(2_000)
    assert caught.value.key == "fault.picture.too_large"


@pytest.mark.parametrize(
    ("inside", "key"),
    [
        ("<image href='a.png' width='9' height='9'/>", "links"),
        ("<image xlink:href='file:///a.png'/>", "links"),
        ("<image xlink:href='http://a.example/a.png'/>", "links"),
        ("<image href='data:image/svg+xml;base64,PHN2Zy8+'/>", "links"),
        ("<use href='other.svg#a'/>", "links"),
        ("<style>@import 'a.css'; rect { fill: red }</style>", "links"),
        ("<rect style='fill:url(a.svg#b)'/>", "links"),
        ("<rect style='mask:u\\72l(#a)'/>", "links"),
        ("<style>.a { mask: u\\72l(#a) }</style>", "links"),
        ("<style>" + " " * 8185 + "@import 'a.css';</style>", "links"),
        ("<g>" * 201 + "</g>" * 201, "endless"),
        ("<mask id='a'><rect/></mask><style>rect { mask: url(#a) }</style>", "endless"),
        ("<mask id='a'><rect/></mask><style>.b, .a rect { mask: url(#a) }</style>", "endless"),
        ("<mask id='a'><rect/></mask><style>.c{x:'} .b{; mask:url(#a)}</style><rect class='c'/>", "endless"),
        ("<mask id='a'><rect class='b'/></mask><style>rect.b { mask: url(#a) }</style>", "endless"),
        ("<g>", "broken"),
    ],
)
def test_an_svg_that_leads_out_of_the_file_or_never_ends_is_refused(tmp_path: Path, inside: str, key: str) -> None:
    path = tmp_path / "a.svg"
    path.write_text(SVG.format(inside))
    with pytest.raises(DataFault) as caught:
        foreign.opened(path)
    assert caught.value.key == f"edit.picture_{key}"


def test_a_style_sheet_beside_an_svg_is_not_opened(tmp_path: Path) -> None:
    beside = tmp_path / "a.css"
    beside.write_text("rect { fill: #00ff00 }")
    path = tmp_path / "a.svg"
    head = f"<?xml version='1.0'?><?xml-stylesheet type='text/css' href='{beside}'?>"
    path.write_text(head + SVG.format("<rect width='48' height='48' fill='#c81428'/>"))
    with pytest.raises(DataFault) as caught:
        foreign.opened(path)
    assert caught.value.key == "edit.picture_links"


LEVEL = "<g id='a{}'><use href='#a{}'/><use xlink:href='#a{}'/></g>"
PATTERN = "<pattern id='a{}' width='1' height='1'><rect fill='url(#a{})'/><rect stroke='url( \"#a{}\" )'/></pattern>"


@pytest.mark.parametrize("level", [LEVEL, PATTERN])
def test_an_svg_that_paints_one_thing_in_another_without_end_is_refused(tmp_path: Path, level: str) -> None:
    path = tmp_path / "a.svg"
    first = level.split("'")[1].replace("{}", "0")
    for levels in (5, 30):
        inside = f"<g id='{first}'><rect width='9' height='9'/></g>"
        inside += "".join(level.format(n, n - 1, n - 1) for n in range(1, levels))
        path.write_text(SVG.format(f"<defs>{inside}</defs><use href='#a{levels - 1}'/>"))
        if levels == 5:
            assert foreign.opened(path).width == 1200
        else:
            with pytest.raises(DataFault) as caught:
                foreign.opened(path)
            assert caught.value.key == "edit.picture_endless"
    path.write_text(SVG.format("<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>"))
    with pytest.raises(DataFault) as caught:
        foreign.opened(path)
    assert caught.value.key == "edit.picture_endless", "they paint each other"


SHEETS = (
    ".m{} {{ mask: url(#a{}) }}", ".x, .m{} {{ fill: url( '#a{}' ) }}", "@media all {{ .m{} {{ mask:url(#a{}) }} }}",
)  # fmt: skip


@pytest.mark.parametrize("rule", SHEETS)
def test_what_a_style_sheet_has_painted_counts_at_each_element_of_its_class(tmp_path: Path, rule: str) -> None:
    path = tmp_path / "a.svg"
    for levels in (3, 30):
        sheet = "".join(rule.format(n, n) for n in range(levels))
        twice = [2 * f"<rect class='m{n - 1} y'/>" if n else "<rect/>" for n in range(levels)]
        inside = "".join(f"<mask id='a{n}'>{within}</mask>" for n, within in enumerate(twice))
        path.write_text(SVG.format(f"<style>{sheet}</style>{inside}<rect class='m{levels - 1}'/>"))
        if levels == 3 and "'" not in rule:
            assert foreign.opened(path).width == 1200
        else:
            with pytest.raises(DataFault) as caught:
                foreign.opened(path)
            assert caught.value.key == "edit.picture_endless"


@pytest.mark.parametrize(("ident", "name"), [("id='a b'", "a b"), ("id='a(b'", "a(b"), ("xml:id='a'", "a")])
def test_a_part_of_an_odd_name_counts_where_it_is_painted(tmp_path: Path, ident: str, name: str) -> None:
    path = tmp_path / "a.svg"
    path.write_text(SVG.format(f"<mask {ident}><rect mask='url(#{name})'/></mask>"))
    with pytest.raises(DataFault) as caught:
        foreign.opened(path)
    assert caught.value.key == "edit.picture_endless", "it paints itself"


def test_what_other_programs_write_into_an_svg_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_text(SVG.format(
        "<metadata><?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><?xpacket end='w'?></metadata>"
        "<style>/* ours */ .a{font-family:'Arial';clip-path:url(#c);} .a,.b{fill:url(#g); mask:url(#m)}</style>"
        "<clipPath id='c'><rect class='b' width='9' height='9'/></clipPath>"
        "<linearGradient id='g'><stop stop-color='#00f'/></linearGradient>"
        "<mask id='m'><rect class='w' width='96' height='48' fill='#fff'/></mask>"
        "<rect class='a' width='48' height='48'/>"
    ))  # fmt: skip
    assert foreign.opened(path).whole().pixelColor(200, 200).blue() > 200


def test_entities_of_an_svg_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_text("<!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]>" + SVG.format("<text>&b;</text>"))
    with pytest.raises(DataFault, match=r"a\.svg"):
        foreign.opened(path)


def test_what_is_within_the_svg_is_shown(tmp_path: Path) -> None:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture().save(buffer, "PNG")  # type: ignore[call-overload] # the stub asks for bytes, Qt for a word
    inside = bytes(data.toBase64().data()).decode()
    path = tmp_path / "a.svg"
    path.write_text(SVG.format(
        "<a href='https://a.example'><linearGradient id='g'><stop stop-color='#00f'/></linearGradient>"
        "<rect width='48' height='48' fill='url(#g)'/></a>"
        f"<image x='48' width='48' height='48' preserveAspectRatio='none' xlink:href='data:image/png;base64,{inside}'/>"
    ))  # fmt: skip
    shown = foreign.opened(path).whole()
    assert shown.pixelColor(200, 200).blue() > 200
    assert shown.pixelColor(900, 300).red() > 150


def test_a_torn_or_locked_pdf_is_told(tmp_path: Path) -> None:
    path = pdf(tmp_path / "a.pdf", "#c81428")
    writer = PdfWriter(clone_from=str(path))
    writer.encrypt("secret")
    writer.write(str(tmp_path / "locked.pdf"))
    (tmp_path / "torn.pdf").write_bytes(b"%PDF-1.4\nnothing")
    for name, key in (("locked.pdf", "edit.picture_locked"), ("torn.pdf", "edit.picture_broken")):
        with pytest.raises(DataFault) as caught:
            foreign.opened(tmp_path / name)
        assert caught.value.key == key


# ------------------------------------------------------------------------------------- larger than memory


@pytest.mark.parametrize("form", ["png", "tif", "jpg", "webp"])
def test_a_large_one_comes_in_bands_that_are_the_whole(form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / f"a.{form}"
    image = QImage(300, 700, FORM.Format_RGB32)
    painter = QPainter(image)
    painter.fillRect(0, 0, 300, 700, QColor("#336699"))
    painter.fillRect(0, 350, 300, 350, QColor("#996633"))
    painter.end()
    image.setColorSpace(QColorSpace(QColorSpace.NamedColorSpace.AdobeRgb))
    image.save(str(path))
    whole = foreign.opened(path).whole()
    monkeypatch.setattr(foreign, "CAP", 1000)
    monkeypatch.setattr(foreign, "BAND", 60)
    bands = list(foreign.regular(foreign.opened(path).bands(), 100))
    assert [band.height() for band in bands] == [100] * 7
    for n, band in enumerate(bands):
        here, there = band.pixelColor(5, 20), whole.pixelColor(5, 100 * n + 20)
        assert max(abs(here.red() - there.red()), abs(here.blue() - there.blue())) <= 3, (form, n)


def packed_strip(path: Path, width: int, height: int, written: int) -> Path:
    """Write a white TIFF whose rows are packed in one strip, the first so many of them at least."""
    packer = zlib.compressobj(6)
    strip = b"".join(packer.compress(b"\xff" * 3 * width) for _ in range(written)) + packer.flush()
    entries = [
        (256, 4, width), (257, 4, height), (258, 3, 8), (259, 3, 8), (262, 3, 2), (273, 4, 8), (277, 3, 3), (278, 4, height),
        (279, 4, len(strip)), (284, 3, 1),
    ]  # fmt: skip
    rows = b"".join(struct.pack("<HHII", tag, kind, 3 if tag == 258 else 1, value) for tag, kind, value in entries)
    after = 8 + len(strip) + 2 + len(rows) + 4
    rows = rows.replace(struct.pack("<HHII", 258, 3, 3, 8), struct.pack("<HHII", 258, 3, 3, after))
    head = b"II*\0" + struct.pack("<I", 8 + len(strip))
    path.write_bytes(head + strip + struct.pack("<H", len(entries)) + rows + bytes(4) + struct.pack("<3H", 8, 8, 8))
    return path


def test_one_with_too_long_a_side_is_told_so_and_not_that_it_has_too_many_pixels(tmp_path: Path) -> None:
    image = QImage(101, 2, QImage.Format.Format_RGB32)
    image.fill(0)
    image.save(str(tmp_path / "long.png"))
    found = foreign.opened(tmp_path / "long.png")
    for most_pixels, longest, key in ((1000, 100, "fault.picture.too_long"), (100, 1000, "fault.picture.too_large")):
        with pytest.raises(DataFault) as caught:
            found.fitting(most_pixels, longest)
        assert caught.value.key == key


def test_a_packed_tiff_of_one_large_strip_comes_in_bands_or_is_called_too_large(tmp_path: Path) -> None:
    found = foreign.opened(packed_strip(tmp_path / "a.tif", 8400, 8000, 8000))
    heights = [band.height() for band in found.bands()]
    assert sum(heights) == 8000, "268 MB, more than Qt decodes unless it is told"
    with pytest.raises(DataFault) as caught:
        list(foreign.opened(packed_strip(tmp_path / "b.tif", 10_000, 9_000, 1)).bands())
    assert caught.value.key == "edit.picture_large"
