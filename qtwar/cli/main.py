"""Program start: `qtwar` opens the window, `qtwar COMMAND` works without one.

Exit status: 0 done, 1 faults found, 2 unusable arguments or input. With `--json` stdout holds one JSON object.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import qtwar
from qtwar.base.errors import QtwarError

COMMANDS = {
    "titles": "list the installed titles",
    "scenarios": "list the scenarios of a title",
    "validate": "check a module folder or a document",
    "recover": "make a new document of what is whole in a damaged one",
    "restore": "list the copies that were kept of documents, or make a document of one again",
    "copy": "write what one side knows of a game as a document that holds nothing else",
    "selfplay": "play random offered actions through the sandbox",
    "twins": "compare what a side is given of positions that differ in hidden matters alone",
    "handplay": "let a robot play whole games in the window, by mouse or by keyboard",
    "handedit": "let a robot make drafts in the window, and compare them with what it meant",
    "replay": "re-run the actions of a game and compare their events",
    "try": "play a position file",
    "export": "print set-up sheets, counters, maps, tables, order of battle and log to files",
    "new": "make a module to begin with",
    "pack": "make one .qtmod file of a module folder",
    "desktop": "make the program known to a Linux desktop: menu, kinds of files, icons",
    "thumbnail": "draw the small picture of a document",
    "screenshot": "write a picture of what a person would see",
    "serve": "hold games for players at a distance",
    "bench": "measure the budgets",
    "doctor": "say what is missing on this machine and how to mend it",
}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}. '{self.prog} --help' lists what there is.\n")


def parser(wanted: str = "") -> argparse.ArgumentParser:
    """Return the parser of all commands; only the wanted one is imported and knows its own arguments."""
    top = _Parser(prog="qtwar", description="Author, play and print board wargames.")
    top.add_argument("--version", action="version", version=f"QtWar {qtwar.__version__}")
    subs = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    for name, help_text in COMMANDS.items():
        sub = subs.add_parser(name, help=help_text, description=help_text.capitalize() + ".")
        if name != wanted:
            continue
        module = importlib.import_module(f"qtwar.cli.{name}_command")
        sub.add_argument("--json", action="store_true", help="print one JSON object on stdout")
        module.add(sub)
        sub.set_defaults(run=module.run)
    opened = subs.add_parser("open", help="open the window with a document or a title")
    opened.add_argument("paths", nargs="*")
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with command line words and return its exit status."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a second thread only waits for products as small as ours (ADR 21)
    words = list(sys.argv[1:] if argv is None else argv)
    if (
        not words
        or words[0] == "open"
        or (words[0] not in COMMANDS and not words[0].startswith("-") and "." in words[0])
    ):
        from qtwar.qtpaint import features

        features.switch_off()
        from qtwar.app.program import run_window

        return run_window(words[1:] if words[:1] == ["open"] else words)
    args = parser(words[0]).parse_args(words)
    if args.command is None:
        parser().error("name a command")
    try:
        return int(args.run(args))
    except QtwarError as problem:
        sys.stderr.write(f"{problem.text}\n")
        if problem.detail:
            logging.getLogger("qtwar").debug("%s", problem.detail)
        return 2
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
        return 130


if __name__ == "__main__":
    sys.exit(main())
