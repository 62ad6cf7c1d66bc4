"""What of the sandbox holds on this machine, as plain data for `doctor`."""

from __future__ import annotations

import platform
import sys
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
    """Return the findings; compiles nothing, but starts a worker if the guest is compiled (0.2 s)."""
    out = [Check("engine", True, f"wasmtime {metadata.version('wasmtime')} on {platform.machine()}")]
    try:
        facts = guest.manifest()
    except QtwarError as problem:
        return [*out, Check("guest", False, problem.text, "restore resources/guest")]
    packed = guest.RESOURCES / facts["file"]
    size = packed.stat().st_size // 1024 if packed.exists() else 0
    out.append(Check("guest", packed.exists(), f"{facts['file']}, {size} KB, CPython {facts.get('python', '')}"))
    ready = guest.is_ready()
    state = "compiled" if ready else "will be compiled at the first game (5 to 8 s)"
    out.append(Check("cache", True, f"{guest.cache_folder()}: {state}"))
    if ready:
        out.extend(_running())
    return out


def _running() -> list[Check]:
    """Start a worker, see which walls stand around it and that fuel ends what does not end by itself."""
    from qtwar.sandbox.client import probe

    try:
        found = probe()
    except QtwarError as problem:
        return [Check("worker", False, f"{problem.text} {problem.detail}".strip(), "python3 installer run")]
    shown = ", ".join(f"{name} {value}" for name, value in found.walls.items())
    second = any(value.startswith("on") for name, value in found.walls.items() if name in ("landlock", "seccomp"))
    note = "" if second or sys.platform != "linux" else " (the guest alone keeps rules in)"
    return [
        Check("walls", second or sys.platform != "linux", f"{shown}{note}"),
        Check("fuel", found.fuel_ends, f"an endless loop ended after {found.fuel_used:,} units"),
    ]
