"""A game on a server: sitting down, playing, what is sent twice or too late, undo by leave, ends, who may not."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import random
import threading
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from qtwar.serve import clock, hall
from qtwar.serve.cards import cards
from qtwar.serve.play import commitment
from qtwar.storage.hosted.database import url_of
from qtwar.storage.hosted.store import HostedGame, Pass
from qtwar.wire import messages as wire
from tests.serve.client import Player, get, new_game, post
from tests.serve.conftest import ServerProcess

Json = dict[str, Any]
TITLE, SCENARIO = "front_toward_enemy", "frago_0_point_element"


def table(server: ServerProcess, **more: Any) -> tuple[Json, dict[str, Player]]:
    """Return a new game with somebody connected to each seat."""
    made, tokens = new_game(server.url, server.host, TITLE, SCENARIO, **more)
    return made, {side: Player(server.url, token) for side, token in tokens.items()}


def one_step(players: dict[str, Player], chance: random.Random) -> tuple[Player, Json, wire.News]:
    """Have somebody do what he is offered; everybody has taken it in then."""
    while True:
        who = next(player for player in players.values() if player.offer)
        action = who.random_action(chance)
        assert action is not None
        came = who.act(action)
        if isinstance(came, wire.Happened):
            for player in players.values():
                player.settle(came.entry)
            return who, action, came


def joined_now(server: ServerProcess, player: Player) -> wire.Joined:
    """Return what a player would be given who joined now."""
    fresh = Player(server.url, player.token)
    fresh.close()
    return fresh.joined


def done(players: dict[str, Player]) -> None:
    for player in players.values():
        player.close()


def test_the_server_says_that_it_is_there(server: ServerProcess) -> None:
    status, text = get(server.url, "/health")
    assert status == 200
    assert json.loads(text)["protocol"] == wire.PROTOCOL
    status, text = get(server.url, "/metrics")
    assert status == 200
    assert "qtwar_workers" in text
    found = json.loads(get(server.url, "/api/titles")[1])["titles"]
    assert TITLE in {title["id"] for title in found}


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="only Linux tells what a process has loaded")
def test_the_server_runs_without_qt(server: ServerProcess) -> None:
    _, players = table(server)
    one_step(players, random.Random(1))
    assert "PySide6" not in Path(f"/proc/{server.process.pid}/maps").read_text()
    done(players)


def test_each_seat_gets_the_packets_of_its_own_view(server: ServerProcess) -> None:
    made, players = table(server)
    watcher = Player(server.url, made["watch"])
    everybody = {**players, "": watcher}
    chance = random.Random(1)
    for _ in range(8):
        one_step(everybody, chance)
    for side, player in everybody.items():
        fresh = Player(server.url, player.token)
        assert fresh.joined.seat == side
        assert fresh.view.to_json() == player.view.to_json()
        assert fresh.offer == player.offer
        assert fresh.entry == player.entry
        fresh.close()
    watcher.send(wire.Act("w", watcher.entry, {"side": "US", "verb": "pass"}))
    no = watcher.answer("w")
    assert isinstance(no, wire.Denied)
    assert no.message["key"] == "refuse.watching"
    done(everybody)


def test_what_is_sent_twice_is_done_once(server: ServerProcess) -> None:
    _, players = table(server)
    who = next(player for player in players.values() if player.offer)
    action = who.random_action(random.Random(2))
    assert action is not None
    asked = wire.Act("once", who.entry, action)
    who.send(asked)
    first = who.answer("once")
    assert isinstance(first, wire.Happened)
    who.close()
    who.connect()
    who.send(asked)
    again = who.answer("once")
    assert again == wire.Already("once", first.entry)
    assert who.entry == first.entry
    done(players)


def test_the_game_is_the_first_thing_told_also_while_others_come_and_go(server: ServerProcess) -> None:
    made, players = table(server)
    stop = threading.Event()

    def come_and_go() -> None:
        while not stop.is_set():
            Player(server.url, made["watch"]).close()

    threads = [threading.Thread(target=come_and_go) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(20):
            joined_now(server, players["US"])
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    one_step(players, random.Random(12))
    done(players)


def test_a_late_action_is_answered_with_what_has_happened_since(server: ServerProcess) -> None:
    _, players = table(server)
    chance = random.Random(3)
    who, action, _ = one_step(players, chance)
    entry = who.entry
    one_step(players, chance)
    late = who.act(action, entry=entry - 1)
    assert isinstance(late, wire.Stale)
    assert late.entry == entry + 1
    assert [row[0]["no"] for row in late.since] == [entry, entry + 1]
    assert len(late.line) == late.packet["history"]["length"]
    done(players)


def test_nobody_acts_for_another_seat_or_changes_what_was_agreed(server: ServerProcess) -> None:
    _, players = table(server)
    us, enemy = players["US"], players["NVA_VC"]
    who, other = (us, enemy) if us.offer else (enemy, us)
    action = who.random_action(random.Random(4))
    assert action is not None
    for wrong, key in (
        (action, "refuse.not_your_seat"),
        ({"side": other.joined.seat, "verb": "strictness", "args": {"to": "off"}}, "refuse.table_agreed"),
        ({"side": other.joined.seat, "verb": "permit", "args": {"to": who.joined.seat, "what": "move"}}, "refuse.leave_unasked"),
        ({"side": other.joined.seat, "verb": "free", "args": {"op": "move", "leave": who.joined.seat}}, "refuse.not_your_seat"),
    ):
        no = other.act(wrong)
        assert isinstance(no, wire.Denied), no
        assert no.message["key"] == key
    assert other.query("nothing", {"x": 1}) is None
    done(players)


def test_undo_past_the_floor_asks_the_other_player(server: ServerProcess) -> None:
    _, players = table(server)
    chance = random.Random(5)
    for _ in range(12):
        who, _, _ = one_step(players, chance)
    other = next(player for player in players.values() if player is not who)
    length = len(joined_now(server, who).line)
    who.send(wire.Walk("w1", who.entry, length - 6))
    no = who.answer("w1")
    assert isinstance(no, wire.Denied)
    assert no.message["key"] == "refuse.ask_first"
    who.send(wire.Propose("p1", "undo", length - 6))
    asked = other.until(wire.Proposed).proposal
    assert asked["by"] == who.joined.seat
    assert who.answer("p1") == wire.Already("p1", who.entry)
    other.send(wire.Reply(asked["no"], True))
    settled = who.until(wire.Settled)
    assert settled.yes
    other.settle(who.entry)
    assert other.view.to_json() == joined_now(server, other).packet["view"]
    fresh = Player(server.url, who.token)
    assert len(fresh.joined.line) == length - 6
    assert fresh.joined.proposal is None
    fresh.send(wire.Propose("p2", "undo", 2))
    asked = other.until(wire.Proposed).proposal
    other.send(wire.Reply(asked["no"], False))
    assert not fresh.until(wire.Settled).yes
    fresh.close()
    done(players)


def test_chat_and_remarks_reach_everybody_and_stay(server: ServerProcess) -> None:
    _, players = table(server)
    us, enemy = players["US"], players["NVA_VC"]
    us.send(wire.Say("s1", "Good luck — 幸運を\u202e\x00", us.entry))
    heard = enemy.until(wire.Remark)
    assert (heard.side, heard.text, heard.name) == ("US", "Good luck — 幸運を", "who plays US")
    assert us.answer("s1") == wire.Already("s1", us.entry)
    us.send(wire.Say("s1", "Good luck", 0))
    us.answer("s1")
    us.send(wire.Note("n1", 1, "weak left"))
    us.answer("n1")
    assert [one["text"] for one in Player(server.url, enemy.token).joined.chat] == ["Good luck — 幸運を"]
    assert Player(server.url, us.token).joined.notes == {"1": "weak left"}
    assert Player(server.url, enemy.token).joined.notes == {}
    done(players)


def test_the_key_of_the_dice_is_the_one_that_was_committed(server: ServerProcess) -> None:
    made, players = table(server)
    us, enemy = players["US"], players["NVA_VC"]
    one_step(players, random.Random(6))
    assert get(server.url, f"/api/games/{made['game']}/record")[0] == 404
    us.send(wire.Resign("r"))
    over = enemy.until(wire.Over).over
    assert (over["how"], over["by"], over["winner"]) == ("resigned", "US", "NVA_VC")
    assert commitment(over["key"]) == us.joined.game["commit"] == hashlib.sha256(bytes.fromhex(over["key"])).hexdigest()
    assert us.answer("r") == wire.Already("r", us.entry)
    us.send(wire.Resign("r"))
    assert us.answer("r") == wire.Already("r", us.entry)
    who = next(player for player in players.values() if player.offer)
    action = who.random_action(random.Random(1))
    no = who.act(action or {"side": who.joined.seat, "verb": "pass"})
    assert isinstance(no, wire.Denied)
    assert no.message["key"] == "refuse.game_over"
    status, text = get(server.url, f"/api/games/{made['game']}/record")
    assert status == 200
    assert json.loads(text)["key"] == over["key"]
    done(players)


def test_a_game_is_adjourned_and_taken_up_or_drawn_by_agreement(server: ServerProcess) -> None:
    _, players = table(server)
    us, enemy = players["US"], players["NVA_VC"]
    for n, (what, adjourned) in enumerate((("adjourn", True), ("resume", False))):
        us.send(wire.Propose(f"a{n}", what))
        enemy.send(wire.Reply(enemy.until(wire.Proposed).proposal["no"], True))
        assert us.until(wire.Clock).clock["adjourned"] is adjourned
        who = next(player for player in players.values() if player.offer)
        came = who.act(who.random_action(random.Random(1)) or {})
        assert isinstance(came, wire.Denied) is adjourned
        for player in players.values():
            player.settle(who.entry)
    us.send(wire.Propose("d", "draw"))
    enemy.send(wire.Reply(enemy.until(wire.Proposed).proposal["no"], True))
    assert us.until(wire.Over).over["how"] == "draw"
    done(players)


def test_strictness_is_changed_by_agreement(server: ServerProcess) -> None:
    _, players = table(server)
    us, enemy = players["US"], players["NVA_VC"]
    for key, to in (("same", "enforce"), ("none", "")):
        us.send(wire.Propose(key, "strictness", to=to))
        assert isinstance(us.answer(key), wire.Denied)
    us.send(wire.Propose("p1", "strictness", to="off"))
    asked = enemy.until(wire.Proposed).proposal
    assert (asked["what"], asked["to"], asked["by"]) == ("strictness", "off", "US")
    enemy.send(wire.Reply(asked["no"], False))
    assert not us.until(wire.Settled).yes
    assert us.view.vars["strictness"] == "enforce"
    us.send(wire.Propose("p2", "strictness", to="off"))
    again = enemy.until(lambda news: isinstance(news, wire.Proposed) and news.proposal["no"] != asked["no"]).proposal
    one_step(players, random.Random(15))  # which does not take it back
    enemy.send(wire.Reply(again["no"], True))
    assert us.until(lambda news: isinstance(news, wire.Settled) and news.yes).what == "strictness"
    fresh = joined_now(server, enemy)
    assert fresh.packet["values"]["vars"]["strictness"] == "off"
    assert fresh.proposal is None
    assert fresh.line[-1]["label"]["key"] == "note.strictness"
    done(players)


def test_a_finished_game_is_shown_again_by_any_of_its_links(server: ServerProcess) -> None:
    made, players = table(server)
    one_step(players, random.Random(16))
    status, said = post(server.url, "/api/replay", {"code": made["watch"]})
    assert (status, said["denied"]["key"]) == (404, "refuse.not_over")
    assert post(server.url, "/api/look", {"code": made["watch"]})[1]["over"] is None
    players["US"].send(wire.Resign("r"))
    players["US"].until(wire.Over)
    for code in (made["watch"], made["host"], players["NVA_VC"].token):
        status, found = post(server.url, "/api/replay", {"code": code})
        assert status == 200
        assert (found["title"], len(found["entries"])) == (TITLE, players["US"].entry - 1)
    assert post(server.url, "/api/look", {"code": made["watch"]})[1]["over"]["how"] == "resigned"
    watcher = Player(server.url, post(server.url, "/api/sit", {"code": made["watch"]})[1]["token"])
    watcher.send(wire.Past("p", 1))
    assert isinstance(watcher.answer("p"), wire.Answered)
    watcher.close()
    done(players)


def test_cards_say_whose_turn_it_is_and_what_was_not_seen(server: ServerProcess) -> None:
    _, players = table(server, name="Friday")
    us, enemy = players["US"], players["NVA_VC"]
    status, found = post(server.url, "/api/cards", {"tokens": ["nobody", us.token, enemy.token]})
    assert status == 200
    assert [card["token"] for card in found["cards"]] == [1, 2]
    card = found["cards"][0]
    assert (card["name"], card["side"], card["entry"]) == ("Friday", "US", us.entry)
    assert set(card["active"]) == {player.joined.seat for player in players.values() if player.offer}
    done(players)


def test_a_card_says_what_was_done_last_by_the_names_of_the_title(server: ServerProcess) -> None:
    _, players = table(server)
    chance, said = random.Random(5), set()
    for _ in range(30):
        who, _, _ = one_step(players, chance)
        label = post(server.url, "/api/cards", {"tokens": [who.token]})[1]["cards"][0]["label"]
        assert set(label) == {"en", "ja"}
        said.add(label["en"])
    assert any(words.startswith("Drawn: NVA/VC activation chit") for words in said), said
    assert not [words for words in said if "_" in words]
    done(players)


def test_who_sits_there_has_seen_what_happens_whoever_came_first(server: ServerProcess) -> None:
    _, players = table(server)
    chance = random.Random(14)
    one_step(players, chance)
    for side in ("US", "NVA_VC"):
        players[side].close()
        players[side].connect()
    cards = post(server.url, "/api/cards", {"tokens": [player.token for player in players.values()]})[1]["cards"]
    assert [card["unread"] for card in cards] == [0, 0]
    done(players)


def test_a_module_is_offered_as_a_file(server: ServerProcess) -> None:
    made, _ = new_game(server.url, server.host, TITLE, SCENARIO)
    said = Player(server.url, made["watch"]).joined.game["module"]
    assert (len(said["hash"]), said["origin"]) == (64, "bundled")
    with urllib.request.urlopen(f"{server.url}/api/modules/{TITLE}", timeout=60) as answer:
        data = answer.read()
    assert data[:2] == b"PK"
    assert len(data) <= said["bytes"]
    assert get(server.url, "/api/modules/..%2Fsecret")[0] == 404


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_pages_are_plain_and_speak_both_languages(server: ServerProcess, language: str) -> None:
    status, text = get(server.url, "/join", **{"accept-language": language})
    assert status == 200
    assert f'lang="{language}"' in text
    assert "<script" not in text
    assert get(server.url, "/admin")[0] == 401
    key = base64.b64encode(f"anybody:{server.admin}".encode()).decode()
    status, text = get(server.url, "/admin", authorization=f"Basic {key}", **{"accept-language": language})
    assert status == 200
    assert SCENARIO in text
    assert "serve.admin" not in text


def test_who_waits_for_rules_keeps_nobody_from_the_rest(tmp_path: Path) -> None:
    async def ask() -> None:
        made, go = hall.Hall(hall.ServeSettings(tmp_path, url_of(tmp_path), workers=1)), threading.Event()
        waiting = [asyncio.ensure_future(made.play(go.wait)) for _ in range(20)]
        assert await made.run(made.store.count) == (0, 0)
        go.set()
        assert all(await asyncio.gather(*waiting))
        await made.stop()

    asyncio.run(ask())


def test_cards_of_many_games_are_two_questions_to_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = hall.Hall(hall.ServeSettings(tmp_path, url_of(tmp_path)))
    for n in range(9):  # one title is no longer there
        title = "gone" if n == 4 else TITLE
        made.store.add(HostedGame(f"game {n}", title, SCENARIO, "", {}, clock=clock.made({})), ("US", "NVA_VC"))
    passes = [Pass("seat", f"game {n}", "US") for n in range(10)]  # the last one is no more
    asked: list[object] = []
    ask = made.database.reading

    def reading(question: Any) -> Any:
        asked.append(question)
        return ask(question)

    monkeypatch.setattr(made.database, "reading", reading)
    assert [card.game for card in cards(made, enumerate(passes))] == [f"game {n}" for n in range(9)]
    assert len(asked) == 2
    made.database.close()
