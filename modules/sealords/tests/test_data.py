"""The content against the rulebook's figures, and the map, counters and set-ups against the rules they must obey."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from modules.sealords.rules import setup
from modules.sealords.rules.facts import stacked
from modules.sealords.rules.ground import ground
from modules.sealords.tests import book
from qtwar.kit.content import Content
from qtwar.model.content import TitleContent as Model

SCENARIOS = ("game_warden", "tet", "zumwalt")


def one_way(content: Content, table: str) -> dict[Any, Any]:
    chart = content.charts[table]
    return {head: chart.cells[i][0] for i, head in enumerate(chart.row_heads)}


def two_way(content: Content, table: str) -> dict[Any, tuple[Any, ...]]:
    chart = content.charts[table]
    return {head: tuple(chart.cells[i]) for i, head in enumerate(chart.row_heads)}


# tables ------------------------------------------------------------------------


def test_27_0_crt(content: Content) -> None:
    chart = content.charts["crt"]
    assert [str(h) for h in chart.column_heads] == book.CRT_COLUMNS.split()
    assert {h: " ".join(chart.cells[i]) for i, h in enumerate(chart.row_heads)} == book.CRT
    # A firepower finds its column, and every result has a meaning.
    for power, head in ((0, "<1"), (1, "1"), (5, "4-5"), (12, "10-12"), (13, "13-15"), (26, "23-26"), (99, "27+")):
        assert str(chart.column_heads[chart.column(power)]) == head
    codes = {part for row in chart.cells for result in row for part in result.split("+")}
    assert codes <= set(next(t for t in content.raw["tables"] if t["id"] == "crt")["codes"])


def test_27_0_terrain(content: Content) -> None:
    rows = two_way(content, "terrain_effects")
    for name, (attacker, defender, shift) in book.TERRAIN.items():
        assert rows[name] == (attacker, defender, shift, book.SHIFT_CONDITION.get(name, "always")), name
    assert all(rows[name] == ("other",) * 4 for name in book.TERRAIN_AS_OTHER)
    assert set(rows) == set(book.TERRAIN) | set(book.TERRAIN_AS_OTHER)


def test_27_0_events(content: Content) -> None:
    assert two_way(content, "random_events") == book.EVENTS
    assert one_way(content, "event_numbers") == book.EVENT_NUMBERS


def test_27_0_vp(content: Content) -> None:
    assert one_way(content, "vp_communist") == book.VP_COMMUNIST
    assert two_way(content, "vp_free_world") == book.VP_FREE_WORLD
    assert one_way(content, "vp_free_world_other") == book.VP_OBJECTIVES
    assert two_way(content, "vp_infiltration") == book.INFILTRATION
    assert one_way(content, "vp_doubling") == book.DOUBLING


def test_27_0_cp(content: Content) -> None:
    assert one_way(content, "cp_communist") == book.CP_COMMUNIST
    assert two_way(content, "cp_free_world") == book.CP_FREE_WORLD
    assert content.charts["cp_free_world"].column_heads == ["us", "ally", "arvn"]


def test_27_0_transport(content: Content) -> None:
    chart = content.charts["transport_costs"]
    for kind, cost in book.TRANSPORT_FW.items():
        assert chart.at(kind, "FW") == cost
    for kind, cost in book.TRANSPORT_COM.items():
        assert chart.at(kind, "COM") == cost
    # The figure on each kind is the table's; what the table has not can not be carried.
    for k in content.kinds.values():
        cost = k.attrs.get("cost")
        if k.klass == "marker" or k.attrs["move"] not in "LR" or (k.attrs["move"] == "R" and cost is None):
            assert cost is None
            continue
        kind = str(k.attrs["type"])
        if k.attrs["nation"] == "ally":
            kind = "infantry_battalion"
        if kind == "infantry_division":
            assert cost is None
            continue
        row = kind if kind in chart.row_heads else "company"
        assert row != "company" or k.size == "company", k.id
        assert chart.at(row, k.side) == cost, k.id


def test_27_0_small_tables(content: Content) -> None:
    assert one_way(content, "victory_levels") == book.LEVELS
    assert one_way(content, "sensor") == book.SENSOR
    assert {k: v for k, v in one_way(content, "turn_track").items() if v != "-"} == book.TURN_MARKS
    assert one_way(content, "shifts") == book.SHIFTS
    assert one_way(content, "recon_modifiers") == book.RECON
    assert one_way(content, "limits") == book.LIMITS
    assert one_way(content, "minefield") == {"firepower": 3}
    assert sum(n for _, n in two_way(content, "guerrilla").values()) == book.GUERRILLA_TOTAL


def test_every_table_word_is_named_in_both_languages(model: Model) -> None:
    for table in model.tables:
        texts = [table.name, *table.codes.values(), *(n.text for n in table.notes)]
        for axis in (table.rows, table.columns):
            texts += axis.names.values()
            if axis.kind == "word":
                assert set(axis.heads) <= set(axis.names), table.id
        assert not [t for t in texts if t.missing()], table.id
        words = {c for row in table.cells for c in row if isinstance(c, str)}
        if table.id not in ("crt", "placement_free_world", "placement_communist"):
            assert words <= set(table.codes), table.id


# the map -------------------------------------------------------------------------


def reached(links: dict[str, Any], start: str) -> set[str]:
    found, edge = {start}, [start]
    while edge:
        for place in links[edge.pop()]:
            if place not in found:
                found.add(place)
                edge.append(place)
    return found


def test_8_4_every_water_square_is_connected_for_riverine_units(content: Content) -> None:
    g = ground(content)
    wet = {p for p in g.places if "R" in g.enter[p]}
    assert reached(g.water, "delta:2906") == wet
    assert len(wet) > 350


def test_8_5_sea_and_coast_are_connected_for_naval_units(content: Content) -> None:
    g = ground(content)
    sea = {p for p in g.places if "N" in g.enter[p]}
    steps = {p: [q for q in g.naval[p] if g.corner_open(p, q)] for p in g.places}
    assert reached(steps, "delta:0132") == sea


def test_8_4_water_links_follow_the_waterways(content: Content) -> None:
    g = ground(content)
    assert "delta:1206" not in g.water["delta:1306"]  # Mekong and Bassac lie side by side, unlinked
    assert "delta:1509" in g.water["delta:1409"]  # Vam Nao joins them
    coast = [(a, b) for a in g.places for b in g.sides[a] if g.terrain[a] == g.terrain[b] == "coastal"]
    assert coast
    assert all(b in g.water[a] for a, b in coast)
    corners = [(a, b) for a in g.places for b in g.near[a] if b not in g.sides[a]]
    assert not [1 for a, b in corners if b in g.water[a]]
    border = {
        tuple(sorted((a[6:], b[6:])))
        for a in g.places for b in g.water[a]
        if {g.country[a], g.country[b]} == {"cambodia", "south_vietnam"}
    }  # fmt: skip
    assert border == {
        ("1304", "1305"), ("1204", "1205"), ("2105", "2106"), ("2305", "2405"), ("0908", "0909"), ("0510", "0511"),
    }  # fmt: skip


def test_every_place_and_base_lies_on_water(content: Content) -> None:
    g = ground(content)
    for place, features in g.features.items():
        if features - {"swamp", "mangrove"}:
            assert g.terrain[place] not in ("land", "high_seas"), (place, features)
    assert len(g.base_number) == 12
    assert Counter(g.country[p] for p in g.base_number) == {"south_vietnam": 8, "cambodia": 4}
    home = {n for p, n in g.base_number.items() if g.country[p] == "south_vietnam"}
    assert home == set(book.INFILTRATION) - {"other"}
    assert all(p in g.edge for p in ("delta:0132", "delta:3632"))
    assert all(g.terrain[p] == "high_seas" for p in g.edge)


def test_18_names_in_both_languages(model: Model) -> None:
    named = [*model.sides, *model.kinds, *model.formations, *model.options, *model.scenarios, *model.terrain]
    texts = [n.name for n in named] + [b.name for b in model.boxes.values()]
    texts += [label.text for b in model.boards for label in b.labels] + [a.name for b in model.boards for a in b.areas]
    texts += [o.help for o in model.options] + [p.name for p in model.pieces if p.name is not None]
    assert not [t for t in texts if t.missing()]


# counters ------------------------------------------------------------------------


def test_counter_mix(content: Content) -> None:
    variant = {p for p in content.pieces if content.kinds[content.pieces[p]["kind"]].traits & {"variant"}}
    assert len(content.pieces) - len(variant) == 275
    assert len(variant) == 2
    mix = Counter(p["kind"] for p in content.pieces.values())
    guerrilla = {k: n for k, n in mix.items() if "guerrilla" in content.kinds[k].traits}
    assert sum(guerrilla.values()) == book.GUERRILLA_TOTAL
    assert guerrilla == {f"com_{k}": n for k, (_, n) in two_way(content, "guerrilla").items()}
    for name, scenario in content.scenarios.items():
        wanted: Counter[str] = Counter()
        for line in scenario["setup"]:
            if not (line.get("attrs") or {}).get("when"):
                wanted.update(line["pieces"])
        for pool in scenario["pools"].values() if scenario.get("pools") else ():
            wanted.update(pool["pieces"])
        assert all(mix[kind] >= n for kind, n in wanted.items()), name


def test_public_values(content: Content) -> None:
    """Three facts known from play of the published game hold for the values written for this one."""
    kinds = content.kinds
    main, hq, ulc = (kinds[f"com_{k}"].attrs["fire"] for k in ("main_force_battalion", "hq", "ulc"))
    assert main + hq + ulc == 8
    assert (kinds["us_special_forces_camp"].attrs["fire"], kinds["us_special_forces_camp"].attrs["recon"]) == (2, 2)
    assert 2 * kinds["us_special_forces_company"].attrs["fire"] + kinds["us_helicopter_detachment"].attrs["fire"] == 11


# scenarios -----------------------------------------------------------------------


@pytest.mark.parametrize("name", SCENARIOS)
def test_24_25_26_points_and_length(content: Content, name: str) -> None:
    s = content.scenarios[name]
    turns, first, fw_cp, fw_income, fw_vp, com_cp, com_income, com_vp, price = book.SCENARIOS[name]
    assert (s["turns"], s["first_side"], s["setup_order"]) == (turns, first, ["FW", "COM"])
    assert s["side_vars"] == {"FW": {"cp": fw_cp, "vp": fw_vp}, "COM": {"cp": com_cp, "vp": com_vp}}
    assert (s["numbers"]["income_fw"], s["numbers"]["income_com"]) == (fw_income, com_income)
    assert content.charts["cp_communist"].at(s["numbers"]["draw_row_com"]) == price


@pytest.mark.parametrize("name", SCENARIOS)
def test_24_25_26_lists(content: Content, name: str) -> None:
    s = content.scenarios[name]
    got: dict[str, Counter[str]] = {}
    for line in s["setup"]:
        attrs = line.get("attrs") or {}
        if attrs.get("when") or line.get("random"):
            continue
        where = line["where"]
        key = (where["box"][0] if isinstance(where["box"], list) else where["box"]) if "box" in where else "map"
        for kind, n in line["pieces"].items():
            got.setdefault(f"{key} {kind.partition('_')[0]}", Counter())[kind] += n
    expected = {
        "map us": book.counts(book.US_MAP[name], "us"),
        "map arvn": book.counts(book.ARVN_MAP[name], "arvn"),
        "map com": book.counts(book.COM_MAP[name], "com"),
        "fw_ready us": book.counts(book.READY[name], "us"),
        "fw_refit us": book.counts(book.REFIT_US, "us"),
        "fw_refit arvn": book.counts(book.REFIT_ARVN, "arvn"),
    }
    assert {k: dict(v) for k, v in got.items()} == expected
    pool = s["pools"]["FW"]["pieces"]
    assert pool == {
        **book.counts(book.POOL_US[name], "us"),
        **book.counts(book.POOL_ARVN[name], "arvn"),
        **book.counts(book.POOL_ALLY[name], "ally"),
        "us_ace": 2,
    }
    assert s["pools"]["COM"]["pieces"] == {**book.counts(book.POOL_COM[name], "com"), "com_hero": 2}


@pytest.mark.parametrize("name", SCENARIOS)
def test_24_25_26_squares(content: Content, model: Model, name: str) -> None:
    s = content.scenarios[name]
    squares = {label.text.en: label.at for label in model.board("delta").labels}

    def cells(text: str) -> set[Any]:
        return {squares[n.strip()] for n in text.split(",")}

    lines: dict[str, list[dict[str, Any]]] = {}
    for line in s["setup"]:
        for kind in line["pieces"]:
            lines.setdefault(kind, []).append(line)
    assert set(lines["us_logistical_base"][0]["where"]["cells"]) == cells(book.US_BASES[name])
    assert set(lines["arvn_logistical_base"][0]["where"]["cells"]) == cells(book.ARVN_BASES)
    assert set(lines["arvn_infantry_division"][0]["where"]["cells"]) == cells(book.DIVISIONS[name])
    assert lines["arvn_rag"][0]["max_per_cell"] == book.ARVN_PER_SQUARE[name]
    assert lines["us_special_forces_camp"][0]["where"]["cells"] == [squares["Can Tho"]]
    draws = {k: line["attrs"]["draw"] for k in ("com_ambush", "com_sij") for line in lines[k] if line.get("random")}
    assert draws == {"com_ambush": book.GUERRILLA_DRAWN[name], "com_sij": book.CRAFT_DRAWN[name]}
    craft = next(line for line in lines["com_sij"] if line.get("random"))
    assert ("com_dj" in craft["pieces"]) == (name == "game_warden")
    sanctuary: Counter[str] = Counter()
    for line in s["setup"]:
        if {"attr": {"country": "cambodia"}} in (line["where"].get("all") or []):
            sanctuary.update(line["pieces"])
    assert sanctuary == book.counts(book.COM_IN_CAMBODIA[name], "com")


def test_every_scenario_line_names_its_rule(content: Content) -> None:
    for s in content.scenarios.values():
        assert all(line["rule"] for line in s["setup"])
        assert all(note["rule"] for note in s.get("special") or ())
    assert list(content.scenarios) == ["learning", "game_warden", "tet", "zumwalt"]


# quick set-ups ------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("name", ["learning", *SCENARIOS])
def test_quick_setup_is_legal(game: Any, content: Content, name: str, seed: int) -> None:
    g = game(name, setup="quick", seed=seed, options={"cambodia_invasion": False})
    assert g.over
    assert not list(g.state.check())
    t = g.table()
    for place in g.state.places:
        if ":" not in place:
            continue
        for side in ("FW", "COM"):
            assert stacked(t, place, side) <= 8, place
        owners = {t.owner(p) for p in t.ids(place) if t.content.kinds[t.record(p)["kind"]].klass == "unit"}
        assert len(owners) <= 1, place
        twins = Counter(t.record(p)["kind"] for p in t.ids(place) if t.has(p, "guerrilla"))
        assert all(n == 1 for n in twins.values()), place
    assert not t.ids("fw_setup")
    assert not t.ids("com_setup")
    surplus = {"zumwalt": 4}.get(name, 0)
    assert len(t.ids("fw_refit")) == (0 if name == "learning" else 8 + surplus)
    assert not t.ids("com_refit")


@pytest.mark.parametrize("name", SCENARIOS)
def test_quick_setup_obeys_its_lines(game: Any, content: Content, name: str) -> None:
    """Each piece stands where its own line allows, with all others in place."""
    g = game(name, setup="free", options={"cambodia_invasion": False})
    for side in ("FW", "COM"):
        g.act(side, "quick")
        t = g.table()
        left = setup.waiting(t, side)
        assert len(left) == (4 if (name, side) == ("zumwalt", "FW") else 0)
        for piece in setup.placed(t, side):
            line = setup.line_of(t, piece)
            assert line is not None
            assert setup.fault(t, piece, line, t.where(piece)) == "", piece
        g.act(side, "done")
    assert g.over
