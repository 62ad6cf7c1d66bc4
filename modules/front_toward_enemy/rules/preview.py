"""What a shot would bring, before anybody rolls: chance to hit, effects by column, each modifier named (7.1, 7.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qtwar.base.errors import Refusal
from qtwar.kit.offers import msg
from qtwar.kit.table import Reader, Seen

from .checks import Modifier, chance, total
from .facts import wrapped
from .fire import Shot, When, compose
from .reaction import span


def odds(r: Reader, shot: Shot) -> dict[str, Any]:
    """Return {lines, chances, percent} of a shot: each modifier, the chance to hit, of each result of the table behind it."""
    return volley(r, shot.lead, shot.value, shot.klass, [(shot.target, shot.modifiers)])


def volley(
    r: Reader, lead: str, value: int, klass: str, aims: Sequence[tuple[str, Sequence[Modifier]]]
) -> dict[str, Any]:
    """Return {lines, chances, percent} of one fire value at each of several targets, with the modifiers of each (7.1, 26.0)."""
    lines: list[dict[str, Any]] = [dict(msg("odds.value", rule="2.0", piece={"p": lead}, n=value))]
    for target, modifiers in aims:
        if len(aims) > 1:
            lines.append({**msg("odds.target", piece={"p": target}), "tone": "head"})
        lines += [{**msg(m.key, rule=m.rule), "value": m.n, "signed": True} for m in modifiers]
    hits = [chance(total(modifiers), value) for _, modifiers in aims]
    found = {
        "lines": lines, "percent": max(hits),
        "table": "fire_effects", "column": klass, "column_head": msg(f"odds.column.{klass}"),
    }  # fmt: skip
    if len(aims) == 1:
        return {**found, "chances": _chances(r, hits[0], klass)}
    each = zip(aims, hits, strict=True)
    return {**found, "chances": [
        {**msg("odds.hit_at", rule="7.1", piece={"p": target}, percent=n), "tone": "good" if n >= 50 else "bad"}
        for (target, _), n in each
    ]}  # fmt: skip


def _chances(r: Reader, percent: int, klass: str) -> list[dict[str, Any]]:
    """Return the chance to hit, and that of each result of the table behind it (7.1, 7.4)."""
    chart = r.chart("fire_effects")
    results: dict[str, int] = {}
    for die in range(1, 11):
        word = str(chart.at(die, klass))
        results[word] = results.get(word, 0) + percent
    chances = [{**msg("odds.hit", rule="7.1", percent=percent), "tone": "good" if percent >= 50 else "bad"}]
    return [*chances, *(
        {**msg("odds.result", rule="7.4", result=msg(f"result.{word}"), percent=round(n / 10)), "tone": "good"}
        for word, n in results.items()
    )]  # fmt: skip


def rows(s: Seen, firers: Sequence[str], aims: Sequence[str], when: When, *, ask: str = "") -> list[dict[str, Any]]:
    """Return a row for each target and firer with the chance to hit, or why not."""
    found: list[dict[str, Any]] = []
    for target in aims:
        for lead in firers:
            row: dict[str, Any] = {
                "piece": lead,
                "text": msg("firer.at", cell={"c": s.where(lead)}, pieces=wrapped([lead]), target={"p": target}),
            }
            try:
                shot = compose(s, [lead], target, when)
            except Refusal as no:
                found.append({**row, "why_not": msg(no.key, rule=no.rule, **no.values)})
                continue
            row["detail"] = msg("firer.shot", value=shot.value, range=span(s, lead, shot.place), drm=f"{shot.drm:+d}")
            row["value"] = f"{chance(shot.drm, shot.value)} %"
            if ask:
                row.update(ask=ask, args={"pieces": [target, lead]})
            found.append(row)
    return found
