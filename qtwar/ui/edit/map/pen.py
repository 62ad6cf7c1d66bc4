"""What the tools draw with: the chosen kinds of the palette."""

from __future__ import annotations

import random

from PySide6.QtCore import QObject, Signal

from qtwar.model.content import TitleContent
from qtwar.ui.i18n import language


class Pen(QObject):
    """`what` is terrain or feature; an edge and a path kind are kept beside it. `mix` are further terrains."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.what = "terrain"
        self.terrain = self.feature = self.edge = self.path = ""
        self.mix: list[str] = []
        self.mixing = False
        self.size = 1
        self.soft = False
        """Whether the rim of a brush of two cells and more is left out here and there."""
        self.keep_roads = True
        """Whether paths stay where terrain is painted over them."""
        self.label_style = ""
        self.piece = ""
        """Kind or roster piece that the place tool puts down."""
        self.random = random.Random(7)

    def fit(self, content: TitleContent) -> None:
        """Keep the choices that still exist, else take the first there is."""
        for name, kinds in (
            ("terrain", content.terrain),
            ("feature", content.features),
            ("edge", content.edge_kinds),
            ("path", content.path_kinds),
        ):
            ids = [kind.id for kind in kinds]
            if getattr(self, name) not in ids:
                # the second terrain: the first is what the board is made of
                setattr(self, name, (ids[1] if name == "terrain" and len(ids) > 1 else ids[0]) if ids else "")
        self.mix = [t for t in self.mix if any(k.id == t for k in content.terrain)]
        pieces = {k.id for k in content.kinds} | {p.id for p in content.pieces}
        if self.piece not in pieces:
            self.piece = ""
        if self.what == "feature" and not self.feature:
            self.what = "terrain"

    def choose(self, part: str, ident: str) -> None:
        """Choose a kind (part: terrain, feature, edge or path), a `label_style` or a `piece`."""
        setattr(self, part, ident)
        if part in ("terrain", "feature"):
            self.what = part
        self.changed.emit()

    def set_size(self, size: int) -> None:
        """Set the brush's size, 1 to 7."""
        self.size = max(1, min(7, size))
        self.changed.emit()

    def set_keep_roads(self, keep: bool) -> None:
        """Let paths stay where terrain is painted over them, or not."""
        self.keep_roads = keep
        self.changed.emit()

    def toggle_mix(self, ident: str) -> None:
        """Take a terrain into the mix or out of it."""
        (self.mix.remove if ident in self.mix else self.mix.append)(ident)
        self.changed.emit()

    def word(self) -> str:
        """Return the terrain for one more cell."""
        if self.mixing and self.mix:
            return self.random.choice([self.terrain, *[t for t in self.mix if t != self.terrain]])
        return self.terrain

    def name(self, content: TitleContent) -> str:
        """Return the name of what is painted."""
        terrain = self.what == "terrain"
        return kind_name(content.terrain if terrain else content.features, self.terrain if terrain else self.feature)


def kind_name(kinds: object, ident: str) -> str:
    """Return the name of a kind by its id."""
    for kind in kinds:  # type: ignore[attr-defined]
        if kind.id == ident:
            return str(kind.name.get(language()))
    return ident
