"""Blocks become pages: headings stay with what they head, no counter is cut, each page has its head, foot and number.

A block is a height and a function that draws it at a place. A block marked `keep` is never parted from the next one.
A block with a `head` opens a part: where the part runs over the page, the head is set again with the word *continued*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from qtwar.draw import displaylist as dl
from qtwar.export import look, typeset
from qtwar.export.page import Bookmark, Link, Page
from qtwar.export.paper import Paper

Draw = Callable[[float, float, float], Sequence[dl.Node]]
"""(x, y, width) → nodes, y the top of the block."""


@dataclass(frozen=True, eq=False)
class Block:
    """Something of one height that stands in one column; lengths in mm."""

    height: float
    draw: Draw
    before: float = 0.0
    """Room above it, dropped at the top of a column."""
    keep: bool = False
    mark: str = ""
    depth: int = 1
    wide: bool = False
    """It takes all columns; what follows begins below it."""
    again: Block | None = None
    """What is set at the top of the next column when the part that this block opens runs over."""
    ends: bool = False
    """The part opened before ends here: nothing is repeated from now on."""
    links: Callable[[float, float, float], Sequence[Link]] | None = None
    fresh: bool = False
    """It begins a new page."""


@dataclass(slots=True)
class _Sheet:
    nodes: list[dl.Node] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)


class ColumnFlow:
    """Fills sheet after sheet with blocks, in `columns` columns `gutter` mm apart."""

    def __init__(
        self, paper: Paper, *, columns: int = 1, gutter: float = 6.0, head: float = 9.0, foot: float = 7.0
    ) -> None:
        self.paper = paper
        self.columns = columns
        self.gutter = gutter
        self.top_later = paper.margin + head
        self.bottom = paper.height - paper.margin - foot
        self.width = paper.room[0]
        self.column_width = (self.width - gutter * (columns - 1)) / columns
        self.marks: list[Bookmark] = []
        self._sheets: list[_Sheet] = [_Sheet()]
        self._column = 0
        self._band = paper.margin  # where the columns of this page begin
        self._y = paper.margin
        self._deepest = paper.margin
        self._again: Block | None = None

    @property
    def count(self) -> int:
        """How many sheets there are."""
        return len(self._sheets)

    @property
    def tail(self) -> float:
        """How far down the last sheet is filled that follows another one, in mm."""
        return max(self._deepest, self._y) - self.top_later if self.count > 1 else 0.0

    # -- placing -------------------------------------------------------------------------------------------

    def add(self, blocks: Iterable[Block]) -> None:
        """Set blocks one below the other; a run of `keep` blocks and the one after it stay together."""
        run: list[Block] = []
        for block in blocks:
            if run and block.wide != run[0].wide:
                self._set(run)
                run = []
            run.append(block)
            if not block.keep:
                self._set(run)
                run = []
        if run:
            self._set(run)

    def _set(self, run: list[Block]) -> None:
        first = run[0]
        if first.fresh and not self._at_page_top:
            self._new_page()
        if first.ends or first.again is not None:
            self._again = None
        if first.wide and self.columns > 1 and (self._column or self._y > self._band):
            self._close_band()
        need = _height(run)
        if len(run) > 1 and need > self.bottom - self.top_later:
            for part in _parted(run, self.bottom - self.top_later):
                self._set(part)
            return
        before = first.before if self._has_above(first) else 0.0
        moved = False
        while self._y + before + need > self.bottom + 1e-6 and not (self._at_top and self._whole_page):
            self._next_column(first.wide)
            before = self._again.height + first.before if self._again is not None else 0.0
            moved = True
        if moved and self._again is not None:
            self._put(self._again)
        for block in run:
            self._put(block)

    @property
    def _at_top(self) -> bool:
        return self._y <= self._band + 1e-6

    def _has_above(self, block: Block) -> bool:
        """Whether something stands over a block that it keeps its distance from."""
        return not self._at_top or (block.wide and not self._at_page_top)

    @property
    def _at_page_top(self) -> bool:
        top = self.top_later if len(self._sheets) > 1 else self.paper.margin
        return self._column == 0 and self._y <= top + 1e-6

    @property
    def _whole_page(self) -> bool:
        """Whether the columns of this page begin at its top, so that a new page would give no more room."""
        return self._band <= (self.top_later if len(self._sheets) > 1 else self.paper.margin) + 1e-6

    def _next_column(self, wide: bool) -> None:
        if not wide and self._column + 1 < self.columns:
            self._deepest = max(self._deepest, self._y)
            self._column += 1
            self._y = self._band
        else:
            self._new_page()

    def _new_page(self) -> None:
        self._sheets.append(_Sheet())
        self._column = 0
        self._band = self._y = self._deepest = self.top_later

    def _close_band(self) -> None:
        """Go on below the longest column of this page."""
        self._band = self._y = max(self._deepest, self._y)
        self._column = 0

    def _put(self, block: Block) -> None:
        if self._has_above(block):
            self._y += block.before
        x = self.paper.margin + (0 if block.wide else self._column * (self.column_width + self.gutter))
        width = self.width if block.wide else self.column_width
        sheet = self._sheets[-1]
        if block.mark:
            self.marks.append(Bookmark(block.mark, len(self._sheets) - 1, max(0.0, self._y - 2), block.depth))
        sheet.nodes += block.draw(x, self._y, width)
        if block.links is not None:
            sheet.links += block.links(x, self._y, width)
        self._y += block.height
        if block.ends:
            self._again = None
        if block.again is not None:
            self._again = block.again
        if block.wide:
            self._band = self._y
        self._deepest = max(self._deepest, self._y)

    # -- pages ---------------------------------------------------------------------------------------------

    def pages(self, part: str, head: tuple[str, str], foot: str, name: str = "") -> list[Page]:
        """Return the pages; from the second on with a running head (left, right), all with foot and number."""
        paper = self.paper
        count = len(self._sheets)
        out = []
        left, right = paper.margin, paper.width - paper.margin
        for n, sheet in enumerate(self._sheets):
            nodes: list[dl.Node] = []
            if n:
                nodes += running_head(paper, *head)
            y = paper.height - paper.margin
            nodes.append(look.text(f"{n + 1} / {count}", right, y, "foot", color=look.SECOND, align="r"))
            room = right - left - 16
            words = typeset.shortened(foot, look.font("foot"), room)
            nodes.append(look.text(words, left, y, "foot", color=look.SECOND))
            out.append(
                Page(paper.width, paper.height, (*nodes, *sheet.nodes), part, name or foot, links=tuple(sheet.links))
            )
        return out


def _height(run: Sequence[Block]) -> float:
    return sum(b.height + (b.before if n else 0.0) for n, b in enumerate(run))


def _parted(run: list[Block], room: float) -> list[list[Block]]:
    """What is longer than a page: its beginning stays together and its end, the rest goes one by one."""
    start = next((n for n in (3, 2) if _height(run[:n]) <= room / 2), 1)
    rest = run[start:]
    end = 2 if len(rest) > 2 and _height(rest[-2:]) <= room / 2 else 0
    middle = rest[: len(rest) - end]
    return [part for part in (run[:start], *([b] for b in middle), rest[len(rest) - end :]) if part]


def running_head(paper: Paper, left: str, right: str) -> list[dl.Node]:
    """Return the line at the top of later pages."""
    x0, x1, y = paper.margin, paper.width - paper.margin, paper.margin
    # it only reminds: what is too long, as in two languages, is cut
    left = typeset.shortened(left, look.font("small_strong"), (x1 - x0) * 0.6)
    right = typeset.shortened(right, look.font("small"), (x1 - x0) * 0.38)
    return [
        look.box(x0, y - 0.2, x1 - x0, 0.9, look.BAR),
        look.text(left, x0, y + 4.6, "small_strong", color=look.SECOND),
        look.text(right, x1, y + 4.6, "small", color=look.SECOND, align="r"),
    ]


def stacked(blocks: Sequence[Block]) -> Block:
    """Return blocks one below the other as one that is not parted."""

    def draw(x: float, y: float, w: float) -> list[dl.Node]:
        nodes: list[dl.Node] = []
        for n, block in enumerate(blocks):
            y += block.before if n else 0.0
            nodes += block.draw(x, y, w)
            y += block.height
        return nodes

    return Block(_height(blocks), draw)


# -- common blocks ---------------------------------------------------------------------------------------------------


def heading(words: str, *, mark: bool = True, depth: int = 1, again: str = "", color: dl.Color = look.INK,
            aside: str = "", before: float = 5.0, wide: bool = False, rule: bool = True) -> Block:  # fmt: skip
    """Return a heading over a rule, with words at its right; `again` is what it says on the next page."""
    height = 6.6

    def draw_as(said: str) -> Draw:
        def draw(x: float, y: float, w: float) -> list[dl.Node]:
            room = w - (typeset.widest([aside], look.font("small")) + 6 if aside else 0)
            font, _ = typeset.fitted(said, look.font("side"), room)
            nodes: list[dl.Node] = [dl.Text(said, (x, y + 4.2), font, look.readable(color), align="l", valign="b")]
            if aside:
                small, _ = typeset.fitted(aside, look.font("small"), w * 0.6)
                nodes.append(dl.Text(aside, (x + w, y + 4.2), small, look.SECOND, align="r", valign="b"))
            if rule:
                nodes.append(look.line(x, y + 5.9, x + w, y + 5.9, 0.45, look.readable(color)))
            return nodes

        return draw

    repeated = Block(height, draw_as(again), keep=True, wide=wide) if again else None
    return Block(
        height, draw_as(words), before=before, keep=True, mark=words if mark else "", depth=depth, again=repeated,
        wide=wide, ends=repeated is None,
    )  # fmt: skip


def paragraph(words: Sequence[str], width: float, grade: str = "body", *, indent: float = 0.0, lead: str = "",
              color: dl.Color = look.INK, before: float = 1.2, keep: bool = False) -> list[Block]:  # fmt: skip
    """Return text broken to `width`, one block a line; `lead` (a rule number, a dot) stands in the indent."""
    out: list[Block] = []
    font = look.font(grade)
    for number, sentence in enumerate(words):
        for n, row in enumerate(typeset.lines(sentence, font, width - indent)):
            height = look.leading(grade, row)

            def draw(x: float, y: float, w: float, row: str = row, first: bool = not number and not n) -> list[dl.Node]:
                base = y + font.size * 1.05
                nodes: list[dl.Node] = []
                if first and lead:  # first, so that it is read before the words
                    nodes.append(look.text(lead, x, base, "small", color=look.SECOND, fit=max(1.0, indent - 1)))
                nodes.append(look.text(row, x + indent, base, grade, color=color))
                return nodes

            out.append(Block(height, draw, before=before if not n else 0.0, keep=keep))
    if len(out) > 1:  # no line of a paragraph stands alone at the foot or the head of a column
        out[0] = replace(out[0], keep=True)
        out[-2] = replace(out[-2], keep=True)
    return out
