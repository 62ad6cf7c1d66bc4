"""Where one looks on a board: read from a view, and put back in another one."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF


def look_of(board: Any) -> dict[str, list[float]]:
    """Return board → [zoom, x, y] of where one looks; nothing for a board that was never seen."""
    layout, camera = getattr(board, "layout_", None), getattr(board, "camera", None)
    if layout is None or camera is None:
        return {}
    middle = camera.area().center()
    return {layout.board.id: [round(camera.zoom, 4), round(middle.x(), 1), round(middle.y(), 1)]}


def turn_to(view: Any, board: str) -> None:
    """Turn a view, in play or of a draft, to a board unless it shows that already; an empty word is none."""
    if board and view.layout_ is not None and view.layout_.board.id != board:
        view.set_board(board)


def look_at(view: Any, looks: dict[str, list[float]]) -> None:
    """Turn a view to the board of a look, and look there."""
    for ident in looks:
        turn_to(view, ident)
    put_look(view, looks)


def put_look(board: Any, looks: object) -> None:
    """Look again where `look_of` said, if that was this board."""
    layout, camera = getattr(board, "layout_", None), getattr(board, "camera", None)
    if layout is None or camera is None or not isinstance(looks, dict):
        return
    look = looks.get(layout.board.id)
    if isinstance(look, list) and len(look) == 3 and all(isinstance(n, (int, float)) for n in look):
        board.set_zoom(look[0])
        camera.centre_on(QPointF(look[1], look[2]))
