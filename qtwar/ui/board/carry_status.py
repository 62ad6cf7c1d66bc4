"""What a carry costs so far and what happens where it would end, for the second line of the prompt bar."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from qtwar.base.text import Message, Span
from qtwar.kit import asks
from qtwar.kit.asks import body_of, picking
from qtwar.ui.board.state import BoardState
from qtwar.ui.board.tools.carry import Carry
from qtwar.ui.game import against_piece
from qtwar.ui.widgets.basics import timer

REST = 350
"""A hand that rests so many ms over a place where it may not end is told why."""
GAP = Span("  ·  ")


class CarryStatus(QObject):
    """Follows the hand; `told` with spans, none when the hand is empty."""

    told = Signal(object)

    def __init__(self, state: BoardState) -> None:
        super().__init__(state)
        self.state = state
        state.carried.connect(self.follow)
        self._reason: tuple[str, Message] | None = None
        self._said: tuple[Span, ...] = ()
        self._rest = timer(self, REST, self._ask)

    def follow(self) -> None:
        """Say it for where the hand is now."""
        carry = self.state.carry
        spans: list[Span] = []
        if carry.phase == "carried" and carry.reach is not None:
            title = self.state.model.title
            for message in self._messages(carry):
                spans += [*([GAP] if spans else []), *title.texts.spans(message, title.language)]
        else:
            self._rest.stop()
            self._reason = None
        if tuple(spans) != self._said:
            self._said = tuple(spans)
            self.told.emit(self._said)

    def _messages(self, carry: Carry) -> list[Message]:
        texts, language = self.state.model.title.texts, self.state.model.title.language
        reach, target = carry.reach or {}, carry.target
        at = carry.legal().get(target)
        out: list[Message] = []
        for name, n in (reach.get("cost") or {}).items():
            key = f"number.{name}"
            what = {"key": key, "args": {}} if texts.has(key, language) else name
            out.append({"key": "carry.price", "args": {"n": n, "what": what}})
        if at is not None:
            if isinstance(at.get("cost"), (int, float)):
                out.append({"key": "carry.cost", "args": {"n": at["cost"], "to": {"c": target}}})
            elif carry.ask is not None and carry.ask["kind"] != "move":
                lacking = asks.missing(carry.ask, {"pieces": list(carry.pieces), "cell": target})
                out.append(lacking or {"key": "carry.to", "args": {"to": {"c": target}}})
            if at.get("note"):
                out.append(at["note"])
        elif reach.get("why"):
            out.append(reach["why"])
        elif target and target not in (carry.start, carry.here) and self.state.model.settings.strictness != "off":
            if self._reason is not None and self._reason[0] == target:
                out.append(self._reason[1])
            else:
                self._reason = None
                self._rest.start()
                return [*out, *self._left_behind(carry)]
        self._rest.stop()
        return [*out, *self._left_behind(carry)]

    def _left_behind(self, carry: Carry) -> list[Message]:
        """Return who of the stack stays where it was, each with the rules' reason where they give one."""
        model = self.state.model
        ask = body_of(carry.ask or {"kind": ""})
        gone = {*carry.in_hand(), *(ask.get("followers") or ())}
        here = [p for p in carry.stays if p not in gone and p in model.position.view.pieces]
        reasons: dict[str, tuple[list[str], Message | None]] = {}
        for piece in here:
            why = (ask.get("why") or {}).get(piece) or against_piece(model.actions.offer, piece)
            if why is None and piece in (ask.get("pieces") or ()):  # he could go, but not with those in hand
                no = picking.check_pieces(ask, [*carry.pieces, piece])  # the answer has none who are collected
                why = {"key": no.key, "args": no.values, "rule": no.rule} if no is not None else None
            reasons.setdefault(repr(why), ([], why))[0].append(piece)
        out: list[Message] = []
        for pieces, why in reasons.values():
            out.append({"key": "carry.stays", "args": {"pieces": [{"p": piece} for piece in pieces]}})
            out += [why] if why is not None else []
        return out

    def _ask(self) -> None:
        carry = self.state.carry
        if carry.phase != "carried":
            return
        target = carry.target

        def answered(why: Message) -> None:
            if carry.phase == "carried" and carry.target == target:
                self._reason = target, why
                self.follow()

        carry.reason(target, answered)
