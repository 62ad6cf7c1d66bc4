"""A whole game as text: what was asked, and a mark of the position after it, to be played again entry by entry.

A record holds no content and no events: it is small enough to lie beside a title's tests, and says at which entry the
rules of today come to another position.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from qtwar.base import files, jsonio
from qtwar.base.errors import DataFault
from qtwar.base.files import why
from qtwar.engine.state import State
from qtwar.session import walk
from qtwar.session.memory import MemoryJournal
from qtwar.session.play import PlaySession, Refused, WantDice
from qtwar.session.ports import RulesPort

Json = dict[str, Any]
FORMAT = 1
HEAD = ("format", "title", "scenario", "about", "options", "strictness", "setup", "key", "result")
SHAPES: Mapping[str, type] = {
    "title": str, "scenario": str, "about": str, "options": dict, "strictness": str, "setup": dict, "key": str, "entries": list,
}  # fmt: skip
MARK = 12
"""Digits of the position's hash that stand behind each entry."""
MOST_BYTES = 32_000_000


def record(session: PlaySession, about: str = "") -> Json:
    """Return the record of a game's entries in force: {format, title, scenario, …, entries: [{do, dice?, picks?, mark}]}.

    Raises DataFault for a game that was never set up.
    """
    rows = [session.journal.entry(head.no) for head in session.history.line]
    if not rows:
        raise DataFault("fault.cli.nothing_played")
    begun = rows[0].action or {}
    meta = begun["meta"]
    wanted = {row.head.no for row in rows[1:]}
    marks = {no: _mark(state) for no, state in walk.positions(session.journal, session.sides) if no in wanted}
    entries: list[Json] = []
    for row in rows[1:]:
        given = {key: value for key, value in (("dice", row.dice), ("picks", row.picks)) if value is not None}
        entries.append({"no": row.head.no, "do": row.action, **given, "mark": marks[row.head.no]})
    return {
        "format": FORMAT,
        "title": meta["title"],
        "scenario": meta["scenario"],
        "about": about,
        "options": meta.get("options") or {},
        "strictness": meta.get("strictness", "enforce"),
        "setup": begun.get("choices") or {},
        "key": session.game["key"],
        "result": session.state.result,
        "entries": entries,
    }


def write(path: Path, found: Json) -> None:
    """Write a record to disk; raises DataFault."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text(found), encoding="utf-8")
    except OSError as fault:
        raise DataFault("fault.file.not_written_here", file=path.name, why=why(fault)) from None


def text(found: Json) -> str:
    """Return a record as JSON with an entry a line, so that a change can be read in a diff."""
    head = ",\n".join(f" {jsonio.dumps(key)}: {jsonio.dumps(found[key])}" for key in HEAD)
    entries = ",\n".join(f"  {jsonio.dumps(entry)}" for entry in found["entries"])
    return f'{{\n{head},\n "entries": [\n{entries}\n ]\n}}\n'


def read(path: Path) -> Json:
    """Return a recorded game from disk; raises DataFault for what is none."""
    return of_text(files.read(path, MOST_BYTES, str(path)), path.name)


def of_text(said: bytes, name: str) -> Json:
    """Return a recorded game from its text, from where `name` says; raises DataFault for what is none."""
    try:
        found = json.loads(said)
    except (ValueError, RecursionError) as fault:
        raise DataFault("fault.record.none", file=name, why=fault) from None
    if not isinstance(found, dict) or found.get("format") != FORMAT or not {*HEAD, "entries"} <= set(found):
        raise DataFault("fault.record.format", file=name, format=FORMAT)
    wrong = next(_misshapen(found), None)
    if wrong is not None:
        raise DataFault("fault.record.none", file=name, why=wrong)
    return found


def _misshapen(found: Json) -> Iterator[str]:
    """Yield a sentence for each part that is not what a record holds there."""
    for key, kind in SHAPES.items():
        if not isinstance(found[key], kind):
            yield f"{key} can not be {str(found[key])[:80]!r}"
    if not re.fullmatch(r"[0-9a-f]{64}", str(found["key"])):
        yield "key is not 64 hexadecimal digits"
    for n, entry in enumerate(found["entries"], 1):
        action = entry.get("do") if isinstance(entry, dict) else None
        whole = (
            isinstance(action, dict)
            and isinstance(action.get("side"), str)
            and isinstance(action.get("verb"), str)
            and type(entry.get("no")) is int
            and entry["no"] > 0
            and isinstance(entry.get("mark"), str)
            and all(isinstance(entry.get(key), list | None) for key in ("dice", "picks"))
        )
        if not whole:
            yield f"entry {n} is not {{no, do: {{side, verb, args}}, mark}}"


def replay(found: Json, rules: RulesPort, sides: tuple[str, ...]) -> str | None:
    """Play a record through rules; returns where they come to something else, in words, or None."""
    session = PlaySession(rules, MemoryJournal({"key": found["key"], "undo": "free"}), sides)
    meta = {key: found[key] for key in ("title", "scenario", "options", "strictness")}
    session.begin(meta, found["setup"])
    return follow(found, session)


def follow(found: Json, session: PlaySession) -> str | None:
    """Play the entries of a record in a session that has begun as it did; returns where it comes to something else, or None."""
    for n, entry in enumerate(found["entries"], 1):
        action = entry["do"]
        where = f"entry {n} ({action['side']} {action['verb']})"
        session.history.last_no = entry["no"] - 1  # chance belongs to the number of the journal's row
        outcome = session.submit(session.sides, action, dice=entry.get("dice"), picks=entry.get("picks"))
        if isinstance(outcome, Refused):
            return f"{where} is refused now: {outcome.message['key']} ({outcome.message.get('rule') or 'no rule'})"
        if isinstance(outcome, WantDice):
            return f"{where} wants other dice now: {outcome.wanted['dice']}"
        if _mark(session.state) != entry["mark"]:
            return f"{where} comes to another position now"
    if session.state.result != found["result"]:
        return f"the game ends with {jsonio.dumps(session.state.result)}, it ended with {jsonio.dumps(found['result'])}"
    return None


def _mark(state: State) -> str:
    """Return a short hash of a position, whatever the version of its title."""
    return jsonio.digest({**state.to_json(), "meta": {}})[:MARK]
