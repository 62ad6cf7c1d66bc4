"""Who sits where: invitations, handing over, those who watch, how many lines a seat has, what host and administrator close."""

from __future__ import annotations

import asyncio
import base64
import http.client
import json
import random
from contextlib import closing
from pathlib import Path

import pytest

from qtwar.serve import room
from qtwar.serve.hall import MOST_LINES, Hall, ServeSettings
from qtwar.serve.room import Connection
from qtwar.storage.hosted.database import Database, url_of
from qtwar.storage.hosted.store import HostedGame, HostedStore, hashed
from qtwar.wire import http as http_bodies
from qtwar.wire import messages as wire
from tests.serve.client import Player, new_game, post
from tests.serve.conftest import ServerProcess
from tests.serve.test_table import SCENARIO, TITLE, done, joined_now, one_step, table


def test_an_invitation_is_used_up_by_who_sits_down(server: ServerProcess) -> None:
    made = post(server.url, "/api/games", {"title": TITLE, "scenario": SCENARIO, "host": server.host})[1]
    code = made["invitations"]["US"]
    status, seen = post(server.url, "/api/look", {"code": code.lower().replace("-", "")})
    assert (status, seen["side"], seen["game"]["title"]) == (200, "US", TITLE)
    status, seated = post(server.url, "/api/sit", {"code": code, "name": "Mika"})
    assert status == 200
    assert post(server.url, "/api/sit", {"code": code, "name": "Thief"})[0] == 404
    player = Player(server.url, seated["token"])
    assert player.joined.seat == "US"
    mine = next(seat for seat in player.joined.seats if seat["side"] == "US")
    assert mine == {"side": "US", "name": "Mika", "taken": True, "here": True}
    assert len(player.joined.game["commit"]) == 64
    assert "key" not in json.dumps(player.joined.game)
    player.close()


def test_an_invitation_whose_answer_was_lost_gives_the_seat_again_until_somebody_has_come(server: ServerProcess) -> None:
    made = post(server.url, "/api/games", {"title": TITLE, "scenario": SCENARIO, "host": server.host})[1]
    sit = {"code": made["invitations"]["US"], "name": "Mika"}
    lost = post(server.url, "/api/sit", sit)[1]["token"]  # the line was cut before it arrived
    assert post(server.url, "/api/look", {"code": sit["code"]})[0] == 200
    assert post(server.url, "/api/sit", {**sit, "name": "Thief"})[0] == 404
    player = Player(server.url, post(server.url, "/api/sit", sit)[1]["token"])
    assert player.joined.seat == "US"
    assert post(server.url, "/api/cards", {"tokens": [lost]})[1]["cards"] == []
    assert post(server.url, "/api/look", {"code": sit["code"]})[0] == 404
    assert post(server.url, "/api/sit", sit)[0] == 404
    player.close()


def test_a_choice_whose_answer_was_lost_gives_the_seat_again_until_somebody_has_come(server: ServerProcess) -> None:
    wanted = {"title": TITLE, "scenario": SCENARIO, "host": server.host}
    made = post(server.url, "/api/games", wanted)[1]
    sit = {"code": made["choice"], "name": "Mika", "side": "US"}
    other = post(server.url, "/api/sit", {**sit, "name": "Other", "side": "NVA_VC"})[1]["token"]
    Player(server.url, other).close()
    post(server.url, "/api/sit", sit)
    assert post(server.url, "/api/look", {"code": sit["code"]})[1]["sides"] == ["US"]
    assert post(server.url, "/api/sit", {**sit, "name": "Thief"})[0] == 404
    player = Player(server.url, post(server.url, "/api/sit", sit)[1]["token"])
    assert player.joined.seat == "US"
    assert post(server.url, "/api/look", {"code": sit["code"]})[0] == 404
    assert post(server.url, "/api/sit", sit)[0] == 404
    player.close()


def test_a_new_invitation_ends_one_whose_answer_was_lost(server: ServerProcess) -> None:
    made = post(server.url, "/api/games", {"title": TITLE, "scenario": SCENARIO, "host": server.host})[1]
    sit = {"code": made["invitations"]["US"], "name": "Mika"}
    post(server.url, "/api/sit", sit)
    unseat = {"token": made["host"], "what": "unseat", "side": "US"}
    again = post(server.url, "/api/links", unseat)[1]["code"]
    assert post(server.url, "/api/sit", sit)[0] == 404
    assert post(server.url, "/api/sit", {**sit, "code": again})[0] == 200


def test_games_are_made_with_the_host_key_alone(server: ServerProcess) -> None:
    wrong = {"title": TITLE, "scenario": SCENARIO, "host": "guess"}
    assert post(server.url, "/api/games", wrong)[0] == 403
    for body in ({"title": "../../etc"}, {"scenario": "nothing"}, {"seat": "GREEN"}, {"options": {"none": 1}}):
        status, said = post(server.url, "/api/games", {"title": TITLE, "scenario": SCENARIO, "host": server.host, **body})
        assert status == 400, said
        assert said["denied"]["key"].startswith("fault.")


def test_a_seat_is_taken_up_elsewhere_or_handed_over(server: ServerProcess) -> None:
    _, players = table(server)
    us = players["US"]
    one_step(players, random.Random(7))
    code = post(server.url, "/api/links", {"token": us.token, "what": "again"})[1]["code"]
    again = Player(server.url, post(server.url, "/api/sit", {"code": code})[1]["token"])
    assert again.joined.entry == us.entry
    assert again.view.to_json() == us.view.to_json()
    assert post(server.url, "/api/notice", {"token": us.token, "webhook": "https://discord.com/api/webhooks/1"})[0] == 200
    code = post(server.url, "/api/links", {"token": again.token, "what": "over"})[1]["code"]
    heir = post(server.url, "/api/sit", {"code": code, "name": "Heir"})[1]["token"]
    for old in (us, again):
        assert old.until(wire.Closed).message["key"] == "refuse.token"
    other = Player(server.url, heir)
    assert {seat["name"] for seat in other.joined.seats} == {"Heir", "who plays NVA_VC"}
    other.close()
    done(players)
    with closing(Database(url_of(server.folder))) as database:
        seat = next(seat for seat in HostedStore(database).seats(other.joined.game["id"]) if seat.side == "US")
    assert seat.notice == {}, "who had the seat is told no more of it"


def test_a_game_for_one_has_one_seat_and_others_watch(server: ServerProcess) -> None:
    made, tokens = new_game(server.url, server.host, "fields_of_fire", "nrm_1", clock={"kind": "game", "hours": 99})
    assert list(tokens) == ["us"]
    player, watcher = Player(server.url, tokens["us"]), Player(server.url, made["watch"])
    chance = random.Random(17)
    for _ in range(6):
        who, _, came = one_step({"us": player, "": watcher}, chance)
        assert who is player
        assert isinstance(came, wire.Happened)
    assert joined_now(server, player).clock["running"] == ["us"]
    assert [seat["side"] for seat in watcher.joined.seats] == ["us"]
    player.send(wire.Propose("p", "undo", length=2))  # nobody else is to be asked
    assert player.until(wire.Settled).yes
    assert len(joined_now(server, player).line) == 2
    player.send(wire.Resign("r"))
    assert watcher.until(wire.Over).over["how"] == "resigned"
    done({"us": player, "": watcher})


def test_the_administrators_page_closes_and_deletes_a_game(server: ServerProcess) -> None:
    made, players = table(server)
    key = base64.b64encode(f"anybody:{server.admin}".encode()).decode()

    def press(do: str, origin: str, game: str = made["game"]) -> int:
        body = f"game={game}&do={do}".encode()
        headers = {"authorization": f"Basic {key}", "origin": origin, "content-type": "application/x-www-form-urlencoded"}
        connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=20)
        connection.request("POST", "/admin", body, headers)
        status = connection.getresponse().status
        connection.close()
        return status

    for origin in ("null", "https://evil.example"):
        assert press("delete", origin) == 403
    assert press("block", server.url) == 303
    assert post(server.url, "/api/sit", {"code": made["watch"]})[0] in (403, 404)
    assert press("delete", server.url, "") == 400, "no game: what no game owns stays"
    assert press("delete", server.url) == 303
    assert players["US"].until(wire.Closed).message["key"] == "refuse.game_deleted"
    done(players)


def test_a_host_closes_the_table_to_strangers_and_deletes_it(server: ServerProcess) -> None:
    made, players = table(server)
    watcher = Player(server.url, made["watch"])
    assert post(server.url, "/api/links", {"token": players["US"].token, "what": "delete"})[0] == 403
    assert post(server.url, "/api/links", {"token": made["host"], "what": "block"})[0] == 200
    assert watcher.until(wire.Closed).message["key"] == "refuse.token"
    assert post(server.url, "/api/links", {"token": made["host"], "what": "delete"})[0] == 200
    assert players["US"].until(wire.Closed).message["key"] == "refuse.game_deleted"


def test_a_link_for_those_who_watch_opens_the_table_for_them_and_none_is_made_of_a_closed_one(server: ServerProcess) -> None:
    made, players = table(server, spectators=False)
    done(players)
    status, found = post(server.url, "/api/links", {"token": made["host"], "what": "watch"})
    assert status == 200
    watcher = Player(server.url, found["code"])
    assert watcher.joined.seat == ""
    watcher.close()
    assert post(server.url, "/api/links", {"token": made["host"], "what": "block"})[0] == 200
    status, found = post(server.url, "/api/links", {"token": made["host"], "what": "watch"})
    assert (status, found["denied"]["key"]) == (403, "refuse.table_closed")


def test_a_seat_has_so_many_lines_and_the_oldest_goes_for_a_new_one(server: ServerProcess) -> None:
    _, players = table(server)
    us = players["US"]
    code = post(server.url, "/api/links", {"token": us.token, "what": "again"})[1]["code"]
    again = post(server.url, "/api/sit", {"code": code})[1]["token"]  # of the same seat
    more = [Player(server.url, token) for token in (us.token, again) * (MOST_LINES // 2)]
    assert us.until(wire.Closed).message["key"] == "refuse.too_many_lines", "or it would come back and throw out the next"
    assert isinstance(players["NVA_VC"].until(wire.Here), wire.Here)
    for one in (players["NVA_VC"], *more):
        one.close()


def test_a_line_that_takes_nothing_is_given_up_by_what_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_HELD", 25)

    async def send() -> None:
        line = Connection("t", "g", "US")
        for _ in range(20):  # it is read as it comes
            line.send("0123456789")
            assert await line.next() == "0123456789"
        for _ in range(3):
            line.send("0123456789")
        assert line.lost

    asyncio.run(send())


def test_a_choice_gives_no_seat_again_that_it_has_not_given_nor_to_somebody_without_a_name(tmp_path: Path) -> None:
    with closing(Database(url_of(tmp_path))) as database:
        store = HostedStore(database)
        store.add(HostedGame("game", TITLE, SCENARIO, "", {}), ("A", "B", "C"))
        choice = store.give("choice", "game", "")
        assert store.sit(store.give("invite", "game", "A"), "Anna") is not None
        assert store.sit(choice, "Anna", "A") is None, "she came by her own invitation"
        assert store.sit(choice, "", "B") is not None
        assert store.sit(choice, "", "B") is None, "many have no name"
        assert store.sit(choice, "Mika", "C") is not None
        assert store.waiting("game", choice) == {"C"}
        again = store.sit(choice.lower().replace("-", ""), "Mika", "C")
        assert again is not None, "however it is typed"
        assert store.sit(f"{hashed(choice)} C", "Mika") is None, "what is kept of it is no code"
        store.came("game", "C")
        assert store.sit(choice, "Mika", "C") is None
        nameless = store.give("invite", "game", "B")
        assert store.sit(nameless, "") is not None
        assert store.sit(nameless, "") is not None, "an invitation is one person's"


def test_whoever_lost_his_seat_while_he_joined_is_not_let_in(tmp_path: Path) -> None:
    hall = Hall(ServeSettings(tmp_path, url_of(tmp_path), workers=1))
    made = hall.make(http_bodies.Open(TITLE, SCENARIO))
    old = hall.store.sit(made.invitations["US"], "Mika")
    assert old is not None

    async def join() -> None:
        room = hall.room(made.game)
        async with room.entered():  # an action, say
            joins = asyncio.ensure_future(hall.join(old[0]))
            while room.wanted < 2:
                await asyncio.sleep(0)
            hall.store.unseat(made.game, "US")
            code = hall.store.give("invite", made.game, "US")
            assert hall.store.sit(code, "Next") is not None
        assert await joins is None
        assert room.connections == []
        assert hall.store.sit(code, "Next") is not None, "and what the next one may repeat he may"

    asyncio.run(join())
    hall.pool.close()
    hall.database.close()


def test_a_choice_gives_free_seats_and_no_other(server: ServerProcess) -> None:
    wanted = {"title": TITLE, "scenario": SCENARIO, "host": server.host}
    status, made = post(server.url, "/api/games", {**wanted, "clock": {"kind": "move", "hours": 72}})
    assert status == 200
    choice = made["choice"]
    found = post(server.url, "/api/look", {"code": choice})[1]
    assert (found["side"], sorted(found["sides"]), found["clock"]) == ("", ["NVA_VC", "US"], {"kind": "move", "hours": 72})
    for side in ("", "none"):
        status, said = post(server.url, "/api/sit", {"code": choice, "name": "Mika", "side": side})
        assert (status, said["denied"]["key"]) == (400, "refuse.not_offered")
    status, mine = post(server.url, "/api/sit", {"code": choice, "name": "Mika", "side": "US"})
    assert (status, mine["side"]) == (200, "US")
    status, said = post(server.url, "/api/sit", {"code": choice, "name": "Other", "side": "US"})
    assert (status, said["denied"]["key"]) == (404, "refuse.seat_taken")
    assert post(server.url, "/api/sit", {"code": made["invitations"]["US"], "name": "Other"})[0] == 404  # used up with the seat
    assert post(server.url, "/api/look", {"code": choice})[1]["sides"] == ["NVA_VC", "US"], "hers last, if the answer was lost"
    Player(server.url, mine["token"]).close()
    assert post(server.url, "/api/look", {"code": choice})[1]["sides"] == ["NVA_VC"]
    # whoever loses his seat does not come back by it
    assert post(server.url, "/api/links", {"token": made["host"], "what": "unseat", "side": "US"})[0] == 200
    assert post(server.url, "/api/sit", {"code": choice, "name": "Mika", "side": "US"})[0] == 404
    assert post(server.url, "/api/games", {**wanted, "seat": "US"})[1]["choice"] == ""
