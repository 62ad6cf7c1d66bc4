"""Things with ids, rows, tables, scenarios, problems, new drafts, sharing; and what people get wrong with them."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest

from qtwar.base.errors import DataFault
from qtwar.editing import commands, shelf, starts
from qtwar.editing.draft import Draft, empty_content
from qtwar.editing.mends import findings
from qtwar.model.dump import dump
from qtwar.model.load import load
from qtwar.model.validate import validate_content
from tests.editing.test_gestures import do

# ------------------------------------------------------------------------------------ delete, rename, copies


def test_what_is_used_is_not_deleted_but_told_and_offered(draft: Draft) -> None:
    with pytest.raises(DataFault) as told:
        commands.delete(draft, "kinds", ["inf"])
    assert "scenarios/one/setup/r1/pieces/inf" in told.value.text
    assert told.value.key == "edit.in_use"
    assert len(told.value.message_args["places"]) >= 3
    do(draft, commands.delete(draft, "kinds", ["inf"], also=True))
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
    do(draft, commands.delete(draft, part, [ident], also=True, instead="clear" if ident == "wood" else None))
    assert commands.used_by(draft, part, ident) == []
    unknown = {p.sentence() for p in validate_content(draft.content()) if p.text.startswith("Unknown")}
    assert unknown <= before
    if part == "formations":
        assert draft.item("formations", "coy")["parent"] is None
    if part == "terrain":
        assert set(draft.item("boards", "field")["terrain"].values()) == {"clear"}


@pytest.mark.parametrize(
    ("part", "old"),
    [("sides", "RED"), ("terrain", "wood"), ("features", "town"), ("edge_kinds", "stream"), ("path_kinds", "road"),
     ("kinds", "inf"), ("formations", "bn"), ("boards", "field"), ("options", "fog"), ("scenarios", "one"),
     ("pieces", "red-1"), ("boxes", "refit"), ("areas", "west"), ("tables", "crt")],
)  # fmt: skip
def test_a_new_id_is_known_everywhere(part: str, old: str, draft: Draft) -> None:
    problems = sorted(p.text for p in validate_content(draft.content()))
    places = len(commands.used_by(draft, part, old))
    do(draft, commands.rename(draft, part, old, "another"))
    assert commands.used_by(draft, part, old) == []
    assert len(commands.used_by(draft, part, "another")) == places
    assert sorted(p.text.replace("another", old) for p in validate_content(draft.content())) == problems
    with pytest.raises(DataFault):
        commands.rename(draft, part, "another", "a b")


def test_two_kinds_with_one_name_are_refused(draft: Draft) -> None:
    with pytest.raises(DataFault, match="'inf' in kinds already"):
        commands.add(draft, "kinds", {"id": "inf", "name": {"en": "Again", "ja": "再"}})
    with pytest.raises(DataFault, match="'inf' in kinds already"):
        commands.rename(draft, "kinds", "tank", "inf")


def test_copies_get_the_next_numbers(draft: Draft) -> None:
    do(draft, commands.set_many(draft, "pieces", ["red-1"], ("name",), {"en": "Able 1", "ja": "第1小隊"}))
    do(draft, commands.duplicate(draft, "pieces", "red-1", 3))
    assert [p["id"] for p in draft.data["pieces"]] == ["red-1", "red-2", "red-3", "red-4", "2"]
    assert draft.item("pieces", "red-4")["name"] == {"en": "Able 4", "ja": "第4小隊"}
    do(draft, commands.add(draft, "kinds", {"name": {"en": "Tank", "ja": "戦車"}}))
    assert draft.has("kinds", "tank_2"), "an id is made of the name, numbered where it is taken"
    with pytest.raises(DataFault, match="1 to 1000"):
        commands.duplicate(draft, "pieces", "red-1", 5000)


def test_many_rows_at_once_and_fill_down(draft: Draft) -> None:
    do(draft, commands.set_many(draft, "kinds", ["inf", "tank"], ("attrs", "move"), 4))
    do(draft, commands.fill_down(draft, "kinds", ["inf", "tank"], ("attrs", "fire")))
    assert [k["attrs"] for k in draft.data["kinds"]] == [{"fire": 3, "move": 4}] + [{"move": 4, "fire": 3}]
    do(draft, commands.set_many(draft, "kinds", ["inf"], ("attrs", "fire"), None))
    assert "fire" not in draft.item("kinds", "inf")["attrs"]
    with pytest.raises(DataFault, match="can not be 'boat'"):
        commands.set_many(draft, "kinds", ["inf"], ("class",), "boat")
    with pytest.raises(DataFault, match="below itself"):
        commands.attach(draft, ["bn"], "coy")


def test_search_finds_ids_names_cells_labels_and_results(draft: Draft) -> None:
    hits = commands.search(draft, "inf")
    assert (hits[0].part, hits[0].ident) == ("kinds", "inf")
    assert commands.search(draft, "0302")[0].ident == "field:0302"
    assert {hit.part for hit in commands.search(draft, "名前")} >= {"kinds", "labels", "areas", "boxes", "tables"}
    assert ("tables", 0, "cells", 5, 2) in {hit.path for hit in commands.search(draft, "2.5")}
    assert commands.search(draft, "log moves")[0].ident == "log.moved"
    assert commands.search(draft, "  ") == []
    assert len(commands.search(draft, "n", most=5)) == 5
    for hit in commands.search(draft, "name"):
        draft.at(*hit.path)


# ----------------------------------------------------------------------------------------------------- rows

TABLE = "ID,Name,名前,陣営,攻撃力,Traits\npanther,Panther,パンター,RED,９,armor gun\ntiger,Tiger,,BLUE,12.5,\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp932", "shift_jis"])
def test_a_sheet_is_read_in_any_usual_encoding(encoding: str, draft: Draft) -> None:
    rows = commands.read_table(TABLE.encode(encoding))
    found = commands.preview(draft, "kinds", rows)
    assert found.faults == ()
    do(draft, commands.import_rows(draft, found))
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
    assert commands.read_table(text) == [["id", "name", "note"], ["a", "Two\nlines", "x"]]


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
    table = commands.read_table(text)
    found = commands.preview(draft, "pieces", table)
    assert commands.preview(draft, "pieces", table, found.columns) == found, "columns chosen by hand keep lines and heads"
    assert [(f.line, f.column) for f in found.faults] == [
        (3, "kind"), (4, "formation"), (5, "id"), (6, "count"), (7, "kind"), (8, ""), (10, ""),
    ]  # fmt: skip
    assert found.faults[0].text == "There is no kind 'infx'; did you mean 'inf'?"
    assert "line 2 already" in found.faults[2].text
    assert [item["id"] for item in found.items] == ["a", "a-2", "a-3", "red-1"]
    assert found.known == {"red-1"}
    do(draft, commands.import_rows(draft, found))
    assert draft.item("pieces", "red-1")["attrs"]["strength"] == 9
    assert draft.item("pieces", "red-1")["kind"] == "inf", "what the sheet leaves out stays"
    with pytest.raises(DataFault, match=r"Line 3, kind: There is no kind 'infx'.*6 more"):
        commands.paste_rows(draft, "pieces", text)


def test_what_is_copied_pastes_back_unchanged(draft: Draft) -> None:
    before = draft.digest()
    for part in ("kinds", "formations", "pieces"):
        text = commands.copy_rows(draft, part, [item["id"] for item in draft.data[part]])
        command = commands.paste_rows(draft, part, text)
        assert command.is_empty, part
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
        commands.preview(draft, "kinds", commands.read_table(source))

    with pytest.raises(DataFault, match=words):
        paste()


# --------------------------------------------------------------------------------------------------- tables


def test_tables_are_edited_pasted_and_looked_up(draft: Draft) -> None:
    do(draft, commands.table_cells(draft, "crt", 0, 1, [["D2", "5"], ["-", "ＡＲ"]]))
    assert draft.item("tables", "crt")["cells"][0] == ["A", "D2", 5]
    assert commands.look_up(draft, "crt", 1, 2).value == "D2"
    assert commands.look_up(draft, "crt", "1", 0).column == 0
    assert commands.look_up(draft, "crt", 6, 40).column == 2
    do(draft, commands.insert_line(draft, "crt", "columns", 1, "x"))
    do(draft, commands.insert_line(draft, "crt", "rows", 6, 7))
    table = draft.item("tables", "crt")
    assert [len(line) for line in table["cells"]] == [4] * 7
    assert len(table["columns"]["min"]) == 4
    do(draft, commands.remove_line(draft, "crt", "columns", 1))
    do(draft, commands.set_head(draft, "crt", "rows", 6, "8"))
    texts = [p.text for p in validate_content(draft.content()) if p.path[:1] == ("tables",)]
    assert "Row 2 has no result in column 3–None" not in texts
    assert [t for t in texts if "no result" in t], "holes are told"
    with pytest.raises(DataFault, match="do not fit"):
        commands.table_cells(draft, "crt", 6, 2, [["a", "b"]])
    with pytest.raises(DataFault, match="No row of the table is for 99"):
        commands.look_up(draft, "crt", 99, 1)
    do(draft, commands.add_table(draft, {"en": "Weather", "ja": "天候"}, [1, 2, 3], row_kind="dice"))
    do(draft, commands.remove_line(draft, "weather", "rows", 0))
    do(draft, commands.remove_line(draft, "weather", "rows", 0))
    with pytest.raises(DataFault, match="keeps at least one row"):
        commands.remove_line(draft, "weather", "rows", 0)


# ------------------------------------------------------------------------------------------------- scenarios


def test_placements_zones_reinforcements_and_pools(draft: Draft) -> None:
    do(draft, commands.place_pieces(draft, "one", {"inf": 2}, "field:0505"))
    do(draft, commands.place_pieces(draft, "one", {"inf": 1, "tank": 1}, "field:0505"))
    assert draft.item("scenarios", "one")["quick"][-1]["pieces"] == {"inf": 3, "tank": 1}
    do(draft, commands.move_pieces(draft, "one", {"inf": 2}, "field:0505", "refit"))
    do(draft, commands.move_pieces(draft, "one", {"inf": 1, "tank": 1}, "field:0505", None))
    assert [q["at"] for q in draft.item("scenarios", "one")["quick"]].count("field:0505") == 0
    do(draft, commands.zone(draft, "one", "BLUE", {"tank": 1}, board="field", cells=["0101", "0102"], max_per_cell=1))
    line = draft.item("scenarios", "one")["setup"][-1]
    assert line["where"]["area"] == ["setup_blue"]
    assert draft.at("boards", "field", "areas", "setup_blue", "cells") == ["0101", "0102"]
    do(draft, commands.add_reinforcement(draft, "one", 3, {"tank": 1}, "refit", side="BLUE"))
    do(draft, commands.move_reinforcement(draft, "one", 1, 2))
    do(draft, commands.set_pool(draft, "one", "RED", "refit", {}))
    do(draft, commands.special_rule(draft, "one", {"en": "Fog", "ja": "霧"}, "9.9"))
    do(draft, commands.add_scenario(draft, {"en": "Variant", "ja": "別案"}, base="one"))
    assert draft.item("scenarios", "variant")["attrs"]["variant_of"] == "one"
    assert draft.data["title"]["scenarios"] == ["one"], "natural order needs no list beyond what was there"
    for call, words in (
        (lambda: commands.place_pieces(draft, "one", {"inf": 1}, "field:9999"), "no cell '9999'"),
        (lambda: commands.place_pieces(draft, "one", {"inf": 1}, "nowhere"), "no box 'nowhere'"),
        (lambda: commands.move_pieces(draft, "one", {"inf": 9}, "refit", None), "not so many"),
        (lambda: commands.add_reinforcement(draft, "one", 9, {"inf": 1}), "which has 3 turns"),
        (lambda: commands.zone(draft, "one", "RED", {"inf": 1}), "needs cells"),
    ):
        with pytest.raises(DataFault, match=words):
            call()


# ------------------------------------------------------------------------------------------ problems, mends


def test_every_mend_that_is_offered_takes_its_problem_away() -> None:
    data = starts.new_grid("Broken", columns=6, rows=5).model_dump(mode="json", by_alias=True)
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
    mended: list[str] = []
    for _ in range(40):
        offered = [finding for finding in findings(draft.content()) if finding.mends]
        if not offered:
            break
        finding = offered[0]
        mended.append(finding.mends[0].label["key"])
        do(draft, finding.mends[0].make(draft))
        assert finding.problem.text not in [f.problem.text for f in findings(draft.content())]
    assert {
        "mend.fill",
        "mend.words",
        "mend.no_effect",
        "mend.meant",
        "mend.take_away",
        "mend.add_pieces",
        "mend.order",
    } == set(mended)
    left = [finding.problem.text for finding in findings(draft.content())]
    assert left == ["No cell meets the condition of this set-up line"], "no woods yet: that only a person can say"


def test_a_scenario_that_can_not_be_set_up_is_a_problem_with_a_place(draft: Draft) -> None:
    do(draft, commands.delete(draft, "options", ["pick"], also=True))
    do(draft, commands.resize(draft, "field", 8, 6))
    data = starts.new_grid("Full", columns=4, rows=4)
    full = Draft(data)
    do(full, commands.add(full, "kinds", {"id": "inf", "name": {"en": "Inf", "ja": "歩"}, "side": "blue"}))
    do(full, commands.add(full, "pieces", {"id": "inf-1", "kind": "inf"}))
    do(full, commands.duplicate(full, "pieces", "inf-1", 4))
    do(full, commands.zone(full, "scenario_1", "blue", {"inf": 5}, board="map", cells=["0101", "0102"], max_per_cell=2))
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
    content = starts.new_grid("私の戦い", kind=kind, preset=preset, columns=12, rows=11, numbering=pattern)
    assert validate_content(content) == []
    dump(content, tmp_path / "module")
    assert load(tmp_path / "module") == content


def test_a_draft_that_can_not_be_is_refused() -> None:
    with pytest.raises(DataFault, match="more than"):
        starts.new_grid("Huge", columns=1000, rows=1000)
    with pytest.raises(DataFault, match="two cells the id"):
        starts.new_grid("Twice", numbering="C")
    assert starts.new_grid("Wide", columns=120, rows=5).boards[0].make_grid().cells()[-1] == "12005"


def test_a_variant_shares_map_and_order_of_battle(draft: Draft) -> None:
    content = draft.content()
    made = starts.variant(content, "one", "Winter")
    assert [s.id for s in made.scenarios] == ["one", "winter"]
    assert made.boards == content.boards
    assert made.option("fog").scenarios == ("one", "winter")
    copy = starts.copy_of(content, "my copy", "Mine")
    assert (copy.title.id, copy.title.name.en) == ("my_copy", "Mine")
    with pytest.raises(DataFault, match="no scenario 'two'"):
        starts.variant(content, "two", "x")


def test_an_archive_is_shown_before_it_is_used(draft: Draft, tmp_path: Path) -> None:
    content = starts.new_grid("Share me", columns=5, rows=4)
    origin = tmp_path / "origin"
    shelf.write_module(content, origin)
    (origin / "rules").mkdir()
    (origin / "rules" / "__init__.py").write_text("def title(content): ...\n", encoding="utf-8")
    (origin / "cover.png").write_bytes(b"picture")
    do(draft, commands.import_picture(draft, "field", "scan", 10, 10))
    shelf.pack(draft.content(), tmp_path / "a.qtmod", origin)
    shelf.pack(draft.content(), tmp_path / "b.qtmod", origin)
    assert (tmp_path / "a.qtmod").read_bytes() == (tmp_path / "b.qtmod").read_bytes()
    shown = shelf.contents(tmp_path / "a.qtmod")
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
        shelf.write_module(content, tmp_path / "full")
    (tmp_path / "c.qtmod").write_bytes(b"no archive")
    with pytest.raises(DataFault, match="no module"):
        shelf.contents(tmp_path / "c.qtmod")


def test_an_id_changed_by_hand_in_yaml_is_told(draft: Draft, tmp_path: Path) -> None:
    dump(draft.content(), tmp_path / "module")
    kinds = tmp_path / "module" / "content" / "kinds.yaml"
    kinds.write_text(kinds.read_text(encoding="utf-8").replace("id: inf", "id: infantry"), encoding="utf-8")
    problems = shelf.contents(tmp_path / "module").problems
    told = next(p for p in problems if p.file == "content/oob.yaml" and "'inf'" in p.text and p.line)
    assert f"content/oob.yaml {told.line}行目" in told.sentence_in("ja")
