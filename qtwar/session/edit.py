"""An edit session: a draft, its history, and the document behind it. Nothing is shown before it is stored.

`do` checks an edit, stores rows and history in one transaction, and only then moves the draft on. Undo and redo are
rows of the history too, so a program killed at any moment opens again at the last finished step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from qtwar.base.errors import DataFault
from qtwar.editing import ops, verify
from qtwar.editing.batch import Edit
from qtwar.editing.draft import Change, Draft, changes
from qtwar.editing.fixes import FixableProblem, findings
from qtwar.editing.sharing import pack, write_module
from qtwar.model import art
from qtwar.model.content import TitleContent
from qtwar.session.history import History
from qtwar.session.ports import Entry, EntryHead

Json = dict[str, Any]


class DraftPort(Protocol):
    """The document of a draft (fulfilled by `storage.drafts.DraftStore`)."""

    def content(self) -> TitleContent:
        """Return the content as it is stored."""
        ...

    def facts(self) -> Json:
        """Return where the draft came from."""
        ...

    def set_facts(self, changes: Json) -> None:
        """Change some facts."""
        ...

    def heads(self) -> list[EntryHead]:
        """Return the heads of the history's rows."""
        ...

    def entries(self, first: int, last: int) -> Iterable[Entry]:
        """Yield rows of the history, whole."""
        ...

    def commit(self, old: Json, new: Json, entry: Entry) -> None:
        """Store a step and its row of the history, both or nothing."""
        ...

    def tiles(self, picture: str) -> list[tuple[int, int, int, bytes]]:
        """Return level, column, row and bytes of a picture's tiles; a picture of the author's is a single one."""
        ...

    def close(self) -> None:
        """Let the document go."""
        ...


@dataclass(frozen=True, slots=True)
class Trial:
    """What a throw-away game of a draft begins with: content, scenario, whose rules, and what the new-game panel asks."""

    content: TitleContent
    scenario: str
    module: str
    """Folder or archive of the title whose rules it plays by; empty: the free table."""
    choices: Json


class EditSession:
    """One open draft. Calls are synchronous; a fill of 40,000 cells takes about a quarter of a second."""

    def __init__(self, store: DraftPort, module: Path | None = None) -> None:
        """Take up a draft at its last finished step; raises DataFault. `module`: whose rules it plays by."""
        self.store = store
        self.module = module
        self.draft = Draft(store.content())
        self.history = History(store.heads())
        self.listeners: list[Callable[[Change], None]] = []

    def close(self) -> None:
        """Let the document go."""
        self.store.close()

    @property
    def facts(self) -> Json:
        """Return where the draft came from: origin and so on."""
        return self.store.facts()

    # ------------------------------------------------------------------------------------------ history

    @property
    def can_undo(self) -> bool:
        """Return whether there is anything to take back."""
        return bool(self.history.line)

    @property
    def can_redo(self) -> bool:
        """Return whether there is anything to do again."""
        return bool(self.history.redoable)

    def do(self, edit: Edit) -> Change | None:
        """Carry an edit out as one entry; None if it changes nothing. Raises DataFault, and nothing has happened."""
        old = self.draft.data
        if edit.base is old and edit.result is not None:
            new = edit.result
        else:
            new = ops.apply_all(old, edit.ops)
            verify.verify(old, new)
        if new is old or edit.is_empty:
            return None
        head = EntryHead(self.history.last_no + 1, "edit", "", edit.label)
        return self._step(new, Entry(head, events=[op.as_json() for op in edit.ops]))

    def complete(self, gesture: Callable[[Draft], Edit]) -> Change | None:
        """Carry an edit out in place of the latest entry, which it says again in full; where it is refused that one stays."""
        old = self.draft.data
        self.undo()
        try:
            self.do(gesture(self.draft))
        except DataFault:
            self.redo()
            raise
        return changes(old, self.draft.data)

    def undo(self) -> Change | None:
        """Take back the last entry; None where there is none."""
        return self.undo_to(len(self.history) - 1) if self.can_undo else None

    def redo(self) -> Change | None:
        """Do again what was taken back last; None where there is nothing."""
        return self.redo_to(len(self.history) + 1) if self.can_redo else None

    def undo_to(self, length: int) -> Change | None:
        """Take back entries until so many are left, as one step; raises ValueError for a length that is not there."""
        back = self.history.back_to(length)
        if not back:
            return None
        new = self.draft.data
        for entry in self._rows(back):
            new = ops.apply_all(new, ops.inverses([ops.from_json(event) for event in entry.events]))
        return self._walk("undo", new, length, back[-1].label)

    def redo_to(self, length: int) -> Change | None:
        """Do entries again until there are so many, as one step; raises ValueError."""
        forward = self.history.forward_to(length)
        if not forward:
            return None
        new = self.draft.data
        for entry in self._rows(forward):
            new = ops.apply_all(new, map(ops.from_json, entry.events))
        return self._walk("redo", new, length, forward[-1].label)

    def go_to(self, length: int) -> Change | None:
        """Undo or redo until the history has so many entries in force."""
        return self.undo_to(length) if length <= len(self.history) else self.redo_to(length)

    def entry(self, head: EntryHead) -> Entry:
        """Return an entry of the history with its operations."""
        return next(iter(self.store.entries(head.no, head.no)))

    # ------------------------------------------------------------------------------------------- around

    def problems(self) -> list[FixableProblem]:
        """Return what is wrong with the draft, errors first, with places and fixes."""
        return findings(self.draft.content())

    def play_from_here(self, scenario: str = "") -> Trial:
        """Return what a throw-away game of the draft as it stands begins with; raises DataFault."""
        content = self.draft.content()
        if not content.scenarios:
            raise DataFault("fault.edit.no_scenario_yet")
        chosen = scenario or content.scenarios[0].id
        self.draft.place("scenarios", chosen)
        return Trial(content, chosen, str(self.module or ""), {"setup": "quick"})

    def export_module(self, folder: Path) -> None:
        """Write the draft as a module folder (YAML), with the rules of the title it came from; raises DataFault."""
        write_module(self.draft.content(), Path(folder), self._module(), self._files)

    def pack(self, file: Path) -> None:
        """Write the draft as one `.qtmod` file, with the rules of the title it came from; raises DataFault."""
        pack(self.draft.content(), Path(file), self._module(), self._files)

    def _files(self, name: str) -> dict[str, bytes]:
        """Return the files that a picture of the author's, or a scanned map, is in a module."""
        rows = self.store.tiles(name)
        if len(rows) == 1 and rows[0][3].startswith(art.PNG):
            return {art.file_of(name): rows[0][3]}
        return {art.tile_of(name, level, x, y): data for level, x, y, data in rows}

    def _module(self) -> Path | None:
        return self.module if self.module is not None and self.module.exists() else None

    # ------------------------------------------------------------------------------------------ plumbing

    def _rows(self, heads: list[EntryHead]) -> Iterable[Entry]:
        """Yield these rows whole, in this order; rows that follow each other are read together."""
        start = 0
        while start < len(heads):
            end = start + 1
            step = heads[end].no - heads[start].no if end < len(heads) else 1
            while (
                end < len(heads) and end - start < 500 and abs(step) == 1 and heads[end].no == heads[end - 1].no + step
            ):
                end += 1
            low, high = sorted((heads[start].no, heads[end - 1].no))
            found = {entry.head.no: entry for entry in self.store.entries(low, high)}
            for head in heads[start:end]:
                yield found[head.no]
            start = end

    def _walk(self, kind: str, new: Json, length: int, label: Json) -> Change:
        head = EntryHead(self.history.last_no + 1, kind, "", label, to=length)
        return self._step(new, Entry(head))

    def _step(self, new: Json, entry: Entry) -> Change:
        old = self.draft.data
        self.store.commit(old, new, entry)
        self.history.add(entry.head)
        self.draft.data = new
        change = changes(old, new)
        for listener in list(self.listeners):
            listener(change)
        return change
