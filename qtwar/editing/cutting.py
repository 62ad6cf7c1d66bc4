"""Sheets of counters cut by a grid: where each counter lies on the scan, and the counters that come of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import dist
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.editing.batch import Batch, Edit
from qtwar.editing.draft import Draft
from qtwar.editing.names import ident_of
from qtwar.editing.tree import Json

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
Body = tuple[int, int]
"""Width and height of a face, in u."""
SQUARE: Body = (100, 100)
MOST = 40
"""Rows or columns of a sheet."""
TEMPLATE = "picture"
"""The template of counters that are pictures."""
FACES: Json = {
    "front": [{"box": {"fill": "#efe9d8", "bevel": False}}, {"image": {"name": "{picture}", "simple": True}}],
    "back": [
        {"box": {"fill": "#efe9d8", "bevel": False}},
        {"image": {"name": "{picture_back}", "when": "picture_back", "simple": True}},
        {"image": {"name": "{picture}", "when": "not picture_back", "simple": True}},
    ],
}
"""A picture that covers the whole counter, over a body that casts the shadow; without one of its back it is on both sides."""


@dataclass(frozen=True, slots=True)
class Looked:
    """A sheet as the helper saw it: its size, how it is shown, and where its counters seem to lie (in its pixels)."""

    path: str
    shown: str
    width: int
    height: int
    rows: int
    columns: int
    box: Sequence[float]
    """Left, top, right, bottom of all counters."""
    gap: Sequence[float]
    """Between two counters, across and down."""


@dataclass(frozen=True, slots=True)
class CutPicture:
    """A picture that was cut out, as it is kept: the hash of its bytes, and these."""

    name: str
    data: bytes


    @property
    def body(self) -> Body:
        """Return width and height of a face shaped like the picture, its short side 100; square if it nearly is."""
        wide, high = (max(1, int.from_bytes(self.data[at : at + 4], "big")) for at in (16, 20))  # as a PNG begins
        if abs(wide / high - 1) < 0.04:
            return SQUARE
        return (round(100 * wide / high), 100) if wide > high else (100, round(100 * high / wide))


class EmptyPlace(CutPicture):
    """A picture with nothing on it."""


@dataclass(frozen=True, slots=True)
class SheetGrid:
    """How counters lie on a sheet: the outer corners (left top, right top, right bottom, left bottom), rows, columns, gaps."""

    corners: Quad
    rows: int
    columns: int
    gap: Point = (0.0, 0.0)

    @classmethod
    def of(cls, sheet: Looked) -> SheetGrid:
        """Return the grid that a sheet seems to have."""
        left, top, right, bottom = sheet.box
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        return cls(corners, sheet.rows, sheet.columns, (sheet.gap[0], sheet.gap[1]))

    def at(self, across: float, down: float) -> Point:
        """Return the point at two shares of the sheet, 0 to 1."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.corners
        top = ax + (bx - ax) * across, ay + (by - ay) * across
        low = dx + (cx - dx) * across, dy + (cy - dy) * across
        return top[0] + (low[0] - top[0]) * down, top[1] + (low[1] - top[1]) * down

    @property
    def size(self) -> Point:
        """Return how wide and how high the sheet's counters lie together, in pixels."""
        a, b, _, d = self.corners
        return max(1.0, dist(a, b)), max(1.0, dist(a, d))

    def cell(self, row: int, column: int) -> Quad:
        """Return the four corners of a counter."""
        wide, high = self.size
        gx, gy = self.gap[0] / wide, self.gap[1] / high
        w, h = (1 - gx * (self.columns - 1)) / self.columns, (1 - gy * (self.rows - 1)) / self.rows
        x, y = column * (w + gx), row * (h + gy)
        return self.at(x, y), self.at(x + w, y), self.at(x + w, y + h), self.at(x, y + h)

    def cells(self, *, mirrored: bool = False) -> Iterator[Quad]:
        """Yield the corners of all counters row by row; `mirrored`: as the backs of a sheet lie that was turned over."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield self.cell(row, self.columns - 1 - column if mirrored else column)

    @property
    def is_straight(self) -> bool:
        """Return whether the outer lines are level and upright."""
        a, b, c, d = self.corners
        return max(abs(a[1] - b[1]), abs(c[1] - d[1]), abs(a[0] - d[0]), abs(b[0] - c[0])) < 0.75

    def widest_gap(self) -> Point:
        """Return the gaps at which nothing would be left of the counters."""
        wide, high = self.size
        return wide / max(1, self.columns), high / max(1, self.rows)

    def with_gap(self, across: float, down: float) -> SheetGrid:
        """Return it with other gaps, as wide as they can be at most."""
        most = self.widest_gap()
        return replace(self, gap=(min(max(0.0, across), most[0] * 0.8), min(max(0.0, down), most[1] * 0.8)))

    def with_first_to(self, to: Point) -> SheetGrid:
        """Return it with the gaps at which the first counter's inner corner lies at a point."""
        (ax, ay), (bx, by), _, (dx, dy) = self.corners
        px, py, qx, qy, x, y = bx - ax, by - ay, dx - ax, dy - ay, to[0] - ax, to[1] - ay
        area = px * qy - py * qx or 1.0
        shares = abs(x * qy - y * qx) / abs(area), abs(px * y - py * x) / abs(area)
        across, down = (
            whole * (1 - share * count) / (count - 1) if count > 1 else 0.0
            for whole, share, count in zip(self.size, shares, (self.columns, self.rows), strict=True)
        )
        return self.with_gap(across, down)

    def scaled(self, share: float) -> SheetGrid:
        """Return the same grid on a sheet of another resolution."""
        a, b, c, d = ((x * share, y * share) for x, y in self.corners)
        return replace(self, corners=(a, b, c, d), gap=(self.gap[0] * share, self.gap[1] * share))


@dataclass(frozen=True, slots=True)
class NewCounter:
    """A counter to be made of a picture, and of one for its back."""

    name: str
    front: str
    back: str = ""
    body: Body = SQUARE


def add_counters(
    draft: Draft, counters: Sequence[NewCounter], side: str | None, *, formation: str | None = None, roster: bool = False
) -> Edit:
    """Make a kind of each counter, of the template for pictures; `roster`: and one piece of each in the order of battle.

    Raises DataFault where there is nothing to make.
    """
    if not counters:
        raise DataFault("fault.edit.no_counters")
    batch = Batch(draft)
    data: Any = draft.data
    bodies = {counter.body: _template(batch, data, counter.body) for counter in counters}
    named: dict[str, str] = {value: name for name, value in _given(data).items()}
    pictures = _given(data)
    idents = {kind["id"] for kind in data["kinds"]}
    pieces = {piece["id"] for piece in data["pieces"]} | {box["id"] for board in data["boards"] for box in board["boxes"]}
    kinds, roll = [], []
    for counter in counters:
        ident = ident_of(counter.name, idents, "counter")
        idents.add(ident)
        attrs = {"picture": _named(counter.front, ident, named, pictures)}
        if counter.back:
            attrs["picture_back"] = _named(counter.back, f"{ident}-back", named, pictures)
        both = {"en": counter.name, "ja": counter.name}
        kinds.append({"id": ident, "name": both, "side": side, "template": bodies[counter.body], "attrs": attrs})
        if roster:
            piece = ident_of(f"{ident}-1", pieces, "piece")
            pieces.add(piece)
            roll.append({"id": piece, "kind": ident, "formation": formation})
    batch.set(("counters", "pictures"), pictures)
    batch.extend(("kinds",), kinds)
    if roll:
        batch.extend(("pieces",), roll)
    return batch.edit("edit.did.counters_cut", n=len(kinds))


def show_picture(draft: Draft, kind: str, picture: str, *, back: bool = False, body: Body = SQUARE) -> Edit:
    """Put a picture on the front or the back of a kind, which is drawn by the template for pictures from then on."""
    batch = Batch(draft)
    data: Any = draft.data
    found = draft.item("kinds", kind)
    template = _template(batch, data, body)
    pictures = _given(data)
    named = {value: name for name, value in pictures.items()}
    name = _named(picture, f"{kind}-back" if back else kind, named, pictures)
    batch.set(("counters", "pictures"), pictures)
    attrs = {**found["attrs"], "picture_back" if back else "picture": name}
    attrs.setdefault("picture", name)
    batch.set(("kinds", kind, "attrs"), attrs)
    ours = str(found["template"]).startswith(TEMPLATE)  # of the shape of another picture, perhaps
    if (ours and not back) or not _draws_pictures(data, found["template"]):
        batch.set(("kinds", kind, "template"), template)
    return batch.edit("edit.did.picture", name=found["name"])


def _given(data: Json) -> dict[str, str]:
    """Return the pictures of a draft, name → hash; what is none goes."""
    return {name: value for name, value in data["counters"].get("pictures", {}).items() if isinstance(value, str)}


def _named(picture: str, wanted: str, named: dict[str, str], pictures: dict[str, str]) -> str:
    """Return the name of a picture: the one it has already, else a new one like `wanted`."""
    name = named.get(picture)
    if name is None:
        name = named[picture] = ident_of(wanted, pictures, "picture")
        pictures[name] = picture
    return name


def _template(batch: Batch, data: Json, body: Body) -> str:
    """See that there is a template for pictures of a shape, and return its name."""
    counters = data["counters"]
    name = TEMPLATE if body == SQUARE else f"{TEMPLATE}_{body[0]}x{body[1]}"
    there = batch.at("counters").get("templates") or {}
    if name not in there:
        batch.set(("counters", "templates"), {**there, name: FACES if body == SQUARE else {"size": list(body), **FACES}})
    defaults = counters.get("defaults", {})
    if "picture_back" not in defaults:
        batch.set(("counters", "defaults"), {**defaults, "picture": "", "picture_back": ""})
    return name


def _draws_pictures(data: Json, template: str) -> bool:
    """Return whether a template takes the picture of a kind."""
    found = (data["counters"].get("templates") or {}).get(template)
    return "{picture}" in str(found)
