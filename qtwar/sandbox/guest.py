"""The guest file: unpacked and checked once, compiled for this machine once, kept in the user's cache or the package's."""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import platform
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import lru_cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from qtwar.base import child, places
from qtwar.base.errors import RulesFault
from qtwar.base.files import why
from qtwar.sandbox.config import CONFIG

RESOURCES = places.RESOURCES / "guest"
Progress = Callable[[str, float], None]
STEPS = ("unpack", "compile", "ready")
COMPILE_SECONDS = 300
SHARED = Path("/var/cache/qtwar/guest")
"""Where the system's package has the guest compiled as it is installed, for all who use the machine."""
OWNER = 0
"""Whose it has to be, to be run: native code is only taken from who could change the program as well."""
_making = threading.Lock()
_compiling: set[subprocess.Popen[bytes]] = set()
_stopped = 0
"""How often `stop` was said; what was asked for before it is not begun after it."""
_whole: dict[Path, tuple[tuple[int, int, int], tuple[int, int, int]]] = {}
"""Compiled guests whose seal was right, as they were then."""


def manifest() -> dict[str, Any]:
    """Return what `resources/guest/guest.json` says of the guest; raises RulesFault if it is not there."""
    try:
        return json.loads((RESOURCES / "guest.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return]
    except (OSError, ValueError) as problem:
        raise RulesFault("fault.engine.missing", detail=str(problem)) from problem


def cache_folder() -> Path:
    """Return where compiled guests are kept (`QTWAR_CACHE` names another folder)."""
    named = os.environ.get("QTWAR_CACHE")
    if named:
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_cache_dir("qtwar", appauthor=False)) / "guest"


def native_path(sha: str) -> Path:
    """Return the file of the compiled guest: keyed by guest, wasmtime, configuration and processor."""
    key = f"{sha[:16]}-wasmtime-{metadata.version('wasmtime')}-{CONFIG}-{processor()}"
    return cache_folder() / f"{key}.native"


@lru_cache(maxsize=1)
def processor(told: Path = Path("/proc/cpuinfo")) -> str:
    """Return a name for what this processor can do: a home that another machine shares has code that this one may not run."""
    can = [platform.machine()]
    try:
        lines = told.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:  # only Linux has it
        can.append(platform.processor())
    else:
        can += sorted({word for line in lines if line.startswith(("flags", "Features", "isa")) for word in line.split()})
    return hashlib.sha256(" ".join(can).encode()).hexdigest()[:8]


def is_ready() -> bool:
    """Return whether the guest is compiled already, so that a game opens at once."""
    return any(path.exists() and _seal(path).exists() for path in kept_at(native_path(manifest()["sha256"]).name))


def kept_at(name: str) -> list[Path]:
    """Return where a file of the engine may be kept: with the user, then with the machine, where its owner alone may write."""
    own, shared = cache_folder() / name, SHARED / name
    return [own, shared] if all(_is_owners(path) for path in (SHARED, shared.parent, shared)) else [own]


def _is_owners(path: Path) -> bool:
    """Return whether it is there, of the machine's owner, and changed by nobody else."""
    if sys.platform != "linux" or "QTWAR_CACHE" in os.environ:
        return False
    try:
        found = path.stat(follow_symlinks=False)
    except OSError:
        return False
    return found.st_uid == OWNER and not found.st_mode & 0o022


def ensure(progress: Progress | None = None) -> Path:
    """Return the compiled guest, making it if need be (5 to 8 s, once); a spoilt one is made anew.

    Two programs may do this at the same time: each makes its own and puts it in place whole; two threads of a program
    wait for each other. Raises RulesFault.
    """
    facts, stopped = manifest(), _stopped
    target = native_path(facts["sha256"])
    try:
        with _making:
            for made in kept_at(target.name):
                if made.exists() and _is_whole(made):
                    return made
            return _make(facts, target, progress, stopped)
    except (OSError, subprocess.TimeoutExpired) as problem:
        reason = why(problem) if isinstance(problem, OSError) else str(problem)
        folder = str(target.parent)
        raise RulesFault("fault.engine_cache", folder=folder, why=reason, detail=repr(problem)) from problem


def stop() -> None:
    """End what is being compiled, because the program goes: whoever waits for it gets RulesFault, the next start makes it."""
    global _stopped
    _stopped += 1
    for process in tuple(_compiling):
        process.kill()


def _make(facts: dict[str, Any], target: Path, progress: Progress | None, stopped: int) -> Path:
    tell = progress or (lambda text, share: None)
    target.parent.mkdir(parents=True, exist_ok=True)
    tell("unpack", 0.05)
    wasm = _unpack(facts)
    tell("compile", 0.2)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix="making-") as folder:
        source, made = Path(folder) / "guest.wasm", Path(folder) / "guest.native"
        source.write_bytes(wasm)
        with subprocess.Popen(
            worker("compile", str(source), str(made)),
            env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **child.unseen(),
        ) as process:  # fmt: skip
            _compiling.add(process)
            try:
                if stopped != _stopped:
                    process.kill()
                _, said = process.communicate(timeout=COMPILE_SECONDS)
            finally:
                process.kill()
                _compiling.discard(process)
        if process.returncode != 0 or not made.exists():
            raise RulesFault("fault.engine.not_compiled", detail=said.decode("utf-8", "replace"))
        seal = Path(folder) / "seal"
        seal.write_text(_digest(made), encoding="ascii")
        os.replace(made, target)
        os.replace(seal, _seal(target))
    tell("ready", 1.0)
    return target


def environment() -> dict[str, str]:
    """Return a worker's environment: nothing but what Windows needs to start a process at all."""
    return {k: os.environ[k] for k in ("SYSTEMROOT",) if sys.platform == "win32" and k in os.environ}


def worker(*arguments: str) -> list[str]:
    """Return the command of a worker: isolated, it finds this program and wasmtime and nothing else."""
    found = None if places.frozen() else find_spec("wasmtime")  # not imported: only the worker needs it
    roots = [Path(found.origin).resolve().parents[1]] if found and found.origin else []
    return child.isolated("rules", roots, *arguments)


def _unpack(facts: dict[str, Any]) -> bytes:
    packed = RESOURCES / facts["file"]
    try:
        wasm = lzma.decompress(packed.read_bytes())
    except (OSError, lzma.LZMAError) as problem:
        raise RulesFault("fault.engine.not_unpacked", file=packed.name, detail=str(problem)) from problem
    if hashlib.sha256(wasm).hexdigest() != facts["sha256"]:
        raise RulesFault("fault.engine.other", file=packed.name)
    return wasm


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _seal(path: Path) -> Path:
    return path.with_suffix(".sha256")


def _is_whole(path: Path) -> bool:
    """Native code is run as it stands, so its seal is compared once in each program, and when it has changed (40 MB, 25 ms)."""
    try:
        mark = _mark(path), _mark(_seal(path))
        if _whole.get(path) != mark:
            if _seal(path).read_text(encoding="ascii") != _digest(path):
                return False
            _whole[path] = mark
        return True
    except (OSError, UnicodeDecodeError):
        return False


def _mark(path: Path) -> tuple[int, int, int]:
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns
