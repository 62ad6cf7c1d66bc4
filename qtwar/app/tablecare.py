"""What is done about a table beside playing: the host sees to who may come, a player to his notices and his seat's links."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from PySide6.QtGui import QGuiApplication

from qtwar.presenters.library import Library
from qtwar.ui import i18n
from qtwar.ui.i18n import tr
from qtwar.ui.table import HostView, SeatNotices, TableSeat
from qtwar.ui.tablecare import HostDialog, SeatDialog
from qtwar.ui.window import MainWindow

if TYPE_CHECKING:
    from qtwar.remote.tablelist import KeptTable
    from qtwar.services.seats import Seats
    from qtwar.wire.http import Card, Noticed

T = TypeVar("T")


class Reaching(Protocol):
    """The tables of the window."""

    library: Library

    def seats(self) -> Seats:
        """Return what is asked of servers about one's seats; on a thread."""
        ...

    def table_of(self, ident: str) -> Any:
        """Return the open table of an id, None where it has no tab."""
        ...

    def replay(self, wanted: KeptTable) -> None:
        """Show a finished game."""
        ...


class TableCare:
    """Opens the dialogs of host and seat, and asks the server for what is chosen there."""

    def __init__(self, tables: Reaching, window: MainWindow, failed: Callable[[Exception], object]) -> None:
        self.tables, self.window, self.failed = tables, window, failed
        self.dialog: HostDialog | SeatDialog | None = None

    def see_to(self, what: str, ident: str) -> None:
        """Do what was asked for with a table: `replay`, `seat` or `host`."""
        kept = self.tables.library.table_cards.list.find(ident)
        if kept is None:
            return
        if what == "replay":
            self.tables.replay(kept)
        elif what == "seat":
            self._seat(kept)
        else:
            self._host(ident)

    # -- the host --------------------------------------------------------------------------------------
    def _host(self, ident: str) -> None:
        """Ask how the table stands, and open the dialog."""

        def opened(shown: HostView) -> None:
            dialog = self._open(HostDialog(shown, self.window))
            dialog.asked.connect(lambda what, side: self._change(ident, what, side))

        self._work(ident, lambda seats, kept: seats.card(kept), self._named(ident, opened))

    def _change(self, ident: str, what: str, side: str) -> None:
        """Have the server change something, show how the table stands then, and give a new link away."""
        dialog = self.dialog

        def done(found: tuple[Card, str] | None) -> None:
            if found is None:
                if dialog is not None and dialog is self.dialog:
                    dialog.close()
                self.tables.library.leave_table(ident)
                self.window.tell(tr("tablehost.deleted"))
                return
            card, link = found
            self._named(ident, lambda shown: self._renew(dialog, shown))(card)
            if link:
                self._give(dialog, link)
            self.tables.library.table_cards.ask()

        self._work(ident, lambda seats, kept: seats.change(kept, what, side), done)

    def _renew(self, dialog: HostDialog | SeatDialog | None, shown: HostView) -> None:
        if dialog is self.dialog and isinstance(dialog, HostDialog):
            dialog.show_table(shown)

    def _named(self, ident: str, then: Callable[[HostView], object]) -> Callable[[Card], None]:
        """Return what takes a card from the server and gives it in words."""

        def take(card: Card) -> None:
            title, lang = self.tables.library.module_card(card.title), i18n.language()
            seats = []
            for seat in card.seats:
                found = title.side(seat["side"]) if title is not None and title.problem is None else None
                shown = TableSeat(seat["side"], str(seat.get("name") or ""), bool(seat.get("taken")), bool(seat.get("here")))
                seats.append((shown, str(found["name"][lang]) if found is not None else seat["side"]))
            kept = self.tables.library.table_cards.list.find(ident)
            name, own = (kept.name, kept.side) if kept is not None else ("", "")
            then(HostView(name or card.name, tuple(seats), card.blocked, own))

        return take

    # -- one's own seat --------------------------------------------------------------------------------
    def _seat(self, kept: KeptTable) -> None:
        """Ask where the notices of one's seat go, on whichever machine that was said, and open the dialog."""

        def opened(found: Noticed) -> None:
            mail = found.mail if found.said else str(self.window.prefs.extra("notice_mail", ""))
            said = SeatNotices(mail, found.webhook, found.picture)
            dialog = self._open(SeatDialog(kept.name or kept.title, said, self.window))
            dialog.wanted.connect(lambda notices: self._notify(kept.id, notices))
            dialog.link.connect(lambda what: self._seat_link(kept.id, what))

        self._work(kept.id, lambda seats, there: seats.notices(there), opened)

    def _notify(self, ident: str, notices: SeatNotices) -> None:
        mail, webhook, language, picture = notices.mail, notices.webhook, i18n.language(), notices.picture

        def done(_: None) -> None:
            self.window.prefs.keep("notice_mail", mail)
            self.window.tell(tr("tableseat.noted" if mail or webhook else "tableseat.noted.none"))

        self._work(ident, lambda seats, kept: seats.notify(kept, mail, webhook, language, picture=picture), done)

    def _seat_link(self, ident: str, what: str) -> None:
        dialog = self.dialog
        self._work(ident, lambda seats, kept: seats.link(kept, what), lambda link: self._give(dialog, link))

    # -- both ------------------------------------------------------------------------------------------
    def _open(self, dialog: Any) -> Any:
        if self.dialog is not None:
            self.dialog.close()
        self.dialog = dialog
        dialog.finished.connect(lambda _: self._closed(dialog))
        dialog.open()
        return dialog

    def _closed(self, dialog: HostDialog | SeatDialog) -> None:
        if self.dialog is dialog:
            self.dialog = None

    def _give(self, dialog: HostDialog | SeatDialog | None, link: str) -> None:
        """Put a link where it can be pasted from, and say so: in the dialog that asked, in the window where that was closed."""
        if dialog is not None and dialog is self.dialog:
            dialog.give(link)
        else:
            QGuiApplication.clipboard().setText(link)
            self.window.tell(tr("tablehost.copied", link=link))

    def _work(self, ident: str, work: Callable[[Seats, KeptTable], T], then: Callable[[T], object]) -> None:
        """Ask something of the server of a table on a thread."""
        kept = self.tables.library.table_cards.list.find(ident)
        if kept is None:
            return

        def done(found: T) -> None:
            then(found)
            now, table = self.tables.library.table_cards.list.find(ident), self.tables.table_of(ident)
            if now is not None and table is not None:
                table.invite(now.invitations)

        self.window.jobs.start(tr("job.table"), lambda _: work(self.tables.seats(), kept), done, self.failed)
