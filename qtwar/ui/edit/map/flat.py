"""The plain colours of a board's things, for feedback at once and for what the style draws nothing for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qtwar.draw.layers import colour_of, style_layers, words_of
from qtwar.model.content import TitleContent
from qtwar.ui.theme import current
from qtwar.ui.theme.tokens import mix

_BASES = ("good", "accent", "warn", "second", "bad")


def terrain_colours(content: TitleContent, board: Any) -> dict[str, str]:
    """Return terrain kind → #rrggbb: as the style's `coarse` says, else as the layer that draws it, else made up."""
    style = content.style
    coarse = style.get("coarse") or {}
    layers = style_layers(style, board)
    ground = next((colour_of(layer) for layer in layers if layer.get("painter") in ("fill", "land")), "")
    tokens = current().tokens
    made: dict[str, str] = {}
    for n, kind in enumerate(content.terrain):
        colour = str(coarse.get(kind.id) or "")
        if not colour:
            own = [layer for layer in layers if kind.id in words_of(layer.get("terrain"))]
            colour = next((colour_of(layer) for layer in reversed(own) if colour_of(layer)), "")
        if not colour and isinstance(kind.attrs.get("colour"), str):
            colour = str(kind.attrs["colour"])
        if not colour:
            token = getattr(tokens, _BASES[n % len(_BASES)])
            colour = (ground or mix(token, tokens.raised, 0.75)) if n == 0 else mix(token, ground or tokens.raised, 0.6)
        made[kind.id] = colour[:7]
    made.setdefault("", ground or mix(tokens.warn, tokens.raised, 0.85))
    return made


def line_colours(content: TitleContent, board: Any) -> dict[str, str]:
    """Return edge, path and feature kind → #rrggbb."""
    tokens = current().tokens
    layers = style_layers(content.style, board)
    made: dict[str, str] = {}
    kinds: list[Any] = [*content.edge_kinds, *content.path_kinds, *content.features]
    for n, kind in enumerate(kinds):
        colour = str(kind.attrs.get("colour") or "")
        for layer in layers:
            table = layer.get("kinds")
            if isinstance(table, Mapping) and kind.id in table:
                own = table[kind.id]
                colour = colour or (colour_of(own) if isinstance(own, Mapping) else "") or colour_of(layer)
            elif kind.id in (*words_of(layer.get("kind")), *words_of(layer.get("feature")), *words_of(layer.get("edge"))):
                colour = colour or colour_of(layer)
        made[kind.id] = colour[:7] or getattr(tokens, _BASES[(n + 1) % len(_BASES)])
    return made
