"""What of the sandbox holds on this machine, as plain data for `doctor`."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from importlib import metadata

from qtwar.base.errors import QtwarError
from qtwar.sandbox import guest


@dataclass(frozen=True, slots=True)
class Check:
    """One finding: name, whether it holds, what was seen, the command that mends it."""

    name: str
    ok: bool
    text: str
    mend: str = ""


def report() -> list[Check]:
    """Return the findings; compiles nothing."""
    out = [Check("engine", True, f"wasmtime {metadata.version('wasmtime')} on {platform.machine()}")]
    try:
        facts = guest.manifest()
    except QtwarError as problem:
        return [*out, Check("guest", False, problem.text, "restore resources/guest")]
    packed = guest.RESOURCES / facts["file"]
    size = packed.stat().st_size // 1024 if packed.exists() else 0
    out.append(Check("guest", packed.exists(), f"{facts['file']}, {size} KB, CPython {facts.get('python', '')}"))
    state = "compiled" if guest.is_ready() else "will be compiled at the first game (5 to 8 s)"
    out.append(Check("cache", True, f"{guest.cache_folder()}: {state}"))
    return out
