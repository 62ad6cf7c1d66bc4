"""A table on a server, in one line above the board: the line to it, who sits where and is here, what waits, what can be asked."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QMessageBox, QWidget

from qtwar.base.text import Message
from qtwar.ui.actions import Actions
from qtwar.ui.facts import SideInfo
from qtwar.ui.game import GameTitle
from qtwar.ui.i18n import language, tr
from qtwar.ui.table import TablePort, TableSeat, TableState
from qtwar.ui.widgets.basics import Button, IconLabel, Panel, TextLabel, clear, pop_below, set_kind, timer
from qtwar.ui.widgets.elided import Elided
from qtwar.ui.widgets.plain import plain
from qtwar.ui.widgets.sidechip import SideChip

LINES = {
    "calling": ("lan-pending", "warn"),
    "here": ("lan-connect", "good"),
    "away": ("lan-disconnect", "warn"),
    "closed": ("lan-disconnect", "bad"),
}
MINUTE = 60_000


class TableBar(Panel):
    """Follows a table. `commands` gives its menu, so that everything can be had by key too."""

    def __init__(self, table: TablePort, title: GameTitle, commands: Actions) -> None:
        super().__init__("tablebar", row=True, margins=(12, 3, 12, 3), spacing=8)
        self.table, self.title = table, title
        self.line, self.words = IconLabel(size=16), Elided("second-body")
        self.seats = Panel(row=True, spacing=6)
        self.again = Button("table.try_now", kind="compact", icon_name="refresh", then=table.try_now)
        self.waits = TextLabel("strong", "table.waits")
        self.back = Button("table.take_back", kind="compact", icon_name="undo-variant", then=table.take_back)
        self.asked = TextLabel("second-body")
        self.withdraw = Button("table.withdraw", kind="compact", icon_name="close", then=table.withdraw)
        self.invite = Button("table.invite", kind="compact", icon_name="account-plus-outline", then=self._invite)
        self.link = Button("hosting.copy", kind="compact", icon_name="content-copy", then=self._copy_link)
        self.more = Button("table.menu", kind="compact", icon_name="dots-horizontal", then=self._open)
        self.menu = QMenu(self.more)
        asked = ("table_say", "table_draw", "table_adjourn", "table_resign", "table_seat", "table_host")
        self.menu.addActions([commands[ident] for ident in asked if ident != "table_host" or table.hosts])
        self.lay(self.line, self.words, self.link, self.again, self.waits, self.back, self.asked, self.withdraw, None)
        self.lay(self.seats, self.invite, self.more)
        self._shown: TableState | None = None
        table.changed.connect(self.refresh)
        self._clock = timer(self, MINUTE // 2, self.refresh, once=False)  # the time left runs
        self.refresh()

    def refresh(self) -> None:
        """Show how the table stands."""
        state = self.table.state
        if state == self._shown:
            return
        self._shown = state
        self._clock.start() if state.left else self._clock.stop()
        self.line.show_icon(*LINES[state.line])
        set_kind(self, "tone", "warn" if state.line in ("away", "closed") else "")
        words = self.sentence(state)
        self.words.setText(words)
        self.words.tell(words)
        self.words.setAccessibleName(words)
        lost = state.line == "away"
        self.again.setVisible(lost)
        for part in (self.waits, self.back):
            part.setVisible(lost and state.waits)
        self.asked.setVisible(bool(state.asked))
        self.withdraw.setVisible(bool(state.asked))
        if state.asked:
            self.asked.say(self.asked.setText, f"table.asked.{state.asked}")
        self.invite.setVisible(bool(state.invitations))
        self.link.setVisible(bool(self._awaited(state)))
        self.more.setEnabled((bool(state.side) or self.table.hosts) and state.line != "closed")
        self._show_seats(state)

    def sentence(self, state: TableState) -> str:
        """Return the line's state in words; how the table ended, where that is what counts."""
        if state.over is not None and state.line != "closed":
            return self._plain(state.over)
        if state.line == "closed" and state.why is not None:
            return self._plain(state.why)
        if state.adjourned and state.line == "here":
            return tr("table.adjourned")
        if self._awaited(state):
            free = [side.name if side else seat.side for seat, side in self._sides(state) if not seat.taken]
            return tr("table.line.free", side=tr("list.comma").join(free))
        key = "table.line.here" if state.side or state.line != "here" else "table.line.watching"
        return tr(key if state.line == "here" else f"table.line.{state.line}", host=state.host, n=state.tries)

    def _plain(self, message: Message) -> str:
        return self.title.texts.plain(message, language())

    def _show_seats(self, state: TableState) -> None:
        clear(self.seats.box)
        left = dict(state.left)
        for seat, side in self._sides(state):
            called = side.name if side else seat.side
            name = tr("table.chip", side=called, who=seat.player) if seat.player else called
            words = self._seat_text(seat, name, left.get(seat.side))
            chip = SideChip(words, side.colour, side.ink) if side else SideChip(words, "")
            key = "here" if seat.here else "away" if seat.taken else "free"
            about = tr(f"table.seat.{key}", who=seat.player or called, side=called)
            chip.setToolTip(plain(about))
            chip.setAccessibleName(about + (f" {tr('table.seat.acts')}" if seat.acts else ""))
            self.seats.lay(chip)
        if state.watching:
            self.seats.lay(TextLabel("second", text=tr("table.watching", n=state.watching)))

    def _sides(self, state: TableState) -> list[tuple[TableSeat, SideInfo | None]]:
        """Return the seats with their sides."""
        return [(seat, self.title.side(seat.side)) for seat in state.seats]

    def _awaited(self, state: TableState) -> str:
        """Return the link that a seat waits for; empty where none does, or where several do and *Invite* has them."""
        if state.line != "here" or state.over is not None:
            return ""
        links = [text for side, text in state.invitations if side != "*"]
        return dict(state.invitations).get("?") or (links[0] if len(links) == 1 else "")

    def _seat_text(self, seat: TableSeat, name: str, left: int | None) -> str:
        sign = "●" if seat.here else "○" if seat.taken else "–"
        time = f" {left // 3600}:{left // 60 % 60:02}" if left is not None else ""
        return f"{'▶ ' if seat.acts else ''}{name} {sign}{time}"

    # -- doing -------------------------------------------------------------------------------------
    def _open(self) -> None:
        pop_below(self.menu, self.more)

    def _invite(self) -> None:
        """Offer the links for the other seats."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for side, link in self.table.state.invitations:
            found = self.title.side(side)
            others = {"*": "table.watchers", "?": "table.whoever"}
            name = tr(others[side]) if side in others else found.name if found else side
            menu.addAction(tr("table.copy_link", side=name), lambda text=link: self.copy(text))
        pop_below(menu, self.invite)

    def _copy_link(self) -> None:
        """Put the link that is waited for where it can be pasted from."""
        self.copy(self._awaited(self.table.state))

    def copy(self, link: str) -> None:
        """Put a link where it can be pasted from."""
        QGuiApplication.clipboard().setText(link)

    def adjourn(self) -> None:
        """Ask the others to adjourn; when the table is adjourned, to go on."""
        self.table.propose("resume" if self.table.state.adjourned else "adjourn")

    def resign(self) -> None:
        """Give the game up, after a yes."""
        ask_resign(self.window(), self.table.resign)

    def handlers(self) -> dict[str, Callable[..., object]]:
        """Return what the bar does of the registry's commands."""
        made: dict[str, Callable[..., object]] = {"table_host": self.table.hosting.emit} if self.table.hosts else {}
        if not self.table.state.side:
            return made
        return made | {
            "table_seat": self.table.own_seat.emit,
            "table_draw": lambda: self.table.propose("draw"),
            "table_adjourn": self.adjourn,
            "table_resign": self.resign,
        }

    def retranslate(self) -> None:
        """Say all of it in the language in force."""
        self._shown = None
        self.refresh()


def ask_resign(window: QWidget, then: Callable[[], object]) -> None:
    """Ask whether a game is really given up."""
    box = QMessageBox(window)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setText(tr("table.resign_sure"))
    yes = box.addButton(tr("table.resign"), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(tr("table.play_on"), QMessageBox.ButtonRole.RejectRole)
    yes.clicked.connect(then)
    box.open()
