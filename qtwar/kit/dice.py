"""Chance in a title: dice that the host gives entropy for, or that are scripted or typed by hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from qtwar.base.errors import Refusal

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
    """A stream of chance for one action: splitmix64 on the host's entropy, so that every machine draws alike.

    Scripted `dice` are all there are; scripted `picks` (hidden choices) come first, each the index of what is chosen or
    its name: what is drawn out of a cup, what lies on top after a shuffle.
    """

    def __init__(self, entropy: int, dice: list[int] | None = None, picks: list[int | str] | None = None) -> None:
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
        """Return the faces of the dice rolled; raises NeedDice when given dice have run out, Refusal for a face that is none."""
        if self._dice is None:
            return [1 + self.below(n) for n in sides]
        if self._used + len(sides) > len(self._dice):
            raise NeedDice(sides, purpose, by, self._used)
        faces = self._dice[self._used : self._used + len(sides)]
        self._used += len(sides)
        for n, face in zip(sides, faces, strict=True):
            if type(face) is not int or not 1 <= face <= n:
                raise Refusal("refuse.die", args={"face": str(face), "sides": n})
        return list(faces)

    def _scripted(self) -> int | str | None:
        """Return the next scripted pick, None when there is no more."""
        return self._picks[self._picked] if self._picks is not None and self._picked < len(self._picks) else None

    def pick(self, n: int) -> int:
        """Return a hidden choice from 0 to n-1 (a step of a shuffle); scripted picks by index come first."""
        value = self._scripted()
        if not isinstance(value, int):
            return self.below(n)
        self._picked += 1
        if not 0 <= value < n:
            raise Refusal("refuse.pick", args={"pick": str(value)})
        return value

    def choose(self, among: Sequence[str]) -> str:
        """Return a hidden choice of one of several (a draw from a cup); scripted picks come first."""
        value = self._scripted()
        if not isinstance(value, str):
            return among[self.pick(len(among))]
        self._picked += 1
        if value not in among:
            raise Refusal("refuse.pick", args={"pick": value})
        return value

    def named(self, among: Collection[str]) -> list[str]:
        """Return the scripted picks by name that come next and are among some (what is to lie on top after a shuffle)."""
        found: list[str] = []
        while isinstance(value := self._scripted(), str) and value in among and value not in found:
            found.append(value)
            self._picked += 1
        return found
