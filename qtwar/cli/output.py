"""How the commands speak: lines for people, one object for programs."""

from __future__ import annotations

import sys
from typing import Any

from qtwar.base import jsonio


def say(line: str = "") -> None:
    """Write a line to stdout."""
    sys.stdout.write(line + "\n")


def give(as_json: bool, data: dict[str, Any], lines: list[str]) -> None:
    """Write the object if JSON is wanted, else the lines."""
    if as_json:
        sys.stdout.write(jsonio.dumps(data) + "\n")
    else:
        for line in lines:
            say(line)
