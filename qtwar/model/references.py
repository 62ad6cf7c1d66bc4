"""Does every id that the content names exist? Each finding says where, and which id was perhaps meant."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.model.board import BoardContent
from qtwar.model.content import TitleContent
from qtwar.model.grid import Grid
from qtwar.model.problem import Path, Problem, near, of_fault, problem
from qtwar.model.scenario import Company, Condition, Scenario


def references(content: TitleContent) -> list[Problem]:
    """Return an error for each id that names nothing, or is there twice."""
    return _References(content).check()


class _References:
    def __init__(self, content: TitleContent) -> None:
        self.content = content
        self.found: list[Problem] = []
        self.sides = {side.id for side in content.sides}
        self.kinds = {kind.id for kind in content.kinds}
        self.pieces = {piece.id for piece in content.pieces}
        self.traits = {trait for kind in content.kinds for trait in kind.traits}
        self.boxes = {box.id for board in content.boards for box in board.boxes}
        self.areas = {area.id for board in content.boards for area in board.areas}
        self.terrain = {kind.id for kind in content.terrain}
        self.features = {kind.id for kind in content.features}
        self.layers = {layer for board in content.boards for layer in board.layers}
        self.grids: dict[str, Grid] = {}

    def check(self) -> list[Problem]:
        c = self.content
        for name in ("sides", "terrain", "features", "edge_kinds", "path_kinds", "boards", "kinds", "formations",
                     "pieces", "tables", "options", "scenarios"):  # fmt: skip
            self._unique(getattr(c, name), (name,))
        for n, board in enumerate(c.boards):
            self._board(board, ("boards", n))
        self._unique_boxes()
        for n, kind in enumerate(c.kinds):
            self._known(kind.side, self.sides, "side", ("kinds", n, "side"), kind.id)
        self._formations()
        formations = {f.id for f in c.formations}
        for n, piece in enumerate(c.pieces):
            if piece.id in self.boxes:
                self._error("piece_and_box", ("pieces", n, "id"), piece.id, id=piece.id)
            if piece.kind not in self.kinds:
                self._known(piece.kind, self.kinds, "piece kind", ("pieces", n, "kind"), piece.id)
            if piece.formation is not None and piece.formation not in formations:
                self._known(piece.formation, formations, "formation", ("pieces", n, "formation"), piece.id)
        scenarios = {s.id for s in c.scenarios}
        for n, option in enumerate(c.options):
            self._all(option.scenarios, scenarios, "scenario", ("options", n, "scenarios"), option.id)
            if not option.allows(option.default):
                self._error("option_default", ("options", n, "default"), option.id, value=repr(option.default))
        for n, scenario in enumerate(c.scenarios):
            self._scenario(scenario, ("scenarios", n))
        return self.found

    # ------------------------------------------------------------------------------------------- parts

    def _board(self, board: BoardContent, at: Path) -> None:
        try:
            grid = self.grids[board.id] = board.make_grid()
        except DataFault as fault:
            self.found.append(of_fault(fault, board.id, (*at, "grid")))
            return
        has = grid.contains
        self._all(board.legend.values(), self.terrain, "terrain", (*at, "legend"), board.id, list(board.legend))
        for cell, word in board.terrain.items():
            if word not in self.terrain and word not in board.legend.values():
                self._known(word, self.terrain, "terrain", (*at, "terrain", cell), f"{board.id}:{cell}")
            if not has(cell):
                self._cell(board, cell, (*at, "terrain", cell))
        for name, layer in board.layers.items():
            self._cells(board, layer.cells, (*at, "layers", name), list(layer.cells))
        self._cells(board, board.elevation, (*at, "elevation"), list(board.elevation))
        for feature, cells in board.features.items():
            self._known(feature, self.features, "feature", (*at, "features", feature), board.id)
            self._cells(board, cells, (*at, "features", feature))
        edge_kinds = {kind.id for kind in self.content.edge_kinds}
        for n, line in enumerate(board.edges):
            self._known(line.kind, edge_kinds, "edge kind", (*at, "edges", n, "kind"), board.id)
            for m, side in enumerate(line.sides):
                if not grid.has_edge(side):
                    self._error("no_side", (*at, "edges", n, "sides", m), board.id, side=side)
        path_kinds = {kind.id for kind in self.content.path_kinds}
        for n, course in enumerate(board.paths):
            self._known(course.kind, path_kinds, "path kind", (*at, "paths", n, "kind"), board.id)
            self._cells(board, course.cells, (*at, "paths", n, "cells"))
        for name, pairs in board.links.items():
            for n, pair in enumerate(pairs):
                self._cells(board, pair, (*at, "links", name, n))
        for n, label in enumerate(board.labels):
            if isinstance(label.at, str):
                self._cells(board, (label.at,), (*at, "labels", n, "at"), [None])
            self._cells(board, label.along or (), (*at, "labels", n, "along"))
        self._unique(board.areas, (*at, "areas"))
        for n, area in enumerate(board.areas):
            self._cells(board, area.cells, (*at, "areas", n, "cells"))
        for n, box in enumerate(board.boxes):
            self._known(box.side, self.sides, "side", (*at, "boxes", n, "side"), box.id)

    def _unique_boxes(self) -> None:
        seen: set[str] = set()
        for b, board in enumerate(self.content.boards):
            for n, box in enumerate(board.boxes):
                if box.id in seen:
                    self._error("box_twice", ("boards", b, "boxes", n), board.id, id=box.id)
                seen.add(box.id)

    def _formations(self) -> None:
        parents = {f.id: f.parent for f in self.content.formations}
        for n, formation in enumerate(self.content.formations):
            at: Path = ("formations", n)
            self._known(formation.side, self.sides, "side", (*at, "side"), formation.id)
            self._known(formation.parent, set(parents), "formation", (*at, "parent"), formation.id)
            above, seen = formation.parent, {formation.id}
            while above is not None and above in parents:
                if above in seen:
                    self._error("above_itself", (*at, "parent"), formation.id)
                    break
                seen.add(above)
                above = parents[above]

    def _scenario(self, scenario: Scenario, at: Path) -> None:
        who = scenario.id
        self._known(scenario.first_side, self.sides, "side", (*at, "first_side"), who)
        self._all(scenario.setup_order, self.sides, "side", (*at, "setup_order"), who)
        self._all(scenario.side_vars, self.sides, "side", (*at, "side_vars"), who, list(scenario.side_vars))
        self._all(scenario.boards, {b.id for b in self.content.boards}, "board", (*at, "boards"), who)
        options = {option.id: option for option in self.content.options}
        for key, value in scenario.options.items():
            self._known(key, set(options), "option", (*at, "options", key), who)
            if key in options and not options[key].allows(value):
                self._error("option_value", (*at, "options", key), who, value=repr(value), option=key)
        self._unique(scenario.setup, (*at, "setup"))
        for n, line in enumerate(scenario.setup):
            here: Path = (*at, "setup", n)
            self._known(line.side, self.sides, "side", (*here, "side"), f"{who}, {line.id}")
            self._counts(line.pieces, (*here, "pieces"), f"{who}, {line.id}")
            self._condition(line.where, (*here, "where"), f"{who}, {line.id}")
        for side, pool in scenario.pools.items():
            here = (*at, "pools", side)
            self._known(side, self.sides, "side", here, who)
            self._place(pool.place, (*here, "place"), who)
            self._counts(pool.pieces, (*here, "pieces"), who)
        for n, quick in enumerate(scenario.quick):
            self._place(quick.at, (*at, "quick", n, "at"), who)
            self._counts(quick.pieces, (*at, "quick", n, "pieces"), who)
        for n, later in enumerate(scenario.reinforcements):
            here = (*at, "reinforcements", n)
            self._counts(later.pieces, (*here, "pieces"), who)
            self._known(later.side, self.sides, "side", (*here, "side"), who)
            if later.at is not None:
                self._place(later.at, (*here, "at"), who)
            if later.where is not None:
                self._condition(later.where, (*here, "where"), who)

    def _condition(self, where: Condition, at: Path, who: str) -> None:
        for n, cell in enumerate(where.cells or ()):
            self._cell_anywhere(cell, (*at, "cells", n), who)
        self._all(where.box or (), self.boxes, "box", (*at, "box"), who)
        self._all(where.terrain or (), self.terrain, "terrain", (*at, "terrain"), who)
        self._all(where.feature or (), self.features, "feature", (*at, "feature"), who)
        self._all(where.area or (), self.areas, "area", (*at, "area"), who)
        self._all(where.edge or (), {"north", "east", "south", "west"}, "border", (*at, "edge"), who)
        self._all(where.attr or (), self.layers, "layer", (*at, "attr"), who, list(where.attr or ()))
        if where.within is not None:
            self._cell_anywhere(where.within[1], (*at, "within", 1), who)
        for key, company in (("with", where.having), ("without", where.without)):
            if company is not None:
                self._company(company, (*at, key), who)
        for key, parts in (("all", where.all), ("any", where.any)):
            for n, part in enumerate(parts or ()):
                self._condition(part, (*at, key, n), who)
        if where.negated is not None:
            self._condition(where.negated, (*at, "not"), who)

    def _company(self, company: Company, at: Path, who: str) -> None:
        self._all(company.kind or (), self.kinds, "piece kind", (*at, "kind"), who)
        self._all(company.trait or (), self.traits, "trait", (*at, "trait"), who)
        self._all(company.side or (), self.sides, "side", (*at, "side"), who)
        self._all(company.piece or (), self.pieces, "piece", (*at, "piece"), who)
        self._all(company.klass or (), {"unit", "marker"}, "class", (*at, "class"), who)

    # ------------------------------------------------------------------------------------- small helpers

    def _error(self, code: str, path: Path, where: str = "", **args: Any) -> None:
        self.found.append(problem("error", code, where, path, **args))

    def _known(self, ident: str | None, known: Collection[str], what: str, path: Path, where: str) -> None:
        if ident is not None and ident not in known:
            word = {"key": f"problem.word.{what.replace(' ', '_')}"}
            self._error("unknown", path, where, what=word, id=ident, hint=near(ident, known))

    def _all(
        self, idents: Iterable[str], known: Collection[str], what: str, path: Path, where: str,
        steps: Sequence[str] | None = None,
    ) -> None:  # fmt: skip
        for n, ident in enumerate(idents):
            self._known(ident, known, what, (*path, n if steps is None else steps[n]), where)

    def _unique(self, items: Sequence[Any], at: Path) -> None:
        seen: set[str] = set()
        for n, item in enumerate(items):
            if item.id in seen:
                self._error("id_twice", (*at, n), item.id, id=item.id)
            seen.add(item.id)

    def _counts(self, counts: dict[str, int], at: Path, where: str) -> None:
        for key in counts:
            if key not in self.kinds and key not in self.pieces:
                self._known(key, self.kinds | self.pieces, "piece kind", (*at, key), where)

    def _cell(self, board: BoardContent, cell: str, path: Path) -> None:
        some = list(self.grids[board.id].cells())
        named = {"key": "problem.hint.cells", "args": {"cell": some[0]}} if some else {"key": "problem.hint.no_cells"}
        close = near(cell, some) if len(some) < 3000 else {}
        self._error("unknown_cell", path, board.id, id=cell, hint=close or named)

    def _cells(self, board: BoardContent, cells: Iterable[str], path: Path, steps: Sequence[Any] | None = None) -> None:
        has = self.grids[board.id].contains
        for n, cell in enumerate(cells):
            if not has(cell):
                step = n if steps is None else steps[n]
                self._cell(board, cell, path if step is None else (*path, step))

    def _cell_anywhere(self, cell: str, path: Path, where: str) -> None:
        board, colon, _ = cell.partition(":")
        if colon:
            self._place(cell, path, where)
        elif not any(grid.contains(board) for grid in self.grids.values()):
            self._error("unknown_cell", path, where, id=board, hint={"key": "problem.hint.no_board"})

    def _place(self, place: str, path: Path, where: str) -> None:
        board, colon, cell = place.partition(":")
        if not colon:
            self._known(place, self.boxes, "box", path, where)
        elif board not in {b.id for b in self.content.boards}:
            self._known(board, {b.id for b in self.content.boards}, "board", path, where)
        elif board in self.grids and not self.grids[board].contains(cell):
            self._cell(self.content.board(board), cell, path)
