"""Colours that a title writes as text: style sheets and pictures get six digits, whatever stands there."""

from __future__ import annotations

import re

GREY = "#5a6470"


def hexed(text: object, instead: str = GREY) -> str:
    """Return `#rrggbb` of a colour written so or as `#rgb`, `instead` for anything else."""
    found = re.fullmatch(r"#([0-9A-Fa-f]{6}|[0-9A-Fa-f]{3})", text) if isinstance(text, str) else None
    if found is None:
        return instead
    digits = found[1]
    return "#" + (digits if len(digits) == 6 else "".join(digit * 2 for digit in digits))
