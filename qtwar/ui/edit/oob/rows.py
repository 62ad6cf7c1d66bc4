"""The rows of the order of battle: formations, counters of the roster, and kinds that have no roster."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from qtwar.editing.placements import where_all
from qtwar.model.content import TitleContent
from qtwar.ui.edit.words import called, counter_name
from qtwar.ui.i18n import language, tr

MOST_NUMBERS = 6


@dataclass
class Row:
    """One line; `what` is side, formation, piece or kind."""

    what: str
    id: str
    name: str
    kind: str = ""
    numbers: dict[str, Any] = field(default_factory=dict)
    place: str = ""
    arrives: str = ""
    count: int = 0
    children: list[Row] = field(default_factory=list, compare=False)


def number_names(content: TitleContent) -> list[str]:
    """Return the names of the numbers that most counters have, in the order of the files."""
    found: Counter[str] = Counter()
    for kind in content.kinds:
        found.update(k for k, v in kind.attrs.items() if isinstance(v, (int, float)) and not isinstance(v, bool))
    order = list(dict.fromkeys(k for kind in content.kinds for k in kind.attrs))
    common = {name for name, _ in found.most_common(MOST_NUMBERS)}
    return [name for name in order if name in common]


def tree(content: TitleContent, scenario: str) -> list[Row]:
    """Return the sides with their formations and counters."""
    lang = language()
    places, turns, counts = where_all(content, scenario)
    rows = {f.id: Row("formation", f.id, called(f), f.size or "") for f in content.formations}
    sides = {s.id: Row("side", s.id, s.name.get(lang)) for s in content.sides}
    sides[""] = Row("side", "", "")
    for piece in content.pieces:
        kind = content.kinds_by_id.get(piece.kind)
        numbers = {**(kind.attrs if kind is not None else {}), **piece.attrs}
        row = Row(
            "piece", piece.id, counter_name(content, piece.id), kind.name.get(lang) if kind is not None else piece.kind, numbers,
            places.get(piece.id, ""), turns.get(piece.id, ""), 1,
        )  # fmt: skip
        home = rows.get(piece.formation or "") or sides.get((kind.side if kind is not None else "") or "", sides[""])
        home.children.append(row)
    for formation in content.formations:
        own = rows[formation.id]
        home = rows.get(formation.parent or "") or sides.get(formation.side or "", sides[""])
        home.children.append(own)
    rostered = {piece.kind for piece in content.pieces}
    for kind in content.kinds:
        if kind.id in rostered and kind.id not in counts:
            continue
        row = Row(
            "kind", kind.id, kind.name.get(lang), tr(f"edit.class.{kind.klass}"), dict(kind.attrs),
            places.get(kind.id, ""), turns.get(kind.id, ""), counts[kind.id],
        )  # fmt: skip
        sides.get(kind.side or "", sides[""]).children.append(row)
    for side in sides.values():
        _sum(side)
    return [side for side in sides.values() if side.children or side.id]


def _sum(row: Row) -> int:
    if row.what in ("side", "formation"):
        row.count = sum(_sum(child) for child in row.children)
    return row.count


def flat(rows: list[Row]) -> list[Row]:
    """Return all rows in the order shown."""
    found: list[Row] = []
    for row in rows:
        found.append(row)
        found.extend(flat(row.children))
    return found
