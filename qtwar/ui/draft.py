"""The action that a person is putting together: what is picked, where it goes, and what is still missing.

The board and the panels both write and show it, so that a tick in a list and a click on a counter are one thing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal

PIECE_KINDS = ("pieces", "pieces+cell", "place", "move", "order")
CARRIED = ("move", "place", "pieces+cell")
AT_A_PLACE = ("cell", "edge", "pieces+cell", "place")
"""Kinds that are answered by a place: a cell, a box, or a side of a cell."""
SELECTING = (*PIECE_KINDS, "cell", "edge", "allocate")


class Draft(QObject):
    """An ask of the offer with the answer so far. `changed` fires after each step, `started` with each new ask."""

    changed = Signal()
    started = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.ask: dict[str, Any] | None = None
        self.sealed = False
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
        self.ask = self._unseal(ask)
        self.pieces = list(self.ask.get("locked") or []) if self.ask else []
        self.cell = ""
        self.amounts = {}
        self.choice = None
        self.number = None
        self.path, self.land, self.join = [], {}, {}
        if self.ask and self.kind == "number":
            self.number = int(self.ask.get("default", self.ask.get("min", 0)))
        if self.ask and self.kind == "order":
            self.pieces = []
        self.started.emit()
        self.changed.emit()

    def _unseal(self, ask: Mapping[str, Any] | None) -> dict[str, Any] | None:
        """Return a secret ask as the ask inside it."""
        self.sealed = bool(ask) and ask is not None and ask.get("kind") == "secret"
        if ask is None:
            return None
        if not self.sealed:
            return dict(ask)
        inner = ask.get("of")
        if isinstance(inner, Mapping):
            return {**ask, **inner, "id": ask["id"], "verb": ask["verb"]}
        return {**ask, "kind": str(inner or "choose")}

    def cancel(self) -> None:
        """Forget the answer, keep the ask."""
        self.start(self.ask)

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
        groups = (self.ask or {}).get("groups")
        if not groups or (self.ask or {}).get("kind") != "pieces+cell" or not self.pieces:
            return True
        return any(piece in members and set(self.pieces) <= set(members) for members in groups.values())

    def affordable(self, piece: str) -> bool:
        """Return whether a piece more is within the budget of the ask, those that it would replace not counted."""
        ask = self.ask or {}
        budget, costs = ask.get("budget"), ask.get("costs") or {}
        if budget is None or piece in self.pieces:
            return True
        kept = [] if self._replaces(piece) else self.pieces
        return sum(int(costs.get(p, 0)) for p in (*kept, piece)) <= int(budget)

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
            if piece not in (self.ask.get("pieces") or ()):
                return False
            limit = self.ask.get("max")
            if not self.affordable(piece):
                return False
            if self._replaces(piece):
                self.pieces.clear()
                self.cell = ""
            elif limit is not None and len(self.pieces) >= int(limit):
                return False
            self.pieces.append(piece)
        self.changed.emit()
        return True

    def set_pieces(self, pieces: Sequence[str]) -> None:
        """Take a whole selection; candidates only, that go together with the first; locked ones stay."""
        if not self.ask:
            return
        candidates = set(self.ask.get("pieces") or ())
        limit = self.ask.get("max")
        self.pieces = list(self.ask.get("locked") or ())
        for piece in pieces:
            full = limit is not None and len(self.pieces) >= int(limit)
            fits = not full and self.together(piece) and self.affordable(piece)
            if piece in candidates and piece not in self.pieces and fits:
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
        if not self.ask or piece not in (self.ask.get("pieces") or ()):
            return False
        others = sum(n for p, n in self.amounts.items() if p != piece)
        if amount < 0 or amount > self.most(piece) or others + amount > int(self.ask.get("total", 0)):
            return False
        self.amounts[piece] = amount
        if not amount:
            del self.amounts[piece]
        self.changed.emit()
        return True

    def set_choice(self, choice: Any) -> None:
        """Choose one of the choices."""
        self.choice = choice
        self.changed.emit()

    def set_number(self, number: int) -> None:
        """Set the number within its limits."""
        if not self.ask:
            return
        low, high = int(self.ask.get("min", 0)), self.ask.get("max")
        self.number = max(low, number if high is None else min(int(high), number))
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
        per = (self.ask or {}).get("per_piece")
        if isinstance(per, Mapping):
            return int(per.get(piece, 0))
        return int(per if per is not None else (self.ask or {}).get("total", 0))

    def targets(self) -> Sequence[str]:
        """Return the places that fit what is picked."""
        if not self.ask:
            return ()
        if self.pieces and set(self.pieces) <= set(self.ask.get("along") or ()):
            return ()  # they come along with others only
        per_piece = self.ask.get("targets")
        if per_piece and self.pieces:
            common: list[str] | None = None
            for piece in self.pieces:
                here = per_piece.get(piece, [])
                common = list(here) if common is None else [c for c in common if c in here]
            return common or []
        return list(self.ask.get("edges" if self.kind == "edge" else "cells") or ())

    def missing(self) -> tuple[str, dict[str, Any]] | None:
        """Return (message key, args) of what is still to be done, or None when the answer is whole."""
        ask = self.ask
        if ask is None:
            return ("draft.nothing", {})
        kind = self.kind
        if kind in PIECE_KINDS and kind != "order":
            least = int(ask.get("min", 1))
            if len(self.pieces) < least:
                n = least - len(self.pieces)
                return ("draft.more_pieces", {"n": n})
        if kind == "order" and len(self.pieces) < len(ask.get("pieces") or ()):
            return ("draft.more_order", {"n": len(ask.get("pieces") or ()) - len(self.pieces)})
        if kind in AT_A_PLACE and not self.cell:
            return ("draft.edge" if kind == "edge" else "draft.cell", {})
        if kind == "allocate":
            open_ = int(ask.get("total", 0)) - sum(self.amounts.values())
            if open_ > 0 and any(self.amounts.get(p, 0) < self.most(p) for p in ask.get("pieces") or ()):
                return ("draft.more_shares", {"n": open_})
        if kind == "move" and len(self.path) < 2:
            return ("draft.path", {})
        if kind == "choose" and self.choice is None:
            return ("draft.choose", {})
        if kind == "number" and self.number is None:
            return ("draft.number", {})
        return None

    def args(self) -> dict[str, Any]:
        """Return the arguments of the action (architecture.md section 3)."""
        kind = self.kind
        if kind in ("pieces", "order"):
            return {"pieces": list(self.pieces)}
        if kind == "cell":
            return {"cell": self.cell}
        if kind == "edge":
            return {"edge": self.cell}
        if kind in ("pieces+cell", "place"):
            return {"pieces": list(self.pieces), "cell": self.cell}
        if kind == "allocate":
            return {"amounts": dict(self.amounts)}
        if kind == "choose":
            return {"choice": self.choice}
        if kind == "number":
            return {"number": self.number}
        if kind == "move":
            return {"pieces": list(self.pieces), "path": list(self.path), "land": self.land, "join": self.join}
        return {}
