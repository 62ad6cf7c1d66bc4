"""Rows of text from a spreadsheet or a CSV file: read in any usual encoding, previewed, then imported as one entry."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from qtwar.base import jsonio
from qtwar.base.errors import DataFault, Message
from qtwar.editing import shape
from qtwar.editing.batch import Batch, Edit
from qtwar.editing.draft import Draft
from qtwar.editing.names import ident_of
from qtwar.editing.tree import Json
from qtwar.editing.typed import value_of
from qtwar.model.problem import near

MOST_BYTES = 16_000_000
MOST_ROWS = 50_000
PARTS = ("kinds", "formations", "pieces")

HEADS: dict[str, str] = {
    "id": "id", "name": "name.en", "name en": "name.en", "name (en)": "name.en", "english": "name.en", "name.en": "name.en",
    "name ja": "name.ja", "name (ja)": "name.ja", "japanese": "name.ja", "name.ja": "name.ja",
    "名前・日本語": "name.ja", "名前・英語": "name.en", "name, english": "name.en", "name, japanese": "name.ja",
    "名前": "name.ja", "名称": "name.ja", "日本語": "name.ja", "英語": "name.en", "英語名": "name.en",
    "class": "class", "分類": "class", "区分": "class",
    "side": "side", "陣営": "side", "template": "template", "テンプレート": "template",
    "size": "size", "規模": "size",
    "hidden": "hidden", "裏面": "hidden", "伏せたときの裏面": "hidden", "back while hidden": "hidden",
    "traits": "traits", "特性": "traits",
    "kind": "kind", "種類": "kind", "駒種": "kind", "カウンターの種類": "kind",
    "formation": "formation", "編制": "formation", "部隊": "formation",
    "parent": "parent", "上級": "parent", "上級部隊": "parent", "parent formation": "parent",
    "count": "#", "number": "#", "n": "#", "数": "#", "枚数": "#", "個数": "#", "how many": "#",
}  # fmt: skip
"""Heads that mean a field (NFKC, lower case); every other head is an attribute."""
FIELDS = {
    "kinds": ("id", "name.en", "name.ja", "side", "class", "template", "size", "hidden", "traits"),
    "formations": ("id", "name.en", "name.ja", "parent", "side", "size"),
    "pieces": ("id", "name.en", "name.ja", "kind", "formation", "#"),
}
"""What a column can be, by part (`#`: how many); every other one is an attribute, `attrs.<name>`."""
_NAMED = {"side": "sides", "kind": "kinds", "formation": "formations", "parent": "formations"}


@dataclass(frozen=True, slots=True)
class RowFault:
    """What is wrong in a row: line counted from 1 in the source, column by its head (empty: the row), message."""

    line: int
    column: str
    message: Message


@dataclass(frozen=True, slots=True)
class Preview:
    """What rows would bring: whole items in order, the ids of those that are there already, and what is wrong.

    Rows with a fault bring nothing; the others can still be imported.
    """

    part: str
    columns: tuple[str, ...]
    """Field or attribute (`attrs.<name>`) of each column; empty: left out."""
    items: tuple[Json, ...]
    known: frozenset[str]
    faults: tuple[RowFault, ...] = field(default=())


def decode(data: bytes) -> str:
    """Return the text of bytes in UTF-8, UTF-16 or Shift-JIS, whichever they are; raises DataFault."""
    if len(data) > MOST_BYTES:
        raise DataFault("fault.rows.too_large", mb=MOST_BYTES // 1_000_000)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        order = ["utf-16"]
    elif data[:400].count(0) > len(data[:400]) // 5:
        odd = data[1:400:2].count(0) >= data[0:400:2].count(0)
        order = ["utf-16-le" if odd else "utf-16-be"]
    else:
        order = ["utf-8-sig", "cp932"]
    for name in order:
        try:
            text = data.decode(name)
        except UnicodeDecodeError:
            continue
        if "\x00" not in text:
            return text
    raise DataFault("fault.rows.encoding")


def read_table(source: bytes | str) -> list[list[str]]:
    """Return the rows of a CSV file or of what was copied from a spreadsheet; raises DataFault.

    Cells are separated by tab, comma, semicolon or bar, whichever the first lines have most of; blank lines at the end go.
    """
    text = decode(source) if isinstance(source, bytes) else source
    text = text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff")
    if not text.strip():
        raise DataFault("fault.rows.no_text")
    broken = next((char for char in text[:10_000] if unicodedata.category(char) == "Cc" and char not in "\n\t"), None)
    if broken is not None:
        raise DataFault("fault.rows.no_table")
    start = text[:20_000]
    mark = max("\t,;|", key=start.count)
    reader = csv.reader(io.StringIO(text), delimiter=mark, strict=True)
    rows: list[list[str]] = []
    try:
        for row in reader:
            rows.append([cell.strip() for cell in row])
            if len(rows) > MOST_ROWS:
                raise DataFault("fault.rows.too_many", most=MOST_ROWS)
    except csv.Error:  # what a strict reader minds is always a quotation mark
        raise DataFault("fault.rows.quotes", line=len(rows) + 1) from None
    while rows and not any(rows[-1]):
        rows.pop()
    return rows


def match_columns(part: str, heads: Sequence[str]) -> tuple[str, ...]:
    """Return what each column holds, by its head."""
    if part not in PARTS:
        raise DataFault("fault.rows.no_target", known=_parts(), part={"key": f"parts.{part}"})
    found: list[str] = []
    for head in heads:
        plain = " ".join(unicodedata.normalize("NFKC", head).casefold().split())
        target = HEADS.get(plain, "")
        if target not in FIELDS[part]:
            stem = (
                ident_of(plain.removeprefix("attrs."), fallback="") if plain.isascii() else plain.removeprefix("attrs.")
            )
            target = f"attrs.{stem}" if stem else ""
        found.append("" if target in found else target)
    return tuple(found)


def preview(draft: Draft, part: str, rows: Sequence[Sequence[str]], columns: Sequence[str] | None = None) -> Preview:
    """Return what rows would bring into `kinds`, `formations` or `pieces`; the first row has the heads.

    `columns` says what each column holds where a person knows better than the heads (see `match_columns`).
    """
    if not rows:
        raise DataFault("fault.rows.none")
    heads = list(rows[0])
    targets = match_columns(part, heads) if columns is None else tuple(columns)
    if not any(target in ("id", "name.en", "name.ja", "kind") for target in targets):
        raise DataFault("fault.rows.heads")
    reader = _Reader(draft, part, heads, targets)
    for line, row in enumerate(rows[1:], 2):
        if any(row):
            reader.row(line, row)
    return Preview(part, targets, tuple(reader.items), frozenset(reader.known), tuple(reader.faults))


class _Reader:
    def __init__(self, draft: Draft, part: str, heads: Sequence[str], targets: Sequence[str]) -> None:
        self.draft, self.part, self.heads, self.targets = draft, part, heads, targets
        self.there = {item["id"]: item for item in draft.data[part]}
        self.taken = set(self.there)
        self.items: list[Json] = []
        self.known: set[str] = set()
        self.faults: list[RowFault] = []
        self._seen: dict[str, int] = {}
        self._named: dict[str, dict[str, str]] = {}

    def row(self, line: int, row: Sequence[str]) -> None:
        """Read one row into items and faults."""
        before = len(self.faults)
        item: Json = {}
        count = 1
        if len(row) > len(self.targets) and any(row[len(self.targets) :]):
            self._fault(line, "", "fault.rows.too_wide", cells=len(row), columns=len(self.targets))
        for head, target, cell in zip(self.heads, self.targets, row, strict=False):
            if not target or cell == "":
                continue
            if target == "#":
                number = value_of(cell)
                if not isinstance(number, int) or not 1 <= number <= 1000:
                    self._fault(line, head, "fault.rows.count", value=cell)
                else:
                    count = number
                continue
            self._cell(line, head, target, cell, item)
        ident = self._id(line, item, count, sound=len(self.faults) == before)
        if len(self.faults) > before:
            return
        whole = {**jsonio.copy(self.there.get(ident, {})), **item, "id": ident}
        old = self.there.get(ident)
        if old is not None:
            self.known.add(ident)
            for key in ("name", "attrs"):
                if key in item:
                    whole[key] = {**(old[key] or {}), **item[key]}
        try:
            whole = shape.normal((self.part, 0), whole)
        except DataFault as fault:
            self.faults.append(RowFault(line, "", fault.message))
            return
        self._add(whole, count)

    def _add(self, whole: Json, count: int) -> None:
        self.items.append(whole)
        stem = whole["id"]
        for number in range(2, count + 1):
            name = {code: f"{text} {number}" for code, text in (whole["name"] or {}).items()} or None
            self.items.append({**whole, "id": f"{stem}-{number}", "name": name})
            self.taken.add(f"{stem}-{number}")

    def _cell(self, line: int, head: str, target: str, cell: str, item: Json) -> None:
        if target.startswith("name."):
            item.setdefault("name", {})[target[5:]] = cell
        elif target.startswith("attrs."):
            item.setdefault("attrs", {})[target[6:]] = value_of(cell)
        elif target == "traits":
            item["traits"] = [word for word in cell.replace(",", " ").replace("、", " ").split() if word]
        elif target in _NAMED and (target != "parent" or self.part == "formations"):
            found = self._ident(_NAMED[target], cell)
            if found is None:
                known = self._names(_NAMED[target])
                self._fault(
                    line, head, "fault.rows.unknown", what={"key": f"parts.{target}"}, id=cell, hint=near(cell, known)
                )
            else:
                item[target] = found
        else:
            item[target] = cell.casefold() if target == "class" else cell

    def _id(self, line: int, item: Json, count: int, *, sound: bool) -> str:
        ident = str(item.get("id") or "")
        if not ident:
            name = str((item.get("name") or {}).get("en", ""))
            stem = name if self.part != "pieces" or name else f"{item.get('kind', 'piece')}-1"
            same = [key for key, one in self.there.items() if name and (one["name"] or {}).get("en") == name]
            ident = same[0] if len(same) == 1 and count == 1 else ident_of(stem, self.taken, self.part.rstrip("s"))
        if ident in self._seen:
            self._fault(line, "id", "fault.rows.id_twice", id=ident, line=self._seen[ident])
        if sound and self.part == "pieces" and ident not in self.there and "kind" not in item:
            self._fault(line, "kind", "fault.rows.no_kind")
        if sound and self.part != "pieces" and ident not in self.there and not item.get("name"):
            self._fault(line, "name", "fault.rows.no_name")
        self._seen[ident] = line
        self.taken.add(ident)
        given: Json = item.get("name") or {}
        if given and ident not in self.there:  # a language left out is copied, so that nothing stays nameless
            first = next(iter(given.values()))
            item["name"] = {"en": given.get("en", first), "ja": given.get("ja", first)}
        return ident

    def _names(self, part: str) -> Mapping[str, str]:
        found = self._named.get(part)
        if found is None:
            found = {}
            for item in reversed(self.draft.data[part]):
                for text in (item["name"] or {}).values():
                    found[text.casefold()] = item["id"]
                found[item["id"].casefold()] = item["id"]
            self._named[part] = found
        return found

    def _ident(self, part: str, cell: str) -> str | None:
        found = self._names(part).get(cell.casefold())
        if found is None and part == self.part:  # a formation that an earlier row brings
            found = next(
                (i["id"] for i in self.items if cell in (i["id"], *(i["name"] or {}).values())), None
            )  # fmt: skip
        return found

    def _fault(self, line: int, column: str, key: str, /, *, hint: Message | None = None, **values: Any) -> None:
        self.faults.append(RowFault(line, column, DataFault(key, hint=hint, **values).message))


def _parts() -> list[Message]:
    return [{"key": f"parts.{part}"} for part in PARTS]


def import_rows(draft: Draft, found: Preview) -> Edit:
    """Bring the rows of a preview into the draft: new items at the end, known ones changed, as one entry."""
    batch = Batch(draft)
    fresh = []
    for item in found.items:
        if draft.has(found.part, item["id"]):
            batch.set((found.part, draft.place(found.part, item["id"])), item)
        else:
            fresh.append(item)
    batch.extend((found.part,), fresh)
    return batch.edit("edited.rows", n=len(found.items))


def copy_rows(draft: Draft, part: str, idents: Sequence[str]) -> str:
    """Return items as text for a spreadsheet: heads, then a row each, separated by tabs."""
    if part not in PARTS:
        raise DataFault("fault.rows.no_origin", known=_parts(), part={"key": f"parts.{part}"})
    items = [draft.item(part, ident) for ident in idents]
    order = (
        "id",
        "name.en",
        "name.ja",
        "kind",
        "formation",
        "parent",
        "side",
        "class",
        "template",
        "size",
        "hidden",
        "traits",
    )
    fields = [name for name in order if name in FIELDS[part]]
    attrs = list(
        dict.fromkeys(key for item in items for key, v in item["attrs"].items() if not isinstance(v, (dict, list)))
    )
    lines = ["\t".join([*fields, *(f"attrs.{key}" for key in attrs)])]
    for item in items:
        cells = []
        for name in fields:
            key, _, code = name.partition(".")
            value = (item[key] or {}).get(code, "") if code else item[key]
            cells.append(" ".join(value) if isinstance(value, list) else _written(value))
        lines.append("\t".join([*cells, *(_written(item["attrs"].get(key)) for key in attrs)]))
    return "\n".join(lines) + "\n"


def _written(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    return '"' + text.replace('"', '""') + '"' if any(char in text for char in '\t\n"') else text
