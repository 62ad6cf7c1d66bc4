"""What a shot would bring, before anybody rolls: chance to hit, effects by column, each modifier named (7.1, 7.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qtwar.base.errors import Refusal
from qtwar.kit.offers import msg
from qtwar.kit.table import Reader, Seen

from .checks import chance
from .facts import wrapped
from .fire import Shot, When, compose
from .reaction import span


def odds(r: Reader, shot: Shot) -> dict[str, Any]:
    """Return {lines, chances, percent} of a shot: each modifier, the chance to hit, of each result of the table behind it."""
    percent = chance(shot.drm, shot.value)
    chart = r.chart("fire_effects")
    results: dict[str, int] = {}
    for die in range(1, 11):
        word = str(chart.at(die, shot.klass))
        results[word] = results.get(word, 0) + percent
    lines: list[dict[str, Any]] = [dict(msg("odds.value", rule="2.0", piece={"p": shot.lead}, n=shot.value))]
    lines += [{**msg(m.key, rule=m.rule), "value": m.n, "signed": True} for m in shot.modifiers]
    chances = [{**msg("odds.hit", rule="7.1", percent=percent), "tone": "good" if percent >= 50 else "bad"}]
    chances += [
        {**msg("odds.result", rule="7.4", result=msg(f"result.{word}"), percent=round(n / 10)), "tone": "good"}
        for word, n in results.items()
    ]
    return {
        "lines": lines, "chances": chances, "percent": percent,
        "table": "fire_effects", "column": shot.klass, "column_head": msg(f"odds.column.{shot.klass}"),
    }


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
