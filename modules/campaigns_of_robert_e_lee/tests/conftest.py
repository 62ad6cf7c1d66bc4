"""The content as models, and the figures a second time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from qtwar.model.content import TitleContent
from qtwar.model.load import load

MODULE = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def content() -> TitleContent:
    """The content of the module."""
    return load(MODULE)


@pytest.fixture(scope="session")
def values() -> dict[str, Any]:
    """Charts, leaders, counter mix and scenarios as they were designed."""
    return dict(yaml.safe_load((MODULE / "tests" / "values.yaml").read_text("utf-8")))


@pytest.fixture(scope="session")
def map_values() -> dict[str, Any]:
    """The map as it was designed."""
    return dict(yaml.safe_load((MODULE / "tests" / "map_values.yaml").read_text("utf-8")))
