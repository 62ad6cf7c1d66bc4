"""Whose rules a document plays by is said by id and hash; a path that a stranger wrote into it is nobody's rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from qtwar.base.errors import DataFault
from qtwar.services import drafts, games, origins, titles
from qtwar.session.begin import NewGame
from qtwar.storage.document import Document
from qtwar.storage.drafts import DraftStore
from tests.model.contents import small

TITLE = "sealords"


@pytest.fixture
def lair(tmp_path: Path) -> Path:
    """Return a folder outside of all titles, with rules and a private file among them."""
    folder = tmp_path / "lair"
    (folder / "rules").mkdir(parents=True)
    (folder / "module.yaml").write_text("id: lair\n")
    (folder / "rules" / "__init__.py").write_text("raise RuntimeError('these rules were read')\n")
    (folder / "rules" / "private.py").write_text("# my diary\n")
    return folder


def test_a_game_names_its_rules_by_id_and_hash(qtwar_home: Path) -> None:
    opened = games.create(NewGame(TITLE, titles.load(TITLE)[1].scenarios[0].id), qtwar_home)
    opened.session.rules.close()
    facts = opened.document.journal().game()
    opened.document.close()
    assert facts["rules"] == {"title": TITLE, "hash": origins.rules_hash(titles.find(TITLE))}
    assert "module" not in facts
    again = games.resume(opened.path)
    again.session.rules.close()
    again.document.close()
    assert again.module == str(titles.find(TITLE))


@pytest.mark.parametrize("facts", [{"module": "LAIR"}, {"rules": {"title": "LAIR"}}, {"rules": {"title": "../lair"}}])
def test_a_game_that_names_a_path_does_not_play_by_what_lies_there(facts: object, lair: Path, tmp_path: Path) -> None:
    text = str(facts).replace("LAIR", str(lair))
    path = tmp_path / "game.qtwar"
    Document.create(path, small(), game={"key": "1f", **eval(text)}).close()
    with pytest.raises(DataFault) as caught:
        games.resume(path)
    assert caught.value.key in ("fault.module.gone", "fault.title.unknown")


def test_rules_beside_a_document_are_not_read(lair: Path) -> None:
    path = lair / "game.qtwar"
    Document.create(path, small(), game={"key": "1f", "rules": {"title": "", "hash": ""}}).close()
    opened = games.resume(path)
    opened.session.rules.close()
    opened.document.close()
    assert opened.module == ""


@pytest.mark.parametrize("key", ["module", "rules"])
def test_a_draft_that_names_a_path_takes_nothing_from_there(key: str, lair: Path, tmp_path: Path) -> None:
    path = tmp_path / "draft.qtwar"
    fact = str(lair) if key == "module" else {"title": str(lair), "hash": ""}
    DraftStore.create(path, small(), {"origin": "", key: fact}).close()
    session, _ = drafts.resume(path)
    session.export_module(tmp_path / "out")
    session.close()
    assert session.module is None
    assert not list((tmp_path / "out").rglob("*.py"))


def test_an_older_document_finds_the_title_whose_path_it_names(tmp_path: Path) -> None:
    folder = titles.find(TITLE)
    assert origins.found({"module": str(folder)}, "", tmp_path) == folder
    assert origins.found({"module": ""}, "", tmp_path) is None
    assert origins.found({}, TITLE, tmp_path) == folder
