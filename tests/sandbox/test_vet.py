"""What authors hear before their rules are run."""

from __future__ import annotations

from pathlib import Path

import pytest

from qtwar.sandbox.vet import vet, vet_folder


@pytest.mark.parametrize(
    ("source", "severity", "words"),
    [
        ("import os", "error", "import os"),
        ("from random import choice", "error", "import random"),
        ("import qtwar.storage", "error", "qtwar.storage"),
        ("x = eval('1')", "error", "eval()"),
        ("open('a')", "error", "open()"),
        ("().__class__", "error", "__class__"),
        ("print(__builtins__)", "error", "__builtins__"),
        ("k = hash('a')", "warning", "hash()"),
        ("for x in {1, 2}: pass", "warning", "order of a set"),
        ("a = set('ab')\nb = [x for x in a]", "warning", "order of a set"),
        ("def f(a: list) -> None:\n    s: set[str] = build()\n    for x in s: pass", "warning", "order of a set"),
        ("t = list(set('ab') | set('c'))", "warning", "order of a set"),
        ("async def f(): pass", "error", "event loop"),
        ("def offer(self, s, f):\n    return s.state.secret", "error", ".state"),
        ("def offer(self, s, f):\n    return getattr(s, 'state')", "error", ".state"),
        ("def reach(s, args):\n    return s._position.secret", "error", "_position"),
        ("def reach(s, args):\n    return (x for x in ()).gi_frame", "error", "gi_frame"),
        ("from qtwar.kit.boundary import call", "error", "qtwar.kit.boundary"),
        ("from qtwar.kit import runner", "error", "qtwar.kit.runner"),
        ("import qtwar.engine.reduce", "error", "qtwar.engine.reduce"),
        ("from qtwar.kit.free import _real", "error", "_real"),
        ("print(vars(table))", "error", "vars()"),
        ("def run(t):\n    global kept", "error", "between calls"),
        ("class A(Step):\n    def run(self, t, f):\n        self.t = t", "error", "self.t"),
        ("class A(Step):\n    def do_go(self, t, f, side, args):\n        self.seen, x = t, 1", "error", "self.seen"),
        ("KEPT = []\ndef run(t): KEPT.append(t.records)", "error", "between calls"),
        ("KEPT = {}\ndef run(t): KEPT[1]['a'] = t", "error", "between calls"),
        ("KEPT = {}\ndef run(t): del KEPT[1]", "error", "between calls"),
        ("from . import data\ndef run(t): data.KEPT.update(a=t)", "error", "between calls"),
        ("def run(t, kept=[]): return kept", "error", "between calls"),
        ("def run(t):\n    run.kept = t", "error", "between calls"),
        ("class A:\n    def see(self, t):\n        type(self).kept = t", "error", "between calls"),
        ("KEPT = []\nlook = lambda s: KEPT.append(s)", "error", "between calls"),
        ("class A(Step):\n    kept = []\n    def run(self, t, f):\n        self.kept.append(t)", "error", "self.kept"),
        ("class A(Step):\n    kept = {}\n    def offer(self, s, f):\n        self.kept['x'] = s", "error", "self.kept"),
        ("def offer(self, s, f):\n    return getattr(s, 'sta' + 'te')", "error", "made up"),
        ("def offer(self, s, f):\n    return map(getattr, [s], f.l['names'])", "error", "hand on getattr"),
        ("def offer(self, s, f):\n    return '{0._state}'.format(s)", "error", "format()"),
        ("def offer(self, s, f):\n    return f.l['text'].format_map(s)", "error", "format_map()"),
        ("def offer(self, s, f):\n    return find(s, 'gi_frame.f_up')", "error", "gi_frame"),
        ("def offer(self, s, f):\n    match s:\n        case object(_position=found): return found", "error", "_position"),
        ("from operator import attrgetter", "error", "attrgetter"),
        ("import operator\nlook = operator.methodcaller('of', '*')", "error", "methodcaller"),
        ("import builtins", "error", "builtins"),
        ("import qtwar.kit.table\ndef offer(self, s, f): return qtwar.kit.boundary.call('view', ['*'])", "error", "boundary"),
        ("import qtwar.kit as k\ndef offer(self, s, f): return k.runner", "error", "runner"),
        ("def run(t): t.content.boxes['pool']['name'] = t.records", "error", "between calls"),
        ("def run(t): t.seen_by('red').here['a']['b'] = t.records", "error", "between calls"),
        ("@lru_cache\ndef kept(): return {}\ndef run(t): kept()['a'] = t.records", "error", "between calls"),
        ("KEPT = {}\ndef run(t): dict.update(KEPT, a=t)", "error", "between calls"),
        ("import heapq\nKEPT = []\ndef run(t): heapq.heappush(KEPT, t)", "error", "between calls"),
        ("class A: pass\ndef run(t): setattr(A, 'kept', t)", "error", "between calls"),
        ("def f(:", "error", "not Python"),
        ("x = '\0'", "error", "Python"),
    ],
)
def test_found(source: str, severity: str, words: str) -> None:
    (found,) = vet(source, "rules/a.py")
    assert (found.severity, found.file) == (severity, "rules/a.py")
    assert words in found.text
    assert found.hint
    if "\0" not in source:
        assert found.line == source.count("\n") + 1 or "\n" in source


@pytest.mark.parametrize(
    "source",
    [
        "import heapq, dataclasses\nfrom collections import abc\nfrom qtwar.kit.table import Table\nfrom . import combat",
        "a = {1, 2}\nfor x in sorted(a): pass",
        "a = {1, 2}\nn = sum(x for x in a)\nok = any(x > 1 for x in a)",
        "class A:\n    def __init__(self):\n        super().__init__()\n        object.__setattr__(self, 'x', 1)",
        "a = [1]\nfor x in a: pass",
        "class A(Step):\n    def offer(self, s, f):\n        return getattr(self, f'offer_{f.l[0]}')(s, f)",
        "words = '{} of {1}'.format('a', 'b')",
        "def near(r):\n    r.content.memo['near'] = 1\n    r.content.memo.setdefault('far', {})",
        "import heapq\ndef near(t):\n    ahead = []\n    heapq.heappush(ahead, 1)",
        "def f(t, vars):\n    found = dict(t.content.boxes)\n    found.update(vars)",
        "class A(Step):\n    def __init__(self, n):\n        self._n = n\n    def run(self, t, f):\n        self.state()",
        "class Zone:\n    def grow(self):\n        self.n = 1",
        "CELLS = {}\nCELLS['a'] = 1\nfor name in ['b']: CELLS.update({name: 2})",
        "CELLS = []\ndef run(t, found):\n    CELLS = [*found]\n    CELLS.append(t)\n    found.append(CELLS)",
        "from . import placing\ndef run(t, f):\n    placing.update(t)\n    f.l['spent'].append(1)",
    ],
)
def test_plain_rules_pass(source: str) -> None:
    assert vet(source, "rules/a.py") == []


def test_a_folder_is_read_file_by_file(tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "b.py").write_text("import os\n", encoding="utf-8")
    (folder / "a.py").write_bytes(b"x = 1\ny = '\xff'\n")
    assert [(f.file, f.line) for f in vet_folder(folder)] == [("rules/a.py", 2), ("rules/b.py", 1)]
