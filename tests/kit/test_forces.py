"""The tree of forces (kit.forces): the order of battle, attachment in play, army displays, where everybody is."""

from __future__ import annotations

from typing import Any

import pytest

from qtwar.kit.content import Content
from qtwar.kit.forces import Forces, attach
from qtwar.kit.table import Table
from qtwar.kit.testing import Game
from qtwar.kit.title import Title
from tests.kit.tiny import CONTENT

UNITS = ("hq", "sq-1", "sq-2", "mg", "lee", "long", "troops-1", "brig-1", "brig-2")
FORMATION = {"hq": "company", "sq-1": "plt-1", "sq-2": "plt-1", "mg": "weapons"}
WORLD = Content(
    {
        **CONTENT,
        "formations": [
            {"id": "company"}, {"id": "plt-1", "parent": "company"}, {"id": "weapons", "parent": "company"},
        ],
        "pieces": [
            {
                "id": u, "kind": "red_unit", "formation": FORMATION.get(u),
                "attrs": {"leads": "company"} if u == "hq" else {},
            }
            for u in UNITS
        ],
        "boards": [
            {
                **CONTENT["boards"][0],
                "boxes": [
                    {"id": "army", "attrs": {"force": "lee"}}, {"id": "box-1", "attrs": {"force": "troops-1"}}, {"id": "pool"},
                ],
            }
        ],
    }
)  # fmt: skip
PLACES = {
    "hq": "0101", "sq-1": "0202", "sq-2": "@sq-1", "mg": "pool", "lee": "0505", "troops-1": "army", "long": "army",
    "brig-1": "box-1", "brig-2": "army",
}  # fmt: skip


def table(**more: Any) -> Table:
    return Game(Title(WORLD, steps=(), setup=lambda t, choices: None), "one", pieces={**PLACES, **more}).table()


def test_the_order_of_battle_is_the_tree_until_play_changes_it() -> None:
    tree = Forces(table())
    assert list(tree.chain("sq-1")) == ["plt-1", "company"]
    assert tree.under("company") == ["plt-1", "weapons", "hq"]
    assert tree.pieces("company") == ["sq-1", "sq-2", "mg", "hq"]
    assert tree.commands("company", "mg")
    assert not tree.commands("plt-1", "mg")


def test_units_and_formations_are_attached_detached_and_given_back() -> None:
    t = table()
    attach(t, "mg", "plt-1")
    attach(t, "plt-1", "")
    tree = Forces(t)
    assert list(tree.chain("mg")) == ["plt-1"]
    assert tree.pieces("company") == ["hq"]
    attach(t, "plt-1", None)
    attach(t, "mg", None)
    assert Forces(t).pieces("company") == ["sq-1", "sq-2", "mg", "hq"]
    assert "forces" not in t.state.vars
    attach(t, "company", "long")
    with pytest.raises(ValueError, match="which it commands"):
        attach(t, "long", "plt-1")


def test_what_lies_in_a_force_s_box_is_under_it_and_where_it_is() -> None:
    t = table()
    tree = Forces(t)
    assert list(tree.chain("brig-1")) == ["troops-1", "lee"]
    assert [tree.where(p) for p in ("brig-1", "brig-2", "troops-1", "lee")] == ["m:0505"] * 4
    t.move("troops-1", "m:0404")  # an order detaches the front-line force: its marker goes onto the map
    tree = Forces(t)
    assert (tree.where("brig-1"), tree.where("brig-2"), tree.over("troops-1")) == ("m:0404", "m:0505", "")


def test_a_formation_is_where_its_leader_is() -> None:
    t = table()
    tree = Forces(t)
    assert (tree.where("company"), tree.where("weapons"), tree.where("mg"), tree.where("sq-2")) == (
        "m:0101", "", "", "m:0202",
    )  # fmt: skip
    t.move("hq", "pool")
    assert Forces(t).where("company") == ""


def test_a_side_s_tree_holds_nothing_that_it_does_not_know() -> None:
    t = table(**{"brig-1": {"at": "box-1", "known": ["red"]}})
    assert Forces(t.seen_by("red")).pieces("lee") == ["brig-2", "long", "troops-1", "brig-1"]
    assert Forces(t.seen_by("blue")).pieces("lee") == ["brig-2", "long", "troops-1"]
