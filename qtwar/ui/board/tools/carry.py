"""The carry: pieces in hand, from pick-up over waypoints to drop. Knows neither mouse nor keyboard.

`idle → carried → (waypoint)* → settling → idle`. Nothing is paid or logged before the drop: the whole
way is one action. The board never moves a counter by itself; it waits for the model's `changed`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from PySide6.QtCore import QObject, Signal

from qtwar.base.text import Message
from qtwar.ui.board.layout import BoardLayout
from qtwar.ui.board.lights import STOPS
from qtwar.ui.game import GamePorts, action_of

Phase = Literal["idle", "carried", "settling"]


class Carry(QObject):
    """One hand. `changed` after each step, `lit` when the lights are there, `ended(reason)` when the hand is empty."""

    changed = Signal()
    lit = Signal()
    ended = Signal(str)  # dropped, free, cancelled, refused

    def __init__(self, model: GamePorts, layout: BoardLayout, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.model, self.layout = model, layout
        self._cancel_query: Callable[[], None] | None = None
        self._clear()

    def _clear(self) -> None:
        if self._cancel_query is not None:
            self._cancel_query()
            self._cancel_query = None
        self.phase: Phase = "idle"
        self.pieces: list[str] = []
        self.stays: list[str] = []
        self.ask: dict[str, Any] | None = None
        self.free = False
        self.against: Message | None = None
        self.start = ""
        self.path: list[str] = []
        self.waypoints: list[int] = []
        self.land: dict[str, list[str]] = {}
        self.join: dict[str, list[str]] = {}
        self.reach: Mapping[str, Any] | None = None
        self.target = ""
        self._drop_at: str | None = None

    # -- picking up --------------------------------------------------------------------------------
    @property
    def holding(self) -> bool:
        """Whether pieces are in hand."""
        return self.phase in ("carried", "settling")

    def pick_up(
        self,
        pieces: Sequence[str],
        ask: Mapping[str, Any] | None,
        *,
        free: bool = False,
        against: Message | None = None,
        stays: Sequence[str] = (),
    ) -> bool:
        """Take pieces into the hand for an ask; False for no pieces.

        Without one, or `free`, it is a move past the rules; `against` says what is against it, where something is.
        `stays` were to come too and can not.
        """
        if not pieces or (ask is None and not free):
            return False
        self._clear()
        self.pieces, self.stays = list(pieces), list(stays)
        record = self.model.position.view.pieces.get(pieces[0])
        self.start = str(record["at"]) if record is not None else ""  # what is new comes from nowhere
        self.path = [self.start]
        self.ask = dict(ask) if ask is not None and not free else None
        self.free, self.against = self.ask is None, against
        self.phase = "carried"
        if self.ask is not None and self.ask["kind"] != "move":
            self.reach = {"cells": {place: {} for place in self.model.answer.targets()}}
            self.lit.emit()
        elif not self.free:
            self._ask_reach()
        self.changed.emit()
        return True

    def add(self, pieces: Sequence[str]) -> bool:
        """Take more pieces into the hand for the ask that it answers; False where they can not go with those in it."""
        answer = self.model.answer
        if self.phase != "carried" or self.ask is None or self.ask["kind"] != "pieces+cell" or answer.ask is None:
            return False
        before = list(answer.pieces)
        answer.set_pieces([*before, *pieces])
        if not set(pieces) <= set(answer.pieces) or not answer.targets() or set(pieces) <= set(before):
            answer.set_pieces(before)
            return False
        self.pieces = list(answer.pieces)
        self.reach = {"cells": {place: {} for place in answer.targets()}}
        self.lit.emit()
        self.changed.emit()
        return True

    def _ask_reach(self) -> None:
        if self._cancel_query is not None:
            self._cancel_query()
        assert self.ask is not None
        self._cancel_query = self.model.actions.query(str(self.ask.get("query") or "reach"), self._so_far(), self._reached)

    def _so_far(self) -> dict[str, Any]:
        """Return what a question of the rules is asked about: who is in hand and how they came here."""
        args: dict[str, Any] = {"pieces": self.in_hand()}
        if len(self.path) > 1:
            args["path"] = list(self.path)
        if self.land:
            args["land"] = {k: list(v) for k, v in self.land.items()}
        if self.join:
            args["join"] = {k: list(v) for k, v in self.join.items()}
        return args

    def _reached(self, answer: Any) -> None:
        self._cancel_query = None
        if self.phase != "carried":
            return
        self.reach = answer if isinstance(answer, Mapping) and "cells" in answer else {"cells": {}}
        self.lit.emit()
        self.changed.emit()
        if self._drop_at is not None:
            place, self._drop_at = self._drop_at, None
            self.drop(place)

    # -- reading -----------------------------------------------------------------------------------
    @property
    def on_the_move(self) -> bool:
        """Whether the hand goes step by step, not straight to a place."""
        return self.phase == "carried" and self.ask is not None and self.ask["kind"] == "move"

    def in_hand(self) -> list[str]:
        """Return the carried pieces: those left on the way are gone, those collected have come."""
        left = {p for pieces in self.land.values() for p in pieces}
        joined = [p for pieces in self.join.values() for p in pieces]
        return [p for p in [*self.pieces, *joined] if p not in left]

    @property
    def here(self) -> str:
        """The last waypoint, or the start."""
        return self.path[-1] if self.path else ""

    def legal(self) -> Mapping[str, Mapping[str, Any]]:
        """Return place → {cost, mark, note, path} of what is lit."""
        return dict(self.reach["cells"]) if self.reach is not None else {}

    def may_end(self, place: str) -> bool:
        """Return whether the carry may end in a place."""
        at = self.legal().get(place)
        return at is not None and at.get("mark") != "pass"

    @property
    def end(self) -> str:
        """The place where the hand could let go now: the one that it is over, else the last of its way."""
        if self.target and (self.free or self.may_end(self.target)):
            return self.target
        return self.here if len(self.path) > 1 and not self.free else ""

    def joinable(self) -> set[str]:
        """Return the pieces that may be collected on the way."""
        if self.reach is None or not (self.ask or {}).get("join"):
            return set()
        held = set(self.in_hand())
        return {p for pieces in (self.reach.get("join") or {}).values() for p in pieces} - held

    def way(self, place: str) -> list[str] | None:
        """Return the whole way to a place over the waypoints so far, None where it is not legal."""
        if place == self.here:
            return list(self.path)
        if self.ask is None or self.ask["kind"] != "move":
            return [self.start, place] if place in self.legal() else None
        at = self.legal().get(place)
        if at is None:
            return None
        given = list(at.get("path") or [])
        so_far = self.path
        if given[: len(so_far)] == so_far:
            return given
        if given and given[0] == self.here:
            return so_far[:-1] + given
        if len(so_far) == 1 and given:
            return so_far + given
        rest = self._through_lit(self.here, place)
        return so_far + rest if rest is not None else None

    def _through_lit(self, start: str, goal: str) -> list[str] | None:
        """Return the steps from one lit place to another over places that do not end movement."""
        cells = self.legal()
        before: dict[str, str] = {start: ""}
        open_ = deque([start])
        while open_:
            at = open_.popleft()
            if at == goal:
                steps: list[str] = []
                while at != start:
                    steps.append(at)
                    at = before[at]
                return steps[::-1]
            if at != start and cells.get(at, {}).get("mark") in STOPS:
                continue
            cell = self.layout.cell(at)
            for near in self.layout.grid.neighbours(cell) if cell is not None else ():
                place = self.layout.place(near)
                if place not in before and (place in cells or place == self.start):
                    before[place] = at
                    open_.append(place)
        return None

    # -- on the way --------------------------------------------------------------------------------
    def point_at(self, place: str) -> None:
        """The hand is over a place."""
        if place != self.target:
            self.target = place
            self.changed.emit()

    def waypoint(self, place: str) -> bool:
        """Go over a place; False where it is not lit, ends movement, or is where the hand is."""
        if not self.on_the_move or place == self.here:
            return False
        way = self.way(place)
        if way is None or self.legal()[place].get("mark") in STOPS:
            return False
        self.path = way
        self.waypoints.append(len(way) - 1)
        self._gone_on()
        return True

    def trace(self, place: str) -> bool:
        """Go on to a place by the cells that lie nearest, or back to one already gone over since the last waypoint.

        This is the person's own way, drawn cell by cell. False where it does not lead on.
        """
        if not self.on_the_move or place == self.here:
            return False
        fixed = self.waypoints[-1] if self.waypoints else 0
        if place in self.path[fixed:]:
            self.path = self.path[: self.path.index(place, fixed) + 1]
        else:
            rest = self._through_lit(self.here, place)
            if rest is None or self.legal().get(place, {}).get("mark") in STOPS:
                return False
            self.path = [*self.path, *rest]
        self._gone_on()
        return True

    def back(self) -> bool:
        """Take back who was collected beside the way, else the last waypoint with what was left or collected there.

        False where there is nothing to take back.
        """
        beside = [place for place in self.join if place not in self.path]
        if self.phase == "carried" and beside:
            self.join.pop(beside[-1])
            self._gone_on()
            return True
        if self.phase != "carried" or len(self.path) < 2:
            return False
        place = self.here
        if self.waypoints and self.waypoints[-1] == len(self.path) - 1:
            self.waypoints.pop()
        self.path = self.path[: (self.waypoints[-1] if self.waypoints else 0) + 1]
        if place not in self.path:
            self.land.pop(place, None)
            self.join.pop(place, None)
        self._gone_on()
        return True

    def leave(self, pieces: Sequence[str]) -> bool:
        """Leave pieces where the hand is; False where the title does not land, or nobody would be left."""
        stay = [p for p in pieces if p in self.in_hand()]
        if self.phase != "carried" or not (self.ask or {}).get("land") or not stay or len(stay) >= len(self.in_hand()):
            return False
        self.land.setdefault(self.here, []).extend(stay)
        self._gone_on()
        return True

    def collect(self, piece: str) -> bool:
        """Take a piece of the *may join* set along; False where it may not join.

        The way goes over its place where that is lit; else it comes from beside the way, as the rules have offered.
        """
        if self.phase != "carried" or piece not in self.joinable():
            return False
        place = str(self.model.position.view.pieces[piece]["at"])
        if place != self.here and place in self.legal() and not self.waypoint(place):
            return False
        self.join.setdefault(place, []).append(piece)
        self._gone_on()
        return True

    def _gone_on(self) -> None:
        """The way is another one: say so, and ask where it leads from here."""
        self.model.answer.set_path(self.path, self.land, self.join)
        self._ask_reach()
        self.changed.emit()

    # -- the end -----------------------------------------------------------------------------------
    def drop(self, place: str) -> None:
        """End the carry in a place: an action, a free move, a refusal with its reason, or (on the start) nothing."""
        if self.phase != "carried":
            return
        own = self.ask is not None and self.ask["kind"] != "move" and place in self.legal()  # such as smoke in one's own hex
        if place == self.start and len(self.path) == 1 and not own:
            self.cancel("start")
            return
        if self.free:
            if self.against is None or not place:
                self._free(place)
            else:
                self._in_spite(place)
            return
        if self.reach is None:
            self._drop_at = place
            return
        way = self.way(place)
        if way is None or not (self.may_end(place) or place == self.here):
            if self.model.settings.strictness == "warn" and place:
                self._in_spite(place)
            elif self.model.settings.strictness == "off" and place:
                self._free(place)
            else:  # glide back and say why
                self.explain(place)
                self.cancel("refused")
            return
        assert self.ask is not None
        answer = self.model.answer
        self.path = way
        if self.ask["kind"] == "move":
            answer.set_pieces(self.pieces)
            answer.set_path(way, self.land, self.join)
            # the candidates of the answer may be fewer than the hand holds only if the offer changed meanwhile
            args = {**answer.args(), "pieces": list(self.pieces)}
        else:
            answer.set_cell(place)
            if answer.missing() is not None:
                self.cancel("more")
                return
            args = answer.args()
        self.target = place
        self.phase = "settling"
        self.changed.emit()
        if answer.sealed:
            self.settled("dropped")
        else:
            self.model.actions.submit(action_of(self.ask, self.model.actions.acting, args))

    def _in_spite(self, place: str) -> None:
        """Warn: it happens all the same, and the log says what is against it."""
        self.phase = "settling"
        self.reason(place, lambda why: self._free(place, why))

    def _free(self, place: str, broke: Message | None = None) -> None:
        pieces = self.in_hand()
        if not place:
            self.cancel("nowhere")
            return
        self.target = place
        self.phase = "settling"
        self.changed.emit()
        self.model.actions.free_move(pieces, place, broke)

    def explain(self, place: str) -> None:
        """Say why the hand may not end in a place, and stay."""
        if place:
            self.reason(place, self.model.actions.refused.emit)

    def reason(self, place: str, then: Callable[[Message], object]) -> None:
        """Find out what is against a place: the note of its light, the ask's own reason, or what the rules answer."""
        at = self.legal().get(place) or {}
        why = (self.ask or {}).get("why") or {}
        if at.get("note"):
            then(at["note"])
        elif self.reach is not None and self.reach.get("why") and not self.legal():
            then(self.reach["why"])
        elif place in why:
            then(why[place])
        else:

            def answered(answer: Any) -> None:
                good = isinstance(answer, Mapping) and "key" in answer
                then(answer if good else self.against or {"key": "refuse.cell", "args": {"cell": {"c": place}}})

            self.model.actions.query("why", {**self._so_far(), "cell": place}, answered)

    def cancel(self, reason: str) -> None:
        """Let go without doing anything; `reason` is start, escape, refused, offer, nowhere, more."""
        if self.phase == "idle":
            return
        self._clear()
        if reason != "more":
            self.model.answer.set_path([])
        self.ended.emit("refused" if reason == "refused" else "cancelled")
        self.changed.emit()

    def settled(self, how: str) -> None:
        """The journal has it, or refused it: the hand is empty."""
        if self.phase == "settling":
            self._clear()
            self.ended.emit(how)
            self.changed.emit()
