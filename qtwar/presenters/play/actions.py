"""What may be done now and doing it: actions and questions go to the rules, answers come back as signals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal

from qtwar.base.text import Message
from qtwar.presenters.play import leave, lines
from qtwar.presenters.play.answers import end_message, odds_of
from qtwar.presenters.play.link import GameLink
from qtwar.presenters.play.news import News
from qtwar.presenters.play.players import Players
from qtwar.presenters.play.position import SeenPosition
from qtwar.presenters.play.screen import Screen
from qtwar.presenters.play.title import PlayedTitle
from qtwar.session.play import Outcome, Refused, WantDice
from qtwar.ui.facts import CellInfo, Firer
from qtwar.ui.game import NEW


class PlayActions(QObject):
    """Fulfils `GameActions` by a session's thread."""

    warned = Signal(object)
    done = Signal(object)
    rolled = Signal(object)
    dice_wanted = Signal(object)
    table_used = Signal(object)
    odds_changed = Signal(object)
    peeked = Signal(object)
    ended = Signal(object)

    def __init__(
        self, link: GameLink, screen: Screen, title: PlayedTitle, position: SeenPosition, players: Players
    ) -> None:
        super().__init__()
        self.offer_changed, self.refused = screen.offer_changed, link.refused
        self.busy, self.problem = link.busy, link.problem
        self._link, self._screen, self._title, self._position, self._players = link, screen, title, position, players
        self._dice_for: dict[str, Any] | None = None  # the action that waits for dice rolled by hand
        self._dice: list[int] = []
        self._no_odds: Callable[[], None] = lambda: None
        self.offer_changed.connect(lambda: self._no_odds())  # an answer on its way would be that of another question
        link.received.connect(self._received)

    @property
    def offer(self) -> dict[str, Any] | None:
        """The offer that this screen may answer now."""
        return self._screen.offer

    @property
    def acting(self) -> str:
        """The side that the prompt bar asks now."""
        return self._screen.acting

    def firers(self) -> Sequence[Firer]:
        """Return who may react in the running reaction, then who nearly could: the offer's own list."""
        said, language = self._title.texts.plain, self._title.language
        return tuple(
            Firer(
                piece=str(row["piece"]),
                text=said(row["text"], language, cite=False),
                detail=said(row["detail"], language, cite=False) if row.get("detail") else "",
                value=str(row.get("value", "")),
                ask=str(row.get("ask", "")),
                why_not=said(row["why_not"], language) if row.get("why_not") else "",
                args=row.get("args") or {},
            )
            for row in (self.offer or {}).get("firers") or ()
        )

    # -- doing -------------------------------------------------------------------------------------
    def submit(self, action: Mapping[str, Any]) -> None:
        """Ask for an action; a change or `refused` follows."""
        asked = {k: v for k, v in action.items() if k in ("side", "verb", "args")}
        asked.setdefault("args", {})
        if not self._screen.live:
            self.refused.emit({"key": "refuse.looking_back", "args": {}})
        elif self._screen.leave is not None:
            refusal = self._screen.answer_leave(asked)
            if refusal is not None:
                self.refused.emit(refusal)
        else:
            self._send(asked, None)

    def _send(self, action: dict[str, Any], dice: list[int] | None) -> None:
        def then(outcome: Outcome) -> None:
            if isinstance(outcome, Refused):
                self._refuse(action, outcome.message)
            elif isinstance(outcome, WantDice):
                self._dice_for, self._dice = action, list(dice or [])
                wanted = outcome.wanted
                self.dice_wanted.emit((tuple(wanted["dice"]), {"key": wanted["for"], "args": {}}))
            else:
                self._dice_for, self._dice = None, []
                self.done.emit(action)
                if action["args"].get("broke") and self._screen.strictness == "warn":
                    self.warned.emit(action["args"]["broke"])

        self._link.submit(action, dice, then)

    def _refuse(self, action: dict[str, Any], message: dict[str, Any]) -> None:
        if self._screen.strictness != "enforce" and action["verb"] != "free" and "path" in action["args"]:
            # Warn and off: the drag happens all the same.
            self.free_move(action["args"]["pieces"], action["args"]["path"][-1], message)
            return
        self.refused.emit(message)

    def free_move(self, pieces: Sequence[str], place: str, broke: Message | None = None) -> None:
        """Move pieces past the rules, under warn with the reason against it; those that are not there yet (`+kind`) are added."""
        screen, seat = self._screen, self._screen.seat
        laid = [piece for piece in pieces if not piece.startswith(NEW)]
        asked, by, who = self._players.question(seat)
        args: dict[str, Any] = {"op": "move", "pieces": laid, "to": place}
        if broke is not None and screen.strictness == "warn":
            args["broke"] = dict(broke)

        def move(by_leave_of: str) -> None:
            given = {"leave": by_leave_of} if by_leave_of else {}
            for piece in pieces:
                if piece.startswith(NEW):
                    added = {"op": "add", "kind": piece[1:], "to": place, **given}
                    self.submit({"side": seat, "verb": "free", "args": added})
            if laid:
                self.submit({"side": seat, "verb": "free", "args": {**args, **given}})

        if screen.strictness != "enforce":
            move("")
        elif screen.covers:
            self._link.ask_leave(leave.to_move(asked, by, who, list(pieces), place, move))
        else:
            move(asked if asked != seat else "")

    def give_dice(self, values: Sequence[int]) -> None:
        """Hand in dice rolled by hand."""
        if self._dice_for is not None:
            self._send(self._dice_for, [*self._dice, *values])

    # -- asking ------------------------------------------------------------------------------------
    def query(self, name: str, args: Mapping[str, Any], then: Callable[[Any], None]) -> Callable[[], None]:
        """Ask the rules in the seat's view."""
        seat = self._screen.seat
        side = seat if self._screen.leave is not None else self.acting or seat
        return self._link.query(side, name, dict(args), then)

    def cell_info(self, place: str, then: Callable[[CellInfo], None]) -> None:
        """Get what the viewer says of a cell."""
        title = self._title
        number = title.names.number(place, title.language) if ":" in place else ""
        name = title.names.cell_name(place, title.language) if ":" in place else title.name("c", place)
        chips = tuple(self._position.chips(place))

        def made(answer: Any) -> None:
            rows = answer if isinstance(answer, list) else (answer or {}).get("lines", [])
            then(CellInfo(place, number, name, chips, tuple(rows)))

        if place:
            self.query("cell", {"cell": place}, made)

    def odds(self, args: Mapping[str, Any] | None) -> None:
        """Ask for odds, in place of those asked for before; None: nothing is aimed at. `odds_changed` follows."""
        self._no_odds()
        if args is None:
            self.odds_changed.emit(None)
            return

        def made(answer: Any) -> None:
            self.odds_changed.emit(odds_of(answer, self._title.texts, self._title.language) if answer else None)

        self._no_odds = self.query("odds", args, made)

    # -- what happened -----------------------------------------------------------------------------
    def _received(self, news: News) -> None:
        texts, language = self._title.texts, self._title.language
        for roll in lines.rolls(texts, language, news.told, by_hand=self._screen.by_hand):
            self.rolled.emit(roll)
        seen = lines.peeked(news.told) if news.head is not None and news.head.kind == "free" else None
        if seen is not None:
            self.peeked.emit(seen)
        used = lines.used_cell(texts, language, news.told, self._title.cell_at)
        if used is not None:
            self.table_used.emit(used)
        if self._screen.now.result is not None:
            self.ended.emit(end_message(self._screen.now.result))
