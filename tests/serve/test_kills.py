"""A server that is killed at any moment has lost nothing and done nothing twice."""

from __future__ import annotations

import json
import random
import threading
import time

from websockets.exceptions import ConnectionClosed

from qtwar.base import jsonio
from qtwar.engine import views
from qtwar.services.rules import connect as rules_of
from qtwar.services.titles import load
from qtwar.session import record
from qtwar.wire import messages as wire
from tests.serve.client import Player, get
from tests.serve.conftest import ServerProcess
from tests.serve.test_table import TITLE, done, table

KILLS, STEPS = 4, 60


def test_a_game_goes_on_through_kills_with_nothing_lost_and_nothing_twice(own_server: ServerProcess) -> None:
    server = own_server
    made, players = table(server)
    chance = random.Random(21)
    over = threading.Event()
    killed = 0
    steps = 0
    seen: dict[str, int] = {}
    while steps < STEPS or killed < KILLS:
        who = next((player for player in players.values() if player.offer), None)
        assert who is not None
        try:
            action = who.random_action(chance)
        except (ConnectionClosed, OSError):
            back(players)
            continue
        if action is None:
            continue
        asked = wire.Act(f"step {steps}", who.entry, action)
        kill = killed < KILLS and chance.random() < 0.15
        if kill:
            killed += 1
            threading.Timer(chance.random() * 0.06, server.kill).start()
            over.clear()
        try:
            who.send(asked)
            came = who.answer(asked.key)
        except (ConnectionClosed, OSError, TimeoutError):
            came = None
        if kill:
            server.process.wait(30)
            time.sleep(0.2)
            server.start()
            back(players)
            who.send(asked)  # whoever is in doubt sends again
            came = who.answer(asked.key)
        assert came is not None
        if isinstance(came, wire.Happened | wire.Already):
            assert asked.key not in seen
            seen[asked.key] = came.entry
            steps += 1
            for player in players.values():
                player.settle(came.entry)
        else:
            assert isinstance(came, wire.Denied), came
            steps += isinstance(came, wire.Stale)
        if any(player.view.result for player in players.values()):
            break
    entry = next(iter(players.values())).entry
    assert sorted(seen.values()) == list(range(2, entry + 1)), "each action is one row, each row one action"
    for player in players.values():
        fresh = Player(server.url, player.token)
        assert fresh.entry == entry
        assert jsonio.dumps(fresh.joined.packet["view"]) == jsonio.dumps(views.View.to_json(player.view))
        fresh.close()
    players["US"].send(wire.Resign("end"))
    players["US"].until(wire.Over)
    found = json.loads(get(server.url, f"/api/games/{made['game']}/record")[1])
    folder, content = load(TITLE)
    rules = rules_of(folder, content, native=True)
    try:
        assert record.replay(found, rules, tuple(side.id for side in content.sides)) is None
    finally:
        rules.close()
    done(players)


def back(players: dict[str, Player]) -> None:
    """Have everybody come back after the server did."""
    for player in players.values():
        player.close()
        player.connect()
