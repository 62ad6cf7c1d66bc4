"""The four operations: exact inverses, no lies, nothing that does not fit its place; each refusal one sentence."""

from __future__ import annotations

import random
from typing import Any

import pytest

from qtwar.base import jsonio
from qtwar.base.errors import DataFault
from qtwar.editing import ops, shape, tree
from qtwar.editing.batch import Batch
from qtwar.editing.draft import Draft, changes
from qtwar.model.content import TitleContent
from tests.editing.fuzz import Chance, start

KIND = {
    "id": "gun", "name": {"en": "Gun"}, "class": "unit", "side": None, "template": "", "size": None, "attrs": {},
    "traits": [], "hidden": "",
}  # fmt: skip

GOOD: list[dict[str, Any]] = [
    {"op": "set", "path": ["kinds", 0, "attrs", "fire"], "was": 3, "to": 4},
    {"op": "set", "path": ["kinds", 0, "attrs", "new"], "to": [1]},
    {"op": "set", "path": ["kinds", 0, "name", "ja"], "was": "名前", "to": "歩兵"},
    {"op": "set", "path": ["kinds", 0, "name", "en"], "was": "Name", "before": "ja"},
    {"op": "list", "path": ["kinds"], "was": [], "to": [[1, KIND]]},
    {"op": "list", "path": ["boards", 0, "features", "town"], "was": [[0, "0101"]], "to": [[1, "0505"], [2, "0101"]]},
    {"op": "move", "path": ["formations"], "was": 1, "to": 0},
    {"op": "cells", "path": ["boards", 0, "terrain"], "runs": [["clear", "wood", ["0101", "0201"]], ["clear", None, ["0301"]]]},
    {"op": "cells", "path": ["boards", 0, "layers", "country", "cells"],
     "runs": [["north", 2, ["0101"]], [None, "north", ["0505"]]]},
]  # fmt: skip


@pytest.mark.parametrize("op", GOOD, ids=lambda op: f"{op['op']} {op['path'][-1]}")
def test_an_operation_is_undone_by_its_inverse(op: dict[str, Any], draft: Draft) -> None:
    before = draft.data
    text = jsonio.dumps(before)
    done = ops.from_json(op)
    assert done.as_json() == op, "a document's history gives back what was stored"
    after = done.apply(before)
    assert jsonio.dumps(before) == text, "the old state is not touched"
    assert jsonio.dumps(after) != text
    back = done.inverse().apply(after)
    assert list(map(str, _orders(back))) == list(map(str, _orders(before)))
    assert jsonio.dumps(back) == text
    assert done.inverse().inverse() == done


def _orders(value: Any) -> Any:
    """Yield keys in their order all over a tree, cells left out (they have the grid's)."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("terrain", "cells", "elevation"):
                yield key
                yield from _orders(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _orders(inner)


BAD: list[tuple[Any, str]] = [
    ({"op": "paint", "path": ["kinds"]}, "'paint' is no edit operation"),
    ({"op": "set", "path": ["kinds", 0, "attrs", "fire"], "was": 2, "to": 4}, "not 2 as the operation says"),
    ({"op": "set", "path": ["kinds", 0, "attrs", "fire"], "was": 3.0, "to": 4}, "not 3.0"),
    ({"op": "set", "path": ["kinds", 0, "attrs", "fire"], "to": 4}, "kinds/#1/attrs/fire is not"),
    ({"op": "set", "path": ["kinds", 0, "attrs", "x"], "to": 4, "before": "y"}, "before 'y', which is not there"),
    ({"op": "set", "path": ["kinds", 0, "side"], "was": "RED"}, "can not be taken away"),
    ({"op": "set", "path": ["kinds", 0, "class"], "was": "unit", "to": "boat"}, "it is 'unit'"),
    ({"op": "set", "path": ["kinds", 0, "id"], "was": "inf", "to": "a b"}, "is no id"),
    ({"op": "set", "path": ["kinds", 9, "id"], "was": "inf", "to": "a"}, "the list has 2 entries"),
    ({"op": "set", "path": ["kinds", 0, "colour"], "to": "red"}, "There is no kinds/#1/colour"),
    ({"op": "set", "path": ["kinds", 0, "name"], "was": {"en": "Name", "ja": "名前"}, "to": {"en": "x", "ja": ""}},
     "spells this"),
    ({"op": "set", "path": ["scenarios", 0, "turns"], "was": 3, "to": "3"}, "spells this value 3"),
    ({"op": "set", "path": ["boards", 0, "features", "town"], "was": ["0101", "0302"], "to": []}, "would be empty"),
    ({"op": "set", "path": [], "was": 1, "to": 2}, "name a part of it"),
    ({"op": "set", "path": ["kinds", 0, "attrs", "fire"], "was": 3, "to": 4, "why": 1}, "has before, path, to and was"),
    ({"op": "list", "path": ["kinds"], "was": [[0, KIND]], "to": []}, "not"),
    ({"op": "list", "path": ["kinds"], "was": [], "to": [[5, KIND]]}, "is no place in it"),
    ({"op": "list", "path": ["kinds"], "was": [], "to": [[1, {"id": "gun"}]]}, "`name` is missing"),
    ({"op": "list", "path": ["kinds"], "was": [], "to": [[1, KIND], [0, KIND]]}, "whole numbers in order"),
    ({"op": "list", "path": ["boards", 0, "features", "town"], "was": [[0, "0101"], [1, "0302"]], "to": []}, "would be empty"),
    ({"op": "move", "path": ["kinds"], "was": 0, "to": 7}, "can be moved"),
    ({"op": "cells", "path": ["boards", 0, "terrain"], "runs": [["wood", "clear", ["0101"]]]}, "has 'clear' in cell 0101"),
    ({"op": "cells", "path": ["boards", 0, "features"], "runs": []}, "holds no words by cell"),
    ({"op": "cells", "path": ["boards", 0, "elevation"], "runs": [[None, "high", ["0505"]]]}, "can not be 'high'"),
]  # fmt: skip


@pytest.mark.parametrize(("op", "words"), BAD, ids=lambda value: value if isinstance(value, str) else "")
def test_what_does_not_fit_is_refused_in_a_sentence(op: Any, words: str, draft: Draft) -> None:
    before = draft.data
    with pytest.raises(DataFault) as refused:
        ops.from_json(op).apply(before)
    assert words in refused.value.text
    assert "\n" not in refused.value.text
    assert refused.value.text[-1] in ".?"


STORED: list[tuple[Any, str]] = [
    (lambda b: b.set(("kinds", "inf", "side"), "GREEN"), "names 'GREEN', which is not in sides"),
    (lambda b: b.insert(("kinds",), {"id": "inf", "name": {"en": "Two"}}), "'inf' is there twice in kinds"),
    (lambda b: b.set(("kinds", "tank", "id"), "inf"), "'inf' is there twice in kinds"),
    (lambda b: b.remove(("terrain",), "wood"), "'wood' can not go"),
    (lambda b: b.set(("boards", "field", "terrain", "9999"), "wood"), "no cell '9999'"),
    (lambda b: b.set(("boards", "field", "grid", "columns"), 2), "There is no cell"),
    (lambda b: b.set(("boards", "field", "grid", "kind"), "areas"), "There is no cell"),
    (lambda b: b.set(("tables", "crt", "columns", "min"), [1]), "`min` has 1 numbers for 3 heads"),
    (lambda b: b.insert(("boards", "hexes", "boxes"), {"id": "refit", "name": {"en": "x"}}), "'refit' is there twice"),
    (lambda b: b.insert(("boards", "field", "edges"), {"kind": "stream", "sides": ["0101|0808"]}), "no side of a cell"),
    (lambda b: b.set(("boards", "field", "legend"), {"ab": "wood"}), "single characters"),
    (lambda b: b.insert(("boards", "field", "areas"), {"id": "west", "cells": []}), "'west' is there twice"),
]


@pytest.mark.parametrize(("spoil", "words"), STORED, ids=[words for _, words in STORED])
def test_an_edit_that_could_not_be_stored_is_refused(spoil: Any, words: str, draft: Draft) -> None:
    batch = Batch(draft)

    def both() -> None:
        spoil(batch)
        batch.edit("edit.did.change", name="x")

    with pytest.raises(DataFault) as refused:
        both()
    assert words in refused.value.text


def test_a_batch_makes_operations_only_of_what_differs(draft: Draft) -> None:
    batch = Batch(draft)
    batch.set(("kinds", "inf", "attrs", "fire"), 3)
    batch.set(("scenarios", "one", "turns"), "3")
    batch.set(("boards", "field", "features", "none"), [])
    batch.unset(("kinds", "inf", "attrs", "nothing"))
    batch.move(("kinds",), "inf", 0)
    batch.words(("boards", "field", "features", "town"), out=["0808"], into=["0101"])
    batch.paint(("boards", "field", "terrain"), {"0101": "clear"})
    batch.replace(("kinds", "inf", "traits"), ["foot", "dig"])
    assert batch.ops == []
    batch.replace(("kinds", "inf", "traits"), ["foot", "swim", "dig"])
    assert batch.ops == [ops.SpliceList(("kinds", 0, "traits"), (), ((1, "swim"),))]
    batch.set(("kinds", "inf", "traits"), ["foot", "dig"])
    assert batch.ops[1:] == [batch.ops[0].inverse()], "of a list only what differs is exchanged"


def test_an_empty_list_of_a_feature_is_no_feature(draft: Draft) -> None:
    batch = Batch(draft)
    batch.words(("boards", "field", "features", "town"), out=["0101", "0302"])
    assert "town" not in batch.at("boards", "field", "features")
    batch.words(("boards", "field", "features", "town"), into=["0505"])
    batch.set(("kinds", "inf", "name", "ja"), "")
    assert batch.at("kinds", "inf", "name") == {"en": "Name"}
    assert Draft(data=batch.data).content().board("field").features == {"town": ("0505",)}


def test_unchanged_parts_of_the_content_stay_the_same_objects(draft: Draft) -> None:
    before = draft.content()
    batch = Batch(draft)
    batch.set(("kinds", "tank", "attrs", "fire"), 9)
    edit = batch.edit("edit.did.change", name="tank")
    draft.data = ops.apply_all(draft.data, edit.ops)
    after = draft.content()
    assert after.boards is before.boards
    assert after.kinds[0] is before.kinds[0]
    assert after.kinds_by_id["tank"].attrs == {"fire": 9}
    assert before.kinds_by_id["tank"].attrs == {}
    assert after == TitleContent.model_validate(draft.data)
    assert changes(edit.base or {}, draft.data).items == {"kinds": frozenset({"tank"})}


def test_whatever_is_done_the_json_stays_what_the_models_give(draft: Draft) -> None:
    chance = Chance(77)
    for _ in range(150):
        try:
            edit = chance.edit(draft)
        except DataFault:
            continue
        for op in edit.ops:
            stored = op.as_json()
            assert jsonio.loads(jsonio.dumps(stored)) == stored, "operations are stored as plain JSON"
            assert ops.from_json(stored).as_json() == stored
        draft.data = ops.apply_all(draft.data, edit.ops)
        content = draft.content()
        assert tree.same(content.model_dump(mode="json", by_alias=True), draft.data)
        assert content == TitleContent.model_validate(draft.data)


@pytest.mark.parametrize("seed", range(4))
def test_random_junk_is_refused_or_kept_whole(seed: int, draft: Draft) -> None:
    """Whatever JSON stands in an operation, the answer is a sentence or a state that is whole."""
    chance = random.Random(seed)
    junk: list[Any] = [
        None,
        True,
        -1,
        0,
        3,
        2.5,
        "",
        "id",
        "kinds",
        [],
        [0],
        {},
        {"id": "x"},
        "terrain",
        "0101",
        [[0, {}]],
    ]
    paths: list[Any] = [
        chance.choices(["boards", "kinds", 0, 1, "attrs", "terrain", "id", "x", None, "legend"], k=n) for n in range(6)
    ]
    for _ in range(800):
        op = {"op": chance.choice(["set", "list", "move", "cells"]), "path": chance.choice(paths)}
        for key in ("was", "to", "runs"):
            if chance.random() < 0.6:
                op[key] = chance.choice(junk)
        try:
            after = ops.from_json(op).apply(draft.data)
        except DataFault:
            continue
        assert Draft(data=after).content() is not None


def test_every_place_of_the_content_has_a_type() -> None:
    def walk(value: Any, path: tuple[Any, ...]) -> None:
        if path:
            assert tree.same(shape.normal(path, value), value), path
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(inner, (*path, key))
        elif isinstance(value, list) and shape.type_at(path) is not Any and len(path) < 6:
            for n, inner in enumerate(value):
                try:
                    shape.type_at((*path, n))
                except DataFault:
                    continue  # a place that is one of several types is changed as a whole
                walk(inner, (*path, n))

    data = start().model_dump(mode="json", by_alias=True)
    for key in data:
        walk(data[key], (key,))
