"""A name and a password give a list of one's games on every machine; they open nothing else."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from qtwar.serve import accounts, rate
from qtwar.serve.accounts import AccountRoutes
from qtwar.serve.gate import GUESSES, Denial, Gate
from qtwar.serve.hall import Hall, ServeSettings
from qtwar.storage.hosted.database import url_of
from qtwar.wire.limits import Rate
from tests.serve.client import Player, new_game, post
from tests.serve.conftest import ServerProcess
from tests.serve.test_table import SCENARIO, TITLE

Json = dict[str, Any]
PASSWORD = "七転び八起き seven times"


def account(server: ServerProcess, what: str, /, **body: Any) -> tuple[int, Json]:
    """Ask something of the routes of accounts."""
    return post(server.url, f"/api/account/{what}", body)


def named(server: ServerProcess, tokens: list[str]) -> tuple[str, str]:
    """Make an account with seats on its list; returns its name and a token."""
    name = f"Mika {secrets.token_hex(4)}"
    status, found = account(server, "make", name=name, password=PASSWORD, tokens=tokens)
    assert status == 200, found
    return name, found["token"]


def test_a_list_of_ones_games_is_there_on_another_machine(server: ServerProcess) -> None:
    first, mine = new_game(server.url, server.host, TITLE, SCENARIO, name="Friday")
    _, theirs = new_game(server.url, server.host, TITLE, SCENARIO)
    name, _ = named(server, [mine["US"], first["host"]])
    status, entered = account(server, "enter", name=name.upper(), password=PASSWORD, tokens=[theirs["NVA_VC"]])
    assert (status, entered["name"]) == (200, name)
    status, listed = account(server, "games", token=entered["token"])
    assert status == 200
    assert listed["name"] == name
    assert {card["side"] for card in listed["cards"]} == {"US", "NVA_VC", ""}
    assert sorted(card["token"] for card in listed["cards"]) == [0, 1, 2]
    status, seat = account(server, "seat", token=entered["token"], game=first["game"], side="US")
    assert (status, seat["side"]) == (200, "US")
    here, there = Player(server.url, mine["US"]), Player(server.url, seat["token"])
    assert there.view.to_json() == here.view.to_json()
    here.close()
    there.close()


def test_a_name_is_given_to_who_sits_here_and_once(server: ServerProcess) -> None:
    made, mine = new_game(server.url, server.host, TITLE, SCENARIO)
    for tokens in ([], ["nobody"], [made["watch"]]):
        assert account(server, "make", name="Stranger", password=PASSWORD, tokens=tokens)[0] in (403, 429)
    name, _ = named(server, [mine["US"]])
    for wish in (name, f" {name.lower()} ", name.replace("M", "\uff2d")):  # full width looks the same
        status, said = account(server, "make", name=wish, password=PASSWORD, tokens=[mine["US"]])
        assert (status, said["denied"]["key"]) == (409, "refuse.account_taken")
    assert account(server, "make", name="Short", password="1234567", tokens=[mine["US"]])[0] == 400
    assert account(server, "make", name="\u202e", password=PASSWORD, tokens=[mine["US"]])[0] == 400


def test_a_name_with_signs_that_no_sentence_shows_enters_as_it_was_made(server: ServerProcess) -> None:
    _, mine = new_game(server.url, server.host, TITLE, SCENARIO)
    for name in (f"田中\u3000{secrets.token_hex(4)}", f"Mi\u200bka {secrets.token_hex(4)}"):  # wide, and no width at all
        assert account(server, "make", name=name, password=PASSWORD, tokens=[mine["US"]])[0] == 200
        status, entered = account(server, "enter", name=name, password=PASSWORD)
        assert status == 200, entered


def test_a_list_opens_no_seat_that_is_not_on_it(server: ServerProcess) -> None:
    made, mine = new_game(server.url, server.host, TITLE, SCENARIO)
    _, token = named(server, [mine["US"]])
    for game, side in ((made["game"], "NVA_VC"), (made["game"], ""), ("none", "US")):
        assert account(server, "seat", token=token, game=game, side=side)[0] == 404
    assert account(server, "seat", token=mine["US"], game=made["game"], side="US")[0] == 403
    assert post(server.url, "/api/cards", {"tokens": [token]})[1]["cards"] == []
    assert post(server.url, "/api/links", {"token": token, "what": "delete"})[0] == 404
    assert account(server, "keep", token=token, tokens=[mine["NVA_VC"]]) == (200, {"kept": 1})
    assert account(server, "seat", token=token, game=made["game"], side="NVA_VC")[0] == 200


def test_a_seat_that_is_handed_over_or_taken_away_is_on_the_list_no_more(server: ServerProcess) -> None:
    made, mine = new_game(server.url, server.host, TITLE, SCENARIO)
    _, token = named(server, list(mine.values()))
    code = post(server.url, "/api/links", {"token": mine["US"], "what": "over"})[1]["code"]
    assert post(server.url, "/api/sit", {"code": code, "name": "Heir"})[0] == 200
    assert [card["side"] for card in account(server, "games", token=token)[1]["cards"]] == ["NVA_VC"]
    enemy = Player(server.url, mine["NVA_VC"])
    assert post(server.url, "/api/links", {"token": mine["NVA_VC"], "what": "unseat", "side": "US"})[0] == 403
    code = post(server.url, "/api/links", {"token": made["host"], "what": "unseat", "side": "NVA_VC"})[1]["code"]
    assert enemy.until(lambda news: type(news).__name__ == "Closed").message["key"] == "refuse.token"
    assert account(server, "games", token=token)[1]["cards"] == []
    assert post(server.url, "/api/sit", {"code": code, "name": "Next"})[0] == 200


def test_another_password_ends_what_was_entered_with_the_old_one(server: ServerProcess) -> None:
    _, mine = new_game(server.url, server.host, TITLE, SCENARIO)
    name, first = named(server, [mine["US"]])
    _, other = account(server, "enter", name=name, password=PASSWORD)
    wrong = account(server, "change", token=first, what="password", password="guess guess", new="another one")
    assert wrong[0] == 403
    status, fresh = account(server, "change", token=first, what="password", password=PASSWORD, new="another one")
    assert status == 200
    for old in (first, other["token"]):
        assert account(server, "games", token=old)[0] == 403
    assert account(server, "enter", name=name, password=PASSWORD)[0] == 403
    assert account(server, "change", token=fresh["token"], what="leave") == (200, {})
    assert account(server, "games", token=fresh["token"])[0] == 403
    _, again = account(server, "enter", name=name, password="another one")
    assert account(server, "change", token=again["token"], what="delete", password="another one") == (200, {})
    assert account(server, "enter", name=name, password="another one")[0] == 403
    assert Player(server.url, mine["US"]).joined.seat == "US", "who has the seat's token still sits there"


def test_guessing_a_password_is_slowed_down_and_nothing_of_it_is_kept(own_server: ServerProcess) -> None:
    _, mine = new_game(own_server.url, own_server.host, TITLE, SCENARIO)
    name, token = named(own_server, [mine["US"]])
    statuses = list[int]()
    while 429 not in statuses:
        statuses.append(account(own_server, "enter", name=name, password=f"guess {len(statuses)} guess")[0])
        assert len(statuses) < 200
    assert set(statuses[:-1]) == {403}
    own_server.stop()
    data = b"".join(path.read_bytes() for path in own_server.folder.glob("tables.sqlite*")) + own_server.log().encode()
    for secret in (PASSWORD, token):
        assert secret.encode() not in data
    assert b"$argon2id$" in data


def test_passwords_tried_at_once_are_no_more_than_one_after_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate, "time", SimpleNamespace(monotonic=lambda: 1000.0))  # asyncio keeps its own
    monkeypatch.setattr(accounts, "TRIES", Rate(0.2, 1000))
    hall = Hall(ServeSettings(tmp_path, url_of(tmp_path)))
    routes = AccountRoutes(hall, Gate(hall))
    checked = asyncio.Event()

    async def slowly(job: Callable[[], bool]) -> bool:
        await checked.wait()
        return False

    monkeypatch.setattr(routes, "_slowly", slowly)

    class Asked:
        client = SimpleNamespace(host="192.0.2.1")

        async def stream(self) -> AsyncIterator[bytes]:
            yield b'{"name": "Mika", "password": "guess guess", "tokens": []}'

    async def enter() -> int:
        try:
            await routes.enter(cast(Any, Asked()))
        except Denial as denial:
            return denial.status
        return 200

    async def all_at_once() -> list[int]:
        asked = [asyncio.ensure_future(enter()) for _ in range(40)]
        while sum(task.done() for task in asked) < 40 - GUESSES.at_once:
            await asyncio.sleep(0)
        checked.set()
        return await asyncio.gather(*asked)

    found = asyncio.run(all_at_once())
    assert sorted(found) == [403] * GUESSES.at_once + [429] * (40 - GUESSES.at_once)
    monkeypatch.setattr(rate, "time", SimpleNamespace(monotonic=lambda: 1005.0))
    monkeypatch.setattr(routes, "_slowly", busy)
    assert [asyncio.run(enter()) for _ in range(3)] == [429] * 3
    monkeypatch.setattr(routes, "_slowly", slowly)
    assert asyncio.run(enter()) == 403, "what was not looked at is not counted"
    hall.pool.close()
    hall.database.close()


async def busy(job: Callable[[], bool]) -> bool:
    """Too many passwords wait."""
    raise Denial(429, "refuse.too_fast")


def test_who_has_entered_is_not_held_up_by_others_who_guess(own_server: ServerProcess) -> None:
    server = own_server
    _, mine = new_game(server.url, server.host, TITLE, SCENARIO)
    name, token = named(server, [mine["US"]])

    def guess(n: int) -> int:
        asked = {"name": name, "password": "guess guess"}
        return post(server.url, "/api/account/enter", asked, **{"x-forwarded-for": f"192.0.2.{n}"})[0]

    assert 429 in (guess(n) for n in range(200))
    assert account(server, "change", token=token, what="password", password=PASSWORD, new="")[0] == 400
    assert account(server, "change", token=token, what="password", password=PASSWORD, new="another one")[0] == 200


def test_a_host_closes_the_table_and_opens_it_again(server: ServerProcess) -> None:
    made = post(server.url, "/api/games", {"title": TITLE, "scenario": SCENARIO, "host": server.host})[1]
    code = made["invitations"]["US"]
    assert post(server.url, "/api/links", {"token": made["host"], "what": "block"})[0] == 200
    assert post(server.url, "/api/sit", {"code": code})[1]["denied"]["key"] == "refuse.table_closed"
    assert post(server.url, "/api/links", {"token": made["host"], "what": "open"})[0] == 200
    assert post(server.url, "/api/sit", {"code": code})[0] == 200
