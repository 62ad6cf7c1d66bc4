"""The port: it survives its worker, counts fuel alike, answers as plain Python does, names file and line."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import pytest

from qtwar.base.errors import ModuleFault, RulesFault
from qtwar.engine.state import State
from qtwar.sandbox.client import Limits, SandboxRules
from qtwar.sandbox.inprocess import InProcessRules
from tests.sandbox.conftest import CONTENT, SMALL

JOB = """
import json, hashlib, decimal, math, re, heapq, itertools, collections, textwrap, fractions
heap, n = [], 7
for _ in range(300):
    n = n * 1103515245 + 12345 & 0x7FFFFFFF
    heapq.heappush(heap, n % 1000)
out = {
    "heap": [heapq.heappop(heap) for _ in range(50)],
    "float": [0.1 + 0.2, 1e22, 2 / 3, math.sqrt(2), -0.0, 7 // -2, round(2.5), 1e-7],
    "text": ["Cần Thơ", "戦闘", "\\U0001f3b2", "%05.2f" % 3.14159, f"{1234567:,}"],
    "sha": hashlib.sha256("Cần Thơ".encode()).hexdigest(),
    "decimal": str(decimal.Decimal(1) / 7),
    "fraction": str(fractions.Fraction(3, 9)),
    "count": sorted(collections.Counter("mississippi").items()),
    "pairs": list(itertools.combinations("abc", 2)),
    "big": str(2 ** 200),
    "re": re.findall(r"(\\d+)-(\\w+)", "3-7 12-ab"),
    "keys": {1: "one", None: 0, True: 2}["" or 1],
}
"""


def fault(port: SandboxRules, code: str) -> RulesFault:
    with pytest.raises(RulesFault) as caught:
        port.query("A", "run", {"code": code})
    return caught.value


def test_native_and_sandbox_give_the_same(port: SandboxRules, hostile_folder: Path) -> None:
    native = InProcessRules(hostile_folder, CONTENT)
    asked = {"code": JOB}
    assert port.query("A", "run", asked) == native.query("A", "run", asked)


def test_the_same_call_burns_the_same_fuel_in_another_process(port: SandboxRules, hostile_folder: Path) -> None:
    def fuel(rules: SandboxRules) -> list[int]:
        rules._drop_guest()
        used = []
        for _ in range(3):
            rules.query("A", "run", {"code": JOB})
            used.append(rules.fuel_used)
        return used

    other = SandboxRules(hostile_folder, CONTENT, limits=SMALL)
    other._parts = port._parts  # the kit's files may have been edited since the first worker read them
    try:
        first = fuel(port)
        assert first == fuel(other)
        assert min(first) > 1_000_000
    finally:
        other.close()


def test_sets_and_chance_are_the_same_in_every_guest(port: SandboxRules) -> None:
    code = "import dataclasses\nout = [list({'a', 'b', 'c', 'd', 'e', 'f'}), hash('x'), id(object) % 16]"
    shown = []
    for _ in range(2):
        port._drop_guest()
        shown.append(port.query("A", "run", {"code": code}))
    assert shown[0] == shown[1]


def test_a_crash_names_file_and_line_and_shows_the_source(port: SandboxRules) -> None:
    told = fault(port, "x = 1\n\nprint('on the way')\nx / 0")
    assert "ZeroDivisionError" in told.text
    assert 'File "rules/attack.py", line 4' in told.text
    assert 'File "rules/__init__.py", line 9, in run\n    exec(compile(' in told.detail
    assert "on the way" in told.detail
    assert "qtwar" not in told.text


def test_what_is_printed_comes_with_the_answer(port: SandboxRules) -> None:
    assert port.query("A", "run", {"code": "print('à la carte')\nout = 5"}) == 5
    assert port.printed == "à la carte\n"
    port.query("A", "echo", {})
    assert port.printed == ""


def test_state_of_the_module_does_not_outlive_a_fault(port: SandboxRules) -> None:
    port.query("A", "run", {"code": "KEPT.append(1)"})
    assert port.query("A", "kept", {}) == 1
    fault(port, "KEPT.append(2)\n1/0")
    assert port.query("A", "kept", {}) == 0


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="POSIX signals")
def test_a_worker_killed_between_calls_is_replaced(port: SandboxRules) -> None:
    port.query("A", "echo", {})
    assert port._process is not None
    before = port._process
    os.kill(before.pid, signal.SIGKILL)
    before.wait()
    with pytest.raises(RulesFault) as caught:
        port.query("A", "echo", {})
    assert caught.value.key == "fault.worker"
    port.open_state(State(("A",)).to_json())
    assert port.query("A", "echo", {"x": 1}) == {"x": 1}
    assert port._process is not None
    assert port._process.pid != before.pid


def test_stop_from_another_thread_ends_a_call_under_way(hostile_folder: Path) -> None:
    rules = SandboxRules(hostile_folder, CONTENT, limits={"query": Limits(10**14, 600_000)})
    try:
        stopper = threading.Timer(0.2, rules.stop)
        stopper.start()
        with pytest.raises(RulesFault):
            rules.query("A", "run", {"code": "while True: pass"})
        stopper.join()
        rules.open_state(State(("A",)).to_json())
        assert rules.query("A", "echo", {"x": 2}) == {"x": 2}
    finally:
        rules.close()


def test_a_worker_that_hangs_is_ended_by_the_clock(hostile_folder: Path) -> None:
    # Fuel for hours, a tenth of a second on the clock: the worker's own timer fires first (2 s of grace).
    rules = SandboxRules(hostile_folder, CONTENT, limits={"query": Limits(10**14, 100)})
    try:
        with pytest.raises(RulesFault) as caught:
            rules.query("A", "run", {"code": "while True: pass"})
        assert caught.value.key == "fault.worker"
        rules.open_state(State(("A",)).to_json())
        assert rules.query("A", "echo", {"x": 3}) == {"x": 3}
    finally:
        rules.close()
    with pytest.raises(RulesFault, match="closed"):
        rules.query("A", "echo", {})


def test_calls_from_many_threads_wait_for_one_another(port: SandboxRules) -> None:
    wrong: list[object] = []

    def ask(n: int) -> None:
        for i in range(20):
            got = port.query("A", "echo", {"n": n, "i": i})
            if got != {"n": n, "i": i}:
                wrong.append(got)

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def title(content:\n    pass\n", ["in rules/__init__.py line 1", "was never closed"]),
        ("import os\n", ["ImportError", "line 1"]),
        ("from . import missing\n", ["ImportError"]),
        ("def title(content):\n    return None\n", ["AttributeError"]),
        ("while True: pass\n", ["took too long"]),
        ("x = []\nwhile True: x.append('a' * 1000000)\n", ["MemoryError"]),
        ("raise SystemExit\n", ["SystemExit"]),
        ("x = '\ufffd'\n1/0\n", ["ZeroDivisionError", "line 2"]),
    ],
)
def test_a_module_that_can_not_be_loaded_is_told_in_a_sentence(tmp_path: Path, source: str, words: list[str]) -> None:
    folder = tmp_path / "broken"
    (folder / "rules").mkdir(parents=True)
    (folder / "rules" / "__init__.py").write_text(source, encoding="utf-8")
    with pytest.raises(ModuleFault) as caught:
        SandboxRules(folder, CONTENT, limits={"load": Limits(3_000_000_000, 10_000)})
    for word in words:
        assert word in caught.value.text + caught.value.detail
    assert caught.value.text.startswith("The rules of broken can not be loaded.")


def test_rules_without_a_beginning_are_told(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "steps.py").write_text("", encoding="utf-8")
    with pytest.raises(ModuleFault, match=r"no rules/__init__\.py"):
        SandboxRules(tmp_path, CONTENT)


def test_a_folder_without_rules_is_a_free_table(tmp_path: Path) -> None:
    content = {**CONTENT, "scenarios": [{"id": "one"}]}
    rules = SandboxRules(tmp_path, content)
    try:
        rules.setup({"scenario": "one", "options": {}}, {}, 1)
        assert [ask["verb"] for ask in rules.offers()["A"]["asks"]] == ["finish"]
    finally:
        rules.close()
