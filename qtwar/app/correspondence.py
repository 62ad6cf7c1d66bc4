"""Games by mail for the window: inviting, answering, and opening the files that arrive."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qtwar.base.errors import QtwarError
from qtwar.base.files import stem
from qtwar.services import titles
from qtwar.session.begin import NewGame
from qtwar.ui import i18n
from qtwar.ui.files import MAIL, ask_save
from qtwar.ui.i18n import tr
from qtwar.ui.library.model import InvitationShown, LibraryModel
from qtwar.ui.window import MainWindow

if TYPE_CHECKING:  # they bring the database, and what draws
    from qtwar.model.title import Option
    from qtwar.services.mail import MailInvitation


class Correspondence:
    """Joins the window to `services.mail`."""

    def __init__(
        self,
        library: LibraryModel,
        window: MainWindow,
        home: Path,
        show_game: Callable[[Any], Any],
        let_go: Callable[[Any], object],
        failed: Callable[[Exception], object],
    ) -> None:
        self.library, self.window, self.home = library, window, home
        self.show_game, self.let_go, self.failed = show_game, let_go, failed
        library.open_mail.connect(self.open)
        library.answer_invitation.connect(self.answer)

    def invite(self, game: NewGame) -> None:
        """Make the file that invites to a game, and ask where to write it."""

        def work(job: object) -> object:
            from qtwar.services import mail

            return mail.invite(game)

        self.window.jobs.start(tr("job.mail"), work, self._ask_where, self.failed)

    def answer(self, shown: InvitationShown, name: str) -> None:
        """Make the file that takes an invitation up, and ask where to write it."""

        def work(job: object) -> object:
            from qtwar.services import mail

            invited: Any = shown.source
            return mail.answer(invited, name)

        self.window.jobs.start(tr("job.mail"), work, self._ask_where, self.failed)

    def _ask_where(self, made: Any) -> None:
        name = tr(f"mail.file.{made.kind}", scenario=made.scenario.get(i18n.language()))

        def write(chosen: str) -> None:
            from qtwar.services import mail

            path = Path(chosen)
            try:
                mail.put(made, path, self.home)
            except QtwarError as problem:
                self.failed(problem)
                return
            self.window.library_page.invitation.hide()
            self.window.tell_mail(tr("mail.wrote", name=path.name), path)

        ask_save(self.window, write, "mail.send", f"{stem(name)}.qtwarmail", MAIL)

    def open(self, path: Path) -> None:
        """Find out what a file is for, in the background: an invitation, the beginning of a game, or a game that is here."""

        there = {getattr(page, "path", None) for page in self.window.pages() if page.property("tab") != "waiting"}

        def work(job: object) -> object:
            from qtwar.services import games, mail, vetting

            found = mail.look(path, self.home)
            if isinstance(found, mail.MailInvitation):
                return found
            if not isinstance(found, mail.Arrived):
                return mail.begin(path, self.home), None
            if str(found.document) in there:
                return found.document, found.letter
            vetting.vet(found.document)
            return games.resume(found.document), found.letter

        self.library.give_way()
        self.window.jobs.start(tr("job.opening"), work, self._opened, self.failed, undone=self._undone)

    def _opened(self, found: Any) -> None:
        if not isinstance(found, tuple):
            self._show_invitation(found)
            return
        game, letter = found
        page: Any = self.window.page_at(str(game)) if isinstance(game, Path) else self.show_game(game)
        if page is None:  # it was closed meanwhile
            return
        self.window.bring(page.path)
        if letter is None:
            page.model.mail.show_arrived()
        else:
            page.model.mail.take_in(letter)

    def _undone(self, found: Any) -> None:
        if isinstance(found, tuple) and not isinstance(found[0], Path):
            self.let_go(found[0])

    def _show_invitation(self, found: MailInvitation) -> None:
        """Show what an invitation offers, at the head of the start page."""
        language = i18n.language()
        content = titles.load(found.title)[1]
        side = ", ".join(one.name.get(language) for one in content.sides if one.id in found.guest)
        lines = [tr(f"mail.rolls.{found.rolls}.said"), tr("mail.invited.rules", rules=tr(f"rules.{found.strictness}"))]
        lines.append(tr("mail.invited.setup", setup=tr("newgame.quick" if found.quick else "newgame.free")))
        changed = [_setting(option, found.options[option.id]) for option in content.options if option.id in found.options]
        if changed:
            lines.append(tr("mail.invited.options", options=", ".join(changed)))
        if found.hides:
            lines.append(tr("mail.trust"))
        shown = InvitationShown(
            found, content.title.name.get(language), content.scenario(found.scenario).name.get(language), found.name, side,
            tuple(lines), bool(found.answered),
        )  # fmt: skip
        self.library.invited.emit(shown)


def _setting(option: Option, setting: object) -> str:
    """Return in words how an option is set."""
    language = i18n.language()
    name = option.name.get(language)
    if isinstance(setting, bool):
        return tr("mail.invited.on" if setting else "mail.invited.off", name=name)
    value = next((choice.name.get(language) for choice in option.choices if choice.id == setting), str(setting))
    return tr("mail.invited.set", name=name, value=value)
