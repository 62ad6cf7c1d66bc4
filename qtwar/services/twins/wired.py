"""Twins on the wire: two games that differ in hidden matters alone send a seat the same bytes, message for message.

A server of its own process holds both games; somebody is connected to each seat and to none, asks what a window asks,
and plays on. All texts that came to a seat, and its card, are compared.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any

from qtwar.base.errors import RulesFault
from qtwar.engine.state import State
from qtwar.remote import asking
from qtwar.services.selfplay import Wish
from qtwar.services.tableplayer import TablePlayer
from qtwar.services.tables import OwnServer
from qtwar.services.twins.games import TwinGames, TwinPlan
from qtwar.services.twins.given import journal_of
from qtwar.services.twins.pair import TwinFigures, TwinPair, begun
from qtwar.services.twins.positions import Exchange, rules_that_tell
from qtwar.storage.hosted.database import Database, url_of
from qtwar.storage.hosted.store import HostedGame, HostedStore, new_code, new_token
from qtwar.wire import http
from qtwar.wire import messages as wire

SEED = 11


class WireTable:
    """A game on the server that begins with a position, and somebody connected to each seat and to none."""

    def __init__(self, url: str, store: HostedStore, ident: str, games: TwinGames, state: State) -> None:
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
        self.id, self.url = ident, url
        self.players = {side: TablePlayer(url, token) for side, token in tokens.items()}
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
        card = json.loads(asking.ask(self.url, "/api/cards", http.Cards([player.token])))["cards"][0]
        return [text.replace(self.id, "GAME") for text in (*player.received, json.dumps(card | {"touched": ""}))]

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
        if not all(isinstance(one, wire.Happened) for one in came):
            return f"the server does not do what the rules do here: {came}"[:2000]
        return self.differences()

    def differences(self) -> str:
        """Return the first message to the seat that is another one in the two."""
        for side in (self.side, ""):
            for one, other in zip_longest(*(table.received(side) for table in self.tables), fillvalue=""):
                if one != other:
                    at = max(0, next(n for n, (a, b) in enumerate(zip_longest(one, other)) if a != b) - 60)
                    return f"{side or 'a spectator'}: {one[:20]} … {one[at : at + 400]} / {other[at : at + 400]}"
        return ""


class WireTwins:
    """Random games of a title, whose positions are put on a server with their twins from time to time."""

    def __init__(self, title: str, plan: TwinPlan, url: str, store: HostedStore) -> None:
        self._games = TwinGames(title, plan, native=True)
        self._url, self._store = url, store

    def play(self, scenario: str, seed: int, options: Mapping[str, Any] | None = None) -> TwinFigures:
        """Play one game of a scenario and compare its positions with twins."""
        tally, chance = TwinFigures(), random.Random(f"{scenario} {seed}")
        with self._games as games:
            for game in games.positions(scenario, seed, chance, options):
                here = game.state.copy()
                for side in game.sides:
                    found = self._look(games, here, side, chance, tally)
                    if found:
                        tally.differences.append(f"{side}, turn {here.vars.get('turn')}: {found}")
        return tally

    def _look(self, games: TwinGames, here: State, side: str, chance: random.Random, tally: TwinFigures) -> str:
        left = games.plan.on
        for _ in range(games.plan.pairs):
            found = games.twin(here, side, chance, values=False) if left > 0 else None
            if found is None:
                return ""
            what, there, exchange = found
            pair = self._pair(games, here, there, side, exchange)
            if pair is None:
                tally.ended["no position of this game"] += 1
                continue
            tally.pairs += 1
            tally.hidden = True
            tally.exchanged[what] += 1
            with ExitStack() as held:
                for table in pair.tables:
                    held.enter_context(closing(table))
                    table.look(side)
                difference = pair.differences() or pair.play(left, chance, None, games.sense)
                if not difference and pair.ended == "played on":
                    for table in pair.tables:
                        table.look(side)
                    difference = pair.differences()
            tally.actions += pair.wired
            tally.ended[pair.ended] += 1
            left -= pair.wired
            if difference:
                return difference
        return ""

    def _pair(self, games: TwinGames, here: State, there: State, side: str, exchange: Exchange) -> WirePair | None:
        """Return a pair on the server, None where the rules can not go on in the twin."""
        told = rules_that_tell(here, exchange, games.tells)
        one = begun(games.rules[1], games.content, here.copy(), SEED)
        try:
            other = begun(games.rules[2], games.content, there, SEED)
        except RulesFault:
            return None
        made = WirePair(one, other, games.content, side, exchange, told)
        ident = f"twin{new_token()}"
        made.tables = (
            WireTable(self._url, self._store, f"{ident}a", games, here),
            WireTable(self._url, self._store, f"{ident}b", games, there),
        )
        return made


@contextmanager
def wired(folder: Path, title: str, plan: TwinPlan) -> Iterator[WireTwins]:
    """Run a server of its own in a folder for the twins of a title; raises DataFault."""
    server = OwnServer(folder)
    try:
        server.start(0, everywhere=False)
        with closing(Database(url_of(folder))) as database:
            yield WireTwins(title, plan, server.address, HostedStore(database))
    finally:
        server.stop()
