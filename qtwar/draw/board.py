"""A board and its style become a display list: a style is a list of layers, each a named painter with its settings.

Painters are generic; which terrain, feature or path a layer draws, and in which colours, stands in the title's
`content/style.yaml`. Units are u (a cell is 100 u), the origin is the board's top left corner.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
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
from qtwar.draw.ground import REACH, RIM, Ground
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


LOCAL = frozenset({"fill", "tint", "wild", "heights", "grid", "ids"})
"""Painters that draw a part of a board by itself just as it lies on the whole; the others see all of it."""


def _is_local(layer: Layer) -> bool:
    near = all(float(layer.get(word, 0)) <= REACH for word in ("reach", "radius"))
    return layer.get("painter") in LOCAL and near and max(layer.get("crown_size", (0,))) <= RIM / 4


def draw_board(
    board: BoardContent, style: Mapping[str, Any], language: str = "en", palette: str = "standard"
) -> dl.DisplayList:
    """Return the display list of a board; raise DataFault for a layer that no painter knows.

    `palettes: {colour_blind: {"#b3261e": "#000000"}}` in a style names colours to be changed for a palette.
    """
    return BoardDrawing(board, style, language, palette).draw()


class BoardDrawing:
    """A board that is drawn whole, or a part of it at a time: of a large one what is looked at is there much sooner."""

    def __init__(
        self, board: BoardContent, style: Mapping[str, Any], language: str = "en", palette: str = "standard"
    ) -> None:
        changes = (style.get("palettes") or {}).get(palette)
        self.board, self._layers = board, layers_of(_recolored(style, changes) if changes else style, board)
        self._ground = Ground(board, language, seed=board.id)
        self._whole: dict[int, dl.Group] = {}
        """Layers that are only drawn whole, once a part of the board was."""

    @cached_property
    def _hung(self) -> tuple[list[dl.Node], tuple[float, float, float, float]]:
        return displays.pictures(self._ground)

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """The board with its paper: what is printed outside may ask for more at each border, [left, top, right, bottom]."""
        left, top, right, bottom = self._ground.bounds
        own = [tuple(layer.get("margin", (MARGIN,) * 4)) for layer in self._layers if layer.get("outside")]
        w, n, e, s = (max(float(edge[k]) for edge in (self._hung[1], *own)) for k in range(4))
        return left - w, top - n, right + e, bottom + s

    def draw(self, window: tuple[float, float, float, float] | None = None) -> dl.DisplayList:
        """Return the display list, or as much as shows in a window (u): there it looks the same."""
        ground = self._ground if window is None else self._ground.part(window)
        inside: list[dl.Node] = []
        outside: list[dl.Node] = []
        for number, layer in enumerate(self._layers):
            if window is None or _is_local(layer):
                made = self._layer(number, ground)
            else:
                if number not in self._whole:
                    self._whole[number] = self._layer(number, self._ground)
                made = self._whole[number]
            (outside if layer.get("outside") else inside).append(made)
        left, top, right, bottom = ground.bounds
        clip = dl.rectangle(left, top, right - left, bottom - top)
        hung = self._hung[0]
        pictures = [dl.Group(tuple(hung), name="box_pictures")] if hung else []
        nodes = (dl.Group(tuple(inside), name="map", clip=clip), *outside, *pictures)
        return dl.DisplayList(self.bounds, nodes, {"board": self.board.id})

    def _layer(self, number: int, ground: Ground) -> dl.Group:
        layer = self._layers[number]
        name = layer.get("painter")
        at = Place("style.yaml", 0, f"boards.{self.board.style}[{number}]")
        if name not in PAINTERS:
            raise DataFault("fault.draw.no_painter", at=at, painter=str(name), known=sorted(PAINTERS))
        try:
            made = PAINTERS[name](ground, layer)
        except KeyError as error:
            setting = str(error.args[0])
            raise DataFault("fault.draw.painter_setting", at=at, painter=str(name), setting=setting) from error
        except ODD as error:
            raise DataFault("fault.draw.painter_odd", at=at, painter=str(name), detail=repr(error)) from error
        return dl.Group(
            tuple(made),
            name=str(name),
            min_zoom=float(layer.get("from_zoom", 0)),
            max_zoom=float(layer.get("to_zoom", dl.ALL_ZOOMS)),
            opacity=float(layer.get("opacity", 1)),
        )


def _recolored(value: Any, changes: Mapping[str, str]) -> Any:
    """The style with some colours changed; an opacity written behind a colour stays."""
    if isinstance(value, str) and value.startswith("#"):
        return changes.get(value[:7], value[:7]) + value[7:]
    if isinstance(value, Mapping):
        return {key: _recolored(item, changes) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_recolored(item, changes) for item in value]
    return value
