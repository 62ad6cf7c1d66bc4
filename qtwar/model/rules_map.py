"""`RULES_MAP.yaml`: for each numbered rule of the book the function that does it and the test that holds it.

    8.4:  {function: movement.riverine_links, test: tests/test_movement.py::test_8_4_stops_at_enemies}
    2.13: {reason: scale of the map, nothing to do}
    9.1:  {open: the dummies are still missing}

`open` says what is not done yet: the rule counts as called for and not as done.

Functions and tests are looked up in the syntax trees of the files; nothing of a title is run or imported.
"""

from __future__ import annotations

import ast
from typing import Any

from qtwar.base.errors import DataFault, Message
from qtwar.model.load import ModuleFiles
from qtwar.model.load.parse import ParsedFile
from qtwar.model.problem import Problem, near, of_fault, problem
from qtwar.model.title import TitleInfo

NAME = "RULES_MAP.yaml"
KEYS = ("title", "function", "test", "reason", "open", "note")
_Fault = tuple[str, Message, dict[str, Any]]
"""Code of a problem, what mends it, what fills its sentence."""


def check(files: ModuleFiles, title: TitleInfo) -> list[Problem]:
    """Return what is wrong with the rules map, and with the Python files it leads to."""
    trees: dict[str, dict[str, int]] = {}
    found: list[Problem] = []
    for name in (*files.listing("rules", ".py"), *files.listing("tests", ".py")):
        try:
            trees[name] = names(files.read(name))
        except (SyntaxError, ValueError) as fault:
            line = getattr(fault, "lineno", 0) or 0
            found.append(problem("error", "not_python", file=name, line=line, why=getattr(fault, "msg", str(fault))))
        except (RecursionError, MemoryError):
            found.append(problem("error", "python_too_deep", file=name))
    if not files.has(NAME):
        if any(name.startswith("rules/") for name in trees):
            found.append(problem("error", "no_map", title.id, name=NAME))
        return found
    try:
        source = ParsedFile(NAME, files.read(NAME))
        wanted = _wanted(files, title)
        entries, root = rows(source)
    except DataFault as fault:
        return [*found, of_fault(fault)]
    listed = {folder: files.listing(folder) for folder in ("content", "tests")}
    for rule, entry in entries.items():
        line = source.line((*root, rule))
        for code, hint, args in _entry(entry, listed, trees):
            found.append(problem("error", f"map.{code}", rule, file=NAME, line=line, hint=hint, rule=rule, **args))
    for rule in wanted:
        if rule not in entries:
            found.append(problem("error", "not_in_map", rule, file=NAME, rule=rule))
    if wanted:
        for rule in entries:
            if rule not in wanted:
                line = source.line((*root, rule))
                hint = near(rule, wanted)
                found.append(problem("warning", "not_in_book", rule, file=NAME, line=line, hint=hint, rule=rule))
    return found


def rows(source: ParsedFile) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the entries of a map by rule, and where in the file they stand; raises DataFault where it holds no pairs."""
    entries = source.data
    root: tuple[str, ...] = ()
    if isinstance(entries, dict) and "rules" in entries:
        entries, root = entries["rules"], ("rules",)
    if entries is None:  # nothing is written yet
        return {}, root
    if not isinstance(entries, dict):
        raise source.fault(root, "problem.map_pairs")
    return entries, root


def formed(source: ParsedFile) -> dict[str, Any]:
    """Return the entries of a map by rule; raises DataFault for the first that has not the keys and names of an entry."""
    entries, root = rows(source)
    for rule, entry in entries.items():
        for code, hint, args in _misfits(entry):
            raise source.fault((*root, rule), f"problem.map.{code}", where=rule, hint=hint, rule=rule, **args)
    return entries


def _wanted(files: ModuleFiles, title: TitleInfo) -> list[str]:
    """Return the numbers of the book's rules, from the file that `module.yaml` names as `coverage`."""
    if not title.coverage:
        return []
    source = ParsedFile(title.coverage, files.read(title.coverage))
    rules = source.data.get("rules") if isinstance(source.data, dict) else source.data
    if not isinstance(rules, list):
        raise source.fault((), "fault.load.rules_list")
    return [str(rule["id"] if isinstance(rule, dict) and "id" in rule else rule) for rule in rules]


def _misfits(entry: Any) -> list[_Fault]:
    """Return what is wrong with an entry before it is looked at where it leads; at most one."""
    if not isinstance(entry, dict):
        return [("no_entry", {}, {})]
    strange = set(entry) - set(KEYS)
    if strange:
        key = str(min(strange, key=str))
        return [("unknown_key", near(key, KEYS), {"name": key})]
    named = [entry.get(key) or [] for key in ("function", "test")]
    if all(isinstance(one, str) for some in named for one in (some if isinstance(some, list) else [some])):
        return []
    return [("no_entry", {}, {})]


def _entry(entry: Any, listed: dict[str, list[str]], trees: dict[str, dict[str, int]]) -> list[_Fault]:
    """Return what is wrong with an entry; `listed` are the files that there are by folder."""
    misfits = _misfits(entry)
    if misfits:
        return misfits
    if "reason" in entry and not entry.get("function") and not entry.get("test"):
        return [] if str(entry["reason"] or "").strip() else [("no_reason", {}, {})]
    if str(entry.get("open") or "").strip():
        return []
    faults: list[_Fault] = []
    for key in ("function", "test"):
        named = entry.get(key) or []
        for one in [named] if isinstance(named, str) else named:
            fault = _function(one, listed["content"], trees) if key == "function" else _test(one, listed["tests"], trees)
            if fault is not None:
                faults.append(fault)
        if not named:
            faults.append((f"no_{key}", {}, {}))
    return faults


def _function(named: str, content: list[str], trees: dict[str, dict[str, int]]) -> _Fault | None:
    """Find `movement.Reach.run`, `rules/movement.py::Reach.run`, or the content file that holds the figures."""
    if named.startswith("content/"):  # a rule that is a figure or a list
        return None if named in content else ("no_file", near(named, content), {"name": named})
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


def _test(named: str, tests: list[str], trees: dict[str, dict[str, int]]) -> _Fault | None:
    """Find `tests/test_x.py::test_name`, `test_x.py::TestClass::test_name`, or a position file `tests/x.yaml`."""
    file, _, name = named.partition("::")
    path = file if file.startswith("tests/") else "tests/" + file
    if not path.endswith(".py"):
        if path in tests:
            return None
        return "no_position", near(path, [name for name in tests if name.endswith(".yaml")]), {"name": path}
    if not name:
        return "names_no_test", {}, {"name": named}
    return _in(path, name.partition("[")[0].replace("::", "."), named, trees, "test")


def _in(path: str, name: str, named: str, trees: dict[str, dict[str, int]], what: str) -> _Fault | None:
    if path not in trees:
        return "no_file_for", near(path, trees), {"name": path, "named": named}
    if name not in trees[path]:
        return f"no_such_{what}", near(name, trees[path]), {"name": name, "within": path}
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
