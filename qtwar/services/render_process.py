"""What runs inside the render worker's process: one answer for each line of JSON (`qtwar.services.render_worker` asks)."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from qtwar.base.errors import DataFault
from qtwar.services import heap, render_worker, titlecards, vetting
from qtwar.services.cache import art_cache

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

MEMORY = 1 << 30
"""Bytes of data the process may hold: what is read here comes from anybody."""
READING = 300_000_000
"""Bytes that reading a title or a document may take; those that come with the program take a fifth of it."""
COMPUTING = {"card": 2.0, "document_card": 2.0, "mail": 10.0, "archive": 10.0, "document": 30.0}
"""Seconds of processor time that a request may take, however busy the machine is; the card of a large title takes 0.3."""
BEHIND = 10
"""How nice a process is to the others that draws what nobody waits for."""
MOST_WORDS = 500
"""Letters of a fault that nobody foresaw which go back for the log: what is drawn may be anybody's."""
IDLE = 5.0
"""Seconds after which the process ends that nobody asks anything: it holds the drawing that it painted of last."""


def _card(request: dict[str, Any]) -> None:
    titlecards.make(Path(request["module"]))


def _document(request: dict[str, Any]) -> None:
    vetting.read_as_opened(Path(request["path"]), every_entry=bool(request["every_entry"]))


def _archive(request: dict[str, Any]) -> dict[str, Any]:
    from qtwar.services import strangers

    return strangers.answer_archive(request)


def _document_card(request: dict[str, Any]) -> None:
    vetting.make_card(Path(request["path"]))


def _mail(request: dict[str, Any]) -> None:
    from qtwar.services import mailbox

    mailbox.read_as_opened(Path(request["path"]), Path(request["home"]))


def _cover(request: dict[str, Any]) -> None:
    _screen()
    from qtwar.services import covers

    covers.paint(Path(request["source"]), request["key"], Path(request["kept"]))


def _map(request: dict[str, Any]) -> None:
    if request.get("behind"):
        stand_behind()
    _screen()
    from qtwar.model.board import BoardContent
    from qtwar.qtpaint import boardart
    from qtwar.services import scans  # noqa: F401 # says where scanned maps lie

    board = BoardContent.model_validate(request["board"])
    language, palette = request["language"], request["palette"]
    boardart.prepare(board, request["style"], language=language, palette=palette, cache=art_cache())


def stand_behind() -> None:
    """Be as nice to the others as `BEHIND` says, however often it is asked for."""
    if hasattr(os, "nice"):
        os.nice(max(0, BEHIND - os.nice(0)))  # it adds to what the process is already


def _tile(request: dict[str, Any]) -> None:
    _screen()
    from qtwar.services import (
        maptiles,
        scans,  # noqa: F401 # says where scanned maps lie
    )

    maptiles.answer_tile(request)


def _face(request: dict[str, Any]) -> None:
    _screen()
    from qtwar.services import cardfaces

    cardfaces.answer_face(request)


def _begin(request: dict[str, Any]) -> list[float]:
    _screen()
    from qtwar.services import (
        maptiles,
        scans,  # noqa: F401 # says where scanned maps lie
    )

    return maptiles.answer_begin(request)


def _part(request: dict[str, Any]) -> bool:
    _screen()
    from qtwar.services import maptiles

    return maptiles.answer_part(request)


def _position(request: dict[str, Any]) -> dict[str, Any]:
    _screen()
    from qtwar.services import (
        positions,
        scans,  # noqa: F401 # says where scanned maps lie
    )

    return positions.answer_position(request)


def _pictures(request: dict[str, Any]) -> None:
    from qtwar.services import ownart

    ownart.answer_pictures(request)


def _sheet(request: dict[str, Any]) -> dict[str, Any]:
    _screen()
    from qtwar.services import ownart

    return ownart.answer_sheet(request)


def _cut(request: dict[str, Any]) -> list[dict[str, Any]]:
    _screen()
    from qtwar.services import ownart

    return ownart.answer_cut(request)


def _scan(request: dict[str, Any]) -> dict[str, Any]:
    _screen()
    from qtwar.services import scans

    return scans.answer_scan(request)


def _trace(request: dict[str, Any]) -> dict[str, int]:
    _screen()
    from qtwar.services import foreign

    return foreign.answer_trace(request)


def _pages(request: dict[str, Any]) -> int:
    from qtwar.services import foreign

    return foreign.answer_pages(request)


_app: Any = None


def _screen() -> None:
    global _app
    if _app is None:
        from qtwar.qtpaint import features

        features.switch_off()
        from PySide6.QtGui import QGuiApplication

        _app = QGuiApplication(["qtwar"])


WORK: dict[str, Callable[[dict[str, Any]], Any]] = {
    "card": _card, "archive": _archive, "cover": _cover, "map": _map, "tile": _tile, "begin": _begin, "part": _part,
    "face": _face, "document": _document, "document_card": _document_card, "mail": _mail,
    "pictures": _pictures, "sheet": _sheet, "cut": _cut, "position": _position, "scan": _scan, "trace": _trace, "pages": _pages,
}  # fmt: skip
"""What can be asked for, and what does it; what it returns goes back with the answer."""


def bounded() -> None:
    """Hold this process to its memory, where the system can."""
    if resource is None:
        return
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class RequestBounds:
    """Holds the process to the memory and processor time of one request; what takes more ends it."""

    def __init__(self, do: str) -> None:
        self._seconds = COMPUTING.get(do, 0.0) if resource is not None else 0.0

    def __enter__(self) -> None:
        if self._seconds:
            self._most(_data() + READING)
            signal.setitimer(signal.ITIMER_PROF, self._seconds)  # nobody catches its signal: it ends the process

    def __exit__(self, *fault: object) -> None:
        if self._seconds:
            signal.setitimer(signal.ITIMER_PROF, 0)
            self._most(MEMORY)

    @staticmethod
    def _most(data: int) -> None:
        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (min(data, MEMORY) if hard == resource.RLIM_INFINITY else min(data, hard), hard))


def _data() -> int:
    """Return the bytes of data that the process holds now."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except OSError:  # only Linux has it
        return MEMORY
    return next(int(line.split()[1]) for line in lines if line.startswith("VmData:")) * 1024


def serve(asked: TextIO, told: TextIO) -> None:
    """Answer until the other side closes, or is silent for too long."""
    while True:
        alarm = threading.Timer(IDLE, os._exit, (0,))
        alarm.daemon = True
        alarm.start()
        line = asked.readline()
        alarm.cancel()
        if not line:
            return
        try:
            request = json.loads(line)
            for name, value in request["places"].items():
                os.environ.pop(name, None)
                if value is not None:
                    os.environ[name] = value
            with RequestBounds(request["do"]):
                found = WORK[request["do"]](request)
            answer = "done" if found is None else f"done {json.dumps(found)}"
        except DataFault as fault:
            answer = f"fault {json.dumps({'message': fault.message, 'detail': fault.detail}, default=str)}"
        except Exception as fault:  # whoever asked does it himself, and meets the fault there
            answer = f"not done: {' '.join(repr(fault).split())[:MOST_WORDS]}"
        told.write(answer + "\n")
        told.flush()


def main(arguments: list[str]) -> None:
    """Answer on the pipes that this process was given."""
    render_worker.inside = True
    bounded()
    heap.give_large_back()
    out, sys.stdout = sys.stdout, sys.stderr
    serve(sys.stdin, out)
