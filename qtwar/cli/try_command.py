"""`qtwar try FILE`: plays a position file through the sandbox; `--verbs TITLE` says what may stand in one."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from qtwar.base import jsonio
from qtwar.base.errors import DataFault, Place
from qtwar.base.text import Texts
from qtwar.cli.output import give, take_language, take_native
from qtwar.sandbox import positions
from qtwar.sandbox.vocabulary import vocabulary
from qtwar.services import titles
from qtwar.services.names import TitleNames
from qtwar.services.rules import connect
from qtwar.session.position_check import Vocabulary

ANSWERS = {
    "choose": "choice", "number": "number", "pieces": "pieces", "order": "pieces", "cell": "cell", "edge": "edge",
    "pieces+cell": "pieces, cell", "place": "pieces, cell", "move": "pieces, path, land, join", "allocate": "amounts",
}  # fmt: skip


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", nargs="?", help="a position file")
    parser.add_argument("--verbs", metavar="TITLE", help="print the verbs, phases, marks and message keys of a title")
    take_native(parser)
    take_language(parser)


def run(args: argparse.Namespace) -> int:
    """Play the file and report; status 1 if an expectation did not hold."""
    if args.verbs:
        return _verbs(args)
    if not args.file:
        raise DataFault("fault.cli.no_position")
    path = Path(args.file)
    file = positions.read(path)
    try:
        folder, content = titles.load(_title(path, file.spec["title"]))
    except DataFault as fault:
        if fault.key == "fault.title.unknown":
            fault.at = Place(file.name, file.line(("title",)))
        raise
    report = positions.play(file, folder, content, lambda changed: connect(folder, changed, native=args.native))
    texts = Texts(content.texts, TitleNames(content))
    lines = []
    for i, step in enumerate(report.steps, 1):
        if "refused" in step:
            why = step["refused"]
            lines.append(f"{i}. refused: {why['key']} ({why.get('rule') or '-'}) {jsonio.dumps(why['args'])}")
            lines.append(f"     {texts.plain(why, args.lang)}")
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
    data = {what: getattr(report, what) for what in ("name", "faults", "steps", "offers", "state")}
    give(args.json, {**data, "ok": not report.faults}, lines)
    return 1 if report.faults else 0


def _title(path: Path, name: str) -> str:
    """A title named by a path is looked for beside the file first."""
    beside = path.parent / name
    return str(beside) if (beside / "module.yaml").exists() else name


def _verbs(args: argparse.Namespace) -> int:
    folder, content = titles.load(args.verbs)
    with closing(connect(folder, content, native=args.native)) as rules:
        words = vocabulary(rules.describe(), folder / "rules")
    messages = content.texts.get(args.lang, {})
    give(args.json, _as_json(words, messages), _lines(words, messages))
    return 0


def answers(kinds: frozenset[str]) -> str:
    """Return the arguments that an action takes which answers asks of these kinds; none known: its ask says."""
    return "as its ask says" if not kinds else " or ".join(sorted({ANSWERS.get(kind, "") for kind in kinds} - {""}))


def _as_json(words: Vocabulary, messages: Mapping[str, str]) -> dict[str, object]:
    return {
        "verbs": {verb: answers(kinds) for verb, kinds in sorted(words.verbs.items())},
        "queries": sorted(words.queries),
        "phases": {name: dict(args) for name, args in words.phases.items()},
        "marks": {name: list(own) for name, own in words.marks.items()},
        "messages": sorted(messages),
    }


def _lines(words: Vocabulary, messages: Mapping[str, str]) -> list[str]:
    lines = ["verbs:"]
    lines += [f"  {verb:24} {answers(kinds)}".rstrip() for verb, kinds in sorted(words.verbs.items())]
    lines += ["queries:", f"  {', '.join(sorted(words.queries))}", "phases:"]
    for name, wanted in words.phases.items():
        lines.append(f"  {name:24} {', '.join(f'{key}: {what}' for key, what in wanted.items())}".rstrip())
    lines.append("marks (attributes that play writes on counters):")
    lines += [f"  {name:24} {', '.join(own)}".rstrip() for name, own in words.marks.items()]
    lines.append("messages:")
    lines += [f"  {key:40} {text}" for key, text in sorted(messages.items())]
    return lines
