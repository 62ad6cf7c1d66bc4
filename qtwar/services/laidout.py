"""A game to be looked at before its rules are there: the position that its document has, or a scenario as it is laid out.

The free table, which is our own, lays it out in this process; nothing of a title's rules runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qtwar.model.content import TitleContent
from qtwar.sandbox.inprocess import InProcessRules
from qtwar.services import titles
from qtwar.session import walk
from qtwar.session.begin import NewGame
from qtwar.session.chance import new_key
from qtwar.session.memory import MemoryJournal
from qtwar.session.play import PlaySession
from qtwar.storage.document import Document


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A position of a title; its session is kept nowhere."""

    content: TitleContent
    scenario: str
    session: PlaySession
    path: str = ""
    """The document, where there is one."""


def of_new(game: NewGame) -> LaidOut:
    """Lay the scenario of a new game out, but for what chance decides and what a side may hide; raises QtwarError."""
    content = titles.load(game.title)[1]
    found = _session(content, {"key": new_key()})
    meta = {"title": content.title.id, "version": content.title.version, "scenario": game.scenario, "options": {}}
    found.begin({**meta, "strictness": "off"}, {"setup": "quick" if game.quick else "free"})
    return LaidOut(content, game.scenario, found)


def of_document(path: Path) -> LaidOut:
    """Take the position that a game was left in; raises QtwarError."""
    with Document.open(path, readonly=True) as document:
        content, journal = document.content(), document.journal()
        heads = journal.heads()
        found = _session(content, journal.game())
        found.state = walk.position(journal, found.sides, heads[-1].no if heads else 0, heads)
    return LaidOut(content, str(found.state.meta["scenario"]), found, str(path))


def _session(content: TitleContent, facts: dict[str, Any]) -> PlaySession:
    data = content.rules_json()
    hidden = {kind.id for kind in content.kinds if kind.hidden}
    hidden |= {piece.id for piece in content.pieces if piece.kind in hidden}
    for scenario in data["scenarios"]:
        scenario["attrs"] = {key: value for key, value in (scenario.get("attrs") or {}).items() if key != "deal"}
        for part in ("quick", "setup", "reinforcements"):
            scenario[part] = [_without(line, hidden) for line in scenario.get(part) or () if not line.get("random")]
        scenario["pools"] = {name: _without(pool, hidden) for name, pool in (scenario.get("pools") or {}).items()}
    rules = InProcessRules(None, data)
    return PlaySession(rules, MemoryJournal(facts), tuple(side.id for side in content.sides), content.title.version)


def _without(line: dict[str, Any], hidden: set[str]) -> dict[str, Any]:
    """Return a line of a scenario without the pieces that a side may hide."""
    return {**line, "pieces": {wanted: n for wanted, n in line["pieces"].items() if wanted not in hidden}}
