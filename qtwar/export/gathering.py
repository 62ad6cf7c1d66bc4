"""Gathering stands into what a sheet lists: by place, by line of the book, by tray."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from qtwar.engine.views import HIDDEN
from qtwar.export.source import Lot, SheetSource, Stand


def by_place(stands: Iterable[Stand]) -> list[Stand]:
    """Join what goes to the same place."""
    out: dict[str, Stand] = {}
    for stand in stands:
        held = out.get(stand.place)
        if held is None:
            out[stand.place] = stand
            continue
        lots: dict[tuple[str, str, str], Lot] = {}
        for lot in (*held.lots, *stand.lots):
            key = (str(lot.record["kind"]), str(lot.record["id"]), str(lot.record.get("back", "")))
            old = lots.get(key)
            lots[key] = replace(lot, count=lot.count + (old.count if old else 0))
        out[stand.place] = replace(
            held, lots=tuple(lots.values()), secret_count=held.secret_count or stand.secret_count
        )
    return list(out.values())


def merged(stands: Sequence[Stand]) -> list[Stand]:
    """Join lines of the book that follow each other and say the same of where their counters go."""
    out: list[Stand] = []
    for stand in stands:
        last = out[-1] if out else None
        same = last is not None and replace(stand, lots=(), rule="", formation="") == replace(
            last, lots=(), rule="", formation=""
        )
        if last is not None and same:
            rules = dict.fromkeys([*filter(None, last.rule.split(", ")), *filter(None, [stand.rule])])
            formation = stand.formation if stand.formation == last.formation else ""
            out[-1] = replace(last, lots=(*last.lots, *stand.lots), rule=", ".join(rules), formation=formation)
        else:
            out.append(stand)
    return out


def trays(source: SheetSource, stands: Sequence[Stand]) -> list[tuple[str, list[tuple[Lot, list[tuple[Stand, int]]]]]]:
    """Return formation → lots → (stand, how many): counters as they lie in their trays, in the order of the roster."""
    content = source.content
    of_kind: dict[str, str] = {}
    for piece in content.pieces:
        of_kind.setdefault(piece.kind, piece.formation or "")
    kinds = {kind.id: n for n, kind in enumerate(content.kinds)}
    order = {f.id: n for n, f in enumerate(content.formations)}
    found: dict[str, dict[tuple[str, str, str], tuple[Lot, list[tuple[Stand, int]]]]] = {}
    for stand in stands:
        for lot in stand.lots:
            ident, kind = str(lot.record["id"]), str(lot.record["kind"])
            roster = content.pieces_by_id.get(ident)
            formation = (roster.formation or "") if roster is not None else of_kind.get(kind, "")
            if kind == HIDDEN:
                formation = ""
            key = (kind, ident, str(lot.record.get("back", "")))
            group = found.setdefault(formation, {})
            held = group.get(key)
            places = [*(held[1] if held else []), (stand, lot.count)]
            group[key] = (replace(lot, count=lot.count + (held[0].count if held else 0)), places)
    out = []
    for formation in sorted(found, key=lambda f: order.get(f, len(order))):
        entries = sorted(found[formation].items(), key=lambda item: (kinds.get(item[0][0], len(kinds)), item[0][1]))
        out.append((formation, [entry for _, entry in entries]))
    return out
