"""Random games through the rules port, with everything checked that holds for any title."""

from __future__ import annotations

import random
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qtwar.base import jsonio
from qtwar.base.errors import QtwarError
from qtwar.engine import reduce
from qtwar.engine.state import INSIDE, State
from qtwar.engine.views import is_alias
from qtwar.model.content import TitleContent
from qtwar.services import titles
from qtwar.services.options import Setting
from qtwar.services.rules import open_rules
from qtwar.session.chance import key_from_seed
from qtwar.session.memory import MemoryJournal
from qtwar.session.play import Done, Outcome, PlaySession
from qtwar.session.ports import JournalPort, RulesPort

BATCH = 64


@dataclass(frozen=True, slots=True)
class GameBatch:
    """Games for one process: module folder, scenario, seed and options of each, limits."""

    folder: str
    scenario: str
    games: tuple[tuple[int, Mapping[str, Setting]], ...]
    max_actions: int
    save: str | None
    native: bool
    setup: str
    free: bool = False


def play_games(job: GameBatch) -> list[dict[str, Any]]:
    """Play a job's games and return a row for each."""
    folder, content = titles.load(job.folder)
    rows = []
    with open_rules(folder, content, native=job.native) as rules:
        for seed, options in job.games:
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
                    "options": dict(options),
                }
                choices = {"setup": job.setup} if job.setup else {}
                sides = tuple(s.id for s in content.sides)
                if job.free:
                    rows.append(play_free(rules, journal, content, meta, choices, seed, job.max_actions))
                else:
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


def play_free(
    rules: RulesPort,
    journal: JournalPort,
    content: TitleContent,
    meta: dict[str, Any],
    choices: dict[str, Any],
    seed: int,
    gestures: int,
) -> dict[str, Any]:
    """Make random gestures of the free table: drags, flips, turns, draws, markers, dice, and undo; returns a row."""
    sides = tuple(s.id for s in content.sides)
    session = PlaySession(rules, journal, sides)
    hands = FreePlayer(session, content, random.Random(seed))
    faults: list[str] = []
    spent = 0.0
    try:
        session.begin(meta, {"setup": "quick", **choices})
        start = session.state.digest()
        if session.state.vars.get("strictness") != "off":
            session.submit(sides[0], {"side": sides[0], "verb": "strictness", "args": {"to": "off"}})
        for n in range(gestures):
            before = time.perf_counter()
            hands.gesture()
            spent += time.perf_counter() - before
            if n % 50 == 49:
                faults += leaks(session, sides)
                if faults:
                    break
        faults += [f"broken: {problem}" for problem in session.state.check()]
        if _undone(session) != start:
            faults.append("undoing every entry does not give the position after set-up")
    except QtwarError as fault:
        faults.append(f"{fault.text} {fault.detail.strip().splitlines()[-1] if fault.detail else ''}".strip())
    return {
        "seed": seed,
        "winner": None,
        "level": "",
        "turns": session.state.vars.get("turn"),
        "actions": hands.done,
        "refused": hands.refused,
        "seconds": round(spent, 3),
        "faults": faults,
    }


Wish = dict[str, Any]
"""An action, or `{undo: length}`, `{redo: length}`."""


def carry_out(session: PlaySession, wish: Wish) -> Outcome:
    """Do what is wished in a game, in the name of the side that wishes it."""
    if "undo" in wish:
        return session.undo_to(wish["undo"])
    if "redo" in wish:
        return session.redo_to(wish["redo"])
    return session.submit(wish["side"], wish)


class FreePlayer:
    """Somebody who does one thing after another on the free table, of what one side at a time sees."""

    def __init__(
        self, session: PlaySession, content: TitleContent, chance: random.Random, sides: Collection[str] = ()
    ) -> None:
        self.session, self.chance = session, chance
        self.sides = sorted(sides or session.sides)
        self.done = self.refused = 0
        self.cells = [f"{b.id}:{c}" for b in content.boards for c in b.make_grid().cells()]
        self.boxes = sorted(content.boxes)
        self.piles = [b.id for b in content.boxes.values() if b.role in ("deck", "cup") or b.sight == "count"]
        self.markers = [k.id for k in content.kinds if k.klass == "marker"]

    def gesture(self) -> None:
        """Do one random thing; refusals are counted, faults are raised."""
        wish = self.wish()
        if wish is None:
            return
        outcome = carry_out(self.session, wish)
        if "verb" in wish:
            self.done += isinstance(outcome, Done)
            self.refused += not isinstance(outcome, Done)

    def wish(self) -> Wish | None:
        """Return one random thing to be done; None where nothing comes to mind."""
        pick, session = self.chance.choice, self.session
        roll = self.chance.random()
        if roll < 0.08:
            if len(session.history) > 2:
                return {"undo": max(2, len(session.history) - self.chance.randint(1, 4))}
            return None
        if roll < 0.12:
            return {"redo": len(session.history) + 1}
        side = pick(self.sides)
        view = session.view(side)
        places = sorted(view.places)
        args: dict[str, Any]
        if roll < 0.17 and self.piles:
            args = {
                "op": "draw",
                "from": pick(self.piles),
                "to": pick(self.boxes + self.cells[:1]),
                "n": pick([1, 1, 3]),
            }
        elif roll < 0.20 and self.piles:
            args = {"op": pick(["shuffle", "gather", "peek"]), "place": pick(self.piles)}
        elif roll < 0.24 and self.markers:
            args = {"op": "add", "kind": pick(self.markers), "to": self._somewhere(view.pieces)}
        elif roll < 0.26:
            args = {"op": "roll", "n": self.chance.randint(1, 4), "d": pick([6, 10])}
        elif not places:
            return None
        else:
            pieces = view.places[pick(places)]
            some = self.chance.sample(pieces, min(len(pieces), pick([1, 1, 1, 2, 5])))
            op = pick(["move"] * 8 + ["flip", "rotate", "steps", "level", "reveal", "hide", "remove"])
            args = {"op": op, "pieces": some, "by": pick([1, -1])}
            if op == "move":
                args["to"] = self._somewhere(view.pieces)
        return {"side": side, "verb": "free", "args": args}

    def _somewhere(self, pieces: Collection[str]) -> str:
        roll = self.chance.random()
        known = [p for p in pieces if not is_alias(p)]
        if roll < 0.1 and known:
            return INSIDE + self.chance.choice(sorted(known))
        if roll < 0.25 and self.boxes:
            return self.chance.choice(self.boxes)
        return self.chance.choice(self.cells or self.boxes)


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
