"""`qtwar validate PATH…`: checks module folders and documents."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from qtwar.base.errors import QtwarError
from qtwar.cli.output import give
from qtwar.services import titles


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="module folder, .qtmod, .qtwar document or title id")


def run(args: argparse.Namespace) -> int:
    """Check each; status 1 if there is any finding of weight."""
    rows: list[dict[str, Any]] = []
    lines: list[str] = []
    for name in args.paths:
        found = _problems(name)
        rows.append({"path": name, "problems": found})
        for p in found:
            where = f"{p['file']}:{p['line']}: " if p.get("line") else (f"{p['file']}: " if p.get("file") else "")
            fix = f" ({p['fix']})" if p.get("fix") else ""
            lines.append(f"{p['severity']}: {where}{p['text']}{fix}")
        lines.append(f"{name}: {len(found)} finding{'' if len(found) == 1 else 's'}")
    give(args.json, {"checked": rows}, lines)
    return 1 if any(p["severity"] == "error" for row in rows for p in row["problems"]) else 0


def _problems(name: str) -> list[dict[str, Any]]:
    from qtwar.model.validate import validate_content, validate_module

    path = Path(name)
    try:
        if path.suffix == ".qtwar":
            from qtwar.services.documents import examine
            from qtwar.storage.document import Document

            damage = [_row(p) | {"file": path.name} for p in examine(path)]
            if damage:
                return damage
            with Document.open(path, readonly=True) as document:
                found = list(validate_content(document.content()))
        else:
            from qtwar.sandbox.vet import vet_module

            folder = titles.find(name)
            found = list(validate_module(folder))
            return [_row(p) for p in found] + [_row(p) for p in vet_module(folder)]
    except QtwarError as problem:
        return [{"severity": "error", "file": str(path), "line": 0, "text": problem.text, "fix": ""}]
    return [_row(p) for p in found]


def _row(problem: Any) -> dict[str, Any]:
    return {
        "severity": getattr(problem, "severity", "error"),
        "file": str(getattr(problem, "file", "")),
        "line": getattr(problem, "line", 0) or 0,
        "text": getattr(problem, "text", str(problem)),
        "fix": getattr(problem, "fix", "") or getattr(problem, "hint", "") or "",
    }
