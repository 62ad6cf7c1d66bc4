"""Links and codes that lead to a table, as people type, paste or send them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from qtwar.base.errors import DataFault

JOIN = "/join"
_CODE = re.compile(r"[A-Za-z0-9_\-]{4,200}")
_HERE = ("localhost", "127.", "10.", "192.168.", "[::1]", *(f"172.{n}." for n in range(16, 32)))
"""Machines in the same room: those seldom have a certificate."""


@dataclass(frozen=True, slots=True)
class TableLink:
    """A server, such as `https://club.example`, and the code of an invitation."""

    server: str
    code: str

    @property
    def text(self) -> str:
        """Return the link as it is sent to somebody."""
        return f"{self.server}{JOIN}#{self.code}"


def read_link(typed: str) -> TableLink:
    """Return what a link says, or a code `host:port/CODE`; raises DataFault for what leads to no table."""
    text = "".join(typed.split()).strip("<>\"'")
    if "://" not in text:
        text = f"{'http' if text.startswith(_HERE) else 'https'}://{text}"
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise DataFault("fault.table.no_link") from None
    before, _, last = parts.path.rpartition("/")
    code, path = (parts.fragment, parts.path) if parts.fragment else (last, before)
    path = path.rstrip("/").removesuffix(JOIN)
    if parts.scheme not in ("http", "https") or not host or parts.username or parts.query or not _CODE.fullmatch(code):
        raise DataFault("fault.table.no_link")
    return TableLink(f"{parts.scheme}://{parts.netloc.lower()}{path}", code)


def read_server(typed: str) -> str:
    """Return the address of a server as it was typed; raises DataFault for what is none."""
    return read_link(f"{typed.strip().rstrip('/')}{JOIN}#none").server


def socket_of(server: str) -> str:
    """Return where the websocket of a server is."""
    scheme, _, rest = server.partition("://")
    return f"{'wss' if scheme == 'https' else 'ws'}://{rest}/ws"


def host_of(server: str) -> str:
    """Return what people call a server."""
    return urlsplit(server).netloc or server
