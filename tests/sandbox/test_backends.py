"""SEALORDS in plain Python and in the guest: the same entries, whatever the order of sets on either side."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from qtwar.model.load import load
from qtwar.sandbox.client import SandboxRules
from qtwar.sandbox.inprocess import InProcessRules
from qtwar.session.chance import entropy, key_from_seed

Ports = tuple[InProcessRules, SandboxRules]


@pytest.fixture(scope="module")
def ports(repository: Path) -> Iterator[Ports]:
    """SEALORDS on both backends."""
    folder = repository / "modules" / "sealords"
    content: dict[str, Any] = load(folder).rules_json()
    sandbox = SandboxRules(folder, content)
    yield InProcessRules(folder, content), sandbox
    sandbox.close()


@pytest.mark.parametrize(
    ("scenario", "seed", "actions"), [("learning", 1, 400), ("learning", 2, 400), ("game_warden", 1, 60)]
)
def test_a_random_game_has_the_same_entries(ports: Ports, scenario: str, seed: int, actions: int) -> None:
    meta = {"title": "sealords", "scenario": scenario, "options": {}}
    key = key_from_seed(seed)
    chances = [entropy(key, no) for no in range(2, actions + 2)]
    shown = [(p.setup(meta, {}, entropy(key, 1)), p.selfplay(chances), p.offers()) for p in ports]
    native, sandbox = shown
    assert native[0] == sandbox[0]
    for no, (ours, theirs) in enumerate(zip(native[1]["entries"], sandbox[1]["entries"], strict=True)):
        assert ours == theirs, f"entry {no}"
    assert native[1]["end"] == sandbox[1]["end"]
    assert native[2] == sandbox[2]
    assert len(native[1]["entries"]) > 10
