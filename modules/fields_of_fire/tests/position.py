"""A mission's field of open cards with units on it, by their full names, and action cards in the order of their draw."""

from __future__ import annotations

from functools import cache
from typing import Any

from modules.fields_of_fire.rules import deck, title
from modules.fields_of_fire.tests.conftest import rules_content
from qtwar.kit import testing


def card(n: int) -> str:
    """Return an action card by its number."""
    return f"action-{n:02}"


@cache
def card_with(**wanted: Any) -> str:
    """Return the first action card with these figures: `card_with(r8=3)`, `card_with(slot2="burst", short=False)`."""
    cards = {p: entry["attrs"] for p, entry in rules_content().pieces.items() if entry["kind"] == "action"}
    return next(p for p in sorted(cards) if all(cards[p][key] == value for key, value in wanted.items()))


class Game(testing.Game):
    """A position of a mission on open ground. Units are `normandy_p1_sqd1="r2c2"`, `german_tm__1="r3c2/pinned/unspotted"`."""

    def __init__(
        self,
        scenario: str = "nrm_1",
        *,
        draws: list[str] | None = None,
        cards: dict[str, str] | None = None,
        values: dict[str, Any] | None = None,
        entries: dict[str, Any] | None = None,
        options: dict[str, Any] | None = None,
        **units: str,
    ) -> None:
        spec = rules_content().scenarios[scenario]["attrs"]
        pieces: dict[str, Any] = {}
        for piece, entry in rules_content().pieces.items():
            if entry["kind"] in ("action", "reshuffle"):
                pieces[piece] = deck.DECK
        era = spec["campaign"]
        kinds = {"open": f"{era}_open_field" if era == "normandy" else f"{era}_rice_paddy"}
        for row in range(1, spec["map"]["rows"] + 1):
            for column in range(1, spec["map"]["cols"] + 1):
                at = f"r{row}c{column}"
                kind = (cards or {}).get(at, "open")
                pieces[f"card-{at}"] = {
                    "at": f"map:{at}",
                    "kind": kinds.get(kind, kind),
                    "attrs": {"sights": "WWWWWWWW"},
                }
        for name, where in units.items():
            pieces[self.named(name)] = self._entry(name, where)
        pieces.update(entries or {})
        super().__init__(
            title(rules_content()), scenario, pieces=pieces, decks={deck.DECK: draws or []}, options=options,
            values={"turn": 2, "lines": spec["lines"], "signals": spec["signals"], "activity": "no_contact", **(values or {})},
        )  # fmt: skip

    @staticmethod
    def named(name: str) -> str:
        """Return the id that a name of a test stands for: `__` before a number, `-` for `_`."""
        stem, _, number = name.partition("__")
        return f"{stem}-{number}".replace("_", "-") if number else stem.replace("_", "-")

    @staticmethod
    def _entry(name: str, where: str) -> dict[str, Any]:
        at, *states = where.split("/")
        entry: dict[str, Any] = {"at": at if at in rules_content().boxes or at.startswith("@") else f"map:{at}"}
        stem, attrs = name.partition("__")[0], dict[str, Any]()
        if stem in rules_content().kinds and Game.named(name) not in rules_content().pieces:
            entry["kind"] = stem
        for state in states:
            key, _, value = state.partition("=")
            if key in ("kind", "owner", "face"):
                entry[key] = value
            else:
                attrs[key] = int(value) if value.lstrip("-").isdigit() else value or True
        if attrs:
            entry["attrs"] = attrs
        return entry

    def impulse(self, issuer: str, n: int = 6) -> Game:
        """Stand in an impulse of an HQ with commands to spend."""
        self.run(("impulse", {
            "id": "co", "rule": "3.3.1.B", "issuer": issuer, "unit": "", "used": {},
            "hqs": {issuer: {"has": n, "most": 6, "spent": 0, "save": True}},
        }))  # fmt: skip
        return self

    def order(self, unit: str, verb: str, **args: Any) -> Game:
        """Give a unit an order in the impulse."""
        return self.act("us", "order", pieces=[unit]).act("us", verb, **args)

    def kinds_at(self, place: str) -> list[str]:
        """Return the kinds of what lies in a place, terrain left out, sorted."""
        records = [self.state.pieces[p] for p in self.state.at(self.place(place))]
        return sorted(r["kind"] for r in records if self.content.kinds[r["kind"]].klass != "card")
