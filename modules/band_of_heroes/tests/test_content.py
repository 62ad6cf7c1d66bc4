"""Maps, counters, charts and scenarios against the figures of the digest: every cell, side, path, count and placement."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from qtwar.engine.views import is_alias, place_view
from qtwar.kit.content import Content as KitContent
from qtwar.kit.freetable import title
from qtwar.kit.runner import Runner
from qtwar.model.content import TitleContent
from qtwar.model.load import load

HERE = Path(__file__).resolve().parent
VALUES: dict[str, Any] = yaml.safe_load((HERE / "values.yaml").read_text(encoding="utf-8"))
SCENARIOS = list(VALUES["scenarios"])


@cache
def content() -> TitleContent:
    """Return the title's content."""
    return load(HERE.parent)


def code(units: list[str]) -> list[str]:
    """Return the kinds or persons of a list such as `mg42@wehrmacht_squad:tripod`."""
    return [u.partition(":")[0].partition("@")[0] for u in units]


def ident(unit: str) -> str:
    """Return the id of a unit of the digest: heroes are written with a dash here."""
    return unit.replace("_", "-") if unit.startswith("hero_") else unit


@pytest.mark.parametrize("name", ["N1", "T1"])
def test_every_hex_side_and_path_of_the_maps(name: str) -> None:
    wanted, board = VALUES["original_maps"][name], content().board(name.lower())
    key = {".": "open", "c": "field", "w": "wheat", "l": "light_woods", "F": "forest", "b": "brush", "r": "reeds",
           "W": "wood_building", "S": "stone_building", "H": "hut"}  # fmt: skip
    for row, line in enumerate(wanted["terrain_rows"], 1):
        for column, sign in enumerate(line):
            assert board.terrain[f"{chr(65 + column)}{row}"] == key[sign]
    for level in (1, 2):
        raised = {cell for cell, high in board.elevation.items() if high == level}
        assert raised == set(wanted["elevation"].get(f"level_{level}", ()))
    sides = {kind: {frozenset(s.split("-")) for s in wanted["hexsides"][kind]} for kind in wanted["hexsides"]}
    for kind, expected in sides.items():
        found = {frozenset(s.split("|")) for line in board.edges if line.kind == kind for s in line.sides}
        assert found == expected
    assert [list(p.cells) for p in board.paths] == [r["hexes"] for r in wanted["roads"]]
    grid = board.make_grid()
    for path in board.paths:
        assert all(b in grid.neighbours(a) for a, b in zip(path.cells, path.cells[1:], strict=False))
    for side in (s for line in board.edges for s in line.sides):
        a, b = side.split("|")
        assert b in grid.neighbours(a)


def test_named_places_bear_their_names() -> None:
    told = VALUES["original_maps"]["N1"]["named_places"]
    names = {"Mill": "le Moulin"}
    labels = {label.text.en: label.at for label in content().board("n1").labels if isinstance(label.at, str)}
    assert {name: labels[names.get(name, name)] in cells for name, cells in told.items()} == dict.fromkeys(told, True)


def test_even_columns_stand_half_a_hex_higher() -> None:
    grid = content().board("n1").make_grid()
    assert grid.to_pixel("B1")[1] < grid.to_pixel("A1")[1]
    # the neighbours that the book names: 15I5 with 15I6, 15J5 and 15J6
    assert {"I6", "J5", "J6"} <= set(grid.neighbours("I5"))


def test_counters_and_their_numbers() -> None:
    units = VALUES["original_units"]
    roster = Counter(p.kind for p in content().pieces)
    kinds = content().kinds_by_id
    for name, unit in {**units["mmc"], **units["wt"]}.items():
        attrs = kinds[name].attrs
        assert "-".join(str(attrs[k]) for k in ("fp", "range", "mf")) == unit["frm"] == attrs["frm"]
        assert (attrs["morale"], attrs["shaken_morale"]) == (unit["m"], unit["sm"])
        assert ("assault_move" in kinds[name].traits) == (unit.get("box") == "red")
        assert roster[name] == unit["n"]
    for name, weapon in units["sw"].items():
        assert roster[name] == weapon["n"]
        if "fp_range" in weapon:
            assert f"{kinds[name].attrs['fp']}-{kinds[name].attrs['range']}" == weapon["fp_range"]
        assert kinds[name].attrs.get("one_use", False) == weapon.get("one_use", False)
    for leader in units["smc"]["leaders"]:
        attrs = kinds[f"leader_{leader['id']}"].attrs
        assert (attrs["lm"], attrs["morale"], attrs["shaken_morale"], attrs["mf"]) == (
            leader["lm"],
            leader["m"],
            leader["sm"],
            leader["mf"],
        )
        assert content().pieces_by_id[leader["id"]].kind == f"leader_{leader['id']}"
    for side in ("us", "german"):
        names = {p.name.get("en") for p in content().pieces if p.kind == f"hero_{side}" and p.name}
        assert names == set(units["smc"]["heroes"][f"names_{side}"])
    for marker, count in units["markers"].items():
        assert roster[marker] == count


def test_charts_equal_the_digest() -> None:
    dft, melee = content().table("dft"), content().table("melee")
    for column, name in enumerate(VALUES["dft"]):
        assert [row[column] for row in dft.cells] == VALUES["dft"][name]
    assert dict(zip(melee.rows.heads, (row[0] for row in melee.cells), strict=True)) == VALUES["melee_table"]
    tec = VALUES["original_tec"]
    rows = content().table("terrain_effects")
    for head, cells in zip(rows.rows.heads, rows.cells, strict=True):
        assert list(cells) == [tec["hex"][head][k] for k in ("mp", "tm", "los")]
    sides = content().table("hexside_effects")
    for head, cells in zip(sides.rows.heads, sides.cells, strict=True):
        assert list(cells) == [tec["hexside"][head][k] for k in ("mp_add", "tm", "los")]
    for kind in content().terrain:
        assert [kind.attrs[k] for k in ("mp", "tm", "los")] == [tec["hex"][kind.id][k] for k in ("mp", "tm", "los")]
    ordnance = content().table("ordnance")
    assert ordnance.columns is not None
    for weapon, cells in zip(ordnance.rows.heads, ordnance.cells, strict=True):
        bands = {str(h)[1:]: c for h, c in zip(ordnance.columns.heads, cells, strict=True) if c != "-"}
        assert bands == VALUES["ordnance"][weapon]["bands"]


def test_the_fourteen_skill_cards() -> None:
    cards = {k.id.removeprefix("card_"): k for k in content().kinds if k.klass == "card"}
    assert set(cards) == set(VALUES["cards"])
    for name, (en, ja, use) in VALUES["cards"].items():
        assert (cards[name].name.get("en"), cards[name].name.get("ja"), cards[name].attrs["use"]) == (en, ja, use)


@cache
def laid_out(scenario: str) -> Runner:
    """Return a scenario in its quick set-up."""
    made = Runner(title(KitContent(content().rules_json())))
    made.setup({"scenario": scenario, "options": {}}, {"setup": "quick"}, 1)
    return made


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_units_stand_where_the_scenario_has_them(scenario: str) -> None:
    state, wanted = laid_out(scenario).state, VALUES["scenarios"][scenario]
    board = wanted["map"].lower()
    for side, spec in wanted["setup"].items():
        for at, units in (spec.get("default", spec) if "zone" in spec else spec).items():
            cell, _, floor = at.partition("/")
            place = f"{cell.lower()}_upper" if floor == "upper" else f"{board}:{cell}"
            here = [p for p in state.pieces if state.spot(p) == place]
            names = Counter(state.pieces[p]["kind"] for p in here) + Counter(here)
            for unit, count in Counter(code(units)).items():
                assert names[ident(unit)] >= count, (side, at, unit)
            for unit in (u for u in units if "@" in u):
                weapon, owner = unit.partition(":")[0].split("@")
                carriers = [p for p in here if ident(owner) in (p, state.pieces[p]["kind"])]
                assert any(state.pieces[w]["kind"] == weapon for p in carriers for w in state.at(f"@{p}"))
    for line in wanted["reinforcements"]:
        waiting = state.at(f"{line['side'].lower()}_coming")
        assert len(waiting) >= len([u for u in line["units"] if "@" not in u])
    assert state.vars["turn"] == 1
    assert content().scenario(scenario).turns == wanted["turns"]
    assert content().scenario(scenario).first_side == wanted["initiative"].lower()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_stacking_and_carrying_hold_in_the_set_up(scenario: str) -> None:
    # 1.3: three squads, two single men a side and level; 1.6.1: a squad carries two weapons, all others one
    runner = laid_out(scenario)
    state, kinds = runner.state, content().kinds_by_id
    stacks: dict[tuple[str, str, int], Counter[str]] = {}
    for piece, record in state.pieces.items():
        kind = kinds[record["kind"]]
        if ":" not in record["at"] or kind.klass != "unit" or "support_weapon" in kind.traits:
            continue
        stack = stacks.setdefault((record["at"], record["owner"], record["attrs"].get("level", 0)), Counter())
        stack["smc" if "smc" in kind.traits else "squads"] += 1 if "smc" in kind.traits else kind.attrs["squads"]
        cargo = state.at(f"@{piece}")
        assert len(cargo) <= (2 if "squad" in kind.traits else 1)
    for where, stack in stacks.items():
        assert stack["squads"] <= 3, where
        assert stack["smc"] <= 2, where


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_ready_made_set_ups_lie_in_their_zones(scenario: str) -> None:
    board = content().board(VALUES["scenarios"][scenario]["map"].lower())
    zones = {a.id: set(a.cells) for a in board.areas}
    grid = board.make_grid()
    lines = {s.side: s for s in content().scenario(scenario).setup if s.where.area or s.where.within}
    for piece, record in laid_out(scenario).state.pieces.items():
        line = lines.get(record["owner"])
        if line is None or ":" not in record["at"] or content().kinds_by_id[record["kind"]].klass != "unit":
            continue
        cell = record["at"].partition(":")[2]
        if line.where.area:
            assert cell in zones[line.where.area[0]], piece
        elif line.where.within:
            n, middle = line.where.within
            assert grid.distance(cell, middle.partition(":")[2]) <= n, piece


def test_the_skill_deck_lies_shuffled_face_down() -> None:
    state = laid_out("s2_manor").state
    assert len(state.at("skill_deck")) == 11  # three of the fourteen are given out (12.0)
    assert not state.knows("us", state.at("skill_deck")[0])
    assert state.at("@halvorsen") == ["card-steady"]


def test_every_open_reading_is_an_option_with_our_reading_as_default() -> None:
    options = {o.id: o for o in content().options}
    for option, default in VALUES["readings"].values():
        assert options[option].default is default
        assert options[option].rule
        assert options[option].help is not None
        assert options[option].help.get("ja") != options[option].help.get("en")
    # slips with one possible sense only (12, 13, 21, 22, 23, 27) need no option
    assert set(VALUES["readings"]) == set(range(1, 32)) - {12, 13, 21, 22, 23, 27}
    further = VALUES["further_readings"]
    assert {option: options[option].default for option in further} == further
    assert set(options) == {option for option, _ in VALUES["readings"].values()} | {"ordnance", *further}


def test_the_deck_shows_how_many_cards_are_left_but_not_which() -> None:
    state = laid_out("s1_crossroads").state
    for side in ("us", "german"):
        seen = place_view(state, side, "skill_deck")
        assert len(seen) == 14
        assert all(is_alias(piece) and record["kind"] != "card_steady" for piece, record in seen)


@pytest.mark.parametrize("name", list(VALUES["one_column"]))
def test_charts_of_one_column(name: str) -> None:
    chart = content().table(name)
    assert dict(zip(chart.rows.heads, (row[0] for row in chart.cells), strict=True)) == VALUES["one_column"][name]
    assert chart.rule


def test_losses_and_carrying_agree_with_the_counters() -> None:
    # 5.1: the half-squad that a die gives; 1.6.1: what each kind of unit carries
    losses, kinds = content().table("losses"), content().kinds_by_id
    for squad, cells in zip(losses.rows.heads, losses.cells, strict=True):
        loss = kinds[str(squad)].attrs["loss"]
        assert list(cells) == ([loss["even"], loss["odd"]] if isinstance(loss, dict) else [loss, loss])
    carry = content().table("carry")
    assert {str(h): list(c) for h, c in zip(carry.rows.heads, carry.cells, strict=True)} == VALUES["carry"]
