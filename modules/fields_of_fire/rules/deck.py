"""The action deck: commands, attempts, fire and random numbers are drawn from its fifty cards, never rolled (1.2.2)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from qtwar.kit.content import Content
from qtwar.kit.piles import Pile
from qtwar.kit.table import Reader, Table

DECK, SHOWN, DISCARD, RESHUFFLE = "action_deck", "action_shown", "action_discard", "reshuffle"
SLOTS = {
    "contact": "slot1", "cover": "slot1", "rally": "slot1",
    "crosshair": "slot2", "grenade": "slot2", "burst": "slot2", "infiltrate": "slot2",
}  # fmt: skip
LOWEST, HIGHEST = -4, 6
"""Least and greatest row of the fire column (6.1.2)."""
COLUMNS = 10
"""The greatest random number on a card (1.2.2.E)."""


class Odds(NamedTuple):
    """How likely a card of the whole deck shows a hit, a pin or a miss (0 to 1 each)."""

    hit: float
    pin: float
    miss: float


def begin(t: Table) -> None:
    """Lay all action cards into the deck and shuffle them, the reshuffle card somewhere in the middle third (1.2.2.F)."""
    for piece in sorted(t.content.pieces):
        kind = t.content.kinds[t.content.pieces[piece]["kind"]]
        if kind.id == "action" or RESHUFFLE in kind.traits:
            if t.exists(piece):
                t.move(piece, DECK)
            else:
                t.add(piece, DECK)
    (marker,) = (p for p in t.ids(DECK) if t.has(p, RESHUFFLE))
    Pile(t, DECK).shuffle()
    ids = [p for p in t.ids(DECK) if p != marker]
    third = [str(n) for n in range(len(ids) // 3, 2 * len(ids) // 3 + 1)]
    ids.insert(int(t.pick(third)), marker)
    t.order(DECK, ids)


def draw(t: Table, n: int, why: str = "", **args: Any) -> list[str]:
    """Draw so many cards, all of them before anything is judged, and return them; they lie open until the next draw (1.2.2.F).

    `why` is the message key of what they are drawn for, with its arguments. When the reshuffle card turns up, the deck is
    shuffled and the drawing goes on; a deck without that card is shuffled when it is empty.
    """
    for card in t.ids(SHOWN):
        t.move(card, DISCARD)
    cards = Pile(t, DECK).draw(SHOWN, max(0, n), reshuffle=RESHUFFLE)
    if cards:
        shown = [{"p": card} for card in cards]
        if why:
            t.note("note.draw_for", rule="1.2.2", level=2, cards=shown, why={"key": why, "args": args})
        else:
            t.note("note.draw", rule="1.2.2", level=2, cards=shown)
    return cards


def count(r: Reader, cards: list[str], icon: str) -> int:
    """Return on how many cards an icon stands: contact, cover, rally, crosshair, grenade, burst or infiltrate (1.2.2.B)."""
    slot = SLOTS[icon]
    return sum(r.attr(card, slot) == icon for card in cards)


def attempt(t: Table, n: int, icon: str, why: str = "", **args: Any) -> int:
    """Draw for an attempt and return how many cards show its icon: one is enough (4.2)."""
    return count(t, draw(t, n, why, **args), icon)


def shorts(r: Reader, cards: list[str]) -> int:
    """Return how many of the cards are a burst with the word `Short` (6.7.3)."""
    return sum(bool(r.attr(card, "short")) for card in cards)


def jams(r: Reader, cards: list[str]) -> int:
    """Return how many of the cards say `Jam` (6.5)."""
    return sum(bool(r.attr(card, "jam")) for card in cards)


def has_hq(r: Reader, card: str) -> bool:
    """Return whether a card bears the icon of a higher headquarters (3.1)."""
    return bool(r.attr(card, "hq"))


def commands(r: Reader, card: str, activated: bool) -> int:
    """Return the figure in the helmet, for who was activated, or in the star, for who acts on initiative (1.2.2.A)."""
    return int(r.attr(card, "act" if activated else "ini"))


def column(r: Reader, card: str, n: int) -> int:
    """Return what a card says in a random-number column, 1 to n (1.2.2.E)."""
    return 1 if n < 2 else int(r.attr(card, f"r{n}"))


def number(t: Table, n: int, why: str = "", **args: Any) -> int:
    """Draw a random number from 1 to n; nothing is drawn where there is nothing to choose, more than ten are chosen blind."""
    if n < 2:
        return 1
    if n > COLUMNS:
        return int(t.pick([str(k) for k in range(1, n + 1)]))
    return column(t, draw(t, 1, why, **args)[0], n)


def choose(t: Table, among: list[str], why: str = "", **args: Any) -> str:
    """Draw which one of several it is, by the column of their number."""
    return among[number(t, len(among), why, **args) - 1]


def result(r: Reader, card: str, ncm: int) -> str:
    """Return HIT, PIN or MISS of a card for a net combat modifier (6.1.3)."""
    return _result(int(r.attr(card, "hit_max")), int(r.attr(card, "pin_max")), ncm)


def letters(r: Reader, card: str, experience: str) -> str:
    """Return the one or two letters of a hit under veteran, line or green (6.9.2)."""
    return str(r.attr(card, {"veteran": "vet", "line": "line", "green": "green"}[experience]))


def at_value(r: Reader, card: str) -> int:
    """Return the anti-tank figure of a card (7.6)."""
    return int(r.attr(card, "at"))


def _result(hit_max: int, pin_max: int, ncm: int) -> str:
    row = max(LOWEST, min(HIGHEST, ncm))
    return "HIT" if row <= hit_max else "PIN" if row <= pin_max else "MISS"


# -- odds over the whole deck, whatever of it is drawn by now ------------------------------------------


@lru_cache
def _cards(content: Content) -> tuple[dict[str, Any], ...]:
    """Return the figures of all fifty cards."""
    return tuple(entry["attrs"] for entry in content.pieces.values() if entry["kind"] == "action")


@lru_cache
def _chances(content: Content, slot: str, icon: str) -> tuple[float, ...]:
    """Return the chance of at least one icon among 0, 1, 2 … cards drawn from the whole deck."""
    cards = _cards(content)
    left = sum(card[slot] != icon for card in cards)
    found, none = [0.0], 1.0
    for drawn in range(len(cards)):
        none *= max(0, left - drawn) / (len(cards) - drawn)
        found.append(1.0 - none)
    return tuple(found)


def chance(r: Reader, n: int, icon: str) -> float:
    """Return how likely n cards show an icon at least once (0 to 1), over the whole deck: its order is nobody's to know."""
    return _chances(r.content, SLOTS[icon], icon)[max(0, min(n, len(_cards(r.content))))]


@lru_cache
def _fire(content: Content, ncm: int) -> Odds:
    cards = _cards(content)
    seen = [_result(card["hit_max"], card["pin_max"], ncm) for card in cards]
    return Odds(*(seen.count(word) / len(cards) for word in ("HIT", "PIN", "MISS")))


def fire_odds(r: Reader, ncm: int) -> Odds:
    """Return how likely a unit under fire is hit, pinned or missed at a net combat modifier (6.1.3)."""
    return _fire(r.content, max(LOWEST, min(HIGHEST, ncm)))
