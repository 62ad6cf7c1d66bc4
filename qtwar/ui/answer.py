"""The answer that a person is putting together: what is picked, where it goes, and what is still missing.

The board and the panels both write and show it, so that a tick in a list and a click on a counter are one thing. What
an ask means is told by `qtwar.kit.asks` alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal

from qtwar.base.text import Message
from qtwar.kit import asks
from qtwar.kit.asks import picking

PIECE_KINDS = tuple(name for name, kind in asks.KINDS.items() if "pieces" in kind.keys)
AT_A_PLACE = tuple(name for name, kind in asks.KINDS.items() if {"cell", "edge"} & set(kind.keys))
"""Kinds that are answered by a place: a cell, a box, or a side of a cell."""
CARRIED = tuple(name for name in PIECE_KINDS if {"cell", "path"} & set(asks.KINDS[name].keys))
NAMED = tuple(name for name in PIECE_KINDS if name not in CARRIED)
"""Kinds that are answered by counters alone, which stay where they are."""
SELECTING = tuple({*PIECE_KINDS, *AT_A_PLACE, "allocate"})


class Answer(QObject):
    """An ask of the offer with what is said to it so far. `changed` fires after each step, `started` with each new ask."""

    changed = Signal()
    started = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.ask: dict[str, Any] | None = None
        self.sealed = False
        self._forget()

    def _forget(self) -> None:
        self.pieces: list[str] = []
        self.cell = ""
        self.amounts: dict[str, int] = {}
        self.choice: Any = None
        self.number: int | None = None
        self.path: list[str] = []
        self.land: dict[str, list[str]] = {}
        self.join: dict[str, list[str]] = {}

    # -- begin and end ---------------------------------------------------------------------------
    def start(self, ask: Mapping[str, Any] | None) -> None:
        """Begin to answer an ask (None: nothing); locked pieces are ticked from the start."""
        self.sealed = ask is not None and ask["kind"] == "secret"
        self.ask = {**ask, **asks.body_of(ask)} if ask is not None else None
        self._forget()
        if self.ask is not None:
            said = asks.kind_of(self.ask).begin(self.ask)
            self.pieces, self.number = said.get("pieces", []), said.get("number")
        self.started.emit()
        self.changed.emit()

    def cancel(self) -> None:
        """Forget what was said, keep the ask."""
        sealed = self.sealed
        self.start(self.ask)
        self.sealed = sealed

    @property
    def kind(self) -> str:
        """The kind of the ask, or an empty word."""
        return str(self.ask["kind"]) if self.ask else ""

    @property
    def started_any(self) -> bool:
        """Whether there is something that Esc would throw away."""
        locked = (self.ask or {}).get("locked") or []
        picked = [p for p in self.pieces if p not in locked]
        return bool(picked or self.cell or self.amounts or self.path or self.choice is not None)

    # -- steps -----------------------------------------------------------------------------------
    def together(self, piece: str) -> bool:
        """Return whether a piece may be picked beside those picked: where the ask names groups, from the same one."""
        return not self.pieces or picking.together(self.ask or {}, [*self.pieces, piece])

    def affordable(self, piece: str) -> bool:
        """Return whether a piece more is within the budget of the ask, those that it would replace not counted."""
        if piece in self.pieces:
            return True
        return picking.affordable(self.ask or {}, [*([] if self._replaces(piece) else self.pieces), piece])

    def _replaces(self, piece: str) -> bool:
        """Return whether a piece would be picked in place of those picked, not beside them."""
        return ((self.ask or {}).get("max") == 1 and len(self.pieces) == 1) or not self.together(piece)

    def toggle(self, piece: str) -> bool:
        """Tick or untick a piece; False where it is locked, no candidate, one too many, or too dear.

        A piece that can not go together with those picked is picked in their place.
        """
        if not self.ask:
            return False
        if piece in self.pieces:
            if piece in (self.ask.get("locked") or ()):
                return False
            self.pieces.remove(piece)
        else:
            if piece not in (self.ask.get("pieces") or ()) or not self.affordable(piece):
                return False
            if self._replaces(piece):
                self.pieces = list(self.ask.get("locked") or ())
                self.cell = ""
            elif len(self.pieces) >= picking.limits(self.ask)[1]:
                return False
            self.pieces.append(piece)
        self.changed.emit()
        return True

    def set_pieces(self, pieces: Sequence[str]) -> None:
        """Take a whole selection; candidates only, that go together with the first; locked ones stay."""
        if not self.ask:
            return
        candidates = set(self.ask.get("pieces") or ())
        self.pieces = list(self.ask.get("locked") or ())
        for piece in pieces:
            full = piece not in candidates or len(self.pieces) >= picking.limits(self.ask)[1]
            if not full and piece not in self.pieces and self.together(piece) and self.affordable(piece):
                self.pieces.append(piece)
        self.changed.emit()

    def set_cell(self, place: str) -> bool:
        """Choose the cell, or the side; False where it is no candidate for what is picked."""
        if place and place not in self.targets():
            return False
        self.cell = place
        self.changed.emit()
        return True

    def set_amount(self, piece: str, amount: int) -> bool:
        """Give a piece its share; False where it would be too much."""
        if not self.ask:
            return False
        others = sum(n for p, n in self.amounts.items() if p != piece)
        if not 0 <= amount <= self.most(piece) or others + amount > int(self.ask["total"]):
            return False
        self.amounts.pop(piece, None)
        if amount:
            self.amounts[piece] = amount
        self.changed.emit()
        return True

    def set_choice(self, choice: Any) -> None:
        """Choose one of the choices."""
        self.choice = choice
        self.changed.emit()

    def set_number(self, number: int) -> None:
        """Set the number within its limits."""
        if self.ask:
            self.number = max(int(self.ask["min"]), min(int(self.ask["max"]), number))
            self.changed.emit()

    def set_path(
        self,
        path: Sequence[str],
        land: Mapping[str, Sequence[str]] | None = None,
        join: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        """Take the way of a carry: places from the start on, what is left and what is collected where."""
        self.path = list(path)
        self.land = {k: list(v) for k, v in (land or {}).items()}
        self.join = {k: list(v) for k, v in (join or {}).items()}
        self.changed.emit()

    # -- reading ---------------------------------------------------------------------------------
    def most(self, piece: str) -> int:
        """Return the largest share a piece can take."""
        return int((self.ask or {}).get("per_piece", {}).get(piece, 0))

    def targets(self) -> Sequence[str]:
        """Return the places that fit what is picked."""
        return picking.places(self.ask, self.pieces) if self.ask else ()

    def lit(self) -> Sequence[str]:
        """Return the places to choose from now: nothing while pieces must be chosen first."""
        first = self.kind in ("pieces+cell", "place") and not self.pieces
        return () if first or self.kind not in AT_A_PLACE else self.targets()

    def missing(self) -> Message | None:
        """Return what is still to be done, or what is against it; None when the answer is whole."""
        if self.ask is None:
            return {"key": "missing.ask"}
        found = asks.missing(self.ask, self.args())
        return dict(found) if found is not None else None

    def args(self) -> dict[str, Any]:
        """Return the arguments of the action (architecture.md section 3)."""
        if self.ask is None:
            return {}
        said = {
            "pieces": list(self.pieces),
            "cell": self.cell,
            "edge": self.cell,
            "amounts": dict(self.amounts),
            "choice": self.choice,
            "number": self.number,
            "path": list(self.path),
            "land": self.land,
            "join": self.join,
        }
        return asks.kind_of(self.ask).args(said)
