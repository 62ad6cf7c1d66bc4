"""Games standing where a test wants them: cards laid, units with their states, the action deck stacked."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Self

from modules.fields_of_fire.rules import deck, title
from qtwar.kit import testing
from qtwar.kit.content import Content
from qtwar.kit.piles import Pile
from qtwar.kit.table import Reader
from qtwar.model.load import load

MODULE = Path(__file__).resolve().parents[1]
OPEN = "WWWWWWWW"
WORDS = ("pinned", "exposed", "unspotted", "captured", "activated", "done", "out_of_ammo", "holds", "empty", "jammed")


@cache
def rules_content() -> Content:
    """The content as the rules read it."""
    return Content(load(MODULE).rules_json())


def cards(icon: str = "", n: int = 1, **figures: Any) -> list[str]:
    """Return n action cards that show an icon and have some figures (`act=3`, `jam=True`)."""
    found = []
    for piece, entry in rules_content().pieces.items():
        attrs = entry.get("attrs") or {}
        shown = not icon or attrs.get(deck.SLOTS[icon]) == icon
        if entry["kind"] == "action" and shown and all(attrs.get(key) == value for key, value in figures.items()):
            found.append(piece)
    assert len(found) >= n, f"no {n} cards {icon} {figures}"
    return found[:n]


def blanks(icon: str, n: int = 2) -> list[str]:
    """Return n action cards that do not show an icon, nor the words Jam and Short."""
    slot, found = deck.SLOTS[icon], []
    for piece, entry in rules_content().pieces.items():
        attrs = entry.get("attrs") or {}
        if entry["kind"] == "action" and attrs[slot] != icon and not attrs.get("jam") and not attrs.get("short"):
            found.append(piece)
    return found[:n]


def column(n: int, want: int, *other: str) -> str:
    """Return an action card, none of the others named, whose random-number column of n says `want`."""
    return next(card for card in cards(n=50) if Game.attrs(card)[f"r{n}"] == want and card not in other)


class Game(testing.Game):
    """A position of a mission on open fields; `p1_sqd1="r1c2/pinned"`, `german_tm_1="r2c2/under=m1"`, `m1="r2c2/kind=cover"`.

    `land` gives cells another card: a scene (`woods`), `hill` (with a field on it), or a scene and its borders
    (`orchard:GGGGGGGG`). `draws` are the action cards that come first.
    """

    def __init__(
        self,
        phase: str = "",
        *,
        scenario: str = "nrm_1",
        land: dict[str, str] | None = None,
        draws: list[str] | None = None,
        values: dict[str, Any] | None = None,
        options: dict[str, Any] | None = None,
        rows: int = 4,
        columns: int = 4,
        **pieces: str,
    ) -> None:
        attrs = rules_content().scenarios[scenario]["attrs"]
        self.campaign = str(attrs["campaign"])
        laid: dict[str, Any] = {}
        for row in range(1, rows + 1):
            for col in range(1, columns + 1):
                laid |= self._land(f"r{row}c{col}", (land or {}).get(f"r{row}c{col}", ""))
        laid |= dict.fromkeys((p for p, e in rules_content().pieces.items() if e["kind"] == "action"), deck.DECK)
        laid |= {self.name(name): at for name, at in pieces.items()}
        turn = {"turn": 2, "lines": {"lod": 0, "loa": rows, "left": 1, "right": columns}}
        super().__init__(
            title(rules_content()), scenario, phase=phase, options=options, values={**turn, **(values or {})}, pieces=laid,
            decks={deck.DECK: draws or []},
        )  # fmt: skip

    def _land(self, cell: str, word: str) -> dict[str, Any]:
        scene, _, sights = word.partition(":")
        found = {}
        if scene == "hill":
            found[f"hill-{cell}"] = {"at": cell, "kind": f"{self.campaign}_hill", "attrs": {"sights": sights or OPEN}}
            scene, sights = "", OPEN
        plain = {"normandy": "open_field", "korea": "rice_paddy", "vietnam": "clearing"}[self.campaign]
        kind = f"{self.campaign}_{scene or plain}"
        return {**found, f"land-{cell}": {"at": cell, "kind": kind, "attrs": {"sights": sights or OPEN}}}

    def name(self, short: str) -> str:
        """Return a piece's id: `normandy-p1-sqd1` for `p1_sqd1`."""
        piece = short.replace("_", "-")
        own = f"{self.campaign}-{piece}"
        return own if own in rules_content().pieces else piece

    def entry(self, entry: Any) -> Any:
        """Return what a short entry says: place, then words for states, `key=value` for others, `back` for the face."""
        if not isinstance(entry, str):
            return super().entry(entry)
        place, *words = entry.split("/")
        found: dict[str, Any] = {"at": self.place(place), "attrs": {}}
        for word in words:
            key, _, to = word.partition("=")
            if key in ("kind", "owner"):
                found[key] = to
            elif word == "back":
                found["face"] = "back"
            elif key in ("aim", "indirect"):
                found["attrs"][key] = self.place(to)
            elif key in ("holder", "target", "support", "runs_to"):
                found["attrs"][key] = self.name(to)
            else:
                found["attrs"][key] = int(to) if to.lstrip("-").isdigit() else to or True
        return found

    @staticmethod
    def attrs(card: str) -> dict[str, Any]:
        """Return what is printed on an action card."""
        return dict(rules_content().pieces[card]["attrs"])

    def stack(self, *ids: str) -> Self:
        """Lay action cards on top of the deck, the first to be drawn first."""
        t = self.table()
        for piece in ids:
            if t.where(piece) != deck.DECK:
                t.move(piece, deck.DECK)
        Pile(t, deck.DECK).order(ids)
        self.runner.open(self.state)
        return self

    def impulse(self, hq: str = "co_hq", n: int = 6, **used: list[str]) -> Self:
        """Stand in an impulse in which an HQ (or `general`) has n commands."""
        own = hq if hq == "general" else self.name(hq)
        purse = {own: {"has": n, "most": 6, "spent": 0, "save": own != "general"}}
        done = {self.name(unit): ids for unit, ids in used.items()}
        local = {"id": "co", "rule": "3.3.1.B", "hqs": purse, "issuer": own, "unit": "", "used": done}
        t = self.table()
        self.state.flow, self.state.active = [], []
        t.call("script", calls=[])
        t.call("command", stage="end", activated=[], drawn=[own])
        t.call("impulse", **local)
        self.runner.settle(t)
        self.runner.open(self.state)
        return self

    def order(self, unit: str, verb: str, **args: Any) -> Self:
        """Pick a unit and give it an order."""
        self.act("us", "order", pieces=[self.name(unit)])
        return self.act("us", verb, **args)

    def menu(self, unit: str) -> dict[str, Any]:
        """Return the asks of a unit's menu by verb, the unit picked and let go again."""
        self.act("us", "order", pieces=[self.name(unit)])
        found = self.asks("us")
        self.act("us", "back")
        return found

    def why_not(self, unit: str, verb: str) -> str:
        """Return the rule by which an order is greyed, an empty word if it is not."""
        return str((self.menu(unit)[verb].get("why_not") or {}).get("rule", ""))

    def state_of(self, unit: str, key: str) -> Any:
        """Return what play has written on a counter."""
        return self.state.pieces[self.name(unit)]["attrs"].get(key)

    def where(self, unit: str) -> str:
        """Return where a unit lies."""
        return self.at(self.name(unit))

    def markers(self, cell: str) -> list[str]:
        """Return the kinds of what lies on a card besides land and printed units."""
        return [k for k in self.kinds(cell) if not k.startswith(("us_", "german_", "north_korean_", "vc_nva_"))]

    def kinds(self, cell: str) -> list[str]:
        """Return the kinds of all pieces on a card, land aside."""
        place = self.place(cell)
        here = self.state.places.get(place, ())
        return sorted(
            k for p in here if not (k := str(self.state.pieces[p]["kind"])).startswith((f"{self.campaign}_",))
        )

    @property
    def r(self) -> Reader:
        """Return the position, for calling a function of the rules directly."""
        return self.table()
