"""Cards, units and missions against the figures of the digest: every field, row, count and placement."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from modules.fields_of_fire.tests.figures import ENEMIES, MISSIONS, VALUES, chart, columns, content
from qtwar.engine.state import INSIDE
from qtwar.kit.content import Content as KitContent
from qtwar.kit.freetable import title
from qtwar.kit.runner import Runner

ERAS = ("normandy", "korea", "vietnam")
SCENARIOS = ("nrm_1", "nrm_2", "nrm_3", "normandy_campaign", "kor_1", "vnm_1")
HOLDERS = {"CO_HQ": "co_hq", "XO": "staff", "1SGT": "staff", "P4_HQ": "p4", "MTR60": "p4", "MTR81": "p4",
           "FO105": "attached", "FO81": "attached", "FAC": "attached"}  # fmt: skip


def scenario(name: str) -> Any:
    """Return a scenario of the module."""
    return next(s for s in content().scenarios if s.id == name)


def mission(name: str) -> dict[str, Any]:
    """Return the figures of a scenario; the campaign begins with the first mission."""
    return MISSIONS["nrm_1" if name == "normandy_campaign" else name]


@cache
def laid_out(name: str, seed: int = 4) -> Runner:
    """Return a game of a scenario on the free table."""
    game = Runner(title(KitContent(content().as_json())))
    game.setup({"scenario": name, "options": {}}, {"setup": "quick"}, seed)
    return game


# -- cards -------------------------------------------------------------------------------------------
def test_every_action_card_carries_the_figures_of_the_deck() -> None:
    cards = {p.attrs["n"]: p.attrs for p in content().pieces if p.kind == "action"}
    assert sorted(cards) == list(range(1, VALUES["book"]["components"]["action_cards"] + 1))
    for card in VALUES["action_deck"]:
        have = cards[card["n"]]
        assert [have["slot1"], have["slot2"]] == [card[slot].removesuffix("_short") for slot in ("slot1", "slot2")]
        assert have["short"] == any(card[slot].endswith("_short") for slot in ("slot1", "slot2"))
        for key in ("act", "ini", "at", "hit_max", "pin_max", "vet", "line", "green", "r"):
            assert have[key] == card[key], (card["n"], key)
        assert {f for f in ("hq", "jam") if have[f]} == set(card["flags"])
        assert [have[f"r{k}"] for k in range(2, 11)] == card["r"]
        assert have["at_text"] == (f"{card['at']:+d}" if card["at"] else "0").replace("-", "−")
        for ncm in range(-4, 7):
            result = "H" if ncm <= card["hit_max"] else "P" if ncm <= card["pin_max"] else "–"
            assert have[f"fm{-ncm}" if ncm < 0 else f"fp{ncm}"] == result, (card["n"], ncm)


@pytest.mark.parametrize("era", ERAS)
def test_every_terrain_card_carries_the_figures_of_its_deck(era: str) -> None:
    kinds = {k.id: k for k in content().kinds}
    cards = {
        p.attrs["number"]: p for p in content().pieces if p.kind in kinds and kinds[p.kind].attrs.get("deck") == era
    }
    wanted = VALUES[f"terrain_deck_{era}"]
    assert sorted(cards) == [card["id"] for card in wanted] == list(range(1, 56))
    for card in wanted:
        kind, have = kinds[cards[card["id"]].kind], cards[card["id"]].attrs
        assert kind.id == f"{era}_{card['name']}"
        assert kind.name.ja == card["ja"]
        assert have["sights"] == card["los"]
        assert [kind.attrs["hi"], kind.attrs["lo"]] == card["cover"]
        assert [kind.attrs[key] for key in ("traf", "potential", "draw", "ground")] == [
            card[key] for key in ("traf", "pot", "draw", "kind")
        ]
        assert {**kind.attrs, **have}.get("burst", 0) == card.get("burst", 0)
        for flag in ("lz", "church", "multi_story"):
            assert bool({**kind.attrs, **have}.get(flag)) == bool(card.get(flag)), (card["id"], flag)
        assert (card["kind"] == "hill") == ("hill" in kind.traits)


# -- units -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("era", ERAS)
def test_every_unit_of_a_company_is_there_with_its_figures(era: str) -> None:
    kinds, pieces = {k.id: k for k in content().kinds}, Counter(p.kind for p in content().pieces)
    for unit in VALUES["us_units"][era]:
        if unit["id"] == "ASSETS":
            continue
        kind = kinds[f"us_{era}_" + ("plt_hq" if unit["id"] in ("P1_HQ", "PX_HQ") else unit["id"].lower())]
        copies = unit.get("copies", 1)
        count = (
            sum(unit["flights"].values())
            if "flights" in unit
            else unit.get("per_call", len(copies) if isinstance(copies, list) else copies)
        )
        assert pieces[kind.id] == count, kind.id
        attrs = kind.attrs
        assert attrs["steps"] == unit.get("steps", 1)
        for key in (
            "vof",
            "range",
            "ammo",
            "ammo_start",
            "chart",
            "tripod",
            "min_range",
            "split_team",
            "rifle_grenade",
            "superscript_G",
        ):
            if key in unit and not (key in ("vof", "range") and "front" in unit):
                assert attrs.get(key) == unit[key], (kind.id, key)
        if "front" in unit:
            assert (kind.template, attrs["role"]) == ("hq", unit["front"])
            assert (attrs["vof"], attrs["range"]) == ("–", "–")
        if "back" in unit:
            assert (attrs["back_vof"], attrs["back_range"]) == (unit["back"]["vof"], unit["back"]["range"])
        assert bool(attrs.get("attached")) == bool(unit.get("attached"))


@pytest.mark.parametrize("nation", ENEMIES)
def test_every_enemy_is_there_with_its_figures_and_as_often_as_the_mix_allows(nation: str) -> None:
    kinds, pieces = {k.id: k for k in content().kinds}, Counter(p.kind for p in content().pieces)
    limits = VALUES["counter_limits"][nation]
    for unit in VALUES["enemy_units"][nation]:
        kind = kinds[f"{nation}_{unit['id'].lower()}"]
        assert pieces[kind.id] == limits[unit["id"]]
        assert kind.side == "enemy"
        assert kind.attrs["steps"] == unit.get("steps", 1)
        for key in (
            "vof",
            "range",
            "ammo",
            "ammo_start",
            "mg_ammo_start",
            "chart",
            "missions",
            "ncm",
            "draw",
            "superscript_G",
        ):
            if key in unit:
                assert kind.attrs.get(key) == unit[key], (kind.id, key)
        assert bool(kind.attrs.get("tripod")) == bool(unit.get("tripod"))
        assert kind.attrs["experience"] == unit.get("exp", "line").upper()


def test_every_second_face_is_what_the_unit_becomes() -> None:
    crew = chart("vehicles")
    for kind in content().kinds:
        if kind.template == "vehicle":  # 7.7: its wreck
            figures = dict(zip(columns("vehicles"), crew[kind.attrs["chart"]], strict=True))
            assert str(kind.attrs["crew"]) == figures["crew"]
            assert str(kind.attrs.get("carries", 0)) == figures["transport"]
            assert "back_vof" not in kind.attrs
        elif kind.template == "squad":  # three steps in front, two behind
            assert kind.attrs["steps"] == 3
        elif kind.template in ("unit", "hq"):  # 6.2: a fire team
            assert (kind.attrs["back_vof"], kind.attrs["back_range"]) != ("–", "–")
        if kind.template in ("vehicle", "squad", "unit", "hq", "contact", "two_sided"):
            assert "flips" in kind.traits, kind.id


def test_markers_carry_their_modifiers_and_are_as_many_as_the_book_counts() -> None:
    kinds, pieces = {k.id: k for k in content().kinds}, Counter(p.kind for p in content().pieces)
    for name, marker in VALUES["markers"].items():
        if name in kinds and isinstance(marker, dict) and isinstance(marker.get("ncm"), int):
            assert kinds[name].attrs["ncm"] == marker["ncm"], name
            assert kinds[name].attrs["value"] == f"{marker['ncm']:+d}".replace("-", "−")
    limits = VALUES["counter_limits"]["markers"]
    assert {k: pieces[k.lower()] for k in limits} == limits
    for letter, fire in (("s", "S"), ("a", "A"), ("h", "H")):
        assert int(kinds[f"vof_{letter}"].attrs["value"].replace("−", "-")) == VALUES["book"]["basic_vof"][fire]


# -- the display -------------------------------------------------------------------------------------
def test_the_display_has_a_track_for_every_headquarters_and_what_the_book_puts_on_it() -> None:
    boxes = {box.id: box for box in content().board("command").boxes}
    assert all(box.on_board for box in boxes.values())
    limits = VALUES["book"]["command_limits"]["saved"]
    for hq in {p.attrs["track"] for p in content().pieces if "track" in p.attrs}:
        track = [boxes[f"cmd_{hq}_{n}"].attrs["look"] for n in range(10)]
        for look, level in (("saved_green", "green"), ("saved_line", "line"), ("saved_veteran", "veteran")):
            assert max(n for n, seen in enumerate(track) if seen == look) == limits[level]["day"]
    assert {f"net_{hq}" for hq in {*HOLDERS.values(), "p1", "p2", "p3"}} <= set(boxes)
    assert [f"activity_{level['id']}" in boxes for level in VALUES["book"]["current_activity"]["levels"]] == [True] * 4
    assert [boxes[f"activity_{level['id']}"].name.ja for level in VALUES["book"]["current_activity"]["levels"]] == [
        level["ja"] for level in VALUES["book"]["current_activity"]["levels"]
    ]
    assert all(f"on_{net['id']}" in boxes for net in VALUES["book"]["nets"]["items"])
    assert {f"turn-{n}" for n in range(1, 13)} <= set(boxes)
    for one in boxes.values():
        for other in boxes.values():
            if one.id < other.id:
                x, y, w, h = one.on_board or (0, 0, 0, 0)
                u, v, a, b = other.on_board or (0, 0, 0, 0)
                assert x + w <= u or u + a <= x or y + h <= v or v + b <= y, (one.id, other.id)


# -- missions ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_mission_has_its_figures(name: str) -> None:
    entry, wanted = scenario(name), mission(name)
    attrs = entry.attrs
    assert entry.turns == wanted["turns"]
    assert attrs["mission"] == wanted["type"]
    for key in ("campaign", "map", "tactic", "placement", "attempts", "support", "xp"):
        assert attrs[key] == wanted[key], key
    visibility = wanted["visibility"]
    assert attrs["visibility"] == (
        {str(k): v for k, v in visibility.items()} if isinstance(visibility, dict) else visibility
    )
    assert attrs["contact_table"] == f"contact_{next(k for k, v in MISSIONS.items() if v is wanted)}"
    if name != "normandy_campaign":
        assert entry.name.en.endswith(wanted["title"]["en"])


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_mission_deals_its_map_from_the_shuffled_deck(name: str) -> None:
    entry, plan = scenario(name), mission(name)["map"]
    game, other = laid_out(name), laid_out(name, 5)
    era = plan["deck"]
    terrain = {p.id for p in content().pieces if p.formation == "cards"}
    (line,) = [line for line in entry.attrs["deal"] if line["deck"] == f"{era}_deck"]
    assert line["cells"] == [f"map:r{r}c{c}" for r in range(1, plan["rows"] + 1) for c in range(1, plan["cols"] + 1)]
    assert line["face"] == plan["face"]

    def cards(g: Runner) -> list[list[str]]:
        return [[p for p in g.state.at(cell) if p in terrain] for cell in line["cells"]]

    dealt = cards(game)
    assert sum(map(len, dealt)) + len(game.state.at(f"{era}_deck")) == 55
    hills = {p.id for p in content().pieces if p.kind == f"{era}_hill"}
    for pile in dealt:  # 5.2.2: a hill lies under the next card that is none; cards face down are not looked at
        assert len(pile) == 1 or set(pile[:-1]) <= hills
        assert plan["face"] == "down" or pile[-1] not in hills
        assert all(game.state.knows("us", card) == (plan["face"] == "up") for card in pile)
    assert dealt != cards(other)


@pytest.mark.parametrize("name", [n for n in SCENARIOS if "pc" in mission(n)])
def test_contact_markers_lie_where_the_mission_says(name: str) -> None:
    game, wanted = laid_out(name), mission(name)
    kinds = {p.id: p.kind for p in content().pieces}
    rows = {f"row_{r}": wanted["pc"]["all"] for r in range(1, 6)} if "all" in wanted["pc"] else wanted["pc"]
    for row, line in rows.items():
        for column in range(1, wanted["map"]["cols"] + 1):
            cell = f"map:r{row[-1]}c{column}"
            markers = [p for p in game.state.at(cell) if kinds.get(p, "").startswith("pc_")]
            assert len(markers) == 1, cell
            assert kinds[markers[0]][-1].upper() in line["letters"]
            assert game.state.knows("us", markers[0]) == ("mix" not in line)  # 9.1.2: a mix lies ? side up


@pytest.mark.parametrize("name", ["nrm_2", "kor_1"])
def test_final_protective_lines_point_along_the_diagonal_of_the_plan(name: str) -> None:
    game = laid_out(name)
    plan = VALUES["default_plans"]["set_up"][mission(name)["id"]]["control"]["FPL"]
    era = mission(name)["campaign"]
    facing = {
        "NE": 0,
        "SE": 1,
        "SW": 2,
        "NW": 3,
    }  # 6.4.2: the arrow is drawn to the north-east, R turns it by a quarter
    lines = {p["at"]: p["attrs"].get("facing", 0) for p in game.state.pieces.values() if p["kind"] == "fpl"}
    assert lines == {game.state.pieces[f"{era}-{gun.lower()}"]["at"]: facing[way] for gun, way in plan.items()}


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_company_stands_where_its_plan_puts_it(name: str) -> None:
    wanted = mission(name)
    era = wanted["campaign"]
    game = laid_out(name)
    plan = VALUES["default_plans"]["set_up"][wanted["id"]]

    def piece(unit: str) -> str:
        return f"{era}-{unit.partition(' ')[0].lower().replace('_', '-')}"

    for cell, units in plan.items():
        if cell == "control" or cell.startswith(("FLT", "second")):
            continue
        at = f"map:r0c{cell[1:]}" if cell[0] == "s" else f"map:{cell}"
        for unit in units:
            assert game.state.pieces[piece(unit)]["at"] == at, unit
    for flight in ("FLT1", "FLT2"):
        for number, stick in enumerate(plan.get(flight, ()), 1):
            carrier = f"{era}-{flight.lower()}-{number}"
            assert game.state.pieces[carrier]["at"] == {"FLT1": "in_transit", "FLT2": "pickup"}[flight]
            inside = game.state.at(INSIDE + carrier)
            if stick[0].startswith("3 Fire teams"):
                assert [game.state.pieces[p]["kind"] for p in inside] == ["fire_team"] * 3
                assert {game.state.pieces[p]["attrs"]["vof"] for p in inside} == {"A/S"}
                continue
            assert sorted(inside) == sorted(piece(unit) for unit in stick)
            for unit in stick:
                assert (game.state.pieces[piece(unit)]["face"] == "back") == unit.endswith("(2)"), unit
    for cell, works in VALUES["default_plans"]["field_works"].get(wanted["id"], {}).get("foxhole", {}).items():
        assert sum(game.state.pieces[p]["kind"] == "foxhole" for p in game.state.at(f"map:{cell}")) == works
    green = (
        VALUES["us_start"]["experience"].get("campaign_normandy" if name == "normandy_campaign" else era, {}).get("P2")
    )
    if name in ("normandy_campaign", "kor_1"):
        for unit in ("p2-hq", "p2-sqd1", "p2-sqd2", "p2-sqd3"):
            assert game.state.pieces[f"{era}-{unit}"]["attrs"]["experience"] == green.upper()


@pytest.mark.parametrize("name", SCENARIOS)
def test_nobody_is_left_out_and_no_card_is_too_full(name: str) -> None:
    game, era = laid_out(name), mission(name)["campaign"]
    kinds = {k.id: k for k in content().kinds}
    roster = {p.id: kinds[p.kind] for p in content().pieces}
    company = {p for p, kind in roster.items() if kind.side == "us" and kind.id.startswith(f"us_{era}_")}
    assert company <= set(game.state.pieces)
    strangers = [p for p in game.state.pieces if p in roster and roster[p].side == "us" and p not in company]
    assert all("runner" in roster[p].traits for p in strangers)
    steps: Counter[str] = Counter()
    for record in game.state.pieces.values():
        kind = kinds[record["kind"]]
        if kind.template in ("unit", "hq", "squad") and record["at"].startswith("map:r") and record["at"][5] != "0":
            steps[record["at"]] += 2 if record["face"] == "back" and kind.template == "squad" else kind.attrs["steps"]
    assert max(steps.values(), default=0) <= VALUES["book"]["stacking"]["max_steps_per_side_per_card"]


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_company_has_its_assets_where_the_plan_gives_them(name: str) -> None:
    game, era = laid_out(name), mission(name)["campaign"]
    given = next(u for u in VALUES["us_units"][era] if u["id"] == "ASSETS")
    wanted = Counter({k.lower(): n for k, n in given.items() if isinstance(n, int)})
    wanted.update({k.lower(): n for k, n in given["flare_set"].items()})
    wanted["claymore_mine"] = wanted.pop("claymore", 0)
    wanted.update({f"ammo_{k.lower()}": n for k, n in given["ammo_reserve"].items()})
    wanted["runner"] = VALUES["counter_limits"]["markers"]["runner"]
    have = Counter(record["kind"] for record in game.state.pieces.values())
    assert {k: have[k] for k in wanted} == dict(wanted)
    radios = {"normandy": "scr536", "korea": "scr536", "vietnam": "prc25"}[era]
    plans = VALUES["default_plans"]["assets"]
    plan = plans[era] if isinstance(plans[era], dict) else plans["normandy"]
    at = Counter(record["at"] for record in game.state.pieces.values() if record["kind"] == radios)
    held: Counter[str] = Counter()
    for unit, items in plan.items():
        piece = game.state.pieces[f"{era}-{unit.lower().replace('_', '-')}"]
        if piece["at"] != "us_pool":
            held[f"net_{HOLDERS.get(unit, unit[:2].lower())}"] += sum(
                item.split()[0].lower() == radios for item in items
            )
    assert {box: n for box, n in at.items() if box != "assets"} == {box: n for box, n in held.items() if n}


# -- cards as a map and what the rules put on it -------------------------------------------------------
def test_1_2_6_cards_touch_by_sides_and_by_corners() -> None:
    grid = KitContent(content().as_json()).boards["map"].grid
    assert grid.distance("r1c2", "r2c1") == 1
    assert len(grid.neighbours("r2c2")) == 8


@pytest.mark.parametrize("name", SCENARIOS)
def test_1_2_2_f_the_action_deck_has_its_reshuffle_card(name: str) -> None:
    deck = laid_out(name).state.at("action_deck")
    assert len(deck) == VALUES["book"]["components"]["action_cards"] + 1
    assert "action-reshuffle" in deck


def test_1_2_3_f_the_teams_of_what_is_lost() -> None:
    kinds = {k.id: k for k in content().kinds}
    for name, state, experience in (
        ("fire_team", "fire", "GREEN"), ("assault_team", "assault", "LINE"),
        ("litter", "litter", "GREEN"), ("paralyzed", "paralyzed", "GREEN"), ("casualty", "casualty", None),
    ):  # fmt: skip
        team = kinds[name]
        assert (team.klass, team.attrs["lat"], team.attrs["steps"]) == ("unit", state, 1)
        assert team.attrs.get("experience") == experience  # 4.2.5
        assert ("vof" in team.attrs) == (state in ("fire", "assault"))
        assert (state == "casualty") != ("lat" in team.traits)


def test_6_9_2_every_squad_names_its_breakdown() -> None:
    kinds = {k.id: k.attrs for k in content().kinds}
    for nation, squads in VALUES["squad_breakdown_of"].items():
        for unit, row in squads.items():
            assert kinds[f"{'us_' if nation in ERAS else ''}{nation}_{unit.lower()}"]["breakdown"] == row


def test_markers_that_the_rules_put_down_carry_their_figures() -> None:
    kinds = {k.id: k.attrs for k in content().kinds}
    book = VALUES["book"]
    for marker in ("vof_incoming", "vof_air"):
        assert kinds[marker]["vehicle"] == (
            -1 if marker == "vof_incoming" else VALUES["at_other_modifiers"]["air_strike"]
        )
    assert (kinds["mine"]["vof"], kinds["mine"]["vehicle"]) == (
        book["special_vof"]["mines"]["infantry"],
        book["special_vof"]["mines"]["vehicle"],
    )
    for flare, light in VALUES["illumination"].items():
        lit = kinds[f"{flare}_lit"]
        assert (lit["own"], lit.get("adjacent")) == (light["own"], light["adjacent"])
    assert {k: kinds[f"ammo_{k.lower()}"]["points"] for k in VALUES["ammo_markers"]} == VALUES["ammo_markers"]
    assert (kinds["out_of_ammo"]["vof"], kinds["out_of_ammo"]["range"]) == ("S", "C")  # 6.2
    assert sum(p.kind == "mine" for p in content().pieces) == VALUES["counter_limits"]["german"]["MINES"]
