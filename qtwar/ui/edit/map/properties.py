"""Properties of what is chosen: counters, cells, a label, an area, a box, a kind of the palette, else the board itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from qtwar.draw.layers import layers_with_paths, top_layers
from qtwar.editing import boards, ground, items, mapping, pictures, placements, styles
from qtwar.editing.names import ident_of
from qtwar.editing.wording import place_name
from qtwar.model.art import TiledPicture
from qtwar.ui.edit import choosing, removal
from qtwar.ui.edit.form import Form
from qtwar.ui.edit.map import settings
from qtwar.ui.edit.map.layerstate import EDITORS
from qtwar.ui.edit.map.look import look_rows, own_layer
from qtwar.ui.edit.map.pen import Pen
from qtwar.ui.edit.map.settings import KIND_PARTS
from qtwar.ui.edit.map.view import EditBoard
from qtwar.ui.edit.model import EditModel
from qtwar.ui.edit.sheet import Sheet
from qtwar.ui.edit.words import both, called, counter_name, label_styles_named, named
from qtwar.ui.i18n import language, tr
from qtwar.ui.widgets.basics import Panel, scrolling
from qtwar.ui.widgets.segments import Segments

ANCHORS = ("nw", "n", "ne", "w", "center", "e", "sw", "s", "se")
MOST = {"areas": 40, "boxes": 40, "labels": 60}


@dataclass(frozen=True)
class Topic:
    """What is shown: `about` tells it from others, `state` is what its rows are made of (looked at by identity)."""

    about: object
    state: tuple[object, ...]
    rows: Callable[[], None]


WITH_COUNTERS = ("select", "place", "measure")
"""Tools beside which chosen counters have their properties shown: who draws something else means that."""


class PropertiesDock(Panel):
    """One form; what it shows follows the tool and the selection."""

    def __init__(self, model: EditModel, view: EditBoard, pen: Pen) -> None:
        super().__init__("panel")
        self.model, self.view, self.pen = model, view, pen
        self.topic = Segments(("auto", "kind", "board"), "edit.props", "auto", lambda _: self.refresh())
        self.form = Form()
        self.lay(Panel(row=True, margins=(12, 4, 12, 0)).lay(self.topic, None), (scrolling(self.form), 1))
        self._part = "terrain"
        self._layer = 0
        self._shown: tuple[object, tuple[object, ...]] | None = None
        model.changed.connect(lambda _: self.refresh())
        model.scenario_changed.connect(self.refresh)
        view.selection_changed.connect(self.refresh)
        view.tool_changed.connect(lambda _: self.refresh())
        view.board_changed.connect(lambda _: self.refresh())
        pen.changed.connect(self.refresh)
        self.refresh()

    def show_kind(self, part: str) -> None:
        """Show the pen's kind of a part (`terrain`, `features` …)."""
        self._part = {v: k for k, v in KIND_PARTS.items()}.get(part, part)
        self.topic.choose("kind")
        self.refresh()

    def _topic(self) -> Topic:
        view, content, board = self.view, self.model.content, self.view.board
        tool, wish = view.tool.id, self.topic.value
        if wish == "auto" and view.pieces and tool in WITH_COUNTERS:
            pieces = tuple(view.pieces)
            about = ("pieces", pieces, self.model.scenario)
            return Topic(about, (content.scenarios, content.kinds), partial(self._piece_rows, pieces[0], len(pieces)))
        if wish == "auto" and tool in ("select", "wand", "area") and view.selection:
            cells = frozenset(view.selection)
            return Topic(("cells", cells), (board, content.features), partial(self._cell_rows, cells))
        things = {"area": self._areas, "label": self._labels, "box": self._boxes}
        if wish == "auto" and tool in things:
            return Topic((tool, board.id), (board, content.sides, content.features, content.terrain, content.style), things[tool])
        if wish == "board" or (wish == "auto" and tool in ("select", "measure", "wand")):
            return Topic(("board", board.id), (board, content.style, content.boards), self._board_rows)
        part = self._part if wish == "kind" else tool if tool in ("edge", "path") else self.pen.what
        ident = getattr(self.pen, part)
        kind = next((k for k in getattr(content, KIND_PARTS[part]) if k.id == ident), None)
        return Topic(("kind", part, ident), (kind, content.style, board), partial(self._kind_rows, part, kind))

    def refresh(self) -> None:
        """Show what is chosen, unless it is shown already."""
        topic, shown = self._topic(), self._shown
        now = (*topic.state, language())
        if shown is None or topic.about != shown[0] or any(a is not b for a, b in zip(now, shown[1], strict=True)):
            self._shown = topic.about, now
            with self.form.build(topic.about):
                topic.rows()

    # -- a kind ------------------------------------------------------------------------------------
    def _count(self, part: str, ident: str) -> int:
        board = self.view.board
        if part == "terrain":
            return sum(1 for word in board.terrain.values() if word == ident)
        if part == "feature":
            return len(board.features.get(ident, ()))
        lines: Any = board.edges if part == "edge" else board.paths
        return sum(len(line.sides if part == "edge" else line.cells) for line in lines if line.kind == ident)

    def _kind_rows(self, part: str, kind: Any) -> None:
        form, board = self.form, self.view.board
        if kind is None:
            form.say_line(tr(f"edit.no_{part}_kinds"))
            return
        where, name = KIND_PARTS[part], kind.name.get(language())
        sheet = Sheet(form, self.model, kind, where, kind.id)
        form.head(name, tr("edit.count", n=self._count(part, kind.id)))
        sheet.both("edit.name", "name")
        form.line("edit.id", kind.id, partial(self._rename, where, kind.id))
        drawn = settings.drawing(self.model, board, part, kind.id)
        if part == "terrain" and (own_layer(self.model, board, kind.id) or not drawn):
            look_rows(form, self.model, board, kind)
        settings.kind_rows(form, self.model, board, part, kind, name)
        sheet.numbers("edit.numbers", "attrs")
        form.button("edit.delete_kind", partial(removal.ask, self.model, where, [kind.id], name), "delete-outline")

    def _rename(self, part: str, ident: str, new: str) -> None:
        """Give a thing another id; what names it follows."""
        self.model.do(items.rename, part, ident, new)

    # -- cells -------------------------------------------------------------------------------------
    def _cell_rows(self, cells: frozenset[str]) -> None:
        form, content, board = self.form, self.model.content, self.view.board
        first = min(cells)
        form.head(first if len(cells) == 1 else tr("edit.cells_chosen", n=len(cells)))
        words = {board.terrain.get(c, "") for c in cells}
        word = next(iter(words)) if len(words) == 1 else None

        def paint(ident: str) -> None:
            self.model.do(ground.paint, board.id, dict.fromkeys(cells, ident))

        form.choice("edit.part.terrain", named(content.terrain), word, paint)
        levels = {board.elevation.get(c, 0) for c in cells}
        level = next(iter(levels)) if len(levels) == 1 else 0

        def lift(level: int) -> None:
            self.model.do(ground.set_elevation, board.id, dict.fromkeys(cells, level))

        form.number("edit.elevation", level, -9, 99, lift)
        for feature in content.features:
            form.check(
                "edit.feature_here",
                cells <= set(board.features.get(feature.id, ())),
                lambda on, f=feature: self.model.do(ground.lay_feature, board.id, f.id, sorted(cells), on),
                name=feature.name.get(language()),
                field_key=f"feature.{feature.id}",
            )
        for area in board.areas:
            if first in area.cells:
                self._area_rows(area)

    # -- areas, labels, boxes ----------------------------------------------------------------------
    def _each(self, part: str, key: str, hint: str) -> list[tuple[Any, Sheet]]:
        """Add a head for things of the board, and return each with the sheet of its rows."""
        board, things = self.view.board, getattr(self.view.board, part)
        self.form.head(tr(key), str(len(things)))
        if not things:
            self.form.say_line(tr(hint))
        shown = enumerate(things[: MOST[part]])
        return [(thing, Sheet(self.form, self.model, thing, "boards", board.id, part, n)) for n, thing in shown]

    def _areas(self) -> None:
        for area, _ in self._each("areas", "edit.areas", "edit.hint.area"):
            self._area_rows(area)

    def _area_rows(self, area: Any) -> None:
        """Name and id of an area; what names it by its id follows."""
        form, board, key, now = self.form, self.view.board, f"area.{area.id}", called(area)
        form.head(now, tr("edit.count", n=len(area.cells)))

        def name(value: dict[str, str]) -> None:
            words = value.get(language()) or next(iter(value.values()), "")
            path = ("boards", board.id, "areas", area.id, "name")
            self.model.do(items.put_all, [(path, value)], "edit.did.rename", was=now, name=words)

        form.both("edit.name", area.name.model_dump(), name, field_key=f"{key}.name")
        form.line(f"{key}.id", area.id, partial(self._rename, "areas", area.id), name=tr("edit.id"))
        form.button("edit.delete_area", partial(removal.ask, self.model, "areas", [area.id], now), "delete-outline")

    def _labels(self) -> None:
        styles = label_styles_named(self.model.content, self.view.board)
        for _, sheet in self._each("labels", "edit.layer.labels", "edit.hint.label"):
            sheet.both("edit.label_words", "text")
            sheet.choice("edit.label_style", "style", styles)

    def _boxes(self) -> None:
        sides = [(None, tr("edit.no_side")), *named(self.model.content.sides)]
        sights = [(s, tr(f"edit.sight.{s}")) for s in ("all", "owner", "owner_count", "count", "none")]
        for box, sheet in self._each("boxes", "edit.boxes", "edit.hint.box"):
            sheet.both("edit.name", "name")
            sheet.line("edit.role", "role")
            sheet.choice("edit.side", "side", sides)
            sheet.choice("edit.sight", "sight", sights)
            if box.on_board is not None:
                self._box_picture(box)

    def _box_picture(self, box: Any) -> None:
        """Take a picture for a box from a file or the clipboard, or off it."""
        model, board = self.model, self.view.board.id
        there = TiledPicture.of(box.attrs.get("picture")) is not None
        drop = partial(model.do, pictures.show_in_box, board, box.id, None) if there else None
        choosing.rows(self.form, model, "edit.box", partial(model.art.take_box, board, box.id), drop, name=called(box))

    # -- counters ----------------------------------------------------------------------------------
    def _piece_rows(self, ident: str, count: int) -> None:
        form, laid, do = self.form, self.view.source.view, self.model.do
        first = laid.pieces.get(ident)
        if first is None:
            return
        kind, number = self.model.content.kinds_by_id[first["kind"]], laid.lines[ident][0]
        where = place_name(first["at"], self.model.content, language())
        form.head(kind.name.get(language()), tr("edit.counters", n=count) if count > 1 else where)
        placement = self.model.content.scenario(self.model.scenario).quick[number]
        path, name = ("scenarios", self.model.scenario, "quick", number), kind.name.model_dump()
        form.line(
            "edit.place", placement.at,
            lambda at: do(items.put_all, [((*path, "at"), at)], "edit.did.place_move", name=name, place=at),
        )  # fmt: skip
        kinds = placements.kinds_in(self.model.content, placement.pieces)
        for what, n in kinds.items():
            key, words = "edit.how_many", counter_name(self.model.content, what) if len(kinds) > 1 else ""

            def put(wanted: int, what: str = what) -> None:
                do(placements.set_number, self.model.scenario, number, what, wanted)

            form.number(key if what == kind.id else f"{key}.{what}", n, 1, 999, put, name=words)
        form.numbers("edit.numbers_here", placement.attrs, lambda value: do(items.put, (*path, "attrs"), value, name))
        form.button("edit.show_in_oob", lambda: self.model.focus.page.emit("oob"))

    # -- the board ---------------------------------------------------------------------------------
    def _board_rows(self) -> None:
        form, board, grid = self.form, self.view.board, self.view.board.grid
        sheet = Sheet(form, self.model, board, "boards", board.id)
        form.head(board.name.get(language()), tr("edit.cells_all", n=len(self.view.layout_.grid.cells())))
        sheet.both("edit.name", "name")
        styles = sorted({*(self.model.content.style.get("boards") or {}), board.style} - {""})
        sheet.choice("edit.map_style", "style", [("", tr("edit.style_none")), *((s, s) for s in styles)])
        if grid.kind in ("hex", "square", "cards") and grid.columns and grid.rows:
            size: dict[str, Any] = {"columns": grid.columns, "rows": grid.rows, "anchor": "nw"}
            form.number("edit.columns", grid.columns, 1, 400, lambda n: size.update(columns=n))
            form.number("edit.rows", grid.rows, 1, 400, lambda n: size.update(rows=n))
            anchors = [(a, tr(f"edit.anchor.{a}")) for a in ANCHORS]
            form.choice("edit.anchor", anchors, "nw", lambda value: size.update(anchor=value))
            form.button("edit.resize", lambda: self.model.do(boards.resize, board.id, **size), "resize")
            pattern = grid.numbering.pattern if grid.numbering is not None else "CCRR"

            def renumber(value: str) -> None:
                self.model.do(boards.set_grid, board.id, {"numbering": {"pattern": value}})

            field = form.line("edit.numbering", pattern, renumber)
            field.setToolTip(tr("edit.numbering.tip"))
            cells = list(self.view.layout_.grid.cells())
            form.say_line(tr("edit.numbering.sample", first=cells[0], last=cells[-1]))
        self._style_rows(board)
        form.button("edit.board_new", lambda: self._add_board(board), "plus")
        if len(self.model.content.boards) > 1:
            off = partial(removal.ask, self.model, "boards", [board.id], called(board))
            form.button("edit.board_off", off, "delete-outline")
        trace = board.attrs.get("trace")
        if isinstance(trace, dict):
            form.head(tr("edit.layer.picture"))
            form.number(
                "edit.opacity", round(100 * float(trace.get("opacity", 0.5))), 5, 100,
                lambda n: self.model.do(pictures.change_picture, board.id, opacity=n / 100),
            )  # fmt: skip
            if len(str(trace.get("picture"))) == 64:
                form.button("edit.map_make", lambda: self.model.do(mapping.make_map, board.id), "map-check-outline")
            form.button("edit.picture_drop", lambda: self.model.do(pictures.drop_picture, board.id))
        own = {k: v for k, v in board.attrs.items() if k in EDITORS}
        rest = {k: v for k, v in board.attrs.items() if k not in EDITORS}
        form.numbers("edit.numbers", rest, lambda value: sheet.put("attrs")({**value, **own}))

    def _style_rows(self, board: Any) -> None:
        """The layers of the map style, one of them with its settings."""
        made = layers_with_paths(self.model.content.style, board)
        if not made:
            return
        form = self.form
        self._layer = min(self._layer, len(made) - 1)

        def choose(n: int) -> None:
            self._layer, self._shown = n, None
            self.refresh()

        form.head(tr("edit.map_style"))
        names = [(n, settings.painter_name(str(layer.get("painter")))) for n, (_, layer) in enumerate(made)]
        form.choice("edit.style_layer", names, self._layer, choose)
        path, layer = made[self._layer]
        name = both("edit.map_style")
        settings.setting_rows(form, layer, lambda new: self.model.do(styles.set_layers, name, [(path, new)]))
        called_so = settings.painter_name(str(layer.get("painter")))
        top, layers = top_layers(self.model.content.style, board)
        if path[:-1] == top and len(layers) < 2:
            return  # the last one stays: a board without layers of its own is drawn by other ones
        form.button("edit.layer_off", lambda: self.model.do(styles.drop_layer, path, called_so), "delete-outline", name=called_so)

    def _add_board(self, board: Any) -> None:
        """A further board with the same grid, in the same style; it comes to the front."""
        there = self.model.content.boards
        ident = ident_of("board", [b.id for b in there])
        self.model.do_then(
            lambda ok: self.view.set_board(ident) if ok else None,
            boards.add_board, ident, both("edit.board_name", n=len(there) + 1), board.grid.as_json(),
            board.style or board.id,
        )  # fmt: skip
