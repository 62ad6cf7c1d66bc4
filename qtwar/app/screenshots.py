"""Pictures of the window, taken without a person: for the documentation, tests and `qtwar screenshot`."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtGui import QImage

from qtwar.app.program import Program, application
from qtwar.app.stage import PATIENCE, rest, settle, staged
from qtwar.base.errors import DataFault
from qtwar.model.board import BoardContent
from qtwar.model.content import TitleContent
from qtwar.presenters.faces import art_of
from qtwar.presenters.maps import maps
from qtwar.presenters.printpages import print_model
from qtwar.qtpaint import boardart
from qtwar.services import games, titles
from qtwar.services.cache import art_cache
from qtwar.session.begin import NewGame


def take(
    title: str,
    scenario: str,
    *,
    window: str,
    board: str,
    size: tuple[int, int],
    zoom: float,
    language: str,
    theme: str,
    scale: int,
    actions: int,
    rules: str = "enforce",
) -> QImage:
    """Return a picture of the start window, a game, a draft, a print tab, a map or all counters; raises QtwarError."""
    application()
    content = titles.load(title)[1]
    if window == "map":
        return _map(_board(content, scenario, board), content, size, language)
    if window == "gallery":
        return _gallery(content, size, language)
    scenario = scenario or content.scenarios[0].id
    with (
        tempfile.TemporaryDirectory() as folder,
        staged(Path(folder), size=size, language=language, theme=theme, scale=scale) as program,
    ):
        for each in content.boards:
            settle(_have(maps().want(content, each, language)), 4 * PATIENCE)
        program.library.changed.emit()
        if window == "start":
            settle(lambda: not program.library.reading)
            rest(0.2)  # covers are asked for while the cards are painted
            settle(lambda: not program.library.paints, 4 * PATIENCE)
        if window == "edit":
            program.copy_title(title, scenario)
            settle(lambda: program.window.stack.currentWidget().property("tab") == "draft")
            draft: Any = program.window.stack.currentWidget()
            settle(lambda: draft.map.view.artist.drawings > 0, 8.0)
            rest(1.5)
        if window == "play":
            _play(program, title, content, scenario, zoom, actions, rules)
        if window == "print":
            model = print_model(None, title, scenario, program.prefs)
            assert model is not None
            printed: Any = program.window.open_print(model)
            settle(lambda: printed.book is not None, 4 * PATIENCE)
            rest(1.0)  # it asks for its pages while it is painted
            settle(lambda: printed.drawer.is_idle, 4 * PATIENCE)
        rest(0.4)
        return program.window.grab().toImage()


def _have(key: tuple[str, ...]) -> Callable[[], bool]:
    return lambda: key in maps().art and not maps().under_way(key)


def _play(
    program: Program, title: str, content: TitleContent, scenario: str, zoom: float, actions: int, rules: str
) -> None:
    titles.scenario_of(content, scenario)
    opened = games.create(NewGame(title, scenario, seats="both", quick=True, strictness=rules), program.home)
    for _ in range(0, actions, 16):
        opened.session.autoplay(min(16, actions))
    opened.session.refresh_offers()
    board = program.show_game(opened).board
    rest(0.3)
    if zoom:
        board.set_zoom(zoom)
    settle(_drawn(board), 4 * PATIENCE)


def _drawn(board: Any) -> Callable[[], bool]:
    """Return the question whether a board has been at rest, in full detail, for a few turns of the event loop."""
    turns = 0

    def look() -> bool:
        nonlocal turns
        turns = 0 if board.unfinished or board.ground.waiting() else turns + 1
        return turns > 3

    return look


def _board(content: TitleContent, scenario: str, name: str) -> BoardContent:
    """The board that is named, else the first that the scenario is played on; raises DataFault."""
    known = {board.id: board for board in content.boards}
    if name and name not in known:
        raise DataFault("fault.board.unknown", board=name, known=list(known))
    if name:
        return known[name]
    wanted = titles.scenario_of(content, scenario) if scenario else ""
    played = next((s.boards for s in content.scenarios if s.id == wanted), ())
    return known[played[0]] if played else content.boards[0]


def _map(board: BoardContent, content: TitleContent, size: tuple[int, int], language: str) -> QImage:
    art = boardart.prepare(board, dict(content.style), language=language, cache=art_cache())
    zoom = min(size[0] / art.bounds.width(), size[1] / art.bounds.height()) * 100
    return art.image(zoom, art.bounds)


def _gallery(content: TitleContent, size: tuple[int, int], language: str) -> QImage:
    """Everything of a title on one sheet: counters, backs, symbols, maps; as high as it needs to be."""
    counters = art_of(content).counters
    style = dict(content.style)
    drawn = [
        (board.name.get(language), boardart.prepare(board, style, language=language, cache=art_cache()).display)
        for board in content.boards
    ]
    return boardart.picture(counters.gallery(drawn, language), size[0])
