"""Starts a server: keys, address, certificate, end."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from qtwar.base.errors import DataFault
from qtwar.serve.hall import Hall, ServeSettings
from qtwar.serve.web import Web
from qtwar.storage.hosted.store import hashed, new_token
from qtwar.wire.limits import MOST_REQUEST


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens; with a certificate it speaks TLS."""

    host: str = "127.0.0.1"
    port: int = 8470
    certificate: Path | None = None
    key: Path | None = None

    @property
    def url(self) -> str:
        """Return its address as a link begins with it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.certificate else 'http'}://{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Started:
    """What is said when a server is ready: its port, and its keys where they are new."""

    address: Address
    admin: str
    host: str


def serve(
    settings: ServeSettings,
    address: Address,
    ready: Callable[[Started], None],
    *,
    new_keys: bool = False,
    parent: bool = False,
) -> None:
    """Run a server until it is told to end; `parent`: it ends when the standard input does. Raises DataFault."""
    logging.getLogger("uvicorn.access").disabled = True  # who asks when is nobody's business
    settings.folder.mkdir(parents=True, exist_ok=True)
    _try_certificate(address)
    bound = _bound(address)
    hall = Hall(settings)
    listening = Address(address.host, bound.getsockname()[1], address.certificate, address.key)
    config = uvicorn.Config(
        Web(hall).app(), log_level="warning", ws_max_size=MOST_REQUEST * 4, ws_ping_interval=20, ws_ping_timeout=20,
        ssl_certfile=address.certificate, ssl_keyfile=address.key, limit_concurrency=settings.connections + 200,
        timeout_graceful_shutdown=3, server_header=False, date_header=False,
    )  # fmt: skip

    def announce() -> None:
        """Make the keys when nothing can go wrong any more: they are shown this once."""
        ready(Started(listening, *(_key(hall, name, anew=new_keys) for name in ("admin", "host"))))

    server = _Announcing(config, announce)
    if parent:
        threading.Thread(target=_until_orphaned, args=(server,), daemon=True).start()
    asyncio.run(server.serve([bound]))


class _Announcing(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def _key(hall: Hall, name: str, *, anew: bool) -> str:
    """Return a key that was just made, empty where there is one already: only its hash is kept."""
    if not anew and hall.store.fact(name) is not None:
        return ""
    key = new_token()
    hall.store.set_fact(name, hashed(key))
    return key


def _try_certificate(address: Address) -> None:
    """Raise DataFault for a certificate or key that can not be used."""
    if address.certificate is None:
        return
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(address.certificate, address.key)
    except OSError as fault:  # also ssl.SSLError
        why, certificate, key = fault.strerror or str(fault), str(address.certificate), str(address.key)
        raise DataFault("fault.server.certificate_file", certificate=certificate, key=key, why=why) from None


def _bound(address: Address) -> socket.socket:
    """Return the socket that is listened at; raises DataFault where somebody else has it."""
    try:
        family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
        bound = socket.socket(family)
        if sys.platform != "win32":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((address.host, address.port))
        bound.set_inheritable(False)
    except OSError as fault:
        raise DataFault("fault.server.port", port=address.port, why=fault.strerror or str(fault)) from None
    return bound


def _until_orphaned(server: uvicorn.Server) -> None:
    while sys.stdin.read(4096):
        continue
    server.should_exit = True
