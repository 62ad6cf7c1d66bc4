"""A map dealt face down: cards that come into sight are turned over, hills get further cards on top (5.2)."""

from __future__ import annotations

from qtwar.kit import cards as kit
from qtwar.kit.table import Table

from . import facts, ground, mission, sight


def turn_over(t: Table) -> None:
    """Turn over every face-down card that a US unit on the map, no aircraft, has in sight (5.2)."""
    if mission.data(t)["map"].get("face") != "down":
        return
    while True:
        hidden = [p for p in t.places_with("hidden", lambda place: place.startswith("map:r")) if _is_hidden(t, p)]
        watchers = [
            p
            for p in facts.cards_with(t, facts.US)
            if any(not facts.is_air(t, u) for u in facts.free_units(t, p, facts.US))
        ]
        eyes = {w: (ground.tallest(t, w, facts.US), 0) for w in watchers if ground.in_play(w)}  # 5.2: not from staging
        seen = [p for p in hidden if any(sight.sees(t, w, p, eyes=up) for w, up in eyes.items())]
        if not seen:
            return
        for place in seen:
            reveal(t, place)


def _is_hidden(t: Table, place: str) -> bool:
    return any(not t.is_open(card) for card in kit.cards_at(t, place))


def reveal(t: Table, place: str) -> None:
    """Turn a card over; a hill has another card laid on it until one is no hill (5.2, 5.2.2.A)."""
    for card in kit.cards_at(t, place):
        if not t.is_open(card):
            t.reveal(card)
            t.note("note.turned_over", rule="5.2", cell={"c": place}, card={"p": card})
    top_up(t, place)


def top_up(t: Table, place: str) -> None:
    """Lay terrain cards on a hill until the uppermost is none (5.2.2.A)."""
    deck = f"{mission.data(t)['map']['deck']}_deck"
    while (stack := kit.cards_at(t, place)) and t.has(stack[-1], "hill") and t.ids(deck):
        card = t.ids(deck)[-1]
        t.move(card, place, index=len(stack))
        t.reveal(card)
