"""A copy for one side holds what the side knows and nothing else: games that differ in hidden matters give the same bytes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from qtwar.cli.main import main
from qtwar.engine.showing import shown
from qtwar.engine.state import State
from qtwar.engine.views import view
from qtwar.model.content import TitleContent
from qtwar.services import games, options, printing, showing, titles
from qtwar.services.rules import open_rules
from qtwar.services.twins.given import journal_of
from qtwar.services.twins.positions import at_rest
from qtwar.session.begin import NewGame
from qtwar.session.chance import key_from_seed
from qtwar.session.memory import MemoryJournal
from qtwar.session.play import PlaySession
from qtwar.storage.document import Document

GAMES = (("sealords", 0, 60), ("front_toward_enemy", 0, 60), ("campaigns_of_robert_e_lee", 0, 30), ("band_of_heroes", 0, 40))


@pytest.mark.parametrize(("title", "scenario", "actions"), GAMES, ids=[title for title, *_ in GAMES])
def test_what_is_hidden_is_not_in_the_file(title: str, scenario: int, actions: int, tmp_path: Path) -> None:
    folder, content = titles.load(title)
    played = content.scenarios[scenario]
    with open_rules(folder, content, native=True) as rules:
        journal = MemoryJournal({"key": key_from_seed(7), "dice": "program"})
        session = PlaySession(rules, journal, tuple(side.id for side in content.sides))
        in_force = options.in_force(content, played.id)
        session.begin({"title": title, "scenario": played.id, "options": in_force, "strictness": "enforce"}, {"setup": "quick"})
        session.autoplay(actions)
        state, hidden = session.state, 0
    for side in session.sides:
        made = showing.write(tmp_path / f"{side}.qtwar", content, journal, state, side, key="00")
        twin = at_rest(state, side, random.Random(3))
        if twin is not None:
            hidden += 1
            other = showing.write(tmp_path / f"{side} twin.qtwar", content, journal, twin, side, key="00")
            assert made.read_bytes() == other.read_bytes()
        copy, seen = shown(state, side), view(state, side)
        for looking in session.sides:
            looked = view(copy, looking)
            assert (looked.places, looked.pieces) == (seen.places, seen.pieces)
        assert key_from_seed(7).encode() not in made.read_bytes()
    assert hidden, "nothing was hidden: the game proves nothing"


def test_a_copy_opens_on_the_free_table(qtwar_home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario = titles.load("sealords")[1].scenarios[0].id
    opened = games.create(NewGame("sealords", scenario, "hotseat"), qtwar_home)
    opened.session.autoplay(6)
    assert opened.session.state.result is None
    entries, seen = len(opened.session.history), view(opened.session.state, "COM")
    opened.session.rules.close()
    opened.document.close()
    out = tmp_path / "for COM.qtwar"
    assert main(["copy", str(opened.path), "--side", "COM", "--out", str(out)]) == 0
    assert str(out) in capsys.readouterr().out
    assert main(["copy", str(opened.path), "--side", "XX", "--out", str(tmp_path / "x.qtwar")]) == 2
    assert not (tmp_path / "x.qtwar").exists()
    assert main(["validate", str(out)]) in (0, 1)
    copy = games.resume(out)
    try:
        assert copy.module == ""
        assert len(copy.session.history) == entries
        for side in copy.session.sides:
            assert copy.session.view(side).pieces == seen.pieces
        assert any(copy.session.offer(side) for side in copy.session.sides)
        done, _ = copy.session.autoplay(5)
        assert done
    finally:
        copy.session.rules.close()
        copy.document.close()


def test_a_copy_takes_the_place_of_an_older_one_but_not_of_the_game(qtwar_home: Path, tmp_path: Path) -> None:
    opened = games.create(NewGame("sealords", titles.load("sealords")[1].scenarios[0].id), qtwar_home)
    out = tmp_path / "copy.qtwar"
    games.copy_for(opened, out, "FW")
    games.copy_for(opened, out, "COM")
    with Document.open(out, readonly=True) as made:
        assert made.journal().heads()
    with pytest.raises(Exception, match="this document itself"):
        games.copy_for(opened, opened.path, "FW")
    opened.session.rules.close()
    opened.document.close()


def document(path: Path, content: TitleContent, state: State) -> Path:
    """Write a game that stands at a position."""
    journal = journal_of(content, state, 1)
    with Document.create(path, content, game=journal.game()) as made:
        for row in journal.entries(1, 99):
            made.journal().append(row)
    return path


@pytest.mark.parametrize(("title", "scenario", "actions"), GAMES[:2], ids=[title for title, *_ in GAMES[:2]])
def test_an_export_for_a_side_holds_what_a_copy_for_it_does(
    title: str, scenario: int, actions: int, tmp_path: Path, qapp: object
) -> None:
    """Games that differ in hidden matters give the same sheets, byte for byte."""
    folder, content = titles.load(title)
    played = content.scenarios[scenario]
    with open_rules(folder, content, native=True) as rules:
        session = PlaySession(rules, MemoryJournal({"key": key_from_seed(7)}), tuple(side.id for side in content.sides))
        in_force = options.in_force(content, played.id)
        session.begin({"title": title, "scenario": played.id, "options": in_force, "strictness": "enforce"}, {"setup": "quick"})
        session.autoplay(actions)
        state = session.state
    hidden = 0
    for side in session.sides:
        twin = at_rest(state, side, random.Random(3))
        if twin is None:
            continue
        hidden += 1
        games_ = [document(tmp_path / side / name / "game.qtwar", content, one) for name, one in (("a", state), ("b", twin))]
        assert state.digest() != twin.digest()
        sheets = []
        for game in games_:
            out = game.with_suffix(".md")
            assert main(["export", "situation,oob,log,setup-sheet", str(game), "--side", side, "-o", str(out)]) == 0
            sheets.append(sorted((path.name, path.read_bytes()) for path in game.parent.glob("game*.md")))
        assert sheets[0] == sheets[1]
        assert sheets[0]
    assert hidden, "nothing was hidden: the game proves nothing"


def test_what_is_printed_for_a_side_comes_of_its_copy(tmp_path: Path) -> None:
    """No id of a piece that it does not know is in the position, and no set-up of a scenario that was made of a game."""
    folder, content = titles.load("front_toward_enemy")
    made = content.scenarios[0].model_copy(update={"attrs": {**content.scenarios[0].attrs, "position": {"vars": {}}}})
    content = content.model_copy(update={"scenarios": (made, *content.scenarios[1:])})
    with open_rules(folder, content, native=True) as rules:
        session = PlaySession(rules, MemoryJournal({"key": key_from_seed(7)}), tuple(side.id for side in content.sides))
        meta = {"title": content.title.id, "scenario": made.id, "options": {}, "strictness": "enforce"}
        session.begin(meta, {"setup": "quick"})
        session.autoplay(20)
        source = printing.game_source(content, session.journal, "game")
        state = session.state
    hidden = 0
    for side in session.sides:
        seen = source.for_side(side)
        unknown = [piece for piece in state.pieces if not state.knows(side, piece)]
        hidden += len(unknown)
        assert seen.position is not None
        assert not set(unknown) & set(seen.position.pieces)
        assert seen.scenario.setup == seen.scenario.quick == ()
        assert "position" not in seen.scenario.attrs
        assert seen.content.scenarios[1].setup == content.scenarios[1].setup, "the book's are everybody's"
    assert hidden
