"""Lines of sight over the cards: borders, heights, smoke, darkness and light (5.2, 8)."""

from __future__ import annotations

from functools import lru_cache

from qtwar.kit import cards as kit
from qtwar.kit.cards import Sight
from qtwar.kit.content import Board
from qtwar.kit.memo import per_place
from qtwar.kit.table import Reader
from qtwar.model.grid.square import ALL, SquareGrid

from . import mission

FARTHEST, DARK = 3, 1
"""Cards that one sees by day and in limited visibility (5.2.1, 8)."""
LIMITED = 2
"""The visibility modifier from which it is limited (8)."""
BASE = 1
"""The level of a card without hills (5.2.2)."""
SCREENS = frozenset(("smoke_hc", "smoke_wp", "burning_wreck", "vof_incoming", "vof_air"))
"""Markers into which one sees, but not beyond: smoke, burning wrecks, the dust of shells (6.3.2, 7.7, 8.3)."""
CLEAR = Sight("")


def board(r: Reader) -> Board:
    """Return the board on which the cards lie."""
    return r.content.boards["map"]


def grid(r: Reader) -> SquareGrid:
    """Return the frame of the cards."""
    frame = board(r).grid
    assert isinstance(frame, SquareGrid)
    return frame


def cell(place: str) -> str:
    """Return the cell of a card's place: `r1c2` of `map:r1c2`."""
    return place.rpartition(":")[2]


# what lies there ------------------------------------------------------------------------


@per_place
def _card(r: Reader, place: str) -> tuple[int, frozenset[str]]:
    """Return the level of a card (5.2.2: one more for each hill) and the directions in which its border is dark green.

    The green of a hill below counts too (5.2.2.A). A card face down is level 1 and hides whatever lies beyond it.
    """
    stack = kit.cards_at(r, place)
    hills = sum(r.is_open(card) and r.has(card, "hill") for card in stack)
    if not all(r.is_open(card) for card in stack):
        return BASE + hills, frozenset(ALL)
    sights = (str(r.attr(card, "sights", "")) for card in stack)
    return BASE + hills, frozenset(way for one in sights for way, mark in zip(ALL, one, strict=False) if mark == "G")


def is_staging(place: str) -> bool:
    """Return whether a place is a notional card of the staging area (2.3.5)."""
    return place.startswith("map:r0c")


class Land:
    """The lie of the cards: levels and borders, and what is seen over them on a clear day; worked out once."""

    def __init__(self, frame: SquareGrid, cards: tuple[tuple[str, int, frozenset[str]], ...]) -> None:
        self.frame = frame
        self.levels = {at: level for at, level, _ in cards}
        self.borders = {at: green for at, _, green in cards}
        self._seen: dict[tuple[str, str, tuple[int, int], bool], Sight] = {}
        self._near: dict[str, tuple[str, ...]] = {}

    def look(self, a: str, b: str, eyes: tuple[int, int], crests: bool = False) -> Sight:
        """Return what is seen of a cell from another by day and without smoke."""
        key = (a, b, eyes, crests)
        found = self._seen.get(key)
        if found is None:
            found = self._seen[key] = kit.look(
                self.frame, self.levels, a, b, eyes=eyes, most=FARTHEST, crests=crests,
                hides=lambda at, way: way in self.borders[at],
            )
        return found

    def near(self, at: str) -> tuple[str, ...]:
        """Return the cells that touch a cell."""
        found = self._near.get(at)
        if found is None:
            found = self._near[at] = kit.next_to(self.frame, self.levels, at)
        return found


@lru_cache(maxsize=16)
def _land(frame: SquareGrid, cards: tuple[tuple[str, int, frozenset[str]], ...]) -> Land:
    return Land(frame, cards)


def land(r: Reader) -> Land:
    """Return the lie of the cards now, those of the staging area below the map among them (2.3.5)."""
    found: Land | None = r.field.get("land")
    if found is None:
        laid = r.places_with("laid", lambda place: place.startswith("map:r") and bool(kit.cards_at(r, place)))
        cards = [(cell(place), *_card(r, place)) for place in laid]
        columns = int(mission.data(r)["map"]["cols"])
        cards += [(f"r0c{column}", BASE, frozenset[str]()) for column in range(1, columns + 1)]
        found = r.field["land"] = _land(grid(r), tuple(cards))
    return found


def levels(r: Reader) -> dict[str, int]:
    """Return cell → level of all cards laid, those of the staging area below the map among them (2.3.5, 5.2.2)."""
    return land(r).levels


@per_place
def top(r: Reader, place: str) -> str:
    """Return the card that is stood on, an empty word where none lies or it is not known (5.2.2.A)."""
    stack = kit.cards_at(r, place)
    return stack[-1] if stack and r.is_open(stack[-1]) else ""


@per_place
def cover(r: Reader, place: str, hi: bool) -> int:
    """Return the cover of a card: the greater value where fire crosses a dark-green border, else the lesser (1.2.1.A)."""
    card = top(r, place)
    return int(r.attr(card, "hi" if hi else "lo", 0)) if card else 0


def green(r: Reader, place: str, source: str) -> bool:
    """Return whether fire from a card in a straight line comes in over a dark-green border of the other (5.2, AMB-41)."""
    way = grid(r).bearing(cell(place), cell(source))
    return way is not None and way in _card(r, place)[1]


# looking --------------------------------------------------------------------------------


def distance(r: Reader, a: str, b: str) -> int:
    """Return the range between two cards, corners counting as sides (1.2.6)."""
    return grid(r).distance(cell(a), cell(b))


def near(r: Reader, place: str) -> tuple[str, ...]:
    """Return the cards laid that touch a card, those of the staging area among them, clockwise from north (1.2.6)."""
    if not place.startswith("map:"):
        return ()  # 2.3.5: nothing touches the helicopter areas
    found: dict[str, tuple[str, ...]] = r.field.setdefault("near", {})
    if place not in found:
        found[place] = tuple(f"map:{other}" for other in land(r).near(cell(place)))
    return found[place]


@per_place
def screen(r: Reader, place: str) -> str:
    """Return the marker on a card that stops a look through it, an empty word for none (8.3)."""
    for piece in r.ids(place):
        record = r.record(piece)
        burning = r.is_known(piece) and record["face"] == "back" and r.attr(piece, "burning")
        if record["kind"] in SCREENS or burning:
            return piece
    return ""


def look(r: Reader, a: str, b: str, eyes: tuple[int, int] = (0, 0), smoke: bool = True, night: bool = True) -> Sight:
    """Return what is seen of a card from another and why not (5.2.1): alike both ways, never of or into helicopter areas.

    `eyes` is how much higher one stands at both ends (upper storeys, 5.2.2.B); without `smoke` and `night` it is as on a
    clear day, as radios want it (4.3.5). Besides the reasons of `kit.cards.look` there are `smoke`, `visibility`, `off_map`.
    A staging card sees those of the map that touch it, no others.
    """
    if a == b:
        return CLEAR
    key = ("look", a, b, eyes, smoke, weather(r) if night else "")
    found: Sight | None = r.field.get(key)
    if found is None:
        found = r.field[key] = _look(r, a, b, eyes, smoke, night)
    return found


def _look(r: Reader, a: str, b: str, eyes: tuple[int, int], smoke: bool, night: bool) -> Sight:
    if not (a.startswith("map:") and b.startswith("map:")):
        return Sight("off_map")  # 2.3.5
    if is_staging(a) and is_staging(b):
        return CLEAR  # 2.3.5
    if (is_staging(a) or is_staging(b)) and distance(r, a, b) > 1:
        return Sight("off_map")
    found = land(r).look(cell(a), cell(b), eyes, bool(r.option("hills_hide_lower")))  # AMB-12
    if not found.clear:
        return found
    away = distance(r, a, b)
    if away > 1 and r.option("borders_of_ends") and (green(r, a, b) or green(r, b, a)):
        return Sight("border", found.direction, cell(b))  # AMB-11 turned round
    if night and away > DARK and limited(r) and not lit(r, b):
        return Sight("visibility", found.direction, cell(b))  # 8
    if smoke and away > 1:
        screens = r.places_with("screens", lambda place: bool(screen(r, place)))
        for between in line(r, a, b) if screens else ():
            if between in screens:
                return Sight("smoke", found.direction, cell(between))  # 8.3: into it, not beyond
    return found


def sees(r: Reader, a: str, b: str, eyes: tuple[int, int] = (0, 0), smoke: bool = True, night: bool = True) -> bool:
    """Return whether one sees a card from another (5.2.1)."""
    return look(r, a, b, eyes, smoke, night).clear


def seen_from(
    r: Reader, a: str, eyes: tuple[int, int] = (0, 0), smoke: bool = True, night: bool = True
) -> tuple[str, ...]:
    """Return the cards that are seen from a card, its own first, then outward along the eight lines."""
    found = [a]
    for places in rays(r, a):
        found += [p for p in places if sees(r, a, p, eyes, smoke, night)]
    return tuple(found)


@lru_cache(maxsize=256)
def _rays(frame: SquareGrid, at: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(f"map:{one}" for one in frame.ray(at, way)[:FARTHEST]) for way in ALL)


def rays(r: Reader, place: str) -> tuple[tuple[str, ...], ...]:
    """Return the places within three cards of a card along the eight lines, clockwise from north (5.2.1)."""
    return _rays(grid(r), cell(place)) if place.startswith("map:") else ()


def line(r: Reader, a: str, b: str) -> tuple[str, ...]:
    """Return the cards between two that lie in a straight line, nearest to the first; nothing where they do not."""
    for places in rays(r, a):
        if b in places:
            return places[: places.index(b)]
    return ()


# visibility -----------------------------------------------------------------------------


def schedule(r: Reader, turn: int) -> str:
    """Return the visibility of a turn, a row of the chart of that name, as the mission says (2.2.2, 8)."""
    plan = mission.data(r)["visibility"]
    if isinstance(plan, str):
        return plan
    for span, word in plan.items():
        first, _, last = str(span).partition("-")
        if int(first) <= turn <= int(last or first):
            return str(word)
    return "clear"


def weather(r: Reader) -> str:
    """Return the visibility in force: clear, dusk_or_haze, rain_or_snow, fog, moonlight or dark."""
    return str(r.var("weather", "clear"))


def general(r: Reader) -> int:
    """Return the visibility modifier without illumination, 0 to 5 (8)."""
    return int(r.chart("visibility").at(weather(r)))


def limited(r: Reader) -> bool:
    """Return whether visibility is limited (8): commands and sight are short then (4.1.3)."""
    return general(r) >= LIMITED


NIGHT = frozenset(("moonlight", "dark"))
WET = frozenset(("rain_or_snow", "fog"))


def is_night(r: Reader) -> bool:
    """Return whether the mission is one by night: some turn of it has moonlight, or it is dark (8.1)."""
    plan = mission.data(r)["visibility"]
    words = {plan} if isinstance(plan, str) else {str(word) for word in plan.values()}
    return bool(NIGHT & (words | {weather(r)}))


def flares_serve(r: Reader) -> bool:
    """Return whether flares are of use now: in a mission by night, when it is neither clear nor wet or foggy (8.1)."""
    return is_night(r) and general(r) > 0 and weather(r) not in WET


def lit(r: Reader, place: str) -> int:
    """Return by how much flares light a card, 0 for not at all: the best of those on it and beside it (8.1)."""
    if not flares_serve(r):
        return 0
    burning = r.places_with("flares", lambda at: bool(_flares(r, at)))
    best = 0
    for source in burning:
        if source == place:
            best = min(best, *(own for own, _ in _flares(r, source)))
        elif place.startswith("map:") and source.startswith("map:") and distance(r, source, place) == 1:
            best = min(best, *(beside for _, beside in _flares(r, source)))
    return -best


@per_place
def _flares(r: Reader, place: str) -> tuple[tuple[int, int], ...]:
    if not place.startswith("map:"):
        return ()
    flares = (p for p in r.ids(place) if r.is_known(p) and r.has(p, "flare"))
    return tuple((int(r.attr(p, "own", 0)), int(r.attr(p, "adjacent", 0))) for p in flares)


def visibility(r: Reader, place: str) -> int:
    """Return the visibility modifier on a card, illumination taken off, never below 0 (8, 8.1)."""
    return max(0, general(r) - lit(r, place))
