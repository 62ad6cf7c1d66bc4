"""Icons of counters that are drawn when they are first seen."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon, QPixmap

from qtwar.model.load import load
from qtwar.qtpaint.ownart import PictureStore
from qtwar.ui.edit.faces import DraftFaces, LateIcon


@pytest.mark.usefixtures("qapp")
def test_a_copy_of_a_late_icon_that_is_changed_lives_and_is_drawn_once() -> None:
    drawn: list[int] = []

    def draw() -> QPixmap:
        drawn.append(1)
        return QPixmap(20, 20)

    icon = QIcon(LateIcon(draw))
    copy = QIcon(icon)
    assert copy.pixmap(20, 20).size() == QSize(20, 20)
    copy.addPixmap(QPixmap(10, 10))  # Qt makes a clone of the engine here
    assert copy.pixmap(20, 20).size() == icon.pixmap(20, 20).size() == QSize(20, 20)
    assert drawn == [1]


@pytest.mark.usefixtures("qapp")
def test_pictures_of_a_draft_that_is_collected_go_before_what_draws_them(repository: Path, tmp_path: Path) -> None:
    content = load(repository / "modules" / "sealords")
    faces = DraftFaces(content, PictureStore(tmp_path))
    pictures = [faces.icon(kind.id, 20, 1.0) for kind in content.kinds]
    assert faces.icon(content.kinds[0].id, 20, 1.0) is pictures[0]
    kept, faces.ring = faces._icons, faces  # a ring, as widgets of an editor make it
    assert len(kept) == len(pictures) > 20
    del faces, pictures
    gc.collect()
    assert not kept, "collected with them, what draws them was freed first, and the program ended"
