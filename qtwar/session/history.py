"""Undo and redo for play and editing alike: which rows of a journal are in force.

Rows are only ever appended. An act row goes on the line; `undo to k` shortens the line to k rows and keeps the rest
redoable; `redo to k` lengthens it again; a new act forgets what could be redone. Knows nothing of Qt or SQLite.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from qtwar.session.ports import EntryHead

ACTS = frozenset({"setup", "act", "free", "edit"})


class History:
    """The line of rows in force and the rows that can be redone (next one last)."""

    def __init__(self, heads: Iterable[EntryHead] = ()) -> None:
        self.line: list[EntryHead] = []
        self.redoable: list[EntryHead] = []
        self.last_no = 0
        for head in heads:
            self.add(head)

    def __len__(self) -> int:
        return len(self.line)

    def add(self, head: EntryHead) -> None:
        """Fold one more row in; raises ValueError where it does not fit."""
        if head.no <= self.last_no:
            raise ValueError(f"row {head.no} comes after row {self.last_no}")
        if head.kind in ACTS:
            self.line.append(head)
            self.redoable.clear()
        elif head.kind == "undo":
            if head.to is None or not 0 <= head.to <= len(self.line):
                raise ValueError(f"row {head.no} undoes to {head.to} of {len(self.line)}")
            while len(self.line) > head.to:
                self.redoable.append(self.line.pop())
        elif head.kind == "redo":
            if head.to is None or not len(self.line) <= head.to <= len(self.line) + len(self.redoable):
                raise ValueError(f"row {head.no} redoes to {head.to}")
            while len(self.line) < head.to:
                self.line.append(self.redoable.pop())
        else:
            raise ValueError(f"row {head.no} is of the unknown kind {head.kind!r}")
        self.last_no = head.no

    def back_to(self, length: int) -> list[EntryHead]:
        """Return the rows to take back, latest first, to shorten the line to `length`."""
        if not 0 <= length <= len(self.line):
            raise ValueError(f"there are {len(self.line)} entries, not {length}")
        return self.line[length:][::-1]

    def forward_to(self, length: int) -> list[EntryHead]:
        """Return the rows to do again, in order, to lengthen the line to `length`."""
        n = length - len(self.line)
        if not 0 <= n <= len(self.redoable):
            raise ValueError(f"{len(self.redoable)} entries can be redone, not {n}")
        return self.redoable[len(self.redoable) - n :][::-1]

    def floor(self, raises: Callable[[EntryHead], bool]) -> int:
        """Return the least length that may be undone to without leave: after the last row that raises it."""
        for i in range(len(self.line) - 1, -1, -1):
            if raises(self.line[i]):
                return i + 1
        return 0
