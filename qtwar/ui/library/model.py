"""What the start window knows: titles with their scenarios, games to go on with, modules that can not be used."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QPixmap


@dataclass(frozen=True, slots=True)
class ScenarioInfo:
    """A scenario's line in the list."""

    id: str
    name: str
    period: str = ""
    about: str = ""
    turns: int = 0
    has_quick: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)
    """What options begin with here, where it is not their default."""
    tutorial: bool = False
    """Whether it brings a lesson for who plays it for the first time."""


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """A rule that may be switched before a game; `choices` are (value, name)."""

    id: str
    name: str
    help: str = ""
    rule: str = ""
    kind: str = "bool"
    choices: tuple[tuple[Any, str], ...] = ()
    low: int = 0
    high: int = 99
    default: Any = False
    scenarios: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TitleCard:
    """A title as its cover shows it; `coverage` is the share of rule numbers that the module has, 0 to 100, or None."""

    id: str
    name: str
    subtitle: str = ""
    about: str = ""
    players: str = ""
    hours: str = ""
    coverage: int | None = None
    languages: str = ""
    scenarios: tuple[ScenarioInfo, ...] = ()
    options: tuple[OptionInfo, ...] = ()
    sides: tuple[tuple[str, str], ...] = ()
    hides: bool = False  # something is hidden from a side
    solo: bool = False  # for one player: the other side is automatic, or there is none
    source: str = ""  # where it comes from, where that is not the program itself


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game or draft to go on with."""

    path: str
    name: str
    when: str = ""
    chip: str = ""
    line: str = ""
    chip_colour: str = ""
    chip_ink: str = ""
    can: tuple[str, ...] = ()
    """What else can be done with a table: `replay`, `seat`, `host`, `forget`."""
    server: str = ""
    """The address of a table's server that others run."""
    icon: str = "flag-variant"
    changed: float = 0.0
    """When its document was changed last, in seconds."""


@dataclass(frozen=True, slots=True)
class WantedModule:
    """A module that a table needs and that is not installed: `table` is the table's id, `origin` is `bundled` or `server`."""

    table: str
    title: str
    host: str
    kilobytes: int
    origin: str
    hash: str


@dataclass(frozen=True, slots=True)
class BrokenModule:
    """A module that can not be used, and why, in one sentence."""

    name: str
    problem: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ModuleShown:
    """What a module archive holds, in sentences; `there`: a title of that id is installed already."""

    path: str
    name: str
    version: str = ""
    about: str = ""
    counts: str = ""
    rules: str = ""
    other: str = ""
    problems: tuple[str, ...] = ()
    there: bool = False


@dataclass(frozen=True, slots=True)
class InstalledTitle:
    """An installed title as the settings list it; `own`: in the person's own folder, so that it can be put away.

    `source` says where it comes from.
    """

    name: str
    version: str
    path: str
    own: bool = False
    source: str = ""


@dataclass(frozen=True, slots=True)
class EarlierState:
    """A copy of a document that the program kept: its file, the document's name, when it was made."""

    path: str
    name: str
    when: str


@dataclass(frozen=True, slots=True)
class DamagedDocument:
    """A document that can not be opened because it is damaged; `has_earlier`: states of it were kept."""

    path: str
    name: str
    problem: str
    has_earlier: bool = False


@dataclass(frozen=True, slots=True)
class RecoveredDocument:
    """The new document made of what is whole in a damaged one, and what is missing in it, in sentences."""

    path: str
    name: str
    entries: int
    missing: tuple[str, ...] = ()
    is_game: bool = True


@dataclass(frozen=True, slots=True)
class InvitationShown:
    """An invitation to a game by mail, in words; `source` is what it was read from."""

    source: object
    title: str
    scenario: str
    who: str
    side: str
    lines: tuple[str, ...] = ()
    """What is agreed on, and what can not be promised."""
    answered: bool = False


@dataclass(frozen=True, slots=True)
class TableInvitation:
    """What a link to a table leads to, in words: `sides` (id, name) are the seats that it gives, one of which is chosen.

    Without any one watches; an `ended` game is shown as a replay.
    """

    link: str
    title: str
    scenario: str
    lines: tuple[str, ...] = ()
    sides: tuple[tuple[str, str], ...] = ()
    ended: bool = False
    used_up: bool = False
    """Whether nobody else can take it up afterwards."""
    again: Callable[[], TableInvitation] | None = field(default=None, compare=False)
    """Says the same in the language that is in force then."""


class LibraryModel(QObject):
    """A library with nothing in it; `presenters` fills it. Everything is ready to be shown, nothing here waits."""

    changed = Signal()
    problem = Signal(str)
    module_found = Signal(object)  # ModuleShown: ask whether to install it
    # What the program is to do; the tab comes when it is there.
    start_game = Signal(object)  # NewGame
    new_draft = Signal(object)  # NewDraft
    edit_copy = Signal(str, str)  # a draft as a copy of a title, one of its scenarios shown
    open_document = Signal(object)  # Path
    open_mail = Signal(object)  # Path: find out what the file of a game by mail is for
    invited = Signal(object)  # InvitationShown: ask whether to take it up
    answer_invitation = Signal(object, str)  # an InvitationShown, under what name
    damaged = Signal(object)  # DamagedDocument: offer to recover it
    recover = Signal(str)  # make a new document of what is whole in one
    recovered = Signal(object)  # RecoveredDocument
    host_table = Signal(object)  # NewTable
    look_at_table = Signal(str)  # link or code
    table_found = Signal(object)  # TableInvitation: ask whether to take it up
    join_table = Signal(str, str, str)  # link or code, name, side where one chooses
    table_joined = Signal(str)  # link or code with which one has sat down
    replay_table = Signal(str)  # link or code of a finished game
    open_table = Signal(str)  # id of a table at which one sits
    table_asked = Signal(str, str)  # what else (`replay`, `seat`, `host`), id of a table
    enter_account = Signal(str, str, str, bool)  # server, name, password, whether the name is new
    leave_account = Signal(str)  # server
    change_account = Signal(str, str, str, str)  # server, what (`password`, `delete`), password, new one
    fetch_module = Signal(str)  # id of a table: have its module fetched and installed, then go there
    module_wanted = Signal(object)  # WantedModule: ask whether to fetch it
    restore = Signal(str)  # make a document of an earlier state and open it

    def titles(self) -> Sequence[TitleCard]:
        """Installed titles in the language in force."""
        return ()

    @property
    def reading(self) -> bool:
        """Whether there are titles that are still being read; `changed` follows with each."""
        return False

    def games(self) -> Sequence[GameCard]:
        """Games, newest first."""
        return ()

    def drafts(self) -> Sequence[GameCard]:
        """Drafts to go on with, newest first."""
        return ()

    def tables(self) -> Sequence[GameCard]:
        """Tables on servers at which one has a seat; their `path` is the table's id. What is asked of servers comes later."""
        return ()

    def accounts(self) -> Sequence[tuple[str, str, str]]:
        """One's names on servers: (server, what people call it, name)."""
        return ()

    @property
    def turns(self) -> int:
        """At how many tables it is one's turn."""
        return 0

    def leave_table(self, table: str) -> Callable[[], object] | None:
        """Take a table off the list and return what puts it back: by the list alone one finds one's seat on the server."""
        return None

    def folders(self) -> Sequence[tuple[str, str]]:
        """Where things are kept: (`games`, `drafts`, `modules`, `log`, `cache`; path)."""
        return ()

    def installed_titles(self) -> Sequence[InstalledTitle]:
        """The installed titles with their versions and files; known after `titles`."""
        return ()

    def broken(self) -> Sequence[BrokenModule]:
        """Modules that can not be used; known after `titles`."""
        return ()

    def ready(self) -> tuple[bool, str]:
        """Whether the rules engine can play now, and the sentence that says so."""
        return True, ""

    def prepare(self, title: str, scenario: str) -> None:
        """A game is asked about: do what it would be kept waiting for."""

    def cover(self, title: str, width: int, height: int, ratio: float = 1.0) -> QPixmap | None:
        """A picture for a title's cover: a cut of its map with counters, as far as it is drawn already."""
        return None

    def thumbnail(self, path: str, width: int, height: int, ratio: float = 1.0) -> QPixmap | None:
        """What a game looked like when it was left; the title's cover until it was left once."""
        return None

    def give_way(self) -> None:
        """Leave undone what has not begun: a game opens, or the window closes."""

    def open(self, path: str) -> None:
        """Open a .qtwar document or show what a .qtmod holds; `problem` follows where that can not be done."""

    def install(self, path: str, draft: str = "") -> None:
        """Install a module archive that was shown, or that was packed of the person's own draft of a name."""

    def earlier(self) -> Sequence[EarlierState]:
        """The states of documents that were kept, the latest first."""
        return ()

    def forget(self, path: str) -> str:
        """Put a game or draft away: off the list, its file in the folder `put away`; returns where, or nothing."""
        return ""

    def bring_back(self, path: str, away: str) -> None:
        """Take a game or draft that was put away back onto the list."""
