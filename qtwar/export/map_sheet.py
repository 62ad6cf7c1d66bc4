"""Maps on paper: at printed size over as many sheets as it takes, with overlap and join marks, or on one sheet.

Sheets step by multiples of 1/10 inch, so that pictures of them at any dpi divisible by ten join to the pixel.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from qtwar.base.errors import DataFault
from qtwar.draw import displaylist as dl
from qtwar.export import look, map_picture, tone
from qtwar.export.choices import Choices
from qtwar.export.counters import Counters
from qtwar.export.flow import ColumnFlow, running_head
from qtwar.export.hatching import Hatcher
from qtwar.export.page import Bookmark, Link, Page, placed
from qtwar.export.paper import Paper
from qtwar.export.sheet_parts import Made
from qtwar.export.situation import faces_on
from qtwar.export.source import SheetSource
from qtwar.export.voice import Voice
from qtwar.model.board import BoardContent

STEP = 2.54
CELL_MM = 16.0
MOST_SHEETS = 400


@dataclass(frozen=True, slots=True)
class Tiles:
    """How a map of width × height mm is cut: sheets side by side and below, the field of each, the step, the margin."""

    columns: int
    rows: int
    field: tuple[float, float]
    step: tuple[float, float]
    margin: float

    def origin(self, row: int, column: int) -> tuple[float, float]:
        """Return which point of the map (mm) lies in the left top corner of a sheet's field."""
        return column * self.step[0], row * self.step[1]


def tiles(paper: Paper, width: float, height: float, overlap: float) -> Tiles:
    """Return the cut of a map; raises DataFault where the overlap leaves nothing."""
    margin = math.ceil(max(paper.margin, 7.0) / STEP - 1e-9) * STEP
    field_w = math.floor((paper.width - 2 * margin) / STEP) * STEP
    field_h = math.floor((paper.height - 2 * margin) / STEP) * STEP
    step_w = math.floor((field_w - overlap) / STEP + 1e-9) * STEP
    step_h = math.floor((field_h - overlap) / STEP + 1e-9) * STEP
    if overlap < 0 or step_w < 20 or step_h < 20:
        raise DataFault("fault.print.overlap", mm=overlap, paper=paper.name)
    columns = max(1, math.ceil((width - field_w) / step_w - 1e-6) + 1)
    rows = max(1, math.ceil((height - field_h) / step_h - 1e-6) + 1)
    if columns * rows > MOST_SHEETS:
        raise DataFault("fault.print.too_many_sheets", n=columns * rows, paper=paper.name)
    return Tiles(columns, rows, (field_w, field_h), (step_w, step_h), margin)


class MapSheet:
    """Makes the sheets of one board."""

    def __init__(self, source: SheetSource, choices: Choices, voice: Voice, toner: tone.Toner | None = None) -> None:
        self.source, self.choices, self.voice, self.toner = source, choices, voice, toner
        self.counters = Counters(source, voice, toner)

    def boards(self) -> list[BoardContent]:
        """Return the boards wanted; raises DataFault naming those there are."""
        boards = list(self.source.boards)
        if not self.choices.board:
            return boards
        found = [b for b in self.source.content.boards if b.id == self.choices.board]
        if not found:
            known = [b.id for b in self.source.content.boards]
            raise DataFault("fault.board.unknown", board=self.choices.board, known=known)
        return found

    def make(self) -> Made:
        """Return the sheets of all boards wanted."""
        pages: list[Page] = []
        marks: list[Bookmark] = []
        boards = self.boards()
        sheet = self.voice.say("print.sheet.map")
        if not boards:
            title = self.source.content.title.name.get(self.voice.main)
            return Made([], [], [self.voice.in_language(self.voice.main, "print.problem.no_map", title=title)])
        for board in boards:
            made = self._board(board)
            name = self.voice.text(board.name)
            marks.append(Bookmark(f"{sheet}: {name}" if len(boards) > 1 else sheet, len(pages), 0.0, 0))
            if len(made) > 1:
                marks += [Bookmark(page.name, len(pages) + n, 0.0, 1) for n, page in enumerate(made)]
            pages += [_linked(page, len(pages)) for page in made]
        return Made(pages, marks, list(self.counters.problems))

    # -- one board -------------------------------------------------------------------------------------------

    def display(self, board: BoardContent) -> dl.DisplayList:
        """Return the map in the wanted tone, with its counters if they are wanted."""
        display = self.source.art.board(board, self.voice.main)
        display = dl.DisplayList(display.bounds, (*display.nodes, *self._dates(board)), display.notes)
        if self.choices.ink_saving:
            display = Hatcher().display(display)
        if self.toner is not None:
            display = self.toner.display(display)
        faces = self._faces(board) if self.choices.map_counters or board.grid.kind == "cards" else {}
        if not self.choices.map_counters:
            # country that is dealt is the map itself
            faces = {cell: [face for face in stack if map_picture.is_large(face)] for cell, stack in faces.items()}
        if not any(faces.values()):
            return display
        pieces = dl.Group(tuple(map_picture.piece_nodes(board, faces)), name="pieces")
        return dl.DisplayList(display.bounds, (*display.nodes, pieces), display.notes)

    def _dates(self, board: BoardContent) -> Iterator[dl.Node]:
        """The dates of this scenario at the top of the boxes of a printed turn record."""
        for box in board.boxes:
            number = box.id.removeprefix("turn-")
            if box.role != "turn" or box.on_board is None or not number.isdecimal():
                continue
            x, y, w, _ = box.on_board
            words = self.source.scenario.turn_dates(int(number), self.voice.main)
            if words:
                font = dl.Font("Barlow Condensed", 22.0, 600, False, 0.02)
                yield dl.Text(words, (x + w / 2, y + 6), font, look.INK, valign="t", fit=w - 16, min_px=6)

    def _faces(self, board: BoardContent) -> dict[str, list[dl.DisplayList]]:
        if self.source.position is not None:
            return faces_on(self.counters.face, self.source.position, board)
        out: dict[str, list[dl.DisplayList]] = {}
        prefix = f"{board.id}:"
        boxes = {box.id for box in board.boxes if box.on_board is not None}
        lineup = self.source.lineup
        for stand in lineup.quick or lineup.lines:
            if stand.place.startswith(prefix) or stand.place in boxes:
                there = out.setdefault(stand.place.removeprefix(prefix), [])
                for lot in stand.lots:
                    there += [self.counters.face(lot.record)] * lot.count
        return out

    def window(self, board: BoardContent, display: dl.DisplayList) -> tuple[float, float, float, float]:
        """Return the part of the map that is wanted (u); raises DataFault for cells that are not there."""
        words = self.choices.region.strip()
        if not words:
            return display.bounds
        grid = board.make_grid()
        first, _, last = words.partition("-")
        ends = [first.strip(), (last or first).strip()]
        for cell in ends:
            if not grid.contains(cell):
                raise DataFault("fault.print.no_cell", board=board.id, cell=cell)
        points = [p for cell in ends for p in grid.polygon(cell)]
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        return min(xs), min(ys), max(xs), max(ys)

    def _board(self, board: BoardContent) -> list[Page]:
        choices = self.choices
        paper = choices.sheet()
        display = self.display(board)
        window = self.window(board, display)
        cell_mm = board.grid.cell_mm or CELL_MM
        width_u, height_u = window[2] - window[0], window[3] - window[1]
        if choices.one_sheet:
            k = cell_mm / 100 * (choices.scale or 100.0) / 100
            return [self._single(board, display, window, k)]
        if not choices.scale:
            margin = max(paper.margin, 7.0)
            k = min((paper.width - 2 * margin) / width_u, (paper.height - 2 * margin - 5) / height_u)
            return [self._fitted(board, display, window, k, paper)]
        k = cell_mm / 100 * choices.scale / 100
        cut = tiles(paper, width_u * k, height_u * k, choices.overlap)
        pages = [
            self._tile(board, display, window, k, paper, cut, row, column)
            for row in range(cut.rows)
            for column in range(cut.columns)
        ]
        if len(pages) > 1:
            pages.insert(0, self._plan(board, display, window, k, paper, cut))
        return pages

    def _words(self, board: BoardContent, k: float) -> str:
        voice = self.voice
        title, name = voice.text(self.source.content.title.name), voice.text(board.name)
        return f"{title} · {name} · {self._scale_words(board, k)}"

    def _scale_words(self, board: BoardContent, k: float) -> str:
        cell = board.grid.cell_mm or CELL_MM
        share = k * 100 / cell
        wide = board.grid.card_w or cell  # a cell of cards is as wide as a card
        return self.voice.say("print.map_scale", percent=f"{share * 100:.0f}", mm=f"{share * wide:.3g}")

    def _single(
        self, board: BoardContent, display: dl.DisplayList, window: tuple[float, float, float, float], k: float
    ) -> Page:
        """One sheet as large as the map."""
        wide, high = (window[2] - window[0]) * k, (window[3] - window[1]) * k
        edge = 10.0
        width, height = wide + 2 * edge, high + 2 * edge
        if max(width, height) > 5000:
            raise DataFault("fault.print.sheet_large", width=round(width), height=round(height))
        nodes = (
            placed(display, edge, edge, wide, window=window, name="map", scale=k),
            look.text(self._words(board, k), edge, height - 4.0, "small", color=look.SECOND),
        )
        return Page(width, height, nodes, "map", self.voice.text(board.name))

    def _fitted(
        self, board: BoardContent, display: dl.DisplayList, window: tuple[float, float, float, float], k: float, paper: Paper
    ) -> Page:
        """The whole map on one sheet of paper."""
        wide, high = (window[2] - window[0]) * k, (window[3] - window[1]) * k
        x, y = (paper.width - wide) / 2, (paper.height - 5 - high) / 2
        nodes = (
            placed(display, x, y, wide, window=window, name="map"),
            look.text(self._words(board, k), x, y + high + 4.4, "foot", color=look.SECOND, fit=wide),
        )
        return Page(paper.width, paper.height, nodes, "map", self.voice.text(board.name))

    def _tile(
        self, board: BoardContent, display: dl.DisplayList, window: tuple[float, float, float, float], k: float, paper: Paper,
        cut: Tiles, row: int, column: int,
    ) -> Page:  # fmt: skip
        ox, oy = cut.origin(row, column)
        m = cut.margin
        wide = min(cut.field[0], (window[2] - window[0]) * k - ox)
        high = min(cut.field[1], (window[3] - window[1]) * k - oy)
        part = (window[0] + ox / k, window[1] + oy / k, window[0] + (ox + wide) / k, window[1] + (oy + high) / k)
        name = tile_name(row, column)
        where = self.voice.say("print.tile", row=row + 1, rows=cut.rows, column=column + 1, columns=cut.columns)
        nodes: list[dl.Node] = [placed(display, m, m, wide, window=part, name="map", scale=k)]
        nodes += _joins(self.voice, cut, row, column, wide, high)
        y = paper.height - m + 4.6
        nodes.append(look.text(name, m, y, "strong"))
        words = f"{where}   ·   {self._words(board, k)}"
        nodes.append(look.text(words, m + 9, y, "foot", color=look.SECOND, fit=cut.field[0] - 9))
        return Page(paper.width, paper.height, tuple(nodes), "map", name)

    def _plan(
        self, board: BoardContent, display: dl.DisplayList, window: tuple[float, float, float, float], k: float, paper: Paper,
        cut: Tiles,
    ) -> Page:  # fmt: skip
        """A sheet that shows the whole map with the cut over it."""
        voice = self.voice
        title = f"{voice.text(self.source.content.title.name)} · {voice.text(board.name)}"
        words = voice.say("print.tile_plan")
        flow = ColumnFlow(paper)
        room_w, room_h = flow.width, flow.bottom - flow.top_later - 8
        fit = map_picture.fit(window, room_w, room_h)
        x0, y0 = paper.margin, flow.top_later + 6
        map_wide = (window[2] - window[0]) * fit
        nodes: list[dl.Node] = [
            *running_head(paper, title, self._scale_words(board, k)),
            look.text(words, paper.margin, paper.margin + 10, "heading"),
            placed(display, x0, y0, map_wide, window=window, name="map"),
        ]
        s = fit / k
        links: list[Link] = []
        for row in range(cut.rows):
            for column in range(cut.columns):
                ox, oy = cut.origin(row, column)
                wide = min(cut.field[0], (window[2] - window[0]) * k - ox) * s
                high = min(cut.field[1], (window[3] - window[1]) * k - oy) * s
                x, y = x0 + ox * s, y0 + oy * s
                frame = dl.rectangle(x, y, wide, high)
                nodes.append(dl.Shape(frame, None, dl.Stroke("#ffffffb0", 0.8, "flat", "miter")))
                nodes.append(dl.Shape(frame, None, dl.Stroke(look.ACCENT, 0.3, "flat", "miter")))
                nodes += look.badge(tile_name(row, column), x + wide / 2, y + high / 2, look.ACCENT, 5.0)
                links.append(Link((x, y, wide, high), page=1 + row * cut.columns + column))
        return Page(paper.width, paper.height, tuple(nodes), "map", words, links=tuple(links))


def _linked(page: Page, by: int) -> Page:
    """A page whose links count from the first page of all boards."""
    return replace(page, links=tuple(replace(link, page=link.page + by) for link in page.links)) if page.links else page


def tile_name(row: int, column: int) -> str:
    """Return the name of a sheet: its row as a letter, its column as a number."""
    letter = chr(65 + row) if row < 26 else chr(64 + row // 26) + chr(65 + row % 26)
    return f"{letter}{column + 1}"


def _joins(voice: Voice, cut: Tiles, row: int, column: int, wide: float, high: float) -> list[dl.Node]:
    """Marks in the margin where the next sheet's edge comes to lie, with that sheet's name."""
    m = cut.margin
    nodes: list[dl.Node] = []
    runs: list[list[tuple[float, float]]] = []
    tips: list[list[tuple[float, float]]] = []

    def name(r: int, c: int) -> str:
        return voice.in_language(voice.main, "print.tile_join", name=tile_name(r, c))

    def level(y: float) -> None:
        runs.extend([[(m - 4.5, y), (m - 0.4, y)], [(m + wide + 0.4, y), (m + wide + 4.5, y)]])
        tips.extend([[(m - 0.4, y), (m - 1.9, y - 0.9), (m - 1.9, y + 0.9)],
                     [(m + wide + 0.4, y), (m + wide + 1.9, y - 0.9), (m + wide + 1.9, y + 0.9)]])  # fmt: skip

    def upright(x: float) -> None:
        runs.extend([[(x, m - 4.5), (x, m - 0.4)], [(x, m + high + 0.4), (x, m + high + 4.5)]])
        tips.extend([[(x, m - 0.4), (x - 0.9, m - 1.9), (x + 0.9, m - 1.9)],
                     [(x, m + high + 0.4), (x - 0.9, m + high + 1.9), (x + 0.9, m + high + 1.9)]])  # fmt: skip

    if column + 1 < cut.columns:
        upright(m + cut.step[0])
        nodes.append(_aside(name(row, column + 1), m + wide + 3.4, m + high / 2, 90))
    if column:
        upright(m + cut.field[0] - cut.step[0])
        nodes.append(_aside(name(row, column - 1), m - 3.4, m + high / 2, -90))
    if row + 1 < cut.rows:
        level(m + cut.step[1])
        nodes.append(_aside(name(row + 1, column), m + wide - 20, m + high + 3.4, 0))
    if row:
        level(m + cut.field[1] - cut.step[1])
        nodes.append(_aside(name(row - 1, column), m + wide / 2, m - 3.4, 0))
    if runs:
        pen = dl.Stroke("#000000", 0.15, "flat")
        nodes.append(dl.Shape(dl.path_of(runs, closed=False), stroke=pen))
        nodes.append(dl.Shape(dl.path_of(tips), "#000000"))
    return nodes


def _aside(words: str, x: float, y: float, turn: float) -> dl.Text:
    return look.text(words, x, y, "foot", color=look.SECOND, align="c", valign="m", rotate=turn)
