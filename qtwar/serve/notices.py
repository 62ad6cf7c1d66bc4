"""Tells who is away that it is his turn, or that his time runs out: by mail, or at a webhook. Once a turn, without secrets.

Where a seat wants it a picture of the board goes along, drawn of what that seat sees and of nothing else.
"""

from __future__ import annotations

import asyncio
import html
import json
import logging
import secrets
import smtplib
import ssl
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError
from urllib.parse import parse_qs, unquote, urlsplit
from urllib.request import HTTPHandler, HTTPRedirectHandler, HTTPSHandler, Request, build_opener

import truststore

from qtwar.base.errors import DataFault
from qtwar.base.text import DEFAULT, LANGUAGES, Texts
from qtwar.model.content import TitleContent
from qtwar.serve.rate import Buckets
from qtwar.services import positions
from qtwar.storage.hosted.store import HostedGame, HostedSeat
from qtwar.wire.limits import Rate

Json = dict[str, Any]
log = logging.getLogger("qtwar.serve")
WEBHOOKS: Final = ("https://discord.com/api/webhooks/", "https://hooks.slack.com/services/")
"""Where notices may be sent, by how the address begins: a server must not be made to ask just anything."""
SECONDS: Final = 20
PAUSE: Final = 60.0
"""Least seconds between two notices to one seat."""
WAITING: Final = 1000
LETTERS: Final = Rate(1 / 60, 20)
"""Letters to one address: a seat may name any, without a yes of who reads them there."""
NO_FILES: Final = (400, 413, 415, 422)
"""How a webhook says that it takes no form with a file: any other refusal holds for the words too."""


@dataclass(frozen=True, slots=True)
class MailServer:
    """A mail server: `smtp://user:password@host:port?from=address`, `smtps` for TLS from the first byte."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    tls: bool = False

    @classmethod
    def of(cls, url: str) -> MailServer:
        """Return the settings of a URL; raises DataFault."""
        try:
            parts = urlsplit(url)
            sender = parse_qs(parts.query)["from"][0]
            port = parts.port or (465 if parts.scheme == "smtps" else 587)
            if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
                raise ValueError(url)
        except (ValueError, KeyError):
            raise DataFault("fault.server.smtp") from None
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        return cls(parts.hostname, port, sender, user, password, parts.scheme == "smtps")


@dataclass(frozen=True, slots=True)
class NoticeBoard:
    """What a picture for a seat is drawn of: the title's module, and the seat's view of the position."""

    module: Path
    view: Json


@dataclass(frozen=True, slots=True)
class Notice:
    """What is to be sent to where a seat wants it."""

    to: Json
    subject: str
    text: str
    board: Callable[[], Awaitable[NoticeBoard | None]] | None = None
    """What is asked when it goes out: a thousand that wait hold no positions, and the picture shows how it stands then."""


class _NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Follow nowhere: only the address that was allowed is asked."""


class Notices:
    """What is to be sent, one after another, beside the games."""

    def __init__(self, post: MailServer | None, webhooks: tuple[str, ...]) -> None:
        self._post, self._webhooks = post, webhooks or WEBHOOKS
        self._queue: asyncio.Queue[Notice] = asyncio.Queue(WAITING)
        self._last: dict[tuple[str, str], float] = {}
        self._letters = Buckets(LETTERS)

    def allowed(self, mail: str, webhook: str) -> bool:
        """Return whether notices can go where somebody wants them."""
        return (not mail or self._post is not None) and (not webhook or any(_begins(webhook, one) for one in self._webhooks))

    def add(
        self, key: str, game: HostedGame, seat: HostedSeat, content: TitleContent,
        board: Callable[[], Awaitable[NoticeBoard | None]] | None = None,
    ) -> None:  # fmt: skip
        """Have a seat told something (`turn`, `time` or `over`)."""
        to = dict(seat.notice)
        if to.get("mail") and not self._letters.take(to["mail"].casefold()):
            log.warning("notices: too many letters to one address")
            del to["mail"]
        if not (to.get("mail") or to.get("webhook")):
            return
        subject, text = words(key, game, seat, content)
        now = time.monotonic()
        try:
            self._queue.put_nowait(Notice(to, subject, text, board))
        except asyncio.QueueFull:
            log.warning("notices: too many wait")
            return
        self._last = {one: when for one, when in self._last.items() if when + PAUSE > now} | {(game.id, seat.side): now}

    def pause(self, game: str, side: str) -> float:
        """Return for how many seconds a seat is not told again that it is its turn."""
        return max(0.0, self._last.get((game, side), -PAUSE) + PAUSE - time.monotonic())

    async def run(self, on_thread: Callable[[Callable[[], None]], Any]) -> None:
        """Send what is there, for good."""
        while True:
            notice = await self._queue.get()
            try:
                await self._deliver(notice, on_thread)
            except Exception as fault:  # a mail server that does not answer is no matter of the games
                log.warning("notices: %s", type(fault).__name__)

    async def _deliver(self, notice: Notice, on_thread: Callable[[Callable[[], None]], Any]) -> None:
        board: NoticeBoard | None = None
        try:
            board = await notice.board() if notice.board is not None else None
        except Exception as fault:  # what is told matters more than how it looks
            log.warning("notices: no picture, %s", type(fault).__name__)
        await on_thread(lambda: self._send(notice, board))

    def _send(self, notice: Notice, board: NoticeBoard | None = None) -> None:
        picture = _picture(board, _language(notice.to))
        try:
            if notice.to.get("webhook"):
                _call(notice, picture)
        finally:  # one way that is closed does not close the other
            if notice.to.get("mail") and self._post is not None:
                self._mail(self._post, notice, picture)

    def _mail(self, post: MailServer, notice: Notice, picture: bytes) -> None:
        letter = EmailMessage()
        letter["Subject"], letter["From"], letter["To"] = notice.subject, post.sender, notice.to["mail"]
        letter.set_content(notice.text)
        if picture:
            letter.add_attachment(picture, maintype="image", subtype="png", filename="board.png")
        context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        connection = (
            smtplib.SMTP_SSL(post.host, post.port, timeout=SECONDS, context=context)
            if post.tls
            else smtplib.SMTP(post.host, post.port, timeout=SECONDS)
        )
        with connection as line:
            line.ehlo()
            if not post.tls and line.has_extn("starttls"):  # without a password as between mail servers: whoever answers
                line.starttls(context=context if post.user else None)
            elif post.user and not post.tls:
                raise smtplib.SMTPNotSupportedError("no STARTTLS")  # a password never goes in clear
            if post.user:
                line.login(post.user, post.password)
            line.send_message(letter)


def _picture(board: NoticeBoard | None, language: str) -> bytes:
    """Return the picture that goes along; empty where none is wanted, or none can be drawn."""
    if board is None:
        return b""
    try:
        return positions.position_picture(board.module, board.view, language)
    except Exception as fault:  # what is told matters more than how it looks
        log.warning("notices: no picture, %s", type(fault).__name__)
        return b""


def _call(notice: Notice, picture: bytes) -> None:
    """Send a notice to its webhook: with a picture as the form that Discord takes, as JSON alone where that is refused."""
    told = {
        "content": f"**{notice.subject}**\n{notice.text}",
        "allowed_mentions": {"parse": []},  # the name of a game calls nobody: Discord's way to say so, and Slack's
        "text": html.escape(f"{notice.subject}\n{notice.text}", quote=False),
    }
    body = json.dumps(told).encode()
    if picture:
        mark = secrets.token_hex(16).encode()
        part = b"--%s\r\nContent-Disposition: form-data; name=%s\r\nContent-Type: %s\r\n\r\n%s\r\n"
        form = part % (mark, b'"payload_json"', b"application/json", body)
        form += part % (mark, b'"files[0]"; filename="board.png"', b"image/png", picture) + b"--%s--\r\n" % mark
        try:
            return _ask(notice.to["webhook"], form, f"multipart/form-data; boundary={mark.decode()}")
        except HTTPError as fault:
            fault.close()
            if fault.code not in NO_FILES:
                raise
    return _ask(notice.to["webhook"], body, "application/json")


def _ask(url: str, body: bytes, kind: str) -> None:
    asked = Request(url, body, {"content-type": kind, "user-agent": "QtWar"})
    context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    with build_opener(HTTPHandler, HTTPSHandler(context=context), _NoRedirect).open(asked, timeout=SECONDS):
        pass


def _language(wanted: Json) -> str:
    language: str = wanted.get("language", DEFAULT)
    return language if language in LANGUAGES else DEFAULT


def _begins(url: str, allowed: str) -> bool:
    """Return whether a URL is at the same place as one that is allowed, and begins like it there."""
    try:
        one, other = urlsplit(url), urlsplit(allowed)
    except ValueError:
        return False
    steps = unquote(one.path).replace("\\", "/").split("/")  # `..` would leave the place, at the server that is asked
    here = (one.scheme, one.netloc) == (other.scheme, other.netloc) and not {".", ".."} & set(steps)
    return here and one.path.startswith(other.path)


def words(key: str, game: HostedGame, seat: HostedSeat, content: TitleContent) -> tuple[str, str]:
    """Return subject and text of a notice in the language of the seat."""
    language = _language(seat.notice)
    side = next((one.name.get(language) for one in content.sides if one.id == seat.side), seat.side)
    args = {
        "title": content.title.name.get(language), "scenario": content.scenario(game.scenario).name.get(language),
        "game": game.name or game.id, "side": side, "turn": game.card.get("turn") or "–",
    }  # fmt: skip
    texts = Texts()
    subject = texts.plain({"key": f"serve.notice.{key}", "args": args}, language)
    return subject, texts.plain({"key": f"serve.notice.{key}.text", "args": args}, language)
