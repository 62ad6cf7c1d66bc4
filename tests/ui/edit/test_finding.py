"""Finding, deleting and mending on the pages of a draft: what is used says where, what is wrong leads there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.edit.conftest import page_of, small_content, toast

CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


def asked(d, text):
    """Type into the palette (any script, which key events have not) and return it."""
    palette = d.window.palette_widget
    QTest.keyClick(d.window, Qt.Key.Key_K, CTRL)
    palette.field.insert(text)
    return palette


def test_a_kind_in_use_says_where_and_goes_with_what_uses_it_if_wanted(open_draft):
    d = open_draft()
    page = page_of(d, "counters")
    page.choose("squad")
    page.delete()
    assert "squad" in d.model.content.kinds_by_id
    words = d.window.toast.text.text()
    assert words.startswith("“Squad” is used in 2 places: Order of battle › Able, Order of battle › Baker"), words
    toast(d, "Delete with all that uses it")
    assert "squad" not in d.model.content.kinds_by_id
    assert not d.model.content.pieces
    assert not d.model.content.scenario("one").quick
    toast(d, "Undo")
    assert "squad" in d.model.content.kinds_by_id
    assert [p.id for p in d.model.content.pieces] == ["s1", "s2"]
    assert d.model.content.scenario("one").quick


def test_counters_deleted_from_the_order_of_battle_say_where_they_lay_and_come_back(open_draft):
    d = open_draft()
    page = page_of(d, "oob")
    page.tree.setFocus()
    page.tree.select_ids(["s1"])
    QTest.keyClick(page.tree, Qt.Key.Key_Delete)
    d.settle()
    assert [p.id for p in d.model.content.pieces] == ["s2"]
    assert d.window.toast.text.text() == "“Able” is deleted, also where it was named: Scenarios › The ford."
    toast(d, "Undo")
    assert d.model.content.scenario("one").quick[0].pieces == {"s1": 1}
    page.tree.refresh()
    page.tree.setFocus()
    page.tree.select_ids(["gun"])
    QTest.keyClick(page.tree, Qt.Key.Key_Delete)
    d.settle()
    assert "gun" not in d.model.content.kinds_by_id, "a kind that nothing uses goes at once"
    page.tree.select_ids(["first"], ("formation",))
    QTest.keyClick(page.tree, Qt.Key.Key_Delete)
    d.settle()
    assert not d.model.content.formations
    assert {p.formation for p in d.model.content.pieces} == {None}


@pytest.mark.parametrize(("page", "part"), [("tables", "tables"), ("scenarios", "scenarios")])
def test_tables_and_scenarios_that_are_deleted_can_be_had_back_at_once(page, part, open_draft):
    d = open_draft()
    before = getattr(d.model.content, part)
    page_of(d, page).delete()
    d.settle()
    assert len(getattr(d.model.content, part)) == len(before) - 1
    toast(d, "Undo")
    assert getattr(d.model.content, part) == before


def test_the_palette_finds_everything_that_has_a_name_or_words(open_draft):
    d = open_draft()
    d.view.select_cells(["0202", "0203"])
    d.view.tools["area"].make_zone("us")
    d.settle()

    def found(text):
        palette = asked(d, text)
        QTest.keyClick(palette.field, Qt.Key.Key_Return)
        QApplication.processEvents()

    found("first company")
    assert d.page.page == "oob"
    tree = d.page.pages["oob"].tree
    assert {tree.key_of(i) for i in tree.selectedItems()} == {("formation", "first")}
    found("baker")
    assert {tree.key_of(i) for i in tree.selectedItems()} == {("piece", "s2")}
    found("the hill")
    assert (d.page.page, d.model.scenario) == ("scenarios", "two")
    found("第1中隊")
    assert d.page.page == "oob"
    found("DD")
    assert (d.page.page, d.page.pages["tables"].table) == ("tables", "fire")
    found("germans")
    assert d.page.page == "scenarios"
    assert "side.ge.name.en" in d.page.pages["scenarios"].form.fields
    found("stone wall")
    assert d.page.page == "map"
    palette = asked(d, "nothing of that name")
    assert not palette.entries


def test_a_problem_leads_to_the_thing_it_is_about(open_draft):
    d = open_draft()
    page = page_of(d, "tables")
    page.add()
    d.settle()
    page.show_table("fire")
    page.grid.sheet.setData(page.grid.sheet.index(2, 0), "1")  # the head of the second row, as the first one's
    d.settle()
    d.qtbot.waitUntil(lambda: "there 2 times" in page.holes.text(), timeout=5000)
    page.show_table("table_2")
    assert not page.holes.text()
    d.page.show_page("counters")
    panes = d.page.bottom
    row = next(
        panes.rows.box.itemAt(n).widget()
        for n in range(panes.rows.box.count())
        if "2 times" in getattr(getattr(panes.rows.box.itemAt(n).widget(), "problem", None), "text", "")
    )
    QTest.mouseClick(row.go, LEFT)
    assert (d.page.page, page.table) == ("tables", "fire")
    d.undo_all()
    d.qtbot.waitUntil(lambda: not page.holes.text(), timeout=5000)


def test_a_block_of_a_spreadsheet_keeps_its_cells_and_nonsense_is_refused(open_draft):
    d = open_draft()
    grid = page_of(d, "tables").grid
    grid.stand(1, 1)
    QApplication.clipboard().setText('"D ""all""\nhere"\tK\n5" gun\t-\n')
    QTest.keyClick(grid, Qt.Key.Key_V, CTRL)
    d.settle()
    assert d.model.content.table("fire").cells[:2] == (('D "all" here', "K"), ('5" gun', "-"))
    d.undo_all()
    QApplication.clipboard().setText('"open\tK\n')
    QTest.keyClick(grid, Qt.Key.Key_V, CTRL)
    d.settle()
    assert d.model.content.table("fire").cells[0] == ('"open', "K"), "a mark that is not closed is meant as it stands"
    d.undo_all()
    before = d.model.content.table("fire")
    QApplication.clipboard().setText("\x01\x02\tK")
    QTest.keyClick(grid, Qt.Key.Key_V, CTRL)
    d.settle()
    assert d.refused == ["This is no table of text. Copy cells of a spreadsheet first."]
    QApplication.clipboard().setText("\n".join("\t".join("x" for _ in range(200)) for _ in range(101)))
    QTest.keyClick(grid, Qt.Key.Key_V, CTRL)
    d.settle()
    assert "more than 20,000 cells" in d.refused[-1]
    assert d.model.content.table("fire") == before


@pytest.mark.parametrize(
    ("data", "count", "words"),
    [
        ("name,kind\nDog,squad\n".encode("utf-8-sig"), 1, ""),
        ("name\tkind\nDog\tsquad\n".encode("utf-16"), 1, ""),
        ("名前,種類\n犬,分隊\n".encode("cp932"), 1, ""),
        (b"name;kind\nDog;squad\n", 1, ""),
        (b"name|kind\nDog|squad\n", 1, ""),
        (b"name,kind\nDog,squad\nEasy,squad,9\nFox\n", 1, "2 rows are left out: Line 3: The row has 3 cells for 2 columns."),
        (b"id,kind\na,squad\na,squad\n", 1, "1 row is left out: Line 3, id: The id 'a' is in line 2 already; ids are unique."),
        (b"name,kind,count\nDog,squad,many\n", 0, "Line 2, count: 'many' is no number of counters from 1 to 1000."),
        (b"name,kind\nDog,sqaud\n", 0, "Line 2, kind: There is no kind 'sqaud'; did you mean 'squad'?"),
    ],
)  # fmt: skip
def test_files_of_rows_are_read_in_any_spelling_and_faults_name_their_line(data, count, words, open_draft, tmp_path):
    d = open_draft()
    page = page_of(d, "oob")
    (tmp_path / "rows.csv").write_bytes(data)
    page.open_csv(str(tmp_path / "rows.csv"))
    panel = page.paste_panel
    assert len(panel.preview.items if panel.preview else ()) == count
    assert panel.faults.text().endswith(words)
    assert panel.faults.isVisible() == bool(words)
    assert panel.take.isEnabled() == bool(count)
    assert not d.refused
    if count:
        QTest.mouseClick(panel.take, LEFT)
        d.settle()
        assert len(d.model.content.pieces) == 2 + count


def test_counters_placed_by_their_kind_show_where_they_lie_in_the_roster_s_order(open_draft):
    content = small_content(
        scenarios=[
            {
                "id": "one", "name": {"en": "The ford", "ja": "渡河点"}, "turns": 5,
                "quick": [{"at": "m:0303", "pieces": {"s2": 1}}, {"at": "m:0505", "pieces": {"squad": 2, "gun": 1}}],
                "reinforcements": [{"turn": 3, "pieces": {"gun": 1}, "side": "ge", "at": "m:0101"}],
            }
        ]
    )  # fmt: skip
    d = open_draft(content)
    page = page_of(d, "oob")

    def shown():
        rows = {page.tree.key_of(i): i.data(0, Qt.ItemDataRole.UserRole) for i in page.tree.lines()}
        return {key[1]: (row.place, row.arrives) for key, row in rows.items() if key[0] in ("piece", "kind")}

    lines = shown()
    assert lines["s1"] == ("0505", "")
    assert lines["s2"] == ("0303", "")
    assert lines["squad"] == ("0505", ""), "one more than the roster has"
    assert lines["gun"] == ("0505", "3")
    page.tree.select_ids(["s1"])
    assert d.view.pieces == ["squad#1.0"], "it is lit on the map"
    d.view.select_pieces(["squad#1.1"])
    assert {page.tree.key_of(i) for i in page.tree.selectedItems()} == {("kind", "squad")}
    assert page.count.text().startswith("2 counters · 2 placed")


def test_a_scenario_that_can_not_be_set_up_says_what_and_where_when_it_is_tried(open_draft):
    one = {"id": "one", "name": {"en": "The ford", "ja": "渡河点"}, "quick": [{"at": "m:9999", "pieces": {"s1": 1}}]}
    d = open_draft(small_content(scenarios=[one]))
    d.qtbot.waitUntil(lambda: any("9999" in p.text for p in d.model.problems), timeout=5000)
    QTest.keyClick(d.window, Qt.Key.Key_F5)
    assert d.played, "problems never block work"
    assert d.told[-1] == "Not all of this scenario can be set up: Unknown cell '9999' in The ford; cells are named like '0101'."


def test_a_kind_in_the_order_of_battle_shows_its_sort_in_words(open_draft):
    shown = {row.id: row.kind for row in page_of(open_draft(), "oob").tree.all_rows()}
    assert (shown["gun"], shown["flag"]) == ("Unit", "Marker")
