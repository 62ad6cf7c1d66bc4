"""What two states of a board differ in."""

from __future__ import annotations

from qtwar.model.board import BoardContent

EDITORS = ("trace", "view")
"""Attributes of a board that say how the editor shows it; the drawing does not depend on them."""


def differing(before: BoardContent, after: BoardContent) -> frozenset[str] | None:
    """Return the cells whose terrain or elevation is not the same; None where other things changed too."""
    own = [{k: v for k, v in board.attrs.items() if k not in EDITORS} for board in (before, after)]
    if before.attrs is not after.attrs and own[0] != own[1]:
        return None
    for part in ("features", "edges", "paths", "labels", "areas", "boxes", "layers", "style", "name"):
        if getattr(before, part) is not getattr(after, part) and getattr(before, part) != getattr(after, part):
            return None
    cells: set[str] = set()
    for old, new in ((before.terrain, after.terrain), (before.elevation, after.elevation)):
        if old is not new:
            cells.update(c for c, w in new.items() if old.get(c) != w)
            cells.update(c for c in old if c not in new)
    return frozenset(cells)
