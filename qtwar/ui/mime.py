"""How pieces travel by drag and drop between board, shelf and lists."""

from __future__ import annotations

import json
from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QMimeData

PIECES = "application/x-qtwar-pieces"


def pack(pieces: Sequence[str]) -> QMimeData:
    """Return drag data for piece ids, bottom first."""
    data = QMimeData()
    data.setData(PIECES, QByteArray(json.dumps(list(pieces)).encode()))
    return data


def unpack(data: QMimeData) -> list[str]:
    """Return the piece ids of drag data; an empty list where it is something else."""
    if not data.hasFormat(PIECES):
        return []
    try:
        pieces = json.loads(bytes(data.data(PIECES).data()))
    except ValueError:
        return []
    return [p for p in pieces if isinstance(p, str)] if isinstance(pieces, list) else []
