"""Pictures kept between starts: exact, bounded, and no harm when they are spoilt."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from qtwar.model.content import TitleContent
from qtwar.qtpaint.counters import CounterArt
from qtwar.qtpaint.pictures import Pictures
from qtwar.storage.blobs import MOST_FILES, Blobs

FORMATS = (QImage.Format.Format_RGB32, QImage.Format.Format_ARGB32_Premultiplied)


def picture(form: QImage.Format, side: int = 40, seed: int = 1) -> QImage:
    """A picture with other values in every pixel, clear and half clear ones too."""
    image = QImage(side, side + 3, form)
    for y in range(image.height()):
        for x in range(side):
            image.setPixelColor(x, y, QColor((x * 7 + seed) % 256, (y * 5) % 256, (x * y) % 256, (x * 6) % 256))
    return image


@pytest.mark.parametrize("form", FORMATS)
def test_a_picture_comes_back_as_it_was(tmp_path: Path, form: QImage.Format) -> None:
    kept = Pictures(Blobs(tmp_path / "a.pictures"))
    made = picture(form)
    assert kept.get("one") is None
    kept.put("one", made)
    assert kept.get("one") == made  # written or not yet
    kept.close()
    again = Pictures(Blobs(tmp_path / "a.pictures"))
    assert again.get("one") == made
    assert again.get("other") is None
    again.close()


def test_what_is_painted_over_a_picture_does_not_change_the_kept_one(tmp_path: Path) -> None:
    kept = Pictures(Blobs(tmp_path / "a.pictures"))
    made = picture(FORMATS[1])
    kept.put("one", made)
    was = made.copy()
    made.fill(0)
    kept.close()
    again = Pictures(Blobs(tmp_path / "a.pictures"))
    assert again.get("one") == was
    again.close()


def test_two_programs_share_a_file(tmp_path: Path) -> None:
    first, second = Pictures(Blobs(tmp_path / "a.pictures")), Pictures(Blobs(tmp_path / "a.pictures"))
    first.put("one", picture(FORMATS[0], seed=1))
    second.put("two", picture(FORMATS[0], seed=2))
    first.close()
    assert second.get("one") == picture(FORMATS[0], seed=1)
    second.close()
    third = Pictures(Blobs(tmp_path / "a.pictures"))
    assert third.get("two") == picture(FORMATS[0], seed=2)
    third.close()


def test_the_oldest_go_when_there_are_too_many(tmp_path: Path) -> None:
    size = len(picture(FORMATS[0]).constBits())
    for n in range(12):
        kept = Pictures(Blobs(tmp_path / "a.pictures", most_bytes=size * 4))
        kept.put(f"{n}", picture(FORMATS[0], seed=n * 31))
        kept.close()
    kept = Pictures(Blobs(tmp_path / "a.pictures", most_bytes=size * 4))
    assert kept.get("0") is None
    assert kept.get("11") is not None
    kept.close()


def test_files_that_were_opened_longest_ago_go(tmp_path: Path) -> None:
    for n in range(MOST_FILES + 3):
        Pictures(Blobs(tmp_path / f"{n}.pictures")).close()
        os.utime(tmp_path / f"{n}.pictures", ns=(n, n))
    there = {file.name for file in tmp_path.glob("*.pictures")}
    assert len(there) == MOST_FILES
    assert "0.pictures" not in there


@pytest.mark.parametrize("what", [b"no database at all, and long enough to be looked at" * 40, b""])
def test_a_spoilt_file_is_done_without_and_made_anew(tmp_path: Path, what: bytes) -> None:
    file = tmp_path / "a.pictures"
    file.write_bytes(what)
    kept = Pictures(Blobs(file))
    kept.put("one", picture(FORMATS[0]))
    kept.close()
    again = Pictures(Blobs(file))
    again.put("one", picture(FORMATS[0]))
    again.close()
    third = Pictures(Blobs(file))
    assert third.get("one") == picture(FORMATS[0])
    third.close()


def test_a_folder_that_can_not_be_made_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    kept = Pictures(Blobs(tmp_path / "file" / "a.pictures"))
    kept.put("one", picture(FORMATS[0]))
    kept.close()
    assert kept.get("one") is None


@pytest.mark.usefixtures("qapp")
def test_counters_are_taken_from_what_is_kept(tmp_path: Path, sealords: TitleContent) -> None:
    kind = sealords.kinds[0]
    record = {"id": "", "kind": kind.id, "owner": kind.side or "", "face": "front", "attrs": {}}
    kept = Pictures(Blobs(tmp_path / "a.pictures"))
    drawn = CounterArt(sealords, kept=kept).pixmap(record, 60).toImage()
    assert drawn == CounterArt(sealords).pixmap(record, 60).toImage()
    kept.close()

    def keys() -> list[str]:
        with closing(sqlite3.connect(tmp_path / "a.pictures")) as connection:
            return [row[0] for row in connection.execute("SELECT key FROM blob")]

    (key,) = keys()
    red = QImage(60, 60, QImage.Format.Format_ARGB32_Premultiplied)
    red.fill(QColor("red"))
    kept = Pictures(Blobs(tmp_path / "a.pictures"))
    kept.put(key, red)
    art = CounterArt(sealords, kept=kept)
    assert art.pixmap(record, 60).toImage().pixelColor(30, 30) == QColor("red")
    # another size, face, owner's palette or a number on it is another picture
    assert art.pixmap(record, 61).toImage().pixelColor(30, 30) != QColor("red")
    assert art.pixmap({**record, "attrs": {"attack": 77}}, 60).toImage().pixelColor(30, 30) != QColor("red")
    assert CounterArt(sealords, "high_contrast", kept).pixmap(record, 60).toImage().pixelColor(30, 30) != QColor("red")
    kept.close()


def test_whether_a_picture_is_kept_is_known_without_reading_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blobs = Blobs(tmp_path / "map.pictures")
    blobs.put({"key": b"1"})
    monkeypatch.setattr(Blobs, "get", lambda self, key: pytest.fail("it is read"))
    pictures = Pictures(blobs)
    assert pictures.has("key")
    assert not pictures.has("other")
    pictures.close()
    assert not pictures.has("key")
