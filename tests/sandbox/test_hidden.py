"""A title that reaches for what is hidden from an offer or a query is told where, before it is run and when it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from qtwar.base.errors import RulesFault
from qtwar.sandbox.client import SandboxRules
from qtwar.sandbox.vet import vet_folder
from tests.kit.tiny import CONTENT

RULES = """
from qtwar.kit.step import Step
from qtwar.kit.title import Title

KEPT = []


class Act(Step):
    name = "act"

    def run(self, t, f):
        self.t = t
        KEPT.append(t)
        t.wait("red")

    def offer(self, s, f):
        return {"asks": []}


def by_state(s, args):
    return s.state.secret


def by_view(s, args):
    return [s._position.secret, sorted(s._position.pieces), s._position.flow]


def by_frame(s, args):
    return [f.of("blue") for f in (s.frame(),)] + [s.frame().l]


def by_table(s, args):
    return KEPT[0].state.secret


def by_records(s, args):
    return s.record(args["whom"])


def setup(t, choices):
    t.add("red-1", "m:0101")
    t.add("blue-2", "m:0303", known=["blue"])
    t.seal("blue", "bid", 7)
    t.call("act")
    t.frame().of("blue")["plan"] = "left"


def title(content):
    asked = (by_state, by_view, by_frame, by_table, by_records)
    return Title(content, steps=[Act()], setup=setup, queries={q.__name__: q for q in asked})
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The module of a title that wants to know too much."""
    module = tmp_path_factory.mktemp("modules") / "curious"
    (module / "rules").mkdir(parents=True)
    (module / "rules" / "__init__.py").write_text(RULES, encoding="utf-8")
    return module


@pytest.fixture
def port(folder: Path) -> Iterator[SandboxRules]:
    """Its rules in the sandbox, a game set up."""
    rules = SandboxRules(folder, CONTENT)
    rules.setup({"scenario": "one", "options": {}}, {}, 1)
    yield rules
    rules.close()


def line_of(text: str) -> int:
    """Return the line of the rules that holds a text."""
    return next(n for n, line in enumerate(RULES.splitlines(), 1) if text in line)


def test_vet_names_file_and_line_of_each(folder: Path) -> None:
    found = {(f.file, f.line) for f in vet_folder(folder / "rules") if f.severity == "error"}
    wanted = ("self.t = t", "KEPT.append(t)", "s.state.secret", "s._position.secret", "KEPT[0].state")
    assert found == {("rules/__init__.py", line_of(text)) for text in wanted}


@pytest.mark.parametrize(
    ("query", "text"), [("by_state", "return s.state.secret"), ("by_table", "return KEPT[0].state.secret")]
)
def test_reaching_for_the_position_ends_in_an_error_with_file_and_line(port: SandboxRules, query: str, text: str) -> None:
    with pytest.raises(RulesFault) as fault:
        port.query("red", query, {})
    assert "AttributeError" in fault.value.text
    assert f'File "rules/__init__.py", line {line_of(text)}' in fault.value.text


def test_what_a_side_sees_holds_nothing_else_however_it_is_looked_into(port: SandboxRules) -> None:
    secret, pieces, flow = port.query("red", "by_view", {})
    assert (secret, pieces) == ({}, ["red-1", "~m:0303#0"])
    assert "left" not in str(flow)
    assert port.query("red", "by_frame", {}) == [{}, {}]
    own: list[Any] = port.query("blue", "by_view", {})
    assert own[0] == {"blue": {"bid": 7}}
    assert port.query("blue", "by_frame", {})[0] == {"plan": "left"}
    with pytest.raises(RulesFault):
        port.query("red", "by_records", {"whom": "blue-2"})


def test_what_can_not_be_told_to_the_guest_is_a_fault_of_the_rules_and_leaves_a_port_that_answers(port: SandboxRules) -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for args in ({"piece": deep}, {"piece": {1}}):
        with pytest.raises(RulesFault):
            port.query("red", "by_view", args)
        port.setup({"scenario": "one", "options": {}}, {}, 1)
    assert port.query("red", "by_frame", {}) == [{}, {}]
