"""The plain colours of a board's things, for feedback at once and for what the style draws nothing for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from qtwar.draw.layers import own_layers
from qtwar.model.content import TitleContent
from qtwar.ui.theme import current
from qtwar.ui.theme.tokens import mix

Path = list[str | int]
_BASES = ("good", "accent", "warn", "second", "bad")


def words_of(spec: Any) -> list[str]:
    """Return a setting that names a kind, or several, as a list."""
    if isinstance(spec, (list, tuple)):
        return [str(word) for word in spec]
    return [str(spec)] if spec is not None else []


def top_layers(style: Mapping[str, Any], board: Any) -> tuple[Path, Sequence[Any]]:
    """Return the layers that a style draws a board with, and their path: the board's own, else those for any board."""
    if own := own_layers(style, board):
        return ["style", "boards", board.style or board.id], own
    return ["style", "layers"], style.get("layers") or ()


def layers_with_paths(style: Mapping[str, Any], board: Any) -> list[tuple[Path, dict[str, Any]]]:
    """Return every layer that a style draws a board with, those inside others too, each with its path in the content."""
    found: list[tuple[Path, dict[str, Any]]] = []

    def walk(path: Path, layers: Sequence[Any]) -> None:
        for n, layer in enumerate(layers):
            found.append(([*path, n], layer))
            walk([*path, n, "inside"], layer.get("inside") or ())

    walk(*top_layers(style, board))
    return found


def style_layers(style: Mapping[str, Any], board: Any) -> list[dict[str, Any]]:
    """Return every layer that a style draws a board with, those inside others too."""
    return [layer for _, layer in layers_with_paths(style, board)]


def colour_of(layer: Mapping[str, Any]) -> str:
    """Return the colour that a layer is known by, or an empty word."""
    for key in ("color", "floor", "fill", "base"):
        value = layer.get(key)
        if isinstance(value, str) and value.startswith("#"):
            return value[:7]
    return ""


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


def drawn_kinds(content: TitleContent, board: Any) -> set[str]:
    """Return what the style draws: edge, path and feature kinds, `label:` styles, `words:` of its own, and its painters."""
    found: set[str] = set()
    for layer in style_layers(content.style, board):
        table = layer.get("kinds")
        if isinstance(table, Mapping):
            found.update(str(key) for key in table)
        else:
            found.update(words_of(table))
        for key in ("kind", "feature", "edge", "path"):
            found.update(words_of(layer.get(key)))
        found.add(f"painter:{layer.get('painter')}")
        if layer.get("painter") == "regions":  # it brings the words, with curves of its own
            found.update(f"words:{item['text'].get('en')}" for item in layer.get("items") or ())
    found.update(f"label:{style}" for style in label_styles(content, board))
    return found


def label_styles(content: TitleContent, board: Any) -> list[str]:
    """Return the label styles that the board's style draws words for, in its order."""
    found: dict[str, None] = {}
    for layer in style_layers(content.style, board):
        if layer.get("painter") in ("names", "badges"):
            found.update(dict.fromkeys(words_of(layer.get("style"))))
        elif layer.get("painter") == "panels":
            found["panel"] = None
        elif layer.get("painter") == "point_names":
            found.update(dict.fromkeys(str(style) for style in layer.get("styles") or {}))
    return list(found)
