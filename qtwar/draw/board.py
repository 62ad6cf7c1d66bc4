"""A board and its style become a display list: a style is a list of layers, each a named painter with its settings.

Painters are generic; which terrain, feature or path a layer draws, and in which colours, stands in the title's
`content/style.yaml`. Units are u (a cell is 100 u), the origin is the board's top left corner.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from qtwar.base.errors import DataFault, Place
from qtwar.draw import (
    cardtable,
    country,
    displays,
    furniture,
    landscape,
    lettering,
    mapsheet,
    operational,
    placing,
    scanned,
    tactical,
)
from qtwar.draw import displaylist as dl
from qtwar.draw.facepage import ODD
from qtwar.draw.ground import Ground
from qtwar.draw.layers import Layer, layers_of
from qtwar.model.board import BoardContent

MARGIN = 46.0
PAINTERS: dict[str, Callable[[Ground, Layer], list[dl.Node]]] = {
    **landscape.PAINTERS,
    **lettering.PAINTERS,
    **operational.PAINTERS,
    **placing.PAINTERS,
    **furniture.PAINTERS,
    **displays.PAINTERS,
    **country.PAINTERS,
    **mapsheet.PAINTERS,
    **tactical.PAINTERS,
    **cardtable.PAINTERS,
    **scanned.PAINTERS,
}


def draw_board(
    board: BoardContent, style: Mapping[str, Any], language: str = "en", palette: str = "standard"
) -> dl.DisplayList:
    """Return the display list of a board; raise DataFault for a layer that no painter knows.

    `palettes: {colour_blind: {"#b3261e": "#000000"}}` in a style names colours to be changed for a palette.
    """
    changes = (style.get("palettes") or {}).get(palette)
    if changes:
        style = _recolored(style, changes)
    layers = layers_of(style, board)
    ground = Ground(board, language, seed=board.id)
    nodes: list[dl.Node] = []
    left, top, right, bottom = ground.bounds
    inside: list[dl.Node] = []
    outside: list[dl.Node] = []
    for number, layer in enumerate(layers):
        name = layer.get("painter")
        at = Place("style.yaml", 0, f"boards.{board.style}[{number}]")
        if name not in PAINTERS:
            raise DataFault("fault.draw.no_painter", at=at, painter=str(name), known=sorted(PAINTERS))
        try:
            made = PAINTERS[name](ground, layer)
        except KeyError as error:
            setting = str(error.args[0])
            raise DataFault("fault.draw.painter_setting", at=at, painter=str(name), setting=setting) from error
        except ODD as error:
            raise DataFault("fault.draw.painter_odd", at=at, painter=str(name), detail=repr(error)) from error
        group = dl.Group(
            tuple(made),
            name=str(name),
            min_zoom=float(layer.get("from_zoom", 0)),
            max_zoom=float(layer.get("to_zoom", dl.ALL_ZOOMS)),
            opacity=float(layer.get("opacity", 1)),
        )
        (outside if layer.get("outside") else inside).append(group)
    clip = dl.rectangle(left, top, right - left, bottom - top)
    nodes.append(dl.Group(tuple(inside), name="map", clip=clip))
    hung, reach = displays.pictures(ground)
    nodes += [*outside, *([dl.Group(tuple(hung), name="box_pictures")] if hung else ())]
    # what is printed outside may ask for more paper at each border: [left, top, right, bottom]
    edges = [reach, *(tuple(layer.get("margin", (MARGIN,) * 4)) for layer in layers if layer.get("outside"))]
    w, n, e, s = (max(float(edge[k]) for edge in edges) for k in range(4))
    bounds = (left - w, top - n, right + e, bottom + s)
    return dl.DisplayList(bounds, tuple(nodes), {"board": board.id})


def _recolored(value: Any, changes: Mapping[str, str]) -> Any:
    """The style with some colours changed; an opacity written behind a colour stays."""
    if isinstance(value, str) and value.startswith("#"):
        return changes.get(value[:7], value[:7]) + value[7:]
    if isinstance(value, Mapping):
        return {key: _recolored(item, changes) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_recolored(item, changes) for item in value]
    return value
