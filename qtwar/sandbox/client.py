"""The rules port whose other end is the sandbox: one worker process, one guest, one game.

After a trap, a hang or a killed worker the port has a fresh guest with the same rules and no position; the session
opens its state there again. No fault of a module can do more than end in a `RulesFault`.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from qtwar.base import child, jsonio
from qtwar.base.errors import DataFault, ModuleFault, Place, QtwarError, RulesFault, told
from qtwar.sandbox import bytecode, guest
from qtwar.sandbox.answers import Calls
from qtwar.sandbox.frames import CALL, DONE, FRAME_CAP, FRESH, READY, REPLY, REQUEST, TOO_BIG
from qtwar.sandbox.package import ENTRY, RULES, ModuleSource, ours, rules
from qtwar.sandbox.watchdog import Watchdog

REPLY_CAP = 9 * 1024 * 1024
VALUES_CAP = 1_000_000  # an answer's numbers, texts, lists: 8 MB of "[[],[],…" would be 250 MB in here
PRINTED_CAP, TEXT_CAP, FRAMES_CAP = 70_000, 4_000, 64
START_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Limits:
    """What one call may use: fuel (wasm instructions, the limit that counts) and milliseconds behind it."""

    fuel: int
    wall_ms: int


LIMITS = {
    "query": Limits(5_000_000_000, 5_000),
    "offers": Limits(5_000_000_000, 5_000),
    "act": Limits(20_000_000_000, 10_000),
    "load": Limits(60_000_000_000, 30_000),
    "replay": Limits(400_000_000_000, 120_000),
    "selfplay": Limits(400_000_000_000, 120_000),
}
ELSE = Limits(20_000_000_000, 20_000)
Parts = Sequence[list[ModuleSource]]
"""What every title runs on, and the title's own."""


def trusted_json(payload: bytes) -> Any:
    """Return the data of an answer that a hostile module may have written; raises ValueError or RecursionError."""
    if payload.count(b",") + payload.count(b"[") + payload.count(b"{") > VALUES_CAP:
        raise ValueError(f"it has more than {VALUES_CAP:,} values")
    return jsonio.strict(payload.decode("utf-8"))


def _first_syntax_error(sources: list[ModuleSource]) -> list[Any] | None:
    """Return [path, line, message] of the first source that is no Python; parsed apart, in a process that may die of it."""
    asked = json.dumps([[s.path, s.text] for s in sources])
    try:
        done = subprocess.run(
            child.isolated("syntax", []), input=asked.encode(), capture_output=True, timeout=20,
            env=guest.environment(), check=False, **child.unseen(),
        )  # fmt: skip
        found = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return found if isinstance(found, list) and len(found) == 3 else None


class SandboxRules(Calls):
    """Fulfils RulesPort. Thread-safe: calls wait for one another; `stop` ends the one under way from any thread."""

    def __init__(
        self,
        module: Path | None,
        content: dict[str, Any] | Future[dict[str, Any]],
        *,
        progress: guest.Progress | None = None,
        limits: dict[str, Limits] | None = None,
    ) -> None:
        name = module.name if module is not None else "free table"
        given: Future[dict[str, Any]] = content if isinstance(content, Future) else Future()
        self._set_up(name, given, (ours(), rules(module)), {**LIMITS, **(limits or {})})
        if isinstance(content, Future):
            threading.Thread(target=self._begin, args=(progress,), name="rules", daemon=True).start()
        else:
            given.set_result(content)
            self._begin(progress)
            self._begun.result()

    def _begin(self, progress: guest.Progress | None) -> None:
        """Load the title, beside whoever still reads its content where that is awaited; the first call says what went wrong."""
        try:
            with self._lock:
                self._native = guest.ensure(progress)
                try:
                    self._load()
                except RulesFault as problem:
                    self._end()
                    self._watchdog.close()
                    raise ModuleFault(
                        "fault.module.not_loaded", module=self._module, why=problem.message, detail=problem.detail
                    ) from problem
        except BaseException as problem:
            self._begun.set_exception(problem)
        else:
            self._begun.set_result(None)

    def _set_up(
        self, name: str, content: Future[dict[str, Any]], parts: Parts, limits: dict[str, Limits]
    ) -> None:
        self._module = name
        self._content = content
        self._begun: Future[None] = Future()
        self._parts = parts
        self._limits = limits
        self._lock = threading.RLock()
        self._watchdog = Watchdog()
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None
        self._closed = False
        self._loaded = False
        self.walls: dict[str, str] = {}
        self.printed = ""
        self.fuel_used = 0

    @property
    def well(self) -> bool:
        """Whether it still loads its title, or has loaded it and its worker lives."""
        if not self._begun.done():
            return True
        process = self._process
        return self._begun.exception() is None and process is not None and process.poll() is None

    # calls ---------------------------------------------------------------------

    def call(self, fn: str, *args: Any) -> Any:
        """Call a function of the boundary; raises RulesFault, after which the port holds no position."""
        if not self._closed:
            self._begun.result()
        with self._lock:
            if self._closed:
                raise RulesFault("fault.closed")
            if not self._loaded:
                self._load()
            answer = self._ask({"op": "call", "fn": "call", "args": [fn, list(args)]}, self._limits.get(fn, ELSE))
            if isinstance(answer, dict) and answer.keys() == {"fault"}:
                self._drop_guest()  # as after anything else that was raised there
                raise _fault_told(answer["fault"])
            return answer

    def _load(self) -> None:
        files = _compiled(self._parts, self._compile)
        limit = self._limits["load"]
        self._ask({"op": "load", "files": files, "entry": ENTRY}, limit)
        self._ask({"op": "call", "fn": "call", "args": ["load_title", [RULES, self._content.result()]]}, limit)
        self._loaded = True

    def _compile(self, sources: list[ModuleSource]) -> list[str]:
        asked = {"op": "compile", "files": [[s.path, s.text] for s in sources]}
        try:
            made = self._ask(asked, self._limits["load"])
        except RulesFault as problem:
            # CPython opens a file that is no Python to quote its line, and the guest ends where it opens a file.
            wrong = _first_syntax_error(sources) if problem.key == "fault.trap" else None
            if wrong is None:
                raise
            file, line, text = wrong
            at, detail = Place(file, int(line)), f"SyntaxError in {file}, line {line}"
            raise RulesFault("fault.syntax", at=at, why=text, detail=detail) from None
        # Compiling ran nothing of the sources, but a fresh guest costs 2 ms and owes nobody trust.
        self._send(FRESH, b"", ELSE)
        return list(made)

    def _ask(self, request: dict[str, Any], limit: Limits) -> Any:
        try:
            text = json.dumps(request, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
            status, payload = self._send(CALL, text.encode("utf-8", "surrogatepass"), limit)
        except (OSError, ValueError, TypeError, RecursionError, EOFError) as broken:
            why = self._last_words() or str(broken)
            self._end()
            raise self._fault("fault.worker", why) from broken
        except BaseException:
            self._end()  # (Ctrl+C, say) the next call must not read this one's answer
            raise
        if status == TOO_BIG:
            self._loaded = False
            raise self._fault("fault.too_big", payload.decode())
        if status != DONE:
            self._loaded = False
            return self._trapped(payload)
        try:
            reply = trusted_json(payload)
            self.printed = str(reply.get("out") or "")[:PRINTED_CAP]
            if "ok" in reply:
                return reply["ok"]
            # The module can write here what it likes: it is cut to what a sentence and a log line need.
            kind = "".join(c for c in str(reply["err"])[:60] if c.isalnum() or c in "_.") or "Exception"
            message = str(reply["msg"])[:TEXT_CAP]
            frames = self._traceback(list(reply.get("frames") or [])[:FRAMES_CAP])
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as nonsense:
            self._drop_guest()
            raise self._fault("fault.nonsense", str(nonsense)) from None
        # What raised may have left the position half changed: the guest is not trusted with it any more.
        self._drop_guest()
        # The title's own line that led to it, where the kit is what raised.
        inner = next((f for f in reversed(frames) if f.startswith('  File "rules/')), frames[-1] if frames else "")
        where = inner.strip().splitlines()[0] if inner else ""
        detail = f"Traceback (most recent call last):\n{''.join(frames)}{kind}: {message}\n{self.printed}"
        raise self._fault("fault.rules_in" if where else "fault.rules", detail, name=kind, where=where)

    def _trapped(self, payload: bytes) -> Any:
        told = json.loads(payload)
        if told["why"] == "fuel":
            raise self._fault("fault.too_long", told["text"])
        raise self._fault("fault.trap", told["text"])

    def _fault(self, key: str, detail: str, **values: Any) -> RulesFault:
        return RulesFault(key, detail=f"module {self._module}\n{detail}", **values)

    def _traceback(self, frames: list[list[Any]]) -> list[str]:
        by_path = {s.path: s.text.splitlines() for part in self._parts for s in part}
        out = []
        for path, line, column, end, function in frames:
            text = f'  File "{str(path)[:200]}", line {str(line)[:12]}, in {str(function)[:200]}\n'
            source = by_path.get(path)
            if source and isinstance(line, int) and 1 <= line <= len(source):
                raw = source[line - 1]
                text += f"    {raw.strip()}\n"
                if isinstance(column, int) and isinstance(end, int) and 0 <= column < end <= len(raw):
                    indent = len(raw) - len(raw.lstrip())
                    text += "    " + " " * max(0, column - indent) + "^" * max(1, end - column) + "\n"
            out.append(text)
        return out

    # the worker ----------------------------------------------------------------

    def _start(self) -> subprocess.Popen[bytes]:
        if self._closed:
            raise EOFError("the port is closed")
        errors = tempfile.TemporaryFile()  # noqa: SIM115  (kept as long as the worker)
        process: subprocess.Popen[bytes] = subprocess.Popen(
            guest.worker("serve", str(self._native)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            env=guest.environment(),
            close_fds=True,
            **child.unseen(),
        )
        self._process, self._errors = process, errors
        self._loaded = False
        self._watchdog.guard(START_SECONDS, process.kill)
        try:
            status, payload = self._receive(process)
        finally:
            self._watchdog.rest()
        if status != READY:
            raise EOFError("the worker did not say that it is ready")
        self.walls = json.loads(payload)["walls"]
        return process

    def _send(self, kind: int, payload: bytes, limit: Limits) -> tuple[int, bytes]:
        if len(payload) > FRAME_CAP:
            raise ValueError("the request is larger than a frame")
        process = self._process
        if process is None or process.poll() is not None:
            self._end()
            process = self._start()
            if (
                not self._loaded
                and kind == CALL
                and b'"fn":"call"' in payload[:40]
                and b'"load_title"' not in payload[:90]
            ):
                raise EOFError("the worker had ended")
        assert process.stdin is not None
        # Behind the guest's fuel and the worker's own timer: the worker is killed if it says nothing at all.
        self._watchdog.guard(limit.wall_ms / 1000 + 5, process.kill)
        try:
            process.stdin.write(REQUEST.pack(len(payload), kind, limit.fuel, limit.wall_ms) + payload)
            process.stdin.flush()
            return self._receive(process)
        finally:
            self._watchdog.rest()

    def _receive(self, process: subprocess.Popen[bytes]) -> tuple[int, bytes]:
        assert process.stdout is not None
        head = process.stdout.read(REPLY.size)
        if len(head) < REPLY.size:
            raise EOFError("the worker ended in the middle of a call")
        length, status, self.fuel_used = REPLY.unpack(head)
        if length > REPLY_CAP:
            process.kill()
            raise ValueError("the worker's answer is larger than allowed")
        payload = process.stdout.read(length)
        if len(payload) < length:
            raise EOFError("the worker ended in the middle of an answer")
        return status, payload

    def _drop_guest(self) -> None:
        self._loaded = False
        try:
            self._send(FRESH, b"", ELSE)
        except (OSError, EOFError, ValueError):
            self._end()

    def _last_words(self) -> str:
        if self._errors is None:
            return ""
        self._errors.seek(0)
        return self._errors.read(8000).decode("utf-8", "replace")

    def _end(self) -> None:
        process, self._process = self._process, None
        self._loaded = False
        if process is not None:
            process.kill()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    try:
                        pipe.close()
                    except OSError:
                        continue
            process.wait()
        if self._errors is not None:
            self._errors.close()
            self._errors = None

    def stop(self) -> None:
        """End the call under way, from another thread; it raises RulesFault there."""
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """End the worker."""
        self._closed = True
        self._content.cancel()  # whoever still awaits it
        self.stop()
        with self._lock:
            self._end()
            self._watchdog.close()


@dataclass(frozen=True, slots=True)
class Probe:
    """What a bare worker showed: the walls around it, and whether fuel ended an endless loop, after how many units."""

    walls: dict[str, str]
    fuel_ends: bool
    fuel_used: int


FAULT = "fault."


def _fault_told(message: Any) -> QtwarError:
    """Return the fault that the guest says is in what it was given; the message comes from there and is cut to size."""
    if not isinstance(message, dict) or not isinstance(message.get("key"), str) or not message["key"].startswith(FAULT):
        return RulesFault("fault.nonsense", detail=str(message)[:TEXT_CAP])
    values = {key[:60]: _short(value) for key, value in list((message.get("args") or {}).items())[:10]}
    return told(DataFault, {"key": message["key"][:60], "args": values})


def _short(value: Any) -> Any:
    if isinstance(value, list):
        return [_short(each) for each in value[:100]]
    return value if isinstance(value, int) else str(value)[:200]


PROBE = "def call(fn, args):\n    while fn: pass\n"


def probe() -> Probe:
    """Start a worker with two lines of Python instead of a title, for `doctor`; raises RulesFault."""
    bare = _Bare()
    try:
        (code,) = bare._compile([ModuleSource("probe", "probe.py", PROBE, False)])
        small = Limits(100_000_000, 5_000)
        bare._ask({"op": "load", "files": [["probe", "probe.py", False, code]], "entry": "probe"}, small)
        try:
            bare._ask({"op": "call", "fn": "call", "args": ["loop", []]}, small)
            ended = False
        except RulesFault as fault:
            ended = fault.key == "fault.too_long"
        return Probe(bare.walls, ended, bare.fuel_used)
    finally:
        bare.close()


def _compiled(parts: Parts, make: Callable[[list[ModuleSource]], list[str]]) -> list[list[Any]]:
    """Return the bytecode of all parts: each is kept by itself, so that a title does not wait for what every title runs on."""
    return [file for part in parts for file in bytecode.compiled(part, make)]


def compile_ahead(module: Path | None) -> None:
    """Have the sources of a title's rules compiled and kept, which takes a second or two; raises QtwarError.

    Without a module those of the free table, and with them what every title runs on.

    Where they are kept already no worker is started.
    """
    bare = _Bare()
    try:
        _compiled((ours(), rules(module)), bare._compile)
    finally:
        bare.close()


class _Bare(SandboxRules):
    """A worker without a title."""

    def __init__(self) -> None:
        self._set_up("probe", Future(), (), LIMITS)
        self._native = guest.ensure()
