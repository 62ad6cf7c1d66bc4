"""Qt without PySide6's `__feature__`: for its sake every import after Qt's would read and keep the module's source."""

from __future__ import annotations

import builtins


def switch_off() -> None:
    """Import Qt and leave `import` as it was: a seventh of the start's computing, and 30 MB. Before anything else of Qt."""
    plain = builtins.__import__
    import PySide6.QtCore  # noqa: F401

    builtins.__import__ = plain
