"""The Campaigns of Robert E. Lee by real mouse: First Manassas whole, by a plain plan of either side."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint

from qtwar.kit.asks import picking
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


def start(hands: Hands, scenario: str) -> None:
    """From the start window to a game in which one person plays both sides."""
    page = hands.window.library_page
    hands.until(lambda: "campaigns_of_robert_e_lee" in getattr(page, "tiles", {}))
    hands.press(page.tiles["campaigns_of_robert_e_lee"])
    hands.press(next(r for r in page.scenarios.rows if r.info.id == scenario).button)
    hands.until(page.new_game.isVisible)
    hands.qtbot.wait(1)
    hands.press(page.new_game.seats["both"], QPoint(10, 10))
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
