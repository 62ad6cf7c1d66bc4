"""A step of the sequence of play: a stateless object; what it must remember is in its frame."""

from __future__ import annotations

from typing import Any

from qtwar.kit.asks.shapes import Offer
from qtwar.kit.table import Frame, Seen, Table


class Step:
    """Base of all steps. A subclass sets `name` and defines `run`, and, if it waits, `offer` and `do_<verb>`."""

    name = ""

    def run(self, t: Table, f: Frame) -> None:
        """Decide what comes next: call a child, finish with `t.done`, or `t.wait` for a side.

        Called when the step begins, after each child (its result in `f.result`, this once), and after each `do_<verb>`.
        """
        raise NotImplementedError(self.name)

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Return what the waiting side `s.side` may do now (docs/architecture.md section 3)."""
        raise NotImplementedError(self.name)

    def verbs(self) -> set[str]:
        """Return the verbs of the actions that it carries out."""
        return {name[3:] for name in dir(self) if name.startswith("do_")}

    def do(self, verb: str, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Carry an offered action out, by `do_<verb>`."""
        getattr(self, f"do_{verb}")(t, f, side, args)
