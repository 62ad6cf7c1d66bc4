"""Things with ids, rows, tables, scenarios, problems, new drafts, sharing; and what people get wrong with them."""

from __future__ import annotations

import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from qtwar.base.errors import DataFault
from qtwar.base.text import sentence
from qtwar.editing import boards, items, pictures, placements, rows, scenarios, sharing, tables, templates
from qtwar.editing.draft import Draft, empty_content
from qtwar.editing.fixes import findings
from qtwar.editing.names import name_at
from qtwar.editing.ops import ABSENT
from qtwar.editing.search import search
from qtwar.editing.typed import meant, shown
from qtwar.editing.uses import where_used
from qtwar.kit.freetable import Roster
from qtwar.kit.table import Table
from qtwar.model.dump import dump
from qtwar.model.load import load
from qtwar.model.validate import validate_content
from tests.editing.test_gestures import do

# ------------------------------------------------------------------------------------ delete, rename, copies


def test_what_is_used_is_not_deleted_but_told_and_offered(draft: Draft) -> None:
    with pytest.raises(DataFault) as told:
        items.delete(draft, "kinds", ["inf"])
    assert "scenarios/one/setup/r1/pieces/inf" in told.value.text
    assert told.value.key == "fault.edit.in_use"
    assert told.value.values["places"].count(", ") == 2
    do(draft, items.delete(draft, "kinds", ["inf"], also=True))
    assert not draft.has("pieces", "red-1")
    scenario = draft.item("scenarios", "one")
    assert scenario["setup"] == []
    assert scenario["pools"] == {}
    assert [line["pieces"] for line in scenario["quick"]] == [{"tank": 1}]


@pytest.mark.parametrize(
    ("part", "ident"),
    [("sides", "RED"), ("terrain", "wood"), ("features", "town"), ("edge_kinds", "stream"), ("path_kinds", "road"),
     ("formations", "bn"), ("boards", "field"), ("options", "fog"), ("scenarios", "one"), ("pieces", "red-1"), ("tables", "crt")],
)  # fmt: skip
def test_deleting_with_all_users_leaves_nothing_that_names_it(part: str, ident: str, draft: Draft) -> None:
    before = {p.sentence() for p in validate_content(draft.content())}
    do(draft, items.delete(draft, part, [ident], also=True))
    assert where_used(draft.data, part, ident) == []
    unknown = {p.sentence() for p in validate_content(draft.content()) if p.text.startswith("Unknown")}
    assert unknown <= before
    if part == "formations":
        assert draft.item("formations", "coy")["parent"] is None
    if part == "terrain":
        assert set(draft.item("boards", "field")["terrain"].values()) == {"clear"}, "its cells are bare"


@pytest.mark.parametrize(
    ("part", "old"),
    [("sides", "RED"), ("terrain", "wood"), ("features", "town"), ("edge_kinds", "stream"), ("path_kinds", "road"),
     ("kinds", "inf"), ("formations", "bn"), ("boards", "field"), ("options", "fog"), ("scenarios", "one"),
     ("pieces", "red-1"), ("boxes", "refit"), ("areas", "west"), ("tables", "crt")],
)  # fmt: skip
def test_a_new_id_is_known_everywhere(part: str, old: str, draft: Draft) -> None:
    problems = sorted(p.text for p in validate_content(draft.content()))
    places = len(where_used(draft.data, part, old))
    do(draft, items.rename(draft, part, old, "another"))
    assert where_used(draft.data, part, old) == []
    assert len(where_used(draft.data, part, "another")) == places
    assert sorted(p.text.replace("another", old) for p in validate_content(draft.content())) == problems
    with pytest.raises(DataFault):
        items.rename(draft, part, "another", "a b")


def test_two_kinds_with_one_name_are_refused(draft: Draft) -> None:
    with pytest.raises(DataFault, match="'inf' in kinds already"):
        items.add(draft, "kinds", {"id": "inf", "name": {"en": "Again", "ja": "再"}})
    with pytest.raises(DataFault, match="'inf' in kinds already"):
        items.rename(draft, "kinds", "tank", "inf")


def test_copies_get_the_next_numbers(draft: Draft) -> None:
    do(draft, items.put(draft, ("pieces", "red-1", "name"), {"en": "Able 1", "ja": "第1小隊"}))
    do(draft, items.duplicate(draft, "pieces", ["red-1"], 3))
    assert [p["id"] for p in draft.data["pieces"]] == ["red-1", "red-2", "red-3", "red-4", "2"]
    assert draft.item("pieces", "red-4")["name"] == {"en": "Able 4", "ja": "第4小隊"}
    do(draft, items.add(draft, "kinds", {"name": {"en": "Tank", "ja": "戦車"}}))
    assert draft.has("kinds", "tank_2"), "an id is made of the name, numbered where it is taken"
    with pytest.raises(DataFault, match="1 to 1000"):
        items.duplicate(draft, "pieces", ["red-1"], 5000)


def test_many_rows_at_once_and_reorganised(draft: Draft) -> None:
    values = [(("kinds", ident, "attrs", "move"), 4) for ident in ("inf", "tank")]
    do(draft, items.put_all(draft, values, "edit.did.rows", name="inf", n=2))
    assert [k["attrs"] for k in draft.data["kinds"]] == [{"fire": 3, "move": 4}, {"move": 4}]
    do(draft, items.put(draft, ("kinds", "inf", "attrs", "fire"), ABSENT))
    assert "fire" not in draft.item("kinds", "inf")["attrs"]
    assert items.put(draft, ("kinds", "inf", "attrs", "fire"), ABSENT).is_empty
    with pytest.raises(DataFault, match="can not be 'boat'"):
        items.put(draft, ("kinds", "inf", "class"), "boat")
    assert items.attach(draft, [("formations", "bn")], "coy").is_empty, "nothing goes below itself"
    do(draft, items.attach(draft, [("formations", "coy"), ("pieces", "red-1")], None, side="BLUE"))
    assert (draft.item("formations", "coy")["parent"], draft.item("formations", "coy")["side"]) == (None, "BLUE")
    assert draft.item("pieces", "red-1")["formation"] is None
    last = draft.data["pieces"][-1]["id"]
    do(draft, items.attach(draft, [("pieces", last)], "bn", before="red-1"))
    assert draft.data["pieces"][0]["id"] == last
    do(draft, items.duplicate(draft, "pieces", ["red-1"], 2))
    first, *others = (piece["id"] for piece in draft.data["pieces"])
    do(draft, items.attach(draft, [("pieces", first)], None, before=others[1]))
    assert [piece["id"] for piece in draft.data["pieces"]][:3] == [others[0], first, others[1]], "from elsewhere: before it"
    do(draft, items.attach(draft, [("pieces", first), ("pieces", others[0])], "bn", after=others[1]))
    assert [piece["id"] for piece in draft.data["pieces"]][:3] == [others[1], first, others[0]]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        (("kinds", "inf", "attrs", "fire"), {"en": "Name", "ja": "名前"}),
        (("boards", "field", "areas", "west", "name"), {"en": "Name", "ja": "名前"}),
        (("scenarios", "one", "setup", 0, "max_per_cell"), "r1"),
        (("style", "coarse"), ""),
    ],
)
def test_a_change_is_called_by_the_innermost_thing_that_has_a_name(path: Any, name: Any, draft: Draft) -> None:
    assert name_at(draft, path) == name


def test_search_finds_ids_names_cells_labels_and_results(draft: Draft) -> None:
    hits = search(draft, "inf")
    assert (hits[0].part, hits[0].ident) == ("kinds", "inf")
    assert search(draft, "0302")[0].ident == "field:0302"
    assert {hit.part for hit in search(draft, "名前")} >= {"kinds", "labels", "areas", "boxes", "tables"}
    assert ("tables", 0, "cells", 5, 2) in {hit.path for hit in search(draft, "2.5")}
    assert search(draft, "log moves")[0].ident == "log.moved"
    assert search(draft, "  ") == []
    assert len(search(draft, "n", most=5)) == 5
    for hit in search(draft, "name"):
        draft.at(*hit.path)


# ----------------------------------------------------------------------------------------------------- rows

TABLE = "ID,Name,名前,陣営,攻撃力,Traits\npanther,Panther,パンター,RED,９,armor gun\ntiger,Tiger,,BLUE,12.5,\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp932", "shift_jis"])
def test_a_sheet_is_read_in_any_usual_encoding(encoding: str, draft: Draft) -> None:
    found = rows.preview(draft, "kinds", rows.read_table(TABLE.encode(encoding)))
    assert found.faults == ()
    do(draft, rows.import_rows(draft, found))
    panther = draft.item("kinds", "panther")
    assert panther["name"] == {"en": "Panther", "ja": "パンター"}
    assert panther["side"] == "RED"
    assert panther["attrs"] == {"攻撃力": 9}
    assert panther["traits"] == ["armor", "gun"]
    assert draft.item("kinds", "tiger")["attrs"] == {"攻撃力": 12.5}
    assert draft.item("kinds", "tiger")["name"] == {"en": "Tiger", "ja": "Tiger"}


@pytest.mark.parametrize("mark", ["\t", ",", ";"])
def test_cells_may_be_parted_by_tab_comma_or_semicolon(mark: str) -> None:
    text = f'id{mark}name{mark}note\na{mark}"Two\nlines"{mark}x\n\n'
    assert rows.read_table(text) == [["id", "name", "note"], ["a", "Two\nlines", "x"]]


def test_faults_name_line_and_column_and_the_rest_can_be_imported(draft: Draft) -> None:
    text = (
        "id\tkind\tformation\tcount\tstrength\n"
        "a\tinf\tbn\t3\t5\n"
        "b\tinfx\tbn\t1\t5\n"
        "c\tinf\tdivision\t1\t5\n"
        "a\tinf\tbn\t1\t5\n"
        "d\tinf\tbn\tmany\t5\n"
        "e\t\tbn\t1\t5\n"
        "f!\tinf\tbn\t1\t5\n"
        "red-1\t\t\t\t9\n"
        "g\tinf\tbn\t1\t5\tmore\n"
    )
    table = rows.read_table(text)
    found = rows.preview(draft, "pieces", table)
    assert rows.preview(draft, "pieces", table, found.columns) == found, "columns chosen by hand keep lines and heads"
    assert [(f.line, f.column) for f in found.faults] == [
        (3, "kind"), (4, "formation"), (5, "id"), (6, "count"), (7, "kind"), (8, ""), (10, ""),
    ]  # fmt: skip
    assert sentence(found.faults[0].message, "en") == "There is no kind 'infx'; did you mean 'inf'?"
    assert "line 2 already" in sentence(found.faults[2].message, "en")
    assert [item["id"] for item in found.items] == ["a", "a-2", "a-3", "red-1"]
    assert found.known == {"red-1"}
    do(draft, rows.import_rows(draft, found))
    assert draft.item("pieces", "red-1")["attrs"]["strength"] == 9
    assert draft.item("pieces", "red-1")["kind"] == "inf", "what the sheet leaves out stays"


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("part", rows.PARTS)
def test_a_head_may_say_what_the_window_calls_the_column(part: str, language: str) -> None:
    fields = rows.FIELDS[part]
    heads = [sentence({"key": f"edit.paste.field.{name}"}, language).rstrip(".。") for name in fields]
    assert rows.match_columns(part, heads) == fields


def test_what_is_copied_pastes_back_unchanged(draft: Draft) -> None:
    before = draft.digest()
    for part in ("kinds", "formations", "pieces"):
        text = rows.copy_rows(draft, part, [item["id"] for item in draft.data[part]])
        assert rows.import_rows(draft, rows.preview(draft, part, rows.read_table(text))).is_empty, part
    assert draft.digest() == before


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("", "no text to paste"), (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\xff", "no text in UTF-8"),
        ("a\x07b", "no table of text"), (b"\xff\xfe\x00", "no text in UTF-8"), ('id,name\n"open', "Line 2 of the table"),
        (b"x" * 16_000_001, "larger than 16 MB"), ("colour,weight\nred,3\n", "None of the columns"),
    ],
    ids=["nothing", "picture", "bell", "half", "quote", "large", "heads"],
)  # fmt: skip
def test_pasted_nonsense_is_a_sentence(source: Any, words: str, draft: Draft) -> None:
    def paste() -> None:
        rows.preview(draft, "kinds", rows.read_table(source))

    with pytest.raises(DataFault, match=words):
        paste()


# --------------------------------------------------------------------------------------------------- tables


def test_a_block_is_laid_into_a_table_which_grows_with_it(draft: Draft) -> None:
    do(draft, tables.lay_block(draft, "crt", 0, 1, [["D2", "5"], ["-", "ＡＲ"]]))
    table = draft.item("tables", "crt")
    assert table["cells"][0] == ["A", "D2", 5]
    assert table["cells"][1][1:] == ["-", "ＡＲ"]
    rows, columns, least = len(table["rows"]["heads"]), len(table["columns"]["heads"]), table["columns"]["min"]
    do(draft, tables.lay_block(draft, "crt", rows - 1, columns - 1, [["X", "Y"], ["", "Z"]]))
    table = draft.item("tables", "crt")
    assert (len(table["rows"]["heads"]), len(table["columns"]["heads"])) == (rows + 1, columns + 1)
    assert table["columns"]["min"][:-1] == least, "what the printed heads do not say stays"
    assert [line[-1] for line in table["cells"][-2:]] == ["Y", "Z"]
    assert table["cells"][0][-1] is None, "a hole, which the problems tell of"
    do(draft, tables.lay_block(draft, "crt", -1, -1, [["", "near"], ["8", "A"]]))
    table = draft.item("tables", "crt")
    assert (table["columns"]["heads"][0], table["rows"]["heads"][0], table["cells"][0][0]) == ("near", 8, "A")
    assert tables.lay_block(draft, "crt", 0, -1, [["8"]]).is_empty


def test_rows_and_columns_come_at_the_end_and_go_but_for_the_last(draft: Draft) -> None:
    before = draft.item("tables", "crt")
    for axis in ("rows", "columns"):
        do(draft, tables.add_line(draft, "crt", axis))
    table = draft.item("tables", "crt")
    assert table["rows"]["heads"] == [*before["rows"]["heads"], before["rows"]["heads"][-1] + 1]
    assert {len(line) for line in table["cells"]} == {len(table["columns"]["heads"])}
    do(draft, tables.remove_line(draft, "crt", "rows", 0))
    assert draft.item("tables", "crt")["cells"][0] == [*before["cells"][1], None]
    while len(draft.item("tables", "crt")["columns"]["heads"]) > 1:
        do(draft, tables.remove_line(draft, "crt", "columns", 0))
    with pytest.raises(DataFault, match="at least one row and one column"):
        tables.remove_line(draft, "crt", "columns", 0)


@pytest.mark.parametrize(
    ("text", "value"),
    [("4", 4), ("４", 4), ("-2.5", -2.5), ("007", "007"), ("yes", True), ("いいえ", False), ("[1, a]", [1, "a"]), ("1e5", "1e5"),
     ("nan", "nan"), (" word ", "word")],
)  # fmt: skip
def test_what_is_typed_is_a_number_a_list_or_words(text: str, value: Any) -> None:
    assert meant(text) == value
    assert type(meant(text)) is type(value)
    assert meant(shown(value)) == value


# ------------------------------------------------------------------------------------------------- scenarios


def test_counters_of_the_roster_are_placed_first_and_new_ones_join_it(draft: Draft) -> None:
    roster = [piece["id"] for piece in draft.data["pieces"]]
    number = len(draft.item("scenarios", "one")["quick"])
    do(draft, placements.place_pieces(draft, "one", {"inf": 2}, "field:0505"))
    fresh = [piece["id"] for piece in draft.data["pieces"] if piece["id"] not in roster]
    assert len(fresh) == 2, "the only one of the roster lies on the map already"
    line = draft.item("scenarios", "one")["quick"][number]
    assert line["at"] == "field:0505"
    assert sum(line["pieces"].values()) == 2
    assert set(fresh) <= set(line["pieces"])
    first, second = line["pieces"]
    do(draft, placements.move_pieces(draft, "one", {number: {first: 1}}, "refit"))
    do(draft, placements.take_off(draft, "one", {number: {second: 1}}))
    do(draft, placements.place_pieces(draft, "one", {"inf": 1, "tank": 1}, "field:0606"))
    assert draft.item("scenarios", "one")["quick"][-1]["pieces"] == {second: 1, "tank": 1}, "the free one first, markers by kind"
    quick = draft.item("scenarios", "one")["quick"]
    assert all(one["at"] != "field:0505" for one in quick)
    assert any(one["at"] == "refit" and first in one["pieces"] for one in quick)


def test_zones_reinforcements_and_options(draft: Draft) -> None:
    do(draft, scenarios.add_zone(draft, "one", "BLUE", "field", ["0101", "0102"], {"en": "Blue sets up", "ja": "青の配置"}))
    line = draft.item("scenarios", "one")["setup"][-1]
    assert line["where"]["area"] == ["setup_blue"]
    assert draft.at("boards", "field", "areas", "setup_blue", "cells") == ["0101", "0102"]
    do(draft, scenarios.add_reinforcements(draft, "one", 3, ["tank", "tank"]))
    do(draft, scenarios.add_reinforcements(draft, "one", 3, ["tank"]))
    later = draft.item("scenarios", "one")["reinforcements"]
    assert later[-1]["pieces"] == {"tank": 3}
    do(draft, scenarios.remove_reinforcements(draft, "one", {len(later) - 1: ["tank"]}))
    assert len(draft.item("scenarios", "one")["reinforcements"]) == len(later) - 1
    default = draft.item("options", "fog")["default"]
    do(draft, scenarios.set_option(draft, "one", "fog", not default))
    assert draft.item("scenarios", "one")["options"]["fog"] is not default
    do(draft, scenarios.set_option(draft, "one", "fog", default))
    assert "fog" not in draft.item("scenarios", "one")["options"]
    for gesture, words in (
        (lambda: placements.place_pieces(draft, "one", {"inf": 1}, "field:9999"), "no cell '9999'"),
        (lambda: placements.place_pieces(draft, "one", {"inf": 1}, "nowhere"), "no box 'nowhere'"),
        (lambda: placements.take_off(draft, "one", {0: {"inf": 99}}), "not so many"),
        (lambda: scenarios.add_reinforcements(draft, "one", 9, ["inf"]), "which has 3 turns"),
        (lambda: scenarios.add_zone(draft, "one", "RED", "field", [], {"en": "x"}), "needs cells"),
    ):
        with pytest.raises(DataFault, match=words):
            gesture()


# ------------------------------------------------------------------------------------------ problems, fixes


def test_every_fix_that_is_offered_takes_its_problem_away() -> None:
    data = templates.new_grid("Broken", columns=6, rows=5).model_dump(mode="json", by_alias=True)
    for cell in ("0101", "0203"):
        del data["boards"][0]["terrain"][cell]
    data["kinds"] = [{"id": "inf", "name": {"en": "Infantry"}, "side": "blue"}]
    data["tables"] = [
        {"id": "t", "name": {"en": "T", "ja": "表"}, "rows": {"heads": ["a", "b"]}, "cells": [["x"], [""]]}
    ]
    data["options"] = [{"id": "fog", "name": {"en": "Fog", "ja": "霧"}}]
    scenario = data["scenarios"][0]
    scenario.update(setup_order=["blue"], options={"fogg": True}, boards=["map", "atlantis"])
    scenario["setup"] = [
        {"id": "1", "side": "red", "pieces": {"inf": 2}, "where": {"terrain": ["wods"], "feature": ["tower"]}},
        {"id": "2", "side": "blue", "pieces": {"inf": 1, "infx": 1}, "where": {"cells": ["0101"]}},
    ]
    draft = Draft(empty_content(data))
    fixed: list[str] = []
    for _ in range(40):
        offered = [finding for finding in findings(draft.content()) if finding.fixes]
        if not offered:
            break
        finding = offered[0]
        fixed.append(finding.fixes[0].label["key"])
        do(draft, finding.fixes[0].make(draft))
        assert finding.problem.text not in [f.problem.text for f in findings(draft.content())]
    assert {
        "fix.fill",
        "fix.words",
        "fix.no_effect",
        "fix.meant",
        "fix.take_away",
        "fix.add_pieces",
        "fix.order",
    } == set(fixed)
    left = [finding.problem.text for finding in findings(draft.content())]
    assert left == ["No cell meets the condition of this set-up line"], "no woods yet: that only a person can say"


def test_how_many_lie_somewhere_is_set_with_counters_of_the_roster(draft: Draft) -> None:
    number = len(draft.item("scenarios", "one")["quick"])
    do(draft, placements.place_pieces(draft, "one", {"inf": 1}, "field:0505"))

    def there() -> dict[str, int]:
        pieces: dict[str, int] = draft.item("scenarios", "one")["quick"][number]["pieces"]
        return pieces

    (first,) = there()
    do(draft, placements.set_number(draft, "one", number, "inf", 3))
    assert set(there().values()) == {1}, "none of the roster lies there twice"
    assert len(there()) == 3
    assert set(there()) <= {piece["id"] for piece in draft.data["pieces"]}
    laid = placements.lay_out(draft.content(), "one")
    assert set(there()) <= set(laid.places["field:0505"])
    do(draft, placements.set_number(draft, "one", number, "inf", 1))
    assert list(there()) == [first]
    do(draft, placements.place_pieces(draft, "one", {"tank": 2}, "field:0505"))
    do(draft, placements.set_number(draft, "one", number, "tank", 5))
    assert placements.kinds_in(draft.content(), there()) == {"inf": 1, "tank": 5}


@pytest.mark.parametrize("roster", [0, 1, 2, 5])
def test_counters_put_beside_counted_ones_are_those_that_a_game_puts_there(roster: int, draft: Draft) -> None:
    do(draft, items.delete(draft, "kinds", ["inf"], also=True))
    do(draft, items.add(draft, "kinds", {"id": "inf", "name": {"en": "Inf", "ja": "歩"}, "side": "RED"}))
    for n in range(roster):
        do(draft, items.add(draft, "pieces", {"id": f"r{n}", "kind": "inf"}))
    number = len(draft.item("scenarios", "one")["quick"])
    do(draft, items.insert(draft, ("scenarios", "one", "quick"), {"at": "field:0505", "pieces": {"inf": 2}}))
    do(draft, placements.set_number(draft, "one", number, "inf", 3))
    do(draft, placements.place_pieces(draft, "one", {"inf": 1}, "field:0505"))
    content = draft.content()
    kinds = {kind.id: {} for kind in content.kinds}
    pieces = {piece.id: {"kind": piece.kind} for piece in content.pieces}
    game = Roster(cast(Table, SimpleNamespace(content=SimpleNamespace(kinds=kinds, pieces=pieces))))
    counts = content.scenario("one").quick[number].pieces
    laid = [ident for what, count in counts.items() for ident, _ in game.take(what, count)]
    assert len(set(laid)) == len(laid) == 4, laid
    assert len(placements.lay_out(content, "one").places["field:0505"]) == 4


def test_a_scenario_that_can_not_be_set_up_is_a_problem_with_a_place(draft: Draft) -> None:
    do(draft, items.delete(draft, "options", ["pick"], also=True))
    do(draft, boards.resize(draft, "field", 8, 6))
    data = templates.new_grid("Full", columns=4, rows=4)
    full = Draft(data)
    do(full, items.add(full, "kinds", {"id": "inf", "name": {"en": "Inf", "ja": "歩"}, "side": "blue"}))
    do(full, items.add(full, "pieces", {"id": "inf-1", "kind": "inf"}))
    do(full, items.duplicate(full, "pieces", ["inf-1"], 4))
    zone = scenarios.add_zone(full, "scenario_1", "blue", "map", ["0101", "0102"], {"en": "Set-up", "ja": "配置"})
    do(full, zone)
    line = ("scenarios", "scenario_1", "setup", "blue_zone")
    do(full, items.put_all(full, [((*line, "pieces"), {"inf": 5}), ((*line, "max_per_cell"), 2)], name="zone"))
    found = findings(full.content())
    assert [f.problem.text for f in found] == ["5 pieces find no room in 2 cells of 2 at most"]
    assert found[0].problem.path == ("scenarios", 0, "setup", 0, "max_per_cell")


# ------------------------------------------------------------------------------------- beginning and sharing


@pytest.mark.parametrize("pattern", ["CCRR", "A1", "RRCC", "C.R", "1-C"])
@pytest.mark.parametrize(
    ("preset", "kind"),
    [("tactical", "hex"), ("operational", "hex"), ("squares", "square"), ("areas", "areas"), ("cards", "cards")],
)
def test_every_new_draft_is_sound_and_can_be_written(preset: str, kind: str, pattern: str, tmp_path: Path) -> None:
    content = templates.new_grid("私の戦い", kind=kind, preset=preset, columns=12, rows=11, numbering=pattern)
    assert validate_content(content) == []
    dump(content, tmp_path / "module")
    assert load(tmp_path / "module") == content


def test_a_draft_that_can_not_be_is_refused() -> None:
    with pytest.raises(DataFault, match="more than"):
        templates.new_grid("Huge", columns=1000, rows=1000)
    with pytest.raises(DataFault, match="two cells the id"):
        templates.new_grid("Twice", numbering="C")
    assert templates.new_grid("Wide", columns=120, rows=5).boards[0].make_grid().cells()[-1] == "12005"


def test_a_copy_has_an_id_and_a_name_of_its_own(draft: Draft) -> None:
    copy = templates.copy_of(draft.content(), "my copy", "Mine")
    assert (copy.title.id, copy.title.name.en) == ("my_copy", "Mine")
    assert copy.boards == draft.content().boards


def test_an_archive_is_shown_before_it_is_used(draft: Draft, tmp_path: Path) -> None:
    content = templates.new_grid("Share me", columns=5, rows=4)
    origin = tmp_path / "origin"
    sharing.write_module(content, origin)
    (origin / "rules").mkdir()
    (origin / "rules" / "__init__.py").write_text("def title(content): ...\n", encoding="utf-8")
    (origin / "cover.png").write_bytes(b"picture")
    do(draft, pictures.import_picture(draft, "field", "scan", 10, 10))
    sharing.pack(draft.content(), tmp_path / "a.qtmod", origin)
    sharing.pack(draft.content(), tmp_path / "b.qtmod", origin)
    assert (tmp_path / "a.qtmod").read_bytes() == (tmp_path / "b.qtmod").read_bytes()
    shown = sharing.contents(tmp_path / "a.qtmod")
    assert (shown.id, shown.rules, shown.other) == ("small", ("rules/__init__.py",), ("cover.png",))
    assert shown.counts["cells"] == 48 + 3 + 2
    assert any("RULES_MAP" in p.text for p in shown.problems)
    again = load(tmp_path / "a.qtmod")
    assert "trace" not in again.board("field").attrs, "the scan is the author's own"
    assert again.kinds == draft.content().kinds
    with zipfile.ZipFile(tmp_path / "a.qtmod") as archive:
        assert archive.namelist()[0] == "module.yaml"
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(DataFault, match="holds other things"):
        sharing.write_module(content, tmp_path / "full")
    (tmp_path / "c.qtmod").write_bytes(b"no archive")
    with pytest.raises(DataFault, match="no module"):
        sharing.contents(tmp_path / "c.qtmod")


def test_an_id_changed_by_hand_in_yaml_is_told(draft: Draft, tmp_path: Path) -> None:
    dump(draft.content(), tmp_path / "module")
    kinds = tmp_path / "module" / "content" / "kinds.yaml"
    kinds.write_text(kinds.read_text(encoding="utf-8").replace("id: inf", "id: infantry"), encoding="utf-8")
    problems = sharing.contents(tmp_path / "module").problems
    told = next(p for p in problems if p.file == "content/oob.yaml" and "'inf'" in p.text and p.line)
    assert f"content/oob.yaml {told.line}行目" in told.sentence("ja")
