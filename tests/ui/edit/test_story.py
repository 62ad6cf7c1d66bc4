"""An evening in small (ux 3.3): a board from nothing to a scenario that validates clean, plays ten turns and is exported."""

from __future__ import annotations

import random

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from qtwar.model.validate import validate_module
from qtwar.ui.edit.map.tools.placing import put_down
from tests.ui.edit.conftest import Draft, fill, page_of
from tests.ui.edit.test_begin import CTRL, drafted, program  # noqa: F401


def test_from_nothing_to_a_scenario_that_plays_and_is_shared(program, qtbot, tmp_path):  # noqa: F811
    window = program.window
    QTest.keyClick(window, Qt.Key.Key_N, CTRL)
    panel = window.library_page.new_draft
    QTest.keyClicks(panel.name, "River line")
    panel.style_box.setCurrentIndex(1)
    panel.style_box.activated.emit(1)
    panel.columns.set_value(24)
    panel.rows.set_value(18)
    panel.go.click()
    d = Draft(window, drafted(program, qtbot).model, window.stack.currentWidget(), qtbot)
    d.view.camera.set_zoom(0.55)
    d.view.camera.centre_on(d.view.camera.bounds.center())
    content = lambda: d.model.content  # noqa: E731
    terrains = [t.id for t in content().terrain]

    # the map: woods by the brush, an area by the rectangle, a river along sides, a road, names
    d.page.take_tool("brush")
    d.type("2]]")
    d.drag(d.at("0505"), d.at("0608"), d.at("0510"))
    d.drag(d.at("1804"), d.at("1907"))
    d.type("[[3")
    d.view.tools["brush"].shape = "rect"
    d.drag(d.at("1212"), d.at("1514"))
    words = set(d.board.terrain.values())
    assert {terrains[1], terrains[2]} <= words
    d.page.map.pen.choose("edge", "river")
    d.type("e")
    d.drag(*[d.side(f"10{r:02}", f"11{r:02}") for r in range(3, 7)])
    d.road("0109", "0909", "1609", "2409")
    d.type("t")
    for cell, name in (("0909", "Norden"), ("1609", "Suderau")):
        d.click(d.at(cell))
        field = d.view.tools["label"].typing
        QTest.keyClicks(field, name)
        QTest.keyClick(field, Qt.Key.Key_Return)
        d.settle()
    assert [label.text.en for label in d.board.labels] == ["Norden", "Suderau"]
    assert d.board.edges
    assert len(d.board.paths) == 1

    # eight kinds and thirty units from a spreadsheet
    oob = page_of(d, "oob")
    sides = [s.id for s in content().sides]
    kinds = "id\tname\tname.ja\tside\ttemplate\tattack\tdefence\tmove\n" + "".join(
        f"k{n}\tKind {n}\t駒種{n}\t{sides[n % 2]}\tunit\t{n + 1}\t{n}\t4\n" for n in range(8)
    )
    rows = "id\tname\tname.ja\tkind\n" + "".join(f"u{n}\tUnit {n}\t部隊{n}\tk{n % 8}\n" for n in range(30))
    for part, text in (("kinds", kinds), ("pieces", rows)):
        QApplication.clipboard().setText(text)
        oob.paste_panel.part.setCurrentIndex(oob.paste_panel.part.findData(part))
        oob.paste()
        assert not oob.paste_panel.preview.faults, oob.paste_panel.faults.text()
        oob.paste_panel.take.click()
        d.settle()
    assert (len(content().kinds), len(content().pieces)) == (8, 30)

    # a combat table
    tables = page_of(d, "tables")
    tables.add()
    d.settle()
    tables.grid.stand(0, 1)
    tables.grid.paste("1-2\t1-1\t2-1\nAE\tAR\tDR\nAE\tAR\tDR\nAR\t-\tDR\nAR\tDR\tDE\n-\tDR\tDE\nDR\tDE\tDE")
    d.settle()
    assert content().tables[0].cells[0] == ("AE", "AR", "DR")

    # the scenario: zones, set-up, two reinforcements
    d.page.show_page("map")
    for side, corner, far in ((sides[0], "0202", "0417"), (sides[1], "2102", "2317")):
        d.type("v")
        d.drag(d.at(corner), d.at(far))
        d.view.tools["area"].make_zone(side)
        d.settle()
    for n in range(28):
        cell = f"{2 + n // 8 if n % 2 == 0 else 21 + n // 12:02}{3 + (n // 2) % 12:02}"
        put_down(d.view, [f"u{n}"], f"map:{cell}")
        d.settle()
    scenarios = page_of(d, "scenarios")
    scenarios.track.arrive(["u28"], 2)
    d.settle()
    scenarios.track.arrive(["u29"], 3)
    d.settle()
    fill(d, scenarios.form, "edit.name.en", "The river line")
    scenarios.form.fields["edit.scenario.turns"].set_value(10)
    d.settle()
    one = content().scenarios[0]
    assert len(one.setup) == 2
    assert len(one.reinforcements) == 2
    assert not d.refused

    # what is still wrong is mended from the list
    for _ in range(6):
        qtbot.waitUntil(lambda: not d.model._later.isActive() and d.model._checks.pending == 0, timeout=5000)
        offered = [p for p in d.model.problems if p.fix]
        if not offered:
            break
        for problem in offered:
            d.model.do(problem.gesture)
        d.settle()
    assert not [p.text for p in d.model.problems if p.severity == "error"]

    # it is exported and validates clean, and it plays on the free table
    folder = tmp_path / "river_line"
    d.model.export(str(folder))
    d.settle()
    problems = [p.sentence() for p in validate_module(folder) if p.severity == "error"]
    assert not problems
    QTest.keyClick(window, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: window.stack.currentWidget().property("tab") == "test", timeout=180_000)
    play_ten_turns(window.stack.currentWidget(), qtbot, random.Random(3))
    QTest.keyClick(window, Qt.Key.Key_F5)
    assert window.stack.currentWidget() is d.page, "and back to the draft, as it was left"


def play_ten_turns(page, qtbot, chance) -> None:
    """Each turn two counters are dragged by the mouse, then the button of the prompt bar is clicked; the last one ends it."""
    game, board, prompt = page.model, page.board, page.prompt
    assert len(game.position.view.pieces) == 30
    cells = [board.layout_.place(cell) for cell in board.layout_.grid.cells()]

    def point(place):
        return board.camera.to_screen(board.layout_.spot(place)).toPoint()

    def click_in_bar():
        live = game.history.live
        shown = [b for b in (prompt.primary, *prompt.buttons) if b is not None and b.isVisible()]
        qtbot.mouseClick(shown[0], Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: game.history.live > live and game.link.jobs.pending == 0, timeout=5000)

    board.camera.fit()
    here = board.rect().adjusted(90, 90, -90, -90)
    cells = [cell for cell in cells if here.contains(point(cell))]
    for turn in range(1, 11):
        assert game.position.view.vars["turn"] == turn
        for piece in chance.sample(sorted(p for p, r in game.position.view.pieces.items() if r["at"] in cells), 2):
            start = game.position.view.pieces[piece]["at"]
            top = board.stacks.resting(start)[-1]
            free = [c for c in cells if c not in {r["at"] for r in game.position.view.pieces.values()}]
            to, live = chance.choice(free), game.history.live
            QTest.mousePress(board, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point(start))
            for step in (QPoint(10, 0), QPoint(14, 4)):
                QTest.mouseMove(board, point(start) + step)
            QTest.mouseMove(board, point(to))
            QTest.mouseRelease(board, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point(to))
            qtbot.waitUntil(lambda n=live: game.history.live > n and game.link.jobs.pending == 0, timeout=5000)
            assert game.position.view.pieces[top]["at"] == to
        click_in_bar()
    assert game.position.view.result is not None
