"""Pictures that authors bring: cut out of sheets in the helper process, kept once, carried by modules and documents."""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter, QTransform

from qtwar.base.errors import DataFault
from qtwar.editing import cutting
from qtwar.editing.cutting import EmptyPlace, NewCounter, SheetGrid
from qtwar.editing.draft import Draft
from qtwar.editing.sharing import contents, pack, pack_folder, write_module
from qtwar.model.art import file_of
from qtwar.model.content import TitleContent
from qtwar.model.load import load
from qtwar.model.load import source as module_files
from qtwar.model.validate import validate_module
from qtwar.qtpaint.counters import CounterArt
from qtwar.services import drafts, foreign, games, ownart, printing, titles
from qtwar.session.begin import NewDraft
from qtwar.storage.drafts import DraftStore, stored_pictures
from tests.app.ownpictures import colour, small, with_counters

pytestmark = pytest.mark.usefixtures("cache")

SIDE, GAP, RIM = 60, 6, 30
COLUMNS, ROWS = 5, 3


def sheet(path: Path, *, mirrored: bool = False, empty: tuple[int, ...] = ()) -> Path:
    """Draw a sheet of counters with a mark in the left top corner of each."""
    pitch = SIDE + GAP
    image = QImage(2 * RIM + COLUMNS * pitch - GAP, 2 * RIM + ROWS * pitch - GAP, QImage.Format.Format_RGB32)
    image.fill(QColor("#f4f0e6"))
    painter = QPainter(image)
    for number in set(range(COLUMNS * ROWS)) - set(empty):
        row, column = divmod(number, COLUMNS)
        x, y = RIM + (COLUMNS - 1 - column if mirrored else column) * pitch, RIM + row * pitch
        painter.fillRect(QRect(x, y, SIDE, SIDE), QColor(colour(number)))
        painter.fillRect(QRect(x + 4, y + 4, 20, 12), QColor("black"))
    painter.end()
    assert image.save(str(path))
    return path


# ------------------------------------------------------------------------------------------------- sheets


def test_a_sheet_shows_where_its_counters_lie(tmp_path: Path) -> None:
    found = ownart.look(sheet(tmp_path / "sheet.png"))
    assert (found.rows, found.columns, list(found.gap)) == (ROWS, COLUMNS, [GAP, GAP])
    assert list(found.box) == [RIM, RIM, found.width - RIM, found.height - RIM]
    assert ownart.store().get(found.shown) is not None


def test_counters_are_cut_out_to_the_pixel_and_empty_places_told(tmp_path: Path) -> None:
    path = sheet(tmp_path / "sheet.png", empty=(7, 14))
    grid = SheetGrid.of(ownart.look(sheet(tmp_path / "whole.png")))
    found = ownart.cut(path, grid.cells())
    assert [n for n, one in enumerate(found) if isinstance(one, EmptyPlace)] == [7, 14]
    for number in (0, 4, 11):
        picture = QImage.fromData(found[number].data)
        assert (picture.width(), picture.height()) == (SIDE, SIDE)
        assert picture.pixelColor(50, 50).name() == colour(number)
        assert picture.pixelColor(5, 5) == QColor("black")
        assert hashlib.sha256(found[number].data).hexdigest() == found[number].name
    assert not list((tmp_path / "cache" / "cut").iterdir()), "nothing is left lying about"


def test_a_sheet_with_too_many_pixels_is_to_be_made_smaller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = sheet(tmp_path / "sheet.png")
    monkeypatch.setattr(foreign, "MOST", 4000)
    with pytest.raises(DataFault) as caught:
        ownart.answer_sheet({"path": str(path)})
    assert caught.value.key == "fault.picture.too_large"  # another form of file, as a map's refusal advises, would not help


def test_a_counter_with_one_thin_figure_is_not_an_empty_place_and_one_with_grain_is(tmp_path: Path) -> None:
    image = QImage(400, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("#40bcb0"))
    painter = QPainter(image)
    painter.fillRect(QRect(97, 80, 6, 40), QColor("black"))  # a 1, a hundredth of the counter's middle
    painter.fillRect(QRect(300, 100, 5, 5), QColor("black"))  # a speck of dust on the place beside it
    painter.end()
    image.save(str(tmp_path / "two.png"))
    grid = SheetGrid(((0, 0), (400, 0), (400, 200), (0, 200)), 1, 2)
    assert [isinstance(one, EmptyPlace) for one in ownart.cut(tmp_path / "two.png", grid.cells())] == [False, True]


def test_the_round_handle_finds_the_gaps_of_a_sheet_that_lies_aslant() -> None:
    turn = QTransform().translate(50, 20).rotate(4)
    corners = tuple(turn.map(float(x), float(y)) for x, y in ((30, 30), (354, 30), (354, 222), (30, 222)))
    grid = SheetGrid(corners, ROWS, COLUMNS).with_first_to(turn.map(90.0, 90.0))  # type: ignore[arg-type]
    assert grid.gap == pytest.approx((GAP, GAP))
    assert grid.cell(0, 0)[2] == pytest.approx(turn.map(90.0, 90.0))


def test_the_back_of_a_sheet_that_was_turned_over_is_matched(tmp_path: Path) -> None:
    back = sheet(tmp_path / "back.png", mirrored=True)
    grid = SheetGrid.of(ownart.look(back))
    found = ownart.cut(back, grid.cells(mirrored=True))
    assert [QImage.fromData(one.data).pixelColor(50, 50).name() for one in found] == [colour(n) for n in range(15)]


def test_a_sheet_that_was_scanned_aslant_is_cut_upright(tmp_path: Path) -> None:
    straight = QImage(str(sheet(tmp_path / "sheet.png")))
    slanted = QImage(straight.width() + 80, straight.height() + 80, QImage.Format.Format_RGB32)
    slanted.fill(QColor("#f4f0e6"))
    painter = QPainter(slanted)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.translate(50, 20)
    painter.rotate(4)
    painter.drawImage(0, 0, straight)
    turn = painter.transform()
    painter.end()
    slanted.save(str(tmp_path / "slanted.png"))
    right, low = straight.width() - RIM, straight.height() - RIM
    corners = tuple(turn.map(float(x), float(y)) for x, y in ((RIM, RIM), (right, RIM), (right, low), (RIM, low)))
    grid = SheetGrid(corners, ROWS, COLUMNS, (GAP, GAP))  # type: ignore[arg-type]
    for number, one in enumerate(ownart.cut(tmp_path / "slanted.png", grid.cells())):
        picture = QImage.fromData(one.data)
        assert abs(picture.width() - SIDE) <= 1
        near = picture.pixelColor(45, 45)
        assert abs(near.red() - QColor(colour(number)).red()) < 6, number
        assert picture.pixelColor(10, 8).value() < 40, "the mark is in its corner"


@pytest.mark.parametrize("data", [b"", b"\x89PNG\r\n\x1a\nnonsense", b"<svg/>", b"GIF89a" + b"\0" * 40])
def test_what_is_no_picture_is_refused_in_a_sentence(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "bad.png"
    path.write_bytes(data)
    with pytest.raises(DataFault, match=r"bad\.png"):
        ownart.look(path)
    with pytest.raises(DataFault, match=r"bad\.png"):
        ownart.whole(path)


# ---------------------------------------------------------------------------------------------- counters


def test_counters_of_a_sheet_are_one_entry_and_equal_pictures_are_kept_once(tmp_path: Path) -> None:
    found = with_counters([NewCounter("First", "a" * 64, "b" * 64), NewCounter("First", "c" * 64, "b" * 64)])
    kinds = [kind for kind in found.kinds if kind.template == cutting.TEMPLATE]
    assert [kind.id for kind in kinds] == ["first", "first_2"]
    assert sorted(found.counters["pictures"].values()) == ["a" * 64, "b" * 64, "c" * 64]
    assert kinds[0].attrs["picture_back"] == kinds[1].attrs["picture_back"]
    assert [piece.kind for piece in found.pieces] == ["first", "first_2"]
    with pytest.raises(DataFault):
        cutting.add_counters(Draft(found), [], None)


def drawn(found: TitleContent, size: int = 116, face: str = "front") -> QImage:
    """Return the first counter as it is drawn."""
    kind = next(kind for kind in found.kinds if kind.template == cutting.TEMPLATE)
    art = CounterArt(found, pictures=ownart.store())
    return art.image({"id": "", "kind": kind.id, "owner": "blue", "face": face, "attrs": {}}, size)


def test_a_counter_is_its_picture_front_and_back_at_any_size(tmp_path: Path) -> None:
    front, back = (small(tmp_path / "p.png", fill, 300) for fill in ("#aa3311", "#1133aa"))
    names = []
    for data in (front, back):
        (tmp_path / "p.png").write_bytes(data)
        names.append(ownart.whole(tmp_path / "p.png").name)
    found = with_counters([NewCounter("Guards", *names)])
    for size in (400, 116, 40, 12):
        assert drawn(found, size).pixelColor(size // 2, size // 2).name() == "#aa3311"
        assert drawn(found, size, "back").pixelColor(size // 2, size // 2).name() == "#1133aa"
    only = with_counters([NewCounter("Guards", names[0])])
    assert drawn(only, face="back").pixelColor(58, 58).name() == "#aa3311", "without a back it has two fronts"


def test_a_picture_drawn_small_is_smoothed_over_all_its_pixels(tmp_path: Path) -> None:
    dots = np.zeros((512, 512, 4), np.uint8)
    dots[:, ::2, :3] = 255
    stripes = QImage(dots.tobytes(), 512, 512, 2048, QImage.Format.Format_RGB32)
    stripes.save(str(tmp_path / "stripes.png"))
    found = with_counters([NewCounter("Stripes", ownart.whole(tmp_path / "stripes.png").name)])
    picture = drawn(found, 60)
    lights = [picture.pixelColor(x, 30).value() for x in range(20, 40)]
    assert max(lights) - min(lights) < 30, "every second column would flicker from black to white"


def test_a_picture_that_is_missing_makes_a_plain_counter_and_no_crash(tmp_path: Path) -> None:
    found = with_counters([NewCounter("Guards", "d" * 64)])
    assert not drawn(found).isNull()
    kind = next(kind for kind in found.kinds if kind.template == cutting.TEMPLATE)
    with pytest.raises(DataFault, match="missing"):
        CounterArt(found, pictures=ownart.store()).face({"id": "", "kind": kind.id, "owner": "blue", "attrs": {}})


def test_a_damaged_picture_of_the_cache_is_missing(tmp_path: Path, cache: Path) -> None:
    small(tmp_path / "p.png")
    name = ownart.whole(tmp_path / "p.png").name
    (cache / "pictures" / f"{name}.pixels").write_bytes(b"torn")
    from qtwar.qtpaint.ownart import PictureStore

    assert PictureStore(cache / "pictures").get(name) is None
    assert PictureStore(cache / "pictures").get("../../secret") is None


# ------------------------------------------------------------------------------------ documents and modules


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """Return a module with two pictures, made by a draft."""
    files = {}
    counters = []
    for n, fill in enumerate(("#aa3311", "#1133aa")):
        small(tmp_path / "p.png", fill, 80)
        cut = ownart.whole(tmp_path / "p.png")
        files[cut.name] = cut.data
        counters.append(NewCounter(f"Unit {n}", cut.name))
    folder = tmp_path / "module"
    write_module(with_counters(counters), folder, picture=lambda name: {file_of(name): files[name]})
    return folder


def forget(cache: Path) -> None:
    """Take all decoded pictures away, as if they had never been."""
    for file in (cache / "pictures").glob("*"):
        file.unlink()
    ownart._store.cache_clear()
    titles._read.cache_clear()


def test_a_module_holds_its_pictures_and_they_are_drawn_after_loading(module: Path, cache: Path) -> None:
    assert len(list((module / "art").iterdir())) == 2
    assert validate_module(module) == []
    forget(cache)
    _, found = titles.load_at(module)
    assert drawn(found).pixelColor(58, 58).name() == "#aa3311"
    source = printing.scenario_source(found, found.scenarios[0].id)
    assert source.art.face({"id": "", "kind": found.kinds[-1].id, "owner": "blue", "attrs": {}})


def test_an_archive_carries_them_and_says_so(module: Path, tmp_path: Path, cache: Path) -> None:
    file = tmp_path / "own.qtmod"
    pack_folder(module, file)
    forget(cache)
    assert drawn(titles.load_at(file)[1]).pixelColor(58, 58).name() == "#aa3311"
    assert contents(file).other == (), "its pictures are known"
    second = tmp_path / "second.qtmod"
    pack(load(file), second, file)
    with zipfile.ZipFile(second) as archive:
        assert len([name for name in archive.namelist() if name.startswith("art/")]) == 2


def test_what_is_wrong_with_pictures_is_said_with_its_line(module: Path) -> None:
    first, second = sorted((module / "art").iterdir())
    first.unlink()
    second.write_bytes(second.read_bytes() + b"more")
    problems = {p.key: p for p in validate_module(module)}
    assert set(problems) == {"problem.picture_missing", "problem.picture_changed"}
    for found in problems.values():
        assert found.file == "content/counters.yaml"
        assert found.line > 0
    kinds = module / "content" / "kinds.yaml"
    kinds.write_text(kinds.read_text().replace("picture: unit_0", "picture: unit_zero"))
    unknown = next(p for p in validate_module(module) if p.key == "problem.picture_unknown")
    assert "unit_" in str(unknown.hint)
    _, data = titles.load_at(module)
    assert not drawn(data).isNull(), "a title with missing pictures is still played"


def test_a_picture_that_lies_about_itself_is_not_decoded(module: Path, cache: Path) -> None:
    for file in (module / "art").iterdir():
        file.write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 100)
    forget(cache)
    found = titles.load_at(module)[1]
    assert ownart.bring_in(found, module) == sorted(found.counters["pictures"].values())


def test_a_draft_keeps_its_pictures_and_a_copy_of_a_title_has_them(qtwar_home: Path, module: Path, cache: Path) -> None:
    session, path = drafts.copy_of(str(module), qtwar_home)
    names = sorted(session.draft.content().counters["pictures"].values())
    session.close()
    assert [name for name, _ in stored_pictures(path, names, 1 << 20)] == names
    forget(cache)
    session, _ = drafts.resume(path)
    try:
        assert drawn(session.draft.content()).pixelColor(58, 58).name() == "#aa3311"
        session.export_module(qtwar_home / "out")
        assert sorted(file.stem for file in (qtwar_home / "out" / "art").iterdir()) == names
    finally:
        session.close()


def test_undo_takes_counters_away_and_redo_brings_them_back(qtwar_home: Path, tmp_path: Path) -> None:
    session, _ = drafts.begin(NewDraft("Own"), qtwar_home)
    try:
        store = session.store
        assert isinstance(store, DraftStore)
        store.put_pictures({"a" * 64: b"one"})
        store.put_pictures({"a" * 64: b"two"})
        assert store.tile("a" * 64, 0, 0, 0) == b"one", "what is there by its content stays"
        before = session.draft.content()
        session.do(cutting.add_counters(session.draft, [NewCounter("A", "a" * 64)], None))
        session.do(cutting.show_picture(session.draft, "a", "b" * 64, back=True))
        assert session.draft.content().kinds_by_id["a"].attrs == {"picture": "a", "picture_back": "a_back"}
        session.undo()
        session.undo()
        assert session.draft.content() == before
        session.go_to(2)
        assert session.draft.content().counters["pictures"] == {"a": "a" * 64, "a_back": "b" * 64}
    finally:
        session.close()


def test_a_game_shows_the_pictures_of_its_title(qtwar_home: Path, module: Path, cache: Path) -> None:
    from qtwar.session.begin import NewGame

    target = qtwar_home / "modules" / "own_art"
    target.parent.mkdir(parents=True)
    module.rename(target)
    opened = games.create(NewGame("own_art", "scenario_1"), qtwar_home)
    opened.session.rules.close()
    opened.document.close()
    forget(cache)
    opened = games.resume(opened.path)
    try:
        assert drawn(opened.content).pixelColor(58, 58).name() == "#aa3311"
    finally:
        opened.session.rules.close()
        opened.document.close()


def test_a_picture_that_is_missing_is_a_problem_of_the_draft() -> None:
    from qtwar.ui.edit.findings import look

    found = with_counters([NewCounter("Guards", "d" * 64)])
    assert "guards" in next(p.text for p in look(found, ownart.store().has) if p.page == "counters")
    assert not [p for p in look(found) if p.page == "counters"]


def test_a_picture_that_is_not_square_makes_a_card_of_its_shape(tmp_path: Path) -> None:
    image = QImage(200, 300, QImage.Format.Format_RGB32)
    image.fill(QColor("#aa3311"))
    image.save(str(tmp_path / "card.png"))
    cut = ownart.whole(tmp_path / "card.png")
    assert cut.body == (100, 150)
    draft = Draft(with_counters([NewCounter("Card", cut.name, "", cut.body), NewCounter("Square", cut.name)]))
    found = draft.content()
    assert [kind.template for kind in found.kinds[-2:]] == ["picture_100x150", "picture"]
    kind = next(kind for kind in found.kinds if kind.template == "picture_100x150")
    drawn_card = CounterArt(found, pictures=ownart.store()).image(
        {"id": "", "kind": kind.id, "owner": "blue", "face": "front", "attrs": {}}, 116
    )
    assert drawn_card.height() > 1.3 * drawn_card.width()
    shown = cutting.show_picture(draft, "square", cut.name, body=cut.body)
    assert shown.result is not None
    assert Draft(data=shown.result).content().kinds_by_id["square"].template == "picture_100x150"


def test_pictures_have_a_limit_of_their_own_that_is_told_in_a_sentence(
    module: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "own.qtmod"
    pack_folder(module, file)
    with zipfile.ZipFile(file) as archive:
        kinds = {Path(info.filename).suffix: info.compress_type for info in archive.infolist()}
    assert kinds[".png"] == zipfile.ZIP_STORED, "what is packed already is not packed twice"
    monkeypatch.setattr(module_files, "MOST_ART", 100)
    for refused in (lambda: load(file), lambda: pack_folder(module, tmp_path / "second.qtmod")):
        with pytest.raises(DataFault) as caught:
            refused()
        assert caught.value.key == "fault.module.art_large"
    monkeypatch.setattr(module_files, "MOST_ART", 10_000_000)
    monkeypatch.setattr(module_files, "MOST_TOTAL", 100)
    with pytest.raises(DataFault) as caught:
        load(file)
    assert caught.value.key == "fault.module.too_large"
