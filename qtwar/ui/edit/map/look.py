"""How a terrain looks: its own layer of the map style, edited in a few fields; the map and the palette follow at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from qtwar.draw.layers import LayerPath, layers_with_paths, words_of
from qtwar.editing import styles
from qtwar.ui.edit.map import flat
from qtwar.ui.i18n import tr
from qtwar.ui.theme.tokens import LIGHT, mix

if TYPE_CHECKING:
    from qtwar.model.board import BoardContent, TerrainKind
    from qtwar.ui.edit.form import Form
    from qtwar.ui.edit.model import EditModel

PLAIN = "plain"
MOTIFS = (PLAIN, "trees", "reeds")
KEYS = {"tint": "color", "wild": "floor"}


def own_layer(model: EditModel, board: BoardContent, terrain: str) -> tuple[LayerPath, dict[str, Any]] | None:
    """Return the path and settings of the layer of the board's own style that draws this terrain and no other, or None."""
    for path, layer in layers_with_paths(model.content.style, board):
        if path[1] == "boards" and layer.get("painter") in KEYS and words_of(layer.get("terrain")) == [terrain]:
            return path, layer
    return None


def made_layer(motif: str, terrain: str, colour: str) -> dict[str, Any]:
    """Return a layer for a terrain in a colour: a flat wash, or a wash with trees or reeds in its own tones."""
    if motif == PLAIN:
        return {
            "painter": "tint",
            "terrain": [terrain],
            "color": colour,
            "reach": 62,
            "steps": [[0.42, 0.55], [0.5, 1.0]],
        }
    dark, darker, light = (
        mix(colour, LIGHT.shadow, 0.28),
        mix(colour, LIGHT.shadow, 0.55),
        mix(colour, LIGHT.raised, 0.4),
    )
    base: dict[str, Any] = {"painter": "wild", "terrain": [terrain], "floor": colour, "motif": motif}
    if motif == "trees":
        return {**base, "spacing": 17, "crown_size": [6, 10], "crowns": [dark, mix(colour, LIGHT.shadow, 0.18)],
                "edge": darker, "light": light}  # fmt: skip
    return {**base, "spacing": 24, "blade": darker, "water": mix(colour, LIGHT.accent, 0.5)}


def look_rows(form: Form, model: EditModel, board: BoardContent, kind: TerrainKind) -> None:
    """Add the rows of a terrain's look to a form."""
    found = own_layer(model, board, kind.id)
    now = found[1] if found is not None else None
    motif = str(now.get("motif", PLAIN)) if now is not None and now.get("painter") == "wild" else PLAIN
    colour = str(now.get(KEYS[str(now["painter"])], "")) if now is not None else ""
    colour = colour[:7] or flat.terrain_colours(model.content, board).get(kind.id, "")

    def store(layer: dict[str, Any]) -> None:
        path = found[0] if found is not None else None
        model.do(styles.set_terrain, board.id, kind.id, path, layer, _base(model, board))

    form.head(tr("edit.look"))
    form.colour("edit.colour", colour, lambda value: store(_coloured(now, motif, kind.id, value)))
    form.choice(
        "edit.motif",
        [(m, tr(f"edit.motif.{m}")) for m in MOTIFS],
        motif if motif in MOTIFS else PLAIN,
        lambda value: store(made_layer(value, kind.id, colour)),
    )
    if now is not None and now.get("painter") == "wild":
        form.number("edit.spacing", round(float(now.get("spacing", 16))), 8, 60, lambda n: store({**now, "spacing": n}))


def _coloured(now: dict[str, Any] | None, motif: str, terrain: str, colour: str) -> dict[str, Any]:
    """Return the layer in another colour; its other settings stay, the motif's tones follow."""
    made = made_layer(motif if motif in MOTIFS else PLAIN, terrain, colour)
    if now is None:
        return made
    tones = {k: v for k, v in made.items() if k in ("color", "floor", "crowns", "edge", "light", "blade", "water")}
    return {**now, **{k: v for k, v in tones.items() if k in now or k in ("color", "floor")}}


def _base(model: EditModel, board: BoardContent) -> list[dict[str, Any]]:
    """Return the layers that a board without a style begins with: ground, grid, numbers."""
    ground = flat.terrain_colours(model.content, board)[""]
    line = mix(ground, LIGHT.shadow, 0.5)
    return [
        {"painter": "fill", "color": ground},
        {"painter": "grid", "color": line, "width": 1.2},
        {"painter": "ids", "size": 11, "color": line},
    ]
