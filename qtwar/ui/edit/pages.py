"""The pages of a draft beside its map, each made when it is first shown."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from qtwar.ui.edit.model import EditModel, OnMap


def _counters(model: EditModel, on_map: OnMap) -> QWidget:
    from qtwar.ui.edit.counters.page import CountersPage

    return CountersPage(model)


def _oob(model: EditModel, on_map: OnMap) -> QWidget:
    from qtwar.ui.edit.oob.page import OobPage

    return OobPage(model)


def _tables(model: EditModel, on_map: OnMap) -> QWidget:
    from qtwar.ui.edit.tables.page import TablesPage

    return TablesPage(model)


def _scenarios(model: EditModel, on_map: OnMap) -> QWidget:
    from qtwar.ui.edit.scenario.page import ScenariosPage

    return ScenariosPage(model, on_map)


PAGE_MAKERS: dict[str, Callable[[EditModel, OnMap], QWidget]] = {
    "counters": _counters, "oob": _oob, "tables": _tables, "scenarios": _scenarios,
}  # fmt: skip

PAGE_OF = {
    "kinds": "counters", "counters": "counters", "formations": "oob", "pieces": "oob", "tables": "tables",
    "scenarios": "scenarios", "options": "scenarios", "sides": "scenarios", "title": "scenarios",
}  # fmt: skip
"""The page of each part of the content; all others are on the map's."""


def page_of(part: str) -> str:
    """Return the page that a part of the content is edited on."""
    return PAGE_OF.get(part, "map")
