"""Charts against the figures of the digest: every row, column and cell."""

from __future__ import annotations

from typing import Any

import pytest

from modules.fields_of_fire.tests.figures import ENEMIES, MISSIONS, VALUES, chart, columns, content, shown


def spread(results: dict[Any, Any]) -> list[str]:
    """Return the results of `{1-3: a, 4: b, …}` one after the other."""
    out = []
    for span, word in results.items():
        first, _, last = str(span).partition("-")
        out += [str(word)] * (int(last or first) - int(first) + 1)
    return out


def test_contact_spotting_and_cover_charts() -> None:
    for level, cards in VALUES["potential_contact_cards"].items():
        assert dict(zip(columns("potential_contact"), chart("potential_contact")[level], strict=True)) == {
            letter: str(number) for letter, number in cards.items()
        }
    assert {k: [str(v)] for k, v in VALUES["spotting_modifiers"].items()} == chart("spotting")
    for number, era in enumerate(columns("urban_cover")):
        assert [row[number] for row in chart("urban_cover").values()] == spread(VALUES["urban_cover_R10"][era])


def test_vehicle_and_anti_tank_charts() -> None:
    standard = VALUES["vehicle_chart"]["default"]
    have = chart("vehicles")
    assert set(have) == set(VALUES["vehicle_chart"]) - {"default"}
    for name, cells in have.items():
        row = {**standard, **VALUES["vehicle_chart"][name]}
        wanted = [*row["gun"], row["def"], row["crew"], row["transport"], row["move_fire"], row["vof"], row["ammo"]]
        wanted += ["yes" if row["rapid"] else None, "yes" if row["g_gun"] else None]
        targets = "air_soft" if isinstance(row["targets"], list) else row["targets"]
        wanted.append(None if row["gun"] == [None] * 4 else targets)
        moves = (
            "air"
            if row["air"]
            else row["mobility"]
            if row["mobility"] == "none"
            else "man"
            if row["infantry"]
            else "ground"
        )
        wanted += [moves, row.get("attack"), "yes" if row.get("invulnerable") else None]
        assert cells == [shown(value) for value in wanted], name
    assert chart("at_modifiers") == {k: [str(v)] for k, v in VALUES["at_other_modifiers"].items()}
    assert chart("at_ground") == {k: [str(v)] for k, v in VALUES["at_result_ground"].items()}
    assert chart("at_air") == {k: [str(v)] for k, v in VALUES["at_result_air"].items()}


@pytest.mark.parametrize("tactic", ["assault", "infiltration", "probe", "defend", "delay", "ambush"])
def test_enemy_activity_of_every_tactic(tactic: str) -> None:
    wanted = {**VALUES["offensive_table"], **VALUES["defensive_table"]}[tactic]
    assert chart(f"enemy_{tactic}") == {f"row_{row}": spread(results) for row, results in wanted.items()}


def test_enemy_activity_of_the_pinned_placement_and_events() -> None:
    rows = {
        row["when"]: spread({k: v for k, v in row.items() if k not in ("row", "when")})
        for row in VALUES["pinned_lat_table"]
    }
    assert chart("pinned_lat") == rows
    for number, kind in enumerate(columns("placement")):
        assert [row[number] for row in chart("placement").values()] == spread(VALUES["placement_tables"][kind])
    for name in ("us_events", "enemy_events"):
        table = next(t for t in content().tables if t.id == name)
        for number, event in VALUES[name].items():
            (code,) = chart(name)[str(number)]
            assert code == event["text"].lower().replace(" ", "_")
            assert table.codes[code].en.startswith(event["text"])


@pytest.mark.parametrize("nation", ENEMIES)
def test_every_force_package(nation: str) -> None:
    for name, force in VALUES["forces"][nation].items():
        cells = dict(zip(columns(f"forces_{nation}"), chart(f"forces_{nation}")[name], strict=True))
        assert cells["units"] == force["units"]
        for key in ("now", "spotted"):
            assert cells[key] == ({True: "yes", False: "no"}[force[key]] if key in force else "-"), (name, key)
        assert cells["place"] == force.get("place", "-")
        assert cells["cover"] == force.get("cover", "-")
        assert cells["exposed"] == ("yes" if force.get("exposed") else "-")
        assert cells["incoming_ncm"] == shown(force.get("incoming_ncm"))


@pytest.mark.parametrize("name", MISSIONS)
def test_contacts_of_every_mission_and_what_they_bring(name: str) -> None:
    table = next(t for t in content().tables if t.id == f"contact_{name}")
    for number, letter in enumerate(columns(table.id)):
        assert [row[number] for row in chart(table.id).values()] == spread(MISSIONS[name]["contact"][letter])
    packages = {k: v for nation in ENEMIES for k, v in VALUES["forces"][nation].items()}
    assert all(code in packages for row in chart(table.id).values() for code in row)
    assert {code for row in table.cells for code in row} == set(table.codes)


def test_command_fire_and_sight_charts() -> None:
    book = VALUES["book"]
    modifiers = {**{f"hq_{k}": v for k, v in book["command_modifiers"]["hq"].items()},
                 **{f"vof_{k}": v for k, v in book["command_modifiers"]["vof_on_card"].items()},
                 **book["command_modifiers"]["activity"]}  # fmt: skip
    assert chart("command_modifiers") == {k: [str(v)] for k, v in modifiers.items()}
    assert chart("command_limits") == {
        k: [str(v["day"]), str(v["limited"])] for k, v in book["command_limits"]["saved"].items()
    }
    assert chart("vof") == {k: [str(v)] for k, v in book["basic_vof"].items() if isinstance(v, int)}
    special = {f"grenade_{k}": v for k, v in book["special_vof"]["grenade"].items() if isinstance(v, int)}
    special |= {k: v for k, v in book["special_vof"].items() if isinstance(v, int) and k in chart("special_vof")}
    special |= {"sniper": book["special_vof"]["sniper"]["target"]}
    special |= {f"mines_{k}": v for k, v in book["special_vof"]["mines"].items()}
    assert chart("special_vof") == {k: [str(v)] for k, v in special.items()}
    ammo = {row["type"]: [shown(row.get(key)) for key in columns("ammunition")] for row in book["ammo"]["items"]}
    assert chart("ammunition") == ammo
    assert chart("ranges") == {k: [str(book["ranges"][k]["cards"])] for k in "PCLV"}
    assert chart("visibility") == {k: [str(v)] for k, v in VALUES["visibility"].items()}
    assert chart("illumination") == {
        k: [shown(v["own"]), shown(v["adjacent"])] for k, v in VALUES["illumination"].items()
    }
    assert chart("hit_effects") == {k: [book["hit_effects"][k].replace(" ", "_")] for k in "CPLFA"}
    effects = VALUES["fire_mission_effects"]
    missions = {k: [shown(v.get("draw")), shown(v.get("ncm"))] for k, v in effects.items() if isinstance(v, dict)}
    assert chart("fire_missions") == missions
    breakdown = {k: [*v, "-"][:3] for k, v in VALUES["squad_breakdown"].items() if isinstance(v, list)}
    assert chart("squad_breakdown") == breakdown


def test_every_chart_speaks_both_languages() -> None:
    for table in content().tables:
        for head in table.rows.heads if table.rows.kind == "word" else ():
            assert str(head) in table.rows.names, (table.id, head)
        texts = [*table.rows.names.values(), *table.codes.values(), table.name]
        assert all(text.en and text.ja for text in texts), table.id
