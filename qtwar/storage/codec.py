"""Content to rows and rows to content. Works on plain JSON data, so that 40,000 cells cost no 40,000 objects."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from sys import intern
from typing import Any

from qtwar.model.content import TitleContent
from qtwar.model.grid import make_grid
from qtwar.storage.rows import table as described

Json = dict[str, Any]
Rows = dict[str, list[Json]]
Read = Callable[[str], Sequence[Any]]

FLAT: dict[str, str] = {
    "terrain": "terrain_kind",
    "features": "feature_kind",
    "edge_kinds": "edge_kind",
    "path_kinds": "path_kind",
    "formations": "formation",
    "pieces": "piece",
}
GRID = ("kind", "columns", "rows", "orientation", "offset", "diagonals", "cell_mm", "card_w", "card_h", "gap")
GRID_MORE = ("holes", "cells", "centers", "links")
VALUES = ("vars", "numbers", "victory", "options", "attrs")

PARTS: dict[str, tuple[str, ...]] = {
    "title": ("title",),
    "texts": ("message",),
    "counters": ("drawing",),
    "style": ("drawing",),
    "sides": ("side", "nation"),
    "terrain": ("terrain_kind",),
    "features": ("feature_kind",),
    "edge_kinds": ("edge_kind",),
    "path_kinds": ("path_kind",),
    "kinds": ("piece_kind", "kind_trait"),
    "formations": ("formation",),
    "pieces": ("piece",),
    "boards": (
        "board", "cell", "layer", "cell_word", "cell_feature", "edge_line", "edge", "path_line",
        "path_node", "link", "label", "area", "area_cell", "box",
    ),
    "tables": ("lookup", "lookup_axis", "lookup_head", "lookup_cell", "lookup_code", "lookup_note"),
    "options": ("option", "option_choice"),
    "scenarios": (
        "scenario", "scenario_value", "setup_line", "pool", "placement", "reinforcement",
        "piece_count", "scenario_note",
    ),
}  # fmt: skip
"""The tables of each part of the content, parents first."""


def _columns(table: str) -> list[str]:
    return list(described(table).columns)


def flat(table: str, items: Iterable[Json], **fixed: Any) -> list[Json]:
    """Return a row for each item: its fields by name, texts by language, `no` counted from 0."""
    plan = []
    for column in _columns(table):
        base, _, language = column.rpartition("_")
        plan.append((column, base, language) if language in ("en", "ja") else (column, column, ""))
    rows = []
    for no, item in enumerate(items):
        row: Json = {}
        for column, field, language in plan:
            if column in fixed:
                row[column] = fixed[column]
            elif column == "no":
                row[column] = no
            elif language:
                text = item[field]
                row[column] = None if text is None else text.get(language, "")
            else:
                row[column] = item[field]
        rows.append(row)
    return rows


def unflat(table: str, rows: Iterable[Any], *leave_out: str) -> list[Json]:
    """Return the items of rows that `flat` made."""
    plan = []
    for n, column in enumerate(_columns(table)):
        base, _, language = column.rpartition("_")
        if column == "no" or column in leave_out or language == "ja":
            continue
        plan.append((n, base if language == "en" else column, language == "en"))
    items = []
    for row in rows:
        item: Json = {}
        for n, field, is_text in plan:
            if not is_text:
                item[field] = row[n]
            elif row[n] is not None:
                item[field] = {"en": row[n], "ja": row[n + 1]}
        items.append(item)
    return items


# ----------------------------------------------------------------------------------------------- to rows


def rows_of(content: TitleContent, part: str) -> Rows:
    """Return the rows of one part of the content."""
    return rows_of_data(content.model_dump(mode="json", by_alias=True, include={part})[part], part)


def rows_of_data(data: Any, part: str) -> Rows:
    """Return the rows of one part, given as the JSON of all its fields."""
    rows: Rows = {}
    if part == "title":
        rows["title"] = flat("title", [data])
    elif part == "texts":
        rows["message"] = [
            {"language": language, "key": key, "no": no, "text": text}
            for language, sentences in data.items()
            for no, (key, text) in enumerate(sentences.items())
        ]
    elif part in ("counters", "style"):
        rows["drawing"] = [
            {"document": part, "key": key, "no": no, "value": value} for no, (key, value) in enumerate(data.items())
        ]
    elif part in FLAT:
        rows[FLAT[part]] = flat(FLAT[part], data)
    elif part == "sides":
        rows["side"] = flat("side", data)
        rows["nation"] = [r for side in data for r in flat("nation", side["nations"], side_id=side["id"])]
    elif part == "kinds":
        rows["piece_kind"] = flat("piece_kind", data)
        rows["kind_trait"] = [
            {"kind_id": kind["id"], "no": no, "trait": trait}
            for kind in data
            for no, trait in enumerate(kind["traits"])
        ]
    elif part == "options":
        rows["option"] = flat("option", data)
        rows["option_choice"] = [r for o in data for r in flat("option_choice", o["choices"], option_id=o["id"])]
    else:
        rows = {table: [] for table in PARTS[part]}
        for no, item in enumerate(data):
            _NESTED[part](rows, item, no)
    return rows


def item_rows(item: Json, part: str, no: int) -> Rows:
    """Return the rows of one item of a list, which stands at place `no` in it."""
    if part in _NESTED:
        rows: Rows = {table: [] for table in PARTS[part]}
        _NESTED[part](rows, item, no)
        return rows
    rows = rows_of_data([item], part)
    first = PARTS[part][0]
    rows[first] = [{**row, "no": no} for row in rows[first]]
    return rows


BOARD_FIELDS: dict[str, tuple[str, ...]] = {
    "terrain": ("cell",), "layers": ("layer", "cell_word"), "features": ("cell_feature",),
    "edges": ("edge_line", "edge"), "paths": ("path_line", "path_node"), "links": ("link",),
    "labels": ("label",), "areas": ("area", "area_cell"), "boxes": ("box",),
}  # fmt: skip
"""The tables of each part of a board; terrain and elevation share one, all else is in the board's own row."""


def board_rows(board: Json, field: str, no: int = 0) -> Rows:
    """Return the rows of one part of a board (a key of `BOARD_FIELDS`), or its own row."""
    rows: Rows = {table: [] for table in BOARD_FIELDS.get(field, ("board",))}
    if field in BOARD_FIELDS:
        _FIELD_ROWS[field](rows, board)
    else:
        _own_row(rows, board, no)
    return rows


def _board_rows(rows: Rows, board: Json, no: int) -> None:
    _own_row(rows, board, no)
    for add in _FIELD_ROWS.values():
        add(rows, board)


def _own_row(rows: Rows, board: Json, no: int) -> None:
    ident, grid = board["id"], board["grid"]
    spec = {key: value for key, value in grid.items() if value is not None}
    rows["board"].append(
        {
            "id": ident, "no": no, "name_en": board["name"].get("en", ""), "name_ja": board["name"].get("ja", ""),
            **{key: grid[key] for key in GRID}, "numbering": grid["numbering"],
            "grid_more": {key: spec[key] for key in GRID_MORE if key in spec},
            "legend": board["legend"], "style": board["style"], "attrs": board["attrs"],
        }
    )  # fmt: skip


def _cell_rows(rows: Rows, board: Json) -> None:
    ident, terrain, levels = board["id"], board["terrain"], board["elevation"]
    spec = {key: value for key, value in board["grid"].items() if value is not None}
    rows["cell"] += [
        {"board_id": ident, "cell": cell, "no": n, "terrain_id": terrain.get(cell), "elevation": levels.get(cell)}
        for n, cell in enumerate(make_grid(spec).cells())
    ]


def _layer_rows(rows: Rows, board: Json) -> None:
    ident = board["id"]
    for n, (name, layer) in enumerate(board["layers"].items()):
        rows["layer"].append({"board_id": ident, "id": name, "no": n, "legend": layer["legend"]})
        rows["cell_word"] += [
            {"board_id": ident, "layer_id": name, "cell": cell, "no": m, "value": value}
            for m, (cell, value) in enumerate(layer["cells"].items())
        ]


def _feature_rows(rows: Rows, board: Json) -> None:
    ident = board["id"]
    rows["cell_feature"] += [
        {"board_id": ident, "feature_no": n, "no": m, "feature_id": feature, "cell": cell}
        for n, (feature, cells) in enumerate(board["features"].items())
        for m, cell in enumerate(cells)
    ]


def _edge_rows(rows: Rows, board: Json) -> None:
    ident = board["id"]
    rows["edge_line"] += flat("edge_line", board["edges"], board_id=ident)
    rows["edge"] += [
        {"board_id": ident, "line_no": n, "no": m, "side": side}
        for n, line in enumerate(board["edges"])
        for m, side in enumerate(line["sides"])
    ]


def _path_rows(rows: Rows, board: Json) -> None:
    ident = board["id"]
    rows["path_line"] += flat("path_line", board["paths"], board_id=ident)
    rows["path_node"] += [
        {"board_id": ident, "line_no": n, "no": m, "cell": cell}
        for n, line in enumerate(board["paths"])
        for m, cell in enumerate(line["cells"])
    ]


def _link_rows(rows: Rows, board: Json) -> None:
    ident = board["id"]
    rows["link"] += [
        {"board_id": ident, "graph_no": m, "graph": graph, "no": n, "a": a, "b": b}
        for m, (graph, pairs) in enumerate(board["links"].items())
        for n, (a, b) in enumerate(pairs)
    ]


def _label_rows(rows: Rows, board: Json) -> None:
    ident = board["id"]
    for n, label in enumerate(board["labels"]):
        at = label["at"]
        cell, x, y = (at, None, None) if isinstance(at, str) else (None, *at)
        rows["label"] += [{**r, "no": n} for r in flat("label", [label], board_id=ident, cell=cell, x=x, y=y)]


def _area_rows(rows: Rows, board: Json) -> None:
    ident = board["id"]
    rows["area"] += flat("area", board["areas"], board_id=ident)
    rows["area_cell"] += [
        {"board_id": ident, "area_id": area["id"], "no": n, "cell": cell}
        for area in board["areas"]
        for n, cell in enumerate(area["cells"])
    ]


def _box_rows(rows: Rows, board: Json) -> None:
    rows["box"] += flat("box", board["boxes"], board_id=board["id"])


_FIELD_ROWS: dict[str, Callable[[Rows, Json], None]] = {
    "terrain": _cell_rows, "layers": _layer_rows, "features": _feature_rows, "edges": _edge_rows,
    "paths": _path_rows, "links": _link_rows, "labels": _label_rows, "areas": _area_rows, "boxes": _box_rows,
}  # fmt: skip


def _table_rows(rows: Rows, table: Json, no: int) -> None:
    ident = table["id"]
    rows["lookup"] += [{**row, "no": no} for row in flat("lookup", [table])]
    for axis in ("rows", "columns"):
        data = table[axis]
        rows["lookup_axis"] += flat("lookup_axis", [data], table_id=ident, axis=axis)
        least = data["min"] or [None] * len(data["heads"])
        rows["lookup_head"] += [
            {"table_id": ident, "axis": axis, "no": n, "head": head, "least": least[n] if n < len(least) else None}
            for n, head in enumerate(data["heads"])
        ]
    rows["lookup_cell"] += [
        {"table_id": ident, "row": r, "column": c, "value": value}
        for r, line in enumerate(table["cells"])
        for c, value in enumerate(line)
    ]
    rows["lookup_code"] += [
        {"table_id": ident, "code": code, "no": n, "text_en": text.get("en", ""), "text_ja": text.get("ja", "")}
        for n, (code, text) in enumerate(table["codes"].items())
    ]
    rows["lookup_note"] += flat("lookup_note", table["notes"], table_id=ident)


def _scenario_rows(rows: Rows, scenario: Json, no: int) -> None:
    ident = scenario["id"]
    rows["scenario"] += [{**row, "no": no} for row in flat("scenario", [scenario])]
    values = [("", part, scenario[part]) for part in VALUES]
    values += [(side, "side_vars", numbers) for side, numbers in scenario["side_vars"].items()]
    for side, part, mapping in values:
        rows["scenario_value"] += [
            {"scenario_id": ident, "part": part, "side": side, "key": key, "no": n, "value": value}
            for n, (key, value) in enumerate(mapping.items())
        ]
    lines = [{**line, "where": _stripped(line["where"])} for line in scenario["setup"]]
    later = [{**item, "where": _stripped(item["where"])} for item in scenario["reinforcements"]]
    rows["setup_line"] += flat("setup_line", lines, scenario_id=ident)
    pools = [{"side": side, **pool} for side, pool in scenario["pools"].items()]
    rows["pool"] += flat("pool", pools, scenario_id=ident)
    rows["placement"] += flat("placement", scenario["quick"], scenario_id=ident)
    rows["reinforcement"] += flat("reinforcement", later, scenario_id=ident)
    for part, items in (("setup", lines), ("pool", pools), ("quick", scenario["quick"]), ("later", later)):
        rows["piece_count"] += [
            {"scenario_id": ident, "part": part, "item": n, "what": what, "no": m, "count": count}
            for n, item in enumerate(items)
            for m, (what, count) in enumerate(item["pieces"].items())
        ]
    rows["scenario_note"] += flat("scenario_note", scenario["special"], scenario_id=ident)


_NESTED: dict[str, Callable[[Rows, Json, int], None]] = {
    "boards": _board_rows, "tables": _table_rows, "scenarios": _scenario_rows,
}  # fmt: skip


def _stripped(where: Any) -> Any:
    """Return a condition without its empty keys."""
    if isinstance(where, dict):
        return {key: _stripped(value) for key, value in where.items() if value is not None}
    return [_stripped(value) for value in where] if isinstance(where, list) else where


# --------------------------------------------------------------------------------------------- from rows


def content_of(read: Read) -> TitleContent:
    """Return the content that the rows hold; `read` gives the rows of a table in order, as tuples of all columns."""
    data: Json = {"title": unflat("title", read("title"))[0]}
    texts: dict[str, dict[str, str]] = {}
    for language, key, _, text in read("message"):
        texts.setdefault(language, {})[key] = text
    data["texts"] = texts
    data["counters"], data["style"] = {}, {}
    for document, key, _, value in read("drawing"):
        data[document][key] = value
    for part, table in FLAT.items():
        data[part] = unflat(table, read(table))
    data["sides"] = unflat("side", read("side"))
    nations = _grouped(read("nation"), 1)
    for side in data["sides"]:
        side["nations"] = unflat("nation", nations[side["id"],], "side_id")
    data["kinds"] = unflat("piece_kind", read("piece_kind"))
    traits = _grouped(read("kind_trait"), 1)
    for kind in data["kinds"]:
        kind["traits"] = [row[2] for row in traits[kind["id"],]]
    data["options"] = unflat("option", read("option"))
    choices = _grouped(read("option_choice"), 1)
    for option in data["options"]:
        option["choices"] = unflat("option_choice", choices[option["id"],], "option_id")
    data["boards"] = _boards(read)
    data["tables"] = _tables(read)
    data["scenarios"] = _scenarios(read)
    return TitleContent.model_validate(data)


def _grouped(rows: Sequence[Any], width: int) -> defaultdict[tuple[Any, ...], list[Any]]:
    groups: defaultdict[tuple[Any, ...], list[Any]] = defaultdict(list)
    for row in rows:
        groups[tuple(row[:width])].append(row)
    return groups


def _boards(read: Read) -> list[Json]:
    boards = unflat("board", read("board"))
    tables = PARTS["boards"]
    by = {table: _grouped(read(table), 1) for table in tables if table not in ("board", "box")}
    boxes = _grouped([(row[1], row) for row in read("box")], 1)
    for board in boards:
        at = (board["id"],)
        grid = {key: board.pop(key) for key in (*GRID, "numbering")}
        board["grid"] = {**grid, **board.pop("grid_more")}
        cells = by["cell"][at]
        board["terrain"] = {row[1]: intern(row[3]) for row in cells if row[3] is not None}
        board["elevation"] = {row[1]: row[4] for row in cells if row[4] is not None}
        board["layers"] = {row[1]: {"legend": row[3], "cells": {}} for row in by["layer"][at]}
        for row in by["cell_word"][at]:
            board["layers"][row[1]]["cells"][row[2]] = row[4]
        features: dict[str, list[str]] = {}
        for row in by["cell_feature"][at]:
            features.setdefault(row[3], []).append(row[4])
        board["features"] = features
        board["edges"] = unflat("edge_line", by["edge_line"][at], "board_id")
        sides = _grouped([row[1:] for row in by["edge"][at]], 1)
        for n, line in enumerate(board["edges"]):
            line["sides"] = [row[2] for row in sides[n,]]
        board["paths"] = unflat("path_line", by["path_line"][at], "board_id")
        nodes = _grouped([row[1:] for row in by["path_node"][at]], 1)
        for n, line in enumerate(board["paths"]):
            line["cells"] = [row[2] for row in nodes[n,]]
        links: dict[str, list[Any]] = {}
        for row in by["link"][at]:
            links.setdefault(row[3], []).append((row[4], row[5]))
        board["links"] = links
        board["labels"] = unflat("label", by["label"][at], "board_id")
        for label in board["labels"]:
            cell, x, y = label.pop("cell"), label.pop("x"), label.pop("y")
            label["at"] = (x, y) if cell is None else cell
        board["areas"] = unflat("area", by["area"][at], "board_id")
        inside = _grouped([row[1:] for row in by["area_cell"][at]], 1)
        for area in board["areas"]:
            area["cells"] = [row[2] for row in inside[area["id"],]]
        board["boxes"] = unflat("box", [row[1] for row in boxes[at]], "board_id")
    return boards


def _tables(read: Read) -> list[Json]:
    tables = unflat("lookup", read("lookup"))
    axes = {(row[0], row[1]): row for row in read("lookup_axis")}
    heads = _grouped(read("lookup_head"), 2)
    cells, codes = _grouped(read("lookup_cell"), 1), _grouped(read("lookup_code"), 1)
    notes = _grouped(read("lookup_note"), 1)
    for table in tables:
        ident = table["id"]
        for axis in ("rows", "columns"):
            data = unflat("lookup_axis", [axes[ident, axis]], "table_id", "axis")[0]
            data["heads"] = [row[3] for row in heads[ident, axis]]
            least = [row[4] for row in heads[ident, axis] if row[4] is not None]
            data["min"] = least or None
            table[axis] = data
        lines: dict[int, list[Any]] = {n: [] for n in range(len(table["rows"]["heads"]))}
        for _, row, _, value in cells[ident,]:
            lines.setdefault(row, []).append(value)
        table["cells"] = list(lines.values())
        table["codes"] = {row[1]: {"en": row[3], "ja": row[4]} for row in codes[ident,]}
        table["notes"] = unflat("lookup_note", notes[ident,], "table_id")
    return tables


def _scenarios(read: Read) -> list[Json]:
    scenarios = unflat("scenario", read("scenario"))
    by = {table: _grouped(read(table), 1) for table in PARTS["scenarios"] if table != "scenario"}
    for scenario in scenarios:
        at = (scenario["id"],)
        for part in (*VALUES, "side_vars"):
            scenario[part] = {}
        for _, part, side, key, _, value in by["scenario_value"][at]:
            target = scenario[part] if part != "side_vars" else scenario[part].setdefault(side, {})
            target[key] = value
        counts: defaultdict[tuple[str, int], dict[str, int]] = defaultdict(dict)
        for _, part, item, what, _, count in by["piece_count"][at]:
            counts[part, item][what] = count
        lists: dict[str, tuple[str, str]] = {
            "setup": ("setup_line", "setup"), "quick": ("placement", "quick"),
            "reinforcements": ("reinforcement", "later"), "pools": ("pool", "pool"),
        }  # fmt: skip
        for key, (table, part) in lists.items():
            items = unflat(table, by[table][at], "scenario_id")
            scenario[key] = [{**item, "pieces": counts[part, n]} for n, item in enumerate(items)]
        scenario["pools"] = {pool.pop("side"): pool for pool in scenario["pools"]}
        scenario["special"] = unflat("scenario_note", by["scenario_note"][at], "scenario_id")
    return scenarios
