"""The runner: the only code of ours inside the guest; it loads modules and calls their functions.

JSON text in, JSON text out, one request at a time:

    {"op": "compile", "files": [[path, source], …]}           -> {"ok": [bytecode in base64, …]}
    {"op": "load", "files": [[name, path, is_package, bytecode], …], "entry": name}
                                                               -> {"ok": number of modules}
    {"op": "call", "fn": name, "args": […]}                    -> {"ok": what the function returned}

or {"err": type, "msg": text, "frames": [[path, line, column, end column, function], …]}; each reply
also has "out", what was printed, if anything was. Paths are the module's own, never the machine's.

None of this is the wall. The wall is that the component imports nothing: there is no file, process,
socket, clock or source of chance to reach. What is done here makes mistakes readable, where the bare
interpreter would be ended by the first system call.
"""

from __future__ import annotations

import base64
import builtins
import gc
import io
import json
import linecache
import marshal
import os
import sys
import time
import types
import warnings
from importlib.machinery import BuiltinImporter, FrozenImporter, ModuleSpec

import allowed  # qtwar/sandbox/allowed.py, put beside this file by build.py
import wit_world

OUT_CAP = 64 * 1024
TEXT_CAP = 4000
FRAMES_CAP = 60
REPLY_CAP = 8 * 1024 * 1024

# The finished guest has no files to import from: what rules may use is imported now.
for _name in allowed.ALLOWED:
    __import__(_name)

_dumps = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), check_circular=True
).encode
_loads = json.loads
_import = builtins.__import__
_ALLOWED_TOPS = frozenset(name.partition(".")[0] for name in allowed.ALLOWED)


class Printed(io.TextIOBase):
    """Standard output and error: kept up to a cap, sent with the reply."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.size = 0

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        room = OUT_CAP - self.size
        if room > 0:
            self.parts.append(text[:room])
            self.size += min(len(text), room)
        return len(text)

    def take(self) -> str:
        text = "".join(self.parts)
        if self.size >= OUT_CAP:
            text += "\n… (more was printed than is kept)"
        self.parts, self.size = [], 0
        return text


class Loaded:
    """Finds and runs the modules that were sent; there are no others to find."""

    def __init__(self) -> None:
        self.files: dict[str, tuple[str, bool, str]] = {}

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        found = self.files.get(name)
        if found is None:
            return None
        spec = ModuleSpec(name, self, origin=found[0], is_package=found[1])
        spec.has_location = False
        return spec

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: types.ModuleType) -> None:
        path, _, bytecode = self.files[module.__name__]
        module.__file__ = path
        exec(marshal.loads(base64.b64decode(bytecode)), module.__dict__)


LOADED = Loaded()
OUT = Printed()


def _guarded_import(
    name: str,
    globals: dict[str, object] | None = None,
    locals: dict[str, object] | None = None,
    fromlist: tuple[str, ...] = (),
    level: int = 0,
) -> types.ModuleType:
    """Tell rules in a sentence what they may not import."""
    if level == 0 and globals is not None and globals.get("__name__") in LOADED.files:
        top = name.partition(".")[0]
        if name not in LOADED.files and top not in _ALLOWED_TOPS:
            raise ImportError(f"rules can not import {name!r}; see the list of modules that they may use")
    return _import(name, globals, locals, fromlist, level)


def _refuse(what: str, why: str) -> types.FunctionType:
    def refused(*args: object, **kwargs: object) -> None:
        raise PermissionError(f"rules can not use {what}: {why}")

    return refused


def _shut(module: types.ModuleType, keep: frozenset[str], why: str) -> None:
    """Replace what would call the system, which would end the guest without a word."""
    for name in dir(module):
        value = getattr(module, name)
        if isinstance(value, types.BuiltinFunctionType | types.FunctionType) and name not in keep:
            setattr(module, name, _refuse(f"{module.__name__}.{name}", why))


def _close_doors() -> None:
    import _io
    import posix

    import _thread

    # The environment is a table in the guest's own memory; componentize-py empties it after this import.
    pure = frozenset({"fspath", "fsencode", "fsdecode", "putenv", "unsetenv", "_exists", "_check_methods"})
    _shut(posix, pure, "there is no system in here")
    _shut(os, pure, "there is no system in here")
    _shut(time, frozenset(), "there is no clock in here, the turn and phase are in the position")
    _thread.start_new_thread = _thread.start_new = _refuse("threads", "rules answer one call at a time")
    opened = _refuse("open()", "there are no files in here, tables and texts come from the title's content")
    io.open = _io.open = builtins.open = io.open_code = _io.open_code = io.FileIO = _io.FileIO = opened
    builtins.input = _refuse("input()", "ask a player by an offer")
    builtins.breakpoint = _refuse("breakpoint()", "debug with the in-process backend")
    builtins.__import__ = _guarded_import
    linecache.checkcache = lambda filename=None: None
    linecache.updatecache = lambda filename, module_globals=None: []
    sys.stdin = None
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = OUT
    sys.argv = ["rules"]
    sys.path[:] = []
    sys.path_hooks[:] = []
    sys.path_importer_cache.clear()
    sys.meta_path[:] = [BuiltinImporter, FrozenImporter, LOADED]
    warnings.simplefilter("ignore")


class Runner:
    """Answers requests; `entry` is the loaded module whose functions are called."""

    def __init__(self) -> None:
        self.entry: types.ModuleType | None = None

    def compile(self, files: list[list[str]]) -> list[str]:
        """Compile sources and run nothing of them, so that one title can not spoil another's bytecode."""
        return [
            base64.b64encode(marshal.dumps(compile(source, path, "exec", dont_inherit=True))).decode()
            for path, source in files
        ]

    def load(self, files: list[tuple[str, str, bool, str]], entry: str) -> int:
        for name, path, is_package, bytecode in files:
            LOADED.files[name] = (path, is_package, bytecode)
        _import(entry)
        self.entry = sys.modules[entry]
        return len(files)

    def answer(self, request: str) -> object:
        asked = _loads(request)
        op = asked["op"]
        if op == "call":
            name = asked["fn"]
            if self.entry is None or name.startswith("_") or not hasattr(self.entry, name):
                raise LookupError(f"the rules have no function {name!r}")
            return getattr(self.entry, name)(*asked["args"])
        if op == "load":
            return self.load(asked["files"], asked["entry"])
        if op == "compile":
            return self.compile(asked["files"])
        raise LookupError(f"the runner knows no operation {op!r}")

    def call(self, request: str) -> str:
        try:
            reply = _dumps(self.answer(request))
            if len(reply) > REPLY_CAP:
                raise OverflowError(f"the answer has {len(reply):,} characters, {REPLY_CAP:,} are allowed")
            if not OUT.size:
                return '{"ok":' + reply + "}"
            return '{"ok":' + reply + ',"out":' + _dumps(_clean(OUT.take())) + "}"
        except BaseException as error:
            return _dumps({**_told(error), "out": _clean(OUT.take())})


def _clean(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _told(error: BaseException) -> dict[str, object]:
    """Return an exception as data; the host has the sources and adds the lines."""
    try:
        message = str(error)
    except BaseException:
        message = "(its message can not be read)"
    frames: list[list[object]] = []
    chain: list[str] = []
    seen: BaseException | None = error
    while seen is not None and len(chain) < 8:
        chain.append(type(seen).__name__)
        seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)
    if isinstance(error, SyntaxError) and error.filename:
        message = str(error.msg)
        frames.append([str(error.filename), error.lineno, (error.offset or 1) - 1, None, ""])
    walk = error.__traceback__
    while walk is not None:
        code = walk.tb_frame.f_code
        if code.co_filename not in _OURS and not code.co_filename.startswith("<frozen"):
            spot = _position(code, walk.tb_lasti)
            frames.append([code.co_filename, walk.tb_lineno, *spot, code.co_name])
            if len(frames) > FRAMES_CAP:
                del frames[FRAMES_CAP // 2]
        walk = walk.tb_next
    return {
        "err": type(error).__name__,
        "msg": _clean(message[:TEXT_CAP]),
        "frames": frames,
        "chain": chain[1:],
    }


def _position(code: types.CodeType, offset: int) -> tuple[int | None, int | None]:
    for index, (line, end_line, column, end_column) in enumerate(code.co_positions()):
        if index == offset // 2:
            return column, (end_column if end_line == line else None)
    return None, None


_OURS = frozenset({Runner.answer.__code__.co_filename, json.__file__, json.decoder.__file__, json.encoder.__file__})
_RUNNER = Runner()


class WitWorld(wit_world.WitWorld):
    """The one export."""

    def call(self, request: str) -> str:
        return _RUNNER.call(request)


# The first call builds lazy tables (regular expressions, codecs, JSON scanners): have them in the snapshot.
_RUNNER.call('{"op":"compile","files":[["warm.py","import re\\nX = [1.5, {\'a\': \\"ä\\"}]"]]}')
try:
    raise LookupError("warm")
except LookupError as _error:
    _dumps(_told(_error))
_close_doors()
gc.collect()
gc.freeze()
