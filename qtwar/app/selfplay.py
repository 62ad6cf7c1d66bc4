"""Random games through the rules port, with everything checked that holds for any title."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qtwar.app import titles
from qtwar.app.rules import open_rules
from qtwar.base import jsonio
from qtwar.base.errors import QtwarError
from qtwar.engine import reduce
from qtwar.engine.state import State
from qtwar.session.memory import MemoryJournal
from qtwar.session.play import PlaySession, key_from_seed
from qtwar.session.ports import JournalPort, RulesPort

BATCH = 64
LEAK_EVERY = 8


@dataclass(frozen=True, slots=True)
class Job:
    """Games for one process: module folder, scenario, seeds, limits."""

    folder: str
    scenario: str
    seeds: tuple[int, ...]
    max_actions: int
    save: str | None
    native: bool
    setup: str


def play_games(job: Job) -> list[dict[str, Any]]:
    """Play a job's games and return a row for each."""
    folder, content = titles.load(job.folder)
    rows = []
    with open_rules(folder, content, native=job.native) as rules:
        for seed in job.seeds:
            game = {"key": key_from_seed(seed), "undo": "free", "scenario": job.scenario}
            document = None
            journal: JournalPort = MemoryJournal(game)
            if job.save is not None:
                from qtwar.storage.document import Document

                target = Path(job.save)
                target.mkdir(parents=True, exist_ok=True)
                path = target / f"{content.title.id}-{job.scenario}-{seed}.qtwar"
                path.unlink(missing_ok=True)
                document = Document.create(path, content, game=game)
                journal = document.journal()
            try:
                meta = {
                    "title": content.title.id,
                    "version": content.title.version,
                    "scenario": job.scenario,
                    "options": {},
                }
                choices = {"setup": job.setup} if job.setup else {}
                sides = tuple(s.id for s in content.sides)
                rows.append(play_one(rules, journal, sides, meta, choices, seed, job.max_actions))
            finally:
                if document is not None:
                    document.close()
    return rows


def play_one(
    rules: RulesPort,
    journal: JournalPort,
    sides: tuple[str, ...],
    meta: dict[str, Any],
    choices: dict[str, Any],
    seed: int,
    max_actions: int,
) -> dict[str, Any]:
    """Play one random game to its end; faults are sentences: crash, dead end, invariant, leak, undo not identical."""
    session = PlaySession(rules, journal, sides)
    faults: list[str] = []
    actions = 0
    spent = 0.0
    try:
        session.begin(meta, choices)
        start = session.state.digest()
        end: str | None = None
        while end is None and actions < max_actions:
            before = time.perf_counter()
            entries, end = session.autoplay(min(BATCH, max_actions - actions))
            spent += time.perf_counter() - before
            actions += len(entries)
            if end == "stuck":
                faults.append(f"dead end: {session.active} may act but no offered action can be done")
            faults += leaks(session, sides)
        if end is None:
            faults.append(f"no end after {max_actions} actions")
        elif end == "over" and session.state.result is None:
            faults.append("the rules ended the game without a result")
        if _undone(session) != start:
            faults.append("undoing every entry does not give the position after set-up")
    except QtwarError as fault:
        faults.append(f"{fault.text} {fault.detail.strip().splitlines()[-1] if fault.detail else ''}".strip())
    result = session.state.result or {}
    return {
        "seed": seed,
        "winner": result.get("winner"),
        "level": result.get("level", ""),
        "turns": session.state.vars.get("turn"),
        "actions": actions,
        "seconds": round(spent, 3),
        "faults": faults,
    }


def _undone(session: PlaySession) -> str:
    state = State.from_json(jsonio.copy(session.state.to_json()))
    for head in reversed(session.history.line[1:]):
        reduce.undo_all(state, session.journal.entry(head.no).events)
    return state.digest()


def leaks(session: PlaySession, sides: tuple[str, ...]) -> list[str]:
    """Return a sentence for each thing that a side is given and may not know: ids of pieces it does not know."""
    faults = []
    state = session.state
    session.refresh_offers()
    for side in sides:
        hidden = [p for p in state.pieces if not state.knows(side, p)]
        if not hidden:
            continue
        told = jsonio.dumps([session.view(side).to_json(), session.offer(side)])
        faults += [f"leak: {side} is given {p}" for p in hidden if f'"{p}"' in told][:1]
    return faults
