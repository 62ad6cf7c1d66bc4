"""How fast a draft is edited: a fill of a whole board of 40,000 cells and its undo, one cell, one counter of 5,000."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from qtwar.bench.budgets import Figure, bench, median, timed
from qtwar.editing import ground, items, shapes, templates
from qtwar.editing.batch import Batch, Edit
from qtwar.session.edit import EditSession
from qtwar.storage.drafts import DraftStore

SIDE = 200
COUNTERS = 5_000
TRIES = 3
NAME = {"en": "Named", "ja": "名前"}


@bench("editing")
def editing_bench() -> Iterator[Figure]:
    """A 200 × 200 board in a document: gesture, checks, SQLite and history included; the content as models besides."""
    with tempfile.TemporaryDirectory() as folder:
        store = DraftStore.create(Path(folder) / "bench.qtwar", templates.new_grid("Bench", columns=SIDE, rows=SIDE))
        session = EditSession(store)
        session.do(_counters(session))
        fills, undos, cells, rows = [], [], [], []
        for _ in range(TRIES):
            fills.append(timed(lambda: session.do(_fill(session))))
            undos.append(timed(session.undo))
            cells.append(timed(lambda: session.do(ground.paint(session.draft, "map", {"100100": "woods"}))))
            session.undo()
            rows.append(timed(lambda: session.do(items.put(session.draft, ("pieces", "p2500", "name"), NAME))))
            session.undo()
        session.close()
    yield Figure("first fill of 40,000 cells, stored", fills[0], "ms", 500, note="nothing known of the grid yet")
    yield Figure("fill of 40,000 cells, stored", median(fills), "ms", 500)
    yield Figure("undo of that fill, stored", median(undos), "ms", 500)
    yield Figure("one cell painted, stored", median(cells), "ms", 30, note="of 40,000")
    yield Figure("one counter changed, stored", median(rows), "ms", 30, note=f"of {COUNTERS}")


def _fill(session: EditSession) -> Edit:
    terrain = session.draft.item("boards", "map")["terrain"]
    cells = shapes.flood(session.draft.grid("map"), terrain, "001001")
    return ground.paint(session.draft, "map", dict.fromkeys(cells, "woods"))


def _counters(session: EditSession) -> Edit:
    batch = Batch(session.draft)
    batch.insert(("kinds",), {"id": "unit", "name": {"en": "Unit", "ja": "カウンター"}, "side": "blue", "template": "unit"})
    batch.extend(("pieces",), ({"id": f"p{n}", "kind": "unit"} for n in range(COUNTERS)))
    return batch.edit("edited.rows", n=COUNTERS)
