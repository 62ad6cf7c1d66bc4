"""The set-up sheet: all that a table needs to begin a scenario; full, compact, or as a checklist by formation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from qtwar.draw import displaylist as dl
from qtwar.export import look, map_picture, tone, typeset
from qtwar.export.choices import Choices
from qtwar.export.counters import Counters, RowHead, Size, row, side_by_side, total
from qtwar.export.flow import Block, ColumnFlow, heading, stacked
from qtwar.export.gathering import by_place, merged, trays
from qtwar.export.page import Bookmark
from qtwar.export.paper import Paper
from qtwar.export.sheet_parts import (
    TURN_GAP,
    Made,
    audience_of,
    formation_name,
    map_of,
    masthead,
    option_blocks,
    side_color,
    side_facts,
    special_blocks,
    turn_name,
    turn_side,
    turn_track,
    victory_blocks,
)
from qtwar.export.source import REFEREE, Lot, SheetSource, Stand, full_place
from qtwar.export.voice import Voice
from qtwar.export.zones import ZoneCells, ZoneWords
from qtwar.model.board import BoardContent
from qtwar.model.scenario import Condition
from qtwar.model.title import Side

ZONE_SHARE = 0.25
"""A zone of more than this part of the map is not outlined: its words say more."""
MAP_SHARE = 0.4
"""So much of a sheet's height a map has at most."""
GIVES = (0.9, 0.8, 0.7)
"""To what part of its height a map gives way."""
GUTTER = 6.0
"""Mm between what stands side by side."""
NARROWEST = 60.0
"""Mm that words beside something else have at least."""
Picture = Callable[[float], Block]
"""Height in mm that a map may have → the map."""


class SetupSheet:
    """Makes the pages of one set-up sheet from what one side may know."""

    quick_words = "print.quick"

    def __init__(self, source: SheetSource, choices: Choices, voice: Voice, toner: tone.Toner | None = None) -> None:
        self.source, self.choices, self.voice = source, choices, voice
        self.toner = toner
        self.counters = Counters(source, voice, toner)
        self.words = ZoneWords(source, voice)
        self.cells = ZoneCells(source)
        self.compact = choices.layout == "compact"
        self.size = Size(8.0, 1.2) if self.compact else Size(11.0, 1.5)
        self.signs: dict[str, dict[str, str]] = {}
        self.zones: dict[str, tuple[str, Condition, str]] = {}
        lineup = source.lineup
        # a book that leaves no choice says all; else a placement that is ready stands beside it
        exact = bool(lineup.lines) and all(self._is_exact(line) for line in lineup.lines)
        both = choices.placement == "auto" and not self.compact
        wants_quick = choices.placement == "quick" or (choices.placement == "auto" and not exact)
        self.show_quick = bool(lineup.quick) and wants_quick
        self.show_book = bool(lineup.lines) and (choices.placement == "book" or both or not self.show_quick)
        self._number_places()

    def color(self, side: str) -> dl.Color:
        """Return a side's colour, in the tone of the sheet."""
        found = next((s for s in self.source.content.sides if s.id == side), None)
        color = side_color(found) if found is not None else look.BAR
        return self.toner.color(color) if self.toner is not None else color

    # -- signs -----------------------------------------------------------------------------------------------

    def _number_places(self) -> None:
        """Give each place on a board a sign: numbers for the first side, letters for the second; zones Z1, Z2 …"""
        lineup = self.source.lineup
        stands = [*(lineup.quick if self.show_quick else ()), *(lineup.lines if self.show_book else ())]
        for index, side in enumerate(self.source.side_order()):
            places: dict[str, str] = {}
            for stand in stands:
                if stand.side == side:
                    for place in self._cells_of(stand):
                        if place not in places:
                            places[place] = _sign(index, len(places))
            self.signs[side] = places
        board_cells = sum(len(b.make_grid().cells()) for b in self.source.boards) or 1
        for stand in (*lineup.lines, *lineup.reinforcements):
            if stand.where is None or self._cells_of(stand) or (stand in lineup.lines and not self.show_book):
                continue
            key = stand.where.model_dump_json(exclude_none=True)
            if key not in self.zones:
                found = self.cells.cells(stand.where)
                if found and len(found) <= ZONE_SHARE * board_cells:
                    self.zones[key] = (f"Z{len(self.zones) + 1}", stand.where, stand.side)

    def _is_exact(self, stand: Stand) -> bool:
        return bool(stand.place) or (stand.each is not None and bool(self._cells_of(stand)))

    def _cells_of(self, stand: Stand) -> list[str]:
        if ":" in stand.place:
            return [stand.place]
        if (
            stand.where is not None
            and stand.where.cells
            and set(stand.where.model_dump(exclude_none=True)) == {"cells"}
        ):
            return [full_place(self.source.content, self.source.scenario, c) for c in stand.where.cells]
        return []

    def _zone_sign(self, stand: Stand) -> str:
        if stand.where is None:
            return ""
        return self.zones.get(stand.where.model_dump_json(exclude_none=True), ("",))[0]

    # -- the sheet -------------------------------------------------------------------------------------------

    def make(self) -> Made:
        """Return the pages."""
        source, voice, choices = self.source, self.voice, self.choices
        paper = choices.sheet()
        columns = 2 if self.compact and not paper.is_portrait else 1
        self.width = ColumnFlow(paper, columns=columns).column_width
        sheet = voice.say("print.sheet.checklist" if choices.layout == "checklist" else "print.sheet.setup-sheet")
        head = masthead(source, voice, sheet, self.width, self.color)
        maps: list[Picture] = []
        rest: list[Iterable[Block]] = []
        ends: list[Sequence[Block]] = [()]
        if choices.layout == "checklist":
            rest = [self._checklist()]
        else:
            if choices.show_map and not self.compact:
                maps = list(self._maps(paper.height * MAP_SHARE))
            rest = [*(self._side(side) for side in self._sides()), self._neutral()]
            if choices.show_reinforcements:
                rest.append(self._arrivals())
            ends = list(self._ends())
        flow = self._fitted(paper, columns, head, maps, rest, ends)
        audience = audience_of(source, voice)
        name = voice.text(source.scenario.name)
        title = voice.text(source.content.title.name)
        pages = flow.pages(
            "setup-sheet", (f"{title} · {name}", f"{sheet} · {audience}"), f"{title} · {name} · {sheet} · {audience}",
            sheet,
        )  # fmt: skip
        problems = list(self.counters.problems)
        if not source.lineup.all:
            problems.append(
                voice.in_language(voice.main, "print.problem.empty", name=source.scenario.name.get(voice.main))
            )
        return Made(pages, [Bookmark(sheet, 0, 0.0, 0), *flow.marks], problems)

    def _ends(self) -> Iterator[Sequence[Block]]:
        """Yield what stands last on a sheet, then the same with the victory conditions beside the turn track, where they fit."""
        source, voice, choices = self.source, self.voice, self.choices
        special: list[Block] = []
        victory: list[Block] = []
        options: list[Block] = []
        track = list(self._track(self.width)) if choices.show_reinforcements else []
        if choices.show_special:
            special = list(special_blocks(source, voice, self.width))
            victory = list(victory_blocks(source, voice, self.width))
            options = list(option_blocks(source, voice, self.width)) if not self.compact else []
        yield [*track, *special, *victory, *options]
        if track and victory and not self.compact and (pairs := list(self._beside())):
            pair = min(pairs, key=lambda block: block.height)
            mark = f"{track[0].mark} · {victory[0].mark}"
            yield [replace(pair, before=track[0].before, mark=mark, ends=True), *special, *options]

    def _beside(self) -> Iterator[Block]:
        """Yield turn track and victory conditions side by side, the track in one line or in more."""
        turns, side = self.source.scenario.turns or 0, turn_side(self.source, self.voice)
        for lines in range(1, 4):
            left = -(-turns // lines) * (side + TURN_GAP) - TURN_GAP
            rest = self.width - left - GUTTER
            words = list(victory_blocks(self.source, self.voice, rest, tables=False)) if rest >= NARROWEST else []
            if words:
                yield side_by_side(stacked(list(self._track(left))), stacked(words), GUTTER, left)

    def _sides(self) -> list[Side]:
        own = {s.id: s for s in self.source.content.sides}
        order = self.source.side_order()
        if self.source.side != REFEREE:
            order.sort(key=lambda s: s != self.source.side)
        return [own[s] for s in order]

    def _fitted(
        self,
        paper: Paper,
        columns: int,
        head: Sequence[Block],
        maps: Sequence[Picture],
        rest: Sequence[Iterable[Block]],
        ends: Sequence[Sequence[Block]] = ((),),
    ) -> ColumnFlow:
        """Fill sheets; where a few lines would have the last one to themselves, what stands last shares lines, maps give way."""
        parts = [list(blocks) for blocks in rest]

        def filled(most: float, end: Sequence[Block]) -> ColumnFlow:
            flow = ColumnFlow(paper, columns=columns)
            for blocks in (head, [picture(most) for picture in maps], *parts, end):
                flow.add(blocks)
            return flow

        most = paper.height * MAP_SHARE
        flow = filled(most, ends[0])
        high = max((picture(most).height for picture in maps), default=0.0)
        saves = max(sum(b.height + b.before for b in ends[0]) - sum(b.height + b.before for b in end) for end in ends)
        if flow.count > 1 and flow.tail < (1 - min(GIVES)) * high + saves:
            others = [(most, end) for end in ends[1:]] + [(high * share, end) for share in GIVES for end in ends]
            return next((less for share, end in others if (less := filled(share, end)).count < flow.count), flow)
        return flow

    def _maps(self, most: float) -> Iterator[Picture]:
        """Yield for each board what makes its picture, which shows what it would show at `most` mm."""
        voice = self.voice
        zone_cells = {sign: self.cells.cells(where) for sign, where, _ in self.zones.values()}
        for board in self.source.boards:
            prefix = f"{board.id}:"
            signs = [
                map_picture.Sign(place.removeprefix(prefix), sign, self.color(side))
                for side, places in self.signs.items()
                for place, sign in places.items()
                if place.startswith(prefix)
            ]
            zones = [
                map_picture.NamedZone(
                    tuple(c.removeprefix(prefix) for c in zone_cells[sign] if c.startswith(prefix)),
                    sign,
                    self.color(side),
                )
                for sign, _, side in self.zones.values()
            ]
            zones = [zone for zone in zones if zone.cells]
            if not signs and not zones and len(self.source.boards) > 1:
                continue
            display = map_of(self.source, board, voice, self.toner, self.counters.problems)
            if display is None:
                continue
            cards = self._cards_on(board)
            used = [s.cell for s in signs] + [c for z in zones for c in z.cells] + list(cards)
            window = map_picture.window_of(board, display, used, (self.width, most))
            yield partial(
                map_picture.picture, board, display, self.width, signs=signs, zones=zones, window=window,
                counters=map_picture.piece_nodes(board, cards),
                caption=voice.in_language(voice.main, "print.map_caption") if signs or zones else "",
            )  # fmt: skip

    def _cards_on(self, board: BoardContent) -> dict[str, list[dl.DisplayList]]:
        """Return cell → faces of the cards that make up the map, as in a game whose country is dealt."""
        prefix = f"{board.id}:"
        faces: dict[str, list[dl.DisplayList]] = {}
        for stand in self.source.lineup.quick if self.show_quick else self.source.lineup.lines:
            if stand.place.startswith(prefix):
                cards = [lot.record for lot in stand.lots if self.counters.is_card(lot.record)]
                if cards:
                    cell = stand.place.removeprefix(prefix)
                    faces.setdefault(cell, []).extend(self.counters.face(r) for r in cards)
        return faces

    # -- a side ----------------------------------------------------------------------------------------------

    def _side(self, side: Side) -> Iterator[Block]:
        source, voice = self.source, self.voice
        lineup = source.lineup
        own = [s for s in (*lineup.lines, *lineup.quick, *lineup.pools) if s.side == side.id]
        name = voice.text(side.name)
        color = self.color(side.id)
        facts = side_facts(source, voice, side.id)
        yield heading(
            name.upper() if name.isascii() else name, color=color, aside="  ·  ".join(facts), mark=True, before=4.0,
            again=f"{name} ({voice.say('print.continued')})",
        )  # fmt: skip
        if not own:
            yield _quiet(voice.say("print.no_counters"))
            return
        if self.show_quick:
            quick = by_place([s for s in lineup.quick if s.side == side.id])
            if quick:
                yield _subhead(voice.say(self.quick_words), total(quick), voice)
                yield from self._rows(quick, side.id)
        if self.show_book:
            lines = merged([s for s in lineup.lines if s.side == side.id])
            if lines:
                yield _subhead(voice.say("print.book"), total(lines), voice)
                yield from self._rows(lines, side.id)
        pools = [s for s in lineup.pools if s.side == side.id]
        if pools:
            yield _subhead(voice.say("print.pools"), total(pools), voice)
            yield from self._rows(pools, side.id)

    def _neutral(self) -> Iterator[Block]:
        """What belongs to no side: decks, shared pools."""
        voice, lineup = self.voice, self.source.lineup
        known = {s.id for s in self.source.content.sides}
        rest = [s for s in (*lineup.quick, *lineup.lines, *lineup.pools) if s.side not in known]
        if rest:
            yield heading(voice.say("print.neutral"), aside=voice.say("print.in_all", n=total(rest)))
            alike: dict[str, list[Stand]] = {}
            for stand in rest:
                alike.setdefault(str(sorted(map(str, stand.lots))), []).append(stand)
            few: list[Stand] = []
            for stands in alike.values():
                if len(stands) > 2 and all(stand.place for stand in stands):
                    yield self._alike(stands)
                else:
                    few += stands
            yield from self._rows(few, "")

    def _alike(self, stands: Sequence[Stand]) -> Block:
        """One row for the same counters in several places."""
        title = self.voice.say("print.each", n=stands[0].count)
        places = ", ".join(self.words.place(stand.place) for stand in stands)
        return row(
            self.counters,
            RowHead((), places, (title,), stands[0].rule),
            stands[0].lots,
            self.width,
            left=min(self.width * 0.5, 95.0),
            size=self.size,
            show=self.choices.counters,
        )

    def _rows(self, stands: Sequence[Stand], side: str) -> Iterator[Block]:
        """Rows of places; two short ones stand side by side."""
        waiting: list[Stand] = []
        half = (self.width - 6.0) / 2
        for stand in stands:
            short = bool(stand.place) and stand.count <= 4 and stand.note is None and self.width > 120
            if not short:
                yield from (self._stand(s, side) for s in waiting)
                waiting = []
                yield self._stand(stand, side)
                continue
            waiting.append(stand)
            if len(waiting) == 2:
                yield side_by_side(self._stand(waiting[0], side, half), self._stand(waiting[1], side, half))
                waiting = []
        for stand in waiting:
            empty = Block(0.0, lambda x, y, w: ())
            yield side_by_side(self._stand(stand, side, half), empty)

    def _stand(self, stand: Stand, side: str, width: float = 0.0) -> Block:
        width = width or self.width
        voice = self.voice
        color = self.color(side)
        lines: list[str] = []
        badges: list[tuple[str, str]] = []
        cells = self._cells_of(stand)
        signs = self.signs.get(side, {})
        if stand.place:
            title = self.words.place(stand.place)
            if stand.place in signs:
                badges.append((signs[stand.place], color))
        elif cells:
            title = ", ".join(f"{signs[c]} {self.words.place(c)}" if c in signs else self.words.place(c) for c in cells)
        else:
            words = self.words.words(stand.where)
            title = words[:1].upper() + words[1:]
            sign = self._zone_sign(stand)
            if sign:
                badges.append((sign, color))
        if stand.formation:
            lines.append(formation_name(self.source, voice, stand.formation))
        limits = []
        if stand.each is not None and not stand.place:
            limits.append(voice.say("print.each", n=stand.each))
        if stand.max_per_cell is not None:
            limits.append(voice.say("print.max_per_cell", n=stand.max_per_cell))
        if stand.draw is not None:
            limits.append(voice.say("print.draw", n=stand.draw))
        elif stand.random:
            limits.append(voice.say("print.random"))
        if limits:
            lines.append(", ".join(limits))
        after = [*voice.each(stand.note)] if stand.note is not None else []
        for kind, where in stand.by_kind:
            what = self._kind_name(kind)
            after.append(voice.say("print.only_for", what=what, where=self.words.words(where)))
        long = not stand.place
        left = min(width * (0.36 if long else 0.27 if width > 100 else 0.4), 68.0 if long else 50.0)
        return row(
            self.counters,
            RowHead(tuple(badges), title, tuple(lines), stand.rule),
            stand.lots,
            width,
            left=left,
            size=self.size,
            show=self.choices.counters,
            empty=voice.say("print.unknown_count" if stand.secret_count else "print.no_counters"),
            after=after,
        )

    def _kind_name(self, ident: str) -> str:
        return self.voice.join(self.source.names.name("k", ident, lang) for lang in self.voice.languages)

    # -- turns -----------------------------------------------------------------------------------------------

    def _by_turn(self) -> dict[int, list[Stand]]:
        by_turn: dict[int, list[Stand]] = {}
        for stand in self.source.lineup.reinforcements:
            by_turn.setdefault(stand.turn or 0, []).append(stand)
        return by_turn

    def _arrivals(self) -> Iterator[Block]:
        voice, coming, by_turn = self.voice, self.source.lineup.reinforcements, self._by_turn()
        if coming:
            yield heading(voice.say("print.reinforcements"), aside=voice.say("print.in_all", n=total(coming)),
                          again=f"{voice.say('print.reinforcements')} ({voice.say('print.continued')})")  # fmt: skip
            for turn in sorted(by_turn):
                for stand in by_turn[turn]:
                    yield self._arrival(turn, stand)

    def _track(self, width: float) -> Iterator[Block]:
        if self.source.scenario.turns:
            yield heading(self.voice.say("print.track"))
            counts = {t: sum(s.count for s in stands) for t, stands in self._by_turn().items()}
            yield from turn_track(self.source, self.voice, counts, width)

    def _arrival(self, turn: int, stand: Stand) -> Block:
        voice = self.voice
        where = self.words.place(stand.place) if stand.place else self.words.words(stand.where)
        sign = self._zone_sign(stand)
        lines = [f"{sign} {where}".strip(), *voice.each(stand.note)]
        side = next((s for s in self.source.content.sides if s.id == stand.side), None)
        if side is not None:
            lines.insert(0, voice.text(side.name))
        return row(
            self.counters, RowHead((), turn_name(self.source, voice, turn), tuple(lines), stand.rule), stand.lots,
            self.width, left=min(self.width * 0.3, 55.0), size=self.size, show=self.choices.counters,
            empty=voice.say("print.unknown_count" if stand.secret_count else "print.no_counters"),
        )  # fmt: skip

    # -- checklist -------------------------------------------------------------------------------------------

    def _checklist(self) -> Iterator[Block]:
        """Counters by formation, each with a box to tick, its number, and where it goes."""
        source, voice = self.source, self.voice
        for side in self._sides():
            stands = [s for s in self._listed() if s.side == side.id]
            tray = trays(source, stands)
            if not tray:
                continue
            name = voice.text(side.name)
            yield heading(
                name, color=self.color(side.id), again=f"{name} ({voice.say('print.continued')})",
                aside=voice.say("print.in_all", n=total(stands)),
            )  # fmt: skip
            for formation, entries in tray:
                yield _subhead(formation_name(source, voice, formation) or voice.say("print.no_formation"),
                               sum(lot.count for lot, _ in entries), voice)  # fmt: skip
                for lot, places in entries:
                    yield self._tick(lot, places, side.id)

    def _listed(self) -> list[Stand]:
        lineup = self.source.lineup
        first = lineup.quick if self.show_quick and self.choices.placement != "book" else lineup.lines
        # a ready placement leaves out what is drawn at random: those lines are listed too
        sides = {side.id for side in self.source.content.sides}
        rest = [
            s
            for s in (lineup.lines if first is lineup.quick else lineup.quick)
            if (s.random if first is lineup.quick else s.side not in sides)
        ]
        return [*first, *rest, *lineup.pools, *lineup.reinforcements]

    def _tick(self, lot: Lot, places: Sequence[tuple[Stand, int]], side: str) -> Block:
        size = 7.0
        name = self.voice.join(self.counters.name(lot, lang) for lang in self.voice.languages)
        where = ";  ".join(self._short(stand, n, side) for stand, n in places)
        width = self.width
        rows = typeset.lines(where, look.font("small"), width - 88)
        thin = max(look.leading("small", r) for r in rows)
        height = max(size + 1.8, len(rows) * thin + 2.0)

        def draw(x: float, y: float, w: float) -> list[dl.Node]:
            middle = y + min(height, size + 1.8) / 2
            nodes: list[dl.Node] = []
            for n in range(min(lot.count, 2)):
                nodes.append(look.box(x + n * 4.2, middle - 1.6, 3.2, 3.2, None, edge=look.BAR, width=0.25))
            nodes.append(self.counters.draw(lot.record, x + 10, middle - size / 2, size))
            nodes.append(look.text(f"{lot.count} ×", x + 26, middle + 1.0, "strong", align="r"))
            font, _ = typeset.fitted(name, look.font("body"), 56)
            nodes.append(dl.Text(name, (x + 28, middle + 1.0), font, look.INK, align="l", valign="b", fit=56))
            base = middle + 0.85 - (len(rows) - 1) * thin / 2 if len(rows) < 3 else y + 3.0
            for part in rows:
                nodes.append(look.text(part, x + 88, base, "small"))
                base += thin
            nodes.append(look.line(x, y + height, x + w, y + height))
            return nodes

        return Block(height, draw)

    def _short(self, stand: Stand, count: int, side: str) -> str:
        """Where so many counters of a lot go, in few words."""
        if stand.place:
            sign = self.signs.get(side, {}).get(stand.place, "")
            words = f"{sign} {self.words.place(stand.place)}".strip()
        else:
            words = f"{self._zone_sign(stand)} {self.words.words(stand.where)}".strip()
        if stand.turn is not None:
            words = f"{turn_name(self.source, self.voice, stand.turn)}: {words}"
        return f"{count} × {words}" if count > 1 else words


def _sign(side: int, n: int) -> str:
    if side == 1:
        return (chr(64 + n // 26) if n >= 26 else "") + chr(65 + n % 26)
    return f"{n + 1}" if side == 0 else f"{chr(96 + side)}{n + 1}"


def _subhead(words: str, count: int, voice: Voice) -> Block:
    aside = voice.say("print.in_all", n=count) if count else ""

    def draw(x: float, y: float, w: float) -> list[dl.Node]:
        return [
            look.text(words, x, y + 4.0, "small_strong", color=look.SECOND),
            look.text(aside, x + w, y + 4.0, "small", color=look.SECOND, align="r"),
            look.line(x, y + 5.0, x + w, y + 5.0),
        ]

    return Block(5.0, draw, before=2.0, keep=True, mark=words, depth=2)


def _quiet(words: str) -> Block:
    return Block(5.0, lambda x, y, w: [look.text(words, x, y + 3.4, "body", color=look.SECOND)])
