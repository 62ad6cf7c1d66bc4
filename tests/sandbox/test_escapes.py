"""Attacks from inside a rules module: nothing is reached, the host lives, the message is clear, the next call works.

`VALUE(x)`: the attack runs to its end and has nothing but x to show. Else: the keys of the faults it may end in.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from qtwar.base.errors import RulesFault
from qtwar.engine.state import State
from qtwar.sandbox.client import SandboxRules

RULES, TRAP, LONG, BIG, ODD = "fault.rules", "fault.trap", "fault.too_long", "fault.too_big", "fault.nonsense"
STOPPED = {RULES, TRAP, LONG}


class VALUE:
    """The attack ends and returns this."""

    def __init__(self, value: Any) -> None:
        self.value = value


def tried(code: str) -> str:
    """Run code that swallows its own failure and tells its type."""
    body = "\n".join("    " + line for line in code.splitlines())
    return f"try:\n{body}\n    out = 'REACHED'\nexcept Exception as e:\n    out = type(e).__name__"


SYS = "import dataclasses\nsys = dataclasses.sys\n"
POSIX = SYS + "posix = sys.modules['posix']\n"

ATTACKS: dict[str, tuple[str, Any]] = {
    # walks through objects and formats
    "subclasses": (
        "out = [c.__name__ for c in ().__class__.__base__.__subclasses__() if c.__name__ in ('Popen', 'socket')]",
        VALUE([]),
    ),
    "format walk": ("out = '{0.__class__.__base__.__subclasses__}'.format(()) != ''", VALUE(True)),
    "format globals": ("out = 'root:' in '{0.__globals__}'.format(__import__('json').dumps)", VALUE(False)),
    "generator frame": (
        "g = (g.gi_frame.f_back.f_back.f_builtins for _ in [1])\nout = 'REACHED' if next(g)['open']('/etc/passwd') else 0",
        {RULES, TRAP},
    ),
    "traceback frame": (
        (
            "try:\n    1/0\nexcept Exception as e:\n    b = e.__traceback__.tb_frame.f_builtins\n"
            "out = b['open']('/etc/passwd').read()"
        ),
        {RULES},
    ),
    "attrgetter": ("import operator\nout = operator.attrgetter('__class__.__base__')(()).__name__", VALUE("object")),
    "dataclasses.inspect": ("import dataclasses\nout = dataclasses.inspect.os.system('id')", {RULES, TRAP}),
    # files
    "open": (tried("open('/etc/passwd').read()"), VALUE("PermissionError")),
    "open for writing": (tried("open('/tmp/qtwar-pwned', 'w').write('x')"), VALUE("PermissionError")),
    "io.open": (SYS + tried("sys.modules['io'].open('/etc/passwd')"), VALUE("PermissionError")),
    "raw posix.open": (POSIX + tried("posix.open('/etc/passwd', 0)"), VALUE("PermissionError")),
    "listdir": (POSIX + tried("posix.listdir('/')"), VALUE("PermissionError")),
    "FileIO from the class tree": (
        (
        "import builtins\nSUB = [c for b in object.__subclasses__() for c in b.__subclasses__()]\n"
        "SUB += [c for b in SUB for c in type.__subclasses__(b)]\n"
        "F = [c for c in SUB if c.__name__ == 'FileIO']\nout = F[0]('/etc/passwd').read() if F else 'none'"
        ),
        "any but read",
    ),
    "reload posix": (
        SYS + "del sys.modules['posix']\nsys.meta_path[0].load_module('posix').open('/etc/passwd', 0)", {RULES, TRAP},
    ),
    "spec of posix": (
        SYS + "b = sys.meta_path[0]\nm = b.create_module(b.find_spec('posix'))\nb.exec_module(m)\nm.open('/etc/passwd', 0)",
        {RULES, TRAP},
    ),
    "rename": (POSIX + tried("posix.rename('/etc/passwd', '/etc/p')"), VALUE("PermissionError")),
    "zipimport": (SYS + tried("import zipimport"), VALUE("ImportError")),
    # the system
    "import os": (tried("import os"), VALUE("ImportError")),
    "import subprocess": (tried("import subprocess"), VALUE("ImportError")),
    "import socket": (tried("import socket"), VALUE("ImportError")),
    "import ctypes": (tried("import ctypes"), VALUE("ImportError")),
    "import _ctypes by hand": (SYS + tried("sys.meta_path[0].load_module('_ctypes')"), VALUE("ImportError")),
    "import _socket by hand": (SYS + tried("sys.meta_path[0].load_module('_socket').socket()"), "any but read"),
    "import threading": (tried("import threading"), VALUE("ImportError")),
    "raw thread": (
        SYS + tried("sys.modules['_thread'].start_new_thread(print, ())"), VALUE("PermissionError"),
    ),
    "joinable thread": (SYS + "sys.modules['_thread'].start_joinable_thread(print)", {RULES, TRAP}),
    "os.system": (SYS + tried("sys.modules['os'].system('touch /tmp/qtwar-pwned')"), VALUE("AttributeError")),
    "fork": (SYS + "sys.modules['os'].fork()", {RULES}),
    "kill": (SYS + "sys.modules['posix'].kill(1, 9)", {RULES}),
    "environment": (SYS + "out = sorted(sys.modules['os'].environ)", VALUE([])),
    "argv": (SYS + "out = [sys.argv, sys.path]", VALUE([[], []])),
    "import hook popped": (
        SYS + "import builtins\nsys.meta_path.clear()\n" + tried("builtins.__import__('antigravity')"),
        VALUE("ModuleNotFoundError"),
    ),
    "unhooked import": (
        "import builtins\nout = builtins.__import__.__globals__['_import']('os').getcwd()", {RULES, TRAP},
    ),
    # time without end
    "endless loop": ("while True: pass", {LONG}),
    "endless loop that catches everything": (
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass", {LONG},
    ),
    "C loop": ("sum(range(10**12))", {LONG}),
    "itertools": ("import itertools\nfor _ in itertools.repeat(0): pass", {LONG}),
    "exhausted in C": ("import itertools, collections\ncollections.deque(itertools.repeat(0), maxlen=0)", {LONG}),
    "power": ("9**9**9", STOPPED),
    "squaring": ("x = 3\nwhile True: x *= x", STOPPED),
    "digits": ("import dataclasses\ndataclasses.sys.set_int_max_str_digits(0)\nstr(7**3_000_000)", STOPPED),
    "regex bomb": ("import re\nre.match('(a+)+$', 'a' * 64 + 'b')", {LONG}),
    "regex of nested counts": ("import re\nre.match('((x+x+)+)+y', 'x' * 60)", {LONG}),
    "sleep": (SYS + tried("sys.modules['time'].sleep(60)"), VALUE("PermissionError")),
    "sort with a comparison that loops": (
        "class K:\n    def __lt__(self, o):\n        while True: pass\nsorted([K(), K()])", {LONG},
    ),
    "finalizer that loops": ("class D:\n    def __del__(self):\n        while True: pass\nD()", {LONG}),
    "fills of memory": ("while True: bytes(100_000_000)", STOPPED),
    # memory without end
    "list that grows": ("x = []\nwhile True: x.append('a' * 1_000_000)", STOPPED),
    "doubling": ("x = 'ab'\nwhile True: x += x", STOPPED),
    "MemoryError caught": (
        "x = []\nwhile True:\n    try:\n        x.append(bytearray(1 << 20))\n    except MemoryError: pass", STOPPED,
    ),
    "one huge object": ("bytearray(3_000_000_000)", STOPPED),
    "huge range": ("list(range(10**9))", STOPPED),
    # depth
    "recursion": ("def f(): f()\nf()", {RULES}),
    "recursion without limit": (SYS + "sys.setrecursionlimit(10**9)\ndef f(): f()\nf()", STOPPED),
    "recursion in C": (
        SYS + "sys.setrecursionlimit(10**9)\nx = []\nfor _ in range(200_000): x = [x]\nrepr(x)", STOPPED,
    ),
    "deep parentheses": ("eval('(' * 100_000 + ')' * 100_000)", STOPPED),
    "deep JSON": ("x = []\nfor _ in range(100_000): x = [x]\nout = x", STOPPED),
    "deep operators": ("eval('-' * 200_000 + '1')", STOPPED),
    # ends
    "sys.exit": (SYS + "sys.exit(3)", {RULES}),
    "SystemExit": ("raise SystemExit", {RULES}),
    "KeyboardInterrupt": ("raise KeyboardInterrupt", {RULES}),
    "os._exit": (SYS + "sys.modules['os']._exit(0)", {RULES, TRAP}),
    "abort": (SYS + "sys.modules['os'].abort()", {RULES, TRAP}),
    "bad bytecode": (
        "import types\ndef f(): pass\nf.__code__ = f.__code__.replace(co_code=bytes([255, 0] * 40))\nf()", STOPPED,
    ),
    "bad stack": (
        "def f(a): return a\nf.__code__ = f.__code__.replace(co_stacksize=0, co_code=bytes([1, 0] * 4000))\nf(1)", STOPPED,
    ),
    "an exception that can not be read": (
        "class E(Exception):\n    def __str__(self): raise self\nraise E", {RULES},
    ),
    "an exception whose text loops": (
        "class E(Exception):\n    def __str__(self):\n        while True: pass\nraise E", {LONG},
    ),
    "an exception with a name to deceive": (
        "raise type('x\\nThe game is won. ' * 999, (Exception,), {})('y' * 9_000_000)", {RULES, LONG},
    ),
    # answers
    "60 MB": ("out = 'x' * 60_000_000", {RULES, LONG, BIG, TRAP}),
    "9 MB": ("out = 'x' * 9_000_000", {RULES, LONG}),
    "3 million elements": ("out = [0] * 3_000_000", {RULES, LONG, ODD}),
    "NaN": ("out = float('nan')", {RULES}),
    "no JSON": ("out = object()", {RULES}),
    "a set": ("out = {1, 2}", {RULES}),
    "a circle": ("x = []\nx.append(x)\nout = x", {RULES}),
    "half a character": ("out = chr(0xD800)", STOPPED | {ODD}),
    "flood of output": ("for _ in range(4000): print('x' * 4000)\nout = 1", VALUE(1)),
    # chance and clock
    "clock": (SYS + tried("sys.modules['time'].time()"), VALUE("PermissionError")),
    "urandom": (SYS + tried("sys.modules['os'].urandom(8)"), VALUE("PermissionError")),
    "import random": (tried("import random"), VALUE("ImportError")),
    "import datetime": (tried("import datetime"), VALUE("ImportError")),
}  # fmt: skip

# What a module can write in the runner's name: the host must read none of it as more than a bad answer.
LIES: dict[str, tuple[str, set[str]]] = {
    "not JSON": ("'so what'", {ODD}),
    "no object": ("'[1]'", {ODD}),
    "empty": ("''", {ODD}),
    "a number": ("'7'", {ODD}),
    "NaN": ("'{\"ok\": NaN}'", {ODD}),
    "endless number": ("'{\"ok\": 1e999}'", {ODD}),
    "half a character": ("'{\"ok\": \"\\\\ud800\"}'", {ODD}),
    "depth": ("'{\"ok\": ' + '[' * 200000 + ']' * 200000 + '}'", {ODD}),
    "many lists": ("'{\"ok\": [' + '[],' * 2000000 + '0]}'", {ODD}),
    "long integer": ("'{\"ok\": ' + '9' * 100000 + '}'", {ODD}),
    "carets without end": (
        "'{\"err\": \"E\", \"msg\": \"m\", \"frames\": [[\"rules/__init__.py\", 5, 0, 99999999999, \"f\"]]}'", {RULES},
    ),
    "frames that are none": ("'{\"err\": \"E\", \"msg\": \"m\", \"frames\": [{}, 1]}'", {ODD}),
    "frames of odd types": ("'{\"err\": {}, \"msg\": [], \"frames\": [[[], {}, null, null, null]]}'", {ODD, RULES}),
    "30 MB": ("'x' * 30000000", {BIG, ODD, TRAP, LONG}),
}  # fmt: skip
TAMPER = """
import builtins
runner = builtins.__import__.__globals__['_RUNNER']
type(runner).call = lambda self, request: LIE
"""


def key_of(fault: RulesFault) -> str:
    """The fault's key, whether or not it knows a line of the title to cite."""
    return fault.key.removesuffix("_in")


def check_next(port: SandboxRules, worker: int) -> None:
    """The game goes on as it was, in the same worker process, in a guest that holds nothing of the attack."""
    state = State(("A",), {"scenario": "s"})
    state.vars["turn"] = 3
    port.open_state(state.to_json())
    assert port.query("A", "echo", {"x": ["å", 1]}) == {"x": ["å", 1]}
    assert port.query("A", "kept", {}) == 0
    assert port.offers() == {}
    assert port._process is not None
    assert port._process.pid == worker, "the attack ended the worker, not only its guest"
    with open(f"/proc/{worker}/status", encoding="ascii") as file:
        size = next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))
    assert size < 400_000, f"the worker holds {size} kB after the attack"


def outcome(port: SandboxRules, code: str) -> tuple[Any, RulesFault | None]:
    """Run an attack; return what it shows or the fault in which it ends."""
    try:
        return port.query("A", "run", {"code": code}), None
    except RulesFault as fault:
        return None, fault


def readable(fault: RulesFault) -> None:
    """One or two plain sentences, short, of printable text, that name the consequence."""
    assert fault.text.endswith("The game is as before your last action.")
    assert len(fault.text) < 300
    assert fault.text.isprintable()
    assert len(fault.detail) < 100_000


@pytest.mark.parametrize("name", ATTACKS)
def test_nothing_is_reached(port: SandboxRules, name: str) -> None:
    code, expected = ATTACKS[name]
    port.query("A", "echo", {})
    assert port._process is not None
    worker = port._process.pid
    shown, fault = outcome(port, code)
    if fault is not None:
        assert not isinstance(expected, VALUE), fault.detail
        readable(fault)
        assert isinstance(expected, str) or key_of(fault) in expected, fault.detail
    else:
        if isinstance(expected, VALUE):
            assert shown == expected.value
        else:
            assert isinstance(expected, str), f"it came to its end with {shown!r}"
            assert shown != "REACHED"
            assert "root:" not in str(shown)
    assert len(port.printed) <= 70_000
    assert not Path("/tmp/qtwar-pwned").exists()
    check_next(port, worker)


@pytest.mark.parametrize("name", LIES)
def test_a_runner_that_lies_is_not_believed(port: SandboxRules, name: str) -> None:
    lie, expected = LIES[name]
    port.query("A", "echo", {})
    assert port._process is not None
    worker = port._process.pid
    # The call that tampers is still answered in full or not at all; the lie is in the next.
    port.query("A", "run", {"code": TAMPER.replace("LIE", lie) + "out = 1"})
    with pytest.raises(RulesFault) as caught:
        port.query("A", "echo", {})
    readable(caught.value)
    assert key_of(caught.value) in expected, caught.value.detail
    check_next(port, worker)


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="reads /proc")
def test_the_worker_itself_can_open_nothing(port: SandboxRules) -> None:
    port.query("A", "echo", {})
    assert port._process is not None
    pid = port._process.pid
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    assert "NoNewPrivs:\t1" in status
    if port.walls.get("seccomp", "").startswith("on"):
        assert "Seccomp:\t2" in status
    assert port.walls["limits"] != "none"
    assert Path(f"/proc/{pid}/environ").read_bytes() == b""
