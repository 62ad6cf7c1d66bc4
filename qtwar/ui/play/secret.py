"""Secret choice: one side's half is open, the other's closed; what is chosen shows as a dot until both have chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QRadioButton, QWidget

from qtwar.ui.game import GamePorts, action_of
from qtwar.ui.i18n import language
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, IconButton, Panel, TextLabel, clear
from qtwar.ui.widgets.faces import Face
from qtwar.ui.widgets.plain import plain
from qtwar.ui.widgets.stepper import Stepper
from qtwar.ui.widgets.taborder import chain


class SecretPanel(Panel):
    """Floats over the board; Done seals the choice and hands over."""

    def __init__(self, model: GamePorts, page: QWidget) -> None:
        super().__init__("floating", margins=(16, 12, 16, 12), spacing=10, parent=page)
        self.model, self.page = model, page
        self.side = ""
        self._ticks: list[QWidget] = []  # what is chosen by
        self.then: QWidget | None = None  # who has the keys afterwards
        title, close = TextLabel("heading", "secret.title"), IconButton("close", "dock.close", size=26, then=self.close_panel)
        head = Panel(row=True, spacing=8).lay(title, close, grow=title)
        self.body = Panel(row=True, spacing=16)
        self.done = Button("secret.done", kind="primary", icon_name="check", then=self._seal)
        self.lay(head, self.body)
        self.box.addWidget(self.done, 0, Qt.AlignmentFlag.AlignRight)
        model.actions.offer_changed.connect(self._gone)
        self.hide()

    def show_ask(self, ask: Mapping[str, Any]) -> None:
        """Open the acting side's half."""
        self.side = self.model.actions.acting
        self.model.answer.start(ask)
        self._build()
        self.adjustSize()
        self.raise_()
        self.show()
        next((tick for tick in self._ticks if tick.isEnabled()), self).setFocus(Qt.FocusReason.OtherFocusReason)

    def settle(self, board: QWidget) -> None:
        """Lie over the middle of the board; in a small window over what stands beside and below it too."""
        self.adjustSize()
        over, room = board.mapTo(self.page, QPoint(board.width() // 2, px(24))), self.page.size() - self.size()
        self.move(max(0, min(over.x() - self.width() // 2, room.width())), max(0, min(over.y(), room.height())))

    def _build(self) -> None:
        at = next((n for n, tick in enumerate(self._ticks) if tick.hasFocus()), -1)
        self._ticks = []
        clear(self.body.box)
        open_ = set(self.model.position.view.active)  # who has still to choose
        for side in self.model.title.sides():
            half = Panel("card", margins=(12, 8, 12, 10), spacing=6).lay(TextLabel("strong", text=side.name))
            if side.id == self.side:
                self._open(half)
            else:
                closed = TextLabel("empty", "secret.closed" if side.id in open_ else "secret.chosen")
                closed.setMinimumSize(px(160), px(80))
                closed.setAlignment(Qt.AlignmentFlag.AlignCenter)
                half.lay(closed)
            self.body.lay(half.lay(None))
            half.setVisible(True)  # at once: what is not seen yet takes no keyboard
        last = open_ <= {self.side}
        key = "secret.reveal" if last else "secret.hand_over" if self.model.settings.identity.covers else "secret.done"
        self.done.say(self.done.setText, key)
        self.done.set_icon("eye-outline" if last else "check")
        self._check()
        chain(self, self.body, self)
        if at >= 0:
            self._ticks[at].setFocus()

    def _open(self, half: Panel) -> None:
        answer = self.model.answer
        ask = answer.ask or {}
        if answer.kind in ("pieces", "pieces+cell"):
            single = ask.get("max") == 1
            for ident in ask.get("pieces") or ():
                info = self.model.position.piece(ident)
                tick: QCheckBox | QRadioButton = QRadioButton() if single else QCheckBox()
                tick.setText(f"{info.name} {info.strength}".strip() if info else ident)
                tick.setChecked(ident in answer.pieces)
                tick.setAutoExclusive(False)
                tick.clicked.connect(lambda _=False, p=ident: self._toggle(p))
                face = Face(self.model, (ident,), 34, draggable=False)
                face.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # arrows and Tab go from choice to choice
                half.lay(Panel(row=True, spacing=8).lay(face, tick, grow=tick))
                self._ticks.append(tick)
        elif answer.kind == "choose":
            for choice in ask.get("choices") or ():
                tick = QRadioButton(self.model.title.texts.plain(choice["label"], language(), cite=False))
                tick.setEnabled(not choice.get("why_not"))
                if choice.get("why_not"):
                    tick.setToolTip(plain(self.model.title.texts.plain(choice["why_not"], language())))
                tick.clicked.connect(lambda _=False, v=choice["value"]: (answer.set_choice(v), self._check()))
                half.lay(tick)
                self._ticks.append(tick)
        elif answer.kind == "number":
            stepper = Stepper(int(ask.get("min", 0)), int(ask.get("max", 99)))
            stepper.set_value(answer.number or 0, tell=False)
            stepper.changed.connect(lambda n: (answer.set_number(n), self._check()))
            half.lay(stepper)
            self._ticks.append(stepper.field)

    def _toggle(self, piece: str) -> None:
        self.model.answer.toggle(piece)
        self._build()

    def _check(self) -> None:
        missing = self.model.answer.missing()
        self.done.setEnabled(missing is None)
        self.done.setToolTip(plain(self.model.title.texts.plain(missing, language()) if missing else ""))

    def _seal(self) -> None:
        answer = self.model.answer
        if answer.ask is not None and answer.missing() is None:
            action = action_of(answer.ask, self.side, answer.args())
            self.close_panel()
            self.model.actions.submit(action)

    def _gone(self) -> None:
        """Close when the question is no longer asked."""
        offer = self.model.actions.offer or {}
        ask = self.model.answer.ask
        if self.isVisible() and not any(ask and a["id"] == ask["id"] for a in offer.get("asks") or ()):
            self.close_panel()

    def close_panel(self) -> None:
        """Close; nothing is said about what was ticked."""
        if self.then is not None and self.isVisible():
            self.then.setFocus(Qt.FocusReason.OtherFocusReason)
        clear(self.body.box)
        self._ticks = []
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter ticks what has the keyboard where nothing is chosen yet, then seals; Esc closes."""
        ticked = next((tick for tick in self._ticks if tick.hasFocus() and isinstance(tick, QAbstractButton)), None)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.done.isEnabled():
            self._seal()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and ticked is not None:
            ticked.click()
        elif event.key() == Qt.Key.Key_Escape:
            self.close_panel()
        else:
            super().keyPressEvent(event)
