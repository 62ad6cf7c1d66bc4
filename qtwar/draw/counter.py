"""Counter templates: a piece's fields and a list of layers become a display list, of 100 x 100 u unless `size` says else.

A face is a list of one-key mappings, back to front: `box` (the body with bevel and shadow), `band`, `rays`, `symbol`,
`text`, `disc`, `block`, `pips`, `path`, `image`, `tint`, `use`. Any layer may have `when`. Fields in braces come from
the piece; a field that is neither there nor among the sheet's `defaults` is an error naming template, layer and field.
A hidden face has no piece: all it may show is its own layers, so every piece of a side looks the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final

from qtwar.base.errors import DataFault
from qtwar.draw import displaylist as dl
from qtwar.draw import scenes
from qtwar.draw.expr import FieldMissing, evaluate, fill_in, holds
from qtwar.draw.metrics import widths
from qtwar.draw.palette import Palette, palettes_from
from qtwar.draw.symbols import Symbols, parse_path, star

SIZE: Final = 100.0
CORNER: Final = 7.5
#: Room that a counter's shadow needs around its body, as a part of the body's width.
MARGIN: Final = 0.08
ROOM: Final = SIZE * MARGIN
BOUNDS: Final = (-ROOM, -ROOM, SIZE + ROOM, SIZE + ROOM)

Layer = Mapping[str, Any]
Images = Callable[[str], dl.Bytes]


@dataclass(frozen=True, slots=True)
class _Page:
    """What one face is drawn with."""

    sheet: CounterSheet
    palette: Palette
    fields: Mapping[str, Any]
    where: str
    depth: int = 0
    size: tuple[float, float] = (SIZE, SIZE)

    def color(self, token: object) -> dl.Color:
        return self.palette.color(fill_in(str(token), self.fields), self.fields)

    def word(self, value: object) -> str:
        if isinstance(value, Mapping):  # {en, ja}
            value = value.get(self.fields.get("language", "en")) or value["en"]
        return fill_in(str(value), self.fields)


@dataclass(frozen=True)
class CounterSheet:
    """The counter templates of a title, as `content/counters.yaml` holds them."""

    templates: Mapping[str, Any]
    backs: Mapping[str, Any]
    styles: Mapping[str, Any]
    palettes: Mapping[str, Palette]
    defaults: Mapping[str, Any]
    symbols: Symbols
    images: Images | None = None
    lines: Mapping[str, int] = field(default_factory=dict)

    def place(self, where: str) -> str:
        """Return `counters.yaml[, line n]: where` for a message."""
        line = self.lines.get(where)
        return f"counters.yaml{f', line {line}' if line else ''}: {where}"


def sheet_from(
    data: Mapping[str, Any],
    symbols: Symbols | None = None,
    *,
    images: Images | None = None,
    lines: Mapping[str, int] | None = None,
) -> CounterSheet:
    """Return the sheet of a parsed counters file; raise DataFault for parts nobody knows."""
    known = {"templates", "backs", "styles", "palettes", "defaults"}
    for key in data:
        if key not in known:
            raise DataFault(f"counters.yaml: there is no part “{key}”; known parts: {', '.join(sorted(known))}.")
    return CounterSheet(
        templates=data.get("templates", {}),
        backs=data.get("backs", {}),
        styles=data.get("styles", {}),
        palettes=palettes_from(data.get("palettes", {})),
        defaults=data.get("defaults", {}),
        symbols=symbols or Symbols(),
        images=images,
        lines=lines or {},
    )


def face_names(sheet: CounterSheet, template: str) -> list[str]:
    """Return the faces that a template draws (front, back, simple …)."""
    found = _template(sheet, template)
    return [name for name, layers in found.items() if isinstance(layers, Sequence) and name not in ("like", "size")]


def size_of(sheet: CounterSheet, template: str) -> tuple[float, float]:
    """Return width and height of a template's faces in u; a template that is not there has those of a counter."""
    try:
        found = _template(sheet, template).get("size")
    except DataFault:
        found = None
    if found is None:
        return SIZE, SIZE
    if isinstance(found, Sequence) and len(found) == 2 and all(isinstance(x, int | float) and x > 0 for x in found):
        return float(found[0]), float(found[1])
    raise DataFault(f"{sheet.place(f'templates.{template}')}: size is [width, height] in u, not {found!r}.")


def draw_face(
    sheet: CounterSheet,
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
        raise DataFault(f"{sheet.place(f'templates.{template}')} has no face “{face}”.")
    where = f"templates.{template}.{face}"
    return _draw(sheet, layers, {**sheet.defaults, **fields}, palette, where, size_of(sheet, template))


def draw_hidden(
    sheet: CounterSheet, back: str, palette: str = "standard", *, simple: bool = False, language: str = "en"
) -> dl.DisplayList:
    """Return what an unknown piece shows: the layers of a named back, with no field of any piece.

    A back is a list of layers, or `{size: [w, h], layers: […]}` for cards.
    """
    if back not in sheet.backs:
        near = get_close_matches(back, sheet.backs, 1)
        hint = f" Did you mean “{near[0]}”?" if near else ""
        raise DataFault(f"counters.yaml has no back “{back}”.{hint}")
    found = sheet.backs[back]
    size = (SIZE, SIZE)
    if isinstance(found, Mapping):
        size = (float(found.get("size", (SIZE, SIZE))[0]), float(found.get("size", (SIZE, SIZE))[1]))
        found = found.get("layers", ())
    layers = _simple(found, keep_all=True) if simple else found
    return _draw(sheet, layers, {"language": language}, palette, f"backs.{back}", size)


def draw_plain(words: str, fill: dl.Color = "#d9cfb4") -> dl.DisplayList:
    """Return a counter that only says what it is: for titles without templates, and where a template is wrong."""
    page = _Page(sheet_from({}), Palette({}), {}, "plain")
    nodes = _box(page, {"fill": fill})
    font = dl.Font("Barlow Condensed", 44 if len(words) < 4 else 24, 700)
    nodes.append(dl.Text(words, (50, 50), font, "#2a2a22", fit=86))
    return dl.DisplayList(BOUNDS, tuple(nodes), {"face": "plain"})


def _template(sheet: CounterSheet, name: str) -> Mapping[str, Any]:
    found = sheet.templates.get(name)
    if not isinstance(found, Mapping):
        near = get_close_matches(name, sheet.templates, 1)
        hint = f" Did you mean “{near[0]}”?" if near else ""
        raise DataFault(f"counters.yaml has no template “{name}”.{hint}")
    if "like" in found:
        return {**_template(sheet, found["like"]), **{k: v for k, v in found.items() if k != "like"}}
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
    sheet: CounterSheet,
    layers: Sequence[Layer],
    fields: Mapping[str, Any],
    palette: str,
    where: str,
    size: tuple[float, float],
) -> dl.DisplayList:
    chosen = sheet.palettes.get(palette) or sheet.palettes["standard"]
    nodes = _layers(_Page(sheet, chosen, fields, where, size=size), layers)
    return dl.DisplayList((-ROOM, -ROOM, size[0] + ROOM, size[1] + ROOM), tuple(nodes), {"face": where})


def _layers(page: _Page, layers: Sequence[Layer]) -> list[dl.Node]:
    if page.depth > 8:
        raise DataFault(f"{page.sheet.place(page.where)}: these templates use each other in a circle.")
    nodes: list[dl.Node] = []
    for number, layer in enumerate(layers):
        where = f"{page.where}[{number}]"
        inner = _Page(page.sheet, page.palette, page.fields, where, page.depth, page.size)
        try:
            if not isinstance(layer, Mapping) or len(layer) != 1:
                raise DataFault("a layer is one word and its settings, as in `- text: {at: [50, 50]}`.")
            kind, spec = next(iter(layer.items()))
            spec = spec if isinstance(spec, Mapping) else {"value": spec}
            if "when" in spec and not holds(spec["when"], page.fields):
                continue
            if kind not in _PAINTERS:
                near = get_close_matches(kind, _PAINTERS, 1)
                hint = f" Did you mean “{near[0]}”?" if near else ""
                raise DataFault(f"there is no layer “{kind}”.{hint}")
            nodes += _PAINTERS[kind](inner, spec)
        except FieldMissing as missing:
            near = get_close_matches(missing.name, missing.known, 1)
            hint = f" Did you mean “{near[0]}”?" if near else " Give the piece the field, or a value in `defaults`."
            raise DataFault(
                f"{page.sheet.place(where)} asks for “{missing.name}”, which the piece does not have.{hint}"
            ) from missing
        except KeyError as error:
            raise DataFault(f"{page.sheet.place(where)} needs the setting {error}.") from error
        except DataFault as fault:
            if fault.text.startswith("counters.yaml"):
                raise
            raise DataFault(f"{page.sheet.place(where)}: {fault.text}") from fault
    return nodes


def body_path(size: tuple[float, float] = (SIZE, SIZE)) -> dl.Path:
    """Return the outline of a counter or card."""
    return dl.rounded(0, 0, *size, CORNER)


def _box(page: _Page, spec: Layer) -> list[dl.Node]:
    face = page.color(spec["fill"])
    edge = page.color(spec["edge"]) if "edge" in spec else dl.shade(face, 0.52)
    wide, high = page.size
    nodes: list[dl.Node] = []
    if spec.get("shadow", True):
        shadows = tuple(
            dl.Shape(
                dl.rounded(1.2 - 15 * d, 2.2, wide + SIZE * d * 0.45, high + SIZE * d * 0.6, CORNER + 30 * d),
                dl.with_alpha(page.palette.color("$shadow"), alpha / 255),
            )
            for d, alpha in ((0.075, 20), (0.05, 34), (0.028, 60))
        )
        nodes.append(dl.Group(shadows, name="shadow"))
    body = body_path(page.size)
    shaded = dl.Gradient((0, 0), (wide * 0.55, high), ((0.0, dl.shade(face, 1.08)), (0.5, face), (1.0, dl.shade(face, 0.93))))
    nodes.append(dl.Shape(body, shaded if spec.get("gradient", True) else face))
    if spec.get("bevel", True):
        w = 2.2
        light = dl.polyline([(w / 2, high), (w / 2, w / 2), (wide, w / 2)])
        dark = dl.polyline([(0, high - w / 2), (wide - w / 2, high - w / 2), (wide - w / 2, 0)])
        bevel = (
            dl.Shape(light, stroke=dl.Stroke("#ffffff78", w, "flat", "miter")),
            dl.Shape(dark, stroke=dl.Stroke("#00000055", w, "flat", "miter")),
        )
        nodes.append(dl.Group(bevel, name="bevel", clip=body))
    width = float(spec.get("edge_width", 0.9))
    nodes.append(dl.Shape(body, stroke=dl.Stroke(edge, width, min_px=0.6)))
    return nodes


def _band(page: _Page, spec: Layer) -> list[dl.Node]:
    depth = float(spec.get("size", 16))
    at = float(spec.get("at", 0))
    wide, high = page.size
    rects = {
        "top": (0.0, at, wide, depth),
        "bottom": (0.0, high - depth - at, wide, depth),
        "left": (at, 0.0, depth, high),
        "right": (wide - depth - at, 0.0, depth, high),
        "middle": (0.0, at, wide, depth),
    }
    edge = spec.get("edge", "top")
    if edge not in rects:
        raise DataFault(f"a band lies at one of {', '.join(rects)}, not “{edge}”.")
    shape = dl.Shape(dl.rectangle(*rects[edge]), page.color(spec["fill"]))
    return [dl.Group((shape,), name="band", clip=body_path(page.size))]


def _rays(page: _Page, spec: Layer) -> list[dl.Node]:
    wide, high = page.size
    cx, cy = spec.get("at", (wide / 2, high / 2))
    far = max(wide, high)
    count, spread = int(spec.get("count", 12)), float(spec.get("spread", 0.13))
    runs = [
        [(cx, cy), *((cx + far * math.cos(a + s), cy + far * math.sin(a + s)) for s in (-spread, spread))]
        for a in (k * 2 * math.pi / count for k in range(count))
    ]
    inside = dl.rounded(2.2, 2.2, wide - 4.4, high - 4.4, CORNER - 2.2)  # the bevel stays above them
    return [dl.Group((dl.Shape(dl.path_of(runs), page.color(spec["fill"])),), name="rays", clip=inside)]


def _symbol(page: _Page, spec: Layer) -> list[dl.Node]:
    name = page.word(spec["name"])
    if not name:
        return []
    w, h = spec.get("size", (50, 33.5))
    cx, cy = spec.get("at", (50, 42))
    ink = page.color(spec.get("ink", "$ink"))
    paper = page.color(spec.get("paper", "#f6f0de"))
    colors = {
        "ink": ink,
        "paper": paper,
        "frame": page.color(spec.get("frame", spec.get("ink", "$ink"))),
        "accent": page.color(spec.get("accent", "$gold")),
        "edge": page.color(spec.get("edge", "$ink")),
        "glint": page.color(spec.get("glint", "#ffffff9a")),
        "shade": page.color(spec.get("shade", "#00000066")),
    }
    return page.sheet.symbols.draw(name, (cx - w / 2, cy - h / 2, w, h), colors, flip=bool(spec.get("flip")))


def _font(page: _Page, spec: Layer) -> dl.Font:
    style: dict[str, Any] = {}
    if "style" in spec:
        if spec["style"] not in page.sheet.styles:
            raise DataFault(f"there is no text style “{spec['style']}”.")
        style = dict(page.sheet.styles[spec["style"]])
    for key in ("family", "size", "weight", "italic", "tracking"):
        if key in spec:
            style[key] = spec[key]
    size = style.get("size", 20)
    return dl.Font(
        str(style.get("family", "Barlow Condensed")),
        float(evaluate(size, page.fields) if isinstance(size, str) else size),
        int(style.get("weight", 700)),
        bool(style.get("italic", False)),
        float(style.get("tracking", 0)),
    )


def _text(page: _Page, spec: Layer) -> list[dl.Node]:
    words = page.word(spec["value"])
    if not words:
        return []
    x, y = spec["at"]
    halo = page.color(spec["halo"]) if "halo" in spec else ""
    font = _font(page, spec)
    return [
        *_plate(page, spec, words, font),
        dl.Text(
            words,
            (float(x), float(y)),
            font,
            page.color(spec.get("color", "$nation.ink")),
            align=str(spec.get("align", "c")),
            valign=str(spec.get("valign", "m")),
            rotate=float(spec.get("rotate", 0)),
            fit=float(spec.get("fit", 0)),
            halo=halo,
            halo_width=float(spec.get("halo_width", 2 if halo else 0)),
        )
    ]


def _plate(page: _Page, spec: Layer, words: str, font: dl.Font) -> list[dl.Node]:
    """What a text lies on, as wide as the text: `plate: {fill, line, width, pad, radius}`."""
    plate = spec.get("plate")
    if not isinstance(plate, Mapping):
        return []
    wide = sum(widths(words, font.family, font.size, font.weight, font.italic)) + font.tracking * font.size * (len(words) - 1)
    wide = min(wide, float(spec.get("fit", 0)) or wide)
    pad = float(plate.get("pad", font.size * 0.4))
    high = float(plate.get("height", font.size * 1.15))
    x, y = (float(v) for v in spec["at"])
    left = {"l": x, "r": x - wide}.get(str(spec.get("align", "c")), x - wide / 2)
    fill, stroke = _paints(page, plate)
    return [dl.Shape(dl.rounded(left - pad, y - high / 2, wide + 2 * pad, high, float(plate.get("radius", 3))), fill, stroke)]


def _paints(page: _Page, spec: Layer) -> tuple[dl.Color | None, dl.Stroke | None]:
    fill = page.color(spec["fill"]) if "fill" in spec else None
    stroke = dl.Stroke(page.color(spec["line"]), float(spec.get("width", 1.5))) if "line" in spec else None
    return fill, stroke


def _disc(page: _Page, spec: Layer) -> list[dl.Node]:
    x, y = spec["at"]
    r = float(spec.get("r", 11.5))
    fill, stroke = _paints(page, spec)
    return [dl.Shape(dl.ellipse(x, y, r, r), fill, stroke)]


def _block(page: _Page, spec: Layer) -> list[dl.Node]:
    x, y = spec["at"]
    w, h = spec["size"]
    fill, stroke = _paints(page, spec)
    return [dl.Shape(dl.rounded(x - w / 2, y - h / 2, w, h, float(spec.get("radius", 3))), fill, stroke)]


def _pips(page: _Page, spec: Layer) -> list[dl.Node]:
    x, y = spec["at"]
    dx, dy = spec.get("step", (0, 9))
    r = float(spec.get("r", 3.2))
    count = int(evaluate(str(spec["count"]), page.fields) or 0)
    whole = int(evaluate(str(spec["of"]), page.fields)) if "of" in spec else count
    nodes: list[dl.Node] = []
    for k in range(max(count, whole)):
        color = page.color(spec["fill"]) if k < count else page.color(spec.get("empty", "#00000040"))
        cx, cy = x + dx * k, y + dy * k
        path = star(cx, cy, r) if spec.get("shape") == "star" else dl.ellipse(cx, cy, r, r)
        nodes.append(dl.Shape(path, color))
    return nodes


def _path(page: _Page, spec: Layer) -> list[dl.Node]:
    fill, stroke = _paints(page, spec)
    try:
        path = parse_path(spec["d"])
    except (ValueError, IndexError) as error:
        raise DataFault("its path `d` is not made of M L H V C Q Z and numbers.") from error
    shape = dl.Shape(path, fill, stroke)
    return [dl.Group((shape,), clip=body_path(page.size))] if spec.get("clip", True) else [shape]


def _image(page: _Page, spec: Layer) -> list[dl.Node]:
    if page.sheet.images is None:
        raise DataFault("this title has no folder of pictures.")
    x, y = spec["at"]
    w, h = spec["size"]
    return [dl.Picture(page.sheet.images(page.word(spec["name"])), (x - w / 2, y - h / 2, w, h))]


def _scene(page: _Page, spec: Layer) -> list[dl.Node]:
    """A landscape in a rectangle, with the borders of a terrain card round it where `sights` says which block."""
    x, y, w, h = (float(v) for v in spec["at"])
    seed = int(evaluate(str(spec.get("seed", "1")), page.fields) or 1)
    nodes = scenes.scene(page.word(spec["name"]), (x, y, w, h), seed)
    if "sights" in spec:
        colors = {k: page.color(spec[k]) for k in ("blocked", "clear", "leaf", "line")}
        nodes += scenes.borders(page.word(spec["sights"]), (x, y, w, h), float(spec.get("border", 8)), colors)
    return [dl.Group(tuple(nodes), name="scene", clip=body_path(page.size))]


def _tint(page: _Page, spec: Layer) -> list[dl.Node]:
    return [dl.Shape(body_path(page.size), page.color(spec["fill"]))]


def _use(page: _Page, spec: Layer) -> list[dl.Node]:
    target = page.word(spec["value"])
    name, _, face = target.partition(".")
    layers = page.sheet.backs.get(face) if name == "backs" else _template(page.sheet, name).get(face)
    if isinstance(layers, Mapping):
        layers = layers.get("layers", ())
    if layers is None:
        raise DataFault(f"it uses “{target}”, which is not there; write template.face or backs.name.")
    inner = _Page(page.sheet, page.palette, page.fields, f"templates.{target}", page.depth + 1, page.size)
    return _layers(inner, layers)


_PAINTERS: Final[dict[str, Callable[[_Page, Layer], list[dl.Node]]]] = {
    "box": _box,
    "band": _band,
    "rays": _rays,
    "symbol": _symbol,
    "text": _text,
    "disc": _disc,
    "block": _block,
    "pips": _pips,
    "path": _path,
    "image": _image,
    "scene": _scene,
    "tint": _tint,
    "use": _use,
}
