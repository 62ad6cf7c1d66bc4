"""Maps, counters, charts and scenarios against the figures in values.yaml, and against the rules of stacking and set-up."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from qtwar.model.board import BoardContent
from qtwar.model.content import TitleContent
from qtwar.model.scenario import Scenario
from qtwar.model.tables import LookupTable
from qtwar.model.validate import validate_module

MODULE = Path(__file__).resolve().parents[1]
MAPS = ("tan_loi", "hill_294")
FRAGOS = ("frago_0_point_element", "frago_1_cordon_tan_loi", "frago_2_route_14", "frago_3_lz_sparrow", "frago_4_hill_294")
SIDES = {"us": "US", "nva_vc": "NVA_VC"}


def board(content: TitleContent, ident: str) -> BoardContent:
    return next(b for b in content.boards if b.id == ident)


def scenario(content: TitleContent, ident: str) -> Scenario:
    return next(s for s in content.scenarios if s.id == ident)


def table(content: TitleContent, ident: str) -> LookupTable:
    return next(t for t in content.tables if t.id == ident)


def rows(content: TitleContent, ident: str) -> dict[Any, list[Any]]:
    """Row head → results."""
    found = table(content, ident)
    return {head: list(row) for head, row in zip(found.rows.heads, found.cells, strict=True)}


def column(content: TitleContent, ident: str) -> dict[Any, Any]:
    """Row head → result of a table of one column."""
    return {head: row[0] for head, row in rows(content, ident).items()}


# maps ------------------------------------------------------------------------------


@pytest.mark.parametrize("ident", MAPS)
def test_every_hex_has_its_terrain_and_level(content: TitleContent, values: dict[str, Any], ident: str) -> None:
    found, told = board(content, ident), values["maps"][ident]
    assert (found.grid.columns, found.grid.rows) == (told["columns"], told["rows"]) == (26, 18)
    for row in range(1, 19):
        for column_number in range(1, 27):
            cell = f"{column_number:02}.{row:02}"
            assert found.terrain[cell] == told["legend"][told["terrain"][row - 1][column_number - 1]], cell
            assert found.elevation.get(cell, 0) == int(told["elevation"][row - 1][column_number - 1]), cell
    assert len(found.terrain) == 26 * 18


def test_even_columns_lie_half_a_hex_lower(content: TitleContent) -> None:
    grid = board(content, "tan_loi").make_grid()
    assert set(grid.neighbours("19.17")) == {"19.16", "19.18", "18.16", "18.17", "20.16", "20.17"}  # 7.3.2
    assert set(grid.neighbours("20.16")) == {"20.15", "20.17", "19.16", "19.17", "21.16", "21.17"}


@pytest.mark.parametrize("ident", MAPS)
def test_ways_streams_and_names(content: TitleContent, values: dict[str, Any], ident: str) -> None:
    found, told = board(content, ident), values["maps"][ident]
    for kind, lines in (("road", told["roads"]), ("trail", told["trails"])):
        assert [list(p.cells) for p in found.paths if p.kind == kind] == lines
    streams = {e.name.en: set(e.sides) for e in found.edges if e.kind == "stream" and e.name}
    assert streams == {name: {"|".join(sorted(s.split("|"))) for s in sides} for name, sides in told["streams"].items()}
    areas = {frozenset(a.cells) for a in found.areas}
    assert {frozenset(cells) for cells in told["names"].values()} <= areas
    labels = {label.text.en for label in found.labels}
    assert labels == {name.split(" (")[0].removesuffix(" crest") for name in told["names"]}
    grid = found.make_grid()
    for path in found.paths:
        assert all(b in grid.neighbours(a) for a, b in zip(path.cells, path.cells[1:], strict=False)), path.cells


@pytest.mark.parametrize("ident", MAPS)
def test_slopes_are_all_sides_between_levels(content: TitleContent, ident: str) -> None:
    found = board(content, ident)
    grid = found.make_grid()
    wanted: dict[str, int] = {}
    for cell in grid.cells():
        for other in grid.neighbours(cell):
            high, low = found.elevation.get(cell, 0), found.elevation.get(other, 0)
            if high > low:
                assert high - low == 1
                wanted["|".join(sorted((cell, other)))] = high
    assert {side: e.attrs["height"] for e in found.edges if e.kind == "slope" for side in e.sides} == wanted


# counters --------------------------------------------------------------------------


def test_units_and_the_counter_mix(content: TitleContent, values: dict[str, Any]) -> None:
    kinds = {k.id: k for k in content.kinds}
    roster = Counter(p.kind for p in content.pieces)
    assert {k.id for k in content.kinds if k.klass == "unit"} == set(values["units"])
    assert len(values["units"]) == 28
    for ident, told in values["units"].items():
        attrs = kinds[ident].attrs
        assert roster[ident] == told["counter_limit"], ident
        for key in ("men", "fire", "range", "weapon_class", "proficiency", "defence_modifier", "capacity_men"):
            assert attrs.get(key) == told.get(key), (ident, key)
        reduced = told.get("reduced") or {}
        for key in ("men", "fire", "range", "proficiency"):
            assert attrs.get(f"reduced_{key}") == reduced.get(key), (ident, key)
        assert ("combat" in kinds[ident].traits) == (told["fire"] is not None), ident  # 2.0
        assert (attrs.get("steps", 1) == 2) == (bool(reduced) or told["kind"] == "vehicle"), ident
        assert bool(kinds[ident].hidden) == (attrs["mobility"] == "infantry"), ident  # 18.1


def test_markers_and_how_many_there_are(content: TitleContent, values: dict[str, Any]) -> None:
    kinds = {k.id: k.attrs for k in content.kinds}
    roster = Counter(p.kind for p in content.pieces)
    told = values["markers"]
    counts = dict(told["counts"])
    cache = counts.pop("cache")
    assert sum(roster[k] for k in ("cache_food", "cache_medicine", "cache_weapons")) == cache
    chits = (("activation_chits_us", "chit_us"), ("activation_chits_nva_vc", "chit_nva_vc"), ("random_event_chit", "chit_event"))
    for old, new in chits:
        assert roster[new] == counts.pop(old), new
    assert {k: roster[k] for k in counts} == counts
    for name in ("suppressed", "broken", "hero", "fatigued", "low_ammo"):
        assert kinds[name]["fire_drm"] == told[name]["fire_drm"]
        assert kinds[name]["proficiency_drm"] == told[name]["proficiency_drm"]
    charts = values["charts"]
    for name in ("bunker", "trench"):
        assert kinds[name]["drm"] == charts["fortifications"][name]["drm"]
        assert kinds[name]["holds"] == charts["fortifications"][name]["max_infantry_units"]
    assert kinds["claymore"]["fire"] == charts["claymore"]["fire_value"]
    for name, key in (("bn_mortar", "BN_MORTAR"), ("artillery", "ARTY")):
        assert kinds[name]["fire"] == values["bombardment_fire"][key]["fire"]
        assert kinds[name]["radius"] == charts["bombardment"]["radius"][key]


def test_what_is_hidden_looks_alike(content: TitleContent) -> None:
    kinds = {k.id: k for k in content.kinds}
    backs = {kind: kinds[kind].hidden for kind in kinds}
    assert {backs[k] for k in ("us_ft", "us_ldr", "us_medic", "us_sniper")} == {"us_concealed"}
    assert {backs[k] for k in ("vc_ft", "vc_ldr", "civilian")} == {"vc_concealed"}  # 2.0: VC and civilians grey
    assert {backs[k.id] for k in content.kinds if "facility" in k.traits} == {"facility"}  # 23.0
    assert {backs[k.id] for k in content.kinds if "chit" in k.traits} == {"chit"}  # 5.0: drawn unseen
    assert all(k.side is None for k in content.kinds if "chit" in k.traits)


# charts ----------------------------------------------------------------------------


def test_terrain_effects(content: TitleContent, values: dict[str, Any]) -> None:
    told, found = values["charts"]["terrain_effects"], rows(content, "terrain_effects")
    keys = ("concealment_modifier", "fire_modifier", "infantry_mp", "vehicle_mp", "heli_air_mp", "heli_ground_mp")
    for name, entry in told["hex"].items():
        assert found[name][:6] == [entry[key] for key in keys], name
        assert (found[name][6] != "-") == (entry["blocking"] or "blocks_los_if_at_least" in entry), name
    for name, entry in told["hexside"].items():
        assert found[name][2:4] == [f"+{entry['infantry_mp_add']}", f"+{entry['vehicle_mp_add']}"], name
    for name, entry in told["path"].items():
        assert found[name][1:4] == [entry["fire_modifier_opportunity_fire"], entry["infantry_mp"], entry["vehicle_mp"]], name
    kinds = {k.id: k.attrs for k in (*content.terrain, *content.edge_kinds, *content.path_kinds)}
    for group in ("hex", "hexside", "path"):
        for name, entry in told[group].items():
            assert kinds[name] == {k: v for k, v in entry.items() if k != "ja"}, name


def test_fire_and_modifier_charts(content: TitleContent, values: dict[str, Any]) -> None:
    charts = values["charts"]
    assert rows(content, "fire_effects") == charts["fire_effects"]["rows"]
    assert list(table(content, "fire_effects").columns.heads) == charts["fire_effects"]["columns"]
    for ident, key in (("fire_modifiers", "fire_drm"), ("proficiency_modifiers", "proficiency_drm")):
        found = column(content, ident)
        assert list(found) == [entry["id"] for entry in charts[key]["list"]]
        for entry in charts[key]["list"]:
            if isinstance(entry["drm"], int):
                assert found[entry["id"]] == entry["drm"], entry["id"]
            else:
                assert found[entry["id"]] in ("T", "C", "M"), entry["id"]


def test_support_and_casualty_charts(content: TitleContent, values: dict[str, Any]) -> None:
    charts = values["charts"]
    medevac = column(content, "medevac_request")
    for entry in charts["medevac_request"]["rows"]:
        for roll in entry["roll"]:
            assert medevac[roll] == (entry["turns"] or "refused"), roll
    calls = rows(content, "bombardment_request")
    for roll in range(1, 11):
        for number, side in enumerate(("US", "NVA_VC")):
            told = charts["bombardment_request"][side][roll]
            short = told if told == "denied" else f"{'BN' if told['type'] == 'BN_MORTAR' else 'ARTY'} {told['delay']}"
            assert calls[roll][number] == short, (roll, side)
    scatter = charts["bombardment"]["scatter_distance_table"]
    found_scatter = rows(content, "scatter_distance")
    assert found_scatter == {n: [scatter["BN_MORTAR"][n], scatter["ARTY"][n]] for n in range(1, 11)}
    assert all(row == [math.ceil(n / 5), math.ceil(n / 3)] for n, row in rows(content, "scatter_distance").items())  # 16.0
    first, last = charts["bombardment"]["accuracy"]["on_target"]
    accuracy = column(content, "bombardment_accuracy")
    assert [n for n, v in accuracy.items() if v == "on target"] == list(range(first, last + 1))
    wounded = charts["wounded"]["rows"]
    found = column(content, "wounded")
    assert [n for n, v in found.items() if v == "RTD"] == wounded["RTD"]
    assert [n for n, v in found.items() if v == "DOW"] == wounded["DOW"]
    assert column(content, "carrying") == charts["carrying"]["capacity_by_men"]
    strength = rows(content, "bombardment_strength")
    assert strength["radius"] == [charts["bombardment"]["radius"][k] for k in ("BN_MORTAR", "ARTY")]
    assert strength["hexes"] == [charts["bombardment"]["hexes"][k] for k in ("BN_MORTAR", "ARTY")]


def test_events_and_victory_points(content: TitleContent, values: dict[str, Any]) -> None:
    told = values["charts"]["random_events"]["table"]
    assert rows(content, "random_events") == {n: [told[n]["US"], told[n]["NVA_VC"]] for n in range(1, 11)}
    found = rows(content, "victory_points")
    defaults = values["victory_points_defaults"]
    for entry in values["charts"]["victory_points"]["rows"]:
        us = defaults[entry["id"]]["US"] if entry["US"] is None else entry["US"]
        assert found.pop(entry["id"]) == [us, entry["NVA_VC"]], entry["id"]
    assert not found


def test_movement_and_command(content: TitleContent, values: dict[str, Any]) -> None:
    charts = values["charts"]
    allowance = {k: v for k, v in charts["movement"]["allowance"].items() if k != "infantry_stealth_hexes"}
    found = column(content, "movement_allowance")
    assert found.pop("infantry_stealth") == "1 hex"
    assert found == allowance
    menus = charts["activation"]["menus"]
    actions = rows(content, "actions")
    for number, cls in enumerate(("infantry", "vehicle", "helicopter")):
        assert {name for name, row in actions.items() if row[number] != "-"} == set(menus[cls]), cls
    assert column(content, "command_range")["vehicle"] == charts["activation"]["vehicle_leader_range_hexes"]
    phases = [(str(step["rule"]), step["name"]["ja"]) for step in content.title.attrs["sequence"]]
    told = charts["sequence_of_play"]["phases"]
    assert [rule for rule, _ in phases] == [p["rule"] for p in told]
    assert all(p["ja"].removesuffix("フェイズ") in name for (_, name), p in zip(phases, told, strict=True))
    triggers = charts["opportunity_fire"]["triggers"]
    assert {k for k, row in rows(content, "exposure").items() if row[1] == "yes"} == set(triggers)


def test_stacking_transport_and_the_figures_of_markers(content: TitleContent, values: dict[str, Any]) -> None:
    charts = values["charts"]
    stacking, transport, carrying = charts["stacking"], charts["transport"], charts["carrying"]
    assert column(content, "stacking_transport") == {
        "infantry": "any", "vehicles": stacking["vehicles"], "helicopters": stacking["helicopters"],
        "overstack_free": stacking["overstack_free_units"], "overstack_drm": stacking["overstack_fire_drm_per_extra_unit"],
        "slick_men": transport["slick_men"], "vehicle_men": transport["vehicle_men"],
        "casualty_men": transport["casualty_marker_men"],
    }  # fmt: skip
    movement = charts["movement"]
    assert column(content, "movement_costs") == {
        "exit_map": movement["exit_map_mp"], "fortification": movement["enter_or_leave_bunker_trench_mp"],
        "tunnel": movement["enter_tunnel_evacuate_mp"], "carried": movement["carried_marker_mp"],
        "injured": movement["injured_marker_mp"], "altitude": movement["altitude_change_per_move_action"],
        "high_range": movement["high_range_multiplier"],
    }  # fmt: skip
    assert column(content, "movement_costs")["carried"] == carrying["mp_per_marker"]
    markers = rows(content, "marker_modifiers")
    told = {key: entry for key, entry in values["markers"].items() if key in markers}
    assert set(told) == set(markers)
    for name, (fire, proficiency) in markers.items():
        assert (fire, proficiency) == (told[name].get("fire_drm", "-"), told[name]["proficiency_drm"]), name
    checks = {entry["id"]: entry["drm"] for entry in charts["proficiency_drm"]["list"]}
    assert (markers["fatigued"][1], markers["carrying_kia"][1], markers["search"][1]) == (
        checks["fatigued"], checks["carrying_kia"], checks["search_marker"],
    )  # fmt: skip


def test_helicopters_assaults_works_and_events(content: TitleContent, values: dict[str, Any]) -> None:
    charts = values["charts"]
    duties, landing, events = charts["helicopter_duties"], charts["effects_detail"], charts["random_events"]
    assert column(content, "helicopter_limits") == {
        "forced_high": landing["forced_landing_radius"]["high"], "forced_treetop": landing["forced_landing_radius"]["treetop"],
        "hog": duties["hog"]["exit_within_turns"], "ah1": duties["ah1"]["exit_by_end_of_turn_on_map"],
        "ah1_units": events["ah1"]["units"], "medevac": charts["medevac_request"]["max_on_map"],
    }  # fmt: skip
    works, terrain = charts["fortifications"], charts["terrain_effects"]
    assert column(content, "other_figures") == {
        "assault_rounds": charts["assault"]["rounds"], "retreat": landing["retreat_hexes"],
        "bunker": works["bunker"]["drm"], "bunker_units": works["bunker"]["max_infantry_units"],
        "trench": works["trench"]["drm"], "trench_units": works["trench"]["max_infantry_units"],
        "claymore": charts["claymore"]["fire_value"], "interrogation": charts["interrogation"]["reveal_count"],
        "interrogation_range": charts["interrogation"]["radius"], "vc_hamlet": events["vc"]["within_hexes_of_hamlet"],
        "vc_times": events["vc"]["max_times"], "blocking_paddies": terrain["hex"]["rice_paddy"]["blocks_los_if_at_least"],
    }  # fmt: skip


def test_every_result_is_explained_and_every_chart_has_its_rule(content: TitleContent) -> None:
    for found in content.tables:
        assert found.rule, found.id
        assert found.group, found.id
        for row in found.cells:
            for cell in row:
                known = str(cell) in found.codes or str(cell).lstrip("+-").replace(".", "").isdigit() or cell == "-"
                assert known, (found.id, cell)


# scenarios -------------------------------------------------------------------------


def _laid(found: Scenario, content: TitleContent) -> list[tuple[str, str, dict[str, Any]]]:
    """(kind, hex, attrs) of everything that the quick set-up lays on the map."""
    kinds = {p.id: p.kind for p in content.pieces}
    out = []
    for line in found.quick:
        for piece, count in line.pieces.items():
            assert count == 1
            out.append((kinds.get(piece, piece), line.at.partition(":")[2], dict(line.attrs)))
    return out


@pytest.mark.parametrize("ident", FRAGOS)
def test_a_frago_has_its_units_facilities_and_reinforcements(content: TitleContent, values: dict[str, Any], ident: str) -> None:
    found, told = scenario(content, ident), values["scenarios"][ident]
    assert (found.turns, found.first_side) == (told["turns"], told["first_player"])
    assert list(found.setup_order) == told["setup_order"]
    assert found.boards == (told["map"], "records")
    laid = Counter((kind, at) for kind, at, _ in _laid(found, content) if at)
    wanted: Counter[tuple[str, str]] = Counter()
    lines: Counter[str] = Counter()
    for key in SIDES:
        for unit in told[key]["units"]:
            for kind in (unit["unit"], *unit.get("cargo", ())):
                wanted[kind, unit["hex"]] += 1
                lines[kind] += 1
        for facility in told[key].get("facilities", ()):
            wanted[facility["facility"], facility["hex"]] += 1
            lines[facility["facility"]] += 1
    assert laid == wanted
    traps = {"booby_trap", "claymore"}
    assert sum((Counter(dict(line.pieces)) for line in found.setup if not set(line.pieces) & traps), Counter()) == lines
    chits = {kind: n for pool in found.pools.values() for kind, n in pool.pieces.items()}
    assert chits == {
        "chit_us": told["chits"]["US"], "chit_nva_vc": told["chits"]["NVA_VC"],
        **({"chit_event": 1} if told["random_event_chit"] else {}),
    }  # fmt: skip
    kinds = {p.id: p.kind for p in content.pieces}
    arriving = Counter((line.turn, kinds.get(piece, piece)) for line in found.reinforcements for piece in line.pieces)
    coming: Counter[tuple[int, str]] = Counter()
    for key in SIDES:
        for group in told[key].get("reinforcements", ()):
            for unit in group["units"]:
                coming.update((group["turn"], kind) for kind in (unit["unit"], *unit.get("cargo", ())))
            coming.update((group["turn"], f"chit_{side.lower()}") for side in group.get("in_cup", ()))
    assert arriving == coming
    assert len(found.special) == len(told["special"])


@pytest.mark.parametrize("ident", FRAGOS)
def test_placements_keep_stacking_capacity_and_the_counter_mix(content: TitleContent, values: dict[str, Any], ident: str) -> None:
    found, told = scenario(content, ident), values["scenarios"][ident]
    kinds = {k.id: k for k in content.kinds}
    roster = {p.id: p.kind for p in content.pieces}
    used: Counter[str] = Counter()
    load: Counter[str] = Counter()
    in_hex: dict[str, list[str]] = {}
    holders: dict[str, set[str]] = {}
    (left, right), (top, bottom) = found.attrs["in_play"]["columns"], found.attrs["in_play"]["rows"]
    placed = [(piece, line.at, line.attrs) for line in found.quick for piece in line.pieces]
    placed += [(p, "", r.attrs) for r in found.reinforcements for p in r.pieces if p in roster]
    for piece, at, attrs in placed:
        used[piece] += 1
        kind = kinds[roster.get(piece, piece)]
        if "inside" in attrs:
            load[attrs["inside"]] += kind.attrs["men"] if "fortification" not in kinds[roster[attrs["inside"]]].traits else 1
        cell = at.partition(":")[2]
        if cell:
            assert left <= int(cell[:2]) <= right, (piece, cell)
            assert top <= int(cell[3:]) <= bottom, (piece, cell)
            if kind.klass == "unit":
                holders.setdefault(cell, set()).add(str(kind.side))
                if "inside" not in attrs:
                    in_hex.setdefault(cell, []).append(kind.id)
    assert max(used.values()) == 1  # every counter is laid once: the mix is kept
    for carrier, men in load.items():
        attrs = kinds[roster[carrier]].attrs
        assert men <= (attrs.get("capacity_men") or attrs["holds"]), carrier  # 6.9, 24.0, 25.0
    ground = board(content, told["map"])
    ways = {(p.kind, c) for p in ground.paths for c in p.cells}
    for cell, units in in_hex.items():
        mobility = Counter(kinds[u].attrs["mobility"] for u in units)
        assert mobility["vehicle"] <= 2, cell  # 6.2
        assert mobility["helicopter"] <= 1, cell
        if mobility["vehicle"]:
            assert {("road", cell), ("trail", cell)} & ways or ground.terrain[cell] not in ("jungle", "rice_paddy"), cell
        if "civilian" in units:
            assert set(units) == {"civilian"}, cell  # 6.2
    assert all(len(sides) == 1 for sides in holders.values())


@pytest.mark.parametrize("ident", FRAGOS)
def test_quick_set_up_lies_within_the_zones(content: TitleContent, ident: str) -> None:
    found = scenario(content, ident)
    ground = board(content, found.boards[0])
    areas = {a.id: set(a.cells) for a in ground.areas}
    zones = {line.side: areas[area] for line in found.setup for area in line.where.area or ()}
    assert set(zones) == set(found.setup_order)
    sides = {k.id: k.side for k in content.kinds}
    for kind, cell, attrs in _laid(found, content):
        side = attrs.get("owner") or sides[kind]
        if cell and side:
            assert cell in zones[side], (kind, cell)
    traps = [a["cell"] for k, _, a in _laid(found, content) if k == "booby_trap"]
    facilities = {cell for _, cell, a in _laid(found, content) if a.get("owner") == "NVA_VC"}
    trails = {c for p in ground.paths for c in p.cells}
    assert all(c in trails or c in facilities for c in traps)  # 26.0


def test_the_cordon_keeps_its_distance(content: TitleContent) -> None:
    found = scenario(content, "frago_1_cordon_tan_loi")
    grid = board(content, "tan_loi").make_grid()
    laid = [(kind, cell) for kind, cell, _ in _laid(found, content) if cell]
    americans = [cell for kind, cell in laid if kind.startswith("us_")]
    others = [cell for kind, cell in laid if not kind.startswith("us_")]
    assert min(grid.distance(a, b) for a in americans for b in others) > 6


def test_claymores_lie_by_us_infantry(content: TitleContent) -> None:
    found = scenario(content, "frago_3_lz_sparrow")
    grid = board(content, "hill_294").make_grid()
    laid = _laid(found, content)
    held = {cell for kind, cell, _ in laid if kind.startswith("us_")}
    mines = [attrs["cell"] for kind, _, attrs in laid if kind == "claymore"]
    assert len(mines) == 6
    for cell in mines:
        assert cell in held or held & set(grid.neighbours(cell)), cell  # 26.0


def test_concealment_and_colours_of_what_is_unknown(content: TitleContent, values: dict[str, Any]) -> None:
    kinds = {k.id: k for k in content.kinds}
    for ident in FRAGOS:
        found, told = scenario(content, ident), values["scenarios"][ident]
        color = values["play_rules"]["dummy_marker_colour"][ident].lower()
        for kind, cell, attrs in _laid(found, content):
            side = kinds[kind].side
            if not cell or kinds[kind].klass != "unit" or kinds[kind].attrs["mobility"] != "infantry":
                continue
            aboard = str(attrs.get("inside", "")).startswith("us_")  # 18.1: never concealed
            concealed = bool(told["us" if side == "US" else "nva_vc"]["concealed"]) and not aboard
            assert bool(attrs.get("hidden")) == concealed, (ident, kind)
            if kind == "dummy":
                assert attrs["back"] == f"{color}_concealed"


def test_options_are_the_readings(content: TitleContent) -> None:
    for option in content.options:
        assert option.id.startswith("amb_"), option.id
        assert all((option.rule, option.help.en, option.help.ja)), option.id
    numbers = {int(option.id.split("_")[1]) for option in content.options}
    assert {1, 4, 5, 6, 7, 8, 9, 30, 33, 61, 66, 81} <= numbers
    assert not numbers & {3, 17, 29, 36, 39, 47}  # decided by the book


def test_the_module_has_no_finding_and_both_languages() -> None:
    assert [str(f) for f in validate_module(MODULE)] == []
    words = {lang: set(yaml.safe_load((MODULE / "i18n" / f"{lang}.yaml").read_text("utf-8"))) for lang in ("en", "ja")}
    assert words["en"] == words["ja"]
