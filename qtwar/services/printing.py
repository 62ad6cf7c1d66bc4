"""Joins printing to titles and documents: what is printed from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.base.text import Texts
from qtwar.engine import reduce
from qtwar.engine.state import State
from qtwar.export.choices import Choices, joined
from qtwar.export.source import Moment, SheetSource, Told, lineup_of
from qtwar.model.content import TitleContent
from qtwar.model.scenario import Scenario
from qtwar.services import options as settings
from qtwar.services import titles
from qtwar.services.names import TitleNames
from qtwar.session.history import History
from qtwar.session.ports import Entry, EntryHead, JournalPort

REFEREE_LOG = "*"


def scenario_source(content: TitleContent, scenario: str, options: Mapping[str, Any] | None = None) -> SheetSource:
    """Return what a scenario of a title is printed from; raises DataFault naming the scenarios there are."""
    found = content.scenario(titles.scenario_of(content, scenario))
    in_force = {**settings.in_force(content, found.id), **(options or {})}
    return _source(content, found, in_force)


def _source(content: TitleContent, scenario: Scenario, options: Mapping[str, Any]) -> SheetSource:
    from qtwar.export.art import PrintArt
    from qtwar.services import ownart
    from qtwar.services.cache import art_cache

    names = TitleNames(content)
    art = PrintArt(content, cache=art_cache(), pictures=ownart.store())
    lineup = lineup_of(content, scenario, options)
    return SheetSource(content, scenario, art, names, Texts(content.texts, names), lineup, options)


def game_source(content: TitleContent, journal: JournalPort, name: str, facts: Mapping[str, Any] | None = None) -> SheetSource:
    """Return what a game is printed from: its position now, its log, and the positions that were bookmarked."""
    facts = facts if facts is not None else journal.game()
    line = History(journal.heads()).line
    sides = tuple(side.id for side in content.sides)
    state = State(sides)
    told: dict[str, list[Told]] = {side: [] for side in (*sides, REFEREE_LOG)}
    moments: list[Moment] = []
    for number, (head, entry) in enumerate(_entries(journal, line), 1):
        if head.kind == "setup" and entry.action:
            state.meta = State(sides, entry.action["meta"]).meta
        reduce.apply_all(state, entry.events, checked=False)
        for side, lines in told.items():
            lines.append(_told(head, entry, number, side))
        if head.bookmark:
            moments.append(Moment(number, head.bookmark, state.copy()))
    scenario = content.scenario(titles.scenario_of(content, str(state.meta.get("scenario") or facts.get("scenario"))))
    options = {**settings.in_force(content, scenario.id), **(state.meta.get("options") or {})}
    return replace(
        _source(content, scenario, options),
        position=state,
        moments=tuple(moments),
        history={side: tuple(lines) for side, lines in told.items()},
        name=name,
        players=dict(facts.get("players") or {}),
        open_to=_open_to(facts, state.result is not None),
    )


def _open_to(facts: Mapping[str, Any], over: bool) -> tuple[str, ...]:
    if "mail" not in facts:
        return ()
    from qtwar.services import mailbox

    return mailbox.sides_shown(dict(facts), over)


def _entries(journal: JournalPort, line: Sequence[EntryHead]) -> list[tuple[EntryHead, Entry]]:
    """The rows in force with their events, read in one go."""
    if not line:
        return []
    wanted = {head.no: head for head in line}
    rows = journal.entries(line[0].no, line[-1].no)
    return [(wanted[entry.head.no], entry) for entry in rows if entry.head.no in wanted]


def _told(head: EntryHead, entry: Entry, number: int, side: str) -> Told:
    if side == REFEREE_LOG:
        # the referee reads everything that was noted or rolled, whoever was told of it
        events = tuple(e for e in entry.events if e["e"] in ("note", "rolled"))
    else:
        events = tuple(entry.told.get(side, ()))
    rolled = any(e["e"] == "rolled" for e in events)
    label = (
        head.label if side in (REFEREE_LOG, head.side, "") or not head.side else {"key": "print.log.other", "args": {}}
    )
    return Told(number, head.turn, head.side, label, events, head.bookmark, by_hand=rolled and entry.dice is not None)


def open_source(words: str, scenario: str = "") -> SheetSource:
    """Return the source that TITLE/SCENARIO or a document names; raises DataFault in plain words."""
    path = Path(words)
    if path.suffix == ".qtwar" or (path.exists() and path.is_file()):
        return document_source(path, scenario)
    title, _, named = words.rpartition("/") if not path.is_dir() else (words, "", "")
    if not title:
        title, named = words, ""
    _, content = titles.load(title)
    return scenario_source(content, named or scenario or _first(content))


def document_source(path: Path, scenario: str = "") -> SheetSource:
    """Return the source of a `.qtwar` file: the game it holds, or a scenario of the draft."""
    from qtwar.services import ownart
    from qtwar.storage.document import Document

    if not path.exists():
        raise DataFault("fault.file.not_there", file=path.name)
    with Document.open(path, readonly=True) as document:
        content = document.content()
        if ownart.bring_in(content, path):  # a game has those of its title
            with suppress(DataFault):
                ownart.bring_in(content, titles.by_id(content.title.id))
        if document.is_game and not scenario:
            return game_source(content, document.journal(), path.stem)
        return scenario_source(content, scenario or _first(content))


def _first(content: TitleContent) -> str:
    if not content.scenarios:
        raise DataFault("fault.title.no_scenario_yet", title=content.title.id)
    wanted = content.title.scenarios
    return wanted[0] if wanted else content.scenarios[0].id


def with_side(source: SheetSource, choices: Choices) -> Choices:
    """Return the choices with the side's own id; `all` and `referee` are nobody's. Raises DataFault naming the sides."""
    wanted = choices.side.strip()
    if wanted.lower() in ("", "all", "referee"):
        if source.open_to:
            raise DataFault("fault.mail.closed")
        return replace(choices, side="")
    for side in source.content.sides:
        if wanted.casefold() in (side.id.casefold(), side.name.en.casefold(), side.short.en.casefold()):
            if source.open_to and side.id not in source.open_to:
                raise DataFault("fault.mail.closed")
            return replace(choices, side=side.id)
    known = joined(side.id for side in source.content.sides)
    raise DataFault("fault.print.no_side", side=wanted, known=known)
