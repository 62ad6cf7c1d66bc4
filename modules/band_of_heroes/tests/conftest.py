"""A game of Band of Heroes standing where a test wants it, and short words for what tests do and ask."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from modules.band_of_heroes.rules import title
from qtwar.base.errors import Refusal
from qtwar.engine import views
from qtwar.engine.state import State
from qtwar.kit.content import Content
from qtwar.kit.dice import Chance
from qtwar.kit.runner import Runner
from qtwar.kit.table import Seen, Table
from qtwar.model.load import load

MODULE = Path(__file__).resolve().parents[1]


@cache
def rules_content() -> Content:
    """The content as the rules read it."""
    return Content(load(MODULE).rules_json())


class Game:
    """A position of a scenario; pieces are `us_para_squad_1="G4"`, shaken ones "G4/shaken", carried ones "@us-para-squad-1"."""

    def __init__(
        self,
        phase: str = "impulse",
        side: str = "us",
        *,
        scenario: str = "t1_contact",
        options: dict[str, Any] | None = None,
        turn: int = 2,
        values: dict[str, Any] | None = None,
        **pieces: str,
    ) -> None:
        self.runner = Runner(title(rules_content()))
        self.board = rules_content().scenarios[scenario]["boards"][0]
        meta = {"scenario": scenario, "options": options or {}, "strictness": "enforce", "title": "band_of_heroes"}
        spec = {
            "phase": phase,
            "args": {"side": side},
            "vars": {"turn": turn, "initiative": side, **(values or {})},
            "pieces": {
                name.replace("_", "-") if "-" not in name else name: self._entry(at) for name, at in pieces.items()
            },
        }
        # single ones are named with a low line in the roster
        known = rules_content().pieces
        spec["pieces"] = {self._name(name, known): entry for name, entry in spec["pieces"].items()}
        self.events = self.runner.setup(meta, {"position": spec}, 1)

    @staticmethod
    def _name(name: str, known: dict[str, Any]) -> str:
        return name if name in known else name.replace("-", "_") if name.replace("-", "_") in known else name

    def _entry(self, at: str) -> dict[str, Any]:
        place, *words = at.split("/")
        entry: dict[str, Any] = {"at": self.place(place), "attrs": {}}
        for word in words:
            if word in ("shaken", "back"):
                entry["face"] = "back"
            elif word == "wounded":
                entry["attrs"]["wounded"] = True
            elif word.isdigit():
                entry["attrs"]["facing"] = int(word)
            elif "=" in word:
                key, to = word.split("=")
                entry[key] = to
            else:
                entry["attrs"]["marks"] = [*entry["attrs"].get("marks", []), word]
        return entry

    def place(self, at: str) -> str:
        """Return a hex's place; boxes and carriers as they are."""
        return at if at.startswith("@") or ":" in at or at in rules_content().boxes else f"{self.board}:{at}"

    @property
    def state(self) -> State:
        return self.runner.state

    def table(self, dice: list[int] | None = None, picks: list[int] | None = None, seed: int = 1) -> Table:
        """A table for calling a rule function directly."""
        return Table(rules_content(), self.state, Chance(seed, dice, picks))

    def seen(self, side: str = "us") -> Seen:
        return Seen(rules_content(), views.view(self.state, side))

    def act(
        self, side: str, verb: str, dice: list[int] | None = None, picks: list[int] | None = None, **args: Any
    ) -> Game:
        """Carry out an offered action; cells and paths may be bare hexes."""
        if "cell" in args:
            args["cell"] = self.place(args["cell"])
        if "path" in args:
            args["path"] = [self.place(p) for p in args["path"]]
        self.events = self.runner.act({"side": side, "verb": verb, "args": args}, 7, dice, picks)
        return self

    def refused(self, side: str, verb: str, **args: Any) -> str:
        """Return the rule by which an action is refused."""
        with pytest.raises(Refusal) as no:
            self.act(side, verb, **args)
        return no.value.rule

    def offer(self, side: str) -> dict[str, Any]:
        found = self.runner.offer(side)
        assert found is not None, f"{side} is not to act; active: {self.state.active}"
        return found

    def ask(self, side: str, verb: str) -> dict[str, Any] | None:
        """The ask of a verb, or None where it is not offered."""
        return next((a for a in self.offer(side)["asks"] if a["verb"] == verb), None)

    def query(self, side: str, what: str, **args: Any) -> Any:
        if "cell" in args:
            args["cell"] = self.place(args["cell"])
        return self.runner.query(side, what, args)

    def at(self, piece: str) -> str:
        return str(self.state.pieces[piece]["at"]).removeprefix(f"{self.board}:")

    def face(self, piece: str) -> str:
        return str(self.state.pieces[piece]["face"])

    def marks(self, piece: str) -> list[str]:
        return list(self.state.pieces[piece]["attrs"].get("marks") or ())

    def frame_name(self) -> str:
        """The innermost step."""
        return str(self.state.flow[-1]["step"])

    def notes(self) -> list[str]:
        return [e["key"] for e in self.events if e["e"] == "note"]

    def note(self, key: str) -> dict[str, Any]:
        """The arguments of the first log line of a key."""
        return next(e["args"] for e in self.events if e["e"] == "note" and e["key"] == key)

    @property
    def active(self) -> list[str]:
        return list(self.state.active)


@pytest.fixture
def game() -> Callable[..., Game]:
    """`game("impulse", "us", us_para_squad_1="G4", …)` makes a position."""
    return Game


@pytest.fixture
def whole() -> Callable[[str, int, str], Runner]:
    """`whole(scenario, seed, setup)` returns a scenario begun."""

    def begin(scenario: str, seed: int = 1, setup: str = "quick") -> Runner:
        runner = Runner(title(rules_content()))
        meta = {"scenario": scenario, "options": {}, "strictness": "enforce", "title": "band_of_heroes"}
        runner.setup(meta, {"setup": setup}, seed)
        return runner

    return begin
