"""Pictures that authors bring, made for tests: counters, scans of maps, drafts that have them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter

from qtwar.editing import cutting, pictures, places, templates
from qtwar.editing.cutting import NewCounter
from qtwar.editing.draft import Draft
from qtwar.model.content import TitleContent
from qtwar.services import ownart


def colour(number: int) -> str:
    """Return the colour of a counter of the sheet: each another."""
    return QColor.fromHsv(number * 23 % 360, 200, 160).name()


def small(path: Path, fill: str = "#336699", size: int = 40) -> bytes:
    """Write a picture of one colour and return its bytes."""
    image = QImage(size, size, QImage.Format.Format_RGB32)
    image.fill(QColor(fill))
    assert image.save(str(path))
    return path.read_bytes()


def content() -> TitleContent:
    """Return a draft's content."""
    return templates.new_grid("Own art", columns=4, rows=4)


def with_counters(counters: list[NewCounter], base: TitleContent | None = None) -> TitleContent:
    """Return content with counters that are pictures."""
    draft = Draft(base or content())
    edit = cutting.add_counters(draft, counters, "blue", roster=True)
    assert edit.result is not None
    return Draft(data=edit.result).content()


def scanned(path: Path, wide: int = 2600, high: int = 2300) -> Path:
    """Draw a map of four coloured quarters."""
    image = QImage(wide, high, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    for n, fill in enumerate(("#c02020", "#20c020", "#2020c0", "#c0c020")):
        painter.fillRect(QRect(n % 2 * wide // 2, n // 2 * high // 2, wide // 2 + 1, high // 2 + 1), QColor(fill))
    painter.end()
    assert image.save(str(path), None, 95)
    return path


def done(draft: Draft, *gestures: object) -> Draft:
    """Return a draft after some gestures."""
    for gesture in gestures:
        edit = gesture(draft)  # type: ignore[operator]
        draft = Draft(data=edit.result)
    return draft


def hung(tmp_path: Path) -> TitleContent:
    """Return a content with a picture in a box beside the map and one as the cover."""
    found = ownart.take_map(scanned(tmp_path / "map.jpg", 800, 400))
    draft = done(
        Draft(content()),
        lambda d: places.add_box(d, "map", {"en": "Display", "ja": "表示"}, (-900, 0, 800, 800)),
        lambda d: pictures.show_in_box(d, "map", "display", found),
        lambda d: pictures.show_on_cover(d, found),
    )
    return draft.content()
