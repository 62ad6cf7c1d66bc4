"""A screen without a monitor, so that the robot's window stands in nobody's way."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

OFFSCREEN = {"QT_QPA_PLATFORM": "offscreen"}


@contextmanager
def own_screen() -> Iterator[dict[str, str]]:
    """Start an X server where there is Xvfb; gives the environment variables of a process that draws there."""
    program = shutil.which("Xvfb")
    if program is None:
        yield OFFSCREEN
        return
    reader, writer = os.pipe()
    server = subprocess.Popen(
        [program, "-displayfd", str(writer), "-screen", "0", "2560x1600x24", "-nolisten", "tcp"],
        pass_fds=(writer,),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    try:
        with os.fdopen(reader) as answer:
            yield {"DISPLAY": f":{answer.readline().strip()}", "QT_QPA_PLATFORM": "xcb"}
    finally:
        server.terminate()
        server.wait()


@contextmanager
def virtual_screen() -> Iterator[None]:
    """Let the process draw on a screen of its own; a chosen Qt platform stays."""
    if os.environ.get("QT_QPA_PLATFORM"):
        yield
        return
    with own_screen() as found:
        os.environ.update(found)
        yield
