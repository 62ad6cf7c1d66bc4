"""A screen without a monitor, so that the robot's window stands in nobody's way."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def virtual_screen() -> Iterator[None]:
    """Let the process draw on an X server of its own where there is Xvfb, else on none; a chosen Qt platform stays."""
    if os.environ.get("QT_QPA_PLATFORM"):
        yield
        return
    program = shutil.which("Xvfb")
    if program is None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        yield
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
            os.environ["DISPLAY"] = f":{answer.readline().strip()}"
        os.environ["QT_QPA_PLATFORM"] = "xcb"
        yield
    finally:
        server.terminate()
        server.wait()
