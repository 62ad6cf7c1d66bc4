"""Bytecode that the guest made of its sources, kept so that a title loads in milliseconds.

It only ever runs inside the guest, so a spoilt file can do no more than the title's own source could; but it would
keep a title from loading at every start, so each file carries a seal and is made anew when that is broken. The key
holds the guest, the path and the source.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from qtwar.sandbox import guest
from qtwar.sandbox.package import ModuleSource

_making = threading.Lock()


def compiled(sources: list[ModuleSource], make: Callable[[list[ModuleSource]], list[str]]) -> list[list[Any]]:
    """Return [name, path, is_package, bytecode in base64] of each source; where it is not kept yet `make` compiles it.

    Who wants the same while it is made waits for it.
    """
    sha = guest.manifest()["sha256"]
    keys = {s.name: hashlib.sha256(f"{s.path}\0{s.text}".encode()).hexdigest() for s in sources}
    name = hashlib.sha256("".join(sorted(keys.values())).encode()).hexdigest()[:32]
    places = guest.kept_at(f"bytecode-{sha[:16]}/{name}.json")
    kept = _first(places, sources)
    if kept is None:
        with _making:
            kept = _first(places, sources)
            if kept is None:
                made = make(sources)
                kept = {s.name: code for s, code in zip(sources, made, strict=True)}
                _write(places[0], kept)
    return [[s.name, s.path, s.is_package, kept[s.name]] for s in sources]


def _first(places: list[Path], sources: list[ModuleSource]) -> dict[str, str] | None:
    return next((kept for path in places if (kept := _read(path, sources)) is not None), None)


def _read(path: Path, sources: list[ModuleSource]) -> dict[str, str] | None:
    try:
        data = json.loads(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
    if not isinstance(data, dict) or not isinstance(data.get("code"), dict):
        return None
    code: dict[str, str] = data["code"]
    if data.get("seal") != _seal(code) or not all(isinstance(code.get(s.name), str) for s in sources):
        return None
    return code


def _seal(code: dict[str, str]) -> str:
    return hashlib.sha256(json.dumps(code, sort_keys=True).encode("ascii")).hexdigest()


def _write(path: Path, data: dict[str, str]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent, prefix="making-") as folder:
            made = Path(folder) / path.name  # readable for whom the system says, as the package's is for all
            made.write_text(json.dumps({"seal": _seal(data), "code": data}), encoding="ascii")
            os.replace(made, path)
    except OSError:
        # A full or read-only cache costs time at the next start, nothing else.
        return
