"""Play from here: a throw-away game of a draft as it stands, with the rules of the title it came from if it has any."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.base.files import why
from qtwar.model.content import TitleContent
from qtwar.services import games, origins, titles
from qtwar.session.begin import PlayStart
from qtwar.session.chance import new_key


def set_up(content: TitleContent, scenario: str, module: str, start: PlayStart, origin: str = "") -> games.OpenGame:
    """Return a game of a content in a folder of its own; raises QtwarError."""
    source = Path(module) if module else None
    folder = Path(tempfile.mkdtemp(prefix="qtwar-test-"))
    facts = {
        "key": new_key(), "scenario": scenario, "seats": "both", "players": {}, "dice": "program", "undo": "free",
        "setup": "quick", "rules": origins.naming(source), "origin": origin,
    }  # fmt: skip
    has_rules = source is not None and (source.suffix == ".qtmod" or (source / "rules").is_dir())
    options, strictness = content.scenario(scenario).options, start.strictness if has_rules else "off"
    position = _position(start, has_rules)
    try:
        return games.begin(folder / "test.qtwar", source, content, facts, options, strictness, position)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _position(start: PlayStart, has_rules: bool) -> dict[str, Any]:
    """Return what takes the game on from its set-up to another turn, phase or side."""
    phase = start.phase if has_rules else "turn" if start.side else ""
    if start.turn == 1 and not phase:
        return {}
    position: dict[str, Any] = {"start": "scenario", "vars": {"turn": start.turn}}
    if phase:
        position |= {"phase": phase, "args": {"side": start.side}}
    return {"position": position}


def keep(file: Path, name: str, home: Path) -> games.OpenGame:
    """Move a test game that is closed to the games and open it there; raises QtwarError."""
    path = titles.fresh_path(titles.games_folder(home), name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(file, path)
    except OSError as fault:
        raise DataFault("fault.file.not_written", file=path.name, why=why(fault)) from None
    shutil.rmtree(file.parent, ignore_errors=True)
    return games.resume(path)
