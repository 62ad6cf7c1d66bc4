"""Pictures from anybody: which are read, how they come out, and what is refused."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QColor, QColorSpace, QImage

from qtwar.base.errors import DataFault
from qtwar.editing.pictures import TILE
from qtwar.qtpaint import traced
from qtwar.services import foreign, render_worker
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
    found = foreign.read(path)
    assert (found.width(), found.height()) == (60, 40)
    assert found.format() in (FORM.Format_RGB32, FORM.Format_ARGB32)
    red = QColor(found.pixelColor(5, 5)).red()
    assert abs(red - (200 if form == "bmp" else 234)) <= 5, "a bitmap has no profile"


def test_what_it_is_says_its_content_and_not_its_name(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    picture().save(str(path), "JPG")  # type: ignore[call-overload] # the stub asks for bytes, Qt for a word
    assert foreign.read(path).width() == 60
    path.write_text("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><image href='file:///etc/passwd'/></svg>")
    for look in (foreign.read, foreign.read_small):
        with pytest.raises(DataFault) as caught:
            look(path)
        assert caught.value.key == "edit.picture_not"


@pytest.mark.parametrize("form", ["png", "tif", "webp", "jpg"])
def test_one_that_is_too_large_is_refused_by_its_head(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.{form}"
    picture().save(str(path))
    with pytest.raises(DataFault) as caught:
        foreign.read(path, most_bytes=9_000)
    assert caught.value.key == "edit.picture_large"
    assert "60 × 40" in caught.value.text


@pytest.mark.parametrize("form", ["png", "webp"])
def test_a_torn_one_is_told(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.{form}"
    noisy = QImage(bytes((n * n * 7919 >> 3) & 255 for n in range(60 * 40 * 4)), 60, 40, FORM.Format_RGB32).copy()
    noisy.save(str(path))
    path.write_bytes(path.read_bytes()[:700])
    with pytest.raises(DataFault, match=r"a\."):
        foreign.read(path)


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
        foreign.read(tmp_path / "a.png")
