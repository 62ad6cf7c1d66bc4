"""Every title on the free table, as people at one screen play it: real clicks, drags and keys, the real document."""

from __future__ import annotations

import os

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QToolTip

from qtwar.ui.widgets.faces import Face, is_card
from tests.stories.at_window import LEFT, NONE, RIGHT, SHIFT
from tests.stories.hands import Hands

SHOTS = os.environ.get("QTWAR_SHOTS")
"""A folder for pictures of what the stories see."""
K = Qt.Key


def test_front_toward_enemy_chits_passengers_and_steps(hands: Hands) -> None:
    hands.open_game("front_toward_enemy", "frago_2_route_14")
    hands.hand_over("US")
    state, start = hands.session.state, hands.session.state.digest()
    hands.shot("fte")

    # a chit out of the cup by its button, another dragged off it and onto the map; then all go back
    assert hands.pile("cup").property("place") == "cup"
    hands.after(lambda: hands.press(hands.pile("cup").draw))
    assert [len(state.at("cup")), len(state.at("drawn"))] == [10, 1]
    point = hands.place_point("tan_loi:06.08")
    hands.after(lambda: hands.drag_off(hands.pile("cup").top, hands.board, point))
    assert state.pieces[state.at("tan_loi:06.08")[0]]["kind"].startswith("chit_")
    hands.press(hands.pile("cup").more)
    hands.after(lambda: hands.choose("Put back what was drawn"))
    assert [len(state.at("cup")), len(state.at("drawn"))] == [10, 0]

    # an armoured car goes on along the road with who is aboard; it turns, its team gets off and on again
    hands.drag_to("us_acav-1", "tan_loi:07.10")
    assert state.spot("us_ldr-1") == "tan_loi:07.10"
    hands.select("us_acav-1")
    hands.key(K.Key_R)
    assert state.pieces["us_acav-1"]["attrs"]["facing"] == 1
    hands.after(lambda: hands.menu_of("us_acav-1", "Stack, load", "Unload here"))
    assert state.at("tan_loi:07.10") == ["us_acav-1", "us_ldr-1"]
    hands.after(lambda: hands.menu_of("us_ldr-1", "Stack, load", "Load onto", "M113"))
    assert state.at("@us_acav-1") == ["us_ldr-1"]

    # a fire team loses a step and shows it; it is hidden, shown, and turned over by key
    hands.after(lambda: hands.menu_of("us_truck-1", "Stack, load", "Unload here"))
    hands.drag_to("us_mg-1", "tan_loi:04.09")
    hands.after(lambda: hands.menu_of("us_ft-1", "Steps, levels", "Lose a step"))
    assert (state.pieces["us_ft-1"]["attrs"]["lost"], state.pieces["us_ft-1"]["face"]) == (1, "back")
    hands.after(lambda: hands.menu_of("us_ft-1", "Steps, levels", "Regain a step"))
    hands.after(lambda: hands.menu_of("us_ft-1", "Steps, levels", "Hide from the others"))
    assert not state.knows("NVA_VC", "us_ft-1")
    hands.after(lambda: hands.menu_of("us_ft-1", "Steps, levels", "Show to everybody"))
    hands.select("us_ft-1")
    hands.key(K.Key_F)
    assert state.pieces["us_ft-1"]["face"] == "back"

    hands.undo_all()
    assert hands.session.state.digest() == start


def test_front_toward_enemy_markers_hidden_facilities_and_properties(hands: Hands) -> None:
    hands.open_game("front_toward_enemy", "frago_2_route_14")
    hands.hand_over("US")
    state, start = hands.session.state, hands.session.state.digest()

    # a marker found by typing, one from the tray dragged in by two clicks; both by their names
    hands.menu_at("tan_loi:05.10", "Stack, load", "Add a marker")
    hands.after(lambda: hands.find("suppr"))
    assert state.pieces[state.at("tan_loi:05.10")[-1]]["kind"] == "suppressed"
    hands.stock("broken")
    hands.shot("fte-markers")
    hands.after(lambda: QTest.mouseClick(hands.board, LEFT, NONE, hands.place_point("tan_loi:08.08")))
    assert len(state.at("tan_loi:08.08")) == 1

    # what lies hidden is dragged by its back and stays unknown; the other side sees what it is
    hidden = hands.model.position.pieces_at("tan_loi:18.13")[0]
    assert hidden.startswith("~")
    hands.drag_to(hidden, "tan_loi:17.13")
    assert state.at("tan_loi:17.13") == ["cache_weapons-1"]
    assert not state.knows("US", "cache_weapons-1")

    # properties; the other board and back; then everything is taken back
    hands.menu_of("us_truck-1", "Properties")
    hands.until(hands.page.properties.isVisible)
    hands.shot("fte-properties")
    hands.page.properties.close()
    hands.turn_board("records")
    hands.shot("fte-records")
    hands.turn_board("tan_loi")
    hands.undo_all()
    assert hands.session.state.digest() == start


def test_fields_of_fire_decks_hands_and_a_growing_card_grid(hands: Hands) -> None:
    hands.open_game("fields_of_fire", "nrm_1")
    state, start = hands.session.state, hands.session.state.digest()
    hands.shot("fof")

    # the top of the action deck is looked at, then drawn: it is that card; a second goes onto the discards
    deck = list(state.at("action_deck"))
    hands.press(hands.pile("action_deck").more)
    hands.after(lambda: hands.choose("Look at the top 3 cards"))
    peek = hands.page.peek
    hands.until(peek.isVisible)
    hands.shot("fof-peek")
    assert [f.shown for f in peek.faces] == deck[:-4:-1]
    hands.press(peek.faces[1])
    assert hands.board.carry.phase == "carried"
    hands.after(lambda: QTest.mouseClick(hands.tray("action_discard"), LEFT, NONE, QPoint(20, 12)))
    assert state.at("action_discard") == [deck[-2]]
    assert not peek.isVisible()
    hands.after(lambda: hands.press(hands.pile("action_deck").draw))
    assert state.at("action_discard") == [deck[-2], deck[-1]]
    hands.press(hands.pile("action_deck").more)
    hands.after(lambda: hands.choose("Discard the top card"))
    assert len(state.at("action_discard")) == 3
    hands.press(hands.pile("action_deck").more)
    hands.after(lambda: hands.choose("Shuffle"))
    hands.press(hands.pile("action_deck").more)
    hands.after(lambda: hands.choose("Put the discards back"))
    assert sorted(state.at("action_deck")) == sorted(deck)

    # the map grows: a terrain card is dragged off its deck into an empty slot and turned there
    card = state.at("normandy_deck")[-1]
    hands.press(hands.pile("normandy_deck").top)
    hands.after(lambda: QTest.mouseClick(hands.board, LEFT, NONE, hands.place_point("map:r5c2")))
    assert state.at("map:r5c2") == [card]
    hands.menu_at("map:r5c2", "Rotate")
    hands.until(lambda: state.pieces[card]["attrs"].get("facing") == 1)
    hands.quiet()

    # a squad goes forward onto the next card, comes under fire and is pinned; a contact is drawn for it
    hands.drag_to("normandy-baz1", "map:r1c2")
    assert state.at("map:r1c2")[-1] == "normandy-baz1"
    hands.tab(4)
    pinned = next(f for f in hands.page.shelf.stock.faces.faces if f.piece == "+pinned")
    hands.after(lambda: hands.drag_off(pinned, hands.board, hands.place_point("map:r1c2")))
    assert state.pieces[state.at("map:r1c2")[-1]]["kind"] == "pinned"
    hands.after(lambda: hands.press(hands.pile("pc_mix_1").draw))
    assert len(state.at("pc_drawn")) == 1
    hands.shot("fof-grown")

    # the drawn contact is sent to its box through its menu on the shelf; dice; then everything is taken back
    (contact,) = state.at("pc_drawn")
    hands.until(lambda: hands.held("pc_drawn", contact))
    face = hands.held("pc_drawn", contact)[0]
    QTest.mouseClick(face, RIGHT, NONE, face.rect().center())
    hands.choose("Stack, load", "Send to")
    hands.after(lambda: hands.find("Pending"))
    assert len(state.at("pending")) == 1
    hands.after(lambda: hands.roll(6))
    hands.undo_all()
    assert hands.session.state.digest() == start


def test_robert_e_lee_leaders_displays_and_two_boards(hands: Hands) -> None:
    hands.open_game("campaigns_of_robert_e_lee", "first_manassas_1861")
    state, start = hands.session.state, hands.session.state.digest()
    cavalry = next(p for p in state.at("csa-army1") if "cavalry" in p)  # drawn by chance (18.16)
    hands.board.center_on("virginia:2829")
    hands.shot("lee")

    # Beauregard marches with his headquarters; he is turned to his inactive face
    hands.drag_to("csa-beauregard-1", "virginia:2830")
    hands.select("csa-beauregard-1")
    hands.key(K.Key_F)
    assert (state.pieces["csa-beauregard-1"]["at"], state.pieces["csa-beauregard-1"]["face"]) == ("virginia:2830", "back")

    # a brigade out of the display: taken there, the tab of the map is clicked, and it is put on the map
    hands.turn_board("csa_aod")
    hands.board.center_on("csa-army1")
    hands.shot("lee-display")
    hands.select(cavalry)
    QTest.keyClick(hands.board, K.Key_M)
    hands.turn_board("virginia")
    assert hands.board.carry.phase == "carried"
    hands.after(lambda: QTest.mouseClick(hands.board, LEFT, NONE, hands.place_point("virginia:2831")))
    assert state.at("virginia:2831") == [cavalry]

    # and back by the list of boxes; a number of its army goes up a box
    hands.menu_of(cavalry, "Stack, load", "Send to")
    hands.after(lambda: hands.find("army1" if hands.model.title.names.name("c", "csa-army1", "en") == "csa-army1" else "Army 1"))
    hands.turn_board("csa_aod")
    hands.drag_to("csa-artillery-1", "csa-army1-5")
    assert state.at("csa-army1-5") == ["csa-artillery-1"]

    # one click leads from a leader to the box of his force, one back
    hands.turn_board("virginia")
    hands.select("csa-beauregard-1")
    way = hands.page.viewer.shown.way
    hands.until(way.isVisible, 10)
    hands.shot("lee-way")
    way.linkActivated.emit(way.spans[-1].link)
    assert hands.board.layout_.board.id == "csa_aod"
    hands.until(lambda: way.isVisible() and way.spans[-1].link == "piece:csa-beauregard-1", 10)
    way.linkActivated.emit(way.spans[-1].link)
    assert hands.board.layout_.board.id == "virginia"

    # Holmes is a casualty; the losses of his side have an entry of their own
    hands.turn_board("virginia")
    hands.after(lambda: hands.menu_of("csa-holmes-1", "Stack, load", "To "))
    assert state.pieces["csa-holmes-1"]["at"] in ("csa-dead", "csa-eliminated")
    hands.menu_of("csa-beauregard-1", "Properties")
    hands.until(hands.page.properties.isVisible)
    hands.shot("lee-properties")
    hands.page.properties.close()
    hands.undo_all()
    assert hands.session.state.digest() == start


def test_band_of_heroes_skill_cards_weapons_and_floors(hands: Hands) -> None:
    hands.open_game("band_of_heroes", "s1_crossroads")
    state, start = hands.session.state, hands.session.state.digest()
    hands.board.center_on("n1:B7")
    hands.shot("boh")

    # a skill card for the hero of each side; one is used up through its own menu, and the deck is made whole
    deck = list(state.at("skill_deck"))
    hands.after(lambda: hands.press(hands.pile("skill_deck").draw))
    assert state.at("us_skills") == deck[-1:]
    hands.after(lambda: hands.drag_off(hands.pile("skill_deck").top, hands.tray("us_skills"), QPoint(20, 12)))
    hands.shot("boh-hand")
    hands.until(lambda: hands.held("us_skills", deck[-2]))
    hands.press(hands.held("us_skills", deck[-2])[0])
    hands.after(lambda: QTest.mouseClick(hands.tray("german_skills"), LEFT, NONE, QPoint(20, 12)))
    assert state.at("german_skills") == deck[-2:-1]
    hands.until(lambda: hands.held("us_skills", deck[-1]))
    card = hands.held("us_skills", deck[-1])[0]
    QTest.mouseClick(card, RIGHT, NONE, card.rect().center())
    hands.after(lambda: hands.choose("Stack, load", "To Used skill cards"))
    assert state.at("skill_used") == deck[-1:]
    hands.press(hands.pile("skill_deck").more)
    hands.after(lambda: hands.choose("Put the discards back"))
    assert len(state.at("skill_deck")) == len(deck) - 1

    # a squad goes forward with its machine gun, is shaken, and leaves the gun; the leader climbs a floor
    squad, gun = "us-para-squad-3", "m1919a4-1"
    assert state.pieces[gun]["at"] == f"@{squad}"
    hands.drag_to(squad, "n1:C6")
    assert state.spot(gun) == "n1:C6"
    hands.select(squad)
    hands.key(K.Key_F)
    assert state.pieces[squad]["face"] == "back"
    hands.after(lambda: hands.menu_of(squad, "Stack, load", "Unload here"))
    hands.drag_to(gun, "n1:C7")
    hands.select(gun)
    hands.key(K.Key_R)
    assert state.pieces[gun]["attrs"]["facing"] == 1
    hands.after(lambda: hands.menu_of(squad, "Steps, levels", "Up a level"))
    assert state.pieces[squad]["attrs"]["level"] == 1
    hands.menu_at("n1:C6", "Stack, load", "Add a marker")
    hands.after(lambda: hands.find("moved"))
    hands.shot("boh-moved")
    hands.select("us-para-squad-4")
    hands.key(K.Key_Delete)
    assert "us-para-squad-4" not in state.pieces
    hands.undo_all()
    assert hands.session.state.digest() == start


def test_sealords_with_its_rules_off_is_a_free_table_too(hands: Hands) -> None:
    hands.open_game("sealords", "game_warden")
    state, start = hands.session.state, hands.session.state.digest()

    # what the rules would refuse now: a counter is dragged where nothing lies, turned over, a marker is put on it
    own = [p for p in sorted(hands.model.position.view.pieces) if state.pieces.get(p, {}).get("at", "").startswith("delta:")]
    boat = next(p for p in own if hands.screen.counter(p) is not None)
    cells = hands.board.layout_.grid.neighbours(state.pieces[boat]["at"].partition(":")[2])
    to = next(f"delta:{cell}" for cell in cells if not state.at(f"delta:{cell}"))
    hands.drag_to(boat, to)
    assert state.pieces[boat]["at"] == to
    hands.select(boat)
    hands.key(K.Key_F)
    hands.menu_at(to, "Stack, load", "Add a marker")
    hands.after(lambda: hands.find("mine"))
    hands.shot("sealords-off")
    hands.after(lambda: hands.roll(10))
    hands.undo_all()
    assert hands.session.state.digest() == start


def test_two_people_at_one_screen_see_their_own_secrets_alone(hands: Hands) -> None:
    hands.open_game("front_toward_enemy", "frago_2_route_14", seats="hotseat")
    state = hands.session.state
    hands.hand_over("US")
    assert all(p.startswith("~") for p in hands.model.position.pieces_at("tan_loi:18.13"))
    assert not hands.tray("secret_nva_vc").findChildren(Face)

    # the screen is handed over: covered, then opened by the other player, who sees his cache and his traps
    hands.hand_over("NVA_VC")
    assert hands.model.position.pieces_at("tan_loi:18.13") == ["cache_weapons-1"]
    hands.until(lambda: hands.tray("secret_nva_vc").findChildren(Face))
    hands.drag_to("cache_weapons-1", "tan_loi:17.13")
    hands.after(lambda: hands.menu_of("cache_weapons-1", "Steps, levels", "Show to everybody"))

    # back again: what was shown is known, the rest is not; dice of his own are in the log of both
    hands.hand_over("US")
    assert hands.model.position.pieces_at("tan_loi:17.13") == ["cache_weapons-1"]
    assert not hands.tray("secret_nva_vc").findChildren(Face)
    assert state.knows("US", "cache_weapons-1")


def test_remarks_masks_markers_and_sums_by_key(hands: Hands) -> None:
    hands.open_game("front_toward_enemy", "frago_2_route_14")
    hands.hand_over("US")
    state, page = hands.session.state, hands.page

    # T writes a remark below what happened last, and another one below that
    for words in ("Off we go", "Mind the trees"):
        QTest.keyClick(hands.board, K.Key_T)
        hands.until(page.log.noting.field.hasFocus, 5)
        QTest.keyClicks(page.log.noting.field, words)
        QTest.keyClick(page.log.noting.field, K.Key_Return)
        hands.quiet()
    hands.until(lambda: len([line for line in page.model.history.log() if line.kind == "note"]) == 2, 5)
    assert "Off we go" in page.log.page.toPlainText()
    assert "Mind the trees" in page.log.page.toPlainText()

    # X hides what is selected from the others, and shows it again; C adds a marker where the pointer is
    hands.select("us_mg-1" if state.pieces["us_mg-1"]["at"].startswith("tan_loi") else "us_truck-1")
    piece = hands.board.selection[0]
    hands.key(K.Key_X)
    assert not state.knows("NVA_VC", piece)
    hands.select(piece)
    hands.key(K.Key_X)
    assert state.knows("NVA_VC", piece)
    QTest.mouseMove(hands.board, hands.place_point("tan_loi:05.10"))
    hands.until(lambda: hands.board.hover_place == "tan_loi:05.10", 5)  # the screen tells of it when it can
    QTest.keyClick(hands.board, K.Key_C)
    hands.after(lambda: hands.find("suppr"))
    assert state.pieces[state.at("tan_loi:05.10")[-1]]["kind"] == "suppressed"

    # dice of no rule are summed, in the tray and in the log
    hands.after(lambda: hands.roll(6))
    hands.until(lambda: page.shelf.dice.total.text().isdigit(), 5)
    total = page.shelf.dice.total.text()
    assert int(total) == sum(page.shelf.dice.dice.values)
    assert f"= {total}" in page.log.page.toPlainText()
    hands.shot("fte-remarks")


def test_the_pointer_that_rests_on_a_card_shows_it_large(hands: Hands) -> None:
    hands.open_game("band_of_heroes", "s1_crossroads")
    hands.after(lambda: hands.press(hands.pile("skill_deck").draw))
    card = next(f for f in hands.page.shelf.boxes.findChildren(Face) if f.isVisible() and is_card(hands.model, f.shown))
    at = card.rect().center()
    QApplication.sendEvent(card, QHelpEvent(QEvent.Type.ToolTip, at, card.mapToGlobal(at)))
    hands.until(QToolTip.isVisible, 5)
    tip = next(w for w in QApplication.topLevelWidgets() if w.isVisible() and w.inherits("QTipLabel"))
    image = tip.grab().toImage()
    hands.shot("boh-card", tip)
    assert image.height() > 3 * card.height(), "as large as it can be read"
    colours = {image.pixelColor(x, y).name() for x in range(0, image.width(), 5) for y in range(0, image.height(), 5)}
    assert len(colours) > 12, "its face, not a blank box"
    QToolTip.hideText()


def test_what_is_selected_stays_so_through_each_act_of_the_free_table(hands: Hands) -> None:
    hands.open_game("fields_of_fire", "nrm_1")
    state, piece = hands.session.state, "normandy-baz1"
    hands.select(piece)
    hands.key(K.Key_F)
    assert hands.board.selection == [piece]
    face = state.pieces[piece]["face"]
    hands.key(K.Key_F)
    assert state.pieces[piece]["face"] != face
    hands.key(K.Key_R)
    hands.key(K.Key_X)
    assert hands.board.selection == [piece]
    QTest.keyClick(hands.board, K.Key_Escape)
    assert hands.board.selection == []

    # one person plays it: there is nobody to hand the screen over to
    QTest.keyClick(hands.board, K.Key_F9)
    hands.quiet()
    assert not hands.page.cover.isVisible()
    assert hands.model.position.seat == "us"
    assert not hands.page.toolbar.side.isVisible()

    # what lies face down is turned over: seen, and named, at once
    hidden = next(p for p in hands.model.position.view.pieces if p.startswith("~map:"))
    place = hidden[1:].partition("#")[0]
    there = set(state.at(place))
    hands.board.center_on(place)
    hands.select(hidden)
    hands.key(K.Key_F)
    assert set(hands.model.position.pieces_at(place)) == there
    hands.shot("fof-turned")


def test_the_counters_of_one_card_are_taken_together_by_a_rectangle(hands: Hands) -> None:
    hands.open_game("fields_of_fire", "nrm_1")
    state, board = hands.session.state, hands.board
    place = "map:r1c1"
    hands.drag_to("normandy-baz1", place)
    hands.drag_to("normandy-baz2", place)
    two = ["normandy-baz1", "normandy-baz2"]
    rects = [board.piece_rect(piece) for piece in two]
    around = rects[0].united(rects[1]).adjusted(-6, -6, 6, 6).toAlignedRect()
    assert board.counter_at(around.topLeft().toPointF()) is None, "the rectangle begins beside the counters"
    QTest.mousePress(board, LEFT, SHIFT, around.topLeft())
    for point in (around.center(), around.bottomRight()):
        at = point.toPointF()
        event = QMouseEvent(QEvent.Type.MouseMove, at, board.mapToGlobal(at), Qt.MouseButton.NoButton, LEFT, SHIFT)
        QApplication.sendEvent(board, event)
    assert board.state.rubber is not None
    QTest.mouseRelease(board, LEFT, SHIFT, around.bottomRight())
    chosen = list(board.selection)
    assert sorted(chosen) == two, "those in it alone"
    hands.shot("fof-rectangle")
    hands.drag_to(two[0], "map:r2c1")
    assert [state.pieces[piece]["at"] for piece in chosen] == ["map:r2c1"] * len(chosen)


def test_what_was_hidden_from_oneself_is_shown_again_by_the_same_key(hands: Hands) -> None:
    hands.open_game("sealords", "learning")
    state, place = hands.session.state, "delta:3007"
    seat = hands.model.position.seat
    piece = hands.board.stacks.resting(place)[-1]
    assert state.pieces[piece]["owner"] != seat
    hands.select(piece)
    hands.key(K.Key_X)
    assert not state.knows(seat, piece)
    back = next(p for p in hands.board.stacks.resting(place) if hands.model.position.piece(p).hidden)
    hands.select(back)
    hands.key(K.Key_X)
    assert state.knows(seat, piece)


def test_no_fan_stands_over_the_picker_of_the_same_stack(hands: Hands) -> None:
    hands.open_game("sealords", "learning")
    board, place = hands.board, "delta:3007"
    QTest.mouseMove(board, hands.place_point(place))
    hands.until(lambda: board.fan.place == place, 10)
    QTest.keyClick(board, K.Key_Space)
    assert board.picker.isVisible()
    assert board.fan.place == ""


def test_the_dice_tray_lists_the_rolls_before_the_last_one(hands: Hands) -> None:
    hands.open_game("sealords", "learning")
    tray = hands.page.shelf.dice
    hands.after(lambda: hands.roll(6))
    assert tray.rolled == []
    first = tray.roll
    hands.after(lambda: hands.roll(10))
    assert tray.rolled == [first]
    said = [label.text() for label in tray.before.findChildren(QLabel)]
    assert any(" + ".join(str(value) for _, value in first.dice) in words for words in said)
