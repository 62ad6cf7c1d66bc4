"""Games go to sleep and wake, and a server's database is copied while it is in use."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.serve.client import Player, get
from tests.serve.conftest import ServerProcess
from tests.serve.test_table import done, joined_now, one_step, table


@pytest.fixture
def drowsy(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server whose games fall asleep at once."""
    process = ServerProcess(tmp_path, "--idle", "0.1", "--workers", "1")
    yield process
    process.stop()
    assert "Traceback" not in process.log()


def figure(server: ServerProcess, name: str) -> float:
    """Return one of the server's figures."""
    found = re.search(rf"^qtwar_{name} (\S+)$", get(server.url, "/metrics")[1], re.M)
    assert found is not None
    return float(found[1])


def wait_for(true: Callable[[], bool]) -> None:
    """Wait until something is so; a test that waits for good is ended by its time limit."""
    while not true():
        time.sleep(0.05)


def test_a_game_that_sleeps_goes_on_where_it_was_for_who_is_connected_and_for_who_comes(drowsy: ServerProcess) -> None:
    _, players = table(drowsy)
    chance = random.Random(41)
    for _ in range(4):
        one_step(players, chance)
        wait_for(lambda: figure(drowsy, "games_awake") == 0)
    woken = figure(drowsy, "woken_total")
    assert woken >= 4
    for player in players.values():
        assert joined_now(drowsy, player).packet["view"] == player.view.to_json()
    print(f"woken {figure(drowsy, 'woken_total'):.0f} times, {figure(drowsy, 'wake_seconds_total'):.2f} s in all")
    done(players)


def test_a_server_that_starts_has_workers_ready_for_the_games_under_way(own_server: ServerProcess) -> None:
    _, players = table(own_server)
    one_step(players, random.Random(43))
    done(players)
    own_server.stop()
    own_server.start()
    wait_for(lambda: figure(own_server, "workers") == 1)
    assert figure(own_server, "woken_total") == 0


def test_a_backup_is_a_whole_server(own_server: ServerProcess, tmp_path: Path) -> None:
    _, players = table(own_server)
    one_step(players, random.Random(42))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    command = [sys.executable, "-m", "qtwar", "serve", "--data", str(own_server.folder)]
    command += ["--backup", str(elsewhere / "tables.sqlite")]
    subprocess.run(command, check=True, timeout=120)
    second = ServerProcess(elsewhere)
    for player in players.values():
        again = Player(second.url, player.token)
        assert again.view.to_json() == player.view.to_json()
        again.close()
    second.stop()
    done(players)
