"""Content made up for tests: one small title, and any content that hypothesis can think of."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

from qtwar.model.content import TitleContent

NAME = {"en": "Name", "ja": "名前"}


@cache
def small() -> TitleContent:
    """Return a title of 3 × 2 squares that has one of everything."""
    return TitleContent.model_validate(small_json())


def small_json() -> dict[str, Any]:
    """Return its plain data."""
    board = {
        "id": "field", "name": NAME, "grid": {"kind": "square", "columns": 3, "rows": 2, "diagonals": True},
        "legend": {".": "clear", "w": "wood"},
        "terrain": {"0101": "clear", "0201": "wood", "0301": "clear", "0102": "clear", "0202": "clear", "0302": "wood"},
        "layers": {"country": {"legend": {"A": "north", "B": 2}, "cells": {"0101": "north", "0302": 2}}},
        "elevation": {"0101": 0, "0201": 2}, "features": {"town": ["0101", "0302"]},
        "edges": [{"kind": "stream", "name": NAME, "sides": ["0101|0201", "0101/N"]}],
        "paths": [{"kind": "road", "cells": ["0101", "0202", "0302"], "attrs": {"wide": True}}],
        "links": {"water": [["0102", "0202"]]},
        "labels": [{"text": NAME, "at": "0101", "style": "town"}, {"text": NAME, "at": [150, 20], "angle": 12.5}],
        "areas": [{"id": "west", "name": NAME, "cells": ["0101", "0102"]}],
        "boxes": [{"id": "refit", "name": NAME, "side": "RED", "sight": "owner_count", "on_board": [1, 2, 3, 4]}],
        "style": "field",
    }  # fmt: skip
    hexes = {
        "id": "hexes", "name": NAME, "terrain": {"a1": "clear", "b1": "clear", "b2": "wood"},
        "legend": {"~": "clear", "w": "wood"},
        "grid": {
            "kind": "hex", "columns": 2, "rows": 2, "orientation": "pointy", "offset": "even", "cell_mm": 19.5,
            "numbering": {"ids": [["a1", "b1"], ["a2", "b2"]]}, "holes": ["a2"],
        },
        "edges": [{"kind": "stream", "sides": ["a1|b1", "b2/E"]}],
    }  # fmt: skip
    zones = {
        "id": "zones", "name": NAME, "terrain": {"north": "clear", "south": "wood"}, "elevation": {"south": 3},
        "grid": {
            "kind": "areas", "links": [["north", "south"]], "centers": {"north": [40, 40.5]},
            "cells": {"south": [[0, 100], [100, 100], [50, 200]], "north": [[0, 0], [100, 0], [100, 100], [0, 100]]},
        },
        "layers": {"country": {"cells": {"north": "north"}}},
    }  # fmt: skip
    table = {
        "id": "crt", "name": NAME, "rule": "7.1", "rows": {"kind": "number", "heads": [1, 2, 3, 4, 5, 6]},
        "columns": {"kind": "range", "heads": ["<1", "1-2", {"min": 3}], "min": [0, 1, 3]},
        "cells": [["A", 1, None]] * 5 + [["D", [1, 2], 2.5]], "codes": {"A": NAME},
        "notes": [{"text": NAME, "rule": "7"}],
    }  # fmt: skip
    scenario = {
        "id": "one", "name": NAME, "turns": 3, "first_side": "RED", "setup_order": ["RED", "BLUE"],
        "vars": {"turn": 1, "mood": None}, "side_vars": {"RED": {"vp": 0}, "BLUE": {"vp": 2}}, "numbers": {"x": 1.5},
        "setup": [
            {"id": "r1", "side": "RED", "pieces": {"inf": 2, "red-1": 1}, "note": NAME,
             "where": {"all": [{"terrain": ["wood"]}, {"not": {"with": {"side": "BLUE", "class": "unit"}}}]}},
        ],
        "pools": {"RED": {"place": "refit", "pieces": {"inf": 1}}},
        "quick": [{"at": "field:0101", "pieces": {"inf": 1}}, {"at": "field:0101", "pieces": {"tank": 1}}],
        "reinforcements": [{"turn": 2, "at": "refit", "pieces": {"tank": 1}, "side": "BLUE"}],
        "victory": {"levels": [{"min": 1}]}, "special": [{"rule": "9.9", "text": NAME}], "options": {"fog": True},
    }  # fmt: skip
    return {
        "title": {"id": "small", "name": NAME, "players": [1, 2], "credits": [NAME, "plain"], "scenarios": ["one"]},
        "sides": [
            {"id": "RED", "name": NAME, "short": NAME, "nations": [{"id": "red", "name": NAME}]},
            {"id": "BLUE", "name": {"en": "Blue"}},
        ],
        "terrain": [{"id": "clear", "name": NAME}, {"id": "wood", "name": NAME, "attrs": {"cost": 2}}],
        "features": [{"id": "town", "name": NAME}], "edge_kinds": [{"id": "stream", "name": NAME}],
        "path_kinds": [{"id": "road", "name": NAME}], "boards": [board, hexes, zones],
        "kinds": [
            {"id": "inf", "name": NAME, "side": "RED", "attrs": {"fire": 3}, "traits": ["foot", "dig"]},
            {"id": "tank", "name": NAME, "class": "marker", "size": "battalion", "hidden": "red_back"},
        ],
        "counters": {"templates": {"unit": {"front": []}}, "no": "no", "list": [1, {"a": None}]},
        "style": {"field": {"sea": "#a0b0c0"}},
        # a child may stand before its parent
        "formations": [{"id": "coy", "parent": "bn", "name": NAME}, {"id": "bn", "side": "RED", "name": NAME}],
        "pieces": [{"id": "red-1", "kind": "inf", "formation": "coy", "name": NAME}, {"id": "2", "kind": "tank"}],
        "tables": [table],
        "options": [
            {"id": "fog", "name": NAME, "type": "bool", "default": True, "scenarios": ["one"]},
            {"id": "pick", "name": NAME, "type": "choice", "default": "a", "choices": [{"id": "a", "name": NAME}]},
        ],
        "scenarios": [scenario],
        "texts": {
            "en": {"log.moved": "{p} moves: on", "yes": "yes"}, "ja": {"log.moved": "{p} 移動", "yes": "\"はい\""},
        },
    }  # fmt: skip


words = st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), max_size=12)
idents = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.\-]{0,6}", fullmatch=True)
texts = st.fixed_dictionaries({"en": words, "ja": words})
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
attrs = st.dictionaries(words, plain, max_size=3)


@st.composite
def contents(draw: st.DrawFn) -> TitleContent:
    """Any content: the small title with words, numbers, lists and attributes of every sort put in."""
    data = small_json()
    data["title"].update(name=draw(texts), about=draw(texts), attrs=draw(attrs), rights=draw(words))
    ids = draw(st.lists(idents.map(str), min_size=1, max_size=4, unique=True))
    data["kinds"] += [
        {"id": f"k-{i}", "name": draw(texts), "attrs": draw(attrs), "traits": draw(st.lists(words, max_size=2))}
        for i in ids
    ]
    data["pieces"] += [{"id": f"p-{i}", "kind": f"k-{i}", "attrs": draw(attrs)} for i in ids]
    board = data["boards"][0]
    columns, rows = draw(st.integers(3, 6)), draw(st.integers(2, 5))
    board["grid"] = {"kind": draw(st.sampled_from(["square", "cards"])), "columns": columns, "rows": rows}
    board["edges"][0]["sides"] = ["0101|0201"]
    cells = [f"{c + 1:02}{r + 1:02}" for r in range(rows) for c in range(columns)]
    board["terrain"] = draw(st.dictionaries(st.sampled_from(cells), st.sampled_from(["clear", "wood"])))
    board["elevation"] = draw(st.dictionaries(st.sampled_from(cells), st.integers(-3, 40)))
    wanted = st.none() | words | st.integers(-(2**53), 2**53)
    marks = draw(st.dictionaries(st.sampled_from("abcXY~.0#'\":[- "), wanted, max_size=4))
    values = [value for value in marks.values() if value is not None]
    inner = draw(st.dictionaries(st.sampled_from(cells), st.sampled_from(values))) if values else {}
    board["layers"] = {"country": {"legend": marks, "cells": inner}}
    board["attrs"] = draw(attrs)
    table = data["tables"][0]
    table["cells"] = draw(st.lists(st.lists(plain, min_size=3, max_size=3), min_size=6, max_size=6))
    table["codes"] = draw(st.dictionaries(words, texts, max_size=3))
    scenario = data["scenarios"][0]
    scenario.update(vars=draw(attrs), numbers=draw(attrs), victory=draw(attrs), about=draw(texts))
    data["counters"], data["style"] = draw(attrs), draw(attrs)
    keys = st.from_regex(r"[a-z]{1,5}(\.[a-z_0-9]{1,5}){0,2}", fullmatch=True)
    data["texts"] = {"en": draw(st.dictionaries(keys, words, min_size=1, max_size=3))}
    return TitleContent.model_validate(data)
