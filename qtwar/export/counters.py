"""Rows of counters on a sheet: drawn small, counted, named, and numbered places to set them up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.base.text import sentence
from qtwar.draw import displaylist as dl
from qtwar.draw.counter import draw_plain
from qtwar.engine.views import HIDDEN
from qtwar.export import look, tone, typeset
from qtwar.export.flow import Block
from qtwar.export.map_picture import LARGE
from qtwar.export.page import placed
from qtwar.export.source import Lot, SheetSource, Stand, unknown
from qtwar.export.voice import Voice

SPREAD = 3
"""So many equal counters are drawn one by one; more are drawn once with a number."""
CARD = 1.6
"""A card's short side is so many counters wide."""
PILE = 6
"""More cards than these in one place are a pile: its back and how many."""


@dataclass(frozen=True, slots=True)
class Size:
    """How counters stand on a sheet: width of one, distance between them, in mm."""

    side: float = 11.0
    gap: float = 1.5


class Counters:
    """Draws the counters of one source; each face once."""

    def __init__(self, source: SheetSource, voice: Voice, toner: tone.Toner | None = None) -> None:
        self.source, self.voice, self.toner = source, voice, toner
        self.problems: list[str] = []
        self._plain: dict[str, dl.DisplayList] = {}
        self._flat: dict[int, tuple[dl.DisplayList, dl.DisplayList]] = {}
        self._cards: dict[str, bool] = {}

    def face(self, record: Mapping[str, Any]) -> dl.DisplayList:
        """Return a counter's face; where its template is wrong, a plain counter, and the problem is noted."""
        kind_id = str(record["kind"])
        found = self._plain.get(kind_id)
        if found is None:
            try:
                found = self.source.art.face(record, self.voice.main)
            except DataFault as fault:
                words = sentence(fault.message, self.voice.main)
                if words not in self.problems:
                    self.problems.append(words)
                kind = self.source.content.kinds_by_id.get(kind_id)
                words = str(kind.attrs.get("abbr") or kind.name.get(self.voice.main)) if kind else "?"
                found = self._plain[kind_id] = draw_plain(words)
        kept = self._flat.get(id(found))
        if kept is None:
            nodes = tone.flat(found.nodes)
            if self.toner is not None:
                nodes = self.toner.nodes(nodes)
            kept = self._flat[id(found)] = (found, dl.DisplayList(body_of(found), nodes))
        return kept[1]

    def draw(self, record: Mapping[str, Any], x: float, y: float, side: float) -> dl.Node:
        """Return a counter with its left top corner at (x, y), `side` mm wide."""
        return placed(self.face(record), x, y, self.width(record, side), name="counter")

    def height(self, record: Mapping[str, Any], side: float) -> float:
        """Return how high a counter stands that is `side` mm wide for each 100 u; cards stand smaller."""
        _, top, _, bottom = self.face(record).bounds
        return (bottom - top) * self._scale(record, side)

    def width(self, record: Mapping[str, Any], side: float) -> float:
        """Return how wide it stands."""
        left, _, right, _ = self.face(record).bounds
        return (right - left) * self._scale(record, side)

    def is_card(self, record: Mapping[str, Any]) -> bool:
        """Return whether it is too large for a counter."""
        kind = self.source.content.kinds_by_id.get(str(record["kind"]))
        if kind is None:
            return self._short(record) > LARGE
        found = self._cards.get(kind.template)  # a whole deck need not be drawn to know
        if found is None:
            found = self._cards[kind.template] = self._short(record) > LARGE
        return found

    def _short(self, record: Mapping[str, Any]) -> float:
        left, top, right, bottom = self.face(record).bounds
        return min(right - left, bottom - top)

    def _scale(self, record: Mapping[str, Any], side: float) -> float:
        short = self._short(record)
        return CARD * side / short if short > LARGE else side / 100

    def piled(self, lots: Sequence[Lot]) -> list[Lot]:
        """Return lots as they are drawn: many cards as the back of one with their number."""
        out: list[Lot] = []
        piles: dict[str, list[Lot]] = {}
        for lot in lots:
            kind = self.source.content.kinds_by_id.get(str(lot.record["kind"]))
            if kind is not None and self.is_card(lot.record):
                piles.setdefault(kind.hidden or kind.template, []).append(lot)
            else:
                out.append(lot)
        for pile in piles.values():
            count = sum(lot.count for lot in pile)
            if count <= PILE:
                out += pile
                continue
            record = pile[0].record
            kind = self.source.content.kinds_by_id[str(record["kind"])]
            back = unknown(kind.hidden, kind.side or "") if kind.hidden else {**record, "face": "back"}
            out.append(Lot(back, count))
        return out

    # -- names ---------------------------------------------------------------------------------------------

    def name(self, lot: Lot, lang: str) -> str:
        """Return what a player calls the counters of a lot."""
        if lot.record["kind"] == HIDDEN:
            side = str(lot.record["owner"])
            return self.voice.texts.plain({"key": "{p}", "args": {"p": {"hidden": side}}}, lang)
        if lot.names:
            return self.source.names.name("p", lot.names[0], lang)
        return self.source.names.name("k", str(lot.record["kind"]), lang)

    def names(self, lots: Iterable[Lot]) -> list[str]:
        """Return `2 × Patrol boats (PBR), …` once for each language."""
        out = []
        kept = list(lots)
        for lang in self.voice.languages:
            comma = self.voice.in_language(lang, "list.comma")
            alike: dict[str, Lot] = {}
            for lot in kept:  # counters of one name are counted together, though each has its own place in the roster
                name = self.counted(replace(lot, count=1), lang)
                held = alike.get(name)
                alike[name] = replace(lot, count=lot.count + (held.count if held else 0))
            out.append(comma.join(self.counted(lot, lang) for lot in alike.values()))
        return list(dict.fromkeys(out))

    def counted(self, lot: Lot, lang: str) -> str:
        """Return the name with its number, where there are several."""
        if lot.record["kind"] == HIDDEN:
            side = {"s": str(lot.record["owner"])} if lot.record["owner"] else ""
            return self.voice.in_language(lang, "print.hidden", n=lot.count, side=side)
        name = self.name(lot, lang)
        if lot.remarks:
            said = (
                self.voice.in_language(lang, f"print.{key}", n=value, piece={"p": str(value)})
                for key, value in lot.remarks
            )
            name = f"{name} ({self.voice.in_language(lang, 'list.comma').join(said)})"
        return f"{lot.count} × {name}" if lot.count > 1 else name


def body_of(display: dl.DisplayList) -> tuple[float, float, float, float]:
    """Return the box of a counter's body, without the room for its shadow."""
    body = display.notes.get("size")
    if isinstance(body, (list, tuple)) and len(body) == 2:
        return (0.0, 0.0, float(body[0]), float(body[1]))
    left, top, right, bottom = display.bounds
    # the margin is the same on all sides, and the body begins at the origin
    return (0.0, 0.0, right + left, bottom + top) if left < 0 and top < 0 else (left, top, right, bottom)


def counter_lines(
    counters: Counters, lots: Sequence[Lot], room: float, size: Size, *, spread: int = SPREAD
) -> tuple[float, Callable[[float, float], list[dl.Node]]]:
    """Return the height of lots set in lines of `room` mm, and what draws them from (x, y)."""
    places: list[tuple[Lot, float, float, int]] = []
    x = y = 0.0
    tallest = 0.0
    for lot in counters.piled(lots):
        wide = counters.width(lot.record, size.side)
        high = counters.height(lot.record, size.side)
        single = lot.count <= spread
        for _ in range(lot.count if single else 1):
            extra = 0.0 if single else size.side * 0.62
            if x and x + wide + extra > room + 1e-6:
                x, y, tallest = 0.0, y + tallest + size.gap, 0.0
            places.append((lot, x, y, 1 if single else lot.count))
            x += wide + size.gap + extra
            tallest = max(tallest, high)
    height = y + tallest

    def draw(x0: float, y0: float) -> list[dl.Node]:
        nodes: list[dl.Node] = []
        for lot, dx, dy, number in places:
            nodes.append(counters.draw(lot.record, x0 + dx, y0 + dy, size.side))
            if number > 1:
                at = (x0 + dx + counters.width(lot.record, size.side) + 0.8, y0 + dy + size.side * 0.62)
                nodes.append(
                    dl.Text(
                        f"×{number}", at, dl.Font(look.FAMILY, size.side * 0.31, 700), look.INK, align="l", valign="b"
                    )
                )
        return nodes

    return height, draw


@dataclass(frozen=True)
class RowHead:
    """What stands left of a row of counters: signs, a strong line, lines of small type."""

    badges: tuple[tuple[str, str], ...] = ()
    """(words, colour)."""
    title: str = ""
    lines: tuple[str, ...] = ()
    rule: str = ""


def row(
    counters: Counters,
    head: RowHead,
    lots: Sequence[Lot],
    width: float,
    *,
    left: float,
    size: Size,
    show: str = "both",
    empty: str = "",
    after: Sequence[str] = (),
) -> Block:
    """Return one row: head at the left, counters and their names at the right, a hairline below."""
    room = width - left
    badge_wide = max((_badge_width(b[0]) for b in head.badges), default=0.0) + 1.6 if head.badges else 0.0
    strong, small = look.font("strong"), look.font("small")
    title = typeset.lines(head.title, strong, left - badge_wide - 3) if head.title else []
    under = [row for words in head.lines for row in typeset.lines(words, small, left - badge_wide - 3)]
    lead = max((look.leading("strong", t) for t in title), default=0.0)
    thin = max((look.leading("small", t) for t in under), default=0.0)
    head_height = len(title) * lead + len(under) * thin + 0.4
    pictures, draw_pictures = (
        counter_lines(counters, lots, room, size) if show != "name" and lots else (0.0, lambda x, y: [])
    )
    said = list(counters.names(lots)) if show != "picture" else []
    said += list(after)
    if empty and not lots:
        said = [empty, *after]
    words = [row for sentence in said for row in typeset.lines(sentence, small, room)]
    word_lead = max((look.leading("small", w) for w in words), default=0.0)
    gap = 0.7 if pictures and words else 0.0
    right_height = pictures + gap + len(words) * word_lead
    height = max(head_height, right_height) + 2.6

    def draw(x: float, y: float, w: float) -> list[dl.Node]:
        nodes: list[dl.Node] = []
        top = y + 1.3
        at = x
        for n, (sign, color) in enumerate(head.badges[:1]):
            nodes += look.badge(sign, at + _badge_width(sign) / 2, top + 1.9 + n * 5.0, color, 4.2)
        base = top + strong.size * 1.05
        for part in title:
            nodes.append(look.text(part, x + badge_wide, base, "strong"))
            base += lead
        base = top + len(title) * lead + small.size * 1.05
        for part in under:
            nodes.append(look.text(part, x + badge_wide, base, "small", color=look.SECOND))
            base += thin
        nodes += draw_pictures(x + left, top)
        base = top + pictures + gap + small.size * 1.05
        for part in words:
            nodes.append(look.text(part, x + left, base, "small"))
            base += word_lead
        if head.rule:
            nodes.append(look.text(head.rule, x + w, y + height - 0.9, "mark", color=look.GREY, align="r"))
        nodes.append(look.line(x, y + height, x + w, y + height))
        return nodes

    return Block(height, draw)


def _badge_width(words: str, size: float = 4.2) -> float:
    return max(size, size * 0.52 * len(words) + size * 0.35)


def side_by_side(first: Block, second: Block, gutter: float = 6.0, left: float = 0.0) -> Block:
    """Return two blocks as one: each of half the width, or the first `left` mm wide."""

    def draw(x: float, y: float, w: float) -> list[dl.Node]:
        wide = left or (w - gutter) / 2
        return [*first.draw(x, y, wide), *second.draw(x + wide + gutter, y, w - wide - gutter)]

    return Block(max(first.height, second.height), draw)


def total(stands: Iterable[Stand]) -> int:
    """Return how many counters stands hold."""
    return sum(stand.count for stand in stands)
