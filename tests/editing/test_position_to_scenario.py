"""A position of a game as a scenario: it begins exactly where the game stood, and tells a side nothing new."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from qtwar.base import jsonio
from qtwar.editing import items, placements
from qtwar.editing.fixes import findings
from qtwar.editing.position_to_scenario import hides, position_to_scenario
from qtwar.engine import views
from qtwar.engine.state import PARTS
from qtwar.engine.views import is_alias
from qtwar.model.content import TitleContent
from qtwar.model.load import load
from qtwar.sandbox.inprocess import InProcessRules
from qtwar.session.chance import key_from_seed
from qtwar.session.edit import EditSession
from qtwar.session.memory import MemoryJournal
from qtwar.session.play import PlaySession

MODULES = Path(__file__).resolve().parents[2] / "modules"
NAME = {"en": "As it stands", "ja": "今の局面"}
GAMES = [
    ("sealords", "game_warden", 60),
    ("sealords", "learning", 25),
    ("band_of_heroes", "t1_contact", 40),
    ("front_toward_enemy", "frago_0_point_element", 40),
    ("fields_of_fire", "nrm_1", 40),
    ("campaigns_of_robert_e_lee", "first_manassas_1861", 30),
]


def begun(module: str, content: TitleContent, scenario: str) -> PlaySession:
    """Return a game of a scenario, set up."""
    rules = InProcessRules(MODULES / module, content.rules_json())
    journal = MemoryJournal({"key": key_from_seed(3), "undo": "free"})
    session = PlaySession(rules, journal, tuple(side.id for side in content.sides))
    options = dict(content.scenario(scenario).options)
    meta = {"title": content.title.id, "scenario": scenario, "options": options, "strictness": "enforce"}
    session.begin(meta, {"setup": "quick"})
    return session


@pytest.fixture(params=GAMES, ids=lambda game: game[1])
def played(request: pytest.FixtureRequest) -> tuple[str, TitleContent, PlaySession]:
    """A game in the middle of its turn."""
    module, scenario, actions = request.param
    content = load(MODULES / module)
    session = begun(module, content, scenario)
    session.autoplay(actions)
    return module, content, session


def parts(session: PlaySession) -> dict[str, Any]:
    """Return the position without the names of scenario and options."""
    return {part: jsonio.copy(getattr(session.state, part)) for part in PARTS if part != "meta"}


def test_the_scenario_begins_where_the_game_stood_and_goes_on(played: tuple[str, TitleContent, PlaySession]) -> None:
    module, content, session = played
    made = position_to_scenario(content, session.state, NAME)
    assert (made.hidden, findings(made.content)) == (0, [])
    again = begun(module, made.content, made.scenario)
    assert parts(again) == parts(session)
    session.refresh_offers()
    assert {side: again.offer(side) for side in again.active} == {side: session.offer(side) for side in session.active}
    done, end = again.autoplay(30)
    assert done or end


def test_a_side_gets_what_it_knows_and_nothing_else(played: tuple[str, TitleContent, PlaySession]) -> None:
    module, content, session = played
    for side in session.sides:
        made = position_to_scenario(content, session.state, NAME, side=side)
        seen = views.view(session.state, side)
        assert made.hidden == sum(is_alias(piece) for piece in seen.pieces), "what lies in a closed box is not even counted"
        assert not [one for one in findings(made.content) if one.problem.severity == "error"]
        # another game that differs in hidden matters only makes the same draft, byte for byte
        other = session.state.copy()
        hidden = [p for p in other.pieces if not other.knows(side, p) and not other.pieces[p]["at"].startswith("@")]
        for piece in hidden:
            same = [p for p in hidden if other.pieces[p]["back"] == other.pieces[piece]["back"]]
            other.pieces[piece]["kind"] = session.state.pieces[same[-1 - same.index(piece)]]["kind"]
        assert views.view(other, side).to_json() == views.view(session.state, side).to_json()
        twin = position_to_scenario(content, other, NAME, side=side)
        assert jsonio.dumps(twin.content.scenario(twin.scenario).model_dump(mode="json")) == jsonio.dumps(
            made.content.scenario(made.scenario).model_dump(mode="json")
        )
        again = begun(module, made.content, made.scenario)
        done, end = again.autoplay(10)
        assert done or end


def test_a_step_that_speaks_of_a_piece_taken_off_is_left_out() -> None:
    content = load(MODULES / "sealords")
    session = begun("sealords", content, "game_warden")
    while not any(word in session.state.pieces for frame in session.state.flow for word in jsonio.words(frame)):
        session.autoplay(1)
    made = position_to_scenario(content, session.state, NAME)
    data = made.content.model_dump(mode="json", by_alias=True)
    scenario = next(one for one in data["scenarios"] if one["id"] == made.scenario)
    needed = scenario["attrs"]["position"]["needs"][0]
    for line in scenario["quick"]:
        line["pieces"].pop(needed, None)
    scenario["quick"] = [line for line in scenario["quick"] if line["pieces"]]
    again = begun("sealords", TitleContent.model_validate(data), made.scenario)
    assert needed not in again.state.pieces
    assert needed not in {word for frame in again.state.flow for word in jsonio.words(frame)}
    assert again.active


def test_what_everybody_knows_hides_nothing() -> None:
    content = load(MODULES / "sealords")
    session = begun("sealords", content, "game_warden")
    assert hides(session.state, "FW")
    state = session.state.copy()
    for piece in [p for p in state.pieces if not state.knows("FW", p)]:
        place = state.places[state.pieces[piece]["at"]]
        place.remove(piece)
        del state.pieces[piece]
    for frame in state.flow:
        frame["s"] = {}
    assert not hides(state, "FW")


def test_a_piece_that_is_moved_in_the_draft_keeps_what_it_bears(session: EditSession) -> None:
    scenario = session.draft.data["scenarios"][0]["id"]
    start, end = "field:0303", "field:0404"
    number = len(session.draft.item("scenarios", scenario)["quick"])
    line = {"at": start, "pieces": {"tank": 2}, "attrs": {"facing": 3, "known": ["RED"]}}
    session.do(items.insert(session.draft, ("scenarios", scenario, "quick"), line))
    session.do(placements.move_pieces(session.draft, scenario, {number: {"tank": 1}}, end))
    lines = session.draft.item("scenarios", scenario)["quick"][number:]
    assert [(line["at"], line["pieces"], line["attrs"]) for line in lines] == [
        (start, {"tank": 1}, {"facing": 3, "known": ["RED"]}),
        (end, {"tank": 1}, {"facing": 3, "known": ["RED"]}),
    ]
