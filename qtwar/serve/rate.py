"""How often somebody may ask: a bucket of messages that fills again with time."""

from __future__ import annotations

import time
from collections import OrderedDict

from qtwar.wire.limits import Rate

MOST_BUCKETS = 20_000


class Bucket:
    """Lets so many messages through at once, and so many a second after that."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._left = float(rate.at_once)
        self._since = time.monotonic()

    @property
    def spent(self) -> bool:
        """Whether nothing may pass now."""
        now = time.monotonic()
        self._left = min(self._rate.at_once, self._left + (now - self._since) * self._rate.a_second)
        self._since = now
        return self._left < 1

    def take(self) -> bool:
        """Return whether one more may pass now."""
        if self.spent:
            return False
        self._left -= 1
        return True

    def give(self) -> None:
        """Take one back that has passed."""
        self._left = min(self._rate.at_once, self._left + 1)


class Buckets:
    """A bucket for each address, the oldest forgotten where there are too many."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._by: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str) -> bool:
        """Return whether one more message of an address may pass now."""
        bucket = self._by.pop(who, None) or Bucket(self._rate)
        self._by[who] = bucket
        if len(self._by) > MOST_BUCKETS:
            self._by.popitem(last=False)
        return bucket.take()

    def give(self, who: str) -> None:
        """Take one message of an address back that has passed."""
        if who in self._by:
            self._by[who].give()
