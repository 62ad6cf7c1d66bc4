"""Looks for the first source that is no Python, in a process of its own that may die of it."""

from __future__ import annotations

import ast
import json
import sys


def main(arguments: list[str]) -> None:
    """Read [[path, text], …] from standard input and write [path, line, message] of the first fault, or nothing."""
    for path, text in json.load(sys.stdin):
        try:
            ast.parse(text, path)
        except SyntaxError as fault:
            sys.stdout.write(json.dumps([path, fault.lineno, fault.msg]))
            break
