"""Writes sheets in each format, whole or not at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import qtwar
from qtwar.base.errors import DataFault
from qtwar.export import files
from qtwar.export.choices import FORMATS, Choices, joined
from qtwar.export.page import Book
from qtwar.export.press import make_book
from qtwar.export.source import SheetSource

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Written:
    """What was written: files, pages, and what is to be told of them."""

    paths: tuple[Path, ...]
    pages: int
    problems: tuple[str, ...]


def format_of(target: Path, wanted: str = "") -> str:
    """Return the format that a file name, or a word, asks for; raises DataFault naming the formats there are."""
    found = (wanted or target.suffix.removeprefix(".")).lower()
    found = {"markdown": "md", "txt": "md"}.get(found, found)
    if found not in FORMATS:
        ends = joined(f".{name}" for name in FORMATS)
        raise DataFault("fault.print.ending", file=target.name or found, known=ends)
    return found


def write(
    source: SheetSource,
    choices: Choices,
    target: Path,
    *,
    form: str = "",
    dpi: float = 150.0,
    progress: Progress | None = None,
    book: Book | None = None,
) -> Written:
    """Write what choices ask for; raises DataFault. What `progress` raises stops the work and leaves no file.

    `book` saves making the pages again where they are there already.
    """
    form = format_of(target, form)
    files.check_target(target)
    if form in ("csv", "md"):
        from qtwar.export import rows

        tables = rows.row_tables(source, choices)
        text = rows.csv_text(tables) if form == "csv" else rows.markdown_text(tables)
        # a spreadsheet needs the mark to read Japanese
        data = text.encode("utf-8-sig" if form == "csv" else "utf-8")
        files.write_whole(target, lambda path: _bytes(path, data))
        return Written((target,), 0, ())
    if not 30 <= dpi <= 2400:
        raise DataFault("fault.print.dpi", dpi=dpi)
    book = book or make_book(source, choices, progress)
    problems = tuple(problem.words for problem in book.problems)
    if not book.pages:
        raise DataFault("fault.print.nothing", what=problems[0] if problems else "")
    if form == "pdf":
        from qtwar.export.pdf.writer import pdf_bytes

        stamp = datetime.now(UTC).isoformat(timespec="seconds").removesuffix("+00:00")
        data = pdf_bytes(book, made_by=f"QtWar {qtwar.__version__}", stamp=stamp, progress=progress)
        files.write_whole(target, lambda path: _bytes(path, data))
        return Written((target,), len(book.pages), problems)
    from qtwar.export.raster import page_names

    paths = page_names(target, len(book.pages))
    files.write_all([(path, _page_writer(book, n, form, dpi, progress)) for n, path in enumerate(paths)])
    if progress is not None:
        progress(len(paths), len(paths))
    return Written(tuple(paths), len(book.pages), problems)


def _page_writer(book: Book, n: int, form: str, dpi: float, progress: Progress | None) -> Callable[[Path], None]:
    def write_page(path: Path) -> None:
        if progress is not None:
            progress(n, len(book.pages))
        if form == "svg":
            from qtwar.export.svg import svg_text

            _bytes(path, svg_text(book.pages[n], f"{book.title}: {book.pages[n].name}").encode("utf-8"))
        else:
            from qtwar.export.raster import write_png

            write_png(book.pages[n], path, dpi)

    return write_page


def _bytes(path: Path, data: bytes) -> None:
    path.write_bytes(data)
