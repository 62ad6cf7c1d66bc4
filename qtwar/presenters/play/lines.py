"""Log lines and rolls, made from what a side was told of an entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from qtwar.base.text import Span, Texts
from qtwar.session.ports import EntryHead
from qtwar.ui.facts import LogLine, Peeked, Roll, UsedCell

Told = Mapping[str, Any]
Heads = Callable[[str, Any, Any], tuple[int, int] | None]
"""Where a cell of a table stands: table, row and column by number or head."""
FREE_ROLL = "note.free.roll"


def links(spans: Iterable[Span], what: str) -> tuple[str, ...]:
    """Return the ids that the links of a sentence point to: `cell` or `piece`."""
    return tuple(span.link.partition(":")[2] for span in spans if span.link.startswith(what + ":"))


DETAIL = 2
"""Level of what only says more of another event."""


def entry_lines(
    texts: Texts, language: str, head: EntryHead, index: int, told: Sequence[Told], heads: Heads, *, by_hand: bool
) -> list[LogLine]:
    """Return the lines of one entry, the `index`-th in force: its heading first, then its events and dice."""
    lines: list[LogLine] = []
    for event in headed(told):
        first = not lines
        if event["e"] == "rolled":
            spans = roll_spans(texts, language, event)
            kind: Any = "dice"
        else:
            level = event["level"]
            spans = texts.spans({"key": event["key"], "args": event["args"], "rule": event["rule"]}, language)
            kind = "turn" if level == 0 else ("head" if first else "event")
            if event["args"].get("broke") or event["key"] == "note.free.broke":
                kind = "warning"
        lines.append(
            LogLine(
                entry=index,
                number=str(index) if first else "",
                spans=spans,
                kind="head" if first and kind == "event" else kind,
                side=head.side,
                by_hand=by_hand and kind == "dice",
                places=links(spans, "cell"),
                pieces=links(spans, "piece"),
                used=used_cell(texts, language, (event,), heads),
            )
        )
    if not lines:
        spans = texts.spans(head.label, language)
        lines.append(LogLine(entry=index, number=str(index), spans=spans, kind="head", side=head.side))
    return lines


def headed(told: Sequence[Told]) -> Sequence[Told]:
    """Return the events of an entry, details that come before all else behind what they belong to: none heads an entry."""
    first = next((n for n, event in enumerate(told) if event.get("level", 0) < DETAIL), 0)
    return [told[first], *told[:first], *told[first + 1 :]] if first else told


def roll_spans(texts: Texts, language: str, event: Told) -> tuple[Span, ...]:
    """Return `what: 4 + 2` of a roll, with the sum where no rule says what to make of the dice."""
    faces = " + ".join(str(face) for _, face in event["dice"])
    total = _sum(event)
    if total:
        faces = f"{faces} = {total}"
    who = {"s": event["by"]} if event["by"] else ""
    return texts.spans(
        {
            "key": "log.rolled",
            "args": {"what": {"key": event["for"], "args": {}}, "dice": faces, "side": who},
        },
        language,
    )


def _sum(event: Told) -> str:
    """Return the sum of several dice of the free table, as text; nothing of one, or of a roll that a title makes."""
    free = event["for"] == FREE_ROLL and len(event["dice"]) > 1
    return str(sum(face for _, face in event["dice"])) if free else ""


def rolls(texts: Texts, language: str, told: Iterable[Told], *, by_hand: bool) -> list[Roll]:
    """Return the rolls of an entry for the dice tray, each with what the notes after it say of modifiers and result."""
    out: list[Roll] = []
    for event in told:
        if event["e"] == "rolled":
            out.append(
                Roll(
                    dice=tuple((d, face) for d, face in event["dice"]),
                    label=texts.plain({"key": event["for"], "args": {}}, language),
                    by_hand=by_hand,
                    total=_sum(event),
                )
            )
        elif out and event["e"] == "note" and ("modifiers" in event["args"] or "total" in event["args"]):
            out[-1] = _told_more(texts, language, out[-1], event)
    return out


def _told_more(texts: Texts, language: str, roll: Roll, event: Told) -> Roll:
    args = event["args"]
    modifiers = tuple(
        (texts.plain(m, language, cite=False), f"{m.get('value', 0):+d}", str(m.get("rule", "")))
        for m in args.get("modifiers") or ()
        if isinstance(m, Mapping) and "key" in m
    )
    result = texts.plain({"key": event["key"], "args": args}, language, cite=False)
    return replace(roll, modifiers=modifiers, total=str(args.get("total", "")), result=result)


def peeked(told: Iterable[Told]) -> Peeked | None:
    """Return what a side saw on top of a deck, or None."""
    for event in told:
        if event["e"] == "note" and event["key"] == "note.free.peeked":
            return Peeked(event["args"]["place"]["c"], tuple(event["args"]["pieces"]))
    return None


def used_cell(texts: Texts, language: str, told: Iterable[Told], heads: Heads) -> UsedCell | None:
    """Return the table cell that the notes name last (an argument {t: [table, row, column]}), or None."""
    found: UsedCell | None = None
    for event in told:
        if event["e"] != "note":
            continue
        for value in event["args"].values():
            if isinstance(value, Mapping) and set(value) == {"t"} and isinstance(value["t"], list):
                parts = value["t"]
                at = heads(str(parts[0]), parts[1], parts[2]) if len(parts) >= 3 else None
                if at is not None:
                    base, result = event["args"].get("base_column"), event["args"].get("result", "")
                    if isinstance(result, Mapping):  # a message says itself; an id is the cell's own
                        result = texts.plain(result, language) if "key" in result else ""
                    found = UsedCell(
                        str(parts[0]),
                        *at,
                        base_column=base if isinstance(base, int) else None,
                        result=str(result),
                    )
    return found
