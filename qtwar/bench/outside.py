"""A screen of our own seen from outside: real input goes in by XTEST, and DAMAGE tells when something was painted.

It knows nothing of the program that it measures but the ids of its processes. The libraries of X are those of the
system, taken by `ctypes`; where they or Xvfb are missing there is nothing to measure with (`Missing`).
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import select
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from PySide6.QtGui import QImage

LIBRARIES = ("X11", "Xtst", "Xdamage")
RAW_RECTANGLES = 0
IS_VIEWABLE = 2
Z_PIXMAP = 2
BUSY = 15.0
"""Seconds after which a program that computes and paints nothing has painted its last."""


class Missing(Exception):
    """What is needed to look from outside is not on this machine."""


class _Rectangle(ctypes.Structure):
    _fields_ = (("x", ctypes.c_short), ("y", ctypes.c_short), ("width", ctypes.c_ushort), ("height", ctypes.c_ushort))


class _Damage(ctypes.Structure):
    _fields_ = (
        ("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
        ("drawable", ctypes.c_ulong), ("damage", ctypes.c_ulong), ("level", ctypes.c_int), ("more", ctypes.c_int),
        ("timestamp", ctypes.c_ulong), ("area", _Rectangle), ("geometry", _Rectangle),
    )  # fmt: skip


class _Event(ctypes.Union):
    _fields_ = (("type", ctypes.c_int), ("damage", _Damage), ("room", ctypes.c_long * 24))


class _Image(ctypes.Structure):
    _fields_ = (
        ("width", ctypes.c_int), ("height", ctypes.c_int), ("xoffset", ctypes.c_int), ("format", ctypes.c_int),
        ("data", ctypes.c_void_p), ("byte_order", ctypes.c_int), ("unit", ctypes.c_int), ("bit_order", ctypes.c_int),
        ("pad", ctypes.c_int), ("depth", ctypes.c_int), ("bytes_per_line", ctypes.c_int),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Damage:
    """Ms from an event to the first damage and to the last before it was quiet (-1: none), and what was computed."""

    first: float
    last: float
    computed: float = 0.0


@contextmanager
def screen(width: int, height: int) -> Iterator[str]:
    """Yield the name of an X server without a monitor, ended afterwards; raises Missing."""
    program = shutil.which("Xvfb")
    if program is None:
        raise Missing("Xvfb")
    reader, writer = os.pipe()
    command = [program, "-displayfd", str(writer), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    server = subprocess.Popen(command, pass_fds=(writer,), **quiet)  # type: ignore[call-overload]
    os.close(writer)
    try:
        with os.fdopen(reader) as answer:
            yield f":{answer.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


class Watcher:
    """Hand and eye on one screen."""

    def __init__(self, display: str) -> None:
        found = {name: ctypes.util.find_library(name) for name in LIBRARIES}
        absent = [name for name, path in found.items() if path is None]
        if absent:
            raise Missing(f"lib{absent[0]}")
        self._x, self._test, self._damage = (ctypes.CDLL(str(path)) for path in found.values())
        for name, result in (("XOpenDisplay", ctypes.c_void_p), ("XDefaultRootWindow", ctypes.c_ulong),
                             ("XStringToKeysym", ctypes.c_ulong), ("XKeysymToKeycode", ctypes.c_ubyte),
                             ("XGetImage", ctypes.POINTER(_Image))):  # fmt: skip
            getattr(self._x, name).restype = result
        opened = self._x.XOpenDisplay(display.encode())
        if not opened:
            raise Missing(display)
        self._display = ctypes.c_void_p(opened)
        self.root = ctypes.c_ulong(self._x.XDefaultRootWindow(self._display))
        first, error = ctypes.c_int(), ctypes.c_int()
        if not self._damage.XDamageQueryExtension(self._display, ctypes.byref(first), ctypes.byref(error)):
            raise Missing("DAMAGE")
        self._base = first.value
        self._ignore = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda display, error: 0)
        self._x.XSetErrorHandler(self._ignore)  # a window may be gone when it is asked for
        self._damage.XDamageCreate(self._display, self.root, RAW_RECTANGLES)
        self.empty()

    # -- the hand

    def move(self, x: int, y: int) -> None:
        """Put the pointer there."""
        self._test.XTestFakeMotionEvent(self._display, -1, x, y, ctypes.c_ulong(0))
        self._x.XFlush(self._display)

    def shift(self, dx: int, dy: int) -> None:
        """Move the pointer on."""
        self._test.XTestFakeRelativeMotionEvent(self._display, dx, dy, ctypes.c_ulong(0))
        self._x.XFlush(self._display)

    def press(self, button: int = 1) -> None:
        """Press a button and hold it."""
        self._test.XTestFakeButtonEvent(self._display, button, 1, ctypes.c_ulong(0))
        self._x.XFlush(self._display)

    def release(self, button: int = 1) -> None:
        """Let a button go."""
        self._test.XTestFakeButtonEvent(self._display, button, 0, ctypes.c_ulong(0))
        self._x.XFlush(self._display)

    def wheel(self, button: int) -> None:
        """Turn the wheel a notch: 4 is up, 5 is down."""
        self.press(button)
        self.release(button)

    def keys(self, *names: str) -> None:
        """Press keys together and let them go; names of keysyms."""
        with self.held(*names):
            pass

    @contextmanager
    def held(self, *names: str) -> Iterator[None]:
        """Hold keys down for a while."""
        codes = [self._x.XKeysymToKeycode(self._display, ctypes.c_ulong(self._x.XStringToKeysym(n.encode()))) for n in names]
        for code in codes:
            self._test.XTestFakeKeyEvent(self._display, code, 1, ctypes.c_ulong(0))
        self._x.XFlush(self._display)
        yield
        for code in reversed(codes):
            self._test.XTestFakeKeyEvent(self._display, code, 0, ctypes.c_ulong(0))
        self._x.XFlush(self._display)

    def focus(self) -> bool:
        """Give the keyboard to the largest window, as a window manager does; returns whether there is one."""
        root, parent, children, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_uint()
        found = [ctypes.byref(one) for one in (root, parent, children, count)]
        self._x.XQueryTree(self._display, self.root, *found)
        largest, window = 0, 0
        for ident in children[: count.value]:
            size = self._size(ident)
            if size > largest:
                largest, window = size, ident
        if window:
            self._x.XSetInputFocus(self._display, ctypes.c_ulong(window), 2, ctypes.c_ulong(0))
            self._x.XSync(self._display, 0)
        return bool(window)

    def _size(self, window: int) -> int:
        root, numbers = ctypes.c_ulong(), [ctypes.c_int() for _ in range(2)] + [ctypes.c_uint() for _ in range(4)]
        out = [ctypes.byref(one) for one in (root, *numbers)]
        known = self._x.XGetGeometry(self._display, ctypes.c_ulong(window), *out)
        return int(numbers[2].value * numbers[3].value) if known else 0

    # -- the eye

    def picture(self, width: int, height: int) -> QImage:
        """Return what the screen shows, from its upper left corner."""
        planes = ctypes.c_ulong(0xFFFFFFFF)
        got = self._x.XGetImage(self._display, self.root, 0, 0, width, height, planes, Z_PIXMAP)
        data = ctypes.string_at(got.contents.data, got.contents.bytes_per_line * height)
        made = QImage(data, width, height, got.contents.bytes_per_line, QImage.Format.Format_RGB32).copy()
        self._x.XFree(ctypes.c_void_p(got.contents.data))
        self._x.XFree(got)
        return made

    def damage(self, seconds: float) -> int:
        """Return the px of the next damage, 0 when none came in that time."""
        end, event = perf_counter() + seconds, _Event()
        while True:
            while self._x.XPending(self._display):
                self._x.XNextEvent(self._display, ctypes.byref(event))
                if event.type == self._base:
                    area = event.damage.area
                    return int(area.width * area.height)
            left = end - perf_counter()
            if left <= 0:
                return 0
            select.select([self._x.XConnectionNumber(self._display)], [], [], left)

    def quiet(self, seconds: float, most: float = 20.0, px: int = 600) -> bool:
        """Wait until nothing of that size was painted for so long; returns whether it came to that."""
        end = perf_counter() + most
        still = perf_counter()
        while perf_counter() - still < seconds:
            if perf_counter() > end:
                return False
            if self.damage(seconds - (perf_counter() - still)) >= px:
                still = perf_counter()
        return True

    def watch(
        self, began: float, px: int, quiet: float, most: float, busy: Callable[[], bool] = lambda: False
    ) -> Damage:
        """Return ms from a moment to the first and the last damage of that size before `quiet` seconds without any.

        While what is looked at is `busy`, it is not quiet; but not for longer than `BUSY` seconds in which nothing is painted.
        """
        first = last = -1.0
        still = painted = began
        while True:
            now = perf_counter()
            left = began + most - now
            if last >= 0:
                if still + quiet <= now:
                    if now - painted > BUSY or not busy():
                        return Damage(first, last)
                    still = now - quiet / 2
                left = min(left, still + quiet - now)
            if left <= 0:
                return Damage(first, last)
            if self.damage(left) >= px:
                still = painted = perf_counter()
                last = (still - began) * 1000
                first = last if first < 0 else first

    def empty(self) -> None:
        """Forget what was painted until now."""
        self._x.XSync(self._display, 0)
        while self.damage(0):
            pass

    def close(self) -> None:
        """Leave the screen."""
        self._x.XCloseDisplay(self._display)


_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_SCHEDULED = 2
"""With a process's number in the bits above: the clock of what it has computed."""
_GONE = (OSError, IndexError)
"""What reading of a process meets that has ended meanwhile."""


class Family:
    """A program under way with all the processes that it started."""

    def __init__(self, command: Sequence[str], env: dict[str, str], errors: Path, out: Path = Path(os.devnull)) -> None:
        with errors.open("ab") as log, out.open("ab") as told:
            self.process = subprocess.Popen(
                command, env=env, stdin=subprocess.DEVNULL, stdout=told, stderr=log, start_new_session=True
            )

    def _members(self) -> list[Path]:
        out = []
        for place in Path("/proc").iterdir():
            if place.name.isdigit():
                with suppress(*_GONE):
                    fields = (place / "stat").read_text().rpartition(")")[2].split()
                    if int(fields[3]) == self.process.pid:
                        out.append(place)
        return out

    def computed(self) -> float:
        """Return the ms that its processes have computed."""
        total = 0.0
        for place in self._members():
            with suppress(*_GONE):
                total += time.clock_gettime(~int(place.name) << 3 | _SCHEDULED) * 1000
                fields = (place / "stat").read_text().rpartition(")")[2].split()
                total += (int(fields[13]) + int(fields[14])) * 1000 / _TICKS  # of those that it started and that have ended
        return total

    def resident(self) -> dict[str, tuple[float, float]]:
        """Return MB resident, and MB with shared pages divided among their users, of each process."""
        out: dict[str, tuple[float, float]] = {}
        for place in self._members():
            with suppress(*_GONE):
                rows = (place / "smaps_rollup").read_text().splitlines()[1:]
                kb = {row.split(":")[0]: int(row.split()[1]) for row in rows}
                out[f"{_name(place)} {place.name}"] = (kb["Rss"] / 1024, kb["Pss"] / 1024)
        return out

    def busy(self) -> bool:
        """Return whether one of its threads computes, or waits for its turn to."""
        for place in self._members():
            with suppress(*_GONE):
                for task in (place / "task").iterdir():
                    if (task / "stat").read_text().rpartition(")")[2].split()[0] in "RD":
                        return True
        return False

    def end(self) -> None:
        """End the program, and what it left behind."""
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.kill()

    def kill(self) -> None:
        """End what is left of its processes."""
        for place in self._members():
            with suppress(*_GONE):
                os.kill(int(place.name), 9)


def _name(place: Path) -> str:
    command = (place / "cmdline").read_bytes().decode("utf-8", "replace")
    return next((name for word, name in _PROCESSES.items() if word in command), "window")


_PROCESSES = {"drawing": "helper", "\0compile\0": "compiler", "sandbox.worker": "rules"}
"""What tells a process by its command, and what it is called: the engine's compiler is the rules' own program."""
