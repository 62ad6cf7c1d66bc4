"""A title's content: read once, and again when one of its files has changed."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from qtwar.services import games, titles
from qtwar.session.begin import NewGame


@pytest.fixture
def module(repository: Path, tmp_path: Path) -> Path:
    """A copy of a title that may be written to."""
    return Path(shutil.copytree(repository / "modules" / "fields_of_fire", tmp_path / "fields_of_fire"))


def test_content_is_the_same_until_a_file_changes(module: Path) -> None:
    first = titles.load(str(module))[1]
    (module / "RULES.md").write_text("notes", encoding="utf-8")  # a file of the folder, and no content: read again, and equal
    again = titles.load(str(module))[1]
    assert again == first
    assert titles.load(str(module))[1] is again
    sides = module / "content" / "sides.yaml"
    sides.write_text(sides.read_text(encoding="utf-8").replace("US company", "Our company"), encoding="utf-8")
    os.utime(sides, ns=(1, 1))
    assert titles.load(str(module))[1].sides[0].name.get("en") == "Our company"


def test_code_is_not_content(module: Path) -> None:
    first = titles.load(str(module))[1]
    (module / "tests").mkdir(exist_ok=True)
    (module / "tests" / "test_new.py").write_text("", encoding="utf-8")
    assert titles.load(str(module))[1] is first


def test_a_game_shares_the_content_of_its_title(tmp_path: Path) -> None:
    opened = games.create(NewGame("front_toward_enemy", "frago_0_point_element", seats="both", quick=True), tmp_path)
    opened.session.rules.close()
    opened.document.close()
    again = games.resume(opened.path)
    try:
        assert again.content is opened.content
    finally:
        again.session.rules.close()
        again.document.close()
