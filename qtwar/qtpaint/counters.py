"""Counter pictures: each face drawn once for a size and shared; never painted on the board by hand."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPixmap

from qtwar.base.errors import DataFault
from qtwar.model.art import pictures_of
from qtwar.model.content import TitleContent
from qtwar.model.problem import near
from qtwar.qtpaint.ownart import PictureStore
from qtwar.qtpaint.pictures import Pictures

if TYPE_CHECKING:  # they bring NumPy: where all faces are kept nothing is drawn
    from qtwar.draw import displaylist as dl
    from qtwar.draw.counter import CounterTemplates
    from qtwar.qtpaint.painter import Painter

Record = Mapping[str, Any]
SIMPLE_BELOW = 20
LARGE = 130
"""Pictures of cards from this width in px are kept to make smaller ones of."""
_SIZE_MARKS = {"division": "XX", "brigade": "X", "regiment": "III", "battalion": "II", "company": "I"}


def _is_simple(record: Mapping[str, Any], px: int) -> bool:
    """Return whether a counter of a width is drawn as what is read of it from afar; that is its front: a back is drawn whole."""
    return px < SIMPLE_BELOW and record.get("face") != "back"


def _worded(attrs: Mapping[str, Any], language: str) -> dict[str, Any]:
    """Return attributes as a face says them: of a text {en, ja} the language's words."""
    return {
        key: (value.get(language) or value["en"])
        if isinstance(value, Mapping) and "en" in value and set(value) <= {"en", "ja"}
        else value
        for key, value in attrs.items()
    }


class CounterArt:
    """Faces of one title's counters. Records are those of a view: {id, kind, face, owner, back, attrs}.

    `unseen` in a record says that another side does not know the piece: a template may show it (`when: unseen`).
    """

    def __init__(
        self,
        content: TitleContent,
        palette: str = "standard",
        kept: Pictures | None = None,
        pictures: PictureStore | None = None,
    ) -> None:
        """`kept`: where painted faces are kept between starts, for these templates and this version of what draws them.

        `pictures`: the pixels of the title's own pictures.
        """
        self._content = content
        self._kept = kept
        self._palette = palette
        self._pictures, self._named = pictures, pictures_of(content)
        self._lists: dict[tuple[Any, ...], dl.DisplayList] = {}
        self._pixmaps: dict[tuple[Any, ...], QPixmap] = {}
        self._large: dict[tuple[Any, ...], QPixmap] = {}
        self._large_px = 0
        """The width of cards that were shown large last."""
        self._plain: set[tuple[Any, ...]] = set()
        """Faces that could not be drawn as their templates say."""
        self.turned_up: Callable[[Record, int, str], object] = lambda record, px, language: None
        """Called with a large card that had to be drawn, its width in px and the language."""

    @cached_property
    def _sheet(self) -> CounterTemplates:
        from qtwar.draw.counter import sheet_from

        return sheet_from(self._content.counters, images=self._picture)

    @cached_property
    def _painter(self) -> Painter:
        from qtwar.qtpaint.painter import Painter

        return Painter()

    def _picture(self, name: str) -> dl.Bytes:
        """Return the pixels of a picture by its name; raises DataFault where there is none."""
        if name not in self._named:
            raise DataFault("fault.draw.no_picture", hint=near(name, self._named), picture=name)
        found = self._pictures.get(self._named[name]) if self._pictures is not None else None
        if found is None:
            raise DataFault("fault.draw.picture_missing", picture=name)
        return found

    def fields(self, record: Mapping[str, Any], language: str = "en") -> dict[str, Any]:
        """Return what templates may print of a known piece."""
        kind = self._content.kinds_by_id[record["kind"]]
        roster = self._content.pieces_by_id.get(str(record.get("id", "")))
        name = roster.name.get(language) if roster is not None and roster.name else ""
        return {
            "size_mark": _SIZE_MARKS.get(kind.size or "", kind.size or ""),
            **_worded(kind.attrs, language),
            **_worded(roster.attrs if roster is not None else {}, language),
            **_worded(record.get("attrs", {}), language),
            "language": language,
            "name": name,
            "kind_name": kind.name.get(language),
            "side": record.get("owner", ""),
            "kind": kind.id,
            "unseen": bool(record.get("unseen")),
        }

    def face(self, record: Mapping[str, Any], language: str = "en", *, simple: bool = False) -> dl.DisplayList:
        """Return the display list of a record's face; an unknown piece shows its back and nothing else."""
        key = self._shown(record, language, simple=simple)
        found = self._lists.get(key)
        if found is not None:
            return found
        from qtwar.draw import counter as faces

        kind = self._content.kinds_by_id.get(record["kind"])
        if kind is None:
            found = faces.draw_hidden(self._sheet, key[1], self._palette, simple=simple, language=language)
        else:
            names = faces.face_names(self._sheet, kind.template)
            shown = key[1] if key[1] in names or key[1] in ("simple", "back") else "front"
            fields = self.fields(record, language)
            found = faces.draw_face(self._sheet, kind.template, shown, fields, self._palette)
        self._lists[key] = found
        return found

    def _shown(self, record: Mapping[str, Any], language: str, *, simple: bool) -> tuple[Any, ...]:
        """Return all that a face depends on beside the sheet and the palette."""
        kind = self._content.kinds_by_id.get(record["kind"])
        if kind is None:
            return ("back", str(record.get("back") or record.get("owner")), simple, language)
        fields = self.fields(record, language)
        face = "simple" if simple else str(record.get("face", "front"))
        return (kind.template, face, tuple(sorted((k, str(v)) for k, v in fields.items())))

    def gallery(self, boards: Sequence[tuple[str, dl.DisplayList]] = (), language: str = "en") -> dl.DisplayList:
        """Return everything of the title on one sheet: counters, backs, symbols, maps."""
        from qtwar.draw.gallery import gallery, template_faces

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
            display = self.face(record, language, simple=_is_simple(record, px))
        except DataFault:  # `validate` tells the author; a player gets a counter that can be told from others
            kind = self._content.kinds_by_id.get(record["kind"])
            self._plain.add(self._shown(record, language, simple=_is_simple(record, px)))
            from qtwar.draw.counter import draw_plain

            display = draw_plain(str(kind.attrs.get("abbr") or kind.name.get(language)) if kind else "?")
        left, top, right, bottom = display.bounds
        scale = px / (right - left)
        image = QImage(px, round((bottom - top) * scale), QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        with QPainter(image) as p:
            p.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            p.scale(scale, scale)
            p.translate(-left, -top)
            self._painter.paint(p, display.nodes, scale * 100, QRectF(left, top, right - left, bottom - top))
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
            px, card = round(size * ratio), self._is_card(record)
            found = self._smaller(key, px, record) if card and px < LARGE else None
            if found is None:
                found = QPixmap.fromImage(self._painted(record, size, ratio, language))
                if card and px >= LARGE:
                    self._large[*key[:-3], key[-1]], self._large_px = found, px
            found.setDevicePixelRatio(ratio)
            self._pixmaps[key] = found
        return found

    def _painted(self, record: Record, size: int, ratio: float, language: str) -> QImage:
        """Return a face as it was kept, or paint and keep it."""
        px = max(2, round(size * ratio))
        found = self._kept.get(self._name(record, px, language)) if self._kept is not None else None
        if found is None:
            if px >= LARGE and record["kind"] in self._content.kinds_by_id and self._is_card(record):
                self.turned_up(record, px, language)
            found = self.keep(record, px, language)
        found.setDevicePixelRatio(ratio)
        return found

    def keep(self, record: Record, px: int, language: str) -> QImage:
        """Paint a face and keep it."""
        found = self.image(record, px, 1.0, language)
        # a picture that is missing may be there another time
        if self._kept is not None and self._shown(record, language, simple=_is_simple(record, px)) not in self._plain:
            self._kept.put(self._name(record, px, language), found)
        return found

    def is_kept(self, record: Record, px: int, language: str) -> bool:
        """Return whether a face is kept."""
        return self._kept is not None and self._kept.has(self._name(record, px, language))

    def _name(self, record: Record, px: int, language: str) -> str:
        shown = self._shown(record, language, simple=_is_simple(record, px))
        return hashlib.sha256(repr((shown, self._palette, px)).encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def _is_card(self, record: Mapping[str, Any]) -> bool:
        kind = self._content.kinds_by_id.get(record["kind"])
        return (
            kind.klass == "card"
            if kind is not None
            else isinstance(self._sheet.backs.get(str(record.get("back"))), Mapping)
        )

    def _smaller(self, key: tuple[Any, ...], px: int, record: Record) -> QPixmap | None:
        """Return a small picture made of a large one of the same card: landscapes are costly to draw."""
        same, language = (*key[:-3], key[-1]), key[-1]
        large = self._large.get(same)
        if large is None and self._large_px and self._kept is not None:
            kept = self._kept.get(self._name(record, self._large_px, language))
            if kept is not None:
                large = self._large[same] = QPixmap.fromImage(kept)
        if large is None:
            return None
        return large.scaledToWidth(px, Qt.TransformationMode.SmoothTransformation)
