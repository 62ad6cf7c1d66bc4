"""Scans of a module on their way into the cache (services.scans)."""

from __future__ import annotations

from pathlib import Path

from qtwar.model.art import MOST_TILE
from qtwar.services import scans


def test_of_a_tile_that_is_too_large_nothing_is_handed_on(tmp_path: Path) -> None:
    (tmp_path / "module.yaml").write_text("id: x\n", encoding="utf-8")
    folder = tmp_path / "art" / ("0" * 64)
    folder.mkdir(parents=True)
    (folder / "0-0-0.jpg").write_bytes(b"small")
    with (folder / "0-1-0.jpg").open("wb") as large:
        large.truncate(MOST_TILE + 1)
    assert [row[3] for row in scans.stored(tmp_path, "0" * 64)] == [b"small"]
