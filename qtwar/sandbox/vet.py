"""Early, friendly findings in a title's rules: what will not work, not the same on every machine, or reaches what is hidden.

This is help for authors, not the wall: what it overlooks still meets a guest that has nothing to reach, offers that are
given a view with nothing hidden in it (`kit.reader.Seen`), and tables that let go of the position when their action is over.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from string import Formatter

from qtwar.base import files
from qtwar.base.errors import DataFault
from qtwar.sandbox.allowed import ALLOWED
from qtwar.sandbox.package import MAX_SOURCE

OURS = ("qtwar.base", "qtwar.engine", "qtwar.kit", "qtwar.model.grid", "title_rules")
_RUNNING = ("qtwar.kit.boundary", "qtwar.kit.runner", "qtwar.engine.reduce")
"""What runs a title holds the whole position: a title is called by it and does not call it."""
_TOPS = frozenset(name.partition(".")[0] for name in ALLOWED)

_HINTS = {
    "random": "use Table.roll, Table.pick or Table.shuffle, so that every roll is an event",
    "secrets": "use Table.roll; the host gives the chance",
    "time": "the turn and phase are in the position",
    "datetime": "the turn and phase are in the position",
    "os": "tables and texts come from the title's content",
    "pathlib": "tables and texts come from the title's content",
    "io": "tables and texts come from the title's content",
    "yaml": "put the data in content/ and read it from Content",
    "sys": "a title has no use for the interpreter's insides",
    "threading": "rules answer one call at a time",
    "asyncio": "rules answer one call at a time",
    "logging": "tell players by Table.note; print() goes to the log file",
    "numpy": "the guest has pure Python only; tuples and dicts are fast enough for a board",
}
_CALLS = {
    "eval": "write the rule as a function",
    "exec": "write the rule as a function",
    "compile": "write the rule as a function",
    "open": "tables and texts come from the title's content",
    "input": "ask a player by an offer",
    "breakpoint": "debug with the in-process backend",
    "__import__": "use an import statement",
    "globals": "keep what changes in the position",
    "vars": "name the attribute that you want",
    "id": "it differs from run to run; compare ids of pieces, or with `is`",
    "hash": "it differs from build to build; sort by a key of your own",
}
_BY_NAME = frozenset({"getattr", "hasattr", "setattr", "delattr"})
"""What reaches an attribute by its name in a string."""
_HANDED = _BY_NAME | {"eval", "exec", "compile", "open", "__import__", "globals", "vars"}
"""What is judged where it is called, so that it is not handed on."""
_BY_PATH = frozenset({"attrgetter", "methodcaller"})
_FILL_IN = frozenset({"format", "format_map", "vformat", "get_field"})
"""What reaches attributes by what stands in the braces of a string."""
_STATE_HINT = "ask the reader: exists, records, is_open, is_over, knows, var, num, secret, frame; an offer sees what its side may"
_FRAMES = frozenset({"gi_frame", "cr_frame", "ag_frame", "tb_frame", "f_back", "f_locals", "f_globals", "f_builtins"})
_CHANGES = frozenset(
    {"add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "reverse", "setdefault",
     "sort", "update"}
)  # fmt: skip
"""What changes a list, set or dict in place."""
_CHANGES_FIRST = frozenset(
    {"heapify", "heappop", "heappush", "heappushpop", "heapreplace", "insort", "insort_left", "insort_right"}
)
"""Functions that change their first argument in place."""
_TYPES = frozenset({"dict", "list", "set", "deque", "defaultdict", "Counter"})
_HARMLESS_DUNDERS = frozenset({"__name__", "__doc__", "__file__", "__all__", "__class_getitem__", "__future__", "__getitem__"})
_OF_TUPLES = frozenset({"_replace", "_asdict", "_fields", "_make"})
# Where the order of a set does not show in the result.
_ORDERLESS = frozenset(
    {"sorted", "set", "frozenset", "len", "sum", "min", "max", "any", "all", "bool", "isinstance"}
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: file, line (from 1), what is so, how to mend it; `error` will not work, `warning` may surprise."""

    severity: str
    file: str
    line: int
    text: str
    hint: str


def vet_module(module: Path) -> list[Finding]:
    """Return the findings in the rules of a module folder or archive, in order of file and line; raises DataFault."""
    if module.is_dir():
        return vet_folder(module / "rules") if (module / "rules").is_dir() else []
    from qtwar.model.load.source import ModuleFiles  # it brings YAML

    archive = ModuleFiles(module)
    return [finding for name in archive.listing("rules", ".py") for finding in _vet(name, partial(archive.read, name))]


def vet_folder(folder: Path) -> list[Finding]:
    """Return the findings in all `.py` files of a rules folder, in order of file and line; raises DataFault."""
    out: list[Finding] = []
    for name in files.below(folder):
        if name.endswith(".py"):
            shown = f"{folder.name}/{name}"
            out += _vet(shown, partial(files.read, folder / name, MAX_SOURCE, shown))
    return out


def _vet(name: str, read: Callable[[], bytes]) -> list[Finding]:
    try:
        data = read()
        return vet(data.decode("utf-8"), name)
    except UnicodeDecodeError as fault:
        line = data[: fault.start].count(b"\n") + 1
        return [Finding("error", name, line, "This is not UTF-8 text.", "save the file as UTF-8")]
    except DataFault as fault:
        return [Finding("error", name, 0, fault.text, "put a Python file of ordinary size there")]


def vet(source: str, file: str) -> list[Finding]:
    """Return the findings in one source text."""
    try:
        tree = ast.parse(source, file)
    except SyntaxError as fault:
        return [Finding("error", file, fault.lineno or 0, f"This is not Python: {fault.msg}.", "mend this line")]
    except (ValueError, RecursionError, MemoryError) as fault:
        return [Finding("error", file, 0, f"This can not be read as Python ({fault}).", "split it up")]
    visitor = _Visitor(file)
    try:
        visitor.visit(tree)
    except RecursionError:
        visitor.add("warning", tree, "This is nested too deep to be looked at.", "split it up")
    return sorted(visitor.found, key=lambda f: f.line)


class _Visitor(ast.NodeVisitor):
    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[Finding] = []
        self.sets: list[set[str]] = [set()]  # names bound to sets, innermost scope last
        self.lasting: dict[str, bool] = {}  # names of the module → whether they are values of its own
        self.local: list[set[str]] = []  # names of the functions around, innermost last
        self.modules: dict[str, str] = {}  # name → module of ours that is imported under it
        self.called: set[ast.expr] = set()  # what was seen as the function of a call
        self.cached: set[str] = set()  # functions of the module that hand out the same object again

    def add(self, severity: str, node: ast.AST, text: str, hint: str) -> None:
        self.found.append(Finding(severity, self.file, getattr(node, "lineno", 0), text, hint))

    # imports ------------------------------------------------------------------

    def visit_Import(self, node: ast.Import) -> None:
        for name in node.names:
            self._imported(node, name.name)
            top = name.name.partition(".")[0]
            self.modules[name.asname or top] = name.name if name.asname else top

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.level == 0:
            module = node.module or ""
            self._imported(node, module)
            for name in node.names:
                self.modules[name.asname or name.name] = f"{module}.{name.name}"
                if name.name in _BY_PATH:
                    self._by_path(node, name.name)
                if f"{module}.{name.name}" in _RUNNING:
                    self._imported(node, f"{module}.{name.name}")
                elif module.startswith("qtwar.") and _is_private(name.name):
                    self._reaches(node, name.name)

    def _imported(self, node: ast.AST, name: str) -> None:
        if name in _RUNNING:
            self.add("error", node, f"Rules can not import {name}, which runs them.", "work with the Table or Seen you are given")
            return
        top = name.partition(".")[0]
        if top == "builtins":
            self.add("error", node, "Rules can not import builtins.", "its functions are there without it")
            return
        if top in _TOPS or any(name == ours or name.startswith(ours + ".") for ours in OURS):
            return
        if top == "qtwar":
            hint = f"rules may use {', '.join(OURS[:-1])}"
        else:
            hint = _HINTS.get(top, "docs/module-guide.md lists what rules may import")
        self.add("error", node, f"Rules can not import {name}.", hint)

    # names and calls ----------------------------------------------------------

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if _is_dunder(node.attr) and node.attr not in _HARMLESS_DUNDERS and not _on_super(node):
            self.add("error", node, f"Rules do not reach into {node.attr}.", "use the object's own functions")
        elif not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")) and not _on_super(node):
            self._reaches(node, node.attr)
        if node.attr in _BY_PATH:
            self._by_path(node, node.attr)
        elif self._module(node) in _RUNNING:
            self._imported(node, self._module(node))
        self._stores(node)
        self.generic_visit(node)

    def visit_MatchClass(self, node: ast.MatchClass) -> None:
        for name in node.kwd_attrs:
            self._reaches(node, name)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            for name in sorted(_FRAMES.intersection(re.findall(r"\w+", node.value))):
                self._reaches(node, name)

    def _module(self, node: ast.expr) -> str:
        """Return the dotted name of the module that a chain of names may stand for."""
        words: list[str] = []
        while isinstance(node, ast.Attribute):
            words.insert(0, node.attr)
            node = node.value
        return ".".join([self.modules[node.id], *words]) if isinstance(node, ast.Name) and node.id in self.modules else ""

    def _by_path(self, node: ast.AST, name: str) -> None:
        self.add("error", node, f"Rules do not use {name}.", "write a lambda that names the attribute")

    def _fills_in(self, node: ast.Call, func: ast.Attribute) -> None:
        """Tell where a string is filled in that may name any attribute in its braces."""
        text = func.value.value if isinstance(func.value, ast.Constant) else None
        try:
            fields = [field or "" for _, field, *_ in Formatter().parse(text)] if isinstance(text, str) else ["."]
        except ValueError:
            fields = ["."]
        if any("." in field or "[" in field for field in fields):
            self.add("error", node, f"Rules do not use {func.attr}(), which can reach anything.", "write an f-string")

    def _reaches(self, node: ast.AST, name: str) -> None:
        """Tell where something is reached that may hold what a side must not know."""
        if name == "state":
            self.add("error", node, "Rules do not reach into .state, where everything hidden lies.", _STATE_HINT)
        elif name in _FRAMES or _is_private(name):
            self.add("error", node, f"Rules do not reach into {name}, which is private.", "use the object's own functions")

    # what lasts between calls ---------------------------------------------------

    def visit_Module(self, node: ast.Module) -> None:
        for line in node.body:
            if isinstance(line, ast.Import | ast.ImportFrom):
                self.lasting.update({(name.asname or name.name).partition(".")[0]: False for name in line.names})
            elif isinstance(line, ast.FunctionDef | ast.ClassDef):
                self.lasting[line.name] = False
                if any(_words(decorator) & {"cache", "lru_cache"} for decorator in line.decorator_list):
                    self.cached.add(line.name)
            elif isinstance(line, ast.Assign | ast.AnnAssign):
                self.lasting.update(dict.fromkeys(_stored(line), True))
        self.generic_visit(node)

    def visit_Global(self, node: ast.Global) -> None:
        self._keeps(node)

    def _keeps(self, node: ast.AST) -> None:
        self.add("error", node, "Rules keep nothing between calls, undo could not take it back.", "put it in the frame")

    def _lasts(self, node: ast.expr) -> str:
        """Return the name of the module in which something lies, an empty word where it is a function's own."""
        root = _root(node)
        if not self.local or not isinstance(root, ast.Name) or any(root.id in names for names in self.local):
            return ""
        return root.id if root.id in self.lasting else ""

    def _stores(self, node: ast.Attribute | ast.Subscript) -> None:
        of_class = isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name) and node.value.func.id == "type"
        if not isinstance(node.ctx, ast.Load) and (of_class or self._lasts(node) or self._shared(node)):
            self._keeps(node)

    def _shared(self, node: ast.expr) -> bool:
        """Return whether something lies in what table and offers share: content but its memo, a view, a cached answer."""
        while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
            inner = node.func if isinstance(node, ast.Call) else node.value
            if isinstance(node, ast.Call) and isinstance(inner, ast.Name) and inner.id in self.cached:
                return True
            if isinstance(inner, ast.Attribute) and inner.attr in ("content", "seen_by"):
                return not (isinstance(node, ast.Attribute) and node.attr == "memo")
            node = inner
        return False

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self._stores(node)
        self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        methods = [m for m in node.body if isinstance(m, ast.FunctionDef)]
        if any(m.name in ("run", "offer") or m.name.startswith("do_") for m in methods):
            for method in (m for m in methods if m.name != "__init__"):
                for inner in ast.walk(method):
                    if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Attribute) and inner.func.attr in _CHANGES:
                        inner = inner.func.value
                    elif not (isinstance(inner, ast.Attribute | ast.Subscript) and isinstance(inner.ctx, ast.Store)):
                        continue
                    if isinstance(inner, ast.Attribute | ast.Subscript) and _is_self(_root(inner)):
                        what = ast.unparse(inner)
                        text = f"A step keeps nothing between calls, not even {what}: an offer would find it."
                        self.add("error", inner, text, "put it in the frame: f.l for everybody, f.of(side) for one side")
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        bound = node.id in self.lasting or any(node.id in names for names in self.local)
        if isinstance(node.ctx, ast.Load) and node.id in _HANDED and node not in self.called and not bound:
            self.add("error", node, f"Rules do not hand on {node.id}.", "call it where it is needed, or write a lambda")
        if isinstance(node.ctx, ast.Load) and node.id in ("__builtins__", "__loader__", "__spec__"):
            self.add("error", node, f"Rules do not reach into {node.id}.", "use the object's own functions")

    def visit_Call(self, node: ast.Call) -> None:
        func = node.func
        self.called.add(func)
        if isinstance(func, ast.Attribute) and func.attr in _CHANGES:
            kept = self._lasts(func.value)
            of_type = isinstance(func.value, ast.Name) and func.value.id in _TYPES and node.args and self._lasts(node.args[0])
            if of_type or self._shared(func.value) or (kept and (self.lasting[kept] or _has_constant(func.value))):
                self._keeps(node)
        if isinstance(func, ast.Attribute) and func.attr in _FILL_IN:
            self._fills_in(node, func)
        called = func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
        if called in (*_CHANGES_FIRST, "setattr", "delattr") and node.args and self._lasts(node.args[0]):
            self._keeps(node)
        if isinstance(func, ast.Name):
            if func.id in _BY_NAME and len(node.args) > 1 and not _is_self(node.args[0]):
                name = node.args[1]
                if isinstance(name, ast.Constant) and isinstance(name.value, str):
                    self._reaches(node, name.value)
                else:
                    self.add("error", node, f"Rules do not use {func.id}() with a name that is made up.", "name the attribute")
            if func.id in _CALLS:
                kind = "warning" if func.id in ("id", "hash") else "error"
                self.add(kind, node, f"Rules do not use {func.id}().", _CALLS[func.id])
            elif func.id in ("list", "tuple", "enumerate", "iter", "next") and node.args and self._is_set(node.args[0]):
                self._unordered(node)
            if func.id in _ORDERLESS:
                for argument in node.args:
                    # A generator over a set is fine where the order can not show.
                    if isinstance(argument, ast.GeneratorExp | ast.SetComp | ast.ListComp):
                        self._inside(argument)
                    else:
                        self.visit(argument)
                for keyword in node.keywords:
                    self.visit(keyword)
                return
        elif isinstance(func, ast.Attribute) and func.attr == "join" and node.args and self._is_set(node.args[0]):
            self._unordered(node)
        self.generic_visit(node)

    # order of sets ------------------------------------------------------------

    def visit_For(self, node: ast.For) -> None:
        if self._is_set(node.iter):
            self._unordered(node)
        self.generic_visit(node)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self._comprehension(node)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._comprehension(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        self._comprehension(node)

    def _comprehension(self, node: ast.ListComp | ast.DictComp | ast.GeneratorExp) -> None:
        if self._is_set(node.generators[0].iter):
            self._unordered(node)
        self.generic_visit(node)

    def _inside(self, node: ast.GeneratorExp | ast.SetComp | ast.ListComp) -> None:
        for child in ast.iter_child_nodes(node):
            self.visit(child)

    def _unordered(self, node: ast.AST) -> None:
        self.add("warning", node, "The order of a set differs from machine to machine.", "write sorted(…) around it")

    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                self._bind(target.id, self._is_set(node.value))
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if isinstance(node.target, ast.Name):
            said = node.annotation.value if isinstance(node.annotation, ast.Subscript) else node.annotation
            is_set = isinstance(said, ast.Name) and said.id in ("set", "frozenset")
            self._bind(node.target.id, is_set or (node.value is not None and self._is_set(node.value)))
        self.generic_visit(node)

    def _bind(self, name: str, is_set: bool) -> None:
        if is_set:
            self.sets[-1].add(name)
        else:
            self.sets[-1].discard(name)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._scope(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.add("error", node, "Rules answer one call at a time; there is no event loop.", "use a plain function")
        self._scope(node)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._scope(node)

    def _scope(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if isinstance(default, ast.List | ast.Dict | ast.Set):
                self._keeps(default)
        self.sets.append(set())
        self.local.append(_stored(node) | {arg.arg for arg in ast.walk(node.args) if isinstance(arg, ast.arg)})
        self.generic_visit(node)
        self.local.pop()
        self.sets.pop()

    def _is_set(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Set | ast.SetComp):
            return True
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return node.func.id in ("set", "frozenset")
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr | ast.BitAnd | ast.Sub | ast.BitXor):
            return self._is_set(node.left) or (not isinstance(node.op, ast.Sub) and self._is_set(node.right))
        return isinstance(node, ast.Name) and node.id in self.sets[-1]


def _is_dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _is_private(name: str) -> bool:
    return name.startswith("_") and not _is_dunder(name) and name not in _OF_TUPLES


def _root(node: ast.expr) -> ast.expr:
    """Return what the chain of `a.b[c].d` begins with."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node


def _has_constant(node: ast.expr) -> bool:
    return any(word.isupper() for word in _words(node))


def _words(node: ast.expr) -> set[str]:
    """Return the names in a chain."""
    return {n.id if isinstance(n, ast.Name) else n.attr for n in ast.walk(node) if isinstance(n, ast.Name | ast.Attribute)}


def _stored(node: ast.AST) -> set[str]:
    """Return the names that are bound anywhere in a part of the source."""
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def _on_super(node: ast.Attribute) -> bool:
    """super().__init__() and object.__setattr__(self, …) in a frozen dataclass are plain Python."""
    value = node.value
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "super":
        return True
    return isinstance(value, ast.Name) and value.id == "object" and node.attr == "__setattr__"
