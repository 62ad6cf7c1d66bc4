"""A small window at a large scale: what stands in the toolbar is there whole, and the rules can be set."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QAbstractButton

from qtwar.ui.i18n import tr
from qtwar.ui.widgets.sidechip import SideChip
from tests.stories.hands import Hands

SMALL = {"size": (1280, 720), "scale": 200}


def cut(hands: Hands) -> list[str]:
    """Return the buttons and numbers of the toolbar that are not there whole."""
    bar = hands.page.toolbar
    found = []
    for kind in (QAbstractButton, SideChip):
        for part in bar.findChildren(kind):
            rect = QRect(part.mapTo(bar, QPoint(0, 0)), part.size())
            if part.isVisible() and not (bar.rect().contains(rect) and part.width() >= part.minimumSizeHint().width()):
                found.append(part.text() or part.accessibleName())
    return found


@pytest.mark.parametrize("hands", [SMALL, {**SMALL, "language": "ja"}], indirect=True, ids=["en", "ja"])
def test_the_toolbar_of_a_small_window_is_whole_and_sets_the_rules(hands: Hands) -> None:
    hands.open_game("sealords", "learning")
    bar = hands.page.toolbar
    hands.shot("small-toolbar")
    assert not cut(hands)
    assert not bar.rules.isVisible()
    for value in ("warn", "enforce", "off"):
        hands.press(bar.rules_opener)
        hands.choose(tr(f"rules.{value}"))
        hands.until(lambda v=value: hands.model.settings.strictness == v)
        assert bar.rules_opener.text() == tr(f"rules.{value}")
        hands.until(lambda: not cut(hands))  # a longer word takes its room a turn of the window later
        hands.shot(f"small-toolbar-{value}")


@pytest.mark.parametrize(
    "hands", [SMALL, {**SMALL, "language": "ja"}, {"size": (1600, 1000)}], indirect=True, ids=["en", "ja", "large"]
)
def test_no_tab_of_the_shelf_is_cut_and_each_says_in_words_what_it_is(hands: Hands) -> None:
    hands.open_game("sealords", "learning")
    shelf = hands.page.shelf
    tabs = shelf.tabs
    for n in range(5):
        tabs.setCurrentIndex(n)
        hands.until(lambda: tabs.width() >= tabs.sizeHint().width())
        rects = [tabs.tabRect(k) for k in range(5)]
        assert all(tabs.rect().contains(rect) for rect in rects)
        assert all(tabs.tabText(k) or not tabs.tabIcon(k).isNull() for k in range(5))
        assert all(tabs.tabToolTip(k) and tabs.accessibleTabName(k) for k in range(5))
        assert tabs.tabText(n) in ("", tabs.accessibleTabName(n))
        assert not shelf.hint.isVisible() or shelf.hint.width() >= shelf.hint.sizeHint().width()
    hands.shot("small-shelf")
    whole = all(tabs.tabText(k) for k in range(5))
    assert whole == (hands.window.width() == 1600)


@pytest.mark.parametrize("hands", [{"language": "ja", "theme": "dark", "size": (1280, 720)}], indirect=True, ids=["ja"])
def test_the_guide_opens_at_its_beginning(hands: Hands) -> None:
    hands.window.actions_registry["guide"].trigger()
    bar = hands.page.text.verticalScrollBar()
    hands.until(lambda: bar.maximum() > 0)
    for _ in range(3):  # width and look come late, and bring the text anew
        hands.qtbot.wait(1)
    assert bar.value() == 0
