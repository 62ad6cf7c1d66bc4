"""Counter sheets at real size: fronts, and backs mirrored so that they fall on their fronts; bleed, cut and register marks.

Positions are computed once for the front; the back of a counter at (x, y, w, h) lies at (W − x − w, y) when the sheet is
turned over its upright axis, and at (x, H − y − h), upside down, when it is turned over its level axis.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.base.text import sentence
from qtwar.draw import displaylist as dl
from qtwar.export import look, tone, typeset
from qtwar.export.choices import Choices
from qtwar.export.counters import Counters, body_of
from qtwar.export.page import Bookmark, Page
from qtwar.export.paper import Paper
from qtwar.export.printed import printed_mm
from qtwar.export.sheet_parts import Made, formation_name
from qtwar.export.source import Lot, SheetSource
from qtwar.export.voice import Voice

MARKER_COPIES = 4
"""So many copies of a marker that no scenario and no roster counts."""
MARK = 4.0
HEADER, FOOTER = 8.0, 7.0


@dataclass(frozen=True, slots=True)
class Item:
    """One counter to cut out: its record, the group it is sorted by, its size in mm."""

    record: dict[str, Any]
    group: str
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class CounterRaster:
    """Where counters of one size lie on a sheet: left top corner, columns, rows, distance."""

    left: float
    top: float
    columns: int
    rows: int
    width: float
    height: float
    gap: float

    def place(self, n: int) -> tuple[float, float]:
        """Return the left top corner of the n-th counter of a sheet."""
        row, column = divmod(n, self.columns)
        return self.left + column * (self.width + self.gap), self.top + row * (self.height + self.gap)


def _size_words(item: Item) -> str:
    width, height = f"{item.width:.4g}", f"{item.height:.4g}"
    return width if width == height else f"{width} × {height}"


def size_mm(source: SheetSource, choices: Choices, klass: str) -> float:
    """Return in mm how wide 100 u of a counter are, or the short side of a card: chosen, or as the title says."""
    if choices.counter_mm and klass != "card":
        return choices.counter_mm
    return printed_mm(source.content.title.attrs, klass)


def raster(paper: Paper, width: float, height: float, gap: float, bleed: float) -> CounterRaster:
    """Return how counters of a size lie on a paper; raises DataFault where not one fits."""
    edge = edge_of(paper, bleed)
    room_w = paper.width - 2 * edge
    room_h = paper.height - 2 * edge - HEADER - FOOTER
    columns = int((room_w + gap + 1e-6) // (width + gap))
    rows = int((room_h + gap + 1e-6) // (height + gap))
    if columns < 1 or rows < 1:
        raise DataFault(
            "fault.print.paper_small", paper=paper.name, width=width, height=height, most=round(min(room_w, room_h))
        )
    left = (paper.width - columns * (width + gap) + gap) / 2
    top = edge + HEADER + (room_h - rows * (height + gap) + gap) / 2
    return CounterRaster(left, top, columns, rows, width, height, gap)


def edge_of(paper: Paper, bleed: float) -> float:
    """Return how far from the edge counters keep: as near as marks and printers allow, unless wide margins are chosen."""
    return max(bleed + MARK + 1.5, paper.margin if paper.margin > 12.0 else 0.0)


def back_place(paper: Paper, x: float, y: float, w: float, h: float, duplex: str) -> tuple[float, float, bool]:
    """Return (x, y, upside down) of the back that falls on a front, as the printed side lies before the reader."""
    upright_axis = (duplex == "long") == paper.is_portrait
    if upright_axis:
        return paper.width - x - w, y, False
    return x, paper.height - y - h, True


class CounterSheet:
    """Makes front and back pages of all counters wanted."""

    def __init__(self, source: SheetSource, choices: Choices, voice: Voice, toner: tone.Toner | None = None) -> None:
        self.source, self.choices, self.voice = source, choices, voice
        self.counters = Counters(source, voice, toner)
        self.toner = toner
        self._ready: dict[int, tuple[dl.DisplayList, tuple[dl.Node, ...], tuple[dl.Node, ...]]] = {}
        self._backs: dict[int, tuple[dl.DisplayList, dl.DisplayList]] = {}

    # -- what is printed ---------------------------------------------------------------------------------------

    def items(self) -> list[Item]:
        """Return the counters, sorted by side, group and roster."""
        records = self._everything() if self.choices.scope == "all" else self._needed()
        content = self.source.content
        kinds = {kind.id: n for n, kind in enumerate(content.kinds)}
        sides = {side.id: n for n, side in enumerate(content.sides)}
        formations = {f.id: n for n, f in enumerate(content.formations)}
        of_kind: dict[str, str] = {}
        for piece in content.pieces:
            of_kind.setdefault(piece.kind, piece.formation or "")

        def formation(record: dict[str, Any]) -> str:
            roster = content.pieces_by_id.get(str(record["id"]))
            return (roster.formation or "") if roster is not None else of_kind.get(str(record["kind"]), "")

        def key(record: dict[str, Any]) -> tuple[Any, ...]:
            kind = content.kinds_by_id.get(str(record["kind"]))
            klass = {"unit": 0, "marker": 1, "card": 2}.get(kind.klass if kind else "unit", 1)
            where = formations.get(formation(record), len(formations)) if self.choices.group == "formation" else 0
            return klass == 2, sides.get(str(record["owner"]), len(sides)), where, kinds.get(str(record["kind"]), 0)

        out = []
        for record in sorted(records, key=key):
            kind = content.kinds_by_id.get(str(record["kind"]))
            klass = kind.klass if kind else "unit"
            left, top, right, bottom = self.counters.face(record).bounds
            unit = min(right - left, bottom - top) if klass == "card" else 100.0
            k = size_mm(self.source, self.choices, klass) / unit
            if self.choices.group == "formation" and formation(record):
                group = formation_name(self.source, self.voice, formation(record))
            else:
                group = self.voice.text(kind.name) if kind else ""
            out.append(Item(record, group, (right - left) * k, (bottom - top) * k))
        return out

    def _record(self, kind: str, ident: str = "") -> dict[str, Any]:
        found = self.source.content.kinds_by_id.get(kind)
        owner = (found.side or "") if found else ""
        return {"id": ident, "kind": kind, "face": "front", "owner": owner, "attrs": {}}

    def _everything(self) -> list[dict[str, Any]]:
        content = self.source.content
        out = [self._record(piece.kind, piece.id) for piece in content.pieces]
        have = {piece.kind for piece in content.pieces}
        for kind in content.kinds:
            if kind.id not in have:
                out += [self._record(kind.id)] * self._copies(kind.id)
        return out

    def _copies(self, kind_id: str) -> int:
        kind = self.source.content.kinds_by_id[kind_id]
        said = kind.attrs.get("copies")
        if isinstance(said, int) and not isinstance(said, bool) and 0 <= said <= 200:
            return said
        most = max((s.pieces_of(kind_id) for s in _counts(self.source)), default=0)
        return most or (MARKER_COPIES if kind.klass == "marker" else 1)

    def _needed(self) -> list[dict[str, Any]]:
        """Counters that the scenario names, taken from the roster as far as it has them, and the markers of play."""
        lineup = self.source.lineup
        wanted: dict[str, int] = {}
        singles: list[str] = []
        backs: list[dict[str, Any]] = []
        for stand in (*lineup.lines, *lineup.pools, *lineup.reinforcements):
            for lot in stand.lots:
                self._count(lot, wanted, singles, backs)
        # a ready placement lists the same counters once more, and those that the book's lines leave out
        ready: dict[str, int] = {}
        unknown: list[dict[str, Any]] = []
        for stand in lineup.quick:
            for lot in stand.lots:
                self._count(lot, ready, singles, unknown)
        for kind, count in ready.items():
            of_kind = sum(1 for ident in singles if self.source.content.pieces_by_id[ident].kind == kind)
            wanted[kind] = max(wanted.get(kind, 0), count - of_kind)
        backs = max(backs, unknown, key=len)
        content = self.source.content
        by_kind: dict[str, list[str]] = {}
        for piece in content.pieces:
            if piece.id not in singles:
                by_kind.setdefault(piece.kind, []).append(piece.id)
        out = [self._record(content.pieces_by_id[i].kind, i) for i in singles]
        for kind, count in wanted.items():
            roster = by_kind.get(kind, [])
            out += [self._record(kind, roster[n] if n < len(roster) else "") for n in range(count)]
        counted = {k for scenario in _counts(self.source) for k in scenario.kinds}
        for kind_ in content.kinds:
            if kind_.klass == "marker" and not kind_.side and kind_.id not in counted and kind_.id not in wanted:
                ids = by_kind.get(kind_.id, [])
                out += [self._record(kind_.id, i) for i in ids] or [self._record(kind_.id)] * self._copies(kind_.id)
        return out + backs

    def _count(self, lot: Lot, wanted: dict[str, int], singles: list[str], backs: list[dict[str, Any]]) -> None:
        kind = str(lot.record["kind"])
        if kind not in self.source.content.kinds_by_id:
            backs += [dict(lot.record)] * lot.count
        elif lot.names:
            singles += [name for name in lot.names if name not in singles]
        else:
            wanted[kind] = wanted.get(kind, 0) + lot.count

    # -- pages -----------------------------------------------------------------------------------------------

    def make(self) -> Made:
        """Return the pages, each front followed by its back."""
        choices, voice = self.choices, self.voice
        paper = choices.sheet()
        items = self.items()
        sheet = voice.say("print.sheet.counter-sheet")
        if not items:
            return Made([], [], [voice.in_language(voice.main, "print.problem.no_counters")])
        lots: list[tuple[CounterRaster, list[Item]]] = []
        for size in dict.fromkeys((round(i.width, 3), round(i.height, 3)) for i in items):
            same = [i for i in items if (round(i.width, 3), round(i.height, 3)) == size]
            grid = raster(paper, size[0], size[1], choices.gap, choices.bleed)
            step = grid.columns * grid.rows
            lots += [(grid, same[n : n + step]) for n in range(0, len(same), step)]
        pages: list[Page] = []
        for n, (grid, part) in enumerate(lots):
            pages.append(self._page(paper, grid, part, n, len(lots), sheet, back=False))
            if choices.duplex != "none":
                pages.append(self._page(paper, grid, part, n, len(lots), sheet, back=True))
        return Made(pages, [Bookmark(sheet, 0, 0.0, 0)], list(self.counters.problems))

    def _page(
        self, paper: Paper, grid: CounterRaster, items: Sequence[Item], n: int, count: int, sheet: str, *, back: bool
    ) -> Page:
        choices, voice = self.choices, self.voice
        shift = (-choices.offset_x, -choices.offset_y) if back else (0.0, 0.0)
        under: list[dl.Node] = []
        over: list[dl.Node] = []
        for k, item in enumerate(items):
            x, y = grid.place(k)
            turned = False
            if back:
                x, y, turned = back_place(paper, x, y, item.width, item.height, choices.duplex)
            display = self._back(item) if back else self.counters.face(item.record)
            if display is None:
                continue
            ground, face = self._parts(display)
            over.append(_put(face, display, x + shift[0], y + shift[1], item, turned))
            if choices.bleed:
                under.append(_bled(ground, display, x + shift[0], y + shift[1], item, choices.bleed, turned))
        nodes = [*under, *over]
        corner = grid.place(0)
        full = (
            corner[0],
            corner[1],
            grid.columns * (grid.width + grid.gap) - grid.gap,
            -(-len(items) // grid.columns) * (grid.height + grid.gap) - grid.gap,
        )
        if choices.cut_marks:
            nodes += self._marks(paper, grid, full, back, shift)
        title = voice.text(self.source.content.title.name)
        scenario = voice.text(self.source.scenario.name) if choices.scope == "scenario" else ""
        face_word = voice.say("print.back" if back else "print.front")
        head = "  ·  ".join(
            w for w in (
                title, scenario, voice.say("print.counter_page", part=sheet, n=n + 1, all=count, face=face_word),
                voice.say("print.counter_size", mm=_size_words(items[0])),
            ) if w
        )  # fmt: skip
        edge = edge_of(paper, choices.bleed)
        if not back:
            groups = ", ".join(dict.fromkeys(i.group for i in items if i.group))
            foot = typeset.shortened(groups, look.font("foot"), paper.width - 2 * edge)
        else:
            foot = voice.say("print.glue", edge=voice.in_language(voice.main, f"print.edge.{choices.duplex}"))
        nodes.append(look.text(head, edge, edge + 2.2, "foot", color=look.SECOND, fit=paper.width - 2 * edge))
        nodes.append(look.text(foot, edge, paper.height - edge, "foot", color=look.SECOND, fit=paper.width - 2 * edge))
        return Page(paper.width, paper.height, tuple(nodes), "counter-sheet", f"{sheet} {n + 1}, {face_word}", back)

    def _back(self, item: Item) -> dl.DisplayList | None:
        kind = self.source.content.kinds_by_id.get(str(item.record["kind"]))
        if kind is None:
            return self.counters.face(item.record)
        try:
            found = self.source.art.back_of(kind, item.record, self.voice.main)
        except DataFault as fault:
            words = sentence(fault.message, self.voice.main)
            if words not in self.counters.problems:
                self.counters.problems.append(words)
            return None
        if found is None:
            return None
        kept = self._backs.get(id(found))
        if kept is None:
            nodes = tone.flat(found.nodes)
            if self.toner is not None:
                nodes = self.toner.nodes(nodes)
            kept = self._backs[id(found)] = (found, dl.DisplayList(body_of(found), nodes))
        return kept[1]

    def _parts(self, display: dl.DisplayList) -> tuple[tuple[dl.Node, ...], tuple[dl.Node, ...]]:
        """The ground of a face (for the bleed), and the face with square corners and without its edge line."""
        key = id(display)
        kept = self._ready.get(key)
        if kept is None or kept[0] is not display:
            body = display.bounds
            whole = tuple(_uncut(node) for node in display.nodes)
            ground = tuple(
                node
                for n, node in enumerate(whole)
                if (isinstance(node, dl.Group) and node.name in ("band", "rays", "image"))
                or (isinstance(node, dl.Shape) and node.fill is not None and _covers(node, body))
                or (n == 0 and isinstance(node, dl.Picture))
            )
            color = next(
                (node.fill for node in ground if isinstance(node, dl.Shape) and isinstance(node.fill, str)), look.PAPER
            )
            left, top, right, bottom = body
            square = dl.Shape(dl.rectangle(left, top, right - left, bottom - top), color)
            face = tuple(
                node
                for node in whole
                if not (isinstance(node, dl.Shape) and node.fill is None and _covers(node, body))
            )
            kept = self._ready[key] = (display, (square, *ground), (square, *face))
        return kept[1], kept[2]

    def _marks(
        self,
        paper: Paper,
        grid: CounterRaster,
        full: tuple[float, float, float, float],
        back: bool,
        shift: tuple[float, float],
    ) -> list[dl.Node]:
        """Cut marks at every edge of the raster and a register mark in the middle of each side of the sheet."""
        x0, y0, w, h = full
        clear = self.choices.bleed + 0.6
        runs: list[list[tuple[float, float]]] = []
        xs, ys = set(), set()
        for column in range(grid.columns):
            x = x0 + column * (grid.width + grid.gap)
            xs |= {round(x, 4), round(x + grid.width, 4)}
        rows = round((h + grid.gap) / (grid.height + grid.gap))
        for row in range(rows):
            y = y0 + row * (grid.height + grid.gap)
            ys |= {round(y, 4), round(y + grid.height, 4)}
        for x in sorted(xs):
            runs += [
                [(x, y0 - clear - MARK + 0.6), (x, y0 - clear)],
                [(x, y0 + h + clear), (x, y0 + h + clear + MARK - 0.6)],
            ]
        for y in sorted(ys):
            runs += [
                [(x0 - clear - MARK + 0.6, y), (x0 - clear, y)],
                [(x0 + w + clear, y), (x0 + w + clear + MARK - 0.6, y)],
            ]
        rings = []
        inset = 3.2
        for cx, cy in (
            (paper.width / 2, inset + 0.6),
            (paper.width / 2, paper.height - inset - 0.6),
            (inset + 0.6, paper.height / 2),
            (paper.width - inset - 0.6, paper.height / 2),
        ):
            rings.append(dl.ellipse(cx, cy, 1.4, 1.4))
            runs += [[(cx - 2.2, cy), (cx + 2.2, cy)], [(cx, cy - 2.2), (cx, cy + 2.2)]]
        inner: list[list[tuple[float, float]]] = []
        if not grid.gap:  # where counters touch, small crosses show the cuts inside the sheet
            for x in sorted(xs)[1:-1]:
                for y in sorted(ys)[1:-1]:
                    inner += [[(x - 0.7, y), (x + 0.7, y)], [(x, y - 0.7), (x, y + 0.7)]]
        if back:
            inner = [[_turned(paper, p, self.choices.duplex, shift) for p in run] for run in inner]
            runs = [[_turned(paper, p, self.choices.duplex, shift) for p in run] for run in runs]
            rings = [
                dl.ellipse(
                    *_turned(paper, ((b[0] + b[2]) / 2, (b[1] + b[3]) / 2), self.choices.duplex, shift), 1.4, 1.4
                )
                for b in (ring.bounds() for ring in rings)
            ]
        pen = dl.Stroke("#000000", 0.15, "flat")
        crosses = (
            [dl.Shape(dl.path_of(inner, closed=False), stroke=dl.Stroke("#00000080", 0.1, "flat"))] if inner else []
        )
        return [
            *crosses,
            dl.Shape(dl.path_of(runs, closed=False), stroke=pen),
            *(dl.Shape(r, None, pen) for r in rings),
        ]


def _turned(paper: Paper, point: tuple[float, float], duplex: str, shift: tuple[float, float]) -> tuple[float, float]:
    x, y, _ = back_place(paper, point[0], point[1], 0.0, 0.0, duplex)
    return x + shift[0], y + shift[1]


def _covers(node: dl.Shape, body: tuple[float, float, float, float]) -> bool:
    return all(abs(a - b) < 1.5 for a, b in zip(node.path.bounds(), body, strict=True))


def _uncut(node: dl.Node) -> dl.Node:
    """Return a picture without the round corners that it has on the screen: these are cut by hand."""
    return replace(node, clip=None) if isinstance(node, dl.Group) and node.name == "image" else node


def _put(nodes: tuple[dl.Node, ...], display: dl.DisplayList, x: float, y: float, item: Item, turned: bool) -> dl.Group:
    """A face at (x, y), fitted to the counter's size; turned it stands on its head in the same rectangle."""
    left, top, right, bottom = display.bounds
    kx, ky = item.width / (right - left), item.height / (bottom - top)
    matrix: dl.Affine = (kx, 0.0, 0.0, ky, x - left * kx, y - top * ky)
    if turned:
        matrix = (-kx, 0.0, 0.0, -ky, x + item.width + left * kx, y + item.height + top * ky)
    clip = dl.rectangle(left, top, right - left, bottom - top)
    return dl.Group(nodes, name="counter", transform=matrix, clip=clip)


def _bled(
    ground: tuple[dl.Node, ...], display: dl.DisplayList, x: float, y: float, item: Item, bleed: float, turned: bool
) -> dl.Group:
    """The ground of a face, a little larger than the counter, so that a cut beside the line shows no paper."""
    grown = replace(item, width=item.width + 2 * bleed, height=item.height + 2 * bleed)
    made = _put(ground, display, x - bleed, y - bleed, grown, turned)
    return replace(made, name="bleed")


# -- what scenarios count --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Counted:
    kinds: dict[str, int]

    def pieces_of(self, kind: str) -> int:
        return self.kinds.get(kind, 0)


def _counts(source: SheetSource) -> list[_Counted]:
    """How many counters of each kind every scenario of the title uses."""
    content = source.content
    out = []
    for scenario in content.scenarios:
        kinds: dict[str, int] = {}
        sets = [line.pieces for line in scenario.setup] or [q.pieces for q in scenario.quick]
        sets += [pool.pieces for pool in scenario.pools.values()] + [r.pieces for r in scenario.reinforcements]
        for counts in sets:
            for ident, n in counts.items():
                piece = content.pieces_by_id.get(ident)
                kind = piece.kind if piece is not None else ident
                kinds[kind] = kinds.get(kind, 0) + n
        out.append(_Counted(kinds))
    return out
