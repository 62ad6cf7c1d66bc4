"""Time budgets: they begin when all sit, run for who may act, and end a game once they are over."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from qtwar.serve import clock
from qtwar.serve.hall import Hall, ServeSettings
from qtwar.storage.hosted.database import Database, url_of
from qtwar.storage.hosted.store import HostedGame, HostedSeat, HostedStore
from qtwar.wire import messages as wire
from tests.serve.client import Player, new_game, post
from tests.serve.conftest import ServerProcess
from tests.serve.test_table import SCENARIO, TITLE, done, one_step, table

Json = dict[str, Any]
WEEK: Json = {"kind": "game", "hours": 168}


@pytest.fixture
def store(server: ServerProcess) -> Iterator[HostedStore]:
    """The server's database."""
    database = Database(url_of(server.folder))
    yield HostedStore(database)
    database.close()


def spent(store: HostedStore, game: str, hours: float) -> str:
    """Have the side whose time runs used up so much; returns it."""
    row = store.game(game)
    assert row is not None
    side: str = row.clock["running"][0]
    store.change(game, clock={**row.clock, "used": {side: hours * 3600.0}})
    return side


def test_time_runs_for_who_may_act_and_starts_again_with_each_move() -> None:
    at_move = clock.made({"kind": "move", "hours": 2})
    running = clock.ticked(at_move, ["US"], stopped=False)
    assert running["running"] == ["US"]
    running = {**running, "used": {"US": 3600.0}}
    assert clock.told(running, ["US", "VC"])["left"] in ({"US": 3600, "VC": 7200}, {"US": 3599, "VC": 7200})
    goes_on = clock.ticked(running, ["US"], stopped=False)
    assert goes_on["used"]["US"] >= 3600.0
    other = clock.ticked(goes_on, ["VC"], stopped=False)
    assert (other["running"], other["used"]) == (["VC"], {})
    assert clock.ticked(clock.ticked(other, ["US"], stopped=False), ["US"], stopped=True)["running"] == []
    in_all = {**clock.ticked(clock.made(WEEK), ["US"], stopped=False), "used": {"US": 100.0}}
    assert clock.ticked(in_all, ["VC"], stopped=False)["used"]["US"] >= 100.0
    assert clock.left(clock.made({}), "US") is None


def test_a_clock_begins_when_the_last_player_sits_down(server: ServerProcess, store: HostedStore) -> None:
    made = post(server.url, "/api/games", {"title": TITLE, "scenario": SCENARIO, "host": server.host, "clock": WEEK})[1]
    codes = list(made["invitations"].values())
    first = Player(server.url, post(server.url, "/api/sit", {"code": codes[0]})[1]["token"])
    assert first.joined.clock["running"] == []
    post(server.url, "/api/sit", {"code": codes[1]})
    first.until(lambda news: isinstance(news, wire.Clock) and news.clock["running"] != [])
    first.close()
    alone, _ = new_game(server.url, server.host, TITLE, SCENARIO, clock=WEEK)  # nobody is connected
    for _ in range(500):
        post(server.url, "/api/look", {"code": alone["watch"]})
        row = store.game(alone["game"])
        if row is not None and row.clock["running"]:
            break
    else:
        pytest.fail("time does not run")


def test_a_side_whose_time_is_over_has_lost_when_the_other_says_so(server: ServerProcess, store: HostedStore) -> None:
    made, players = table(server, clock=WEEK)
    one_step(players, random.Random(9))
    row = store.game(made["game"])
    assert row is not None
    late = players[row.clock["running"][0]]
    other = next(player for player in players.values() if player is not late)
    other.send(wire.Claim("c1"))
    no = other.answer("c1")
    assert isinstance(no, wire.Denied)
    assert no.message["key"] == "refuse.time_left"
    spent(store, made["game"], 169)  # as another process on this database would have it
    other.send(wire.Claim("c2"))
    over = late.until(wire.Over).over
    assert (over["how"], over["by"], over["winner"]) == ("time", late.joined.seat, other.joined.seat)
    done(players)


def test_a_server_ends_the_game_of_who_lets_his_time_run_out(server: ServerProcess, store: HostedStore) -> None:
    made, players = table(server, clock=WEEK)
    one_step(players, random.Random(9))
    late = spent(store, made["game"], 100)
    hall = Hall(ServeSettings(server.folder, url_of(server.folder)))

    async def look() -> None:
        await hall.lookout.look_at_clocks()

    asyncio.run(look())
    row = store.game(made["game"])
    assert row is not None
    assert row.over is None, "there is time left"
    spent(store, made["game"], 169)
    asyncio.run(look())
    row = store.game(made["game"])
    assert row is not None
    assert row.over is None, "nobody could move while the server was away"
    hall.lookout._ends_from = 0.0
    asyncio.run(look())
    row = store.game(made["game"])
    assert row is not None
    assert row.over is not None
    assert (row.over["how"], row.over["by"], row.over["winner"]) == ("time", late, next(s for s in players if s != late))
    assert row.over["key"]
    hall.pool.close()
    hall.database.close()
    done(players)


def test_who_moved_while_the_clocks_were_looked_at_has_moved_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall(ServeSettings(tmp_path, url_of(tmp_path)))
    running = {**clock.ticked(clock.made(WEEK), ["US"], stopped=False), "used": {"US": 169 * 3600.0}}
    hall.store.add(HostedGame("game", TITLE, SCENARIO, "", {"key": "00"}, clock=running, timed=True), ("US", "NVA_VC"))
    hall.lookout._ends_from = 0.0
    seats = hall.store.seats_with_clock

    def moved() -> dict[str, list[HostedSeat]]:
        hall.store.change("game", clock=clock.ticked(running, ["NVA_VC"], stopped=False))
        return seats()

    monkeypatch.setattr(hall.store, "seats_with_clock", moved)
    asyncio.run(hall.lookout.look_at_clocks())
    row = hall.store.game("game")
    assert row is not None
    assert row.over is None
    hall.pool.close()
    hall.database.close()


def test_any_number_of_clocks_is_looked_at_and_a_title_that_is_gone_holds_up_none(tmp_path: Path) -> None:
    hall = Hall(ServeSettings(tmp_path, url_of(tmp_path)))
    hall.lookout._ends_from = 0.0
    asked: list[int] = []
    event.listen(hall.database._engine, "before_cursor_execute", lambda *given: asked.append(len(given[3])))
    late = {**clock.ticked(clock.made(WEEK), ["US"], stopped=False), "used": {"US": 169 * 3600.0}}
    for n in range(40):
        row = HostedGame(f"game{n}", "gone" if n % 2 else TITLE, SCENARIO, "", {"key": "00"}, clock=late, timed=True)
        hall.store.add(row, ("US", "NVA_VC"))
        hall.store.change_seat(row.id, "US", notice={"mail": f"us{n}@example.org"})
    asked.clear()
    asyncio.run(hall.lookout.look_at_clocks())
    assert hall.store.count() == (40, 0)
    assert hall.lookout.notices._queue.qsize() == 20
    assert max(asked) < 20, "a question names no games"
    hall.pool.close()
    hall.database.close()


def test_time_stops_for_a_seat_that_was_taken_away_and_runs_on_with_the_next_who_sits_there(
    server: ServerProcess, store: HostedStore
) -> None:
    made, players = table(server, clock=WEEK)
    one_step(players, random.Random(9))
    us = players["US"]
    code = post(server.url, "/api/links", {"token": made["host"], "what": "unseat", "side": "NVA_VC"})[1]["code"]
    us.until(lambda news: isinstance(news, wire.Clock) and news.clock["running"] == [])
    row = store.game(made["game"])
    assert row is not None
    assert row.clock["running"] == []
    post(server.url, "/api/sit", {"code": code})
    us.until(lambda news: isinstance(news, wire.Clock) and news.clock["running"] != [])
    done(players)


def test_in_a_game_for_one_time_begins_with_the_game(server: ServerProcess, store: HostedStore) -> None:
    game = {"title": "fields_of_fire", "scenario": "nrm_1", "host": server.host, "clock": WEEK}
    side = next(iter(post(server.url, "/api/games", game)[1]["invitations"]))
    row = store.game(post(server.url, "/api/games", {**game, "seat": side})[1]["game"])
    assert row is not None
    assert row.clock["running"] == [side]
