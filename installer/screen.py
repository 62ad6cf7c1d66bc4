"""Is there a screen? And screens of our own (Xvfb) for tests."""

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping


def local_display(name: str) -> int | None:
    """The number of a display on this machine (`:1.0` gives 1), None for another host's or for no name."""
    found = re.fullmatch(r"(?:unix)?:(\d+)(?:\.\d+)?", name)
    return int(found[1]) if found else None


def answers(display: int) -> bool:
    """Whether an X server listens there."""
    for address in (f"/tmp/.X11-unix/X{display}", f"\0/tmp/.X11-unix/X{display}"):
        with contextlib.closing(socket.socket(socket.AF_UNIX)) as line, contextlib.suppress(OSError):
            line.connect(address)
            return True
    return False


def exists(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Whether a window could be shown. A Qt platform that the person chose is believed."""
    if platform != "linux" or environment.get("QT_QPA_PLATFORM") or environment.get("WAYLAND_DISPLAY"):
        return True
    name = environment.get("DISPLAY", "")
    number = local_display(name)
    return answers(number) if number is not None else bool(name)


@contextlib.contextmanager
def screens(count: int) -> Iterator[list[str]]:
    """This many X servers without a monitor, by display name; an empty list where there is no Xvfb."""
    program = shutil.which("Xvfb")
    running: list[subprocess.Popen[bytes]] = []
    names: list[str] = []
    try:
        for _ in range(count if program else 0):
            reader, writer = os.pipe()
            command = [str(program), "-displayfd", str(writer), "-screen", "0", "1920x1200x24"]
            running.append(
                subprocess.Popen(
                    [*command, "-nolisten", "tcp"],
                    pass_fds=(writer,),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
            )
            os.close(writer)
            with os.fdopen(reader) as answer:
                number = answer.readline().strip()
            if number:
                names.append(f":{number}")
        yield names
    finally:
        for process in running:
            process.terminate()
        for process in running:
            process.wait()
