"""Order of battle, tables, set-up and log as rows: CSV for spreadsheets, Markdown for people."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qtwar.base.errors import DataFault
from qtwar.export import grids
from qtwar.export.charts import Charts
from qtwar.export.choices import Choices, joined, part_named
from qtwar.export.counters import Counters
from qtwar.export.logbook import Logbook
from qtwar.export.oob import OrderOfBattle
from qtwar.export.sheet_parts import audience_of
from qtwar.export.situation import stands_of
from qtwar.export.source import SheetSource, Stand
from qtwar.export.voice import Voice, check_language
from qtwar.export.zones import ZoneWords
from qtwar.model.tables import LookupTable

ROW_PARTS = ("setup-sheet", "situation", "tables", "oob", "log")


@dataclass(frozen=True, slots=True)
class RowTable:
    """A table of words under a heading, with lines of text below it."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


def row_tables(source: SheetSource, choices: Choices) -> list[RowTable]:
    """Return what choices ask for as rows; raises DataFault for sheets that are pictures."""
    choices.check()
    voice = Voice(check_language(choices.language), source.texts)
    seen = source.for_side(choices.side)
    out: list[RowTable] = []
    for word in choices.what:
        part = part_named(word)
        if part not in ROW_PARTS:
            raise DataFault("fault.print.no_rows", part=part, known=joined(ROW_PARTS))
        out += _tables(part, seen, choices, voice)
    return out


def _tables(part: str, source: SheetSource, choices: Choices, voice: Voice) -> list[RowTable]:
    if part == "tables":
        return [_look_up(table, voice) for table in Charts(source, choices, voice).tables()]
    if part == "oob":
        return [_oob(source, choices, voice)]
    if part == "log":
        if source.position is None:
            raise DataFault("print.problem.no_log")
        return [_log(source, choices, voice)]
    if part == "situation":
        if source.position is None:
            raise DataFault("print.problem.no_situation")
        return [_stands(source, voice, "print.sheet.situation", stands_of(source, source.position))]
    lineup = source.lineup
    own = lineup.quick if choices.placement == "quick" and lineup.quick else lineup.lines or lineup.quick
    return [_stands(source, voice, "print.sheet.setup-sheet", [*own, *lineup.pools, *lineup.reinforcements])]


def _look_up(table: LookupTable, voice: Voice) -> RowTable:
    grid, signs = grids.decoded_table(table, grids.grid_of(table, voice), voice)
    notes = [f"{code}: {words}" for code, words in signs.items()]
    for note in table.notes:
        notes += [f"{words} ({note.rule})" if note.rule else words for words in voice.each(note.text)]
    name = voice.text(table.name)
    title = f"{name} ({table.rule})" if table.rule else name
    return RowTable(title, grid.columns, grid.rows, tuple(notes))


def _oob(source: SheetSource, choices: Choices, voice: Voice) -> RowTable:
    rows = list(OrderOfBattle(source, choices, voice).rows())
    figures = list(dict.fromkeys(name for row in rows for name, _ in row.figures))
    placed = source.position is not None
    heads = [voice.say(f"print.{key}") for key in ("side", "formation", "name", "kind")]
    heads += [voice.say("print.place")] if placed else []
    lines = []
    for row in rows:
        values = dict(row.figures)
        place = [row.place] if placed else []
        lines.append(
            (row.ident, row.side, row.formation, row.name, row.kind, *place, *(values.get(f, "") for f in figures))
        )
    return RowTable(voice.say("print.sheet.oob"), ("id", *heads, *figures), tuple(lines))


def _stands(source: SheetSource, voice: Voice, key: str, stands: Sequence[Stand]) -> RowTable:
    words, counters = ZoneWords(source, voice), Counters(source, voice)
    sides = {side.id: voice.text(side.name) for side in source.content.sides}
    lines: list[tuple[str, ...]] = []
    for stand in stands:
        place = words.place(stand.place) if stand.place else words.words(stand.where)
        if stand.turn is not None:
            place = f"{voice.say('print.turn', n=stand.turn)}: {place}"
        limits = []
        if stand.each is not None:
            limits.append(voice.say("print.each", n=stand.each))
        if stand.max_per_cell is not None:
            limits.append(voice.say("print.max_per_cell", n=stand.max_per_cell))
        if stand.random:
            limits.append(voice.say("print.draw", n=stand.draw) if stand.draw else voice.say("print.random"))
        for lot in stand.lots:
            name = voice.join(counters.counted(lot, lang).removeprefix(f"{lot.count} × ") for lang in voice.languages)
            lines.append((sides.get(stand.side, ""), name, str(lot.count), place, ", ".join(limits), stand.rule))
        if not stand.lots and stand.secret_count:
            lines.append((sides.get(stand.side, ""), voice.say("print.unknown_count"), "", place, "", stand.rule))
    heads = [voice.say(f"print.{k}") for k in ("side", "name", "count", "place", "limits", "rule")]
    title = f"{voice.say(key)}: {source.name or voice.text(source.scenario.name)} · {audience_of(source, voice)}"
    return RowTable(title, tuple(heads), tuple(lines))


def _log(source: SheetSource, choices: Choices, voice: Voice) -> RowTable:
    book = Logbook(source, choices, voice)
    sides = {side.id: voice.text(side.name) for side in source.content.sides}
    lines = [
        (str(told.number), str(told.turn or ""), sides.get(told.side, ""), " / ".join(book.lines(told)))
        for told in source.log
    ]
    heads = [voice.say(f"print.{k}") for k in ("number", "turn_head", "side", "what")]
    title = f"{voice.say('print.sheet.log')}: {source.name or voice.text(source.scenario.name)} · {audience_of(source, voice)}"
    return RowTable(title, tuple(heads), tuple(lines))


def csv_text(tables: Sequence[RowTable]) -> str:
    """Return tables as CSV (comma, quotes, CRLF); several stand below each other, each under its name."""
    out = io.StringIO()
    writer = csv.writer(out)
    for n, table in enumerate(tables):
        if len(tables) > 1:
            if n:
                writer.writerow([])
            writer.writerow([table.title])
        writer.writerow([_harmless(word) for word in table.columns])
        writer.writerows([_harmless(word) for word in row] for row in table.rows)
        if table.notes:
            writer.writerows([_harmless(note)] for note in table.notes)
    return out.getvalue()


def _harmless(word: str) -> str:
    """A word that a spreadsheet would take for a formula, marked as text."""
    return (
        f"'{word}" if word[:1] in ("=", "@", "\t", "\r") or (word[:1] in ("+", "-") and word[1:2].isalpha()) else word
    )


def markdown_text(tables: Sequence[RowTable]) -> str:
    """Return tables as Markdown."""
    return "\n".join(line for table in tables for line in _markdown(table)) + "\n"


def _markdown(table: RowTable) -> Iterator[str]:
    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(c.replace("|", "\\|").replace("\n", " ") for c in cells) + " |"

    yield f"## {table.title}"
    yield ""
    yield line([c or " " for c in table.columns])
    yield "|" + " --- |" * len(table.columns)
    yield from (line(row) for row in table.rows)
    if table.notes:
        yield ""
        yield from (f"* {note}" for note in table.notes)
    yield ""
