"""The content as models, the figures a second time, and games standing where a test wants them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml

from modules.front_toward_enemy.rules import title
from qtwar.kit import testing
from qtwar.kit.content import Content
from qtwar.kit.runner import Runner
from qtwar.model.content import TitleContent
from qtwar.sandbox import testing as titles

MODULE = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def content() -> TitleContent:
    """The content of the module."""
    return titles.content_of(MODULE)


@pytest.fixture(scope="session")
def values() -> dict[str, Any]:
    """Charts, counters, maps and scenarios as they were designed."""
    return dict(yaml.safe_load((MODULE / "tests" / "values.yaml").read_text("utf-8")))


def rules_content() -> Content:
    """The content as the rules read it."""
    return titles.rules_content(MODULE)


BYSTANDERS = {
    "chit_us_8": "cup", "chit_nva_vc_8": "cup", "us_medic_3": "01.18/concealed", "nva_sniper_2": "26.18/concealed",
}  # fmt: skip
"""Chits to be drawn, and somebody for each side to activate: so the turn does not end behind a test's back."""


class Game(testing.Game):
    """A position of a FRAGO; pieces are `us_ft_1="02.11"`, words behind: `"02.11/concealed/suppressed"`, `"@us_slick-1"`."""

    def __init__(
        self,
        phase: str = "activate",
        side: str = "US",
        *,
        scenario: str = "frago_1_cordon_tan_loi",
        options: dict[str, Any] | None = None,
        values: dict[str, Any] | None = None,
        args: dict[str, Any] | None = None,
        **pieces: str,
    ) -> None:
        if phase == "activate" and scenario == "frago_1_cordon_tan_loi":
            pieces = {**BYSTANDERS, **pieces}
        whose = {"side": side} if phase in ("activate", "activation", "concealment") else {}
        super().__init__(
            title(rules_content()),
            scenario,
            phase=phase,
            args={**whose, **(args or {})},
            values={"turn": 2, **(values or {})},
            options=options,
            pieces={self._name(name): self._hidden(self._name(name), at) for name, at in pieces.items()},
        )

    @staticmethod
    def _hidden(piece: str, entry: str) -> str:
        """Put the side that knows a concealed piece behind its entry: facilities are the NVA/VC's unless said otherwise."""
        side = "US" if piece.startswith("us_") else "NVA_VC"
        if "owner=" in entry:
            side = entry.partition("owner=")[2].partition("/")[0]
        return entry.replace("/concealed", f"/known={side}")

    @staticmethod
    def _name(name: str) -> str:
        """Return a piece's id: `us_ft_1` for `us_ft-1`."""
        if name in rules_content().pieces:
            return name
        head, _, n = name.rpartition("_")
        return f"{head}-{n}"

    def entry(self, entry: str) -> dict[str, Any]:
        """Return what a short entry says: place, then words for concealment, face, state and markers."""
        place, *words = entry.split("/")
        found: dict[str, Any] = {"at": self.place(place), "attrs": {}}
        for word in words:
            key, _, to = word.partition("=")
            if key == "known":
                found["known"] = [to]
            elif word == "reduced":
                found["face"] = "back"
            elif word in ("suppressed", "broken"):
                found["attrs"]["state"] = word
            elif word in ("high", "treetop", "ground"):
                found["attrs"]["altitude"] = word
            elif to and key in ("kind", "owner"):
                found[key] = to
            else:
                found["attrs"][key] = int(to) if to.isdigit() else to or True
        return found

    def attr(self, piece: str, key: str) -> Any:
        """Return what play has written on a counter."""
        return self.state.pieces[piece]["attrs"].get(key)

    def concealed(self, piece: str) -> bool:
        """Return whether the enemy does not know a piece."""
        return piece in self.state.known

    def vp(self) -> tuple[int, int]:
        """Return the points of the US and the NVA/VC."""
        return int(self.num("US", "vp")), int(self.num("NVA_VC", "vp"))


@pytest.fixture
def game() -> Callable[..., Game]:
    """`game("activate", "US", us_ft_1="02.11", …)` makes a position."""
    return Game


@pytest.fixture
def whole() -> Callable[..., Runner]:
    """`whole(scenario, seed, setup)` returns a FRAGO begun."""

    return partial(testing.begun, title(rules_content()))
