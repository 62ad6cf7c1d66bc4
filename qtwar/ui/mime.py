"""How pieces travel by drag and drop between board, shelf and lists, and regions of maps by the clipboard."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QByteArray, QMimeData

PIECES = "application/x-qtwar-pieces"
REGION = "application/x-qtwar-region"


def pack(pieces: Sequence[str]) -> QMimeData:
    """Return drag data for piece ids, bottom first."""
    return _put(PIECES, list(pieces))


def unpack(data: QMimeData) -> list[str]:
    """Return the piece ids of drag data; an empty list where it is something else."""
    pieces = _take(PIECES, data)
    return [p for p in pieces if isinstance(p, str)] if isinstance(pieces, list) else []


def pack_region(clip: dict[str, Any]) -> QMimeData:
    """Return clipboard data of a region of a map."""
    return _put(REGION, clip)


def unpack_region(data: QMimeData | None) -> dict[str, Any] | None:
    """Return the region that a clipboard holds; None where it is something else."""
    from qtwar.editing import clips

    clip: dict[str, Any] | None = _take(REGION, data) if data is not None else None
    return clip if clips.is_clip(clip) else None


def _put(form: str, content: object) -> QMimeData:
    data = QMimeData()
    data.setData(form, QByteArray(json.dumps(content).encode()))
    return data


def _take(form: str, data: QMimeData) -> Any:
    try:
        return json.loads(bytes(data.data(form).data()))
    except (ValueError, RecursionError):  # nothing of that form, or nothing that was put there by `_put`
        return None
