"""`qtwar bench attacks` meets those of docs/attacks.md but those of servers, as a person would, and says which took too much."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from qtwar.base.errors import DataFault
from qtwar.bench import attacks
from qtwar.bench.attacks import Met
from qtwar.bench.attacks.others import ALL

LISTED = re.compile(r"^(\d+)\. (.+)$", re.MULTILINE)
DOCS = Path(__file__).resolve().parents[2] / "docs" / "attacks.md"


def test_the_list_and_the_bench_hold_the_same_attacks() -> None:
    listed = {int(number): name for number, name in LISTED.findall(DOCS.read_text("utf-8"))}
    assert {attack.number: attack.name for attack in ALL} == listed
    assert sorted(listed) == list(range(1, len(listed) + 1))


@pytest.mark.parametrize(
    ("change", "ok"),
    [
        ({}, True), ({"computed": 5.1}, False), ({"computed": 7.1, "own": 2.2}, True), ({"megabytes": 501.0}, False),
        ({"said": ""}, False), ({"faults": ("x",)}, False),
    ],
)
def test_what_takes_too_much_or_says_nothing_is_missed(change: dict[str, object], ok: bool) -> None:
    met = Met(**{"number": 1, "name": "n", "case": "", "computed": 4.9, "waited": 9.0, "megabytes": 499.0, "said": "s", **change})
    assert met.ok is ok
    assert met.line.startswith("ok" if ok else "miss")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are counted by what Linux tells of them")
@pytest.mark.parametrize("kind", ["117", "999", "-1", "five"])
def test_a_number_without_a_case_is_refused_before_anything_is_started(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attacks, "take_engine", None)
    with pytest.raises(DataFault) as fault:
        attacks.run(["5", kind])
    assert fault.value.key == "fault.bench.unknown"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are counted by what Linux tells of them")
def test_an_attack_is_met_at_the_window_and_measured() -> None:
    found = attacks.run(["5", "78"])
    assert [met.number for met in found.met] == [5, 78]
    for met in found.met:
        assert met.faults == ()
        assert met.said
        assert met.computed > 0.3, "the start of the program is in it"
        assert met.megabytes > 60
    assert "2 attacks, 2 cases" in found.table()[-1]
