"""How a game by mail begins: an invitation, its answer, and then the first file with the game set up."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, replace
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.engine.forms import anything, having, mapped
from qtwar.mail import keys, letter
from qtwar.mail.exchange import Exchange, Files
from qtwar.mail.keys import Keys
from qtwar.mail.letter import ANSWER, FIRST, INVITATION, Letter

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A game that has not begun on this side: what is agreed, and the exchange so far."""

    facts: Json
    """title, version, module, scenario, options, strictness, quick, rolls, names."""
    exchange: Exchange
    files: Files

    def to_json(self) -> Json:
        """Return it as it stands in the profile."""
        return {"facts": self.facts, "exchange": self.exchange.to_json(), "files": self.files.to_json()}

    @classmethod
    def from_json(cls, data: Any) -> Waiting:
        """Return what stands in the profile; raises DataFault."""
        if not having({"facts": mapped(anything), "exchange": anything, "files": anything})(data):
            raise DataFault("fault.mail.document")
        return cls(data["facts"], Exchange.from_json(data["exchange"]), Files.from_json(data["files"]))


def invite(facts: Json, host: tuple[str, ...], guest: tuple[str, ...]) -> tuple[bytes, Waiting]:
    """Return the file that invites to a game, and what its sender keeps; raises DataFault."""
    own = Keys.fresh()
    exchange = Exchange(secrets.token_hex(16), True, host, guest, facts["rolls"], facts["module"], own, no=INVITATION)
    body = {
        "facts": facts, "host": list(host), "guest": list(guest), "box": own.box_public, "link": exchange.my_link(INVITATION)
    }  # fmt: skip
    data = letter.write(own, exchange.game, INVITATION, "", body)
    return data, Waiting(facts, exchange, Files((letter.read(data).hash,)))


def invited(found: Letter) -> tuple[Json, tuple[str, ...], tuple[str, ...]]:
    """Return what an invitation offers: the facts of the game, the sides of its sender, and one's own; raises DataFault."""
    body = letter.body(found)
    return body["facts"], tuple(body["host"]), tuple(body["guest"])


def answer(found: Letter, name: str, module: str) -> tuple[bytes, Waiting]:
    """Return the file that takes up an invitation, and what its sender keeps; raises DataFault.

    `module` is the hash of the rules and content that are here: another one than that of the invitation is refused.
    """
    body = letter.body(found)
    facts, own = body["facts"], Keys.fresh()
    if module != facts["module"]:
        raise DataFault("fault.mail.other_rules")
    exchange = Exchange(
        found.game, False, tuple(body["guest"]), tuple(body["host"]), facts["rolls"], module, own, found.key, body["box"],
        body["link"], no=ANSWER,
    )  # fmt: skip
    said = {"name": name, "box": own.box_public, "link": exchange.my_link(ANSWER), "module": module}
    data = letter.write(own, found.game, ANSWER, found.hash, said, body["box"])
    named = {**facts, "names": {**facts["names"], **dict.fromkeys(exchange.mine, name)}}
    return data, Waiting(named, exchange, Files((found.hash, letter.read(data).hash)))


def answered(waiting: Waiting, found: Letter) -> tuple[Waiting, str]:
    """Take the answer to one's invitation; returns what the game begins with, and the key of its set-up's chance."""
    exchange = waiting.exchange
    _expected(waiting, found, ANSWER)
    body = letter.body(found, exchange.own)
    if body["module"] != exchange.module:
        raise DataFault("fault.mail.other_rules")
    exchange = replace(
        exchange, their_key=found.key, their_box=body["box"], their_link=body["link"], no=ANSWER, base=1, rows=1, seen=0
    )  # fmt: skip
    named = {**waiting.facts, "names": {**waiting.facts["names"], **dict.fromkeys(exchange.theirs, body["name"])}}
    files = Files((*waiting.files.hashes, found.hash))
    return Waiting(named, exchange, files), _setup_key(exchange)


def first(waiting: Waiting, found: Letter) -> tuple[Waiting, str]:
    """Look into the first file of the other side; returns what the game begins with, and the key of its set-up's chance.

    The file itself is still to be played (`MailSession.take`).
    """
    exchange = waiting.exchange
    _expected(waiting, found, FIRST)
    if found.key != exchange.their_key:
        raise DataFault("fault.mail.forged")
    body = letter.body(found, exchange.own)
    if keys.before(body["link"]) != exchange.their_link:
        raise DataFault("fault.mail.link")
    return replace(waiting, exchange=replace(exchange, base=1, rows=1)), _setup_key(replace(exchange, their_link=body["link"]))


def _expected(waiting: Waiting, found: Letter, no: int) -> None:
    """Raise DataFault where a file is not the one that a game begins with."""
    exchange, hashes = waiting.exchange, waiting.files.hashes
    if found.game != exchange.game:
        raise DataFault("fault.mail.foreign")
    if found.no <= len(hashes) and found.by_host == exchange.host and hashes[found.no - 1] == found.hash:
        raise DataFault("fault.mail.own")
    if found.no < no:
        raise DataFault("fault.mail.old", no=found.no)
    if found.no > no:
        raise DataFault("fault.mail.early", no=found.no, last=no - 1)
    if found.before != hashes[-1]:
        raise DataFault("fault.mail.chain", no=found.no)


def _setup_key(exchange: Exchange) -> str:
    return hashlib.sha256(f"qtwar mail set-up {exchange.seed(ANSWER)}".encode()).hexdigest()
