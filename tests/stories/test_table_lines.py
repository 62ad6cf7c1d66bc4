"""Two windows and lines that break: a server that ends, a line that is lost, a window that is cut off."""

from __future__ import annotations

import socket
from contextlib import closing

from PySide6.QtTest import QTest

from qtwar.app.tables import is_table
from qtwar.handplay.relay import Relay
from qtwar.ui.i18n import tr
from qtwar.ui.library.cards import GameTile
from tests.stories.at_window import LEFT
from tests.stories.hands import Hands
from tests.stories.two_windows import LANGUAGE, TwoWindows


def test_a_game_on_the_programs_own_server(two: TwoWindows) -> None:
    ann, ben = two.ann, two.ben
    library = ann.window.library_page
    ann.until(lambda: "front_toward_enemy" in library.tiles)
    ann.press(library.tiles["front_toward_enemy"])
    ann.window.actions_registry["host_table"].trigger()
    ann.until(library.new_game.isVisible)
    form = library.new_game.hosting
    form.where.setCurrentIndex(form.where.values.index("alone"))
    form.where.activated.emit(form.where.currentIndex())
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        form.port.set_value(probe.getsockname()[1])
    ann.press(library.new_game.go)
    ann.until(lambda: hasattr(ann.page, "prompt"), 120)
    ann.quiet()
    two.join(next(link for side, link in ann.model.table.state.invitations if side != "*"))
    two.settle()
    two.play(2)

    # Ann's program ends, her server with it; Ben sees all that he saw. When she is back so is he.
    kept = ann.window.prefs.extra("tabs", {})
    assert [is_table(tab) for tab in kept["open"]] == [True]
    ann.window.close_tab(1)
    ann.program.tables.close()
    ben.until(lambda: ben.model.table.state.line == "away")
    live = ben.model.history.live
    QTest.mouseClick(ann.window.library_page.sidebar.nav["tables"], LEFT)
    ann.until(lambda: ann.window.library_page.games.findChildren(GameTile))
    ann.until(lambda: ann.program.library.tables()[0].chip == tr("tables.resting"))
    ann.shot("tables")
    QTest.mouseClick(ann.window.library_page.games.findChildren(GameTile)[0], LEFT)
    ann.until(lambda: hasattr(ann.page, "prompt"), 120)
    ben.until(lambda: ben.model.table.state.line == "here")
    two.settle()
    assert ben.model.history.live == live

    # the tab comes back with the program
    ann.window.close_tab(1)
    ann.window.prefs.keep("tabs", kept)
    back: list[bool] = []
    ann.program.opened.bring_back(lambda: back.append(True))
    ann.until(lambda: back == [True], 120)
    ann.until(lambda: hasattr(ann.page, "prompt"), 120)
    two.settle()
    two.play(2)
    two.same()


def test_a_line_that_is_lost_blocks_nothing(two: TwoWindows) -> None:
    two.begin("front_toward_enemy")
    two.play(2)
    mover = two.mover
    mover.drawn()
    mover.shot("game")
    two.server.kill()
    mover.until(lambda: mover.model.table.state.line == "away")

    # what was seen stays, and a move waits until it is taken back
    bar, live, offer = mover.page.table_bar, mover.model.history.live, mover.model.actions.offer
    assert offer is not None
    assert mover.model.position.view.pieces
    assert bar.again.isVisible()
    button = next(ask for ask in offer["asks"] if ask["kind"] == "button" and not ask.get("why_not"))
    action = {"side": offer["side"], "verb": button["verb"], "args": dict(button.get("fixed") or {})}
    mover.model.actions.submit(action)
    assert bar.waits.isVisible()
    mover.shot("lost")
    mover.press(bar.back)
    assert not bar.waits.isVisible()

    # one that is not taken back goes out once when the line is there again
    mover.model.actions.submit(action)
    mover.model.actions.submit(action)
    assert "waits" in mover.page.prompt.detail.plain() or LANGUAGE != "en"
    two.server.start()
    mover.press(bar.again)
    mover.until(lambda: mover.model.history.live == live + 1)
    two.settle()
    assert mover.model.link.screen.line[-1].side == offer["side"]
    two.play(3)
    two.same()


def test_a_window_that_is_cut_off_in_mid_move_goes_on_elsewhere(two: TwoWindows) -> None:
    two.begin("front_toward_enemy")
    two.play(3)
    live = two.ann.model.history.live
    mover = two.mover
    board = mover.page.board
    candidates = [piece for ask in mover.screen.open_asks() for piece in ask.get("pieces") or ()]
    on_map = [piece for piece in candidates if mover.screen.counter(piece) is not None]
    if on_map:
        mover.person.press(board, mover.screen.counter(on_map[0]))
    mover.model.link.connection.close()  # the machine is gone, with a counter in hand
    mover.window.close_tab(1)
    other = two.ben if mover is two.ann else two.ann
    other.until(lambda: any(not seat.here for seat in other.model.table.state.seats))
    other.shot("away")
    mover.program.tables.go_to(mover.program.library.table_cards.list.all()[0].id)
    mover.until(lambda: hasattr(mover.page, "prompt"), 120)
    two.settle()
    assert mover.model.history.live == live
    assert mover.model.actions.offer is not None
    two.play(3)
    two.same()


def own_counter(who: Hands) -> str:
    """Return a counter of one's own that lies uncovered on the board, brought into view."""
    pieces = who.model.position.view.pieces
    own = [piece for piece, found in pieces.items() if found.get("owner") == who.model.position.seat]
    for piece in own:
        who.place_point(str(pieces[piece]["at"]))
        if who.screen.counter(piece) is not None:
            return piece
    raise AssertionError(f"none of {own} is seen")


def carry(who: Hands, piece: str) -> None:
    """Drag a counter of the board one cell on."""
    board = who.board
    at = str(who.model.position.view.pieces[piece]["at"])
    grid, (ident, _, cell) = board.layout_.grid, at.partition(":")
    start = who.screen.counter(piece)
    ends = (who.place_point(f"{ident}:{near}") for near in grid.neighbours(cell))
    end = next(point for point in ends if board.rect().contains(point))
    who.drag(start, end)


def test_a_move_that_waited_for_the_line_is_not_done_when_others_acted_first(two: TwoWindows) -> None:
    ann, ben = two.ann, two.ben
    with closing(Relay(two.server.port)) as relay:
        links = two.host("sealords", "learning")
        link = next(link for side, link in links.items() if side != "*")
        two.join(link.replace(f":{two.server.port}", f":{relay.port}"))
        two.settle()
        ann.window.actions_registry["rules_off"].trigger()
        agree = tr("button.leave_strictness.agree", to=tr("rules.off"))
        ben.until(lambda: ben.page.prompt.primary is not None and ben.page.prompt.primary.text() == agree)
        ben.press(ben.page.prompt.primary)
        for one in (ann, ben):
            one.until(lambda one=one: one.model.settings.strictness == "off")
        two.settle()

        # Ben's line is lost; he drags a counter, which waits; Ann does something meanwhile
        live, piece = ann.model.history.live, own_counter(ben)
        place = ben.model.position.view.pieces[piece]["at"]
        relay.cut(3600)
        ben.until(lambda: ben.model.table.state.line == "away")
        carry(ben, piece)
        ben.until(ben.page.table_bar.waits.isVisible)
        ben.shot("race-waits")
        carry(ann, own_counter(ann))
        ann.until(lambda: ann.model.history.live == live + 1)

        # the line is there again: nothing of Ben's is done, he sees what Ann did, and he is told
        relay.cut()
        ben.until(lambda: ben.model.history.live == live + 1)
        ben.until(lambda: tr("refuse.stale") in ben.page.prompt.detail.plain())
        ben.shot("race-refused")
        two.settle()
        assert not ben.page.table_bar.waits.isVisible()
        assert [one.model.history.live for one in (ann, ben)] == [live + 1] * 2
        assert ben.model.position.view.pieces[piece]["at"] == place
        two.same()

        # he decides again
        carry(ben, piece)
        ann.until(lambda: ann.model.history.live == live + 2)
        two.settle()
        assert ben.model.position.view.pieces[piece]["at"] != place
        two.same()
