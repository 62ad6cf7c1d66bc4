"""Tables on servers: somebody sits down, comes back, hosts one in a process of his own."""

from __future__ import annotations

import json
import subprocess
import threading
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

from qtwar.base import child
from qtwar.base.errors import DataFault, QtwarError, told
from qtwar.base.files import why
from qtwar.model.content import TitleContent
from qtwar.remote import asking
from qtwar.remote.address import TableLink, host_of, read_link
from qtwar.remote.connection import SeatConnection, new_key
from qtwar.remote.inbox import Inbox
from qtwar.remote.tablelist import CHOICE, WATCH, KeptTable
from qtwar.services import origins, strangers, titles
from qtwar.session.begin import NewTable
from qtwar.wire import http
from qtwar.wire.messages import Joined

PATIENCE = 20.0
"""Seconds that the first word of a table may take."""
STARTING = 60.0
"""Seconds that a server of one's own may take to stand."""


@dataclass(slots=True)
class OpenTable:
    """A seat whose line is there and whose title is installed; made on a background thread."""

    kept: KeptTable
    connection: SeatConnection
    inbox: Inbox
    joined: Joined
    content: TitleContent


@dataclass(frozen=True, slots=True)
class ModuleWanted:
    """A module that one has not got, as the server offers it."""

    kept: KeptTable
    title: str
    hash: str
    bytes: int
    origin: str

    @property
    def host(self) -> str:
        """Return who offers it."""
        return host_of(self.kept.server)


def sit(link: TableLink, player: str, side: str = "") -> KeptTable:
    """Take the seat of an invitation; raises DataFault. It is one's own from now on, on this machine."""
    seated = asking.sit(link.server, link.code, player, side)
    game = seated.game
    return KeptTable(link.server, seated.token, game["id"], seated.side, game["title"], game["scenario"], game["name"])


def go_to(kept: KeptTable) -> OpenTable | ModuleWanted:
    """Sit at a table where one has a seat; raises DataFault. A module that is missing is what is returned instead."""
    inbox = Inbox()
    connection = SeatConnection(kept.server, kept.token, inbox.put, inbox.put)
    connection.start()
    try:
        joined = _first(inbox, kept)
        game = joined.game
        found = installed(game)
        if found is None:
            connection.close()
            return ModuleWanted(kept, game["title"], **offered(game))
        return OpenTable(kept, connection, inbox, joined, found)
    except BaseException:
        connection.close()
        raise


def _first(inbox: Inbox, kept: KeptTable) -> Joined:
    """Return the first news of a table; raises DataFault where there is none."""
    lost = 0
    while (came := inbox.wait(PATIENCE)) is not None:
        if isinstance(came, Joined):
            return came
        if came.message is not None:
            raise told(DataFault, came.message)
        lost += came.line == "away"
        if lost == 2:
            break
    raise DataFault("fault.table.unreachable", host=host_of(kept.server))


def offered(game: dict[str, Any]) -> dict[str, Any]:
    """Return what a server says of the module of a game."""
    return game.get("module") or {"hash": "", "bytes": 0, "origin": ""}


def installed(game: dict[str, Any]) -> TitleContent | None:
    """Return the content of the title that is played, None where it is not installed; raises DataFault for another version."""
    ident, module = game["title"], game.get("module") or {}
    path = next((one.path for one in titles.installed() if one.id == ident and one.info is not None), None)
    if path is None:
        return None
    content = titles.load_at(path)[1]
    there, here = str(game.get("version") or ""), content.title.version
    if there != here:
        raise DataFault("fault.table.version", title=ident, there=there, here=here)
    if module.get("hash") and origins.rules_hash(path) != module["hash"]:
        raise DataFault("fault.table.rules", title=ident, version=here)
    titles.scenario_of(content, game["scenario"])
    return content


def fetch_module(wanted: ModuleWanted, folder: Path) -> Path:
    """Fetch a module that was agreed to, and return its file; raises DataFault where it is another one than was offered."""
    data = asking.module(wanted.kept.server, wanted.title)
    file, part = folder / "fetched.qtmod", folder / "fetched.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        part.replace(file)
    except OSError as fault:
        raise DataFault("fault.file.not_written", file=file.name, why=why(fault)) from None
    try:
        strangers.contents(file)  # in the helper process first: it comes from anybody
        info = titles.info_of(file)
        if info.id != wanted.title or (wanted.hash and origins.rules_hash(file) != wanted.hash):
            raise DataFault("fault.table.other_module", title=wanted.title, host=wanted.host)
    except QtwarError:
        file.unlink()
        raise
    return file


def host_game(server: str, key: str, wanted: NewTable, *, name: str, shown: str = "", asked_as: str = "") -> KeptTable:
    """Have a server make a game, and sit down at it, or watch where others choose their sides.

    `shown` is the address under which the others find the server; `asked_as` names what is asked for, so that it is made
    once however often it is asked (empty: a name of its own). Where the answer is lost it is asked once more.
    """
    game, seat = wanted.game, wanted.side
    asked = http.Open(
        title=game.title,
        scenario=game.scenario,
        host=key,
        name=name,
        seat=seat,
        player=wanted.player,
        setup="quick" if game.quick else "free",
        strictness=game.strictness,
        options=dict(game.options),
        undo=wanted.undo,
        clock={"kind": wanted.clock, "hours": wanted.hours} if wanted.clock else {},
        key=asked_as or new_key(),
    )
    try:
        opened = asking.open_game(server, asked)
    except DataFault as fault:
        if fault.key not in asking.LOST:
            raise
        opened = asking.open_game(server, asked)
    codes = {CHOICE: opened.choice, **opened.invitations, WATCH: opened.watch}
    links = {side: TableLink(shown or server, code).text for side, code in codes.items() if code and side != seat}
    token = opened.token or opened.watch
    return KeptTable(server, token, opened.game, seat, game.title, game.scenario, name, opened.host, links)


def change(kept: KeptTable, what: str, side: str = "") -> tuple[dict[str, str], str]:
    """Have a table of one's own changed; returns the invitations that hold then, and the link that was made, if one was."""
    code = asking.new_link(kept.server, kept.host, what, side)
    ended = {side or WATCH, CHOICE} if what == "unseat" else {side or WATCH}
    links = {key: link for key, link in kept.invitations.items() if key not in ended}
    if not code:
        return links, ""
    link = TableLink(_shown(kept), code).text
    return {**links, side or WATCH: link}, link


def seat_link(kept: KeptTable, what: str) -> str:
    """Have a link made for one's own seat."""
    return TableLink(_shown(kept), asking.new_link(kept.server, kept.token, what)).text


def _shown(kept: KeptTable) -> str:
    """Return the address under which the others find the server, as far as it is known."""
    return next((read_link(link).server for link in kept.invitations.values()), kept.server)


def host_card(kept: KeptTable) -> http.Card:
    """Return how a table of one's own stands; raises DataFault."""
    found = asking.cards(kept.server, [kept.host])
    if not found:
        raise DataFault("fault.server.no_game")
    return found[0]


class OwnServer:
    """The server inside the program: a process of its own, for the room or a port that is open. It ends with the program."""

    def __init__(self, folder: Path, errors: IO[bytes] | None = None) -> None:
        """`errors` takes what it complains of, in place of where this program's own complaints go."""
        self._folder, self._errors = folder, errors
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()
        self.address, self.port, self.key, self.everywhere = "", 0, "", False

    @property
    def runs(self) -> bool:
        """Whether it runs."""
        return self._process is not None and self._process.poll() is None

    def start(self, port: int, *, everywhere: bool) -> None:
        """Start it, and wait until it stands; raises DataFault. `everywhere`: other machines reach it too.

        One that runs keeps its port, to which links have been given away; it starts anew where more are to reach it.
        """
        with self._lock:
            if self.runs:
                if self.everywhere or not everywhere:
                    return
                port = self.port
            self._end()
            host = "0.0.0.0" if everywhere else "127.0.0.1"
            where = ["--listen", host, "--port", str(port), "--data", str(self._folder)]
            words = ["serve", *where, "--json", "--parent", "--new-keys"]  # keys for this run alone
            try:
                self._process = subprocess.Popen(
                    [*child.program(), *words],
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors,
                    text=True, encoding="utf-8", **child.unseen(),
                )  # fmt: skip
            except OSError as fault:
                raise DataFault("fault.table.no_server", port=port, detail=str(fault)) from None
            said = self._first_line(self._process)
            try:
                found = json.loads(said)
                self.port, self.key = int(found["port"]), str(found["host"])
                self.address, self.everywhere = f"http://127.0.0.1:{self.port}", everywhere
            except (ValueError, KeyError, TypeError):
                self._end()
                raise DataFault("fault.table.no_server", port=port, detail=said[:200]) from None

    def _first_line(self, process: subprocess.Popen[str]) -> str:
        late = threading.Timer(STARTING, process.kill)
        late.start()
        try:
            assert process.stdout is not None
            return process.stdout.readline()
        finally:
            late.cancel()

    @property
    def shown(self) -> str:
        """The address under which those who are invited find it."""
        return f"http://{address()}:{self.port}" if self.everywhere else self.address

    def here(self, kept: KeptTable) -> KeptTable:
        """Return a table of this server with the addresses that it has now."""
        links = {side: TableLink(self.shown, read_link(link).code).text for side, link in kept.invitations.items()}
        return replace(kept, server=self.address, invitations=links)

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """End it; its games are kept. One that is only starting is not waited for."""
        if not self._lock.acquire(blocking=False):
            with suppress(AttributeError, OSError):
                self._process.kill()
            self._lock.acquire()
        try:
            self._end()
        finally:
            self._lock.release()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()


def address() -> str:
    """Return how other machines in the same room call this one."""
    import socket

    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: the system only says by which address it would
            return str(probe.getsockname()[0])
    except OSError:
        return socket.gethostname()
