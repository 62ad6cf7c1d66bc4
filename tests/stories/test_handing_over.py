"""Two at one screen: secret choices, the cover, reactions; the keys and the log are where one left them."""

from __future__ import annotations

import os
from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from qtwar.sandbox.inprocess import InProcessRules
from qtwar.services import titles
from qtwar.session.begin import NewGame
from qtwar.session.chance import key_from_seed
from qtwar.session.memory import MemoryJournal
from qtwar.session.play import PlaySession
from qtwar.ui.play.floats import lights
from tests.stories.hands import Hands

SHOTS = os.environ.get("QTWAR_SHOTS")
K = Qt.Key


def seed_of(title: str, scenario: str, there: Callable[[PlaySession], bool], most: int) -> int:
    """Return the first chance by which a game played at random comes to a point within so many actions."""
    folder, content = titles.load(title)
    rules = InProcessRules(folder, content.rules_json())
    meta = {"title": title, "scenario": scenario, "options": {}, "strictness": "enforce"}
    for seed in range(1, 60):
        journal = MemoryJournal({"key": key_from_seed(seed), "undo": "free"})
        session = PlaySession(rules, journal, tuple(side.id for side in content.sides))
        session.begin(meta, {"setup": "quick"})
        for _ in range(most):
            if there(session):
                return seed
            if session.state.result is not None:
                break
            session.autoplay(1)
    raise AssertionError(f"{title} never comes there")


def sit_down(hands: Hands, title: str, scenario: str, there: Callable[[PlaySession], bool], seed: int = 5) -> None:
    """Open a game of Ann and Ben that has come to a point."""
    players = (("FW", "Ann"), ("COM", "Ben")) if title == "sealords" else (("us", "Ann"), ("german", "Ben"))
    game = NewGame(title, scenario, seats="hotseat", players=players, key=key_from_seed(seed))
    hands.open_when(game, there, 1500)


def uncover(hands: Hands) -> None:
    """Hold Space on the cover until it opens, and a little longer, as one does."""
    cover = hands.page.cover
    hands.until(cover.isVisible, 10)
    tabs = hands.window.tabs.count()
    QTest.keyPress(QApplication.focusWidget(), K.Key_Space)
    hands.until(lambda: not cover.isVisible(), 10)
    focus = QApplication.focusWidget()
    assert focus is hands.board, "the keys go to the board"
    again = QKeyEvent(QEvent.Type.KeyPress, K.Key_Space, Qt.KeyboardModifier.NoModifier, " ", autorep=True)
    QApplication.sendEvent(focus, again)
    QTest.keyRelease(QApplication.focusWidget(), K.Key_Space)
    assert not hands.board.picker.isVisible()
    hands.quiet()
    assert hands.window.tabs.count() == tabs


def both_scout(session: PlaySession) -> bool:
    """Whether both sides choose their recon units."""
    session.refresh_offers()
    asks = [ask for side in session.active for ask in (session.offer(side) or {}).get("asks", ())]
    return len(session.active) == 2 and all(ask["verb"] == "scout" for ask in asks)


def halves(hands: Hands) -> list[str]:
    """Return what the closed half of the secret panel says."""
    words = hands.page.secret.body.findChildren(QAbstractButton)
    closed = [w.text() for w in hands.page.secret.body.children() if hasattr(w, "text")]
    assert words or closed
    return [
        label.text()
        for label in hands.page.secret.body.findChildren(type(hands.page.cover.title))
        if label.text() in ("closed", "•  chosen")
    ]


def test_both_choose_in_secret_and_turn_their_choices_at_once(hands: Hands) -> None:
    sit_down(hands, "sealords", "game_warden", both_scout, seed_of("sealords", "game_warden", both_scout, 60))
    session, panel = hands.session, hands.page.secret
    length = len(session.history)
    first = hands.model.position.seat
    chosen: dict[str, str] = {}
    for turn, (button, other) in enumerate((("Done, hand over", "closed"), ("Reveal", "•  chosen"))):
        side = hands.model.actions.acting
        ask = hands.ask("scout")
        assert ask is not None
        hands.screen.press_ask(ask)
        hands.until(panel.isVisible)
        assert halves(hands) == [other]
        assert panel.done.text() == button
        assert not panel.done.isEnabled()
        ticks = [b for b in panel.body.findChildren(QAbstractButton) if b.isCheckable()]
        hands.press(ticks[0], QPoint(8, ticks[0].height() // 2))
        chosen[side] = ask["of"]["pieces"][0]
        hands.shot(f"secret-{turn + 1}")
        hands.press(panel.done)
        hands.until(lambda turn=turn: len(session.history) == length + turn + 1)
        hands.quiet()
        if turn == 0:
            assert not any(chosen[side] in str(line.spans) for line in hands.model.history.log()[-2:])
            hands.board.move_to(QPointF(0, 0))
            uncover(hands)
            assert hands.model.position.seat != first
            place = hands.model.actions.offer["prompt"]["args"]["cell"]["c"]
            spot = hands.board.camera.to_screen(hands.board.layout_.spot(place))
            assert hands.board.rect().contains(spot.toPoint()), "who sits down sees the square he is asked about"
            # what the other has chosen stands nowhere that this side may look
            assert chosen[side] not in str(hands.model.position.view.flow)
    told = session.journal.entry(session.history.line[-1].no)
    assert told.action is not None
    assert "rolled" in {event["e"] for event in told.events}, "the recon is one entry: both turned, both rolled"


def test_the_log_is_read_at_its_end_after_the_screen_has_changed_hands(hands: Hands) -> None:
    sit_down(hands, "sealords", "game_warden", lambda session: len(session.history) > 60 and session.active == ["FW"])
    hands.page.raise_dock("log")
    bar = hands.page.log.page.verticalScrollBar()
    hands.until(lambda: bar.maximum() > 0 and bar.value() == bar.maximum(), 10)
    QTest.keyClick(hands.window, K.Key_F9)
    uncover(hands)
    hands.until(lambda: bar.maximum() > 0 and bar.value() == bar.maximum(), 10)
    # one who has scrolled up stays there while more is told
    bar.setValue(bar.maximum() // 2)
    where = bar.value()
    hands.model.history.log_changed.emit()
    hands.qtbot.wait(5)
    assert bar.value() == where


def can_react(session: PlaySession) -> bool:
    """Whether somebody may fire at a mover."""
    session.refresh_offers()
    return any((session.offer(side) or {}).get("firers") for side in session.active)


def test_a_reaction_is_chosen_by_number_and_fired_with_enter(hands: Hands) -> None:
    sit_down(hands, "band_of_heroes", "s1_crossroads", can_react)
    pane, session = hands.page.reaction, hands.session
    if hands.page.cover.isVisible():
        uncover(hands)
    hands.until(pane.isVisible, 10)
    firers = hands.model.actions.firers()
    assert firers
    assert not firers[0].why_not
    prompt = hands.page.prompt
    declines = prompt.primary
    assert not prompt.shot.isVisible()
    hands.shot("reaction")
    length = len(session.history)

    # aimed by its number: Enter is the shot now, and the button says from where; Esc aims at nobody again
    QTest.keyClick(hands.board, K.Key_1)
    assert prompt.shot.isVisible()
    assert prompt.shot.button.text() == f"Fire from {hands.model.title.place_name(session.state.spot(firers[0].piece))}"
    assert (prompt.shot.button.property("kind"), declines.property("kind")) == ("primary", "")
    hands.qtbot.wait(300)
    hands.shot("reaction-aimed")
    QTest.keyClick(hands.board, K.Key_Escape)
    assert not prompt.shot.isVisible()
    assert declines.property("kind") == "primary"
    assert len(session.history) == length

    # by the mouse alone: his card, then the button
    hands.press(pane.cards[0])
    hands.press(prompt.shot.button)
    hands.until(lambda: len(session.history) > length)
    entry = session.journal.entry(session.history.line[length].no)
    assert entry.action is not None
    assert "rolled" in {event["e"] for event in entry.events}
    hands.quiet()
    assert not prompt.shot.isVisible()


def test_a_firer_clicked_on_the_board_aims_at_the_only_target_and_enter_fires(hands: Hands) -> None:
    sit_down(hands, "band_of_heroes", "s1_crossroads", can_react)
    session = hands.session
    if hands.page.cover.isVisible():
        uncover(hands)
    hands.until(hands.page.reaction.isVisible, 10)
    length = len(session.history)
    hands.select(hands.model.actions.firers()[0].piece)
    assert hands.model.answer.cell
    assert [mark for mark, _ in lights(hands.model.answer, hands.model.title)] == ["target"]
    QTest.keyClick(hands.board, K.Key_Return)
    hands.until(lambda: len(session.history) > length)
    entry = session.journal.entry(session.history.line[length].no)
    assert "rolled" in {event["e"] for event in entry.events}


def test_nothing_picked_is_no_reaction(hands: Hands) -> None:
    sit_down(hands, "band_of_heroes", "s1_crossroads", can_react)
    session = hands.session
    if hands.page.cover.isVisible():
        uncover(hands)
    hands.until(hands.page.reaction.isVisible, 10)
    length = len(session.history)
    QTest.keyClick(hands.board, K.Key_Escape)
    hands.until(lambda: len(session.history) == length + 1)
    entry = session.journal.entry(session.history.line[length].no)
    assert not [event for event in entry.events if event["e"] == "rolled"]


def air_may_react(session: PlaySession) -> bool:
    """Whether helicopters may bring a reaction into the square that is fought for."""
    session.refresh_offers()
    return any(ask["verb"] == "react" for side in session.active for ask in (session.offer(side) or {}).get("asks", ()))


def test_an_airmobile_reaction_is_dragged_into_the_square(hands: Hands) -> None:
    sit_down(hands, "sealords", "game_warden", air_may_react, seed_of("sealords", "game_warden", air_may_react, 90))
    if hands.page.cover.isVisible():
        uncover(hands)
    ask = hands.ask("react")
    assert ask is not None
    goal = ask["fixed_end"]
    before = set(hands.session.state.at(goal))
    hands.shot("airmobile")
    for _ in range(12):
        if hands.answer(ask) == "react":
            break
    hands.shot("airmobile-done")
    assert set(hands.session.state.at(goal)) - before, "they have come into the square"
