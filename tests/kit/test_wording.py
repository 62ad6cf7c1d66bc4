"""Faults that are put into a title's sentences are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from qtwar.kit import wording


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """A title whose rules say two sentences."""
    for name, content in {
        "rules/fire.py": 't.note("note.fire", n=1)\nt.refuse("refuse.range")\nt.call("note.", "other.key")\n',
        "i18n/en.yaml": 'note.fire: "{n} fires"\nrefuse.range: "Too far"\n',
        "i18n/ja.yaml": 'note.fire: "{n} が射撃"\nrefuse.range: "遠すぎる"\n',
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    return tmp_path


def test_keys_of_the_rules(module: Path) -> None:
    assert wording.used(module, "note|refuse") == {"note.fire", "refuse.range"}
    assert wording.missing(module, ["note.fire", "note.hit"]) == ["en: note.hit", "ja: note.hit"]
    assert wording.differences(module) == []


@pytest.mark.parametrize(
    ("ja", "fault"),
    [
        ('note.fire: "{n} が射撃"\n', "refuse.range is in one language only"),
        ('note.fire: "{m} が射撃"\nrefuse.range: "遠すぎる"\n', "note.fire has other holes in Japanese"),
        ('note.fire: "{n} が射撃"\nrefuse.range: "遠すぎる９"\n', "refuse.range has letters of full width"),
    ],
)
def test_differences_of_the_languages(module: Path, ja: str, fault: str) -> None:
    (module / "i18n" / "ja.yaml").write_text(ja, encoding="utf-8")
    assert wording.differences(module) == [fault]


def test_keys_out_of_order(module: Path) -> None:
    (module / "i18n" / "en.yaml").write_text('refuse.range: "Too far"\nnote.fire: "{n} fires"\n', encoding="utf-8")
    assert wording.differences(module) == ["refuse.range is out of order"]
