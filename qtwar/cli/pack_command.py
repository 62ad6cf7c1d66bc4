"""`qtwar pack DIR`: a module folder as one `.qtmod` file; `--show FILE` tells what such a file holds."""

from __future__ import annotations

import argparse
from pathlib import Path

from qtwar.base.errors import DataFault
from qtwar.cli.output import give
from qtwar.editing import sharing


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="module folder (with --show: or a .qtmod file)")
    parser.add_argument("-o", "--output", type=Path, help="the file to write; DIR.qtmod beside the folder, if not said")
    parser.add_argument("--show", action="store_true", help="only tell what is in it and what its rules may do")


def run(args: argparse.Namespace) -> int:
    """Write the file, or tell; status 1 where the module has errors."""
    shown = sharing.contents(args.folder)
    errors = [problem.sentence() for problem in shown.problems if problem.severity == "error"]
    lines = [f"{shown.name['en']} ({shown.id} {shown.version}), {shown.bytes / 1000:.0f} kB"]
    lines.append(", ".join(f"{count} {what}" for what, count in shown.counts.items()))
    if shown.rules:
        lines.append(
            f"Rules in {len(shown.rules)} Python files; they run in the sandbox: no files, no network, no clock."
        )
    else:
        lines.append("No rules: it plays on the free table.")
    lines += [f"also holds {name}" for name in shown.other]
    lines += [f"error: {sentence}" for sentence in errors]
    data = {
        "id": shown.id, "name": shown.name, "version": shown.version, "counts": shown.counts, "rules": list(shown.rules),
        "other": list(shown.other), "errors": errors,
    }  # fmt: skip
    if args.show:
        give(args.json, data, lines)
        return 1 if errors else 0
    if not args.folder.is_dir():
        raise DataFault("fault.cli.pack_folder", folder=args.folder)
    target = args.output or args.folder.resolve().with_name(f"{args.folder.resolve().name}.qtmod")
    names = sharing.pack_folder(args.folder, target)
    give(args.json, {**data, "file": str(target), "files": list(names)}, [*lines, f"{target}: {len(names)} files"])
    return 1 if errors else 0
