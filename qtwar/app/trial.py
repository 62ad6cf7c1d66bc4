"""Play from here: a throw-away game of a draft as it stands, with the rules of the title it came from if it has any."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qtwar.app import document_transitions
from qtwar.model.content import TitleContent
from qtwar.presenters.play.opening import open_game
from qtwar.services import games
from qtwar.services.rules import connect
from qtwar.session.play import PlaySession, new_key
from qtwar.storage.document import Document
from qtwar.ui import i18n
from qtwar.ui.edit.model import PlayStart
from qtwar.ui.i18n import tr

if TYPE_CHECKING:
    from qtwar.presenters.edit.model import DraftModel


def start_trial(desk: document_transitions.Desk, draft: DraftModel, start: PlayStart) -> None:
    """Set the game up in the background and open its tab; F5 there comes back to the draft.

    The strictness that the last such game had is kept, unless another one is asked for.
    """
    window = desk.window
    pages: list[Any] = [window.stack.widget(n) for n in range(window.stack.count())]
    page = next((p for p in pages if getattr(p, "model", None) is draft), None)
    content, scenario = draft.content, draft.scenario
    facts = draft.session.facts
    module, origin = str(facts.get("module") or ""), str(facts.get("origin") or "")
    start = replace(start, strictness=start.strictness or draft.strictness)

    def opened(made: object) -> None:
        assert isinstance(made, games.OpenGame)
        edit = partial(document_transitions.edit_position, desk)
        model = open_game(made, i18n.language(), desk.open_path, edit)
        named = content.scenario(scenario).name
        name = tr("tabs.test", name=named.get(i18n.language()))
        model.settings.identity = replace(model.settings.identity, kind="test", name=name)
        if draft.has_rules:
            model.settings.changed.connect(lambda: setattr(draft, "strictness", model.settings.strictness))
        window.trials.open(
            model,
            page,
            lambda: shutil.rmtree(made.path.parent, ignore_errors=True),
            lambda looks: document_transitions.keep_trial(desk, made.path, named.get("en"), looks),
        )

    window.jobs.start(
        tr("job.setting_up"), lambda job: set_up(content, scenario, module, start, origin), opened, desk.failed
    )


def set_up(content: TitleContent, scenario: str, module: str, start: PlayStart, origin: str = "") -> games.OpenGame:
    """Return a game of a content in a folder of its own; raises QtwarError."""
    folder = Path(tempfile.mkdtemp(prefix="qtwar-test-"))
    facts = {
        "key": new_key(), "scenario": scenario, "seats": "both", "players": {}, "dice": "program", "undo": "free",
        "setup": "quick", "module": module, "origin": origin,
    }  # fmt: skip
    source = Path(module) if module else folder
    has_rules = bool(module) and (source.suffix == ".qtmod" or (source / "rules").is_dir())
    rules = connect(source, content)
    document: Document | None = None
    try:
        document = Document.create(folder / "test.qtwar", content, game=facts)
        session = PlaySession(rules, document.journal(), tuple(s.id for s in content.sides), content.title.version)
        session.begin(
            {
                "title": content.title.id,
                "version": content.title.version,
                "scenario": scenario,
                "options": dict(content.scenario(scenario).options),
                "strictness": start.strictness if has_rules else "off",
            },
            {"setup": "quick", **_position(start, has_rules)},
        )
    except BaseException:
        rules.close()
        if document is not None:
            document.close()
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return games.OpenGame(folder / "test.qtwar", document, content, session, facts, module)


def _position(start: PlayStart, has_rules: bool) -> dict[str, Any]:
    """Return what takes the game on from its set-up to another turn, phase or side."""
    phase = start.phase if has_rules else "turn" if start.side else ""
    if start.turn == 1 and not phase:
        return {}
    position: dict[str, Any] = {"start": "scenario", "vars": {"turn": start.turn}}
    if phase:
        position |= {"phase": phase, "args": {"side": start.side}}
    return {"position": position}
