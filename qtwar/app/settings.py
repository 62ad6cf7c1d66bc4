"""Keeps the person's settings in one JSON file of the user's own settings folder."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import platformdirs

from qtwar.base import files
from qtwar.base.errors import DataFault


def default_path() -> Path:
    """Return the file of this user; the environment variable QTWAR_SETTINGS names another."""
    named = os.environ.get("QTWAR_SETTINGS")
    return Path(named) if named else Path(platformdirs.user_config_dir("qtwar", appauthor=False)) / "settings.json"


class SettingsFile:
    """A settings store; a file that can not be read counts as empty, one that can not be written is left alone."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or default_path()

    def load(self) -> dict[str, Any]:
        """Return what the file says."""
        try:
            values = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return values if isinstance(values, dict) else {}

    def save(self, values: Mapping[str, Any]) -> None:
        """Write the file whole: the key of a server on which one hosts games is in there."""
        text = json.dumps(dict(values), ensure_ascii=False, indent=1, sort_keys=True)
        with suppress(DataFault):
            files.write_private(self.path, text.encode())
