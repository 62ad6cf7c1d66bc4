"""A few cases of each kind that `qtwar bench fuzz` makes, and all that ever failed there."""

from __future__ import annotations

from pathlib import Path

import pytest

from qtwar.bench.fuzz import Findings, Fuzz, one

KINDS = ("yaml", "module", "archive", "document", "reply", "event", "position", "table", "picture", "play", "edit")
CASES = {"module": 4, "document": 4, "play": 3, "edit": 6}
FAILED = (
    *(("archive", number) for number in (100186, 100886, 201111, 202085, 204778, 205372, 205555)),
    *(("edit", number) for number in (910002, 910003, 140, 455, 658, 1917, 2503, 900190, 900376)), ("picture", 2204),
)  # fmt: skip
"""Kinds and seeds that ended in neither an answer nor a sentence, once."""


@pytest.fixture(scope="module")
def fuzz(tmp_path_factory: pytest.TempPathFactory) -> Fuzz:
    """The sound things that are spoilt."""
    return Fuzz(tmp_path_factory.mktemp("fuzz"))


QUIET = pytest.mark.qt_log_level_fail("NO")
"""Qt's readers of pictures warn of each damage; the program has them read in a process of its own."""


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=QUIET if kind == "picture" else ()) for kind in KINDS])
def test_whatever_is_changed_is_read_or_refused(kind: str, fuzz: Fuzz) -> None:
    assert set(fuzz.kinds) == set(KINDS)
    found = Findings()
    for number in range(CASES.get(kind, 25)):
        one(fuzz, kind, number, found)
    assert found.broken == []
    assert found.tried[kind] >= found.refused[kind]
    deeds = sum(n for sort, n in fuzz.deeds.count.items() if sort.startswith({"play": "actions", "edit": "edits"}.get(kind, "-")))
    assert deeds > 300 or kind not in ("play", "edit")


@QUIET
@pytest.mark.parametrize(("kind", "number"), FAILED)
def test_what_failed_once_is_read_or_refused(kind: str, number: int, fuzz: Fuzz) -> None:
    found = Findings()
    one(fuzz, kind, number, found)
    assert found.broken == []


def test_a_folder_of_a_case_is_empty_afterwards(fuzz: Fuzz) -> None:
    one(fuzz, "module", 1, Findings())
    assert list(Path(fuzz.folder / "case").iterdir()) == []
