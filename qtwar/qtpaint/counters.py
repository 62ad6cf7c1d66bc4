"""Counter pictures: each face drawn once for a size and shared; never painted on the board by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPixmap

from qtwar.base.errors import DataFault
from qtwar.draw import counter as faces
from qtwar.draw import displaylist as dl
from qtwar.draw.gallery import gallery, template_faces
from qtwar.model.content import Content
from qtwar.qtpaint.painter import Painter

SIMPLE_BELOW = 20
LARGE = 130
"""Pictures of cards from this width in px are kept to make smaller ones of."""
_SIZE_MARKS = {"division": "XX", "brigade": "X", "regiment": "III", "battalion": "II", "company": "I"}


def _said(attrs: Mapping[str, Any], language: str) -> dict[str, Any]:
    """Return attributes as a face says them: of a text {en, ja} the language's words."""
    return {
        key: (value.get(language) or value["en"])
        if isinstance(value, Mapping) and "en" in value and set(value) <= {"en", "ja"}
        else value
        for key, value in attrs.items()
    }


class CounterArt:
    """Faces of one title's counters. Records are those of a view: {id, kind, face, owner, back, attrs}."""

    def __init__(self, content: Content, palette: str = "standard") -> None:
        self._content = content
        self._palette = palette
        self._sheet = faces.sheet_from(content.counters)
        self._lists: dict[tuple[Any, ...], dl.DisplayList] = {}
        self._pixmaps: dict[tuple[Any, ...], QPixmap] = {}
        self._large: dict[tuple[Any, ...], QPixmap] = {}
        self._painter = Painter()

    def set_palette(self, palette: str) -> None:
        """Use another palette from now on."""
        self._palette = palette
        self._lists.clear()
        self._pixmaps.clear()
        self._large.clear()

    def fields(self, record: Mapping[str, Any], language: str = "en") -> dict[str, Any]:
        """Return what templates may print of a known piece."""
        kind = self._content.kinds_by_id[record["kind"]]
        roster = self._content.pieces_by_id.get(str(record.get("id", "")))
        name = roster.name.get(language) if roster is not None and roster.name else ""
        return {
            "size_mark": _SIZE_MARKS.get(kind.size or "", kind.size or ""),
            **_said(kind.attrs, language),
            **_said(roster.attrs if roster is not None else {}, language),
            **_said(record.get("attrs", {}), language),
            "language": language,
            "name": name,
            "kind_name": kind.name.get(language),
            "side": record.get("owner", ""),
            "kind": kind.id,
        }

    def face(self, record: Mapping[str, Any], language: str = "en", *, simple: bool = False) -> dl.DisplayList:
        """Return the display list of a record's face; an unknown piece shows its back and nothing else."""
        kind_id = record["kind"]
        if kind_id not in self._content.kinds_by_id:
            key: tuple[Any, ...] = ("back", str(record.get("back") or record.get("owner")), simple, language)
            found = self._lists.get(key)
            if found is None:
                found = self._lists[key] = faces.draw_hidden(
                    self._sheet, key[1], self._palette, simple=simple, language=language
                )
            return found
        kind = self._content.kinds_by_id[kind_id]
        fields = self.fields(record, language)
        face = "simple" if simple else str(record.get("face", "front"))
        key = (kind.template, face, tuple(sorted((k, str(v)) for k, v in fields.items())))
        found = self._lists.get(key)
        if found is None:
            names = faces.face_names(self._sheet, kind.template)
            shown = face if face in names or face in ("simple", "back") else "front"
            found = self._lists[key] = faces.draw_face(self._sheet, kind.template, shown, fields, self._palette)
        return found

    def gallery(self, boards: Sequence[tuple[str, dl.DisplayList]] = (), language: str = "en") -> dl.DisplayList:
        """Return everything of the title on one sheet: counters, backs, symbols, maps."""
        shown = []
        for kind in self._content.kinds:
            piece = next((p.id for p in self._content.pieces if p.kind == kind.id), "")
            record = {"id": piece, "kind": kind.id, "owner": kind.side or "", "attrs": {}}
            shown.append((kind.name.get(language), kind.template, self.fields(record, language)))
        drawn = template_faces(self._sheet, shown, self._palette)
        return gallery(self._content.title.name.get(language), drawn, self._sheet, boards, self._palette)

    def image(self, record: Mapping[str, Any], size: int, ratio: float = 1.0, language: str = "en") -> QImage:
        """Return a face as a picture `size` logical pixels wide, shadow included in its margin."""
        px = max(2, round(size * ratio))
        try:
            display = self.face(record, language, simple=px < SIMPLE_BELOW)
        except DataFault:  # `validate` tells the author; a player gets a counter that can be told from others
            kind = self._content.kinds_by_id.get(record["kind"])
            display = faces.draw_plain(str(kind.attrs.get("abbr") or kind.name.get(language)) if kind else "?")
        left, top, right, bottom = display.bounds
        scale = px / (right - left)
        image = QImage(px, round((bottom - top) * scale), QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        p = QPainter(image)
        p.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        p.scale(scale, scale)
        p.translate(-left, -top)
        self._painter.paint(p, display.nodes, scale * 100, QRectF(left, top, right - left, bottom - top))
        p.end()
        image.setDevicePixelRatio(ratio)
        return image

    def pixmap(self, record: Mapping[str, Any], size: int, ratio: float = 1.0, language: str = "en") -> QPixmap:
        """Return the shared pixmap of a face; only on the window's thread."""
        hidden = record["kind"] not in self._content.kinds_by_id
        if hidden:
            key: tuple[Any, ...] = ("back", record.get("back") or record.get("owner"), size, ratio, language)
        else:
            attrs = tuple(sorted((k, str(v)) for k, v in record.get("attrs", {}).items()))
            roster = self._content.pieces_by_id.get(str(record.get("id", "")))
            own = record.get("id") if roster is not None and (roster.name or roster.attrs) else ""
            key = (record["kind"], own, record.get("face"), attrs, size, ratio, language)
        found = self._pixmaps.get(key)
        if found is None:
            found = self._pixmaps[key] = self._smaller(key, size, ratio) or QPixmap.fromImage(
                self.image(record, size, ratio, language)
            )
            if found.width() >= LARGE and self._is_card(record):
                self._large[*key[:-3], key[-1]] = found
        return found

    def _is_card(self, record: Mapping[str, Any]) -> bool:
        kind = self._content.kinds_by_id.get(record["kind"])
        return kind.klass == "card" if kind is not None else isinstance(self._sheet.backs.get(str(record.get("back"))), Mapping)

    def _smaller(self, key: tuple[Any, ...], size: int, ratio: float) -> QPixmap | None:
        """Return a small picture made of a large one of the same card: landscapes are costly to draw."""
        large, px = self._large.get((*key[:-3], key[-1])), round(size * ratio)
        if large is None or px >= large.width() or px >= LARGE:
            return None
        found = large.scaledToWidth(px, Qt.TransformationMode.SmoothTransformation)
        found.setDevicePixelRatio(ratio)
        return found
