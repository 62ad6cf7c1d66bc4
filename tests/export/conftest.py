"""SEALORDS and the small title as sources of print; each is loaded once."""

from __future__ import annotations

from functools import cache

import pytest

from qtwar.export.source import SheetSource
from qtwar.services import printing
from tests.export.field import field


@cache
def _sealords(scenario: str) -> SheetSource:
    return printing.open_source(f"sealords/{scenario}")


@pytest.fixture(scope="session")
def sealords(qapp):
    """A function: scenario → source; the drawn map is shared by all."""

    def make(scenario: str = "game_warden") -> SheetSource:
        return _sealords(scenario)

    return make


@pytest.fixture(scope="session")
def small(qapp) -> SheetSource:
    """A title of a few squares with two sides, one of which hides."""
    return printing.scenario_source(field(), "one")
