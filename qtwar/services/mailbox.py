"""What a profile keeps of its games by mail, apart from their documents: a file a game, for the eyes of its owner.

It holds what is agreed until a game begins, then where its document is; and beside it how often entries were played
whose end nobody knew, which no copy of the document brings back.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from qtwar.base import files
from qtwar.base.errors import DataFault
from qtwar.mail import letter
from qtwar.mail.exchange import Exchange
from qtwar.mail.invitation import Waiting
from qtwar.mail.keys import Keys
from qtwar.services import vetting
from qtwar.services.render_worker import RenderResult, render_worker

Json = dict[str, Any]
MOST_BYTES = 4_000_000


def record(game: str, home: Path) -> Json | None:
    """Return what is kept of a game, None where there is nothing; raises DataFault."""
    path = _folder(home) / f"{game}.json"
    if not path.is_file():
        return None
    try:
        found = json.loads(files.read(path, MOST_BYTES))
    except (ValueError, RecursionError):
        raise DataFault("fault.mail.document") from None
    if not isinstance(found, dict) or not isinstance(found.get("own"), dict) or set(found["own"]) != {"sign", "box", "chain"}:
        raise DataFault("fault.mail.document")
    return found


def forget(game: str, home: Path) -> None:
    """Keep nothing of a game that did not come about."""
    with suppress(OSError):
        (_folder(home) / f"{game}.json").unlink()


def keep_waiting(waiting: Waiting, home: Path) -> None:
    """Keep a game that has not begun; raises DataFault."""
    data = waiting.to_json()
    _write(_folder(home) / f"{waiting.exchange.game}.json", {"waiting": data, "own": data["exchange"]["own"]})


def keep_document(game: str, document: Path, own: Json, home: Path) -> None:
    """Keep where the document of a game is; raises DataFault."""
    _write(_folder(home) / f"{game}.json", {"document": str(document), "own": own})


def opened(exchange: Exchange, document: Path, home: Path) -> None:
    """Take note of where the document of a game lies that was opened: it may have been moved, or come from elsewhere.

    Where its own one is still there, or is said to hold other secrets, nothing changes.
    """
    with suppress(DataFault):  # the game is played all the same
        kept, own = record(exchange.game, home), asdict(exchange.own)
        if kept is None or (kept["own"] == own and not holds(Path(str(kept.get("document") or "")), exchange.game)):
            keep_document(exchange.game, document, own, home)


def holds(path: Path, game: str) -> bool:
    """Return whether a document says on its card that it is that of a game; read in the helper process."""
    if not files.there(path) or path.suffix != ".qtwar":
        return False
    if not vetting.card(path)[1]:
        vetting.ask_card(path)
    found = vetting.card(path)[0]
    return found is not None and (found.card.get("mail") or {}).get("game") == game


def sides_shown(facts: Json, over: bool) -> tuple[str, ...]:
    """Return the sides for which something may be made of a game by mail that goes on; none: it is open to all."""
    if over or "mail" not in facts:
        return ()
    exchange = Exchange.from_json(facts["mail"])
    return exchange.mine if exchange.end is None else ()


def check_shown(facts: Json, over: bool, side: str) -> None:
    """Raise DataFault where what is made of a game would show a side (empty: all) what it may not know yet."""
    sides = sides_shown(facts, over)
    if sides and side not in sides:
        raise DataFault("fault.mail.closed")


def keys_of(game: str, home: Path) -> Keys | None:
    """Return one's own secrets in a game, None where it is not known here; raises DataFault."""
    found = record(game, home)
    return Keys(**found["own"]) if found is not None else None


def ledger(home: Path) -> Callable[[str, int], int]:
    """Return what counts how often entries of games by mail were played in a profile."""

    def note(game: str, no: int) -> int:
        path = _folder(home) / f"{game}.tries"
        try:
            counts = json.loads(files.read(path, MOST_BYTES)) if path.is_file() else {}
            times = int(counts.get(str(no), 0)) + 1
        except (ValueError, TypeError, AttributeError, DataFault):
            counts, times = {}, 1
        _write(path, {**counts, str(no): times})
        return times

    return note


def vet(path: Path, home: Path) -> None:
    """Have a file read in the helper process first, as opening it does; raises DataFault where that ended it."""
    if render_worker().ask({"do": "mail", "path": str(path), "home": str(home)}) is RenderResult.DIED:
        raise DataFault("fault.mail.deadly")


def read_as_opened(path: Path, home: Path) -> None:
    """Read a file as opening it does; in the helper process. What ends in a sentence there does so in the window, too."""
    with suppress(DataFault):
        found = letter.read(letter.read_file(path))
        letter.body(found, keys_of(found.game, home))


def _folder(home: Path) -> Path:
    return home / "mail"


def _write(path: Path, data: Json) -> None:
    files.write_private(path, json.dumps(data).encode())
