"""Modifiers with their names: a number and the lines that say what it is made of, for previews and the log."""

from __future__ import annotations

from typing import Any, NotRequired

from qtwar.kit.offers import Message


class Line(Message):
    """A line of a preview: a message and its value, shown with its sign if `signed`; `tone` is `head`, `good` or `bad`."""

    value: Any
    signed: NotRequired[bool]
    tone: NotRequired[str]


def modifier(key: str, by: int, rule: str, **args: Any) -> Line:
    """Return the line of a modifier: message with rule number, and what it adds."""
    return {"key": key, "args": args, "rule": rule, "value": by, "signed": True}


class Tally:
    """A number that modifiers add up to, each a line with its rule number; several numbers may share their lines."""

    def __init__(self, total: int = 0, lines: list[Line] | None = None) -> None:
        self.total = total
        self.lines: list[Line] = [] if lines is None else lines

    def add(self, key: str, rule: str, by: int, **args: Any) -> None:
        """Add a modifier; one of 0 says nothing."""
        if by:
            self.total += by
            self.lines.append(modifier(key, by, rule, **args))

    def tell(self, key: str, rule: str, value: Any, *, tone: str = "", **args: Any) -> None:
        """Add a line that changes nothing: what the number begins with, or (tone `head`) what has come of it."""
        line: Line = {"key": key, "args": args, "rule": rule, "value": value}
        if tone:
            line["tone"] = tone
        self.lines.append(line)
