"""Counters of another title: they come over with all that draws them, and look as they did."""

from __future__ import annotations

import pytest

from qtwar.editing import items, templates
from qtwar.editing.borrow import borrow
from qtwar.editing.draft import Draft
from qtwar.model.validate import validate_content
from qtwar.qtpaint.counters import CounterArt
from tests.editing.test_gestures import do
from tests.model.titles import title

TITLES = ("sealords", "band_of_heroes", "front_toward_enemy", "fields_of_fire", "campaigns_of_robert_e_lee")


def test_counters_come_over_from_another_title_with_how_they_are_drawn(draft: Draft) -> None:
    other = Draft(title("sealords"))
    pieces = [piece["id"] for piece in other.data["pieces"][:3]]
    do(draft, borrow(draft, other, kinds=[other.data["kinds"][9]["id"]], pieces=pieces))
    content = draft.content()
    assert all(piece in content.pieces_by_id for piece in pieces)
    kind = content.kinds_by_id[content.pieces_by_id[pieces[0]].kind]
    assert kind.side in {side.id for side in content.sides}
    assert kind.template.startswith("unit"), "the draft has a template of that name: the other gets a number"
    assert content.counters["templates"][kind.template] == other.data["counters"]["templates"]["unit"]
    assert "standard" in content.counters["palettes"]
    formation = content.pieces_by_id[pieces[0]].formation
    assert formation in {f.id for f in content.formations}
    again = borrow(draft, other, pieces=pieces)
    assert again.is_empty, "what is there already is not taken twice"
    assert not [p for p in validate_content(content) if p.text.startswith("Unknown")]


@pytest.mark.parametrize("name", TITLES)
def test_what_comes_over_looks_as_it_did(name: str) -> None:
    other = title(name)
    draft = Draft(templates.new_grid("Evening"))
    do(draft, borrow(draft, Draft(other), kinds=[kind.id for kind in other.kinds]))
    before, after = CounterArt(other), CounterArt(draft.content())
    for one, copy in zip(other.kinds, draft.content().kinds, strict=True):
        for face in ("front", "back", "simple"):
            pair = [
                repr(art.face({"id": "", "kind": kind.id, "owner": kind.side or "", "face": face}, simple=face == "simple").nodes)
                for art, kind in ((before, one), (after, copy))
            ]
            assert pair[0] == pair[1], (copy.id, face)


def test_sides_that_come_over_take_the_place_of_those_a_draft_begins_with() -> None:
    other = Draft(title("band_of_heroes"))
    draft = Draft(templates.new_grid("Evening"))
    do(draft, borrow(draft, other, kinds=["wehrmacht_squad"]))
    content = draft.content()
    assert [side.id for side in content.sides] == ["german", "red"]
    box = content.boards[0].boxes[0]
    assert (box.id, box.side, box.name.en) == ("german_waiting", "german", "Germany: waiting")
    assert content.scenarios[0].first_side == "german"
    do(draft, items.add(draft, "formations", {"name": {"en": "Own", "ja": "自軍"}, "side": "red"}))
    do(draft, borrow(draft, other, kinds=["us_para_squad"]))
    assert [side.id for side in draft.content().sides] == ["german", "red", "us"], "Red has a formation: it stays"
    assert not [p for p in validate_content(draft.content()) if p.text.startswith("Unknown")]
