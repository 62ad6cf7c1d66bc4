"""Answers of the rules as the window shows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qtwar.base.text import Texts
from qtwar.ui.facts import Odds, OddsLine


def odds_of(answer: Mapping[str, Any], texts: Texts, language: str) -> Odds:
    """Return the odds pane of what the query `odds` answered."""

    def words(value: Any) -> str:
        return texts.plain(value, language, cite=False) if isinstance(value, Mapping) else str(value)

    rows = tuple(
        OddsLine(
            words(row),
            str(row.get("rule", "")),
            f"{row['value']:+d}" if row.get("signed") else str(row.get("value", "")),
            row.get("tone", ""),
        )
        for row in answer.get("lines") or ()
    )
    results = tuple(
        (int(r["die"]), str(r["result"]), str(r.get("tone", ""))) if isinstance(r, Mapping) else (i, str(r), "")
        for i, r in enumerate(answer.get("results") or (), 1)
    )
    return Odds(
        title=words(answer.get("title") or {"key": "odds.title", "args": {}}),
        lines=rows,
        column=words(answer.get("column_head", answer.get("column", ""))),
        results=results,
        chances=tuple((words(c), str(c.get("tone", ""))) for c in answer.get("chances") or ()),
    )


def end_message(result: Mapping[str, Any]) -> dict[str, Any]:
    """Return how a game ended as a message: the result's own words, else who won."""
    if result.get("key"):
        how = {"key": result["key"], "args": result.get("args") or {}}
        if not result.get("winner"):
            return how
        return {"key": "result.how", "args": {"side": {"s": result["winner"]}, "how": how}}
    if result.get("winner"):
        return {"key": "result.won", "args": {"side": {"s": result["winner"]}}}
    return {"key": "result.draw", "args": {}}
