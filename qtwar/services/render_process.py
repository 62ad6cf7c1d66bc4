"""What runs inside the render worker's process: one answer for each line of JSON (`qtwar.services.render_worker` asks)."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from qtwar.base.errors import DataFault
from qtwar.services import render_worker, titlecards, vetting
from qtwar.services.cache import art_cache

MEMORY = 1 << 30
"""Bytes of data the process may hold: what is read here comes from anybody."""
IDLE = 20.0
"""Seconds after which the process ends that nobody asks anything."""


def _card(request: dict[str, Any]) -> None:
    titlecards.make(Path(request["module"]))


def _document(request: dict[str, Any]) -> None:
    vetting.read_as_opened(Path(request["path"]), every_entry=bool(request["every_entry"]))


def _document_card(request: dict[str, Any]) -> None:
    vetting.make_card(Path(request["path"]))


def _cover(request: dict[str, Any]) -> None:
    from qtwar.services import covers

    _screen()
    covers.paint(Path(request["module"]), request["key"], Path(request["kept"]))


def _map(request: dict[str, Any]) -> None:
    from qtwar.model.board import BoardContent
    from qtwar.qtpaint import boardart
    from qtwar.services import scans  # noqa: F401 # says where scanned maps lie

    _screen()
    board = BoardContent.model_validate(request["board"])
    language, palette = request["language"], request["palette"]
    boardart.prepare(board, request["style"], language=language, palette=palette, cache=art_cache())


def _pictures(request: dict[str, Any]) -> None:
    from qtwar.services import ownart

    ownart.answer_pictures(request)


def _sheet(request: dict[str, Any]) -> dict[str, Any]:
    from qtwar.services import ownart

    _screen()
    return ownart.answer_sheet(request)


def _cut(request: dict[str, Any]) -> list[dict[str, Any]]:
    from qtwar.services import ownart

    _screen()
    return ownart.answer_cut(request)


def _scan(request: dict[str, Any]) -> dict[str, Any]:
    from qtwar.services import scans

    _screen()
    return scans.answer_scan(request)


def _trace(request: dict[str, Any]) -> dict[str, int]:
    from qtwar.services import foreign

    _screen()
    return foreign.answer_trace(request)


def _pages(request: dict[str, Any]) -> int:
    from qtwar.services import foreign

    return foreign.answer_pages(request)


_app: Any = None


def _screen() -> None:
    global _app
    if _app is None:
        from PySide6.QtGui import QGuiApplication

        _app = QGuiApplication(["qtwar"])


WORK: dict[str, Callable[[dict[str, Any]], Any]] = {
    "card": _card, "cover": _cover, "map": _map, "document": _document, "document_card": _document_card,
    "pictures": _pictures, "sheet": _sheet, "cut": _cut, "scan": _scan, "trace": _trace, "pages": _pages,
}  # fmt: skip
"""What can be asked for, and what does it; what it returns goes back with the answer."""


def bounded() -> None:
    """Hold this process to its memory, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


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
            found = WORK[request["do"]](request)
            answer = "done" if found is None else f"done {json.dumps(found)}"
        except DataFault as fault:
            answer = f"fault {json.dumps({'message': fault.message, 'detail': fault.detail}, default=str)}"
        except Exception as fault:  # whoever asked does it himself, and meets the fault there
            answer = f"not done: {type(fault).__name__}"
        told.write(answer + "\n")
        told.flush()


def main(arguments: list[str]) -> None:
    """Answer on the pipes that this process was given."""
    render_worker.inside = True
    bounded()
    out, sys.stdout = sys.stdout, sys.stderr
    serve(sys.stdin, out)
