"""Paints resting stacks into a chunk: shared pixmaps, a count chip, plain tiles in the side's colour from afar."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPixmap, QTransform

from qtwar.draw.box_row import COUNTER
from qtwar.engine.state import INSIDE
from qtwar.ui.board.badges import blank, dressed, upstairs
from qtwar.ui.board.layout import EDGES, STEP, BoardLayout
from qtwar.ui.board.protocol import CounterPosition, CounterTitle
from qtwar.ui.theme import current, fonts
from qtwar.ui.theme.tokens import mix

SIMPLE = 9
"""Below this size in px a counter is a tile in its side's colour."""
CHIP_FROM = 22
FACING = {"hex": 60.0, "cards": 90.0}
CARD_ROOM = 8.0
"""What a card's shadow takes on each side, in u of the card."""
CARDS = 3
"""How many cards of a pile on a cell show an edge."""
RING_FROM = 16
MARKER = 0.6
"""From afar a marker that lies alone is so wide beside a unit."""
LABELS_FROM = 0.42


class StackPainter:
    """Draws the counters of a position; `lifted` are in somebody's hand and not drawn."""

    def __init__(self, title: CounterTitle, position: CounterPosition, layout: BoardLayout) -> None:
        self.title, self.position, self.layout = title, position, layout
        self.lifted: set[str] = set()
        self.hidden = False
        self.ratio = 1.0
        self._faces: dict[tuple[str, int], QPixmap] = {}
        self._signs: dict[tuple[Any, ...], QPixmap] = {}
        self.labels: dict[str, list[str]] = {}
        self.drawn = 0
        self.candidates: frozenset[str] = frozenset()
        self._sorts: dict[str, tuple[bool, str]] = {}
        self._slots: dict[str, tuple[list[str], list[int]]] = {}
        layout.slots = self.slots
        self.apart: Callable[[str], bool] = lambda piece: False
        """Whether a marker is marked itself and so never lies among those that are alike."""
        # boxes that are the upper floors of a building, and the place of the building that each belongs to
        boxes = title.content.boxes.values() if title.content is not None else ()
        self.building = {box.id: str(box.attrs["floor_of"]) for box in boxes if box.attrs.get("floor_of")}

    def forget(self, pieces: Sequence[str] | None = None) -> None:
        """Ask for faces anew: of these pieces, or of all."""
        self._signs.clear()
        self._slots.clear()
        if pieces is None:
            self._faces.clear()
            return
        gone = set(pieces)
        for key in [key for key in self._faces if key[0] in gone]:
            del self._faces[key]

    def face(self, piece: str, size: int) -> QPixmap:
        """Return a counter's picture, `size` device px wide."""
        key = (piece, size)
        found = self._faces.get(key)
        if found is None:
            if len(self._faces) > 30_000:
                self._faces.clear()
            found = self._dressed(piece, max(2, round(size / self.ratio)))
            found = self._turned(piece, found)
            if self.ratio != 1.0:  # chunks are painted in device px
                found = QPixmap(found)
                found.setDevicePixelRatio(1.0)
            self._faces[key] = found
        return found

    def _dressed(self, piece: str, size: int) -> QPixmap:
        face = self.position.face(piece, size, self.ratio)
        record = self.position.view.pieces.get(piece)
        return dressed(face, record) if record is not None else face

    def _turned(self, piece: str, face: QPixmap) -> QPixmap:
        """Return a face as its counter lies."""
        facing = self.facing(piece)
        if not facing:
            return face
        return face.transformed(QTransform().rotate(facing), Qt.TransformationMode.SmoothTransformation)

    def facing(self, piece: str) -> float:
        """Return by how many degrees a counter is turned."""
        record = self.position.view.pieces.get(piece)
        turned = int((record or {}).get("attrs", {}).get("facing") or 0)
        if not turned:
            return 0.0
        content = self.title.content
        kind = content.kinds_by_id.get(record["kind"]) if record and content is not None else None
        of = int(kind.attrs.get("facings") or 0) if kind is not None else 0
        return turned * (360.0 / of if of else FACING.get(self.layout.board.grid.kind, 45.0))

    def is_card(self, piece: str) -> bool:
        """Return whether a piece is a card, known or face down."""
        record, content = self.position.view.pieces.get(piece), self.title.content
        if record is None or content is None:
            return False
        kind = content.kinds_by_id.get(record["kind"])
        if kind is None:
            return isinstance((content.counters.get("backs") or {}).get(record["back"]), dict)
        return bool(kind.klass == "card")

    def cargo(self, piece: str) -> list[str]:
        """Return what a counter carries, as this side sees it."""
        return list(self.position.view.places.get(INSIDE + piece, ()))

    def cards(self, place: str) -> list[str]:
        """Return the cards that lie on a cell of a card grid, bottom first: the ground under its counters."""
        if not self.layout.cards:
            return []
        return [p for p in self.position.pieces_at(place) if p not in self.lifted and self.is_card(p)]

    def _card_width(self, piece: str) -> float:
        """Return how wide a card is in its own u."""
        record, content = self.position.view.pieces[piece], self.title.content
        assert content is not None
        kind = content.kinds_by_id.get(record["kind"])
        part, name = ("backs", record["back"]) if kind is None else ("templates", kind.template)
        size = ((content.counters.get(part) or {}).get(name) or {}).get("size")
        return float(size[0]) if size else 100.0

    def _sign(self, draw: Callable[..., QPixmap], *args: Any) -> QPixmap:
        """Return a picture that is drawn once and used for many counters."""
        key = draw.__name__, *args
        found = self._signs.get(key)
        if found is None:
            found = self._signs[key] = draw(*args)
        return found

    def _number(self, n: int, scale: float) -> QPixmap:
        """Return the chip that says how many lie there."""
        return self._sign(self._chip, str(n), max(11, round(21 * scale)))

    def _tile(self, owner: str, size: int, many: bool) -> QPixmap:
        """Return the plain tile of a side, `size` device px wide, with a second edge for a stack."""
        side = self.title.side(owner)
        colour = QColor(side.colour if side is not None else current().tokens.second)
        with blank(size + 1, size + 1) as (made, painter):
            painter.fillRect(1, 1, size, size, QColor(mix(colour.name(), "#000000", 0.55)))
            painter.fillRect(0, 0, size, size, colour if not many else QColor(mix(colour.name(), "#000000", 0.16)))
        return made

    def _chip(self, text: str, size: int) -> QPixmap:
        """Return the count chip, about `size` device px high."""
        font = QFont(fonts.families("en"))
        font.setPixelSize(max(7, round(size * 0.72)))
        font.setBold(True)
        wide = max(size, round(size * 0.62 * len(text) + size * 0.35))
        with blank(wide + 2, size + 2) as (made, painter):
            tokens = current().tokens
            painter.setPen(QPen(QColor("#FFFFFF" if not tokens.dark else tokens.line), 1))
            painter.setBrush(QColor("#1B2229"))
            painter.drawRoundedRect(QRectF(0.5, 0.5, wide + 1, size + 1), size * 0.25, size * 0.25)
            painter.setPen(QColor("#FFFFFF"))
            painter.setFont(font)
            painter.drawText(QRectF(0, 0, wide + 2, size + 2), int(Qt.AlignmentFlag.AlignCenter), text)
        return made

    def _ring(self, size: int) -> QPixmap:
        """Return the frame of a counter that may be picked, 2 device px wider on each side."""
        with blank(size + 4, size + 4) as (made, painter):
            box = QRectF(1.5, 1.5, size + 1, size + 1)
            for colour, width in (("#FFFFFF", 3.0), (current().tokens.accent, 1.6)):
                painter.setPen(QPen(QColor(colour), width))
                painter.drawRoundedRect(box, size * 0.08, size * 0.08)
        return made

    def resting(self, place: str) -> list[str]:
        """Return the counters in a place that nobody holds, bottom first; the cards of a card grid lie under them."""
        pieces = self.position.pieces_at(place)
        if self.layout.cards:
            pieces = [p for p in pieces if not self.is_card(p)]
        lifted = self.lifted
        return [p for p in pieces if p not in lifted] if lifted else list(pieces)

    def own_of(self, place: str, piece: str) -> list[str]:
        """Return the units of a piece's side that rest in a place, bottom first."""
        records = self.position.view.pieces
        side = self._sort(records[piece])[1]
        return [p for p in self.resting(place) if self._sort(records[p]) == (False, side)]

    def slots(self, place: str) -> list[int]:
        """Return which room each counter of a place takes where they lie side by side: markers that are alike share one."""
        pieces = self.resting(place)
        kept = self._slots.get(place)
        if kept is None or kept[0] != pieces:
            rooms: dict[Any, int] = {}
            kept = self._slots[place] = pieces, [rooms.setdefault(self._alike(piece), len(rooms)) for piece in pieces]
        return kept[1]

    def _alike(self, piece: str) -> Any:
        """Return what is equal for counters of which one is as good as another: a marker's record, else the piece itself."""
        record = self.position.view.pieces[piece]
        if not self._sort(record)[0] or self.cargo(piece) or self.apart(piece):
            return piece
        return tuple((key, repr(record.get(key))) for key in ("kind", "face", "owner", "back", "attrs"))

    def paint(self, painter: QPainter, area: QRectF, scale: float) -> None:
        """Paint the stacks of an area; device px count from its top left corner."""
        if self.hidden:
            return
        layout = self.layout
        size = max(2, round(COUNTER * scale))
        painter.save()
        painter.resetTransform()
        if layout.cards:
            self._paint_cards(painter, area, scale)
        if size < SIMPLE:
            self._paint_afar(painter, area, scale, size)
        else:
            for place in layout.stacks_in(area):
                if pieces := self.resting(place):
                    self._paint_stack(painter, area, scale, place, pieces)
            if size >= CHIP_FROM and self.building:
                self._paint_floors(painter, area, scale)
        painter.restore()

    def _paint_afar(self, painter: QPainter, area: QRectF, scale: float, size: int) -> None:
        """Paint a plain tile for each stack: from afar there are thousands, so that all that can be is asked once."""
        layout, view = self.layout, self.position.view
        left, top, records, places = area.x(), area.y(), view.pieces, view.places
        tiles: dict[tuple[str, int, bool], QPixmap] = {}
        for y, x, place in layout.spots_in(area):
            pieces = self.resting(place) if self.lifted or layout.cards else places.get(place, ())
            if pieces:
                marker, side = self._sort(records[pieces[-1]])
                wide, many = size, len(pieces) > 1
                if marker:  # a unit shows before the markers on it; markers alone are small
                    units = [at for p in pieces if not (at := self._sort(records[p]))[0]]
                    side, many = units[-1][1] if units else side, len(units) > 1
                    wide = size if units else max(2, round(size * MARKER))
                half, look = wide / 2, (side, wide, many)
                tile = tiles.get(look)
                if tile is None:
                    tile = tiles[look] = self._sign(self._tile, *look)
                painter.drawPixmap(round((x - left) * scale - half), round((y - top) * scale - half), tile)
                self.drawn += 1

    def _paint_stack(self, painter: QPainter, area: QRectF, scale: float, place: str, pieces: Sequence[str]) -> None:
        """Paint the counters of a place, the top one with what is to be said of it."""
        layout, left, top, size = self.layout, area.x(), area.y(), max(2, round(COUNTER * scale))
        if spots := layout.spread(place, len(pieces)):
            self._paint_spread(painter, area, scale, pieces, spots)
            chip_at = layout.chip_rect(place, len(pieces))
            if not chip_at.isEmpty() and size >= RING_FROM:
                chip = self._number(len(pieces), scale)
                painter.drawPixmap(round((chip_at.x() - left) * scale), round((chip_at.y() - top) * scale), chip)
            return
        edges = EDGES if size >= 20 else 1
        shown = pieces[-(edges + 1) :]
        self.drawn += len(shown)
        spot = layout.spot(place)
        shift = -(len(shown) - 1) * STEP / 2
        x, y = spot.x() - COUNTER / 2 + shift - left, spot.y() - COUNTER / 2 - shift - top
        for n, piece in enumerate(shown):
            face = self.face(piece, size)
            # a turned counter, or a card, is not as wide and high as a counter
            dx, dy = (size - face.width()) // 2, (size - face.height()) // 2
            painter.drawPixmap(round((x + n * STEP) * scale) + dx, round((y - n * STEP) * scale) + dy, face)
        x, y = x + (len(shown) - 1) * STEP, y - (len(shown) - 1) * STEP  # of the top one
        if size >= RING_FROM and place in self.candidates:
            painter.drawPixmap(round(x * scale) - 2, round(y * scale) - 2, self._sign(self._ring, size))
        if len(pieces) > 1 and size >= CHIP_FROM:
            chip = self._number(len(pieces), scale)
            painter.drawPixmap(round((x + COUNTER - 15) * scale), round((y + COUNTER - 17) * scale), chip)
        if size >= CHIP_FROM:
            self._paint_cargo(painter, pieces[-1], x * scale, y * scale, scale)
        if scale >= LABELS_FROM and place in self.labels:
            self._label(painter, place, pieces, area, scale)

    def _paint_floors(self, painter: QPainter, area: QRectF, scale: float) -> None:
        """Show at each building how many counters are on its upper floors, a plate a side."""
        near = area.adjusted(-100, -100, 100, 100)
        for place in dict.fromkeys(self.building.values()):
            if not self.layout.has(place) or not near.contains(self.layout.spot(place)):
                continue
            counts: dict[str, int] = {}
            for box in (box for box, at in self.building.items() if at == place):
                for piece in self.resting(box):
                    marker, side = self._sort(self.position.view.pieces[piece])
                    counts[side] = counts.get(side, 0) + (not marker)
            corner = (self.layout.spot(place) - area.topLeft()) * scale + QPointF(-44, 29) * scale
            for side, count in counts.items():
                if count:
                    plate = self._sign(self._floor_plate, side, count, max(11, round(21 * scale)))
                    painter.drawPixmap(round(corner.x()), round(corner.y()), plate)
                    corner += QPointF(0, -plate.height())

    def _floor_plate(self, side: str, count: int, size: int) -> QPixmap:
        info = self.title.side(side)
        ground, ink = (info.colour, info.ink) if info is not None else (current().tokens.second, "#FFFFFF")
        return upstairs(count, size, ground, ink)

    def _sort(self, record: Mapping[str, Any]) -> tuple[bool, str]:
        """Return whether a piece is a marker, and its side: its owner, or the one that its kind stands for."""
        kind, owner = str(record["kind"]), str(record["owner"])
        found = self._sorts.get(kind)
        if found is None:
            content = self.title.content
            known = content.kinds_by_id.get(kind) if content is not None else None
            if known is None:
                found = False, ""
            else:
                sides = [side.id for side in self.title.sides()]
                stands = (known.side, *(known.attrs.get(key) for key in ("side", "tone", "nation")))
                found = known.klass == "marker", next((str(s) for s in stands if s in sides), "")
            self._sorts[kind] = found
        return found[0], owner or found[1]

    def _paint_spread(
        self, painter: QPainter, area: QRectF, scale: float, pieces: Sequence[str], spots: Sequence[QPointF]
    ) -> None:
        """Paint the counters of a printed box, or of a large card, side by side."""
        size = max(2, round(COUNTER * scale))
        self.drawn += len(pieces)
        top = {(spot.x(), spot.y()): n for n, spot in enumerate(spots)}  # of a pile of equal ones, the one that is seen
        chips: list[tuple[QPoint, QPixmap]] = []
        for n, (piece, spot) in enumerate(zip(pieces, spots, strict=True)):
            if top[spot.x(), spot.y()] != n:
                continue
            face = self.face(piece, size)
            x, y = (spot.x() - area.x()) * scale, (spot.y() - area.y()) * scale
            painter.drawPixmap(round(x) + (size - face.width()) // 2, round(y) + (size - face.height()) // 2, face)
            if size >= CHIP_FROM:
                self._paint_cargo(painter, piece, x, y, scale)
            if (many := spots.count(spot)) > 1 and size >= RING_FROM:
                chip = self._sign(self._chip, f"×{many}", max(11, round(19 * scale)))
                chips.append((QPoint(round(x) + size - chip.width() + 2, round(y) + size - chip.height() + 2), chip))
        for corner, chip in chips:  # the next counter must not hide how many lie in a pile
            painter.drawPixmap(corner, chip)

    def _paint_cargo(self, painter: QPainter, piece: str, x: float, y: float, scale: float) -> None:
        """Say at a counter whose corner is at (x, y) how many others it carries."""
        if inside := self.cargo(piece):
            chip = self._sign(self._chip, f"+{len(inside)}", max(11, round(19 * scale)))
            painter.drawPixmap(round(x - 6 * scale), round(y - 7 * scale), chip)

    def _paint_cards(self, painter: QPainter, area: QRectF, scale: float) -> None:
        for place in self.layout.stacks_in(area):
            rect, cards = self.layout.card_rect(place), self.cards(place)
            for n, card in enumerate(cards[-CARDS:]):
                # a face has room for its shadow around it
                wide = max(2, round(rect.width() * (1 + 2 * CARD_ROOM / self._card_width(card)) * scale))
                face = self.face(card, wide)
                x = (rect.center().x() + n * STEP - area.x()) * scale - face.width() / 2
                y = (rect.center().y() - n * STEP - area.y()) * scale - face.height() / 2
                painter.drawPixmap(round(x), round(y), face)
                self.drawn += 1
            if len(cards) > 1 and COUNTER * scale >= CHIP_FROM:
                chip = self._number(len(cards), scale)
                up = (min(len(cards), CARDS) - 1) * STEP
                x = (rect.right() + up - area.x()) * scale - chip.width() * 1.3
                y = (rect.bottom() - up - area.y()) * scale - chip.height() * 1.15
                painter.drawPixmap(round(x), round(y), chip)

    def _label(self, painter: QPainter, place: str, pieces: Sequence[str], area: QRectF, scale: float) -> None:
        """Say the name of a place again over its counters, at 70 %."""
        rect = self.layout.counter_rect(place, len(pieces) - 1, len(pieces))
        font = QFont(fonts.families(self.title.language))
        font.setPixelSize(max(9, round(17 * scale)))
        font.setWeight(QFont.Weight.DemiBold)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for text in self.labels[place]:
            path = QPainterPath()
            path.addText(0, 0, font, text)
            box = path.boundingRect()
            x = (rect.center().x() - area.x()) * scale - box.width() / 2
            y = (rect.top() - area.y()) * scale - 1
            path.translate(QPointF(round(x), round(y)))
            shown = painter.opacity()
            painter.setOpacity(shown * 0.7)
            halo = QPen(QColor("#FFFFFF"), max(2.0, 4 * scale))
            halo.setCapStyle(Qt.PenCapStyle.RoundCap)
            halo.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.strokePath(path, halo)
            painter.setOpacity(shown)
            painter.fillPath(path, QColor("#1B2229"))

    def face_logical(self, piece: str, size: int) -> QPixmap:
        """Return a counter's picture `size` logical px wide, ready for a painter on the screen."""
        face = self._dressed(piece, max(2, size))
        turned = self._turned(piece, face)
        if turned is face:
            return face
        side, wide = face.width(), turned.width()
        return turned.copy((wide - side) // 2, (wide - side) // 2, side, side)
