"""Opens a game for the window: its ports, joined to its document and its rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from qtwar.editing.position_to_scenario import PositionScenario
from qtwar.presenters.faces import art_of
from qtwar.presenters.play.game import PlayGame, looked_at
from qtwar.presenters.play.history import DocumentTasks
from qtwar.services import games
from qtwar.services.games import GameRules, OpenGame, branch, write_card
from qtwar.ui.facts import GameIdentity, Seat
from qtwar.ui.game import GamePorts
from qtwar.ui.widgets.basics import timer

if TYPE_CHECKING:  # it brings the kit
    from qtwar.services.laidout import LaidOut

CARD_MS = 1500
"""After a move, until the start window's card of the game tells of it too, whatever becomes of the program."""


def open_game(
    opened: OpenGame,
    language: str,
    open_path: Callable[[Path], None],
    edit: Callable[[OpenGame, PositionScenario], None] = lambda opened, made: None,
) -> PlayGame:
    """Return an open game for its page; `edit` takes a position of it that a draft is to be made of."""
    content, facts = opened.content, opened.facts
    art = art_of(content)
    scenario = content.scenario(opened.session.state.meta["scenario"])
    players = facts.get("players") or {}
    seats = tuple(Seat(side.id, str(players.get(side.id, ""))) for side in content.sides)
    named = " – ".join(seat.player for seat in seats if seat.player)

    def called(language: str) -> str:
        return scenario.name.get(language) + (f" — {named}" if named else "")

    identity = GameIdentity(
        title=content.title.id,
        scenario=scenario.id,
        name=called(language),
        path=str(opened.path),
        seats=seats,
        covers=facts.get("seats") in ("hotseat", "mail"),
    )

    opened.session.rules = GameRules(opened.session.rules, opened.document, lambda: write_card(opened, game.picture))
    tasks = DocumentTasks(
        state_at=opened.session.state_at,
        branch=lambda entry: branch(opened, entry),
        copy=opened.document.copy,
        copy_for=lambda path, side: games.copy_for(opened, path, side),
        open=open_path,
        edit=lambda made: edit(opened, made),
    )
    game = PlayGame(opened.session, content, identity, language=language, faces=art.face, tasks=tasks)

    def rename() -> None:
        game.settings.identity = replace(game.settings.identity, name=called(game.title.language))

    game.title.language_changed.connect(rename)
    later = timer(game, CARD_MS, lambda: game.link.aside(lambda: write_card(opened), lambda _: None))
    game.link.received.connect(lambda _: later.start())
    return game


def look_at_game(laid: LaidOut, language: str) -> GamePorts:
    """Return a game for a page on which it is only looked at, until its rules are there."""
    content = laid.content
    scenario = content.scenario(laid.scenario)
    seats = tuple(Seat(side.id, "") for side in content.sides)
    identity = GameIdentity(content.title.id, scenario.id, scenario.name.get(language), laid.path, seats=seats)
    return looked_at(laid.session, content, identity, language=language, faces=art_of(content).face)
