"""Opens a game in the window: its presenter, joined to its document, its rules and the way to a second game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from qtwar.editing.position_to_scenario import PositionScenario
from qtwar.presenters.faces import art_of
from qtwar.presenters.play.model import PlayModel
from qtwar.services.games import GameRules, OpenGame, branch, write_card
from qtwar.ui.model import GameIdentity, Seat


def game_model(
    opened: OpenGame,
    language: str,
    open_path: Callable[[Path], None],
    edit: Callable[[OpenGame, PositionScenario], None] = lambda opened, made: None,
) -> PlayModel:
    """Return what the window shows of an open game; `edit` takes a position of it that a draft is to be made of."""
    content, facts = opened.content, opened.facts
    art = art_of(content)
    scenario = content.scenario(opened.session.state.meta["scenario"])
    players = facts.get("players") or {}
    seats = tuple(Seat(side.id, str(players.get(side.id, ""))) for side in content.sides)
    named = " – ".join(seat.player for seat in seats if seat.player)
    identity = GameIdentity(
        title=content.title.id,
        scenario=scenario.id,
        name=scenario.name.get(language) + (f" — {named}" if named else ""),
        path=str(opened.path),
        seats=seats,
        covers=facts.get("seats") == "hotseat",
        options=dict(opened.session.state.meta.get("options") or {}),
    )

    opened.session.rules = GameRules(opened.session.rules, opened.document, lambda: write_card(opened, model.picture))
    model = PlayModel(
        opened.session, content, identity,
        language=language, faces=art.face, open_path=open_path,
        branch=lambda entry: branch(opened, entry), edit=lambda made: edit(opened, made),
    )  # fmt: skip
    model.copy_to = opened.document.copy
    return model
