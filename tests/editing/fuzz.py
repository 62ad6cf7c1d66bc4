"""Random commands over every kind of thing a draft has: `python -m tests.editing.fuzz 20000` plays them on a document.

Undo all must give the first content, redo all the last, byte for byte as YAML; the document must hold what the draft
holds. Commands that are refused (a random rename to an id that is taken …) must change nothing.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.editing import commands, uses
from qtwar.editing.batch import Batch, Command
from qtwar.editing.draft import Draft, empty_content
from qtwar.model import dump
from qtwar.model.content import Content
from qtwar.model.grid.lattice import Lattice
from qtwar.model.load import read
from qtwar.session.edit import EditSession
from qtwar.storage.drafts import DraftStore
from tests.model.contents import NAME, small_json

PARTS = (
    "sides",
    "terrain",
    "features",
    "edge_kinds",
    "path_kinds",
    "kinds",
    "formations",
    "pieces",
    "options",
    "scenarios",
)


def start() -> Content:
    """Return the small title with a larger first board."""
    data = small_json()
    board = data["boards"][0]
    board["grid"] = {"kind": "square", "columns": 8, "rows": 6, "diagonals": True}
    cells = [f"{c:02}{r:02}" for r in range(1, 7) for c in range(1, 9)]
    board["terrain"] = dict.fromkeys(cells, "clear")
    return empty_content(data)


class Chance:
    """Draws random commands that fit a draft."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.number = 0

    def command(self, draft: Draft) -> Command:
        """Return a random command; raises DataFault where the one drawn can not be."""
        makers = [getattr(self, name) for name in dir(self) if name.startswith("do_")]
        found: Command = self.random.choice(makers)(draft)
        return found

    # -- what to take
    def fresh(self) -> str:
        self.number += 1
        return f"x{self.number}"

    def one(self, items: Any) -> Any:
        items = list(items)
        if not items:
            raise DataFault("nothing there")
        return self.random.choice(items)

    def item(self, draft: Draft, part: str) -> str:
        return str(self.one(draft.data[part])["id"])

    def board(self, draft: Draft, *, lattice: bool = False) -> str:
        ids = [b["id"] for b in draft.data["boards"]]
        return str(self.one(i for i in ids if not lattice or isinstance(draft.grid(i), Lattice)))

    def cells(self, draft: Draft, board: str, most: int = 12) -> list[str]:
        cells = list(draft.grid(board).cells())
        return self.random.sample(cells, min(len(cells), self.random.randint(1, most)))

    def line(self, draft: Draft, key: str) -> tuple[str, int]:
        board = self.board(draft)
        return board, self.random.randrange(len(draft.item("boards", board)[key]) or self.one([]))

    def value(self) -> Any:
        return self.random.choice([0, 1, 1.0, True, None, "word", "1", "", [1, "a"], {"k": [2.5]}, "日本"])

    def text(self) -> dict[str, str]:
        return self.random.choice([NAME, {"en": "A " + self.fresh(), "ja": "い"}, {"en": "only"}, {"ja": "だけ"}])

    # -- commands
    def do_paint(self, draft: Draft) -> Command:
        board = self.board(draft)
        what = self.random.choice(
            ["terrain", "elevation", "layer:country", "feature:town", "feature:" + self.item(draft, "features")]
        )
        word = {
            "terrain": lambda: self.random.choice([None, self.item(draft, "terrain")]),
            "elevation": lambda: self.random.choice([None, 0, 1, 35, 40, -2]),
            "layer:country": lambda: self.random.choice([None, "north", "south", 2]),
        }.get(what, lambda: self.random.choice([True, False]))()
        return commands.paint(draft, board, self.cells(draft, board), word, what)

    def do_fill(self, draft: Draft) -> Command:
        board = self.board(draft)
        return commands.fill(draft, board, self.one(draft.grid(board).cells()), self.item(draft, "terrain"))

    def do_mix(self, draft: Draft) -> Command:
        board = self.board(draft)
        return commands.mix(
            draft, board, self.cells(draft, board), {self.item(draft, "terrain"): 2, "clear": 1}, self.number
        )

    def do_raise(self, draft: Draft) -> Command:
        board = self.board(draft)
        return commands.raise_by(draft, board, self.cells(draft, board), self.random.choice([-1, 1]))

    def do_edge(self, draft: Draft) -> Command:
        board = self.board(draft)
        sides = [self.one(draft.grid(board).edges(c)) for c in self.cells(draft, board)]
        if self.random.random() < 0.4:
            return commands.erase_edges(draft, board, sides)
        return commands.edge_stroke(
            draft, board, self.item(draft, "edge_kinds"), sides, self.random.choice([None, NAME])
        )

    def do_path(self, draft: Draft) -> Command:
        board = self.board(draft)
        return commands.add_path(
            draft, board, self.item(draft, "path_kinds"), self.cells(draft, board, 4), self.random.choice([None, NAME])
        )

    def do_node(self, draft: Draft) -> Command:
        board, n = self.line(draft, "paths")
        path = draft.at("boards", board, "paths", n)
        node = self.random.randrange(len(path["cells"]))
        to = self.one(draft.grid(board).cells())
        return self.random.choice(
            [
                lambda: commands.move_node(draft, board, n, node, to),
                lambda: commands.insert_node(draft, board, n, node, to),
                lambda: commands.remove_node(draft, board, n, node),
                lambda: commands.split_path(draft, board, n, node),
                lambda: commands.join_paths(
                    draft, board, n, self.random.randrange(len(draft.item("boards", board)["paths"]))
                ),
            ]
        )()

    def do_label(self, draft: Draft) -> Command:
        board = self.board(draft)
        at = self.random.choice([self.one(draft.grid(board).cells()), (12.34, 50.0)])
        if self.random.random() < 0.5:
            return commands.add_label(draft, board, self.text(), at, "town")
        board, n = self.line(draft, "labels")
        return commands.move_label(draft, board, n, (1.0, 2.0), self.random.choice([None, (0.5, 3.0)]))

    def do_area(self, draft: Draft) -> Command:
        board = self.board(draft)
        if self.random.random() < 0.6:
            return commands.add_area(draft, board, NAME, self.cells(draft, board))
        area = self.one(draft.item("boards", board)["areas"])
        return commands.area_cells(draft, board, area["id"], out=area["cells"][:2], into=self.cells(draft, board, 3))

    def do_box(self, draft: Draft) -> Command:
        board = self.board(draft)
        if self.random.random() < 0.3:
            return commands.add_track(
                draft, board, {"en": self.fresh(), "ja": "表"}, 0, 4, self.random.choice([None, (0, 0, 100, 20)])
            )
        return commands.add_box(
            draft, board, self.text(), self.random.choice([None, (1, 2, 30, 40.5)]), id=self.fresh()
        )

    def do_remove_from_board(self, draft: Draft) -> Command:
        key = self.random.choice(["labels", "areas", "boxes", "paths", "edges"])
        board, n = self.line(draft, key)
        batch = Batch(draft)
        batch.remove(("boards", board, key), n)
        return batch.command("edited.remove", name=key)

    def do_resize(self, draft: Draft) -> Command:
        board = self.board(draft, lattice=True)
        anchor = self.random.choice(list(commands.ANCHORS))
        return commands.resize(draft, board, self.random.randint(2, 9), self.random.randint(2, 7), anchor)

    def do_grid(self, draft: Draft) -> Command:
        board = self.board(draft, lattice=True)
        change = self.random.choice(
            [{"numbering": {"pattern": "A1"}}, {"numbering": {"pattern": "CCRR", "first_column": 11}}, {"cell_mm": 21.5},
             {"numbering": None}, {"diagonals": False}, {"orientation": "flat"}]
        )  # fmt: skip
        return commands.set_grid(draft, board, change)

    def do_clear_region(self, draft: Draft) -> Command:
        board = self.board(draft)
        return commands.clear_region(draft, board, self.cells(draft, board))

    def do_turn_region(self, draft: Draft) -> Command:
        board = self.board(draft, lattice=True)
        return commands.turn_region(draft, board, self.cells(draft, board), self.random.choice(["mirror", "rotate"]))

    def do_show_layer(self, draft: Draft) -> Command:
        key, values = self.random.choice([("opacity", (0, 0.5, 1.0)), ("hidden", (True, False)), ("locked", (True, False))])
        layer = self.random.choice(["paths", "terrain", "labels"])
        return commands.show_layer(draft, self.board(draft), layer, key, self.random.choice(values), {"en": layer})

    def do_delete_inside(self, draft: Draft) -> Command:
        part = self.random.choice(["areas", "boxes"])
        board = self.board(draft)
        return commands.delete(draft, part, [self.one(draft.item("boards", board)[part])["id"]], also=True)

    def do_paste(self, draft: Draft) -> Command:
        board = self.board(draft, lattice=True)
        clip = commands.copy_region(draft, board, self.cells(draft, board))
        clip = (
            commands.rotate(clip, self.random.randint(0, 5))
            if self.random.random() < 0.5
            else commands.mirror(clip, self.random.choice("xy"))
        )
        return commands.paste(draft, board, clip, self.one(draft.grid(board).cells()))

    def do_add(self, draft: Draft) -> Command:
        part = self.random.choice(PARTS)
        item: dict[str, Any] = {"id": self.fresh(), "name": self.text()}
        if part == "pieces":
            item["kind"] = self.item(draft, "kinds")
        if part in ("kinds", "formations"):
            item["side"] = self.item(draft, "sides")
        return commands.add(draft, part, item, self.random.choice([None, 0, 1]))

    def do_add_board(self, draft: Draft) -> Command:
        if len(draft.data["boards"]) > 5:
            raise DataFault("enough")
        grid = self.random.choice(
            [{"kind": "hex", "columns": 4, "rows": 3}, {"kind": "cards", "columns": 2, "rows": 2},
             {"kind": "areas", "cells": {"p": [[0, 0], [9, 0], [9, 9]], "q": [[9, 0], [18, 0], [18, 9], [9, 9]]}}]
        )  # fmt: skip
        return commands.add_board(draft, NAME, grid, id=self.fresh())

    def do_delete(self, draft: Draft) -> Command:
        part = self.random.choice([*PARTS, "boards", "tables"])
        if len(draft.data[part]) < 2 or (part == "boards" and self.random.random() < 0.5):
            raise DataFault("the last one stays")
        instead = self.item(draft, "terrain")
        gone = self.item(draft, part)
        return commands.delete(draft, part, [gone], also=True, instead=instead if instead != gone else None)

    def do_rename(self, draft: Draft) -> Command:
        part = self.random.choice([*PARTS, "boards", "tables", "boxes", "areas"])
        if part in ("boxes", "areas"):
            old = self.one(item["id"] for b in draft.data["boards"] for item in b[part])
        else:
            old = self.item(draft, part)
        return commands.rename(draft, part, old, self.random.choice([self.fresh(), old, "town", "inf"]))

    def do_duplicate(self, draft: Draft) -> Command:
        part = self.random.choice(["kinds", "formations", "pieces", "tables"])
        if len(draft.data[part]) > 60:
            raise DataFault("enough")
        return commands.duplicate(draft, part, self.item(draft, part), self.random.randint(1, 4))

    def do_many(self, draft: Draft) -> Command:
        part = self.random.choice(["kinds", "formations", "pieces"])
        ids = [i["id"] for i in self.random.sample(draft.data[part], min(len(draft.data[part]), 3))]
        if self.random.random() < 0.3:
            return commands.fill_down(draft, part, ids, ("attrs", "fire"))
        return commands.set_many(draft, part, ids, ("attrs", self.random.choice(["fire", "move", "名"])), self.value())

    def do_attach(self, draft: Draft) -> Command:
        return commands.attach(
            draft, [self.item(draft, self.random.choice(["pieces", "formations"]))], self.item(draft, "formations")
        )

    def do_reorder(self, draft: Draft) -> Command:
        part = self.random.choice([*PARTS, "boards", "tables"])
        return commands.reorder(draft, part, self.item(draft, part), self.random.randrange(5))

    def do_rows(self, draft: Draft) -> Command:
        kind = self.item(draft, "kinds")
        if len(draft.data["pieces"]) > 80:
            raise DataFault("enough")
        return commands.paste_rows(
            draft, "pieces", f"id\tkind\tfire\tname\n{self.fresh()}\t{kind}\t3\tA\n{self.fresh()}\t{kind}\t\tB\n"
        )

    def do_table(self, draft: Draft) -> Command:
        table = self.item(draft, "tables")
        axis = self.random.choice(["rows", "columns"])
        size = len(draft.item("tables", table)[axis]["heads"])
        return self.random.choice(
            [
                lambda: commands.table_cells(draft, table, 0, 0, [[self.value(), self.value()]]),
                lambda: commands.insert_line(draft, table, axis, self.random.randrange(4), self.number % 40),
                lambda: (
                    commands.remove_line(draft, table, axis, self.random.randrange(size)) if size > 3 else self.one([])
                ),
                lambda: commands.set_head(
                    draft, table, axis, 0, self.random.choice(["<1", 3, "4-5", {"min": 1, "max": None}])
                ),
            ]
        )()

    def do_scenario(self, draft: Draft) -> Command:
        s, side, kind = self.item(draft, "scenarios"), self.item(draft, "sides"), self.item(draft, "kinds")
        board = self.board(draft)
        at = f"{board}:{self.one(draft.grid(board).cells())}"
        scenario = draft.item("scenarios", s)
        return self.random.choice(
            [
                lambda: commands.place_pieces(draft, s, {kind: 2}, at),
                lambda: commands.move_pieces(draft, s, *self._quick(scenario), at),
                lambda: commands.zone(draft, s, side, {kind: 1}, board=board, cells=self.cells(draft, board)),
                lambda: commands.add_setup_line(
                    draft, s, side, {kind: 1}, {"any": [{"terrain": ["clear"]}, {"not": {"cells": [at]}}]}, note=NAME
                ),
                lambda: commands.add_reinforcement(draft, s, 1, {kind: 3}, at, side=side),
                lambda: commands.set_pool(draft, s, side, "refit", {kind: self.random.choice([0, 2])}),
                lambda: commands.set_victory(draft, s, {"levels": self.value()}),
                lambda: commands.special_rule(draft, s, self.text(), "9.1"),
                lambda: (
                    commands.add_scenario(draft, self.text(), base=s)
                    if len(draft.data["scenarios"]) < 4
                    else self.one([])
                ),
            ]
        )()

    def _quick(self, scenario: dict[str, Any]) -> tuple[dict[str, int], str]:
        line = self.one(scenario["quick"])
        return {self.one(line["pieces"]): 1}, line["at"]

    def do_picture(self, draft: Draft) -> Command:
        board = self.board(draft)
        if "trace" in draft.item("boards", board)["attrs"]:
            return commands.drop_picture(draft, board)
        return commands.import_picture(draft, board, "scan", 900, 700)

    def do_layer(self, draft: Draft) -> Command:
        board = self.board(draft)
        key, value = self.random.choice([("opacity", 0.4), ("opacity", 1.0), ("hidden", True), ("locked", False)])
        return commands.show_layer(draft, board, self.random.choice(["terrain", "labels"]), key, value, NAME)

    def do_region(self, draft: Draft) -> Command:
        board = self.board(draft, lattice=True)
        if self.random.random() < 0.5:
            return commands.clear_region(draft, board, self.cells(draft, board, 4))
        return commands.turn_region(draft, board, self.cells(draft, board), self.random.choice(["mirror", "rotate"]))

    def do_things(self, draft: Draft) -> Command:
        board = self.board(draft)
        return self.random.choice(
            [
                lambda: commands.move_box(
                    draft, board, self.one(draft.item("boards", board)["boxes"])["id"], (3, 4, 20, 10.5)
                ),
                lambda: commands.clear_label_places(draft, board),
                lambda: commands.name_features(draft, board, self.item(draft, "features")),
                lambda: commands.set_path(draft, *self.line(draft, "paths"), self.cells(draft, board, 4)),
                lambda: commands.change_picture(draft, board, opacity=self.random.choice([0.2, 0.9])),
            ]
        )()

    def do_more_tables(self, draft: Draft) -> Command:
        table = self.item(draft, "tables")
        return self.random.choice(
            [
                lambda: (
                    commands.add_table(draft, self.text(), [1, 2, "3-4"], ["a", "b"])
                    if len(draft.data["tables"]) < 6
                    else self.one([])
                ),
                lambda: commands.set_cell(draft, table, 0, 0, self.value()),
                lambda: commands.set_heads(
                    draft, table, self.random.choice(["rows", "columns"]), self.random.choice(["word", "number", "range"])
                ),
            ]
        )()

    def do_borrow(self, draft: Draft) -> Command:
        if len(draft.data["kinds"]) > 40:
            raise DataFault("enough")
        return commands.borrow(draft, Draft(start()), kinds=["inf"], pieces=())

    def do_later(self, draft: Draft) -> Command:
        scenario = self.item(draft, "scenarios")
        lines = draft.item("scenarios", scenario)["reinforcements"]
        return commands.move_reinforcement(draft, scenario, self.random.randrange(len(lines) or self.one([])), 2)

    def do_anything(self, draft: Draft) -> Command:
        """Set, unset or rename at a random place of the tree, mostly where keys are free."""
        batch = Batch(draft)
        path = self.random.choice(
            [
                ("texts", self.random.choice(["en", "ja"]), self.random.choice(["yes", "log.moved", self.fresh()])),
                ("counters", "templates", self.fresh()), ("style", self.random.choice(["field", "hexes"]), "sea"),
                ("title", "about", "ja"), ("title", "attrs", "k"), ("title", "players"),
                ("kinds", self.item(draft, "kinds"), "name", self.random.choice(["en", "ja"])),
                ("kinds", self.item(draft, "kinds"), "traits"), ("options", self.item(draft, "options"), "default"),
                ("scenarios", self.item(draft, "scenarios"), self.random.choice(["vars", "numbers"]), "turn"),
                ("scenarios", self.item(draft, "scenarios"), "side_vars", self.item(draft, "sides")),
                ("scenarios", self.item(draft, "scenarios"), "turns"),
                ("boards", self.board(draft), "links", "water"), ("boards", self.board(draft), "attrs", "deep", "er"),
                ("boards", self.board(draft), "legend"),
            ]
        )  # fmt: skip
        action = self.random.random()
        value = self.random.choice(
            [self.value(), "plain words", {"vp": 3}, [["0101", "0102"]], ["foot", "fly"], [1, 4], 3, {}, {"front": []}]
        )
        if action < 0.75:
            if len(path) == 4 and path[2] == "attrs":
                batch.set(path[:3], {"deep": {}, "other": 1})
            batch.set(path, value)
        elif action < 0.9:
            batch.unset(path)
        else:
            batch.rename_key(path, self.fresh())
        return batch.command("edited.change", name=str(path[-1]))


def play(session: EditSession, chance: Chance, n: int) -> int:
    """Do n random steps (commands, now and then undo, redo, undo to); return how many commands were done."""
    done = 0
    while done < n:
        roll = chance.random.random()
        if roll < 0.04:
            session.undo()
        elif roll < 0.06:
            session.redo()
        elif roll < 0.065 and len(session.history) > 6:
            session.undo_to(len(session.history) - chance.random.randint(1, 5))
        else:
            before = session.draft.data
            try:
                command = chance.command(session.draft)
            except DataFault:
                assert session.draft.data is before
                continue
            if session.do(command) is not None:
                done += 1
    return done


def spelled(content: Content) -> dict[str, str]:
    """Return the content's files: order and all."""
    return dump.texts(content)


def check_files(content: Content, folder: Path) -> None:
    """Writing a content as YAML and reading it must be the identity."""
    dump.dump(content, folder)
    again = read(folder).content
    assert again == content
    assert spelled(again) == spelled(content)


def main(n: int, seed: int) -> None:
    """Measure n commands on a document."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fuzz.qtwar"
        session = EditSession(DraftStore.create(path, start()))
        first = session.draft.digest(), spelled(session.draft.content())
        began = time.perf_counter()
        play(session, Chance(seed), n)
        print(f"{n} commands in {time.perf_counter() - began:.1f} s; {len(session.history)} in force")
        last, length = (session.draft.digest(), spelled(session.draft.content())), len(session.history)
        stored = session.store.content()
        assert (stored.digest(), spelled(stored)) == last, "the document holds something else"
        check_files(session.draft.content(), Path(folder) / "module")
        began = time.perf_counter()
        session.undo_to(0)
        assert (session.draft.digest(), spelled(session.draft.content())) == first, "undo all is not the first content"
        assert session.store.content().digest() == first[0]
        print(f"undone to the first content in {time.perf_counter() - began:.1f} s")
        began = time.perf_counter()
        session.redo_to(length)
        assert (session.draft.digest(), spelled(session.draft.content())) == last, "redo all is not the last content"
        print(f"redone to the last in {time.perf_counter() - began:.1f} s; digest {last[0][:16]}")
        session.close()
        session = EditSession(DraftStore.open(path))
        assert session.draft.digest() == last[0]
        session.close()
        print(
            f"{path.stat().st_size / 1e6:.1f} MB; used {len(list(uses.uses(session.draft.data)))} references at the end"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
