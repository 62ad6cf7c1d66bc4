"""A game standing at the operations phase, and short words for what its tests do and ask."""

from __future__ import annotations

from typing import Any

import pytest

from modules.sealords.rules import title
from qtwar.base.errors import Refusal
from qtwar.engine.state import State
from qtwar.kit.content import Content
from qtwar.kit.runner import Runner


def place(at: str) -> str:
    """Return the place of a four-digit square, a box as it is."""
    return f"delta:{at}" if at.isdigit() else at


class Ops:
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
        self.runner = Runner(title(content))
        spec = {
            "phase": "operations",
            "args": {"side": side},
            "sides": {"FW": {"cp": fw, "vp": 0}, "COM": {"cp": com, "vp": 0}},
            "vars": {"turn": turn},
            "pieces": {
                name.replace("_", "-"): {"at": place(at), "known": ["COM"]} if name.startswith("com") else place(at)
                for name, at in pieces.items()
            },
        }
        meta = {"scenario": scenario, "options": options or {}, "strictness": "enforce", "title": "sealords"}
        self.events = self.runner.setup(meta, {"position": spec}, 1)

    @property
    def state(self) -> State:
        return self.runner.state

    def act(
        self, side: str, verb: str, dice: list[int] | None = None, picks: list[int] | None = None, **args: Any
    ) -> Ops:
        """Carry out an action."""
        self.events = self.runner.act({"side": side, "verb": verb, "args": args}, 5, dice, picks)
        return self

    def go(self, side: str, pieces: str, path: str, dice: list[int] | None = None, **more: Any) -> Ops:
        """Move a force: pieces and squares as words; `land` and `join` are {square: pieces}."""
        args: dict[str, Any] = {"pieces": pieces.split(), "path": [place(p) for p in path.split()]}
        for key in ("land", "join"):
            if key in more:
                args[key] = {place(at): ids.split() for at, ids in more[key].items()}
        return self.act(side, "move_force", dice, **args)

    def refused(self, side: str, verb: str, **args: Any) -> str:
        """Return the rule by which an action is refused."""
        before = self.state.digest()
        with pytest.raises(Refusal) as no:
            self.act(side, verb, **args)
        assert self.state.digest() == before
        return no.value.rule

    def refused_go(self, side: str, pieces: str, path: str, **more: Any) -> str:
        """Return the rule by which a move is refused."""
        before = self.state.digest()
        with pytest.raises(Refusal) as no:
            self.go(side, pieces, path, **more)
        assert self.state.digest() == before
        return no.value.rule

    def fight(self, *, fw: str, com: str, dice: list[int]) -> Ops:
        """Choose both recon units; `dice` are the faces that fall after the last choice (FW recon first)."""
        todo = [
            (side, pick) for side, pick in (("FW", fw), ("COM", com)) if side in self.active and self.step == "recon"
        ]
        for n, (side, pick) in enumerate(todo):
            self.act(side, "scout", dice if n == len(todo) - 1 else [], pieces=pick.split())
        return self

    @property
    def active(self) -> list[str]:
        return list(self.state.active)

    @property
    def step(self) -> str:
        """The step that the prompt shows."""
        return str((self.runner.offer(self.active[0]) or {}).get("step"))

    def asks(self, side: str) -> dict[str, dict[str, Any]]:
        """Return the asks of a side by verb."""
        return {a["verb"]: a for a in (self.runner.offer(side) or {"asks": []})["asks"]}

    def at(self, piece: str) -> str:
        """Return where a piece lies: a square's number or a box."""
        return str(self.state.pieces[piece]["at"]).removeprefix("delta:")

    def num(self, side: str, key: str) -> int:
        return int(self.state.sides[side][key])

    def notes(self) -> list[str]:
        return [e["key"] for e in self.events if e["e"] == "note"]

    def note(self, key: str) -> dict[str, Any]:
        """Return the arguments of the last note of a key."""
        found: dict[str, Any] = [e for e in self.events if e["e"] == "note" and e["key"] == key][-1]["args"]
        return found

    def shifts(self) -> dict[str, int]:
        """Return the shifts of the last fire by name."""
        return {m["key"]: m["value"] for m in self.note("note.fire")["modifiers"]}

    def reach(self, side: str, *pieces: str) -> set[str]:
        """Return the squares lit for some units."""
        answer = self.runner.query(side, "reach", {"pieces": list(pieces)})
        return {p.removeprefix("delta:") for p in answer["cells"]}
