"""Makes the recorded games of a title anew: `python -m tests.recorded.record TITLE`, after its rules were mended.

Games are played with sense (tests/recorded/player.py) until ten of them together have gone through every phase, met
every kind of ask and come to every end that was met at all; the shortest that add something are taken.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from qtwar.model.content import TitleContent
from qtwar.model.load import load
from qtwar.sandbox.inprocess import InProcessRules
from qtwar.session import record
from qtwar.session.chance import key_from_seed
from qtwar.session.memory import MemoryJournal
from qtwar.session.play import PlaySession
from tests.recorded.player import Player

MODULES = Path(__file__).resolve().parents[2] / "modules"
GAMES = 10
SETUPS = ("quick", "free", "quick")
"""How the first games of each scenario are set up."""
SKILLS = ((6, 6), (10, 1), (1, 10))
"""Answers that the first and the second side look at: equals, and one much better than the other."""


class Played(NamedTuple):
    """A game with what it has met: `phase …`, `ask …`, `verb …`, `end …`."""

    met: frozenset[str]
    found: dict[str, Any]


def games(module: Path, content: TitleContent) -> Iterator[Played]:
    """Play games of all scenarios, with the set-up by hand and the quick one, by players of several skills."""
    rules = InProcessRules(module, content.rules_json())
    sense = importlib.import_module(f"modules.{module.name}.tests.sense")
    sides = tuple(side.id for side in content.sides)
    starts = [
        (scenario.id, {"setup": setup}, seed) for seed, setup in enumerate(SETUPS, 1) for scenario in content.scenarios
    ]
    starts += [(scenario, choices, 1) for scenario, choices in sense.LATE]
    guide = getattr(sense, "GUIDE", None)
    answered: set[str] = set()
    for n, (scenario, choices, seed) in enumerate(starts):
        skill = SKILLS[(seed + n) % len(SKILLS)]
        session = PlaySession(rules, MemoryJournal({"key": key_from_seed(seed), "undo": "free"}), sides)
        meta = {"title": content.title.id, "scenario": scenario, "options": {}, "strictness": "enforce"}
        session.begin(meta, choices)
        tries = dict(zip(sides, skill, strict=True))
        leads = guide(rules.held.runner) if guide else None
        player = Player(session, sense.worth, seed, tries, rules.held.runner.title.sense, answered, leads)
        if not player.play():
            raise AssertionError(f"{scenario} seed {seed} does not end")
        end = session.state.result or {}
        met = {f"phase {p}" for p in player.phases if p} | {f"ask {k}" for k in player.kinds}
        met |= {f"verb {entry.action['verb']}" for entry in _entries(session)}
        met.add(f"end {end['key']} {end['winner'] or 'draw'}")
        begin = "late" if "position" in choices else f"{choices['setup']} set-up"
        who = "with plain sense" if leads else "equals" if skill[0] == skill[1] else "unequal players"
        about = f"{scenario}, {begin}, {who}, seed {seed}"
        yield Played(frozenset(met), record.record(session, about))


def _entries(session: PlaySession) -> Iterator[Any]:
    for head in session.history.line[1:]:
        yield session.journal.entry(head.no)


def choose(played: list[Played]) -> list[Played]:
    """Return ten games that meet all that any of them met, each scenario among them, the shorter before the longer."""
    left, chosen = sorted(played, key=lambda p: len(p.found["entries"])), []
    missing = frozenset().union(*(p.met for p in played))
    unplayed = {p.found["scenario"] for p in played}
    while left and len(chosen) < GAMES:
        fits = left if len(unplayed) < GAMES - len(chosen) else [p for p in left if p.found["scenario"] in unplayed] or left
        best = max(fits, key=lambda p: len(p.met & missing))
        left.remove(best)
        chosen.append(best)
        missing -= best.met
        unplayed.discard(best.found["scenario"])
    if missing:
        print("not met by the games that were chosen:", ", ".join(sorted(missing)))
    return chosen


def main(title: str) -> None:
    """Play, choose, write."""
    module = MODULES / title
    target = module / "tests" / "games"
    chosen = choose(list(games(module, load(module))))
    for old in target.glob("*.json"):
        old.unlink()
    for n, game in enumerate(chosen, 1):
        record.write(target / f"{n:02}_{game.found['scenario']}.json", game.found)
        print(f"{n:02} {game.found['about']}: {len(game.found['entries'])} entries, {game.found['result']}")


if __name__ == "__main__":
    main(sys.argv[1])
