"""A game of Band of Heroes standing where a test wants it, and short words for what tests do and ask."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from modules.band_of_heroes.rules import title
from qtwar.kit import testing
from qtwar.kit.content import Content
from qtwar.kit.runner import Runner
from qtwar.sandbox import testing as titles

MODULE = Path(__file__).resolve().parents[1]


def rules_content() -> Content:
    """The content as the rules read it."""
    return titles.rules_content(MODULE)


class Game(testing.Game):
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
        super().__init__(
            title(rules_content()),
            scenario,
            phase=phase,
            args={"side": side},
            values={"turn": turn, "initiative": side, **(values or {})},
            options=options,
            pieces={self._name(name): at for name, at in pieces.items()},
        )

    @staticmethod
    def _name(name: str) -> str:
        """Return a piece's id: single ones are named with a low line in the roster, others with a dash."""
        plain = name.replace("_", "-")
        return name if name in rules_content().pieces and plain not in rules_content().pieces else plain

    def entry(self, entry: str) -> dict[str, Any]:
        """Return what a short entry says: place, then words for face, wound, facing, markers."""
        place, *words = entry.split("/")
        found: dict[str, Any] = {"at": self.place(place), "attrs": {}}
        for word in words:
            if word in ("shaken", "back"):
                found["face"] = "back"
            elif word == "wounded":
                found["attrs"]["wounded"] = True
            elif word.isdigit():
                found["attrs"]["facing"] = int(word)
            elif "=" in word:
                key, to = word.split("=")
                found[key] = to
            else:
                found["attrs"]["marks"] = [*found["attrs"].get("marks", []), word]
        return found

    def note(self, key: str, at: int = 0) -> dict[str, Any]:
        """Return the arguments of the first log line of a key."""
        return super().note(key, at)

    def marks(self, piece: str) -> list[str]:
        return list(self.state.pieces[piece]["attrs"].get("marks") or ())


@pytest.fixture
def game() -> Callable[..., Game]:
    """`game("impulse", "us", us_para_squad_1="G4", …)` makes a position."""
    return Game


@pytest.fixture
def whole() -> Callable[..., Runner]:
    """`whole(scenario, seed, setup)` returns a scenario begun."""

    return partial(testing.begun, title(rules_content()))
