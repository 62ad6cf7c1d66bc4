"""Orders: choices of many with price and reason, and shares of a sum; the panel twin of what the board shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QFrame, QListWidget, QListWidgetItem, QSizePolicy

from qtwar.kit.asks import picking
from qtwar.ui.game import GamePorts, action_of, asks_of, told_apart
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, Panel, SearchField, TextLabel, clear, scrolling, timer
from qtwar.ui.widgets.elided import Elided
from qtwar.ui.widgets.empty import Empty
from qtwar.ui.widgets.faces import Face
from qtwar.ui.widgets.seen import SeenPanel
from qtwar.ui.widgets.stepper import Stepper
from qtwar.ui.widgets.taborder import chain

LISTED = ("allocate", "pieces", "order")
"""Kinds of ask whose counters stand in rows."""
ROWS = 10
"""How many rows of pieces are made in one turn of the event loop."""


class OrdersDock(SeenPanel):
    """Lists what can be ordered; disabled choices say why. The rows of pieces are made once it can be seen."""

    def __init__(self, model: GamePorts) -> None:
        super().__init__("panel", margins=(12, 4, 12, 8), spacing=6)
        self.model = model
        self.ask: dict[str, Any] | None = None
        self._ticks: dict[str, Button] = {}
        self._rest: list[str] = []  # pieces whose rows are still to be made
        self._next = timer(self, 0, self._go_on)
        self.title = TextLabel("strong", wrap=True)
        self.filter = SearchField("orders.filter", self._narrow)
        self.list = QListWidget()
        self.list.setProperty("kind", "plain")
        self.list.setWordWrap(True)
        self.say(self.list.setAccessibleName, "dock.orders")
        self.list.itemActivated.connect(self._take)
        self.list.itemClicked.connect(self._take)
        self.shares = Panel(spacing=4)
        self.rows = scrolling(self.shares)
        self.rows.setFrameShape(QFrame.Shape.NoFrame)
        self.empty = Empty("orders.empty")
        for part in (self.title, self.filter, self.list, self.rows, self.empty):
            self.box.addWidget(part, 1 if part in (self.list, self.rows, self.empty) else 0)
        model.actions.offer_changed.connect(self.begin)
        model.answer.changed.connect(self._draft)
        model.answer.started.connect(self._started)
        self.begin()

    @property
    def at_work(self) -> bool:
        """Whether somebody goes down the rows, and may choose more than one: nothing should come before them."""
        focus = QApplication.focusWidget()
        one = self.model.answer.kind == "pieces" and picking.limits(self.model.answer.ask or {})[1] == 1
        return focus is not None and self.rows.isAncestorOf(focus) and not one

    def begin(self) -> None:
        """Take the ask that the prompt bar goes on with, if it needs a list; where none is turned to, a long choice."""
        asks = asks_of(self.model.actions.offer)
        found = next((a for a in asks if a["kind"] == "choose" and len(a.get("choices") or ()) > 4), None)
        turned = (self.model.answer.ask or {}).get("id")
        # beside counters that can be ticked a long choice waits behind its button
        self.show_ask(next((a for a in asks if a["id"] == turned and a["kind"] in LISTED), None) or found)

    def show_ask(self, ask: Mapping[str, Any] | None) -> None:
        """Show the list or the shares of an ask."""
        self.ask = dict(ask) if ask else None
        kind = self.ask["kind"] if self.ask else ""
        self.filter.setVisible(kind == "choose")
        self.list.setVisible(kind == "choose")
        self.rows.setVisible(kind in LISTED)
        self.empty.setVisible(not kind)
        self.title.setVisible(bool(kind))
        self.list.clear()
        clear(self.shares.box)
        self._ticks = {}
        if self.ask is None:
            return
        label = self.ask.get("label")
        self.title.show_data(self.model.title.texts.plain(label, language()) if label else "")
        if kind == "choose":
            self._fill_choices()
        else:
            self.soon()

    def refresh(self) -> None:
        """Make the rows of the pieces."""
        clear(self.shares.box)
        self._rest, self._ticks = [], {}
        if self.ask is not None and self.ask["kind"] in LISTED:
            able = list(self.ask.get("pieces") or ())
            self._rest = [*able, *(p for p in self.ask.get("why") or {} if p not in able)]
            self._fill_pieces(self.ask["kind"])

    def _fill_choices(self) -> None:
        assert self.ask is not None
        choices, words = self.ask.get("choices") or (), self.model.title.texts
        said = [words.plain(one["label"], language()) if one.get("label") else str(one["value"]) for one in choices]
        for choice, text in zip(choices, told_apart(said), strict=True):
            if choice.get("cost") is not None:
                text += f"  ·  {tr('prompt.cost', n=choice['cost'])}"
            item = QListWidgetItem(text)
            item.setData(Qt.ItemDataRole.UserRole, choice["value"])
            why = choice.get("why_not")
            if why:
                item.setText(f"{text}\n{self.model.title.texts.plain(why, language())}")
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
            self.list.addItem(item)

    def _fill_pieces(self, kind: str) -> None:
        """Make the next rows; those further down follow in the next turns of the event loop, so that nothing waits."""
        assert self.ask is not None
        answer = self.model.answer
        now, self._rest = self._rest[:ROWS], self._rest[ROWS:]
        for ident in now:
            info = self.model.position.piece(ident)
            known = {"key": "{p}", "args": {"p": {"p": ident}}}  # by the side that is asked, not by the one that looks
            name = info.name if info else self.model.title.texts.plain(known, language())
            told = self._told(ident)
            barred = ident in (self.ask.get("why") or {})
            parts = (info.place_name, info.strength) if info else ()
            where = " · ".join(w for w in ((*parts[:1], told) if barred else (told, *parts)) if w)
            words = Panel().lay(Elided("strong", text=name), Elided("second", text=where))
            row = Panel("row", row=True, margins=(4, 2, 4, 2), spacing=8)
            row.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)  # many rows scroll, none is squeezed
            row.lay(Face(self.model, (ident,), 34, draggable=False), words, grow=words)
            if barred:
                words.setEnabled(False)
            elif kind == "allocate":
                stepper = Stepper(0, answer.most(ident))
                stepper.setAccessibleName(name)
                stepper.set_value(answer.amounts.get(ident, 0), tell=False)
                stepper.changed.connect(lambda n, p=ident, s=stepper: self._share(p, n, s))
                row.lay(stepper)
            else:
                button = Button(kind="compact")
                button.clicked.connect(lambda _=False, p=ident: answer.toggle(p))
                row.lay(button)
                self._ticks[ident] = button
                self._tick(ident)
            self.shares.lay(row)
        if self._rest:
            self._next.start()
        else:
            self.shares.lay(None)
            chain(self.rows, self.shares)

    def _told(self, ident: str) -> str:
        """Return what the ask says of a piece: a word beside its name, or why it can not be chosen."""
        assert self.ask is not None
        said = (self.ask.get("why") or {}).get(ident) or (self.ask.get("notes") or {}).get(ident)
        return self.model.title.texts.plain(said, language()) if said else ""

    def _tick(self, ident: str) -> None:
        """Say on the button of a row whether its piece is chosen, or as which in order."""
        answer, button = self.model.answer, self._ticks[ident]
        assert self.ask is not None
        if self.ask["kind"] == "order" and ident in answer.pieces:
            button.unsay(button.setText)
            button.setText(str(answer.pieces.index(ident) + 1))
            button.setIcon(QIcon())
        else:
            ticked = ident in answer.pieces
            button.say(button.setText, "orders.untick" if ticked else "orders.tick")
            button.set_icon("check" if ticked else "plus")
        button.setEnabled(ident not in (self.ask.get("locked") or ()) and answer.affordable(ident))

    def _go_on(self) -> None:
        if self._rest and self.ask is not None:
            self._fill_pieces(self.ask["kind"])

    def _share(self, piece: str, amount: int, stepper: Stepper) -> None:
        if not self.model.answer.set_amount(piece, amount):
            stepper.set_value(self.model.answer.amounts.get(piece, 0), tell=False)

    def _started(self) -> None:
        """The prompt bar turned to another of the things that can be picked."""
        ask = self.model.answer.ask
        if ask is None or self.model.answer.sealed:
            return
        shown = self.ask or {}
        if ask["id"] != shown.get("id") and (ask["kind"] in LISTED or shown.get("kind") in LISTED):
            self.begin()

    def _draft(self) -> None:
        if self.ask is not None and self.ask["id"] == (self.model.answer.ask or {}).get("id"):
            for ident in self._ticks:  # the rows stay, and with them the keyboard where it is
                self._tick(ident)

    def _narrow(self) -> None:
        for n in range(self.list.count()):
            item = self.list.item(n)
            item.setHidden(not self.filter.fits(item.text()))

    def _take(self, item: QListWidgetItem) -> None:
        if self.ask is None or not item.flags() & Qt.ItemFlag.ItemIsEnabled:
            return
        choice = item.data(Qt.ItemDataRole.UserRole)
        self.model.actions.submit(action_of(self.ask, self.model.actions.acting, {"choice": choice}))

    def retranslate(self) -> None:
        """Draw the ask in the new language."""
        self.show_ask(self.ask)

    def restyle(self) -> None:
        """Row heights follow the font."""
        super().restyle()
        self.list.setSpacing(px(1))
