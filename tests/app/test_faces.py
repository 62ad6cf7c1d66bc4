"""Counter faces of a content: shared while they are used, their file let go when nobody uses them any more."""

from __future__ import annotations

import gc
from collections import OrderedDict
from pathlib import Path
from typing import Any

import pytest

from qtwar.editing import templates
from qtwar.model.scenario import SetupLine
from qtwar.presenters import faces
from qtwar.services import cardfaces


@pytest.fixture(autouse=True)
def nothing_kept(qapp: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("QTWAR_CACHE", str(tmp_path))
    monkeypatch.setattr(faces, "_lately", OrderedDict())


def test_the_file_of_faces_is_closed_when_nobody_uses_them() -> None:
    art = faces.TitleArt(templates.new_grid("One", columns=3, rows=3))
    assert art.counters is art.counters
    kept: Any = art._kept
    assert kept._keeper._reader is not None
    del art
    gc.collect()
    assert kept._keeper._reader is None


def test_what_is_used_again_and_again_stays_however_many_others_come() -> None:
    content = templates.new_grid("One", columns=3, rows=3)
    first = faces.art_of(content)
    others = [templates.new_grid(f"Other {n}", columns=3, rows=3) for n in range(2 * faces.KEPT)]
    for other in others:
        faces.art_of(other)
        assert faces.art_of(content) is first
    assert len(faces._lately) == faces.KEPT


def test_what_draws_counters_is_brought_only_where_some_may_not_be_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    brought: list[object] = []
    monkeypatch.setattr(faces, "_bring_drawing", lambda: brought.append(None))
    content = templates.new_grid("One", columns=3, rows=3)
    fixed = content.scenarios[0]
    dealt = fixed.model_copy(update={"id": "dealt", "attrs": {"deal": [{"deck": "one"}]}})
    line = SetupLine.model_validate({"id": "some", "side": content.sides[0].id, "pieces": {}, "random": True})
    lots = fixed.model_copy(update={"id": "lots", "setup": (line,)})
    content = content.model_copy(update={"scenarios": (fixed, dealt, lots)})

    def asks(scenario: str, *, new: bool) -> bool:
        before = len(brought)
        faces.draw_ahead(content, scenario, new=new)
        faces.QThreadPool.globalInstance().waitForDone()
        return len(brought) > before

    assert asks(fixed.id, new=False), "nothing is kept"
    kept = cardfaces.kept_at(content)
    kept.parent.mkdir(parents=True)
    kept.touch()
    assert not asks(fixed.id, new=False)
    assert asks(fixed.id, new=True), "the first game of this scenario"
    assert not asks(fixed.id, new=True), "it begins with the counters that the one before had"
    for other in (dealt, lots):
        assert asks(other.id, new=True)
        assert asks(other.id, new=True), "by chance with others each time"
    kept.unlink()
    assert asks(fixed.id, new=True)
