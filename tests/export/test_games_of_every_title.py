"""A game of every installed scenario, moved about by free hands: its situation, log, map and order of battle on paper."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from qtwar.draw import displaylist as dl
from qtwar.export.choices import Choices
from qtwar.export.page import Book
from qtwar.export.press import make_book
from qtwar.export.source import SheetSource
from qtwar.services import printing
from qtwar.services.selfplay import FreePlayer
from qtwar.session.play import PlaySession
from qtwar.session.ports import RulesPort
from tests.export.words import words_on
from tests.modules.test_every_title import SCENARIOS, begin, content_of

SHEETS = ("situation", "log", "oob", "map")
GESTURES = 40
NAME = "Before the bridge"


@pytest.fixture(scope="module")
def ports() -> Iterator[dict[str, RulesPort]]:
    """Rules in the sandbox, one worker a title."""
    held: dict[str, RulesPort] = {}
    yield held
    for port in held.values():
        port.close()


def played(ports: dict[str, RulesPort], title: str, scenario: str) -> tuple[PlaySession, SheetSource]:
    """A game after some gestures, one of them bookmarked."""
    session = begin(ports, title, scenario, 5)
    content = content_of(title)
    if session.state.vars.get("strictness") != "off":
        session.submit(session.sides, {"side": content.sides[0].id, "verb": "strictness", "args": {"to": "off"}})
    hands = FreePlayer(session, content, random.Random(scenario))
    for _ in range(GESTURES):
        hands.gesture()
    session.bookmark(session.history.line[-1].no, NAME)
    return session, printing.game_source(content, session.journal, "The game")


def said(book: Book) -> str:
    return "".join("".join(words_on(page).split()) for page in book.pages)


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_a_game_is_printed_whole_and_each_side_reads_its_own(
    ports: dict[str, RulesPort], qapp, title: str, scenario: str
) -> None:
    session, source = played(ports, title, scenario)
    content, state = source.content, session.state
    readers = [("", "en"), *zip((s.id for s in content.sides), ("ja", "en", "ja"), strict=False)]
    for side, lang in readers:
        for sheet in SHEETS if not side else ("situation", "log"):
            book = make_book(source, Choices(what=(sheet,), side=side, language=lang, scale=0, map_counters=True))
            assert book.pages, sheet
            assert {page.part for page in book.pages} == {sheet}
            assert not [p.words for p in book.problems if "U+" in p.words or "face" in p.words], (sheet, lang)
            words = said(book)
            if sheet == "situation":
                seen = source.for_side(side).position
                for piece, record in seen.pieces.items():
                    if not record["at"] or record["kind"] not in content.kinds_by_id:
                        continue
                    what = content.pieces_by_id.get(piece)
                    named = what is not None and (what.name or what.attrs)
                    name = source.names.name(*(("p", piece) if named else ("k", record["kind"])), lang)
                    assert "".join(name.split()) in words, (piece, lang)
                    if not record["at"].startswith("@"):
                        place = source.names.name("c", record["at"], lang)
                        assert "".join(place.split()) in words, (piece, place)
            if sheet == "situation" and side:
                # nor does it name what lies hidden on the other side's displays; a name may be that of a place, or of two
                open_names = [source.names.name("p", p, lang) for p in content.pieces_by_id if state.knows(side, p)]
                open_names += [source.names.name("c", place, lang) for place in state.places]
                hidden = [p for p in state.pieces if p in content.pieces_by_id and not state.knows(side, p)]
                for piece in (p for p in hidden if content.pieces_by_id[p].name):
                    name = source.names.name("p", piece, lang)
                    if not any(name in other for other in open_names):
                        assert "".join(name.split()) not in words, (side, piece)
            if sheet == "log":
                assert "".join(NAME.split()) in words


def test_the_map_of_a_game_on_a_table_of_cards_is_its_cards(ports: dict[str, RulesPort], qapp) -> None:
    _, source = played(ports, "fields_of_fire", "nrm_1")
    page = make_book(source, Choices(what=("map",), board="map", scale=0)).pages[0]
    cards = [n for n in dl.walk(page.nodes) if isinstance(n, dl.Group) and n.name == "counter"]
    dealt = [place for place in source.position.places if place.startswith("map:") and source.position.at(place)]
    assert 6 < len(cards) <= len(dealt)
    boxes = {tuple(round(v) for v in shape.path.bounds()[2:]) for card in cards for shape in card.children[:1]}
    action = {(252, 352)}  # drawn action cards stand upright in their box
    assert boxes - action == {(352, 252)}  # a card fills its cell; the counters on it are left out
