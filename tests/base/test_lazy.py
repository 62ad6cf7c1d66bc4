"""A long sequence makes only what is looked at."""

from __future__ import annotations

import pytest

from qtwar.base.lazy import Lazy


def test_only_what_is_looked_at_is_made():
    made: list[int] = []

    def make(n: int) -> str:
        made.append(n)
        return f"entry {n}"

    entries = Lazy(10_000, make)
    assert len(entries) == 10_000
    assert entries[-1] == "entry 9999"
    assert entries[2:4] == ["entry 2", "entry 3"]
    assert made == [9999, 2, 3]
    with pytest.raises(IndexError, match="there are 10000 members, none at 10000"):
        entries[10_000]
    assert list(Lazy(2, make)) == ["entry 0", "entry 1"]
