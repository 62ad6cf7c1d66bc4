"""Docks, shelf, replay, cover: what they show and what they ask of the game."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from qtwar.base.text import Span
from qtwar.model.load import load
from qtwar.presenters.play.title import PlayedTitle
from qtwar.ui import mime
from qtwar.ui.docks.oob import PIECES, PLACE, short_place
from qtwar.ui.facts import EVERYTHING, LogLine, Roll, UsedCell
from qtwar.ui.play.boxes import Tray, drop_on, piles
from tests.ui.shell.fixture_words import odds


def leaves(tree):
    found = []

    def walk(item):
        for n in range(item.childCount()):
            child = item.child(n)
            if child.childCount():
                walk(child)
            elif not child.isHidden():
                found.append((child.text(0), child.data(0, PLACE)))

    walk(tree.invisibleRootItem())
    return found


def test_order_of_battle_groups_filters_blinks_and_centres(play):
    _, page, _game = play()
    assert page.oob.tree.topLevelItemCount() == 0, "nobody has looked at it yet"
    page.raise_dock("oob")
    assert ("PBR ×2", "My Tho") in leaves(page.oob.tree)
    QTest.keyClicks(page.oob.filter, "can move")
    assert [name for name, _ in leaves(page.oob.tree)] == ["CCB", "PBR ×2", "SEAL Alpha"]
    page.oob.filter.setText("vnmc")
    assert leaves(page.oob.tree) == [("VNMC battalion", "Can Tho")]
    item = page.oob.tree.topLevelItem(1).child(3)
    item.setText(0, "ヘリコプター")
    for typed in ("へり", "ﾍﾘ", "ＶＮＭＣ"):
        page.oob.filter.setText(typed)
        assert item.isHidden() is (typed == "ＶＮＭＣ"), typed
    item.setText(0, "VNMC battalion")
    page.oob.filter.setText("ｖｎｍｃ")
    assert leaves(page.oob.tree) == [("VNMC battalion", "Can Tho")]
    page.oob.tree.itemDoubleClicked.emit(item, 0)
    assert page.board.centred == ["vnmc"]
    data = page.oob.tree.mimeData([item])
    assert mime.unpack(data) == ["vnmc"]


def test_a_place_with_a_name_goes_without_its_number():
    assert short_place("Binh Thuy 1914") == "Binh Thuy"
    assert short_place("1914") == "1914"
    assert short_place("Turn 3") == "Turn 3"
    assert short_place("Free World Refit Box") == "Free World Refit Box"


def test_folded_formations_stay_folded(play):
    _, page, _ = play()
    page.raise_dock("oob")
    page.oob.tree.topLevelItem(0).child(0).setExpanded(False)
    page.oob.refresh()
    assert not page.oob.tree.topLevelItem(0).child(0).isExpanded()


def test_viewer_follows_the_cursor_until_pinned(play):
    _, page, _game = play()
    page.board.hovered.emit("delta:2015")
    assert page.viewer.name.text() == "Can Tho 2015"
    assert len(page.viewer.own.faces) == 5
    page.viewer.pin.click()
    page.board.hovered.emit("delta:1617")
    assert page.viewer.name.text() == "Can Tho 2015"
    page.viewer.pin.click()
    page.board.hovered.emit("delta:1617")
    assert len(page.viewer.theirs.faces) == 3
    assert not page.viewer.own.faces


def test_p_pins_the_place_pointed_at_and_lets_go_of_it(play):
    _, page, _game = play()
    pin = page.model.focus.pinned
    pin.emit("2015")
    page.model.focus.hovered.emit("2117")
    assert (page.viewer.name.text(), page.viewer.pin.isChecked()) == ("Can Tho 2015", True)
    pin.emit("2117")
    assert (page.viewer.pinned, page.viewer.pin.isChecked()) == ("2117", True), "another place is pinned in its stead"
    pin.emit("2117")
    page.model.focus.hovered.emit("2015")
    assert (page.viewer.name.text(), page.viewer.pin.isChecked()) == ("Can Tho 2015", False)


def test_properties_follow_what_is_selected_on_the_board(play):
    _, page, _game = play()
    page.board.state.selected.emit(("vnmc",))
    assert not page.properties.isVisible(), "they are opened by somebody"
    page.model.focus.inspect.emit("vnmc")
    other = next(p for p in page.model.position.view.pieces if p != "vnmc" and page.model.position.piece(p))
    page.board.state.selected.emit((other,))
    assert page.properties.piece == other
    assert page.properties.name.text() == page.model.position.piece(other).name


def test_odds_come_forward_with_rule_links(play):
    _, page, game = play()
    rules = []
    game.focus.rule.connect(rules.append)
    game.actions.odds_changed.emit(odds())
    QApplication.processEvents()
    assert page.odds_dock.isVisible()
    from qtwar.ui.widgets.rich import Rich

    lines = [w for w in page.odds_dock.findChildren(Rich) if w.isVisible()]
    assert any("11.2" in line.plain() for line in lines)
    lines[0].linkActivated.emit("rule:11.2")
    assert rules == ["11.2"]


@pytest.mark.parametrize("most", [1, 2])
def test_odds_do_not_come_before_the_rows_that_somebody_goes_down(play, qtbot, monkeypatch, most):
    _, page, game = play()
    ask = {"id": "l", "verb": "lose", "kind": "pieces", "pieces": ["ccb-1", "pbr-1"], "min": 1, "max": most}
    game.set_offer({"side": "FW", "prompt": {"key": "prompt.losses", "args": {"side": {"s": "FW"}}}, "asks": [ask]})
    qtbot.waitUntil(lambda: not page.orders.visibleRegion().isEmpty() and page.orders.shares.box.count() > 2)
    raised = []
    monkeypatch.setattr(page.area, "raise_dock", raised.append)
    page.orders.shares.box.itemAt(0).widget().findChild(QAbstractButton).setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert game.answer.pieces == ["ccb-1"]
    game.actions.odds_changed.emit(odds())
    assert raised == (["odds"] if most == 1 else [])
    page.board.setFocus()
    game.actions.odds_changed.emit(odds())
    assert raised[-1:] == ["odds"]


@pytest.mark.parametrize("by", ["click", "keys"])
def test_a_pane_that_somebody_turned_to_stays_in_front_until_something_else_is_asked(play, qtbot, by):
    _, page, game = play()
    ask = {"id": "l", "verb": "lose", "kind": "pieces", "pieces": ["ccb-1", "pbr-1"], "min": 1, "max": 2}
    offer = {"side": "FW", "prompt": {"key": "prompt.losses", "args": {"side": {"s": "FW"}}}, "asks": [ask]}
    game.set_offer(offer)

    def seen(panel):
        return lambda: not panel.visibleRegion().isEmpty()

    qtbot.waitUntil(seen(page.orders))
    game.actions.odds_changed.emit(odds())
    qtbot.waitUntil(seen(page.odds_dock))
    titles = [page.docks[ident].windowTitle() for ident in ("orders", "odds")]
    bar = next(b for b in page.area.tab_bars() if b.isVisible() and titles[0] in [b.tabText(n) for n in range(b.count())])
    at = {bar.tabText(n): n for n in range(bar.count())}
    if by == "click":
        QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(at[titles[0]]).center())
    else:
        bar.setFocus()
        QTest.keyClick(bar, Qt.Key.Key_Right if at[titles[0]] > at[titles[1]] else Qt.Key.Key_Left)
    qtbot.waitUntil(seen(page.orders))
    page.board.setFocus()
    game.actions.odds_changed.emit(odds())  # of the counter that was ticked before, say
    QApplication.processEvents()
    assert seen(page.orders)()
    page.docks["odds"].hide()
    game.actions.odds_changed.emit(odds())
    QApplication.processEvents()
    assert not page.docks["odds"].isHidden(), "its tab is there"
    assert seen(page.orders)()
    game.set_offer({**offer, "asks": [{**ask, "id": "m"}]})
    game.actions.odds_changed.emit(odds())
    qtbot.waitUntil(seen(page.odds_dock))


def test_table_frames_the_used_cell(play):
    _, page, game = play()
    game.actions.table_used.emit(UsedCell("crt", 3, 7, 6, "K"))
    page.raise_dock("tables")
    QApplication.processEvents()
    assert page.tables.how.text() == "Row 4, column 10-12: K"
    grid = page.tables.grid
    page.tables.restyle()
    QApplication.processEvents()
    picture = grid.viewport().grab().toImage()
    from qtwar.ui.theme import current

    rect = grid.visualItemRect(grid.item(3, 7))
    seen = {picture.pixelColor(x, rect.center().y()).name().upper() for x in range(rect.left(), rect.right())}
    assert current().tokens.ring in seen


def test_a_title_bar_is_made_where_no_tab_says_the_same(play, qtbot):
    _, page, _ = play()
    made = {ident for ident, dock in page.docks.items() if "bar" in dock.__dict__}
    assert "stack" in made
    assert not made & {"bookmarks", "oob", "log"}, "they are tabs"
    page.docks["log"].setFloating(True)
    qtbot.waitUntil(lambda: page.docks["log"].titleBarWidget() is page.docks["log"].bar)


def test_a_long_legend_pushes_no_dock_together(play, qtbot):
    _, page, game = play()
    legend = tuple((f"Note {n}, which is long enough to be broken somewhere.", "27.0") for n in range(30))
    info = replace(game.title.tables()[0], notes=legend)
    game.title.tables = lambda: (info,)
    page.tables.fill()
    page.raise_dock("tables")
    QApplication.processEvents()
    assert page.docks["tables"].minimumSizeHint().height() < 240
    assert page.docks["stack"].height() > 150
    assert page.tables.below.verticalScrollBar().maximum() > 0
    assert page.tables.grid.height() > page.tables.below.height()


def test_log_links_search_filter_and_undo_to_here(play):
    _, page, game = play()
    log = page.log
    assert "FW operation 3" in log.page.toPlainText()
    log.search.setText("sensor")
    assert log.page.toPlainText().strip().startswith("214")
    log.search.clear()
    log.filter_actions["dice"].setChecked(True)
    assert "operation" not in log.page.toPlainText()
    log.filter_actions["dice"].setChecked(False)
    game.focus.follow("cell:delta:2015")
    assert page.board.centred[-1] == "delta:2015"
    line = next(line for line in game.history.log() if line.entry == 214)
    menu = log.menu_for(line)
    menu.actions()[0].trigger()
    assert game.calls[-1] == ("undo_to", 214)


def test_the_log_is_searched_in_either_kana(play, monkeypatch):
    _, page, game = play()
    lines = [replace(line, spans=(Span(text),)) for line, text in zip(game.history.log(), ("ヘリコプター", "戦車"), strict=False)]
    monkeypatch.setattr(game.history, "log", lambda: lines)
    for typed in ("ヘリ", "へり"):
        page.log.search.setText(typed)
        assert "ヘリコプター" in page.log.page.toPlainText(), typed
        assert "戦車" not in page.log.page.toPlainText()


def test_reaction_is_numbered_and_answered_with_keys(play):
    _, page, game = play()
    game.react = True
    ask = {"id": "fire", "verb": "fire", "kind": "choose", "choices": []}
    none = {"id": "none", "verb": "none", "kind": "button", "primary": True, "label": {"key": "b.none"}}
    game.set_offer(
        {"side": "FW", "prompt": {"key": "prompt.react", "args": {"where": {"c": "delta:1912"}}}, "asks": [ask, none]}
    )
    assert page.reaction.isVisible()
    page.board.setFocus()
    QTest.keyClick(page.board, Qt.Key.Key_3)
    assert page.reaction.picked is None
    QTest.keyClick(page.board, Qt.Key.Key_2)
    assert page.reaction.picked.piece == "vnmc"
    QTest.keyClick(page.board, Qt.Key.Key_Return)
    assert game.sent[-1] == {"side": "FW", "verb": "fire", "ask": "fire", "args": {"choice": "vnmc"}}


def test_shelf_takes_a_drop_only_where_the_offer_allows(play):
    _, page, game = play()
    refusals = []
    game.actions.refused.connect(refusals.append)
    tray = next(t for t in page.shelf.boxes.findChildren(Tray) if t.place == "fw_refit" and t.isVisible())
    data = mime.pack(["ccb-1"])
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.MoveAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    tray.dropEvent(event)
    assert refusals[0]["key"] == "shelf.not_now"
    ask = {"id": "r", "verb": "refit", "kind": "place", "pieces": ["ccb-1"], "cells": ["fw_refit"]}
    game.set_offer({"side": "FW", "prompt": {"key": "prompt.losses", "args": {}}, "asks": [ask]})
    drop_on(game, ["ccb-1"], "fw_refit")
    assert game.sent[-1]["args"] == {"pieces": ["ccb-1"], "cell": "fw_refit"}
    game.settings.set_strictness("warn")
    drop_on(game, ["vnmc"], "fw_refit")
    assert game.calls[-1] == ("free", ("vnmc",), "fw_refit")


def test_dice_keep_the_figures_of_a_roll_from_who_sits_down_next(play):
    _, page, game = play()
    game.actions.rolled.emit(Roll(((6, 4),), "Recon", (("Major river", "+1", "27.0"),), "5", "found"))
    tray = page.shelf.dice
    assert tray.total.text() == "5  found"
    game.position.changed.emit(EVERYTHING)
    assert tray.total.text() == "5  found", "who rolled goes on seeing them"
    game.seat = "COM"
    game.position.changed.emit(EVERYTHING)
    assert tray.dice.values == [4]
    assert tray.label.text() == "Recon"
    assert not tray.total.text()
    assert not tray.lines.box.count()


def test_dice_show_what_fell_and_by_hand_are_checked(play):
    _, page, game = play()
    game.actions.rolled.emit(Roll(((6, 4), (6, 6)), "Recon", (("Major river", "+1", "27.0"),), "11", "found"))
    assert page.shelf.tabs.currentIndex() == 3
    assert page.shelf.dice.dice.values == [4, 6]
    game.actions.dice_wanted.emit(((6, 6), {"key": "l.roll"}))
    tray = page.shelf.dice
    tray.field.setText("7 2")
    QTest.keyClick(tray.field, Qt.Key.Key_Return)
    assert tray.problem.text() == "Dice show 7; a die has 1 to 6. Type it again."
    tray.field.setText("4")
    QTest.keyClick(tray.field, Qt.Key.Key_Return)
    assert tray.problem.text() == "2 dice are wanted, with a space between them."
    tray.field.setText("42")
    QTest.keyClick(tray.field, Qt.Key.Key_Return)
    assert game.calls[-1] == ("dice", (4, 2))


def test_replay_looks_back_and_escape_returns(play):
    _, page, game = play()
    page.replay.back.click()
    assert game.history.position == 215
    assert page.past.isVisible()
    assert "215" in page.past.text.text()
    assert page.prompt.primary is None
    page.board.setFocus()
    QTest.keyClick(page.board, Qt.Key.Key_Escape)
    assert game.history.position == 216
    assert not page.past.isVisible()
    page.replay.slider.setValue(140)
    assert game.history.position == 140


def test_turn_track_jumps_into_the_past(play):
    _, page, game = play()
    from qtwar.ui.play.boxes import TurnTray

    page.shelf.tabs.setCurrentIndex(1)
    trays = {t.turn.number: t for t in page.shelf.turns.findChildren(TurnTray)}
    assert trays[5].turn.pieces == ("rag-1",)
    QTest.mouseClick(trays[3], Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    assert game.history.position == 162


def test_cover_hides_everything_until_space_is_held(play, qtbot):
    window, page, game = play()
    window.actions_registry["hand_over"].trigger()
    cover = page.cover
    assert cover.geometry() == page.rect()
    assert cover.title.text() == "Hand over to Ben (COMMUNIST)"
    assert cover.news.text() == "3 things happened that you may see."
    colours = {page.grab().toImage().pixelColor(x, 40).name() for x in range(10, 400, 20)}
    assert len(colours) == 1
    QTest.keyPress(cover, Qt.Key.Key_Space)
    QTest.keyRelease(cover, Qt.Key.Key_Space)
    assert cover.isVisible()
    with qtbot.waitSignal(cover.uncovered, timeout=3000):
        QTest.keyPress(cover, Qt.Key.Key_Space)
    assert game.position.seat == "COM"
    assert not cover.isVisible()


def test_history_goes_there_and_names_the_floor(play):
    _, page, game = play()
    page.raise_dock("history")
    items = [page.history.list.item(n) for n in range(page.history.list.count())]
    assert any("dice known to Ben" in item.text() for item in items)
    page.history.list.itemClicked.emit(next(i for i in items if i.data(Qt.ItemDataRole.UserRole) == 200))
    assert game.calls[-1] == ("undo_to", 200)
    assert [page.bookmarks.list.item(n).text() for n in range(page.bookmarks.list.count())] == ["Tet begins"]


def test_cards_of_a_tray_lie_side_by_side_and_equal_counters_in_a_pile(repository):
    content = load(repository / "modules" / "fields_of_fire")
    kinds = {"action-01": "action", "action-02": "action", "german-tm-1": "german_tm", "german-tm-2": "german_tm"}
    names = {piece: SimpleNamespace(name=kind, strength="") for piece, kind in kinds.items()}
    view = SimpleNamespace(pieces={piece: {"kind": kind} for piece, kind in kinds.items()})
    position = SimpleNamespace(view=view, piece=names.get)
    model = SimpleNamespace(title=SimpleNamespace(content=content), position=position)
    assert piles(model, list(kinds)) == [("action-01",), ("action-02",), ("german-tm-1", "german-tm-2")]


def test_after_the_cover_what_happened_plays_and_escape_skips_it(play, qtbot):
    window, page, game = play(motion=True)
    window.actions_registry["hand_over"].trigger()
    with qtbot.waitSignal(page.cover.uncovered, timeout=5000):
        QTest.keyPress(page.cover, Qt.Key.Key_Space)
    assert game.history.position == 213
    assert page.past.text.text() == "Since your last turn: step 213. Esc skips the rest"
    qtbot.waitUntil(lambda: game.history.position == 214)
    page.board.setFocus()
    QTest.keyClick(page.board, Qt.Key.Key_Escape)
    assert game.history.position == 216
    qtbot.waitUntil(lambda: not page.replay.since)
    # the person's own pace is as it was
    assert page.replay._timer.interval() == 1000
    window.prefs.set("since", False)
    window.actions_registry["hand_over"].trigger()
    with qtbot.waitSignal(page.cover.uncovered, timeout=5000):
        QTest.keyPress(page.cover, Qt.Key.Key_Space)
    assert game.history.position == 216


TREE = {
    "id": "lead", "label": {"key": "dock.oob"}, "pieces": ["pbr-1"], "place": "fw_refit", "value": {"key": "dock.log"},
    "children": [{"id": "unit", "label": {"key": "dock.history"}, "pieces": ["pbr-3"], "place": "fw_refit", "tone": "warn"}],
}  # fmt: skip
AGENDA = {
    "label": {"key": "dock.oob"},
    "rows": [{"label": {"key": "dock.log"}, "state": state} for state in ("done", "now", "next", "skipped")],
}


def test_the_titles_own_tree_of_forces_beside_the_roster(play, qtbot):
    _, page, game = play()
    oob = page.oob
    page.raise_dock("oob")
    assert oob.kind.isHidden(), "a title without a tree shows its roster alone"
    game.actions.query = lambda name, args, then: then({"nodes": [TREE]} if name == "tree" else None)
    oob._asked = False
    oob.refresh()
    assert oob.shows_forces
    lead = oob.tree.topLevelItem(0)
    assert (lead.text(0), lead.data(0, PLACE), lead.childCount()) == ("Order of battle", "Log", 1)
    looked = []
    page.focus.centre.connect(looked.append)
    QTest.mouseClick(oob.tree.viewport(), Qt.MouseButton.LeftButton, pos=oob.tree.visualItemRect(lead.child(0)).center())
    assert looked == ["pbr-3"], "one click finds it"
    oob.mark(("pbr-1",))
    assert oob.tree.currentItem().data(0, PIECES) == ("pbr-1",), "what is selected on the board is found in the tree"
    at = oob.tree.viewport().mapToGlobal(oob.tree.visualItemRect(oob.tree.currentItem()).center())
    assert oob.tree.place_under(at) == "fw_refit"
    oob.show_piece("pbr-5")
    assert not oob.shows_forces, "who is not in the tree is found in the roster"


def test_the_agenda_says_what_is_done_due_and_to_come(play):
    _, page, game = play()
    dock = page.area.agenda
    assert not dock.empty.isHidden()
    game.actions.query = lambda name, args, then: then({"sections": [AGENDA]} if name == "agenda" else None)
    page.raise_dock("agenda")
    dock.refresh()
    assert dock.empty.isHidden()
    section = dock.list.topLevelItem(0)
    assert [section.child(n).text(0) for n in range(section.childCount())] == ["Log"] * 4
    assert dock.list.currentItem() is section.child(1)
    assert section.child(1).data(0, Qt.ItemDataRole.AccessibleTextRole).startswith("Now")


def test_a_click_on_a_line_of_the_log_lights_what_it_tells_of(play, qtbot):
    _, page, game = play()
    lit = []
    game.focus.blink.connect(lit.append)
    line = replace(game.history.log()[-1], places=("delta:2015",), pieces=("pbr-1",), used=UsedCell("crt", 3, 7, None, "K"))
    game.history.log = lambda: [line]
    game.history.log_changed.emit()
    qtbot.waitUntil(lambda: page.log.page.lines == [line])
    block = page.log.page.document().firstBlock()
    rect = page.log.page.document().documentLayout().blockBoundingRect(block)
    QTest.mouseClick(page.log.page.viewport(), Qt.MouseButton.LeftButton, pos=rect.bottomRight().toPoint() - QPoint(8, 6))
    assert lit == [("delta:2015", "pbr-1")]
    assert page.docks["tables"].isVisible()
    assert page.tables.how.text() == "Row 4, column 10-12: K"
    assert not page.log.page.visibleRegion().isEmpty(), "the log is still read"
    page.log.menu_for(line).actions()[1].trigger()
    assert len(lit) == 2
    game.actions.offer_changed.emit()
    assert page.docks["tables"].isVisible(), "nothing else has been done"


def test_a_place_pointed_at_says_its_odds_before_it_is_chosen(play, monkeypatch):
    _, _page, game = play()
    asked = []
    monkeypatch.setattr(game.actions, "odds", asked.append)
    call = {"id": "c", "verb": "call", "kind": "cell", "cells": ["delta:2015", "delta:1617"], "odds": {"verb": "call"}}
    game.set_offer({"side": "FW", "prompt": {"key": "prompt.losses", "args": {"side": {"s": "FW"}}}, "asks": [call]})
    game.focus.hovered.emit("delta:1716")
    assert asked == []
    game.focus.hovered.emit("delta:2015")
    game.focus.hovered.emit("delta:2015")
    assert asked == [{"verb": "call", "cell": "delta:2015"}]


def test_a_cell_of_a_chart_says_what_an_id_of_the_rules_means(repository):
    content = load(repository / "modules" / "front_toward_enemy")
    title = PlayedTitle(content, "", "en")
    told = {cell for info in title.tables() for row in info.cells for cell in row}
    codes = {code for table in content.tables for code in table.codes}
    assert "low_ammo" in codes
    assert not [cell for cell in told if "_" in cell and cell in codes]


def test_what_others_said_at_the_table_does_not_become_a_remark_of_ones_own(play, monkeypatch):
    _, page, game = play()
    live = game.history.live
    said = [LogLine(live, "", (Span("Ann: Good luck"),), "said"), LogLine(live, "", (Span("Mine"),), "note")]
    monkeypatch.setattr(game.history, "log", lambda: said)
    noting = page.log.noting
    page.log.remark()
    noting.field.setText("One more")
    noting._keep()
    assert game.calls[-1] == ("note", live, "Mine\nOne more")
    noting.begin(live)
    assert noting.field.text() == "Mine"
