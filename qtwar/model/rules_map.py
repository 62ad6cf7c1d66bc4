"""`RULES_MAP.yaml`: for each numbered rule of the book the function that does it and the test that holds it.

    8.4:  {function: movement.riverine_links, test: tests/test_movement.py::test_8_4_stops_at_enemies}
    2.13: {reason: scale of the map, nothing to do}

Functions and tests are looked up in the syntax trees of the files; nothing of a title is run or imported.
"""

from __future__ import annotations

import ast
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.model.load import ModuleFiles
from qtwar.model.load.parse import Source
from qtwar.model.problem import Problem, near
from qtwar.model.title import TitleInfo

NAME = "RULES_MAP.yaml"


def check(files: ModuleFiles, title: TitleInfo) -> list[Problem]:
    """Return what is wrong with the rules map, and with the Python files it leads to."""
    trees: dict[str, dict[str, int]] = {}
    found: list[Problem] = []
    for name in (*files.listing("rules", ".py"), *files.listing("tests", ".py")):
        try:
            trees[name] = names(files.read(name))
        except (SyntaxError, ValueError) as fault:
            line = getattr(fault, "lineno", 0) or 0
            text = f"This is not Python: {getattr(fault, 'msg', fault)}"
            found.append(Problem("error", text, file=name, line=line))
        except (RecursionError, MemoryError):
            text = "This is nested too deep to be read as Python"
            found.append(Problem("error", text, fix="split its expressions up", file=name))
    if not files.has(NAME):
        if any(name.startswith("rules/") for name in trees):
            fix = "it names the function and the test of each rule"
            found.append(Problem("error", f"The file {NAME} is missing", title.id, fix))
        return found
    try:
        source = Source(NAME, files.read(NAME))
        wanted = _wanted(files, title)
    except DataFault as fault:
        return [*found, Problem("error", fault.text.removesuffix("."))]
    entries = source.data
    root: tuple[str, ...] = ()
    if isinstance(entries, dict) and isinstance(entries.get("rules"), dict):
        entries, root = entries["rules"], ("rules",)
    if not isinstance(entries, dict):
        return [*found, Problem("error", "The map must hold `rule: {function, test}` pairs", "", "", NAME, 1)]
    for rule, entry in entries.items():
        line = source.line((*root, rule))
        for text, fix in _entry(entry, files, trees):
            found.append(Problem("error", f"Rule {rule}: {text}", rule, fix, NAME, line))
    for rule in wanted:
        if rule not in entries:
            text = f"Rule {rule} of the book is not in the map"
            found.append(Problem("error", text, rule, "name its function and test, or a reason", NAME))
    if wanted:
        for rule in entries:
            if rule not in wanted:
                line = source.line((*root, rule))
                text = f"Rule {rule} is not in the list of the book's rules"
                found.append(Problem("warning", text, rule, near(rule, wanted), NAME, line))
    return found


def _wanted(files: ModuleFiles, title: TitleInfo) -> list[str]:
    """Return the numbers of the book's rules, from the file that `module.yaml` names as `coverage`."""
    if not title.coverage:
        return []
    source = Source(title.coverage, files.read(title.coverage))
    rules = source.data.get("rules") if isinstance(source.data, dict) else source.data
    if not isinstance(rules, list):
        raise source.fault((), "the list of rules must be `rules: [{id: …}, …]`")
    return [str(rule["id"] if isinstance(rule, dict) and "id" in rule else rule) for rule in rules]


def _entry(entry: Any, files: ModuleFiles, trees: dict[str, dict[str, int]]) -> list[tuple[str, str]]:
    if not isinstance(entry, dict):
        return [("there is neither function and test nor a reason", "")]
    strange = set(entry) - {"title", "function", "test", "reason", "note"}
    if strange:
        return [(f"unknown key {min(strange)!r}", near(min(strange), ("title", "function", "test", "reason", "note")))]
    if "reason" in entry and not entry.get("function") and not entry.get("test"):
        return [] if str(entry["reason"] or "").strip() else [("the reason is empty", "")]
    faults = []
    for key in ("function", "test"):
        named = entry.get(key) or []
        for one in [named] if isinstance(named, str) else named:
            fault = _function(str(one), files, trees) if key == "function" else _test(str(one), files, trees)
            if fault is not None:
                faults.append(fault)
        if not named:
            faults.append((f"no {key} is named", "or give a reason"))
    return faults


def _function(named: str, files: ModuleFiles, trees: dict[str, dict[str, int]]) -> tuple[str, str] | None:
    """Find `movement.Reach.run`, `rules/movement.py::Reach.run`, or the content file that holds the figures."""
    if named.startswith("content/"):  # a rule that is a figure or a list
        return None if files.has(named) else (f"there is no file {named}", near(named, files.listing("content")))
    file, _, name = named.replace("::", ":").partition(":")
    if name:
        path = file if file.startswith("rules/") else "rules/" + file
        path += "" if path.endswith(".py") else ".py"
    else:
        parts = named.removeprefix("rules.").split(".")
        for cut in range(len(parts) - 1, -1, -1):
            stem = "rules/" + "/".join(parts[:cut])
            path = next((p for p in (stem + ".py", stem.rstrip("/") + "/__init__.py") if p in trees), "")
            if path and (cut or parts[0] in trees[path]):
                name = ".".join(parts[cut:])
                break
        else:
            path, name = "rules/" + parts[0] + ".py", ".".join(parts[1:])
    return _in(path, name, named, trees, "function")


def _test(named: str, files: ModuleFiles, trees: dict[str, dict[str, int]]) -> tuple[str, str] | None:
    """Find `tests/test_x.py::test_name`, `test_x.py::TestClass::test_name`, or a position file `tests/x.yaml`."""
    file, _, name = named.partition("::")
    path = file if file.startswith("tests/") else "tests/" + file
    if not path.endswith(".py"):
        if files.has(path):
            return None
        return f"there is no position file {path}", near(path, files.listing("tests", ".yaml"))
    if not name:
        return f"{named!r} names no test", "write tests/test_x.py::test_name"
    return _in(path, name.partition("[")[0].replace("::", "."), named, trees, "test")


def _in(path: str, name: str, named: str, trees: dict[str, dict[str, int]], what: str) -> tuple[str, str] | None:
    if path not in trees:
        return f"there is no file {path} for {named!r}", near(path, trees)
    if name not in trees[path]:
        return f"there is no {what} {name!r} in {path}", near(name, trees[path])
    return None


def names(source: bytes) -> dict[str, int]:
    """Return the classes, functions and constants of a Python file, methods as `Class.method`, with their lines."""
    found: dict[str, int] = {}

    def walk(nodes: list[ast.stmt], prefix: str) -> None:
        for node in nodes:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                found[prefix + node.name] = node.lineno
                if isinstance(node, ast.ClassDef):
                    walk(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, (ast.Assign, ast.AnnAssign)):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                for target in targets:
                    if isinstance(target, ast.Name):
                        found[prefix + target.id] = node.lineno

    walk(ast.parse(source).body, "")
    return found
