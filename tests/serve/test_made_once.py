"""A game is made once by the key that its host has chosen, however often it is asked for; nobody else comes to it by that."""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from qtwar.base.errors import DataFault
from qtwar.remote import asking
from qtwar.services import tables
from qtwar.session.begin import NewGame, NewTable
from qtwar.storage.hosted.keyed import Keyed
from qtwar.storage.hosted.store import LETTERS
from qtwar.wire import http
from tests.serve.client import Player, get, post
from tests.serve.conftest import ServerProcess
from tests.serve.test_table import SCENARIO, TITLE

Json = dict[str, Any]


def games(server: ServerProcess) -> int:
    """Return how many games there are."""
    return int(next(line for line in get(server.url, "/metrics")[1].splitlines() if line.startswith("qtwar_games ")).split()[1])


def wish(server: ServerProcess, **more: Any) -> Json:
    """Return what is asked for."""
    return {"title": TITLE, "scenario": SCENARIO, "host": server.host, "seat": "US", "player": "Ann", **more}


def test_the_same_key_gives_the_same_game_and_the_same_tokens(server: ServerProcess) -> None:
    asked, before = wish(server, key=secrets.token_hex(16)), games(server)
    with ThreadPoolExecutor(3) as at_once:
        answers = list(at_once.map(lambda _: post(server.url, "/api/games", asked), range(3)))
    assert [status for status, _ in answers] == [200] * 3, answers
    first = answers[0][1]
    assert all(made == first for _, made in answers)
    assert games(server) == before + 1
    host = Player(server.url, first["token"])
    code = first["invitations"]["NVA_VC"]
    assert post(server.url, "/api/sit", {"code": code, "name": "Ben"})[1]["side"] == "NVA_VC"
    assert post(server.url, "/api/games", asked)[1] == first  # with somebody there already, too
    (card,) = asking.cards(server.url, [first["host"]])
    assert {seat["name"] for seat in card.seats} == {"Ann", "Ben"}
    assert host.joined.seat == "US"
    host.close()


def test_another_key_or_none_makes_another_game(server: ServerProcess) -> None:
    before = games(server)
    made = [post(server.url, "/api/games", wish(server, **more))[1] for more in ({}, {}, {"key": secrets.token_hex(16)})]
    assert len({one["game"] for one in made}) == 3
    assert games(server) == before + 3
    assert post(server.url, "/api/games", wish(server, key="short"))[0] == 400
    assert post(server.url, "/api/games", {**wish(server, key=secrets.token_hex(16)), "host": "guess"})[0] == 403


def test_the_codes_of_a_key_say_nothing_of_each_other() -> None:
    one, other = Keyed("a" * 32), Keyed("b" * 32)
    kinds = (("invite", "US"), ("invite", "NVA_VC"), ("watch", ""))
    codes = [keyed.code(kind, side) for keyed in (one, other) for kind, side in kinds]
    codes += [keyed.token(kind, "US") for keyed in (one, other) for kind in ("seat", "host")]
    assert len(set(codes)) == len(codes)
    assert all(set(code.replace("-", "")) <= set(LETTERS) and len(code) == 14 for code in codes[:6])
    assert one.game != other.game
    assert one.code("watch") == Keyed("a" * 32).code("watch")


def test_a_host_whose_answer_was_lost_asks_for_the_same_once_more(
    server: ServerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, keys, really = games(server), list[str](), asking.open_game

    def lossy(address: str, wanted: http.Open) -> http.Opened:
        keys.append(wanted.key)
        made = really(address, wanted)
        if len(keys) == 1:
            raise DataFault("fault.table.unreachable", host="here")
        return made

    monkeypatch.setattr(asking, "open_game", lossy)
    table = NewTable(NewGame(TITLE, SCENARIO), "US", "Ann")
    kept = tables.host_game(server.url, server.host, table, name="Friday")
    assert len(keys) == 2
    assert keys[0] == keys[1]
    assert games(server) == before + 1
    again = tables.host_game(server.url, server.host, table, name="Friday", asked_as=keys[0])  # and who presses Host again
    assert again == kept


def test_a_host_without_a_seat_has_the_game_on_his_list_and_watches(server: ServerProcess) -> None:
    made = post(server.url, "/api/games", wish(server, seat=""))[1]
    other = post(server.url, "/api/games", wish(server))[1]
    name = f"Host {secrets.token_hex(4)}"
    token = asking.enter(server.url, name, "eight letters", [made["host"], other["token"]], new=True).token
    found = {card.game: card.side for card in asking.account_games(server.url, token)}
    assert found == {made["game"]: "", other["game"]: "US"}
    watching = Player(server.url, asking.take_seat(server.url, token, made["game"], http.WATCH).token)
    assert watching.joined.seat == ""
    watching.close()
    for side in ("", http.WATCH):  # who sits at a game has not made it by that
        with pytest.raises(DataFault):
            asking.take_seat(server.url, token, other["game"], side)
    Player(server.url, post(server.url, "/api/sit", {"code": made["watch"]})[1]["token"]).close()  # the others' link still opens


def test_the_notices_of_a_seat_are_told_to_that_seat_alone(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, "--webhook", "http://127.0.0.1:9/")
    made = post(server.url, "/api/games", wish(server))[1]
    other = post(server.url, "/api/sit", {"code": made["invitations"]["NVA_VC"], "name": "Ben"})[1]["token"]
    assert asking.notices(server.url, made["token"]) == http.Noticed()
    code = post(server.url, "/api/links", {"token": made["token"], "what": "again"})[1]["code"]
    second = post(server.url, "/api/sit", {"code": code, "name": "Ann"})[1]["token"]  # another machine of hers
    asking.notify(server.url, http.Notify(made["token"], webhook="http://127.0.0.1:9/secret", picture=True))
    assert asking.notices(server.url, second) == http.Noticed("", "http://127.0.0.1:9/secret", True, True)
    assert asking.notices(server.url, other) == http.Noticed()
    for token in (made["host"], made["watch"], made["game"], "nobody"):
        with pytest.raises(DataFault):
            asking.notices(server.url, token)
    code = post(server.url, "/api/links", {"token": made["token"], "what": "over"})[1]["code"]
    heir = post(server.url, "/api/sit", {"code": code, "name": "Eve"})[1]["token"]
    assert asking.notices(server.url, heir) == http.Noticed()
    server.stop()
    assert "127.0.0.1:9/secret" not in server.log()
