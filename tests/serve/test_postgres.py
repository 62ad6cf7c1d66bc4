"""The same tables on PostgreSQL: a game through two server processes, one of them killed, and through one alone."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from qtwar.bench import postgres
from qtwar.storage.hosted import presence
from qtwar.storage.hosted.database import Database
from qtwar.storage.hosted.presence import HostedPresence
from qtwar.storage.hosted.store import HostedGame, HostedStore
from qtwar.wire import messages as wire
from tests.serve.client import Player, new_game
from tests.serve.conftest import ServerProcess
from tests.serve.test_table import SCENARIO, TITLE, done, one_step


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """The URL of an empty database."""
    with postgres.running() as url:
        yield url


@pytest.fixture
def two(database: str, tmp_path: Path) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    """Two server processes on one database."""
    servers = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        servers.append(ServerProcess(tmp_path / name, "--database", database, "--workers", "2", "--open"))
    yield servers[0], servers[1]
    for server in servers:
        if server.process.poll() is None:
            server.stop()
            assert "Traceback" not in server.log()


def test_a_game_is_played_through_two_processes_and_goes_on_when_one_is_killed(
    two: tuple[ServerProcess, ServerProcess],
) -> None:
    first, second = two
    made, tokens = new_game(first.url, first.host, TITLE, SCENARIO)
    us, enemy = Player(first.url, tokens["US"]), Player(second.url, tokens["NVA_VC"])
    players = {"US": us, "NVA_VC": enemy, "": Player(second.url, made["watch"])}
    chance = random.Random(31)
    for _ in range(10):
        one_step(players, chance)
    assert sorted(seat["side"] for seat in enemy.joined.seats if seat["here"]) == ["NVA_VC", "US"], "who is here, wherever"
    us.send(wire.Say("s", "to the other process"))
    assert enemy.until(wire.Remark).text == "to the other process"
    us.send(wire.Propose("p", "adjourn"))
    enemy.send(wire.Reply(enemy.until(wire.Proposed).proposal["no"], False))
    assert not us.until(wire.Settled).yes
    entry = us.entry
    first.kill()
    us.close()
    began = time.monotonic()
    us = Player(second.url, tokens["US"])
    print(f"taken over after {time.monotonic() - began:.2f} s")
    assert us.entry == entry
    assert us.view.to_json()["places"]
    players["US"] = us
    for _ in range(6):
        one_step(players, chance)
    assert us.entry >= entry + 6
    players.pop("").close()
    enemy.until(lambda news: isinstance(news, wire.Here) and news.watching == 0)
    us.close()
    gone = enemy.until(lambda news: isinstance(news, wire.Here) and any(not seat["here"] for seat in news.seats))
    assert [seat["side"] for seat in gone.seats if seat["here"]] == ["NVA_VC"]
    us.connect()
    done(players)


def test_who_was_at_a_process_that_was_killed_is_forgotten(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    url = database.replace("postgresql://", "postgresql+psycopg://")
    with closing(Database(url)) as one, closing(Database(url)) as other:
        _forgotten(HostedPresence(one), HostedPresence(other), monkeypatch)


def _forgotten(one: HostedPresence, other: HostedPresence, monkeypatch: pytest.MonkeyPatch) -> None:
    one.come_and_go("here", ["US"], 2)
    assert other.elsewhere("here") == ({"US"}, 2)
    assert one.elsewhere("here") == (set(), 0)
    assert other.alive() == []
    monkeypatch.setattr(presence, "FORGOTTEN", -1.0)
    assert other.alive() == ["here"]
    assert other.elsewhere("here") == (set(), 0)
    monkeypatch.undo()
    assert one.alive() == []
    assert other.elsewhere("here") == ({"US"}, 2), "it was late, not dead"
    one.come_and_go("here", ["US"], 0)
    one.end()
    assert other.elsewhere("here") == (set(), 0)


def test_two_processes_never_write_the_same_row_twice(two: tuple[ServerProcess, ServerProcess]) -> None:
    first, second = two
    _, tokens = new_game(first.url, first.host, TITLE, SCENARIO)
    here = {side: Player(first.url, token) for side, token in tokens.items()}
    there = {side: Player(second.url, token) for side, token in tokens.items()}
    chance = random.Random(32)
    rows: list[int] = []
    for n in range(12):
        side = next(side for side, player in here.items() if player.offer)
        action = here[side].random_action(chance)
        assert action is not None
        asked = wire.Act(f"both {n}", here[side].entry, action)
        for players in (here, there):
            players[side].send(asked)
        came = [players[side].answer(asked.key) for players in (here, there)]
        written = {news.entry for news in came if isinstance(news, wire.Happened | wire.Already)}
        assert len(written) <= 1, came
        rows += written
        for players in (here, there):
            for player in players.values():
                player.settle(max([player.entry, *written]))
    assert rows == sorted(set(rows))
    for side in here:
        assert here[side].view.to_json() == there[side].view.to_json()
    done({**here, **{f"{side} there": player for side, player in there.items()}})


def test_what_is_stored_is_the_same_on_both_databases(database: str, tmp_path: Path) -> None:
    found = []
    for url in (database.replace("postgresql://", "postgresql+psycopg://"), f"sqlite:///{tmp_path / 'x.sqlite'}"):
        with closing(Database(url)) as opened:
            store = HostedStore(opened)
            store.add(HostedGame("same", TITLE, SCENARIO, "名前", {"key": "00", "x": [1.0, None, "\x00"]}), ["US", "NVA_VC"])
            code = store.give("invite", "same", "US")
            sat = store.sit(code.lower(), "Mika")
            assert sat is not None
            again = store.sit(code, "Mika")  # the answer was lost
            assert again is not None
            assert [store.open(token) for token in (sat[0], again[0])] == [None, again[1]]
            assert store.sit(code, "Thief") is None
            store.came("same", "US")
            assert store.sit(code, "Mika") is None
            said = store.say("same", "US", "Mika", "hello", 0, "k")
            assert said is not None
            assert store.say("same", "US", "Mika", "hello", 0, "k") is None
            game = store.game("same")
            assert game is not None
            assert store.end("same", {"how": "draw"})
            assert not store.end("same", {"how": "draw"})
            found.append((game.facts, store.seats("same"), [one["text"] for one in store.remarks("same")]))
            store.delete("same")
            assert store.game("same") is None
    assert found[0] == found[1]
    assert found[0][0]["x"] == [1.0, None, "\x00"]


def test_remarks_of_both_processes_reach_everybody(two: tuple[ServerProcess, ServerProcess]) -> None:
    first, second = two
    _, tokens = new_game(first.url, first.host, TITLE, SCENARIO)
    us, enemy = Player(first.url, tokens["US"]), Player(second.url, tokens["NVA_VC"])
    for n in range(8):
        us.send(wire.Say(f"us {n}", f"us {n}"))
        enemy.send(wire.Say(f"enemy {n}", f"enemy {n}"))
    for player in (us, enemy):
        heard = set[str]()
        while len(heard) < 16:
            heard.add(player.until(wire.Remark).text)
    done({"US": us, "NVA_VC": enemy})
