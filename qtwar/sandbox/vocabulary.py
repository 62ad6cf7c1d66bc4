"""The words of a title's rules: what its steps answer to, and the names that its source reads or sets."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from qtwar.base import places
from qtwar.kit.asks.shapes import Ask
from qtwar.session.position_check import Vocabulary

KIT = places.PACKAGE / "kit"
BUILDERS = {
    "button", "choose", "number", "pieces", "cell", "edge", "pieces_and_cell", "place", "move", "allocate", "order",
    "roll", "draw", "confirm",
}  # fmt: skip
NAMES = {
    "attrs": {"attr": 1, "set_attr": 1},
    "variables": {"var": 0, "set_var": 0},
    "values": {"num": 1, "put": 1},
    "secrets": {"secret": -1, "seal": 1},
}
"""Calls that name something, with the place of the name among their arguments (-1: any)."""


def vocabulary(described: dict[str, Any], rules: Path) -> Vocabulary:
    """Return the words of a title: `described` is what its rules say of themselves (`describe`), `rules` their folder."""
    found: dict[str, set[str]] = defaultdict(set)
    kinds: dict[str, set[str]] = defaultdict(set)
    for folder in (rules, KIT):
        for node in _nodes(folder):
            found["arguments"].update(_named(node))
            if not isinstance(node, ast.Call):
                continue
            call = node
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            words = [arg.value if isinstance(arg, ast.Constant) else None for arg in call.args]
            if name in BUILDERS and words and isinstance(words[0], str):
                kinds[words[0]].add(name.replace("pieces_and_cell", "pieces+cell"))
            for group, calls in NAMES.items():
                if name in calls:
                    found[group].update(_chosen(words, calls[name]))
    marks = {name: tuple(words) for name, words in described["marks"].items()}
    return Vocabulary(
        verbs={verb: frozenset(kinds.get(verb, ())) for verb in described["verbs"]},
        phases=described["phases"],
        marks=marks,
        queries=frozenset(described["queries"]),
        asks=frozenset(Ask.__annotations__),
        **{group: frozenset(found[group]) for group in (*NAMES, "arguments")},
    )


def _chosen(words: list[Any], at: int) -> Iterator[str]:
    for n, word in enumerate(words):
        if isinstance(word, str) and at in (n, -1):
            yield word


def _named(node: ast.AST) -> Iterator[str]:
    """Return the names under which a part of the source passes or reads something: keywords, keys, what it gets."""
    if isinstance(node, ast.keyword):
        yield node.arg or ""
        return
    words: list[ast.expr | None] = []
    if isinstance(node, ast.Dict):
        words = [*node.keys]
    elif isinstance(node, ast.Subscript):
        words = [node.slice]
    elif isinstance(node, ast.Call):
        words = [*node.args]
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        words = [*node.elts]
    yield from (word.value for word in words if isinstance(word, ast.Constant) and isinstance(word.value, str))


def _nodes(folder: Path) -> Iterator[ast.AST]:
    for file in sorted(folder.rglob("*.py")) if folder.is_dir() else ():
        yield from ast.walk(ast.parse(file.read_text(encoding="utf-8")))
