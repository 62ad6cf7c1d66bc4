"""What is damaged in a document, and a new document of all that is whole in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.model.content import TitleContent
from qtwar.services import titles
from qtwar.session import walk
from qtwar.session.chance import new_key
from qtwar.session.play import SNAPSHOT_EVERY
from qtwar.storage import guard, library
from qtwar.storage.document import Document

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Recovered:
    """The new document, how many entries of the journal are in it, and what is missing or may be wrong."""

    path: Path
    entries: int
    missing: tuple[DataFault, ...]


def examine(path: Path) -> list[DataFault]:
    """Return what is wrong with a document, all of it; raises DataFault where it can not be looked into at all."""
    with Document.open(path, readonly=True, damaged=True) as document:
        found = [_told(part.part, part.line, part.no) for part in document.broken()]
        try:
            content = document.content()
            if document.is_game:
                found += _journal(document, content)
        except DataFault as fault:
            found.append(fault)
        return found


def is_older(path: Path) -> bool:
    """Return whether opening a document will bring it to the format of today; raises DataFault for what is none."""
    return guard.inspect(path) < guard.FORMAT


def _told(part: str, line: str, no: int) -> DataFault:
    """Return the sentence for a part that is not as it was written."""
    return DataFault(f"fault.part.{part}", line=line, no=no)


def _journal(document: Document, content: TitleContent) -> Iterator[DataFault]:
    """Yield where a game's journal does not fit together, or comes to another position than the one that was kept."""
    journal, sides = document.journal(), tuple(side.id for side in content.sides)
    try:
        for no, state in walk.positions(journal, sides):
            kept = journal.snapshot(no)
            if kept is not None and kept[0] == no and kept[1] != state.to_json():
                yield _told("snapshot", "play", no)
    except DataFault as fault:
        yield fault


def home_of(path: Path) -> Path:
    """Return where a new document that is made of another one is stored: among the drafts, or the games."""
    return titles.documents_folder(library.card(path).kind)


def recover(path: Path, target: Path) -> Recovered:
    """Make a new document of what is whole in a damaged one; raises DataFault where hardly anything is, or it is there."""
    with Document.open(path, readonly=True, damaged=True) as document:
        missing = [_told(part.part, part.line, part.no) for part in document.broken() if part.part != "entry"]
        content = _content(document, missing)
        facts = _facts(document, missing)
        kind = library.card(path).kind
        fresh = Document.create(target, content, game=facts, kind=kind if kind in ("game", "draft") else "")
        with fresh:
            _pictures(document, fresh, missing)
            entries = _entries(document, fresh, content, missing) if facts is not None else 0
    return Recovered(target, entries, tuple(missing))


def _content(document: Document, missing: list[DataFault]) -> TitleContent:
    try:
        return document.content()
    except DataFault as fault:
        title = library.card(document.path).title
        if not title:
            raise
        content = titles.load_at(titles.by_id(title))[1]  # the title as it is installed, which may be a later one
        missing.append(fault)
        return content


def _facts(document: Document, missing: list[DataFault]) -> Json | None:
    try:
        return document.journal().game() if document.is_game else None
    except DataFault:
        missing.append(_told("facts", "", 0))
        return {"key": new_key(), "seats": "both", "dice": "program", "undo": "free"}


def _pictures(document: Document, fresh: Document, missing: list[DataFault]) -> None:
    try:
        rows = document.reading(lambda c: c.execute("SELECT picture, level, x, y, data FROM picture_tile").fetchall())
    except DataFault as fault:
        missing.append(fault)
        return
    fresh.put_tiles([tuple(row) for row in rows])


def _entries(document: Document, fresh: Document, content: TitleContent, missing: list[DataFault]) -> int:
    """Copy the entries up to the first that is damaged or does not fit; return how many."""
    journal, new, sides = document.journal(), fresh.journal(), tuple(side.id for side in content.sides)
    end = next((part.no for part in document.broken() if part.part == "entry" and part.line == "play"), None)
    last = 0
    try:
        for no, state in walk.positions(journal, sides):
            if no == end:
                break
            keep = no == 1 or no % SNAPSHOT_EVERY == 0
            new.append(journal.entry(no), state.to_json() if keep else None)
            last = no
    except DataFault:
        end = end or last + 1
    if end is not None:
        missing.append(DataFault("fault.part.entries", no=last + 1))
    return last
