"""At tables once more: a typed code, names that end, servers that are late, a replay of a title that is not here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from qtwar.app.tables import tab_of
from qtwar.remote.address import read_link
from qtwar.services import tables
from qtwar.ui.i18n import tr
from qtwar.ui.library.cards import GameTile
from qtwar.wire import messages
from tests.serve.client import Player, new_game, post
from tests.stories.two_windows import LANGUAGE, TwoWindows, log_in, look


def test_a_code_of_twelve_letters_is_typed_and_the_language_changes_meanwhile(two: TwoWindows) -> None:
    links = two.host("front_toward_enemy")
    side, link = next((side, link) for side, link in links.items() if side != "*")
    server, _, code = link.partition("/join#")
    ben, library = two.ben, two.ben.window.library_page
    ben.click(tr("library.join"))
    ben.until(library.joining.isVisible)
    typed = f"{server.removeprefix('http://')}/{code.replace('-', '').lower()}"
    assert len(typed.rpartition("/")[2]) == 12
    QTest.keyClicks(ben.window.focusWidget(), typed)
    QTest.keyClick(ben.window.focusWidget(), Qt.Key.Key_Return)
    ben.until(lambda: library.joining.found is not None)
    looked = library.joining.found
    assert looked is not None

    # what was looked at stays, and is said in the language of the window
    other = {"en": "ja", "ja": "en"}[LANGUAGE]
    ben.window.prefs.set("language", other)
    ben.until(lambda: library.joining.found.lines != looked.lines)
    assert library.joining.go.text() == tr("jointable.go")
    assert library.joining.link.text() == typed
    ben.shot("typed-code")
    ben.window.prefs.set("language", LANGUAGE)
    ben.until(lambda: library.joining.found == looked)
    library.joining.player.setFocus()
    library.joining.player.selectAll()
    QTest.keyClicks(library.joining.player, "Ben")
    QTest.keyClick(library.joining.player, Qt.Key.Key_Return)
    ben.until(lambda: hasattr(ben.page, "prompt"), 120)
    assert ben.model.table.state.side == side


def test_a_password_is_changed_and_a_name_deleted(two: TwoWindows) -> None:
    ann, library = two.ann, two.ann.window.library_page
    two.host("front_toward_enemy")
    log_in(ann, two.server.url, "Ann of the club", "seven times down", "make")
    ann.until(lambda: two.server.url in library.accounts.change)
    before = ann.program.library.table_cards.accounts.find(two.server.url)
    assert before is not None
    panel = library.own_name
    ann.press(library.accounts.change[two.server.url])
    ann.until(panel.isVisible)
    QTest.keyClicks(panel.password, "seven times down")
    assert not panel.go.isEnabled()
    QTest.keyClicks(panel.new, "eight times up")
    ann.shot("own-name-password")
    QTest.keyClick(panel.new, Qt.Key.Key_Return)
    ann.until(lambda: ann.program.library.table_cards.accounts.find(two.server.url) != before)
    assert (panel.password.text(), panel.new.text()) == ("", "")
    ann.until(lambda: ann.window.toast.text.text() == tr("account.done.password", name="Ann of the club"))

    # deleted after a yes; without one it stays
    enter = {"name": "Ann of the club", "password": "eight times up", "tokens": []}
    for answer in ("tablehost.keep", "account.delete"):
        ann.press(library.accounts.change[two.server.url])
        ann.until(panel.isVisible)
        ann.press(panel.what.buttons["delete"])
        assert not panel.new.isVisible()
        QTest.keyClicks(panel.password, "eight times up")
        ann.shot("own-name-delete")
        ann.press(panel.go)
        box = next(iter(panel.findChildren(QMessageBox)))
        ann.shot("own-name-sure", box)
        assert post(two.server.url, "/api/account/enter", enter)[0] == 200
        ann.press(next(button for button in box.buttons() if button.text() == tr(answer)))
        ann.until(lambda: not panel.findChildren(QMessageBox))
    ann.until(lambda: not ann.program.library.accounts())
    ann.until(lambda: two.server.url not in library.accounts.change)
    assert post(two.server.url, "/api/account/enter", enter)[0] == 403
    assert ann.program.library.table_cards.list.all()  # the seat stays


def test_a_host_without_a_seat_finds_his_game_on_a_second_machine(two: TwoWindows) -> None:
    ann, ben = two.ann, two.ben
    form = two.form("front_toward_enemy")
    form.side.choose("")
    ann.press(ann.window.library_page.new_game.go)
    ann.until(lambda: hasattr(ann.page, "prompt"), 120)
    ann.quiet()
    log_in(ann, two.server.url, "Host of the club", "seven times down", "make")
    ann.until(ann.program.library.accounts)
    log_in(ben, two.server.url, "Host of the club", "seven times down", "enter")
    ben.until(lambda: [tile for tile in ben.window.library_page.games.findChildren(GameTile) if tile.isVisible()])
    ben.press(ben.window.library_page.game_tiles[0])
    ben.until(lambda: hasattr(ben.page, "prompt"), 120)
    ben.quiet()
    assert ben.model.table.state.side == ""
    assert ben.page.table_bar.table.hosts
    assert ben.window.toast.text.text() != tr("refuse.watching")  # nothing is asked that only a seat is answered
    ben.shot("host-elsewhere")
    ben.window.tabs.setCurrentIndex(0)
    ben.program.library.table_cards.ask()
    ben.until(lambda: [card.can for card in ben.program.library.tables()] == [("host", "forget")])


def test_a_tab_whose_server_is_late_comes_back_by_itself(two: TwoWindows) -> None:
    two.begin("front_toward_enemy")
    ben = two.ben
    live, kept = ben.model.history.live, ben.window.prefs.extra("tabs", {})
    (seat,) = ben.program.library.table_cards.list.all()
    ident, kept_name = seat.id, seat.name
    assert kept["open"] == [tab_of(ident)]
    ben.window.close_tab(1)
    two.server.kill()
    ben.window.prefs.keep("tabs", kept)
    back: list[bool] = []
    ben.program.opened.bring_back(lambda: back.append(True))
    ben.until(lambda: back == [True], 120)
    assert ben.page is ben.window.library_page
    assert ben.window.toast.text.text() == tr("tables.awaited", name=kept_name)
    ben.shot("awaited")
    assert ben.window.prefs.extra("tabs", {})["open"] == [tab_of(ident)]  # also if the program ends meanwhile
    two.server.start()
    ben.program.library.table_cards.ask()  # as its clock does
    ben.until(lambda: ben.window.is_open(tab_of(ident)), 120)
    assert ben.page is ben.window.library_page  # behind what he looks at
    ben.window.bring(tab_of(ident))
    ben.quiet()
    assert ben.model.history.live == live
    assert ben.program.tables.awaited == []


def test_a_replay_of_a_title_that_is_not_here_offers_the_module(
    homes: Path, two: TwoWindows, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ben, server, library = two.ben, two.server, two.ben.window.library_page
    made, tokens = new_game(server.url, server.host, "the_ford", "scenario_1")
    resign(server.url, next(iter(tokens.values())))
    asked = {"title": "the_ford", "scenario": "scenario_1", "host": server.host, "seat": next(iter(tokens))}
    other = post(server.url, "/api/games", asked)[1]
    link = f"{server.url}/join#{made['watch']}"
    monkeypatch.setenv("QTWAR_HOME", str(tmp_path / "ben"))
    panel = look(ben, link)
    assert panel.found is not None
    assert panel.found.ended
    ben.press(panel.go)
    card = library.wanted
    ben.until(card.isVisible)
    ben.shot("wanted-replay")
    assert card.shown is not None
    assert (card.shown.title, card.shown.origin) == ("the_ford", "server")
    ben.press(card.go)
    ben.until(lambda: getattr(ben.page, "path", "").endswith(".qtwar"), 120)
    ben.quiet()
    assert ben.page.table_bar is None
    ben.shot("replay-fetched")
    ben.window.close_tab(1)

    # another version of it is a clear sentence, at a seat as for a replay
    told: list[str] = []
    monkeypatch.setattr(ben.program.tables, "failed", lambda problem: told.append(problem.key))
    really = tables.titles.load_at

    def older(path: Path) -> Any:
        folder, content = really(path)
        title = content.title.model_copy(update={"version": "0.0.1"})
        return folder, content.model_copy(update={"title": title})

    monkeypatch.setattr(tables.titles, "load_at", older)
    ben.program.tables.replay(link)
    ben.until(lambda: told == ["fault.table.version"])
    (kept,) = (tables.sit(read_link(f"{server.url}/join#{code}"), "Ben") for code in other["invitations"].values())
    ben.program.library.table_cards.list.keep(kept)
    ben.program.tables.go_to(kept.id)
    ben.until(lambda: told == ["fault.table.version"] * 2)


def resign(url: str, token: str) -> None:
    """Give a game up."""
    player = Player(url, token)
    player.send(messages.Resign("gives up"))
    player.until(messages.Over)
    player.close()
