"""Where the program's own files lie: beside the package in a clone, inside it where it was installed or frozen.

Everything that is no code (resources, the bundled titles, the guide) is found here and nowhere else.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).resolve().parents[1]
"""The package `qtwar`; a frozen program has here the sources that the sandbox reads, the rest is compiled."""
DATA: Final = PACKAGE / "data"
"""Where a wheel and a frozen program hold what a clone has beside the package (`setup.py`)."""
CLONE: Final = PACKAGE.parent


def installed() -> bool:
    """Return whether this is a wheel or a frozen program, not a clone."""
    return DATA.is_dir()


def frozen() -> bool:
    """Return whether this is the program that needs no Python."""
    return bool(getattr(sys, "frozen", False))


_HELD: Final = DATA if installed() else CLONE
RESOURCES: Final = _HELD / "resources"
"""Fonts, symbols, icons, texts, the guest that runs rules."""
MODULES: Final = _HELD / "modules"
"""The titles that come with the program."""
GUIDE: Final = _HELD / "guide" if installed() else CLONE / "docs" / "guide"
"""The chapters that F1 shows."""
