"""Random edits over every kind of thing a draft has: `python -m tests.editing.fuzz 20000` plays them on a document.

Undo all must give the first content, redo all the last, byte for byte as YAML; the document must hold what the draft
holds. Edits that are refused (a random rename to an id that is taken …) must change nothing.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.editing import (
    boards,
    borrow,
    clips,
    fixes,
    ground,
    items,
    pictures,
    placements,
    places,
    rows,
    scenarios,
    shapes,
    sides,
    styles,
    tables,
    uses,
)
from qtwar.editing.batch import Batch, Edit
from qtwar.editing.draft import Draft, empty_content
from qtwar.editing.ops import ABSENT
from qtwar.model import dump
from qtwar.model.content import TitleContent
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


def start() -> TitleContent:
    """Return the small title with a larger first board."""
    data = small_json()
    board = data["boards"][0]
    board["grid"] = {"kind": "square", "columns": 8, "rows": 6, "diagonals": True}
    cells = [f"{c:02}{r:02}" for r in range(1, 7) for c in range(1, 9)]
    board["terrain"] = dict.fromkeys(cells, "clear")
    return empty_content(data)


class Chance:
    """Draws random gestures of the window that fit a draft."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.number = 0

    def edit(self, draft: Draft) -> Edit:
        """Return a random edit; raises DataFault where the one drawn can not be."""
        makers = [getattr(self, name) for name in dir(self) if name.startswith("do_")]
        found: Edit = self.random.choice(makers)(draft)
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

    # -- gestures
    def do_paint(self, draft: Draft) -> Edit:
        board = self.board(draft)
        words = {cell: self.random.choice([None, self.item(draft, "terrain")]) for cell in self.cells(draft, board)}
        keep = self.random.random() < 0.7
        return ground.paint(draft, board, words, erase=self.random.random() < 0.2, keep_paths=keep)

    def do_fill(self, draft: Draft) -> Edit:
        board = self.board(draft)
        grid, terrain = draft.grid(board), draft.item("boards", board)["terrain"]
        cells = self.random.choice([shapes.flood, shapes.alike])(grid, terrain, self.one(grid.cells()))
        return ground.paint(draft, board, dict.fromkeys(cells, self.item(draft, "terrain")))

    def do_feature(self, draft: Draft) -> Edit:
        board = self.board(draft)
        return ground.lay_feature(
            draft, board, self.item(draft, "features"), self.cells(draft, board), self.random.random() < 0.6
        )

    def do_elevation(self, draft: Draft) -> Edit:
        board = self.board(draft)
        levels = {cell: self.random.choice([None, 0, 1, 35, 40, -2]) for cell in self.cells(draft, board)}
        return ground.set_elevation(draft, board, levels)

    def do_side(self, draft: Draft) -> Edit:
        board = self.board(draft)
        chosen = [self.one(draft.grid(board).edges(c)) for c in self.cells(draft, board)]
        if self.random.random() < 0.4:
            return ground.erase_sides(draft, board, chosen)
        return ground.draw_sides(draft, board, self.item(draft, "edge_kinds"), chosen)

    def do_path(self, draft: Draft) -> Edit:
        board = self.board(draft)
        cells = self.cells(draft, board, 4)
        if self.random.random() < 0.4:
            return ground.set_path(draft, *self.line(draft, "paths"), cells)
        return ground.add_path(draft, board, self.item(draft, "path_kinds"), cells, closed=self.random.random() < 0.2)

    def do_label(self, draft: Draft) -> Edit:
        board = self.board(draft)
        cell = self.one(draft.grid(board).cells())
        at = self.random.choice([cell, (12.34, 50.0)])
        return self.random.choice(
            [
                lambda: places.add_label(draft, board, self.text(), at, "town"),
                lambda: places.add_label(draft, board, self.text(), cell, along=[cell], offset=(0, -18)),
                lambda: places.move_label(
                    draft, *self.line(draft, "labels"), (1.0, 2.0), self.random.choice([None, (0.5, 3)])
                ),
                lambda: places.clear_label_places(draft, board, self.random.choice([None, [0]])),
            ]
        )()

    def do_area_or_box(self, draft: Draft) -> Edit:
        board = self.board(draft)
        track = {"en": self.fresh(), "ja": "表"}
        return self.random.choice(
            [
                lambda: places.add_area(draft, board, NAME, self.cells(draft, board)),
                lambda: places.add_track(draft, board, track, 0, 4, self.random.choice([None, (0, 0, 100, 20)])),
                lambda: places.add_box(draft, board, {"en": self.fresh(), "ja": "箱"}, (1, 2, 30, 40.5)),
                lambda: items.put(
                    draft,
                    ("boards", board, "boxes", self.one(draft.item("boards", board)["boxes"])["id"], "on_board"),
                    [3, 4, 20, 10.5],
                ),
            ]
        )()

    def do_remove_from_board(self, draft: Draft) -> Edit:
        key = self.random.choice(["labels", "areas", "boxes", "paths", "edges"])
        board, n = self.line(draft, key)
        return items.remove(draft, ("boards", board, key), n)

    def do_resize(self, draft: Draft) -> Edit:
        board = self.board(draft, lattice=True)
        anchor = self.random.choice(list(boards.ANCHORS))
        return boards.resize(draft, board, self.random.randint(2, 9), self.random.randint(2, 7), anchor)

    def do_grid(self, draft: Draft) -> Edit:
        change = self.random.choice(
            [{"numbering": {"pattern": "A1"}}, {"numbering": {"pattern": "CCRR", "first_column": 11}}, {"cell_mm": 21.5},
             {"numbering": None}, {"diagonals": False}, {"orientation": "flat"}]
        )  # fmt: skip
        return boards.set_grid(draft, self.board(draft, lattice=True), change)

    def do_add_board(self, draft: Draft) -> Edit:
        if len(draft.data["boards"]) > 5:
            raise DataFault("enough")
        grid = self.random.choice(
            [{"kind": "hex", "columns": 4, "rows": 3}, {"kind": "cards", "columns": 2, "rows": 2},
             {"kind": "areas", "cells": {"p": [[0, 0], [9, 0], [9, 9]], "q": [[9, 0], [18, 0], [18, 9], [9, 9]]}}]
        )  # fmt: skip
        return boards.add_board(draft, self.fresh(), NAME, grid, "field")

    def do_show_layer(self, draft: Draft) -> Edit:
        key, values = self.random.choice(
            [("opacity", (0, 0.5, 1.0)), ("hidden", (True, False)), ("locked", (True, False))]
        )
        layer = self.random.choice(["paths", "terrain", "labels"])
        return boards.show_layer(draft, self.board(draft), layer, key, self.random.choice(values), {"en": layer})

    def do_clip(self, draft: Draft) -> Edit:
        board = self.board(draft, lattice=True)
        cells, at = self.cells(draft, board), self.one(draft.grid(board).cells())
        clip = clips.copy_region(draft, board, cells)
        clip = clips.rotate(clip, self.random.randint(0, 5)) if self.random.random() < 0.5 else clips.mirror(clip)
        return self.random.choice(
            [
                lambda: clips.paste(draft, board, clip, at),
                lambda: clips.clear_region(draft, board, cells),
                lambda: clips.turn_region(draft, board, cells, self.random.choice(["mirror", "rotate"])),
            ]
        )()

    def do_picture(self, draft: Draft) -> Edit:
        board = self.board(draft)
        if "trace" not in draft.item("boards", board)["attrs"]:
            return pictures.import_picture(draft, board, "scan", 900, 700)
        return self.random.choice(
            [
                lambda: pictures.drop_picture(draft, board),
                lambda: pictures.change_picture(draft, board, opacity=self.random.choice([0.2, 0.9])),
            ]
        )()

    def do_add(self, draft: Draft) -> Edit:
        part = self.random.choice(PARTS)
        item: dict[str, Any] = {"id": self.fresh(), "name": self.text()}
        if part == "pieces":
            item["kind"] = self.item(draft, "kinds")
        if part in ("kinds", "formations"):
            item["side"] = self.item(draft, "sides")
        return items.add(draft, part, item, self.random.choice([None, 0, 1]))

    def do_delete(self, draft: Draft) -> Edit:
        part = self.random.choice([*PARTS, "boards", "tables"])
        if len(draft.data[part]) < 2 or (part == "boards" and self.random.random() < 0.5):
            raise DataFault("the last one stays")
        return items.delete(draft, part, [self.item(draft, part)], also=True)

    def do_delete_inside(self, draft: Draft) -> Edit:
        part = self.random.choice(["areas", "boxes"])
        return items.delete(draft, part, [self.one(draft.item("boards", self.board(draft))[part])["id"]], also=True)

    def do_rename(self, draft: Draft) -> Edit:
        part = self.random.choice([*PARTS, "boards", "tables", "boxes", "areas"])
        if part in ("boxes", "areas"):
            old = self.one(item["id"] for b in draft.data["boards"] for item in b[part])
        else:
            old = self.item(draft, part)
        return items.rename(draft, part, old, self.random.choice([self.fresh(), old, "town", "inf"]))

    def do_duplicate(self, draft: Draft) -> Edit:
        part = self.random.choice(["kinds", "formations", "pieces", "tables"])
        if len(draft.data[part]) > 60:
            raise DataFault("enough")
        chosen = list(dict.fromkeys(self.item(draft, part) for _ in range(2)))
        return items.duplicate(draft, part, chosen, self.random.randint(1, 3))

    def do_put_all(self, draft: Draft) -> Edit:
        part = self.random.choice(["kinds", "formations", "pieces"])
        ids = [i["id"] for i in self.random.sample(draft.data[part], min(len(draft.data[part]), 3))]
        value = self.random.choice([ABSENT, self.value(), self.value()])
        key = self.random.choice(["fire", "move", "名"])
        return items.put_all(
            draft, [((part, ident, "attrs", key), value) for ident in ids], "edit.did.rows", name=ids[0], n=3
        )

    def do_attach(self, draft: Draft) -> Edit:
        chosen = [(part, self.item(draft, part)) for part in self.random.sample(["pieces", "formations"], 2)]
        if self.random.random() < 0.4:
            return items.attach(draft, chosen, None, side=self.random.choice([None, self.item(draft, "sides")]))
        return items.attach(
            draft,
            chosen[:1],
            self.item(draft, "formations"),
            before=self.item(draft, "pieces") if chosen[0][0] == "pieces" else "",
        )

    def do_move(self, draft: Draft) -> Edit:
        part = self.random.choice([*PARTS, "boards", "tables"])
        return items.move(draft, (part,), self.item(draft, part), self.random.randrange(5))

    def do_side_of_the_title(self, draft: Draft) -> Edit:
        return self.random.choice(
            [
                lambda: sides.set_colour(draft, self.item(draft, "sides"), "#445566", "#ffffff"),
                lambda: sides.delete_side(draft, self.item(draft, "sides")),
                lambda: (
                    sides.add_side(draft, {"en": self.fresh(), "ja": "軍"}, "#123456", "#ffffff", NAME)
                    if len(draft.data["sides"]) < 5
                    else self.one([])
                ),
            ]
        )()

    def do_style(self, draft: Draft) -> Edit:
        board, terrain = self.board(draft), self.item(draft, "terrain")
        layer = {"painter": "tint", "terrain": [terrain], "color": "#aabbcc"}
        return styles.set_terrain(
            draft, board, terrain, None, layer, [{"painter": "fill", "color": "#ddeeff"}, {"painter": "grid"}]
        )

    def do_rows(self, draft: Draft) -> Edit:
        kind = self.item(draft, "kinds")
        if len(draft.data["pieces"]) > 80:
            raise DataFault("enough")
        text = f"id\tkind\tfire\tname\n{self.fresh()}\t{kind}\t3\tA\n{self.item(draft, 'pieces')}\t{kind}\t\tB\n"
        return rows.import_rows(draft, rows.preview(draft, "pieces", rows.read_table(text)))

    def do_borrow(self, draft: Draft) -> Edit:
        if len(draft.data["kinds"]) > 40:
            raise DataFault("enough")
        return borrow.borrow(draft, Draft(start()), kinds=["inf"], pieces=())

    def do_table(self, draft: Draft) -> Edit:
        table = self.item(draft, "tables")
        axis = self.random.choice(["rows", "columns"])
        size = len(draft.item("tables", table)[axis]["heads"])
        block = [
            [str(self.value() or "") for _ in range(self.random.randint(1, 2))]
            for _ in range(self.random.randint(1, 2))
        ]
        return self.random.choice(
            [
                lambda: tables.lay_block(
                    draft, table, self.random.randint(-1, size), self.random.randint(-1, 3), block
                ),
                lambda: tables.add_line(draft, table, axis) if size < 12 else self.one([]),
                lambda: tables.remove_line(draft, table, axis, self.random.randrange(size)),
            ]
        )()

    def do_scenario(self, draft: Draft) -> Edit:
        s, side, kind = self.item(draft, "scenarios"), self.item(draft, "sides"), self.item(draft, "kinds")
        board = self.board(draft)
        at = f"{board}:{self.one(draft.grid(board).cells())}"
        scenario = draft.item("scenarios", s)
        where = {"any": [{"terrain": ["clear"]}, {"not": {"cells": [at]}}]}
        line = {"id": self.fresh(), "side": side, "pieces": {kind: 1}, "where": where}
        later = {n: list(one["pieces"])[:1] for n, one in enumerate(scenario["reinforcements"])}
        option = self.random.choice([True, False])
        return self.random.choice(
            [
                lambda: placements.place_pieces(draft, s, {kind: 2}, at),
                lambda: placements.move_pieces(draft, s, self.lifted(scenario), at),
                lambda: placements.take_off(draft, s, self.lifted(scenario)),
                lambda: scenarios.add_zone(draft, s, side, board, self.cells(draft, board), NAME),
                lambda: items.insert(draft, ("scenarios", s, "setup"), line),
                lambda: scenarios.add_reinforcements(draft, s, 1, [kind, kind]),
                lambda: scenarios.remove_reinforcements(draft, s, later),
                lambda: scenarios.set_option(draft, s, self.item(draft, "options"), option),
                lambda: scenarios.set_victory(draft, s, {"levels": self.value()}),
                lambda: items.insert(draft, ("scenarios", s, "special"), {"text": self.text()}, key="edit.did.special"),
            ]
        )()

    def lifted(self, scenario: dict[str, Any]) -> dict[int, dict[str, int]]:
        n = self.random.randrange(len(scenario["quick"]) or self.one([]))
        return {n: {self.one(scenario["quick"][n]["pieces"]): 1}}

    def do_fix(self, draft: Draft) -> Edit:
        """What the list of problems offers."""
        return self.one(fix for found in fixes.findings(draft.content()) for fix in found.fixes).make(draft)

    def do_anything(self, draft: Draft) -> Edit:
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
        return batch.edit("edit.did.change", name=str(path[-1]))


def play(session: EditSession, chance: Chance, n: int) -> int:
    """Do n random steps (edits, now and then undo, redo, undo to); return how many edits were done."""
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
                edit = chance.edit(session.draft)
            except DataFault:
                assert session.draft.data is before
                continue
            if session.do(edit) is not None:
                done += 1
    return done


def spelled(content: TitleContent) -> dict[str, str]:
    """Return the content's files: order and all."""
    return dump.texts(content)


def check_files(content: TitleContent, folder: Path) -> None:
    """Writing a content as YAML and reading it must be the identity."""
    dump.dump(content, folder)
    again = read(folder).content
    assert again == content
    assert spelled(again) == spelled(content)


def main(n: int, seed: int) -> None:
    """Measure n edits on a document."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fuzz.qtwar"
        session = EditSession(DraftStore.create(path, start()))
        first = session.draft.digest(), spelled(session.draft.content())
        began = time.perf_counter()
        play(session, Chance(seed), n)
        print(f"{n} edits in {time.perf_counter() - began:.1f} s; {len(session.history)} in force")
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
