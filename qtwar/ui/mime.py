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


def pack_region(clip: dict[str, Any]) -> QMimeData:
    """Return clipboard data of a region of a map."""
    data = QMimeData()
    data.setData(REGION, QByteArray(json.dumps(clip).encode()))
    return data


def unpack_region(data: QMimeData | None) -> dict[str, Any] | None:
    """Return the region that a clipboard holds; None where it is something else."""
    if data is None or not data.hasFormat(REGION):
        return None
    try:
        clip = json.loads(bytes(data.data(REGION).data()))
    except ValueError:
        return None
    return clip if isinstance(clip, dict) and {"form", "cells", "terrain"} <= set(clip) else None
