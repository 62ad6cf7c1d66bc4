"""A small title made for print: squares with two sides, hidden counters, boxes, a table, reinforcements, a sequence."""

from __future__ import annotations

from typing import Any

from qtwar.model.content import TitleContent


def name(en: str, ja: str = "") -> dict[str, str]:
    return {"en": en, "ja": ja or en}


def field_json() -> dict[str, Any]:
    """Return its plain data."""
    rows, columns = 4, 6
    cells = [f"{c + 1:02}{r + 1:02}" for r in range(rows) for c in range(columns)]
    kinds = [
        {"id": "rifles", "name": name("Rifles", "小銃中隊"), "side": "RED", "template": "unit", "attrs": {"fire": 3}},
        {"id": "guns", "name": name("Guns", "砲兵中隊"), "side": "RED", "template": "unit", "attrs": {"fire": 6}},
        {
            "id": "scouts",
            "name": name("Scouts", "斥候"),
            "side": "BLUE",
            "template": "unit",
            "attrs": {"fire": 1},
            "hidden": "BLUE",
        },
        {
            "id": "raiders",
            "name": name("Raiders", "襲撃隊"),
            "side": "BLUE",
            "template": "unit",
            "attrs": {"fire": 4},
            "hidden": "BLUE",
        },
        {
            "id": "mine",
            "name": name("Minefield", "地雷原"),
            "class": "marker",
            "template": "unit",
            "attrs": {"fire": 0},
        },
    ]
    return {
        "title": {
            "id": "field",
            "name": name("The Field", "野戦"),
            "subtitle": name("A test", "試験"),
            "attrs": {
                "counter_mm": 15,
                "sequence": [
                    {
                        "name": name("Movement", "移動"),
                        "rule": "4.0",
                        "steps": [{"name": name("Red", "赤"), "rule": "4.1"}],
                    },
                    {"name": name("Combat", "戦闘"), "rule": "5.0"},
                ],
            },
        },
        "sides": [
            {"id": "RED", "name": name("Red", "赤軍"), "short": name("R", "赤"), "attrs": {"colour": "#a3241c"}},
            {"id": "BLUE", "name": name("Blue", "青軍"), "short": name("B", "青"), "attrs": {"colour": "#1f5c99"}},
        ],
        "terrain": [{"id": "clear", "name": name("Clear", "平地")}, {"id": "wood", "name": name("Wood", "森")}],
        "features": [{"id": "town", "name": name("Town", "町")}],
        "boards": [
            {
                "id": "field",
                "name": name("The field", "戦場"),
                "style": "field",
                "grid": {"kind": "square", "columns": columns, "rows": rows, "diagonals": True, "cell_mm": 20},
                "legend": {".": "clear", "w": "wood"},
                "terrain": {c: ("wood" if n % 5 == 0 else "clear") for n, c in enumerate(cells)},
                "features": {"town": ["0202", "0503"]},
                "labels": [{"text": name("Millbrook", "水車村"), "at": "0202", "style": "town"}],
                "boxes": [
                    {
                        "id": "red_reserve",
                        "name": name("Red reserve", "赤軍予備"),
                        "side": "RED",
                        "sight": "all",
                        "role": "pool",
                    },
                    {
                        "id": "blue_cup",
                        "name": name("Blue cup", "青軍カップ"),
                        "side": "BLUE",
                        "sight": "count",
                        "role": "cup",
                    },
                    {
                        "id": "blue_hand",
                        "name": name("Blue hand", "青軍手札"),
                        "side": "BLUE",
                        "sight": "owner",
                        "role": "hand",
                    },
                ],
            }
        ],
        "kinds": kinds,
        "counters": {
            "defaults": {"fire": 0},
            "palettes": {
                "standard": {"RED": {"base": "#c98a80"}, "BLUE": {"base": "#86aed0"}, "none": {"base": "#d8d0b0"}}
            },
            "backs": {
                "BLUE": [
                    {"box": {"fill": "#1f5c99"}},
                    {"text": {"at": [50, 50], "value": "?", "size": 60, "color": "#ffffff"}},
                ]
            },
            "templates": {
                "unit": {
                    "front": [
                        {"box": {"fill": "#d8d0b0"}},
                        {"band": {"edge": "top", "fill": "#56633a", "size": 20}},
                        {"text": {"at": [50, 60], "value": "{fire}", "size": 50, "color": "#111111"}},
                    ]
                }
            },
        },
        "formations": [
            {"id": "brigade", "side": "RED", "name": name("First Brigade", "第1旅団")},
            {"id": "band", "side": "BLUE", "name": name("The Band", "部隊")},
        ],
        "pieces": [
            {"id": "rifles-1", "kind": "rifles", "formation": "brigade", "name": name("A Company", "A中隊")},
            {"id": "rifles-2", "kind": "rifles", "formation": "brigade"},
            {"id": "rifles-3", "kind": "rifles", "formation": "brigade"},
            {"id": "guns-1", "kind": "guns", "formation": "brigade"},
            {"id": "scouts-1", "kind": "scouts", "formation": "band"},
            {"id": "scouts-2", "kind": "scouts", "formation": "band"},
            {"id": "raiders-1", "kind": "raiders", "formation": "band"},
        ],
        "tables": [
            {
                "id": "crt",
                "name": name("Combat results", "戦闘結果"),
                "rule": "7.1",
                "rows": {"kind": "dice", "heads": [1, 2, 3, 4, 5, 6]},
                "columns": {"kind": "range", "heads": ["1-2", {"min": 3}]},
                "cells": [["A", "-"]] * 3 + [["-", "D"]] * 2 + [["D", "shaken"]],
                "codes": {
                    "A": name("Attacker retreats", "攻撃側後退"),
                    "D": name("Defender retreats", "防御側後退"),
                    "shaken": name("Both shaken", "双方混乱"),
                },
                "notes": [{"text": name("Woods shift one column.", "森は1列ずらします。"), "rule": "7.2"}],
            }
        ],
        "options": [{"id": "fog", "name": name("Fog", "霧"), "type": "bool", "default": True, "rule": "9.1"}],
        "scenarios": [
            {
                "id": "one",
                "name": name("First light", "夜明け"),
                "period": name("1943", "1943年"),
                "turns": 4,
                "about": name("Red holds the town.", "赤軍が町を守ります。"),
                "first_side": "BLUE",
                "setup_order": ["RED", "BLUE"],
                "setup": [
                    {
                        "id": "r1",
                        "side": "RED",
                        "pieces": {"rifles-1": 1, "guns": 1},
                        "where": {"cells": ["0202"]},
                        "rule": "10.1",
                    },
                    {
                        "id": "r2",
                        "side": "RED",
                        "pieces": {"rifles": 2},
                        "where": {"terrain": ["wood"]},
                        "max_per_cell": 1,
                        "rule": "10.2",
                    },
                    {
                        "id": "b1",
                        "side": "BLUE",
                        "pieces": {"scouts": 2, "raiders": 1},
                        "where": {"cells": ["0604"]},
                        "rule": "10.3",
                    },
                ],
                "pools": {"BLUE": {"place": "blue_cup", "pieces": {"scouts": 1}}},
                "reinforcements": [
                    {"turn": 2, "pieces": {"rifles": 1}, "at": "red_reserve", "side": "RED", "rule": "10.4"}
                ],
                "special": [{"rule": "10.9", "text": name("No retreat from the town.", "町からは後退できません。")}],
                "victory": {"hold": name("Red wins by holding the town.", "町を保持すれば赤軍の勝利です。")},
            }
        ],
    }


def field(**changes: Any) -> TitleContent:
    """Return the title; `changes` replace whole parts."""
    return TitleContent.model_validate({**field_json(), **changes})
