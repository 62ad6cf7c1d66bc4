"""What is aimed at shows its odds before anything is committed, and they go as soon as they no longer hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from modules.campaigns_of_robert_e_lee.tests.conftest import alone, force
from qtwar.session.begin import NewGame
from qtwar.session.chance import key_from_seed
from qtwar.session.play import PlaySession
from tests.stories.at_window import LEFT, NONE
from tests.stories.hands import Hands, offered


def aimed(verb: str) -> Callable[[PlaySession], bool]:
    """Return whether something can be aimed."""
    return lambda session: any(ask["verb"] == verb and "odds" in ask for ask in offered(session))


def turned_to(hands: Hands, verb: str) -> dict[str, Any]:
    """Turn the hand to an ask, and return it."""
    ask = hands.ask(verb)
    assert ask is not None
    if ask["id"] in hands.page.prompt.verbs.buttons:
        hands.screen.turn_to(ask)
    return ask


def over(hands: Hands, place: str) -> None:
    """Lead the pointer over a place."""
    QTest.mouseMove(hands.board, hands.place_point(place))
    hands.quiet()
    hands.qtbot.wait(1)


def dark(hands: Hands) -> str:
    """Return a place in view that can not be aimed at."""
    layout, lit = hands.board.layout_, hands.model.answer.targets()
    area = hands.board.rect().adjusted(80, 80, -80, -80)
    places = [p for p in map(layout.place, layout.grid.cells()) if p not in lit]
    return next(p for p in places if area.contains(hands.board.camera.to_screen(layout.spot(p)).toPoint()))


def grab(hands: Hands, piece: str) -> None:
    """Take a counter by the button of the mouse, which stays down."""
    start = hands.screen.counter(piece)
    assert start is not None, f"{piece} is covered"
    QTest.mousePress(hands.board, LEFT, NONE, start)
    for by in (10, 14):
        QTest.mouseMove(hands.board, start + QPoint(by, 4))
    hands.until(lambda: hands.board.carry.reach is not None, 20)


def aims(hands: Hands, verb: str, target: str, give: Callable[[], object]) -> None:
    """Lead the pointer over a target, off it and back: the odds come and go with it; the act given, they are done with."""
    pane, entries = hands.page.odds_dock, len(hands.session.history)
    assert pane.odds is None
    over(hands, target)
    hands.until(lambda: pane.odds is not None, 5)
    told = pane.odds
    assert told.chances or told.results
    assert pane.isVisible()
    hands.shot(f"{hands.model.title.content.title.id}-{verb}")
    over(hands, dark(hands))
    hands.until(lambda: pane.odds is None, 5)
    over(hands, target)
    hands.until(lambda: pane.odds is not None, 5)
    assert pane.odds == told
    assert len(hands.session.history) == entries, "nothing is committed"
    hands.after(give)
    assert hands.session.journal.entry(hands.session.history.line[entries].no).action["verb"] == verb
    assert pane.odds is None
    hands.shot(f"{hands.model.title.content.title.id}-{verb}-done")


@pytest.mark.parametrize(
    ("title", "scenario", "verb", "seed"), [("sealords", "game_warden", "strike", 1), ("band_of_heroes", "t1_contact", "fire", 2)]
)
def test_what_is_in_hand_shows_its_odds_over_a_target_and_nowhere_else(
    hands: Hands, title: str, scenario: str, verb: str, seed: int
) -> None:
    hands.open_when(NewGame(title, scenario, seats="both", key=key_from_seed(seed)), aimed(verb))
    ask = turned_to(hands, verb)
    hands.take([next(p for p in ask["pieces"] if p not in (ask.get("along") or ()))])
    target = hands.model.answer.targets()[0]
    does = hands.page.prompt.made.carries_out(ask, ())
    assert hands.page.prompt.hand.end_button.text() == does, "it says what letting go does, not that a move ends there"
    aims(hands, verb, target, lambda: QTest.mouseClick(hands.board, LEFT, NONE, hands.place_point(target)))


TEAMS = {
    "pieces": {
        "us_ft-1": "tan_loi:03.10", "us_ft-2": "tan_loi:03.10", "vc_ft-1": "tan_loi:04.10",
        "chit_us-8": "cup", "chit_nva_vc-8": "cup", "us_medic-3": "tan_loi:01.18", "nva_sniper-2": "tan_loi:26.18",
    },
    "phase": "activate",
    "args": {"side": "US"},
}  # fmt: skip
"""Front Toward Enemy: two fire teams of one hex, next to a team of the Viet Cong."""


@pytest.mark.parametrize("verb", ["fire", "assault"])
def test_a_team_that_is_dragged_at_the_enemy_shows_what_its_attack_would_bring(hands: Hands, verb: str) -> None:
    hands.open_at("front_toward_enemy", "frago_1_cordon_tan_loi", TEAMS)
    target = "tan_loi:04.10"
    hands.do("hex", to="tan_loi:03.10")
    turned_to(hands, verb)
    hands.place_point(target)
    grab(hands, "us_ft-2")
    over(hands, target)
    assert hands.page.prompt.detail.plain() == "to 04.10"
    over(hands, dark(hands))
    aims(hands, verb, target, lambda: QTest.mouseRelease(hands.board, LEFT, NONE, hands.place_point(target)))


SQUADS = {
    "pieces": {
        **{f"action-{n:02}": "action_deck" for n in range(1, 51)},
        "normandy-25": "map:r1c1", "normandy-36": "map:r2c1", "normandy-44": "map:r1c2",
        "normandy-co-hq": "map:r1c1", "normandy-p1-hq": "map:r1c1",
        "normandy-p1-sqd1": "map:r1c1", "normandy-p1-sqd2": "map:r1c1",
        "german-tm-1": "map:r2c1", "german-tm-2": "map:r1c2",
        "pdf-1": {"at": "map:r1c1", "kind": "pdf", "owner": "us", "attrs": {"aim": "map:r2c1"}},
    },
    "vars": {"turn": 2},
    "phase": "command",
}  # fmt: skip
"""Fields of Fire: two squads fire at a team on the card north of them; another team lies east."""


def test_fire_that_is_shifted_shows_over_a_card_what_it_would_do(hands: Hands) -> None:
    hands.open_at("fields_of_fire", "nrm_1", SQUADS)
    hands.do("order", pieces=("normandy-p1-sqd1",))
    turned_to(hands, "shift_fire")
    aims(hands, "shift_fire", "map:r1c2", lambda: hands.do("shift_fire", to="map:r1c2"))


CORPS = {
    **force(
        "union-meade-1", "0310", "l1", ["infantry_4_2"] * 4 + ["cavalry_2_2"], ml=3, ap=3, ammo=2, artillery=2,
    ),
    **force("csa-jackson-1", "0210", "l1", ["infantry_2_1"] * 3, ml=4, ap=4),
    **alone("csa", "0311", "infantry_2_1"),
}  # fmt: skip
"""The Campaigns of Robert E. Lee: Meade stands between Jackson and a brigade without a leader."""


def in_movement(pieces: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return the position of these pieces in the movement of the Union, all of them in supply."""
    supply = {side: {"supply": {name: "full" for name in pieces if name.startswith(side)}} for side in ("csa", "union")}
    placed = {n: {**one, "at": f"virginia:{one['at']}" if one["at"].isdigit() else one["at"]} for n, one in pieces.items()}
    sides = {side: {"oel": 2, "wep": 50} for side in ("csa", "union")}
    args = {"side": "union", "level": 2}
    return {"pieces": placed, "secret": supply, "sides": sides, "vars": {"turn": 2}, "phase": "movement", "args": args}


def test_a_corps_that_declares_an_attack_sees_its_odds_over_each_target(hands: Hands) -> None:
    hands.open_at("campaigns_of_robert_e_lee", "gettysburg_1863", in_movement(CORPS))
    hands.do("declare_from", to="virginia:0310")
    aims(hands, "target", "virginia:0210", lambda: hands.do("target", to="virginia:0210"))


def test_where_there_is_one_target_its_odds_are_seen_before_the_attack_is_declared(hands: Hands) -> None:
    alone_with_jackson = {name: piece for name, piece in CORPS.items() if piece["at"] != "0311"}
    hands.open_at("campaigns_of_robert_e_lee", "gettysburg_1863", in_movement(alone_with_jackson))
    turned_to(hands, "declare_from")
    aims(hands, "declare_from", "virginia:0310", lambda: hands.do("declare_from", to="virginia:0310"))
