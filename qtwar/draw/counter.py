"""Counter templates: a piece's fields and a list of layers become a display list, of 100 x 100 u unless `size` says else.

A face is a list of one-key mappings, back to front: `box` (the body with bevel and shadow), `band`, `rays`, `symbol`,
`text`, `disc`, `block`, `pips`, `path`, `image`, `tint`, `use`. Any layer may have `when`. Fields in braces come from
the piece; a field that is neither there nor among the sheet's `defaults` is an error naming template, layer and field.
A hidden face has no piece: all it may show is its own layers, so every piece of a side looks the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

from qtwar.base.errors import DataFault, Message, Place, told
from qtwar.draw import displaylist as dl
from qtwar.draw.expr import FieldMissing, holds
from qtwar.draw.facepage import (
    BOUNDS,
    CORNER,
    ODD,
    ROOM,
    SIZE,
    CounterTemplates,
    FacePage,
    Images,
    Layer,
    body_path,
)
from qtwar.draw.faceparts import PARTS
from qtwar.draw.facewords import WORDS
from qtwar.draw.palette import Palette, palettes_from
from qtwar.draw.symbols import Symbols
from qtwar.model.problem import near

__all__ = [
    "BOUNDS", "CORNER", "ROOM", "SIZE", "CounterTemplates", "body_path", "draw_face", "draw_hidden", "draw_plain",
    "face_names", "sheet_from", "size_of",
]  # fmt: skip


DEEPEST = 8
"""Templates that use each other, or are like each other, in a row."""


def sheet_from(
    data: Mapping[str, Any],
    symbols: Symbols | None = None,
    *,
    images: Images | None = None,
    lines: Mapping[str, int] | None = None,
) -> CounterTemplates:
    """Return the sheet of a parsed counters file; raise DataFault for parts nobody knows."""
    known = {"templates", "backs", "scenes", "styles", "palettes", "defaults", "pictures"}
    for key in data:
        if key not in known:
            raise DataFault("fault.draw.no_part", at=Place("counters.yaml"), part=str(key), known=sorted(known))
    return CounterTemplates(
        templates=data.get("templates", {}),
        backs=data.get("backs", {}),
        scenes=data.get("scenes", {}),
        styles=data.get("styles", {}),
        palettes=palettes_from(data.get("palettes", {})),
        defaults=data.get("defaults", {}),
        symbols=symbols or Symbols(),
        images=images,
        lines=lines or {},
    )


def alike(templates: Mapping[str, Any], name: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield a template with its name, then the one that it is `like`, and so on, each once."""
    seen = set()
    while isinstance(found := templates.get(name), Mapping) and name not in seen:
        yield name, found
        seen.add(name)
        name = str(found.get("like", ""))


def face_names(sheet: CounterTemplates, template: str) -> list[str]:
    """Return the faces that a template draws (front, back, simple …)."""
    found = _template(sheet, template)
    return [name for name, layers in found.items() if isinstance(layers, Sequence) and name not in ("like", "size")]


def size_of(sheet: CounterTemplates, template: str) -> tuple[float, float]:
    """Return width and height of a template's faces in u; a template that is not there has those of a counter."""
    try:
        found = _template(sheet, template).get("size")
    except DataFault:
        found = None
    if found is None:
        return SIZE, SIZE
    if isinstance(found, Sequence) and len(found) == 2 and all(isinstance(x, int | float) and x > 0 for x in found):
        return float(found[0]), float(found[1])
    raise DataFault("fault.draw.size", at=sheet.place(f"templates.{template}"), value=repr(found))


def draw_face(
    sheet: CounterTemplates,
    template: str,
    face: str,
    fields: Mapping[str, Any],
    palette: str = "standard",
) -> dl.DisplayList:
    """Return one face of a counter; `fields` are the piece's. A missing `back` or `simple` face is made from `front`."""
    faces = _template(sheet, template)
    layers = faces.get(face)
    if layers is None and face == "back":
        layers = faces.get("front")
    if layers is None and face == "simple":
        layers = _simple(faces.get("front", ()))
    if layers is None:
        raise DataFault("fault.draw.no_face", at=sheet.place(f"templates.{template}"), face=face)
    where = f"templates.{template}.{face}"
    return _draw(sheet, layers, {**sheet.defaults, **fields}, palette, where, size_of(sheet, template))


def draw_hidden(
    sheet: CounterTemplates, back: str, palette: str = "standard", *, simple: bool = False, language: str = "en"
) -> dl.DisplayList:
    """Return what an unknown piece shows: the layers of a named back, with no field of any piece.

    A back is a list of layers, or `{size: [w, h], layers: […]}` for cards.
    """
    if back not in sheet.backs:
        raise DataFault("fault.draw.no_back", at=Place("counters.yaml"), hint=near(back, sheet.backs), back=back)
    found = sheet.backs[back]
    size = (SIZE, SIZE)
    if isinstance(found, Mapping):
        size = (float(found.get("size", (SIZE, SIZE))[0]), float(found.get("size", (SIZE, SIZE))[1]))
        found = found.get("layers", ())
    layers = _simple(found, keep_all=True) if simple else found
    return _draw(sheet, layers, {"language": language}, palette, f"backs.{back}", size)


def draw_plain(words: str, fill: dl.Color = "#d9cfb4") -> dl.DisplayList:
    """Return a counter that only says what it is: for titles without templates, and where a template is wrong."""
    page = FacePage(sheet_from({}), Palette({}), {}, "plain")
    nodes = PARTS["box"](page, {"fill": fill})
    font = dl.Font("Barlow Condensed", 44 if len(words) < 4 else 24, 700)
    nodes.append(dl.Text(words, (50, 50), font, "#2a2a22", fit=86))
    return dl.DisplayList(BOUNDS, tuple(nodes), {"face": "plain"})


def _template(sheet: CounterTemplates, name: str, depth: int = 0) -> Mapping[str, Any]:
    if depth > DEEPEST:
        raise DataFault("fault.draw.circle", at=sheet.place(f"templates.{name}"))
    found = sheet.templates.get(name)
    if not isinstance(found, Mapping):
        raise DataFault(
            "fault.draw.no_template", at=Place("counters.yaml"), hint=near(name, sheet.templates), template=name
        )
    if "like" in found:
        return {**_template(sheet, found["like"], depth + 1), **{k: v for k, v in found.items() if k != "like"}}
    return found


def _simple(layers: Sequence[Layer], *, keep_all: bool = False) -> list[Layer]:
    """The face for a counter too small to read: body, bands, and what is marked `simple`."""
    keep = {"box", "band", "tint", "use"}
    return [
        layer
        for layer in layers
        for kind, spec in layer.items()
        if keep_all or kind in keep or (isinstance(spec, Mapping) and spec.get("simple"))
    ]


def _draw(
    sheet: CounterTemplates,
    layers: Sequence[Layer],
    fields: Mapping[str, Any],
    palette: str,
    where: str,
    size: tuple[float, float],
) -> dl.DisplayList:
    chosen = sheet.palettes.get(palette) or sheet.palettes["standard"]
    nodes = _layers(FacePage(sheet, chosen, fields, where, size=size), layers)
    return dl.DisplayList((-ROOM, -ROOM, size[0] + ROOM, size[1] + ROOM), tuple(nodes), {"face": where})


def _layers(page: FacePage, layers: Sequence[Layer]) -> list[dl.Node]:
    if page.depth > DEEPEST:
        raise DataFault("fault.draw.circle", at=page.sheet.place(page.where))
    nodes: list[dl.Node] = []
    if not isinstance(layers, Sequence):
        raise DataFault("fault.draw.layer", at=page.sheet.place(page.where))
    for number, layer in enumerate(layers):
        where = f"{page.where}[{number}]"
        inner = FacePage(page.sheet, page.palette, page.fields, where, page.depth, page.size)
        try:
            if not isinstance(layer, Mapping) or len(layer) != 1:
                raise DataFault("fault.draw.layer")
            kind, spec = next(iter(layer.items()))
            spec = spec if isinstance(spec, Mapping) else {"value": spec}
            if "when" in spec and not holds(spec["when"], page.fields):
                continue
            if kind not in _PAINTERS:
                raise DataFault("fault.draw.no_layer", hint=near(kind, _PAINTERS), layer=str(kind))
            nodes += _PAINTERS[kind](inner, spec)
        except FieldMissing as missing:
            close = get_close_matches(missing.name, missing.known, 1)
            hint: Message = near(missing.name, close) if close else {"key": "fault.draw.give_field"}
            at = page.sheet.place(where)
            raise DataFault("fault.draw.no_field", at=at, hint=hint, field=missing.name) from missing
        except KeyError as error:
            raise DataFault("fault.draw.setting", at=page.sheet.place(where), setting=str(error.args[0])) from error
        except ODD as error:
            raise DataFault("fault.draw.odd", at=page.sheet.place(where), detail=repr(error)) from error
        except DataFault as fault:
            if fault.at.file:  # an inner layer has said where
                raise
            raise told(DataFault, {**fault.message, "at": page.sheet.place(where)}) from fault
    return nodes


def _use(page: FacePage, spec: Layer) -> list[dl.Node]:
    target = page.word(spec["value"])
    name, _, face = target.partition(".")
    layers = page.sheet.backs.get(face) if name == "backs" else _template(page.sheet, name).get(face)
    if isinstance(layers, Mapping):
        layers = layers.get("layers", ())
    if layers is None:
        raise DataFault("fault.draw.use", target=str(target))
    inner = FacePage(page.sheet, page.palette, page.fields, f"templates.{target}", page.depth + 1, page.size)
    return _layers(inner, layers)


_PAINTERS: Final[dict[str, Callable[[FacePage, Layer], list[dl.Node]]]] = {**PARTS, **WORDS, "use": _use}
