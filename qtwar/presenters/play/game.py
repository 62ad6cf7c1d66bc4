"""One open game for its page: a session joined to the ports that the widgets ask for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from qtwar.mail.session import MailSession
from qtwar.model.content import TitleContent
from qtwar.presenters.play.actions import PlayActions
from qtwar.presenters.play.history import DocumentTasks, PlayHistory
from qtwar.presenters.play.link import GameLink, SessionLink
from qtwar.presenters.play.mail import MailLink, PlayMail
from qtwar.presenters.play.news import gather
from qtwar.presenters.play.players import Players
from qtwar.presenters.play.position import Faces, SeenPosition
from qtwar.presenters.play.screen import Screen
from qtwar.presenters.play.settings import PlaySettings
from qtwar.presenters.play.title import PlayedTitle
from qtwar.session.play import PlaySession
from qtwar.session.ports import JournalPort
from qtwar.ui.facts import GameIdentity
from qtwar.ui.game import GamePorts

if TYPE_CHECKING:  # they bring the network
    from qtwar.remote.connection import SeatConnection
    from qtwar.remote.inbox import Inbox
    from qtwar.wire.messages import Joined

ELSEWHERE = frozenset(
    (
        *("branch", "edit_position", "save_copy", "save_copy_for", "dice_program", "dice_hand"),
        *("hand_over", "public_window"),
    )
)
"""Commands that need the game's document or another seat at this window."""
RULES = frozenset(("rules_off", "rules_warn", "rules_enforce"))
"""Commands that are proposed to the others at a table; who only watches has none of them."""


class PlayGame(GamePorts):
    """A game on a play session; `faces` draws its counters."""

    def __init__(
        self,
        session: PlaySession,
        content: TitleContent,
        identity: GameIdentity,
        *,
        language: str,
        faces: Faces,
        tasks: DocumentTasks | None = None,
    ) -> None:
        title = PlayedTitle(content, str(session.state.meta.get("scenario") or ""), language)
        by_mail = MailLink(session, title) if isinstance(session, MailSession) else None
        link = by_mail or SessionLink(session, title, covers=identity.covers)
        link.screen.by_hand = session.game.get("dice") == "hand"
        super().__init__(title, *_ports(link, link.screen, title, identity, faces, tasks), close=link.close)
        end_with(self, title, link)
        self.link = link
        if by_mail is not None:
            self.mail = PlayMail(by_mail, title, Players(title, identity), Path(identity.path))
            self.mail.setParent(self)
            self.absent = frozenset(("branch", "hand_over"))
        elif content.title.most_players == 1:
            self.absent = frozenset(("hand_over",))  # there is nobody else to take the screen
        self.journal: JournalPort = session.journal  # to be read by whoever prints it


def looked_at(session: PlaySession, content: TitleContent, identity: GameIdentity, *, language: str, faces: Faces) -> GamePorts:
    """Return a position as everybody may see it; nothing is done in it and nothing asked of the rules."""
    title = PlayedTitle(content, identity.scenario, language)
    screen, link = Screen("", gather(session, ""), covers=False), GameLink()
    ports = GamePorts(title, *_ports(link, screen, title, identity, faces))
    end_with(ports, title, screen, link)
    return ports


class TableGame(GamePorts):
    """A game on a server, from one seat of its table."""

    def __init__(
        self,
        connection: SeatConnection,
        inbox: Inbox,
        joined: Joined,
        content: TitleContent,
        identity: GameIdentity,
        *,
        language: str,
        faces: Faces,
        invitations: Mapping[str, str],
        hosts: bool = False,
    ) -> None:
        from qtwar.presenters.play.remote import RemoteLink
        from qtwar.presenters.play.table import PlayTable

        title = PlayedTitle(content, str(joined.game["scenario"]), language)
        link = RemoteLink(connection, inbox, joined, title)
        link.players = Players(title, identity)
        super().__init__(title, *_ports(link, link.screen, title, identity, faces), close=link.close)
        self.absent = ELSEWHERE if joined.seat else ELSEWHERE | RULES
        table = PlayTable(link, title, invitations, hosts=hosts)
        self.table = table
        end_with(self, title, link, table)
        self.link = link


def _ports(
    link: GameLink,
    screen: Screen,
    title: PlayedTitle,
    identity: GameIdentity,
    faces: Faces,
    tasks: DocumentTasks | None = None,
) -> tuple[SeenPosition, PlayActions, PlayHistory, PlaySettings]:
    """Return the ports of a screen, each told of what happens in this order."""

    def public(screen: Screen, link: GameLink) -> GamePorts:
        ports = GamePorts(title, *_ports(link, screen, title, identity, faces))
        end_with(ports)
        return ports

    players = Players(title, identity)
    position = SeenPosition(screen, title, faces)
    history = PlayHistory(link, screen, title, players, tasks)
    actions = PlayActions(link, screen, title, position, players)
    settings = PlaySettings(link, screen, identity, players, public)
    return position, actions, history, settings


def end_with(ports: GamePorts, *more: QObject) -> None:
    """Have what the page of a game listens to end with the page: else each would keep the other in memory for good."""
    for part in (ports.actions, ports.history, ports.settings, *more):
        assert isinstance(part, QObject)
        part.setParent(ports)
