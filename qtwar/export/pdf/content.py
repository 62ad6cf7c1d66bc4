"""Display lists as PDF operators: one `ContentStream` for a page or for a drawing that several pages share."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any, Final

from qtwar.draw import displaylist as dl
from qtwar.export import typeface
from qtwar.export.page import is_shared, zoom_of
from qtwar.export.pdf.fonts import Subset
from qtwar.export.pdf.objects import Objects, dictionary, number
from qtwar.qtpaint import scans

_CAPS: Final = {"flat": 0, "round": 1, "square": 2}
_JOINS: Final = {"miter": 0, "round": 1, "bevel": 2}


class PdfResources:
    """What the streams of one file share: fonts, drawings, pictures, shades, opacities."""

    def __init__(self, objects: Objects) -> None:
        self.objects = objects
        self.fonts: dict[str, Subset] = {}
        self._drawings: dict[tuple[int, int], tuple[str, int]] = {}
        self._stamps: dict[tuple[int, int, int], tuple[str, int]] = {}
        self._pictures: dict[int, tuple[str, int]] = {}
        self._opacities: dict[int, tuple[str, int]] = {}
        self._shades: dict[str, tuple[str, int]] = {}
        self._kept: list[Any] = []  # ids stay true while their objects live

    def font(self, face: typeface.FontFace) -> Subset:
        """Return the subset of a face."""
        found = self.fonts.get(face.name)
        if found is None:
            found = Subset(face, f"F{len(self.fonts)}", self.objects.reserve())
            self.fonts[face.name] = found
        return found

    def opacity(self, value: float) -> tuple[str, int]:
        """Return (resource name, object) of an opacity, 0 to 1, in steps of 1/255."""
        key = round(value * 255)
        if key not in self._opacities:
            part = number(key / 255)
            made = self.objects.add(dictionary({"Type": "/ExtGState", "ca": part, "CA": part}))
            self._opacities[key] = (f"A{key}", made)
        return self._opacities[key]

    def drawing(
        self, nodes: tuple[dl.Node, ...], bounds: tuple[float, float, float, float], zoom: float
    ) -> tuple[str, int]:
        """Return (resource name, object) of a drawing in its own units."""
        key = (id(nodes), round(zoom * 100))
        if key not in self._drawings:
            self._kept.append(nodes)
            made = self.objects.reserve()
            self._drawings[key] = (f"D{len(self._drawings)}", made)
            inner = ContentStream(self, zoom)
            inner.nodes(nodes)
            inner.finish_form(made, bounds)
        return self._drawings[key]

    def stamp(self, stamps: tuple[tuple[dl.Shape, ...], ...], index: int, zoom: float) -> tuple[str, int]:
        """Return (resource name, object) of one of many small pictures."""
        key = (id(stamps), index, round(zoom * 100))
        if key not in self._stamps:
            self._kept.append(stamps)
            made = self.objects.reserve()
            self._stamps[key] = (f"S{len(self._stamps)}", made)
            inner = ContentStream(self, zoom)
            inner.nodes(stamps[index])
            inner.finish_form(made, (-200.0, -200.0, 200.0, 200.0))
        return self._stamps[key]

    def picture(self, pixels: dl.Bytes) -> tuple[str, int]:
        """Return (resource name, object) of a bitmap, its opacity apart."""
        key = id(pixels)
        if key not in self._pictures:
            self._kept.append(pixels)
            high, wide = pixels.shape[:2]
            size = {
                "Type": "/XObject",
                "Subtype": "/Image",
                "Width": str(wide),
                "Height": str(high),
                "BitsPerComponent": "8",
                "Interpolate": "true",
            }
            alpha = pixels[..., 3]
            mask = None
            if int(alpha.min()) < 255:
                mask = self.objects.stream(alpha.tobytes(), {**size, "ColorSpace": "/DeviceGray"})
            made = self.objects.stream(
                pixels[..., :3].tobytes(),
                {**size, "ColorSpace": "/DeviceRGB", "SMask": f"{mask} 0 R" if mask else None},
            )
            self._pictures[key] = (f"I{len(self._pictures)}", made)
        return self._pictures[key]

    def shade(self, gradient: dl.Gradient) -> tuple[str, int]:
        """Return (resource name, object) of an axial shade."""
        coords = " ".join(number(v) for v in (*gradient.start, *gradient.end))
        stops = gradient.stops
        parts = [
            f"<< /FunctionType 2 /Domain [0 1] /C0 [{_rgb(a)}] /C1 [{_rgb(b)}] /N 1 >>"
            for (_, a), (_, b) in pairwise(stops)
        ]
        bounds = " ".join(number(at) for at, _ in stops[1:-1])
        function = (
            parts[0]
            if len(parts) == 1
            else f"<< /FunctionType 3 /Domain [0 1] /Functions [{' '.join(parts)}] "
            f"/Bounds [{bounds}] /Encode [{' '.join(['0 1'] * len(parts))}] >>"
        )
        body = (
            f"<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [{coords}] /Function {function} /Extend [true true] >>"
        )
        if body not in self._shades:
            self._shades[body] = (f"H{len(self._shades)}", self.objects.add(body))
        return self._shades[body]

    def finish(self) -> None:
        """Write the fonts, now that all letters are known."""
        for subset in self.fonts.values():
            subset.write(self.objects)


def _rgb(color: dl.Color) -> str:
    return " ".join(number(int(color[k : k + 2], 16) / 255) for k in (1, 3, 5))


def _alpha(color: dl.Color) -> float:
    return int(color[7:9], 16) / 255 if len(color) == 9 else 1.0


class ContentStream:
    """The operators of one stream, in the units of its drawing, y downwards; with the resources they name."""

    def __init__(self, store: PdfResources, zoom: float, *, on_page: bool = False) -> None:
        self.store, self.zoom = store, zoom
        self._on_page = on_page  # groups standing on the page itself set the zoom
        self._point = "%.3f %.3f" if on_page else "%.2f %.2f"
        self._out: list[str] = []
        self._used: dict[str, dict[str, int]] = {}
        self._opacity = 1.0
        self._set = 1.0  # the opacity that the stream has set

    def use(self, category: str, resource: tuple[str, int]) -> str:
        """Note that the stream uses a resource and return its name."""
        self._used.setdefault(category, {})[resource[0]] = resource[1]
        return resource[0]

    def resources(self) -> str:
        """Return the resource dictionary of the stream."""
        return dictionary(
            {
                key: dictionary({n: f"{ref} 0 R" for n, ref in sorted(found.items())})
                for key, found in sorted(self._used.items())
            }
        )

    def data(self, before: str = "") -> bytes:
        """Return the operators."""
        return (before + "\n".join(self._out)).encode("latin-1")

    def finish_form(self, made: int, bounds: tuple[float, float, float, float]) -> None:
        """Give a reserved object this content as a drawing within bounds (u)."""
        left, top, right, bottom = bounds
        entries = {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": f"[{number(left)} {number(top)} {number(right)} {number(bottom)}]",
            "Resources": self.resources(),
        }
        self.store.objects.put_stream(made, self.data(), entries)

    # -- nodes ---------------------------------------------------------------------------------------------

    def nodes(self, nodes: tuple[dl.Node, ...]) -> None:
        """Write nodes from back to front."""
        for node in nodes:
            if isinstance(node, dl.Shape):
                self._shape(node)
            elif isinstance(node, dl.Group):
                self._group(node)
            elif isinstance(node, dl.Text):
                self._text(node)
            elif isinstance(node, dl.GlyphRun):
                self._glyphs(node)
            elif isinstance(node, dl.Stamps):
                self._stamps(node)
            elif isinstance(node, dl.Scan):
                self._group(scans.printed(node, scans.PRINTED))
            else:
                self._picture(node)

    def _group(self, node: dl.Group) -> None:
        if not node.min_zoom <= self.zoom < node.max_zoom:
            return
        plain = node.transform == dl.IDENTITY and node.clip is None
        held, was_set = self._opacity, self._set
        self._opacity *= node.opacity
        if not plain:
            self._out.append("q")
        if node.transform != dl.IDENTITY:
            self._out.append(" ".join(f"{v:.6f}".rstrip("0").rstrip(".") or "0" for v in node.transform) + " cm")
        if node.clip is not None:
            self._out.append(self._path(node.clip) + ("W* n" if node.clip.even_odd else "W n"))
        if self._on_page and node.transform != dl.IDENTITY:
            self._placed(node)
        else:
            self.nodes(node.children)
        if not plain:
            self._out.append("Q")
            self._set = was_set
        self._opacity = held

    def _placed(self, node: dl.Group) -> None:
        """A drawing on a page: stored once where it is worth it, else written here, in the detail of its scale."""
        zoom = zoom_of(node.transform)
        if is_shared(node.children) and self._opacity == 1.0:
            # generous: halos and shadows reach beyond what a drawing says of itself; the group's clip is what cuts
            made = self.store.drawing(node.children, (-1e5, -1e5, 1e5, 1e5), zoom)
            self._clear()
            self._out.append(f"/{self.use('XObject', made)} Do")
            return
        was = self.zoom, self._on_page, self._point
        self.zoom, self._on_page, self._point = zoom, False, "%.2f %.2f"
        self.nodes(node.children)
        self.zoom, self._on_page, self._point = was

    def _clear(self) -> None:
        if self._set != 1.0:
            self._see_through(1.0)

    def _see_through(self, alpha: float) -> None:
        if abs(alpha - self._set) > 1e-4:
            self._out.append(f"/{self.use('ExtGState', self.store.opacity(alpha))} gs")
            self._set = alpha

    def _path(self, path: dl.Path) -> str:
        out: list[str] = []
        p = self._point
        for run in path.runs():
            count = len(run)
            flat = tuple(run.ravel().tolist())
            if path.cubic:
                curves = (count - 1) // 3
                form = f"{p} m\n" + f"{p} {p} {p} c\n" * curves
                out.append(form % flat[: 2 + 6 * curves])
            else:
                out.append((f"{p} m\n" + f"{p} l\n" * (count - 1)) % flat)
            if path.closed:
                out.append("h\n")
        return "".join(out)

    def _shape(self, node: dl.Shape) -> None:
        if not len(node.path.xy):
            return
        line = _pen(node.stroke, self.zoom) if node.stroke is not None else None
        if node.fill is None and line is None:
            return
        path = self._path(node.path)
        star = "*" if node.path.even_odd else ""
        if isinstance(node.fill, dl.Gradient):
            self._see_through(self._opacity * _alpha(node.fill.stops[0][1]))
            shade = self.use("Shading", self.store.shade(node.fill))
            self._out.append(f"q\n{path}W{star} n\n/{shade} sh\nQ")
        elif node.fill is not None:
            alpha = _alpha(node.fill)
            if alpha > 0:
                self._see_through(self._opacity * alpha)
                self._out.append(f"{_rgb(node.fill)} rg\n{path}f{star}")
        if line is not None and node.stroke is not None:
            self._see_through(self._opacity * _alpha(node.stroke.color))
            dash = " ".join(number(d) for d in node.stroke.dash)
            self._out.append(
                f"{_rgb(node.stroke.color)} RG {number(line)} w {_CAPS[node.stroke.cap]} J "
                f"{_JOINS[node.stroke.join]} j [{dash}] 0 d\n{path}S"
            )

    def _letters(self, shown: list[str], ink: str, halo: str, halo_width: float) -> None:
        """Write text operators twice where there is a halo: first its line, then the letters."""
        body = "\n".join(shown)
        if halo and halo_width:
            self._see_through(self._opacity * _alpha(halo))
            # a halo is no text to be copied
            self._out.append(
                f"/Span << /ActualText () >> BDC\nBT {_rgb(halo)} RG {number(2 * halo_width)} w 1 J 1 j [] 0 d 1 Tr\n"
                f"{body}\nET\nEMC"
            )
        self._see_through(self._opacity * _alpha(ink))
        self._out.append(f"BT {_rgb(ink)} rg 0 Tr\n{body}\nET")

    def _text(self, node: dl.Text) -> None:
        f = node.font
        size = f.size * (max(1.0, self.zoom / dl.CLOSE) ** (node.power - 1))
        if node.min_px and size * self.zoom / 100 < node.min_px:
            return
        wide = typeface.width(node.text, f) / f.size * size
        squeeze = min(1.0, node.fit / wide) if node.fit and wide else 1.0
        cap = typeface.cap_height(f) / f.size * size
        dx = {"l": 0.0, "c": -wide / 2, "r": -wide}[node.align] * squeeze
        dy = {"t": cap, "m": cap / 2, "b": 0.0}[node.valign]
        turn = math.radians(node.rotate)
        cos, sin = math.cos(turn), math.sin(turn)
        shown: list[str] = []
        for face, words in typeface.runs(node.text, f):
            x, y = node.at[0] + cos * dx - sin * dy, node.at[1] + sin * dx + cos * dy
            matrix = (cos * squeeze, sin * squeeze, sin, -cos, x, y)
            shown.append(self._show(face, size, f.tracking, matrix, words))
            advance = sum(face.width(c) for c in words) + f.tracking * len(words)
            dx += advance * size * squeeze
        self._letters(shown, node.color, node.halo, node.halo_width)

    def _show(self, face: typeface.FontFace, size: float, tracking: float, matrix: dl.Affine, words: str) -> str:
        subset = self.store.font(face)
        self.use("Font", (subset.resource, subset.number))
        place = " ".join(number(v) for v in matrix)
        return f"/{subset.resource} {number(size)} Tf {number(tracking * size)} Tc {place} Tm <{subset.code(words)}> Tj"

    def _glyphs(self, node: dl.GlyphRun) -> None:
        f = node.font
        size = f.size * (max(1.0, self.zoom / dl.CLOSE) ** (node.power - 1))
        if node.min_px and size * self.zoom / 100 < node.min_px:
            return
        shown: list[str] = []
        for letter, x, y, angle in node.glyphs:
            if letter.isspace():
                continue
            for face, word in typeface.runs(letter, f):
                half = face.width(word) * size / 2 if len(word) == 1 else 0.0
                cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
                matrix = (cos, sin, sin, -cos, x - cos * half, y - sin * half)
                shown.append(self._show(face, size, 0.0, matrix, word))
        if shown:
            self._letters(shown, node.color, node.halo, node.halo_width)

    def _stamps(self, node: dl.Stamps) -> None:
        self._clear()
        out = self._out
        names: dict[int, str] = {}
        for index, (x, y) in zip(node.which.tolist(), node.xy.tolist(), strict=True):
            if index not in names:
                names[index] = self.use("XObject", self.store.stamp(node.stamps, index, self.zoom))
            out.append(f"q 1 0 0 1 {x:.2f} {y:.2f} cm /{names[index]} Do Q")

    def _picture(self, node: dl.Picture) -> None:
        self._see_through(self._opacity)
        x, y, w, h = node.rect
        image = self.use("XObject", self.store.picture(node.pixels))
        self._out.append(f"q {number(w)} 0 0 {number(-h)} {number(x)} {number(y + h)} cm /{image} Do Q")


def _pen(stroke: dl.Stroke, zoom: float) -> float | None:
    """The width of a line at a zoom, None where it is too thin to be drawn (as the screen's painter has it)."""
    width = stroke.width * (max(1.0, zoom / dl.CLOSE) ** (stroke.power - 1))
    px = width * zoom / 100
    if stroke.hide_px and px < stroke.hide_px:
        return None
    if stroke.min_px and px < stroke.min_px:
        return stroke.min_px * 100 / zoom
    return width


__all__ = ["ContentStream", "PdfResources"]
