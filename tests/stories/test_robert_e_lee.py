"""The Campaigns of Robert E. Lee by real mouse: First Manassas whole, by a plain plan of either side; a turn at Gettysburg."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint

from modules.campaigns_of_robert_e_lee.tests.conftest import alone, force
from qtwar.kit.asks import picking
from qtwar.session.play import PlaySession
from tests.stories.hands import Hands

GOALS = {
    "union-mcdowell-1": "virginia:2829",
    "union-patterson-1": "virginia:1822",
    "csa-j-e-johnston-1": "virginia:2829",
    "csa-holmes-1": "virginia:2829",
}
"""Who marches where: McDowell on Manassas Junction, Patterson on Winchester, the Confederates together at the Junction."""
BIDS = {"csa": "2", "union": "3"}
ANSWERS = (
    "roll_move", "accept", "stand", "fight_guard", "no_reaction", "pay_all", "pay_general", "pay_nothing", "hold_works",
    "go_back", "let_go", "no_extension", "press_on", "decline_br", "stay", "pay", "done_all", "done",
)  # fmt: skip
"""Buttons in the order in which they are liked, where nothing better is to be done."""


def start(hands: Hands, scenario: str, dice: str = "program") -> None:
    """From the start window to a game in which one person plays both sides."""
    page = hands.window.library_page
    hands.until(lambda: "campaigns_of_robert_e_lee" in getattr(page, "tiles", {}))
    hands.press(page.tiles["campaigns_of_robert_e_lee"])
    hands.press(next(r for r in page.scenarios.rows if r.info.id == scenario).button)
    hands.until(page.new_game.isVisible)
    hands.qtbot.wait(1)
    hands.press(page.new_game.seats["both"], QPoint(10, 10))
    hands.press(page.new_game.dice.buttons[dice])
    hands.press(page.new_game.go)
    hands.until(lambda: hasattr(hands.page, "prompt"), 180)
    hands.quiet()
    hands.board.set_zoom(1.0)


def away(hands: Hands, a: str, b: str) -> int:
    """Return how many hexes lie between two."""
    content = hands.model.title.content
    distance: int = content.board("virginia").make_grid().distance(a.partition(":")[2], b.partition(":")[2])
    return distance


def nearest(hands: Hands, piece: str) -> str:
    """Return the hex in reach that brings a force nearest to its goal; nothing where it is as near as it gets."""
    goal, here = GOALS[piece], hands.session.state.pieces[piece]["at"]
    lit = hands.session.query(hands.model.actions.acting, "reach", {"pieces": [piece]})["cells"]
    ends = [at for at, cell in lit.items() if cell["mark"] != "pass"]
    best = min(ends, key=lambda at: (away(hands, at, goal), at), default=here)
    return best if away(hands, best, goal) < away(hands, here, goal) else ""


def sensible(hands: Hands) -> None:
    """Do the next thing of the plan: march on the goal, fight whom one meets, buy ammunition, hold on else."""
    hands.quiet()
    offered = {ask["verb"]: ask for ask in hands.screen.open_asks()}
    side = hands.model.actions.acting
    at = hands.session.state.pieces
    if "bid" in offered:
        hands.do("bid", choice=BIDS[side])
    elif "commit" in offered:
        hands.do("commit", choice=str(offered["commit"]["max"]))
    elif "order" in offered and (ready := [p for p in offered["order"]["pieces"] if p in GOALS and at[p]["at"] != GOALS[p]]):
        hands.place_point(at[ready[0]]["at"])
        hands.do("order", pieces=(ready[0],))
    elif "march_to" in offered:
        piece = offered["march_to"]["pieces"][0]
        to = nearest(hands, piece) if piece in GOALS else ""
        hands.do("march_to", pieces=(piece,), to=to) if to else hands.do("halt")
    elif "buy_ammo" in offered:
        hands.do("buy_ammo", pieces=tuple(offered["buy_ammo"]["pieces"][:1]))
    elif button := next((verb for verb in ANSWERS if verb in offered and offered[verb]["kind"] == "button"), ""):
        hands.do(button)
    else:
        choose(hands, next(iter(offered.values())))


def choose(hands: Hands, ask: dict[str, Any]) -> None:
    """Answer what must be answered: the hex of a plan's goal, else the first that may be chosen."""
    if ask["kind"] == "cell":
        hands.do(ask["verb"], to=next((at for at in ask["cells"] if at in GOALS.values()), ask["cells"][0]))
    elif ask["kind"] == "pieces":
        hands.do(ask["verb"], pieces=tuple(ask["pieces"][: picking.limits(ask)[0]]))
    else:
        assert hands.answer(ask), ask


@pytest.mark.parametrize("hands", [{"language": "ja", "size": (1280, 720)}], indirect=True, ids=["ja"])
def test_first_manassas_to_its_end(hands: Hands) -> None:
    start(hands, "first_manassas_1861")
    for _ in range(400):
        if hands.session.state.result is not None:
            break
        sensible(hands)
    assert hands.session.state.result is not None
    assert hands.session.state.vars["turn"] == 3
    assert any(line.spans and "2829" in "".join(span.text for span in line.spans) for line in hands.model.history.log())
    hands.shot("end")


# a turn at Gettysburg -------------------------------------------------------------------

TOWN, SOUTH, EAST = "virginia:3311", "virginia:3312", "virginia:3411"
MEADE, REYNOLDS, HANCOCK = "union-meade-1", "union-reynolds-1", "union-hancock-1"
WASHINGTON, ALEXANDRIA = "virginia:3626", "virginia:3528"
GUARD = "union-3626-infantry_3_3-0"
FORCES = {
    **force("csa-ewell-1", "3311", "l1", ["infantry_3_1"] * 8, ml=4, ap=3, ammo=4, artillery=3),
    **force(MEADE, "3312", "army1", ["infantry_3_3", "cavalry_2_2"], ml=3, ap=6, ammo=3, artillery=2),
    **force(REYNOLDS, "3312", "l1", ["infantry_3_3"] * 2, under="army1", ml=3, ap=3, ammo=2, artillery=2),
    **force(HANCOCK, "3411", "l2", ["infantry_3_3"] * 2, ml=3, ap=3, ammo=2, artillery=2),
    "union-train-1": {"at": "3626", "kind": "union_train"},
    **alone("union", "3626", "infantry_3_3"),
    **alone("union", "3018", "wagon_3"),
}
"""Ewell holds the town; Meade with Reynolds stands south of it, Hancock east; a division waits at Washington with a train."""


def placed(entry: dict[str, Any]) -> dict[str, Any]:
    """Return a piece's entry with its hex named by the board."""
    return {**entry, "at": f"virginia:{entry['at']}" if entry["at"].isdigit() else entry["at"]}


POSITION = {
    "pieces": {name: placed(entry) for name, entry in FORCES.items()},
    "secret": {side: {"supply": {name: "full" for name in FORCES if name.startswith(side)}} for side in ("csa", "union")},
    "sides": {"csa": {"oel": 2, "wep": 50}, "union": {"oel": 2, "wep": 90}},
    "vars": {"turn": 2, "rail": {"virginia:3528~virginia:3626": "union"}},
    "phase": "movement",
    "args": {"side": "union", "level": 2},
}


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is begun stands at the position."""
    begin = PlaySession.begin
    monkeypatch.setattr(PlaySession, "begin", lambda self, meta, choices: begin(self, meta, {"position": POSITION}))


BEFORE_EXCHANGE = (
    "purchases", "ammunition", "artillery", "replacements", "promotion", "replacement", "new_forces",
)  # fmt: skip
"""Steps of the reorganization that lead to the exchange of units."""
LIKED = ("stand", "pay_all", "pay_general", "no_reaction", "hold_works", "give_morale", "let_go", "press_on", "pay", "done")


def fight(hands: Hands) -> list[str]:
    """Answer what comes until the reorganization: stand, pay, fight on, lose what must be lost; returns what was done."""
    state, done = hands.session.state, list[str]()
    while state.vars["phase"] != "reorganization":
        offered = {ask["verb"]: ask for ask in hands.screen.open_asks()}
        buttons = [verb for verb, ask in offered.items() if ask["kind"] == "button"]
        verb = next((v for v in ("extend", *LIKED, *buttons) if v in offered), next(iter(offered)))
        ask = offered[verb]
        some, to = tuple(ask["pieces"][: picking.limits(ask)[0]]) if ask["kind"] == "pieces" else (), ""
        if ask["kind"] == "place":
            some, to = (ask["pieces"][0],), ask["targets"][ask["pieces"][0]][0]
        elif ask["kind"] == "cell":
            to = ask["cells"][0]
        hands.do(verb, "1*", pieces=some, to=to, choice=str(ask.get("max", "")))
        done.append(verb)
    return done



def go_on(hands: Hands) -> None:
    """Go on in the reorganization: nothing more in this step, wear where that is asked."""
    asks = hands.screen.open_asks()
    offered = [ask["verb"] for ask in asks if ask["kind"] == "button"]
    if not offered:
        hands.do(asks[0]["verb"], pieces=tuple(asks[0]["pieces"][: picking.limits(asks[0])[0]]))
        return
    verb = next((v for v in ("done", "wear") if v in offered), offered[0])
    if verb == "done" and hands.ask("done_all") and hands.session.state.flow[-1]["step"] not in BEFORE_EXCHANGE:
        verb = "done_all"
    hands.do(verb, "3*")


def line_of(hands: Hands, piece: str) -> QPoint:
    """Return where the line of a piece is in the tree of forces, as it is scrolled now."""
    tree = hands.page.oob.tree
    assert hands.page.oob._line_of(piece, scroll=False)
    point: QPoint = tree.visualItemRect(tree.currentItem()).center()
    assert tree.viewport().rect().contains(point), piece
    return point


@pytest.mark.usefixtures("late")
@pytest.mark.parametrize("hands", [{"language": "en"}, {"language": "ja"}], indirect=True, ids=["en", "ja"])
def test_a_turn_at_gettysburg(hands: Hands) -> None:
    start(hands, "gettysburg_1863", dice="hand")
    state, page, board = hands.session.state, hands.page, hands.board

    # a division comes by rail (8.42), what lies over the map is looked at (7.1, 3.7)
    hands.do("rail", pieces=(GUARD,), to=ALEXANDRIA)
    assert {GUARD, "union-train-1"} <= set(state.at(ALEXANDRIA))
    board.center_on(SOUTH)
    for name in ("supply", "zones", "command"):
        board.overlays.choose(name)
        hands.quiet()
        hands.until(lambda n=name: board.overlays.shown == n and board.overlays.content.get("cells"), 10)
        hands.shot(f"overlay-{name}")
    board.overlays.choose("")

    # Meade hides behind his cavalry (16.12); he and Hancock declare on the town (8.5)
    hands.do("screen", pieces=("union-army1-unit-1",))
    assert state.known[MEADE] == ["union"]
    for where in (SOUTH, EAST):
        hands.do("declare_from", "1*", to=where)
    assert sum(1 for p in state.pieces.values() if p["kind"] == "attack") == 2
    hands.do("done")

    # the combined attack, fought on by extension (10.1, 10.33, 10.71)
    done = fight(hands)
    assert "attack_from" in done
    assert "extend" in done
    assert done.count("pay_all") >= 4, "two attacks, each with its reply"

    # the reorganization: the agenda shows where it stands, a division is handed over by a drop on the tree (14.32b5)
    page.raise_dock("agenda")
    hands.until(lambda: page.area.agenda.sections, 10)
    hands.shot("agenda")
    while not hands.ask("hand_over"):
        go_on(hands)
    unit = next(p for p in hands.ask("hand_over")["pieces"] if state.pieces[p]["at"] == "union-l1")
    hands.screen.raise_pane("oob")
    page.oob.show_piece(MEADE)
    hands.qtbot.wait(1)
    source, target = line_of(hands, unit), line_of(hands, MEADE)
    hands.shot("tree")
    view = page.oob.tree.viewport()
    hands.after(lambda: hands.drag_between(view, source, view, target))
    assert state.pieces[unit]["at"] == "union-army1"
    while state.vars["turn"] == 2:
        go_on(hands)
    hands.shot("end")
