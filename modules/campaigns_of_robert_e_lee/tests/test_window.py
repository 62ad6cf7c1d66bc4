"""What the window shows beside the offers: overlays, the tree of forces, the agenda, bills; lines of supply that are chosen."""

from __future__ import annotations

import random
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from modules.campaigns_of_robert_e_lee.tests.conftest import MODULE, Game, alone, force, rules_title
from qtwar.base.errors import Refusal
from qtwar.kit import asks
from qtwar.kit.dice import Chance
from qtwar.kit.runner import Runner
from qtwar.sandbox import replies

HERE, THERE = "0310", "0210"
MEADE, REYNOLDS, JACKSON = "union-meade-1", "union-reynolds-1", "csa-jackson-1"
SCENARIOS = ("first_manassas_1861", "chancellorsville_1863", "gettysburg_1863")


def at(cell: str) -> str:
    return f"virginia:{cell}"


def meade(**points: Any) -> dict[str, Any]:
    units = ["infantry_4_2"] * 2 + ["cavalry_2_2"]
    return force(MEADE, HERE, "l1", units, **{"ml": 3, "ap": 3, "ammo": 2, "artillery": 2, **points})


def jackson(*units: str, **points: Any) -> dict[str, Any]:
    return force(JACKSON, THERE, "l1", list(units) or ["infantry_2_1"] * 3, **{"ml": 4, "ap": 4, **points})


def begun(scenario: str) -> Runner:
    runner = Runner(rules_title())
    meta = {"scenario": scenario, "options": {}, "strictness": "enforce", "title": MODULE.name, "version": "0"}
    runner.setup(meta, {"setup": "quick"}, 7)
    return runner


def everything(runner: Runner, side: str) -> dict[str, Any]:
    """Return all that the window asks for by itself, each answer in its form."""
    found: dict[str, Any] = {what: runner.query(side, what, {}) for what in ("overlays", "tree", "agenda")}
    for one in found["overlays"]["overlays"]:
        found[one["id"]] = runner.query(side, "overlay", {"id": one["id"]})
        replies.checked("query", found[one["id"]], "overlay")
    for what in ("overlays", "tree", "agenda"):
        replies.checked("query", found[what], what)
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_answer_has_its_form_as_the_game_goes_on(scenario: str) -> None:
    runner, rng = begun(scenario), random.Random(1)
    for n in range(60):
        side = runner.state.active[0]
        offer = runner.offer(side)
        assert offer is not None
        if n % 12 == 0:
            for seat in ("csa", "union"):
                everything(runner, seat)
        able = [ask for ask in offer["asks"] if not ask.get("why_not") and ask["verb"] != "done"] or offer["asks"]
        ask = rng.choice(able)
        for pieces in ([], ask.get("pieces", [])[:1]):
            replies.checked("query", runner.query(side, "bill", {"verb": ask["verb"], "pieces": pieces}), "bill")
        args = asks.sample_answer(ask, Chance(rng.getrandbits(60)), partial(runner.query, side))
        if args is not None:
            with suppress(Refusal):  # what a menu can not say beforehand
                runner.act({"side": side, "verb": ask["verb"], "args": args}, rng.getrandbits(60))


def test_8_22_reach_is_shaded_by_the_die_before_the_roll() -> None:
    g = Game(meade()).run(("movement", {"side": "union"})).act("union", "order", pieces=[MEADE])
    assert g.query("union", "overlays")["overlays"][0] == {
        "id": "die", "label": {"key": "overlay.die", "args": {}, "rule": "8.22"}, "now": True,
    }  # fmt: skip
    cells = g.query("union", "overlay", id="die")["cells"]
    assert len({cell["tone"] for cell in cells.values()}) > 1
    assert all(one["id"] != "die" for one in g.query("csa", "overlays")["overlays"])
    assert g.query("csa", "overlay", id="die") == {"cells": {}}


def test_7_1_supply_says_why_a_force_is_cut_off() -> None:
    shown = Game(meade(), jackson()).query("union", "overlay", id="supply")
    assert shown["cells"][at(HERE)]["note"]["key"].startswith("overlay.cut_")
    assert at(THERE) not in shown["cells"] or shown["cells"][at(THERE)]["tone"] == "own"


def test_3_6_overlays_and_tree_do_not_tell_what_is_hidden() -> None:
    one = Game(meade(), jackson())
    other = Game(meade(), jackson("infantry_4_2", "cavalry_2_1", "infantry_3_1", ml=9, ap=1, ammo=3, artillery=3))
    for name in ("supply", "zones", "command"):
        assert one.query("union", "overlay", id=name) == other.query("union", "overlay", id=name)
    assert one.query("union", "tree") == other.query("union", "tree")
    assert JACKSON not in str(one.query("union", "tree"))


def test_3_7_zones_are_tinted() -> None:
    cells = Game(meade(), jackson()).query("union", "overlay", id="zones")["cells"]
    assert cells[at(HERE)]["tone"] == "enemy"
    assert cells[at(THERE)]["tone"] == "own"


def test_3_1_the_tree_has_units_limits_and_who_is_apart() -> None:
    g = Game(meade(), alone("union", "0512", "infantry_4_2"))
    nodes = {node["id"]: node for node in g.query("union", "tree")["nodes"]}
    (leader,) = nodes["apart"]["children"]
    assert leader["pieces"] == [MEADE]
    assert leader["place"] == "union-l1"
    assert {key: leader["value"]["args"][key] for key in ("n", "ap", "ml", "ammo")} == {"n": 6, "ap": 3, "ml": 3, "ammo": 2}
    assert len(leader["children"]) == 3
    assert len(nodes["alone"]["children"]) == 1


def test_14_32_a_unit_is_handed_over_by_a_drop_on_a_line_of_the_tree() -> None:
    other = force(REYNOLDS, HERE, "l2", ["infantry_4_2"], ml=3, ap=3)
    g = Game(meade(), other).run(("exchange", {"side": "union", "around": ""}))
    ask = g.ask("union", "hand_over")
    lines = {}

    def walk(node: dict[str, Any]) -> None:
        lines.update(dict.fromkeys(node.get("pieces", ()), node.get("place")))
        for child in node.get("children", ()):
            walk(child)

    for node in g.query("union", "tree")["nodes"]:
        walk(node)
    unit = next(p for p in ask["pieces"] if lines[p] == "union-l1")
    assert lines[REYNOLDS] in ask["targets"][unit]


def test_3_23_the_bill_names_who_pays_and_what_he_has() -> None:
    g = Game(meade(), jackson())
    bill = g.query("union", "bill", verb="detach_units", pieces=g.state.at("union-l1")[:1])
    assert (bill["key"], bill["args"]["n"], bill["args"]["have"]) == ("bill.points", 1, 3)
    assert bill["args"]["leader"] == {"p": MEADE}
    assert g.query("union", "bill", verb="rouse_war")["key"] == "bill.effort"
    assert g.query("union", "bill", verb="done") is None


def test_5_15_the_agenda_has_the_impulses_to_come() -> None:
    runner = begun("first_manassas_1861")
    for side, n in (("csa", 2), ("union", 1)):
        runner.act({"side": side, "verb": "bid", "args": {"number": n}}, 1)
    rows = runner.query("csa", "agenda", {})["sections"][1]["rows"]
    assert [(row["state"], row["side"]) for row in rows][:2] == [("now", "csa"), ("next", "union")]
    assert rows == runner.query("union", "agenda", {})["sections"][1]["rows"]


def wished(scenario: str, side: str) -> tuple[Runner, dict[str, Any] | None]:
    """Return a game at the beginning of a side's first movement, and the ask for another line of supply."""
    runner = begun(scenario)
    for one in ("csa", "union"):
        runner.act({"side": one, "verb": "bid", "args": {"number": 2 if one == side else 1}}, 1)
    for _ in range(20):
        offer = runner.offer(side)
        if offer is not None and offer["prompt"]["key"] == "prompt.movement":
            return runner, next((ask for ask in offer["asks"] if ask["verb"] == "draw_on"), None)
        acting = runner.state.active[0]
        runner.act({"side": acting, "verb": "done", "args": {}}, 1)
    raise AssertionError("no movement")


def test_7_1_a_force_draws_on_the_post_that_its_owner_chooses() -> None:
    runner, ask = wished("gettysburg_1863", "union")
    assert ask is not None
    choice = next(one for one in ask["choices"] if len(set(one["value"].split(">"))) == 2)
    where, to = choice["value"].split(">")
    assert choice["label"]["args"]["post"] == {"c": to}
    before = runner.query("union", "overlay", {"id": "supply"})
    runner.act({"side": "union", "verb": "draw_on", "args": {"choice": choice["value"]}}, 1)
    after = runner.query("union", "overlay", {"id": "supply"})
    assert before != after
    assert any({line["path"][0], line["path"][-1]} == {where, to} for line in after["lines"])
    again = next(a for a in (runner.offer("union") or {})["asks"] if a["verb"] == "draw_on")
    assert choice["value"] not in [one["value"] for one in again["choices"]]
    assert runner.state.secret["csa"].get("supply_wishes") is None


def test_7_31_lines_are_chosen_before_anybody_moves() -> None:
    runner, _ = wished("gettysburg_1863", "union")
    offer = runner.offer("union")
    assert offer is not None
    leader = next(ask for ask in offer["asks"] if ask["verb"] == "order")["pieces"][0]
    runner.act({"side": "union", "verb": "order", "args": {"pieces": [leader]}}, 1)
    runner.act({"side": "union", "verb": "roll_move", "args": {}}, 1, [1])
    while (offer := runner.offer("union")) is not None and offer["prompt"]["key"] != "prompt.movement":
        verb = next(v for v in ("accept", "halt", "stay") if v in [ask["verb"] for ask in offer["asks"]])
        runner.act({"side": "union", "verb": verb, "args": {}}, 1)
    assert offer is not None
    assert "draw_on" not in [ask["verb"] for ask in offer["asks"]]


FREE_OF_ORDERS = {"done", "done_all", "pay", "bid", "no_extension", "no_reaction"}
"""What ends a step: what comes after it has its own bill, or none."""


@pytest.mark.parametrize(("scenario", "seed"), [("chancellorsville_1863", 2), ("gettysburg_1863", 1)])
def test_3_23_no_order_is_given_without_its_bill(scenario: str, seed: int) -> None:
    runner, paid = begun(scenario), 0
    for n in range(330):
        side, chance = runner.state.active[0], Chance(seed * 7919 + n)
        offered = runner.offer(side)
        assert offered is not None
        choice = asks.sample(offered, chance, partial(runner.query, side))
        if choice is None:
            continue
        args = choice["args"]
        where = args.get("cell") or (args.get("path") or [""])[-1]
        told = {"verb": choice["verb"], "pieces": args.get("pieces", []), "cell": where}
        bill = runner.query(side, "bill", told)
        label = next(ask for ask in offered["asks"] if ask["verb"] == choice["verb"])["label"]
        priced = isinstance(label, dict) and "n" in label.get("args", {})
        try:
            events = runner.act({"side": side, **choice}, chance.bits())
        except Refusal:
            continue
        spent = [e for e in events if e["e"] == "note" and e["key"] == "note.order" and e["sides"] == [side]]
        if spent and choice["verb"] not in FREE_OF_ORDERS:
            paid += 1
            assert bill is not None or priced, (choice, [e["args"]["order"] for e in spent])
    assert paid > 20
