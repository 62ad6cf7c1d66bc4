"""How much a client may send, and how often; the server holds to it, a client that keeps it is never refused for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MOST_REQUEST: Final = 256_000
"""Bytes of one message to the server."""
MOST_NEWS: Final = 16_000_000
"""Bytes of one message from the server: the view of a large scenario with the heads of a long history."""
MOST_VALUES: Final = 1_000_000
"""Values in one message, whoever sends it."""
MOST_HEARD: Final = 3000
"""News within ten seconds after which a client lets go of its server: five times what answers and other players come to."""
MOST_BODY: Final = 64_000
"""Bytes of the body of an HTTP request."""
MOST_CHAT: Final = 1000
"""Characters of a remark."""
MOST_NAME: Final = 60
"""Characters of a player's name, or of a game's."""
LEAST_PASSWORD: Final = 8
MOST_PASSWORD: Final = 200
"""Characters of an account's password."""
CHAT_SENT: Final = 200
"""Remarks that come with `joined`."""
LOG_SENT: Final = 4000
"""Entries whose lines one answer to `log` holds."""
MOST_CARDS: Final = 200
"""Tokens that one question for cards may name."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many messages a second, and so many at once after a pause."""

    a_second: float
    at_once: int


RATES: Final = {"act": Rate(10, 40), "query": Rate(25, 80), "say": Rate(1, 10)}
"""Per connection: what changes the game, what asks, what is said. Past it a message is refused by `refuse.too_fast`."""
MOST_REFUSED: Final = 200
"""Messages past their rate within ten seconds after which the connection is closed."""
