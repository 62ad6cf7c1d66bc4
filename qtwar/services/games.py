"""Making and opening games: document, rules worker and session."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.base.files import why
from qtwar.base.text import LANGUAGES, Texts
from qtwar.mail.session import MailSession
from qtwar.model.art import scans_of
from qtwar.model.content import TitleContent
from qtwar.services import backups, mailbox, origins, ownart, showing, titles, vetting
from qtwar.services.names import TitleNames
from qtwar.services.rules import ahead, connect
from qtwar.services.spare import spare
from qtwar.session import walk
from qtwar.session.begin import NewGame
from qtwar.session.chance import new_key
from qtwar.session.play import PlaySession
from qtwar.session.ports import RulesPort
from qtwar.storage.document import Document


@dataclass(slots=True)
class OpenGame:
    """A game whose document, worker and session are there; made on a background thread."""

    path: Path
    document: Document
    content: TitleContent
    session: PlaySession
    facts: dict[str, Any]
    module: str = ""
    """Folder or archive whose rules it plays by; empty: the free table."""
    other_rules: bool = False
    """Whether these are not the rules that it began with."""

    def close(self) -> None:
        """Let go of its rules and its document."""
        self.session.rules.close()
        self.document.close()


class GameRules:
    """The rules port of an open game; closing it closes the document too."""

    def __init__(self, rules: RulesPort, document: Document, last: Callable[[], None]) -> None:
        self._rules = rules
        self._document = document
        self._last = last

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def close(self) -> None:
        """End the worker, write the card, let the file go."""
        try:
            self._last()
        finally:
            self._rules.close()
            self._document.close()
            vetting.vouch(self._document.path)


def create(game: NewGame, home: Path, progress: Callable[[str, float], None] | None = None) -> OpenGame:
    """Make a document for a new game, set it up by its rules and return it; raises QtwarError."""
    folder, content = titles.load(game.title)
    titles.scenario_of(content, game.scenario)
    facts = {
        "key": game.key or new_key(),
        "scenario": game.scenario,
        "seats": game.seats,
        "players": dict(game.players),
        "dice": game.dice,
        "undo": "free" if game.seats == "both" else "ask",
        "setup": "quick" if game.quick else "free",
        "rules": origins.naming(folder),
    }
    path = titles.fresh_path(titles.games_folder(home), content.scenario(game.scenario).name.get("en"))
    opened = begin(path, folder, content, facts, game.options, game.strictness, progress=progress)
    write_card(opened)
    return opened


def begin(
    path: Path,
    module: Path | None,
    content: TitleContent,
    facts: dict[str, Any],
    options: Mapping[str, Any],
    strictness: str,
    given: Mapping[str, Any] | None = None,
    progress: Callable[[str, float], None] | None = None,
) -> OpenGame:
    """Make a document at a path and set a game up there; raises QtwarError, and leaves nothing then.

    `module` has the rules, None is the free table; `given` is what the set-up is told beside its kind, such as a position.
    """
    rules, document = _both(
        lambda: spare.take(module, content) or connect(module, content, progress=progress),
        lambda: Document.create(path, content, game=facts),
        path,
    )
    try:
        session = _session(rules, document, content, module)
        meta = {
            "title": content.title.id,
            "version": content.title.version,
            "scenario": facts["scenario"],
            "options": dict(options),
            "strictness": strictness,
        }
        session.begin(meta, {"setup": facts["setup"], **(given or {})})
    except BaseException:
        rules.close()
        document.close()
        path.unlink(missing_ok=True)
        raise
    return OpenGame(path, document, content, session, facts, str(module or ""))


def _both(
    connected: Callable[[], RulesPort], created: Callable[[], Document], path: Path
) -> tuple[RulesPort, Document]:
    """Start the worker, which is a process of its own, while the document is written; both, or the fault of either."""
    with ThreadPoolExecutor(1) as beside:
        writing = beside.submit(created)
        try:
            rules = connected()
        except BaseException:
            if writing.exception() is None:
                writing.result().close()
                path.unlink(missing_ok=True)
            raise
    try:
        return rules, writing.result()
    except BaseException:
        rules.close()
        raise


def resume(
    path: Path,
    progress: Callable[[str, float], None] | None = None,
    known: Callable[[TitleContent, str], object] = lambda content, scenario: None,
) -> OpenGame:
    """Open a game's document at its last finished entry; raises QtwarError. `known` is told content and scenario on the way."""
    backups.keep(path)
    document = Document.open(path)
    try:
        if not document.is_game:
            raise DataFault("fault.document.no_game", file=path.name)
        facts = document.journal().game()
        folder = origins.found(facts, document.title, path)
        awaited: Future[dict[str, Any]] = Future()
        rules = ahead(folder, awaited, progress)
        try:
            content = document.content()
            awaited.set_result(content.rules_json())
            if folder is not None and titles.info_of(folder).id == content.title.id:
                installed = titles.load_at(folder)[1]
                if installed == content:  # as it is for most games: counters and maps are drawn already
                    content = installed
            if content.counters.get("pictures") or scans_of(content):
                ownart.bring_in_of(content, path, folder)
            known(content, str(facts.get("scenario") or ""))
            session = _session(rules, document, content, folder)
            session.resume()
            if isinstance(session, MailSession):
                mailbox.opened(session.exchange, path, titles.user_home())
        except BaseException:
            rules.close()
            raise
    except BaseException:
        document.close()
        raise
    return OpenGame(path, document, content, session, facts, str(folder or ""), origins.other(facts, folder))


def branch(opened: OpenGame, length: int) -> Path:
    """Make a second game that starts from an entry of the first; returns its file."""
    if isinstance(opened.session, MailSession):  # the other side has no such game
        raise DataFault("fault.mail.closed")
    stem = re.sub(r" \(\d+\)$", "", opened.path.stem)
    path = titles.fresh_path(opened.path.parent, stem)
    opened.document.branch(path, length)
    return path


def copy_for(opened: OpenGame, path: Path, side: str) -> None:
    """Write a copy of an open game that holds what a side knows and nothing else, over an older file of that name."""
    session = opened.session
    mailbox.check_shown(session.game, session.state.result is not None, side)
    if path.exists() and path.samefile(opened.path):
        raise DataFault("fault.document.itself", file=path.name)
    fresh = path.with_name(f".{path.stem}.part.qtwar")
    try:
        fresh.unlink(missing_ok=True)
        showing.write(fresh, opened.content, session.journal, session.state, side).replace(path)
    except OSError as fault:
        raise DataFault("fault.file.not_written", file=path.name, why=why(fault)) from None


def write_copy_for(path: Path, target: Path, side: str) -> None:
    """Write what a side knows of the game in a file as a new document; raises DataFault."""
    with Document.open(path, readonly=True) as document:
        if not document.is_game:
            raise DataFault("fault.document.no_game", file=path.name)
        content, journal = document.content(), document.journal()
        heads = journal.heads()
        state = walk.position(journal, tuple(one.id for one in content.sides), heads[-1].no if heads else 0)
        mailbox.check_shown(journal.game(), state.result is not None, side)
        showing.write(target, content, journal, state, side)


def write_card(opened: OpenGame, thumbnail: bytes | None = None) -> None:
    """Store what the start window shows of a game."""
    state, session = opened.session.state, opened.session
    over = session.over if isinstance(session, MailSession) else state.result is not None
    last = opened.session.history.line[-1].label if opened.session.history.line else None
    hides = opened.facts.get("seats") == "hotseat"  # what one of two did is not for the other's eyes
    said = Texts(opened.content.texts, TitleNames(opened.content))
    opened.session.journal.set_card(
        {
            "turn": state.vars.get("turn"),
            "active": list(state.active),
            "seats": opened.facts.get("seats"),
            "players": opened.facts.get("players") or {},
            "said": {lang: said.plain(last, lang) for lang in LANGUAGES} if last and not hides else {},
            "over": over,
            "origin": opened.facts.get("origin") or "",
            "mail": _mail_card(opened.session),
        },
        thumbnail,
    )


def _mail_card(session: PlaySession) -> dict[str, Any]:
    """Return what the card of a game by mail says: which game, whether its other side is waited for, how both ended it."""
    if not isinstance(session, MailSession):
        return {}
    exchange = session.exchange
    return {
        "game": exchange.game, "mine": list(exchange.mine), "waits": not exchange.my_turn,
        "ended": exchange.ended, "other": exchange.theirs[0],
    }  # fmt: skip


def _session(rules: RulesPort, document: Document, content: TitleContent, folder: Path | None) -> PlaySession:
    journal, sides = document.journal(), tuple(s.id for s in content.sides)
    if "mail" in journal.game():
        module, ledger = origins.module_hash(folder, content), mailbox.ledger(titles.user_home())
        return MailSession(rules, journal, sides, content.title.version, module, ledger)
    return PlaySession(rules, journal, sides, content.title.version)
