"""Beginning and opening drafts: new boards, copies of titles, documents in the drafts folder."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from qtwar.editing import templates
from qtwar.editing.position_to_scenario import PositionScenario
from qtwar.model.content import TitleContent
from qtwar.services import titles
from qtwar.session.begin import NewDraft
from qtwar.session.edit import EditSession
from qtwar.storage.drafts import DraftStore


def drafts_folder(home: Path) -> Path:
    """Return where drafts are kept."""
    return home / "drafts"


def begin(asked: NewDraft, home: Path) -> tuple[EditSession, Path]:
    """Make a new draft as asked; raises QtwarError."""
    content = templates.new_grid(
        asked.name,
        kind=asked.kind,
        columns=asked.columns,
        rows=asked.rows,
        orientation=asked.orientation,
        numbering=asked.pattern,
        preset=asked.preset,
    )
    return _store(content, home, asked.name, {"origin": "", "module": ""})


def copy_of(title: str, home: Path) -> tuple[EditSession, Path]:
    """Make a draft as a copy of an installed title; raises QtwarError."""
    folder, content = titles.load(title)
    name = content.title.name.get("en")
    path = fresh_path(drafts_folder(home), name)
    ident = re.sub(r"[^a-z0-9_]+", "_", path.stem.casefold()).strip("_") + "_draft"
    copy = templates.copy_of(content, ident, name)
    facts = {"origin": content.title.id, "module": str(folder)}
    return EditSession(DraftStore.create(path, copy, facts)), path


def of_position(made: PositionScenario, module: str, home: Path) -> tuple[EditSession, Path]:
    """Make a draft that has a position of a game as a scenario; raises QtwarError."""
    content = made.content
    path = fresh_path(drafts_folder(home), content.scenario(made.scenario).name.get("en"))
    copy = templates.copy_of(content, f"{content.title.id}_position", content.title.name.get("en"))
    return EditSession(DraftStore.create(path, copy, {"origin": content.title.id, "module": module})), path


def resume(path: Path) -> tuple[EditSession, Path]:
    """Open a draft at its last finished entry; raises QtwarError."""
    return EditSession(DraftStore.open(path)), path


def _store(content: TitleContent, home: Path, name: str, facts: dict[str, Any]) -> tuple[EditSession, Path]:
    path = fresh_path(drafts_folder(home), name)
    return EditSession(DraftStore.create(path, content, facts)), path


def fresh_path(folder: Path, name: str) -> Path:
    """Return a file of that name that is not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = re.sub(r'[<>:"/\\|?*\x00-\x1f]', " ", name).strip() or "draft"
    path = folder / f"{stem}.qtwar"
    number = 2
    while path.exists():
        path = folder / f"{stem} ({number}).qtwar"
        number += 1
    return path
