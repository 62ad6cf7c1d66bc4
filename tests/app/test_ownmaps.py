"""Pictures that authors bring as maps, in boxes beside them and as covers: kept as tiles, carried along, missed in a sentence."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from PySide6.QtGui import QColor

from qtwar.draw import displaylist as dl
from qtwar.draw import pack as pack_list
from qtwar.draw.board import draw_board
from qtwar.editing import mapping, pictures, styles
from qtwar.editing.draft import Draft
from qtwar.editing.sharing import contents, pack_folder, write_module
from qtwar.model.art import scan_places, tile_of
from qtwar.model.validate import validate_module
from qtwar.qtpaint import boardart, scans
from qtwar.qtpaint.counters import CounterArt
from qtwar.services import covers, drafts, ownart, titles
from qtwar.session.begin import NewDraft
from qtwar.storage.drafts import DraftStore
from tests.app.ownpictures import content, done, hung, scanned, small

pytestmark = pytest.mark.usefixtures("cache")


def quarters(display: dl.DisplayList) -> list[str]:
    """Return the colours at the middles of the quarters of a drawn board, roughly."""
    image = boardart.picture(display, 400)
    found = []
    for v in (0.3, 0.7):
        for u in (0.3, 0.7):
            pixel = image.pixelColor(round(u * image.width()), round(v * image.height()))
            found.append("".join("x" if part > 120 else "-" for part in (pixel.red(), pixel.green(), pixel.blue())))
    return found


@pytest.mark.parametrize("name", ["map.jpg", "map.png"])
def test_a_picture_is_a_map_from_the_draft_to_the_module_and_the_print(
    qtwar_home: Path, tmp_path: Path, cache: Path, name: str
) -> None:
    session, path = drafts.begin(NewDraft("Own map"), qtwar_home)
    found = ownart.take_map(scanned(tmp_path / name))
    assert (found.width, found.height) == (2600, 2300)
    rows = list(ownart.map_tiles(found.picture))
    assert sorted({row[0] for row in rows}) == [0, 1, 2], "each level is half as large, the last a single tile"
    assert len(rows) == 9 + 4 + 1
    store = session.store
    assert isinstance(store, DraftStore)
    store.put_tiles(found.picture, rows)
    session.do(pictures.import_picture(session.draft, "map", found.picture, found.width, found.height))
    session.do(mapping.make_map(session.draft, "map"))
    made = session.draft.content()
    painters = [layer["painter"] for layer in made.style["boards"]["map"]]
    assert painters[0] == "scan"
    assert "grid" in painters
    assert "trace" not in made.boards[0].attrs
    session.export_module(tmp_path / "out")
    session.pack(tmp_path / "out.qtmod")
    session.close()
    assert len(list((tmp_path / "out" / "art" / found.picture).iterdir())) == 14
    wanted = ["x--", "-x-", "--x", "xx-"]
    for source in (tmp_path / "out", tmp_path / "out.qtmod", path):
        shutil.rmtree(cache / "pictures")
        titles._read.cache_clear()
        assert contents(source).other == () if source.suffix != ".qtwar" else True
        missing = ownart.bring_in(made, source)
        assert missing == [], source
        assert quarters(draw_board(made.boards[0], dict(made.style))) == wanted
    kept = pack_list.from_bytes(pack_list.to_bytes(draw_board(made.boards[0], dict(made.style))))
    assert quarters(kept) == wanted
    scan = next(node for group in kept.nodes if isinstance(group, dl.Group) for node in scans_in(group))
    assert len(scans.printed(scan, 2.4).children) >= 1


def scans_in(group: dl.Group) -> list[dl.Scan]:
    """Return the scans of a group."""
    found = []
    for node in group.children:
        found += [node] if isinstance(node, dl.Scan) else scans_in(node) if isinstance(node, dl.Group) else []
    return found


def test_a_map_whose_tiles_were_changed_is_missing_and_the_board_is_drawn_without(tmp_path: Path, cache: Path) -> None:
    found = ownart.take_map(scanned(tmp_path / "map.jpg"))
    module = tmp_path / "module"
    draft = Draft(content())
    for gesture in (
        lambda d: pictures.import_picture(d, "map", found.picture, found.width, found.height),
        lambda d: mapping.make_map(d, "map"),
    ):
        edit = gesture(draft)
        draft = Draft(data=edit.result)
    made = draft.content()
    rows = {tile_of(found.picture, *row[:3]): row[3] for row in ownart.map_tiles(found.picture)}
    write_module(made, module, picture=lambda _: rows)
    tile = module / tile_of(found.picture, 0, 0, 0)
    tile.write_bytes((module / tile_of(found.picture, 0, 1, 1)).read_bytes())
    shutil.rmtree(cache / "pictures")
    assert ownart.bring_in(made, module) == [found.picture]
    assert boardart.picture(draw_board(made.boards[0], dict(made.style)), 200).width() == 200


def test_a_picture_in_a_box_beside_the_map_is_drawn_as_large_as_the_box_lets_it(tmp_path: Path) -> None:
    found = hung(tmp_path)
    display = draw_board(found.boards[0], dict(found.style))
    left, top, right, _ = display.bounds
    assert left <= -900
    image = boardart.picture(display, 1000)
    k = image.width() / (right - left)

    def at(x: float, y: float) -> str:
        return QColor(image.pixelColor(round((x - left) * k), round((y - top) * k))).name()

    red, green, blue, yellow = (QColor(at(x, y)) for y in (300, 500) for x in (-700, -300))
    assert red.red() > 150 > green.red()
    assert blue.blue() > 150
    assert min(yellow.red(), yellow.green()) > 150, "it is twice as wide as high, in the middle of its box"
    assert QColor(at(-500, 700)).red() > 200, "paper"


def test_the_authors_cover_is_painted_in_place_of_a_cut_of_the_map(tmp_path: Path) -> None:
    found = hung(tmp_path)
    art = CounterArt(found, pictures=ownart.store())
    drawn = boardart.prepare(found.boards[0], dict(found.style), language="en", palette="standard", cache=tmp_path / "art")
    cover = covers.cover_image(found, art, drawn, 200, 200, "en")
    assert cover.pixelColor(50, 190).blue() > 150
    assert cover.pixelColor(150, 190).green() > 150
    none = Draft(data=done(Draft(found), lambda d: pictures.show_on_cover(d, None)).data).content()
    assert "picture" not in none.style["cover"]


def test_pictures_of_boxes_and_covers_go_with_the_module(tmp_path: Path, cache: Path) -> None:
    found = hung(tmp_path)
    (name,) = {one.picture for one, _ in scan_places(found)}
    rows = {tile_of(name, *row[:3]): row[3] for row in ownart.map_tiles(name)}
    module = tmp_path / "module"
    write_module(found, module, picture=lambda _: rows)
    pack_folder(module, tmp_path / "module.qtmod")
    for source in (module, tmp_path / "module.qtmod"):
        shutil.rmtree(cache / "pictures")
        titles._read.cache_clear()
        again = titles.load_at(source)[1]
        assert scans.folder_of(name) is not None
        assert again.boards[0].boxes[-1].attrs == found.boards[0].boxes[-1].attrs
        assert validate_module(source) == []


def test_a_picture_kept_as_tiles_that_is_missing_is_a_problem_with_a_place(tmp_path: Path, cache: Path) -> None:
    from qtwar.ui.edit.findings import look

    found = hung(tmp_path)
    (name,) = {one.picture for one, _ in scan_places(found)}
    rows = {tile_of(name, *row[:3]): row[3] for row in ownart.map_tiles(name)}
    module = tmp_path / "module"
    write_module(found, module, picture=lambda _: rows)
    assert not [p for p in look(found, ownart.has) if "picture of" in p.text]
    (module / tile_of(name, 0, 0, 0)).write_bytes(small(tmp_path / "p.png"))
    problems = validate_module(module)
    assert [p.key for p in problems] == ["problem.scan_changed"] * 2
    assert {p.file for p in problems} == {"content/style.yaml", "content/boards/map.yaml"}
    assert all(p.line > 0 for p in problems)
    shutil.rmtree(module / "art")
    assert [p.key for p in validate_module(module)] == ["problem.scan_missing"] * 2
    shutil.rmtree(cache / "pictures")
    told = [p for p in look(found, ownart.has) if "picture of" in p.text]
    assert [p.page for p in told] == ["map", "map"]
    assert any("display" in p.text for p in told)
    assert boardart.picture(draw_board(found.boards[0], dict(found.style)), 200).width() == 200, "drawn without it"


def test_a_layer_that_the_scan_has_already_is_taken_off(tmp_path: Path) -> None:
    draft = done(
        Draft(content()),
        lambda d: pictures.import_picture(d, "map", "a" * 64, 400, 300),
        lambda d: mapping.make_map(d, "map"),
    )
    painters = [layer["painter"] for layer in draft.data["style"]["boards"]["map"]]
    at = painters.index("grid")
    draft = done(draft, lambda d: styles.drop_layer(d, ("style", "boards", "map", at), "Grid"))
    assert [layer["painter"] for layer in draft.data["style"]["boards"]["map"]] == [*painters[:at], *painters[at + 1 :]]


def test_maps_in_tiles_count_for_what_is_kept_and_the_oldest_goes(tmp_path: Path, cache: Path) -> None:
    old = ownart.take_map(scanned(tmp_path / "old.jpg", 800, 400)).picture
    new = ownart.take_map(scanned(tmp_path / "new.jpg", 1200, 500)).picture
    os.utime(cache / "pictures" / old, (1, 1))
    ownart.store().trim(sum(file.stat().st_size for file in (cache / "pictures" / new).iterdir()) + 10)
    assert not ownart.has(old)
    assert ownart.has(new)


def test_what_a_module_brings_is_kept_as_it_is(tmp_path: Path, cache: Path) -> None:
    found = hung(tmp_path)
    (name,) = {one.picture for one, _ in scan_places(found)}
    before = {row[:3]: row[3] for row in ownart.map_tiles(name)}
    module = tmp_path / "module"
    write_module(found, module, picture=lambda _: {tile_of(name, *at): data for at, data in before.items()})
    shutil.rmtree(cache / "pictures")
    assert ownart.bring_in(found, module) == []
    assert {row[:3]: row[3] for row in ownart.map_tiles(name)} == before, "packed anew each time it would get worse"


def test_what_was_drawn_without_a_scan_is_drawn_anew_once_it_is_there(tmp_path: Path, cache: Path) -> None:
    found = ownart.take_map(scanned(tmp_path / "map.jpg", 800, 400))
    made = done(
        Draft(content()),
        lambda d: pictures.import_picture(d, "map", found.picture, found.width, found.height),
        lambda d: mapping.make_map(d, "map"),
    ).content()
    folder, style = tmp_path / "art", dict(made.style)
    (cache / "pictures" / found.picture).rename(tmp_path / "away")
    without = boardart.prepare(made.boards[0], style, cache=folder).small
    (tmp_path / "away").rename(cache / "pictures" / found.picture)
    assert boardart.prepare(made.boards[0], style, cache=folder).small != without
