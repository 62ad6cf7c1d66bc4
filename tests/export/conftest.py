"""SEALORDS and the small title as sources of print; each is loaded once."""

from __future__ import annotations

from functools import cache

import pytest

from qtwar.app import printing
from qtwar.export.source import Source
from tests.export.field import field

MAPS: list[str] = []


@pytest.fixture(scope="session", autouse=True)
def _cache(tmp_path_factory, qapp):
    """Maps are kept where no other program looks for them."""
    patch = pytest.MonkeyPatch()
    patch.setenv("QTWAR_CACHE", str(tmp_path_factory.mktemp("cache")))
    yield
    patch.undo()


@cache
def _sealords(scenario: str) -> Source:
    return printing.open_source(f"sealords/{scenario}")


@pytest.fixture(scope="session")
def sealords(_cache):
    """A function: scenario → source; the drawn map is shared by all."""

    def make(scenario: str = "game_warden") -> Source:
        return _sealords(scenario)

    return make


@pytest.fixture(scope="session")
def small(_cache) -> Source:
    """A title of a few squares with two sides, one of which hides."""
    return printing.scenario_source(field(), "one")
