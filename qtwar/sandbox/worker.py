"""The worker process: holds the WebAssembly guest of one game and passes texts in and out of it.

It is started with an empty environment, knows two pipes, and after its start can open no file (`confine`).
It understands nothing of what it passes on. A trap ends the guest's instance, never the worker: the next
call finds a new one. Only the standard library and wasmtime are imported here.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any, BinaryIO

from wasmtime import Config, Engine, Store, Trap, TrapCode, WasmtimeError
from wasmtime.component import Component, Func, Linker

from qtwar.sandbox.confine import confine
from qtwar.sandbox.frames import DONE, FRAME_CAP, FRESH, READY, REPLY, REQUEST, TOO_BIG, TRAPPED

MEMORY = 256 * 1024 * 1024
REPLY_CAP = 8 * 1024 * 1024
GRACE_SECONDS = 2
BEHIND = 5
"""How far the compiler steps back for the window, and for what draws the map that is looked at meanwhile."""


def engine() -> Engine:
    """Return the engine in the one configuration that we compile for; a change of it is a change of `config.CONFIG`.

    Fuel is the limit; epochs would cost 8 % more and stop nothing that the timer in `serve` does not.
    """
    config = Config()
    config.consume_fuel = True
    config.wasm_threads = False
    return Engine(config)


def compile_guest(source: str, target: str) -> None:
    """Compile the guest to this machine's code; takes seconds and some 400 MB, hence a process of its own."""
    Path(target).write_bytes(Component(engine(), Path(source).read_bytes()).serialize())


class Guest:
    """The running instance; made anew when there is none."""

    def __init__(self, native: str) -> None:
        self.engine = engine()
        self.component = Component.deserialize_file(self.engine, native)
        if any(name != "exports" and name != "call" for name in self.component.type.exports(self.engine)):
            raise RuntimeError("the guest exports more than it should")
        if self.component.type.imports(self.engine):
            raise RuntimeError("the guest wants something from outside")
        self.linker = Linker(self.engine)
        self.store: Store | None = None
        self.function: Func | None = None
        self.fuel_used = 0

    def drop(self) -> None:
        """Forget the instance with all it holds."""
        if self.store is not None:
            self.store.close()
        self.store = self.function = None

    def call(self, request: str, fuel: int) -> str:
        """Pass a request in and return the reply; raises WasmtimeError or Trap, and then the instance is gone."""
        if self.store is None or self.function is None:
            self.store = Store(self.engine)
            self.store.set_limits(memory_size=MEMORY)
            self.store.set_fuel(fuel)
            self.function = self.linker.instantiate(self.store, self.component).get_func(self.store, "call")
            assert self.function is not None
        try:
            self.store.set_fuel(fuel)
            reply = self.function(self.store, request)
            self.function.post_return(self.store)
            self.fuel_used = fuel - self.store.get_fuel()
            return str(reply)
        except BaseException:
            # (lossless: the client is told in full what happened)
            with contextlib.suppress(WasmtimeError):
                self.fuel_used = fuel - self.store.get_fuel()
            self.drop()
            raise


def serve(native: str, read: BinaryIO, write: BinaryIO) -> None:
    """Answer frames until the pipe closes."""
    guest = Guest(native)
    guest.call('{"op":"compile","files":[]}', 10**9)  # lazy pages and imports are touched before the door shuts
    guest.drop()
    walls = confine()
    # The guest's own last call may leave the timer behind: both are ended by the system, not by this program.
    timed = hasattr(signal, "setitimer")

    def send(status: int, used: int, payload: bytes) -> None:
        write.write(REPLY.pack(len(payload), status, used) + payload)
        write.flush()

    send(READY, 0, json.dumps({"pid": os.getpid(), "walls": walls}).encode())
    while True:
        head = read.read(REQUEST.size)
        if len(head) < REQUEST.size:
            return
        length, kind, fuel, wall = REQUEST.unpack(head)
        if length > FRAME_CAP:
            return
        request = read.read(length)
        if len(request) < length:
            return
        if kind == FRESH:
            guest.drop()
            send(DONE, 0, b"")
            continue
        seconds = wall / 1000 + GRACE_SECONDS
        if timed:
            signal.setitimer(signal.ITIMER_REAL, seconds)
        else:
            faulthandler.dump_traceback_later(seconds, exit=True)
        try:
            payload = guest.call(request.decode(), fuel).encode("utf-8", "replace")
            status = DONE
            if len(payload) > REPLY_CAP + 1024 * 1024:
                status, payload = TOO_BIG, str(len(payload)).encode()
                guest.drop()
        except (Trap, WasmtimeError, UnicodeDecodeError) as trap:
            status, payload = TRAPPED, json.dumps({"why": _why(trap), "text": str(trap)[:4000]}).encode()
        finally:
            if timed:
                signal.setitimer(signal.ITIMER_REAL, 0)
            else:
                faulthandler.cancel_dump_traceback_later()
        send(status, guest.fuel_used, payload)


def _why(trap: BaseException) -> str:
    code: Any = getattr(trap, "trap_code", None)
    if code is TrapCode.OUT_OF_FUEL or "all fuel consumed" in str(trap):
        return "fuel"
    if code is TrapCode.STACK_OVERFLOW or "call stack exhausted" in str(trap):
        return "stack"
    return "trap"


def main(arguments: list[str]) -> None:
    """Compile (`compile SOURCE TARGET`) or serve (`serve NATIVE`)."""
    if arguments[0] == "compile":
        if hasattr(os, "nice"):
            os.nice(BEHIND)
        compile_guest(*arguments[1:])
        return
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in the terminal is for the program, which ends us
    read, write = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    serve(arguments[1], read, write)
