"""Reads installer/requirements.lock: exact versions, split into what runs the program and what tests it."""

import hashlib
import platform
import re
import sys
from pathlib import Path

SECTION = re.compile(r"^# \[(\w+)\]\s*$")
PIN = re.compile(r"^[A-Za-z0-9][A-Za-z0-9._-]*==[A-Za-z0-9.!+_-]+( *; *.+)?$")


def read(path: Path) -> dict[str, list[str]]:
    """Section name to its pins, in order. ValueError names the line that is neither comment nor exact pin."""
    sections: dict[str, list[str]] = {}
    current: list[str] | None = None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        text = line.strip()
        if found := SECTION.match(text):
            current = sections.setdefault(found.group(1), [])
        elif text and not text.startswith("#"):
            if current is None:
                raise ValueError(f"{path.name}, line {number}: '{text}' stands before the first section")
            if not PIN.match(text):
                raise ValueError(f"{path.name}, line {number}: '{text}' is no exact version (name==1.2.3)")
            current.append(text)
    return sections


def pins(sections: dict[str, list[str]], purpose: str) -> list[str]:
    """What a purpose (`run`, `test` or `build`) needs: the program, and the section of its name if there is one."""
    return sections["runtime"] + sections.get(purpose, [])


def digest(wanted: list[str], *more: str) -> str:
    """Stands for these pins on this Python and machine: a change of any of them asks for a new set-up."""
    version = "{}.{}".format(*sys.version_info[:2])
    text = "\n".join((version, sys.platform, platform.machine(), *more, *wanted))
    return hashlib.sha256(text.encode()).hexdigest()
