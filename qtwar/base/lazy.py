"""A long sequence whose members are made when somebody looks at them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Lazy(Sequence[T], Generic[T]):
    """`length` members, each made by `make(index)` each time it is asked for; slices are lists."""

    def __init__(self, length: int, make: Callable[[int], T]) -> None:
        self._length, self._make = length, make

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> list[T]: ...
    def __getitem__(self, at: int | slice) -> T | list[T]:
        if isinstance(at, slice):
            return [self._make(n) for n in range(*at.indices(self._length))]
        if not -self._length <= at < self._length:
            raise IndexError(f"there are {self._length} members, none at {at}")
        return self._make(at % self._length)

    def __iter__(self) -> Iterator[T]:
        return (self._make(n) for n in range(self._length))
