"""What is always in view: commands left, activity, visibility, fire missions, goals; and the lines of the plan on the map."""

from __future__ import annotations

from typing import Any

from qtwar.kit.offers import Message, msg
from qtwar.kit.table import Frame, Reader, Seen
from qtwar.model.grid.square import SquareGrid

from . import ends, facts, fire, ground, mission, purse, sight

SEAMS = {"lod": "solid", "loa": "solid", "mlr": "solid", "pl": "dashed"}
"""Control line between two rows → how it is drawn (2.3.4)."""


def standing(s: Seen, args: dict[str, Any]) -> dict[str, Any]:
    """Say how the mission stands, and draw its lines (2.3.4, 6.4.2)."""
    return {"said": _said(s), "lines": [*_control_lines(s), *_protective_lines(s)]}


def _said(s: Seen) -> list[dict[str, Any]]:
    weather = msg(f"weather.{sight.weather(s)}")
    activity = msg(f"activity.{s.var('activity', 'no_contact')}")
    out = [
        _with(activity, msg("state.activity", rule="9.1", what=activity)),
        _with(
            msg("brief.weather", n=sight.general(s)), msg("state.weather", rule="8", what=weather, n=sight.general(s))
        ),
    ]
    for one in mission.supports(s):
        words: dict[str, Any] = {"support": str(one["id"]), "n": mission.left(s, str(one["id"]))}
        out.append(_with(msg("brief.fires", **words), msg("state.fires", rule="6.7", **words)))
    out += [_with(brief, msg("state.points", rule="4.1.3", **brief["args"])) for brief in purses(s)]
    out += [
        dict(msg("state.goal", rule="11", what=goal.text, have=goal.have, need=goal.need)) for goal in ends.goals(s)
    ]
    return out


def _with(brief: Message, full: Message) -> dict[str, Any]:
    return {**full, "brief": brief}


def purses(r: Seen) -> list[Message]:
    """Return what the HQs of the impulse under way may still spend, the one that gives orders first (4.1.3)."""
    frame = r.frame_of("impulse")
    if frame is None:
        return []
    first = str(frame.l.get("issuer") or "")
    hqs = sorted(frame.l.get("hqs") or {}, key=lambda hq: hq != first)
    return [left(frame, hq) for hq in hqs if hq == purse.GENERAL or r.exists(hq)]


def left(f: Frame, hq: str) -> Message:
    """Return what an HQ may still spend (4.1.3)."""
    who: Any = msg("brief.general") if hq == purse.GENERAL else {"p": hq}
    return msg("brief.points", piece=who, n=purse.left(f, hq))


# lines on the map -----------------------------------------------------------------------


def seam(r: Reader, row: int) -> list[str]:
    """Return the sides of cards along the upper edge of a row, over the width of the mission (2.3.4)."""
    columns, _ = ground.size(r)
    return [side(ground.at(row, n), ground.at(row + 1, n)) for n in range(1, columns + 1)]


def side(a: str, b: str) -> str:
    """Return the side between two cards."""
    return f"{a}|{facts.cell(b)}"


def _control_lines(r: Reader) -> list[dict[str, Any]]:
    lines = r.var("lines") or {}
    out = []
    for name, style in SEAMS.items():
        rows = lines.get(name, [])
        for n, row in enumerate(rows if isinstance(rows, list) else [rows], 1):
            text = msg(f"line.{name}", n=n)
            out.append({"along": seam(r, int(row)), "text": text, "style": style})
    _, rows_laid = ground.size(r)
    for name, west in (("left", int(lines.get("left", 1)) - 1), ("right", int(lines.get("right", ground.size(r)[0])))):
        if lines.get(name):
            out.append({"along": [boundary(r, row, west) for row in range(1, rows_laid + 1)], "style": "dotted"})
    return out


def boundary(r: Reader, row: int, west: int) -> str:
    """Return the side of a row to the right of a column, 0 for the left border of the table (2.3.4)."""
    if west == 0:
        return f"{ground.at(row, 1)}/W"
    grid = ground.board(r).grid
    assert isinstance(grid, SquareGrid)
    if west == grid.columns:
        return f"{ground.at(row, west)}/E"
    return side(ground.at(row, west), ground.at(row, west + 1))


def _protective_lines(r: Reader) -> list[dict[str, Any]]:
    """Return the final protective lines, from the gun's card along its diagonal (6.4.2)."""
    guns = [(gun, facts.card(r, gun)) for gun in facts.all_units(r, facts.US) if r.attr(gun, "fpl")]
    ways = [[here, *fire.protected(r, gun)] for gun, here in guns if ground.in_play(here)]
    return [{"along": way, "text": msg("line.fpl"), "tone": "bad", "style": "dashed"} for way in ways if len(way) > 1]
