"""A game by mail between somebody at the window and a correspondent with a profile of his own: files and nothing else."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

from qtwar.mail import letter
from qtwar.mail.session import MailSession
from qtwar.services import mail
from qtwar.session.begin import NewGame
from qtwar.ui.i18n import tr
from tests.mail.correspondents import Correspondent, at
from tests.stories.hands import Hands
from tests.stories.test_next_day import again

LANGUAGE = os.environ.get("QTWAR_STORY_LANGUAGE")
BOTH = [{}, {"language": "ja", "theme": "dark", "size": (1280, 800)}]
NOTE = "アンさんの番です。" if LANGUAGE == "ja" else "Your move, Ann."
PEOPLE = pytest.mark.parametrize("hands", [{"language": LANGUAGE}] if LANGUAGE else BOTH, indirect=True)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program's own folders, where the window has them."""
    monkeypatch.setenv("QTWAR_HOME", str(tmp_path / "遊び home"))


@pytest.fixture
def other(tmp_path: Path) -> Any:
    """Return the one at the other end."""
    made = Correspondent(tmp_path / "other", random.Random(4))
    yield made
    made.close()


def save_as(hands: Hands, path: Path) -> Path:
    """Write a name into the dialog that asks where a file goes."""
    hands.until(lambda: any(d.isVisible() for d in hands.window.findChildren(QFileDialog)), 60)
    dialog = next(d for d in hands.window.findChildren(QFileDialog) if d.isVisible())
    dialog.fileSelected.emit(str(path))
    dialog.close()
    hands.until(path.exists, 120)
    return path


def invite(hands: Hands, path: Path, rolls: str) -> Path:
    """From *Play by mail…* to a file."""
    library = hands.window.library_page
    hands.until(lambda: "sealords" in library.tiles)
    hands.press(library.tiles["sealords"])
    hands.window.actions_registry["play_by_mail"].trigger()
    panel = library.new_game
    hands.until(panel.isVisible)
    panel.scenarios.choose("learning")
    panel._turn_to("learning")
    panel.by_mail()
    assert panel.mail.isVisible()
    QTest.keyClicks(panel.mail.name, "Ann")
    hands.press(panel.mail.rolls.buttons[rolls])
    hands.qtbot.wait(200)
    hands.shot(f"mail-invite-{rolls}")
    hands.press(panel.go)
    return save_as(hands, path)


def act(hands: Hands, bar: Any, *phases: str) -> None:
    """Act by hand until the game by mail is in one of these phases; an order may wait for dice."""
    for _ in range(80):
        hands.quiet()
        if bar.mail.state.phase in phases:
            return
        try:
            hands.step()
        except AssertionError:  # the hand was told that its order waits for dice
            hands.quiet()
            if bar.mail.state.phase != "wants":
                raise
    raise AssertionError(f"never {phases}")


def play_turn(hands: Hands, path: Path) -> Path:
    """Act by hand until the file can be sent, and send it."""
    bar = hands.page.mail_bar
    act(hands, bar, "ready", "wants")
    if bar.mail.state.phase == "wants":
        assert hands.model.actions.offer is None
        hands.shot("mail-wants")
    hands.until(bar.go.isEnabled)
    hands.press(bar.go)
    save_as(hands, path)
    hands.until(lambda: bar.mail.state.phase in ("waits", "over"))
    hands.quiet()
    return path


def open_file(hands: Hands, path: Path) -> None:
    """Open a file and wait until what it brought is on the board."""
    hands.program.library.open(str(path))
    hands.until(lambda: getattr(hands.page, "mail_bar", None) is not None, 240)
    hands.until(lambda: hands.page.mail_bar.mail.state.phase not in ("waits",), 60)
    hands.quiet()
    hands.until(lambda: hands.model.history.position == hands.model.history.live, 60)


def begun(hands: Hands, other: Correspondent, post: Path, rolls: str = "turn", name: str = "Ben") -> Any:
    """Play by mail as far as one's own first move; returns the bar."""
    post.mkdir()
    invitation = invite(hands, post / "1.qtwarmail", rolls)
    with at(other.home):
        invited = mail.look(invitation, other.home)
        assert isinstance(invited, mail.MailInvitation)
        mail.put(mail.answer(invited, name), post / "2.qtwarmail", other.home)
    open_file(hands, post / "2.qtwarmail")
    return hands.page.mail_bar


def card_says(hands: Hands, words: str) -> bool:
    """Look into the library until the card of the only game says how it ended; returns whether it stands under *Over*."""
    hands.window.tabs.setCurrentIndex(0)
    library = hands.program.library
    hands.until(lambda: any(card.line.endswith(words) for card in library.games()))
    return [card.chip for card in library.games()] == [tr("library.over")]


@PEOPLE
def test_who_waits_for_a_file_is_told_why_nothing_is_taken_back(hands: Hands, other: Correspondent, tmp_path: Path) -> None:
    bar = begun(hands, other, tmp_path / "post")
    told: list[str] = []
    hands.model.actions.refused.connect(lambda message: told.append(message["key"]))

    def take_back() -> str:
        hands.window.actions_registry["undo"].trigger()
        hands.quiet()
        hands.until(lambda: told)
        assert hands.page.prompt.detail.isVisible()
        return told.pop()

    assert bar.mail.state.phase == "ready"
    assert take_back() == "refuse.nothing_to_undo"
    play_turn(hands, tmp_path / "post" / "3.qtwarmail")
    assert bar.mail.state.phase == "waits"
    assert take_back() == "mail.refuse.not_here"
    hands.shot("mail-waits-undo")
    # Ideas that do not hold by mail are not given: nothing is branched from such a game.
    title = hands.model.title
    for said in (title.texts.plain({"key": "refuse.looking_back", "args": {}}, title.language), tr("prompt.over")):
        assert said
        assert not re.search("branch|分岐", said)


def rolled(hands: Hands) -> bool:
    """Whether an order of this side has had its dice from both sides."""
    rows = hands.session.journal.entries(1, hands.session.history.last_no)
    return any(row.entropy and row.head.side == hands.model.position.seat for row in rows)


@PEOPLE
@pytest.mark.parametrize("rolls", ["turn", "each"])
def test_a_game_from_the_invitation_to_the_end(hands: Hands, other: Correspondent, tmp_path: Path, rolls: str) -> None:
    post = tmp_path / "post"
    bar, waited = begun(hands, other, post, rolls), False
    hands.shot(f"mail-first-{rolls}")
    assert bar.mail.state.name == f"{hands.model.title.scenario.name.get(hands.model.title.language)} - 3"
    for no in range(3, 60, 2):
        sent = play_turn(hands, post / f"{no}.qtwarmail")
        if not waited:
            hands.shot(f"mail-waits-{rolls}")
            assert hands.model.actions.offer is None
            waited = True
        other.open(sent)
        other.act(200)
        if other.session.can_send:
            back = post / f"{no + 1}.qtwarmail"
            mail.write_file(back, other.session.write(NOTE if no == 3 else ""))
            open_file(hands, back)
            if no == 3:
                assert NOTE in bar.note.text()
                hands.drawn()
                hands.shot(f"mail-back-{rolls}")
        if rolls == "each" and rolled(hands):
            return
        if hands.session.state.result is not None and bar.mail.state.phase == "over":
            break
    assert hands.session.state.result is not None
    assert other.session.mark() == hands.session.mark()
    assert bar.sentence.text() == tr("mail.bar.over", who="Ben")
    hands.shot(f"mail-over-{rolls}")
    with pytest.raises(Exception, match="opened already"):
        other.session.take(letter.read(sent.read_bytes()))


@PEOPLE
def test_an_invitation_is_taken_up_in_the_window(hands: Hands, other: Correspondent, tmp_path: Path) -> None:
    post = tmp_path / "post"
    post.mkdir()
    asked = NewGame("front_toward_enemy", "frago_0_point_element", "mail", players=(("US", "Ben"),), side="US", rolls="turn")
    with at(other.home):
        mail.put(mail.invite(asked), post / "1.qtwarmail", other.home)
    hands.until(lambda: hands.window.library_page.tiles)
    hands.program.library.open(str(post / "1.qtwarmail"))
    card = hands.window.library_page.invitation
    hands.until(card.isVisible)
    hands.shot("mail-invited")
    QTest.keyClicks(card.name, "Ann")
    hands.press(card.go)
    answer = save_as(hands, post / "2.qtwarmail")
    hands.until(hands.window.toast.isVisible)
    hands.shot("mail-answered")
    other.open(answer)
    other.act(500)
    mail.write_file(post / "3.qtwarmail", other.session.write())
    open_file(hands, post / "3.qtwarmail")
    assert hands.model.position.seat == "NVA_VC"
    hands.shot("mail-guest")
    hands.program.library.open(str(post / "3.qtwarmail"))  # once more: it is said, and nothing happens
    hands.until(lambda: "3" in hands.window.toast.text.text() and hands.window.toast.isVisible())
    hands.shot("mail-old")


def test_a_file_that_starts_the_program_is_for_a_game_whose_tab_comes_back(
    hands: Hands, other: Correspondent, tmp_path: Path
) -> None:
    """A double click the next day: the game is open again already when its file is, and another one finds it still open."""
    post = tmp_path / "post"
    begun(hands, other, post)
    document = hands.page.path
    other.open(play_turn(hands, post / "3.qtwarmail"))
    other.act(200)
    mail.write_file(post / "4.qtwarmail", other.session.write(NOTE))
    again(hands, post / "4.qtwarmail")
    hands.until(lambda: getattr(hands.page, "mail_bar", None) is not None, 120)
    hands.until(lambda: NOTE in hands.page.mail_bar.note.text(), 60)
    assert hands.page.path == document
    hands.window.tabs.setCurrentIndex(0)
    hands.program.library.open(document)  # a double click on its document brings its tab
    assert getattr(hands.page, "path", "") == document
    assert [page.property("tab") for page in hands.window.pages()] == ["library", "game"]


def test_the_rules_and_dice_that_were_agreed_on_stay(hands: Hands, other: Correspondent, tmp_path: Path) -> None:
    begun(hands, other, tmp_path / "post", name="")
    hands.model.settings.set_strictness("off")
    hands.model.settings.set_dice_source("hand")
    hands.model.settings.request_hand_over()
    hands.quiet()
    assert hands.model.settings.strictness == "enforce"
    assert hands.model.settings.dice_source == "program"
    assert not hands.page.cover.isVisible()
    hands.model.history.branch(1)
    hands.until(hands.window.toast.isVisible)
    assert hands.window.tabs.count() == 2


@PEOPLE
def test_a_draw_is_offered_with_a_file_and_taken(hands: Hands, other: Correspondent, tmp_path: Path) -> None:
    post = tmp_path / "post"
    bar = begun(hands, other, post)
    hands.window.actions_registry["table_draw"].trigger()
    assert tr("mail.bar.offering") in bar.note.text()
    hands.drawn()
    hands.shot("mail-draw-offered")
    other.open(play_turn(hands, post / "3.qtwarmail"))
    assert other.session.exchange.offered
    other.act(200)
    mail.write_file(post / "4.qtwarmail", other.session.write("Not yet. And you?", "offer"))
    open_file(hands, post / "4.qtwarmail")
    assert bar.accept.isVisible()
    hands.drawn()
    hands.shot("mail-draw-asked")
    hands.press(bar.accept)
    other.open(save_as(hands, post / "5.qtwarmail"))
    hands.until(lambda: bar.mail.state.phase == "over")
    assert other.session.exchange.end == {"how": "draw", "by": hands.model.position.seat}
    assert bar.sentence.text() == hands.page.prompt.sentence.text() == tr("mail.end.draw")
    assert bar.note.text() == ""  # what he wrote came before
    assert hands.model.actions.offer is None
    hands.drawn()
    hands.shot("mail-draw-taken")
    assert card_says(hands, tr("mail.card.draw"))
    hands.shot("mail-draw-card")


@PEOPLE
def test_a_game_is_given_up_in_the_middle_of_a_turn_and_where_its_file_can_not_lie(
    hands: Hands, other: Correspondent, tmp_path: Path
) -> None:
    post = tmp_path / "post"
    bar = begun(hands, other, post)
    hands.window.actions_registry["table_resign"].trigger()
    hands.until(lambda: any(box.isVisible() for box in hands.window.findChildren(QMessageBox)))
    box = next(box for box in hands.window.findChildren(QMessageBox) if box.isVisible())
    hands.press(next(button for button in box.buttons() if button.text() == tr("table.resign")))
    hands.until(lambda: any(d.isVisible() for d in hands.window.findChildren(QFileDialog)), 60)
    dialog = next(d for d in hands.window.findChildren(QFileDialog) if d.isVisible())
    dialog.fileSelected.emit(str(post / "2.qtwarmail" / "3.qtwarmail"))  # a file is no folder
    dialog.close()
    hands.until(lambda: bar.mail.state.phase == "over")  # it is closed all the same, and the screen says so
    assert bar.sentence.text() == hands.page.prompt.sentence.text() == tr("mail.end.mine")
    hands.drawn()
    hands.shot("mail-resigned")
    hands.press(bar.again)
    other.open(save_as(hands, post / "3.qtwarmail"))
    assert other.session.over
    assert other.session.exchange.end == {"how": "resigned", "by": hands.model.position.seat}
    assert card_says(hands, tr("mail.card.mine"))


@PEOPLE
def test_roll_by_roll_an_order_is_taken_back_given_again_and_the_game_resigned_by_mouse(
    hands: Hands, other: Correspondent, tmp_path: Path
) -> None:
    post = tmp_path / "post"
    bar = begun(hands, other, post, "each")
    no = order_that_waits(hands, other, post, 3)
    assert bar.sentence.text() == tr("mail.bar.wants", who="Ben")
    assert hands.page.prompt.sentence.text() == tr("mail.refuse.waits")
    hands.drawn()
    hands.shot("mail-each-wants")
    assert isinstance(hands.session, MailSession)
    order = hands.session.exchange.wants
    assert order is not None
    hands.press(bar.take_back)  # nobody knows anything of it yet
    hands.until(lambda: bar.mail.state.phase in ("mine", "ready"))
    hands.quiet()
    assert hands.model.actions.offer is not None
    hands.shot("mail-each-taken-back")
    hands.model.link.submit(order)  # the same again: the hand would choose another one
    hands.until(lambda: bar.mail.state.phase == "wants")
    there_and_back(hands, other, post, no)
    assert rolled(hands)
    hands.drawn()
    hands.shot("mail-each-fallen")
    hands.press(bar.more)
    hands.until(lambda: QApplication.activePopupWidget() is not None, 10)
    hands.shot("mail-more", QApplication.activePopupWidget())
    hands.choose(tr("action.table_resign"))
    hands.until(lambda: any(box.isVisible() for box in hands.window.findChildren(QMessageBox)))
    box = next(box for box in hands.window.findChildren(QMessageBox) if box.isVisible())
    hands.shot("mail-resign-asked", box)
    hands.press(next(button for button in box.buttons() if button.text() == tr("table.resign")))
    other.open(save_as(hands, post / f"{no + 2}.qtwarmail"))
    hands.until(lambda: bar.mail.state.phase == "over")
    assert other.session.exchange.ended == "theirs"
    hands.drawn()
    hands.shot("mail-each-resigned")
    assert card_says(hands, tr("mail.card.mine"))


def order_that_waits(hands: Hands, other: Correspondent, post: Path, no: int) -> int:
    """Play on until an order waits for dice; returns the number of the file that will go out with it."""
    for file in range(no, no + 60, 2):
        act(hands, hands.page.mail_bar, "ready", "wants")
        if hands.page.mail_bar.mail.state.phase == "wants":
            return file
        there_and_back(hands, other, post, file)
    raise AssertionError("no order wanted dice")


def there_and_back(hands: Hands, other: Correspondent, post: Path, no: int) -> None:
    """Send a file of a number, and open the one that comes back."""
    bar = hands.page.mail_bar
    hands.press(bar.go)
    sent = save_as(hands, post / f"{no}.qtwarmail")
    hands.until(lambda: bar.mail.state.phase == "waits")
    assert hands.page.prompt.sentence.text() == tr("prompt.waiting_for", who="Ben")
    other.open(sent)
    other.act(200)
    mail.write_file(post / f"{no + 1}.qtwarmail", other.session.write())
    open_file(hands, post / f"{no + 1}.qtwarmail")
