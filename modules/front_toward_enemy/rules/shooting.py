"""The shots of opportunity fire (21.0) – the seam: who passed the check fires alone or together at one of the targets."""

from __future__ import annotations

from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Table


class Shots(Step):
    """Who is ready fires. Locals: `side`, `cell`, `level`, `cause`, `road`, `stealth`, `shown`, `hidden`; own: `ready`;
    nobody's: `targets`. To come with fire (7.1)."""

    name = "shots"

    def run(self, t: Table, f: Frame) -> None:
        t.done({})


STEPS = (Shots(),)
