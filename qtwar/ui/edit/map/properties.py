"""Properties of what is chosen: counters, cells, a label, an area, a box, a kind of the palette, else the board itself."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea

from qtwar.editing import boards, ground, items, pictures, styles
from qtwar.editing.names import ident_of
from qtwar.ui.edit.form import Form
from qtwar.ui.edit.map import settings
from qtwar.ui.edit.map.differing import EDITORS
from qtwar.ui.edit.map.look import look_rows, own_layer
from qtwar.ui.edit.map.pen import Pen
from qtwar.ui.edit.map.view import EditBoard
from qtwar.ui.edit.model import EditModel
from qtwar.ui.edit.words import both
from qtwar.ui.i18n import language, tr
from qtwar.ui.widgets.basics import Panel
from qtwar.ui.widgets.segments import Segments

KIND_PARTS = {"terrain": "terrain", "feature": "features", "edge": "edge_kinds", "path": "path_kinds"}
ANCHORS = ("nw", "n", "ne", "w", "center", "e", "sw", "s", "se")


class PropertiesDock(Panel):
    """One form; what it shows follows the tool and the selection."""

    def __init__(self, model: EditModel, view: EditBoard, pen: Pen) -> None:
        super().__init__("panel")
        self.model, self.view, self.pen = model, view, pen
        self.topic = Segments(
            (("auto", "edit.props.auto"), ("kind", "edit.props.kind"), ("board", "edit.props.board")), "edit.props"
        )
        self.topic.choose("auto")
        self.topic.picked.connect(lambda _: self.refresh())
        top = Panel(row=True, margins=(12, 4, 12, 0))
        top.box.addWidget(self.topic)
        top.box.addStretch(1)
        self.form = Form()
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self.form)
        self.box.addWidget(top)
        self.box.addWidget(area, 1)
        self._part = "terrain"
        self._layer = 0
        self._shown: object = None
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

    def _what(self) -> tuple[Any, ...]:
        view, topic = self.view, self.topic.value
        tool = view.tool.id if view.tool is not None else ""
        if topic == "board":
            return ("board", view.board)
        if topic == "auto":
            if view.pieces:
                return ("pieces", tuple(view.pieces), self.model.scenario)
            if tool in ("select", "wand", "area") and view.selection:
                return ("cells", frozenset(view.selection))
            if tool == "area":
                return ("areas",)
            if tool in ("select", "measure", "wand"):
                return ("board", view.board)
            if tool == "label":
                return ("labels",)
            if tool == "box":
                return ("boxes",)
        part = {"edge": "edge", "path": "path"}.get(tool, self.pen.what) if topic == "auto" else self._part
        return ("kind", part, getattr(self.pen, part))

    def refresh(self) -> None:
        """Show what is chosen, unless it is shown already."""
        what = self._what()
        now = (what, self._state(what), language())
        if now == self._shown:
            return
        self._shown = now
        about = (what[0], self.view.board_id) if what[0] == "board" else what
        with self.form.build(about):
            getattr(self, f"_show_{what[0]}")(*what[1:])

    def _state(self, what: tuple[Any, ...]) -> object:
        content = self.model.content
        if what[0] == "kind":
            kinds = getattr(content, KIND_PARTS[what[1]])
            kind = next((k for k in kinds if k.id == what[2]), None)
            return (
                kind,
                repr(content.style.get("boards")),
                self._count(what[1], what[2]),
            )
        if what[0] == "cells":
            board = self.view.board
            return [(board.terrain.get(c), board.elevation.get(c)) for c in sorted(what[1])][:400]
        if what[0] == "pieces":
            return content.scenarios, content.kinds
        if what[0] == "labels":
            return self.view.board.labels
        if what[0] == "boxes":
            return self.view.board.boxes, content.sides
        if what[0] == "areas":
            return self.view.board.areas
        return None

    def _put(self, *path: str | int, value: Any) -> None:
        self.model.do(items.put, path, value)

    # -- a kind ------------------------------------------------------------------------------------
    def _count(self, part: str, ident: str) -> int:
        board = self.view.board
        if part == "terrain":
            return sum(1 for word in board.terrain.values() if word == ident)
        if part == "feature":
            return len(board.features.get(ident, ()))
        lines: Any = board.edges if part == "edge" else board.paths
        return sum(len(line.sides if part == "edge" else line.cells) for line in lines if line.kind == ident)

    def _show_kind(self, part: str, ident: str) -> None:
        form, content = self.form, self.model.content
        where = KIND_PARTS[part]
        kinds = getattr(content, where)
        kind = next((k for k in kinds if k.id == ident), None)
        if kind is None:
            form.say_line(tr(f"edit.{'no_' + part}_kinds"))
            return
        name = kind.name.get(language())
        form.head(name, tr("edit.count", n=self._count(part, ident)))

        form.both("edit.name", kind.name.model_dump(), lambda value: self._put(where, ident, "name", value=value))
        form.line("edit.id", kind.id, lambda value: self.model.do(items.rename, where, ident, value))
        if part == "terrain" and (own_layer(self.model, self.view.board, ident) or not self._drawn(part, ident)):
            look_rows(form, self.model, self.view.board, kind)
        settings.kind_rows(form, self.model, self.view.board, part, kind, name)
        form.numbers("edit.numbers", kind.attrs, lambda value: self._put(where, ident, "attrs", value=value))
        form.button("edit.delete_kind", lambda: self._delete(where, ident, name), "delete-outline")

    def _drawn(self, part: str, ident: str) -> bool:
        return bool(settings.drawing(self.model, self.view.board, part, ident))

    def _delete(self, where: str, ident: str, name: str) -> None:
        """Delete at once where nothing needs it; else say where it is used and offer to delete that too."""
        uses = self.model.uses(where, ident)
        if not uses:
            self.model.do(items.delete, where, [ident])
            return
        self.form.say_line(tr("edit.used", name=name, n=len(uses), where=uses[0].text), "warn")
        self.form.button("edit.delete_also", lambda: self.model.do(items.delete, where, [ident], also=True))

    # -- cells -------------------------------------------------------------------------------------
    def _show_cells(self, cells: frozenset[str]) -> None:
        form, content, board = self.form, self.model.content, self.view.board
        first = min(cells)
        form.head(first if len(cells) == 1 else tr("edit.cells_chosen", n=len(cells)))
        words = {board.terrain.get(c, "") for c in cells}
        kinds = [(k.id, k.name.get(language())) for k in content.terrain]
        form.choice(
            "edit.part.terrain",
            kinds,
            next(iter(words)) if len(words) == 1 else None,
            lambda ident: self.model.do(ground.paint, board.id, dict.fromkeys(cells, ident)),
        )
        levels = {board.elevation.get(c, 0) for c in cells}
        form.number(
            "edit.elevation",
            next(iter(levels)) if len(levels) == 1 else 0,
            -9,
            99,
            lambda level: self.model.do(ground.set_elevation, board.id, dict.fromkeys(cells, level)),
        )
        for feature in content.features:
            form.check(
                "edit.feature_here",
                cells <= set(board.features.get(feature.id, ())),
                lambda on, f=feature: self.model.do(ground.lay_feature, board.id, f.id, sorted(cells), on),
                name=feature.name.get(language()),
                field_key=f"feature.{feature.id}",
            )
        for number, area in enumerate(board.areas):
            if first in area.cells:
                self._area_rows(number, area)

    # -- areas -------------------------------------------------------------------------------------
    def _show_areas(self) -> None:
        form, board = self.form, self.view.board
        form.head(tr("edit.areas"), str(len(board.areas)))
        if not board.areas:
            form.say_line(tr("edit.hint.area"))
        for number, area in enumerate(board.areas[:40]):
            self._area_rows(number, area)

    def _area_rows(self, number: int, area: Any) -> None:
        """Name and id of an area; what names it by its id follows."""
        form, board, key = self.form, self.view.board, f"area.{area.id}"
        form.head(area.name.get(language()) or area.id, tr("edit.count", n=len(area.cells)))

        def name(value: dict[str, str]) -> None:
            was, words = area.name.get(language()), value.get(language()) or next(iter(value.values()), "")
            path = ("boards", board.id, "areas", area.id, "name")
            self.model.do(items.put_all, [(path, value)], "edit.did.rename", was=was, name=words)

        form.both("edit.name", area.name.model_dump(), name, field_key=f"{key}.name")
        form.line(f"{key}.id", area.id, lambda value: self.model.do(items.rename, "areas", area.id, value), name=tr("edit.id"))
        name_now = area.name.get(language()) or area.id
        form.button("edit.delete_area", lambda: self._delete("areas", area.id, name_now), "delete-outline")

    # -- counters ----------------------------------------------------------------------------------
    def _show_pieces(self, pieces: tuple[str, ...], scenario: str) -> None:
        form, content, laid = self.form, self.model.content, self.view.source.view
        first = laid.pieces.get(pieces[0])
        if first is None:
            return
        kind = content.kinds_by_id[first["kind"]]
        form.head(kind.name.get(language()), tr("edit.counters", n=len(pieces)) if len(pieces) > 1 else first["at"])
        number = laid.lines[pieces[0]][0]
        placement = content.scenario(scenario).quick[number]
        path = ("scenarios", scenario, "quick", number)
        name = kind.name.model_dump()
        form.line(
            "edit.place",
            placement.at,
            lambda at: self.model.do(items.put_all, [((*path, "at"), at)], "edit.did.place_move", name=name, place=at),
        )
        for what, count in placement.pieces.items():
            form.number(
                "edit.how_many",
                count,
                1,
                999,
                lambda n, w=what: self.model.do(items.put, (*path, "pieces", w), n, name),
            )
        form.numbers(
            "edit.numbers_here",
            placement.attrs,
            lambda value: self.model.do(items.put, (*path, "attrs"), value, name),
        )
        form.button("edit.show_in_oob", lambda: self.model.focus.page.emit("oob"))

    # -- labels and boxes --------------------------------------------------------------------------
    def _show_labels(self) -> None:
        form, board = self.form, self.view.board
        form.head(tr("edit.layer.labels"), str(len(board.labels)))
        if not board.labels:
            form.say_line(tr("edit.hint.label"))
        for n, label in enumerate(board.labels[:60]):
            form.both(
                "edit.label_words",
                label.text.model_dump(),
                lambda value, n=n: self._put("boards", board.id, "labels", n, "text", value=value),
            )
            form.line(
                "edit.label_style",
                label.style,
                lambda value, n=n: self._put("boards", board.id, "labels", n, "style", value=value),
            )

    def _show_boxes(self) -> None:
        form, content, board = self.form, self.model.content, self.view.board
        form.head(tr("edit.boxes"), str(len(board.boxes)))
        if not board.boxes:
            form.say_line(tr("edit.hint.box"))
        sides = [(None, tr("edit.no_side")), *((s.id, s.name.get(language())) for s in content.sides)]
        sights = [(s, tr(f"edit.sight.{s}")) for s in ("all", "owner", "owner_count", "count", "none")]
        for one in board.boxes[:40]:

            def put(key: str, value: Any, ident: str = one.id) -> None:
                self._put("boards", board.id, "boxes", ident, key, value=value)

            form.both("edit.name", one.name.model_dump(), lambda value, p=put: p("name", value))
            form.line("edit.role", one.role, lambda value, p=put: p("role", value))
            form.choice("edit.side", sides, one.side, lambda value, p=put: p("side", value))
            form.choice("edit.sight", sights, one.sight, lambda value, p=put: p("sight", value))

    # -- the board ---------------------------------------------------------------------------------
    def _show_board(self, board: Any) -> None:
        form, grid = self.form, board.grid
        form.head(board.name.get(language()), tr("edit.cells_all", n=len(self.view.layout_.grid.cells())))

        def put(key: str, value: Any) -> None:
            self._put("boards", board.id, key, value=value)

        form.both("edit.name", board.name.model_dump(), lambda value: put("name", value))
        styles = sorted({*(self.model.content.style.get("boards") or {}), board.style} - {""})
        form.choice("edit.map_style", [("", tr("edit.style_none")), *((s, s) for s in styles)], board.style,
                    lambda value: put("style", value))  # fmt: skip
        if grid.kind in ("hex", "square", "cards") and grid.columns and grid.rows:
            size = {"columns": grid.columns, "rows": grid.rows, "anchor": "nw"}
            form.number("edit.columns", grid.columns, 1, 400, lambda n: size.update(columns=n))
            form.number("edit.rows", grid.rows, 1, 400, lambda n: size.update(rows=n))
            form.choice(
                "edit.anchor",
                [(a, tr(f"edit.anchor.{a}")) for a in ANCHORS],
                "nw",
                lambda value: size.update(anchor=value),
            )
            form.button("edit.resize", lambda: self.model.do(boards.resize, board.id, **size), "resize")
            pattern = grid.numbering.pattern if grid.numbering is not None else "CCRR"
            field = form.line(
                "edit.numbering",
                pattern,
                lambda value: self.model.do(boards.set_grid, board.id, {"numbering": {"pattern": value}}),
            )
            field.setToolTip(tr("edit.numbering.tip"))
            cells = list(self.view.layout_.grid.cells())
            form.say_line(tr("edit.numbering.sample", first=cells[0], last=cells[-1]))
        self._style_rows(board)
        form.button("edit.board_new", lambda: self._add_board(board), "plus")
        if len(self.model.content.boards) > 1:
            name = board.name.get(language())
            form.button("edit.board_off", lambda: self._delete("boards", board.id, name), "delete-outline")
        trace = board.attrs.get("trace")
        if isinstance(trace, dict):
            form.head(tr("edit.layer.picture"))
            form.number(
                "edit.opacity", round(100 * float(trace.get("opacity", 0.5))), 5, 100,
                lambda n: self.model.do(pictures.change_picture, board.id, opacity=n / 100),
            )  # fmt: skip
            form.button("edit.picture_drop", lambda: self.model.do(pictures.drop_picture, board.id))
        own = {k: v for k, v in board.attrs.items() if k in EDITORS}
        rest = {k: v for k, v in board.attrs.items() if k not in EDITORS}
        form.numbers("edit.numbers", rest, lambda value: put("attrs", {**value, **own}))

    def _style_rows(self, board: Any) -> None:
        """The layers of the map style, one of them with its settings."""
        made = settings.layers(self.model, board)
        if not made:
            return
        form = self.form
        self._layer = min(self._layer, len(made) - 1)

        def choose(n: int) -> None:
            self._layer, self._shown = n, None
            self.refresh()

        form.head(tr("edit.map_style"))
        form.choice(
            "edit.style_layer",
            [(n, settings.painter_name(str(layer.get("painter")))) for n, (_, layer) in enumerate(made)],
            self._layer,
            choose,
        )
        path, layer = made[self._layer]
        name = both("edit.map_style")
        settings.setting_rows(form, layer, lambda new: self.model.do(styles.set_layers, name, [(path, new)]))

    def _add_board(self, board: Any) -> None:
        """A further board with the same grid, in the same style; it comes to the front."""
        there = self.model.content.boards
        ident = ident_of("board", [b.id for b in there])
        self.model.do_then(
            lambda ok: self.view.set_board(ident) if ok else None,
            boards.add_board, ident, both("edit.board_name", n=len(there) + 1), board.grid.as_json(),
            board.style or board.id,
        )  # fmt: skip

    def retranslate(self) -> None:
        """Show it in the new language."""
        self._shown = None
        self.refresh()
