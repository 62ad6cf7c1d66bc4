"""Links and codes that lead to a table, as people type, paste or send them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from qtwar.base.errors import DataFault

JOIN = "/join"
_CODE = re.compile(r"[A-Za-z0-9_\-]{4,200}")


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
        text = f"{'http' if is_near(f'//{text}') else 'https'}://{text}"  # machines in the same room seldom have a certificate
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


def is_near(server: str) -> bool:
    """Return whether a server is this machine or one in the same room, to which no proxy leads."""
    try:
        host = urlsplit(server).hostname or ""
        return host == "localhost" or ip_address(host).is_private
    except ValueError:  # a name
        return False


def host_of(server: str) -> str:
    """Return what people call a server."""
    return urlsplit(server).netloc or server
