"""Twins on the wire: two games that differ in hidden matters alone send a seat the same bytes, message for message."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from qtwar.base.errors import RulesFault
from qtwar.engine.state import State
from qtwar.services.selfplay import Wish
from qtwar.services.twins.games import TwinGames, TwinPlan
from qtwar.services.twins.given import journal_of
from qtwar.services.twins.pair import TwinPair, begun
from qtwar.services.twins.positions import Exchange, rules_that_tell
from qtwar.storage.hosted.database import Database, url_of
from qtwar.storage.hosted.store import HostedGame, HostedStore, new_code
from qtwar.wire import messages as wire
from tests.serve.client import Player, post
from tests.serve.conftest import ServerProcess

TITLES = sorted(path.parent.name for path in (Path(__file__).resolve().parents[2] / "modules").glob("*/module.yaml"))
SEED = 11
ON = 8
"""Actions that a pair is played on."""


class WireTable:
    """A game on the server that begins with a position, and somebody connected to each seat and to none."""

    def __init__(self, server: ServerProcess, store: HostedStore, ident: str, games: TwinGames, state: State) -> None:
        content = games.content
        journal = journal_of(content, state, SEED)
        facts = {**journal.game(), "options": {}, "strictness": "enforce", "undo": "free", "setup": "quick"}
        clock = {"used": {}, "running": [], "since": 0}
        row = HostedGame(ident, content.title.id, str(state.meta["scenario"]), "", facts, clock=clock)
        sides = [side.id for side in content.sides]
        store.add(row, sides)
        store.journal(ident).append(journal.entry(1), state.to_json())
        tokens = {side: store.give("seat", ident, side) for side in sides}
        tokens[""] = store.give("watch", ident, "", token=new_code())
        self.id, self.server = ident, server
        self.players = {side: Player(server.url, token) for side, token in tokens.items()}
        for player in self.players.values():
            player.query("nothing", {})  # who joined after it has been told of by now

    def play(self, action: Wish, n: int) -> wire.News:
        """Have an action asked for by its side; everybody has what came of it."""
        came = self.players[action["side"]].act({"args": {}, **action}, key=f"key {n}")
        if isinstance(came, wire.Happened):
            for player in self.players.values():
                player.settle(came.entry)
        return came

    def look(self, side: str) -> None:
        """Ask what a window asks."""
        player = self.players[side]
        for n, what in enumerate(("overlays", "tree", "agenda", "standing")):
            player.send(wire.Query(f"q{n}", what, {}))
            player.answer(f"q{n}")
        player.send(wire.Log("log"))
        player.answer("log")
        player.send(wire.Past("past", 1))
        player.answer("past")

    def received(self, side: str) -> list[str]:
        """Return all that came to a seat, and its card."""
        player = self.players[side]
        card = json.dumps(post(self.server.url, "/api/cards", {"tokens": [player.token]})[1]["cards"][0] | {"touched": ""})
        return [text.replace(self.id, "GAME") for text in (*player.received, card)]

    def close(self) -> None:
        """Let everybody leave."""
        for player in self.players.values():
            player.close()


class WirePair(TwinPair):
    """A pair of games in here that says how far two are alike, and the same pair on the server, played by wire."""

    tables: tuple[WireTable, WireTable]
    wired = 0

    def _choose_apart(self, chance: random.Random) -> str:
        return ""

    def _both(self, wish: Wish) -> str:
        if "verb" not in wish:
            return ""
        before = self.actions
        found = super()._both(wish)
        if found or self.ended or self.actions == before:
            return found
        self.wired += 1
        came = [table.play(w, self.wired) for table, w in zip(self.tables, (wish, self._mirrored(wish)), strict=True)]
        assert all(isinstance(one, wire.Happened) for one in came), came
        return self.differences()

    def differences(self) -> str:
        """Return the first message to the seat that is another one in the two."""
        for side in (self.side, ""):
            for one, other in zip(*(table.received(side) for table in self.tables), strict=True):
                if one != other:
                    return f"{side or 'a spectator'}: {one[:2000]} / {other[:2000]}"
        return ""


@pytest.fixture(scope="module")
def store(server: ServerProcess) -> Iterator[HostedStore]:
    """The server's database, to put games into."""
    database = Database(url_of(server.folder))
    yield HostedStore(database)
    database.close()


def pair(server: ServerProcess, store: HostedStore, games: TwinGames, ident: str, twin: Any) -> WirePair | None:
    """Return a pair on the server, None where the rules can not go on in the twin."""
    here, there, side, exchange = twin
    told = rules_that_tell(here, exchange, games.tells)
    one = begun(games.rules[1], games.content, here, SEED)
    try:
        other = begun(games.rules[2], games.content, there, SEED)
    except RulesFault:
        return None
    made = WirePair(one, other, games.content, side, exchange, told)
    made.tables = (WireTable(server, store, f"{ident}a", games, here), WireTable(server, store, f"{ident}b", games, there))
    return made


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_a_seat_is_sent_the_same_bytes_in_two_games_that_differ_in_hidden_matters_alone(
    server: ServerProcess, store: HostedStore, title: str, qapp: object
) -> None:
    pairs, actions = wire_twins(server, store, title, positions=2, seed=SEED)
    assert pairs
    assert actions or title == "campaigns_of_robert_e_lee", "nothing was played"


def wire_twins(server: ServerProcess, store: HostedStore, title: str, positions: int, seed: int) -> tuple[int, int]:
    """Compare twins of so many positions of a game of a title; returns pairs and actions by wire."""
    chance, pairs, actions = random.Random(seed), 0, 0
    with ExitStack() as stack:
        games = stack.enter_context(TwinGames(title, TwinPlan(between=25, on=ON, most=25 * positions), native=True))
        scenario = games.content.scenarios[0].id
        for n, game in enumerate(games.positions(scenario, seed, chance)):
            here = game.state.copy()
            for side in game.sides:
                found: tuple[str, State, Exchange] | None = games._twin(here, side, chance, values=False)
                if found is None:
                    continue
                made = pair(server, store, games, f"{title[:6]}{seed}x{n}{side}", (here.copy(), found[1], side, found[2]))
                if made is None:
                    continue
                with ExitStack() as held:
                    for table in made.tables:
                        held.callback(table.close)
                        table.look(side)
                    assert made.differences() == ""
                    assert made.play(ON, chance, None, games.sense) == ""
                    if not made.ended.startswith("turned"):
                        for table in made.tables:
                            table.look(side)
                pairs += 1
                actions += made.wired
    return pairs, actions
