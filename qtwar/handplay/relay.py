"""What lies between a window and its server: a line that can be cut at any moment, and be deaf before it breaks."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress

HOST = "127.0.0.1"
PIECE = 65_536


class Relay:
    """Passes on what comes to `port` to another port of this machine, on threads of its own."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._ends: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._back = 0.0
        self._listening = socket.create_server((HOST, 0))
        self.deaf = False
        """Whether what the server says is lost."""
        self.port = int(self._listening.getsockname()[1])
        threading.Thread(target=self._accept, name="relay", daemon=True).start()

    def cut(self, seconds: float = 0.0, deaf: float = 0.0) -> None:
        """Break every line, and make none for some seconds; for `deaf` seconds before, what the server says is lost."""
        self.deaf = deaf > 0 or self.deaf
        time.sleep(deaf)
        self._back = time.monotonic() + seconds
        with self._lock:
            for end in self._ends:
                _end(end)
        self.deaf = False

    def close(self) -> None:
        """Break every line, for good."""
        _end(self._listening)
        self._listening.close()
        self.cut(3600)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                threading.Thread(target=self._line, args=(near,), daemon=True).start()

    def _line(self, near: socket.socket) -> None:
        """Hold one line until an end of it is gone."""
        with near, suppress(OSError), socket.create_connection((HOST, self._to)) as far:
            ends = {near, far}
            with self._lock:
                if time.monotonic() < self._back:
                    return
                self._ends |= ends
            try:
                heard = threading.Thread(target=self._pass, args=(far, near), daemon=True)
                heard.start()
                self._pass(near, far)
                heard.join()
            finally:
                with self._lock:
                    self._ends -= ends

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        """Pass on one way until it ends; then the whole line does."""
        with suppress(OSError):
            while piece := source.recv(PIECE):
                if not (self.deaf and source.getpeername()[1] == self._to):
                    target.sendall(piece)
        for end in (source, target):
            _end(end)


def _end(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
