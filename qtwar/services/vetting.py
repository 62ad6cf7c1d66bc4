"""Documents from anybody are read in the helper process first, whole: what ends it is not opened in the window's.

A document that was read so, or that this program has just written, is known by its file until it changes.
"""

from __future__ import annotations

import base64
import json
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from qtwar.base.errors import DataFault, QtwarError, told
from qtwar.base.files import why
from qtwar.services import cache
from qtwar.services.render_worker import RenderResult, render_worker
from qtwar.storage import library
from qtwar.storage.library import DocumentCard

READERS = ("storage", "engine", "model", "session")
"""The code that reads documents; what was vetted is vetted anew when it has changed."""
MOST_CARDS = 2000
SHOWN = (640, 400)
"""Pixels of a card's picture."""
_cards: dict[Path, tuple[str, DocumentCard]] = {}
_vetting = threading.Lock()
"""Who asks for a document that is being read waits for that, and has it read no second time."""


def vet(path: Path, *, every_entry: bool = False) -> None:
    """Have a document read in the helper process, unless it is known; raises DataFault where that ended it.

    `every_entry`: not only what opening it reads, but all of its history.
    """
    with _vetting:
        mark = _mark(path)
        if not mark or (not every_entry and cache.read(_file(path, "vetted"), mark) is not None):
            return
        answer = render_worker().ask({"do": "document", "path": str(path), "every_entry": every_entry})
        if answer is RenderResult.DIED:
            raise DataFault("fault.document.deadly", file=path.name)
        if answer is RenderResult.DONE and mark == _mark(path):
            cache.write(_file(path, "vetted"), mark, b"")


def vouch(path: Path) -> None:
    """Take note of a document that this program has just written and closed."""
    mark = _mark(path)
    if mark:
        cache.write(_file(path, "vetted"), mark, b"")
        make_card(path)


def read_as_opened(path: Path, *, every_entry: bool) -> None:
    """Read a document as opening it does; in the helper process. What ends in a sentence there does so in the window, too."""
    from qtwar.services import documents
    from qtwar.storage import guard
    from qtwar.storage.document import Document

    read = documents.examine if every_entry else _read_latest
    with suppress(DataFault):
        if guard.inspect(path) == guard.FORMAT:
            read(path)
            return
        with tempfile.TemporaryDirectory() as folder:  # an older one is brought up to date there
            copy = Path(folder) / path.name
            library.copy(path, copy)
            Document.open(copy).close()
            read(copy)


def _read_latest(path: Path) -> None:
    from qtwar.session import walk
    from qtwar.storage.document import Document

    with Document.open(path, readonly=True) as document:
        content, journal = document.content(), document.journal()
        if document.is_game:
            journal.game()
            heads = journal.heads()
            walk.position(journal, tuple(side.id for side in content.sides), heads[-1].no if heads else 0)


def card(path: Path) -> tuple[DocumentCard | None, bool]:
    """Return what is known of a document's card without looking into it, and whether that is how the file is now."""
    mark = _mark(path)
    closed = None if mark else _closed(path)
    if closed is not None:
        return DocumentCard(path, problem=closed), True
    known = _cards.get(path)
    if known is not None and known[0] == mark:
        return known[1], True
    data = cache.read(_file(path, "card"), mark) if mark else None
    made = _read(path, data) if data is not None else None
    if made is not None:
        _cards[path] = (mark, made)
        return made, True
    return (known[1] if known is not None else None), not mark


def ask_card(path: Path) -> None:
    """Have a document's card made in the helper process; one that ends it is shown as such."""
    mark, answer = _mark(path), render_worker().ask({"do": "document_card", "path": str(path)})
    if answer is RenderResult.DIED:
        _cards[path] = (mark, DocumentCard(path, problem=DataFault("fault.document.deadly", file=path.name)))
    elif not card(path)[1] and answer is RenderResult.DONE:  # the cache takes nothing
        _cards[path] = (mark, library.card(path))


def make_card(path: Path) -> None:
    """Keep a document's card, its picture made anew; in the helper process, or of a document that the program wrote."""
    mark, found = _mark(path), library.card(path)
    problem = found.problem
    words: dict[str, Any] = {
        "modified": found.modified, "kind": found.kind, "title": found.title, "scenario": found.scenario, "card": found.card,
        "thumbnail": _drawn_anew(found.thumbnail) if found.thumbnail else None,
        "problem": {"message": problem.message, "detail": problem.detail} if problem is not None else None,
    }  # fmt: skip
    cache.write(_file(path, "card"), mark, json.dumps(words).encode(), most=MOST_CARDS)
    _cards.pop(path, None)


def _drawn_anew(picture: bytes) -> str | None:
    """Return a picture as this program writes it, of the size that is shown."""
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
    from PySide6.QtGui import QImage, QImageReader

    QImageReader.setAllocationLimit(64)
    image = QImage.fromData(picture)
    if image.isNull():
        return None
    if image.width() > SHOWN[0] or image.height() > SHOWN[1]:
        image = image.scaled(*SHOWN, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
    image = image.convertToFormat(QImage.Format.Format_ARGB32)
    image = QImage(image.constBits(), image.width(), image.height(), image.format()).copy()  # the pixels, and no words with them
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload] # the stub asks for bytes, Qt for a word
    return base64.b64encode(bytes(data.data())).decode()


def _read(path: Path, data: bytes) -> DocumentCard | None:
    try:
        words = json.loads(data)
        picture, fault = words["thumbnail"], words["problem"]
        return DocumentCard(
            path, float(words["modified"]), words["kind"], words["title"], words["scenario"], words["card"],
            base64.b64decode(picture) if picture else None,
            told(DataFault, fault["message"], fault["detail"]) if fault else None,
        )  # fmt: skip
    except (ValueError, LookupError, TypeError, QtwarError):  # torn
        return None


def _file(path: Path, what: str) -> Path:
    return cache.folder(f"documents-{what}") / cache.name_of(str(path.absolute()))


def _closed(path: Path) -> DataFault | None:
    """Return why a document may not be looked at; None where it may, or is not there."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as fault:
        return DataFault("fault.file.unreadable", file=path.name, why=why(fault))
    return None


def _mark(path: Path) -> str:
    """Return what changes when a document does; empty where there is none."""
    try:
        beside = path.with_name(path.name + "-wal")
        files = [path] if path.exists() else []
        if files and beside.exists() and beside.stat().st_size:  # one without bytes comes and goes with who reads
            files.append(beside)
        return cache.name_of(cache.program(*READERS), cache.stamp_of(files)) if files else ""
    except OSError:
        return ""
