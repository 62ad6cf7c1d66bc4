"""A server process of its own for the tests, as `qtwar serve` starts it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


class ServerProcess:
    """`qtwar serve` on a free port; it can be killed and started again on the same data."""

    def __init__(self, folder: Path, *more: str) -> None:
        self.folder, self.more = folder, more
        self.host = self.admin = ""
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start it, on the same port as before."""
        command = [
            sys.executable, "-m", "qtwar", "serve", "--json", "--parent", "--port", str(self.port), "--data", str(self.folder),
            *self.more,
        ]  # fmt: skip
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, (self.folder / "log").read_text()
        said: dict[str, Any] = json.loads(line)
        self.url, self.port = said["url"], said["port"]
        self.host, self.admin = said["host"] or self.host, said["admin"] or self.admin

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self.process.send_signal(signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
        self._ended()

    def stop(self) -> None:
        """End it in order: its standard input ends."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self._ended()

    def _ended(self) -> None:
        self.process.wait(30)
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()

    def log(self) -> str:
        """Return what it wrote to its log."""
        return (self.folder / "log").read_text()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that all tests of a module share."""
    process = ServerProcess(tmp_path_factory.mktemp("server"))
    yield process
    process.stop()
    assert process.process.returncode == 0, process.log()
    assert "Traceback" not in process.log()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server of the test's own, to be killed."""
    process = ServerProcess(tmp_path)
    yield process
    if process.process.poll() is None:
        process.stop()
