"""Chance in a title: dice that the host gives entropy for, or that are scripted or typed by hand."""

from __future__ import annotations

_MASK = (1 << 64) - 1


class NeedDice(Exception):
    """The given dice ran out: these are wanted next; nothing has happened yet.

    `dice` is the number of sides of each die of the roll, `purpose` its message key, `given` how many were used before.
    """

    def __init__(self, dice: list[int], purpose: str, by: str, given: int) -> None:
        super().__init__(f"{len(dice)} dice for {purpose}")
        self.dice = dice
        self.purpose = purpose
        self.by = by
        self.given = given


class Chance:
    """A stream of chance for one action: splitmix64 on the host's entropy, so that every machine draws alike."""

    def __init__(self, entropy: int, dice: list[int] | None = None, picks: list[int] | None = None) -> None:
        self._state = entropy & _MASK
        self._dice = dice
        self._picks = picks
        self._used = 0
        self._picked = 0

    def bits(self) -> int:
        """Return the next 64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Return a number from 0 to n-1, each as likely; raises ValueError for n < 1."""
        if n < 1:
            raise ValueError("nothing to choose from")
        limit = (1 << 64) - (1 << 64) % n
        while True:
            value = self.bits()
            if value < limit:
                return value % n

    def roll(self, sides: list[int], purpose: str, by: str) -> list[int]:
        """Return the faces of the dice rolled; raises NeedDice when dice are given and have run out."""
        if self._dice is None:
            return [1 + self.below(n) for n in sides]
        if self._used + len(sides) > len(self._dice):
            raise NeedDice(sides, purpose, by, self._used)
        faces = self._dice[self._used : self._used + len(sides)]
        self._used += len(sides)
        for n, face in zip(sides, faces, strict=True):
            if not isinstance(face, int) or not 1 <= face <= n:
                raise ValueError(f"a die shows {face}; it has 1 to {n}")
        return list(faces)

    def pick(self, n: int) -> int:
        """Return a hidden choice from 0 to n-1 (a draw from a cup); scripted picks come first."""
        if self._picks is not None and self._picked < len(self._picks):
            self._picked += 1
            value = self._picks[self._picked - 1]
            if not 0 <= value < n:
                raise ValueError(f"the scripted pick {value} is not below {n}")
            return value
        return self.below(n)
