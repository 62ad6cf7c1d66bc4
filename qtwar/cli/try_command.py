"""`qtwar try FILE`: plays a position file through the sandbox."""

from __future__ import annotations

import argparse
from pathlib import Path

from qtwar.base import files, jsonio
from qtwar.base.errors import DataFault
from qtwar.cli.output import give
from qtwar.model.load.parse import MOST_BYTES, Source
from qtwar.services import titles
from qtwar.services.rules import open_rules
from qtwar.session import position


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file")
    parser.add_argument(
        "--native", action="store_true", help="run the rules in this process, for debugging your own module"
    )


def run(args: argparse.Namespace) -> int:
    """Play the file and report; status 1 if an expectation did not hold."""
    path = Path(args.file)
    spec = Source(str(path), files.read(path, MOST_BYTES, str(path))).data
    try:
        position.check_shape(spec)
        folder, content = titles.load(_title(path, spec["title"]))
        titles.scenario_of(content, spec["scenario"])
    except DataFault as problem:
        raise DataFault(f"{path}: {problem.text}") from problem
    with open_rules(folder, content, native=args.native) as rules:
        report = position.play(spec, rules, tuple(s.id for s in content.sides))
    lines = []
    for i, step in enumerate(report.steps, 1):
        if "refused" in step:
            why = step["refused"]
            lines.append(f"{i}. refused: {why['key']} ({why.get('rule') or '-'}) {jsonio.dumps(why['args'])}")
        elif "value" in step:
            lines.append(f"{i}. answer: {jsonio.dumps(step['value'])}")
        elif "needs_dice" in step:
            lines.append(f"{i}. needs dice: {step['needs_dice']}")
        else:
            lines.append(f"{i}. {len(step['events'])} events")
            lines += [f"     {jsonio.dumps(e)}" for e in step["events"] if e["e"] != "flow.set"]
    lines += [f"fault: {fault}" for fault in report.faults]
    for side, offer in report.offers.items():
        lines.append(f"{side} may: {', '.join(sorted({a['verb'] for a in (offer or {}).get('asks', ())}))}")
    lines.append(f"{report.name}: {'holds' if not report.faults else f'{len(report.faults)} faults'}")
    give(
        args.json,
        {
            "name": report.name,
            "ok": not report.faults,
            "faults": report.faults,
            "steps": report.steps,
            "offers": report.offers,
            "state": report.state,
        },
        lines,
    )
    return 1 if report.faults else 0


def _title(path: Path, name: str) -> str:
    """A title named by a path is looked for beside the file first."""
    beside = path.parent / name
    return str(beside) if (beside / "module.yaml").exists() else name
