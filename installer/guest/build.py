"""Builds the guest: CPython as a WebAssembly component that imports nothing and exports `call(string) -> string`.

    python installer/guest/build.py

Needs componentize-py (a build requirement). The result is not the same byte for byte each time, so one file is
shipped for all systems, named by its SHA-256; saved games remember it.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import shutil
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TARGET = ROOT / "resources" / "guest"


def build() -> Path:
    """Build the component, pack it into resources/guest and write guest.json; return the packed file."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for source in (HERE / "app.py", HERE / "guest.wit", ROOT / "qtwar" / "sandbox" / "allowed.py"):
            shutil.copy(source, folder)
        tool = Path(sys.executable).with_name("componentize-py")
        command = [str(tool), "-d", "guest.wit", "-w", "wit-world", "componentize", "--stub-wasi", "app", "-o", "g.wasm"]
        world = next(
            line.split()[1] for line in (HERE / "guest.wit").read_text(encoding="utf-8").splitlines() if line.startswith("world ")
        )
        command[4] = world
        subprocess.run(command, cwd=folder, check=True)
        wasm = (folder / "g.wasm").read_bytes()
    sha = hashlib.sha256(wasm).hexdigest()
    TARGET.mkdir(parents=True, exist_ok=True)
    for old in TARGET.glob("guest-*.wasm.xz"):
        old.unlink()
    packed = TARGET / f"guest-{sha[:12]}.wasm.xz"
    packed.write_bytes(lzma.compress(wasm, preset=9 | lzma.PRESET_EXTREME))
    facts = {
        "file": packed.name,
        "sha256": sha,
        "size": len(wasm),
        "python": "3.14",
        "built_with": f"componentize-py {metadata.version('componentize-py')} --stub-wasi",
        "script": "installer/guest/build.py",
        "app_sha256": hashlib.sha256((HERE / "app.py").read_bytes()).hexdigest(),
        "allowed_sha256": hashlib.sha256((ROOT / "qtwar/sandbox/allowed.py").read_bytes()).hexdigest(),
    }
    (TARGET / "guest.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    return packed


if __name__ == "__main__":
    made = build()
    sys.stdout.write(f"{made.name}: {made.stat().st_size // 1024} KB\n")
