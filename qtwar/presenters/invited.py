"""An invitation to a table in words, before anybody sits down: what is played, who is there, what is agreed on."""

from __future__ import annotations

from typing import Any

from qtwar.services.titlecards import ModuleCard
from qtwar.ui import i18n
from qtwar.ui.i18n import tr
from qtwar.ui.library.model import TableInvitation
from qtwar.wire.http import Invited

Json = dict[str, Any]


def shown(link: str, found: Invited, title: ModuleCard | None) -> TableInvitation:
    """Return what a link leads to, in the language in force; `title` is the card of its title, where it is installed."""
    game, lang = found.game, i18n.language()
    known = title if title is not None and title.problem is None else None
    scenario = known.scenario(game["scenario"]) if known is not None else None
    sides = {seat["side"]: _side(known, str(seat["side"]), lang) for seat in found.seats}
    ended = found.over is not None
    lines = [_end(found.over, sides, found.seats)] if found.over is not None else [_place(found, sides), *_seats(found, sides)]
    if not ended:
        lines += [_agreed(game), budget(found.clock)]
    lines.append(_module(game, known))
    return TableInvitation(
        link=link,
        title=known.data["name"][lang] if known is not None else str(game["title"]),
        scenario=scenario["name"][lang] if scenario is not None else str(game["name"] or game["scenario"]),
        lines=tuple(line for line in lines if line),
        sides=tuple((side, sides.get(side, side)) for side in (found.sides or [found.side]) if side),
        ended=ended,
        used_up=bool(found.side) and not ended,
        again=lambda: shown(link, found, title),
    )


def budget(clock: Json) -> str:
    """Return how much time a side has, in words; nothing where there is no budget."""
    if not clock.get("kind"):
        return ""
    hours = int(clock["hours"])
    days = hours % 24 == 0
    return tr(f"look.clock.{clock['kind']}.{'days' if days else 'hours'}", n=hours // 24 if days else hours)


def _side(title: ModuleCard | None, side: str, lang: str) -> str:
    found = title.side(side) if title is not None else None
    return str(found["name"][lang]) if found is not None else side


def _place(found: Invited, sides: dict[str, str]) -> str:
    left = found.side or (found.sides[0] if len(found.sides) == 1 else "")
    if left:
        return tr("look.one_seat") if len(found.seats) == 1 else tr("look.side", side=sides.get(left, left))
    return tr("look.choose") if found.sides else tr("look.watch")


def _seats(found: Invited, sides: dict[str, str]) -> list[str]:
    """Return who sits where; of a game for one there is nothing to say before somebody sits there."""
    rows = []
    for seat in found.seats:
        side = sides[seat["side"]]
        key = "here" if seat.get("here") else "away" if seat.get("taken") else "free"
        if key != "free" or (seat["side"] != found.side and len(found.seats) > 1):
            rows.append(tr(f"table.seat.{key}", who=seat.get("name") or tr("look.somebody"), side=side))
    return rows


def _agreed(game: Json) -> str:
    return tr("look.agreed", rules=tr(f"rules.{game['strictness']}"), undo=tr(f"hosting.undo.{game['undo']}"))


def _end(over: Json, sides: dict[str, str], seats: list[Json]) -> str:
    how, names = str(over.get("how")), {str(seat["side"]): str(seat.get("name") or "") for seat in seats}
    if how not in ("resigned", "draw", "time"):
        return tr("look.over")
    by = str(over.get("by") or "")
    return f"{tr('look.over')} {tr(f'table.over.{how}', by=names.get(by) or sides.get(by, by))}"


def _module(game: Json, title: ModuleCard | None) -> str:
    """Return what is to be said of the title where it is not here, or here in another version."""
    module, there = game.get("module") or {}, str(game.get("version") or "")
    if title is None:
        return tr("look.module", name=game["title"], kilobytes=-(-int(module.get("bytes") or 0) // 1000))
    here = str(title.data["version"])
    return "" if here == there else tr("fault.table.version", title=game["title"], there=there, here=here)
