"""The layers that a board is drawn by, as its style names them; without what draws them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from qtwar.model.board import BoardContent

Layer = Mapping[str, Any]
LayerPath = list[str | int]
"""Where a layer stands in the content of a title."""
DEFAULT: list[dict[str, Any]] = [
    {"painter": "fill", "color": "#e8e3bd"},
    {"painter": "grid", "color": "#463f2878", "width": 1.2},
    {"painter": "ids", "size": 11, "color": "#463f28b0"},
]


def own_layers(style: Mapping[str, Any], board: BoardContent) -> Sequence[Layer]:
    """Return the layers that a style has for this board alone."""
    return (style.get("boards") or {}).get(board.style or board.id) or ()


def layers_of(style: Mapping[str, Any], board: BoardContent) -> Sequence[Layer]:
    """Return the layers that a board is drawn by: its own, else those for any board, else plain ones."""
    return own_layers(style, board) or style.get("layers") or DEFAULT


def words_of(spec: Any) -> list[str]:
    """Return a setting that names a kind, or several, as a list."""
    if isinstance(spec, (list, tuple)):
        return [str(word) for word in spec]
    return [str(spec)] if spec is not None else []


def top_layers(style: Mapping[str, Any], board: BoardContent) -> tuple[LayerPath, Sequence[Any]]:
    """Return the layers that a style draws a board with, and their path: the board's own, else those for any board."""
    if own := own_layers(style, board):
        return ["style", "boards", board.style or board.id], own
    return ["style", "layers"], style.get("layers") or ()


def layers_with_paths(style: Mapping[str, Any], board: BoardContent) -> list[tuple[LayerPath, dict[str, Any]]]:
    """Return every layer that a style draws a board with, those inside others too, each with its path in the content."""
    found: list[tuple[LayerPath, dict[str, Any]]] = []

    def walk(path: LayerPath, layers: Sequence[Any]) -> None:
        for n, layer in enumerate(layers):
            found.append(([*path, n], layer))
            walk([*path, n, "inside"], layer.get("inside") or ())

    walk(*top_layers(style, board))
    return found


def style_layers(style: Mapping[str, Any], board: BoardContent) -> list[dict[str, Any]]:
    """Return every layer that a style draws a board with, those inside others too."""
    return [layer for _, layer in layers_with_paths(style, board)]


def colour_of(layer: Mapping[str, Any]) -> str:
    """Return the colour that a layer is known by, or an empty word."""
    for key in ("color", "floor", "fill", "base"):
        value = layer.get(key)
        if isinstance(value, str) and value.startswith("#"):
            return value[:7]
    return ""


def drawn_kinds(style: Mapping[str, Any], board: BoardContent) -> set[str]:
    """Return what the style draws: edge, path and feature kinds, `label:` styles, `words:` of its own, and its painters."""
    found: set[str] = set()
    for layer in style_layers(style, board):
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
    found.update(f"label:{name}" for name in label_styles(style, board))
    return found


def label_styles(style: Mapping[str, Any], board: BoardContent) -> list[str]:
    """Return the label styles that the board's style draws words for, in its order."""
    found: dict[str, None] = {}
    for layer in style_layers(style, board):
        if layer.get("painter") in ("names", "badges"):
            found.update(dict.fromkeys(words_of(layer.get("style"))))
        elif layer.get("painter") == "panels":
            found["panel"] = None
        elif layer.get("painter") == "point_names":
            found.update(dict.fromkeys(str(name) for name in layer.get("styles") or {}))
    return list(found)
