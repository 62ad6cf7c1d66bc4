"""The painter of a scanned map, below what else is drawn of the board: grid, names and roads lie over it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from qtwar.draw import displaylist as dl
from qtwar.draw.ground import Ground


def _scan(ground: Ground, spec: Mapping[str, Any]) -> list[dl.Node]:
    """`picture` is the hash, `matrix` the six numbers of x = a px + b py + c, y = d px + e py + f."""
    a, b, c, d, e, f = (float(value) for value in spec["matrix"])
    return [dl.Scan(str(spec["picture"]), int(spec["width"]), int(spec["height"]), (a, d, b, e, c, f))]


PAINTERS: dict[str, Callable[[Ground, Mapping[str, Any]], list[dl.Node]]] = {"scan": _scan}
