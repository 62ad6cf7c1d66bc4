"""What a new draft begins with, by kind of map: terrains and how they are drawn, edges, paths, counters' templates.

Drawing settings are those of docs/reference/drawing.md; all of it is content like any other and can be changed.
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def _thing(ident: str, en: str, ja: str, **attrs: Any) -> Json:
    return {"id": ident, "name": {"en": en, "ja": ja}, "attrs": attrs}


def _plain(terrain: str, color: str) -> Json:
    return {
        "painter": "tint", "terrain": [terrain], "color": color, "reach": 62, "steps": [[0.42, 0.55], [0.5, 1.0]],
    }  # fmt: skip


_WOODS: Json = {
    "painter": "wild", "terrain": ["woods"], "floor": "#9fbd86", "motif": "trees", "spacing": 17, "jitter": 0.36,
    "crown_size": [6, 10], "crowns": ["#5f8f58", "#6d9c62", "#668f5c"], "edge": "#2f5230", "light": "#a5c98f",
}  # fmt: skip
_SWAMP: Json = {
    "painter": "wild", "terrain": ["swamp"], "floor": "#b3cc9c", "motif": "reeds", "spacing": 24, "jitter": 0.3,
    "blade": "#4f7a45", "water": "#4d8fae",
}  # fmt: skip
_WATERS: Json = {
    "painter": "side_rivers",
    "kinds": {
        "river": {
            "width": [8.5, 11], "casing_width": 4.2, "casing": "#2f6c8c", "color": "#9fcbd8", "mid": "#b9dbe2c8",
            "least_px": 1.3,
        },
        "stream": {"width": [3, 4.6], "casing_width": 2.4, "casing": "#2f6279", "color": "#8fbccb", "least_px": 0.8},
    },
}  # fmt: skip
_ROUTES: Json = {
    "painter": "routes", "pinned": ["town"],
    "kinds": {
        "road": {
            "halo": ["#f7efd6be", 7.4], "strokes": [["#7a4320", 4.6], ["#f3dcaa", 2.3]], "thin": ["#9a6a44", 0.6],
        },
        "track": {"halo": ["#f7efd6a0", 5.0], "strokes": [["#8a6238", 2.4]], "thin": ["#9a6a44", 0.5]},
        "railroad": {
            "halo": ["#f7efd6d2", 7.0], "strokes": [["#231d16", 2.2]], "ties": [9.5, 4.6, 1.7], "thin": ["#231d16", 0.8],
        },
    },
}  # fmt: skip
_CROSSINGS: Json = {
    "painter": "crossings", "routes": ["road", "track", "railroad"],
    "kinds": {"bridge": {"sign": "bridge"}, "ford": {"sign": "ford"}}, "from_zoom": 24,
}  # fmt: skip
_SIGNS: Json = {
    "painter": "town_signs",
    "kinds": {"village": {"sign": "village", "room": 9, "from_zoom": 20}, "town": {"sign": "great_city", "size": 22, "room": 24}},
}  # fmt: skip
_NAMES: Json = {
    "painter": "point_names",
    "styles": {
        "town": {"size": 24, "weight": 700, "tracking": 0.05, "color": "#22160a", "off": 30, "min_px": 4},
        "village": {"size": 18.5, "weight": 600, "color": "#22160a", "off": 13, "min_px": 5},
        "region": {"size": 21, "weight": 600, "italic": True, "tracking": 0.08, "color": "#3f2a0a", "off": 4, "min_px": 5},
    },
}  # fmt: skip
_GRID: Json = {"painter": "grid", "color": "#33301cc0", "halo": "#f6f1d090", "width": 1.2, "from_zoom": 14}
"""Over woods and water, below what runs along sides or crosses them: its rim would pale a hedge and break a road."""
_IDS: Json = {"painter": "ids", "color": "#3a3722", "halo": "#f6f1d099", "size": 11.5, "from_zoom": 46}
_BOXES: Json = {
    "painter": "boxes", "outside": True, "margin": [0, 0, 0, 0],
    "fill": "#e7ddbf", "edge": "#5a4a2a", "text": "#2a1c0c", "size": 19,
}  # fmt: skip

_TACTICAL: list[Json] = [
    {"painter": "fill", "color": "#e3dcae"},
    {
        "painter": "heights", "tints": ["#d3b97f", "#bf9d62", "#a98248", "#916a36"], "ink": "#6d4a1c",
        "shadow": "#4a3312", "light": "#f3e3b4",
    },
    {
        "painter": "tint", "terrain": ["field"], "color": "#cfc76e", "reach": 52, "wave": 60, "noise": 0.07,
        "steps": [[0.46, 0.3], [0.5, 0.62]], "hatch": "#8f8a3a70",
    },
    _plain("rough", "#c8b48a"), _SWAMP, _WOODS, _plain("water", "#93bfd0"), _GRID, _WATERS, _ROUTES, _CROSSINGS,
    {
        "painter": "hedges", "kind": "hedge", "crowns": ["#3f6d30", "#4a7a38", "#356028", "#55853f"], "edge": "#1d3a16",
        "light": "#7fae5c", "crown_size": [4.8, 7.4],
    },
    {"painter": "walls", "kind": "wall", "color": "#cfcac0", "edge": "#4f4d48"},
    {
        "painter": "buildings", "terrain": ["built"], "shape": "farm", "size": 34, "color": "#a4683c", "edge": "#3d2210",
        "yard": "#ddcf9f",
    },
    _SIGNS, _IDS, {"painter": "level_numbers", "color": "#8a2f22", "halo": "#f2e3bcc0", "size": 15}, _BOXES, _NAMES,
]  # fmt: skip
_OPERATIONAL: list[Json] = [
    {"painter": "mottle", "color": "#ece3bf", "bands": [[3.2, 0.08, "#e3e0b278"], [3.2, -0.10, "#f1e6c682"]]},
    {
        "painter": "relief", "levels": {"hill": 1, "mountain": 2},
        "tints": [[0.36, "#d9c48f70"], [0.5, "#cdb27aa0"], [1.0, "#c3a56a60"], [1.5, "#b3935cb4"]],
        "dark": "#3a2c16", "light": "#fffbe0", "most": 0.44, "ink": "#5d3f16",
        "hachures": [[0.95, 9, 5, 0.8, 0.55], [0.5, 13, 5.2, 1.1, 0.84], [1.5, 13, 5, 1.2, 0.86]],
    },
    _SWAMP, _WOODS, _plain("water", "#93bfd0"), _GRID, _WATERS, _ROUTES, _CROSSINGS, _SIGNS, _IDS, _BOXES, _NAMES,
]  # fmt: skip
_CARDS: list[Json] = [
    {"painter": "fill", "color": "#cfc4a2"}, _plain("field", "#cfcf7e"), _plain("built", "#b9a596"), _SWAMP, _WOODS,
    _plain("water", "#93bfd0"), _GRID, _IDS, _BOXES, _NAMES,
]  # fmt: skip

_CLEAR = _thing("clear", "Clear", "平地", mp=1)
_WOOD = _thing("woods", "Woods", "森", mp=2, los="blocking")
_MARSH = _thing("swamp", "Swamp", "湿地", mp=3)
_WATER = _thing("water", "Water", "水面")

TERRAIN: dict[str, list[Json]] = {
    "tactical": [
        _CLEAR, _WOOD, _thing("field", "Field", "畑", mp=1), _thing("rough", "Rough", "荒地", mp=2), _MARSH,
        _thing("built", "Buildings", "市街", mp=2, los="blocking"), _WATER,
    ],
    "operational": [
        _CLEAR, _WOOD, _thing("hill", "Hills", "丘陵", mp=2), _thing("mountain", "Mountains", "山地", mp=3), _MARSH, _WATER,
    ],
}  # fmt: skip
FEATURES = [_thing("village", "Village", "村"), _thing("town", "Town", "町")]
EDGES = [
    _thing("river", "River", "川"), _thing("stream", "Stream", "小川"), _thing("bridge", "Bridge", "橋"),
    _thing("ford", "Ford", "浅瀬"), _thing("wall", "Wall", "石垣"), _thing("hedge", "Hedgerow", "生垣", mp_add=1, los="blocking"),
]  # fmt: skip
PATHS = [_thing("road", "Road", "道路"), _thing("track", "Track", "小道"), _thing("railroad", "Railroad", "鉄道")]

LAYERS: dict[str, list[Json]] = {
    "tactical": _TACTICAL, "operational": _OPERATIONAL, "squares": _TACTICAL, "areas": _TACTICAL, "cards": _CARDS,
}  # fmt: skip

SIDES = [
    {"id": "blue", "name": {"en": "Blue", "ja": "青軍"}, "short": {"en": "Blue", "ja": "青"}, "attrs": {"colour": "#8fb4d6"}},
    {"id": "red", "name": {"en": "Red", "ja": "赤軍"}, "short": {"en": "Red", "ja": "赤"}, "attrs": {"colour": "#c8705f"}},
]

COUNTERS: Json = {
    "defaults": {
        "symbol": "infantry", "attack": "", "move": "", "designation": "", "size_mark": "", "abbr": "", "colour": "",
    },
    "palettes": {
        "standard": {
            "blue": {"base": "#8fb4d6", "ink": "#0c1826", "panel": "#f2f6fa"},
            "red": {"base": "#c8705f", "ink": "#230a06", "panel": "#faf0ec"},
            "neutral": {"base": "#d9cfb4", "ink": "#2a2418", "panel": "#fbf8ee"},
        },
        "colour_blind": {"red": {"base": "#b58a3c", "ink": "#1c1404", "panel": "#faf4e6"}},
        "high_contrast": {
            "blue": {"base": "#a9d0f5", "ink": "#000000", "panel": "#ffffff"},
            "red": {"base": "#ffb0a0", "ink": "#000000", "panel": "#ffffff"},
        },
    },
    "styles": {
        "figure": {"family": "Barlow Condensed", "size": 31, "weight": 800},
        "small": {"family": "Barlow Condensed", "size": 15, "weight": 700},
        "only": {"family": "Barlow Condensed", "size": 70, "weight": 800},
    },
    "backs": {
        "blue": [{"box": {"fill": "$blue.base"}}, {"disc": {"at": [50, 50], "r": 24, "fill": "$blue.panel"}}],
        "red": [{"box": {"fill": "$red.base"}}, {"disc": {"at": [50, 50], "r": 24, "fill": "$red.panel"}}],
    },
    "templates": {
        "unit": {
            "front": [
                {"box": {"fill": "$side.base"}},
                {"text": {"at": [50, 13], "value": "{size_mark}", "style": "small", "color": "$side.ink"}},
                {
                    "symbol": {
                        "name": "{symbol}", "at": [50, 42], "size": [54, 37], "ink": "#141414", "paper": "$side.panel",
                    }
                },
                {
                    "text": {
                        "at": [89, 42], "value": "{designation}", "style": "small", "color": "$side.ink", "rotate": 90,
                        "fit": 46,
                    }
                },
                {"text": {"at": [24, 81], "value": "{attack}", "style": "figure", "color": "$side.ink", "simple": True}},
                {"text": {"at": [76, 81], "value": "{move}", "style": "figure", "color": "$side.ink"}},
            ],
            "simple": [
                {"box": {"fill": "$side.base", "bevel": False, "edge_width": 3}},
                {"text": {"at": [50, 52], "value": "{attack}", "style": "only", "color": "$side.ink"}},
            ],
        },
        "marker": {
            "front": [
                {"box": {"fill": "$neutral.base"}},
                {
                    "text": {
                        "at": [50, 52], "value": "{kind_name}", "size": 22, "weight": 700, "color": "$neutral.ink", "fit": 88,
                        "family": "Barlow Condensed",
                    }
                },
            ]
        },
    },
}  # fmt: skip
