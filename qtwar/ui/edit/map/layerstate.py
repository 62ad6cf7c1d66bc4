"""How the layers of a draft's board are shown: hidden, faint, locked; kept in the draft."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from qtwar.editing import boards, pictures
from qtwar.model.board import BoardContent
from qtwar.ui.edit.model import EditModel
from qtwar.ui.edit.words import both
from qtwar.ui.i18n import tr

EDITORS = ("trace", "view")
"""Attributes of a board that say how the editor shows it: what is drawn does not depend on them."""
LAYERS = ("pieces", "zones", "labels", "grid", "paths", "edges", "terrain", "picture")
"""Front to back."""


class Layers(QObject):
    """The layers of the board that `board_id` names; `changed` when one is to be painted otherwise."""

    changed = Signal()

    def __init__(self, model: EditModel, board_id: Callable[[], str], parent: QObject) -> None:
        super().__init__(parent)
        self.model, self._board_id = model, board_id
        self.hidden: set[str] = set()
        self.locked: set[str] = set()
        self.faint: dict[str, float] = {}
        """Opacity of the layers that are not shown in full."""

    def opacity(self, layer: str) -> float:
        """Return how much of a layer is seen, 0 to 1."""
        return 0.0 if layer in self.hidden else self.faint.get(layer, 1.0)

    def opacities(self) -> dict[str, float]:
        """Return layer → how much of it is seen."""
        return {layer: self.opacity(layer) for layer in LAYERS}

    def take(self, board: BoardContent) -> None:
        """Show the layers as the draft has them."""
        shown: dict[str, Any] = board.attrs.get("view") or {}
        self.hidden = {layer for layer, how in shown.items() if how.get("hidden")}
        self.locked = {layer for layer, how in shown.items() if how.get("locked")}
        self.faint = {layer: float(how["opacity"]) for layer, how in shown.items() if "opacity" in how}
        self.faint["picture"] = float((board.attrs.get("trace") or {}).get("opacity", 0.5))
        self.changed.emit()

    def fade(self, layer: str, opacity: float) -> None:
        """Show a layer at an opacity for the time being; the draft is not told."""
        self.faint[layer] = opacity
        self.changed.emit()

    def set_hidden(self, layer: str, hidden: bool) -> None:
        """Show or hide a layer of things; one entry of the history."""
        (self.hidden.add if hidden else self.hidden.discard)(layer)
        self.changed.emit()
        self._keep(layer, "hidden", hidden)

    def set_locked(self, layer: str, locked: bool) -> None:
        """Keep the tools off a layer, or let them; one entry."""
        (self.locked.add if locked else self.locked.discard)(layer)
        self._keep(layer, "locked", locked)

    def set_opacity(self, layer: str, opacity: float) -> None:
        """Show a layer at an opacity; one entry."""
        self.fade(layer, opacity)
        self._keep(layer, "opacity", opacity)

    def _keep(self, layer: str, key: str, value: Any) -> None:
        if layer == "picture" and key == "opacity":
            self.model.do(pictures.change_picture, self._board_id(), opacity=value)
        else:
            self.model.do(boards.show_layer, self._board_id(), layer, key, value, both(f"edit.layer.{layer}"))

    def may_edit(self, layer: str) -> bool:
        """Return whether a tool may work on a layer, and say why not."""
        if layer in self.locked:
            self.model.told.emit(tr("edit.layer_locked", name=tr(f"edit.layer.{layer}")))
            return False
        return True
