"""Tables, sequence, terrain key, order of battle and log: on pages, as CSV, as Markdown."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest

from qtwar.base.errors import DataFault
from qtwar.draw import displaylist as dl
from qtwar.engine.state import State
from qtwar.export import rows
from qtwar.export.choices import Choices
from qtwar.export.press import make_book
from qtwar.export.source import Moment, Told
from tests.export.test_setup_sheet import game, position
from tests.export.words import words_on


def said(source, choices: Choices) -> str:
    return "\n".join(words_on(page) for page in make_book(source, choices).pages)


def test_every_table_of_a_title_is_printed_with_notes_and_rule_numbers(sealords):
    source = sealords()
    for language in ("en", "ja"):
        words = said(source, Choices(what=("tables",), language=language)).replace("\n", "")
        plain = words.replace(" ", "")
        for table in source.content.tables:
            assert table.name.get(language).replace(" ", "") in plain, table.id
            assert table.rule in words
            for note in table.notes:
                assert note.text.get(language).replace(" ", "") in plain.replace(note.rule, ""), table.id
        # what only the content's own words call so is said in the reader's words
        assert "emergency_reinforcements" not in words


def test_signs_are_explained_and_words_spelt_out(small):
    words = said(small, Choices(what=("tables",)))
    for part in (
        "Combat results",
        "7.1",
        "3+",
        "A\n",
        "Attacker retreats",
        "Both shaken",
        "Woods shift one column.",
        "7.2",
    ):
        assert part in words, part
    assert "shaken\n" not in words.replace("Both shaken\n", "")


def test_sequence_and_terrain_key(small):
    book = make_book(small, Choices(what=("tables",)))
    words = "\n".join(words_on(page) for page in book.pages)
    assert words.index("Sequence of play") < words.index("Movement") < words.index("4.1") < words.index("Combat\n")
    assert "Terrain key" in words
    samples = [n for page in book.pages for n in page.nodes if isinstance(n, dl.Group) and n.name == "sample"]
    assert len(samples) == 3  # clear, wood, town
    assert [b.words for b in book.bookmarks][:2] == ["Tables and charts", "Sequence of play"]


def test_one_table_alone_and_one_that_is_not_there(small):
    assert "Sequence of play" not in said(small, Choices(what=("tables",), tables=("crt",)))
    with pytest.raises(DataFault, match=r"There is no table 'crtt'; did you mean 'crt'\?"):
        make_book(small, Choices(what=("tables",), tables=("crtt",)))


def test_the_order_of_battle_lists_each_counter_once(sealords):
    source = sealords()
    for language in ("en", "ja"):
        table = rows.row_tables(source, Choices(what=("oob",), language=language))[0]
        assert [row[0] for row in table.rows].count("us-pbr-1") == 1
        assert len(table.rows) == len(source.content.pieces)
        words = said(source, Choices(what=("oob",), language=language)).replace("\n", "").replace(" ", "")
        for formation in source.content.formations:
            if any(p.formation == formation.id for p in source.content.pieces):
                assert formation.name.get(language).replace(" ", "") in words


def test_csv_is_read_back_as_it_was_written(sealords):
    tables = rows.row_tables(sealords(), Choices(what=("oob",)))
    read = list(csv.reader(io.StringIO(rows.csv_text(tables))))
    assert tuple(read[0]) == tables[0].columns
    assert [tuple(line) for line in read[1:]] == list(tables[0].rows)


def test_a_cell_can_not_become_a_formula():
    table = rows.RowTable("t", ("a",), (("=HYPERLINK(1)",), ("+cmd",), ("-3",), ("@x",)))
    read = list(csv.reader(io.StringIO(rows.csv_text([table]))))
    assert [line[0] for line in read[1:]] == ["'=HYPERLINK(1)", "'+cmd", "-3", "'@x"]


def test_markdown_keeps_the_shape_of_a_table(small):
    text = rows.markdown_text(rows.row_tables(small, Choices(what=("tables",))))
    lines = text.splitlines()
    assert lines[0] == "## Combat results (7.1)"
    assert lines[2].count("|") == lines[4].count("|") == 4
    assert "* A: Attacker retreats" in lines
    assert "* Woods shift one column. (7.2)" in lines


def test_the_set_up_as_rows_hides_what_hides(small):
    red = rows.csv_text(rows.row_tables(small, Choices(side="RED")))
    assert "3" in red
    assert "Raiders" not in red
    assert "face-down counters (Blue)" in red
    assert "Raiders" in rows.csv_text(rows.row_tables(small, Choices(side="BLUE")))


def test_pictures_have_no_rows(small):
    with pytest.raises(DataFault, match="A map is a picture and has no rows"):
        rows.row_tables(small, Choices(what=("map",)))


def played(small):
    """A game of four entries, two of them Blue's own business, one bookmarked."""
    note = {"e": "note", "level": 1, "key": "note.free.move", "rule": "4.1", "sides": None}
    moved = {**note, "args": {"piece": {"p": "rifles-1"}, "was": {"c": "field:0202"}, "to": {"c": "field:0302"}}}
    secret = {**note, "key": "note.free.flip", "args": {"piece": {"p": "raiders-1"}}}
    dice = {"e": "rolled", "dice": [["d6", 4], ["d6", 2]], "for": "verb.free", "by": "RED", "sides": None}
    log = [
        Told(1, 1, "", {"key": "history.setup", "args": {}}),
        Told(2, 1, "RED", {"key": "verb.free", "args": {}}, (moved, dice), "", by_hand=True),
        Told(3, 2, "BLUE", {"key": "verb.free", "args": {}}, (secret,), "The turn of the day"),
    ]
    red = [*log[:2], replace(log[2], events=(), label={"key": "print.log.other", "args": {}})]
    source = game(small, blue=("scouts", "raiders"), cup="scouts")
    state: State = position(small, blue=("scouts", "raiders"), cup="scouts")
    return replace(
        source, history={"*": tuple(log), "RED": tuple(red)}, moments=(Moment(3, "The turn of the day", state),)
    )


def test_the_log_has_turns_dice_and_pictures_of_moments(small):
    book = make_book(played(small), Choices(what=("log",)))
    words = "\n".join(words_on(page) for page in book.pages)
    for part in ("Turn 1", "Turn 2", "Set up", "Rifles A Company moved by hand from Millbrook 0202 to 0302 (4.1)", "4 + 2",
                 "dice rolled by hand", "After entry 3: The turn of the day"):  # fmt: skip
        assert part in words, part
    pictures = [n for page in book.pages for n in page.nodes if isinstance(n, dl.Group) and n.name == "map picture"]
    assert len(pictures) == 1
    assert [m.words for m in book.bookmarks] == [
        "Log of the game",
        "Turn 1",
        "Turn 2",
        "After entry 3: The turn of the day",
    ]
    assert not any(
        isinstance(n, dl.Group) and n.name == "map picture"
        for page in make_book(played(small), Choices(what=("log",), moments=False)).pages
        for n in page.nodes
    )


def test_a_sides_log_holds_nothing_of_the_other(small):
    words = said(played(small), Choices(what=("log",), side="RED"))
    assert "Raiders" not in words
    assert "Something happened that is not told to you" in words
    rows_of = rows.csv_text(rows.row_tables(played(small), Choices(what=("log",), side="RED")))
    assert "Raiders" not in rows_of


def test_a_scenario_has_no_log(small):
    book = make_book(small, Choices(what=("log", "situation")))
    assert not book.pages
    assert [p.words for p in book.problems] == [
        "This is no game, so there is no log to print.",
        "This is no game; the set-up sheet shows how it begins.",
    ]
