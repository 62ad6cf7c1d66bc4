"""A small scenario in an evening, as docs/guide/authoring.md tells it: the whole program, by mouse and keys alone.

With QTWAR_GUIDE set to a folder it writes the pictures of the guide there; `python -m tests.stories.pictures` does it
for docs/guide/pictures in both languages.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from qtwar.ui import i18n
from qtwar.ui.edit.oob.borrow import KIND
from qtwar.ui.edit.scenario.pieces import PiecesRow
from qtwar.ui.i18n import tr
from tests.stories.at_window import CTRL, LEFT, NONE, park_cursor
from tests.stories.editor import Editor

GUIDE = os.environ.get("QTWAR_GUIDE", "")
"""A folder for the pictures of the guide."""
LANGUAGE = os.environ.get("QTWAR_GUIDE_LANGUAGE", "en")
K = Qt.Key
TAKEN = (
    "us_para_squad", "us_para_half", "us_50cal", "us_60mm_mortar", "leader_medrow", "leader_halvorsen", "wehrmacht_squad",
    "wehrmacht_half_even", "wehrmacht_half_odd", "ger_80mm_mortar", "mg34", "leader_weiss", "leader_lange",
)  # fmt: skip


@pytest.fixture
def person(qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Editor]:
    """Somebody who has never seen the program, in a folder of their own."""
    monkeypatch.setenv("QTWAR_HOME", str(tmp_path / "home"))
    made = Editor(qtbot, tmp_path / "home", language=LANGUAGE, size=(1440, 900))
    yield made
    made.leave()
    i18n.set_language("en")


def picture(person: Editor, name: str) -> None:
    """Keep a picture for the guide, if one is wanted."""
    if GUIDE:
        park_cursor()
        if hasattr(person.page, "prompt"):  # a game
            person.finished(person.page.board)
        person.qtbot.wait(1500)  # the map is drawn behind what was painted, covers behind the window
        person.until(lambda: not person.program.library.paints, 60)
        person.qtbot.wait(200)
        person.window.grab().save(str(Path(GUIDE) / f"{name}.png"))


def test_an_evening(person: Editor, tmp_path: Path) -> None:
    begin(person)
    paint(person)
    draw_lines(person)
    take_counters(person)
    set_up(person)
    say_who_wins(person)
    play_and_change(person)
    print_and_share(person, tmp_path)
    # at three seconds a gesture, looking and thinking included, this is a quarter of an hour of handling
    assert person.gestures < 300


def begin(person: Editor) -> None:
    person.until(lambda: len(getattr(person.window.library_page, "tiles", ())) == 5)
    person.hit(K.Key_N, CTRL)
    person.write("Saint-Clair")
    picture(person, "edit-new")
    person.hit(K.Key_Return)
    person.until(lambda: person.page.property("tab") == "draft")
    person.until(lambda: person.view.isVisible() and person.view.width() > 210, 5)
    person.hit(K.Key_0, CTRL)


def paint(person: Editor) -> None:
    person.letters("b2]")  # woods, a larger brush
    person.over("B2", "D2", "C4")
    person.over("N11", "P13")
    person.over("H13", "J13")
    person.letters("[3")  # fields
    person.button("edit.shape.rect")
    for corners in (("F4", "I6"), ("K4", "M5"), ("F9", "G11")):
        person.over(*corners)
    person.button("edit.shape.free")
    person.letters("6")  # houses
    for cell in ("J7", "K7", "J8", "H8"):
        person.over(cell)
    person.letters("u")  # a hill in two strokes
    person.over("L9", "N9")
    person.over("M9")
    board = person.model.content.boards[0]
    assert board.elevation == {"L9": 1, "M9": 2, "N9": 1}
    assert {"woods", "field", "built"} <= set(board.terrain.values())


def draw_lines(person: Editor) -> None:
    person.letters("p")
    for cell in ("A8", "E7", "J8"):
        person.over(cell)
    person.double("P8")
    person.over("J1")
    person.double("J8")
    person.letters("e")
    person.pick(person.option(), "hedge")
    side = person.side
    person.stroke(side("F4", "F3"), side("G4", "G3"), side("H4", "H3"), side("I4", "I3"))
    person.stroke(side("I4", "J3"), side("I4", "J4"), side("I5", "J4"), side("I5", "J5"), side("I6", "J5"))
    person.letters("t")
    person.over("J8")
    person.write("Saint-Clair")
    person.hit(K.Key_Return)
    board = person.model.content.boards[0]
    assert [len(board.paths), len(board.labels)] == [2, 1]
    assert sum(len(line.sides) for line in board.edges) == 12
    picture(person, "edit-map")


def take_counters(person: Editor) -> None:
    oob = person.goto("oob")
    person.button("edit.borrow.open")
    panel = oob.borrow_panel
    assert panel.title.currentData() == "band_of_heroes"
    person.until(lambda: panel.list.count() > 70)
    for n in range(panel.list.count()):
        if panel.list.item(n).data(KIND) in TAKEN:
            person.item(panel.list, panel.list.model().index(n, 0), tick=True)
    picture(person, "edit-from-title")
    person.press(panel.take)
    person.settle()
    content = person.model.content
    assert len(content.kinds) == 13
    assert [one.id for one in content.sides] == ["us", "german"], "in place of Blue and Red, whom nothing belonged to"
    line = next(it for it in oob.tree.lines() if it.data(0, Qt.ItemDataRole.UserRole).id == "leader_halvorsen")
    person.item(oob.tree, oob.tree.indexFromItem(line))
    person.button("edit.oob.counter")
    person.write("Moreau")  # the new row has the keyboard
    person.hit(K.Key_Return)
    person.until(lambda: person.model.content.pieces[0].name is not None, 5)
    assert person.model.content.pieces[0].name.model_dump() == {"en": "Moreau", "ja": "Moreau"}
    picture(person, "edit-order-of-battle")
    if GUIDE:
        person.goto("counters")
        picture(person, "edit-counters")
        live = person.model.live
        person.goto("tables")
        person.button("edit.table.new")
        grid = person.page.pages["tables"].grid
        grid.stand(0, 1)
        grid.paste("1-2\t1-1\t2-1\nAE\tAR\tDR\nAE\tAR\tDR\nAR\t-\tDR\nAR\tDR\tDE\n-\tDR\tDE\nDR\tDE\tDE")
        person.settle()
        picture(person, "edit-tables")
        person.page.model.go_to(live)
        person.settle()


def set_up(person: Editor) -> None:
    scenarios = person.goto("scenarios")
    person.pick(scenarios.form.fields["edit.scenario.first"], "german")
    person.goto("map")
    person.letters("a")
    at = person.at
    corners = (at("A1") + QPoint(-15, -30), at("B1") + QPoint(14, -40), at("B13") + QPoint(14, 0), at("A14") + QPoint(-15, 20))
    person.stroke(*corners, corners[0])
    person.button("edit.make_zone", side=person.model.side("us").short)
    person.letters("s")
    for kind, cells in (("wehrmacht_squad", ("J7", "J8", "K7")), ("leader_weiss", ("J8",)), ("mg34", ("J8",))):
        person.pick(person.option(), kind)
        for cell in cells:
            person.over(cell)
    picture(person, "edit-set-up")
    scenarios = person.goto("scenarios")
    for typed in ("us_para_squad", "us_para_squad", "us_para_squad", "moreau"):
        rows = [row for row in scenarios.form.findChildren(PiecesRow) if row.isVisible()]
        person.press(min(rows, key=lambda row: row.mapTo(scenarios.form, QPoint()).y()).plus)
        person.found(typed)
    source, turns = scenarios.track.source, scenarios.track.turns
    lines = {source.item(n).data(KIND): n for n in range(source.count())}
    person.item(source, source.model().index(lines["wehrmacht_half_even"], 0))
    person.item(source, source.model().index(lines["leader_lange"], 0), CTRL)
    third = turns.topLevelItem(2)
    turns.scrollToItem(third)
    start = source.visualItemRect(source.item(lines["leader_lange"])).center()
    person.drag_between(source.viewport(), start, turns.viewport(), turns.visualItemRect(third).center())
    one = person.model.content.scenarios[0]
    assert one.first_side == "german"
    assert one.setup[0].pieces == {"us_para_squad": 3, "leader_halvorsen_1": 1}
    assert [(r.turn, dict(r.pieces)) for r in one.reinforcements] == [(3, {"wehrmacht_half_even": 1, "leader_lange": 1})]


def say_who_wins(person: Editor) -> None:
    person.goto("map")
    person.letters("a")
    person.button("edit.area.cells")
    person.over("K7", "J7", "J8")
    person.goto("scenarios")
    person.button("edit.victory.add")
    person.choose(tr("edit.victory.kind.hold"))
    person.gestures += 1
    person.checked()
    picture(person, "edit-scenarios")
    assert len(person.model.problems) == 3, "the order of battle lacks what the scenario uses"
    while person.model.problems:
        person.button("edit.fix")
        person.checked()
    assert person.model.content.scenarios[0].victory["conditions"][0]["hold"] == 3


def play_and_change(person: Editor) -> None:
    draft = person.page
    person.hit(K.Key_F5)
    in_trial(person)
    game = person.model
    trays = {place: len(ids) for place, ids in game.position.view.places.items() if place.endswith("waiting")}
    assert trays == {"us_waiting": 4, "german_waiting": 2}
    assert [(node.side, len(node.pieces)) for node in game.position.order_of_battle()] == [("us", 4), ("german", 7)]
    two_turns(person)
    picture(person, "edit-test")
    person.hit(K.Key_F5)
    person.until(lambda: person.page is draft, 10)
    person.goto("map")
    person.letters("s")
    person.pick(person.option(), "ger_80mm_mortar")
    person.over("M9")
    person.hit(K.Key_F5)
    in_trial(person)
    assert len(person.model.position.view.pieces) == 12, "the change is in force"
    person.hit(K.Key_F5)
    person.until(lambda: person.page is draft, 10)


def in_trial(person: Editor) -> None:
    person.until(lambda: person.page.property("tab") == "test", 60)
    person.quiet()


def two_turns(person: Editor) -> None:
    """The squads come out of their tray together, then one goes a hex on; after each the next turn."""
    squad = next(p for p, record in person.model.position.view.pieces.items() if record["kind"] == "us_para_squad")
    person.tab(0)
    target = person.place_point("map:F8")
    person.until(lambda: person.held("us_waiting", squad), 5)
    person.after(lambda: person.drag_off(person.held("us_waiting", squad)[0], person.board, target))
    next_turn(person, 2)
    squad = person.board.stacks.resting("map:F8")[-1]
    person.drag_to(squad, "map:G8")
    next_turn(person, 3)
    person.gestures += 2
    assert person.model.position.view.pieces[squad]["at"] == "map:G8"


def next_turn(person: Editor, turn: int) -> None:
    prompt = person.page.prompt
    person.press(next(b for b in (prompt.primary, *prompt.buttons) if b is not None and b.isVisible()))
    person.until(lambda: person.model.position.view.vars["turn"] == turn, 10)
    person.quiet()


def print_and_share(person: Editor, folder: Path) -> None:
    draft = person.page
    person.hit(K.Key_P, CTRL)
    person.until(lambda: person.page.property("tab") == "print", 20)
    sheets = person.page
    sheets.folder = folder  # where the file dialog would have led to
    person.press(sheets.panel.rows["counter-sheet"].check)
    person.until(lambda: sheets.book is not None and sheets.go.isEnabled(), 60)
    picture(person, "edit-print")
    person.hit(K.Key_Return, CTRL)
    person.until(lambda: list(folder.glob("*.pdf")), 60)
    person.until(lambda: sheets._writing is None, 60)
    person.window.tabs.setCurrentIndex(person.window.stack.indexOf(draft))
    person.hit(K.Key_L, CTRL | Qt.KeyboardModifier.ShiftModifier)
    person.until(lambda: "saint_clair" in [card.id for card in person.program.library.titles()], 20)
    person.hit(K.Key_L, CTRL)
    library = person.window.library_page
    person.until(lambda: "saint_clair" in library.tiles, 20)
    QTest.mouseClick(library.tiles["saint_clair"], LEFT, NONE, QPoint(40, 40))

    def shown() -> list[QWidget]:  # the list is made anew when the titles have been read
        rows = [row for row in library.scenarios.rows if isValid(row) and row.info.id == "scenario_1"]
        return [row.button for row in rows if row.button.isVisible()]

    person.until(shown, 20)
    person.press(shown()[0])
    person.until(library.new_game.isVisible, 5)
    person.qtbot.wait(1)
    person.press(library.new_game.go)
    person.until(lambda: person.page.property("tab") == "game", 120)
    person.quiet()
    assert len(person.model.position.view.pieces) == 12
