"""Two windows and a server process: a game is hosted and joined, played by hand, seen to and replayed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from qtwar.ui.i18n import tr
from qtwar.ui.library.cards import GameTile
from qtwar.ui.library.hosttable import HostForm
from qtwar.ui.tablecare import HostDialog, SeatDialog
from qtwar.ui.widgets.basics import Button
from tests.serve.client import post
from tests.stories.at_window import LEFT
from tests.stories.hands import Hands
from tests.stories.two_windows import LANGUAGE, TwoWindows, dialog_of, log_in, look, yes


@pytest.mark.parametrize(
    ("title", "most"), [("front_toward_enemy", 8), ("sealords", 6), ("band_of_heroes", 6), ("campaigns_of_robert_e_lee", 6)]
)
def test_a_game_is_hosted_joined_and_played(two: TwoWindows, title: str, most: int) -> None:
    two.begin(title)
    ann, ben = two.ann, two.ben
    assert ann.model.position.seat != ben.model.position.seat
    assert {seat.player for seat in ann.model.table.state.seats if seat.here} == {"Ann", "Ben"}
    ann.shot("table")
    ben.shot("table")
    assert two.play(most) == most
    two.same()
    ann.shot("played")
    ben.shot("played")


def test_whoever_comes_first_looks_at_the_invitation_and_chooses_a_side(two: TwoWindows) -> None:
    ann, ben = two.ann, two.ben
    form: HostForm = two.form("front_toward_enemy")
    form.side.choose("")
    form.clock.setCurrentIndex(1)
    form.clock.activated.emit(1)
    assert form.hours.isVisible()
    ann.shot("host-choice")
    ann.press(ann.window.library_page.new_game.go)
    ann.until(lambda: hasattr(ann.page, "prompt"), 120)
    ann.quiet()
    links = dict(ann.model.table.state.invitations)
    assert set(links) == {"?", "US", "NVA_VC", "*"}
    assert ann.model.table.state.side == ""  # who lets the others choose watches
    ann.press(ann.page.table_bar.link)
    assert QGuiApplication.clipboard().text() == links["?"]

    panel = look(ben, links["?"])
    assert panel.found is not None
    assert {side for side, _ in panel.found.sides} == {"US", "NVA_VC"}
    assert tr("look.clock.move.days", n=3) in panel.found.lines
    ben.shot("look")
    QTest.keyClick(panel.side, Qt.Key.Key_Down)
    chosen = panel.side.value
    ben.press(panel.go)
    ben.until(lambda: hasattr(ben.page, "prompt"), 120)
    assert ben.model.table.state.side == chosen
    ann.until(lambda: any(seat.taken for seat in ann.model.table.state.seats))

    # who comes next, by the same link, finds the seat that is left; then nobody does
    panel = look(ann, links["?"])
    assert panel.found is not None
    (left,) = (side for side, _ in panel.found.sides)
    assert left != chosen
    assert not panel.side.isVisible()
    ann.shot("look-left")
    QTest.keyClick(panel.player, Qt.Key.Key_Return)
    ann.until(lambda: hasattr(ann.page, "prompt") and ann.model.table.state.side == left, 120)
    two.settle()
    two.play(2)
    assert "?" not in dict(ann.model.table.state.invitations)


def test_a_game_for_one_asks_for_no_side(two: TwoWindows) -> None:
    ann = two.ann
    form = two.form("fields_of_fire")
    assert not form.side.isVisible()
    assert not form.clock.isVisible()
    ann.shot("host-solo")
    ann.press(ann.window.library_page.new_game.go)
    ann.until(lambda: hasattr(ann.page, "prompt"), 120)
    ann.quiet()
    assert ann.model.table.state.side
    assert set(dict(ann.model.table.state.invitations)) == {"*"}
    found = look(two.ben, dict(ann.model.table.state.invitations)["*"]).found
    assert found is not None
    assert found.sides == ()
    two.ben.shot("look-watch")


def test_how_far_the_rules_bind_is_proposed_and_agreed_on(two: TwoWindows) -> None:
    two.begin("front_toward_enemy")
    ann, ben = two.ann, two.ben
    keep = tr("button.leave_strictness.keep", now=tr("rules.enforce"))
    agree = tr("button.leave_strictness.agree", to=tr("rules.off"))
    ann.press(ann.page.toolbar.rules.buttons["warn"])
    ben.until(lambda: ben.page.prompt.buttons and ben.page.prompt.buttons[0].text() == keep)
    assert ann.model.settings.strictness == "enforce"
    assert ann.page.toolbar.rules.value == "enforce"  # as it is until all have agreed
    ben.shot("strictness")
    assert ann.page.table_bar.asked.text() == tr("table.asked.strictness")
    ben.press(ben.page.prompt.buttons[0])
    ann.until(lambda: ann.model.link.proposal is None)
    assert ann.model.settings.strictness == "enforce"

    # as a command, and agreed to
    two.settle()
    ann.window.actions_registry["rules_off"].trigger()
    ben.until(lambda: ben.page.prompt.primary is not None and ben.page.prompt.primary.text() == agree)
    ben.press(ben.page.prompt.primary)
    for one in (ann, ben):
        one.until(lambda who=one: who.model.settings.strictness == "off")
        assert one.page.toolbar.rules.value == "off"
    two.same()


def test_the_host_sees_to_the_table(two: TwoWindows) -> None:
    two.begin("front_toward_enemy")
    ann, ben = two.ann, two.ben
    theirs = ben.model.table.state.side
    assert "table_host" not in ben.page.handlers()  # Ben has not made it
    assert ann.window.actions_registry["table_host"] in ann.page.table_bar.menu.actions()
    ann.window.actions_registry["table_host"].trigger()
    dialog = dialog_of(ann, HostDialog)
    ann.until(dialog.isVisible)
    ann.shot("host-dialog", dialog)
    assert all(button.accessibleName() or button.text() for button in dialog.findChildren(Button))

    # closed to strangers: no link leads there any more, until it is open again
    ann.press(dialog.turn)
    ann.until(lambda: dialog.shown.blocked)
    assert "*" not in dict(ann.model.table.state.invitations)
    assert not dialog.watch.isEnabled()
    ann.press(dialog.turn)
    ann.until(lambda: not dialog.shown.blocked)
    ann.press(dialog.watch)
    ann.until(dialog.given.isVisible)
    watch = QGuiApplication.clipboard().text()
    assert dict(ann.model.table.state.invitations)["*"] == watch

    # a seat is taken away; who sat there has lost it at once, and the new link gives it to another
    ann.press(dialog.buttons["unseat", theirs])
    yes(ann, dialog, tr("tablehost.unseat"))
    ann.until(lambda: ("seat", theirs) in dialog.buttons)
    ben.until(lambda: ben.model.table.state.line == "closed")
    ann.shot("host-unseated", dialog)
    ben.shot("lost-seat")
    link = QGuiApplication.clipboard().text()
    assert dict(ann.model.table.state.invitations)[theirs] == link
    assert link != watch
    ben.window.close_tab(1)
    two.join(link)
    assert ben.model.table.state.side == theirs

    # his own seat is taken from the host after he has read what he loses
    mine = ann.model.table.state.side
    ann.press(dialog.buttons["unseat", mine])
    box = next(iter(dialog.findChildren(QMessageBox)))
    ann.shot("host-own-seat", box)
    side = next(name for seat, name in dialog.shown.seats if seat.side == mine)
    assert box.text() == tr("tablehost.unseat_own_sure", side=side)
    ann.press(next(button for button in box.buttons() if button.text() == tr("tablehost.keep")))
    ann.until(lambda: not dialog.findChildren(QMessageBox))
    assert ("unseat", mine) in dialog.buttons

    # and the game is deleted
    ann.press(dialog.delete)
    yes(ann, dialog, tr("tablehost.delete"))
    ben.until(lambda: ben.model.table.state.line == "closed")
    ann.until(lambda: ann.program.tables.care.dialog is None)
    assert ann.program.library.table_cards.list.all() == []


def test_notices_and_links_of_ones_own_seat(two: TwoWindows) -> None:
    two.begin("front_toward_enemy")
    ann, ben = two.ann, two.ben
    ann.window.activateWindow()
    ann.window.actions_registry["table_seat"].trigger()
    dialog = dialog_of(ann, SeatDialog)
    ann.until(dialog.isVisible)
    QTest.keyClicks(dialog.webhook, "http://127.0.0.1:9/hook")
    QTest.mouseClick(dialog.picture, LEFT, pos=QPoint(10, 10))
    assert dialog.picture.isChecked()
    ann.shot("seat-dialog", dialog)
    ann.press(dialog.keep)
    ann.until(lambda: ann.window.toast.text.text() == tr("tableseat.noted"))

    # the seat on another machine, at the same move; then it is handed over
    mine, live = ann.model.table.state.side, ann.model.history.live
    ann.press(dialog.again)
    ann.until(dialog.given.isVisible)
    ben.window.close_tab(1)
    two.join(QGuiApplication.clipboard().text())
    assert (ben.model.table.state.side, ben.model.history.live) == (mine, live)

    # where the notices go is known on that machine too
    ben.window.activateWindow()
    ben.window.actions_registry["table_seat"].trigger()
    there = dialog_of(ben, SeatDialog)
    ben.until(there.isVisible)
    ben.shot("seat-dialog-elsewhere", there)
    assert (there.mail.text(), there.webhook.text(), there.picture.isChecked()) == ("", "http://127.0.0.1:9/hook", True)
    there.close()
    before = QGuiApplication.clipboard().text()
    ann.press(dialog.over)
    yes(ann, dialog, tr("tableseat.over"))
    ann.until(lambda: QGuiApplication.clipboard().text() != before)
    ben.window.close_tab(1)
    two.join(QGuiApplication.clipboard().text())
    ann.until(lambda: ann.model.table.state.line == "closed")


def test_cards_of_tables_show_the_board_and_when_and_a_finished_game_is_replayed(two: TwoWindows) -> None:
    two.begin("front_toward_enemy")
    two.play(3)
    ann, ben = two.ann, two.ben
    watch = dict(ann.model.table.state.invitations)["*"]
    length = ann.model.history.live
    ann.window.tabs.setCurrentIndex(0)
    QTest.mouseClick(ann.window.library_page.sidebar.nav["tables"], LEFT)
    library, cards = ann.window.library_page, ann.program.library.table_cards
    kept = cards.list.all()[0]
    assert cards.list.picture_of(kept.id).is_file()
    cards.ask()
    ann.until(lambda: ann.program.library.tables()[0].when.startswith("20"))
    card = ann.program.library.tables()[0]
    assert card.chip
    assert card.can == ("seat", "host", "forget")
    ann.shot("cards")

    # over: the link for those who watch opens the whole game from its beginning
    ben.page.table_bar.table.resign()
    for one in (ann, ben):  # both are told so, and nobody is waited for any more
        (page,) = (page for page in one.window.pages() if hasattr(page, "prompt"))
        one.until(lambda page=page: page.model.table.state.over is not None)
        assert page.prompt.sentence.text() == page.table_bar.words.text()
    found = look(ben, watch).found
    assert found is not None
    assert found.ended
    ben.shot("look-over")
    ben.press(ben.window.library_page.joining.go)
    ben.until(lambda: getattr(ben.page, "path", "").endswith(".qtwar"), 120)
    ben.quiet()
    assert ben.page.table_bar is None
    assert ben.model.history.live == length
    assert length > 1
    ben.until(lambda: ben.model.history.position == 1)  # the first entry sets the game up
    ben.shot("replay")
    ben.window.actions_registry["replay_forward"].trigger()
    ben.until(lambda: ben.model.history.position == 2)

    # the same from its card, by one's own seat
    cards.ask()
    ann.until(lambda: ann.program.library.tables()[0].can == ("replay", "host", "forget"))
    library.model.table_asked.emit("replay", kept.id)
    ann.until(lambda: getattr(ann.page, "path", "").endswith(".qtwar"), 120)
    ann.quiet()
    assert ann.model.history.live == length

    # asked for again, its tab comes to the front
    replayed = ann.page
    ann.window.tabs.setCurrentIndex(0)
    library.model.table_asked.emit("replay", kept.id)
    ann.until(lambda: ann.page is replayed)


def test_a_name_shows_the_same_tables_on_a_second_machine(two: TwoWindows, tmp_path: Path) -> None:
    ann, ben = two.ann, two.ben
    two.host("front_toward_enemy", side="NVA_VC")  # the US acts first
    mine = ann.model.table.state.side
    (free,) = (ann.model.title.side(seat.side).name for seat in ann.model.table.state.seats if not seat.taken)
    assert ann.page.table_bar.words.text() == tr("table.line.free", side=free)
    assert ann.page.table_bar.link.isVisible()
    assert ann.page.prompt.sentence.text() == tr("table.seat.free", side=free)
    ann.shot("nobody-sits-there")
    log_in(ann, two.server.url, "Ann of the club", "seven times down", "make")
    accounts = ann.program.library.accounts
    ann.until(accounts)
    ann.until(lambda: two.server.url in ann.window.library_page.accounts.leave)
    kept = tmp_path / "ann" / "accounts.json"
    assert b"seven times down" not in b"".join(file.read_bytes() for file in (tmp_path / "ann").glob("*.json"))
    if os.name == "posix":
        assert kept.stat().st_mode & 0o777 == 0o600

    # the second machine: a wrong password is said, the right one shows the same table, which opens
    log_in(ben, two.server.url, "Ann of the club", "seven times up", "enter")
    ben.until(lambda: not ben.window.jobs.running)
    assert list(ben.program.library.accounts()) == []
    log_in(ben, two.server.url, "ann of the club", "seven times down", "enter")
    ben.until(ben.program.library.accounts)
    ben.until(lambda: len(ben.program.library.tables()) == 1)
    assert ben.program.library.table_cards.list.all() == []
    ben.until(lambda: ben.window.library_page.games.findChildren(GameTile))
    ben.shot("second-machine")
    QTest.mouseClick(ben.window.library_page.games.findChildren(GameTile)[0], LEFT)
    ben.until(lambda: hasattr(ben.page, "prompt"), 120)
    ben.quiet()
    assert ben.model.table.state.side == mine
    assert ben.page.table_bar.table.hosts  # the host's rights are on the list too

    # logged out: the name is gone from this machine, the seat that was opened here stays
    ben.window.tabs.setCurrentIndex(0)
    ben.press(ben.window.library_page.accounts.leave[two.server.url])
    ben.until(lambda: not ben.program.library.accounts())
    assert [table.side for table in ben.program.library.table_cards.list.all()] == [mine]


def said_in(who: Hands, side: str, words: str) -> bool:
    """Return whether somebody's log has a line of a side with these words."""
    return any(line.side == side and words in "".join(span.text for span in line.spans) for line in who.model.history.log())


def test_what_is_said_and_asked_at_the_table(two: TwoWindows) -> None:
    two.begin("front_toward_enemy")
    two.play(4)
    ann, ben = two.ann, two.ben
    ann.window.activateWindow()
    ann.window.actions_registry["table_say"].trigger()
    QTest.keyClicks(ann.page.log.speaking.field, "Good evening")
    QTest.keyClick(ann.page.log.speaking.field, Qt.Key.Key_Return)
    ben.until(lambda: any("Good evening" in "".join(s.text for s in line.spans) for line in ben.model.history.log()))
    ann.until(lambda: any("Good evening" in "".join(s.text for s in line.spans) for line in ann.model.history.log()))

    # an undo past what both have seen is asked of the other one, at the other window
    length = ann.model.history.live
    ann.model.history.undo_to(length - 1)
    two.ann.until(lambda: ann.model.link.proposal is not None or ann.model.history.live < length)
    if ann.model.history.live == length:
        ben.until(lambda: ben.page.prompt.primary is not None and ben.page.prompt.primary.text() == tr("button.leave"))
        ben.shot("asked")
        ann.shot("asks")
        assert ann.page.table_bar.withdraw.isVisible()
        ben.press(ben.page.prompt.primary)
        ann.until(lambda: ann.model.history.live == length - 1)
    two.settle()
    assert any("Good evening" in "".join(s.text for s in line.spans) for line in ann.model.history.log())

    # by key it is one's own latest entry, with all that came after it
    who = next(one for one in (ann, ben) if one.model.link.screen.line[-1].side != one.model.table.state.side)
    other, line = ben if who is ann else ann, who.model.link.screen.line
    remain = next(n for n in range(len(line) - 1, 0, -1) if line[n].side == who.model.table.state.side)
    who.window.activateWindow()
    who.window.actions_registry["undo"].trigger()
    other.until(lambda: other.page.prompt.primary is not None and other.page.prompt.primary.text() == tr("button.leave"))
    other.shot("asked-own-latest")
    other.press(other.page.prompt.primary)
    for one in (ann, ben):
        one.until(lambda window=one: window.model.history.live == remain)
        one.until(lambda window=one: said_in(window, who.model.table.state.side, "has allowed it") or LANGUAGE != "en")
    who.shot("undone-by-agreement")
    two.settle()

    # a draw that is declined
    ben.program.window.activateWindow()
    ben.page.table_bar.table.propose("draw")
    ann.until(lambda: ann.page.prompt.buttons and ann.page.prompt.buttons[0].text() == tr("button.leave_draw.keep"))
    ann.shot("draw")
    assert ann.page.prompt.primary is None  # Enter, pressed all the time, ends no game
    ann.press(ann.page.prompt.buttons[0])
    ben.until(lambda: ben.model.link.proposal is None)
    ben.shot("draw-declined")
    assert ben.page.prompt.property("tone") == ""
    words = ben.page.prompt.detail.plain()
    assert all(any(words in "".join(s.text for s in line.spans) for line in one.model.history.log()) for one in (ann, ben))
    two.play(2)

    # and one who gives up
    ann.page.table_bar.resign()
    box = next(iter(ann.window.findChildren(QMessageBox)))
    ann.press(next(b for b in box.buttons() if b.text() == tr("table.resign")))
    ben.until(lambda: ben.model.table.state.over is not None)
    ann.until(lambda: ann.model.table.state.over is not None)
    assert ann.model.actions.offer is None
    ben.shot("over")


def test_a_module_that_is_missing_is_offered_and_another_version_is_said(
    homes: Path, two: TwoWindows, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ben, server = two.ben, two.server
    status, made = post(server.url, "/api/games", {"title": "the_ford", "scenario": "scenario_1", "host": server.host})
    assert status == 200, made
    monkeypatch.setenv("QTWAR_HOME", str(tmp_path / "ben"))
    links = [f"{server.url}/join#{code}" for code in made["invitations"].values()]
    ben.window.actions_registry["join_table"].trigger()
    library = ben.window.library_page
    QTest.keyClicks(library.joining.link, links[0])
    ben.press(library.joining.go)
    ben.until(lambda: library.joining.found is not None)
    ben.shot("looked")
    assert any("the_ford" in line for line in library.joining.found.lines)
    ben.press(library.joining.go)
    card = library.wanted
    ben.until(card.isVisible)
    ben.shot("wanted")
    shown = card.shown
    assert shown is not None
    assert (shown.title, shown.origin) == ("the_ford", "server")
    assert not (tmp_path / "ben" / "modules").exists()
    ben.press(card.go)
    ben.until(lambda: hasattr(ben.page, "prompt"), 120)
    assert (tmp_path / "ben" / "modules" / "the_ford.qtmod").is_file()
    ben.quiet()
    ben.shot("fetched")
