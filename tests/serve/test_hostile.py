"""Who means the server ill gets refusals, and nobody else notices: others' actions and games, nonsense, floods, old tokens."""

from __future__ import annotations

import asyncio
import base64
import http.client
import random
import secrets
import socket
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from qtwar.base.errors import DataFault
from qtwar.serve import web
from qtwar.wire import messages as wire
from tests.serve.client import Player, get, new_game, post
from tests.serve.conftest import ServerProcess
from tests.serve.test_table import SCENARIO, TITLE, done, joined_now, one_step, table

NONSENSE = (
    b"", b"\x00\xff" * 40, b"{", b"[" * 50_000, b'{"t":"act"}', b'{"t":"join","token":"x","protocol":1}',
    b'{"t":"\xed\xa0\x80"}',
    b'{"t":"act","key":"k","entry":-1,"action":{"side":"US","verb":"pass"}}', b"null", b'{"t":"query","ref":1,"what":[]}',
)  # fmt: skip


def raw(server: ServerProcess) -> Any:
    """Return a connection that has not joined."""
    return connect(server.url.replace("http", "ws", 1) + "/ws", max_size=2**24, max_queue=None)


def last_words(socket: Any) -> wire.News:
    """Return the last message before the server ended the connection."""
    found = None
    try:
        while True:
            found = socket.recv(20)
    except ConnectionClosed:
        assert isinstance(found, str)
        return wire.read_news(found)


@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_ends_the_connection_of_who_sent_it_alone(
    server: ServerProcess, players: dict[str, Player], text: bytes
) -> None:
    for first in (None, wire.write(wire.Join(players["US"].token))):
        with raw(server) as line:
            if first is not None:
                line.send(first)
            line.send(text, text=b"\xff" not in text and b"\xed" not in text)
            assert isinstance(last_words(line), wire.Closed | wire.Joined | wire.Here)


def test_a_huge_message_ends_the_connection(server: ServerProcess, players: dict[str, Player]) -> None:
    with raw(server) as line:
        line.send(wire.write(wire.Join(players["US"].token)))
        with suppress(ConnectionClosed):
            line.send("x" * 20_000_000)
        with pytest.raises(ConnectionClosed):
            [line.recv(20) for _ in range(9)]


def test_bodies_of_http_are_limited_and_checked(server: ServerProcess) -> None:
    for path in ("/api/games", "/api/sit", "/api/look", "/api/links", "/api/cards"):
        for body in (b"{", b"[]", b'{"code":1}', b'{"tokens":"x"}', b'{"more":1}'):
            assert post(server.url, path, body)[0] in (400, 403)
        try:
            assert post(server.url, path, b"x" * 3_000_000)[0] == 413
        except (ConnectionError, OSError):
            continue  # it hung up before all was sent


def test_other_games_and_seats_can_not_be_reached(server: ServerProcess, players: dict[str, Player]) -> None:
    made, tokens = new_game(server.url, server.host, TITLE, SCENARIO)
    for token in (made["game"], made["host"], "", made["invitations"]["US"], secrets.token_urlsafe(24), "x" * 199):
        with raw(server) as line:
            line.send(wire.write(wire.Join(token or "none")))
            closed = last_words(line)
            assert isinstance(closed, wire.Closed)
            assert closed.message["key"] in ("refuse.token", "refuse.malformed", "refuse.too_fast")
    assert get(server.url, f"/api/games/{made['game']}/record")[0] in (404, 429)
    assert post(server.url, "/api/links", {"token": tokens["US"], "what": "again", "side": "NVA_VC"})[1]["code"]
    assert post(server.url, "/api/links", {"token": tokens["US"], "what": "seat", "side": "NVA_VC"})[0] == 403
    us = players["US"]
    came = us.act({"side": "NVA_VC", "verb": "pass", "args": {}})
    assert isinstance(came, wire.Denied)


def test_pages_of_other_origins_may_not_connect(server: ServerProcess) -> None:
    with pytest.raises(InvalidStatus), connect(server.url.replace("http", "ws", 1) + "/ws", origin="https://evil.example"):  # type: ignore[arg-type]
        pass
    parts = urlsplit(server.url)
    with connect(server.url.replace("http", "ws", 1) + "/ws", origin=f"http://{parts.netloc}"):  # type: ignore[arg-type]
        pass


def test_arguments_of_actions_and_questions_may_be_anything(server: ServerProcess, players: dict[str, Player]) -> None:
    chance = random.Random(8)
    who = next(player for player in players.values() if player.offer)
    assert who.offer is not None
    odd: list[Any] = [None, -1, 2**63, 1e300, "", "x" * 5000, [], [[]] * 50, {}, {"a": {"b": [None]}}, "~delta:1#0", "\u202e"]
    for n in range(60):
        ask = chance.choice(who.offer["asks"])
        names = ["pieces", "cell", "path", "choice", "number", "amounts", "land", "op", "leave", "to", ""]
        args = {chance.choice(names): chance.choice(odd) for _ in range(3)}
        verb = chance.choice([ask["verb"], "free", "permit", "strictness", "", "setup", "__init__"])
        wire_side = chance.choice([who.joined.seat, "", "*", "US"])
        who.send(wire.Act(f"odd {n}", who.entry, {"side": wire_side, "verb": verb or "x", "args": args}))
        came = who.answer(f"odd {n}")
        assert not isinstance(came, wire.Closed)
        if isinstance(came, wire.Happened):
            for player in players.values():
                player.settle(came.entry)
        who.query(chance.choice(["reach", "odds", "cell", "why", "sight", "bill", "zzz"]), args)
        time.sleep(0.1)  # keeps its rate
    one_step(players, chance)


def test_ten_thousand_messages_a_second_harm_nobody_else(server: ServerProcess) -> None:
    _, mine = table(server)
    _, theirs = table(server)
    flooder = mine["US"]
    stop, sent, ended = threading.Event(), [0], [0]

    def flood(asked: wire.Request) -> None:
        text = wire.write(asked)
        while not stop.is_set():
            try:
                with raw(server) as line:
                    line.send(wire.write(wire.Join(flooder.token)))
                    while not stop.is_set():
                        line.send(text)
                        sent[0] += 1
            except (ConnectionClosed, OSError):
                ended[0] += 1

    floods = wire.Query("r", "reach", {"pieces": []}), wire.Say("s", "x" * 1000)
    threads = [threading.Thread(target=flood, args=(asked,)) for asked in floods]
    for thread in threads:
        thread.start()
    chance = random.Random(9)
    slow = 0.0
    for _ in range(10):
        began = time.monotonic()
        one_step(theirs, chance)
        slow = max(slow, time.monotonic() - began)
    stop.set()
    for thread in threads:
        thread.join()
    print(f"flood: {sent[0]} messages, {ended[0]} connections ended, slowest step beside it {slow:.2f} s")
    assert ended[0], "who only talks is cut off; who asks is read no faster than he is answered"
    assert joined_now(server, theirs["US"]).entry == theirs["US"].entry
    done(theirs)
    done(mine)


def test_a_slow_or_silent_line_holds_nobody_up(server: ServerProcess, players: dict[str, Player]) -> None:
    parts = urlsplit(server.url)
    lines = [socket.create_connection((parts.hostname, parts.port)) for _ in range(50)]
    for line in lines:
        line.sendall(b"GET /ws HTTP/1.1\r\nHost: x\r\n")
    one_step(players, random.Random(10))
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=20)
    connection.request("GET", "/health")
    assert connection.getresponse().status == 200
    connection.close()
    for line in lines:
        line.close()


def test_who_guesses_is_slowed_down_and_locks_nobody_out_who_shares_his_address(own_server: ServerProcess) -> None:
    server, game = own_server, {"title": TITLE, "scenario": SCENARIO, "seat": "NVA_VC"}
    made = post(server.url, "/api/games", {**game, "host": server.host})[1]

    def wrong() -> list[int]:
        basic = "Basic " + base64.b64encode(b"x:guess").decode()
        return [
            post(server.url, "/api/sit", {"code": "AAAA-BBBB-CCCC"})[0],
            post(server.url, "/api/cards", {"tokens": ["guess"]})[0],
            post(server.url, "/api/games", {**game, "host": "guess"})[0],
            get(server.url, "/admin", authorization=basic)[0],
            post(server.url, "/api/account/games", {"token": "guess"})[0],
        ]

    assert wrong() == [404, 200, 403, 401, 403]
    for _ in range(7):
        wrong()
    assert wrong() == [429] * 5
    with pytest.raises(ConnectionClosed) as gone:  # without a word: his own token may be behind it, and he comes back later
        Player(server.url, "guess")
    assert gone.value.rcvd is not None
    assert gone.value.rcvd.code == 1013
    mine = Player(server.url, made["token"])
    assert mine.joined.seat == "NVA_VC"
    mine.close()
    assert post(server.url, "/api/sit", {"code": made["invitations"]["US"]})[0] == 200
    assert len(post(server.url, "/api/cards", {"tokens": [made["host"]]})[1]["cards"]) == 1
    assert get(server.url, "/admin", authorization="Basic " + base64.b64encode(f"x:{server.admin}".encode()).decode())[0] == 200
    account = {"name": "Mika", "password": "long enough", "tokens": [made["token"]]}
    assert post(server.url, "/api/account/make", account)[0] == 200
    assert post(server.url, "/api/account/enter", account)[0] == 200, "wrong codes are no wrong passwords"


def test_of_passwords_a_right_guess_is_no_better_than_a_wrong_one_and_who_is_in_stays_in(own_server: ServerProcess) -> None:
    server, game = own_server, {"title": TITLE, "scenario": SCENARIO, "seat": "NVA_VC"}
    made = post(server.url, "/api/games", {**game, "host": server.host})[1]
    account = {"name": "Mika", "password": "long enough", "tokens": [made["token"]]}
    entered = post(server.url, "/api/account/make", account)[1]
    tried = [post(server.url, "/api/account/enter", {**account, "name": f"Mika{n}"})[0] for n in range(30)]
    assert (tried[0], tried[-1]) == (403, 429)
    assert post(server.url, "/api/account/enter", account)[0] == 429
    assert post(server.url, "/api/account/games", {"token": entered["token"]})[0] == 200
    assert post(server.url, "/api/sit", {"code": made["invitations"]["US"]})[0] == 200


@pytest.mark.parametrize(
    ("fault", "code", "told"),
    [
        ("fault.server.busy", 1013, []),
        ("fault.server.database", 1013, []),
        ("fault.server.no_game", 1008, ["fault.server.no_game"]),
    ],
)
def test_who_can_not_be_let_in_just_now_may_come_back(
    fault: str, code: int, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Line:
        client, codes, texts = None, list[int](), list[str]()

        async def receive(self) -> dict[str, str]:
            return {"type": "websocket.receive", "text": wire.write(wire.Join("token"))}

        async def send_text(self, text: str) -> None:
            self.texts.append(text)

        async def close(self, code: int) -> None:
            self.codes.append(code)

    class Full:
        async def join(self, token: str) -> None:
            raise DataFault(fault)

    async def at_once(seconds: float) -> None:
        return None

    monkeypatch.setattr(web.asyncio, "sleep", at_once)
    line: Any = Line()
    asyncio.run(web.Web(cast(Any, Full()))._let_in(line))
    assert line.codes == [code]
    assert [cast(wire.Closed, wire.read_news(text)).message["key"] for text in line.texts] == told


def test_where_anybody_may_make_games_nobody_makes_very_many(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, "--open")
    made = [post(server.url, "/api/games", {"title": "none", "scenario": "x"})[0] for _ in range(25)]
    assert made[0] == 400, "there is no such title, but it might be made"
    assert made[-1] == 429
    assert post(server.url, "/api/games", {"title": TITLE, "scenario": SCENARIO, "host": server.host})[0] == 200
    server.stop()


def test_nothing_secret_is_in_the_log_or_the_database_as_it_stands(server: ServerProcess, players: dict[str, Player]) -> None:
    data = b"".join(path.read_bytes() for path in server.folder.glob("tables.sqlite*")) + server.log().encode()
    for secret in (*(player.token for player in players.values()), server.admin, server.host):
        assert secret.encode() not in data


@pytest.fixture(scope="module")
def players(server: ServerProcess) -> Any:
    """A game that goes on beside all that is tried; it is whole in the end."""
    _, players = table(server)
    yield players
    one_step(players, random.Random(1))
    for player in players.values():
        assert joined_now(server, player).packet["view"] == player.view.to_json()
    done(players)
