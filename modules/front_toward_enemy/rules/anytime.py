"""What a side may do whenever it decides something: show units, fire a claymore, cancel a bombardment (16.0, 18.1, 26.0)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Offer, msg
from qtwar.kit.step import Step
from qtwar.kit.steps import Asking
from qtwar.kit.table import Frame, Seen, Table

from . import calls, concealment, traps
from .facts import NVA, US, own, units


def asks(s: Seen, storm: str = "", *, watching: bool = False) -> list[Ask]:
    """Return what may be done at any time; `storm` is the hex that the enemy assaults just now, `watching` asks for mines."""
    mines = traps.ready(s, storm) if s.side == US else []
    aside = not (storm or watching)
    told = {"verb": "claymore"}
    waiting = calls.waiting(s, s.side)
    return [
        *concealment.reveal_ask(s),
        *([offers.pieces("claymore", "ask.claymore", mines, rule="26.0", aside=aside, odds=told)] if mines else []),
        *([offers.pieces("call_off", "ask.call_off", waiting, rule="16.0", aside=True)] if waiting else []),
    ]


class Anytime(Step):
    """A step in which a side decides: carries out what it may do at any time. Local: `storm`, the hex under assault."""

    def do_show(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Take concealment off own units: who moves on into their sight loses his (18.1)."""
        concealment.show(t, args["pieces"])

    def do_claymore(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Fire a claymore (26.0)."""
        blast = t.call("claymore", side=side, storm=f.l.get("storm", ""))
        own(blast)["mine"] = args["pieces"][0]
        blast.of("*")["stormers"] = traps.stormers(t, f.l.get("storm", ""))

    def do_call_off(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Cancel a bombardment that waits (16.0)."""
        calls.cancel(t, args["pieces"][0])


class Watch(Anytime, Asking):
    """The US before the enemy acts beside its men: it may fire claymores first (26.0). Locals: `side`, `cells`."""

    name = "watch"
    ends = ("let_pass",)

    def is_open(self, t: Table, f: Frame) -> bool:
        return any(traps.asked(t, p) and units(t, p, NVA) for p in f.l["cells"])

    def offer(self, s: Seen, f: Frame) -> Offer:
        title = msg("prompt.watch", cells=[{"c": p} for p in f.l["cells"]])
        no = offers.button("let_pass", "button.let_pass", rule="26.0", primary=True)
        return offers.offer(title, *asks(s, watching=True), no)


def warn(t: Table, side: str, places: list[str]) -> None:
    """Let the US fire claymores before NVA units in some hexes act: all know of these hexes (26.0)."""
    near = [p for p in places if traps.asked(t, p)]
    if side == NVA and near:
        t.call("watch", side=US, cells=near)


STEPS = (Watch(),)
