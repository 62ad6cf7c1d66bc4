"""How concealment is regained at the end of the turn (18.0, 18.2)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Offer, msg
from qtwar.kit.steps import Asking
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import anytime, concealment
from .anytime import Anytime
from .checks import Modifier, check
from .facts import SIDES, all_units, enemy, is_concealed, is_infantry, own
from .ground import effects, terrain


def hidable(r: Reader, side: str) -> list[str]:
    """Return a side's exposed infantry that may become concealed: not in clear terrain, never civilians (18.2, 28.0)."""
    return [
        p
        for p in all_units(r, side)
        if is_infantry(r, p)
        and not is_concealed(r, p)
        and not r.has(p, "civilian")
        and terrain(r, r.where(p)) != "clear"
    ]


def hiding_drm(r: Reader, piece: str) -> list[Modifier]:
    """Return the modifiers of becoming concealed beside the unit's markers: terrain, each exposed enemy who sees it (18.2)."""
    place = r.where(piece)
    seen = len(concealment.watchers(r, enemy(r.owner(piece)), place))
    found = [
        Modifier("drm.terrain", int(effects(r, place)["concealment_modifier"]), "6.1"),
        Modifier("drm.watchers", seen, "18.2"),
    ]
    return [m for m in found if m.n]


class Conceal(Anytime, Asking):
    """One side's exposed infantry becomes concealed: by itself where nobody sees it, else by a check (18.2).

    Locals: `side`; its own: `tried` who has rolled.
    """

    name = "conceal"
    ends = ("done",)

    def begin(self, t: Table, f: Frame) -> None:
        own(f)["tried"] = []
        for piece in hidable(t, f.l["side"]):
            if not concealment.is_watched(t, piece):
                concealment.hide(t, piece)
                t.note("note.concealed", rule="18.2", level=2, cell={"c": t.where(piece)})

    def is_open(self, t: Table, f: Frame) -> bool:
        return bool(self.left(t, f))

    def left(self, r: Reader, f: Frame) -> list[str]:
        """Return who may still try."""
        return [p for p in hidable(r, f.l["side"]) if p not in own(f)["tried"]]

    def offer(self, s: Seen, f: Frame) -> Offer:
        left = self.left(s, f)
        asks: list[Ask] = [offers.pieces("hide", "ask.hide", left, 1, len(left), rule="18.2", odds={"verb": "hide"})]
        asks += anytime.asks(s)
        asks.append(offers.button("done", "button.done_hiding", rule="18.2", primary=True))
        return offers.offer(msg("prompt.conceal", side={"s": s.side}), *asks, detail=msg("detail.conceal", rule="18.2"))

    def do_hide(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        for piece in args["pieces"]:
            own(f)["tried"].append(piece)
            if check(t, piece, "concealment", "18.2", hiding_drm(t, piece)):
                concealment.hide(t, piece)


def both(t: Table, f: Frame) -> list[tuple[str, dict[str, Any]]]:
    """Return the concealment of both sides, the US first (18.0)."""
    return [("conceal", {"side": side}) for side in SIDES]


STEPS = (Conceal(),)
