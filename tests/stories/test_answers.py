"""What is chosen is carried out by the button that says so, by mouse and by keyboard: the action that arrives is told."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from qtwar.session.begin import NewGame
from qtwar.session.chance import key_from_seed
from qtwar.session.play import PlaySession
from tests.stories.hands import Hands, offered

K = Qt.Key


def come_to(hands: Hands, verb: str, seed: int) -> dict[str, Any]:
    """Open a game of SEALORDS in which pieces can be chosen for something."""

    def there(session: PlaySession) -> bool:
        return any(ask["verb"] == verb and ask["kind"] == "pieces" for ask in offered(session))

    hands.open_when(NewGame("sealords", "game_warden", seats="both", key=key_from_seed(seed)), there, 200)
    ask = hands.ask(verb)
    assert ask is not None
    return ask


def last(hands: Hands) -> dict[str, Any]:
    """Return the action that arrived last, without whose it is."""
    action = hands.session.journal.entry(hands.session.history.line[-1].no).action
    return {"verb": action["verb"], "args": action["args"]}


def rows(hands: Hands) -> list[QAbstractButton]:
    """Return the buttons of the Orders pane, one a piece, top first."""
    hands.page.raise_dock("orders")
    shares, count = hands.page.orders.shares, len(hands.page.orders.ask["pieces"])
    hands.until(lambda: shares.box.count() > count)
    return [shares.box.itemAt(n).widget().findChildren(QAbstractButton)[-1] for n in range(count)]


def said(hands: Hands) -> list[str]:
    """Return what the buttons of the bar say that are in view, the one that Enter presses last."""
    prompt = hands.page.prompt
    shown = [b for b in prompt.controls.findChildren(QAbstractButton) if b.isVisible() and b is not prompt.primary]
    return [b.text() for b in (*shown, prompt.primary)]


def keys_shown(hands: Hands) -> list[QAbstractButton]:
    """Return the buttons that show the Enter key."""
    return [b for b, key in hands.page.prompt.entering if key.isVisible()]


@pytest.mark.parametrize("by", ["mouse", "Enter"])
def test_who_is_chosen_for_refit_is_refitted(hands: Hands, by: str) -> None:
    ask = come_to(hands, "refit", 2)
    prompt, chosen = hands.page.prompt, [ask["pieces"][1], ask["pieces"][3]]
    assert said(hands) == ["Refit", "No more refitting"]
    made = rows(hands)
    for n in (1, 3):
        hands.press(made[n])
        hands.qtbot.wait(30)
    assert rows(hands) == made, "the rows stay, and with them the keyboard"
    assert said(hands) == ["No more refitting", "Refit 2"], "what is chosen has the key"
    assert keys_shown(hands) == [prompt.primary]
    hands.shot("refit")
    if by == "mouse":
        hands.after(lambda: hands.click("Refit 2"))
    else:
        hands.after(lambda: QTest.keyClick(hands.window.focusWidget(), K.Key_Return))
    assert last(hands) == {"verb": "refit", "args": {"pieces": chosen}}
    assert all(hands.session.state.pieces[p]["at"] != "fw_refit" for p in chosen)
    # nothing chosen: the key is the title's own button's again
    assert said(hands) == ["Refit", "No more refitting"]
    hands.after(lambda: QTest.keyClick(hands.board, K.Key_Return))
    assert last(hands) == {"verb": "done", "args": {}}


def test_escape_gives_up_who_is_chosen_for_refit_and_the_key_goes_back(
    hands: Hands
) -> None:
    come_to(hands, "refit", 2)
    hands.press(rows(hands)[0])
    assert said(hands)[-1] == "Refit 1"
    entries = len(hands.session.history)
    QTest.keyClick(hands.board, K.Key_Escape)
    assert said(hands) == ["Refit", "No more refitting"]
    assert keys_shown(hands) == [hands.page.prompt.primary]
    assert len(hands.session.history) == entries


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_strike_markers_that_are_chosen_are_committed(hands: Hands, by: str) -> None:
    ask = come_to(hands, "commit", 8)
    prompt, chosen = hands.page.prompt, [ask["pieces"][0], ask["pieces"][2]]
    hands.screen.turn_to(ask)
    switch = prompt.switches["commit"]
    for n in (0, 2):
        button = rows(hands)[n]
        if by == "mouse":
            hands.press(button)
        else:
            button.setFocus(Qt.FocusReason.TabFocusReason)
            QTest.keyClick(button, K.Key_Space)
    assert "Commit 2" in said(hands)
    hands.shot("commit")
    # the switch that is on is no way to lose what is chosen
    hands.press(switch)
    assert hands.model.answer.pieces == chosen
    assert switch.isChecked()
    assert keys_shown(hands) == [prompt.primary]
    if by == "mouse":
        hands.after(lambda: hands.click("Commit 2"))
    else:
        hands.after(lambda: QTest.keyClick(hands.window.focusWidget(), K.Key_Return))
    assert last(hands) == {"verb": "commit", "args": {"pieces": chosen}}


def test_from_strike_markers_one_turns_back_to_the_helicopters(hands: Hands) -> None:
    ask = come_to(hands, "commit", 8)
    hands.screen.turn_to(ask)
    hands.press(rows(hands)[0])
    react = hands.ask("react")
    assert react is not None
    hands.press(hands.page.prompt.switches[react["id"]])
    assert hands.model.answer.ask["id"] == react["id"]
    assert hands.model.answer.pieces == []


def test_no_two_buttons_say_the_same_when_supply_is_paid(hands: Hands) -> None:
    ask = come_to(hands, "supply", 2)
    assert len(set(said(hands))) == len(said(hands))
    assert not [text for text in said(hands) if text == "Done"]
    hands.press(rows(hands)[0])
    assert "Supply 1" in said(hands)
    hands.after(lambda: QTest.keyClick(hands.board, K.Key_Return))
    assert last(hands) == {"verb": "supply", "args": {"pieces": ask["pieces"][:1]}}
