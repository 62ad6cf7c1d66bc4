"""What a list of games shows of each: whose turn it is, since when, how far, what was not seen yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from qtwar.serve import clock
from qtwar.serve.hall import Hall, seated
from qtwar.storage.hosted.store import Pass
from qtwar.wire import http


def cards(hall: Hall, passes: Iterable[tuple[int, Pass]]) -> Iterator[http.Card]:
    """Yield the cards of what opens a game, each with its place in the question; a game that is no more has none."""
    store = hall.store
    for place, mine in passes:
        row = store.game(mine.game)
        if row is None:
            continue
        latest = hall.seen(row.id, mine.side)  # asked before the seat is read: what was stored meanwhile is no longer here
        seats = store.seats(row.id)
        own = next((seat for seat in seats if seat.side == mine.side), None)
        seen, heard = latest or ((own.seen, own.heard) if own is not None else (row.last_no, row.remarks))
        here = hall.rooms[row.id].seats() if row.id in hall.rooms else set()
        yield http.Card(
            place, row.id, row.title, row.scenario, row.name, mine.side, seated(seats, here), list(row.card.get("active", ())),
            row.card.get("turn"), row.last_no, max(0, row.last_no - seen), max(0, row.remarks - heard),
            row.card.get("label"), row.touched, row.over, clock.told(row.clock, hall.catalogue.get(row.title).sides),
        )  # fmt: skip
