"""Two dialogs beside a table: what its host decides about, and one's own seat: notices and links."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QDialog, QMessageBox, QVBoxLayout, QWidget

from qtwar.ui.i18n import Speaks, tr
from qtwar.ui.table import HostView, SeatNotices, TableSeat
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, NamedField, Panel, TextLabel, clear, set_kind


class TableDialog(Speaks, QDialog):
    """A column with a head, what the subclass lays out, and a button that closes it."""

    def __init__(self, title_key: str, name: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(px(18), px(16), px(18), px(14))
        self.column.setSpacing(px(10))
        self.say(self.setWindowTitle, title_key)
        self.column.addWidget(TextLabel("heading", title_key))
        self.column.addWidget(TextLabel("second-body", text=name, wrap=True))
        self.given = TextLabel("strong", wrap=True)
        self.given.hide()
        self.done_with = Button("dock.close", then=self.close)

    def finish(self) -> None:
        """Lay out the end of the column."""
        self.column.addWidget(self.given)
        self.column.addStretch(1)
        self.column.addWidget(Panel(row=True, spacing=8).lay(None, self.done_with))
        self.setMinimumWidth(px(560))

    def give(self, link: str) -> None:
        """Put a link where it can be pasted from, and say so."""
        QGuiApplication.clipboard().setText(link)
        self.given.setText(tr("tablehost.copied", link=link))
        self.given.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.given.show()


class HostDialog(TableDialog):
    """Who sits where, and who may come. `asked` gives what is to be done (as `NewLink` has it) and for which side."""

    asked = Signal(str, str)

    def __init__(self, shown: HostView, parent: QWidget | None = None) -> None:
        super().__init__("tablehost.title", shown.name, parent)
        self.seats = Panel(spacing=6)
        self.buttons: dict[tuple[str, str], Button] = {}
        self.come = TextLabel("second-body", wrap=True)
        self.turn = Button("tablehost.block", icon_name="lock-outline", then=self._turn)
        self.watch = Button("tablehost.watch", icon_name="eye-outline", then=lambda: self.asked.emit("watch", ""))
        self.delete = Button("tablehost.delete", kind="quiet", icon_name="delete-outline", then=self._delete)
        set_kind(self.delete, "tone", "bad")
        for part in (
            TextLabel("caps", "tablehost.seats"),
            self.seats,
            TextLabel("caps", "tablehost.others"),
            self.come,
            Panel(row=True, spacing=8).lay(self.turn, self.watch, None, self.delete),
        ):
            self.column.addWidget(part)
        self.finish()
        self.show_table(shown)

    def show_table(self, shown: HostView) -> None:
        """Show how the table stands now."""
        self.shown = shown
        clear(self.seats.box)
        self.buttons = {}
        for seat, side in shown.seats:
            self._row(seat, side)
        self.come.say(self.come.setText, "tablehost.blocked" if shown.blocked else "tablehost.open_to")
        self.turn.say(self.turn.setText, "tablehost.open" if shown.blocked else "tablehost.block")
        self.turn.set_icon("lock-open-variant-outline" if shown.blocked else "lock-outline")
        self.watch.setEnabled(not shown.blocked)

    def _row(self, seat: TableSeat, side: str) -> None:
        key = "here" if seat.here else "away" if seat.taken else "free"
        words = TextLabel("body", text=tr(f"table.seat.{key}", who=seat.player or tr("look.somebody"), side=side), wrap=True)
        what = "unseat" if seat.taken else "seat"
        sign = "account-remove-outline" if seat.taken else "account-plus-outline"
        own = ".own" if seat.taken and seat.side == self.shown.own else ""
        button = Button(f"tablehost.{what}{own}", icon_name=sign, then=lambda: self._seat(seat, side))
        button.setAccessibleName(tr(f"tablehost.{what}{own or '.of'}", side=side))
        button.setEnabled(seat.taken or not self.shown.blocked)
        self.buttons[(what, seat.side)] = button
        self.seats.lay(Panel(row=True, spacing=8).lay(words, button, grow=words))

    def _turn(self) -> None:
        self.asked.emit("open" if self.shown.blocked else "block", "")

    def _seat(self, seat: TableSeat, side: str) -> None:
        """Make an invitation for a free seat; take one away from whoever sits there, after a yes."""
        if not seat.taken:
            self.asked.emit("seat", seat.side)
            return
        key, go = "tablehost.unseat_sure", "tablehost.unseat"
        if seat.side == self.shown.own:
            key, go = "tablehost.unseat_own_sure", "tablehost.unseat.own"
        sentence = tr(key, who=seat.player or tr("look.somebody"), side=side)
        sure(self, sentence, tr(go), lambda: self.asked.emit("unseat", seat.side))

    def _delete(self) -> None:
        sure(self, tr("tablehost.delete_sure"), tr("tablehost.delete"), lambda: self.asked.emit("delete", ""))


class SeatDialog(TableDialog):
    """Where one is told of one's turn (`wanted` gives it), and links for one's own seat (`link`: `again`, `over`)."""

    wanted = Signal(object)  # SeatNotices
    link = Signal(str)

    def __init__(self, name: str, said: SeatNotices, parent: QWidget | None = None) -> None:
        super().__init__("tableseat.title", name, parent)
        self.mail = NamedField("tableseat.mail", said.mail)
        self.webhook = NamedField("tableseat.webhook", said.webhook)
        self.picture = QCheckBox()
        self.say(self.picture.setText, "tableseat.picture")
        self.picture.setChecked(said.picture)
        self.keep = Button("tableseat.keep", kind="primary", icon_name="bell-outline", then=self._keep)
        self.again = Button("tableseat.again", icon_name="monitor-multiple", then=lambda: self.link.emit("again"))
        self.over = Button("tableseat.over", icon_name="account-switch-outline", then=self._over)
        for part in (
            TextLabel("caps", "tableseat.notices"),
            TextLabel("second", "tableseat.about", wrap=True),
            self.mail,
            self.webhook,
            self.picture,
            Panel(row=True, spacing=8).lay(self.keep, None),
            TextLabel("caps", "tableseat.links"),
            TextLabel("second", "tableseat.links.about", wrap=True),
            Panel(row=True, spacing=8).lay(self.again, self.over, None),
        ):
            self.column.addWidget(part)
        self.finish()
        self.mail.setFocus()

    def _keep(self) -> None:
        self.wanted.emit(SeatNotices(self.mail.text().strip(), self.webhook.text().strip(), self.picture.isChecked()))

    def _over(self) -> None:
        sure(self, tr("tableseat.over_sure"), tr("tableseat.over"), lambda: self.link.emit("over"))


def sure(parent: QWidget, sentence: str, go: str, then: Callable[[], object]) -> None:
    """Ask before something that can not be taken back."""
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setText(sentence)
    yes = box.addButton(go, QMessageBox.ButtonRole.AcceptRole)
    box.addButton(tr("tablehost.keep"), QMessageBox.ButtonRole.RejectRole)
    yes.clicked.connect(then)
    box.open()
