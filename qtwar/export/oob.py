"""The order of battle: formations with their counters, as pages, as CSV and as Markdown rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from qtwar.engine.views import is_alias
from qtwar.export import look, tone
from qtwar.export.charts import top_block
from qtwar.export.choices import Choices
from qtwar.export.counters import Counters, RowHead, Size, row
from qtwar.export.flow import Block, ColumnFlow, heading
from qtwar.export.page import Bookmark
from qtwar.export.sheet_parts import Made, formation_name, side_color
from qtwar.export.source import Lot, SheetSource
from qtwar.export.voice import Voice
from qtwar.export.zones import ZoneWords
from qtwar.model.pieces import Formation, Piece


@dataclass(frozen=True, slots=True)
class OobRow:
    """One counter of the roster in words."""

    side: str
    formation: str
    ident: str
    name: str
    kind: str
    figures: tuple[tuple[str, str], ...]
    place: str = ""


class OrderOfBattle:
    """The roster of a title; with a position also where each counter is."""

    def __init__(self, source: SheetSource, choices: Choices, voice: Voice, toner: tone.Toner | None = None) -> None:
        self.source, self.choices, self.voice, self.toner = source, choices, voice, toner
        self.counters = Counters(source, voice, toner)
        self.words = ZoneWords(source, voice)

    def pieces(self) -> list[Piece]:
        """Return the roster; of a game, what the side knows to be in it and still may tell apart."""
        content, position = self.source.content, self.source.position
        if position is None:
            return list(content.pieces)
        return [p for p in content.pieces if p.id in position.pieces and not is_alias(p.id)]

    def place(self, piece: str) -> str:
        """Return where a counter is in a position, with what carries it."""
        position = self.source.position
        record = position.pieces.get(piece) if position is not None else None
        if record is None:
            return ""
        at = str(record["at"])
        if at.startswith("@"):
            return self.voice.say("print.inside", piece={"p": at[1:]})
        return self.words.place(at)

    def rows(self) -> Iterator[OobRow]:
        """Yield each counter in words, formation by formation."""
        content, voice, names = self.source.content, self.voice, self.source.names
        order = {f.id: n for n, f in enumerate(content.formations)}
        for piece in sorted(self.pieces(), key=lambda p: order.get(p.formation or "", len(order))):
            kind = content.kinds_by_id[piece.kind]
            attrs = {**kind.attrs, **piece.attrs}
            if self.source.position is not None:
                attrs |= self.source.position.pieces[piece.id]["attrs"]
            figures = tuple((k, _plain(v)) for k, v in attrs.items() if isinstance(v, (int, float, str)))
            side = next((s for s in content.sides if s.id == kind.side), None)
            yield OobRow(
                voice.text(side.name) if side else "",
                formation_name(self.source, voice, piece.formation or ""),
                piece.id,
                voice.join(names.name("p", piece.id, lang) for lang in voice.languages),
                voice.text(kind.name),
                figures,
                self.place(piece.id),
            )

    def make(self) -> Made:
        """Return the pages."""
        source, voice = self.source, self.voice
        content = source.content
        flow = ColumnFlow(self.choices.sheet())
        sheet = voice.say("print.sheet.oob")
        title = voice.text(content.title.name)
        flow.add([top_block(title, sheet)])
        pieces = self.pieces()
        by_formation: dict[str, list[Piece]] = {}
        for piece in pieces:
            by_formation.setdefault(piece.formation or "", []).append(piece)
        sides: list[Any] = [*content.sides, None]
        for side in sides:
            roots = [f for f in content.formations if f.parent is None and f.side == (side.id if side else None)]
            blocks = [b for f in roots for b in self._formation(f, by_formation, flow.width, 0)]
            loose = [
                p for p in by_formation.get("", ()) if content.kinds_by_id[p.kind].side == (side.id if side else None)
            ]
            if loose:
                blocks += self._members(voice.say("print.no_formation"), loose, flow.width, 0)
            if not blocks:
                continue
            name = voice.text(side.name) if side else voice.say("print.markers")
            color = side_color(side) if side else look.BAR
            if self.toner is not None:
                color = self.toner.color(color)
            count = sum(1 for p in pieces if content.kinds_by_id[p.kind].side == (side.id if side else None))
            flow.add(
                [heading(name, color=color, aside=voice.say("print.in_all", n=count),
                         again=f"{name} ({voice.say('print.continued')})"), *blocks]
            )  # fmt: skip
        problems = list(self.counters.problems)
        if not pieces:
            problems.append(voice.in_language(voice.main, "print.problem.no_pieces", title=title))
        pages = flow.pages("oob", (title, sheet), f"{title} · {sheet}", sheet)
        return Made(pages, [Bookmark(sheet, 0, 0.0, 0), *flow.marks], problems)

    def _formation(
        self, formation: Formation, members: dict[str, list[Piece]], width: float, depth: int
    ) -> list[Block]:
        out: list[Block] = []
        own = members.get(formation.id, [])
        below = [f for f in self.source.content.formations if f.parent == formation.id]
        inner = [b for f in below for b in self._formation(f, members, width, depth + 1)]
        if own:
            out += self._members(self.voice.text(formation.name), own, width, depth)
        elif inner:
            out.append(_branch(self.voice.text(formation.name), depth))
        return out + inner

    def _members(self, name: str, pieces: list[Piece], width: float, depth: int) -> list[Block]:
        lots: dict[tuple[Any, ...], Lot] = {}
        for piece in pieces:
            named = bool(piece.name or piece.attrs)
            place = self.place(piece.id)
            position = self.source.position
            if position is not None:
                record = {**position.pieces[piece.id], "id": piece.id if named else ""}
            else:
                kind = self.source.content.kinds_by_id[piece.kind]
                record = {
                    "id": piece.id if named else "", "kind": piece.kind, "face": "front", "owner": kind.side or "", "attrs": {},
                }  # fmt: skip
            key = (piece.kind, piece.id if named else "", place, str(record["face"]), str(record["attrs"]))
            held = lots.get(key)
            remarks = (("at", place),) if place else ()
            lots[key] = Lot(record, (held.count if held else 0) + 1, (piece.id,) if named else (), remarks)
        indent = min(depth, 4) * 3.0
        left = min(width * 0.3, 55.0)
        made = row(
            self.counters, RowHead((), name, (self.voice.say("print.in_all", n=len(pieces)),)), tuple(lots.values()),
            width - indent, left=left - indent, size=Size(9.5, 1.3), show=self.choices.counters,
        )  # fmt: skip
        return [Block(made.height, lambda x, y, w: made.draw(x + indent, y, w - indent))]


def _branch(name: str, depth: int) -> Block:
    indent = min(depth, 4) * 3.0
    return Block(
        6.0, lambda x, y, w: [look.text(name, x + indent, y + 4.4, "strong")], before=0.8, keep=True, mark=name, depth=2
    )


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    return f"{value:g}" if isinstance(value, float) else str(value)
