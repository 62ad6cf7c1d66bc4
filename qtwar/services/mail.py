"""Games by mail: inviting, answering, and finding out what a file is for; files are read in the helper process first."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from qtwar.base import files
from qtwar.base.errors import DataFault
from qtwar.export.files import write_whole
from qtwar.mail import invitation, letter
from qtwar.mail.invitation import Waiting
from qtwar.mail.letter import INVITATION, Letter
from qtwar.mail.session import MailSession
from qtwar.model.base import LocalText
from qtwar.model.content import TitleContent
from qtwar.services import games, mailbox, options, origins, titles
from qtwar.services.games import OpenGame
from qtwar.services.options import Setting
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
    options: Mapping[str, Setting]
    """The rules options that are not as the scenario has them."""
    quick: bool
    """Whether the game begins with everything set up."""
    hides: bool
    """Whether something is hidden from a side in this title."""
    answered: bytes = b""
    """The answer, where one was given already: it is the same again."""


@dataclass(frozen=True, slots=True)
class MailOpening:
    """A file with which a game begins, not written yet: an `invitation` or an `answer`."""

    kind: str
    scenario: LocalText
    data: bytes
    waiting: Waiting | None
    """What its sender needs to go on; None: it is kept already."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """A file for a game whose document is here."""

    letter: Letter
    document: Path


def invite(game: NewGame) -> MailOpening:
    """Return the file that invites to a game; raises DataFault."""
    side, rolls = game.side, game.rolls
    folder, content = titles.load(game.title)
    scenario = content.scenario(titles.scenario_of(content, game.scenario))
    sides = tuple(one.id for one in content.sides)
    if len(sides) < 2 or content.title.most_players < 2:
        raise DataFault("fault.mail.solo", title=content.title.name.get("en"))
    if len(sides) > 2:  # one seat is here and one there
        raise DataFault("fault.mail.sides_many", title=content.title.name.get("en"))
    if side not in sides:
        raise DataFault("fault.print.no_side", side=side, known=", ".join(sides))
    facts = {
        "title": content.title.id, "version": content.title.version, "module": origins.module_hash(folder, content),
        "scenario": scenario.id, "options": dict(game.options), "strictness": game.strictness, "quick": game.quick,
        "rolls": rolls, "names": {one: name for one, name in game.players if one == side and name},
    }  # fmt: skip
    data, waiting = invitation.invite(facts, (side,), tuple(one for one in sides if one != side))
    return MailOpening("invitation", scenario.name, data, waiting)


def put(made: MailOpening, path: Path, home: Path) -> None:
    """Write a file with which a game begins; what its sender needs is kept with it, and neither without the other."""
    if made.waiting is not None:
        mailbox.keep_waiting(made.waiting, home)
    try:
        write_whole(path, lambda part: _fill(part, made.data))
    except DataFault:
        if made.waiting is not None:
            mailbox.forget(made.waiting.exchange.game, home)
        raise


def write_file(path: Path, data: bytes) -> None:
    """Write a file of mail; raises DataFault."""
    write_whole(path, lambda part: _fill(part, data))


def _fill(part: Path, data: bytes) -> None:
    part.write_bytes(data)


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
    if sorted((*host, *guest)) != sorted(sides) or (len(host), len(guest)) != (1, 1):
        raise DataFault("fault.mail.sides")
    titles.scenario_of(content, facts["scenario"])
    _check_rules(facts, folder, content, "fault.mail.other_version")
    options.check(content, facts["options"])
    given = base64.b64decode(waiting.files.sent) if waiting is not None else b""
    if waiting is not None and waiting.files.hashes[0] != found.hash:
        raise DataFault("fault.mail.chain", no=INVITATION)
    name = next((facts["names"][side] for side in host if side in facts["names"]), "")
    usual = options.in_force(content, facts["scenario"])
    other = {ident: setting for ident, setting in facts["options"].items() if setting != usual[ident]}
    return MailInvitation(
        found, facts["title"], facts["scenario"], host, guest, name, facts["rolls"], facts["strictness"], other, facts["quick"],
        content.hides, given,
    )  # fmt: skip


def answer(invited: MailInvitation, name: str) -> MailOpening:
    """Return the file that takes up an invitation; raises DataFault."""
    folder, content = titles.load(invited.title)
    scenario = content.scenario(invited.scenario).name
    if invited.answered:
        return MailOpening("answer", scenario, invited.answered, None)
    data, waiting = invitation.answer(invited.letter, name, origins.module_hash(folder, content))
    sent = replace(waiting, files=replace(waiting.files, sent=base64.b64encode(data).decode()))
    return MailOpening("answer", scenario, data, sent)


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
    _check_rules(facts, folder, content, "fault.mail.own_rules")
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
        opened.close()
        target.unlink(missing_ok=True)
        raise
    games.write_card(opened)
    return opened


def _installed(facts: Json) -> tuple[Path, TitleContent]:
    title = str(facts["title"])
    try:
        path = titles.by_id(title)
    except DataFault:
        raise DataFault("fault.mail.no_title", title=title[:80]) from None
    return titles.load_at(path)


def _check_rules(facts: Json, folder: Path, content: TitleContent, key: str) -> None:
    """Raise DataFault of a key where rules and content are not those that were agreed on, with both versions."""
    if origins.module_hash(folder, content) != facts["module"]:
        raise DataFault(key, title=content.title.id, there=facts["version"], here=content.title.version)


def _document(game: str, kept: Json, home: Path) -> Path:
    """Return where the document of a game is: where it was, or elsewhere in the games folder; raises DataFault."""
    path = Path(str(kept.get("document") or ""))
    if mailbox.holds(path, game):
        return path
    for other in library.paths(titles.games_folder(home)):
        if mailbox.holds(other, game):
            mailbox.keep_document(game, other, kept["own"], home)
            return other
    if files.there(path) and path.suffix == ".qtwar":  # what is wrong with it is said as it is opened
        return path
    raise DataFault("fault.mail.moved")
