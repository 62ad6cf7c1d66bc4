"""The buttons of what is offered: for an ask, for each of the answers to a question, for a number."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from qtwar.base.text import Message
from qtwar.ui.game import GamePorts, action_of, asks_of, told_apart
from qtwar.ui.i18n import language, tr
from qtwar.ui.widgets.basics import Button, TextLabel
from qtwar.ui.widgets.plain import plain
from qtwar.ui.widgets.stepper import Stepper

IN_BAR = ("button", "roll", "draw", "confirm")
"""Kinds of ask that a button alone answers."""
MOST_ANSWERS = 4
"""So many answers to one question stand in the bar, with what else can be pressed; more of them open the Orders pane."""
ICONS = {
    "roll": "dice-multiple-outline",
    "draw": "cup-outline",
    "confirm": "check",
    "secret": "eye-off-outline",
    "choose": "format-list-bulleted",
}


class AskButtons:
    """Makes the buttons of a game's asks, with their words, and as their tips the rules, or why they can not be pressed."""

    def __init__(self, model: GamePorts) -> None:
        self.model = model

    # -- words -------------------------------------------------------------------------------------
    def words(self, message: Message) -> str:
        """Return a message of the rules as it stands on a button: without the rule that it cites."""
        return self.model.title.texts.plain(message, language(), cite=False)

    def label(self, ask: Mapping[str, Any]) -> str:
        """Return what an ask is called, with its chance where the rules name one."""
        words = self.words(ask["label"]) if ask.get("label") else tr(f"ask.{ask['kind']}")
        return tr("prompt.chance", what=words, n=ask["chance"]) if "chance" in ask else words

    def carries_out(self, ask: Mapping[str, Any], picked: Sequence[str]) -> str:
        """Return the words of the button that carries out what is chosen: how many, where it may be several."""
        words = self.words(ask["button"]) if ask.get("button") else self.label(ask)
        several = ask["kind"] in ("pieces", "pieces+cell") and ask.get("max") != 1
        return tr("prompt.carry_out", what=words, n=len(picked)) if picked and several else words

    # -- buttons -----------------------------------------------------------------------------------
    def submits(self, ask: Mapping[str, Any], side: str, args: Mapping[str, Any] | None = None) -> Callable[[], None]:
        """Return what answers an ask for a side."""
        return lambda: self.model.actions.submit(action_of(ask, side, args))

    def button(self, ask: Mapping[str, Any], then: Callable[[], object], kind: str = "") -> Button:
        """Return a button for an ask."""
        icon_name = str(ask.get("icon") or ICONS.get(ask["kind"], ""))
        button = Button(text=self.label(ask), kind=kind, icon_name=icon_name, then=then)
        button.setProperty("ask", ask["id"])
        self._explain(button, ask.get("why_not"), ask.get("rule"))
        return button

    def _explain(self, button: Button, why_not: Message | None, rule: Any = None) -> None:
        button.setProperty("allowed", why_not is None)
        button.setEnabled(why_not is None)
        if why_not is not None:
            button.setToolTip(plain(self.model.title.texts.plain(why_not, language())))
        elif rule:
            button.setToolTip(plain(tr("prompt.rule", rule=str(rule))))

    def many(self, ask: Mapping[str, Any]) -> bool:
        """Return whether the answers to a question stand in the Orders pane, not in the bar.

        Beside those of another question, or down in the menu *More*, they would not say what they answer.
        """
        beside = [a["kind"] for a in asks_of(self.model.actions.offer) if a["id"] != ask["id"]]
        others, choices = sum(kind in IN_BAR for kind in beside), len(ask.get("choices") or ())
        return choices > MOST_ANSWERS or "choose" in beside or bool(others and choices + others > MOST_ANSWERS)

    def answers(self, ask: Mapping[str, Any], side: str) -> list[Button]:
        """Return a button for each answer to a question."""
        choices, made = list(ask.get("choices") or ()), []
        said = [self.words(choice["label"]) if choice.get("label") else str(choice["value"]) for choice in choices]
        for choice, text in zip(choices, told_apart(said), strict=True):
            if choice.get("cost"):
                text = f"{text} ({tr('prompt.cost', n=choice['cost'])})"
            button = Button(text=text, then=self.submits(ask, side, {"choice": choice["value"]}))
            self._explain(button, choice.get("why_not"), ask.get("rule"))
            made.append(button)
        return made

    def number(self, ask: Mapping[str, Any], side: str) -> tuple[TextLabel, Stepper, Button]:
        """Return the limits and the price of a number, its field, and the button that carries it out."""
        stepper = Stepper(int(ask.get("min", 0)), int(ask.get("max", 99)), int(ask.get("step", 1)))
        stepper.set_value(int(ask.get("default", ask.get("min", 0))))
        stepper.setProperty("first", stepper.value)
        stepper.setAccessibleName(self.label(ask))
        price = TextLabel("second")

        def tell(n: int) -> None:
            cost = ask.get("cost")
            limits = tr("prompt.limits", low=stepper.low, high=stepper.high)
            price.setText(f"{limits} · {tr('prompt.cost', n=n * cost)}" if isinstance(cost, int) else limits)

        def done() -> None:
            self.model.actions.submit(action_of(ask, side, {"number": stepper.value}))

        stepper.changed.connect(tell)
        tell(stepper.value)
        return price, stepper, Button(icon_name="check", text=self.label(ask), then=done)
