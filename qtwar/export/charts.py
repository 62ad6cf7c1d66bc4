"""Player aids: look-up tables with notes and rule numbers, the sequence of play, and the terrain key with drawn samples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.draw import displaylist as dl
from qtwar.export import grids, look, tone, typeset
from qtwar.export.choices import Choices
from qtwar.export.counters import Counters
from qtwar.export.flow import Block, ColumnFlow, heading, paragraph
from qtwar.export.page import Bookmark, placed
from qtwar.export.sheet_parts import Made, map_of
from qtwar.export.source import SheetSource
from qtwar.export.voice import Voice
from qtwar.model.board import BoardContent
from qtwar.model.grid import Grid
from qtwar.model.problem import near
from qtwar.model.tables import LookupTable

SAMPLE = (17.0, 12.5)


class Charts:
    """Makes the pages of all tables wanted."""

    def __init__(self, source: SheetSource, choices: Choices, voice: Voice, toner: tone.Toner | None = None) -> None:
        self.source, self.choices, self.voice, self.toner = source, choices, voice, toner
        self.counters = Counters(source, voice, toner)
        self.problems = self.counters.problems

    def tables(self) -> list[LookupTable]:
        """Return the tables wanted; raises DataFault naming those there are."""
        known = {t.id: t for t in self.source.content.tables}
        for ident in self.choices.tables:
            if ident not in known:
                raise DataFault("fault.print.no_table", hint=near(ident, known), table=ident)
        return [known[i] for i in self.choices.tables] if self.choices.tables else list(known.values())

    def make(self) -> Made:
        """Return the pages."""
        voice, source = self.voice, self.source
        paper = self.choices.sheet()
        tables = self.tables()
        whole = not self.choices.tables
        flow = ColumnFlow(paper)
        sheet = voice.say("print.sheet.tables")
        title = voice.text(source.content.title.name)
        flow.add([top_block(title, sheet)])
        if whole:
            flow.add(sequence_blocks(source, voice, flow.width))
        for group in dict.fromkeys(t.group for t in tables):
            flow.add(self._group([t for t in tables if t.group == group], flow))
        if whole:
            flow.add(self._terrain(flow.width))
        problems = self.problems if tables else [voice.in_language(voice.main, "print.problem.no_tables", title=title)]
        pages = flow.pages("tables", (title, sheet), f"{title} · {sheet}", sheet)
        return Made(pages, [Bookmark(sheet, 0, 0.0, 0), *flow.marks], problems)

    def _group(self, tables: Sequence[LookupTable], flow: ColumnFlow) -> Iterator[Block]:
        """Narrow tables stand side by side, two by two; the others one below the other."""
        half = (flow.width - 8.0) / 2
        most = (flow.bottom - flow.top_later) * 0.62
        waiting: list[tuple[LookupTable, Block]] = []
        for table in tables:
            single = None
            if _narrow(table, self.voice, half):
                blocks = list(grids.table_blocks(table, self.voice, half))
                single = _one(blocks)
            if single is None or single.height > most:
                yield from self._flush(waiting)
                waiting = []
                yield from grids.table_blocks(table, self.voice, flow.width)
                continue
            waiting.append((table, single))
            if len(waiting) == 2:
                yield from self._flush(waiting)
                waiting = []
        yield from self._flush(waiting)

    def _flush(self, waiting: list[tuple[LookupTable, Block]]) -> Iterator[Block]:
        if not waiting:
            return
        blocks = [block for _, block in waiting]
        names = [self.voice.text(table.name) for table, _ in waiting]

        def draw(x: float, y: float, w: float) -> list[dl.Node]:
            half = (w - 8.0) / 2
            return [node for n, b in enumerate(blocks) for node in b.draw(x + n * (half + 8.0), y, half)]

        # both have their line in the outline; the second mark costs no room
        for name in names[:-1]:
            yield Block(0.0, lambda x, y, w: (), before=4.0, keep=True, mark=name, ends=True)
        yield Block(
            max(b.height for b in blocks), draw, before=4.0 if len(names) == 1 else 0.0, mark=names[-1], ends=True
        )

    # -- terrain key -----------------------------------------------------------------------------------------

    def _terrain(self, width: float) -> Iterator[Block]:
        voice = self.voice
        samples = list(self._samples())
        if not samples:
            return
        title = voice.say("print.terrain_key")
        yield heading(title, again=f"{title} ({voice.say('print.continued')})")
        columns = max(2, int(width // 46))
        cell = width / columns
        for n in range(0, len(samples), columns):
            part = samples[n : n + columns]
            rows = [typeset.lines(name, look.font("small"), cell - SAMPLE[0] - 4) for name, _ in part]

            def draw(
                x: float, y: float, w: float, part: list[Any] = part, rows: list[list[str]] = rows
            ) -> list[dl.Node]:
                nodes: list[dl.Node] = []
                for k, ((_, picture), said) in enumerate(zip(part, rows, strict=True)):
                    at = x + k * cell
                    nodes.append(picture(at, y + 1.0))
                    nodes.append(look.box(at, y + 1.0, *SAMPLE, None, edge=look.BAR, width=0.25))
                    base = y + 1.0 + SAMPLE[1] / 2 + 0.8 - (len(said) - 1) * 1.7
                    for row in said:
                        nodes.append(look.text(row, at + SAMPLE[0] + 2, base, "small"))
                        base += 3.4
                return nodes

            yield Block(SAMPLE[1] + 2.4, draw)

    def _samples(self) -> Iterator[tuple[str, Any]]:
        """Yield (name, draws a piece of the map) for each kind of terrain that some board has."""
        content, voice = self.source.content, self.voice
        yield from self._ground_cards()
        found: dict[str, tuple[str, BoardContent, Grid, tuple[float, float]]] = {}
        for board in self.source.boards or content.boards:
            if board.grid.kind == "cards" or (len(set(board.terrain.values())) < 2 and not board.features):
                continue  # its ground is on its cards, or it is a display
            grid = board.make_grid()
            for key, place in _where_seen(board, grid):
                found.setdefault(key, (key, board, grid, place))
        kinds: list[tuple[str, Any]] = []
        for group, items in (
            ("terrain", content.terrain),
            ("feature", content.features),
            ("edge", content.edge_kinds),
            ("path", content.path_kinds),
        ):
            kinds += [(f"{group}:{item.id}", item) for item in items]
        said: set[str] = set()
        for key, item in kinds:
            name = voice.text(item.name)
            if key not in found or name in said:
                continue
            said.add(name)
            _, board, _, (cx, cy) = found[key]
            display = map_of(self.source, board, voice, self.toner, self.problems)
            if display is None:
                continue
            wide = 150.0
            high = wide * SAMPLE[1] / SAMPLE[0]
            window = (cx - wide / 2, cy - high / 2, cx + wide / 2, cy + high / 2)

            def picture(x: float, y: float, display: dl.DisplayList = display, window: Any = window) -> dl.Node:
                return placed(display, x, y, SAMPLE[0], window=window, name="sample")

            yield name, picture

    def _ground_cards(self) -> Iterator[tuple[str, Any]]:
        """Yield (name, draws the card) for each kind of card of the scenario that shows ground."""
        content = self.source.content
        dealt = dict.fromkeys(str(lot.record["kind"]) for stand in self.source.lineup.all for lot in stand.lots)
        for kind in (content.kinds_by_id[k] for k in dealt if k in content.kinds_by_id):
            if kind.klass != "card" or "scene" not in kind.attrs:
                continue
            card = self.counters.face({"id": "", "kind": kind.id, "face": "front", "owner": "", "attrs": {}})

            def picture(x: float, y: float, card: dl.DisplayList = card) -> dl.Node:
                left, top, right, bottom = card.bounds
                wide = min(SAMPLE[0], SAMPLE[1] * (right - left) / (bottom - top))
                high = wide * (bottom - top) / (right - left)
                return placed(card, x + (SAMPLE[0] - wide) / 2, y + (SAMPLE[1] - high) / 2, wide, name="sample")

            yield self.voice.text(kind.name), picture


def _where_seen(board: BoardContent, grid: Grid) -> Iterator[tuple[str, tuple[float, float]]]:
    """Yield kind → a point of the board (u) that shows it well: for terrain the cell with most of its like around."""
    best: dict[str, tuple[int, str]] = {}
    for cell, kind in board.terrain.items():
        if not grid.contains(cell):
            continue
        alike = sum(1 for near in grid.neighbours(cell) if board.terrain.get(near) == kind)
        if kind not in best or alike > best[kind][0]:
            best[kind] = (alike, cell)
    for kind, (_, cell) in best.items():
        yield f"terrain:{kind}", grid.to_pixel(cell)
    for feature, cells in board.features.items():
        inside = [c for c in cells if grid.contains(c)]
        if inside:
            yield f"feature:{feature}", grid.to_pixel(inside[len(inside) // 2])
    for edge in board.edges:
        for side in edge.sides:
            if grid.has_edge(side):
                points = grid.edge_points(side)
                yield f"edge:{edge.kind}", (
                    sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
                )  # fmt: skip
                break
    for path in board.paths:
        inside = [c for c in path.cells if grid.contains(c)]
        if inside:
            yield f"path:{path.kind}", grid.to_pixel(inside[len(inside) // 2])


def sequence_blocks(source: SheetSource, voice: Voice, width: float) -> Iterator[Block]:
    """Yield the sequence of play that a title tells of (`attrs: {sequence: […]}` of `module.yaml`), numbered."""
    steps = source.content.title.sequence
    if not steps:
        return
    title = voice.say("print.sequence")
    yield heading(title, again=f"{title} ({voice.say('print.continued')})")
    for one in steps:
        step, sign, depth = one.said, one.number, one.depth
        name = voice.join(one.name(lang) for lang in voice.languages)
        rule = str(step.get("rule") or "")
        grade = "strong" if depth == 0 else "body" if depth == 1 else "small"
        indent = 7.0 + depth * 7.0

        def draw(
            x: float, y: float, w: float, sign: str = sign, name: str = name, rule: str = rule, grade: str = grade,
            indent: float = indent,
        ) -> list[dl.Node]:  # fmt: skip
            base = y + 3.3
            nodes: list[dl.Node] = [
                look.text(f"{sign}.", x + indent - 7.0, base, grade, color=look.SECOND),
                look.text(name, x + indent, base, grade, fit=w - indent - 14),
            ]
            if rule:
                nodes.append(look.text(rule, x + w, base, "mark", color=look.SECOND, align="r"))
                end = x + w - typeset.widest([rule], look.font("mark")) - 2.0
                begin = x + indent + typeset.widest([name], look.font(grade)) + 2.0
                if end - begin > 3.0:  # a fine line leads the eye from the words to their rule
                    nodes.append(look.line(begin, base - 0.3, end, base - 0.3, 0.12))
            return nodes

        yield Block(4.7, draw, before=1.0 if depth == 0 else 0.0, keep=bool(step.get("steps") or step.get("text")))
        text = step.get("text")
        if isinstance(text, Mapping):
            said = [str(text.get(lang) or "") for lang in voice.languages]
            yield from paragraph([s for s in said if s], width, "small", indent=indent, color=look.SECOND, before=0.2)


def top_block(title: str, sheet: str) -> Block:
    """Return the top of a first page without a scenario."""

    def draw(x: float, y: float, w: float) -> list[dl.Node]:
        return [
            look.box(x, y, w, 1.2, look.BAR),
            look.text(title, x, y + 6.2, "strong", color=look.SECOND),
            look.text(sheet, x, y + 13.8, "title", fit=w),
        ]

    return Block(16.5, draw)


def _one(blocks: Sequence[Block]) -> Block:
    """Blocks stacked into one that is not parted."""
    heights = [b.height + (b.before if n else 0.0) for n, b in enumerate(blocks)]

    def draw(x: float, y: float, w: float) -> list[dl.Node]:
        nodes: list[dl.Node] = []
        at = y
        for n, (block, height) in enumerate(zip(blocks, heights, strict=True)):
            nodes += block.draw(x, at + (block.before if n else 0.0), w)
            at += height
        return nodes

    return replace(Block(sum(heights), draw))


def _narrow(table: LookupTable, voice: Voice, room: float) -> bool:
    """Whether a table stands in half a page without breaking its words."""
    grid, _ = grids.decoded_table(table, grids.grid_of(table, voice), voice)
    font = look.font("small")
    total = 0.0
    for n in range(len(grid.columns)):
        cells = [grid.columns[n], *(row[n] for row in grid.rows)]
        total += max(7.0, typeset.widest(cells, font) * 1.1 + 3.0)
    return total <= room


__all__ = ["Charts", "sequence_blocks", "top_block"]
