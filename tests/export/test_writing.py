"""Files whole or not at all, pictures and SVG, the command line, golden display lists."""

from __future__ import annotations

import json
import os
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from qtwar.base.errors import DataFault
from qtwar.cli.main import main
from qtwar.export import files, writing
from qtwar.export.choices import Choices, pages_named
from qtwar.export.page import to_json
from qtwar.export.press import make_book
from qtwar.export.raster import page_image

GOLDEN = Path(__file__).parent / "golden"


# -- files ---------------------------------------------------------------------------------------------------------


def test_a_half_written_file_never_replaces_a_whole_one(tmp_path):
    target = tmp_path / "sheet.pdf"
    target.write_bytes(b"whole")

    def half(path: Path) -> None:
        path.write_bytes(b"ha")
        raise RuntimeError("power")

    with pytest.raises(RuntimeError):
        files.write_whole(target, half)
    assert target.read_bytes() == b"whole"
    assert [p.name for p in tmp_path.iterdir()] == ["sheet.pdf"]


def test_of_several_files_all_appear_or_none(tmp_path):
    def write(path: Path) -> None:
        path.write_text("new")

    def fail(path: Path) -> None:
        raise OSError(28, "No space left on device", str(path))

    old = tmp_path / "a.png"
    old.write_text("old")
    with pytest.raises(DataFault, match=r"There is no room left for a\.png"):
        files.write_all([(old, write), (tmp_path / "b.png", fail)])
    assert old.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.png"]


def test_cancel_leaves_nothing(small, tmp_path):
    class Cancelled(Exception):
        pass

    def after_one(done: int, of: int) -> None:
        if of > 1 and done == 1:
            raise Cancelled

    for name in ("sheet.pdf", "sheet.png", "sheet.svg"):
        with pytest.raises(Cancelled):
            writing.write(small, Choices(what=("setup-sheet", "counter-sheet")), tmp_path / name, progress=after_one)
    assert list(tmp_path.iterdir()) == []


def test_an_unwritable_target_is_said_before_any_work(small, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != tmp_path)
    with pytest.raises(DataFault, match=r"sheet\.pdf can not be written to .*Choose another folder"):
        writing.write(small, Choices(), tmp_path / "sheet.pdf", progress=lambda *_: pytest.fail("it worked in vain"))


def test_a_target_that_is_a_folder_or_lies_in_a_file(small, tmp_path):
    (tmp_path / "x.pdf").mkdir()
    with pytest.raises(DataFault, match="is a folder; give the file a name"):
        writing.write(small, Choices(), tmp_path / "x.pdf")
    (tmp_path / "y").write_text("")
    with pytest.raises(DataFault, match="is a file, so nothing can be put into it"):
        writing.write(small, Choices(), tmp_path / "y" / "z.pdf")


# -- pictures ------------------------------------------------------------------------------------------------------


def test_png_has_the_size_and_the_dpi_that_were_asked(small, tmp_path):
    written = writing.write(small, Choices(what=("setup-sheet", "counter-sheet")), tmp_path / "p.png", dpi=72)
    assert [p.name for p in written.paths] == [f"p-{n:02}.png" for n in range(1, written.pages + 1)]
    assert written.pages > 2
    image = QImage(str(written.paths[0]))
    assert (image.width(), image.height()) == (595, 842)
    assert round(image.dotsPerMeterX() * 0.0254) == 72


def test_svg_is_xml_of_real_size_with_everything_in_it(small, tmp_path):
    target = tmp_path / "counters.svg"
    writing.write(small, Choices(what=("counter-sheet",), duplex="none"), target)
    root = ET.fromstring(target.read_text(encoding="utf-8"))
    assert root.get("width") == "210mm"
    assert root.get("viewBox") == "0 0 210 297"
    names = {e.get("aria-label") for e in root.iter() if e.get("aria-label")}
    assert "3" in names
    assert not [e for e in root.iter() if e.tag.endswith("text")], "letters are outlines"
    used = {e.get("href") for e in root.iter("{http://www.w3.org/2000/svg}use")}
    known = {"#" + e.get("id") for e in root.iter() if e.get("id")}
    assert used <= known


def test_a_page_too_large_for_memory_is_refused(small):
    page = make_book(small, Choices()).pages[0]
    with pytest.raises(DataFault, match=r"At 2400 dpi a page would have .* take at most"):
        page_image(page, 2400)


def test_the_preview_and_the_pdf_paint_the_same_lists(small):
    image = page_image(make_book(small, Choices()).pages[0], 50)
    inked = sum(
        image.pixelColor(x, y).lightness() < 200
        for x in range(0, image.width(), 2)
        for y in range(0, image.height(), 2)
    )
    assert 0.02 < inked / (image.width() * image.height() / 4) < 0.6


# -- choices -------------------------------------------------------------------------------------------------------


def test_choices_are_remembered_and_nonsense_is_forgotten():
    chosen = Choices(what=("map", "tables"), paper="a3", scale=50.0, ink_saving=True, tables=("crt",))
    assert Choices.from_json(chosen.as_json()) == chosen
    assert Choices.from_json({"paper": "a9", "what": ["moon"], "scale": "big", "margin": 15, "other": 1}) == Choices(
        margin=15.0
    )


@pytest.mark.parametrize(
    ("words", "found"), [("", [0, 1, 2, 3]), ("2", [1]), ("1-2,4", [0, 1, 3]), ("3-", [2, 3]), ("–2", [0, 1])]
)
def test_page_ranges(words, found):
    assert pages_named(words, 4) == found


def test_page_ranges_that_are_none():
    for words, told in (
        ("0", "There are pages 1 to 4; '0' is not among them."),
        ("x", "'x' names no pages"),
        ("3-9", "1 to 4"),
    ):
        with pytest.raises(DataFault) as fault:
            pages_named(words, 4)
        assert told in fault.value.text


# -- the command ---------------------------------------------------------------------------------------------------


def test_the_command_writes_and_tells_what(tmp_path, capsys):
    out = tmp_path / "deep" / "sheet.pdf"
    assert (
        main(["export", "setup-sheet", "sealords/learning", "-o", str(out), "--side", "com", "--lang", "ja", "--json"])
        == 0
    )
    data = json.loads(capsys.readouterr().out)
    assert data["files"] == [str(out)]
    assert data["pages"] >= 1
    assert out.read_bytes().startswith(b"%PDF-1.7")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["moon", "sealords/tet"], "Nothing of the kind 'moon' can be printed; there is counter-sheet, log, map, oob"),
        (["setupsheet", "sealords/tet"], "did you mean 'setup-sheet'?"),
        (["map", "sealords/tet", "--lang", "fr"], "There is no language 'fr'; there are en, ja and both."),
        (["map", "sealords/tat"], "sealords has no scenario 'tat'; it has"),
        (["map", "moon/tet"], "There is no title 'moon' (installed: "),
        (["map", "sealords/tet", "--side", "moon"], "There is no side 'moon'; there are FW, COM, and referee"),
        (["map", "no.qtwar"], "There is no file no.qtwar."),
        (["map", "sealords/tet", "--paper", "b5"], "There is no paper 'b5'"),
        (["map", "sealords/tet", "--offset", "1"], "--offset is '1'; write it as 0.4,-0.2"),
        (
            ["counter-sheet", "sealords/tet", "--size", "500mm"],
            "Counters of 500 mm can not be printed; take 5 to 120 mm",
        ),
        (["log", "sealords/tet"], "This is no game, so there is no log to print."),
        (["map", "sealords/tet", "--dpi", "5"], "5 dpi is not possible"),
    ],
)
def test_bad_input_gets_one_sentence(words, told, tmp_path, capsys):
    assert main(["export", *words, "-o", str(tmp_path / "x.pdf")]) == 2
    err = capsys.readouterr().err
    assert told in err
    assert "Traceback" not in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_name_without_a_known_ending(tmp_path, capsys):
    assert main(["export", "map", "sealords/tet", "-o", str(tmp_path / "map.doc")]) == 2
    assert "ends in .pdf, .png, .svg, .csv, .md" in capsys.readouterr().err


# -- golden --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        ("setup_sheet", Choices(counters="both")),
        ("setup_sheet_red_ja", Choices(side="RED", language="ja", layout="compact")),
        ("counter_sheet", Choices(what=("counter-sheet",))),
        ("tables", Choices(what=("tables",), tables=("crt",))),
    ],
)
def test_pages_are_as_they_were(small, name, choices):
    """Set QTWAR_GOLDEN=1 to write them anew, then look at the pages and at the difference."""
    made = to_json(make_book(small, replace(choices))) + "\n"
    file = GOLDEN / f"{name}.json"
    if os.environ.get("QTWAR_GOLDEN"):
        file.write_text(made, encoding="utf-8")
    assert made == file.read_text(encoding="utf-8")
