"""Pages as SVG files of their real size; letters are outlines, so that they look the same wherever the file is opened."""

from __future__ import annotations

import base64
from html import escape
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage, QImageWriter, QPainterPath

from qtwar.draw import displaylist as dl
from qtwar.export.page import Page, is_shared, zoom_of
from qtwar.qtpaint import fonts, scans

_CAPS: Final = {"flat": "butt", "round": "round", "square": "square"}


def svg_text(page: Page, title: str = "") -> str:
    """Return a page as an SVG document."""
    writer = _Writer()
    body = writer.nodes(page.nodes, 500.0, on_page=True)
    defs = "".join(writer.defs)
    name = escape(title or page.name)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{page.width:g}mm" height="{page.height:g}mm" '
        f'viewBox="0 0 {page.width:g} {page.height:g}">\n<title>{name}</title>\n<defs>{defs}</defs>\n'
        f'<rect width="{page.width:g}" height="{page.height:g}" fill="#ffffff"/>\n{body}\n</svg>\n'
    )


class _Writer:
    def __init__(self) -> None:
        self.defs: list[str] = []
        self._count = 0
        self._shared: dict[tuple[int, int], tuple[object, str]] = {}
        self._letters: dict[tuple[str, str, int, bool, float], tuple[str, float, float]] = {}

    def _name(self) -> str:
        self._count += 1
        return f"d{self._count}"

    # -- nodes ---------------------------------------------------------------------------------------------

    def nodes(self, nodes: tuple[dl.Node, ...], zoom: float, *, on_page: bool = False) -> str:
        """Return the elements of nodes."""
        return "\n".join(filter(None, (self._node(node, zoom, on_page) for node in nodes)))

    def _node(self, node: dl.Node, zoom: float, on_page: bool) -> str:
        if isinstance(node, dl.Shape):
            return self._shape(node, zoom)
        if isinstance(node, dl.Group):
            return self._group(node, zoom, on_page)
        if isinstance(node, dl.Text):
            return self._text(node, zoom)
        if isinstance(node, dl.GlyphRun):
            return self._glyphs(node, zoom)
        if isinstance(node, dl.Stamps):
            return self._stamps(node, zoom)
        if isinstance(node, dl.Scan):
            return self._group(scans.printed(node, scans.PRINTED), zoom, on_page)
        return self._picture(node)

    def _group(self, node: dl.Group, zoom: float, on_page: bool) -> str:
        if not node.min_zoom <= zoom < node.max_zoom:
            return ""
        attrs = ""
        moved = node.transform != dl.IDENTITY
        if moved:
            attrs += ' transform="matrix(' + " ".join(f"{v:.6g}" for v in node.transform) + ')"'
        if node.clip is not None:
            clip = self._name()
            rule = ' clip-rule="evenodd"' if node.clip.even_odd else ""
            self.defs.append(f'<clipPath id="{clip}"><path d="{_path(node.clip)}"{rule}/></clipPath>')
            attrs += f' clip-path="url(#{clip})"'
        if node.opacity != 1.0:
            attrs += f' opacity="{node.opacity:.3g}"'
        if on_page and moved:
            return f"<g{attrs}>{self._drawing(node.children, zoom_of(node.transform))}</g>"
        inner = self.nodes(node.children, zoom, on_page=on_page)
        return f"<g{attrs}>{inner}</g>" if inner else ""

    def _drawing(self, nodes: tuple[dl.Node, ...], zoom: float) -> str:
        """A drawing written once and used wherever it stands."""
        if not is_shared(nodes):
            return self.nodes(nodes, zoom)
        key = (id(nodes), round(zoom * 100))
        found = self._shared.get(key)
        if found is None or found[0] is not nodes:
            body = self.nodes(nodes, zoom)
            found = self._shared[key] = (nodes, self._name())
            self.defs.append(f'<g id="{found[1]}">{body}</g>')
        return f'<use href="#{found[1]}"/>'

    def _shape(self, node: dl.Shape, zoom: float) -> str:
        attrs = self._paint(node.fill)
        line = node.stroke
        if line is not None:
            width = line.width * (max(1.0, zoom / dl.CLOSE) ** (line.power - 1))
            px = width * zoom / 100
            if line.hide_px and px < line.hide_px:
                if node.fill is None:
                    return ""
            else:
                if line.min_px and px < line.min_px:
                    width = line.min_px * 100 / zoom
                attrs += f' stroke="{line.color[:7]}" stroke-width="{width:.4g}"{_opacity("stroke", line.color)}'
                attrs += f' stroke-linecap="{_CAPS[line.cap]}" stroke-linejoin="{line.join}"'
                if line.dash:
                    attrs += ' stroke-dasharray="' + " ".join(f"{d:g}" for d in line.dash) + '"'
        rule = ' fill-rule="evenodd"' if node.path.even_odd else ""
        return f'<path d="{_path(node.path)}"{rule}{attrs}/>'

    def _paint(self, fill: dl.Paint | None) -> str:
        if fill is None:
            return ' fill="none"'
        if isinstance(fill, dl.Gradient):
            name = self._name()
            (x1, y1), (x2, y2) = fill.start, fill.end
            stops = "".join(
                f'<stop offset="{at:g}" stop-color="{c[:7]}"{_opacity("stop", c)}/>' for at, c in fill.stops
            )
            self.defs.append(
                f'<linearGradient id="{name}" gradientUnits="userSpaceOnUse" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}">'
                f"{stops}</linearGradient>"
            )
            return f' fill="url(#{name})"'
        return f' fill="{fill[:7]}"{_opacity("fill", fill)}'

    def _outline(self, words: str, font: dl.Font) -> tuple[str, float, float]:
        key = (words, font.family, font.weight, font.italic, font.tracking)
        found = self._letters.get(key)
        if found is None:
            shape, advance, cap = fonts.outline(*key)
            found = self._letters[key] = (_letters(shape), advance, cap)
        return found

    def _text(self, node: dl.Text, zoom: float) -> str:
        f = node.font
        size = f.size * (max(1.0, zoom / dl.CLOSE) ** (node.power - 1))
        if node.min_px and size * zoom / 100 < node.min_px:
            return ""
        d, advance, cap = self._outline(node.text, f)
        wide = advance * size
        squeeze = min(1.0, node.fit / wide) if node.fit and wide else 1.0
        dx = {"l": 0.0, "c": -advance / 2, "r": -advance}[node.align]
        dy = {"t": cap, "m": cap / 2, "b": 0.0}[node.valign]
        turn = f" rotate({node.rotate:g})" if node.rotate else ""
        place = (
            f"translate({node.at[0]:.4g} {node.at[1]:.4g}){turn} scale({size * squeeze:.5g} {size:.5g})"
            f" translate({dx:.4g} {dy:.4g})"
        )
        return self._word(node.text, [(place, d)], node.color, node.halo, node.halo_width / size)

    def _glyphs(self, node: dl.GlyphRun, zoom: float) -> str:
        f = node.font
        size = f.size * (max(1.0, zoom / dl.CLOSE) ** (node.power - 1))
        if node.min_px and size * zoom / 100 < node.min_px:
            return ""
        parts = []
        for letter, x, y, angle in node.glyphs:
            d, advance, _ = self._outline(letter, f)
            if d:
                place = (
                    f"translate({x:.5g} {y:.5g}) rotate({angle:.4g}) scale({size:.5g}) translate({-advance / 2:.4g} 0)"
                )
                parts.append((place, d))
        words = "".join(g[0] for g in node.glyphs)
        return self._word(words, parts, node.color, node.halo, node.halo_width / size)

    @staticmethod
    def _word(words: str, parts: list[tuple[str, str]], ink: str, halo: str, width: float) -> str:
        parts = [part for part in parts if part[1]]
        if not parts:
            return ""
        label = escape(words, quote=True)
        out = [f'<g role="img" aria-label="{label}">']
        if halo and width:
            pen = f'fill="none" stroke="{halo[:7]}"{_opacity("stroke", halo)}'
            pen += f' stroke-width="{2 * width:.4g}" stroke-linejoin="round"'
            out += [f'<path transform="{place}" d="{d}" {pen}/>' for place, d in parts]
        out += [f'<path transform="{place}" d="{d}" fill="{ink[:7]}"{_opacity("fill", ink)}/>' for place, d in parts]
        return "".join(out) + "</g>"

    def _stamps(self, node: dl.Stamps, zoom: float) -> str:
        out = []
        names: dict[int, str] = {}
        for index, (x, y) in zip(node.which.tolist(), node.xy.tolist(), strict=True):
            if index not in names:
                key = (id(node.stamps[index]), round(zoom * 100))
                found = self._shared.get(key)
                if found is None or found[0] is not node.stamps[index]:
                    body = self.nodes(node.stamps[index], zoom)
                    found = self._shared[key] = (node.stamps[index], self._name())
                    self.defs.append(f'<g id="{found[1]}">{body}</g>')
                names[index] = found[1]
            out.append(f'<use href="#{names[index]}" x="{x:.2f}" y="{y:.2f}"/>')
        return "\n".join(out)

    @staticmethod
    def _picture(node: dl.Picture) -> str:
        high, wide = node.pixels.shape[:2]
        image = QImage(node.pixels.tobytes(), wide, high, wide * 4, QImage.Format.Format_RGBA8888)
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        QImageWriter(buffer, b"png").write(image)
        data = base64.b64encode(buffer.data().data()).decode("ascii")
        x, y, w, h = node.rect
        return (
            f'<image x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" preserveAspectRatio="none" '
            f'href="data:image/png;base64,{data}"/>'
        )


def _opacity(what: str, color: dl.Color) -> str:
    return f' {what}-opacity="{int(color[7:9], 16) / 255:.3g}"' if len(color) == 9 else ""


def _path(path: dl.Path) -> str:
    out: list[str] = []
    for run in path.runs():
        flat = tuple(run.ravel().tolist())
        if path.cubic:
            curves = (len(run) - 1) // 3
            out.append(("M%.2f %.2f" + "C%.2f %.2f %.2f %.2f %.2f %.2f" * curves) % flat[: 2 + 6 * curves])
        else:
            out.append(("M%.2f %.2f" + "L%.2f %.2f" * (len(run) - 1)) % flat)
        if path.closed:
            out.append("Z")
    return "".join(out)


def _letters(shape: QPainterPath) -> str:
    out: list[str] = []
    n, count = 0, shape.elementCount()
    while n < count:
        at = shape.elementAt(n)
        if at.isMoveTo():
            out.append(f"M{at.x:.4f} {at.y:.4f}")
        elif at.isLineTo():
            out.append(f"L{at.x:.4f} {at.y:.4f}")
        else:
            b, c = shape.elementAt(n + 1), shape.elementAt(n + 2)
            out.append(f"C{at.x:.4f} {at.y:.4f} {b.x:.4f} {b.y:.4f} {c.x:.4f} {c.y:.4f}")
            n += 2
        n += 1
    return "".join(out)
