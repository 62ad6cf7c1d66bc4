"""Look-up tables as printed grids: heads, cells, what results mean, notes with rule numbers; cut between rows alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from qtwar.draw import displaylist as dl
from qtwar.export import look, typeset
from qtwar.export.flow import Block, paragraph
from qtwar.export.voice import Voice
from qtwar.model.tables import Axis, LookupTable, NumberRange, in_words


@dataclass(frozen=True, slots=True)
class TextGrid:
    """A table in words: heads of columns (the first one is the corner), rows with their heads."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def head_words(axis: Axis, value: Any, voice: Voice) -> str:
    """Return what is printed for a head."""
    if isinstance(value, NumberRange):
        low, high = value.min, value.max
        if low is None:
            return _signed(f"≤ {high:g}") if high is not None else ""
        return _signed(f"{low:g}+" if high is None else f"{low:g}–{high:g}")
    text = axis.names.get(str(value))
    if text is not None:
        return voice.text(text)
    return _signed(str(value))


def _signed(words: str) -> str:
    """Signs as printers set them, where words are a figure or a range: ≤ −4 and not <=-4."""
    if not _FIGURE.match(words):
        return words
    words = words.replace("<=", "≤ ").replace(">=", "≥ ").replace("≤  ", "≤ ")
    words = re.sub(r"(?<=\d)-(?=\d)", "–", words)
    return re.sub(r"(^|[ –])-(?=\d)", r"\1−", words)


def cell_words(value: Any, voice: Voice) -> str:
    """Return what is printed in a cell."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return voice.say("word.yes" if value else "word.no")
    if isinstance(value, Mapping):
        if "en" in value or "ja" in value:
            return voice.join(str(value.get(lang) or value.get("en") or "") for lang in voice.languages)
        return ", ".join(f"{key} {cell_words(inner, voice)}" for key, inner in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(cell_words(inner, voice) for inner in value)
    words = f"{value:g}" if isinstance(value, float) else str(value)
    return "–" if words == "-" else words.replace("-", "−") if isinstance(value, (int, float)) else words


def grid_of(table: LookupTable, voice: Voice) -> TextGrid:
    """Return a table in words."""
    corner = voice.text(table.rows.name)
    single = table.columns.heads == ("value",) and not table.columns.names
    columns = [""] if single else [head_words(table.columns, h, voice) for h in table.columns.heads]
    rows = [
        (head_words(table.rows, head, voice), *(cell_words(c, voice) for c in cells))
        for head, cells in zip(table.rows.heads, table.cells, strict=False)
    ]
    return TextGrid((corner, *columns), tuple(rows))


_FIGURE: Final = re.compile(r"[-<>=≤≥–+.\d ]+\Z")
TAIL: Final = 70.0
"""Notes up to so many mm are kept with the last rows of their table."""
WHOLE: Final = 190.0
"""Tables up to so many mm are not parted, where a page holds them."""


def decoded_table(table: LookupTable, grid: TextGrid, voice: Voice) -> tuple[TextGrid, dict[str, str]]:
    """Return the grid with coded words said in full, and the signs that are left to be explained below it."""
    codes = {code: voice.text(text) for code, text in table.codes.items()}
    cells, signs = in_words([row[1:] for row in grid.rows], codes)
    return TextGrid(grid.columns, tuple((row[0], *said) for row, said in zip(grid.rows, cells, strict=True))), signs


def table_blocks(
    table: LookupTable, voice: Voice, width: float, *, small: bool = False, title: bool = True, depth: int = 1
) -> Iterator[Block]:
    """Yield a table with its name, meanings and notes."""
    grid = grid_of(table, voice)
    said, meanings = decoded_table(table, grid, voice)
    blocks = list(grid_blocks(said, width, small=small, corner=voice.text(table.columns.name)))
    if title:
        name = voice.text(table.name)

        def draw(x: float, y: float, w: float) -> list[dl.Node]:
            font, _ = typeset.fitted(name, look.font("strong" if small else "side"), w - 14)
            after = x + typeset.widest([name], font) + 2.4
            return [
                dl.Text(name, (x, y + 4.2), font, look.INK, align="l", valign="b"),
                look.text(table.rule, after, y + 4.2, "small", color=look.SECOND),
            ]

        again = blocks[0] if blocks else None
        yield Block(5.8, draw, before=1.0 if small else 4.5, keep=True, mark="" if small else name, depth=depth,
                    again=again, ends=again is None)  # fmt: skip
    tail = [Block(0.8, lambda x, y, w: (), ends=True)]  # what follows needs the heads of the columns no more
    tail += _meanings(list(meanings.items()), width)
    for note in table.notes:
        words = voice.each(note.text)
        tail += paragraph(words, width, "small", indent=11.0, lead=note.rule or "•", color=look.SECOND, before=0.8)
    if blocks and sum(b.height + b.before for b in tail) < TAIL:
        # notes stand under their table, not alone on the next page
        blocks[-1] = replace(blocks[-1], keep=len(tail) > 1)
        tail = [replace(b, keep=n < len(tail) - 1) for n, b in enumerate(tail)]
    if sum(b.height + b.before for b in (*blocks, *tail)) < WHOLE:
        blocks = [replace(b, keep=True) for b in blocks]
    yield from blocks
    yield from tail
    yield Block(1.2, lambda x, y, w: (), ends=True)


def _meanings(meanings: Sequence[tuple[str, str]], width: float) -> Iterator[Block]:
    """Yield what the signs of a table mean, in as many columns as there is room for."""
    if not meanings:
        return
    font = look.font("small")
    indent = min(40.0, max(7.0, typeset.widest([code for code, _ in meanings], font) + 2.5))
    longest = indent + typeset.widest([words for _, words in meanings], font) + 4.0
    columns = max(1, min(4, len(meanings) // 3, int(width // longest)))
    if columns == 1:
        for code, words in meanings:
            yield from paragraph([words], width, "small", indent=indent, lead=code, before=0.3)
        return
    rows = -(-len(meanings) // columns)
    wide = width / columns
    for n in range(rows):
        part = [(k, meanings[k * rows + n]) for k in range(columns) if k * rows + n < len(meanings)]

        def draw(x: float, y: float, w: float, part: list[tuple[int, tuple[str, str]]] = part) -> list[dl.Node]:
            nodes: list[dl.Node] = []
            for k, (code, words) in part:
                nodes.append(look.text(code, x + k * wide, y + 2.5, "small", color=look.SECOND))
                nodes.append(look.text(words, x + k * wide + indent, y + 2.5, "small"))
            return nodes

        yield Block(look.leading("small"), draw)


def grid_blocks(grid: TextGrid, width: float, *, small: bool = False, corner: str = "") -> Iterator[Block]:
    """Yield the head and the rows of a grid, fitted to `width`: columns shrink, long words break, type gets smaller."""
    scale = 0.9 if small else 1.0
    for _ in range(5):
        columns = _column_widths(grid, width, scale)
        if columns is not None:
            break
        scale *= 0.87
    else:
        columns = _forced(grid, width)
    body, strong = look.font("small", scale * 1.08), look.font("small_strong", scale * 1.04)
    total_width = sum(columns)

    def block(cells: Sequence[str], shade: bool, head: bool) -> Block:
        fonts = [strong if head or n == 0 else body for n in range(len(cells))]
        wrapped = [typeset.lines(c, f, w - 2.2) for c, f, w in zip(cells, fonts, columns, strict=True)]
        step = body.size * (1.38 if all(c.isascii() for c in cells) else 1.5)
        height = max(len(w) for w in wrapped) * step + 1.7

        def draw(x: float, y: float, w: float) -> list[dl.Node]:
            nodes: list[dl.Node] = []
            fill = look.BAR if head else look.TINT if shade else None
            if fill:
                nodes.append(look.box(x, y, total_width, height, fill))
            at = x
            for n, (lines, font, wide) in enumerate(zip(wrapped, fonts, columns, strict=True)):
                ink = look.PAPER if head else look.INK
                base = y + (height - len(lines) * step) / 2 + font.size * 1.03
                for line in lines:
                    left = n == 0 or _is_prose(grid, n)
                    place = (at + 1.2, base) if left else (at + wide / 2, base)
                    nodes.append(
                        dl.Text(line, place, font, ink, align="l" if left else "c", valign="b", fit=wide - 1.4)
                    )
                    base += step
                at += wide
            nodes.append(look.line(x, y + height, x + total_width, y + height))
            return nodes

        return Block(height, draw)

    if any(grid.columns):
        heads = list(grid.columns)
        if corner and not heads[0]:
            heads[0] = corner
        yield replace(block(heads, False, True), keep=True)
    for n, cells in enumerate(grid.rows):
        made = block(cells, n % 2 == 1, False)
        # the first and the last two rows stay together
        yield replace(made, keep=(n == 0 and len(grid.rows) > 1) or n == len(grid.rows) - 2)


def _is_prose(grid: TextGrid, column: int) -> bool:
    return any(len(row[column]) > 18 for row in grid.rows)


def _column_widths(grid: TextGrid, width: float, scale: float) -> list[float] | None:
    """Widths in mm that hold every cell on one line, or with long words broken; None where it takes smaller type."""
    body, strong = look.font("small", scale * 1.08), look.font("small_strong", scale * 1.04)
    count = len(grid.columns)
    wish, least = [], []
    for n in range(count):
        font = strong if n == 0 else body
        cells = [row[n] for row in grid.rows]
        whole = [typeset.widest([c], font) for c in cells] + [typeset.widest([grid.columns[n]], strong)]
        parts = [typeset.widest([p], font) for c in cells for p in typeset.pieces(c)]
        parts += [typeset.widest([p], strong) for p in typeset.pieces(grid.columns[n])]
        wish.append(max(7.0, max(whole, default=0.0) + 3.0))
        least.append(max(7.0, max(parts, default=0.0) + 2.6))
    if sum(wish) <= width:
        spare = width - sum(wish)
        # small tables do not stretch over the whole page
        return [w + min(spare / count, 7.0) for w in wish]
    if sum(least) > width:
        return None
    share = (width - sum(least)) / max(1e-6, sum(w - m for w, m in zip(wish, least, strict=True)))
    return [m + (w - m) * share for w, m in zip(wish, least, strict=True)]


def _forced(grid: TextGrid, width: float) -> list[float]:
    """Equal widths for a table that fits in no size: its words are broken between letters."""
    first = min(width * 0.3, max(12.0, width / len(grid.columns)))
    rest = (width - first) / max(1, len(grid.columns) - 1)
    return [first, *([rest] * (len(grid.columns) - 1))]
