"""From choices to a book: makes every kind of sheet, joins them, and says what a person should know before printing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

from qtwar.draw import displaylist as dl
from qtwar.export import tone, typeface
from qtwar.export.charts import Charts
from qtwar.export.choices import Choices, pages_named, part_named
from qtwar.export.counter_sheet import CounterSheet
from qtwar.export.logbook import Logbook
from qtwar.export.map_sheet import MapSheet
from qtwar.export.oob import OrderOfBattle
from qtwar.export.page import Book, Bookmark, Page, PrintWarning
from qtwar.export.setup_sheet import SetupSheet
from qtwar.export.sheet_parts import Made
from qtwar.export.situation import SituationSheet
from qtwar.export.source import SheetSource
from qtwar.export.test_page import test_page
from qtwar.export.voice import Voice, check_language

Progress = Callable[[int, int], None]


def make_book(source: SheetSource, choices: Choices, progress: Progress | None = None) -> Book:
    """Return the pages that choices ask for; raises DataFault for what can not be printed.

    `source` is whole: here, and nowhere else, it is cut down to what the chosen side may know.
    """
    choices.check()
    voice = Voice(check_language(choices.language), source.texts)
    seen = source.for_side(choices.side)
    toner = tone.Toner(tone.grey, pictures=True) if choices.tone == "grey" else None
    parts = list(dict.fromkeys(part_named(w) for w in choices.what))
    pages: list[Page] = []
    marks: list[Bookmark] = []
    problems: list[PrintWarning] = []
    for n, part in enumerate(parts):
        if progress is not None:
            progress(n, len(parts))
        made = _part(part, seen, choices, voice, toner)
        problems += [PrintWarning(words, -1) for words in made.problems]
        marks += [replace(mark, page=mark.page + len(pages)) for mark in made.marks if made.pages]
        pages += [_moved(page, len(pages)) for page in made.pages]
    book = Book(
        tuple(pages),
        title=_title(seen, voice, parts),
        subject=voice.text(seen.content.title.name),
        language=voice.main,
        bookmarks=tuple(marks),
        problems=tuple(problems),
        duplex=choices.duplex if choices.duplex != "none" and any(p.back for p in pages) else "",
        keywords=tuple(dict.fromkeys((seen.content.title.name.get("en"), seen.scenario.name.get("en"), *parts))),
    )
    book = _spelt(_chosen(book, choices.pages))
    return replace(book, problems=(*book.problems, *_type_problems(book, voice)))


def _part(part: str, source: SheetSource, choices: Choices, voice: Voice, toner: tone.Toner | None) -> Made:
    if part == "setup-sheet":
        return SetupSheet(source, choices, voice, toner).make()
    if part == "situation":
        if source.position is None:
            return Made([], [], [voice.in_language(voice.main, "print.problem.no_situation")])
        return SituationSheet(source, choices, voice, toner).make()
    if part == "counter-sheet":
        return CounterSheet(source, choices, voice, toner).make()
    if part == "map":
        return MapSheet(source, choices, voice, toner).make()
    if part == "tables":
        return Charts(source, choices, voice, toner).make()
    if part == "oob":
        return OrderOfBattle(source, choices, voice, toner).make()
    if part == "log":
        if source.position is None:
            return Made([], [], [voice.in_language(voice.main, "print.problem.no_log")])
        return Logbook(source, choices, voice, toner).make()
    return test_page(choices, voice)


def _moved(page: Page, by: int) -> Page:
    if not page.links or not by:
        return page
    links = tuple(link if link.address else replace(link, page=link.page + by) for link in page.links)
    return replace(page, links=links)


def _title(source: SheetSource, voice: Voice, parts: Iterable[str]) -> str:
    name = source.name or voice.text(source.scenario.name)
    sheets = ", ".join(voice.in_language(voice.main, f"print.sheet.{part}") for part in parts)
    return f"{voice.text(source.content.title.name)} · {name} · {sheets}"


def _chosen(book: Book, words: str) -> Book:
    """The book with only the pages that were named."""
    keep = pages_named(words, len(book.pages)) if book.pages else []
    if len(keep) == len(book.pages):
        return book
    new = {old: n for n, old in enumerate(keep)}

    def relinked(page: Page) -> Page:
        links = [replace(k, page=new.get(k.page, -1)) for k in page.links if k.address or k.page in new]
        return replace(page, links=tuple(links))

    return replace(
        book,
        pages=tuple(relinked(book.pages[n]) for n in keep),
        bookmarks=tuple(replace(m, page=new[m.page]) for m in book.bookmarks if m.page in new),
    )


SQUEEZED: Final = 1.12
"""A line that is longer than its room by less than this is set smaller without a word: nobody sees it."""
SIGNS: Final = {"≦": "≤", "≧": "≥", "\u2009": " ", "\u00a0": " "}
"""What stands for a sign where no bundled face has it."""


def _spelt(book: Book) -> Book:
    """The book with signs that no face has written in others."""
    made: dict[int, tuple[object, tuple[dl.Node, ...]]] = {}

    def words(node: dl.Text) -> dl.Node:
        lacking = [c for c in typeface.missing(node.text, node.font) if c in SIGNS]
        text = node.text
        for letter in lacking:
            text = text.replace(letter, SIGNS[letter])
        return replace(node, text=text) if lacking else node

    def all_of(nodes: tuple[dl.Node, ...]) -> tuple[dl.Node, ...]:
        kept = made.get(id(nodes))
        if kept is not None and kept[0] is nodes:
            return kept[1]
        out: list[dl.Node] = []
        for node in nodes:
            if isinstance(node, dl.Text) and not node.text.isascii():
                out.append(words(node))
            elif isinstance(node, dl.Group) and node.name not in _MAPS:
                inner = all_of(node.children)
                out.append(node if inner is node.children else replace(node, children=inner))
            else:
                out.append(node)
        same = all(a is b for a, b in zip(out, nodes, strict=True))
        made[id(nodes)] = (nodes, nodes if same else tuple(out))
        return made[id(nodes)][1]

    return replace(book, pages=tuple(replace(page, nodes=all_of(page.nodes)) for page in book.pages))


_MAPS: Final = frozenset({"map", "map picture", "sample"})


def _type_problems(book: Book, voice: Voice) -> list[PrintWarning]:
    """Letters that no font has, and names that had to be squeezed into their line, page by page."""
    out: list[PrintWarning] = []
    lacking: dict[tuple[str, str], int] = {}
    seen: set[int] = set()  # a drawing on many pages is read once
    for n, page in enumerate(book.pages):
        for node in _texts_unseen(page.nodes, seen):
            words = node.text if isinstance(node, dl.Text) else "".join(g[0] for g in node.glyphs)
            if not words.isascii():
                for letter in typeface.missing(words, node.font):
                    lacking.setdefault((letter, node.font.family), n)
        # what is squeezed on a counter its designer wanted so, and names on maps were fitted when they were drawn
        lines = [node for node in page.nodes if isinstance(node, dl.Text) and node.fit]
        small = sum(1 for line in lines if typeface.width(line.text, line.font) > line.fit * SQUEEZED)
        if small:
            out.append(PrintWarning(voice.in_language(voice.main, "print.problem.small", n=small, page=n + 1), n))
    for (letter, family), n in lacking.items():
        words = voice.in_language(
            voice.main, "print.problem.missing", letters=f"{letter} (U+{ord(letter):04X})", font=family, page=n + 1
        )
        out.append(PrintWarning(words, n))
    return out


def _texts_unseen(nodes: tuple[dl.Node, ...], seen: set[int]) -> Iterator[dl.Text | dl.GlyphRun]:
    """Runs of letters of drawings that were not read before; the book keeps the drawings, so ids stay theirs."""
    for node in nodes:
        if isinstance(node, (dl.Text, dl.GlyphRun)):
            yield node
        elif isinstance(node, dl.Group) and id(node.children) not in seen:
            seen.add(id(node.children))
            yield from _texts_unseen(node.children, seen)
