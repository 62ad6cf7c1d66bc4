"""Counters, displays and scenarios against the figures in values.yaml."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from qtwar.model.content import TitleContent
from qtwar.model.pieces import PieceKind
from qtwar.model.scenario import Scenario

SIDES = ("csa", "union")
ARMS = {"csa_infantry_brigade": "csa_infantry", "csa_cavalry_brigade": "csa_cavalry",
        "union_infantry_division": "union_infantry", "union_cavalry_brigade": "union_cavalry"}  # fmt: skip


def word(value: str) -> str:
    """Return a leader's name as ids write it."""
    return value.lower().replace(".", "").replace("'", "").replace(" ", "_")


def roster(content: TitleContent) -> Counter[str]:
    return Counter(piece.kind for piece in content.pieces)


# counters ------------------------------------------------------------------------


def test_leaders_have_their_stars_and_two_faces(content: TitleContent, values: dict[str, Any]) -> None:
    seen = 0
    for side in SIDES:
        for name, (stars, active, inactive) in values["leaders"][side].items():
            kind = content.kinds_by_id[f"{side}_{word(name)}"]
            assert kind.side == side
            a = kind.attrs
            assert (a["stars"], [a["ar"], a["br"], a["mr"]]) == (stars, active), name
            if "partisan" not in kind.traits:
                assert [a["ar_inactive"], a["br_inactive"], a["mr_inactive"]] == inactive, name
                assert "flips" in kind.traits
            assert roster(content)[kind.id] == 1
            seen += 1
    assert seen == 61
    assert content.kinds_by_id["csa_lee"].attrs["br"] == 5  # 10.7
    assert content.kinds_by_id["csa_jackson"].attrs["imc_die"] == -1  # 8.22d


def test_the_counter_mix(content: TitleContent, values: dict[str, Any]) -> None:
    mix, count = values["counter_mix"], roster(content)
    for key, prefix in ARMS.items():
        found = {k.id for k in content.kinds if re.match(rf"{prefix}_\d", k.id)}
        assert found == {f"{prefix}_{strength}_{ml}" for strength, _, _, ml, _ in mix[key]}
        for strength, reduced, steps, ml, number in mix[key]:
            kind = content.kinds_by_id[f"{prefix}_{strength}_{ml}"]
            a = kind.attrs
            assert (a["strength"], a["reduced"], a["steps"], a["ml"]) == (strength, reduced, steps, ml)
            assert ("flips" in kind.traits) == (steps == 2)
            assert count[kind.id] == number, kind.id
    for side in SIDES:
        assert count[f"{side}_regiment"] == mix["detached_regiment"]["count_each"]
        assert count[f"{side}_train"] == mix["train"]["count_each_side"]
        for value in mix["wagon_depot"]["values"]:
            kind = content.kinds_by_id[f"{side}_wagon_{value}"]
            assert count[kind.id] == mix["wagon_depot"]["count_each_value"]
            assert (kind.attrs["value"], kind.attrs["mp"]) == (value, 8)
    for key in ("union_wooden_ship", "union_ironclad", "csa_ironclad", "csa_gunboat"):
        told, a = mix[key], content.kinds_by_id[key].attrs
        assert (a["strength"], a["bombard"]) == (told["strength"], told["bombard"])
        assert (a["reduced"], a["bombard_reduced"], a["steps"]) == (told["reduced_strength"], told["reduced_bombard"], 2)
        assert count[key] == told["count"]
    for kind, key in (("union_pontoon", "pontoon"), ("union_balloon", "balloon"), ("union_pinkerton", "pinkerton"),
                      ("csa_sympathizers", "sympathizers"), ("union_landing", "naval_landing"),
                      ("union_engineer", "union_engineer"), ("csa_engineer_supervisor", "csa_engineer_supervisor")):  # fmt: skip
        assert count[kind] == mix[key]["count"], kind
    for name in mix["partisan_leader"]:
        assert content.kinds_by_id[f"csa_{word(name)}"].attrs["br"] == mix["partisan_leader_values"][name]["br"]
    assert content.kinds_by_id["csa_coastal_battery"].attrs["strength"] == 3  # 10.82


def test_every_counter_has_a_face(content: TitleContent) -> None:
    templates = content.counters["templates"]
    for kind in content.kinds:
        assert kind.template in templates, kind.id
        if "flips" in kind.traits:
            assert "back" in templates[kind.template], kind.id


# displays ------------------------------------------------------------------------


@pytest.mark.parametrize("side", SIDES)
def test_the_organization_display(content: TitleContent, side: str) -> None:
    boxes = {box.id: box for box in content.board(f"{side}_aod").boxes}
    superior = ["army1", "army2", *(["corps1", "corps2", "corps3"] if side == "csa" else [])]
    for force in [*(f"l{n}" for n in range(1, 11)), *superior]:
        for part in ("", "-broken", "-state"):
            box = boxes[f"{side}-{force}{part}"]
            assert (box.side, box.sight, box.role) == (side, "owner", "display")
        for n in range(1, 10):
            box = boxes[f"{side}-{force}-{n}"]
            assert (box.role, box.attrs["track"], box.attrs["value"]) == ("track", f"{side}-{force}", n)
            assert box.sight == "owner"  # 3.6
    assert {boxes[f"{side}-n{n}"].attrs["value"] for n in range(10)} == set(range(10))
    assert boxes[f"{side}-pool"].role == "pool"
    if side == "union":
        assert [boxes[f"union-t{n}"].sight for n in range(3)] == ["owner_count", "owner_count", "all"]  # 8.92a
    else:
        assert "csa-corps3" in boxes


def test_boxes_of_a_display_do_not_overlap_and_lie_on_it(content: TitleContent) -> None:
    for board in content.boards:
        if board.grid.kind != "areas":
            continue
        left, top, right, bottom = board.make_grid().bounds()
        rects = [(box.id, box.on_board) for box in board.boxes]
        for k, (ident, rect) in enumerate(rects):
            assert rect is not None
            x, y, w, h = rect
            assert min(x - left, y - top, right - x - w, bottom - y - h) >= 0, ident
            for other, second in rects[k + 1 :]:
                assert second is not None
                a, b, c, d = second
                assert x + w <= a or a + c <= x or y + h <= b or b + d <= y, (ident, other)


def test_the_turn_record_and_the_weather(content: TitleContent, values: dict[str, Any]) -> None:
    boxes = {box.id: box for box in content.board("records").boxes}
    assert [f"turn-{n}" in boxes for n in range(1, 14)] == [True] * 12 + [False]  # 18.0: 3 to 12 turns
    assert {box.attrs["value"] for box in boxes.values() if box.attrs.get("track") == "weather"} == set(values["weather_effects"])
    for side in SIDES:
        assert {n for n in range(8) if f"{side}-oel-{n}" in boxes} == set(range(7))


# scenarios -----------------------------------------------------------------------


def scenarios(content: TitleContent, values: dict[str, Any]) -> list[tuple[Scenario, dict[str, Any]]]:
    by_id = {s.id: s for s in content.scenarios}
    assert set(by_id) == {told["id"] for told in values["scenarios"]}
    return [(by_id[told["id"]], told) for told in values["scenarios"]]


def laid(scenario: Scenario) -> dict[str, Counter[str]]:
    """Place → kinds of the quick set-up; what arrives later stands in its box of the turn record."""
    out: dict[str, Counter[str]] = {}
    for line in (*scenario.quick, *scenario.reinforcements):
        out.setdefault(str(line.at), Counter()).update(line.pieces)
    return out


def strengths(content: TitleContent, kinds: Counter[str], side: str, arm: str) -> list[int]:
    found = [content.kinds_by_id[k] for k in kinds.elements()]
    return sorted(
        k.attrs["strength"] for k in found if k.side == side and k.attrs.get("arm") == arm and "combat" in k.traits
    )


def test_scenarios_have_their_figures(content: TitleContent, values: dict[str, Any]) -> None:
    for scenario, told in scenarios(content, values):
        assert scenario.turns == told["turns"] == len(told["turn_track"])
        track = scenario.attrs["turn_track"]
        assert [(t["turn"], t["month"], t["dates"]["en"]) for t in track] == [
            (t["turn"], t["month"], t["dates"]) for t in told["turn_track"]
        ]
        for side in SIDES:
            for key in ("max_oel", "wep", "ammo", "initial_ml", "replacement_rate"):
                assert scenario.numbers[f"{key}_{side}"] == told[side][key]
            assert set(scenario.pools[side].pieces) == {f"{side}_{word(n)}" for n in told[side]["pool"]}
            cities = scenario.attrs["major_city_control"][side]
            places = content.board("virginia").attrs["places"]
            assert cities == [places[name] for name in told["major_city_control"][side]]
            assert all(cell in content.board("virginia").features["major_city"] for cell in cities)
        assert scenario.attrs["rail_control"] == told["valley_rail"]
        assert [(v["side"], v["vp"]) for v in scenario.victory["special"]] == [
            (v["side"], v["vp"]) for v in told["special_vp"]
        ]


def test_3_31c_3_32c_army_and_corps_commanders_have_their_seniority(content: TitleContent, values: dict[str, Any]) -> None:
    for scenario in content.scenarios:
        order = scenario.attrs["seniority"]
        assert order == values["rules"]["seniority"][scenario.id]
        for side in SIDES:
            for force in scenario.attrs["forces"][side]:
                assert force["leader"] in order[side] or not {"army_commander", "corps_hq"} & force.keys()
            stars = [content.kinds_by_id[leader].attrs["stars"] for leader in order[side]]
            assert stars == sorted(stars, reverse=True)  # the rank goes before the date of it


def test_18_16_units_are_drawn_by_strength_from_all_of_it(content: TitleContent) -> None:
    for scenario in content.scenarios:
        for line in scenario.setup:
            combat = [k for k in line.pieces if content.kinds_by_id[k].attrs.get("arm") in ("infantry", "cavalry")]
            assert line.random == (line.rule == "18.16"), line.id
            assert line.random or not combat, line.id


def test_every_force_stands_where_the_scenario_says(content: TitleContent, values: dict[str, Any]) -> None:
    for scenario, told in scenarios(content, values):
        there = laid(scenario)
        for side in SIDES:
            forces = {f["leader"]: f for f in scenario.attrs["forces"][side]}
            lines = [*told[side]["forces"], *(r for r in told[side]["reinforcements"] if "leader" in r)]
            assert set(forces) == {f"{side}_{word(line['leader'])}" for line in lines}
            for line in lines:
                force = forces[f"{side}_{word(line['leader'])}"]
                where = f"virginia:{line['hex']}" if "hex" in line else None
                if "turn" in line:
                    where = f"turn-{line['turn']}"
                elif where is None:
                    where = f"{side}-{forces[f'{side}_' + word(line['under'])]['box']}"
                assert force["place"] == where
                assert there[where][force["leader"]] == 1
                mark = force.get("hq") or f"{side}_troops_{force['troops']}"
                assert there[where][mark] == 1
                base = where if "turn" in line else f"{side}-{force['box']}"
                state = where if "turn" in line else f"{base}-state"
                for arm in ("infantry", "cavalry"):
                    wanted = sorted((line.get("units") or {}).get(arm, []))
                    found = strengths(content, there.get(base, Counter()), side, arm)
                    assert found == wanted or "turn" in line, (scenario.id, line["leader"], arm)
                if "turn" in line:
                    continue
                kind = content.kinds_by_id[force["leader"]].attrs
                numbers = {"ap": kind["ar"], "ml": told[side]["initial_ml"], "artillery": line.get("artillery", 0)}
                for marker, number in numbers.items():
                    if number:
                        assert there[f"{base}-{number}"][f"{side}_{marker}"] == 1, (scenario.id, line["leader"], marker)
                if "corps" in line:
                    assert there[state][f"union_corps_{line['corps'].lower()}"] == 1
                if line.get("cavalry_corps"):
                    assert there[state][f"{side}_cavalry_corps"] == 1
                    assert strengths(content, there[base], side, "infantry") == []  # 3.13a
                if line.get("washington_garrison"):
                    assert there[state]["union_washington_garrison"] == 1
                    assert there[f"{base}-{line['garrison_artillery']}"]["union_garrison_artillery"] == 1


def test_everything_else_stands_where_the_scenario_says(content: TitleContent, values: dict[str, Any]) -> None:
    for scenario, told in scenarios(content, values):
        there = laid(scenario)
        backs = {(q.at, k) for q in scenario.quick if q.attrs.get("face") == "back" for k in q.pieces}
        places = content.board("virginia").attrs["places"]
        for side in SIDES:
            t = told[side]
            for arm in ("infantry", "cavalry"):
                by_hex: dict[str, list[int]] = {}
                for line in t["independents"]:
                    by_hex.setdefault(line["hex"], []).extend(line.get(arm, []))
                for cell, wanted in by_hex.items():
                    assert strengths(content, there[f"virginia:{cell}"], side, arm) == sorted(wanted), (scenario.id, cell)
            supply: dict[str, Counter[str]] = {}
            for line in (*t["depots"], *t["wagons"]):
                supply.setdefault(f"virginia:{line['hex']}", Counter())[f"{side}_wagon_{line['value']}"] += 1
            found = {
                at: Counter({k: n for k, n in kinds.items() if k.startswith(f"{side}_wagon_")})
                for at, kinds in there.items()
                if any(k.startswith(f"{side}_wagon_") for k in kinds)
            }
            assert found == supply
            for line in t["depots"]:
                assert (f"virginia:{line['hex']}", f"{side}_wagon_{line['value']}") in backs
            for cell, number in Counter(places[name] for name in t["train"]).items():
                assert there[f"virginia:{cell}"][f"{side}_train"] == number
            ammo = Counter()
            for at, kinds in there.items():
                if kinds[f"{side}_ammo"] and at.startswith(f"{side}-"):
                    ammo[at.rpartition("-")[0]] += int(at.rpartition("-")[2])
            assert sum(ammo.values()) == t["ammo"]
            ratings = {f"{side}-{f['box']}": content.kinds_by_id[f["leader"]].attrs["ar"] for f in scenario.attrs["forces"][side]}
            assert all(ammo[base] <= ratings[base] for base in ammo)  # 14.12
            digits = {f: int(at[-1]) for at, kinds in there.items() for f in (100, 10, 1) if kinds[f"{side}_wep_{f}"]}
            assert sum(f * n for f, n in digits.items()) == t["wep"]
            assert set(there[f"{side}-chits"]) == {f"{side}_bid_{n}" for n in range(t["max_oel"] + 1)}
            for line in t.get("entrenchments", ()):
                assert there[f"virginia:{line['hex']}"][f"entrenchment_{line['level']}"] == 1
            for line in t.get("landings", ()):
                assert there[f"virginia:{line['hex']}"]["union_landing"] == 1
            everything = [k for kinds in there.values() for k in kinds.elements() if k.startswith(side)]
            ships = sum("naval" in content.kinds_by_id[k].traits for k in everything)
            assert ships == sum(line.get("count", 1) for line in t.get("naval", ()))


def test_reinforcements_wait_on_the_turn_record(content: TitleContent, values: dict[str, Any]) -> None:
    for scenario, told in scenarios(content, values):
        for side in SIDES:
            for turn in range(1, told["turns"] + 1):
                lines = [r for r in told[side]["reinforcements"] if r["turn"] == turn]
                wanted = sorted(s for r in lines for s in (*r.get("infantry", ()), *(r.get("units") or {}).get("infantry", ())))
                found = [r for r in scenario.reinforcements if r.turn == turn and r.side == side]
                assert len(found) == (1 if lines else 0)
                for line in found:
                    assert line.at == f"turn-{turn}"
                    assert strengths(content, Counter(line.pieces), side, "infantry") == wanted
                    arrives = {f"virginia:{r['hex']}" for r in lines if "hex" in r}
                    assert set(line.attrs.get("arrives", ())) == arrives


def test_the_set_up_lines_lay_the_same_game_as_the_quick_set_up(content: TitleContent, values: dict[str, Any]) -> None:
    for scenario, _ in scenarios(content, values):
        lines: dict[str, Counter[str]] = {}
        for line in scenario.setup:
            where = (line.where.cells or line.where.box or ("",))[0]
            lines.setdefault(where, Counter()).update(line.pieces)
        quick: dict[str, Counter[str]] = {}
        for placed in scenario.quick:
            quick.setdefault(placed.at, Counter()).update(placed.pieces)
        for side in SIDES:  # ammunition is shared out freely (18.15)
            given = sum(kinds.pop(f"{side}_ammo", 0) for kinds in quick.values())
            assert lines.pop(f"{side}-setup") == {f"{side}_ammo": given}
        assert lines == {at: kinds for at, kinds in quick.items() if kinds}


def test_set_ups_keep_the_limits_of_command(content: TitleContent, values: dict[str, Any]) -> None:
    for scenario, _ in scenarios(content, values):
        there = laid(scenario)
        for side in SIDES:
            brigades = 3 if side == "union" else 1
            for force in scenario.attrs["forces"][side]:
                stars = force.get("stars_override") or content.kinds_by_id[force["leader"]].attrs["stars"]
                limit = 12 if "corps" in force else (stars + 1) * 3
                infantry = [u for u in force.get("units", ()) if u["arm"] == "infantry"]
                assert len(infantry) * brigades <= limit, (scenario.id, force["leader"])  # 3.22, 3.33
            boxes = [f["box"] for f in scenario.attrs["forces"][side]]
            assert len(boxes) == len(set(boxes))
        for at, kinds in there.items():  # 3.12c: at most one division stands without a leader
            if not at.startswith("virginia:"):
                continue
            present: list[PieceKind] = [content.kinds_by_id[k] for k in kinds]
            for side in SIDES:
                if not any("leader" in k.traits and k.side == side for k in present):
                    number = len(strengths(content, kinds, side, "infantry")) * (3 if side == "union" else 1)
                    assert number <= 3, (scenario.id, at)
            leaders = Counter((k.side, k.attrs["stars"]) for k in present if "leader" in k.traits)
            if not any("hq" in k.traits for k in present):
                assert all(n == 1 for n in leaders.values()), (scenario.id, at)  # 3.21


def test_set_ups_stay_within_the_counter_mix(content: TitleContent, values: dict[str, Any]) -> None:
    count = roster(content)
    for scenario, _ in scenarios(content, values):
        used: Counter[str] = Counter()
        for kinds in laid(scenario).values():
            used.update(kinds)
        for pool in scenario.pools.values():
            used.update(pool.pieces)
        assert {k: n for k, n in used.items() if n > count[k]} == {}, scenario.id
        board = content.board("virginia")
        for at in laid(scenario):
            if at.startswith("virginia:"):
                assert board.terrain[at[9:]] in ("clear", "hill", "sea"), at


# options -------------------------------------------------------------------------


def test_every_open_reading_has_an_option(content: TitleContent) -> None:
    """The register of open readings runs from 1 to 62; some have names of their own, some nothing to choose."""
    named = {5: "hidden_reorganization_moves", 12: "combat_supply_full_strength", 20: "ammo_per_combined_attack"}
    named[33] = "partisan_zoc"
    closed = {23, 29, 30, 31, 32}
    ids = {option.id for option in content.options}
    for number in range(1, 63):
        found = [i for i in ids if i.startswith(f"amb_{number:02}_")]
        assert (number in closed) + (number in named and named[number] in ids) + len(found) == 1, number
    assert all(option.rule and option.help.get("ja") for option in content.options)
