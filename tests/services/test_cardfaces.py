"""Cards that may be turned up are painted by the helper before they are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from qtwar.qtpaint.counters import CounterArt
from qtwar.qtpaint.pictures import Pictures
from qtwar.services import cardfaces, titles
from qtwar.storage.blobs import Blobs

WIDE = 140


@pytest.fixture
def art(qapp: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[CounterArt]:
    monkeypatch.setenv("QTWAR_CACHE", str(tmp_path / "cache"))
    content = titles.load("fields_of_fire")[1]
    kept = Pictures(Blobs(cardfaces.kept_at(content)))
    yield CounterArt(content, kept=kept)
    kept.close()


def test_after_one_card_was_turned_up_no_other_of_its_deck_is_drawn_by_the_window(
    art: CounterArt, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = titles.load("fields_of_fire")[1]
    deck = [piece for piece in content.pieces if content.kinds_by_id[piece.kind].hidden == "terrain_vietnam"]
    record = {"id": deck[0].id, "kind": deck[0].kind, "face": "front", "owner": "", "attrs": {}}
    asked: list[tuple[Any, int, str]] = []
    art.turned_up = lambda record, px, language: asked.append((record, px, language))
    art.pixmap(record, WIDE)
    art.pixmap({"kind": "?", "back": "terrain_vietnam", "owner": ""}, WIDE)
    assert asked == [(record, WIDE, "en")], "a back is one picture"
    cards = list(cardfaces.alike(content, record))
    assert [card["id"] for card in cards] == [piece.id for piece in deck]
    cardfaces.paint_ahead(art, content, *asked[0], "standard")
    assert all(art.is_kept(card, WIDE, "en") for card in cards)
    drawn: list[Any] = []
    first = art.image(cards[7], WIDE)
    monkeypatch.setattr(CounterArt, "image", lambda *said: drawn.append(said))
    assert art.pixmap(cards[7], WIDE).toImage() == first.convertToFormat(art.pixmap(cards[7], WIDE).toImage().format())
    assert art.pixmap(cards[8], 23).width() == 23, "a small one is made of the large one that is kept"
    assert not drawn
    assert asked == [(record, WIDE, "en")]


def test_nothing_is_painted_ahead_of_a_title_that_is_not_installed(art: CounterArt) -> None:
    content = titles.load("fields_of_fire")[1]
    piece = next(piece for piece in content.pieces if content.kinds_by_id[piece.kind].hidden == "terrain_vietnam")
    record = {"id": piece.id, "kind": piece.kind, "face": "front", "owner": "", "attrs": {}}
    for other in ({"id": "nowhere"}, {"name": {"en": "Another", "ja": "Another"}}):
        draft = content.model_copy(update={"title": content.title.model_copy(update=other)})
        cardfaces.paint_ahead(art, draft, record, WIDE, "en", "standard")
    assert not art.is_kept(record, WIDE, "en")
