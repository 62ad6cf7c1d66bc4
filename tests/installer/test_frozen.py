"""The program as it is frozen: what is left out of it is missed by nothing that it starts."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
BLOCKED = """
import importlib, json, sys

names, modules = json.load(sys.stdin)


class Left:
    def find_spec(self, name, path=None, target=None):
        if any(name == left or name.startswith(left + ".") for left in names):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, Left())
for module in modules:
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as fault:
        print(module, fault.name)
"""


def test_every_module_of_the_program_is_imported_without_what_is_left_out() -> None:
    body = re.search(r"EXCLUDED = \[(.*?)\n\]", (ROOT / "installer/frozen/qtwar.spec").read_text("utf-8"), re.S)
    assert body is not None
    left_out = re.findall(r'"([^"]+)"', body[1])
    assert "tkinter" in left_out
    files = [path.relative_to(ROOT) for path in (ROOT / "qtwar").rglob("*.py") if path.name != "__main__.py"]
    modules = sorted(".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in files)
    given = json.dumps([left_out, modules])
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED], input=given, capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout == ""
