"""A new module: a small board, two sides, four units, one rule with its test. Everything in it works from the start."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.base.files import why
from qtwar.base.places import RESOURCES
from qtwar.base.text import read as read_texts
from qtwar.editing import templates
from qtwar.editing.batch import Batch
from qtwar.editing.draft import Draft
from qtwar.editing.names import ident_of
from qtwar.editing.sharing import write_module
from qtwar.model.content import TitleContent

SKELETON = RESOURCES / "skeleton"
_FILES = ("rules/__init__.py", "RULES_MAP.yaml", "tests/positions/1_1_one_cell.yaml")


def make(folder: Path, name: str, **grid: Any) -> None:
    """Write a new module into a folder that is not there yet or empty; raises DataFault."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DataFault("fault.file.folder_full", folder=str(folder))
    if not re.search("[A-Za-z0-9]", folder.name):
        raise DataFault("fault.file.folder_no_id", folder=folder.name)
    write_module(content(folder.name, name or folder.name.replace("_", " "), **grid), folder)
    try:
        for file in _FILES:
            target = folder / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(SKELETON / file, target)
        readme = (SKELETON / "README.md").read_text(encoding="utf-8").replace("{name}", name or folder.name)
        (folder / "README.md").write_text(readme, encoding="utf-8")
    except OSError as fault:
        raise DataFault("fault.file.not_written_here", file=str(folder), why=why(fault)) from None


def content(ident: str, name: str, **grid: Any) -> TitleContent:
    """Return the content of a new module."""
    batch = Batch(Draft(templates.new_grid(name, **{"columns": 12, "rows": 10, **grid})))
    batch.set(("title", "id"), ident_of(ident))
    batch.set(
        ("title", "about"),
        {"en": "A new title: change it to your game.", "ja": "新しいタイトルです。自由に作り変えてください。"},
    )
    cells = list(batch.draft.grid("map").cells())
    for n, (side, en, ja) in enumerate((("blue", "Blue", "青軍"), ("red", "Red", "赤軍"))):
        kind = f"{side}_infantry"
        batch.insert(
            ("kinds",),
            {
                "id": kind, "name": {"en": f"{en} infantry", "ja": f"{ja}歩兵"}, "side": side, "template": "unit",
                "attrs": {"symbol": "infantry", "attack": 3, "move": 1}, "traits": ["foot"],
            },
        )  # fmt: skip
        batch.insert(
            ("formations",), {"id": f"{side}_force", "name": {"en": f"{en} force", "ja": f"{ja}部隊"}, "side": side}
        )
        batch.extend(
            ("pieces",),
            ({"id": f"{kind}-{k}", "kind": kind, "formation": f"{side}_force"} for k in (1, 2)),
        )
        row = cells[-6:] if n else cells[:6]
        batch.extend(
            ("scenarios", "scenario_1", "quick"),
            ({"at": f"map:{row[2 * k]}", "pieces": {f"{kind}-{k}": 1}} for k in (1, 2)),
        )
    for language in ("en", "ja"):
        batch.set(("texts", language), read_texts(SKELETON / f"i18n.{language}.yaml"))
    batch.edit("edit.did.add_kind", name=ident)  # checks the whole
    return batch.draft.content()
