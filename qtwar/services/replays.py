"""A finished game of a table, fetched whole from its server and made a game of one's own, to be stepped through and played on."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from qtwar.base import files
from qtwar.base.errors import DataFault
from qtwar.remote import asking
from qtwar.remote.address import TableLink, host_of
from qtwar.remote.tablelist import KeptTable
from qtwar.services import games, options, origins, titles
from qtwar.services.games import OpenGame
from qtwar.services.tables import ModuleWanted, installed, offered
from qtwar.session import record


def fetch(link: TableLink, home: Path, shown: Collection[str] = ()) -> OpenGame | ModuleWanted | Path:
    """Return the game that a link or a token leads to, as a document of one's own; raises DataFault where it is not over.

    One that was fetched before is opened again as it was left; of one that is `shown` already only the path is returned.
    A module that is missing is what is returned instead; one of another version or other rules is said as at a seat.
    """
    game = asking.look(link.server, link.code).game
    if installed(game) is None:
        return ModuleWanted(KeptTable(link.server, link.code, game["id"]), game["title"], **offered(game))
    found = record.of_text(asking.record(link.server, link.code), host_of(link.server))
    folder, content = titles.load_at(titles.by_id(found["title"]))  # never a path: a server names it
    titles.scenario_of(content, found["scenario"])
    options.check(content, found["options"])
    name = f"{content.scenario(found['scenario']).name.get('en')} {found['key'][:8]}"
    path = titles.games_folder(home) / f"{files.stem(name)}.qtwar"
    if str(path) in shown:
        return path
    if files.there(path):
        return games.resume(path)
    setup = dict(found["setup"])
    facts = {
        "key": found["key"],
        "scenario": found["scenario"],
        "seats": "both",
        "players": {},
        "dice": "program",
        "undo": "free",
        "setup": setup.pop("setup", "quick"),
        "rules": origins.naming(folder),
    }
    opened = games.begin(path, folder, content, facts, found["options"], found["strictness"], setup)
    try:
        other = record.follow(found, opened.session)
        if other is not None:
            raise DataFault("fault.table.replay", host=host_of(link.server), detail=other)
        games.write_card(opened)
    except BaseException:
        opened.close()
        path.unlink(missing_ok=True)
        raise
    return opened
