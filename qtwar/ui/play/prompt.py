"""The prompt bar: who must act, what can be done now, what it costs so far, why something can not be done.

`[side chip] [sentence / second line] [secondary buttons] [the title's own] [what is chosen, carried out]`; ux.md 2.2 and
2.3. Of the last two, one has the Enter key and shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from qtwar.base.text import Message, Span
from qtwar.ui.answer import CARRIED, SELECTING
from qtwar.ui.facts import Firer
from qtwar.ui.game import NEW, GamePorts, action_of, asks_of, open_asks
from qtwar.ui.i18n import language, tr
from qtwar.ui.play.askbuttons import IN_BAR, MOST_ANSWERS, AskButtons
from qtwar.ui.play.badge import SideBadge
from qtwar.ui.play.bill import Bill
from qtwar.ui.play.handbar import HandBar, Held, ShotBar
from qtwar.ui.play.verbs import VerbBar, menu_of, overlapping
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, Panel, TextLabel, clear, set_kind, timer
from qtwar.ui.widgets.elided import Elided
from qtwar.ui.widgets.plain import plain
from qtwar.ui.widgets.rich import Rich
from qtwar.ui.widgets.stepper import Stepper
from qtwar.ui.widgets.taborder import chain

REFUSAL_MS = 6000
MOST_BUTTONS = 3
DROPPED = ("move", "place")
"""Kinds that are answered by letting go on the board: they need no button."""


class PromptBar(Panel):
    """Draws the offer; `secret` asks for the panel of secret choices, `many` for the Orders pane."""

    secret = Signal(object)
    many = Signal(object)

    def __init__(self, model: GamePorts, last_key: Callable[[], str] = lambda: "") -> None:
        """`last_key`: what presses the last button where none has Enter, as the shortcuts are set."""
        super().__init__("prompt", row=True, margins=(10, 7, 10, 7), spacing=10)
        self.model, self.compact, self.tiny = model, False, False
        self.made = AskButtons(model)
        self.chip = SideBadge()
        self.sentence = Elided("prompt")
        self.detail = Rich("second", wrap=False, then=model.focus.follow)
        words = Panel(spacing=1).lay(None, self.sentence, self.detail, None)
        for part in (self.detail, words):
            part.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.controls = Panel(row=True, spacing=8)
        self.undo = Button("action.undo", icon_name="undo", then=model.history.undo)
        self.undo.hide()
        self.hand, self.shot = HandBar(model.answer), ShotBar(model.title, model.position)
        self.lay(self.chip, words, self.undo, self.hand, self.controls, self.shot, grow=words)
        self.primary: Button | None = None
        """What Enter presses: `own` or `doer`."""
        self.own: Button | None = None
        """The title's own button, such as "No more refitting"."""
        self.doer: Button | None = None
        """Carries out what is chosen, such as "Refit 2"."""
        self.last: Button | None = None
        """What ends the turn where no button has Enter, such as "End my operations": the last of the bar."""
        self._last_key = last_key
        self._last_sign: TextLabel | None = None
        self.entering: list[tuple[Button, TextLabel]] = []
        """The buttons that Enter can press, each with the sign of the key beside it."""
        self.buttons: list[Button] = []
        self.answers: list[Button] = []
        self.switches: dict[str, Button] = {}
        """By ask, what turns to it, in this bar or in the row below."""
        self.verbs = VerbBar(self)  # the page gives it its place; without a parent it would be a window till then
        self.stepper: Stepper | None = None
        self.counting = False
        """Whether what Enter carries out is the number of the stepper."""
        self.elsewhere: Callable[[], bool] = lambda: False
        """Whether Enter does something on the board now, so that no button has it."""
        self.let_go: Callable[[], object] = lambda: None
        """Gives the keyboard to the board: what had it in the bar goes with its question, and Qt would take the rail."""
        self._refusal: Message | None = None
        self._held: tuple[tuple[str, ...], Message | None] | None = None
        self._live_detail: tuple[Span, ...] = ()
        self._bill = Bill(model, self)
        self._bill.come.connect(self._say_detail)
        self._key: object = None
        self._timer = timer(self, REFUSAL_MS, self.forget_refusal)
        model.actions.offer_changed.connect(self.refresh)
        model.actions.refused.connect(self.refuse)
        model.actions.warned.connect(self.warn)
        model.history.replaying.connect(lambda _: self.refresh())
        model.settings.changed.connect(self.refresh)
        model.actions.busy.connect(self._busy)
        model.answer.changed.connect(self._answer_changed)
        model.answer.started.connect(self._answer_started)
        if model.table is not None:
            model.table.changed.connect(self.say_sentence)  # somebody has sat down
        self.refresh()

    def entrance(self) -> tuple[QWidget, ...]:
        """F6 comes to the first that can be pressed, not to the words beside it; Tab goes on from there."""
        parts = (self.stepper, *self.buttons, self.own, self.doer, self.shot)
        return tuple(part for part in parts if part is not None)

    # -- what it says ----------------------------------------------------------------------------
    def refuse(self, message: Message) -> None:
        """Show a reason for six seconds in place of the second line: in amber, unless it is a player's answer."""
        self._refusal = message
        self.undo.hide()
        self._timer.start()
        self._say_detail()

    def warn(self, message: Message) -> None:
        """Say which rule is against what was just done, and offer to take it back."""
        self.refuse(message)
        self.undo.setVisible(self.model.history.can_undo)

    def forget_refusal(self) -> None:
        """Back to the second line."""
        self._timer.stop()
        self._refusal = None
        self.undo.hide()
        self._say_detail()

    def show_held(self, held: Held | None) -> None:
        """Say who is in hand, and give the bar to the buttons for it; None when the hand is empty."""
        said = (held.pieces, held.label) if held is not None else None
        if said != self._held:
            self._held = said
            self.controls.setVisible(held is None)
            self.say_sentence()
        self.hand.show_held(held)

    def say_sentence(self) -> None:
        """Say what is asked, how it ended, or who is waited for."""
        offer, outcome = self.model.actions.offer, self.model.position.outcome
        if self._held is not None:
            pieces, label = self._held
            who = [{"k": piece[1:]} if piece.startswith(NEW) else {"p": piece} for piece in pieces]
            args = {"what": label or {"key": "hand.free"}, "who": who}
            self.sentence.setText(self.made.words({"key": "hand.held", "args": args}))
        elif offer:
            self.sentence.setText(self.made.words(offer["prompt"]))
        elif outcome is not None:
            self.sentence.setText(self.made.words(outcome))
        else:
            self.sentence.setText(self._waiting())

    def _waiting(self) -> str:
        """Say who is waited for, or that nobody sits there yet; that the rules are at work, where nobody may act."""
        if self.model.history.position != self.model.history.live:
            return tr("prompt.past")
        mail = self.model.mail
        if mail is not None and mail.state.end:  # nobody is waited for any more
            return tr(f"mail.end.{mail.state.end}", who=mail.state.who)
        if mail is not None and mail.state.phase == "wants":
            return tr("mail.refuse.waits")
        if mail is not None and mail.state.phase == "waits":  # also where it is this side's own order that waits for dice
            return tr("prompt.waiting_for", who=mail.state.who)
        players = {seat.side: seat.player for seat in self.model.settings.identity.seats}
        active = [side for side in self.model.title.sides() if side.id in self.model.position.view.active]
        table = self.model.table
        if table is not None and table.state.over is not None:
            return self.made.words(table.state.over)
        free = {seat.side for seat in table.state.seats if not seat.taken} if table is not None else set()
        if active and all(side.id in free for side in active):
            return tr("table.seat.free", side=tr("list.comma").join(side.name for side in active))
        names = [players.get(side.id) or side.name for side in active]
        return tr("prompt.waiting_for", who=tr("list.comma").join(names)) if names else tr("prompt.waiting")

    def show_detail(self, spans: tuple[Span, ...]) -> None:
        """Show the running cost of a carry as the second line; empty spans bring the offer's own back."""
        self._live_detail = tuple(spans)
        self._say_detail()

    def _say_detail(self) -> None:
        offer = self.model.actions.offer or {}
        if self._refusal is not None:
            spans, shown = self.model.title.texts.spans(self._refusal, language()), True
        else:
            spans, counts, bill = self._live_detail, self._answer_counts(), self._bill.spans
            if not spans and (counts or bill):
                spans = (*bill, *((Span("  "),) if bill and counts else ()), *((Span(counts),) if counts else ()))
            elif not spans and offer and self.model.settings.strictness == "off":
                spans = (Span(tr("prompt.rules_off")),)
            elif not spans and offer.get("detail"):
                spans = self.model.title.texts.spans(offer["detail"], language())
            # of a low bar the second line is only for what is in hand and what it costs
            shown = bool(spans) and (bool(bill or self._live_detail) or not self.compact)
        for part in (self, self.detail):
            set_kind(part, "tone", "warn" if self._refusal is not None and not self._refusal.get("neutral") else "")
        self.detail.show_spans(spans)
        self.detail.setVisible(shown)
        chain(self.detail, self.controls, self.shot, self.verbs)  # Qt puts a line in its place once it has links
        self.sentence.setToolTip(plain(self.detail.plain()))

    def _answer_counts(self) -> str:
        answer = self.model.answer
        if answer.ask is None:
            return ""
        if answer.kind == "allocate":
            return tr("prompt.shares", n=sum(answer.amounts.values()), total=int(answer.ask.get("total", 0)))
        if answer.kind == "move" and self._held is None:  # who is only selected goes nowhere yet
            return ""
        missing = answer.missing()
        return self.model.title.texts.plain(missing, language()) if missing and answer.started_any else ""

    def _leave(self) -> None:
        """What has the keyboard here is about to go."""
        focus = QApplication.focusWidget()
        if focus is not None and (self.controls.isAncestorOf(focus) or self.verbs.isAncestorOf(focus)):
            self.let_go()

    def _busy(self, busy: bool) -> None:
        if busy:
            self._leave()
        for button in (*self.buttons, self.own, self.doer):
            if button is not None:
                button.setEnabled(not busy and button.property("allowed") is not False)
        if not busy:
            self._answer_changed()

    # -- what it offers --------------------------------------------------------------------------
    def refresh(self) -> None:
        """Draw the offer in force."""
        offer = self.model.actions.offer
        past = self.model.history.position != self.model.history.live
        outcome = self.model.position.outcome
        key = (repr(offer), repr(outcome), past, self.model.settings.strictness, language(), self.compact, self.tiny, px(100))
        if key == self._key:
            return
        self._key = key
        self._live_detail = ()
        self._bill.forget()
        self._refusal = None
        self.undo.hide()
        side = self.model.title.side(self.model.actions.acting)
        self.chip.setVisible(side is not None)
        if side is not None:
            self.chip.show_side(side.short if self.compact else side.name, side.colour, side.ink, side.icon)
        self._leave()
        clear(self.controls.box)
        self.primary = self.own = self.doer = self.stepper = self.last = self._last_sign = None
        self.counting = False
        self.buttons, self.answers, self.entering, self.switches = [], [], [], {}
        self.shot.aim(None)
        self.say_sentence()
        if offer:
            self._build(offer)
        else:
            self.verbs.show_switches(())
            if outcome is not None:
                self._live_detail = (Span(tr("prompt.over")),)
            self.model.answer.start(None)
        self._say_detail()
        self.update()

    def _build(self, offer: Mapping[str, Any]) -> None:
        asks = asks_of(offer)
        side = str(offer["side"])
        primary = next((a for a in asks if a.get("primary") and a["kind"] in IN_BAR), None)
        picking = open_asks(offer, SELECTING)
        # What is dragged needs no button; what is only ticked does, as soon as there is a choice.
        told_apart = overlapping(picking)
        self.verbs.show_switches([self._switch(ask) for ask in picking] if told_apart else ())
        first = next((a for a in picking if not a.get("aside")), None)
        several = len(picking) > 1 or first is None
        ticked = [a for a in picking if a["kind"] not in CARRIED] if several and not told_apart else []
        carried = [a for a in picking if a["kind"] in CARRIED][:1] if ticked else []
        secondary: list[Button] = [self._switch(a) for a in (*carried, *ticked)]
        number: Button | None = None
        sealed: Button | None = None
        if primary is None and all(ask["kind"] != "number" for ask in asks):
            primary = next((a for a in asks if a["kind"] in ("roll", "confirm", "draw")), None)
        for ask in asks:
            kind = ask["kind"]
            if ask is primary:
                continue
            if kind in IN_BAR:
                secondary.append(self.made.button(ask, self.made.submits(ask, side)))
            elif kind == "choose":
                secondary.extend(self._choices(ask, side))
            elif kind == "number":
                number = self._number(ask, side)
            elif kind == "secret":
                secondary.append(self.made.button(ask, lambda ask=ask: self.secret.emit(dict(ask))))
                sealed = secondary[-1]
        chosen = any(a["kind"] not in DROPPED for a in picking)
        if primary is None and not picking and secondary == [sealed]:  # the only thing that can be done
            secondary = []
            self.own = sealed
        most = 1 if self.tiny and len(secondary) > 1 else MOST_BUTTONS - (chosen and primary is not None)
        if len(secondary) > most:  # what can not be done now goes down into the menu first
            secondary.sort(key=lambda button: button.property("allowed") is False)
        shown, rest = secondary[:most], secondary[most:]
        if len(rest) == 1 and not self.tiny and len(self.answers) == MOST_ANSWERS:
            shown, rest = secondary, []
        self.controls.lay(*shown)
        self.buttons += shown
        for button in shown:  # one that is pressed is gone with its question: the keys stay with the board
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if rest:
            self.controls.lay(self._more(rest))
        elif shown and primary is None and self.own is None and number is None:
            ends = {str(ask["id"]) for ask in asks if ask["kind"] in IN_BAR}
            if shown[-1].property("ask") in ends and shown[-1].property("allowed") is not False:
                self.last = shown[-1]
                self._last_sign = TextLabel("key", text=self._last_key().replace("Return", tr("key.enter")))
                self.controls.lay(self._last_sign)
        if self.own is not None:
            self.buttons.append(self._entered(self.own))
        elif primary is not None:
            self.own = self._entered(self.made.button(primary, self.made.submits(primary, side)))
        if chosen:
            if number is not None:  # Enter belongs to what is chosen
                self.controls.lay(number)
                self.buttons.append(number)
            self.doer = self._entered(Button(icon_name="check", then=lambda: self._submit_answer(side)))
        elif number is not None:
            self.doer, self.counting = self._entered(number), True
        if picking:
            current = self.model.answer.ask or {}
            same = next((a for a in picking if a["id"] == current.get("id") and not a.get("aside")), None)
            # The same question put anew, of another square say, is a new one: what lights up must be its own.
            if same is None or any(current.get(key) != value for key, value in same.items() if key != "kind"):
                self.model.answer.start(same or first)
        else:
            self.model.answer.start(None)
        self._answer_started()
        self._answer_changed()

    def _switch(self, ask: Mapping[str, Any]) -> Button:
        """Return the button that turns to one of several things that can be picked; the one that is on stays on."""
        button = self.made.button(ask, lambda: self._turn(ask), kind="verb")
        button.setCheckable(True)
        if ask.get("topic"):
            button.setProperty("topic", self.made.words(ask["topic"]))
        self.switches[str(ask["id"])] = button
        return button

    def _turn(self, ask: Mapping[str, Any]) -> None:
        if (self.model.answer.ask or {}).get("id") != ask["id"]:
            self.model.answer.start(ask)
        self._answer_started()

    def _answer_started(self) -> None:
        ask = self.model.answer.ask or {}
        for ident, button in self.switches.items():
            button.setChecked(ident == ask.get("id"))
        self.verbs.mark()

    def _entered(self, button: Button) -> Button:
        """Put a button at the end of the bar that may have the Enter key, with the sign of it."""
        key = TextLabel("key", "key.enter")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.entering.append((button, key))
        self.controls.lay(button, key)
        return button

    def give_key(self, *_: object) -> None:
        """Enter carries out what is chosen; where nothing is, it presses the title's own button, if there is one.

        While it does something on the board, no button shows it.
        """
        changed = self.stepper is not None and self.stepper.value != self.stepper.property("first")
        chosen = changed if self.counting else self.model.answer.started_any
        self.primary = self.doer if self._doing() and (self.own is None or chosen) else self.own
        elsewhere = self.elsewhere()
        for button, key in self.entering:
            mine = button is self.primary and self.shot.firer is None and not elsewhere
            kind = "primary" if mine else ""
            if button.property("kind") != kind:
                set_kind(button, "kind", kind)
                button.restyle()
            key.setVisible(mine and not self.compact)
        if self._last_sign is not None:
            self._last_sign.setVisible(self.primary is None and not self.compact and bool(self._last_sign.text()))

    @property
    def ready(self) -> bool:
        """Whether Enter has a button to press."""
        return self.shot.firer is not None or (self.primary is not None and self.primary.isEnabled())

    def _doing(self) -> bool:
        """Return whether something is chosen by a button, not dropped on the board or sealed in the secret panel."""
        answer = self.model.answer
        return self.doer is not None and (self.counting or (answer.kind not in ("", *DROPPED) and not answer.sealed))

    def aim(self, firer: Firer | None) -> None:
        """Who is aimed in a reaction has the Enter key and the primary colour; None gives them back."""
        self.shot.aim(firer)
        self.shot.enter.setVisible(not self.compact)
        self.give_key()

    def _choices(self, ask: Mapping[str, Any], side: str) -> list[Button]:
        if self.made.many(ask):
            return [self.made.button(ask, lambda: self.many.emit(dict(ask)))]
        self.answers = self.made.answers(ask, side)
        return self.answers

    def _number(self, ask: Mapping[str, Any], side: str) -> Button:
        price, self.stepper, done = self.made.number(ask, side)
        self.stepper.changed.connect(lambda _: self.give_key())
        self.controls.lay(price, self.stepper)
        return done

    def _more(self, rest: list[Button]) -> Button:
        more = Button("prompt.more", icon_name="chevron-down")
        menu_of(more, rest)
        self.buttons.append(more)
        return more

    # -- doing -----------------------------------------------------------------------------------
    def _answer_changed(self) -> None:
        self._bill.ask()
        answer, doing = self.model.answer, self._doing()
        if self.doer is not None and not self.counting:
            self.doer.setVisible(doing)
            if doing and answer.ask is not None:
                missing = answer.missing()
                self.doer.setText(self.made.carries_out(answer.ask, answer.pieces))
                self.doer.setEnabled(missing is None)
                self.doer.setToolTip(plain(self.model.title.texts.plain(missing, language()) if missing else ""))
        self.give_key()
        self._say_detail()

    def _submit_answer(self, side: str) -> None:
        answer = self.model.answer
        if answer.ask is not None and answer.missing() is None:
            self.model.actions.submit(action_of(answer.ask, side, answer.args()))

    def press_primary(self) -> bool:
        """Enter: click the primary button; False where there is none to click."""
        if self.primary is None or not self.primary.isEnabled():
            return False
        self.primary.click()
        return True

    def press_main(self) -> bool:
        """Ctrl+Enter: the primary button, wherever Enter belongs, or where there is none the last of the bar."""
        if self.primary is not None or self.last is None or not self.last.isEnabled():
            return self.press_primary()
        self.last.click()
        return True

    def press_answer(self, number: int) -> bool:
        """1 … 9: turn to the switch that shows the number; where there are none, 1 … 4 click that answer."""
        if not self.verbs.isHidden():
            return self.verbs.press_number(number)
        if not 1 <= number <= len(self.answers) or not self.answers[number - 1].isEnabled():
            return False
        self.answers[number - 1].click()
        return True

    def press_kind(self, kind: str) -> bool:
        """R and D: roll or draw if that is offered."""
        for ask in open_asks(self.model.actions.offer, (kind,))[:1]:
            self.model.actions.submit(action_of(ask, self.model.actions.acting))
            return True
        return False

    def escape(self) -> bool:
        """Esc: drop what is picked, or press the button that declines."""
        if self._refusal is not None:
            self.forget_refusal()
            return True
        if self.model.answer.started_any:
            self.model.answer.cancel()
            return True
        declines = next((ask for ask in open_asks(self.model.actions.offer) if ask.get("escape")), None)
        if declines is not None:
            self.model.actions.submit(action_of(declines, self.model.actions.acting))
            return True
        # Who may react and aims at nobody does not react: that is the primary button.
        return bool(self.model.actions.firers()) and self.press_primary()

    # -- looks -----------------------------------------------------------------------------------
    def set_compact(self, compact: bool, tiny: bool = False) -> None:
        """One line instead of two (1280 wide); `tiny` leaves one button beside the primary one."""
        if (compact, tiny) != (self.compact, self.tiny):
            self.compact, self.tiny = compact, tiny
            set_kind(self.sentence, "kind", "prompt-small" if compact else "prompt")
            self.hand.set_compact(compact)
            self.refresh()

    def retranslate(self) -> None:
        """Draw the offer in the new language."""
        self._key = None
        self.refresh()

    def restyle(self) -> None:
        """Chip and bar at the new scale."""
        super().restyle()
        self.chip.setMinimumHeight(px(30 if self.compact else 40))
        self.refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The lower edge takes the colour of whoever must act."""
        super().paintEvent(event)
        side = self.model.title.side(self.model.actions.acting)
        if side is not None:
            painter = QPainter(self)
            painter.fillRect(0, self.height() - px(3), self.width(), px(3), QColor(side.colour))
