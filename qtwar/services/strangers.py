"""Module archives that come from anybody: what they hold is read in the helper process, before they are installed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from qtwar.editing import sharing
from qtwar.editing.sharing import Shown as Shown
from qtwar.model.problem import Problem
from qtwar.services.render_worker import picture_worker


def contents(path: Path) -> Shown:
    """Return what a module archive holds; raises DataFault, also where it ended the process that read it."""
    found = picture_worker().hand({"do": "archive", "path": str(path)}, deadly="fault.document.deadly")
    problems = tuple(Problem(**{**one, "path": tuple(one["path"])}) for one in found["problems"])
    return Shown(**{**found, "rules": tuple(found["rules"]), "other": tuple(found["other"]), "problems": problems})


def answer_archive(request: Mapping[str, Any]) -> dict[str, Any]:
    """Read an archive, in the helper process."""
    return asdict(sharing.contents(Path(request["path"])))
