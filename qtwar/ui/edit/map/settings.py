"""Settings of the map style, whatever painter they belong to: colours, numbers and switches, with the result on the map.

A layer of a style is JSON with free settings (docs/reference/drawing.md). What draws one kind is a layer of its own, or
its entry among the `kinds` of a layer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from PySide6.QtWidgets import QCheckBox, QWidget

from qtwar.draw.layers import LayerPath, layers_with_paths, words_of
from qtwar.editing import styles
from qtwar.editing.typed import meant, shown
from qtwar.model.art import TiledPicture
from qtwar.ui.edit.form import ColourButton, Form, TextField
from qtwar.ui.edit.model import EditModel
from qtwar.ui.edit.words import named
from qtwar.ui.i18n import tr
from qtwar.ui.theme import px
from qtwar.ui.widgets.flow import FlowPanel

Layer = dict[str, Any]
NOT_SETTINGS = ("painter", "terrain", "kinds", "kind", "feature", "edge", "path", "inside", "styles", "style", "text", "motif")
KIND_PARTS = {"terrain": "terrain", "feature": "features", "edge": "edge_kinds", "path": "path_kinds"}
NAMES = ("terrain", "kind", "feature", "edge", "path", "labels")
WORDS = {
    "shape": (("house", "farm", "hut", "mill", "church"),),
    "roof": (("gable", "hip"),),
    "sign": (
        ("bridge", "ford"),
        ("village", "great_city", "fort", "pass", "anchorage"),
        ("ring", "dot", "block", "anchor", "badge"),
    ),
}
"""Settings that are one of several words; a word belongs to one of the groups, by its painter."""
MOST = 12
"""Longer lists are tables of a painter, not settings."""


def drawing(model: EditModel, board: Any, part: str, ident: str) -> list[tuple[LayerPath, Layer, str]]:
    """Return what draws a kind: (path of the layer, its settings, key among its `kinds` or an empty word)."""
    found: list[tuple[LayerPath, Layer, str]] = []
    for path, layer in layers_with_paths(model.content.style, board):
        kinds = layer.get("kinds")
        if isinstance(kinds, Mapping) and isinstance(kinds.get(ident), Mapping):
            found.append((path, layer, ident))
        elif any(ident in words_of(layer.get(name)) for name in (NAMES if part != "terrain" else ("terrain",))):
            found.append((path, layer, ""))
    return found


def kind_rows(form: Form, model: EditModel, board: Any, part: str, kind: Any, name: str) -> None:
    """Add rows for all that draws a kind; of a kind that nothing draws, the choice of another that it is to look like."""
    found = drawing(model, board, part, kind.id)
    for path, layer, key in found:
        form.head(tr("edit.look"), painter_name(str(layer.get("painter"))))
        settings = layer["kinds"][key] if key else layer
        setting_rows(form, settings, lambda new, p=path, one=layer, k=key: _put(model, p, one, k, new, name))
    if not found and part != "terrain":
        kinds = getattr(model.content, KIND_PARTS[part])
        alike = named(k for k in kinds if k.id != kind.id and drawing(model, board, part, k.id))
        if alike:
            form.head(tr("edit.look"))
            offered = [(None, tr("edit.drawn_like.none")), *alike]
            form.choice(
                "edit.drawn_like", offered, None, lambda other: other and _copy(model, board, part, other, kind.id)
            )


def _put(model: EditModel, path: LayerPath, layer: Layer, key: str, settings: Layer, name: str) -> None:
    new = {**layer, "kinds": {**layer["kinds"], key: settings}} if key else settings
    model.do(styles.set_layers, name, [(path, new)])


def _copy(model: EditModel, board: Any, part: str, other: str, ident: str) -> None:
    """Let a kind be drawn as another one is: the same settings under its own name."""
    made: list[tuple[LayerPath, Layer, bool]] = []
    for path, layer, key in reversed(drawing(model, board, part, other)):
        if key:
            made.append((path, {**layer, "kinds": {**layer["kinds"], ident: layer["kinds"][key]}}, False))
        else:
            own = {n: ident if isinstance(v, str) else [ident] for n, v in layer.items() if n in NAMES and other in words_of(v)}
            made.append((path, {**layer, **own}, True))
    model.do(styles.draw_like, KIND_PARTS[part], ident, made)


def painter_name(painter: str) -> str:
    """Return what a painter is called."""
    words = tr(f"edit.painter.{painter}")
    return words if not words.startswith("edit.") else painter.replace("_", " ")


def setting_rows(form: Form, settings: Layer, then: Callable[[Layer], object]) -> None:
    """Add a row for each setting; `then` takes all settings as they become. A scan has none: it is fitted on the map."""
    if TiledPicture.of(settings) is not None:
        return
    for key, value in settings.items():
        if key in NOT_SETTINGS or isinstance(value, Mapping) or (isinstance(value, (list, tuple)) and _size(value) > MOST):
            continue
        called = tr(f"edit.setting.{key}")
        name = called if not called.startswith("edit.") else key.replace("_", " ")

        def put(new: Any, key: str = key) -> None:
            then({**settings, key: new})

        if words := next((group for group in WORDS.get(key, ()) if value in group), ()):
            form.choice(f"setting.{key}", [(word, tr(f"edit.setting.{key}.{word}")) for word in words], value, put, name=name)
        else:
            form.part(f"setting.{key}", value, partial(editor, value, name=name), put, name=name)


def _size(value: Any) -> int:
    return sum(_size(item) for item in value) if isinstance(value, (list, tuple)) else 1


def editor(value: Any, then: Callable[[Any], object], name: str) -> QWidget:
    """Return a field for a value: a colour, a switch, a number or word, or a line of these."""
    if isinstance(value, bool):
        box = QCheckBox()
        box.setChecked(value)
        box.setAccessibleName(name)
        box.toggled.connect(then)
        return box
    if isinstance(value, str) and value.startswith("#"):
        return ColourButton(value[:7], lambda colour: then(colour + value[7:]), name)
    if isinstance(value, (list, tuple)):
        line = FlowPanel()
        for n, item in enumerate(value):
            part = editor(item, lambda new, m=n: then([*value[:m], new, *value[m + 1 :]]), f"{name} {n + 1}")
            line.flow.addWidget(part)
        return line
    field = TextField(shown(value), lambda text: _take(text, value, then, field), name)
    if isinstance(value, (int, float)):
        field.setFixedWidth(px(64))
    return field


def _take(text: str, was: Any, then: Callable[[Any], object], field: TextField) -> None:
    """Take what was typed; where a number stood only a number is taken."""
    now = meant(text)
    if isinstance(was, (int, float)) and (not isinstance(now, (int, float)) or isinstance(now, bool)):
        field.was = shown(was)
        field.setText(shown(was))
        return
    then(now if isinstance(was, (int, float)) else text)
