"""The figures of the digest, and the content of the module that is held against them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from qtwar.model.content import TitleContent
from qtwar.model.load import load

HERE = Path(__file__).resolve().parent
VALUES: dict[str, Any] = yaml.safe_load((HERE / "values.yaml").read_text(encoding="utf-8"))
MISSIONS = {mission["id"].lower().replace("-", "_"): mission for mission in VALUES["missions"]}
ENEMIES = ("german", "north_korean", "vc_nva")


@cache
def content() -> TitleContent:
    """Return the title's content."""
    return load(HERE.parent)


def chart(name: str) -> dict[str, list[Any]]:
    """Return a chart as {head of the row: cells}, all as texts."""
    table = next(t for t in content().tables if t.id == name)
    return {str(head): [str(c) for c in row] for head, row in zip(table.rows.heads, table.cells, strict=True)}


def columns(name: str) -> list[str]:
    """Return the heads of a chart's columns."""
    table = next(t for t in content().tables if t.id == name)
    return [str(head) for head in table.columns.heads]


def shown(value: Any) -> str:
    """Return a figure as the charts print it."""
    return "-" if value is None else str(value)
