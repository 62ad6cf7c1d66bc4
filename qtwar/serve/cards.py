"""What a list of games shows of each: whose turn it is, since when, how far, what was not seen yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from qtwar.serve import clock
from qtwar.serve.hall import Hall, seated
from qtwar.storage.hosted.store import Pass
from qtwar.wire import http


def cards(hall: Hall, passes: Iterable[tuple[int, Pass]]) -> Iterator[http.Card]:
    """Yield the cards of what opens a game, each with its place in the question; a game that is no more has none."""
    held = list(passes)
    games = {mine.game for _, mine in held}
    # What was seen is asked before seats are read: what was stored meanwhile is no longer here.
    now = {(mine.game, mine.side): hall.seen(mine.game, mine.side) for _, mine in held}
    rows, taken = hall.store.games_of(games), hall.store.seats_of(games)
    for place, mine in held:
        row = rows.get(mine.game)
        if row is None:
            continue
        latest, seats = now[(mine.game, mine.side)], taken[row.id]
        own = next((seat for seat in seats if seat.side == mine.side), None)
        seen, heard = latest or ((own.seen, own.heard) if own is not None else (row.last_no, row.remarks))
        room = hall.rooms.get(row.id)  # it may be let go on the other thread
        here = room.seats() if room is not None else set()
        yield http.Card(
            place, row.id, row.title, row.scenario, row.name, mine.side, seated(seats, here), list(row.card.get("active", ())),
            row.card.get("turn"), row.last_no, max(0, row.last_no - seen), max(0, row.remarks - heard),
            row.card.get("label"), row.touched, row.over, clock.told(row.clock, [seat.side for seat in seats]), row.blocked,
        )  # fmt: skip
