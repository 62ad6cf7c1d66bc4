"""The toolbar of a game: undo, redo, history · turn › phase › step · resources · Rules · dice, side, print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from qtwar.ui.actions import BY_ID, Actions
from qtwar.ui.facts import STRICTNESS, Crumb, Resource, SideInfo
from qtwar.ui.game import GamePorts
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, IconButton, IconLabel, Panel, TextLabel, clear, pop_below, upright
from qtwar.ui.widgets.elided import Elided
from qtwar.ui.widgets.plain import plain
from qtwar.ui.widgets.segments import Segments
from qtwar.ui.widgets.sidechip import SideChip

STANDING = 460
"""The values that are always in view leave turn and phase their room; their tip says what is cut."""


def lay_numbers(row: Panel, resources: Sequence[Resource], sides: Mapping[str, SideInfo]) -> None:
    """Put the numbers of the sides into a row: each kind with its word, the first kind on the sides' colours."""
    label = ""
    for resource in resources:
        side = sides.get(resource.side)
        text = f"{side.short} {resource.value}" if side else str(resource.value)
        chip = SideChip(text, side.colour, side.ink) if side and resource.accent else TextLabel("chip-plain", text=text)
        word = [TextLabel("second-body", text=resource.label)] if resource.label != label else []
        label = resource.label
        for part in (*word, chip):
            part.setToolTip(plain(resource.hint))
            row.lay(part)


class Toolbar(Panel):
    """Shows where the game stands; everything it does is an action of the registry."""

    def __init__(self, model: GamePorts, actions: Actions) -> None:
        super().__init__("toolbar", row=True, margins=(10, 4, 10, 4), spacing=6)
        self.model, self.commands, self.compact, self.tiny = model, actions, False, False
        self.undo = self._button("undo", "undo")
        self.redo = self._button("redo", "redo")
        self.history = IconButton("history", "toolbar.history", then=lambda: actions["dock_history"].trigger())
        self.crumbs = Panel(row=True, spacing=6)
        self.crumbs.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.crumbs.setMinimumWidth(px(120))
        self.standing = Elided("second-body")
        self.standing.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.standing.setMaximumWidth(px(STANDING))
        self.numbers = Panel(row=True, spacing=6)
        self.rules_word = TextLabel("second-body", "toolbar.rules")
        self.rules = Segments(STRICTNESS, "rules", name_key="toolbar.rules_name")
        self.rules.picked.connect(lambda value: model.settings.set_strictness(value))
        self.rules_opener = Button(kind="compact", icon_name=BY_ID["rules_enforce"].icon, then=self._open_rules)
        self.rules_opener.hide()
        self.dice = IconButton("dice-multiple-outline", "toolbar.dice")
        self.dice_menu = QMenu(self.dice)
        self.dice_menu.addActions([actions[ident] for ident in ("dice_program", "dice_hand", "dice_stats")])
        self.dice.clicked.connect(lambda: pop_below(self.dice_menu, self.dice))
        self.eye = IconButton("eye-outline", "toolbar.view")
        self.view_menu = QMenu(self.eye)
        layouts = ("layout_play", "layout_teach", "layout_two", "layout_map", "layout_reset")
        self.view_menu.addActions([actions[ident] for ident in (*layouts, "full_screen")])
        self.eye.clicked.connect(lambda: pop_below(self.view_menu, self.eye))
        self.side = IconButton("account-switch-outline", "toolbar.side", then=lambda: actions["hand_over"].trigger())
        self.lay(self.undo, self.redo, self.history, upright(), self.crumbs, grow=self.crumbs)
        self.lay(self.standing, self.numbers, upright(), self.rules_word, self.rules, self.rules_opener, upright())
        if model.settings.identity.kind == "test":
            for key, ident, icon_name in (
                ("test.back", "play_here", "pencil-ruler"),
                ("test.keep", "keep_game", "content-save-check-outline"),
            ):
                way = Button(key, kind="compact", icon_name=icon_name, then=actions[ident].trigger)
                way.say(way.setToolTip, f"{key}.hint")
                self.lay(way)
            self.lay(upright())
        self.paper = self._button("print", "printer-outline")
        self.lay(self.dice, self.eye, self.side, self.paper)
        model.position.changed.connect(lambda _: self.refresh())
        model.settings.changed.connect(self.refresh)
        model.history.changed.connect(self.refresh)
        model.history.replaying.connect(lambda _: self.refresh())
        model.status.changed.connect(self._show_standing)
        self._show_standing()
        self._shown: object = None
        self.refresh()

    def _button(self, ident: str, icon_name: str) -> IconButton:
        return IconButton(icon_name, f"action.{ident}", then=lambda: self.commands[ident].trigger())

    def set_compact(self, compact: bool, tiny: bool = False) -> None:
        """Fold the resources into one chip a side (1280 wide); `tiny` keeps only the innermost step."""
        if (compact, tiny) != (self.compact, self.tiny):
            self.compact, self.tiny = compact, tiny
            self.rules_word.setVisible(not compact)
            for button in (self.eye, self.side, self.paper, self.rules):
                button.setVisible(not tiny)
            self.rules_opener.setVisible(tiny)
            self._shown = None
            self.refresh()
            self._show_standing()

    def refresh(self) -> None:
        """Show turn, phase, numbers, strictness and what can be undone."""
        asks = self.model.history.can_ask_undo
        self.undo.setEnabled(self.model.history.can_undo or asks)
        self.undo.say(self.undo._tell, "toolbar.ask_undo" if asks else "action.undo")
        self.redo.setEnabled(self.model.history.can_redo)
        strictness = self.model.settings.strictness
        self.rules.choose(strictness)
        self.rules_opener.setText(tr(f"rules.{strictness}"))
        self.rules_opener.setAccessibleName(f"{tr('toolbar.rules_name')} {tr(f'rules.{strictness}')}")
        self.rules_opener.set_icon(BY_ID[f"rules_{strictness}"].icon)
        self.side.setVisible("hand_over" not in self.model.absent and not self.tiny)
        reason = ""
        if "rules_off" in self.model.absent:
            reason = tr("toolbar.agreed")
            self.rules.lock([value for value in self.rules.buttons if value != strictness], reason)
        elif self.model.position.view.vars.get("free_table"):
            reason = tr("toolbar.no_rules")
            self.rules.lock(("warn", "enforce"), reason)
        elif self.model.table is not None:
            reason = tr("toolbar.propose_rules")
        for part in (self.rules_word, self.rules_opener):
            part.setToolTip(plain(reason))
        hand = self.model.settings.dice_source == "hand"
        self.dice.set_icon("hand-back-right-outline" if hand else "dice-multiple-outline")
        crumbs, resources = tuple(self.model.position.crumbs()), tuple(self.model.position.resources())
        now = (crumbs, resources, self.compact, self.tiny)
        if now != self._shown:
            self._shown = now
            self._show_crumbs(crumbs)
            self._show_numbers(resources)

    @property
    def rules_seen(self) -> QWidget:
        """What says how far the rules bind, as there is room: all choices, or the one in force."""
        return self.rules_opener if self.rules.isHidden() else self.rules

    def _open_rules(self) -> None:
        """Offer what stands side by side where there is room."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for button in self.rules.buttons.values():
            row = menu.addAction(button.text(), button.click)
            row.setCheckable(True)
            row.setChecked(button.isChecked())
            row.setEnabled(button.isEnabled())
        pop_below(menu, self.rules_opener)

    def _show_crumbs(self, crumbs: tuple[Crumb, ...]) -> None:
        clear(self.crumbs.box)
        self.crumbs.setToolTip(plain(" › ".join(f"{c.text} {c.note}".strip() for c in crumbs)))
        if self.tiny:
            crumbs = crumbs[-1:]
        for n, crumb in enumerate(crumbs):
            if self.compact and 0 < n < len(crumbs) - 2:
                continue
            last = n == len(crumbs) - 1
            if n:
                self.crumbs.lay(IconLabel("chevron-right", size=14))
            elif not self.compact:
                self.crumbs.lay(IconLabel("calendar-blank-outline"))
            if last and n and not self.tiny:
                label = TextLabel("chip", text=f"{crumb.text}  {crumb.rule}".strip())
            else:
                label = Elided("strong", text=crumb.text)
                label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
            label.setAccessibleName(f"{crumb.text} {crumb.note} {crumb.rule}".strip())
            self.crumbs.lay(label)
            if crumb.note and not self.compact:
                self.crumbs.lay(TextLabel("second", text=crumb.note))
        self.crumbs.lay(None)

    def _show_numbers(self, resources: tuple[Resource, ...]) -> None:
        clear(self.numbers.box)
        sides = {side.id: side for side in self.model.title.sides()}
        if self.compact:
            for ident, side in sides.items():
                own = [r for r in resources if r.side == ident]
                if own:
                    words = " · ".join(str(r.value) if self.tiny else f"{r.label} {r.value}" for r in own)
                    chip = SideChip(f"{side.short}  {words}", side.colour, side.ink)
                    chip.setToolTip(plain(", ".join(f"{r.label} {r.value}" for r in own)))
                    self.numbers.lay(chip)
            return
        lay_numbers(self.numbers, resources, sides)

    def _show_standing(self) -> None:
        """Say in short how things stand; the tip says it in full."""
        words, said = self.model.title.texts, self.model.status.said
        briefs = [words.plain(m["brief"], language(), cite=False) for m in said if m.get("brief")]
        self.standing.setText(" · ".join(briefs))
        full = "\n".join(words.plain(message, language()) for message in said)
        self.standing.tell(full)
        self.standing.setAccessibleName(full)
        self.standing.setVisible(bool(briefs) and not self.tiny)

    def retranslate(self) -> None:
        """The model speaks the new language too: ask it again."""
        self._shown = None
        self._show_standing()
        self.refresh()
