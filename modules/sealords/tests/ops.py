"""A game standing at the operations phase, and short words for what its tests do and ask."""

from __future__ import annotations

from typing import Any

from modules.sealords.rules import title
from qtwar.kit.content import Content
from qtwar.kit.dice import Chance
from qtwar.kit.table import Table
from qtwar.kit.testing import Game

TWO: dict[str, Any] = {
    "us_pbr_1": "2015",
    "us_pbr_2": "2015",
    "com_local_force_battalion_1": "2016",
    "com_sapper_company_1": "2016",
}
"""Two PBR before a square with a Local Force battalion and Sappers."""


class Ops(Game):
    """A position in the operations phase; `pieces` are `us_pbr_1="2015"`, Communist ones lie face down."""

    def __init__(
        self,
        content: Content,
        side: str = "FW",
        *,
        scenario: str = "game_warden",
        options: dict[str, Any] | None = None,
        fw: int = 20,
        com: int = 20,
        turn: int = 2,
        **pieces: str,
    ) -> None:
        super().__init__(
            title(content),
            scenario,
            phase="operations",
            args={"side": side},
            sides={"FW": {"cp": fw, "vp": 0}, "COM": {"cp": com, "vp": 0}},
            values={"turn": turn},
            options=options,
            pieces={
                name.replace("_", "-"): {"at": at, "known": ["COM"]} if name.startswith("com") else at
                for name, at in pieces.items()
            },
        )

    def go(self, side: str, pieces: str, path: str, dice: list[int] | None = None, **more: Any) -> Ops:
        """Move a force: pieces and squares as words; `land` and `join` are {square: pieces}."""
        return self.act(side, "move_force", dice, **self._move(pieces, path, more))

    def _move(self, pieces: str, path: str, more: dict[str, Any]) -> dict[str, Any]:
        args: dict[str, Any] = {"pieces": pieces.split(), "path": path.split()}
        for key in ("land", "join"):
            if key in more:
                args[key] = {self.place(at): ids.split() for at, ids in more[key].items()}
        return args

    def refused_go(self, side: str, pieces: str, path: str, **more: Any) -> str:
        """Return the rule by which a move is refused."""
        return self.refused(side, "move_force", **self._move(pieces, path, more))

    def fight(self, *, fw: str, com: str, dice: list[int]) -> Ops:
        """Choose both recon units; `dice` are the faces that fall after the last choice (FW recon first)."""
        todo = [
            (side, pick) for side, pick in (("FW", fw), ("COM", com)) if side in self.active and self.shown == "recon"
        ]
        for n, (side, pick) in enumerate(todo):
            self.act(side, "scout", dice if n == len(todo) - 1 else [], pieces=pick.split())
        return self

    @property
    def shown(self) -> str:
        """The step that the prompt shows."""
        return str((self.runner.offer(self.active[0]) or {}).get("step"))

    def shifts(self) -> dict[str, int]:
        """Return the shifts of the last fire by name."""
        return {m["key"]: m["value"] for m in self.note("note.fire")["modifiers"]}

    def reach(self, side: str, *pieces: str) -> set[str]:
        """Return the squares lit for some units."""
        answer = self.runner.query(side, "reach", {"pieces": list(pieces)})
        return {p.removeprefix("delta:") for p in answer["cells"]}


def table(g: Ops) -> Table:
    """Return the table of a game as its rules have it."""
    return Table(g.runner.title.content, g.state, Chance(1))
