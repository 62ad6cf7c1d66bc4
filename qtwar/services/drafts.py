"""Beginning and opening drafts: new boards, copies of titles, documents in the drafts folder."""

from __future__ import annotations

import re
from pathlib import Path

from qtwar.base.errors import DataFault
from qtwar.editing import templates
from qtwar.editing.position_to_scenario import PositionScenario
from qtwar.model.content import TitleContent
from qtwar.services import backups, origins, ownart, titles, vetting
from qtwar.session.begin import NewDraft
from qtwar.session.edit import EditSession
from qtwar.storage.drafts import DraftStore


class KeptStore(DraftStore):
    """A draft's document in the window: once closed, it is known as one that the program wrote."""

    def close(self) -> None:
        """Let the document go."""
        super().close()
        vetting.vouch(self.document.path)


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
    return _stored(_path(home, asked.name), content, "", "")


def copy_of(title: str, home: Path) -> tuple[EditSession, Path]:
    """Make a draft as a copy of an installed title; raises QtwarError."""
    folder, content = titles.load(title)
    name = content.title.name.get("en")
    path = _path(home, name)
    ident = re.sub(r"[^a-z0-9_]+", "_", path.stem.casefold()).strip("_") + "_draft"
    return _stored(path, templates.copy_of(content, ident, name), content.title.id, str(folder))


def of_position(made: PositionScenario, module: str, home: Path) -> tuple[EditSession, Path]:
    """Make a draft that has a position of a game as a scenario; raises QtwarError."""
    title, path = made.content.title, _path(home, made.content.scenario(made.scenario).name.get("en"))
    copy = templates.copy_of(made.content, f"{title.id}_position", title.name.get("en"))
    return _stored(path, copy, title.id, module, position=made.scenario)


def resume(path: Path) -> tuple[EditSession, Path]:
    """Open a draft at its last finished entry; raises QtwarError."""
    backups.keep(path)
    store = KeptStore.open(path)
    try:
        facts = store.facts()
        module = origins.found(facts, "", path) if "rules" in facts or "module" in facts else None
    except DataFault:  # of a title that is not installed: the draft can be edited all the same
        module = None
    session = EditSession(store, module)
    ownart.bring_in_of(session.draft.content(), path, module)
    return session, path


def _path(home: Path, name: str) -> Path:
    """Return where a new draft of a name is kept."""
    folder = home / "drafts"
    return titles.fresh_path(folder, name)


def _stored(path: Path, content: TitleContent, origin: str, module: str, **more: str) -> tuple[EditSession, Path]:
    folder = Path(module) if module else None
    facts = {"origin": origin, "rules": origins.naming(folder), **more}
    store = KeptStore.create(path, content, facts)
    if folder is not None:
        store.put_pictures(ownart.files(content, folder))
        for name, tiles in ownart.tiles(content, folder).items():
            store.put_tiles(name, tiles)
    return EditSession(store, folder), path
