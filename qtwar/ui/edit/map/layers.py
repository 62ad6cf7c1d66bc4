"""Layers: what is on the board from front to back, each with its opacity, an eye and a lock, all kept in the draft."""

from __future__ import annotations

from collections import Counter

from qtwar.ui.edit.map.canvas import EditCanvas
from qtwar.ui.edit.map.layerstate import LAYERS
from qtwar.ui.edit.model import EditModel
from qtwar.ui.edit.words import named
from qtwar.ui.i18n import tr
from qtwar.ui.widgets.basics import IconButton, IconLabel, Panel, clear, scrolling
from qtwar.ui.widgets.elided import Elided
from qtwar.ui.widgets.share import ShareSlider

ICONS = {
    "pieces": "layers-outline", "zones": "lasso", "labels": "format-text", "grid": "grid", "paths": "vector-polyline",
    "edges": "hexagon-outline", "terrain": "terrain", "picture": "image-outline",
}  # fmt: skip


class LayersDock(Panel):
    """A row a layer; 1 to 9 on the keyboard choose terrain, so rows are reached by Tab."""

    def __init__(self, model: EditModel, view: EditCanvas) -> None:
        super().__init__("panel")
        self.model, self.view = model, view
        self.body = Panel("panel", margins=(8, 2, 6, 6), spacing=0)
        self.lay(scrolling(self.body))
        self.names: dict[str, Elided] = {}
        self.eyes: dict[str, IconButton] = {}
        self.locks: dict[str, IconButton] = {}
        self.sliders: dict[str, ShareSlider] = {}
        self._build()
        model.changed.connect(lambda _: self.refresh())
        model.scenario_changed.connect(self.refresh)
        view.board_changed.connect(lambda _: self.refresh())

    def _build(self) -> None:
        clear(self.body.box)
        view = self.view
        for layer in LAYERS:
            row = Panel("row", row=True, margins=(2, 0, 2, 0), spacing=8)
            name = Elided()
            eye = IconButton("eye-outline", "edit.layer_eye", size=26, checkable=True, name=tr(f"edit.layer.{layer}"))
            lock = IconButton(
                "lock-open-variant-outline", "edit.layer_lock", size=26, checkable=True, name=tr(f"edit.layer.{layer}")
            )
            for button in (eye, lock):
                button.setProperty("kind", "plain-check")
            slider = ShareSlider(100, tr(f"edit.layer.{layer}"))
            slider.moved.connect(lambda n, la=layer: view.layers.fade(la, n / 100))
            slider.kept.connect(lambda n, la=layer: view.layers.set_opacity(la, n / 100))
            eye.clicked.connect(lambda on, la=layer: view.layers.set_hidden(la, not on))
            lock.clicked.connect(lambda on, la=layer: view.layers.set_locked(la, on))
            row.lay(IconLabel(ICONS[layer], "text", 15), name, slider, eye, lock, grow=name)
            self.names[layer], self.eyes[layer], self.locks[layer] = name, eye, lock
            self.sliders[layer] = slider
            self.body.lay(row)
        self.body.lay(None)
        self.refresh()

    def refresh(self) -> None:
        """Show how each layer is shown and say what is in it."""
        view = self.view
        for layer in LAYERS:
            shown, locked = layer not in view.layers.hidden, layer in view.layers.locked
            self.eyes[layer].setChecked(shown)
            self.eyes[layer].set_icon("eye-outline" if shown else "eye-off-outline")
            self.locks[layer].setChecked(locked)
            self.locks[layer].set_icon("lock-outline" if locked else "lock-open-variant-outline")
            self.sliders[layer].show_value(round(100 * view.layers.faint.get(layer, 1.0)))
        self.sliders["picture"].setEnabled(view.trace.facts is not None)
        board, content = self.view.board, self.model.content
        kinds = dict(named((*content.edge_kinds, *content.path_kinds)))
        sides: Counter[str] = Counter()
        for line in board.edges:
            sides[line.kind] += len(line.sides)
        paths = Counter(line.kind for line in board.paths)

        def listed(counts: Counter[str]) -> str:
            return ", ".join(f"{kinds.get(kind, kind)} {n}" for kind, n in counts.most_common(4))

        more = {
            "edges": listed(sides),
            "paths": listed(paths),
            "labels": str(len(board.labels) or ""),
            "zones": str(len(board.areas) + len(board.boxes) or ""),
            "pieces": str(len(self.view.source.view.pieces) or ""),
        }
        for layer, name in self.names.items():
            words = tr(f"edit.layer.{layer}")
            name.setText(f"{words}: {more[layer]}" if more.get(layer) else words)

    def retranslate(self) -> None:
        """Names in the new language."""
        self._build()
