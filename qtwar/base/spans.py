"""What a head of a look-up table stands for: a number, a range of numbers, or a word."""

from __future__ import annotations

import re

_RANGE = re.compile(r"^(-?\d+)\s*(?:-|–|to)\s*(-?\d+)$")


def bounds(head: object) -> tuple[float, float] | None:
    """Return (least, most) of `4`, `4-5`, `<1`, `≤1`, `>3`, `27+`, {min, max}; None for a word. Whole numbers."""
    if isinstance(head, bool):
        return None
    if isinstance(head, (int, float)):
        return (head, head)
    if isinstance(head, dict):
        low, high = head.get("min"), head.get("max")
        return (float("-inf") if low is None else low, float("inf") if high is None else high)
    text = str(head).strip()
    if found := _RANGE.match(text):
        return (int(found[1]), int(found[2]))
    if re.fullmatch(r"<\s*-?\d+", text):
        return (float("-inf"), int(text[1:]) - 1)
    if re.fullmatch(r"(≤|<=)\s*-?\d+", text):
        return (float("-inf"), int(text.lstrip("≤<=")))
    if re.fullmatch(r"-?\d+\s*\+", text):
        return (int(text[:-1]), float("inf"))
    if re.fullmatch(r">\s*-?\d+", text):
        return (int(text[1:]) + 1, float("inf"))
    if re.fullmatch(r"-?\d+", text):
        return (int(text), int(text))
    return None
