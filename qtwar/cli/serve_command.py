"""`qtwar serve`: a server that holds games for players at a distance."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from pathlib import Path

from qtwar.base import jsonio
from qtwar.base.errors import DataFault
from qtwar.services import titles


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--listen", default="127.0.0.1", metavar="ADDRESS", help="where to listen; 0.0.0.0 for everybody")
    parser.add_argument("--port", type=int, default=8470, help="0: one that is free")
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of the database, not said: `server` in your data")
    parser.add_argument("--database", default="", metavar="URL", help="postgresql://…, where one machine is not enough")
    parser.add_argument("--certificate", type=Path, metavar="FILE", help="of TLS, with its chain; plain HTTP without it")
    parser.add_argument("--key", type=Path, metavar="FILE", help="the certificate's private key")
    parser.add_argument("--workers", type=int, default=4, help="most processes that run rules")
    parser.add_argument("--idle", type=float, default=300, metavar="SECONDS", help="after which a game goes to sleep")
    parser.add_argument("--origin", action="append", default=[], help="of web pages that may connect, beside the server's own")
    parser.add_argument("--smtp", default="", metavar="URL", help="smtp://user:password@host:587?from=address, for mail")
    parser.add_argument("--webhook", action="append", default=[], metavar="URL", help="how addresses of webhooks may begin")
    parser.add_argument("--open", action="store_true", help="let anybody make games, without the host key")
    parser.add_argument("--new-keys", action="store_true", help="make the administrator's and the host's key anew")
    parser.add_argument("--parent", action="store_true", help="end when the standard input ends")
    parser.add_argument("--backup", type=Path, metavar="FILE", help="write a copy of the database, in use or not, and end")


def run(args: argparse.Namespace) -> int:
    """Serve until told to end."""
    from qtwar.serve.hall import ServeSettings
    from qtwar.serve.notices import MailServer
    from qtwar.serve.run import Address, Started, serve
    from qtwar.storage.hosted.database import Database, url_of

    folder = args.data or titles.user_home() / "server"
    folder.mkdir(parents=True, exist_ok=True)
    url = args.database or url_of(folder)
    url = url.replace("postgresql://", "postgresql+psycopg://", 1)
    if args.backup is not None:
        database = Database(url)
        database.backup(args.backup)
        database.close()
        return 0
    smtp = args.smtp or os.environ.get("QTWAR_SMTP", "")  # a password in a command line can be read by others
    if (args.certificate is None) != (args.key is None):
        raise DataFault("fault.server.certificate")
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s", stream=sys.stderr)

    def ready(started: Started) -> None:
        where = started.address
        if args.json:
            found = {"port": where.port, "url": where.url, "admin": started.admin, "host": started.host}
            print(jsonio.dumps(found), flush=True)
            return
        print(f"QtWar serves at {where.url}. End it with Ctrl+C.")
        if started.host:
            print(f"Host key, for whoever may make games here: {started.host}")
            print(f"Administrator's key, for {where.url}/admin: {started.admin}")
            print("They are shown this once; --new-keys makes others.", flush=True)

    settings = ServeSettings(
        folder, url, workers=max(1, args.workers), idle=max(0.1, args.idle), origins=tuple(args.origin), open=args.open,
        smtp=MailServer.of(smtp) if smtp else None, webhooks=tuple(args.webhook),
    )  # fmt: skip
    address = Address(args.listen, args.port, args.certificate, args.key)
    serve(settings, address, ready, new_keys=args.new_keys, parent=args.parent)
    return 0
