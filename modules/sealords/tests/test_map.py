"""The map of the delta against the figures it was designed by: every square, country, waterway, place, base and swamp."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from qtwar.model.board import BoardContent
from qtwar.model.content import TitleContent as Model

KINDS = {"~": "high_seas", "c": "coastal", "M": "major_river", "r": "minor_river", "k": "canal", ".": "land"}
COUNTRIES = {"K": "cambodia", "V": "south_vietnam", "-": "sea"}
STYLES = {
    "saigon": "capital",
    "vung_tau": "town",
    "city": "city",
    "printed_fw_base": "base",
    "town": "town",
    "label_only": "village",
}


@pytest.fixture(scope="module")
def values() -> dict[str, Any]:
    """The figures of the design."""
    path = Path(__file__).with_name("map_values.yaml")
    return dict(yaml.safe_load(path.read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def board(model: Model) -> BoardContent:
    """The map."""
    return model.board("delta")


def by_square(rows: list[str], words: dict[str, str]) -> dict[str, str]:
    """Return square → word of a picture of characters, row by row."""
    return {f"{c:02}{r:02}": words[sign] for r, row in enumerate(rows, 1) for c, sign in enumerate(row, 1)}


def test_every_square_has_its_terrain_and_country(board: BoardContent, values: dict[str, Any]) -> None:
    assert len(board.terrain) == 36 * 32
    assert board.terrain == by_square(values["terrain_rows"], KINDS)
    assert board.layers["country"].cells == by_square(values["country_rows"], COUNTRIES)


def test_every_waterway_has_its_course(board: BoardContent, values: dict[str, Any]) -> None:
    found = [(p.name.en if p.name else "", p.kind, list(p.cells)) for p in board.paths]
    assert found == [(w["name"], w["kind"], w["path"]) for w in values["waterways"]]
    grid = board.make_grid()
    for path in board.paths:
        steps = zip(path.cells, path.cells[1:], strict=False)
        assert all(grid.direction(a, b) in "NESW" for a, b in steps), path.name  # water crosses sides, not corners


def test_every_place_has_its_square_feature_and_name(board: BoardContent, values: dict[str, Any]) -> None:
    places = values["places"]
    at = {kind: {p["square"] for p in places if p["kind"] == kind} for kind in STYLES}
    for feature in ("saigon", "vung_tau", "city", "town"):
        assert set(board.features[feature]) == at[feature], feature
    # Saigon and Vung Tau are bases of the Free World too
    assert set(board.features["fw_base"]) == at["printed_fw_base"] | at["saigon"] | at["vung_tau"]
    labels = {(label.text.en, label.at, label.style) for label in board.labels if label.style in STYLES.values()}
    assert labels == {(p["name"], p["square"], STYLES[p["kind"]]) for p in places}


def test_every_base_and_the_line_of_communication(board: BoardContent, values: dict[str, Any]) -> None:
    bases = {(b["id"], b["square"]) for b in values["communist_bases"]}
    assert {(label.text.en, label.at) for label in board.labels if label.style == "com_base"} == bases
    assert set(board.features["com_base"]) == {square for _, square in bases}
    areas = {area.id: (area.name.en, list(area.cells)) for area in board.areas}
    for base in values["communist_bases"]:
        assert areas[f"base-{base['id'].lower()}"] == (f"Base {base['id']} {base['name']}", [base["square"]])
    assert list(board.features["saigon_loc"]) == values["saigon_loc"]


def test_every_swamp_and_mangrove_has_its_squares_and_name(board: BoardContent, values: dict[str, Any]) -> None:
    areas = {area.name.en: list(area.cells) for area in board.areas}
    every: set[str] = set()
    for wood in values["swamp_mangrove"]:
        assert areas[wood["name"]] == wood["squares"]
        every |= set(wood["squares"])
    (reeds,) = [wood["squares"] for wood in values["swamp_mangrove"] if wood["name"] == "Plain of Reeds"]
    assert list(board.features["swamp"]) == reeds
    assert set(board.features["mangrove"]) == every - set(reeds)
