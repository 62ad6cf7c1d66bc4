"""Games by mail: inviting, answering, and finding out what a file is for; files are read in the helper process first."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.base.files import why
from qtwar.mail import invitation, letter
from qtwar.mail.invitation import Waiting
from qtwar.mail.letter import INVITATION, Letter
from qtwar.mail.session import MailSession
from qtwar.model.content import TitleContent
from qtwar.services import games, mailbox, origins, titles
from qtwar.services.games import OpenGame
from qtwar.session.begin import NewGame
from qtwar.storage import library

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class MailInvitation:
    """An invitation that was opened: what it offers, to be answered or not."""

    letter: Letter
    title: str
    scenario: str
    host: tuple[str, ...]
    guest: tuple[str, ...]
    name: str
    """Of who invites."""
    rolls: str
    strictness: str
    hides: bool
    """Whether something is hidden from a side in this title."""
    answered: bytes = b""
    """The answer, where one was given already: it is the same again."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """A file for a game whose document is here."""

    letter: Letter
    document: Path


def invite(game: NewGame, home: Path) -> tuple[str, bytes]:
    """Return the file that invites to a game, with a name for it; raises DataFault."""
    side, rolls = game.side, game.rolls
    folder, content = titles.load(game.title)
    scenario = content.scenario(titles.scenario_of(content, game.scenario))
    sides = tuple(one.id for one in content.sides)
    players = content.title.players
    if len(sides) < 2 or (players if isinstance(players, int) else players[1]) < 2:
        raise DataFault("fault.mail.solo", title=content.title.name.get("en"))
    if side not in sides:
        raise DataFault("fault.print.no_side", side=side, known=", ".join(sides))
    facts = {
        "title": content.title.id, "version": content.title.version, "module": module_hash(folder), "scenario": scenario.id,
        "options": dict(game.options), "strictness": game.strictness, "quick": game.quick, "rolls": rolls,
        "names": {one: name for one, name in game.players if one == side and name},
    }  # fmt: skip
    data, waiting = invitation.invite(facts, (side,), tuple(one for one in sides if one != side))
    mailbox.keep_waiting(waiting, home)
    return f"{scenario.name.get('en')} - invitation", data


def look(path: Path, home: Path) -> MailInvitation | Arrived | Waiting:
    """Return what a file is for: an invitation, a game that is here, or one that begins with it; raises DataFault."""
    mailbox.vet(path, home)
    found = letter.read(letter.read_file(path))
    kept = mailbox.record(found.game, home)
    if found.no == INVITATION and (kept is None or "waiting" in kept):
        return _invited(found, kept)
    if kept is None:
        raise DataFault("fault.mail.foreign")
    if "waiting" in kept:
        return Waiting.from_json(kept["waiting"])
    return Arrived(found, _document(found.game, kept, home))


def _invited(found: Letter, kept: Json | None) -> MailInvitation:
    waiting = Waiting.from_json(kept["waiting"]) if kept is not None else None
    if waiting is not None and waiting.exchange.host:
        raise DataFault("fault.mail.own")
    facts, host, guest = invitation.invited(found)
    folder, content = _installed(facts)
    sides = [one.id for one in content.sides]
    if sorted((*host, *guest)) != sorted(sides) or not (host and guest):
        raise DataFault("fault.mail.sides")
    titles.scenario_of(content, facts["scenario"])
    if module_hash(folder) != facts["module"]:
        raise DataFault("fault.mail.other_rules")
    given = base64.b64decode(waiting.files.sent) if waiting is not None else b""
    if waiting is not None and waiting.files.hashes[0] != found.hash:
        raise DataFault("fault.mail.chain", no=INVITATION)
    name = next((facts["names"][side] for side in host if side in facts["names"]), "")
    return MailInvitation(
        found, facts["title"], facts["scenario"], host, guest, name, facts["rolls"], facts["strictness"], content.hides, given
    )  # fmt: skip


def answer(invited: MailInvitation, name: str, home: Path) -> tuple[str, bytes]:
    """Return the file that takes up an invitation, with a name for it; raises DataFault."""
    folder, content = titles.load(invited.title)
    called = f"{content.scenario(invited.scenario).name.get('en')} - answer"
    if invited.answered:
        return called, invited.answered
    data, waiting = invitation.answer(invited.letter, name, module_hash(folder))
    sent = replace(waiting, files=replace(waiting.files, sent=base64.b64encode(data).decode()))
    mailbox.keep_waiting(sent, home)
    return called, data


def begin(path: Path, home: Path, progress: Callable[[str, float], None] | None = None) -> OpenGame:
    """Begin the game that waits for a file: set it up, and play what the file holds; raises QtwarError."""
    found = letter.read(letter.read_file(path))
    kept = mailbox.record(found.game, home)
    if kept is None or "waiting" not in kept:
        raise DataFault("fault.mail.foreign")
    waiting = Waiting.from_json(kept["waiting"])
    agreed, key = (invitation.answered if waiting.exchange.host else invitation.first)(waiting, found)
    facts = agreed.facts
    folder, content = _installed(facts)
    if module_hash(folder) != facts["module"]:
        raise DataFault("fault.mail.other_rules")
    game = {
        "key": key, "scenario": facts["scenario"], "seats": "mail", "players": facts["names"], "dice": "program",
        "undo": "ask", "setup": "quick" if facts["quick"] else "free", "rules": origins.naming(folder),
        "mail": agreed.exchange.to_json(), "mail_files": agreed.files.to_json(),
    }  # fmt: skip
    target = titles.fresh_path(titles.games_folder(home), content.scenario(facts["scenario"]).name.get("en"))
    opened = games.begin(target, folder, content, game, facts["options"], facts["strictness"], progress=progress)
    try:
        if not waiting.exchange.host:
            assert isinstance(opened.session, MailSession)
            opened.session.take(found)
        mailbox.keep_document(found.game, target, kept["own"], home)
    except BaseException:
        opened.session.rules.close()
        opened.document.close()
        target.unlink(missing_ok=True)
        raise
    games.write_card(opened)
    return opened


def write_file(path: Path, data: bytes) -> None:
    """Write a file of mail beside its place and put it there; raises DataFault."""
    fresh = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(data)
        fresh.replace(path)
    except OSError as fault:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise DataFault("fault.file.not_written", file=path.name, why=why(fault)) from None


def module_hash(folder: Path) -> str:
    """Return the hash of rules and content of a title: what both sides must have alike."""
    return _module_hash(folder, titles.stamp(folder), origins.rules_hash(folder))


@lru_cache(maxsize=12)
def _module_hash(folder: Path, stamp: Any, rules: str) -> str:
    content = titles.load_at(folder)[1].model_dump(mode="json", by_alias=True)
    text = json.dumps(content, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(f"{rules}\0{text}".encode("utf-8", "surrogatepass")).hexdigest()


def _installed(facts: Json) -> tuple[Path, TitleContent]:
    try:
        return titles.load_at(titles.by_id(str(facts["title"])))
    except DataFault:
        raise DataFault("fault.mail.no_title", title=str(facts["title"])[:80]) from None


def _document(game: str, kept: Json, home: Path) -> Path:
    """Return where the document of a game is: where it was made, or elsewhere in the games folder; raises DataFault."""
    path = Path(str(kept.get("document") or ""))
    if path.is_file():
        return path
    for other in library.paths(titles.games_folder(home)):
        if (library.card(other).card.get("mail") or {}).get("game") == game:
            mailbox.keep_document(game, other, kept["own"], home)
            return other
    raise DataFault("fault.mail.moved")
