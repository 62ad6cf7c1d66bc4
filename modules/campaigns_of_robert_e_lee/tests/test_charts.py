"""Every chart against the figures in values.yaml."""

from __future__ import annotations

import re
from typing import Any

from qtwar.model.content import TitleContent
from qtwar.model.tables import LookupTable


def table(content: TitleContent, ident: str) -> LookupTable:
    return next(t for t in content.tables if t.id == ident)


def rows(content: TitleContent, ident: str) -> dict[Any, list[Any]]:
    """Row head → results."""
    found = table(content, ident)
    return {head: list(row) for head, row in zip(found.rows.heads, found.cells, strict=True)}


def column(content: TitleContent, ident: str) -> dict[Any, Any]:
    """Row head → result of a table of one column."""
    return {head: row[0] for head, row in rows(content, ident).items()}


def test_movement_charts(content: TitleContent, values: dict[str, Any]) -> None:
    charts = values["charts"]
    for level in range(1, 7):
        found = rows(content, f"imc_{level}")
        for rating in range(8):
            assert [row[rating] for row in found.values()] == charts["imc"]["tables"][level][rating], (level, rating)
    march = table(content, "forced_march")
    assert list(march.columns.heads) == charts["forced_march"]["columns_mp"]
    assert {str(k): v for k, v in rows(content, "forced_march").items()} == charts["forced_march"]["rows"]


def test_combat_charts(content: TitleContent, values: dict[str, Any]) -> None:
    charts = values["charts"]
    assert list(table(content, "fert").columns.heads) == charts["fert"]["columns"]
    assert {str(k): v for k, v in rows(content, "fert").items()} == charts["fert"]["rows"]
    assert sum(len(row) for row in charts["fert"]["rows"].values()) == 16 * 23
    naval = {("7+" if k == ">=7" else k): v for k, v in charts["naval_combat"]["rows"].items()}
    assert {str(k): v for k, v in rows(content, "naval_combat").items()} == naval
    assert len(table(content, "naval_combat").columns.heads) == len(charts["naval_combat"]["columns"])
    assert list(rows(content, "supply_in_combat").values()) == values["combat_supply"]
    told = values["die_modifiers"]
    found = rows(content, "die_modifiers")
    names = {"per_artillery": "artillery", "per_broken_unit": "broken_unit"}
    for key, number in told.items():
        assert found[names.get(key, key)] == [number], key


def test_every_result_is_explained(content: TitleContent) -> None:
    for found in content.tables:
        results = {str(cell) for row in found.cells for cell in row if isinstance(cell, str)}
        figures = re.compile(r"[+-]?[0-9]+(-[0-9]+)?$|[0-9]+\.[0-9]+[a-z0-9]*$")
        assert {r for r in results if r not in found.codes and not figures.match(r) and r != "-"} == set(), found.id


def test_supply_and_weather_charts(content: TitleContent, values: dict[str, Any]) -> None:
    charts = values["charts"]
    attrition = rows(content, "strategic_attrition")
    assert {str(k): v for k, v in attrition.items()} == charts["strategic_attrition"]["rows"]
    assert list(table(content, "strategic_attrition").columns.heads) == charts["strategic_attrition"]["columns_strength"]
    assert rows(content, "foraging") == charts["foraging"]["rows"]
    weather = rows(content, "weather")
    for month in range(1, 13):
        wanted = charts["weather_chart"]["months"].get(month, dict.fromkeys(range(2, 13), "clear"))
        assert {total: row[month - 1] for total, row in weather.items()} == wanted, month
    effects = rows(content, "weather_effects")
    for name, effect in values["weather_effects"].items():
        keys = ("move_add", "move_mult", "fert", "march", "attrition")
        assert effects[name][:5] == [effect[key] for key in keys], name
        assert effects[name][5] == effect.get("mud_count", 0)
    ranges = rows(content, "supply_ranges")
    told = values["figures"]
    assert [row[0] for row in ranges.values()] == [
        told["force_range_mp"], told["depot_range_mp"], told["wagon_range_mp"], told["wagon_move_mp"]
    ]  # fmt: skip


def test_terrain_chart_and_kinds_agree(content: TitleContent, values: dict[str, Any]) -> None:
    told = values["charts"]["terrain_effects"]
    found = rows(content, "terrain_effects")
    kinds = {k.id: k.attrs for k in (*content.terrain, *content.features, *content.edge_kinds, *content.path_kinds)}
    for name, entry in told["hexes"].items():
        assert found[name][0] == ("P" if entry["mp"] is None else entry["mp"])
        assert found[name][1] == entry.get("forced_march", "-")
        assert found[name][2] == entry["shift"]
        assert kinds[name].get("mp") == entry["mp"]
        assert kinds[name]["shift"] == entry["shift"]
    for name, entry in told["hexsides"].items():
        assert found[name][0] == ("P" if entry["mp"] is None else f"+{entry['mp']}")
        assert found[name][3] == ("-" if entry["shift"] is None else entry["shift"])
    for edge, name in (("bridge", "great_river_bridge"), ("ford", "great_river_ford"), ("minor_river", "minor_river")):
        assert (kinds[edge]["mp"], kinds[edge]["shift"]) == (told["hexsides"][name]["mp"], told["hexsides"][name]["shift"])
    assert kinds["road"]["mp"] == told["along_road"]["mp"] == found["along_road"][0]
    assert kinds["railroad"]["mp"] == told["along_railroad"]["mp"] == found["along_railroad"][0]


def test_costs_and_orders(content: TitleContent, values: dict[str, Any]) -> None:
    assert {k: v[0] for k, v in rows(content, "war_effort_costs").items()} == values["war_effort_costs"]
    orders = {f"{who}.{order}": ap for who, some in values["orders"].items() for order, ap in some.items()}
    assert {k: v[0] for k, v in rows(content, "orders").items()} == orders
    charts = values["charts"]
    detached = {k: v[0] for k, v in rows(content, "detachment").items()}
    assert detached == {k: v for k, v in charts["detachment_chart"].items() if k != "regiment"}
    mines = rows(content, "mine_detonation")
    for turns in range(1, 5):
        assert [mines[die][turns - 1] for die in range(1, 7)] == charts["mine_detonation"]["rows"][turns]
    assert mines[5][3] == 2  # 14.45b: the one cell that the book quotes


def test_modifiers_of_marches_attrition_and_combat(content: TitleContent, values: dict[str, Any]) -> None:
    rules = values["rules"]
    march = column(content, "forced_march_modifiers")
    assert march["no_los"] == rules["forced_march"]["modifiers"]["no_los"] == rules["supply"]["no_los_die_mod"]["forced_march"]
    assert march["morale"] == rules["forced_march"]["modifiers"]["per_voluntary_ml"]
    assert march["movement_rating"] == "-MR"  # minus: commander_MR
    printed = values["charts"]["forced_march"]["modifiers"]
    for name in ("source_within_10mp", "source_beyond_10mp", "combat_supply", "out_of_supply"):
        assert march[name] == printed[name], name
    wear, told = column(content, "attrition_modifiers"), rules["attrition"]["modifiers"]
    names = {"far": "far_5mp_or_more", "morale": "voluntary_ml"}
    assert wear.pop("administrative_rating") == "-AR"  # minus: commander_AR
    assert wear == {key: told[names.get(key, key)] for key in ("far", "no_los", "combat_supply", "out_of_supply", "morale")}
    shifts = rules["column_shifts"]
    assert column(content, "column_shifts") == {
        "higher_ml": shifts["higher_ml"], "combined_attack": shifts["combined_attack_second_and_later"],
        "combined_defender": shifts["combined_defender_per_extra_attack"], "entrenchment": shifts["entrenchment_level"],
    }  # fmt: skip
    halved = rows(content, "strength_halving")
    assert halved["support"] == [rules["support_factor"]["strength"], rules["support_factor"]["artillery"]]
    assert halved["forced_march"] == [rules["forced_march"]["combat_factor"]] * 2
    assert all(row == [0.5, 0.5] for row in halved.values())
    morale = rules["morale_changes"]
    assert column(content, "morale_changes") == {
        **morale["all_leaders"], **morale["commander_only"], "trained": morale["trained_leader"],
    }  # fmt: skip


def test_losses_of_guns_and_leaders(content: TitleContent, values: dict[str, Any]) -> None:
    def by_die(ident: str) -> dict[int, str]:
        found: dict[int, str] = {}
        for head, result in column(content, ident).items():
            first, _, last = str(getattr(head, "text", head)).partition("-")
            found |= dict.fromkeys(range(int(first), int(last or first) + 1), result)
        return found

    guns, falls = values["rules"]["artillery_loss"], values["rules"]["leader_casualty"]
    lost = dict.fromkeys(guns["lose"], "L") | dict.fromkeys(guns["captured"], "C")
    assert by_die("artillery_loss") == dict.fromkeys(range(1, 7), "-") | lost
    fallen = dict.fromkeys(falls["wounded"], "W") | dict.fromkeys(falls["killed"], "K")
    assert by_die("leader_casualty") == dict.fromkeys(range(1, 7), "-") | fallen


def test_command_stacking_and_supply(content: TitleContent, values: dict[str, Any]) -> None:
    rules = values["rules"]
    assert column(content, "command_range") == rules["command_range"]
    stacking = rules["stacking"]
    each = stacking["brigades_per_division"]
    wanted = {f"stars_{n}": [n + 1, (n + 1) * each] for n in (1, 2, 3, 4)}  # divisions_per_leader: stars + 1
    wanted["union_corps"] = [stacking["union_corps_divisions"], stacking["union_corps_divisions"] * each]
    wanted["independent"] = [stacking["independent_max_divisions"], stacking["independent_max_divisions"] * each]
    assert rows(content, "stacking") == wanted
    states = rules["supply"]["states"]
    found = rows(content, "supply_states")
    assert {name: row[0] for name, row in found.items()} == {name: state["mp"] for name, state in states.items()}
    for name, (_, strength, artillery) in found.items():
        # 7.3: what is in combat supply has half or all of it by another chart
        assert strength == states[name].get("strength", "see"), name
        assert artillery == {True: "yes", False: "no", None: "see"}[states[name].get("artillery")], name
    assert column(content, "activation")["war_department_order"] == f"{rules['war_department_order']['wep']} WEP"


def test_recon_rails_militia_partisans_and_ships(content: TitleContent, values: dict[str, Any]) -> None:
    rules = values["rules"]
    recon, rail = rules["recon"], rules["rail"]
    scouts = rows(content, "reconnaissance")
    assert scouts["cavalry"][0] == recon["cavalry"]["range"]
    assert scouts["balloon"][:2] == [recon["balloon"]["range"], recon["balloon"]["modifier"]]
    assert rules["balloon"]["range"] == scouts["balloon"][0]
    assert scouts["pinkerton"][0] == recon["pinkerton"]["range"]
    assert scouts["partisans"][0] == recon["partisans"]["range"] == scouts["partisans"][2] == recon["partisans"]["attempts"]
    assert column(content, "rail_movement") == {
        "trains": rail["trains_at_start"], "extra": rail["extra_trains"], "extra_wep": rail["extra_train_wep"],
        "stations": rail["stations_per_impulse"], "wep": rail["wep_per_use"], "capacity": rail["capacity_units"],
        "opened": rail["sections_opened_per_turn"], "cut_mp": rules["rail_cut"]["extra_mp"],
    }  # fmt: skip
    militia = rules["militia"]
    tries = {key.lower(): n for key, n in militia["tries"].items()}
    wanted = {key: [n, militia["die_needed"], militia["trigger_range_hexes"]] for key, n in tries.items()}
    assert rows(content, "militia") == wanted
    raiders, found = rules["partisans"], column(content, "partisans")
    cut = raiders["guarded_rail_cut"]["success"]
    assert found == {
        "form": raiders["die_needed"], "leader": raiders["leader_on_success_number"], "mp": raiders["mp"],
        "strength": raiders["strength"], "guarded_cut": f"{cut[0]}-{cut[-1]}", "entry_mp": raiders["sympathizer_hex_extra_mp"],
    }  # fmt: skip
    admin, found = rules["leaders_admin"], column(content, "leaders_admin")
    assert found == {
        "promotion": f"{admin['promotion_wep']} WEP", "promoted_rating": admin["promoted_rating"],
        "pool_leader": f"{admin['pool_leader_wep']} WEP", "superior": f"{rules['war_department_order']['wep']} WEP",
        "excess_union": admin["rating_sum_excess"]["union"], "excess_csa": admin["rating_sum_excess"]["csa"],
        "wound_replace": -admin["wound_replace_threshold"], "ml_replace": admin["ml_loss_replace_threshold"],
    }  # fmt: skip
    ships, sea = rules["sea_transport"], rows(content, "sea_transport")
    assert sea["full_wooden"] == [f"{ships['full_wooden']['corps']} corps", ships["full_wooden"]["wagons"]]
    assert sea["reduced_wooden"] == [f"{ships['reduced_wooden']['units']} unit", 0]
    assert sea["ironclad"] == ["-", 0]


def test_figures_that_the_rules_read(content: TitleContent, values: dict[str, Any]) -> None:
    rules = values["rules"]
    for name, figures in rules["charts"].items():
        assert column(content, name) == figures, name
    assert rows(content, "destruction") == rules["destruction"]  # 13.1
    assert rows(content, "engineer_works") == rules["engineer_works"]  # 8.8
    for year, (csa, union) in rows(content, "retreat_exemption").items():  # 9.21
        assert (csa == "free", union == "free") == tuple(year in rules["retreat_exemption"][s] for s in ("csa", "union"))


def test_every_table_names_its_rule_and_sheet(content: TitleContent) -> None:
    for found in content.tables:
        assert re.match(r"[0-9]+\.[0-9]+", found.rule), found.id
        assert found.group, found.id
